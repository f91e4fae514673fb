//! What can be laid over the map about a unit or a leader: the distances of the book.

use crate::cards::LeaderId;
use crate::measures::{CLOSE, FAR, NEAR};
use crate::table::Table;
use field::table::{Body, Um, Vec2, heading};
use kernel::OverlaySpec;
use kernel::scene::Zone;

pub const OVERLAYS: &[OverlaySpec] = &[
    OverlaySpec { key: "command", title: "Command reach", rule: "CF 18.10" },
    OverlaySpec { key: "close", title: "40 yards: close fire", rule: "CF 14.22" },
    OverlaySpec { key: "near", title: "120 yards: musketry, manoeuvre near the enemy", rule: "CF 12.2" },
    OverlaySpec { key: "far", title: "240 yards", rule: "CF 5.14" },
];

impl Table<'_> {
    /// One of the overlays.
    pub(crate) fn overlay(self, body: u16, what: &str) -> Vec<Zone> {
        if let ("command", Some(leader)) = (what, self.leader_numbered(body)) {
            return vec![self.command_zone(leader)];
        }
        let far = match what {
            "close" => CLOSE,
            "near" => NEAR,
            "far" => FAR,
            _ => return Vec::new(),
        };
        let unit = self.unit_numbered(body).and_then(|id| self.standing_body(id));
        unit.map(|body| vec![about(&body, far)]).unwrap_or_default()
    }

    fn command_zone(self, id: LeaderId) -> Zone {
        let (middle, card) = (self.place_of(id), self.leader_card(id));
        let radius = f64::from(card.rank.reach());
        let edge = |step: i32| super::scene::mm(middle + heading(step * 1_000) * radius);
        Zone::plain(format!("{} commands here", card.name), (0..36).map(edge).collect())
    }
}

/// Everything within a distance of a body, corners rounded.
fn about(body: &Body, far: Um) -> Zone {
    let middle = body.center();
    let edge = |step: i32| {
        let dir = heading(step * 1_000);
        let (mut near, mut out) = (0.0, body.radius() + f64::from(far) + 1.0);
        // The border lies where the distance is what it should be.
        for _ in 0..30 {
            let half = (near + out) * 0.5;
            let at: Vec2 = middle + dir * half;
            if body.distance_to_point(at) <= f64::from(far) { near = half } else { out = half }
        }
        super::scene::mm(middle + dir * near)
    };
    Zone::plain(super::words::yards(far), (0..36).map(edge).collect())
}
