//! Section 15.3: who may charge whom, and how.

use super::*;

#[test]
fn the_target_must_be_seen() {
    // CP 15.3.2: woods between the two hide it, whoever could reach it.
    let wood = "[[ground.areas]]\nname = \"copse\"\nkind = \"light-woods\"\nbox = [30, 18, 42, 20]\n";
    assert_eq!(facing(12.0, HORSE, SHOT, "").refusal("south", "north"), "");
    assert_eq!(facing(12.0, HORSE, SHOT, wood).refusal("south", "north"), "CP 15.3.2");
}

#[test]
fn the_target_must_be_within_one_charge_move() {
    // CP 15.3.3: 8 inches for foot, 20 for horse; three quarters of that at 15 mm.
    for (troops, reach) in [(SHOT, 8.0), (HORSE, 20.0)] {
        assert_eq!(facing(reach, troops, SHOT, "").refusal("south", "north"), "");
        assert_eq!(facing(reach + 0.1, troops, SHOT, "").refusal("south", "north"), "CP 15.3.3");
        let small = |gap: f64| facing_by("scale = \"15mm\"", gap, troops, SHOT, "");
        assert_eq!(small(reach * 0.75).refusal("south", "north"), "");
        assert_eq!(small(reach * 0.75 + 0.1).refusal("south", "north"), "CP 15.3.3");
    }
    // Whoever stands nearer is met first.
    let between = unit("between", "blue", [36.0, 18.0], "south", SHOT);
    assert_eq!(facing(12.0, HORSE, SHOT, &between).refusal("south", "between"), "");
    let far = facing(12.0, HORSE, "kind = \"horse\"\ngrade = \"C\"\nfigures = 24\nfiles = 12", &between);
    assert_eq!(far.refusal("south", "north"), "CP 15.3.3");
}

#[test]
fn who_may_not_charge_whom() {
    // CP 15.3.4
    assert_eq!(facing(6.0, PIKES, HORSE, "").refusal("south", "north"), "CP 15.3.4");
    let mounted = "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12";
    assert_eq!(facing(6.0, PIKES, mounted, "").refusal("south", "north"), "CP 15.3.4");
    assert_eq!(facing(6.0, PIKES, PIKES, "").refusal("south", "north"), "");
    // CP 15.3.5
    assert_eq!(facing(6.0, GUNS, SHOT, "").refusal("south", "north"), "CP 15.3.5");
    // CP 15.3.6: close order no, their own kind and gunners yes (CP G8),
    assert_eq!(facing(6.0, SKIRMISHERS, SHOT, "").refusal("south", "north"), "CP 15.3.6");
    assert_eq!(facing(6.0, SKIRMISHERS, SKIRMISHERS, "").refusal("south", "north"), "");
    assert_eq!(facing(6.0, SKIRMISHERS, GUNS, "").refusal("south", "north"), "");
    // but not behind works, where they count as close order (CP 17.6.3).
    let works = "[[ground.lines]]\nname = \"bank\"\nkind = \"light-works\"\npoints = [[30, 19.6], [42, 19.6]]\n";
    assert_eq!(facing(6.0, SKIRMISHERS, SKIRMISHERS, works).refusal("south", "north"), "CP 15.3.6");
    // CP 3.10
    assert_eq!(
        facing(6.0, SHOT, "kind = \"wagons\"\ngrade = \"C\"\nfigures = 1", "").refusal("south", "north"),
        "CP 3.10"
    );
}

