//! Properties that hold for shapes anywhere on the table.

use field::table::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The same cases every time, so that a run tells of a change in the code and of nothing else.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 1_000,
        rng_seed: RngSeed::Fixed(1642),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

prop_compose! {
    fn poses()(x in 0..600_000, y in 0..600_000, facing in 0..FULL_TURN) -> Pose {
        Pose::new(Point::new(x, y), facing)
    }
}

prop_compose! {
    fn blocks()(pose in poses(), width in 10_000..300_000, depth in 10_000..120_000) -> Block {
        Block::new(pose, width, depth)
    }
}

prop_compose! {
    /// A main block, with wings of their own depth and angle for some.
    fn bodies()(pose in poses(), width in 20_000..200_000_i32, depth in 10_000..120_000_i32, wing in 10_000..100_000_i32,
                back in 0..4_500, wings in 0_usize..3) -> Body {
        let main = Block::new(pose, width, depth);
        let left = Block::new(pose.right(-(width + wing) / 2), wing, depth / 2 + 5_000);
        let right = Block::new(pose.right((width + wing) / 2), wing, depth / 2 + 5_000).rotated(main.front_right(), back);
        Body::new([main, left, right].into_iter().take(wings + 1))
    }
}

/// A star-shaped, mostly concave polygon about a place.
fn areas() -> impl Strategy<Value = Polygon> {
    (poses(), prop::collection::vec(30_000..200_000_i32, 3..9)).prop_map(|(pose, arms)| {
        let step = FULL_TURN / arms.len() as i32;
        Polygon::new(arms.iter().enumerate().map(|(i, arm)| pose.along(step * i as i32, *arm).at).collect::<Vec<_>>())
    })
}

fn lines() -> impl Strategy<Value = Polyline> {
    prop::collection::vec(poses(), 2..6).prop_map(|p| Polyline::new(p.iter().map(|p| p.at).collect::<Vec<_>>()))
}

/// The deepest overlap of any two blocks.
fn overlap(a: &Body, b: &Body) -> f64 {
    let pairs = a.blocks.iter().flat_map(|mine| b.blocks.iter().map(move |theirs| -mine.separation(theirs)));
    pairs.fold(f64::NEG_INFINITY, f64::max)
}

/// Places along the outline of a body, `step` apart.
fn outline(body: &Body, step: f64) -> Vec<Vec2> {
    let mut places = Vec::new();
    for block in &body.blocks {
        for edge in Edge::ALL {
            let (a, b) = block.edge(edge);
            let n = (a.distance(b) / step).ceil() as usize;
            places.extend((0..=n).map(|i| a + (b - a) * (i as f64 / n as f64)));
        }
    }
    places
}

fn in_spans(spans: &[Span], at: f64) -> bool {
    spans.iter().any(|span| span.from <= at && at <= span.to)
}

