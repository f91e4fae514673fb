//! How a sensible officer ranks what he may do. Greedy commanders follow it: close with the enemy and charge where the
//! charge promises something, stand and fire where it does not, rally what is shaken, and keep the field. It reads the
//! rules' own figures and never rolls a die.

mod fighting;
mod moving;
mod orders;
mod rallying;

use crate::cards::{LeaderId, Role, UnitId, WingId};
use crate::command::CommandChoice;
use crate::decision::Decision;
use crate::sequence::TurnChoice;
use crate::state::{Formation, Mark, Morale, Orders};
use crate::table::Table;
use kernel::Seat;

/// Stop and Done are worth this: anything ranked below is not done.
const ENOUGH: i32 = 0;

/// What is not done as long as there is anything else.
const NEVER: i32 = -100;

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
            TurnChoice::Act { unit } => self.rank_acting(unit),
            TurnChoice::Lead { leader } => self.rank_leading(leader),
            TurnChoice::Bring => 60,
            TurnChoice::Continue { helped } => self.rank_continuing() + i32::from(helped),
            TurnChoice::StartDone | TurnChoice::LetBe | TurnChoice::EndActions | TurnChoice::Stop => ENOUGH,
        }
    }

    /// Guns and those who can fire act first, so that the charge meets who is shaken already; then those farthest from their leader,
    /// before those between have gone away and left them out of command (MP 5.4.2a, 5.4.2g).
    fn rank_acting(self, id: UnitId) -> i32 {
        let fires = self.is_gun(id) || !self.is_cavalry(id) && self.is_adjacent_to_enemy(id);
        let leader = self.commander_of(self.card(id).wing);
        let far = leader.map_or(0, |leader| i32::from(self.distance_to(id, self.leader(leader).hex).min(40)));
        50 + far + if fires { 50 } else { 0 }
    }

    fn rank_preemption(self, wing: WingId) -> i32 {
        match self.wing(wing).orders {
            Orders::Charge if !self.wing(wing).turn.no_continue => 2,
            _ => -5,
        }
    }

    /// An Army Commander lends a hand before the units act, and rides to who needs one when they have; a Wing Commander rides last,
    /// to where most of his Wing is in command.
    fn rank_leading(self, leader: LeaderId) -> i32 {
        match self.leader(leader).role {
            Role::Army => match self.needy(leader) {
                Some(id) if self.leader_near(leader, id) && self.can_mend(id) => 120,
                Some(id) if !self.leader_near(leader, id) => 3,
                _ => -5,
            },
            Role::Wing(wing) => {
                let post = self.post_in(wing);
                if post.is_some_and(|id| !self.leader_stacked(leader, id)) { 3 } else { -5 }
            }
        }
    }

    /// Whether a unit has still its Action for somebody to mend it with (MP 5.1.1e).
    fn can_mend(self, id: UnitId) -> bool {
        !(self.is_active(id) && self.unit(id).has(Mark::Acted))
    }

    fn rank_command(self, choice: CommandChoice) -> i32 {
        match choice {
            CommandChoice::Change { orders, helped } => self.rank_change(orders) + i32::from(helped),
            CommandChoice::Lend => 1,
            CommandChoice::Place { hex, .. } => self.rank_post(hex),
            CommandChoice::Go { .. } => 1,
            CommandChoice::Keep | CommandChoice::Withhold | CommandChoice::Stay { .. } => ENOUGH,
        }
    }

    /// A leader is put where he is not in the fray at once, and with nobody of his own rank.
    fn rank_post(self, hex: field::hexes::Hex) -> i32 {
        let Some(body) = self.body_at(hex) else { return 1 };
        let sound = i32::from(!self.ails(body));
        let crowded = i32::from(self.leaders_at(hex).next().is_some());
        2 + 2 * sound - 2 * crowded - i32::from(self.enemy_adjacent(self.side(body), hex))
    }

    /// Shaken or broken, in morale or past fighting in formation.
    fn ails(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.morale != Morale::Normal || unit.formation == Formation::Broken
    }

    /// The nearest enemy unit and how far it is.
    fn nearest_enemy(self, id: UnitId) -> Option<(UnitId, u8)> {
        self.enemies_of(id).map(|enemy| (enemy, self.distance(id, enemy))).min_by_key(|&(_, distance)| distance)
    }
}
