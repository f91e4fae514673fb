//! How a sensible officer ranks what he may do. Greedy commanders follow it: advance, charge and shoot with sense, stand
//! where standing is better, keep the army in order. It reads the rules' own figures and never rolls a die.

use crate::agenda::{Step, TestKind};
use crate::cards::{GeneralId, PikeStatus, UnitId, Zone};
use crate::combat::CombatChoice;
use crate::decision::{Decision, Manoeuvre};
use crate::deployment::DeployChoice;
use crate::generals::GeneralChoice;
use crate::movement::charging::{ChargeChoice, ChargeStep, FREE_WHEEL};
use crate::movement::flight::{FlightChoice, FlightStep};
use crate::movement::maneuvers::{MoveChoice, MoveStep};
use crate::reaction::TestChoice;
use crate::sequence::{Letter, TurnChoice};
use crate::shooting::ShootChoice;
use crate::state::{Aspect, Fire, Formation, Morale, Shot, Unit};
use crate::table::Table;
use field::table::{Cdeg, INCH, Um, bearing, normal, turn, wheel_pivot};
use kernel::Seat;

/// Stop and Done are worth this: anything ranked below is not done.
const ENOUGH: i32 = 0;

impl Table<'_> {
    pub fn appraise(self, _seat: Seat, decision: &Decision) -> i32 {
        match *decision {
            Decision::Turn(TurnChoice::TakeSide(Letter::A)) => 1,
            Decision::Turn(TurnChoice::TakeSide(Letter::B)) => ENOUGH,
            Decision::Charge(ChargeChoice::Charge { unit, target, legs, .. }) => self.rank_charge(unit, target, &legs),
            Decision::Charge(ChargeChoice::Counter { unit, charger, .. }) => self.rank_counter(unit, charger),
            Decision::Charge(ChargeChoice::React { formation: Formation::PikesForward, .. }) => 5,
            Decision::Charge(ChargeChoice::React { .. }) => 3,
            Decision::Charge(ChargeChoice::Evade { distance, .. }) => 20 + distance / INCH,
            Decision::Charge(ChargeChoice::Stand) => match self.state.agenda.top() {
                Some(Step::Charge(ChargeStep::CloseRanks { .. })) => ENOUGH,
                _ => 10,
            },
            Decision::Charge(ChargeChoice::Halt) => 5,
            Decision::Charge(ChargeChoice::GoOn) => 4,
            Decision::Move(MoveChoice::Pick(unit)) => self.rank_pick(unit),
            Decision::Move(MoveChoice::Make(manoeuvre)) => self.rank_move(&manoeuvre),
            Decision::Shoot(ShootChoice::Order { unit, target, face, shot }) => {
                self.rank_shot(&Fire { unit, target, face, shot })
            }
            Decision::Combat(CombatChoice::Pistols { draw, .. }) => i32::from(draw),
            Decision::Combat(CombatChoice::Allot { figures, .. }) => i32::from(figures) - 1,
            Decision::Test(TestChoice::Take(unit)) => 10 - self.grade(unit) as i32,
            Decision::Flight(FlightChoice::TryHalt(tries)) => i32::from(tries),
            Decision::Combat(CombatChoice::Follow(comes)) => i32::from(comes),
            Decision::Flight(FlightChoice::TurnAbout(turns)) => self.rank_turn_about(turns),
            Decision::Deploy(DeployChoice::Place { unit, pose, .. }) => self.rank_deploy(unit, pose.at),
            Decision::General(GeneralChoice::Attach { general, unit }) => self.rank_attach(general, unit),
            Decision::Deploy(DeployChoice::Forlorn { .. })
            | Decision::General(GeneralChoice::Detach { .. })
            | Decision::General(GeneralChoice::Ride { .. }) => -5,
            Decision::Turn(TurnChoice::Done) | Decision::Flight(FlightChoice::Pursue(_)) => ENOUGH,
        }
    }

    /// Chances in sixths that the charge goes home, and what it would meet there.
    fn rank_charge(self, id: UnitId, target: UnitId, legs: &[crate::decision::Leg; 4]) -> i32 {
        let Ok(run) = self.judge_charge(self.seat(id), id, target, 0, legs) else { return -100 };
        let Some((_, hit)) = run.met else { return -100 };
        let aspect = self.aspect_of(id, self.unit(id), target, hit.edge);
        let grade = self.grade(target) as i32 - self.grade(id) as i32;
        let strength = self.figures(id) as i32 - self.figures(target) as i32 / 2;
        let mut rank = 4 + 3 * grade + strength / 4;
        rank += match aspect {
            Aspect::Front => 0,
            Aspect::Flank | Aspect::Rear => 12,
        };
        if self.routing(target) || self.unit(target).morale == Morale::Shaken {
            rank += 10;
        }
        if self.can_be_overrun(target) {
            rank += 8;
        }
        let pikes =
            self.is_close_order_foot(target) && self.status(target, self.is_cavalry(id)) >= PikeStatus::PikeSupported;
        if self.is_mounted(id) && pikes && self.steady(target) && aspect == Aspect::Front {
            rank -= 18;
        }
        if self.is_cavalry(id) && self.is_close_order_foot(target) && !pikes {
            rank += 8;
        }
        if self.exhausted(id) {
            rank -= 30;
        }
        // A wheel beyond what is free costs the charge its order and its impetus (CP 15.3.9).
        if self.unit(id).disordered || run.wheeled > FREE_WHEEL {
            rank -= 10;
        }
        if self.is_foot(id) && self.status(id, false) == PikeStatus::Naked && !self.can_be_overrun(target) {
            rank -= 8;
        }
        if self.unit(target).inside.is_some() || self.hard_cover(target) {
            rank -= 10;
        }
        rank
    }

    fn rank_counter(self, id: UnitId, charger: UnitId) -> i32 {
        // Standing to be charged gives the enemy his impetus alone.
        let better = self.grade(charger) as i32 - self.grade(id) as i32;
        if self.exhausted(id) { -2 } else { 4 + better }
    }

    /// Generals lead, then the units nearest to the enemy.
    fn rank_pick(self, id: UnitId) -> i32 {
        if self.should_rest(id) {
            return -1;
        }
        let near = self.nearest_enemy(id).map_or(100, |(_, distance)| distance / INCH);
        200 - near
    }

    /// A unit out of order with nobody upon it stands to recover.
    fn should_rest(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let ailing = unit.disordered || (unit.morale == Morale::Shaken && !self.exhausted(id));
        ailing && !unit.moved && self.nearest_enemy(id).is_none_or(|(_, distance)| distance > self.inches(3))
    }

    fn nearest_enemy(self, id: UnitId) -> Option<(UnitId, Um)> {
        let own = self.body(id);
        let distance = |enemy: UnitId| self.body(enemy).distance(&own);
        let enemies = self.enemies_of(id).filter(|&enemy| !self.routing(enemy));
        enemies.map(|enemy| (enemy, distance(enemy) as Um)).min_by_key(|&(_, distance)| distance)
    }

    /// How good a place is for a unit: near enough to fight, facing the enemy, not about to be charged badly.
    fn rank_place(self, id: UnitId, unit: &Unit) -> i32 {
        let body = self.rules.body_of(id, unit);
        let Some((enemy, _)) = self.nearest_enemy(id) else { return 0 };
        let away = (self.body(enemy).distance(&body) as Um) / (INCH / 4);
        let wish = self.wished_distance(id) / (INCH / 4);
        let off = turn(unit.pose.facing, bearing(self.body(enemy).center() - body.center())).abs();
        -(away - wish).abs() * 4 - off / 60
    }

    /// Where a unit likes to stand: shot at half range, horse within a charge, guns far off.
    fn wished_distance(self, id: UnitId) -> Um {
        match () {
            () if self.is_battery(id) => self.inches(24),
            () if self.is_cavalry(id) => self.inches(9),
            () if self.is_mounted(id) => self.inches(12),
            () if self.shaken(id) => self.inches(14),
            () if self.unit(id).pikes > 0 && self.unit(id).others == 0 => self.inches(3),
            () => self.inches(5),
        }
    }

    fn rank_move(self, manoeuvre: &Manoeuvre) -> i32 {
        let Some(Step::Move(MoveStep::Moving(id))) = self.state.agenda.top() else { return ENOUGH };
        let unit = *self.unit(id);
        let here = self.rank_place(id, &unit);
        let mut there = unit;
        let quick_shot = self.wants_to_shoot(id);
        match *manoeuvre {
            Manoeuvre::Stop => return ENOUGH,
            Manoeuvre::Advance(distance) => there.pose = unit.pose.ahead(distance),
            // Nobody falls back who would lose his order by it.
            Manoeuvre::Retire(_) if self.outcome(id, manoeuvre).is_ok_and(|moved| moved.disorder.is_some()) => {
                return -20;
            }
            Manoeuvre::Retire(distance) => there.pose = unit.pose.ahead(-distance),
            Manoeuvre::Wheel { right, angle } => {
                let by: Cdeg = if right { angle } else { -angle };
                there.pose = unit.pose.pivot(wheel_pivot(&self.body(id), !right), by);
            }
            Manoeuvre::Skirmish { to, facing } => {
                there.pose.at = to;
                there.pose.facing = normal(facing);
            }
            Manoeuvre::Rotate(angle) => there.pose.facing = normal(unit.pose.facing + angle),
            Manoeuvre::Unlimber => {
                let reach = self.nearest_enemy(id).is_some_and(|(_, distance)| distance < self.inches(30));
                return if reach { 20 } else { -20 };
            }
            Manoeuvre::Man => return 30,
            Manoeuvre::Form(Formation::Line) if unit.formation == Formation::MarchColumn => {
                let near = self.nearest_enemy(id).is_some_and(|(_, distance)| distance < self.inches(24));
                return if near { 25 } else { -5 };
            }
            _ => return -20,
        }
        if self.gives_up_ground(id, &there) {
            return -20;
        }
        let gain = self.rank_place(id, &there) - here;
        // Standing to shoot beats shuffling about under the enemy's muskets.
        if quick_shot { gain - 60 } else { gain - 3 }
    }

    /// Whether a unit that holds ground worth points would leave it.
    fn gives_up_ground(self, id: UnitId, there: &Unit) -> bool {
        let side = self.side(id);
        let inside = |zone: &Zone, id: UnitId, unit: &Unit| zone.contains(self.rules.body_of(id, unit).center());
        let mut worth = self.rules.victory.objectives.iter().filter(|objective| objective.points[side.ix()] > 0);
        worth.any(|objective| {
            let keeps = |unit: &Unit| inside(&objective.zone, id, unit);
            keeps(self.unit(id))
                && !keeps(there)
                && !self
                    .friends_of(id)
                    .any(|friend| self.is_troops(friend) && inside(&objective.zone, friend, self.unit(friend)))
        })
    }

    /// Whether a unit that stays where it is would have a shot.
    fn wants_to_shoot(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        if unit.moved || self.is_mounted(id) || self.may_shoot(id).is_err() {
            return false;
        }
        let range = if self.is_guns(id) { self.inches(20) } else { self.inches(6) };
        self.nearest_enemy(id).is_some_and(|(enemy, distance)| {
            let off = turn(unit.pose.facing, bearing(self.body(enemy).center() - self.body(id).center())).abs();
            distance <= range && off <= 4_500
        })
    }

    /// Near targets and large ones first; nobody fires through his own men.
    fn rank_shot(self, fire: &Fire) -> i32 {
        let Fire { unit: id, target, shot, .. } = *fire;
        if !self.shot_through(fire).is_empty() {
            return -10;
        }
        let near = 40 - (self.body(id).distance(&self.body(target)) as Um) / INCH;
        let hail = if shot == Shot::Hail { 5 } else { 0 };
        near.max(1) + hail + i32::from(self.figures(target) > 12)
    }

    fn rank_turn_about(self, turns: bool) -> i32 {
        let Some(Step::Flight(FlightStep::TurnAbout { unit: id })) = self.state.agenda.top() else { return ENOUGH };
        let Some((enemy, _)) = self.nearest_enemy(id) else { return ENOUGH };
        let off = turn(self.unit(id).pose.facing, bearing(self.body(enemy).center() - self.body(id).center())).abs();
        i32::from((off > 9_000) == turns)
    }

    /// Foot in the middle, horse on the wings, guns forward.
    fn rank_deploy(self, id: UnitId, at: field::table::Point) -> i32 {
        let middle = self.rules.ground.width / 2;
        let off_middle = (at.x - middle).abs() / INCH;
        if self.is_mounted(id) { off_middle } else { 60 - off_middle }
    }

    /// A general joins a unit that is about to need him and that he can help: not one that runs with the enemy upon it.
    fn rank_attach(self, general: GeneralId, id: UnitId) -> i32 {
        let doomed = self.routing(id) && !self.test_due(TestKind::Rally, id);
        if doomed || !self.influences(general, id) {
            return -5;
        }
        let charging = self.state.charges.iter().any(|charge| charge.charger == id || charge.target == id);
        match () {
            () if self.routing(id) && self.test_due(TestKind::Rally, id) => 8,
            () if charging || self.in_contact(id) => 6,
            () => -2,
        }
    }
}
