//! Chapter 9: which hexes are before, beside and behind a unit, and how it turns.

mod turning;

pub use turning::{Facings, Wheel};

use crate::cards::{Arm, UnitId};
use crate::ground::Terrain;
use crate::hexes::{Facing, Hexes};
use crate::readings::RefusedFlank;
use crate::state::{Formed, Order};
use crate::table::Table;
use arrayvec::ArrayVec;
pub use field::hexes::Side as Aspect;
use field::hexes::{Bearing, Dir, DirSet, Hand, Hex, Vertex};

/// How a unit faces (LB 9.0b, 9.0c, 9.0g).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Side,
    Corner,
    Round,
}

/// The most hexes next to a body.
pub const MOST_AROUND: usize = 20;

/// Hexes next to a body.
pub type Around = ArrayVec<Hex, MOST_AROUND>;

/// How a body stands, whoever it is: what front, flank and rear go by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stance {
    pub hexes: Hexes,
    pub facing: Facing,
    pub shape: Shape,
}

/// The rows of table 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Column, Column of Companies.
    Column,
    Line,
    Skirmish,
    GeneralOrder,
    RoadColumn,
    /// Unlimbered guns alone.
    Guns,
    /// Square, Disorder, PGD, limbered guns, wagons.
    Round,
}

impl<'a> Table<'a> {
    /// Those who stand in a hex face differently; whoever faces all round has no way to face (LB 9.1a).
    pub(crate) fn is_askew(self, hex: Hex) -> bool {
        let mut facings =
            self.state.stack(hex).map(|id| self.unit(id).facing).filter(|&facing| facing != Facing::Round);
        facings.next().is_some_and(|first| facings.any(|other| other != first))
    }

    /// What facing a unit has in the formation and order it is in (LB 9.0b, 9.0c).
    pub fn facing_kind(self, id: UnitId) -> Kind {
        match self.shape(id) {
            Shape::Column | Shape::GeneralOrder | Shape::RoadColumn | Shape::Guns => Kind::Side,
            Shape::Line | Shape::Skirmish => Kind::Corner,
            Shape::Round => Kind::Round,
        }
    }

    fn shape(self, id: UnitId) -> Shape {
        let unit = self.unit(id);
        if unit.order != Order::Good {
            return Shape::Round;
        }
        match (self.card(id).arm, unit.formed) {
            (Arm::Wagon, Formed::RoadColumn) | (Arm::Artillery, Formed::RoadColumn) => Shape::RoadColumn,
            // Limbered guns face all round, in General Order too; unlimbered ones face as the foot they are with (LB 9.0g, 18.1c).
            (Arm::Wagon, _) => Shape::Round,
            (Arm::Artillery, _) if unit.limbered => Shape::Round,
            (Arm::Artillery, _) => self.foot_with(id).map_or(Shape::Guns, |foot| self.shape(foot)),
            (_, Formed::Column | Formed::Companies) => Shape::Column,
            (_, Formed::Line) => Shape::Line,
            (_, Formed::Skirmish) => Shape::Skirmish,
            (_, Formed::GeneralOrder) => Shape::GeneralOrder,
            (_, Formed::RoadColumn) => Shape::RoadColumn,
            (_, Formed::Square | Formed::Battery | Formed::None) => Shape::Round,
        }
    }

    /// The infantry that guns are stacked with.
    pub fn foot_with(self, id: UnitId) -> Option<UnitId> {
        self.state.stack(self.unit(id).hexes.head()).find(|&other| self.is_infantry(other))
    }

    pub fn stance(self, id: UnitId) -> Stance {
        let unit = self.unit(id);
        Stance { hexes: unit.hexes, facing: unit.facing, shape: self.shape(id) }
    }

    /// Where an adjacent hex lies to a unit: front, flank or rear; none for its own hexes and for any farther off (LB 9.0a,
    /// 9.0g, 9.2.2a). Refused flanks are front (LB 12.6.6a).
    pub fn aspect(self, id: UnitId, hex: Hex) -> Option<Aspect> {
        // Guns stand in one hex of the Line they are with: what lies next to that hex counts.
        if self.is_unlimbered(id)
            && let Some(foot) = self.foot_with(id)
        {
            let near = self.grid().adjacent(self.unit(id).hexes.head(), hex);
            return if near { self.aspect(foot, hex) } else { None };
        }
        let aspect = self.stance(id).aspect(self, hex)?;
        let refused = aspect == Aspect::Flank && self.refuses_flank(id, hex);
        Some(if refused { Aspect::Front } else { aspect })
    }

    /// A Line's flank hex that is also a front hex of an adjacent friendly Line is refused (LB 5.3.6b, 12.6.6a, 12.6.6b, 12.6.6c); in a
    /// village or among farmettes a Line has no flanks at all (LB 12.6.6.1a).
    pub fn refuses_flank(self, id: UnitId, hex: Hex) -> bool {
        let unit = self.unit(id);
        if self.shape(id) != Shape::Line {
            return false;
        }
        let beside = unit.hexes.iter().filter(|&own| self.grid().adjacent(own, hex));
        if beside.clone().any(|own| matches!(self.ground().at(own), Terrain::Village | Terrain::Farmettes)) {
            return true;
        }
        let near = unit.hexes.iter().flat_map(|own| self.neighbours(own)).filter(|&near| near != hex);
        near.flat_map(|near| self.state.stack(near)).any(|other| {
            let friend = other != id && self.side(other) == self.side(id) && self.shape(other) == Shape::Line;
            friend
                && !self.unit(other).hexes.meets(unit.hexes)
                && self.faces_near(id, other)
                && self.stance(other).aspect(self, hex) == Some(Aspect::Front)
        })
    }

