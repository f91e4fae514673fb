//! What a unit does when its combat is over (CF 16.2 to 16.9, 17.1 to 17.4, T10, G61).

use super::{AfterChoice, AfterStep};
use crate::agenda::Step;
use crate::cards::{UnitId, Units};
use crate::combat::Outcome;
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::morale::{Cause, Occasion};
use crate::readings::FootPursuit;
use crate::state::{After, Combat, MoveDice, Place, Standing};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use kernel::{Listener, Side};

/// An action after combat (T11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Remain,
    TakePosition,
    RideThrough,
    Retire,
    Rout,
    Pursue,
}

type Actions = ArrayVec<Action, 6>;

fn only(action: Action) -> Actions {
    Actions::from_iter([action])
}

impl<'a> Table<'a> {
    /// The side of a combat that acts first: the losers; of an inconclusive one the lower score, and of equals the player without
    /// the initiative (CF 17.1, 17.2).
    pub(super) fn acts_first(self, combat: &Combat) -> Option<Side> {
        let [one, other] = combat.scores?;
        Some(match () {
            () if one.is_below(other) => Side::FIRST,
            () if other.is_below(one) => Side::SECOND,
            () => self.initiative_holder().other(),
        })
    }

    /// The combat a unit fought last, by place.
    fn combat_of(self, id: UnitId, second: bool) -> Option<usize> {
        self.state.combats.iter().position(|combat| combat.second == second && combat.scored.contains(id))
    }

    /// The next unit to act: the losers of all combats, from the first player's right to left, then the winners (CF 17.1, G54).
    pub(super) fn next_to_act(self, second: bool, losers: bool) -> Option<(UnitId, usize)> {
        let first = self.state.first;
        for side in [first, first.other()] {
            for id in self.right_to_left(side) {
                let Some(place) = self.combat_of(id, second) else { continue };
                let combat = &self.state.combats[place];
                let turn = self.acts_first(combat).is_some_and(|early| (early == side) == losers);
                if turn && !combat.acted.contains(id) {
                    return Some((self.first_in_file(combat, id), place));
                }
            }
        }
        None
    }

    /// Of units one behind the other the rear one goes first, so that none goes through the other; where they may go forward, the
    /// foremost (CF 14.8, G130).
    fn first_in_file(self, combat: &Combat, id: UnitId) -> UnitId {
        let follows = |rear: UnitId, front: UnitId| self.touches(rear, front) && self.share_behind(rear, front) > 0.5;
        let mates = |of: UnitId| {
            let there = move |mate: &UnitId| combat.scored.contains(*mate) && !combat.acted.contains(*mate);
            self.friends_of(of).filter(there)
        };
        let last = |next: &dyn Fn(UnitId) -> Option<UnitId>| {
            let mut last = id;
            for _ in 0..8 {
                let Some(mate) = next(last) else { break };
                last = mate;
            }
            last
        };
        let rear = last(&|front| mates(front).find(|&mate| follows(mate, front)));
        let forward = |action: &Action| matches!(action, Action::Pursue | Action::TakePosition | Action::RideThrough);
        match self.actions_of(combat, rear).iter().any(forward) {
            true => last(&|rear| mates(rear).find(|&mate| follows(rear, mate))),
            false => rear,
        }
    }

    /// Enemies of a combat that have retired or routed and are still there to be pursued (CF 17.3).
    pub(super) fn fled_from(self, combat: &Combat, id: UnitId) -> Units {
        let fled = |enemy: &UnitId| {
            let unit = self.unit(*enemy);
            self.side(*enemy) != self.side(id)
                && unit.place == Place::Table
                && matches!(unit.after, After::Retired | After::Routed)
                && matches!(unit.standing, Standing::Retiring | Standing::Routing)
        };
        combat.units.iter().filter(fled).collect()
    }

