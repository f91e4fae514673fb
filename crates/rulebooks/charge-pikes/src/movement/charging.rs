//! 15.3 Charging, 15.4 Impetus, 15.5 Counter-charging.

use crate::agenda::Step;
use crate::cards::{Kind, PikeStatus, UnitId};
use crate::decision::{Decision, Leg, NO_LEGS};
use crate::state::{Aspect, Charge, ChargeKind, Contact, Formation, Mode, Place, Stage, Unit};
use crate::table::{Play, Table};
use crate::terrain::March;
use field::table::{
    Block, Body, Cdeg, Edge, Hit, Um, Vec2, arc_length, arc_turn, bearing, cast, cast_turn, heading, turn, wheel_pivot,
    wheel_radius,
};
use kernel::{Dice, Listener, Refusal, Seat, Side};

/// Wheels up to this in a charge cost nothing more (CP 15.3.9).
pub const FREE_WHEEL: Cdeg = 4_500;

/// Where a charge leads.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The charger as it ends up.
    pub unit: Unit,
    /// Distance covered, the straight part at its end, and all wheels added up.
    pub ran: f64,
    pub straight: f64,
    pub wheeled: Cdeg,
    /// Allowance used, slower ground included.
    pub spent: f64,
    /// The enemy it struck.
    pub met: Option<(UnitId, Hit)>,
    /// What stopped it before it met anybody or ran out of breath.
    pub stopped: Option<Obstacle>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    Friend(UnitId),
    Ground,
}

