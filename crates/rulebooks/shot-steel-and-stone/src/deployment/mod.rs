//! Deployment (SSS G39): sides and edges, who puts down what and where, and where leaders take post.

mod steps;

use crate::agenda::Step;
use crate::cards::{BuildingId, LeaderId, Part, TableEdge, UnitId, Zone};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::measures::bw;
use crate::setup::away_from;
use crate::state::{Fire, Formation, Inside, Phase, Place, Unit};
use crate::table::{Play, Table};
use field::table::{Body, Cdeg, Point, Pose, TOUCH, normal};
use kernel::{Entry, Listener, Refusal, Seat, Side};
pub(crate) use steps::edge_word;
pub use steps::{DeployChoice, DeployStep};

/// How far from its edge a side deploys, and its light cavalry and skirmishers (SSS G39).
pub const DEPTH: i32 = 6;
pub const LIGHT_DEPTH: i32 = 9;
/// How far apart the armies are put down (SSS G39).
pub const APART: i32 = 12;

const RULE: &str = "SSS G39";

fn refuse(why: &'static str) -> Result<(), Refusal> {
    Err(Refusal::new(RULE, why))
}

/// A way to stand: formation, and bases abreast.
type Layout = (Formation, u8);

impl<'a> Table<'a> {
    /// The edge a side has its back to: that of the battle file, unless the other one was picked (SSS G39).
    pub fn baseline(self, side: Side) -> TableEdge {
        self.rules.sides[self.edge_of(side)].baseline
    }

    fn edge_of(self, side: Side) -> usize {
        if self.state.edges_swapped { side.other().ix() } else { side.ix() }
    }

    /// Where a side deploys, or its light cavalry and skirmishers do.
    pub(crate) fn deployment_zone(self, side: Side, light: bool) -> Zone {
        let card = &self.rules.sides[self.edge_of(side)];
        if light { card.light_zone } else { card.zone }
    }

    pub(crate) fn zone_for(self, id: UnitId) -> Zone {
        let light = self.card(id).is_light_mounted() || self.is_skirmishing(id);
        self.deployment_zone(self.side(id), light)
    }

    /// Where everybody looks who has not been told otherwise.
    pub(crate) fn outward(self, side: Side) -> Cdeg {
        away_from(self.baseline(side))
    }

    /// Units are still being put down.
    pub(crate) fn is_deploying(self) -> bool {
        matches!(self.state.agenda.top(), Some(Step::Deploy(DeployStep::PickEdge(_) | DeployStep::Place(_))))
    }

    // --- Units

