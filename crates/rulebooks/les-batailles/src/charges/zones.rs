//! The zones of cavalry: Charge Zone, Reaction Zone, Opportunity Charge Zone (19.2.1, 19.17.1, 19.18.2; table 8).
//!
//! A zone is what a unit reaches by steps through its front hexsides without turning (LB G3.1).

use super::ChargeKind;
use crate::cards::UnitId;
use crate::facing::{Shape, Stance};
use crate::hexes::{Facing, Hexes};
use crate::state::{Formed, Order, Readiness};
use crate::table::Table;
use field::hexes::{Dir, Grid, Hand, Hex, Offset};

/// How deep a Charge Zone is, and how many points there are to ride in it (LB 19.2.1a, 24.4).
pub const CHARGE: u8 = 5;
/// How deep an Opportunity Charge Zone is (LB 19.18.2).
pub const OPPORTUNITY: u8 = 2;

/// Out of which side of a unit a zone reaches a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Out {
    Front,
    /// Out of a flank, by a quarter-wheel to that hand (LB 19.17.1.1).
    Flank(Hand),
}

/// The steps between two neighbouring directions lead there.
fn between(offset: Offset, left: Dir) -> bool {
    let (first, second) = (left.offset(), left.right(1).offset());
    first.cross(offset) >= 0 && offset.cross(second) >= 0
}

/// Steps through a hexside and its two neighbours lead there: what the head of a column has before it.
fn before_head(offset: Offset, ahead: Dir) -> bool {
    between(offset, ahead.left(1)) || between(offset, ahead)
}

fn offsets(grid: &Grid, from: Hexes, to: Hex) -> impl Iterator<Item = Offset> {
    from.iter().map(move |own| grid.offset(own, to))
}

fn near(offset: Offset, depth: u8) -> bool {
    (1..=u16::from(depth)).contains(&offset.length())
}

/// The zone out of the front of whoever stands like that: of a Line from each of its hexes, of a column from its head.
pub fn in_front_zone(grid: &Grid, stance: Stance, depth: u8, hex: Hex) -> bool {
    match (stance.shape, stance.facing) {
        (Shape::Line, Facing::Corner(ahead)) => offsets(grid, stance.hexes, hex)
            .any(|offset| near(offset, depth) && between(offset, ahead.ahead(Hand::Left))),
        (Shape::Column, Facing::Side(ahead)) => {
            let offset = grid.offset(stance.hexes.head(), hex);
            near(offset, depth) && before_head(offset, ahead)
        }
        _ => false,
    }
}

/// The extended zone out of a flank: of a column that of a Line from each of its hexes, of a thin Line that of the head of a
/// column from its end (LB 19.17.1.1).
fn in_flank_zone(grid: &Grid, stance: Stance, depth: u8, hex: Hex, hand: Hand) -> bool {
    match (stance.shape, stance.facing) {
        (Shape::Column, Facing::Side(ahead)) => {
            let left = if hand == Hand::Right { ahead.right(1) } else { ahead.left(2) };
            offsets(grid, stance.hexes, hex).any(|offset| near(offset, depth) && between(offset, left))
        }
        (Shape::Line, Facing::Corner(ahead)) => {
            let end = if hand == Hand::Right { stance.hexes.tail() } else { stance.hexes.head() };
            let offset = grid.offset(end, hex);
            near(offset, depth) && before_head(offset, ahead.aside(hand))
        }
        _ => false,
    }
}

impl Table<'_> {
    /// In a formation that can charge: Line or a straight Column of Companies, in Good Order, not skirmishing, in no terrain of General
    /// Order (LB 19.2.2a, 19.2.4, 12.5.3.2a, 12.7.4b, 12.10.9a).
    pub fn is_formed_to_charge(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let mut pairs = unit.hexes.iter().zip(unit.hexes.iter().skip(1));
        let straight = match (unit.formed, unit.facing) {
            (Formed::Line, _) => true,
            (Formed::Companies, Facing::Side(ahead)) => {
                pairs.all(|(front, behind)| self.grid().direction(behind, front) == Some(ahead))
            }
            _ => false,
        };
        let open = unit.hexes.iter().all(|hex| !self.is_go(hex));
        unit.on_map() && self.is_cavalry(id) && unit.order == Order::Good && straight && open
    }

    /// How deep the Reaction Zone of a unit is: five hexes for light and three for heavy cavalry, three and two when Tired
    /// (LB 19.17.1a, 19.15.5); none for others.
    pub fn reaction_depth(self, id: UnitId) -> u8 {
        let light = self.card(id).is_light_cavalry();
        match self.unit(id).readiness {
            Readiness::Ready if light => 5,
            Readiness::Tired if !light => 2,
            Readiness::Ready | Readiness::Tired => 3,
            Readiness::Exhausted => 0,
        }
    }

    /// How a unit's zone of that depth, with its extensions, reaches a hex (LB 19.17.1a, 19.17.1.1, 19.18.2). Out of its front
    /// before out of a flank; a quarter-wheel asks for at most four Increments a hex (LB 12.3.7b).
    pub fn reaches_out(self, id: UnitId, depth: u8, hex: Hex) -> Option<Out> {
        if !self.is_formed_to_charge(id) || self.unit(id).readiness == Readiness::Exhausted {
            return None;
        }
        let (stance, grid) = (self.stance(id), self.grid());
        if in_front_zone(grid, stance, depth, hex) {
            return Some(Out::Front);
        }
        let thin = self.stack_of(id).iter().all(|&other| self.unit(other).thin);
        let extends = stance.shape == Shape::Column || thin;
        let hands = [Hand::Left, Hand::Right].into_iter().filter(|_| extends);
        hands.into_iter().find(|&hand| in_flank_zone(grid, stance, depth, hex, hand)).map(Out::Flank)
    }

    /// A hex lies in the Reaction Zone of a unit (LB 19.17.1a).
    pub fn in_reaction_zone(self, id: UnitId, hex: Hex) -> bool {
        self.reaches_out(id, self.reaction_depth(id), hex).is_some()
    }

    /// The Charge Zone a unit would have if it declared a charge where it stands (LB 19.2.1a); a Grand Charge's is as deep as the
    /// slowest of its units moves (LB 19.16.3).
    pub fn would_reach(self, id: UnitId, kind: ChargeKind, hex: Hex) -> bool {
        let depth = if kind == ChargeKind::Grand { self.movement_by_light(id) } else { CHARGE };
        in_front_zone(self.grid(), self.stance(id), depth, hex)
    }
}
