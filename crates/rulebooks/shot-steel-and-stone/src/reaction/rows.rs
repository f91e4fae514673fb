//! Headings 35 to 37: what a Reaction test adds up to, row by row (SSS T17).

use super::Occasion;
use crate::cards::{Arm, Class, Order, Part, Trait, UnitId, Units};
use crate::hits::Size;
use crate::measures::{SAME_DIRECTION, bw};
use crate::readings::{AfterBreakOff, SquareRows, SquareRowsWhen, StayTestRow};
use crate::shooting::Cover;
use crate::state::{Activity, Aspect, Formation, Place};
use crate::table::Table;
use field::table::{Cdeg, TOUCH, Um};
use kernel::Reckoning;

/// How safe a unit feels among its friends (SSS 37.1 to 37.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Security {
    Threatened,
    Isolated,
    FriendsInSight,
    FriendsClose,
    Supported,
}

/// How far friends support, are close and are in sight, and how far aside they may face (SSS 37.1, 37.2, 37.5, G23).
const SUPPORT: (Um, Cdeg) = (bw(3), SAME_DIRECTION);
const CLOSE: (Um, Cdeg) = (bw(6), 4_500);
const IN_SIGHT: (Um, Cdeg) = (bw(9), 9_000);

impl Table<'_> {
    /// Every row of the table and every other term, each with its rule.
    pub(super) fn reckon_reaction(self, id: UnitId, occasion: Occasion, sum: &mut Reckoning) {
        let unit = self.unit(id);
        self.add_size(id, sum);
        self.add_activity(self.tests_as(id, occasion), sum);
        self.add_cover(id, sum);
        self.add_order(id, sum);
        self.add_security(id, sum);
        self.add_melee(id, occasion, sum);
        let leader = self.leader_bonus(id);
        sum.add_if(leader > 0, leader, "leader in range", "SSS 35.2");
        let hits = i32::from(unit.this_turn.hits);
        sum.add_if(hits > 0, -hits, "hits this turn", "SSS 35.1");
        let points = self.disruption(id);
        sum.add_if(points > 0, -points, "Disruption Points", "SSS 35.1");
        sum.add_if(!unit.captured.is_empty(), 1, "has captured colours", "SSS 31.2");
        let lost = self.card(id).is(Trait::Colours) && !unit.has_colours;
        sum.add_if(lost, -1, "has lost its colours", "SSS 31.3");
        match occasion {
            Occasion::LeaderLost { chief: true } => sum.add(-2, "the general is struck down", "SSS 6.9"),
            Occasion::LeaderLost { chief: false } => sum.add(-1, "a sub-commander is struck down", "SSS 6.9"),
            Occasion::Naptha => sum.add(-2, "naptha", "SSS 42.2c"),
            _ => {}
        }
    }

    /// SSS 36.3, G3
    fn add_size(self, id: UnitId, sum: &mut Reckoning) {
        let (value, text) = match self.size(id) {
            Size::ExtraSmall => (-2, "extra small"),
            Size::Small => (-1, "small"),
            Size::Normal => (0, "of normal size"),
            Size::Large => (1, "large"),
            Size::ExtraLarge => (2, "extra large"),
        };
        sum.add(value, text, "SSS 36.3");
    }

    /// SSS G21
    fn add_activity(self, activity: Activity, sum: &mut Reckoning) {
        let value = match activity {
            Activity::Charging | Activity::Pursuing => 2,
            Activity::Advancing | Activity::FollowingUp => 1,
            Activity::Static | Activity::Rallying | Activity::Evading => 0,
            Activity::Retiring | Activity::RetiringInGoodOrder => 0,
            Activity::PushedBack | Activity::Retreating => -1,
            Activity::Routing => -2,
        };
        sum.add(value, crate::face::words::activity_name(activity), "SSS G21");
    }

    /// Its own cover and that of the closest enemy are added (SSS T17, G23).
    fn add_cover(self, id: UnitId, sum: &mut Reckoning) {
        let Some((enemy, _)) = self.nearest_enemy(id) else { return };
        let own = self.cover_worth(id, enemy);
        sum.add_if(own > 0, own, "in cover", "SSS 36.1");
        let theirs = self.cover_worth(enemy, id);
        sum.add_if(theirs > 0, -theirs, "the closest enemy is in cover", "SSS 36.1");
    }

    /// Soft cover 1, hard cover and works 2, from where that enemy stands.
    fn cover_worth(self, id: UnitId, from: UnitId) -> i32 {
        match self.cover_of(id, self.body(from).center()) {
            Cover::None => 0,
            Cover::Soft => 1,
            Cover::Hard | Cover::Fortified => 2,
        }
    }

    /// Routers ignore it (SSS 36.2); guns, elephants and garrisons have their own (SSS G23, 17.18).
    fn add_order(self, id: UnitId, sum: &mut Reckoning) {
        let (card, unit) = (self.card(id), self.unit(id));
        if unit.activity == Activity::Routing || self.is_garrison(id) {
            return;
        }
        let order = match card.arm {
            _ if matches!(card.part, Part::ScreenOf(_)) || self.is_deployed(id) => Order::Skirmish,
            _ if card.is_artillery() => Order::Open,
            Arm::Elephants => Order::Close,
            _ => unit.order,
        };
        let (value, text) = match order {
            Order::Mob => (-2, "a mob"),
            Order::Skirmish => (-1, "skirmish order"),
            Order::Open => (0, "open order"),
            Order::Loose => (1, "loose order"),
            Order::Close => (2, "close order"),
        };
        sum.add(value, text, "SSS 36.1");
    }

    fn add_security(self, id: UnitId, sum: &mut Reckoning) {
        let (value, text, rule) = match self.security(id) {
            Security::Threatened => (-2, "threatened", "SSS 37.7"),
            Security::Isolated => (-1, "isolated", "SSS 37.6"),
            Security::FriendsInSight => (0, "friends in sight", "SSS 37.5"),
            Security::FriendsClose => (1, "friends close", "SSS 37.2"),
            Security::Supported => (2, "supported", "SSS 37.1"),
        };
        sum.add(value, text, rule);
    }

    /// How safe a unit feels. Who is threatened is so whatever friends are about; a garrison counts as supported until the
    /// enemy breaks in (SSS 30.7, 37.1 to 37.7).
    pub fn security(self, id: UnitId) -> Security {
        if self.is_garrison(id) && !self.is_broken_into(id) {
            return Security::Supported;
        }
        if self.is_threatened(id) {
            return Security::Threatened;
        }
        let mut best = Security::Isolated;
        for friend in self.friends_of(id).filter(|&friend| self.has_nerves(friend)) {
            best = best.max(self.backs(id, friend, best));
            if best == Security::Supported {
                break;
            }
        }
        best
    }

    /// An enemy stands inside the same buildings (SSS 30.5).
    pub(crate) fn is_broken_into(self, id: UnitId) -> bool {
        let Some(inside) = self.unit(id).inside else { return false };
        self.enemies_of(id).any(|enemy| {
            let there = self.unit(enemy).inside;
            there.is_some_and(|other| other.building == inside.building && other.bases > 0)
        })
    }

    /// What one friend is worth to a unit's security, who is looked for only if he is worth more than others are.
    fn backs(self, id: UnitId, friend: UnitId, others: Security) -> Security {
        let body = self.body(id);
        let theirs = self.body(friend);
        let near = |(reach, angle): (Um, Cdeg)| {
            let within = f64::from(reach) + TOUCH;
            body.maybe_within(&theirs, within) && body.within(&theirs, within) && self.faces_as(id, friend, angle)
        };
        // SSS 37.4: guns support, and are supported by, any friends.
        if (self.is_artillery(id) || self.is_artillery(friend)) && !self.runs(friend) && near(SUPPORT) {
            return Security::Supported;
        }
        if !near(IN_SIGHT) || !self.in_good_order(friend) {
            return Security::Isolated;
        }
        // SSS 37.3
        let elsewhere = self.in_contact(friend) && !self.shares_opponent(id, friend);
        let worth = match () {
            () if near(SUPPORT) && !elsewhere => Security::Supported,
            () if near(CLOSE) => Security::FriendsClose,
            () => Security::FriendsInSight,
        };
        if worth > others && self.in_view(id, friend) { worth } else { Security::Isolated }
    }

    /// Whether one can see the other.
    pub(super) fn in_view(self, id: UnitId, other: UnitId) -> bool {
        self.sees(id, other)
    }

    fn runs(self, id: UnitId) -> bool {
        matches!(self.unit(id).activity, Activity::Routing | Activity::Retreating)
    }

    /// Squares and garrisons look everywhere.
    fn faces_as(self, id: UnitId, friend: UnitId, angle: Cdeg) -> bool {
        let all_round = |one: UnitId| self.unit(one).formation == Formation::Square || self.is_garrison(one);
        all_round(id) || all_round(friend) || self.faces_like(self.unit(friend), self.unit(id).pose.facing, angle)
    }

    /// In the same melee against the same enemy (SSS 37.3).
    fn shares_opponent(self, id: UnitId, friend: UnitId) -> bool {
        self.opponents(id).any(|enemy| self.in_contact_with(enemy, friend))
    }

    /// Surprised, or an enemy within its normal charge reach of the unit's flank or rear (SSS 37.7).
    pub fn is_threatened(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.surprised || unit.ambushed || self.enemies_of(id).any(|enemy| self.threatens(enemy, id))
    }

    fn threatens(self, enemy: UnitId, id: UnitId) -> bool {
        if !self.could_charge(enemy) || (self.in_contact(enemy) && !self.in_contact_with(enemy, id)) {
            return false;
        }
        let body = self.body(id);
        let theirs = self.body(enemy);
        let reach = f64::from(self.basic_move(enemy) + self.charge_bonus(enemy)) + TOUCH;
        body.maybe_within(&theirs, reach) && body.within(&theirs, reach) && self.met_by(id, &theirs) != Aspect::Front
    }

    /// Is of a kind, and in a state, that charges (SSS G14).
    pub(crate) fn could_charge(self, id: UnitId) -> bool {
        let (card, unit) = (self.card(id), self.unit(id));
        let stands = matches!(unit.formation, Formation::Square | Formation::ColumnOfMarch | Formation::Limbered);
        self.has_nerves(id)
            && !card.is_artillery()
            && card.arm != Arm::NapthaThrower
            && !stands
            && !unit.prone
            && unit.inside.is_none()
            && !self.runs(id)
            && unit.activity != Activity::RetiringInGoodOrder
            && unit.activity != Activity::Rallying
    }

    /// Disruption and class compared with the enemy in contact, the worst of several (SSS 37.8); cavalry at a square or at
    /// steady pikes has rows of its own, and so have these (SSS 37.9, G23, G86).
    fn add_melee(self, id: UnitId, occasion: Occasion, sum: &mut Reckoning) {
        let [mut disruption, mut class] = [None, None];
        if occasion != Occasion::Stay {
            let lately = self.lately_fought(id);
            for enemy in self.opponents(id).chain(lately.iter()) {
                let [less, lower] = self.melee_rows(id, enemy);
                disruption = Some(disruption.map_or(less, |so_far: i32| so_far.min(less)));
                class = Some(class.map_or(lower, |so_far: i32| so_far.min(lower)));
            }
        }
        let square = match occasion {
            Occasion::Charge(target) => self.square_rows(id, target, false),
            Occasion::Charged { by, square } => self.square_rows(id, by, square),
            _ => [None, None],
        };
        let disruption = square[0].or(disruption);
        let class = square[1].or(class);
        if let Some(value) = disruption {
            sum.add(value, "disruption in the melee", "SSS 37.8");
        }
        if let Some(value) = class {
            sum.add(value, "class in the melee", "SSS 37.8");
        }
    }

    /// Those it broke off from in this player turn, by the reading that still compares with them (SSS G80).
    fn lately_fought(self, id: UnitId) -> Units {
        let both = self.rules.options.after_break_off == AfterBreakOff::Both;
        match both && self.unit(id).fought_long && !self.in_contact(id) {
            true => self.unit(id).met.iter().filter(|&enemy| self.unit(enemy).place == Place::Table).collect(),
            false => Units::EMPTY,
        }
    }

    fn melee_rows(self, id: UnitId, enemy: UnitId) -> [i32; 2] {
        let disruption = self.disruption_on_dice(enemy) - self.disruption_on_dice(id);
        let rank = |class: Class| class as i32;
        let class = rank(self.card(enemy).class) - rank(self.card(id).class);
        let square = self.square_rows(id, enemy, false);
        [square[0].unwrap_or(disruption).clamp(-2, 2), square[1].unwrap_or(class).clamp(-2, 2)]
    }

    /// The rows for disruption and for class between cavalry and a square or pikes, where they are not compared.
    fn square_rows(self, id: UnitId, enemy: UnitId, declared: bool) -> [Option<i32>; 2] {
        let rows = self.rules.options.square_rows;
        if self.is_mounted(id) && self.is_like_square(enemy, id) {
            return match rows {
                SquareRows::Printed | SquareRows::Cohesion => [Some(-2), None],
                SquareRows::Mirrored => [Some(-2), Some(-2)],
            };
        }
        let soon = declared && self.rules.options.square_rows_when == SquareRowsWhen::Declared;
        if self.is_mounted(enemy) && (self.is_like_square(id, enemy) || soon) {
            return match rows {
                SquareRows::Printed => [None, Some(2)],
                SquareRows::Cohesion => [Some(2), None],
                SquareRows::Mirrored => [Some(2), Some(2)],
            };
        }
        [None, None]
    }

    /// A formed square, or its equivalent: steady pikes attacked in front (SSS G42, G86).
    pub(crate) fn is_like_square(self, id: UnitId, attacker: UnitId) -> bool {
        let unit = self.unit(id);
        if unit.formation == Formation::Square {
            return true;
        }
        let steady = unit.pike_bases > 0 && self.disruption(id) == 0 && !unit.points_passed && !self.runs(id);
        steady && self.side_met(id, attacker) == Aspect::Front
    }

    /// Where a unit is met by another: as their contact says, or as the other stands now.
    fn side_met(self, id: UnitId, other: UnitId) -> Aspect {
        let pair = (id.min(other), id.max(other));
        let contact = self.state.contacts.iter().find(|contact| (contact.a, contact.b) == pair);
        contact.map_or_else(|| self.met_by(id, &self.body(other)), |contact| contact.met(id))
    }

    /// What a victor counts as who would rather not pursue (SSS G90).
    pub(super) fn stays_as(self, id: UnitId) -> Activity {
        match self.rules.options.stay_test_row {
            StayTestRow::Pursuing => Activity::Pursuing,
            StayTestRow::Static => Activity::Static,
            StayTestRow::LastAct if self.unit(id).charged => Activity::Charging,
            StayTestRow::LastAct if self.unit(id).activity == Activity::FollowingUp => Activity::FollowingUp,
            StayTestRow::LastAct => Activity::Static,
        }
    }
}
