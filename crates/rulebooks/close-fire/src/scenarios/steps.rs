//! CF 5: setting up a battle, and what goes on coming to it, step by step (P0).

use crate::agenda::{Phasing, Step};
use crate::cards::{BrigadeId, LeaderId, PositionId, UnitId};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::sequence::TurnChoice;
use crate::state::{Formation, MoveDice, Phase, Place};
use crate::table::{Play, Table};
use field::table::{Point, Pose};
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeployStep {
    /// Picks the end of the table it deploys from (CF 5.9, 5.21).
    Ends(Side),
    /// May give up troops for fortifications (CF 5.6).
    Exchange(Side),
    /// Puts up what it has got for them.
    Raise(Side),
    /// Draws the map of its deployment; in a meeting engagement both do at once (CF 5.12, 5.14, 5.22).
    Map(Mappers),
    /// Puts down those who can be seen from the other edge (CF 5.13).
    Seen(Side),
    /// All troops are put down together (CF 5.23).
    Lift,
    /// The attacker deploys, or marches on (CF 5.14, 5.15).
    Coming(Side),
    /// Names his entry points (CF 5.15).
    Points(Side),
    /// Writes the order of march for each of them (CF 5.15).
    Column(Side),
    /// Everything stands: the first turn can begin.
    Set,
    /// Dice for reinforcements (CF 5.25, G71).
    Arrivals(Side),
    /// Columns come on (CF 5.15, 5.16, G70).
    Enter(Side),
    /// Troops that are not yet on the table are put down to move (CF 5.18).
    Emerge(Side),
}

/// Who draws a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mappers {
    One(Side),
    Both,
}

impl Mappers {
    pub(super) fn include(self, side: Side) -> bool {
        match self {
            Mappers::One(one) => one == side,
            Mappers::Both => true,
        }
    }
}

impl DeployStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, DeployStep::Exchange(_) | DeployStep::Emerge(_))
    }
}

/// How the attacker comes to the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Coming {
    /// CF 5.14
    Deployed,
    /// CF 5.15
    Marching,
}

