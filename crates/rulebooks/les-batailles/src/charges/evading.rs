//! Retreat Before Charge, by infantry and by cavalry, and the pursuit that follows it (19.4, 19.5).

use super::riding::Tops;
use super::{Charge, ChargeStage, ChargeStep, Trail};
use crate::agenda::Step;
use crate::assault::AssaultStep;
use crate::cards::{UnitId, UnitSet};
use crate::charts::ChargeEntry;
use crate::face::told::{Who, charges as told};
use crate::fraction::{Fraction, Points};
use crate::hexes::{Facing, Hexes};
use crate::morale::{Check, CheckKind};
use crate::movement::{Cause, Motion};
use crate::reactions::Trigger;
use crate::readings::RecalledRegroup;
use crate::stacking::Violation;
use crate::state::{Formed, Order, Readiness};
use crate::table::{Play, Stack, Table};
use crate::zones::Zone;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::{Listener, Refusal};
use serde::{Deserialize, Serialize};

/// A stack that gives way before a charge.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Evading {
    pub charge: u8,
    pub top: UnitId,
    pub units: UnitSet,
    /// Where it stood.
    pub from: Hexes,
    pub allowance: Points,
    pub spent: Points,
    pub path: Trail,
    /// The hex it has said it will enter, while others react to that.
    pub announced: Option<Hex>,
    /// It runs on from an Opportunity Charge that struck it on its way (19.18.5d).
    pub runs_on: bool,
}