impl Table<'_> {
    /// Whether a unit may charge anybody at all.
    pub fn may_charge(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        let kind = self.card(id).kind;
        let refuse = |rule, why: &'static str| Err(Refusal::new(rule, why));
        if unit.place != Place::Table {
            return refuse("CP 15.3.1", "the unit is not on the table");
        }
        if kind == Kind::Wagons {
            return refuse("CP 3.10", "wagons are not troops");
        }
        if self.is_battery(id) {
            return refuse("CP 15.3.5", "gunners may not charge");
        }
        if unit.mode != Mode::Normal {
            return refuse("CP 12.4", "a routing or pursuing unit moves by its own rules");
        }
        if self.shaken(id) {
            return refuse("CP 15.3.7", "a shaken unit may not charge");
        }
        match unit.formation {
            Formation::MarchColumn => return refuse("CP 15.3.8", "a march column may not charge"),
            Formation::Square => return refuse("CP 7.3.12", "a square may not move"),
            _ => {}
        }
        if unit.changing > 0 {
            return refuse("CP 15.9.6", "the unit is still changing formation");
        }
        if unit.inside.is_some() {
            return refuse("CP 19.7.9c", "coming out of a town block takes the whole move");
        }
        if unit.returned {
            return refuse("CP 15.2.6c", "a unit just back on the table may move but not charge");
        }
        if self.in_contact(id) || self.involved_in_charge(id) {
            return refuse("CP 17.2.6", "the unit is engaged or has been charged");
        }
        Ok(())
    }

    /// Whether a charge of `id` may be aimed at `target`: the restrictions by troop type.
    pub fn may_charge_at(self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        let refuse = |rule, why: &'static str| Err(Refusal::new(rule, why));
        if self.side(id) == self.side(target) || self.unit(target).place != Place::Table {
            return refuse("CP 15.3.1", "a charge needs an enemy on the table as its target");
        }
        if self.is_foot(id) && self.is_mounted(target) {
            return refuse("CP 15.3.4", "foot may not charge mounted troops");
        }
        if self.is_open_order(id) && !self.can_be_overrun(target) && self.is_troops(target) {
            return refuse("CP 15.3.6", "skirmishers may not charge close-order troops");
        }
        if self.is_mounted(id) && self.unit(target).inside.is_some() {
            return refuse("CP 19.7.1", "only infantry may attack a town block");
        }
        Ok(())
    }

    /// Skirmishers and gunners out of hard cover: overrun by close order, and free to evade (CP 17.6.2, 17.6.3).
    pub fn can_be_overrun(self, id: UnitId) -> bool {
        (self.is_open_order(id) || self.is_battery(id)) && !self.sheltered(id)
    }

    /// In a building, fieldworks or hard cover, where even skirmishers count as close order (CP 17.6.3).
    pub fn sheltered(self, id: UnitId) -> bool {
        self.unit(id).inside.is_some() || self.hard_cover(id)
    }

    /// Charging, counter-charging or charged this turn, with the matter not yet settled or settled in contact.
    pub fn involved_in_charge(self, id: UnitId) -> bool {
        self.unit(id).charged
            || self.unit(id).evaded
            || self
                .state
                .charges
                .iter()
                .any(|charge| (charge.charger == id || charge.target == id) && charge.stage != Stage::Halted)
    }

    /// A path of legs, then straight on, until an enemy is met or the allowance is used up (CP 15.3.3, 15.3.9).
    /// `ignore` are bodies that do not stand in the way.
    pub fn run_charge(self, id: UnitId, start: &Unit, legs: &[Leg; 4], allowance: f64, ignore: &[UnitId]) -> Run {
        let mut run = Run { unit: *start, ran: 0.0, straight: 0.0, wheeled: 0, spent: 0.0, met: None, stopped: None };
        for leg in legs {
            match *leg {
                Leg::None => {}
                Leg::Ahead(distance) => self.charge_ahead(id, &mut run, f64::from(distance), allowance, ignore),
                Leg::Wheel(angle) => self.charge_wheel(id, &mut run, angle, allowance, ignore),
            }
            if run.met.is_some() || run.stopped.is_some() {
                return run;
            }
        }
        self.charge_ahead(id, &mut run, allowance, allowance, ignore);
        run
    }

    fn charge_ahead(self, id: UnitId, run: &mut Run, distance: f64, allowance: f64, ignore: &[UnitId]) {
        let body = self.rules.body_of(id, &run.unit);
        let dir = run.unit.pose.dir();
        let mut reach = distance.min((allowance - run.spent).max(0.0));
        let wanted = reach;
        let met = self.first_in_way(id, &body, dir, reach, ignore);
        if let Some((_, hit)) = &met {
            reach = hit.distance.max(0.0);
        }
        let left = allowance - run.spent;
        let free = self.ground_reach(id, &body, dir, left, reach, March::Charging);
        let short = free + 1.0 < reach;
        let gone = if short { free } else { reach };
        run.unit.pose = run.unit.pose.ahead(gone.round() as Um);
        run.ran += gone;
        run.straight += gone;
        run.spent += self.ground_cost(id, &body, dir, gone, March::Charging).unwrap_or(gone);
        if short {
            if run.spent + 100.0 < allowance && free + 1.0 < wanted {
                run.stopped = Some(Obstacle::Ground);
            }
            return;
        }
        match met {
            Some((other, hit)) if self.side(other) != self.side(id) => run.met = Some((other, hit)),
            Some((other, _)) => run.stopped = Some(Obstacle::Friend(other)),
            None => {}
        }
    }

    fn charge_wheel(self, id: UnitId, run: &mut Run, angle: Cdeg, allowance: f64, ignore: &[UnitId]) {
        let body = self.rules.body_of(id, &run.unit);
        let left = angle < 0;
        let (pivot, radius) = (wheel_pivot(&body, left), wheel_radius(&body, left));
        let affordable = arc_turn(radius, (allowance - run.spent).max(0.0)).min(angle.abs());
        let mut by = affordable * angle.signum();
        let mut met = None;
        for other in self.on_table().filter(|&other| self.stands_in_way(id, other, ignore)) {
            let obstacle = self.body(other);
            if let Some((free, block, edge)) = cast_turn(&body, pivot, by, &obstacle) {
                by = free;
                let point = obstacle.nearest(body.rotated(pivot, free).center());
                met = Some((other, Hit { distance: 0.0, moving_block: 0, block, edge, point }));
            }
        }
        let cost = arc_length(radius, by);
        run.unit.pose = run.unit.pose.pivot(pivot, by);
        run.ran += cost;
        run.spent += cost;
        run.straight = 0.0;
        run.wheeled += by.abs();
        match met {
            Some((other, hit)) if self.side(other) != self.side(id) => run.met = Some((other, hit)),
            Some((other, _)) => run.stopped = Some(Obstacle::Friend(other)),
            None if by.abs() < angle.abs() => run.stopped = Some(Obstacle::Ground),
            None => {}
        }
    }

    fn first_in_way(self, id: UnitId, body: &Body, dir: Vec2, reach: f64, ignore: &[UnitId]) -> Option<(UnitId, Hit)> {
        let mut first: Option<(UnitId, Hit)> = None;
        let mut limit = reach;
        for other in self.on_table().filter(|&other| self.stands_in_way(id, other, ignore)) {
            if let Some(hit) = cast(body, dir, limit, &self.body(other))
                && first.as_ref().is_none_or(|(_, best)| hit.distance < best.distance - 1.0)
            {
                limit = hit.distance;
                first = Some((other, hit));
            }
        }
        first
    }

    /// Friendly guns and skirmishers are passed through freely (CP 15.7.1).
    fn stands_in_way(self, id: UnitId, other: UnitId, ignore: &[UnitId]) -> bool {
        if other == id || ignore.contains(&other) {
            return false;
        }
        let unlimbered = self.is_battery(other) && self.unit(other).formation == Formation::Unlimbered;
        self.side(other) != self.side(id) || !(unlimbered || self.is_open_order(other))
    }

    /// What the frontage change at the start of a charge costs, and how the unit stands then (CP 15.3.10).
    pub fn before_charge(self, id: UnitId, files: u8) -> Result<(Unit, Um), Refusal> {
        let mut unit = *self.unit(id);
        if files == 0 {
            return Ok((unit, 0));
        }
        let layout = unit.layout;
        let old = layout.left + layout.centre + layout.right;
        if files > 60 || u32::from(files) > self.figures(id) {
            return Err(Refusal::new("CP 15.3.10", "there are not so many figures to stand abreast"));
        }
        // Every block keeps its share of the frontage.
        let share =
            |part: u8| ((u32::from(part) * u32::from(files) + u32::from(old) / 2) / u32::from(old.max(1))).max(1) as u8;
        if self.rules.has_wings(id, &unit) {
            unit.layout.left = share(layout.left);
            unit.layout.right = share(layout.right);
            unit.layout.centre = files.saturating_sub(unit.layout.left + unit.layout.right).max(1);
        } else {
            unit.layout.centre = files;
        }
        let new = unit.layout.left + unit.layout.centre + unit.layout.right;
        let each = self.frontage_cost(id);
        Ok((unit, i32::from(new.abs_diff(old)) * each))
    }

    /// T4: inches for each figure of frontage, by arm and drill (CP 15.9.3).
    pub fn frontage_cost(self, id: UnitId) -> Um {
        let inches = if self.is_mounted(id) { 2 } else { 1 };
        self.inches(if self.drills_well(id) { inches } else { 2 * inches })
    }

    /// Judges a charge: who, at whom, and whether the path gets there.
    pub fn judge_charge(
        self,
        seat: Seat,
        id: UnitId,
        target: UnitId,
        files: u8,
        legs: &[Leg; 4],
    ) -> Result<Run, Refusal> {
        self.owns(seat, id)?;
        self.may_charge(id)?;
        self.may_charge_at(id, target)?;
        if !legs_sane(legs) {
            return Err(Refusal::new(
                "CP 15.3.9",
                "a charge is made of legs ahead and wheels of at most half a circle",
            ));
        }
        if self.unit(id).illegal && legs.iter().any(|leg| matches!(leg, Leg::Wheel(_))) {
            return Err(Refusal::new("CP 7.3.13", "out of formation the unit can only go straight forward"));
        }
        if !self.sees(id, target) {
            return Err(Refusal::new("CP 15.3.2", "the target is not visible"));
        }
        let (unit, cost) = self.before_charge(id, files)?;
        if cost > 0 && self.crowded(id, &unit) {
            return Err(Refusal::new("CP 15.3.10", "there is no room for that frontage"));
        }
        let allowance = f64::from(self.charge_speed(id) - cost);
        let run = self.run_charge(id, &unit, legs, allowance, &[]);
        match run.met {
            Some((met, _)) if met == target => Ok(run),
            Some(_) => Err(Refusal::new("CP 15.3.3", "the path meets another enemy first")),
            None => Err(match run.stopped {
                Some(Obstacle::Friend(_)) => Refusal::new("CP 15.7.2", "a friend stands in the way"),
                Some(Obstacle::Ground) => Refusal::new("CP 19.1.9b", "the ground on the way cannot be passed"),
                None => Refusal::new("CP 15.3.3", "the target is not reached in one charge move"),
            }),
        }
    }

    /// Whether a unit standing like this would overlap another.
    pub fn crowded(self, id: UnitId, unit: &Unit) -> bool {
        let body = self.rules.body_of(id, unit);
        self.on_table().any(|other| other != id && self.body(other).overlaps(&body))
    }

    /// Every charge worth putting on a menu: straight ahead, and wheeled towards the target. Stops early when `emit`
    /// returns false.
    pub fn each_charge(self, seat: Seat, side: Side, emit: &mut impl FnMut(Decision) -> bool) {
        for id in self.of_side(side).filter(|&id| self.seat(id) == seat && self.may_charge(id).is_ok()) {
            let own = self.body(id);
            let reach = f64::from(self.charge_speed(id));
            for target in self.enemies_of(id) {
                if !own.within(&self.body(target), reach) || self.may_charge_at(id, target).is_err() {
                    continue;
                }
                for legs in self.likely_legs(id, target).into_iter().flatten() {
                    if self.judge_charge(seat, id, target, 0, &legs).is_ok() {
                        if !emit(Decision::Charge { unit: id, target, files: 0, legs }) {
                            return;
                        }
                        break;
                    }
                }
            }
        }
    }

    /// Straight on, or wheeling first so far that the middle of the target lies ahead.
    pub fn likely_legs(self, id: UnitId, target: UnitId) -> [Option<[Leg; 4]>; 3] {
        let unit = self.unit(id);
        let own = self.body(id);
        let aim = self.body(target).center();
        let off = turn(unit.pose.facing, bearing(aim - unit.pose.at.vec()));
        let mut paths = [Some(NO_LEGS), None, None];
        if unit.illegal || off.abs() > 9_000 || off.abs() < 100 {
            return paths;
        }
        // The pivot is the corner towards the target, so the wheel needed is a little more than the bearing shows.
        let pivot = wheel_pivot(&own, off < 0);
        let mut by = off;
        for _ in 0..3 {
            let pose = unit.pose.pivot(pivot, by);
            by += turn(pose.facing, bearing(aim - pose.at.vec()));
        }
        if by.abs() <= 12_000 && by.signum() == off.signum() {
            paths[1] = Some([Leg::Wheel(by), Leg::None, Leg::None, Leg::None]);
            paths[2] = Some([Leg::Wheel(off / 2), Leg::None, Leg::None, Leg::None]);
        }
        paths
    }

    /// Which side of the target a charge strikes (ruling G13): a true flank or rear charge starts with more than half of
    /// its front behind the target's extended front (or rear) line and lands on that edge.
    pub fn aspect_of(self, id: UnitId, start: &Unit, target: UnitId, edge: Edge) -> Aspect {
        let unit = self.unit(target);
        if unit.formation == Formation::Square || unit.inside.is_some() || self.is_open_order(target) {
            return Aspect::Front;
        }
        let main = *self.body(target).main();
        let behind = |line: f64| share_behind(&self.rules.body_of(id, start), &main, line) > 0.5;
        match edge {
            Edge::Rear if behind(-main.depth) => Aspect::Rear,
            Edge::Left | Edge::Right | Edge::Rear if behind(0.0) => Aspect::Flank,
            _ => Aspect::Front,
        }
    }

    /// Impetus at contact (15.4).
    pub fn has_impetus(self, id: UnitId, charge: &Charge, blocked_by_ground: bool) -> bool {
        let mounted = self.is_mounted(id);
        // CP 15.4.1, 15.4.2: the last inches straight; CP 15.4.3: last turn's straight move counts if nothing bent since.
        let needed = if mounted { self.inches(4) } else { self.inches(2) };
        let carried = if charge.wheeled == 0 && charge.files == 0 { self.unit(id).straight } else { 0 };
        charge.straight + carried >= needed
            // CP 15.4.4
            && !self.unit(id).disordered
            && !self.exhausted(id)
            // CP 15.4.5
            && !self.is_mounted_dragoons(id)
            && charge.wheeled <= FREE_WHEEL
            && !self.checked_by_pikes(id, charge)
            // CP 15.4.7
            && !blocked_by_ground
    }

    /// CP 15.4.6: horse, and foot without pikes, lose their impetus on the front of steady pikes.
    fn checked_by_pikes(self, id: UnitId, charge: &Charge) -> bool {
        let target = charge.target;
        let foot_without_pikes = self.is_foot(id) && self.status(id, self.is_cavalry(target)) == PikeStatus::Naked;
        charge.aspect == Aspect::Front
            && (self.is_mounted(id) || foot_without_pikes)
            && self.is_close_order_foot(target)
            && self.steady(target)
            && self.status(target, self.is_cavalry(id)) >= PikeStatus::PikeSupported
    }

    pub fn owns(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        if id.ix() >= self.state.units.len() {
            return Err(Refusal::new("CP 5.1", "there is no such unit"));
        }
        if self.seat(id) == seat {
            Ok(())
        } else {
            Err(Refusal::new("CP 9.2", "the unit is not under this seat's command"))
        }
    }

    // --- 15.5 Counter-charging

    /// Whether a unit may meet `charger` (CP 15.5.1, 15.5.2, 15.5.3, 15.5.4, 15.5.5).
    pub fn may_counter(self, id: UnitId, charger: UnitId) -> Result<ChargeKind, Refusal> {
        let refuse = |rule, why: &'static str| Err(Refusal::new(rule, why));
        let Some(charge) = self.state.charges.iter().find(|charge| {
            charge.charger == charger && charge.kind == ChargeKind::Charge && charge.stage == Stage::Declared
        }) else {
            return refuse("CP 15.5.1", "there is no such charge to meet");
        };
        let own_defence = charge.target == id;
        let heavy_foot =
            self.is_close_order_foot(id) && self.status(id, self.is_cavalry(charger)) == PikeStatus::HeavyArmed;
        if !self.is_cavalry(id) && !heavy_foot {
            return refuse("CP 15.5.2", "only true cavalry and heavy-armed foot may counter-charge");
        }
        if !own_defence {
            if !self.is_cavalry(id) {
                return refuse("CP 15.5.3", "heavy-armed foot may counter-charge only in its own defence");
            }
            if !self.steady(id) {
                return refuse("CP 15.5.4", "only steady cavalry may counter-charge in support of a friend");
            }
            if self.unit(id).returned {
                return refuse("CP 15.2.6d", "a unit just back on the table may meet a charge in its own defence only");
            }
        }
        if self.is_foot(id) && self.is_mounted(charger) {
            return refuse("CP 15.5.5", "foot may not charge mounted troops, so it may not counter-charge them");
        }
        if self.shaken(id) {
            return refuse("CP 12.3a", "a shaken unit may not counter-charge");
        }
        let unit = self.unit(id);
        let formed = !matches!(unit.formation, Formation::MarchColumn | Formation::Square);
        if !formed || unit.inside.is_some() || unit.mode != Mode::Normal || unit.changing > 0 {
            return refuse("CP 15.5.5", "the unit could not charge as it stands");
        }
        let charging = self.state.charges.iter().any(|charge| charge.charger == id && charge.stage != Stage::Halted);
        let charged_by_other = self.state.charges.iter().any(|charge| charge.target == id && charge.charger != charger);
        if charging || self.in_contact(id) || unit.charged || (!own_defence && charged_by_other) {
            return refuse("CP 17.2.6", "the unit is engaged, charging or charged already");
        }
        Ok(if own_defence { ChargeKind::Counter } else { ChargeKind::Support })
    }

    /// The part of its charge move that a unit which has already moved still has (ruling G19).
    pub fn counter_allowance(self, id: UnitId) -> f64 {
        let unit = self.unit(id);
        let used = f64::from(unit.spent) / f64::from(self.move_speed(id).max(1));
        f64::from(self.charge_speed(id)) * (1.0 - used).clamp(0.0, 1.0)
    }

    pub fn judge_counter(self, seat: Seat, id: UnitId, charger: UnitId, legs: &[Leg; 4]) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        self.owned_enemy(id, charger)?;
        self.may_counter(id, charger)?;
        if !legs_sane(legs) {
            return Err(Refusal::new(
                "CP 15.3.9",
                "a charge is made of legs ahead and wheels of at most half a circle",
            ));
        }
        if !self.sees(id, charger) && !self.charger_comes_in_sight(id, charger) {
            return Err(Refusal::new("CP 15.5.1", "the unit is not aware of the charge"));
        }
        if self.meeting(id, charger, legs).is_none() {
            return Err(Refusal::new("CP 15.3.3", "the counter-charge would not reach the charger"));
        }
        Ok(())
    }

    fn owned_enemy(self, id: UnitId, other: UnitId) -> Result<(), Refusal> {
        if other.ix() < self.state.units.len() && self.side(other) != self.side(id) {
            Ok(())
        } else {
            Err(Refusal::new("CP 15.5.1", "a counter-charge meets an enemy"))
        }
    }

    /// Ruling G18: a charge that starts out of sight is met from where it comes into sight; struck units always see it.
    fn charger_comes_in_sight(self, id: UnitId, charger: UnitId) -> bool {
        self.state.charges.iter().any(|charge| charge.charger == charger && charge.target == id)
    }

    /// Where a counter-charger and the charger come together: the shares of their allowances used (ruling G18).
    pub fn meeting(self, id: UnitId, charger: UnitId, legs: &[Leg; 4]) -> Option<f64> {
        let charge = self.state.charges.iter().find(|charge| {
            charge.charger == charger && charge.kind == ChargeKind::Charge && charge.stage == Stage::Declared
        })?;
        let (start, cost) = self.before_charge(charger, charge.files).ok()?;
        let theirs = f64::from(self.charge_speed(charger) - cost);
        let ours = self.counter_allowance(id);
        // Where the charger stops if nobody meets it: at its target, which may be this very unit.
        let ignore = [id];
        let full = self.run_charge(charger, &start, &charge.legs, theirs, &ignore);
        let enemy_end = if charge.target == id { theirs } else { full.spent };
        let own = *self.unit(id);
        let apart = |share: f64| {
            let enemy = self.run_charge(charger, &start, &charge.legs, (share * theirs).min(enemy_end), &ignore);
            let us = self.run_blind(id, &own, legs, share * ours);
            self.rules.body_of(charger, &enemy.unit).distance(&self.rules.body_of(id, &us))
        };
        first_touch(apart)
    }

    /// A path followed without looking at anybody in the way.
    pub fn run_blind(self, id: UnitId, start: &Unit, legs: &[Leg; 4], distance: f64) -> Unit {
        let mut unit = *start;
        let mut left = distance;
        for leg in legs {
            match *leg {
                Leg::None => {}
                Leg::Ahead(ahead) => {
                    let gone = f64::from(ahead).min(left);
                    unit.pose = unit.pose.ahead(gone.round() as Um);
                    left -= gone;
                }
                Leg::Wheel(angle) => {
                    let body = self.rules.body_of(id, &unit);
                    let (pivot, radius) = (wheel_pivot(&body, angle < 0), wheel_radius(&body, angle < 0));
                    let by = arc_turn(radius, left).min(angle.abs()) * angle.signum();
                    unit.pose = unit.pose.pivot(pivot, by);
                    left -= arc_length(radius, by);
                }
            }
        }
        unit.pose = unit.pose.ahead(left.max(0.0).round() as Um);
        unit
    }

    /// Every counter-charge and Swedish change worth putting on a menu.
    pub fn each_answer(self, seat: Seat, side: Side, emit: &mut impl FnMut(Decision) -> bool) {
        for charge in self.state.charges.iter() {
            if charge.kind != ChargeKind::Charge || charge.stage != Stage::Declared || self.side(charge.charger) == side
            {
                continue;
            }
            for id in self.of_side(side).filter(|&id| self.seat(id) == seat) {
                if charge.target == id {
                    for formation in [Formation::PikesForward, Formation::Square] {
                        if self.judge_react(seat, id, formation).is_ok()
                            && !emit(Decision::React { unit: id, formation })
                        {
                            return;
                        }
                    }
                }
                if self.may_counter(id, charge.charger).is_err() {
                    continue;
                }
                let reach = self.counter_allowance(id) + f64::from(self.charge_speed(charge.charger));
                if !self.body(id).within(&self.body(charge.charger), reach) {
                    continue;
                }
                for legs in self.likely_legs(id, charge.charger).into_iter().flatten() {
                    if self.judge_counter(seat, id, charge.charger, &legs).is_ok() {
                        if !emit(Decision::Counter { unit: id, charger: charge.charger, legs }) {
                            return;
                        }
                        break;
                    }
                }
            }
        }
    }

    /// CP 20.1.4: charged from 4(3)" or more, a Swedish regiment may go from muskets to pikes forward, or into square.
    pub fn judge_react(self, seat: Seat, id: UnitId, formation: Formation) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        let unit = self.unit(id);
        let refuse = |why: &'static str| Err(Refusal::new("CP 20.1.4", why));
        if !self.rules.options.swedish_system || !self.card(id).swedish {
            return refuse("only regiments drilled in the Swedish system change when charged");
        }
        let legal = match formation {
            Formation::PikesForward => unit.formation == Formation::MusketsForward,
            Formation::Square => {
                matches!(unit.formation, Formation::MusketsForward | Formation::PikesForward) && unit.pikes > 0
            }
            _ => false,
        };
        if !legal {
            return refuse("muskets forward may change to pikes forward, and either form into square");
        }
        let mut charged = self.state.charges.iter().filter(|charge| {
            charge.target == id && charge.kind == ChargeKind::Charge && charge.stage == Stage::Declared
        });
        let far = f64::from(self.inches(4)) - 1.0;
        if !charged.any(|charge| self.body(charge.charger).distance(&self.body(id)) >= far) {
            return refuse("it must be charged from at least 4(3)\" away");
        }
        if self.state.charges.iter().any(|charge| charge.charger == id) {
            return refuse("the unit is counter-charging");
        }
        let mut changed = *unit;
        changed.formation = formation;
        if self.crowded(id, &changed) {
            return refuse("there is no room for that formation");
        }
        Ok(())
    }
}

