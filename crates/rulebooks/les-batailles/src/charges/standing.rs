//! Rolling to Stand against cavalry, and Defensive Fire (19.6, 19.1.2; chart 13).

use super::bouts::{Bout, Left, Target};
use crate::cards::UnitId;
use crate::charts::{CavalryType, ChargedModifier};
use crate::face::told::{Who, charges as told};
use crate::facing::Aspect;
use crate::fire::{FireMode, Firing};
use crate::ground::{Feature, Slope};
use crate::losses::After;
use crate::morale::{Check, CheckKind, Modifier};
use crate::movement::Cause;
use crate::state::{Formed, Order};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;

/// Modifiers of one Roll to Stand.
type Modifiers = ArrayVec<Modifier, 8>;

impl Table<'_> {
    /// What kind of cavalry it is, for those who see it come (chart 13).
    fn cavalry_type(self, id: UnitId) -> CavalryType {
        let card = self.card(id);
        if card.armored {
            CavalryType::Armored
        } else if card.lancers {
            CavalryType::Lancers
        } else if card.is_light_cavalry() {
            CavalryType::Light
        } else {
            CavalryType::Heavy
        }
    }

    /// In Square, in terrain of General Order or in a special structure they stand, whatever the dice (LB 19.6.3, 19.3.1d).
    pub(super) fn steady_anyway(self, top: UnitId) -> bool {
        let unit = self.unit(top);
        let go = unit.hexes.iter().any(|hex| self.is_go(hex));
        unit.formed == Formed::Square || unit.formed == Formed::GeneralOrder || go || self.is_in_structure(top)
    }

    /// What counts on a Roll to Stand against those charges (LB 19.6a, 19.16.10, 16.2.4.1a, 12.10.5.2f; chart 13).
    fn charged_modifiers(self, target: &Target, bout: &Bout) -> Modifiers {
        let charts = &self.rules.charts.morale;
        let mut modifiers = Modifiers::new();
        let mut add = |value: i8, text: &'static str, rule: &'static str| {
            if value != 0 {
                self.state.overflow.keep(&mut modifiers, Modifier { value, text, rule });
            }
        };
        let charges = || bout.numbers().filter(|&no| !self.touching_target(no, target).is_empty());
        let grand = charges().any(|no| self.charge(no).is_some_and(|charge| charge.is_grand()));
        if grand {
            add(charts.charged_by(CavalryType::GrandCharge), "Grand Charge", "LB 19.16.10");
        } else {
            // Of several kinds the worst.
            let kinds = charges().flat_map(|no| self.riders(no)).map(|id| self.cavalry_type(id));
            add(charts.charged_by_all(kinds), "kind of cavalry", "LB 19.6a");
        }
        let from: ArrayVec<Hex, 16> = charges().flat_map(|no| self.touching_target(no, target)).take(16).collect();
        let seen = |aspect: Aspect| from.iter().any(|&hex| self.aspect(target.top, hex) == Some(aspect));
        if seen(Aspect::Flank) {
            add(charts.charged(ChargedModifier::Flank), "charged in the flank", "LB 19.6a");
        } else if seen(Aspect::Rear) {
            add(charts.charged(ChargedModifier::Rear), "charged in the rear", "LB 19.6a");
        }
        let diverted =
            self.state.assaults.iter().any(|assault| target.units.iter().any(|id| assault.units.contains(id)));
        if target.units.iter().any(|id| self.unit(id).turn.charges.held) {
            add(charts.charged(ChargedModifier::HeldFire), "held its fire", "LB 12.10.5.2f");
        }
        if diverted {
            add(charts.charged(ChargedModifier::Diverted), "diverted from an Assault", "LB 16.2.4.1a");
        }
        let theirs = self.unit(target.top).hexes;
        let crosses = |test: &dyn Fn(Hex, Hex) -> bool| {
            let pairs = from.iter().flat_map(|&own| theirs.iter().map(move |hex| (own, hex)));
            let mut near = pairs.filter(|&(own, hex)| self.grid().adjacent(own, hex)).peekable();
            near.peek().is_some() && near.all(|(own, hex)| test(own, hex))
        };
        let side = |own: Hex, hex: Hex| self.grid().direction(own, hex).map(|dir| self.ground().hexside(own, dir));
        if crosses(&|own, hex| side(own, hex).is_some_and(|side| side.feature == Some(Feature::Stream))) {
            add(charts.charged(ChargedModifier::Stream), "across a stream", "LB 19.6a");
        }
        let up = |own: Hex, hex: Hex| self.ground().level(hex) > self.ground().level(own);
        if crosses(&|own, hex| up(own, hex) && side(own, hex).is_some_and(|side| side.slope != Slope::Level)) {
            add(charts.charged(ChargedModifier::Slope), "up a slope", "LB 19.6a");
        }
        modifiers
    }

    /// The hexes from which a target fires at the charge, each at a hex of it that it has before it (LB 19.1.2.3a): of a column the
    /// head alone.
    fn fire_lanes(self, target: &Target, bout: &Bout) -> ArrayVec<(Hex, Hex), 8> {
        let mut lanes: ArrayVec<(Hex, Hex), 8> = ArrayVec::new();
        for own in self.unit(target.top).hexes.iter() {
            let struck = bout.numbers().flat_map(|no| self.touching_target(no, target));
            let mut near = struck.filter(|&hex| self.grid().adjacent(own, hex));
            let front = |hex: &Hex| self.aspect(target.top, *hex) == Some(Aspect::Front);
            if let Some(at) = near.find(front) {
                self.state.overflow.keep(&mut lanes, (own, at));
            }
        }
        lanes
    }
}

