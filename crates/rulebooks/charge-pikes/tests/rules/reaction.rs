//! Chapter 18: reaction tests.

use crate::fights::{Situation, inches, inches_between};
use charge_pikes::agenda::{Step, TestKind};
use charge_pikes::decision::Decision;
use charge_pikes::movement::flight::FlightStep;
use charge_pikes::reaction::TestChoice;
use charge_pikes::state::{Aspect, ChargeKind, Formation, Loss, Mode, Morale, Phase, Place, Stage};
use kernel::{Rulebook, Seat, Side};

const CHIEF_WITH_SOUTH: &str =
    "\n[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"red\"\nrank = \"chief\"\nwith = \"south\"\n";
const CHIEF_NEAR_SOUTH: &str =
    "\n[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"red\"\nrank = \"chief\"\nat = [36, 14]\n";

/// The unit under test faces north; an enemy stands front to front with it.
fn facing(south: &str, north: &str, more: &str) -> Situation {
    Situation::new(&pair([36.0, 24.0], [36.0, 24.0], south, north, more))
}

/// The unit under test, and an enemy some inches north of it.
fn apart(gap: f64, south: &str, north: &str, more: &str) -> Situation {
    Situation::new(&pair([36.0, 24.0], [36.0, 24.0 + gap], south, north, more))
}

fn pair(south_at: [f64; 2], north_at: [f64; 2], south: &str, north: &str, more: &str) -> String {
    format!(
        "[[units]]\nkey = \"south\"\nname = \"South\"\nside = \"red\"\nat = {south_at:?}\nfacing = \"north\"\n{south}\n\n\
         [[units]]\nkey = \"north\"\nname = \"North\"\nside = \"blue\"\nat = {north_at:?}\nfacing = \"south\"\n{north}\n{more}"
    )
}

/// A friend of the unit under test that stands by its right flank, and covers it.
fn guard(east: f64) -> String {
    format!(
        "\n[[units]]\nkey = \"guard{east}\"\nname = \"Guard\"\nside = \"red\"\nkind = \"skirmishers\"\ngrade = \"C\"\n\
         figures = 6\nat = [{east}, 23.5]\nfacing = \"north\"\n"
    )
}

fn modifier(situation: &Situation, kind: TestKind, key: &str) -> i32 {
    assert!(situation.table().test_due(kind, situation.id(key)), "{kind:?} is due for {key}");
    situation.table().modifier(kind, situation.id(key))
}

const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";

fn foot(grade: &str, pikes: u8, muskets: u8) -> String {
    let files = if pikes == 0 { format!("files = {}", muskets / 2) } else { String::new() };
    let pikes = if pikes == 0 { String::new() } else { format!("pikes = {pikes}\n") };
    format!("kind = \"foot\"\ngrade = \"{grade}\"\n{pikes}muskets = {muskets}\n{files}")
}

#[test]
fn above_nought_passes() {
    // CP 18.0.1: −1 with a 1 is 0 and fails, with a 2 it passes.
    for (die, passes) in [(1, false), (2, true)] {
        let mut situation = apart(20.0, &foot("C", 0, 24), HORSE, "");
        let south = situation.id("south");
        situation.phase(Phase::Shooting);
        situation.unit_mut("south").hits_phase = 1;
        assert_eq!(modifier(&situation, TestKind::ShootingHits, "south"), -1);
        let told = situation.act(&[die], |play| assert_eq!(play.take_test(TestKind::ShootingHits, south), passes));
        assert_eq!((told[0].dice.as_slice(), told[0].total), ([die].as_slice(), Some(i32::from(die) - 1)));
        let expected = if passes { Morale::Good } else { Morale::Shaken };
        assert_eq!(situation.unit("south").morale, expected);
        // CP 18.6.2: once is enough.
        assert!(!situation.table().test_due(TestKind::ShootingHits, south));
    }
}

#[test]
fn generals_help_hurt_or_neither() {
    // CP 18.0.2, 9.7, 9.8, 9.9
    for (general, expected) in [(CHIEF_WITH_SOUTH, 1), (CHIEF_NEAR_SOUTH, 0), ("", -1)] {
        let mut situation = apart(20.0, &foot("C", 0, 24), HORSE, general);
        situation.unit_mut("south").hits_phase = 1;
        assert_eq!(modifier(&situation, TestKind::ShootingHits, "south"), expected);
    }
}

