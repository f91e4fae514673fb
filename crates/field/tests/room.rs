//! The room that table books share: ways, trails, paths in legs, wheels that reach, screens of fire, zones, dragging.

use field::table::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn mm(x: i32, y: i32) -> Point {
    Point::new(x * MM, y * MM)
}

fn body(x: i32, y: i32, facing: Cdeg, width: i32, depth: i32) -> Body {
    Body::single(Block::new(Pose::new(mm(x, y), facing), width * MM, depth * MM))
}

fn line(points: &[(i32, i32)]) -> Polyline {
    Polyline::new(points.iter().map(|&(x, y)| mm(x, y)).collect::<Vec<_>>())
}

fn area(points: &[(i32, i32)]) -> Polygon {
    Polygon::new(points.iter().map(|&(x, y)| mm(x, y)).collect::<Vec<_>>())
}

fn north() -> Vec2 {
    heading(0)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 500.0
}

// --- Ways over ground

#[test]
fn slower_grounds_multiply_and_a_bar_ends_the_way() {
    let mut way: Way<u8> = Way::open(1_000.0);
    way.slow(200.0, 600.0, 2.0);
    way.slow(400.0, 600.0, 3.0);
    assert_eq!(way.cost(600.0, 1.0), 200.0 + 400.0 + 1_200.0);
    assert_eq!(way.cost(600.0, 2.0), 2.0 * way.cost(600.0, 1.0));
    assert_eq!(way.reach(600.0, 1.0), 400.0);
    way.shut(900.0, 1);
    way.shut(950.0, 2);
    assert_eq!((way.limit, way.bar), (900.0, Some(1)));
    way.reopen(500.0);
    assert!(way.is_even() && way.bar.is_none());
    assert_eq!(way.reach(2_000.0, 1.0), 500.0);
}

#[test]
fn a_toll_is_paid_in_step_with_the_crossing() {
    let ditch = line(&[(-500, 100), (500, 100)]);
    let mover = body(0, 0, 0, 100, 40);
    let toll = |mover: &Body, max: f64| {
        let mut way: Way<()> = Way::open(max);
        way.toll_over(mover, north(), max, &ditch, |_| 60_000.0);
        way.cost(max, 1.0) - max
    };
    assert!(close(toll(&mover, 99_000.0), 0.0));
    assert!(close(toll(&mover, 120_000.0), 30_000.0), "half way across half of it is paid");
    assert!(close(toll(&mover, 300_000.0), 60_000.0));
    let astride = mover.translated(north() * 120_000.0);
    assert!(close(toll(&astride, 200_000.0), 30_000.0), "the rest when it goes on");
}

#[test]
fn a_way_is_shut_a_hair_before_barred_ground_and_open_to_those_who_stand_in_it() {
    let town = area(&[(-200, 100), (200, 100), (200, 200), (-200, 200)]);
    let mover = body(0, 0, 0, 100, 40);
    let shut = |mover: &Body| {
        let mut way = Way::open(400_000.0);
        way.shut_before(&spans_in(mover, north(), 400_000.0, &town), "houses");
        way
    };
    let way = shut(&mover);
    assert!(way.limit <= 100_000.0 + TOUCH && way.limit > 99_000.0 && way.bar == Some("houses"));
    assert_eq!(shut(&mover.translated(north() * 150_000.0)).bar, None);
}

#[test]
fn a_way_is_shut_where_standing_is_forbidden() {
    let mover = body(0, 0, 0, 100, 40);
    let wet = |body: &Body| (body.main().front.y > 123_456.0).then_some("deep");
    let mut way = Way::open(400_000.0);
    way.shut_where(&mover, north(), 400_000.0, wet);
    assert!((way.limit - 123_456.0).abs() < 10.0 && way.limit <= 123_456.0);
    let mut out = Way::open(400_000.0);
    out.shut_where(&mover.translated(north() * 200_000.0), north(), 400_000.0, wet);
    assert_eq!(out.bar, None);
}

