//! What one order to shoot brings to bear: which figures, at what range, on which row of the table.

use super::figures::{FACES, FigureSet, Muzzle};
use super::lines::{GapCount, Screen};
use super::reckoned::Aimed;
use super::table::{FIRELOCKS, MATCHLOCKS, PerDie, Row, ShootingTable};
use super::targets::{Mark, TargetClass};
use super::timing::Aim;
use crate::bodies::Outline;
use crate::cards::{Kind, MOST_GUNS, UnitId};
use crate::hits::faces_that_hit;
use crate::scales::Scale;
use crate::state::{Fire, Formation, MOST_WOODS, Shot, Woods};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Body, Polygon, SLACK, Segment, Vec2};
use kernel::Refusal;

/// Figures that shoot on one row of the table, and their dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    pub row: Row,
    pub figures: u32,
    pub dice: u32,
}

/// An order worked out.
#[derive(Debug, Clone, PartialEq)]
pub struct Salvo {
    pub bands: ArrayVec<Band, 3>,
    pub class: TargetClass,
    pub aim: Aim,
    /// Where and how the target stands when it is shot at.
    pub stood: Outline,
    /// Distance from the nearest shooter.
    pub nearest: f64,
    pub figures: FigureSet,
    pub gaps: GapCount,
}

impl Salvo {
    pub fn dice(&self) -> u32 {
        self.bands.iter().map(|band| band.dice).sum()
    }

    pub fn shooters(&self) -> u32 {
        self.bands.iter().map(|band| band.figures).sum()
    }

    /// The best chance that any of its dice has to hit, in sixths (ruling G43).
    pub fn chance(&self, table: &ShootingTable) -> u32 {
        let fired = self.bands.iter().filter(|band| band.dice > 0);
        fired.map(|band| faces_that_hit(&self.class.code(band.row, table))).max().unwrap_or(0)
    }

    /// Hits to be expected, times six.
    pub(super) fn worth(&self, table: &ShootingTable) -> u32 {
        self.bands.iter().map(|band| band.dice * self.class.chance(band.row, table)).sum()
    }
}

/// What a unit shoots with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weapon {
    /// Near row, far row if there is one, and how many make a die.
    SmallArms {
        near: Row,
        far: Option<Row>,
        per_die: PerDie,
        volley: bool,
    },
    Guns {
        shot: Shot,
    },
}

impl Weapon {
    /// The row for one shooter at a distance.
    fn row(self, muzzle: &Muzzle, distance: f64, near_range: f64) -> Row {
        match (self, muzzle.gun) {
            (Weapon::SmallArms { near, far: Some(far), .. }, _) => {
                if distance <= near_range + SLACK {
                    near
                } else {
                    far
                }
            }
            (Weapon::SmallArms { near, .. }, _) => near,
            (Weapon::Guns { shot: Shot::Hail }, Some(class)) => Row::hail(class),
            (Weapon::Guns { .. }, class) => Row::ball(class.unwrap_or(crate::cards::GunClass::Light)),
        }
    }

    /// The best row that something so far away can be on; none if it is out of reach.
    fn reaches(self, bounds: &Bounds<'_>, distance: f64, scale: Scale) -> Option<Row> {
        let within = |row: &Row| distance <= f64::from(row.range(scale)) + SLACK;
        match self {
            Weapon::SmallArms { near, far, .. } => [Some(near), far].into_iter().flatten().find(within),
            Weapon::Guns { .. } => bounds.muzzles.iter().map(|muzzle| self.longest(muzzle)).find(within),
        }
    }

    /// The dice that so many make together.
    fn dice(self, figures: u32) -> u32 {
        match self {
            Weapon::SmallArms { per_die, .. } => per_die.dice(figures),
            Weapon::Guns { .. } => figures,
        }
    }

    fn longest(self, muzzle: &Muzzle) -> Row {
        match (self, muzzle.gun) {
            (Weapon::SmallArms { near, far, .. }, _) => far.unwrap_or(near),
            _ => self.row(muzzle, 0.0, 0.0),
        }
    }
}