    /// Units a seat still has to put on the table.
    pub(crate) fn undeployed(self, seat: Seat) -> impl Iterator<Item = UnitId> + use<'a> {
        self.all().filter(move |&id| self.seat(id) == seat && self.waits(id))
    }

    /// Waits for a place; screens and horse-holders come out of their units.
    pub(crate) fn waits(self, id: UnitId) -> bool {
        self.unit(id).place == Place::Reserve && self.card(id).part == Part::Whole
    }

    fn may_deploy(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if self.waits(id) { Ok(()) } else { refuse("it does not wait to be deployed") }
    }

    pub(crate) fn judge_place(
        self,
        seat: Seat,
        id: UnitId,
        pose: Pose,
        (formation, files): Layout,
    ) -> Result<(), Refusal> {
        self.may_deploy(seat, id)?;
        if pose.facing != normal(pose.facing) {
            return refuse("a facing is an angle of less than a full circle");
        }
        self.may_form(id, formation)?;
        let unit = Unit { pose, ..self.formed(id, self.unit(id), formation, files)? };
        let body = self.rules.body_of(id, &unit);
        if !self.zone_for(id).holds(&body) {
            return refuse("it stands within its side's strip of the table");
        }
        self.may_rest(id, &body)?;
        if self.on_table().any(|other| self.body(other).overlaps(&body)) {
            return refuse("another unit stands there");
        }
        if self.is_too_near(id, &body) {
            return refuse("it stands at least 12 BW from the enemy");
        }
        Ok(())
    }

    /// At least 12 BW from the enemy (SSS G39).
    fn is_too_near(self, id: UnitId, body: &Body) -> bool {
        self.enemies_of(id).any(|enemy| self.body(enemy).within(body, f64::from(bw(APART)) - TOUCH))
    }

    /// Foot garrisons a built-up area of its strip, guns one that is prepared for them (SSS 17.1, 17.2, 17.3).
    pub(crate) fn judge_garrison(self, seat: Seat, id: UnitId, building: BuildingId) -> Result<(), Refusal> {
        self.may_deploy(seat, id)?;
        if building.ix() >= self.rules.buildings.len() {
            return Err(Refusal::new("SSS 17.1", "there is no such built-up area"));
        }
        let (card, body) = (self.building_card(building), self.rules.building_body(building));
        if !self.zone_for(id).holds(&body) {
            return refuse("the built-up area lies outside its side's strip of the table");
        }
        if !(self.is_foot(id) || (self.is_artillery(id) && card.guns)) {
            return Err(Refusal::new(
                "SSS 17.2",
                "infantry garrisons a built-up area, and guns where they are prepared for",
            ));
        }
        let inside = |other: UnitId| self.unit(other).inside.filter(|inside| inside.building == building);
        let held: u32 = self.on_table().filter_map(inside).map(|inside| u32::from(inside.bases)).sum();
        if held + u32::from(self.unit(id).bases) > u32::from(card.holds) {
            return Err(Refusal::new("SSS 17.1", "there is no room for so many bases"));
        }
        if self.building(building).fire != Fire::None {
            return Err(Refusal::new("SSS 17.12", "nobody enters a burning building"));
        }
        if self.is_too_near(id, &body) {
            return refuse("it stands at least 12 BW from the enemy");
        }
        Ok(())
    }

    /// Whether a seat still has a unit to deploy and room for it; what finds no room in its strip stays off the table.
    pub(crate) fn any_to_deploy(self, seat: Seat) -> bool {
        let mut any = false;
        self.each_place(seat, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// Places for the first unit that has any, in rows across its strip; stops early when `emit` returns false.
    pub(crate) fn each_place(self, seat: Seat, emit: &mut impl FnMut(Decision) -> bool) {
        for id in self.undeployed(seat) {
            // In a crowded strip it has to look closer.
            for rows in [4, 24] {
                if self.places_for(seat, id, rows, emit) {
                    return;
                }
            }
        }
    }

    /// True when there was a place for the unit.
    fn places_for(self, seat: Seat, id: UnitId, rows: i32, emit: &mut impl FnMut(Decision) -> bool) -> bool {
        const COLUMNS: i32 = 16;
        let side = self.side(id);
        let (zone, facing) = (self.zone_for(id), self.outward(side));
        let upright = matches!(self.baseline(side), TableEdge::East | TableEdge::West);
        let mut any = false;
        for building in (0..self.rules.buildings.len() as u8).map(BuildingId) {
            if self.judge_garrison(seat, id, building).is_ok() {
                any = true;
                if !emit(Decision::Deploy(DeployChoice::Garrison { unit: id, building })) {
                    return true;
                }
            }
        }
        for (formation, files) in self.likely_layouts(id).into_iter().flatten() {
            for at in zone.places(rows, COLUMNS.max(rows), upright) {
                let pose = Pose { at, facing };
                if self.judge_place(seat, id, pose, (formation, files)).is_err() {
                    continue;
                }
                any = true;
                if !emit(Decision::Deploy(DeployChoice::Place { unit: id, pose, formation, files })) {
                    return true;
                }
            }
            if any {
                return true;
            }
        }
        any
    }

    /// As it stands in the order of battle, horse two bases deep; or deeper, and in column, where the strip is tight.
    pub(crate) fn likely_layouts(self, id: UnitId) -> [Option<Layout>; 3] {
        let unit = self.unit(id);
        let given = (unit.formation, unit.files);
        if unit.formation != Formation::Line || self.is_artillery(id) {
            return [Some(given), None, None];
        }
        let deep = (Formation::Line, unit.bases.div_ceil(2));
        let column = (Formation::ColumnOfMarch, 1);
        if self.is_mounted(id) {
            return [Some(deep), self.may_form(id, column.0).is_ok().then_some(column), None];
        }
        let attack = (Formation::ColumnOfAttack, 2.min(unit.bases));
        [Some(given), Some(deep), self.may_form(id, attack.0).is_ok().then_some(attack)]
    }

    // --- Leaders

    /// Leaders for whom the battle names no place, by seat.
    pub(crate) fn unposted(self, seat: Seat) -> impl Iterator<Item = LeaderId> + use<'a> {
        let free = move |id: &LeaderId| !self.leader_card(*id).placed && self.leader(*id).attached.is_none();
        self.all_leaders().filter(move |&id| self.leader_card(id).seat == seat).filter(free)
    }

    pub(crate) fn judge_post(self, seat: Seat, id: LeaderId, to: Point) -> Result<(), Refusal> {
        self.known_leader(id)?;
        if !self.unposted(seat).any(|leader| leader == id) {
            return Err(Refusal::new("SSS G180", "that leader is not yours to post"));
        }
        if !self.deployment_zone(self.leader_card(id).side, true).contains(to.vec()) {
            return Err(Refusal::new("SSS G180", "he takes post within his side's strip of the table"));
        }
        if self.leader(id).at == to { Err(Refusal::new("SSS G180", "he is there already")) } else { Ok(()) }
    }

    /// Behind each unit that may be his.
    pub(crate) fn posts(self, seat: Seat, id: LeaderId) -> impl Iterator<Item = Point> + use<'a> {
        let his = move |unit: &UnitId| self.leader(id).chief || self.card(*unit).leader == Some(id);
        let own = self.of_side(self.leader_card(id).side).filter(his);
        let behind =
            move |unit: UnitId| self.unit(unit).pose.ahead(-self.rules.depth_of(unit, self.unit(unit)) - bw(1)).at;
        own.map(behind).filter(move |&to| self.judge_post(seat, id, to).is_ok())
    }

    /// Behind the middle of his units, or of his side's strip when he has none there.
    fn usual_post(self, id: LeaderId) -> Point {
        let side = self.leader_card(id).side;
        let zone = self.deployment_zone(side, true);
        let his = |unit: &UnitId| self.card(*unit).leader == Some(id);
        let (mut sum, mut count) = ([0_i64; 2], 0);
        for unit in self.of_side(side).filter(his) {
            let at = self.unit(unit).pose.at;
            sum = [sum[0] + i64::from(at.x), sum[1] + i64::from(at.y)];
            count += 1;
        }
        if count == 0 {
            return Point::new(i32::midpoint(zone.west, zone.east), i32::midpoint(zone.south, zone.north));
        }
        let middle = Point::new((sum[0] / count) as i32, (sum[1] / count) as i32);
        let back = Pose::new(middle, self.outward(side)).ahead(-bw(2)).at;
        Point::new(back.x.clamp(zone.west, zone.east), back.y.clamp(zone.south, zone.north))
    }
}

