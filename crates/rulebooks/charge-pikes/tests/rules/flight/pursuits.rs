//! Section 15.2: pursuits.

use super::*;

#[test]
fn a_pursuer_follows_until_it_cannot() {
    // CP 15.2.1: after its target, while it is there to follow.
    let router = unit("south", "red", [36.0, 24.0], "south", &format!("{FOOT}\n{ROUTING}"));
    let horse = unit("horse", "blue", [68.0, 42.0], "south", HORSE);
    let mut open = battle(&[router.clone(), horse.clone()]);
    open.pursue("horse", "south");
    let (from, to) = (open.centre("horse"), open.centre("south"));
    open.act(&[], |play| play.pursuit_moves());
    facing(&open, "horse", bearing(to - from));
    near(step(from, open.centre("horse")), {
        let dir = (to - from).unit();
        [dir.x * 24.0, dir.y * 24.0]
    });
    assert!(open.table().pursuing(open.id("horse")) && open.unit("horse").outrun);

    // The target is in ground that is closed to horse, though the horse has not come to it yet.
    let mut woods = battle(&[router.clone(), horse.clone(), ground("heavy-woods", [30.5, 22.0, 41.5, 26.5])]);
    woods.pursue("horse", "south");
    woods.act(&[], |play| play.pursuit_moves());
    assert_eq!((woods.unit("horse").mode, woods.unit("horse").disordered), (Mode::Normal, true));

    // The target has dispersed, or surrendered.
    let mut gone = battle(&[router, horse]);
    gone.pursue("horse", "south");
    let south = gone.id("south");
    gone.act(&[], |play| {
        play.remove(south, Loss::Dispersed);
        play.pursuit_moves();
    });
    assert_eq!((gone.unit("horse").mode, gone.unit("horse").disordered), (Mode::Normal, true));
    assert_eq!(gone.unit("horse").pose.at.x, inches(68));
}

#[test]
fn a_pursuer_stops_at_impassable_ground() {
    // CP 15.2.2, CP G26: it counts as rallied, halted and disordered, and may face about.
    let mut situation = battle(&[
        unit("south", "red", [36.0, 24.0], "south", &format!("{FOOT}\n{ROUTING}")),
        unit("horse", "blue", [36.0, 40.0], "south", HORSE),
        ground("impassable", [20.0, 30.0, 52.0, 32.0]),
    ]);
    situation.pursue("horse", "south");
    let horse = situation.id("horse");
    let entries = situation.act(&[], |play| play.pursuit_moves());
    assert!(says(&entries, "CP 15.2.2"));
    let unit = situation.unit("horse");
    assert_eq!((unit.mode, unit.disordered), (Mode::Normal, true));
    assert!((unit.pose.at.y - inches(32)).abs() < 2_000, "before the ground: {}", unit.pose.at.y);
    assert_eq!(situation.state.agenda.top(), Some(Step::Flight(FlightStep::TurnAbout { unit: horse })));
}

/// Horse in contact with two lines at once, with so many inches of its front on the first.
fn two_at_once(east: f64) -> Situation {
    let wide = "kind = \"horse\"\ngrade = \"C\"\nfigures = 24\nfiles = 12";
    let mut situation = battle(&[
        unit("left", "red", [31.2, 24.0], "north", FOOT),
        unit("right", "red", [40.8, 24.0], "north", FOOT),
        unit("horse", "blue", [east, 24.0], "south", wide),
    ]);
    situation.contact("left", "horse", Aspect::Front, Aspect::Front);
    situation.contact("right", "horse", Aspect::Front, Aspect::Front);
    situation.phase(Phase::Combat);
    situation.stop_here();
    situation
}

#[test]
fn the_quarry_is_the_one_with_most_figures_in_contact() {
    // CP 15.2.3; while the second stands the horse pursues nobody (CP G26).
    for (east, quarry) in [(34.0, "left"), (38.0, "right")] {
        let mut situation = two_at_once(east);
        situation.rout("left", Some("horse"));
        situation.advance(&[]);
        assert_eq!(situation.unit("horse").mode, Mode::Normal);
        situation.rout("right", Some("horse"));
        situation.advance(&[]);
        assert!(situation.stopped());
        assert_eq!(situation.unit("horse").mode, Mode::Pursuing { target: situation.id(quarry) }, "at {east}");
    }
}

