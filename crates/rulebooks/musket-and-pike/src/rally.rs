//! Chapter 13: Rally and Reform, by the Wing Commander's authority or by the Army Commander's own hand. Rout movement is in `rout`.

use crate::agenda::Step;
use crate::cards::{LeaderId, Role, UnitId, UnitSet};
use crate::decision::Decision;
use crate::face::told::{Of, rally as told};
use crate::face::words::rally::reform_done;
use crate::reaction::{Event, Trigger};
use crate::state::{Formation, LeaderPlace, Mark, Morale, Slot};
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Listener, Question, Refusal, Seat, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RallyStep {
    /// A rallied unit, or one out of Column, is faced by its owner (MP 13.2.5c, 6.3.4g, 6.3.4h).
    Face { unit: UnitId },
    /// Rout Movement Phase: whose Broken units go, one after another.
    RoutPhase(Side),
    /// A routing unit on its way, with the points it has left.
    Rout {
        unit: UnitId,
        left: u8,
        /// Where it is just passing a friendly unit (MP 13.4.1d), and what it has spent since it last stood by itself.
        via: Option<crate::rout::Footing>,
        owed: u8,
        /// The hex it came from, where it does not turn back to.
        last: Option<Hex>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reform {
    /// One formation hit less.
    Formation,
    Reload,
    LeaveHedgehog,
    ToOpenOrder,
    FromOpenOrder,
    LeaveColumn,
}

impl Reform {
    pub const ALL: [Reform; 6] = [
        Reform::Formation,
        Reform::Reload,
        Reform::LeaveHedgehog,
        Reform::ToOpenOrder,
        Reform::FromOpenOrder,
        Reform::LeaveColumn,
    ];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RallyChoice {
    /// The unit's own Action; by the Army Commander when `by` is given (MP 13.3.1a).
    Reform {
        unit: UnitId,
        reform: Reform,
        by: Option<LeaderId>,
    },
    Rally {
        unit: UnitId,
        by: Option<LeaderId>,
    },
    Face(Vertex),
    RoutNext {
        unit: UnitId,
    },
    /// The next hex of a rout; of a two-hex unit both halves shift, or that half leads and the other follows into its hex.
    RoutTo {
        lead: Option<Hand>,
        dir: Dir,
    },
}

/// Shots of a full pair of pistols (MP 10.7.1a).
const FULL_PISTOLS: u8 = 2;

impl Table<'_> {
    /// Fills the menu with the Reform and Rally Actions a unit may take now on its Wing's authority.
    pub fn rally_actions(self, id: UnitId, menu: &mut Vec<Decision>) {
        self.put_rally_actions(id, None, menu);
    }

    /// The same for the Army Commander's own Action: one unit in his hex or next to it, of any Wing (MP 5.1.2g, 5.1.2h).
    pub fn army_rally_actions(self, leader: LeaderId, menu: &mut Vec<Decision>) {
        let side = self.leader_card(leader).side;
        for id in self.of_side(side).filter(|&id| self.leader_near(leader, id)) {
            self.put_rally_actions(id, Some(leader), menu);
        }
    }

    fn put_rally_actions(self, unit: UnitId, by: Option<LeaderId>, menu: &mut Vec<Decision>) {
        if self.may_rally(unit, by).is_ok() {
            menu.push(Decision::Rally(RallyChoice::Rally { unit, by }));
        }
        for reform in Reform::ALL {
            if self.may_reform(unit, reform, by).is_ok() {
                menu.push(Decision::Rally(RallyChoice::Reform { unit, reform, by }));
            }
        }
    }

    pub fn judge_rally_action(self, choice: RallyChoice) -> Result<(), Refusal> {
        match choice {
            RallyChoice::Reform { unit, reform, by } => {
                self.is_known(unit, by)?;
                self.may_reform(unit, reform, by)
            }
            RallyChoice::Rally { unit, by } => {
                self.is_known(unit, by)?;
                self.may_rally(unit, by)
            }
            _ => Err(Refusal::new("MP 13.2.1a", "this is no Rally or Reform Action")),
        }
    }

    fn is_known(self, unit: UnitId, by: Option<LeaderId>) -> Result<(), Refusal> {
        let known = unit.ix() < self.state.units.len() && by.is_none_or(|id| id.ix() < self.state.leaders.len());
        if known { Ok(()) } else { Err(Refusal::new("MP 13.2.1a", "there is no such unit or leader")) }
    }

    /// Whether a unit may Reform under its Orders (MP 13.2.3a), and is in the state that this Reform mends (MP 13.2.3b,
    /// T-FORMATION-CHANGE).
    fn may_reform(self, id: UnitId, reform: Reform, by: Option<LeaderId>) -> Result<(), Refusal> {
        self.is_mendable(id, reform)?;
        self.may_act_on(id, by)?;
        match by {
            // MP 5.1.1d, 6.4c, 13.3.1a: no Orders bind the Army Commander.
            Some(_) => Ok(()),
            None => self.orders_allow_reform(id),
        }
    }

    fn is_mendable(self, id: UnitId, reform: Reform) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.morale == Morale::Broken {
            return Err(Refusal::new("MP 12.4.3e", "a Morale Broken unit may do nothing but Rally"));
        }
        let has = match reform {
            Reform::Formation => matches!(unit.formation, Formation::Shaken | Formation::Broken),
            Reform::Reload => self.has_pistols(id) && unit.pistols < FULL_PISTOLS,
            // MP 9.2.3d: whoever stands behind it.
            Reform::LeaveHedgehog => unit.formation == Formation::Hedgehog,
            Reform::ToOpenOrder => unit.formation == Formation::Normal,
            Reform::FromOpenOrder => unit.formation == Formation::OpenOrder,
            Reform::LeaveColumn => unit.formation == Formation::Column,
        };
        // Guns and wagons have no formation (MP 6.3.1a).
        if has && self.is_body(id) {
            Ok(())
        } else {
            Err(Refusal::new("MP 13.2.3b", "the unit is not in a state that this Reform changes"))
        }
    }

    /// Whether a unit may Rally under its Orders (MP 13.2.4b) and has a level to win back (MP 13.2.4a): not above Shaken at its threshold (MP 12.5.2b, 13.2.4c).
    fn may_rally(self, id: UnitId, by: Option<LeaderId>) -> Result<(), Refusal> {
        match self.unit(id).morale {
            Morale::Normal => return Err(Refusal::new("MP 13.2.4a", "its morale is Normal already")),
            Morale::Shaken if self.past_threshold(id) => {
                return Err(Refusal::new(
                    "MP 13.2.4c",
                    "past its Casualty Threshold it cannot rise above Morale Shaken",
                ));
            }
            Morale::Shaken | Morale::Broken => {}
        }
        self.may_act_on(id, by)?;
        match by {
            Some(_) => Ok(()),
            None => self.orders_allow_rally(id),
        }
    }

    /// Whose Action it is, and whether he and the unit still have it (MP 13.2.1a).
    fn may_act_on(self, id: UnitId, by: Option<LeaderId>) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !unit.on_map() {
            return Err(Refusal::new("MP 13.2.1a", "the unit is not on the map"));
        }
        if unit.slot == Slot::Under {
            return Err(Refusal::new("MP 8.2.1h", "Light Infantry stacked with cavalry rallies and reforms with it"));
        }
        // Cavalry and the Light Infantry with it do so with one Action, which both must have (MP 8.2.1h).
        let acted = |unit: UnitId| self.unit(unit).has(Mark::Acted);
        if self.is_active(id) && (acted(id) || unit.with.is_some_and(acted)) {
            return Err(Refusal::new("MP 5.1.1e", "the unit has had its Action of this activation"));
        }
        // The Army Commander overrides Orders, not bridges.
        if self.is_active(id) && self.must_leave_bridge(id) {
            return Err(Refusal::new("MP 7.3.5b", "a two-hex Column may not end its activation on a bridge"));
        }
        match by {
            None => self.has_authority(id),
            Some(leader) => self.has_hand_free(leader, id),
        }
    }

    /// The Wing Commander lends his authority to all his units instead of moving (MP 5.2.2d, 5.2.2e); units out of command have none of
    /// it (MP 5.4.3k).
    fn has_authority(self, id: UnitId) -> Result<(), Refusal> {
        if !self.is_active(id) {
            return Err(Refusal::new("MP 13.2.1a", "its Wing is not active"));
        }
        let Some(leader) = self.commander_of(self.card(id).wing) else {
            return Err(Refusal::new("MP 13.2.1a", "its Wing has no leader on the map"));
        };
        let him = self.leader(leader);
        if him.deeds.acted && !him.deeds.lends_authority {
            return Err(Refusal::new("MP 5.2.2e", "its leader has used his Action for something else"));
        }
        if self.owes_ride(leader) {
            return Err(Refusal::new("MP 5.2.1c", "its leader is alone and must ride to a unit of his Wing"));
        }
        if !self.in_command(id) {
            return Err(Refusal::new("MP 5.4.3k", "out of command only the Army Commander can Rally or Reform it"));
        }
        Ok(())
    }

    /// The Army Commander's Action, on any unit of his army in his hex or next to it (MP 13.3.1a, 13.3.2a, 13.3.3a).
    fn has_hand_free(self, leader: LeaderId, id: UnitId) -> Result<(), Refusal> {
        let (him, card) = (self.leader(leader), self.leader_card(leader));
        let active = self.active_side() == Some(card.side);
        if him.place != LeaderPlace::Map || him.role != Role::Army || !active || card.side != self.side(id) {
            return Err(Refusal::new("MP 13.3.1a", "only the active Army Commander can do this, for his own army"));
        }
        if him.deeds.acted {
            return Err(Refusal::new("MP 13.2.1a", "he has had his Action of this activation"));
        }
        if !self.leader_near(leader, id) {
            return Err(Refusal::new("MP 13.3.2a", "he must be in the unit's hex or next to it"));
        }
        Ok(())
    }

    /// Who rallies a unit: the Army Commander himself, else its Wing Commander.
    fn rallying_leader(self, id: UnitId, by: Option<LeaderId>) -> Option<LeaderId> {
        by.or_else(|| self.commander_of(self.card(id).wing))
    }

    /// The rating an attempt gets: that of the leader who rallies, if he is next to the unit (MP 13.2.5b, 13.3.3a), or of one
    /// stacked with it (MP 12.2a); one of them only.
    fn rally_rating(self, id: UnitId, by: Option<LeaderId>) -> Option<LeaderId> {
        let near = self.rallying_leader(id, by).filter(|&leader| self.leader_near(leader, id));
        let stacked = self.steadying_leader(id);
        near.into_iter().chain(stacked).min_by_key(|&leader| (self.leader_card(leader).rating, leader))
    }

    /// The ways an owner may face a unit: a two-hex unit stands on its two hexes, so only one way or the other (MP 6.3.4g).
    fn may_look(self, id: UnitId, vertex: Vertex) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.other.is_none() || vertex == unit.facing || vertex == unit.facing.opposite() {
            return Ok(());
        }
        Err(Refusal::new("MP 6.3.4g", "a two-hex unit keeps its front or turns about"))
    }
}

