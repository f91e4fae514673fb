//! Chapters 5.4.3 and 5.6: what a unit owes while it moves — nearer to the enemy under Charge, back to its leader when out of command, no nearer to anybody
//! under Rally — and whether a step or a stop is compatible with it.

use super::search::{FoundWay, Law, Walker, hexes_off, least_cost, outlook};
use super::steps::Stride;
use super::{Activity, Moving};
use crate::cards::{MOST_UNITS, UnitId, UnitSet};
use crate::command::{Links, MOST_LINKS};
use crate::facing::{COUNTER_MARCH, Pose, Shape};
use crate::state::{Formation, Linked, Orders, State, Unit, WayBack};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{DirSet, Goal, Grid, Hex, Nearness};
use kernel::{Listener, Refusal};
use std::cell::Cell;

/// How far a way back into command is looked for.
const FAR: u8 = 40;

/// What a unit owes at this point of its move.
#[expect(clippy::large_enum_variant, reason = "it lives for one question, and nothing is allocated for it")]
pub(crate) enum Duty<'a> {
    Free,
    /// Under Charge it must end nearer to what it chases, and it can (MP 5.6.1a): for so many points, or for none where it is near enough already.
    Approach {
        chase: Chase<'a>,
        cost: u8,
    },
    /// It cannot, and must at least turn if that helps (MP 5.6.1c); it goes no farther off meanwhile (ruling G-A24).
    Reface,
    /// Under Rally it may not end nearer to any enemy (MP 5.6.4a).
    KeepOff {
        off: Distance<'a>,
    },
    /// Out of command it goes back by the cheapest way, or nearer where there is none (MP 5.4.3a, 5.4.3d; ruling G-A23): the poses next on such ways that can
    /// be paid now. None is left when it has come as far as it can.
    Return {
        ways: Ways,
        /// What such a way costs, if there is one.
        cost: Option<u8>,
    },
}

/// The most single steps a pose has, those across bridges among them.
const MOST_WAYS: usize = 16;

type Ways = ArrayVec<Pose, MOST_WAYS>;

/// Hexes to go for or to keep off, as many as units can cover.
pub(crate) type Goals = ArrayVec<Goal, { 2 * MOST_UNITS }>;

/// The enemies a charging unit may go for, hex by hex, and how near to each is near enough: one hex nearer than where it began, or next to him (MP 5.6.1a;
/// ruling G-A24). Worked out once for all that is asked about a step.
pub(crate) struct Chase<'a> {
    walker: Walker<'a>,
    near: Nearness<'a>,
}

impl Chase<'_> {
    /// Whether a pose meets the duty; nothing does when there is nobody to go for.
    #[inline]
    fn is_met(&self, pose: Pose) -> bool {
        !self.near.has_no_goal() && hexes_off(&self.near, pose) == 0
    }
}

/// The enemies a unit under Rally keeps off, hex by hex, and how far each was when it began (MP 5.6.4a).
pub(crate) struct Distance<'a> {
    grid: &'a Grid,
    enemies: &'a Goals,
    /// The hex looked at last, and what it lacks: a unit that turns is looked at again and again.
    last: Cell<Option<(Hex, u8)>>,
}

impl Distance<'_> {
    /// Hexes still to go from a pose until it is no nearer to any of them.
    #[inline]
    fn lacks(&self, pose: Pose) -> u8 {
        let own = match self.last.get() {
            Some((hex, lacks)) if hex == pose.hex => lacks,
            _ => Goal::too_near(self.grid, self.enemies, pose.hex),
        };
        self.last.set(Some((pose.hex, own)));
        pose.other.map_or(own, |other| own.max(Goal::too_near(self.grid, self.enemies, other)))
    }

    #[inline]
    fn is_kept(&self, pose: Pose) -> bool {
        self.lacks(pose) == 0
    }
}

/// The way back into command that is looked for.
struct Back<'a> {
    walker: Walker<'a>,
    links: &'a Links,
    near: Nearness<'a>,
}

impl Back<'_> {
    #[inline]
    fn least_cost(&self, pose: Pose) -> u8 {
        least_cost(&self.near, self.walker.shape, self.walker.turn, pose)
    }
}

/// What was known of a unit out of command before it took a step.
pub(crate) struct KnownBefore {
    stirs: u32,
    linked: Option<Linked>,
    back: Option<WayBack>,
}

impl KnownBefore {
    /// Whether nobody but one unit, and that once, has come to another place since.
    fn is_own_step(&self, state: &State) -> bool {
        state.stirs() - self.stirs <= 1
    }
}

