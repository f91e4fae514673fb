//! What a charge promises: the tests on the way and the fight at its end, in the cost of those who would run.

use super::NEVER;
use crate::cards::{Kind, PikeStatus, TableEdge, UnitId};
use crate::decision::Leg;
use crate::generals::Command;
use crate::movement::charging::{FREE_WHEEL, Run};
use crate::state::Aspect;
use crate::table::Table;
use field::table::{Cdeg, Um};

/// Chances are told in thousandths.
const CERTAIN: i32 = 1_000;

/// What a charge must promise to be worth the disorder.
const TROUBLE: i32 = 6;

/// A charge as it would come home.
#[derive(Clone, Copy)]
struct Prospect {
    charger: UnitId,
    target: UnitId,
    aspect: Aspect,
    impetus: bool,
    bad_ground: bool,
}

/// The chance that a die and what is added to it come to more than nothing (CP 18.0.1).
fn chance(sum: i32) -> i32 {
    (6 + sum).clamp(0, 6) * CERTAIN / 6
}

fn not(chance: i32) -> i32 {
    CERTAIN - chance
}

fn both(one: i32, other: i32) -> i32 {
    one * other / CERTAIN
}

impl Table<'_> {
    /// What the enemy is likely to lose by a charge, less what it is likely to cost.
    pub(super) fn rank_charge(self, id: UnitId, target: UnitId, files: u8, legs: &[Leg; 4]) -> i32 {
        let Ok(run) = self.judge_charge(self.seat(id), id, target, files, legs) else { return NEVER };
        let Some((_, hit)) = run.met else { return NEVER };
        if self.can_be_overrun(target) {
            return self.rank_overrun(id, target);
        }
        let aspect = self.aspect_of(id, self.unit(id), target, hit.edge);
        let impetus = self.would_have_impetus(id, target, aspect, &run);
        let bad_ground = self.is_mounted(id) && self.runs_into_bad_ground(id, &run);
        let charge = Prospect { charger: id, target, aspect, impetus, bad_ground };
        let (home, runs) = (chance(self.charge_sum(charge)), self.would_run(charge));
        let (wins, loses) = self.fight_chances(charge);
        let stands = not(runs);
        let breaks = runs + both(stands, wins);
        let gain = both(home, breaks) * self.card(target).cost as i32;
        // Who does not come home is shaken and thrown back; who loses may run.
        let cost = (both(home, both(stands, loses)) + not(home) / 3) * self.card(id).cost as i32;
        let strays = self.strays(id, target);
        if strays > 0 && self.breaks_by_going(id, target) {
            return NEVER;
        }
        // Off the table it is no loss for good, but it is not there.
        let away = both(both(home, breaks), strays) * self.card(id).cost as i32 / 2;
        (gain - cost - away) / CERTAIN - TROUBLE
    }

    /// Skirmishers and gunners run before a charge comes home and mostly get away; guns are left behind (CP 15.6.1, 17.6.2). Who
    /// has ridden after them stands disordered in the middle of the field (CP 15.6.6).
    fn rank_overrun(self, id: UnitId, target: UnitId) -> i32 {
        let [prize, blown] = [target, id].map(|unit| self.card(unit).cost as i32);
        prize / if self.is_guns(target) { 2 } else { 8 } - blown / 6 - TROUBLE
    }

    /// The chance that horse which breaks its enemy follows him off the table before it can be halted (T10, CP 15.2.5).
    fn strays(self, id: UnitId, target: UnitId) -> i32 {
        if !self.is_cavalry(id) {
            return 0;
        }
        let grade = [-1, -1, -2, -3, -4][self.grade(id) as usize];
        let kind = if self.card(id).royalist { -3 } else { -1 };
        let runs_on = not(chance(grade + kind + i32::from(self.command(id) == Command::With)));
        let flight = 3 * self.flight_speed(target) / 2;
        if self.to_baseline(target) <= flight { runs_on } else { both(runs_on, runs_on) }
    }

    /// How far a unit is from the edge that it would run to.
    fn to_baseline(self, id: UnitId) -> Um {
        let (at, ground) = (self.unit(id).pose.at, &self.rules.ground);
        match self.rules.sides[self.side(id).ix()].baseline {
            TableEdge::North => ground.height - at.y,
            TableEdge::South => at.y,
            TableEdge::East => ground.width - at.x,
            TableEdge::West => at.x,
        }
    }

    /// Horse beyond the edge counts as lost (ruling G67): it is not sent where that would all but break the own army, unless the
    /// enemy's breaks first.
    fn breaks_by_going(self, id: UnitId, target: UnitId) -> bool {
        let margin = self.army_cost(self.side(id)) / 10;
        self.would_break(self.side(id), self.card(id).cost + margin)
            && !self.would_break(self.side(target), self.card(target).cost)
    }

    /// As it looks before the charge is run (CP 15.4).
    fn would_have_impetus(self, id: UnitId, target: UnitId, aspect: Aspect, run: &Run) -> bool {
        let needed = if self.is_mounted(id) { self.inches(4) } else { self.inches(2) };
        let wheeled: Cdeg = run.wheeled;
        !self.unit(id).disordered
            && !self.exhausted(id)
            && !self.is_mounted_dragoons(id)
            && wheeled <= FREE_WHEEL
            && run.straight as Um >= needed
            && !self.runs_into_bad_ground(id, run)
            && !(aspect == Aspect::Front && self.is_mounted(id) && self.holds_pikes_against(target, id))
    }

    /// Whether the last of a charge leads into ground that breaks it up (CP 15.4.7).
    fn runs_into_bad_ground(self, id: UnitId, run: &Run) -> bool {
        let (body, dir) = (self.rules.body_of(id, &run.unit), run.unit.pose.dir());
        self.blocks_impetus(
            id,
            &body.translated(dir * -run.straight),
            dir,
            run.straight,
            run.met.as_ref().map(|met| met.0),
        )
    }

    /// Steady foot with pikes enough to stop this enemy.
    pub(super) fn holds_pikes_against(self, foot: UnitId, enemy: UnitId) -> bool {
        self.is_close_order_foot(foot)
            && self.steady(foot)
            && self.status(foot, self.is_cavalry(enemy)) >= PikeStatus::PikeSupported
    }

    fn general_sum(self, id: UnitId) -> i32 {
        match self.command(id) {
            Command::With => 1,
            Command::Near => 0,
            Command::Nobody => -1,
        }
    }

    fn usual_grade(self, id: UnitId) -> i32 {
        2 - self.grade(id) as i32
    }

    /// T12: what is added when the charger tests to come home.
    fn charge_sum(self, charge: Prospect) -> i32 {
        let Prospect { charger: id, target, aspect, bad_ground, .. } = charge;
        let weak = aspect != Aspect::Front || self.shaken(target) || self.routing(target);
        let pikes = aspect == Aspect::Front && self.is_mounted(id) && self.holds_pikes_against(target, id);
        let mut sum = self.usual_grade(id) + self.general_sum(id);
        sum += if weak { 4 } else { 0 };
        sum += if self.card(id).royalist && self.is_cavalry(id) { 2 } else { 0 };
        sum -= if self.exhausted(id) { 2 } else { 0 };
        sum -= if bad_ground { 2 } else { 0 };
        sum - if pikes { 3 } else { 0 } - self.fire_to_face(target)
    }

    /// What the shot of those who wait for a charge takes from it: a hit for every die or two.
    fn fire_to_face(self, target: UnitId) -> i32 {
        let shot = self.is_foot(target) && self.may_shoot(target).is_ok() && self.unit(target).others >= 12;
        i32::from(shot)
    }

    /// The chance that the target does not wait: foot that panics before horse (T11), anybody who will not stand (T13).
    fn would_run(self, charge: Prospect) -> i32 {
        let Prospect { charger: id, target, aspect, impetus, .. } = charge;
        let shaken = if self.shaken_or_exhausted(target) { -2 } else { 0 };
        let nerve = self.usual_grade(target) + self.general_sum(target) + shaken;
        let frightens = self.is_cavalry(id) && self.is_foot(target) && self.figures(id) * 4 >= self.figures(target);
        let faces = match frightens {
            true => {
                let naked = if self.status(target, true) == PikeStatus::Naked { -3 } else { 0 };
                let slow = if impetus { 0 } else { 2 };
                chance(nerve + naked + slow - self.open_flanks(target) as i32)
            }
            false => CERTAIN,
        };
        let aside = if aspect == Aspect::Front { 0 } else { -2 };
        let cover = if self.sheltered(target) { 2 } else { 0 };
        not(both(faces, chance(nerve + aside + cover)))
    }

    /// The chances that the fight breaks the enemy, and that it breaks the charger.
    fn fight_chances(self, charge: Prospect) -> (i32, i32) {
        let ahead = self.strike_sum(charge.charger, charge.target, charge.aspect, charge.impetus)
            - self.strike_sum(charge.target, charge.charger, Aspect::Front, false);
        // More men strike more often, as long as they find room.
        let numbers = match (self.figures(charge.charger), self.figures(charge.target)) {
            (own, theirs) if own >= 2 * theirs => 1,
            (own, theirs) if theirs >= 2 * own => -1,
            _ => 0,
        };
        let wins = (3 + ahead + numbers).clamp(0, 6) * CERTAIN / 6;
        let runs = |id: UnitId| {
            let shaken = if self.shaken_or_exhausted(id) { 2 } else { 0 };
            not(chance(self.usual_grade(id) - 2 + self.general_sum(id) - shaken))
        };
        (both(wins, runs(charge.target)), both(not(wins), runs(charge.charger)))
    }

    /// T7, as far as it shows before the fight.
    fn strike_sum(self, id: UnitId, enemy: UnitId, aspect: Aspect, impetus: bool) -> i32 {
        let mut sum = (self.grade(enemy) as i32 - self.grade(id) as i32).clamp(0, 2);
        sum += match impetus {
            true if self.is_cavalry(id) => 3,
            true => 1,
            false => 0,
        };
        sum += if aspect == Aspect::Front { 0 } else { 2 };
        sum += if self.shaken(enemy) || self.routing(enemy) { 2 } else { 0 };
        if self.is_cavalry(id) && self.is_foot(enemy) && !self.sheltered(enemy) {
            sum += if self.status(enemy, true) == PikeStatus::Naked { 3 } else { 0 };
            sum += self.open_flanks(enemy) as i32;
        }
        if self.is_foot(id) {
            let status = self.status(id, self.is_cavalry(enemy));
            sum += i32::from(status == PikeStatus::HeavyArmed);
            let naked = self.is_foot(enemy) && self.status(enemy, false) == PikeStatus::Naked;
            sum += i32::from(status >= PikeStatus::PikeSupported && naked);
        }
        sum += i32::from(self.card(id).kind == Kind::Cuirassiers);
        sum + if self.sheltered(id) { 3 } else { 0 }
    }

    /// Standing to be charged gives the enemy his impetus alone; a friend is helped by those who are a match for his enemy.
    pub(super) fn rank_counter(self, id: UnitId, charger: UnitId) -> i32 {
        let own = self.state.charges.iter().any(|charge| charge.charger == charger && charge.target == id);
        let ahead =
            self.strike_sum(id, charger, Aspect::Front, true) - self.strike_sum(charger, id, Aspect::Front, true);
        match () {
            () if self.exhausted(id) => -2,
            () if own => 4 + ahead.max(-3),
            () => 2 * ahead + self.general_sum(id),
        }
    }
}
