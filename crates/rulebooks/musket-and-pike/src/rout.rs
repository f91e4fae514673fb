//! Chapter 13.4: rout movement.

mod way;

use crate::agenda::Step;
use crate::cards::{Class, UnitId, UnitSet};
use crate::command::{Company, LostCause};
use crate::decision::Decision;
use crate::face::told::{Of, rally as told};
use crate::movement::Activity;
use crate::rally::{RallyChoice, RallyStep};
use crate::state::{Loss, Morale};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Listener, Question, Refusal, Seat, Side};
pub(crate) use way::Fugitive;

/// Where a routing unit is: its hex, and that of the right half of a two-hex unit.
pub type Footing = (Hex, Option<Hex>);

/// A step of a rout: where to, what it costs, how far from the edge it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Flight {
    lead: Option<Hand>,
    dir: Dir,
    to: Hex,
    other: Option<Hex>,
    cost: u8,
    distance: u8,
    /// The hex is a friendly unit's, to be left again at once.
    through: bool,
}

impl Flight {
    fn footing(&self) -> Footing {
        (self.to, self.other)
    }

    fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        std::iter::once(self.to).chain(self.other)
    }

    /// The hex that the unit, or the half that leads, runs to.
    fn goes_to(&self) -> Option<Hex> {
        if self.lead.is_some() { self.other } else { Some(self.to) }
    }
}

/// Both halves may shift in six directions, and either may lead in six.
type Flights = ArrayVec<Flight, 18>;

