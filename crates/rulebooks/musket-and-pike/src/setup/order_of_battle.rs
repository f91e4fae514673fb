//! Sides, seats, leaders, Wings and units of a battle file.

use super::file::{ArrivalFile, BattleFile, KindWord, LeaderFile, LocationFile, MoraleWord, UnitFile, WingFile};
use super::{edge_hex, hex};
use crate::SideCard;
use crate::cards::{
    Arrival, Class, LeaderCard, LeaderId, MOST_LEADERS, MOST_UNITS, MOST_WINGS, Role, UnitCard, UnitId, UnitSet,
    WingCard, WingId,
};
use crate::charts::Charts;
use crate::ground::HexGround;
use crate::movement::EntryFormation;
use crate::state::{
    Deeds, Formation, Leader, LeaderPlace, Loss, Mark, Marks, Morale, Place, Slot, Unit, Wing, WingTurn,
};
use arrayvec::ArrayVec;
use field::hexes::{Grid, Hand, Hex, Vertex};
use kernel::{Seat, SeatSet, Side};
use scenario::order_of_battle::{Led, SeatHead, Seats, SideHead, Sides, check_keys};
use scenario::{At, Reporter, find};

/// Everybody, as printed and as they stand at the start.
pub struct OrderOfBattle {
    pub sides: [SideCard; 2],
    pub seats: Seats,
    pub units: Vec<UnitCard>,
    pub states: Vec<Unit>,
    pub by_side: [Vec<UnitId>; 2],
    pub leaders: Vec<LeaderCard>,
    pub leader_states: Vec<Leader>,
    pub wings: Vec<WingCard>,
    pub wing_states: Vec<Wing>,
    heads: Sides,
}

/// Stands on the card of a wagon whose file gives it no morale.
const NO_MORALE: u8 = 5;

const COLOURS: [&str; 2] = ["#b03a2e", "#1f618d"];

impl OrderOfBattle {
    pub fn read(
        file: &BattleFile,
        ground: &HexGround,
        charts: &Charts,
        report: &mut Reporter<'_>,
    ) -> Option<OrderOfBattle> {
        let heads: Vec<SideHead<'_>> = file.sides.iter().map(|side| side.head()).collect();
        let sides = Sides::read(&heads, file.sides.span(), COLOURS, report)?;
        if !counts_fit(file, report) {
            return None;
        }
        check_keys("leader", file.leaders.iter().map(|leader| &leader.key), report);
        check_keys("wing", file.wings.iter().map(|wing| &wing.key), report);
        check_keys("unit", file.units.iter().map(|unit| &unit.key), report);
        let seat_heads: Vec<SeatHead<'_>> = file.seats.iter().map(|seat| seat.head()).collect();
        let seats = Seats::read(&seat_heads, &heads, &sides, report);
        let card = |side: Side| SideCard {
            name: sides.names[side.ix()].clone(),
            colour: sides.colours[side.ix()].clone(),
            successor: None,
        };
        let mut order = OrderOfBattle {
            sides: Side::BOTH.map(card),
            seats,
            units: Vec::new(),
            states: Vec::new(),
            by_side: [Vec::new(), Vec::new()],
            leaders: Vec::new(),
            leader_states: Vec::new(),
            wings: Vec::new(),
            wing_states: Vec::new(),
            heads: sides,
        };
        for leader in &file.leaders {
            order.leader(leader, ground, report);
        }
        for wing in &file.wings {
            order.wing(wing, file, ground, report);
        }
        for unit in file.units.iter() {
            order.unit(unit, ground, charts, report);
        }
        let wings: Vec<Led<'_>> = order.wings.iter().map(|wing| Led { side: wing.side, key: &wing.key }).collect();
        order.seats.check_led(&seat_heads, &order.heads, "Wing", &wings, report);
        order.stack_light_infantry(file, report);
        order.finish(file, report);
        Some(order)
    }

