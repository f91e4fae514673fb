//! Section 11.7: victorious cavalry that runs after the beaten.

use super::{Beaten, CombatChoice, CombatStep, Fate, Fight, FightStage, Mover};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::charts::{Charts, PursuitResult};
use crate::command::Company;
use crate::decision::Decision;
use crate::face::told::{Of, close_combat as told};
use crate::movement::Activity;
use crate::state::{Cause, Formation, Loss, Place};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Hex, Side as Aspect};
use kernel::{Listener, Reckoning};

impl<'a> Table<'a> {
    /// Whether a beaten unit is one to pursue: broken or eliminated by the combat, no Light Infantry, and not one that Stood
    /// (MP 11.7.1b, 11.7.1c).
    fn is_quarry(self, beaten: &Beaten) -> bool {
        matches!(beaten.fate, Fate::Broken | Fate::OffMap | Fate::Eliminated) && !self.is_light(beaten.unit)
    }

    /// Victorious cavalry of either side that has still to check (MP 11.7.2a, 12.4.3f, ruling G24), whatever its allowance (MP 11.7.1a). Dismounted it is none (MP 14.3b).
    pub(super) fn to_check(self, fight: &'a Fight) -> impl Iterator<Item = UnitId> + use<'a> {
        // One that Stood ends the requirement for all (MP 11.7.1c).
        let stood = fight.beaten.iter().any(|beaten| beaten.fate == Fate::Stood);
        let due = !stood && fight.beaten.iter().any(|beaten| self.is_quarry(beaten));
        fight.winners().filter(move |&unit| {
            due && self.is_cavalry(unit) && self.unit(unit).on_map() && !fight.checked.contains(unit)
        })
    }

    /// Whom a pursuer may follow: those from its front hexes, else from its flank hexes (MP 11.7.5a).
    pub(super) fn quarries(self, fight: &Fight) -> ArrayVec<UnitId, 8> {
        let Some((pursuer, _)) = fight.pursuing else { return ArrayVec::new() };
        let place = |beaten: &Beaten| beaten.ground().filter_map(|hex| self.aspect(pursuer, hex)).min();
        let quarries = || fight.beaten.iter().filter(|beaten| self.is_quarry(beaten));
        let nearest = quarries().map(|beaten| place(beaten).unwrap_or(Aspect::Rear)).min();
        let first = quarries().filter(|beaten| Some(place(beaten).unwrap_or(Aspect::Rear)) == nearest);
        first.map(|beaten| beaten.unit).collect()
    }

    /// Where a pursuer enters the ground of a beaten unit.
    fn entry_of_pursuit(self, fight: &Fight, pursuer: UnitId, beaten: &Beaten) -> Option<Hex> {
        let own = fight.attackers.iter().find(|attacker| attacker.unit == pursuer).map(|attacker| attacker.hex);
        let next_to = |&hex: &Hex| self.distance_to(pursuer, hex) == 1;
        beaten.ground().find(|&hex| Some(hex) == own).or_else(|| beaten.ground().find(next_to))
    }

    /// Whether cavalry can ride into an adjacent hex: nobody left in it and no terrain that bars it.
    fn may_ride_into(self, id: UnitId, hex: Hex) -> bool {
        let from = self.unit(id).hex;
        let dir = self.ground().grid.direction(from, hex);
        self.body_at(hex).is_none() && dir.is_some_and(|dir| self.entry_cost(id, from, dir).is_some())
    }
}

impl<L: Listener> Play<'_, L> {
    /// Before any advance each of the cavalry rolls, the owner says which first (MP 11.7.2a, 11.7.2k).
    pub(super) fn work_pursuit(&mut self) {
        let table = self.table();
        let Some(fight) = table.fight() else { return };
        let waiting: ArrayVec<UnitId, 8> = table.to_check(fight).take(8).collect();
        match waiting.as_slice() {
            [] => self.stage(FightStage::Advance),
            [unit] => {
                let (unit, seat) = (*unit, table.seat(*unit));
                self.unasked(seat, "pursuit-order", Decision::Combat(CombatChoice::CheckPursuit { unit }));
                self.check_pursuit(unit);
            }
            [first, ..] => {
                let seat = table.speaker(table.side(*first), waiting.iter().copied());
                self.await_seat(seat);
            }
        }
    }