impl Table<'_> {
    /// Units that must rout in this phase and have not yet: Morale Broken ones, never guns (MP 3.3a, 12.4.3d, 12.4.4a, 13.4.1a), those too
    /// that break while others run past them.
    fn due_to_rout(self, side: Side) -> impl Iterator<Item = UnitId> {
        self.of_side(side).filter(move |&id| self.must_rout(id) && !self.state.routed.contains(id))
    }

    fn must_rout(self, id: UnitId) -> bool {
        self.unit(id).on_map() && self.unit(id).morale == Morale::Broken && self.retreats(id)
    }

    /// The full unbroken allowance (MP 13.4.1a, T-MA); cavalry and Light Infantry go each on their own (MP 8.2.1i).
    pub fn rout_allowance(self, id: UnitId) -> u8 {
        match self.class(id) {
            Class::Cavalry if self.is_cavalry(id) => 8,
            Class::LightInfantry => 6,
            _ => 4,
        }
    }

    /// Hexes to the friendly edge; of a two-hex unit its nearer half, for only one need use the allowance in full.
    fn to_safety(self, side: Side, hex: Hex, other: Option<Hex>) -> u8 {
        let of = |hex| self.ground().distance_to_edge(side, hex);
        other.map_or(of(hex), |other| of(hex).min(of(other)))
    }

    /// The next hexes of a rout along the line of least resistance (MP 13.4.1c): the first steps of the ways that cost the fewest points to
    /// the edge round everybody, and where one through friends is cheaper those of it, as the owner likes (MP 13.4.1d, ruling MP G21).
    /// Where it cannot take such a step it goes as near as it comes.
    fn flights(self, id: UnitId, left: u8, via: Option<Footing>, last: Option<Hex>) -> Flights {
        let unit = self.unit(id);
        let here = via.unwrap_or((unit.hex, unit.other));
        let mut ways = self.ways_from(id, here, left);
        ways.retain(|way| way.goes_to() != last || via.is_some());
        let [round, through] = [false, true].map(|through| Fugitive { table: self, id, through, foes: &[] });
        let round_cost = round.to_edge(here, round.most(here));
        // Through friends no way is dearer than round them, and none costs less than the ground.
        let shortest = round_cost.filter(|&cost| cost == round.least(here));
        let through_cost = shortest.or_else(|| through.to_edge(here, round_cost.unwrap_or_else(|| through.most(here))));
        let leads = |way: &Flight, fugitive: &Fugitive<'_>, cost: Option<u8>| {
            let rest = cost.and_then(|cost| cost.checked_sub(way.cost));
            rest.is_some_and(|rest| fugitive.to_edge(way.footing(), rest).is_some())
        };
        let best = |way: &&Flight| {
            // Among friends it cannot stay: it goes on through them.
            let goes_round = via.is_none() && !way.through && leads(way, &round, round_cost);
            way.cost <= left && (goes_round || leads(way, &through, through_cost))
        };
        let on_the_way: Flights = ways.iter().filter(best).copied().collect();
        if !on_the_way.is_empty() {
            return on_the_way;
        }
        // It uses what points it can all the same (MP 13.4.1a).
        self.keep_nearest(id, here, &mut ways);
        ways.retain(|way| way.cost <= left);
        ways
    }

    /// Of the steps it has the cheapest of those nearer to the edge, else those that lose least way.
    fn keep_nearest(self, id: UnitId, here: Footing, ways: &mut Flights) {
        let now = self.to_safety(self.side(id), here.0, here.1);
        let nearest = ways.iter().map(|way| way.distance).min();
        let nearer = nearest.is_some_and(|distance| distance < now);
        ways.retain(|way| if nearer { way.distance < now } else { Some(way.distance) == nearest });
        let cheapest = ways.iter().filter(|way| !way.through).map(|way| way.cost).min();
        ways.retain(|way| way.through || Some(way.cost) == cheapest);
    }

    /// The steps from a place that nobody and nothing bars: those it may stop after, and those out of which it comes again.
    fn ways_from(self, id: UnitId, at: Footing, left: u8) -> Flights {
        let mut ways = self.steps_from(id, at);
        ways.retain(|way| {
            let open = self.may_stop(id, way) || self.comes_out(id, way.footing(), left.checked_sub(way.cost));
            way.through = !self.is_vacant(id, way);
            open && !self.meets_enemy(id, way)
        });
        ways
    }

    /// Every step that the ground allows. A two-hex unit shifts as it is, or squeezes: one half leads, the other follows into the hex it leaves
    /// (MP 13.4.1c). Only so it goes over a bridge hex (MP 7.3.5b; ruling MP G-A66).
    fn steps_from(self, id: UnitId, at: Footing) -> Flights {
        let (ground, mut steps) = (self.ground(), Flights::new());
        let mut add = |lead: Option<Hand>, dir: Dir, to: Hex, other: Option<Hex>, cost: u8| {
            let distance = self.to_safety(self.side(id), to, other);
            steps.push(Flight { lead, dir, to, other, cost, distance, through: false });
        };
        for dir in Dir::ALL {
            let next = |from: Hex| ground.grid.neighbour(from, dir).zip(self.entry_cost(id, from, dir));
            let Some(other) = at.1 else {
                if let Some((to, cost)) = next(at.0) {
                    add(None, dir, to, None, cost);
                }
                continue;
            };
            if let (Some((left, a)), Some((right, b))) = (next(at.0), next(other))
                && !ground.is_bridge(left)
                && !ground.is_bridge(right)
            {
                add(None, dir, left, Some(right), a.max(b));
            }
            for (lead, from) in [(Hand::Left, at.0), (Hand::Right, other)] {
                if let Some((to, cost)) = next(from).filter(|&(to, _)| to != at.0 && to != other) {
                    add(Some(lead), dir, from, Some(to), cost);
                }
            }
        }
        steps
    }

    fn meets_enemy(self, id: UnitId, way: &Flight) -> bool {
        way.hexes().any(|hex| self.enemy_at(self.side(id), hex).is_some())
    }

    /// Nobody there but a gun or wagon of its own side.
    fn is_vacant(self, id: UnitId, way: &Flight) -> bool {
        !self.meets_enemy(id, way) && way.hexes().all(|hex| self.body_at(hex).is_none_or(|body| body == id))
    }

    /// Whether a unit may stand where a step leads to: not among friends (ruling MP G21), not with two hexes on a bridge (MP 7.3.5b).
    fn may_stop(self, id: UnitId, way: &Flight) -> bool {
        self.is_vacant(id, way) && !self.fills_bridge(way.to, way.other)
    }

    /// Whether a unit among friends, or on a bridge, finds a way out with the points it has left, going towards the edge and off the map.
    fn comes_out(self, id: UnitId, at: Footing, left: Option<u8>) -> bool {
        let Some(left) = left.filter(|&left| left > 0) else { return false };
        let now = self.to_safety(self.side(id), at.0, at.1);
        if now == 0 {
            return true;
        }
        self.steps_from(id, at).iter().any(|way| {
            way.distance < now
                && way.cost <= left
                && !self.meets_enemy(id, way)
                && (self.may_stop(id, way) || self.comes_out(id, way.footing(), left.checked_sub(way.cost)))
        })
    }

    pub(crate) fn ask_rout_phase(self, side: Side, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let due = self.due_to_rout(side).filter(|&id| self.seat(id) == seat);
        due.for_each(|unit| menu.push(Decision::Rally(RallyChoice::RoutNext { unit })));
        Question::whole("rout-next", "MP 13.4.1a", 0)
    }

    pub(crate) fn judge_rout_next(self, side: Side, seat: Seat, unit: UnitId) -> Result<(), Refusal> {
        if self.due_to_rout(side).any(|id| id == unit && self.seat(id) == seat) {
            return Ok(());
        }
        Err(Refusal::new("MP 13.4.1a", "only your own Morale Broken units rout, each once in this phase"))
    }

    pub(crate) fn ask_rout(
        self,
        unit: UnitId,
        left: u8,
        via: Option<Footing>,
        last: Option<Hex>,
        menu: &mut Vec<Decision>,
    ) -> Question {
        for way in self.flights(unit, left, via, last) {
            menu.push(Decision::Rally(RallyChoice::RoutTo { lead: way.lead, dir: way.dir }));
        }
        Question::whole("rout", "MP 13.4.1c", 0)
    }

    pub(crate) fn judge_rout(
        self,
        unit: UnitId,
        left: u8,
        via: Option<Footing>,
        last: Option<Hex>,
        lead: Option<Hand>,
        dir: Dir,
    ) -> Result<(), Refusal> {
        if self.flights(unit, left, via, last).iter().any(|way| way.lead == lead && way.dir == dir) {
            return Ok(());
        }
        Err(Refusal::new("MP 13.4.1c", "a routing unit follows the line of least resistance to its edge"))
    }

    /// Where a step of the rout under way leads, and whom it runs through (MP 13.4.1d).
    pub(crate) fn flight_under_way(self, lead: Option<Hand>, dir: Dir) -> Option<(Footing, Option<UnitId>)> {
        let Some(Step::Rally(RallyStep::Rout { unit, left, via, last, .. })) = self.state.agenda.top() else {
            return None;
        };
        let way = self.flights(unit, left, via, last).into_iter().find(|way| way.lead == lead && way.dir == dir)?;
        let friend = way.hexes().filter_map(|hex| self.body_at(hex)).find(|&body| body != unit);
        Some((way.footing(), friend.filter(|_| way.through)))
    }
}

