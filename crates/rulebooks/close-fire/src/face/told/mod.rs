//! What is told. The chapters say who, what, whom and how many; the sentences are made here, and only when somebody listens.
//! Each chapter has its file of phrases: `{0}` is whom the sentence begins with, and what stands in brackets agrees with him.

macro_rules! phrases {
    ($($name:ident = $words:literal;)*) => {
        $(pub(crate) const $name: kernel::Phrase = kernel::Phrase($words);)*
    };
}

mod afterwards;
mod charges;
mod combat;
mod command;
mod deployment;
mod fire;
mod morale;
mod moves;
mod turn;

#[allow(unused_imports)]
pub(crate) use {
    afterwards::*, charges::*, combat::*, command::*, deployment::*, fire::*, morale::*, moves::*, turn::*,
};

use crate::cards::{BrigadeId, LeaderId, PositionId, UnitId, WingId};
use crate::face::pointing::{leader_number, unit_number};
use crate::face::words::{degrees, dice_words, formation_name, loss_words, spot, yards};
use crate::state::{Formation, Loss, MoveDice, Place};
use crate::table::{Play, Table};
use field::table::{Cdeg, Point, Um};
use kernel::{Entry, Listener, Part, Phrase, Said, Side};

/// Whom or what a sentence speaks of.
#[derive(Debug, Clone, Copy)]
#[allow(dead_code)]
pub(crate) enum Who {
    Unit(UnitId),
    Leader(LeaderId),
    Brigade(BrigadeId),
    Wing(WingId),
    Position(PositionId),
    Side(Side),
    Count(u32),
    Far(Um),
    Turned(Cdeg),
    Spot(Point),
    Formation(Formation),
    Dice(MoveDice),
    Loss(Loss),
    Words(&'static str),
}

impl Table<'_> {
    /// A phrase said of those it speaks of.
    pub(crate) fn said(self, phrase: Phrase, who: &[Who]) -> Said {
        phrase.of(who.iter().map(|&one| self.part(one)))
    }

    /// Something that happened, with those it happened to. Whoever is hidden is told of to his own side only; a card is told of as
    /// a card to the others (CF 5.26, G67, G68).
    pub(crate) fn entry(self, rule: &'static str, phrase: Phrase, who: &[Who]) -> Entry {
        let whole = Entry::told(rule, self.said(phrase, who));
        let mut veiled = who.iter().filter_map(|&one| self.veiled(one));
        let Some((side, seen)) = veiled.next() else { return whole };
        let (mut sides, mut seen) = (&[side][..], seen);
        for (other, too) in veiled {
            seen &= too;
            if other != side {
                sides = &[];
            }
        }
        let others = seen.then(|| Entry::told(rule, self.masked(phrase, who)));
        whole.only_for(sides, others)
    }

    /// A reckoning that both sides hear, each with the names it may know.
    pub(crate) fn reckoned(self, entry: Entry, result: Phrase, who: &[Who]) -> Entry {
        let mut entry = Entry { result: self.said(result, who), ..entry };
        let (dice, lines, total) = (entry.dice.clone(), entry.lines.clone(), entry.total);
        if let Some(others) = entry.audience.as_mut().and_then(|audience| audience.others.as_mut()) {
            (others.dice, others.lines, others.total) = (dice, lines, total);
            others.result = self.masked(result, who);
        }
        entry
    }

    /// Of whom the other side may not hear by name: his side, and whether it sees him at all.
    fn veiled(self, who: Who) -> Option<(Side, bool)> {
        match who {
            Who::Unit(id) => match self.unit(id).place {
                Place::Table if self.unit(id).face_down => Some((self.side(id), true)),
                Place::Mapped | Place::Marching { .. } => Some((self.side(id), false)),
                _ => None,
            },
            Who::Leader(id) if self.leader(id).hidden => Some((self.leader_card(id).side, false)),
            _ => None,
        }
    }

    /// A phrase said with a card for everybody who is one.
    pub(super) fn masked(self, phrase: Phrase, who: &[Who]) -> Said {
        phrase.of(who.iter().map(|&one| match one {
            Who::Unit(id) if self.veiled(one).is_some() => Part::body(unit_number(id), &self.rules.unknown.name),
            _ => self.part(one),
        }))
    }

    fn part(self, who: Who) -> Part {
        match who {
            Who::Unit(id) => Part::body(unit_number(id), &self.name(id)),
            Who::Leader(id) => {
                Part::Body { id: leader_number(id), name: self.leader_card(id).name.clone(), many: false }
            }
            Who::Brigade(id) => Part::name(&self.brigade_card(id).name),
            Who::Wing(id) => Part::name(&self.rules.wings[id.ix()].name),
            Who::Position(id) => Part::name(&self.rules.positions[id.ix()].name),
            Who::Side(side) => Part::name(&self.rules.sides[side.ix()].name),
            Who::Count(count) => Part::Count(count.try_into().unwrap_or(i32::MAX)),
            Who::Far(length) => Part::words(yards(length)),
            Who::Turned(angle) => Part::words(degrees(angle.abs())),
            Who::Spot(at) => Part::words(spot(at)),
            Who::Formation(formation) => Part::words(formation_name(formation)),
            Who::Dice(dice) => Part::words(dice_words(dice)),
            Who::Loss(loss) => Part::words(loss_words(loss)),
            Who::Words(words) => Part::words(words),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Tells what happened; nothing is put into words unless somebody listens.
    #[inline]
    pub(crate) fn tell(&mut self, rule: &'static str, phrase: Phrase, who: &[Who]) {
        if self.listener.hears() {
            let entry = self.table().entry(rule, phrase, who);
            self.listener.tell(entry);
        }
    }
}
