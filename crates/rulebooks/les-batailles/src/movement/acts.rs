//! What a stack on the move may do with its hexes, and what that costs: one plan for the judge, the menu and the deed.

use super::bodies::Row;
use super::{Body, Going, Motion, MoveChoice, Moving};
use crate::cards::{Arm, UnitId};
use crate::charts::Surcharge;
use crate::decision::Decision;
use crate::formations::FormChoice;
use crate::fraction::Points;
use crate::hexes::{Facing, Hexes};
use crate::reactions::Trigger;
use crate::readings::RefacingFirst;
use crate::state::{Formed, Order, Prone};
use crate::table::{Stack, Table};
use crate::zones::Zone;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex};
use kernel::Refusal;

/// What an act would do.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub cost: Points,
    /// Hexes entered: every second one costs some Lines more (12.6.4).
    pub entered: u8,
    pub bodies: ArrayVec<(UnitId, Body), { crate::cards::MOST_STACKED }>,
    /// What the enemy may react to before it is done.
    pub trigger: Option<Trigger>,
    /// It joins those in its hex and has conformed to them (10.1.3.1).
    pub joins: bool,
    /// It has taken another formation for that, which is what the enemy reacts to (10.1.3.1).
    pub conforms: bool,
    /// It comes out of terrain of General Order, and takes this formation once the enemy has reacted to its coming (12.7.5).
    pub forms: Option<FormChoice>,
    /// It changes its formation: it may be turned afterwards (12.2.4).
    pub reforms: bool,
}

impl Plan {
    pub(crate) fn new(trigger: Option<Trigger>) -> Plan {
        Plan {
            cost: Points::ZERO,
            entered: 0,
            bodies: ArrayVec::new(),
            trigger,
            joins: false,
            conforms: false,
            forms: None,
            reforms: false,
        }
    }

    /// It turns where it stands, and nothing else.
    pub(crate) fn turns(&self) -> bool {
        self.trigger.is_none()
    }

    /// Where the first unit of it would stand with its head.
    pub(crate) fn to(&self) -> Option<Hex> {
        self.bodies.first().map(|(_, body)| body.hexes.head())
    }
}

/// Refused by a rule.
pub(crate) fn no<T>(rule: &'static str, words: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, words))
}

