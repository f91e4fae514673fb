//! A battle as a scene: bases to scale, with their badges.

use crate::cards::{Arm, BuildingId, LeaderId, Objective, Part as PartOf, UnitId};
use crate::face::chips;
use crate::face::pointing::{beast_number, leader_number, lone_gun_number, unit_number};
use crate::face::words::intent_words;
use crate::measures::{BW, GUN_DEPTH, LEADER_SIZE};
use crate::movement::MoveStep;
use crate::state::{Activity, Fate, Fire, Formation, GunState, Intent, Pending, Phase, Place};
use crate::table::Table;
use field::table::{Block, Vec2};
use kernel::scene::{Badge, Body, Field, Figure, Meaning, Part, Scene, SideStyle, Standing, Symbol, Tone, Zone};
use kernel::{Side, Telling};
use scenario::ruler::compass;
use std::sync::Arc;

pub(crate) fn mm(at: Vec2) -> [f64; 2] {
    let round = |value: f64| (value / 100.0).round() / 10.0;
    [round(at.x), round(at.y)]
}

fn part(block: &Block, figure: Figure, files: u32, figures: u32) -> Part {
    Part { corners: block.corners().map(mm), figure, files: files.max(1) as u16, figures: figures as u16 }
}

fn outline_of(zone: crate::cards::Zone) -> Vec<[f64; 2]> {
    let corner = |x, y| mm(Vec2::new(f64::from(x), f64::from(y)));
    vec![
        corner(zone.west, zone.south),
        corner(zone.east, zone.south),
        corner(zone.east, zone.north),
        corner(zone.west, zone.north),
    ]
}