    /// The reading of LB G-36 that asks for nearly the same facing.
    fn faces_near(self, id: UnitId, other: UnitId) -> bool {
        match (self.rules.options.refused_flank, self.unit(id).facing, self.unit(other).facing) {
            (RefusedFlank::NearFacing, Facing::Corner(own), Facing::Corner(theirs)) => own.turns_to(theirs) <= 1,
            _ => true,
        }
    }

    /// The front hexes of a unit that are on the map.
    pub fn front_hexes(self, id: UnitId) -> Around {
        self.around(id).into_iter().filter(|&hex| self.aspect(id, hex) == Some(Aspect::Front)).collect()
    }

    /// The hexes next to a unit that are on the map, each once.
    pub fn around(self, id: UnitId) -> Around {
        self.stance(id).around(self)
    }

    /// The hexsides of one of its hexes that are front: what fire and charges from that hex go through (LB 9.3a).
    pub fn front_sides(self, id: UnitId, own: Hex) -> DirSet {
        Dir::ALL.into_iter().filter(|&dir| self.fronts(id, own, dir)).collect()
    }

    /// One of those hexsides.
    pub fn fronts(self, id: UnitId, own: Hex, dir: Dir) -> bool {
        match self.grid().neighbour(own, dir) {
            Some(hex) => self.aspect(id, hex) == Some(Aspect::Front),
            // Where the map ends the stance tells: nothing is refused there.
            None => self.stance(id).side(self, own, dir) == Aspect::Front,
        }
    }

    /// A straight line to a hex leaves one of its own through its front; by a corner at the end of that too.
    pub fn looks_at(self, id: UnitId, own: Hex, hex: Hex) -> bool {
        match self.grid().offset(own, hex).bearing() {
            None => false,
            Some(Bearing::Side(dir)) => self.fronts(id, own, dir),
            Some(Bearing::Corner(corner)) => corner.front().into_iter().any(|dir| self.fronts(id, own, dir)),
        }
    }
}

impl Stance {
    /// The hexes next to it that are on the map, each once.
    pub fn around(self, table: Table<'_>) -> Around {
        let mut around = Around::new();
        for hex in self.hexes.iter().flat_map(|own| table.neighbours(own)) {
            if !self.hexes.contains(hex) && !around.contains(&hex) {
                table.state.overflow.keep(&mut around, hex);
            }
        }
        around
    }

    /// Where an adjacent hex lies to it, by table 8; nothing is refused here.
    pub fn aspect(self, table: Table<'_>, hex: Hex) -> Option<Aspect> {
        if self.hexes.contains(hex) {
            return None;
        }
        // A hex next to two of its hexes lies the same way to both, but for the ends of columns: the better one counts.
        let by = self.hexes.iter().filter_map(|own| Some(self.side(table, own, table.grid().direction(own, hex)?)));
        match self.shape {
            // What a column has beside any of its hexes is its flank, unless it is before its head.
            Shape::Column | Shape::RoadColumn => by.clone().find(|&side| side == Aspect::Front).or_else(|| by.max()),
            _ => by.min(),
        }
    }

    /// Where a hexside of one of its hexes lies (table 8 of the catalogue's first part): of Columns (LB 12.4.1a, 12.5.2a, 12.8.1a), Lines
    /// (LB 12.6.3a), General Order (LB 12.7.1a), skirmishers (LB 12.10.1a), and of those who have six fronts (LB 12.9.1a, 12.11.1a).
    pub fn side(self, table: Table<'_>, own: Hex, dir: Dir) -> Aspect {
        let last = self.hexes.len() - 1;
        let place = self.hexes.iter().position(|hex| hex == own).unwrap_or(0);
        // A column that winds has behind it what lies behind its tail.
        let behind = |ahead: Dir| {
            let before = last.checked_sub(1).and_then(|place| self.hexes.get(place));
            before.and_then(|before| table.grid().direction(before, self.hexes.tail())).unwrap_or(ahead.opposite())
        };
        match (self.shape, self.facing) {
            // LB 9.0d, 9.0f: three before the head, one behind the tail.
            (Shape::Column, Facing::Side(ahead)) => match ahead.turns_to(dir) {
                0 | 1 if place == 0 => Aspect::Front,
                _ if place == last && dir == behind(ahead) => Aspect::Rear,
                _ => Aspect::Flank,
            },
            (Shape::RoadColumn, Facing::Side(ahead)) => match ahead.turns_to(dir) {
                0 if place == 0 => Aspect::Front,
                _ if place == last && dir == behind(ahead) => Aspect::Rear,
                _ => Aspect::Flank,
            },
            (Shape::GeneralOrder, Facing::Side(ahead)) => {
                if dir == ahead.opposite() {
                    Aspect::Rear
                } else {
                    Aspect::Front
                }
            }
            (Shape::Guns, Facing::Side(ahead)) => {
                if ahead.turns_to(dir) <= 1 {
                    Aspect::Front
                } else {
                    Aspect::Rear
                }
            }
            // LB 9.0e.
            (Shape::Line, Facing::Corner(ahead)) => ahead.side(dir),
            (Shape::Skirmish, Facing::Corner(ahead)) => skirmishers(ahead, dir, place, last),
            _ => Aspect::Front,
        }
    }
}

/// Skirmishers in one hex have four hexes in front and two on their flanks; in two hexes the ends are front as well, the outer
/// hexes behind are flanks and the one between them is the rear (LB 9.0g).
fn skirmishers(ahead: Vertex, dir: Dir, place: usize, last: usize) -> Aspect {
    if ahead.side(dir) != Aspect::Rear {
        return Aspect::Front;
    }
    let outer = if place == 0 { Hand::Left } else { Hand::Right };
    if last == 0 || dir == ahead.rear()[outer as usize] { Aspect::Flank } else { Aspect::Rear }
}
