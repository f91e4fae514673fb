//! 15.3 Charging: who may charge whom, and which ways lead there.
//!
//! [`path`] follows a charge over the table, [`impetus`] says what it is worth at contact, [`countering`] is about those
//! who come to meet it; [`running`] makes the moves and [`striking`] what the tests of 18.4 lead to.

mod countering;
mod impetus;
mod path;
mod running;
mod steps;
mod striking;

pub use path::{Aim, Obstacle, Run};
pub use steps::{ChargeChoice, ChargeStep};
pub use striking::front_touches;

use crate::cards::{Kind, UnitId};
use crate::decision::{Decision, Leg, NO_LEGS};
use crate::state::{Charge, Formation, Mode, Place, Stage, Unit};
use crate::table::Table;
use crate::terrain::March;
use field::table::{
    Body, Cdeg, Fan, MM, Pose, Shape, Um, WheelStart, arc_turn, bearing, turn, wheel_pivot, wheel_radius, wheel_to_face,
};
use kernel::{Refusal, Seat, Side};
use std::cell::OnceCell;

/// Wheels up to this in a charge cost nothing more (CP 15.3.9).
pub const FREE_WHEEL: Cdeg = 4_500;

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl<'a> Table<'a> {
    /// Whether a unit may charge anybody at all.
    pub fn may_charge(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.place != Place::Table {
            return refuse("CP 15.3.1", "the unit is not on the table");
        }
        if self.card(id).kind == Kind::Wagons {
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
        if unit.finished || self.stands_still(id) {
            return refuse("CP 15.7.2", "the unit stands still while a friend charges through it");
        }
        if self.in_contact(id) || self.involved_in_charge(id) {
            let declared = |charge: &Charge| charge.charger == id && charge.stage == Stage::Declared;
            let charges = self.state.charges.iter().any(declared);
            let why = if charges { "the unit charges already" } else { "the unit is engaged or has been charged" };
            return refuse("CP 17.2.6", why);
        }
        Ok(())
    }

    /// Whether a charge of `id` may be aimed at `target`: the restrictions by troop type.
    pub fn may_charge_at(self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        if self.side(id) == self.side(target) || self.unit(target).place != Place::Table {
            return refuse("CP 15.3.1", "a charge needs an enemy on the table as its target");
        }
        if !self.is_troops(target) {
            return refuse("CP 3.10", "wagons are not troops: whoever moves onto them has them");
        }
        if self.is_foot(id) && self.is_mounted(target) {
            return refuse("CP 15.3.4", "foot may not charge mounted troops");
        }
        if self.is_open_order(id) && !self.can_be_overrun(target) {
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
        self.unit(id).inside.is_some() || self.hard_cover(id) || self.behind_works(id)
    }

    /// Charging, counter-charging or charged this turn, with the matter not yet settled or settled in contact (ruling
    /// G21). Whoever the front of a charger touches is charged too (ruling G22).
    pub fn involved_in_charge(self, id: UnitId) -> bool {
        let named = |charge: &Charge| charge.charger == id || charge.target == id;
        self.unit(id).charged
            || self.unit(id).evaded
            || self.state.charges.iter().any(|charge| {
                charge.stage != Stage::Halted
                    && (named(charge) || (charge.stage == Stage::Arrived && self.charge_touches(charge.charger, id)))
            })
    }

    /// Whether a charger's front touches an enemy that it may charge, be it the target or one beside it (ruling G22).
    pub fn charge_touches(self, id: UnitId, enemy: UnitId) -> bool {
        self.front_on(id, enemy) && self.may_charge_at(id, enemy).is_ok()
    }

    /// Whether the front of one unit touches another, of the other side.
    pub fn front_on(self, id: UnitId, enemy: UnitId) -> bool {
        if self.side(id) == self.side(enemy) || self.unit(enemy).place != Place::Table {
            return false;
        }
        let (body, other) = (self.body(id), self.body(enemy));
        body.maybe_within(&other, f64::from(MM)) && front_touches(&body, &other)
    }

    /// What the frontage change at the start of a charge costs, and how the unit stands then (CP 15.3.10).
    pub fn before_charge(self, id: UnitId, files: u8) -> Result<(Unit, Um), Refusal> {
        let mut unit = *self.unit(id);
        if files == 0 {
            return Ok((unit, 0));
        }
        if unit.illegal {
            return refuse("CP 7.3.13", "out of formation the unit can only go straight forward");
        }
        let layout = unit.layout;
        let frontage =
            |layout: &crate::state::Layout| u32::from(layout.left) + u32::from(layout.centre) + u32::from(layout.right);
        let (old, wanted) = (frontage(&layout).max(1), u32::from(files));
        // Every block keeps its share of the frontage.
        let share = |part: u8| ((u32::from(part) * wanted + old / 2) / old).max(1) as u8;
        if self.rules.has_wings(id, &unit) {
            unit.layout.left = share(layout.left);
            unit.layout.right = share(layout.right);
            let wings = u32::from(unit.layout.left) + u32::from(unit.layout.right);
            unit.layout.centre = wanted.saturating_sub(wings).max(1) as u8;
        } else {
            unit.layout.centre = files;
        }
        if self.judge_standing(id, unit.formation, &unit.layout).is_err() {
            return refuse("CP 15.3.10", "there are not so many figures to stand abreast");
        }
        let changed = frontage(&unit.layout).abs_diff(old) as i32;
        Ok((unit, self.frontage_price(id, changed, self.drills_well(id))))
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
        self.judge_legs(id, legs)?;
        if self.state.charges.is_full() {
            return refuse("CP 15.3.1", "no more charges can be taken down this turn");
        }
        if !self.sees(id, target) {
            return refuse("CP 15.3.2", "the target is not visible");
        }
        self.charge_path(id, target, files, legs)
    }

    /// Straight ahead and wheels are all there is to a charge (CP 15.3.11); a unit out of formation does not even wheel.
    fn judge_legs(self, id: UnitId, legs: &[Leg; 4]) -> Result<(), Refusal> {
        let sane = legs.iter().all(|leg| match *leg {
            Leg::None => true,
            Leg::Ahead(distance) => (0..=2_000_000).contains(&distance),
            Leg::Wheel(angle) => (-18_000..=18_000).contains(&angle),
        });
        if !sane {
            return refuse("CP 15.3.11", "a charge is made of legs ahead and wheels of at most half a circle");
        }
        if self.unit(id).illegal && legs.iter().any(|leg| matches!(leg, Leg::Wheel(_))) {
            return refuse("CP 7.3.13", "out of formation the unit can only go straight forward");
        }
        Ok(())
    }

    /// Where a charge leads, if its path gets to the target; otherwise what keeps it from there.
    fn charge_path(self, id: UnitId, target: UnitId, files: u8, legs: &[Leg; 4]) -> Result<Run, Refusal> {
        let run = self.charge_run(id, target, files, legs)?;
        let near = || self.body(id).within(&self.body(target), f64::from(self.charge_speed(id)));
        match (run.met, &run.stopped) {
            (Some((met, _)), _) if met == target => Ok(run),
            (Some((met, _)), _) => {
                Err(Refusal::new("CP 15.3.3", format!("the way there meets {} first", self.name(met))))
            }
            (None, Some(Obstacle::Friend(friend))) => {
                Err(Refusal::new("CP 15.7.2", format!("{} stands in the way", self.name(*friend))))
            }
            (None, Some(Obstacle::Brushed(enemy))) => {
                let why = format!(
                    "the wheel brushes against {} with its flank, and a charge strikes with its front",
                    self.name(*enemy)
                );
                Err(Refusal::new("CP 15.3.1", why))
            }
            (None, Some(Obstacle::Ground((rule, why)))) => refuse(rule, why),
            (None, None) if near() => refuse("CP 15.3.3", "that line does not lead to the target"),
            (None, None) => refuse("CP 15.3.3", "the target is not reached in one charge move"),
        }
    }

    /// The unit on so many files, if there is room for them, and what that costs.
    fn fronted(self, id: UnitId, files: u8) -> Result<(Unit, Um), Refusal> {
        let (unit, cost) = self.before_charge(id, files)?;
        if cost > 0 {
            self.can_stand(id, &self.rules.body_of(id, &unit), March::Charging)?;
            if self.crowded(id, &unit) {
                return refuse("CP 15.3.10", "there is no room for that frontage");
            }
        }
        Ok((unit, cost))
    }

    /// A charge followed along its path, on so many files.
    fn charge_run(self, id: UnitId, target: UnitId, files: u8, legs: &[Leg; 4]) -> Result<Run, Refusal> {
        let (unit, cost) = self.fronted(id, files)?;
        let allowance = f64::from(self.charge_speed(id) - cost);
        Ok(self.run_charge(id, &unit, legs, allowance, Aim::at(target)))
    }

    /// Whether a unit standing like this would overlap another.
    pub fn crowded(self, id: UnitId, unit: &Unit) -> bool {
        let body = self.rules.body_of(id, unit);
        self.on_table().any(|other| other != id && self.body(other).overlaps(&body))
    }

    /// Every charge worth putting on a menu: the first way found to each target.
    pub fn each_charge(self, seat: Seat, side: Side, emit: &mut impl FnMut(Decision)) {
        if self.state.charges.is_full() {
            return;
        }
        for (id, target) in self.charge_prospects(seat, side).filter(|&(id, target)| self.sees(id, target)) {
            if let Some(legs) = self.way_to(id, target) {
                emit(Decision::Charge(ChargeChoice::Charge { unit: id, target, files: 0, legs }));
            }
        }
    }

    /// Whether a seat is to be asked for charges: it has a unit that may charge, and an enemy it sees in reach of it. A
    /// menu cannot show every path, so that the question is put even where none is found (CP 15.3.1, 15.3.3).
    pub fn may_declare(self, seat: Seat, side: Side) -> bool {
        !self.state.charges.is_full() && self.charge_prospects(seat, side).any(|(id, target)| self.sees(id, target))
    }

    /// Units that may charge, and enemies near enough that some path may lead there.
    fn charge_prospects(self, seat: Seat, side: Side) -> impl Iterator<Item = (UnitId, UnitId)> {
        let chargers = self.of_side(side).filter(move |&id| self.seat(id) == seat && self.may_charge(id).is_ok());
        chargers.flat_map(move |id| {
            let (own, reach) = (self.body(id), f64::from(self.charge_speed(id)));
            let targets = self.enemies_of(id).filter(move |&target| self.in_charge_reach(id, &own, reach, target));
            targets.map(move |target| (id, target))
        })
    }

    /// Near enough for a charge and, for a unit too broad to wheel right round in one, not all of it behind.
    fn in_charge_reach(self, id: UnitId, own: &Body, reach: f64, target: UnitId) -> bool {
        if !self.maybe_near(target, own.center(), own.radius() + reach) {
            return false;
        }
        let theirs = self.body(target);
        if !own.within(&theirs, reach) || self.may_charge_at(id, target).is_err() {
            return false;
        }
        let dir = self.unit(id).pose.dir();
        let ahead = || theirs.corners().any(|corner| (corner - own.center()).dot(dir) > 0.0);
        arc_turn(wheel_radius(own, true), reach) >= 9_000 || ahead()
    }

    /// A way that a charge can take to a target it sees: straight on or wheeled at it where that leads there, else the
    /// first of many that does.
    fn way_to(self, id: UnitId, target: UnitId) -> Option<[Leg; 4]> {
        let (own, theirs) = (self.body(id), self.body(target));
        let allowance = f64::from(self.charge_speed(id));
        let start = self.wheel_start(id, &own, 0, allowance);
        let leads = self.leads_home(id, target, 0, allowance);
        let mut likely = self.likely_wheels(id, target).into_iter().flatten();
        let by = likely.find(|&by| start.may_touch(by, &theirs) && leads(by));
        by.map(|by| legs_of(0, by)).or_else(|| self.other_way(id, target, &start, &leads))
    }

    /// Tells whether a charge with that wheel after so much straight ahead gets to a target. What all such charges have in
    /// common is looked at once, when one may lead there.
    fn leads_home(self, id: UnitId, target: UnitId, ahead: Um, allowance: f64) -> impl Fn(Cdeg) -> bool {
        let charger = self.charger(id, Aim::at(target));
        let beginning = OnceCell::new();
        move |by| {
            let fan = beginning.get_or_init(|| Fan::new(charger, self.unit(id).pose, ahead, allowance));
            fan.leads_to(by, |met| met == target)
        }
    }

    /// The first of wheels of many sizes, least first, made at once or after half of the way, that leads to the target;
    /// away from it only where it stands almost ahead, and something before it. Only those that come home on the straight
    /// are followed: grazing wheels are for the judge.
    fn other_way(
        self,
        id: UnitId,
        target: UnitId,
        at_once: &WheelStart<'_, impl Fn(Pose) -> Body>,
        leads: &impl Fn(Cdeg) -> bool,
    ) -> Option<[Leg; 4]> {
        let (unit, theirs, allowance) = (self.unit(id), self.body(target), f64::from(self.charge_speed(id)));
        if unit.illegal {
            return None;
        }
        let off = turn(unit.pose.facing, bearing(theirs.center() - unit.pose.at.vec()));
        if let Some(by) = first_home(at_once, leads, off, &theirs) {
            return Some(legs_of(0, by));
        }
        let ahead = (allowance * 0.5).round() as Um;
        let own = self.body_after(id, ahead);
        let later = self.wheel_start(id, &own, ahead, allowance);
        let by = first_home(&later, &self.leads_home(id, target, ahead, allowance), off, &theirs)?;
        Some(legs_of(ahead, by))
    }

    /// The ground a unit covers after so much straight ahead.
    fn body_after(self, id: UnitId, ahead: Um) -> Shape<'a> {
        let unit = self.unit(id);
        match ahead {
            0 => self.body(id),
            _ => Shape::Made(self.body_there(id, unit.pose.ahead(ahead))),
        }
    }

    /// A charge about to wheel after so much straight ahead.
    fn wheel_start<'b>(
        self,
        id: UnitId,
        own: &'b Body,
        ahead: Um,
        allowance: f64,
    ) -> WheelStart<'b, impl Fn(Pose) -> Body + use<'a, 'b>> {
        let unit = self.unit(id);
        let body_at = move |pose: Pose| self.body_there(id, pose);
        WheelStart::new(own, unit.pose.ahead(ahead), allowance - f64::from(ahead), body_at)
    }

    /// Straight on, or wheeling first so far that the middle of the target lies ahead.
    pub fn likely_legs(self, id: UnitId, target: UnitId) -> [Option<[Leg; 4]>; 3] {
        self.likely_wheels(id, target).map(|wheel| wheel.map(|by| legs_of(0, by)))
    }

    /// The wheels of these ways, nought for none.
    fn likely_wheels(self, id: UnitId, target: UnitId) -> [Option<Cdeg>; 3] {
        let unit = self.unit(id);
        let own = self.body(id);
        let aim = self.body(target).center();
        let off = turn(unit.pose.facing, bearing(aim - unit.pose.at.vec()));
        let mut wheels = [Some(0), None, None];
        if unit.illegal || off.abs() > 9_000 || off.abs() < 100 {
            return wheels;
        }
        let by = wheel_to_face(unit.pose, wheel_pivot(&own, off < 0), aim, off);
        if by.abs() <= 12_000 && by.signum() == off.signum() {
            wheels[1] = Some(by);
            wheels[2] = Some(off / 2);
        }
        wheels
    }

    pub fn owns(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        if id.ix() >= self.state.units.len() {
            return refuse("CP 5.1", "there is no such unit");
        }
        if self.seat(id) == seat { Ok(()) } else { refuse("CP 9.2", "the unit is not under this seat's command") }
    }
}

/// A path of so much ahead, a wheel, and straight on; nought leaves a leg out.
fn legs_of(ahead: Um, wheel: Cdeg) -> [Leg; 4] {
    match (ahead, wheel) {
        (0, 0) => NO_LEGS,
        (0, _) => [Leg::Wheel(wheel), Leg::None, Leg::None, Leg::None],
        _ => [Leg::Ahead(ahead), Leg::Wheel(wheel), Leg::None, Leg::None],
    }
}

/// The first of many wheels that leads to a target so far off the front, the least first.
fn first_home(
    start: &WheelStart<'_, impl Fn(Pose) -> Body>,
    leads: &impl Fn(Cdeg) -> bool,
    off: Cdeg,
    theirs: &Body,
) -> Option<Cdeg> {
    const STEP: Cdeg = 1_500;
    let hands = if off.abs() < 3_000 { 2 } else { 1 };
    let most = start.widest(off < 0);
    let toward = |step: Cdeg| if off < 0 { -STEP * step } else { STEP * step };
    let wheels = (1..=most / STEP).flat_map(|step| [toward(step), -toward(step)].into_iter().take(hands));
    start.homing(theirs, wheels).find(|&by| leads(by))
}
