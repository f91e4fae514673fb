//! What the ledger tells, chapter by chapter: every sentence about what happened is a phrase here. The chapters say only of
//! whom and of what; see [`kernel::Phrase`] for places and forms that agree.

pub mod artillery;
pub mod assault;
pub mod charges;
pub mod command;
pub mod fire;
pub mod formations;
pub mod losses;
pub mod morale;
pub mod movement;
pub mod reactions;
pub mod reorganization;
pub mod sequence;
pub mod stacking;

use crate::cards::{FormationId, LeaderId, UnitId};
use crate::dice::Base6;
use crate::face::pointing::{leader_number, unit_number};
use crate::face::words::{formed_name, loss_words, order_name, segment_name};
use crate::fraction::{Fraction, Points};
use crate::hexes::{Facing, Hexes};
use crate::sequence::Chit;
use crate::state::{Formed, Loss, Order, Segment};
use crate::table::{Play, Table};
use field::hexes::Hex;
use kernel::{Entry, Listener, Part, Phrase, Reckoning, Said, Side};

/// The phrases of all chapters.
pub fn all() -> impl Iterator<Item = (&'static str, Phrase)> {
    let chapters = [
        artillery::ALL,
        assault::ALL,
        charges::ALL,
        command::ALL,
        fire::ALL,
        formations::ALL,
        losses::ALL,
        morale::ALL,
        movement::ALL,
        reactions::ALL,
        reorganization::ALL,
        sequence::ALL,
        stacking::ALL,
    ];
    chapters.into_iter().flatten().copied()
}

/// Whom or what a sentence speaks of. It is put into words only when somebody listens.
#[derive(Debug, Clone, Copy)]
pub enum Who<'a> {
    Unit(UnitId),
    Units(&'a [UnitId]),
    Leader(LeaderId),
    Formation(FormationId),
    Side(Side),
    Hex(Hex),
    /// The hexes of a body or a way.
    Hexes(Hexes),
    Facing(Facing),
    Formed(Formed),
    Order(Order),
    Loss(Loss),
    Segment(Segment),
    Chit(Chit),
    /// A Static Position, by its number.
    Position(u8),
    /// The time of the turn.
    Time,
    Dice(Base6),
    Points(Points),
    Value(Fraction),
    Count(u32),
    Words(&'static str),
}

impl Table<'_> {
    /// A phrase said of those it speaks of.
    pub(crate) fn said(self, phrase: Phrase, who: &[Who<'_>]) -> Said {
        phrase.of(who.iter().map(|&one| self.part(one)))
    }

    /// Something that happened, with those it happened to.
    pub(crate) fn entry(self, rule: &'static str, phrase: Phrase, who: &[Who<'_>]) -> Entry {
        Entry::told(rule, self.said(phrase, who))
    }

    fn part(self, who: Who<'_>) -> Part {
        match who {
            Who::Unit(id) => Part::body(unit_number(id), self.name(id)),
            Who::Units(ids) => Part::Several(ids.iter().map(|&id| self.part(Who::Unit(id))).collect()),
            // He is one man, also when his name ends like Charles.
            Who::Leader(id) => {
                Part::Body { id: leader_number(id), name: self.leader_card(id).name.clone(), many: false }
            }
            Who::Formation(id) => Part::name(&self.formation_card(id).name),
            Who::Side(side) => Part::name(&self.rules.sides[side.ix()].name),
            Who::Hex(hex) => Part::words(self.hex_name(hex)),
            Who::Hexes(hexes) => {
                let names: Vec<String> = hexes.iter().map(|hex| self.hex_name(hex)).collect();
                Part::words(names.join("–"))
            }
            Who::Facing(facing) => Part::words(self.facing_name(facing)),
            Who::Formed(formed) => Part::words(formed_name(formed)),
            Who::Order(order) => Part::words(order_name(order)),
            Who::Loss(loss) => Part::words(loss_words(loss)),
            Who::Segment(segment) => Part::words(segment_name(segment)),
            Who::Chit(chit) => Part::words(self.chit_name(chit)),
            Who::Position(at) => {
                Part::name(self.rules.positions.get(usize::from(at)).map_or("a position", |position| &position.name))
            }
            Who::Time => Part::words(self.rules.time(self.state.turn)),
            Who::Dice(dice) => Part::words(dice.to_string()),
            Who::Points(points) => Part::words(points.to_string()),
            Who::Value(value) => Part::words(value.to_string()),
            Who::Count(count) => Part::Count(count.try_into().unwrap_or(i32::MAX)),
            Who::Words(words) => Part::words(words),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Tells everybody what happened; nothing is put into words unless somebody listens.
    #[inline]
    pub fn tell(&mut self, rule: &'static str, phrase: Phrase, who: &[Who<'_>]) {
        if self.listener.hears() {
            let entry = self.table().entry(rule, phrase, who);
            self.listener.tell(entry);
        }
    }

    /// Tells a side what only it may know, and the other a shorter form (LB 5.1.2b).
    pub fn tell_side(
        &mut self,
        side: Side,
        rule: &'static str,
        whole: (Phrase, &[Who<'_>]),
        others: (Phrase, &[Who<'_>]),
    ) {
        if self.listener.hears() {
            let table = self.table();
            let short = table.entry(rule, others.0, others.1);
            let entry = table.entry(rule, whole.0, whole.1).only_for(&[side], Some(short));
            self.listener.tell(entry);
        }
    }

    /// Tells a throw of the dice with its modifiers. The side that owns the units hears all of it, the other only the dice and
    /// what came of them: modifiers and ratings would give the counters away.
    pub fn tell_dice(
        &mut self,
        side: Side,
        rule: &'static str,
        title: (Phrase, &[Who<'_>]),
        natural: Base6,
        reckoning: Reckoning,
        result: (Phrase, &[Who<'_>]),
    ) {
        if self.listener.hears() {
            let table = self.table();
            let dice = vec![natural.tens(), natural.ones()];
            let short = Entry {
                dice: dice.clone(),
                result: table.said(result.0, result.1),
                ..table.entry(rule, title.0, title.1)
            };
            let total = natural.plus(reckoning.total);
            let mut whole = Entry { lines: reckoning.lines, ..short.clone() };
            whole.result = Said::plain(format!("{total}: {}", short.result));
            self.listener.tell(whole.only_for(&[side], Some(short)));
        }
    }

    /// Tells a chit that was drawn.
    pub(crate) fn tell_draw(&mut self, side: Side, die: u8, chit: Chit) {
        if self.listener.hears() {
            let table = self.table();
            let who = [Who::Side(side), Who::Chit(chit)];
            let entry = Entry { dice: vec![die], ..table.entry("LB 7.2.1a", sequence::DRAWS, &who) };
            self.listener.tell(entry);
        }
    }
}
