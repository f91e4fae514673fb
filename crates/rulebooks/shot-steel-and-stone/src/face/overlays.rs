//! What can be laid over the table about a unit or a leader: arcs of fire, ranges, the reach of a charge, command, sight.

use crate::cards::{LeaderId, UnitId};
use crate::face::pointing::Thing;
use crate::face::scene::mm;
use crate::face::words::{base_widths, weapon_name};
use crate::shooting::Weapon;
use crate::shooting::ports::Port;
use crate::state::Place;
use crate::table::Table;
use field::table::{Cdeg, Um, Vec2, clipped, heading, sector};
use kernel::OverlaySpec;
use kernel::scene::Zone;

pub const OVERLAYS: &[OverlaySpec] = &[
    OverlaySpec { key: "arc", title: "Arcs of fire", rule: "SSS 12.1" },
    OverlaySpec { key: "range", title: "Ranges", rule: "SSS 11.1" },
    OverlaySpec { key: "charge", title: "Reach of a charge", rule: "SSS 1.5.2d" },
    OverlaySpec { key: "command", title: "Command radius", rule: "SSS 4.1" },
    OverlaySpec { key: "sight", title: "What it sees", rule: "SSS 11.5" },
];

/// Bases or guns side by side that look the same way with the same weapon.
struct Front {
    left: Vec2,
    right: Vec2,
    dir: Vec2,
    half_angle: Cdeg,
    weapon: Weapon,
}

impl Front {
    fn of(port: &Port) -> Front {
        let Port { at, dir, half_angle, weapon, .. } = *port;
        Front { left: at, right: at, dir, half_angle, weapon }
    }

    fn holds(&self, port: &Port) -> bool {
        (self.dir, self.half_angle, self.weapon) == (port.dir, port.half_angle, port.weapon)
    }

    fn add(&mut self, at: Vec2) {
        let across = |at: Vec2| at.dot(self.dir.right());
        if across(at) < across(self.left) {
            self.left = at;
        }
        if across(at) > across(self.right) {
            self.right = at;
        }
    }

    fn within(&self, range: Um) -> Vec<Vec2> {
        sector([self.left, self.right], self.dir, self.half_angle, f64::from(range))
    }
}

impl Table<'_> {
    /// One of the overlays about a body of the scene.
    pub(crate) fn overlay(self, body: u16, what: &str) -> Vec<Zone> {
        let there = |id: &UnitId| self.unit(*id).place == Place::Table;
        match (what, Thing::of(self.rules, body)) {
            ("arc", Some(Thing::Unit(id))) if there(&id) => self.arcs(id),
            ("range", Some(Thing::Unit(id))) if there(&id) => self.range_bands(id),
            ("charge", Some(Thing::Unit(id))) if there(&id) => self.charge_fan(id).into_iter().collect(),
            ("sight", Some(Thing::Unit(id))) if there(&id) => self.seen_by(id),
            ("command", Some(Thing::Unit(id))) if there(&id) => {
                self.commander_of(id).map(|leader| self.command_zone(leader)).into_iter().collect()
            }
            ("command", Some(Thing::Leader(id))) => vec![self.command_zone(id)],
            _ => Vec::new(),
        }
    }

    fn zone(self, side: u8, name: String, outline: Vec<Vec2>) -> Zone {
        let ground = &self.rules.ground;
        let size = Vec2::new(f64::from(ground.width), f64::from(ground.height));
        Zone { name, side: Some(side), outline: clipped(outline, size).into_iter().map(mm).collect(), fire: None }
    }

    /// Where a unit shoots from and which way.
    fn fronts(self, id: UnitId) -> Vec<Front> {
        let ahead = self.body(id).center() + self.unit(id).pose.dir() * 1e6;
        let mut fronts: Vec<Front> = Vec::new();
        for port in &self.ports(id, ahead) {
            match fronts.iter_mut().find(|front| front.holds(port)) {
                Some(front) => front.add(port.at),
                None => fronts.push(Front::of(port)),
            }
        }
        fronts
    }

    fn arcs(self, id: UnitId) -> Vec<Zone> {
        let arc = |front: &Front| {
            let name = format!("{}: arc of fire", weapon_name(front.weapon));
            self.zone(self.side(id).0, name, front.within(self.rules.ranges.farthest(front.weapon)))
        };
        self.fronts(id).iter().map(arc).filter(|zone| zone.outline.len() > 2).collect()
    }

    /// The same, range by range, the longest first.
    fn range_bands(self, id: UnitId) -> Vec<Zone> {
        let mut zones = Vec::new();
        for front in self.fronts(id) {
            let bands =
                ["short range", "medium range", "long range"].into_iter().zip(self.rules.ranges.reach(front.weapon));
            for (name, range) in bands.rev().filter_map(|(name, range)| Some((name, range?))) {
                let name = format!("{}: {name}, up to {}", weapon_name(front.weapon), base_widths(range));
                zones.push(self.zone(self.side(id).0, name, front.within(range)));
            }
        }
        zones.retain(|zone| zone.outline.len() > 2);
        zones
    }

    /// Over open ground, with a wheel of up to a quarter circle first; what stands in the way is not asked (SSS 1.5.2d, G75).
    fn charge_fan(self, id: UnitId) -> Option<Zone> {
        let unit = self.unit(id);
        let reach = self.charge_range(id);
        if unit.inside.is_some() || !self.could_charge(id) || reach <= 0 {
            return None;
        }
        let (left, right) = self.body(id).front_ends();
        let name = format!("charges up to {}", base_widths(reach));
        let outline = sector([left, right], unit.pose.dir(), self.half_arc(), f64::from(reach));
        Some(self.zone(self.side(id).0, name, outline)).filter(|zone| zone.outline.len() > 2)
    }

    /// The enemies that a unit sees.
    fn seen_by(self, id: UnitId) -> Vec<Zone> {
        let seen = self.enemies_of(id).filter(|&enemy| self.sees(id, enemy));
        let outlines = seen.flat_map(|enemy| {
            let body = self.body(enemy);
            let name = format!("sees {}", self.name(enemy));
            let side = self.side(enemy).0;
            body.blocks.iter().map(|block| self.zone(side, name.clone(), block.corners().to_vec())).collect::<Vec<_>>()
        });
        outlines.collect()
    }

    fn command_zone(self, id: LeaderId) -> Zone {
        let radius = self.rating(id).radius(self.leader(id).chief);
        let middle = self.place_of(id);
        let edge = |step: i32| middle + heading(step * 1_000) * f64::from(radius);
        let card = self.leader_card(id);
        self.zone(
            card.side.0,
            format!("{} commands within {}", card.name, base_widths(radius)),
            (0..36).map(edge).collect(),
        )
    }
}