#[test]
fn of_equal_quarries_the_owner_chooses() {
    // CP 15.2.3
    for chosen in ["left", "right"] {
        let mut situation = two_at_once(36.0);
        situation.rout("left", Some("horse"));
        situation.advance(&[]);
        situation.rout("right", Some("horse"));
        situation.advance(&[]);
        let horse = situation.id("horse");
        assert_eq!(situation.state.agenda.top(), Some(Step::Flight(FlightStep::ChooseQuarry { unit: horse })));
        let mut menu = Vec::new();
        let question = situation.rules.ask(&situation.state, BLUE, &mut menu);
        assert_eq!((question.rule, menu.len()), ("CP 15.2.3", 2));
        let quarry = situation.id(chosen);
        assert!(menu.contains(&Decision::Flight(FlightChoice::Pursue(quarry))));
        situation.act(&[], |play| play.play(BLUE, Decision::Flight(FlightChoice::Pursue(quarry))));
        assert_eq!(situation.unit("horse").mode, Mode::Pursuing { target: quarry });
    }
}

#[test]
fn horse_sets_off_at_once_half_a_pursuit_move_and_foot_may_try_to_halt() {
    // CP 15.2.1 as ruled in CP G26, CP 18.2.1, 18.2.2
    let mut horse = battle(&[
        unit("south", "red", [36.0, 30.0], "north", FOOT),
        unit("victor", "blue", [36.0, 30.0], "south", "kind = \"cuirassiers\"\ngrade = \"C\"\nfigures = 12\nfiles = 6"),
    ]);
    horse.contact("south", "victor", Aspect::Front, Aspect::Front);
    horse.stop_here();
    horse.rout("south", Some("victor"));
    horse.advance(&[]);
    // Half of 20 inches would reach: it stops where it touches the router's rear.
    assert!(horse.stopped());
    let (south, victor) = (horse.id("south"), horse.id("victor"));
    assert!(horse.table().in_contact_with(south, victor) && !horse.unit("victor").outrun);
    assert!(horse.table().body(south).touches(&horse.table().body(victor)));

    let mut foot = battle(&[
        unit("south", "red", [36.0, 30.0], "north", HORSE),
        unit("victor", "blue", [36.0, 30.0], "south", FOOT),
    ]);
    foot.contact("south", "victor", Aspect::Front, Aspect::Front);
    foot.stop_here();
    foot.rout("south", Some("victor"));
    foot.advance(&[]);
    assert_eq!(foot.state.agenda.top(), Some(Step::Flight(FlightStep::TryHalt { unit: victor, router: south })));
    let before = foot.centre("victor");
    foot.act(&[], |play| play.play(BLUE, Decision::Flight(FlightChoice::TryHalt(false))));
    near(step(before, foot.centre("victor")), [0.0, -5.0]);
    // CP G28
    assert!(foot.unit("victor").outrun);
}

#[test]
fn squares_and_units_with_others_to_fight_do_not_pursue() {
    // CP G26
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", FOOT),
        unit("victor", "blue", [36.0, 30.0], "south", SQUARE),
    ]);
    situation.contact("south", "victor", Aspect::Front, Aspect::Front);
    situation.stop_here();
    situation.rout("south", Some("victor"));
    situation.advance(&[]);
    assert!(situation.stopped());
    assert_eq!(situation.unit("victor").mode, Mode::Normal);
}

/// Routing foot by its baseline, with horse behind it.
fn about_to_leave(east: f64) -> Situation {
    let mut situation = battle(&[
        unit("south", "red", [east, 8.0], "south", &format!("{FOOT}\n{ROUTING}")),
        unit("horse", "blue", [east, 24.0], "south", HORSE),
        unit("other", "red", [10.0, 20.0], "north", HORSE),
        unit("friend", "blue", [10.0, 40.0], "south", HORSE),
    ]);
    situation.pursue("horse", "south");
    situation
}

#[test]
fn a_pursuer_leaves_the_table_after_its_target() {
    // CP 15.2.4; one that halted the turn before stays.
    let mut situation = about_to_leave(50.0);
    situation.state.turn = 5;
    let entries = situation.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    assert!(says(&entries, "CP 15.2.4"));
    assert_eq!(situation.place("south"), Place::Gone(Loss::RoutedOff));
    assert_eq!(situation.place("horse"), Place::OffTable { since: 5 });
    let mut halted = about_to_leave(50.0);
    halted.unit_mut("horse").mode = Mode::Normal;
    halted.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    assert_eq!(halted.place("horse"), Place::Table);
}

#[test]
fn v35_three_turns_off_the_table() {
    // CP V35, CP 15.2.5, CP G29: it left on turn 5; the test comes in phase 1 of turn 9 and not before.
    for (turn, dice) in [(6, &[6, 1][..]), (7, &[6, 1]), (8, &[6, 1]), (9, &[6, 1, 6])] {
        let mut situation = about_to_leave(50.0);
        situation.state.turn = 5;
        situation.act(&[], |play| {
            play.rout_moves();
            play.pursuit_moves();
        });
        situation.state.turn = turn;
        situation.act(dice, |play| {
            play.advance();
            play.play(RED, Decision::Turn(TurnChoice::TakeSide(Letter::A)));
        });
        let back = situation.place("horse") == Place::Table;
        assert_eq!(back, turn == 9, "turn {turn}");
        assert_eq!(situation.state.phase, Phase::Movement);
    }
}

