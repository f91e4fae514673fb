//! Changes of formation by choice: what a unit may become where it stands, and what it costs (12.2, 12.3).

use super::FormChoice;
use crate::cards::{Arm, UnitId};
use crate::charts::FormationRow;
use crate::facing::Kind;
use crate::fraction::Points;
use crate::hexes::{Facing, Hexes};
use crate::movement::{Body, Going, Motion, Moving, Plan, no};
use crate::reactions::Trigger;
use crate::state::{Formed, Order};
use crate::table::{Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::Refusal;

type Row = ArrayVec<Hex, { crate::cards::MOST_LENGTH }>;
/// Which way a unit faces, and to which hand it lies where that is a choice.
type Shaped = (Facing, Option<Hand>);

impl Formed {
    /// How it faces (LB 9.0b, 9.0c).
    pub const fn facing_kind(self) -> Kind {
        match self {
            Formed::Column | Formed::Companies | Formed::GeneralOrder | Formed::RoadColumn => Kind::Side,
            Formed::Line | Formed::Skirmish => Kind::Corner,
            Formed::Square | Formed::Battery | Formed::None => Kind::Round,
        }
    }
}

/// The facings of that kind.
pub(crate) fn facings_of(kind: Kind) -> ArrayVec<Facing, 6> {
    match kind {
        Kind::Side => Dir::ALL.into_iter().map(Facing::Side).collect(),
        Kind::Corner => Vertex::ALL.into_iter().map(Facing::Corner).collect(),
        Kind::Round => std::iter::once(Facing::Round).collect(),
    }
}

impl Table<'_> {
    /// The row of the chart of formations.
    fn formation_row(self, id: UnitId, formed: Formed) -> Option<FormationRow> {
        Some(match (formed, self.card(id).arm) {
            (Formed::Column, Arm::Infantry) => FormationRow::Column,
            (Formed::Companies, Arm::Cavalry) => FormationRow::ColumnOfCompanies,
            (Formed::Line, Arm::Infantry) => FormationRow::InfantryLine,
            (Formed::Line, Arm::Cavalry) => FormationRow::CavalryLine,
            (Formed::Square, Arm::Infantry) => FormationRow::Square,
            (Formed::Skirmish, Arm::Infantry) => FormationRow::InfantrySkirmish,
            (Formed::Skirmish, Arm::Cavalry) => FormationRow::CavalrySkirmish,
            (Formed::RoadColumn, _) => FormationRow::RoadColumn,
            (Formed::GeneralOrder, _) => FormationRow::GeneralOrder,
            _ => return None,
        })
    }

    /// What it costs a unit to take a formation (LB 12.2.1a, 12.2.1d, 12.10c; chart 27). Infantry has Column, Line, Square and Skirmish
    /// Order, cavalry Column of Companies, Line and Skirmish Order (LB 12.5a, 12.10a).
    pub fn change_cost(self, id: UnitId, formed: Formed) -> Result<Points, Refusal> {
        let arm = match self.card(id).arm {
            Arm::Infantry => 0,
            Arm::Cavalry => 1,
            Arm::Artillery | Arm::Wagon => return Ok(Points::ZERO),
        };
        let row = self.formation_row(id, formed).map(|row| self.rules.charts.ground.formation(row));
        let Some(cost) = row.and_then(|row| row.cost[arm]) else {
            return no("LB 12.2.1a", "that is no formation for it");
        };
        if formed == Formed::Skirmish && !self.may_skirmish(id) {
            return no("LB 12.10a", "it cannot skirmish");
        }
        Ok(Points::whole(cost))
    }

    /// How a unit lies in a formation with its head in that hex (LB 12.2.4a, 12.3a, 12.5.1a, 12.10.2b, G-48). A Line begins in one hex
    /// (LB 12.3.3a), a Road Column grows as it marches (LB 12.3.3b).
    pub(crate) fn shaped(
        self,
        id: UnitId,
        at: Hex,
        formed: Formed,
        facing: Facing,
        hand: Option<Hand>,
    ) -> Result<Body, Refusal> {
        let fits = matches!(
            (formed.facing_kind(), facing),
            (Kind::Side, Facing::Side(_)) | (Kind::Corner, Facing::Corner(_)) | (Kind::Round, Facing::Round)
        );
        if !fits {
            return no("LB 9.0b", "it does not face like that in that formation");
        }
        let ground = self.rules.charts.ground.terrain(self.ground().at(at));
        let formal = matches!(formed, Formed::Column | Formed::Companies | Formed::Line | Formed::Square);
        if formal && !ground.formed || formed == Formed::GeneralOrder && !ground.general_order {
            return no("LB 12.2b", "the ground does not allow that formation");
        }
        let length = self.length_in(id, formed);
        let mut row: Row = std::iter::once(at).collect();
        match (formed, facing) {
            (Formed::Skirmish, Facing::Corner(ahead)) if length > 1 => {
                let Some(hand) = hand else { return no("LB 12.10.2b", "it skirmishes in two hexes: left or right") };
                let Some(other) = self.grid().neighbour(at, ahead.aside(hand)) else {
                    return no("LB 12.10.2b", "the map ends there");
                };
                let place = if hand == Hand::Left { 0 } else { 1 };
                row.insert(place, other);
            }
            (Formed::Companies, Facing::Side(ahead)) => {
                for _ in 1..length {
                    let last = row.last().copied().unwrap_or(at);
                    let Some(behind) = self.grid().neighbour(last, ahead.opposite()) else {
                        return no("LB 12.5.1a", "there is no room for its tail");
                    };
                    self.state.overflow.keep(&mut row, behind);
                }
            }
            _ if hand.is_some() => return no("LB 12.10.2b", "it takes up one hex in that formation"),
            _ => {}
        }
        // No part of it may lie where the formation is forbidden (LB 12.3.5a, G-48).
        let bad = |&hex: &Hex| !self.rules.charts.ground.terrain(self.ground().at(hex)).formed;
        if formal && row.iter().any(bad) {
            return no("LB 12.3.5a", "the ground does not allow that formation");
        }
        match Hexes::all(row) {
            Some(hexes) => Ok(Body { hexes, facing, formed }),
            None => no("LB 12.3b", "so long it cannot be"),
        }
    }

    /// Whether a stack may take a formation at all, each of its units and all of them together, wherever that is: a Square of three
    /// Increments of infantry without limbered guns, one unit of the smallest presentation in a Road Column, skirmishers that are no
    /// large regiment (LB 12.2a, 12.2.2d, 12.8.2a, 12.9.3a, 12.9.3c, 12.10.3b).
    pub(crate) fn may_take(self, stack: &Stack, formed: Formed) -> Result<(), Refusal> {
        if formed == Formed::Square {
            if stack.iter().any(|&id| self.is_artillery(id) && self.unit(id).limbered) {
                return no("LB 12.9.3c", "guns in a Square are unlimbered");
            }
            if !self.has_strength_for(stack, Formed::Square, 1) {
                return no("LB 12.9.3a", "a Square needs three Increments of infantry");
            }
        }
        if formed == Formed::RoadColumn && stack.len() > 1 {
            return no("LB 12.8.2a", "a Road Column has one unit in a hex");
        }
        for &id in stack.iter().filter(|&&id| !matches!(self.card(id).arm, Arm::Artillery | Arm::Wagon)) {
            let (unit, whole) = (self.unit(id), !self.card(id).battalions.is_empty());
            if unit.order != Order::Good {
                return no("LB 12.2.2d", "it is in no order to take a formation");
            }
            if unit.formed == formed {
                return no("LB 12.2a", "it is in that formation already");
            }
            if formed == Formed::RoadColumn && whole {
                return no("LB 12.8.2a", "it breaks down into battalions first");
            }
            if formed == Formed::Skirmish && whole && self.increments(id) > 6 {
                return no("LB 12.10.3b", "the regiment breaks down into battalions first");
            }
        }
        Ok(())
    }

    /// The ground of the hexes that a unit spreads into, one after the other, and whether they are free (LB 12.3.2a, 12.3.3a, 12.10.3c,
    /// 11.1.2.1a, G-32).
    pub(crate) fn spreading_cost(self, id: UnitId, at: Hex, formed: Formed, body: &Body) -> Result<Points, Refusal> {
        let going = Going { formed, mover: self.mover_of(id, formed), ..self.going(id) };
        let mut sum = Points::ZERO;
        let mut from = at;
        for hex in body.hexes.iter().filter(|&hex| hex != at) {
            if self.unit(id).hexes.contains(hex) {
                continue;
            }
            let dir = self.grid().direction(from, hex);
            let Some(cost) = dir.and_then(|dir| self.hex_cost(going, from, dir)) else {
                return no("LB 13.1.7.1a", "some part of it may not go there");
            };
            if !self.may_extend(id, hex) {
                return no("LB 11.1.2.1a", "others stand where it would extend");
            }
            sum += cost + self.skirmish_surcharge(self.side(id), going.mover, hex);
            from = hex;
        }
        Ok(sum)
    }

    /// What a change of formation does and costs; in an enemy zone it may be made, and reacted to (LB 10.4a, 10.4b, 12.2.1d, 12.2.1e).
    pub(crate) fn plan_form(self, moving: &Moving, choice: FormChoice) -> Result<Plan, Refusal> {
        if !self.forms_on(moving.motion) {
            return no("LB 12.2.1b", "it may not change its formation in such a movement");
        }
        match choice {
            FormChoice::Change { formed, facing, hand } => self.plan_change(moving, formed, facing, hand),
            FormChoice::Extend { left, right } => self.plan_extend(moving, left, right),
            FormChoice::Draw { left, right } => self.plan_draw(moving, left, right),
            FormChoice::QuarterWheel(hand) => self.plan_quarter_wheel(moving, hand),
            FormChoice::Collapse(_)
            | FormChoice::BreakDown
            | FormChoice::Keep
            | FormChoice::Reform(_)
            | FormChoice::Lie
            | FormChoice::Stand
            | FormChoice::Rise(_) => Err(self.out_of_turn()),
        }
    }

    /// The movements in which units may take formations by choice (LB 12.1.1a, 12.2.1b, 13.1.8a).
    pub(crate) fn forms_on(self, motion: Motion) -> bool {
        matches!(motion, Motion::Maneuver | Motion::Enter | Motion::Administrative | Motion::Regroup)
            || matches!(motion, Motion::ReactionMove | Motion::CavalryRegroup)
    }

    /// The whole of a stack changes (LB 11.1.2a).
    fn moves_whole(self, moving: &Moving) -> Result<(), Refusal> {
        let stack = self.stack_of(moving.top);
        if stack.iter().all(|&id| moving.units.contains(id)) {
            Ok(())
        } else {
            no("LB 11.1.2a", "all units in a hex have one formation: the others would have to change too")
        }
    }

    fn plan_change(self, moving: &Moving, formed: Formed, facing: Facing, hand: Option<Hand>) -> Result<Plan, Refusal> {
        self.moves_whole(moving)?;
        let mut plan = Plan { reforms: true, ..Plan::new(Some(Trigger::Spends)) };
        let stack = self.moving_stack(moving);
        if stack.iter().all(|&id| matches!(self.card(id).arm, Arm::Artillery | Arm::Wagon)) {
            return no("LB 18.2a", "guns are limbered or unlimbered");
        }
        self.may_take(&stack, formed)?;
        for &id in &stack {
            let unit = self.unit(id);
            if matches!(self.card(id).arm, Arm::Artillery | Arm::Wagon) {
                // Guns keep their state; unlimbered ones face as the foot does (LB 12.2.2e, 18.1b).
                let facing = if self.is_unlimbered(id) { facing } else { unit.facing };
                self.state
                    .overflow
                    .keep(&mut plan.bodies, (id, Body { hexes: unit.hexes, facing, formed: unit.formed }));
                continue;
            }
            let (body, cost) = self.changed(id, formed, facing, hand)?;
            plan.cost = plan.cost.max(cost);
            self.state.overflow.keep(&mut plan.bodies, (id, body));
        }
        self.would_fit(&plan.bodies)?;
        Ok(plan)
    }

    /// How a unit lies after a change where it stands, and the cost.
    fn changed(
        self,
        id: UnitId,
        formed: Formed,
        facing: Facing,
        hand: Option<Hand>,
    ) -> Result<(Body, Points), Refusal> {
        let unit = self.unit(id);
        let change = self.change_cost(id, formed)?;
        let old = unit.formed;
        // From several hexes straight into several: nothing but the change is paid (LB 12.3.6c).
        if let Some(body) = self.recast(id, formed, facing).filter(|_| hand.is_none()) {
            return Ok((body, change));
        }
        // A Line draws together by itself first (LB 12.3.6a); columns and skirmishers come up into one of their hexes in one event
        // (LB 12.3.6b, 12.8.2.1b).
        if unit.hexes.len() > 1 && old == Formed::Line {
            return no("LB 12.3.6a", "the Line draws together in one hex first");
        }
        let gathers = unit.hexes.len() > 1;
        let at = match (old, hand) {
            (Formed::Skirmish, Some(Hand::Right)) => unit.hexes.tail(),
            _ => unit.hexes.head(),
        };
        let up = if gathers {
            let place = if at == unit.hexes.head() { unit.hexes.len() - 1 } else { 0 };
            let to = if at == unit.hexes.head() { 0 } else { unit.hexes.len() - 1 };
            let Some(cost) = self.drawn_cost(id, place, to) else {
                return no("LB 12.3.1b", "its parts cannot come up");
            };
            cost
        } else {
            Points::ZERO
        };
        let hand = hand.filter(|_| !gathers);
        let body = self.shaped(id, at, formed, facing, hand)?;
        let spread = self.spreading_cost(id, at, formed, &body)?;
        Ok((body, change + up + spread))
    }

    /// How a unit of several hexes lies in another formation of as many, in the hexes that it has: they are in a straight line, and it
    /// faces along it in a column, across it in Line or Skirmish Order (LB 12.3.6c, 12.2.4a). A Column of Companies that winds may march
    /// on as a Road Column.
    fn recast(self, id: UnitId, formed: Formed, facing: Facing) -> Option<Body> {
        let unit = self.unit(id);
        let long = unit.hexes.len();
        let fits = match formed {
            Formed::Line => self.may_lie_in_line(id, long),
            Formed::Companies | Formed::RoadColumn | Formed::Skirmish => long == self.length_in(id, formed),
            _ => false,
        };
        let faces =
            matches!((formed.facing_kind(), facing), (Kind::Side, Facing::Side(_)) | (Kind::Corner, Facing::Corner(_)));
        if long < 2 || !fits || !faces {
            return None;
        }
        if (unit.formed, formed, unit.facing) == (Formed::Companies, Formed::RoadColumn, facing) {
            return Some(Body { hexes: unit.hexes, facing, formed });
        }
        let mut pairs = unit.hexes.iter().zip(unit.hexes.iter().skip(1));
        let onward = unit.hexes.get(1).and_then(|second| self.grid().direction(unit.hexes.head(), second))?;
        if !pairs.all(|(one, next)| self.grid().direction(one, next) == Some(onward)) {
            return None;
        }
        // Columns are written from the head, Lines from the left.
        let along = match facing {
            Facing::Side(ahead) => ahead.opposite(),
            Facing::Corner(ahead) => ahead.aside(Hand::Right),
            Facing::Round => return None,
        };
        let mut row: Row = unit.hexes.iter().collect();
        if along == onward.opposite() {
            row.reverse();
        } else if along != onward {
            return None;
        }
        Some(Body { hexes: Hexes::all(row)?, facing, formed })
    }

    /// Whether a unit is strong enough for a Line of so many hexes: foot two at most and with five Increments, horse one for each four
    /// (LB 12.6.1a, 12.6.2a, 12.3.4.1a, 12.3.4.2a).
    pub(crate) fn may_lie_in_line(self, id: UnitId, hexes: usize) -> bool {
        let left = self.increments(id);
        match self.card(id).arm {
            Arm::Infantry => {
                hexes <= 2 && (hexes < 2 || left >= self.rules.charts.ground.formation_figures.two_hex_line)
            }
            Arm::Cavalry => hexes <= usize::from(left.div_ceil(4)),
            Arm::Artillery | Arm::Wagon => hexes == 1,
        }
    }

    /// A Line extends where it stands, at one end or both: the ground of each hex on the way of the part that goes farthest; infantry one
    /// more (LB 12.3.2a, 12.3.4a, 12.3.4.1a, 12.3.4.1b, 12.3.4.2a, 12.3.4.2b).
    fn plan_extend(self, moving: &Moving, left: u8, right: u8) -> Result<Plan, Refusal> {
        let mut plan = Plan::new(Some(Trigger::Spends));
        if left + right == 0 {
            return no("LB 12.3.4a", "that extends nothing");
        }
        for id in self.moving_stack(moving) {
            let unit = self.unit(id);
            if self.is_artillery(id) {
                let body = Body { hexes: unit.hexes, facing: unit.facing, formed: unit.formed };
                self.state.overflow.keep(&mut plan.bodies, (id, body));
                continue;
            }
            let (Formed::Line, Facing::Corner(ahead)) = (unit.formed, unit.facing) else {
                return no("LB 12.3.4a", "only a Line extends");
            };
            if !self.may_lie_in_line(id, unit.hexes.len() + usize::from(left) + usize::from(right)) {
                return no("LB 11.1.6a", "it is too weak for so long a Line");
            }
            let mut row: Row = unit.hexes.iter().collect();
            let mut dearest = Points::ZERO;
            for (hand, many) in [(Hand::Left, left), (Hand::Right, right)] {
                let mut sum = Points::ZERO;
                for _ in 0..many {
                    let end = if hand == Hand::Left { row.first() } else { row.last() };
                    let Some((&end, dir)) = end.zip(Some(ahead.aside(hand))) else { break };
                    let Some(hex) = self.grid().neighbour(end, dir) else {
                        return no("LB 13.1.7.1a", "the map ends there");
                    };
                    let Some(cost) = self.hex_cost(self.going(id), end, dir) else {
                        return no("LB 13.1.7.1a", "it may not go there");
                    };
                    if !self.may_extend(id, hex) {
                        return no("LB 11.1.2.1a", "others stand where it would extend");
                    }
                    sum += cost + self.skirmish_surcharge(self.side(id), self.going(id).mover, hex);
                    if row.is_full() {
                        return no("LB 12.6.2a", "so long a Line there is not");
                    }
                    if hand == Hand::Left { row.insert(0, hex) } else { row.push(hex) }
                }
                dearest = dearest.max(sum);
            }
            plan.cost = plan.cost.max(dearest + self.drawing_surcharge(id));
            let Some(hexes) = Hexes::all(row) else { return no("LB 12.6.2a", "so long a Line there is not") };
            self.state.overflow.keep(&mut plan.bodies, (id, Body { hexes, facing: unit.facing, formed: unit.formed }));
        }
        self.moves_whole(moving)?;
        Ok(plan)
    }

    /// A Line draws together by hexes at one end or both: what the part that goes farthest pays; infantry one more (LB 12.3.1a, 12.3.1b,
    /// 12.3.1c, 12.3.4.1c, 12.3.4.2b).
    fn plan_draw(self, moving: &Moving, left: u8, right: u8) -> Result<Plan, Refusal> {
        let mut plan = Plan::new(Some(Trigger::Spends));
        for id in self.moving_stack(moving) {
            let unit = self.unit(id);
            let len = unit.hexes.len();
            let gone = usize::from(left) + usize::from(right);
            if self.is_artillery(id) {
                let body = Body { hexes: unit.hexes, facing: unit.facing, formed: unit.formed };
                self.state.overflow.keep(&mut plan.bodies, (id, body));
                continue;
            }
            if unit.formed != Formed::Line || gone == 0 || gone >= len {
                return no("LB 12.3.4a", "only a Line of several hexes draws together");
            }
            let (left, right) = (usize::from(left), usize::from(right));
            let from_left = self.drawn_cost(id, 0, left);
            let from_right = self.drawn_cost(id, len - 1, len - 1 - right);
            let Some((a, b)) = from_left.zip(from_right) else { return no("LB 12.3.1b", "its parts cannot come up") };
            plan.cost = plan.cost.max(a.max(b) + self.drawing_surcharge(id));
            let row: Row = unit.hexes.iter().skip(left).take(len - gone).collect();
            let Some(hexes) = Hexes::all(row) else { return no("LB 12.3.4a", "nothing would be left") };
            self.state.overflow.keep(&mut plan.bodies, (id, Body { hexes, facing: unit.facing, formed: unit.formed }));
        }
        self.moves_whole(moving)?;
        Ok(plan)
    }

    /// How cavalry lies after a quarter-wheel by companies, from Column of Companies to Line or back, in the same hexes; none where it
    /// has more than four Increments to a hex, or is not straight (LB 12.3.7a, 12.3.7b, 12.5.3.1a, 12.6.4.3a). For Reaction and Opportunity
    /// Charges too (LB 12.3.7c).
    pub fn quarter_wheeled(self, id: UnitId, hand: Hand) -> Option<Body> {
        let unit = self.unit(id);
        let thin = usize::from(self.increments(id)) <= 4 * unit.hexes.len();
        let able = self.is_cavalry(id) && unit.order == Order::Good && thin;
        let mut row: Row = unit.hexes.iter().collect();
        let body = match (unit.formed, unit.facing) {
            (Formed::Companies, Facing::Side(ahead)) if self.is_straight(id) => {
                // A Line that faces right has its left where the head of the column was, one that faces left its right.
                let corner = match hand {
                    Hand::Right => ahead.right(1).ends()[1],
                    Hand::Left => ahead.left(1).ends()[0],
                };
                if hand == Hand::Left {
                    row.reverse();
                }
                Body { hexes: Hexes::all(row)?, facing: Facing::Corner(corner), formed: Formed::Line }
            }
            (Formed::Line, Facing::Corner(ahead)) => {
                let side = ahead.aside(hand);
                if hand == Hand::Right {
                    row.reverse();
                }
                let length = self.length_in(id, Formed::Companies);
                (row.len() == length).then_some(())?;
                Body { hexes: Hexes::all(row)?, facing: Facing::Side(side), formed: Formed::Companies }
            }
            _ => return None,
        };
        able.then_some(body)
    }

    fn plan_quarter_wheel(self, moving: &Moving, hand: Hand) -> Result<Plan, Refusal> {
        self.moves_whole(moving)?;
        let mut plan = Plan::new(Some(Trigger::Spends));
        for id in self.moving_stack(moving) {
            let Some(body) = self.quarter_wheeled(id, hand) else {
                return no("LB 12.3.7b", "it would have to spread its Increments anew");
            };
            plan.cost = Points::whole(self.rules.charts.ground.formation_figures.quarter_wheel);
            self.state.overflow.keep(&mut plan.bodies, (id, body));
        }
        Ok(plan)
    }

    /// The formations of its arm that a unit on the move could pay for, and what the change costs.
    pub(crate) fn forms_within_reach(self, moving: &Moving, id: UnitId) -> impl Iterator<Item = (Formed, Points)> {
        let kinds: &[Formed] = match self.card(id).arm {
            Arm::Infantry => &[
                Formed::Column,
                Formed::Line,
                Formed::Square,
                Formed::Skirmish,
                Formed::RoadColumn,
                Formed::GeneralOrder,
            ],
            Arm::Cavalry => {
                &[Formed::Companies, Formed::Line, Formed::Skirmish, Formed::RoadColumn, Formed::GeneralOrder]
            }
            Arm::Artillery | Arm::Wagon => &[],
        };
        let left = moving.left();
        kinds.iter().filter_map(move |&formed| {
            let cost = self.change_cost(id, formed).ok().filter(|&cost| cost <= left)?;
            Some((formed, cost))
        })
    }

    /// Which ways a unit can face in a formation; and to which hand it lies, or into which of its hexes it gathers, where that is a
    /// choice.
    fn shapes_of(self, id: UnitId, formed: Formed) -> ArrayVec<Shaped, 18> {
        let unit = self.unit(id);
        let spreads = formed == Formed::Skirmish && self.length_in(id, formed) > 1;
        let gathers = unit.formed == Formed::Skirmish && unit.hexes.len() > 1;
        let hands: &[Option<Hand>] =
            if spreads || gathers { &[None, Some(Hand::Left), Some(Hand::Right)] } else { &[None] };
        let facings = facings_of(formed.facing_kind());
        facings.into_iter().flat_map(|facing| hands.iter().map(move |&hand| (facing, hand))).collect()
    }

    /// A number for each of the shapes that a stack can take in a formation: those that have the same lie in the same hexes at the same
    /// price, so that all of them may be taken or none. None where a shape is like no other.
    fn likeness(self, stack: &Stack, formed: Formed, afresh: bool, (facing, hand): Shaped) -> Option<usize> {
        const ONE: usize = 6;
        let spreads = |&id: &UnitId| !self.is_artillery(id) && self.length_in(id, formed) > 1;
        if afresh {
            // Only columns of companies and skirmishers take up more than a hex at once, where they have formed.
            return match (formed, facing, hand) {
                (Formed::Skirmish, Facing::Corner(ahead), Some(hand)) => Some(ahead.aside(hand).index()),
                (Formed::Companies, ..) if stack.iter().any(spreads) => None,
                _ => Some(ONE),
            };
        }
        let [id] = stack.as_slice() else { return None };
        let recasts = hand.is_none() && self.recast(*id, formed, facing).is_some();
        let several = formed == Formed::Companies && spreads(id);
        // It gathers in one of its hexes.
        (!recasts && !several).then_some(hand.map_or(ONE, |hand| hand as usize))
    }

    /// Every shape that a stack may take in a formation, for as long as it is told to go on; false when it was stopped. They are judged
    /// before they are shown, those that are alike once. `afresh`: whatever hexes it lies in now do not matter.
    pub(crate) fn each_shape(
        self,
        stack: &Stack,
        formed: Formed,
        afresh: bool,
        legal: &dyn Fn(Shaped) -> bool,
        each: &mut dyn FnMut(Shaped) -> bool,
    ) -> bool {
        let Some(&top) = stack.first() else { return true };
        let mut known = [None; 7];
        // Skirmishers that take up two hexes lie to one hand or the other (LB 12.10.2b).
        let two = afresh && formed == Formed::Skirmish && self.length_in(top, formed) > 1;
        self.shapes_of(top, formed).into_iter().filter(|(_, hand)| !two || hand.is_some()).all(|shape| {
            let may = match self.likeness(stack, formed, afresh, shape) {
                Some(place) => *known[place].get_or_insert_with(|| legal(shape)),
                None => legal(shape),
            };
            !may || each(shape)
        })
    }

    /// Every change that a stack may make, for as long as it is told to go on; false when it was stopped. Each is judged before it is
    /// shown, those that differ in nothing but where they face once; what no such stack could do is not tried.
    pub(crate) fn each_form(
        self,
        moving: &Moving,
        stack: &Stack,
        stands_up: bool,
        in_place: bool,
        legal: &dyn Fn(FormChoice) -> bool,
        each: &mut dyn FnMut(FormChoice) -> bool,
    ) -> bool {
        let Some(&top) = stack.first() else { return true };
        let unit = self.unit(top);
        let foot_or_horse = matches!(self.card(top).arm, Arm::Infantry | Arm::Cavalry);
        let forms = stands_up && self.forms_on(moving.motion) && self.moves_whole(moving).is_ok();
        if forms && unit.order == Order::Good && foot_or_horse {
            let one_hex = stack.iter().all(|&id| self.unit(id).hexes.len() == 1);
            let mut others = self.forms_within_reach(moving, top).filter(|&(formed, _)| formed != unit.formed);
            // Whoever stays in place extends into no other hex (LB 8.9.2.2b).
            let extends = |formed: Formed| {
                let spreads =
                    |&id: &UnitId| !self.is_artillery(id) && self.length_in(id, formed) > 1 && self.is_in_command(id);
                let several = matches!(formed, Formed::Skirmish | Formed::Companies);
                in_place && one_hex && several && stack.iter().any(spreads)
            };
            let all = others.all(|(formed, _)| {
                if extends(formed) {
                    return true;
                }
                let change = |(facing, hand)| FormChoice::Change { formed, facing, hand };
                let may = |shape| legal(change(shape));
                self.each_shape(stack, formed, one_hex, &may, &mut |shape| each(change(shape)))
            });
            if !all {
                return false;
            }
        }
        if forms && unit.formed == Formed::Line {
            let most = crate::cards::MOST_LENGTH as u8;
            let length = unit.hexes.len();
            let mut ends = (0..most).flat_map(|left| (0..most - left).map(move |right| (left, right)));
            let all = ends.all(|(left, right)| {
                let many = usize::from(left + right);
                let (extend, draw) = (FormChoice::Extend { left, right }, FormChoice::Draw { left, right });
                let longer = many > 0 && self.may_lie_in_line(top, length + many) && legal(extend);
                let shorter = many > 0 && many < length && legal(draw);
                (!longer || each(extend)) && (!shorter || each(draw))
            });
            if !all {
                return false;
            }
        }
        let turns = unit.formed == Formed::Line || unit.formed == Formed::Companies;
        let wheels: &[FormChoice] = if forms && turns && self.is_cavalry(top) {
            &[FormChoice::QuarterWheel(Hand::Left), FormChoice::QuarterWheel(Hand::Right)]
        } else {
            &[]
        };
        let british = self.card(top).is_british();
        let lies = [FormChoice::Lie, FormChoice::Stand].into_iter().filter(|_| british || !stands_up);
        let parts = std::iter::once(FormChoice::BreakDown).filter(|_| !self.card(top).battalions.is_empty());
        let reform = self.card(top).regiment.map(FormChoice::Reform);
        let mut rest = wheels.iter().copied().chain(lies).chain(parts).chain(reform);
        rest.all(|choice| !legal(choice) || each(choice))
    }
}
