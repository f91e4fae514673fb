//! Worked examples on the open table.

use field::table::*;

fn mm(x: i32, y: i32) -> Point {
    Point::new(x * MM, y * MM)
}

fn at(x: f64, y: f64) -> Vec2 {
    Vec2::new(x * 1_000.0, y * 1_000.0)
}

fn block(x: i32, y: i32, facing: Cdeg, width: i32, depth: i32) -> Block {
    Block::new(Pose::new(mm(x, y), facing), width * MM, depth * MM)
}

fn body(x: i32, y: i32, facing: Cdeg, width: i32, depth: i32) -> Body {
    Body::single(block(x, y, facing, width, depth))
}

fn area(points: &[(i32, i32)]) -> Polygon {
    Polygon::new(points.iter().map(|&(x, y)| mm(x, y)).collect::<Vec<_>>())
}

fn line(points: &[(i32, i32)]) -> Polyline {
    Polyline::new(points.iter().map(|&(x, y)| mm(x, y)).collect::<Vec<_>>())
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1.0
}

#[test]
fn headings_agree_with_the_library_functions() {
    for angle in 0..FULL_TURN {
        let v = heading(angle);
        let radians = f64::from(angle) * core::f64::consts::PI / 18_000.0;
        assert!((v.x - libm::sin(radians)).abs() < 2e-15 && (v.y - libm::cos(radians)).abs() < 2e-15, "{angle}");
        assert_eq!(bearing(v), angle);
        assert_eq!(heading(angle + 9_000), v.right(), "quarter turns are exact at {angle}");
    }
    assert_eq!(bearing(Vec2::new(-1.0, 0.0)), 27_000);
    assert_eq!(turn(0, 18_000), 18_000);
    assert_eq!(turn(18_000, 0), 18_000);
}

#[test]
fn poses_move_and_turn() {
    let pose = Pose::new(mm(100, 100), 36_000 + 9_000);
    assert_eq!(pose.facing, 9_000);
    assert_eq!(pose.ahead(-20 * MM).at, mm(80, 100));
    assert_eq!(pose.along(18_000, 20 * MM), Pose::new(mm(100, 80), 9_000));
    assert_eq!(pose.pivot(at(100.0, 120.0), 9_000), Pose::new(mm(80, 120), 18_000));
    let json = serde_json::to_string(&pose).unwrap();
    assert_eq!(serde_json::from_str::<Pose>(&json).unwrap(), pose);
}

#[test]
fn an_about_face_keeps_the_ground() {
    let pose = Pose::new(mm(100, 100), 4_500);
    let (before, after) = (Block::new(pose, 80 * MM, 30 * MM), Block::new(pose.about(30 * MM), 80 * MM, 30 * MM));
    assert!(before.center().distance(after.center()) < 2.0);
    assert_eq!(pose.about(30 * MM).facing, 22_500);
}

#[test]
fn corners_and_edges_run_clockwise() {
    let b = block(0, 0, 0, 100, 40);
    assert_eq!(b.corners(), [at(-50.0, 0.0), at(50.0, 0.0), at(50.0, -40.0), at(-50.0, -40.0)]);
    assert_eq!(b.edge(Edge::Right), (at(50.0, 0.0), at(50.0, -40.0)));
    assert_eq!(b.edge(Edge::Rear), (at(50.0, -40.0), at(-50.0, -40.0)));
    assert_eq!(b.outward(Edge::Left), Vec2::new(-1.0, 0.0));
    for edge in Edge::ALL {
        let (a, z) = b.edge(edge);
        assert_eq!(b.edge_towards(a.midpoint(z) + b.outward(edge) * 10_000.0), edge);
        assert_eq!(b.edge_looking(b.outward(edge)), edge);
        assert_eq!(edge.opposite().opposite(), edge);
    }
}

#[test]
fn blocks_measure_distance_between_nearest_places() {
    let a = block(0, 0, 0, 100, 40);
    assert!(close(a.distance(&block(0, 70, 0, 100, 40)), 30_000.0));
    assert!(close(a.distance(&block(130, 80, 0, 100, 40)), 50_000.0), "30 across and 40 up");
    let turned = block(0, 100, 13_500, 100, 40);
    assert!(close(a.distance(&turned), 100_000.0 - 50_000.0 * 0.5_f64.sqrt()));
    assert_eq!(a.distance(&block(20, -10, 3_000, 20, 10)), 0.0);
    assert!(a.contains(at(0.0, -20.0)) && !a.contains(at(0.0, 1.0)));
}

