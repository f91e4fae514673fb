//! A battle as a scene: bases to scale, with their badges.

use crate::cards::{Class, LeaderId, Load, Rank, UnitId};
use crate::face::chips;
use crate::face::pointing::{holders_number, leader_number, messenger_number, unit_number};
use crate::face::words::rank_name;
use crate::measures::{LEADER_SIZE, yds};
use crate::scenarios::DeployStep;
use crate::state::{Charge, Control, Formation, Phase, Place, Service, Stage, Standing, Verdict};
use crate::table::Table;
use field::table::{Block, Vec2};
use kernel::scene::{Badge, Body, Field, Figure, Meaning, Part, Scene, SideStyle, Symbol, Tone, Zone};
use kernel::{Side, Telling};
use std::sync::Arc;

pub(crate) fn mm(at: Vec2) -> [f64; 2] {
    let round = |value: f64| (value / 100.0).round() / 10.0;
    [round(at.x), round(at.y)]
}

fn part(block: &Block, figure: Figure, files: u32, figures: u32) -> Part {
    Part { corners: block.corners().map(mm), figure, files: files.max(1) as u16, figures: figures as u16 }
}

/// A small square about a place, for those who are measured to as a point.
fn spot(at: Vec2) -> Block {
    let size = f64::from(LEADER_SIZE);
    Block { front: at + Vec2::new(0.0, size * 0.5), dir: Vec2::new(0.0, 1.0), half: size * 0.5, depth: size }
}

