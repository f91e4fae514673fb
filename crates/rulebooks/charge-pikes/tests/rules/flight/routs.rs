//! Section 15.1: routs.

use super::*;

#[test]
fn a_router_turns_straight_away_from_the_cause_and_runs_half_a_move() {
    // CP 15.1.1, 15.1.2: both centres lie on one line from east to west.
    for (what, half) in [(FOOT, 5.0), (HORSE, 12.0)] {
        let deep = if what == FOOT { 20.0 } else { 50.0 };
        let mut situation = battle(&[
            unit("south", "red", [40.0, 24.0], "north", what),
            unit("cause", "blue", [50.0, 24.0 - deep / 25.4], "west", HORSE),
            unit("nearer", "blue", [40.0, 29.2], "south", FOOT),
        ]);
        let before = situation.centre("south");
        situation.rout("south", Some("cause"));
        facing(&situation, "south", 27_000);
        near(step(before, situation.centre("south")), [-half, 0.0]);
        let south = situation.unit("south");
        assert_eq!((south.mode, south.morale, south.fled), (Mode::Routing, Morale::Routed, false));
    }
}

#[test]
fn from_an_enemy_at_grips_a_router_runs_off_the_other_side() {
    // CP 15.1.1: though he stands rather to the left; the other enemy in front of it is not met (CP 15.1.4).
    let mut front = battle(&[
        unit("south", "red", [36.0, 30.0], "north", FOOT),
        unit("left", "blue", [31.2, 30.0], "south", FOOT),
        unit("right", "blue", [40.8, 30.0], "south", FOOT),
    ]);
    front.contact("south", "left", Aspect::Front, Aspect::Front);
    front.contact("south", "right", Aspect::Front, Aspect::Front);
    front.rout("south", Some("left"));
    assert_eq!(front.place("south"), Place::Table);
    facing(&front, "south", 18_000);
    // A charger who is home on its flank and has still to test counts as well.
    let mut flank = battle(&[
        unit("south", "red", [36.0, 30.0], "north", FOOT),
        unit("horse", "blue", [36.0 + 120.0 / 25.4, 31.0], "west", HORSE),
    ]);
    flank.charge("horse", "south").aspect = Aspect::Flank;
    flank.rout("south", Some("horse"));
    facing(&flank, "south", 27_000);
}

#[test]
fn without_a_cause_from_the_nearest_enemy_or_home() {
    // CP 15.1.1 as ruled in CP G27
    let south = unit("south", "red", [40.0, 24.0], "north", FOOT);
    let mut seen = battle(&[
        south.clone(),
        unit("far", "blue", [40.0, 40.0], "south", FOOT),
        unit("near", "blue", [52.0, 24.0 - 20.0 / 25.4], "west", FOOT),
    ]);
    seen.rout("south", None);
    facing(&seen, "south", 27_000);
    let mut alone = battle(&[
        unit("south", "red", [40.0, 24.0], "east", FOOT),
        unit("hidden", "blue", [40.0, 44.0], "south", FOOT),
        ground("heavy-woods", [0.0, 30.0, 72.0, 40.0]),
    ]);
    alone.rout("south", None);
    facing(&alone, "south", 18_000);
}

#[test]
fn the_first_flight_goes_over_friends() {
    // CP 15.1.3: room beside the friend does not save it now; CP G34: the router ends clear of it.
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", NARROW),
        unit("friend", "red", [36.0, 24.5], "north", FOOT),
        unit("aside", "red", [50.0, 24.5], "north", FOOT),
        unit("cause", "blue", [36.0, 30.0], "south", NARROW),
    ]);
    let entries = situation.rout("south", Some("cause"));
    assert!(situation.unit("friend").disordered && !situation.unit("aside").disordered);
    assert!(says(&entries, "CP 11.1.5"));
    let table = situation.table();
    assert!(!table.body(situation.id("south")).overlaps(&table.body(situation.id("friend"))));
    assert!(situation.centre("south").y < situation.centre("friend").y, "it went right through");
}

#[test]
fn routers_who_meet_the_enemy_surrender() {
    // CP 15.1.4: fresh enemies take prisoners, enemies that run themselves do not.
    for (state, place) in [("", Place::Gone(Loss::Surrendered)), (ROUTING, Place::Table)] {
        let mut situation = battle(&[
            unit("south", "red", [36.0, 30.0], "north", FOOT),
            unit("behind", "blue", [36.0, 25.0], "north", &format!("{FOOT}\n{state}")),
            unit("cause", "blue", [36.0, 30.0], "south", FOOT),
        ]);
        situation.rout("south", Some("cause"));
        assert_eq!(situation.place("south"), place);
    }
    // Nor is the enemy it turns from met, though it may brush against him in turning.
    for east in [30, 32, 34, 38, 40, 42, 44] {
        let line = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24";
        let mut situation = battle(&[
            unit("south", "red", [36.0, 30.0], "north", FOOT),
            unit("cause", "blue", [f64::from(east), 30.0], "south", line),
        ]);
        situation.rout("south", Some("cause"));
        assert_eq!(situation.place("south"), Place::Table, "the enemy's middle at {east}");
    }
}

