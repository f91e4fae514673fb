//! What a shot, a charge and a fight promise, reckoned roughly: in hits, and in twentieths of a hit where they are ranked.

use crate::cards::{Arm, Class, Missile, Order, Steel, Trait, UnitId};
use crate::measures::{BW, bw};
use crate::reaction::Occasion;
use crate::scores::Needed;
use crate::shooting::weapons::gun_dice;
use crate::shooting::{Band, Cover, Weapon};
use crate::state::{Activity, Aspect, Formation, GunState, Unit};
use crate::table::Table;
use field::table::{Body, bearing, turn};

/// What a hit is worth in ranks.
pub(super) const HIT: f64 = 20.0;

/// The chance that a die hits with such modifiers (SSS 12.2, 12.3).
pub(super) fn chance(modifiers: i32) -> f64 {
    let Needed { first, second } = Needed::by(modifiers);
    f64::from(7 - first) * second.map_or(6.0, |second| f64::from(7 - second)) / 36.0
}

/// The chance that a save fails.
fn unsaved(save: u8) -> f64 {
    f64::from(save - 1) / 6.0
}

/// The chance that two dice come to so much: double 6 always does, double 1 never (SSS 35.3).
pub(super) fn chance_of(needed: i32) -> f64 {
    let ways = (2..=12).filter(|&sum| sum >= needed).map(|sum: i32| 6 - (sum - 7).abs()).sum::<i32>();
    f64::from(ways.clamp(1, 35)) / 36.0
}

/// The chance that something with this mean and spread is at least that.
fn likely(mean: f64, spread: f64, least: f64) -> f64 {
    let z = (mean - least + 0.5) / spread.max(0.5);
    // A straight line serves as well as the bell.
    (0.5 + z * 0.3).clamp(0.02, 0.98)
}

/// A charge as it would come home.
#[derive(Clone, Copy)]
struct Clash {
    id: UnitId,
    enemy: UnitId,
    /// The one charges the other; else it is charged.
    charges: bool,
    counters: bool,
    flank: bool,
}