// --- 18.1

fn running(grade: &str, gap: f64, general: &str) -> Situation {
    let mut situation = apart(gap, &foot(grade, 0, 24), HORSE, general);
    let unit = situation.unit_mut("south");
    (unit.mode, unit.morale, unit.fled) = (Mode::Routing, Morale::Routed, true);
    situation
}

#[test]
fn v21_rallying() {
    // CP V21, CP T9
    let mut situation = running("C", 20.0, CHIEF_WITH_SOUTH);
    let south = situation.id("south");
    assert_eq!(modifier(&situation, TestKind::Rally, "south"), -1);
    situation.act(&[1], |play| assert!(!play.take_test(TestKind::Rally, south)));
    // CP 18.1.5c
    assert!(situation.table().routing(south));
    let mut situation = running("C", 20.0, CHIEF_WITH_SOUTH);
    situation.act(&[2], |play| assert!(play.take_test(TestKind::Rally, south)));
    // CP 18.1.5a, 18.1.5b, 11.1.3
    assert_eq!(situation.state.agenda.top(), Some(Step::Flight(FlightStep::TurnAbout { unit: south })));
    let unit = situation.unit("south");
    assert_eq!((unit.mode, unit.morale, unit.disordered), (Mode::Normal, Morale::Good, true));
    assert_eq!(modifier(&running("D", 10.0, ""), TestKind::Rally, "south"), -6);
    // CP 18.1.3
    assert!(!running("D", 5.0, "").table().test_due(TestKind::Rally, south));
}

#[test]
fn who_may_rally() {
    // CP 18.1.1: after a continued rout move.
    let mut situation = running("C", 20.0, "");
    let south = situation.id("south");
    assert!(situation.table().test_due(TestKind::Rally, south));
    situation.unit_mut("south").fled = false;
    assert!(!situation.table().test_due(TestKind::Rally, south));
    // CP 18.1.2
    situation.unit_mut("south").fled = true;
    situation.unit_mut("south").others = 12;
    assert!(!situation.table().test_due(TestKind::Rally, south));
    // CP 18.1.4
    assert!(!running("E", 20.0, "").table().test_due(TestKind::Rally, south));
}

// --- 18.2

fn chasing(unit: &str, general: &str) -> Situation {
    let mut situation = apart(6.0, unit, &foot("C", 0, 24), general);
    let north = situation.id("north");
    let quarry = situation.unit_mut("north");
    (quarry.mode, quarry.morale) = (Mode::Routing, Morale::Routed);
    let unit = situation.unit_mut("south");
    (unit.mode, unit.pursuit_begun) = (Mode::Pursuing { target: north }, true);
    situation
}

#[test]
fn v22_halting_a_pursuit() {
    // CP V22, CP T10
    let royalist = "kind = \"horse\"\ngrade = \"B\"\nfigures = 12\nroyalist = true\nstart = { losses = 6 }";
    assert_eq!(modifier(&chasing(royalist, ""), TestKind::HaltPursuit, "south"), -5);
    let mut other = chasing("kind = \"horse\"\ngrade = \"C\"\nfigures = 12", CHIEF_WITH_SOUTH);
    other.unit_mut("south").outrun = true;
    assert_eq!(modifier(&other, TestKind::HaltPursuit, "south"), 0);
    let south = other.id("south");
    other.act(&[1], |play| assert!(play.take_test(TestKind::HaltPursuit, south)));
    // CP 18.2.3a, 18.2.3b
    assert_eq!((other.unit("south").mode, other.unit("south").disordered), (Mode::Normal, true));
    assert_eq!(other.state.agenda.top(), Some(Step::Flight(FlightStep::TurnAbout { unit: south })));
    // CP 18.2.3c
    let mut keen = chasing(royalist, "");
    keen.act(&[5], |play| assert!(!play.take_test(TestKind::HaltPursuit, south)));
    assert!(keen.table().pursuing(south));
}

