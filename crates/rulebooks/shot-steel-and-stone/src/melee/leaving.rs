//! Heading 26: disengaging and the free hit; bases brought up (SSS 27.8); breaking off (SSS 27.10).

use super::reach::{Blow, Turn};
use crate::cards::{UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::BW;
use crate::readings::LimitInMelee;
use crate::state::{Activity, Came, Contact, Intent, Melee};
use crate::table::{Play, Table};
use field::table::Um;
use kernel::{Listener, Refusal, Side};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    // --- Disengaging

    /// The next unit of a side that is ordered to leave its melee.
    pub(crate) fn next_to_leave(self, side: Side) -> Option<UnitId> {
        self.of_side(side).find(|&id| self.unit(id).intent == Intent::Disengage && self.in_contact(id))
    }

    /// The next enemy who may strike at a unit that goes; a unit that is ordered off at half strength may go free by one
    /// reading (SSS 26.1, G79).
    pub(crate) fn next_free_hit(self, id: UnitId) -> Option<UnitId> {
        let unit = self.unit(id);
        let ordered_off = unit.activity == Activity::RetiringInGoodOrder || self.past_limit(id);
        if ordered_off && self.rules.options.limit_in_melee == LimitInMelee::FreeToLeave {
            return None;
        }
        self.opponents(id).find(|&enemy| !unit.left.contains(enemy))
    }

    // --- Bringing up

    pub(crate) fn can_bring_up(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let spare = unit.bases_outside().saturating_sub(unit.front_bases());
        spare > 0 && (self.judge_bring_up(id, 1, 0).is_ok() || self.judge_bring_up(id, 0, 1).is_ok())
    }

    /// Bases from behind come up to the sides of the foremost, within their normal move (SSS 27.8).
    pub(crate) fn judge_bring_up(self, id: UnitId, left: u8, right: u8) -> Result<(), Refusal> {
        let unit = self.unit(id);
        let spare = unit.bases_outside().saturating_sub(unit.front_bases());
        if u16::from(left) + u16::from(right) > u16::from(spare) {
            return refuse("SSS 27.8", "it has not so many bases behind its front");
        }
        let (card, depth) = (self.card(id), self.rules.base_depth(self.card(id), unit));
        let step = self.rules.base_width(card) + self.rules.gap(card, unit);
        // Those behind close up, so the last to come up is as many ranks behind as it takes for all of them.
        let ranks = i32::from((left + right).div_ceil(unit.files.max(1)));
        let far = |count: u8, already: u8| {
            // Round the end of the front: past half of it, and the places taken beside it.
            let aside = i32::from(unit.files) * step / 2 + i32::from(count + already) * step - step / 2;
            if count == 0 { 0 } else { aside + ranks * depth }
        };
        let most = self.standard_here(id);
        if far(left, unit.moved_up[0]).max(far(right, unit.moved_up[1])) > most {
            return refuse("SSS 27.8", "that is farther than its normal move");
        }
        let mut changed = *unit;
        changed.moved_up[0] += left;
        changed.moved_up[1] += right;
        let body = self.rules.body_of(id, &changed);
        let blocked = self.on_table().filter(|&other| other != id && !self.is_garrison(other));
        if blocked.into_iter().any(|other| self.body(other).overlaps(&body)) {
            return refuse("SSS 27.8", "there is no room beside its front");
        }
        self.may_rest(id, &body)
    }

    // --- Breaking off

    /// Who breaks off next: losers first, in a drawn round the active side (SSS G80).
    pub(crate) fn next_to_break_off(self) -> Option<UnitId> {
        let melee = self.state.melee.as_ref()?;
        let first = melee.loser.unwrap_or(self.state.active);
        let of = |side: Side| melee.retire.iter().find(|&id| self.side(id) == side);
        of(first).or_else(|| of(first.other()))
    }

    /// At least 1 BW, up to its normal move (SSS 27.10, G80).
    pub(crate) fn judge_break_off(self, id: UnitId, distance: Um) -> Result<(), Refusal> {
        if distance < BW {
            return refuse("SSS 27.10", "it retires at least 1 BW");
        }
        if distance > self.most_break_off(id) {
            return refuse("SSS G80", "that is farther than its normal move");
        }
        Ok(())
    }

    pub(crate) fn most_break_off(self, id: UnitId) -> Um {
        self.standard_here(id).max(BW)
    }
}