#[test]
fn a_touch_is_no_overlap() {
    let a = block(0, 0, 0, 100, 40);
    for by in [0.0, 100.0, -100.0] {
        let b = block(100, 0, 0, 100, 40).translated(Vec2::new(by, 0.0));
        assert!(a.touches(&b) && !a.overlaps(&b));
    }
    let apart = block(100, 0, 0, 100, 40).translated(Vec2::new(200.0, 0.0));
    assert!(!a.touches(&apart));
    let into = block(100, 0, 0, 100, 40).translated(Vec2::new(-200.0, 0.0));
    assert!(a.overlaps(&into));
}

#[test]
fn a_body_knows_its_front_and_its_nearest_edge() {
    let pikes = block(0, 0, 0, 100, 80);
    let left = block(-100, 0, 0, 100, 40);
    // The right wing is refused: it bends back by 30 degrees from the corner of the pikes.
    let right = block(100, 0, 0, 100, 40).rotated(at(50.0, 0.0), 3_000);
    let body = Body::new([pikes, left, right]);
    let (left_end, right_end) = body.front_ends();
    assert_eq!(left_end, at(-150.0, 0.0));
    assert!(right_end.distance(at(50.0 + 100.0 * 0.75_f64.sqrt(), -50.0)) < 1.0);
    assert_eq!(wheel_pivot(&body, true), left_end);
    assert_eq!(wheel_pivot(&body, false), right_end);
    assert_eq!(body.edge_nearest(at(-100.0, 50.0)), (1, Edge::Front));
    assert_eq!(body.edge_nearest(at(-200.0, -20.0)), (1, Edge::Left));
    assert_eq!(body.side_of(&Body::single(block(0, -100, 0, 40, 20))), (0, Edge::Rear));
    assert_eq!(body.side_of(&Body::single(block(-100, 60, 18_000, 40, 20))), (1, Edge::Front));
    assert!(body.within(&Body::single(block(0, 60, 18_000, 40, 20)), 60_000.0));
    assert!(!body.within(&Body::single(block(0, 61, 18_000, 40, 20)), 60_000.0));
}

#[test]
fn a_body_stands_on_the_table_or_not() {
    let b = body(50, 40, 0, 100, 40);
    assert!(b.within_table(100 * MM, 40 * MM));
    assert!(!b.within_table(99 * MM, 40 * MM));
    assert!(close(b.room_on_table(heading(0), 1_000 * MM, 1_000 * MM), 960_000.0));
    assert!(close(b.room_on_table(heading(18_000), 1_000 * MM, 1_000 * MM), 0.0));
}

#[test]
fn a_straight_move_ends_in_contact() {
    let mover = body(0, 0, 0, 100, 40);
    let hit = cast(&mover, heading(0), 300_000.0, &body(60, 200, 18_000, 100, 40)).unwrap();
    assert!(close(hit.distance, 200_000.0));
    assert_eq!((hit.block, hit.moving_block, hit.edge), (0, 0, Edge::Front));
    assert!(hit.point.distance(at(30.0, 200.0)) < 1.0, "the middle of the common 40 mm: {:?}", hit.point);
    assert_eq!(cast(&mover, heading(0), 199_000.0, &body(60, 200, 18_000, 100, 40)), None);
    assert_eq!(cast(&mover, heading(18_000), 300_000.0, &body(60, 200, 18_000, 100, 40)), None);

    let flank = cast(&mover, heading(0), 300_000.0, &body(0, 200, 9_000, 40, 80)).unwrap();
    assert_eq!(flank.edge, Edge::Right);
    let rear = cast(&mover, heading(0), 300_000.0, &body(0, 240, 0, 100, 40)).unwrap();
    assert_eq!((rear.edge, rear.distance.round()), (Edge::Rear, 200_000.0));
}

#[test]
fn a_corner_is_struck_first_when_the_enemy_stands_askew() {
    let mover = body(0, 0, 0, 200, 40);
    let hit = cast(&mover, heading(0), 300_000.0, &body(0, 200, 16_500, 100, 40)).unwrap();
    assert_eq!(hit.edge, Edge::Front, "15 degrees off is still the front");
    let corner = block(0, 200, 16_500, 100, 40).corners().into_iter().fold(f64::INFINITY, |least, c| least.min(c.y));
    assert!(close(hit.distance, corner) && close(hit.point.y, corner));
}

