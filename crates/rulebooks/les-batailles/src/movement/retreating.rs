//! Retreats under way: routs, recoils and bounces, hex by hex (13.2).

use super::retreat::Ways;
use super::{Cause, Motion, MoveChoice, MoveStep};
use crate::LesBatailles;
use crate::agenda::Step;
use crate::cards::{LeaderId, LeaderSet, UnitId, UnitSet};
use crate::charts::Harassed;
use crate::decision::Decision;
use crate::face::told::{Who, morale as told_morale, movement as told, stacking as told_stacking};
use crate::fire::Attack;
use crate::fraction::{Fraction, Points};
use crate::ground::Terrain;
use crate::hexes::{Facing, Hexes};
use crate::losses::After;
use crate::morale::{Check, CheckKind};
use crate::readings::{Harassment, RecoilOverfull};
use crate::stacking::Violation;
use crate::state::{Formed, Loss, Order, Readiness};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::{Listener, SeatSet, Side};
use serde::{Deserialize, Serialize};

/// The most hexes of one retreat.
pub const MOST_PATH: usize = 48;

/// How far from every enemy a routed unit wants to be (12.12.2, 13.2.5).
pub const FAR: u16 = 15;

/// A retreat under way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    pub motion: Motion,
    pub units: UnitSet,
    pub leaders: LeaderSet,
    pub cause: Cause,
    /// Points left to a rout or a bounce.
    pub left: Points,
    /// Hexes left to a recoil.
    pub hexes: u8,
    /// The hexes it has been in, from the first.
    pub been: ArrayVec<Hex, MOST_PATH>,
    /// It is far enough from the enemy and looks for cover (13.2.6).
    pub covering: bool,
}

/// The way a stack has retreated: whoever pursues follows it (16.9.3.1, 19.11).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Path {
    pub units: UnitSet,
    pub motion: Motion,
    /// From the hex it left to where it stopped.
    pub hexes: ArrayVec<Hex, MOST_PATH>,
    /// Skirmishing cavalry that has still to harass it (12.10.7).
    pub due: UnitSet,
}

/// What the chapter keeps of retreats.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Retreats {
    /// Under way, the innermost last.
    pub under_way: ArrayVec<Retreat, 12>,
    /// Done, the latest last. Whoever pursues clears them before the fight and reads them after it.
    pub paths: ArrayVec<Path, 12>,
}

