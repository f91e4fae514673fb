//! The steps of the chapter, what is asked in them and what is done.

use super::{Reason, before::Asked};
use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::facing::Facings;
use crate::hexes::Facing;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

/// What can be under way, in the order of 16.1.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AssaultStep {
    /// A stack with a marker has acted: it may have come up to its target.
    ComesUp(UnitId),
    /// Infantry goes above the guns it is with (16.2.2.3).
    ToTheTop(UnitId),
    /// Whether a target fires at skirmishers that make way (12.10.5.2).
    Masked {
        target: UnitId,
        loose: UnitId,
        /// It is a charge that rides through them.
        charge: bool,
    },
    Dislodge {
        loose: UnitId,
        back: Hex,
    },
    /// The Assault Segment.
    Segment,
    /// Which assault is next.
    Choose,
    /// Step 1.
    Opens(UnitId),
    /// Step 2.
    Before,
    BeforeAgain,
    Withdraw,
    PartingShot(UnitId),
    WithdrawGoes(Hex),
    WithdrawFaces(UnitId),
    AfterRetreats,
    AdvanceNext(Reason),
    AdvanceGoes(u8),
    AdvanceSettles(Reason),
    NewTarget(UnitId, Reason),
    ParentFires {
        parent: UnitId,
        at: UnitId,
    },
    /// Steps 3 and 5.
    RoundBegins,
    Rolls,
    AfterRolls,
    Aim,
    Exchange,
    AfterFire,
    AfterSmoke,
    Huzzah,
    Names(u8),
    Wheels(u8),
    HasWheeled {
        cheering: u8,
        left: bool,
    },
    HuzzahRolls(u8),
    Pair,
    Fight,
    Suffers {
        attackers: bool,
    },
    AfterFight,
    /// Step 4.
    Reserves(Side),
    Marches,
    MarchGoes {
        left: Hex,
        right: Hex,
    },
    Pressed,
    RoundTwo,
    /// Step 6.
    Won,
    /// Step 7.
    Impetus,
    Follow,
    Follows {
        place: u8,
        to: Hex,
    },
    /// Step 8.
    CleanUp,
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AssaultChoice {
    Declare {
        unit: UnitId,
        at: Hex,
    },
    /// By a Line of two hexes on two stacks (16.2.7).
    DeclareBoth {
        unit: UnitId,
        at: Hex,
        and: Hex,
    },
    OldGuardCharge {
        unit: UnitId,
        at: Hex,
    },
    FireNow,
    HoldFire,
    /// The assault of that stack is next.
    Next(UnitId),
    Stays(UnitId),
    Retreats(UnitId),
    LeaderStays(LeaderId),
    LeaderGoes {
        leader: LeaderId,
        to: Hex,
    },
    RetreatTo(Hex),
    Halt,
    PartingShot(Hex),
    NoShot,
    FaceSide(Dir),
    FaceCorner(Vertex),
    KeepFacing,
    Advance {
        unit: UnitId,
        to: Hex,
    },
    NewTarget(Hex),
    NoTarget,
    ParentFires,
    ParentHolds,
    Aim {
        from: Hex,
        at: Hex,
    },
    Huzzah(UnitId),
    NoHuzzah,
    NoMore,
    Wheel(Hand),
    KeepLine,
    Pair {
        unit: UnitId,
        with: UnitId,
    },
    Commit {
        unit: UnitId,
        to: Hex,
    },
    CommitLine {
        unit: UnitId,
        left: Hex,
        right: Hex,
    },
    NoReserves,
    FollowTo(Hex),
}

impl AssaultStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        false
    }
}

fn one(seat: Option<Seat>) -> SeatSet {
    seat.map_or(SeatSet::EMPTY, SeatSet::one)
}

