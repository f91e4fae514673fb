//! Chapter 11: close combat, retreat, advance, pursuit.
//!
//! A segment runs through [`CombatStep::Designate`] for the active side, the charges begun, [`CombatStep::Designate`] for
//! the other side and [`CombatStep::Resolve`] for either. One combat is a [`Fight`] with its [`FightStage`]s; what happens to
//! single units in it (retreats, turns) stands on the agenda above it.

mod advance;
mod designation;
mod fight;
mod modifiers;
mod pursuit;
mod results;
mod retreat;

use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId, UnitSet};
use crate::charts::{CombatResult, PursuitResult};
use crate::decision::Decision;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex};
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

/// An attack named in the segment (MP 11.2A, 11.2B). Attacks on the same defender are one combat (MP 11.1.4b).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Designation {
    pub attacker: UnitId,
    pub hex: Hex,
    pub side: Side,
    /// Where the attacker stood: it attacks only if it is still there (MP 11.1.2f).
    pub from: (Hex, Option<Hex>),
    /// Fought or lapsed.
    pub fought: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FightKind {
    Active,
    Reaction,
    Interception,
}

/// A unit that attacks, and the hex it attacks (MP 11.1.4a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attacker {
    pub unit: UnitId,
    pub hex: Hex,
}

/// How far a combat has come (P7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FightStage {
    Open,
    /// A defender in Column has been attacked and has checked its morale.
    Column,
    Pistols,
    Roll,
    Retreats,
    Pursuit,
    /// A pursuer has to pick whom it follows.
    Quarry,
    Advance,
    Hits,
    Leaders,
    /// Windows for the units that advanced or pursued; the next one by its place in `movers`.
    Reactions(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Party {
    Attackers,
    Defender,
}

/// What a combat did to a unit that lost it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fate {
    /// Morale Shaken and in good order.
    BackedOff,
    Broken,
    /// Rallied where it stood (MP 11.4.5b).
    Stood,
    /// Broken, and fled off the map.
    OffMap,
    Eliminated,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Beaten {
    pub unit: UnitId,
    /// Where it stood when it lost.
    pub hex: Hex,
    pub other: Option<Hex>,
    /// Who was stacked with it when it lost: whom it falls in with on its flight had no part in the combat.
    pub with: Option<UnitId>,
    pub fate: Fate,
    /// Hexes it must retreat.
    pub hexes: u8,
    /// The way it went.
    pub path: [Option<Dir>; 2],
    pub done: bool,
}

impl Beaten {
    fn ground(&self) -> impl Iterator<Item = Hex> + use<> {
        std::iter::once(self.hex).chain(self.other)
    }
}

/// A winner that has moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mover {
    pub unit: UnitId,
    pub pursued: bool,
}

/// One combat under way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub kind: FightKind,
    pub stage: FightStage,
    /// The attacking side.
    pub side: Side,
    pub attackers: ArrayVec<Attacker, 8>,
    /// The infantry or cavalry attacked; nobody where a gun, a wagon or a leader is alone.
    pub defender: Option<UnitId>,
    /// The hex attacked, or the first of two.
    pub hex: Hex,
    /// Units that have said whether they spend a pistol, and those that do (MP 11.3.9a).
    pub declared: UnitSet,
    pub pistols: UnitSet,
    pub result: Option<CombatResult>,
    pub lost: Option<Party>,
    pub beaten: ArrayVec<Beaten, 8>,
    /// Settled without a roll: no formation hit (MP 11.2Fb).
    pub automatic: bool,
    /// The winner has to advance (MP 11.4.6a).
    pub must_advance: bool,
    /// Cavalry that has rolled for pursuit.
    pub checked: UnitSet,
    pub pursuing: Option<(UnitId, PursuitResult)>,
    pub movers: ArrayVec<Mover, 8>,
    /// Leaders stacked with participants, one bit each (MP 11.8a).
    pub leaders: u64,
}

impl Fight {
    pub fn new(kind: FightKind, side: Side, attackers: ArrayVec<Attacker, 8>, hex: Hex) -> Fight {
        Fight {
            kind,
            stage: FightStage::Open,
            side,
            attackers,
            defender: None,
            hex,
            declared: UnitSet::EMPTY,
            pistols: UnitSet::EMPTY,
            result: None,
            lost: None,
            beaten: ArrayVec::new(),
            automatic: false,
            must_advance: false,
            checked: UnitSet::EMPTY,
            pursuing: None,
            movers: ArrayVec::new(),
            leaders: 0,
        }
    }

