//! What can be laid over the map about a body.

use crate::cards::UnitId;
use crate::face::pointing::Body;
use crate::fraction::Points;
use crate::movement::Going;
use crate::table::Table;
use field::hexes::{Dir, Hex, HexMover, HexSet, cheapest, outlines};
use kernel::scene::Zone;
use kernel::{OverlaySpec, Side};

pub const OVERLAYS: &[OverlaySpec] = &[
    OverlaySpec { key: "front", title: "Front hexes", rule: "LB 9.0a" },
    OverlaySpec { key: "zone", title: "Zone of Influence", rule: "LB 10.1a" },
    OverlaySpec { key: "opportunity", title: "Opportunity Charge Zone", rule: "LB 24.15" },
    OverlaySpec { key: "skirmish", title: "Cavalry Skirmish Zone", rule: "LB 12.10.7a" },
    OverlaySpec { key: "reach", title: "Where it can march", rule: "LB 13.1.1a" },
];

impl Table<'_> {
    /// One of the overlays.
    pub(crate) fn overlay(self, body: u16, what: &str) -> Vec<Zone> {
        let Some(Body::Unit(id)) = self.body(body) else { return Vec::new() };
        if !self.unit(id).on_map() {
            return Vec::new();
        }
        let (hexes, name) = match what {
            "front" => (HexSet::of(self.grid(), self.front_hexes(id)), "front"),
            "zone" => (HexSet::of(self.grid(), self.zone_of(id)), "Zone of Influence"),
            "opportunity" => (HexSet::of(self.grid(), self.opportunity_zone(id).hexes()), "Opportunity Charge Zone"),
            "skirmish" => (HexSet::of(self.grid(), self.skirmish_zone(id).hexes()), "Skirmish Zone"),
            "reach" => (self.reach_of(id), "reach"),
            _ => return Vec::new(),
        };
        let name = format!("{name} of {}", self.name(id));
        let zone = |outline| Zone { name: name.clone(), side: Some(self.side(id).0), outline, fire: None };
        outlines(self.grid(), &hexes).into_iter().map(zone).collect()
    }
}

/// A unit going from hex to hex, whichever way it faces: what its points allow, not what is in its way.
struct Marcher<'a> {
    table: Table<'a>,
    going: Going,
    side: Side,
}

impl HexMover for Marcher<'_> {
    type Pose = Hex;
    type Key = u16;

    fn key(&self, hex: Hex) -> u16 {
        hex.index() as u16
    }

    fn pose(&self, key: u16) -> Option<Hex> {
        Some(Hex::new(key))
    }

    fn steps<T>(&self, hex: Hex, worth: impl Fn(Hex, u8) -> Option<T>, mut found: impl FnMut(Hex, u8, T)) {
        for dir in Dir::ALL {
            let to = self.table.grid().neighbour(hex, dir).filter(|&to| !self.table.enemy_at(self.side, to));
            let Some((to, cost)) = to.zip(self.table.hex_cost(self.going, hex, dir)) else { continue };
            let zone = self.table.skirmish_surcharge(self.side, self.going.mover, to);
            let halves = u8::try_from((cost + zone).twelfths() / Points::HALF.twelfths()).unwrap_or(u8::MAX);
            if let Some(it) = worth(to, halves) {
                found(to, halves, it);
            }
        }
    }
}

impl Table<'_> {
    /// The hexes a unit has the points for, as it is formed.
    fn reach_of(self, id: UnitId) -> HexSet {
        let mover = Marcher { table: self, going: self.going(id), side: self.side(id) };
        let start = self.unit(id).hexes.head();
        let halves = self.allowance_of(id).twelfths() / Points::HALF.twelfths();
        let limit = u8::try_from(halves).unwrap_or(u8::MAX);
        let near = self.grid().hexes().filter(|&hex| self.grid().distance(start, hex) <= u16::from(limit));
        let least = |goal: Hex| move |at: Hex| self.grid().distance(at, goal).min(255) as u8;
        let comes = |&goal: &Hex| matches!(cheapest(&mover, start, limit, least(goal), |at| at == goal), Ok(Some(_)));
        HexSet::of(self.grid(), near.filter(comes))
    }
}
