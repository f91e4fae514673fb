//! Maps of a deployment, drawn in secret, with the posts of leaders and the orders of brigades (CF 5.12, 5.14, 5.22, 5.23, 6.1, 6.17,
//! G68).

use super::{DeployChoice, OrderWord};
use crate::cards::{
    Aim, BrigadeId, Class, Frame, LeaderId, Order, OrderKind, PositionId, Rank, TableEdge, UnitId, Zone,
};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::ground::Going;
use crate::measures::{FAR, yds};
use crate::state::{Formation, Place, Unit};
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use field::table::{Body, Point, Pose, Um, normal};
use kernel::{Listener, Refusal, Seat};

/// The most places that are looked at.
const MOST_PLACES: usize = 512;
/// How many places a menu offers.
const OFFERS: usize = 16;

impl OrderWord {
    pub(super) fn order(self) -> Order {
        let (kind, to) = match self {
            OrderWord::Attack => (OrderKind::AdvanceAndAttack, Aim::Deployment),
            OrderWord::Defend => (OrderKind::Defend, Aim::Deployment),
            OrderWord::DefendAt(position) => (OrderKind::Defend, Aim::Named(position)),
            OrderWord::AdvanceTo(position) => (OrderKind::AdvanceAndDefend, Aim::Named(position)),
        };
        Order { kind, to }
    }
}

impl<'a> Table<'a> {
    /// Drawn on a map at the start of the battle, or to be (CF 5.12).
    fn is_for_map(self, id: UnitId) -> bool {
        matches!(self.unit(id).place, Place::Reserve | Place::Mapped)
    }

    /// Whether a seat has a map to draw.
    pub(super) fn draws_map(self, seat: Seat) -> bool {
        self.all().any(|id| self.is_for_map(id) && self.seat(id) == seat)
    }