impl<'a> Table<'a> {
    /// The innermost retreat.
    pub fn retreat(self) -> Option<&'a Retreat> {
        self.state.retreats.under_way.last()
    }

    /// The path that a unit retreated by last.
    pub fn path_of(self, id: UnitId) -> Option<&'a Path> {
        self.state.retreats.paths.iter().rev().find(|path| path.units.contains(id))
    }

    /// The units of a retreat that still retreat together, from the top down.
    pub(super) fn retreating(self, retreat: &Retreat) -> Stack {
        let Some(&at) = retreat.been.last() else { return Stack::new() };
        self.state.stack(at).filter(|&id| retreat.units.contains(id)).collect()
    }

    /// Points of the printed Movement Potential that a share leaves, readiness and light taken into account; halves up
    /// (LB 13.1.1.1a, 12.12.2c, 19.9.3a).
    pub fn share_of_movement(self, id: UnitId, share: Fraction) -> Points {
        let tired = match (self.is_cavalry(id), self.unit(id).readiness) {
            (true, Readiness::Tired) => Fraction::HALF,
            (true, Readiness::Exhausted) => Fraction::THIRD,
            _ => Fraction::ONE,
        };
        Points::share(self.movement_by_light(id), share * tired)
    }

    /// Whether a unit is far enough from every enemy of its side to stop running (LB 12.12.2d).
    fn is_far(self, side: Side, hex: Hex) -> bool {
        self.of_side(side.other()).all(|id| self.distance_to(id, hex) >= FAR)
    }

    /// Ground that is no clear ground: where routed units hide (LB 13.2.6a).
    fn is_cover(self, hex: Hex) -> bool {
        self.ground().at(hex) != Terrain::Clear
    }

    /// Hexes to the nearest cover that is far from every enemy and where the stack could stay (LB 13.2.6a), if it is nearer than that.
    fn to_cover(self, stack: &Stack, from: Hex, limit: u16) -> Option<u16> {
        let side = stack.first().map(|&top| self.side(top))?;
        let fits = |hex: Hex| {
            let mut all: Stack = self.state.stack(hex).filter(|id| !stack.contains(id)).collect();
            for &id in stack {
                self.state.overflow.keep(&mut all, id);
            }
            self.may_stack(hex, &all).is_ok() && self.is_far(side, hex)
        };
        let pin = self.grid().pin(from);
        let mut nearest = None;
        for hex in self.grid().hexes().filter(|&hex| self.is_cover(hex)) {
            let far = self.grid().stretch(pin, self.grid().pin(hex)).length;
            if far < nearest.unwrap_or(limit) && fits(hex) {
                nearest = Some(far);
            }
        }
        nearest
    }

    /// What the next hex of a retreat costs the whole stack: the dearest of its units (LB 13.2.1a, 13.1.3.2a).
    fn retreat_cost(self, stack: &Stack, from: Hex, dir: Dir) -> Option<Points> {
        let mut dearest = Points::ZERO;
        for &id in stack {
            let to = self.grid().neighbour(from, dir)?;
            let mover = self.going(id).mover;
            // All costs are in effect, those of the zone of skirmishing horse too (LB 13.2.1a, 12.10.7b).
            let zone = self.skirmish_surcharge(self.side(id), mover, to);
            dearest = dearest.max(self.hex_cost(self.going(id), from, dir)? + zone);
        }
        Some(dearest)
    }

    /// The hexes among which a retreat goes on: where all of the stack may go, and can pay. None: it stops there.
    pub fn next_of_retreat(self, retreat: &Retreat) -> Ways {
        let stack = self.retreating(retreat);
        let Some((&at, &top)) = retreat.been.last().zip(stack.first()) else { return Ways::new() };
        let affords = |hex: &Hex| {
            let dir = self.grid().direction(at, *hex);
            let cost = dir.and_then(|dir| self.retreat_cost(&stack, at, dir));
            match retreat.motion {
                Motion::Recoil => retreat.hexes > 0,
                _ => cost.is_some_and(|cost| cost <= retreat.left),
            }
        };
        if retreat.covering {
            let side = self.side(top);
            let Some(now) = self.to_cover(&stack, at, u16::MAX).filter(|&far| far > 0) else { return Ways::new() };
            let nearer = |hex: &Hex| self.is_far(side, *hex) && self.to_cover(&stack, *hex, now).is_some();
            let open = self.open_ways(&stack, at, &retreat.been);
            return open.into_iter().filter(|hex| affords(hex) && nearer(hex)).collect();
        }
        self.ways_together(&stack, at, &retreat.been).into_iter().filter(affords).collect()
    }

    /// Where every unit of a stack may go.
    fn open_ways(self, stack: &Stack, at: Hex, been: &[Hex]) -> Ways {
        let Some((&top, rest)) = stack.split_first() else { return Ways::new() };
        let open = |id: UnitId, hex: Hex| self.retreat_open(id, at, been).contains(&hex);
        self.retreat_open(top, at, been).into_iter().filter(|&hex| rest.iter().all(|&id| open(id, hex))).collect()
    }

    /// The ways of a retreat that all units of a stack share (LB 13.2.4a).
    fn ways_together(self, stack: &Stack, at: Hex, been: &[Hex]) -> Ways {
        let Some(&top) = stack.first() else { return Ways::new() };
        let side = self.side(top);
        self.farther(side, at, self.open_ways(stack, at, been))
    }

    /// Whether a rout leads off the map from there: the side of the hex away from the enemy has no hex beyond, and no hex of the map is
    /// farther off (LB 13.2.7a, G-49).
    fn leaves_map(self, retreat: &Retreat, stack: &Stack) -> bool {
        let Some((&at, &top)) = retreat.been.last().zip(stack.first()) else { return false };
        let side = self.side(top);
        let Some(now) = self.nearest_enemy(side, at) else { return false };
        let farther = |hex: &Hex| self.nearest_enemy(side, *hex) > Some(now);
        let inward = self.open_ways(stack, at, &retreat.been).iter().any(farther);
        let beyond = Dir::ALL.into_iter().any(|dir| {
            let off = self.grid().neighbour(at, dir).is_none();
            off && self.of_side(side.other()).all(|id| {
                let nearest = self.unit(id).hexes.iter().map(|hex| self.grid().offset(hex, at));
                nearest.min_by_key(|offset| offset.length()).is_none_or(|offset| {
                    let step = dir.offset();
                    let away = field::hexes::Offset { q: offset.q + step.q, r: offset.r + step.r };
                    away.length() > offset.length() || offset.length() > now
                })
            })
        });
        retreat.motion == Motion::Rout && !retreat.covering && !inward && beyond
    }
}