#[test]
fn v22_v35_returning_to_the_table() {
    // CP V22, CP V35, CP 18.2.4, 15.2.5
    let royalist = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nroyalist = true";
    let mut situation = chasing(royalist, "");
    let south = situation.id("south");
    situation.unit_mut("south").place = Place::OffTable { since: 5 };
    for (turn, due) in [(6, false), (8, false), (9, true)] {
        situation.state.turn = turn;
        assert_eq!(situation.table().test_due(TestKind::Return, south), due, "turn {turn}");
    }
    assert_eq!(modifier(&situation, TestKind::Return, "south"), -3);
}

#[test]
fn when_pursuers_may_test() {
    // CP 18.2.1: horse after its first move; CP 18.2.2: foot before it.
    let mut horse = chasing("kind = \"horse\"\ngrade = \"C\"\nfigures = 12", "");
    let south = horse.id("south");
    assert!(horse.table().test_due(TestKind::HaltPursuit, south));
    horse.unit_mut("south").pursuit_begun = false;
    assert!(!horse.table().test_due(TestKind::HaltPursuit, south));
    let mut foot = chasing(&foot("C", 12, 12), "");
    foot.unit_mut("south").pursuit_begun = false;
    assert!(foot.table().test_due(TestKind::HaltPursuit, south));
}

#[test]
fn an_obstacle_helps_to_halt() {
    // CP T10
    let fence = "\n[[ground.lines]]\nname = \"fence\"\nkind = \"fence\"\npoints = [[20, 27], [52, 27]]\n";
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12";
    assert_eq!(modifier(&chasing(horse, ""), TestKind::HaltPursuit, "south"), -3);
    assert_eq!(modifier(&chasing(horse, fence), TestKind::HaltPursuit, "south"), -1);
}

// --- 18.3

fn charged_by_horse(unit: &str, impetus: bool, more: &str) -> Situation {
    let mut situation = facing(unit, HORSE, more);
    situation.charge("north", "south").impetus = impetus;
    situation
}

#[test]
fn v8_panic() {
    // CP V8, CP 18.3.1, CP T11
    let one_open = guard(43.0);
    let naked = charged_by_horse(&foot("C", 0, 24), true, &format!("{one_open}{CHIEF_WITH_SOUTH}"));
    assert_eq!(naked.table().open_flanks(naked.id("south")), 1);
    assert_eq!(modifier(&naked, TestKind::Panic, "south"), -3);
    let green = charged_by_horse(&foot("D", 0, 24), true, "");
    assert_eq!(modifier(&green, TestKind::Panic, "south"), -7);
    let covered = format!("{}{}{CHIEF_NEAR_SOUTH}", guard(45.0), guard(27.0));
    let steady = charged_by_horse(&foot("C", 12, 24), false, &covered);
    assert_eq!(modifier(&steady, TestKind::Panic, "south"), 2);
}

#[test]
fn several_chargers_one_test() {
    // CP 18.0.4 as ruled in CP G22: the worst of all of them counts.
    let second = "\n[[units]]\nkey = \"second\"\nname = \"Second\"\nside = \"blue\"\nat = [43, 24]\nfacing = \"south\"\nkind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6\n";
    let mut situation = charged_by_horse(&foot("C", 0, 48), false, &format!("{second}{CHIEF_NEAR_SOUTH}"));
    situation.unit_mut("north").pose.at.x -= inches(7);
    assert_eq!(modifier(&situation, TestKind::Panic, "south"), 2 - 3 - 2);
    situation.charge("second", "south").impetus = true;
    assert_eq!(modifier(&situation, TestKind::Panic, "south"), -3 - 2);
    situation.state.charges[0].stage = Stage::Passed;
    situation.state.charges[1].stage = Stage::Passed;
    assert_eq!(modifier(&situation, TestKind::Stand, "south"), 0);
    situation.state.charges[1].aspect = Aspect::Flank;
    situation.state.charges[0].surprise = true;
    assert_eq!(modifier(&situation, TestKind::Stand, "south"), -4);
}

#[test]
fn panic_routs() {
    // CP 18.3.3
    for (die, routs) in [(3, true), (4, false)] {
        let more = format!("{}{CHIEF_WITH_SOUTH}", guard(43.0));
        let mut situation = charged_by_horse(&foot("C", 0, 24), true, &more);
        let south = situation.id("south");
        situation.act(&[die], |play| assert_eq!(play.take_test(TestKind::Panic, south), !routs));
        assert_eq!(situation.table().routing(south), routs);
        assert_eq!(situation.unit("south").cause.is_some(), routs);
    }
}

