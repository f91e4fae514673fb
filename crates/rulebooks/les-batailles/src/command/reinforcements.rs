//! Reinforcements, and who comes back: the Reinforcement chit (LB 8.9.4a, 8.10).

use super::{CommandChoice, CommandStep, Mu};
use crate::agenda::Step;
use crate::cards::{Arm, Arrival, LeaderId, LeaderSet, UnitId, UnitSet};
use crate::charts::Way;
use crate::decision::Decision;
use crate::face::told::{Who, command as told};
use crate::fraction::Points;
use crate::hexes::{Facing, Hexes};
use crate::movement::Motion;
use crate::state::{Formed, LeaderPlace, Place};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex, MapEdge, Vertex};
use kernel::{Listener, Refusal, Seat, Side};

/// How far from a depot leaders who were swept off the map come back (LB 13.2.7b).
const NEAR_A_DEPOT: u16 = 15;

fn no<T>(rule: &'static str, words: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, words))
}

/// Hexes of the map edge.
type Entries = ArrayVec<Hex, 64>;

impl<'a> Table<'a> {
    fn arrival_of(self, arrival: Option<u8>) -> Option<&'a Arrival> {
        self.rules.arrivals.get(usize::from(arrival?))
    }

    /// Nobody who was to come before is still held back at that entry (LB 8.10.3c).
    fn is_next(self, arrival: &Arrival) -> bool {
        let before = |other: Option<u8>| {
            let other = self.arrival_of(other);
            other.is_some_and(|other| other.entry == arrival.entry && other.turn < arrival.turn)
        };
        let units = self.all().filter(|&id| self.unit(id).place == Place::Expected);
        let leaders = self.all_leaders().filter(|&id| self.leader(id).place == LeaderPlace::Expected);
        !units.map(|id| self.card(id).arrival).any(before)
            && !leaders.map(|id| self.leader_card(id).arrival).any(before)
    }

    /// A unit that may enter now: it is due, or waits at a depot (LB 3.5b, 8.9.4a, 8.9.4c).
    pub(super) fn is_due(self, id: UnitId) -> Result<(), Refusal> {
        match self.unit(id).place {
            Place::Depot => Ok(()),
            Place::Expected => {
                let Some(arrival) = self.arrival_of(self.card(id).arrival) else {
                    return no("LB 8.9.4a", "nobody expects it");
                };
                if arrival.turn > self.state.turn {
                    return no("LB 8.9.4a", "it is not due yet");
                }
                if self.is_next(arrival) {
                    Ok(())
                } else {
                    no("LB 8.10.3c", "others are held back where it would enter")
                }
            }
            _ => no("LB 8.9.4a", "it does not wait to enter"),
        }
    }

    /// Where it may enter: up to half its Movement Potential from the road on the same edge of the map (LB 8.10.1a, G24); from a depot at
    /// any of its side's depots (LB 8.9.4c).
    fn entries(self, id: UnitId) -> Entries {
        let side = self.side(id);
        if self.unit(id).place == Place::Depot {
            return self.rules.sides[side.ix()].depots.iter().copied().take(64).collect();
        }
        let Some(arrival) = self.arrival_of(self.card(id).arrival) else { return Entries::new() };
        self.edge_around(arrival.entry, u16::from(self.card(id).movement / 2))
    }

    /// Where leaders come back: at the depots of their side; where the battle names none, by the way of its first reinforcements, or else by the
    /// road or trail on the edge of the map that is nearest to where it stood at first (LB 8.2.3a, G2).
    fn homes(self, side: Side) -> Entries {
        let depots = &self.rules.sides[side.ix()].depots;
        let way = self.rules.arrivals.iter().find(|arrival| arrival.side == side).map(|arrival| arrival.entry);
        if !depots.is_empty() || way.is_some() {
            return depots.iter().copied().take(64).chain(way.filter(|_| depots.is_empty())).take(64).collect();
        }
        let stood = |hex: Hex| {
            let units = self.rules.by_side[side.ix()].iter().map(|&id| &self.rules.start.units[id.ix()]);
            units.filter(|unit| unit.on_map()).map(|unit| self.grid().distance(hex, unit.hexes.head())).min()
        };
        let edges = MapEdge::ALL.into_iter().flat_map(|edge| self.grid().edge_hexes(edge));
        edges.filter(|&hex| self.ground().on_road(hex)).min_by_key(|&hex| (stood(hex), hex)).into_iter().collect()
    }

    /// Hexes of the map edges that a hex lies on, so near to it.
    fn edge_around(self, entry: Hex, far: u16) -> Entries {
        let grid = self.grid();
        let same = |hex: Hex| MapEdge::ALL.into_iter().any(|edge| grid.on_edge(entry, edge) && grid.on_edge(hex, edge));
        grid.within(entry, far).filter(|&hex| same(hex)).take(64).collect()
    }

    /// How a unit comes on: in Road Column where a road or trail leads off the map, else in its column; limbered (LB 8.10.4b).
    fn enters_in(self, id: UnitId, hex: Hex, on_road: bool) -> Formed {
        let cover = self.rules.charts.ground.terrain(self.ground().at(hex)).general_order;
        match self.card(id).arm {
            _ if on_road => Formed::RoadColumn,
            Arm::Artillery | Arm::Wagon => Formed::Battery,
            _ if cover => Formed::GeneralOrder,
            Arm::Infantry => Formed::Column,
            Arm::Cavalry => Formed::Companies,
        }
    }

    /// Which way somebody looks who has just come over the edge.
    fn inward(self, hex: Hex) -> Dir {
        let off = |dir: &Dir| self.grid().neighbour(hex, dir.opposite()).is_none();
        let on = |dir: &Dir| self.grid().neighbour(hex, *dir).is_some();
        Dir::ALL.into_iter().find(|dir| off(dir) && on(dir)).unwrap_or(Dir::D0)
    }

    /// What a step onto a hex of the edge costs: the ground, or the road, goes on beyond it as it is there (LB 8.10.2a).
    fn cost_of_edge(self, id: UnitId, hex: Hex, formed: Formed) -> Option<Points> {
        let mover = self.mover_of(id, formed);
        let charts = &self.rules.charts.ground;
        let cost = if formed == Formed::RoadColumn {
            let road = Dir::ALL.into_iter().any(|dir| self.ground().hexside(hex, dir).road);
            charts.along(if road { Way::Road } else { Way::Trail }, mover)
        } else {
            charts.entering(self.ground().at(hex), mover)
        };
        match cost {
            crate::charts::Cost::Halves(halves) => Some(Points::HALF.times(halves)),
            crate::charts::Cost::Prohibited => None,
        }
    }

    /// Those who came onto the map in this turn.
    fn came_on(self) -> UnitSet {
        self.all().filter(|&id| self.unit(id).turn.command.entered.is_some()).collect()
    }

    /// What it pays before it reaches the edge: the length of the columns that came on there before it in this turn
    /// (LB 8.10.2b, G38).
    fn cost_off_map(self, hex: Hex, came: UnitSet) -> Points {
        let mut sum = Points::ZERO;
        for id in came.iter().filter(|&id| self.unit(id).turn.command.entered == Some(hex)) {
            let strung = self.unit(id).turn.command.strung;
            let formed = if strung { Formed::RoadColumn } else { self.enters_in(id, hex, false) };
            let hexes = if strung { self.length_in(id, Formed::RoadColumn) } else { 1 };
            let each = self.cost_of_edge(id, hex, formed).unwrap_or_default();
            sum += each.times(hexes.min(u8::MAX.into()) as u8);
        }
        sum
    }

    /// The points it takes a unit to come on.
    fn cost_to_enter(self, id: UnitId, hex: Hex, on_road: bool, came: UnitSet) -> Option<Points> {
        if self.unit(id).place == Place::Depot {
            return Some(Points::ZERO);
        }
        Some(self.cost_of_edge(id, hex, self.enters_in(id, hex, on_road))? + self.cost_off_map(hex, came))
    }

    /// Whether a unit may come on there: with the points for it, and room among those who stand there (LB 8.10.1a, 8.10.2b, 8.10.5a).
    pub(super) fn may_enter(self, id: UnitId, hex: Hex, on_road: bool) -> Result<(), Refusal> {
        self.is_due(id)?;
        if !self.entries(id).contains(&hex) {
            return no("LB 8.10.1a", "it does not enter there");
        }
        self.finds_room(id, hex, on_road, self.came_on())
    }

    /// The same for a unit that is due, at a hex by which it may come; and who has come on before it in this turn.
    fn finds_room(self, id: UnitId, hex: Hex, on_road: bool, came: UnitSet) -> Result<(), Refusal> {
        if self.enemy_at(self.side(id), hex) {
            return no("LB 13.1.4a", "enemy combat units stand there");
        }
        if on_road && (!self.ground().on_road(hex) || self.unit(id).place == Place::Depot) {
            return no("LB 12.8a", "no road or trail leads onto the map there");
        }
        let stack: Stack = self.state.stack(hex).chain(std::iter::once(id)).take(crate::cards::MOST_STACKED).collect();
        if !self.state.is_empty(hex) && (on_road || self.may_stack(hex, &stack).is_err()) {
            return no("LB 11.1b", "there is no room for it");
        }
        match self.cost_to_enter(id, hex, on_road, came) {
            Some(cost) if cost <= self.allowance_of(id) => Ok(()),
            Some(_) => no("LB 8.10.5a", "it has not the points to reach the map in this turn"),
            None => no("LB 13.1.7.1a", "that ground is prohibited to it"),
        }
    }

    /// Where a leader comes on, if he may (LB 8.9.4a, 8.9.4c, 8.2.3a, 3.5c, 13.2.7b).
    pub(super) fn leader_entries(self, id: LeaderId) -> Entries {
        let (side, turn) = (self.leader_card(id).side, self.state.turn);
        let all: Entries = match self.leader(id).place {
            LeaderPlace::Expected => match self.arrival_of(self.leader_card(id).arrival) {
                Some(arrival) if arrival.turn <= turn && self.is_next(arrival) => {
                    self.edge_around(arrival.entry, u16::from(self.leader_card(id).movement / 2))
                }
                _ => Entries::new(),
            },
            LeaderPlace::Wounded { back } if back <= turn => self.homes(side),
            LeaderPlace::OffMap { back } if back <= turn => {
                let homes = self.homes(side);
                let near = |&hex: &Hex| homes.iter().any(|&depot| self.grid().distance(hex, depot) <= NEAR_A_DEPOT);
                let edges = MapEdge::ALL.into_iter().flat_map(|edge| self.grid().edge_hexes(edge));
                edges.filter(near).take(64).collect()
            }
            _ => Entries::new(),
        };
        // Nor where he would stop among enemy leaders (LB 8.1.4d).
        let free = |hex: Hex| !self.enemy_at(side, hex) && self.leaders_at(side.other(), hex).next().is_none();
        all.into_iter().filter(|&hex| free(hex)).collect()
    }

    /// The entry whose Terminus is to be named next.
    pub(super) fn next_terminus(self) -> Option<&'a Arrival> {
        self.rules.arrivals.get(self.state.commanding.termini.len())
    }

    /// Where a leader who has come on may ride to with what he has left: the hex he came on by has cost him a point.
    pub(super) fn rides_on(self, id: LeaderId) -> super::Rides {
        self.rides(id, self.leader_card(id).movement.saturating_sub(1))
    }

    /// A leader who has come on in this turn may be given an order to march for nothing (LB 8.7b, 8.9.4b, 8.10.6a).
    pub(super) fn may_march_on(self, id: LeaderId) -> Result<(), Refusal> {
        if !self.leader(id).turn.command.entered {
            return no("LB 8.10.6a", "he has not come onto the map in this turn");
        }
        if self.mu_of(id).is_some() {
            return no("LB 8.7.1a", "he carries a marker already");
        }
        self.may_march_at_all(id)
    }

    /// Whom a seat may bring on: with the chit everybody, with a Maneuver Unit those of it that are still off the map (LB 8.10.5a); for as
    /// long as it is told to go on. False when it was stopped.
    fn each_entry(self, side: Side, mu: Option<&Mu>, seat: Seat, each: &mut dyn FnMut(CommandChoice) -> bool) -> bool {
        let waits = |id: UnitId| matches!(self.unit(id).place, Place::Depot | Place::Expected);
        let ours = self.rules.by_side[side.ix()].iter().copied().filter(|&id| waits(id) && self.seat(id) == seat);
        let came = self.came_on();
        // Those who come by the same road as the one before are as due, and come on in the same hexes: none where they are not due.
        let mut before = None;
        for unit in ours.filter(|&id| mu.is_none_or(|mu| mu.members.contains(id))) {
            let like = (self.unit(unit).place, self.card(unit).arrival, self.card(unit).movement);
            let entries = match before.take() {
                Some((known, entries)) if known == like => entries,
                _ if self.is_due(unit).is_ok() => self.entries(unit),
                _ => Entries::new(),
            };
            let (_, entries) = before.insert((like, entries));
            for &mut at in entries {
                let road = self.finds_room(unit, at, true, came).is_err();
                let open = road || each(CommandChoice::EnterByRoad { unit, at });
                let open = open
                    && (self.finds_room(unit, at, false, came).is_err() || each(CommandChoice::Enter { unit, at }));
                if !open {
                    return false;
                }
            }
        }
        if mu.is_some() {
            return true;
        }
        let mut leaders = self.all_leaders().filter(|&id| {
            let card = self.leader_card(id);
            card.side == side && card.seat == seat
        });
        leaders.all(|leader| {
            let mut entries = self.leader_entries(leader).into_iter();
            let marches = self.leader(leader).on_map() && self.may_march_on(leader).is_ok();
            entries.all(|at| each(CommandChoice::EnterLeader { leader, at }))
                && (!marches || each(CommandChoice::March(leader)))
        })
    }

    pub(super) fn offer_entries(self, side: Side, mu: Option<&Mu>, seat: Seat, menu: &mut Vec<Decision>) {
        self.each_entry(side, mu, seat, &mut |choice| {
            menu.push(Decision::Command(choice));
            true
        });
    }

    pub(super) fn has_entries(self, side: Side, mu: Option<&Mu>, seat: Seat) -> bool {
        !self.each_entry(side, mu, seat, &mut |_| false)
    }

    pub(super) fn judge_entry(self, mu: Option<&Mu>, seat: Seat, choice: CommandChoice) -> Result<(), Refusal> {
        let among = |unit: UnitId| match mu {
            Some(mu) if !mu.members.contains(unit) => no("LB 8.10.5a", "it is not in this Maneuver Unit"),
            _ => Ok(()),
        };
        match choice {
            CommandChoice::Enter { unit, at } => {
                self.owns(seat, unit)?;
                among(unit)?;
                self.may_enter(unit, at, false)
            }
            CommandChoice::EnterByRoad { unit, at } => {
                self.owns(seat, unit)?;
                among(unit)?;
                self.may_enter(unit, at, true)
            }
            CommandChoice::EnterLeader { leader, at } if mu.is_none() => {
                self.his(seat, leader)?;
                let there = self.leader_entries(leader).contains(&at);
                if there { Ok(()) } else { no("LB 8.9.4a", "he does not enter there") }
            }
            CommandChoice::March(leader) if mu.is_none() => {
                self.his(seat, leader)?;
                self.may_march_on(leader)
            }
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit comes on and goes on with the points it has left; in this turn it is a reinforcement and may fight like any other
    /// (LB 8.10a, 8.10.4a, 8.10.4b).
    pub(super) fn enter(&mut self, id: UnitId, at: Hex, on_road: bool) {
        let table = self.table();
        let cost = table.cost_to_enter(id, at, on_road, table.came_on()).unwrap_or_default();
        let formed = table.enters_in(id, at, on_road);
        let (inward, left) = (table.inward(at), table.allowance_of(id) - cost);
        let turn = self.state.turn;
        let unit = self.unit_mut(id);
        (unit.formed, unit.limbered) = (formed, matches!(formed, Formed::Battery) || unit.limbered);
        unit.entered = turn;
        unit.turn.command.in_command = true;
        (unit.turn.command.entered, unit.turn.command.strung) = (Some(at), on_road);
        unit.turn.movement.spent += cost;
        if matches!(self.rules.units[id.ix()].arm, Arm::Artillery | Arm::Wagon) {
            self.unit_mut(id).limbered = true;
        }
        self.state.put(id, Hexes::one(at), Facing::Round);
        let facing = match self.table().facing_kind(id) {
            crate::facing::Kind::Side => Facing::Side(inward),
            crate::facing::Kind::Corner => Facing::Corner(Vertex::V0),
            crate::facing::Kind::Round => Facing::Round,
        };
        // All counters in a hex share one facing (LB 9.1a).
        let shared = self.table().stack_at(at).into_iter().find(|&other| other != id);
        let shared = shared.map(|other| self.unit(other).facing).filter(|&facing| facing != Facing::Round);
        self.unit_mut(id).facing = self.table().faced(id, shared.unwrap_or(facing));
        self.note_bulk(id);
        self.tell("LB 8.9.4a", told::ENTERS, &[Who::Unit(id), Who::Hex(at)]);
        self.state.commanding.active.insert(id);
        let stack: Stack = std::iter::once(id).collect();
        self.begin_move(Motion::Enter, &stack, LeaderSet::EMPTY, left);
    }

    /// A leader comes on, and may ride on (LB 8.9.4a, 8.9.4c). His post is his at once if he is new, and from the next turn on if he was
    /// away (LB 8.2.6.2b).
    pub(super) fn enter_leader(&mut self, id: LeaderId, at: Hex) {
        let new = self.state.leaders[id.ix()].place == LeaderPlace::Expected;
        self.put_leader(id, at);
        self.leader_mut(id).turn.command.entered = true;
        self.tell("LB 8.9.4a", told::LEADER_ENTERS, &[Who::Leader(id), Who::Hex(at)]);
        if let (true, crate::cards::Post::Leads(formation)) = (new, self.state.leaders[id.ix()].post)
            && self.state.formations[formation.ix()].leader.is_none()
        {
            self.state.formations[formation.ix()].leader = Some(id);
        }
        self.push(Step::Command(CommandStep::RidesOn(id)));
    }

    /// Those who are held back are named (LB 8.10.3a).
    pub(super) fn tell_held(&mut self, side: Side) {
        let table = self.table();
        let held = table.rules.by_side[side.ix()].iter().copied();
        let held: ArrayVec<UnitId, { crate::cards::MOST_UNITS }> =
            held.filter(|&id| table.unit(id).place == Place::Expected && table.is_due(id).is_ok()).collect();
        if !held.is_empty() {
            self.tell("LB 8.10.3a", told::IS_HELD, &[Who::Units(&held)]);
        }
    }

    /// Before the battle (LB 8.10.7a).
    pub(crate) fn name_termini(&mut self) {
        if self.table().next_terminus().is_some() {
            self.push(Step::Command(CommandStep::Termini));
        }
    }

    /// A Terminus is named for the next entry, or none where its battle names no place; then for those after it (LB 8.10.7a, G37).
    pub(super) fn name_terminus(&mut self, place: Option<u8>) {
        let Some(arrival) = self.table().next_terminus() else { return };
        let place = place.filter(|&place| usize::from(place) < arrival.termini.len());
        let (value, overflow) = self.state.with_overflow();
        overflow.keep(&mut value.commanding.termini, place);
        if self.table().next_terminus().is_some() {
            self.push(Step::Command(CommandStep::Termini));
        }
    }
}