impl<'a> Table<'a> {
    /// The Move of a unit as it begins now: allowance, command, the enemies it may charge, be it only when it is back in command (MP 5.4.2a, 5.4.3c, 5.6.1e,
    /// MP 7.3.1c).
    pub(crate) fn move_begun(self, id: UnitId) -> Moving {
        let mut moving = self.move_begun_by(id, self.in_command(id));
        if !moving.in_command {
            moving.preys = self.preys_from(id, moving.start_pose());
        }
        moving
    }

    /// The same of a unit that is known to be in command or out of it, as far as its duty now goes.
    pub(super) fn move_begun_by(self, id: UnitId, in_command: bool) -> Moving {
        let mut moving = Moving::begun(self, id, Activity::Move);
        moving.in_command = self.unlimbered(id) || in_command;
        moving.may_stay = moving.in_command || self.is_adjacent_to_enemy(id);
        if moving.in_command {
            moving.preys = self.preys_from(id, moving.start_pose());
        }
        moving
    }

    /// The enemies that a unit whose Orders are Charge may go for from a pose.
    fn preys_from(self, id: UnitId, pose: Pose) -> UnitSet {
        if self.orders(id) == Orders::Charge { self.charge_preys(id, pose) } else { UnitSet::EMPTY }
    }

    /// Free of the duties of units out of command (MP 5.4.3f); limbered guns are not (MP 7.3.3d).
    fn unlimbered(self, id: UnitId) -> bool {
        self.is_gun(id) && !self.is_limbered(id)
    }

