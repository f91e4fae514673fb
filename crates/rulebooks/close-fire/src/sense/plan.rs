//! What a unit should be about: stand, come on, close, follow, form up. Movement, fire, charges and leaders all look here, so that they
//! want the same.

use crate::cards::{Frame, Load, OrderKind, UnitId};
use crate::measures::{CLOSE, FAR, NEAR, YARD};
use crate::state::{Formation, Standing};
use crate::table::{Table, within};
use field::table::Vec2;

/// Yards at which a unit likes to have the enemy.
const MUSKET: i32 = 100;
const CLOSE_FIRE: i32 = 30;
const CHARGE: i32 = 60;
/// As near as one gets without a charge.
const AT_THE_DITCH: i32 = 20;
const WAITING_HORSE: i32 = 140;
/// How far a second line keeps behind the first.
const SUPPORT: i32 = 50;
/// Points of the combat table by which foot should be ahead before it closes, and horse before it charges horse or foot.
const TO_CLOSE: i32 = 1;
const AGAINST_HORSE: i32 = 1;
const AGAINST_FOOT: i32 = 3;
/// Yards that an attacker gets on in a turn, the turns that he fights for the ground, and how many to spare he goes for it with.
const A_TURN: i32 = 35;
const FIGHT: i32 = 4;
const GO_FOR_IT: i32 = 3;
/// So bold a unit spares nothing any more.
pub(crate) const LAST: i32 = 6;
/// A unit with so many points re-dresses if the enemy leaves it the time.
const SHAKEN: u8 = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Stays where it is: it fights, shoots, holds its ground or waits.
    Stand,
    /// Gets its order back.
    Rest,
    /// Comes on until the enemy is at the distance it likes.
    Advance,
    /// Foot goes in to close fire.
    Close,
    /// A second line keeps behind the first.
    Follow,
    /// Out of order with nothing to keep it so.
    FormUp,
}

/// Whole yards of a distance.
pub(crate) fn in_yards(distance: f64) -> i32 {
    (distance / f64::from(YARD)) as i32
}

impl<'a> Table<'a> {
    /// The enemy a unit has to do with first: the nearest who does not run.
    pub(crate) fn foe_of(self, id: UnitId) -> Option<(UnitId, i32)> {
        let stands = self.enemies_about(id).filter(|(foe, _)| self.unit(*foe).standing != Standing::Routing);
        stands.min_by(|one, other| one.1.total_cmp(&other.1)).map(|(foe, far)| (foe, in_yards(far)))
    }

    /// A brigade that is to hold its ground.
    fn holds_ground(self, id: UnitId) -> bool {
        let Some(brigade) = self.brigade_of(id).map(|brigade| self.brigade(brigade)) else { return false };
        match brigade.order.kind {
            OrderKind::Defend => true,
            OrderKind::AdvanceAndDefend => brigade.reached,
            OrderKind::AdvanceAndAttack => false,
        }
    }

    /// The unit of its brigade before whom it is a second line.
    pub(crate) fn first_line_of(self, id: UnitId) -> Option<UnitId> {
        let brigade = self.brigade_of(id)?;
        let foot = self.is_foot(id);
        self.of_brigade(brigade).find(|&lead| {
            lead != id
                && self.is_foot(lead) == foot
                && self.is_formed(lead)
                && self.unit(lead).standing == Standing::Steady
                && within(self.distance(id, lead), FAR)
                && self.share_behind(id, lead) > 0.5
        })
    }

