//! How an officer ranks decisions of `assault`.

use crate::assault::AssaultChoice;
use crate::cards::UnitId;
use crate::state::{Formed, Order};
use crate::table::Table;
use field::hexes::Hex;
use kernel::Seat;

/// So much an assault has to promise: fire comes before the bayonet, and whoever is shaken by it weighs less.
const BEFORE_THE_BAYONET: i32 = 20;

impl Table<'_> {
    pub(super) fn appraise_assault(self, _seat: Seat, choice: AssaultChoice) -> i32 {
        match choice {
            AssaultChoice::Declare { unit, at } | AssaultChoice::OldGuardCharge { unit, at } => self.prospect(unit, at),
            AssaultChoice::DeclareBoth { unit, at, and } => (self.prospect(unit, at) + self.prospect(unit, and)) / 2,
            // Fire that is kept is worth more than a shot at skirmishers.
            AssaultChoice::HoldFire => 10,
            AssaultChoice::Retreats(id) => {
                if self.is_skirmishing(id) {
                    20
                } else {
                    -5
                }
            }
            AssaultChoice::PartingShot(_) | AssaultChoice::ParentFires => 15,
            AssaultChoice::NewTarget(at) => 5 + self.weakness(at),
            AssaultChoice::Aim { at, .. } => self.weakness(at),
            AssaultChoice::Huzzah(at) => {
                if self.unit(at).order == Order::Disorder {
                    20
                } else {
                    4
                }
            }
            AssaultChoice::Wheel(_) => 8,
            AssaultChoice::Commit { .. } | AssaultChoice::CommitLine { .. } => 12,
            AssaultChoice::Pair { with, .. } => self.weakness(self.unit(with).hexes.head()),
            AssaultChoice::LeaderGoes { .. } => -10,
            _ => 0,
        }
    }

    /// How much an officer thinks of an assault: what he and those who go with him bring against what he sees, and what the ground is
    /// worth. Below nothing he lets it be.
    fn prospect(self, unit: UnitId, at: Hex) -> i32 {
        let side = self.side(unit);
        let near = i32::from(self.distance_to(unit, at));
        if !self.comes_up(unit, at) {
            return -40;
        }
        let friends = self
            .state
            .assaults
            .iter()
            .filter(|assault| self.side(assault.top) == side && assault.targets.contains(&Some(at)));
        let with_us: i32 = friends.map(|assault| self.weight_at(self.unit(assault.top).hexes.head())).sum();
        let own: i32 = self.unit(unit).hexes.iter().map(|hex| self.weight_at(hex)).sum();
        let (ours, theirs) = (own + with_us, self.weight_at(at).max(1));
        let odds = (12 * (ours - theirs) / theirs).clamp(-24, 24);
        // A handful of men is not worth a column, nor one that others go for already.
        let odds = if odds > 0 { odds * theirs.min(12) / 12 } else { odds };
        let enough = if with_us >= 2 * theirs { -40 } else { 0 };
        let stack = self.stack_at(at);
        let guns = stack.iter().any(|&id| self.is_unlimbered(id));
        let good = self.unit(unit).order == Order::Good;
        let run = if near == 1 { -3 } else { 0 };
        let formed = match self.unit(unit).formed {
            Formed::Column | Formed::Line => 0,
            _ => -12,
        };
        let cover = if self.is_go(at) { -6 } else { 0 };
        let ground = if self.is_prize(side, at) { 25 } else { 0 };
        let horse = if stack.iter().all(|&id| self.is_cavalry(id)) { -30 } else { 0 };
        odds + enough
            + run
            + formed
            + cover
            + ground
            + horse
            + if guns { 6 } else { 0 }
            + if good { 0 } else { -20 }
            + if self.attacks(side) { 0 } else { -20 }
            - BEFORE_THE_BAYONET
    }

    /// It stands next to the target, or there is a way straight up to it that no other enemy closes.
    fn comes_up(self, unit: UnitId, at: Hex) -> bool {
        let (side, near) = (self.side(unit), self.distance_to(unit, at));
        let nearer = |hex: Hex, far: u16| self.neighbours(hex).filter(move |&next| self.distance_to(unit, next) == far);
        let free = |&hex: &Hex| !self.enemy_at(side, hex);
        near <= 1
            || nearer(at, near - 1).filter(free).any(|last| {
                near == 2 || nearer(last, near - 2).filter(free).any(|before| !self.enemy_beside(side, before))
            })
    }

    /// How weak those in a hex look from outside.
    fn weakness(self, at: Hex) -> i32 {
        let stack = self.stack_at(at);
        let shaken = stack.iter().any(|&id| self.unit(id).order != Order::Good);
        let guns = stack.iter().all(|&id| self.is_artillery(id));
        let strength: i32 = stack.iter().map(|&id| i32::from(self.unit(id).bulk)).sum();
        (if shaken { 12 } else { 0 }) + (if guns { 10 } else { 0 }) - strength
    }
}
