//! What can be laid over the map about a unit or a leader: command, fronts, zones, ranges, sight.

use crate::cards::{LeaderId, Role, UnitId, UnitSet, WingId};
use crate::charts::MOST_RANGE;
use crate::face::pointing::Who;
use crate::sight::Purpose;
use crate::state::{Formation, Morale, Orders, Slot};
use crate::table::Table;
use field::hexes::{Hex, HexSet, Side as Aspect, outlines};
use kernel::scene::Zone;
use kernel::{OverlaySpec, Side};

pub const OVERLAYS: &[OverlaySpec] = &[
    OverlaySpec { key: "command", title: "Reach of command", rule: "MP 5.4.2b" },
    OverlaySpec { key: "chain", title: "Lines of communication", rule: "MP 5.4.2c" },
    OverlaySpec { key: "front", title: "Front, flanks and rear", rule: "MP 6.1b" },
    OverlaySpec { key: "zone", title: "Reaction zones", rule: "MP 9.1.2a" },
    OverlaySpec { key: "range", title: "Where it can fire", rule: "MP 10.1.2a" },
    OverlaySpec { key: "sight", title: "What it sees", rule: "MP 10.9.5a" },
];

/// Half the width of a line of communication, where neighbouring middles are 1 apart.
const HALF_LINE: f64 = 0.04;

/// Reach of a message to the commander: cavalry and others (MP 5.4.2b).
const REACHES: [(u8, &str); 2] = [(3, "in command: cavalry"), (2, "in command: others")];

impl<'a> Table<'a> {
    pub fn overlay(self, body: u16, what: &str) -> Vec<Zone> {
        let who = self.who(body).filter(|&who| self.hexes_of(who).next().is_some());
        match (what, who) {
            ("command", Some(who)) => self.command_overlay(who),
            ("chain", Some(who)) => self.chain_overlay(who),
            ("front", Some(Who::Unit(id))) => self.front_overlay(id),
            ("zone", Some(Who::Unit(id))) => self.zone_overlay(id),
            ("range", Some(Who::Unit(id))) => self.range_overlay(id),
            ("sight", Some(Who::Unit(id))) => self.sight_overlay(id),
            _ => Vec::new(),
        }
    }

    /// One zone for each part of the hexes for which something holds.
    fn zones_where(self, name: &str, side: Side, holds: impl Fn(Hex) -> bool) -> Vec<Zone> {
        let grid = &self.ground().grid;
        let mut hexes = HexSet::new(grid);
        grid.hexes().filter(|&hex| holds(hex)).for_each(|hex| {
            hexes.insert(hex);
        });
        let zone = |outline| Zone { name: name.to_owned(), side: Some(side.0), outline, fire: None };
        outlines(grid, &hexes).into_iter().map(zone).collect()
    }

    // Command.

    fn command_overlay(self, who: Who) -> Vec<Zone> {
        let leader = match who {
            Who::Leader(id) => Some(id),
            Who::Unit(id) => self.commander_of(self.card(id).wing),
        };
        let Some(leader) = leader else { return Vec::new() };
        let (him, side, grid) = (self.leader(leader), self.leader_card(leader).side, &self.ground().grid);
        match him.role {
            // MP 5.1.2c, 5.1.2g: he helps and rallies where he stands and next to it.
            Role::Army => self.zones_where("Army Commander's help", side, |hex| grid.distance(him.hex, hex) <= 1),
            Role::Wing(_) => REACHES
                .into_iter()
                .flat_map(|(reach, name)| {
                    self.zones_where(name, side, |hex| {
                        grid.distance(hex, him.hex) <= u16::from(reach) && self.communicates(side, hex, him.hex, reach)
                    })
                })
                .collect(),
        }
    }

    fn chain_overlay(self, who: Who) -> Vec<Zone> {
        let side = self.side_of(who);
        let wings: Vec<WingId> = match who {
            Who::Unit(id) => vec![self.card(id).wing],
            Who::Leader(id) => match self.leader(id).role {
                Role::Wing(wing) => vec![wing],
                Role::Army => self.wings().filter(|wing| self.rules.wings[wing.ix()].side == side).collect(),
            },
        };
        wings.into_iter().flat_map(|wing| self.chain_of(wing)).collect()
    }

