//! Who takes the losses of a stack (17.1, table 1).

use crate::cards::UnitId;
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;

/// Whether a Morale Check follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// In the innermost combat event (17.1.4).
    Check,
    /// Mêlée, zones of influence, Offensive and Defensive Fire.
    Nothing,
}

/// Losses of one Fire Attack, and those who stood in the hex.
#[derive(Debug, Clone, Copy)]
pub struct FireLosses<'a> {
    pub hex: Hex,
    /// From the top down, as they stood when the fire was opened.
    pub units: &'a Stack,
    pub losses: u8,
    /// Artillery fired from three hexes or farther (17.1.1).
    pub far: bool,
    pub after: After,
}

impl Table<'_> {
    /// Still there to lose anything.
    fn can_lose(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.on_map() && !(self.is_wagon(id) && unit.wrecked)
    }

    /// Who takes the loss of that number, from 1: with unlimbered guns among infantry the even ones are theirs and the odd ones the
    /// foot's; several from far artillery go round from the top down; all others are the top unit's (LB 17.1, 17.1.1a, 17.1.1b,
    /// LB 17.1.1.1, 15.7.1e, 11.1.1.1b, 11.2c).
    fn takes_loss(self, fire: &FireLosses<'_>, number: u8, mixed: bool, dealt: &[UnitId]) -> Option<UnitId> {
        let mut left = fire.units.iter().copied().filter(|&id| self.can_lose(id));
        if mixed {
            let guns = number.is_multiple_of(2);
            let of_arm = left.clone().find(|&id| self.is_artillery(id) == guns);
            return of_arm.or_else(|| left.next());
        }
        if fire.far && fire.losses > 1 {
            // Whoever has taken fewest, the highest of them first.
            return left.min_by_key(|id| dealt.iter().filter(|&other| other == id).count());
        }
        left.next()
    }
}

impl<L: Listener> Play<'_, L> {
    /// The losses of a Fire Attack are taken one by one; tells how many were.
    pub fn take_fire_losses(&mut self, fire: &FireLosses<'_>) -> u8 {
        let table = self.table();
        let has = |test: &dyn Fn(UnitId) -> bool| fire.units.iter().any(|&id| table.can_lose(id) && test(id));
        let mixed = has(&|id| table.is_unlimbered(id)) && has(&|id| table.is_infantry(id));
        let mut taken = 0;
        let mut dealt: ArrayVec<UnitId, 64> = ArrayVec::new();
        for number in 1..=fire.losses {
            let Some(id) = self.table().takes_loss(fire, number, mixed, &dealt) else { break };
            self.state.overflow.keep(&mut dealt, id);
            if fire.after == After::Check {
                self.suffers(id, fire.units);
            }
            taken += match fire.after {
                // In an assault or charge a wagon has one Increment (LB 18.14.1.6a).
                After::Nothing if self.table().is_wagon(id) => self.smash(id),
                _ => self.lose_in(id, 1, fire.hex),
            };
            if fire.after == After::Check {
                self.calls_for_check(id, fire.units);
            }
        }
        taken
    }

    /// Losses of a mêlée, of an enemy zone, of impetus or pursuit: the top combat unit takes them all, guns like any other; what it
    /// cannot take falls on the next (LB 17.1.2, 18.10.5).
    pub fn take_top_losses(&mut self, stack: &Stack, losses: u8) -> u8 {
        let mut taken = 0;
        while taken < losses {
            let table = self.table();
            let Some(top) = stack.iter().copied().find(|&id| table.can_lose(id)) else { break };
            let wagon = table.is_wagon(top);
            let marked = if wagon { self.smash(top) } else { self.lose(top, losses - taken) };
            if marked == 0 {
                break;
            }
            taken += marked;
        }
        taken
    }
}