#[test]
fn nobody_ends_on_top_of_those_he_passes() {
    let mut course: Course<u8, ()> = Course::open(1_000.0);
    course.through.push(Passed { who: 1, passing: Passing::Costly, from: 100.0, to: 400.0 });
    course.through.push(Passed { who: 2, passing: Passing::Free, from: 350.0, to: 700.0 });
    assert_eq!([50.0, 100.0, 399.0, 500.0, 700.0].map(|at| course.free_at(at)), [true, true, false, false, true]);
    assert_eq!([1_000.0, 600.0, 400.0, 80.0].map(|at| course.free_before(at)), [1_000.0, 100.0, 100.0, 80.0]);
    assert_eq!(course.held(50.0).count(), 0);
    assert_eq!(course.held(800.0).collect::<Vec<_>>(), [1]);
}

// --- What a way sweeps

#[test]
fn every_crossing_is_told_and_not_only_the_first() {
    let mover = body(0, 0, 0, 60, 20);
    let winding = line(&[(-300, 80), (300, 80), (300, 200), (-300, 200)]);
    let sweep = Sweep::new(&mover, Trail::Straight { dir: north(), dist: 400_000.0 });
    let crossings = sweep.over(&winding);
    assert_eq!(crossings.len(), 2);
    assert!(close(crossings[0].from * 400_000.0, 80_000.0) && close(crossings[1].from * 400_000.0, 200_000.0));
    assert!(!winding.meets_body(&sweep.at(1.0)), "where it ends nothing shows");
}

#[test]
fn a_swing_tells_what_it_sweeps_over_and_leaves_behind() {
    let mover = body(0, 0, 0, 200, 30);
    let pivot = wheel_pivot(&mover, false);
    let sweep = Sweep::new(&mover, Trail::Swing { pivot, by: 9_000 });
    let fence = line(&[(20, 110), (20, 170)]);
    let crossings = sweep.over(&fence);
    assert_eq!(crossings.len(), 1);
    assert!(crossings[0].from > 0.2 && crossings[0].to < 0.9);
    assert!(!fence.meets_body(&sweep.at(0.0)) && !fence.meets_body(&sweep.at(1.0)));
    let bystander = body(20, 160, 0, 20, 20);
    let span = sweep.through(&bystander).expect("the wing sweeps through him");
    assert!(sweep.at((span.from + span.to) * 0.5).overlaps(&bystander) && !sweep.at(1.0).overlaps(&bystander));
    assert!(sweep.comes_within(&bystander, 1.0) && !sweep.comes_within(&body(-300, -300, 0, 20, 20), 50_000.0));
}

#[test]
fn the_highest_ground_along_a_way_counts_where_both_ends_lie_low() {
    let hill = |low: i32, high: i32| area(&[(-500, low), (500, low), (500, high), (-500, high)]);
    let relief = Relief { levels: vec![(hill(100, 300), 1), (hill(150, 250), 2)], ..Relief::default() };
    let mover = body(0, 0, 0, 60, 20);
    let sweep = Sweep::new(&mover, Trail::Straight { dir: north(), dist: 500_000.0 });
    assert_eq!(sweep.highest(&relief), 2);
    assert_eq!([0.0, 1.0].map(|share| relief.level_of(&sweep.at(share))), [0, 0]);
    assert_eq!(relief.highest_between(Vec2::new(0.0, 0.0), Vec2::new(0.0, 120_000.0)), 1);
    // To rise above a level is to be higher, on the way or at its ends.
    let rises = |level: u8, to: f64| relief.rises_above(level, Vec2::new(0.0, 0.0), Vec2::new(0.0, to));
    assert_eq!(
        [rises(0, 90_000.0), rises(0, 120_000.0), rises(1, 120_000.0), rises(1, 400_000.0)],
        [false, true, false, true]
    );
    assert!(!rises(2, 400_000.0));
    let crest = Polyline::from(vec![Point::new(-500 * MM, 50 * MM), Point::new(500 * MM, 50 * MM)]);
    let crested = Relief { crests: vec![(crest, 1)], ..Relief::default() };
    let over = |level: u8| crested.rises_above(level, Vec2::new(0.0, 0.0), Vec2::new(0.0, 90_000.0));
    assert_eq!([over(0), over(1)], [true, false]);
}