    /// The lines over which the units of a Wing are in command, each by the fewest links, and those that have none.
    fn chain_of(self, wing: WingId) -> Vec<Zone> {
        let side = self.rules.wings[wing.ix()].side;
        let mut linked = UnitSet::EMPTY;
        let mut zones = Vec::new();
        let leader = self.commander_of(wing);
        let mut line: Vec<(UnitId, Option<UnitId>)> = Vec::new();
        let reached =
            leader.into_iter().flat_map(|leader| self.of_wing(wing).filter(move |&id| self.reports(id, leader)));
        for id in reached {
            linked.insert(id);
            line.push((id, None));
        }
        let mut next = 0;
        while let Some(&(link, _)) = line.get(next) {
            next += 1;
            let news = self.of_wing(wing).filter(|&id| !linked.contains(id) && self.links_to(id, link));
            for id in news.collect::<Vec<_>>() {
                linked.insert(id);
                line.push((id, Some(link)));
            }
        }
        for &(id, link) in &line {
            let from = self.stand(id).map(|stand| stand.at);
            let to = match (link, leader) {
                (Some(link), _) => self.stand(link).map(|stand| stand.at),
                (None, leader) => leader.map(|leader| self.ground().grid.centre(self.leader(leader).hex)),
            };
            let outline = from.zip(to).and_then(|(from, to)| thin_line(from, to));
            zones.extend(outline.map(|outline| Zone {
                name: format!("{} in command", self.name(id)),
                side: Some(side.0),
                outline,
                fire: None,
            }));
        }
        for id in self.of_wing(wing).filter(|&id| !linked.contains(id) && !self.in_command(id)) {
            let name = format!("{} out of command", self.name(id));
            zones.extend(self.zones_where(&name, side, |hex| self.unit(id).hexes().any(|own| own == hex)));
        }
        zones
    }

    /// Whether a unit's own message reaches its commander (MP 5.4.2b).
    fn reports(self, id: UnitId, leader: LeaderId) -> bool {
        let (goal, side, reach) = (self.leader(leader).hex, self.side(id), self.loc_reach(id));
        self.unit(id).hexes().any(|hex| self.communicates(side, hex, goal, reach))
    }

    /// Whether it reaches another unit of the Wing, with the reach of the one that sends it.
    fn links_to(self, id: UnitId, link: UnitId) -> bool {
        let (side, reach) = (self.side(id), self.loc_reach(id));
        let goals = || self.unit(link).hexes();
        self.unit(id).hexes().any(|hex| goals().any(|goal| self.communicates(side, hex, goal, reach)))
    }

    // Fronts and zones.

    fn front_overlay(self, id: UnitId) -> Vec<Zone> {
        if !self.has_facing(id) {
            return Vec::new();
        }
        let aspects = [(Aspect::Front, "front"), (Aspect::Flank, "flank"), (Aspect::Rear, "rear")];
        let zones = |(aspect, name)| self.zones_where(name, self.side(id), |hex| self.aspect(id, hex) == Some(aspect));
        aspects.into_iter().flat_map(zones).collect()
    }

    /// Front and flank hexes, into which muskets and pistols fire (MP 9.1.2d, 10.1.3a).
    fn is_before_or_beside(self, id: UnitId, hex: Hex) -> bool {
        matches!(self.aspect(id, hex), Some(Aspect::Front | Aspect::Flank))
    }

    /// Hexes on or ahead of the unit's own row (MP 9.3.1b, ruling MP G-A29).
    fn is_not_behind(self, id: UnitId, hex: Hex, reach: u8) -> bool {
        let unit = self.unit(id);
        (1..=reach).contains(&self.distance_to(id, hex))
            && self.ground().grid.rows_ahead(unit.hex, unit.facing, hex) >= 0
    }

    fn zone_overlay(self, id: UnitId) -> Vec<Zone> {
        let (unit, side) = (self.unit(id), self.side(id));
        // MP 9.1.1j, 6.3.4i, 8.2.1a: these do not react.
        let idle = unit.morale == Morale::Broken || unit.formation == Formation::Column || unit.slot == Slot::Under;
        if idle || self.is_wagon(id) {
            return Vec::new();
        }
        if self.is_gun(id) {
            return self.gun_zones(id);
        }
        let mut zones = Vec::new();
        if self.may_fire(id, true).is_ok() {
            zones.extend(self.zones_where("Reaction Fire", side, |hex| self.is_before_or_beside(id, hex)));
        }
        let closes_up = matches!(unit.formation, Formation::Normal | Formation::OpenOrder | Formation::Shaken);
        if self.is_heavy(id) && self.card(id).pikes && closes_up {
            zones.extend(self.zones_where("Hedgehog", side, |hex| self.is_not_behind(id, hex, 2)));
        }
        if self.is_cavalry(id) && unit.formation != Formation::Broken {
            zones.extend(self.zones_where("Interception", side, |hex| self.is_not_behind(id, hex, 4)));
        }
        let shy = self.is_cavalry(id) && self.orders(id) != Orders::Charge;
        if self.orders(id) == Orders::Rally || shy {
            zones.extend(self.zones_where("withdrawal", side, |hex| (1..=2).contains(&self.distance_to(id, hex))));
        }
        zones
    }

