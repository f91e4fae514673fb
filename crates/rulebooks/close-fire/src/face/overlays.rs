//! What can be laid over the map about a unit or a leader: the distances of the book.

use crate::cards::{LeaderId, UnitId};
use crate::measures::{CLOSE, FAR, NEAR, QUARTER};
use crate::table::Table;
use field::table::{Body, Um, Vec2, clipped, heading, sector};
use kernel::OverlaySpec;
use kernel::scene::Zone;

pub const OVERLAYS: &[OverlaySpec] = &[
    OverlaySpec { key: "arc", title: "Arc of fire, range by range", rule: "CF 13.3" },
    OverlaySpec { key: "command", title: "Command reach", rule: "CF 18.10" },
    OverlaySpec { key: "close", title: "40 yards: close fire", rule: "CF 14.22" },
    OverlaySpec { key: "near", title: "120 yards: musketry, manoeuvre near the enemy", rule: "CF 12.2" },
    OverlaySpec { key: "far", title: "240 yards: attackers deploy beyond, routs end", rule: "CF 5.14" },
    OverlaySpec { key: "sight", title: "What it sees", rule: "CF 7.1" },
];

impl Table<'_> {
    /// One of the overlays.
    pub(crate) fn overlay(self, body: u16, what: &str) -> Vec<Zone> {
        let (unit, leader) = (self.unit_numbered(body), self.leader_numbered(body));
        let here = unit.filter(|&id| self.standing_body(id).is_some());
        if what == "command" {
            // Of a unit: of whoever leads it now.
            let led = here.and_then(|id| self.attached_controller(id).or_else(|| self.controller(id)));
            let leader = leader.filter(|&id| self.is_present(id) && !self.leader(id).off).or(led);
            return leader.map(|leader| self.command_zone(leader)).into_iter().collect();
        }
        if what == "arc" {
            return here.map(|id| self.arcs(id)).unwrap_or_default();
        }
        if what == "sight" {
            return here.map(|id| self.seen_by(id)).unwrap_or_default();
        }
        let far = match what {
            "close" => CLOSE,
            "near" => NEAR,
            "far" => FAR,
            _ => return Vec::new(),
        };
        here.map(|id| vec![self.patch(id, super::words::yards(far), about(&self.body(id), far))]).unwrap_or_default()
    }

    fn patch(self, id: UnitId, name: String, outline: Vec<Vec2>) -> Zone {
        Zone { name, side: Some(self.side(id).0), outline: self.on_the_table(outline), fire: None }
    }

    /// As much of an outline as lies on the table.
    fn on_the_table(self, outline: Vec<Vec2>) -> Vec<[f64; 2]> {
        let ground = &self.rules.ground;
        let size = Vec2::new(f64::from(ground.width), f64::from(ground.height));
        clipped(outline, size).into_iter().map(super::scene::mm).collect()
    }

    /// How far a unit fires: a gun by its ranges, foot with muskets (CF 13.14), the longest first.
    fn ranges(self, id: UnitId) -> Vec<(&'static str, Um)> {
        let unit = self.unit(id);
        match unit.gun {
            _ if unit.card.is_none() => Vec::new(),
            Some(gun) => {
                let reach = self.rules.charts.reach(gun);
                vec![("maximum", reach.maximum), ("effective", reach.effective), ("close", reach.close)]
            }
            None if self.is_foot(id) || self.is_dismounted(id) => vec![("muskets", NEAR), ("close fire", CLOSE)],
            None => Vec::new(),
        }
    }

    /// Ahead and up to 45° to either side; all round for dismounted dragoons (CF 13.3, 13.4).
    fn arcs(self, id: UnitId) -> Vec<Zone> {
        let body = self.body(id);
        let mut zones = Vec::new();
        for (what, far) in self.ranges(id) {
            let name = format!("{what}, up to {}", super::words::yards(far));
            if self.is_dismounted(id) {
                zones.push(self.patch(id, name, about(&body, far)));
                continue;
            }
            for block in &body.blocks {
                let ends = [block.front_left(), block.front_right()];
                zones.push(self.patch(id, name.clone(), sector(ends, block.dir, QUARTER, f64::from(far))));
            }
        }
        zones.retain(|zone| zone.outline.len() > 2);
        zones
    }

    /// The enemies that a unit sees.
    fn seen_by(self, id: UnitId) -> Vec<Zone> {
        let there = |enemy: &UnitId| self.standing_body(*enemy).is_some();
        let seen = self.enemies_of(id).filter(there).filter(|&enemy| self.sees(id, enemy));
        let outlines = seen.flat_map(|enemy| {
            let name = format!("sees {}", self.name(enemy));
            let body = self.body(enemy);
            let zone = |block: &field::table::Block| self.patch(enemy, name.clone(), block.corners().to_vec());
            body.blocks.iter().map(zone).collect::<Vec<_>>()
        });
        outlines.collect()
    }

    fn command_zone(self, id: LeaderId) -> Zone {
        let (middle, card) = (self.place_of(id), self.leader_card(id));
        let radius = f64::from(card.rank.reach());
        let edge = |step: i32| middle + heading(step * 1_000) * radius;
        let name = format!("{} commands within {}", card.name, super::words::yards(card.rank.reach()));
        Zone { name, side: Some(card.side.0), outline: self.on_the_table((0..36).map(edge).collect()), fire: None }
    }
}

/// Everything within a distance of a body, corners rounded.
fn about(body: &Body, far: Um) -> Vec<Vec2> {
    let middle = body.center();
    let edge = |step: i32| {
        let dir = heading(step * 500);
        let (mut near, mut out) = (0.0, body.radius() + f64::from(far) + 1.0);
        // The border lies where the distance is what it should be.
        for _ in 0..30 {
            let half = (near + out) * 0.5;
            let at: Vec2 = middle + dir * half;
            if body.distance_to_point(at) <= f64::from(far) { near = half } else { out = half }
        }
        middle + dir * near
    };
    (0..72).map(edge).collect()
}
