//! A battle as a scene: bodies of figures to scale, with their badges.

use crate::agenda::Step;
use crate::cards::{Kind, Objective, UnitId};
use crate::face::chips;
use crate::face::words::count;
use crate::formations::{Rank, Wing};
use crate::movement::charging::ChargeStep;
use crate::movement::maneuvers::MoveStep;
use crate::scales::Footprint;
use crate::setup::away_from;
use crate::state::{Charge, Formation, General, GunState, Horses, Mode, Morale, Phase, Place, Stage, Woods};
use crate::table::Table;
use field::table::{Block, Vec2};
use kernel::scene::{
    Badge, Body, Field, Figure, Meaning, Part, Scene, SideStyle, Standing, Symbol, TableField, Tone, Zone,
};
use kernel::{Seat, Telling};
use scenario::AreaKind;
use std::sync::Arc;

pub(crate) fn mm(at: Vec2) -> [f64; 2] {
    let round = |value: f64| (value / 100.0).round() / 10.0;
    [round(at.x), round(at.y)]
}

fn part(block: &Block, figure: Figure, files: u32, figures: u32) -> Part {
    Part { corners: block.corners().map(mm), figure, files: files.max(1) as u16, figures: figures as u16 }
}

fn outline_of(zone: field::table::Zone) -> Vec<[f64; 2]> {
    let corner = |x, y| mm(Vec2::new(f64::from(x), f64::from(y)));
    vec![
        corner(zone.west, zone.south),
        corner(zone.east, zone.south),
        corner(zone.east, zone.north),
        corner(zone.west, zone.north),
    ]
}

