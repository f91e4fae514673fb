//! Who moves together, with how many dice, and what is declared before they are thrown (CF 11.2, 11.4, 11.7, 11.8, G27).

use super::{Bar, MoveStep, refuse};
use crate::agenda::Step;
use crate::cards::{UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::{FAR, yds};
use crate::readings::{DoubleMove, GroupTwoDice, RightToLeft};
use crate::state::{Control, Group, MoveDice};
use crate::table::{Play, Table, within};
use kernel::{Entry, Listener, Refusal, Seat, Side};

const NO_GROUP: Bar = ("CF 11.7", "it is not in the group that moves now");

impl<'a> Table<'a> {
    /// The unit to whose moves a unit conforms, through however many (CF 6.28, 6.29, G19).
    pub(super) fn lead_of(self, id: UnitId) -> UnitId {
        let mut lead = id;
        for _ in 0..8 {
            match self.unit(lead).control {
                Control::Conforms { to, .. } if to != id => lead = to,
                _ => break,
            }
        }
        lead
    }

    /// Whether two units move on one throw: the same brigade under the same leader, with those who conform (CF 11.7, 11.8).
    fn moves_with(self, one: UnitId, other: UnitId) -> bool {
        let (first, second) = (self.lead_of(one), self.lead_of(other));
        if first == second {
            return true;
        }
        let brigade = self.brigade_of(one);
        match (self.unit(first).control, self.unit(second).control) {
            (Control::By(leader), Control::By(same)) => {
                leader == same && brigade.is_some() && brigade == self.brigade_of(other)
            }
            _ => false,
        }
    }

    /// The group a unit moves with: those of it who may move and are not halted.
    pub fn group_of(self, id: UnitId) -> Units {
        if self.is_halted(id) {
            return Units::from_iter([id]);
        }
        let with = |other: &UnitId| {
            *other == id || (self.moves_with(id, *other) && self.may_move(*other).is_ok() && !self.is_halted(*other))
        };
        self.of_side(self.side(id)).filter(with).collect()
    }

    pub(super) fn judge_pick(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if self.side(id) != self.state.active {
            return refuse(("CF 9.1", "it is the other player's half of the phase"));
        }
        self.may_move(id)
    }

    pub(super) fn any_to_move(self, side: Side, seat: Seat) -> bool {
        self.of_side(side).any(|id| self.judge_pick(seat, id).is_ok())
    }

    /// Units to the right of a group that let it go first: they forgo their moves, unless it stands before them and leads
    /// (CF 9.5, G15, G95).
    pub(crate) fn passed_over(self, group: Units) -> Units {
        let Some(first) = group.iter().next().filter(|_| self.rules.options.right_to_left == RightToLeft::Strict)
        else {
            return Units::EMPTY;
        };
        let side = self.side(first);
        let place = |id: UnitId| self.from_right(side, self.body(id).center());
        let begins = group.iter().map(place).fold(f64::INFINITY, f64::min);
        // It stands before them, not merely beside them.
        let before = |behind: UnitId, lead: UnitId| {
            let ahead = self.body(behind).main().local(self.body(lead).center()).y > 0.0;
            ahead && self.to_front(behind, lead).is_some_and(|far| within(far, FAR))
        };
        let leads = |behind: UnitId| group.iter().any(|lead| before(behind, lead));
        let waits = |id: &UnitId| {
            let others = self.group_of(*id);
            let right = others.iter().map(place).fold(f64::INFINITY, f64::min) < begins;
            !group.contains(*id)
                && right
                && self.may_move(*id).is_ok()
                && !self.is_halted(*id)
                && !others.iter().any(leads)
        };
        self.of_side(side).filter(waits).collect()
    }

    pub(super) fn group(self) -> Result<&'a Group, Refusal> {
        self.state.group.as_ref().map_or_else(|| refuse(("CF 11.7", "no group moves now")), Ok)
    }

    fn in_group(self, id: UnitId) -> Result<&'a Group, Refusal> {
        self.known(id)?;
        let group = self.group()?;
        if group.units.contains(id) { Ok(group) } else { refuse(NO_GROUP) }
    }

    /// A unit does not move with the dice of its group (CF G27), though it may do what needs none; one that conforms does as its lead does (CF 6.28, 6.30).
    pub(super) fn judge_leave(self, id: UnitId) -> Result<(), Refusal> {
        let group = self.in_group(id)?;
        if group.staying.contains(id) {
            return refuse(("CF G27", "it stays already"));
        }
        if matches!(self.unit(id).control, Control::Conforms { .. }) {
            return refuse(("CF 6.30", "it conforms: to do otherwise it takes a Control Test"));
        }
        self.may_stay(id)
    }

    /// It may stop at named ground or in line with others (CF 11.4).
    pub(super) fn judge_stopping(self, id: UnitId) -> Result<(), Refusal> {
        let group = self.in_group(id)?;
        if group.stopping.contains(id) || group.staying.contains(id) {
            return refuse(("CF 11.4", "that is declared already, or it stays"));
        }
        Ok(())
    }

    /// It moves single though it could double, by one reading (CF G28).
    pub(super) fn judge_single(self, id: UnitId) -> Result<(), Refusal> {
        let group = self.in_group(id)?;
        if self.rules.options.double_move != DoubleMove::ByChoice {
            return refuse(("CF 11.10", "far from the enemy a move is doubled"));
        }
        if group.single.contains(id) || !self.may_double(id) {
            return refuse(("CF 11.10", "it does not double"));
        }
        Ok(())
    }

    pub(super) fn judge_pair(self, plain: bool) -> Result<(), Refusal> {
        let group = self.group()?;
        if self.rules.options.group_two_dice != GroupTwoDice::Choice || group.plain_pair == plain {
            return refuse(("CF G85", "which two dice are used is settled"));
        }
        Ok(())
    }

    pub(super) fn judge_throw(self, dice: MoveDice) -> Result<(), Refusal> {
        let group = self.group()?;
        if dice == MoveDice::NONE {
            for id in group.units.iter().filter(|&id| !group.staying.contains(id)) {
                self.may_stay(id)?;
            }
        } else if group.units.iter().all(|id| self.is_halted(id) || group.staying.contains(id)) {
            return refuse(("CF 6.36", "nobody of it may move"));
        }
        self.may_throw(group, dice)
    }
}