/// What a brigade is told before the battle (CF 6.17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OrderWord {
    Attack,
    /// Where it is deployed.
    Defend,
    DefendAt(PositionId),
    AdvanceTo(PositionId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeployChoice {
    /// Stays at the end of the table that the battle has for it, or takes the other (CF 5.9, 5.21).
    Ends { other: bool },
    /// A battalion, or three squadrons, for 80 yds of fortifications, the first of them counted from the left from 0 (CF 5.6).
    GiveUp { unit: UnitId, first: u8 },
    /// Where they are put up (CF 5.6).
    Raise { from: Point, to: Point },
    /// CF 5.12, 5.14, 5.22
    Place { unit: UnitId, pose: Pose, formation: Formation, files: u8 },
    /// A gun is drawn on its limber, or off it (CF 11.24, G193).
    Limber { unit: UnitId, limbered: bool },
    /// Dragoons are drawn on foot, or on their horses (CF 12.19, G194).
    Afoot { unit: UnitId, afoot: bool },
    /// CF 6.1
    Post { leader: LeaderId, to: Point },
    /// CF 6.15, 6.17
    Order { brigade: BrigadeId, order: OrderWord },
    /// The map is drawn.
    Ready,
    /// CF 5.14, 5.15
    Come(Coming),
    /// CF 5.15
    Point(Point),
    /// The next of the column at an entry point (CF 5.15).
    March { unit: UnitId, entry: u8 },
    /// CF 5.16, G70
    Enter { unit: UnitId, dice: MoveDice },
    /// By road, without dice (CF 5.16, 11.19, G70).
    EnterByRoad(UnitId),
    /// Waits off the table.
    Wait(UnitId),
    /// CF 5.18
    Emerge(UnitId),
}

/// What a side does of this chapter in its half of a phase.
pub(crate) fn steps_of(phase: Phase, side: Side) -> Phasing {
    match phase {
        Phase::Command => Phasing::from_iter([Step::Deploy(DeployStep::Arrivals(side))]),
        Phase::Movement => {
            Phasing::from_iter([Step::Deploy(DeployStep::Emerge(side)), Step::Deploy(DeployStep::Enter(side))])
        }
        _ => Phasing::new(),
    }
}

const NOTHING: Question = Question::whole("none", "CF 9.1", 0);

impl Table<'_> {
    pub(crate) fn asked_in_deployment(self, step: DeployStep) -> SeatSet {
        let chief = |side: Side, asks: bool| asks.then(|| self.chief_seat(side)).into_iter().collect();
        match step {
            DeployStep::Ends(side) => chief(side, true),
            DeployStep::Exchange(side) => self.seats_left(side, |seat| self.any_to_give_up(seat)),
            DeployStep::Raise(side) => chief(side, self.any_to_raise(side)),
            DeployStep::Map(mappers) => {
                let of = |side: Side| self.seats_left(side, |seat| mappers.include(side) && self.draws_map(seat));
                of(Side::FIRST).iter().chain(of(Side::SECOND).iter()).collect()
            }
            DeployStep::Coming(side) => chief(side, self.any_to_come(side)),
            DeployStep::Points(side) => chief(side, self.state.marches_on && self.names_points(side)),
            DeployStep::Column(side) => self.seats_left(side, |seat| self.to_march(seat).next().is_some()),
            DeployStep::Enter(side) => self.next_to_enter(side).map(|id| self.seat(id)).into_iter().collect(),
            DeployStep::Emerge(side) => self.seats_left(side, |seat| self.any_to_emerge(seat)),
            DeployStep::Seen(_) | DeployStep::Lift | DeployStep::Set | DeployStep::Arrivals(_) => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_deployment(self, step: DeployStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let say = Decision::Deploy;
        match step {
            DeployStep::Ends(_) => {
                menu.extend([false, true].map(|other| say(DeployChoice::Ends { other })));
                Question::whole("choose-end", "CF 5.9", 0)
            }
            DeployStep::Exchange(_) => {
                menu.push(Decision::Turn(TurnChoice::Done));
                menu.extend(self.to_give_up(seat).map(|(unit, first)| say(DeployChoice::GiveUp { unit, first })));
                Question::whole("exchange", "CF 5.6", 0)
            }
            DeployStep::Raise(side) => {
                self.offer_works(side, menu);
                Question { complete: false, ..Question::whole("raise-works", "CF 5.6", 0) }
            }
            DeployStep::Map(_) => {
                self.offer_map(seat, menu);
                Question { complete: false, ..Question::whole("draw-map", "CF 5.12", 0) }
            }
            DeployStep::Coming(_) => {
                menu.extend([Coming::Deployed, Coming::Marching].map(|coming| say(DeployChoice::Come(coming))));
                Question::whole("come-on", "CF 5.14", 0)
            }
            DeployStep::Points(side) => {
                let ready = self.judge_points_ready(side).is_ok();
                if ready {
                    menu.push(say(DeployChoice::Ready));
                }
                self.offer_points(side, menu);
                Question { complete: false, ..Question::whole("name-entries", "CF 5.15", 0) }
            }
            DeployStep::Column(side) => {
                for unit in self.to_march(seat) {
                    let open = self.entries_of(side).filter(|&entry| self.judge_march(seat, side, unit, entry).is_ok());
                    menu.extend(open.map(|entry| say(DeployChoice::March { unit, entry })));
                }
                // Who marches on has his orders before he does (CF 6.17).
                self.offer_written(seat, menu);
                Question { complete: false, ..Question::whole("order-of-march", "CF 5.15", 0) }
            }
            DeployStep::Enter(side) => {
                let Some(id) = self.next_to_enter(side) else { return NOTHING };
                menu.push(say(DeployChoice::Wait(id)));
                self.offer_entry(id, menu);
                Question::whole("enter", "CF 5.16", 0)
            }
            DeployStep::Emerge(_) => {
                menu.push(Decision::Turn(TurnChoice::Done));
                menu.extend(self.to_emerge(seat).map(|id| say(DeployChoice::Emerge(id))));
                Question::whole("emerge", "CF 5.18", 0).in_reaction(Reaction::None)
            }
            DeployStep::Seen(_) | DeployStep::Lift | DeployStep::Set | DeployStep::Arrivals(_) => NOTHING,
        }
    }

    pub(crate) fn judge_deployment(self, step: DeployStep, seat: Seat, choice: DeployChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (DeployStep::Ends(_), DeployChoice::Ends { .. }) => Ok(()),
            (DeployStep::Exchange(_), DeployChoice::GiveUp { unit, first }) => self.judge_give_up(seat, unit, first),
            (DeployStep::Raise(side), DeployChoice::Raise { from, to }) => self.judge_raise(side, from, to),
            (DeployStep::Map(_), DeployChoice::Place { unit, pose, formation, files }) => {
                self.judge_place(seat, unit, pose, formation, files)
            }
            (DeployStep::Map(_), DeployChoice::Limber { unit, limbered }) => self.judge_limber(seat, unit, limbered),
            (DeployStep::Map(_), DeployChoice::Afoot { unit, afoot }) => self.judge_afoot(seat, unit, afoot),
            (DeployStep::Map(_), DeployChoice::Post { leader, to }) => self.judge_post(seat, leader, to),
            (DeployStep::Map(_), DeployChoice::Order { brigade, order }) => self.judge_written(seat, brigade, order),
            (DeployStep::Map(_), DeployChoice::Ready) => self.judge_ready(seat),
            (DeployStep::Coming(_), DeployChoice::Come(_)) => Ok(()),
            (DeployStep::Points(side), DeployChoice::Point(at)) => self.judge_point(side, at),
            (DeployStep::Points(side), DeployChoice::Ready) => self.judge_points_ready(side),
            (DeployStep::Column(side), DeployChoice::March { unit, entry }) => {
                self.judge_march(seat, side, unit, entry)
            }
            (DeployStep::Column(_), DeployChoice::Order { brigade, order }) => self.judge_written(seat, brigade, order),
            (DeployStep::Enter(side), DeployChoice::Wait(id)) => self.judge_first_in_column(side, id),
            (DeployStep::Enter(side), DeployChoice::Enter { unit, dice }) => self.judge_enter(side, unit, dice),
            (DeployStep::Enter(side), DeployChoice::EnterByRoad(id)) => self.judge_road_entry(side, id),
            (DeployStep::Emerge(_), DeployChoice::Emerge(id)) => self.judge_emerge(seat, id),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_deployment(&mut self, step: DeployStep) {
        match step {
            DeployStep::Exchange(side) => self.side_has_spoken("exchange", side),
            DeployStep::Emerge(side) => self.side_has_spoken("emerge", side),
            DeployStep::Map(mappers) => {
                // Leaders of players who had nobody to draw take post as well (CF 6.1).
                for side in Side::BOTH.into_iter().filter(|&side| mappers.include(side)) {
                    let seats: SeatSet = self.table().seats_of(side).collect();
                    seats.iter().for_each(|seat| self.post_leaders(seat));
                }
                self.state.done = SeatSet::EMPTY;
            }
            DeployStep::Column(_) => self.state.done = SeatSet::EMPTY,
            DeployStep::Seen(side) => self.put_down_seen(side),
            DeployStep::Lift => self.lift_maps(),
            // Who has no choice of how to come draws his map (CF 5.14).
            DeployStep::Coming(side) => self.comes(side, Coming::Deployed),
            DeployStep::Set => self.all_stand(),
            DeployStep::Arrivals(side) => self.roll_arrivals(side),
            DeployStep::Ends(_) | DeployStep::Raise(_) | DeployStep::Points(_) | DeployStep::Enter(_) => {}
        }
    }

    pub(crate) fn apply_deployment(&mut self, step: DeployStep, seat: Seat, choice: DeployChoice) {
        match choice {
            DeployChoice::Ends { other } => {
                self.state.agenda.pop();
                self.state.ends_swapped = other;
                if other {
                    self.entries_change_hands();
                }
                if let DeployStep::Ends(side) = step {
                    let how = if other { told::TAKES_OTHER_END } else { told::KEEPS_END };
                    self.tell("CF 5.9", how, &[Who::Side(side)]);
                }
            }
            DeployChoice::GiveUp { unit, first } => self.give_up(unit, first),
            DeployChoice::Raise { from, to } => self.raise(from, to),
            DeployChoice::Place { unit, pose, formation, files } => {
                let mapped = self.unit_mut(unit);
                (mapped.place, mapped.pose) = (Place::Mapped, pose);
                (mapped.formation, mapped.files) = (formation, files);
                // Who rides with it is on the map too (CF 6.6).
                for leader in self.state.leaders.iter_mut().filter(|leader| leader.attached == Some(unit)) {
                    (leader.off, leader.hidden) = (false, true);
                }
            }
            DeployChoice::Limber { unit, limbered } => self.unit_mut(unit).limbered = limbered,
            DeployChoice::Afoot { unit, afoot } => *self.unit_mut(unit) = self.table().drawn_afoot(unit, afoot),
            DeployChoice::Post { leader, to } => {
                let posted = self.leader_mut(leader);
                (posted.at, posted.off, posted.hidden) = (to, false, true);
            }
            DeployChoice::Order { brigade, order } => self.state.brigades[brigade.ix()].order = order.order(),
            DeployChoice::Ready => match step {
                DeployStep::Points(_) => {
                    self.state.agenda.pop();
                }
                _ => {
                    self.post_leaders(seat);
                    self.state.done = self.state.done.with(seat);
                }
            },
            DeployChoice::Come(coming) => {
                self.state.agenda.pop();
                if let DeployStep::Coming(side) = step {
                    self.comes(side, coming);
                }
            }
            DeployChoice::Point(at) => {
                if let DeployStep::Points(side) = step {
                    self.name_point(side, at);
                }
            }
            DeployChoice::March { unit, entry } => self.joins_column(unit, entry),
            DeployChoice::Enter { unit, dice } => self.enters(unit, dice),
            DeployChoice::EnterByRoad(unit) => self.enters_by_road(unit),
            DeployChoice::Wait(unit) => self.unit_mut(unit).this_turn.finished = true,
            DeployChoice::Emerge(unit) => self.emerges(unit),
        }
    }

    /// CF 5.14, 5.15
    fn comes(&mut self, side: Side, coming: Coming) {
        match coming {
            Coming::Deployed => {
                let steps = [DeployStep::Map(Mappers::One(side)), DeployStep::Lift];
                self.state.agenda.push_all(&steps.map(Step::Deploy));
            }
            Coming::Marching => {
                self.state.marches_on = true;
                self.tell("CF 5.15", told::MARCHES_ON, &[Who::Side(side)]);
                let steps = [DeployStep::Points(side), DeployStep::Column(side)];
                self.state.agenda.push_all(&steps.map(Step::Deploy));
            }
        }
    }
}