#[test]
fn back_on_the_table() {
    let mut situation = about_to_leave(50.0);
    situation.unit_mut("horse").disordered = true;
    situation.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    let horse = situation.id("horse");
    situation.act(&[], |play| play.return_to_table(horse));
    // CP 15.2.6a: at the edge, where it left.
    let unit = *situation.unit("horse");
    assert_eq!((unit.place, unit.mode), (Place::Table, Mode::Normal));
    assert!((unit.pose.at.x - inches(50)).abs() < 1_000, "{}", unit.pose.at.x);
    facing(&situation, "horse", 0);
    let (low, _) = situation.table().body(horse).bounds();
    assert!(low.y >= 0.0 && low.y < f64::from(5 * MM));
    // CP 15.2.6b
    assert!(!unit.disordered && unit.morale == Morale::Good);
    // CP 15.2.6c: it may move, not charge.
    situation.phase(Phase::Movement);
    assert!(situation.table().judge_pick(BLUE, horse).is_ok());
    assert_eq!(situation.table().may_charge(horse).unwrap_err().rule, "CP 15.2.6c");
    let friend = situation.id("friend");
    assert!(situation.table().may_charge(friend).is_ok());
    // CP 15.2.6d: it may meet a charge on itself, not one on a friend.
    let other = situation.id("other");
    situation.charge("other", "horse").stage = Stage::Declared;
    assert_eq!(situation.table().may_counter(horse, other).unwrap(), ChargeKind::Counter);
    situation.state.charges.clear();
    situation.charge("other", "friend").stage = Stage::Declared;
    assert_eq!(situation.table().may_counter(horse, other).unwrap_err().rule, "CP 15.2.6d");
    situation.unit_mut("horse").returned = false;
    assert_eq!(situation.table().may_counter(horse, other).unwrap(), ChargeKind::Support);
}

#[test]
fn a_pursuer_who_finds_his_place_taken_comes_on_beside_it() {
    // CP 15.2.6a
    let mut situation = about_to_leave(50.0);
    situation.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    situation.unit_mut("other").pose.at = field::table::Point::new(inches(50), inches(4));
    let horse = situation.id("horse");
    situation.act(&[], |play| play.return_to_table(horse));
    let table = situation.table();
    assert_eq!(situation.place("horse"), Place::Table);
    assert!(!table.body(horse).overlaps(&table.body(situation.id("other"))));
}

/// A router that has run past a friend of its own, and a pursuer on its heels.
fn friend_between(neighbours: bool) -> Situation {
    let mut parts = vec![
        unit("south", "red", [36.0, 36.0], "south", &format!("{NARROW}\n{ROUTING}")),
        unit("friend", "red", [36.0, 31.0], "north", NARROW),
        unit("horse", "blue", [36.0, 42.0], "south", HORSE),
    ];
    if neighbours {
        parts.push(unit("left", "red", [32.3, 31.0], "north", NARROW));
        parts.push(unit("right", "red", [39.7, 31.0], "north", NARROW));
    }
    let mut situation = battle(&parts);
    situation.pursue("horse", "south");
    situation
}

#[test]
fn a_pursuer_flows_around_whom_the_router_flowed_around() {
    // CP 15.2.7
    let mut situation = friend_between(false);
    situation.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    let (south, friend, horse) = (situation.id("south"), situation.id("friend"), situation.id("horse"));
    assert!(!situation.unit("friend").disordered && !situation.unit("friend").crashed);
    assert_eq!(situation.unit("horse").mode, Mode::Pursuing { target: south });
    assert!(situation.table().in_contact_with(south, horse) && !situation.table().in_contact_with(friend, horse));
}

#[test]
fn a_pursuer_flows_around_a_square_the_router_ran_around() {
    // CP 15.2.7 with CP G30
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", FOOT),
        unit("square", "red", [36.0, 28.0], "north", SQUARE),
        unit("victor", "blue", [36.0, 30.0], "south", HORSE),
    ]);
    situation.contact("south", "victor", Aspect::Front, Aspect::Front);
    situation.stop_here();
    situation.rout("south", Some("victor"));
    situation.advance(&[]);
    assert_eq!(situation.unit("victor").mode, Mode::Pursuing { target: situation.id("south") });
    assert!(!situation.unit("square").crashed);
}