    pub(super) fn check_pursuit(&mut self, unit: UnitId) {
        let mut reckoning = Reckoning::new(self.listener);
        let rating = self.table().best_rating(unit).filter(|_| self.rules.charts.pursuit_leader).unwrap_or(0);
        reckoning.add_if(rating != 0, i32::from(rating), "a leader with it", "MP 11.7.2a");
        let die = self.d10();
        let result = self.rules.charts.pursuit[Charts::row(die + reckoning.total)];
        let outcome = match result {
            PursuitResult::BreakOff => told::BREAKS_OFF,
            PursuitResult::Eliminate => told::PURSUES,
            PursuitResult::OffMap => told::PURSUES_OFF_MAP,
        };
        self.tell_roll("MP 11.7.2a", die, reckoning, [told::CHECKS_PURSUIT, outcome], &[Of::Unit(unit)]);
        let Some(fight) = self.state.fights.last_mut() else { return };
        fight.checked.insert(unit);
        // Breaking off is no more than the usual advance (MP 11.7.2b).
        if result != PursuitResult::BreakOff {
            fight.pursuing = Some((unit, result));
            fight.stage = FightStage::Quarry;
        }
    }

    pub(super) fn work_quarry(&mut self) {
        let table = self.table();
        let Some(fight) = table.fight() else { return };
        let quarries = table.quarries(fight);
        match (quarries.as_slice(), fight.pursuing) {
            ([unit], pursuing) => {
                let (unit, seat) = (*unit, pursuing.map(|(pursuer, _)| table.seat(pursuer)));
                if let Some(seat) = seat {
                    self.unasked(seat, "pursuit", Decision::Combat(CombatChoice::PursueAfter { unit }));
                }
                self.pursue(unit);
            }
            ([_, ..], Some((pursuer, _))) => {
                let seat = table.seat(pursuer);
                self.await_seat(seat);
            }
            _ => self.stage(FightStage::Pursuit),
        }
    }

    /// One pursuer after one beaten unit; nobody else is affected (MP 11.7.5a).
    pub(super) fn pursue(&mut self, quarry: UnitId) {
        let Some(fight) = self.state.fights.last_mut() else { return };
        fight.stage = FightStage::Pursuit;
        let Some((pursuer, result)) = fight.pursuing.take() else { return };
        let Some(index) = fight.beaten.iter().position(|beaten| beaten.unit == quarry) else { return };
        let beaten = fight.beaten[index];
        let gone = beaten.fate != Fate::OffMap && !self.unit(quarry).on_map();
        match result {
            PursuitResult::OffMap => self.pursue_off_map(pursuer, index),
            PursuitResult::Eliminate if !gone => self.ride_down(pursuer, index),
            // The combat or an earlier pursuer has done it: it breaks off (MP 11.7.4a, 11.7.2d, ruling G33).
            _ => self.tell("MP 11.7.4a", told::FINDS_NOBODY, &[Of::Unit(pursuer)]),
        }
    }

