//! 9.1: who may react to a trigger, and the window in which he is asked (PA9).

use super::{Event, ReactChoice, ReactStep, Trigger, Window, out_of_place};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::face::told::{Of, reaction as told};
use crate::sight::Purpose;
use crate::state::{Formation, Mark, Morale, Slot};
use crate::table::{Play, Table};
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet, Side};

/// No reaction but that of guns reaches further (MP 9.3.1a).
const REACH: u16 = 4;

/// Steps that a reaction may put on the agenda before the next window opens, with much to spare.
const ROOM: usize = 12;

/// Two-hex units have a half one hex nearer than the other: the left halves of two may be so much further apart.
const SLACK: u16 = 2;

impl<L: Listener> Play<'_, L> {
    /// Something happened that enemies may react to: opens a window if anybody can. `reacts` is the side that may. One trigger
    /// enables every unit of that side (MP 9.1.1g); only what an Active unit does is one (MP 9.1.1a), save for MP 9.1.1e.
    pub fn trigger(&mut self, trigger: Trigger, reacts: Side) {
        let table = self.table();
        let unit = table.unit(trigger.unit);
        if !unit.on_map() {
            return;
        }
        let window = Window {
            trigger,
            side: reacts,
            at: (unit.hex, unit.other),
            reacted: Default::default(),
            fired: Default::default(),
            done: SeatSet::EMPTY,
        };
        if !table.anybody_reacts(&window) {
            return;
        }
        if !table.has_room_to_react() {
            return self.tell("MP G-A67", told::NOT_REACTED_TO, &[Of::Unit(trigger.unit), Of::Side(reacts)]);
        }
        self.state.windows.push(window);
        self.push(Step::React(ReactStep::Window));
    }

    /// PA9: forced Hedgehogs first (MP 9.1.1h), then seat after seat as long as it wants and can; then the mover goes on
    /// (MP 9.2.1a).
    pub(super) fn work_window(&mut self) {
        let Some(window) = self.state.windows.last().copied() else { return self.pop() };
        let table = self.table();
        if !table.is_open(&window) {
            return self.close_window();
        }
        if let Some((unit, alone)) = table.next_forced(&window) {
            let seat = table.seat(unit);
            if alone {
                self.unasked(seat, "forced-hedgehog", Decision::React(ReactChoice::Hedgehog { unit }));
                self.react_by_hedgehog(unit);
            } else {
                self.await_seat(seat);
            }
            return;
        }
        match table.next_seat(&window) {
            Some(seat) => self.await_seat(seat),
            None => self.close_window(),
        }
    }

    fn close_window(&mut self) {
        self.state.windows.pop();
        self.pop();
    }

    pub(super) fn apply_window(&mut self, seat: Seat, choice: ReactChoice) {
        match choice {
            ReactChoice::Fire { unit } => self.react_by_fire(unit),
            ReactChoice::TurnGun { unit, vertex } => self.react_by_turning_gun(unit, vertex),
            ReactChoice::Restack { unit } => self.react_by_restacking(unit),
            ReactChoice::Face { unit, hand, steps } => self.react_by_facing(unit, hand, steps),
            ReactChoice::Hedgehog { unit } => self.react_by_hedgehog(unit),
            ReactChoice::Withdraw { unit } => self.react_by_withdrawing(unit),
            ReactChoice::WithdrawLeader { leader } => self.withdraw_leader(leader),
            ReactChoice::Intercept { unit } => self.react_by_intercepting(unit),
            _ => {
                if let Some(window) = self.state.windows.last_mut() {
                    window.done = window.done.with(seat);
                }
            }
        }
    }

    /// A unit has its one reaction to this trigger, of one kind (MP 9.1.1b, 9.1.1f, 9.1.2b). A gun is Fired by it (MP 9.1.5a); a unit of the active
    /// side loses its Momentum (MP 11.3.6k; ruling MP G-A57).
    pub(super) fn note_reaction(&mut self, id: UnitId) -> Option<Trigger> {
        let active = self.table().active_side() == Some(self.table().side(id));
        if self.table().is_gun(id) {
            self.mark(id, Mark::Fired, true);
        }
        if active {
            self.mark(id, Mark::Momentum, false);
        }
        let with = self.unit(id).with;
        let window = self.state.windows.last_mut()?;
        window.reacted.insert(id);
        if let Some(with) = with {
            window.reacted.insert(with);
        }
        Some(window.trigger)
    }
}

