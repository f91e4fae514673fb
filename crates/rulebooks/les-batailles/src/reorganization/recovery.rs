//! Recovery of Good Order, and the rout of those who cannot (LB 7.5.1a, 7.5.2a, 20.2).

use super::ReorganizeStep;
use crate::agenda::Step;
use crate::cards::{Arm, UnitId, UnitSet};
use crate::face::told::{Who, morale as told_morale, reorganization as told};
use crate::facing::Kind;
use crate::hexes::Facing;
use crate::morale::{Check, CheckKind};
use crate::stacking::Violation;
use crate::state::{Formed, Order};
use crate::table::{Play, Stack, Table};
use field::hexes::{Dir, Hex, Vertex};
use kernel::{Listener, Side};

/// Units in PGD run from enemies in Good Order that are nearer than this (LB 13.2.5a, 20.2.2).
const SAFE: u16 = 15;

impl Table<'_> {
    /// An enemy in Good Order is less than 15 hexes away (LB 13.2.5a, 20.2.2).
    fn is_in_reach_of_the_enemy(self, id: UnitId) -> bool {
        self.enemies_of(id).any(|enemy| self.unit(enemy).in_good_order() && self.distance(id, enemy) < SAFE)
    }

    fn has_leader(self, id: UnitId) -> bool {
        self.leaders_with(id).next().is_some()
    }

    /// May check to recover: a Disordered unit that is not next to an enemy (LB 20.2.1); one in PGD far from enemies in Good Order, or
    /// with a leader and not next to an enemy (LB 20.2.2, 13.2.5b). Wrecks have no order to recover.
    fn may_recover(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.on_map()
            && !unit.wrecked
            && match unit.order {
                Order::Good => false,
                Order::Disorder => !self.is_beside_enemy(id),
                Order::Pgd if self.is_in_reach_of_the_enemy(id) => self.has_leader(id) && !self.is_beside_enemy(id),
                Order::Pgd => true,
            }
    }

    /// In PGD without a leader, and enemies in Good Order are near: it runs again (LB 13.2.5a, 13.2.6b).
    fn must_run(self, id: UnitId) -> bool {
        self.unit(id).on_map() && self.is_pgd(id) && self.is_in_reach_of_the_enemy(id) && !self.has_leader(id)
    }

    /// Cover is anything but clear ground (LB 13.2.6a).
    fn is_in_cover(self, id: UnitId) -> bool {
        self.unit(id).hexes.iter().all(|hex| self.ground().at(hex) != crate::ground::Terrain::Clear)
    }

    /// The ways a stack that has recovered may face: its owner chooses freely (LB 20.2.4).
    pub(super) fn new_facings(self, hex: Hex) -> impl Iterator<Item = Facing> {
        let kind = self.state.stack(hex).map(|id| self.facing_kind(id)).find(|&kind| kind != Kind::Round);
        let sides = Dir::ALL.into_iter().filter(move |_| kind == Some(Kind::Side)).map(Facing::Side);
        let corners = Vertex::ALL.into_iter().filter(move |_| kind == Some(Kind::Corner)).map(Facing::Corner);
        sides.chain(corners)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Who checks is found out when the step begins; the side that began the turn does first (LB G3).
    pub(super) fn begin_recovery(&mut self, order: Order) {
        let table = self.table();
        let of_order = |&id: &UnitId| table.unit(id).order == order;
        let checking: UnitSet = table.on_map().filter(of_order).filter(|&id| table.may_recover(id)).collect();
        let running: UnitSet = table.on_map().filter(of_order).filter(|&id| table.must_run(id)).collect();
        self.state.reorganizing.checking = checking;
        self.state.reorganizing.running = running;
        self.push(Step::Reorganize(ReorganizeStep::Recover));
    }

    /// The next stack checks or runs, until none is left.
    pub(super) fn recover_next(&mut self) {
        let first = self.state.first;
        let pick = |play: &Self, set: UnitSet, side: Side| set.iter().find(|&id| play.table().side(id) == side);
        for side in [first, first.other()] {
            if let Some(id) = pick(self, self.state.reorganizing.running, side) {
                self.push(Step::Reorganize(ReorganizeStep::Recover));
                self.run_again(id);
                return;
            }
            if let Some(id) = pick(self, self.state.reorganizing.checking, side) {
                self.push(Step::Reorganize(ReorganizeStep::Recover));
                self.check_recovery(id);
                return;
            }
        }
    }

    /// Those of a hex that must run do so together (LB 13.2.5a, 13.2.5c).
    fn run_again(&mut self, id: UnitId) {
        let hex = self.unit(id).hexes.head();
        let running = self.state.reorganizing.running;
        let stack: Stack = self.table().state.stack(hex).filter(|&other| running.contains(other)).collect();
        for &other in &stack {
            self.state.reorganizing.running.remove(other);
        }
        self.state.reorganizing.running.remove(id);
        if self.table().must_run(id) {
            self.tell("LB 13.2.5a", told::RUNS_AGAIN, &[Who::Units(&stack)]);
            self.keep_running(&stack);
        }
    }

    /// Units that are in PGD already run on, together.
    fn keep_running(&mut self, stack: &Stack) {
        for &id in stack.iter().rev() {
            self.rout_again(id);
        }
    }

    /// One roll for the stack; whoever passes recovers, whoever fails stays as he is (LB 20.2, 20.1.5). Where orders are mixed then, the
    /// worse is displaced (LB 20.2.3).
    fn check_recovery(&mut self, id: UnitId) {
        let hex = self.unit(id).hexes.head();
        let table = self.table();
        let checking = self.state.reorganizing.checking;
        let stack: Stack = table.state.stack(hex).filter(|&other| checking.contains(other)).collect();
        for &other in &stack {
            self.state.reorganizing.checking.remove(other);
        }
        self.state.reorganizing.checking.remove(id);
        // What has happened in the segment so far may have taken it away.
        if stack.is_empty() || !self.unit(id).on_map() {
            return;
        }
        let check = Check { rule: "LB 20.2", title: told_morale::CHECKS, kind: CheckKind::General, modifiers: &[] };
        let passed = self.morale_check(&stack, &check).passed;
        if passed.is_empty() {
            return;
        }
        for id in passed.iter() {
            self.recovers(id);
        }
        let mixed = self.table().state.stack(hex).any(|other| !self.unit(other).in_good_order());
        let left: UnitSet = self.table().state.stack(hex).filter(|&other| self.table().is_pgd(other)).collect();
        self.push(Step::Reorganize(ReorganizeStep::Face(hex)));
        if mixed {
            self.state.reorganizing.parted = left;
            self.push(Step::Reorganize(ReorganizeStep::Parted));
            self.violate(Violation::split(hex));
        }
    }

    /// Infantry forms Column and cavalry Line, in General Order terrain that; artillery stays limbered or unlimbered. That is
    /// involuntary, and nobody reacts to it (LB 20.2.4).
    fn recovers(&mut self, id: UnitId) {
        let table = self.table();
        let general_order =
            table.rules.charts.ground.terrain(table.ground().at(table.unit(id).hexes.head())).general_order;
        let formed = match table.card(id).arm {
            Arm::Artillery | Arm::Wagon => Formed::Battery,
            _ if general_order => Formed::GeneralOrder,
            Arm::Infantry => Formed::Column,
            Arm::Cavalry => Formed::Line,
        };
        let unit = self.unit_mut(id);
        (unit.order, unit.formed) = (Order::Good, formed);
        let facing = self.table().faced(id, Facing::Round);
        self.unit_mut(id).facing = facing;
        self.note_bulk(id);
        self.tell("LB 20.2", told::RECOVERS, &[Who::Unit(id)]);
    }

    pub(super) fn face_stack(&mut self, hex: Hex, facing: Facing) {
        for id in self.table().stack_at(hex) {
            if self.table().facing_kind(id) != Kind::Round {
                self.unit_mut(id).facing = facing;
            }
        }
        self.tell("LB 20.2.4", told::FACES, &[Who::Hex(hex), Who::Facing(facing)]);
    }

    /// Units in PGD that were parted from those who recovered run to cover, or until they are 15 hexes away (LB 20.2.3).
    pub(super) fn parted_run(&mut self) {
        let parted = std::mem::take(&mut self.state.reorganizing.parted);
        let table = self.table();
        let runs = |id: &UnitId| {
            let here = table.unit(*id).on_map() && table.is_pgd(*id);
            here && (table.is_in_reach_of_the_enemy(*id) || !table.is_in_cover(*id))
        };
        let stack: Stack = parted.iter().filter(runs).take(crate::cards::MOST_STACKED).collect();
        self.keep_running(&stack);
    }
}