#[test]
fn who_is_never_burst_through() {
    // CP 15.1.5: squares, hard cover, buildings.
    let works = "[[ground.lines]]\nname = \"works\"\nkind = \"heavy-works\"\npoints = [[20, 24.6], [30, 24.6]]\n\n\
                 [[ground.lines]]\nname = \"wall\"\nkind = \"low-wall\"\npoints = [[50, 24.6], [60, 24.6]]\n\n";
    let town = "[[ground.areas]]\nname = \"houses\"\nkind = \"town\"\nbox = [30, 4, 36, 10]\n\n";
    let situation = battle(&[
        unit("square", "red", [40.0, 30.0], "north", SQUARE),
        unit("works", "red", [25.0, 24.5], "north", NARROW),
        unit("wall", "red", [55.0, 24.5], "north", NARROW),
        unit("open", "red", [60.0, 10.0], "north", NARROW),
        "[[units]]\nkey = \"garrison\"\nname = \"garrison\"\nside = \"red\"\ninside = \"houses\"\n".to_owned(),
        format!("{NARROW}\n\n{works}{town}"),
    ]);
    let immune = |key: &str| situation.table().immune_to_burst(situation.id(key));
    assert!(immune("square") && immune("works") && immune("garrison"));
    assert!(!immune("wall") && !immune("open"));
}

#[test]
fn squares_are_flowed_around_or_break_the_flight() {
    // CP 15.1.5 as ruled in CP G30: like impassable ground; the narrow line finds no inch beside the square.
    for (what, place) in [(FOOT, Place::Table), (NARROW, Place::Gone(Loss::Dispersed))] {
        let mut situation = battle(&[
            unit("south", "red", [36.0, 30.0], "north", what),
            unit("square", "red", [36.0, 26.0], "north", SQUARE),
            unit("cause", "blue", [36.0, 30.0], "south", what),
        ]);
        situation.rout("south", Some("cause"));
        assert_eq!(situation.place("south"), place);
        assert!(!situation.unit("square").disordered);
        if place == Place::Table {
            let table = situation.table();
            assert!(!table.body(situation.id("south")).overlaps(&table.body(situation.id("square"))));
        }
    }
}

#[test]
fn continued_routs_turn_for_home_by_45_degrees_a_turn() {
    // CP 15.1.6: the baseline lies south; it faces 60 degrees away from that.
    let mut situation = battle(&[unit("south", "red", [20.0, 40.0], "east", &format!("{FOOT}\n{ROUTING}"))]);
    situation.unit_mut("south").pose.facing = 12_000;
    situation.unit_mut("south").fled = false;
    for wanted in [16_500, 18_000, 18_000] {
        let before = situation.centre("south");
        situation.act(&[], |play| play.rout_moves());
        facing(&situation, "south", wanted);
        let dir = field::table::heading(wanted);
        near(step(before, situation.centre("south")), [dir.x * 10.0, dir.y * 10.0]);
        assert!(situation.unit("south").fled);
    }
}

#[test]
fn continued_routs_come_in_phase_one() {
    // CP 15.1.6: when the sides are chosen the routers run, before anybody charges.
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "south", &format!("{FOOT}\n{ROUTING}")),
        unit(
            "pursuer",
            "blue",
            [36.0, 40.0],
            "south",
            "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6\nstart = { pursuing = \"south\" }",
        ),
    ]);
    let before = situation.centre("south");
    situation.act(&[6, 1], |play| play.advance());
    near(step(before, situation.centre("south")), [0.0, 0.0]);
    situation.state.agenda.pop();
    situation.act(&[], |play| {
        play.take_side(Side::FIRST, Letter::A);
        // There is no general to ask first; then RoutMoves, then PursuitMoves.
        play.advance();
    });
    near(step(before, situation.centre("south")), [0.0, -10.0]);
    assert!(situation.table().in_contact_with(UnitId(0), UnitId(1)));
}

#[test]
fn routers_swerve_to_miss_enemies() {
    // CP 15.1.7: as little off the way home as misses him, up to 45 degrees; else it surrenders (CP 15.1.4).
    let router = unit("south", "red", [36.0, 36.0], "south", &format!("{NARROW}\n{ROUTING}"));
    let mut situation = battle(&[router.clone(), unit("enemy", "blue", [35.0, 29.0], "north", NARROW)]);
    let body = situation.table().body(situation.id("south")).into_body();
    let enemy = situation.table().body(situation.id("enemy")).into_body();
    let meets = |off: Cdeg| {
        let dir = field::table::heading(18_000 + off);
        cast(&body.rotated(body.center(), off), dir, f64::from(10 * INCH), &enemy).is_some()
    };
    assert!(meets(0));
    situation.act(&[], |play| play.rout_moves());
    assert_eq!(situation.place("south"), Place::Table);
    let off = turn(18_000, situation.unit("south").pose.facing);
    assert!(off != 0 && off.abs() <= 4_500, "{off}");
    assert!(!meets(off));
    assert!((1..9).map(|step| step * 500).filter(|less| *less < off.abs()).all(|less| meets(less) && meets(-less)));

    let wall = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 60\nfiles = 30";
    let mut shut = battle(&[router, unit("enemy", "blue", [36.0, 33.0], "north", wall)]);
    shut.act(&[], |play| play.rout_moves());
    assert_eq!(shut.place("south"), Place::Gone(Loss::Surrendered));
}