impl Table<'_> {
    /// The units of a move that are still on it, from the top down.
    pub fn moving_stack(self, moving: &Moving) -> Stack {
        if !self.unit(moving.top).on_map() {
            return Stack::new();
        }
        // One alone is on the move as long as it stands.
        if moving.units == std::iter::once(moving.top).collect() {
            return std::iter::once(moving.top).collect();
        }
        self.stack_of(moving.top).into_iter().filter(|&id| moving.units.contains(id)).collect()
    }

    /// What an act of a stack on the move does; refused where it may not be done now.
    pub(crate) fn plan(self, moving: &Moving, decision: Decision) -> Result<Plan, Refusal> {
        let plan = self.draft(moving, decision)?;
        self.may_be_carried_out(moving, &plan)?;
        Ok(plan)
    }

    /// The same as far as it hangs on the stack itself: how it would lie, and whether it has the points.
    pub(super) fn draft(self, moving: &Moving, decision: Decision) -> Result<Plan, Refusal> {
        let plan = match decision {
            Decision::Move(MoveChoice::Step(dir)) => self.plan_step(moving, dir)?,
            Decision::Move(MoveChoice::Join(dir)) => self.plan_join(moving, dir)?,
            Decision::Move(MoveChoice::Out { dir, formed, facing, hand }) => {
                self.plan_out(moving, dir, formed, facing, hand)?
            }
            Decision::Move(MoveChoice::Gather(hex)) => self.plan_gather(moving, hex)?,
            Decision::Move(MoveChoice::Wheel(hand)) => self.plan_wheel(moving, hand)?,
            Decision::Move(MoveChoice::Widen { dir, hand }) => self.plan_while_moving(moving, dir, hand, true)?,
            Decision::Move(MoveChoice::Narrow { dir, hand }) => self.plan_while_moving(moving, dir, hand, false)?,
            Decision::Move(MoveChoice::Face(facing)) => self.plan_face(moving, facing)?,
            Decision::Form(choice) => self.plan_form(moving, choice)?,
            _ => return Err(self.out_of_turn()),
        };
        let halted = moving.units.iter().any(|id| self.unit(id).turn.movement.halted);
        if halted && plan.cost > Points::ZERO {
            return no("LB 19.18.3c", "it was charged, and may spend no more points in this segment");
        }
        if plan.cost > moving.left() {
            return no("LB 13.1.7a", "it has not enough movement points left");
        }
        Ok(plan)
    }

    /// Whether others, the ground and what it moves by let a stack do it.
    pub(super) fn may_be_carried_out(self, moving: &Moving, plan: &Plan) -> Result<(), Refusal> {
        if moving.units.iter().any(|id| self.unit(id).prone == Prone::Prone) {
            return no("LB 12.13.1c", "prone units must stand up first");
        }
        self.may_go_on(moving, plan)?;
        // What the Regroup chit allows.
        self.may_come_to_lie(moving, &plan.bodies, plan.entered > 0)
    }

    /// What holds for every hex that a plan leads into: no enemies, ground for the formation, stacking all the way, zones.
    fn may_go_on(self, moving: &Moving, plan: &Plan) -> Result<(), Refusal> {
        let Some(&(top, _)) = plan.bodies.first() else { return Ok(()) };
        let side = self.side(top);
        let stack = self.moving_stack(moving);
        for (id, body) in &plan.bodies {
            let old = self.unit(*id).hexes;
            let spread = body.hexes.len() > 1;
            for hex in body.hexes.iter().filter(|&hex| !old.contains(hex) && !self.state.is_empty(hex)) {
                // LB 11.1.2c; a Square too is fought from the next hex (LB 12.9.7b).
                if self.enemy_at(side, hex) {
                    return no("LB 13.1.4a", "enemy combat units stand there");
                }
                if !plan.joins && !self.may_pass(hex, &stack) {
                    return no("LB 11.1b", "there is no room for it among those who stand there");
                }
                let others = self.state.stack(hex).any(|other| !stack.contains(&other) && !self.is_skirmishing(other));
                if spread && others && !self.is_skirmishing(*id) {
                    return no("LB 11.1.2.1a", "others stand in a hex it would extend into");
                }
            }
            // LB 12.4a, 12.6a, 12.9a, 12.6.4.2b.
            let forbids = |hex: Hex| !self.rules.charts.ground.terrain(self.ground().at(hex)).formed;
            let formal = matches!(body.formed, Formed::Column | Formed::Companies | Formed::Line | Formed::Square);
            if formal && body.hexes.iter().any(forbids) {
                let rule = if body.formed == Formed::Square { "LB 12.9.2b" } else { "LB 12.3.5a" };
                return no(rule, "the ground does not allow that formation");
            }
        }
        if plan.trigger == Some(Trigger::Leaves) {
            self.may_leave(moving, plan)?;
            if !plan.joins {
                self.may_stay_or_go_on(moving, plan)?;
            }
        }
        Ok(())
    }

    /// Zones of Influence: whether a stack may leave the one it is in, and come into the next (LB 10.2.2.1a, 10.2.2.2a, 10.2.2.2b,
    /// 10.3.2b, 10.3.3a).
    fn may_leave(self, moving: &Moving, plan: &Plan) -> Result<(), Refusal> {
        let closing = self.closes_by_wheeling(moving, plan);
        if moving.stopped && !closing {
            return no("LB 13.1.5a", "it has to stop where it is");
        }
        if self.parts_a_square(moving) {
            return no("LB 12.9.3a", "a Square needs three Increments of infantry, whoever goes and whoever stays");
        }
        for (id, body) in &plan.bodies {
            let (side, from) = (self.side(*id), self.unit_in_zone(*id));
            let zone = |hex: Hex| self.enemy_zone(side, hex);
            if self.leaves_first(*id, from) && moving.acted && !closing {
                let rule = if self.is_mounted(*id) { "LB 10.3.2b" } else { "LB 10.2.2.1a" };
                return no(rule, "an enemy zone can only be left by the first action of a movement");
            }
            // A wheel to close needs an assault only where it takes a part from one zone into another (LB G19).
            let old = self.unit(*id).hexes;
            let mut parts = old.iter().zip(body.hexes.iter()).filter(|(from, to)| from != to);
            let mut straight = || parts.any(|(from, to)| zone(from) != Zone::None && zone(to) != Zone::None);
            let mut wheels = || closing && (!straight() || self.has_declared_assault(*id));
            let retreats = matches!(moving.motion, Motion::Advance | Motion::Impetus | Motion::Pursuit);
            let to = || body.hexes.iter().map(zone).max().unwrap_or_default();
            let barred = from != Zone::None && !retreats && self.barred_between(*id, from, to());
            if barred && !wheels() {
                let rule = if self.is_mounted(*id) { "LB 10.3.3a" } else { "LB 10.2.2.2b" };
                return no(rule, "it may not go straight from one enemy zone into another");
            }
            let marches = self.state.segment == crate::state::Segment::Maneuver
                && self.is_infantry(*id)
                && self.force_marches(*id);
            let column = |hex: Hex| self.rules.charts.ground.terrain(self.ground().at(hex)).formed;
            if marches && !body.hexes.iter().all(column) {
                return no("LB 13.3.1b", "a force march leads only over ground for columns");
            }
            // Others take one of these formations first, or come out of cover in one (LB 13.3.1a).
            let column_of_march = matches!(body.formed, Formed::Column | Formed::RoadColumn) && plan.forms.is_none()
                || matches!(plan.forms, Some(FormChoice::Change { formed: Formed::Column | Formed::RoadColumn, .. }));
            if marches && !column_of_march {
                return no("LB 13.3.1a", "a force march is made in Column or Road Column");
            }
        }
        Ok(())
    }

    /// Some of a Square would go, and what goes or stays would be too weak for one (LB 12.9.3a).
    pub(super) fn parts_a_square(self, moving: &Moving) -> bool {
        let mut here = self.unit(moving.top).hexes.iter().flat_map(|hex| self.state.stack(hex));
        if here.all(|id| self.unit(id).formed != Formed::Square) {
            return false;
        }
        let whole = self.stack_of(moving.top);
        let (going, staying): (Stack, Stack) = whole.into_iter().partition(|&id| moving.units.contains(id));
        let square = |part: &Stack| part.iter().any(|&id| self.unit(id).formed == Formed::Square);
        let weak = |part: &Stack| square(part) && !self.has_strength_for(part, Formed::Square, 1);
        weak(&going) || weak(&staying)
    }

    /// A Line of two hexes of infantry, one of which has closed with the enemy, may wheel on to close with the other although it has come
    /// into a zone (LB 10.2.1b, 12.6.7a, 12.6.7b).
    fn closes_by_wheeling(self, moving: &Moving, plan: &Plan) -> bool {
        let Some((id, body)) = plan.bodies.first() else { return false };
        let unit = self.unit(*id);
        let (Formed::Line, 2, 2, Facing::Corner(old), Facing::Corner(new)) =
            (unit.formed, unit.hexes.len(), body.hexes.len(), unit.facing, body.facing)
        else {
            return false;
        };
        let side = self.side(*id);
        let meets = |hex: Hex, corner: field::hexes::Vertex| {
            corner
                .front()
                .into_iter()
                .filter_map(|dir| self.grid().neighbour(hex, dir))
                .any(|to| self.enemy_at(side, to))
        };
        let before = unit.hexes.iter().filter(|&hex| meets(hex, old)).count();
        let after = body.hexes.iter().filter(|&hex| meets(hex, new)).count();
        let _ = moving;
        self.is_infantry(*id) && plan.entered > 0 && old != new && before == 1 && after == 2
    }

    /// A hex of friends may be entered by those who can stay there, or can go on (LB 11.1b, 11.1.2g, 11.1.4a).
    fn may_stay_or_go_on(self, moving: &Moving, plan: &Plan) -> Result<(), Refusal> {
        let stack = self.moving_stack(moving);
        let meets = |hex: Hex| self.state.stack(hex).any(|other| !stack.contains(&other));
        let crowded = plan.bodies.iter().any(|(_, body)| body.hexes.iter().any(meets));
        if !crowded {
            return Ok(());
        }
        let formed = match plan.forms {
            Some(FormChoice::Change { formed, .. }) => Some(formed),
            _ => None,
        };
        // Whoever takes another formation there stays, or goes on, in that one (LB 12.7.2b).
        let stays = |hex: Hex| match formed {
            Some(formed) => self.could_stay_as(hex, &stack, formed),
            None => self.could_stay(hex, &stack),
        };
        let alike = |body: &Body| self.faces_with_others(body.hexes, body.facing, &stack);
        if plan.bodies.iter().all(|(_, body)| body.hexes.iter().all(stays) && alike(body)) {
            return Ok(());
        }
        // It must have the points to leave again, and no zone may hold it (LB 10.2.1a).
        let halts = plan.bodies.iter().any(|(id, body)| {
            let side = self.side(*id);
            body.hexes.iter().any(|hex| self.stops_in(*id, self.enemy_zone(side, hex)))
        });
        let left = moving.left() - plan.cost;
        let onward = |hex: Hex| {
            Dir::ALL.into_iter().any(|dir| {
                let Some(to) = self.grid().neighbour(hex, dir) else { return false };
                let going = |id: UnitId| match formed.filter(|_| !self.is_artillery(id)) {
                    Some(formed) => Going { mover: self.mover_of(id, formed), formed, ..self.going(id) },
                    None => self.going(id),
                };
                let cost = stack.iter().map(|&id| self.hex_cost(going(id), hex, dir));
                let dearest = cost.collect::<Option<ArrayVec<Points, 8>>>().and_then(|all| all.into_iter().max());
                let free = self.state.is_empty(to) || self.may_pass(to, &stack);
                free && dearest.is_some_and(|cost| cost <= left)
            })
        };
        if !halts && plan.to().is_some_and(onward) {
            return Ok(());
        }
        no("LB 11.1.4a", "it could neither stay there nor go on")
    }

    /// All in a hex face alike, and who lies in several hexes cannot turn to those he comes to: he stays only among those who face as he does,
    /// or can turn to him (LB 9.1a).
    pub(super) fn faces_with_others(self, hexes: Hexes, facing: Facing, stack: &Stack) -> bool {
        let held = |other: UnitId| {
            let unit = self.unit(other);
            !stack.contains(&other) && unit.hexes.len() > 1 && ![Facing::Round, facing].contains(&unit.facing)
        };
        hexes.len() < 2 || facing == Facing::Round || !hexes.iter().any(|hex| self.state.stack(hex).any(held))
    }

    /// Whether units could end in a hex with those who are there, as they are formed now.
    pub(super) fn could_stay(self, hex: Hex, stack: &Stack) -> bool {
        // Skirmishers make way for an assault (LB 12.10.5.2a).
        let others = self.state.stack(hex).filter(|id| !stack.contains(id) && !self.makes_way(*id, stack));
        let mut all: Stack = others.collect();
        if all.is_empty() {
            return true;
        }
        if self.is_joined_elsewhere(hex, &all, stack) {
            return false;
        }
        for &id in stack {
            self.state.overflow.keep(&mut all, id);
        }
        self.may_stack(hex, &all).is_ok()
    }

    /// The same for units that will have taken that formation, all alike (LB 11.1.2a, 12.7.2b).
    fn could_stay_as(self, hex: Hex, stack: &Stack, formed: Formed) -> bool {
        let mut all: Stack = self.state.stack(hex).filter(|id| !stack.contains(id)).collect();
        let horse = stack.iter().any(|&id| self.is_cavalry(id));
        let alike = |&id: &UnitId| {
            let unit = self.unit(id);
            match self.card(id).arm {
                Arm::Wagon => false,
                Arm::Artillery => !horse && !matches!(formed, Formed::Skirmish | Formed::Square | Formed::RoadColumn),
                _ if formed == Formed::RoadColumn || self.is_cavalry(id) != horse => false,
                _ => unit.formed == formed || unit.order == Order::Disorder && formed != Formed::Skirmish,
            }
        };
        if all.is_empty() {
            return true;
        }
        if !all.iter().all(alike) || self.is_joined_elsewhere(hex, &all, stack) {
            return false;
        }
        for &id in stack {
            self.state.overflow.keep(&mut all, id);
        }
        self.is_within_limit_in(hex, &all, formed)
    }

    /// One hex on (LB 13.1.1a, 13.1.3.2a, 13.1.6a). Whoever comes formed into terrain of General Order takes it, all its parts in one hex
    /// and none in another formation (LB 12.2.2c, 12.2.3b, 12.3.1.1a, 12.3.5b, 12.7a, 12.7c).
    fn plan_step(self, moving: &Moving, dir: Dir) -> Result<Plan, Refusal> {
        let mut plan = Plan { entered: 1, ..Plan::new(Some(Trigger::Leaves)) };
        for id in self.moving_stack(moving) {
            let unit = self.unit(id);
            let Some(mut body) = self.stepped(id, dir) else {
                return no("LB 13.1.6a", "it can only go through its front");
            };
            let Some(mut cost) = self.step_cost(id, dir, &body, moving) else {
                return no("LB 13.1.7.1a", "it may not go there");
            };
            let go = body.hexes.iter().any(|hex| self.is_go(hex));
            match body.formed {
                // Limbered guns pay the hex and nothing else (LB 12.7.2c).
                Formed::GeneralOrder if !go && !self.is_artillery(id) => {
                    return no("LB 12.7.5a", "it takes another formation as it leaves such ground");
                }
                Formed::Square if go => return no("LB 12.9.2b", "a Square may not go there"),
                Formed::Square if self.holds_square_or_guns(id, body.hexes.head()) => {
                    return no("LB 12.9.4a", "it joins those who stand there, by a check, or goes elsewhere");
                }
                Formed::Column | Formed::Companies | Formed::Line if go => {
                    if body.hexes.len() > 1 && body.formed == Formed::Line {
                        return no("LB 12.3.5a", "a Line cannot lie in such ground: it gathers in one hex there");
                    }
                    if body.hexes.len() > 1 {
                        let going = self.going(id);
                        let Some(up) = self.closing_up(id, going) else {
                            return no("LB 12.3.1b", "its tail cannot come up");
                        };
                        let Some(in_) = self.hex_cost(going, unit.hexes.head(), dir) else {
                            return no("LB 13.1.7.1a", "it may not go there");
                        };
                        cost = in_ + up;
                    }
                    let hexes = Hexes::one(body.hexes.head());
                    body = Body { hexes, facing: Facing::Side(dir), formed: Formed::GeneralOrder };
                    plan.reforms = true;
                }
                _ => {}
            }
            plan.cost = plan.cost.max(cost);
            self.state.overflow.keep(&mut plan.bodies, (id, body));
        }
        Ok(plan)
    }

    /// Friends stand there with whom a Square would be one: another Square, or unlimbered guns (LB 12.9.4a, 12.9.4.2a).
    fn holds_square_or_guns(self, id: UnitId, hex: Hex) -> bool {
        let with = self.stack_of(id);
        let one = |other: UnitId| self.unit(other).formed == Formed::Square || self.is_unlimbered(other);
        self.state.stack(hex).any(|other| !with.contains(&other) && one(other))
    }

    /// Into a hex of friends, to stay with them: it takes their facing and formation on entering, and pays for the change (LB 11.1.2b,
    /// 12.2.1f).
    fn plan_join(self, moving: &Moving, dir: Dir) -> Result<Plan, Refusal> {
        let stack = self.moving_stack(moving);
        let Some(from) = stack.first().map(|&top| self.unit(top).hexes) else { return no("LB 1.0a", "nobody moves") };
        let Some(to) = self.grid().neighbour(from.head(), dir) else { return no("LB 13.1.7.1a", "the map ends there") };
        let there: Stack = self.state.stack(to).filter(|id| !stack.contains(id)).collect();
        // Guns stand as the foot with them does (LB 9.0g).
        let foot = there.iter().find(|&&id| !self.is_artillery(id)).or(there.first());
        let Some(&first) = foot.filter(|&&id| self.side(id) == self.side(moving.top)) else {
            return no("LB 11.1.2b", "no friends stand there to be joined");
        };
        self.may_join(to, &there, &stack)?;
        let mut plan = Plan { entered: 1, joins: true, ..Plan::new(Some(Trigger::Leaves)) };
        for &id in &stack {
            if from.len() > 1 {
                return no("LB 12.3.6a", "it draws together in one hex first");
            }
            let Some(body) = self.stepped(id, dir) else { return no("LB 13.1.6a", "it can only go through its front") };
            let Some(cost) = self.step_cost(id, dir, &body, moving) else {
                return no("LB 13.1.7.1a", "it may not go there");
            };
            let (formed, facing) = self.conformed(id, first);
            let change = if formed == self.unit(id).formed { Points::ZERO } else { self.change_cost(id, formed)? };
            plan.conforms |= formed != self.unit(id).formed;
            plan.cost = plan.cost.max(cost + change);
            self.state.overflow.keep(&mut plan.bodies, (id, Body { hexes: Hexes::one(to), facing, formed }));
        }
        Ok(plan)
    }

    /// The formation and facing a unit takes among those it joins (LB 11.1.2a, 9.1a).
    pub(crate) fn conformed(self, id: UnitId, like: UnitId) -> (Formed, Facing) {
        let (unit, top) = (self.unit(id), self.unit(like));
        let guns = matches!(self.card(id).arm, Arm::Artillery | Arm::Wagon);
        match (unit.order, top.order) {
            (Order::Good, Order::Good) if !guns && !self.is_artillery(like) => (top.formed, top.facing),
            (Order::Good, Order::Good) if self.is_unlimbered(id) => (unit.formed, top.facing),
            _ => (unit.formed, unit.facing),
        }
    }

    /// Whether units may join others in a hex, once they have taken their formation (LB 11.1.2d, 11.1.2e, 11.1.2f, 11.1.2l, 12.8.2a,
    /// 12.9.3c).
    pub(crate) fn may_join(self, hex: Hex, there: &Stack, joining: &Stack) -> Result<(), Refusal> {
        let mut all = there.clone();
        for &id in joining {
            self.state.overflow.keep(&mut all, id);
        }
        let any = |test: &dyn Fn(UnitId) -> bool| all.iter().any(|&id| test(id));
        if any(&|id| self.is_wagon(id)) {
            return no("LB 11.1.2l", "wagons stand alone");
        }
        if any(&|id| self.is_cavalry(id)) && any(&|id| !self.is_cavalry(id)) {
            return no("LB 11.1.2d", "horse and others do not stand together");
        }
        if any(&|id| self.is_pgd(id)) {
            return no("LB 11.1.2k", "nobody joins those who run");
        }
        // Those who come limber down when they have passed; those who stand there limbered are no part of a Square (LB 12.9.4.2a).
        let square = any(&|id| self.unit(id).formed == Formed::Square);
        if square && there.iter().any(|&id| self.is_limbered(id)) {
            return no("LB 12.9.3c", "guns in a Square are unlimbered");
        }
        let foot = there.iter().find(|&&id| !self.is_artillery(id)).or(there.first());
        let Some(formed) = foot.map(|&id| self.unit(id).formed) else { return Ok(()) };
        for &id in joining {
            let unit = self.unit(id);
            match formed {
                Formed::RoadColumn => return no("LB 12.8.2a", "a Road Column has one unit in a hex"),
                Formed::Skirmish if !self.may_skirmish(id) || self.length_in(id, Formed::Skirmish) > 1 => {
                    return no("LB 11.1.2f", "it could not skirmish in that hex with them");
                }
                Formed::Companies if self.length_in(id, Formed::Companies) > 1 => {
                    return no("LB 12.5.1a", "there is no room for its column");
                }
                Formed::Square | Formed::Line | Formed::Column if unit.order == Order::Disorder => {}
                _ => {}
            }
        }
        if self.is_joined_elsewhere(hex, there, joining) {
            return no("LB 11.1.2.1a", "others have joined it in another of its hexes");
        }
        // Battalions that come together to be their regiment again may be too many on the way to it (LB 12.1.1c, 12.1.1d).
        let regiment = there.first().and_then(|&id| self.card(id).regiment);
        let kin = regiment.is_some() && all.iter().all(|&id| self.card(id).regiment == regiment);
        if kin || self.is_within_limit(hex, &all) {
            Ok(())
        } else {
            no("LB 11.1.1a", "there would be too many in the hex")
        }
    }

    /// Out of terrain of General Order, or off a Road Column: any formation on entering the next hex, with the cost of both (LB 12.2.3a,
    /// 12.3.6b, 12.7.2b, 12.7.5a). Limbered guns with it come along for the hex alone (LB 12.7.2c, 12.7.5c).
    fn plan_out(
        self,
        moving: &Moving,
        dir: Dir,
        formed: Formed,
        facing: Facing,
        hand: Option<Hand>,
    ) -> Result<Plan, Refusal> {
        let mut plan = Plan { entered: 1, reforms: true, ..Plan::new(Some(Trigger::Leaves)) };
        let stack = self.moving_stack(moving);
        if stack.iter().all(|&id| self.is_artillery(id) || self.is_wagon(id)) {
            return no("LB 12.7.5a", "it comes out of no such formation");
        }
        self.may_take(&stack, formed)?;
        let mut becomes: ArrayVec<(UnitId, Body), { crate::cards::MOST_STACKED }> = ArrayVec::new();
        for id in stack {
            let unit = self.unit(id);
            let from = unit.hexes.head();
            let guns = self.is_artillery(id) || self.is_wagon(id);
            if !guns && !matches!(unit.formed, Formed::GeneralOrder | Formed::RoadColumn) {
                return no("LB 12.7.5a", "it comes out of no such formation");
            }
            if self.is_unlimbered(id) {
                return no("LB 12.7.5c", "guns are limbered before they leave such ground");
            }
            let Some(body) = self.stepped(id, dir) else { return no("LB 13.1.6a", "it can only go through its front") };
            let to = body.hexes.head();
            if guns {
                let Some(cost) = self.step_cost(id, dir, &body, moving) else {
                    return no("LB 13.1.7.1a", "it may not go there");
                };
                plan.cost = plan.cost.max(cost);
                self.state.overflow.keep(&mut plan.bodies, (id, body));
                self.state.overflow.keep(&mut becomes, (id, body));
                continue;
            }
            if self.is_go(to) && formed != Formed::GeneralOrder || !self.is_go(to) && formed == Formed::GeneralOrder {
                return no("LB 12.2b", "the ground says what formation it can take there");
            }
            let Some(hex) = self.hex_cost(self.going(id), from, dir) else {
                return no("LB 13.1.7.1a", "it may not go there");
            };
            let zone = self.skirmish_surcharge(self.side(id), self.mover_of(id, formed), to);
            let mut cost = hex + zone + self.change_cost(id, formed)?;
            if unit.formed == Formed::RoadColumn {
                // Every part has to come up into that hex: the last goes where those before it went (LB 12.3.6b, 12.8.2.1a).
                let Some(up) = self.coming_up_behind(id, hex) else {
                    return no("LB 12.3.1b", "its tail cannot come up");
                };
                cost += up;
            }
            let new = self.shaped(id, to, formed, facing, hand)?;
            cost += self.spreading_cost(id, to, formed, &new)?;
            plan.cost = plan.cost.max(cost);
            self.state.overflow.keep(&mut becomes, (id, new));
            // While the enemy reacts it counts as a Column, horse as a Line (LB 12.7.5b).
            let loose = Facing::Side(dir);
            let provisional = match (self.is_cavalry(id), self.is_go(to)) {
                (_, true) => Body { hexes: Hexes::one(to), facing: loose, formed: Formed::GeneralOrder },
                (false, false) => Body { hexes: Hexes::one(to), facing: loose, formed: Formed::Column },
                (true, false) => {
                    Body { hexes: Hexes::one(to), facing: Facing::Corner(dir.ends()[0]), formed: Formed::Line }
                }
            };
            self.state.overflow.keep(&mut plan.bodies, (id, provisional));
        }
        self.would_fit(&becomes)?;
        plan.forms = Some(FormChoice::Change { formed, facing, hand });
        Ok(plan)
    }

    /// A Line of several hexes goes into terrain of General Order: all its parts into one hex before it (LB 12.3.1.1a, 12.3.1c).
    fn plan_gather(self, moving: &Moving, hex: Hex) -> Result<Plan, Refusal> {
        let mut plan = Plan { entered: 1, reforms: true, ..Plan::new(Some(Trigger::Leaves)) };
        for id in self.moving_stack(moving) {
            let unit = self.unit(id);
            let Facing::Corner(ahead) = unit.facing else { return no("LB 12.3.1.1a", "it is in no Line") };
            if unit.hexes.len() < 2 || unit.formed != Formed::Line || !self.is_go(hex) {
                return no("LB 12.3.1.1a", "only a Line of several hexes gathers like that");
            }
            let going = self.going(id);
            let enters = |(place, own): (usize, Hex)| {
                let dir = self.grid().direction(own, hex).filter(|dir| ahead.front().contains(dir))?;
                Some((place, dir, self.hex_cost(going, own, dir)?))
            };
            let best = unit.hexes.iter().enumerate().filter_map(enters).min_by_key(|&(_, _, cost)| cost);
            let Some((place, dir, cost)) = best else { return no("LB 13.1.7.1a", "none of its parts can go there") };
            let Some(sideways) = self.along_line(id, place) else {
                return no("LB 12.3.1b", "its parts cannot come up");
            };
            let extra = self.formation_surcharge(id, going.mover, moving)
                + self.drawing_surcharge(id)
                + self.skirmish_surcharge(self.side(id), going.mover, hex);
            plan.cost = plan.cost.max(cost + sideways + extra);
            let body = Body { hexes: Hexes::one(hex), facing: Facing::Side(dir), formed: Formed::GeneralOrder };
            self.state.overflow.keep(&mut plan.bodies, (id, body));
        }
        Ok(plan)
    }

    /// What it costs the farthest parts of a Line to come to the part at that place (LB 12.3.1a).
    fn along_line(self, id: UnitId, place: usize) -> Option<Points> {
        let unit = self.unit(id);
        let len = unit.hexes.len();
        let left = self.drawn_cost(id, 0, place)?;
        let right = self.drawn_cost(id, len - 1, place)?;
        Some(left.max(right))
    }

    /// The cost of going along one's own Line from one place to another.
    pub(crate) fn drawn_cost(self, id: UnitId, from: usize, to: usize) -> Option<Points> {
        let unit = self.unit(id);
        let going = self.going(id);
        let (mut at, mut sum) = (from, Points::ZERO);
        while at != to {
            let next = if at < to { at + 1 } else { at - 1 };
            let (here, there) = (unit.hexes.get(at)?, unit.hexes.get(next)?);
            sum += self.hex_cost(going, here, self.grid().direction(here, there)?)?;
            at = next;
        }
        Some(sum)
    }

    /// Infantry in Line pays one more when it extends or consolidates (LB 12.3.1c).
    pub(crate) fn drawing_surcharge(self, id: UnitId) -> Points {
        if self.is_infantry(id) { self.surcharge(Surcharge::Line, self.going(id).mover) } else { Points::ZERO }
    }

    /// A wheel by one corner: the dearest ground that any part enters, hex for hex of the outer end, and what the Line pays besides
    /// (LB 9.2.1a, 9.2.1b, 9.2.1c, G17).
    fn plan_wheel(self, moving: &Moving, pivot: Hand) -> Result<Plan, Refusal> {
        let mut plan = Plan::new(Some(Trigger::Leaves));
        for id in self.moving_stack(moving) {
            let Some(wheel) = self.stance(id).wheel(self, pivot) else {
                return no("LB 9.2.1a", "only a Line of several hexes wheels, and on the map");
            };
            // A part that an enemy zone would stop on the way does not get round (LB 10.3.1a).
            let held =
                |hex: &Hex| !wheel.to.hexes.contains(*hex) && self.stops_in(id, self.enemy_zone(self.side(id), *hex));
            if wheel.swept.iter().flatten().any(held) {
                return no("LB 10.3.1a", "an enemy zone would stop it halfway");
            }
            let going = self.going(id);
            let unit = self.unit(id);
            let mut outer = if pivot == Hand::Left { unit.hexes.tail() } else { unit.hexes.head() };
            let (mut sum, mut in_line) = (Points::ZERO, moving.in_line);
            for swept in &wheel.swept {
                let mut dearest = Points::ZERO;
                for (part, &hex) in swept.iter().enumerate() {
                    let barred = !self.rules.charts.ground.terrain(self.ground().at(hex)).formed;
                    let alone = self.state.stack(hex).all(|other| moving.units.contains(other));
                    if barred || !alone {
                        return no("LB 9.2.1a", "what it would sweep is not free");
                    }
                    let from = if part == 0 { Some(outer) } else { None };
                    let dir = from.and_then(|from| self.grid().direction(from, hex));
                    let cost = match from.zip(dir) {
                        Some((from, dir)) => self.hex_cost(going, from, dir),
                        None => self.plain_cost(going, hex),
                    };
                    let Some(cost) = cost else { return no("LB 13.1.7.1a", "some part of it may not go there") };
                    dearest = dearest.max(cost);
                    if part == 0 {
                        outer = hex;
                    }
                }
                // What is swept may lie in the zone of skirmishing horse (LB 12.10.7b).
                let zone = swept.iter().map(|&hex| self.skirmish_surcharge(self.side(id), going.mover, hex)).max();
                sum += dearest
                    + self.formation_surcharge(id, going.mover, &Moving { in_line, ..*moving })
                    + zone.unwrap_or_default();
                in_line += 1;
            }
            plan.entered = plan.entered.max(in_line - moving.in_line);
            plan.cost = plan.cost.max(sum);
            let body = Body { hexes: wheel.to.hexes, facing: wheel.to.facing, formed: unit.formed };
            self.state.overflow.keep(&mut plan.bodies, (id, body));
        }
        Ok(plan)
    }

    /// What the ground of a hex costs, by whatever side one comes.
    pub(crate) fn plain_cost(self, going: Going, hex: Hex) -> Option<Points> {
        let sides = Dir::ALL.into_iter().filter_map(|dir| {
            let from = self.grid().neighbour(hex, dir)?;
            self.hex_cost(going, from, dir.opposite())
        });
        sides.min()
    }

    /// Cavalry in Line widens or narrows by a hex as it goes, for nothing but the dearest ground it enters (LB 12.3.4.2c). Where nothing of
    /// it comes to lie the ground does not matter.
    fn plan_while_moving(self, moving: &Moving, dir: Dir, hand: Hand, widens: bool) -> Result<Plan, Refusal> {
        let mut plan = Plan { entered: 1, ..Plan::new(Some(Trigger::Leaves)) };
        for id in self.moving_stack(moving) {
            let unit = self.unit(id);
            let Facing::Corner(ahead) = unit.facing else { return no("LB 12.3.4.2c", "it is in no Line") };
            if !self.is_cavalry(id) || unit.formed != Formed::Line || !ahead.front().contains(&dir) {
                return no("LB 12.3.4.2c", "only cavalry in Line does that, going forward");
            }
            let going = self.going(id);
            let mut from: Row = unit.hexes.iter().collect();
            if !widens {
                if from.len() < 2 {
                    return no("LB 12.3.4.2a", "it lies in one hex");
                }
                from.remove(if hand == Hand::Left { 0 } else { from.len() - 1 });
            }
            let mut row = Row::new();
            let mut dearest = Points::ZERO;
            for &own in &from {
                let (Some(to), Some(cost)) = (self.grid().neighbour(own, dir), self.hex_cost(going, own, dir)) else {
                    return no("LB 13.1.7.1a", "it may not go there");
                };
                dearest = dearest.max(cost);
                self.state.overflow.keep(&mut row, to);
            }
            if widens {
                let end = if hand == Hand::Left { row.first() } else { row.last() };
                let Some(new) = end.and_then(|&end| self.grid().neighbour(end, ahead.aside(hand))) else {
                    return no("LB 13.1.7.1a", "the map ends there");
                };
                let Some(cost) = self.plain_cost(going, new) else { return no("LB 13.1.7.1a", "it may not go there") };
                dearest = dearest.max(cost);
                if row.len() >= usize::from(self.increments(id).div_ceil(4)) || row.is_full() {
                    return no("LB 12.6.2a", "it is too weak for so long a Line");
                }
                if hand == Hand::Left { row.insert(0, new) } else { row.push(new) }
            }
            plan.cost = plan.cost.max(dearest + self.formation_surcharge(id, going.mover, moving));
            let Some(hexes) = Hexes::all(row) else { return no("LB 12.6.2a", "so long a Line there is not") };
            let body = Body { hexes, facing: unit.facing, formed: unit.formed };
            self.state.overflow.keep(&mut plan.bodies, (id, body));
        }
        Ok(plan)
    }

    /// A change of facing where one stands: for nothing, as long as any of its points are left; at once after a change of formation (LB 9.2a,
    /// LB 9.2b, 9.2c, 9.2.2a, 12.2.4a).
    fn plan_face(self, moving: &Moving, facing: Facing) -> Result<Plan, Refusal> {
        let free = moving.turning || moving.left() > Points::ZERO;
        if !free {
            return no("LB 9.2c", "to turn it must have some of its movement left");
        }
        let mut plan = Plan::new(None);
        for id in self.moving_stack(moving) {
            let unit = self.unit(id);
            if unit.facing == Facing::Round {
                continue;
            }
            if !self.facings(id).contains(&facing) {
                return no("LB 9.2.1a", "in several hexes it turns about, or wheels");
            }
            let to = self.turned(id, facing);
            self.state.overflow.keep(&mut plan.bodies, (id, Body { hexes: to.hexes, facing, formed: unit.formed }));
        }
        let Some((top, body)) = plan.bodies.first() else { return no("LB 9.0c", "it faces all round") };
        // All in a hex face as the top unit does: who is below others that stay cannot turn, nor who would turn a Line of several hexes
        // with it (LB 9.1a).
        let stays = |hex: Hex| self.state.stack(hex).filter(|&other| !moving.units.contains(other)).collect::<Stack>();
        let staying: Stack = body.hexes.iter().flat_map(stays).take(crate::cards::MOST_STACKED).collect();
        let spread = staying.iter().any(|&other| self.unit(other).hexes.len() > 1);
        if !staying.is_empty() && (self.top_of(*top) != *top || spread) {
            return no("LB 9.1a", "all in a hex face as the top unit does");
        }
        Ok(plan)
    }

    /// Turning counts as an action that comes first, by the other reading (LB G-53).
    pub(super) fn turning_is_action(self) -> bool {
        self.rules.options.refacing_first == RefacingFirst::Counts
    }

    /// Whether a stack that would do this has to pass a check first: to leave an enemy zone (LB 10.2.2a, 10.2.2c).
    pub(super) fn must_check_to_leave(self, moving: &Moving, plan: &Plan) -> bool {
        let leaves = plan.trigger == Some(Trigger::Leaves);
        let retreats = matches!(moving.motion, Motion::RetreatBeforeAssault | Motion::RetreatBeforeCharge);
        let wheel = self.closes_by_wheeling(moving, plan);
        leaves
            && !retreats
            && !wheel
            && !moving.checked
            && self.moving_stack(moving).iter().any(|&id| self.checks_to_leave(id, self.unit_in_zone(id)))
    }

    /// Entering these hexes stops the stack (LB 10.2.1a, 10.3.1a, 13.1.5a); a Reaction Move ends in the first hex of General Order
    /// (LB 19.19.2).
    pub(super) fn stops_after(self, moving: &Moving) -> bool {
        let holds = |id: UnitId| {
            let zone = self.unit_in_zone(id);
            zone != Zone::None && self.stops_in(id, zone)
        };
        let cover =
            self.moving_stack(moving).first().is_some_and(|&id| self.unit(id).hexes.iter().any(|hex| self.is_go(hex)));
        let first_cover =
            matches!(moving.motion, Motion::ReactionMove | Motion::RetreatBeforeAssault | Motion::RetreatBeforeCharge);
        moving.units.iter().filter(|&id| self.unit(id).on_map()).any(holds) || cover && first_cover
    }
}
