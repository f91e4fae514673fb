//! Chapters 5.4.3 and 5.6: what a unit owes while it moves — nearer to the enemy under Charge, back to its leader when out of command, no nearer to anybody
//! under Rally — and whether a step or a stop is compatible with it.

use super::search::{Goal, Law, Nearness, Outlook};
use super::steps::Stride;
use super::{Activity, Moving};
use crate::cards::{MOST_UNITS, UnitId, UnitSet};
use crate::facing::{COUNTER_MARCH, Pose, Shape};
use crate::state::Orders;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{DirSet, Grid, Hex};
use kernel::{Dice, Listener, Refusal};

/// How far a way back into command is looked for.
const FAR: u8 = 40;

/// What a unit owes at this point of its move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "it lives for one question, and nothing is allocated for it")]
pub(crate) enum Duty {
    Free,
    /// Under Charge it can still get nearer to what it chases, for so many points, and must (MP 5.6.1a).
    Approach {
        chase: Chase,
        cost: u8,
    },
    /// It cannot, and must at least turn if that helps (MP 5.6.1c).
    Reface,
    /// Under Rally it may not end nearer to any enemy (MP 5.6.4a).
    KeepOff,
    /// Out of command it goes back by the cheapest way (MP 5.4.3a; ruling G-A23): the poses next on such ways that can be paid now. None is left when it
    /// has come as far as it can, or when there is no way (MP 5.4.3d).
    Return {
        ways: Ways,
    },
}

/// The most single steps a pose has.
const MOST_WAYS: usize = 8;

type Ways = ArrayVec<Pose, MOST_WAYS>;

/// The enemies a charging unit may go for, hex by hex, and how near to each is near enough: one hex nearer than where it began, or next to him (MP 5.6.1a;
/// ruling G-A24). Worked out once for all that is asked about a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chase {
    goals: ArrayVec<Goal, { 2 * MOST_UNITS }>,
}

impl Chase {
    /// Hexes still to go from a pose; none when it is near enough to somebody.
    #[inline]
    fn hexes_off(&self, grid: &Grid, pose: Pose) -> u8 {
        let own = Goal::hexes_off(&self.goals, grid.axial(pose.hex));
        pose.other.map_or(own, |other| own.min(Goal::hexes_off(&self.goals, grid.axial(other))))
    }

    /// The same, and the ways that may lead nearer.
    #[inline]
    fn outlook(&self, grid: &Grid, pose: Pose) -> (u8, DirSet) {
        if pose.other.is_some() {
            return (self.hexes_off(grid, pose), DirSet::ALL);
        }
        let outlook = Outlook::of(&self.goals, grid.axial(pose.hex));
        (outlook.off, outlook.nearer)
    }

    /// Whether a pose meets the duty; nothing does when there is nobody to go for.
    #[inline]
    fn is_met(&self, grid: &Grid, pose: Pose) -> bool {
        !self.goals.is_empty() && self.hexes_off(grid, pose) == 0
    }
}

/// What a unit out of command could link to: its leader, and the hexes of units of its Wing that are in command.
type Links = ArrayVec<Hex, 64>;

/// The way back into command that is looked for.
struct Back<'a> {
    unit: UnitId,
    shape: Shape,
    turn: u8,
    links: &'a Links,
    near: Nearness<'a>,
}

impl Back<'_> {
    #[inline]
    fn least_cost(&self, pose: Pose) -> u8 {
        self.near.least_cost(self.shape, self.turn, pose)
    }
}

