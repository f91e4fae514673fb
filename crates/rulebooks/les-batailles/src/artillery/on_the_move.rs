//! What the chapter has to do with a stack on the move: guns are limbered, unlimbered and prolonged, and lone batteries turn to
//! whoever comes next to them (18.2, 18.3).

use super::{GunChoice, GunStep};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::face::told::{Who, artillery as told};
use crate::fraction::Points;
use crate::hexes::{Facing, Hexes};
use crate::movement::{Motion, MoveStep, Moving};
use crate::reactions::Trigger;
use crate::state::Order;
use crate::table::{Play, Stack, Table};
use field::hexes::Dir;
use kernel::{Listener, Refusal, Seat};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    /// The batteries of a stack on the move that are limbered, or those that are not.
    fn moving_guns(self, moving: &Moving, limbered: bool) -> Stack {
        let stack = self.moving_stack(moving);
        stack.into_iter().filter(|&id| self.is_artillery(id) && self.unit(id).limbered == limbered).collect()
    }

    /// What this chapter offers a stack on the move, for as long as it is told to go on; false when it was stopped. Each is judged before
    /// it is shown.
    pub(crate) fn each_handling(self, moving: &Moving, each: &mut dyn FnMut(GunChoice) -> bool) -> bool {
        let stack = self.moving_stack(moving);
        let Some(&top) = stack.first() else { return true };
        if !stack.iter().any(|&id| self.is_artillery(id)) {
            return true;
        }
        let seat = self.seat(top);
        let facings = Dir::ALL.into_iter().map(Facing::Side);
        let with_foot = self.foot_with(top).map(|foot| self.unit(foot).facing);
        let choices = std::iter::once(GunChoice::Limber)
            .chain(facings.chain(with_foot.filter(|facing| facing.side().is_none())).map(GunChoice::Unlimber))
            .chain(std::iter::once(GunChoice::Unlimber(Facing::Round)))
            .chain(Dir::ALL.into_iter().map(GunChoice::Prolong));
        let mut legal = choices.filter(|&choice| self.judge_guns(moving, seat, choice).is_ok());
        legal.all(each)
    }

    /// Whether a stack on the move may do that: of its own will, with the points it has left (LB 18.2.1a, 18.2.1b, 18.3.1a).
    pub(crate) fn judge_guns(self, moving: &Moving, seat: Seat, choice: GunChoice) -> Result<(), Refusal> {
        self.owns(seat, moving.top)?;
        if !matches!(moving.motion, Motion::Maneuver | Motion::Regroup | Motion::Administrative | Motion::Enter) {
            return refuse("LB 12.2.1c", "there is no time for that now");
        }
        if moving.units.iter().any(|id| self.unit(id).turn.movement.halted) {
            return refuse("LB 19.18.3c", "it was charged, and may spend no more points in this segment");
        }
        match choice {
            GunChoice::Limber => {
                let guns = self.moving_guns(moving, false);
                if guns.is_empty() {
                    return refuse("LB 18.2a", "no unlimbered battery is with it");
                }
                guns.iter().try_for_each(|&id| self.may_limber(id))?;
                self.can_pay(moving, self.limbering_cost(true))
            }
            GunChoice::Unlimber(facing) => {
                let guns = self.moving_guns(moving, true);
                let Some(&first) = guns.first() else { return refuse("LB 18.2a", "no limbered battery is with it") };
                guns.iter().try_for_each(|&id| self.may_unlimber(id))?;
                if self.unlimbered_facing(first).is_some_and(|wanted| wanted != facing)
                    || self.unlimbered_facing(first).is_none() && facing.side().is_none()
                {
                    return refuse("LB 18.1b", "it would not face like that");
                }
                self.can_pay(moving, self.limbering_cost(false))
            }
            GunChoice::Prolong(dir) => self.judge_prolonging(moving, dir),
            _ => Err(self.out_of_turn()),
        }
    }

    fn can_pay(self, moving: &Moving, cost: Points) -> Result<(), Refusal> {
        if cost <= moving.left() { Ok(()) } else { refuse("LB 13.1.7a", "it has not enough movement points left") }
    }

    /// The facing that guns take when they are unlimbered, where they have no choice: that of the infantry they are with, or all round
    /// in Disorder (LB 18.1a, 18.1b).
    fn unlimbered_facing(self, id: UnitId) -> Option<Facing> {
        if self.unit(id).order != Order::Good {
            return Some(Facing::Round);
        }
        self.foot_with(id).map(|foot| self.unit(foot).facing)
    }

    /// A stack of nothing but unlimbered guns, which has not moved yet, goes one hex: that is all it does (LB 18.3.1a, G3.62).
    fn judge_prolonging(self, moving: &Moving, dir: Dir) -> Result<(), Refusal> {
        let stack = self.moving_stack(moving);
        if moving.acted || moving.spent > Points::ZERO {
            return refuse("LB 18.3.1a", "guns that are prolonged do nothing else");
        }
        for &id in &stack {
            self.may_prolong(id, dir)?;
        }
        let Some(&top) = stack.first() else { return refuse("LB 18.3.1a", "no guns are there") };
        let (side, from) = (self.side(top), self.unit(top).hexes.head());
        let Some(to) = self.grid().neighbour(from, dir) else { return refuse("LB 18.3.1b", "the map ends there") };
        if self.barred_between(top, self.unit_in_zone(top), self.enemy_zone(side, to)) {
            return refuse("LB 10.2.2.2b", "it may not go straight from one enemy zone into another");
        }
        self.may_be_prolonged_to(moving, to)?;
        let mut all: Stack = self.stack_at(to);
        for &id in &stack {
            self.state.overflow.keep(&mut all, id);
        }
        if self.may_stack(to, &all).is_err() {
            return refuse("LB 11.1.2a", "it may not stay with those who are there");
        }
        Ok(())
    }
}