impl Table<'_> {
    /// What everybody sees: orders are spoken, and the table is open.
    pub(crate) fn scene(self) -> Scene {
        let mut bodies: Vec<Body> = self.on_table().map(|id| self.unit_body(id)).collect();
        for id in self.all_leaders().filter(|&id| self.is_seen(id)) {
            bodies.push(self.leader_body(id));
        }
        bodies.extend((0..self.state.stampedes.len() as u8).map(|ix| self.beast_scene(ix)));
        bodies.extend(self.lone_guns());
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

    /// Guns that stand where their crews have left them (SSS G65).
    fn lone_guns(self) -> Vec<Body> {
        let mut guns = Vec::new();
        for (ix, battery) in self.state.batteries.iter().enumerate() {
            let card = self.card(battery.unit);
            for (which, gun) in battery.guns.iter().enumerate() {
                let Some(pose) = gun.left else { continue };
                let block = Block::new(pose, BW, GUN_DEPTH);
                let spiked = gun.state == GunState::Destroyed;
                let chip = if spiked { chips::SPIKED } else { chips::LEFT };
                guns.push(Body {
                    id: lone_gun_number(ix, which),
                    key: format!("{}-gun-{}", card.key, which + 1),
                    name: format!("gun of {}", card.name),
                    side: card.side.0,
                    symbol: self.symbol(battery.unit),
                    at: mm(block.center()),
                    facing: f64::from(pose.facing) / 100.0,
                    parts: vec![part(&block, Figure::Gun, 1, 1)],
                    badges: vec![chip.badge(Tone::Warning)],
                    strength: String::new(),
                    standing: Standing::Idle,
                });
            }
        }
        guns
    }

    fn is_seen(self, id: LeaderId) -> bool {
        let with_unit = self.leader(id).attached.is_none_or(|unit| self.unit(unit).place == Place::Table);
        let posted = self.leader_card(id).placed || !self.is_deploying();
        matches!(self.leader(id).fate, Fate::Fit | Fate::Unhorsed(_)) && with_unit && posted
    }

    /// Where sides deploy as long as they do, and then the ground that is worth points, with who holds it.
    fn zones(self) -> Vec<Zone> {
        if self.state.phase != Phase::Deployment {
            let objectives = self.rules.victory.objectives.iter().enumerate();
            let scoring = objectives.map(|(ix, objective)| self.scoring(ix, objective));
            return scoring.chain(self.burning()).chain(self.desert()).collect();
        }
        let strip = |side: Side, light: bool, what: &str| Zone {
            name: format!("{}: {what} here", self.rules.sides[side.ix()].name),
            side: Some(side.0),
            outline: outline_of(self.deployment_zone(side, light)),
            fire: None,
        };
        let both = |side: Side| [strip(side, false, "deploys"), strip(side, true, "light horse and skirmishers")];
        Side::BOTH.into_iter().flat_map(both).collect()
    }

    /// Buildings that burn, with where the wind carries it, and ruins.
    fn burning(self) -> impl Iterator<Item = Zone> {
        self.state.buildings.iter().enumerate().filter_map(move |(ix, building)| {
            let id = BuildingId(ix as u8);
            let name = self.building_name(id);
            let says = match (building.fire, building.points) {
                (_, 0) => format!("{name}: in ruins"),
                (Fire::None, _) => return None,
                (Fire::Burning(_), _) => format!("{name} burns{}", self.where_it_spreads(id)),
                (Fire::Lost, _) => format!("{name} burns to the end{}", self.where_it_spreads(id)),
            };
            let walls = self.rules.building_body(id);
            let burns = building.points > 0;
            Some(Zone {
                fire: burns.then(|| f64::from(self.state.wind) / 100.0),
                ..Zone::plain(says, walls.main().corners().map(mm).to_vec())
            })
        })
    }

    /// Where the wind blows, and to which buildings it may carry a fire (SSS 17.11).
    fn where_it_spreads(self, of: BuildingId) -> String {
        let wind = compass(self.state.wind);
        let near = |&id: &BuildingId| {
            let there = self.building(id);
            id != of && there.points > 0 && there.fire == Fire::None && self.is_downwind(of, id)
        };
        let near = (0..self.state.buildings.len() as u8).map(BuildingId).filter(near);
        let names: Vec<String> = near.map(|id| self.building_name(id)).collect();
        match names.is_empty() {
            true => format!(", the wind blows {wind}"),
            false => format!(", the wind blows {wind}: it may spread to {}", names.join(", ")),
        }
    }

    /// Mirages and the sandstorm (SSS 42.4a, 42.5).
    fn desert(self) -> impl Iterator<Item = Zone> {
        let mirages = self.state.mirages.iter().map(|mirage| {
            let shown = mirage.body().main().corners().map(mm).to_vec();
            Zone::plain(format!("a mirage: {}", mirage.words()), shown)
        });
        let ground = &self.rules.ground;
        let storm = (self.state.storm > 0).then(|| {
            let edge = (ground.height - self.state.storm).max(0);
            let zone = crate::cards::Zone { west: 0, east: ground.width, south: edge, north: ground.height };
            Zone::plain("sandstorm", outline_of(zone))
        });
        mirages.chain(storm)
    }

    /// An elephant that runs wild, in the colour of whom it has left.
    fn beast_scene(self, ix: u8) -> Body {
        let (beast, of) = (self.beast_body(ix), self.state.stampedes[usize::from(ix)].of);
        Body {
            id: beast_number(ix),
            key: format!("beast-{ix}"),
            name: format!("An elephant of {}, running wild", self.name(of)),
            side: self.side(of).0,
            symbol: Symbol::Elephants,
            at: mm(beast.center()),
            facing: f64::from(self.state.stampedes[usize::from(ix)].pose.facing) / 100.0,
            parts: vec![part(beast.main(), Figure::Elephant, 1, 1)],
            badges: vec![chips::STAMPEDE.badge(Tone::Bad)],
            strength: format!("{} SP", self.state.stampedes[usize::from(ix)].points),
            standing: Standing::Routing,
        }
    }

    fn scoring(self, ix: usize, objective: &Objective) -> Zone {
        let holder = self.holds(ix);
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
            id: unit_number(id),
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

    fn parts(self, id: UnitId, body: &field::table::Body) -> Vec<Part> {
        let (card, unit) = (self.card(id), self.unit(id));
        let figure = match card.arm {
            _ if self.is_mounted(id) => Figure::Rider,
            _ if unit.gunless => Figure::Skirmisher,
            _ if card.is_artillery() => Figure::Gun,
            Arm::Elephants => Figure::Elephant,
            Arm::Wagon | Arm::Boat => Figure::Wagon,
            Arm::Courier => Figure::Officer,
            // A garrison has no formation: its men stand among the houses, which show between them (SSS 17.4).
            _ if self.is_skirmishing(id) || self.is_garrison(id) => Figure::Skirmisher,
            _ if card.pike_bases == card.bases => Figure::Pike,
            _ => Figure::Shot,
        };
        let blocks = body.blocks.len() as u32;
        // A gun or a beast is a base; of others the men left are drawn.
        let single = card.is_artillery() || card.arm == Arm::Elephants;
        let figures = if single { u32::from(unit.bases) } else { self.points_left(id) };
        let files = u32::from(unit.front_bases()) * if single { 1 } else { 3 };
        body.blocks.iter().map(|block| part(block, figure, files / blocks, figures / blocks)).collect()
    }

    fn symbol(self, id: UnitId) -> Symbol {
        let card = self.card(id);
        match card.arm {
            _ if matches!(card.part, PartOf::HoldersOf(_)) => Symbol::LedHorses,
            Arm::Infantry | Arm::NapthaThrower if self.is_skirmishing(id) => Symbol::Skirmishers,
            Arm::Infantry | Arm::NapthaThrower if card.is_mixed() => Symbol::PikeAndShot,
            Arm::Infantry | Arm::NapthaThrower => Symbol::Shot,
            Arm::HeavyCavalry | Arm::HeavyCamelry if card.is(crate::cards::Trait::Cuirassier) => Symbol::Cuirassiers,
            Arm::HeavyCavalry | Arm::HeavyCamelry => Symbol::Horse,
            Arm::LightCavalry | Arm::LightCamelry if card.steel == crate::cards::Steel::Lance => Symbol::Lancers,
            Arm::LightCavalry | Arm::LightCamelry => Symbol::LightHorse,
            Arm::Elephants => Symbol::Elephants,
            Arm::Wagon | Arm::Boat | Arm::FlamingPig => Symbol::Wagon,
            Arm::Courier => Symbol::General,
            _ => Symbol::Guns,
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
        let does = |activity: Activity| unit.activity == activity;
        mark(does(Activity::Routing), chips::ROUTING, Tone::Bad);
        mark(does(Activity::Retreating), chips::RETREATING, Tone::Bad);
        mark(does(Activity::Retiring), chips::RETIRING, Tone::Warning);
        mark(does(Activity::RetiringInGoodOrder), chips::LEAVING, Tone::Bad);
        mark(unit.pending == Pending::Halt, chips::TO_HALT, Tone::Warning);
        mark(unit.pending == Pending::Retire, chips::TO_RETIRE, Tone::Warning);
        mark(unit.pending == Pending::Retreat, chips::TO_RETREAT, Tone::Bad);
        mark(does(Activity::Rallying), chips::RALLYING, Tone::Warning);
        mark(does(Activity::Pursuing), chips::PURSUING, Tone::Warning);
        mark(does(Activity::PushedBack), chips::PUSHED_BACK, Tone::Warning);
        mark(matches!(unit.intent, Intent::Charge(_)), chips::CHARGING, Tone::Warning);
        mark(self.in_contact(id), chips::IN_MELEE, Tone::Plain);
        mark(unit.prone, chips::PRONE, Tone::Plain);
        mark(unit.changing.is_some(), chips::CHANGING, Tone::Warning);
        mark(self.is_garrison(id), chips::GARRISON, Tone::Plain);
        mark(unit.formation == Formation::Limbered, chips::LIMBERED, Tone::Plain);
        let own_turn = self.side(id) == self.state.active;
        mark(own_turn && unit.own_initiative, chips::OWN_INITIATIVE, Tone::Plain);
        let led = unit.own_initiative || self.commander_of(id).is_some();
        mark(own_turn && !led, chips::OUT_OF_COMMAND, Tone::Warning);
        mark(self.card(id).is(crate::cards::Trait::Colours) && !unit.has_colours, chips::COLOURS_LOST, Tone::Bad);
        let taken = unit.captured.len();
        if taken > 0 {
            badges.push(chips::COLOURS_TAKEN.with(taken, Tone::Plain));
        }
        let disruption = self.disruption(id);
        if disruption > 0 {
            badges.push(chips::DISRUPTED.with(disruption, Tone::Warning));
        }
        if own_turn && unit.ordered {
            badges.push(chips::ORDERED.with(intent_words(self, unit.intent), Tone::Plain));
        }
        if let Some(battery) = self.battery(id) {
            let out = battery.guns.iter().filter(|gun| matches!(gun.state, GunState::OutOfAction(_))).count();
            if out > 0 {
                badges.push(chips::OUT_OF_ACTION.with(out, Tone::Warning));
            }
        }
        badges
    }

    fn standing(self, id: UnitId) -> Standing {
        use crate::agenda::Step;
        match self.state.agenda.top() {
            Some(Step::Move(MoveStep::Moving(moving))) if moving == id => Standing::Selected,
            _ if self.is_routing(id) => Standing::Routing,
            _ if self.unit(id).activity == Activity::Pursuing => Standing::Pursuing,
            Some(Step::Move(MoveStep::Normal(_))) if self.judge_pick(self.seat(id), id).is_ok() => Standing::Ready,
            Some(Step::Order(_)) if self.side(id) == self.state.active && !self.unit(id).ordered => Standing::Ready,
            _ => Standing::Idle,
        }
    }

    fn leader_body(self, id: LeaderId) -> Body {
        let (card, leader) = (self.leader_card(id), self.leader(id));
        let (at, size) = (self.place_of(id), f64::from(LEADER_SIZE));
        let block =
            Block { front: at + Vec2::new(0.0, size * 0.5), dir: Vec2::new(0.0, 1.0), half: size * 0.5, depth: size };
        let mut badges: Vec<Badge> =
            leader.attached.map(|unit| chips::WITH.with(self.name(unit), Tone::Plain)).into_iter().collect();
        if matches!(leader.fate, Fate::Unhorsed(_)) {
            badges.push(chips::UNHORSED.badge(Tone::Warning));
        }
        Body {
            id: leader_number(id),
            key: card.key.clone(),
            name: card.name.clone(),
            side: card.side.0,
            symbol: if leader.chief { Symbol::ChiefGeneral } else { Symbol::General },
            at: mm(at),
            facing: 0.0,
            parts: vec![part(&block, Figure::Officer, 1, if leader.chief { 2 } else { 1 })],
            badges,
            strength: if leader.chief { "C-in-C".into() } else { "leader".into() },
            standing: Standing::Idle,
        }
    }
}
