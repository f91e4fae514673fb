//! Headings 23 to 25: dice, modifiers and saves of close combat (SSS T13, T14, T15).

use super::fighters::Site;
use super::reach::Blow;
use crate::cards::{Arm, Armour, Class, Missile, Order, Part, Steel, Trait, UnitId};
use crate::readings::{
    AttackedBehind, ElephantsMounted, HeavyFatigue, ImpactVElephants, MovedModifier, PikePastPoints,
};
use crate::shooting;
use crate::state::{Aspect, Came};
use crate::table::Table;
use arrayvec::ArrayVec;
use scenario::Cover;

/// A line of a reckoning: its rule, what it is for, and what it is worth.
pub type Line = (&'static str, &'static str, i32);

/// Modifiers, one by one.
#[derive(Debug, Clone, Default)]
pub struct Sum {
    pub lines: ArrayVec<Line, 24>,
}

impl Sum {
    pub(crate) fn add(&mut self, rule: &'static str, text: &'static str, value: i32) {
        if value != 0 && !self.lines.is_full() {
            self.lines.push((rule, text, value));
        }
    }

    pub(crate) fn when(&mut self, holds: bool, rule: &'static str, text: &'static str, value: i32) {
        if holds {
            self.add(rule, text, value);
        }
    }

    pub fn total(&self) -> i32 {
        self.lines.iter().map(|&(_, _, value)| value).sum()
    }
}

/// Shooting dice of any foot inside a built-up area (SSS T8).
const FOOT_INSIDE: u8 = 2;

/// The columns of T13.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Impact,
    Melee,
    Halted,
}