impl LesBatailles {
    /// Whether skirmishing cavalry is asked if it harasses (G-51).
    fn harassment_is_asked(&self) -> bool {
        self.options.harassment == Harassment::Choice
    }
}

impl<L: Listener> Play<'_, L> {
    /// Units that have fallen into PGD in a hex run together (LB 12.12.2a); their leaders go with them (LB 8.1.6a).
    pub(super) fn begin_rout(&mut self, id: UnitId) {
        let table = self.table();
        // Whoever ran with others of his hex has run.
        if !table.unit(id).on_map() || table.unit(id).order != Order::Pgd || !table.unit(id).turn.movement.flees {
            return;
        }
        let at = table.unit(id).hexes.head();
        let flees = |other: UnitId| other == id || table.unit(other).turn.movement.flees && table.is_pgd(other);
        let stack: Stack = table.state.stack(at).filter(|&other| flees(other)).collect();
        let pace = |&one: &UnitId| {
            let whole = table.share_of_movement(one, Fraction::of(3, 2));
            whole - table.unit(one).turn.movement.bounced
        };
        let left = stack.iter().map(pace).min().unwrap_or_default();
        let leaders = table.leaders_at(table.side(id), at).collect();
        let units = stack.iter().copied().collect();
        for &one in &stack {
            let deeds = &mut self.unit_mut(one).turn.movement;
            (deeds.flees, deeds.bounced) = (false, Points::ZERO);
        }
        self.retreat(Retreat {
            motion: Motion::Rout,
            units,
            leaders,
            cause: Cause::Morale,
            left,
            hexes: 0,
            been: std::iter::once(at).collect(),
            covering: false,
        });
    }

    /// A stack recoils: guns that are unlimbered are lost, everybody else goes so many hexes (LB 13.2.1b, 16.7.1a, 16.7.5a).
    pub(super) fn begin_recoil(&mut self, id: UnitId, hexes: u8) {
        let stack = self.begin_involuntary(id, Cause::Assault);
        self.falls_back(&stack, Motion::Recoil, Points::ZERO, hexes);
    }

    /// Cavalry bounces: a third of its points (LB 19.9.3a).
    pub(super) fn begin_bounce(&mut self, id: UnitId) {
        let stack = self.begin_involuntary(id, Cause::Charge);
        let table = self.table();
        let points = stack.iter().map(|&one| table.share_of_movement(one, Fraction::THIRD)).min();
        self.falls_back(&stack, Motion::Bounce, points.unwrap_or_default(), 0);
    }

    /// The stack that falls back with a unit: all in its hex that are not running already.
    fn begin_involuntary(&mut self, id: UnitId, cause: Cause) -> Stack {
        if !self.unit(id).on_map() {
            return Stack::new();
        }
        let at = self.unit(id).hexes.head();
        let stack = self.table().stack_at(at);
        let guns: Stack = stack.iter().copied().filter(|&one| self.table().is_unlimbered(one)).collect();
        for gun in guns {
            self.guns_are_overrun(gun, cause);
        }
        let table = self.table();
        table.state.stack(at).filter(|&one| !table.is_pgd(one)).collect()
    }

    fn falls_back(&mut self, stack: &Stack, motion: Motion, left: Points, hexes: u8) {
        let Some(&top) = stack.first() else { return };
        let at = self.unit(top).hexes.head();
        let retreat = Retreat {
            motion,
            units: stack.iter().copied().collect(),
            leaders: LeaderSet::EMPTY,
            cause: if motion == Motion::Bounce { Cause::Charge } else { Cause::Assault },
            left,
            hexes,
            been: std::iter::once(at).collect(),
            covering: false,
        };
        let leaders: ArrayVec<LeaderId, 8> = {
            let table = self.table();
            table.leaders_at(table.side(top), at).take(8).collect()
        };
        self.retreat(retreat);
        // Each leader goes with them or stays, as his owner likes (LB G28).
        for leader in leaders {
            self.push(Step::Move(MoveStep::LeaderGoes(leader)));
        }
    }

    fn retreat(&mut self, retreat: Retreat) {
        let (value, overflow) = self.state.with_overflow();
        if overflow.keep(&mut value.retreats.under_way, retreat) {
            self.push(Step::Move(MoveStep::Retreats));
        }
    }

    /// One hex of the innermost retreat, or its end. The step has been taken off the agenda.
    pub(super) fn go_on_retreating(&mut self, chosen: Option<Hex>) {
        let Some(retreat) = self.table().retreat().cloned() else { return };
        let table = self.table();
        let stack = table.retreating(&retreat);
        let Some((&at, &top)) = retreat.been.last().zip(stack.first()) else { return self.end_retreat() };
        let side = table.side(top);
        if retreat.motion == Motion::Rout && !retreat.covering && table.is_far(side, at) {
            // Far enough: what is left is spent to find cover (LB 13.2.6a).
            if let Some(retreat) = self.state.retreats.under_way.last_mut() {
                retreat.covering = true;
            }
            self.push(Step::Move(MoveStep::Retreats));
            return;
        }
        if retreat.covering && table.is_cover(at) {
            return self.end_retreat();
        }
        let done = retreat.motion == Motion::Recoil && retreat.hexes == 0;
        if !done && table.leaves_map(&retreat, &stack) && retreat.left >= Points::ONE {
            return self.routs_off(&stack, &retreat);
        }
        let ways = table.next_of_retreat(&retreat);
        match chosen.or_else(|| ways.first().copied()) {
            Some(to) if ways.contains(&to) => self.retreats_to(&stack, to),
            _ if done || retreat.covering => self.end_retreat(),
            // It has run as far as it can, wherever that is.
            _ if retreat.motion != Motion::Recoil && retreat.left == Points::ZERO => self.end_retreat(),
            // Nowhere to go, whatever it would cost: it surrenders (LB 13.2.4c).
            _ if table.open_ways(&stack, at, &retreat.been).is_empty() => self.cannot_retreat(&stack, &retreat),
            _ => self.end_retreat(),
        }
    }

    /// A stack that cannot go together goes in parts; a single kind that has nowhere to go surrenders (LB 13.2.4c).
    fn cannot_retreat(&mut self, stack: &Stack, retreat: &Retreat) {
        let table = self.table();
        let stuck =
            |&id: &UnitId| retreat.been.last().is_none_or(|&at| table.retreat_open(id, at, &retreat.been).is_empty());
        let (lost, others): (Stack, Stack) = stack.iter().copied().partition(|id| stuck(id));
        if lost.is_empty() {
            // They part: whoever goes like the top unit goes on, the others for themselves.
            let Some(&top) = stack.first() else { return self.end_retreat() };
            let like = self.table().going(top).mover;
            let rest: Stack = others.into_iter().filter(|&id| self.table().going(id).mover != like).collect();
            let mut part = retreat.clone();
            (part.units, part.leaders) = (rest.iter().copied().collect(), LeaderSet::EMPTY);
            if let Some(first) = self.state.retreats.under_way.last_mut() {
                rest.iter().for_each(|&id| first.units.remove(id));
            }
            self.push(Step::Move(MoveStep::Retreats));
            self.retreat(part);
            return;
        }
        for &id in &lost {
            self.surrenders(id);
        }
        if others.is_empty() {
            self.end_retreat();
        } else {
            self.push(Step::Move(MoveStep::Retreats));
        }
    }

    fn surrenders(&mut self, id: UnitId) {
        self.tell("LB 13.2.4c", told_stacking::SURRENDERS, &[Who::Unit(id)]);
        self.remove(id, Loss::Surrendered);
    }

    /// Routed off the map: destroyed (LB 13.2.7a); leaders go with them.
    fn routs_off(&mut self, stack: &Stack, retreat: &Retreat) {
        if let Some(&at) = retreat.been.last() {
            self.pay_for_zone(stack, retreat.motion, at);
        }
        let going: Stack = stack.iter().copied().filter(|&id| self.unit(id).on_map()).collect();
        for id in going {
            self.tell("LB 13.2.7a", told::ROUTS_OFF, &[Who::Unit(id)]);
            self.remove(id, Loss::RoutedOff);
        }
        self.end_retreat();
    }

    /// The stack leaves its hex, pays for an enemy zone there, and enters the next; friends there may suffer from it (LB 10.5a, 13.2b,
    /// LB 11.1.4b, 16.7.3a). No window is opened for it: nobody reacts, and cavalry harasses when it is over (LB 16.7.4a).
    fn retreats_to(&mut self, stack: &Stack, to: Hex) {
        let Some(retreat) = self.table().retreat().cloned() else { return };
        let Some(&at) = retreat.been.last() else { return };
        let Some(dir) = self.table().grid().direction(at, to) else { return };
        let cost = self.table().retreat_cost(stack, at, dir).unwrap_or_default();
        self.pay_for_zone(stack, retreat.motion, at);
        let going: Stack = stack.iter().copied().filter(|&id| self.unit(id).on_map()).collect();
        if going.is_empty() {
            return self.end_retreat();
        }
        for &id in &going {
            self.arrives(id, to);
            self.unit_mut(id).turn.movement.spent += cost;
        }
        for leader in retreat.leaders.iter() {
            if self.table().leader(leader).on_map() {
                self.put_leader(leader, to);
            }
        }
        self.tell("LB 13.2.4a", told::FALLS_BACK, &[Who::Units(&going), Who::Hex(to)]);
        let (value, overflow) = self.state.with_overflow();
        if let Some(retreat) = value.retreats.under_way.last_mut() {
            retreat.left = retreat.left - cost;
            retreat.hexes = retreat.hexes.saturating_sub(1);
            overflow.keep(&mut retreat.been, to);
        }
        self.push(Step::Move(MoveStep::Retreats));
        self.over_friends(&going, to, retreat.motion);
    }

    /// A unit in a retreat comes into a hex; what was formed goes into General Order where the ground asks for it (LB 12.7a, G-10).
    fn arrives(&mut self, id: UnitId, to: Hex) {
        let facing = self.unit(id).facing;
        self.state.put(id, Hexes::one(to), facing);
        self.settle_on_ground(id);
        self.note_bulk(id);
    }

    /// A unit that has come by force into terrain of General Order takes it, and one that has come out of it stands in Column, horse in
    /// Line (LB 12.7a, 12.7.5b, G-10).
    pub(crate) fn settle_on_ground(&mut self, id: UnitId) {
        let table = self.table();
        let unit = *table.unit(id);
        let go = unit.hexes.iter().any(|hex| table.is_go(hex));
        let formed = match (table.card(id).arm, unit.formed) {
            _ if unit.order != Order::Good => return,
            (_, Formed::Column | Formed::Companies | Formed::Line | Formed::Square) if go => Formed::GeneralOrder,
            (crate::cards::Arm::Infantry, Formed::GeneralOrder) if !go => Formed::Column,
            (crate::cards::Arm::Cavalry, Formed::GeneralOrder) if !go => Formed::Line,
            _ => return,
        };
        self.unit_mut(id).formed = formed;
        let facing = self.table().faced(id, unit.facing);
        self.unit_mut(id).facing = match (facing, unit.facing) {
            (Facing::Side(_), Facing::Corner(corner)) => Facing::Side(corner.front()[0]),
            (Facing::Corner(_), Facing::Side(side)) => Facing::Corner(side.ends()[0]),
            (facing, _) => facing,
        };
    }

    /// Whoever retreats into a hex of friends may break the rules of stacking there (LB 11.1.4b). One that goes on only passes.
    fn over_friends(&mut self, stack: &Stack, hex: Hex, motion: Motion) {
        let coming: UnitSet = stack.iter().copied().collect();
        if !self.table().violates(hex, coming, motion) {
            return;
        }
        let Some(retreat) = self.table().retreat() else { return };
        let table = self.table();
        let on = match motion {
            Motion::Recoil => retreat.hexes > 0,
            _ => !table.next_of_retreat(retreat).is_empty() || table.leaves_map(retreat, stack),
        };
        let overfull = motion == Motion::Recoil && retreat.hexes == 0;
        if overfull && self.rules.options.recoil_overfull == RecoilOverfull::GoesOn && !table.fits(hex) {
            // By the other reading the recoil goes on until there is room (LB G-52).
            if let Some(retreat) = self.state.retreats.under_way.last_mut() {
                retreat.hexes = 1;
            }
            return self.violate(Violation::new(hex, coming, motion).passing());
        }
        let violation = Violation::new(hex, coming, motion);
        self.violate(if on { violation.passing() } else { violation });
    }

    /// The innermost retreat is over: enemies whose Skirmish Zone it led through harass it (LB 12.10.7d); cavalry that bounced
    /// checks (LB 19.9.3b).
    fn end_retreat(&mut self) {
        let Some(retreat) = self.state.retreats.under_way.pop() else { return };
        let units = retreat.units;
        for leader in retreat.leaders.iter().filter(|_| retreat.motion == Motion::Rout) {
            // Whoever has routed has moved (LB 8.1.6c).
            self.leader_has_moved(leader);
        }
        let path = Path { units, motion: retreat.motion, hexes: retreat.been.clone(), due: UnitSet::EMPTY };
        let paths = &mut self.state.retreats.paths;
        if paths.is_full() {
            paths.remove(0);
        }
        paths.push(path);
        if retreat.motion == Motion::Bounce {
            self.push(Step::Move(MoveStep::Bounced));
        }
        self.harassers_of(&retreat);
    }

    /// What follows a bounce: the stack checks; who passes is Disordered, who fails routs, and so does who was Disordered before
    /// (LB 19.9.3b, 24.1, G20).
    pub(super) fn bounced(&mut self) {
        let Some(path) = self.state.retreats.paths.last().cloned() else { return };
        let Some(&at) = path.hexes.last() else { return };
        let table = self.table();
        let stack: Stack = table.state.stack(at).filter(|&id| path.units.contains(id) && !table.is_pgd(id)).collect();
        if stack.is_empty() {
            return;
        }
        let spent = self.points_along(&stack, &path);
        let check = Check { rule: "LB 19.9.3b", title: told_morale::CHECKS, kind: CheckKind::General, modifiers: &[] };
        let checked = self.morale_check(&stack, &check);
        for &id in &stack {
            // A rout that follows has so much less (LB G3.16).
            self.unit_mut(id).turn.movement.bounced = spent;
            if checked.failed.contains(id) {
                self.rout(id, Cause::Charge);
            } else {
                self.disorder(id, Cause::Charge);
            }
        }
    }

    fn points_along(&self, stack: &Stack, path: &Path) -> Points {
        let table = self.table();
        let steps = path.hexes.iter().zip(path.hexes.iter().skip(1));
        steps.fold(Points::ZERO, |sum, (&from, &to)| {
            let dir = table.grid().direction(from, to);
            sum + dir.and_then(|dir| table.retreat_cost(stack, from, dir)).unwrap_or_default()
        })
    }

    /// Each enemy skirmisher of horse through whose zone a retreat has led attacks it: by duty, or if its owner likes (LB 12.10.7d,
    /// 13.2b, G-51).
    fn harassers_of(&mut self, retreat: &Retreat) {
        self.harassers_along(retreat.units, &retreat.been);
    }

    /// A retreat before an assault or a charge is over: the way it went is kept, and harassed (LB 12.10.7d, 16.3.3b).
    pub(crate) fn withdrawn_along(&mut self, units: UnitSet, motion: Motion, been: &[Hex]) {
        let hexes = been.iter().copied().take(MOST_PATH).collect();
        let path = Path { units, motion, hexes, due: UnitSet::EMPTY };
        let paths = &mut self.state.retreats.paths;
        if paths.is_full() {
            paths.remove(0);
        }
        paths.push(path);
        self.harassers_along(units, been);
    }

    fn harassers_along(&mut self, units: UnitSet, been: &[Hex]) {
        let table = self.table();
        let Some(side) = units.iter().next().map(|id| table.side(id)) else { return };
        let left = been.split_last().map_or(been, |(_, left)| left);
        let near = |id: UnitId| table.is_cavalry(id) && table.is_skirmishing(id);
        let harasses = |id: UnitId| {
            let zone = table.skirmish_zone(id);
            left.iter().any(|&hex| zone.contains(hex))
        };
        let harassers: ArrayVec<UnitId, 16> =
            table.of_side(side.other()).filter(|&id| near(id) && harasses(id)).take(16).collect();
        for id in harassers {
            if let Some(path) = self.state.retreats.paths.last_mut() {
                path.due.insert(id);
            }
            self.push(Step::Move(MoveStep::Harass(id)));
        }
    }

    /// Its owner does not want it harassed.
    pub(super) fn lets_retreat(&mut self, id: UnitId) {
        if let Some(path) = self.state.retreats.paths.iter_mut().rev().find(|path| path.due.contains(id)) {
            path.due.remove(id);
        }
    }

    /// A Fire Attack with the Skirmish Value for every hex of the zone that was left, against the sum of what those hexes offer and what
    /// kind of unit it is (LB 12.10.7.1a, 12.10.7.1b).
    pub(super) fn harass(&mut self, id: UnitId) {
        // What it does may bring about another retreat, which is harassed by itself.
        let Some(path) = self.state.retreats.paths.iter_mut().rev().find(|path| path.due.contains(id)) else { return };
        path.due.remove(id);
        let path = path.clone();
        let table = self.table();
        let Some(&at) = path.hexes.last() else { return };
        let stack: Stack = table.state.stack(at).filter(|&one| path.units.contains(one)).collect();
        let Some(&top) = stack.first() else { return };
        let zone = table.skirmish_zone(id);
        let left: ArrayVec<Hex, MOST_PATH> =
            path.hexes[..path.hexes.len() - 1].iter().copied().filter(|&hex| zone.contains(hex)).collect();
        let charts = &table.rules.charts.fire;
        let who = match path.motion {
            Motion::Rout if table.is_cavalry(top) => Harassed::CavalryRouting,
            Motion::RetreatBeforeAssault | Motion::RetreatBeforeCharge if table.is_infantry(top) => {
                Harassed::SkirmishersRetreating
            }
            _ => Harassed::Other,
        };
        let ground: i32 =
            left.iter().map(|&hex| i32::from(charts.harassment(table.ground().at(hex)).unwrap_or(0))).sum();
        let defense = u8::try_from(ground + i32::from(charts.harassed(who))).unwrap_or(u8::MAX);
        let value = Fraction::whole(u32::from(table.skirmish_value(id)) * left.len() as u32);
        let density = stack.iter().map(|&one| table.increments(one)).sum();
        let attack = Attack { target: at, value, defense, shift: 0, density, bonus: 0, guns: false, far: false };
        self.tell("LB 12.10.7d", told::HARASSES, &[Who::Unit(id), Who::Units(&stack)]);
        self.begin_event(Cause::Fire);
        self.fire_attack("LB 12.10.7.1a", &attack, &stack, After::Check);
    }
}