    fn in_arc(self, gun: UnitId, hex: Hex, reach: u8) -> bool {
        let unit = self.unit(gun);
        self.distance_to(gun, hex) <= reach && self.ground().grid.arc(unit.hex, unit.facing, hex).is_in()
    }

    /// The arc before a gun, out to grazing range, against fire on its own hex to its full range (MP 9.1.2c).
    fn gun_zones(self, gun: UnitId) -> Vec<Zone> {
        if self.is_limbered(gun) {
            return Vec::new();
        }
        let (card, side) = (self.card(gun), self.side(gun));
        let near = self.zones_where("Reaction Fire", side, |hex| self.in_arc(gun, hex, card.grazing));
        let far = self.zones_where("fire in answer to fire", side, |hex| self.in_arc(gun, hex, card.range));
        near.into_iter().chain(far).collect()
    }

    // Fire and sight.

    fn range_overlay(self, id: UnitId) -> Vec<Zone> {
        if self.is_wagon(id) || !self.has_facing(id) || self.unit(id).slot == Slot::Under {
            return Vec::new();
        }
        if self.is_gun(id) {
            return self.gun_ranges(id);
        }
        let weapon = if self.has_pistols(id) { "pistols" } else { "muskets" };
        let seen = |hex: Hex| {
            self.unit(id).hexes().any(|from| {
                let near = self.ground().grid.adjacent(from, hex);
                near && self.sees(id, from, hex, Purpose::Sight)
            })
        };
        let aspects = [(Aspect::Front, "front"), (Aspect::Flank, "flank")];
        let zones = |(aspect, name)| {
            let name = format!("{weapon}, {name}");
            self.zones_where(&name, self.side(id), |hex| self.aspect(id, hex) == Some(aspect) && seen(hex))
        };
        aspects.into_iter().flat_map(zones).collect()
    }

    /// Bands of ranges with the same modifier of chart C11, grazing fire apart (MP 10.8.2a, 10.8.3a).
    fn gun_ranges(self, gun: UnitId) -> Vec<Zone> {
        let card = self.card(gun);
        let column = &self.rules.charts.range[card.gun as usize];
        let most = usize::from(card.range).min(MOST_RANGE);
        let band = |range: usize| column[range].map(|modifier| (modifier, range <= usize::from(card.grazing)));
        let mut zones = Vec::new();
        let mut first = 1;
        while first <= most {
            let same = (first..=most).take_while(|&range| band(range) == band(first)).count();
            let last = first + same - 1;
            if let Some((modifier, grazes)) = band(first) {
                let grazing = if grazes { ", grazing" } else { "" };
                let ranges = if first == last { first.to_string() } else { format!("{first} to {last}") };
                let name = format!("range {ranges}: {modifier:+}{grazing}");
                let inside = |hex: Hex| {
                    (first..=last).contains(&usize::from(self.distance_to(gun, hex)))
                        && self.in_arc(gun, hex, card.range)
                        && self.sees(gun, self.unit(gun).hex, hex, Purpose::Artillery)
                };
                zones.extend(self.zones_where(&name, self.side(gun), inside));
            }
            first = last + 1;
        }
        zones
    }

    fn sight_overlay(self, id: UnitId) -> Vec<Zone> {
        let sees = |hex| self.unit(id).hexes().any(|from| self.sees(id, from, hex, Purpose::Sight));
        self.zones_where("seen", self.side(id), sees)
    }
}

/// A line as a narrow polygon; none between two places that are the same.
fn thin_line(from: [f64; 2], to: [f64; 2]) -> Option<Vec<[f64; 2]>> {
    let (x, y) = (to[0] - from[0], to[1] - from[1]);
    let length = (x * x + y * y).sqrt();
    if length < HALF_LINE {
        return None;
    }
    let aside = [y / length * HALF_LINE, -x / length * HALF_LINE];
    let corner = |at: [f64; 2], hand: f64| [at[0] + hand * aside[0], at[1] + hand * aside[1]];
    Some(vec![corner(from, -1.0), corner(to, -1.0), corner(to, 1.0), corner(from, 1.0)])
}
