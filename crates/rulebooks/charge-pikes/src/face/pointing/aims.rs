//! What a hand may mean in answer to the open question: the likeliest first, whether it is legal or not.

use super::{Thing, general_number, unit_number, whole_mm};
use crate::agenda::Step;
use crate::cards::{GeneralId, UnitId, Zone};
use crate::combat::{CombatChoice, CombatStep};
use crate::decision::{Decision, Leg, NO_LEGS};
use crate::deployment::{DeployChoice, DeployStep, FORLORN_FIGURES};
use crate::generals::{GeneralChoice, GeneralStep};
use crate::movement::charging::{ChargeChoice, ChargeStep};
use crate::movement::flight::{FlightChoice, FlightStep};
use crate::movement::maneuvers::{MoveChoice, MoveStep};
use crate::reaction::TestChoice;
use crate::shooting::{ShootChoice, ShootStep};
use crate::state::{Formation, Place, Shot, Unit};
use crate::table::Table;
use field::table::{Cdeg, INCH, MM, Point, Pose, Um, Vec2, bearing, longest, normal, turn};
use kernel::{Aim, Rulebook, Seat};

/// Whoever stands this near to where a hand lets go is pointed at.
const REACH: Um = INCH + INCH / 2;
/// A hand that is off by no more than this is helped.
const HELP: Um = 3 * INCH;

/// What a hand points at, in the terms of the table.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    pub seat: Seat,
    /// The body in the hand.
    pub held: Option<Thing>,
    /// The body pointed at.
    pub target: Option<Thing>,
    pub at: Option<Vec2>,
    pub facing: Option<Cdeg>,
}

impl Hand {
    fn of(table: Table<'_>, seat: Seat, aim: &Aim) -> Hand {
        // Far beyond the table is as good as a little beyond it.
        let most = 2.0 * f64::from(table.rules.ground.width.max(table.rules.ground.height));
        let place = |[x, y]: [f64; 2]| {
            let at = Vec2::new(x * f64::from(MM), y * f64::from(MM));
            (x.is_finite() && y.is_finite()).then(|| Vec2::new(at.x.clamp(-most, most), at.y.clamp(-most, most)))
        };
        let angle = |degrees: f64| {
            let whole = (degrees % 360.0).round() as Cdeg;
            degrees.is_finite().then_some(normal(whole * 100))
        };
        let thing = |body: u16| Thing::of(table.rules, body);
        Hand {
            seat,
            held: aim.body.and_then(thing),
            target: aim.target.and_then(thing),
            at: aim.at.and_then(place),
            facing: aim.facing.and_then(angle),
        }
    }

    fn held_unit(&self) -> Option<UnitId> {
        self.held.and_then(Thing::unit)
    }
}

