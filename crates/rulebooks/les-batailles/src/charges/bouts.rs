//! A charge is fought out (19.1.2, 19.1.3, 19.1.4): whoever strikes the same targets fights in one bout.

use super::values::Portion;
use super::{Charge, ChargeKind, ChargeStage, ChargeStep};
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId, UnitSet};
use crate::charts::MeleeResult;
use crate::face::told::{Who, charges as told};
use crate::fraction::Fraction;
use crate::hexes::Hexes;
use crate::melee::{Fate, Fought, Melee};
use crate::movement::Cause;
use crate::readings::MutualBounce;
use crate::state::{Formed, Order};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Listener, Reckoning, Side};
use serde::{Deserialize, Serialize};

/// Whether, and why, a target has left its hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Left {
    No,
    /// Before any mêlée: routed, removed, collapsed into another hex.
    Before,
    ByMelee,
}

/// By which procedure a target is fought (19.1.1, step 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Against {
    /// 19.1.2.
    Foot,
    /// 19.1.3.
    Horse,
    /// 19.1.4.
    Routed,
}

/// A stack that is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Target {
    pub top: UnitId,
    pub units: UnitSet,
    /// Where it stood.
    pub hexes: Hexes,
    pub against: Against,
    /// It passed its Roll to Stand: its fire is doubled (19.6).
    pub stood: bool,
    /// Defensive Shifts.
    pub shifts: u8,
    /// Losses its Defensive Fire has cost the charge.
    pub losses: u8,
    pub left: Left,
    /// It failed to stand and drew together, out of the hex that was charged (19.6.2).
    pub collapsed: bool,
    /// Hexes it may be pursued (19.11.1).
    pub length: u8,
    /// It was charging itself, and was met (19.17.2).
    pub charging: bool,
    /// It retreated before the charge, and was caught (19.5.3.4).
    pub caught: bool,
    /// It bounces with those who struck it (19.9.3).
    pub bounces: bool,
}

impl Target {
    pub fn is_horse(&self) -> bool {
        self.against == Against::Horse
    }

    pub fn vacated(&self) -> bool {
        self.left != Left::No
    }

    /// It still has a mêlée before it.
    pub fn fights(&self) -> bool {
        !self.vacated() && self.against != Against::Routed
    }

    /// Its units that are still there, from the top down.
    pub(super) fn stack(&self, table: Table<'_>) -> Stack {
        let mut stack: Stack = self.units.iter().filter(|&id| table.unit(id).on_map()).take(8).collect();
        stack.sort_by_key(|&id| table.unit(id).rank);
        stack
    }
}

/// The steps of a bout, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Round {
    Opens,
    Stand(u8),
    Fire(u8),
    Melee { target: u8, wave: u8 },
    Results,
    Advance(u8),
    Pursue(u8),
    Regroup(u8),
    Ends,
}

/// Charges and the targets they have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bout {
    /// A bit for each charge.
    pub charges: u32,
    pub targets: ArrayVec<Target, 8>,
    pub round: Round,
}

impl Bout {
    pub fn numbers(&self) -> impl Iterator<Item = u8> + use<> {
        let charges = self.charges;
        (0..32u8).filter(move |no| charges & 1 << no != 0)
    }
}