#[test]
fn neighbours_slide_past_each_other() {
    let mover = body(0, 0, 0, 100, 40);
    let neighbour = body(100, 20, 0, 100, 40);
    assert_eq!(cast(&mover, heading(0), 500_000.0, &neighbour), None, "side by side");
    let ahead = body(100, 200, 18_000, 100, 40);
    assert_eq!(cast(&mover, heading(0), 500_000.0, &ahead), None, "corner past corner");
    assert_eq!(cast(&mover, heading(27_000), 500_000.0, &neighbour), None, "moving away");
    let pressed = cast(&mover, heading(4_500), 500_000.0, &neighbour).unwrap();
    assert_eq!((pressed.distance, pressed.edge), (0.0, Edge::Left));
    let blocked = cast(&mover, heading(0), 500_000.0, &body(0, 0, 18_000, 100, 40)).unwrap();
    assert_eq!((blocked.distance, blocked.edge), (0.0, Edge::Front));
}

#[test]
fn those_who_overlap_may_part_but_not_press_on() {
    let mover = body(0, 0, 0, 100, 40);
    let other = body(0, 30, 0, 100, 40);
    assert_eq!(cast(&mover, heading(0), 50_000.0, &other).unwrap().distance, 0.0);
    assert_eq!(cast(&mover, heading(18_000), 50_000.0, &other), None);
    assert_eq!(cast(&mover, heading(9_000), 50_000.0, &other), None);
}

#[test]
fn the_first_of_many_is_hit() {
    let mover = body(0, 0, 0, 100, 40);
    let far = body(0, 300, 18_000, 100, 40);
    let near = body(40, 200, 18_000, 100, 40);
    let aside = body(400, 100, 18_000, 100, 40);
    let all = [("far", &far), ("near", &near), ("aside", &aside)];
    let (name, hit) = first_hit(&mover, heading(0), 1e6, all).unwrap();
    assert_eq!((name, hit.distance.round()), ("near", 200_000.0));
}

#[test]
fn wings_strike_on_their_own() {
    let pikes = block(0, 0, 0, 100, 80);
    let wing = block(100, 0, 0, 100, 40);
    let hit = cast(&Body::new([pikes, wing]), heading(0), 1e6, &body(120, 100, 18_000, 20, 20)).unwrap();
    assert_eq!(hit.moving_block, 1);
    let hit = cast(&body(120, 100, 18_000, 20, 20), heading(18_000), 1e6, &Body::new([pikes, wing])).unwrap();
    assert_eq!(hit.block, 1);
}

#[test]
fn a_wheel_stops_at_what_it_meets() {
    let mover = body(0, 0, 0, 200, 40);
    let pivot = wheel_pivot(&mover, true);
    // The far front corner sweeps a circle of 200 mm about (-100, 0).
    let (free, index, edge) = cast_turn(&mover, pivot, -9_000, &body(80, 100, 18_000, 100, 40)).unwrap();
    assert_eq!((index, edge), (0, Edge::Front));
    let exact = 3_000.0;
    assert!((f64::from(-free) - exact).abs() < 12.0, "{free}");
    assert_eq!(cast_turn(&mover, pivot, -2_900, &body(80, 100, 18_000, 100, 40)), None);
    assert_eq!(cast_turn(&mover, pivot, -9_000, &body(200, 100, 18_000, 40, 40)), None, "out of reach");
}

#[test]
fn a_swing_about_the_point_of_contact_lays_the_fronts_together() {
    let mover = body(0, 0, 0, 100, 40);
    let enemy = body(20, 200, 16_000, 300, 40);
    let hit = cast(&mover, heading(0), 1e6, &enemy).unwrap();
    let there = mover.translated(heading(0) * hit.distance);
    let by = turn(0, normal(16_000 + 18_000));
    assert_eq!(cast_turn(&there, hit.point, by, &enemy), None, "flush with the edge is not yet into it");
    let laid = there.rotated(hit.point, by);
    assert!(laid.touches(&enemy) && !laid.overlaps(&enemy));
    let (free, ..) = cast_turn(&there, hit.point, by * 2, &enemy).unwrap();
    assert!((free - by).abs() < 20, "{free} {by}");
    let (none, ..) = cast_turn(&laid, hit.point, by.signum() * 3_000, &enemy).unwrap();
    assert!(none.abs() < 20, "{none}");
}