    /// Where a unit may be drawn (CF 5.12, 5.14, 5.22).
    pub(super) fn judge_place(
        self,
        seat: Seat,
        id: UnitId,
        pose: Pose,
        formation: Formation,
        files: u8,
    ) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if !self.is_for_map(id) {
            return Err(Refusal::new("CF 5.12", "it is not to be deployed now"));
        }
        let ground = &self.rules.ground;
        let on = (0..=ground.width).contains(&pose.at.x) && (0..=ground.height).contains(&pose.at.y);
        if !on || pose.facing != normal(pose.facing) {
            return Err(Refusal::new("CF 5.12", "it has a place on the table and faces one way"));
        }
        self.may_stand_as(id, formation, files)?;
        let now = self.unit(id);
        if now.place == Place::Mapped && (now.pose, now.formation, now.files) == (pose, formation, files) {
            return Err(Refusal::new("CF 5.12", "there it is drawn already"));
        }
        let mut unit = now.clone();
        (unit.pose, unit.formation, unit.files) = (pose, formation, files);
        self.may_be_drawn(id, &unit)
    }

    fn may_be_drawn(self, id: UnitId, unit: &Unit) -> Result<(), Refusal> {
        let (side, body) = (unit.side, self.rules.body_of(unit));
        if !self.zone(side).holds(&body) {
            let rule = if self.rules.frame == Frame::Meeting { "CF 5.22" } else { "CF 5.12" };
            return Err(Refusal::new(rule, "it is deployed on its own side of the table, as the battle allows"));
        }
        if self.stands_in_water(&body) {
            return Err(Refusal::new("CF G40", "nobody stands there"));
        }
        if self.is_closed_to(unit, &body) {
            return Err(Refusal::new("CF 11.18", "guns and cavalry do not stand in such ground off a road"));
        }
        if self.is_taken(id, &body) {
            return Err(Refusal::new("CF G78", "another unit stands there"));
        }
        // CF 5.14, G68: only enemies that stand on the table are known.
        let attacks = self.rules.frame.attacker() == Some(side);
        if attacks && self.of_side(side.other()).any(|enemy| within(self.body(enemy).distance(&body), FAR)) {
            return Err(Refusal::new("CF 5.14", "the attacker deploys beyond 240 yards of any enemy"));
        }
        Ok(())
    }

    /// A gun is drawn on its limber or off it: once off it is never limbered again (CF 11.24, G193).
    pub(super) fn judge_limber(self, seat: Seat, id: UnitId, limbered: bool) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if !self.is_for_map(id) {
            return Err(Refusal::new("CF 5.12", "it is not to be deployed now"));
        }
        if !self.is_gun(id) || self.unit(id).limbered == limbered {
            return Err(Refusal::new("CF 11.24", "it is no gun, or stands so already"));
        }
        let unit = Unit { limbered, ..self.unit(id).clone() };
        if unit.place == Place::Mapped { self.may_be_drawn(id, &unit) } else { Ok(()) }
    }

    /// Dragoons who may dismount are drawn on foot or on their horses, which stand behind them when they are put down (CF 12.19,
    /// G194).
    pub(super) fn judge_afoot(self, seat: Seat, id: UnitId, afoot: bool) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if !self.is_for_map(id) {
            return Err(Refusal::new("CF 5.12", "it is not to be deployed now"));
        }
        self.may_dismount(id)?;
        if self.unit(id).mounted != afoot {
            return Err(Refusal::new("CF 12.19", "it is drawn so already"));
        }
        let unit = self.drawn_afoot(id, afoot);
        if unit.place == Place::Mapped { self.may_be_drawn(id, &unit) } else { Ok(()) }
    }

    /// Dragoons as they are drawn on foot, or on their horses.
    pub(super) fn drawn_afoot(self, id: UnitId, afoot: bool) -> Unit {
        let mut unit = self.unit(id).clone();
        (unit.mounted, unit.holders) = (!afoot, None);
        if afoot {
            (unit.formation, unit.grade) = (Formation::Unformed, self.card(id).grade_on_foot);
            unit.files = unit.bases().div_ceil(2).max(1);
        } else {
            (unit.formation, unit.grade) = (Formation::Line, self.card(id).grade);
            unit.files = unit.bases().max(1);
        }
        unit
    }

    /// Dense woods, towns, swamps, which guns and cavalry enter along a road only (CF 11.18).
    pub(crate) fn is_closed_to(self, unit: &Unit, body: &Body) -> bool {
        let barred = matches!(unit.class, Class::Gun | Class::Wagon) || unit.mounted;
        let mesh = f64::from(yds(10));
        // A line has its flanks off the road.
        let narrow = matches!(unit.formation, Formation::MarchColumn | Formation::Model);
        barred
            && self.is_near_ground(body, 0.0, Going::Closed)
            && !(narrow && self.on_road(body))
            && body.blocks.iter().any(|block| block.mesh(mesh).any(|at| self.going_at(at) >= Going::Closed))
    }

    /// Somebody of its own side, on the table or on the map, stands there, or anybody on the table.
    fn is_taken(self, id: UnitId, body: &Body) -> bool {
        let side = self.side(id);
        let others = self.all().filter(|&other| {
            let place = self.unit(other).place;
            other != id && (place == Place::Table || (place == Place::Mapped && self.side(other) == side))
        });
        others.into_iter().any(|other| self.body(other).overlaps(body))
    }

    /// Leaders take post on their side of the table (CF 6.1).
    pub(super) fn judge_post(self, seat: Seat, leader: LeaderId, to: Point) -> Result<(), Refusal> {
        self.owns_leader(seat, leader)?;
        let (card, now) = (self.leader_card(leader), self.leader(leader));
        if card.placed || !(now.off || now.hidden) {
            return Err(Refusal::new("CF 6.1", "the battle has a place for him"));
        }
        if !self.zone(card.side).contains(to.vec()) || (now.hidden && now.at == to) {
            return Err(Refusal::new("CF 5.12", "he takes post on his own side of the table"));
        }
        Ok(())
    }

    /// Orders are written before the game, for each brigade by its own side (CF 6.15, 6.17).
    pub(super) fn judge_written(self, seat: Seat, brigade: BrigadeId, order: OrderWord) -> Result<(), Refusal> {
        if brigade.ix() >= self.state.brigades.len() {
            return Err(Refusal::new("CF 6.17", "there is no such brigade"));
        }
        if self.seat_of_brigade(brigade) != seat {
            return Err(Refusal::new("CF 6.14", "that brigade is not yours to order"));
        }
        let known = |position: PositionId| position.ix() < self.rules.positions.len();
        match order {
            OrderWord::DefendAt(position) | OrderWord::AdvanceTo(position) if !known(position) => {
                Err(Refusal::new("CF 6.17", "there is no such position"))
            }
            _ if self.brigade(brigade).order == order.order() => {
                Err(Refusal::new("CF 6.17", "that is its order already"))
            }
            _ => Ok(()),
        }
    }

    /// A map is drawn when everybody is on it for whom there is room.
    pub(super) fn judge_ready(self, seat: Seat) -> Result<(), Refusal> {
        match self.next_to_draw(seat) {
            Some(_) => Err(Refusal::new("CF 5.12", "the map has still to show where others stand")),
            None => Ok(()),
        }
    }

    /// The first unit of a seat that is not on its map, and has room there.
    fn next_to_draw(self, seat: Seat) -> Option<(UnitId, Decision)> {
        let left = self.all().filter(|&id| self.unit(id).place == Place::Reserve && self.seat(id) == seat);
        left.into_iter().find_map(|id| {
            let mut first = None;
            self.each_place(seat, id, &mut |decision| {
                first = Some(decision);
                false
            });
            first.map(|decision| (id, decision))
        })
    }

    /// The unit that is drawn next.
    pub(crate) fn next_drawn(self, seat: Seat) -> Option<UnitId> {
        self.next_to_draw(seat).map(|(id, _)| id)
    }

    /// What may be drawn next: places for one unit, then posts and orders, and the map as it is.
    pub(super) fn offer_map(self, seat: Seat, menu: &mut Vec<Decision>) {
        if let Some((id, _)) = self.next_to_draw(seat) {
            self.each_place(seat, id, &mut |decision| {
                menu.push(decision);
                menu.len() < OFFERS
            });
            return;
        }
        menu.push(Decision::Deploy(DeployChoice::Ready));
        for leader in self.all_leaders() {
            let post = self.usual_post(leader);
            if self.leader(leader).off
                && let Some(to) = post.filter(|&to| self.judge_post(seat, leader, to).is_ok())
            {
                menu.push(Decision::Deploy(DeployChoice::Post { leader, to }));
            }
        }
        let as_given = |id: &UnitId| self.unit(*id).mounted == self.rules.start.units[id.ix()].mounted;
        for unit in self.all().filter(as_given) {
            let afoot = self.unit(unit).mounted;
            if self.judge_afoot(seat, unit, afoot).is_ok() {
                menu.push(Decision::Deploy(DeployChoice::Afoot { unit, afoot }));
            }
        }
        // Each gun is offered the other way once.
        let as_given = |id: &UnitId| self.unit(*id).limbered == self.rules.start.units[id.ix()].limbered;
        for unit in self.all().filter(|id| self.is_gun(*id) && as_given(id)) {
            let limbered = !self.unit(unit).limbered;
            if self.judge_limber(seat, unit, limbered).is_ok() {
                menu.push(Decision::Deploy(DeployChoice::Limber { unit, limbered }));
            }
        }
        self.offer_written(seat, menu);
    }

    /// Orders that may be written for the brigades of a seat (CF 6.15, 6.17).
    pub(super) fn offer_written(self, seat: Seat, menu: &mut Vec<Decision>) {
        for brigade in (0..self.state.brigades.len() as u8).map(BrigadeId) {
            // As long as it is as the battle has it, something else is offered.
            if self.brigade(brigade).order != self.rules.start.brigades[brigade.ix()].order {
                continue;
            }
            let positions = (0..self.rules.positions.len() as u8).map(PositionId);
            let named = positions.flat_map(|position| [OrderWord::DefendAt(position), OrderWord::AdvanceTo(position)]);
            for order in [OrderWord::Attack, OrderWord::Defend].into_iter().chain(named) {
                if self.judge_written(seat, brigade, order).is_ok() {
                    menu.push(Decision::Deploy(DeployChoice::Order { brigade, order }));
                }
            }
        }
    }

    /// Places for a unit, in rows across its side's ground, the foremost first; stops when `emit` says so.
    fn each_place(self, seat: Seat, id: UnitId, emit: &mut impl FnMut(Decision) -> bool) {
        let side = self.side(id);
        let (zone, baseline) = (self.zone(side), self.baseline(side));
        let upright = matches!(baseline, TableEdge::East | TableEdge::West);
        for (rows, columns) in [(5, 7), (12, 24)] {
            let mut any = false;
            let places = zone.places(rows, columns, upright).enumerate();
            let mut places: ArrayVec<(Um, usize, Point), MOST_PLACES> =
                places.map(|(ix, at)| (from_edge(baseline, &zone, at), ix, at)).take(MOST_PLACES).collect();
            places.sort_unstable_by_key(|&(far, ix, _)| (far, ix));
            for &(_, _, at) in places.iter().rev() {
                for (formation, files) in self.likely_stands(id) {
                    let pose = Pose::new(at, baseline.outward());
                    if self.judge_place(seat, id, pose, formation, files).is_err() {
                        continue;
                    }
                    any = true;
                    let place = DeployChoice::Place { unit: id, pose, formation, files };
                    if !emit(Decision::Deploy(place)) {
                        return;
                    }
                    break;
                }
            }
            if any {
                return;
            }
        }
    }

    /// In line or as its battle has it; in column where there is no room for that.
    fn likely_stands(self, id: UnitId) -> impl Iterator<Item = (Formation, u8)> + use<> {
        let unit = self.unit(id);
        let own = (unit.formation, unit.files);
        let column = match unit.formation {
            Formation::Line => Some((Formation::MarchColumn, 1)),
            Formation::Unformed => Some((Formation::Unformed, unit.bases().div_ceil(3).max(1))),
            _ => None,
        };
        std::iter::once(own).chain(column)
    }

    /// Behind the middle of his men, higher leaders farther back.
    fn usual_post(self, leader: LeaderId) -> Option<Point> {
        let card = self.leader_card(leader);
        let his = self.all().filter(|&id| self.commands(leader, id) && self.unit(id).place == Place::Mapped);
        let (mut sum, mut count) = ([0_i64; 2], 0_i64);
        for id in his {
            let at = self.unit(id).pose.at;
            sum = [sum[0] + i64::from(at.x), sum[1] + i64::from(at.y)];
            count += 1;
        }
        if count == 0 {
            return None;
        }
        let back = match card.rank {
            Rank::Brigadier => 40,
            Rank::General => 60,
            Rank::Marshal => 80,
        };
        let middle = Point::new((sum[0] / count) as Um, (sum[1] / count) as Um);
        let at = Pose::new(middle, self.baseline(card.side).outward()).ahead(-yds(back)).at;
        let zone = self.zone(card.side);
        Some(Point::new(at.x.clamp(zone.west, zone.east), at.y.clamp(zone.south, zone.north)))
    }
}

