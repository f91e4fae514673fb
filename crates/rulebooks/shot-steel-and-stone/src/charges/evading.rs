//! Evading a charge (SSS 1.5.2a, 1.5.2b, 1.5.2f, 8.2, 8.10, G63, G75).

use crate::cards::{Class, Part, UnitId};
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::measures::{BW, bw};
use crate::movement::keeps_off;
use crate::readings::EvaderExemption;
use crate::state::{Activity, Intent, Over, Place, WaySet};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Body, Passing, TOUCH, Um, Vec2, passage};
use kernel::Listener;

impl Table<'_> {
    /// Skirmishers, light cavalry and camelry, and horse-holders (SSS 1.4e, 8.10, G63).
    pub(crate) fn is_evader(self, id: UnitId) -> bool {
        let card = self.card(id);
        let light = card.is_light_mounted() && self.unit(id).mounted;
        (self.is_skirmishing(id) && !card.is_artillery()) || light || self.is_holders(id)
    }

    pub(crate) fn is_holders(self, id: UnitId) -> bool {
        matches!(self.card(id).part, Part::HoldersOf(_))
    }

    /// Counterchargers and evaders of class B or C lose 1 BW (SSS 1.5.2a, 1.5.2b).
    pub(crate) fn delay(self, id: UnitId) -> Um {
        if self.card(id).class == Class::A { 0 } else { BW }
    }

    /// How far an evader runs over such ground before the die is added: its move and the situations of T6, but no Leadership,
    /// for it is not its turn (SSS 1.5.2a, 8.2, T6, G130); holders go at normal speed (SSS 8.10).
    fn evade_base(self, id: UnitId, shoots: bool, way: WaySet) -> Um {
        let shooting = if shoots && self.pays_for_shooting(id) { bw(2) } else { 0 };
        let delay = if self.is_holders(id) { 0 } else { self.delay(id) };
        // SSS 10.1: who lies down stands up first.
        let rising = if self.unit(id).prone { BW } else { 0 };
        let mut unit = *self.unit(id);
        (unit.this_turn.intent, unit.this_turn.enemy_off) = (Intent::Hold, 0);
        unit.this_turn.leadership = Default::default();
        (self.allowance_as(id, &unit, way, rising) - delay - shooting).max(0)
    }

    /// How far it gets: what its way leads over counts from where that begins (SSS T6).
    fn evade_reach(self, id: UnitId, start: &Body, dir: Vec2, shoots: bool, added: Um) -> f64 {
        let least = |way: WaySet| if way.has(Over::Difficult) || way.has(Over::Rough) { BW / 2 } else { 0 };
        let allowed = |far: f64| {
            let way = self.straight_over(id, start, dir, far).unwrap_or_default();
            f64::from((self.evade_base(id, shoots, way) + added).max(least(way)))
        };
        let most = allowed(0.0);
        if most <= allowed(most) {
            return most;
        }
        let (mut may, mut not) = (0.0, most);
        while not - may > 500.0 {
            let middle = (may + not) * 0.5;
            if middle <= allowed(middle) { may = middle } else { not = middle }
        }
        may.round()
    }

    /// Whom an evader passes through (SSS 9.2, 9.3, 9.7, G75).
    fn evades_through(self, id: UnitId, friend: UnitId) -> bool {
        match () {
            () if self.is_foot_skirmishers(id) => self.passing(id, friend) == Passing::Free,
            () => self.is_skirmishing(id) && self.is_skirmishing(friend),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// An evader runs straight from the charger, its back to it (SSS 1.5.2f, G63).
    pub(super) fn evade(&mut self, id: UnitId, charger: UnitId, shot: bool) {
        let die = match (self.table().is_holders(id), shot) {
            (true, _) => 0,
            (false, true) => self.d2(),
            (false, false) => self.d3(),
        };
        let dir = self.table().straight_from(charger, id);
        let turned = self.table().looking(id, dir);
        let start = self.rules.body_of(id, &turned);
        let farthest = self.table().evade_reach(id, &start, dir, shot, bw(die.into()));
        self.feels_straight(&start, dir, farthest);
        let table = self.table();
        let dist = table.evade_reach(id, &start, dir, shot, bw(die.into()));
        let edge = start.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let mut end = table.ground_room(id, &start, dir, dist.min(edge));
        if end + TOUCH >= edge {
            end = dist;
        }
        for enemy in table.enemies_of(id).filter(|&enemy| enemy != charger && !table.is_garrison(enemy)) {
            end = keeps_off(&start, dir, end, &table.body(enemy)).map_or(end, |at| end.min(at));
        }
        let (end, crowded) = table.evade_past_friends(id, &start, dir, end);
        let over = table.straight_over(id, &start, dir, end.min(edge));
        let off = end > edge + TOUCH;
        let unit = self.unit_mut(id);
        *unit = turned;
        unit.pose = unit.pose.moved(dir * end.min(edge));
        (unit.activity, unit.prone) = (Activity::Evading, false);
        let turn = &mut unit.this_turn;
        (turn.moved, turn.evaded, turn.finished) = (true, true, true);
        self.tell("SSS 1.5.2f", told::EVADES, &[Who::Unit(id), Who::Far(end.round() as Um)]);
        self.crossed(id, over.unwrap_or_default());
        if end + TOUCH < dist {
            self.looks_for_quicksand(id);
        }
        for &friend in &crowded {
            self.disrupt_again(friend, Cause::Crowded);
        }
        if off {
            let turns = self.d3();
            self.goes_off_table(id, turns);
        }
    }

    /// Evaders who shot and got away are not bound by the ban on their next shooting (SSS 15.4, G13).
    pub(super) fn got_away(&mut self, id: UnitId) {
        if self.rules.options.evader_exemption == EvaderExemption::ShortChargeAndBan
            && self.unit(id).place != Place::Reserve
        {
            self.unit_mut(id).shot_at_charge = false;
        }
    }
}

impl Table<'_> {
    /// Where an evader ends that stops on meeting friends whom it may not pass, and these (SSS G75).
    fn evade_past_friends(self, id: UnitId, start: &Body, dir: Vec2, most: f64) -> (f64, ArrayVec<UnitId, 8>) {
        let mut end = most;
        let mut crowded = ArrayVec::new();
        let span = |friend: UnitId| passage(start, dir, most, &self.body(friend));
        let friends = || self.friends_of(id).filter(|&friend| !self.is_garrison(friend));
        for friend in friends().filter(|&friend| !self.evades_through(id, friend)) {
            let Some(span) = span(friend).filter(|span| span.from <= end) else { continue };
            if span.from < end - TOUCH {
                crowded.clear();
            }
            end = span.from.max(0.0);
            self.state.overflow.keep(&mut crowded, friend);
        }
        for _ in 0..8 {
            let under = |friend: &UnitId| span(*friend).is_some_and(|span| span.from < end && end < span.to);
            let Some(friend) = friends().filter(|&friend| self.evades_through(id, friend)).find(under) else { break };
            end = span(friend).map_or(end, |span| span.from.max(0.0));
        }
        (end, crowded)
    }
}