#[test]
fn a_wheel_stops_at_woods_and_walls() {
    let mover = body(0, 0, 0, 200, 40);
    let pivot = wheel_pivot(&mover, true);
    let wood = area(&[(40, 100), (200, 100), (200, 300), (40, 300)]);
    let free = cast_turn_area(&mover, pivot, -9_000, &wood).unwrap();
    assert!((free + 3_000).abs() < 15, "{free}");
    let turned = mover.rotated(pivot, free);
    assert!(!wood.meets_body(&turned) && wood.meets_body(&mover.rotated(pivot, free - 20)));
    assert_eq!(cast_turn_area(&mover, pivot, 9_000, &wood), None);
    let wall = line(&[(40, 100), (200, 100)]);
    assert_eq!(cast_turn_line(&mover, pivot, -9_000, &wall), Some(free));
}

/// CP V45: twelve musketeers abreast wheel by 30 degrees, and half of six inches buys 18.2 degrees.
#[test]
fn a_wheel_costs_the_arc_of_the_outer_corner() {
    let line = body(0, 0, 0, 240, 20);
    let radius = wheel_radius(&line, true);
    assert!(close(radius, 240_000.0));
    let arc = arc_length(radius, 3_000) / f64::from(INCH);
    assert!((arc - 4.947).abs() < 0.001, "{arc}");
    assert!((6.0 - arc - 1.053).abs() < 0.001);
    assert_eq!(arc_turn(radius, f64::from(3 * INCH)) / 10, 181, "18.19 degrees");
    assert_eq!(arc_turn(radius, arc_length(radius, -3_000)), 3_000);
}

#[test]
fn arcs_reach_what_they_cover() {
    let arc = Arc { from: at(0.0, 0.0), dir: heading(0), half_angle: 4_500 };
    assert_eq!(nearest_in_arc(&arc, &body(100, 50, 18_000, 20, 20)), None, "63 degrees off");
    let partly = nearest_in_arc(&arc, &body(150, 100, 18_000, 120, 20)).unwrap();
    assert!(close(partly, 100_000.0 * 1.81_f64.sqrt()), "nearest place (90, 100) {partly}");
    let border = nearest_in_arc(&arc, &body(150, 100, 18_000, 100, 20)).unwrap();
    assert!((border - 100_000.0 * 2.0_f64.sqrt()).abs() < 10.0, "the corner lies on the border {border}");
    assert!(arc_reaches(&arc, &body(0, 100, 18_000, 20, 20), 100_000.0));
    assert!(!arc_reaches(&arc, &body(0, 101, 18_000, 20, 20), 100_000.0));
    let round = Arc { half_angle: 18_000, ..arc };
    assert!(close(nearest_in_arc(&round, &body(0, -100, 0, 20, 20)).unwrap(), 100_000.0));
    let wide = Arc { half_angle: 13_500, ..arc };
    assert_eq!(nearest_in_arc(&wide, &body(0, -100, 0, 20, 20)), None);
    assert!(nearest_in_arc(&wide, &body(-100, -50, 0, 20, 20)).is_some());
    assert_eq!(nearest_in_arc(&arc, &body(0, 5, 0, 20, 20)), Some(0.0), "among them");
}

#[test]
fn areas_measure_inside_and_outside() {
    // An L: the notch is in the north-east.
    let wood = area(&[(0, 0), (100, 0), (100, 50), (50, 50), (50, 100), (0, 100)]);
    assert!(wood.contains(at(25.0, 75.0)) && !wood.contains(at(75.0, 75.0)));
    assert!(close(wood.distance(at(75.0, 75.0)), 25_000.0));
    assert!(close(wood.depth_inside(at(25.0, 75.0)), 25_000.0));
    assert_eq!(wood.depth_inside(at(75.0, 75.0)), 0.0);
    assert!(close(wood.area(), 7_500e6));
    assert!(close(wood.chord(at(-10.0, 75.0), at(200.0, 75.0)), 50_000.0));
    assert!(close(wood.chord(at(25.0, 110.0), at(110.0, 25.0)), 30_000.0 * 2.0_f64.sqrt()));
    assert!(close(wood.chord(at(10.0, 20.0), at(30.0, 20.0)), 20_000.0));
    // Along an edge, up and down, it is outside.
    let house = area(&[(0, 0), (40, 0), (40, 60), (0, 60)]);
    for (x, inside) in [(0.0, 0.0), (40.0, 0.0), (20.0, 60_000.0)] {
        for (from, to) in [(-50.0, 100.0), (100.0, -50.0)] {
            assert!(close(house.chord(at(x, from), at(x, to)), inside), "{x}");
        }
    }
    // Where another adjoins it the edge is a seam, whichever way either outline runs.
    let next = [area(&[(40, 20), (80, 20), (80, 90), (40, 90)]), area(&[(40, 90), (80, 90), (80, 20), (40, 20)])];
    let corner = area(&[(40, 60), (80, 60), (80, 90), (40, 90)]);
    for (from, to) in [(at(40.0, -50.0), at(40.0, 100.0)), (at(40.0, 100.0), at(40.0, -50.0))] {
        for next in &next {
            let (one, other) = house.seam(&[next].into_iter(), from, to).unwrap();
            assert!(close(one.distance(other), 40_000.0) && leads_through(&[&house, next].into_iter(), from, to));
        }
        assert_eq!(house.seam(&[&house, &corner].into_iter(), from, to), None);
        assert!(!leads_through(&[&house, &corner].into_iter(), from, to));
    }
    assert_eq!(wood.crossing(at(-10.0, 75.0), at(200.0, 75.0)), Some(at(0.0, 75.0)));
    assert!(wood.meets_segment(at(10.0, 10.0), at(20.0, 20.0)) && !wood.meets_segment(at(60.0, 60.0), at(90.0, 60.0)));
    assert!(wood.meets_block(&block(75, 90, 0, 20, 60)));
    assert!(!wood.meets_block(&block(75, 90, 0, 20, 40)), "right against the edge");
    assert!(close(wood.distance_to_block(&block(75, 90, 0, 20, 30)), 10_000.0));
    assert!(wood.covers_block(&block(50, 50, 0, 100, 50)));
    assert!(!wood.covers_block(&block(50, 60, 0, 100, 50)));
    let json = serde_json::to_string(&wood).unwrap();
    assert_eq!(serde_json::from_str::<Polygon>(&json).unwrap(), wood);
}

