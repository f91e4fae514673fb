//! CF 7: visibility. A unit sees another if a straight line from any point of the one to any point of the other is clear
//! (CF 7.2, G26).

mod known;
mod lines;

pub use known::Sights;

use crate::cards::{LeaderId, TableEdge, UnitId};
use crate::measures::yds;
use crate::state::Place;
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Block, Body, Vec2};
use lines::{Eye, Line};

/// Points of a body that are looked from and at stand no farther apart than this.
const MESH: f64 = yds(40) as f64;
/// The edge of the table is looked along in steps of this (CF G68).
const EDGE_STEP: i32 = yds(40);

type Points = ArrayVec<Vec2, 48>;
/// Units that may stand in the way of a look.
type Screens = ArrayVec<UnitId, 64>;

impl Table<'_> {
    /// Points of a body that matter for sight: all over it, and the one nearest to somebody.
    fn points_of(self, body: &Body, nearest_to: Vec2) -> Points {
        let mut points = Points::new();
        points.push(body.nearest(nearest_to));
        points.push(body.center());
        for at in body.blocks.iter().flat_map(|block| block.grown(-1.0).mesh(MESH)) {
            if points.try_push(at).is_err() {
                break;
            }
        }
        points
    }

    /// Looks whether a unit sees another, without regard to what is known of it.
    fn looks_at(self, viewer: UnitId, target: UnitId) -> bool {
        let (own, theirs) = (self.body(viewer), self.body(target));
        let from = self.points_of(&own, theirs.center());
        let to = self.points_of(&theirs, from[0]);
        self.any_line(&from, &to, Eye { own: Some(viewer), target: Some(target), fired: self.shows_itself(target) })
    }

    /// Whether one stand of a unit sees another unit, over its front edge (CF 13.7, G44).
    pub fn stand_sees(self, viewer: UnitId, stand: &Block, target: UnitId) -> bool {
        let theirs = self.body(target);
        let from = [stand.front, stand.front_left(), stand.front_right()].map(|at| at - stand.dir);
        let to = self.points_of(&theirs, stand.front);
        self.any_line(&from, &to, Eye { own: Some(viewer), target: Some(target), fired: self.shows_itself(target) })
    }

    /// Whether somebody at a place sees a unit: a messenger, a scout, a leader on his own (CF 7.9).
    pub fn sees_from(self, at: Vec2, target: UnitId) -> bool {
        let to = self.points_of(&self.body(target), at);
        self.any_line(&[at], &to, Eye { own: None, target: Some(target), fired: self.shows_itself(target) })
    }

    /// Whether a leader sees a unit himself; the unit he rides with does not stand in his way (CF 5.27, 7.9).
    pub fn leader_sees(self, leader: LeaderId, target: UnitId) -> bool {
        let at = self.place_of(leader);
        let to = self.points_of(&self.body(target), at);
        let own = self.leader(leader).attached;
        self.any_line(&[at], &to, Eye { own, target: Some(target), fired: self.shows_itself(target) })
    }

    /// Whether a unit sees a place: a leader on his own, a messenger (CF 6.44, 7.9).
    pub fn sees_place(self, viewer: UnitId, at: Vec2) -> bool {
        let from = self.points_of(&self.body(viewer), at);
        self.any_line(&from, &[at], Eye { own: Some(viewer), target: None, fired: false })
    }

    pub fn sees_leader(self, viewer: UnitId, leader: LeaderId) -> bool {
        match self.leader(leader).attached {
            Some(unit) => self.sees(viewer, unit),
            None => self.sees_place(viewer, self.place_of(leader)),
        }
    }

    /// Whether a side sees a place or a unit with anybody it has on the table, leaders among them.
    pub fn side_sees(self, side: kernel::Side, target: UnitId) -> bool {
        self.of_side(side).any(|viewer| self.sees(viewer, target))
            || self.leaders_of(side).any(|leader| self.leader_sees(leader, target))
    }

    /// Whether a unit, on the table or on a map, can be seen from anywhere along a table edge, at ground level (CF 5.13, G68).
    pub fn seen_from_edge(self, edge: TableEdge, target: UnitId) -> bool {
        let body = self.body(target);
        let eye = Eye { own: None, target: Some(target), fired: false };
        self.along_edge_of(edge, |from| self.any_line(&[from], &self.points_of(&body, from), eye))
    }

    /// The same of a place: a leader on his own (CF 5.13).
    pub fn place_seen_from_edge(self, edge: TableEdge, at: Vec2) -> bool {
        let eye = Eye { own: None, target: None, fired: false };
        self.along_edge_of(edge, |from| self.any_line(&[from], &[at], eye))
    }

    fn along_edge_of(self, edge: TableEdge, looks: impl Fn(Vec2) -> bool) -> bool {
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        let along = if matches!(edge, TableEdge::North | TableEdge::South) { width } else { height };
        (0..=along / EDGE_STEP + 1).any(|step| {
            let at = f64::from((step * EDGE_STEP).min(along));
            let from = match edge {
                TableEdge::North => Vec2::new(at, f64::from(height)),
                TableEdge::South => Vec2::new(at, 0.0),
                TableEdge::East => Vec2::new(f64::from(width), at),
                TableEdge::West => Vec2::new(0.0, at),
            };
            looks(from)
        })
    }

    /// A unit at the edge of cover that shoots can be seen from afar, until the end of the next turn (CF 7.6, G26).
    fn shows_itself(self, target: UnitId) -> bool {
        let unit = self.unit(target);
        unit.fired || unit.last_turn.fired
    }

    fn any_line(self, from: &[Vec2], to: &[Vec2], eye: Eye) -> bool {
        let mut screens = Screens::new();
        self.screens(from, to, eye, &mut screens);
        // Who stood in the way of one look mostly stands in that of the next.
        let mut last = 0;
        for (&a, &b) in from.iter().flat_map(|a| to.iter().map(move |b| (a, b))) {
            let line = Line { a, b };
            let bars = |&id: &UnitId| !self.clear_of_unit(line, eye, id, &self.body(id));
            if screens.get(last).is_some_and(bars) || !self.is_clear_of_ground(line, eye) {
                continue;
            }
            match screens.iter().position(bars) {
                Some(place) => last = place,
                None => return true,
            }
        }
        false
    }

    /// Units that may stand in the way: all but the two themselves, and guns and wagons, which have no formation (CF 7.3, G26).
    fn screens(self, from: &[Vec2], to: &[Vec2], eye: Eye, screens: &mut Screens) {
        let middle = |points: &[Vec2]| points[points.len().min(2) - 1];
        let (a, b) = (middle(from), middle(to));
        let spread = |points: &[Vec2], of: Vec2| points.iter().map(|at| at.distance(of)).fold(0.0, f64::max);
        let reach = spread(from, a).max(spread(to, b));
        for id in self.all() {
            let own = Some(id) == eye.own || Some(id) == eye.target;
            if own
                || self.unit(id).place != Place::Table
                || !(self.is_formed(id) || self.is_unformed(id) || self.is_face_down(id))
            {
                continue;
            }
            let body = self.body(id);
            let line = field::table::Segment { a, b };
            if line.distance(body.center()) <= reach + body.radius() {
                self.state.overflow.keep(screens, id);
            }
        }
    }
}
