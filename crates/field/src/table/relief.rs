//! Hills: contours, crests and slopes.

use serde::{Deserialize, Serialize};

use super::ground::{Polygon, Polyline};
use super::measure::{Cdeg, Vec2, turn};
use super::shape::Body;

/// How hard a slope is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SlopeClass {
    Gentle,
    Steep,
    Impassable,
}

/// One face of a hill.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Slope {
    pub area: Polygon,
    /// The bearing along which it rises.
    pub uphill: Cdeg,
    pub class: SlopeClass,
}

/// How a move lies to a slope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Climb {
    Up,
    Across,
    Down,
}

impl Slope {
    /// A move within 45 degrees of straight up goes up, within 45 degrees of straight down goes down; any other goes
    /// across.
    pub fn climb(&self, bearing: Cdeg) -> Climb {
        let off = turn(self.uphill, bearing).abs();
        if off <= 4_500 {
            Climb::Up
        } else if off < 13_500 {
            Climb::Across
        } else {
            Climb::Down
        }
    }
}

/// Where a line of sight passes a crest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CrestCrossing {
    /// Contour level of the crest.
    pub level: u8,
    pub at: Vec2,
    /// Index of the crest in the relief.
    pub index: usize,
}

/// The heights of a table. Ground that no contour encloses has level zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Relief {
    /// Areas and the contour level of the ground in them.
    pub levels: Vec<(Polygon, u8)>,
    /// Crestlines and the level up to which they hide what is behind.
    pub crests: Vec<(Polyline, u8)>,
    pub slopes: Vec<Slope>,
}

impl Relief {
    pub fn is_flat(&self) -> bool {
        self.levels.is_empty() && self.crests.is_empty() && self.slopes.is_empty()
    }

    /// The highest contour that encloses a place.
    pub fn level_at(&self, p: Vec2) -> u8 {
        self.levels.iter().filter(|(area, _)| area.contains(p)).map(|&(_, level)| level).max().unwrap_or(0)
    }

    /// The highest contour that a straight line passes over, its ends included.
    pub fn highest_between(&self, a: Vec2, b: Vec2) -> u8 {
        self.levels.iter().filter(|(area, _)| area.meets_segment(a, b)).map(|&(_, level)| level).max().unwrap_or(0)
    }

    /// Whether a straight line, its ends included, passes over a contour or a crest above a level.
    pub fn rises_above(&self, level: u8, a: Vec2, b: Vec2) -> bool {
        self.levels.iter().any(|(area, height)| *height > level && area.meets_segment(a, b))
            || self.crests.iter().any(|(crest, height)| *height > level && crest.crosses(a, b).is_some())
    }

    /// The highest contour that a straight line passes over while it is in an area; none if it never is.
    pub fn highest_within(&self, area: &Polygon, a: Vec2, b: Vec2) -> Option<u8> {
        area.pieces_inside(a, b).into_iter().map(|(from, to)| self.highest_between(from, to)).max()
    }

    /// The level a body stands on: that under the middle of its main block.
    pub fn level_of(&self, body: &Body) -> u8 {
        self.level_at(body.main().center())
    }

    /// The slope a place lies on; of several the hardest.
    pub fn slope_at(&self, p: Vec2) -> Option<&Slope> {
        self.slopes.iter().filter(|slope| slope.area.contains(p)).max_by_key(|slope| slope.class)
    }

    /// The slopes some part of a body stands on.
    pub fn slopes_under<'a>(&'a self, body: &'a Body) -> impl Iterator<Item = &'a Slope> {
        self.slopes.iter().filter(|slope| slope.area.meets_body(body))
    }

    /// The slopes a straight line passes over.
    pub fn slopes_between(&self, a: Vec2, b: Vec2) -> impl Iterator<Item = &Slope> {
        self.slopes.iter().filter(move |slope| slope.area.meets_segment(a, b))
    }

    /// The crests a line from `a` to `b` passes, in the order of the relief, each where it is first passed.
    pub fn crests_between(&self, a: Vec2, b: Vec2) -> impl Iterator<Item = CrestCrossing> {
        self.crests.iter().enumerate().filter_map(move |(index, (crest, level))| {
            Some(CrestCrossing { level: *level, at: crest.crosses(a, b)?, index })
        })
    }

    /// The first crest a line from `a` to `b` passes.
    pub fn crest_between(&self, a: Vec2, b: Vec2) -> Option<CrestCrossing> {
        self.crests_between(a, b).min_by(|p, q| a.distance(p.at).total_cmp(&a.distance(q.at)))
    }

    /// The crest nearest to a place, and the distance to it.
    pub fn nearest_crest(&self, p: Vec2) -> Option<(usize, f64)> {
        self.crests
            .iter()
            .enumerate()
            .map(|(index, (crest, _))| (index, crest.distance(p)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Whether the line between two heights passes over something whose top reaches `top`: the higher end must stand above
/// that, for from there one looks down over it.
pub fn sees_over(viewer: u8, target: u8, top: u8) -> bool {
    viewer.max(target) > top
}