    /// Everybody in it, attackers first.
    pub fn participants(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.attackers.iter().map(|attacker| attacker.unit).chain(self.defender)
    }

    /// Everybody who was in it, and those who were beaten stacked with one of them (MP 8.2.1a).
    fn involved(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.participants().chain(self.beaten.iter().filter_map(|beaten| beaten.with))
    }

    /// The units of the side that won, while somebody has lost.
    fn winners<'a>(&'a self) -> impl Iterator<Item = UnitId> + use<'a> {
        let attackers = self.attackers.iter().map(|attacker| attacker.unit);
        let won = |party| self.lost.is_some_and(|lost| lost != party);
        let defender = self.defender.filter(|_| won(Party::Defender));
        attackers.filter(move |_| won(Party::Attackers)).chain(defender)
    }

    fn is_attacker(&self, unit: UnitId) -> bool {
        self.attackers.iter().any(|attacker| attacker.unit == unit)
    }

    /// Those of the other side in it; nobody for a unit that is not in it.
    fn opponents_of(&self, unit: UnitId) -> ArrayVec<UnitId, 8> {
        if self.is_attacker(unit) {
            return self.defender.into_iter().collect();
        }
        let defends = self.defender == Some(unit);
        self.attackers.iter().map(|attacker| attacker.unit).filter(|_| defends).collect()
    }

    fn has_moved(&self, unit: UnitId) -> bool {
        self.movers.iter().any(|mover| mover.unit == unit)
    }

    fn leaders(&self) -> impl Iterator<Item = LeaderId> + use<> {
        let bits = self.leaders;
        (0..64).filter(move |bit| bits >> bit & 1 == 1).map(LeaderId)
    }
}

/// A retreat under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    pub unit: UnitId,
    /// Who was stacked with it when it set off: whom it falls in with has no part in what becomes of it (ruling G50).
    pub with: Option<UnitId>,
    /// The enemy it must keep away from; in a combat all that beat it.
    pub from: Option<UnitId>,
    /// Hexes still to go.
    pub left: u8,
    /// Just become Morale Broken (MP 11.4.5a), else Morale Shaken (MP 11.4.5c).
    pub broken: bool,
    /// It lost the combat on top of `fights`.
    pub fight: bool,
    /// What the hexes gone so far have left open.
    pub aim: RetreatAim,
}

