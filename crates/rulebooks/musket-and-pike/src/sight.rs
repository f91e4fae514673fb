//! Chapter 10.9: line of sight. Along the line itself looks [`field::hexes::sight`]; here stands what blocks it.

use crate::cards::UnitId;
use crate::ground::Slope;
use crate::table::Table;
use field::hexes::{self, Arc, Dir, Ends, Hex, LineEntry, LineStage, Obstacle, Sight, Why};
use kernel::{Refusal, Side};

/// What a line is traced for: some rules block one and not another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Reaction and fire of muskets and pistols.
    Sight,
    /// Artillery: no unit at all may stand in between (MP 10.9.2d).
    Artillery,
    /// Enemy guns block (MP 10.9.1b), dead zones bar the way (MP 10.9.3g).
    Interception,
    /// The ground alone, whoever stands on it.
    Ground,
}

/// The rule of dead zones.
const DEAD_ZONE: &str = "MP 10.9.3d";

/// What stands against something: words only when they are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bar {
    pub rule: &'static str,
    pub why: &'static str,
    /// The hex it lies in.
    pub at: Option<Hex>,
}

impl Bar {
    #[inline]
    pub const fn new(rule: &'static str, why: &'static str) -> Bar {
        Bar { rule, why, at: None }
    }

    pub fn refusal(self, table: Table<'_>) -> Refusal {
        match self.at {
            Some(hex) => Refusal::new(self.rule, format!("{}: hex {}", self.why, table.ground().grid.number(hex))),
            None => Refusal::new(self.rule, self.why),
        }
    }
}

impl Table<'_> {
    /// Whether `viewer` sees from one of its hexes to another hex (MP 10.9.5a).
    #[inline]
    pub fn sees(self, viewer: UnitId, from: Hex, to: Hex, purpose: Purpose) -> bool {
        self.look(viewer, from, to, purpose).is_ok()
    }

    /// From any hex of one unit to any hex of another (MP 10.9.5c).
    pub fn sees_unit(self, viewer: UnitId, target: UnitId, purpose: Purpose) -> bool {
        self.unit(viewer).hexes().any(|from| self.unit(target).hexes().any(|to| self.sees(viewer, from, to, purpose)))
    }

    /// Whether somebody of a side who is no unit sees from one hex to another.
    pub(crate) fn is_seen_from(self, side: Side, from: Hex, to: Hex) -> bool {
        if from == to {
            return true;
        }
        let ground = self.ground();
        let view = View { table: self, side, purpose: Purpose::Sight, edge: None };
        match ground.grid.direction(from, to) {
            Some(dir) => self.look_next_door(from, dir).is_ok(),
            None => hexes::sight(&ground.grid, &ground.lines, &view, from, to).is_some_and(Sight::is_clear),
        }
    }

    /// Whether a hex lies in a dead zone below a steep slope, seen from another: no Interception goes through it (MP 10.9.3g).
    pub(crate) fn in_dead_zone(self, viewer: UnitId, from: Hex, hex: Hex) -> bool {
        let level = self.ground().height(from) == self.ground().height(hex);
        !level && self.look(viewer, from, hex, Purpose::Ground).is_err_and(|bar| bar.rule == DEAD_ZONE)
    }

    /// The same as [`Table::sees`], with what blocks the line.
    #[inline]
    pub(crate) fn look(self, viewer: UnitId, from: Hex, to: Hex, purpose: Purpose) -> Result<(), Bar> {
        if from == to {
            return Ok(());
        }
        match self.ground().grid.direction(from, to) {
            Some(dir) => self.look_next_door(from, dir),
            None => self.look_far(viewer, from, to, purpose),
        }
    }

    /// Into an adjacent hex nothing comes between but a hexside; a reciprocal one never blocks so near (MP 10.9.3b, 14.4b). Whoever
    /// stands above a steep hexside sees down it (ruling MP G7).
    #[inline]
    fn look_next_door(self, from: Hex, dir: Dir) -> Result<(), Bar> {
        let ground = self.ground();
        match ground.hexside(from, dir).feature.map(|id| ground.row(id)) {
            Some(row) if row.blocks && !row.reciprocal => {
                Err(Bar { rule: "MP 10.9.3a", why: "its hexside blocks the line", at: Some(from) })
            }
            _ => Ok(()),
        }
    }

    /// Dead zones below steep slopes and what lies in them (MP 10.9.3d, 10.9.3e, 10.9.3f), ground seen into but not through, overlooked from above or
    /// from both ends (MP 10.9.4a, 10.9.4b, 10.9.4c): the field knows them.
    fn look_far(self, viewer: UnitId, from: Hex, to: Hex, purpose: Purpose) -> Result<(), Bar> {
        let ground = self.ground();
        let view =
            View { table: self, side: self.side(viewer), purpose, edge: self.arc_edge(viewer, from, to, purpose) };
        match hexes::sight(&ground.grid, &ground.lines, &view, from, to) {
            None => Err(Bar::new("MP 10.9.5a", "no line reaches so far")),
            Some(Sight::Clear { over_dead_zone: true }) if purpose == Purpose::Interception => {
                Err(Bar::new("MP 10.9.3g", "the way leads through a dead zone"))
            }
            Some(Sight::Clear { .. }) => Ok(()),
            Some(Sight::Blocked { at, and, why }) => Err(blocked(at, and, why, purpose)),
        }
    }

    /// A line exactly along the edge of a gun's arc keeps to the hexes on its front side (ruling MP G10).
    fn arc_edge(self, viewer: UnitId, from: Hex, to: Hex, purpose: Purpose) -> Option<UnitId> {
        let unit = self.unit(viewer);
        let on_edge = || matches!(self.ground().grid.arc(from, unit.facing, to), Arc::Edge(_));
        (purpose == Purpose::Artillery && self.is_gun(viewer) && on_edge()).then_some(viewer)
    }
}

