//! Chapter 7.4: reinforcements.

use super::{EntryFormation, MoveChoice, MoveStep, Moving, not_asked};
use crate::agenda::Step;
use crate::cards::{UnitId, WingId};
use crate::charts::Cost;
use crate::decision::Decision;
use crate::face::told::{Of, movement as told};
use crate::facing::{Pose, Shape};
use crate::reaction::Event;
use crate::state::{Formation, LeaderPlace, Mark, Orders, Place, Slot};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex, MapEdge, Vertex};
use kernel::{Listener, Question, Refusal, Side};

/// The most hexes a Wing arrives by.
const MOST_ENTRIES: usize = 64;

impl EntryFormation {
    pub const ALL: [EntryFormation; 3] = [EntryFormation::Normal, EntryFormation::OpenOrder, EntryFormation::Column];

    pub const fn formation(self) -> Formation {
        match self {
            EntryFormation::Normal => Formation::Normal,
            EntryFormation::OpenOrder => Formation::OpenOrder,
            EntryFormation::Column => Formation::Column,
        }
    }
}

/// A unit about to enter: where, and what it has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    pose: Pose,
    allowance: u8,
    cost: u8,
    /// The unit it stacks with there (MP 8.2.2a).
    joins: Option<UnitId>,
    /// It has come to another unit, and goes no further (MP 7.3.3i, 8.2.2a).
    ends: bool,
}

