//! Chapter 3.2.C: the one Action of a unit — to move, to fire, to Rally or Reform, or with a gun to limber, unlimber or turn.

use super::{MoveChoice, MoveStep, not_asked};
use crate::agenda::Step;
use crate::cards::{Class, UnitId};
use crate::decision::Decision;
use crate::face::told::{Of, movement as told};
use crate::fire::FireChoice;
use crate::rally::RallyChoice;
use crate::reaction::Event;
use crate::state::{Formation, Mark, Morale, Slot};
use crate::table::{Play, Table};
use field::hexes::Vertex;
use kernel::{Listener, Question, Refusal};

impl Table<'_> {
    /// Whether a unit can take a Move Action at all.
    pub fn may_move(self, id: UnitId) -> Result<(), Refusal> {
        if self.unit(id).slot == Slot::Under {
            return Err(Refusal::new("MP 8.2.1a", "it moves with the cavalry it is stacked with, or walks off"));
        }
        self.may_walk(id)
    }

    /// Whether cavalry can ride off from the Light Infantry it is stacked with, or that walk off from its cavalry (MP 7.3.1d; ruling MP G-A65).
    pub fn may_leave(self, id: UnitId) -> Result<(), Refusal> {
        if self.unit(id).with.is_none() {
            return Err(Refusal::new("MP 7.3.1d", "it is stacked with nobody whom it could leave"));
        }
        self.may_walk(id)
    }

    /// Of a stack the cavalry acts for both; the Light Infantry does nothing by itself but walk off (MP 8.2.1a).
    fn acts_for_itself(self, id: UnitId) -> Result<(), Refusal> {
        match self.unit(id).slot {
            Slot::Under => Err(Refusal::new("MP 8.2.1a", "the cavalry it is stacked with acts for both")),
            _ => Ok(()),
        }
    }

    fn may_walk(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.morale == Morale::Broken {
            return Err(Refusal::new("MP 12.4.3e", "a Morale Broken unit does nothing but Rally"));
        }
        if unit.has(Mark::LimberChanged) {
            return Err(Refusal::new("MP 7.3.3a", "it has limbered or unlimbered this turn"));
        }
        self.is_not_held(id)?;
        match (unit.formation, self.class(id)) {
            (Formation::Hedgehog, _) => return Err(Refusal::new("MP 6.3.2b", "a Hedgehog does not move")),
            (Formation::Broken, _) => return Err(Refusal::new("MP 6.3.1f", "Formation Broken: it cannot move")),
            (_, Class::Wagon) if !self.card(id).may_move => {
                return Err(Refusal::new("MP 7.2.1b", "this battle does not let wagons move"));
            }
            _ => {}
        }
        if self.allowance(id) == 0 {
            return Err(Refusal::new("MP 7.2.1a", "it has no movement allowance"));
        }
        let leader_gone = self.commander_of(self.card(id).wing).is_none();
        if leader_gone && !self.in_command(id) {
            return Err(Refusal::new("MP 5.4.3e", "out of command, and its leader is not on the map: it stays"));
        }
        Ok(())
    }

    /// To whom another has come in this activation moves no more in it, be it in reaction (MP 7.3.3i, 8.2.2c).
    pub(crate) fn is_not_held(self, id: UnitId) -> Result<(), Refusal> {
        if !self.unit(id).has(Mark::Held) {
            return Ok(());
        }
        let rule = if self.is_body(id) { "MP 8.2.2c" } else { "MP 7.3.3i" };
        Err(Refusal::new(rule, "it may not move any more in this activation"))
    }

    /// Formation Broken units may still change places with a gun (MP 8.3.2d); the others do it while they move.
    fn may_restack_broken(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.formation != Formation::Broken || !self.is_body(id) || unit.slot == Slot::Under {
            return Err(Refusal::new("MP 8.3.2d", "only a Formation Broken unit does this instead of moving"));
        }
        if self.guns_with(id).next().is_none() {
            return Err(Refusal::new("MP 8.3.2a", "there is no gun in its hex to change places with"));
        }
        Ok(())
    }

    /// Limbering and unlimbering: an Action of a gun that has not moved, fired or turned this turn (MP 7.3.3a, 7.3.3f; ruling G-A43). Regimental guns are part
    /// of their infantry and need none (MP 7.3.4a).
    fn may_change_limber(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !self.is_gun(id) {
            return Err(Refusal::new("MP 7.3.3a", "only artillery limbers and unlimbers"));
        }
        if self.rules.options.no_limbering {
            return Err(Refusal::new("MP 7.3.3f", "guns are not limbered in this battle"));
        }
        if unit.morale == Morale::Broken {
            return Err(Refusal::new("MP 12.4.3e", "a Morale Broken unit does nothing but Rally"));
        }
        if unit.has(Mark::Fired) || unit.has(Mark::LimberChanged) || unit.has(Mark::Rolled) {
            return Err(Refusal::new("MP 7.3.3a", "it has moved, fired, turned or changed limber this turn"));
        }
        Ok(())
    }

    /// Turning a gun in place of its fire (MP 6.2.3a, 6.2.3b).
    fn may_turn_own_gun(self, id: UnitId, vertex: Vertex) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !self.is_gun(id) || self.is_limbered(id) {
            return Err(Refusal::new("MP 6.2.3a", "only an unlimbered gun turns in place of its fire"));
        }
        if unit.has(Mark::Fired) || unit.has(Mark::LimberChanged) {
            return Err(Refusal::new("MP 6.2.3a", "a gun turns only before it has fired"));
        }
        if unit.morale == Morale::Broken {
            return Err(Refusal::new("MP 12.4.4a", "a Morale Broken gun neither fires nor turns"));
        }
        if unit.facing == vertex {
            return Err(Refusal::new("MP 6.2.3a", "it faces that way already"));
        }
        Ok(())
    }

    /// A unit with a duty to move does nothing else (MP 5.6.1a, 5.4.3a, 7.3.5b).
    fn has_no_duty(self, id: UnitId) -> Result<(), Refusal> {
        if !self.must_act(id) {
            return Ok(());
        }
        if self.must_leave_bridge(id) {
            return Err(Refusal::new("MP 7.3.5b", "a two-hex Column may not end its activation on a bridge"));
        }
        if self.in_command(id) {
            Err(Refusal::new("MP 5.6.1a", "under Charge it must get nearer to the enemy"))
        } else {
            Err(Refusal::new("MP 5.4.3a", "out of command it must move back"))
        }
    }

    pub(crate) fn judge_unit_action(self, id: UnitId, choice: MoveChoice) -> Result<(), Refusal> {
        self.may_do(id, choice)?;
        if matches!(choice, MoveChoice::Move | MoveChoice::MoveOff) { Ok(()) } else { self.has_no_duty(id) }
    }

    /// Whether a unit is able to do something, its duty to move aside.
    fn may_do(self, id: UnitId, choice: MoveChoice) -> Result<(), Refusal> {
        match choice {
            MoveChoice::Move => self.may_move(id),
            MoveChoice::MoveOff => self.may_leave(id),
            MoveChoice::Nothing => Ok(()),
            MoveChoice::Restack => self.may_restack_broken(id),
            MoveChoice::Limber if self.is_limbered(id) => Err(Refusal::new("MP 7.3.3a", "it is limbered already")),
            MoveChoice::Unlimber(_) if !self.is_limbered(id) => Err(Refusal::new("MP 7.3.3a", "it is not limbered")),
            MoveChoice::Limber | MoveChoice::Unlimber(_) => self.may_change_limber(id),
            MoveChoice::TurnGun(vertex) => self.may_turn_own_gun(id, vertex),
            _ => Err(not_asked()),
        }
    }

    /// Fire as the Action: in command, or with an unlimbered gun (MP 5.4.3g); under Charge only Advancing Fire meets a duty to close in (ruling G-A24).
    pub fn judge_action_fire(self, id: UnitId, choice: FireChoice) -> Result<(), Refusal> {
        self.acts_for_itself(id)?;
        if !self.is_gun(id) && !self.in_command(id) {
            return Err(Refusal::new("MP 5.4.3g", "a unit out of command fires in reaction only"));
        }
        let closes_in = matches!(choice, FireChoice::Advance(_) | FireChoice::OnTop);
        if !closes_in {
            self.has_no_duty(id)?;
        }
        self.judge_fire_action(id, choice)
    }

    /// Rally or Reform as the Action, on the Wing's authority.
    pub fn judge_action_rally(self, id: UnitId, choice: RallyChoice) -> Result<(), Refusal> {
        match choice {
            RallyChoice::Reform { unit, by: None, .. } | RallyChoice::Rally { unit, by: None } if unit == id => {}
            _ => return Err(not_asked()),
        }
        self.acts_for_itself(id)?;
        self.has_no_duty(id)?;
        self.judge_rally_action(choice)
    }

    pub(crate) fn ask_action(self, id: UnitId, menu: &mut Vec<Decision>) -> Question {
        let offer = |menu: &mut Vec<Decision>, choice: MoveChoice| {
            if self.may_do(id, choice).is_ok() {
                menu.push(Decision::Move(choice));
            }
        };
        let duty = self.must_act(id);
        if !duty {
            menu.push(Decision::Move(MoveChoice::Nothing));
        }
        offer(menu, MoveChoice::Move);
        if self.unit(id).with.is_some() {
            offer(menu, MoveChoice::MoveOff);
        }
        let question = Question::whole("unit-action", "MP 3.2.Ca", 0);
        if self.acts_for_itself(id).is_err() {
            return question;
        }
        let first = menu.len();
        if self.is_gun(id) || self.in_command(id) {
            self.fire_actions(id, menu);
        }
        if duty {
            let closes_in =
                |decision: &Decision| matches!(decision, Decision::Fire(FireChoice::Advance(_) | FireChoice::OnTop));
            let mut place = 0;
            menu.retain(|decision| {
                place += 1;
                place <= first || closes_in(decision)
            });
        } else {
            self.rally_actions(id, menu);
            offer(menu, MoveChoice::Restack);
            if self.is_gun(id) {
                offer(menu, MoveChoice::Limber);
                Vertex::ALL.into_iter().for_each(|vertex| offer(menu, MoveChoice::Unlimber(vertex)));
                Vertex::ALL.into_iter().for_each(|vertex| offer(menu, MoveChoice::TurnGun(vertex)));
            }
        }
        question
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_action(&mut self, id: UnitId) {
        let table = self.table();
        let unit = table.unit(id);
        if !unit.on_map() || unit.has(Mark::Acted) {
            self.pop();
            return;
        }
        let in_command = table.in_command(id);
        let duty = table.could_owe_a_move(id) && table.has_duty(id, in_command);
        let (seat, rides) = (table.seat(id), duty && table.is_cavalry(id) && unit.with.is_none());
        if !rides {
            self.await_seat(seat);
        }
        self.state.keep_acting(id, duty, in_command);
        // Cavalry that must close in, or go back, has nothing to choose yet.
        if rides {
            self.unasked(seat, "unit-action", Decision::Move(MoveChoice::Move));
            self.begin_move(id, false);
        }
    }

    /// The unit's Action is used; one Action for cavalry and the Light Infantry with it (MP 3.2.Ca, 8.2.1a, 8.2.1h).
    fn act(&mut self, id: UnitId, with_partner: bool) {
        self.mark(id, Mark::Acted, true);
        if with_partner {
            self.act_for_partner(id);
        }
    }

    /// Cavalry has acted for the Light Infantry with it too. That has an Action for itself alone, and leaves the cavalry its own (ruling MP G-A65).
    pub(super) fn act_for_partner(&mut self, id: UnitId) {
        let unit = *self.unit(id);
        if let Some(partner) = unit.with.filter(|_| unit.slot != Slot::Under) {
            self.mark(partner, Mark::Acted, true);
        }
    }

    pub(crate) fn apply_unit_action(&mut self, id: UnitId, choice: MoveChoice) {
        match choice {
            MoveChoice::Move => return self.begin_move(id, false),
            MoveChoice::MoveOff => return self.begin_move(id, true),
            _ => {}
        }
        self.act(id, true);
        self.pop();
        match choice {
            MoveChoice::Restack => self.restack(id),
            MoveChoice::Limber => self.change_limber(id, None),
            MoveChoice::Unlimber(vertex) => self.change_limber(id, Some(vertex)),
            MoveChoice::TurnGun(vertex) => self.turn_gun(id, vertex),
            _ => {}
        }
    }

    pub(crate) fn apply_action_fire(&mut self, id: UnitId, choice: FireChoice) {
        self.pop();
        // Who has acted before this does not fire again.
        self.begin_fire(id, choice);
        self.act(id, true);
    }

    pub(crate) fn apply_action_rally(&mut self, id: UnitId, choice: RallyChoice) {
        self.act(id, true);
        self.pop();
        self.begin_rally_action(choice);
    }

    /// Begins a Move Action in place of the step on top: allowance, command and the enemy to charge are fixed now; leaders stacked with the unit may say
    /// whether they go along.
    pub(crate) fn begin_move(&mut self, id: UnitId, leaves: bool) {
        let mut moving = self.table().move_begun(id);
        moving.leaves = leaves;
        self.act(id, !leaves);
        self.pop();
        self.start_moving(moving);
    }

    pub(crate) fn start_moving(&mut self, moving: super::Moving) {
        let id = moving.unit;
        // An Action begins when nothing else is under way: there is always room.
        let (state, overflow) = self.state.with_overflow();
        if !overflow.keep(&mut state.moves, moving) {
            return;
        }
        self.push(Step::Move(MoveStep::Next));
        for index in 0..self.state.leaders.len() {
            let leader = crate::cards::LeaderId(index as u8);
            if self.table().leaders_to_take(id).any(|him| him == leader) {
                self.push(Step::Move(MoveStep::Company(leader)));
            }
        }
    }

    /// Marked for the whole turn (MP 7.3.3a), artillery still in everything else (MP 7.3.3e); facing is chosen freely when unlimbering (ruling G-A43).
    fn change_limber(&mut self, id: UnitId, facing: Option<Vertex>) {
        self.mark(id, Mark::Limbered, facing.is_none());
        self.mark(id, Mark::LimberChanged, true);
        if let Some(facing) = facing {
            self.unit_mut(id).facing = facing;
        }
        match facing {
            Some(facing) => self.tell("MP 7.3.3a", told::UNLIMBERS, &[Of::Unit(id), Of::Corner(facing)]),
            None => self.tell("MP 7.3.3a", told::LIMBERS, &[Of::Unit(id)]),
        }
    }

    /// A gun turned counts as Fired (MP 6.2.3a); turning next to an enemy is a trigger (MP 6.2.4a).
    fn turn_gun(&mut self, id: UnitId, facing: Vertex) {
        self.unit_mut(id).facing = facing;
        self.mark(id, Mark::Fired, true);
        self.tell("MP 6.2.3a", told::TURNS_GUN, &[Of::Unit(id), Of::Corner(facing)]);
        self.trigger_step(id, Event::Turns { pivot: None }, false);
    }
}
