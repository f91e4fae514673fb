//! One line of sight, and what stops it (CF 7.3 to 7.10, G26, G94).

use crate::cards::UnitId;
use crate::ground::{Protection, hides};
use crate::measures::{CLOSE, yds};
use crate::readings::Smoke;
use crate::table::Table;
use field::table::{Body, TOUCH, Vec2};

/// Who looks, at whom, and whether that one has shot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Eye {
    pub own: Option<UnitId>,
    pub target: Option<UnitId>,
    pub fired: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub a: Vec2,
    pub b: Vec2,
}

impl Line {
    fn length(self) -> f64 {
        self.a.distance(self.b)
    }
}

/// How far from the boundary of a wood or town its edge reaches (CF G26).
const EDGE: f64 = yds(20) as f64;
/// How far one sees in woods and towns, and past unformed troops (CF 7.4, 7.10).
const NEAR: f64 = CLOSE as f64;

impl Table<'_> {
    pub(super) fn is_clear_of_ground(self, line: Line, eye: Eye) -> bool {
        self.clear_of_hills(line) && self.clear_of_cover(line, eye)
    }

    /// A hill hides what is behind it where both ends are lower than it is (CF 7.3, G26).
    fn clear_of_hills(self, line: Line) -> bool {
        let relief = &self.rules.ground.relief;
        relief.levels.is_empty() || {
            let ends = relief.level_at(line.a).max(relief.level_at(line.b));
            relief.highest_between(line.a, line.b) <= ends
        }
    }

    /// Woods and towns: nobody sees through them or over them (CF 7.3, 7.8); in them one sees 40 yds (CF 7.4); from their edge
    /// out without limit, and into it 40 yds unless whoever stands there shoots (CF 7.5, 7.6). A line runs through no more than
    /// 40 yds of the wood that one looks out of or into (CF G94).
    fn clear_of_cover(self, line: Line, eye: Eye) -> bool {
        let mut covers = self.rules.ground.areas.iter().filter(|area| hides(area.kind));
        covers.all(|area| {
            let outline = &area.outline;
            let through = outline.chord(line.a, line.b);
            let inside = [line.a, line.b].map(|end| outline.contains(end));
            if through <= TOUCH && inside == [false, false] {
                return true;
            }
            let short = line.length() <= NEAR + TOUCH;
            let at_edge = |end: Vec2| outline.depth_inside(end) <= EDGE + TOUCH;
            match inside {
                [false, false] => false,
                // Both in the same wood.
                [true, true] => short,
                [true, false] => short || (at_edge(line.a) && through <= NEAR + TOUCH),
                [false, true] => short || (eye.fired && at_edge(line.b) && through <= NEAR + TOUCH),
            }
        })
    }

    /// Formed troops hide what is behind them, unformed troops what is more than 40 yds behind them (CF 7.3, 7.10); from higher
    /// ground one sees over both, if they did not fire last turn and are at least 40 yds off (CF 7.7, 7.8).
    pub(super) fn clear_of_unit(self, line: Line, eye: Eye, id: UnitId, body: &Body) -> bool {
        if !body.is_cut(line.a, line.b, 1.0) {
            return true;
        }
        if self.is_unformed(id) && !self.is_face_down(id) {
            let back = |block: &field::table::Block| block.enters(line.b, line.a);
            let beyond = body.blocks.iter().filter_map(back).fold(1.0, f64::min) * line.length();
            if beyond <= NEAR + TOUCH {
                return true;
            }
        }
        !self.has_smoke(id)
            && (self.looks_over(line.a, eye.own, id, body) || self.looks_over(line.b, eye.target, id, body))
    }

    /// Those who fired last turn stand in their smoke; by one reading those who have fired in this one too (CF 7.7, G26).
    fn has_smoke(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let now = self.rules.options.smoke == Smoke::LastAndThis && unit.fired;
        unit.last_turn.fired || now
    }

    /// One end of a line stands higher than somebody in its way, on a hill or in a fortress, and at least 40 yds from him
    /// (CF 7.7, G26).
    fn looks_over(self, end: Vec2, stands: Option<UnitId>, id: UnitId, body: &Body) -> bool {
        let relief = &self.rules.ground.relief;
        let far = body.distance_to_point(end) >= NEAR - TOUCH;
        let higher = relief.level_at(end) > relief.level_of(body);
        far && (higher || stands.is_some_and(|unit| self.stands_in_fortress(unit, self.body(id).center())))
    }

    /// Behind fortifications, which are higher than the ground before them (CF 7.7).
    fn stands_in_fortress(self, id: UnitId, from: Vec2) -> bool {
        self.works_before(id, from).any(|(_, protection)| protection == Protection::Fortifications)
    }
}
