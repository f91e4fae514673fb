//! Chapters 5.4.3 and 5.6: what a unit owes while it moves — nearer to the enemy under Charge, back to its leader when out of command, no nearer to anybody
//! under Rally — and whether a step or a stop is compatible with it.

use super::search::Law;
use super::steps::Stride;
use super::{Activity, Moving};
use crate::cards::{UnitId, UnitSet};
use crate::facing::Pose;
use crate::state::Orders;
use crate::table::{Play, Table};
use field::hexes::{DirSet, HexSet};
use kernel::{Dice, Listener, Refusal};

/// How far a way back into command, or round to an enemy, is looked for.
const FAR: u8 = 40;

/// What a unit owes at this point of its move, and where it would be back in command.
pub(crate) struct Duty {
    owes: Owes,
    zone: HexSet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owes {
    Free,
    /// Under Charge it can still get nearer, for so many points, and must (MP 5.6.1a).
    Approach {
        cost: u8,
    },
    /// It cannot, and must at least turn if that helps (MP 5.6.1c).
    Reface,
    /// Under Rally it may not end nearer to any enemy (MP 5.6.4a).
    KeepOff,
    /// Out of command it goes back by the cheapest way (MP 5.4.3a; ruling G-A23): what that costs, whether the next step of such a way can be paid now.
    Return {
        cost: u8,
        payable: bool,
    },
    /// There is no way back (MP 5.4.3d).
    Lost,
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
            return self.duty_to_return(moving);
        }
        let owes = match self.orders(moving.unit) {
            Orders::Charge => self.owes_approach(moving),
            Orders::Rally => Owes::KeepOff,
            Orders::MakeReady | Orders::ReceiveCharge => Owes::Free,
        };
        Duty { owes, zone: HexSet::new() }
    }

    /// Whether a unit about to move must do so.
    pub(crate) fn has_duty(self, moving: &Moving) -> bool {
        let Duty { owes, zone } = self.duty(moving);
        match owes {
            Owes::Free | Owes::KeepOff | Owes::Lost => false,
            Owes::Approach { .. } => true,
            Owes::Reface => self.turning_eases(moving),
            Owes::Return { cost, payable } => !moving.may_stay && (payable || self.way_shortens(moving, &zone, cost)),
        }
    }

    // Charge.

    fn owes_approach(self, moving: &Moving) -> Owes {
        let pose = self.pose(moving.unit);
        if moving.preys.is_empty() || self.meets_charge(moving, pose) {
            return Owes::Free;
        }
        match self.approach_cost(moving, pose, moving.left()) {
            Some(cost) => Owes::Approach { cost },
            None => Owes::Reface,
        }
    }

    /// Whether a pose meets the duty: one hex nearer to an enemy it may go for than where it began, or next to him (MP 5.6.1a; ruling G-A24); two hexes
    /// before the front of Heavy Infantry are enough for those the clause spares (MP 5.6.1k).
    pub(crate) fn meets_charge(self, moving: &Moving, pose: Pose) -> bool {
        let grid = &self.ground().grid;
        let off = |from: Pose, enemy: UnitId| self.unit(enemy).hexes().map(|hex| from.distance(grid, hex)).min();
        let start = moving.start_pose();
        let spared = self.is_spared(moving.unit);
        moving.preys.iter().filter(|&prey| self.unit(prey).on_map()).any(|prey| {
            let now = off(pose, prey);
            now <= Some(1) || now < off(start, prey) || spared && now == Some(2) && self.has_before_pikes(prey, pose)
        })
    }

    /// Points to a pose that meets the duty and can be asked of the unit: none next to the front of Heavy Infantry of those the clause spares (MP 5.6.1k).
    fn approach_cost(self, moving: &Moving, pose: Pose, points: u8) -> Option<u8> {
        let id = moving.unit;
        let spared = self.is_spared(id);
        let will_do = |pose: Pose| self.meets_charge(moving, pose) && !(spared && self.before_heavy_infantry(id, pose));
        // Mostly the next hex does.
        if self.holds_fast(id, pose).is_none() {
            let shape = self.shape(id);
            let straight = self.ways_ahead(shape, pose).filter_map(|dir| {
                let (next, cost) = self.stride(id, pose, self.pose_ahead(shape, pose, dir)?, Law::Charge)?;
                (cost <= points && will_do(next)).then_some(cost)
            });
            if let Some(cost) = straight.min() {
                return Some(cost);
            }
        }
        self.cheapest(id, pose, points, Law::Charge, will_do)
    }

    /// Whether turning, wheeling or counter marching, if it can be paid, shortens the way to the enemy (MP 5.6.1c), points of later activations included.
    fn turning_eases(self, moving: &Moving) -> bool {
        let (id, points) = (moving.unit, moving.left());
        let (shape, pose) = (self.shape(id), self.pose(id));
        let Some(now) = self.approach_cost(moving, pose, FAR).filter(|&now| now > 0) else { return false };
        let eases = |to: Pose| self.approach_cost(moving, to, now - 1).is_some();
        let mut found = false;
        self.strides(id, shape, pose, Law::Charge, false, |to, cost| {
            found |= to.facing != pose.facing && cost <= points && !found && eases(to);
        });
        found
    }

    // Out of command.

    /// The hexes in which a unit now out of command would be in command: within its reach of the leader or of a unit of its Wing that is in command, not
    /// through enemies or impassable ground (MP 5.4.2b, 5.4.2c, 5.4.2d). Nobody who is in command can trace through the unit itself.
    fn command_zone(self, id: UnitId) -> Option<HexSet> {
        let wing = self.card(id).wing;
        let leader = self.leader(self.commander_of(wing)?).hex;
        let links = self.of_wing(wing).filter(|&unit| unit != id && !self.is_wagon(unit) && self.in_command(unit));
        let sources: HexSet = links.flat_map(|unit| self.unit(unit).hexes()).chain([leader]).collect();
        let reach = if self.is_cavalry(id) { 3 } else { 2 };
        let side = self.side(id);
        let open = |hex| self.enemy_at(side, hex).is_none() && !self.ground().is_impassable(hex);
        let mut zone = HexSet::fan(&self.ground().grid, sources.iter(), DirSet::ALL, reach, |hex, _| open(hex));
        sources.iter().for_each(|hex| {
            zone.insert(hex);
        });
        Some(zone)
    }

    fn cost_into(self, id: UnitId, pose: Pose, zone: &HexSet, most: u8) -> Option<u8> {
        self.cheapest(id, pose, most, Law::Shy, |pose| pose.hexes().any(|hex| zone.contains(hex)))
    }

    fn duty_to_return(self, moving: &Moving) -> Duty {
        let (id, pose) = (moving.unit, self.pose(moving.unit));
        let Some(zone) = self.command_zone(id) else { return Duty { owes: Owes::Lost, zone: HexSet::new() } };
        let Some(cost) = self.cost_into(id, pose, &zone, FAR) else { return Duty { owes: Owes::Lost, zone } };
        let mut payable = false;
        self.strides(id, self.shape(id), pose, Law::Shy, false, |next, points| {
            payable |= points <= moving.left()
                && cost >= points
                && !payable
                && self.cost_into(id, next, &zone, cost - points).is_some();
        });
        Duty { owes: Owes::Return { cost, payable }, zone }
    }

    /// Whether any step that can be paid lowers what is left of the way (ruling G-A23).
    fn way_shortens(self, moving: &Moving, zone: &HexSet, cost: u8) -> bool {
        let (id, pose) = (moving.unit, self.pose(moving.unit));
        let mut shortens = false;
        self.strides(id, self.shape(id), pose, Law::Shy, false, |next, points| {
            shortens |=
                points <= moving.left() && cost > 0 && !shortens && self.cost_into(id, next, zone, cost - 1).is_some();
        });
        shortens
    }

    // What the duty allows.

    pub(crate) fn duty_lets_go(self, moving: &Moving, duty: &Duty, stride: &Stride) -> Result<(), Refusal> {
        let id = moving.unit;
        let left = moving.left().saturating_sub(stride.cost);
        match duty.owes {
            Owes::Free | Owes::Reface => Ok(()),
            Owes::Lost => Err(Refusal::new("MP 5.4.3a", "out of command, and no way back is open")),
            Owes::Approach { cost } => {
                // A turn can be taken back for what it cost.
                let turned = stride.pose.hex == self.unit(id).hex && !stride.ends && stride.cost > 0;
                let can_undo = turned && self.unit(id).other.is_none() && left >= stride.cost.saturating_add(cost);
                let still = stride.cost == 0
                    || can_undo
                    || self.meets_charge(moving, stride.pose)
                    || !stride.ends && self.approach_cost(moving, stride.pose, left).is_some();
                let why = "under Charge it must get nearer to the closest enemy, and after that step it could not";
                if still { Ok(()) } else { Err(Refusal::new("MP 5.6.1a", why)) }
            }
            Owes::KeepOff => {
                let start = moving.start_pose();
                let off = |pose: Pose| !self.nearer_to_some_enemy(id, start, pose);
                let still =
                    off(stride.pose) || !stride.ends && self.cheapest(id, stride.pose, left, Law::Shy, off).is_some();
                let why = "under Rally it may not end nearer to any enemy, and after that step it would have to";
                if still { Ok(()) } else { Err(Refusal::new("MP 5.6.4a", why)) }
            }
            Owes::Return { cost, payable } => {
                let most = if payable { cost.checked_sub(stride.cost) } else { cost.checked_sub(1) };
                let back = most.is_some_and(|most| self.cost_into(id, stride.pose, &duty.zone, most).is_some());
                let why = "out of command it must go back by the quickest way";
                if back && stride.cost > 0 { Ok(()) } else { Err(Refusal::new("MP 5.4.3a", why)) }
            }
        }
    }

    pub(crate) fn duty_lets_stop(self, moving: &Moving, duty: &Duty) -> Result<(), Refusal> {
        match duty.owes {
            Owes::Free | Owes::Lost => Ok(()),
            Owes::Approach { .. } => {
                Err(Refusal::new("MP 5.6.1a", "under Charge it must end nearer to the closest enemy, and it still can"))
            }
            Owes::Reface if self.turning_eases(moving) => Err(Refusal::new(
                "MP 5.6.1c",
                "it cannot get nearer to the enemy, but it must turn to make that easier",
            )),
            Owes::Reface => Ok(()),
            Owes::KeepOff => {
                let (id, start) = (moving.unit, moving.start_pose());
                let off = |pose: Pose| !self.nearer_to_some_enemy(id, start, pose);
                let pose = self.pose(id);
                if off(pose) || self.cheapest(id, pose, moving.left(), Law::Shy, off).is_none() {
                    return Ok(());
                }
                Err(Refusal::new("MP 5.6.4a", "under Rally it may not end nearer to any enemy than it began"))
            }
            Owes::Return { cost, payable } => {
                let free = moving.may_stay && moving.entered == 0;
                if free || !payable && !self.way_shortens(moving, &duty.zone, cost) {
                    return Ok(());
                }
                Err(Refusal::new("MP 5.4.3a", "out of command it must go back, and it still can"))
            }
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

    /// A unit that was intercepted takes up its move again: Momentum anew (MP 9.3.4b), the closest enemy anew (MP 5.6.1e; ruling G-A24).
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
        self.choose_prey(id);
        if let Some(moving) = self.state.moves.last_mut() {
            moving.in_command = true;
            moving.may_stay = true;
            moving.entered_under_orders = 0;
        }
    }
}
