//! Ways of a reacting unit, tried in the mind before they are ridden: poses, what each step costs, what it does to the formation.
//! Reaction movement keeps all rules of normal movement (MP 9.2.4d, 9.3.3a) and is paid from the allowance the unit has when
//! it starts to react (MP 9.1.6b, 9.2.1d, ruling G-A27).

use crate::cards::UnitId;
use crate::facing::Pose;
use crate::ground::Slope;
use crate::movement::{Activity, Moving};
use crate::state::Formation;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand, Hex, Pair};
use kernel::{Dice, Listener};

/// A single step of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    Ahead(Dir),
    Turn(Hand),
    /// The half on that hand stays.
    Wheel(Hand),
    CounterMarch,
}

/// What a unit still has to spend on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purse {
    pub points: u8,
    /// Formation hits that make it Formation Broken; none for units that take none.
    pub hits: u8,
    /// Gentle slopes crossed in this activity (MP 7.3.1g).
    pub gentle: u8,
}

impl Purse {
    /// Whether the unit is Formation Broken, which ends its move (MP 7.3.1e).
    pub const fn is_broken(self) -> bool {
        self.hits == 0
    }
}

impl Table<'_> {
    /// What the reacting move on top of `moves` has left.
    pub(super) fn purse(self, id: UnitId) -> Purse {
        let moving = self.state.moves.last().filter(|moving| moving.unit == id);
        let (points, gentle) =
            moving.map_or((0, 0), |moving| (moving.allowance.saturating_sub(moving.spent), moving.gentle));
        Purse { points, gentle, ..self.fresh_purse(id) }
    }

    /// What it would have at the start of a reaction (MP 9.1.6b).
    pub(super) fn fresh_purse(self, id: UnitId) -> Purse {
        let hits = match self.unit(id).formation {
            Formation::Broken | Formation::None => 0,
            Formation::Shaken => 1,
            Formation::Normal | Formation::Hedgehog | Formation::OpenOrder | Formation::Column => 2,
        };
        Purse { points: self.allowance(id), hits, gentle: 0 }
    }

    /// Points for one vertex (MP 6.2.1a, 6.2.1b).
    pub(super) fn vertex_cost(self, id: UnitId) -> u8 {
        if self.is_heavy(id) { 2 } else { 1 }
    }

    /// Points to come round by so many vertices the short way: a Counter March is never dearer than 2 (MP 6.2.2a).
    pub(super) fn turning_cost(self, id: UnitId, vertices: u8) -> u8 {
        if vertices == 3 { 2 } else { vertices * self.vertex_cost(id) }
    }

    /// The pose after a step, if the ground lets the unit take it; other units are not looked at.
    pub(super) fn stepped(self, pose: Pose, pace: Pace) -> Option<Pose> {
        let grid = &self.ground().grid;
        match (pace, pose.other) {
            (Pace::Ahead(dir), None) => {
                let ahead = pose.facing.front().contains(&dir);
                ahead.then(|| grid.neighbour(pose.hex, dir)).flatten().map(|hex| Pose { hex, ..pose })
            }
            (Pace::Ahead(dir), Some(_)) => {
                let hand = Hand::BOTH.into_iter().find(|&hand| pose.facing.ahead(hand) == dir)?;
                Pair::on(grid, pose.hex, pose.facing)?.forward(grid, hand).map(of_pair)
            }
            (Pace::Turn(hand), None) => Some(Pose { facing: pose.facing.turned(hand, 1), ..pose }),
            (Pace::Wheel(pivot), Some(_)) => Pair::on(grid, pose.hex, pose.facing)?.wheel(grid, pivot).map(of_pair),
            (Pace::CounterMarch, None) => Some(Pose { facing: pose.facing.opposite(), ..pose }),
            (Pace::CounterMarch, Some(_)) => {
                Pair::on(grid, pose.hex, pose.facing).map(|pair| of_pair(pair.counter_march()))
            }
            (Pace::Turn(_), Some(_)) | (Pace::Wheel(_), None) => None,
        }
    }

    /// What is left after a step: nothing when it cannot be paid or the ground forbids it.
    pub(super) fn pay(self, id: UnitId, pose: Pose, pace: Pace, purse: Purse) -> Option<Purse> {
        let (points, hits, gentle) = match pace {
            Pace::Turn(_) => (self.vertex_cost(id), 0, 0),
            Pace::CounterMarch => (2, 0, 0),
            Pace::Ahead(dir) => {
                let near = self.crossing(id, pose.hex, dir)?;
                match pose.other {
                    // MP 7.1.2a: the dearer cost and the worse hit of the two halves.
                    Some(other) => near.worse(self.crossing(id, other, dir)?),
                    None => near,
                }
                .parts()
            }
            Pace::Wheel(pivot) => {
                let moves = match pivot {
                    Hand::Left => pose.other?,
                    Hand::Right => pose.hex,
                };
                let (cost, hits, gentle) = self.crossing(id, moves, pose.facing.ahead(pivot))?.parts();
                (cost + 1, hits, gentle)
            }
        };
        let gentle = purse.gentle + gentle;
        // MP 7.3.1g, ruling G-A31: the second gentle slope of an activity hits once.
        let stumbles = purse.gentle < 2 && gentle >= 2 && self.stumbles(id);
        Some(Purse {
            points: purse.points.checked_sub(points)?,
            hits: purse.hits.saturating_sub(hits + u8::from(stumbles)),
            gentle,
        })
    }

    /// Whether gentle slopes can cost this unit its formation.
    fn stumbles(self, id: UnitId) -> bool {
        let formed = matches!(self.unit(id).formation, Formation::Normal | Formation::Shaken);
        formed && (self.is_heavy(id) || self.is_formed_cavalry(id))
    }

    fn crossing(self, id: UnitId, from: Hex, dir: Dir) -> Option<Crossing> {
        Some(Crossing {
            cost: self.entry_cost(id, from, dir)?,
            hits: self.entry_hits(id, from, dir),
            gentle: u8::from(self.ground().hexside(from, dir).slope == Slope::Gentle),
        })
    }

    /// Whether nobody stands in the way of a pose: reacting units pass no unit but friendly guns and wagons (MP 8.1.2a, 9.3.7a).
    pub(super) fn is_clear(self, id: UnitId, pose: Pose) -> bool {
        let side = self.side(id);
        pose.hexes().all(|hex| {
            self.body_at(hex).is_none_or(|body| body == id)
                && self.enemy_at(side, hex).is_none()
                && (self.unit(id).hexes().any(|own| own == hex) || self.may_stand(id, hex, false).is_ok())
        })
    }

    /// Whether a pose has an enemy unit next to it.
    pub(super) fn touches_enemy(self, id: UnitId, pose: Pose) -> bool {
        pose.hexes().any(|hex| self.enemy_adjacent(self.side(id), hex))
    }

    /// Hexes from a pose to a unit.
    pub(super) fn distance_from(self, pose: Pose, to: UnitId) -> u8 {
        pose.hexes().map(|hex| self.distance_to(to, hex)).min().unwrap_or(u8::MAX)
    }
}

