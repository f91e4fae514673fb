//! Where a retreat may lead: routs, recoils, bounces and displacements all go by the same priorities (13.2.4).

use super::{Cause, MoveStep};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::charts::Mover;
use crate::face::told::{Who, morale as told};
use crate::state::Order;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::{Listener, Side};

/// The hexes a step of a retreat may lead to.
pub type Ways = ArrayVec<Hex, 6>;

impl Table<'_> {
    /// The hexes that a unit which retreats may enter from a hex: never enemy combat units, ground it may not enter, or a hex it
    /// has been in; hexes farther from the nearest enemy if there is any, else whichever the owner likes. None: it surrenders
    /// (LB 13.2.2a, 13.2.3a, 13.2.4a, 13.2.4b, 13.2.4c).
    pub fn retreat_ways(self, id: UnitId, from: Hex, been: &[Hex]) -> Ways {
        self.farther(self.side(id), from, self.retreat_open(id, from, been))
    }

    /// The same, whichever way the enemy is.
    pub fn retreat_open(self, id: UnitId, from: Hex, been: &[Hex]) -> Ways {
        let side = self.side(id);
        let mover = self.retreating_mover(id);
        let open = |dir: Dir| {
            let hex = self.grid().neighbour(from, dir)?;
            let barred = self.is_barred(mover, from, dir) || self.enemy_at(side, hex) || been.contains(&hex);
            (!barred).then_some(hex)
        };
        Dir::ALL.into_iter().filter_map(open).collect()
    }

    /// Those of several hexes that are farther from the nearest enemy than one is now; all of them where none is (LB 13.2.4a, G-29).
    pub fn farther(self, side: Side, from: Hex, all: Ways) -> Ways {
        let Some(now) = self.nearest_enemy(side, from) else { return all };
        let farther: Ways = all.iter().copied().filter(|&hex| self.nearest_enemy(side, hex) > Some(now)).collect();
        if farther.is_empty() { all } else { farther }
    }

    /// The column of the Movement Chart for a retreat (LB 13.2.1a).
    fn retreating_mover(self, id: UnitId) -> Mover {
        match self.card(id).arm {
            crate::cards::Arm::Infantry => Mover::Infantry,
            crate::cards::Arm::Cavalry => Mover::Cavalry,
            crate::cards::Arm::Artillery | crate::cards::Arm::Wagon => Mover::Artillery,
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit falls into Plus Grand Désordre and runs at once (LB 12.12.2a). Unlimbered guns are removed instead (LB 18.4a): to the
    /// Battery Box, where what becomes of guns that are overrun is chapter 18's to say.
    pub fn rout(&mut self, id: UnitId, cause: Cause) {
        if self.unit(id).order == Order::Pgd || !self.unit(id).on_map() {
            return;
        }
        self.tell("LB 12.12a", told::ROUTS, &[Who::Unit(id)]);
        // A leader stacked with it in a ring of enemies is captured (8.1.4).
        let (side, hexes) = (self.rules.units[id.ix()].side, self.unit(id).hexes);
        hexes.iter().for_each(|hex| self.leaders_rout_from(side, hex));
        if self.table().is_unlimbered(id) {
            self.guns_are_overrun(id, cause);
            return;
        }
        self.unit_mut(id).turn.movement.flees = true;
        self.push(Step::Move(MoveStep::Rout(id)));
        self.lose_formation(id, Order::Pgd);
    }

    /// A unit that is in PGD already runs once more: assaulted, charged, or in the Reorganization Segment (LB 12.12.2b, 12.12.3b).
    pub fn rout_again(&mut self, id: UnitId) {
        if self.unit(id).order == Order::Pgd && self.unit(id).on_map() {
            self.unit_mut(id).turn.movement.flees = true;
            self.push(Step::Move(MoveStep::Rout(id)));
        }
    }

    /// Guns that would rout or recoil are lost (LB 18.10.4).
    pub(super) fn guns_are_overrun(&mut self, id: UnitId, cause: Cause) {
        self.guns_are_lost(id, cause);
    }

    /// The stack a unit is in recoils so many hexes, once for all its units (16.7.1). Whoever calls has Disordered it.
    pub fn recoil(&mut self, id: UnitId, hexes: u8) {
        self.push(Step::Move(MoveStep::Recoil { unit: id, left: hexes }));
    }

    /// The stack of cavalry a unit is in bounces, once for all its units; its check and what comes of it follow (19.9.3).
    pub fn bounce(&mut self, id: UnitId) {
        self.push(Step::Move(MoveStep::Bounce(id)));
    }
}

impl<L: Listener> Play<'_, L> {
    /// The units of a stack rout, the top first.
    pub fn rout_stack(&mut self, stack: &crate::table::Stack, cause: Cause) {
        for &id in stack.iter().rev() {
            self.rout(id, cause);
        }
    }

    /// The units of a stack recoil so many hexes together, once they are Disordered; unlimbered guns are lost (LB 16.7.5a).
    pub fn recoil_stack(&mut self, stack: &crate::table::Stack, hexes: u8, cause: Cause) {
        for &id in stack {
            if self.table().is_unlimbered(id) {
                self.guns_are_overrun(id, cause);
            }
        }
        if let Some(top) = stack.iter().copied().find(|&id| self.unit(id).on_map()) {
            self.recoil(top, hexes);
        }
    }
}
