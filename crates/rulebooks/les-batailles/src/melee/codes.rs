//! The codes of the Assaut et Mêlée, and what they do to a stack (16.1.1, 16.7).

use crate::charts::MeleeResult;
use crate::face::told::{Who, assault as told};
use crate::ground::Terrain;
use crate::movement::Cause;
use crate::state::{Loss, Order};
use crate::table::{Play, Stack, Table};
use kernel::Listener;
use serde::{Deserialize, Serialize};

/// What a result has in store for the side that it is against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Fate {
    /// Disorder, and a Recoil of so many hexes; a rout for those in Disorder already.
    Disorders(u8),
    Routs,
    Surrenders,
}

/// A code as players say it.
pub const fn code(result: MeleeResult) -> &'static str {
    match result {
        MeleeResult::AttackerSurrenders => "AS",
        MeleeResult::AttackerRouts => "AR",
        MeleeResult::AttackerDisorders(1) => "AD1",
        MeleeResult::AttackerDisorders(2) => "AD2",
        MeleeResult::AttackerDisorders(_) => "AD3",
        MeleeResult::Blank => "blank",
        MeleeResult::DefenderDisorders(1) => "DD1",
        MeleeResult::DefenderDisorders(2) => "DD2",
        MeleeResult::DefenderDisorders(_) => "DD3",
        MeleeResult::DefenderRouts => "DR",
        MeleeResult::DefenderSurrenders => "DS",
    }
}

impl MeleeResult {
    /// What becomes of the attackers (LB 16.1.1-3o).
    pub const fn attacker(self) -> Option<Fate> {
        match self {
            MeleeResult::AttackerSurrenders => Some(Fate::Surrenders),
            MeleeResult::AttackerRouts => Some(Fate::Routs),
            MeleeResult::AttackerDisorders(hexes) => Some(Fate::Disorders(hexes)),
            _ => None,
        }
    }

    /// What becomes of the defenders (LB 16.1.1-3p, 16.1.1-3q).
    pub const fn defender(self) -> Option<Fate> {
        match self {
            MeleeResult::DefenderSurrenders => Some(Fate::Surrenders),
            MeleeResult::DefenderRouts => Some(Fate::Routs),
            MeleeResult::DefenderDisorders(hexes) => Some(Fate::Disorders(hexes)),
            _ => None,
        }
    }
}

impl Fate {
    /// Two results on the same stack: the worse overrides, two Disorders rout, and of two Recoils that never come to that the
    /// longer counts (LB G-37).
    #[must_use]
    pub fn and(self, other: Fate) -> Fate {
        match (self, other) {
            (Fate::Disorders(_), Fate::Disorders(_)) => Fate::Routs,
            _ => self.max(other),
        }
    }
}

impl Table<'_> {
    /// A special structure shelters whoever is in it: nobody recoils out of it (LB 16.7.1a).
    pub fn in_structure(self, stack: &Stack) -> bool {
        let inside = |hex| self.ground().at(hex) == Terrain::Structure;
        stack.iter().any(|&id| self.unit(id).hexes.iter().any(inside))
    }
}

impl<L: Listener> Play<'_, L> {
    /// A stack suffers the result of a mêlée. What retreats is put on the agenda: whoever is called last runs first
    /// (LB 16.1.1-3o, 16.1.1-3p, 16.1.1-3q, 16.1.1-3r, 16.7.1a, 16.7.2a).
    pub fn suffer_melee(&mut self, stack: &Stack, fate: Fate, cause: Cause) {
        let there: Stack = stack.iter().copied().filter(|&id| self.unit(id).on_map()).collect();
        match fate {
            Fate::Surrenders => {
                for &id in &there {
                    self.tell("LB 16.1.1-3q", told::SURRENDERS, &[Who::Unit(id)]);
                    self.remove(id, Loss::Surrendered);
                }
            }
            Fate::Routs => self.rout_stack(&there, cause),
            Fate::Disorders(hexes) => {
                // Each unit for itself: those in Disorder already rout, the others recoil together.
                let (shaken, steady): (Vec<_>, Vec<_>) =
                    there.iter().partition(|&&id| self.unit(id).order != Order::Good);
                let steady: Stack = steady.into_iter().collect();
                let shelter = self.table().in_structure(&there);
                if !shelter {
                    self.recoil_stack(&steady, hexes, cause);
                }
                for &id in &steady {
                    if self.unit(id).on_map() {
                        self.disorder(id, cause);
                    }
                }
                self.rout_stack(&shaken.into_iter().collect(), cause);
            }
        }
    }
}