    pub fn side(&self, key: &At<String>, report: &mut Reporter<'_>) -> Option<Side> {
        self.heads.find(key, report)
    }

    fn leader_named(&self, key: &At<String>, report: &mut Reporter<'_>) -> Option<LeaderId> {
        let names = self.leaders.iter().map(|leader| leader.key.as_str());
        find(key, "leader", names, report).map(|at| LeaderId(at as u8))
    }

    fn leader(&mut self, leader: &At<LeaderFile>, ground: &HexGround, report: &mut Reporter<'_>) {
        let side = self.side(&leader.side, report).unwrap_or(Side::FIRST);
        if !(-2..=0).contains(&leader.rating.value) {
            report.fault(leader.rating.span(), format!("a rating of {}", leader.rating.value), "0, -1 or -2, the best");
        }
        let place = leader.at.as_ref().and_then(|at| hex(&ground.grid, at, report));
        // Wing Commanders get their role from their Wing.
        let role = Role::Army;
        self.leaders.push(LeaderCard {
            key: leader.key.value.clone(),
            name: leader.name.clone(),
            side,
            seat: self.seats.chiefs[side.ix()],
            role,
            rating: leader.rating.value,
            generic: false,
            points: leader.points,
        });
        self.leader_states.push(Leader {
            place: if place.is_some() { LeaderPlace::Map } else { LeaderPlace::Aside },
            hex: place.unwrap_or(Hex::new(0)),
            role,
            deeds: Deeds::default(),
        });
    }

    fn wing(&mut self, wing: &At<WingFile>, file: &BattleFile, ground: &HexGround, report: &mut Reporter<'_>) {
        let id = WingId(self.wings.len() as u8);
        let side = self.side(&wing.side, report).unwrap_or(Side::FIRST);
        let leader = self.leader_named(&wing.commander, report);
        let replacement = wing.replacement.as_ref().and_then(|key| self.leader_named(key, report));
        let named = [(leader, Some(&wing.commander)), (replacement, wing.replacement.as_ref())];
        for (named, key) in named.into_iter().filter_map(|(named, key)| named.zip(key)) {
            if self.leaders[named.ix()].side != side {
                report.fault(key.span(), "the leader is of the other side", "a leader of the Wing's side");
            }
            if matches!(self.leaders[named.ix()].role, Role::Wing(_)) {
                report.fault(key.span(), "he has a Wing already", "a leader of its own for each Wing");
            }
            self.leaders[named.ix()].role = Role::Wing(id);
            self.leader_states[named.ix()].role = Role::Wing(id);
        }
        if let (Some(him), Some(key)) = (replacement, &wing.replacement)
            && self.leader_states[him.ix()].place == LeaderPlace::Map
            && replacement != leader
        {
            report.fault(key.span(), "he stands on the map already", "a leader set aside, without `at`");
        }
        let seat = self.seats.leading(Led { side, key: &wing.key }).unwrap_or(self.seats.chiefs[side.ix()]);
        if let Some(leader) = leader {
            self.leaders[leader.ix()].seat = seat;
        }
        let generic = self.generic(wing, side, seat, id);
        let arrives = wing.arrives.as_ref().map(|arrival| arrival_of(arrival, file, ground, report));
        self.wings.push(WingCard {
            key: wing.key.value.clone(),
            name: wing.name.clone(),
            side,
            seat,
            cavalry_wing: wing.cavalry_wing.unwrap_or(true),
            historical: wing.orders.orders(),
            replacement,
            generic,
            arrives,
            units: UnitSet::EMPTY,
        });
        self.wing_states.push(Wing { orders: wing.orders.orders(), leader, turn: WingTurn::default(), chosen: None });
    }