#[test]
fn states_in_which_nobody_charges() {
    // CP 15.3.7: shaken no, exhausted yes.
    let mut situation = facing(6.0, SHOT, SHOT, "");
    situation.unit_mut("south").morale = Morale::Shaken;
    assert_eq!(situation.refusal("south", "north"), "CP 15.3.7");
    let mut situation = facing(6.0, SHOT, SHOT, "");
    situation.unit_mut("south").others = 4;
    assert_eq!(situation.refusal("south", "north"), "");
    // CP 15.3.8, 7.3.12
    let column = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nformation = \"march-column\"";
    assert_eq!(facing(6.0, column, SHOT, "").refusal("south", "north"), "CP 15.3.8");
    let square = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12\nformation = \"square\"";
    assert_eq!(facing(6.0, square, SHOT, "").refusal("south", "north"), "CP 7.3.12");
    // CP 7.3.13: out of formation straight ahead alone.
    let mut situation = facing(6.0, SHOT, SHOT, "");
    situation.unit_mut("south").illegal = true;
    assert_eq!(situation.refusal("south", "north"), "");
    assert_eq!(situation.judge("south", "north", 0, wheel(500)).unwrap_err().rule, "CP 7.3.13");
    assert_eq!(situation.judge("south", "north", 2, NO_LEGS).unwrap_err().rule, "CP 7.3.13");
}

#[test]
fn wheels_beyond_45_degrees_disorder() {
    // CP 15.3.9: 45 degrees are free, left and right alike; more costs order and impetus.
    for angle in [4_500, -4_500] {
        let mut situation = after_wheel(SHOT, angle, 2.5);
        let charge = situation.charges("south", "north", wheel(angle));
        assert_eq!((charge.stage, charge.wheeled, charge.impetus), (Stage::Arrived, 4_500, true));
        assert!(!situation.unit("south").disordered);
    }
    let mut situation = after_wheel(SHOT, 4_600, 2.5);
    let charge = situation.charges("south", "north", wheel(4_600));
    assert_eq!((charge.stage, charge.impetus), (Stage::Arrived, false));
    assert!(situation.unit("south").disordered);
    // CP G71: the angles of all wheels are added up.
    let mut situation = facing(5.0, SHOT, "kind = \"foot\"\ngrade = \"C\"\nmuskets = 40\nfiles = 20", "");
    let legs = [Leg::Wheel(2_500), Leg::Wheel(-2_500), Leg::None, Leg::None];
    let charge = situation.charges("south", "north", legs);
    assert_eq!(charge.wheeled, 5_000);
    assert!(situation.unit("south").disordered && !charge.impetus);
}

/// What the menu of charges offers one unit against another.
fn offered(situation: &Situation, unit: &str, target: &str) -> Option<[Leg; 4]> {
    let (id, enemy) = (situation.id(unit), situation.id(target));
    let (table, mut found) = (situation.table(), None);
    table.each_charge(table.seat(id), table.side(id), &mut |decision| match decision {
        Decision::Charge(ChargeChoice::Charge { unit, target, legs, .. }) if (unit, target) == (id, enemy) => {
            found = Some(legs);
        }
        _ => {}
    });
    found
}

#[test]
fn a_charge_is_offered_wherever_one_is_legal() {
    // CP 15.3.3: after a wheel of any size, to either hand, at once or on the way.
    for angle in [2_000, 7_000, 10_000, -10_000, -13_000] {
        let situation = after_wheel(HORSE, angle, 2.5);
        assert!(situation.judge("south", "north", 0, wheel(angle)).is_ok(), "{angle}");
        let legs = offered(&situation, "south", "north").unwrap_or_else(|| panic!("{angle}: nothing is offered"));
        assert!(situation.judge("south", "north", 0, legs).is_ok(), "{angle}: {legs:?}");
    }
    // CP 15.3.1: where a unit may charge and sees an enemy in reach, its seat is asked, even if the menu finds no way.
    let friends = unit("left", "red", [36.0, 18.0], "north", SHOT);
    let mut situation = facing(10.0, HORSE, SHOT, &friends);
    let seat = Seat(0);
    situation.phase(Phase::Movement);
    situation.charge("left", "north");
    assert_eq!(situation.refusal("south", "north"), "CP 15.7.2");
    assert!(situation.table().may_declare(seat, Side::FIRST));
    situation.unit_mut("south").morale = Morale::Shaken;
    assert!(!situation.table().may_declare(seat, Side::FIRST), "who may not charge is not asked");
}