impl Table<'_> {
    /// What a seat sees; on an open table nothing on it is hidden.
    pub fn scene(self, _seat: Option<Seat>) -> Scene {
        let mut bodies: Vec<Body> = self.on_table().map(|id| self.unit_body(id)).collect();
        // A general who is off the table with his unit is not to be seen.
        let here =
            |general: &General| general.alive && general.attached.is_none_or(|id| self.unit(id).place == Place::Table);
        for (index, general) in self.state.generals.iter().enumerate().filter(|(_, general)| here(general)) {
            bodies.push(self.general_body(index, general.at.vec()));
        }
        // Led horses and guns left behind come and go: last, so that the others keep their letters on the map.
        bodies.extend(self.all().filter_map(|id| self.horses_scene(id)));
        bodies.extend(self.all().filter_map(|id| self.left_guns_scene(id)));
        let sides = self.rules.sides.iter();
        Scene {
            title: self.rules.info.title.clone(),
            subtitle: self.rules.clock(self.state).to_string(),
            field: Field::Table(self.field()),
            sides: sides.map(|side| SideStyle { name: side.name.clone(), colour: side.colour.clone() }).collect(),
            bodies,
            zones: self.zones(),
            notes: Vec::new(),
        }
    }

    /// The ground, which is drawn anew only where woods have turned out to be something.
    fn field(self) -> Arc<TableField> {
        let ground = &self.rules.ground;
        let drawn = || Arc::new(scenario::scene_field_as(ground, |index, area| self.area_now(index, area.kind)));
        let settled = |(index, area): (usize, &scenario::Area)| self.area_now(index, area.kind) != area.kind;
        if ground.areas.iter().enumerate().any(settled) {
            drawn()
        } else {
            Arc::clone(self.rules.drawn.get_or_init(drawn))
        }
    }

    /// Woods look like what they turned out to be.
    fn area_now(self, index: usize, kind: AreaKind) -> AreaKind {
        match (kind, self.state.woods.get(index)) {
            (AreaKind::UndecidedWoods, Some(Woods::Light)) => AreaKind::LightWoods,
            (AreaKind::UndecidedWoods, Some(Woods::Heavy)) => AreaKind::HeavyWoods,
            _ => kind,
        }
    }

    /// Where sides deploy as long as they do, and then the ground that is worth points, with who holds it.
    fn zones(self) -> Vec<Zone> {
        if self.state.phase != Phase::Deployment {
            return self.rules.victory.objectives.iter().map(|objective| self.scoring(objective)).collect();
        }
        let zone = |(index, side): (usize, &crate::cards::SideCard)| {
            let name = format!("{} deploys here", side.name);
            Some(Zone { name, side: Some(index as u8), outline: outline_of(side.zone?), fire: None })
        };
        self.rules.sides.iter().enumerate().filter_map(zone).collect()
    }

    fn scoring(self, objective: &Objective) -> Zone {
        let holder = self.holder(objective);
        let whose = holder.map_or("nobody's", |side| self.rules.sides[side.ix()].name.as_str());
        let worth = objective.points.into_iter().max().unwrap_or(0);
        Zone {
            name: format!("{} ({worth} {}): {whose}", objective.name, if worth == 1 { "point" } else { "points" }),
            side: holder.map(|side| side.0),
            outline: outline_of(objective.zone),
            fire: None,
        }
    }

    fn unit_body(self, id: UnitId) -> Body {
        let (card, unit) = (self.card(id), self.unit(id));
        let body = self.body(id);
        Body {
            id: u16::from(id.0),
            key: card.key.clone(),
            name: card.name.clone(),
            side: card.side.0,
            symbol: self.symbol(id),
            at: mm(body.center()),
            facing: f64::from(unit.pose.facing) / 100.0,
            parts: self.parts(id, &body),
            badges: self.badges(id),
            strength: self.strength_words(id),
            standing: self.standing(id),
        }
    }

    pub(crate) fn parts(self, id: UnitId, body: &field::table::Body) -> Vec<Part> {
        let unit = self.unit(id);
        let (pikes, others) = (u32::from(unit.pikes), u32::from(unit.others));
        if unit.inside.is_some() {
            let files = (f64::from(pikes + others).sqrt().ceil() as u32).max(1);
            return vec![part(body.main(), Figure::Shot, files, pikes + others)];
        }
        match unit.formation {
            Formation::MusketsForward | Formation::PikesForward => {
                let order = if unit.formation == Formation::MusketsForward {
                    [(Figure::Shot, others), (Figure::Pike, pikes)]
                } else {
                    [(Figure::Pike, pikes), (Figure::Shot, others)]
                };
                let files = u32::from(unit.layout.centre);
                body.blocks
                    .iter()
                    .zip(order)
                    .map(|(block, (figure, figures))| part(block, figure, files, figures))
                    .collect()
            }
            Formation::MarchColumn => {
                let block = body.main();
                let share = f64::from(pikes) / f64::from((pikes + others).max(1));
                let head = Block { depth: block.depth * share, ..*block };
                let tail =
                    Block { front: block.front - block.dir * head.depth, depth: block.depth - head.depth, ..*block };
                let mut parts = vec![part(&tail, Figure::Shot, 3, others)];
                if pikes > 0 {
                    parts.insert(0, part(&head, Figure::Pike, 4, pikes));
                }
                parts
            }
            Formation::Square => {
                let block = body.main();
                let core = Block {
                    front: block.front - block.dir * (block.depth * 0.25),
                    half: block.half * 0.5,
                    depth: block.depth * 0.5,
                    ..*block
                };
                let files = |figures: u32| (f64::from(figures).sqrt().ceil() as u32).max(1);
                vec![
                    part(block, Figure::Shot, files(pikes + others), others),
                    part(&core, Figure::Pike, files(pikes), pikes),
                ]
            }
            _ => {
                let ranks = self.rules.ranks_of(id, unit);
                let blocks = body.blocks.iter();
                blocks.zip(ranks.into_iter().flatten()).map(|(block, rank)| self.rank_part(id, block, rank)).collect()
            }
        }
    }

    fn rank_part(self, id: UnitId, block: &Block, (_, rank): (Wing, Rank)) -> Part {
        let figure = match rank.figure {
            Footprint::Pikeman => Figure::Pike,
            Footprint::Musketeer | Footprint::Highlander => Figure::Shot,
            Footprint::Skirmisher if self.is_battery(id) => Figure::Gunner,
            Footprint::Skirmisher => Figure::Skirmisher,
            Footprint::Mounted => Figure::Rider,
            Footprint::General => Figure::Officer,
            Footprint::Gun => Figure::Gun,
            Footprint::Transport => Figure::Wagon,
        };
        part(block, figure, rank.full_files(), rank.figures)
    }

    fn symbol(self, id: UnitId) -> Symbol {
        match self.card(id).kind {
            Kind::PikeAndShot if self.card(id).pikes > 0 => Symbol::PikeAndShot,
            Kind::PikeAndShot | Kind::ForlornHope => Symbol::Shot,
            Kind::Skirmishers => Symbol::Skirmishers,
            Kind::Horse => Symbol::Horse,
            Kind::Cuirassiers => Symbol::Cuirassiers,
            Kind::Lancers => Symbol::Lancers,
            Kind::Dragoons if self.unit(id).mounted => Symbol::Dragoons,
            Kind::Dragoons => Symbol::Skirmishers,
            Kind::Battery => Symbol::Guns,
            Kind::HighlandShock | Kind::HighlandArchers => Symbol::Highlanders,
            Kind::Wagons => Symbol::Wagon,
        }
    }

    /// The markers that lie beside a unit on a table.
    fn badges(self, id: UnitId) -> Vec<Badge> {
        let unit = self.unit(id);
        let mut badges = Vec::new();
        let mut mark = |holds: bool, chip: Meaning, tone: Tone| {
            if holds {
                badges.push(chip.badge(tone));
            }
        };
        mark(unit.mode == Mode::Routing, chips::ROUTING, Tone::Bad);
        mark(matches!(unit.mode, Mode::Pursuing { .. }), chips::PURSUING, Tone::Warning);
        mark(unit.morale == Morale::Shaken, chips::SHAKEN, Tone::Bad);
        mark(unit.disordered, chips::DISORDERED, Tone::Warning);
        mark(self.exhausted(id), chips::EXHAUSTED, Tone::Bad);
        mark(unit.changing > 0, chips::CHANGING, Tone::Warning);
        mark(unit.volley, chips::VOLLEY, Tone::Plain);
        mark(!unit.loaded, chips::UNLOADED, Tone::Warning);
        mark(self.card(id).pistols && !unit.pistols_loaded, chips::PISTOLS_FIRED, Tone::Plain);
        mark(unit.revealed, chips::REVEALED, Tone::Plain);
        mark(unit.illegal, chips::OUT_OF_FORMATION, Tone::Bad);
        mark(unit.inside.is_some(), chips::GARRISON, Tone::Plain);
        let declared = |charge: &&Charge| charge.stage == Stage::Declared;
        let charges = || self.state.charges.iter().filter(declared);
        mark(charges().any(|charge| charge.charger == id), chips::CHARGING, Tone::Warning);
        mark(charges().any(|charge| charge.target == id), chips::CHARGED, Tone::Warning);
        mark(self.in_contact(id), chips::IN_COMBAT, Tone::Plain);
        if let Some(battery) = self.battery(id) {
            let reloading = battery.guns.iter().filter(|gun| gun.reloading > 0).count();
            let served = || battery.guns.iter().filter(|gun| gun.state == GunState::Served);
            let hail: u32 = served().map(|gun| u32::from(gun.hail)).sum();
            let limber_hits: u32 = battery.guns.iter().map(|gun| u32::from(gun.limber_hits)).sum();
            if reloading > 0 {
                badges.push(chips::RELOADING.with(reloading, Tone::Warning));
            }
            if served().next().is_some() {
                badges.push(chips::HAIL.with(hail, Tone::Plain));
            }
            if limber_hits > 0 {
                badges.push(chips::LIMBER_HITS.with(limber_hits, Tone::Warning));
            }
        }
        if let Horses::Led { holders, .. } = unit.horses {
            badges.push(chips::HOLDING_HORSES.with(holders, Tone::Plain));
        }
        badges
    }

    fn standing(self, id: UnitId) -> Standing {
        let unit = self.unit(id);
        match self.state.agenda.top() {
            Some(Step::Move(MoveStep::Moving(moving))) if moving == id => Standing::Selected,
            Some(Step::Charge(ChargeStep::EvadeOrStand { unit: met, .. })) if met == id => Standing::Selected,
            _ if unit.mode == Mode::Routing => Standing::Routing,
            _ if matches!(unit.mode, Mode::Pursuing { .. }) => Standing::Pursuing,
            Some(Step::Move(MoveStep::NormalMoves(side)))
                if side == self.side(id) && !unit.finished && self.judge_pick(self.seat(id), id).is_ok() =>
            {
                Standing::Ready
            }
            _ => Standing::Idle,
        }
    }

    pub(crate) fn horses_scene(self, id: UnitId) -> Option<Body> {
        let Horses::Led { at, holders } = self.unit(id).horses else { return None };
        if self.unit(id).place != Place::Table {
            return None;
        }
        let body = self.led_horses(id)?;
        let card = self.card(id);
        Some(Body {
            id: 1_000 + u16::from(id.0),
            key: format!("{}-horses", card.key),
            name: format!("horses of {}", card.name),
            side: card.side.0,
            symbol: Symbol::LedHorses,
            at: mm(body.center()),
            facing: f64::from(at.facing) / 100.0,
            parts: vec![part(body.main(), Figure::Horse, u32::from(holders) * 2, u32::from(holders) * 2)],
            badges: Vec::new(),
            strength: count(usize::from(holders), "holder", "holders"),
            standing: Standing::Idle,
        })
    }

    pub(crate) fn left_guns_scene(self, id: UnitId) -> Option<Body> {
        let away = self.is_battery(id) && (self.unit(id).away || self.unit(id).place != Place::Table);
        if !away || matches!(self.unit(id).place, Place::Reserve | Place::Expected) {
            return None;
        }
        let body = self.left_guns_body(id)?;
        let card = self.card(id);
        Some(Body {
            id: 2_000 + u16::from(id.0),
            key: format!("{}-guns", card.key),
            name: format!("guns of {}", card.name),
            side: card.side.0,
            symbol: Symbol::Guns,
            at: mm(body.center()),
            facing: self.battery(id).map_or(0.0, |battery| f64::from(battery.left_at.facing) / 100.0),
            parts: vec![part(body.main(), Figure::Gun, self.standing_guns(id) as u32, self.standing_guns(id) as u32)],
            badges: vec![chips::ABANDONED.badge(Tone::Warning)],
            strength: count(self.standing_guns(id), "gun", "guns"),
            standing: Standing::Idle,
        })
    }

    pub(crate) fn general_body(self, index: usize, at: Vec2) -> Body {
        let card = &self.rules.generals[index];
        let general = &self.state.generals[index];
        let size = f64::from(self.rules.figure_width(Footprint::General)) * 0.3;
        let block = Block { front: at + Vec2::new(0.0, size), dir: Vec2::new(0.0, 1.0), half: size, depth: size * 2.0 };
        let with = general.attached.map(|unit| chips::WITH.with(self.name(unit), Tone::Plain));
        Body {
            id: 3_000 + index as u16,
            key: card.key.clone(),
            name: card.name.clone(),
            side: card.side.0,
            symbol: if card.chief { Symbol::ChiefGeneral } else { Symbol::General },
            at: mm(at),
            facing: f64::from(away_from(self.rules.sides[card.side.ix()].baseline)) / 100.0,
            parts: vec![part(&block, Figure::Officer, 1, if card.chief { 2 } else { 1 })],
            badges: with.into_iter().collect(),
            strength: if card.chief { "C-in-C".into() } else { "general".into() },
            standing: Standing::Idle,
        }
    }
}
