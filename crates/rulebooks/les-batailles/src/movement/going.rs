//! A stack on the move, act by act: what it announces, what the enemy does about it, and what becomes of it (13.1, 10.1.3).

use super::acts::{Plan, no};
use super::{Going, Motion, MoveChoice, MoveStep, Moving};
use crate::agenda::Step;
use crate::cards::{Arm, LeaderId, LeaderSet, UnitId, UnitSet};
use crate::decision::Decision;
use crate::face::told::{Who, movement as told};
use crate::formations::FormChoice;
use crate::fraction::{Fraction, Points};
use crate::hexes::{Facing, Hexes};
use crate::kept::Acts;
use crate::reactions::Trigger;
use crate::stacking::Violation;
use crate::state::{Formed, Order, Prone, Readiness, Unit};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex};
use kernel::{Listener, Refusal, Seat, SeatSet, Side};
use std::cell::Cell;

/// A stack on the move, and what is asked of it again and again while its acts are looked for.
struct Mover<'a> {
    moving: &'a Moving,
    stack: Stack,
    top: UnitId,
    unit: &'a Unit,
    stands_up: bool,
    in_place: bool,
    leaves: bool,
}

/// Puts all on a list.
fn onto(menu: &mut Vec<Decision>) -> impl FnMut(Decision) -> bool {
    |decision| {
        menu.push(decision);
        true
    }
}

impl Mover<'_> {
    /// Whether what it may do besides going and turning hangs on no facing: so with foot alone in one hex, but for the ways out of cover,
    /// which lead not to its rear, and for a Line, which extends as it faces.
    fn lasts_through_turns(&self, table: Table<'_>) -> bool {
        let faces = matches!(self.unit.formed, Formed::Line | Formed::GeneralOrder);
        let alone = self.stack.len() == 1 && self.unit.hexes.len() == 1;
        alone && table.is_infantry(self.top) && (!faces || self.in_place)
    }
}

