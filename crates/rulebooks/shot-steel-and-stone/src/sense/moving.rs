//! What an officer thinks of a move: where a unit is of use, whom it faces, who stands beside it.

use super::commanding::DONE;
use super::plan::{Errand, middle_of};
use crate::agenda::Step;
use crate::cards::{Arm, UnitId};
use crate::decision::Manoeuvre;
use crate::measures::{BW, SAME_DIRECTION, bw};
use crate::movement::{MoveChoice, MoveStep, Moved};
use crate::state::{Formation, Intent, Over, Unit};
use crate::table::Table;
use field::table::{Body, Cdeg, Vec2, bearing, cast, turn};

/// What a base width on the way to where it is wanted is worth.
const NEARER: f64 = 10.0;
/// What it is worth to stand on the ground one is told to hold.
const STANDING: f64 = 25.0;
/// A shot that could be had next turn, for one this turn.
const NEXT_SHOT: f64 = 0.4;
/// What it must be worth to stir at all.
const TROUBLE: f64 = 3.0;
/// Never, if anything else can be done.
const NEVER: i32 = -1_000;
/// An enemy farther off is nobody to look at yet.
const SIGHT: f64 = 14.0;
/// How near an enemy draws a unit to him.
const DRAWN: f64 = 9.0;
/// What it is worth to horse and to foot not to stand before guns, for each hit.
const HORSE_SHOT: f64 = 6.0;
const FOOT_SHOT: f64 = 2.0;
/// How far an enemy draws those who stand by.
const FAR: f64 = 16.0;
/// How much room a unit likes to have before it while it has somewhere to go, in base widths.
const ROOM: i32 = 4;

fn in_widths(length: f64) -> f64 {
    length / f64::from(BW)
}