    fn generic(&mut self, wing: &WingFile, side: Side, seat: Seat, id: WingId) -> LeaderId {
        let leader = LeaderId(self.leaders.len() as u8);
        self.leaders.push(LeaderCard {
            key: format!("{}-deputy", wing.key.value),
            name: format!("Deputy of {}", wing.name),
            side,
            seat,
            role: Role::Wing(id),
            rating: 0,
            generic: true,
            points: None,
        });
        self.leader_states.push(Leader {
            place: LeaderPlace::Aside,
            hex: Hex::new(0),
            role: Role::Wing(id),
            deeds: Deeds::default(),
        });
        leader
    }

    fn unit(&mut self, unit: &At<UnitFile>, ground: &HexGround, charts: &Charts, report: &mut Reporter<'_>) {
        let names = self.wings.iter().map(|wing| wing.key.as_str());
        let Some(wing) = find(&unit.wing, "wing", names, report).map(|at| WingId(at as u8)) else { return };
        let id = UnitId(self.units.len() as u8);
        let card = card(unit, wing, &self.wings[wing.ix()], charts, report);
        let state = self.start_of(unit, &card, ground, report);
        self.wings[wing.ix()].units.insert(id);
        self.by_side[card.side.ix()].push(id);
        self.units.push(card);
        self.states.push(state);
    }

    fn start_of(&self, unit: &UnitFile, card: &UnitCard, ground: &HexGround, report: &mut Reporter<'_>) -> Unit {
        let arrives = self.wings[card.wing.ix()].arrives.is_some();
        let place = unit.at.as_ref().and_then(|at| hex(&ground.grid, at, report));
        let facing = self.facing(unit, card, ground, report);
        let other = place.filter(|_| card.two_hex).and_then(|left| {
            let right = ground.grid.neighbour(left, facing.aside(Hand::Right));
            if right.is_none()
                && let Some(at) = &unit.at
            {
                report.fault(at.span(), "the right half lies off the map", "a hex further in, or another facing");
            }
            right
        });
        if place.is_none() && !arrives && unit.at.is_none() && unit.eliminated != Some(true) {
            report.fault(unit.key.span(), "the unit stands nowhere", "at = \"0304\", or a Wing that `arrives`");
        }
        let morale = unit.morale_state.as_ref().map_or(Morale::Normal, |word| word.value.morale());
        let formation = unit.formation.as_ref().map_or(Formation::Normal, |word| word.value.formation());
        let mut marks = Marks::default();
        let on = |given: &Option<At<bool>>| given.as_ref().is_some_and(|given| given.value);
        marks.set(Mark::Limbered, on(&unit.limbered));
        marks.set(Mark::OnTop, on(&unit.on_top));
        marks.set(Mark::Fired, on(&unit.fired));
        marks.set(Mark::Salvo, on(&unit.salvoed));
        // A wagon in the enemy's hands may come back (MP 14.1d); captured guns do not.
        marks.set(Mark::Captured, on(&unit.captured) && card.class == Class::Wagon);
        let casualties = unit.casualties.as_ref().map_or(0, |given| given.value);
        marks.set(Mark::ThresholdReached, card.threshold.is_some_and(|threshold| casualties >= threshold));
        let is_body = !matches!(card.class, Class::Artillery | Class::Wagon);
        Unit {
            place: match place {
                _ if unit.eliminated == Some(true) => Place::Gone(Loss::Eliminated),
                Some(_) if on(&unit.captured) && !is_body => Place::Wreck { captured: true },
                Some(_) if on(&unit.disabled) => Place::Wreck { captured: false },
                Some(_) => Place::Map,
                None => Place::Expected,
            },
            slot: if is_body { Slot::Body } else { Slot::Gun },
            hex: place.unwrap_or(Hex::new(0)),
            other,
            facing,
            formation: if morale == Morale::Broken && is_body { Formation::None } else { formation },
            morale,
            casualties,
            pistols: if card.class == Class::Cavalry {
                unit.pistols.as_ref().map_or(2, |given| given.value)
            } else {
                0
            },
            with: None,
            marks,
        }
    }

