//! The steps of the chapter, what is asked in them and what is done.

use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::state::{Formed, Order};
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand, Hex};
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

/// What can be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeStep {
    /// The Charge Sub-segment: the next charge is run (7.2.2.1).
    Run,
    /// The Charge Mêlée Sub-segment: the next mêlée is fought (7.2.2.2).
    Melees,
    Close,
    /// A charge near enemies says whether they are its targets (19.2.7).
    Declare(u8),
    /// The other side answers to a charge where it is (19.3).
    Answer(u8),
    /// Those next to it may give way (19.4, 19.5).
    Meet(u8),
    /// It goes on, or stops.
    Ride(u8),
    Enter {
        charge: u8,
        dir: Dir,
    },
    EndRide {
        charge: u8,
        disorders: bool,
    },
    Regroup(u8),
    Complete(u8),
    /// Cavalry has moved near infantry (19.7).
    Squares,
    Square {
        charge: Option<u8>,
        unit: UnitId,
        hex: Hex,
    },
    AfterSquare {
        charge: u8,
        target: UnitId,
        hex: Hex,
        near: bool,
    },
    Together {
        charge: u8,
        reactor: UnitId,
    },
    Spring {
        cavalry: UnitId,
        target: UnitId,
    },
    Evade {
        charge: u8,
        unit: UnitId,
    },
    Evading,
    EvadeInto(Hex),
    AfterEvasion {
        charge: u8,
        unit: UnitId,
        left: Hex,
        into: Hex,
    },
    /// Pursuers follow cavalry along its way, from that place on (19.5.3).
    Follow {
        charge: u8,
        unit: UnitId,
        at: u8,
    },
    FollowInto {
        charge: u8,
        hex: Hex,
    },
    /// They have come upon friends of those who gave way (19.5.3.3).
    Among {
        charge: u8,
        prey: UnitId,
    },
    Catch {
        charge: u8,
        unit: UnitId,
    },
    /// Those who give way, and are struck by an Opportunity Charge, may run on (19.18.5).
    RunOn {
        charge: u8,
        unit: UnitId,
    },
    /// The innermost mêlée.
    Bout,
    Rebound {
        unit: UnitId,
        owed: bool,
    },
    /// Into which of several hexes a charge advances (19.10).
    AdvanceWhere {
        charge: u8,
        fought: bool,
    },
    Advance {
        charge: u8,
        hex: Hex,
        fought: bool,
    },
    AdvanceInto {
        charge: u8,
        hex: Hex,
    },
    /// It has come into a hex that its target left by collapsing: it may charge on (19.6.2).
    Anew(u8),
    Pursue(u8),
    Chase {
        charge: u8,
        target: UnitId,
        at: u8,
        extra: bool,
    },
    Cut {
        charge: u8,
        target: UnitId,
        hex: Hex,
        extra: bool,
    },
    GrandRide(LeaderId),
    GrandOn(LeaderId),
    GrandLook(LeaderId),
    GrandEnter {
        charge: u8,
        dir: Dir,
    },
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeChoice {
    /// The stack on the move declares a charge (19.1).
    Declare,
    /// The same, preserving its readiness, a column with so many waves (19.15.2).
    Preserve(u8),
    /// The stack on the move declares a Grand Charge about that leader (19.16).
    Grand(LeaderId),
    /// The charge of that unit is run next.
    Run(UnitId),
    /// That stack is the target.
    Target(UnitId),
    /// None of the others is.
    NoTarget,
    Go(Dir),
    Extend(Hand),
    Consolidate(Hand),
    Recall,
    /// The charge stops where it is.
    Halt,
    Square {
        unit: UnitId,
        hex: Hex,
    },
    FormUp(UnitId),
    React(UnitId),
    /// Nothing more is done about it.
    LetCome,
    /// Those who are charged give way into that hex, or go on to it.
    GiveWay(Hex),
    /// They do not, or stop where they are.
    Stay,
    /// No recall: the charge goes on.
    GoOn,
    /// The mêlée of that charge is fought next.
    Fight(UnitId),
    /// The pursuers strike whom they have caught.
    Strike,
    /// The charge advances into that hex.
    Advance(Hex),
    Pursue(UnitId),
}