impl<'a> Table<'a> {
    pub(super) fn bout(self) -> Option<&'a Bout> {
        self.state.charging.bouts.last()
    }

    /// How a stack is fought: those in PGD, in Road Column, limbered guns and wagons alone, and skirmishers who could not get away, run
    /// on contact (LB 12.8.4e, 12.10.9c; LB 19.1.1.4, 19.3.1b, 19.3.1e, 19.3.1f, 19.3.1i, 19.11b, 18.10.2b, G3.24, G3.46). Guns that can
    /// fire stand like infantry (LB 18.10.2a).
    pub(super) fn against(self, stack: &Stack) -> Against {
        let Some(&top) = stack.first() else { return Against::Routed };
        let unit = self.unit(top);
        let foot = stack.iter().any(|&id| self.is_infantry(id));
        let steady = unit.hexes.iter().any(|hex| self.is_go(hex)) || self.is_in_structure(top);
        let helpless = match unit.formed {
            Formed::RoadColumn => true,
            Formed::Skirmish => !steady,
            _ => false,
        };
        let wheels = !foot && stack.iter().all(|&id| self.is_limbered(id) || self.is_wagon(id));
        if unit.order == Order::Pgd || helpless || wheels {
            Against::Routed
        } else if self.is_cavalry(top) {
            Against::Horse
        } else {
            Against::Foot
        }
    }

    /// The bouts still to be fought, by their charges: whoever has a target in common fights together, the parts of a Grand Charge as
    /// well as a Line with its several targets (LB 19.2.8b, 19.16.8).
    pub(super) fn bouts_ahead(self) -> ArrayVec<u32, 16> {
        let mut bouts: ArrayVec<u32, 16> = ArrayVec::new();
        for no in self.charges_at(ChargeStage::Contact) {
            let Some(charge) = self.charge(no) else { continue };
            // Whoever was met waits for those who met it.
            if charge.is_own() && charge.met.is_some() {
                continue;
            }
            let shares = |&other: &u8| {
                let theirs = self.charge(other).map(|it| it.targets).unwrap_or(UnitSet::EMPTY);
                charge.targets.iter().any(|id| theirs.contains(id))
            };
            let joined =
                bouts.iter().position(|&bits| (0..32u8).filter(|no| bits & 1 << no != 0).any(|other| shares(&other)));
            match joined {
                Some(place) => bouts[place] |= 1 << no,
                None => {
                    self.state.overflow.keep(&mut bouts, 1 << no);
                }
            }
        }
        bouts
    }

    /// The unit by which players name a bout: on top of its first charge.
    pub(super) fn bout_name(self, bits: u32) -> Option<UnitId> {
        (0..32u8).filter(|no| bits & 1 << no != 0).find_map(|no| self.lead(no))
    }
}

