//! Who conforms does as the unit does to which it conforms (CF 6.28, 6.29, 6.30, G155, G162).

use super::{Bar, Manoeuvre, refuse};
use crate::cards::UnitId;
use crate::measures::{CONTACT, QUARTER, yds};
use crate::state::{Formation, Place, Standing, Unit};
use crate::table::Table;
use field::table::{Cdeg, Vec2, bearing, turn};
use kernel::Refusal;

const STAYS: Bar = ("CF 6.28", "whom it conforms to stays: to move it takes a Control Test");
const ANOTHER_WAY: Bar = ("CF 6.28", "whom it conforms to went another way: for that it takes a Control Test");
const FARTHER: Bar = ("CF 6.28", "it goes no farther than the unit that it conforms to");
const FACES: Bar = ("CF 6.28", "whom it conforms to looks another way: to turn it takes a Control Test");
const CHANGES: Bar = ("CF 6.30", "whom it conforms to has done nothing of the kind: for that it takes a Control Test");
const FOLLOWS: Bar = ("CF 6.28", "whom it conforms to has turned about and gone: it does the same");

/// Facings that differ by no more are the same.
const SAME: Cdeg = 100;
/// Who has turned by more has turned about.
const ABOUT: Cdeg = 13_500;

impl<'a> Table<'a> {
    /// The unit whose move it copies.
    fn copied(self, id: UnitId) -> Option<&'a Unit> {
        let lead = self.lead_of(id);
        (lead != id).then(|| self.unit(lead))
    }

    /// Units of the group that may move next: who conforms waits for the other (CF 6.28).
    pub(super) fn next_units(self) -> impl Iterator<Item = UnitId> {
        let waits = move |id: UnitId| {
            let lead = self.lead_of(id);
            lead != id && self.units_left().any(|left| left == lead)
        };
        self.units_left().filter(move |&id| !waits(id))
    }

    /// Where a unit has gone in its move so far, from the middle of where it stood to the middle of where it stands.
    fn gone(self, unit: &Unit) -> Vec2 {
        let began = self.rules.body_at(unit, unit.stood.unwrap_or(unit.pose));
        self.rules.body_of(unit).center() - began.center()
    }

    /// Whom it conforms to has had its move and is where it was (CF 6.28).
    fn stays_with(self, lead: &Unit) -> bool {
        let lost = lead.place != Place::Table || lead.standing != Standing::Steady;
        lost || (lead.finished && (!lead.displaced || self.gone(lead).len() < f64::from(yds(1))))
    }

    /// What a manoeuvre of a unit that conforms leads to is what the other has done: it stays with it, goes its way and no farther,
    /// looks where it looks, and changes what it has changed (CF 6.28, 6.29, 6.30, G162).
    pub(super) fn does_as_its_lead(self, id: UnitId, manoeuvre: &Manoeuvre, after: &Unit) -> Result<(), Refusal> {
        let Some(lead) = self.copied(id) else { return Ok(()) };
        let now = self.unit(id);
        if !lead.finished && !self.stays_with(lead) {
            return Ok(());
        }
        if after.displaced && after.pose != now.pose && !manoeuvre.is_on_the_spot() {
            if self.stays_with(lead) {
                return refuse(STAYS);
            }
            self.goes_along(lead, after)?;
        }
        // As one that is halted it turns to face a threat (CF 6.36).
        if self.stays_with(lead) && !lead.adjusted {
            return match manoeuvre {
                Manoeuvre::Unlimber(_) | Manoeuvre::Mount | Manoeuvre::Dismount => refuse(CHANGES),
                _ => Ok(()),
            };
        }
        let formed = after.formation != now.formation && after.formation != lead.formation;
        let limbered = after.limbered != now.limbered && after.limbered != lead.limbered;
        let mounted = after.mounted != now.mounted && after.mounted != lead.mounted;
        let changed = (after.formation, after.limbered, after.mounted) != (now.formation, now.limbered, now.mounted);
        let bent = after.bends != now.bends && lead.bends.iter().all(|bend| *bend == Default::default());
        if formed || limbered || mounted || bent || (changed && !lead.adjusted) {
            return refuse(CHANGES);
        }
        self.turns_along(lead, now, after)
    }

    /// The same way, within 45° and what they looked apart at first, and 10 yds farther at most (CF 6.28, G162).
    fn goes_along(self, lead: &Unit, after: &Unit) -> Result<(), Refusal> {
        let (own, theirs) = (self.gone(after), self.gone(lead));
        if own.len() < f64::from(yds(2)) {
            return Ok(());
        }
        let apart = turn(bearing(own), bearing(theirs)).abs();
        if apart > QUARTER + began_apart(lead, after) + SAME {
            return refuse(ANOTHER_WAY);
        }
        let straight = turned(lead).abs() <= SAME;
        match straight && own.len() > theirs.len() + f64::from(CONTACT) {
            true => refuse(FARTHER),
            false => Ok(()),
        }
    }

    /// It turns towards where the other looks, or not at all (CF 6.28).
    fn turns_along(self, lead: &Unit, now: &Unit, after: &Unit) -> Result<(), Refusal> {
        if [lead, after].iter().any(|unit| unit.formation == Formation::Unformed) {
            return Ok(());
        }
        let off = |unit: &Unit| turn(unit.pose.facing, lead.pose.facing).abs();
        match off(after) > off(now).max(began_apart(lead, now)) + SAME {
            true => refuse(FACES),
            false => Ok(()),
        }
    }

    /// Who conforms may stop where the other did, and goes with one that has turned about if it can (CF 6.28).
    pub(super) fn stops_with_its_lead(self, id: UnitId) -> Option<Result<(), Refusal>> {
        let lead = self.copied(id)?;
        let unit = self.unit(id);
        if self.stays_with(lead) {
            return Some(Ok(()));
        }
        let behind = turned(lead).abs() > ABOUT && turned(unit).abs() <= ABOUT;
        if behind && self.outcome(id, &Manoeuvre::AboutFace).is_ok() {
            return Some(refuse(FOLLOWS));
        }
        let far = lead.finished && self.gone(unit).len() + f64::from(yds(1)) >= self.gone(lead).len();
        far.then_some(Ok(()))
    }
}

/// By how much a unit has turned in its move.
fn turned(unit: &Unit) -> Cdeg {
    turn(unit.stood.unwrap_or(unit.pose).facing, unit.pose.facing)
}

/// By how much two units looked apart when they began to move.
fn began_apart(one: &Unit, other: &Unit) -> Cdeg {
    let began = |unit: &Unit| unit.stood.unwrap_or(unit.pose).facing;
    turn(began(one), began(other)).abs()
}
