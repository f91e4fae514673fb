//! Chapter 13.4: rout movement.

use crate::agenda::Step;
use crate::cards::{Class, UnitId, UnitSet};
use crate::command::{Company, LostCause};
use crate::decision::Decision;
use crate::movement::Activity;
use crate::rally::{RallyChoice, RallyStep};
use crate::state::{Loss, Morale};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Dice, Listener, Question, Refusal, Seat, Side};

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
    /// The hex that the unit, or the half that leads, runs to.
    fn goes_to(&self) -> Option<Hex> {
        if self.lead.is_some() { self.other } else { Some(self.to) }
    }
}

/// Both halves may shift in six directions, and either may lead in six.
type Flights = ArrayVec<Flight, 18>;

impl Table<'_> {
    /// Units that must rout in this phase and have not yet: Morale Broken ones, never guns (MP 3.3a, 12.4.3d, 12.4.4a, 13.4.1a). What
    /// breaks while others run past it has made its retreat and stays for this time.
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

    /// The next hexes of a rout along the line of least resistance (MP 13.4.1c): the cheapest of those nearer to the edge. Only when
    /// units or ground bar all of these may it go round, first without losing way. Through friends it may go wherever it comes
    /// out again (MP 13.4.1d, ruling MP G21).
    fn flights(self, id: UnitId, left: u8, via: Option<Hex>, last: Option<Hex>) -> Flights {
        let unit = self.unit(id);
        let here = via.unwrap_or(unit.hex);
        let now = self.to_safety(self.side(id), here, unit.other);
        let mut ways = match unit.other {
            Some(other) => self.two_hex_ways(id, unit.hex, other),
            None => self.one_hex_ways(id, here, left),
        };
        ways.retain(|way| way.goes_to() != last || via.is_some());
        let nearest = ways.iter().map(|way| way.distance).min();
        let nearer = nearest.is_some_and(|distance| distance < now);
        ways.retain(|way| if nearer { way.distance < now } else { Some(way.distance) == nearest });
        let cheapest = ways.iter().filter(|way| !way.through).map(|way| way.cost).min();
        ways.retain(|way| way.cost <= left && (way.through || Some(way.cost) == cheapest));
        ways
    }

    fn one_hex_ways(self, id: UnitId, here: Hex, left: u8) -> Flights {
        let side = self.side(id);
        let mut ways = Flights::new();
        for dir in Dir::ALL {
            let Some((to, cost)) = self.ground().grid.neighbour(here, dir).zip(self.entry_cost(id, here, dir)) else {
                continue;
            };
            let through = !self.is_vacant(id, to);
            let barred =
                self.enemy_at(side, to).is_some() || through && !self.comes_out(id, to, left.checked_sub(cost));
            if !barred {
                let distance = self.to_safety(side, to, None);
                ways.push(Flight { lead: None, dir, to, other: None, cost, distance, through });
            }
        }
        ways
    }

    /// Whether a unit can stop on a hex: nobody there but a gun or wagon of its own side.
    fn is_vacant(self, id: UnitId, hex: Hex) -> bool {
        self.enemy_at(self.side(id), hex).is_none() && self.body_at(hex).is_none_or(|body| body == id)
    }

    /// Whether a unit among friends on `hex` finds a way out of the crowd with the points it has left, going towards the edge.
    fn comes_out(self, id: UnitId, hex: Hex, left: Option<u8>) -> bool {
        let (side, ground) = (self.side(id), self.ground());
        let Some(left) = left.filter(|&left| left > 0) else { return false };
        Dir::ALL.into_iter().any(|dir| {
            let way = ground.grid.neighbour(hex, dir).zip(self.entry_cost(id, hex, dir));
            way.is_some_and(|(to, cost)| {
                let nearer = ground.distance_to_edge(side, to) < ground.distance_to_edge(side, hex);
                let rest = left.checked_sub(cost);
                nearer
                    && rest.is_some()
                    && (self.is_vacant(id, to) || self.enemy_at(side, to).is_none() && self.comes_out(id, to, rest))
            })
        })
    }

    /// A two-hex unit shifts as it is, or squeezes: one half leads, the other follows into the hex it leaves (MP 13.4.1c). It does not go
    /// through other infantry or cavalry.
    fn two_hex_ways(self, id: UnitId, hex: Hex, other: Hex) -> Flights {
        let grid = &self.ground().grid;
        let mut ways = Flights::new();
        for dir in Dir::ALL {
            let (left, right) = (grid.neighbour(hex, dir), grid.neighbour(other, dir));
            let costs = self.entry_cost(id, hex, dir).zip(self.entry_cost(id, other, dir));
            if let (Some(left), Some(right), Some((a, b))) = (left, right, costs) {
                self.add_way(id, &mut ways, None, dir, (left, right), a.max(b));
            }
            for (lead, from) in [(Hand::Left, hex), (Hand::Right, other)] {
                let ahead = grid.neighbour(from, dir).filter(|&to| to != hex && to != other);
                if let Some((to, cost)) = ahead.zip(self.entry_cost(id, from, dir)) {
                    self.add_way(id, &mut ways, Some(lead), dir, (from, to), cost);
                }
            }
        }
        ways
    }

    fn add_way(self, id: UnitId, ways: &mut Flights, lead: Option<Hand>, dir: Dir, at: (Hex, Hex), cost: u8) {
        if self.is_vacant(id, at.0) && self.is_vacant(id, at.1) {
            let distance = self.to_safety(self.side(id), at.0, Some(at.1));
            ways.push(Flight { lead, dir, to: at.0, other: Some(at.1), cost, distance, through: false });
        }
    }

    pub(crate) fn ask_rout_phase(self, side: Side, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let due = self.due_to_rout(side).filter(|&id| self.seat(id) == seat);
        due.for_each(|unit| menu.push(Decision::Rally(RallyChoice::RoutNext { unit })));
        Question { topic: "rout-next", rule: "MP 13.4.1a", complete: true, default: 0 }
    }

    pub(crate) fn judge_rout_next(self, side: Side, seat: Seat, unit: UnitId) -> Result<(), Refusal> {
        if self.due_to_rout(side).any(|id| id == unit && self.seat(id) == seat) {
            return Ok(());
        }
        Err(Refusal::new("MP 13.4.1a", "this unit of yours is not Morale Broken, or has routed in this phase"))
    }

    pub(crate) fn ask_rout(
        self,
        unit: UnitId,
        left: u8,
        via: Option<Hex>,
        last: Option<Hex>,
        menu: &mut Vec<Decision>,
    ) -> Question {
        for way in self.flights(unit, left, via, last) {
            menu.push(Decision::Rally(RallyChoice::RoutTo { lead: way.lead, dir: way.dir }));
        }
        Question { topic: "rout", rule: "MP 13.4.1c", complete: true, default: 0 }
    }

    pub(crate) fn judge_rout(
        self,
        unit: UnitId,
        left: u8,
        via: Option<Hex>,
        last: Option<Hex>,
        lead: Option<Hand>,
        dir: Dir,
    ) -> Result<(), Refusal> {
        if self.flights(unit, left, via, last).iter().any(|way| way.lead == lead && way.dir == dir) {
            return Ok(());
        }
        Err(Refusal::new("MP 13.4.1c", "a routing unit follows the line of least resistance to its edge"))
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// The Rout Movement Phase (MP 3.3a): pushes its steps. Only units that are Broken as it begins run in it.
    pub fn begin_rout_phase(&mut self) {
        let table = self.table();
        let others: UnitSet = table.all().filter(|&id| !table.must_rout(id)).collect();
        self.state.routed = others;
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
            self.start_rout(first);
        }
    }

    pub(crate) fn start_rout(&mut self, id: UnitId) {
        self.state.routed.insert(id);
        let left = self.table().rout_allowance(id);
        self.tell("MP 13.4.1a", &[id], |table| format!("{} routs", table.name(id)));
        self.push(Step::Rally(RallyStep::Rout { unit: id, left, via: None, owed: 0, last: None }));
    }

    pub(crate) fn work_rout(&mut self, id: UnitId, left: u8, via: Option<Hex>, owed: u8, last: Option<Hex>) {
        let table = self.table();
        let unit = table.unit(id);
        if !unit.on_map() || left == 0 && via.is_none() {
            return self.pop();
        }
        let at_edge = via.is_none() && table.to_safety(table.side(id), unit.hex, unit.other) == 0;
        if at_edge {
            return self.rout_off(id);
        }
        let ways = table.flights(id, left, via, last);
        match ways.as_slice() {
            [] => self.stop_routing(id, left + owed),
            [way] => {
                let step = RallyStep::Rout { unit: id, left, via, owed, last };
                self.rout_on(step, way.lead, way.dir);
            }
            _ => {
                let seat = table.seat(id);
                self.await_seat(seat);
            }
        }
    }

    /// Wholly or partly off the map, it is eliminated (MP 13.4.3a); a leader with it may go to another unit (MP 5.2.2c).
    fn rout_off(&mut self, id: UnitId) {
        self.pop();
        self.lose_unit(id, Loss::Eliminated, LostCause::RoutedOff);
    }

    /// MP 13.4.2a: a strength point for each point not used, in the last hex where it may stand (ruling MP G21); at the threshold that is the
    /// end of it (MP 13.4.2b).
    fn stop_routing(&mut self, id: UnitId, unused: u8) {
        self.pop();
        self.tell("MP 13.4.2a", &[id], |table| format!("{} cannot run on: {unused} points unused", table.name(id)));
        self.casualties(id, unused, None);
    }

    pub(crate) fn rout_on(&mut self, step: RallyStep, lead: Option<Hand>, dir: Dir) {
        let RallyStep::Rout { unit: id, left, via, owed, last } = step else { return };
        let ways = self.table().flights(id, left, via, last);
        let Some(way) = ways.into_iter().find(|way| way.lead == lead && way.dir == dir) else { return };
        let from = self.footing(id);
        let last = via.or(from[0]);
        let left = left - way.cost;
        let next = if way.through {
            RallyStep::Rout { unit: id, left, via: Some(way.to), owed: owed + way.cost, last }
        } else {
            RallyStep::Rout { unit: id, left, via: None, owed: 0, last }
        };
        if let Some(top) = self.state.agenda.top_mut() {
            *top = Step::Rally(next);
        }
        if !way.through {
            self.run_to(id, way, from);
        }
        self.rout_through(id, way);
    }

    /// No formation hits in a rout (MP 13.4.1b): a Broken unit has no formation to lose. Stacked units part (MP 8.2.1i).
    fn run_to(&mut self, id: UnitId, way: Flight, from: [Option<Hex>; 2]) {
        self.part(id);
        let facing = match (way.lead, way.other) {
            // A half that leads goes first as the right one, its line along the way it runs.
            (Some(_), Some(_)) => Vertex::from_index(way.dir.index() + 4),
            _ => self.unit(id).facing,
        };
        self.enter(id, way.to, way.other, facing, Activity::Retreat);
        self.accompany(id, from, Company::RoutPhase);
    }

    /// Friends it runs through check their morale, guns too (MP 13.4.1d, 12.3a); wagons are not units that care (MP 11.4.3e).
    fn rout_through(&mut self, id: UnitId, way: Flight) {
        let table = self.table();
        let side = table.side(id);
        let hexes = [Some(way.to), way.other];
        let mut friends: ArrayVec<UnitId, 4> = ArrayVec::new();
        for hex in hexes.into_iter().flatten() {
            let here = [table.body_at(hex), table.gun_at(hex)];
            let found = here.into_iter().flatten().filter(|&unit| unit != id && table.side(unit) == side);
            friends.extend(found.filter(|&unit| !table.is_wagon(unit)));
        }
        for friend in friends {
            if self.unit(friend).on_map() && !self.morale_check(friend, 0, "MP 13.4.1d") {
                self.lose_level(friend, None);
            }
        }
    }
}