#[test]
fn a_pursuer_crashes_into_whom_the_router_burst_through() {
    let mut situation = friend_between(true);
    let entries = situation.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    let (friend, horse) = (situation.id("friend"), situation.id("horse"));
    // CP 15.2.8a, 15.2.2: the pursuit is over.
    assert!(says(&entries, "CP 15.2.8b"));
    assert_eq!(situation.unit("horse").mode, Mode::Normal);
    // CP 15.2.8b: the next round is their first.
    assert!(situation.table().in_contact_with(friend, horse));
    let contact = *situation.state.contacts.iter().find(|pair| (pair.a, pair.b) == (friend, horse)).unwrap();
    assert!(contact.impact);
    // CP 15.2.9a
    assert!(situation.unit("friend").disordered && situation.unit("horse").disordered);
    assert!(!contact.a_impetus && !contact.b_impetus);
    // CP 15.2.9b
    situation.phase(Phase::Shooting);
    assert_eq!(situation.table().may_shoot(friend).unwrap_err().rule, "CP 15.2.9b");
    assert_eq!(situation.table().may_shoot(horse).unwrap_err().rule, "CP 15.2.9b");
    // CP 15.2.9c: panic and stand tests, each in its phase; the pursuer has no charge to test.
    assert!(situation.table().test_due(TestKind::Panic, friend));
    assert!(situation.table().test_due(TestKind::Stand, friend));
    assert!(!situation.table().test_due(TestKind::Charge, horse));
    assert!(!situation.table().test_due(TestKind::Stand, horse));
    assert!(situation.state.agenda.is_empty());
}

#[test]
fn a_crash_in_the_combat_phase_is_tested_at_once_and_fought_next_turn() {
    // CP 15.2.8a, 15.2.8b, 15.2.9c, CP G24: the router bursts through in its first flight.
    let mut situation = battle(&[
        unit("south", "red", [36.0, 34.0], "north", FOOT),
        unit("friend", "red", [36.0, 30.0], "north", FOOT),
        unit("victor", "blue", [36.0, 34.0], "south", HORSE),
    ]);
    situation.contact("south", "victor", Aspect::Front, Aspect::Front);
    situation.phase(Phase::Combat);
    situation.stop_here();
    situation.rout("south", Some("victor"));
    // Panic: grade C, no general −1, no impetus +2, naked −3, two open flanks −2; 5 passes. Then it stands.
    let entries = situation.advance(&[5, 6]);
    assert!(situation.stopped());
    let rules: Vec<&str> = entries.iter().map(|entry| entry.rule.as_ref()).collect();
    let at = |rule: &str| rules.iter().position(|told| *told == rule).unwrap_or_else(|| panic!("{rule}: {rules:?}"));
    assert!(at("CP 15.2.8b") < at("CP 18.3.1") && at("CP 18.3.1") < at("CP 18.5.1"));
    let (friend, victor) = (situation.id("friend"), situation.id("victor"));
    assert!(situation.table().in_contact_with(friend, victor));
    assert!(situation.state.contacts.iter().all(|pair| pair.impact));
}

#[test]
fn a_halted_pursuer_keeps_its_morale_and_a_rallied_router_is_good() {
    // CP G70
    let mut situation = about_to_leave(50.0);
    situation.unit_mut("horse").morale = Morale::Shaken;
    let (south, horse) = (situation.id("south"), situation.id("horse"));
    situation.act(&[], |play| {
        play.halt_pursuit(horse);
        play.rally(south);
    });
    let (router, pursuer) = (situation.unit("south"), situation.unit("horse"));
    assert_eq!((router.morale, router.mode, router.disordered), (Morale::Good, Mode::Normal, true));
    assert_eq!((pursuer.morale, pursuer.mode, pursuer.disordered), (Morale::Shaken, Mode::Normal, true));
}

#[test]
fn a_garrison_that_breaks_runs_out_behind_its_houses() {
    // CP 15.1.1, CP G61: clear of the block, and foot takes it over instead of pursuing.
    let town = ground("town", [30.0, 20.0, 36.0, 26.0]);
    let garrison =
        format!("[[units]]\nkey = \"south\"\nname = \"south\"\nside = \"red\"\ninside = \"town\"\n{NARROW}\n\n");
    let mut situation = battle(&[town, garrison, unit("victor", "blue", [33.0, 26.0], "south", NARROW)]);
    situation.contact("south", "victor", Aspect::Front, Aspect::Front);
    situation.stop_here();
    situation.rout("south", Some("victor"));
    let table = situation.table();
    let houses = &situation.rules.ground.areas[0].outline;
    assert!(!houses.meets_body(&table.body(situation.id("south"))));
    facing(&situation, "south", 18_000);
    situation.advance(&[]);
    assert_eq!((situation.unit("victor").inside, situation.unit("victor").mode), (Some(0), Mode::Normal));
}