impl<'a> Table<'a> {
    /// Who gives way, the innermost.
    pub(super) fn evading(self) -> Option<&'a Evading> {
        self.state.charging.evading.last()
    }

    /// Those who give way together, or would.
    fn giving_way(self, top: UnitId) -> Stack {
        match self.evading().filter(|evading| evading.units.contains(top)) {
            Some(evading) => evading.units.iter().filter(|&id| self.unit(id).on_map()).take(8).collect(),
            None => self.stack_of(top),
        }
    }

    /// Infantry that may give way before a charge: skirmishers, and others the battle names (LB 19.4.1).
    fn evades_on_foot(self, stack: &Stack) -> bool {
        stack.iter().all(|&id| {
            let unit = self.unit(id);
            let loose = unit.formed == Formed::Skirmish || self.card(id).evades && unit.order == Order::Good;
            self.is_infantry(id) && loose && unit.order != Order::Pgd
        })
    }

    /// Cavalry that may: in Good Order, not Exhausted, faster by its counter than those who charge, or named by the battle (LB 19.5.1a).
    fn outruns(self, lead: UnitId, stack: &Stack) -> bool {
        let faster = |id: UnitId| self.card(id).movement > self.card(lead).movement || self.card(id).evades;
        stack.iter().all(|&id| {
            let unit = self.unit(id);
            let fresh = unit.order == Order::Good && unit.readiness != Readiness::Exhausted;
            self.is_cavalry(id) && fresh && faster(id)
        })
    }

    /// Whether a stack that an Opportunity Charge strikes on its retreat may run on from it, and where to: infantry that may give way
    /// at all, cavalry that is faster than those who strike it (LB 19.4.5a, 19.5.1b, 19.5.4, 19.18.5d, G3.90).
    pub(super) fn runs_on_to(self, no: u8, top: UnitId) -> ArrayVec<Hex, 12> {
        let (Some(lead), Some(evading)) = (self.lead(no), self.evading()) else { return ArrayVec::new() };
        let stack = self.giving_way(top);
        let able = if self.is_cavalry(top) { self.outruns(lead, &stack) } else { self.evades_on_foot(&stack) };
        if !able || !evading.units.contains(top) {
            return ArrayVec::new();
        }
        if evading.path.is_empty() { self.first_ways(top) } else { self.ways_from(evading).into_iter().collect() }
    }

    /// Whether a stack next to a charge may give way before it: targets, and skirmishers of infantry in any case (LB 19.4.2a, 19.5.2a,
    /// G3.42); not one diverted from an Assault (LB 16.2.4.1a).
    pub(super) fn may_evade(self, no: u8, top: UnitId) -> bool {
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return false };
        let stack = self.stack_of(top);
        let assaults = |id| self.state.assaults.iter().any(|assault| assault.units.contains(id));
        let other = self.state.charges.iter().enumerate().any(|(at, it)| {
            let met = matches!(it.stage, ChargeStage::Contact | ChargeStage::Fighting);
            at != usize::from(no) && met && it.targets.contains(top)
        });
        let target = charge.targets.contains(top);
        let able = if self.is_cavalry(top) {
            // Not from charges of reaction (LB 19.5.1b).
            (target || charge.is_grand()) && charge.is_own() && self.outruns(lead, &stack)
        } else {
            self.evades_on_foot(&stack)
        };
        // Whoever charges itself, or has ridden to meet a charge, stays.
        let rides = self.charge_of(top).is_some();
        able && !other
            && !rides
            && !stack.iter().any(|&id| assaults(id))
            && stack.iter().any(|&id| self.touches(no, id))
    }

    /// The stacks that are asked next whether they give way before a charge.
    pub(super) fn evaders(self, no: u8) -> Tops {
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return Tops::new() };
        if charge.stage != ChargeStage::Riding || charge.over.is_some() {
            return Tops::new();
        }
        let near = self.enemies_of(lead).filter(|&id| self.distance(lead, id) == 1 && !charge.asked.contains(id));
        let tops = self.tops(near);
        tops.into_iter().filter(|&top| self.may_evade(no, top) && !self.first_ways(top).is_empty()).collect()
    }

    /// Whether a stack may stand instead: not skirmishers that are the target, unless the ground would throw the cavalry into General
    /// Order (LB 19.4.2c, 19.1.1.3d-i, 19.1.1.3d-ii, 19.3.1e).
    pub(super) fn may_stay(self, no: u8, top: UnitId) -> bool {
        let target = self.charge(no).is_some_and(|charge| charge.targets.contains(top));
        let loose = self.is_skirmishing(top);
        let go = self.unit(top).hexes.iter().any(|hex| self.is_go(hex));
        !target || !loose || go && self.is_infantry(top)
    }

    /// What a stack has to spend on its retreat.
    fn evading_allowance(self, stack: &Stack) -> Points {
        let pace = |&id: &UnitId| {
            let whole = self.share_of_movement(id, Fraction::ONE);
            if self.unit(id).order == Order::Disorder { whole.halved() } else { whole }
        };
        stack.iter().map(pace).min().unwrap_or_default()
    }

    /// Formed friends in Good Order, of the same arm, whom those who give way may join or pass; infantry also if guns are with them
    /// (LB 19.4.3a, 19.5.2a).
    fn formed_friends(self, top: UnitId, hex: Hex) -> bool {
        let own = self.giving_way(top);
        let friend = |id: &UnitId| self.side(*id) == self.side(top) && !own.contains(id);
        let there: Stack = self.state.stack(hex).filter(friend).collect();
        let alike = |id: UnitId| self.card(id).arm == self.card(top).arm;
        let formed = |&id: &UnitId| {
            let unit = self.unit(id);
            let guns = self.is_artillery(id) && self.is_infantry(top);
            unit.order == Order::Good && (unit.is_formed() && alike(id) || guns)
        };
        there.iter().any(|&id| alike(id)) && there.iter().all(formed)
    }

    /// Whether those who give way may go on from a hex of friends: formed cavalry only from among skirmishers and from a Square
    /// (LB 19.5.2.1).
    fn goes_through(self, top: UnitId, hex: Hex) -> bool {
        let own = self.giving_way(top);
        let friends: Stack = self.state.stack(hex).filter(|id| !own.contains(id)).collect();
        let square = friends.iter().any(|&id| self.unit(id).formed == Formed::Square);
        let loose = friends.iter().all(|&id| self.is_skirmishing(id));
        !self.is_cavalry(top) || self.is_skirmishing(top) || loose || square
    }

    /// Whether those who give way may enter a hex at all, and for how much (LB 19.4.3d, 19.4.3e, 19.5.2.1).
    fn evading_cost(self, top: UnitId, from: Hex, dir: Dir) -> Option<Points> {
        let hex = self.grid().neighbour(from, dir)?;
        let side = self.side(top);
        let zone = self.enemy_zone_in_retreat(side, hex);
        let held = if self.is_cavalry(top) { zone == Zone::Cavalry } else { zone != Zone::None };
        if held || self.enemy_at(side, hex) {
            return None;
        }
        let stack = self.giving_way(top);
        let friends: Stack = self.state.stack(hex).filter(|id| !stack.contains(id)).collect();
        let routed = friends.iter().any(|&id| self.is_pgd(id));
        let loose = friends.iter().all(|&id| self.is_skirmishing(id));
        let square = friends.iter().any(|&id| self.unit(id).formed == Formed::Square);
        // Formed cavalry goes through skirmishers and over Squares, or joins its like; skirmishers of either arm through anybody.
        let passes = loose || self.is_skirmishing(top) || square || self.formed_friends(top, hex);
        if routed || !friends.is_empty() && !passes {
            return None;
        }
        let going = self.going(top);
        // Infantry pays for the zone of skirmishing horse as well (LB 12.10.7b).
        Some(self.hex_cost(going, from, dir)? + self.skirmish_surcharge(side, going.mover, hex))
    }

    /// The hexes into which a stack may begin to give way: infantry into terrain of General Order, or to formed friends in Good Order
    /// (LB 19.4.3a, 19.4.4); cavalry wherever its Path of Retreat may lead (LB 19.5.2.1).
    pub(super) fn first_ways(self, top: UnitId) -> ArrayVec<Hex, 12> {
        let mut ways: ArrayVec<Hex, 12> = ArrayVec::new();
        let allowance = self.evading_allowance(&self.stack_of(top));
        for from in self.unit(top).hexes.iter() {
            for dir in Dir::ALL {
                let Some(hex) = self.grid().neighbour(from, dir) else { continue };
                let cost = self.evading_cost(top, from, dir);
                let horse = self.is_cavalry(top);
                let kind = horse || self.is_go(hex) || self.formed_friends(top, hex);
                let fits = self.may_end(top, hex) || self.passes_on(top, hex);
                let own = self.unit(top).hexes.contains(hex);
                if !own && kind && fits && cost.is_some_and(|cost| cost <= allowance) && !ways.contains(&hex) {
                    self.state.overflow.keep(&mut ways, hex);
                }
            }
        }
        ways
    }

    /// From a hex of friends there is a way on.
    fn passes_on(self, top: UnitId, hex: Hex) -> bool {
        let on = |dir: Dir| {
            let next = self.grid().neighbour(hex, dir);
            next.is_some_and(|next| !self.unit(top).hexes.contains(next) && self.may_end(top, next))
                && self.evading_cost(top, hex, dir).is_some()
        };
        self.goes_through(top, hex) && Dir::ALL.into_iter().any(on)
    }

    /// Whether a stack may stop in a hex on its retreat: alone, or with formed friends whose formation it takes (LB 19.4.3d).
    fn may_end(self, top: UnitId, hex: Hex) -> bool {
        let stack = self.giving_way(top);
        let there: Stack = self.state.stack(hex).filter(|id| !stack.contains(id)).collect();
        if there.is_empty() {
            return true;
        }
        let counted: u32 = there.iter().chain(&stack).map(|&id| u32::from(self.increments(id))).sum();
        let limit = self.rules.charts.ground.stacking(self.ground().at(hex)).infantry;
        let room = match limit {
            crate::charts::StackLimit::UpTo { increments, .. } => counted <= u32::from(increments),
            crate::charts::StackLimit::Unsaid => true,
            crate::charts::StackLimit::Prohibited => false,
        };
        self.formed_friends(top, hex) && room && there.len() + stack.len() <= crate::cards::MOST_STACKED
    }

    /// Where those who give way may go on to: infantry only from among friends, to the ground behind them or to others they may stand
    /// with (LB 19.4.3d); cavalry as far as its points go, until it joins friends or enters terrain of General Order. None where an
    /// Opportunity Charge has struck them on their way.
    pub(super) fn next_ways(self, evading: &Evading) -> ArrayVec<Hex, 6> {
        let struck = self.unit(evading.top).turn.movement.halted && !evading.runs_on;
        if struck { ArrayVec::new() } else { self.ways_from(evading) }
    }

    fn ways_from(self, evading: &Evading) -> ArrayVec<Hex, 6> {
        let mut ways: ArrayVec<Hex, 6> = ArrayVec::new();
        let (Some(&at), top) = (evading.path.last(), evading.top) else { return ways };
        let horse = self.is_cavalry(top);
        let among = self.state.stack(at).any(|id| !evading.units.contains(id));
        if !horse && !among || self.is_go(at) || !self.goes_through(top, at) {
            return ways;
        }
        for dir in Dir::ALL {
            let Some(hex) = self.grid().neighbour(at, dir) else { continue };
            let been = evading.path.contains(&hex) || evading.from.contains(hex);
            let cost = self.evading_cost(top, at, dir).map(|cost| evading.spent + cost);
            let fits = self.may_end(top, hex) || self.passes_on(top, hex);
            if !been && fits && cost.is_some_and(|cost| cost <= evading.allowance) {
                self.state.overflow.keep(&mut ways, hex);
            }
        }
        ways
    }

    /// Whether those who give way may stop where they are.
    pub(super) fn may_stop_evading(self, evading: &Evading) -> bool {
        evading.path.last().is_some_and(|&at| {
            let there: Stack = self.state.stack(at).filter(|&id| !evading.units.contains(id)).collect();
            there.is_empty() || self.may_end(evading.top, at)
        })
    }

    /// Whether a way is on the menu of those who give way.
    pub(super) fn judge_way(self, ways: &[Hex], hex: Hex) -> Result<(), Refusal> {
        if ways.contains(&hex) { Ok(()) } else { Err(Refusal::new("LB 19.4.3a", "they may not give way there")) }
    }
}

