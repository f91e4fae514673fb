//! Heading 15: shooting at a charge.

use super::path::ChargePath;
use crate::cards::{Class, Missile, UnitId};
use crate::face::told::{self, Who};
use crate::readings::PassedUnit;
use crate::shooting::{Aim, Band, Range};
use crate::state::{Formation, Place, Response, Stage};
use crate::table::{Play, Table};
use field::table::{Block, Body, TOUCH};
use kernel::{Entry, Listener, Reckoning, Refusal};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    /// Whether a unit could shoot at a charge: each once in a player turn, not from a melee, not with what is used at impact
    /// alone; evaders not with matchlocks, which do not move and fire (SSS 15.1, 1.7b, 8.3, G13).
    pub(crate) fn may_shoot_at_charge(self, id: UnitId, charger: UnitId, evades: bool) -> Result<(), Refusal> {
        let (card, unit) = (self.card(id), self.unit(id));
        let bare = card.guns.is_empty() && (card.missile == Missile::None || card.missile.is_point_blank());
        let crew = card.crew_missile != Missile::None && !card.crew_missile.is_point_blank();
        if bare && !crew {
            return refuse("SSS 11.1", "it has nothing to shoot with");
        }
        if unit.shot_at_one {
            return refuse("SSS G13", "it has shot at a charge in this player turn");
        }
        if self.in_contact(id) {
            return refuse("SSS 15.1", "it is in a melee");
        }
        // SSS 9.5, G77
        if unit.passed && self.rules.options.passed_unit == PassedUnit::WholeTurn {
            return refuse("SSS 9.5", "it was passed through and stands");
        }
        if evades && card.missile == Missile::Matchlock {
            return refuse("SSS 8.3", "matchlocks may not move and fire in the same turn");
        }
        self.bears_on_charge(id, charger)
    }

    /// Units not charged themselves that elect to shoot at a charge in their arc (SSS 15.1, G13).
    pub(crate) fn judge_support(self, id: UnitId, charger: UnitId) -> Result<(), Refusal> {
        self.known(charger)?;
        let charging = self.state.charges.iter().any(|charge| charge.charger == charger && charge.stage == Stage::Goes);
        if !charging || self.side(id) == self.side(charger) {
            return refuse("SSS 15.1", "no enemy charges there");
        }
        if self.charges_on(id).next().is_some() || self.unit(id).answered {
            return refuse("SSS 15.1", "it is charged itself");
        }
        self.may_shoot_at_charge(id, charger, false)
    }

    /// Some part of the charge lies in its range and arc (SSS G72).
    fn bears_on_charge(self, id: UnitId, charger: UnitId) -> Result<(), Refusal> {
        let Some(ix) = self.charge_by(charger) else { return refuse("SSS 15.1", "no enemy charges there") };
        let target = self.state.charges[ix].target;
        let reach = f64::from(self.reach_of(id) + self.charge_range(charger)) + TOUCH;
        if !self.body(id).maybe_within(&self.body(charger), reach) {
            return refuse("SSS G72", "the charge does not come within its range");
        }
        let wheel = self.wheel_to(charger, target).unwrap_or(0);
        let Some(path) = self.charge_path(charger, wheel, target) else {
            return refuse("SSS 15.3", "that charge does not get there");
        };
        let far = path.contact().unwrap_or(path.normal.min(path.free));
        let swept = swept(&path, far);
        if self.body(id).distance(&swept) > f64::from(self.reach_of(id)) + TOUCH {
            return refuse("SSS G72", "the charge does not come within its range");
        }
        if !self.sees(id, charger) {
            return refuse("SSS 11.4", "it does not see the charger");
        }
        self.salvo(id, Aim::Unit(charger), 0, Range::Rolled(Band::Short, &swept)).map(|_| ())
    }
}

/// The ground a charge leads over, from where it stands after its wheel.
fn swept(path: &ChargePath, far: f64) -> Body {
    let block = path.body.main();
    Body::single(Block { front: block.front + path.dir * far, depth: block.depth + far, ..*block })
}

impl<L: Listener> Play<'_, L> {
    /// Unsaved hits of all who shoot at a charge that gets home, and the bases it had before: the unit charged, then those who
    /// support it (SSS 15.1, 15.3).
    pub(super) fn shoot_at_charge(&mut self, ix: usize, path: &ChargePath, far: f64) -> (u8, u8) {
        let charge = self.state.charges[ix];
        let bases = self.unit(charge.charger).bases;
        let own = charge.stands && charge.response == Some(Response::Stand { shoots: true });
        let mut hits: u8 = 0;
        if own && self.table().may_shoot_at_charge(charge.target, charge.charger, false).is_ok() {
            hits = hits.saturating_add(self.fires_at_charge(charge.target, charge.charger, path, far));
        }
        for shooter in charge.shooters.iter() {
            if self.unit(shooter).place == Place::Table && !self.table().in_contact(shooter) {
                hits = hits.saturating_add(self.fires_at_charge(shooter, charge.charger, path, far));
            }
        }
        (hits, bases)
    }

    /// The evader's own shots, before it runs; they stand though the charge falls short (SSS 15.4).
    pub(super) fn evader_shoots(&mut self, ix: usize, path: &ChargePath, far: f64) -> (u8, u8) {
        let charge = self.state.charges[ix];
        let bases = self.unit(charge.charger).bases;
        (self.fires_at_charge(charge.target, charge.charger, path, far), bases)
    }

    /// One unit shoots: a die stands in for the range, +1 for A class and -1 for C (SSS 15.2, 15.5, 15.6).
    fn fires_at_charge(&mut self, id: UnitId, charger: UnitId, path: &ChargePath, far: f64) -> u8 {
        if self.unit(charger).place != Place::Table {
            return 0;
        }
        let die = self.d6();
        let class = match self.table().card(id).class {
            Class::A => 1,
            Class::B => 0,
            Class::C => -1,
        };
        let band = Band::rolled(i32::from(die) + class);
        if self.listener.hears() {
            let table = self.table();
            let mut sum = Reckoning::new(&*self.listener);
            sum.add_if(class != 0, class, "class", "SSS 15.6");
            let entry = Entry {
                lines: sum.lines,
                dice: vec![die],
                result: table.said(told::RANGE_IS, &[Who::Words(band_words(band))]),
                ..table.entry("SSS 15.5", told::RANGE_AT_CHARGE, &[Who::Unit(id), Who::Unit(charger)])
            };
            self.listener.tell(entry);
        }
        let unit = self.unit_mut(id);
        (unit.shot_at_charge, unit.this_turn.shot_at_one) = (true, true);
        // SSS G17: a square shoots from the face attacked.
        let square = unit.formation == Formation::Square;
        let most = if square { unit.bases.div_ceil(4) } else { 0 };
        let swept = swept(path, far);
        self.volley(id, Aim::Unit(charger), most, Range::Rolled(band, &swept))
    }
}

const fn band_words(band: Band) -> &'static str {
    match band {
        Band::Short => "short range",
        Band::Medium => "medium range",
        Band::Long => "long range",
    }
}
