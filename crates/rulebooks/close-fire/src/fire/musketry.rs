//! Musketry beyond close range (CF 13.29 to 13.34, T8, G44, G46).

use super::targets::{Stands, Target, Targets, nearest};
use crate::bodies::Base;
use crate::cards::{Arms, Load, Style, UnitId};
use crate::face::told::{self, Who};
use crate::ground::Protection;
use crate::measures::{CLOSE, NEAR};
use crate::state::{Formation, Standing};
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use field::table::Body;
use kernel::{Entry, Faces, Listener, ReckoningLine, Refusal};

/// The farthest that a musket carries (CF 13.14).
pub(super) const MUSKET: i32 = NEAR;

/// The stands of a unit that can fire.
pub(super) type Firers = ArrayVec<Base, 24>;

/// The dice of a volley, and what they come from (T8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VolleyDice {
    pub stands: u8,
    pub dps: u8,
    /// One for each battalion that fires by platoons (CF 13.30).
    pub platoons: u8,
    /// The target is in hard cover or fortifications (CF 13.32).
    pub hard: bool,
    /// The firers are dismounted dragoons (CF 13.33).
    pub dragoons: bool,
}

impl VolleyDice {
    /// Stands less points and with the platoons' dice, at least none; then halved, each time rounded up (CF 13.29 to 13.33,
    /// G46).
    pub fn count(self) -> u8 {
        let all = (self.stands + self.platoons).saturating_sub(self.dps);
        let halved = |dice: u8, holds: bool| if holds { dice.div_ceil(2) } else { dice };
        halved(halved(all, self.hard), self.dragoons)
    }
}