impl<L: Listener> Play<'_, L> {
    /// The top unit of a target rolls; all with it share its fate (LB 19.6a, 19.1.2.2a, 19.1.2.2b, G3.12, G3.24).
    pub(super) fn rolls_to_stand(&mut self, at: usize, target: &Target, bout: &Bout) {
        let stack = target.stack(self.table());
        let Some(&top) = stack.first() else { return };
        let modifiers = self.table().charged_modifiers(target, bout);
        let check =
            Check { rule: "LB 19.6a", title: told::ROLLS_TO_STAND, kind: CheckKind::General, modifiers: &modifiers };
        let (_, passed) = self.check_for_all(top, &stack, &check);
        if passed {
            let shifts = self.roll_shifts(top);
            if let Some(target) = self.target_mut(at) {
                (target.stood, target.shifts) = (true, shifts);
            }
            return;
        }
        if self.table().steady_anyway(top) {
            self.tell("LB 19.6.3", told::STANDS_ANYWAY, &[Who::Unit(top)]);
            return;
        }
        let shaken: Stack = stack.iter().copied().filter(|&id| self.unit(id).order != Order::Good).collect();
        if shaken.contains(&top) {
            self.leaves(at, Left::Before, 3);
        }
        for &id in stack.iter().rev() {
            self.disorder(id, Cause::Charge);
        }
    }

    /// Defensive Fire at the charge, doubled by those who stood; guns keep their two columns (LB 19.1.2.2c, 19.1.2.3a, 18.8a). Its
    /// losses bring no check (LB 19.1.2.3b).
    pub(super) fn defends_by_fire(&mut self, at: usize, target: &Target, bout: &Bout) {
        // Those who lie down get up to fire (LB 12.13.8a).
        for id in target.stack(self.table()) {
            self.stand_up(id);
        }
        // Whoever has fired at skirmishers that masked it has no fire left for the charge (LB 12.10.5.2e).
        if target.units.iter().any(|id| self.unit(id).turn.charges.shot) {
            return;
        }
        let lanes = self.table().fire_lanes(target, bout);
        let mut done: ArrayVec<Hex, 8> = ArrayVec::new();
        let mut losses = 0;
        for &(_, aim) in &lanes {
            if done.contains(&aim) {
                continue;
            }
            self.state.overflow.keep(&mut done, aim);
            let fires = |from: Hex| if target.stood { Firing::doubled(from) } else { Firing::once(from) };
            let firing: ArrayVec<Firing, 8> =
                lanes.iter().filter(|(_, other)| *other == aim).map(|&(from, _)| fires(from)).collect();
            let units: Stack = {
                let table = self.table();
                let own =
                    bout.numbers().flat_map(|no| table.riders(no)).filter(|&id| table.unit(id).hexes.contains(aim));
                own.take(8).collect()
            };
            if units.is_empty() {
                continue;
            }
            let attack = self.table().attack_on(aim, &units, &firing, FireMode::Charged);
            if attack.value.is_zero() {
                continue;
            }
            let before: ArrayVec<u8, 8> = units.iter().map(|&id| self.table().increments(id)).collect();
            if let Some(hit) = self.fire_attack("LB 19.1.2.3a", &attack, &units, After::Nothing) {
                losses += hit.taken;
                // One round for each battery that fired (LB G3.51).
                let from: ArrayVec<Hex, 8> = firing.iter().map(|one| one.from).collect();
                self.spend_rounds(&from, FireMode::Charged);
            }
            for (&id, &before) in units.iter().zip(&before) {
                let lost = before.saturating_sub(self.table().increments(id));
                self.unit_mut(id).turn.charges.shot_away += lost;
            }
        }
        self.has_fired(&lanes, FireMode::Charged);
        if let Some(target) = self.target_mut(at) {
            target.losses = losses;
        }
    }
}
