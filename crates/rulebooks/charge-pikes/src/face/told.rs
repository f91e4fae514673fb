//! What is told. The chapters say who, what, whom and how many; the sentences are made here, and only when somebody listens.

mod phrases;
#[cfg(test)]
mod tests;

pub(crate) use phrases::*;

use crate::cards::{GeneralId, UnitId};
use crate::decision::Manoeuvre;
use crate::face::pointing::{general_number, unit_number};
use crate::face::words::{aspect_name, degrees, files_words, formation_name, inches, left_or_right, spot};
use crate::state::{Aspect, Formation, Horses};
use crate::table::{Play, Table};
use field::table::{Cdeg, Point, Um};
use kernel::{Entry, Listener, Part, Phrase, Said, Side};

/// A state that something brings on: the rule, and why.
pub(crate) type Blame = (&'static str, Phrase);

/// Whom or what a sentence speaks of.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Who {
    Unit(UnitId),
    General(GeneralId),
    Side(Side),
    /// A wood or another place of the ground.
    Area(u8),
    Count(u32),
    Far(Um),
    Turned(Cdeg),
    Spot(Point),
    Files(u8, u8, u8),
    Formation(Formation),
    Aspect(Aspect),
    Words(&'static str),
    /// Why, said of whom the sentence begins with.
    Because(Phrase),
}

impl Table<'_> {
    /// A phrase said of those it speaks of.
    pub(crate) fn said(self, phrase: Phrase, who: &[Who]) -> Said {
        phrase.of(who.iter().map(|&one| match one {
            Who::Because(why) => Part::Said(Box::new(self.said(why, &who[..1]))),
            _ => self.part(one),
        }))
    }

    /// Something that happened, with those it happened to.
    pub(crate) fn entry(self, rule: &'static str, phrase: Phrase, who: &[Who]) -> Entry {
        Entry::told(rule, self.said(phrase, who))
    }

    pub(super) fn part(self, who: Who) -> Part {
        match who {
            Who::Unit(id) => Part::body(unit_number(id), &self.unit_name(id)),
            // One man, whatever his name ends with.
            Who::General(id) => Part::Body { id: general_number(id), name: self.general_name(id), many: false },
            Who::Side(side) => Part::name(&self.rules.sides[side.ix()].name),
            Who::Area(area) => Part::name(&self.area_name(area)),
            Who::Count(count) => Part::Count(count.try_into().unwrap_or(i32::MAX)),
            Who::Far(length) => Part::words(inches(length)),
            Who::Turned(angle) => Part::words(degrees(angle.abs())),
            Who::Spot(at) => Part::words(spot(at)),
            Who::Files(left, centre, right) => Part::words(files_words(left, centre, right)),
            Who::Formation(formation) => Part::words(formation_name(formation)),
            Who::Aspect(aspect) => Part::words(aspect_name(aspect)),
            Who::Words(words) => Part::words(words),
            Who::Because(why) => Part::Said(Box::new(self.said(why, &[]))),
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
            let entry = Entry::told("CP 15.9.1", self.table().move_said(id, manoeuvre));
            self.listener.tell(entry);
        }
    }
}

impl Table<'_> {
    /// A piece of a move as it is told.
    fn move_said(self, id: UnitId, manoeuvre: Manoeuvre) -> Said {
        let unit = Who::Unit(id);
        let hand = |right: bool| Who::Words(left_or_right(right));
        match manoeuvre {
            Manoeuvre::Advance(distance) => self.said(ADVANCES, &[unit, Who::Far(distance)]),
            Manoeuvre::Retire(distance) => self.said(RETIRES, &[unit, Who::Far(distance)]),
            Manoeuvre::Sidestep { right, distance } => self.said(SIDESTEPS, &[unit, Who::Far(distance), hand(right)]),
            Manoeuvre::Oblique { right, distance } => self.said(INCLINES, &[unit, Who::Far(distance), hand(right)]),
            Manoeuvre::Wheel { right, angle } => self.said(WHEELS, &[unit, Who::Turned(angle), hand(right)]),
            Manoeuvre::WheelWing { right, angle } => {
                let phrase = if angle > 0 { WHEELS_WING_FORWARD } else { WHEELS_WING_BACK };
                self.said(phrase, &[unit, Who::Turned(angle), hand(right)])
            }
            Manoeuvre::Frontage { left, centre, right } => {
                self.said(CHANGES_FRONTAGE, &[unit, Who::Files(left, centre, right)])
            }
            Manoeuvre::AboutFace => self.said(TURNS_ABOUT, &[unit]),
            Manoeuvre::FormLine { left, centre, right } => {
                self.said(FORMS_LINE, &[unit, Who::Files(left, centre, right)])
            }
            Manoeuvre::Form(formation) => self.said(FORMS, &[unit, Who::Formation(formation)]),
            Manoeuvre::Dismount => match self.unit(id).horses {
                Horses::Led { holders, .. } => self.said(DISMOUNTS_HOLDING, &[unit, Who::Count(holders.into())]),
                _ => self.said(DISMOUNTS, &[unit]),
            },
            Manoeuvre::Mount => self.said(MOUNTS, &[unit]),
            Manoeuvre::Unlimber => self.said(UNLIMBERS, &[unit]),
            Manoeuvre::Rotate(angle) => self.said(TRAVERSES, &[unit, Who::Turned(angle)]),
            Manoeuvre::SwingGun { gun, .. } => self.said(WHEELS_GUN, &[unit, Who::Count(u32::from(gun) + 1)]),
            Manoeuvre::Skirmish { to, .. } => self.said(SKIRMISHES, &[unit, Who::Spot(to)]),
            Manoeuvre::Enter { .. } => self.said(ENTERS, &[unit]),
            Manoeuvre::Leave { .. } => self.said(COMES_OUT, &[unit]),
            Manoeuvre::Loophole { .. } => self.said(LOOPHOLES, &[unit]),
            Manoeuvre::ClearHedge { .. } => self.said(BREAKS_HEDGE, &[unit]),
            Manoeuvre::VolleyPosture(true) => self.said(DOUBLES_UP, &[unit]),
            Manoeuvre::VolleyPosture(false) => self.said(OPENS_FILES, &[unit]),
            Manoeuvre::DrawIn => self.said(FALLS_BACK, &[unit]),
            Manoeuvre::Man => self.said(MANS_GUNS, &[unit]),
            Manoeuvre::Stop => self.said(HALTS, &[unit]),
        }
    }
}
