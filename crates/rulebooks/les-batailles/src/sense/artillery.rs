//! How an officer ranks decisions of `artillery`.

use crate::artillery::GunChoice;
use crate::hexes::Facing;
use crate::table::Table;
use field::hexes::Hex;
use kernel::Seat;

/// Enemies so near are worth unlimbering for.
const IN_RANGE: u16 = 8;

impl Table<'_> {
    pub(super) fn appraise_artillery(self, _seat: Seat, choice: GunChoice) -> i32 {
        match choice {
            // From the fullest.
            GunChoice::From(wagon) => i32::from(self.unit(wagon).rounds),
            GunChoice::Limber => {
                let side = self.moving().map(|moving| self.side(moving.top));
                let idle = !self.mover_is_near_enemy(IN_RANGE + 3) && side.is_some_and(|side| self.attacks(side));
                if idle { 30 } else { -20 }
            }
            GunChoice::Prolong(_) => -2,
            GunChoice::Unlimber(facing) => self.worth_of_unlimbering(facing),
            GunChoice::StandStill | GunChoice::Volunteers { .. } => -1,
            GunChoice::TryToShift | GunChoice::Clear { .. } => 5,
            GunChoice::ShiftTo(_) => 10,
            // The strongest comes back.
            GunChoice::Refit { back, .. } => 10 + i32::from(self.card(back).increments),
        }
    }

    /// In range, and with the enemy before their muzzles.
    fn worth_of_unlimbering(self, facing: Facing) -> i32 {
        let Some(moving) = self.moving().filter(|_| self.mover_is_near_enemy(IN_RANGE)) else { return -10 };
        let (side, at) = (self.side(moving.top), self.unit(moving.top).hexes.head());
        let far = |hex: Option<Hex>| hex.and_then(|hex| self.nearest_enemy(side, hex)).map_or(0, i32::from);
        let ahead = match facing {
            Facing::Side(dir) => far(self.grid().neighbour(at, dir)),
            Facing::Corner(corner) => {
                corner.front().into_iter().map(|dir| far(self.grid().neighbour(at, dir))).max().unwrap_or(0)
            }
            Facing::Round => 0,
        };
        40 - ahead
    }
}