#[test]
fn lines_cross_and_divide() {
    let wall = line(&[(-100, 50), (0, 50), (100, 150)]);
    assert!(close(wall.length(), 100_000.0 + 100_000.0 * 2.0_f64.sqrt()));
    assert_eq!(wall.crosses(at(-50.0, 0.0), at(-50.0, 100.0)), Some(at(-50.0, 50.0)));
    assert_eq!(wall.crosses(at(50.0, 0.0), at(50.0, 90.0)), None);
    // Just through an end of it: there as back.
    for end in [-100.0, 100.0] {
        let (south, north) = (at(end, 0.0), at(end, 120.0));
        assert_eq!(wall.crosses(south, north).is_some(), wall.crosses(north, south).is_some());
    }
    let (position, place) = wall.nearest(at(-50.0, 80.0));
    assert!(close(position, 50_000.0) && place == at(-50.0, 50.0));
    assert_eq!(wall.at(50_000.0), at(-50.0, 50.0));
    assert_eq!(wall.slice(50_000.0, 1e9).points(), [mm(-50, 50), mm(0, 50), mm(100, 150)]);
    assert_eq!(wall.slice(10_000.0, 20_000.0).points(), [mm(-90, 50), mm(-80, 50)]);
    assert!(wall.divides(&body(-50, 70, 0, 40, 40)));
    assert!(!wall.divides(&body(-100, 70, 0, 40, 40)), "it ends inside");
    assert!(wall.meets_body(&body(-100, 70, 0, 40, 40)));
    assert!(!wall.meets_body(&body(-50, 50, 0, 40, 40)), "right against it");
    let two = Body::new([block(-20, 50, 0, 40, 40), block(-20, 90, 0, 40, 40)]);
    assert!(wall.divides(&two), "between both blocks");
    assert!(close(wall.distance_to_body(&body(-50, 20, 0, 40, 40)), 30_000.0));
}

#[test]
fn a_move_is_split_where_the_ground_changes() {
    let wood = area(&[(-100, 100), (100, 100), (100, 160), (-100, 160)]);
    let spans = spans_in(&body(0, 0, 0, 100, 40), heading(0), 500_000.0, &wood);
    assert_eq!(spans.len(), 1);
    assert!((spans[0].from - 100_000.0).abs() < 200.0 && (spans[0].to - 200_000.0).abs() < 200.0, "{spans:?}");
    let inside = spans_in(&body(0, 150, 0, 20, 20), heading(9_000), 20_000.0, &wood);
    assert_eq!(inside.as_slice(), [Span { from: 0.0, to: 20_000.0 }]);
    let cup = area(&[(0, 0), (300, 0), (300, 100), (200, 100), (200, 50), (100, 50), (100, 100), (0, 100)]);
    let twice = spans_in(&body(-50, 80, 9_000, 20, 20), heading(9_000), 500_000.0, &cup);
    assert_eq!(twice.len(), 2, "{twice:?}");
    assert!((twice[1].from - 250_000.0).abs() < 200.0 && (twice[1].length() - 120_000.0).abs() < 400.0);
    assert!(spans_in(&body(0, 0, 0, 100, 40), heading(18_000), 500_000.0, &wood).is_empty());

    let wall = line(&[(-100, 100), (100, 100)]);
    let over = span_over(&body(0, 0, 0, 100, 40), heading(0), 500_000.0, &wall);
    assert_eq!(over.len(), 1);
    assert!((over[0].from - 100_000.0).abs() < 200.0 && (over[0].length() - 40_000.0).abs() < 400.0);
}