/// Figures gathered so far for a salvo.
#[derive(Default)]
struct Gathered {
    figures: FigureSet,
    rows: ArrayVec<(Row, u32), 3>,
    gaps: GapCount,
    nearest: Option<f64>,
    count: u32,
}

impl Gathered {
    fn add(&mut self, muzzle: &Muzzle, row: Row, distance: f64) {
        self.figures.add(muzzle.index);
        self.count += 1;
        self.nearest = Some(self.nearest.map_or(distance, |nearest| nearest.min(distance)));
        match self.rows.iter_mut().find(|(known, _)| *known == row) {
            Some((_, figures)) => *figures += 1,
            // Two ranges or three classes of gun are all there are.
            None => self.rows.extend(Some((row, 1)).filter(|_| !self.rows.is_full())),
        }
    }
}

type Muzzles = ArrayVec<Muzzle, 256>;

/// What the orders given so far leave to a unit, or to one face of it.
pub(super) struct ToldOff {
    /// No order given so far changes anything.
    first: bool,
    /// Figures that have their order.
    pub taken: FigureSet,
    /// How many more may shoot.
    most: u32,
    /// Guns that could hit a target ordered before: they may not take another (CP 16.1.5).
    barred: ArrayVec<(UnitId, FigureSet), MOST_GUNS>,
}

impl ToldOff {
    /// Figures that may not shoot at a target.
    fn against(&self, target: UnitId) -> FigureSet {
        let mut taken = self.taken;
        self.barred.iter().filter(|(first, _)| *first != target).for_each(|(_, guns)| taken.add_all(guns));
        taken
    }
}

/// What bounds a salvo before anybody aims.
struct Bounds<'a> {
    fire: &'a Fire,
    weapon: Weapon,
    /// The figures that have not been told off already.
    muzzles: &'a [Muzzle],
    /// The most that may still shoot.
    most: u32,
    /// The circle about the shooters.
    center: Vec2,
    radius: f64,
    /// How the target stands now; no part of it is farther than the spread from the middle of its front.
    now: Outline,
    spread: f64,
    /// Any shot will do: of those who have a target in clear view no more are told off than make a die.
    any: bool,
}

impl Bounds<'_> {
    /// The target is no nearer than this when it stands there; where it was drawn up otherwise nothing is known.
    fn least_distance(&self, stood: &Outline) -> f64 {
        match stood.drawn_up_like(&self.now) {
            true => self.center.distance(stood.pose.at.vec()) - self.radius - self.spread,
            false => 0.0,
        }
    }

    /// Nobody else need aim. Through gaps and at chargers everybody counts.
    fn enough(&self, gathered: &Gathered, screen: &Screen, aim: Aim) -> bool {
        self.any && aim != Aim::Charger && screen.is_open() && self.weapon.dice(gathered.count) > 0
    }

    /// How far a figure shoots.
    fn range(&self, muzzle: &Muzzle, scale: Scale) -> f64 {
        f64::from(self.weapon.longest(muzzle).range(scale))
    }
}