#[test]
fn v9_too_little_horse_frightens_nobody() {
    // CP V9, CP 18.3.2
    for (riders, due) in [(8, false), (9, true)] {
        let horse = format!("kind = \"horse\"\ngrade = \"C\"\nfigures = {riders}");
        let mut situation = facing(&foot("C", 12, 24), &horse, "");
        situation.charge("north", "south");
        assert_eq!(situation.table().test_due(TestKind::Panic, situation.id("south")), due);
    }
}

#[test]
fn who_does_not_panic() {
    // CP 18.3.1: foot only, before true cavalry only; CP G38: not skirmishers in the open.
    let others = [(HORSE.to_owned(), HORSE), (foot("C", 0, 24), "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12")];
    for (unit, charger) in others {
        let mut situation = facing(&unit, charger, "");
        situation.charge("north", "south");
        assert!(!situation.table().test_due(TestKind::Panic, situation.id("south")));
    }
    let mut skirmishers = facing("kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 12", HORSE, "");
    skirmishers.charge("north", "south");
    assert!(!skirmishers.table().test_due(TestKind::Panic, skirmishers.id("south")));
}

// --- 18.4

#[test]
fn v10_a_charge_on_steady_pikes() {
    // CP V10, CP 18.4.2b, 18.4.2c
    let royalist = "kind = \"horse\"\ngrade = \"B\"\nfigures = 12\nroyalist = true";
    let set_up = || {
        let mut situation = facing(royalist, &foot("C", 12, 24), "");
        situation.charge("south", "north").ran = inches(14);
        situation.unit_mut("south").hits_turn = 3;
        situation
    };
    let mut situation = set_up();
    assert_eq!(modifier(&situation, TestKind::Charge, "south"), -2);
    let south = situation.id("south");
    let before = situation.unit("south").pose.at;
    situation.act(&[2], |play| assert!(!play.take_test(TestKind::Charge, south)));
    let gone = inches_between(before, situation.unit("south").pose.at);
    assert!((gone - 7.0).abs() < 0.01, "{gone}");
    assert_eq!(situation.unit("south").morale, Morale::Shaken);
    assert_eq!(situation.state.charges[0].stage, Stage::Failed);
    // CP 18.4.2a
    let mut situation = set_up();
    situation.act(&[3], |play| assert!(play.take_test(TestKind::Charge, south)));
    assert_eq!(situation.state.charges[0].stage, Stage::Passed);
    assert!(situation.table().in_contact(south));
}

#[test]
fn v11_the_bonus_for_a_weak_target_is_given_once() {
    // CP V11, CP 18.4.3
    let horse = "kind = \"horse\"\ngrade = \"D\"\nfigures = 12";
    let mut situation = facing(horse, &foot("C", 12, 24), CHIEF_WITH_SOUTH);
    situation.charge("south", "north").aspect = Aspect::Flank;
    assert_eq!(modifier(&situation, TestKind::Charge, "south"), 4);
    situation.unit_mut("north").morale = Morale::Shaken;
    assert_eq!(modifier(&situation, TestKind::Charge, "south"), 4);
}

#[test]
fn v12_x11_the_counter_charger_tests_first() {
    // CP V12, CP X11, CP 18.4.1
    let tired = "kind = \"horse\"\ngrade = \"D\"\nfigures = 12\nfiles = 3\nstart = { losses = 6 }";
    let mut situation = facing(HORSE, tired, CHIEF_NEAR_SOUTH);
    situation.charge("south", "north").ran = inches(10);
    let counter = situation.charge("north", "south");
    (counter.kind, counter.ran) = (ChargeKind::Counter, inches(8));
    situation.unit_mut("north").charged = true;
    let (south, north) = (situation.id("south"), situation.id("north"));
    assert_eq!(modifier(&situation, TestKind::CounterCharge, "north"), -4);
    assert!(!situation.table().test_due(TestKind::Charge, north));
    assert_eq!(modifier(&situation, TestKind::Charge, "south"), 0);
    let before = situation.unit("north").pose.at;
    situation.act(&[3], |play| assert!(!play.take_test(TestKind::CounterCharge, north)));
    assert_eq!(situation.unit("north").morale, Morale::Shaken);
    let gone = inches_between(before, situation.unit("north").pose.at);
    assert!((gone - 4.0).abs() < 0.01, "{gone}");
    assert_eq!(modifier(&situation, TestKind::Charge, "south"), 4);
    situation.act(&[1], |play| assert!(play.take_test(TestKind::Charge, south)));
    // CP 18.5.1: whoever counter-charged does not test to stand.
    assert!(!situation.table().test_due(TestKind::Stand, north));
}