    /// How much better one unit stands than another in a fight, roughly in points of the combat table (T9).
    pub(crate) fn prospects(self, unit: UnitId, target: UnitId, charging: bool) -> i32 {
        let worth = |id: UnitId, other: UnitId| {
            let unit = self.unit(id);
            let loose = if self.is_unformed(id) || unit.formation == Formation::MarchColumn { -2 } else { 0 };
            let works = match self.protection(id, self.body(other).center()) {
                crate::ground::Protection::Fortifications => 3,
                crate::ground::Protection::Fieldworks => 2,
                crate::ground::Protection::Hard => 1,
                _ => 0,
            };
            unit.grade.in_combat() + i32::from(unit.inspired) - i32::from(unit.dps) - i32::from(unit.casualties())
                + loose
                + works
        };
        let count = |id: UnitId| i32::from(self.unit(id).front_bases()).max(1);
        let numbers = match (count(unit), count(target)) {
            (own, theirs) if own > theirs => (own / theirs).min(3),
            (own, theirs) if theirs > own => -(theirs / own).min(3),
            _ => 0,
        };
        let ready = i32::from(self.is_foot(target) && !self.unit(target).fired);
        let own_ready = i32::from(!charging && self.is_foot(unit) && !self.unit(unit).fired);
        let caught = if charging && self.is_foot(target) && self.unit(target).displaced { 2 } else { 0 };
        let flank =
            if charging && self.met_on(target, &self.body(unit)) != crate::state::Aspect::Front { 2 } else { 0 };
        worth(unit, target) - worth(target, unit) + numbers + i32::from(charging) + own_ready - ready + caught + flank
    }

    /// A charge promises something: more is asked of one against foot, from which horse has to retire (CF 16.3, 16.4).
    pub(crate) fn charge_promises(self, unit: UnitId, target: UnitId) -> bool {
        let least = match () {
            () if self.is_gun(target) || self.unit(target).standing.unforms() => -1,
            () if self.is_foot(target) => AGAINST_FOOT,
            () => AGAINST_HORSE,
        };
        // Who has to take ground does not wait for a better chance.
        let daring = self.turns_to_spare(unit).map_or(0, |_| self.boldness(unit) / 3);
        self.prospects(unit, target, true) >= least - daring
    }

    /// The turns that an attacker has to spare: those that are left, less those that the way to the ground he wants takes, and a fight
    /// on it. None for a defender, and where nobody has to take anything.
    fn turns_to_spare(self, id: UnitId) -> Option<i32> {
        let attacks = self.rules.frame.attacker() == Some(self.side(id));
        let ground = self.rules.victory.objective.filter(|_| attacks)?;
        let far = in_yards(self.distance_to(ground, &self.body(id)));
        Some(i32::from(self.last_turn()) - i32::from(self.state.turn) - far / A_TURN - FIGHT)
    }

    /// How much worse than even a unit goes in: an attacker the sooner the less time he has, for what is not taken in the end is not
    /// taken.
    pub(crate) fn boldness(self, id: UnitId) -> i32 {
        // Where nobody defends, both have come to fight.
        let meets = matches!(self.rules.frame, Frame::Meeting);
        match self.turns_to_spare(id) {
            Some(..=0) => 9,
            Some(1 | 2) => 6,
            Some(3 | 4) => 4,
            Some(_) => 3,
            None if meets && self.state.turn + 3 >= self.last_turn() => 3,
            None if meets && 2 * self.state.turn >= self.last_turn() => 1,
            None => 0,
        }
    }

    /// An attacker goes for the ground itself as soon as he has to, if no enemy who stands is near enough to be fought first.
    pub(crate) fn heads_for_ground(self, id: UnitId) -> bool {
        let late = self.turns_to_spare(id).is_some_and(|spare| spare <= GO_FOR_IT);
        late && !self.is_gun(id) && self.foe_of(id).is_none_or(|(_, off)| off > in_yards(f64::from(NEAR)))
    }

    /// Foot that should go in rather than go on shooting.
    pub(crate) fn should_close(self, id: UnitId, foe: UnitId) -> bool {
        self.is_foot(id)
            && !self.holds_ground(id)
            && self.unit(id).formation == Formation::Line
            && i32::from(self.unit(id).dps) < i32::from(SHAKEN) + self.boldness(id) / 3
            && self.to_front(id, foe).is_some()
            && self.prospects(id, foe, false) + self.boldness(id) >= TO_CLOSE
    }

