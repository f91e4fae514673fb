//! How an officer ranks decisions of `formations`.

use crate::cards::{Class, UnitId};
use crate::formations::FormChoice;
use crate::hexes::Facing;
use crate::state::Formed;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_formations(self, _seat: Seat, choice: FormChoice) -> i32 {
        match choice {
            FormChoice::Collapse(_) | FormChoice::Keep => 0,
            FormChoice::Change { formed, facing, .. } => match self.moving().map(|moving| moving.top) {
                Some(top) => self.worth_of_forming(top, formed, facing),
                None => -10,
            },
            FormChoice::Extend { .. } if self.mover_is_near_enemy(4) && !self.mover_assaults() => 4,
            FormChoice::Stand => 1,
            // Whoever lies is hard to hit, and fires at nobody.
            FormChoice::Rise(top) => {
                if self.is_beside_enemy(top) {
                    1
                } else {
                    -1
                }
            }
            FormChoice::Lie => -1,
            _ => -10,
        }
    }

    /// Squares where horse could charge and no foot or guns are near; the British in Line before the enemy, and whoever waits for him;
    /// others keep to their columns. Points spent on forms are points not marched.
    fn worth_of_forming(self, top: UnitId, formed: Formed, facing: Facing) -> i32 {
        if self.mover_assaults() {
            return -20;
        }
        let side = self.side(top);
        let old = self.unit(top).formed;
        let horse = self.is_infantry(top) && self.horse_threatens(top);
        let waits = self.card(top).is_british() || !self.attacks(side);
        let towards = if self.faces_enemy(top, facing) { 1 } else { 0 };
        match formed {
            Formed::Square if horse && !self.foot_threatens(top) => 18,
            _ if old == Formed::Square && horse => -10,
            Formed::Line if self.is_infantry(top) && waits && self.mover_is_near_enemy(6) => 6 + towards,
            Formed::Line if self.is_infantry(top) && self.mover_is_near_enemy(4) => 5 + towards,
            Formed::Line if self.is_cavalry(top) && self.mover_is_near_enemy(8) => 4 + towards,
            Formed::Skirmish if self.card(top).class == Class::Light && self.mover_is_near_enemy(4) && !waits => {
                3 + towards
            }
            Formed::Column | Formed::Companies if old == Formed::Square => 5 + towards,
            Formed::Column | Formed::Companies if old == Formed::RoadColumn && self.mover_is_near_enemy(8) => {
                4 + towards
            }
            Formed::Column if !waits && old == Formed::Line && !self.mover_is_near_enemy(4) => 1 + towards,
            _ => -10,
        }
    }

    fn faces_enemy(self, top: UnitId, facing: Facing) -> bool {
        let at = self.unit(top).hexes.head();
        let ahead = |hex: Option<field::hexes::Hex>| hex.and_then(|hex| self.nearest_enemy(self.side(top), hex));
        let now = self.nearest_enemy(self.side(top), at);
        match facing {
            Facing::Side(dir) => ahead(self.grid().neighbour(at, dir)) < now,
            Facing::Corner(corner) => {
                corner.front().into_iter().all(|dir| ahead(self.grid().neighbour(at, dir)) <= now)
            }
            Facing::Round => true,
        }
    }

    fn mover_assaults(self) -> bool {
        self.moving().is_some_and(|moving| self.assault_target(moving.top).is_some())
    }

    /// The stack on the move is within so many hexes of an enemy.
    pub(super) fn mover_is_near_enemy(self, hexes: u16) -> bool {
        let near = |id| self.nearest_enemy(self.side(id), self.unit(id).hexes.head());
        self.moving().and_then(|moving| near(moving.top)).is_some_and(|far| far <= hexes)
    }
}