#[test]
fn a_lane_is_bounded_by_what_stands_beside_it() {
    let sight = Segment { a: at(0.0, 0.0), b: at(0.0, 300.0) };
    let left = body(-60, 150, 0, 100, 40);
    let right = body(80, 250, 0, 100, 40);
    let beyond = body(10, 400, 0, 100, 40);
    let seen = lane(&sight, [&left, &beyond, &right]);
    assert!(!seen.blocked && close(seen.left, 10_000.0) && close(seen.right, 30_000.0));
    assert_eq!((seen.left_by, seen.right_by, seen.blocker), (Some(0), Some(2), None));
    assert!(!seen.is_open(f64::from(2 * INCH)));
    assert!(lane(&sight, [&left]).is_open(f64::from(2 * INCH)), "one side is open");
    let blocked = lane(&sight, [&left, &body(0, 200, 3_000, 100, 40)]);
    assert!(blocked.blocked && blocked.blocker == Some(1) && blocked.width() == 0.0);
}

#[test]
fn blocks_that_touch_leave_no_slit() {
    let part = |x: i32, width: i32, depth: i32| block(x, 0, 0, width, depth);
    let (pikes, left, right) = (part(0, 100, 60), part(-100, 100, 40), part(100, 100, 40));
    let line = Body::new([pikes, left, right]);
    let through = |body: &Body, a: (f64, f64), b: (f64, f64)| {
        let (a, b) = (at(a.0, a.1), at(b.0, b.1));
        let sight = Segment { a, b };
        let cut = body.is_cut(a, b, 2.0 * TOUCH);
        assert_eq!(lane(&sight, [body]).blocked, cut);
        assert_eq!(clear_lane(&sight, f64::INFINITY, [body]).is_none(), cut);
        assert_eq!(defile(&sight, f64::INFINITY, &[body].into_iter()).is_none(), cut);
        cut
    };
    for seam in [-50.0, 50.0] {
        assert!(through(&line, (seam, 100.0), (seam, -100.0)));
        assert!(through(&line, (seam, -100.0), (seam, 100.0)));
        assert!(!through(&line, (seam, 100.0), (seam, 1.0)), "it ends before them");
    }
    // Along the front, the rear and the flank it only brushes.
    assert!(!through(&line, (-300.0, 0.0), (300.0, 0.0)));
    assert!(!through(&line, (-300.0, -60.0), (300.0, -60.0)));
    assert!(!through(&line, (150.0, 100.0), (150.0, -100.0)));
    // A wing that hangs by one corner; what lies in the bend between the two does not cut them.
    let hinge = at(50.0, 0.0);
    let swung = Body::new([pikes, left, right.rotated(hinge, -9_000)]);
    assert!(through(&swung, (0.0, 20.0), (120.0, -28.0)));
    assert!(!through(&swung, (40.0, 10.0), (-200.0, 120.0)));
    assert!(!through(&swung, (60.0, -10.0), (300.0, -5.0)));
}

/// CP X5: four infantry figures or one gun shoot through a gap of 90 mm.
#[test]
fn whole_steps_fit_into_a_gap() {
    let target = body(0, 500, 18_000, 240, 40);
    let blockers = [body(-145, 250, 0, 200, 40), body(145, 250, 0, 200, 40)];
    let found = gaps(at(-120.0, 0.0), at(120.0, 0.0), &target, &blockers);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].left, found[0].right), (Some(0), Some(1)));
    let width = gap_width(at(-120.0, 0.0), at(120.0, 0.0), &target, &blockers);
    assert!(close(width, 90_000.0));
    assert_eq!((steps_in(width, 20 * MM), steps_in(width, 50 * MM)), (4, 1));
}

