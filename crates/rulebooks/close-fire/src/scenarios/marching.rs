//! Columns that march on: entry points, orders of march, reinforcements (CF 5.15, 5.16, 5.24, 5.25, G70, G71).

use super::DeployChoice;
use crate::cards::{Class, LeaderId, TableEdge, UnitId, Zone};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::ground::{Going, Obstacle, is_road};
use crate::measures::{FAR, HALT, NEAR, REACH, yds};
use crate::readings::ReinforcementDice;
use crate::state::{EntryPoint, Fate, Formation, MoveDice, Moved, Place, Unit};
use crate::table::{Play, Table, as_average};
use field::table::{Point, Pose, TOUCH, Um, bearing, normal};
use kernel::{Entry, Listener, Refusal, Seat, Side};

/// How many entry points an attacker names (CF 5.15).
const FEWEST_POINTS: usize = 2;
const MOST_POINTS: usize = 3;
/// Columns are moved on in steps of this.
const STEP: Um = yds(10);
/// A column does not come farther on than so many of them beyond its own length: 240 yds by road, or by dice and doubled.
const MOST_STEPS: usize = 64;
/// What the first attempt of reinforcements needs, of a D6; one less each turn (CF 5.25).
const FIRST_ATTEMPT: u8 = 5;

impl<'a> Table<'a> {
    // --- Entry points (CF 5.15)