#[test]
fn continued_routs_flow_around_friends_with_room_beside_them() {
    // CP 15.1.8: an inch on one side is enough; a friend hemmed in on both is burst through and disordered.
    let router = unit("south", "red", [36.0, 36.0], "south", &format!("{NARROW}\n{ROUTING}"));
    let friend = unit("friend", "red", [36.0, 31.0], "north", NARROW);
    // 80 mm is 3.15 inches: neighbours at 3.9 leave three quarters of an inch, at 4.2 more than an inch.
    let neighbour = |key: &str, off: f64| unit(key, "red", [36.0 + off, 31.0], "north", NARROW);
    for (left, right, burst) in [(-3.9, 3.9, true), (-4.2, 3.9, false), (-3.9, 4.2, false)] {
        let mut situation =
            battle(&[router.clone(), friend.clone(), neighbour("left", left), neighbour("right", right)]);
        let entries = situation.act(&[], |play| play.rout_moves());
        assert_eq!(situation.unit("friend").disordered, burst, "neighbours at {left} and {right}");
        assert_eq!(says(&entries, "CP 15.1.8"), burst);
        near(
            step(Vec2::new(f64::from(36 * INCH), f64::from(26 * INCH)), situation.unit("south").pose.at.vec()),
            [0.0; 2],
        );
    }
}

#[test]
fn impassable_ground_is_flowed_around_or_ends_the_flight() {
    // CP 15.1.9: an inch of the frontage free beside it is enough.
    let router = unit("south", "red", [36.0, 36.0], "south", &format!("{FOOT}\n{ROUTING}"));
    // The line reaches from 31.28 to 40.72.
    for (east, place) in [(39.0, Place::Table), (40.2, Place::Gone(Loss::Dispersed))] {
        let mut situation = battle(&[router.clone(), ground("impassable", [20.0, 30.0, east, 32.0])]);
        situation.act(&[], |play| play.rout_moves());
        assert_eq!(situation.place("south"), place, "free from {east}");
        if place == Place::Table {
            assert!(situation.unit("south").pose.at.y < inches(30));
        }
    }
    // CP 15.1.4: whoever waits behind it takes the router.
    let mut caught = battle(&[
        router,
        ground("impassable", [20.0, 30.0, 39.0, 32.0]),
        unit("enemy", "blue", [36.0, 28.0], "north", FOOT),
    ]);
    caught.unit_mut("enemy").layout.centre = 24;
    caught.act(&[], |play| play.rout_moves());
    assert_eq!(caught.place("south"), Place::Gone(Loss::Surrendered));
}

#[test]
fn crews_run_without_their_guns() {
    // CP 15.1.10: at the pace of skirmishers, 10 inches, half of it at once.
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"field\", \"field\"]\nformation = \"unlimbered\"";
    let mut situation = battle(&[
        unit("guns", "red", [36.0, 30.0], "north", guns),
        unit("cause", "blue", [36.0, 40.0], "south", HORSE),
    ]);
    let pose = situation.unit("guns").pose;
    let entries = situation.rout("guns", Some("cause"));
    assert!(says(&entries, "CP 15.1.10"));
    let crew = situation.unit("guns");
    assert_eq!((crew.away, crew.formation, crew.mode), (true, Formation::Open, Mode::Routing));
    assert_eq!(situation.state.batteries[0].left_at, pose);
    assert!(crew.pose.at.y < inches(26));
    // CP G38: whoever touches them has them.
    situation.unit_mut("cause").pose = pose.about(50 * MM);
    situation.act(&[], |play| play.sweep_touched());
    assert_eq!(situation.table().standing_guns(situation.id("guns")), 0);
}

#[test]
fn routers_off_the_table_are_lost() {
    // CP 15.1.11: first flight or later alike; the other edges count too.
    let mut later = battle(&[unit("south", "red", [36.0, 9.0], "south", &format!("{FOOT}\n{ROUTING}"))]);
    later.act(&[], |play| play.rout_moves());
    assert_eq!(later.place("south"), Place::Gone(Loss::RoutedOff));
    let mut short = battle(&[unit("south", "red", [36.0, 10.5], "south", &format!("{FOOT}\n{ROUTING}"))]);
    short.act(&[], |play| play.rout_moves());
    assert_eq!(short.place("south"), Place::Table);
    let mut first = battle(&[
        unit("south", "red", [5.0, 24.0], "north", FOOT),
        unit("cause", "blue", [14.0, 24.0 - 20.0 / 25.4], "west", HORSE),
    ]);
    first.rout("south", Some("cause"));
    assert_eq!(first.place("south"), Place::Gone(Loss::RoutedOff));
}
