//! The combat units of a battle file.

use super::file::{BattleFile, FireValues, UnitFile};
use super::order_of_battle::OrderOfBattle;
use crate::cards::{Arm, Class, MOST_LENGTH, Size, Specific, UnitCard, UnitId, UnitSet};
use crate::charts::Charts;
use crate::dice::Base6;
use crate::ground::{Ground, MOST_RANGE};
use crate::hexes::{Facing, Hexes};
use crate::state::{ChargeMarker, Formed, Order, Place, Prone, Readiness, ThisTurn, Unit};
use field::hexes::{Hex, Vertex};
use kernel::Side;
use scenario::{At, Reporter, find};

impl OrderOfBattle {
    pub(super) fn read_units(
        &mut self,
        file: &BattleFile,
        ground: &Ground,
        charts: &Charts,
        report: &mut Reporter<'_>,
    ) {
        for given in file.units.iter() {
            self.unit(given, ground, charts, report);
        }
        self.tie_regiments(file, report);
        self.count_battalions();
        self.suppose();
    }

    /// How far the guns of the battle shoot.
    pub fn longest_range(&self) -> u8 {
        self.states.iter().filter_map(|unit| unit.specific).map(|specific| specific.range).max().unwrap_or(0)
    }

    fn unit(&mut self, given: &At<UnitFile>, ground: &Ground, charts: &Charts, report: &mut Reporter<'_>) {
        let Some(formation) = self.formation_named(&given.of, report) else { return };
        let id = UnitId(self.units.len() as u16);
        let over = &mut self.formations[formation.ix()];
        let (side, seat) = (over.side, over.seat);
        let (arm, guns) = given.arm.value.value();
        let specific = specific(given, arm, report);
        let usual = match arm {
            Arm::Infantry => Size::Battalion,
            Arm::Cavalry => Size::Regiment,
            Arm::Artillery | Arm::Wagon => Size::Company,
        };
        let per_hex = if matches!(arm, Arm::Infantry | Arm::Cavalry) { 4 } else { 1 };
        let most = per_hex * MOST_LENGTH as u8;
        if !(1..=most).contains(&given.increments.value) {
            let what = format!("{} Increments", given.increments.value);
            report.fault(given.increments.span(), what, format!("1 to {most}"));
        }
        if let Some(range) = given.range.as_ref().filter(|range| range.value > MOST_RANGE) {
            report.fault(range.span(), format!("a range of {}", range.value), format!("{MOST_RANGE} at most"));
        }
        let card = UnitCard {
            key: given.key.value.clone(),
            name: given.name.clone(),
            side,
            seat,
            arm,
            size: given.size.map_or(usual, |word| word.value()),
            nation: given.nation,
            class: given.class.unwrap_or(Class::Line),
            guns,
            howitzers: given.howitzers.unwrap_or(false),
            formation,
            asset: given.asset.unwrap_or(false),
            increments: given.increments.value,
            movement: given.movement.value,
            regiment: None,
            battalions: UnitSet::EMPTY,
            number: given.number.as_ref().map_or(1, |number| number.value),
            parent: None,
            caliber: given.range.as_ref().map_or(0, |range| range.value),
            // LB 5.1.4b.
            lancers: specific.lance > 0,
            armored: given.armored.unwrap_or(false),
            light: given.light,
            imperial_guard: given.imperial_guard.unwrap_or(false),
            rifles: given.rifles.unwrap_or(false),
            sappers: given.sappers.unwrap_or(false),
            evades: given.evades.unwrap_or(false),
            position: given.position.as_ref().and_then(|key| {
                find(key, "position", self.position_keys.iter().map(String::as_str), report).map(|at| at as u8)
            }),
            escort: given.escort.as_ref().and_then(|key| self.leader_named(key, report)),
            arrival: given.arrives.as_ref().and_then(|key| self.arrival_named(key, report)),
            typical: Specific::default(),
        };
        let state = start(given, &card, specific, ground, charts, report);
        self.by_side[side.ix()].push(id);
        self.units.push(card);
        self.states.push(state);
    }

    /// Battalions and their regiments, light companies and their battalions.
    fn tie_regiments(&mut self, file: &BattleFile, report: &mut Reporter<'_>) {
        for (at, given) in file.units.iter().enumerate().take(self.units.len()) {
            let keys: Vec<String> = self.units.iter().map(|card| card.key.clone()).collect();
            let mut named = |key: &At<String>| find(key, "unit", keys.iter().map(String::as_str), report);
            if let Some(regiment) = given.regiment.as_ref().and_then(&mut named) {
                self.units[at].regiment = Some(UnitId(regiment as u16));
                self.units[regiment].battalions.insert(UnitId(at as u16));
            }
            self.units[at].parent = given.parent.as_ref().and_then(&mut named).map(|parent| UnitId(parent as u16));
        }
        for at in 0..self.units.len() {
            // Whichever of the two presentations stands nowhere waits on the Display.
            let other = |id: &UnitId| self.states[id.ix()].place == Place::Map;
            let twins = self.units[at].battalions.iter().chain(self.units[at].regiment);
            let waits = self.states[at].place == Place::Expected && self.units[at].arrival.is_none();
            if waits && twins.into_iter().any(|id| other(&id)) {
                self.states[at].place = Place::Display;
            } else if waits && let Some(given) = file.units.get(at).filter(|given| given.at.is_none()) {
                report.fault(given.key.span(), "the unit stands nowhere", "at = \"0304\", or arrives = \"…\"");
            }
        }
    }

