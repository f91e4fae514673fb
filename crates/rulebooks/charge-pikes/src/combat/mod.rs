//! Chapter 17: combat.
//!
//! Every pair of units in contact fights one round, all at the same time. [`strikers`] counts the figures that can reach
//! the enemy, [`allotment`] is what the players may choose, [`points`] compares the two units, [`round`] rolls and
//! settles the round, and [`following`] is what comes after it.

pub mod allotment;
mod following;
pub mod points;
pub mod round;
mod steps;
pub mod strikers;

pub use steps::{CombatChoice, CombatStep};

use crate::cards::UnitId;
use crate::hits::{Code, code};
use crate::state::{Aspect, Contact, MOST_CONTACTS, Mode, Place};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::Um;

/// Pairs that fight in one round: all contacts, and pursuers at the backs of their quarry.
pub const MOST_BOUTS: usize = MOST_CONTACTS + 24;

/// One line of the combat results: what the faces of each die are worth, for foot and for cavalry against cavalry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultRow {
    pub higher: Code,
    pub higher_cavalry: Code,
    pub lower: Code,
    pub lower_cavalry: Code,
}

const fn row(higher: &str, higher_cavalry: &str, lower: &str, lower_cavalry: &str) -> ResultRow {
    ResultRow {
        higher: code(higher),
        higher_cavalry: code(higher_cavalry),
        lower: code(lower),
        lower_cavalry: code(lower_cavalry),
    }
}

/// CP T8, by the difference in combat points from 0 to 4 and more. All twenty cells are printed in the body of the book
/// and again on its playsheet, and agree; the differences 2 and 3 are legible in the body alone.
pub const RESULTS: [ResultRow; 5] = [
    row("456H", "56H", "456H", "56H"),
    row("45H 6HH", "456H", "456H", "56H"),
    row("45H 6HH", "456H", "56H", "6H"),
    row("34H 56HH", "45H 6HH", "56H", "6H"),
    row("23H 456HH", "34H 56HH", "6H", "NIL"),
];

/// What a unit's dice are worth when it has `lead` combat points more than its enemy, or less if negative (CP 17.1.5);
/// the bracketed values are for true cavalry against true cavalry (CP 17.7.2).
pub fn result(lead: i32, both_cavalry: bool) -> Code {
    let row = &RESULTS[(lead.unsigned_abs() as usize).min(RESULTS.len() - 1)];
    match (lead >= 0, both_cavalry) {
        (true, false) => row.higher,
        (true, true) => row.higher_cavalry,
        (false, false) => row.lower,
        (false, true) => row.lower_cavalry,
    }
}

/// Dice of so many striking figures: foot and mounted dragoons one for four, a rest of three counting as four
/// (CP 17.1.1); true cavalry one for two, an odd rider dropped (CP 17.1.2). Only their number counts, not how they are
/// based or drawn up (CP 4.3).
pub fn dice_for(figures: u32, cavalry: bool) -> u32 {
    if cavalry { figures / 2 } else { figures / 4 + u32::from(figures % 4 == 3) }
}

/// A contact as one of the two sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    pub unit: UnitId,
    pub enemy: UnitId,
    /// Each contact has its own: a unit may be in impact with one enemy and in melee with another (CP 17.1.4).
    pub impact: bool,
    /// Where the enemy meets the unit.
    pub met: Aspect,
    /// Where the unit meets the enemy.
    pub meets: Aspect,
    pub impetus: bool,
    pub follows: bool,
    pub forward: bool,
    pub enemy_forward: bool,
}

impl Contact {
    /// The contact as `unit` sees it, if it is one of the two.
    pub fn seen_by(&self, unit: UnitId) -> Option<View> {
        if unit == self.a {
            Some(View {
                unit,
                enemy: self.b,
                impact: self.impact,
                met: self.on_a,
                meets: self.on_b,
                impetus: self.a_impetus,
                follows: self.a_follows,
                forward: self.a_forward,
                enemy_forward: self.b_forward,
            })
        } else if unit == self.b {
            Some(View {
                unit,
                enemy: self.a,
                impact: self.impact,
                met: self.on_b,
                meets: self.on_a,
                impetus: self.b_impetus,
                follows: self.b_follows,
                forward: self.b_forward,
                enemy_forward: self.a_forward,
            })
        } else {
            None
        }
    }
}

/// One pair and what both bring into the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bout {
    pub a: View,
    pub b: View,
    /// Figures striking, of a and of b.
    pub figures: [u32; 2],
    pub dice: [u32; 2],
    pub points: [i32; 2],
}

impl Table<'_> {
    /// Every pair that fights this round: the contacts, and pursuers touching their quarry (ruling G26).
    pub fn pairs(self) -> ArrayVec<Contact, MOST_BOUTS> {
        let mut pairs: ArrayVec<Contact, MOST_BOUTS> = self.state.contacts.iter().copied().collect();
        for id in self.on_table() {
            if let Some(chase) = self.caught_quarry(id)
                && !self.in_contact_with(chase.a, chase.b)
            {
                self.state.overflow.keep(&mut pairs, chase);
            }
        }
        pairs
    }

    /// A pursuer in touch with the router it runs after strikes as in a melee, from behind (ruling G26).
    fn caught_quarry(self, id: UnitId) -> Option<Contact> {
        let Mode::Pursuing { target } = self.unit(id).mode else { return None };
        let caught = self.unit(target).place == Place::Table
            && self.routing(target)
            && self.body(id).touches(&self.body(target));
        let (a, b) = (id.min(target), id.max(target));
        let rear = |unit: UnitId| if unit == target { Aspect::Rear } else { Aspect::Front };
        caught.then_some(Contact {
            a,
            b,
            impact: false,
            on_a: rear(a),
            on_b: rear(b),
            a_impetus: false,
            b_impetus: false,
            a_follows: false,
            b_follows: false,
            a_forward: false,
            b_forward: false,
        })
    }

    /// Dice, points and figures of a pair as they stand now, orders included.
    pub fn bout(self, contact: &Contact) -> Option<Bout> {
        let (a, b) = (contact.seen_by(contact.a)?, contact.seen_by(contact.b)?);
        let figures = [self.strikers(&a), self.strikers(&b)];
        let dice = [dice_for(figures[0], self.is_cavalry(a.unit)), dice_for(figures[1], self.is_cavalry(b.unit))];
        let points = [self.points_against(&a), self.points_against(&b)];
        Some(Bout { a, b, figures, dice, points })
    }

    // --- 17.3 Cavalry recoil

    /// True cavalry that fought unbroken enemies and gave no more hits than it took recoils 4(3)", ties included
    /// (CP 17.3.1). Losers do so on passing their test; this is about those that did not have to take it.
    pub fn recoils_from_draw(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        self.is_cavalry(id)
            && unit.place == Place::Table
            && unit.mode == Mode::Normal
            && unit.fought
            && !unit.recoiled
            && unit.given_round == unit.taken_round
            && self.fought_unbroken(id)
    }

    /// Whether a unit faced anybody this round who was not already running: at the backs of routers nobody recoils
    /// (ruling G26).
    fn fought_unbroken(self, id: UnitId) -> bool {
        self.state
            .contacts
            .iter()
            .filter_map(|contact| contact.seen_by(id))
            .any(|view| !self.routing(view.enemy) && self.unit(view.enemy).fought)
    }

    /// How far a unit beaten in combat falls back: cavalry 4(3)", others 2(1.5)" (CP 17.3.1, 18.7.2, ruling G31).
    pub fn beaten_recoil(self, id: UnitId) -> Um {
        self.inches(if self.is_cavalry(id) { 4 } else { 2 })
    }
}