#[test]
fn a_gap_may_be_open_to_a_side() {
    let target = body(0, 500, 18_000, 240, 40);
    let one = [body(-100, 250, 0, 200, 40)];
    let found = gaps(at(-120.0, 0.0), at(120.0, 0.0), &target, &one);
    assert_eq!(found.len(), 1, "the blocker hides the left end: {found:?}");
    assert_eq!((found[0].left, found[0].right), (Some(0), None));
    assert_eq!(found[0].width(), f64::INFINITY);
    let none: [Body; 0] = [];
    assert_eq!(gap_width(at(-120.0, 0.0), at(120.0, 0.0), &target, &none), f64::INFINITY);
    let wall = [body(0, 250, 0, 400, 40)];
    assert_eq!(gap_width(at(-120.0, 0.0), at(120.0, 0.0), &target, &wall), 0.0);
    let aside = [body(400, 250, 0, 200, 40)];
    assert_eq!(gaps(at(-120.0, 0.0), at(120.0, 0.0), &target, &aside)[0].right, None, "not in between");
}

#[test]
fn strips_lie_before_and_beside() {
    let guns = block(0, 0, 0, 100, 40);
    let zone = strip_ahead(guns.front_left(), guns.front_right(), guns.dir, 300_000.0, f64::from(2 * INCH));
    assert!(close(zone.width(), 100_000.0 + 4.0 * f64::from(INCH)));
    assert!(zone.contains(at(0.0, 299.0)) && zone.contains(at(100.0, 1.0)) && !zone.contains(at(0.0, -1.0)));
    let beside = strip_beside(&guns, true, f64::from(4 * INCH));
    assert!(beside.contains(at(-51.0, -20.0)) && beside.contains(at(-151.0, -20.0)));
    assert!(!beside.contains(at(-153.0, -20.0)) && !beside.contains(at(0.0, -20.0)));
    assert!(strip_beside(&guns, false, 10_000.0).contains(at(55.0, -39.0)));
}

#[test]
fn hills_have_levels_crests_and_slopes() {
    let foot = area(&[(0, 0), (300, 0), (300, 300), (0, 300)]);
    let top = area(&[(100, 100), (200, 100), (200, 200), (100, 200)]);
    let south = Slope { area: area(&[(0, 0), (300, 0), (200, 100), (100, 100)]), uphill: 0, class: SlopeClass::Steep };
    let relief = Relief {
        levels: vec![(foot, 1), (top, 2)],
        crests: vec![(line(&[(0, 200), (300, 200)]), 2), (line(&[(0, 120), (300, 120)]), 1)],
        slopes: vec![south],
    };
    assert_eq!([at(-10.0, 0.0), at(50.0, 50.0), at(150.0, 150.0)].map(|place| relief.level_at(place)), [0, 1, 2]);
    assert_eq!(relief.level_of(&body(150, 160, 0, 20, 20)), 2);
    let passed: Vec<u8> = relief.crests_between(at(150.0, 0.0), at(150.0, 400.0)).map(|crest| crest.level).collect();
    assert_eq!(passed, [2, 1]);
    let first = relief.crest_between(at(150.0, 0.0), at(150.0, 400.0)).unwrap();
    assert_eq!((first.level, first.index, first.at.round()), (1, 1, mm(150, 120)));
    assert_eq!(relief.crest_between(at(150.0, 0.0), at(150.0, 100.0)), None);
    assert!(relief.nearest_crest(at(10.0, 110.0)).is_some_and(|(index, far)| index == 1 && close(far, 10_000.0)));
    let slope = relief.slope_at(at(150.0, 50.0)).unwrap();
    assert_eq!(
        [0, 4_500, 9_000, 27_000, 13_500, 18_000].map(|bearing| slope.climb(bearing)),
        [Climb::Up, Climb::Up, Climb::Across, Climb::Across, Climb::Down, Climb::Down]
    );
    assert_eq!(relief.slopes_under(&body(150, 50, 0, 20, 20)).count(), 1);
    assert_eq!(relief.slopes_between(at(150.0, -50.0), at(150.0, 20.0)).count(), 1);
    assert!(sees_over(2, 0, 1) && sees_over(0, 2, 1) && !sees_over(1, 0, 1));
    assert!(Relief::default().is_flat() && !relief.is_flat());
}