    /// Battalions of each formation with all below it; and which are all cavalry.
    fn count_battalions(&mut self) {
        for card in &self.units {
            let counts = card.arm == Arm::Infantry && card.size >= Size::Battalion && card.battalions.is_empty();
            let mut next = Some(card.formation);
            while let Some(id) = next {
                let formation = &mut self.formations[id.ix()];
                formation.battalions += u8::from(counts);
                formation.cavalry &= card.arm != Arm::Infantry;
                next = formation.over;
            }
        }
        let horse: Vec<bool> = (0..self.formations.len())
            .map(|at| {
                let within = |card: &UnitCard| {
                    let mut chain = std::iter::successors(Some(card.formation), |id| self.formations[id.ix()].over);
                    chain.any(|id| id.ix() == at)
                };
                self.units.iter().any(|card| card.arm == Arm::Cavalry && within(card))
            })
            .collect();
        self.formations.iter_mut().zip(horse).for_each(|(card, horse)| card.cavalry &= horse);
    }

    /// What the enemy supposes of a counter he cannot see: the mean of its side and arm.
    fn suppose(&mut self) {
        let mean = |side: Side, arm: Arm| {
            let alike = self.units.iter().zip(&self.states).filter(|(card, _)| card.side == side && card.arm == arm);
            let all: Vec<Specific> = alike.filter_map(|(_, unit)| unit.specific).collect();
            let of = |read: &dyn Fn(&Specific) -> u32| {
                let sum: u32 = all.iter().map(read).sum();
                (sum / (all.len().max(1) as u32)) as u8
            };
            let rated: Vec<i32> =
                all.iter().filter_map(|one| one.morale).map(|rating| i32::from(rating.index())).collect();
            let middle = rated.iter().sum::<i32>() / (rated.len().max(1) as i32);
            Specific {
                fire: [0, 1, 2].map(|band| of(&|one| u32::from(one.fire[band]))),
                range: of(&|one| u32::from(one.range)),
                melee: of(&|one| u32::from(one.melee)),
                skirmish: of(&|one| u32::from(one.skirmish)),
                lance: of(&|one| u32::from(one.lance)),
                morale: (!rated.is_empty()).then(|| Base6::LEAST.plus(middle)),
            }
        };
        let typical: Vec<Specific> = self.units.iter().map(|card| mean(card.side, card.arm)).collect();
        for (card, typical) in self.units.iter_mut().zip(typical) {
            card.typical = typical;
        }
    }
}

/// The specific side of a counter: what is blank is nothing (LB 5.1.2a, 5.1.5b).
fn specific(given: &UnitFile, arm: Arm, report: &mut Reporter<'_>) -> Specific {
    let number = |value: &Option<At<u8>>| value.as_ref().map_or(0, |value| value.value);
    let fire = match (given.fire.as_ref().map(|fire| fire.value), arm) {
        (None, _) => [0; 3],
        (Some(FireValues::One(value)), Arm::Infantry) => [value, 0, 0],
        (Some(FireValues::Three(values)), Arm::Artillery) => values,
        (Some(_), _) => {
            let span = given.fire.as_ref().map_or(0..0, |fire| fire.span());
            report.fault(span, "not how it fires", "one value for infantry, three for artillery, none for others");
            [0; 3]
        }
    };
    let morale = match given.morale.trim() {
        "-" => None,
        text => {
            let rating = text.parse().ok().and_then(Base6::printed);
            if rating.is_none() {
                let what = format!("`{text}` is no Morale Rating");
                report.fault(given.morale.span(), what, "two dice, 11 to 66, or `-`");
            }
            rating
        }
    };
    Specific {
        fire,
        range: if arm == Arm::Wagon { 0 } else { number(&given.range) },
        melee: given.melee.value,
        skirmish: number(&given.skirmish),
        lance: number(&given.lance),
        morale,
    }
}

