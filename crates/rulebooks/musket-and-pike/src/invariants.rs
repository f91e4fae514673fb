//! What holds after every decision of a battle.

use crate::agenda::Step;
use crate::cards::{Class, UnitId};
use crate::movement::MoveStep;
use crate::sequence::TurnStep;
use crate::state::{Deeds, Formation, LeaderPlace, Mark, Morale, Phase, Slot, State, ThisActivation, Unit};
use crate::table::Table;
use field::hexes::Hand;

impl Table<'_> {
    pub fn check(self) -> Result<(), String> {
        for id in self.all() {
            self.check_unit(id).map_err(|what| format!("{}: {what}", self.name(id)))?;
        }
        self.check_standing()?;
        self.check_touched()?;
        self.check_links()?;
        self.check_way_back()?;
        self.check_leaders()?;
        self.check_wings()?;
        self.state.overflow.check()
    }

    /// The dead stay dead, an Action that is done is done until the activation ends (MP 3.2.Ca), and it does not end before all that is owed is done.
    pub fn check_since(self, before: &State) -> Result<(), String> {
        let count = |state: &State| state.wings.iter().map(|wing| u32::from(wing.turn.activations)).sum::<u32>();
        let same = self.state.turn == before.turn
            && self.state.activation == before.activation
            && count(self.state) == count(before);
        // Unless two weak units have become one (MP 8.4b).
        let on_map = |units: &[Unit]| units.iter().filter(|unit| unit.on_map()).count();
        let combined = on_map(&self.state.units) < on_map(&before.units);
        for id in self.on_map() {
            let (was, is) = (&before.units[id.ix()], self.unit(id));
            if !combined && is.casualties < was.casualties {
                return Err(format!("{} has got Casualties back (MP 10.6.1c)", self.name(id)));
            }
            if same && was.on_map() && was.has(Mark::Acted) && !is.has(Mark::Acted) {
                return Err(format!("{} may act again in the same activation (MP 3.2.Ca)", self.name(id)));
            }
        }
        self.check_actors(before)?;
        self.check_end_of_actions(before)
    }

    /// An Action is used up by who takes it, and with cavalry by the Light Infantry it acts for (MP 3.2.Ca, 8.2.1h; ruling G-A65).
    fn check_actors(self, before: &State) -> Result<(), String> {
        let actor = match before.agenda.top() {
            Some(Step::Move(MoveStep::Action(unit))) => Some(unit),
            Some(Step::Move(MoveStep::Next)) => before.moves.last().map(|moving| moving.unit),
            _ => None,
        };
        let Some(actor) = actor else { return Ok(()) };
        let was = |id: UnitId| &before.units[id.ix()];
        let acts_for = |id: UnitId| id == actor || was(id).slot == Slot::Under && was(id).with == Some(actor);
        let robbed = |&id: &UnitId| !was(id).has(Mark::Acted) && self.unit(id).has(Mark::Acted) && !acts_for(id);
        match self.on_map().find(robbed) {
            Some(id) => Err(format!("{} has lost its Action to {} (MP 3.2.Ca)", self.name(id), self.name(actor))),
            None => Ok(()),
        }
    }

    /// When the Actions of a Wing are over nobody is left who owes one (MP 3.2.Cb, 5.4.3a, 5.6.1a).
    fn check_end_of_actions(self, before: &State) -> Result<(), String> {
        let actions = Step::Turn(TurnStep::Actions);
        let over = before.agenda.top() == Some(actions) && !self.state.agenda.iter().any(|&step| step == actions);
        let Some(now) = before.activation.filter(|_| over) else { return Ok(()) };
        let pose = |unit: &Unit| (unit.hex, unit.other, unit.facing);
        // Whoever was the last to act may have done it unasked.
        let idle = |&id: &UnitId| {
            let (was, is) = (&before.units[id.ix()], self.unit(id));
            is.on_map() && !is.has(Mark::Acted) && pose(was) == pose(is)
        };
        match (Table { rules: self.rules, state: before }).units_with_duty(now.wing).find(idle) {
            Some(id) => Err(format!("{} has not done what it owes (MP 3.2.Cb)", self.name(id))),
            None => Ok(()),
        }
    }

    fn check_unit(self, id: UnitId) -> Result<(), String> {
        let (unit, card) = (self.unit(id), self.card(id));
        let body = self.is_body(id);
        let on_map = unit.on_map();
        let says = |wrong: bool, what: &str| if wrong { Err(what.to_owned()) } else { Ok(()) };
        says(
            on_map && body && unit.casualties >= card.strength,
            "stands on the map with no strength left (MP 10.6.1c)",
        )?;
        says(unit.pistols > 2, "has more than two shots (MP 10.7.1a)")?;
        says(unit.pistols > 0 && card.class != Class::Cavalry, "has pistols but is no cavalry")?;
        let broken = unit.morale == Morale::Broken;
        says(
            on_map && body && broken != (unit.formation == Formation::None),
            "Morale Broken and formation disagree (MP 6.3.1a)",
        )?;
        says(on_map && unit.formation == Formation::Hedgehog && !card.pikes, "in Hedgehog without pikes (MP 6.3.2a)")?;
        says(on_map && !body && unit.formation != Formation::Normal, "guns and wagons have no formation (MP 6.3.1a)")?;
        says(
            on_map && unit.has(Mark::ThresholdReached) && unit.morale == Morale::Normal,
            "at its threshold and of Normal morale (MP 12.5.2b)",
        )?;
        says(unit.other.is_some() && on_map != (on_map && card.two_hex), "covers two hexes but is a one-hex unit")?;
        if on_map && card.two_hex {
            let right = self.ground().grid.neighbour(unit.hex, unit.facing.aside(Hand::Right));
            says(right.is_none() || unit.other != right, "its halves do not stand side by side (MP 6.1b)")?;
        }
        if let Some(partner) = unit.with.filter(|_| on_map) {
            let other = self.unit(partner);
            says(
                other.with != Some(id) || !other.on_map(),
                "is stacked with somebody who is not stacked with it (MP 8.2.1a)",
            )?;
            says(other.hex != unit.hex, "is apart from the unit it is stacked with (MP 8.2.1a)")?;
            says(other.morale != unit.morale, "differs in morale from the unit it is stacked with (MP 8.2.1a)")?;
            says(
                other.formation != unit.formation,
                "differs in formation from the unit it is stacked with (MP 8.2.1a)",
            )?;
        }
        says(on_map && (unit.slot == Slot::Under) && unit.with.is_none(), "lies under nobody")
    }

    /// Stacking holds at all times (MP 8.1.2a): the table of who stands where agrees with the units.
    fn check_standing(self) -> Result<(), String> {
        for id in self.on_map() {
            let unit = self.unit(id);
            for hex in unit.hexes() {
                let found = match unit.slot {
                    Slot::Body => self.body_at(hex),
                    Slot::Gun => self.gun_at(hex),
                    Slot::Under => Some(id),
                };
                if found != Some(id) {
                    let other = found.map_or("nobody", |other| self.name(other));
                    return Err(format!(
                        "{} and {other} both in {} (MP 8.1.1a)",
                        self.name(id),
                        self.ground().grid.number(hex)
                    ));
                }
                if let (Some(body), Some(gun)) = (self.body_at(hex), self.gun_at(hex))
                    && self.side(body) != self.side(gun)
                    && !self.unit(gun).has(Mark::Captured)
                {
                    return Err(format!("{} shares a hex with {} of the enemy", self.name(body), self.name(gun)));
                }
            }
        }
        Ok(())
    }

    fn check_leaders(self) -> Result<(), String> {
        for id in self.leaders().filter(|&id| self.leader(id).place == LeaderPlace::Map) {
            let side = self.leader_card(id).side;
            if self.body_at(self.leader(id).hex).is_some_and(|unit| self.side(unit) != side) {
                return Err(format!("{} stands among the enemy (MP 5.3.1b)", self.leader_card(id).name));
            }
        }
        Ok(())
    }

    fn check_wings(self) -> Result<(), String> {
        for wing in self.wings() {
            let (state, card) = (self.wing(wing), &self.rules.wings[wing.ix()]);
            if state.turn.activations > 3 {
                return Err(format!("{} was activated {} times (MP 4.3.1c)", card.name, state.turn.activations));
            }
            if state.turn.bypassed && state.turn.finished {
                return Err(format!("{} is Bypassed and Finished", card.name));
            }
        }
        self.check_between_activations()
    }

    /// What lasts an activation is there in one, or while units rout (rulings G-A62, G-A79).
    fn check_between_activations(self) -> Result<(), String> {
        if self.state.activation.is_some() || self.state.phase == Phase::RoutMovement {
            return Ok(());
        }
        let marked = |&id: &UnitId| self.unit(id).marks.activation != ThisActivation::default();
        if let Some(id) = self.on_map().find(marked) {
            return Err(format!("{} keeps marks of an activation that is over (ruling G-A62)", self.name(id)));
        }
        match self.leaders().find(|&id| self.leader(id).deeds != Deeds::default()) {
            Some(id) => Err(format!("{} keeps what he did in an activation", self.leader_card(id).name)),
            None => Ok(()),
        }
    }
}
