//! What an officer thinks of command.

use super::DONE;
use super::plan::{Purpose, in_yards};
use crate::agenda::Step;
use crate::cards::{BrigadeId, LeaderId, OrderKind, Rank, UnitId};
use crate::command::{CommandChoice, CommandStep};
use crate::measures::{CLOSE, NEAR, REACH, yds};
use crate::state::{Errand, Standing, Verdict};
use crate::table::{Table, within};
use kernel::Seat;

/// What controlling one unit more is worth.
const CONTROL: i32 = 20;

impl Table<'_> {
    pub(super) fn appraise_command(self, _seat: Seat, choice: CommandChoice) -> i32 {
        match choice {
            // First of all he hears what is wanted of him.
            CommandChoice::Listen(_) => DONE + 90,
            CommandChoice::Steady(leader) => self.rank_steady(leader),
            CommandChoice::Inspire(leader) => self.rank_inspire(leader),
            CommandChoice::Ride { leader, to } => {
                let gain = self.rank_post(leader, to.vec()) - self.rank_now(leader);
                if gain > 8 { DONE + gain.min(80) } else { DONE - 1 }
            }
            CommandChoice::Detach(leader) => {
                let gain = self.rank_post(leader, self.place_of(leader)) - self.rank_now(leader);
                if gain > 8 { DONE + gain.min(70) } else { DONE - 1 }
            }
            CommandChoice::Attach { leader, unit } => self.rank_attach(leader, unit),
            CommandChoice::Issue { leader, errand, .. } => {
                self.rank_errand(leader, errand).map_or(DONE - 1, |rank| rank + 5)
            }
            CommandChoice::Send { leader, errand, .. } => self.rank_errand(leader, errand).unwrap_or(DONE - 1),
            CommandChoice::Pass(_) => DONE + 1,
            CommandChoice::Carry { messenger, to } => {
                let Some(rider) = self.state.messengers.get(usize::from(messenger)) else { return DONE };
                let left = in_yards(self.messenger_goal(rider).distance(to.vec()));
                let hunted = self.is_alone(rider.side, to.vec())
                    && self
                        .of_side(rider.side.other())
                        .any(|foe| self.is_cavalry(foe) && within(self.body(foe).distance_to_point(to.vec()), NEAR));
                DONE - left - if hunted { 150 } else { 0 }
            }
            CommandChoice::Replace { unit, .. } => {
                DONE + 50 - self.foe_of(unit).map_or(0, |(_, off)| 20 - off.min(400) / 20)
            }
            CommandChoice::Bayonets { unit, fixed } => {
                // Against horse that is near and not held off by foot.
                let near = |cavalry: bool, yards: i32| {
                    self.enemies_about(unit)
                        .any(|(foe, far)| self.is_cavalry(foe) == cavalry && within(far, yds(yards)))
                };
                let wanted = near(true, 150) && !near(false, 120);
                if wanted == fixed { DONE + 10 } else { DONE - 5 }
            }
            CommandChoice::Drop(_) => DONE - 5,
            // A test gives two chances in six of anything new (CF 6.38).
            CommandChoice::Conform { .. } => DONE + 10,
            // Who runs is called back; who pursues as long as he is fit goes on.
            CommandChoice::Test(unit) => match self.unit(unit).standing {
                Standing::Pursuing if self.unit(unit).dps == 0 => DONE - 1,
                _ => DONE + 5,
            },
            CommandChoice::RunOn(_) => DONE,
            CommandChoice::Signs { unit, leader, elite } => {
                let die = match self.state.agenda.top() {
                    Some(Step::Command(CommandStep::Signs { die, .. })) => die,
                    _ => 0,
                };
                match self.verdict_with(unit, die, [leader, elite]) {
                    Some(Verdict::AsWished) => DONE + 20,
                    Some(Verdict::RepeatLastMove) if self.yards_to_go(unit) > 0 => DONE + 10,
                    Some(Verdict::Halt) => DONE + 5,
                    _ => DONE,
                }
            }
        }
    }

    /// What the place of a leader is worth to him now: with a unit he controls that one.
    fn rank_now(self, leader: LeaderId) -> i32 {
        match self.leader(leader).attached {
            Some(unit) => CONTROL + self.rank_presence(leader, unit),
            None => self.rank_post(leader, self.place_of(leader)),
        }
    }

    /// The unit will be fought over in this turn: hand to hand, in close fire, or about to be.
    fn is_hard_pressed(self, id: UnitId) -> bool {
        self.in_contact(id) || self.foe_of(id).is_some_and(|(_, off)| off <= in_yards(f64::from(REACH)))
    }

    /// What a leader is worth at the head of a unit: in a fight, or to rally it.
    fn rank_presence(self, leader: LeaderId, unit: UnitId) -> i32 {
        let wounded = self.leader(leader).wounded;
        match self.unit(unit).standing {
            Standing::Routing if self.enemy_within(unit, CLOSE) => -20,
            Standing::Routing => 30,
            // To be hit a second time is to be killed.
            _ if wounded => -20,
            _ if self.is_hard_pressed(unit) => 25 + 2 * i32::from(self.unit(unit).dps.min(3)),
            _ => 0,
        }
    }

    /// Joining a unit loses the others that he controls, unless somebody else does.
    fn rank_attach(self, leader: LeaderId, unit: UnitId) -> i32 {
        let presence = self.rank_presence(leader, unit);
        let card = self.leader_card(leader);
        let alone = |id: UnitId| {
            let others = self.leaders_of(card.side).filter(|&other| other != leader && self.commands(other, id));
            let mut others = others.filter(|&other| self.leader(other).attached.is_none());
            let held = others.any(|other| {
                within(self.body(id).distance_to_point(self.place_of(other)), self.leader_card(other).rank.reach())
            });
            id != unit && !held && self.yards_to_go(id) > 0
        };
        let reach = card.rank.reach();
        let at = self.place_of(leader);
        let lost = self
            .of_side(card.side)
            .filter(|&id| self.commands(leader, id) && within(self.body(id).distance_to_point(at), reach) && alone(id));
        let lost = lost.count() as i32;
        // A General who can still act there does more good than one who has come for his last action.
        let acts = i32::from(card.rank > Rank::Brigadier && self.actions_left(leader) > 1) * 10;
        match presence {
            ..=0 => DONE - 1,
            presence => DONE + presence + acts - CONTROL * lost,
        }
    }

    /// Out of a fight or before it, a unit in disorder; not one that is to charge or close now.
    fn rank_steady(self, leader: LeaderId) -> i32 {
        let Some(unit) = self.leader(leader).attached else { return DONE - 1 };
        let dps = i32::from(self.unit(unit).dps);
        let goes = self.yards_to_go(unit) > 0 && (dps < 2 || self.purpose(unit) == Purpose::Close);
        if goes { DONE - 1 } else { DONE + 10 + 12 * dps }
    }

    /// Into a fight.
    fn rank_inspire(self, leader: LeaderId) -> i32 {
        let Some(unit) = self.leader(leader).attached else { return DONE - 1 };
        if self.is_hard_pressed(unit) { DONE + 40 } else { DONE - 1 }
    }

    /// An order is changed where it makes a difference: the attacker's idle brigades come on, one that is worn out holds.
    fn rank_errand(self, leader: LeaderId, errand: Errand) -> Option<i32> {
        match errand {
            Errand::Order { brigade, order } => {
                let now = self.brigade(brigade).order.kind;
                let spent = self.is_spent(brigade);
                let side = self.leader_card(leader).side;
                let attacks = self.rules.frame.attacker() == Some(side);
                match (now, order.kind) {
                    (OrderKind::AdvanceAndAttack, OrderKind::Defend) if spent && !attacks => Some(DONE + 12),
                    (OrderKind::Defend, OrderKind::AdvanceAndAttack) if attacks && !spent => Some(DONE + 15),
                    (OrderKind::AdvanceAndDefend, OrderKind::AdvanceAndAttack)
                        if attacks && !spent && self.brigade(brigade).reached =>
                    {
                        Some(DONE + 12)
                    }
                    _ => None,
                }
            }
            // Units whose leader is lost find another.
            Errand::Unit { unit, .. } if !self.is_gun(unit) => Some(DONE + 14),
            Errand::Unit { .. } | Errand::Brigade { .. } => None,
            Errand::Scout { card, .. } => {
                let near = self.of_side(self.leader_card(leader).side).map(|own| self.distance(own, card));
                let near = near.fold(f64::INFINITY, f64::min);
                (near < f64::from(yds(400))).then_some(DONE + 6)
            }
        }
    }

    /// Half of a brigade's units have as many points as they bear.
    fn is_spent(self, brigade: BrigadeId) -> bool {
        let worn = |id: &UnitId| self.unit(*id).dps >= 3 || self.unit(*id).standing != Standing::Steady;
        let (all, worn) = (self.of_brigade(brigade).count(), self.of_brigade(brigade).filter(worn).count());
        2 * worn > all
    }
}
