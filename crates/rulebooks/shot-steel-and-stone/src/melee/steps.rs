//! Close combat, step by step (SSS P7): melees are picked and fought, and whoever has a choice in one is asked.

use super::through::{VEER, steps_of_move};
use crate::agenda::{Phasing, Step};
use crate::cards::{UnitId, Units};
use crate::decision::Decision;
use crate::elephants::ElephantStep;
use crate::measures::BW;
use crate::readings::MeleeOrder;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Cdeg, Um, bearing, turn};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MeleeStep {
    /// The next melee is picked, by whoever has that choice (SSS 20.1).
    Pick,
    /// Bases that touch several enemies are sent against one (SSS G57).
    Allot,
    /// Pikes strike at elephants or at their crews (SSS 41.11).
    Aim,
    /// Cavalry that touches friends in a cavalry melee comes to their help, or not (SSS 29.1).
    Reinforce,
    Round,
    /// Attackers break in where the garrison has lost bases (SSS 30.4).
    BreakIn,
    /// Winners follow up, or stand (SSS 27.5, G59).
    FollowUp,
    /// After the third round they retire (SSS 27.10).
    BreakOff,
    /// Bases from behind come up beside the front (SSS 27.8).
    BringUp,
    Ends,
    /// Those who broke through go on (SSS 28.3).
    Onward,
    /// One of them charges anew whom it meets (SSS G84).
    Anew(UnitId),
    /// Units that are ordered to leave their melee do so (SSS 26.1).
    Disengage(Side),
    /// The enemies of a unit that leaves strike at it, or let it go.
    FreeHit(UnitId),
    /// Who was to leave and has not got away fights on.
    Clinch(Side),
    /// Gunners man guns that stand there without a crew (SSS G65).
    Man(Side),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MeleeChoice {
    /// The melee that this unit is in.
    Fight(UnitId),
    Against(UnitId),
    AimAtCrew(bool),
    /// Helps against that enemy, through friends whom it touches (SSS 29.1).
    Reinforce(UnitId),
    StandBy,
    /// Breaks in with so many bases, or with none (SSS 30.4).
    BreakIn(u8),
    FollowUp(bool),
    BringUp {
        left: u8,
        right: u8,
    },
    BreakOff(Um),
    /// A momentum advance: so far to the right of its line (less than nothing is to the left), and so far on (SSS 28.5).
    Onward {
        veer: Cdeg,
        distance: Um,
    },
    /// Stays where it has broken through.
    Stay,
    FreeHit(bool),
    /// Takes over the guns that battery has left (SSS G65), or leaves them there.
    Man(UnitId),
    LeaveGuns,
}

/// The steps of this chapter in a side's player turn, in order.
pub(crate) fn steps_of(_side: Side) -> Phasing {
    Phasing::from_iter([Step::Melee(MeleeStep::Pick), Step::Elephant(ElephantStep::Clash)])
}

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    /// Who takes the melees in the order he likes (SSS 20.1, G1).
    fn melee_chooser(self) -> Side {
        match self.rules.options.melee_order {
            MeleeOrder::InitiativeHolder => self.state.holder,
            MeleeOrder::ActivePlayer => self.state.active,
        }
    }

    /// Melees that have not been fought in this player turn, each by the first of its units (SSS G2).
    fn melees_left(self) -> Units {
        let mut left = Units::EMPTY;
        let mut seen = Units::EMPTY;
        for contact in &self.state.contacts {
            let fought = self.unit(contact.a).fought && self.unit(contact.b).fought;
            // SSS 42.4c
            let storm = self.in_storm(contact.a) || self.in_storm(contact.b);
            if fought || storm || seen.contains(contact.a) {
                continue;
            }
            let units = self.melee_of(contact.a);
            units.iter().for_each(|id| seen.insert(id));
            if let Some(first) = units.iter().next() {
                left.insert(first);
            }
        }
        left
    }

    /// Who is asked next in a step of the melee that is being fought.
    pub(crate) fn melee_turn(self, step: MeleeStep) -> Option<UnitId> {
        let melee = self.state.melee.as_ref();
        match step {
            MeleeStep::Allot => melee?.torn.iter().next(),
            MeleeStep::Aim => melee?.may_aim.iter().next(),
            MeleeStep::Reinforce => melee?.may_help.iter().next(),
            MeleeStep::BreakIn => self.next_to_break_in().map(|(id, _)| id),
            MeleeStep::FollowUp => melee?.follow.iter().next(),
            MeleeStep::BreakOff => self.next_to_break_off(),
            MeleeStep::BringUp => melee?.bring_up.iter().next(),
            MeleeStep::Onward => self.state.onward.iter().next(),
            MeleeStep::FreeHit(id) => self.next_free_hit(id),
            MeleeStep::Man(side) => self.next_to_man(side),
            _ => None,
        }
    }

    /// Whether the one who is asked has more than one answer.
    fn has_choice(self, step: MeleeStep, id: UnitId) -> bool {
        match step {
            MeleeStep::FollowUp => !self.must_follow_up(id) && self.follow_up_distance(id).is_some(),
            MeleeStep::Onward => self.is_there(id) && self.charge_left(id) > 0 && self.onward_ways(id).next().is_some(),
            _ => true,
        }
    }

    pub(crate) fn asked_in_melees(self, step: MeleeStep) -> SeatSet {
        if step == MeleeStep::Pick {
            let several = self.melees_left().len() > 1;
            return if several { self.seats_of(self.melee_chooser()).take(1).collect() } else { SeatSet::EMPTY };
        }
        match self.melee_turn(step) {
            Some(id) if self.has_choice(step, id) => SeatSet::one(self.seat(id)),
            _ => SeatSet::EMPTY,
        }
    }

    /// Straight on, base width by base width, and aside to each enemy that can be reached (SSS 28.5).
    fn onward_ways(self, id: UnitId) -> impl Iterator<Item = (Cdeg, Um)> {
        let left = self.charge_left(id);
        let (from, facing) = (self.body(id).main().front, self.line_of_advance(id));
        let aside = self.enemies_of(id).filter_map(move |enemy| {
            let to = self.body(enemy).nearest(from);
            let veer = turn(facing, bearing(to - from)) / 100 * 100;
            (veer != 0 && veer.abs() <= VEER).then_some((veer, left))
        });
        steps_of_move(left)
            .map(|distance| (0, distance))
            .chain(aside)
            .filter(move |&(veer, distance)| self.judge_momentum(id, veer, distance).is_ok())
    }

    pub(crate) fn ask_melees(self, step: MeleeStep, _seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let mut offer = |choice: MeleeChoice| menu.push(Decision::Melee(choice));
        let Some(id) = self.melee_turn(step) else {
            self.melees_left().iter().for_each(|id| offer(MeleeChoice::Fight(id)));
            return Question::whole("melees", "SSS 20.1", 0);
        };
        match step {
            MeleeStep::Allot => {
                self.foes(id).for_each(|foe| offer(MeleeChoice::Against(foe)));
                Question::whole("against", "SSS G57", 0)
            }
            MeleeStep::Aim => {
                [false, true].map(MeleeChoice::AimAtCrew).into_iter().for_each(offer);
                Question::whole("aim", "SSS 41.11", 0)
            }
            MeleeStep::Reinforce => {
                offer(MeleeChoice::StandBy);
                self.helped_against(id).for_each(|enemy| offer(MeleeChoice::Reinforce(enemy)));
                Question::whole("reinforce", "SSS 29.1", 0)
            }
            MeleeStep::BreakIn => {
                let most = self.next_to_break_in().map_or(0, |(_, most)| most);
                (0..=most).rev().map(MeleeChoice::BreakIn).for_each(offer);
                Question::whole("break-in", "SSS 30.4", usize::from(most))
            }
            MeleeStep::BreakOff => {
                for distance in steps_of_move(self.most_break_off(id)).filter(|&distance| distance >= BW) {
                    offer(MeleeChoice::BreakOff(distance));
                }
                Question { complete: false, ..Question::whole("break-off", "SSS 27.10", 0) }
            }
            MeleeStep::BringUp => {
                offer(MeleeChoice::BringUp { left: 0, right: 0 });
                let most = self.unit(id).bases;
                for (left, right) in (0..=most).flat_map(|left| (0..=most).map(move |right| (left, right))) {
                    if left + right > 0 && self.judge_bring_up(id, left, right).is_ok() {
                        offer(MeleeChoice::BringUp { left, right });
                    }
                }
                Question::whole("bring-up", "SSS 27.8", 0)
            }
            MeleeStep::Onward => {
                offer(MeleeChoice::Stay);
                // Two enemies may stand in one direction.
                let mut ways: ArrayVec<(Cdeg, Um), 64> = ArrayVec::new();
                for (veer, distance) in self.onward_ways(id) {
                    if ways.contains(&(veer, distance)) || ways.try_push((veer, distance)).is_err() {
                        continue;
                    }
                    offer(MeleeChoice::Onward { veer, distance });
                }
                Question { complete: false, ..Question::whole("momentum", "SSS 28.3", 0) }
            }
            MeleeStep::Man(_) => {
                offer(MeleeChoice::LeaveGuns);
                self.guns_to_man(id).for_each(|of| offer(MeleeChoice::Man(of)));
                Question::whole("man-guns", "SSS G65", 0)
            }
            MeleeStep::FreeHit(_) => {
                [true, false].map(MeleeChoice::FreeHit).into_iter().for_each(offer);
                Question::whole("free-hit", "SSS 26.1", 1)
            }
            _ => {
                [true, false].map(MeleeChoice::FollowUp).into_iter().for_each(offer);
                Question::whole("follow-up", "SSS 27.5", 1)
            }
        }
    }

    pub(crate) fn judge_melees(self, step: MeleeStep, _seat: Seat, choice: MeleeChoice) -> Result<(), Refusal> {
        if let (MeleeStep::Pick, MeleeChoice::Fight(id)) = (step, choice) {
            self.known(id)?;
            let left = self.melees_left();
            let due = self.is_there(id) && self.melee_of(id).iter().any(|one| left.contains(one));
            return if due { Ok(()) } else { refuse("SSS 20.1", "it is in no melee that is still to be fought") };
        }
        let Some(id) = self.melee_turn(step) else { return Err(self.out_of_turn()) };
        match (step, choice) {
            (MeleeStep::Allot, MeleeChoice::Against(enemy)) => match self.foes(id).any(|foe| foe == enemy) {
                true => Ok(()),
                false => refuse("SSS G57", "it does not touch that enemy"),
            },
            (MeleeStep::Aim, MeleeChoice::AimAtCrew(_)) | (MeleeStep::FreeHit(_), MeleeChoice::FreeHit(_)) => Ok(()),
            (MeleeStep::Reinforce, MeleeChoice::StandBy) | (MeleeStep::Man(_), MeleeChoice::LeaveGuns) => Ok(()),
            (MeleeStep::Man(_), MeleeChoice::Man(of)) => {
                self.known(of)?;
                self.manned(id, of).map(|_| ())
            }
            (MeleeStep::Reinforce, MeleeChoice::Reinforce(enemy)) => {
                match self.helped_against(id).any(|one| one == enemy) {
                    true => Ok(()),
                    false => refuse("SSS 29.1", "it touches no friends who fight that enemy"),
                }
            }
            (MeleeStep::BreakIn, MeleeChoice::BreakIn(bases)) => match self.next_to_break_in() {
                Some((_, most)) if bases <= most => Ok(()),
                _ => refuse("SSS 30.4", "no more bases break in than the garrison has lost, or than there is room for"),
            },
            (MeleeStep::FollowUp, MeleeChoice::FollowUp(follows)) => match follows || !self.must_follow_up(id) {
                true => Ok(()),
                false => refuse("SSS G59", "Warband and Impetuous troops follow up"),
            },
            (MeleeStep::BreakOff, MeleeChoice::BreakOff(distance)) => self.judge_break_off(id, distance),
            (MeleeStep::BringUp, MeleeChoice::BringUp { left: 0, right: 0 }) => Ok(()),
            (MeleeStep::BringUp, MeleeChoice::BringUp { left, right }) => self.judge_bring_up(id, left, right),
            (MeleeStep::Onward, MeleeChoice::Stay) => Ok(()),
            (MeleeStep::Onward, MeleeChoice::Onward { veer, distance }) => self.judge_momentum(id, veer, distance),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_melees(&mut self, step: MeleeStep) {
        match step {
            MeleeStep::Pick => {
                if let Some(id) = self.table().melees_left().iter().next() {
                    self.fight_melee_of(id);
                }
            }
            MeleeStep::Round => self.fight(),
            MeleeStep::FollowUp => self.work_follow_up(),
            // Nobody is left who has a choice.
            MeleeStep::Allot | MeleeStep::Aim | MeleeStep::Reinforce | MeleeStep::BreakIn | MeleeStep::BringUp => {}
            MeleeStep::BreakOff => self.pick_bringers(),
            MeleeStep::Ends => {
                self.state.agenda.push(Step::Melee(MeleeStep::Onward));
                self.end_melee();
            }
            MeleeStep::Onward => {
                // Who cannot go on stays.
                if let Some(id) = self.state.onward.iter().next() {
                    self.state.onward.remove(id);
                    self.state.agenda.push(Step::Melee(MeleeStep::Onward));
                }
            }
            MeleeStep::Disengage(side) => {
                if let Some(id) = self.table().next_to_leave(side) {
                    self.state.agenda.push(Step::Melee(MeleeStep::Disengage(side)));
                    self.state.agenda.push(Step::Melee(MeleeStep::FreeHit(id)));
                }
            }
            MeleeStep::FreeHit(id) => self.goes_free(id),
            MeleeStep::Clinch(side) => self.clinch(side),
            MeleeStep::Man(_) => {}
            MeleeStep::Anew(id) => self.runs_anew(id),
        }
    }

    /// The next of those who must follow up, or can no longer; then those who break off.
    fn work_follow_up(&mut self) {
        let next = self.state.melee.as_ref().and_then(|melee| melee.follow.iter().next());
        let Some(id) = next else {
            self.pick_retirers();
            return;
        };
        if let Some(melee) = &mut self.state.melee {
            melee.follow.remove(id);
        }
        if self.table().must_follow_up(id) {
            self.follow_up(id);
        }
        self.state.agenda.push(Step::Melee(MeleeStep::FollowUp));
    }

    fn fight_melee_of(&mut self, id: UnitId) {
        let units = self.table().melee_of(id);
        self.state.agenda.push(Step::Melee(MeleeStep::Pick));
        self.begin_melee(units);
    }

    pub(crate) fn apply_melees(&mut self, step: MeleeStep, choice: MeleeChoice) {
        if let MeleeChoice::Fight(id) = choice {
            self.state.agenda.pop();
            self.fight_melee_of(id);
            return;
        }
        let Some(id) = self.table().melee_turn(step) else { return };
        if let MeleeChoice::FreeHit(takes) = choice {
            if let MeleeStep::FreeHit(unit) = step {
                self.free_hit(unit, id, takes);
            }
            return;
        }
        if let Some(melee) = &mut self.state.melee {
            match choice {
                MeleeChoice::Against(enemy) => {
                    melee.torn.remove(id);
                    self.state.overflow.keep(&mut melee.allotted, (id, enemy));
                }
                MeleeChoice::AimAtCrew(aims) => {
                    melee.may_aim.remove(id);
                    if aims {
                        melee.aims_at_crew.insert(id);
                    }
                }
                MeleeChoice::Reinforce(_) | MeleeChoice::StandBy => melee.may_help.remove(id),
                MeleeChoice::FollowUp(_) => melee.follow.remove(id),
                MeleeChoice::BringUp { .. } => melee.bring_up.remove(id),
                MeleeChoice::BreakOff(_) => melee.retire.remove(id),
                _ => {}
            }
        }
        match choice {
            MeleeChoice::Reinforce(enemy) => self.reinforce(id, enemy),
            MeleeChoice::BreakIn(bases) => self.storm(id, bases),
            MeleeChoice::FollowUp(true) => self.follow_up(id),
            MeleeChoice::BringUp { left, right } => self.bring_up(id, left, right),
            MeleeChoice::BreakOff(distance) => self.break_off(id, distance),
            MeleeChoice::Stay => self.state.onward.remove(id),
            MeleeChoice::Man(of) => {
                self.unit_mut(id).this_turn.asked_to_man = true;
                self.man(id, of);
            }
            MeleeChoice::LeaveGuns => self.unit_mut(id).this_turn.asked_to_man = true,
            MeleeChoice::Onward { veer, distance } => self.go_on(id, veer, distance),
            _ => {}
        }
    }
}
