//! CF 11, 12: movement and manoeuvre, step by step (P5).

use super::Manoeuvre;
use crate::agenda::{Phasing, Step};
use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::sequence::TurnChoice;
use crate::state::{MoveDice, Phase, Place};
use crate::table::{Play, Table};
use field::table::Point;
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoveStep {
    /// Moves that a Control Test has laid down (CF 6.35).
    Compulsory(Side),
    /// Groups and units that may move, one after the other (CF 9.11).
    Voluntary(Side),
    /// The group that was taken up: who stays, who may stop, how many dice (CF 11.2, 11.4).
    Declare,
    /// The dice have fallen: its units move one by one.
    Group,
    /// A unit makes its move.
    Moving(UnitId),
    /// Detached leaders ride (CF 9.11).
    Riders(Side),
}

impl MoveStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, MoveStep::Voluntary(_) | MoveStep::Riders(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoveChoice {
    /// Takes up the group of a unit (CF 11.7).
    Pick(UnitId),
    /// This one does not move with the dice (CF G27).
    Leave(UnitId),
    /// This one may stop at named ground or in line with others (CF 11.4).
    Stopping(UnitId),
    /// This one does not double (CF G28).
    Single(UnitId),
    /// Cavalry that may use two of three dice uses the D6 (CF G85).
    Pair {
        plain: bool,
    },
    /// Throws the dice (CF 11.2).
    Throw(MoveDice),
    /// The next unit of the group.
    Next(UnitId),
    Make(Manoeuvre),
    /// CF 11.40
    Split {
        unit: UnitId,
        right: bool,
        elements: u8,
    },
    /// CF 11.45
    Merge {
        unit: UnitId,
        with: UnitId,
    },
    /// Horses of dismounted dragoons are led away (CF 12.20).
    Horses {
        unit: UnitId,
        to: Point,
    },
    /// CF 11.15
    Rides {
        leader: LeaderId,
        to: Point,
    },
}

/// What a side does of this chapter in its half of a phase.
pub(crate) fn steps_of(phase: Phase, side: Side) -> Phasing {
    match phase {
        Phase::Movement => Phasing::from_iter([
            Step::Move(MoveStep::Compulsory(side)),
            Step::Move(MoveStep::Voluntary(side)),
            Step::Move(MoveStep::Riders(side)),
        ]),
        _ => Phasing::new(),
    }
}

impl Table<'_> {
    pub(crate) fn asked_in_moves(self, step: MoveStep) -> SeatSet {
        match step {
            MoveStep::Compulsory(_) => SeatSet::EMPTY,
            MoveStep::Voluntary(side) => self.seats_left(side, |seat| self.any_to_move(side, seat)),
            MoveStep::Riders(side) => self.seats_left(side, |seat| self.any_to_ride(side, seat)),
            MoveStep::Declare => self.group_seat(),
            // With one unit left nothing is asked.
            MoveStep::Group if self.next_units().nth(1).is_some() => self.group_seat(),
            MoveStep::Group => SeatSet::EMPTY,
            MoveStep::Moving(id) if self.unit(id).place == Place::Table && !self.unit(id).finished => {
                SeatSet::from_iter([self.seat(id)])
            }
            MoveStep::Moving(_) => SeatSet::EMPTY,
        }
    }

    fn group_seat(self) -> SeatSet {
        let first = self.state.group.and_then(|group| group.units.iter().next());
        first.map(|id| self.seat(id)).into_iter().collect()
    }

    /// Units of the group that have still to move.
    pub(super) fn units_left(self) -> impl Iterator<Item = UnitId> {
        let units = self.state.group.map(|group| group.units).unwrap_or_default();
        units.iter().filter(move |&id| self.unit(id).place == Place::Table && !self.unit(id).finished)
    }

    pub(crate) fn ask_moves(self, step: MoveStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            MoveStep::Compulsory(_) => Question::whole("none", "CF 9.1", 0),
            MoveStep::Voluntary(side) => {
                self.offer_picks(side, seat, menu);
                menu.push(Decision::Turn(TurnChoice::Done));
                Question { complete: false, ..Question::whole("move", "CF 9.11", menu.len() - 1) }
            }
            MoveStep::Declare => {
                let default = self.offer_declarations(seat, menu);
                Question { complete: false, ..Question::whole("declare-move", "CF 11.2", default) }
            }
            MoveStep::Group => {
                menu.extend(self.next_units().map(|id| Decision::Move(MoveChoice::Next(id))));
                Question::whole("next-unit", "CF 11.7", 0)
            }
            MoveStep::Moving(id) => {
                let default = self.offer_manoeuvres(id, menu);
                Question { complete: false, ..Question::whole("manoeuvre", "CF 12.1", default) }
            }
            MoveStep::Riders(side) => {
                self.offer_rides(side, seat, menu);
                menu.push(Decision::Turn(TurnChoice::Done));
                Question { complete: false, ..Question::whole("leaders-ride", "CF 11.15", menu.len() - 1) }
            }
        }
    }

    pub(crate) fn judge_moves(self, step: MoveStep, seat: Seat, choice: MoveChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (MoveStep::Voluntary(_), MoveChoice::Pick(id)) => self.judge_pick(seat, id),
            (MoveStep::Voluntary(_), MoveChoice::Split { unit, right, elements }) => {
                self.judge_split(seat, unit, right, elements)
            }
            (MoveStep::Voluntary(_), MoveChoice::Merge { unit, with }) => self.judge_merge(seat, unit, with),
            (MoveStep::Voluntary(_), MoveChoice::Horses { unit, to }) => {
                self.known(unit).and_then(|()| self.judge_horses(seat, unit, to))
            }
            (MoveStep::Declare, MoveChoice::Leave(id)) => self.judge_leave(id),
            (MoveStep::Declare, MoveChoice::Stopping(id)) => self.judge_stopping(id),
            (MoveStep::Declare, MoveChoice::Single(id)) => self.judge_single(id),
            (MoveStep::Declare, MoveChoice::Pair { plain }) => self.judge_pair(plain),
            (MoveStep::Declare, MoveChoice::Throw(dice)) => self.judge_throw(dice),
            (MoveStep::Group, MoveChoice::Next(id)) => match self.next_units().any(|next| next == id) {
                true => Ok(()),
                false if self.units_left().any(|left| left == id) => {
                    Err(Refusal::new("CF 6.28", "it conforms, and moves after the unit that it conforms to"))
                }
                false => Err(Refusal::new("CF 11.7", "it is not in the group that moves now, or has moved")),
            },
            (MoveStep::Moving(id), MoveChoice::Make(manoeuvre)) => self.judge_manoeuvre(id, &manoeuvre),
            (MoveStep::Riders(_), MoveChoice::Rides { leader, to }) => self.judge_leader_rides(seat, leader, to),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_moves(&mut self, step: MoveStep) {
        match step {
            MoveStep::Compulsory(side) => {
                self.repeat_moves(side);
                self.charge_on_in_vain(side);
            }
            MoveStep::Voluntary(side) => {
                self.side_has_spoken("move", side);
                self.cannot_stand(side);
                self.form_up(side);
            }
            MoveStep::Riders(side) => self.side_has_spoken("leaders-ride", side),
            MoveStep::Group => {
                let left = self.table().next_units().next();
                match left {
                    Some(id) => {
                        self.state.agenda.push_all(&[Step::Move(MoveStep::Moving(id)), Step::Move(MoveStep::Group)]);
                    }
                    None => self.state.group = None,
                }
            }
            // The owner is always asked; a unit that is gone or done moves no more.
            MoveStep::Declare | MoveStep::Moving(_) => {}
        }
    }

    pub(crate) fn apply_moves(&mut self, step: MoveStep, _seat: Seat, choice: MoveChoice) {
        match (step, choice) {
            (_, MoveChoice::Pick(id)) => self.pick_group(id),
            (_, MoveChoice::Split { unit, right, elements }) => self.split(unit, right, elements),
            (_, MoveChoice::Merge { unit, with }) => self.merge(unit, with),
            (_, MoveChoice::Horses { unit, to }) => self.horses_withdraw(unit, to),
            (_, MoveChoice::Leave(id)) => self.leave_out(id),
            (_, MoveChoice::Stopping(id)) => {
                if let Some(group) = &mut self.state.group {
                    group.stopping.insert(id);
                }
            }
            (_, MoveChoice::Single(id)) => {
                if let Some(group) = &mut self.state.group {
                    group.single.insert(id);
                }
            }
            (_, MoveChoice::Pair { plain }) => {
                if let Some(group) = &mut self.state.group {
                    group.plain_pair = plain;
                }
            }
            (_, MoveChoice::Throw(dice)) => {
                self.state.agenda.pop();
                self.throw_group(dice);
                self.state.agenda.push(Step::Move(MoveStep::Group));
            }
            (_, MoveChoice::Next(id)) => self.state.agenda.push(Step::Move(MoveStep::Moving(id))),
            (MoveStep::Moving(id), MoveChoice::Make(manoeuvre)) => self.make_move(id, manoeuvre),
            (_, MoveChoice::Rides { leader, to }) => self.leader_rides(leader, to),
            // The judge lets nothing else through.
            (_, MoveChoice::Make(_)) => {}
        }
    }
}