impl<L: Listener> Play<'_, L> {
    /// The innermost stack on the move announces it; enemies may react before it is done (LB 12.2.1d).
    pub(crate) fn act_guns(&mut self, choice: GunChoice) {
        let Some(&moving) = self.table().moving() else { return };
        let mut trigger = Trigger::Spends;
        if let GunChoice::Prolong(_) = choice {
            // To leave an enemy zone guns check first (LB 10.2.2a).
            trigger = Trigger::Leaves;
            let stack = self.table().moving_stack(&moving);
            let passed = self.check_to_leave(&stack, &[]);
            if passed.len() < stack.len() {
                if let Some(moving) = self.state.moves.last_mut() {
                    (moving.stopped, moving.spent) = (true, moving.allowance);
                }
                return;
            }
        }
        self.push(Step::Gun(GunStep::Handle(choice)));
        self.open_window(trigger, moving.top, moving.units, None);
    }

    /// It is done, if it still may be.
    pub(super) fn handle_guns(&mut self, choice: GunChoice) {
        let Some(&moving) = self.table().moving() else { return };
        let Some(&top) = self.table().moving_stack(&moving).first() else { return };
        if self.table().judge_guns(&moving, self.table().seat(top), choice).is_err() {
            return;
        }
        let cost = match choice {
            GunChoice::Limber => {
                for id in self.table().moving_guns(&moving, false) {
                    self.try_to_limber(id);
                }
                self.table().limbering_cost(true)
            }
            GunChoice::Unlimber(facing) => {
                for id in self.table().moving_guns(&moving, true) {
                    self.unlimber(id, facing);
                }
                self.table().limbering_cost(false)
            }
            GunChoice::Prolong(dir) => {
                self.prolong(&moving, dir);
                moving.allowance
            }
            _ => return,
        };
        for id in self.table().moving_stack(&moving) {
            self.unit_mut(id).turn.movement.spent += cost;
        }
        if let Some(moving) = self.state.moves.last_mut() {
            moving.spent += cost;
            moving.acted = true;
        }
        self.push(Step::Move(MoveStep::Acted));
    }

    fn prolong(&mut self, moving: &Moving, dir: Dir) {
        let stack = self.table().moving_stack(moving);
        let Some(from) = stack.first().map(|&top| self.unit(top).hexes.head()) else { return };
        let Some(to) = self.rules.ground.grid.neighbour(from, dir) else { return };
        self.lead_leaders(moving.leaders, Hexes::one(from), Hexes::one(to));
        for &id in &stack {
            let facing = self.unit(id).facing;
            self.state.put(id, Hexes::one(to), facing);
            self.tell("LB 18.3.1a", told::PROLONGED, &[Who::Unit(id), Who::Hex(to)]);
        }
        self.settle_guns(to);
        if let Some(moving) = self.state.moves.last_mut() {
            moving.stopped = true;
            moving.entered = moving.entered.saturating_add(1);
        }
    }

    /// A stack has entered hexes, or spent points where it stood: batteries that it has come next to may turn to it, each once for
    /// each stack that comes, though they are in no Maneuver Unit that moves (LB 9.2d, 18.3.2a).
    pub(crate) fn guns_after_act(&mut self, moving: &Moving) {
        if moving.entered > 0 {
            self.offer_shifts(moving.top);
        }
    }

    /// A stack has ended its move.
    pub(crate) fn guns_after_move(&mut self, _moving: &Moving) {}
}
