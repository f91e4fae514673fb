//! Chapter 9.4: fire in reaction, and taking cover from fire. Who may react to what is chapter 9's; how it is done stands here.

use super::{FireStep, Mode, Shot, Volley};
use crate::cards::UnitId;
use crate::face::told::{Of, fire as told};
use crate::movement::{Activity, Moving};
use crate::reaction::Event;
use crate::state::Mark;
use crate::table::{Play, Table};
use kernel::Listener;

impl<L: Listener> Play<'_, L> {
    /// Begins Reaction Fire at the unit that gave the trigger of the window on top; asks for mode and halves (MP 9.4.1a, 9.4.1c; rulings
    /// MP G-A55, G-A56). It is regular fire, without any step; a Salvo may be it (MP 10.4e). Both shots of a two-hex unit are past when it is
    /// called (MP 9.4.1d).
    pub fn begin_reaction_fire(&mut self, id: UnitId, target: UnitId) {
        self.begin_volley(self.table().answer_to(id, target));
    }

    /// The one pistol shot of an interceptor: Light Infantry that he has come to, or was with, has no part in it (rulings MP G-A35, G-A76).
    pub(crate) fn begin_interceptors_pistol(&mut self, id: UnitId, target: UnitId) {
        self.begin_volley(Volley { without_foot: true, ..self.table().answer_to(id, target) });
    }

    /// The pistols of cavalry that has been intercepted: whoever is with it stays out of it (MP 9.3.3b).
    pub(crate) fn begin_answer_to_interception(&mut self, id: UnitId, interceptor: UnitId) {
        self.begin_volley(Volley { answers: Some(interceptor), without_foot: true, ..Volley::new(id) });
    }

    /// After the rolls and before any result a target that could answer the fire may take cover from it instead (ruling MP G-A54).
    pub(super) fn offer_cover(&mut self, volley: &Volley) {
        match self.table().next_to_cover(volley) {
            Some(target) => self.await_seat(self.table().seat(target)),
            None => {
                self.note_salvo(volley);
                self.fire_goes_to(FireStep::Strike);
            }
        }
    }

    pub(super) fn settle_cover(&mut self, volley: &Volley, covers: bool) {
        let Some(target) = self.table().next_to_cover(volley) else { return };
        self.volley_mut(|volley| volley.asked.insert(target));
        if covers {
            // Cavalry and the Light Infantry with it are one unit, though one of them ride off or fall (MP 8.2.1a).
            for unit in self.stack_of(target) {
                self.mark(unit, Mark::InCover, true);
                self.volley_mut(|volley| volley.barred.insert(unit));
            }
            self.tell("MP 9.4.5b", told::TAKES_COVER, &[Of::Unit(target)]);
        }
    }
}

impl Table<'_> {
    /// A volley at the unit that gave the trigger of the window on top.
    fn answer_to(self, id: UnitId, target: UnitId) -> Volley {
        let trigger = self.state.windows.last().map(|window| window.trigger).filter(|trigger| trigger.unit == target);
        Volley {
            // Light Infantry that has just joined its cavalry is fired at as one with it (MP 8.2.1a).
            answers: Some(self.answers_for(target)),
            against_retreating: trigger.is_some_and(|trigger| trigger.retreating),
            at_stack: trigger.is_some_and(|trigger| trigger.event == Event::Restacks),
            target_ran: trigger.is_some_and(|trigger| trigger.ran) || self.runs_into(id, target),
            ..Volley::new(id)
        }
    }

    /// Whether a unit on its move had gone a hex before it came into the zone of another's fire (MP 9.4.2a).
    fn runs_into(self, firer: UnitId, target: UnitId) -> bool {
        let its_move = |moving: &&Moving| moving.unit == target && moving.activity == Activity::Move;
        let moving = self.state.moves.iter().rev().find(its_move);
        self.is_cavalry(target) && moving.is_some_and(|moving| moving.entered > 0 && !moving.met.contains(firer))
    }

    /// Whether the target of a musket or pistol shot has cover from it (MP 9.4.5b); a half that is not in the village has none (ruling MP G-A75).
    pub(super) fn is_covered(self, shot: &Shot) -> bool {
        shot.target.is_some_and(|target| self.unit(target).has(Mark::InCover))
            && self.ground().terrain_of(shot.at).cover
    }

    /// The next target that is asked whether it takes cover: in a Castle, Town, Village or Chateau hex, able to fire back, fired at with
    /// muskets or pistols by an active unit (MP 9.4.5a, 9.4.5c).
    pub(crate) fn next_to_cover(self, volley: &Volley) -> Option<UnitId> {
        let active = self.active_side() == Some(self.side(volley.firer));
        if volley.answers.is_some() || !active {
            return None;
        }
        let covers = |target: UnitId| {
            !volley.asked.contains(target)
                && !self.unit(target).has(Mark::InCover)
                && self.fires_at(target, volley.firer, true)
        };
        let aimed = volley.shots().filter(|shot| shot.mode != Mode::Artillery);
        aimed
            .filter(|shot| self.ground().terrain_of(shot.at).cover)
            .filter_map(|shot| shot.target)
            .find(|&target| covers(target))
    }
}