impl Table<'_> {
    /// The decisions that a hand may mean.
    pub fn aims(self, seat: Seat, aim: &Aim) -> Vec<Decision> {
        let Some(step) = self.state.agenda.top() else { return Vec::new() };
        let hand = Hand::of(self, seat, aim);
        let meant = self.aims_in(step, &hand);
        if meant.is_empty() { self.nothing_of(step, &hand).into_iter().collect() } else { meant }
    }

    /// Whoever is pointed at and has no part in the question is told what is asked instead.
    fn nothing_of(self, step: Step, hand: &Hand) -> Option<Decision> {
        match hand.held.or(hand.target)? {
            Thing::General(general) => Some(Decision::General(GeneralChoice::Detach { general })),
            thing => thing
                .unit()
                .filter(|&unit| step != Step::Move(MoveStep::Moving(unit)))
                .map(|it| Decision::Move(MoveChoice::Pick(it))),
        }
    }

    fn aims_in(self, step: Step, hand: &Hand) -> Vec<Decision> {
        match step {
            Step::Deploy(DeployStep::Place(_)) => self.deploy_aims(hand),
            Step::Deploy(DeployStep::DrawOutForlorn(_)) => self.forlorn_aims(hand),
            Step::General(GeneralStep::Fleeing(_)) => self.general_aims(hand),
            Step::Move(MoveStep::NormalMoves(_)) => match self.pointed_unit(hand) {
                Some(unit) if !matches!(hand.held, Some(Thing::General(_))) => {
                    vec![Decision::Move(MoveChoice::Pick(unit))]
                }
                _ => self.general_aims(hand),
            },
            Step::Move(MoveStep::Moving(unit)) => self.moving_aims(hand, unit),
            Step::Charge(ChargeStep::Declare(_)) => self.charge_aims(hand),
            Step::Charge(ChargeStep::Answer(_)) => self.answer_aims(hand),
            Step::Charge(ChargeStep::EvadeOrStand { charge, unit }) => self.evade_aims(hand, usize::from(charge), unit),
            Step::Charge(ChargeStep::CloseRanks { unit, .. }) => self.close_ranks_aims(hand, unit),
            Step::Charge(ChargeStep::AfterEvade { charge, .. }) => self.after_evade_aims(hand, usize::from(charge)),
            Step::Shoot(ShootStep::Orders) => self.shooting_aims(hand),
            Step::Combat(CombatStep::Choices) => self.combat_aims(hand),
            Step::Combat(CombatStep::FollowUp { unit, enemy }) => self.either(
                hand,
                unit,
                enemy,
                Decision::Combat(CombatChoice::Follow(true)),
                Decision::Combat(CombatChoice::Follow(false)),
            ),
            Step::Flight(FlightStep::TryHalt { unit, router }) => self.either(
                hand,
                unit,
                router,
                Decision::Flight(FlightChoice::TryHalt(false)),
                Decision::Flight(FlightChoice::TryHalt(true)),
            ),
            Step::Flight(FlightStep::ChooseQuarry { .. }) => {
                self.enemy_pointed(hand).map(|it| Decision::Flight(FlightChoice::Pursue(it))).into_iter().collect()
            }
            Step::Flight(FlightStep::TurnAbout { unit }) => self.turn_about_aims(hand, unit),
            Step::Tests { .. } => {
                self.pointed_unit(hand).map(|it| Decision::Test(TestChoice::Take(it))).into_iter().collect()
            }
            // Which side to be is not to be seen on the table.
            _ => Vec::new(),
        }
    }

    // --- What is pointed at

    /// The middle of what is pointed at.
    pub(super) fn place_pointed(self, hand: &Hand) -> Option<Vec2> {
        let middle = |thing: Thing| match thing {
            Thing::Unit(id) => self.standing_body(id).map(|body| body.center()),
            Thing::Horses(id) => self.led_horses(id).map(|body| body.center()),
            Thing::Guns(id) => self.left_guns_body(id).map(|body| body.center()),
            Thing::General(id) => Some(self.state.generals[id.ix()].at.vec()),
        };
        hand.at.or_else(|| hand.target.and_then(middle))
    }

    /// The unit that stands nearest to a place, if any is near enough to be meant.
    fn unit_near(self, at: Vec2, keep: impl Fn(UnitId) -> bool) -> Option<UnitId> {
        let apart = |id: UnitId| self.body(id).distance_to_point(at);
        let near = self.on_table().filter(|&id| keep(id)).map(|id| (id, apart(id)));
        let nearest = near.min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.filter(|(_, apart)| *apart <= f64::from(REACH)).map(|(id, _)| id)
    }

    /// The unit in the hand, or the one pointed at.
    fn pointed_unit(self, hand: &Hand) -> Option<UnitId> {
        let pointed = hand.held_unit().or_else(|| hand.target.and_then(Thing::unit));
        pointed.or_else(|| match (hand.held, hand.target) {
            (None, None) => hand.at.and_then(|at| self.unit_near(at, |_| true)),
            _ => None,
        })
    }

    fn is_foe(self, hand: &Hand, id: UnitId) -> bool {
        self.rules.seats.get(usize::from(hand.seat.0)).is_some_and(|card| card.side != self.side(id))
    }

    /// The enemy pointed at, or dropped upon.
    fn enemy_pointed(self, hand: &Hand) -> Option<UnitId> {
        let pointed = hand.target.and_then(Thing::unit).filter(|&id| self.is_foe(hand, id));
        pointed.or_else(|| hand.at.and_then(|at| self.unit_near(at, |id| self.is_foe(hand, id))))
    }

    /// The unit of the hand's own side that it holds or points at.
    fn own_pointed(self, hand: &Hand) -> Option<UnitId> {
        let pointed =
            hand.held_unit().or_else(|| hand.target.and_then(Thing::unit).filter(|&id| !self.is_foe(hand, id)));
        pointed.or_else(|| {
            let ground = hand.at.filter(|_| hand.target.is_none());
            ground.and_then(|at| self.unit_near(at, |id| !self.is_foe(hand, id)))
        })
    }

    /// The unit nearest to another of those that will do.
    fn nearest_to(self, id: UnitId, keep: impl Fn(UnitId) -> bool) -> Option<UnitId> {
        let body = self.body(id);
        let apart = |other: UnitId| body.distance(&self.body(other));
        self.on_table().filter(|&other| keep(other)).min_by(|&a, &b| apart(a).total_cmp(&apart(b)))
    }

    /// The answers on the menu that will do, the soundest first.
    fn offered(self, hand: &Hand, keep: impl Fn(&Decision) -> bool) -> Vec<Decision> {
        let mut menu = Vec::new();
        self.rules.ask(self.state, hand.seat, &mut menu);
        menu.retain(|decision| keep(decision));
        menu.sort_by_cached_key(|decision| std::cmp::Reverse(self.appraise(hand.seat, decision)));
        menu
    }

    /// One of two answers: the first for a hand that points at the enemy or beyond the front, the second for one that
    /// points at the unit itself or behind it.
    fn either(self, hand: &Hand, unit: UnitId, enemy: UnitId, on: Decision, stay: Decision) -> Vec<Decision> {
        match hand.held.or(hand.target).and_then(Thing::unit) {
            Some(other) if other != unit && other != enemy => return vec![Decision::Move(MoveChoice::Pick(other))],
            Some(other) if other == enemy => return vec![on],
            _ => {}
        }
        let Some(at) = hand.at else { return if hand.target.is_some() { vec![stay] } else { Vec::new() } };
        let ahead = self.body(unit).main().local(at).y > 0.0;
        vec![if ahead { on } else { stay }]
    }

    // --- Before the battle

    /// The unit in the hand, or the next one, where the hand points.
    fn deploy_aims(self, hand: &Hand) -> Vec<Decision> {
        let waits = |id: &UnitId| self.unit(*id).place == Place::Reserve;
        let chosen = hand.held_unit().or_else(|| hand.target.and_then(Thing::unit).filter(waits));
        let Some(id) = chosen.or_else(|| self.undeployed(hand.seat).next()) else { return Vec::new() };
        let is_its =
            |decision: &Decision| matches!(*decision, Decision::Deploy(DeployChoice::Place { unit, .. }) if unit == id);
        let mut offered = self.offered(hand, is_its);
        let Some(middle) = self.place_pointed(hand) else { return offered };
        // Where the zone is tight the menu knows how narrow it has to stand.
        let narrow = offered.first().and_then(|decision| match *decision {
            Decision::Deploy(DeployChoice::Place { formation, layout, .. }) => Some((formation, layout)),
            _ => None,
        });
        offered.clear();
        let usual = (self.unit(id).formation, self.unit(id).layout);
        let facing = hand.facing.unwrap_or(normal(self.homeward(self.side(id)) + 18_000));
        for (formation, layout) in [Some(usual), narrow.filter(|narrow| *narrow != usual)].into_iter().flatten() {
            let unit = Unit { formation, layout, ..*self.unit(id) };
            let poses = self.deploy_poses(id, &unit, middle, facing);
            offered.extend(
                poses
                    .into_iter()
                    .map(|pose| Decision::Deploy(DeployChoice::Place { unit: id, pose, formation, layout })),
            );
        }
        offered
    }

    /// Where the hand points, else into the zone, else a little aside of whoever stands there.
    fn deploy_poses(self, id: UnitId, unit: &Unit, middle: Vec2, facing: Cdeg) -> Vec<Pose> {
        let pose = self.pose_about(id, unit, middle, facing);
        let into = self.into_zone(id, unit, pose);
        let mut poses = vec![pose];
        if into != pose && into.at.distance(pose.at) <= HELP {
            poses.push(into);
        }
        for aside in [10, 20, 40] {
            for way in [9_000, 27_000, 18_000, 0] {
                poses.push(self.into_zone(id, unit, into.along(facing + way, aside * MM)));
            }
        }
        poses.retain(|tried| *tried == pose || tried.at.distance(pose.at) <= HELP);
        poses
    }

    fn into_zone(self, id: UnitId, unit: &Unit, pose: Pose) -> Pose {
        let ground = &self.rules.ground;
        let all = Zone { west: 0, south: 0, east: ground.width, north: ground.height };
        let zone = self.rules.sides[self.side(id).ix()].zone.unwrap_or(all);
        let by = zone.shove_in(&self.rules.body_at(id, unit, pose));
        Pose { at: Point::new(pose.at.x.saturating_add(by.0), pose.at.y.saturating_add(by.1)), ..pose }
    }

    fn forlorn_aims(self, hand: &Hand) -> Vec<Decision> {
        let Some(unit) = self.pointed_unit(hand) else { return Vec::new() };
        (1..=FORLORN_FIGURES).rev().map(|figures| Decision::Deploy(DeployChoice::Forlorn { unit, figures })).collect()
    }

    // --- Generals

    fn general_aims(self, hand: &Hand) -> Vec<Decision> {
        match (hand.held, hand.target) {
            (Some(Thing::General(general)), _) => self.general_dragged(hand, general),
            (None, Some(Thing::General(general))) => {
                let his =
                    |decision: &Decision| self.mark_of(hand.seat, decision).actor == Some(general_number(general));
                let offered = self.offered(hand, his);
                if offered.is_empty() { vec![Decision::General(GeneralChoice::Detach { general })] } else { offered }
            }
            _ => self.joins(hand),
        }
    }

    /// Up to a unit he joins it; elsewhere he rides, as far as he gets. With a unit he has to leave it first.
    fn general_dragged(self, hand: &Hand, general: GeneralId) -> Vec<Decision> {
        let mut meant = Vec::new();
        let rider = &self.state.generals[general.ix()];
        let covers = |id: UnitId| hand.at.is_some_and(|at| self.body(id).contains(at));
        let joined = hand.target.and_then(Thing::unit).or_else(|| self.on_table().find(|&id| covers(id)));
        meant.extend(
            joined
                .filter(|&id| rider.attached != Some(id))
                .map(|unit| Decision::General(GeneralChoice::Attach { general, unit })),
        );
        let place = self.place_pointed(hand).filter(|at| at.distance(rider.at.vec()) >= f64::from(INCH / 4));
        if let Some(at) = place {
            let ground = &self.rules.ground;
            let (from, to) = (rider.at.vec(), whole_mm(at));
            let to = Point::new(to.x.clamp(0, ground.width), to.y.clamp(0, ground.height)).vec();
            let ride = |share: Um| {
                let there = from + (to - from) * (f64::from(share) / 1_000.0);
                Decision::General(GeneralChoice::Ride {
                    general,
                    to: if share == 1_000 { to.round() } else { there.round() },
                })
            };
            let share = longest(1_000, |share| self.rules.judge(self.state, hand.seat, &ride(share)).is_ok());
            meant.push(ride(share.unwrap_or(1_000)));
        }
        meant.push(Decision::General(GeneralChoice::Detach { general }));
        meant
    }

    /// Generals who may join the unit pointed at, or leave it.
    fn joins(self, hand: &Hand) -> Vec<Decision> {
        let Some(unit) = self.pointed_unit(hand) else { return Vec::new() };
        let number = unit_number(unit);
        let about = |decision: &Decision| self.mark_of(hand.seat, decision).targets.contains(&number);
        let offered = self.offered(hand, about);
        if !offered.is_empty() {
            return offered;
        }
        let at = self.body(unit).center();
        let own = (0..self.state.generals.len() as u8).map(GeneralId).filter(|general| {
            self.rules.generals[general.ix()].seat == hand.seat && self.state.generals[general.ix()].alive
        });
        let apart = |general: &GeneralId| self.state.generals[general.ix()].at.vec().distance(at);
        let nearest = own.min_by(|a, b| apart(a).total_cmp(&apart(b)));
        nearest.map(|general| Decision::General(GeneralChoice::Attach { general, unit })).into_iter().collect()
    }

    // --- Charges

    fn charge_aims(self, hand: &Hand) -> Vec<Decision> {
        let own = self.own_pointed(hand);
        let enemy = self.enemy_pointed(hand).or_else(|| self.enemy_ahead_of(hand, own?));
        if hand.held_unit().is_some() && hand.at.is_some() && enemy.is_none() {
            return Vec::new();
        }
        let offered = |keep: &dyn Fn(UnitId, UnitId) -> bool| {
            self.offered(hand, |decision| match *decision {
                Decision::Charge(ChargeChoice::Charge { unit, target, .. }) => keep(unit, target),
                _ => false,
            })
        };
        let (meant, unit, target) = match (own, enemy) {
            (Some(own), Some(enemy)) => return self.charges_at_place(hand, own, enemy),
            (Some(own), None) => (offered(&|unit, _| unit == own), Some(own), self.foe_of(own)),
            (None, Some(enemy)) => (offered(&|_, target| target == enemy), self.charger_for(hand, enemy), Some(enemy)),
            (None, None) => return Vec::new(),
        };
        match (unit, target) {
            (Some(unit), Some(target)) if meant.is_empty() => self.charges_at_place(hand, unit, target),
            _ => meant,
        }
    }

    /// The enemy that a unit is dragged at: the one in whose direction the hand points.
    fn enemy_ahead_of(self, hand: &Hand, own: UnitId) -> Option<UnitId> {
        const ASIDE: Cdeg = 2_000;
        let (from, at) = (self.body(own).center(), hand.at.filter(|_| hand.held.is_some())?);
        if from.distance(at) < f64::from(HELP) {
            return None;
        }
        let aside = |id: UnitId| turn(bearing(at - from), bearing(self.body(id).center() - from)).abs();
        let foes = self.enemies_of(own).filter(|&id| self.is_troops(id) && self.may_charge_at(own, id).is_ok());
        foes.map(|id| (aside(id), id)).filter(|&(aside, _)| aside <= ASIDE).min().map(|(_, id)| id)
    }

    /// The nearest enemy of a unit.
    fn foe_of(self, id: UnitId) -> Option<UnitId> {
        self.nearest_to(id, |other| self.side(other) != self.side(id) && self.is_troops(other))
    }

    /// Who would be sent against an enemy: the nearest that could charge somebody, or the nearest of all.
    fn charger_for(self, hand: &Hand, enemy: UnitId) -> Option<UnitId> {
        let own = |id: UnitId| self.seat(id) == hand.seat && self.is_troops(id);
        self.nearest_to(enemy, |id| own(id) && self.may_charge(id).is_ok()).or_else(|| self.nearest_to(enemy, own))
    }

    /// Ways to charge an enemy, those first that strike it where the hand points; or the likeliest, for the reason
    /// against it.
    fn charges_at_place(self, hand: &Hand, unit: UnitId, target: UnitId) -> Vec<Decision> {
        let charge = |legs: [Leg; 4]| Decision::Charge(ChargeChoice::Charge { unit, target, files: 0, legs });
        let likely: Vec<[Leg; 4]> = self.likely_legs(unit, target).into_iter().flatten().collect();
        let place = hand.at.unwrap_or_else(|| self.body(target).center());
        let near = |legs: &[Leg; 4]| {
            let run = self.judge_charge(hand.seat, unit, target, 0, legs).ok()?;
            let (_, hit) = run.met?;
            // A wheel is made for a reason only: every degree counts like a millimetre beside the mark, and an inch beside
            // it is near enough.
            let beside = (hit.point.distance(place) - f64::from(INCH)).max(0.0);
            Some((beside + f64::from(run.wheeled * 10), *legs))
        };
        let mut ways: Vec<(f64, [Leg; 4])> = likely.iter().filter_map(near).collect();
        let could = self.may_charge(unit).is_ok() && self.may_charge_at(unit, target).is_ok();
        if could && (ways.is_empty() || hand.at.is_some()) {
            ways.extend(self.wheels_to(unit).filter_map(|legs| near(&legs)));
        }
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
        if ways.is_empty() {
            let likeliest = likely.get(1).or(likely.first()).copied().unwrap_or(NO_LEGS);
            return vec![charge(likeliest)];
        }
        ways.into_iter().map(|(_, legs)| charge(legs)).collect()
    }

    /// A wheel, or some way ahead and a wheel, before running straight on.
    fn wheels_to(self, unit: UnitId) -> impl Iterator<Item = [Leg; 4]> {
        const STEP: Cdeg = 750;
        let reach = self.charge_speed(unit);
        [0, reach / 4, reach / 2].into_iter().flat_map(|ahead| {
            let first = if ahead > 0 { Leg::Ahead(ahead) } else { Leg::None };
            (-12..=12).filter(|&by| by != 0).map(move |by| [first, Leg::Wheel(by * STEP), Leg::None, Leg::None])
        })
    }

    /// Counter-charges and Swedish changes of a unit, or against a charger.
    fn answer_aims(self, hand: &Hand) -> Vec<Decision> {
        let (own, enemy) = (self.own_pointed(hand), self.enemy_pointed(hand));
        let meant = self.offered(hand, |decision| match *decision {
            Decision::Charge(ChargeChoice::Counter { unit, charger, .. }) => {
                own.is_none_or(|own| own == unit) && enemy.is_none_or(|enemy| enemy == charger)
            }
            Decision::Charge(ChargeChoice::React { unit, .. }) => own == Some(unit),
            _ => false,
        });
        if (own.is_none() && enemy.is_none()) || !meant.is_empty() {
            return if own.is_none() && enemy.is_none() { Vec::new() } else { meant };
        }
        let charges = || self.state.charges.iter().filter(|charge| self.is_foe(hand, charge.charger));
        let charger = enemy.or_else(|| {
            let on_it = charges().find(|charge| Some(charge.target) == own);
            on_it.or_else(|| charges().next()).map(|charge| charge.charger)
        });
        let Some(charger) = charger else { return Vec::new() };
        let target = charges().find(|charge| charge.charger == charger).map(|charge| charge.target);
        let unit = own.or(target.filter(|&id| self.seat(id) == hand.seat)).or_else(|| self.charger_for(hand, charger));
        let counter = |unit: UnitId| {
            let legs = self.likely_legs(unit, charger);
            Decision::Charge(ChargeChoice::Counter { unit, charger, files: 0, legs: legs[1].unwrap_or(NO_LEGS) })
        };
        unit.map(counter).into_iter().collect()
    }

    /// Away to where the hand points, within what the charge leaves open; at itself or the charger: it stands.
    /// A hand on the regiment finds all that it may do.
    fn close_ranks_aims(self, hand: &Hand, id: UnitId) -> Vec<Decision> {
        match self.pointed_unit(hand) {
            Some(other) if other != id => vec![Decision::Move(MoveChoice::Pick(other))],
            Some(_) => self.offered(hand, |_| true),
            None => Vec::new(),
        }
    }

    fn evade_aims(self, hand: &Hand, charge: usize, id: UnitId) -> Vec<Decision> {
        let Some(charger) = self.state.charges.get(charge).map(|charge| charge.charger) else { return Vec::new() };
        match hand.held_unit().or_else(|| hand.target.and_then(Thing::unit)) {
            Some(other) if other != id && other != charger => return vec![Decision::Move(MoveChoice::Pick(other))],
            Some(_) if hand.at.is_none() => return vec![Decision::Charge(ChargeChoice::Stand)],
            _ => {}
        }
        let Some(at) = hand.at else { return Vec::new() };
        let way = at - self.body(id).center();
        if way.len() < f64::from(INCH / 2) {
            return vec![Decision::Charge(ChargeChoice::Stand)];
        }
        let (least, most) = self.evade_limits(id);
        let line = self.charge_line(charge, id);
        let off = turn(line, bearing(way));
        let distance = tenths(way.len()).clamp(least, most);
        if off.abs() > 9_000 {
            return vec![Decision::Charge(ChargeChoice::Evade { bearing: bearing(way), distance })];
        }
        let within = normal(line + (off / 100 * 100).clamp(-4_500, 4_500));
        let mut meant = vec![
            Decision::Charge(ChargeChoice::Evade { bearing: within, distance }),
            Decision::Charge(ChargeChoice::Evade { bearing: within, distance: most }),
        ];
        let end = |decision: &Decision| self.mark_of(hand.seat, decision).at.map_or(Vec2::default(), vec_of);
        let mut offered =
            self.offered(hand, |decision| matches!(decision, Decision::Charge(ChargeChoice::Evade { .. })));
        offered.sort_by(|a, b| end(a).distance(at).total_cmp(&end(b).distance(at)));
        meant.extend(offered);
        meant
    }

    fn after_evade_aims(self, hand: &Hand, charge: usize) -> Vec<Decision> {
        let Some(charger) = self.state.charges.get(charge).map(|charge| charge.charger) else { return Vec::new() };
        let (body, unit) = (self.body(charger), self.unit(charger));
        match hand.held.or(hand.target).and_then(Thing::unit) {
            Some(other) if other == charger && hand.at.is_none() => return vec![Decision::Charge(ChargeChoice::Halt)],
            Some(other) if other != charger && !self.is_foe(hand, other) => {
                return vec![Decision::Move(MoveChoice::Pick(other))];
            }
            _ => {}
        }
        let Some(at) = self.place_pointed(hand) else { return Vec::new() };
        let ahead = (at - unit.pose.at.vec()).dot(unit.pose.dir()) > body.main().depth;
        vec![if ahead || hand.target.is_some() {
            Decision::Charge(ChargeChoice::GoOn)
        } else {
            Decision::Charge(ChargeChoice::Halt)
        }]
    }

    // --- Fire and combat

    fn shooting_aims(self, hand: &Hand) -> Vec<Decision> {
        let (own, enemy) = (self.own_pointed(hand), self.enemy_pointed(hand));
        if own.is_none() && enemy.is_none() {
            return Vec::new();
        }
        let mut meant = self.offered(hand, |decision| match *decision {
            Decision::Shoot(ShootChoice::Order { unit, target, .. }) => {
                own.is_none_or(|own| own == unit) && enemy.is_none_or(|enemy| enemy == target)
            }
            _ => false,
        });
        let shooter = |enemy: UnitId| {
            let own = |id: UnitId| self.seat(id) == hand.seat && self.is_troops(id);
            self.nearest_to(enemy, |id| own(id) && self.may_shoot(id).is_ok()).or_else(|| self.nearest_to(enemy, own))
        };
        let unit = own.or_else(|| enemy.and_then(shooter));
        let target = enemy.or_else(|| own.and_then(|own| self.foe_of(own)));
        // For the reason against it.
        if let (true, Some(unit), Some(target)) = (meant.is_empty(), unit, target) {
            let shot = if self.is_battery(unit) { Shot::Ball } else { Shot::SmallArms };
            meant.push(Decision::Shoot(ShootChoice::Order { unit, target, face: 0, shot }));
        }
        meant
    }

    fn combat_aims(self, hand: &Hand) -> Vec<Decision> {
        let (own, enemy) = (self.own_pointed(hand), self.enemy_pointed(hand));
        let mut meant = self.offered(hand, |decision| match *decision {
            Decision::Combat(CombatChoice::Allot { unit, enemy: foe, .. }) => {
                (own.is_some() || enemy.is_some())
                    && own.is_none_or(|own| own == unit)
                    && enemy.is_none_or(|enemy| enemy == foe)
            }
            Decision::Combat(CombatChoice::Pistols { unit, .. }) => {
                own == Some(unit) && enemy.is_none_or(|foe| self.in_contact_with(unit, foe))
            }
            _ => false,
        });
        // For the reason against it, or to be told off where there is no choice.
        if meant.is_empty() {
            let fights = |foe: UnitId| self.opponents(foe).find(|&id| self.seat(id) == hand.seat);
            let near = |foe: UnitId| self.nearest_to(foe, |id| self.seat(id) == hand.seat);
            let unit = own.or_else(|| enemy.and_then(|enemy| fights(enemy).or_else(|| near(enemy))));
            let foe = enemy.or_else(|| own.and_then(|own| self.opponents(own).next().or_else(|| self.foe_of(own))));
            meant.extend(match (unit, foe) {
                (Some(unit), _) if enemy.is_none() && self.is_cavalry(unit) => {
                    Some(Decision::Combat(CombatChoice::Pistols { unit, draw: true }))
                }
                (Some(unit), Some(enemy)) => Some(self.all_against(unit, enemy)),
                _ => None,
            });
        }
        meant
    }

    fn all_against(self, unit: UnitId, enemy: UnitId) -> Decision {
        let most = self.muster(unit).bounds(enemy, self.figure_orders(unit)).map_or(1, |(_, most)| most);
        Decision::Combat(CombatChoice::Allot { unit, enemy, figures: u8::try_from(most).unwrap_or(u8::MAX) })
    }

    /// Turned about by a click, or by pointing behind it.
    fn turn_about_aims(self, hand: &Hand, id: UnitId) -> Vec<Decision> {
        let pose = self.unit(id).pose;
        let other = hand.held.or(hand.target).and_then(Thing::unit).filter(|&other| other != id);
        if let (Some(other), None) = (other, hand.at) {
            return vec![Decision::Move(MoveChoice::Pick(other))];
        }
        let wanted = hand.facing.or_else(|| hand.at.map(|at| bearing(at - self.body(id).center())));
        match wanted {
            Some(facing) => vec![Decision::Flight(FlightChoice::TurnAbout(turn(pose.facing, facing).abs() > 9_000))],
            None if hand.target.is_some() || hand.held.is_some() => {
                vec![Decision::Flight(FlightChoice::TurnAbout(true))]
            }
            None => Vec::new(),
        }
    }

    // --- Moves

    fn moving_aims(self, hand: &Hand, id: UnitId) -> Vec<Decision> {
        match hand.held {
            Some(Thing::General(general)) => return self.general_dragged(hand, general),
            Some(held) if held.unit() != Some(id) => {
                return held.unit().map(|it| Decision::Move(MoveChoice::Pick(it))).into_iter().collect();
            }
            _ => {}
        }
        let friend = hand.target.and_then(Thing::unit).filter(|&other| other != id && !self.is_foe(hand, other));
        let into = friend.is_some_and(|friend| self.card(id).parent == Some(friend));
        match friend.filter(|_| hand.held.is_none() && !into) {
            Some(friend) => vec![Decision::Move(MoveChoice::Pick(friend))],
            None => self.drag(hand, id).into_iter().map(|it| Decision::Move(MoveChoice::Make(it))).collect(),
        }
    }

    /// Whether a unit goes in open order and may be put anywhere within its move.
    pub(super) fn goes_freely(self, id: UnitId) -> bool {
        self.unit(id).formation == Formation::Open
    }
}

/// A length to the tenth of an inch, as a ruler gives it.
pub(super) fn tenths(length: f64) -> Um {
    let tenth = f64::from(INCH / 10);
    (length / tenth).round() as Um * (INCH / 10)
}

fn vec_of([x, y]: [f64; 2]) -> Vec2 {
    Vec2::new(x * f64::from(MM), y * f64::from(MM))
}