#[test]
fn bad_ground_weighs_on_mounted_chargers() {
    // CP T12
    let mut situation = facing(HORSE, &foot("C", 0, 24), CHIEF_NEAR_SOUTH);
    situation.charge("south", "north").bad_ground = true;
    assert_eq!(modifier(&situation, TestKind::Charge, "south"), -2);
    let mut situation = facing(&foot("C", 12, 12), &foot("C", 0, 24), CHIEF_NEAR_SOUTH);
    situation.charge("south", "north").bad_ground = true;
    assert_eq!(modifier(&situation, TestKind::Charge, "south"), 0);
}

#[test]
fn exhausted_troops_charge_at_a_cost() {
    // CP 11.2.2
    let mut situation = facing(HORSE, &foot("C", 0, 24), CHIEF_NEAR_SOUTH);
    situation.charge("south", "north");
    situation.unit_mut("south").others = 6;
    assert_eq!(modifier(&situation, TestKind::Charge, "south"), -2);
}

// --- 18.5

fn charged_home(unit: &str, more: &str) -> Situation {
    let mut situation = facing(unit, &foot("C", 12, 12), more);
    situation.charge("north", "south").stage = Stage::Passed;
    situation.phase(Phase::Shooting);
    situation
}

#[test]
fn v13_standing() {
    // CP V13, CP 18.5.1, 18.0.3, CP T13
    let mut situation = charged_home(&foot("C", 0, 24), "");
    situation.unit_mut("south").morale = Morale::Shaken;
    situation.unit_mut("south").hits_phase = 4;
    situation.state.charges[0].aspect = Aspect::Flank;
    assert_eq!(modifier(&situation, TestKind::Stand, "south"), -7);
    let south = situation.id("south");
    situation.act(&[6], |play| assert!(!play.take_test(TestKind::Stand, south)));
    // CP 18.5.2
    assert!(situation.table().routing(south));
    let works = "\n[[ground.lines]]\nname = \"works\"\nkind = \"heavy-works\"\npoints = [[20, 24], [52, 24]]\n";
    let mut situation = charged_home(&foot("B", 0, 24), &format!("{works}{CHIEF_WITH_SOUTH}"));
    situation.unit_mut("south").hits_phase = 2;
    assert_eq!(modifier(&situation, TestKind::Stand, "south"), 3);
    situation.act(&[1], |play| assert!(play.take_test(TestKind::Stand, south)));
    assert!(!situation.table().routing(south));
}

#[test]
fn squares_stand_better_and_surprise_hurts() {
    // CP T13
    let mut situation = charged_home(&foot("C", 12, 12), CHIEF_NEAR_SOUTH);
    assert_eq!(modifier(&situation, TestKind::Stand, "south"), 0);
    situation.unit_mut("south").formation = Formation::Square;
    assert_eq!(modifier(&situation, TestKind::Stand, "south"), 2);
    situation.unit_mut("south").formation = Formation::Line;
    situation.state.charges[0].surprise = true;
    assert_eq!(modifier(&situation, TestKind::Stand, "south"), -2);
}

#[test]
fn evaders_stand_when_the_charge_goes_on() {
    // CP 15.6.7
    let mut situation = apart(8.0, "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 12", HORSE, "");
    let (south, north) = (situation.id("south"), situation.id("north"));
    situation.charge("north", "north").stage = Stage::Halted;
    situation.unit_mut("south").evaded = true;
    situation.unit_mut("south").cause = Some(north);
    assert!(!situation.table().test_due(TestKind::Stand, south));
    situation.state.charges[0].stage = Stage::Passed;
    assert!(situation.table().test_due(TestKind::Stand, south));
}