#[test]
fn a_move_past_somebody_comes_near_him_though_it_ends_far_off() {
    let mover = body(0, 0, 0, 60, 20);
    let sentry = body(60, 200, 0, 20, 20);
    let sweep = Sweep::new(&mover, Trail::Straight { dir: north(), dist: 500_000.0 });
    assert!(sweep.comes_within(&sentry, 30_000.0) && !sweep.comes_within(&sentry, 10_000.0));
    assert!(!sweep.at(1.0).within(&sentry, 30_000.0) && !mover.within(&sentry, 30_000.0));
}

// --- Paths in legs

/// A mover on a table with others on it, some of them friends.
struct Rider<'a> {
    others: &'a [(Body, Option<Passing>)],
    shut_beyond: f64,
}

const RIDER: (i32, i32) = (100, 40);

impl Mover for Rider<'_> {
    type Key = usize;
    type Bar = &'static str;

    fn body_at(&self, pose: Pose) -> Body {
        Body::single(Block::new(pose, RIDER.0 * MM, RIDER.1 * MM))
    }

    fn meets(&self, body: &Body, dir: Vec2, max: f64) -> Option<(usize, Hit, f64)> {
        let enemies = self.others.iter().enumerate().filter(|(_, (_, friend))| friend.is_none());
        first_hit(body, dir, max, enemies.map(|(who, (body, _))| (who, body)))
            .map(|(who, hit)| (who, hit, hit.distance))
    }

    fn lay_way(&self, way: &mut Way<&'static str>, body: &Body, dir: Vec2, max: f64) {
        way.reopen(max);
        way.shut_where(body, dir, max, |there| (there.main().front.y > self.shut_beyond).then_some("a river"));
    }

    fn friends(&self, body: &Body, dir: Vec2, max: f64) -> Friends<usize> {
        let friends = self.others.iter().enumerate().filter_map(|(who, (body, friend))| Some((who, body, (*friend)?)));
        friends
            .filter_map(|(who, other, passing)| {
                passage(body, dir, max, other).map(|span| Passed { who, passing, from: span.from, to: span.to })
            })
            .collect()
    }

    fn through_friends(&self) -> f64 {
        2.0
    }

    fn midway(&self) -> bool {
        false
    }

    fn is_friend(&self, who: usize) -> bool {
        self.others[who].1.is_some()
    }

    fn meets_turning(&self, body: &Body, pivot: Vec2, by: Cdeg) -> (Cdeg, Option<(usize, Hit)>) {
        let (mut by, mut met) = (by, None);
        for (who, (other, _)) in self.others.iter().enumerate() {
            if let Some((free, block, edge)) = cast_turn(body, pivot, by, other) {
                by = free;
                met = Some((who, Hit { distance: 0.0, moving_block: 0, block, edge, point: other.center() }));
            }
        }
        (by, met)
    }

    fn fronts(&self, body: &Body, who: usize) -> bool {
        body.front_touches(&self.others[who].0)
    }

    fn turns_over(
        &self,
        _: &Body,
        wheel: (Vec2, f64, Cdeg),
        allowance: f64,
        _: &mut Begun,
    ) -> (Cdeg, f64, Option<&'static str>) {
        wheel_over(wheel.1, wheel.2, allowance, &mut Begun::default(), |_, _| Ok((1.0, 0.0)))
    }

    fn no_way(&self) -> &'static str {
        "the ground"
    }

    fn no_room(&self) -> &'static str {
        "a friend"
    }
}