impl Table<'_> {
    /// Reactions nest: an Interception has its combat, whose advance is a trigger again. Each is fought by other units, so that a nest deeper than the
    /// state holds does not come about on a map; should it, nobody is asked any more and those under way are played to their end, of which the players
    /// are told (ruling MP G-A67).
    fn has_room_to_react(self) -> bool {
        let state = self.state;
        !state.windows.is_full() && !state.moves.is_full() && state.agenda.depth() + ROOM <= crate::state::DEPTH
    }

    /// The units of a side that could possibly be concerned by a trigger, by distance alone: the widest of the zones, which
    /// differ by unit and reaction (MP 9.1.2a, T-ZONES).
    #[inline]
    fn concerned(self, window: &Window) -> impl Iterator<Item = UnitId> {
        let grid = &self.ground().grid;
        let at = grid.pin(window.at.0);
        // MP 9.1.3g: fire concerns its targets alone.
        let only = match window.trigger.event {
            Event::Fires { target, second } => {
                Some((self.answers_for(target), second.map(|unit| self.answers_for(unit))))
            }
            _ => None,
        };
        self.rules.by_side[window.side.ix()].iter().copied().filter(move |&id| {
            let unit = self.unit(id);
            if !unit.on_map() {
                return false;
            }
            if let Some((target, second)) = only {
                return id == target || Some(id) == second;
            }
            let apart = grid.stretch(at, grid.pin(unit.hex)).length;
            apart <= REACH + SLACK
                || unit.slot == Slot::Gun && apart <= u16::from(self.card(id).grazing) + SLACK && self.is_gun(id)
        })
    }

    /// Whether a trigger opens a window at all. Called after every step of every move.
    fn anybody_reacts(self, window: &Window) -> bool {
        self.concerned(window).any(|id| self.can_react(window, id)) || self.leaders_reacting(window).next().is_some()
    }

    /// Whether a unit has any reaction to the trigger.
    pub(crate) fn can_react(self, window: &Window, id: UnitId) -> bool {
        if self.is_able_to_react(window, id).is_err() {
            return false;
        }
        let distance = self.distance(id, window.trigger.unit);
        if self.is_gun(id) {
            return self.may_use_gun(window, id).is_ok() || self.may_withdraw(window, id).is_ok();
        }
        let touched = || self.fires_back(window, id) || self.any_facing(window, id) || self.is_forced(window, id);
        let neared = || self.may_react_by_hedgehog(window, id).is_ok() || self.may_withdraw(window, id).is_ok();
        distance <= 1 && touched()
            || distance <= 2 && neared()
            || u16::from(distance) <= REACH && self.may_intercept(window, id).is_ok()
    }

    /// PA9 step 4: the window is open while the triggering unit is where it gave the trigger.
    pub(super) fn is_open(self, window: &Window) -> bool {
        let unit = self.unit(window.trigger.unit);
        unit.on_map() && (unit.hex, unit.other) == window.at
    }

    /// The next unit that must try to form Hedgehog, and whether its seat has no other such unit to choose from.
    fn next_forced(self, window: &Window) -> Option<(UnitId, bool)> {
        let mut forced = self.concerned(window).filter(|&id| self.is_forced(window, id));
        let first = forced.next()?;
        Some((first, !forced.any(|id| self.seat(id) == self.seat(first))))
    }

    /// The next seat that can react and has not said that it is done.
    fn next_seat(self, window: &Window) -> Option<Seat> {
        let mut able = SeatSet::EMPTY;
        for id in self.concerned(window) {
            let seat = self.seat(id);
            if !able.contains(seat) && !window.done.contains(seat) && self.can_react(window, id) {
                able = able.with(seat);
            }
        }
        for leader in self.leaders_reacting(window) {
            able = able.with(self.leader_seat(leader));
        }
        able.without(window.done).first()
    }

    /// What bars a unit from reacting at all, whatever the reaction. Earlier reactions to other triggers do not (MP 9.2.1b),
    /// nor does standing in an enemy's front (MP 9.2.1c), nor lack of command (MP 5.4.3i).
    pub(super) fn may_react(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        self.is_able_to_react(window, id)?;
        if window.trigger.barred.contains(id) { Err(was_in_combat()) } else { Ok(()) }
    }

    /// The same for fire: of cavalry and Light Infantry stacked after a combat those who were not in it still answer the advance (MP 8.2.1c, 11.4.9a).
    pub(super) fn may_react_by_fire(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        let advance = matches!(window.trigger.event, Event::EndsAdvance | Event::EndsPursuit { .. });
        let Some(with) = self.unit(id).with.filter(|_| advance) else { return self.may_react(window, id) };
        self.is_able_to_react(window, id)?;
        if [id, with].iter().all(|&unit| window.trigger.barred.contains(unit)) { Err(was_in_combat()) } else { Ok(()) }
    }

    /// Its own state and what it has done so far.
    fn is_able_to_react(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !unit.on_map() || self.side(id) != window.side {
            return Err(Refusal::new("MP 9.1.1c", "only units of the side that is not acting react, from the map"));
        }
        if unit.morale == Morale::Broken {
            return Err(Refusal::new("MP 9.1.1j", "a Morale Broken unit neither reacts nor intercepts"));
        }
        if unit.formation == Formation::Column {
            return Err(Refusal::new("MP 6.3.4i", "a unit in Column cannot react"));
        }
        if unit.slot == Slot::Under {
            return Err(Refusal::new("MP 8.2.1a", "Light Infantry stacked with cavalry reacts with it, not by itself"));
        }
        if unit.has(Mark::Fired) && self.is_gun(id) {
            return Err(Refusal::new("MP 9.1.5a", "this gun is on its Fired side and cannot react any more this turn"));
        }
        if unit.has(Mark::Captured) {
            return Err(Refusal::new("MP 14.1d", "this wagon is in the enemy's hands"));
        }
        if window.reacted.contains(id) {
            return Err(Refusal::new("MP 9.1.1f", "this unit has already reacted to this trigger"));
        }
        Ok(())
    }

    /// A Movement Trigger that the reactor sees, by a unit of the other side (MP 9.1.3h).
    pub(super) fn sees_movement(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        if !window.trigger.event.is_movement() {
            return Err(Refusal::new("MP 9.1.3a", "nothing but a Movement Trigger lets a unit move in reaction"));
        }
        self.sees_trigger(window, id)
    }

    pub(super) fn sees_trigger(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        if self.sees_unit(id, window.trigger.unit, Purpose::Sight) {
            return Ok(());
        }
        Err(Refusal::new("MP 9.1.3h", "this unit has no clear line of sight to what happened"))
    }

    /// Reaction Movement answers only units that are no faster (MP 9.2.2a, 9.2.4a, 9.3.1f; ruling MP G-A30).
    pub(super) fn is_no_slower(self, id: UnitId, than: UnitId) -> bool {
        self.allowance(id) >= self.compared_allowance(than)
    }

    /// Hexes of the triggering unit within reach and not behind the reactor: on or ahead of its own row (MP 9.3.1b,
    /// ruling MP G-A29).
    pub(super) fn in_front_or_flank_arc(self, id: UnitId, of: UnitId, reach: u8) -> bool {
        let unit = self.unit(id);
        let grid = &self.ground().grid;
        self.unit(of)
            .hexes()
            .any(|hex| self.distance_to(id, hex) <= reach && grid.rows_ahead(unit.hex, unit.facing, hex) >= 0)
    }

    // The question.

    pub(super) fn ask_window(self, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let Some(window) = self.state.windows.last() else {
            return Question::whole("none", "MP 9.1.1a", 0);
        };
        let mut put = |choice: ReactChoice| menu.push(Decision::React(choice));
        if self.next_forced(window).is_some() {
            self.concerned(window)
                .filter(|&id| self.seat(id) == seat && self.is_forced(window, id))
                .for_each(|unit| put(ReactChoice::Hedgehog { unit }));
            return Question::whole("forced-hedgehog", "MP 9.1.1h", 0).in_reaction(Reaction::Bound);
        }
        put(ReactChoice::Done);
        for id in self.concerned(window).filter(|&id| self.seat(id) == seat) {
            self.put_reactions(window, id, &mut put);
        }
        for leader in self.leaders_reacting(window).filter(|&id| self.leader_seat(id) == seat) {
            put(ReactChoice::WithdrawLeader { leader });
        }
        Question::whole("reaction", "MP 9.1.1g", 0).in_reaction(Reaction::Offered)
    }

    fn put_reactions(self, window: &Window, unit: UnitId, put: &mut impl FnMut(ReactChoice)) {
        if self.fires_back(window, unit) {
            put(ReactChoice::Fire { unit });
        }
        self.put_gun_reactions(window, unit, put);
        self.facings(window, unit).for_each(|(hand, steps)| put(ReactChoice::Face { unit, hand, steps }));
        if self.may_react_by_hedgehog(window, unit).is_ok() {
            put(ReactChoice::Hedgehog { unit });
        }
        if self.may_withdraw(window, unit).is_ok() {
            put(ReactChoice::Withdraw { unit });
        }
        if self.may_intercept(window, unit).is_ok() {
            put(ReactChoice::Intercept { unit });
        }
    }

    pub(super) fn judge_window(self, seat: Seat, choice: ReactChoice) -> Result<(), Refusal> {
        let Some(window) = self.state.windows.last() else { return Err(out_of_place("MP 9.1.1a")) };
        self.judge_seat(seat, choice)?;
        if self.next_forced(window).is_some() {
            return match choice {
                ReactChoice::Hedgehog { unit } if self.is_forced(window, unit) => Ok(()),
                _ => Err(Refusal::new(
                    "MP 9.1.1h",
                    "units that must try to form Hedgehog do so before all other reactions",
                )),
            };
        }
        match choice {
            ReactChoice::Fire { unit } => self.may_fire_back(window, unit),
            ReactChoice::TurnGun { unit, vertex } => self.may_react_by_turning(window, unit, vertex),
            ReactChoice::Restack { unit } => self.may_restack(window, unit),
            ReactChoice::Face { unit, hand, steps } => self.may_face(window, unit, hand, steps),
            ReactChoice::Hedgehog { unit } => self.may_react_by_hedgehog(window, unit),
            ReactChoice::Withdraw { unit } => self.may_withdraw(window, unit),
            ReactChoice::WithdrawLeader { leader } => self.may_withdraw_leader(window, leader),
            ReactChoice::Intercept { unit } => self.may_intercept(window, unit),
            ReactChoice::Done => Ok(()),
            _ => Err(out_of_place("MP 9.1.1g")),
        }
    }

    /// A seat answers for its own units and leaders.
    fn judge_seat(self, seat: Seat, choice: ReactChoice) -> Result<(), Refusal> {
        let (unit, leader) = match choice {
            ReactChoice::Fire { unit }
            | ReactChoice::TurnGun { unit, .. }
            | ReactChoice::Restack { unit }
            | ReactChoice::Face { unit, .. }
            | ReactChoice::Hedgehog { unit }
            | ReactChoice::Withdraw { unit }
            | ReactChoice::Intercept { unit } => (Some(unit), None),
            ReactChoice::WithdrawLeader { leader } => (None, Some(leader)),
            _ => (None, None),
        };
        let known = unit.is_none_or(|id| id.ix() < self.state.units.len())
            && leader.is_none_or(|id| id.ix() < self.state.leaders.len());
        let own = known
            && unit.is_none_or(|id| self.seat(id) == seat)
            && leader.is_none_or(|id| self.leader_seat(id) == seat);
        if own { Ok(()) } else { Err(Refusal::new("MP 9.1.1c", "that is not yours to order")) }
    }
}

fn was_in_combat() -> Refusal {
    Refusal::new("MP 11.4.9a", "this unit was in that combat, or has displaced, and cannot react to it")
}