/// The share of the way, found by stepping and halving, at which two moving bodies touch.
fn first_touch(apart: impl Fn(f64) -> f64) -> Option<f64> {
    const STEPS: u32 = 64;
    let near = field::table::TOUCH * 0.5;
    let mut free = 0.0;
    for step in 0..=STEPS {
        let share = f64::from(step) / f64::from(STEPS);
        if apart(share) <= near {
            let mut touch = share;
            for _ in 0..20 {
                let middle = (free + touch) * 0.5;
                if apart(middle) <= near { touch = middle } else { free = middle }
            }
            return Some(touch);
        }
        free = share;
    }
    None
}

/// The share of a body's front that lies behind a line across `block`, `line` ahead of its front edge.
fn share_behind(body: &Body, block: &Block, line: f64) -> f64 {
    const POINTS: u32 = 20;
    let (left, right) = body.front_ends();
    let behind = (0..POINTS).filter(|&point| {
        let share = (f64::from(point) + 0.5) / f64::from(POINTS);
        block.local(left + (right - left) * share).y < line
    });
    behind.count() as f64 / f64::from(POINTS)
}

/// Legs a path can be made of.
fn legs_sane(legs: &[Leg; 4]) -> bool {
    legs.iter().all(|leg| match *leg {
        Leg::None => true,
        Leg::Ahead(distance) => (0..=2_000_000).contains(&distance),
        Leg::Wheel(angle) => (-18_000..=18_000).contains(&angle),
    })
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// Writes a declared charge down.
    pub fn declare(&mut self, kind: ChargeKind, id: UnitId, target: UnitId, files: u8, legs: [Leg; 4]) {
        let table = self.table();
        let surprise = kind == ChargeKind::Charge && table.surprised_by(target, id);
        let charge = Charge {
            charger: id,
            target,
            kind,
            stage: Stage::Declared,
            start: table.unit(id).pose,
            files,
            legs,
            ran: 0,
            straight: 0,
            wheeled: 0,
            impetus: false,
            aspect: Aspect::Front,
            surprise,
            bad_ground: false,
        };
        // A battle with more charges than this in one phase cannot be told apart on a table either.
        if self.state.charges.try_push(charge).is_ok() {
            self.tell("CP 15.3.1", &[id, target], |t| {
                let verb = if kind == ChargeKind::Charge { "charges" } else { "counter-charges" };
                format!("{} {verb} {}", t.name(id), t.name(target))
            });
        }
    }

    /// Runs the charge with that index, its counter-charges with it (CP 15.5.1).
    pub fn run(&mut self, ix: usize) {
        let Some(&charge) = self.state.charges.get(ix) else { return };
        if charge.stage != Stage::Declared {
            return;
        }
        let id = charge.charger;
        if self.table().unit(charge.target).place != Place::Table {
            self.end_charge(ix, Stage::Halted);
            return;
        }
        let counter = self.nearest_counter(ix);
        let table = self.table();
        let (reshaped, cost) = table.before_charge(id, charge.files).unwrap_or((*table.unit(id), 0));
        let allowance = f64::from(table.charge_speed(id) - cost);
        *self.unit_mut(id) = reshaped;
        match counter {
            Some((counter, share)) => self.run_together(ix, counter, share, allowance),
            None => {
                let start = *self.unit(id);
                let run = self.table().run_charge(id, &start, &charge.legs, allowance, &[]);
                let run = if self.try_woods_ahead(id, &run) {
                    self.table().run_charge(id, &start, &charge.legs, allowance, &[])
                } else {
                    run
                };
                self.arrive(ix, &run);
            }
        }
        self.run_late_supports(ix);
    }

    /// Woods on the last straight of a charge show what they are (CP 19.1.1); true when something was found out.
    fn try_woods_ahead(&mut self, id: UnitId, run: &Run) -> bool {
        let before = self.state.woods.clone();
        let start = Unit { pose: run.unit.pose.ahead(-(run.straight.round() as Um)), ..run.unit };
        let body = self.rules.body_of(id, &start);
        self.enter_woods(id, &body, run.unit.pose.dir(), run.straight);
        self.state.woods != before
    }

    /// The counter-charge that meets charge `ix` first, and when.
    fn nearest_counter(&self, ix: usize) -> Option<(usize, f64)> {
        let table = self.table();
        let charger = self.state.charges[ix].charger;
        let mut first: Option<(usize, f64)> = None;
        for (index, counter) in self.state.charges.iter().enumerate() {
            let meets = matches!(counter.kind, ChargeKind::Counter | ChargeKind::Support) && counter.target == charger;
            if !meets || counter.stage != Stage::Declared {
                continue;
            }
            if let Some(share) = table.meeting(counter.charger, charger, &counter.legs)
                && first.is_none_or(|(_, best)| share < best)
            {
                first = Some((index, share));
            }
        }
        // A support that would come too late does not stop the charge: it strikes where the charger stands.
        let charge = self.state.charges[ix];
        let (start, cost) = table.before_charge(charger, charge.files).unwrap_or((*table.unit(charger), 0));
        let allowance = f64::from(table.charge_speed(charger) - cost);
        first.filter(|&(index, share)| {
            let counter = self.state.charges[index];
            if counter.kind == ChargeKind::Counter {
                return true;
            }
            let run = table.run_charge(charger, &start, &charge.legs, allowance, &[counter.charger]);
            run.spent > share * allowance + 1.0
        })
    }

    /// Charger and counter-charger move together until they touch (ruling G18).
    fn run_together(&mut self, ix: usize, counter: usize, share: f64, allowance: f64) {
        let (charge, answer) = (self.state.charges[ix], self.state.charges[counter]);
        let (id, other) = (charge.charger, answer.charger);
        let table = self.table();
        let start = *table.unit(id);
        let mut run = table.run_charge(id, &start, &charge.legs, share * allowance, &[other]);
        let own = *table.unit(other);
        let ours = share * table.counter_allowance(other);
        let mut theirs = Run {
            unit: table.run_blind(other, &own, &answer.legs, ours),
            ran: ours,
            straight: straight_part(table, other, &own, &answer.legs, ours),
            wheeled: wheel_sum(&answer.legs),
            spent: ours,
            met: None,
            stopped: None,
        };
        let (body, enemy) = (table.rules.body_of(id, &run.unit), table.rules.body_of(other, &theirs.unit));
        let (block, edge) = enemy.edge_nearest(body.center());
        let hit = Hit { distance: 0.0, moving_block: 0, block, edge, point: enemy.nearest(body.center()) };
        run.met = Some((other, hit));
        let (block, edge) = body.edge_nearest(enemy.center());
        theirs.met =
            Some((id, Hit { distance: 0.0, moving_block: 0, block, edge, point: body.nearest(enemy.center()) }));
        self.state.charges[ix].target = other;
        // The counter-charger moves first on paper so that the charger finds it where they meet; both moved at once.
        self.place_charger(other, &theirs);
        self.arrive_without_moving(counter, &theirs, &own);
        self.arrive(ix, &run);
    }

    /// Supports that did not meet the charger on its way strike it where it stands (ruling G23).
    fn run_late_supports(&mut self, ix: usize) {
        let charger = self.state.charges[ix].charger;
        for index in 0..self.state.charges.len() {
            let counter = self.state.charges[index];
            let late = matches!(counter.kind, ChargeKind::Counter | ChargeKind::Support);
            if !late || counter.target != charger || counter.stage != Stage::Declared {
                continue;
            }
            let table = self.table();
            let own = *table.unit(counter.charger);
            let allowance = table.counter_allowance(counter.charger);
            let run = table.run_charge(counter.charger, &own, &counter.legs, allowance, &[]);
            self.arrive(index, &run);
        }
    }

    fn place_charger(&mut self, id: UnitId, run: &Run) {
        let (dir, gone) = (run.unit.pose.dir(), run.straight);
        let from = self.rules.body_of(id, &Unit { pose: run.unit.pose.ahead(-(gone.round() as Um)), ..run.unit });
        *self.unit_mut(id) = Unit { pose: run.unit.pose, ..*self.unit(id) };
        let unit = self.unit_mut(id);
        unit.moved = true;
        unit.rotated = false;
        unit.charged = true;
        self.note_path(id);
        self.generals_follow(id);
        self.settle_ground(id, &from, dir, gone, March::Charging, false);
        if run.wheeled > FREE_WHEEL {
            self.disorder(id, "CP 15.3.9", "wheeled more than 45 degrees in its charge");
        }
        if self.unit(id).volley && run.wheeled > 0 {
            self.shake(id, "CP 20.4.2", "wheeled in volley posture");
        }
    }

    /// A charger comes to the end of its run: at an enemy, or short of one.
    pub fn arrive(&mut self, ix: usize, run: &Run) {
        let charge = self.state.charges[ix];
        let id = charge.charger;
        let start = *self.unit(id);
        self.place_charger(id, run);
        self.arrive_without_moving(ix, run, &start);
    }

    fn arrive_without_moving(&mut self, ix: usize, run: &Run, start: &Unit) {
        let id = self.state.charges[ix].charger;
        let carried = self.state.charges[ix].ran;
        {
            let charge = &mut self.state.charges[ix];
            charge.ran = carried + run.ran.round() as Um;
            charge.straight = run.straight.round() as Um + if run.wheeled == 0 { charge.straight } else { 0 };
            charge.wheeled += run.wheeled;
        }
        let Some((met, hit)) = run.met else {
            self.tell("CP 15.3.3", &[id], |t| format!("{} runs out of its charge without meeting anybody", t.name(id)));
            self.end_charge(ix, Stage::Halted);
            self.disorder_if_blown(ix);
            return;
        };
        let charge_start = Unit { pose: self.state.charges[ix].start, ..*start };
        let table = self.table();
        let aspect = table.aspect_of(id, &charge_start, met, hit.edge);
        let from =
            table.rules.body_of(id, &Unit { pose: run.unit.pose.ahead(-(run.straight.round() as Um)), ..run.unit });
        let dir = run.unit.pose.dir();
        let blocked = table.blocks_impetus(id, &from, dir, run.straight, Some(met));
        let bad = table.bad_ground(id, &from, dir, run.straight + f64::from(table.inches(1)) * 0.25);
        let charge = &mut self.state.charges[ix];
        charge.target = met;
        charge.aspect = aspect;
        charge.bad_ground |= bad;
        charge.stage = Stage::Arrived;
        let now = self.state.charges[ix];
        let impetus = self.table().has_impetus(id, &now, blocked);
        self.state.charges[ix].impetus = impetus;
        self.close_up(id, met, hit);
        self.tell("CP 15.4.1", &[id, met], |t| {
            let how = if impetus { "with impetus" } else { "without impetus" };
            let place = match aspect {
                Aspect::Front => "front",
                Aspect::Flank => "flank",
                Aspect::Rear => "rear",
            };
            format!("{} reaches the {place} of {} {how}", t.name(id), t.name(met))
        });
        self.generals_in_danger(id);
        self.draw_in_forlorn(met);
        let table = self.table();
        let may_evade = table.can_be_overrun(met) && !table.routing(met) && !table.in_contact(met);
        if may_evade && self.state.charges[ix].kind == ChargeKind::Charge {
            self.state.agenda.push(Step::EvadeOrStand { charge: ix as u8, unit: met });
        }
    }

    /// A forlorn hope that is charged falls back into its regiment at once (ruling G65).
    fn draw_in_forlorn(&mut self, id: UnitId) {
        if self.rules.units[id.ix()].kind == Kind::ForlornHope && self.unit(id).place == Place::Table {
            self.draw_in(id);
        }
    }

    /// A charger that stops beyond its normal move is blown and disordered (CP 15.6.6).
    pub fn disorder_if_blown(&mut self, ix: usize) {
        let charge = self.state.charges[ix];
        if charge.ran > self.table().move_speed(charge.charger) {
            self.disorder(charge.charger, "CP 15.6.6", "halted its charge beyond a normal move");
        }
    }

    pub fn end_charge(&mut self, ix: usize, stage: Stage) {
        if let Some(charge) = self.state.charges.get_mut(ix) {
            charge.stage = stage;
        }
    }

    /// Swings the charger about the point of touch until its front lies along the edge struck (ruling G72).
    pub fn close_up(&mut self, id: UnitId, enemy: UnitId, hit: Hit) {
        let table = self.table();
        let unit = *table.unit(id);
        let target = table.body(enemy);
        let Some(block) = target.blocks.get(hit.block) else { return };
        if table.unit(enemy).inside.is_some() {
            return;
        }
        let along = bearing(-block.outward(hit.edge));
        let swing = turn(unit.pose.facing, along);
        if swing.abs() > 9_000 || swing == 0 {
            return;
        }
        let mut swung = unit;
        swung.pose = unit.pose.pivot(hit.point, swing);
        // Set the front flush: step back and come on again until it touches.
        let back = table.inches(6);
        swung.pose = swung.pose.ahead(-back);
        let body = table.rules.body_of(id, &swung);
        let dir = heading(along);
        let Some(touch) = cast(&body, dir, f64::from(2 * back), &target) else { return };
        swung.pose = swung.pose.ahead(touch.distance.floor() as Um);
        let body = table.rules.body_of(id, &swung);
        let free = |other: UnitId| other == id || other == enemy || !table.body(other).overlaps(&body);
        if table.on_table().all(free) && table.can_stand(id, &body, March::Charging).is_ok() {
            self.unit_mut(id).pose = swung.pose;
            self.note_path(id);
            self.generals_follow(id);
        }
    }

    // --- After the tests of 18.4

    /// The charge goes home (CP 18.4.2a).
    pub fn charge_passed(&mut self, ix: usize) {
        let Some(&charge) = self.state.charges.get(ix) else { return };
        self.end_charge(ix, Stage::Passed);
        if matches!(charge.kind, ChargeKind::Counter | ChargeKind::Support) {
            // Its contact is settled when the charger has tested too, unless the charger is held elsewhere or gone.
            return;
        }
        let answered = self.answer_to(charge.charger);
        match answered {
            Some(counter) if self.state.charges[counter].stage == Stage::Passed => {
                self.lock(charge.charger, charge.target, Some(ix), Some(counter));
            }
            Some(counter) if self.state.charges[counter].stage == Stage::Failed => self.press_on(ix),
            _ => self.strike_home(ix),
        }
        // Whoever met the charger elsewhere than where it was heading is locked with it too.
        for index in 0..self.state.charges.len() {
            let counter = self.state.charges[index];
            let meets =
                matches!(counter.kind, ChargeKind::Counter | ChargeKind::Support) && counter.target == charge.charger;
            if meets && counter.stage == Stage::Passed {
                self.lock(counter.charger, charge.charger, Some(index), None);
            }
        }
    }

    /// The counter-charge that stands against a charger, if its own target is that charger and the other way round.
    fn answer_to(&self, charger: UnitId) -> Option<usize> {
        let target = self
            .state
            .charges
            .iter()
            .find(|charge| charge.charger == charger && charge.kind == ChargeKind::Charge)?
            .target;
        self.state.charges.iter().position(|counter| {
            matches!(counter.kind, ChargeKind::Counter | ChargeKind::Support)
                && counter.charger == target
                && counter.target == charger
        })
    }

    /// The charge fails: half the distance back, shaken (CP 18.4.2b, 18.4.2c).
    pub fn charge_failed(&mut self, ix: usize) {
        let Some(&charge) = self.state.charges.get(ix) else { return };
        self.end_charge(ix, Stage::Failed);
        self.shake(charge.charger, "CP 18.4.2c", "its charge failed");
        self.recoil(charge.charger, charge.ran / 2, Some(charge.target));
        if charge.kind == ChargeKind::Charge {
            for index in 0..self.state.charges.len() {
                let counter = self.state.charges[index];
                let meets = matches!(counter.kind, ChargeKind::Counter | ChargeKind::Support)
                    && counter.target == charge.charger
                    && counter.stage == Stage::Passed;
                if meets {
                    self.press_on(index);
                }
            }
        }
    }

    /// The opponent fell back: straight on to contact if the rest of the charge move reaches (ruling G18).
    fn press_on(&mut self, ix: usize) {
        let charge = self.state.charges[ix];
        let (id, target) = (charge.charger, charge.target);
        let table = self.table();
        if table.unit(target).place != Place::Table || table.unit(id).place != Place::Table {
            self.end_charge(ix, Stage::Halted);
            return;
        }
        let left = f64::from((table.charge_speed(id) - charge.ran).max(0));
        let start = *table.unit(id);
        let run = table.run_charge(id, &start, &NO_LEGS, left, &[]);
        match run.met {
            Some((met, hit)) if met == target => {
                self.place_charger(id, &run);
                self.state.charges[ix].ran += run.ran.round() as Um;
                self.state.charges[ix].straight += run.straight.round() as Um;
                self.close_up(id, met, hit);
                self.lock(id, met, Some(ix), None);
            }
            _ => {
                self.end_charge(ix, Stage::Halted);
                self.tell("CP 18.4.2a", &[id], |t| format!("{} finds nobody left to strike and halts", t.name(id)));
            }
        }
    }

    /// The charge strikes its target, and every other enemy that its front touches (ruling G22).
    fn strike_home(&mut self, ix: usize) {
        let charge = self.state.charges[ix];
        let (id, target) = (charge.charger, charge.target);
        if self.unit(target).place != Place::Table {
            self.end_charge(ix, Stage::Halted);
            return;
        }
        let table = self.table();
        if table.can_be_overrun(target) && !table.is_open_order(id) {
            self.overrun(id, target);
        } else {
            self.lock(id, target, Some(ix), None);
        }
        let body = self.table().body(id);
        for other in 0..self.state.units.len() as u8 {
            let other = UnitId(other);
            let table = self.table();
            let struck = other != target
                && table.unit(other).place == Place::Table
                && table.side(other) != table.side(id)
                && !table.can_be_overrun(other)
                && !table.in_contact_with(id, other)
                && front_touches(&body, &table.body(other));
            if struck {
                self.lock(id, other, Some(ix), None);
            }
        }
    }

    /// Close order rides or walks down the skirmishers and gunners it meets (CP 17.6.2, ruling G38).
    pub fn overrun(&mut self, id: UnitId, target: UnitId) {
        let table = self.table();
        let (body, prey) = (table.body(id), table.body(target));
        let share = covered_share(&body, &prey);
        let figures = table.figures(target);
        let met = ((f64::from(figures) * share).ceil() as u32).clamp(1, figures.max(1));
        let guns_left = table.is_guns(target);
        self.tell("CP 17.6.2", &[id, target], |t| {
            format!("{} overruns {met} figures of {}", t.name(id), t.name(target))
        });
        if guns_left {
            let pose = self.unit(target).pose;
            if let Some(battery) = self.state.batteries.iter_mut().find(|battery| battery.unit == target) {
                battery.left_at = pose;
            }
        }
        self.lose_figures(target, met);
        if guns_left && self.unit(target).place != Place::Table {
            self.capture_guns(target, id);
        }
    }

    /// Puts two units into combat: the next round is an impact (CP 17.1.3).
    pub fn lock(&mut self, id: UnitId, enemy: UnitId, charge: Option<usize>, counter: Option<usize>) {
        let (a, b) = (id.min(enemy), id.max(enemy));
        let of = |ix: Option<usize>| ix.and_then(|ix| self.state.charges.get(ix)).copied();
        let (ours, theirs) = (of(charge), of(counter));
        let on_enemy = ours.map_or(Aspect::Front, |charge| charge.aspect);
        let on_us = theirs.map_or(Aspect::Front, |charge| charge.aspect);
        let (impetus, impetus_back) = (ours.is_some_and(|c| c.impetus), theirs.is_some_and(|c| c.impetus));
        let forward = ours.is_some_and(|charge| charge.kind != ChargeKind::Crash);
        let us_first = id == a;
        let pick = |mine: bool, other: bool| if us_first { mine } else { other };
        let contact = Contact {
            a,
            b,
            impact: true,
            on_a: if us_first { on_us } else { on_enemy },
            on_b: if us_first { on_enemy } else { on_us },
            a_impetus: pick(impetus, impetus_back),
            b_impetus: pick(impetus_back, impetus),
            a_follows: false,
            b_follows: false,
            a_forward: pick(forward, counter.is_some()),
            b_forward: pick(counter.is_some(), forward),
        };
        if !self.table().in_contact_with(a, b) {
            // More pairs than this do not fit on a table.
            let _ = self.state.contacts.try_push(contact);
        }
    }
}