    /// Remain, pursue; cavalry also retires, foot and dragoons take the position (CF 17.3).
    fn any_permitted(self, combat: &Combat, id: UnitId) -> Actions {
        let mut actions = only(Action::Remain);
        if !self.fled_from(combat, id).is_empty() {
            actions.push(Action::Pursue);
        }
        // Dragoons on foot as well as foot (CF 18.20).
        if self.is_cavalry(id) {
            actions.push(Action::Retire);
        } else if self.left_ground(combat, id).is_some() {
            actions.push(Action::TakePosition);
        }
        actions
    }

    /// Grades C to E must pursue if there is anybody to; A and B as they like (CF 16.2, 16.3, G61).
    fn pursuit_or_any(self, combat: &Combat, id: UnitId) -> Actions {
        let unit = self.unit(id);
        let foot = self.is_foot(id);
        let excused = match self.rules.options.foot_pursuit {
            FootPursuit::All => false,
            FootPursuit::NotFromWorks => foot && unit.met.in_works,
            FootPursuit::NotAfterCavalry => foot && unit.met.faced_cavalry,
        };
        if unit.grade.is_elite() || excused {
            return self.any_permitted(combat, id);
        }
        let somebody = !self.fled_from(combat, id).is_empty();
        only(if somebody { Action::Pursue } else { Action::Remain })
    }

    /// What the result lays down or leaves open, by arm and by whom it met (CF 16.2 to 16.5, 16.7 to 16.9, T10).
    pub(super) fn actions_of(self, combat: &Combat, id: UnitId) -> Actions {
        let Some(outcome) = self.outcome_of(combat, id) else { return only(Action::Remain) };
        let met = self.unit(id).met;
        let cavalry = self.is_cavalry(id);
        if self.is_gun(id) {
            return only(Action::Remain);
        }
        match outcome {
            Outcome::Breakthrough => self.pursuit_or_any(combat, id),
            Outcome::Victory => {
                let beaten = combat.difference(self.side(id).other()).map(Outcome::of);
                let defeated = beaten.is_some_and(|beaten| beaten <= Outcome::Defeat);
                if met.charged_foot && !defeated { only(Action::Retire) } else { self.pursuit_or_any(combat, id) }
            }
            Outcome::Success if met.charged_foot => only(Action::Retire),
            Outcome::Success if self.is_dismounted(id) => only(Action::Remain),
            Outcome::Success if self.is_foot(id) && met.faced_cavalry => only(Action::Remain),
            Outcome::Success if met.charged_guns => self.ride_or_not(combat, id),
            Outcome::Success => self.any_permitted(combat, id),
            Outcome::Inconclusive if met.charged_foot => only(Action::Retire),
            Outcome::Inconclusive if !cavalry => only(Action::Remain),
            Outcome::Inconclusive if met.rides_through => self.ride_or_not(combat, id),
            Outcome::Inconclusive => Actions::from_iter([Action::Remain, Action::Retire]),
            Outcome::DrivenBack if !cavalry && met.by_cavalry => only(Action::Remain),
            Outcome::DrivenBack | Outcome::Defeat => only(Action::Retire),
            Outcome::Break => only(Action::Rout),
        }
    }

    /// Rides through; without room it stays or retires (CF 17.7).
    fn ride_or_not(self, combat: &Combat, id: UnitId) -> Actions {
        if self.has_way_through(combat, id) {
            return only(Action::RideThrough);
        }
        Actions::from_iter([Action::Remain, Action::Retire])
    }

    /// What its owner is asked: nothing where only one thing can be done.
    pub(super) fn action_menu(self, combat: &Combat, id: UnitId) -> ArrayVec<AfterChoice, 8> {
        let mut menu = ArrayVec::new();
        for action in self.actions_of(combat, id) {
            match action {
                Action::Remain => menu.push(AfterChoice::Remain(id)),
                Action::TakePosition => menu.push(AfterChoice::TakePosition(id)),
                Action::Retire => menu.push(AfterChoice::Retire(id)),
                Action::Pursue => menu.push(AfterChoice::Pursue(id)),
                Action::RideThrough => {
                    for dice in [MoveDice::new(2, false), MoveDice::new(2, true)] {
                        menu.push(AfterChoice::RideThrough { unit: id, dice });
                    }
                }
                Action::Rout => {}
            }
        }
        menu
    }

