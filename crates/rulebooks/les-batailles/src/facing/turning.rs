//! How a unit turns: where it stands, about, and by wheeling (9.2).

use super::{Shape, Stance};
use crate::cards::UnitId;
use crate::hexes::{Facing, Hexes};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex, Rank, Vertex};

/// The facings a unit may turn to where it stands.
pub type Facings = ArrayVec<Facing, 6>;

/// A wheel by one corner, and what it sweeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wheel {
    pub to: Stance,
    /// For each hex that the outer end enters, the hexes that parts of the Line are in then; the outer end's comes first. What it
    /// costs is the dearest of each (LB 9.2.1b, G17).
    pub swept: ArrayVec<ArrayVec<Hex, 8>, 8>,
}

impl Stance {
    /// The other way round where it stands: the head of a column comes to be its tail, the left of a Line its right (LB 9.2.2a).
    #[must_use]
    pub fn about(self) -> Stance {
        let mut back: ArrayVec<Hex, 8> = self.hexes.iter().collect();
        back.reverse();
        let hexes = Hexes::all(back).unwrap_or(self.hexes);
        Stance { hexes, facing: self.facing.about(), ..self }
    }

    /// One end of a Line of several hexes stays and turns by one hexside, the others swing forward about it; it stays straight
    /// (LB 9.2.1a, G17). None where it would leave the map, and for whatever is no such Line.
    pub fn wheel(self, table: Table<'_>, pivot: Hand) -> Option<Wheel> {
        let (Shape::Line, Facing::Corner(facing)) = (self.shape, self.facing) else { return None };
        let len = self.hexes.len() as u8;
        let rank = Rank::on(table.grid(), self.hexes.head(), facing, len).filter(|_| len > 1)?;
        let to = rank.wheel(table.grid(), pivot)?;
        let mut swept: ArrayVec<ArrayVec<Hex, 8>, 8> = ArrayVec::new();
        for part in (1..len).rev() {
            // A part halfway out goes half as far: its hexes fall to the last of the outer end's.
            let late = usize::from(len - 1 - part);
            for (at, hex) in rank.swept(table.grid(), pivot, part).enumerate() {
                let place = at + late;
                if swept.len() <= place {
                    table.state.overflow.keep(&mut swept, ArrayVec::new());
                }
                table.state.overflow.keep(swept.get_mut(place)?, hex?);
            }
        }
        let hexes = Hexes::all(to.hexes(table.grid()))?;
        Some(Wheel { to: Stance { hexes, facing: Facing::Corner(facing.turned(pivot, 1)), ..self }, swept })
    }
}

impl Table<'_> {
    /// The facings a unit may take without entering a hex: any in one hex, only about in several (LB 9.2b, 9.2.2a). One that faces
    /// all round has none to change.
    pub fn facings(self, id: UnitId) -> Facings {
        let unit = self.unit(id);
        let other = |facing: &Facing| *facing != unit.facing;
        match unit.facing {
            Facing::Round => Facings::new(),
            facing if unit.hexes.len() > 1 => std::iter::once(facing.about()).collect(),
            Facing::Side(_) => Dir::ALL.into_iter().map(Facing::Side).filter(other).collect(),
            Facing::Corner(_) => Vertex::ALL.into_iter().map(Facing::Corner).filter(other).collect(),
        }
    }

    /// How a unit stands after turning to that facing where it is.
    pub fn turned(self, id: UnitId, facing: Facing) -> Stance {
        let stance = self.stance(id);
        let spread = stance.hexes.len() > 1 && facing == stance.facing.about();
        if spread { stance.about() } else { Stance { facing, ..stance } }
    }

    /// The flank hexes into which a Line may march, keeping its facing: all its hexes go the same way (LB 9.3.1a).
    pub fn flank_march(self, id: UnitId, hand: Hand) -> Option<Stance> {
        let stance = self.stance(id);
        let (Shape::Line, Facing::Corner(facing)) = (stance.shape, stance.facing) else { return None };
        let dir = facing.aside(hand);
        let mut hexes: ArrayVec<Hex, 8> = ArrayVec::new();
        for hex in stance.hexes.iter() {
            self.state.overflow.keep(&mut hexes, self.grid().neighbour(hex, dir)?);
        }
        Some(Stance { hexes: Hexes::all(hexes)?, ..stance })
    }
}