impl Table<'_> {
    /// What the state shows; who may not know all of it looks at a state in which that is blank.
    pub(crate) fn scene(self) -> Scene {
        // Those on a map are drawn too: who may not know of them looks at a state in which they are not on it.
        let mut bodies: Vec<Body> = self.all().filter(|&id| self.is_at_hand(id)).map(|id| self.unit_body(id)).collect();
        bodies.extend(self.on_table().filter_map(|id| self.holders_body(id)));
        bodies.extend(self.all_leaders().filter(|&id| self.is_present(id)).map(|id| self.leader_body(id)));
        // Who is not seen is nowhere on the table (CF G143).
        let seen = |place: &usize| self.state.messengers[*place].at.x >= 0;
        bodies.extend((0..self.state.messengers.len()).filter(seen).map(|place| self.messenger_body(place)));
        let sides = self.rules.sides.iter();
        let drawn = || Arc::new(scenario::scene_field(&self.rules.ground));
        Scene {
            title: self.rules.info.title.clone(),
            subtitle: self.rules.clock(self.state).to_string(),
            field: Field::Table(Arc::clone(self.rules.drawn.get_or_init(drawn))),
            sides: sides.map(|side| SideStyle { name: side.name.clone(), colour: side.colour.clone() }).collect(),
            bodies,
            zones: self.zones(),
            notes: Vec::new(),
        }
    }

    /// Where sides deploy as long as they do, and then the ground that has a name.
    fn zones(self) -> Vec<Zone> {
        if self.state.phase == Phase::Deployment {
            let strip = |side: Side| {
                let (card, zone) = (&self.rules.sides[side.ix()], self.zone(side));
                let corner = |x, y| mm(Vec2::new(f64::from(x), f64::from(y)));
                let outline = vec![
                    corner(zone.west, zone.south),
                    corner(zone.east, zone.south),
                    corner(zone.east, zone.north),
                    corner(zone.west, zone.north),
                ];
                Zone { name: format!("{}: deploys here", card.name), side: Some(side.0), outline, fire: None }
            };
            return Side::BOTH.map(strip).into_iter().chain(self.raised_works()).collect();
        }
        let named = self.rules.positions.iter().filter_map(|position| match &position.shape {
            crate::cards::Shape::Area(outline) => {
                let corners = outline.points().iter().map(|at| mm(at.vec())).collect();
                Some(Zone::plain(position.name.clone(), corners))
            }
            crate::cards::Shape::Point(_) => None,
        });
        named.chain(self.raised_works()).collect()
    }

    /// Fortifications that were put up before the battle (CF 5.6).
    fn raised_works(self) -> impl Iterator<Item = Zone> {
        self.state.works.iter().map(|works| {
            let line = Block::segment(works.from.vec(), works.to.vec()).grown(f64::from(yds(2)));
            Zone::plain("fortifications".to_owned(), line.corners().map(mm).to_vec())
        })
    }

    fn unit_body(self, id: UnitId) -> Body {
        let (card, unit) = (self.card(id), self.unit(id));
        let body = self.body(id);
        Body {
            id: unit_number(id),
            key: card.key.clone(),
            name: self.name(id).into_owned(),
            side: unit.side.0,
            symbol: self.symbol(id),
            at: mm(body.center()),
            facing: f64::from(unit.pose.facing) / 100.0,
            parts: self.parts(id),
            badges: self.badges(id),
            strength: self.strength_words(id),
            standing: self.standing(id),
        }
    }

    /// A part for each battalion or squadron of a line, so that a brigade's line, which is one unit, shows what it is made of (CF 4.2);
    /// else for each block.
    fn parts(self, id: UnitId) -> Vec<Part> {
        let unit = self.unit(id);
        let (figure, per_base) = match unit.class {
            Class::Gun => (Figure::Gun, 1),
            Class::Wagon => (Figure::Wagon, 1),
            _ if self.is_cavalry(id) => (Figure::Rider, 2),
            Class::Foot => (Figure::Shot, 4),
            _ => (Figure::Skirmisher, 2),
        };
        if unit.formation == Formation::Line && unit.ranks() == 1 && !unit.is_bent() && unit.elements.len() > 1 {
            let mut parts = Vec::new();
            let bases: Vec<_> = self.bases_of(id).collect();
            for (ix, element) in unit.elements.iter().enumerate().filter(|(_, element)| element.bases > 0) {
                let mut own = bases.iter().filter(|base| usize::from(base.element) == ix);
                let (Some(first), last) = (own.next(), own.next_back()) else { continue };
                let last = last.unwrap_or(first);
                let (left, right) = (first.block.front_left(), last.block.front_right());
                let half = left.distance(right) * 0.5;
                let block = Block { front: left.midpoint(right), half, ..first.block };
                let count = u32::from(element.bases);
                parts.push(part(&block, figure, count * per_base / 2, count * per_base));
            }
            return parts;
        }
        let body = self.body(id);
        let blocks = body.blocks.len() as u32;
        let (files, figures) = (u32::from(unit.front_bases()), u32::from(unit.bases()) * per_base);
        let abreast = files * per_base.div_ceil(2);
        body.blocks.iter().map(|block| part(block, figure, abreast / blocks, figures / blocks)).collect()
    }

    fn symbol(self, id: UnitId) -> Symbol {
        let unit = self.unit(id);
        match unit.class {
            Class::Foot if unit.elements.iter().any(|element| element.pikes) => Symbol::PikeAndShot,
            Class::Foot => Symbol::Shot,
            Class::Horse => Symbol::Horse,
            Class::Dragoons => Symbol::Dragoons,
            Class::Hussars => Symbol::LightHorse,
            Class::Gun => Symbol::Guns,
            Class::Wagon => Symbol::Wagon,
            Class::Civilians => Symbol::Skirmishers,
        }
    }

    /// The markers that lie beside a unit on a table (CF 1.7, 1.9, 1.10, 1.11, 1.12, 1.13, 1.14, 1.15).
    fn badges(self, id: UnitId) -> Vec<Badge> {
        let unit = self.unit(id);
        let mut badges = Vec::new();
        let mut count = |number: u8, chip: Meaning, tone: Tone| {
            if number > 0 {
                badges.push(chip.with(number, tone));
            }
        };
        count(unit.dps, chips::DPS, Tone::Warning);
        count(unit.casualties(), chips::LOST, Tone::Bad);
        count(unit.inspired, chips::INSPIRED, Tone::Plain);
        let mut mark = |holds: bool, chip: Meaning, tone: Tone| {
            if holds {
                badges.push(chip.badge(tone));
            }
        };
        mark(unit.place == Place::Mapped, chips::HIDDEN, Tone::Plain);
        mark(unit.face_down, chips::CARD, Tone::Plain);
        mark(unit.standing == Standing::Routing, chips::ROUTING, Tone::Bad);
        mark(unit.standing == Standing::Retiring, chips::RETIRING, Tone::Warning);
        mark(unit.standing == Standing::Pursuing, chips::PURSUING, Tone::Warning);
        mark(unit.standing == Standing::Evading, chips::EVADING, Tone::Plain);
        mark(unit.standing == Standing::Looting, chips::LOOTING, Tone::Warning);
        let loose = unit.formation == Formation::Unformed && unit.standing == Standing::Steady;
        mark(loose, chips::UNFORMED, Tone::Plain);
        mark(unit.formation == Formation::MarchColumn, chips::MARCH_COLUMN, Tone::Plain);
        mark(unit.formation == Formation::AssaultColumn, chips::ASSAULT_COLUMN, Tone::Plain);
        mark(unit.fired, chips::FIRED, Tone::Plain);
        mark(unit.under_fire, chips::UNDER_FIRE, Tone::Warning);
        let halted = unit.steadied || unit.control == Control::Tested(Verdict::Halt);
        mark(halted, chips::HALTED, Tone::Plain);
        mark(self.in_contact(id), chips::IN_COMBAT, Tone::Plain);
        let declared = |charge: &Charge| matches!(charge.stage, Stage::Declared | Stage::Diced);
        mark(self.charge_of(id).is_some_and(declared), chips::CHARGING, Tone::Warning);
        mark(unit.evaded && unit.standing == Standing::Steady, chips::WILL_EVADE, Tone::Plain);
        mark(unit.charged_in_vain, chips::CHARGED_IN_VAIN, Tone::Warning);
        mark(unit.limbered && self.is_gun(id), chips::LIMBERED, Tone::Plain);
        mark(matches!(unit.service, Service::Abandoned(_)), chips::ABANDONED, Tone::Bad);
        mark(unit.spiked_by.is_some() && unit.service != Service::Spiked, chips::SPIKING, Tone::Warning);
        mark(unit.service == Service::Spiked, chips::SPIKED, Tone::Bad);
        mark(unit.load == Load::Fascines, chips::FASCINES, Tone::Plain);
        mark(unit.load == Load::Ladders, chips::LADDERS, Tone::Plain);
        mark(unit.bayonets_fixed, chips::BAYONETS, Tone::Plain);
        let commanded = self.state.phase == Phase::Command && self.side(id) == self.state.active;
        mark(commanded && !self.is_controlled_now(id), chips::OUT_OF_CONTROL, Tone::Warning);
        badges
    }

    fn standing(self, id: UnitId) -> kernel::scene::Standing {
        use kernel::scene::Standing as Shown;
        match self.unit(id).standing {
            Standing::Routing => Shown::Routing,
            Standing::Pursuing => Shown::Pursuing,
            _ => self.stands_out(id),
        }
    }

    /// Whether the open question is about a unit, or it may be chosen now.
    fn stands_out(self, id: UnitId) -> kernel::scene::Standing {
        use crate::agenda::Step;
        use kernel::scene::Standing as Shown;
        let asked = match self.state.agenda.top() {
            Some(Step::Move(step)) => return self.shown_in_moves(step, id),
            Some(Step::Fire(step)) => return self.shown_in_fire(step, id),
            Some(Step::Deploy(DeployStep::Map(_))) => {
                let drawn = self.unit(id).place == Place::Mapped && self.state.asked.contains(self.seat(id));
                return if drawn { Shown::Ready } else { Shown::Idle };
            }
            Some(Step::Charge(step)) => self.asked_about_charge(step),
            Some(Step::Combat(step)) => self.asked_about_combat(step),
            Some(Step::After(step)) => self.asked_about_after(step),
            _ => None,
        };
        if asked == Some(id) { Shown::Selected } else { Shown::Idle }
    }

    fn leader_body(self, id: LeaderId) -> Body {
        let (card, leader) = (self.leader_card(id), self.leader(id));
        let at = self.place_of(id);
        let mut badges: Vec<Badge> =
            leader.attached.map(|unit| chips::WITH.with(self.name(unit), Tone::Plain)).into_iter().collect();
        if leader.wounded {
            badges.push(chips::WOUNDED.badge(Tone::Warning));
        }
        // CF 2.15: one, two or three mounted figures.
        let figures = match card.rank {
            Rank::Brigadier => 1,
            Rank::General => 2,
            Rank::Marshal => 3,
        };
        Body {
            id: leader_number(id),
            key: card.key.clone(),
            name: card.name.clone(),
            side: card.side.0,
            symbol: if card.rank == Rank::Marshal { Symbol::ChiefGeneral } else { Symbol::General },
            at: mm(at),
            facing: 0.0,
            parts: vec![part(&spot(at), Figure::Officer, figures, figures)],
            badges,
            strength: rank_name(card.rank).into(),
            standing: kernel::scene::Standing::Idle,
        }
    }

    /// CF 1.6
    fn messenger_body(self, place: usize) -> Body {
        let messenger = &self.state.messengers[place];
        let at = messenger.at.vec();
        Body {
            id: messenger_number(place),
            key: format!("messenger-{}", place + 1),
            name: "a messenger".into(),
            side: messenger.side.0,
            symbol: Symbol::General,
            at: mm(at),
            facing: 0.0,
            parts: vec![part(&spot(at), Figure::Officer, 1, 1)],
            badges: Vec::new(),
            strength: "messenger".into(),
            standing: kernel::scene::Standing::Idle,
        }
    }

    /// CF 1.8
    fn holders_body(self, id: UnitId) -> Option<Body> {
        let holders = self.unit(id).holders?;
        let at = holders.at.vec();
        Some(Body {
            id: holders_number(id),
            key: format!("{}-horses", self.card(id).key),
            name: format!("horses of {}", self.name(id)),
            side: self.side(id).0,
            symbol: Symbol::LedHorses,
            at: mm(at),
            facing: 0.0,
            parts: vec![part(&spot(at), Figure::Horse, 2, 2)],
            badges: Vec::new(),
            strength: String::new(),
            standing: kernel::scene::Standing::Idle,
        })
    }
}