/// Whether a retreat may still end with friends, or not with friends: a hex that begins the best way to one need not begin the best to the other
/// (MP 11.4.2c, 11.4.3d).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum RetreatAim {
    #[default]
    Any,
    Alone,
    Friends,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatStep {
    /// MP 11.2A for the active side, MP 11.2B for the other: seats that are done.
    Designate {
        side: Side,
        done: SeatSet,
    },
    /// Triggers of attackers that have not moved: the next one by its place among the designations (ruling G-A25).
    StartCharges {
        next: u8,
    },
    /// MP 11.2C: combat after combat, from the end of the line that was chosen.
    Resolve {
        side: Side,
        from: Option<Hand>,
    },
    /// Momentum that was not used goes (ruling G32).
    EndSegment,
    /// The fight on top of `fights`.
    Fight,
    Retreat(Retreat),
    /// MP 11.4.5a.
    UnableToRetreat {
        retreat: Retreat,
    },
    /// Casualties of a stack of cavalry and Light Infantry that cannot retreat, one by one (MP 8.2.1f).
    Losses {
        retreat: Retreat,
    },
    /// MP 11.4.7b.
    TurnAfter {
        unit: UnitId,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CombatChoice {
    Attack {
        unit: UnitId,
        hex: Hex,
    },
    DesignationsDone,
    LeftEnd,
    RightEnd,
    Pistol {
        unit: UnitId,
        spend: bool,
    },
    RetreatTo(Dir),
    /// No further, although there would be cavalry or Light Infantry to fall in with (MP 11.4.3d).
    Halt,
    /// Which unit of a stack takes a casualty.
    CasualtyTo {
        unit: UnitId,
    },
    /// Whose pursuit is rolled for first.
    CheckPursuit {
        unit: UnitId,
    },
    /// Whom the pursuer follows.
    PursueAfter {
        unit: UnitId,
    },
    Advance {
        unit: UnitId,
        dir: Dir,
    },
    /// A two-hex unit wheels forward about one half (MP 11.4.8b).
    AdvanceWheel {
        unit: UnitId,
        pivot: Hand,
    },
    /// A two-hex unit squeezes across a bridge; its left half comes to `hex` (MP 7.3.5f).
    AdvanceAcross {
        unit: UnitId,
        hex: Hex,
    },
    HoldGround,
    Turn(Hand),
    KeepFacing,
}

impl<L: Listener> Play<'_, L> {
    /// Step D of an activation (MP 3.2.Da, 11.1.1a): pushes the steps of the segment.
    pub fn begin_close_combat_segment(&mut self) {
        self.state.designated.clear();
        let Some(active) = self.table().active_side() else { return };
        let designate = |side| CombatStep::Designate { side, done: SeatSet::EMPTY };
        let resolve = |side| CombatStep::Resolve { side, from: None };
        self.state.agenda.push_all(
            &[
                designate(active),
                CombatStep::StartCharges { next: 0 },
                designate(active.other()),
                // Reaction combats come first (MP 11.2C).
                resolve(active.other()),
                resolve(active),
                CombatStep::EndSegment,
            ]
            .map(Step::Combat),
        );
    }

    /// The Close Combat of a successful Interception (MP 9.3.3c, 11.1.1a), if the interceptor can attack: he may have
    /// Momentum, the unit he intercepts defends and has none (MP 11.3.6f).
    pub fn begin_interception_combat(&mut self, attacker: UnitId, defender: UnitId) {
        if let Some(hex) = self.table().attackable_hex(attacker, defender) {
            let attackers = ArrayVec::from_iter([Attacker { unit: attacker, hex }]);
            self.begin_fight(FightKind::Interception, attackers);
        }
    }

    fn begin_fight(&mut self, kind: FightKind, attackers: ArrayVec<Attacker, 8>) {
        let Some(&first) = attackers.first() else { return };
        let side = self.table().side(first.unit);
        let (state, overflow) = self.state.with_overflow();
        if overflow.keep(&mut state.fights, Fight::new(kind, side, attackers, first.hex)) {
            self.push(Step::Combat(CombatStep::Fight));
        }
    }

    /// A unit must retreat `hexes` away from an enemy, toward its edge when there is none: pushes the step (MP 11.4.2a, 12.4.3b).
    /// `broken` when it has just become Morale Broken.
    pub fn begin_retreat(&mut self, id: UnitId, from: Option<UnitId>, hexes: u8, broken: bool) {
        self.push_retreat(Retreat {
            unit: id,
            with: None,
            from,
            left: hexes,
            broken,
            fight: false,
            aim: RetreatAim::Any,
        });
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_combat(&mut self, step: CombatStep) {
        match step {
            CombatStep::Designate { side, done } => self.work_designations(side, done),
            CombatStep::StartCharges { next } => self.start_charges(next),
            CombatStep::Resolve { side, from } => self.work_resolution(side, from),
            CombatStep::EndSegment => self.end_segment(),
            CombatStep::Fight => self.work_fight(),
            CombatStep::Retreat(retreat) => self.work_retreat(retreat),
            CombatStep::UnableToRetreat { retreat } => self.unable_to_retreat(retreat),
            CombatStep::Losses { retreat } => self.work_losses(retreat),
            CombatStep::TurnAfter { unit } => self.work_turn_after(unit),
        }
    }

    pub(crate) fn apply_combat(&mut self, step: CombatStep, seat: Seat, choice: CombatChoice) {
        match (step, choice) {
            (CombatStep::Designate { side, .. }, CombatChoice::Attack { unit, hex }) => self.designate(side, unit, hex),
            (CombatStep::Designate { side, done }, CombatChoice::DesignationsDone) => {
                self.replace(CombatStep::Designate { side, done: done.with(seat) });
            }
            (CombatStep::Resolve { side, .. }, CombatChoice::LeftEnd) => {
                self.replace(CombatStep::Resolve { side, from: Some(Hand::Left) });
            }
            (CombatStep::Resolve { side, .. }, CombatChoice::RightEnd) => {
                self.replace(CombatStep::Resolve { side, from: Some(Hand::Right) });
            }
            (CombatStep::Fight, choice) => self.apply_fight(choice),
            (CombatStep::Retreat(retreat), CombatChoice::RetreatTo(dir)) => self.retreat_one(retreat, dir),
            (CombatStep::Retreat(retreat), CombatChoice::Halt) => self.end_retreat(retreat),
            (CombatStep::Losses { retreat }, CombatChoice::CasualtyTo { unit }) => self.take_loss(retreat, unit),
            (CombatStep::TurnAfter { unit }, choice) => self.turn_after(unit, choice),
            _ => {}
        }
    }

    /// Puts another step in the place of the one on top.
    fn replace(&mut self, step: CombatStep) {
        if let Some(top) = self.state.agenda.top_mut() {
            *top = Step::Combat(step);
        }
    }
}

impl<'a> Table<'a> {
    pub fn ask_combat(self, step: CombatStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let question = Question::whole;
        let mut put = |choice| menu.push(Decision::Combat(choice));
        match step {
            CombatStep::Designate { side, .. } => {
                self.each_attack(side, seat, |unit, hex| put(CombatChoice::Attack { unit, hex }));
                put(CombatChoice::DesignationsDone);
                // MP 11.2B: combats of the inactive player are Reaction Close Combats.
                let (rule, reaction) = match self.active_side() == Some(side) {
                    true => ("MP 11.2A", Reaction::None),
                    false => ("MP 11.2B", Reaction::Offered),
                };
                question("close-combats", rule, menu.len() - 1).in_reaction(reaction)
            }
            CombatStep::Resolve { .. } => {
                [CombatChoice::LeftEnd, CombatChoice::RightEnd].into_iter().for_each(put);
                question("end-of-the-line", "MP 11.2C", 0)
            }
            CombatStep::Fight => self.ask_fight(menu),
            CombatStep::Retreat(retreat) => {
                self.retreat_choices(retreat).into_iter().for_each(put);
                question("retreat", "MP 11.4.2b", 0)
            }
            CombatStep::Losses { retreat } => {
                self.stack(retreat.unit).for_each(|unit| put(CombatChoice::CasualtyTo { unit }));
                question("who-takes-it", "MP 8.2.1f", 0)
            }
            CombatStep::TurnAfter { .. } => {
                [CombatChoice::KeepFacing, CombatChoice::Turn(Hand::Left), CombatChoice::Turn(Hand::Right)]
                    .into_iter()
                    .for_each(put);
                question("turn-after-advance", "MP 11.4.7b", 0)
            }
            // Never wait for an answer.
            CombatStep::StartCharges { .. } | CombatStep::EndSegment | CombatStep::UnableToRetreat { .. } => {
                question("none", "MP 11.2E", 0)
            }
        }
    }

    pub fn judge_combat(self, step: CombatStep, seat: Seat, choice: CombatChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (CombatStep::Designate { side, .. }, CombatChoice::Attack { unit, hex }) => {
                if !self.knows(unit) || !self.ground().grid.holds(hex) {
                    return Err(Refusal::new("MP 11.1.2c", "there is no such unit or hex"));
                }
                if self.seat(unit) != seat {
                    return Err(Refusal::new("MP 11.1.2a", "the unit is under another commander"));
                }
                self.may_designate(side, unit, hex)
            }
            (CombatStep::Designate { .. }, CombatChoice::DesignationsDone)
            | (CombatStep::Resolve { .. }, CombatChoice::LeftEnd | CombatChoice::RightEnd)
            | (CombatStep::TurnAfter { .. }, CombatChoice::Turn(_) | CombatChoice::KeepFacing) => Ok(()),
            (CombatStep::Fight, choice) => self.judge_fight(choice),
            (CombatStep::Retreat(retreat), CombatChoice::RetreatTo(_) | CombatChoice::Halt) => {
                if self.retreat_choices(retreat).contains(&choice) {
                    return Ok(());
                }
                Err(Refusal::new(
                    "MP 11.4.2a",
                    "a retreat leads away from the enemy fought, toward the friendly edge, by the cheapest way",
                ))
            }
            (CombatStep::Losses { retreat }, CombatChoice::CasualtyTo { unit }) => {
                if self.stack(retreat.unit).any(|one| one == unit) {
                    return Ok(());
                }
                Err(Refusal::new("MP 8.2.1f", "the casualty falls on one of the two that are stacked"))
            }
            _ => Err(Refusal::new("MP 11.2E", "this is not what is asked now")),
        }
    }

    fn knows(self, unit: UnitId) -> bool {
        unit.ix() < self.state.units.len()
    }

    /// The combat under way, the innermost.
    pub fn fight(self) -> Option<&'a Fight> {
        self.state.fights.last()
    }

    /// Whether a leader was with one of those in the combat on top as it began (MP 11.8a).
    pub(crate) fn is_in_fight(self, leader: LeaderId) -> bool {
        self.fight().is_some_and(|fight| fight.leaders().any(|him| him == leader))
    }

    /// The seat that answers for several units: their own if it is one and the same, else the side's chief.
    fn speaker(self, side: Side, mut units: impl Iterator<Item = UnitId>) -> Seat {
        let Some(seat) = units.next().map(|unit| self.seat(unit)) else { return self.chief(side) };
        if units.all(|unit| self.seat(unit) == seat) { seat } else { self.chief(side) }
    }
}
