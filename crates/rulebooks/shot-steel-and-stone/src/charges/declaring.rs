//! Who charges: by order and a test, or because he cannot help it (SSS 1.4a, 1.4b, 34.1, 34.6, 39.4, 39.5).

use crate::cards::{Class, Trait, UnitId};
use crate::face::told::{self, Who};
use crate::kept;
use crate::reaction::Occasion;
use crate::readings::{ImpetuousRetest, WarbandTrigger};
use crate::state::{Activity, Approach, Aspect, Charge, ChargeKind, Intent, Leadership, Pending, Place, Stage};
use crate::table::{Play, Table};
use field::table::{TOUCH, Um};
use kernel::{Listener, Refusal, Side};
use std::cell::OnceCell;

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    /// Whether a unit may be ordered to charge another (SSS 34.1, 4.4c, G14).
    pub(crate) fn judge_charge_order(self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        self.known(target)?;
        if self.side(target) == self.side(id) || self.unit(target).place != Place::Table {
            return refuse("SSS 34.1", "only enemies on the table are charged");
        }
        if self.is_pig(target) {
            return refuse("SSS 42.1e", "a pig is shot, not charged");
        }
        if self.in_storm(id) || self.in_storm(target) {
            return refuse("SSS 42.4c", "no fighting in the sandstorm");
        }
        if !self.could_charge(id) {
            return refuse("SSS G14", "it does not charge as it is");
        }
        let reach = f64::from(self.farthest_charge(id)) + TOUCH;
        let Some(far) = self.comes_as_near(id, target, reach) else {
            return refuse("SSS G41", "that is beyond any charge it could make");
        };
        if self.charges_unasked(id, far) { Ok(()) } else { self.heeds_orders(id) }
    }

    /// How far off another unit is that is no farther than that.
    fn comes_as_near(self, id: UnitId, other: UnitId, reach: f64) -> Option<f64> {
        let body = self.body(id);
        let theirs = self.body(other);
        // Most of those that are too far off are so by any measure.
        let far = body.maybe_within(&theirs, reach).then(|| body.distance(&theirs))?;
        Some(far).filter(|&far| far <= reach)
    }

    /// SSS 4.4c: beyond its leader's reach A and B class still charge who stands within their normal move.
    fn charges_unasked(self, id: UnitId, far: f64) -> bool {
        far <= f64::from(self.basic_move(id)) + TOUCH && self.card(id).class != Class::C
    }

    /// Whom a unit that is free for it may be ordered to charge, by bit: what [`Table::judge_charge_order`] says of each, with what
    /// is the same for all looked at once.
    pub(crate) fn charge_targets(self, id: UnitId) -> u64 {
        let unit = self.unit(id);
        let busy = self.in_contact(id) || unit.activity == Activity::Rallying || unit.pending != Pending::Nothing;
        if busy || self.in_storm(id) || !self.could_charge(id) {
            return 0;
        }
        let reach = f64::from(self.farthest_charge(id)) + TOUCH;
        let heeds = OnceCell::new();
        let may = |target: &UnitId| {
            self.comes_as_near(id, *target, reach).is_some_and(|far| {
                !self.is_pig(*target)
                    && !self.in_storm(*target)
                    && (self.charges_unasked(id, far) || *heeds.get_or_init(|| self.heeds_orders(id).is_ok()))
            })
        };
        kept::bits(self.enemies_of(id).filter(may))
    }

    /// Normal move and bonus (SSS G41). An order to shoot on the move shortens no charge: it would not shoot (SSS 34.6).
    pub(crate) fn charge_range(self, id: UnitId) -> Um {
        let mut unit = *self.unit(id);
        unit.this_turn.intent = Intent::Hold;
        self.allowance_as(id, &unit, unit.way, unit.deducted) + self.charge_bonus(id)
    }

    /// How far a charge may go if its leader comes into top form: what is not led gets nothing from anybody's roll (SSS 5.6, T3,
    /// G49).
    pub(crate) fn farthest_charge(self, id: UnitId) -> Um {
        let led = self.unit(id).led_by.is_some() || (!self.unit(id).own_initiative && self.commander_of(id).is_some());
        if !led {
            return self.charge_range(id);
        }
        let mut unit = *self.unit(id);
        unit.this_turn.intent = Intent::Hold;
        unit.this_turn.leadership = Leadership::best(self.is_mounted(id));
        self.allowance_as(id, &unit, unit.way, unit.deducted) + self.charge_bonus(id)
    }

    /// Free to charge in this turn: neither fighting nor pursuing, nothing pending, no blunder that forbids it (SSS T2, G122).
    pub(crate) fn is_free_to_charge(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        self.could_charge(id)
            && !self.prays(id)
            && !self.in_storm(id)
            && !self.in_contact(id)
            && unit.activity != Activity::Pursuing
            && unit.pending == Pending::Nothing
            && !unit.leadership.forbids_charges()
            && !self.state.player_turn.orders_ended
            && !self.past_limit(id)
    }

    /// A Warband with an enemy to its front within its charge bonus, or its whole charge by the other reading (SSS 1.4b, G42).
    pub(crate) fn drives_warband(self, id: UnitId, enemy: UnitId) -> bool {
        let within = match self.rules.options.warband_trigger {
            WarbandTrigger::ChargeBonus => self.charge_bonus(id),
            WarbandTrigger::ChargeRange => self.charge_range(id),
        };
        self.card(id).is(Trait::Warband)
            && !self.is_pig(enemy)
            && self.distance(id, enemy) <= f64::from(within) + TOUCH
            && self.zone_of(id, self.body(enemy).nearest(self.body(id).main().front)) == Aspect::Front
    }

    /// Whom a Warband must charge: of those that drive it and that it can reach the one its owner has named, else the nearest
    /// (SSS 1.4b, G128).
    fn warband_prey(self, id: UnitId) -> Option<UnitId> {
        let able = |enemy: &UnitId| self.drives_warband(id, *enemy) && self.approach_to(id, *enemy).is_some();
        if let Intent::Charge(named) = self.unit(id).intent
            && self.enemies_of(id).any(|enemy| enemy == named)
            && able(&named)
        {
            return Some(named);
        }
        let able = self.enemies_of(id).filter(able);
        able.min_by(|&one, &two| self.distance(id, one).total_cmp(&self.distance(id, two)))
    }

    /// The closest enemy, if it can be reached (SSS 39.4, 39.5).
    fn closest_prey(self, id: UnitId) -> Option<UnitId> {
        let (enemy, off) = self.nearest_foe(id)?;
        let near = off <= f64::from(self.charge_range(id)) + TOUCH;
        Some(enemy).filter(|&enemy| near && self.approach_to(id, enemy).is_some())
    }

    fn has_enemy_in_charge_range(self, id: UnitId) -> bool {
        self.nearest_foe(id).is_some_and(|(_, off)| off <= f64::from(self.charge_range(id)) + TOUCH)
    }

    /// Impetuous troops and Warbands with an enemy in their charge range test; who pursues is under way already (SSS 34.6, G22,
    /// G122).
    fn feels_impulse(self, id: UnitId) -> bool {
        let approached = match self.rules.options.impetuous_retest {
            ImpetuousRetest::EachTurn => true,
            ImpetuousRetest::OnApproach => !self.unit(id).enemy_was_near,
        };
        self.card(id).is_impetuous()
            && approached
            && self.could_charge(id)
            && !self.in_contact(id)
            && self.unit(id).activity != Activity::Pursuing
            && self.has_enemy_in_charge_range(id)
    }

    pub(crate) fn charge_by(self, id: UnitId) -> Option<usize> {
        self.state.charges.iter().position(|charge| charge.charger == id)
    }

    /// Charges that are on their way to a unit.
    pub(crate) fn charges_on(self, id: UnitId) -> impl Iterator<Item = UnitId> + Clone {
        let on = self.state.charges.iter().filter(move |charge| charge.target == id && charge.stage == Stage::Goes);
        on.filter(|charge| charge.kind != ChargeKind::Counter).map(|charge| charge.charger)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Those who charge, whatever they were ordered, and those who were ordered to (SSS P4.1, P4.2).
    pub(super) fn chargers_test(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            if self.table().side(id) != side || self.unit(id).place != Place::Table {
                continue;
            }
            self.charger_tests(id);
            let near = self.unit(id).place == Place::Table && self.table().has_enemy_in_charge_range(id);
            self.unit_mut(id).enemy_was_near = near;
        }
    }

    fn charger_tests(&mut self, id: UnitId) {
        let free = self.table().is_free_to_charge(id);
        if free && let Some(prey) = self.table().warband_prey(id) {
            self.tell("SSS 1.4b", told::MUST_CHARGE, &[Who::Unit(id), Who::Unit(prey)]);
            self.sets_out(id, prey, ChargeKind::Compulsory);
            return;
        }
        if free
            && self.unit(id).must_charge
            && let Some(prey) = self.table().closest_prey(id)
        {
            self.tell("SSS 39.4", told::MUST_CHARGE, &[Who::Unit(id), Who::Unit(prey)]);
            self.sets_out(id, prey, ChargeKind::Compulsory);
            return;
        }
        let ordered = match self.unit(id).intent {
            Intent::Charge(target) if free && self.unit(target).place == Place::Table => Some(target),
            _ => None,
        };
        let impulse = self.table().feels_impulse(id);
        match ordered {
            // One test serves for both (SSS G22).
            Some(target) => {
                let passed = self.test_at_once(id, Occasion::Charge(target)).passed;
                if passed {
                    let prey = self.carried_to(id).unwrap_or(target);
                    self.sets_out(id, prey, ChargeKind::Ordered);
                } else if self.unit(id).place == Place::Table {
                    self.unit_mut(id).this_turn.intent = Intent::Hold;
                }
            }
            None if impulse => {
                self.test_at_once(id, Occasion::Impulse);
                if self.table().is_free_to_charge(id)
                    && let Some(prey) = self.carried_to(id)
                {
                    self.tell("SSS 39.4", told::MUST_CHARGE, &[Who::Unit(id), Who::Unit(prey)]);
                    self.sets_out(id, prey, ChargeKind::Compulsory);
                }
            }
            None => {
                if let Intent::Charge(_) = self.unit(id).intent {
                    self.unit_mut(id).this_turn.intent = Intent::Hold;
                }
            }
        }
    }

    /// Whom a unit that is carried away charges: the closest enemy (SSS 39.4, 39.5).
    fn carried_to(&mut self, id: UnitId) -> Option<UnitId> {
        if self.unit(id).must_charge { self.table().closest_prey(id) } else { None }
    }

    pub(crate) fn sets_out(&mut self, id: UnitId, target: UnitId, kind: ChargeKind) {
        let start = self.unit(id).pose;
        let aspect = self.table().met_by(target, &self.body(id));
        // Nobody has moved yet in this player turn.
        let unseen = !self.table().sees(target, id);
        let charge = Charge {
            charger: id,
            target,
            kind,
            stage: Stage::Goes,
            start,
            approach: Approach::default(),
            ran: 0,
            aspect,
            response: None,
            stands: false,
            unseen,
            shooters: Default::default(),
            hits: 0,
            bases: self.table().counted(id, self.unit(id).bases),
        };
        self.state.overflow.keep(&mut self.state.charges, charge);
        let unit = self.unit_mut(id);
        unit.this_turn.intent = Intent::Charge(target);
        unit.activity = Activity::Charging;
        self.tell("SSS 34.1", told::CHARGES, &[Who::Unit(id), Who::Unit(target)]);
    }
}