#[test]
fn a_charge_that_fails_is_refused_with_what_stands_in_its_way() {
    let why = |situation: &Situation, legs| situation.judge("south", "north", 0, legs).unwrap_err().to_string();
    // CP 15.3.3
    let mut blocked = facing(10.0, HORSE, SHOT, &unit("friend", "red", [36.0, 17.0], "north", SHOT));
    blocked.charge("friend", "north");
    assert_eq!(why(&blocked, NO_LEGS), "friend stands in the way [CP 15.7.2]");
    let other = facing(10.0, HORSE, SHOT, &unit("other", "blue", [36.0, 18.0], "south", SHOT));
    assert_eq!(why(&other, NO_LEGS), "the way there meets other first [CP 15.3.3]");
    let aside = facing(10.0, HORSE, SHOT, "");
    assert_eq!(why(&aside, wheel(6_000)), "that line does not lead to the target [CP 15.3.3]");
    let far = facing(30.0, HORSE, SHOT, "");
    assert_eq!(why(&far, NO_LEGS), "the target is not reached in one charge move [CP 15.3.3]");
    // CP 19.4.6a: a hedge is called a hedge.
    let hedge = "[[ground.lines]]\nname = \"hedge\"\nkind = \"hedgerow\"\npoints = [[20, 17], [52, 17]]\n\n";
    let hedged = facing(10.0, HORSE, SHOT, hedge);
    let (id, target) = (hedged.id("south"), hedged.id("north"));
    let run = hedged.table().run_charge(id, hedged.unit("south"), &NO_LEGS, 500_000.0, Aim::at(target));
    assert!(matches!(run.stopped, Some(Obstacle::Ground((rule, _))) if rule == "CP 19.4.6a"));
}

#[test]
fn a_frontage_is_taken_up_out_of_the_charge_move() {
    // CP 15.3.10: four files fewer cost steady foot 4 inches of its 8.
    let twelve = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
    let narrowed = |gap: f64| facing(gap, twelve, SHOT, "").judge("south", "north", 8, NO_LEGS);
    assert!(narrowed(4.0).is_ok());
    assert_eq!(narrowed(4.1).unwrap_err().rule, "CP 15.3.3");
    let mut situation = facing(4.0, twelve, SHOT, "");
    situation.declare("south", "north", 8, NO_LEGS);
    assert_eq!(situation.unit("south").layout.centre, 12, "not before the charge is run");
    situation.run(0);
    assert_eq!((situation.unit("south").layout.centre, situation.state.charges[0].stage), (8, Stage::Arrived));
    // Raw troops pay twice, horse twice as much again.
    let raw = "kind = \"foot\"\ngrade = \"D\"\nmuskets = 24\nfiles = 12";
    assert!(facing(3.9, raw, SHOT, "").judge("south", "north", 10, NO_LEGS).is_ok());
    assert_eq!(facing(4.1, raw, SHOT, "").judge("south", "north", 10, NO_LEGS).unwrap_err().rule, "CP 15.3.3");
    assert!(facing(16.0, HORSE, SHOT, "").judge("south", "north", 4, NO_LEGS).is_ok());
    assert_eq!(facing(16.1, HORSE, SHOT, "").judge("south", "north", 4, NO_LEGS).unwrap_err().rule, "CP 15.3.3");
    // No more files than figures, and none over the table's edge.
    assert_eq!(facing(6.0, HORSE, SHOT, "").judge("south", "north", 13, NO_LEGS).unwrap_err().rule, "CP 15.3.10");
    let edge = unit("edge", "red", [67.0, 14.0], "north", HORSE) + &unit("prey", "blue", [67.0, 20.0], "south", SHOT);
    let edge = Situation::new(&edge);
    assert!(edge.judge("edge", "prey", 0, NO_LEGS).is_ok());
    assert!(edge.judge("edge", "prey", 10, NO_LEGS).is_ok(), "250 mm reach just to the edge");
    assert_eq!(edge.judge("edge", "prey", 12, NO_LEGS).unwrap_err().rule, "CP 15.1.11");
}

