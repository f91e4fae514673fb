//! The steps of the chapter, what is asked in them and what is done.

use super::MuKind;
use crate::agenda::Step;
use crate::cards::{FormationId, LeaderId, MuId, UnitId};
use crate::decision::Decision;
use crate::sequence::Chit;
use crate::table::{Play, Table};
use field::hexes::Hex;
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

/// What can be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CommandStep {
    /// A leader of that side in that hex may have been hit (8.2).
    Casualty { side: Side, hex: Hex },
    /// Leaders who are back have their posts again (8.2.6.3).
    Posts,
    /// Corps leaders who have stepped down may step up (8.2.5.1).
    StepUp,
    /// Command Points, and who begins (7.1.1).
    Points,
    /// Assets and aides (7.1.2.1).
    Assign(Side),
    /// Corps Activation, and the Command Tracing Phase (7.1.2).
    Trace,
    /// The Maneuver Unit Creation Phase (7.1.3).
    Create,
    /// A destination is to be named (8.7.1).
    Destination { leader: LeaderId, free: bool },
    /// Light cavalry (7.1.3.1).
    Initiative,
    /// Command is found out a second time (8.4.3.6).
    TraceAgain(Chit),
    /// The Leader chit (8.9.1).
    Rides(Side),
    /// Where a leader rides to.
    RidesTo(LeaderId),
    /// A leader who has come onto the map may ride on.
    RidesOn(LeaderId),
    /// The leader of a march rides on by himself (8.7.2).
    MarchesTo(LeaderId),
    /// The Regroup chit (8.9.2).
    Regroups(Side),
    /// The Reinforcement chit (8.9.4).
    Reinforces(Side),
    /// Units of a March Column that are still off the map (8.10.5).
    EntersWith(MuId),
    /// Terminus Hexes are named before the battle (8.10.7).
    Termini,
    /// A post is empty (8.2.4).
    Replace(FormationId),
    /// A leader goes to the nearest friendly unit (8.1.4).
    Fly(LeaderId),
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CommandChoice {
    Assign {
        unit: UnitId,
        leader: LeaderId,
    },
    TakeBack(UnitId),
    Attach {
        aide: LeaderId,
        leader: LeaderId,
    },
    Recall(LeaderId),
    StepUp {
        leader: LeaderId,
        aide: LeaderId,
    },
    /// A Maneuver Unit for a point.
    Create(LeaderId),
    Column(LeaderId),
    March(LeaderId),
    Cancel(LeaderId),
    /// No more points, no more initiative.
    Pass,
    Check(LeaderId),
    Ride(LeaderId),
    To(Hex),
    /// Rides no farther.
    Stay,
    /// Takes up a stack, or one unit of it, with the Regroup chit.
    Regroup(UnitId),
    RegroupAlone(UnitId),
    /// Takes up an escort with the Leader chit.
    Escort(UnitId),
    Enter {
        unit: UnitId,
        at: Hex,
    },
    EnterByRoad {
        unit: UnitId,
        at: Hex,
    },
    EnterLeader {
        leader: LeaderId,
        at: Hex,
    },
    Replace(LeaderId),
    Vacant,
}

impl CommandStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(
            self,
            CommandStep::Assign(_)
                | CommandStep::Rides(_)
                | CommandStep::StepUp
                | CommandStep::Regroups(_)
                | CommandStep::Reinforces(_)
                | CommandStep::EntersWith(_)
        )
    }
}