/// What going over one hexside takes.
#[derive(Clone, Copy)]
struct Crossing {
    cost: u8,
    hits: u8,
    gentle: u8,
}

impl Crossing {
    fn worse(self, other: Crossing) -> Crossing {
        Crossing {
            cost: self.cost.max(other.cost),
            hits: self.hits.max(other.hits),
            gentle: self.gentle.max(other.gentle),
        }
    }

    const fn parts(self) -> (u8, u8, u8) {
        (self.cost, self.hits, self.gentle)
    }
}

fn of_pair(pair: Pair) -> Pose {
    Pose { hex: pair.left(), other: Some(pair.right()), facing: pair.facing() }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// Starts a reacting move: its allowance is taken now (MP 9.1.6b).
    pub(super) fn start_reacting(&mut self, id: UnitId, activity: Activity) {
        let table = self.table();
        let moving = Moving { in_command: table.in_command(id), ..Moving::begun(table, id, activity) };
        self.state.moves.push(moving);
    }

    pub(super) fn end_reacting(&mut self, id: UnitId) {
        if self.state.moves.last().is_some_and(|moving| moving.unit == id) {
            self.state.moves.pop();
        }
    }

    /// Takes one step of a reacting move that has been found legal. Turning ends a run-up (MP 11.3.6a).
    pub(super) fn take_pace(&mut self, id: UnitId, pace: Pace, activity: Activity) {
        let table = self.table();
        let (pose, purse) = (table.pose(id), table.purse(id));
        let Some((to, left)) = table.stepped(pose, pace).zip(table.pay(id, pose, pace, purse)) else { return };
        let spent = purse.points - left.points;
        match pace {
            Pace::Ahead(_) | Pace::Wheel(_) => self.enter(id, to.hex, to.other, to.facing, activity),
            Pace::Turn(_) | Pace::CounterMarch => self.turn_about(id, to),
        }
        if let Some(moving) = self.state.moves.last_mut().filter(|moving| moving.unit == id) {
            moving.spent = moving.spent.saturating_add(spent);
            if !matches!(pace, Pace::Ahead(_)) {
                moving.run = 0;
            }
        }
    }

    /// Turns on the spot; Light Infantry stacked with cavalry turns with it (MP 8.2.1a).
    fn turn_about(&mut self, id: UnitId, to: Pose) {
        for unit in self.stack_of(id) {
            self.state.put(unit, to.hex, to.other, to.facing);
        }
    }
}
