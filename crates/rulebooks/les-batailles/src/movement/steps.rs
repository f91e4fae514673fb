//! The steps of the chapter, what is asked in them and what is done.

use crate::cards::{FormationId, LeaderId, MuId, UnitId};
use crate::decision::Decision;
use crate::formations::FormChoice;
use crate::hexes::Facing;
use crate::state::Formed;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand, Hex};
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use super::Motion;

/// What can be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoveStep {
    /// A Maneuver Unit moves: its owner takes up one stack after another.
    Maneuver(MuId),
    /// A leader of it rides by himself.
    Rides(LeaderId),
    /// All its force marches are over (13.3.3).
    MarchEnds,
    MarchCheck(FormationId),
    /// The innermost stack on the move.
    Going,
    /// What it has announced is done, after the enemy has reacted.
    Perform(Decision),
    /// It has come out of cover and takes its formation (12.7.2).
    TakesForm(FormChoice),
    /// It has done something: what other chapters have to do with that.
    Acted,
    /// A unit in PGD runs, with all in its hex that run with it (13.2).
    Rout(UnitId),
    Recoil {
        unit: UnitId,
        left: u8,
    },
    Bounce(UnitId),
    /// A leader goes with the innermost retreat, or stays (G28).
    LeaderGoes(LeaderId),
    /// The next hex of the innermost retreat.
    Retreats,
    /// Cavalry in Skirmish Order harasses whoever retreated last (12.10.7).
    Harass(UnitId),
    /// The check after a bounce (19.9.3).
    Bounced,
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoveChoice {
    /// Takes up the stack a unit is on top of.
    Take(UnitId),
    /// Takes up one unit of a stack.
    Alone(UnitId),
    /// A leader rides by himself.
    Ride(LeaderId),
    RideTo(Hex),
    ForceMarch(FormationId),
    /// Ends the move.
    Halt,
    /// One hex on.
    Step(Dir),
    /// Into a hex of friends, to stay with them.
    Join(Dir),
    /// Out of cover, or off the road, in a new formation.
    Out {
        dir: Dir,
        formed: Formed,
        facing: Facing,
        hand: Option<Hand>,
    },
    /// A Line of several hexes goes into cover, all in one hex.
    Gather(Hex),
    Wheel(Hand),
    /// Cavalry in Line goes on and widens by a hex.
    Widen {
        dir: Dir,
        hand: Hand,
    },
    Narrow {
        dir: Dir,
        hand: Hand,
    },
    Face(Facing),
    /// Is left out before the stack sets out.
    Leave(UnitId),
    LeaveLeader(LeaderId),
    /// Is dropped off on the way.
    Drop(UnitId),
    /// Goes to the top of its stack.
    Restack(UnitId),
    /// Where a retreat goes on.
    FallBack(Hex),
    LeaderGoes(LeaderId),
    LeaderStays(LeaderId),
    Harass(UnitId),
    LetGo(UnitId),
}

impl MoveStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, MoveStep::Maneuver(_))
    }
}

