//! How a sensible officer ranks what he may do. Greedy commanders follow it: hold the ground that is worth holding and go for the
//! ground that is not held, charge where the charge promises something, shoot, keep the army in order and its generals where
//! they help. It reads the rules' own figures and never rolls a die.

mod charging;
mod commanding;
mod holding;
mod moving;

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::combat::CombatChoice;
use crate::decision::Decision;
use crate::deployment::DeployChoice;
use crate::movement::charging::{ChargeChoice, ChargeStep};
use crate::movement::flight::{FlightChoice, FlightStep};
use crate::movement::maneuvers::MoveChoice;
use crate::reaction::TestChoice;
use crate::sequence::{Letter, TurnChoice};
use crate::shooting::ShootChoice;
use crate::state::{Fire, Formation, Shot};
use crate::table::Table;
use field::table::{INCH, Um, bearing, turn};
use kernel::Seat;

/// Stop and Done are worth this: anything ranked below is not done.
const ENOUGH: i32 = 0;

/// What is not done as long as there is anything else.
const NEVER: i32 = -1_000;

impl Table<'_> {
    pub fn appraise(self, _seat: Seat, decision: &Decision) -> i32 {
        match *decision {
            // Whoever moves second sees where the enemy has gone.
            Decision::Turn(TurnChoice::TakeSide(Letter::A)) => ENOUGH,
            Decision::Turn(TurnChoice::TakeSide(Letter::B)) => 1,
            Decision::Charge(ChargeChoice::Charge { unit, target, files, legs }) => {
                self.rank_charge(unit, target, files, &legs)
            }
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
            Decision::Deploy(DeployChoice::Forlorn { .. }) => -5,
            Decision::General(choice) => self.rank_general(choice),
            Decision::Turn(TurnChoice::Done) | Decision::Flight(FlightChoice::Pursue(_)) => ENOUGH,
        }
    }

    /// The enemy nearest to a unit who is not running, and how far off he is.
    fn nearest_enemy(self, id: UnitId) -> Option<(UnitId, Um)> {
        let own = self.body(id);
        let distance = |enemy: UnitId| self.body(enemy).distance(&own);
        let enemies = self.enemies_of(id).filter(|&enemy| !self.routing(enemy));
        enemies.map(|enemy| (enemy, distance(enemy) as Um)).min_by_key(|&(_, distance)| distance)
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
}