    pub(crate) fn purpose(self, id: UnitId) -> Purpose {
        let unit = self.unit(id);
        if self.is_unformed(id) && !self.is_always_unformed(id) {
            return Purpose::FormUp;
        }
        if self.in_contact(id) || self.is_gun(id) && !unit.limbered {
            return Purpose::Stand;
        }
        let Some((foe, off)) = self.foe_of(id) else { return Purpose::Advance };
        if unit.dps >= SHAKEN && off > in_yards(f64::from(NEAR)) && self.boldness(id) < 9 {
            return Purpose::Rest;
        }
        if self.heads_for_ground(id) && !self.holds_ground(id) {
            return Purpose::Advance;
        }
        // In the end there is no second line.
        if self.boldness(id) < LAST && self.first_line_of(id).is_some() {
            return Purpose::Follow;
        }
        // Who carries fascines or ladders cannot fire: he goes on until he may drop them.
        let laden = unit.load != Load::None && self.boldness(id) > 0;
        if self.holds_ground(id) || (off <= in_yards(f64::from(CLOSE)) && !laden) {
            return Purpose::Stand;
        }
        match () {
            () if off > self.wished_distance(id, foe) + 5 => Purpose::Advance,
            () if self.should_close(id, foe) => Purpose::Close,
            () => Purpose::Stand,
        }
    }

    /// Where a unit likes to have the enemy: foot in musket range and then close, horse within a charge if that promises anything and
    /// out of range if not.
    pub(crate) fn wished_distance(self, id: UnitId, foe: UnitId) -> i32 {
        match () {
            () if self.unit(id).load != Load::None && self.boldness(id) > 0 => AT_THE_DITCH,
            () if self.is_cavalry(id) && self.charge_promises(id, foe) => CHARGE,
            () if self.is_cavalry(id) => WAITING_HORSE,
            () if self.is_gun(id) => 250,
            () if self.is_foot(id) && in_yards(self.distance(id, foe)) <= MUSKET + 20 && self.should_close(id, foe) => {
                CLOSE_FIRE
            }
            () => MUSKET,
        }
    }

    /// How far a unit should still come on in this turn, in yards.
    pub(crate) fn yards_to_go(self, id: UnitId) -> i32 {
        match self.purpose(id) {
            Purpose::Stand | Purpose::Rest | Purpose::FormUp => 0,
            Purpose::Follow => match self.first_line_of(id) {
                Some(lead) => (in_yards(self.distance(id, lead)) - SUPPORT).max(0),
                None => 0,
            },
            Purpose::Advance if self.heads_for_ground(id) => match self.ground_to_take(id) {
                Some(ground) => in_yards(self.body(id).distance_to_point(ground)).min(120),
                None => 120,
            },
            Purpose::Advance | Purpose::Close => match self.foe_of(id) {
                Some((foe, off)) => (off - self.wished_distance(id, foe)).max(0),
                None => 120,
            },
        }
    }

    /// The ground a unit is to come to, as long as no enemy is nearer: that of its order, or what the battle is about.
    pub(crate) fn ground_to_take(self, id: UnitId) -> Option<Vec2> {
        let brigade = self.brigade(self.brigade_of(id)?);
        let named = match (brigade.order.kind, brigade.order.to) {
            (OrderKind::AdvanceAndDefend, crate::cards::Aim::Named(position)) if !brigade.reached => Some(position),
            (OrderKind::AdvanceAndDefend, crate::cards::Aim::Spot(at)) if !brigade.reached => return Some(at.vec()),
            _ if self.rules.frame.attacker() == Some(self.side(id)) => self.rules.victory.objective,
            _ => None,
        };
        named.map(|position| self.rules.positions[position.ix()].shape.middle())
    }
}
