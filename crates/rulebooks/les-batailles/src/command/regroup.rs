//! The Regroup chit: whoever is out of command goes back to his leader, others put themselves in order, and marches and Static Positions
//! move (chapter 8.9.2).

use super::{CommandChoice, Mu, MuKind};
use crate::artillery::GunChoice;
use crate::cards::{LeaderId, LeaderSet, UnitId, UnitSet};
use crate::decision::Decision;
use crate::face::told::{Who, command as told};
use crate::formations::FormChoice;
use crate::movement::{Motion, MoveChoice, Moving};
use crate::readings::{RegroupBar, TerminusRegroup};
use crate::state::Formed;
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Listener, Refusal, Seat, Side};

/// What a unit may do with the Regroup chit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regrouping {
    /// Everything, in a Static Position (8.8.3).
    Position,
    /// Its march goes on (8.7).
    March,
    /// Back to its leader, who may have gone ahead of it (LB 8.9.2.1a, 24.14).
    Back,
    /// Order, facing and formation where it stands (8.9.2.2).
    InPlace,
}

/// What lies within the span at a goal.
enum Span {
    Of(LeaderId),
    Hexes(u8),
}

/// Where a regrouping unit goes.
enum Goal {
    /// Its officer, or a Terminus in his place: it stops within the span.
    Within(Hex, Span),
    /// The Static Position it has left.
    Position(u8),
}

type Goals = ArrayVec<Goal, 3>;

fn no<T>(rule: &'static str, words: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, words))
}