fn ride(others: &[(Body, Option<Passing>)], legs: Legs, allowance: i32) -> Run<usize, &'static str> {
    let rider = Rider { others, shut_beyond: 700_000.0 };
    Run::follow(&rider, Pose::default(), &legs, f64::from(allowance * MM))
}

#[test]
fn a_path_ends_at_the_first_enemy_it_strikes() {
    let far = (body(0, 400, 18_000, 100, 40), None);
    let near = (body(30, 300, 18_000, 100, 40), None);
    let run = ride(&[far, near], NO_LEGS, 500);
    assert_eq!(run.met.map(|(who, _)| who), Some(1));
    assert!(close(run.ran, 300_000.0) && close(run.spent, run.ran) && run.is_open() && run.stopped.is_none());
}

#[test]
fn friends_slow_a_path_or_stop_it_and_nobody_comes_to_rest_among_them() {
    let friend = |passing| [(body(0, 200, 0, 100, 40), Some(passing)), (body(0, 400, 18_000, 100, 40), None)];
    let held = ride(&friend(Passing::Costly), NO_LEGS, 600);
    assert_eq!((held.met.map(|(who, _)| who), held.passed.as_slice()), (Some(1), &[0][..]));
    assert!(close(held.spent, held.ran + 80_000.0), "its own depth and his are gone at half speed");
    let free = ride(&friend(Passing::Free), NO_LEGS, 600);
    assert!(free.met.is_some() && free.passed.is_empty() && free.is_open());
    let never = ride(&friend(Passing::Never), NO_LEGS, 600);
    assert_eq!((never.stopped, never.met.is_none()), (Some(Obstacle::Friend(0)), true));
    let among = ride(&friend(Passing::Free), NO_LEGS, 180);
    assert_eq!(among.stopped, Some(Obstacle::Friend(0)));
    assert!(close(among.ran, 160_000.0), "it stops before him");
}

#[test]
fn ground_and_friends_in_a_wheel_stop_a_path() {
    assert_eq!(ride(&[], NO_LEGS, 900).stopped, Some(Obstacle::Ground("a river")));
    let wheel = [Leg::Wheel(6_000), Leg::None, Leg::None, Leg::None];
    let in_wheel = |friend| [(body(0, 60, 0, 20, 20), friend)];
    assert_eq!(ride(&in_wheel(Some(Passing::Costly)), wheel, 500).stopped, Some(Obstacle::Friend(0)));
    assert_eq!(ride(&in_wheel(None), wheel, 500).met.map(|(who, _)| who), Some(0));
}

#[test]
fn pieces_of_a_path_join_and_each_leaves_its_trail() {
    let legs = [Leg::Ahead(50 * MM), Leg::Wheel(-4_500), Leg::Ahead(30 * MM), Leg::None];
    let run = ride(&[], legs, 400);
    let mut at = Pose::default();
    for piece in &run.pieces {
        assert_eq!(piece.from(), at);
        at = piece.end();
    }
    assert_eq!((run.pieces.len(), at, run.wheeled), (4, run.pose, 4_500));
    assert!(matches!(run.pieces[1].trail(), Trail::Swing { by: -4_500, .. }));
    assert!(close(run.ran, 400_000.0) && run.straight < run.ran);
}