impl<L: Listener> Play<'_, L> {
    fn bout_mut(&mut self) -> Option<&mut Bout> {
        self.state.charging.bouts.last_mut()
    }

    fn turn_to(&mut self, round: Round) {
        if let Some(bout) = self.bout_mut() {
            bout.round = round;
        }
        self.push(Step::Charge(ChargeStep::Bout));
    }

    /// The next mêlée is picked: by the side whose chit it is first, then by turns (LB 19.1c).
    pub(super) fn melees(&mut self) {
        let Some(&bits) = self.table().bouts_ahead().first() else { return };
        self.push(Step::Charge(ChargeStep::Melees));
        self.picks(bits);
    }

    pub(super) fn picks(&mut self, bits: u32) {
        self.state.charging.second = !self.state.charging.second;
        self.begin_bout(bits);
    }

    /// A bout begins: all who strike the same targets, which roll once against all of them (LB 19.6.1).
    pub(super) fn begin_bout(&mut self, charges: u32) {
        let mut targets: ArrayVec<Target, 8> = ArrayVec::new();
        let numbers = (0..32u8).filter(|no| charges & 1 << no != 0);
        let table = self.table();
        let units: UnitSet =
            numbers.clone().filter_map(|no| table.charge(no)).flat_map(|it| it.targets.iter()).collect();
        let caught = numbers.clone().any(|no| table.charge(no).is_some_and(|charge| charge.caught));
        for top in table.tops(units.iter()) {
            let stack: Stack = table.stack_of(top).into_iter().filter(|&id| units.contains(id)).collect();
            let charging = table
                .charge_of(top)
                .and_then(|no| table.charge(no))
                .is_some_and(|charge| charge.is_own() && charge.met.is_some());
            let target = Target {
                top,
                units: stack.iter().copied().collect(),
                hexes: table.unit(top).hexes,
                against: table.against(&stack),
                stood: false,
                shifts: 0,
                losses: 0,
                left: Left::No,
                collapsed: false,
                length: 0,
                charging,
                caught,
                bounces: false,
            };
            table.state.overflow.keep(&mut targets, target);
        }
        for no in numbers {
            for id in self.table().riders(no) {
                self.unit_mut(id).turn.charges.shot_away = 0;
            }
            if let Some(charge) = self.charge_mut(no) {
                charge.stage = ChargeStage::Fighting;
            }
        }
        let (value, overflow) = self.state.with_overflow();
        let bout = Bout { charges, targets, round: Round::Opens };
        if overflow.keep(&mut value.charging.bouts, bout) {
            self.push(Step::Charge(ChargeStep::Bout));
        }
    }

    /// A bout that begins with the pursuit: its target has run already (LB 19.1.4).
    pub(super) fn begin_hunt(&mut self, no: u8, top: UnitId, units: UnitSet) {
        let target = Target {
            top,
            units,
            hexes: self.unit(top).hexes,
            against: Against::Routed,
            stood: false,
            shifts: 0,
            losses: 0,
            left: Left::Before,
            collapsed: false,
            length: 3,
            charging: false,
            caught: false,
            bounces: false,
        };
        if let Some(charge) = self.charge_mut(no) {
            charge.stage = ChargeStage::Fighting;
        }
        let (value, overflow) = self.state.with_overflow();
        let bout = Bout { charges: 1 << no, targets: std::iter::once(target).collect(), round: Round::Pursue(0) };
        if overflow.keep(&mut value.charging.bouts, bout) {
            self.push(Step::Charge(ChargeStep::Bout));
        }
    }

    /// One step of the innermost bout. It has been taken off the agenda.
    pub(super) fn work_bout(&mut self) {
        let Some(bout) = self.table().bout().cloned() else { return };
        match bout.round {
            Round::Opens => self.bout_opens(&bout),
            Round::Stand(at) => match bout.targets.get(usize::from(at)).copied() {
                Some(target) => {
                    self.turn_to(Round::Stand(at + 1));
                    if target.fights() && target.against == Against::Foot {
                        self.rolls_to_stand(usize::from(at), &target, &bout);
                    }
                }
                None => self.turn_to(Round::Fire(0)),
            },
            Round::Fire(at) => match bout.targets.get(usize::from(at)).copied() {
                Some(target) => {
                    self.turn_to(Round::Fire(at + 1));
                    self.note_collapse(usize::from(at));
                    let target = self
                        .table()
                        .bout()
                        .and_then(|bout| bout.targets.get(usize::from(at)))
                        .copied()
                        .unwrap_or(target);
                    if target.fights() && target.against == Against::Foot {
                        self.defends_by_fire(usize::from(at), &target, &bout);
                    }
                }
                None => self.turn_to(Round::Melee { target: 0, wave: 0 }),
            },
            Round::Melee { target, wave } => self.melee_goes_on(&bout, target, wave),
            Round::Results => self.results(&bout),
            Round::Advance(at) => match bout.numbers().nth(usize::from(at)) {
                Some(no) => {
                    self.turn_to(Round::Advance(at + 1));
                    self.advances_after(no, &bout);
                }
                None => self.turn_to(Round::Pursue(0)),
            },
            Round::Pursue(at) => match bout.numbers().nth(usize::from(at)) {
                Some(no) => {
                    self.turn_to(Round::Pursue(at + 1));
                    self.may_pursue(no, &bout);
                }
                None => self.turn_to(Round::Regroup(0)),
            },
            Round::Regroup(at) => match self.table().who_regroups(&bout).get(usize::from(at)).copied() {
                Some(top) => {
                    self.turn_to(Round::Regroup(at + 1));
                    self.regroups(top);
                }
                None => self.turn_to(Round::Ends),
            },
            Round::Ends => self.bout_ends(&bout),
        }
    }

    /// Guns without ammunition that stand alone are lost before anybody rolls; whoever runs on contact runs (LB 19.1.2.1, 18.10.3a,
    /// 19.1.4).
    fn bout_opens(&mut self, bout: &Bout) {
        self.state.retreats.paths.clear();
        self.turn_to(Round::Stand(0));
        for (at, target) in bout.targets.iter().enumerate() {
            let table = self.table();
            let stack = target.stack(table);
            let foot = stack.iter().any(|&id| table.is_infantry(id));
            let supplied = stack.iter().any(|&id| table.is_artillery(id) && table.is_supplied(id));
            let dumb = stack.iter().all(|&id| table.is_unlimbered(id) && !table.is_supplied(id));
            if target.against == Against::Foot && !foot && !supplied && dumb {
                self.leaves(at, Left::Before, 0);
                self.rout_stack(&stack, Cause::Charge);
            } else if stack.iter().all(|&id| table.is_wagon(id)) {
                // Wagons are wrecked where they stand, and nobody goes on from there (LB 18.14.1.6b, 18.14.1.6c).
                stack.iter().for_each(|&id| self.wreck(id));
            } else if target.against == Against::Routed {
                self.leaves(at, Left::Before, 3);
                for &id in stack.iter().rev() {
                    if self.unit(id).order == Order::Pgd {
                        self.rout_again(id);
                    } else {
                        self.rout(id, Cause::Charge);
                    }
                }
            }
        }
    }

    pub(super) fn leaves(&mut self, at: usize, left: Left, length: u8) {
        if let Some(target) = self.bout_mut().and_then(|bout| bout.targets.get_mut(at)) {
            (target.left, target.length) = (left, length);
        }
    }

    pub(super) fn target_mut(&mut self, at: usize) -> Option<&mut Target> {
        self.bout_mut().and_then(|bout| bout.targets.get_mut(at))
    }

    /// A target that has collapsed into one of its hexes may have left the one that was charged.
    fn note_collapse(&mut self, at: usize) {
        let table = self.table();
        let Some((bout, target)) = table.bout().and_then(|bout| Some((bout, bout.targets.get(at)?))) else { return };
        let struck = bout.numbers().any(|no| !table.touching_target(no, target).is_empty());
        if target.fights() && !struck && table.unit(target.top).hexes.len() < target.hexes.len() {
            self.leaves(at, Left::Before, 0);
            if let Some(target) = self.target_mut(at) {
                target.collapsed = true;
            }
        }
    }

    /// One wave against one target; the next wave, the next target, or the results (LB 19.2.9a, 19.2.9b, 19.2.9c).
    fn melee_goes_on(&mut self, bout: &Bout, at: u8, wave: u8) {
        let Some(target) = bout.targets.get(usize::from(at)).copied() else {
            self.turn_to(Round::Results);
            return;
        };
        let table = self.table();
        let fights = |no: &u8| {
            let over = |charge: &Charge| {
                matches!(charge.fate, Some(Fate::Routs | Fate::Surrenders)) && charge.formed == Formed::Companies
            };
            let able = table.charge(*no).is_some_and(|charge| !over(charge));
            able && wave < table.waves(*no) && !table.touching_target(*no, &target).is_empty()
        };
        let parts: ArrayVec<u8, 16> = bout.numbers().filter(fights).take(16).collect();
        if !target.fights() || parts.is_empty() || target.stack(table).is_empty() {
            self.turn_to(Round::Melee { target: at + 1, wave: 0 });
            return;
        }
        let (stack, portions) = (target.stack(table), table.portions(&target, &parts));
        self.turn_to(Round::Melee { target: at, wave: wave + 1 });
        // One after the other, and as if at once (LB 12.5.4a).
        let mut fate: Option<Fate> = None;
        let mut struck: ArrayVec<(Fought, ArrayVec<Hex, 16>, Side), 8> = ArrayVec::new();
        for portion in &portions {
            let Some((fought, from, side)) = self.strike(bout, usize::from(at), &target, portion, wave) else {
                continue;
            };
            if let Some(other) = fought.result.defender() {
                fate = Some(fate.map_or(other, |before| before.and(other)));
            }
            self.note_bounce(usize::from(at), fought.result);
            self.state.overflow.keep(&mut struck, (fought, from, side));
        }
        if let Some(fate) = fate {
            self.drives_off(usize::from(at), &stack, fate);
        }
        let there: ArrayVec<Hex, 8> = target.hexes.iter().collect();
        for (fought, from, side) in &struck {
            self.risk_leaders_in_melee(fought.natural, (*side, from), &there);
        }
    }

    /// The mêlée of one wave: the odds, and the shifts of those who stood (LB 19.9.1a, 19.9.2, 19.1.2.4). What comes of it for the charge
    /// is noted; what comes of it for the target is the caller's to carry out.
    fn strike(
        &mut self,
        bout: &Bout,
        at: usize,
        target: &Target,
        portion: &Portion,
        wave: u8,
    ) -> Option<(Fought, ArrayVec<Hex, 16>, Side)> {
        let parts = &portion.charges;
        let table = self.table();
        let units: UnitSet = parts.iter().flat_map(|&no| table.riders(no)).collect();
        let attack =
            parts.iter().fold(Fraction::ZERO, |sum, &no| sum + table.charge_value(no, &bout.targets, at, wave));
        let defence = table.charged_value(target, units, portion.hexes);
        let stack = target.stack(table);
        let lead = parts.first().and_then(|&no| table.lead(no))?;
        let hex = stack.first().map_or(target.hexes.head(), |&top| table.unit(top).hexes.head());
        let shift = -i32::from(target.shifts);
        let melee = Melee {
            rule: "LB 19.9.1a",
            attacker: table.side(lead),
            target: hex,
            attack,
            defence,
            shift,
            firefight: false,
        };
        let mut sum = Reckoning::new(self.listener);
        self.table().melee_dice(parts, target, wave, &mut sum);
        // Values tell of losses: each side hears its own (LB 5.1.2b).
        let (own, side) = (Who::Unit(lead), melee.attacker);
        let strikes = (told::STRIKES_WITH, &[own, Who::Value(attack)][..]);
        self.tell_side(side, "LB 19.9.1a", strikes, (told::STRIKES, &[own]));
        if let Some(&top) = stack.first() {
            let theirs = (told::MEETS_WITH, &[Who::Unit(top), Who::Value(defence)][..]);
            self.tell_side(side.other(), "LB 19.9.1a", theirs, (told::IS_STRUCK, &[Who::Unit(top)]));
        }
        let fought = self.fight(&melee, sum);
        let from: ArrayVec<Hex, 16> =
            parts.iter().filter_map(|&no| self.table().lead(no)).map(|id| self.unit(id).hexes.head()).collect();
        let side = self.table().side(lead);
        for &no in parts {
            let preserved = self.table().charge(no).is_some_and(|charge| charge.preserving.is_some());
            for id in self.table().riders(no) {
                self.note_melee(id, preserved);
            }
        }
        for &id in &stack {
            self.note_melee(id, false);
        }
        self.charge_result(parts, fought.result);
        Some((fought, from, side))
    }

    /// Results against the charge count when all its mêlées are over (LB 19.2.8c, 19.2.9b, 19.2.9c, 19.2.9d).
    fn charge_result(&mut self, parts: &[u8], result: MeleeResult) {
        for &no in parts {
            let Some(charge) = self.charge_mut(no) else { continue };
            charge.fought = true;
            charge.bounces |= result == MeleeResult::Blank;
            charge.won |= result.defender().is_some();
            if let Some(fate) = result.attacker() {
                charge.setbacks += u8::from(matches!(fate, Fate::Disorders(_)));
                charge.fate = Some(charge.fate.map_or(fate, |before| before.max(fate)));
            }
        }
    }

    /// Cavalry that is neither beaten nor beats bounces (LB 19.9.3a).
    fn note_bounce(&mut self, at: usize, result: MeleeResult) {
        if result == MeleeResult::Blank
            && let Some(target) = self.target_mut(at)
        {
            target.bounces = target.against == Against::Horse;
        }
    }

    /// Results against the defender count at once; whoever retreats pays for the zones it leaves, and unlimbered guns are lost
    /// (LB 19.1.2.5, 19.1.2.5n).
    fn drives_off(&mut self, at: usize, stack: &Stack, fate: Fate) {
        let shaken = stack.iter().any(|&id| self.unit(id).order != Order::Good);
        let shelter = self.table().in_structure(stack);
        let length = match fate {
            Fate::Disorders(hexes) if !shaken => hexes,
            Fate::Surrenders => 0,
            Fate::Disorders(_) | Fate::Routs => 3,
        };
        let stays = matches!(fate, Fate::Disorders(_)) && shelter && !shaken;
        if !stays {
            self.leaves(at, Left::ByMelee, length);
        }
        if let Some(target) = self.target_mut(at) {
            target.bounces = false;
        }
        // A charge that was met gives way in its own fashion: the column to its head.
        let met = stack.first().and_then(|&top| self.table().charge_of(top));
        if let Some(no) = met {
            if let Some(charge) = self.charge_mut(no) {
                charge.repelled = true;
            }
            for &id in stack {
                self.draw_to_head(no, id);
            }
        }
        self.suffer_melee(stack, fate, Cause::Charge);
    }

    /// All mêlées of the bout are over: the charges take the worst of what befell them; a bounce is cancelled where somebody was driven
    /// off (LB 19.2.8c, 19.2.9c, 19.2.9d, 19.9.3a). A Line of several hexes that has fought is Disordered (LB 19.2.8e).
    fn results(&mut self, bout: &Bout) {
        self.turn_to(Round::Advance(0));
        let second = |target: &&Target| target.bounces && !target.vacated();
        let bouncing: ArrayVec<Target, 8> = bout.targets.iter().filter(second).copied().collect();
        let fated: ArrayVec<u8, 16> = bout.numbers().take(16).collect();
        let won = |play: &Self, no: u8| play.table().charge(no).is_some_and(|charge| charge.won);
        // What is put on the agenda last happens first: the attacker bounces before the defender.
        for target in &bouncing {
            let owed = self.rules.options.mutual_bounce == MutualBounce::Simultaneous
                && self.table().unit_in_zone(target.top) != crate::zones::Zone::None;
            let beaten = bout.numbers().any(|no| won(self, no));
            if !beaten {
                self.push(Step::Charge(ChargeStep::Rebound { unit: target.top, owed }));
                self.repel_met(target.top);
            }
        }
        for &no in fated.iter().rev() {
            let wide = self.table().is_wide(no);
            let Some(charge) = self.table().charge(no).copied() else { continue };
            let riders = self.table().riders(no);
            if let Some(fate) = charge.verdict() {
                self.repel(no);
                riders.iter().for_each(|&id| self.draw_to_head(no, id));
                self.suffer_melee(&riders, fate, Cause::Charge);
            } else if charge.bounces && !charge.won {
                self.repel(no);
                riders.iter().for_each(|&id| self.draw_to_head(no, id));
                if let Some(&lead) = riders.first() {
                    self.tell("LB 19.9.3a", told::BOUNCES, &[Who::Unit(lead)]);
                    self.bounces_back(lead);
                }
            } else if charge.fought && wide {
                riders.iter().for_each(|&id| self.disorder_charger(no, id));
            }
        }
    }

    /// Cavalry bounces as one hex: a Line draws together first.
    fn bounces_back(&mut self, lead: UnitId) {
        self.bounce(lead);
        if self.unit(lead).hexes.len() > 1 {
            self.push(Step::Form(crate::formations::FormStep::Collapse(lead)));
        }
    }

    fn repel(&mut self, no: u8) {
        if let Some(charge) = self.charge_mut(no) {
            charge.repelled = true;
        }
    }

    fn repel_met(&mut self, top: UnitId) {
        if let Some(no) = self.table().charge_of(top) {
            self.repel(no);
        }
    }

    /// The second of two that bounce: both moves are one moment, so it pays for the zone of those who have just left (LB 19.9.3a,
    /// G3.74).
    pub(super) fn rebound(&mut self, id: UnitId, owed: bool) {
        if !self.unit(id).on_map() {
            return;
        }
        self.tell("LB 19.9.3a", told::BOUNCES, &[Who::Unit(id)]);
        if owed && self.table().unit_in_zone(id) == crate::zones::Zone::None {
            self.lose(id, 1);
        }
        if self.unit(id).on_map() {
            self.bounces_back(id);
        }
    }

    /// Readiness and markers; the charges of the bout are over, and those they met (LB 19.13.1, 19.13.2, 7.2.2.2b).
    fn bout_ends(&mut self, bout: &Bout) {
        self.state.charging.bouts.pop();
        let mut done = UnitSet::EMPTY;
        for no in bout.numbers() {
            let fighting = |charge: &&Charge| charge.stage == ChargeStage::Fighting;
            // One that charged anew is over already (LB 19.6.2).
            let Some(charge) = self.table().charge(no).filter(fighting).copied() else { continue };
            for id in charge.units.iter().filter(|&id| self.unit(id).on_map()).collect::<Stack>() {
                self.complete(&charge, id);
                done.insert(id);
            }
            self.end_charge(no);
        }
        for target in &bout.targets {
            for id in target.units.iter() {
                let deeds = &mut self.unit_mut(id).turn.charges;
                (deeds.held, deeds.shot) = (false, false);
            }
            let met = self.table().charge_of(target.top);
            let charge = met.and_then(|no| self.table().charge(no).copied());
            let stack = target.stack(self.table());
            let fought = stack.iter().any(|&id| self.unit(id).turn.charges.fought);
            for id in stack {
                let struck = self.unit(id).turn.charges.fought;
                let plain =
                    Charge::new(ChargeKind::Reaction, id, UnitSet::EMPTY, self.table().stance(id), Formed::Line);
                if struck && !done.contains(id) {
                    self.complete(&charge.unwrap_or(plain), id);
                }
            }
            // A charge that was struck on its way is over, if it came to blows.
            if let Some(no) = met.filter(|_| fought || charge.is_some_and(|charge| charge.met.is_some())) {
                self.end_charge(no);
            }
        }
    }
}