impl<L: Listener> Play<'_, L> {
    /// A group is taken up: what it does is declared before the dice fall.
    pub(super) fn pick_group(&mut self, id: UnitId) {
        let units = self.table().group_of(id);
        for passed in self.table().passed_over(units).iter() {
            // Who has to move does so when the others have (CF 11.34).
            if self.table().may_stay(passed).is_ok() {
                self.finish_move(passed);
            }
        }
        let side = self.table().side(id);
        self.state.group = Some(Group {
            side,
            units,
            staying: Units::EMPTY,
            stopping: Units::EMPTY,
            single: Units::EMPTY,
            dice: MoveDice::NONE,
            rolled: [0; 3],
            plain_pair: false,
        });
        self.state.agenda.push(Step::Move(MoveStep::Declare));
    }

    /// A unit stays, and those who conform to it (CF 6.28).
    pub(super) fn leave_out(&mut self, id: UnitId) {
        let table = self.table();
        let Ok(group) = table.group() else { return };
        let mut staying = group.staying;
        for other in group.units.iter().filter(|&other| other == id || table.lead_of(other) == id) {
            staying.insert(other);
        }
        if let Some(group) = &mut self.state.group {
            group.staying = staying;
        }
    }

    /// All dice are thrown at once; each unit uses those it may (CF 11.2, G27).
    pub(super) fn throw_group(&mut self, dice: MoveDice) {
        let Some(mut group) = self.state.group else { return };
        let (rolled, fell) = self.throw(dice);
        (group.dice, group.rolled) = (dice, rolled);
        self.state.group = Some(group);
        if self.listener.hears() && dice.count() > 0 {
            let table = self.table();
            let first = group.units.iter().find(|&id| !group.staying.contains(id));
            let who = first.map_or(Who::Side(group.side), Who::Unit);
            let entry =
                Entry { dice: fell.to_vec(), ..table.entry("CF 11.2", told::GROUP_ROLLS, &[who, Who::Dice(dice)]) };
            self.listener.tell(entry);
        }
        for id in group.units.iter() {
            // Who is left out has no dice, and may still do what needs none (CF G34).
            let without = self.table().is_halted(id) || group.staying.contains(id);
            let used = if without { MoveDice::NONE } else { self.table().dice_used(id, dice, group.plain_pair) };
            let pips: i32 = super::faces_used(rolled, used).iter().map(|&face| i32::from(face)).sum();
            let doubled = used.count() > 0 && self.table().may_double(id) && !group.single.contains(id);
            let stood = self.unit(id).pose;
            let turn = &mut self.unit_mut(id).this_turn;
            (turn.dice, turn.pips, turn.doubled, turn.stood) = (used, yds(10) * pips, doubled, Some(stood));
        }
    }
}
