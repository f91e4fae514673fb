//! Pursuit and the free hack (CF 17.14, 17.21 to 17.24, G65).

use super::AfterStep;
use crate::agenda::Step;
use crate::cards::{UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::{CONTACT, HALT};
use crate::morale::{Cause, Occasion};
use crate::movement::{Pips, Run};
use crate::readings::{HackCap, Looting};
use crate::state::{After, Formation, MoveDice, Moved, Place, Standing};
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use field::table::{Body, Cdeg, TOUCH, Um, bearing, cast, heading};
use kernel::{Entry, Listener};

const HACKS: u8 = 4;

impl<'a> Table<'a> {
    /// Some enemy is after a unit (CF 17.16).
    pub(crate) fn is_pursued(self, id: UnitId) -> bool {
        self.enemies_of(id).any(|enemy| {
            let unit = self.unit(enemy);
            unit.standing == Standing::Pursuing && unit.quarry.contains(id)
        })
    }

    pub(super) fn is_fugitive(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.place == Place::Table && matches!(unit.standing, Standing::Retiring | Standing::Routing)
    }

    /// The nearest of those it is after who still run.
    fn quarry_of(self, id: UnitId) -> Option<UnitId> {
        let unit = self.unit(id);
        let runs = unit.quarry.iter().filter(|&enemy| self.is_fugitive(enemy));
        let far = runs.map(|enemy| (enemy, self.distance(id, enemy)));
        far.min_by(|one, other| one.1.total_cmp(&other.1)).map(|(enemy, _)| enemy)
    }

    /// Along the fugitives' path; straight on with none left in sight (CF G65).
    fn way_after(self, id: UnitId) -> Cdeg {
        let at = self.body(id).center();
        match self.quarry_of(id).filter(|&enemy| self.sees(id, enemy) || self.touches(id, enemy)) {
            Some(enemy) => bearing(self.body(enemy).center() - at),
            None => self.unit(id).pose.facing,
        }
    }

    /// Enemies it is hand to hand with who have not fled.
    fn held_by(self, id: UnitId) -> Units {
        self.opponents(id).filter(|&enemy| self.can_be_charged(enemy) && !self.is_fugitive(enemy)).collect()
    }

    /// Some of them stand in the way of a body, less than 20 yds off.
    fn is_faced(self, body: &Body, way: Cdeg, held: Units) -> bool {
        held.iter().any(|enemy| cast(body, heading(way), f64::from(HALT), &self.body(enemy)).is_some())
    }

    /// They bar the whole of a unit: its combat goes on (CF 17.4, 17.24, G178).
    fn is_held_up(self, id: UnitId, held: Units) -> bool {
        let way = self.way_after(id);
        let body = self.body(id);
        self.is_faced(&body, way, held) && self.blocked_part(id, |part| self.is_faced(part, way, held)).is_none()
    }

    /// Whom a run that way meets first, and where.
    fn first_on(self, id: UnitId, body: &Body, way: Cdeg) -> Option<(UnitId, f64)> {
        let foes = self.enemies_of(id).filter(|&enemy| self.can_be_charged(enemy));
        let hits = foes.filter_map(|enemy| {
            cast(body, heading(way), 1e8, &self.body(enemy)).map(|hit| (enemy, hit.distance.max(0.0)))
        });
        hits.min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// Cavalry that pursuers come upon from its front may meet them (CF 17.22).
    pub(super) fn may_meet(self, pursuer: UnitId, met: UnitId) -> bool {
        self.may_countercharge_at_all(met).is_ok() && self.to_front(met, pursuer).is_some()
    }
}

impl<L: Listener> Play<'_, L> {
    /// A full fast move after those who fled (CF 17.21).
    pub(super) fn pursue(&mut self, id: UnitId, quarry: Units) {
        let goes_on = self.unit(id).standing == Standing::Pursuing;
        let held = self.table().held_by(id);
        self.unit_mut(id).quarry = quarry;
        if self.table().is_held_up(id, held) {
            self.halts(id, held);
            return;
        }
        self.break_off(id);
        {
            let unit = self.unit_mut(id);
            unit.after = After::Pursued;
            unit.standing = Standing::Pursuing;
            unit.finished = true;
            (unit.charging, unit.outrance) = (false, false);
            if !goes_on {
                // They keep their front and lose their order.
                unit.formation = Formation::Unformed;
                unit.bends = Default::default();
            }
        }
        self.keep_bodies();
        self.keep_on_table(id);
        self.tell("CF 17.21", told::PURSUES, &[Who::Unit(id)]);
        let way = self.table().way_after(id);
        self.leave_blocked(id, way, held);
        let dice = self.table().full_dice(id);
        let pips = self.roll_pips(dice);
        let allowance = self.allowance(id, pips, false);
        self.uncover_on_run(id, way, allowance);
        let table = self.table();
        let runner = table.running_body(id, way);
        let first = table.first_on(id, &runner, way);
        let stop = first.map_or(f64::INFINITY, |(_, far)| far);
        let mut run = table.straight_run(id, &runner, heading(way), allowance, stop);
        let edge = runner.room_on_table(heading(way), table.rules.ground.width, table.rules.ground.height);
        let limit = match run.barred {
            true => run.ran,
            false => table.free_beyond(id, &runner, heading(way), run.ran, stop.min(edge)),
        };
        // Through friends at the usual price, and just beyond those it would end on (CF 12.24, G78).
        let (passed, ran) = table.beyond_friends(id, &runner, heading(way), run.ran, limit);
        run.ran = ran;
        match first.filter(|(_, far)| run.ran + TOUCH >= *far) {
            Some((met, _)) if table.is_fugitive(met) => {
                let left = run.left;
                self.runs_on(id, way, pips, &run, &passed);
                self.hack(id, met, left);
            }
            Some((met, far)) if table.may_meet(id, met) => {
                // The cavalry says how it meets them before they are there.
                self.state.agenda.push(Step::After(AfterStep::Meet { pursuer: id, met, way, gap: far.round() as Um }));
                self.pay_later(id, pips, &run, &passed);
            }
            Some((met, _)) => {
                self.runs_on(id, way, pips, &run, &passed);
                self.strike(id, met);
            }
            None => self.runs_on(id, way, pips, &run, &passed),
        }
    }

    /// The part of a unit that ground, or enemy it is hand to hand with, keeps from pursuing halts (CF 17.24, G178).
    fn leave_blocked(&mut self, id: UnitId, way: Cdeg, held: Units) {
        let table = self.table();
        let dir = heading(way);
        let barred = |part: &Body| {
            let pips = Pips { faces: [2, 0, 0], count: 1 };
            let run = table.straight_run(id, part, dir, crate::movement::Allowance { pips, extra: 1 }, f64::from(HALT));
            table.is_faced(part, way, held) || (run.barred && run.ran + TOUCH < f64::from(HALT))
        };
        let Some((right, elements)) = table.blocked_part(id, barred) else { return };
        if let Some(left) = self.part_company(id, right, elements) {
            self.halts(left, held);
        }
    }

    /// It does not pursue, and is hand to hand with those who stand before it.
    fn halts(&mut self, id: UnitId, held: Units) {
        let unit = self.unit_mut(id);
        (unit.standing, unit.quarry, unit.after) = (Standing::Steady, Units::EMPTY, After::Remained);
        for enemy in
            held.iter().filter(|&enemy| self.table().is_hand_to_hand(id, enemy)).collect::<ArrayVec<UnitId, 32>>()
        {
            self.note_contact(id, enemy);
        }
        self.tell("CF 17.24", told::PART_HALTS, &[Who::Unit(id)]);
    }

    fn runs_on(&mut self, id: UnitId, way: Cdeg, pips: Pips, run: &Run, passed: &[UnitId]) {
        self.advance_to(id, way, run.ran);
        self.pay_for_run(id, pips, run, passed);
        self.tell_pursuit(id, pips, run.ran);
    }

    fn pay_later(&mut self, id: UnitId, pips: Pips, run: &Run, passed: &[UnitId]) {
        self.pay_for_run(id, pips, run, passed);
        self.tell_pursuit(id, pips, run.ran);
    }

    fn tell_pursuit(&mut self, id: UnitId, pips: Pips, ran: f64) {
        if self.listener.hears() {
            let entry = Entry {
                dice: pips.shown().collect(),
                ..self.table().entry("CF 11.20", told::FAST_MOVE, &[Who::Unit(id), Who::Far(ran.round() as Um)])
            };
            self.listener.tell(entry);
        }
    }

    fn advance_to(&mut self, id: UnitId, way: Cdeg, ran: f64) {
        let runner = self.table().running_body(id, way);
        let start = self.table().turned_to(id, way);
        let unit = self.unit_mut(id);
        unit.pose = start.moved(heading(way) * ran);
        unit.charged_from = Some(start);
        (unit.displaced, unit.advanced) = (true, true);
        if unit.moved == Moved::Stood {
            unit.moved = Moved::Otherwise;
        }
        self.keep_bodies();
        self.keep_on_table(id);
        self.rides_over(id, &runner, heading(way), ran);
    }

    /// Pursuers run into new enemy: they charge them at once (CF 17.22). Wagons are taken, and may be looted (CF G21, G72).
    fn strike(&mut self, id: UnitId, met: UnitId) {
        let table = self.table();
        let spoils = matches!(table.unit(met).class, crate::cards::Class::Wagon | crate::cards::Class::Civilians);
        let greedy = !table.unit(id).grade.is_elite() && self.rules.options.looting == Looting::On;
        if spoils && greedy {
            self.tell("CF G21", told::LOOTS, &[Who::Unit(id)]);
            self.unit_mut(id).standing = Standing::Looting;
            if self.unit(met).class == crate::cards::Class::Wagon {
                self.destroy(met, crate::state::Loss::Taken);
            }
            return;
        }
        let units: Units = [id].into_iter().collect();
        if !self.note_contacts(units) {
            self.note_contact(id, met);
        }
        self.unit_mut(id).charging = true;
    }

    /// The cavalry stands, or counter-charges with so many dice (CF 17.22).
    pub(super) fn meet(&mut self, step: (UnitId, UnitId, Cdeg, Um), dice: MoveDice, outrance: bool) {
        let (pursuer, met, way, gap) = step;
        let mut forward = 0.0;
        if dice.count() > 0 {
            self.tell("CF 17.22", told::COUNTER_CHARGES, &[Who::Unit(met), Who::Dice(dice)]);
            let pips = self.roll_pips(dice);
            let back = self.counter_way(met, way);
            let table = self.table();
            let body = table.running_body(met, back);
            let allowance = self.allowance(met, pips, false);
            let run = table.straight_run(met, &body, heading(back), allowance, f64::from(gap) / 2.0);
            // It stops short of friends, and passes through those it has behind it then (CF 12.24, G78).
            let (passed, free) = table.friends_on_way(met, &body, heading(back), run.ran, Units::EMPTY);
            forward = run.ran.min(free);
            let run = Run { ran: forward, ..table.straight_run(met, &body, heading(back), allowance, forward) };
            let start = if table.is_unformed(met) { table.turned_to(met, back) } else { table.unit(met).pose };
            let entitled = table.may_go_outrance(met);
            let unit = self.unit_mut(met);
            unit.charged_from = Some(start);
            unit.pose = start.moved(heading(back) * forward);
            (unit.charging, unit.countercharging, unit.outrance) = (true, true, outrance && entitled);
            (unit.displaced, unit.advanced, unit.moved, unit.dice) = (true, true, Moved::Charged, dice);
            self.keep_bodies();
            self.pay_for_run(met, pips, &run, &passed);
            self.rides_over(met, &body, heading(back), forward);
        }
        // Lines that do not face each other squarely meet a little sooner or later than half way, or miss each other.
        let ahead = self.table().gap_on_way(pursuer, way, met).filter(|&ahead| ahead <= f64::from(gap) + TOUCH);
        self.advance_to(pursuer, way, ahead.unwrap_or(f64::from(gap) - forward));
        if ahead.is_some() || self.table().is_hand_to_hand(pursuer, met) {
            return self.strike(pursuer, met);
        }
        let missed = self.unit_mut(met);
        (missed.charging, missed.countercharging, missed.outrance) = (false, false, false);
    }

    /// A D6 for every pursuing stand that can reach, a base for each 4 or more (CF 17.23, G65).
    fn hack(&mut self, id: UnitId, victim: UnitId, left: f64) {
        let table = self.table();
        let theirs = table.body(victim);
        let reach = left.round() as Um + CONTACT;
        let stands =
            table.bases_of(id).filter(|base| within(Body::single(base.block).distance(&theirs), reach)).count();
        let cap = match self.rules.options.hack_cap {
            HackCap::Two => 2 * usize::from(table.unit(victim).bases()),
            HackCap::None => usize::MAX,
        };
        let mut dice: ArrayVec<u8, 32> = ArrayVec::new();
        for _ in 0..stands.max(1).min(cap) {
            let die = self.d6();
            self.state.overflow.keep(&mut dice, die);
        }
        let hits = dice.iter().filter(|&&die| die >= HACKS).count();
        if self.listener.hears() {
            let table = self.table();
            let entry = Entry {
                dice: dice.to_vec(),
                result: table.said(told::HACKED, &[Who::Unit(victim), Who::Count(hits as u32)]),
                ..table.entry("CF 17.23", told::HACK, &[Who::Unit(id), Who::Unit(victim)])
            };
            self.listener.tell(entry);
        }
        for _ in 0..hits {
            if self.unit(victim).place == Place::Table {
                self.casualty(victim, Cause::Combat);
            }
        }
        if self.unit(victim).place != Place::Table {
            return;
        }
        if hits > 0 {
            self.leader_risk(victim, Occasion::Combat);
        }
        // Those who retire are hacked like those who rout, and rout after it (CF 17.14, 18.19).
        if self.unit(victim).place == Place::Table && self.unit(victim).standing == Standing::Retiring {
            let from: Units = [id].into_iter().collect();
            let way = self.table().way_back(victim, from);
            self.rout(victim, way);
        }
    }
}