impl Table<'_> {
    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_assault(self, step: AssaultStep) -> SeatSet {
        match step {
            AssaultStep::Masked { target, loose, .. } if self.masked_asked(target, loose) => {
                one(Some(self.seat(target)))
            }
            AssaultStep::Choose => {
                let chooser = self.state.assaulting.chooser.map(|side| self.chief(side));
                one(chooser.filter(|_| self.assaults_to_choose().len() > 1))
            }
            AssaultStep::Before | AssaultStep::BeforeAgain => one(self.before_asked()),
            AssaultStep::Withdraw => one(self.retreat_asked()),
            AssaultStep::PartingShot(id) if !self.parting_targets(id).is_empty() => one(Some(self.seat(id))),
            AssaultStep::WithdrawFaces(id) if !self.rest_facings(id).is_empty() => one(Some(self.seat(id))),
            AssaultStep::AdvanceNext(_) => one(self.advance_asked()),
            AssaultStep::NewTarget(top, _) if !self.new_targets(top).is_empty() && !self.is_guard_charge() => {
                one(Some(self.seat(top)))
            }
            AssaultStep::ParentFires { parent, .. } if self.unit(parent).on_map() => one(Some(self.seat(parent))),
            AssaultStep::Aim => one(self.aims_asked()),
            AssaultStep::Huzzah => one(self.next_to_cheer().and_then(|place| self.party_seat(place))),
            AssaultStep::Names(place) if !self.to_be_named(place.into()).is_empty() => {
                one(self.party_seat(place.into()))
            }
            AssaultStep::Wheels(place) if !self.cheering_wheels(place.into()).is_empty() => {
                one(self.party_seat(place.into()))
            }
            AssaultStep::Pair => one(self.pair_asked()),
            AssaultStep::Reserves(side) => one(self.reserves_asked(side)),
            AssaultStep::Follow => one(self.impetus_asked()),
            _ => SeatSet::EMPTY,
        }
    }

    fn party_seat(self, place: usize) -> Option<Seat> {
        let party = self.resolving()?.parties.get(place)?;
        self.party_top(party).map(|top| self.seat(top))
    }

    fn is_guard_charge(self) -> bool {
        self.resolving().is_some_and(|assault| assault.old_guard)
    }

    pub(crate) fn ask_assault(self, step: AssaultStep, _seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let put = |menu: &mut Vec<Decision>, choice: AssaultChoice| menu.push(Decision::Assault(choice));
        match step {
            AssaultStep::Masked { .. } => {
                self.offer_masked(menu);
                Question::whole("masked-fire", "LB 12.10.5.2d", 0).in_reaction(Reaction::Bound)
            }
            AssaultStep::Choose => {
                self.offer_next(menu);
                Question::whole("next-assault", "LB 16.1f", 0)
            }
            AssaultStep::Before | AssaultStep::BeforeAgain => {
                self.offer_before(menu);
                Question::whole("retreat-before-assault", "LB 16.3a", 0).in_reaction(Reaction::Offered)
            }
            AssaultStep::Withdraw => {
                self.offer_retreat(menu);
                Question::whole("path-of-retreat", "LB 16.3.2a", 0).in_reaction(Reaction::Bound)
            }
            AssaultStep::PartingShot(id) => {
                put(menu, AssaultChoice::NoShot);
                self.parting_targets(id).into_iter().for_each(|hex| put(menu, AssaultChoice::PartingShot(hex)));
                Question::whole("parting-shot", "LB 16.3.8a", 0).in_reaction(Reaction::Offered)
            }
            AssaultStep::WithdrawFaces(id) => {
                put(menu, AssaultChoice::KeepFacing);
                self.facing_choices(id).for_each(|choice| put(menu, choice));
                Question::whole("reface", "LB 16.3.2c", 0).in_reaction(Reaction::Bound)
            }
            AssaultStep::AdvanceNext(_) => {
                self.offer_advances(menu);
                Question::whole("advance", "LB 16.9a", 0)
            }
            AssaultStep::NewTarget(top, _) => {
                put(menu, AssaultChoice::NoTarget);
                self.new_targets(top).into_iter().for_each(|hex| put(menu, AssaultChoice::NewTarget(hex)));
                Question::whole("new-target", "LB 16.3.7.2a", 0)
            }
            AssaultStep::ParentFires { .. } => {
                put(menu, AssaultChoice::ParentHolds);
                put(menu, AssaultChoice::ParentFires);
                Question::whole("parent-fires", "LB 16.3.8b", 0).in_reaction(Reaction::Offered)
            }
            AssaultStep::Aim => {
                self.offer_aims(menu);
                Question::whole("assault-fire", "LB 16.1.1-3h", 0)
            }
            AssaultStep::Huzzah => {
                if let Some(place) = self.next_to_cheer() {
                    self.offer_huzzah(place, menu);
                }
                Question::whole("huzzah", "LB 16.1.1-3j", 0)
            }
            AssaultStep::Names(place) => {
                self.offer_huzzah(place.into(), menu);
                Question::whole("huzzah-more", "LB 16.1.1-3j", 0)
            }
            AssaultStep::Wheels(place) => {
                self.offer_wheels(place.into(), menu);
                Question::whole("huzzah-wheel", "LB 12.6.7a", 0)
            }
            AssaultStep::Pair => {
                self.offer_pairs(menu);
                Question::whole("melee-pairs", "LB 16.1.1-5f", 0)
            }
            AssaultStep::Reserves(side) => {
                self.offer_reserves(side, menu);
                Question::whole("reserves", "LB 16.8a", 0)
            }
            AssaultStep::Follow => {
                self.offer_impetus(menu);
                Question::whole("impetus", "LB 16.9.3.2a", 0)
            }
            _ => Question::whole("assault", "LB 16.1.1-1a", 0),
        }
    }

    fn facing_choices(self, id: UnitId) -> impl Iterator<Item = AssaultChoice> {
        let all: Facings = self.rest_facings(id);
        all.into_iter().filter_map(|facing| match facing {
            Facing::Side(dir) => Some(AssaultChoice::FaceSide(dir)),
            Facing::Corner(vertex) => Some(AssaultChoice::FaceCorner(vertex)),
            Facing::Round => None,
        })
    }

    /// What stands on the menu is legal, and nothing else: every menu of the chapter is whole.
    pub(crate) fn judge_assault(self, step: AssaultStep, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        let Decision::Assault(choice) = decision else { return Err(self.out_of_turn()) };
        let mut menu = Vec::new();
        let question = self.ask_assault(step, seat, &mut menu);
        if menu.contains(&decision) {
            return Ok(());
        }
        let (rule, words) = match choice {
            AssaultChoice::RetreatTo(_) => ("LB 16.3.3a", "no path of retreat leads there"),
            AssaultChoice::Halt => ("LB 16.3.2a", "it may not rest here"),
            AssaultChoice::Stays(_) => ("LB 16.3b", "it may not stand before formed units"),
            AssaultChoice::Retreats(_) => ("LB 16.3.1a", "it may not retreat before an assault"),
            AssaultChoice::LeaderGoes { .. } => ("LB 16.3.5a", "he cannot ride there"),
            AssaultChoice::NewTarget(_) => ("LB 16.3.7.2a", "a new target has to be before the stack, and next to it"),
            AssaultChoice::Commit { .. } | AssaultChoice::CommitLine { .. } => {
                ("LB 16.8.3b", "no way leads there in its Commitment Zone within half its points")
            }
            AssaultChoice::FollowTo(_) => ("LB 16.9.3.1a", "the impetus does not lead there"),
            AssaultChoice::Huzzah(_) => ("LB 16.1.1-3j", "that stack is not before them, or is named already"),
            _ => (question.rule, "that is not among what can be done now"),
        };
        Err(Refusal::new(rule, words))
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda.
    pub(crate) fn work_assault(&mut self, step: AssaultStep) {
        match step {
            AssaultStep::ComesUp(unit) => self.comes_up(unit),
            AssaultStep::ToTheTop(unit) => self.goes_above_guns(unit),
            AssaultStep::Masked { .. } => {}
            AssaultStep::Dislodge { loose, back } => self.dislodge(loose, back),
            AssaultStep::Segment => self.segment_of_assaults(),
            AssaultStep::Choose => self.next_assault(None),
            AssaultStep::Opens(top) => self.opens(top),
            AssaultStep::Before => self.before(),
            AssaultStep::BeforeAgain => self.before_again(),
            AssaultStep::Withdraw => self.withdraws(None),
            AssaultStep::PartingShot(_) | AssaultStep::WithdrawFaces(_) => {}
            AssaultStep::WithdrawGoes(to) => self.withdraw_goes(to),
            AssaultStep::AfterRetreats => self.after_retreats(),
            AssaultStep::AdvanceNext(reason) => self.advance_next(reason, None),
            AssaultStep::AdvanceGoes(place) => self.advance_goes(place),
            AssaultStep::AdvanceSettles(reason) => self.advance_settles(reason),
            AssaultStep::NewTarget(top, reason) => self.new_target(top, None, reason),
            AssaultStep::ParentFires { .. } => {}
            AssaultStep::RoundBegins => self.round_begins(),
            AssaultStep::Rolls => self.next_roll(),
            AssaultStep::AfterRolls => self.after_rolls(),
            AssaultStep::Aim => self.aim(None),
            AssaultStep::Exchange => self.exchange(),
            AssaultStep::AfterFire => self.after_fire(),
            AssaultStep::AfterSmoke => self.after_smoke(),
            AssaultStep::Huzzah => self.no_huzzah(),
            AssaultStep::Names(place) => self.push_wheels(place),
            AssaultStep::Wheels(place) => self.wheels(place.into(), None),
            AssaultStep::HasWheeled { cheering, left } => {
                self.has_wheeled(cheering.into(), if left { Hand::Left } else { Hand::Right });
            }
            AssaultStep::HuzzahRolls(place) => self.huzzah_rolls(place.into()),
            AssaultStep::Pair => self.pair(None),
            AssaultStep::Fight => self.fight_bouts(),
            AssaultStep::Suffers { attackers } => self.suffers_melee(attackers),
            AssaultStep::AfterFight => self.after_fight(),
            AssaultStep::Reserves(_) => {}
            AssaultStep::Marches => self.marches_on(),
            AssaultStep::MarchGoes { left, right } => self.march_goes(left, right),
            AssaultStep::Pressed => self.press_skirmishers(),
            AssaultStep::RoundTwo => self.round_two(),
            AssaultStep::Won => self.won(),
            AssaultStep::Impetus => self.impetus(),
            AssaultStep::Follow => self.follow(None),
            AssaultStep::Follows { place, to } => self.follows(place, to),
            AssaultStep::CleanUp => self.clean_up(),
        }
    }

    fn push_wheels(&mut self, place: u8) {
        self.push(crate::agenda::Step::Assault(AssaultStep::Wheels(place)));
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_assault(&mut self, step: AssaultStep, _seat: Seat, decision: Decision) {
        let Decision::Assault(choice) = decision else { return };
        self.pop();
        match (step, choice) {
            (AssaultStep::Masked { target, loose, charge }, AssaultChoice::FireNow) => {
                self.fires_now(target, loose, charge);
            }
            (AssaultStep::Masked { target, loose, charge }, AssaultChoice::HoldFire) => {
                self.holds_fire(target, loose, charge);
            }
            (AssaultStep::Choose, AssaultChoice::Next(top)) => self.next_assault(Some(top)),
            (AssaultStep::Before | AssaultStep::BeforeAgain, choice) => {
                let place = self.table().next_before().map(|(place, _)| place);
                self.push(crate::agenda::Step::Assault(step));
                match choice {
                    AssaultChoice::Stays(id) => self.stays(id),
                    AssaultChoice::Retreats(id) => self.withdraw(place.unwrap_or(0), id),
                    AssaultChoice::LeaderStays(leader) => self.leader_stays(leader),
                    AssaultChoice::LeaderGoes { leader, to } => self.leader_goes(leader, to),
                    _ => {}
                }
            }
            (AssaultStep::Withdraw, AssaultChoice::RetreatTo(hex)) => self.withdraws(Some(hex)),
            (AssaultStep::Withdraw, _) => self.rests(),
            (AssaultStep::PartingShot(id), AssaultChoice::PartingShot(at)) => self.parting_shot(id, at),
            (AssaultStep::WithdrawFaces(id), AssaultChoice::FaceSide(dir)) => self.refaces(id, Facing::Side(dir)),
            (AssaultStep::WithdrawFaces(id), AssaultChoice::FaceCorner(to)) => self.refaces(id, Facing::Corner(to)),
            (AssaultStep::AdvanceNext(reason), AssaultChoice::Advance { unit, to }) => {
                self.advance_next(reason, Some((unit, to)));
            }
            (AssaultStep::NewTarget(top, reason), AssaultChoice::NewTarget(hex)) => {
                self.new_target(top, Some(hex), reason);
            }
            (AssaultStep::NewTarget(top, reason), _) => self.new_target(top, None, reason),
            (AssaultStep::ParentFires { parent, at }, AssaultChoice::ParentFires) => self.parent_fires(parent, at),
            (AssaultStep::Aim, AssaultChoice::Aim { at, .. }) => self.aim(Some(at)),
            (AssaultStep::Huzzah, choice) => {
                let Some(place) = self.table().next_to_cheer() else { return self.no_huzzah() };
                match choice {
                    AssaultChoice::Huzzah(at) => self.names(place, at),
                    _ => self.keeps_quiet(place),
                }
            }
            (AssaultStep::Names(place), AssaultChoice::Huzzah(at)) => self.names(place.into(), at),
            (AssaultStep::Names(place), _) => self.push_wheels(place),
            (AssaultStep::Wheels(place), AssaultChoice::Wheel(hand)) => self.wheels(place.into(), Some(hand)),
            (AssaultStep::Wheels(place), _) => self.wheels(place.into(), None),
            (AssaultStep::Pair, AssaultChoice::Pair { with, .. }) => self.pair(Some(with)),
            (AssaultStep::Reserves(side), AssaultChoice::Commit { .. } | AssaultChoice::CommitLine { .. }) => {
                self.commits(side, choice);
            }
            (AssaultStep::Follow, AssaultChoice::FollowTo(hex)) => self.follow(Some(hex)),
            // Whoever declines does nothing; the judge lets nothing else through.
            _ => {}
        }
    }

    fn refaces(&mut self, id: UnitId, facing: Facing) {
        let stack = self.table().stack_of(id);
        self.face(&stack, facing);
    }

    /// Skirmishers before a committed unit have had their say (LB 16.1.1-5b).
    fn before_again(&mut self) {
        match self.table().next_before() {
            None => {}
            Some((_, Asked::Leader(leader))) => {
                self.push(crate::agenda::Step::Assault(AssaultStep::BeforeAgain));
                self.leader_stays(leader);
            }
            Some((place, Asked::Unit(id, duty))) => {
                self.push(crate::agenda::Step::Assault(AssaultStep::BeforeAgain));
                self.goes_or_stays(place, id, duty);
            }
        }
    }
}
