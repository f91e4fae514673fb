//! Step 2: retreating before an assault (16.3).

use super::{Advancer, AssaultChoice, AssaultStep, Party, Reason};
use crate::agenda::Step;
use crate::cards::{LeaderId, MoraleBonus, UnitId, UnitSet};
use crate::charts::Mover;
use crate::decision::Decision;
use crate::face::told::{Who, assault as told, morale as told_morale};
use crate::facing::{Aspect, Kind};
use crate::fire::{FireMode, Firing};
use crate::fraction::{Fraction, Points};
use crate::hexes::{Facing, Hexes};
use crate::losses::After;
use crate::morale::{Check, CheckKind};
use crate::movement::{Cause, Going, Motion};
use crate::reactions::Trigger;
use crate::readings::{NoPath, PartingShotCheck};
use crate::stacking::Violation;
use crate::state::{Formed, Order, Readiness};
use crate::table::{Play, Stack, Table};
use crate::zones::Zone;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::{Listener, Seat};
use serde::{Deserialize, Serialize};

/// A unit that retreats before an assault, hex by hex.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    pub unit: UnitId,
    pub party: u8,
    pub allowance: Points,
    pub spent: Points,
    /// The hexes its head has been in, from the first.
    pub been: ArrayVec<Hex, 24>,
    /// It has joined friends, or come into terrain of General Order: it goes no farther (16.3.1, 16.3.2).
    pub stopped: bool,
}

/// Whether a unit may retreat, or has to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Duty {
    May,
    Must,
    /// On its parent battalion only (LB 16.3.1a).
    OnParent,
}

/// What a question about one of the defenders is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    Unit(UnitId, Duty),
    Leader(LeaderId),
}

/// Hexes a step of the retreat may lead to.
pub(super) type Outs = ArrayVec<Hex, 6>;