    fn facing(&self, unit: &UnitFile, card: &UnitCard, ground: &HexGround, report: &mut Reporter<'_>) -> Vertex {
        match &unit.facing {
            Some(name) => ground.grid.vertex_named(&name.value).unwrap_or_else(|fault| {
                let known = format!("one of the corners: {}", fault.known.join(", ").to_lowercase());
                report.fault(name.span(), format!("`{}` is no corner of a hex", name.value), known);
                Vertex::V0
            }),
            None => {
                // Wagons, limbered guns and the Broken have no facing (MP 6.1c).
                let broken = unit.morale_state.as_ref().is_some_and(|word| word.value == MoraleWord::Broken);
                let limbered = unit.limbered.as_ref().is_some_and(|given| given.value);
                let faceless = card.class == Class::Wagon || unit.at.is_none() || broken || limbered;
                if !faceless {
                    report.fault(unit.key.span(), "the unit faces nowhere", "facing = \"n\"");
                }
                Vertex::V0
            }
        }
    }

    fn stack_light_infantry(&mut self, file: &BattleFile, report: &mut Reporter<'_>) {
        for unit in file.units.iter() {
            let Some(with) = &unit.with else { continue };
            let keys = || self.units.iter().map(|card| card.key.as_str());
            let (Some(horse), Some(foot)) =
                (find(with, "unit", keys(), report), keys().position(|key| key == unit.key.value))
            else {
                continue;
            };
            // Dismounted cavalry is infantry here (MP 14.3b).
            let mounted = self.units[horse].class == Class::Cavalry && !self.units[horse].dismounted;
            let fits = mounted && self.units[foot].class == Class::LightInfantry;
            if !fits || self.states[horse].hex != self.states[foot].hex {
                report.fault(
                    with.span(),
                    "only Light Infantry in the hex of cavalry goes with it",
                    "cavalry of the same hex",
                );
                continue;
            }
            self.states[horse].with = Some(UnitId(foot as u8));
            self.states[foot].with = Some(UnitId(horse as u8));
            self.states[foot].slot = Slot::Under;
        }
    }

    /// What can only be known when everybody is there.
    fn finish(&mut self, file: &BattleFile, report: &mut Reporter<'_>) {
        for (at, wing) in file.wings.iter().enumerate() {
            let Some(card) = self.wings.get_mut(at) else { continue };
            // Dismounted cavalry is Heavy Infantry for this (MP 14.3b).
            let is_heavy = |card: &UnitCard| card.class == Class::HeavyInfantry || card.dismounted;
            let has_heavy = card.units.iter().any(|id| is_heavy(&self.units[id.ix()]));
            // MP G.1; a battle may say otherwise (MP E-SiA-15).
            card.cavalry_wing = wing.cavalry_wing.unwrap_or(!has_heavy);
            if card.units.is_empty() {
                report.fault(wing.key.span(), "a Wing without units", "units with this `wing`, or no such Wing");
            }
        }
        for (at, leader) in file.leaders.iter().enumerate() {
            let is_army = leader.army_commander == Some(true);
            let leads = matches!(self.leader_states[at].role, Role::Wing(_));
            let mut before = file.leaders[..at].iter().filter(|other| other.army_commander == Some(true));
            if is_army && before.any(|other| other.side.value == leader.side.value) {
                report.fault(leader.key.span(), "the side has an Army Commander already", "one for each side");
            }
            if is_army && leads {
                report.fault(leader.key.span(), "he is Army Commander and leads a Wing", "one or the other");
            }
            if !is_army && !leads && self.leader_states[at].place == LeaderPlace::Map {
                report.fault(
                    leader.key.span(),
                    "he leads nothing",
                    "army-commander = true, or a Wing with this `commander`",
                );
            }
        }
        for (at, side) in file.sides.iter().enumerate().take(2) {
            if let Some(successor) = &side.successor {
                let heir = self.leader_named(successor, report);
                if heir.is_some_and(|heir| self.leaders[heir.ix()].side.ix() != at) {
                    report.fault(successor.span(), "the leader is of the other side", "a leader of this side");
                }
                self.sides[at].successor = heir;
            }
        }
    }

