//! 9.4: Reaction Fire, as far as the window decides it; how it is shot stands in chapter 10. And what guns may do instead.

use super::{Event, ReactChoice, Trigger, Window};
use crate::cards::UnitId;
use crate::face::told::{Of, reaction as told};
use crate::sight::Purpose;
use crate::state::Mark;
use crate::table::{Play, Table};
use field::hexes::{Hex, Side as Aspect, Vertex};
use kernel::{Listener, Refusal};

impl Table<'_> {
    /// Whether a unit may Reaction Fire at the unit that gave the trigger, which is the only target there is (MP 9.1.1l). Infantry
    /// as often as it is triggered (MP 9.4.1a), cavalry while it has pistols, guns once a turn (MP 9.4.1b); of cavalry with
    /// Light Infantry either may fire, on every trigger (ruling MP G-A56).
    pub(super) fn may_fire_back(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        self.is_in_fire_zone(window, id)?;
        match window.trigger.event {
            Event::Restacks => self.can_fire_at_stack(id, window.trigger.unit),
            _ => self.can_fire_at(id, window.trigger.unit, true),
        }
    }

    /// The same for those who ask often.
    pub(super) fn fires_back(self, window: &Window, id: UnitId) -> bool {
        let restacks = window.trigger.event == Event::Restacks;
        self.is_in_fire_zone(window, id).is_ok()
            && if restacks {
                self.can_fire_at_stack(id, window.trigger.unit).is_ok()
            } else {
                self.fires_at(id, window.trigger.unit, true)
            }
    }

    fn is_in_fire_zone(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        if self.is_gun(id) {
            return self.may_use_gun(window, id);
        }
        self.may_react_by_fire(window, id)?;
        if window.fired.contains(id) {
            return Err(Refusal::new("MP 8.3.2b", "the gun with it has changed its place instead of firing"));
        }
        self.is_triggered(window, id)?;
        if !self.happens_in(&window.trigger).any(|hex| self.is_flanked_by(id, hex)) {
            return Err(Refusal::new(
                "MP 9.1.2d",
                "Reaction Fire goes into hexes next to the unit's front or flank only",
            ));
        }
        Ok(())
    }

    /// Fire is answered by its target alone (MP 9.1.3g); everything else by whoever has it in his zone.
    fn is_triggered(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        let Event::Fires { target, second } = window.trigger.event else { return Ok(()) };
        let shot_at = |target: UnitId| self.answers_for(target) == id;
        if shot_at(target) || second.is_some_and(shot_at) {
            return Ok(());
        }
        Err(Refusal::new("MP 9.1.3g", "only the target of a fire may react to it"))
    }

    /// The hexes in which a unit gave a trigger: all of its own; of a stack that has changed its order those that a gun shares (MP 9.1.3e).
    fn happens_in(self, trigger: &Trigger) -> impl Iterator<Item = Hex> {
        let restacks = trigger.event == Event::Restacks;
        self.unit(trigger.unit).hexes().filter(move |&hex| !restacks || self.gun_at(hex).is_some())
    }

    /// Next to the front or flank of a unit (MP 9.1.2d); it is enough for one half of a two-hex unit (MP 9.1.4a).
    pub(crate) fn is_beside(self, id: UnitId, target: UnitId) -> bool {
        self.unit(target).hexes().any(|hex| self.is_flanked_by(id, hex))
    }

    fn is_flanked_by(self, id: UnitId, hex: Hex) -> bool {
        matches!(self.aspect(id, hex), Some(Aspect::Front | Aspect::Flank))
    }

    /// Whether a gun has the trigger in its zone: its frontal arc, out to maximum range against fire on its own hex, to
    /// grazing range for everything else (MP 9.1.2c, 9.4.3a; ruling MP G-A40). One hex of it must be in range, arc and sight.
    pub(super) fn may_use_gun(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        if !self.is_gun(id) {
            return Err(Refusal::new("MP 9.4.4a", "only artillery has this in place of its Reaction Fire"));
        }
        self.may_react(window, id)?;
        self.is_triggered(window, id)?;
        let unit = self.unit(id);
        if self.is_limbered(id) || unit.has(Mark::LimberChanged) {
            return Err(Refusal::new("MP 7.3.3a", "a gun that is limbered, or was this turn, does not fire"));
        }
        let (grid, reach) = (&self.ground().grid, self.reach_of_gun(window, id));
        let in_reach = |hex: &Hex| grid.distance(unit.hex, *hex) <= u16::from(reach);
        let in_arc = |hex: &Hex| grid.arc(unit.hex, unit.facing, *hex).is_in();
        let seen = |hex: Hex| self.sees(id, unit.hex, hex, Purpose::Artillery);
        let there = || self.happens_in(&window.trigger).filter(in_reach);
        if there().filter(in_arc).any(seen) {
            return Ok(());
        }
        let (rule, why) = match () {
            () if there().next().is_none() => {
                ("MP 9.1.2c", "out of range: grazing range, or maximum range against fire on its hex")
            }
            () if !there().any(|hex| in_arc(&hex)) => ("MP 9.1.2c", "not in the gun's frontal arc"),
            () => ("MP 9.1.3h", "the gun has no clear line of sight to what happened"),
        };
        Err(Refusal::new(rule, why))
    }

    /// How far a gun fires in reaction: to maximum range only at fire on its own hex (MP 9.1.2c, 9.4.3a).
    fn reach_of_gun(self, window: &Window, gun: UnitId) -> u8 {
        let counter_battery = matches!(window.trigger.event, Event::Fires { .. });
        if counter_battery { self.card(gun).range } else { self.card(gun).grazing }
    }

    /// Whether the Reaction Fire of a gun under way goes as far as a hex.
    pub(crate) fn reacts_as_far(self, gun: UnitId, hex: Hex) -> bool {
        let reach = self.state.windows.last().map(|window| self.reach_of_gun(window, gun));
        reach.is_none_or(|reach| self.ground().grid.distance(self.unit(gun).hex, hex) <= u16::from(reach))
    }

    /// MP 6.2.3a: a gun may turn instead of firing, from below another unit too (ruling MP G-A69).
    pub(super) fn may_react_by_turning(self, window: &Window, id: UnitId, vertex: Vertex) -> Result<(), Refusal> {
        self.may_use_gun(window, id)?;
        if self.unit(id).facing == vertex {
            return Err(Refusal::new("MP 6.2.3a", "the gun faces that way already"));
        }
        Ok(())
    }

    /// MP 9.4.4a: a gun may change its place in the stack instead of firing; two guns with one unit lie both on top or both below
    /// (MP 8.3.4a) and neither may have fired (MP 8.3.2c).
    pub(super) fn may_restack(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        self.may_use_gun(window, id)?;
        let Some(body) = self.body_at(self.unit(id).hex) else {
            return Err(Refusal::new("MP 9.4.4a", "the gun shares its hex with nobody"));
        };
        if window.fired.contains(body) {
            return Err(Refusal::new("MP 8.3.2b", "the unit it is stacked with has fired at this"));
        }
        let fired = self.guns_of(body).any(|gun| self.unit(gun).has(Mark::Fired));
        if fired {
            return Err(Refusal::new(
                "MP 8.3.2c",
                "a Fired gun keeps its place in the stack, and the other gun with it",
            ));
        }
        Ok(())
    }

    /// Guns in the hexes of a unit.
    fn guns_of(self, body: UnitId) -> impl Iterator<Item = UnitId> {
        self.unit(body).hexes().filter_map(move |hex| self.gun_at(hex)).filter(move |&gun| self.is_gun(gun))
    }

    pub(super) fn put_gun_reactions(self, window: &Window, unit: UnitId, put: &mut impl FnMut(ReactChoice)) {
        if self.may_use_gun(window, unit).is_err() {
            return;
        }
        if self.may_restack(window, unit).is_ok() {
            put(ReactChoice::Restack { unit });
        }
        for vertex in Vertex::ALL {
            if self.may_react_by_turning(window, unit, vertex).is_ok() {
                put(ReactChoice::TurnGun { unit, vertex });
            }
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Fire is executed at once when it is called up (MP 9.4.1d).
    pub(super) fn react_by_fire(&mut self, id: UnitId) {
        // The gun is flipped by the shot itself, which tests that it is still ready.
        let was_fired = self.unit(id).has(Mark::Fired);
        let Some(trigger) = self.note_reaction(id) else { return };
        self.note_fire(id);
        self.mark(id, Mark::Fired, was_fired);
        self.begin_reaction_fire(id, trigger.unit);
    }

    /// A unit has had its fire at the trigger, or gives it up; it may still move in reaction if it has not fired.
    fn note_fire(&mut self, id: UnitId) {
        if let Some(window) = self.state.windows.last_mut() {
            window.fired.insert(id);
        }
    }

    pub(super) fn react_by_turning_gun(&mut self, id: UnitId, vertex: Vertex) {
        self.note_reaction(id);
        let (hex, other) = (self.unit(id).hex, self.unit(id).other);
        self.state.put(id, hex, other, vertex);
        self.tell("MP 6.2.3a", told::IS_TURNED, &[Of::Unit(id), Of::Corner(vertex)]);
    }

    /// Neither fires; the gun is flipped and put on top or at the bottom (MP 8.3.2b).
    pub(super) fn react_by_restacking(&mut self, id: UnitId) {
        let Some(body) = self.table().body_at(self.unit(id).hex) else { return };
        let on_top = !self.unit(id).has(Mark::OnTop);
        self.note_reaction(id);
        for hex in self.footing(body).into_iter().flatten() {
            let gun = self.table().gun_at(hex).filter(|&gun| self.table().is_gun(gun));
            if let Some(gun) = gun {
                self.mark(gun, Mark::OnTop, on_top);
                self.mark(gun, Mark::Fired, true);
            }
        }
        self.note_fire(body);
        let goes = if on_top { told::GOES_ON_TOP } else { told::GOES_BELOW };
        self.tell("MP 9.4.4a", goes, &[Of::Unit(id), Of::Unit(body)]);
    }
}
