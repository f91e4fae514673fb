//! What a brigade's order lets its units do (CF 6.17, 6.20, 6.21, 6.22, G17, G90).

use crate::agenda::Step;
use crate::cards::{Aim, BrigadeId, OrderKind, Shape, UnitId};
use crate::measures::{NEAR, yds};
use crate::movement::MoveStep;
use crate::readings::{OrderDistance, OrdersEnforced, TestedUnitOrders};
use crate::state::{Control, Verdict};
use crate::table::{Play, Table, within};
use field::table::{Block, Body, Pose, Vec2};
use kernel::{Listener, Refusal};

/// A unit that comes no farther from its position than this has not gone away from it.
const SLACK: f64 = yds(1) as f64;

impl Table<'_> {
    /// How far a body is from the position that a brigade's order speaks of, and whether that is a mere point (CF G17, G90).
    fn off_position(self, brigade: BrigadeId, body: &Body) -> (f64, bool) {
        let centre = self.rules.options.order_distance == OrderDistance::Centre;
        match self.brigade(brigade).order.to {
            Aim::Spot(at) => (body.distance_to_point(at.vec()), true),
            Aim::Named(position) => {
                let shape = &self.rules.positions[position.ix()].shape;
                match shape {
                    Shape::Point(at) => (body.distance_to_point(at.vec()), true),
                    Shape::Area(_) if centre => (body.distance_to_point(shape.middle()), false),
                    Shape::Area(outline) => (outline.distance_to_body(body), false),
                }
            }
            Aim::Deployment => {
                let area = self.brigade(brigade).area;
                let (width, depth) = ((area.east - area.west).max(1), (area.north - area.south).max(1));
                let front = Pose::new(field::table::Point::new(i32::midpoint(area.west, area.east), area.north), 0);
                let ground = Block::new(front, width, depth);
                let middle: Vec2 = ground.center();
                match centre {
                    true => (body.distance_to_point(middle), false),
                    false => (body.distance(&Body::single(ground)), false),
                }
            }
        }
    }

    /// The brigade whose order binds a unit, as it binds all of the brigade (CF 4.3): none where orders are not enforced, for guns kept under a higher leader, under the eyes
    /// of a General or Marshal, and after a Control Test (CF 6.22, 6.26, G17).
    fn bound_by(self, id: UnitId) -> Option<BrigadeId> {
        let options = &self.rules.options;
        if options.orders_enforced == OrdersEnforced::Off || self.has_general(id) {
            return None;
        }
        let chosen = matches!(self.state.agenda.top(), Some(Step::Move(MoveStep::Moving(_)) | Step::Charge(_)));
        let free = match self.unit(id).control {
            Control::Tested(Verdict::AsWished) => options.tested_unit_orders == TestedUnitOrders::Free || !chosen,
            Control::Tested(_) => true,
            _ => false,
        };
        if free { None } else { self.brigade_of(id) }
    }

    /// Its order sets it no bounds: it may go anywhere (CF 6.17, 6.20).
    pub(crate) fn goes_anywhere(self, id: UnitId) -> bool {
        let bound = self.bound_by(id);
        bound.is_none_or(|brigade| self.brigade(brigade).order.kind == OrderKind::AdvanceAndAttack)
    }

    /// Whether its order lets a unit move from where it began its move to where it would stand (CF 6.20, 6.21, G17).
    pub fn within_orders(self, id: UnitId, before: &Body, after: &Body) -> Result<(), Refusal> {
        let Some(brigade) = self.bound_by(id) else { return Ok(()) };
        let state = self.brigade(brigade);
        let (is, _) = self.off_position(brigade, after);
        let nearer = || is <= self.off_position(brigade, before).0 + SLACK;
        let ok = match state.order.kind {
            OrderKind::AdvanceAndAttack => true,
            OrderKind::AdvanceAndDefend if !state.reached => nearer(),
            OrderKind::Defend | OrderKind::AdvanceAndDefend => within(is, NEAR) || nearer(),
        };
        match (ok, state.order.kind) {
            (true, _) => Ok(()),
            (_, OrderKind::AdvanceAndDefend) if !state.reached => {
                Err(Refusal::new("CF 6.17", "its brigade is to advance to a position: that leads away from it"))
            }
            _ => Err(Refusal::new("CF 6.17", "its brigade is to defend a position: that leads away from it")),
        }
    }

    /// Whether its order lets a unit charge an enemy: any with an order to attack, else those in the position or within 120 yds of
    /// it, and on the way there those within 120 yds of the unit (CF 6.20, G17).
    pub fn may_charge_by_orders(self, id: UnitId, enemy: UnitId) -> Result<(), Refusal> {
        let Some(brigade) = self.bound_by(id) else { return Ok(()) };
        let state = self.brigade(brigade);
        let attacks = state.order.kind == OrderKind::AdvanceAndAttack;
        let on_its_way = state.order.kind == OrderKind::AdvanceAndDefend && !state.reached;
        let met = on_its_way && self.is_within(id, enemy, NEAR);
        if attacks || met || within(self.off_position(brigade, &self.body(enemy)).0, NEAR) {
            return Ok(());
        }
        Err(Refusal::new("CF 6.20", "its brigade defends: it attacks those who threaten the position"))
    }
}

impl<L: Listener> Play<'_, L> {
    /// The first unit of a brigade that stands on the position it was to advance to (CF G17, G90).
    pub(crate) fn note_position_reached(&mut self, id: UnitId) {
        let table = self.table();
        let Some(brigade) = table.brigade_of(id) else { return };
        let (far, point) = table.off_position(brigade, &table.body(id));
        let there = if point { within(far, NEAR) } else { far <= f64::from(yds(1)) };
        if there && table.brigade(brigade).order.kind == OrderKind::AdvanceAndDefend {
            self.state.brigades[brigade.ix()].reached = true;
        }
    }
}