// --- 18.6

#[test]
fn v5_v6_shooting_hits() {
    // CP V5, CP V6, CP T14: the tests that follow those salvoes.
    let mut situation = apart(20.0, &foot("C", 0, 24), HORSE, CHIEF_NEAR_SOUTH);
    let south = situation.id("south");
    situation.unit_mut("south").hits_phase = 4;
    assert_eq!(modifier(&situation, TestKind::ShootingHits, "south"), -2);
    situation.act(&[2], |play| assert!(!play.take_test(TestKind::ShootingHits, south)));
    assert_eq!(situation.unit("south").morale, Morale::Shaken);
    let mut situation = apart(20.0, &foot("B", 0, 24), HORSE, "");
    situation.unit_mut("south").hits_phase = 8;
    situation.unit_mut("south").hit_by_heavy = true;
    assert_eq!(modifier(&situation, TestKind::ShootingHits, "south"), -5);
}

#[test]
fn shot_in_the_flank_shaken_or_sheltered() {
    // CP T14
    let mut situation = apart(20.0, &foot("C", 12, 12), HORSE, CHIEF_NEAR_SOUTH);
    situation.unit_mut("south").hits_phase = 1;
    assert_eq!(modifier(&situation, TestKind::ShootingHits, "south"), 0);
    situation.unit_mut("south").hit_in_flank = true;
    assert_eq!(modifier(&situation, TestKind::ShootingHits, "south"), -1);
    // CP 11.2.3: shaken and exhausted together cost no more than either.
    situation.unit_mut("south").morale = Morale::Shaken;
    assert_eq!(modifier(&situation, TestKind::ShootingHits, "south"), -2);
    situation.unit_mut("south").others = 0;
    assert_eq!(modifier(&situation, TestKind::ShootingHits, "south"), -2);
    situation.unit_mut("south").formation = Formation::Square;
    assert_eq!(modifier(&situation, TestKind::ShootingHits, "south"), -1);
}

#[test]
fn no_test_for_hits_in_a_charge() {
    // CP 18.6.1
    let mut situation = facing(HORSE, &foot("C", 12, 12), "");
    situation.unit_mut("south").hits_phase = 3;
    situation.unit_mut("north").hits_phase = 3;
    let (south, north) = (situation.id("south"), situation.id("north"));
    assert!(situation.table().test_due(TestKind::ShootingHits, south));
    situation.charge("south", "north");
    assert!(!situation.table().test_due(TestKind::ShootingHits, south));
    assert!(!situation.table().test_due(TestKind::ShootingHits, north));
    // CP G20: a charger that halted is charging no longer.
    situation.state.charges[0].stage = Stage::Halted;
    assert!(situation.table().test_due(TestKind::ShootingHits, south));
    // A pursuit since an earlier turn is no charge.
    situation.unit_mut("south").mode = Mode::Pursuing { target: north };
    assert!(situation.table().test_due(TestKind::ShootingHits, south));
}

#[test]
fn the_shaken_rout_from_whoever_shot_best() {
    // CP 18.6.2, 12.5, CP G27
    let mut situation = apart(20.0, &foot("C", 0, 24), HORSE, "");
    let (south, north) = (situation.id("south"), situation.id("north"));
    let unit = situation.unit_mut("south");
    (unit.hits_phase, unit.morale, unit.worst_shooter) = (2, Morale::Shaken, Some(north));
    situation.act(&[1], |play| assert!(!play.take_test(TestKind::ShootingHits, south)));
    assert!(situation.table().routing(south));
    assert_eq!(situation.unit("south").cause, Some(north));
}

// --- 18.7

#[test]
fn v20_losing_twice_running() {
    // CP V20, CP T15, CP G55
    let contact = "\n[[contacts]]\nunits = [\"south\", \"north\"]\nimpact = false\n";
    let mut situation = facing(&foot("C", 12, 12), &foot("C", 24, 24), &format!("{CHIEF_WITH_SOUTH}{contact}"));
    let south = situation.id("south");
    let unit = situation.unit_mut("south");
    (unit.fought, unit.taken_round, unit.given_round, unit.rounds_lost) = (true, 3, 1, 2);
    unit.faced = 48;
    assert_eq!(modifier(&situation, TestKind::LosingCombat, "south"), -3);
    situation.act(&[3], |play| assert!(!play.take_test(TestKind::LosingCombat, south)));
    assert!(situation.table().routing(south));
}