impl Table<'_> {
    /// Which way and for how much pursuers may ride into a hex of the way they follow (LB 19.5.3a, 19.5.3.1).
    fn following_cost(self, no: u8, hex: Hex) -> Option<(Dir, Points)> {
        let (charge, lead) = (self.charge(no)?, self.lead(no)?);
        let own = self.unit(lead).hexes;
        let (at, dir) = own.iter().find_map(|at| Some((at, self.grid().direction(at, hex)?)))?;
        let open = matches!(self.charge_entry(at, dir), ChargeEntry::Free | ChargeEntry::NoRun);
        let cost = self.charge_cost(at, dir)?;
        let enough = charge.spent + cost <= Points::whole(self.charge_reach(charge));
        (open && enough && self.state.is_empty(hex)).then_some((dir, cost))
    }
}

impl<L: Listener> Play<'_, L> {
    /// The next stack next to a charge decides whether it gives way.
    pub(super) fn meets(&mut self, no: u8) {
        if let Some(&top) = self.table().evaders(no).first() {
            self.push(Step::Charge(ChargeStep::Meet(no)));
            self.push(Step::Charge(ChargeStep::Evade { charge: no, unit: top }));
            self.note_asked(no, top);
        }
    }

    fn note_asked(&mut self, no: u8, top: UnitId) {
        let stack = self.table().stack_of(top);
        if let Some(charge) = self.charge_mut(no) {
            stack.iter().for_each(|&id| charge.asked.insert(id));
        }
    }

    /// A stack gives way, beginning with that hex.
    pub(super) fn gives_way(&mut self, no: u8, top: UnitId, hex: Hex) {
        let stack = self.table().stack_of(top);
        let from = self.unit(top).hexes;
        let evading = Evading {
            charge: no,
            top,
            units: stack.iter().copied().collect(),
            from,
            allowance: self.table().evading_allowance(&stack),
            spent: Points::ZERO,
            path: Trail::new(),
            announced: None,
            runs_on: false,
        };
        self.tell("LB 19.4.2a", told::GIVES_WAY, &[Who::Unit(top)]);
        let (value, overflow) = self.state.with_overflow();
        if overflow.keep(&mut value.charging.evading, evading) {
            self.push(Step::Charge(ChargeStep::Evading));
            self.gives_way_to(hex);
        }
    }

    /// The next hex of a retreat, after whatever reacts to it.
    pub(super) fn gives_way_to(&mut self, hex: Hex) {
        let Some(evading) = self.state.charging.evading.last_mut() else { return };
        evading.announced = Some(hex);
        let evading = evading.clone();
        self.push(Step::Charge(ChargeStep::EvadeInto(hex)));
        self.open_window(Trigger::Leaves, evading.top, evading.units, Some(hex));
    }

    /// They enter it, unless they have gone elsewhere before an Opportunity Charge.
    pub(super) fn evades_into(&mut self, hex: Hex) {
        let Some(evading) = self.state.charging.evading.last_mut() else { return };
        if evading.announced.take() != Some(hex) {
            return;
        }
        let evading = evading.clone();
        let table = self.table();
        let at = evading.path.last().copied();
        let from = at.or_else(|| evading.from.iter().find(|&own| table.grid().adjacent(own, hex)));
        let riders: Stack =
            evading.units.iter().filter(|&id| table.unit(id).on_map() && !table.is_pgd(id)).take(8).collect();
        let dir = from.and_then(|from| table.grid().direction(from, hex));
        let struck = table.unit(evading.top).turn.movement.halted && !evading.runs_on;
        let (Some(from), Some(dir), false) = (from, dir, riders.is_empty() || struck) else { return };
        let Some(cost) = table.evading_cost(evading.top, from, dir) else { return };
        for &id in &riders {
            let facing = match self.unit(id).facing {
                Facing::Side(_) => Facing::Side(dir),
                facing => facing,
            };
            self.unit_mut(id).facing = facing;
            self.unit_mut(id).turn.movement.spent += cost;
        }
        self.place_riders(&riders, Hexes::one(hex));
        // Cavalry that rides over a Square of its own crowds it like a charge (LB 19.5.2.1, 12.9.5a).
        let table = self.table();
        let square = table.state.stack(hex).any(|id| table.unit(id).formed == Formed::Square);
        let units: UnitSet = riders.iter().copied().collect();
        let crowds = square && table.is_cavalry(evading.top) && table.violates(hex, units, Motion::Charge);
        let (value, overflow) = self.state.with_overflow();
        if let Some(evading) = value.charging.evading.last_mut() {
            evading.spent += cost;
            overflow.keep(&mut evading.path, hex);
        }
        if crowds {
            self.violate(Violation::new(hex, units, Motion::Charge).passing());
        }
    }

    /// The stack on its retreat runs on before an Opportunity Charge that has struck it, which is over with that: it may go a hex at
    /// most, and does not follow (LB 19.4.5a, 19.5.4, G3.90).
    pub(super) fn runs_on(&mut self, no: u8, hex: Hex) {
        if let Some(evading) = self.state.charging.evading.last_mut() {
            (evading.runs_on, evading.announced) = (true, Some(hex));
        }
        self.push(Step::Charge(ChargeStep::EndRide { charge: no, disorders: false }));
        self.evades_into(hex);
    }

    /// The way that cavalry took, for those who follow it: from the hex of its own that lies nearest to them.
    fn trail_of(&self, evading: &Evading) -> Trail {
        let table = self.table();
        let grid = table.grid();
        let apart = |hex: Hex| {
            table
                .lead(evading.charge)
                .map_or(0, |lead| table.unit(lead).hexes.iter().map(|own| grid.distance(own, hex)).min().unwrap_or(0))
        };
        let left = evading.from.iter().min_by_key(|&hex| apart(hex)).unwrap_or(evading.from.head());
        let mut trail: Trail = std::iter::once(left).collect();
        let begins = evading.path.first().and_then(|&into| evading.from.iter().find(|&own| grid.adjacent(own, into)));
        let joint = begins.filter(|_| evading.path.first().is_some_and(|&into| !grid.adjacent(left, into)));
        for hex in joint.into_iter().chain(evading.path.iter().copied()) {
            table.state.overflow.keep(&mut trail, hex);
        }
        trail
    }

    /// The retreat is over: those who joined friends stand like them; more than half of its points Disorder infantry and exhaust
    /// cavalry; with points left they may turn (LB 19.4.2a, 19.4.3a, 19.4.3b, 19.4.3c, 19.5.2a, 19.15.1.3). Enemies harass it (LB 12.10.7d).
    /// Then the charge decides what it does (LB 19.8.1).
    pub(super) fn stops_evading(&mut self) {
        let Some(evading) = self.state.charging.evading.last().cloned() else { return };
        let trail = self.trail_of(&evading);
        self.state.charging.evading.pop();
        let table = self.table();
        let stack: Stack =
            evading.units.iter().filter(|&id| table.unit(id).on_map() && !table.is_pgd(id)).take(8).collect();
        // A Grand Charge names no targets, and pursues cavalry all the same (LB 19.16.12).
        let chased = |charge: &Charge| {
            charge.targets.contains(evading.top) || charge.is_grand() && table.is_cavalry(evading.top)
        };
        let target = table.charge(evading.charge).is_some_and(chased);
        if let (true, Some(&into), Some(&left)) = (target, evading.path.first(), trail.first()) {
            if let Some(charge) = self.charge_mut(evading.charge) {
                charge.gave_way = evading.units;
            }
            let step = ChargeStep::AfterEvasion { charge: evading.charge, unit: evading.top, left, into };
            self.push(Step::Charge(step));
        }
        let been = trail.clone();
        self.state.charging.trails.retain(|(id, _)| *id != evading.top);
        let (value, overflow) = self.state.with_overflow();
        overflow.keep(&mut value.charging.trails, (evading.top, trail));
        let (Some(&at), Some(&top)) = (evading.path.last(), stack.first()) else { return };
        for &id in &stack {
            self.settle_on_ground(id);
            self.note_bulk(id);
        }
        let over = evading.spent > evading.allowance.halved();
        let alone = self.state.stack(at).all(|id| evading.units.contains(id));
        if alone && evading.spent < evading.allowance && !self.table().rest_facings(top).is_empty() {
            self.push(Step::Assault(AssaultStep::WithdrawFaces(top)));
        }
        self.joins_friends(&stack, at);
        if over {
            for &id in &stack {
                if self.table().is_cavalry(id) {
                    self.overdoes(id);
                } else {
                    self.disorder(id, Cause::Charge);
                }
            }
        }
        let coming: UnitSet = stack.iter().copied().collect();
        if self.unit(top).on_map() && self.table().violates(at, coming, Motion::RetreatBeforeCharge) {
            self.violate(Violation::new(at, coming, Motion::RetreatBeforeCharge));
        }
        self.withdrawn_along(evading.units, Motion::RetreatBeforeCharge, &been);
    }

    /// Those who have come to friends take their formation and facing, at the bottom of the stack; in a Square all of them check, each
    /// for itself (LB 19.4.3a, 19.4.3b, 12.9.4a, 12.9.4b).
    fn joins_friends(&mut self, stack: &Stack, at: Hex) {
        let table = self.table();
        let there: Stack = table.state.stack(at).filter(|id| !stack.contains(id)).collect();
        let Some(&first) = there.iter().find(|&&id| !table.is_artillery(id)) else { return };
        let (formed, facing) = (table.unit(first).formed, table.unit(first).facing);
        for &id in stack {
            if self.unit(id).in_good_order() {
                let unit = self.unit_mut(id);
                (unit.formed, unit.facing) = (formed, facing);
            }
            self.note_bulk(id);
        }
        if formed != Formed::Square {
            return;
        }
        // The newcomers have no Square about them yet.
        for &id in stack {
            self.unit_mut(id).formed = Formed::Column;
        }
        let all = self.table().stack_at(at);
        let check = Check { rule: "LB 12.9.4a", title: told::JOINS_SQUARE, kind: CheckKind::Each, modifiers: &[] };
        let checked = self.morale_check(&all, &check);
        for &id in stack.iter().filter(|&&id| checked.passed.contains(id)) {
            self.unit_mut(id).formed = Formed::Square;
        }
        for &id in stack {
            self.unit_mut(id).facing = Facing::Round;
        }
        if !checked.failed.is_empty() {
            self.violate(Violation::split(at));
        }
        for &id in all.iter().filter(|&&id| checked.failed.contains(id)) {
            self.disorder(id, Cause::Charge);
        }
    }

    /// An Opportunity Charge strikes whoever gives way, or whoever follows: the retreat is over, and so is the charge it began with
    /// (LB 19.4.5b).
    pub(super) fn stop_evading(&mut self, units: UnitSet) {
        let struck = |evading: &Evading| evading.units.iter().any(|id| units.contains(id));
        if let Some(evading) = self.state.charging.evading.iter().find(|evading| struck(evading)) {
            let no = evading.charge;
            if let Some(charge) = self.charge_mut(no) {
                (charge.targets, charge.loose, charge.finished) = (UnitSet::EMPTY, true, true);
            }
        }
    }

    /// A recall after a target gave way: from infantry the charge is free to choose anew, from cavalry it stops where it is
    /// (LB 19.1.1.3d-iii, 19.5.3b, 19.8a, G3.47).
    pub(super) fn recalled_from(&mut self, no: u8) {
        let gone = self.forget_gone(no);
        let horse = gone.iter().any(|id| self.table().is_cavalry(id));
        // Whether cavalry that has stopped like that regroups is read in two ways (LB G3.75).
        let stays = horse && self.rules.options.recalled_regroup == RecalledRegroup::Stays;
        if let Some(charge) = self.charge_mut(no) {
            charge.loose = true;
            charge.repelled |= stays;
        }
        if horse {
            self.drop_ride(no);
            self.push(Step::Charge(ChargeStep::EndRide { charge: no, disorders: false }));
        }
    }

    /// Those who gave way are no targets any more, wherever they have come to; tells who they were.
    pub(super) fn forget_gone(&mut self, no: u8) -> UnitSet {
        let Some(charge) = self.charge_mut(no) else { return UnitSet::EMPTY };
        let gone = charge.gave_way;
        gone.iter().for_each(|id| charge.targets.remove(id));
        gone
    }

    pub(super) fn forget_target(&mut self, no: u8, unit: UnitId) {
        let stack: UnitSet = self.table().stack_of(unit).into_iter().collect();
        if let Some(charge) = self.charge_mut(no) {
            stack.iter().for_each(|id| charge.targets.remove(id));
            charge.targets.remove(unit);
        }
    }

    /// The steps of a ride that is over are taken off the agenda.
    pub(super) fn drop_ride(&mut self, no: u8) {
        while let Some(step) = self.state.agenda.top() {
            let own = match step {
                Step::Charge(
                    ChargeStep::Ride(own) | ChargeStep::Meet(own) | ChargeStep::Answer(own) | ChargeStep::Declare(own),
                ) => own == no,
                _ => false,
            };
            if !own {
                break;
            }
            self.pop();
        }
    }

    /// The charge follows: infantry into the hex it left, to charge where it went; cavalry along its whole way (LB 19.4.2b, 19.5.3a).
    pub(super) fn follows_up(&mut self, no: u8, unit: UnitId, left: Hex, into: Hex) {
        self.forget_gone(no);
        if self.table().is_cavalry(unit) {
            self.drop_ride(no);
            self.push(Step::Charge(ChargeStep::Follow { charge: no, unit, at: 0 }));
        } else if let Some(charge) = self.charge_mut(no) {
            (charge.must, charge.then) = (Some(left), Some(into));
        }
    }

    /// The next hex of the way of cavalry that gave way: the pursuers ride it as far as their points go, and enemies react to each hex;
    /// they end in the zone of enemy cavalry, before ground that halts charges, and before friends it rode over, whom they fight unless
    /// they recall (LB 19.5.3a, 19.5.3.1, 19.5.3.3, 19.5.4).
    pub(super) fn follows_horse(&mut self, no: u8, unit: UnitId, at: u8) {
        let table = self.table();
        let Some(lead) = table.lead(no).filter(|_| table.charge(no).is_some_and(|it| it.stage == ChargeStage::Riding))
        else {
            return;
        };
        let trail = table.state.charging.trails.iter().rev().find(|(id, _)| *id == unit).map(|(_, trail)| trail);
        let hex = trail.and_then(|trail| trail.get(usize::from(at))).copied();
        let struck = table.unit(lead).turn.movement.halted || table.is_pgd(lead);
        let held = at > 0 && table.unit_in_zone(lead) == Zone::Cavalry;
        let gone = table.charge(no).map(|charge| charge.gave_way).unwrap_or(UnitSet::EMPTY);
        let others =
            |hex: Hex| table.top_at(hex).filter(|&top| table.enemy_at(table.side(lead), hex) && !gone.contains(top));
        let near = table.unit(unit).on_map() && table.distance(lead, unit) == 1;
        match hex.filter(|_| !struck && !held) {
            Some(hex) if others(hex).is_some() => {
                if let Some(prey) = others(hex) {
                    self.push(Step::Charge(ChargeStep::Among { charge: no, prey }));
                }
            }
            Some(hex) if table.following_cost(no, hex).is_some() => {
                let riders = table.riders(no).into_iter().collect();
                self.push(Step::Charge(ChargeStep::Follow { charge: no, unit, at: at + 1 }));
                self.push(Step::Charge(ChargeStep::FollowInto { charge: no, hex }));
                self.open_window(Trigger::Follows, lead, riders, Some(hex));
            }
            _ if near && !struck => self.push(Step::Charge(ChargeStep::Catch { charge: no, unit })),
            _ => self.push(Step::Charge(ChargeStep::EndRide { charge: no, disorders: false })),
        }
    }

    /// They come into it, if nothing has struck them.
    pub(super) fn follows_into(&mut self, no: u8, hex: Hex) {
        let table = self.table();
        let riders: Stack = table.riders(no).into_iter().filter(|&id| !table.is_pgd(id)).collect();
        let struck = riders.first().is_none_or(|&lead| table.unit(lead).turn.movement.halted);
        let Some((dir, cost)) = table.following_cost(no, hex).filter(|_| !struck) else { return };
        self.turn_riders(no, dir);
        self.moves_up(no, &riders, hex);
        for &id in &riders {
            self.unit_mut(id).turn.movement.spent += cost;
        }
        if let Some(charge) = self.charge_mut(no) {
            charge.spent += cost;
            charge.entered += 1;
            charge.last = [Some(dir), charge.last[0], charge.last[1]];
        }
    }

    /// The pursuers turn on friends of those who gave way, in whose hex they went: these are the target now, and may form Square or Up, or
    /// give way like any other (LB 19.5.3.3, 19.4.2b).
    pub(super) fn turns_on(&mut self, no: u8, prey: UnitId) {
        let table = self.table();
        let Some(lead) = table.lead(no) else { return };
        let own = table.unit(lead).hexes;
        let dir =
            table.unit(prey).hexes.iter().find_map(|hex| own.iter().find_map(|at| table.grid().direction(at, hex)));
        let faced = table.touches(no, prey);
        let stack: UnitSet = table.stack_of(prey).into_iter().collect();
        if let Some(dir) = dir.filter(|_| !faced) {
            self.turn_riders(no, dir);
        }
        if let Some(charge) = self.charge_mut(no) {
            (charge.targets, charge.must, charge.loose) = (stack, None, false);
            stack.iter().for_each(|id| charge.asked.remove(id));
        }
        self.looks_round(no);
    }

    /// Cavalry that follows turns as the way does (LB G3.77).
    fn turn_riders(&mut self, no: u8, dir: Dir) {
        let riders = self.table().riders(no);
        let Some(facing) = self.table().charge(no).map(|charge| charge.facing) else { return };
        let facing = match facing {
            Facing::Corner(corner) => {
                let best = dir.ends().into_iter().min_by_key(|&end| corner.turns_to(end));
                Facing::Corner(best.unwrap_or(corner))
            }
            _ => Facing::Side(dir),
        };
        if let Some(charge) = self.charge_mut(no) {
            charge.facing = facing;
        }
        for id in riders {
            if self.unit(id).in_good_order() && self.unit(id).formed != Formed::GeneralOrder {
                self.unit_mut(id).facing = facing;
            }
        }
    }

    /// The pursuers strike whom they have caught (LB 19.5.3.4).
    pub(super) fn catches(&mut self, no: u8, unit: UnitId) {
        let table = self.table();
        let Some(lead) = table.lead(no) else { return };
        let at = table.unit(lead).hexes.head();
        let dir = table.unit(unit).hexes.iter().find_map(|hex| table.grid().direction(at, hex));
        if let Some(dir) = dir {
            self.turn_riders(no, dir);
        }
        let stack: UnitSet = self.table().stack_of(unit).into_iter().collect();
        if let Some(charge) = self.charge_mut(no) {
            (charge.stage, charge.targets, charge.caught) = (ChargeStage::Contact, stack, true);
        }
    }
}
