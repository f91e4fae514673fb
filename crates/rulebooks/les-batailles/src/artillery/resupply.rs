//! What becomes of artillery in the Reorganization Segment: gunners from the Guard, fires, ammunition, wrecks (18.13, 18.14.3,
//! 18.14.1.7.1, 18.15.5).

use super::{GunChoice, GunStep};
use crate::LesBatailles;
use crate::agenda::Step;
use crate::cards::{Arm, Nation, Size, UnitCard, UnitId};
use crate::decision::Decision;
use crate::face::told::{Who, artillery as told, morale as told_morale};
use crate::morale::{Check, CheckKind};
use crate::movement::Cause;
use crate::stacking::Violation;
use crate::state::{Loss, Order, Place};
use crate::table::{Play, Stack, Table};
use field::hexes::{Dir, Hex, HexSet};
use kernel::{Entry, Listener, Refusal, Seat, Side};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

/// Two Increments of the Old Guard make one of gunners (LB 18.13b).
const GUARDS_FOR_GUNNERS: u8 = 2;
/// A die of this much puts a fire out (LB 18.15.5c).
const PUTS_OUT: u8 = 5;
/// Hexes from a road to a depot within which a battery can be re-supplied (LB 18.14.3.1).
const NEAR_ROAD: u16 = 5;

impl LesBatailles {
    /// Rounds of a wagon, or of a battery with its own supply, when it is full (LB 18.14.1b, 18.14.2, G3.45).
    pub fn full_rounds(&self, card: &UnitCard) -> u8 {
        let figures = &self.charts.guns.classes;
        match (card.arm, card.imperial_guard) {
            (Arm::Wagon, true) => figures.guard_wagon_rounds,
            (Arm::Wagon, false) => figures.wagon_rounds,
            (Arm::Artillery, true) => figures.guard_battery_rounds,
            (Arm::Artillery, false) => figures.battery_rounds,
            _ => 0,
        }
    }
}

