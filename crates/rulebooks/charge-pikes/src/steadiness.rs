//! Chapters 11 and 12: steadiness, disorder, exhaustion, recovery, and the states of morale.

use crate::cards::{Grade, Kind, UnitId};
use crate::face::told::{self, Who};
use crate::state::{Gun, Horses, Mode, Morale, Place, State};
use crate::table::{Play, Table};
use kernel::{Listener, Phrase};

impl Table<'_> {
    /// The unit whose morale counts: a forlorn hope has no state of its own but shares its regiment's (CP 20.3.5a).
    pub fn morale_holder(self, id: UnitId) -> UnitId {
        match self.card(id).kind {
            Kind::ForlornHope => self.card(id).parent.unwrap_or(id),
            _ => id,
        }
    }

    /// Good, shaken or routed (CP 12.1).
    pub fn morale(self, id: UnitId) -> Morale {
        self.unit(self.morale_holder(id)).morale
    }

    /// Shaken, and not yet worse (CP 12.1).
    pub fn shaken(self, id: UnitId) -> bool {
        self.morale(id) == Morale::Shaken
    }

    /// Figures a unit has not lost: those in the ranks, those holding its horses, and its forlorn hope while it is out, be
    /// it in pursuit beyond the edge (ruling G65).
    pub fn surviving(self, id: UnitId) -> u32 {
        let holders = match self.unit(id).horses {
            Horses::Led { holders, .. } => u32::from(holders),
            Horses::Ridden | Horses::Dispersed => 0,
        };
        let forlorn = match self.card(id).forlorn {
            Some(hope) if matches!(self.unit(hope).place, Place::Table | Place::OffTable { .. }) => self.figures(hope),
            _ => 0,
        };
        self.figures(id) + holders + forlorn
    }

    /// Half or more of the initial figures lost (CP 11.2.1, ruling G7); a forlorn hope's losses are its regiment's (G65).
    pub fn exhausted(self, id: UnitId) -> bool {
        let id = self.morale_holder(id);
        let initial = self.card(id).figures();
        let lost = initial.saturating_sub(self.surviving(id));
        initial > 0 && lost * 2 >= initial
    }

    /// The one penalty that both states share and that never counts twice (CP 11.2.3).
    pub fn shaken_or_exhausted(self, id: UnitId) -> bool {
        self.shaken(id) || self.exhausted(id)
    }

    /// Close order as troops stand on the field: not skirmish order, not wagons. A battery with its crew is (ruling G8).
    pub fn in_close_order(self, id: UnitId) -> bool {
        self.is_troops(id) && !self.is_open_order(id)
    }

    /// Whether a unit is steady (CP 11.0.1). A square is judged like any other unit: that it shoots as if unsteady is a
    /// matter of shooting alone (ruling G48).
    pub fn steady(self, id: UnitId) -> bool {
        // CP 11.0.2
        !self.unit(id).disordered
            // CP 11.0.3
            && self.in_close_order(id)
            // CP 11.0.4, 12.2, 12.3b
            && self.morale(id) == Morale::Good
            // CP 11.0.6
            && self.may_ever_be_steady(id)
            // CP 11.0.5
            && !self.exhausted(id)
    }

    /// Raw troops, skirmishers and mounted dragoons are never steady, wherever they stand (CP 11.0.6).
    fn may_ever_be_steady(self, id: UnitId) -> bool {
        self.grade(id) != Grade::E && !self.is_open_order(id) && !self.is_mounted_dragoons(id)
    }

    /// Which column of the manoeuvre table a unit uses: the first is for steady troops of grade A to C (CP 15.9.1), and
    /// never for highlanders (CP 20.6.3).
    pub fn drills_well(self, id: UnitId) -> bool {
        let highland = self.is_highland(id);
        self.grade(id) <= Grade::C && !highland && self.steady(id)
    }

    /// Spent the whole turn without moving, turning, shooting, fighting or being pushed back (CP 11.3.1b, ruling G9). The
    /// free about face on rallying is not noted as a move (CP 11.3.2).
    pub fn stood_still(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let stirred = unit.moved || unit.rotated || unit.spent > 0 || unit.charged || unit.evaded || unit.recoiled;
        let busy = unit.shot || unit.fought || unit.crashed || unit.routed_now;
        unit.place == Place::Table && unit.mode == Mode::Normal && !stirred && !busy && !self.in_contact(id)
    }

    /// Whether a unit sheds its shaken and disordered states at the end of this turn: it had one of them when the
    /// movement phase began and has stood ever since (CP 11.3.1a, ruling G9).
    pub fn recovers(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        (unit.was_shaken || unit.was_disordered) && unit.changing == 0 && self.stood_still(id)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Puts a unit into disorder, be it by terrain (CP 11.1.1), by manoeuvre (CP 11.1.2), on rallying (CP 11.1.3), in
    /// combat (CP 11.1.4) or by friends running through it (CP 11.1.5). It still may charge and shoot, but is unsteady and
    /// has no impetus (CP 11.1.6).
    pub fn disorder(&mut self, id: UnitId, rule: &'static str, why: Phrase) {
        let unit = self.unit_mut(id);
        // What was gained in this turn, or gained once more, is not lost in it (ruling G9).
        unit.was_disordered = false;
        if unit.disordered || unit.place != Place::Table {
            return;
        }
        unit.disordered = true;
        self.tell(rule, told::DISORDERED, &[Who::Unit(id), Who::Because(why)]);
    }

    /// Good morale drops to shaken; whoever is shaken or worse stays so (CP 12.5).
    pub fn shake(&mut self, id: UnitId, rule: &'static str, why: Phrase) {
        let holder = self.table().morale_holder(id);
        let unit = self.unit_mut(holder);
        // Shaken by more than the change of formation: the end of the change will not mend it (ruling G10).
        unit.shaken_by_change = false;
        unit.was_shaken = false;
        if unit.morale != Morale::Good {
            return;
        }
        unit.morale = Morale::Shaken;
        self.tell(rule, told::SHAKEN, &[Who::Unit(holder), Who::Because(why)]);
    }

    /// One state down: good to shaken, shaken to routed (CP 12.5).
    pub fn drop_morale(&mut self, id: UnitId, cause: Option<UnitId>, rule: &'static str) {
        let holder = self.table().morale_holder(id);
        match self.unit(holder).morale {
            Morale::Good => self.shake(holder, rule, told::NERVE),
            // CP 12.4
            Morale::Shaken => self.rout(holder, cause),
            Morale::Routed => {}
        }
    }

    /// Notes who is shaken or disordered as the movement phase begins: only they can recover this turn (ruling G9).
    pub fn note_ailing(&mut self) {
        for unit in &mut self.state.units {
            unit.was_disordered = unit.disordered;
            unit.was_shaken = unit.morale == Morale::Shaken;
        }
    }

    /// The end of the turn: changes of formation finish, units that stood recover and reload, guns count down.
    pub fn recover_all(&mut self) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            if self.unit(id).place != Place::Table {
                continue;
            }
            // The turn that finishes a change was spent on it: that is not standing (CP 11.3.1b, 15.9.6).
            let stood = self.unit(id).changing == 0;
            self.finish_change(id);
            if stood {
                self.recover(id);
                self.reload_small_arms(id);
            }
            if !self.table().in_contact(id) {
                // Contact broken: rounds lost in a row are counted anew (ruling G55).
                self.unit_mut(id).rounds_lost = 0;
            }
        }
        self.count_down_guns();
    }

    /// The second full move of a change is the whole of the next turn; what was shaken by nothing else is then well
    /// again (CP 15.9.6, ruling G10).
    fn finish_change(&mut self, id: UnitId) {
        let unit = self.unit_mut(id);
        if unit.changing == 0 || unit.moved || unit.recoiled {
            return;
        }
        unit.changing -= 1;
        if unit.changing > 0 {
            return;
        }
        let by_change = unit.shaken_by_change;
        unit.shaken_by_change = false;
        if by_change && unit.morale == Morale::Shaken {
            unit.morale = Morale::Good;
            self.tell("CP 15.9.6", told::CHANGE_FINISHED, &[Who::Unit(id)]);
        }
    }

    /// One turn of standing clears both states at once (CP 11.3.1c), but the exhausted stay shaken (CP 11.2.4).
    fn recover(&mut self, id: UnitId) {
        let table = self.table();
        if !table.recovers(id) {
            return;
        }
        let for_good = table.exhausted(id);
        // Astride an obstacle, on a bridge or out of formation, disorder lasts as long as its cause.
        let held = table.unit(id).illegal || table.straddling(id).is_some();
        let unit = self.unit_mut(id);
        let orders = unit.disordered && unit.was_disordered && !held;
        let calms = unit.morale == Morale::Shaken && unit.was_shaken && unit.changing == 0 && !for_good;
        unit.disordered &= !orders;
        if calms {
            unit.morale = Morale::Good;
        }
        if orders || calms {
            self.tell("CP 11.3.1a", told::RECOVERS, &[Who::Unit(id)]);
        }
    }

    /// Pistols fired in combat and muskets emptied by a volley need a turn of standing (CP 17.5.3, 20.4.3b), which may be
    /// the same that restores order.
    fn reload_small_arms(&mut self, id: UnitId) {
        let needs = {
            let unit = self.unit(id);
            !unit.pistols_loaded || !unit.loaded
        };
        if needs && self.table().stood_still(id) {
            let pistols = self.rules.units[id.ix()].pistols;
            let unit = self.unit_mut(id);
            let (rule, worth_telling) = if !unit.loaded { ("CP 20.4.3b", true) } else { ("CP 17.5.3", pistols) };
            unit.pistols_loaded = pistols;
            unit.loaded = true;
            if worth_telling {
                self.tell(rule, told::RELOADED, &[Who::Unit(id)]);
            }
        }
    }

    /// Heavy guns come a turn nearer to their next shot while their crew is with them (CP 16.8.5a).
    fn count_down_guns(&mut self) {
        let State { units, batteries, .. } = &mut *self.state;
        for battery in batteries {
            let served = units.get(battery.unit.ix()).is_some_and(|unit| !unit.away && unit.place == Place::Table);
            if served {
                battery.guns.iter_mut().for_each(Gun::count_down);
            }
        }
    }
}

impl Gun {
    fn count_down(&mut self) {
        self.reloading = self.reloading.saturating_sub(1);
    }
}