impl Table<'_> {
    /// What a unit that counts as it stands is worth, in hits: those it has left until it leaves the field.
    pub(super) fn worth(self, id: UnitId) -> f64 {
        let card = self.card(id);
        let left = f64::from(self.points_left(id)) - f64::from(card.initial_points()) / 2.0;
        let class = match card.class {
            Class::A => 1.2,
            Class::B => 1.0,
            Class::C => 0.85,
        };
        let arm = match card.arm {
            _ if self.is_mounted(id) => 1.5,
            // Each shot of theirs that is not fired.
            _ if card.is_artillery() => {
                let dice: u8 = card.guns.iter().map(|gun| gun_dice(gun.weight, Band::Medium, false)).sum();
                return left.max(2.0) * class + 0.5 * f64::from(dice);
            }
            Arm::Elephants => 1.2,
            _ => 1.0,
        };
        left.max(2.0) * class * arm
    }

    /// Whom it makes sense to fight: troops that do not run already.
    pub(super) fn is_foe(self, id: UnitId) -> bool {
        let out = matches!(self.unit(id).activity, Activity::Routing | Activity::RetiringInGoodOrder);
        !out && !self.card(id).is_transport()
    }

    // --- Shots

    /// The hits a unit standing like that may expect of a shot at an enemy, moved or not.
    pub(super) fn hits_expected(self, id: UnitId, unit: &Unit, body: &Body, enemy: UnitId, moved: bool) -> f64 {
        let theirs = self.body(enemy);
        if !body.maybe_within(&theirs, f64::from(self.reach_of(id))) || self.in_contact(enemy) {
            return 0.0;
        }
        let distance = body.distance(&theirs);
        let card = self.card(id);
        if card.is_artillery() && unit.formation != Formation::Line {
            return 0.0;
        }
        let inside = unit.inside.is_some();
        let front = body.main().front;
        let off = turn(unit.pose.facing, bearing(theirs.nearest(front) - front)).abs();
        let all_round = unit.order == Order::Skirmish || inside || unit.formation == Formation::Square;
        if off > self.half_arc() && !all_round {
            return 0.0;
        }
        let blocked = |friend: UnitId| {
            friend != id
                && friend != enemy
                && !self.is_foot_skirmishers(friend)
                && !self.is_garrison(friend)
                && self.body(friend).is_cut(front, theirs.center(), 0.0)
        };
        if !inside && self.on_table().any(blocked) {
            return 0.0;
        }
        let against = self.target_modifier(enemy, body);
        let own = match card.class {
            Class::A => 1,
            Class::B => 0,
            Class::C => -1,
        } - self.disruption_on_dice(id)
            - i32::from(moved);
        let range = |band: Band| match band {
            Band::Short => 1,
            Band::Medium => 0,
            Band::Long => -1,
        };
        let mut hits = 0.0;
        let small = self.small_arm(id);
        let shoots = !matches!(small, Weapon::Small(Missile::None | Missile::Pistol | Missile::Thrown));
        let matchlock = small == Weapon::Small(Missile::Matchlock);
        if shoots
            && !card.is_artillery()
            && !(moved && matchlock)
            && let Some(band) = self.rules.ranges.band(small, distance)
        {
            let volley = small.has_first_volley() && unit.order != Order::Skirmish && !unit.first_volley_used;
            let sum = own + against + range(band) + i32::from(small.is_rifled()) + i32::from(volley);
            let bases = match unit.formation {
                _ if inside => (unit.bases / 2).max(1),
                Formation::Square => unit.bases.div_ceil(4),
                _ => unit.front_bases(),
            };
            let dice = match unit.order {
                _ if !self.is_foot(id) => 1,
                _ if inside || card.is_mounted_arm() => 2,
                Order::Close => 3,
                Order::Skirmish => 1,
                _ => 2,
            };
            hits += f64::from(bases) * f64::from(dice) * chance(sum) * unsaved(small.save());
        }
        if let Some(battery) = self.battery(id).filter(|_| !(moved && card.is_artillery())) {
            for (gun, cards) in battery.guns.iter().zip(&card.guns) {
                let weapon = Weapon::Gun(cards.weight);
                let Some(band) = self.rules.ranges.band(weapon, distance) else { continue };
                if gun.state != GunState::Ready || gun.crew == 0 {
                    continue;
                }
                let dice = gun_dice(cards.weight, band, false).saturating_sub(cards.crew.saturating_sub(gun.crew));
                hits += f64::from(dice) * chance(own + against + range(band)) * unsaved(weapon.save());
            }
        }
        hits
    }

    /// What a target takes off the dice of those who shoot at it from there (SSS T10).
    fn target_modifier(self, enemy: UnitId, from: &Body) -> i32 {
        let unit = self.unit(enemy);
        let cover = match self.cover_of(enemy, from.center()) {
            Cover::None => 0,
            Cover::Soft => -1,
            Cover::Hard => -2,
            Cover::Fortified => -3,
        };
        let order = match unit.order {
            _ if self.is_garrison(enemy) => 1,
            _ if self.is_deployed(enemy) => -2,
            Order::Skirmish => -2,
            Order::Open => -1,
            _ => 0,
        };
        let dense =
            i32::from(matches!(unit.formation, Formation::Square | Formation::ColumnOfAttack | Formation::Limbered));
        let elephants = if self.card(enemy).arm == Arm::Elephants { -1 } else { 0 };
        cover + order + dense + elephants
    }

    /// What hits on an enemy are worth: more if they make him test, less if he is leaving anyway.
    pub(super) fn worth_of_hits(self, enemy: UnitId, hits: f64) -> f64 {
        let unit = self.unit(enemy);
        let bases = f64::from(unit.bases.max(1));
        let so_far = f64::from(unit.this_turn.hits_shooting);
        let tests = likely(hits + so_far, hits.max(0.5).sqrt(), bases);
        let already = if so_far >= bases { 0.5 } else { tests };
        let weight = match unit.activity {
            Activity::Routing => 0.4,
            Activity::RetiringInGoodOrder => 0.2,
            _ => 1.0,
        };
        let scores = if self.stands_on(self.body(enemy).center()).is_some() { 1.3 } else { 1.0 };
        // A test failed is a unit gone for some turns.
        let shaken = if hits > 0.3 { already * 2.0 } else { 0.0 };
        HIT * weight * scores * (hits + shaken)
    }

    /// The best shot a unit would have standing like that.
    pub(super) fn best_shot(self, id: UnitId, unit: &Unit, body: &Body, moved: bool) -> f64 {
        let shot = |enemy: UnitId| self.worth_of_hits_there(enemy, self.hits_expected(id, unit, body, enemy, moved));
        self.enemies_of(id).filter(|&enemy| !self.card(enemy).is_transport()).map(shot).fold(0.0, f64::max)
    }

    fn worth_of_hits_there(self, enemy: UnitId, hits: f64) -> f64 {
        if hits <= 0.0 { 0.0 } else { self.worth_of_hits(enemy, hits) }
    }

    /// What it has to shoot at where it stands, this turn.
    pub(super) fn shot_now(self, id: UnitId) -> f64 {
        let unit = self.unit(id);
        if unit.shot_at_charge || unit.may_not_shoot || self.in_contact(id) {
            return 0.0;
        }
        self.best_shot(id, unit, &self.body(id), unit.this_turn.moved)
    }

    /// Hits that enemy guns may score on a unit standing there: those that look its way, with nobody in between.
    pub(super) fn under_guns(self, id: UnitId, body: &Body) -> f64 {
        let at = body.center();
        let mut hits = 0.0;
        for enemy in self.enemies_of(id).filter(|&enemy| self.is_deployed(enemy) && self.is_foe(enemy)) {
            let theirs = self.body(enemy);
            if !theirs.maybe_within(body, f64::from(self.reach_of(enemy))) {
                continue;
            }
            let front = theirs.main().front;
            let off = turn(self.unit(enemy).pose.facing, bearing(at - front)).abs();
            let hidden = |other: UnitId| {
                other != id
                    && other != enemy
                    && !self.is_foot_skirmishers(other)
                    && self.body(other).is_cut(front, at, 0.0)
            };
            if off > 6_000 || self.on_table().any(hidden) {
                continue;
            }
            let distance = theirs.distance(body);
            let (card, Some(battery)) = (self.card(enemy), self.battery(enemy)) else { continue };
            for (gun, cards) in battery.guns.iter().zip(&card.guns) {
                let weapon = Weapon::Gun(cards.weight);
                let Some(band) = self.rules.ranges.band(weapon, distance).filter(|_| gun.crew > 0) else { continue };
                let range = 1 - band as i32;
                let dice = gun_dice(cards.weight, band, false);
                hits += f64::from(dice) * chance(range - self.disruption_on_dice(enemy)) * unsaved(weapon.save());
            }
        }
        hits
    }

    // --- Charges

    /// What a charge promises, in ranks: what the enemy is likely to lose by it less what it is likely to cost.
    pub(super) fn charge_prospect(self, id: UnitId, enemy: UnitId) -> Option<f64> {
        let near = f64::from(self.charge_range(id));
        if self.distance(id, enemy) > near {
            return None;
        }
        let card = self.card(id);
        if self.is_mounted(id) && self.unit(enemy).formation == Formation::Square && self.is_foot(enemy) {
            return None;
        }
        if self.is_skirmishing(id) && !self.is_skirmishing(enemy) && !self.is_artillery(enemy) && self.is_foe(enemy) {
            return None;
        }
        // Muskets are let off before bayonets are lowered.
        let loaded = self.is_foot(id) && self.small_arm(id).has_first_volley() && !self.unit(id).first_volley_used;
        if loaded && self.is_foe(enemy) && self.disruption(enemy) < 2 && !self.in_contact(enemy) {
            return None;
        }
        if self.is_garrison(enemy) && (!self.is_foot(id) || self.is_skirmishing(id)) {
            return None;
        }
        self.approach_to(id, enemy)?;
        let passes = chance_of(card.class.passes_at() - self.reaction_modifiers(id, Occasion::Charge(enemy)));
        let prize = self.worth(enemy);
        if !self.is_foe(enemy) {
            // Those who run are ridden down, or lead away from the battle.
            let caught = if self.is_routing(enemy) { 0.3 } else { 0.1 };
            return Some(passes * HIT * (caught * prize) - HIT);
        }
        let flank = self.met_by(enemy, &self.body(id)) != Aspect::Front;
        let stopped = self.fire_at_charge(id, enemy, flank);
        let bases = f64::from(self.unit(id).bases.max(1));
        let halts = likely(stopped, stopped.max(0.3).sqrt(), bases);
        let counters =
            self.is_mounted(enemy) && self.card(enemy).class != Class::C && !flank && !self.in_contact(enemy);
        let (ours, theirs) = self.round(id, enemy, flank, counters);
        let fights = passes * (1.0 - halts);
        let (mean, spread) = (ours - theirs, (ours + theirs).sqrt() * 0.8);
        let needs = |class: Class| match class {
            Class::A => 6.0,
            Class::B => 4.0,
            Class::C => 2.0,
        };
        let garrison = self.is_garrison(enemy);
        let breaks = if garrison { 0.1 } else { likely(mean, spread, needs(self.card(enemy).class)) };
        let wins = likely(mean, spread, 1.0);
        let broken = likely(-mean, spread, needs(card.class));
        let loses = likely(-mean, spread, 1.0);
        // Who is pushed back tests, and often goes.
        let gain = ours + prize * (breaks + 0.35 * (wins - breaks).max(0.0));
        let own = self.worth(id);
        let cost = theirs + own * (broken + 0.35 * (loses - broken).max(0.0));
        // Evaders get away.
        let evades = if self.is_evader(enemy) && !self.in_contact(enemy) { 0.35 } else { 1.0 };
        let squares = self.would_form_square(id, enemy);
        let short = (1.0 - passes) * 0.1 * own + passes * halts * 0.35 * own + (1.0 - evades) * 0.1 * own;
        let risk = passes * (stopped + squares * 0.2 * own);
        Some(HIT * (fights * evades * (1.0 - squares) * (gain - cost) - short - risk))
    }

    /// The chance that foot is in square before horse is upon it (SSS 1.5.3a): every other time, if it keeps its nerve.
    fn would_form_square(self, id: UnitId, enemy: UnitId) -> f64 {
        let formed = self.is_foot(enemy) && matches!(self.unit(enemy).order, Order::Close | Order::Loose);
        let free = !self.in_contact(enemy) && !self.is_garrison(enemy) && self.distance(id, enemy) >= f64::from(BW);
        if !self.is_mounted(id) || !formed || !free {
            return 0.0;
        }
        let test = self.reaction_modifiers(enemy, Occasion::Charged { by: id, square: true });
        0.5 * chance_of(self.card(enemy).class.passes_at() - test)
    }

    /// Hits that those who are charged may score as the enemy comes on (SSS 15.1).
    fn fire_at_charge(self, id: UnitId, enemy: UnitId, flank: bool) -> f64 {
        if flank || self.in_contact(enemy) || self.unit(enemy).shot_at_one {
            return 0.0;
        }
        let (theirs, unit) = (self.card(enemy), self.unit(enemy));
        let stands = chance_of(
            theirs.class.passes_at() - self.reaction_modifiers(enemy, Occasion::Charged { by: id, square: false }),
        );
        let front = self.body(enemy).main().front;
        let off = turn(unit.pose.facing, bearing(self.body(id).center() - front)).abs();
        let all_round = unit.order == Order::Skirmish || unit.formation == Formation::Square || self.is_garrison(enemy);
        if off > 6_000 && !all_round {
            return 0.0;
        }
        let small = self.small_arm(enemy);
        let shoots = !matches!(small, Weapon::Small(Missile::None | Missile::Pistol | Missile::Thrown));
        let class = match theirs.class {
            Class::A => 2,
            Class::B => 0,
            Class::C => -2,
        };
        let own = class - self.disruption_on_dice(enemy) + self.target_modifier(id, &self.body(enemy));
        let mut hits = 0.0;
        if shoots && !theirs.is_artillery() {
            let volley = small.has_first_volley() && unit.order != Order::Skirmish && !unit.first_volley_used;
            let dice = match unit.order {
                _ if !self.is_foot(enemy) => 1,
                Order::Close => 3,
                Order::Skirmish => 1,
                _ => 2,
            };
            let bases = match unit.formation {
                Formation::Square => unit.bases.div_ceil(4),
                _ if self.is_garrison(enemy) => unit.bases / 2,
                _ => unit.front_bases(),
            };
            hits += f64::from(bases) * f64::from(dice) * chance(own + i32::from(volley)) * unsaved(small.save());
        }
        if let Some(battery) = self.battery(enemy).filter(|_| !theirs.is_artillery() || self.is_deployed(enemy)) {
            for (gun, cards) in battery.guns.iter().zip(&theirs.guns) {
                if gun.state == GunState::Ready && gun.crew > 0 {
                    let dice = gun_dice(cards.weight, Band::Medium, false);
                    hits += f64::from(dice) * chance(own) * unsaved(Weapon::Gun(cards.weight).save());
                }
            }
        }
        hits * stands
    }

    /// Unsaved hits that a charger and the one it charges may expect to deal in the round of impact.
    fn round(self, id: UnitId, enemy: UnitId, flank: bool, counters: bool) -> (f64, f64) {
        let width = |one: UnitId| f64::from(self.unit(one).front_bases().max(1));
        let met = if flank { width(enemy).min(2.0) } else { width(enemy) };
        let mine = width(id).min(met + 2.0);
        let theirs = met.min(width(id) + 2.0);
        let ours = self.strikes(Clash { id, enemy, charges: true, counters, flank }) * mine;
        let replies = self.strikes(Clash { id: enemy, enemy: id, charges: false, counters, flank }) * theirs;
        (ours, replies)
    }

    /// Unsaved hits of one base in a round (SSS T13, T14, T15).
    fn strikes(self, clash: Clash) -> f64 {
        let Clash { id, enemy, charges, counters, flank } = clash;
        let (card, unit) = (self.card(id), self.unit(id));
        let impact = charges || counters;
        let elephants = self.card(enemy).arm == Arm::Elephants;
        let dice = match card.arm {
            Arm::Elephants => {
                if impact {
                    8
                } else {
                    4
                }
            }
            _ if self.is_foot(id) => match unit.order {
                Order::Skirmish => 1,
                Order::Open => 2,
                _ => 3 + i32::from(charges && !self.is_garrison(enemy)),
            },
            _ if !self.is_mounted(id) => 1,
            Arm::HeavyCavalry | Arm::HeavyCamelry => {
                if impact && !elephants {
                    5
                } else {
                    3
                }
            }
            _ => {
                if impact && !elephants {
                    4
                } else {
                    3
                }
            }
        };
        let mut sum = match card.class {
            Class::A => 1,
            Class::B => 0,
            Class::C => -1,
        } - self.disruption_on_dice(id);
        let pikes = unit.pike_bases > 0;
        sum += i32::from(pikes);
        if self.is_foot(id) {
            sum -= i32::from(self.is_mounted(enemy));
            // Charged by cavalry (SSS T16).
            sum -= i32::from(!charges && self.is_mounted(enemy) && !self.is_like_square(id, enemy));
            sum -= if elephants && unit.order == Order::Close {
                3
            } else if elephants {
                2
            } else {
                0
            };
        }
        if self.is_mounted(id) && self.is_foot(enemy) {
            sum -= match () {
                () if self.is_like_square(enemy, id) => 4,
                () if self.card(enemy).is(Trait::HighlyDrilled) => 2,
                () => 0,
            };
        }
        if !charges && flank {
            sum -= 1;
        }
        if charges {
            sum -= match self.cover_of(enemy, self.body(id).center()) {
                Cover::None => 0,
                Cover::Soft => 1,
                Cover::Hard | Cover::Fortified => 2,
            };
        }
        let save = match card.arm {
            Arm::Elephants => 6,
            _ if card.steel == Steel::Pike || pikes => 4,
            _ if self.is_mounted(id) && impact => 4,
            _ => 3,
        };
        f64::from(dice) * chance(sum) * unsaved(save)
    }

    /// Enemy horse that could be upon a unit standing there in one charge.
    pub(super) fn horse_near(self, id: UnitId, body: &Body, slack: i32) -> bool {
        self.enemies_of(id).any(|enemy| {
            self.is_mounted(enemy)
                && self.is_foe(enemy)
                && !self.in_contact(enemy)
                && self.could_charge(enemy)
                && self.body(enemy).maybe_within(body, f64::from(bw(9 + slack)))
                && self.body(enemy).distance(body)
                    <= f64::from(self.basic_move(enemy) + self.charge_bonus(enemy) + slack * BW)
        })
    }
}