    /// The entry points of a side, by their place on the list.
    pub(crate) fn entries_of(self, side: Side) -> impl Iterator<Item = u8> + use<'a> {
        let points = self.state.entries.iter().enumerate();
        points.filter(move |(_, point)| point.side == side).map(|(ix, _)| ix as u8)
    }

    /// The entry point at which those come on whom the battle has at another: the one of the same rank among those that the side has
    /// now (CF 5.24, G145).
    fn entry_now(self, side: Side, entry: u8) -> u8 {
        if self.state.entries.get(usize::from(entry)).is_none_or(|point| point.side == side) {
            return entry;
        }
        let before = self.rules.entries.iter().take(usize::from(entry));
        let rank = before.filter(|point| point.side == side).count();
        let own = || self.entries_of(side);
        own().nth(rank).or_else(|| own().last()).unwrap_or(entry)
    }

    /// A battle that has points for the attacker has named them already.
    pub(super) fn names_points(self, side: Side) -> bool {
        let given = self.state.entries.iter().filter(|point| point.side == side && !point.named);
        given.count() < FEWEST_POINTS
    }

    /// Those who have still to come to the field may march on or deploy.
    pub(super) fn any_to_come(self, side: Side) -> bool {
        self.waits(side)
    }

    /// The way along a table edge of a place on it, if it lies there.
    fn along_edge(self, edge: TableEdge, at: Point) -> Option<Um> {
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        let (along, off, most) = match edge {
            TableEdge::North => (at.x, at.y - height, width),
            TableEdge::South => (at.x, at.y, width),
            TableEdge::East => (at.y, at.x - width, height),
            TableEdge::West => (at.y, at.x, height),
        };
        (off == 0 && (0..=most).contains(&along)).then_some(along)
    }

    pub(super) fn judge_point(self, side: Side, at: Point) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::new("CF 5.15", why));
        let edge = self.baseline(side);
        let Some(along) = self.along_edge(edge, at) else {
            return no("an entry point lies on the attacker's own edge");
        };
        if self.entries_of(side).count() >= MOST_POINTS || self.state.entries.is_full() {
            return no("there are two or three entry points");
        }
        let near = |entry: u8| {
            let other = self.along_edge(edge, self.state.entries[usize::from(entry)].pose.at);
            other.is_some_and(|other| (other - along).abs() < REACH)
        };
        if self.entries_of(side).any(near) { no("another entry point is near it") } else { Ok(()) }
    }

    pub(super) fn judge_points_ready(self, side: Side) -> Result<(), Refusal> {
        let count = self.entries_of(side).count();
        if (FEWEST_POINTS..=MOST_POINTS).contains(&count) {
            return Ok(());
        }
        Err(Refusal::new("CF 5.15", "the attacker names two or three entry points"))
    }

    /// Roads by preference, then places along the edge.
    pub(super) fn offer_points(self, side: Side, menu: &mut Vec<Decision>) {
        let ground = &self.rules.ground;
        let edge = self.baseline(side);
        let roads = ground.lines.iter().filter(|line| is_road(line.kind)).flat_map(|line| {
            let points = line.line.points();
            [points.first().copied(), points.last().copied()]
        });
        let on_edge = |share: i32| match edge {
            TableEdge::North => Point::new(ground.width / 6 * share, ground.height),
            TableEdge::South => Point::new(ground.width / 6 * share, 0),
            TableEdge::East => Point::new(ground.width, ground.height / 6 * share),
            TableEdge::West => Point::new(0, ground.height / 6 * share),
        };
        for at in roads.flatten().chain((1..6).map(on_edge)) {
            let point = Decision::Deploy(DeployChoice::Point(at));
            if self.judge_point(side, at).is_ok() && !menu.contains(&point) {
                menu.push(point);
            }
        }
    }

    // --- The order of march (CF 5.15)

    /// A seat's units that have no place in a column: any of them may be the next (CF 5.15).
    pub(super) fn to_march(self, seat: Seat) -> impl Iterator<Item = UnitId> + use<'a> {
        self.all().filter(move |&id| self.unit(id).place == Place::Reserve && self.seat(id) == seat)
    }

    pub(super) fn judge_march(self, seat: Seat, side: Side, id: UnitId, entry: u8) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if self.unit(id).place != Place::Reserve {
            return Err(Refusal::new("CF 5.15", "it has its place in the order of march"));
        }
        if !self.entries_of(side).any(|known| known == entry) {
            return Err(Refusal::new("CF 5.15", "that is no entry point of this side"));
        }
        let closed = !self.opens_to(id, entry) && self.entries_of(side).any(|other| self.opens_to(id, other));
        if closed {
            Err(Refusal::new("CF 11.18", "guns and cavalry enter such ground along a road only"))
        } else {
            Ok(())
        }
    }

    /// The ground behind an entry point is none that a unit may not enter (CF 11.18).
    fn opens_to(self, id: UnitId, entry: u8) -> bool {
        let unit = self.in_column(id);
        let long = self.rules.depth_of(&unit);
        let point = self.state.entries.get(usize::from(entry));
        point.is_some_and(|point| !self.is_closed_to(&unit, &self.rules.body_at(&unit, point.pose.ahead(long))))
    }

    /// The unit that waits at the head of the column at an entry point, and how far it has come.
    fn head_of(self, entry: u8) -> Option<(UnitId, Um)> {
        let waits = self.all().filter_map(|id| match self.unit(id).place {
            Place::Marching { entry: at, place, come } if at == entry => Some((place, id, come)),
            _ => None,
        });
        waits.min().map(|(_, id, come)| (id, come))
    }

    // --- Coming on (CF 5.16, G70)

    /// As it marches: in column, on its limbers (CF 5.15).
    fn in_column(self, id: UnitId) -> Unit {
        let mut unit = self.unit(id).clone();
        match unit.class {
            Class::Gun | Class::Wagon => unit.limbered = true,
            _ if unit.formation == Formation::Unformed => unit.files = 1,
            _ => (unit.formation, unit.files) = (Formation::MarchColumn, 1),
        }
        unit
    }

    /// The first column of a side that has room to come on and has not been asked about this turn.
    pub(crate) fn next_to_enter(self, side: Side) -> Option<UnitId> {
        let heads = self.entries_of(side).filter_map(|entry| self.head_of(entry));
        heads.map(|(id, _)| id).find(|&id| !self.unit(id).finished && self.has_room_to_enter(id))
    }

    fn entry_of(self, id: UnitId) -> Option<(EntryPoint, Um)> {
        match self.unit(id).place {
            Place::Marching { entry, come, .. } => Some((*self.state.entries.get(usize::from(entry))?, come)),
            _ => None,
        }
    }

    fn has_room_to_enter(self, id: UnitId) -> bool {
        let unit = self.in_column(id);
        let long = self.rules.depth_of(&unit);
        self.entry_of(id).is_some_and(|(point, _)| self.may_stand_entering(&unit, point.pose.ahead(long), false))
    }

    /// Whether a column may stand so far on: on the table, on ground that it may enter, nobody there, no enemy too near (CF 11.5,
    /// 11.10, 11.18, G70).
    fn may_stand_entering(self, unit: &Unit, pose: Pose, doubled: bool) -> bool {
        let body = self.rules.body_at(unit, pose);
        let ground = &self.rules.ground;
        let least = f64::from(if doubled { NEAR } else { HALT }) - TOUCH;
        let crowds = |enemy: UnitId| self.counts_as_enemy(enemy) && self.body(enemy).distance(&body) < least;
        body.within_table(ground.width, ground.height)
            && !self.stands_in_water(&body)
            && !self.is_closed_to(unit, &body)
            && !self.on_table().any(|other| self.body(other).overlaps(&body))
            && !self.of_side(unit.side.other()).any(crowds)
    }

    pub(super) fn judge_first_in_column(self, side: Side, id: UnitId) -> Result<(), Refusal> {
        self.known(id)?;
        match self.next_to_enter(side) == Some(id) {
            true => Ok(()),
            false => Err(Refusal::new("CF 5.15", "columns come on in their order of march")),
        }
    }

    /// The dice it marches on with (CF 11.12, 11.13, 11.14): it has stood still, so cavalry uses two at most (CF 11.33).
    fn entry_dice(self, id: UnitId) -> &'static [MoveDice] {
        const ONE: MoveDice = MoveDice::new(1, false);
        const MORE: MoveDice = MoveDice::new(1, true);
        const TWO: MoveDice = MoveDice::new(2, false);
        match self.unit(id).class {
            Class::Gun | Class::Wagon => &[ONE, TWO],
            _ if self.is_cavalry(id) => &[ONE, MORE, TWO],
            _ => &[ONE, MORE],
        }
    }

    pub(super) fn judge_enter(self, side: Side, id: UnitId, dice: MoveDice) -> Result<(), Refusal> {
        self.judge_first_in_column(side, id)?;
        match self.entry_dice(id).contains(&dice) {
            true => Ok(()),
            false => Err(Refusal::new("CF 11.12", "it does not march with such dice")),
        }
    }

    /// The road that leads on from an entry point: its place on the list of lines, where on it, and which way is inward.
    fn road_from(self, point: EntryPoint) -> Option<(usize, f64, f64)> {
        let at = point.pose.at.vec();
        let roads = self.rules.ground.lines.iter().enumerate().filter(|(_, line)| is_road(line.kind));
        roads.into_iter().find_map(|(ix, road)| {
            let (place, _) = road.line.nearest(at);
            let near = road.line.distance(at) <= f64::from(yds(10)) + TOUCH;
            let long = road.line.length();
            let inward = if place * 2.0 < long { 1.0 } else { -1.0 };
            near.then_some((ix, place, inward))
        })
    }

    pub(super) fn judge_road_entry(self, side: Side, id: UnitId) -> Result<(), Refusal> {
        self.judge_first_in_column(side, id)?;
        let column = self.in_column(id).formation != Formation::Unformed;
        match column && self.entry_of(id).is_some_and(|(point, _)| self.road_from(point).is_some()) {
            true => Ok(()),
            false => Err(Refusal::new("CF 11.19", "no road leads on there, or it does not march by road")),
        }
    }

    pub(super) fn offer_entry(self, id: UnitId, menu: &mut Vec<Decision>) {
        let side = self.side(id);
        if self.judge_road_entry(side, id).is_ok() {
            menu.push(Decision::Deploy(DeployChoice::EnterByRoad(id)));
        }
        let dice = self.entry_dice(id).iter();
        menu.extend(dice.map(|&dice| Decision::Deploy(DeployChoice::Enter { unit: id, dice })));
    }

    /// The ground between the edge and the head of a column is rough (CF 11.17).
    fn enters_rough(self, pose: Pose, far: Um) -> bool {
        (0..=far / STEP).any(|step| self.going_at(pose.ahead(step * STEP).at.vec()) >= Going::Rough)
    }

    /// A major obstacle lies across the way in: the column stops before it (CF 12.8).
    fn bars_entry(self, from: Pose, to: Pose) -> bool {
        let lines = self.rules.ground.lines.iter().enumerate();
        let mut majors = lines.filter(|(ix, _)| self.rules.works[*ix].obstacle == Obstacle::Major);
        majors.any(|(_, line)| line.line.crosses(from.at.vec(), to.at.vec()).is_some())
    }

    // --- Reinforcements (CF 5.24, 5.25)

    /// Units of a side that are due, with the turn and the entry point of their first attempt: those who come together roll
    /// together (CF G71).
    fn due(self, side: Side) -> impl Iterator<Item = (UnitId, (u8, u8, bool), u8)> + use<'a> {
        let diced = self.rules.options.reinforcement_dice == ReinforcementDice::On;
        self.all().filter(move |&id| self.side(id) == side).filter_map(move |id| {
            let Place::Expected { attempts } = self.unit(id).place else { return None };
            let arrival = self.rules.arrivals.get(id.ix()).copied().flatten()?;
            let due = arrival.turn <= self.state.turn;
            due.then_some((id, (arrival.turn, arrival.entry, arrival.diced || diced), attempts))
        })
    }
}

