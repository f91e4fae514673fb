//! What an officer thinks of orders and command.

use crate::cards::{LeaderId, UnitId};
use crate::command::CommandChoice;
use crate::measures::{BW, bw};
use crate::orders::OrderChoice;
use crate::sequence::{Half, TurnChoice};
use crate::state::{Activity, Intent};
use crate::table::Table;
use field::table::Vec2;
use kernel::Side;

/// Being done is better than what harms, and worse than what helps.
pub(super) const DONE: i32 = 0;

/// What a charge has to promise, to be worth the trouble.
const TROUBLE: f64 = 25.0;
/// A point of disruption less.
const ORDER: f64 = 16.0;
/// Not worth an order, and what is not worth stirring for.
const NO: f64 = -1.0;
const LITTLE: f64 = 4.0;
/// A short move for which one need not stop shooting.
const SHORT: f64 = 22.0;

impl Table<'_> {
    pub(super) fn appraise_turn(self, choice: TurnChoice) -> i32 {
        match choice {
            TurnChoice::Done => DONE,
            // Who comes last has the last word on the ground (SSS G40).
            TurnChoice::Take(half) => {
                let last = self.turns_left() <= 0 && !self.rules.victory.objectives.is_empty();
                i32::from((half == Half::Second) == last)
            }
        }
    }

    /// What an order brings beyond standing there and shooting.
    pub(super) fn appraise_order(self, choice: OrderChoice) -> i32 {
        let (unit, intent) = match choice {
            OrderChoice::Intend { unit, intent } => (unit, intent),
            // A unit that is put under the Commander-in-Chief, sent off or left to itself is better told what to do.
            OrderChoice::Lead { .. } | OrderChoice::Alone(_) | OrderChoice::Send { .. } | OrderChoice::All { .. } => {
                return DONE - 1;
            }
        };
        self.worth_of_order(unit, intent).round() as i32
    }

    fn worth_of_order(self, id: UnitId, intent: Intent) -> f64 {
        match intent {
            Intent::Move | Intent::MoveAndShoot => self.worth_of_moving(id, intent == Intent::MoveAndShoot),
            Intent::Charge(enemy) => match self.charge_prospect(id, enemy) {
                Some(worth) => worth - self.shot_now(id) - TROUBLE,
                None => NO,
            },
            Intent::Reform => {
                let points = f64::from(self.disruption(id).min(2));
                // With the enemy upon it, it has other things to do.
                let pressed = self.nearest_foe_off(id, &self.body(id)) < 3.0;
                ORDER * points - self.shot_now(id) - if pressed { 10.0 } else { 0.0 }
            }
            Intent::Firefight => 40.0 - self.shot_now(id),
            Intent::HoldToLastMan => {
                let worn = 4 * self.hits_of_whole(id) >= self.card(id).initial_points();
                let scores = self.stands_on(self.body(id).center()).is_some();
                if worn && scores && self.unit(id).inside.is_none() { 15.0 } else { NO }
            }
            Intent::Change => {
                if self.wants_to_change(id) {
                    10.0
                } else {
                    NO
                }
            }
            _ => NO,
        }
    }

    /// Who has little to go shoots on the way, who has far to go only marches; guns that have a target do neither.
    fn worth_of_moving(self, id: UnitId, shoots: bool) -> f64 {
        let lacks = self.wants_to_move(id);
        if lacks < LITTLE {
            return NO;
        }
        let (shot, guns) = (self.shot_now(id), self.is_artillery(id));
        let both = !guns && self.may_move_and_shoot(id).is_ok();
        let short = both && shot > 0.0 && lacks <= SHORT.max(shot * 0.6);
        let pressing = self.errand(id).is_some_and(|errand| self.is_pressing(id, errand));
        match shoots {
            _ if guns && shot > 0.0 => NO,
            true if short => lacks,
            false if !short => lacks - shot * if pressing { 0.5 } else { 1.0 },
            _ => NO,
        }
    }

    /// Stands in a formation that it should not stand in.
    fn wants_to_change(self, id: UnitId) -> bool {
        use crate::state::Formation::{ColumnOfMarch, Square};
        let unit = self.unit(id);
        match unit.formation {
            Square => !self.horse_near(id, &self.body(id), 2),
            ColumnOfMarch => self.nearest_foe_off(id, &self.body(id)) < 12.0,
            _ => unit.prone,
        }
    }

    /// Sub-commanders first, so that a failing Commander-in-Chief ends no turn (SSS 1.3c); he himself only for those who need him.
    pub(super) fn appraise_command(self, choice: CommandChoice) -> i32 {
        match choice {
            CommandChoice::Test(id) if self.leader(id).chief => self.appraise_chiefs_test(id),
            CommandChoice::Test(_) => 20,
            CommandChoice::TakeOver(unit) => {
                let moves = matches!(self.unit(unit).intent, Intent::Move | Intent::MoveAndShoot | Intent::Charge(_));
                if moves && self.unit(unit).leadership.blunder == 0 { 10 } else { DONE - 1 }
            }
            // The better man.
            CommandChoice::Succeed { heir, .. } => 10 + self.rating(heir).factor(),
            CommandChoice::Ride { leader, to } => self.appraise_ride(leader, to.vec(), None),
            CommandChoice::Attach { leader, unit } => {
                let from = self.place_of(leader);
                self.appraise_ride(leader, self.body(unit).nearest(from), Some(unit))
            }
            CommandChoice::Detach(leader) => self.appraise_leaving(leader),
        }
    }

    /// Has anybody to give orders to that need one.
    fn gives_needed_orders(self, id: LeaderId) -> i32 {
        let side = self.leader_card(id).side;
        let his = self.of_side(side).filter(|&unit| self.unit(unit).led_by == Some(id));
        let needs = |unit: &UnitId| {
            let own = self.unit(*unit).own_initiative && !self.unit(*unit).taken_over;
            !own && !matches!(self.unit(*unit).intent, Intent::Hold | Intent::Reform | Intent::Fight | Intent::Change)
        };
        his.filter(needs).count() as i32
    }

    fn appraise_chiefs_test(self, id: LeaderId) -> i32 {
        let side = self.leader_card(id).side;
        let needed = self.gives_needed_orders(id);
        if needed == 0 {
            return DONE - 1;
        }
        let alone = !self.leaders_of(side).any(|other| other != id);
        if alone || self.state.player_turn.somebody_tested {
            return 5;
        }
        // A turn that ends at once is a turn of no shots and no melees.
        let busy =
            self.of_side(side).filter(|&unit| self.in_contact(unit) || self.shot_now(unit) > 10.0).count() as i32;
        if needed > 2 * busy { 5 } else { DONE - 1 }
    }

    // --- Where leaders ride

    /// To where more of his units hear him and take heart from him, and out of the enemy's way.
    fn appraise_ride(self, leader: LeaderId, to: Vec2, with: Option<UnitId>) -> i32 {
        let now = self.leader(leader);
        let here = self.leaders_place(leader, self.place_of(leader), now.attached);
        let there = self.leaders_place(leader, to, with);
        (there - here).round() as i32 - 3
    }

    fn appraise_leaving(self, leader: LeaderId) -> i32 {
        let at = self.place_of(leader);
        let with = self.leader(leader).attached;
        (self.leaders_place(leader, at, None) - self.leaders_place(leader, at, with)).round() as i32 - 2
    }

    fn leaders_place(self, leader: LeaderId, at: Vec2, with: Option<UnitId>) -> f64 {
        let (side, chief) = (self.leader_card(leader).side, self.leader(leader).chief);
        let radius = f64::from(self.rating(leader).radius(chief));
        let mut worth = 0.0;
        for unit in self.of_side(side).filter(|&unit| !self.card(unit).is_transport()) {
            let own = self.own_leader(unit) == Some(leader);
            if !own && !chief {
                continue;
            }
            let weight = if own { 10.0 } else { 4.0 };
            let off = self.body(unit).distance_to_point(at);
            let over = ((off - radius) / f64::from(BW)).max(0.0);
            let hears = if over <= 0.0 { 1.0 } else { -over * 0.1 };
            // Whoever has the enemy near needs heart more than orders.
            let pressed = if self.nearest_foe_off(unit, &self.body(unit)) < 7.0 { 1.3 } else { 1.0 };
            worth += weight * hears * pressed;
            // A little behind the line, in the middle of it.
            worth -= 0.2 * (off / f64::from(BW)).min(20.0);
        }
        worth - self.danger_at(side, at, with) + with.map_or(0.0, |unit| self.worth_of_joining(leader, unit))
    }

    /// Enemies about a leader; in the ranks he is safer from capture.
    fn danger_at(self, side: Side, at: Vec2, with: Option<UnitId>) -> f64 {
        let near = |enemy: UnitId| {
            let off = self.body(enemy).distance_to_point(at) / f64::from(BW);
            if with.is_some() { (2.0 - off).max(0.0) * 3.0 } else { (4.0 - off).max(0.0) * 6.0 }
        };
        let foes = self.of_side(side.other()).filter(|&enemy| self.is_foe(enemy));
        // Beside a unit that is shot at he is shot at himself (SSS 6.1).
        let gap = f64::from(bw(1));
        let beside = self.of_side(side).any(|unit| {
            with != Some(unit)
                && self.body(unit).distance_to_point(at) <= gap
                && self.nearest_foe_off(unit, &self.body(unit)) < 6.5
        });
        foes.map(near).sum::<f64>() + if beside { 4.0 } else { 0.0 }
    }

    /// With runners he may rally, and with nobody else for long.
    fn worth_of_joining(self, leader: LeaderId, unit: UnitId) -> f64 {
        let activity = self.unit(unit).activity;
        let near = self.nearest_foe_off(unit, &self.body(unit));
        match activity {
            // He would never leave them again (SSS 39.8).
            Activity::Routing if self.leader(leader).chief || self.past_limit(unit) => -30.0,
            Activity::Routing if self.leader_bonus(unit) > 0 => -10.0,
            Activity::Routing => 6.0,
            Activity::Retreating if !self.past_limit(unit) => 6.0,
            Activity::RetiringInGoodOrder | Activity::Pursuing => -30.0,
            // He rides along with those who march.
            _ if near > 9.0 && self.is_foot(unit) && !self.is_skirmishing(unit) => 2.0,
            _ => -6.0,
        }
    }
}