#[test]
fn squares_do_not_recoil() {
    // CP 18.7.2
    let contact = "\n[[contacts]]\nunits = [\"south\", \"north\"]\nimpact = false\n";
    for (formation, distance) in [(Formation::Line, 2.0), (Formation::Square, 0.0)] {
        let mut situation = facing(&foot("A", 12, 12), &foot("C", 12, 12), contact);
        let south = situation.id("south");
        let unit = situation.unit_mut("south");
        (unit.fought, unit.taken_round, unit.formation) = (true, 1, formation);
        let before = situation.unit("south").pose.at;
        situation.act(&[6], |play| assert!(play.take_test(TestKind::LosingCombat, south)));
        let gone = inches_between(before, situation.unit("south").pose.at);
        assert!((gone - distance).abs() < 0.01, "{gone}");
    }
}

#[test]
fn a_draw_is_no_loss() {
    // CP 18.7.1
    let mut situation = facing(&foot("C", 12, 12), &foot("C", 12, 12), "");
    let south = situation.id("south");
    let unit = situation.unit_mut("south");
    (unit.fought, unit.taken_round, unit.given_round) = (true, 2, 2);
    assert!(!situation.table().test_due(TestKind::LosingCombat, south));
    situation.unit_mut("south").taken_round = 3;
    assert!(situation.table().test_due(TestKind::LosingCombat, south));
}

// --- 18.8

/// The unit under test with two friends behind it that can be made to run.
fn with_friends(grade: &str, friends: &str, more: &str) -> Situation {
    let friend = |key: &str, east: f64| {
        format!(
            "\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"red\"\nat = [{east}, 18]\nfacing = \"north\"\n{friends}\n"
        )
    };
    let more = format!("{}{}{more}", friend("first", 30.0), friend("second", 42.0));
    apart(20.0, &foot(grade, 0, 12), HORSE, &more)
}

fn run(situation: &mut Situation, key: &str) {
    let unit = situation.unit_mut(key);
    (unit.mode, unit.morale, unit.routed_now) = (Mode::Routing, Morale::Routed, true);
}

#[test]
fn v23_routing_friends() {
    // CP V23, CP 18.8.1, 18.8.5b, CP T16
    let mut situation = with_friends("C", &foot("C", 0, 8), "");
    let south = situation.id("south");
    assert!(!situation.table().test_due(TestKind::RoutingFriend, south));
    run(&mut situation, "first");
    run(&mut situation, "second");
    situation.unit_mut("south").morale = Morale::Shaken;
    assert_eq!(modifier(&situation, TestKind::RoutingFriend, "south"), -4);
    situation.act(&[4], |play| assert!(!play.take_test(TestKind::RoutingFriend, south)));
    assert!(situation.table().routing(south));
    // Elite troops do not mind the raw (CP 18.8.4b).
    let mut situation = with_friends("A", &foot("E", 0, 8), "");
    run(&mut situation, "first");
    assert!(!situation.table().test_due(TestKind::RoutingFriend, south));
}

#[test]
fn the_owner_picks_the_order() {
    // CP 18.8.3, 18.8.2
    let mut situation = with_friends("C", &foot("C", 0, 8), "");
    let (south, first, second) = (situation.id("south"), situation.id("first"), situation.id("second"));
    run(&mut situation, "first");
    situation.state.agenda = kernel::Agenda::default();
    situation.state.agenda.push(Step::Tests { kind: TestKind::RoutingFriend, side: Side::FIRST });
    situation.act(&[], |play| play.advance());
    let red = Seat(0);
    assert!(situation.rules.awaiting(&situation.state).contains(red));
    let mut menu = Vec::new();
    situation.rules.ask(&situation.state, red, &mut menu);
    assert!(
        menu.contains(&Decision::Test(TestChoice::Take(south)))
            && menu.contains(&Decision::Test(TestChoice::Take(second)))
    );
    assert!(situation.rules.judge(&situation.state, red, &Decision::Test(TestChoice::Take(first))).is_err());
    // The second fails and is shaken; then the last one left tests; the others are the next turn's initiative.
    situation.act(&[1, 6, 6, 1], |play| play.play(red, Decision::Test(TestChoice::Take(second))));
    assert_eq!(situation.unit("second").morale, Morale::Shaken);
    assert_eq!(situation.unit("south").morale, Morale::Good);
}