impl Table<'_> {
    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_movement(self, step: MoveStep) -> SeatSet {
        match step {
            MoveStep::Maneuver(mu) => self.asked_in_maneuver(mu),
            MoveStep::Rides(leader) | MoveStep::LeaderGoes(leader) => SeatSet::one(self.leader_card(leader).seat),
            MoveStep::Going => self.asked_while_going(),
            MoveStep::Retreats => self.asked_in_retreat(),
            MoveStep::Harass(id) if self.asks_to_harass() => SeatSet::one(self.seat(id)),
            _ => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_movement(self, step: MoveStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let both = |menu: &mut Vec<Decision>, choices: [MoveChoice; 2]| menu.extend(choices.map(Decision::Move));
        match step {
            MoveStep::Maneuver(mu) => {
                self.offer_maneuver(mu, seat, menu);
                Question::whole("maneuver", "LB 13.1a", 0)
            }
            MoveStep::Rides(leader) => {
                self.offer_rides(leader, menu);
                Question::whole("ride-out", "LB 13.1.6a", 0)
            }
            MoveStep::Going => {
                self.offer_acts(seat, menu);
                let reacts = self.moving().is_some_and(|moving| moving.motion == Motion::ReactionMove);
                let question = Question::whole("move", "LB 13.1.1a", 0);
                if reacts { question.in_reaction(Reaction::Bound) } else { question }
            }
            MoveStep::LeaderGoes(leader) => {
                both(menu, [MoveChoice::LeaderGoes(leader), MoveChoice::LeaderStays(leader)]);
                Question::whole("leader-goes", "LB G28", 0)
            }
            MoveStep::Harass(id) => {
                both(menu, [MoveChoice::Harass(id), MoveChoice::LetGo(id)]);
                Question::whole("harass", "LB 12.10.7d", 0)
            }
            _ => {
                self.retreat_menu(menu);
                Question::whole("retreat", "LB 13.2.4a", 0)
            }
        }
    }

    pub(crate) fn judge_movement(self, step: MoveStep, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        if step == MoveStep::Going {
            return self.judge_act(seat, decision);
        }
        let Decision::Move(choice) = decision else { return Err(self.out_of_turn()) };
        let legal = match (step, choice) {
            (MoveStep::Maneuver(mu), _) => return self.judge_maneuver(mu, seat, choice),
            (MoveStep::Rides(leader), MoveChoice::RideTo(hex)) => return self.judge_ride(leader, hex),
            (MoveStep::LeaderGoes(own), MoveChoice::LeaderGoes(leader) | MoveChoice::LeaderStays(leader)) => {
                own == leader
            }
            (MoveStep::Harass(own), MoveChoice::Harass(id) | MoveChoice::LetGo(id)) => own == id,
            (MoveStep::Retreats, MoveChoice::FallBack(hex)) => {
                let open = self.retreat().is_some_and(|retreat| self.next_of_retreat(retreat).contains(&hex));
                return if open { Ok(()) } else { Err(Refusal::new("LB 13.2.4a", "a retreat does not lead there")) };
            }
            _ => false,
        };
        if legal { Ok(()) } else { Err(self.out_of_turn()) }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda.
    pub(crate) fn work_movement(&mut self, step: MoveStep) {
        match step {
            MoveStep::Maneuver(mu) => self.maneuver_ends(mu),
            MoveStep::MarchEnds => self.march_ends(),
            MoveStep::MarchCheck(formation) => self.march_check(formation),
            MoveStep::Going => self.end_move(),
            MoveStep::Perform(decision) => self.perform(decision),
            MoveStep::TakesForm(choice) => self.takes_form(choice),
            MoveStep::Acted => self.acted(),
            MoveStep::Rout(id) => self.begin_rout(id),
            MoveStep::Recoil { unit, left } => self.begin_recoil(unit, left),
            MoveStep::Bounce(id) => self.begin_bounce(id),
            MoveStep::Retreats => self.go_on_retreating(None),
            MoveStep::Harass(id) => self.harass(id),
            MoveStep::Bounced => self.bounced(),
            MoveStep::LeaderGoes(_) | MoveStep::Rides(_) => {}
        }
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_movement(&mut self, step: MoveStep, _seat: Seat, decision: Decision) {
        match (step, decision) {
            (MoveStep::Going, _) => self.act(decision),
            (MoveStep::Maneuver(mu), Decision::Move(choice)) => self.maneuver(mu, choice),
            (_, Decision::Move(choice)) => {
                self.pop();
                self.answer(step, choice);
            }
            _ => {}
        }
    }

    fn answer(&mut self, step: MoveStep, choice: MoveChoice) {
        match (step, choice) {
            (MoveStep::Rides(leader), MoveChoice::RideTo(hex)) => self.rides_out(leader, hex),
            (_, MoveChoice::FallBack(hex)) => self.go_on_retreating(Some(hex)),
            (_, MoveChoice::LeaderGoes(leader)) => {
                if let Some(retreat) = self.state.retreats.under_way.last_mut() {
                    retreat.leaders.insert(leader);
                }
            }
            (_, MoveChoice::Harass(id)) => self.harass(id),
            (_, MoveChoice::LetGo(id)) => self.lets_retreat(id),
            _ => {}
        }
    }
}