impl<L: Listener> Play<'_, L> {
    /// Carries out a Reform or Rally Action and opens its trigger (MP 13.2.2a).
    pub fn begin_rally_action(&mut self, choice: RallyChoice) {
        match choice {
            RallyChoice::Reform { unit, reform, by } => {
                self.spend_actions(unit, by);
                self.reform(unit, reform);
                self.give_trigger(unit, Event::Reforms);
                if reform == Reform::LeaveColumn && self.unit(unit).other.is_some() {
                    self.push(Step::Rally(RallyStep::Face { unit }));
                }
            }
            RallyChoice::Rally { unit, by } => {
                self.spend_actions(unit, by);
                self.attempt_rally(unit, by);
            }
            _ => {}
        }
    }

    /// The Action of an active unit is used (MP 5.1.1e, 8.2.1h), and that of the leader (MP 5.2.2d, 13.2.1a).
    fn spend_actions(&mut self, id: UnitId, by: Option<LeaderId>) {
        if self.table().is_active(id) {
            for unit in self.stack_of(id) {
                self.mark(unit, Mark::Acted, true);
            }
        }
        if let Some(leader) = self.table().rallying_leader(id, by) {
            let him = &mut self.state.leaders[leader.ix()];
            him.deeds.acted = true;
            him.deeds.lends_authority |= by.is_none();
        }
    }

    /// MP 13.2.3b, 6.4a: exactly one of these; Open Order is entered from Formation Normal and left for it (MP 6.3.3b). None leads
    /// into Column (MP 13.2.3c).
    fn reform(&mut self, id: UnitId, reform: Reform) {
        let formation = match (reform, self.unit(id).formation) {
            // MP 10.7.4a: reloading is all that is done.
            (Reform::Reload, formation) => formation,
            // MP 6.4b: two Reforms from Broken to Normal.
            (Reform::Formation, Formation::Broken) => Formation::Shaken,
            (Reform::Formation | Reform::FromOpenOrder, _) => Formation::Normal,
            // MP 6.3.2g: with the facing it had on entering, which it has kept.
            (Reform::LeaveHedgehog, _) => Formation::Broken,
            (Reform::ToOpenOrder, _) => Formation::OpenOrder,
            // MP 6.3.4f.
            (Reform::LeaveColumn, _) if self.table().is_cavalry(id) => Formation::Shaken,
            (Reform::LeaveColumn, _) => Formation::Broken,
        };
        for unit in self.stack_of(id) {
            self.unit_mut(unit).formation = formation;
        }
        if reform == Reform::Reload {
            let unit = self.unit_mut(id);
            unit.pistols = (unit.pistols + 1).min(FULL_PISTOLS);
        }
        self.tell("MP 13.2.3b", told::REFORMS, &[Of::Unit(id), Of::Words(reform_done(reform))]);
    }

    /// Automatic with the leader in its hex (MP 13.2.5a, 13.3.3a), else by a check that costs a level when it fails (MP 13.2.5b).
    /// Only a success is a trigger (ruling MP G19).
    fn attempt_rally(&mut self, id: UnitId, by: Option<LeaderId>) {
        let table = self.table();
        let stacked = table.rallying_leader(id, by).is_some_and(|leader| table.leader_stacked(leader, id));
        let rating = table.rally_rating(id, by);
        if !stacked && !self.morale_check_with(id, 0, rating, "MP 13.2.5b") {
            // MP 12.4.3b: towards its edge, as no enemy caused it.
            return self.lose_level(id, None);
        }
        let was_broken = self.unit(id).morale == Morale::Broken;
        self.raise(id);
        self.give_trigger(id, Event::Rallies);
        if was_broken && self.table().has_facing(id) {
            self.push(Step::Rally(RallyStep::Face { unit: id }));
        }
    }

    /// One level up (MP 12.4.1a, 13.2.4a): a Broken unit comes back Morale Shaken and Formation Broken (MP 12.4.3g). Pistols stay as
    /// they are (MP 13.2.5d).
    pub fn raise(&mut self, id: UnitId) {
        for unit in self.stack_of(id) {
            let formed = self.table().is_body(unit);
            let it = self.unit_mut(unit);
            if it.morale == Morale::Broken {
                it.morale = Morale::Shaken;
                if formed {
                    it.formation = Formation::Broken;
                }
            } else {
                it.morale = Morale::Normal;
            }
        }
        let normal = self.unit(id).morale == Morale::Normal;
        let rallies = if normal { told::RALLIES_NORMAL } else { told::RALLIES_SHAKEN };
        self.tell("MP 13.2.4a", rallies, &[Of::Unit(id)]);
    }

    /// Enemies may fire at a unit that reforms or rallies before them (MP 9.1.3f, 13.2.2a).
    fn give_trigger(&mut self, unit: UnitId, event: Event) {
        let trigger = Trigger {
            unit,
            event,
            spent: false,
            ran: false,
            retreating: false,
            artillery: false,
            barred: UnitSet::EMPTY,
        };
        let reacts = self.table().side(unit).other();
        self.trigger(trigger, reacts);
    }

    fn work_face(&mut self, id: UnitId) {
        let table = self.table();
        if !table.unit(id).on_map() || !table.has_facing(id) {
            return self.pop();
        }
        let seat = table.seat(id);
        self.await_seat(seat);
    }

    /// MP 13.2.5c: any way the owner likes; turned about, the halves of a two-hex unit change names.
    fn look(&mut self, id: UnitId, vertex: Vertex) {
        for unit in self.stack_of(id) {
            let (hex, other, facing) = (self.unit(unit).hex, self.unit(unit).other, self.unit(unit).facing);
            match other {
                Some(right) if vertex != facing => self.state.put(unit, right, Some(hex), vertex),
                _ => self.state.put(unit, hex, other, vertex),
            }
        }
        self.pop();
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_rally(&mut self, step: RallyStep) {
        match step {
            RallyStep::Face { unit } => self.work_face(unit),
            RallyStep::RoutPhase(side) => self.work_rout_phase(side),
            RallyStep::Rout { unit, left, via, owed, last } => self.work_rout(unit, left, via, owed, last),
        }
    }

    pub(crate) fn apply_rally(&mut self, step: RallyStep, _seat: Seat, choice: RallyChoice) {
        match (step, choice) {
            (RallyStep::Face { unit }, RallyChoice::Face(vertex)) => self.look(unit, vertex),
            (RallyStep::RoutPhase(_), RallyChoice::RoutNext { unit }) => self.start_rout(unit),
            (RallyStep::Rout { .. }, RallyChoice::RoutTo { lead, dir }) => self.rout_on(step, lead, dir),
            _ => {}
        }
    }
}