    /// Who holds each location at the start (MP 15.0g).
    pub fn control(&self, file: &BattleFile, grid: &Grid, report: &mut Reporter<'_>) -> ArrayVec<Option<Side>, 16> {
        let locations = &file.victory.locations;
        if locations.len() > 16 {
            report.fault(file.victory.span(), format!("{} locations", locations.len()), "16 at most");
        }
        let held = |location: &LocationFile, report: &mut Reporter<'_>| match &location.held {
            Some(side) => self.side(side, report),
            None => self.occupant(location, grid),
        };
        locations.iter().take(16).map(|location| held(location, report)).collect()
    }

    /// The side that stands in a location at the start, if only one does: it was the last to pass (MP 15.0g).
    fn occupant(&self, location: &LocationFile, grid: &Grid) -> Option<Side> {
        let covers = |state: &Unit| {
            let inside = |hex: Hex| location.hexes.iter().any(|number| grid.parse(number).ok() == Some(hex));
            state.on_map() && state.hexes().any(inside)
        };
        let inside =
            || self.units.iter().zip(&self.states).filter(|(_, state)| covers(state)).map(|(card, _)| card.side);
        inside().next().filter(|&side| inside().all(|other| other == side))
    }
}

/// When and by which edge hexes a Wing comes on.
fn arrival_of(arrival: &ArrivalFile, file: &BattleFile, ground: &HexGround, report: &mut Reporter<'_>) -> Arrival {
    let first = file.first_turn.as_ref().map_or(1, |turn| turn.value);
    let last = file.turns.value;
    if !(first..=last).contains(&arrival.turn.value) {
        let what = format!("it arrives in turn {}", arrival.turn.value);
        report.fault(arrival.turn.span(), what, format!("{first} to {last}, the turns of the battle"));
    }
    if arrival.hexes.is_empty() {
        report.fault(arrival.hexes.span(), "it arrives nowhere", "at least one hex of the map edge");
    }
    let hexes = arrival.hexes.iter().filter_map(|number| edge_hex(&ground.grid, number, report)).collect();
    let formations = match &arrival.formations {
        None => EntryFormation::ALL.to_vec(),
        Some(given) => given.iter().map(|word| word.formation()).collect(),
    };
    if let Some(given) = arrival.formations.as_ref().filter(|_| formations.is_empty()) {
        report.fault(given.span(), "it may enter in no formation", "at least one, or no `formations` for any");
    }
    Arrival { turn: arrival.turn.value, hexes, formations }
}

/// Everything is counted before it is read: a number too great would not fit its place in the state.
fn counts_fit(file: &BattleFile, report: &mut Reporter<'_>) -> bool {
    let mut fits = true;
    for (what, count, most) in [
        ("units", file.units.len(), MOST_UNITS),
        ("leaders and the deputies of all Wings", file.leaders.len() + file.wings.len(), MOST_LEADERS),
        ("Wings", file.wings.len(), MOST_WINGS),
        ("seats", file.seats.len(), SeatSet::MOST - 1),
    ] {
        if count > most {
            report.fault(file.units.span(), format!("{count} {what}"), format!("{most} at most"));
            fits = false;
        }
    }
    fits
}

