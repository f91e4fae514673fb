//! What is told. The chapters say who, what, whom and how many; the sentences are made here, and only when somebody listens.

mod phrases;

pub(crate) use phrases::*;

use crate::cards::{BuildingId, LeaderId, UnitId};
use crate::decision::Manoeuvre;
use crate::disruption::Cause;
use crate::face::pointing::{leader_number, unit_number};
use crate::face::words::{
    base_widths, cause_words, degrees, formation_name, intent_words, loss_words, order_name, spot,
};
use crate::state::{Formation, Intent, Loss};
use crate::table::{Play, Table};
use field::table::{Cdeg, Point, Um};
use kernel::{Entry, Listener, Part, Phrase, Said, Side};

/// Whom or what a sentence speaks of.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Who {
    Unit(UnitId),
    /// An elephant of it that runs wild.
    Beast(UnitId),
    Leader(LeaderId),
    Side(Side),
    Count(u32),
    Far(Um),
    Turned(Cdeg),
    Spot(Point),
    Formation(Formation),
    Intent(Intent),
    Cause(Cause),
    Loss(Loss),
    Building(BuildingId),
    Words(&'static str),
}

impl Table<'_> {
    /// A phrase said of those it speaks of.
    pub(crate) fn said(self, phrase: Phrase, who: &[Who]) -> Said {
        phrase.of(who.iter().map(|&one| self.part(one)))
    }

    /// Something that happened, with those it happened to.
    pub(crate) fn entry(self, rule: &'static str, phrase: Phrase, who: &[Who]) -> Entry {
        Entry::told(rule, self.said(phrase, who))
    }

    /// Ground that is worth points has changed hands.
    pub(crate) fn ground_taken(self, side: Side, ground: usize) -> Entry {
        let name = self.rules.victory.objectives.get(ground).map(|objective| objective.name.clone());
        let parts = [self.part(Who::Side(side)), Part::words(name.unwrap_or_default())];
        Entry::told("SSS G181", CHANGES_HANDS.of(parts))
    }

    fn part(self, who: Who) -> Part {
        match who {
            Who::Unit(id) => Part::body(unit_number(id), self.name(id)),
            Who::Beast(id) => Part::words(format!("a beast of {}", self.name(id))),
            Who::Leader(id) => {
                Part::Body { id: leader_number(id), name: self.leader_card(id).name.clone(), many: false }
            }
            Who::Side(side) => Part::name(&self.rules.sides[side.ix()].name),
            Who::Count(count) => Part::Count(count.try_into().unwrap_or(i32::MAX)),
            Who::Far(length) => Part::words(base_widths(length)),
            Who::Turned(angle) => Part::words(degrees(angle.abs())),
            Who::Spot(at) => Part::words(spot(at)),
            Who::Formation(formation) => Part::words(formation_name(formation)),
            Who::Intent(intent) => Part::words(intent_words(self, intent)),
            Who::Cause(cause) => Part::words(cause_words(cause)),
            Who::Loss(loss) => Part::words(loss_words(loss)),
            Who::Building(id) => Part::words(self.building_name(id)),
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

    pub(crate) fn tell_move(&mut self, id: UnitId, manoeuvre: Manoeuvre) {
        if self.listener.hears() {
            let entry = Entry::told("SSS 8.1", self.table().move_said(id, manoeuvre));
            self.listener.tell(entry);
        }
    }
}

impl Table<'_> {
    /// A piece of a move as it is told.
    fn move_said(self, id: UnitId, manoeuvre: Manoeuvre) -> Said {
        let unit = Who::Unit(id);
        let hand = |right: bool| Who::Words(if right { "right" } else { "left" });
        match manoeuvre {
            Manoeuvre::Advance(distance) => self.said(ADVANCES, &[unit, Who::Far(distance)]),
            Manoeuvre::StepBack(distance) => self.said(STEPS_BACK, &[unit, Who::Far(distance)]),
            Manoeuvre::Wheel { right, angle } => self.said(WHEELS, &[unit, Who::Turned(angle), hand(right)]),
            Manoeuvre::Face { right } => self.said(FACES, &[unit, hand(right)]),
            Manoeuvre::AboutFace => self.said(TURNS_ABOUT, &[unit]),
            Manoeuvre::Form { formation, .. } => self.said(FORMS, &[unit, Who::Formation(formation)]),
            Manoeuvre::Frontage(files) => self.said(CHANGES_FRONTAGE, &[unit, Who::Count(files.into())]),
            Manoeuvre::ChangeOrder(order) => self.said(CHANGES_ORDER, &[unit, Who::Words(order_name(order))]),
            Manoeuvre::Free { to, .. } => self.said(GOES_TO, &[unit, Who::Spot(to)]),
            Manoeuvre::LieDown => self.said(LIES_DOWN, &[unit]),
            Manoeuvre::StandUp => self.said(STANDS_UP, &[unit]),
            Manoeuvre::Limber => self.said(LIMBERS, &[unit]),
            Manoeuvre::Unlimber => self.said(UNLIMBERS, &[unit]),
            Manoeuvre::Traverse(angle) => self.said(TRAVERSES, &[unit, Who::Turned(angle)]),
            Manoeuvre::Mount => self.said(MOUNTS, &[unit]),
            Manoeuvre::Dismount { .. } => self.said(DISMOUNTS, &[unit]),
            Manoeuvre::Enter { building, bases } => {
                self.said(ENTERS, &[unit, Who::Building(building), Who::Count(bases.into())])
            }
            Manoeuvre::Leave(_) => self.said(COMES_OUT, &[unit]),
            Manoeuvre::Screen(true) => self.said(PUTS_OUT_SCREEN, &[unit]),
            Manoeuvre::Screen(false) if self.is_screen(id) => self.said(REJOINS, &[unit]),
            Manoeuvre::Screen(false) => self.said(TAKES_IN_SCREEN, &[unit]),
            Manoeuvre::Stop => self.said(HALTS, &[unit]),
        }
    }
}