#[test]
fn slow_ground_cuts_a_wheel_short_and_barred_ground_stops_it() {
    let arc = |by: Cdeg| arc_length(100_000.0, by);
    let (free, cost, bar) = wheel_over(100_000.0, 4_000, 1e9, &mut Begun::default(), |_, _| Ok::<_, ()>((2.0, 0.0)));
    assert!(free == 4_000 && close(cost, 2.0 * arc(4_000)) && bar.is_none());
    let (free, cost, bar) =
        wheel_over(100_000.0, -4_000, arc(3_000), &mut Begun::default(), |_, _| Ok::<_, ()>((2.0, 0.0)));
    assert!((free + 1_500).abs() <= 1 && cost == arc(3_000) && bar.is_none());
    let wall = |_: Cdeg, turned: Cdeg| if turned > 2_000 { Err("a wall") } else { Ok((1.0, 0.0)) };
    let (free, cost, bar) = wheel_over(100_000.0, 4_000, 1e9, &mut Begun::default(), wall);
    assert!(free == 2_000 && close(cost, arc(2_000)) && bar == Some("a wall"));
    // A fence met on the way is paid for once; where that is too much the wheel stops before it.
    let fence =
        |before: Cdeg, turned: Cdeg| Ok::<_, ()>((1.0, if (before..turned).contains(&1_500) { 50_000.0 } else { 0.0 }));
    let (free, cost, _) = wheel_over(100_000.0, 4_000, 1e9, &mut Begun::default(), fence);
    assert!(free == 4_000 && (cost - arc(4_000) - 50_000.0).abs() < 1.0);
    let (free, ..) = wheel_over(100_000.0, 4_000, arc(2_000) + 40_000.0, &mut Begun::default(), fence);
    assert_eq!(free, 1_500);
}

// --- Bodies that are kept

#[test]
fn a_kept_body_is_given_out_only_while_its_outline_holds() {
    let mut bodies: Bodies<Pose> = Bodies::default();
    let poses = [0, 100].map(|x| Pose::new(mm(x, 0), 0));
    let make = |pose: Pose| Body::single(Block::new(pose, 50 * MM, 20 * MM));
    bodies.keep_all(poses.iter().map(|&pose| (pose, make(pose))));
    assert_eq!(bodies.get(1, || poses[1]), Some(&make(poses[1])));
    let moved = poses[1].ahead(10 * MM);
    bodies.touch(1);
    assert_eq!((bodies.next_touched(), bodies.get(1, || moved)), (Some(1), None));
    assert_eq!(bodies.get(1, || poses[1]), Some(&make(poses[1])), "touched, and yet the same");
    bodies.keep(1, moved, || make(moved));
    assert_eq!((bodies.next_touched(), bodies.get(1, || moved)), (None, Some(&make(moved))));
    bodies.keep(1, moved, || panic!("what has not changed is not made again"));
    assert_eq!(bodies, Bodies::default(), "it is no part of a state's value");
}

// --- Screens of fire

fn shooter(x: i32) -> Shooter {
    let at = mm(x, 0).vec();
    Shooter { at, dir: north(), half_angle: 4_500, port: at, block: 0 }
}

#[test]
fn a_shot_goes_through_a_gap_that_is_wide_enough_and_is_counted_there() {
    let target = body(0, 400, 18_000, 100, 40);
    let mut screen: Screen<u8> = Screen::open(200_000.0, 40_000.0);
    assert!(screen.is_open());
    assert_eq!(screen.reach(&shooter(0), &target, 500_000.0).map(|shot| shot.gap), Some(None));
    assert_eq!(screen.reach(&shooter(0), &target, 300_000.0), None);
    screen.add(7, &body(-80, 200, 0, 100, 40));
    screen.add(3, &body(80, 200, 0, 100, 40));
    let shot = screen.reach(&shooter(0), &target, 500_000.0).expect("there is a gap of 60 mm");
    let gap = shot.gap.expect("between the two");
    assert_eq!(gap.between, (3, 7));
    assert!(close(gap.width, 60_000.0));
    let mut count = GapCount::default();
    assert_eq!([(); 4].map(|()| count.admit(gap, 20 * MM)), [true, true, true, false]);
    assert!(count.uses((3, 7)) && !count.uses((7, 3)) && !count.is_empty());
    screen.add(9, &body(0, 300, 0, 300, 20));
    assert_eq!(screen.reach(&shooter(0), &target, 500_000.0), None);
}