/// Cosine of the angle to a front within which its line is perhaps raked, with room for its length.
const RAKED_PERHAPS: f64 = 0.8;

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl<'a> Table<'a> {
    /// Which row a unit uses at a distance, if it reaches that far.
    pub fn shooting_row(self, id: UnitId, distance: f64) -> Option<Row> {
        let Ok(Weapon::SmallArms { near, far, .. }) = self.weapon(id, Shot::SmallArms) else { return None };
        let scale = self.scale();
        [Some(near), far].into_iter().flatten().find(|row| distance <= f64::from(row.range(scale)) + SLACK)
    }

    fn weapon(self, id: UnitId, shot: Shot) -> Result<Weapon, Refusal> {
        if self.is_battery(id) {
            return match shot {
                Shot::SmallArms => refuse("CP 16.8.1", "guns fire ball or hail"),
                shot => Ok(Weapon::Guns { shot }),
            };
        }
        if shot != Shot::SmallArms {
            return refuse("CP 16.8.1", "only guns fire ball or hail");
        }
        let (card, unit, options) = (self.card(id), self.unit(id), &self.rules.options);
        // CP 20.2.1
        let per_die = if options.firelocks && card.firelocks { FIRELOCKS } else { MATCHLOCKS };
        let volley = options.volley_fire && unit.volley;
        if self.is_mounted(id) {
            return Ok(Weapon::SmallArms { near: Row::Mounted, far: None, per_die, volley: false });
        }
        // CP 16.8.1, 16.8.3; archers shoot like unsteady muskets (ruling G62).
        let steady = self.steady(id) && unit.formation != Formation::Square && card.kind != Kind::HighlandArchers;
        let (near, far) =
            if steady { (Row::SteadyNear, Row::SteadyFar) } else { (Row::UnsteadyNear, Row::UnsteadyFar) };
        Ok(Weapon::SmallArms { near, far: Some(far), per_die, volley })
    }

    /// What an order brings to bear, after those the unit has been given already (CP 16.1.3).
    pub fn shooters(self, fire: &Fire) -> Result<Salvo, Refusal> {
        let before = self.state.fires.iter().position(|known| known == fire).unwrap_or(self.state.fires.len());
        self.salvo_after(fire, &self.state.fires[..before])
    }

    pub(super) fn salvo_after(self, fire: &Fire, before: &[Fire]) -> Result<Salvo, Refusal> {
        let told = self.told_off(fire.unit, fire.face, before);
        let mut known = self.known_salvos(fire.unit, fire.face, fire.shot, &told).into_iter().flatten();
        let aimed = known.find(|aimed| aimed.target == fire.target);
        match aimed.and_then(|aimed| self.best_of(aimed, fire, &told)) {
            Some(salvo) => Ok(salvo.clone()),
            None => self.salvo(fire, &told, false),
        }
    }

    /// The salvos of a unit, or of one face of it, that were reckoned when the phase began, where no order before changes
    /// them.
    pub(super) fn known_salvos(self, id: UnitId, face: u8, shot: Shot, told: &ToldOff) -> Option<&'a [Aimed]> {
        if told.first { self.state.reckoned.of(id, face, shot) } else { None }
    }

    /// The same where it is known who has been told off.
    pub(super) fn salvo_of(self, fire: &Fire, told: &ToldOff) -> Result<Salvo, Refusal> {
        self.salvo(fire, told, false)
    }

    /// Any shot at all that an order could bring, where the best is not asked for.
    pub(super) fn some_salvo(self, fire: &Fire, told: &ToldOff) -> Option<Salvo> {
        self.salvo(fire, told, true).ok()
    }

    fn salvo(self, fire: &Fire, told: &ToldOff, any: bool) -> Result<Salvo, Refusal> {
        self.is_target(fire.unit, fire.target)?;
        let aim = self.aim(fire.unit, fire.target)?;
        let weapon = self.weapon(fire.unit, fire.shot)?;
        self.face_is_there(fire.unit, fire.face)?;
        if aim != Aim::Charger && !self.perhaps_in_range(fire, weapon, aim) {
            return refuse("CP 16.1.3", "the target is out of range");
        }
        let mut muzzles = Muzzles::new();
        self.muzzles(fire, &told.against(fire.target), &mut muzzles);
        let bounds = self.bounds(fire, weapon, &muzzles, told.most, any);
        let salvo = match aim {
            Aim::Charger => self.own_defence(&bounds),
            Aim::Standing => self.salvo_at(&bounds, &self.unit(fire.target).outline(), aim),
            Aim::Passing if any => self.first_on_the_way(&bounds),
            Aim::Passing => self.best_on_the_way(&bounds),
        };
        match salvo {
            Some(salvo) if salvo.dice() > 0 => Ok(salvo),
            Some(_) => refuse("CP 16.1.1", "too few figures can shoot at it to make a die"),
            None => refuse("CP 16.1.3", "none of its figures has the target in range, in arc and in clear view"),
        }
    }

    fn bounds<'b>(self, fire: &'b Fire, weapon: Weapon, muzzles: &'b [Muzzle], most: u32, any: bool) -> Bounds<'b> {
        let (shooter, target) = (self.body(fire.unit), self.body(fire.target));
        let spread = self.unit(fire.target).pose.at.vec().distance(target.center()) + target.radius();
        Bounds {
            fire,
            weapon,
            muzzles,
            most,
            center: shooter.center(),
            radius: shooter.radius(),
            now: self.unit(fire.target).outline(),
            spread,
            any,
        }
    }

    /// Told apart before anybody aims: a target that nowhere on its way came within the longest range of small arms.
    fn perhaps_in_range(self, fire: &Fire, weapon: Weapon, aim: Aim) -> bool {
        let Weapon::SmallArms { near, far, .. } = weapon else { return true };
        let range = f64::from(far.unwrap_or(near).range(self.scale())) + SLACK;
        let (shooter, target) = (self.body(fire.unit), self.body(fire.target));
        let mut later = self.unit(fire.target).pose.at.vec();
        let reach = range + shooter.radius() + later.distance(target.center()) + target.radius();
        let from = shooter.center();
        let now = self.unit(fire.target).outline();
        from.distance(later) <= reach
            || (aim == Aim::Passing
                && self.state.paths[fire.target.ix()].iter().rev().any(|stood| {
                    if !stood.drawn_up_like(&now) {
                        return true;
                    }
                    let earlier = stood.pose.at.vec();
                    let passed = Segment { a: earlier, b: later }.distance(from) <= reach;
                    later = earlier;
                    passed
                }))
    }

    /// Filled in place: so many are costly to hand about.
    fn muzzles(self, fire: &Fire, taken: &FigureSet, muzzles: &mut Muzzles) {
        self.each_muzzle(fire.unit, fire.face, fire.shot, &mut |muzzle: Muzzle| {
            if !taken.has(muzzle.index) {
                // There are no more figures than indices.
                self.state.overflow.keep(muzzles, muzzle);
            }
        });
    }

    fn face_is_there(self, id: UnitId, face: u8) -> Result<(), Refusal> {
        let faces = match self.battery(id) {
            Some(battery) => battery.guns.len() as u8 + 1,
            None if self.shoots_by_faces(id) => FACES,
            None => 1,
        };
        if face < faces { Ok(()) } else { refuse("CP 16.1.6", "the unit has no such face") }
    }

    /// Whether the figures on a face that have no order yet are enough to make a die.
    pub(super) fn die_left(self, id: UnitId, face: u8, taken: &FigureSet) -> bool {
        let mut left = 0;
        self.each_muzzle(id, face, Shot::SmallArms, &mut |muzzle: Muzzle| left += u32::from(!taken.has(muzzle.index)));
        self.weapon(id, Shot::SmallArms).is_ok_and(|weapon| weapon.dice(left) > 0)
    }

    /// Figures that other orders have used up, and how many more may shoot: so many as there are windows on that side
    /// of a block (CP 19.7.7), or gunners for the guns (ruling G37).
    pub(super) fn told_off(self, id: UnitId, face: u8, before: &[Fire]) -> ToldOff {
        let unit = self.unit(id);
        let town = unit.inside.filter(|_| !self.is_battery(id));
        let most = match town {
            Some(area) => self.shooters_per_side(area),
            None if self.is_battery(id) => u32::from(unit.others),
            None => u32::MAX,
        };
        let mut told = ToldOff { first: true, taken: FigureSet::default(), most, barred: ArrayVec::new() };
        for (index, earlier) in before.iter().enumerate() {
            let same_unit = earlier.unit == id;
            let same_side = town.is_some()
                && earlier.face == face
                && self.unit(earlier.unit).inside == town
                && !self.is_battery(earlier.unit);
            if !same_unit && !same_side {
                continue;
            }
            told.first = false;
            let Ok(salvo) = self.salvo_after(earlier, &before[..index]) else { continue };
            if same_unit {
                told.taken.add_all(&salvo.figures);
                if self.is_battery(id) {
                    told.most = told.most.saturating_sub(salvo.shooters());
                }
                if self.battery(id).is_some() && told.barred.iter().all(|(target, _)| *target != earlier.target) {
                    // No more orders than guns.
                    let barred = (earlier.target, self.guns_that_reach(id, earlier.target));
                    self.state.overflow.keep(&mut told.barred, barred);
                }
            }
            if same_side {
                told.most = told.most.saturating_sub(salvo.shooters());
            }
        }
        told
    }

    /// Guns that could hit a target with ball or hail.
    fn guns_that_reach(self, id: UnitId, target: UnitId) -> FigureSet {
        let mut reaching = FigureSet::default();
        for shot in [Shot::Ball, Shot::Hail] {
            let other = Fire { unit: id, target, face: 0, shot };
            let Ok(weapon) = self.weapon(id, shot) else { continue };
            let mut muzzles = Muzzles::new();
            self.muzzles(&other, &FigureSet::default(), &mut muzzles);
            let bounds = self.bounds(&other, weapon, &muzzles, u32::MAX, false);
            if let Some(salvo) = self.salvo_at(&bounds, &self.unit(target).outline(), Aim::Standing) {
                reaching.add_all(&salvo.figures);
            }
        }
        reaching
    }

    /// Shots at a target standing in one place; none if nobody has it in his fire zone.
    fn salvo_at(self, bounds: &Bounds<'_>, stood: &Outline, aim: Aim) -> Option<Salvo> {
        self.salvo_on(bounds, &self.mark_in_reach(bounds, stood)?, aim)
    }

    /// The target at one place; none where it is clear before anybody aims that nobody has it in arc and range.
    fn mark_in_reach(self, bounds: &Bounds<'_>, stood: &Outline) -> Option<Mark> {
        bounds.weapon.reaches(bounds, bounds.least_distance(stood), self.scale())?;
        // Those in a town block cover its ground, wherever they came from.
        let known = stood.inside.is_none() && stood.drawn_up_like(&bounds.now);
        let radius = if known { bounds.spread } else { f64::INFINITY };
        let (at, scale) = (stood.pose.at.vec(), self.scale());
        let mut muzzles = bounds.muzzles.iter();
        muzzles
            .any(|muzzle| muzzle.may_bear_on(at, radius, bounds.range(muzzle, scale)))
            .then(|| self.mark_as(bounds.fire.target, stood))
    }

    fn salvo_on(self, bounds: &Bounds<'_>, mark: &Mark, aim: Aim) -> Option<Salvo> {
        let mut gathered = Gathered::default();
        self.gather(bounds, mark, aim, f64::INFINITY, &mut gathered);
        self.finish(bounds, mark, aim, gathered)
    }

    /// The shooter picks the point of the enemy's path that suits him best (CP 16.2.1, ruling G42).
    fn best_on_the_way(self, bounds: &Bounds<'_>) -> Option<Salvo> {
        let table = &self.rules.shooting;
        let mut best: Option<Salvo> = None;
        for stood in &self.path_back(bounds.fire.target) {
            let worth = best.as_ref().map_or(0, |salvo| salvo.worth(table));
            let Some(mark) = self.mark_in_reach(bounds, stood) else { continue };
            if best.is_some() && self.most_to_hope(bounds, &mark) <= worth {
                continue;
            }
            let Some(salvo) = self.salvo_on(bounds, &mark, Aim::Passing) else { continue };
            if best.is_none() || salvo.worth(table) > worth {
                best = Some(salvo);
            }
        }
        best
    }

    fn first_on_the_way(self, bounds: &Bounds<'_>) -> Option<Salvo> {
        let mut way = self.path_back(bounds.fire.target).into_iter();
        way.find_map(|stood| self.salvo_at(bounds, &stood, Aim::Passing).filter(|salvo| salvo.dice() > 0))
    }

    /// More than this cannot come of shooting at a target there: everybody hits it who may have it in arc and range, in
    /// the open.
    fn most_to_hope(self, bounds: &Bounds<'_>, mark: &Mark) -> u32 {
        let (table, scale) = (&self.rules.shooting, self.scale());
        let line = (mark.stood.pose.at.vec() - self.fire_from(bounds)).unit();
        let raked = line.dot(mark.stood.pose.dir()).abs() < RAKED_PERHAPS;
        let class = self.class_in_the_open(mark, raked);
        let chance = |row: Row| class.chance(row, table);
        let in_range = |muzzle: &&Muzzle| muzzle.may_bear(&mark.body, bounds.range(muzzle, scale));
        let bearing = bounds.muzzles.iter().filter(in_range);
        let Weapon::SmallArms { near, far, volley, .. } = bounds.weapon else {
            return bearing.map(|muzzle| chance(bounds.weapon.longest(muzzle))).sum();
        };
        let far = far.unwrap_or(near);
        let reach = |row: Row| f64::from(row.range(scale)) + 2.0 * SLACK;
        let (mut close, mut all) = (0, 0);
        for muzzle in bearing {
            let distance = mark.body.distance_to_point(muzzle.at);
            close += u32::from(distance <= reach(near));
            all += u32::from(distance <= reach(far));
        }
        // Every die has the chance of long range, those of figures at short range perhaps a better one.
        let better = chance(near).saturating_sub(chance(far));
        let worth = bounds.weapon.dice(all) * chance(far) + bounds.weapon.dice(close) * better;
        if volley { 2 * worth } else { worth }
    }

    /// At a charging enemy every figure shoots that has him in arc and range somewhere on his way in, at the nearest
    /// (CP 16.1.3, 16.1.9, ruling G42).
    fn own_defence(self, bounds: &Bounds<'_>) -> Option<Salvo> {
        let target = bounds.fire.target;
        let near = match bounds.weapon {
            Weapon::SmallArms { near, .. } => f64::from(near.range(self.scale())),
            Weapon::Guns { .. } => f64::INFINITY,
        };
        let mut gathered = Gathered::default();
        // First who has him at short range anywhere, then who has him at all.
        for limit in [near, f64::INFINITY] {
            for stood in &self.path_back(target) {
                if gathered.count as usize == bounds.muzzles.len() {
                    break;
                }
                self.gather(bounds, &self.mark_as(target, stood), Aim::Charger, limit, &mut gathered);
            }
        }
        self.finish(bounds, &self.mark_now(target), Aim::Charger, gathered)
    }

    fn gather(self, bounds: &Bounds<'_>, mark: &Mark, aim: Aim, limit: f64, gathered: &mut Gathered) {
        let fire = bounds.fire;
        let scale = self.scale();
        // Those behind shoot at a charger as from the front of their file: else a fourth rank of horse never could
        // (CP 16.1.8, ruling G42).
        let behind = |muzzle: &Muzzle| if aim == Aim::Charger { muzzle.at.distance(muzzle.port) } else { 0.0 };
        let trees = self.heavy_woods_about(fire.unit, &mark.body);
        let range = |muzzle: &Muzzle| {
            let among = trees.iter().map(|wood| self.range_among_trees(wood, muzzle, &mark.body));
            let sight = among.fold(f64::INFINITY, f64::min);
            bounds.range(muzzle, scale).min(limit).min(sight) + behind(muzzle)
        };
        let bears = bounds.muzzles.iter().any(|muzzle| muzzle.may_bear(&mark.body, range(muzzle)));
        if !bears || !self.in_view(bounds, mark, aim) {
            return;
        }
        let mut screen = self.open_screen(bounds.muzzles);
        self.raise_screen(&mut screen, fire.unit, mark, fire.shot, bounds.muzzles);
        let near_range = match bounds.weapon {
            Weapon::SmallArms { near, .. } => f64::from(near.range(scale)),
            Weapon::Guns { .. } => 0.0,
        };
        for muzzle in bounds.muzzles.iter() {
            if gathered.count >= bounds.most {
                return;
            }
            if gathered.figures.has(muzzle.index) {
                continue;
            }
            if !muzzle.may_bear(&mark.body, range(muzzle)) {
                continue;
            }
            let Some(reach) = screen.reach(&muzzle.shooter(), &mark.body, range(muzzle)) else { continue };
            if reach.gap.is_none_or(|gap| gathered.gaps.admit(gap, self.gap_step(muzzle))) {
                let row = bounds.weapon.row(muzzle, reach.distance - behind(muzzle), near_range);
                gathered.add(muzzle, row, reach.distance);
                if bounds.enough(gathered, &screen, aim) {
                    return;
                }
            }
        }
    }

    /// The heavy woods in which two units stand, be it in part.
    fn heavy_woods_about(self, id: UnitId, target: &Body) -> ArrayVec<&'a Polygon, MOST_WOODS> {
        let areas = &self.rules.ground.areas;
        let heavy = (0..areas.len()).filter(|&ix| self.woods(ix) == Some(Woods::Heavy));
        let woods = heavy.map(|ix| &areas[ix].outline);
        woods.filter(|wood| wood.meets_body(target) && wood.meets_body(&self.body(id))).take(MOST_WOODS).collect()
    }

    /// How far a figure shoots in a wood: 2(1.5)" if both it and what is nearest to it stand there (CP 19.1.10, 16.1.3).
    fn range_among_trees(self, wood: &Polygon, muzzle: &Muzzle, target: &Body) -> f64 {
        let among = wood.contains(muzzle.port) && wood.contains(target.nearest(muzzle.port));
        if among { f64::from(self.inches(2)) } else { f64::INFINITY }
    }

    /// Whether the ground lets a unit see what it shoots at (chapter 10). A charger at its throat is seen anyway.
    fn in_view(self, bounds: &Bounds<'_>, mark: &Mark, aim: Aim) -> bool {
        let id = bounds.fire.unit;
        if aim == Aim::Charger && !mark.passing {
            return true;
        }
        let ground = &self.rules.ground;
        if ground.areas.is_empty() && ground.lines.is_empty() && ground.relief.is_flat() {
            return true;
        }
        self.ground_lets_shoot_at(id, (mark.id, mark.stood.inside, &mark.body))
    }

    /// Where a unit's fire comes from, for cover, enfilade and flanks: the middle of its front.
    fn fire_from(self, bounds: &Bounds<'_>) -> Vec2 {
        match self.standing_body(bounds.fire.unit) {
            Some(body) => self.muzzle_of(bounds.fire.unit, &body),
            None => self.unit(bounds.fire.unit).pose.at.vec(),
        }
    }

    pub(super) fn muzzle_of(self, id: UnitId, body: &Body) -> Vec2 {
        let (left, right) = body.front_ends();
        if self.shoots_by_faces(id) || self.unit(id).inside.is_some() { body.center() } else { left.midpoint(right) }
    }

    fn finish(self, bounds: &Bounds<'_>, mark: &Mark, aim: Aim, gathered: Gathered) -> Option<Salvo> {
        self.state.overflow.add(gathered.gaps.lost());
        let nearest = gathered.nearest?;
        let ball = bounds.fire.shot == Shot::Ball;
        let class = self.class_of(mark, aim, self.fire_from(bounds), ball);
        Some(Salvo {
            bands: dice_for(bounds.weapon, &gathered.rows),
            class,
            aim,
            stood: mark.stood,
            nearest,
            figures: gathered.figures,
            gaps: gathered.gaps,
        })
    }
}

/// One die a gun (CP 16.1.2); for small arms so many figures a die (CP 16.1.1), twice that by volley (CP 20.4.3a). The
/// figures of a unit make dice together: those at short range take what they make by themselves, the rest is long.
fn dice_for(weapon: Weapon, rows: &[(Row, u32)]) -> ArrayVec<Band, 3> {
    let mut bands: ArrayVec<Band, 3> =
        rows.iter().map(|&(row, figures)| Band { row, figures, dice: figures }).collect();
    bands.sort_by_key(|band| band.row);
    if let Weapon::SmallArms { per_die, volley, .. } = weapon {
        let all = per_die.dice(bands.iter().map(|band| band.figures).sum());
        let times = if volley { 2 } else { 1 };
        let mut left = all;
        let last = bands.len().saturating_sub(1);
        for (index, band) in bands.iter_mut().enumerate() {
            let dice = if index == last { left } else { per_die.dice(band.figures).min(left) };
            left -= dice;
            band.dice = dice * times;
        }
    }
    bands
}
