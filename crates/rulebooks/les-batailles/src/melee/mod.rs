//! What assaults and charges have in common: Mêlée Values, Defensive Shifts, the roll on the Assaut et Mêlée and what its codes do
//! to a stack (16.1.1, 16.6, 19.1.2, 19.9). Factors of their own are each chapter's.

mod codes;
mod value;

pub use codes::*;

use crate::cards::UnitId;
use crate::charts::{MeleeColumn, MeleeResult};
use crate::dice::Base6;
use crate::face::told::{Who, assault as told};
use crate::fraction::Fraction;
use crate::table::Play;
use field::hexes::Hex;
use kernel::{Entry, Listener, Reckoning, Side};

/// A mêlée that is ready to be rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Melee {
    pub rule: &'static str,
    /// Who rolls.
    pub attacker: Side,
    /// The hex that is fought for.
    pub target: Hex,
    /// Mêlée Values with all their factors.
    pub attack: Fraction,
    pub defence: Fraction,
    /// Columns to the right; Defensive Shifts are negative.
    pub shift: i32,
    /// A second round in which nobody committed reserves (LB 16.1.1-5g).
    pub firefight: bool,
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fought {
    pub natural: Base6,
    pub column: MeleeColumn,
    pub result: MeleeResult,
}

impl Melee {
    /// The column of the exact odds, rounded down and then shifted; Firefight takes neither odds nor shifts (LB 16.6a, 16.6b,
    /// 16.1.1-5g, G-01, G-19).
    pub fn column(&self) -> MeleeColumn {
        if self.firefight {
            return MeleeColumn::Firefight;
        }
        let ratio = self.attack.divided_by(self.defence);
        let reached = |least: crate::charts::Factor| ratio >= Fraction::of(least.times.into(), least.over.into());
        // Against nothing any attack is as good as can be.
        let odds = if self.defence.is_zero() { MeleeColumn::FiveToOne } else { MeleeColumn::reached(reached) };
        odds.shifted(self.shift)
    }
}

/// Columns for a die of those who stood: none up to 3, one for 4 and 5, two for a 6 (LB 16.1.1-3d).
pub const fn shifts(die: u8) -> u8 {
    match die {
        0..=3 => 0,
        4 | 5 => 1,
        _ => 2,
    }
}

impl<L: Listener> Play<'_, L> {
    /// A stack that stood rolls for its Defensive Shifts (LB 16.1.1-3d).
    pub fn roll_shifts(&mut self, top: UnitId) -> u8 {
        let die = self.die();
        let columns = shifts(die);
        if self.listener.hears() {
            let who = [Who::Unit(top), Who::Count(columns.into())];
            let entry = self.table().entry("LB 16.1.1-3d", told::SHIFTS, &who);
            self.listener.tell(Entry { dice: vec![die], ..entry });
        }
        columns
    }

    /// Rolls a mêlée: the dice, their modifiers, the result (LB 16.6a). What it does to anybody is the caller's to carry out.
    pub fn fight(&mut self, melee: &Melee, modifiers: Reckoning) -> Fought {
        let column = melee.column();
        let natural = self.the_dice();
        let total = natural.plus(modifiers.total);
        let result = self.rules.charts.melee.result(column, total);
        if self.listener.hears() {
            let table = self.table();
            let who = [Who::Side(melee.attacker), Who::Hex(melee.target), Who::Words(column.key())];
            let said = [Who::Dice(total), Who::Words(code(result))];
            let entry = Entry {
                dice: vec![natural.tens(), natural.ones()],
                result: table.said(told::COMES_TO, &said),
                lines: modifiers.lines,
                ..table.entry(melee.rule, told::MELEE, &who)
            };
            self.listener.tell(entry);
        }
        Fought { natural, column, result }
    }

    /// The natural dice of a mêlée put leaders at risk: those of the target hexes on 64 to 66, those with the attackers on 11 and 12
    /// (LB 8.2b, 8.2d).
    pub fn risk_leaders_in_melee(&mut self, natural: Base6, attackers: (Side, &[Hex]), targets: &[Hex]) {
        let (side, from) = attackers;
        match natural.number() {
            64..=66 => targets.iter().for_each(|&hex| self.risk_leader(side.other(), hex)),
            11 | 12 => from.iter().for_each(|&hex| self.risk_leader(side, hex)),
            _ => {}
        }
    }
}