    /// `goals` is where those are written down whom the duty is about.
    pub(crate) fn duty<'b>(self, moving: &Moving, goals: &'b mut Goals) -> Duty<'b>
    where
        'a: 'b,
    {
        if !moving.in_command {
            let (ways, cost) = self.ways_back(moving, MOST_WAYS);
            return Duty::Return { ways, cost };
        }
        match self.orders(moving.unit) {
            Orders::Charge => self.duty_to_approach(moving, goals),
            Orders::Rally => Duty::KeepOff { off: self.distance_to_keep(moving, goals) },
            Orders::MakeReady | Orders::ReceiveCharge => Duty::Free,
        }
    }

    /// Whether a unit about to move, in command or out of it, must do so.
    pub(crate) fn has_duty(self, id: UnitId, in_command: bool) -> bool {
        if self.must_leave_bridge(id) {
            return true;
        }
        let bound = self.orders(id) == Orders::Charge;
        if !bound && (self.unlimbered(id) || in_command) {
            return false;
        }
        let moving = self.move_begun_by(id, in_command);
        if !moving.in_command {
            return !moving.may_stay && self.can_go_back(&moving);
        }
        match self.duty(&moving, &mut Goals::new()) {
            Duty::Free | Duty::KeepOff { .. } | Duty::Return { .. } => false,
            Duty::Approach { cost, .. } => cost > 0,
            Duty::Reface => self.turning_eases(&moving),
        }
    }

    /// Whether a unit that has not acted could move to a hex and end there, as its Orders have it.
    pub(crate) fn can_come_to(self, id: UnitId, hex: Hex) -> bool {
        let (from, points) = (self.pose(id), self.allowance(id));
        if from.distance(&self.ground().grid, hex) > points || !self.could_owe_a_move(id) {
            return false;
        }
        if self.in_command(id) {
            return self.goes_to_under_orders(id, from, points, hex);
        }
        // Back by a cheapest way first, then on with what is left (MP 5.4.3a, 5.4.3c).
        let links = self.links_without(id);
        let goals = self.goals_of(id, &links);
        let back = self.back(id, &links, &goals);
        let Some((cost, _)) = self.cost_back(&back, from, points) else { return false };
        let goes_on = |pose: Pose| {
            self.is_back(&back, pose) && self.goes_to_under_orders(id, pose, points.saturating_sub(cost), hex)
        };
        back.walker.cheapest(from, cost, |pose| back.least_cost(pose), goes_on).is_some()
    }

    /// Whether its Orders let a unit go from a pose, where it is in command, to a hex and end there.
    fn goes_to_under_orders(self, id: UnitId, from: Pose, points: u8, hex: Hex) -> bool {
        let grid = &self.ground().grid;
        let orders = if self.is_free_of_orders(id) { Orders::MakeReady } else { self.orders(id) };
        let far = from.distance(grid, hex);
        if far > points || orders == Orders::ReceiveCharge && far > 1 {
            return false;
        }
        let (moving, mut goals) = (self.move_begun_by(id, true), Goals::new());
        let chase = (orders == Orders::Charge && !moving.preys.is_empty()).then(|| self.chase(&moving, &mut goals));
        let does_duty = |pose: Pose| match (&chase, orders) {
            (Some(chase), _) => chase.is_met(pose),
            (None, Orders::Rally) => !self.nearer_to_some_enemy(id, from, pose),
            _ => true,
        };
        // The hex itself tells mostly that nothing there will do; the other half of a line stands at most one farther.
        let hopeless = match &chase {
            Some(chase) => chase.near.from(hex).off > 1,
            None => !does_duty(Pose { hex, other: None, facing: from.facing }),
        };
        if hopeless {
            return false;
        }
        let law = if orders == Orders::Charge { Law::Charge } else { Law::Shy };
        let will_do = |pose: Pose| pose.covers(hex) && does_duty(pose);
        let walker = Walker::new(self, id, law);
        walker.cheapest(from, points, |pose| pose.distance(grid, hex), will_do).is_some()
    }

    // Charge.

    fn duty_to_approach<'b>(self, moving: &Moving, goals: &'b mut Goals) -> Duty<'b>
    where
        'a: 'b,
    {
        let pose = self.pose(moving.unit);
        if moving.preys.is_empty() {
            return Duty::Free;
        }
        let chase = self.chase(moving, goals);
        if chase.is_met(pose) {
            return Duty::Approach { chase, cost: 0 };
        }
        match self.approach_cost(&chase, pose, moving.left()) {
            Some(cost) => Duty::Approach { chase, cost },
            None => Duty::Reface,
        }
    }

    fn chase<'b>(self, moving: &Moving, goals: &'b mut Goals) -> Chase<'b>
    where
        'a: 'b,
    {
        let (grid, start) = (&self.ground().grid, moving.start_pose());
        for prey in self.preys_of(moving) {
            let enough = u16::from(self.stood_off(start, prey).saturating_sub(1).max(1));
            self.unit(prey).hexes().for_each(|hex| goals.push(Goal { at: grid.pin(hex), enough }));
        }
        let law = if self.is_spared(moving.unit) { Law::Spared } else { Law::Charge };
        Chase { walker: Walker::new(self, moving.unit, law), near: Nearness::new(grid, goals) }
    }

    /// Hexes from a pose to the nearer half of a unit.
    #[inline]
    pub(crate) fn hexes_between(self, from: Pose, unit: &Unit) -> u8 {
        let grid = &self.ground().grid;
        let off = from.distance(grid, unit.hex);
        unit.other.map_or(off, |other| off.min(from.distance(grid, other)))
    }

    /// Hexes from where a move began to an enemy, where he stood then (MP 5.6.1a, 5.6.4a; ruling G-A70).
    fn stood_off(self, start: Pose, enemy: UnitId) -> u8 {
        let gone = self.state.stood.iter().find(|&&(unit, _)| unit == enemy);
        gone.map_or_else(|| self.hexes_between(start, self.unit(enemy)), |&(_, off)| off)
    }

    /// Points to a pose that meets the duty and can be asked of the unit: of those the clause spares by no hex next to the front of Heavy Infantry, be it on the
    /// way or at its end (MP 5.6.1k). Not always the fewest: whether it can be done is what counts.
    fn approach_cost(self, chase: &Chase<'_>, pose: Pose, points: u8) -> Option<u8> {
        let Chase { walker, near } = chase;
        if walker.is_spared() {
            let next = walker.next_hex(pose, DirSet::ALL, |pose| chase.is_met(pose)).map(|(_, cost)| cost);
            let next = next.filter(|&cost| cost <= points);
            let search = || walker.cheapest(pose, points, |pose| hexes_off(near, pose), |pose| chase.is_met(pose));
            return next.or_else(search);
        }
        let walker = &walker.under(Law::Charge);
        let least = |pose: Pose| least_cost(near, walker.shape, walker.turn, pose);
        if near.has_no_goal() || least(pose) > points {
            return None;
        }
        // Mostly it goes straight there, perhaps after a turn.
        let straight = walker.straight_way(pose, points, |pose| outlook(near, pose), |_| true);
        straight
            .map(|way| way.cost)
            .filter(|&cost| cost <= points)
            .or_else(|| walker.cheapest(pose, points, least, |pose| hexes_off(near, pose) == 0))
    }

    /// Whether turning, wheeling or counter marching, if it can be paid, brings the way to the enemy before its front (MP 5.6.1c).
    fn turning_eases(self, moving: &Moving) -> bool {
        let pose = self.pose(moving.unit);
        !self.fronts_prey(moving, pose) && self.can_turn_to_prey(moving, pose, moving.left())
    }

    /// Whether one turn from a pose brings the way to the enemy before its front.
    fn can_turn_to_prey(self, moving: &Moving, pose: Pose, points: u8) -> bool {
        let (walker, mut found) = (Walker::new(self, moving.unit, Law::Charge), false);
        walker.all_strides(pose, |to, cost| {
            found |= to.facing != pose.facing && cost <= points && !found && self.fronts_prey(moving, to);
        });
        found
    }

    /// The enemies that a charging unit may go for and that are still there.
    fn preys_of(self, moving: &Moving) -> impl Iterator<Item = UnitId> + use<'a> {
        moving.preys.iter().filter(move |&prey| self.unit(prey).on_map())
    }

    /// Whether a unit has ground before its front that is nearer to an enemy it may go for, whoever stands there now.
    fn fronts_prey(self, moving: &Moving, pose: Pose) -> bool {
        let (id, shape) = (moving.unit, self.shape(moving.unit));
        let mut ahead = self.ways_ahead(shape, pose).iter().filter_map(|dir| self.pose_ahead(shape, pose, dir));
        let nearer = |to: Pose, prey: &Unit| self.hexes_between(to, prey) < self.hexes_between(pose, prey);
        ahead.any(|to| {
            self.step_cost(id, pose, to).is_some() && self.preys_of(moving).any(|prey| nearer(to, self.unit(prey)))
        })
    }

    /// Whether a pose is farther from every enemy the unit may go for than it is now and than it was when it began.
    fn falls_back(self, moving: &Moving, pose: Pose) -> bool {
        let (now, start) = (self.pose(moving.unit), moving.start_pose());
        let most = |prey: UnitId| self.hexes_between(now, self.unit(prey)).max(self.stood_off(start, prey));
        self.preys_of(moving).all(|prey| self.hexes_between(pose, self.unit(prey)) > most(prey))
    }

    // Rally.

    fn distance_to_keep<'b>(self, moving: &Moving, goals: &'b mut Goals) -> Distance<'b>
    where
        'a: 'b,
    {
        let (grid, start) = (&self.ground().grid, moving.start_pose());
        for enemy in self.enemies_of(moving.unit) {
            let enough = u16::from(self.off_to_keep(start, enemy));
            self.unit(enemy).hexes().for_each(|hex| goals.push(Goal { at: grid.pin(hex), enough }));
        }
        Distance { grid, enemies: goals, last: Cell::new(None) }
    }

    /// How near a unit under Rally may come to an enemy: whoever has come nearer by himself is not held against it (MP 5.6.4a; ruling G-A70).
    pub(crate) fn off_to_keep(self, start: Pose, enemy: UnitId) -> u8 {
        self.stood_off(start, enemy).min(self.hexes_between(start, self.unit(enemy)))
    }

    // Out of command.

    /// The least points, at most `most`, to a pose from which the unit has a line to one of the links, and the first step if that is known.
    fn cost_back(self, back: &Back<'_>, pose: Pose, most: u8) -> Option<(u8, Option<Pose>)> {
        // MP 5.4.3e: nothing without a leader on the map.
        if back.links.is_empty() || back.least_cost(pose) > most {
            return None;
        }
        let straight = self.straight_back(back, pose, most);
        let cheaper = match straight {
            // Mostly the way costs no more than it must.
            Some(way) if way.cost == back.least_cost(pose) => None,
            Some(way) => self.search_back(back, pose, way.cost - 1),
            None => self.search_back(back, pose, most),
        };
        cheaper.map(|cost| (cost, None)).or(straight.map(|way| (way.cost, way.first)))
    }

    /// Whether there is a way back for so many points.
    fn comes_back(self, back: &Back<'_>, pose: Pose, most: u8) -> bool {
        !back.links.is_empty()
            && back.least_cost(pose) <= most
            && (self.straight_back(back, pose, most).is_some() || self.search_back(back, pose, most).is_some())
    }

    fn straight_back(self, back: &Back<'_>, pose: Pose, most: u8) -> Option<FoundWay> {
        if back.walker.shape != Shape::Single {
            return None;
        }
        let outlook = |pose: Pose| outlook(&back.near, pose);
        let way = back.walker.straight_way(pose, most, outlook, |pose| self.is_back(back, pose));
        way.filter(|way| way.cost <= most)
    }

    fn search_back(self, back: &Back<'_>, pose: Pose, most: u8) -> Option<u8> {
        back.walker.cheapest(pose, most, |pose| back.least_cost(pose), |pose| self.is_back(back, pose))
    }

    /// Whether a pose has a line to one of the links.
    fn is_back(self, back: &Back<'_>, pose: Pose) -> bool {
        hexes_off(&back.near, pose) == 0 && self.traces_from(back.walker.id, pose, back.links)
    }

    /// Whether there is a way back and the unit can pay for the first step of a cheapest one.
    fn can_go_back(self, moving: &Moving) -> bool {
        let (id, pose, left) = (moving.unit, self.pose(moving.unit), moving.left());
        let links = self.links_without(id);
        let goals = self.goals_of(id, &links);
        let back = self.back(id, &links, &goals);
        let mut dearest = 0;
        back.walker.all_strides(pose, |_, points| dearest = points.max(dearest));
        // Mostly it can pay for any step it could take, so that any way will do.
        if dearest <= left && self.comes_back(&back, pose, FAR) {
            return true;
        }
        !self.ways_back(moving, 1).0.is_empty()
    }

    fn goals_of(self, id: UnitId, links: &Links) -> ArrayVec<Goal, MOST_LINKS> {
        let (grid, enough) = (&self.ground().grid, u16::from(self.loc_reach(id)));
        links.iter().map(|&hex| Goal { at: grid.pin(hex), enough }).collect()
    }

    fn back<'b>(self, id: UnitId, links: &'b Links, goals: &'b [Goal]) -> Back<'b>
    where
        'a: 'b,
    {
        Back { walker: Walker::new(self, id, Law::Shy), links, near: Nearness::new(&self.ground().grid, goals) }
    }

    /// The next poses on the cheapest ways back that the unit can pay for (ruling G-A23), so many of them at most, and what those ways cost.
    fn ways_back(self, moving: &Moving, most: usize) -> (Ways, Option<u8>) {
        let (id, pose) = (moving.unit, self.pose(moving.unit));
        let mut ways = Ways::new();
        let links = self.links_without(id);
        let goals = self.goals_of(id, &links);
        let back = self.back(id, &links, &goals);
        let known = self.known_way_back(id).map(|known| (known.cost, None));
        let Some((cost, first)) = known.or_else(|| self.cost_back(&back, pose, FAR)) else {
            return (self.steps_nearer(&back, pose, moving.left()), None);
        };
        let mut steps: ArrayVec<(Pose, u8), MOST_WAYS> = ArrayVec::new();
        back.walker.all_strides(pose, |next, points| {
            if points.saturating_add(back.least_cost(next)) <= cost {
                self.state.overflow.keep(&mut steps, (next, points));
            }
        });
        // A cheapest way begins with one of them, so that a single one needs no proof.
        let sure = |next: Pose| steps.len() == 1 || Some(next) == first;
        for &(next, points) in &steps {
            let payable = ways.len() < most && points <= moving.left();
            if payable && (sure(next) || self.comes_back(&back, next, cost - points)) {
                ways.push(next);
            }
        }
        (ways, Some(cost))
    }

    /// Where no way leads back: the steps that bring the unit nearer to the others in hexes, else the turns after which it has such a step before it, else
    /// those by which it comes to face the way it must go (MP 5.4.3d).
    fn steps_nearer(self, back: &Back<'_>, pose: Pose, left: u8) -> Ways {
        let (walker, off) = (&back.walker, hexes_off(&back.near, pose));
        let nearer = |to: Pose| hexes_off(&back.near, to) < off;
        let goes_on = |from: Pose| {
            let mut found = false;
            walker.all_strides(from, |to, _| found |= nearer(to));
            found
        };
        let faces = |from: Pose| {
            let ahead = self.ways_ahead(walker.shape, from).iter();
            let mut ahead = ahead.filter_map(|dir| self.pose_ahead(walker.shape, from, dir));
            ahead.any(|to| nearer(to) && self.step_cost(walker.id, from, to).is_some())
        };
        // MP 5.4.3e: nothing without a leader on the map.
        if back.links.is_empty() {
            return Ways::new();
        }
        let such = |will_do: &dyn Fn(Pose) -> bool, turns: bool| {
            let mut ways = Ways::new();
            walker.all_strides(pose, |to, cost| {
                if cost <= left && (!turns || to.facing != pose.facing) && will_do(to) {
                    self.state.overflow.keep(&mut ways, to);
                }
            });
            ways
        };
        if goes_on(pose) {
            return such(&nearer, false);
        }
        let ways = such(&goes_on, true);
        if ways.is_empty() && !faces(pose) { such(&faces, true) } else { ways }
    }

    /// What a way back costs, with what that hangs on besides who stands where. Ground may stop a unit that is Formation Shaken, and where it has just come
    /// from tells of that too: it reckons anew at every hex.
    pub(super) fn way_back(self, id: UnitId, cost: u8) -> Option<WayBack> {
        let (pose, unit) = (self.pose(id), self.unit(id));
        let commander = self.leader(self.commander_of(self.card(id).wing)?).hex;
        let (formation, morale) = (unit.formation, unit.morale);
        (formation != Formation::Shaken).then_some(WayBack { id, pose, formation, morale, commander, cost })
    }

    /// The way back of a unit, when it is known what that costs from where it is.
    fn known_way_back(self, id: UnitId) -> Option<WayBack> {
        self.state.known_way_back().filter(|known| self.way_back(id, known.cost) == Some(*known))
    }

    /// What is remembered of a way back is what would be found out now.
    pub(crate) fn check_way_back(self) -> Result<(), String> {
        let Some(moving) = self.state.moves.last() else { return Ok(()) };
        let Some(known) = self.known_way_back(moving.unit) else { return Ok(()) };
        let links = self.links_without(known.id);
        let goals = self.goals_of(known.id, &links);
        let cost = self.cost_back(&self.back(known.id, &links, &goals), known.pose, FAR).map(|(cost, _)| cost);
        if cost == Some(known.cost) || moving.in_command {
            return Ok(());
        }
        Err(format!("{} is thought to come back for {} points, not {cost:?}", self.name(known.id), known.cost))
    }

    /// What is known of a unit out of command that is about to take a step.
    pub(super) fn known_before(self, id: UnitId) -> KnownBefore {
        let is_out = self.state.moves.last().is_some_and(|moving| moving.unit == id && !moving.in_command);
        KnownBefore {
            stirs: self.state.stirs(),
            linked: if is_out { self.state.all_known_links() } else { None },
            back: if is_out { self.known_way_back(id) } else { None },
        }
    }

    // What the duty allows.

    pub(crate) fn duty_lets_go(self, moving: &Moving, duty: &Duty<'_>, stride: &Stride) -> Result<(), Refusal> {
        if self.keeps_duty(moving, duty, stride) {
            return Ok(());
        }
        let (rule, why) = match duty {
            Duty::Reface => {
                ("MP 5.6.1c", "unable to get nearer to the enemy it turns to him if it can, and goes no farther off")
            }
            Duty::Free | Duty::Approach { .. } => {
                ("MP 5.6.1a", "under Charge it must get nearer to the closest enemy, and after that step it could not")
            }
            Duty::KeepOff { .. } => {
                ("MP 5.6.4a", "under Rally it may not end nearer to any enemy, and after that step it would have to")
            }
            Duty::Return { .. } => ("MP 5.4.3a", "out of command it goes back by the quickest way, step by step"),
        };
        Err(Refusal::new(rule, why))
    }

    /// Whether a unit does, or can still do, what it owes when it takes that step.
    #[inline]
    pub(crate) fn keeps_duty(self, moving: &Moving, duty: &Duty<'_>, stride: &Stride) -> bool {
        match duty {
            Duty::Free => true,
            Duty::Reface => self.still_refaces(moving, stride),
            Duty::Approach { chase, cost } => self.still_approaches(moving, chase, *cost, stride),
            Duty::KeepOff { off } => self.still_gets_off(moving, off, stride),
            // Turns are taken vertex by vertex here, each of them on the way; one that may stay where it is may turn there as it likes (MP 5.6.5b).
            Duty::Return { ways, .. } => {
                let turns = self.pose(moving.unit).turns_in_place(stride.pose);
                let may_turn = moving.may_stay && moving.entered == 0 && turns && !stride.ends;
                stride.cost > 0 && (ways.contains(&stride.pose) || may_turn)
            }
        }
    }

    /// Whether after a step a charging unit has met its duty or still can.
    #[inline(never)]
    fn still_approaches(self, moving: &Moving, chase: &Chase<'_>, cost: u8, stride: &Stride) -> bool {
        let unit = self.unit(moving.unit);
        let left = moving.left().saturating_sub(stride.cost);
        let turns = stride.pose.hex == unit.hex && unit.other.is_none();
        // A one-hex unit takes a turn back for what it cost; it has come no nearer by it, and no farther off.
        let near = if turns {
            cost == 0 || !stride.ends && left >= stride.cost.saturating_add(cost)
        } else {
            chase.is_met(stride.pose)
        };
        stride.cost == 0 || near || !stride.ends && self.approach_cost(chase, stride.pose, left).is_some()
    }

    /// Whether a charging unit that cannot get nearer keeps facing the enemy after a step, or can still turn to him, and goes no farther off.
    fn still_refaces(self, moving: &Moving, stride: &Stride) -> bool {
        let (pose, to, left) = (self.pose(moving.unit), stride.pose, moving.left());
        if stride.cost == 0 {
            return true;
        }
        let can_face = self.fronts_prey(moving, pose) || self.can_turn_to_prey(moving, pose, left);
        let faces = || {
            let left = left.saturating_sub(stride.cost);
            self.fronts_prey(moving, to) || !stride.ends && self.can_turn_to_prey(moving, to, left)
        };
        !self.falls_back(moving, to) && (!can_face || faces())
    }

    /// Whether a two-hex unit has wheeled from where it began so that both halves are next to an enemy whom one half was next to: no Orders forbid that
    /// (MP 5.6.5d).
    fn has_pivoted(self, moving: &Moving, pose: Pose) -> bool {
        let (start, grid) = (moving.start_pose(), &self.ground().grid);
        let touches = |enemy: &Unit, hex: Hex| enemy.hexes().any(|own| grid.adjacent(own, hex));
        let kept =
            |enemy: &Unit| pose.hexes().all(|hex| touches(enemy, hex)) && start.hexes().any(|hex| touches(enemy, hex));
        pose.other.is_some()
            && pose.hexes().filter(|&hex| start.covers(hex)).count() == 1
            && self.enemies_of(moving.unit).any(|enemy| kept(self.unit(enemy)))
    }

    /// Whether after a step a unit under Rally is no nearer to anybody, or can still get there.
    #[inline(never)]
    fn still_gets_off(self, moving: &Moving, off: &Distance<'_>, stride: &Stride) -> bool {
        if off.is_kept(stride.pose) || self.has_pivoted(moving, stride.pose) {
            return true;
        }
        let (id, left) = (moving.unit, moving.left().saturating_sub(stride.cost));
        let back = self.pose(id);
        // About, and back where it came from.
        let about = self.pose_counter_marched(self.shape(id), stride.pose).unwrap_or(stride.pose);
        let returns = self.step_cost(id, about, Pose { facing: about.facing, ..back }).filter(|_| back.other.is_none());
        !stride.ends
            && (returns.is_some_and(|cost| left >= cost + COUNTER_MARCH) && off.is_kept(back)
                || self.can_get_off(id, off, stride.pose, left))
    }

    fn can_get_off(self, id: UnitId, off: &Distance<'_>, pose: Pose, points: u8) -> bool {
        let walker = Walker::new(self, id, Law::Shy);
        walker.cheapest(pose, points, |pose| off.lacks(pose), |pose| off.is_kept(pose)).is_some()
    }

    pub(crate) fn duty_lets_stop(self, moving: &Moving, duty: &Duty<'_>) -> Result<(), Refusal> {
        match duty {
            Duty::Free | Duty::Approach { cost: 0, .. } => Ok(()),
            Duty::Approach { .. } => {
                Err(Refusal::new("MP 5.6.1a", "under Charge it must end nearer to the closest enemy, and it still can"))
            }
            Duty::Reface if self.turning_eases(moving) => Err(Refusal::new(
                "MP 5.6.1c",
                "it cannot get nearer to the enemy, but it must turn to make that easier",
            )),
            Duty::Reface => Ok(()),
            Duty::KeepOff { off } => {
                let (id, pose) = (moving.unit, self.pose(moving.unit));
                if off.is_kept(pose)
                    || self.has_pivoted(moving, pose)
                    || !self.can_get_off(id, off, pose, moving.left())
                {
                    return Ok(());
                }
                Err(Refusal::new("MP 5.6.4a", "under Rally it may not end nearer to any enemy than it began"))
            }
            Duty::Return { ways, .. } if ways.is_empty() || moving.may_stay && moving.entered == 0 => Ok(()),
            Duty::Return { .. } => Err(Refusal::new("MP 5.4.3a", "out of command it must go back, and it still can")),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// When the enemies a unit was to charge are all gone it chooses anew from where it is (ruling G-A24).
    pub(crate) fn look_for_prey_again(&mut self, moving: &Moving) {
        let table = self.table();
        let gone = !moving.preys.is_empty() && !moving.preys.iter().any(|prey| table.unit(prey).on_map());
        if gone && moving.in_command {
            self.choose_prey(moving.unit);
        }
    }

    fn choose_prey(&mut self, id: UnitId) {
        let table = self.table();
        let pose = table.pose(id);
        let preys = table.preys_from(id, pose);
        if let Some(moving) = self.state.moves.last_mut().filter(|moving| moving.unit == id) {
            moving.preys = preys;
            (moving.start, moving.start_other, moving.start_facing) = (pose.hex, pose.other, pose.facing);
            self.state.stood.clear();
        }
    }

    /// An enemy of the unit on its move is about to go elsewhere, with whoever is stacked with him: how far he was when it began is what counts (MP 5.6.1a,
    /// MP 5.6.4a).
    pub(super) fn note_stood(&mut self, id: UnitId) {
        let table = self.table();
        let mover = table.state.moves.first().filter(|moving| moving.activity == Activity::Move);
        let Some(mover) = mover.filter(|moving| table.side(moving.unit) != table.side(id)) else { return };
        let off = table.hexes_between(mover.start_pose(), table.unit(id));
        for unit in self.stack_of(id) {
            if self.state.stood.iter().all(|&(known, _)| known != unit) {
                let (state, overflow) = self.state.with_overflow();
                overflow.keep(&mut state.stood, (unit, off));
            }
        }
    }

    /// A unit that was intercepted takes up its move again: Momentum anew (MP 9.3.4b, 11.3.6g), the closest enemy anew (MP 5.6.1e; ruling G-A24).
    pub fn resume_after_interception(&mut self, id: UnitId) {
        self.mark(id, crate::state::Mark::Momentum, false);
        let its_move = |moving: &&mut Moving| moving.unit == id && moving.activity == Activity::Move;
        if let Some(moving) = self.state.moves.last_mut().filter(its_move) {
            moving.run = 0;
            // Under Rally it is still bound to where it began (MP 5.6.4a).
            if self.unit(id).on_map() && self.table().orders(id) == Orders::Charge {
                self.choose_prey(id);
            }
        }
    }

    /// A unit that was out of command and has come back into it goes on under its Orders (MP 5.4.3c).
    pub(crate) fn regain_command(&mut self, id: UnitId, before: &KnownBefore) {
        let out = self.state.moves.last().is_some_and(|moving| moving.unit == id && !moving.in_command);
        if !out || !self.unit(id).on_map() {
            return;
        }
        if !self.stays_cut_off(id, before) {
            self.survey_command(self.rules.units[id.ix()].wing);
        }
        if !self.table().in_command(id) {
            return;
        }
        // Whom it charges, and how near it must come, is that of the instant it began to move (MP 5.6.1a, 5.6.1e); other Orders do not hold against it where
        // the way back has led it (MP 5.4.3c).
        if self.table().orders(id) != Orders::Charge {
            self.choose_prey(id);
        }
        if let Some(moving) = self.state.moves.last_mut() {
            moving.in_command = true;
            moving.may_stay = true;
            moving.entered_under_orders = 0;
        }
    }

    /// Whether a unit that was out of command has found no line where it has gone. Nobody in command traces through it: if nothing else has moved, the
    /// others are linked as they were, and it is remembered so.
    fn stays_cut_off(&mut self, id: UnitId, before: &KnownBefore) -> bool {
        let table = self.table();
        let wing = table.card(id).wing;
        let known = before.linked.filter(|known| known.wing == wing && !known.units.contains(id));
        let Some(known) = known.filter(|_| before.is_own_step(self.state)) else { return false };
        let commander = table.commander_of(wing).map(|leader| table.leader(leader).hex);
        if commander != Some(known.commander) || table.traces_to(id, &table.links_of(&known)) {
            return false;
        }
        self.state.keep_links(known);
        true
    }

    /// A step of a cheapest way back is taken: the rest of it costs so much less, if nothing has changed but where the unit stands.
    pub(super) fn go_on_back(&mut self, before: &KnownBefore, paid: u8) {
        let Some(known) = before.back.filter(|_| before.is_own_step(self.state)) else { return };
        let now = self.table().way_back(known.id, known.cost.saturating_sub(paid));
        if let Some(now) = now.filter(|now| WayBack { pose: known.pose, cost: known.cost, ..*now } == known) {
            self.state.keep_way_back(now);
        }
    }
}