impl Table<'_> {
    /// Whether a unit may fire in the Musketry Phase at all (CF 13.1, 13.2, G44).
    pub(super) fn may_give_fire(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        let dragoons = self.is_dismounted(id);
        let no = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        match () {
            () if !(self.is_foot(id) || dragoons) || unit.dummy => {
                no("CF 13.1", "foot in line and dismounted dragoons fire in this phase")
            }
            () if !self.is_at_hand(id) => no("CF 13.1", "the unit is not on the table"),
            () if unit.fired || unit.held_fire => no("CF 13.11", "it has fired, or holds its fire"),
            () if unit.standing != Standing::Steady => no("CF 13.2", "who runs or pursues does not fire"),
            () if !dragoons && unit.formation != Formation::Line => {
                // An assault column as little as one on the march (CF 10.7).
                no("CF 13.2", "foot in column or unformed does not fire")
            }
            () if unit.arms == Arms::HandToHand => no("CF 13.2", "it has hand-to-hand weapons only"),
            () if unit.arms == Arms::PlugBayonet && unit.bayonets_fixed => no("CF 13.2", "its plug bayonets are fixed"),
            () if unit.load != Load::None => no("CF 13.2", "it carries fascines or ladders"),
            () if self.in_contact(id) => no("CF G141", "it is hand to hand with the enemy"),
            () if self.has_enemy_close(id) => {
                no("CF 13.9", "enemy to its front within 40 yards: that is for the Combat Phase")
            }
            () => Ok(()),
        }
    }

    /// Enemy to its front within 40 yds, on any side of dragoons: their fire belongs to the Combat Phase (CF 9.8, 13.9, G44).
    fn has_enemy_close(self, id: UnitId) -> bool {
        // Those who run are in nobody's close fire (CF G53), and keep nobody from his own.
        let stands = |enemy: UnitId| {
            self.is_face_down(enemy)
                || !matches!(self.unit(enemy).standing, Standing::Routing | Standing::Retiring | Standing::Evading)
        };
        let enemies = self.enemies_of(id).filter(|&enemy| self.counts_as_enemy(enemy) && stands(enemy));
        enemies
            .filter(|&enemy| self.is_for_close_fire(enemy) && self.is_perhaps_close(id, enemy))
            .any(|enemy| self.to_front(id, enemy).is_some_and(|far| within(far, CLOSE)) && self.sees(id, enemy))
    }

    /// A base that has pikes instead of muskets: the middle one of its battalion (CF 13.2, 18.2, G74).
    fn is_pike_base(self, id: UnitId, base: &Base) -> bool {
        let element = &self.unit(id).elements[usize::from(base.element)];
        element.pikes && self.place_in_battalion(id, base) == element.bases / 2
    }

    fn place_in_battalion(self, id: UnitId, base: &Base) -> u8 {
        let before = self.unit(id).elements.iter().take(base.element.into());
        base.index.saturating_sub(before.map(|element| element.bases).sum())
    }

    /// The stands of a unit that have muskets.
    pub(super) fn muskets_of(self, id: UnitId) -> Firers {
        let mut firers = Firers::new();
        for base in self.bases_of(id).filter(|base| !self.is_pike_base(id, base)) {
            self.state.overflow.keep(&mut firers, base);
        }
        firers
    }

    /// The stands that have some of a target within 120 yds, in their arc and in sight (CF 13.29, G44), and how far off the
    /// nearest is.
    fn firers_at(self, id: UnitId, target: UnitId, open: &Stands) -> (Firers, f64) {
        let (mut firers, mut least) = (Firers::new(), f64::INFINITY);
        for base in self.muskets_of(id) {
            let range = self.range_from(id, &base.block, open).filter(|&range| within(range, MUSKET));
            if let Some(range) = range
                && self.stand_sees(id, &base.block, target)
            {
                firers.push(base);
                least = least.min(range);
            }
        }
        (firers, least)
    }

    /// Those a unit may fire at: beyond close range, the nearest (CF 9.8, 13.5).
    pub(super) fn volleys_of(self, id: UnitId) -> Targets {
        if self.may_give_fire(id).is_err() {
            return Targets::new();
        }
        self.volleys_by(id)
    }

    /// The same of a unit that may give fire.
    pub(super) fn volleys_by(self, id: UnitId) -> Targets {
        let all = self.volley_targets(id);
        nearest(&all).filter(|target| self.volley_dice(id, target.id).count() > 0).collect()
    }

    /// Everybody in the arc, range and sight of a unit's muskets, beyond close range.
    fn volley_targets(self, id: UnitId) -> Targets {
        let mut targets = Targets::new();
        for (enemy, open) in self.enemies_to_hit(id, MUSKET, true) {
            let (firers, range) = self.firers_at(id, enemy, &open);
            let for_combat = within(range, CLOSE) && self.is_for_close_fire(enemy);
            if !firers.is_empty() && !for_combat {
                targets.push(Target { id: enemy, range });
            }
        }
        targets
    }

    /// T8
    pub(crate) fn volley_dice(self, id: UnitId, target: UnitId) -> VolleyDice {
        let open = self.open_bases(id, target);
        let (firers, _) = self.firers_at(id, target, &open);
        let from = self.body(id).main().front;
        VolleyDice {
            stands: firers.len() as u8,
            dps: self.unit(id).dps,
            platoons: self.platoon_dice(id, &firers, &open),
            hard: self.protection(target, from) >= Protection::Hard,
            dragoons: self.is_dismounted(id),
        }
    }

    /// Battalions of new-style foot that fire by platoons: one die each, if the whole unit is in range or else their command
    /// stand is, the middle one (CF 2.12, 13.30, 13.31, G46, G140).
    fn platoon_dice(self, id: UnitId, firers: &Firers, open: &Stands) -> u8 {
        if !self.is_foot(id) {
            return 0;
        }
        let in_range = |base: &Base| {
            let own = Body::single(base.block);
            open.iter().any(|theirs| within(Body::single(*theirs).distance(&own), MUSKET))
        };
        let bases: Firers = self.bases_of(id).take(24).collect();
        let whole = bases.iter().all(in_range);
        let commanded = |ix: u8, count: u8| {
            let command = |base: &&Base| base.element == ix && self.place_in_battalion(id, base) == count / 2;
            bases.iter().find(command).is_some_and(in_range)
        };
        let elements = self.unit(id).elements.iter().enumerate();
        let fires = elements.filter(|(ix, element)| {
            let ix = *ix as u8;
            element.style == Style::New
                && firers.iter().any(|base| base.element == ix)
                && (whole || commanded(ix, element.bases))
        });
        fires.count() as u8
    }

    /// Whether a unit may fire at that one, and if not, which rule forbids it.
    pub(super) fn judge_volley(self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        self.may_give_fire(id)?;
        if self.volleys_of(id).iter().any(|one| one.id == target) {
            return Ok(());
        }
        let (rule, why) = self.why_no_volley(id, target);
        Err(Refusal::new(rule, why))
    }

    fn why_no_volley(self, id: UnitId, target: UnitId) -> (&'static str, &'static str) {
        if self.side(target) == self.side(id) || !self.is_worth_fire(target) {
            return ("CF 13.1", "troops fire at the enemy");
        }
        let open = self.open_bases(id, target);
        if open.is_empty() {
            return ("CF 13.8", "friends are within 20 yards of it");
        }
        let ranges = self.muskets_of(id).into_iter().filter_map(|base| self.range_from(id, &base.block, &open));
        match ranges.reduce(f64::min) {
            None => return ("CF 13.3", "it is more than 45° off straight ahead"),
            Some(range) if !within(range, MUSKET) => return ("CF 13.14", "it is out of range"),
            Some(range) if within(range, CLOSE) && self.is_for_close_fire(target) => {
                return ("CF 9.8", "close fire belongs to the Combat Phase");
            }
            Some(_) => {}
        }
        if self.firers_at(id, target, &open).0.is_empty() {
            return ("CF 13.7", "it is not in sight");
        }
        if self.volley_dice(id, target).count() == 0 {
            return ("CF 13.29", "it is so disordered that no stand fires");
        }
        ("CF 13.5", "the nearest target must be taken")
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit gives fire: each 6 is a point, at once (CF 13.10, 13.34).
    pub(super) fn volley(&mut self, id: UnitId, target: UnitId) {
        self.steps_forth(id);
        let dice = self.table().volley_dice(id, target);
        let mut faces = Faces::new();
        let dps = self.dice.tally(dice.count().into(), &[0, 0, 0, 0, 0, 1], &mut faces) as u8;
        self.tell_volley(id, target, dice, &faces, dps);
        // CF 13.11
        self.unit_mut(id).this_turn.fired = true;
        self.unit_mut(target).this_turn.under_fire = true;
        self.hits(target, dps);
    }

    fn tell_volley(&mut self, id: UnitId, target: UnitId, dice: VolleyDice, faces: &Faces, dps: u8) {
        if !self.listener.hears() {
            return;
        }
        let table = self.table();
        let mut lines = vec![ReckoningLine::counts("CF 13.29", "stands able to fire", dice.stands.into())];
        let mut note = |value: u8, text: &'static str, rule: &'static str| {
            if value > 0 {
                lines.push(ReckoningLine::counts(rule, text, value.into()));
            }
        };
        note(dice.dps, "fewer for disorder", "CF 13.29");
        note(dice.platoons, "more for battalions that fire by platoons", "CF 13.30");
        note(if dice.hard { 2 } else { 0 }, "divided for hard cover", "CF 13.32");
        note(if dice.dragoons { 2 } else { 0 }, "divided for dismounted dragoons", "CF 13.33");
        note(dice.count(), "dice", "CF 13.29");
        let result = if dps == 0 { told::NO_EFFECT } else { told::DPS_ON };
        let entry = Entry {
            lines,
            dice: faces.to_vec(),
            ..table.entry("CF 13.34", told::GIVES_FIRE, &[Who::Unit(id), Who::Unit(target)])
        };
        let entry = table.reckoned(entry, result, &[Who::Unit(target), Who::Count(dps.into())]);
        self.listener.tell(entry);
    }
}