    /// The one who is asked about his action now, with what he may choose.
    pub(super) fn asked_to_act(self, second: bool, losers: bool) -> Option<(UnitId, ArrayVec<AfterChoice, 8>)> {
        let (id, place) = self.next_to_act(second, losers)?;
        let menu = self.action_menu(&self.state.combats[place], id);
        (menu.len() > 1).then_some((id, menu))
    }
}

impl<L: Listener> Play<'_, L> {
    /// Units act until somebody has a choice, or somebody is asked about another's action.
    pub(super) fn act_on(&mut self, second: bool, losers: bool) {
        let step = Step::After(AfterStep::Act { second, losers });
        let Some((id, place)) = self.table().next_to_act(second, losers) else { return };
        self.state.agenda.push(step);
        let combat = self.state.combats[place];
        let menu = self.table().action_menu(&combat, id);
        match menu.first() {
            Some(&choice) if menu.len() == 1 => {
                let seat = self.table().seat(id);
                self.unasked(seat, "after-combat", Decision::After(choice));
                self.act(place, choice);
            }
            Some(_) => {}
            None => {
                self.has_acted(place, id);
                let way = self.table().way_back(id, combat.units);
                self.rout(id, way);
            }
        }
    }

    fn has_acted(&mut self, place: usize, id: UnitId) {
        if let Some(combat) = self.state.combats.get_mut(place) {
            combat.acted.insert(id);
        }
    }

    /// Whoever goes on fighting or stands has stopped running, and his charge is over: who comes upon him now meets him at the halt
    /// (CF 14.18, G65).
    fn stops_running(&mut self, id: UnitId) {
        let unit = self.unit_mut(id);
        (unit.charging, unit.outrance) = (false, false);
        if matches!(unit.standing, Standing::Pursuing | Standing::Retiring | Standing::Routing | Standing::Evading) {
            unit.standing = Standing::Steady;
            unit.quarry = Units::EMPTY;
        }
    }

    /// Carries out the choice of a unit whose turn it is.
    pub(super) fn act(&mut self, place: usize, choice: AfterChoice) {
        let Some(combat) = self.state.combats.get(place).copied() else { return };
        match choice {
            AfterChoice::Remain(id) => {
                self.has_acted(place, id);
                self.stops_running(id);
                self.unit_mut(id).after = After::Remained;
                self.tell("CF 17.4", told::REMAINS, &[Who::Unit(id)]);
                self.did_not_pursue(&combat, id);
            }
            AfterChoice::TakePosition(id) => {
                self.has_acted(place, id);
                self.stops_running(id);
                self.take_position(&combat, id);
            }
            AfterChoice::RideThrough { unit, dice } => {
                self.has_acted(place, unit);
                self.stops_running(unit);
                self.ride_through(&combat, unit, dice);
            }
            AfterChoice::Retire(id) => {
                self.has_acted(place, id);
                self.stops_running(id);
                self.did_not_pursue(&combat, id);
                let way = self.table().way_back(id, combat.units);
                if self.unit(id).place == Place::Table {
                    self.retire(id, way);
                }
            }
            AfterChoice::Pursue(id) => {
                self.has_acted(place, id);
                let quarry = self.table().fled_from(&combat, id);
                self.pursue(id, quarry);
            }
            _ => {}
        }
    }

    /// Cavalry that breaks through and does not pursue takes a point (CF 16.2, G61).
    fn did_not_pursue(&mut self, combat: &Combat, id: UnitId) {
        let table = self.table();
        let broke = table.outcome_of(combat, id) == Some(Outcome::Breakthrough);
        if broke && table.is_cavalry(id) && !table.fled_from(combat, id).is_empty() {
            self.tell("CF 16.2", told::DOES_NOT_PURSUE, &[Who::Unit(id)]);
            self.take_dps(id, 1, Cause::Combat);
            // It is a point of combat like any other (CF 6.39).
            if self.unit(id).place == Place::Table {
                self.leader_risk(id, Occasion::Combat);
            }
        }
    }
}
