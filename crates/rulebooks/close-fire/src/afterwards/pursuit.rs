//! Pursuit and the free hack (CF 17.14, 17.21 to 17.24, G65).

use super::{AfterChoice, AfterStep};
use crate::agenda::Step;
use crate::cards::{UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::{CONTACT, HALT, REACH};
use crate::morale::{Cause, Occasion};
use crate::movement::{Pips, Run};
use crate::readings::{HackCap, Looting, PursuersMeet};
use crate::state::{After, Formation, MoveDice, Moved, Place, Standing};
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use field::table::{Body, Cdeg, TOUCH, Um, bearing, cast, heading};
use kernel::{Entry, Listener};

const HACKS: u8 = 4;
const COUNTER_DICE: [MoveDice; 4] =
    [MoveDice::new(1, false), MoveDice::new(2, false), MoveDice::new(1, true), MoveDice::new(2, true)];

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

    /// The new enemies a run is upon: whom it meets first, and others as near on its way (CF 17.22, G136).
    fn new_enemy_on(self, id: UnitId, body: &Body, way: Cdeg, far: f64) -> Units {
        let most = far + f64::from(CONTACT) + TOUCH;
        let foes = self.enemies_of(id).filter(|&enemy| self.can_be_charged(enemy) && !self.is_fugitive(enemy));
        foes.filter(|&enemy| cast(body, heading(way), most, &self.body(enemy)).is_some()).collect()
    }

    /// How far off those who counter-charge were before they did: whoever stands beside them is come upon as well.
    fn first_when_they_set_out(self, way: Cdeg, body: &Body) -> Option<f64> {
        let gaps = self.state.meeting.iter().filter(|&met| self.unit(met).countercharging).filter_map(|met| {
            let stood = self.rules.body_at(self.unit(met), self.unit(met).charged_from?);
            cast(body, heading(way), 1e8, &stood).map(|hit| hit.distance.max(0.0))
        });
        gaps.reduce(f64::min)
    }

    /// The next of them, from right to left, who has a choice and has not said yet how he meets the pursuers (CF 17.22, G198).
    fn next_to_meet(self, id: UnitId, body: &Body, way: Cdeg, far: f64) -> Option<UnitId> {
        let met = self.new_enemy_on(id, body, way, far);
        let mut all = self.right_to_left(self.side(id).other()).into_iter();
        all.find(|&enemy| {
            let open = met.contains(enemy) && !self.state.meeting.contains(enemy);
            open && !self.answers_to_pursuit(id, enemy).is_empty()
        })
    }

    /// What whoever pursuers come upon may do but stand: cavalry counter-charges those who come from its front, and as they charge him
    /// (CF 17.22), loose cavalry evades (CF 14.19) and foot from far off stands to receive (CF 14.20): G198.
    pub(super) fn answers_to_pursuit(self, pursuer: UnitId, met: UnitId) -> ArrayVec<AfterChoice, 11> {
        let mut menu = ArrayVec::new();
        if self.may_countercharge_at_all(met).is_ok() && self.to_front(met, pursuer).is_some() {
            for outrance in [false, true] {
                for dice in COUNTER_DICE {
                    if dice.count() <= self.most_charge_dice(met) && (!outrance || self.may_go_outrance(met)) {
                        menu.push(AfterChoice::Meet { unit: met, dice, outrance });
                    }
                }
            }
        }
        if self.rules.options.pursuers_meet == PursuersMeet::CounterchargeOnly || self.in_contact(met) {
            return menu;
        }
        if self.may_evade_at_all(met).is_ok() {
            menu.push(AfterChoice::Evade(met));
        }
        if !within(self.distance(pursuer, met), REACH) {
            for right in [false, true] {
                if self.may_step_back_at_all(met, right).is_ok() {
                    menu.push(AfterChoice::StepBack { unit: met, right });
                }
            }
            if self.comes_from_behind(pursuer, met) && self.may_face_about_at_all(met).is_ok() {
                menu.push(AfterChoice::FaceAbout(met));
            }
        }
        menu
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
        self.chase(id, way, pips);
    }

    /// Runs as far as the dice lead, or to the first whom they lead to; new enemy says first how he meets it (CF 17.22, G198).
    pub(super) fn chase(&mut self, id: UnitId, way: Cdeg, pips: Pips) {
        let (run, passed, met) = loop {
            let table = self.table();
            let runner = table.running_body(id, way);
            let first = table.first_on(id, &runner, way);
            let stop = first.map_or(f64::INFINITY, |(_, far)| far);
            let allowance = self.allowance(id, pips, false);
            let mut run = table.straight_run(id, &runner, heading(way), allowance, stop);
            let edge = runner.room_on_table(heading(way), table.rules.ground.width, table.rules.ground.height);
            let limit = match run.barred {
                true => run.ran,
                false => table.free_beyond(id, &runner, heading(way), run.ran, stop.min(edge)),
            };
            // Through friends at the usual price, and just beyond those it would end on (CF 12.24, G78).
            let (passed, ran) = table.beyond_friends(id, &runner, heading(way), run.ran, limit);
            run.ran = ran;
            let met = first.filter(|(_, far)| run.ran + TOUCH >= *far);
            let Some((_, far)) = met.filter(|(met, _)| !table.is_fugitive(*met)) else { break (run, passed, met) };
            let far = table.first_when_they_set_out(way, &runner).unwrap_or(far);
            // How he may meet them tells what he is (CF G67).
            let hidden = table.new_enemy_on(id, &runner, way, far).iter().find(|&enemy| table.is_face_down(enemy));
            if let Some(hidden) = hidden {
                self.turn_card(hidden);
                continue;
            }
            if let Some(met) = table.next_to_meet(id, &runner, way, far) {
                self.state.agenda.push(Step::After(AfterStep::Meet { pursuer: id, met, way, pips }));
                return;
            }
            break (run, passed, met);
        };
        self.runs_on(id, way, pips, &run, &passed);
        match met {
            Some((met, _)) if self.table().is_fugitive(met) => self.hack(id, met, run.left),
            Some((met, _)) => self.strike(id, met),
            None => {}
        }
        // Lines that do not face each other squarely may miss each other.
        for met in std::mem::replace(&mut self.state.meeting, Units::EMPTY).iter() {
            if self.unit(met).countercharging && !self.table().opponents(met).any(|other| other == id) {
                let missed = self.unit_mut(met);
                (missed.charging, missed.countercharging, missed.outrance) = (false, false, false);
            }
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

    /// Cavalry counter-charges those who come upon it, half way of what they had to it (CF 17.22, G134).
    pub(super) fn meet(&mut self, pursuer: UnitId, met: UnitId, way: Cdeg, (dice, outrance): (MoveDice, bool)) {
        let Some(gap) = self.table().gap_on_way(pursuer, way, met) else { return };
        self.tell("CF 17.22", told::COUNTER_CHARGES, &[Who::Unit(met), Who::Dice(dice)]);
        let pips = self.roll_pips(dice);
        let back = self.counter_way(met, way);
        let table = self.table();
        let body = table.running_body(met, back);
        let allowance = self.allowance(met, pips, false);
        let run = table.straight_run(met, &body, heading(back), allowance, gap / 2.0);
        // It stops short of friends, and passes through those it has behind it then (CF 12.24, G78).
        let (passed, free) = table.friends_on_way(met, &body, heading(back), run.ran, Units::EMPTY);
        let forward = run.ran.min(free);
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
