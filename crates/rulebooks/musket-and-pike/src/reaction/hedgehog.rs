//! 9.2.3: pikes all round when cavalry comes near.

use super::{Event, Window};
use crate::cards::{Class, UnitId};
use crate::face::told::{Of, movement as told};
use crate::state::Formation;
use crate::table::{Play, Table};
use field::hexes::Side as Aspect;
use kernel::{Listener, Refusal};

/// MP 9.2.3a.
const REACH: u8 = 2;

impl Table<'_> {
    /// Heavy Infantry with pikes in a formation that can close up (MP 6.3.2a, 6.3.2f; Column cannot, ruling MP G-A28), against cavalry
    /// of the Active player (ruling MP G-A57). Command does not matter (MP 5.4.3j).
    fn can_form_hedgehog(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        self.may_react(window, id)?;
        let (unit, card) = (self.unit(id), self.card(id));
        if card.class != Class::HeavyInfantry || !card.pikes {
            return Err(Refusal::new("MP 6.3.2a", "only Heavy Infantry with pikes forms Hedgehog"));
        }
        if !matches!(unit.formation, Formation::Normal | Formation::OpenOrder | Formation::Shaken) {
            return Err(Refusal::new(
                "MP 6.3.2f",
                "Hedgehog is formed from Formation Normal, Open Order or Formation Shaken",
            ));
        }
        let trigger = &window.trigger;
        if !self.is_cavalry(trigger.unit) || self.active_side() != Some(self.side(trigger.unit)) {
            return Err(Refusal::new("MP 9.2.3a", "Hedgehog answers cavalry of the Active player only"));
        }
        Ok(())
    }

    /// A Hedgehog attempt of the owner's will: cavalry has spent points within two hexes of the front or flank (MP 9.2.3a,
    /// ruling MP G-A29).
    pub(super) fn may_react_by_hedgehog(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        self.can_form_hedgehog(window, id)?;
        if !window.trigger.spent || !window.trigger.event.is_movement() {
            return Err(Refusal::new("MP 9.2.3a", "the cavalry has spent no movement points"));
        }
        if !self.in_front_or_flank_arc(id, window.trigger.unit, REACH) {
            return Err(Refusal::new("MP 9.2.3a", "the cavalry is not within two hexes of the unit's front or flank"));
        }
        self.sees_trigger(window, id)
    }

    /// Whether a unit must try: cavalry has entered one of its rear hexes (MP 9.2.3c), by an advance too, or has ended a pursuit
    /// next to it, unless that came of an Interception (MP 11.7.2e; ruling MP G-A52).
    pub(super) fn is_forced(self, window: &Window, id: UnitId) -> bool {
        let cavalry = window.trigger.unit;
        let at = |wanted: &[Aspect]| {
            self.unit(cavalry).hexes().any(|hex| self.aspect(id, hex).is_some_and(|aspect| wanted.contains(&aspect)))
        };
        let touched = match window.trigger.event {
            Event::Enters | Event::EndsAdvance => at(&[Aspect::Rear]),
            Event::EndsPursuit { after_interception: false } => at(&[Aspect::Front, Aspect::Flank, Aspect::Rear]),
            _ => false,
        };
        touched && self.can_form_hedgehog(window, id).is_ok() && self.sees_trigger(window, id).is_ok()
    }
}

impl<L: Listener> Play<'_, L> {
    /// The attempt: a Morale Check (MP 9.2.3a). Passed, it costs nothing and covers up a Formation Shaken side (MP 6.3.2f); failed,
    /// morale falls by one level (MP 9.2.3b), and a unit that breaks runs from the cavalry (ruling MP G-A39).
    pub(super) fn react_by_hedgehog(&mut self, id: UnitId) {
        let cavalry = self.note_reaction(id).map(|trigger| trigger.unit);
        if self.morale_check(id, 0, "MP 9.2.3a") {
            self.unit_mut(id).formation = Formation::Hedgehog;
            self.tell("MP 6.3.2f", told::FORMS_HEDGEHOG, &[Of::Unit(id)]);
        } else {
            self.lose_level(id, cavalry);
        }
    }
}
