//! Pas de Charge: skirmishers make way for an assault, and those they masked fire at them or hold their fire (12.10.5.2).

use super::{AssaultChoice, AssaultStep};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::face::told::{Who, assault as told};
use crate::fire::{FireMode, Firing};
use crate::hexes::Hexes;
use crate::losses::After;
use crate::morale::{Check, CheckKind};
use crate::movement::{Cause, Motion};
use crate::readings::PasDeChargeLoss;
use crate::stacking::Violation;
use crate::state::Order;
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;

impl Table<'_> {
    /// Skirmishers of its own side, next to an enemy, whose hexes a stack has entered (LB 12.10.5.2a).
    fn in_the_way(self, top: UnitId) -> ArrayVec<UnitId, 4> {
        let (side, hexes) = (self.side(top), self.unit(top).hexes);
        let mut found: ArrayVec<UnitId, 4> = ArrayVec::new();
        for id in hexes.iter().flat_map(|hex| self.state.stack(hex)) {
            let loose = self.side(id) == side && self.is_skirmishing(id) && !self.stack_mates(top, id);
            if loose && self.is_beside_enemy(id) && !found.contains(&id) {
                self.state.overflow.keep(&mut found, id);
            }
        }
        found
    }

    /// Skirmishers next to an enemy make way for friends who have declared an assault (LB 11.1.2h, 12.10.5.2a, 16.1e).
    pub(crate) fn makes_way(self, loose: UnitId, stack: &Stack) -> bool {
        let assaults = stack.iter().any(|&id| self.is_assaulting(id) && !self.is_skirmishing(id));
        assaults && self.is_skirmishing(loose) && self.is_beside_enemy(loose)
    }

    fn stack_mates(self, top: UnitId, id: UnitId) -> bool {
        self.is_skirmishing(top) || top == id
    }

    /// The hex of a masked stack from which it can fire at skirmishers, and at which of their hexes.
    fn masked_fire(self, target: UnitId, loose: UnitId) -> Option<(Hex, Hex)> {
        let there = self.unit(loose).hexes;
        self.unit(target).hexes.iter().find_map(|from| {
            let at = there.iter().find(|&at| {
                let dir = self.grid().direction(from, at);
                dir.is_some_and(|dir| self.fronts(target, from, dir))
            })?;
            Some((from, at))
        })
    }

    pub(crate) fn offer_masked(self, menu: &mut Vec<Decision>) {
        menu.push(Decision::Assault(AssaultChoice::HoldFire));
        menu.push(Decision::Assault(AssaultChoice::FireNow));
    }

    /// Whether a masked stack has a choice at all: it could fire.
    pub(crate) fn masked_asked(self, target: UnitId, loose: UnitId) -> bool {
        let there = self.unit(target).on_map() && self.unit(loose).on_map() && !self.is_cavalry(target);
        there && self.unit(target).order != Order::Pgd && self.masked_fire(target, loose).is_some()
    }
}

impl<L: Listener> Play<'_, L> {
    /// A stack that assaults has come into hexes of friendly skirmishers: they will be displaced to where it came from, but first the
    /// targets they masked say whether they fire at them (LB 12.10.5.2a, 12.10.5.2d, G-30).
    pub(super) fn pas_de_charge(&mut self, top: UnitId, was: Hexes) {
        let table = self.table();
        let targets: ArrayVec<Hex, 2> =
            table.marker_of(top).map(|(_, marker)| marker.targets.into_iter().flatten().collect()).unwrap_or_default();
        let loose = table.in_the_way(top);
        let masked: ArrayVec<UnitId, 2> = targets.iter().filter_map(|&hex| table.top_at(hex)).collect();
        for &id in loose.iter().rev() {
            let near = self.unit(id).hexes.head();
            let back = was.iter().min_by_key(|&hex| self.rules.ground.grid.distance(hex, near)).unwrap_or(was.head());
            self.push(Step::Assault(AssaultStep::Dislodge { loose: id, back }));
            for &target in &masked {
                if self.table().side(target) != self.table().side(id) {
                    self.push(Step::Assault(AssaultStep::Masked { target, loose: id, charge: false }));
                }
            }
        }
    }

    /// They fire at the skirmishers now, and will have no Defensive Fire in this assault or charge (LB 12.10.5.2e).
    pub(super) fn fires_now(&mut self, target: UnitId, loose: UnitId, charge: bool) {
        let table = self.table();
        let Some((from, at)) = table.masked_fire(target, loose) else { return };
        let units: Stack = std::iter::once(loose).collect();
        let attack = table.attack_on(at, &units, &[Firing::once(from)], FireMode::Segment);
        let stack = table.stack_of(target);
        self.has_fired(&[(from, at)], FireMode::Segment);
        for &id in &stack {
            let turn = &mut self.unit_mut(id).turn;
            let spent = if charge { &mut turn.charges.shot } else { &mut turn.assault.spent };
            *spent = true;
        }
        self.begin_event(Cause::Fire);
        self.fire_attack("LB 12.10.5.2e", &attack, &units, After::Check);
    }

    /// They try to hold their fire: with a check passed they keep it and stand the better, failed they fire at once; nobody is
    /// Disordered (LB 12.10.5.2e, 12.10.5.2f).
    pub(super) fn holds_fire(&mut self, target: UnitId, loose: UnitId, charge: bool) {
        let stack = self.table().stack_of(target);
        let check = Check { rule: "LB 12.10.5.2e", title: told::HOLDS_FIRE, kind: CheckKind::General, modifiers: &[] };
        let (_, passed) = self.check_for_all(target, &stack, &check);
        if passed {
            for &id in &stack {
                let turn = &mut self.unit_mut(id).turn;
                let held = if charge { &mut turn.charges.held } else { &mut turn.assault.held };
                *held = true;
            }
        } else {
            self.fires_now(target, loose, charge);
        }
    }

    /// Skirmishers are Disordered and go where the stack came from; nobody reacts to it (LB 12.10.5.2b, 12.10.5.2c). By another reading
    /// they pay for the enemy zone they leave (LB G41).
    pub(super) fn dislodge(&mut self, loose: UnitId, back: Hex) {
        if !self.unit(loose).on_map() || self.table().is_pgd(loose) {
            return;
        }
        let zone = self.table().unit_in_zone(loose) != crate::zones::Zone::None;
        if zone && self.rules.options.pas_de_charge_loss == PasDeChargeLoss::One {
            self.lose(loose, 1);
        }
        if !self.unit(loose).on_map() {
            return;
        }
        self.tell("LB 12.10.5.2b", told::IS_DISLODGED, &[Who::Unit(loose), Who::Hex(back)]);
        let facing = self.unit(loose).facing;
        self.state.put(loose, Hexes::one(back), facing);
        self.note_bulk(loose);
        if self.unit(loose).order == Order::Good {
            self.disorder(loose, Cause::Stacking);
        }
        let coming = std::iter::once(loose).collect();
        if self.table().violates(back, coming, Motion::Displacement) {
            self.violate(Violation::new(back, coming, Motion::Displacement));
        }
    }
}
