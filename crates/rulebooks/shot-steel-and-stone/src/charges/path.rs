//! Where a charge leads: changes of formation, an advance and a wheel in the normal move, then straight on, the bonus last and
//! only into contact (SSS 1.5.2c, 1.5.2d, 9.7, G14, G75, G76, G127).

use crate::cards::{Part, UnitId};
use crate::kept::Stamp;
use crate::measures::{BW, NEAR, bw};
use crate::movement::{COMPLEX, keeps_off};
use crate::readings::{ChargeOverSkirmishers, ChargingSkirmishers};
use crate::state::{Approach, Formation, Intent, Unit, WaySet};
use crate::table::Table;
use field::table::{
    Body, Cdeg, Hit, Passing, Pose, SWING_STEP, Sweep, TOUCH, Trail, Um, Vec2, arc_length, bearing, cast, passage,
    turn, wheel_pivot, wheel_radius,
};

/// Where a charge leads after what was done in the normal move.
#[derive(Debug, Clone)]
pub(crate) struct ChargePath {
    /// As it stands before it runs straight on.
    pub unit: Unit,
    pub body: Body,
    pub dir: Vec2,
    /// What advance and wheel have cost of the move, what changes and delays have taken off it, and what all of that led over.
    pub cost: Um,
    deducted: Um,
    led_over: WaySet,
    /// How far straight on with the bonus, over the ground up to its target.
    pub reach: f64,
    /// Where it touches its target, in reach or not.
    pub hit: Option<Hit>,
    /// How far it gets before the ground, friends or other enemies stop it, and the friend who does.
    pub free: f64,
    pub friend: Option<UnitId>,
}

impl ChargePath {
    /// How far it goes straight on into contact, if it gets there.
    pub fn contact(&self) -> Option<f64> {
        let far = self.hit?.distance;
        (far <= self.reach + TOUCH && far <= self.free + TOUCH).then_some(far)
    }
}

/// A charger on its way through its normal move.
#[derive(Clone, Copy)]
struct Led {
    unit: Unit,
    cost: Um,
    deducted: Um,
    way: WaySet,
}

/// The widest wheel of a charge.
pub(crate) const WIDEST: Cdeg = 9_000;
/// How finely a wheel is looked for, and an advance before it.
const WHEEL_STEP: Cdeg = 300;
const AHEAD_STEP: Um = BW;
/// Facing so nearly the right way needs no wheel.
const SQUARE_ENOUGH: Cdeg = 50;
/// Farther than this nobody charges and is countercharged.
const FARTHEST: Um = bw(24);