impl Table<'_> {
    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_command(self, step: CommandStep) -> SeatSet {
        let chief = |side: Option<Side>| side.map_or(SeatSet::EMPTY, |side| SeatSet::one(self.chief(side)));
        match step {
            CommandStep::Casualty { .. }
            | CommandStep::Posts
            | CommandStep::Points
            | CommandStep::Trace
            | CommandStep::TraceAgain(_) => SeatSet::EMPTY,
            CommandStep::StepUp => {
                let may =
                    |side: &Side| !self.state.done.contains(self.chief(*side)) && self.steps_up(*side).next().is_some();
                chief(Side::BOTH.into_iter().find(may))
            }
            CommandStep::Assign(side) => self.seats_left(side, |seat| self.has_assignments(seat)),
            CommandStep::Create => chief(self.buyer()),
            CommandStep::Initiative => chief(self.checker()),
            CommandStep::Destination { leader, .. } => SeatSet::one(self.chief(self.leader_card(leader).side)),
            CommandStep::Rides(side) => self.seats_left(side, |seat| {
                let rides = |id: LeaderId| self.leader_card(id).seat == seat && self.can_ride(id);
                let escorts = self.state.commanding.escorts.iter();
                self.leaders_of(side).any(rides)
                    || escorts.filter(|&id| self.side(id) == side).any(|id| self.may_escort(seat, id).is_ok())
            }),
            CommandStep::Regroups(side) => self.seats_left(side, |seat| self.has_regrouping(side, seat)),
            CommandStep::Reinforces(side) => self.seats_left(side, |seat| self.has_entries(side, None, seat)),
            CommandStep::EntersWith(mu) => match self.mu(mu).filter(|mu| mu.kind == MuKind::MarchColumn) {
                Some(mu) => self.seats_left(mu.side, |seat| self.has_entries(mu.side, Some(&mu), seat)),
                None => SeatSet::EMPTY,
            },
            CommandStep::Termini => chief(self.next_terminus().filter(|at| at.termini.len() > 1).map(|at| at.side)),
            CommandStep::RidesOn(leader) => {
                let rides = self.leader(leader).on_map() && !self.rides_on(leader).is_empty();
                if rides { SeatSet::one(self.leader_card(leader).seat) } else { SeatSet::EMPTY }
            }
            CommandStep::RidesTo(leader) | CommandStep::MarchesTo(leader) => {
                SeatSet::one(self.leader_card(leader).seat)
            }
            CommandStep::Replace(formation) => {
                let (leaders, may_stay_empty) = self.replacements(formation);
                let open = self.formation(formation).leader.is_none();
                let asks = open && leaders.len() + usize::from(may_stay_empty) > 1;
                chief(asks.then_some(self.formation_card(formation).side))
            }
            CommandStep::Fly(leader) => {
                let asks = self.leader(leader).on_map() && self.refuges(leader).len() > 1;
                if asks { SeatSet::one(self.leader_card(leader).seat) } else { SeatSet::EMPTY }
            }
        }
    }

    pub(crate) fn ask_command(self, step: CommandStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let choice = Decision::Command;
        match step {
            CommandStep::StepUp => {
                menu.push(Decision::DONE);
                if let Some(side) = self.side_of(seat) {
                    let all = self.steps_up(side).map(|(leader, aide)| choice(CommandChoice::StepUp { leader, aide }));
                    menu.extend(all);
                }
                Question::whole("step-up", "LB 8.2.5.1a", 0)
            }
            CommandStep::Assign(_) => {
                menu.push(Decision::DONE);
                self.assignments(seat, menu);
                Question::whole("assets", "LB 7.1.2.1a", 0)
            }
            CommandStep::Create => {
                if let Some(side) = self.side_of(seat) {
                    self.buys(side, menu);
                }
                Question::whole("maneuver-units", "LB 7.1.3a", 0)
            }
            CommandStep::Initiative => {
                menu.push(choice(CommandChoice::Pass));
                if let Some(side) = self.side_of(seat) {
                    let may = self.leaders_of(side).filter(|&id| self.may_check(id).is_ok());
                    menu.extend(may.map(|id| choice(CommandChoice::Check(id))));
                }
                Question::whole("initiative", "LB 7.1.3.1a", 0)
            }
            CommandStep::Destination { leader, .. } => {
                menu.extend(self.destinations(leader).map(|hex| choice(CommandChoice::To(hex))));
                Question::whole("destination", "LB 8.7.1b", 0)
            }
            CommandStep::Rides(side) => {
                menu.push(Decision::DONE);
                let his = self.leaders_of(side).filter(|&id| self.leader_card(id).seat == seat && self.can_ride(id));
                menu.extend(his.map(|id| choice(CommandChoice::Ride(id))));
                let escorts = self.state.commanding.escorts.iter().filter(|&id| self.may_escort(seat, id).is_ok());
                menu.extend(escorts.map(|id| choice(CommandChoice::Escort(id))));
                Question::whole("leader-chit", "LB 8.9.1a", 0)
            }
            CommandStep::RidesTo(leader) => {
                let rides = self.rides(leader, self.leader_card(leader).movement);
                menu.extend(rides.iter().map(|&(hex, _)| choice(CommandChoice::To(hex))));
                Question::whole("ride", "LB 8.9.1a", 0)
            }
            CommandStep::RidesOn(leader) => {
                menu.push(choice(CommandChoice::Stay));
                menu.extend(self.rides_on(leader).iter().map(|&(hex, _)| choice(CommandChoice::To(hex))));
                Question::whole("ride-on", "LB 8.9.4a", 0)
            }
            CommandStep::MarchesTo(leader) => {
                menu.extend(self.march_rides(leader).map(|hex| choice(CommandChoice::To(hex))));
                Question::whole("ride", "LB 8.7.2a", 0)
            }
            CommandStep::Regroups(side) => {
                menu.push(Decision::DONE);
                self.offer_regrouping(side, seat, menu);
                Question::whole("regroup-chit", "LB 8.9.2a", 0)
            }
            CommandStep::Reinforces(side) => {
                menu.push(Decision::DONE);
                self.offer_entries(side, None, seat, menu);
                Question::whole("reinforcements", "LB 8.9.4a", 0)
            }
            CommandStep::EntersWith(mu) => {
                menu.push(Decision::DONE);
                if let Some(mu) = self.mu(mu) {
                    self.offer_entries(mu.side, Some(&mu), seat, menu);
                }
                Question::whole("reinforcements", "LB 8.10.5a", 0)
            }
            CommandStep::Termini => {
                let named = self.next_terminus().map_or(&[][..], |arrival| &arrival.termini);
                menu.extend(named.iter().map(|&hex| choice(CommandChoice::To(hex))));
                Question::whole("terminus", "LB 8.10.7a", 0)
            }
            CommandStep::Replace(formation) => {
                self.offer_replacements(formation, menu);
                Question::whole("replacement", "LB 8.2.4a", 0)
            }
            CommandStep::Fly(leader) => {
                menu.extend(self.refuges(leader).into_iter().map(|hex| choice(CommandChoice::To(hex))));
                Question::whole("flight", "LB 8.1.4b", 0)
            }
            CommandStep::Casualty { .. }
            | CommandStep::Posts
            | CommandStep::Points
            | CommandStep::Trace
            | CommandStep::TraceAgain(_) => Question::whole("command", "LB 8.1a", 0),
        }
    }

    fn side_of(self, seat: Seat) -> Option<Side> {
        self.rules.seats.get(usize::from(seat.0)).map(|card| card.side)
    }

    pub(crate) fn judge_command(self, step: CommandStep, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        let (Decision::Command(choice), Some(side)) = (decision, self.side_of(seat)) else {
            return Err(self.out_of_turn());
        };
        match (step, choice) {
            (CommandStep::StepUp, CommandChoice::StepUp { leader, aide }) => {
                let may = self.steps_up(side).any(|pair| pair == (leader, aide));
                if may { Ok(()) } else { Err(Refusal::new("LB 8.2.5.1a", "he has nobody to take his place")) }
            }
            (CommandStep::Assign(_), _) => self.judge_assignment(seat, choice),
            (CommandStep::Create, _) => self.judge_purchase(side, choice),
            (CommandStep::Initiative, CommandChoice::Pass) => Ok(()),
            (CommandStep::Initiative, CommandChoice::Check(id)) => {
                self.ours(side, id)?;
                self.may_check(id)
            }
            (CommandStep::Destination { leader, .. }, CommandChoice::To(hex)) => {
                let there = self.destinations(leader).any(|known| known == hex);
                if there { Ok(()) } else { Err(Refusal::new("LB 8.7.1b", "a march may not lead there")) }
            }
            (CommandStep::Rides(_), CommandChoice::Ride(id)) => {
                self.his(seat, id)?;
                self.may_ride(id)?;
                if self.can_ride(id) { Ok(()) } else { Err(Refusal::new("LB 13.1.7a", "he can go nowhere")) }
            }
            (CommandStep::Rides(_), CommandChoice::Escort(id)) => self.may_escort(seat, id),
            (CommandStep::RidesOn(_), CommandChoice::Stay) => Ok(()),
            (CommandStep::RidesOn(leader), CommandChoice::To(hex)) => {
                let there = self.rides_on(leader).iter().any(|&(known, _)| known == hex);
                if there { Ok(()) } else { Err(Refusal::new("LB 13.1.7a", "he cannot ride there")) }
            }
            (CommandStep::MarchesTo(leader), CommandChoice::To(hex)) => {
                let there = self.march_rides(leader).any(|known| known == hex);
                if there { Ok(()) } else { Err(Refusal::new("LB 8.7.3b", "his march does not lead there")) }
            }
            (CommandStep::Regroups(_), CommandChoice::Regroup(id)) => {
                self.owns(seat, id)?;
                self.may_regroup(id)
            }
            (CommandStep::Regroups(_), CommandChoice::RegroupAlone(id)) => {
                self.owns(seat, id)?;
                self.may_regroup_alone(id)
            }
            (CommandStep::Regroups(_), CommandChoice::Ride(id)) => {
                self.his(seat, id)?;
                self.may_ride_on_march(id)
            }
            (CommandStep::Reinforces(_), _) => self.judge_entry(None, seat, choice),
            (CommandStep::EntersWith(mu), _) => match self.mu(mu) {
                Some(mu) => self.judge_entry(Some(&mu), seat, choice),
                None => Err(self.out_of_turn()),
            },
            (CommandStep::Termini, CommandChoice::To(hex)) => {
                let named = self.next_terminus().is_some_and(|arrival| arrival.termini.contains(&hex));
                if named { Ok(()) } else { Err(Refusal::new("LB 8.10.7a", "that is no named place on its road")) }
            }
            (CommandStep::RidesTo(leader), CommandChoice::To(hex)) => {
                let rides = self.rides(leader, self.leader_card(leader).movement);
                let there = rides.iter().any(|&(known, _)| known == hex);
                if there { Ok(()) } else { Err(Refusal::new("LB 8.9.1a", "he cannot ride there")) }
            }
            (CommandStep::Replace(formation), _) => self.judge_replacement(formation, choice),
            (CommandStep::Fly(leader), CommandChoice::To(hex)) => {
                let there = self.refuges(leader).contains(&hex);
                if there { Ok(()) } else { Err(Refusal::new("LB 8.1.4b", "that is not the nearest friendly unit")) }
            }
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda.
    pub(crate) fn work_command(&mut self, step: CommandStep) {
        match step {
            CommandStep::Casualty { side, hex } => self.leader_casualty(side, hex),
            CommandStep::Posts => {
                self.clear_mus();
                self.resume_posts();
            }
            CommandStep::Points => {
                self.count_points();
                self.activate_corps();
            }
            CommandStep::Assign(side) => self.side_has_spoken("assets", side),
            CommandStep::StepUp => self.state.done = SeatSet::EMPTY,
            CommandStep::Trace => self.trace_command(),
            CommandStep::Create => {
                self.state.commanding.turn_of = self.state.first;
                self.state.commanding.stopped = [false; 2];
            }
            CommandStep::TraceAgain(chit) => self.trace_again(chit),
            CommandStep::Rides(side) => {
                self.side_has_spoken("leader-chit", side);
                self.nobody_acts();
            }
            CommandStep::Regroups(side) => {
                self.side_has_spoken("regroup-chit", side);
                self.nobody_acts();
            }
            CommandStep::Reinforces(side) => {
                self.side_has_spoken("reinforcements", side);
                self.tell_held(side);
                self.nobody_acts();
            }
            CommandStep::EntersWith(_) => self.state.done = SeatSet::EMPTY,
            CommandStep::Termini => self.name_terminus(Some(0)),
            CommandStep::RidesOn(leader) => self.leader_has_moved(leader),
            CommandStep::Replace(formation) => {
                if self.state.formations[formation.ix()].leader.is_none() {
                    let (leaders, _) = self.table().replacements(formation);
                    let choice = leaders.first().map_or(CommandChoice::Vacant, |&id| CommandChoice::Replace(id));
                    self.replace(formation, choice);
                }
            }
            CommandStep::Fly(leader) => {
                let to = self.table().refuges(leader).first().copied();
                self.fly(leader, to);
            }
            CommandStep::Initiative
            | CommandStep::Destination { .. }
            | CommandStep::RidesTo(_)
            | CommandStep::MarchesTo(_) => {}
        }
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_command(&mut self, step: CommandStep, seat: Seat, decision: Decision) {
        let (Decision::Command(choice), Some(side)) = (decision, self.table().side_of(seat)) else { return };
        match (step, choice) {
            (CommandStep::StepUp, CommandChoice::StepUp { leader, aide }) => self.step_up(leader, aide),
            (CommandStep::Assign(_), _) => self.assign(choice),
            (CommandStep::Create, _) => self.buy(side, choice),
            (CommandStep::Initiative, CommandChoice::Check(id)) => self.check_initiative(side, id),
            (CommandStep::Initiative, _) => {
                self.state.commanding.stopped[side.ix()] = true;
                self.state.commanding.turn_of = side.other();
            }
            (CommandStep::Destination { leader, free }, CommandChoice::To(hex)) => {
                self.pop();
                self.order_march(leader, hex, free);
            }
            (CommandStep::Rides(_), CommandChoice::Ride(id)) => self.push(Step::Command(CommandStep::RidesTo(id))),
            (CommandStep::Rides(_), CommandChoice::Escort(id)) => self.escort_moves(id),
            (CommandStep::RidesOn(leader), CommandChoice::To(hex)) => {
                self.pop();
                self.ride(leader, hex);
            }
            (CommandStep::RidesOn(leader), _) => {
                self.pop();
                self.leader_has_moved(leader);
            }
            (CommandStep::Regroups(_), CommandChoice::Regroup(id)) => self.regroup(id, false),
            (CommandStep::Regroups(_), CommandChoice::RegroupAlone(id)) => self.regroup(id, true),
            (CommandStep::Regroups(_), CommandChoice::Ride(id)) => self.push(Step::Command(CommandStep::MarchesTo(id))),
            (CommandStep::Reinforces(_) | CommandStep::EntersWith(_), CommandChoice::Enter { unit, at }) => {
                self.enter(unit, at, false);
            }
            (CommandStep::Reinforces(_) | CommandStep::EntersWith(_), CommandChoice::EnterByRoad { unit, at }) => {
                self.enter(unit, at, true);
            }
            (CommandStep::Reinforces(_), CommandChoice::EnterLeader { leader, at }) => self.enter_leader(leader, at),
            (CommandStep::Reinforces(_), CommandChoice::March(leader)) => {
                self.push(Step::Command(CommandStep::Destination { leader, free: true }));
            }
            (CommandStep::Termini, CommandChoice::To(hex)) => {
                self.pop();
                let named = self.table().next_terminus().map_or(&[][..], |arrival| &arrival.termini);
                let place = named.iter().position(|&known| known == hex).map(|place| place as u8);
                self.name_terminus(place);
            }
            (CommandStep::RidesTo(leader) | CommandStep::MarchesTo(leader), CommandChoice::To(hex)) => {
                self.pop();
                self.ride(leader, hex);
            }
            (CommandStep::Replace(formation), _) => {
                self.pop();
                self.replace(formation, choice);
            }
            (CommandStep::Fly(leader), CommandChoice::To(hex)) => {
                self.pop();
                self.fly(leader, Some(hex));
            }
            // The judge lets nothing else through.
            _ => {}
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The dice have put a leader in that hex at risk (8.2), and nothing else makes his units check: what lies below on the agenda
    /// waits for it. A combat that has a check of its own calls [`Play::leader_at_risk`] and merges the two (20.1.6).
    pub fn risk_leader(&mut self, side: Side, hex: Hex) {
        if self.table().leaders_at(side, hex).next().is_some() {
            self.push(Step::Command(CommandStep::Casualty { side, hex }));
        }
    }
}