impl ChargeStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        false
    }
}

impl Table<'_> {
    fn seat_of_charge(self, no: u8) -> SeatSet {
        self.lead(no).map_or(SeatSet::EMPTY, |lead| SeatSet::one(self.seat(lead)))
    }

    /// The side whose charges are run: that of the first of them.
    fn charging_side(self) -> Option<Side> {
        let own = self.state.charges.iter().find(|charge| charge.is_own());
        own.map(|charge| self.side(charge.top))
    }

    /// Who picks the next mêlée (LB 19.1c).
    fn picking_side(self) -> Option<Side> {
        let side = self.charging_side()?;
        Some(if self.state.charging.second { side.other() } else { side })
    }

    fn one(seat: Option<Seat>) -> SeatSet {
        seat.map_or(SeatSet::EMPTY, SeatSet::one)
    }

    /// Whether a ride needs no answer: it has met its targets, or has only one way.
    fn ride_is_plain(self, no: u8) -> bool {
        let Some(charge) = self.charge(no).filter(|charge| charge.stage == super::ChargeStage::Riding) else {
            return true;
        };
        if charge.finished {
            return true;
        }
        let on = self.lead(no).is_some_and(|lead| self.unit(lead).hexes.iter().all(|hex| !self.is_go(hex)));
        if !on || charge.must.is_none() && !self.targets_met(no).is_empty() {
            return true;
        }
        let strides = self.strides(no).len();
        strides == 0 || charge.must.is_some() && strides == 1 && !self.may_recall_light(no)
    }

    /// Light cavalry may try to end its charge once, as long as it is not next to its target (LB 19.8.2, 19.1.1.2c).
    fn may_recall_light(self, no: u8) -> bool {
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return false };
        let light = self.riders(no).iter().all(|&id| self.card(id).is_light_cavalry());
        let near = charge.targets.iter().any(|id| self.unit(id).on_map() && self.distance(lead, id) <= 1);
        light && charge.is_own() && !charge.is_grand() && !charge.recalled && !near && charge.over.is_none()
    }

    /// Whether a charge may recall when its target formed Square, or was routed by the attempt; one without a target goes on as before
    /// (LB 19.8.1, 19.1.1.3a-iv, 19.16.12).
    fn decides_after_square(self, no: u8, target: UnitId) -> bool {
        let Some(charge) = self.charge(no) else { return false };
        let unit = self.unit(target);
        let changed = unit.formed == Formed::Square || unit.order == Order::Pgd || !unit.on_map();
        charge.targets.contains(target) && changed && !charge.is_grand() && self.lead(no).is_some()
    }

    fn decides_after_evasion(self, no: u8) -> bool {
        let Some(charge) = self.charge(no) else { return false };
        // With other targets before it a Line stays where it is (LB 19.2.8f).
        let riding = charge.stage == super::ChargeStage::Riding && !charge.targets.is_empty();
        riding && !charge.is_grand() && self.lead(no).is_some()
    }

    /// Cavalry on top of a Square may try to fight it, once, unless it is Disordered (LB 19.7.4b, 19.7.4e).
    fn is_on_square(self, no: u8) -> bool {
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return false };
        charge.over.is_some() && !charge.is_grand() && self.unit(lead).in_good_order() && !charge.recalled_here
    }

    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_charges(self, step: ChargeStep) -> SeatSet {
        match step {
            ChargeStep::Run if self.to_run().len() > 1 => Self::one(self.charging_side().map(|side| self.chief(side))),
            ChargeStep::Melees if self.bouts_ahead().len() > 1 => {
                Self::one(self.picking_side().map(|side| self.chief(side)))
            }
            ChargeStep::Declare(no) if !self.to_declare(no).is_empty() => self.seat_of_charge(no),
            ChargeStep::Answer(no) => Self::one(self.answering(no)),
            ChargeStep::Squares => Self::one(self.answering_move()),
            ChargeStep::Ride(no) if !self.ride_is_plain(no) => self.seat_of_charge(no),
            ChargeStep::AfterSquare { charge, target, .. } if self.decides_after_square(charge, target) => {
                self.seat_of_charge(charge)
            }
            ChargeStep::Evade { charge, unit } if self.may_evade(charge, unit) => {
                let ways = self.first_ways(unit).len();
                let plain = ways == 0 || ways == 1 && !self.may_stay(charge, unit);
                if plain { SeatSet::EMPTY } else { SeatSet::one(self.seat(unit)) }
            }
            ChargeStep::Evading => {
                let Some(evading) = self.evading() else { return SeatSet::EMPTY };
                let ways = self.next_ways(evading).len() + usize::from(self.may_stop_evading(evading));
                let there = self.unit(evading.top).on_map() && !self.is_pgd(evading.top) && !evading.path.is_empty();
                if there && ways > 1 { SeatSet::one(self.seat(evading.top)) } else { SeatSet::EMPTY }
            }
            ChargeStep::AfterEvasion { charge, .. } if self.decides_after_evasion(charge) => {
                self.seat_of_charge(charge)
            }
            ChargeStep::Among { charge, .. } if !self.charge(charge).is_some_and(super::Charge::is_grand) => {
                self.seat_of_charge(charge)
            }
            ChargeStep::Catch { charge, .. } => self.seat_of_charge(charge),
            ChargeStep::RunOn { charge, unit } if !self.runs_on_to(charge, unit).is_empty() => {
                SeatSet::one(self.seat(unit))
            }
            ChargeStep::AdvanceWhere { charge, .. } if self.hexes_to_advance(charge).len() > 1 => {
                self.seat_of_charge(charge)
            }
            ChargeStep::Anew(no) if !self.struck_anew(no).is_empty() => self.seat_of_charge(no),
            ChargeStep::Pursue(no) => {
                let grand = self.charge(no).is_some_and(super::Charge::is_grand);
                let quarry = self.bout().map(|bout| self.pursued(no, bout)).unwrap_or_default();
                if quarry.is_empty() || grand && quarry.len() == 1 { SeatSet::EMPTY } else { self.seat_of_charge(no) }
            }
            ChargeStep::GrandOn(leader) if self.grand_ways(leader).len() > 1 => {
                SeatSet::one(self.leader_card(leader).seat)
            }
            _ => SeatSet::EMPTY,
        }
    }

    fn charge_menu(self, step: ChargeStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let mut put = |choice: ChargeChoice| menu.push(Decision::Charge(choice));
        match step {
            ChargeStep::Run => {
                self.to_run().into_iter().for_each(|top| put(ChargeChoice::Run(top)));
                Question::whole("which-charge", "LB 19.1b", 0)
            }
            ChargeStep::Melees => {
                let names = self.bouts_ahead().into_iter().filter_map(|bits| self.bout_name(bits));
                names.for_each(|top| put(ChargeChoice::Fight(top)));
                Question::whole("which-melee", "LB 19.1c", 0)
            }
            ChargeStep::Declare(no) => {
                put(ChargeChoice::NoTarget);
                self.to_declare(no).into_iter().for_each(|top| put(ChargeChoice::Target(top)));
                Question::whole("declare-target", "LB 19.2.7b", 0)
            }
            ChargeStep::Answer(no) => {
                let bound = self.must_form_up(no, seat);
                if !bound {
                    put(ChargeChoice::LetCome);
                }
                self.answers(no, Some(seat), menu);
                let reaction = if bound { Reaction::Bound } else { Reaction::Offered };
                Question::whole("answer-to-charge", "LB 19.3.1a", 0).in_reaction(reaction)
            }
            ChargeStep::Squares => {
                put(ChargeChoice::LetCome);
                self.answers_to_move(seat, menu);
                Question::whole("form-square", "LB 19.7a", 0).in_reaction(Reaction::Offered)
            }
            ChargeStep::Ride(no) => {
                let halts = self.may_end_charge(no).is_ok();
                if halts {
                    put(ChargeChoice::Halt);
                }
                self.strides(no).into_iter().for_each(|dir| put(ChargeChoice::Go(dir)));
                for hand in [Hand::Left, Hand::Right] {
                    for (extends, choice) in
                        [(true, ChargeChoice::Extend(hand)), (false, ChargeChoice::Consolidate(hand))]
                    {
                        if self.reshaped(no, hand, extends).is_ok() {
                            put(choice);
                        }
                    }
                }
                if self.may_recall_light(no) || self.is_on_square(no) {
                    put(ChargeChoice::Recall);
                }
                Question::whole("ride", "LB 19.2.1a", 0)
            }
            ChargeStep::AfterSquare { .. } => {
                put(ChargeChoice::GoOn);
                put(ChargeChoice::Recall);
                Question::whole("after-square", "LB 19.8.1", 0)
            }
            ChargeStep::Evade { charge, unit } => {
                if self.may_stay(charge, unit) {
                    put(ChargeChoice::Stay);
                }
                self.first_ways(unit).into_iter().for_each(|hex| put(ChargeChoice::GiveWay(hex)));
                let bound = if self.may_stay(charge, unit) { Reaction::Offered } else { Reaction::Bound };
                Question::whole("give-way", "LB 19.4.2a", 0).in_reaction(bound)
            }
            ChargeStep::Evading => {
                if let Some(evading) = self.evading() {
                    if self.may_stop_evading(evading) {
                        put(ChargeChoice::Stay);
                    }
                    self.next_ways(evading).into_iter().for_each(|hex| put(ChargeChoice::GiveWay(hex)));
                }
                Question::whole("give-way-on", "LB 19.4.3d", 0).in_reaction(Reaction::Bound)
            }
            ChargeStep::AfterEvasion { .. } => {
                put(ChargeChoice::GoOn);
                put(ChargeChoice::Recall);
                Question::whole("follow", "LB 19.4.2b", 0)
            }
            ChargeStep::Catch { .. } => {
                put(ChargeChoice::Halt);
                put(ChargeChoice::Strike);
                Question::whole("strike-the-caught", "LB 19.5.3.4", 0)
            }
            ChargeStep::Among { .. } => {
                put(ChargeChoice::GoOn);
                put(ChargeChoice::Recall);
                Question::whole("follow-among", "LB 19.5.3.3", 0)
            }
            ChargeStep::RunOn { charge, unit } => {
                put(ChargeChoice::Stay);
                self.runs_on_to(charge, unit).into_iter().for_each(|hex| put(ChargeChoice::GiveWay(hex)));
                Question::whole("run-on", "LB 19.18.5d", 0).in_reaction(Reaction::Offered)
            }
            ChargeStep::AdvanceWhere { charge, .. } => {
                self.hexes_to_advance(charge).into_iter().for_each(|hex| put(ChargeChoice::Advance(hex)));
                Question::whole("charge-advance", "LB 19.10a", 0)
            }
            ChargeStep::Anew(no) => {
                put(ChargeChoice::NoTarget);
                self.struck_anew(no).into_iter().for_each(|top| put(ChargeChoice::Target(top)));
                Question::whole("charge-anew", "LB 19.6.2", 0)
            }
            ChargeStep::Pursue(no) => {
                let quarry = self.bout().map(|bout| self.pursued(no, bout)).unwrap_or_default();
                quarry.into_iter().for_each(|top| put(ChargeChoice::Pursue(top)));
                if !self.charge(no).is_some_and(super::Charge::is_grand) {
                    put(ChargeChoice::Recall);
                }
                Question::whole("pursue", "LB 19.11.3", 0)
            }
            ChargeStep::GrandOn(leader) => {
                self.grand_ways(leader).into_iter().for_each(|dir| put(ChargeChoice::Go(dir)));
                Question::whole("grand-charge", "LB 19.16.4.1", 0)
            }
            _ => Question::whole("charge", "LB 19.1a", 0),
        }
    }

    pub(crate) fn ask_charges(self, step: ChargeStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        self.charge_menu(step, seat, menu)
    }

    pub(crate) fn judge_charges(self, step: ChargeStep, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        let Decision::Charge(choice) = decision else { return Err(self.out_of_turn()) };
        let mut menu = Vec::new();
        let question = self.charge_menu(step, seat, &mut menu);
        if menu.contains(&decision) {
            return Ok(());
        }
        // Why not, as exactly as can be said.
        Err(match (step, choice) {
            (ChargeStep::Ride(no), ChargeChoice::Go(dir)) => self.stride(no, dir).err(),
            (ChargeStep::Ride(no), ChargeChoice::Halt) => self.may_end_charge(no).err(),
            (ChargeStep::Ride(no), ChargeChoice::Extend(hand)) => self.reshaped(no, hand, true).err(),
            (ChargeStep::Ride(no), ChargeChoice::Consolidate(hand)) => self.reshaped(no, hand, false).err(),
            (ChargeStep::Ride(_), ChargeChoice::Recall) => Some(Refusal::new(
                "LB 19.8.2",
                "only light cavalry that is not next to its target may recall here, once",
            )),
            (ChargeStep::Declare(no), ChargeChoice::Target(top)) => self.may_target(no, top).err(),
            (ChargeStep::Answer(no), ChargeChoice::Square { unit, .. }) => {
                self.lead(no).and_then(|lead| self.may_square(unit, lead, self.tried_against(no)).err())
            }
            (ChargeStep::Answer(no), ChargeChoice::React(top)) => self.may_reaction_charge(no, top).err(),
            (ChargeStep::Answer(no), ChargeChoice::FormUp(top)) => self.may_form_up(no, top).err(),
            (ChargeStep::Answer(no), ChargeChoice::LetCome) if self.must_form_up(no, seat) => {
                Some(Refusal::new("LB 12.10.9c", "skirmishers that are the target and cannot get away try to form up"))
            }
            (ChargeStep::Evade { .. } | ChargeStep::Evading, ChargeChoice::GiveWay(hex)) => {
                self.judge_way(&[], hex).err()
            }
            (ChargeStep::Evade { .. }, ChargeChoice::Stay) => {
                Some(Refusal::new("LB 19.1.1.3d-i", "skirmishers that are the target give way if they can"))
            }
            (ChargeStep::Pursue(_), ChargeChoice::Recall) => {
                Some(Refusal::new("LB 19.16.12", "a Grand Charge does not recall"))
            }
            _ => None,
        }
        .unwrap_or_else(|| Refusal::new(question.rule, "that is not one of the answers")))
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda.
    pub(crate) fn work_charges(&mut self, step: ChargeStep) {
        match step {
            ChargeStep::Run => self.run_charges(),
            ChargeStep::Melees => self.melees(),
            ChargeStep::Close => self.close_charges(),
            ChargeStep::Declare(_) | ChargeStep::Answer(_) | ChargeStep::Squares => {}
            ChargeStep::Meet(no) => self.meets(no),
            ChargeStep::Ride(no) => self.rides_plainly(no),
            ChargeStep::Enter { charge, dir } => self.enters(charge, dir),
            ChargeStep::EndRide { charge, disorders } => self.end_ride(charge, disorders),
            ChargeStep::Regroup(no) => self.regroups_unmet(no),
            ChargeStep::Complete(no) => self.completes(no),
            ChargeStep::Square { charge, unit, hex } => self.forms_square(charge, unit, hex),
            ChargeStep::AfterSquare { charge, target, hex, near } => {
                self.after_square(charge, target, hex, near, false);
            }
            ChargeStep::Together { charge, reactor } => self.ride_together(charge, reactor),
            ChargeStep::Spring { cavalry, target } => self.springs(cavalry, target),
            ChargeStep::Evade { charge, unit } => {
                let way = self.table().first_ways(unit).first().copied();
                if let Some(hex) = way.filter(|_| self.table().may_evade(charge, unit)) {
                    self.gives_way(charge, unit, hex);
                }
            }
            ChargeStep::Evading => self.evades_on(),
            ChargeStep::EvadeInto(hex) => self.evades_into(hex),
            ChargeStep::AfterEvasion { charge, unit, left, into } => {
                let grand = self.table().charge(charge).is_some_and(super::Charge::is_grand);
                if grand && self.table().is_cavalry(unit) {
                    // It never recalls, and pursues if it can (LB 19.16.12, 19.5.3a).
                    self.follows_up(charge, unit, left, into);
                } else {
                    // A Line with other targets before it lets them go.
                    self.forget_gone(charge);
                }
            }
            ChargeStep::Follow { charge, unit, at } => self.follows_horse(charge, unit, at),
            ChargeStep::FollowInto { charge, hex } => self.follows_into(charge, hex),
            ChargeStep::Among { charge, prey } => self.turns_on(charge, prey),
            ChargeStep::Catch { charge, .. } => {
                self.push(crate::agenda::Step::Charge(ChargeStep::EndRide { charge, disorders: false }));
            }
            ChargeStep::RunOn { charge, .. } => self.begin_bout(1 << charge),
            ChargeStep::Bout => self.work_bout(),
            ChargeStep::Rebound { unit, owed } => self.rebound(unit, owed),
            ChargeStep::AdvanceWhere { charge, fought } => self.advances_to(charge, fought, None),
            ChargeStep::Anew(_) => {}
            ChargeStep::Advance { charge, hex, fought } => self.about_to_advance(charge, hex, fought),
            ChargeStep::AdvanceInto { charge, hex } => self.advance_into(charge, hex),
            ChargeStep::Pursue(no) => {
                let quarry = self.table().bout().and_then(|bout| self.table().pursued(no, bout).first().copied());
                if let Some(top) = quarry {
                    self.pursues(no, top);
                }
            }
            ChargeStep::Chase { charge, target, at, extra } => self.chases(charge, target, at, extra),
            ChargeStep::Cut { charge, target, hex, extra } => self.cuts(charge, target, hex, extra),
            ChargeStep::GrandRide(leader) => self.grand_rides(leader),
            ChargeStep::GrandOn(leader) => {
                let way = self.table().grand_ways(leader).first().copied();
                if let Some(dir) = way {
                    self.grand_on(leader, dir);
                }
            }
            ChargeStep::GrandLook(leader) => self.grand_look(leader),
            ChargeStep::GrandEnter { charge, dir } => self.grand_enters(charge, dir),
        }
    }

    /// A ride that needs no answer: on by its only way, or it ends.
    fn rides_plainly(&mut self, no: u8) {
        let table = self.table();
        let Some(charge) = table.charge(no).copied() else { return };
        if charge.stage != super::ChargeStage::Riding {
            return;
        }
        let way = table.strides(no).first().copied();
        match way.filter(|_| !charge.finished && (charge.must.is_some() || charge.over.is_some())) {
            Some(dir) => self.rides(no, dir),
            None => self.ride_ends(no),
        }
    }

    /// Those who give way without a choice: on, or they stop.
    fn evades_on(&mut self) {
        let Some(evading) = self.state.charging.evading.last().cloned() else { return };
        let table = self.table();
        let there = table.unit(evading.top).on_map() && !table.is_pgd(evading.top);
        let next = table.next_ways(&evading).first().copied();
        let stuck = !table.may_stop_evading(&evading);
        match next.filter(|_| there && stuck && !evading.path.is_empty()) {
            Some(hex) => {
                self.push(crate::agenda::Step::Charge(ChargeStep::Evading));
                self.gives_way_to(hex);
            }
            None => self.stops_evading(),
        }
    }

    /// A charge that met nobody is over.
    fn completes(&mut self, no: u8) {
        let Some(charge) = self.table().charge(no).copied() else { return };
        for id in self.table().riders(no) {
            self.complete(&charge, id);
        }
        self.end_charge(no);
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_charges(&mut self, step: ChargeStep, seat: Seat, decision: Decision) {
        let Decision::Charge(choice) = decision else { return };
        match (step, choice) {
            (ChargeStep::Run, ChargeChoice::Run(top)) => self.runs(top),
            (ChargeStep::Melees, ChargeChoice::Fight(top)) => {
                let bits =
                    self.table().bouts_ahead().into_iter().find(|&bits| self.table().bout_name(bits) == Some(top));
                if let Some(bits) = bits {
                    self.picks(bits);
                }
            }
            (ChargeStep::Declare(no), ChargeChoice::Target(top)) => self.takes_target(no, top),
            (ChargeStep::Declare(no), ChargeChoice::NoTarget) => self.declines_targets(no),
            (ChargeStep::Answer(no), ChargeChoice::LetCome) => {
                if let Some(charge) = self.charge_mut(no) {
                    charge.answered = charge.answered.with(seat);
                }
            }
            (ChargeStep::Squares, ChargeChoice::LetCome) => {
                self.state.charging.answered = self.state.charging.answered.with(seat);
            }
            (ChargeStep::Answer(no), ChargeChoice::Square { unit, hex }) => self.announces_square(Some(no), unit, hex),
            (ChargeStep::Squares, ChargeChoice::Square { unit, hex }) => self.announces_square(None, unit, hex),
            (ChargeStep::Answer(no), ChargeChoice::FormUp(top)) => self.forms_up(no, top),
            (ChargeStep::Answer(no), ChargeChoice::React(top)) => self.tries_to_react(no, top),
            (ChargeStep::Ride(no), ChargeChoice::Go(dir)) => {
                self.pop();
                self.rides(no, dir);
            }
            (ChargeStep::Ride(no), ChargeChoice::Extend(hand)) => self.reshapes_to(no, hand, true),
            (ChargeStep::Ride(no), ChargeChoice::Consolidate(hand)) => self.reshapes_to(no, hand, false),
            (ChargeStep::Ride(no), ChargeChoice::Halt) => {
                self.pop();
                self.ride_ends(no);
            }
            (ChargeStep::Ride(no), ChargeChoice::Recall) => self.recalls_on_the_way(no),
            (ChargeStep::AfterSquare { charge, target, hex, near }, ChargeChoice::GoOn) => {
                self.pop();
                self.after_square(charge, target, hex, near, false);
            }
            (ChargeStep::AfterSquare { charge, target, hex, near }, ChargeChoice::Recall) => {
                self.pop();
                let obeys = self.recalls(charge, false);
                self.after_square(charge, target, hex, near, obeys);
            }
            (ChargeStep::Evade { charge, unit }, ChargeChoice::GiveWay(hex)) => {
                self.pop();
                self.gives_way(charge, unit, hex);
            }
            (ChargeStep::Evade { .. }, ChargeChoice::Stay) => self.pop(),
            (ChargeStep::Evading, ChargeChoice::GiveWay(hex)) => self.gives_way_to(hex),
            (ChargeStep::Evading, ChargeChoice::Stay) => {
                self.pop();
                self.stops_evading();
            }
            (ChargeStep::AfterEvasion { charge, unit, left, into }, ChargeChoice::GoOn) => {
                self.pop();
                self.follows_up(charge, unit, left, into);
            }
            (ChargeStep::AfterEvasion { charge, unit, left, into }, ChargeChoice::Recall) => {
                self.pop();
                if self.recalls(charge, false) {
                    self.recalled_from(charge);
                } else {
                    self.follows_up(charge, unit, left, into);
                }
            }
            (ChargeStep::Among { charge, prey }, ChargeChoice::GoOn) => {
                self.pop();
                self.turns_on(charge, prey);
            }
            // The second recall of a pursuit (LB 19.5.3.2).
            (ChargeStep::Among { charge, prey }, ChargeChoice::Recall) => {
                self.pop();
                if self.recalls(charge, false) {
                    self.recalled_from(charge);
                } else {
                    self.turns_on(charge, prey);
                }
            }
            (ChargeStep::RunOn { charge, .. }, ChargeChoice::Stay) => {
                self.pop();
                self.begin_bout(1 << charge);
            }
            (ChargeStep::RunOn { charge, .. }, ChargeChoice::GiveWay(hex)) => {
                self.pop();
                self.runs_on(charge, hex);
            }
            (ChargeStep::AdvanceWhere { charge, fought }, ChargeChoice::Advance(hex)) => {
                self.pop();
                self.advances_to(charge, fought, Some(hex));
            }
            (ChargeStep::Anew(_), ChargeChoice::NoTarget) => self.pop(),
            (ChargeStep::Anew(no), ChargeChoice::Target(top)) => {
                self.pop();
                self.charges_anew(no, top);
            }
            (ChargeStep::Catch { charge, unit }, ChargeChoice::Strike) => {
                self.pop();
                self.catches(charge, unit);
            }
            (ChargeStep::Catch { charge, .. }, ChargeChoice::Halt) => {
                self.pop();
                self.push(crate::agenda::Step::Charge(ChargeStep::EndRide { charge, disorders: false }));
            }
            (ChargeStep::Pursue(no), ChargeChoice::Pursue(top)) => {
                self.pop();
                self.pursues(no, top);
            }
            (ChargeStep::Pursue(no), ChargeChoice::Recall) => {
                self.pop();
                self.recalls_pursuit(no);
            }
            (ChargeStep::GrandOn(leader), ChargeChoice::Go(dir)) => {
                self.pop();
                self.grand_on(leader, dir);
            }
            // The judge lets nothing else through.
            _ => {}
        }
    }

    fn takes_target(&mut self, no: u8, top: UnitId) {
        let stack = self.table().stack_of(top);
        if let Some(charge) = self.charge_mut(no) {
            stack.iter().for_each(|&id| charge.targets.insert(id));
        }
        self.tell_target(no, top);
    }

    pub(super) fn tell_target(&mut self, no: u8, top: UnitId) {
        use crate::face::told::{Who, charges as told};
        if let Some(lead) = self.table().lead(no) {
            self.tell("LB 19.2.7b", told::CHARGES, &[Who::Unit(lead), Who::Unit(top)]);
        }
    }

    /// Whom a charge lets go it may not charge later (LB 19.2.7b).
    fn declines_targets(&mut self, no: u8) {
        for top in self.table().to_declare(no) {
            let stack = self.table().stack_of(top);
            if let Some(charge) = self.charge_mut(no) {
                stack.iter().for_each(|&id| charge.declined.insert(id));
            }
        }
    }

    fn reshapes_to(&mut self, no: u8, hand: Hand, extends: bool) {
        if let Ok(to) = self.table().reshaped(no, hand, extends) {
            self.reshapes(no, to);
        }
    }

    /// On its way light cavalry recalls to end its charge; on top of a Square any cavalry to fight it (LB 19.8.2, 19.7.4e).
    fn recalls_on_the_way(&mut self, no: u8) {
        let over = self.table().charge(no).and_then(|charge| charge.over);
        let obeys = self.recalls(no, false);
        if let Some(charge) = self.charge_mut(no) {
            charge.recalled_here = true;
            charge.recalled |= over.is_none();
        }
        match over {
            Some(hex) if obeys => {
                self.pop();
                self.fights_square_below(no, hex);
            }
            None if obeys => {
                self.pop();
                self.push(crate::agenda::Step::Charge(ChargeStep::EndRide { charge: no, disorders: false }));
            }
            _ => {}
        }
    }
}