impl Table<'_> {
    /// What a unit may do when the Regroup chit is resolved: once a turn, not in PGD, not as the target of an assault (LB 8.4.3.5c,
    /// LB 8.9.2a, 8.9.2b, 8.9.2d, 8.9.2.2a).
    pub fn regrouping(self, id: UnitId) -> Result<Regrouping, Refusal> {
        let unit = self.unit(id);
        if !unit.on_map() || self.is_pgd(id) {
            return no("LB 8.9.2a", "it is routed, or not on the map");
        }
        if unit.wrecked {
            return no("LB 18.14.1.2", "a wreck does not move");
        }
        if unit.turn.movement.moved || unit.turn.movement.halted {
            return no("LB 8.4b", "it has moved in this turn");
        }
        if self.is_pinned(id) {
            return no("LB 8.4.3.5c", "it is the target of an assault");
        }
        if self.is_in_position(id) {
            return Ok(Regrouping::Position);
        }
        let out = !self.is_in_command(id);
        // Whoever is out of command regroups instead of marching (LB G27).
        if !out && self.march_of(id).is_some() {
            return Ok(Regrouping::March);
        }
        if out {
            // Within the span again he neither regroups nor is in command (LB G5).
            if !unit.turn.command.lost {
                return no("LB G5", "it was out of command, and is within the span again");
            }
            let barred = match self.rules.options.regroup_bar {
                RegroupBar::Adjacent => self.is_beside_enemy(id),
                RegroupBar::Zone => self.unit_in_zone(id) != crate::zones::Zone::None,
            };
            if barred {
                return no("LB 8.9.2a", "the enemy is too near");
            }
            return if self.has_goal(id) { Ok(Regrouping::Back) } else { no("LB 8.9.2a", "it has nobody to go to") };
        }
        if self.is_in_mu(id) {
            return no("LB 8.9.2.2a", "it is part of a Maneuver Unit");
        }
        if self.unit_in_zone(id) != crate::zones::Zone::None {
            return no("LB 8.9.2.2a", "it is in an enemy zone");
        }
        Ok(Regrouping::InPlace)
    }

    /// The Administrative March a unit is on.
    fn march_of(self, id: UnitId) -> Option<Mu> {
        self.marches().map(|(_, mu)| mu).find(|mu| mu.members.contains(id))
    }

    /// Where its leader has ridden ahead it follows him (LB 8.7f). Its officer, or the next above him where there is none (LB 8.9.2a, 8.9.2b, G13); a Terminus after it has entered (LB 8.9.2c, 8.10.7b,
    /// G37); the Static Position it has left (LB 8.8.4a).
    fn regroup_goals(self, id: UnitId) -> Goals {
        let mut goals = Goals::new();
        if let Some(position) = self.static_position(id) {
            goals.push(Goal::Position(position));
            return goals;
        }
        if let Some(leader) = self.regroups_to(id) {
            goals.push(Goal::Within(self.leader(leader).hex, Span::Of(leader)));
        }
        if let Some(hex) = self.terminus_of(id) {
            let echelon = self.commanding_formation(self.card(id).formation).map(|formation| self.echelon(formation));
            let span = echelon.map_or(3, super::chain::usual_span);
            goals.push(Goal::Within(hex, Span::Hexes(span)));
        }
        goals
    }

    fn regroups_to(self, id: UnitId) -> Option<LeaderId> {
        let above = || self.chain(self.card(id).formation).find_map(|formation| self.leader_of(formation));
        self.superior(id).or_else(above)
    }

    fn terminus_of(self, id: UnitId) -> Option<Hex> {
        let (entered, now) = (self.unit(id).entered, self.state.turn);
        let due = match self.rules.options.terminus_regroup {
            TerminusRegroup::FromThenOn => now > entered,
            TerminusRegroup::NextTurn => now == entered.saturating_add(1),
        };
        self.card(id).arrival.filter(|_| entered > 0 && due).and_then(|at| self.terminus(at.into()))
    }

    fn has_goal(self, id: UnitId) -> bool {
        self.static_position(id).is_some() || self.regroups_to(id).is_some() || self.terminus_of(id).is_some()
    }

    fn distance_to_goal(self, goal: &Goal, hex: Hex) -> u16 {
        match goal {
            Goal::Within(centre, _) => self.grid().distance(hex, *centre),
            Goal::Position(position) => {
                let hexes = self.rules.positions.get(usize::from(*position)).map_or(&[][..], |at| &at.hexes);
                hexes.iter().map(|&own| self.grid().distance(hex, own)).min().unwrap_or(u16::MAX)
            }
        }
    }

    /// It has come within the span, or into the position (LB 8.9.2.1c, 8.8.4a).
    fn is_at_goal(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        self.regroup_goals(id).iter().any(|goal| match goal {
            Goal::Within(_, Span::Of(leader)) => self.has_in_reach(*leader, id),
            Goal::Within(hex, Span::Hexes(span)) => self.distance_to(id, *hex) <= u16::from(*span),
            Goal::Position(_) => unit.hexes.iter().any(|hex| self.distance_to_goal(goal, hex) == 0),
        })
    }

    /// Straight towards it, or round what is in the way: units, ground that is prohibited or puts into General Order, enemies
    /// (LB 8.9.2.1d, 8.7.3b, G33).
    fn leads_towards(self, id: UnitId, to: Hex, apart: &dyn Fn(Hex) -> u16) -> bool {
        let from = self.unit(id).hexes.head();
        if apart(to) < apart(from) {
            return true;
        }
        let open = |hex: Hex| self.is_open_to(id, hex);
        let straight = self.neighbours(from).any(|near| apart(near) < apart(from) && open(near));
        !straight && self.way_round(from, to, apart, &open)
    }

    /// Whether a step of a unit on the move leads on: found out once for each side of its hex, since ways round are long to look for.
    fn goes_onward(self, id: UnitId, to: Hex, find: impl FnOnce() -> bool) -> bool {
        match self.grid().direction(self.unit(id).hexes.head(), to) {
            Some(dir) => self.state.kept.onward(self.state.version(), id, dir.index(), find),
            None => find(),
        }
    }

    /// Ground that a unit on its way need not go round.
    fn is_open_to(self, id: UnitId, hex: Hex) -> bool {
        let terrain = self.rules.charts.ground.terrain(self.ground().at(hex));
        !terrain.general_order && self.state.is_empty(hex) && !self.enemy_beside(self.side(id), hex)
    }

    /// The hex lies on a shortest way round to where it is nearer than now.
    fn way_round(self, from: Hex, to: Hex, apart: &dyn Fn(Hex) -> u16, open: &dyn Fn(Hex) -> bool) -> bool {
        if !open(to) {
            return false;
        }
        // How far it is to a hex that is nearer, if no farther than that.
        let length = |start: Hex, most: u16| -> Option<u16> {
            let (aim, mut seen) = (apart(from), ArrayVec::<Hex, 640>::new());
            let mut known = [0u64; super::tracing::MOST_ON_MAP / 64];
            let mut fresh = |hex: Hex| {
                let (word, bit) = (hex.index() / 64 % known.len(), 1 << (hex.index() % 64));
                let fresh = known[word] & bit == 0;
                known[word] |= bit;
                fresh
            };
            fresh(start);
            seen.push(start);
            let (mut ring, mut far) = (0, 0u16);
            while ring < seen.len() && far <= most {
                let edge = seen.len();
                for at in ring..edge {
                    let hex = seen[at];
                    if apart(hex) < aim {
                        return Some(far);
                    }
                    for near in self.neighbours(hex) {
                        if !seen.is_full() && fresh(near) && open(near) {
                            seen.push(near);
                        }
                    }
                }
                (ring, far) = (edge, far + 1);
            }
            None
        };
        let now = length(from, u16::MAX).filter(|&now| now > 0);
        now.is_some_and(|now| length(to, now - 1).is_some())
    }

    /// What a stack that moves with the Regroup chit may decide, whatever else the rules of movement say.
    pub(crate) fn may_on_the_chit(self, moving: &Moving, decision: Decision) -> Result<(), Refusal> {
        let quiet = matches!(moving.motion, Motion::Regroup | Motion::Administrative);
        if !quiet {
            return Ok(());
        }
        // LB 8.9.2.1a, G27.
        if matches!(decision, Decision::Assault(_) | Decision::Charge(_)) {
            return no("LB 8.9.2.1a", "units that regroup or march neither assault nor charge");
        }
        if moving.motion == Motion::Administrative {
            return match decision {
                Decision::Move(MoveChoice::Halt) => self.may_halt_on_march(moving),
                // Its march is off: it stays as it stands (LB 8.7.3c, G27).
                _ if self.march_of(moving.top).is_none() => no("LB 8.7.3c", "its march has been cancelled"),
                _ => Ok(()),
            };
        }
        if self.is_in_command(moving.top) {
            return self.may_in_place(decision);
        }
        let formed = self.unit(moving.top).formed;
        match decision {
            Decision::Form(FormChoice::Change { formed: new, .. })
                if new == Formed::RoadColumn || formed == Formed::RoadColumn =>
            {
                Ok(())
            }
            Decision::Form(FormChoice::Stand) => Ok(()),
            Decision::Form(_) => no("LB 8.9.2.1g", "regrouping units only leave cover, or enter or leave Road Column"),
            Decision::Gun(GunChoice::Limber) => Ok(()),
            Decision::Gun(_) => no("LB 8.9.2.1g", "regrouping guns are limbered, and nothing else"),
            // Out of cover into Column (LB 8.9.2.1e, G33).
            Decision::Move(MoveChoice::Out { formed: new, .. })
                if formed == Formed::GeneralOrder && !matches!(new, Formed::Column | Formed::Companies) =>
            {
                no("LB 8.9.2.1e", "it forms Column when it comes out of cover")
            }
            Decision::Move(MoveChoice::Wheel(_) | MoveChoice::Widen { .. } | MoveChoice::Narrow { .. }) => {
                no("LB 8.9.2.1d", "it goes as straight as it can")
            }
            _ => Ok(()),
        }
    }

    /// Where they stand, units may change their order, facing and formation, and lie down or stand up (LB 8.9.2.2a, 8.9.2.2b).
    fn may_in_place(self, decision: Decision) -> Result<(), Refusal> {
        match decision {
            Decision::Form(FormChoice::Extend { .. }) => no("LB 8.9.2.2b", "it may not extend into more hexes"),
            Decision::Form(FormChoice::BreakDown | FormChoice::Reform(_)) => {
                no("LB 8.9.2.2a", "it changes order, facing or formation, and nothing else")
            }
            Decision::Gun(GunChoice::Prolong(_)) => no("LB 8.9.2.2a", "it is In Command and stays where it is"),
            // Lying down and standing up too (LB 12.13b).
            Decision::Form(_) | Decision::Gun(_) => Ok(()),
            Decision::Move(
                MoveChoice::Halt
                | MoveChoice::Face(_)
                | MoveChoice::Restack(_)
                | MoveChoice::Leave(_)
                | MoveChoice::LeaveLeader(_),
            ) => Ok(()),
            _ => no("LB 8.9.2.2a", "it is In Command and stays where it is"),
        }
    }

    /// Whether a stack that moves with the Regroup chit may come to lie like that.
    pub(crate) fn may_come_to_lie(
        self,
        moving: &Moving,
        bodies: &[(UnitId, crate::movement::Body)],
        enters: bool,
    ) -> Result<(), Refusal> {
        if !matches!(moving.motion, Motion::Regroup | Motion::Administrative) {
            return Ok(());
        }
        for (id, body) in bodies {
            let (unit, side) = (self.unit(*id), self.side(*id));
            let fresh = || body.hexes.iter().filter(|&hex| !unit.hexes.contains(hex));
            if moving.motion == Motion::Regroup && self.is_in_command(*id) && fresh().next().is_some() {
                return no("LB 8.9.2.2b", "it may not extend into more hexes");
            }
            // LB 8.9.2.1b, G27.
            if fresh().any(|hex| self.enemy_beside(side, hex)) {
                return no("LB 8.9.2.1b", "it may not move next to the enemy");
            }
            if !enters || fresh().next().is_none() {
                continue;
            }
            match moving.motion {
                Motion::Regroup => self.may_regroup_to(moving, *id, body.hexes.head())?,
                _ => self.may_march_to(*id, body.hexes.head())?,
            }
        }
        Ok(())
    }

    /// Guns on a march are prolonged only where they might go (LB 8.7.3b, G27).
    pub(crate) fn may_be_prolonged_to(self, moving: &Moving, to: Hex) -> Result<(), Refusal> {
        if moving.motion != Motion::Administrative {
            return Ok(());
        }
        if self.enemy_beside(self.side(moving.top), to) {
            return no("LB 8.9.2.1b", "it may not move next to the enemy");
        }
        self.may_march_to(moving.top, to)
    }

    fn may_regroup_to(self, moving: &Moving, id: UnitId, to: Hex) -> Result<(), Refusal> {
        if moving.entered > 0 && self.is_at_goal(id) {
            return no("LB 8.9.2.1c", "it has come within the span and stops");
        }
        let cover = |hex: Hex| self.rules.charts.ground.terrain(self.ground().at(hex)).general_order;
        // From cover to cover is one hex, and whoever enters cover stops (LB 8.9.2.1f, 8.9.2.1g).
        if moving.entered > 0 && self.unit(id).hexes.iter().any(cover) {
            return no("LB 8.9.2.1f", "in General Order terrain it stops");
        }
        let towards = |goal: &Goal| self.leads_towards(id, to, &|hex| self.distance_to_goal(goal, hex));
        if self.goes_onward(id, to, || self.regroup_goals(id).iter().any(towards)) {
            return Ok(());
        }
        no("LB 8.9.2.1d", "it goes to its leader as straight as it can")
    }

    /// On the way to the destination; once the leader is there, his units adjust their position (LB 8.7.2a, 8.7.2b, 8.7.3b).
    fn may_march_to(self, id: UnitId, to: Hex) -> Result<(), Refusal> {
        let Some(mu) = self.march_of(id) else { return no("LB 8.7.3c", "its march has been cancelled") };
        let Some(destination) = mu.destination else { return Ok(()) };
        if self.has_arrived(&mu) {
            return Ok(());
        }
        let from = self.unit(id).hexes.head();
        let on_road = self.grid().direction(from, to).is_some_and(|dir| {
            let side = self.ground().hexside(from, dir);
            side.road || side.trail
        });
        let apart = |hex: Hex| self.grid().distance(hex, destination);
        if on_road || self.goes_onward(id, to, || self.leads_towards(id, to, &apart)) {
            Ok(())
        } else {
            no("LB 8.7.3b", "it marches to its destination as straight as it can")
        }
    }

    /// A unit of a march may not put itself out of command (LB 8.7.3a).
    fn may_halt_on_march(self, moving: &Moving) -> Result<(), Refusal> {
        if moving.entered == 0 {
            return Ok(());
        }
        let Some(mu) = self.march_of(moving.top) else { return Ok(()) };
        let party = self.party_of(mu.leader, MuKind::AdministrativeMarch);
        let reach = self.reach(mu.leader, false);
        let was_in = moving.from.iter().any(|hex| self.reaches(&reach, hex));
        if party.units.contains(moving.top) || !was_in {
            Ok(())
        } else {
            no("LB 8.7.3a", "it would put itself out of command")
        }
    }

    /// The units in a unit's hexes that may move as it does, from the top down.
    fn regrouping_stack(self, id: UnitId) -> Stack {
        match self.regrouping(id) {
            Ok(kind) => self.stack_regrouping(id, kind),
            Err(_) => Stack::new(),
        }
    }

    /// The same for a unit that may do that.
    fn stack_regrouping(self, id: UnitId, kind: Regrouping) -> Stack {
        let alike = |other: UnitId| {
            other == id
                || self.regrouping(other) == Ok(kind)
                    && (kind != Regrouping::Back
                        || self.superior(other) == self.superior(id)
                            && self.static_position(other) == self.static_position(id))
        };
        self.stack_of(id).into_iter().filter(|&other| alike(other)).collect()
    }

    /// A stack is taken up by the first of it that may.
    pub(super) fn may_regroup(self, id: UnitId) -> Result<(), Refusal> {
        let kind = self.regrouping(id)?;
        if self.stack_regrouping(id, kind).first() == Some(&id) {
            Ok(())
        } else {
            no("LB 13.1.3a", "a stack is taken up by its top unit")
        }
    }

    pub(super) fn may_regroup_alone(self, id: UnitId) -> Result<(), Refusal> {
        let kind = self.regrouping(id)?;
        if self.stack_regrouping(id, kind).len() > 1 { Ok(()) } else { no("LB 13.1.3a", "it is alone") }
    }

    /// The leader of a march rides on by himself (LB 8.7.2a).
    pub(super) fn may_ride_on_march(self, id: LeaderId) -> Result<(), Refusal> {
        let mu = self.marches().map(|(_, mu)| mu).find(|mu| mu.leader == id);
        let Some(mu) = mu else { return no("LB 8.7e", "he is on no Administrative March") };
        if self.leader(id).turn.moved {
            return no("LB 8.1.2a", "he has moved in this turn");
        }
        if self.has_arrived(&mu) || mu.flipped {
            return no("LB 8.7.2a", "he has arrived, and stays");
        }
        let next = self.march_rides_to_the_next(id);
        if next || self.march_rides(id).next().is_some() { Ok(()) } else { no("LB 8.7.3b", "the way is shut") }
    }

    /// A hex next to him is one of those.
    fn march_rides_to_the_next(self, id: LeaderId) -> bool {
        let destination = self.mu_of(id).and_then(|mu| self.mu(mu)).and_then(|mu| mu.destination);
        let (from, side) = (self.leader(id).hex, self.leader_card(id).side);
        let apart = |hex: Hex| destination.map_or(0, |to| self.grid().distance(hex, to));
        self.rides_next(id).any(|hex| apart(hex) < apart(from) && !self.enemy_beside(side, hex))
    }

    /// The hexes a ride on the march may lead to: nearer to the destination, and not next to the enemy.
    pub(super) fn march_rides(self, id: LeaderId) -> impl Iterator<Item = Hex> {
        let destination = self.mu_of(id).and_then(|mu| self.mu(mu)).and_then(|mu| mu.destination);
        let (from, side) = (self.leader(id).hex, self.leader_card(id).side);
        let apart = move |hex: Hex| destination.map_or(0, |to| self.grid().distance(hex, to));
        let rides = self.rides(id, self.leader_card(id).movement);
        let on = rides.into_iter().map(|(hex, _)| hex);
        on.filter(move |&hex| apart(hex) < apart(from) && !self.enemy_beside(side, hex))
    }

    /// An escort that began the Leader chit with its leader, and has not moved (LB 8.9.1.1a).
    pub(super) fn may_escort(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        let deeds = self.unit(id).turn.movement;
        let free = self.unit(id).on_map() && !self.is_pgd(id) && !self.is_pinned(id) && !deeds.moved && !deeds.halted;
        let with_him = self.state.commanding.escorts.contains(id);
        if free && with_him { Ok(()) } else { no("LB 8.9.1.1a", "it is no escort that could move now") }
    }

    pub(super) fn has_regrouping(self, side: Side, seat: Seat) -> bool {
        let unit = |id: UnitId| self.seat(id) == seat && self.regrouping(id).is_ok();
        let rides = |id: LeaderId| self.leader_card(id).seat == seat && self.may_ride_on_march(id).is_ok();
        self.of_side(side).any(unit) || self.leaders_of(side).any(rides)
    }

    pub(super) fn offer_regrouping(self, side: Side, seat: Seat, menu: &mut Vec<Decision>) {
        for id in self.of_side(side).filter(|&id| self.seat(id) == seat) {
            let Ok(kind) = self.regrouping(id) else { continue };
            let stack = self.stack_regrouping(id, kind);
            if stack.first() == Some(&id) {
                menu.push(Decision::Command(CommandChoice::Regroup(id)));
            }
            if stack.len() > 1 {
                menu.push(Decision::Command(CommandChoice::RegroupAlone(id)));
            }
        }
        for id in self.leaders_of(side).filter(|&id| self.leader_card(id).seat == seat) {
            if self.may_ride_on_march(id).is_ok() {
                menu.push(Decision::Command(CommandChoice::Ride(id)));
            }
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A stack is taken up with the Regroup chit.
    pub(super) fn regroup(&mut self, id: UnitId, alone: bool) {
        let Ok(kind) = self.table().regrouping(id) else { return };
        let stack: Stack = if alone { std::iter::once(id).collect() } else { self.table().regrouping_stack(id) };
        let table = self.table();
        let motion = match kind {
            // Like an ordinary Maneuver Unit (LB 8.8.3a, 8.8.3b).
            Regrouping::Position => Motion::Maneuver,
            Regrouping::March => Motion::Administrative,
            Regrouping::Back | Regrouping::InPlace => Motion::Regroup,
        };
        let march = table.march_of(id).filter(|_| kind == Regrouping::March);
        let rides_along = |leader: &LeaderId| {
            let his = march
                .is_some_and(|mu| mu.leaders.contains(*leader) && !(mu.leader == *leader && table.has_arrived(&mu)));
            his && !table.leader(*leader).turn.moved
        };
        let leaders: LeaderSet = stack.iter().flat_map(|&one| table.leaders_with(one)).filter(rides_along).collect();
        let allowance = table.allowance(&stack);
        let units: UnitSet = stack.iter().copied().collect();
        units.iter().for_each(|one| self.state.commanding.active.insert(one));
        self.tell("LB 8.9.2a", told::REGROUPS, &[Who::Units(&stack)]);
        self.begin_move(motion, &stack, leaders, allowance);
    }

    /// The leader of a march has come to his destination with a stack: he stays there, and it goes on to adjust its position with the points
    /// it has left (LB 8.7.2a, 8.7.2b).
    pub(crate) fn leader_arrives(&mut self, moving: &Moving) {
        let march = self.table().march_of(moving.top).filter(|_| moving.motion == Motion::Administrative);
        let Some(mu) = march.filter(|mu| moving.leaders.contains(mu.leader) && self.table().has_arrived(mu)) else {
            return;
        };
        if let Some(moving) = self.state.moves.last_mut() {
            moving.leaders.remove(mu.leader);
        }
        self.leader_has_moved(mu.leader);
    }

    /// Escorts act with the Leader chit like a Maneuver Unit (LB 8.9.1.1a).
    pub(super) fn escort_moves(&mut self, id: UnitId) {
        let stack: Stack = std::iter::once(id).collect();
        let allowance = self.table().allowance(&stack);
        self.state.commanding.active.insert(id);
        self.begin_move(Motion::Maneuver, &stack, LeaderSet::EMPTY, allowance);
    }
}