fn blocked(at: Hex, and: Option<Hex>, why: Why, purpose: Purpose) -> Bar {
    let (rule, why) = match why {
        _ if and.is_some() => ("MP 10.9.5b", "the line runs between two hexes that both block it"),
        Why::Terrain => ("MP 10.9.2a", "terrain blocks the line"),
        Why::Unit if purpose == Purpose::Artillery => ("MP 10.9.2d", "guns do not fire through a unit"),
        Why::Unit => ("MP 10.9.1a", "a unit blocks the line"),
        Why::Height => ("MP 10.9.2b", "high ground blocks the line"),
        Why::Hexside(_) => ("MP 10.9.3a", "a hexside blocks the line"),
        Why::DeadZone => (DEAD_ZONE, "the lower end lies in the dead zone below a steep slope"),
    };
    Bar { rule, why, at: Some(at) }
}

/// The ground as somebody looks across it.
struct View<'a> {
    table: Table<'a>,
    side: Side,
    purpose: Purpose,
    /// The gun whose line runs along the edge of its arc.
    edge: Option<UnitId>,
}

impl View<'_> {
    /// Wagons in whosever hands, Heavy Infantry and cavalry block every line (MP 10.9.1a), all units that of a gun (MP 10.9.2d), enemy guns that of
    /// cavalry about to intercept (MP 9.3.1g, 10.9.1b). Wrecked guns are no units and stand nowhere (MP 10.8.9f).
    fn unit_blocks(&self, hex: Hex) -> bool {
        let table = self.table;
        let (body, gun) = (table.body_at(hex), table.gun_at(hex));
        match self.purpose {
            Purpose::Ground => false,
            _ if table.state.standing.has_taken_wagon(hex) => true,
            Purpose::Artillery => body.is_some() || gun.is_some(),
            _ if body.is_some_and(|id| !table.is_light(id)) => true,
            Purpose::Sight => gun.is_some_and(|id| table.is_wagon(id)),
            Purpose::Interception => gun.is_some_and(|id| table.is_wagon(id) || table.side(id) != self.side),
        }
    }

    fn beside_the_arc(&self, hex: Hex) -> bool {
        self.edge.is_some_and(|gun| {
            let unit = self.table.unit(gun);
            self.table.ground().grid.arc(unit.hex, unit.facing, hex) == Arc::Outside
        })
    }

    /// Whether the higher end looks down a steep slope before it comes to a hex (MP 14.4d).
    fn uphill(&self, ends: Ends, hex: Hex) -> bool {
        let ground = self.table.ground();
        let (eye, target) =
            if ground.height(ends.to) > ground.height(ends.from) { (ends.to, ends.from) } else { (ends.from, ends.to) };
        let Some(walk) = ground.lines.between(&ground.grid, eye, target) else { return false };
        let steep = |from: Hex, dir: Dir| matches!(ground.hexside(from, dir).slope, Slope::Steep | Slope::DoubleSteep);
        let mut before = eye;
        for stage in walk {
            if before == hex {
                return false;
            }
            match stage {
                LineStage::Hex { hex, by } => {
                    if let LineEntry::Side(dir) | LineEntry::Corner(dir, _) = by
                        && steep(before, dir)
                    {
                        return true;
                    }
                    before = hex;
                }
                LineStage::Spine { from, .. } if from.front().into_iter().any(|dir| steep(before, dir)) => return true,
                LineStage::Spine { .. } => {}
            }
        }
        false
    }
}

impl hexes::SightGround for View<'_> {
    #[inline]
    fn height(&self, hex: Hex) -> i16 {
        i16::from(self.table.ground().height(hex))
    }

    /// Gentle slopes never block (MP 10.9.2c, 10.9.3c).
    #[inline]
    fn slope(&self, hex: Hex, dir: Dir) -> hexes::Incline {
        match self.table.ground().hexside(hex, dir).slope {
            Slope::Level => hexes::Incline::None,
            Slope::Gentle => hexes::Incline::Gentle,
            Slope::Steep | Slope::DoubleSteep => hexes::Incline::Steep,
        }
    }

    #[inline]
    fn obstacle(&self, hex: Hex) -> Obstacle {
        if self.unit_blocks(hex) || self.beside_the_arc(hex) {
            Obstacle::Unit
        } else if self.table.ground().terrain_of(hex).blocks {
            Obstacle::Terrain
        } else {
            Obstacle::None
        }
    }

    /// A reciprocal hexside lets its own two hexes be seen, and be looked out of, but hides what is beyond (MP 14.4c, 14.4d, 10.9.5d).
    fn hexside_blocks(&self, ends: Ends, hex: Hex, dir: Dir) -> bool {
        let ground = self.table.ground();
        let Some(row) = ground.hexside(hex, dir).feature.map(|id| ground.row(id)) else { return false };
        if !row.blocks || !row.reciprocal {
            return row.blocks;
        }
        let beyond = ground.grid.neighbour(hex, dir);
        let behind_it = |end: Hex| end == hex || Some(end) == beyond;
        !behind_it(ends.from) && !behind_it(ends.to) && !self.uphill(ends, hex)
    }
}