impl<'a> Table<'a> {
    /// The innermost move.
    pub fn moving(self) -> Option<&'a Moving> {
        self.state.moves.last()
    }

    /// The points a unit has for a movement (LB 5.1.1b): its printed ones by the light, by its order and readiness, and what a force march adds
    /// (LB 13.1.1.1a, 12.11.2a, 13.3.2a).
    pub fn allowance_of(self, id: UnitId) -> Points {
        let share = if self.unit(id).order == Order::Disorder { Fraction::HALF } else { Fraction::ONE };
        self.share_of_movement(id, share) + self.march_bonus(id)
    }

    /// A stack has as much as the slowest of its units (LB 13.1.3.1a).
    pub fn allowance(self, stack: &Stack) -> Points {
        stack.iter().map(|&id| self.allowance_of(id)).min().unwrap_or_default()
    }

    /// Whether a stack on the move may do that.
    pub(super) fn judge_act(self, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        let Some(moving) = self.moving() else { return Err(self.out_of_turn()) };
        self.may_on_the_chit(moving, decision)?;
        match decision {
            Decision::Assault(choice) => return self.judge_assaults(moving, seat, choice),
            Decision::Charge(choice) => return self.judge_charges_on_the_move(moving, seat, choice),
            Decision::Gun(choice) => return self.judge_guns(moving, seat, choice),
            _ => {}
        }
        match decision {
            Decision::Move(MoveChoice::Halt) => self.may_halt(moving),
            Decision::Move(MoveChoice::Leave(id)) => self.may_be_left(moving, id),
            Decision::Move(MoveChoice::LeaveLeader(leader)) => {
                let fresh = !moving.acted && moving.leaders.contains(leader);
                if fresh { Ok(()) } else { no("LB 8.1.5a", "he is with them, and they are on their way") }
            }
            Decision::Move(MoveChoice::Drop(id)) => self.may_drop(moving, id),
            Decision::Move(MoveChoice::Restack(id)) => self.may_restack(moving, id),
            Decision::Form(FormChoice::Lie | FormChoice::Stand) => self.may_lie_or_stand(moving, decision),
            Decision::Form(FormChoice::BreakDown) => self.may_break_down(moving),
            Decision::Form(FormChoice::Reform(regiment)) => self.may_reform(moving, regiment),
            _ => self.plan(moving, decision).map(|_| ()),
        }
    }

    /// Where it may end: not where those in the hex may not stand together (LB 11.1.2a, 11.1.2g, 11.1.4a).
    fn may_halt(self, moving: &Moving) -> Result<(), Refusal> {
        let stack = self.moving_stack(moving);
        let fits = |hex: Hex| self.could_stay(hex, &stack);
        if let Some(&Unit { hexes, facing, .. }) = stack.first().map(|&top| self.unit(top)) {
            if !hexes.iter().all(fits) {
                return no("LB 11.1.2a", "it may not stay with those who are there");
            }
            if !self.faces_with_others(hexes, facing, &stack) {
                return no("LB 9.1a", "it may not stay among those who face another way");
            }
        }
        if self.must_separate(moving) {
            return no("LB 12.1.1e", "battalions separate at once");
        }
        Ok(())
    }

    fn may_be_left(self, moving: &Moving, id: UnitId) -> Result<(), Refusal> {
        let more = self.moving_stack(moving).len() > 1;
        if moving.units.contains(id) && more && !moving.acted && moving.motion != Motion::RetreatBeforeAssault {
            Ok(())
        } else {
            no("LB 13.1.3.4a", "it is on its way with them: it can only be dropped off")
        }
    }

    /// A stack drops units off as it goes (LB 13.1.3.4a).
    fn may_drop(self, moving: &Moving, id: UnitId) -> Result<(), Refusal> {
        let stack = self.moving_stack(moving);
        if !moving.acted || stack.len() < 2 || !stack.contains(&id) {
            return no("LB 13.1.3.4a", "there is nobody to be dropped off");
        }
        let others = |hex: Hex| self.state.stack(hex).any(|other| !stack.contains(&other));
        if self.unit(id).hexes.iter().any(others) && !self.unit(id).hexes.iter().all(|hex| self.could_stay(hex, &stack))
        {
            return no("LB 11.1.2a", "it may not stay with those who are there");
        }
        Ok(())
    }

    /// The order of a stack may be changed while all of it is on the move with points left (LB 11.2.1a).
    fn may_restack(self, moving: &Moving, id: UnitId) -> Result<(), Refusal> {
        let whole = self.stack_of(moving.top).iter().all(|&other| moving.units.contains(other));
        if !whole || moving.left() == Points::ZERO {
            return no("LB 11.2.1a", "all units of the stack must be free to move, with points left");
        }
        if self.stack_of(moving.top).iter().any(|&other| self.unit(other).prone == Prone::Prone) {
            return no("LB 12.13.1c", "prone units must stand up first");
        }
        let stack = self.moving_stack(moving);
        if stack.contains(&id) && stack.first() != Some(&id) {
            Ok(())
        } else {
            no("LB 11.2.1a", "it is on top already")
        }
    }

    /// Nothing holds a stack where it is, whatever it leaves it by: it need not stop, no zone and no Square keeps it. A wheel to close with
    /// the enemy is free of some of that (LB 10.2.2.1a, 10.3.2b, 12.6.7b, 12.9.3a, 13.1.5a).
    fn is_free_to_leave(self, moving: &Moving, stack: &Stack) -> bool {
        let held = |&id: &UnitId| self.leaves_first(id, self.unit_in_zone(id));
        let bound = moving.stopped || moving.acted && stack.iter().any(held);
        !bound && !self.parts_a_square(moving)
    }

    /// The owner of a stack on the move, while there is anything it might do.
    pub(super) fn asked_while_going(self) -> SeatSet {
        let Some(moving) = self.moving() else { return SeatSet::EMPTY };
        let Some(&top) = self.moving_stack(moving).first() else { return SeatSet::EMPTY };
        let seat = self.seat(top);
        // One thing it might do beside halting is enough. Whoever may not stay has to get away: when it has turned and finds no way out it
        // is held up there (LB 11.1.5a).
        let may_stay = self.may_halt(moving).is_ok();
        let idle = |choice| match choice {
            MoveChoice::Halt => true,
            MoveChoice::Restack(_) => !may_stay,
            MoveChoice::Face(_) => !may_stay && moving.turned,
            _ => false,
        };
        let idles = |decision: &Decision| matches!(decision, Decision::Move(choice) if idle(*choice));
        let only_halts = self.with_acts(seat, |acts| acts.iter().all(idles));
        if only_halts { SeatSet::EMPTY } else { SeatSet::one(seat) }
    }

    /// Everything a stack on the move may do now; to halt comes first, where it may.
    pub(super) fn offer_acts(self, seat: Seat, menu: &mut Vec<Decision>) {
        self.with_acts(seat, |acts| menu.extend_from_slice(acts));
    }

    /// Looks at what a stack on the move may do. It is found out once for every time that anything has changed: who is asked whether there
    /// is anything is asked next what it is. What hangs on no facing lasts while a stack turns where it stands.
    fn with_acts<T>(self, seat: Seat, look: impl FnOnce(&[Decision]) -> T) -> T {
        let Ok(mut acts) = self.state.kept.acts.try_lock() else {
            let mut acts = Acts::default();
            self.find_acts(seat, &mut acts);
            return look(&acts.menu);
        };
        if acts.of != Some((self.state.version(), seat)) {
            self.find_acts(seat, &mut acts);
        }
        look(&acts.menu)
    }

    fn find_acts(self, seat: Seat, acts: &mut Acts) {
        acts.of = Some((self.state.version(), seat));
        acts.menu.clear();
        let Some(mover) = self.who_moves() else {
            (acts.lasting, acts.ways, acts.rest) = (None, 0..0, 0..0);
            return acts.kept.clear();
        };
        let lasting = mover.lasts_through_turns(self).then(|| (self.state.steady(), seat, mover.top));
        let (known, kept) = (lasting.is_some() && acts.lasting == lasting, &mut acts.kept);
        let menu = &mut acts.menu;
        // A Road Column goes on in whatever direction, and turns as it goes.
        if known && mover.unit.formed == Formed::RoadColumn {
            menu.extend_from_slice(&kept[acts.ways.clone()]);
        } else {
            self.each_way(seat, &mover, &mut onto(menu));
        }
        let ways = 0..menu.len();
        self.each_turn(seat, &mover, &mut onto(menu));
        if known {
            menu.extend_from_slice(&kept[acts.rest.clone()]);
            return;
        }
        let from = menu.len();
        self.each_other_act(seat, &mover, &mut onto(menu));
        kept.clear();
        kept.extend_from_slice(&menu[ways.clone()]);
        kept.extend_from_slice(&menu[from..]);
        (acts.rest, acts.ways) = (ways.end..kept.len(), ways);
        acts.lasting = lasting;
    }

    /// What is kept of a stack on the move is what would be found out now.
    pub(crate) fn check_acts(self) -> Result<(), String> {
        let Ok(kept) = self.state.kept.acts.try_lock() else { return Ok(()) };
        let Some((_, seat)) = kept.of.filter(|&(version, _)| version == self.state.version()) else { return Ok(()) };
        let (fresh, mut anew) = (self.state.clone(), Acts::default());
        Table { state: &fresh, ..self }.find_acts(seat, &mut anew);
        if anew.menu == kept.menu {
            Ok(())
        } else {
            Err("what a stack on the move may do is remembered wrongly".to_owned())
        }
    }

    /// The innermost stack on the move, as its acts are looked for.
    fn who_moves(self) -> Option<Mover<'a>> {
        let moving = self.moving()?;
        let stack = self.moving_stack(moving);
        let top = *stack.first()?;
        // Whoever lies down gets up before anything else (LB 12.13.1c); whoever is held where he is goes nowhere.
        let stands_up = stack.iter().all(|&id| self.unit(id).prone != Prone::Prone);
        // Nor does whoever is In Command when the Regroup chit is drawn (LB 8.9.2.2a).
        let in_place = moving.motion == Motion::Regroup && self.is_in_command(moving.top);
        let leaves = stands_up && !in_place && self.is_free_to_leave(moving, &stack);
        Some(Mover { moving, stack, top, unit: self.unit(top), stands_up, in_place, leaves })
    }

    /// To halt, to go on as it is formed, or to wheel: for as long as it is told to go on; false when it was stopped.
    fn each_way(self, seat: Seat, mover: &Mover<'_>, each: &mut dyn FnMut(Decision) -> bool) -> bool {
        let &Mover { moving, top, unit, stands_up, in_place, leaves, .. } = mover;
        let legal = |decision: Decision| self.judge_act(seat, decision).is_ok();
        if legal(Decision::Move(MoveChoice::Halt)) && !each(Decision::Move(MoveChoice::Halt)) {
            return false;
        }
        // There is somebody to be joined; in one hex nobody wheels.
        let befriended = |dir: &Dir| {
            let beside = self.grid().neighbour(unit.hexes.head(), *dir);
            beside.is_some_and(|hex| !self.state.is_empty(hex))
        };
        let wheels = Hand::BOTH.into_iter().filter(|_| stands_up && !in_place && unit.hexes.len() > 1);
        // No step costs less than the hex before the head, as the stack is formed, or guns string out on a road and close up.
        let plain = self.going(top);
        let [strung, closed] = [Formed::RoadColumn, Formed::Battery].map(|formed| Going { formed, ..plain });
        let affords = |dir: Dir| {
            let cost = |going: Going| self.hex_cost(going, unit.hexes.head(), dir);
            [plain, strung, closed].into_iter().filter_map(cost).any(|cost| cost <= moving.left())
        };
        let ways = || Dir::ALL.into_iter().filter(|&dir| leaves && affords(dir));
        let mut goes = ways()
            .map(MoveChoice::Step)
            .chain(ways().filter(befriended).map(MoveChoice::Join))
            .chain(wheels.map(MoveChoice::Wheel))
            .map(Decision::Move);
        goes.all(|decision| !legal(decision) || each(decision))
    }

    /// The same for turning where it stands.
    fn each_turn(self, seat: Seat, mover: &Mover<'_>, each: &mut dyn FnMut(Decision) -> bool) -> bool {
        if !mover.stands_up {
            return true;
        }
        let legal = |decision: Decision| self.judge_act(seat, decision).is_ok();
        // Those who stand in one hex and face one way may turn any way or none.
        let alike = |id: UnitId| {
            let other = self.unit(id);
            other.hexes.len() == 1 && (other.facing == mover.unit.facing || other.facing == Facing::Round)
        };
        let any = mover.stack.iter().all(|&id| alike(id));
        let facings = self.facings(mover.top).into_iter();
        let mut turns = facings.map(|facing| Decision::Move(MoveChoice::Face(facing))).peekable();
        let some = turns.peek().is_some_and(|&first| !any || legal(first));
        !some || turns.all(|decision| !any && !legal(decision) || each(decision))
    }

    /// The same for all else it may do.
    fn each_other_act(self, seat: Seat, mover: &Mover<'_>, each: &mut dyn FnMut(Decision) -> bool) -> bool {
        let &Mover { moving, ref stack, top, unit, stands_up, in_place, leaves } = mover;
        let legal = |decision: Decision| self.judge_act(seat, decision).is_ok();
        let several = stack.iter().filter(|_| stack.len() > 1);
        let mut parts = several
            .clone()
            .map(|&id| MoveChoice::Leave(id))
            .chain(several.clone().map(|&id| MoveChoice::Drop(id)))
            .chain(several.map(|&id| MoveChoice::Restack(id)))
            .chain(moving.leaders.iter().map(MoveChoice::LeaveLeader))
            .map(Decision::Move);
        if !parts.all(|decision| !legal(decision) || each(decision)) {
            return false;
        }
        let mut show = |decision: Decision| !legal(decision) || each(decision);
        let line = unit.formed == Formed::Line;
        if leaves && unit.hexes.len() > 1 && line {
            let mut around = self.around(top).into_iter().filter(|&hex| self.is_go(hex));
            if !around.all(|hex| show(Decision::Move(MoveChoice::Gather(hex)))) {
                return false;
            }
        }
        if leaves && line && self.is_cavalry(top) {
            let mut both = Dir::ALL.into_iter().flat_map(|dir| {
                let each = move |hand| [MoveChoice::Widen { dir, hand }, MoveChoice::Narrow { dir, hand }];
                Hand::BOTH.into_iter().flat_map(each)
            });
            if !both.all(|choice| show(Decision::Move(choice))) {
                return false;
            }
        }
        if leaves && !self.each_way_out(moving, stack, &mut |choice| each(Decision::Move(choice))) {
            return false;
        }
        let may = |choice| legal(Decision::Form(choice));
        if !self.each_form(moving, stack, stands_up, in_place, &may, &mut |choice| each(Decision::Form(choice))) {
            return false;
        }
        let mut show = |decision| self.may_on_the_chit(moving, decision).is_err() || each(decision);
        self.each_assault(moving, &mut |choice| show(Decision::Assault(choice)))
            && self.each_charge_on_the_move(moving, &mut |choice| show(Decision::Charge(choice)))
            && self.each_handling(moving, &mut |choice| show(Decision::Gun(choice)))
    }

    /// The hexes into which a unit in General Order or Road Column might come out of it, and how formed: not where it could not go in any
    /// formation, nor in what it could not pay for.
    fn each_way_out(self, moving: &Moving, stack: &Stack, each: &mut dyn FnMut(MoveChoice) -> bool) -> bool {
        let Some(&top) = stack.first() else { return true };
        if !matches!(self.unit(top).formed, Formed::GeneralOrder | Formed::RoadColumn) {
            return true;
        }
        // Foot and horse come out of such formations, and guns come with them limbered (LB 12.7.5a, 12.7.5c).
        let comes_out = |&id: &UnitId| match self.card(id).arm {
            Arm::Infantry | Arm::Cavalry => {
                let unit = self.unit(id);
                matches!(unit.formed, Formed::GeneralOrder | Formed::RoadColumn) && unit.order == Order::Good
            }
            Arm::Artillery => !self.is_unlimbered(id),
            Arm::Wagon => true,
        };
        if !stack.iter().all(comes_out) {
            return true;
        }
        let from = self.unit(top).hexes.head();
        let going = self.going(top);
        let marches = stack.iter().any(|&id| self.force_marches(id));
        let kinds = self.forms_within_reach(moving, top);
        let kinds: ArrayVec<(Formed, Points), 6> =
            kinds.filter(|&(formed, _)| self.may_take(stack, formed).is_ok()).collect();
        Dir::ALL.into_iter().all(|dir| {
            let Some(body) = self.stepped(top, dir) else { return true };
            let to = body.hexes.head();
            let Some(price) = self.hex_cost(going, from, dir).filter(|&cost| cost <= moving.left()) else {
                return true;
            };
            if self.enemy_at(self.side(top), to) {
                return true;
            }
            // Its tail comes up, whatever it forms (LB 12.3.6b).
            let Some(up) = self.coming_up_behind(top, price) else { return true };
            let up = if self.unit(top).formed == Formed::RoadColumn { up } else { Points::ZERO };
            let cover = self.is_go(to);
            let fits = |&&(formed, change): &&(Formed, Points)| {
                cover == (formed == Formed::GeneralOrder) && price + up + change <= moving.left()
            };
            // Into an empty hex it may go in any formation or in none.
            let alike = self.state.is_empty(to) && !marches;
            let goes = Cell::new(None);
            kinds.iter().filter(fits).all(|&(formed, _)| {
                let out = |(facing, hand)| MoveChoice::Out { dir, formed, facing, hand };
                let legal = |shape| {
                    let decision = Decision::Move(out(shape));
                    if self.may_on_the_chit(moving, decision).is_err() || alike && goes.get() == Some(false) {
                        return false;
                    }
                    let Ok(plan) = self.draft(moving, decision) else { return false };
                    let Some(goes) = goes.get().filter(|_| alike) else {
                        let may = self.may_be_carried_out(moving, &plan).is_ok();
                        goes.set(Some(may));
                        return may;
                    };
                    goes
                };
                self.each_shape(stack, formed, true, &legal, &mut |shape| each(out(shape)))
            })
        })
    }

    /// Whether what a stack does is worth a window at all: routs, recoils and bounces never are (LB 10.1.3d), all else is, with whatever chit
    /// (LB 8.9.2.1h).
    fn is_watched(self, moving: &Moving) -> bool {
        !moving.motion.is_involuntary()
    }
}