/// Bases that have moved up beside the front: a body of eight blocks is one body.
#[test]
fn a_body_of_eight_blocks() {
    let base = |n: i32| Block::new(Pose::new(Point::new(n * 60 * MM, 0), 0), 60 * MM, 30 * MM);
    let body = Body::new((0..8).map(base));
    assert_eq!((body.blocks.len(), body.front_width()), (8, 480_000.0));
    assert_eq!(Body::new((0..12).map(base)).blocks.len(), MAX_BLOCKS, "more than there is room for are left out");
    let last = Body::single(base(7));
    let few = Body::new((0..4).map(base));
    assert_eq!((few.blocks.len(), few.main()), (4, body.main()), "the main block stays the first");
    assert_eq!(body.translated(Vec2::default()), body);
    assert!(body.touches(&last) && !Body::new((0..6).map(base)).touches(&last));
    assert!(
        body.corners()
            .all(|corner| (corner - body.center()).dot(corner - body.center()).sqrt() <= body.radius() + 1e-6)
    );
}

#[test]
fn every_crossing_of_a_line_is_told() {
    let hedge = line(&[(0, 0), (100, 0), (100, 50), (0, 50)]);
    let crossed: Vec<(f64, Vec2)> = hedge.crossings(at(30.0, -20.0), at(30.0, 80.0)).collect();
    assert_eq!(crossed.len(), 2);
    assert!(close(crossed[0].0, 30_000.0) && close(crossed[1].0, 220_000.0), "{crossed:?}");
    assert!(close(crossed[1].1.x, 30_000.0) && close(crossed[1].1.y, 50_000.0));
    assert_eq!(hedge.crossings(at(120.0, -20.0), at(120.0, 80.0)).count(), 0);
}

#[test]
fn the_highest_ground_of_a_line_within_an_area() {
    // A wood in two arms; the hill lies under the second.
    let wood = area(&[(0, 0), (300, 0), (300, 100), (200, 100), (200, 50), (100, 50), (100, 100), (0, 100)]);
    let pieces = wood.pieces_inside(at(-50.0, 80.0), at(400.0, 80.0));
    assert_eq!(pieces.len(), 2);
    assert!(close(pieces[0].1.x, 100_000.0) && close(pieces[1].0.x, 200_000.0), "{pieces:?}");
    let hill = |from: i32, to: i32| Relief {
        levels: vec![(area(&[(from, 60), (to, 60), (to, 90), (from, 90)]), 2)],
        ..Relief::default()
    };
    let highest = |relief: &Relief| relief.highest_within(&wood, at(-50.0, 80.0), at(400.0, 80.0));
    assert_eq!(highest(&hill(250, 290)), Some(2));
    assert_eq!(highest(&hill(120, 180)), Some(0), "between the arms there are no trees");
    assert_eq!(hill(0, 10).highest_within(&wood, at(-50.0, 200.0), at(400.0, 200.0)), None);
}

#[test]
fn a_gap_is_as_wide_as_those_who_bound_it_stand_apart() {
    let (left, right) = (body(-80, 0, 0, 100, 40), body(80, 0, 0, 100, 40));
    let bodies = [&left, &right];
    let through = |from: Vec2, to: Vec2| defile(&Segment { a: from, b: to }, 100_000.0, &bodies.iter().copied());
    // Straight through, and slantwise: 60 mm either way.
    for (from, to) in [(at(0.0, -200.0), at(0.0, 200.0)), (at(-60.0, -120.0), at(60.0, 80.0))] {
        let gap = through(from, to).unwrap().unwrap();
        assert_eq!((gap.left, gap.right), (0, 1));
        assert!(close(gap.width, 60_000.0), "{gap:?}");
    }
    assert_eq!(through(at(-80.0, -200.0), at(-80.0, 200.0)), None, "somebody stands in the line");
    assert_eq!(through(at(300.0, -200.0), at(300.0, 200.0)), Some(None), "and here nobody beside it");
}

#[test]
fn where_a_line_comes_into_a_block() {
    let struck = block(0, 0, 0, 100, 40);
    assert!(close(struck.enters(at(0.0, -140.0), at(0.0, 60.0)).unwrap() * 200_000.0, 100_000.0));
    assert_eq!(struck.enters(at(80.0, -140.0), at(80.0, 60.0)), None);
}

#[test]
fn a_search_that_brushes_the_gap_goes_on() {
    // 64.6 mm off at the corner: after a third of the way it is 59.9992 mm, and at the end 51.
    let block = |x: i32, y: i32, width: i32, depth: i32| {
        Body::single(Block::new(Pose::new(Point::new(x, y), 18_000), width, depth))
    };
    let (moving, other) = (block(210_000, 480_000, 240_000, 30_000), block(444_000, 569_990, 180_000, 60_000));
    let gone = nears(&moving, Vec2::new(0.0, 1.0), 15_000.0, &other, 60_000.0).unwrap();
    assert!((gone - 4_999.0).abs() < 5.0, "{gone}");
}