/// How a unit stands at the start.
fn start(
    given: &UnitFile,
    card: &UnitCard,
    specific: Specific,
    ground: &Ground,
    charts: &Charts,
    report: &mut Reporter<'_>,
) -> Unit {
    let hexes = given.at.as_ref().and_then(|at| hexes(at, ground, report));
    let head = hexes.map_or(Hex::new(0), Hexes::head);
    let order = given.order.map_or(Order::Good, |word| word.value());
    let go = charts.ground.terrain(ground.at(head)).general_order;
    let gun = matches!(card.arm, Arm::Artillery | Arm::Wagon);
    let usual = match card.arm {
        _ if gun => Formed::Battery,
        _ if go => Formed::GeneralOrder,
        Arm::Infantry => Formed::Column,
        _ => Formed::Line,
    };
    let formed = match order {
        Order::Good => given.formation.as_ref().map_or(usual, |word| word.value.value()),
        _ => Formed::None,
    };
    let limbered = card.arm == Arm::Wagon || card.arm == Arm::Artillery && given.limbered.unwrap_or(false);
    let losses = given.losses.as_ref().map_or(0, |losses| losses.value);
    let figures = &charts.guns.classes;
    let rounds = match (card.arm, card.imperial_guard) {
        (Arm::Wagon, true) => figures.guard_wagon_rounds,
        (Arm::Wagon, false) => figures.wagon_rounds,
        (Arm::Artillery, true) => figures.guard_battery_rounds,
        (Arm::Artillery, false) => figures.battery_rounds,
        _ => 0,
    };
    let mut turn = ThisTurn::default();
    turn.command.in_command = given.in_command.unwrap_or(true);
    turn.movement.moved = given.moved.unwrap_or(false);
    Unit {
        // From the Display onto the map, now or as a reinforcement (LB 3.3b).
        place: if hexes.is_some() { Place::Map } else { Place::Expected },
        hexes: hexes.unwrap_or(Hexes::one(head)),
        rank: 0,
        facing: facing(given, formed, limbered, card.arm, ground, report),
        formed,
        order,
        limbered,
        readiness: given.readiness.map_or(Readiness::Ready, |word| word.value()),
        prone: given.prone.map_or(Prone::No, |word| word.value()),
        charge: ChargeMarker::None,
        wrecked: given.wrecked.unwrap_or(false),
        losses,
        bulk: 0,
        thin: false,
        rounds: given.rounds.as_ref().map_or(rounds, |rounds| rounds.value),
        specific: Some(specific),
        assigned: None,
        entered: 0,
        has_fired: false,
        turn,
    }
}

fn hexes(at: &At<String>, ground: &Ground, report: &mut Reporter<'_>) -> Option<Hexes> {
    let mut all = Vec::new();
    for number in at.split_whitespace() {
        match ground.grid.parse(number) {
            Ok(hex) => all.push(hex),
            Err(fault) => {
                report.fault(at.span(), fault.to_string(), "");
                return None;
            }
        }
    }
    let hexes = Hexes::all(all);
    if hexes.is_none() {
        report.fault(at.span(), "not where a unit can stand", format!("one to {MOST_LENGTH} hexes: \"0304 0404\""));
    }
    hexes
}

fn facing(
    given: &UnitFile,
    formed: Formed,
    limbered: bool,
    arm: Arm,
    ground: &Ground,
    report: &mut Reporter<'_>,
) -> Facing {
    let kind = match formed {
        Formed::Line | Formed::Skirmish => Kind::Corner,
        Formed::Column | Formed::Companies | Formed::GeneralOrder | Formed::RoadColumn => Kind::Side,
        Formed::Battery if arm == Arm::Artillery && !limbered => Kind::Either,
        Formed::Square | Formed::Battery | Formed::None => Kind::Round,
    };
    // Limbered guns in General Order face all round.
    let kind = if limbered && formed == Formed::GeneralOrder { Kind::Round } else { kind };
    let Some(name) = &given.facing else {
        if kind != Kind::Round && given.at.is_some() {
            report.fault(given.key.span(), "the unit faces nowhere", "facing = \"ne\"");
        }
        return match kind {
            Kind::Round => Facing::Round,
            Kind::Corner => Facing::Corner(Vertex::V0),
            _ => Facing::Side(field::hexes::Dir::D0),
        };
    };
    let side = || ground.grid.dir_named(&name.value).map(Facing::Side);
    let corner = || ground.grid.vertex_named(&name.value).map(Facing::Corner);
    let read = match kind {
        Kind::Round => return Facing::Round,
        Kind::Side => side(),
        Kind::Corner => corner(),
        // Guns with infantry face as it does; which it is, is set right when everybody stands.
        Kind::Either => side().or_else(|_| corner()),
    };
    read.unwrap_or_else(|fault| {
        let known = format!("one of: {}", fault.known.join(", ").to_lowercase());
        report.fault(name.span(), format!("`{}` is nothing it could face", name.value), known);
        if kind == Kind::Corner { Facing::Corner(Vertex::V0) } else { Facing::Side(field::hexes::Dir::D0) }
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Side,
    Corner,
    Either,
    Round,
}