    /// Along the retreat into the loser's hex, who is eliminated wherever he is (MP 11.7.2c, 11.7.2f); Formation Broken in the end (MP 11.7.2g).
    fn ride_down(&mut self, pursuer: UnitId, index: usize) {
        let table = self.table();
        let Some(fight) = table.fight() else { return };
        let beaten = fight.beaten[index];
        let entry = table.entry_of_pursuit(fight, pursuer, &beaten);
        self.tell("MP 11.7.2c", told::RIDES_DOWN, &[Of::Unit(pursuer), Of::Unit(beaten.unit)]);
        self.finish_off(index);
        let start = self.unit(pursuer).hex;
        if let Some(mut hex) = entry {
            self.begin_activity(pursuer, Activity::Pursuit);
            let rode = self.ride_into(pursuer, hex);
            for dir in beaten.path.into_iter().flatten().take_while(|_| rode) {
                let Some(next) = self.rules.ground.grid.neighbour(hex, dir) else { break };
                if !self.ride_into(pursuer, next) {
                    break;
                }
                hex = next;
            }
            self.end_activity(pursuer, Activity::Pursuit);
        }
        // Barred from riding it still has its Light Infantry with it, which suffers the same (MP 8.2.1f).
        if self.unit(pursuer).formation != Formation::None {
            self.set_formation(pursuer, Formation::Broken);
        }
        if self.unit(pursuer).hex != start {
            self.settle_on_gun(pursuer, [Some(start), None]);
            self.note_mover(Mover { unit: pursuer, pursued: true });
        }
    }

    /// Takes the pursuer one hex on, its leaders with it and its Light Infantry left behind (MP 11.7.3a, 11.7.2k).
    fn ride_into(&mut self, pursuer: UnitId, hex: Hex) -> bool {
        if !self.table().may_ride_into(pursuer, hex) {
            return false;
        }
        self.part(pursuer);
        let (from, facing) = (self.unit(pursuer).hex, self.unit(pursuer).facing);
        self.enter(pursuer, hex, None, facing, Activity::Pursuit);
        self.accompany(pursuer, [Some(from), None], Company::Pursuit);
        true
    }

    /// The pursued unit is destroyed, if it is not already.
    fn finish_off(&mut self, index: usize) {
        let Some(fight) = self.state.fights.last_mut() else { return };
        fight.beaten[index].fate = Fate::Eliminated;
        let (quarry, with) = (fight.beaten[index].unit, fight.beaten[index].with);
        // Only the beaten unit is affected, not Light Infantry that it fell in with (MP 11.7.5a; ruling G42).
        self.leave_friends(quarry, with);
        self.eliminate(quarry, Loss::Eliminated, Cause::Overrun);
    }

    /// Off the map for the rest of the battle, without being lost (MP 11.7.2h); nothing reacts to it, and what was stacked with the loser is captured (MP 11.7.2j).
    fn pursue_off_map(&mut self, pursuer: UnitId, index: usize) {
        let Some(beaten) = self.state.fights.last().map(|fight| fight.beaten[index]) else { return };
        let fled = *self.unit(beaten.unit);
        let hexes: ArrayVec<Hex, 4> = beaten.ground().chain(fled.hexes()).collect();
        self.capture_train(beaten.unit, &hexes);
        self.finish_off(index);
        // Its leaders go with it and may come back (MP 11.7.2i, 11.7.2k), its Light Infantry stays (MP 11.7.3a).
        self.eliminate(pursuer, Loss::Pursuing, Cause::Pursuit);
    }

    fn capture_train(&mut self, loser: UnitId, hexes: &[Hex]) {
        let side = self.table().side(loser);
        for &id in &self.rules.by_side[side.ix()] {
            let unit = self.unit(id);
            let here = matches!(unit.place, Place::Map | Place::Wreck { .. }) && hexes.contains(&unit.hex);
            if here && self.table().is_gun(id) {
                self.wreck_gun(id, true);
            } else if here && self.table().is_wagon(id) {
                self.take_wagon(id, true);
            }
        }
    }

    pub(super) fn note_mover(&mut self, mover: Mover) {
        let (state, overflow) = self.state.with_overflow();
        let Some(fight) = state.fights.last_mut() else { return };
        overflow.keep(&mut fight.movers, mover);
        self.push(Step::Combat(CombatStep::TurnAfter { unit: mover.unit }));
    }
}