impl<L: Listener> Play<'_, L> {
    /// A battle in which units wait for a place begins by putting them down. The high roller picks his edge if the battle leaves
    /// it open, and sees the other side put down the first unit (SSS G39, G180).
    pub(crate) fn open_deployment(&mut self) {
        if !self.table().all().any(|id| self.table().waits(id)) {
            return;
        }
        self.state.phase = Phase::Deployment;
        let rolls = self.dice.roll_off(6);
        let high = if rolls[0] > rolls[1] { Side::FIRST } else { Side::SECOND };
        let picks = self.rules.picks_edges;
        if self.listener.hears() {
            let result = if picks { told::EDGE_IS_WITH } else { told::DEPLOYS_FIRST };
            let who = if picks { high } else { high.other() };
            let table = self.table();
            let entry = Entry {
                dice: rolls.to_vec(),
                result: table.said(result, &[Who::Side(who)]),
                ..table.entry(RULE, told::DEPLOYMENT, &[])
            };
            self.listener.tell(entry);
        }
        let low = high.other();
        self.state.agenda.push_all(&[
            Step::Deploy(DeployStep::Place(low)),
            Step::Deploy(DeployStep::Post(low)),
            Step::Deploy(DeployStep::Post(high)),
        ]);
        if picks {
            self.state.agenda.push(Step::Deploy(DeployStep::PickEdge(high)));
        }
    }

    fn pick_edge(&mut self, side: Side, edge: TableEdge) {
        self.state.edges_swapped = self.rules.sides[side.ix()].baseline != edge;
        self.tell(RULE, told::PICKS_EDGE, &[Who::Side(side), Who::Words(edge_word(edge))]);
    }

    fn put_down(&mut self, id: UnitId, pose: Pose, (formation, files): Layout) {
        let Ok(formed) = self.table().formed(id, self.unit(id), formation, files) else { return };
        *self.unit_mut(id) = Unit { pose, stood: pose, place: Place::Table, ..formed };
        self.tell(RULE, told::DEPLOYS, &[Who::Unit(id)]);
    }

    fn garrison(&mut self, id: UnitId, building: BuildingId) {
        let body = self.rules.building_body(building);
        let facing = self.table().outward(self.table().side(id));
        let pose = Pose::new(body.center().round(), facing);
        let unit = self.unit_mut(id);
        unit.inside = Some(Inside { building, bases: unit.bases, broke_in: None });
        (unit.place, unit.pose, unit.stood) = (Place::Table, pose, pose);
        self.tell(RULE, told::GARRISONS, &[Who::Unit(id), Who::Building(building)]);
    }

    /// One unit each in turn (SSS G39); whoever has none left, or no room, lets the other go on.
    fn next_to_deploy(&mut self, side: Side) {
        let table = self.table();
        if table.seats_of(side).any(|seat| table.any_to_deploy(seat)) {
            self.state.agenda.push(Step::Deploy(DeployStep::Place(side)));
        } else {
            self.leaders_take_post();
        }
    }

    fn leaders_take_post(&mut self) {
        self.keep_bodies();
        for ix in 0..self.state.leaders.len() as u8 {
            let id = LeaderId(ix);
            if !self.rules.leaders[id.ix()].placed && self.state.leaders[id.ix()].attached.is_none() {
                self.state.leaders[id.ix()].at = self.table().usual_post(id);
            }
        }
    }
}