impl Table<'_> {
    // Volunteers.

    /// Whether a unit of the Old Guard may give gunners to a battery: Napoleon is with it, and the battery is French, in play, and has
    /// lost some (LB 18.13a, 18.13b, G3.61).
    pub(super) fn may_give_gunners(self, seat: Seat, guard: UnitId, battery: UnitId) -> Result<(), Refusal> {
        self.owns(seat, guard)?;
        self.known(battery)?;
        let (unit, card) = (self.unit(guard), self.card(guard));
        let led = self.leaders_with(guard).any(|leader| self.leader_card(leader).napoleon);
        if !unit.on_map() || !card.is_old_guard() || !self.is_infantry(guard) || !led {
            return refuse("LB 18.13a", "Napoleon is not with the Old Guard there");
        }
        let gun = self.unit(battery);
        let french = self.card(battery).nation == Nation::French && self.side(battery) == self.side(guard);
        if !french || !self.is_artillery(battery) || !gun.on_map() || gun.losses == 0 {
            return refuse("LB 18.13b", "that is no French battery in need of gunners");
        }
        if self.increments(guard) <= GUARDS_FOR_GUNNERS / 2 {
            return refuse("LB 18.13b", "no more of them can go");
        }
        Ok(())
    }

    pub(super) fn volunteers_open(self, seat: Seat, menu: &mut Vec<Decision>) {
        let guards: Vec<UnitId> =
            self.on_map().filter(|&id| self.card(id).is_old_guard() && self.seat(id) == seat).collect();
        for guard in guards {
            for battery in self.on_map().filter(|&id| self.is_artillery(id)) {
                if self.may_give_gunners(seat, guard, battery).is_ok() {
                    menu.push(Decision::Gun(GunChoice::Volunteers { guard, battery }));
                }
            }
        }
    }

    // Ammunition.

    /// The hexes of roads and trails that lead to a depot of a side (LB 18.14.3.1).
    fn depot_roads(self, side: Side) -> HexSet {
        let depots = &self.rules.sides[side.ix()].depots;
        let mut reached = HexSet::of(self.grid(), depots.iter().copied());
        let mut open: Vec<Hex> = depots.clone();
        while let Some(hex) = open.pop() {
            for dir in Dir::ALL {
                let way = self.ground().hexside(hex, dir);
                let Some(next) = self.grid().neighbour(hex, dir).filter(|_| way.road || way.trail) else { continue };
                if !reached.contains(next) {
                    reached.insert(next);
                    open.push(next);
                }
            }
        }
        reached
    }

    /// Batteries that may be re-supplied: limbered, without a round, near a road to a depot (LB 18.14.3, 18.14.3.1).
    fn resupplied(self, side: Side) -> Vec<UnitId> {
        if self.rules.wagons || !self.rules.sides[side.ix()].resupply {
            return Vec::new();
        }
        let empty = |&id: &UnitId| self.is_limbered(id) && self.unit(id).rounds == 0;
        let batteries: Vec<UnitId> = self.of_side(side).filter(empty).collect();
        if batteries.is_empty() {
            return batteries;
        }
        let roads = self.depot_roads(side);
        let near =
            |id: UnitId| self.grid().hexes().any(|hex| roads.contains(hex) && self.distance_to(id, hex) <= NEAR_ROAD);
        batteries.into_iter().filter(|&id| near(id)).collect()
    }

    // Wrecks.

    /// A wreck next to a unit.
    fn wrecks_beside(self, id: UnitId) -> Stack {
        let around = self.around(id).into_iter().flat_map(|hex| self.state.stack(hex));
        around.filter(|&other| self.unit(other).wrecked).take(8).collect()
    }

    /// Whether a unit can clear a wreck away: a battalion of infantry or sappers, in Good Order (LB 18.14.1.7.1).
    fn clears_wrecks(self, id: UnitId) -> bool {
        let card = self.card(id);
        let able = self.is_infantry(id) && (card.size >= Size::Battalion || card.sappers);
        able && self.unit(id).in_good_order() && !self.wrecks_beside(id).is_empty()
    }

    /// It stood beside a wreck when the Maneuver Segment began, and has done nothing else since (LB 18.14.1.7.1).
    pub(super) fn may_clear(self, seat: Seat, unit: UnitId, wreck: UnitId) -> Result<(), Refusal> {
        self.owns(seat, unit)?;
        self.known(wreck)?;
        if !self.unit(unit).turn.artillery.clears {
            return refuse("LB 18.14.1.7.1", "it has not stood by in Good Order since the Maneuver Segment began");
        }
        if !self.wrecks_beside(unit).contains(&wreck) {
            return refuse("LB 18.14.1.7.1", "no such wreck is next to it");
        }
        Ok(())
    }

    pub(super) fn clearings_open(self, seat: Seat, menu: &mut Vec<Decision>) {
        for unit in self.on_map().filter(|&id| self.unit(id).turn.artillery.clears && self.seat(id) == seat) {
            for wreck in self.wrecks_beside(unit) {
                if self.may_clear(seat, unit, wreck).is_ok() {
                    menu.push(Decision::Gun(GunChoice::Clear { unit, wreck }));
                }
            }
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Guards go to the guns: two losses are marked for each Increment that comes back (LB 18.13b, 18.13c).
    pub(super) fn volunteer(&mut self, guard: UnitId, battery: UnitId) {
        self.tell("LB 18.13c", told::VOLUNTEERS, &[Who::Unit(guard), Who::Unit(battery)]);
        self.lose(guard, GUARDS_FOR_GUNNERS);
        let unit = self.unit_mut(battery);
        unit.losses = unit.losses.saturating_sub(1);
        self.note_bulk(battery);
    }

    /// Those in burning hexes check, then a die for each fire (LB 18.15.5c).
    pub(super) fn fires_burn(&mut self) {
        self.push(Step::Gun(GunStep::PutOut));
        for &hex in self.state.fires.clone().iter().rev() {
            self.push(Step::Gun(GunStep::Burning(hex)));
        }
    }

    pub(super) fn burns_on(&mut self, hex: Hex) {
        let table = self.table();
        let able = |&id: &UnitId| table.unit(id).order != Order::Pgd && !table.unit(id).wrecked;
        let stack: Stack = table.stack_at(hex).into_iter().filter(able).collect();
        if stack.is_empty() {
            return;
        }
        let check = Check { rule: "LB 18.15.5c", title: told_morale::CHECKS, kind: CheckKind::General, modifiers: &[] };
        let checked = self.morale_check(&stack, &check);
        if !checked.failed.is_empty() && !checked.passed.is_empty() {
            self.violate(Violation::split(hex));
        }
        for &id in stack.iter().filter(|&&id| checked.failed.contains(id)) {
            self.disorder(id, Cause::Burning);
        }
        self.settle_guns(hex);
    }

    pub(super) fn put_out_fires(&mut self) {
        for hex in self.state.fires.clone() {
            let die = self.die();
            let out = die >= PUTS_OUT;
            let phrase = if out { told::FIRE_OUT } else { told::BURNS };
            self.tell_die("LB 18.15.5c", phrase, &[Who::Hex(hex)], die);
            if out {
                self.state.fires.retain(|burning| *burning != hex);
            }
        }
    }

    fn tell_die(&mut self, rule: &'static str, phrase: kernel::Phrase, who: &[Who<'_>], die: u8) {
        if self.listener.hears() {
            let entry = Entry { dice: vec![die], ..self.table().entry(rule, phrase, who) };
            self.listener.tell(entry);
        }
    }

    /// A die for each battery without a round that can be reached, and for each wagon in the Battery Box (LB 18.14.3, 18.14.3.1,
    /// LB 18.14.3.2).
    pub(super) fn resupply(&mut self) {
        let least = self.rules.charts.guns.classes.resupply_die;
        for side in [self.state.first, self.state.first.other()] {
            for id in self.table().resupplied(side) {
                let die = self.die();
                let served = die >= least;
                self.tell_die(
                    "LB 18.14.3.1",
                    if served { told::RESUPPLIED } else { told::NOT_RESUPPLIED },
                    &[Who::Unit(id)],
                    die,
                );
                if served {
                    let rounds = self.rules.full_rounds(&self.rules.units[id.ix()]);
                    self.unit_mut(id).rounds = rounds;
                }
            }
            let able = self.rules.sides[side.ix()].resupply && !self.rules.sides[side.ix()].depots.is_empty();
            let boxed = |&id: &UnitId| self.table().is_wagon(id) && self.unit(id).place == Place::Box;
            let wagons: Vec<UnitId> =
                self.rules.by_side[side.ix()].iter().copied().filter(boxed).filter(|_| able).collect();
            for id in wagons {
                let die = self.die();
                let served = die >= least;
                self.tell_die(
                    "LB 18.14.3.2",
                    if served { told::RESUPPLIED } else { told::NOT_RESUPPLIED },
                    &[Who::Unit(id)],
                    die,
                );
                if served {
                    self.wait_at_depot(id);
                }
            }
        }
    }

    /// Who begins the Maneuver Segment beside a wreck, and may clear it away (LB 18.14.1.7.1).
    pub(crate) fn note_who_clears(&mut self) {
        for id in self.table().on_map().collect::<arrayvec::ArrayVec<UnitId, { crate::cards::MOST_UNITS }>>() {
            self.unit_mut(id).turn.artillery.clears = self.table().clears_wrecks(id);
        }
    }

    /// When the Reorganization Segment begins: those who have moved, fired, fought or lost their order since clear nothing.
    pub(super) fn forget_who_clears(&mut self) {
        for id in self.table().on_map().collect::<arrayvec::ArrayVec<UnitId, { crate::cards::MOST_UNITS }>>() {
            let table = self.table();
            let turn = &table.unit(id).turn;
            let stayed = !turn.movement.moved && turn.movement.spent == crate::fraction::Points::ZERO;
            let quiet = !turn.fire.fired && !turn.fire.shot && !turn.charges.fought && !turn.fire.engaged;
            let keeps = turn.artillery.clears && stayed && quiet && table.clears_wrecks(id);
            self.unit_mut(id).turn.artillery.clears = keeps;
        }
    }

    pub(super) fn clear_wreck(&mut self, unit: UnitId, wreck: UnitId) {
        self.tell("LB 18.14.1.7.1", told::CLEARED, &[Who::Unit(unit), Who::Unit(wreck)]);
        self.unit_mut(unit).turn.artillery.clears = false;
        self.remove(wreck, Loss::Cleared);
    }
}