impl Table<'_> {
    /// How a unit comes to this round against an enemy: attackers of a built-up area never charge (SSS 30.3).
    pub(crate) fn comes(self, id: UnitId, enemy: UnitId, site: Site) -> Came {
        let came = self.contact_of(id, enemy).map_or(Came::Fights, |contact| contact.came(id));
        let follows = self.rules.options.bua_follow_up == crate::readings::BuaFollowUp::Counts;
        match came {
            Came::Charging | Came::Momentum if site != Site::Field => Came::Close,
            // SSS G85
            Came::FollowingUp if site != Site::Field && !follows => Came::Fights,
            came => came,
        }
    }

    fn column(self, id: UnitId, enemy: UnitId, site: Site) -> Column {
        match self.comes(id, enemy, site) {
            // SSS 23.4: against elephants only elephants count their impact.
            Came::Charging | Came::Momentum if self.is_elephants(enemy) && !self.is_elephants(id) => Column::Melee,
            Came::Charging | Came::Momentum => Column::Impact,
            Came::Halted | Came::Pursued => Column::Halted,
            Came::Fights | Came::Close | Came::FollowingUp | Came::Reinforcing => Column::Melee,
        }
    }

    /// Dice for each base that strikes (SSS T13, 23.1, 23.3, 23.5).
    pub(crate) fn melee_dice(self, id: UnitId, enemy: UnitId, blow: Blow, site: Site) -> u8 {
        let (card, unit) = (self.card(id), self.unit(id));
        let of = |[impact, melee, halted]: [u8; 3]| match self.column(id, enemy, site) {
            Column::Impact => impact,
            Column::Melee => melee,
            Column::Halted => halted,
        };
        match blow {
            Blow::PointBlank if self.is_within(id, site) && self.is_foot(id) => return FOOT_INSIDE,
            Blow::PointBlank => return self.point_blank_dice(id),
            Blow::Crew => return 1,
            Blow::Beast => return of([8, 6, 4]),
            Blow::Pikes | Blow::Steel => {}
        }
        // SSS G61
        if matches!(card.part, Part::HoldersOf(_)) {
            return 1;
        }
        if self.is_foot(id) {
            return self.foot_dice(id, enemy, site);
        }
        if !self.is_mounted(id) {
            // Crews of guns, and of a naptha thrower.
            return 1;
        }
        let lancers = card.is(Trait::NapoleonicLancer);
        let heavy = matches!(card.arm, Arm::HeavyCavalry | Arm::HeavyCamelry);
        let dice = match (lancers, heavy) {
            (true, _) if self.is_mounted(enemy) => of([4, 3, 2]),
            (true, _) => of([5, 4, 2]),
            (false, true) => of([5, 4, 3]),
            (false, false) => of([4, 3, 3]),
        };
        let tired = heavy && self.is_tired(unit.exertion, unit.ran_on);
        dice.saturating_sub(u8::from(tired)).max(1)
    }

    /// SSS 23.5, G24
    pub(crate) fn is_tired(self, exertion: u8, ran_on: bool) -> bool {
        match self.rules.options.heavy_fatigue {
            HeavyFatigue::AfterTwoRounds => exertion >= 2,
            HeavyFatigue::AfterAny => exertion >= 2 || (exertion >= 1 && ran_on),
        }
    }

    /// A mob fights as loose order infantry (SSS G69).
    fn foot_dice(self, id: UnitId, enemy: UnitId, site: Site) -> u8 {
        let unit = self.unit(id);
        let dice: u8 = match unit.order {
            Order::Close | Order::Loose | Order::Mob => 3,
            Order::Open => return 2,
            Order::Skirmish => return 1,
        };
        // SSS 22.1, G56: one of three dice to the rear; all of them where nobody is met in front (SSS G136).
        if unit.rear_about {
            let from_behind = |foe: UnitId| self.contact_of(id, foe).is_some_and(|c| c.met(id) == Aspect::Rear);
            let all =
                self.foes(id).all(from_behind) && self.rules.options.attacked_behind == AttackedBehind::TouchedBases;
            match from_behind(enemy) {
                true if all => {}
                true => return 1,
                false => return 2,
            }
        }
        // SSS 23.3: charging, with momentum or following up.
        let came = self.comes(id, enemy, site);
        let charge = came.charges();
        let loses = charge
            && self.is_elephants(enemy)
            && self.rules.options.impact_v_elephants == ImpactVElephants::InfantryToo;
        dice + u8::from((charge || came == Came::FollowingUp) && !loses)
    }

    /// Shooting dice of pistols and thrown weapons (SSS T8, G43, G69).
    pub(crate) fn point_blank_dice(self, id: UnitId) -> u8 {
        match self.unit(id).order {
            _ if !self.is_foot(id) => 1,
            Order::Close => 3,
            Order::Loose | Order::Open | Order::Mob => 2,
            Order::Skirmish => 1,
        }
    }

    /// What an enemy has to roll to save (SSS T11, T15, G71).
    pub(crate) fn melee_save(self, id: UnitId, enemy: UnitId, blow: Blow, site: Site) -> u8 {
        let pike = match blow {
            Blow::PointBlank => return 3,
            Blow::Beast => return 6,
            Blow::Pikes => true,
            Blow::Crew => self.card(id).crew_steel == Steel::Pike,
            Blow::Steel => false,
        };
        let came = self.comes(id, enemy, site);
        let horse = blow == Blow::Steel && self.is_mounted(id) && (came.charges() || came == Came::Reinforcing);
        if pike || horse { 4 } else { 3 }
    }

    /// What is added to every die of a blow (SSS T14; T10 for point blank weapons).
    pub(crate) fn blow_modifiers(self, id: UnitId, enemy: UnitId, blow: Blow, site: Site) -> Sum {
        match blow {
            Blow::PointBlank => self.point_blank_modifiers(id, enemy, site),
            _ => self.melee_modifiers(id, enemy, blow, site),
        }
    }

    /// SSS T14, 24.1
    fn melee_modifiers(self, id: UnitId, enemy: UnitId, blow: Blow, site: Site) -> Sum {
        let (card, unit) = (self.card(id), self.unit(id));
        let mut sum = Sum::default();
        let pikes = blow == Blow::Pikes || (blow == Blow::Crew && card.crew_steel == Steel::Pike);
        let passed = blow == Blow::Pikes && unit.points_passed;
        sum.when(pikes && !passed, "SSS 24.1", "pikes", 1);
        let past = if self.rules.options.pike_past_points == PikePastPoints::Zero { 0 } else { -1 };
        sum.when(passed, "SSS 38.3", "past the points", past);
        sum.when(card.class == Class::A, "SSS 24.1", "A class", 1);
        sum.when(card.class == Class::C, "SSS 24.1", "C class", -1);
        let above = blow == Blow::Crew && !self.is_elephants(enemy);
        sum.when(above, "SSS 41.10", "crew above", 1);
        // SSS 30.5: on equal terms inside.
        let level = matches!(site, Site::Inside { .. });
        sum.when(!above && !level && self.is_uphill_of(id, enemy), "SSS 24.1", "uphill", 1);
        let came = self.comes(id, enemy, site);
        sum.when(came == Came::FollowingUp, "SSS 27.5", "following up", 1);
        sum.when(came == Came::Reinforcing, "SSS 29.3", "reinforcing", 1);
        sum.when(self.is_trapped(id, site), "SSS 24.1", "trapped", -2);
        sum.add("SSS 24.1", "disruption", -self.disruption_on_dice(id));
        if self.is_foot(id) {
            self.foot_modifiers(id, enemy, &mut sum);
        }
        if self.is_mounted(id) {
            self.horse_modifiers(id, enemy, &mut sum);
        }
        match self.melee_cover(enemy, id, site) {
            Cover::None => {}
            Cover::Soft => sum.add("SSS 24.1", "soft cover", -1),
            Cover::Hard => sum.add("SSS 24.1", "hard cover", -2),
        }
        sum.add("SSS 5.6", "leadership", unit.leadership.in_melee());
        sum.when(unit.prone, "SSS 10.4", "prone", -3);
        let holders = matches!(card.part, Part::HoldersOf(_)) && unit.rounds == 0;
        sum.when(holders, "SSS 8.11", "horse-holders", -2);
        sum
    }

    fn foot_modifiers(self, id: UnitId, enemy: UnitId, sum: &mut Sum) {
        let elephants = self.is_elephants(enemy);
        let as_mounted = elephants && self.rules.options.elephants_mounted == ElephantsMounted::Yes;
        sum.when(self.is_mounted(enemy) || as_mounted, "SSS 24.1", "foot against mounted", -1);
        if elephants {
            match self.unit(id).order {
                Order::Close => sum.add("SSS 24.1", "close order against elephants", -2),
                Order::Loose | Order::Open | Order::Mob => sum.add("SSS 24.1", "against elephants", -1),
                Order::Skirmish => {}
            }
        }
    }

    fn horse_modifiers(self, id: UnitId, enemy: UnitId, sum: &mut Sum) {
        let card = self.card(enemy);
        let front = self.contact_of(id, enemy).is_none_or(|contact| contact.met(enemy) == Aspect::Front);
        // SSS G17: a square that failed is no line.
        let drilled = self.is_foot(enemy) && card.is(Trait::HighlyDrilled) && !self.is_caught_forming(enemy);
        if self.is_foot(enemy) && (self.is_formed_square(enemy) || (front && self.are_steady_pikes(enemy))) {
            // SSS G17: against a square that counts alone.
            sum.add("SSS 24.1", "square or pikes", -4);
        } else if drilled {
            sum.add("SSS 24.3", "highly drilled infantry", -2);
        }
        sum.when(self.is_mounted(enemy) && card.is(Trait::Cuirassier), "SSS 24.1", "cuirassiers", -1);
    }

    /// The lines of T10 that can hold at arm's length (SSS G43).
    fn point_blank_modifiers(self, id: UnitId, enemy: UnitId, site: Site) -> Sum {
        let (card, unit, target) = (self.card(id), self.unit(id), self.card(enemy));
        let mut sum = Sum::default();
        sum.add("SSS 13.1", "short range", 1);
        // SSS 17.18: who defends walls and windows has no formation.
        let met = self.contact_of(id, enemy).map_or(Aspect::Front, |contact| contact.met(enemy));
        sum.when(!self.is_within(enemy, site) && self.is_dense_target(enemy, met), "SSS 13.2", "dense target", 1);
        sum.when(self.is_enfiladed(enemy, met), "SSS 13.1", "enfilade", 1);
        sum.when(card.class == Class::A, "SSS 13.1", "A class", 1);
        sum.when(card.class == Class::C, "SSS 13.1", "C class", -1);
        sum.add("SSS 13.1", "disruption", -self.disruption_on_dice(id));
        let moved = self.contact_of(id, enemy).is_some_and(|contact| contact.came(id).attacks());
        sum.when(moved && card.missile != Missile::Thrown, "SSS 13.1", "moved", -1);
        let twice = self.rules.options.moved_modifier == MovedModifier::Twice;
        sum.when(moved && twice, "SSS G41", "unit moved", -1);
        match target.armour {
            _ if self.is_elephants(enemy) => sum.add("SSS 13.3", "elephants", -1),
            Armour::None => {}
            Armour::Heavy => sum.add("SSS 13.3", "heavy armour", -1),
            Armour::ExtraHeavy => sum.add("SSS 13.4", "extra heavy armour", -2),
        }
        if self.is_within(enemy, site) {
            sum.add("SSS 13.1", "built-up area", 1);
        } else if self.is_skirmishing(enemy) || self.is_deployed(enemy) {
            sum.add("SSS 13.5", "skirmish order", -2);
        } else {
            sum.when(self.unit(enemy).order == Order::Open, "SSS 13.1", "open order", -1);
        }
        let cover = self.cover_from_shot(id, enemy, site);
        sum.when(cover.on_shooting() < 0, "SSS 13.1", cover.words(), cover.on_shooting());
        sum.add("SSS 5.6", "leadership", unit.leadership.on_shooting());
        sum
    }

    /// What shelters from point blank fire: the barrier that shelters in the fight, counted as in shooting, woods and lying down
    /// (SSS T10, 10.2).
    fn cover_from_shot(self, id: UnitId, enemy: UnitId, site: Site) -> shooting::Cover {
        let body = self.body(enemy);
        let low = if self.unit(enemy).prone { shooting::Cover::Hard } else { shooting::Cover::None };
        let there = match self.melee_cover(enemy, id, site) {
            Cover::None if self.is_within(enemy, site) => shooting::Cover::None,
            Cover::None => self.cover_by_area(&body, self.unit(enemy).prone || self.is_skirmishing(enemy)),
            Cover::Soft => self.cover_of(enemy, self.body(id).center()).max(shooting::Cover::Soft),
            Cover::Hard => self.cover_of(enemy, self.body(id).center()).max(shooting::Cover::Hard),
        };
        there.max(low)
    }
}