impl Table<'_> {
    fn attackers_of(self, defender: &Party) -> Stack {
        let Some(assault) = self.resolving() else { return Stack::new() };
        let mut all = Stack::new();
        for party in assault.parties.iter().filter(|party| party.attacking && !self.meets(party, defender).is_empty()) {
            if let Some(top) = self.party_top(party) {
                self.state.overflow.keep(&mut all, top);
            }
        }
        all
    }

    /// Who may retreat before an assault, and who must (LB 12.10.10a, 16.3.1a, 16.3b, G-11; table T-12): skirmishers from others always,
    /// from skirmishers if they are faster than all of them; cavalry that is neither Exhausted nor routed; limbered horse artillery that is
    /// alone in its hex and faster (LB 18.10.1a); a light company on its parent.
    pub(super) fn duty(self, id: UnitId, party: &Party) -> Option<Duty> {
        let (unit, card) = (self.unit(id), self.card(id));
        if !unit.on_map() || unit.order == Order::Pgd {
            return None;
        }
        let attackers = self.attackers_of(party);
        let slower = |&other: &UnitId| self.card(other).movement < card.movement;
        let escapes = attackers.iter().all(|other| !self.is_skirmishing(*other) || slower(other));
        let pressed = attackers.iter().any(|&other| self.unit(other).is_formed());
        let sheltered = unit.hexes.iter().all(|hex| self.is_go(hex));
        let bound = if pressed && !sheltered { Duty::Must } else { Duty::May };
        let parent = self.parent_beside(id).is_some();
        match card.arm {
            crate::cards::Arm::Infantry if self.is_skirmishing(id) && escapes => Some(bound),
            crate::cards::Arm::Infantry if parent => Some(Duty::OnParent),
            crate::cards::Arm::Cavalry if unit.readiness != Readiness::Exhausted => {
                Some(if self.is_skirmishing(id) { bound } else { Duty::May })
            }
            crate::cards::Arm::Artillery if self.is_limbered(id) && card.is_horse_artillery() => {
                let alone = self.stack_of(id).len() == 1;
                (alone && unit.formed != Formed::RoadColumn && attackers.iter().all(slower)).then_some(Duty::May)
            }
            _ => None,
        }
    }

    /// The hex next to a light company in which its parent battalion stands.
    fn parent_beside(self, id: UnitId) -> Option<Hex> {
        let parent = self.card(id).parent?;
        let there = self.unit(parent);
        let own = self.unit(id).hexes;
        let near = |hex: &Hex| own.iter().any(|from| self.grid().adjacent(from, *hex));
        (there.on_map() && there.order != Order::Pgd).then_some(())?;
        there.hexes.iter().find(|hex| near(hex) && !own.contains(*hex))
    }

    /// How far a unit may retreat: its whole Movement Potential, less in Disorder or when it is Tired (LB 16.3.2a).
    fn retreat_allowance(self, id: UnitId) -> Points {
        let disorder = if self.unit(id).order == Order::Disorder { Fraction::HALF } else { Fraction::ONE };
        self.share_of_movement(id, disorder)
    }

    /// The hexes a unit would cover one hex on: of several all go the same way, a column follows its head.
    fn shifted(self, id: UnitId, dir: Dir) -> Option<Hexes> {
        let unit = self.unit(id);
        if unit.formed == Formed::Companies && unit.hexes.len() > 1 {
            let head = self.grid().neighbour(unit.hexes.head(), dir)?;
            let row = std::iter::once(head).chain(unit.hexes.iter()).take(unit.hexes.len());
            return (!unit.hexes.contains(head)).then(|| Hexes::all(row)).flatten();
        }
        let row: Option<ArrayVec<Hex, 8>> = unit.hexes.iter().map(|hex| self.grid().neighbour(hex, dir)).collect();
        Hexes::all(row?)
    }

    /// Friends in a hex whom a unit can join: formed and in Good Order, of its arm; its own battalion in any order (LB 16.3.2b, 16.3.1b).
    fn joinable(self, id: UnitId, hex: Hex) -> Option<UnitId> {
        let top = self.state.stack(hex).find(|&other| other != id && !self.is_artillery(other))?;
        let parent = self.card(id).parent == Some(top);
        let formed = self.unit(top).is_formed() && self.unit(top).in_good_order();
        let same = self.card(top).arm == self.card(id).arm && self.side(top) == self.side(id);
        (same && !self.is_pgd(top) && (formed || parent)).then_some(top)
    }

    /// Whether a unit could end its retreat on hexes: nobody there, or friends it can join within the limits (LB 16.3.2a, 16.3.2b).
    fn may_rest(self, id: UnitId, hexes: Hexes) -> bool {
        let others = |hex: Hex| self.state.stack(hex).filter(move |&other| other != id);
        if hexes.iter().all(|hex| others(hex).next().is_none()) {
            return true;
        }
        hexes.iter().any(|hex| {
            let there: Stack = others(hex).collect();
            let fits = self.joinable(id, hex).is_some() && {
                let mut all = there.clone();
                self.state.overflow.keep(&mut all, id);
                self.is_within_limit(hex, &all)
            };
            // Skirmishers with skirmishers, as anybody else of a kind.
            let alike = {
                let mut all = there;
                self.state.overflow.keep(&mut all, id);
                hexes.len() == 1 && self.may_stack(hex, &all).is_ok()
            };
            fits || alike
        })
    }

    /// Whether a unit may enter hexes in its retreat, and what that costs: not through enemies, infantry not into enemy zones, cavalry and
    /// horse artillery not into those of cavalry, but for hexes that friends hold (LB 16.3.3a, 16.3.3b, 16.3.4a).
    /// A Line pays for its formation as in any movement (LB 12.6.4b).
    fn retreat_cost_into(self, retreat: &Retreat, dir: Dir) -> Option<Points> {
        let id = retreat.unit;
        let (side, unit) = (self.side(id), self.unit(id));
        let to = self.shifted(id, dir)?;
        let mut dearest = Points::ZERO;
        for hex in to.iter().filter(|&hex| !unit.hexes.contains(hex)) {
            let zone = self.enemy_zone_in_retreat(side, hex);
            let barred = if self.is_infantry(id) { zone != Zone::None } else { zone == Zone::Cavalry };
            if barred || self.enemy_at(side, hex) {
                return None;
            }
            let alone: Stack = std::iter::once(id).collect();
            if !self.may_pass(hex, &alone) && !self.may_rest(id, Hexes::one(hex)) {
                return None;
            }
            dearest = dearest.max(self.skirmish_surcharge(side, self.going(id).mover, hex));
        }
        let going: Going = self.going(id);
        let mut ground = Points::ZERO;
        for hex in unit.hexes.iter() {
            let step = self.grid().neighbour(hex, dir).filter(|next| to.contains(*next));
            if step.is_some() {
                ground = ground.max(self.hex_cost(going, hex, dir)?);
            }
        }
        let entered = retreat.been.len().saturating_sub(1) as u8;
        Some(ground + dearest + self.surcharge_after(id, going.mover, entered))
    }

    /// The hexes a retreat may lead to next: where it can rest, or from where it could go on (LB 16.3.2a).
    pub(super) fn retreat_outs(self, retreat: &Retreat) -> Outs {
        if retreat.stopped || !self.unit(retreat.unit).on_map() {
            return Outs::new();
        }
        let id = retreat.unit;
        let head = self.unit(id).hexes.head();
        let first = retreat.been.len() == 1;
        let duty = self.resolving().and_then(|assault| assault.parties.get(usize::from(retreat.party)));
        let on_parent = first && duty.and_then(|party| self.duty(id, party)) == Some(Duty::OnParent);
        let out = |dir: Dir| {
            let hex = self.grid().neighbour(head, dir)?;
            let cost = self.retreat_cost_into(retreat, dir)?;
            let to = self.shifted(id, dir)?;
            let paid = retreat.allowance.less(retreat.spent + cost)?;
            let parent = self.card(id).parent.is_some_and(|parent| self.unit(parent).hexes.contains(hex));
            let fresh = !retreat.been.contains(&hex) && (!on_parent || parent);
            let rests = self.may_rest(id, to);
            // Whoever only passes friends must be able to come out behind them.
            let passes = !rests && !self.is_go(hex) && self.comes_out(id, hex, paid, &retreat.been);
            (fresh && (rests || passes)).then_some(hex)
        };
        Dir::ALL.into_iter().filter_map(out).collect()
    }

    /// Whether there is a hex beyond one that is only passed, within those points.
    fn comes_out(self, id: UnitId, hex: Hex, left: Points, been: &[Hex]) -> bool {
        let side = self.side(id);
        Dir::ALL.into_iter().any(|dir| {
            let Some(next) = self.grid().neighbour(hex, dir) else { return false };
            let zone = self.enemy_zone_in_retreat(side, next);
            let open = if self.is_infantry(id) { zone == Zone::None } else { zone != Zone::Cavalry };
            let cost = self.hex_cost(self.going(id), hex, dir);
            open && !been.contains(&next)
                && !self.enemy_at(side, next)
                && cost.is_some_and(|cost| cost <= left)
                && self.may_rest(id, Hexes::one(next))
        })
    }

    fn retreat_from(self, id: UnitId, party: u8) -> Retreat {
        let been = std::iter::once(self.unit(id).hexes.head()).collect();
        Retreat { unit: id, party, allowance: self.retreat_allowance(id), spent: Points::ZERO, been, stopped: false }
    }

    pub(super) fn has_way_out(self, id: UnitId, party: u8) -> bool {
        !self.retreat_outs(&self.retreat_from(id, party)).is_empty()
    }

    /// The next of the defenders who has something to say, or has to go.
    pub(super) fn next_before(self) -> Option<(usize, Asked)> {
        let assault = self.resolving()?;
        let open = |party: &Party| !party.attacking && !party.out && (assault.round == 1 || party.pressed);
        let parties = || assault.parties.iter().enumerate().filter(|(_, party)| open(party));
        for (place, party) in parties() {
            for id in party.units.iter().filter(|&id| !self.unit(id).turn.assault.stays) {
                // In a second round skirmishers alone are asked (LB 16.1.1-5b).
                let late = assault.round == 2 && !self.is_skirmishing(id);
                if let Some(duty) = self.duty(id, party).filter(|_| !late) {
                    return Some((place, Asked::Unit(id, duty)));
                }
            }
        }
        for (place, party) in parties().filter(|_| assault.round == 1) {
            let side = assault.side.other();
            for hex in party.hexes.iter() {
                let undecided = |id: &LeaderId| !assault.stays.contains(*id);
                if let Some(leader) = self.leaders_at(side, hex).find(undecided) {
                    return Some((place, Asked::Leader(leader)));
                }
            }
        }
        None
    }

    /// Who is asked whether he retreats.
    pub(crate) fn before_asked(self) -> Option<Seat> {
        let (place, asked) = self.next_before()?;
        match asked {
            Asked::Unit(id, Duty::May | Duty::OnParent) => self.has_way_out(id, place as u8).then(|| self.seat(id)),
            Asked::Unit(..) => None,
            Asked::Leader(id) => (!self.leader_ways(id).is_empty()).then(|| self.leader_card(id).seat),
        }
    }

    pub(crate) fn offer_before(self, menu: &mut Vec<Decision>) {
        match self.next_before() {
            Some((_, Asked::Unit(id, _))) => {
                menu.push(Decision::Assault(AssaultChoice::Stays(id)));
                menu.push(Decision::Assault(AssaultChoice::Retreats(id)));
            }
            Some((_, Asked::Leader(leader))) => {
                menu.push(Decision::Assault(AssaultChoice::LeaderStays(leader)));
                let ways = self.leader_ways(leader).into_iter();
                menu.extend(ways.map(|to| Decision::Assault(AssaultChoice::LeaderGoes { leader, to })));
            }
            None => {}
        }
    }

    /// Where a leader may ride to before an assault, through whatever zones: as far as his points carry him, not through enemy units
    /// (LB 16.3.5a). He goes to friends, or to a hex that no enemy is next to.
    pub(crate) fn leader_ways(self, leader: LeaderId) -> ArrayVec<Hex, 128> {
        let (card, from) = (self.leader_card(leader), self.leader(leader).hex);
        let side = card.side;
        let going = Going { mover: Mover::Leader, formed: Formed::None, unformed: true };
        let most = Points::whole(card.movement);
        let mut seen: ArrayVec<(Hex, Points), 192> = ArrayVec::new();
        self.state.overflow.keep(&mut seen, (from, Points::ZERO));
        let mut next = 0;
        while let Some(&(hex, spent)) = seen.get(next) {
            next += 1;
            for dir in Dir::ALL {
                let (Some(to), Some(cost)) = (self.grid().neighbour(hex, dir), self.hex_cost(going, hex, dir)) else {
                    continue;
                };
                let sum = spent + cost;
                let known = seen.iter().any(|&(other, _)| other == to);
                if sum <= most && !known && !self.enemy_at(side, to) && seen.len() < 192 {
                    self.state.overflow.keep(&mut seen, (to, sum));
                }
            }
        }
        let rests = |hex: Hex| self.friend_at(side, hex) || !self.enemy_beside(side, hex);
        seen.into_iter().skip(1).map(|(hex, _)| hex).filter(|&hex| rests(hex)).take(128).collect()
    }

    /// Where a retreat may go, or halt.
    pub(crate) fn retreat_asked(self) -> Option<Seat> {
        let retreat = self.state.assaulting.retreat.as_ref()?;
        let outs = self.retreat_outs(retreat);
        let choice = outs.len() + usize::from(self.may_end_retreat(retreat));
        (choice > 1).then(|| self.seat(retreat.unit))
    }

    fn may_end_retreat(self, retreat: &Retreat) -> bool {
        retreat.been.len() > 1 && self.may_rest(retreat.unit, self.unit(retreat.unit).hexes)
    }

    pub(crate) fn offer_retreat(self, menu: &mut Vec<Decision>) {
        let Some(retreat) = &self.state.assaulting.retreat else { return };
        if self.may_end_retreat(retreat) {
            menu.push(Decision::Assault(AssaultChoice::Halt));
        }
        menu.extend(self.retreat_outs(retreat).into_iter().map(|hex| Decision::Assault(AssaultChoice::RetreatTo(hex))));
    }

    /// The hexes of attackers at which a light company may fire before it goes: those before it (LB 16.3.8a).
    pub(crate) fn parting_targets(self, id: UnitId) -> Outs {
        let unit = self.unit(id);
        let side = self.side(id);
        let before = |hex: Hex| self.aspect(id, hex) == Some(Aspect::Front) && self.enemy_at(side, hex);
        let assaulting = |hex: Hex| self.state.stack(hex).any(|other| self.is_assaulting(other));
        let near = unit.hexes.iter().flat_map(|own| self.neighbours(own));
        let mut outs = Outs::new();
        for hex in near.filter(|&hex| before(hex) && assaulting(hex)) {
            let from = unit.hexes.iter().find(|&own| self.grid().adjacent(own, hex)).unwrap_or(unit.hexes.head());
            let units = self.stack_at(hex);
            let attack = self.attack_on(hex, &units, &[Firing::once(from)], FireMode::Segment);
            if attack.column().is_some() && !outs.contains(&hex) {
                self.state.overflow.keep(&mut outs, hex);
            }
        }
        outs
    }

    /// Friends stand in a hex of a unit.
    fn is_accompanied(self, id: UnitId) -> bool {
        self.unit(id).hexes.iter().any(|hex| self.state.stack(hex).any(|other| other != id))
    }

    /// Facings a unit may take where it has come to rest, with points left (LB 16.3.2c).
    pub(crate) fn rest_facings(self, id: UnitId) -> crate::facing::Facings {
        let alone = self.unit(id).hexes.len() == 1 && self.stack_of(id).len() == 1;
        if alone && self.facing_kind(id) != Kind::Round { self.facings(id) } else { crate::facing::Facings::new() }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Step 2 (LB 16.1.1-2a). The next defender goes, stays because he cannot go, or the attackers see whom they still have before them.
    pub(super) fn before(&mut self) {
        if !self.has_targets() && self.nobody_withdrew() {
            // They have routed, or were never there to stand: the attackers go forward (LB 16.1.1-1b).
            self.push(Step::Assault(AssaultStep::Won));
            return;
        }
        let Some((place, asked)) = self.table().next_before() else {
            self.push(Step::Assault(AssaultStep::AfterRetreats));
            return;
        };
        self.push(Step::Assault(AssaultStep::Before));
        match asked {
            Asked::Unit(id, duty) => self.goes_or_stays(place, id, duty),
            Asked::Leader(leader) => self.leader_stays(leader),
        }
    }

    /// A unit that has to retreat does; one without a way out stays: foot rolls the worse for it, horse stands, guns roll
    /// (LB 16.3b, 16.3.3c, 16.3.4b).
    pub(super) fn goes_or_stays(&mut self, place: usize, id: UnitId, duty: Duty) {
        if duty == Duty::Must && self.table().has_way_out(id, place as u8) {
            return self.withdraw(place, id);
        }
        // By the other reading also who might have gone, and could not (LB G-93).
        let eligible = self.rules.options.no_path == NoPath::Eligible && duty == Duty::May;
        let bound = duty == Duty::Must || eligible && !self.table().has_way_out(id, place as u8);
        let worse = bound && self.table().is_infantry(id);
        if let Some(party) = self.party_mut(place) {
            party.no_path |= worse;
        }
        self.stays(id);
    }

    fn nobody_withdrew(&self) -> bool {
        let Some(assault) = &self.state.assaulting.current else { return false };
        !assault.parties.iter().any(|party| party.withdrew)
    }

    pub(super) fn stays(&mut self, id: UnitId) {
        self.unit_mut(id).turn.assault.stays = true;
    }

    pub(super) fn leader_stays(&mut self, leader: LeaderId) {
        if let Some(assault) = &mut self.state.assaulting.current {
            assault.stays.insert(leader);
        }
    }

    /// A leader rides off. Troops that stay behind without him feel it (LB 16.3.5b); a bonus below nothing counts nothing.
    pub(super) fn leader_goes(&mut self, leader: LeaderId, to: Hex) {
        let table = self.table();
        let from = table.leader(leader).hex;
        let bonus = match table.bonuses(leader).morale {
            MoraleBonus::Number(bonus) => bonus.max(0),
            MoraleBonus::None | MoraleBonus::Passes => 0,
        };
        self.tell("LB 16.3.5a", told::LEADER_LEAVES, &[Who::Leader(leader), Who::Hex(to)]);
        let him = self.leader_mut(leader);
        (him.hex, him.turn.moved) = (to, true);
        if let Some(assault) = &mut self.state.assaulting.current {
            for party in assault.parties.iter_mut().filter(|party| !party.attacking && party.hexes.contains(from)) {
                party.abandoned = party.abandoned.max(bonus);
            }
            assault.stays.insert(leader);
        }
    }

    /// A unit begins to retreat.
    pub(super) fn withdraw(&mut self, place: usize, id: UnitId) {
        let retreat = self.table().retreat_from(id, place as u8);
        self.tell("LB 16.3a", told::RETREATS_BEFORE, &[Who::Unit(id)]);
        self.state.assaulting.retreat = Some(retreat);
        self.stays(id);
        self.push(Step::Assault(AssaultStep::Withdraw));
    }

    /// One hex of it, or its end. A British light company that falls back on its battalion may fire first (LB 16.3.8a); enemies may react
    /// unless friends whose hex it has come to hold their zones off: those it sets out from do not (LB 16.3.6a, 10.1.4a).
    pub(super) fn withdraws(&mut self, chosen: Option<Hex>) {
        let Some(retreat) = self.state.assaulting.retreat.clone() else { return };
        let id = retreat.unit;
        let table = self.table();
        if !table.unit(id).on_map() || table.is_pgd(id) {
            self.state.assaulting.retreat = None;
            return;
        }
        let only = table.retreat_outs(&retreat).first().copied().filter(|_| !table.may_end_retreat(&retreat));
        let Some(to) = chosen.or(only) else {
            self.rests();
            return;
        };
        let shoots = retreat.been.len() == 1
            && table.card(id).is_british()
            && table.card(id).parent.is_some_and(|parent| table.unit(parent).hexes.contains(to))
            && !table.parting_targets(id).is_empty();
        self.push(Step::Assault(AssaultStep::Withdraw));
        self.push(Step::Assault(AssaultStep::WithdrawGoes(to)));
        if retreat.been.len() == 1 || !self.table().is_accompanied(id) {
            self.open_window(Trigger::Leaves, id, std::iter::once(id).collect(), Some(to));
        }
        if shoots {
            self.push(Step::Assault(AssaultStep::PartingShot(id)));
        }
    }

    /// The Parting Shot (LB 16.1.1-2b): a Fire Attack like any other, so those it hits check, unless a club counts it as part of the assault
    /// (LB 16.3.8a, G-64).
    pub(super) fn parting_shot(&mut self, id: UnitId, at: Hex) {
        let table = self.table();
        let from = table.unit(id).hexes.iter().find(|&own| table.grid().adjacent(own, at));
        let Some(from) = from else { return };
        let units = table.stack_at(at);
        let attack = table.attack_on(at, &units, &[Firing::once(from)], FireMode::Segment);
        self.has_fired(&[(from, at)], FireMode::Segment);
        let checks = self.rules.options.parting_shot_check == PartingShotCheck::Yes;
        if checks {
            self.begin_event(Cause::Fire);
        }
        let after = if checks { After::Check } else { After::Nothing };
        self.fire_attack("LB 16.3.8a", &attack, &units, after);
    }

    /// It enters the next hex, if it still can; where it joins friends nobody reacts to that (LB 10.1.3.1b).
    pub(super) fn withdraw_goes(&mut self, to: Hex) {
        let Some(mut retreat) = self.state.assaulting.retreat.clone() else { return };
        let id = retreat.unit;
        let table = self.table();
        let head = table.unit(id).hexes.head();
        let Some(dir) = table.grid().direction(head, to).filter(|_| table.unit(id).on_map() && !table.is_pgd(id))
        else {
            self.state.assaulting.retreat = None;
            return;
        };
        let (Some(cost), Some(hexes)) = (table.retreat_cost_into(&retreat, dir), table.shifted(id, dir)) else {
            retreat.stopped = true;
            self.state.assaulting.retreat = Some(retreat);
            return;
        };
        let go = hexes.iter().any(|hex| table.is_go(hex));
        let joins = hexes.iter().find_map(|hex| table.joinable(id, hex));
        let parent = table.card(id).parent;
        retreat.spent += cost;
        self.state.overflow.keep(&mut retreat.been, to);
        let facing = match self.unit(id).facing {
            Facing::Side(_) => Facing::Side(dir),
            other => other,
        };
        self.state.put(id, hexes, facing);
        let deeds = &mut self.unit_mut(id).turn;
        deeds.movement.spent += cost;
        deeds.assault.retreated = retreat.been.len() as u8 - 1;
        if let Some(party) = self.party_mut(usize::from(retreat.party)) {
            party.withdrew = true;
            party.units.remove(id);
        }
        // On its own battalion it stops, takes its place at the bottom and its facing (LB 16.3.1b); the parent may fire at those who
        // come after it (LB 16.3.8b).
        let own = joins.is_some() && joins == parent;
        if own && let Some(parent) = parent {
            if self.table().card(id).is_british() {
                self.state.assaulting.sheltering.insert(parent);
            }
            retreat.stopped = true;
        }
        retreat.stopped |= go;
        self.settle_on_ground(id);
        self.note_bulk(id);
        self.state.assaulting.retreat = Some(retreat);
    }

    /// It comes to rest: among friends it takes their formation and facing; more than half of its points leave foot and guns in Disorder
    /// and horse Exhausted (LB 16.3.2b, 16.3.3.1a, 16.3.4.1a); with points left it may turn (LB 16.3.2c).
    pub(super) fn rests(&mut self) {
        let Some(retreat) = self.state.assaulting.retreat.take() else { return };
        let id = retreat.unit;
        let table = self.table();
        let hexes = table.unit(id).hexes;
        let printed = Points::whole(table.card(id).movement);
        let tired = retreat.spent.times(2) > printed;
        let left = retreat.spent < retreat.allowance;
        let joins = hexes.iter().find_map(|hex| table.joinable(id, hex));
        if left && joins.is_none() && !table.rest_facings(id).is_empty() && !tired {
            self.push(Step::Assault(AssaultStep::WithdrawFaces(id)));
        }
        self.withdrawn(&retreat);
        let apart = joins.is_some_and(|top| self.joins(id, top));
        self.is_assaulted_there(id);
        if tired {
            if self.table().is_cavalry(id) {
                self.unit_mut(id).readiness = Readiness::Exhausted;
                self.tell("LB 16.3.4.1a", told::IS_EXHAUSTED, &[Who::Unit(id)]);
            } else if self.unit(id).in_good_order() {
                self.disorder(id, Cause::Morale);
            }
        }
        // Those whom a Square does not take in are displaced, and it stays as it is (LB 12.9.4a).
        if apart {
            return;
        }
        // Whoever comes to friends in Disorder, or finds them so, stands with them in Disorder (LB 11.1.2i).
        let shared = joins.map_or(hexes, |top| self.unit(top).hexes);
        for hex in shared.iter() {
            self.mix_orders(hex);
        }
    }

    /// Whoever has come to another target of the same assault is assaulted with it (LB 16.2.3.1a).
    fn is_assaulted_there(&mut self, id: UnitId) {
        let hexes = self.unit(id).hexes;
        if let Some(assault) = &mut self.state.assaulting.current {
            let there = |party: &&mut Party| !party.attacking && !party.out && party.hexes.meets(hexes);
            let other = |party: &&mut Party| !party.origin.contains(id);
            for party in assault.parties.iter_mut().filter(there).filter(other) {
                party.units.insert(id);
            }
        }
    }

    /// A unit joins friends at the bottom of their stack; into a Square by a check of all (LB 16.3.2b, 12.9.4a). Tells whether that has
    /// parted them.
    pub(super) fn joins(&mut self, id: UnitId, top: UnitId) -> bool {
        let table = self.table();
        let (hexes, joined) = (table.unit(top).hexes, table.unit(top).formed);
        let sound = table.unit(top).order == Order::Good && table.unit(id).order == Order::Good;
        let (formed, facing) = table.conformed(id, top);
        self.state.put(id, hexes, facing);
        if sound && joined == Formed::Square {
            return self.joins_square(id, top);
        }
        self.unit_mut(id).formed = formed;
        self.note_bulk(id);
        for hex in hexes.iter() {
            self.mix_orders(hex);
        }
        false
    }

    fn joins_square(&mut self, id: UnitId, top: UnitId) -> bool {
        let stack = self.table().stack_of(top);
        let check = Check { rule: "LB 12.9.4a", title: told_morale::CHECKS, kind: CheckKind::Each, modifiers: &[] };
        let checked = self.morale_check(&stack, &check);
        if checked.passed.contains(id) {
            self.unit_mut(id).formed = Formed::Square;
        }
        let apart = !checked.failed.is_empty() && !checked.passed.is_empty();
        if apart {
            let hex = self.unit(top).hexes.head();
            self.violate(Violation::split(hex));
        }
        for failed in checked.failed.iter() {
            self.disorder(failed, Cause::Stacking);
        }
        apart
    }

    /// All have said what they do. Where nobody is left in a hex its attackers go into it and may turn to another; one that has another
    /// target in contact stays (LB 16.1.1-2c, 16.3.7a, 16.2.7.1d, G-47).
    pub(super) fn after_retreats(&mut self) {
        self.forsaken_guns();
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let mut after: ArrayVec<Advancer, { super::MOST_PARTIES }> = ArrayVec::new();
        let mut gone: ArrayVec<usize, 12> = ArrayVec::new();
        for place in table.parties_in(true) {
            let party = &assault.parties[place];
            let meant = |other: &&Party| party.targets.into_iter().flatten().any(|hex| other.hexes.contains(hex));
            let targets: Vec<&Party> =
                assault.parties.iter().filter(|other| !other.attacking && meant(other)).collect();
            if targets.iter().any(|other| table.is_in(other)) {
                continue;
            }
            let to = party.targets.into_iter().flatten().find(|&hex| !table.enemy_at(assault.side, hex));
            if let (Some(to), Some(top)) = (to, table.party_top(party)) {
                table.state.overflow.keep(&mut after, Advancer::of(top, party.units, to));
                table.state.overflow.keep(&mut gone, place);
            }
        }
        let rest = table.parties_in(true).len() > gone.len();
        for place in gone {
            if let Some(party) = self.party_mut(place) {
                party.out = true;
            }
        }
        if rest {
            self.push(Step::Assault(AssaultStep::RoundBegins));
        }
        if !after.is_empty() {
            self.state.assaulting.advancing = after;
            self.push(Step::Assault(AssaultStep::AdvanceNext(Reason::Vacated)));
        }
    }

    /// What a retreat before an assault leaves behind: the way it went, for those who harass it (LB 12.10.7d).
    fn withdrawn(&mut self, retreat: &Retreat) {
        let units: UnitSet = std::iter::once(retreat.unit).collect();
        self.withdrawn_along(units, Motion::RetreatBeforeAssault, &retreat.been);
    }
}