impl<L: Listener> Play<'_, L> {
    /// The Rout Movement Phase (MP 3.3a): pushes its steps.
    pub fn begin_rout_phase(&mut self) {
        self.state.routed = UnitSet::EMPTY;
        self.push(Step::Rally(RallyStep::RoutPhase(Side::SECOND)));
        self.push(Step::Rally(RallyStep::RoutPhase(Side::FIRST)));
    }

    /// The owner names the next unit, where he has several.
    pub(crate) fn work_rout_phase(&mut self, side: Side) {
        let table = self.table();
        let Some(first) = table.due_to_rout(side).next() else { return self.pop() };
        let seat = table.seat(first);
        let several = table.due_to_rout(side).any(|id| id != first && table.seat(id) == seat);
        if several {
            self.await_seat(seat);
        } else {
            self.unasked(seat, "rout-next", Decision::Rally(RallyChoice::RoutNext { unit: first }));
            self.start_rout(first);
        }
    }

    pub(crate) fn start_rout(&mut self, id: UnitId) {
        self.state.routed.insert(id);
        self.forget_company(id);
        let left = self.table().rout_allowance(id);
        self.tell("MP 13.4.1a", told::ROUTS, &[Of::Unit(id)]);
        self.push(Step::Rally(RallyStep::Rout { unit: id, left, via: None, owed: 0, last: None }));
    }

    pub(crate) fn work_rout(&mut self, id: UnitId, left: u8, via: Option<Footing>, owed: u8, last: Option<Hex>) {
        let table = self.table();
        let unit = table.unit(id);
        if !unit.on_map() {
            return self.pop();
        }
        if left == 0 && via.is_none() {
            return self.end_rout(id, last);
        }
        let here = via.unwrap_or((unit.hex, unit.other));
        if left > 0 && table.to_safety(table.side(id), here.0, here.1) == 0 {
            return self.rout_off(id, last.is_some().then_some(here));
        }
        let ways = table.flights(id, left, via, last);
        match ways.as_slice() {
            [] => {
                self.end_rout(id, last);
                self.stop_routing(id, left + owed);
            }
            [way] => {
                let (lead, dir, seat) = (way.lead, way.dir, table.seat(id));
                self.unasked(seat, "rout", Decision::Rally(RallyChoice::RoutTo { lead, dir }));
                self.rout_on(RallyStep::Rout { unit: id, left, via, owed, last }, lead, dir);
            }
            _ => {
                let seat = table.seat(id);
                self.await_seat(seat);
            }
        }
    }

    /// Wholly or partly off the map, it is eliminated (MP 13.4.3a); a leader with it may go to another unit (MP 5.2.2c). Guns that it leaves behind so it has run
    /// through.
    fn rout_off(&mut self, id: UnitId, left_behind: Option<Footing>) {
        self.pop();
        self.shake_guns(id, left_behind, &[]);
        // MP 8.2.1i: Light Infantry stacked with it routs by itself.
        self.part(id);
        self.lose_unit(id, Loss::Eliminated, LostCause::RoutedOff);
    }

    /// Where it has come to a gun its owner says who lies on top (MP 8.3.1a).
    fn end_rout(&mut self, id: UnitId, last: Option<Hex>) {
        self.pop();
        if last.is_some() {
            self.settle_on_gun(id, [last, None]);
        }
    }

    /// MP 13.4.2a: a strength point for each point not used, in the last hex where it may stand (ruling MP G21); at the threshold that is the
    /// end of it (MP 13.4.2b).
    fn stop_routing(&mut self, id: UnitId, unused: u8) {
        self.tell("MP 13.4.2a", told::CANNOT_RUN_ON, &[Of::Unit(id), Of::Count(unused.into())]);
        self.casualties(id, unused, None);
    }

    pub(crate) fn rout_on(&mut self, step: RallyStep, lead: Option<Hand>, dir: Dir) {
        let RallyStep::Rout { unit: id, left, via, owed, last } = step else { return };
        let ways = self.table().flights(id, left, via, last);
        let Some(way) = ways.into_iter().find(|way| way.lead == lead && way.dir == dir) else { return };
        let from = self.footing(id);
        let before = via.unwrap_or((self.unit(id).hex, self.unit(id).other));
        let left_behind = last.is_some().then_some(before);
        let last = Some(before.0);
        let left = left - way.cost;
        let next = if way.through {
            RallyStep::Rout { unit: id, left, via: Some(way.footing()), owed: owed + way.cost, last }
        } else {
            RallyStep::Rout { unit: id, left, via: None, owed: 0, last }
        };
        if let Some(top) = self.state.agenda.top_mut() {
            *top = Step::Rally(next);
        }
        if !way.through {
            self.run_to(id, way, from);
        }
        self.rout_through(id, way, before, left_behind);
    }

    /// No formation hits in a rout (MP 13.4.1b): a Broken unit has no formation to lose. Stacked units part (MP 8.2.1i).
    fn run_to(&mut self, id: UnitId, way: Flight, from: [Option<Hex>; 2]) {
        self.part(id);
        // The line of its halves may have turned on the way through friends: the half that leads goes first as the right one.
        let line = way.other.and_then(|other| self.rules.ground.grid.direction(way.to, other));
        let facing = line.map_or(self.unit(id).facing, |dir| Vertex::from_index(dir.index() + 4));
        self.enter(id, way.to, way.other, facing, Activity::Retreat);
        self.accompany(id, from, Company::RoutPhase);
    }

    /// Friends it runs through check their morale (MP 13.4.1d, 12.3a): those it may not stop with as it comes to them, guns as it leaves
    /// them again, for where it ends it has not run through. Wagons are left alone as in a retreat (MP 11.4.3e; ruling MP G21).
    fn rout_through(&mut self, id: UnitId, way: Flight, before: Footing, left_behind: Option<Footing>) {
        let table = self.table();
        let stood = |hex: Hex| hexes_of(before).any(|own| own == hex);
        let mut friends: ArrayVec<UnitId, 2> = ArrayVec::new();
        for unit in way.hexes().filter(|&hex| !stood(hex)).filter_map(|hex| table.body_at(hex)) {
            let known = friends.contains(&unit) || table.unit(unit).hexes().any(stood);
            if unit != id && table.side(unit) == table.side(id) && !known {
                friends.push(unit);
            }
        }
        friends.into_iter().for_each(|friend| self.run_through(friend));
        let to: ArrayVec<Hex, 2> = way.hexes().collect();
        self.shake_guns(id, left_behind, &to);
    }

    /// Guns in hexes that a rout goes on from, but for those where it stays.
    fn shake_guns(&mut self, id: UnitId, left_behind: Option<Footing>, to: &[Hex]) {
        let table = self.table();
        let own = |gun: &UnitId| table.is_gun(*gun) && table.side(*gun) == table.side(id);
        let left = left_behind.into_iter().flat_map(hexes_of).filter(|hex| !to.contains(hex));
        let guns: ArrayVec<UnitId, 2> = left.filter_map(|hex| table.gun_at(hex)).filter(own).collect();
        guns.into_iter().for_each(|gun| self.run_through(gun));
    }

    fn run_through(&mut self, friend: UnitId) {
        if self.unit(friend).on_map() && !self.morale_check(friend, 0, "MP 13.4.1d") {
            self.lose_level(friend, None);
        }
    }
}

fn hexes_of(at: Footing) -> impl Iterator<Item = Hex> {
    std::iter::once(at.0).chain(at.1)
}