/// How far a place is from a side's own edge.
fn from_edge(edge: TableEdge, zone: &Zone, at: Point) -> Um {
    match edge {
        TableEdge::North => zone.north - at.y,
        TableEdge::South => at.y - zone.south,
        TableEdge::East => zone.east - at.x,
        TableEdge::West => at.x - zone.west,
    }
}

impl<L: Listener> Play<'_, L> {
    /// Leaders whom their player has given no post stand behind their men (CF 6.1).
    pub(super) fn post_leaders(&mut self, seat: Seat) {
        for leader in (0..self.state.leaders.len() as u8).map(LeaderId) {
            let table = self.table();
            let his = table.leader(leader);
            let free = his.off && his.attached.is_none() && table.owns_leader(seat, leader).is_ok();
            let Some(to) = table.usual_post(leader).filter(|_| free) else { continue };
            let posted = self.leader_mut(leader);
            (posted.at, posted.off, posted.hidden) = (to, false, true);
        }
    }

    /// All troops drawn on maps are put down together (CF 5.14, 5.23).
    pub(super) fn lift_maps(&mut self) {
        let defender = self.rules.frame.attacker().map(kernel::Side::other);
        for id in (0..self.state.units.len() as u8).map(UnitId) {
            let kept = defender == Some(self.unit(id).side);
            if self.unit(id).place == Place::Mapped && !kept {
                self.put_down(id);
                self.tell("CF 5.23", told::IS_PUT_DOWN, &[Who::Unit(id)]);
            }
        }
        for leader in (0..self.state.leaders.len() as u8).map(LeaderId) {
            if defender != Some(self.rules.leaders[leader.ix()].side) {
                self.leader_mut(leader).hidden = false;
            }
        }
    }

    /// The battle can begin: brigades know the ground they were deployed on (CF G17).
    pub(super) fn all_stand(&mut self) {
        for brigade in (0..self.state.brigades.len() as u8).map(BrigadeId) {
            let table = self.table();
            let own = table.all().filter(|&id| {
                let there = matches!(table.unit(id).place, Place::Table | Place::Mapped);
                there && table.brigade_of(id) == Some(brigade)
            });
            let area = own.map(|id| table.unit(id).pose.at).fold(None, |zone: Option<Zone>, at| {
                let here = Zone { west: at.x, south: at.y, east: at.x, north: at.y };
                Some(zone.map_or(here, |zone| Zone {
                    west: zone.west.min(at.x),
                    south: zone.south.min(at.y),
                    east: zone.east.max(at.x),
                    north: zone.north.max(at.y),
                }))
            });
            if let Some(area) = area {
                self.state.brigades[brigade.ix()].area = area;
            }
        }
        self.state.done = kernel::SeatSet::EMPTY;
    }
}