impl<L: Listener> Play<'_, L> {
    /// The ends are changed: entry points lie at an end of the table and go with it, and who was to come on at the first of his side
    /// comes on at the first that it has now. Where one side has all of them it takes them along, turned about the middle of the
    /// table, and the other has none as before (CF 5.9, 5.21, 5.24, G145).
    pub(super) fn entries_change_hands(&mut self) {
        let both = Side::BOTH.into_iter().all(|side| self.table().entries_of(side).next().is_some());
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        for point in &mut self.state.entries {
            if both {
                point.side = point.side.other();
            } else {
                let at = Point::new(width - point.pose.at.x, height - point.pose.at.y);
                point.pose = Pose::new(at, normal(point.pose.facing + 18_000));
            }
        }
        for ix in 0..self.state.units.len() {
            let side = self.state.units[ix].side;
            if let Place::Marching { entry, place, come } = self.state.units[ix].place {
                let entry = self.table().entry_now(side, entry);
                self.state.units[ix].place = Place::Marching { entry, place, come };
            }
        }
    }

    pub(super) fn name_point(&mut self, side: Side, at: Point) {
        let pose = Pose::new(at, self.table().baseline(side).outward());
        let point = EntryPoint { side, pose, named: true, used: false };
        self.state.overflow.keep(&mut self.state.entries, point);
    }

    pub(super) fn joins_column(&mut self, id: UnitId, entry: u8) {
        let before = |unit: &Unit| matches!(unit.place, Place::Marching { entry: at, .. } if at == entry);
        let place = self.state.units.iter().filter(|unit| before(unit)).count() as u8 + 1;
        self.unit_mut(id).place = Place::Marching { entry, place, come: 0 };
    }

    /// By dice, doubled far from the enemy (CF 5.16, 11.10, G70).
    pub(super) fn enters(&mut self, id: UnitId, dice: MoveDice) {
        let Some((point, come)) = self.table().entry_of(id) else { return };
        let mut sum = 0;
        let mut faces: arrayvec::ArrayVec<u8, 3> = arrayvec::ArrayVec::new();
        for ix in 0..dice.count() {
            let face = self.d6();
            let read = if ix < dice.average { as_average(face) } else { face };
            faces.push(read);
            sum += i32::from(read);
        }
        let table = self.table();
        let at = point.pose.at.vec();
        let doubled = !table.enemy_within_of(table.side(id), at, NEAR);
        let rough = table.enters_rough(point.pose, come + STEP * sum);
        let less = if rough { i32::from(dice.count()) } else { 0 };
        let far = STEP * (sum - less).max(0) * if doubled { 2 } else { 1 };
        if self.listener.hears() {
            let table = self.table();
            let entry = Entry {
                dice: faces.to_vec(),
                ..table.entry("CF 5.16", told::MARCHES_IN, &[Who::Unit(id), Who::Far(far)])
            };
            self.listener.tell(entry);
        }
        let from = point.pose;
        self.marches_in(id, come + far, Moved::Dice(dice), dice, |table, unit, along| {
            let pose = from.ahead(along);
            let free = table.may_stand_entering(unit, pose, doubled);
            (free && !table.bars_entry(from, pose)).then_some(pose)
        });
    }

    /// By road, 120 yds or 240 far from the enemy (CF 5.16, 11.19, G70).
    pub(super) fn enters_by_road(&mut self, id: UnitId) {
        let table = self.table();
        let Some((point, come)) = table.entry_of(id) else { return };
        let Some((line, place, inward)) = table.road_from(point) else { return };
        let near = table.enemy_within_of(table.side(id), point.pose.at.vec(), NEAR);
        let far = if near { NEAR } else { FAR };
        self.tell("CF 5.16", told::MARCHES_IN, &[Who::Unit(id), Who::Far(far)]);
        self.marches_in(id, come + far, Moved::Road, MoveDice::NONE, |table, unit, along| {
            let road = &table.rules.ground.lines[line].line;
            let head = road.at(place + inward * f64::from(along));
            let back = road.at(place + inward * f64::from((along - STEP).max(0)));
            let facing = if head == back { point.pose.facing } else { bearing(head - back) };
            let pose = Pose::new(head.round(), facing);
            table.may_stand_entering(unit, pose, !near).then_some(pose)
        });
    }

    /// The head of a column is so far from the edge: once the whole of it is on the table it stands there, or as far on as there
    /// is room (CF 5.16, G70).
    fn marches_in(
        &mut self,
        id: UnitId,
        reach: Um,
        moved: Moved,
        dice: MoveDice,
        stand: impl Fn(Table<'_>, &Unit, Um) -> Option<Pose>,
    ) {
        let table = self.table();
        let unit = table.in_column(id);
        let long = table.rules.depth_of(&unit);
        let steps = (reach - long).max(-1) / STEP;
        // All the way is free, not only its end (CF 12.22, G40, G70).
        let stands = (0..=steps).map_while(|step| stand(table, &unit, long + step * STEP));
        let way: arrayvec::ArrayVec<Pose, MOST_STEPS> = stands.take(MOST_STEPS).collect();
        let Some(pose) = way.last().copied().filter(|_| reach >= long) else {
            let waits = self.unit_mut(id);
            waits.this_turn.finished = true;
            if let Place::Marching { come, .. } = &mut waits.place {
                *come = reach.min(long);
            }
            return;
        };
        let entry = match self.unit(id).place {
            Place::Marching { entry, .. } => usize::from(entry),
            _ => return,
        };
        *self.unit_mut(id) = Unit { pose, ..unit };
        self.put_down(id);
        let turn = &mut self.unit_mut(id).this_turn;
        (turn.moved, turn.dice, turn.finished) = (moved, dice, true);
        (turn.displaced, turn.advanced) = (true, true);
        if let Some(point) = self.state.entries.get_mut(entry) {
            point.used = true;
        }
        self.keep_bodies();
        // From all of its way it has looked about (CF 5.18, G143).
        self.uncover_along(id, way.into_iter());
        self.tell("CF 5.16", told::IS_ON, &[Who::Unit(id)]);
        self.leaders_arrive(id);
        self.brigade_takes_ground(id);
    }

    /// A brigade that had no ground has it where it comes on: that is the position which it holds if it is to defend, and no other
    /// was named (CF 6.17, G17, G191).
    fn brigade_takes_ground(&mut self, id: UnitId) {
        let at = self.unit(id).pose.at;
        let Some(brigade) = self.table().brigade_of(id) else { return };
        let area = &mut self.state.brigades[brigade.ix()].area;
        if *area == Zone::default() {
            *area = Zone { west: at.x, south: at.y, east: at.x, north: at.y };
        }
    }

    /// Leaders come with the first unit of their command, or with the one they ride with (CF 6.6, G70).
    fn leaders_arrive(&mut self, id: UnitId) {
        for leader in (0..self.state.leaders.len() as u8).map(LeaderId) {
            let table = self.table();
            let his = table.leader(leader);
            let comes = his.attached.map_or_else(|| table.commands(leader, id), |unit| unit == id);
            if !his.off || his.fate != Fate::Fit || !comes {
                continue;
            }
            let pose = table.unit(id).pose.right(yds(20));
            let ground = &table.rules.ground;
            let at = Point::new(pose.at.x.clamp(0, ground.width), pose.at.y.clamp(0, ground.height));
            let arrives = self.leader_mut(leader);
            (arrives.off, arrives.hidden, arrives.at) = (false, false, at);
        }
    }

    /// Reinforcements that are due, each body of them with one die: 5 or 6 in the first turn, one pip easier each turn after
    /// (CF 5.24, 5.25, G71, E16).
    pub(crate) fn roll_arrivals(&mut self, side: Side) {
        let due: arrayvec::ArrayVec<_, { crate::cards::MOST_UNITS }> = self.table().due(side).collect();
        let mut settled: arrayvec::ArrayVec<((u8, u8, bool), bool), { crate::cards::MOST_UNITS }> =
            arrayvec::ArrayVec::new();
        for (id, body, attempts) in due {
            let known = settled.iter().find(|(other, _)| *other == body).map(|(_, comes)| *comes);
            let comes = known.unwrap_or_else(|| self.arrives(id, body.2, attempts));
            if known.is_none() {
                settled.push((body, comes));
            }
            if comes {
                let entry = self.table().entry_now(side, body.1);
                self.joins_column(id, entry);
            } else {
                self.unit_mut(id).place = Place::Expected { attempts: attempts + 1 };
            }
        }
    }

    fn arrives(&mut self, id: UnitId, diced: bool, attempts: u8) -> bool {
        let need = FIRST_ATTEMPT.saturating_sub(attempts);
        if !diced || need <= 1 {
            self.tell("CF 5.24", told::ARRIVES, &[Who::Unit(id)]);
            return true;
        }
        let die = self.d6();
        let comes = die >= need;
        if self.listener.hears() {
            let table = self.table();
            let result = table.said(if comes { told::THEY_COME } else { told::THEY_DO_NOT }, &[]);
            let who = [Who::Unit(id), Who::Count(need.into())];
            let entry = Entry { dice: vec![die], result, ..table.entry("CF 5.25", told::EXPECTED, &who) };
            self.listener.tell(entry);
        }
        comes
    }
}