impl Table<'_> {
    pub(crate) fn ask_rally(self, step: RallyStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            RallyStep::Face { unit } => {
                let facing = self.unit(unit).facing;
                (0..6)
                    .map(|turn| facing.right(turn))
                    .filter(|&vertex| self.may_look(unit, vertex).is_ok())
                    .for_each(|vertex| menu.push(Decision::Rally(RallyChoice::Face(vertex))));
                Question::whole("face", "MP 13.2.5c", 0)
            }
            RallyStep::RoutPhase(side) => self.ask_rout_phase(side, seat, menu),
            RallyStep::Rout { unit, left, via, last, .. } => self.ask_rout(unit, left, via, last, menu),
        }
    }

    pub(crate) fn judge_rally(self, step: RallyStep, seat: Seat, choice: RallyChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (RallyStep::Face { unit }, RallyChoice::Face(vertex)) => self.may_look(unit, vertex),
            (RallyStep::RoutPhase(side), RallyChoice::RoutNext { unit }) => self.judge_rout_next(side, seat, unit),
            (RallyStep::Rout { unit, left, via, last, .. }, RallyChoice::RoutTo { lead, dir }) => {
                self.judge_rout(unit, left, via, last, lead, dir)
            }
            _ => Err(Refusal::new("MP 13.2.1a", "this is not what is asked now")),
        }
    }
}
