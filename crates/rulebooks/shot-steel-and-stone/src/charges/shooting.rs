//! Heading 15: shooting at a charge.

use super::path::ChargePath;
use crate::cards::{Class, Missile, UnitId};
use crate::face::told::{self, Who};
use crate::readings::PassedUnit;
use crate::shooting::{Aim, Band, Range};
use crate::state::{Activity, Place, Response, Stage};
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
        self.could_shoot_at_charge(id)?;
        if evades && self.card(id).missile == Missile::Matchlock {
            return refuse("SSS 8.3", "matchlocks may not move and fire in the same turn");
        }
        self.bears_on_charge(id, charger)
    }

    /// Whether it is free to, and has anything to shoot with, whoever charges, a unit or a beast that runs wild (SSS 41.18);
    /// whether it bears is another matter.
    pub(crate) fn could_shoot_at_charge(self, id: UnitId) -> Result<(), Refusal> {
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
        if matches!(unit.activity, Activity::Routing | Activity::Retreating) {
            return refuse("SSS 15.1", "it runs: it does not stand to shoot");
        }
        // SSS 9.5, G77
        if unit.passed && self.rules.options.passed_unit == PassedUnit::WholeTurn {
            return refuse("SSS 9.5", "it was passed through and stands");
        }
        Ok(())
    }

    /// Charged itself, has passed its test and only stands: it may shoot at a charge on friends instead (SSS 15.1).
    fn stands_ready(self, id: UnitId) -> bool {
        let mut on = self.state.charges.iter().filter(|charge| charge.target == id).peekable();
        on.peek().is_some()
            && on.all(|charge| charge.stands && charge.response == Some(Response::Stand { shoots: false }))
    }

    /// Units that elect to shoot at a charge on friends in their arc (SSS 15.1, G13).
    pub(crate) fn judge_support(self, id: UnitId, charger: UnitId) -> Result<(), Refusal> {
        self.known(charger)?;
        self.elects_to_support(id, charger)?;
        self.may_shoot_at_charge(id, charger, false)
    }

    /// Nothing speaks against it before it is known how the charge will run.
    pub(super) fn might_support(self, id: UnitId, charger: UnitId) -> bool {
        self.elects_to_support(id, charger).is_ok()
            && self.could_shoot_at_charge(id).is_ok()
            && self.comes_into_reach(id, charger)
    }

    /// The same where it is known how the charge will run.
    pub(super) fn judge_support_at(self, id: UnitId, charge: &Foreseen) -> Result<(), Refusal> {
        self.elects_to_support(id, charge.charger)?;
        self.could_shoot_at_charge(id)?;
        self.bears_on(id, charge)
    }

    fn elects_to_support(self, id: UnitId, charger: UnitId) -> Result<(), Refusal> {
        let charging = self.state.charges.iter().any(|charge| charge.charger == charger && charge.stage == Stage::Goes);
        if !charging || self.side(id) == self.side(charger) {
            return refuse("SSS 15.1", "no enemy charges there");
        }
        let charged = self.charges_on(id).next().is_some() || self.unit(id).answered;
        if charged && (!self.stands_ready(id) || self.charges_on(id).any(|one| one == charger)) {
            return refuse("SSS 15.1", "it is charged itself, and has said what it does about that");
        }
        Ok(())
    }

    /// Some part of the charge lies in its range and arc, and in sight (SSS 11.4, G72).
    fn bears_on_charge(self, id: UnitId, charger: UnitId) -> Result<(), Refusal> {
        if self.charge_by(charger).is_none() {
            return refuse("SSS 15.1", "no enemy charges there");
        }
        if !self.comes_into_reach(id, charger) {
            return refuse("SSS G72", "the charge does not come within its range");
        }
        match self.foreseen(charger) {
            Some(charge) => self.bears_on(id, &charge),
            None => refuse("SSS 15.3", "that charge does not get there"),
        }
    }

    /// A charge may come within its range, wherever it leads.
    fn comes_into_reach(self, id: UnitId, charger: UnitId) -> bool {
        let reach = f64::from(self.reach_of(id) + self.charge_range(charger)) + TOUCH;
        self.body(id).maybe_within(&self.body(charger), reach)
    }

    fn bears_on(self, id: UnitId, charge: &Foreseen) -> Result<(), Refusal> {
        if !self.body(id).within(&charge.swept, f64::from(self.reach_of(id)) + TOUCH) {
            return refuse("SSS G72", "the charge does not come within its range");
        }
        self.salvo(id, Aim::Unit(charge.charger), 0, Range::Rolled(Band::Short, &charge.swept)).map(|_| ())
    }

    /// How a charge that has been declared would run as everybody stands now (SSS G72).
    pub(super) fn foreseen(self, charger: UnitId) -> Option<Foreseen> {
        let target = self.state.charges[self.charge_by(charger)?].target;
        let approach = self.approach_to(charger, target).unwrap_or_default();
        let path = self.charge_path(charger, approach, target)?;
        let far = path.contact().unwrap_or_else(|| self.charge_room(charger, &path));
        Some(Foreseen { charger, swept: swept(&path, far) })
    }
}

/// A charge, and the ground it would lead over.
pub(super) struct Foreseen {
    pub charger: UnitId,
    swept: Body,
}

/// The ground a charge leads over, from where it stands after its wheel.
fn swept(path: &ChargePath, far: f64) -> Body {
    let block = path.body.main();
    Body::single(Block { front: block.front + path.dir * far, depth: block.depth + far, ..*block })
}

impl<L: Listener> Play<'_, L> {
    /// Unsaved hits of all who shoot at a charge that gets home: the unit charged, then those who support it (SSS 15.1, 15.3).
    pub(super) fn shoot_at_charge(&mut self, ix: usize, path: &ChargePath, far: f64) -> u8 {
        let charge = self.state.charges[ix];
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
        hits
    }

    /// The evader's own shots, before it runs; they stand though the charge falls short (SSS 15.4).
    pub(super) fn evader_shoots(&mut self, ix: usize, path: &ChargePath, far: f64) -> u8 {
        let charge = self.state.charges[ix];
        self.fires_at_charge(charge.target, charge.charger, path, far)
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
                result: table.said(told::RANGE_IS, &[Who::Words(band.words())]),
                ..table.entry("SSS 15.5", told::RANGE_AT_CHARGE, &[Who::Unit(id), Who::Unit(charger)])
            };
            self.listener.tell(entry);
        }
        let unit = self.unit_mut(id);
        (unit.shot_at_charge, unit.this_turn.shot_at_one) = (true, true);
        let most = self.table().face_attacked(id, &path.body.translated(path.dir * far));
        let swept = swept(path, far);
        self.volley(id, Aim::Unit(charger), most, Range::Rolled(band, &swept))
    }
}
