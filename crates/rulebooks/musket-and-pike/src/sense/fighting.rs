//! When to fire, to attack and to react.

use super::ENOUGH;
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::charts::CombatResult;
use crate::close_combat::{Attacker, CombatChoice, Fight, FightKind, Party};
use crate::facing::{Pose, Shape};
use crate::fire::{FireChoice, Mode};
use crate::movement::MoveStep;
use crate::reaction::ReactChoice;
use crate::state::{Formation, Morale};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex};
use kernel::{Reckoning, Side, Silent};

/// The most units that can stand around a hex.
const AROUND: usize = 8;
/// Faces of the die.
const FACES: i32 = 10;
/// What a unit is worth beyond its points, and the last that holds the field.
const PLACE: i32 = 3;
const FIELD: i32 = 10;
/// A gun for nothing.
const GUN: i32 = 100;

impl Table<'_> {
    pub(super) fn rank_react(self, choice: ReactChoice) -> i32 {
        let foe = self.state.windows.last().map(|window| window.trigger.unit);
        match choice {
            ReactChoice::Fire { unit } => 6 + i32::from(self.is_heavy(unit)),
            ReactChoice::Hedgehog { unit } => foe.map_or(-2, |foe| self.rank_hedgehog(unit, foe)),
            ReactChoice::Intercept { unit } => foe.map_or(-1, |foe| self.promise(unit, foe)),
            ReactChoice::Face { unit, hand, steps } => {
                foe.map_or(-1, |foe| self.rank_facing_about(unit, foe, hand, steps))
            }
            ReactChoice::Withdraw { unit } => {
                if self.morale(unit) < 5 || self.ails(unit) {
                    4
                } else {
                    -1
                }
            }
            ReactChoice::WithdrawLeader { .. } => 5,
            ReactChoice::TurnGun { .. } | ReactChoice::Restack { .. } => -3,
            ReactChoice::Ahead(dir) => self.rank_reacting_step(dir),
            ReactChoice::Attack => 2,
            ReactChoice::Turn(hand) => self.rank_reacting_turn(hand),
            ReactChoice::Wheel(_) | ReactChoice::CounterMarch | ReactChoice::Pistol => -1,
            ReactChoice::Done => ENOUGH,
        }
    }

    /// Pikes before its front keep horse off as they are; a Hedgehog is for those whose flank it has come into, and whose nerve will
    /// hold while they form it (MP 9.2.3b).
    fn rank_hedgehog(self, unit: UnitId, foe: UnitId) -> i32 {
        let behind = self.unit(foe).hexes().any(|hex| {
            let grid = &self.ground().grid;
            grid.rows_ahead(self.unit(unit).hex, self.unit(unit).facing, hex) <= 0
        });
        let close = self.is_cavalry(foe) && self.distance(foe, unit) <= 2;
        if close && behind && self.morale(unit) >= 6 { 8 } else { -2 }
    }

    /// To have the enemy before the front is worth a turn; any other is not.
    fn rank_facing_about(self, id: UnitId, foe: UnitId, hand: Hand, steps: u8) -> i32 {
        let pose = self.pose(id);
        if self.shape(id) != Shape::Single {
            return 3;
        }
        let turned = Pose { facing: pose.facing.turned(hand, steps), ..pose };
        let fronts = |pose: Pose, hex: Hex| self.ground().grid.rows_ahead(pose.hex, pose.facing, hex) > 0;
        let sees = |pose: Pose| self.unit(foe).hexes().any(|hex| fronts(pose, hex));
        if sees(turned) && !sees(pose) { 5 - i32::from(steps) } else { -1 }
    }

    /// What an attack by one unit on another promises: the sum of the modifiers it would have.
    fn promise(self, attacker: UnitId, defender: UnitId) -> i32 {
        match self.attackable_hex(attacker, defender) {
            Some(hex) => self.rank_attack(attacker, hex),
            None => {
                let morale = i32::from(self.morale(attacker)) - i32::from(self.morale(defender));
                let kind = if self.is_heavy(defender) { -4 } else { 1 };
                morale + kind
            }
        }
    }

    /// The sum of an attack with all who could join it, pistols on both sides among them.
    fn rank_attack(self, unit: UnitId, hex: Hex) -> i32 {
        let side = self.side(unit);
        let mut attackers: ArrayVec<Attacker, AROUND> = ArrayVec::new();
        attackers.push(Attacker { unit, hex });
        // Those already told off against the same hex help, and so do those who still can be.
        let told_off = |id: UnitId| self.state.designated.iter().any(|other| other.attacker == id && other.hex == hex);
        for friend in self.neighbours(hex).filter_map(|near| self.body_at(near)) {
            let known = attackers.iter().any(|attacker| attacker.unit == friend);
            let free = !known && self.side(friend) == side && !attackers.is_full();
            if free && (told_off(friend) || self.may_designate(side, friend, hex).is_ok()) {
                attackers.push(Attacker { unit: friend, hex });
            }
        }
        let pistols = attackers.iter().filter(|attacker| self.unit(attacker.unit).pistols > 0).count() as i32;
        let mut fight = Fight::new(FightKind::Active, side, attackers, hex);
        fight.defender = self.body_at(hex).filter(|&id| self.side(id) != side);
        // A gun that is alone falls to whoever comes (MP 11.5.1a), and one is enough.
        let Some(defender) = fight.defender else {
            let taken = self.state.designated.iter().any(|other| other.side == side && other.hex == hex);
            return if taken { -1 } else { GUN };
        };
        let mut reckoning = Reckoning::new(&Silent);
        self.reckon_fight(&fight, &mut reckoning);
        let answer = i32::from(self.unit(defender).pistols > 0);
        self.rank_fight(&fight, defender, reckoning.total + pistols - answer)
    }

    /// What a fight takes from the enemy less what it costs.
    fn rank_fight(self, fight: &Fight, defender: UnitId, sum: i32) -> i32 {
        let attackers: ArrayVec<UnitId, AROUND> = fight.attackers.iter().map(|attacker| attacker.unit).collect();
        let (gain, cost) = self.toll(&attackers, defender, sum);
        let [gains, costs] = self.daring(fight.side);
        (gains * gain - costs * cost) / FACES + 1
    }

    /// What a fight is likely to take from the defender and from the attackers, in hundredths of Victory Points: over all faces of
    /// the die.
    pub(super) fn toll(self, attackers: &[UnitId], defender: UnitId, sum: i32) -> (i32, i32) {
        let (mut gain, mut cost) = (0, 0);
        for die in 0..FACES {
            let result = self.combat_result(die + sum);
            match result.loser() {
                Some(Party::Defender) => gain += self.blow(defender, result),
                Some(Party::Attackers) => cost += attackers.iter().map(|&id| self.blow(id, result)).sum::<i32>(),
                None => {}
            }
        }
        (gain / FACES, cost / FACES)
    }

    /// What a result takes from a unit, in hundredths of Victory Points: a level of morale may come back, most of the broken do not.
    fn blow(self, id: UnitId, result: CombatResult) -> i32 {
        let worth = self.worth_of(id);
        match (result, self.unit(id).morale) {
            (CombatResult::AttackerEliminated | CombatResult::DefenderEliminated, _) | (_, Morale::Broken) => {
                100 * worth
            }
            (CombatResult::AttackerShaken(_) | CombatResult::DefenderShaken(_), Morale::Normal) => 30 * worth,
            _ => 70 * worth,
        }
    }

    /// What is lost with a unit: its points, its place in the line, and the field with the last that holds it (MP 5.8a, 4.6b).
    fn worth_of(self, id: UnitId) -> i32 {
        let holds = if self.is_mainstay(id) { FIELD } else { 0 };
        i32::from(self.elimination_points(id)) + PLACE + holds
    }

    /// How a side weighs what it may win against what it may lose: one that has won risks nothing in doubt, one that has still to
    /// win fights an even fight, one whose enemy is about to leave the field with a draw (MP 4.6e) nearly any.
    fn daring(self, side: Side) -> [i32; 2] {
        match () {
            () if self.is_content(side) => [1, 4],
            () if self.is_winning(side) => [2, 4],
            () if self.has_left_the_field(side.other()) => [4, 1],
            () => [4, 3],
        }
    }

    pub(super) fn rank_fire(self, choice: FireChoice) -> i32 {
        match choice {
            FireChoice::Shoot { mode: Mode::Salvo, at, .. } => 8 + self.rank_mark(at),
            FireChoice::Shoot { mode: Mode::Retreating, at, .. } => 2 + self.rank_mark(at),
            FireChoice::Shoot { at, .. } => 7 + self.rank_mark(at),
            FireChoice::Advance(dir) => self.rank_advancing_fire(dir),
            FireChoice::OnTop => 5,
            FireChoice::Cover | FireChoice::Displace(_) => 2,
            FireChoice::LossTo(unit) => i32::from(self.strength(unit)),
            FireChoice::StepBack(_) | FireChoice::SpineSide(_) | FireChoice::Below | FireChoice::Take(_) => 1,
            FireChoice::Hold | FireChoice::NoCover | FireChoice::StandFast | FireChoice::Leave(_) => ENOUGH,
        }
    }

    /// Whom to fire at: those whose losses count most and whose nerve is going already.
    fn rank_mark(self, hex: Hex) -> i32 {
        let Some(id) = self.body_at(hex) else { return 0 };
        let wavers = i32::from(self.unit(id).morale == Morale::Shaken);
        2 * i32::from(self.casualty_points(id)) + wavers
    }

    /// A step into the enemy's face with a volley, unless the ground takes the order that the fight needs.
    fn rank_advancing_fire(self, dir: Dir) -> i32 {
        let Some(Step::Move(MoveStep::Action(id))) = self.state.agenda.top() else { return 5 };
        let hits = self.unit(id).hexes().map(|hex| self.entry_hits(id, hex, dir)).max().unwrap_or(0);
        if hits > 0 { 1 } else { 5 }
    }

    pub(super) fn rank_combat(self, choice: CombatChoice) -> i32 {
        match choice {
            CombatChoice::Attack { unit, hex } => self.rank_attack(unit, hex),
            CombatChoice::Pistol { spend, .. } => i32::from(spend),
            CombatChoice::RetreatTo(_) => 1,
            CombatChoice::Advance { unit, .. }
            | CombatChoice::AdvanceWheel { unit, .. }
            | CombatChoice::AdvanceAcross { unit, .. } => self.rank_advance(unit),
            _ => ENOUGH,
        }
    }

    /// Ground that was won is taken; whoever has beaten off an attack stays in his place where another step would break his order.
    fn rank_advance(self, id: UnitId) -> i32 {
        let spent = self.unit(id).formation == Formation::Shaken || self.is_mainstay(id);
        if spent { -1 } else { 1 }
    }
}