/// How much of a body's front lies within another's breadth, seen along the first one's facing.
fn covered_share(mover: &Body, prey: &Body) -> f64 {
    const POINTS: u32 = 24;
    let main = mover.main();
    let half = mover.front_width() * 0.5;
    let (left, right) = prey.front_ends();
    let under = (0..POINTS).filter(|&point| {
        let share = (f64::from(point) + 0.5) / f64::from(POINTS);
        main.local(left + (right - left) * share).x.abs() <= half
    });
    under.count() as f64 / f64::from(POINTS)
}

/// Whether the front edge of a body touches another.
pub fn front_touches(body: &Body, other: &Body) -> bool {
    const SKIN: f64 = 1_000.0;
    body.blocks.iter().any(|block| {
        let front =
            Block { front: block.front + block.dir * SKIN, dir: block.dir, half: block.half, depth: 2.0 * SKIN };
        other.blocks.iter().any(|other| other.separation(&front) < -field::table::TOUCH)
    })
}

fn straight_part(table: Table<'_>, id: UnitId, start: &Unit, legs: &[Leg; 4], ran: f64) -> f64 {
    let mut before = 0.0;
    let mut unit = *start;
    let mut since_wheel = 0.0;
    for leg in legs {
        match *leg {
            Leg::None => {}
            Leg::Ahead(ahead) => {
                before += f64::from(ahead);
                since_wheel += f64::from(ahead);
                unit.pose = unit.pose.ahead(ahead);
            }
            Leg::Wheel(angle) => {
                let body = table.rules.body_of(id, &unit);
                before += arc_length(wheel_radius(&body, angle < 0), angle);
                unit.pose = unit.pose.pivot(wheel_pivot(&body, angle < 0), angle);
                since_wheel = 0.0;
            }
        }
    }
    (since_wheel + ran - before).clamp(0.0, ran)
}

fn wheel_sum(legs: &[Leg; 4]) -> Cdeg {
    legs.iter().map(|leg| if let Leg::Wheel(angle) = leg { angle.abs() } else { 0 }).sum()
}