impl<L: Listener> Play<'_, L> {
    /// A stack takes up its movement, with leaders who go along: its owner is asked for one act after another until it halts. Whoever
    /// calls has put on the agenda what comes after it.
    pub fn begin_move(&mut self, motion: Motion, stack: &Stack, leaders: LeaderSet, allowance: Points) {
        let Some(&top) = stack.first() else { return };
        let moving = Moving {
            motion,
            top,
            units: stack.iter().copied().collect(),
            leaders,
            from: self.unit(top).hexes,
            allowance,
            spent: Points::ZERO,
            entered: 0,
            in_line: 0,
            acted: false,
            stopped: false,
            checked: false,
            halved: false,
            turning: false,
            turned: false,
        };
        self.resume_move(moving);
        // Those who set out next to cavalry in whose zone they are (LB 19.18.4).
        self.open_window(Trigger::PickedUp, top, moving.units, None);
    }

    /// A move goes on from how it stands.
    pub(crate) fn resume_move(&mut self, moving: Moving) {
        let (value, overflow) = self.state.with_overflow();
        if overflow.keep(&mut value.moves, moving) {
            self.push(Step::Move(MoveStep::Going));
        }
    }

    /// The whole stack a unit is in moves with all it has, and its leaders with it.
    pub fn begin_move_of_stack(&mut self, motion: Motion, id: UnitId) {
        let table = self.table();
        let stack = table.stack_of(id);
        let leaders = stack.iter().flat_map(|&one| table.leaders_with(one)).collect();
        let allowance = table.allowance(&stack);
        self.begin_move(motion, &stack, leaders, allowance);
    }

    /// A decision of a stack on the move. The step is still on the agenda.
    pub(super) fn act(&mut self, decision: Decision) {
        match decision {
            Decision::Assault(choice) => return self.act_assaults(choice),
            Decision::Charge(choice) => return self.act_charges_on_the_move(choice),
            Decision::Gun(choice) => return self.act_guns(choice),
            _ => {}
        }
        let Some(&moving) = self.table().moving() else { return };
        match decision {
            Decision::Move(MoveChoice::Halt) => {
                self.pop();
                self.end_move();
            }
            Decision::Move(MoveChoice::Leave(id)) => self.lets_go(id, false),
            Decision::Move(MoveChoice::Drop(id)) => {
                self.lets_go(id, true);
                self.tell("LB 13.1.3.4a", told::IS_DROPPED, &[Who::Unit(id)]);
            }
            Decision::Move(MoveChoice::LeaveLeader(leader)) => {
                if let Some(moving) = self.state.moves.last_mut() {
                    moving.leaders.remove(leader);
                }
            }
            Decision::Move(MoveChoice::Restack(_)) => self.announce(&moving, decision, Some(Trigger::Restacks), None),
            Decision::Form(FormChoice::Lie | FormChoice::Stand) => self.lie_or_stand(&moving, decision),
            // LB 12.1.3a.
            Decision::Form(FormChoice::BreakDown | FormChoice::Reform(_)) => {
                self.announce(&moving, decision, Some(Trigger::Spends), None);
            }
            _ => {
                let Ok(plan) = self.table().plan(&moving, decision) else { return };
                if self.table().must_check_to_leave(&moving, &plan) && !self.checks_out(&moving) {
                    return;
                }
                if plan.reforms && plan.trigger == Some(Trigger::Spends) && !self.changes_after_declaring(&moving) {
                    return;
                }
                let Some(&moving) = self.table().moving() else { return };
                self.announce(&moving, decision, plan.trigger, plan.to());
            }
        }
    }

    /// The stack checks to leave an enemy zone (LB 10.2.2a, 10.2.2b); whoever fails stays, and whoever passes goes on. Tells whether
    /// anybody goes.
    fn checks_out(&mut self, moving: &Moving) -> bool {
        let stack = self.table().moving_stack(moving);
        let passed = self.check_to_leave(&stack, &[]);
        for &id in stack.iter().filter(|id| !passed.contains(id)) {
            self.unit_mut(id).turn.movement.moved = true;
        }
        if let Some(moving) = self.state.moves.last_mut() {
            stack.iter().filter(|id| !passed.contains(id)).for_each(|&id| moving.units.remove(id));
            (moving.checked, moving.acted) = (true, moving.acted);
            if let Some(&top) = passed.first() {
                moving.top = top;
            }
        }
        !passed.is_empty()
    }

    /// What it is about to do is announced, and done after the enemy has reacted: to points spent in a zone, to leaving one, to each act for
    /// itself (LB 10.1.3b, 10.1.3c, 10.1.3f, 10.1.3.2b).
    fn announce(&mut self, moving: &Moving, decision: Decision, trigger: Option<Trigger>, to: Option<Hex>) {
        self.push(Step::Move(MoveStep::Perform(decision)));
        let Some(trigger) = trigger.filter(|_| self.table().is_watched(moving)) else { return };
        self.open_window(trigger, moving.top, moving.units, to);
        if trigger != Trigger::Restacks {
            self.charges_before_act(moving);
        }
    }

    /// The act is done, if it still may be. The step has been taken off the agenda.
    pub(super) fn perform(&mut self, decision: Decision) {
        let (before, steady) = (self.table().moving().copied(), self.state.steady());
        self.tidy_move();
        let Some(&moving) = self.table().moving() else { return };
        match decision {
            Decision::Move(MoveChoice::Face(_)) => {
                if let Ok(plan) = self.table().plan(&moving, decision) {
                    self.carry_out(&moving, &plan);
                }
                // It has turned, and nothing else has happened.
                let turned = |moving: Moving| Moving { turning: false, turned: false, ..moving };
                if before.map(turned) == self.table().moving().copied().map(turned) {
                    self.state.stays_steady(steady);
                }
            }
            Decision::Move(MoveChoice::Restack(id)) => self.restack_on(&moving, id),
            Decision::Form(FormChoice::BreakDown) => self.break_down_on_the_move(&moving),
            Decision::Form(FormChoice::Reform(regiment)) => self.reform_on_the_move(&moving, regiment),
            _ => {
                if let Ok(plan) = self.table().plan(&moving, decision) {
                    self.carry_out(&moving, &plan);
                }
            }
        }
    }

    fn restack_on(&mut self, moving: &Moving, id: UnitId) {
        if self.table().may_restack(moving, id).is_err() {
            return;
        }
        let stack = self.table().stack_of(moving.top);
        let order: Stack = std::iter::once(id).chain(stack.into_iter().filter(|&other| other != id)).collect();
        self.state.restack(&order);
        if let Some(moving) = self.state.moves.last_mut() {
            moving.top = id;
        }
        self.tell("LB 11.2.1a", told::GOES_TO_THE_TOP, &[Who::Unit(id)]);
    }

    /// Units that have been lost, run or stayed are on the move no longer.
    fn tidy_move(&mut self) {
        let Some(&moving) = self.table().moving() else { return };
        let table = self.table();
        let able = |id: UnitId| table.unit(id).on_map() && !table.is_pgd(id);
        let top = if able(moving.top) { Some(moving.top) } else { moving.units.iter().find(|&id| able(id)) };
        let near = |id: UnitId| top.is_some_and(|top| table.unit(top).hexes.meets(table.unit(id).hexes));
        let units: UnitSet = moving.units.iter().filter(|&id| able(id) && near(id)).collect();
        let at = top.map(|top| table.unit(top).hexes);
        let here = |leader: LeaderId| {
            let him = table.leader(leader);
            him.on_map() && at.is_some_and(|at| at.contains(him.hex))
        };
        let leaders: LeaderSet = moving.leaders.iter().filter(|&leader| here(leader)).collect();
        let first = top.map(|top| table.stack_of(top).into_iter().find(|&id| units.contains(id)).unwrap_or(top));
        if let Some(moving) = self.state.moves.last_mut() {
            (moving.units, moving.leaders) = (units, leaders);
            if let Some(top) = first {
                moving.top = top;
            }
        }
    }

    /// A unit is left out of a move, or dropped off on the way: then it has moved (LB 13.1.3.4a).
    fn lets_go(&mut self, id: UnitId, dropped: bool) {
        let Some(moving) = self.state.moves.last_mut() else { return };
        moving.units.remove(id);
        let moving = *moving;
        if dropped {
            self.unit_mut(id).turn.movement.moved = true;
        }
        self.tidy_move();
        // What is left may be faster than it was together, as long as it has not set out (LB 13.1.3.1a).
        let stack = self.table().moving_stack(&moving);
        let allowance = self.table().allowance(&stack);
        if let Some(moving) = self.state.moves.last_mut().filter(|moving| !moving.acted) {
            moving.allowance = moving.allowance.max(allowance);
        }
    }

    /// The plan is carried out: points, hexes, formation, leaders, zones, and what the enemy may do about it.
    fn carry_out(&mut self, moving: &Moving, plan: &Plan) {
        let Some(&(top, first)) = plan.bodies.first() else { return };
        let was = self.unit(top).hexes;
        let counts = self.table().pays_for_every_second(top);
        let joined: Option<UnitId> = plan.to().filter(|_| plan.joins).and_then(|hex| self.table().top_at(hex));
        if plan.entered > 0 {
            self.lead_leaders(moving.leaders, was, first.hexes);
        }
        for (id, body) in &plan.bodies {
            let (side, old) = (self.table().side(*id), self.unit(*id).hexes);
            let fresh = body.formed == Formed::Square && self.unit(*id).formed != Formed::Square;
            self.unit_mut(*id).turn.formations.joins = plan.joins && fresh;
            self.place(*id, body.hexes, body.facing, body.formed);
            self.unit_mut(*id).turn.movement.spent += plan.cost;
            if plan.entered == 0 {
                self.gather_leaders(side, old, body.hexes);
            }
        }
        let (turning, turned) = (plan.reforms, plan.turns());
        let acts = plan.cost > Points::ZERO || plan.entered > 0 || self.table().turning_is_action();
        if let Some(moving) = self.state.moves.last_mut() {
            moving.spent += plan.cost;
            moving.entered = moving.entered.saturating_add(plan.entered);
            moving.in_line += if counts { plan.entered } else { 0 };
            moving.acted |= acts;
            (moving.turning, moving.turned) = (turning, turned);
        }
        self.tell_plan(top, plan);
        if plan.entered > 0
            && let Some(now) = self.table().moving()
            && self.table().stops_after(now)
            && let Some(moving) = self.state.moves.last_mut()
        {
            moving.stopped = true;
        }
        let Some(&now) = self.table().moving() else { return };
        if plan.cost > Points::ZERO || plan.entered > 0 {
            self.push(Step::Move(MoveStep::Acted));
        }
        self.after_entering(&now, plan, was, joined);
    }

    /// What others have to do with what was done: chapters 16, 18 and 19.
    pub(super) fn acted(&mut self) {
        let Some(&moving) = self.table().moving() else { return };
        self.leader_arrives(&moving);
        self.guns_after_act(&moving);
        self.charges_after_act(&moving);
        self.assaults_after_act(&moving);
    }

    /// Reactions that come after the deed: to a stack that has joined friends and conformed (LB 12.2.1f), come out of cover, or entered an
    /// Opportunity Charge Zone (LB 10.1.3g, 10.1.3.1a, 10.1.3.1c, 12.7.5b, 12.9.4.1a).
    fn after_entering(&mut self, moving: &Moving, plan: &Plan, was: Hexes, joined: Option<UnitId>) {
        if plan.entered == 0 {
            return;
        }
        if let Some(choice) = plan.forms {
            self.push(Step::Move(MoveStep::TakesForm(choice)));
            self.open_window(Trigger::Spends, moving.top, moving.units, None);
            return;
        }
        // Whoever comes to a Square, or in Square to guns that stand there (LB 12.9.4.2a).
        let square = joined.is_some()
            && plan.to().is_some_and(|hex| self.state.stack(hex).any(|id| self.unit(id).formed == Formed::Square));
        // Whoever takes another formation there has spent points there; others have only come in (LB 10.1.3g, 10.1.3.1a).
        // Joining a Square is one, whoever comes (LB 12.9.4.1a).
        let trigger = if plan.conforms || square { Trigger::Joined } else { Trigger::EnteredZone };
        self.open_window_after(trigger, moving.top, moving.units, None, Some(was));
        if let Some(hex) = plan.to().filter(|_| square) {
            self.push(Step::Form(crate::formations::FormStep::JoinsSquare(hex)));
        }
    }

    /// A stack that has come out of cover takes the formation it wanted, if it still can (LB 12.7.2b).
    pub(super) fn takes_form(&mut self, choice: FormChoice) {
        let FormChoice::Change { formed, facing, hand } = choice else { return };
        self.tidy_move();
        let Some(&moving) = self.table().moving() else { return };
        for id in self.table().moving_stack(&moving) {
            let unit = *self.unit(id);
            let guns = self.table().is_artillery(id) || self.table().is_wagon(id);
            if unit.order != Order::Good || unit.turn.movement.halted || guns {
                continue;
            }
            if let Ok(body) = self.table().shaped(id, unit.hexes.head(), formed, facing, hand) {
                self.place(id, body.hexes, body.facing, body.formed);
                self.tell("LB 12.7.2b", told::FORMS, &[Who::Unit(id), Who::Formed(formed)]);
            }
        }
    }

    /// Puts a unit somewhere, formed like that.
    pub(crate) fn place(&mut self, id: UnitId, hexes: Hexes, facing: Facing, formed: Formed) {
        if self.unit(id).order == Order::Good {
            self.unit_mut(id).formed = formed;
        }
        let facing = if self.unit(id).order == Order::Good { facing } else { Facing::Round };
        self.state.put(id, hexes, facing);
        self.note_bulk(id);
    }

    /// Leaders go along, each with the part of the unit he is with (LB 8.1.1.1a, 8.1.5a).
    pub(crate) fn lead_leaders(&mut self, leaders: LeaderSet, was: Hexes, now: Hexes) {
        for leader in leaders.iter() {
            let at = self.state.leaders[leader.ix()].hex;
            let place = was.iter().position(|hex| hex == at).unwrap_or(0);
            self.leader_mut(leader).hex = now.get(place).unwrap_or(now.head());
        }
    }

    /// A unit lies in other hexes than before without having gone anywhere: leaders stay where they are with it, and come along from hexes
    /// that it has given up, if nobody else is there to stay with (LB 8.1.1.1a).
    pub(crate) fn gather_leaders(&mut self, side: Side, was: Hexes, now: Hexes) {
        for hex in was.iter().filter(|&hex| !now.contains(hex)) {
            if self.table().friend_at(side, hex) {
                continue;
            }
            let near = now.iter().min_by_key(|&own| self.rules.ground.grid.distance(own, hex)).unwrap_or(now.head());
            let stranded: ArrayVec<LeaderId, 8> = self.table().leaders_at(side, hex).take(8).collect();
            for leader in stranded {
                self.leader_mut(leader).hex = near;
            }
        }
    }

    fn tell_plan(&mut self, top: UnitId, plan: &Plan) {
        let Some((_, body)) = plan.bodies.first() else { return };
        let (hexes, facing, formed) = (body.hexes, body.facing, body.formed);
        let cost = Who::Points(plan.cost);
        if plan.entered > 0 {
            self.tell("LB 13.1.1a", told::GOES, &[Who::Unit(top), Who::Hexes(hexes), cost]);
        } else if plan.reforms {
            self.tell("LB 12.2.1d", told::CHANGES, &[Who::Unit(top), Who::Formed(formed), Who::Facing(facing), cost]);
        } else if plan.cost > Points::ZERO {
            self.tell("LB 12.3.4a", told::COVERS, &[Who::Unit(top), Who::Hexes(hexes), cost]);
        } else {
            self.tell("LB 9.2b", told::TURNS, &[Who::Unit(top), Who::Facing(facing)]);
        }
    }

    /// A stack that is on the move is Disordered: what is left of its points is halved, once (LB 12.11.2a).
    pub(crate) fn halve_move(&mut self, id: UnitId) {
        for moving in self.state.moves.iter_mut().filter(|moving| moving.units.contains(id) && !moving.halved) {
            let left = Fraction::of(moving.left().twelfths().into(), 12) * Fraction::HALF;
            let whole = u8::try_from(left.nearest()).unwrap_or(u8::MAX);
            moving.allowance = moving.spent + Points::whole(whole);
            moving.halved = true;
        }
    }

    /// The innermost move is over. The step has been taken off the agenda.
    pub(crate) fn end_move(&mut self) {
        self.tidy_move();
        let Some(moving) = self.state.moves.pop() else { return };
        let stack = self.table().moving_stack(&moving);
        for id in moving.units.iter() {
            self.unit_mut(id).turn.movement.moved = true;
        }
        for leader in moving.leaders.iter().filter(|_| moving.acted) {
            self.leader_has_moved(leader);
        }
        if moving.motion == Motion::ReactionMove {
            self.tires_by_reaction(&moving);
        }
        self.assaults_after_move(&moving);
        self.charges_after_move(&moving);
        self.guns_after_move(&moving);
        let Some(&top) = stack.first() else { return };
        let hexes = self.unit(top).hexes;
        for hex in hexes.iter() {
            self.rests_in(hex, &moving);
        }
    }

    /// Guns face as the foot they are with, and by themselves when it has gone on (LB 18.1a, 18.1b).
    pub(crate) fn turn_guns_with_foot(&mut self) {
        for &id in &self.rules.guns {
            let (unit, table) = (self.unit(id), self.table());
            if unit.on_map() && table.is_unlimbered(id) && table.faced(id, unit.facing) != unit.facing {
                self.settle_guns(self.unit(id).hexes.head());
            }
        }
    }

    /// All who are in a hex face as its top unit does, each as its formation faces (LB 9.1a, 18.1b).
    pub(crate) fn face_alike(&mut self, hex: Hex) {
        let all = self.table().stack_at(hex);
        let plain = |&&id: &&UnitId| !self.table().is_unlimbered(id) || self.table().foot_with(id).is_none();
        // Whoever lies in several hexes cannot turn by himself: those who come to him do.
        let spread = |&&id: &&UnitId| self.unit(id).hexes.len() > 1;
        let facing = |id: &UnitId| Some(self.unit(*id).facing).filter(|&facing| facing != Facing::Round);
        let by_spread = all.iter().filter(plain).filter(spread).find_map(facing);
        let top = by_spread.or_else(|| all.iter().filter(plain).find_map(facing));
        for &id in all.iter().filter(|&&id| self.unit(id).hexes.len() == 1).collect::<ArrayVec<_, 8>>() {
            let own = self.unit(id).facing;
            let wish = top.filter(|&top| self.table().faced(id, top) == top);
            let facing = wish.unwrap_or_else(|| self.table().faced(id, own));
            self.unit_mut(id).facing = facing;
        }
    }

    /// Good Order that stays with Disorder is lost (LB 11.1.2i); what was held up where it may not stay is too many there (LB 11.1.5a).
    fn rests_in(&mut self, hex: Hex, moving: &Moving) {
        self.face_alike(hex);
        self.mix_orders(hex);
        if !self.table().fits(hex) {
            self.violate(Violation::new(hex, moving.units, Motion::Displacement));
        }
    }

    /// Cavalry that spends more than half its points in a Reaction Move is Exhausted (LB 19.19.3).
    fn tires_by_reaction(&mut self, moving: &Moving) {
        for id in moving.units.iter() {
            let whole = self.table().allowance_of(id);
            if self.unit(id).on_map() && moving.spent.times(2) > whole {
                let unit = self.unit_mut(id);
                unit.readiness = Readiness::Exhausted;
                unit.turn.charges.overdid = true;
                self.tell("LB 19.19.3", told::IS_EXHAUSTED, &[Who::Unit(id)]);
            }
        }
    }
}