impl Table<'_> {
    /// Where a charge leads that begins like this. None where there is no room for it or its normal move does not cover it.
    pub(crate) fn charge_path(self, id: UnitId, approach: Approach, target: UnitId) -> Option<ChargePath> {
        self.charge_path_to(id, approach, 0, target, &self.body(target))
    }

    /// The same to a target that stands there, by one who is late by so much.
    pub(crate) fn charge_path_to(
        self,
        id: UnitId,
        approach: Approach,
        delay: Um,
        target: UnitId,
        there: &Body,
    ) -> Option<ChargePath> {
        let mut unit = self.closed_up(id, self.unit(id));
        // Whatever else it was to do, it charges.
        unit.this_turn.intent = Intent::Charge(target);
        let mut led = Led { unit, cost: 0, deducted: unit.deducted + delay, way: unit.way };
        self.forms_up(id, &mut led, approach.form)?;
        self.goes_ahead(id, &mut led, approach.ahead, target)?;
        self.path_from(id, led, approach.wheel, target, there)
    }

    /// A charge that has formed up and gone ahead, from its wheel on.
    fn path_from(self, id: UnitId, mut led: Led, wheel: Cdeg, target: UnitId, there: &Body) -> Option<ChargePath> {
        self.wheels(id, &mut led, wheel)?;
        let body = self.rules.body_of(id, &led.unit);
        let dir = led.unit.pose.dir();
        let most = f64::from(self.left_of(id, &led)? + self.charge_bonus(id));
        let hit = cast(&body, dir, f64::from(FARTHEST), there);
        let Led { unit, cost, deducted, way } = led;
        let mut path =
            ChargePath { unit, body, dir, cost, deducted, led_over: way, reach: 0.0, hit, free: most, friend: None };
        self.lay_charge(id, target, &mut path);
        let run = path.hit.map_or(path.free, |hit| hit.distance.min(path.free));
        path.reach = self.charge_reach(id, &path, run);
        Some(path)
    }

    /// What is left of the normal move; None where more was used than there is.
    fn left_of(self, id: UnitId, led: &Led) -> Option<Um> {
        let left = self.allowance_as(id, &led.unit, led.way, led.deducted) - led.cost;
        (left >= 0).then_some(left)
    }

    /// What a charge has led over that has run straight on so far.
    pub(crate) fn charge_way(self, id: UnitId, path: &ChargePath, far: f64) -> WaySet {
        let over = self.straight_over(id, &path.body, path.dir, (far - TOUCH).max(0.0));
        path.led_over.and(over.unwrap_or_default())
    }

    /// How far straight on its normal move takes it over the ground up to there.
    fn charge_normal(self, id: UnitId, path: &ChargePath, far: f64) -> f64 {
        self.left_straight_on(id, path, far).max(0.0)
    }

    /// The same with the bonus, which pays for what was used beyond it.
    pub(crate) fn charge_reach(self, id: UnitId, path: &ChargePath, far: f64) -> f64 {
        (self.left_straight_on(id, path, far) + f64::from(self.charge_bonus(id))).max(0.0)
    }

    fn left_straight_on(self, id: UnitId, path: &ChargePath, far: f64) -> f64 {
        let way = self.charge_way(id, path, far);
        f64::from(self.allowance_as(id, &path.unit, way, path.deducted) - path.cost)
    }

    /// How far it may go straight on without contact: every piece of ground counts from where it begins.
    pub(crate) fn charge_room(self, id: UnitId, path: &ChargePath) -> f64 {
        let most = self.charge_normal(id, path, 0.0).min(path.free).max(0.0);
        if most <= self.charge_normal(id, path, most) + TOUCH {
            return most;
        }
        let (mut may, mut not) = (0.0, most);
        while not - may > 500.0 {
            let middle = (may + not) * 0.5;
            if middle <= self.charge_normal(id, path, middle) { may = middle } else { not = middle }
        }
        may
    }

    // --- The normal move

    /// A change of formation, as a complex manoeuvre (SSS 1.5.2d, 8.6, T2, T3).
    fn forms_up(self, id: UnitId, led: &mut Led, form: Option<(Formation, u8)>) -> Option<()> {
        let Some((formation, files)) = form else { return Some(()) };
        let still = matches!(formation, Formation::Square | Formation::ColumnOfMarch | Formation::Limbered);
        if still || (led.unit.formation == formation && (files == 0 || files == led.unit.files)) {
            return None;
        }
        self.may_form(id, formation).ok()?;
        let cost = match led.unit.leadership {
            _ if self.is_skirmishing(id) => 0,
            leadership if leadership.free_changes() => 0,
            leadership if leadership.slow_changes() => 2 * COMPLEX,
            _ => COMPLEX,
        };
        if cost > self.left_of(id, led)? {
            return None;
        }
        led.unit = self.formed(id, &led.unit, formation, files).ok()?;
        led.deducted += cost;
        let body = self.rules.body_of(id, &led.unit);
        self.may_rest(id, &body).ok()?;
        self.stands_free(id, &body).then_some(())
    }

    /// Straight on before the wheel: past nobody, and 1 BW from enemies (SSS 1.2a, 1.5.2d).
    fn goes_ahead(self, id: UnitId, led: &mut Led, ahead: Um, target: UnitId) -> Option<()> {
        if ahead <= 0 {
            return (ahead == 0).then_some(());
        }
        let (body, dir, dist) = (self.rules.body_of(id, &led.unit), led.unit.pose.dir(), f64::from(ahead));
        let bars = |other: UnitId| {
            let theirs = self.body(other);
            // Most stand farther off by the circles about them alone.
            if !body.maybe_within(&theirs, dist + f64::from(NEAR) + TOUCH) {
                return false;
            }
            match self.side(other) == self.side(id) {
                true => !self.charges_through(id, other) && passage(&body, dir, dist, &theirs).is_some(),
                false if other == target => cast(&body, dir, dist, &theirs).is_some(),
                false => keeps_off(&body, dir, dist, &theirs).is_some(),
            }
        };
        if self.on_table().any(|other| other != id && !self.is_garrison(other) && bars(other)) {
            return None;
        }
        led.way = led.way.and(self.straight_over(id, &body, dir, dist).ok()?);
        led.cost += ahead;
        led.unit.pose = led.unit.pose.ahead(ahead);
        self.left_of(id, led).map(|_| ())
    }

    /// A wheel on a front corner, over ground and past everybody (SSS 1.5.2d, G9).
    fn wheels(self, id: UnitId, led: &mut Led, wheel: Cdeg) -> Option<()> {
        if wheel == 0 {
            return Some(());
        }
        let body = self.rules.body_of(id, &led.unit);
        let (pivot, radius) = (wheel_pivot(&body, wheel < 0), wheel_radius(&body, wheel < 0));
        led.cost += arc_length(radius, wheel.abs()).ceil() as Um;
        if wheel.abs() > WIDEST || self.left_of(id, led).is_none() {
            return None;
        }
        let sweep = Sweep::new(&body, Trail::Swing { pivot, by: wheel });
        let steps = (wheel.abs() / SWING_STEP).max(1);
        let clear = |step: Cdeg| self.stands_free(id, &sweep.at(f64::from(step) / f64::from(steps)));
        if !(1..=steps).all(clear) {
            return None;
        }
        let (road, track) = self.by_road(&body, body.main().front, sweep.at(1.0).main().front);
        led.way = led.way.and(self.over(id, &sweep, road, track).ok()?);
        led.unit.pose = led.unit.pose.pivot(pivot, wheel);
        self.left_of(id, led).map(|_| ())
    }

    /// On the table, with nobody else there.
    pub(super) fn stands_free(self, id: UnitId, body: &Body) -> bool {
        body.within_table(self.rules.ground.width, self.rules.ground.height)
            && self.on_table().all(|other| other == id || !self.body(other).overlaps(body))
    }

    // --- Straight on

    /// What stops a charge before it reaches its target: ground, friends whom it may not pass, other enemies, of whom it keeps
    /// 1 BW.
    fn lay_charge(self, id: UnitId, target: UnitId, path: &mut ChargePath) {
        let dir = path.dir;
        let dist = path.hit.map_or(path.free, |hit| hit.distance.min(path.free));
        // Up to the walls of those it attacks, not into them.
        let open = self.ground_room(id, &path.body, dir, (dist - TOUCH).max(0.0)) + TOUCH;
        if open + TOUCH < dist {
            path.free = open;
        }
        let edge = path.body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        path.free = path.free.min(edge);
        let run = path.hit.map_or(path.free, |hit| hit.distance).min(path.free);
        for other in self.on_table().filter(|&other| other != id && other != target) {
            let theirs = self.body(other);
            if self.side(other) != self.side(id) {
                // An enemy beside its target is no bar: there it fights on a front of its own.
                // Those it has broken through in this turn stand to both sides of it (SSS 28.1, G84).
                let parted = self.has_broken_through(id, other);
                let first = |hit: Hit| hit.distance < run - TOUCH || path.hit.is_none();
                let met = !parted && cast(&path.body, dir, run, &theirs).is_some_and(first);
                let near = if met { keeps_off(&path.body, dir, run, &theirs) } else { None };
                if let Some(at) = near.filter(|&at| at < path.free) {
                    (path.free, path.friend) = (at, None);
                }
            } else if !self.charges_through(id, other)
                && let Some(span) = passage(&path.body, dir, run, &theirs)
                && span.from < path.free
            {
                (path.free, path.friend) = (span.from.max(0.0), Some(other));
            }
        }
    }

    /// Whom a charge may lead through (SSS 9.3, 9.7, G75, G76).
    fn charges_through(self, id: UnitId, friend: UnitId) -> bool {
        let options = &self.rules.options;
        if self.is_skirmishing(id) && self.is_skirmishing(friend) {
            return true;
        }
        let any = options.charging_skirmishers == ChargingSkirmishers::ThroughAny;
        if any && self.is_foot_skirmishers(id) {
            return self.passing(id, friend) == Passing::Free;
        }
        match options.charge_over_skirmishers {
            ChargeOverSkirmishers::Barred => false,
            ChargeOverSkirmishers::OwnScreen => self.card(friend).part == Part::ScreenOf(id),
            ChargeOverSkirmishers::AnyFootSkirmishers => {
                self.is_foot_skirmishers(friend) && self.charge_by(friend).is_none()
            }
        }
    }

    /// Who meets a charge turns to face it squarely and runs along its line, in hand as any charger (SSS 1.5.2a, 1.5.2c, G14,
    /// G127).
    pub(crate) fn counter_path(self, id: UnitId, charger: UnitId, coming: &ChargePath) -> Option<ChargePath> {
        let off = turn(self.unit(id).pose.facing, bearing(-coming.dir));
        let wheel = if off.abs() <= SQUARE_ENOUGH { 0 } else { off };
        self.charge_path_to(id, Approach { wheel, ..Approach::default() }, self.delay(id), charger, &coming.body)
    }

    // --- Finding a way

    /// How a charge gets home, if it does.
    pub(crate) fn approach_to(self, id: UnitId, target: UnitId) -> Option<Approach> {
        let room = self.state.kept.room();
        let [found, way] = room.ways.ask(id.ix(), self.way_stamp(id, target), || self.finds_way(id, target));
        let approach = || Approach { form: None, ahead: (way >> 32) as Um, wheel: way as u32 as Cdeg };
        (found == 1).then(approach)
    }

    /// All that the way of a charge depends on.
    pub(crate) fn way_stamp(self, id: UnitId, target: UnitId) -> Option<Stamp> {
        Some(self.ways_stamp()?.with(self.version_of(id)?).with(target.0.into()))
    }

    /// Whether a charge gets home, and how far it goes ahead and wheels for that.
    pub(crate) fn finds_way(self, id: UnitId, target: UnitId) -> [u64; 2] {
        self.looks_for_way(id, target).map_or([0, 0], |Approach { ahead, wheel, .. }| {
            [1, u64::from(ahead as u32) << 32 | u64::from(wheel as u32)]
        })
    }

    /// Straight, with a wheel, or with a wheel after an advance, the shortest that will do.
    fn looks_for_way(self, id: UnitId, target: UnitId) -> Option<Approach> {
        let unit = self.closed_up(id, self.unit(id));
        let (body, range) = (self.rules.body_of(id, &unit), self.charge_range(id));
        let theirs = self.body(target);
        // No wheel brings it farther than it can go straight on.
        if !body.within(&theirs, f64::from(range) + TOUCH) {
            return None;
        }
        let aims = Aims { table: self, id, unit: &unit, range, theirs: &theirs };
        let mut begins = Led { unit, cost: 0, deducted: unit.deducted, way: unit.way };
        // Whatever else it was to do, it charges.
        begins.unit.this_turn.intent = Intent::Charge(target);
        for ahead in (0..).map(|step| step * AHEAD_STEP).take_while(|&ahead| ahead < range.max(1)) {
            let mut led = begins;
            // What keeps it from going so far keeps it from going farther.
            self.goes_ahead(id, &mut led, ahead, target)?;
            let corner = aims.after(ahead);
            let home = |wheel: &Cdeg| {
                let path = self.path_from(id, led, *wheel, target, &theirs);
                path.is_some_and(|path| path.contact().is_some())
            };
            if let Some(wheel) = wheels().filter(|&wheel| corner.leads(wheel)).find(home) {
                return Some(Approach { ahead, wheel, form: None });
            }
        }
        None
    }
}