#[test]
fn one_wing_masks_another() {
    let own = Body::new([
        Block::new(Pose::new(mm(0, 0), 0), 60 * MM, 40 * MM),
        Block::new(Pose::new(mm(0, 60), 0), 300 * MM, 20 * MM),
    ]);
    let target = body(0, 400, 18_000, 100, 40);
    let mut screen: Screen<u8> = Screen::open(60_000.0, 40_000.0);
    screen.masked_by_own(own);
    assert_eq!(screen.reach(&shooter(0), &target, 500_000.0), None);
    let behind = Shooter { block: 1, ..shooter(0) };
    assert!(screen.reach(&Shooter { port: mm(0, 60).vec(), ..behind }, &target, 500_000.0).is_some());
}

#[test]
fn what_lies_between_shooters_and_target_is_told_from_what_lies_beside() {
    let target = body(0, 400, 18_000, 100, 40);
    let ports = [-100, 0, 100].map(|x| mm(x, 0).vec());
    let between = Between::new(ports.into_iter(), &target);
    assert!(between.meets(&body(0, 200, 0, 20, 20)));
    let beside = [body(180, 200, 0, 20, 20), body(0, -60, 0, 20, 20), body(0, 520, 0, 20, 20)];
    assert!(beside.iter().all(|other| !between.meets(other)));
}

// --- Zones

#[test]
fn places_of_a_zone_are_spread_row_by_row() {
    let zone = Zone { west: 0, south: 100, east: 400, north: 300 };
    let flat: Vec<Point> = zone.places(2, 4, false).collect();
    assert_eq!((flat[0], flat[1], flat[4]), (Point::new(50, 150), Point::new(150, 150), Point::new(50, 250)));
    let upright: Vec<Point> = zone.places(2, 4, true).collect();
    assert_eq!(
        (upright[0], upright[1], upright[4]),
        (Point::new(100, 125), Point::new(100, 175), Point::new(300, 125))
    );
    assert_eq!(Zone::whole(400, 300), Zone { south: 0, ..zone });
}

// --- Properties

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 500,
        rng_seed: RngSeed::Fixed(1643),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

prop_compose! {
    fn poses()(x in -300..300, y in -300..300, facing in 0..FULL_TURN) -> Pose {
        Pose::new(mm(x, y), facing)
    }
}

prop_compose! {
    fn bodies()(pose in poses(), width in 20..200_i32, depth in 10..80_i32, wing in 10..80_i32, wings in 0_usize..3) -> Body {
        let main = Block::new(pose, width * MM, depth * MM);
        let beside = |out: i32| Block::new(pose.right(out * (width + wing) / 2 * MM), wing * MM, (depth / 2 + 5) * MM);
        Body::new([main, beside(-1), beside(1)].into_iter().take(wings + 1))
    }
}

