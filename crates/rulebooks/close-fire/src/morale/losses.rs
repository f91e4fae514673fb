//! Which battalion or squadron a lost base was of (CF 8.3, G37, G157).
//!
//! A base is lost where there are most, at once, so that everything after it counts right; before anything else is worked its owner
//! may say that it was another's.

use super::{MoraleChoice, MoraleStep};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::state::{Element, Place};
use crate::table::{Play, Table};
use kernel::{Listener, Refusal};

impl Table<'_> {
    /// The battalion or squadron that the next loss of which nothing has been said yet was laid on.
    fn laid_on(self, id: UnitId) -> Option<usize> {
        self.unit(id).owed.iter().position(|&owed| owed > 0)
    }

    /// Whether battalions and squadrons differ in anything but their place, counted as they were before the losses.
    fn differ(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let before = |place: usize| {
            let (of, back) = (unit.elements[place], unit.owed[place]);
            Element { bases: of.bases + back, casualties: of.casualties.saturating_sub(back), ..of }
        };
        (1..unit.elements.len()).any(|place| before(place) != before(0))
    }

    /// Whether the owner of a unit that has just lost a base has a choice.
    pub(super) fn may_say_who_lost(self, id: UnitId) -> bool {
        self.unit(id).place == Place::Table && self.laid_on(id).is_some() && self.differ(id)
    }

    /// The next unit of whose losses something is to be said.
    fn next_loss(self) -> Option<UnitId> {
        self.on_table().find(|&id| self.laid_on(id).is_some())
    }

    pub(super) fn judge_loss(self, id: UnitId, element: u8) -> Result<(), Refusal> {
        let there = self.unit(id).elements.get(usize::from(element));
        let has = there.is_some_and(|of| of.bases > 0 || self.laid_on(id) == Some(usize::from(element)));
        if has { Ok(()) } else { Err(Refusal::new("CF G37", "it has no base to lose there")) }
    }

    /// What may be said; the place of what stands already.
    pub(super) fn offer_losses(self, id: UnitId, menu: &mut Vec<Decision>) -> usize {
        let mut default = 0;
        for element in 0..self.unit(id).elements.len() as u8 {
            if self.judge_loss(id, element).is_ok() {
                if self.laid_on(id) == Some(usize::from(element)) {
                    default = menu.len();
                }
                menu.push(Decision::Morale(MoraleChoice::Lose { unit: id, element }));
            }
        }
        default
    }
}

impl<L: Listener> Play<'_, L> {
    /// Owners are asked about losses before anything else goes on; whether one has to be.
    pub(crate) fn ask_about_losses(&mut self) -> bool {
        if matches!(self.state.agenda.top(), Some(Step::Morale(MoraleStep::Lose(_)))) {
            return false;
        }
        let Some(id) = self.table().next_loss() else { return false };
        self.state.agenda.push(Step::Morale(MoraleStep::Lose(id)));
        true
    }

    /// The base that was lost was of that battalion or squadron.
    pub(super) fn shift_loss(&mut self, id: UnitId, element: u8) {
        let Some(from) = self.table().laid_on(id) else { return };
        let to = usize::from(element);
        let unit = self.unit_mut(id);
        unit.this_turn.owed[from] -= 1;
        if from == to || to.max(from) >= unit.elements.len() {
            return;
        }
        unit.elements[from].bases += 1;
        unit.elements[from].casualties = unit.elements[from].casualties.saturating_sub(1);
        unit.elements[to].bases = unit.elements[to].bases.saturating_sub(1);
        unit.elements[to].casualties += 1;
    }
}
