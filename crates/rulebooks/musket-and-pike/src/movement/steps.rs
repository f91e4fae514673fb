//! Chapters 6.2 and 7.1: one step of a move after another.

use super::duty::{Duty, Goals};
use super::{Activity, MoveChoice, MoveStep, Moving, not_asked};
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId, UnitSet};
use crate::decision::Decision;
use crate::face::told::{Of, movement as told};
use crate::facing::{COUNTER_MARCH, Pose, Shape, WHEEL};
use crate::fire::{FireChoice, Mode};
use crate::formation::HEDGEHOG;
use crate::reaction::{Event, Trigger};
use crate::state::{Formation, Mark, Morale, Orders, Slot, Steps};
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Listener, Question, Refusal};

/// What a single step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stride {
    pub pose: Pose,
    pub cost: u8,
    /// The unit it stacks with there (MP 8.2.2a).
    pub joins: Option<UnitId>,
    /// The cavalry it takes in there (MP 8.4a).
    pub takes_in: Option<UnitId>,
    /// The move is over after it.
    pub ends: bool,
}

impl Stride {
    fn to(pose: Pose, cost: u8) -> Stride {
        Stride { pose, cost, joins: None, takes_in: None, ends: false }
    }
}

fn pistol_at(at: Hex) -> FireChoice {
    FireChoice::Shoot { half: None, at, mode: Mode::Pistol }
}

/// Not enough points (MP 7.1.1e).
fn too_dear() -> Refusal {
    Refusal::new("MP 7.1.1e", "there are not enough movement points left for that")
}