impl Table<'_> {
    fn arriving(self, wing: WingId) -> impl Iterator<Item = UnitId> {
        let due = self.rules.wings[wing.ix()].arrives.as_ref().is_some_and(|arrival| arrival.turn <= self.state.turn);
        let units = self.rules.wings[wing.ix()].units;
        units
            .iter()
            .filter(move |&id| due && self.unit(id).place == Place::Expected && self.unit(id).slot != Slot::Under)
    }

    /// Enemy units bar a hex by standing in it, or next to it to a Wing that may not go next to them.
    fn is_entry_barred(self, wing: WingId, side: Side, hex: Hex) -> bool {
        let shy = self.wing(wing).orders != Orders::Charge;
        self.enemy_at(side, hex).is_some() || shy && self.enemy_adjacent(side, hex)
    }

    /// The hexes a Wing arrives by: those of the battle, each that enemies bar replaced by the nearest of the map's edge that they do not (MP 7.4d).
    fn entries(self, wing: WingId) -> ArrayVec<Hex, MOST_ENTRIES> {
        let mut entries = ArrayVec::new();
        let Some(arrival) = &self.rules.wings[wing.ix()].arrives else { return entries };
        let (grid, side) = (&self.ground().grid, self.rules.wings[wing.ix()].side);
        let mut add = |hex: Hex| {
            if !entries.contains(&hex) {
                self.state.overflow.keep(&mut entries, hex);
            }
        };
        for &hex in &arrival.hexes {
            if !self.is_entry_barred(wing, side, hex) {
                add(hex);
                continue;
            }
            let edge = || grid.hexes().filter(|&hex| MapEdge::ALL.into_iter().any(|edge| grid.on_edge(hex, edge)));
            let open = || {
                edge().filter(|&other| !self.is_entry_barred(wing, side, other) && !self.ground().is_impassable(other))
            };
            let nearest = open().map(|other| grid.distance(hex, other)).min();
            open().filter(|&other| Some(grid.distance(hex, other)) == nearest).for_each(&mut add);
        }
        entries
    }

    /// Whether and how a unit enters as chosen (MP 7.4d to 7.4g): a gun or Light Infantry also where a unit stands that it stacks with (MP 7.3.3h, 8.1.1b).
    fn entry(self, before: u8, choice: MoveChoice) -> Result<Entry, Refusal> {
        let MoveChoice::Enter { unit: id, hex, facing, formation } = choice else { return Err(not_asked()) };
        let wing = self.state.activation.ok_or_else(not_asked)?.wing;
        if !self.arriving(wing).any(|unit| unit == id) {
            return Err(Refusal::new("MP 7.4a", "that unit is not due to enter now"));
        }
        if !self.is_body(id) && formation != EntryFormation::Normal {
            return Err(Refusal::new("MP 7.3.3g", "guns and wagons take no formation"));
        }
        let arrival = self.rules.wings[wing.ix()].arrives.as_ref();
        if self.is_body(id) && arrival.is_some_and(|arrival| !arrival.formations.contains(&formation)) {
            return Err(Refusal::new("MP 7.4e", "this battle does not let the Wing enter in that formation"));
        }
        let two_hex = self.card(id).two_hex;
        let shape = if two_hex { Shape::Double } else { Shape::Single };
        let off_map = Refusal::new("MP 7.4g", "both hexes must be on the map");
        let pose = self.pose_at(shape, hex, facing).ok_or(off_map)?;
        let entries = self.entries(wing);
        if !pose.hexes().any(|hex| entries.contains(&hex)) {
            return Err(Refusal::new("MP 7.4d", self.arrives_elsewhere(wing, hex, &entries)));
        }
        if !self.comes_from_outside(pose, two_hex && formation == EntryFormation::Column) {
            return Err(Refusal::new("MP 7.1.1c", "a unit enters with its front toward the map"));
        }
        let side = self.side(id);
        for hex in pose.hexes() {
            self.may_stand(id, hex)?;
            if self.is_entry_barred(wing, side, hex) {
                let why =
                    format!("{} cannot be entered{}", self.ground().grid.number(hex), self.barred_by(wing, side, hex));
                return Err(Refusal::new("MP 5.6.1d", why));
            }
        }
        self.pay_entry(id, before, pose, formation)
    }

    /// Why a Wing does not arrive by a hex: who stands in the way, and which hexes are open to it.
    fn arrives_elsewhere(self, wing: WingId, hex: Hex, entries: &[Hex]) -> String {
        let (grid, side) = (&self.ground().grid, self.rules.wings[wing.ix()].side);
        let numbers: Vec<String> = entries.iter().map(|&open| grid.number(open).to_string()).collect();
        let open = match numbers.len() {
            0 => "no hex is open to it now".to_owned(),
            1 => format!("{} is open to it now", numbers[0]),
            _ => format!("{} are open to it now", numbers.join(", ")),
        };
        let barred =
            if self.is_entry_barred(wing, side, hex) { self.barred_by(wing, side, hex) } else { String::new() };
        format!("the Wing does not arrive by {}{barred}; {open}", grid.number(hex))
    }

    /// The enemy units that bar a hex to a Wing, for the end of a sentence.
    fn barred_by(self, wing: WingId, side: Side, hex: Hex) -> String {
        let reach = u8::from(self.wing(wing).orders != Orders::Charge);
        let bars = |unit: &UnitId| self.distance_to(*unit, hex) <= reach;
        let names: Vec<&str> = self.of_side(side.other()).filter(bars).map(|unit| self.name(unit)).collect();
        if names.is_empty() { String::new() } else { format!(", barred by {}", names.join(" and ")) }
    }

    /// The allowance, one point less for each unit that entered before by the same single hex (MP 7.4f), and what the hexes cost.
    fn pay_entry(self, id: UnitId, before: u8, pose: Pose, formation: EntryFormation) -> Result<Entry, Refusal> {
        let full = if self.is_gun(id) { 2 } else { self.full_allowance(id) };
        let allowance = full + 2 * u8::from(formation == EntryFormation::Column);
        let wing = self.card(id).wing;
        let single = self.rules.wings[wing.ix()].arrives.as_ref().is_some_and(|arrival| arrival.hexes.len() == 1);
        let allowance = allowance.saturating_sub(if single { before } else { 0 });
        let column = self.terrain_column(id);
        let mut cost = 0;
        for hex in pose.hexes() {
            match self.ground().hex_cost(hex, column) {
                Cost::Points(points) => cost = points.max(cost),
                _ => return Err(Refusal::new("MP 7.1.1a", "that ground is prohibited to the unit")),
            }
        }
        let body = self.body_at(pose.hex);
        let joins = body.filter(|_| self.is_body(id));
        let facing = joins.map_or(pose.facing, |body| self.unit(body).facing);
        cost += self.turning_cost(id, pose.facing.turns_to(facing));
        if cost > allowance {
            return Err(Refusal::new("MP 7.1.1e", "there are not enough movement points left for that"));
        }
        Ok(Entry { pose: Pose { facing, ..pose }, allowance, cost, joins, ends: body.is_some() })
    }

    /// Whether a unit can have come to its first hex straight from beyond the map.
    fn comes_from_outside(self, pose: Pose, long: bool) -> bool {
        let grid = &self.ground().grid;
        let outside = |hex: Hex, dir: Dir| grid.neighbour(hex, dir.opposite()).is_none();
        if long {
            return pose.hexes().any(|hex| Dir::ALL.into_iter().any(|dir| outside(hex, dir)));
        }
        pose.hexes().any(|hex| pose.facing.front().into_iter().any(|dir| outside(hex, dir)))
    }

    /// Every way a unit can enter, handed on as long as it is wanted.
    fn legal_entries(self, before: u8, mut wanted: impl FnMut(MoveChoice) -> bool) {
        let Some(activation) = self.state.activation else { return };
        let grid = &self.ground().grid;
        let entries = self.entries(activation.wing);
        for unit in self.arriving(activation.wing) {
            for (&entry, facing) in entries.iter().flat_map(|entry| Vertex::ALL.map(|facing| (entry, facing))) {
                let beside = grid.neighbour(entry, facing.aside(Hand::Left)).filter(|beside| {
                    // Reached as the left half of its own otherwise.
                    self.card(unit).two_hex && !entries.contains(beside)
                });
                for hex in [Some(entry), beside].into_iter().flatten() {
                    for formation in EntryFormation::ALL {
                        let choice = MoveChoice::Enter { unit, hex, facing, formation };
                        if self.entry(before, choice).is_ok() && !wanted(choice) {
                            return;
                        }
                    }
                }
            }
        }
    }

    pub(crate) fn judge_enter(self, before: u8, choice: MoveChoice) -> Result<(), Refusal> {
        match choice {
            MoveChoice::Stop => Ok(()),
            _ => self.entry(before, choice).map(|_| ()),
        }
    }

    pub(crate) fn ask_enter(self, before: u8, menu: &mut Vec<Decision>) -> Question {
        menu.push(Decision::Move(MoveChoice::Stop));
        self.legal_entries(before, |choice| {
            menu.push(Decision::Move(choice));
            true
        });
        Question::whole("reinforcements", "MP 7.4a", 0)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Who is before others is counted anew in each activation: those who came in an earlier one are out of the way (MP 7.4f; ruling MP G-A73).
    pub(crate) fn begin_entering(&mut self) {
        self.pop();
        self.push(Step::Move(MoveStep::EnterAfter { before: 0 }));
    }

    pub(crate) fn work_enter(&mut self, before: u8) {
        let mut any = false;
        self.table().legal_entries(before, |_| {
            any = true;
            false
        });
        match self.state.activation {
            Some(activation) if any => self.await_seat(self.rules.wings[activation.wing.ix()].seat),
            _ => self.pop(),
        }
    }

    /// A unit comes onto the map in the formation chosen (MP 7.4e), its leader with the first of them, and goes on with the points it has left.
    pub(crate) fn apply_enter(&mut self, before: u8, choice: MoveChoice) {
        let entry = self.table().entry(before, choice);
        self.pop();
        let (MoveChoice::Enter { unit: id, formation, .. }, Ok(entry)) = (choice, entry) else { return };
        self.push(Step::Move(MoveStep::EnterAfter { before: before + 1 }));
        let Pose { hex, other, facing } = entry.pose;
        self.state.put(id, hex, other, facing);
        if self.table().is_gun(id) {
            self.mark(id, Mark::Limbered, true);
        }
        entry.pose.hexes().for_each(|hex| self.lie_with_gun(id, hex));
        if let Some(partner) = self.unit(id).with {
            self.state.put(partner, hex, None, facing);
        }
        if self.table().is_body(id) {
            self.set_formation(id, formation.formation());
        }
        self.bring_commander(id);
        self.arrive(id);
        self.mark(id, Mark::Acted, true);
        self.mark(id, Mark::Moved, true);
        let place = Of::Place(self.table().pose(id));
        self.tell("MP 7.4a", told::ENTERS_MAP, &[Of::Unit(id), place]);
        if let Some(other) = entry.joins {
            self.join_stack(id, other);
        }
        self.hold_gun_stack(id);
        // It is in command as it enters (ruling MP G-A60).
        let begun = self.table().move_begun_by(id, true);
        let mut moving = Moving { entered: 1, kept: [None; 2], stopped: entry.ends, ..begun };
        (moving.allowance, moving.spent) = (entry.allowance, entry.cost);
        moving.entered_under_orders = 1;
        self.start_moving(moving);
        self.note_met(id);
        self.trigger_step(id, Event::Enters, true);
    }

    /// The leader of a Wing that arrives comes with its first unit.
    fn bring_commander(&mut self, id: UnitId) {
        let wing = self.table().card(id).wing;
        let Some(leader) = self.table().wing(wing).leader else { return };
        let hex = self.unit(id).hex;
        let him = &mut self.state.leaders[leader.ix()];
        if him.place == LeaderPlace::Aside {
            him.place = LeaderPlace::Map;
            him.hex = hex;
        }
    }
}
