//! How a sensible officer ranks what he may do. Greedy commanders follow it: close with the enemy and charge where the
//! charge promises something, stand and fire where it does not, rally what is shaken. It reads the rules' own figures
//! and never rolls a die.

use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId, WingId};
use crate::close_combat::{Attacker, CombatChoice, Fight, FightKind};
use crate::command::CommandChoice;
use crate::decision::Decision;
use crate::fire::{FireChoice, Mode};
use crate::movement::MoveChoice;
use crate::rally::{RallyChoice, Reform};
use crate::reaction::ReactChoice;
use crate::sequence::TurnChoice;
use crate::state::{Formation, Morale, Orders};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex, Vertex};
use kernel::{Reckoning, Seat, Silent};

/// Stop and Done are worth this: anything ranked below is not done.
const ENOUGH: i32 = 0;

impl Table<'_> {
    pub fn appraise(self, _seat: Seat, decision: &Decision) -> i32 {
        match *decision {
            Decision::Turn(choice) => self.rank_turn(choice),
            Decision::Command(choice) => self.rank_command(choice),
            Decision::Move(choice) => self.rank_move(choice),
            Decision::React(choice) => self.rank_react(choice),
            Decision::Fire(choice) => self.rank_fire(choice),
            Decision::Combat(choice) => self.rank_combat(choice),
            Decision::Rally(choice) => self.rank_rally(choice),
        }
    }

    fn rank_turn(self, choice: TurnChoice) -> i32 {
        match choice {
            TurnChoice::StartOrders { wing, orders } => i32::from(self.rules.wings[wing.ix()].historical == orders),
            TurnChoice::StartOpen { .. } => -5,
            TurnChoice::Activate { wing } => 10 - self.wing(wing).orders.ix() as i32,
            // A Wing that stands and waits has nothing to lose by an activation.
            TurnChoice::Pass { .. } => -5,
            TurnChoice::Preempt { wing, helped } => self.rank_preemption(wing) + i32::from(helped),
            TurnChoice::Act { unit } => 10 + i32::from(self.is_adjacent_to_enemy(unit)) * 5 + self.pace(unit),
            TurnChoice::Lead { leader } => self.rank_leading(leader),
            TurnChoice::Bring => 20,
            TurnChoice::Continue { helped } => 2 + i32::from(helped),
            TurnChoice::StartDone | TurnChoice::LetBe | TurnChoice::EndActions | TurnChoice::Stop => ENOUGH,
        }
    }

    /// Horse goes first, so that the foot finds the gaps.
    fn pace(self, id: UnitId) -> i32 {
        if self.is_cavalry(id) { 2 } else { 0 }
    }

    fn rank_preemption(self, wing: WingId) -> i32 {
        match self.wing(wing).orders {
            Orders::Charge if !self.wing(wing).turn.no_continue => 2,
            _ => -5,
        }
    }

    /// An Army Commander acts when somebody near him needs a hand; Wing Commanders lend their authority by staying.
    fn rank_leading(self, leader: LeaderId) -> i32 {
        let card = self.leader_card(leader);
        let is_army = self.leader(leader).role == crate::cards::Role::Army;
        let needs = |id: UnitId| self.unit(id).morale != Morale::Normal || self.unit(id).formation == Formation::Broken;
        let near = self.of_side(card.side).any(|id| self.leader_near(leader, id) && needs(id));
        if is_army && near { 12 } else { -5 }
    }

    fn rank_command(self, choice: CommandChoice) -> i32 {
        match choice {
            CommandChoice::Change { orders, helped } => self.rank_change(orders) + i32::from(helped),
            CommandChoice::Lend => 1,
            CommandChoice::Place { .. } | CommandChoice::Go { .. } => 1,
            CommandChoice::Keep | CommandChoice::Withhold | CommandChoice::Stay { .. } => ENOUGH,
        }
    }

    /// Whether other Orders would suit the active Wing better.
    fn rank_change(self, orders: Orders) -> i32 {
        let Some(now) = self.state.activation else { return ENOUGH - 1 };
        let units = self.of_wing(now.wing).filter(|&id| self.is_body(id));
        let (mut whole, mut shaken) = (0, 0);
        for id in units {
            whole += 1;
            shaken += i32::from(self.unit(id).morale != Morale::Normal || self.unit(id).formation == Formation::Broken);
        }
        let worn = 2 * shaken > whole;
        let wants = match self.wing(now.wing).orders {
            Orders::Charge if worn => Some(Orders::Rally),
            Orders::MakeReady | Orders::ReceiveCharge if worn => Some(Orders::Rally),
            Orders::Rally if shaken == 0 => Some(Orders::MakeReady),
            Orders::MakeReady if self.is_near(now.wing, 6) => Some(Orders::Charge),
            Orders::ReceiveCharge if shaken == 0 && self.is_near(now.wing, 3) => Some(Orders::Charge),
            _ => None,
        };
        if wants == Some(orders) { 5 } else { -5 }
    }

    fn is_near(self, wing: WingId, hexes: u8) -> bool {
        self.of_wing(wing).any(|id| self.nearest_enemy(id).is_some_and(|(_, distance)| distance <= hexes))
    }

    /// The nearest enemy unit and how far it is.
    fn nearest_enemy(self, id: UnitId) -> Option<(UnitId, u8)> {
        self.enemies_of(id).map(|enemy| (enemy, self.distance(id, enemy))).min_by_key(|&(_, distance)| distance)
    }

    fn rank_move(self, choice: MoveChoice) -> i32 {
        let mover = match self.state.agenda.top() {
            Some(Step::Move(crate::movement::MoveStep::Action(unit))) => Some(unit),
            _ => self.state.moves.last().map(|moving| moving.unit),
        };
        let Some(id) = mover else { return self.rank_other_move(choice) };
        match choice {
            MoveChoice::Move => self.rank_setting_off(id),
            MoveChoice::Ahead(dir) => self.rank_ahead(id, dir),
            MoveChoice::Turn(vertex) => self.rank_turning(id, vertex),
            MoveChoice::Wheel(_) | MoveChoice::CounterMarch => -2,
            MoveChoice::Hedgehog => -4,
            MoveChoice::Pistol(_) => -1,
            _ => self.rank_other_move(choice),
        }
    }

    fn rank_other_move(self, choice: MoveChoice) -> i32 {
        match choice {
            MoveChoice::Enter { .. } => 5,
            MoveChoice::Top | MoveChoice::Take(_) => 1,
            MoveChoice::Stop | MoveChoice::Nothing | MoveChoice::Bottom | MoveChoice::Leave(_) => ENOUGH,
            _ => -3,
        }
    }

    fn rank_setting_off(self, id: UnitId) -> i32 {
        let Some((_, distance)) = self.nearest_enemy(id) else { return -1 };
        match self.orders(id) {
            Orders::Charge if distance > 1 => 4,
            Orders::MakeReady if distance > 3 && !self.is_gun(id) => 3,
            _ if !self.in_command(id) => 2,
            _ => -1,
        }
    }

    /// Nearer to the enemy is better for those who mean to charge, up to a distance for the others.
    fn rank_ahead(self, id: UnitId, dir: Dir) -> i32 {
        let Some((enemy, now)) = self.nearest_enemy(id) else { return -1 };
        let Some((hex, _)) = self.ahead(id, dir) else { return -1 };
        // A regiment is not given up to fill the gaps of another (MP 8.4c).
        if self.body_at(hex).is_some_and(|body| self.may_incorporate(id, body).is_ok()) {
            return -4;
        }
        let then = self.distance_to(enemy, hex);
        let gain = i32::from(now) - i32::from(then);
        let keeps_off = self.orders(id) != Orders::Charge && then <= 2;
        let lost_ground = i32::from(self.entry_hits(id, self.unit(id).hex, dir)) * 3;
        if keeps_off { -2 } else { 2 * gain - lost_ground + i32::from(gain > 0) }
    }

    fn rank_turning(self, id: UnitId, vertex: Vertex) -> i32 {
        let Some((enemy, distance)) = self.nearest_enemy(id) else { return -1 };
        let grid = &self.ground().grid;
        let target = self.unit(enemy).hex;
        let ahead = |facing: Vertex| i32::from(grid.rows_ahead(self.unit(id).hex, facing, target));
        let gain = ahead(vertex) - ahead(self.unit(id).facing);
        if gain > i32::from(distance) / 2 { 1 } else { -2 }
    }

    fn rank_react(self, choice: ReactChoice) -> i32 {
        let foe = self.state.windows.last().map(|window| window.trigger.unit);
        match choice {
            ReactChoice::Fire { unit } => 6 + i32::from(self.is_heavy(unit)),
            ReactChoice::Hedgehog { unit } => {
                let exposed = foe.is_some_and(|foe| self.is_cavalry(foe) && self.distance(foe, unit) <= 2);
                if exposed && self.morale(unit) >= 6 { 8 } else { -2 }
            }
            ReactChoice::Intercept { unit } => foe.map_or(-1, |foe| self.promise(unit, foe)),
            ReactChoice::Face { .. } => 3,
            ReactChoice::Withdraw { unit } => {
                if self.morale(unit) < 5 {
                    4
                } else {
                    -1
                }
            }
            ReactChoice::WithdrawLeader { .. } => 5,
            ReactChoice::TurnGun { .. } | ReactChoice::Restack { .. } => -3,
            ReactChoice::Ahead(_) => 3,
            ReactChoice::Attack => 2,
            ReactChoice::Turn(hand) => self.rank_reacting_turn(hand),
            ReactChoice::Wheel(_) | ReactChoice::CounterMarch | ReactChoice::Pistol => -1,
            ReactChoice::Done => ENOUGH,
        }
    }

    /// An interceptor turns until it has its prey before its front, and no further.
    fn rank_reacting_turn(self, hand: field::hexes::Hand) -> i32 {
        let Some(moving) = self.state.moves.last() else { return -1 };
        let crate::movement::Activity::Interception { target } = moving.activity else { return -1 };
        let (unit, prey) = (self.unit(moving.unit), self.unit(target).hex);
        let ahead = |facing| self.ground().grid.rows_ahead(unit.hex, facing, prey);
        if ahead(unit.facing.turned(hand, 1)) > ahead(unit.facing) { 1 } else { -1 }
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

    fn rank_attack(self, unit: UnitId, hex: Hex) -> i32 {
        // Those already told off against the same hex help.
        let side = self.side(unit);
        let with = self.state.designated.iter().filter(|other| other.hex == hex && other.side == side);
        let mut attackers: ArrayVec<Attacker, 8> =
            with.map(|other| Attacker { unit: other.attacker, hex }).take(7).collect();
        attackers.push(Attacker { unit, hex });
        let mut fight = Fight::new(FightKind::Active, side, attackers, hex);
        fight.defender = self.body_at(hex).filter(|&id| self.side(id) != side);
        if fight.defender.is_none() {
            return 6;
        }
        let mut reckoning = Reckoning::new(&Silent);
        self.reckon_fight(&fight, &mut reckoning);
        reckoning.total
    }

    fn rank_fire(self, choice: FireChoice) -> i32 {
        match choice {
            FireChoice::Shoot { mode: Mode::Salvo, .. } => 8,
            FireChoice::Shoot { mode: Mode::Retreating, .. } => 2,
            FireChoice::Shoot { .. } => 7,
            FireChoice::Advance(_) | FireChoice::OnTop => 5,
            FireChoice::Cover | FireChoice::Displace(_) => 2,
            FireChoice::LossTo(unit) => i32::from(self.strength(unit)),
            FireChoice::StepBack(_) | FireChoice::SpineSide(_) | FireChoice::Below | FireChoice::Take(_) => 1,
            FireChoice::Hold | FireChoice::NoCover | FireChoice::StandFast | FireChoice::Leave(_) => ENOUGH,
        }
    }

    fn rank_combat(self, choice: CombatChoice) -> i32 {
        match choice {
            CombatChoice::Attack { unit, hex } => self.rank_attack(unit, hex),
            CombatChoice::Pistol { spend, .. } => i32::from(spend),
            CombatChoice::Advance { .. } | CombatChoice::RetreatTo(_) => 1,
            CombatChoice::AdvanceWheel { .. } | CombatChoice::AdvanceAcross { .. } => 1,
            _ => ENOUGH,
        }
    }

    fn rank_rally(self, choice: RallyChoice) -> i32 {
        match choice {
            RallyChoice::Rally { .. } => 9,
            RallyChoice::Reform { reform: Reform::Formation, .. } => 8,
            RallyChoice::Reform { reform: Reform::LeaveHedgehog, unit, .. } => {
                let horse =
                    self.enemies_of(unit).any(|enemy| self.is_cavalry(enemy) && self.distance(unit, enemy) <= 4);
                if horse { -2 } else { 3 }
            }
            RallyChoice::Reform { reform: Reform::Reload, .. } => 2,
            RallyChoice::Reform { reform: Reform::LeaveColumn, .. } => 4,
            RallyChoice::Reform { .. } => -3,
            RallyChoice::Face(vertex) => self.rank_facing(vertex),
            RallyChoice::RoutNext { .. } | RallyChoice::RoutTo { .. } => ENOUGH,
        }
    }

    /// A unit to be faced looks towards the enemy.
    fn rank_facing(self, vertex: Vertex) -> i32 {
        let Some(Step::Rally(crate::rally::RallyStep::Face { unit, .. })) = self.state.agenda.top() else {
            return ENOUGH;
        };
        let Some((enemy, _)) = self.nearest_enemy(unit) else { return ENOUGH };
        i32::from(self.ground().grid.rows_ahead(self.unit(unit).hex, vertex, self.unit(enemy).hex))
    }
}
