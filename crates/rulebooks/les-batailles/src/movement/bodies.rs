//! How a unit lies after it has gone a hex, and what that costs it (12.5.3, 12.6.4, 13.1.6).

use super::{Going, Moving};
use crate::cards::{Arm, UnitId};
use crate::charts::{Mover, Surcharge};
use crate::facing::Shape;
use crate::fraction::Points;
use crate::hexes::{Facing, Hexes};
use crate::state::{Formed, Order};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};

/// How a unit would lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    pub hexes: Hexes,
    pub facing: Facing,
    pub formed: Formed,
}

/// Hexes in the making.
pub(super) type Row = ArrayVec<Hex, { crate::cards::MOST_LENGTH }>;

impl Table<'_> {
    /// How many hexes a unit covers in a formation that demands a number of them: four Increments to a hex, guns one (LB 12.2c, 12.5b,
    /// LB 12.5.1a, 12.8.2b, 12.8.2c, G-21); skirmishers two, small ones of foot one (LB 12.10.2a, 12.10.2b, 12.10.4a).
    pub fn length_in(self, id: UnitId, formed: Formed) -> usize {
        let left = self.increments(id);
        match formed {
            Formed::Companies => usize::from(left.div_ceil(4)).max(1),
            Formed::RoadColumn => usize::from(left.div_ceil(self.per_road_hex(id))).max(1),
            Formed::Skirmish if self.is_cavalry(id) || left >= 4 => 2,
            _ => 1,
        }
    }

    /// Limbered guns and wagons string out on a road or trail of themselves, and close up when they leave it (LB 18.2.2a,
    /// LB 18.2.2b); that is part of the step, and nobody reacts to it by itself (LB 18.2.2d).
    fn takes_road(self, id: UnitId, from: Hex, dir: Dir) -> bool {
        let card = self.card(id);
        let side = self.ground().hexside(from, dir);
        let drawn = card.arm == Arm::Wagon || card.arm == Arm::Artillery && self.unit(id).limbered;
        drawn && self.unit(id).order == Order::Good && (side.road || side.trail) && self.stack_of(id).len() == 1
    }

    /// How a unit lies after going a hex that way, as it is formed; none where it may not: through its front only, Lines also by the flank
    /// and always straight (LB 12.6.4.2a); columns follow their head, Road Columns leave their tail behind while they are still too short
    /// (LB 13.1.6a, 9.3a, 9.3.1a, 12.5.3a, 12.3.3b, 12.8.2.1a). Unlimbered guns do not go like this.
    pub fn stepped(self, id: UnitId, dir: Dir) -> Option<Body> {
        let (unit, stance) = (self.unit(id), self.stance(id));
        let from = unit.hexes.head();
        let next = |hex: Hex| self.grid().neighbour(hex, dir);
        if self.is_unlimbered(id) {
            return None;
        }
        if self.takes_road(id, from, dir) {
            return self.strung(id, dir);
        }
        let (formed, kept) = (unit.formed, unit.facing);
        match (stance.shape, stance.facing) {
            (Shape::Line | Shape::Skirmish, Facing::Corner(ahead)) => {
                if !ahead.front().contains(&dir) && !ahead.flank().contains(&dir) {
                    return None;
                }
                let mut row = Row::new();
                for hex in unit.hexes.iter() {
                    self.state.overflow.keep(&mut row, next(hex)?);
                }
                Some(Body { hexes: Hexes::all(row)?, facing: kept, formed })
            }
            (Shape::Column, Facing::Side(ahead)) => {
                if ahead.turns_to(dir) > 1 {
                    return None;
                }
                let facing = if unit.hexes.len() > 1 { Facing::Side(dir) } else { kept };
                let hexes = self.followed(unit.hexes, dir, unit.hexes.len())?;
                Some(Body { hexes, facing, formed })
            }
            // The head of a Road Column turns for nothing before it goes on.
            (Shape::RoadColumn, Facing::Side(_)) if unit.formed == Formed::RoadColumn => {
                let guns = matches!(self.card(id).arm, Arm::Artillery | Arm::Wagon);
                if guns {
                    // They leave the road and close up (LB 18.2.2c).
                    let hexes = Hexes::one(next(from)?);
                    return Some(Body { hexes, facing: Facing::Round, formed: Formed::Battery });
                }
                self.strung(id, dir)
            }
            (Shape::GeneralOrder, Facing::Side(ahead)) => {
                let hexes = Hexes::one(next(from)?);
                (dir != ahead.opposite()).then_some(Body { hexes, facing: kept, formed })
            }
            // LB 12.11.2b, 12.9.2a.
            (Shape::Round, _) => Some(Body { hexes: Hexes::one(next(from)?), facing: kept, formed }),
            _ => None,
        }
    }

    /// A Road Column goes on: its head turns to where it goes, the rest follows, and it grows to its length.
    fn strung(self, id: UnitId, dir: Dir) -> Option<Body> {
        let hexes = self.followed(self.unit(id).hexes, dir, self.length_in(id, Formed::RoadColumn))?;
        Some(Body { hexes, facing: Facing::Side(dir), formed: Formed::RoadColumn })
    }

    /// Each part enters the hex that the one before it has left; at most so many hexes.
    fn followed(self, hexes: Hexes, dir: Dir, length: usize) -> Option<Hexes> {
        let head = self.grid().neighbour(hexes.head(), dir)?;
        if hexes.contains(head) {
            return None;
        }
        let row: Row = std::iter::once(head).chain(hexes.iter()).take(length.min(crate::cards::MOST_LENGTH)).collect();
        Hexes::all(row)
    }

    /// What a step costs a unit: the dearest hex that any part of it enters, what its formation pays besides, and the zone of enemy
    /// skirmishers of horse (LB 12.4.2a, 12.5.3b, 12.6.4a, 12.6.4b, 12.6.4c, 12.6.4.1a, 12.6.4.2c, 12.7.2a, 12.9.2a, 12.10.7b). None:
    /// some part may not go there.
    pub fn step_cost(self, id: UnitId, dir: Dir, body: &Body, moving: &Moving) -> Option<Points> {
        let unit = self.unit(id);
        let going = Going { formed: body.formed, mover: self.mover_of(id, body.formed), ..self.going(id) };
        let follows = unit.hexes.len() > 1 && !matches!(unit.formed, Formed::Line | Formed::Skirmish);
        let mut dearest = self.hex_cost(going, unit.hexes.head(), dir)?;
        if follows {
            let parts = unit.hexes.iter().zip(unit.hexes.iter().skip(1));
            for (ahead, behind) in parts {
                let way = self.grid().direction(behind, ahead)?;
                dearest = dearest.max(self.hex_cost(going, behind, way)?);
            }
        } else {
            for hex in unit.hexes.iter().skip(1) {
                dearest = dearest.max(self.hex_cost(going, hex, dir)?);
            }
        }
        let mut sum = dearest + self.formation_surcharge(id, going.mover, moving);
        let fresh = body.hexes.iter().filter(|&hex| !unit.hexes.contains(hex));
        let zone = fresh.map(|hex| self.skirmish_surcharge(self.side(id), going.mover, hex)).max();
        sum += zone.unwrap_or_default();
        // Guns that leave the road pay for their tail to come up (LB 18.2.2c).
        if unit.hexes.len() > 1 && body.hexes.len() == 1 {
            sum += self.closing_up(id, going)?;
        }
        Some(sum)
    }

    /// What it costs the last part of a unit to come up to its head, along its own hexes (LB 12.3.1a, 12.3.6b, 12.8.2.1a).
    pub fn closing_up(self, id: UnitId, going: Going) -> Option<Points> {
        let unit = self.unit(id);
        let going = Going { formed: unit.formed, ..going };
        let mut sum = Points::ZERO;
        for (ahead, behind) in unit.hexes.iter().zip(unit.hexes.iter().skip(1)) {
            sum += self.hex_cost(going, behind, self.grid().direction(behind, ahead)?)?;
        }
        Some(sum)
    }

    /// What it costs the last part of a Road Column to come up into the next hex, which cost the head so much: it has moved up by a hex
    /// with that step (LB 12.3.6b).
    pub(super) fn coming_up_behind(self, id: UnitId, step: Points) -> Option<Points> {
        let unit = self.unit(id);
        if unit.hexes.len() < 2 {
            return Some(Points::ZERO);
        }
        let going = self.going(id);
        let mut sum = step;
        let pairs = unit.hexes.iter().zip(unit.hexes.iter().skip(1));
        for (ahead, behind) in pairs.take(unit.hexes.len() - 2) {
            sum += self.hex_cost(going, behind, self.grid().direction(behind, ahead)?)?;
        }
        Some(sum)
    }

    /// Old Guard infantry in Line and cavalry in a Line of several hexes pay for every second hex that they enter so (LB 12.6.4c,
    /// LB 12.6.4.1a).
    pub(super) fn pays_for_every_second(self, id: UnitId) -> bool {
        let (unit, card) = (self.unit(id), self.card(id));
        let guard = card.arm == Arm::Infantry && card.is_old_guard();
        unit.formed == Formed::Line && (guard || card.arm == Arm::Cavalry && unit.hexes.len() > 1)
    }

    /// What a formation pays for a hex besides the ground: infantry in Line and Squares one more; Old Guard infantry in Line and cavalry
    /// in a Line of several hexes for every second hex of the move (LB 12.6.4a, 12.6.4c, 12.6.4.1a, 12.9.2a, G17).
    pub fn formation_surcharge(self, id: UnitId, mover: Mover, moving: &Moving) -> Points {
        self.surcharge_after(id, mover, moving.in_line)
    }

    /// The same for any movement, after so many hexes.
    pub(crate) fn surcharge_after(self, id: UnitId, mover: Mover, entered: u8) -> Points {
        let (unit, card) = (self.unit(id), self.card(id));
        let second = entered % 2 == 1;
        let alternate = if second { self.surcharge(Surcharge::LineSecondHex, mover) } else { Points::ZERO };
        match (unit.formed, card.arm) {
            _ if self.pays_for_every_second(id) => alternate,
            (Formed::Line, Arm::Infantry) => self.surcharge(Surcharge::Line, mover),
            (Formed::Square, _) => self.surcharge(Surcharge::Square, mover),
            _ => Points::ZERO,
        }
    }
}