#[test]
fn failing_pushes_back() {
    // CP 18.8.5a, 18.8.5b, 18.8.5c, 18.8.2
    for (die, fails) in [(2, true), (3, false)] {
        let mut situation = with_friends("C", &foot("C", 0, 8), "");
        let south = situation.id("south");
        run(&mut situation, "first");
        assert_eq!(modifier(&situation, TestKind::RoutingFriend, "south"), -2);
        let before = situation.unit("south").pose.at;
        situation.act(&[die], |play| assert_eq!(play.take_test(TestKind::RoutingFriend, south), !fails));
        let gone = inches_between(before, situation.unit("south").pose.at);
        assert!((gone - if fails { 4.0 } else { 0.0 }).abs() < 0.01, "{gone}");
        assert_eq!(situation.unit("south").morale == Morale::Shaken, fails);
        run(&mut situation, "second");
        assert!(!situation.table().test_due(TestKind::RoutingFriend, south));
    }
}

#[test]
fn a_friend_that_broke_and_is_gone_counts_like_one_that_runs() {
    // CP G33, CP 18.8.1, CP T16
    let mut situation = with_friends("C", &foot("C", 0, 8), "");
    let south = situation.id("south");
    run(&mut situation, "first");
    let running = modifier(&situation, TestKind::RoutingFriend, "south");
    situation.unit_mut("first").place = Place::Gone(Loss::Dispersed);
    assert!(situation.table().test_due(TestKind::RoutingFriend, south));
    assert_eq!(modifier(&situation, TestKind::RoutingFriend, "south"), running);
    // One that ran and left in an earlier turn is forgotten.
    situation.unit_mut("first").routed_now = false;
    assert!(!situation.table().test_due(TestKind::RoutingFriend, south));
    assert_eq!(situation.table().modifier(TestKind::RoutingFriend, south), running + 1);
}

#[test]
fn routs_that_nobody_minds() {
    // CP 18.8.4a
    let mut situation = with_friends("C", "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8", "");
    run(&mut situation, "first");
    assert!(!situation.table().test_due(TestKind::RoutingFriend, situation.id("south")));
    // Too far away (CP 18.8.1).
    let mut situation = with_friends("C", &foot("C", 0, 8), "");
    situation.unit_mut("first").pose.at.y -= inches(10);
    let id = situation.id("first");
    situation.state.paths[id.ix()].clear();
    run(&mut situation, "first");
    assert!(!situation.table().test_due(TestKind::RoutingFriend, situation.id("south")));
}

#[test]
fn a_pursuer_that_fails_goes_on_shaken() {
    // CP G26
    let mut situation = with_friends("C", &foot("C", 0, 8), "");
    let (south, north) = (situation.id("south"), situation.id("north"));
    situation.unit_mut("south").mode = Mode::Pursuing { target: north };
    run(&mut situation, "first");
    let before = situation.unit("south").pose;
    situation.act(&[1], |play| assert!(!play.take_test(TestKind::RoutingFriend, south)));
    assert_eq!(situation.unit("south").pose, before);
    assert_eq!(situation.unit("south").morale, Morale::Shaken);
    assert!(situation.table().pursuing(south));
}

#[test]
fn who_never_tests() {
    // CP G26: routers; CP G74: wagons.
    let mut situation = apart(20.0, &foot("C", 0, 12), HORSE, "");
    run(&mut situation, "south");
    situation.unit_mut("south").hits_phase = 3;
    assert!(!situation.table().test_due(TestKind::ShootingHits, situation.id("south")));
    let mut situation = apart(20.0, "kind = \"wagons\"\ngrade = \"C\"\nfigures = 2", HORSE, "");
    situation.unit_mut("south").hits_phase = 3;
    assert!(!situation.table().test_due(TestKind::ShootingHits, situation.id("south")));
}