impl Table<'_> {
    /// Whether the ground, the stack, the unit and its Orders let it take a step. Whether a duty forbids it is another question.
    pub(crate) fn stride_of(self, moving: &Moving, choice: MoveChoice) -> Result<Stride, Refusal> {
        if self.move_is_over(moving) {
            return Err(Refusal::new("MP 7.3.1e", "the unit can go no further"));
        }
        // Light Infantry under its cavalry has the cavalry's facing until it has left it (ruling MP G-A65).
        if self.unit(moving.unit).slot == Slot::Under && !matches!(choice, MoveChoice::Ahead(_)) {
            return Err(Refusal::new("MP 8.2.1a", "it walks off into a front hex first, or not at all"));
        }
        let stride = match choice {
            MoveChoice::Ahead(dir) => self.stride_ahead(moving, dir),
            MoveChoice::Turn(vertex) => self.stride_turn(moving, vertex),
            MoveChoice::Wheel(pivot) => self.stride_wheel(moving, pivot),
            MoveChoice::CounterMarch => self.stride_counter_march(moving),
            MoveChoice::Hedgehog => self.stride_hedgehog(moving),
            MoveChoice::Restack => self.stride_restack(moving),
            MoveChoice::Pistol(at) => self.stride_pistol(moving, at),
            MoveChoice::Squeeze(hex) => self.stride_squeeze(moving, hex),
            _ => Err(not_asked()),
        }?;
        if stride.cost > moving.left() {
            return Err(too_dear());
        }
        self.may_ride_bridge(moving, &stride).map(|()| stride)
    }

    /// A unit that is gone, broken in formation or morale, in Hedgehog or told to stop moves no more (MP 6.3.2b, 7.3.1e, 9.1.6a). Only moves end so: pursuits,
    /// retreats and advances go on (MP 7.3.1f).
    #[inline]
    pub(crate) fn move_is_over(self, moving: &Moving) -> bool {
        let unit = self.unit(moving.unit);
        moving.stopped
            || !unit.on_map()
            || unit.morale == Morale::Broken
            || matches!(unit.formation, Formation::Broken | Formation::Hedgehog | Formation::None)
    }

    fn stride_ahead(self, moving: &Moving, dir: Dir) -> Result<Stride, Refusal> {
        let id = moving.unit;
        let (shape, from) = (self.shape(id), self.pose(id));
        if !self.ways_ahead(shape, from).contains(dir) {
            return Err(Refusal::new("MP 7.1.1c", "a unit moves into its front hexes only; it must turn first"));
        }
        self.pose_ahead(shape, from, dir).ok_or(Refusal::new("MP 7.1.1a", "the map ends there"))?;
        self.may_enter_more(moving, from)?;
        self.stride_into(moving, shape, from, dir)
    }

    /// The same of a unit that may enter hexes, and of one before its front.
    fn stride_into(self, moving: &Moving, shape: Shape, from: Pose, dir: Dir) -> Result<Stride, Refusal> {
        let id = moving.unit;
        let to = self.pose_into(shape, from, dir).ok_or(Refusal::new("MP 7.1.1a", "the map ends there"))?;
        self.commander_lets_go(id, to)?;
        let mut stride = Stride::to(to, 0);
        self.is_wide_enough(id, from, to)?;
        for hex in to.hexes().filter(|hex| !from.covers(*hex)) {
            self.note_company_there(moving, hex, &mut stride)?;
            self.adjacency_allows(id, hex)?;
        }
        let ground = if to.other.is_none() { self.entry_cost(id, from.hex, dir) } else { self.step_cost(id, from, to) };
        stride.cost += ground.ok_or(Refusal::new("MP 7.1.1a", "that ground is prohibited to the unit"))?;
        Ok(stride)
    }

    /// Receive Charge lets a unit enter one hex (MP 5.6.3a); a charging unit next to an enemy nobody else faces is stuck (MP 5.6.1f).
    fn may_enter_more(self, moving: &Moving, from: Pose) -> Result<(), Refusal> {
        match self.obeys(moving.unit) {
            Some(Orders::ReceiveCharge) if moving.entered_under_orders > 0 => {
                Err(Refusal::new("MP 5.6.3a", "under Receive Charge a unit moves one hex at most"))
            }
            Some(Orders::Charge) if self.holds_fast(moving.unit, from).is_some() => {
                Err(Refusal::new("MP 5.6.1f", "an enemy unit that no other friend faces holds it where it is"))
            }
            _ => Ok(()),
        }
    }

    /// What stands on a hex to be entered: nothing in the way, a partner to stack with, or cavalry to take in. The last two, and a gun that comes to another
    /// unit, end the move (MP 7.3.3i, 8.2.2a, 8.4b).
    fn note_company_there(self, moving: &Moving, hex: Hex, stride: &mut Stride) -> Result<(), Refusal> {
        let id = moving.unit;
        let Some(body) = self.body_at(hex).filter(|&body| body != id) else { return self.may_stand(id, hex) };
        let partner = moving.leaves.then(|| self.unit(id).with).flatten();
        if self.may_join(id, body) && partner.is_none() {
            stride.joins = Some(body);
            stride.ends = true;
            stride.cost += self.cost_to_face_like(id, body);
            stride.pose.facing = self.unit(body).facing;
            return Ok(());
        }
        if self.may_incorporate(id, body).is_ok() {
            stride.takes_in = Some(body);
            stride.ends = true;
            return Ok(());
        }
        self.may_stand(id, hex)?;
        stride.ends = true;
        Ok(())
    }

    /// Points to turn as the unit stands that it stacks with (MP 8.2.2b).
    fn cost_to_face_like(self, id: UnitId, other: UnitId) -> u8 {
        let places = self.unit(id).facing.turns_to(self.unit(other).facing);
        if places == 3 { COUNTER_MARCH } else { places * self.turn_cost(id) }
    }

    /// A unit does not leave its Wing Commander alone who cannot come to another (MP 5.2.1d; ruling G-A15).
    pub(crate) fn commander_lets_go(self, id: UnitId, to: Pose) -> Result<(), Refusal> {
        match self.tied_to(id) {
            Some(hex) if !to.covers(hex) => Err(Refusal::new(
                "MP 5.2.1d",
                "it would leave its Wing Commander alone, who cannot move to another unit of his Wing",
            )),
            _ => Ok(()),
        }
    }

    /// Turning is allowed under any Orders, next to enemies too (MP 5.6.5b).
    fn stride_turn(self, moving: &Moving, vertex: Vertex) -> Result<Stride, Refusal> {
        let id = moving.unit;
        let (shape, from) = (self.shape(id), self.pose(id));
        let places = from.facing.turns_to(vertex);
        match shape {
            Shape::Free => Err(Refusal::new("MP 6.1c", "it has no facing")),
            Shape::Double => Err(Refusal::new("MP 6.2.1c", "a two-hex unit wheels to change its facing")),
            _ if places == 0 => Err(Refusal::new("MP 6.2.1a", "it faces that way already")),
            Shape::Single if places == 3 => Err(Refusal::new("MP 6.2.2a", "turning about is a counter march")),
            Shape::Single => Ok(self.turn_on_the_spot(id, vertex)),
            Shape::Long => {
                let hand = Hand::BOTH.into_iter().find(|&hand| from.facing.turned(hand, 1) == vertex);
                let to = hand.and_then(|hand| self.pose_turned(shape, from, hand));
                let to = to.ok_or(Refusal::new("MP 6.2.1e", "a Column turns by one hexside, its tail on the map"))?;
                for hex in to.hexes().filter(|hex| !from.covers(*hex)) {
                    self.tail_may_swing_to(id, hex)?;
                    self.adjacency_allows(id, hex)?;
                }
                self.commander_lets_go(id, to)?;
                Ok(Stride::to(to, self.turn_cost(id)))
            }
        }
    }

    #[inline]
    fn turn_on_the_spot(self, id: UnitId, vertex: Vertex) -> Stride {
        let from = self.pose(id);
        Stride::to(Pose { facing: vertex, ..from }, from.facing.turns_to(vertex) * self.turn_cost(id))
    }

    /// The tail of a Column swings for nothing, but only to a free hex that is not prohibited (MP 6.3.4e; ruling G-A44).
    pub(crate) fn tail_may_swing_to(self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        self.may_stand(id, hex)?;
        let column = self.terrain_column(id) as usize;
        let barred = self.ground().terrain_of(hex).cost[column] == crate::charts::Cost::Prohibited;
        if barred || self.enemy_at(self.side(id), hex).is_some() {
            return Err(Refusal::new("MP 6.3.4e", "the tail of the Column cannot swing there"));
        }
        Ok(())
    }

    fn stride_wheel(self, moving: &Moving, pivot: Hand) -> Result<Stride, Refusal> {
        let id = moving.unit;
        let (shape, from) = (self.shape(id), self.pose(id));
        if shape != Shape::Double {
            return Err(Refusal::new("MP 6.2.1c", "only a two-hex unit in line wheels"));
        }
        let to = self.pose_wheeled(shape, from, pivot).ok_or(Refusal::new("MP 7.1.1a", "the map ends there"))?;
        if self.obeys(id) == Some(Orders::ReceiveCharge) && moving.entered_under_orders > 0 {
            return Err(Refusal::new("MP 5.6.3b", "under Receive Charge a unit wheels one hex at most"));
        }
        self.commander_lets_go(id, to)?;
        self.is_wide_enough(id, from, to)?;
        for hex in to.hexes().filter(|hex| !from.covers(*hex)) {
            self.may_stand(id, hex)?;
            self.may_pivot_to(moving, from, to, hex)?;
        }
        let ground = self.step_cost(id, from, to);
        let cost = ground.ok_or(Refusal::new("MP 7.1.1a", "that ground is prohibited to the unit"))?;
        Ok(Stride::to(to, cost + WHEEL))
    }

    pub(crate) fn is_wide_enough(self, id: UnitId, from: Pose, to: Pose) -> Result<(), Refusal> {
        if self.is_too_narrow(id, from, to) {
            return Err(Refusal::new("MP 7.3.5g", "a line takes a bridge as a whole, by squeezing, or not at all"));
        }
        Ok(())
    }

    /// A wheel may bring a half next to an enemy where a move could not: to one that the other half is next to already, whoever else is near (MP 5.6.5d), under
    /// Receive Charge to those that the unit started next to (MP 5.6.3b).
    fn may_pivot_to(self, moving: &Moving, from: Pose, to: Pose, hex: Hex) -> Result<(), Refusal> {
        let id = moving.unit;
        let allowed = self.adjacency_allows(id, hex);
        let side = self.side(id);
        if allowed.is_ok() || !moving.in_command || self.enemy_at(side, hex).is_some() {
            return allowed;
        }
        let grid = &self.ground().grid;
        let touches = |at: Hex, enemy: UnitId| self.unit(enemy).hexes().any(|own| grid.adjacent(own, at));
        let stays = to.hexes().find(|own| from.covers(*own));
        let near = || self.neighbours(hex).filter_map(|near| self.enemy_at(side, near));
        let start = moving.start_pose();
        let started_near = |enemy: UnitId| start.hexes().any(|own| touches(own, enemy));
        let excused = near().any(|enemy| stays.is_some_and(|half| touches(half, enemy)))
            || self.obeys(id) == Some(Orders::ReceiveCharge) && near().all(started_near);
        if excused { Ok(()) } else { allowed }
    }

    fn stride_counter_march(self, moving: &Moving) -> Result<Stride, Refusal> {
        let id = moving.unit;
        let to = self.pose_counter_marched(self.shape(id), self.pose(id));
        to.map(|to| Stride::to(to, COUNTER_MARCH)).ok_or(Refusal::new("MP 6.1c", "it has no facing"))
    }

    /// Forming Hedgehog is part of a move under any Orders and ends it (MP 6.3.2b, 6.3.2e; ruling G-A47).
    fn stride_hedgehog(self, moving: &Moving) -> Result<Stride, Refusal> {
        self.may_form_hedgehog_by_points(moving.unit)?;
        Ok(Stride { ends: true, ..Stride::to(self.pose(moving.unit), HEDGEHOG) })
    }

    /// The order of a stack changes by the move of the unit that is no gun, in a hex where it has been since it began; where it comes to a gun it is asked as it
    /// stops (MP 8.3.1a, 8.3.2a, 8.3.2c).
    fn stride_restack(self, moving: &Moving) -> Result<Stride, Refusal> {
        let stays_with = |gun: UnitId| moving.kept.contains(&Some(self.unit(gun).hex));
        if !self.is_body(moving.unit) || !self.guns_with(moving.unit).any(stays_with) {
            return Err(Refusal::new("MP 8.3.2a", "there is no gun in its hex to change places with"));
        }
        if moving.restacked {
            return Err(Refusal::new("MP 8.3.2a", "the order of a stack changes once in a move"));
        }
        Ok(Stride::to(self.pose(moving.unit), 0))
    }

    /// One pistol shot at any point of the move (MP 10.2a, 10.2c), not out of command (MP 5.4.3g).
    fn stride_pistol(self, moving: &Moving, at: Hex) -> Result<Stride, Refusal> {
        if moving.fired {
            return Err(Refusal::new("MP 10.2c", "one pistol shot a move"));
        }
        if !moving.in_command {
            return Err(Refusal::new("MP 5.4.3g", "a unit out of command fires in reaction only"));
        }
        if !self.has_pistols(moving.unit) {
            return Err(Refusal::new("MP 10.2a", "only cavalry fires while it moves"));
        }
        self.judge_fire_action(moving.unit, pistol_at(at))?;
        Ok(Stride::to(self.pose(moving.unit), 0))
    }

    // The question.

    pub(crate) fn judge_next(self, choice: MoveChoice) -> Result<(), Refusal> {
        let moving = self.state.moves.last().ok_or_else(not_asked)?;
        let mut goals = Goals::new();
        let duty = self.duty(moving, &mut goals);
        self.judge_step(moving, &duty, choice)
    }

    fn judge_step(self, moving: &Moving, duty: &Duty<'_>, choice: MoveChoice) -> Result<(), Refusal> {
        if choice == MoveChoice::Stop {
            self.off_bridge(moving)?;
            return self.duty_lets_stop(moving, duty);
        }
        let stride = self.stride_of(moving, choice)?;
        self.duty_lets_go(moving, duty, &stride)
    }

    pub(crate) fn ask_next(self, menu: &mut Vec<Decision>) -> Question {
        let known = self.state.known_steps();
        if let Some(steps) = known {
            menu.extend(steps.iter().map(|&choice| Decision::Move(choice)));
        } else if let Some(moving) = self.state.moves.last() {
            let mut goals = Goals::new();
            let duty = self.duty(moving, &mut goals);
            menu.extend(self.all_steps(moving, &duty).into_iter().map(Decision::Move));
        }
        Question::whole("next-step", "MP 7.1.1a", 0)
    }

    /// Whether a step takes in another unit, which is lost by it (MP 8.4c).
    fn gives_up_a_unit(self, moving: &Moving, choice: MoveChoice) -> bool {
        self.stride_of(moving, choice).is_ok_and(|stride| stride.takes_in.is_some())
    }

    /// Every legal step, and of a unit out of command what its way back costs.
    fn steps_and_cost_back(self, moving: &Moving) -> (Steps, Option<u8>) {
        let mut goals = Goals::new();
        let duty = self.duty(moving, &mut goals);
        let cost_back = if let Duty::Return { cost, .. } = duty { cost } else { None };
        (self.all_steps(moving, &duty), cost_back)
    }

    /// Tries every step there is.
    fn all_steps(self, moving: &Moving, duty: &Duty<'_>) -> Steps {
        let (id, left) = (moving.unit, moving.left());
        let mut steps = Steps::new();
        if self.judge_step(moving, duty, MoveChoice::Stop).is_ok() {
            steps.push(MoveChoice::Stop);
        }
        if self.move_is_over(moving) {
            return steps;
        }
        let mut offer = |choice: MoveChoice, stride: Option<Stride>| {
            let legal = stride.is_some_and(|stride| {
                stride.cost <= left
                    && self.may_ride_bridge(moving, &stride).is_ok()
                    && self.keeps_duty(moving, duty, &stride)
            });
            // Two bridges may lead to the same place.
            let known = || matches!(choice, MoveChoice::Squeeze(_)) && steps.contains(&choice);
            if legal && !known() {
                self.state.overflow.keep(&mut steps, choice);
            }
        };
        let (shape, pose) = (self.shape(id), self.pose(id));
        if self.may_enter_more(moving, pose).is_ok() {
            for dir in self.ways_ahead(shape, pose).iter() {
                offer(MoveChoice::Ahead(dir), self.stride_into(moving, shape, pose, dir).ok());
            }
        }
        if self.unit(id).slot == Slot::Under {
            return steps;
        }
        match shape {
            Shape::Single => {
                // Not as it stands, and not about, which is a counter march.
                for vertex in pose.facing.beside() {
                    offer(MoveChoice::Turn(vertex), Some(self.turn_on_the_spot(id, vertex)));
                }
            }
            Shape::Long => {
                for vertex in Hand::BOTH.map(|hand| pose.facing.turned(hand, 1)) {
                    offer(MoveChoice::Turn(vertex), self.stride_turn(moving, vertex).ok());
                }
            }
            Shape::Double => {
                for pivot in Hand::BOTH {
                    offer(MoveChoice::Wheel(pivot), self.stride_wheel(moving, pivot).ok());
                }
            }
            Shape::Free => {}
        }
        if shape != Shape::Free {
            offer(MoveChoice::CounterMarch, self.stride_counter_march(moving).ok());
        }
        if left >= HEDGEHOG && self.is_heavy(id) {
            offer(MoveChoice::Hedgehog, self.stride_hedgehog(moving).ok());
        }
        offer(MoveChoice::Restack, self.stride_restack(moving).ok());
        if shape == Shape::Double && moving.spent == 0 {
            for hex in self.squeezes(pose) {
                offer(MoveChoice::Squeeze(hex), self.stride_squeeze(moving, hex).ok());
            }
        }
        for hex in self.pistol_targets(moving) {
            offer(MoveChoice::Pistol(hex), self.stride_pistol(moving, hex).ok());
        }
        steps
    }

    /// The hexes around a unit that it could fire a pistol into as it moves.
    fn pistol_targets(self, moving: &Moving) -> impl Iterator<Item = Hex> {
        let (id, side) = (moving.unit, self.side(moving.unit));
        let loaded = !moving.fired && self.has_pistols(id) && self.unit(id).pistols > 0;
        let leaders = loaded && self.leaders_alone(side);
        let is_target =
            move |hex: &Hex| self.enemy_at(side, *hex).is_some() || leaders && self.target_at(side, *hex).is_some();
        let at = self.unit(id).hex;
        let around: &[Option<Hex>] =
            if leaders || loaded && self.enemy_adjacent(side, at) { self.ground().grid.neighbours(at) } else { &[] };
        around.iter().copied().flatten().filter(is_target)
    }

    /// Whether nothing is left for a unit to do but to stop: no points, and nothing that needs none.
    fn is_spent(self, moving: &Moving) -> bool {
        moving.left() == 0 && self.pistol_targets(moving).next().is_none() && self.stride_restack(moving).is_err()
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_next(&mut self) {
        let Some(&moving) = self.state.moves.last() else {
            self.pop();
            return;
        };
        if self.table().move_is_over(&moving) {
            self.end_move();
            return;
        }
        self.survey_enemies(self.table().side(moving.unit));
        self.look_for_prey_again(&moving);
        let Some(&moving) = self.state.moves.last() else { return };
        if self.table().is_spent(&moving) {
            return self.end_move();
        }
        let (steps, cost_back) = self.table().steps_and_cost_back(&moving);
        if let Some(back) = cost_back.and_then(|cost| self.table().way_back(moving.unit, cost)) {
            self.state.keep_way_back(back);
        }
        match steps.as_slice() {
            [] => self.end_move(),
            [MoveChoice::Stop] => {
                self.unasked(self.table().seat(moving.unit), "next-step", Decision::Move(MoveChoice::Stop));
                self.end_move();
            }
            // Nobody is asked; the ledger tells the way when it is over. No regiment is given up unasked (MP 8.4c).
            &[choice] if !self.table().gives_up_a_unit(&moving, choice) => {
                self.unasked(self.table().seat(moving.unit), "next-step", Decision::Move(choice));
                self.apply_next(choice);
            }
            _ => {
                self.await_seat(self.table().seat(moving.unit));
                self.state.keep_steps(steps);
            }
        }
    }

    fn end_move(&mut self) {
        self.pop();
        self.push(Step::Move(MoveStep::End));
    }

    pub(crate) fn apply_next(&mut self, choice: MoveChoice) {
        let Some(&moving) = self.state.moves.last() else { return };
        let stride = match choice {
            MoveChoice::Stop => return self.end_move(),
            _ => self.table().stride_of(&moving, choice),
        };
        let Ok(stride) = stride else { return self.end_move() };
        match choice {
            MoveChoice::Ahead(_) => self.go(&moving, stride, Event::Enters),
            MoveChoice::Wheel(pivot) => self.go(&moving, stride, Event::Turns { pivot: Some(pivot) }),
            MoveChoice::Turn(_) | MoveChoice::CounterMarch => self.turn(&moving, stride, choice),
            MoveChoice::Hedgehog => self.form_hedgehog(moving.unit, stride.cost),
            MoveChoice::Restack => self.restack(moving.unit),
            MoveChoice::Pistol(at) => self.fire_in_passing(moving.unit, at),
            MoveChoice::Squeeze(_) => self.squeeze(&moving, stride),
            _ => {}
        }
    }

    /// The move on top, to be written in.
    #[inline]
    pub(crate) fn moving_mut(&mut self) -> Option<&mut Moving> {
        self.state.moves.last_mut()
    }

    /// Enters a hex or wheels into it, pays, and lets the enemy react (MP 7.1.1a, 9.1.3a).
    pub(crate) fn go(&mut self, moving: &Moving, stride: Stride, event: Event) {
        let id = moving.unit;
        let (before, known) = (self.table().pose(id), self.table().known_before(id));
        if let Some(moving) = self.moving_mut() {
            moving.spent += stride.cost;
            moving.entered_under_orders += 1;
            moving.turned = false;
            moving.stopped |= stride.ends;
        }
        let facing = if stride.joins.is_some() { before.facing } else { stride.pose.facing };
        self.enter(id, stride.pose.hex, stride.pose.other, facing, Activity::Move);
        self.carry(moving.company, before, self.table().pose(id));
        if let Some(other) = stride.joins {
            self.join_stack(id, other);
        }
        if let Some(other) = stride.takes_in {
            self.incorporate(id, other);
        }
        self.hold_gun_stack(id);
        self.regain_command(id, &known);
        self.go_on_back(&known, stride.cost);
        self.ask_leaders_met(id, before);
        self.trigger_step(id, event, stride.cost > 0);
    }

    /// A leader in a hex that is entered on the way is stacked with the unit and may go along from there (MP 5.1.2d, 5.2.2d).
    fn ask_leaders_met(&mut self, id: UnitId, before: Pose) {
        if self.state.moves.last().is_none_or(|moving| moving.stopped) {
            return;
        }
        for leader in (0..self.state.leaders.len() as u8).map(LeaderId) {
            let (table, met) = (self.table(), !before.covers(self.state.leaders[leader.ix()].hex));
            if met && table.leaders_to_take(id).any(|him| him == leader) {
                self.push(Step::Move(MoveStep::Company(leader)));
            }
        }
    }

    /// A gun or wagon that has come to another unit stays for this activation, and so does that unit (MP 7.3.3i).
    pub(crate) fn hold_gun_stack(&mut self, id: UnitId) {
        if self.table().is_body(id) {
            return;
        }
        if let Some(body) = self.table().body_at(self.unit(id).hex) {
            self.mark(id, Mark::Held, true);
            // Cavalry and the Light Infantry with it are one unit (MP 8.2.1a).
            for unit in self.stack_of(body) {
                self.mark(unit, Mark::Held, true);
            }
        }
    }

    /// Lets the other side react to what the mover has just done (MP 9.1.3a, 9.1.3c, 9.1.3e, 6.2.4a).
    pub(crate) fn trigger_step(&mut self, id: UnitId, event: Event, spent: bool) {
        if !self.unit(id).on_map() {
            return;
        }
        let reacts = self.table().side(id).other();
        let trigger =
            Trigger { unit: id, event, spent, ran: false, retreating: false, artillery: false, barred: UnitSet::EMPTY };
        self.trigger(trigger, reacts);
    }

    /// Changes facing on the spot: all turning in one hex is one trigger. Or swings the tail of a Column round its head, which is one each time, as a wheel is
    /// (ruling G-A32).
    fn turn(&mut self, moving: &Moving, stride: Stride, choice: MoveChoice) {
        let id = moving.unit;
        let (before, known) = (self.table().pose(id), self.table().known_before(id));
        let Pose { hex, other, facing } = stride.pose;
        self.set_off(id, Activity::Move);
        self.state.put(id, hex, other, facing);
        self.note_step(id);
        if let Some(partner) = self.unit(id).with {
            self.unit_mut(partner).facing = facing;
        }
        if choice != MoveChoice::CounterMarch {
            self.carry(moving.company, before, stride.pose);
        }
        stride.pose.hexes().filter(|hex| !before.covers(*hex)).for_each(|hex| self.swing_onto(id, before, hex));
        let swings = !before.turns_in_place(stride.pose);
        if let Some(moving) = self.moving_mut() {
            moving.spent += stride.cost;
            moving.run = 0;
            // What it turns after its tail has swung is another change of facing, as after a wheel.
            moving.turned = !swings;
            moving.keep_to(stride.pose);
        }
        // Next to an enemy it may have turned where it likes, and not on its way back.
        if !moving.may_stay {
            self.go_on_back(&known, stride.cost);
        }
        if swings || !moving.turned {
            // The head is the right half, and stays.
            self.trigger_step(id, Event::Turns { pivot: swings.then_some(Hand::Right) }, true);
        }
    }

    fn form_hedgehog(&mut self, id: UnitId, cost: u8) {
        self.set_formation(id, Formation::Hedgehog);
        if let Some(moving) = self.moving_mut() {
            moving.spent += cost;
            moving.run = 0;
            moving.stopped = true;
        }
        self.tell("MP 6.3.2e", told::FORMS_HEDGEHOG, &[Of::Unit(id)]);
    }

    /// Changes places with the guns in its hexes (MP 8.3.2a, 9.1.3e).
    pub(crate) fn restack(&mut self, id: UnitId) {
        let table = self.table();
        let below = table.guns_with(id).any(|gun| table.unit(gun).has(Mark::OnTop));
        self.set_guns_on_top(id, !below);
        if let Some(moving) = self.moving_mut().filter(|moving| moving.unit == id) {
            moving.restacked = true;
        }
        let goes = if below { told::GOES_ON_TOP } else { told::GOES_BELOW };
        self.tell("MP 8.3.2a", goes, &[Of::Unit(id)]);
        self.trigger_step(id, Event::Restacks, false);
    }

    /// A pistol shot in passing costs the Momentum gathered so far (MP 10.2a, 10.2f).
    fn fire_in_passing(&mut self, id: UnitId, at: Hex) {
        if let Some(moving) = self.moving_mut() {
            moving.fired = true;
            moving.run = 0;
            // What it turns after the shot is another change of facing (ruling G-A32).
            moving.turned = false;
        }
        self.begin_fire(id, pistol_at(at));
    }

    /// Momentum for the run, and the order of a stack with guns where the unit stops (MP 8.3.1a, 11.3.6b). Who moved off and has left nobody after all has
    /// acted for both (MP 8.2.1a, 8.2.1h).
    pub(crate) fn work_end(&mut self) {
        self.pop();
        let Some(moving) = self.state.moves.pop() else { return };
        let id = moving.unit;
        self.state.stood.clear();
        if !self.unit(id).on_map() {
            return;
        }
        if moving.leaves && moving.entered == 0 {
            self.act_for_partner(id);
        }
        self.mark_momentum(id, moving.run);
        if moving.entered > 0 {
            self.settle_on_gun(id, moving.kept);
        }
    }

    /// Heavy Infantry and cavalry that have run two clear hexes straight on gather Momentum (MP 11.3.6a, 11.3.6b, 11.3.6i).
    pub fn mark_momentum(&mut self, id: UnitId, run: u8) {
        let table = self.table();
        let able = (table.is_heavy(id) || table.is_cavalry(id))
            && matches!(
                table.unit(id).formation,
                Formation::Normal | Formation::Shaken | Formation::Broken | Formation::OpenOrder
            );
        if able && run >= 2 {
            self.mark(id, Mark::Momentum, true);
            self.tell("MP 11.3.6b", told::HAS_MOMENTUM, &[Of::Unit(id)]);
        }
    }

    pub(crate) fn work_stack_order(&mut self, id: UnitId) {
        if self.unit(id).on_map() {
            self.await_seat(self.table().seat(id));
        } else {
            self.pop();
        }
    }

    pub(crate) fn apply_stack_order(&mut self, id: UnitId, choice: MoveChoice) {
        self.pop();
        let unit_on_top = choice == MoveChoice::Top;
        if self.table().is_body(id) {
            self.set_guns_on_top(id, !unit_on_top);
        } else if let Some(body) = self.table().body_at(self.unit(id).hex) {
            self.set_guns_on_top(body, unit_on_top);
        }
    }
}

impl Table<'_> {
    pub(crate) fn ask_stack_order(self, menu: &mut Vec<Decision>) -> Question {
        menu.push(Decision::Move(MoveChoice::Top));
        menu.push(Decision::Move(MoveChoice::Bottom));
        Question::whole("stack-order", "MP 8.3.1a", 0)
    }

    pub(crate) fn judge_stack_order(self, choice: MoveChoice) -> Result<(), Refusal> {
        match choice {
            MoveChoice::Top | MoveChoice::Bottom => Ok(()),
            _ => Err(not_asked()),
        }
    }
}