impl<L: Listener> Play<'_, L> {
    /// An enemy strikes at a unit that leaves, or lets it go; there is no reply (SSS 26.1, G26).
    pub(crate) fn free_hit(&mut self, id: UnitId, by: UnitId, takes: bool) {
        self.unit_mut(id).this_turn.left.insert(by);
        if takes {
            self.unopposed_attack(id, by);
        }
    }

    /// Each base in contact rolls the dice of the melee column (SSS G26).
    fn unopposed_attack(&mut self, id: UnitId, by: UnitId) {
        let mut units = Units::EMPTY;
        units.insert(id);
        units.insert(by);
        for contact in self.state.contacts.iter_mut().filter(|contact| contact.other(id) == Some(by)) {
            (contact.a_came, contact.b_came) = (Came::Fights, Came::Fights);
        }
        self.keep_bodies();
        self.state.melee = Some(Melee { units, ..Melee::default() });
        let (before, exposed) = (self.unit(id).this_turn.hits_melee, self.table().exposed(id));
        for blow in self.table().blows(by, id).into_iter().filter(|&blow| blow != Blow::PointBlank) {
            for site in self.table().sites(by, id) {
                self.strike_alone(Turn { by, at: id, blow, reach: 0, site });
            }
        }
        self.state.melee = None;
        if self.unit(id).this_turn.hits_melee > before {
            // SSS G26: that is a round lost.
            self.unit_mut(id).this_turn.lost_melee = true;
            self.tell("SSS 26.1", told::HIT_IN_LEAVING, &[Who::Unit(id)]);
            self.risk_in_melee(exposed, self.unit(id).this_turn.hits_melee - before);
        }
    }

    /// It is out of the melee and moves away in the moves that follow (SSS 26.1).
    pub(crate) fn goes_free(&mut self, id: UnitId) {
        if !self.table().is_there(id) {
            return;
        }
        let foes: Units = self.table().opponents(id).collect();
        self.state.contacts.retain(|contact| contact.other(id).is_none());
        let unit = self.unit_mut(id);
        unit.this_turn.left = foes;
        if unit.this_turn.intent == Intent::Disengage {
            unit.this_turn.intent = Intent::Move;
        }
        self.tell("SSS 26.1", told::DISENGAGES, &[Who::Unit(id)]);
        self.leaves_melee(id);
        for foe in foes.iter() {
            self.leaves_melee(foe);
        }
    }

    /// Who was to go and still touches the enemy when all moves are made has not got away: they fight on.
    pub(crate) fn clinch(&mut self, side: Side) {
        self.keep_bodies();
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            if self.table().side(id) != side || !self.table().is_there(id) {
                continue;
            }
            for foe in self.unit(id).left.iter() {
                let held =
                    self.table().is_there(foe) && !self.table().in_contact_with(id, foe) && self.table().meet(id, foe);
                if held {
                    let (a, b) = (id.min(foe), id.max(foe));
                    let met = |unit: UnitId, by: UnitId| self.table().met_by(unit, &self.table().body(by));
                    let (on_a, on_b) = (met(a, b), met(b, a));
                    let came = Came::Fights;
                    let contact = Contact { a, b, on_a, on_b, a_came: came, b_came: came, attacked: [false; 2] };
                    self.state.overflow.keep(&mut self.state.contacts, contact);
                }
            }
        }
    }

    pub(crate) fn bring_up(&mut self, id: UnitId, left: u8, right: u8) {
        let unit = self.unit_mut(id);
        unit.moved_up[0] += left;
        unit.moved_up[1] += right;
        if left + right > 0 {
            self.tell("SSS 27.8", told::BRINGS_UP, &[Who::Unit(id), Who::Count((left + right).into())]);
        }
    }

    pub(crate) fn break_off(&mut self, id: UnitId, distance: Um) {
        self.keep_bodies();
        let dir = self.table().pushed_towards(id);
        self.tell("SSS 27.10", told::BREAKS_OFF, &[Who::Unit(id)]);
        self.push(id, dir, distance);
        // SSS G80: bases that are inside fight on; for those outside it begins anew.
        let unit = self.unit_mut(id);
        unit.this_turn.fought_long |= unit.rounds >= 2;
        unit.rounds = 0;
        let lost = self.unit(id).lost_melee;
        if !lost {
            self.unit_mut(id).activity = Activity::Static;
        }
    }
}