/// A charge that looks for a way home: what is the same for all of its ways.
#[derive(Clone, Copy)]
struct Aims<'a> {
    table: Table<'a>,
    id: UnitId,
    unit: &'a Unit,
    range: Um,
    theirs: &'a Body,
}

/// The place from which a charge wheels that has gone ahead so far: what is the same for all of its wheels.
struct Corner<'a> {
    aims: Aims<'a>,
    pose: Pose,
    body: Body,
    /// How far it goes from there, the wheel included.
    left: f64,
}

impl<'a> Aims<'a> {
    fn after(self, ahead: Um) -> Corner<'a> {
        let pose = self.unit.pose.ahead(ahead);
        let body = self.table.rules.body_at(self.id, self.unit, pose);
        Corner { aims: self, pose, body, left: f64::from(self.range - ahead) }
    }
}

impl Corner<'_> {
    /// Over open ground, with nobody about, the wheel would bring it there: whatever does not need not be followed over the table.
    fn leads(&self, wheel: Cdeg) -> bool {
        let left = wheel < 0;
        let swing = arc_length(wheel_radius(&self.body, left), wheel);
        let most = self.left - swing + TOUCH;
        if most <= 0.0 {
            return false;
        }
        let pivot = wheel_pivot(&self.body, left);
        let wheeled = self.pose.pivot(pivot, wheel);
        if self.passes_clear(wheeled, pivot, wheel, most) {
            return false;
        }
        let Aims { table, id, unit, theirs, .. } = self.aims;
        let there = table.rules.body_at(id, unit, wheeled);
        cast(&there, wheeled.dir(), most, theirs).is_some()
    }

    /// The circles about them show already that it comes nowhere near.
    fn passes_clear(&self, wheeled: Pose, pivot: Vec2, wheel: Cdeg, most: f64) -> bool {
        /// Far above what places lose by being rounded.
        const ROUNDED: f64 = 10.0;
        let (dir, theirs) = (wheeled.dir(), self.aims.theirs);
        let between = theirs.center() - self.body.center().turned_about(pivot, wheel);
        let reach = self.body.radius() + theirs.radius() + ROUNDED;
        let along = between.dot(dir);
        between.cross(dir).abs() > reach || along < -reach || along - most > reach
    }
}

/// Wheels worth trying, narrow ones first.
fn wheels() -> impl Iterator<Item = Cdeg> {
    let steps = 1..=WIDEST / WHEEL_STEP;
    [0].into_iter().chain(steps.flat_map(|step| [step * WHEEL_STEP, -step * WHEEL_STEP]))
}
