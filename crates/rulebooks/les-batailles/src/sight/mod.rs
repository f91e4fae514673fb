//! Chapter 14: line of sight, and what may be fired through or over.

mod line;

use crate::cards::UnitId;
use crate::state::{Formed, Prone};
use crate::table::{Stack, Table};
use field::hexes::Hex;
use kernel::{Refusal, Side};
use line::{Between, Place};

/// Why a line of sight ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Why {
    /// Terrain that blocks it (LB 14.1.1a).
    Terrain,
    /// A slope, or ground that is higher than both ends (LB 14.1.1b).
    Slope,
    /// A stack (LB 14.1.1c).
    Units,
    /// It is farther than anybody looks.
    Distance,
}

/// What came of looking along a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sight {
    Clear,
    /// The hex that blocks it.
    Blocked(Hex, Why),
}

impl Sight {
    pub const fn is_clear(self) -> bool {
        matches!(self, Sight::Clear)
    }
}

/// A stack of that value blocks (LB 14.1.1c).
const BLOCKING_VALUE: u8 = 3;

impl Table<'_> {
    /// The line of sight from the middle of one hex to that of another, the same both ways (LB 14.0a, 14.1a). Adjacent hexes always
    /// have one (LB 14.2.2a).
    pub fn sight(self, from: Hex, to: Hex) -> Sight {
        if self.grid().distance(from, to) <= 1 {
            return Sight::Clear;
        }
        let Some(between) = self.between(from, to) else { return Sight::Blocked(to, Why::Distance) };
        let blocked = between.places(self).find_map(|place| Some((place.hex, self.blocks(&between, &place)?)));
        blocked.map_or(Sight::Clear, |(hex, why)| Sight::Blocked(hex, why))
    }

    pub fn sees(self, from: Hex, to: Hex) -> bool {
        self.sight(from, to).is_clear()
    }

    /// A hex of one unit sees a hex of another: what charges, Squares and forming up ask for (LB 14.1b).
    pub fn units_see(self, a: UnitId, b: UnitId) -> bool {
        self.unit(a).hexes.iter().any(|from| self.unit(b).hexes.iter().any(|to| self.sees(from, to)))
    }

    /// What blocks at a place of the line, if anything does.
    fn blocks(self, between: &Between<'_>, place: &Place) -> Option<Why> {
        let ground = 2 * i16::from(self.ground().level(place.hex));
        if between.slope_blocks(self, place) || ground > between.high {
            return Some(Why::Slope);
        }
        // What stands or grows at the ends hides nothing.
        if place.hex == between.to {
            return None;
        }
        let terrain = self.rules.charts.ground.terrain(self.ground().at(place.hex));
        if terrain.blocks && between.blocks_at(place.from, ground + i16::from(terrain.height_halves)) {
            return Some(Why::Terrain);
        }
        let stacked = self.is_bulky(place.hex) && between.blocks_at(place.from, ground);
        (stacked && self.is_seen(place.hex, between)).then_some(Why::Units)
    }

    /// A stack of a stacking value of 3 or more that is neither prone nor in Square nor in Skirmish Order (LB 14.1.1c, 12.13.5a,
    /// LB 19.2.7n). Leaders alone never block (LB 8.1.3a, 14.1.1e).
    fn is_bulky(self, hex: Hex) -> bool {
        let low = |id: UnitId| {
            let unit = self.unit(id);
            unit.prone == Prone::Prone || matches!(unit.formed, Formed::Square | Formed::Skirmish)
        };
        let stack = self.stack_at(hex);
        let value: u8 = stack.iter().filter(|&&id| !low(id)).map(|&id| self.value_seen(id)).sum();
        value >= BLOCKING_VALUE
    }

    /// What a unit counts for the eye: an Increment of guns with infantry counts six, so any battery with foot does (LB 11.1.1.1a,
    /// G44).
    fn value_seen(self, id: UnitId) -> u8 {
        let with_foot = self.is_artillery(id) && self.foot_with(id).is_some();
        if with_foot { BLOCKING_VALUE } else { self.unit(id).bulk }
    }

    /// Units that cannot be seen themselves block nothing (LB 14.1.1d): hidden from either end, since sight is mutual.
    fn is_seen(self, hex: Hex, between: &Between<'_>) -> bool {
        self.sees(between.from, hex) && self.sees(between.to, hex)
    }

    /// Whether a unit of that side in a hex may fire at another along the line of sight: never through or over friends, over
    /// enemies only as elevation allows; howitzers over everybody who does not block the sight (LB 14.1.2a, 14.1.3a, 14.1.3b, G-17), prone
    /// units among them (LB 12.13.5a). Without a line of sight nobody fires (LB 14.1b).
    pub fn may_fire_along(self, side: Side, from: Hex, to: Hex, howitzers: bool) -> Result<(), Refusal> {
        if self.grid().distance(from, to) <= 1 {
            return Ok(());
        }
        if let Sight::Blocked(_, why) = self.sight(from, to) {
            let (rule, words) = match why {
                Why::Terrain => ("LB 14.1.1a", "the ground hides it"),
                Why::Slope => ("LB 14.1.1b", "a slope hides it"),
                Why::Units => ("LB 14.1.1c", "units hide it"),
                Why::Distance => ("LB 14.1a", "it is too far to be seen"),
            };
            return Err(Refusal::new(rule, words));
        }
        let Some(between) = self.between(from, to).filter(|_| !howitzers) else { return Ok(()) };
        for place in between.places(self).filter(|place| place.hex != to) {
            let stack: Stack = self.stack_at(place.hex);
            let Some(&top) = stack.first() else { continue };
            if self.side(top) == side {
                return Err(Refusal::new("LB 14.1.3a", "friends are in the way"));
            }
            let ground = 2 * i16::from(self.ground().level(place.hex));
            if between.blocks_at(place.from, ground) {
                return Err(Refusal::new("LB 14.1.2a", "units are in the way"));
            }
        }
        Ok(())
    }
}