impl Table<'_> {
    /// What counts on the dice: leaders of either side, but not he who leads a Grand Charge, and what the Defensive Fire has cost, on the
    /// first wave alone (LB 19.9.2, 19.1.2.3b, 19.1.2.3c, 19.16.2; chart 15).
    fn melee_dice(self, parts: &[u8], target: &Target, wave: u8, sum: &mut Reckoning) {
        let charts = &self.rules.charts.melee;
        let stacks: ArrayVec<Stack, 16> = parts.iter().map(|&no| self.riders(no)).collect();
        // He who leads a Grand Charge lends it nothing (LB 19.16.2).
        let leads = |leader: LeaderId| parts.iter().any(|&no| self.charge(no).is_some_and(|it| it.rides_with(leader)));
        if let Some(leader) = self.melee_leader(&stacks).filter(|&leader| !leads(leader)) {
            let bonus = self.melee_bonus(leader, &stacks, true) * i32::from(charts.cavalry_leader);
            sum.add_if(bonus != 0, bonus, "leader of the charge", "LB 19.9.2");
        }
        let theirs = [target.stack(self)];
        if let Some(leader) = self.melee_leader(&theirs) {
            let bonus = -self.melee_bonus(leader, &theirs, false) * i32::from(charts.cavalry_leader);
            sum.add_if(bonus != 0, bonus, "leader of the charged", "LB 19.9.2");
        }
        let losses = i32::from(target.losses);
        let each = i32::from(charts.cavalry_defensive_loss);
        sum.add_if(wave == 0 && losses > 0, losses * each, "losses by Defensive Fire", "LB 19.1.2.3b");
    }
}