fn card(unit: &UnitFile, wing: WingId, of: &WingCard, charts: &Charts, report: &mut Reporter<'_>) -> UnitCard {
    let class = unit.kind.value.class();
    let heavy = class == Class::HeavyInfantry;
    let is_gun = class == Class::Artillery;
    let on = |given: &Option<At<bool>>, allowed: bool, what: &str, report: &mut Reporter<'_>| match given {
        Some(given) if given.value && !allowed => {
            report.fault(given.span(), format!("a {} {what}", class_name(class)), "false, or nothing");
            false
        }
        Some(given) => given.value,
        None => false,
    };
    let strength = strength(unit, class, report);
    let morale = printed_morale(unit, class, report);
    let [grazing, range] = ranges(unit, is_gun, report);
    let threshold = charts
        .threshold
        .get(usize::from(strength))
        .and_then(|row| row.get(usize::from(morale.saturating_sub(4))))
        .copied()
        .flatten();
    let two_hex = on(&unit.two_hex, heavy, "of two hexes", report);
    UnitCard {
        key: unit.key.value.clone(),
        name: unit.name.clone(),
        side: of.side,
        wing,
        seat: of.seat,
        class,
        two_hex,
        pikes: unit.kind.value == KindWord::HeavyInfantry,
        regimental_guns: on(&unit.regimental_guns, heavy, "with regimental guns", report),
        swedish: on(&unit.swedish_style, heavy && two_hex, "in Swedish style", report),
        salvo: if unit.salvo.is_some() { on(&unit.salvo, heavy, "with Salvos", report) } else { heavy },
        dragoons: unit.kind.value == KindWord::Dragoons,
        horse: unit.kind.value.horse(),
        dismounted: unit.kind.value == KindWord::DismountedCavalry
            || on(&unit.dismounted, class == Class::Cavalry, "that is dismounted", report),
        gun: unit.kind.value.gun(),
        double: on(&unit.double, is_gun, "of twice the guns", report),
        grazing,
        range,
        strength,
        morale,
        threshold: if is_gun || class == Class::Wagon { None } else { threshold },
        may_move: on(&unit.may_move, class == Class::Wagon, "that `may-move`", report),
    }
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::HeavyInfantry => "Heavy Infantry unit",
        Class::LightInfantry => "Light Infantry unit",
        Class::Cavalry => "cavalry unit",
        Class::Artillery => "battery",
        Class::Wagon => "wagon",
    }
}

/// Nothing ever tests a wagon, so that it needs no morale.
fn printed_morale(unit: &UnitFile, class: Class, report: &mut Reporter<'_>) -> u8 {
    match &unit.morale {
        Some(given) => {
            if !(4..=8).contains(&given.value) {
                report.fault(given.span(), format!("a morale of {}", given.value), "4 to 8, the best");
            }
            given.value
        }
        None => {
            if class != Class::Wagon {
                report.fault(unit.key.span(), "the unit has no morale", "morale = 4 to 8, the best");
            }
            NO_MORALE
        }
    }
}

fn strength(unit: &UnitFile, class: Class, report: &mut Reporter<'_>) -> u8 {
    match (&unit.strength, class) {
        (None, Class::Artillery | Class::Wagon) => 0,
        (Some(given), Class::Artillery | Class::Wagon) => {
            report.fault(given.span(), format!("a {} has no strength", class_name(class)), "no `strength`");
            0
        }
        (None, _) => {
            report.fault(unit.key.span(), "the unit has no strength", "strength = 1 to 20");
            1
        }
        (Some(given), _) if (1..=20).contains(&given.value) => given.value,
        (Some(given), _) => {
            report.fault(given.span(), format!("a strength of {}", given.value), "1 to 20");
            1
        }
    }
}

/// Ranges when the file names none: what a piece of that weight usually reaches.
fn ranges(unit: &UnitFile, is_gun: bool, report: &mut Reporter<'_>) -> [u8; 2] {
    let usual = match unit.kind.value {
        KindWord::HeavyGuns => [5, 16],
        KindWord::MediumGuns => [4, 14],
        KindWord::LightGuns => [3, 9],
        _ => [0, 0],
    };
    let Some(given) = &unit.ranges else { return usual };
    let [grazing, range] = given.value;
    let sound = is_gun && grazing >= 1 && grazing <= range && usize::from(range) <= crate::charts::MOST_RANGE;
    if !sound {
        let most = crate::charts::MOST_RANGE;
        report.fault(
            given.span(),
            "not the ranges of a gun",
            format!("[grazing, maximum], at most {most}, for guns only"),
        );
        return usual;
    }
    given.value
}
