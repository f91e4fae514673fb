//! Where a mover can get to, and how.

use super::dir::Vertex;
use super::grid::Hex;

/// Something that moves from pose to pose at a price. A pose is whatever the rulebook needs: a hex and a facing, a pair
/// of hexes, or more.
pub trait Mover {
    type Pose: Copy;

    /// How many poses there are at most.
    fn poses(&self) -> usize;

    /// A number below [`Mover::poses`], a different one for every pose.
    fn index(&self, pose: Self::Pose) -> usize;

    /// Tells every pose that can be taken next, and its price. `spent` is what the way so far has cost.
    fn steps(&self, pose: Self::Pose, spent: u8, step: &mut impl FnMut(Self::Pose, u8));
}

/// A number for a hex and a facing, below six times the number of hexes.
#[inline]
pub const fn posed(hex: Hex, facing: Vertex) -> usize {
    hex.index() * 6 + facing.index()
}

/// A search for the cheapest way to every pose within a budget. It keeps its memory, so that one search after the other
/// needs no more of it.
///
/// ```
/// use field::hexes::*;
///
/// struct Rider<'a>(&'a Grid);
///
/// impl Mover for Rider<'_> {
///     type Pose = (Hex, Vertex);
///     fn poses(&self) -> usize {
///         self.0.len() * 6
///     }
///     fn index(&self, (hex, facing): (Hex, Vertex)) -> usize {
///         posed(hex, facing)
///     }
///     fn steps(&self, (hex, facing): (Hex, Vertex), _: u8, step: &mut impl FnMut((Hex, Vertex), u8)) {
///         for ahead in facing.front().into_iter().filter_map(|dir| self.0.neighbour(hex, dir)) {
///             step((ahead, facing), 1);
///         }
///         step((hex, facing.left(1)), 1);
///         step((hex, facing.right(1)), 1);
///     }
/// }
///
/// let grid = Grid::new(Plan::new(20, 20, Orientation::PointyTop, Shoved::Even)).unwrap();
/// let rider = Rider(&grid);
/// let start = (grid.parse("1010").unwrap(), Vertex::V0);
/// let mut reach = Reach::new();
/// reach.search(&rider, [start], 4);
/// let behind = (grid.parse("1111").unwrap(), Vertex::V2);
/// assert_eq!(reach.cost(rider.index(behind)), Some(3));
/// let mut way = Vec::new();
/// reach.path(rider.index(behind), &mut way);
/// assert_eq!(way.iter().map(|&(pose, _)| pose).collect::<Vec<_>>()[1], (start.0, Vertex::V1));
/// ```
#[derive(Clone, Debug)]
pub struct Reach<P> {
    found: Vec<Found<P>>,
    /// For every number of a pose, where it stands in `found`.
    places: Vec<u32>,
    /// What is still to be gone on from, by cost; places in `found`.
    queue: Vec<Vec<u32>>,
}

#[derive(Clone, Copy, Debug)]
struct Found<P> {
    pose: P,
    index: u32,
    before: u32,
    cost: u8,
}

const NOWHERE: u32 = u32::MAX;

impl<P> Default for Reach<P> {
    fn default() -> Reach<P> {
        Reach { found: Vec::new(), places: Vec::new(), queue: Vec::new() }
    }
}

impl<P: Copy> Reach<P> {
    pub fn new() -> Reach<P> {
        Reach::default()
    }

    /// Finds every pose that can be reached from one of the starts without spending more than the budget.
    pub fn search<M: Mover<Pose = P>>(&mut self, mover: &M, starts: impl IntoIterator<Item = P>, budget: u8) {
        self.clear(mover.poses(), budget);
        for start in starts {
            self.note(mover.index(start), start, 0, NOWHERE);
        }
        for cost in 0..=budget {
            let mut next = 0;
            // Steps that cost nothing lengthen this very list.
            while let Some(&place) = self.queue[usize::from(cost)].get(next) {
                next += 1;
                let Found { pose, cost: best, .. } = self.found[place as usize];
                if best < cost {
                    continue;
                }
                mover.steps(pose, cost, &mut |pose, price| {
                    if let Some(total) = cost.checked_add(price).filter(|&total| total <= budget) {
                        self.note(mover.index(pose), pose, total, place);
                    }
                });
            }
        }
    }

    fn clear(&mut self, poses: usize, budget: u8) {
        for found in self.found.drain(..) {
            self.places[found.index as usize] = NOWHERE;
        }
        self.places.resize(poses, NOWHERE);
        self.queue.iter_mut().for_each(Vec::clear);
        let levels = usize::from(budget) + 1;
        if self.queue.len() < levels {
            self.queue.resize_with(levels, Vec::new);
        }
    }

    #[inline]
    fn note(&mut self, index: usize, pose: P, cost: u8, before: u32) {
        let mut place = self.places[index];
        if place == NOWHERE {
            place = self.found.len() as u32;
            self.places[index] = place;
            self.found.push(Found { pose, index: index as u32, before, cost });
        } else {
            let known = &mut self.found[place as usize];
            if known.cost <= cost {
                return;
            }
            (known.pose, known.cost, known.before) = (pose, cost, before);
        }
        self.queue[usize::from(cost)].push(place);
    }

    fn get(&self, index: usize) -> Option<&Found<P>> {
        self.found.get(*self.places.get(index)? as usize)
    }

    /// What it costs to take the pose with that number; `None` when it is out of reach.
    #[inline]
    pub fn cost(&self, index: usize) -> Option<u8> {
        self.get(index).map(|found| found.cost)
    }

    /// Every pose in reach with its cost, in the order in which they were found.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (P, u8)> {
        self.found.iter().map(|found| (found.pose, found.cost))
    }

    pub fn len(&self) -> usize {
        self.found.len()
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Writes down the cheapest way to a pose: every pose from the start on, with the cost up to there. Nothing is
    /// written for a pose out of reach.
    pub fn path(&self, index: usize, way: &mut Vec<(P, u8)>) {
        way.clear();
        let mut at = self.get(index);
        while let Some(found) = at {
            way.push((found.pose, found.cost));
            at = self.found.get(found.before as usize);
        }
        way.reverse();
    }
}