impl Table<'_> {
    /// All units in a hex may stand there together.
    pub fn fits(self, hex: Hex) -> bool {
        self.may_stack(hex, &self.stack_at(hex)).is_ok()
    }

    /// The owner of a retreating stack, where it has a choice.
    pub(super) fn asked_in_retreat(self) -> SeatSet {
        let Some(retreat) = self.retreat() else { return SeatSet::EMPTY };
        let stack = self.retreating(retreat);
        let Some((&top, &at)) = stack.first().zip(retreat.been.last()) else { return SeatSet::EMPTY };
        let running = retreat.motion == Motion::Rout && !retreat.covering;
        let settled = running && self.is_far(self.side(top), at) || retreat.covering && self.is_cover(at);
        if settled || self.leaves_map(retreat, &stack) || self.next_of_retreat(retreat).len() < 2 {
            return SeatSet::EMPTY;
        }
        SeatSet::one(self.seat(top))
    }

    /// What a stack that retreats is asked: where, if there are several ways.
    pub(super) fn retreat_menu(self, menu: &mut Vec<Decision>) {
        let ways = self.retreat().map(|retreat| self.next_of_retreat(retreat)).unwrap_or_default();
        menu.extend(ways.into_iter().map(|hex| Decision::Move(MoveChoice::FallBack(hex))));
    }

    /// Whether the owner of skirmishing cavalry is asked if it harasses.
    pub(super) fn asks_to_harass(self) -> bool {
        self.rules.harassment_is_asked()
    }
}