#[test]
fn nothing_but_going_ahead_and_wheeling_in_a_charge() {
    // CP 15.3.11: no step back, no turning on the spot, and no manoeuvre is an answer to the question of charges.
    let mut situation = facing(6.0, SHOT, SHOT, "");
    let back = [Leg::Ahead(-INCH), Leg::None, Leg::None, Leg::None];
    assert_eq!(situation.judge("south", "north", 0, back).unwrap_err().rule, "CP 15.3.11");
    assert_eq!(situation.judge("south", "north", 0, wheel(18_001)).unwrap_err().rule, "CP 15.3.11");
    situation.steps(&[Step::Charge(ChargeStep::Declare(Side::FIRST))], &[]);
    let sidestep = charge_pikes::decision::Manoeuvre::Sidestep { right: true, distance: INCH };
    assert!(situation.rules.judge(&situation.state, Seat(0), &Decision::Move(MoveChoice::Make(sidestep))).is_err());
    assert!(situation.rules.judge(&situation.state, Seat(0), &Decision::Turn(TurnChoice::Done)).is_ok());
}

#[test]
fn a_charge_stays_on_the_table() {
    // A wheel that would lead over the edge is stopped there.
    let at_edge = unit("edge", "red", [3.0, 14.0], "north", HORSE) + &unit("prey", "blue", [10.0, 18.0], "south", SHOT);
    let situation = Situation::new(&at_edge);
    let run = situation.table().run_charge(
        situation.id("edge"),
        situation.unit("edge"),
        &wheel(-9_000),
        f64::from(inches(20)),
        Aim::at(situation.id("prey")),
    );
    let ground = &situation.rules.ground;
    assert!(situation.rules.body_of(situation.id("edge"), &run.unit).within_table(ground.width, ground.height));
    assert!(matches!(run.stopped, Some(Obstacle::Ground((rule, _))) if rule == "CP 15.1.11"));
}

#[test]
fn friends_are_passed_at_half_speed_and_stand_still_for_it() {
    // CP 15.7.2: a friend 40 mm deep in the way: the 140 mm in which the horse, itself 100 mm deep, is among it cost double.
    let friend = unit("friend", "red", [36.0, 18.0], "north", SHOT);
    let through = 140.0 / 25.4;
    let gap = |extra: f64| facing(20.0 - through + extra, HORSE, SHOT, &friend);
    assert_eq!(gap(-0.05).refusal("south", "north"), "");
    assert_eq!(gap(0.05).refusal("south", "north"), "CP 15.3.3");
    let mut situation = gap(-0.05);
    situation.declare("south", "north", 0, NO_LEGS);
    // The friend stands still: it declares no charge of its own.
    assert_eq!(situation.refusal("friend", "north"), "CP 15.7.2");
    situation.run(0);
    assert_eq!(situation.state.charges[0].stage, Stage::Arrived);
    // A friend that charges itself does not stand still, nor one that has moved.
    let mut situation = gap(-0.05);
    situation.unit_mut("friend").moved = true;
    assert_eq!(situation.refusal("south", "north"), "CP 15.7.2");
    // Nobody ends on top of a friend,
    let close_by = unit("friend", "red", [36.0, 17.5], "north", SHOT);
    assert_eq!(facing(6.0, HORSE, SHOT, &close_by).refusal("south", "north"), "CP 15.7.2");
    // CP 15.7.1: and skirmishers cost nothing.
    let screen = unit("screen", "red", [36.0, 18.0], "north", SKIRMISHERS);
    assert_eq!(facing(20.0, HORSE, SHOT, &screen).refusal("south", "north"), "");
}