fn near_a_border(spans: &[Span], at: f64) -> bool {
    spans.iter().any(|span| (span.from - at).abs() < 10.0 || (span.to - at).abs() < 10.0)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn distance_is_symmetric_and_matches_the_outlines(a in bodies(), b in bodies()) {
        let distance = a.distance(&b);
        prop_assert!((distance - b.distance(&a)).abs() < 1e-3);
        if distance > 0.0 {
            let sampled = outline(&a, 2_000.0).iter().map(|p| b.distance_to_point(*p)).fold(f64::INFINITY, f64::min);
            prop_assert!(sampled >= distance - 1e-3 && sampled <= distance + 2_000.0, "{distance} {sampled}");
        }
        prop_assert_eq!(a.touches(&b), distance <= TOUCH);
        if a.overlaps(&b) {
            prop_assert!(a.touches(&b));
        }
        prop_assert!(a.maybe_within(&b, distance + 1e-3));
    }

    #[test]
    fn turning_there_and_back_changes_nothing(body in bodies(), pivot in poses(), by in -FULL_TURN..FULL_TURN) {
        let pivot = pivot.at.vec();
        let back = body.rotated(pivot, by).rotated(pivot, -by);
        for (a, b) in body.corners().zip(back.corners()) {
            prop_assert!(a.distance(b) < 1e-3);
        }
        prop_assert!((body.rotated(pivot, by).distance_to_point(pivot) - body.distance_to_point(pivot)).abs() < 1e-3);
    }

    #[test]
    fn a_pose_turns_like_its_block(pose in poses(), pivot in poses(), by in -18_000..18_000) {
        let by_pose = Block::new(pose.pivot(pivot.at.vec(), by), 100 * MM, 40 * MM);
        let by_block = Block::new(pose, 100 * MM, 40 * MM).rotated(pivot.at.vec(), by);
        for (a, b) in by_pose.corners().iter().zip(by_block.corners()) {
            prop_assert!(a.distance(b) < 1.0);
        }
    }

    #[test]
    fn local_and_global_undo_each_other(block in blocks(), p in poses()) {
        let p = p.at.vec();
        prop_assert!(block.global(block.local(p)).distance(p) < 1e-3);
        prop_assert!(block.contains(block.nearest(p)) || block.distance_to_point(block.nearest(p)) < 1e-3);
        prop_assert!((block.nearest(p).distance(p) - block.distance_to_point(p)).abs() < 1e-3);
    }

    #[test]
    fn a_cast_stops_before_it_overlaps(a in bodies(), b in bodies(), off in -6_000..6_000) {
        prop_assume!(!a.overlaps(&b));
        let (dir, max) = (heading(bearing(b.center() - a.center()) + off), 800_000.0);
        let hit = cast(&a, dir, max, &b);
        let free = hit.map_or(max, |hit| hit.distance);
        // Stepping along finds no overlap before the touch and, where there is one, an overlap soon after it.
        for step in 0..=400 {
            let moved = a.translated(dir * (free * f64::from(step) / 400.0));
            prop_assert!(overlap(&moved, &b) <= TOUCH + 1.0, "step {step} of {free}");
        }
        if let Some(hit) = hit {
            let there = a.translated(dir * hit.distance);
            prop_assert!(there.touches(&b));
            let struck = &b.blocks[hit.block];
            prop_assert!(struck.distance_to_point(hit.point) <= TOUCH + 1.0);
            let (left, right) = struck.edge(hit.edge);
            let edge = Polyline::new([left.round(), right.round()]);
            prop_assert!(edge.distance(hit.point) <= TOUCH + 1.0, "the contact lies on the edge told");
            prop_assert!(there.blocks[hit.moving_block].distance_to_point(hit.point) <= TOUCH + 1.0);
            // No depth changes faster than the body moves, so steps of 20 see every press to within 20.
            let pressed = (0..40_000)
                .any(|i| overlap(&there.translated(dir * (f64::from(i) * 20.0)), &b) > TOUCH - 20.0);
            prop_assert!(pressed, "going on would press");
        }
    }

    #[test]
    fn a_rounded_move_to_contact_neither_overlaps_nor_moves_on(a in poses(), b in poses(), off in -3_000..3_000) {
        let block = |pose: Pose| Body::single(Block::new(pose, 120 * MM, 40 * MM));
        let angle = bearing(b.at.vec() - a.at.vec()) + off;
        prop_assume!(!block(a).overlaps(&block(b)));
        if let Some(hit) = cast(&block(a), heading(angle), 900_000.0, &block(b)) {
            let there = a.along(angle, hit.distance.round() as Um);
            prop_assert!(!block(there).overlaps(&block(b)) && block(there).touches(&block(b)));
            let again = cast(&block(there), heading(angle), 900_000.0, &block(b)).map_or(f64::INFINITY, |hit| hit.distance);
            // At a very acute angle one micrometre of rounding is worth many along the move.
            prop_assert!(again < 20_000.0, "moved on by {again}");
        }
    }

    #[test]
    fn a_turn_stops_before_it_overlaps(a in bodies(), b in bodies(), left in any::<bool>(), by in -18_000..18_000,
                                       gap in 0.0..0.5) {
        prop_assume!(overlap(&a, &b) < 0.0);
        // Brought near, so that most turns meet.
        let b = b.translated((a.center() - b.center()).unit() * (a.distance(&b) * (1.0 - gap)));
        prop_assume!(overlap(&a, &b) < 0.0);
        let pivot = wheel_pivot(&a, left);
        let hit = cast_turn(&a, pivot, by, &b);
        let free = hit.map_or(by, |(free, ..)| free);
        prop_assert!(free.abs() <= by.abs() && free * by >= 0);
        for step in 0..=200 {
            let turned = a.rotated(pivot, free * step / 200);
            prop_assert!(!turned.overlaps(&b), "step {step} of {free}");
        }
        if let Some((free, index, _)) = hit {
            prop_assert!(index < b.blocks.len());
            // One hundredth of a degree more moves no corner farther than this.
            let reach = (a.center().distance(pivot) + a.radius()) * 2e-4;
            prop_assert!(a.rotated(pivot, free + by.signum()).distance(&b) <= TOUCH.max(reach));
        }
    }

    #[test]
    fn a_turn_keeps_out_of_an_area(a in bodies(), area in areas(), left in any::<bool>(), by in -9_000..9_000) {
        prop_assume!(!area.meets_body(&a));
        let pivot = wheel_pivot(&a, left);
        let free = cast_turn_area(&a, pivot, by, &area);
        for step in 0..=100 {
            let turned = a.rotated(pivot, free.unwrap_or(by) * step / 100);
            prop_assert!(!area.meets_body(&turned), "step {step} of {free:?}");
        }
    }

    #[test]
    fn the_nearest_in_an_arc_matches_sampling(pose in poses(), half in 100..18_000, target in bodies()) {
        let arc = Arc { from: pose.at.vec(), dir: pose.dir(), half_angle: half };
        prop_assume!(!target.contains(arc.from));
        // The nearest sampled place of those that lie within the arc, or no farther than `margin` outside it.
        let sampled = |margin: f64| {
            let inside = |p: &Vec2| {
                let to = *p - arc.from;
                let off = libm::atan2(arc.dir.cross(to), arc.dir.dot(to)).abs() * 18_000.0 / core::f64::consts::PI;
                off <= f64::from(half) + margin / to.len() * 6_000.0
            };
            outline(&target, 500.0).into_iter().filter(inside).map(|p| p.distance(arc.from)).reduce(f64::min)
        };
        let exact = nearest_in_arc(&arc, &target).unwrap_or(f64::INFINITY);
        prop_assert!(exact <= sampled(0.0).unwrap_or(f64::INFINITY) + 1e-3, "nothing in the arc is missed");
        if exact.is_finite() {
            let near = sampled(300.0).unwrap_or(f64::INFINITY);
            prop_assert!(exact >= near - 300.0, "{exact} {near}");
        }
        prop_assert_eq!(arc_reaches(&arc, &target, 200_000.0), exact <= 200_002.0);
    }

    #[test]
    fn a_chord_matches_sampling(area in areas(), a in poses(), b in poses()) {
        let (a, b) = (a.at.vec(), b.at.vec());
        let inside = (0..2_000).filter(|i| area.contains(a + (b - a) * ((f64::from(*i) + 0.5) / 2_000.0))).count();
        let sampled = a.distance(b) * inside as f64 / 2_000.0;
        prop_assert!((area.chord(a, b) - sampled).abs() <= a.distance(b) / 2_000.0 * 8.0);
        if area.chord(a, b) > 1.0 {
            prop_assert!(area.meets_segment(a, b));
        }
    }

    #[test]
    fn an_area_and_a_block_meet_where_sampling_says(area in areas(), block in blocks()) {
        let core = block.grown(-TOUCH - 1.0);
        let inside = (0..=40).flat_map(|i| (0..=40).map(move |j| (i, j))).any(|(i, j)| {
            let local = Vec2::new((f64::from(i) / 20.0 - 1.0) * core.half, -f64::from(j) / 40.0 * core.depth);
            area.contains(core.global(local))
        });
        if inside {
            prop_assert!(area.meets_block(&block));
        }
        if area.meets_block(&block) {
            prop_assert_eq!(area.distance_to_block(&block), 0.0);
        }
        if area.covers_block(&block) {
            prop_assert!(core.corners().iter().all(|corner| area.contains(*corner)));
        }
    }

    #[test]
    fn what_stands_within_a_distance_is_no_farther_off(
        body in bodies(), area in areas(), wall in lines(), gap in 0..300_000_i32,
    ) {
        let gap = f64::from(gap);
        prop_assert_eq!(area.within(&body, gap), area.distance_to_body(&body) <= gap);
        prop_assert_eq!(wall.within(&body, gap), wall.distance_to_body(&body) <= gap);
    }

    #[test]
    fn a_swing_is_over_what_it_meets_at_any_step(
        body in bodies(), area in areas(), wall in lines(), pivot in poses(), by in -18_000..18_000,
    ) {
        let (pivot, trail) = (pivot.at.vec(), Trail::Swing { pivot: pivot.at.vec(), by });
        let (sweep, after) = (Sweep::new(&body, trail), body.rotated(pivot, by));
        let steps = (by.abs() / 100).max(1);
        let meets = |met: &dyn Fn(&Body) -> bool| {
            (0..=steps).any(|step| met(&sweep.at(f64::from(step) / f64::from(steps))))
        };
        prop_assert_eq!(!sweep.within(&area).is_empty(), meets(&|there| area.meets_body(there)));
        prop_assert_eq!(!sweep.over(&wall).is_empty(), meets(&|there| wall.meets_body(there)));
        let turned = |step: i32| body.rotated(pivot, step * SWING_STEP * by.signum());
        let steps = || (1..=by.abs() / SWING_STEP).map(turned).chain([after.clone()]);
        prop_assert_eq!(trail.over_area(&body, &after, &area), steps().any(|there| area.meets_body(&there)));
        prop_assert_eq!(trail.over_line(&body, &after, &wall), steps().any(|there| wall.meets_body(&there)));
    }

    #[test]
    fn a_turning_body_keeps_within_its_circle(body in bodies(), pivot in poses(), by in -18_000..18_000) {
        let pivot = pivot.at.vec();
        let (middle, reach) = turned_within(&body, pivot, by);
        for step in 0..=20 {
            let there = body.rotated(pivot, by * step / 20);
            prop_assert!(there.corners().all(|corner| corner.distance(middle) <= reach + 1.0), "{by} {step}");
        }
    }

    #[test]
    fn spans_match_sampling(body in bodies(), area in areas(), wall in lines(), angle in 0..FULL_TURN) {
        let (dir, dist) = (heading(angle), 500_000.0);
        let inside = spans_in(&body, dir, dist, &area);
        let across = span_over(&body, dir, dist, &wall);
        prop_assume!(inside.len() < 4 && across.len() < 4);
        for i in 0..=500 {
            let at = dist * f64::from(i) / 500.0;
            let moved = body.translated(dir * at);
            prop_assert!(near_a_border(&inside, at) || in_spans(&inside, at) == area.meets_body(&moved), "{inside:?} {at}");
            prop_assert!(near_a_border(&across, at) || in_spans(&across, at) == wall.meets_body(&moved), "{across:?} {at}");
        }
    }

    #[test]
    fn a_blocked_lane_is_one_that_meets_a_body(a in poses(), b in poses(), blocker in bodies()) {
        let line = Segment { a: a.at.vec(), b: b.at.vec() };
        let seen = lane(&line, [&blocker]);
        let n = 2_000;
        let meets = (0..=n).any(|i| {
            let place = line.a + (line.b - line.a) * (f64::from(i) / f64::from(n));
            blocker.blocks.iter().any(|block| block.grown(-3.0 * TOUCH).contains(place))
        });
        if meets {
            prop_assert!(seen.blocked || line.length() < 1_000.0);
        }
        if seen.blocked {
            prop_assert!(blocker.distance(&Body::single(strip_ahead(line.a, line.a, line.dir(), line.length(), 1.0))) <= TOUCH);
        } else if seen.left.min(seen.right).is_finite() {
            let clear = seen.left.min(seen.right) - 1.0;
            let ribbon = strip_ahead(line.a, line.a, line.dir(), line.length() - 2.0 * TOUCH, clear.max(0.0));
            prop_assert!(overlap(&Body::single(ribbon), &blocker) <= 2.0 * TOUCH, "{seen:?}");
        }
    }

    #[test]
    fn a_point_on_a_line_is_found_again(wall in lines(), share in 0.0..1.0) {
        let position = wall.length() * share;
        let place = wall.at(position);
        prop_assert!(wall.distance(place) < 1.0);
        let (_, near) = wall.nearest(place);
        prop_assert!(near.distance(place) < 1.0);
        let parts = wall.slice(0.0, position).length() + wall.slice(position, wall.length()).length();
        prop_assert!((parts - wall.length()).abs() < 10.0);
    }
}