impl Table<'_> {
    /// The Move of a unit as it would begin now: allowance, command, the enemies it may charge (MP 5.4.2a, 5.6.1e, 7.3.1c).
    pub(crate) fn move_begun(self, id: UnitId) -> Moving {
        let mut moving = Moving::begun(self, id, Activity::Move);
        moving.in_command = self.unlimbered(id) || self.in_command(id);
        moving.may_stay = moving.in_command || self.is_adjacent_to_enemy(id);
        if moving.in_command && self.orders(id) == Orders::Charge {
            moving.preys = self.charge_preys(id, moving.start_pose());
        }
        moving
    }

    /// Free of the duties of units out of command (MP 5.4.3f); limbered guns are not (MP 7.3.3d).
    fn unlimbered(self, id: UnitId) -> bool {
        self.is_gun(id) && !self.is_limbered(id)
    }

    pub(crate) fn duty(self, moving: &Moving) -> Duty {
        if !moving.in_command {
            return Duty::Return { ways: self.ways_back(moving, MOST_WAYS) };
        }
        match self.orders(moving.unit) {
            Orders::Charge => self.duty_to_approach(moving),
            Orders::Rally => Duty::KeepOff,
            Orders::MakeReady | Orders::ReceiveCharge => Duty::Free,
        }
    }

    /// Whether a unit about to move must do so.
    pub(crate) fn has_duty(self, moving: &Moving) -> bool {
        if !moving.in_command {
            return !moving.may_stay && !self.ways_back(moving, 1).is_empty();
        }
        match self.duty(moving) {
            Duty::Free | Duty::KeepOff | Duty::Return { .. } => false,
            Duty::Approach { .. } => true,
            Duty::Reface => self.turning_eases(moving),
        }
    }

    // Charge.

    fn duty_to_approach(self, moving: &Moving) -> Duty {
        let pose = self.pose(moving.unit);
        if moving.preys.is_empty() {
            return Duty::Free;
        }
        let chase = self.chase(moving);
        if self.meets_charge(moving, &chase, pose) {
            return Duty::Free;
        }
        match self.approach_cost(moving, &chase, pose, moving.left()) {
            Some(cost) => Duty::Approach { chase, cost },
            None => Duty::Reface,
        }
    }

    fn chase(self, moving: &Moving) -> Chase {
        let (grid, start) = (&self.ground().grid, moving.start_pose());
        let mut goals = ArrayVec::new();
        for prey in moving.preys.iter().map(|prey| self.unit(prey)).filter(|prey| prey.on_map()) {
            let off = prey.hexes().map(|hex| start.distance(grid, hex)).min().unwrap_or(0);
            let enough = u16::from(off.saturating_sub(1).max(1));
            prey.hexes().for_each(|hex| {
                let _ = goals.try_push(Goal { at: grid.axial(hex), enough });
            });
        }
        Chase { goals }
    }

    /// Whether a pose meets the duty: one hex nearer to an enemy it may go for than where it began, or next to him (MP 5.6.1a; ruling G-A24); two hexes
    /// before the front of Heavy Infantry are enough for those the clause spares (MP 5.6.1k).
    fn meets_charge(self, moving: &Moving, chase: &Chase, pose: Pose) -> bool {
        chase.is_met(&self.ground().grid, pose) || self.is_spared(moving.unit) && self.keeps_before_pikes(moving, pose)
    }

    fn keeps_before_pikes(self, moving: &Moving, pose: Pose) -> bool {
        let grid = &self.ground().grid;
        let off = |enemy: UnitId| self.unit(enemy).hexes().map(|hex| pose.distance(grid, hex)).min();
        let mut preys = moving.preys.iter().filter(|&prey| self.unit(prey).on_map());
        preys.any(|prey| off(prey) == Some(2) && self.has_before_pikes(prey, pose))
    }

    /// Points to a pose that meets the duty and can be asked of the unit: none next to the front of Heavy Infantry of those the clause spares (MP 5.6.1k).
    /// Not always the fewest: whether it can be done is what counts.
    fn approach_cost(self, moving: &Moving, chase: &Chase, pose: Pose, points: u8) -> Option<u8> {
        let (id, grid) = (moving.unit, &self.ground().grid);
        let hexes_off = |pose: Pose| chase.hexes_off(grid, pose);
        if self.is_spared(id) {
            let will_do = |pose: Pose| self.meets_charge(moving, chase, pose) && !self.before_heavy_infantry(id, pose);
            let next = self.next_hex(id, pose, Law::Charge, DirSet::ALL, will_do).map(|(_, cost)| cost);
            let next = next.filter(|&cost| cost <= points);
            return next.or_else(|| self.cheapest(id, pose, points, Law::Charge, hexes_off, will_do));
        }
        if chase.goals.is_empty() || hexes_off(pose) > points {
            return None;
        }
        // Mostly it goes straight there, perhaps after a turn.
        let outlook = |pose: Pose| chase.outlook(grid, pose);
        let straight = self.straight_cost(id, pose, points, Law::Charge, outlook, |_| true);
        straight.filter(|&cost| cost <= points).or_else(|| {
            let (shape, turn) = (self.shape(id), self.turn_cost(id));
            let near = Nearness::new(grid, &chase.goals);
            let least = |pose: Pose| near.least_cost(shape, turn, pose);
            self.cheapest(id, pose, points, Law::Charge, least, |pose| near.hexes_off(pose) == 0)
        })
    }

    /// Points of a way on which every hex is nearer, if the first such way found leads to a pose that will do. An outlook says how many hexes are still to go,
    /// and which ways may lead nearer.
    fn straight_cost(
        self,
        id: UnitId,
        start: Pose,
        points: u8,
        law: Law,
        outlook: impl Fn(Pose) -> (u8, DirSet),
        will_do: impl Fn(Pose) -> bool,
    ) -> Option<u8> {
        let (mut pose, mut spent) = (start, 0_u8);
        loop {
            let (off, nearer) = outlook(pose);
            if off == 0 {
                return will_do(pose).then_some(spent);
            }
            // Charging, a unit that has lost its formation by the first hex may still be asked to take the next.
            let goes_on = law == Law::Charge && off == 1 && spent == 0 || !self.would_break(id, pose);
            if spent.saturating_add(off) > points || !goes_on {
                return None;
            }
            let is_nearer = |to: Pose| to.other.is_none() || outlook(to).0 < off;
            let (next, cost) = self.next_hex(id, pose, law, nearer, is_nearer)?;
            (pose, spent) = (next, spent.saturating_add(cost));
        }
    }

    /// The cheapest of the hexes around that lie that way and will do, and the points to turn toward it and enter it, if the unit is not held where it is.
    fn next_hex(
        self,
        id: UnitId,
        pose: Pose,
        law: Law,
        ways: DirSet,
        will_do: impl Fn(Pose) -> bool,
    ) -> Option<(Pose, u8)> {
        let (shape, turn) = (self.shape(id), self.turn_cost(id));
        if law == Law::Charge && self.holds_fast(id, pose).is_some() {
            return None;
        }
        let ways = ways.iter().filter_map(|dir| {
            let facing = match shape {
                Shape::Free => pose.facing,
                Shape::Single => dir.ends().into_iter().min_by_key(|end| pose.facing.turns_to(*end))?,
                Shape::Double | Shape::Long if self.ways_ahead(shape, pose).any(|way| way == dir) => pose.facing,
                Shape::Double | Shape::Long => return None,
            };
            let places = pose.facing.turns_to(facing);
            // Behind it: about, rather than round.
            let turning = if places == 2 { COUNTER_MARCH.min(2 * turn) } else { places * turn };
            let facing = if places == 2 { pose.facing.opposite() } else { facing };
            let turned = Pose { facing, ..pose };
            let to = self.pose_ahead(shape, turned, dir)?;
            will_do(to).then(|| self.stride(id, turned, to, law)).flatten().map(|(to, cost)| (to, cost + turning))
        });
        ways.min_by_key(|&(_, cost)| cost)
    }

    /// Whether turning, wheeling or counter marching, if it can be paid, brings the way to the enemy before its front (MP 5.6.1c).
    fn turning_eases(self, moving: &Moving) -> bool {
        let (id, points) = (moving.unit, moving.left());
        let (shape, pose) = (self.shape(id), self.pose(id));
        if self.fronts_prey(moving, pose) {
            return false;
        }
        let mut found = false;
        self.strides(
            id,
            shape,
            pose,
            Law::Charge,
            false,
            |_| true,
            |to, cost| {
                found |= to.facing != pose.facing && cost <= points && !found && self.fronts_prey(moving, to);
            },
        );
        found
    }

    /// Whether a unit has ground before its front that is nearer to an enemy it may go for, whoever stands there now.
    fn fronts_prey(self, moving: &Moving, pose: Pose) -> bool {
        let (id, grid) = (moving.unit, &self.ground().grid);
        let shape = self.shape(id);
        let off = |from: Pose, prey: UnitId| self.unit(prey).hexes().map(|hex| from.distance(grid, hex)).min();
        self.ways_ahead(shape, pose).filter_map(|dir| self.pose_ahead(shape, pose, dir)).any(|to| {
            self.step_cost(id, pose, to).is_some() && moving.preys.iter().any(|prey| off(to, prey) < off(pose, prey))
        })
    }

    // Out of command.

    /// What a unit now out of command could link to (MP 5.4.2b, 5.4.2c): found from the leader outwards, each unit with its own reach. Nobody who is in command
    /// traces through the unit itself. Empty without a leader on the map (MP 5.4.3e).
    fn links_for(self, id: UnitId) -> Links {
        let (wing, side) = (self.card(id).wing, self.side(id));
        let mut links = Links::new();
        let Some(leader) = self.commander_of(wing) else { return links };
        links.push(self.leader(leader).hex);
        let mut open: UnitSet = self.of_wing(wing).filter(|&unit| unit != id).collect();
        let mut known = 0;
        while known < links.len() {
            let link = links[known];
            known += 1;
            for unit in open.iter() {
                let reach = self.loc_reach(unit);
                if self.unit(unit).hexes().any(|hex| self.communicates(side, hex, link, reach)) {
                    open.remove(unit);
                    self.unit(unit).hexes().for_each(|hex| {
                        let _ = links.try_push(hex);
                    });
                }
            }
        }
        links
    }

    /// The least points, at most `most`, to a pose from which the unit has a line to one of the links.
    fn cost_back(self, back: &Back<'_>, pose: Pose, most: u8) -> Option<u8> {
        let least = back.least_cost(pose);
        let straight = if least <= most { self.straight_back(back, pose, most) } else { return None };
        // Mostly the way costs little more than it must: dearer ones need not be looked at.
        for limit in [least, least + 1, least + 2] {
            if straight.is_some_and(|cost| cost <= limit) {
                return straight;
            }
            let found = (limit <= most).then(|| self.search_back(back, pose, limit)).flatten();
            if found.is_some() {
                return found;
            }
        }
        let cheaper = straight.map_or(most, |cost| cost - 1);
        self.search_back(back, pose, cheaper).or(straight)
    }

    /// Whether there is a way back for so many points.
    fn comes_back(self, back: &Back<'_>, pose: Pose, most: u8) -> bool {
        back.least_cost(pose) <= most
            && (self.straight_back(back, pose, most).is_some() || self.search_back(back, pose, most).is_some())
    }

    fn straight_back(self, back: &Back<'_>, pose: Pose, most: u8) -> Option<u8> {
        if back.shape != Shape::Single {
            return None;
        }
        let outlook = |pose: Pose| {
            let outlook = back.near.from(pose.hex);
            (outlook.off, outlook.nearer)
        };
        let cost = self.straight_cost(back.unit, pose, most, Law::Shy, outlook, |pose| self.is_back(back, pose));
        cost.filter(|&cost| cost <= most)
    }

    fn search_back(self, back: &Back<'_>, pose: Pose, most: u8) -> Option<u8> {
        self.cheapest(back.unit, pose, most, Law::Shy, |pose| back.least_cost(pose), |pose| self.is_back(back, pose))
    }

    /// Whether a pose has a line to one of the links.
    fn is_back(self, back: &Back<'_>, pose: Pose) -> bool {
        let (side, reach) = (self.side(back.unit), self.loc_reach(back.unit));
        let traces = |hex: Hex| back.links.iter().any(|&link| self.communicates(side, hex, link, reach));
        back.near.hexes_off(pose) == 0 && pose.hexes().any(traces)
    }

    /// The next poses on the cheapest ways back that the unit can pay for (ruling G-A23), so many of them at most.
    fn ways_back(self, moving: &Moving, most: usize) -> Ways {
        let (id, pose) = (moving.unit, self.pose(moving.unit));
        let mut ways = Ways::new();
        let links = self.links_for(id);
        if links.is_empty() {
            return ways;
        }
        let (grid, enough) = (&self.ground().grid, u16::from(self.loc_reach(id)));
        let goals: ArrayVec<Goal, 64> = links.iter().map(|&hex| Goal { at: grid.axial(hex), enough }).collect();
        let (shape, turn) = (self.shape(id), self.turn_cost(id));
        let back = Back { unit: id, shape, turn, links: &links, near: Nearness::new(grid, &goals) };
        let Some(cost) = self.cost_back(&back, pose, FAR) else { return ways };
        self.strides(
            id,
            shape,
            pose,
            Law::Shy,
            false,
            |_| true,
            |next, points| {
                let payable = ways.len() < most && points <= moving.left().min(cost);
                if payable && self.comes_back(&back, next, cost - points) {
                    let _ = ways.try_push(next);
                }
            },
        );
        ways
    }

    // What the duty allows.

    pub(crate) fn duty_lets_go(self, moving: &Moving, duty: &Duty, stride: &Stride) -> Result<(), Refusal> {
        match duty {
            Duty::Free | Duty::Reface => Ok(()),
            Duty::Approach { chase, cost } => {
                let why = "under Charge it must get nearer to the closest enemy, and after that step it could not";
                let still = self.still_approaches(moving, chase, *cost, stride);
                if still { Ok(()) } else { Err(Refusal::new("MP 5.6.1a", why)) }
            }
            Duty::KeepOff => {
                let why = "under Rally it may not end nearer to any enemy, and after that step it would have to";
                if self.still_gets_off(moving, stride) { Ok(()) } else { Err(Refusal::new("MP 5.6.4a", why)) }
            }
            // Turns are taken vertex by vertex here, each of them on the way.
            Duty::Return { ways } if stride.cost > 0 && !stride.ends && ways.contains(&stride.pose) => Ok(()),
            Duty::Return { .. } => {
                Err(Refusal::new("MP 5.4.3a", "out of command it goes back by the quickest way, step by step"))
            }
        }
    }

    /// Whether after a step a charging unit has met its duty or still can.
    fn still_approaches(self, moving: &Moving, chase: &Chase, cost: u8, stride: &Stride) -> bool {
        let unit = self.unit(moving.unit);
        let left = moving.left().saturating_sub(stride.cost);
        // A one-hex unit takes a turn back for what it cost.
        let turns = stride.pose.hex == unit.hex && unit.other.is_none() && !stride.ends;
        stride.cost == 0
            || turns && left >= stride.cost.saturating_add(cost)
            || self.meets_charge(moving, chase, stride.pose)
            || !stride.ends && self.approach_cost(moving, chase, stride.pose, left).is_some()
    }

    /// Whether after a step a unit under Rally is no nearer to anybody, or can still get there.
    fn still_gets_off(self, moving: &Moving, stride: &Stride) -> bool {
        let (id, start) = (moving.unit, moving.start_pose());
        let off = |pose: Pose| !self.nearer_to_some_enemy(id, start, pose);
        if off(stride.pose) {
            return true;
        }
        let left = moving.left().saturating_sub(stride.cost);
        let back = self.pose(id);
        // About, and back where it came from.
        let about = self.pose_counter_marched(self.shape(id), stride.pose).unwrap_or(stride.pose);
        let returns = self.step_cost(id, about, Pose { facing: about.facing, ..back }).filter(|_| back.other.is_none());
        !stride.ends
            && (returns.is_some_and(|cost| left >= cost + COUNTER_MARCH) && off(back)
                || self.cheapest(id, stride.pose, left, Law::Shy, |_| 0, off).is_some())
    }

    pub(crate) fn duty_lets_stop(self, moving: &Moving, duty: &Duty) -> Result<(), Refusal> {
        match duty {
            Duty::Free => Ok(()),
            Duty::Approach { .. } => {
                Err(Refusal::new("MP 5.6.1a", "under Charge it must end nearer to the closest enemy, and it still can"))
            }
            Duty::Reface if self.turning_eases(moving) => Err(Refusal::new(
                "MP 5.6.1c",
                "it cannot get nearer to the enemy, but it must turn to make that easier",
            )),
            Duty::Reface => Ok(()),
            Duty::KeepOff => {
                let (id, start) = (moving.unit, moving.start_pose());
                let off = |pose: Pose| !self.nearer_to_some_enemy(id, start, pose);
                let pose = self.pose(id);
                if off(pose) || self.cheapest(id, pose, moving.left(), Law::Shy, |_| 0, off).is_none() {
                    return Ok(());
                }
                Err(Refusal::new("MP 5.6.4a", "under Rally it may not end nearer to any enemy than it began"))
            }
            Duty::Return { ways } if ways.is_empty() || moving.may_stay && moving.entered == 0 => Ok(()),
            Duty::Return { .. } => Err(Refusal::new("MP 5.4.3a", "out of command it must go back, and it still can")),
        }
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// When the enemies a unit was to charge are all gone it chooses anew from where it is (ruling G-A24).
    pub(crate) fn look_for_prey_again(&mut self, moving: &Moving) {
        let table = self.table();
        let gone = !moving.preys.is_empty() && !moving.preys.iter().any(|prey| table.unit(prey).on_map());
        if gone {
            self.choose_prey(moving.unit);
        }
    }

    fn choose_prey(&mut self, id: UnitId) {
        let table = self.table();
        let pose = table.pose(id);
        let preys = if table.orders(id) == Orders::Charge { table.charge_preys(id, pose) } else { UnitSet::EMPTY };
        if let Some(moving) = self.state.moves.last_mut().filter(|moving| moving.unit == id) {
            moving.preys = preys;
            (moving.start, moving.start_other, moving.start_facing) = (pose.hex, pose.other, pose.facing);
        }
    }

    /// A unit that was intercepted takes up its move again: Momentum anew (MP 9.3.4b, 11.3.6g), the closest enemy anew (MP 5.6.1e; ruling G-A24).
    pub fn resume_after_interception(&mut self, id: UnitId) {
        self.mark(id, crate::state::Mark::Momentum, false);
        let its_move = |moving: &&mut Moving| moving.unit == id && moving.activity == Activity::Move;
        if let Some(moving) = self.state.moves.last_mut().filter(its_move) {
            moving.run = 0;
            if moving.in_command && self.unit(id).on_map() {
                self.choose_prey(id);
            }
        }
    }

    /// A unit that was out of command and has come back into it goes on under its Orders (MP 5.4.3c).
    pub(crate) fn regain_command(&mut self, id: UnitId) {
        let out = self.state.moves.last().is_some_and(|moving| moving.unit == id && !moving.in_command);
        if !out || !self.unit(id).on_map() || !self.table().in_command(id) {
            return;
        }
        self.owe_charge_from_start(id);
        if let Some(moving) = self.state.moves.last_mut() {
            moving.in_command = true;
            moving.may_stay = true;
            moving.entered_under_orders = 0;
        }
    }
    /// Whom it charges, and how near it must come, is that of the instant it began to move (MP 5.6.1a, 5.6.1e). Other Orders do not hold against it where
    /// the way back has led it (MP 5.4.3c).
    fn owe_charge_from_start(&mut self, id: UnitId) {
        let table = self.table();
        let start = table.state.moves.last().map(Moving::start_pose);
        let Some(start) = start.filter(|_| table.orders(id) == Orders::Charge) else { return self.choose_prey(id) };
        let preys = table.charge_preys(id, start);
        if let Some(moving) = self.state.moves.last_mut() {
            moving.preys = preys;
        }
    }
}