fn trails() -> impl Strategy<Value = Trail> {
    prop_oneof![
        (0..FULL_TURN, 1..500)
            .prop_map(|(bearing, dist)| Trail::Straight { dir: heading(bearing), dist: f64::from(dist * MM) }),
        (-200..200_i32, -200..200_i32, -12_000..12_000)
            .prop_map(|(x, y, by)| Trail::Swing { pivot: mm(x, y).vec(), by }),
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn nobody_gets_farther_than_he_can_pay(
        slow in proptest::collection::vec((0..500, 1..300, 1..4), 0..6), allowance in 0..2_000, times in 1..4,
    ) {
        let mut way: Way<()> = Way::open(600.0);
        for (from, length, times) in slow {
            way.slow(f64::from(from), f64::from(from + length), f64::from(times));
        }
        let (allowance, times) = (f64::from(allowance), f64::from(times));
        let reach = way.reach(allowance, times);
        prop_assert!(way.cost(reach, times) <= allowance + 1e-6);
        prop_assert!(reach >= 600.0 - 1e-6 || way.cost(reach + 1.0, times) > allowance - 1e-6);
        prop_assert!(way.cost(reach, times) >= reach * times - 1e-6);
    }

    #[test]
    fn an_overlap_is_told_where_it_begins_and_ends(
        mover in bodies(), other in bodies(), bearing in 0..FULL_TURN, max in 10..500, share in 0.0..1.0_f64,
    ) {
        let (dir, max) = (heading(bearing), f64::from(max * MM));
        let at = max * share;
        let overlaps = mover.translated(dir * at).overlaps(&other);
        let told = overlap_on_way(&mover, dir, max, &other);
        let inside = told.is_some_and(|span| at > span.from - 1.0 && at < span.to + 1.0);
        prop_assert!(!overlaps || inside);
        // The ends are those of the whole: between two blocks there may be room.
        let at_ends = told.is_none_or(|span| mover.translated(dir * (span.from + 1.0).min(max)).overlaps(&other.grown(2.0)));
        prop_assert!(at_ends);
    }

    #[test]
    fn whatever_a_body_meets_at_a_place_of_its_way_the_way_tells(
        mover in bodies(), other in bodies(), trail in trails(), from in poses(), to in poses(), share in 0.0..1.0_f64,
    ) {
        let sweep = Sweep::new(&mover, trail);
        let there = sweep.at(share);
        let fence = Polyline::new([from.at, to.at]);
        let slack = 0.02;
        let tells = |pieces: &[Span]| pieces.iter().any(|span| share >= span.from - slack && share <= span.to + slack);
        // Between two steps of a swing a corner may be nicked that neither shows.
        let nick = match trail { Trail::Swing { .. } => 8_000.0, _ => 1.0 };
        let core = Body::new(there.blocks.iter().map(|block| block.grown(-nick)));
        prop_assert!(!fence.meets_body(&core) || tells(&sweep.over(&fence)));
        let block = Polygon::of_block(other.main());
        prop_assert!(!block.meets_body(&core) || tells(&sweep.within(&block)));
        prop_assert!(!core.overlaps(&other) || sweep.through(&other).is_some_and(|span| tells(&[span])));
        prop_assert!(!core.within(&other, 20_000.0) || sweep.comes_within(&other, 20_000.0 + nick));
    }

    #[test]
    fn a_wheel_that_comes_home_leads_there(own in bodies(), theirs in bodies(), left in 50..500, step in 1..12_i32) {
        let main = own.main();
        let pose = Pose::new(main.front.round(), bearing(main.dir));
        let blocks = own.blocks.iter().map(|block| (main.local(block.front), *block)).collect::<Vec<_>>();
        let body_at = |pose: Pose| {
            let frame = Block::new(pose, MM, MM);
            Body::new(blocks.iter().map(|(at, block)| Block { front: frame.global(*at), dir: frame.dir, ..*block }))
        };
        let left = f64::from(left * MM);
        let start = WheelStart::new(&own, pose, left, body_at);
        for by in start.homing(&theirs, [step * 1_000, -step * 1_000].into_iter()) {
            prop_assert!(start.may_touch(by, &theirs));
            let legs = [Leg::Wheel(by), Leg::None, Leg::None, Leg::None];
            let run: Run<(), ()> = Track::new(body_at, pose, &legs).run(left);
            let touched = run.pieces.iter().any(|piece| {
                let before = body_at(piece.from());
                Sweep::new(&before, piece.trail()).comes_within(&theirs, 2_000.0)
            });
            prop_assert!(touched);
        }
    }

    #[test]
    fn a_path_leads_to_whom_it_meets_when_it_is_followed(
        others in proptest::collection::vec((bodies(), 0..4), 1..5), ahead in 0..100, by in -9_000..9_000, left in 50..600,
    ) {
        let manner = |kind| match kind {
            0 => Some(Passing::Free),
            1 => Some(Passing::Costly),
            _ => None,
        };
        let others: Vec<_> = others.into_iter().map(|(body, kind)| (body, manner(kind))).collect();
        let rider = Rider { others: &others, shut_beyond: 200_000.0 };
        let legs = [Leg::Ahead(ahead * MM), Leg::Wheel(by), Leg::None, Leg::None];
        let left = f64::from(left * MM);
        let met = Run::follow(&rider, Pose::default(), &legs, left).met.map(|(who, _)| who);
        let fan = Fan::new(rider, Pose::default(), ahead * MM, left);
        for who in 0..others.len() {
            prop_assert_eq!(fan.leads_to(by, |met| met == who), met == Some(who));
        }
    }

    #[test]
    fn after_the_wheel_its_aim_lies_ahead(own in bodies(), off in -6_000..6_000, far in 3.0..6.0_f64) {
        let main = own.main();
        let pose = Pose::new(main.front.round(), bearing(main.dir));
        let aim = pose.at.vec() + heading(pose.facing + off) * (far * own.front_width());
        let pivot = wheel_pivot(&own, off < 0);
        let wheeled = pose.pivot(pivot, wheel_to_face(pose, pivot, aim, off));
        prop_assert!(turn(wheeled.facing, bearing(aim - wheeled.at.vec())).abs() < 300);
    }

    #[test]
    fn the_longest_is_allowed_and_no_more_is(most in 1..100_000, limit in 0..100_000) {
        let longest = longest(most, |amount| amount <= limit);
        prop_assert_eq!(longest, Some(most.min(limit)).filter(|&amount| amount > 0));
    }

    #[test]
    fn places_of_a_zone_lie_in_it(
        west in 0..500, south in 0..500, wide in 10..500, high in 10..500, rows in 1..10, columns in 1..10, upright: bool,
    ) {
        let zone = Zone { west, south, east: west + wide, north: south + high };
        let places: Vec<Point> = zone.places(rows, columns, upright).collect();
        prop_assert_eq!(places.len() as i32, rows * columns);
        prop_assert!(places.iter().all(|place| zone.contains(place.vec())));
    }

    #[test]
    fn a_mesh_lies_in_its_block_and_is_as_fine_as_asked(own in bodies(), mesh in 2..40) {
        let block = own.main();
        let places: Vec<Vec2> = block.mesh(f64::from(mesh * MM)).collect();
        let wide = block.grown(1.0);
        prop_assert!(places.iter().all(|&place| wide.contains(place)));
        for corner in block.corners() {
            prop_assert!(places.iter().any(|place| place.distance(corner) < 1.0));
        }
        prop_assert!(places.windows(2).all(|pair| pair[0].distance(pair[1]) <= block.width() + block.depth));
    }
}

#[test]
fn a_wheel_strikes_with_its_front_and_brushes_with_its_flank() {
    // Wheeling left, the right rear corner swings out to the right.
    let left = [Leg::Wheel(-4_000), Leg::None, Leg::None, Leg::None];
    let beside = (body(60, -10, 9_000, 20, 10), None);
    let run = ride(std::slice::from_ref(&beside), left, 500);
    assert!(run.met.is_none() && matches!(run.stopped, Some(Obstacle::Brushed(0))), "{:?}", run.stopped);
    let ahead = (body(30, 30, 18_000, 20, 10), None);
    let run = ride(std::slice::from_ref(&ahead), left, 500);
    assert_eq!(run.met.map(|(who, _)| who), Some(0));
}

#[test]
fn the_side_on_which_another_stands_is_told_by_where_they_touch() {
    // Far out to the left along the front it is still the front; at the flank it is the flank, whichever way it looks.
    let own = body(0, 0, 0, 200, 40);
    for (x, y, facing, wide, side) in [
        (-140, 0, 18_000, 200, Edge::Front),
        (100, -20, 27_000, 60, Edge::Right),
        (-100, -20, 9_000, 60, Edge::Left),
        (30, -40, 0, 200, Edge::Rear),
    ] {
        assert_eq!(own.side_of(&body(x, y, facing, wide, 20)), (0, side));
    }
}
