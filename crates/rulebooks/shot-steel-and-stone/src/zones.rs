//! Arcs, flank and rear (SSS G6).

use crate::cards::UnitId;
use crate::measures::BW;
use crate::readings::ArcHalfAngle;
use crate::state::{Aspect, Formation};
use crate::table::Table;
use field::table::{Arc, Body, Cdeg, Vec2, bearing, turn};

impl Table<'_> {
    /// Degrees to either side of straight ahead that an arc covers (SSS 13.8, G6).
    pub fn half_arc(self) -> Cdeg {
        match self.rules.options.arc_half_angle {
            ArcHalfAngle::FortyFive => 4_500,
            ArcHalfAngle::TwentyTwo => 2_250,
        }
    }

    /// The arc of fire from a place along a unit's front (SSS G6); bases in skirmish order shoot all round.
    pub fn arc_from(self, id: UnitId, from: Vec2, dir: Vec2) -> Arc {
        let half_angle = if self.is_skirmishing(id) { 18_000 } else { self.half_arc() };
        Arc { from, dir, half_angle }
    }

    /// In which zone of a unit a place lies: its arc is the front, the mirror of it the rear, the rest are its flanks. Squares,
    /// garrisons, skirmishers and elephants have neither flank nor rear (SSS G6, G17, 41.6).
    pub fn zone_of(self, id: UnitId, at: Vec2) -> Aspect {
        let unit = self.unit(id);
        let everywhere = unit.formation == Formation::Square
            || self.is_garrison(id)
            || self.is_skirmishing(id)
            || self.card(id).arm == crate::cards::Arm::Elephants;
        if everywhere {
            return Aspect::Front;
        }
        let body = self.body(id);
        let main = body.main();
        let half = self.half_arc();
        let beyond = |corners: [Vec2; 2], facing: Cdeg| {
            let from_left = turn(facing, bearing(at - corners[0]));
            let from_right = turn(facing, bearing(at - corners[1]));
            from_left >= -half && from_right <= half && (at - corners[0]).dot(field::table::heading(facing)) >= 0.0
        };
        // SSS G44: from one half to the other where it was broken through.
        let last = if unit.split > 0 { body.blocks.last().unwrap_or(main) } else { main };
        let ([front_left, _, _, rear_left], [_, front_right, rear_right, _]) = (main.corners(), last.corners());
        let facing = bearing(main.dir);
        if beyond([front_left, front_right], facing) {
            Aspect::Front
        } else if beyond([rear_right, rear_left], facing + 18_000) {
            Aspect::Rear
        } else {
            Aspect::Flank
        }
    }

    /// Where a unit is met by another that comes from there: in the zone in which more than half of its front rank starts
    /// (SSS G6).
    pub fn met_by(self, id: UnitId, from: &Body) -> Aspect {
        let (left, right) = from.front_ends();
        let bases = (left.distance(right) / f64::from(BW)).round().max(1.0) as i32;
        let places = (0..bases).map(|base| left + (right - left) * ((f64::from(base) + 0.5) / f64::from(bases)));
        let (mut front, mut rear) = (0, 0);
        for place in places {
            match self.zone_of(id, place) {
                Aspect::Front => front += 1,
                Aspect::Rear => rear += 1,
                Aspect::Flank => {}
            }
        }
        match (2 * front > bases, 2 * rear > bases) {
            (true, _) => Aspect::Front,
            (_, true) => Aspect::Rear,
            // Half and half: the better part of the doubt is the defender's.
            _ if 2 * front == bases => Aspect::Front,
            _ => Aspect::Flank,
        }
    }
}