impl Table<'_> {
    pub(super) fn appraise_move(self, choice: MoveChoice) -> i32 {
        let manoeuvre = match choice {
            MoveChoice::Pick(id) => return self.appraise_pick(id),
            MoveChoice::Make(manoeuvre) => manoeuvre,
        };
        let Some(Step::Move(MoveStep::Moving(id))) = self.state.agenda.top() else { return DONE };
        if manoeuvre == Manoeuvre::Stop {
            return DONE;
        }
        let Ok(moved) = self.outcome(id, &manoeuvre) else { return NEVER };
        if let Some(rank) = self.appraise_change(id, &manoeuvre) {
            return rank;
        }
        let errand = self.errand(id);
        let (now, after) = (*self.unit(id), moved.unit);
        let gain = self.place(id, &after, errand) - self.place(id, &now, errand);
        let gain = gain - self.shot_given_up(id, &moved) - self.order_given_up(id, &moved) - TROUBLE;
        gain.round() as i32
    }

    /// Those in front go first, so that they are out of the way.
    fn appraise_pick(self, id: UnitId) -> i32 {
        let far = self.nearest_enemy(id).map_or(100.0, |(_, far)| in_widths(far));
        1_000 - (far * 10.0) as i32
    }

    /// What a unit loses that could shoot where it stands: all of it if it only moves, some of it if it shoots on the move.
    fn shot_given_up(self, id: UnitId, moved: &Moved) -> f64 {
        let unit = self.unit(id);
        if unit.shot_at_charge || unit.may_not_shoot {
            return 0.0;
        }
        let body = self.body(id);
        let pressing = self
            .errand(id)
            .is_some_and(|errand| self.is_pressing(id, errand) && self.off_errand(errand, body.center()) > 0.0);
        let now = match unit.this_turn.moved {
            false => self.best_shot(id, unit, &body, false),
            true if unit.intent == Intent::MoveAndShoot => self.best_shot(id, unit, &body, true),
            true => 0.0,
        };
        let then = match unit.intent {
            Intent::MoveAndShoot => {
                let there = self.rules.body_of(id, &moved.unit);
                self.best_shot(id, &moved.unit, &there, true)
            }
            _ => 0.0,
        };
        (now - then) * if pressing { 0.5 } else { 1.0 }
    }

    /// Ground that breaks up the ranks, and friends who are passed through.
    fn order_given_up(self, id: UnitId, moved: &Moved) -> f64 {
        let before = self.unit(id).this_turn.way;
        let way = moved.unit.this_turn.way;
        let breaks = |over: Over| way.has(over) && !before.has(over);
        let elephants = self.card(id).arm == Arm::Elephants;
        let ground = !self.is_skirmishing(id) && (breaks(Over::Difficult) && !elephants || breaks(Over::Rough));
        let crowds = moved.passed.len() as f64;
        f64::from(u8::from(ground)) * 15.0 + crowds * 25.0
    }

    /// Changes of what a unit is. None for moves that lead somewhere.
    fn appraise_change(self, id: UnitId, manoeuvre: &Manoeuvre) -> Option<i32> {
        let unit = self.unit(id);
        let off = self.nearest_foe_off(id, &self.body(id));
        let rank = match *manoeuvre {
            Manoeuvre::Form { formation: Formation::Line, .. } => match unit.formation {
                Formation::Square if self.horse_near(id, &self.body(id), 2) => -20,
                Formation::Square => 60,
                Formation::ColumnOfMarch if off < 12.0 || self.has_arrived(id) => 50,
                Formation::ColumnOfAttack if off < self.deploys_at(id) || self.has_arrived(id) => 40,
                _ => -20,
            },
            Manoeuvre::Form { formation: Formation::ColumnOfAttack, .. } => self.wants_column(id, off),
            Manoeuvre::Form { formation: Formation::Square, .. } => self.wants_square(id),
            Manoeuvre::Form { .. } | Manoeuvre::Frontage(_) | Manoeuvre::ChangeOrder(_) | Manoeuvre::LieDown => NEVER,
            Manoeuvre::StandUp => 40,
            Manoeuvre::Mount => 30,
            Manoeuvre::Dismount { .. } => NEVER,
            Manoeuvre::Limber => {
                let far = self.shot_now(id) <= 0.0 && off > in_widths(f64::from(self.reach_of(id)));
                if far && !unit.this_turn.moved { 20 } else { NEVER }
            }
            Manoeuvre::Unlimber => {
                let near = off <= in_widths(f64::from(self.reach_of(id))) * 0.75 || off < 12.0;
                if near { 60 } else { -10 }
            }
            Manoeuvre::Enter { building, bases } => self.appraise_entry(id, building, bases),
            Manoeuvre::Leave(_) => self.appraise_exit(id),
            Manoeuvre::Screen(out) => self.appraise_screen(id, out, off),
            _ => return None,
        };
        Some(rank)
    }

    /// Stands where it is wanted.
    fn has_arrived(self, id: UnitId) -> bool {
        self.errand(id).is_some_and(|errand| self.off_errand(errand, self.body(id).center()) <= 0.0)
    }

    /// How near the enemy may come before a column forms line: on its way to walls it stays what it is.
    fn deploys_at(self, id: UnitId) -> f64 {
        let walls = self.errand(id).is_some_and(|errand| errand.holds && self.house_in(errand.ground).is_some());
        if walls { 5.0 } else { 9.0 }
    }

    /// A line that has somewhere to go and friends close before it files past them in column.
    fn wants_column(self, id: UnitId, off: f64) -> i32 {
        let (unit, body) = (self.unit(id), self.body(id));
        let far = self.errand(id).map_or(off - 6.0, |errand| self.off_errand(errand, body.center()));
        let fresh = !unit.this_turn.moved;
        let stuck = fresh && unit.formation == Formation::Line && self.crowded(id, unit, &body) > 7.0;
        if stuck && far > 2.0 && off > self.deploys_at(id) && self.is_foot(id) { 12 } else { NEVER }
    }

    /// Foot with horse about it and nobody to shoot at who would make it pay for standing thick.
    fn wants_square(self, id: UnitId) -> i32 {
        let body = self.body(id);
        let beset = self.horse_near(id, &body, 0) && self.is_beset(id, &body, self.unit(id));
        let shot_at = self.enemies_of(id).any(|enemy| {
            !self.is_mounted(enemy) && self.is_foe(enemy) && self.body(enemy).distance(&body) < f64::from(bw(7))
        });
        if beset && !shot_at && self.is_foot(id) && !self.is_skirmishing(id) { 30 } else { NEVER }
    }

    /// Screens go out before enemy foot, and come in before horse (SSS 3.1).
    fn appraise_screen(self, id: UnitId, out: bool, off: f64) -> i32 {
        let horse = self.horse_near(id, &self.body(id), 0);
        match out {
            true if !horse && (4.0..14.0).contains(&off) => 15,
            true => NEVER,
            false if horse => 20,
            false => -5,
        }
    }

    /// Walls that score, and walls that cover from an enemy who is near; not the light troops where others come to hold them.
    fn appraise_entry(self, id: UnitId, building: crate::cards::BuildingId, bases: u8) -> i32 {
        let errand = self.errand(id);
        let mine = errand.is_some_and(|errand| self.is_house_of(errand.ground, building));
        let holds = errand.is_some_and(|errand| errand.holds);
        let whole = bases >= self.unit(id).bases_outside();
        let held = self
            .of_side(self.side(id))
            .any(|friend| friend != id && self.unit(friend).inside.is_some_and(|inside| inside.building == building));
        match () {
            () if mine && holds => 200,
            () if mine && !held && whole => 80,
            _ => -10,
        }
    }

    /// Out of walls that are nothing to hold.
    fn appraise_exit(self, id: UnitId) -> i32 {
        let Some(inside) = self.unit(id).inside else { return NEVER };
        let errand = self.errand(id);
        let here = errand.is_some_and(|errand| self.is_house_of(errand.ground, inside.building));
        let scores = self.stands_on(self.body(id).center()).is_some();
        if here || scores || errand.is_none() { NEVER } else { 10 }
    }

    // --- Places

    /// The nearest enemy who is still one, in base widths.
    pub(super) fn nearest_foe_off(self, id: UnitId, body: &Body) -> f64 {
        let foes = self.enemies_of(id).filter(|&enemy| self.is_foe(enemy));
        in_widths(foes.map(|enemy| self.body(enemy).distance(body)).fold(f64::from(bw(200)), f64::min))
    }

    /// How good a place is for a unit.
    pub(super) fn place(self, id: UnitId, unit: &Unit, errand: Option<Errand>) -> f64 {
        let body = self.rules.body_of(id, unit);
        let mut worth = self.shot_next(id, unit, &body);
        let off = errand.map_or(0.0, |errand| self.off_errand(errand, body.center()));
        worth -= self.nearer(id, errand) * off;
        if errand.is_some_and(|errand| errand.holds && off <= 0.0) {
            worth += STANDING;
        }
        worth += self.worth_of_distance(id, &body, errand, off);
        worth += self.worth_of_facing(id, unit, &body, errand, off);
        worth += self.worth_of_company(id, unit, &body);
        if unit.inside.is_none() && !self.is_skirmishing(id) && !self.card(id).is_artillery() {
            worth -= self.under_guns(id, &body) * if self.is_mounted(id) { HORSE_SHOT } else { FOOT_SHOT };
        }
        if off > 0.0 || self.nearest_foe_off(id, &body) > DRAWN {
            worth -= self.crowded(id, unit, &body);
        }
        if self.is_beset(id, &body, unit) {
            worth -= 15.0;
        }
        worth
    }

    /// What a base width on its way is worth to a unit.
    fn nearer(self, id: UnitId, errand: Option<Errand>) -> f64 {
        if errand.is_some_and(|errand| self.is_pressing(id, errand)) { 2.0 * NEARER } else { NEARER }
    }

    /// The shot it would have next turn.
    fn shot_next(self, id: UnitId, unit: &Unit, body: &Body) -> f64 {
        NEXT_SHOT * self.best_shot(id, unit, body, false)
    }

    /// Where a unit likes to stand from the enemy: foot within musket shot, light troops at long range, horse out of it and within
    /// a charge, guns far off.
    fn wish(self, id: UnitId) -> f64 {
        let card = self.card(id);
        match () {
            () if card.is_artillery() => in_widths(f64::from(self.reach_of(id))) * 0.6,
            () if card.arm == Arm::Elephants => 5.0,
            () if self.is_mounted(id) => 6.5,
            () if self.is_foot_skirmishers(id) => (in_widths(f64::from(self.reach_of(id))) * 0.6).max(3.0),
            () => 2.5,
        }
    }

    fn worth_of_distance(self, id: UnitId, body: &Body, errand: Option<Errand>, off: f64) -> f64 {
        let wish = self.wish(id);
        let mut worth = 0.0;
        let near = self.nearest_foe_off(id, body);
        // Who has ground to see to goes for enemies that are near it.
        let drawn = match errand {
            None => true,
            Some(errand) => !errand.holds && off <= 0.0 && near <= FAR,
        };
        if drawn && near < 150.0 {
            worth -= 5.0 * (near - wish).max(0.0);
        }
        // Too near for its liking.
        let shy = self.card(id).is_artillery() || self.is_skirmishing(id) || self.is_mounted(id);
        if shy {
            worth -= self.dread(id, body);
        }
        worth
    }

    /// What those fear who are no match for formed foot, or for horse.
    fn dread(self, id: UnitId, body: &Body) -> f64 {
        let at = body.center();
        let fears = |enemy: UnitId| {
            let theirs = self.body(enemy);
            if !theirs.maybe_within(body, f64::from(bw(7))) {
                return 0.0;
            }
            let far = in_widths(theirs.distance(body));
            match () {
                // Horse under the muskets of steady foot.
                () if self.is_mounted(id) && self.is_foot(enemy) && !self.is_skirmishing(enemy) => {
                    let front = theirs.main().front;
                    let ahead = turn(self.unit(enemy).pose.facing, bearing(at - front)).abs() <= 5_500;
                    if ahead && far < 6.2 { 4.0 * (6.2 - far) } else { 0.0 }
                }
                () if self.is_mounted(id) => 0.0,
                () if self.is_mounted(enemy) && self.is_skirmishing(id) => 2.0 * (7.0 - far).max(0.0),
                () if self.is_skirmishing(id) => 8.0 * (3.0 - far).max(0.0),
                () => 4.0 * (4.0 - far).max(0.0),
            }
        };
        self.enemies_of(id).filter(|&enemy| self.is_foe(enemy)).map(fears).sum()
    }

    /// Towards whoever may come, or where it goes.
    fn worth_of_facing(self, id: UnitId, unit: &Unit, body: &Body, errand: Option<Errand>, off: f64) -> f64 {
        let all_round = unit.formation == Formation::Square
            || unit.inside.is_some()
            || self.is_skirmishing(id)
            || self.card(id).arm == Arm::Elephants;
        if all_round {
            return 0.0;
        }
        let at = body.center();
        let amiss = |to: Vec2| f64::from((turn(unit.pose.facing, bearing(to - at)).abs() - 1_000).max(0)) / 1_000.0;
        let foes = self.enemies_of(id).filter(|&enemy| self.is_foe(enemy));
        // Horse is upon one sooner.
        let soon = |enemy: UnitId| {
            let theirs = self.body(enemy);
            in_widths(theirs.distance(body)) - if self.is_mounted(enemy) && self.is_foot(id) { 2.0 } else { 0.0 }
        };
        let threat = foes.map(|enemy| (soon(enemy), enemy)).min_by(|one, two| one.0.total_cmp(&two.0));
        let ahead =
            errand.filter(|_| off > 0.0).and_then(|errand| self.zone_of_errand(errand)).map(|zone| middle_of(&zone));
        let pressing = off > 1.0 && errand.is_some_and(|errand| self.is_pressing(id, errand));
        match (threat, ahead) {
            (Some((near, _)), Some(to)) if pressing && near > 2.0 => -3.0 * amiss(to),
            (Some((near, enemy)), _) if near < 7.0 => -3.0 * amiss(self.body(enemy).center()),
            (_, Some(to)) => -1.5 * amiss(to),
            (Some((near, enemy)), None) if near < SIGHT => -1.5 * amiss(self.body(enemy).center()),
            (Some((_, enemy)), None) => -amiss(self.body(enemy).center()),
            (None, None) => 0.0,
        }
    }

    /// An enemy could be upon its flank or rear in one charge (SSS 37.7).
    fn is_beset(self, id: UnitId, body: &Body, unit: &Unit) -> bool {
        let all_round = unit.formation == Formation::Square
            || unit.inside.is_some()
            || self.is_skirmishing(id)
            || self.card(id).arm == Arm::Elephants;
        if all_round {
            return false;
        }
        self.enemies_of(id).any(|enemy| {
            let theirs = self.body(enemy);
            let reach = f64::from(self.basic_move(enemy) + self.charge_bonus(enemy));
            if !self.could_charge(enemy) || self.in_contact(enemy) || !theirs.maybe_within(body, reach) {
                return false;
            }
            let off = turn(unit.pose.facing, bearing(theirs.center() - body.center())).abs();
            off > 6_500 && theirs.distance(body) <= reach
        })
    }

    /// Friends beside it who look the same way; guns want somebody near; beasts are kept from their own, and horses from beasts.
    fn worth_of_company(self, id: UnitId, unit: &Unit, body: &Body) -> f64 {
        let (mut beside, mut guns, mut beasts, mut crowd) = (false, false, false, 0.0);
        let near = |friend: UnitId, widths: i32| {
            let gap = f64::from(bw(widths));
            let theirs = self.body(friend);
            theirs.maybe_within(body, gap) && theirs.within(body, gap)
        };
        let elephants = self.card(id).arm == Arm::Elephants;
        for friend in self.friends_of(id) {
            let scares = |one: UnitId| self.card(one).arm == Arm::Elephants || self.card(one).is_camelry();
            if elephants && near(friend, 3) && !scares(friend) {
                crowd += 3.0;
            }
            if self.is_mounted(id) && !scares(id) && scares(friend) && near(friend, 3) {
                beasts = true;
            }
            let alike = |angle: Cdeg| turn(unit.pose.facing, self.unit(friend).pose.facing).abs() <= angle;
            if !self.in_good_order(friend) || !near(friend, 3) {
                continue;
            }
            guns |= self.is_artillery(friend) != self.is_artillery(id);
            beside |= self.is_garrison(friend) || alike(SAME_DIRECTION);
        }
        let mut worth = 0.0;
        worth += if beside { 8.0 } else { 0.0 };
        worth += if guns { 3.0 } else { 0.0 };
        worth -= if beasts { 12.0 } else { 0.0 };
        worth - crowd
    }

    /// Friends close ahead of those who have somewhere to go.
    fn crowded(self, id: UnitId, unit: &Unit, body: &Body) -> f64 {
        if unit.inside.is_some() || self.is_skirmishing(id) || self.card(id).is_artillery() {
            return 0.0;
        }
        let room = f64::from(bw(ROOM));
        let ahead = |friend: UnitId| {
            let theirs = self.body(friend);
            let passable = self.is_foot_skirmishers(friend) || self.is_garrison(friend);
            if passable || !theirs.maybe_within(body, room) {
                return None;
            }
            cast(body, unit.pose.dir(), room, &theirs).map(|hit| room - hit.distance)
        };
        3.0 * in_widths(self.friends_of(id).filter_map(ahead).fold(0.0, f64::max))
    }

    /// How much better off a unit could be by moving: for who has to be told before anybody has moved.
    pub(super) fn wants_to_move(self, id: UnitId) -> f64 {
        let (unit, errand) = (self.unit(id), self.errand(id));
        let body = self.body(id);
        let reach = in_widths(f64::from(self.basic_move(id)));
        let off = errand.map_or(0.0, |errand| self.off_errand(errand, body.center()));
        let mut lacks = self.nearer(id, errand) * off.min(reach);
        if let Some(errand) = errand.filter(|errand| errand.holds)
            && self.house_in(errand.ground).is_some()
            && self.is_foot(id)
            && unit.inside.is_none()
        {
            lacks += 60.0;
        }
        let distance = -self.worth_of_distance(id, &body, errand, off);
        lacks += distance.clamp(0.0, 6.0 * reach);
        lacks -= self.worth_of_facing(id, unit, &body, errand, off);
        lacks += if self.is_beset(id, &body, unit) { 10.0 } else { 0.0 };
        let stuck = matches!(unit.formation, Formation::Square | Formation::ColumnOfMarch | Formation::Limbered);
        lacks + if stuck || unit.prone { 40.0 } else { 0.0 }
    }
}
