//! What the chapter has to do with a stack on the move: declaring an assault, coming up to its target, failing to (16.1, 16.2, 16.10).

use super::{Assault, AssaultChoice, AssaultStep};
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::face::told::{Who, assault as told};
use crate::morale::{Check, CheckKind};
use crate::movement::{Cause, Motion, Moving};
use crate::reactions::Trigger;
use crate::state::{Formed, Order, Prone};
use crate::table::{Play, Stack, Table};
use field::hexes::Hex;
use kernel::{Listener, Refusal, Seat, Side};

fn no(rule: &'static str, words: &'static str) -> Result<(), Refusal> {
    Err(Refusal::new(rule, words))
}

impl Table<'_> {
    /// The top infantry of a stack on the move: it is what assaults; cavalry fights by charging alone (LB 16.0a, 19.1d).
    fn assaulter(self, moving: &Moving) -> Option<UnitId> {
        let mut stack: Stack = moving.units.iter().filter(|&id| self.unit(id).on_map()).collect();
        stack.sort_by_key(|&id| self.unit(id).rank);
        stack.into_iter().find(|&id| self.is_infantry(id))
    }

    /// A unit has declared an assault that is not yet resolved.
    pub(crate) fn has_declared_assault(self, id: UnitId) -> bool {
        self.is_assaulting(id)
    }

    /// The assaults that a stack on the move may declare, for as long as it is told to go on; false when it was stopped. Each is judged
    /// before it is shown.
    pub(crate) fn each_assault(self, moving: &Moving, each: &mut dyn FnMut(AssaultChoice) -> bool) -> bool {
        // Also in the turn it comes onto the map (LB 8.10.4a).
        if !matches!(moving.motion, Motion::Maneuver | Motion::Enter) {
            return true;
        }
        let Some(unit) = self.assaulter(moving) else { return true };
        let state = self.unit(unit);
        // LB 12.8.4a, 12.12.3a, 12.13.1c.
        let able = state.order != Order::Pgd && state.formed != Formed::RoadColumn && state.prone != Prone::Prone;
        if !able || self.is_assaulting(unit) {
            return true;
        }
        let seat = self.seat(unit);
        let reach = u16::from(self.closing_points(moving)) + 1;
        let mut show = |choice: AssaultChoice| self.judge_assaults(moving, seat, choice).is_err() || each(choice);
        // Each hex once: for the unit on top of it.
        self.enemies_of(unit).all(|id| {
            self.unit(id).hexes.iter().filter(|&at| self.top_at(at) == Some(id)).all(|at| {
                let near = self.distance_to(unit, at) <= reach.max(1);
                !near
                    || show(AssaultChoice::Declare { unit, at })
                        && show(AssaultChoice::OldGuardCharge { unit, at })
                        && self
                            .beside_target(unit, at)
                            .is_none_or(|and| show(AssaultChoice::DeclareBoth { unit, at, and }))
            })
        })
    }

    /// Whole points that are left to come up with.
    fn closing_points(self, moving: &Moving) -> u8 {
        moving.allowance.twelfths().saturating_sub(moving.spent.twelfths()) as u8 / 12
    }

    /// The hex to the right of a target, as a Line of two hexes would have it before its right.
    fn beside_target(self, unit: UnitId, at: Hex) -> Option<Hex> {
        let hexes = self.unit(unit).hexes;
        let axis = self.grid().direction(hexes.head(), hexes.get(1)?)?;
        self.grid().neighbour(at, axis)
    }

    /// Hexes to the nearest enemy combat unit, from where it began to move or from where it is, whichever is nearer (LB 16.1b, 16.4.1a).
    fn closing_distance(self, unit: UnitId, moving: &Moving) -> u8 {
        let side = self.side(unit);
        let all = moving.from.iter().chain(self.unit(unit).hexes.iter());
        let nearest = all.filter_map(|hex| self.nearest_enemy(side, hex)).min().unwrap_or(u16::MAX);
        u8::try_from(nearest).unwrap_or(u8::MAX)
    }

    /// Whether a stack on the move may declare that.
    pub(crate) fn judge_assaults(self, moving: &Moving, _seat: Seat, choice: AssaultChoice) -> Result<(), Refusal> {
        let (unit, at, and) = match choice {
            AssaultChoice::Declare { unit, at } | AssaultChoice::OldGuardCharge { unit, at } => (unit, at, None),
            AssaultChoice::DeclareBoth { unit, at, and } => (unit, at, Some(and)),
            _ => return Err(self.out_of_turn()),
        };
        self.known(unit)?;
        // Also in the turn it comes onto the map (LB 8.10.4a).
        if !matches!(moving.motion, Motion::Maneuver | Motion::Enter) {
            return no("LB 16.1a", "assaults are declared while a Maneuver Unit moves");
        }
        if self.assaulter(moving) != Some(unit) {
            return no("LB 16.0a", "it is the top infantry of the stack on the move that assaults");
        }
        let card = self.card(unit);
        let state = self.unit(unit);
        // Disorder keeps nobody from it (LB 12.11.3b).
        if state.order == Order::Pgd {
            return no("LB 12.12.3a", "routed units do not assault");
        }
        if state.formed == Formed::RoadColumn {
            return no("LB 12.8.4a", "a Road Column does not assault");
        }
        if state.prone == Prone::Prone {
            return no("LB 12.13.1c", "it has to stand up first");
        }
        if self.is_assaulting(unit) {
            return no("LB 16.1a", "it bears an Assault Marker already");
        }
        if matches!(choice, AssaultChoice::OldGuardCharge { .. }) && !card.is_old_guard() {
            return no("LB 16.10.2a", "a unit of the Old Guard has to be on top");
        }
        if matches!(choice, AssaultChoice::OldGuardCharge { .. }) && state.turn.assault.charged {
            return no("LB 16.10.1d", "after its charge it assaults like any other");
        }
        let side = self.side(unit);
        for hex in std::iter::once(at).chain(and) {
            if !self.enemy_at(side, hex) {
                return no("LB 16.2.6a", "no combat unit of the enemy stands there");
            }
        }
        if let Some(and) = and {
            let aligned =
                state.formed == Formed::Line && state.hexes.len() == 2 && self.beside_target(unit, at) == Some(and);
            let apart = !self.state.stack(at).any(|id| self.unit(id).hexes.contains(and));
            if !aligned || !apart {
                return no("LB 16.2.7a", "a Line of two hexes assaults two stacks only if it could enter both hexes");
            }
        }
        let reach = u16::from(self.closing_points(moving));
        let far = self.distance_to(unit, at);
        if far > 1 && (moving.stopped || far > reach + 1) {
            return no("LB 16.1d", "it could not come next to it");
        }
        Ok(())
    }

    /// Whether the marker of a stack has its targets next to it and before it (LB 16.1c, 16.2.1a). A Line that assaults two stacks has one
    /// straight before each of its hexes (LB 16.2.7a, G-28).
    pub(crate) fn is_upon(self, assault: &Assault) -> bool {
        let lead = assault.units.iter().find(|&id| self.unit(id).on_map() && !self.is_pgd(id));
        let Some(lead) = lead else { return false };
        let hexes = self.unit(lead).hexes;
        let faces = |own: Hex, to: Hex| {
            let dir = self.grid().direction(own, to);
            dir.is_some_and(|dir| self.fronts(lead, own, dir))
        };
        match assault.targets {
            [Some(one), Some(other)] => {
                let ahead = |place: usize, to: Hex| hexes.get(place).and_then(|own| self.grid().direction(own, to));
                let straight = ahead(0, one).is_some() && ahead(0, one) == ahead(1, other);
                straight
                    && hexes.get(0).is_some_and(|own| faces(own, one))
                    && hexes.get(1).is_some_and(|own| faces(own, other))
            }
            [Some(to), None] => hexes.iter().any(|own| faces(own, to)),
            _ => false,
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The innermost stack on the move declares its assault; its move goes on afterwards (LB 16.1a). Infantry with guns above it comes to
    /// the top when its target is next to it, and enemies may react to that (LB 16.2.2.3a).
    pub(crate) fn act_assaults(&mut self, choice: AssaultChoice) {
        let Some(moving) = self.state.moves.last().copied() else { return };
        let (unit, at, targets, old_guard) = match choice {
            AssaultChoice::Declare { unit, at } => (unit, at, [Some(at), None], false),
            AssaultChoice::OldGuardCharge { unit, at } => (unit, at, [Some(at), None], true),
            AssaultChoice::DeclareBoth { unit, at, and } => (unit, at, [Some(at), Some(and)], false),
            _ => return,
        };
        let table = self.table();
        let stack = table.stack_of(unit);
        let units: UnitSet =
            stack.iter().copied().filter(|&id| table.is_infantry(id) && moving.units.contains(id)).collect();
        let state = table.unit(unit);
        let assault = Assault {
            top: unit,
            units,
            targets,
            distance: table.closing_distance(unit, &moving),
            formed: state.formed,
            adjacent: false,
            old_guard,
            was: state.hexes,
        };
        let near = targets.into_iter().flatten().any(|hex| table.distance_to(unit, hex) == 1);
        let guns_above = stack.first().is_some_and(|&top| table.is_artillery(top));
        let (value, overflow) = self.state.with_overflow();
        if !overflow.keep(&mut value.assaults, assault) {
            return;
        }
        let said = if old_guard { told::OLD_GUARD_CHARGES } else { told::DECLARES };
        let rule = if old_guard { "LB 16.10a" } else { "LB 16.1a" };
        self.tell(rule, said, &[Who::Unit(unit), Who::Hex(at)]);
        self.push(Step::Assault(AssaultStep::ComesUp(unit)));
        if near && guns_above {
            self.push(Step::Assault(AssaultStep::ToTheTop(unit)));
            self.open_window(Trigger::Restacks, unit, stack.iter().copied().collect(), None);
        }
    }

    /// Infantry goes above the guns it is with.
    pub(super) fn goes_above_guns(&mut self, unit: UnitId) {
        if !self.unit(unit).on_map() {
            return;
        }
        let stack = self.table().stack_of(unit);
        let (foot, guns): (Vec<UnitId>, Vec<UnitId>) = stack.iter().partition(|&&id| self.table().is_infantry(id));
        let order: Vec<UnitId> = foot.into_iter().chain(guns).collect();
        self.state.restack(&order);
    }

    /// A stack has entered hexes, or spent points where it stood: skirmishers in its way make room, and it may have come up to its target.
    pub(crate) fn assaults_after_act(&mut self, moving: &Moving) {
        let table = self.table();
        let marked = moving.units.iter().find(|&id| table.unit(id).on_map() && table.is_assaulting(id));
        let Some(unit) = marked else { return };
        self.push(Step::Assault(AssaultStep::ComesUp(unit)));
        let Some((place, marker)) = self.table().marker_of(unit) else { return };
        let (was, now) = (marker.was, self.unit(unit).hexes);
        if was != now {
            self.state.assaults[place].was = now;
            self.pas_de_charge(unit, was);
        }
    }

    /// A stack that assaults stands where it stands: next to its target it pins it; whoever it assaults assaults nobody any more
    /// (LB 16.1c, 8.4.3.5a, 16.2.4a). A charge of the Old Guard is fought out at once (LB 16.10b).
    pub(super) fn comes_up(&mut self, unit: UnitId) {
        let table = self.table();
        let Some((place, marker)) = table.marker_of(unit) else { return };
        let (upon, before, old_guard) = (table.is_upon(marker), marker.adjacent, marker.old_guard);
        let (targets, side) = (marker.targets, table.side(unit));
        self.state.assaults[place].adjacent = upon;
        if upon && !before {
            for hex in targets.into_iter().flatten() {
                self.diverts(hex, side);
            }
            if old_guard {
                for id in self.table().stack_of(unit) {
                    self.unit_mut(id).turn.assault.charged = true;
                }
                self.push(Step::Assault(AssaultStep::Opens(unit)));
            }
        }
    }

    /// Stacks in a hex that is assaulted lose their own markers (LB 16.2.4a, G-26).
    pub(crate) fn diverts(&mut self, hex: Hex, by: Side) {
        let table = self.table();
        let theirs: UnitSet = table.state.stack(hex).filter(|&id| table.side(id) != by).collect();
        let diverted: Vec<UnitId> = table
            .state
            .assaults
            .iter()
            .filter(|assault| assault.units.iter().any(|id| theirs.contains(id)))
            .map(|assault| assault.top)
            .collect();
        self.state.assaults.retain(|assault| !assault.units.iter().any(|id| theirs.contains(id)));
        for top in diverted {
            self.tell("LB 16.2.4a", told::IS_DIVERTED, &[Who::Unit(top)]);
        }
    }

    /// A stack has ended its move. One that did not come up to its target is Disordered, if it was in Good Order, and its marker goes
    /// (LB 16.1d). One that has joined a stack that assaults is part of it, and the shorter distance counts for all (LB 16.2.2a, 16.2.2.1a).
    pub(crate) fn assaults_after_move(&mut self, moving: &Moving) {
        let table = self.table();
        let Some(unit) = self.table().assaulter(moving) else { return };
        if let Some((_, marker)) = table.marker_of(unit) {
            if table.is_upon(marker) {
                self.merge_markers(unit);
            } else {
                self.tell("LB 16.1d", told::FALLS_SHORT, &[Who::Unit(unit)]);
                self.cancel_assault(unit);
            }
            return;
        }
        let friend = table.stack_of(unit).into_iter().find(|&id| table.is_assaulting(id));
        if let Some((place, _)) = friend.and_then(|friend| table.marker_of(friend)) {
            let distance = table.closing_distance(unit, moving);
            let units = moving.units;
            let infantry: Vec<UnitId> = units.iter().filter(|&id| table.is_infantry(id)).collect();
            let marker = &mut self.state.assaults[place];
            marker.distance = marker.distance.min(distance);
            infantry.into_iter().for_each(|id| marker.units.insert(id));
        }
    }

    /// Markers of stacks that have become one are one.
    fn merge_markers(&mut self, unit: UnitId) {
        let table = self.table();
        let stack = table.stack_of(unit);
        let own = |assault: &Assault| stack.iter().any(|&id| assault.units.contains(id));
        let all: Vec<Assault> = table.state.assaults.iter().copied().filter(own).collect();
        let [first, _, ..] = all.as_slice() else { return };
        let mut merged = *first;
        for other in &all {
            other.units.iter().for_each(|id| merged.units.insert(id));
            merged.distance = merged.distance.min(other.distance);
        }
        self.state.assaults.retain(|assault| !stack.iter().any(|&id| assault.units.contains(id)));
        let (value, overflow) = self.state.with_overflow();
        overflow.keep(&mut value.assaults, merged);
    }

    /// The marker is taken away, and those in Good Order are Disordered.
    fn cancel_assault(&mut self, unit: UnitId) {
        let Some((place, marker)) = self.table().marker_of(unit) else { return };
        let units = marker.units;
        self.state.assaults.remove(place);
        for id in units.iter().filter(|&id| self.unit(id).on_map()).collect::<Vec<_>>() {
            if self.unit(id).order == Order::Good {
                self.disorder(id, Cause::Morale);
            }
        }
    }

    /// A stack that has declared an assault wants to change its formation: it checks. Failing it is Disordered; next to its target the
    /// assault goes on like that, else it is over (LB 16.4.3a). Whoever comes out of terrain of General Order does not check (LB 16.4.3b).
    /// Tells whether it may change.
    pub(crate) fn changes_after_declaring(&mut self, moving: &Moving) -> bool {
        let table = self.table();
        let Some(unit) = table.assaulter(moving) else { return true };
        let Some((_, marker)) = table.marker_of(unit) else { return true };
        if table.unit(unit).formed == Formed::GeneralOrder {
            return true;
        }
        let (units, upon) = (marker.units, table.is_upon(marker));
        let stack: Stack = table.stack_of(unit).into_iter().filter(|&id| units.contains(id)).collect();
        let check = Check { rule: "LB 16.4.3a", title: told::REFORMS, kind: CheckKind::General, modifiers: &[] };
        let checked = self.morale_check(&stack, &check);
        if checked.all_passed() {
            return true;
        }
        if upon {
            for id in checked.failed.iter() {
                self.disorder(id, Cause::Morale);
            }
        } else {
            // It halts where it is.
            self.cancel_assault(unit);
        }
        if let Some(moving) = self.state.moves.last_mut() {
            moving.stopped = true;
        }
        false
    }
}
