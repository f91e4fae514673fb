//! What happens where a charge comes home.

use super::*;

#[test]
fn a_charger_closes_up_to_the_edge_it_strikes() {
    // CP G72: struck at a slant, it swings until its front lies flat; the unit struck does not turn (CP 17.2.6).
    let slant = unit("south", "red", [36.0, 14.0], "north", HORSE)
        + "[[units]]\nkey = \"north\"\nname = \"north\"\nside = \"blue\"\nat = [36, 22]\nfacing = 200\n"
        + SHOT;
    let mut situation = Situation::new(&slant);
    let before = situation.unit("north").pose;
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!(situation.unit("south").pose.facing, 2_000);
    assert_eq!(situation.unit("north").pose, before);
    assert!(situation.gap("south", "north") < 0.01);
    // The swing is no wheel: neither order nor impetus is lost.
    assert_eq!((charge.wheeled, charge.impetus), (0, true));
    assert!(!situation.unit("south").disordered);
    // Another unit in the way of the swing: it stays as it struck.
    let friend = unit("friend", "red", [31.3, 19.5], "north", SHOT);
    let mut situation = Situation::new(&(slant + "\n\n" + &friend));
    situation.charges("south", "north", NO_LEGS);
    assert!(situation.unit("south").pose.facing < 2_000);
    let (south, friend) = (situation.id("south"), situation.id("friend"));
    assert!(!situation.table().body(south).overlaps(&situation.table().body(friend)));
}

#[test]
fn true_flank_and_rear_charges() {
    // CP G13: more than half the charger's front starts behind the line, and it strikes that edge.
    let aspect = |at: [f64; 2], facing: &str| {
        let file = unit("south", "red", [36.0, 14.0], "north", HORSE) + &unit("north", "blue", at, facing, PIKES);
        Situation::new(&file).charges("south", "north", NO_LEGS).aspect
    };
    assert_eq!(aspect([36.0, 24.0], "south"), Aspect::Front);
    assert_eq!(aspect([36.0, 24.0], "north"), Aspect::Rear);
    assert_eq!(aspect([39.1, 24.0], "east"), Aspect::Flank);
    // Before the front line it is no flank charge, whatever edge it strikes.
    assert_eq!(aspect([35.0, 24.0], "east"), Aspect::Front);
}

/// One charger, two enemies side by side before it.
fn two_before(left: &str, right: &str) -> Situation {
    let broad = "kind = \"horse\"\ngrade = \"A\"\nfigures = 16\nfiles = 8";
    Situation::new(
        &(unit("south", "red", [36.0, 10.0], "north", broad)
            + &unit("left", "blue", [34.0, 20.0], "south", left)
            + &unit("right", "blue", [38.0, 20.0], "south", right)
            + &chiefs()),
    )
}

#[test]
fn everybody_a_charger_touches_is_charged() {
    // CP G22: both take panic and stand tests and are locked; the charger takes one test.
    let mut situation = two_before(SHOT, SHOT);
    situation.charges("south", "left", NO_LEGS);
    for key in ["left", "right"] {
        assert!(situation.due(TestKind::Panic, key), "{key}");
        // CP G21
        assert!(
            situation.table().may_charge(situation.id(key)).is_err()
                && situation.table().may_move(situation.id(key)).is_err()
        );
    }
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::Charge, "south", 6));
    assert!(!situation.due(TestKind::Charge, "south"));
    for key in ["left", "right"] {
        assert!(situation.engaged("south", key) && situation.due(TestKind::Stand, key), "{key}");
    }
    let impetus: Vec<bool> = situation.state.contacts.iter().map(|contact| contact.a_impetus).collect();
    assert_eq!(impetus, [true, true]);
}

#[test]
fn a_charger_whose_target_breaks_still_has_the_other() {
    // CP G17, G22, G26: the target panics; the charger does not pursue, for another enemy stands before it.
    let mut situation = two_before(SHOT, SHOT);
    situation.charges("south", "left", NO_LEGS);
    let (left, south) = (situation.id("left"), situation.id("south"));
    situation.steps(&[], &[]);
    situation.act(&[], |play| {
        play.rout(left, Some(south));
        play.advance();
    });
    assert!(situation.table().routing(left));
    assert_eq!(situation.unit("south").mode, Mode::Normal);
    let charge = situation.state.charges[0];
    assert_eq!((charge.target, charge.stage), (situation.id("right"), Stage::Arrived));
    assert!(situation.due(TestKind::Charge, "south"));
    // Alone before it, it pursues at once and needs no test (CP G17).
    let mut situation = facing(10.0, HORSE, SHOT, &chiefs());
    situation.charges("south", "north", NO_LEGS);
    let (south, north) = (situation.id("south"), situation.id("north"));
    situation.steps(&[], &[]);
    situation.act(&[], |play| {
        play.rout(north, Some(south));
        play.advance();
    });
    assert_eq!(situation.unit("south").mode, Mode::Pursuing { target: north });
    assert!(!situation.due(TestKind::Charge, "south"));
}

#[test]
fn each_enemy_is_met_on_its_own_side() {
    // CP G22, G13: pikes in front take the impetus against them alone.
    let mut situation = two_before(
        SHOT,
        "kind = \"foot\"\ngrade = \"C\"\npikes = 4\nmuskets = 4\nfiles = { left = 1, pikes = 2, right = 1 }",
    );
    situation.charges("south", "left", NO_LEGS);
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::Charge, "south", 6));
    let (left, right) = (situation.id("left"), situation.id("right"));
    let impetus = |enemy: UnitId| situation.state.contacts.iter().find(|contact| contact.b == enemy).unwrap().a_impetus;
    assert!(impetus(left) && !impetus(right));
}

#[test]
fn routing_enemies_are_charged_without_reacting() {
    // CP G26: +4 on T12, struck unanswered as an impact, then pursued.
    let routing = format!("{SHOT}\nstart = {{ routing = true }}");
    let mut situation = facing(10.0, HORSE, &routing, &chiefs());
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!(charge.stage, Stage::Arrived);
    assert!(!situation.due(TestKind::Panic, "north"));
    situation.phase(Phase::Shooting);
    assert_eq!(situation.table().modifier(TestKind::Charge, situation.id("south")), 4);
    assert!(situation.test(TestKind::Charge, "south", 1));
    assert!(!situation.due(TestKind::Stand, "north"));
    let contact = situation.state.contacts[0];
    assert!(contact.impact);
    let bout = situation.table().bout(&contact).unwrap();
    assert_eq!((bout.dice[1], bout.figures[1]), (0, 0));
    let dice = vec![1; bout.dice[0] as usize];
    situation.phase(Phase::Combat);
    situation.steps(&[Step::Combat(CombatStep::Resolve)], &dice);
    assert_eq!(situation.unit("south").mode, Mode::Pursuing { target: situation.id("north") });
}

#[test]
fn skirmishers_on_the_way_are_ridden_down() {
    // CP 17.6.2, G38: those met on the way to somebody else go at once.
    let screen =
        unit("screen", "blue", [36.0, 20.0], "south", "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 4\nfiles = 4");
    let mut situation = facing(12.0, HORSE, SHOT, &screen);
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!((charge.stage, charge.target), (Stage::Arrived, situation.id("north")));
    assert_eq!(situation.unit("screen").place, Place::Gone(Loss::Destroyed));
    // Only the figures met: half of a longer line stays.
    let screen =
        unit("screen", "blue", [39.0, 20.0], "south", "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 8");
    let mut situation = facing(12.0, HORSE, SHOT, &screen);
    situation.charges("south", "north", NO_LEGS);
    assert_eq!(situation.unit("screen").others, 4);
    // CP 17.6.1: skirmishers do not ride anybody down; they are stopped.
    let screen = unit("screen", "blue", [36.0, 18.0], "south", SKIRMISHERS);
    assert_eq!(facing(7.0, SKIRMISHERS, GUNS, &screen).refusal("south", "north"), "CP 15.3.3");
}

#[test]
fn a_forlorn_hope_falls_back_when_it_is_charged() {
    // CP G65, 20.3.4: the charge goes on into the regiment behind it.
    let parent = "kind = \"foot\"\ngrade = \"C\"\npikes = 8\nmuskets = 16\nforlorn-hope = 4";
    let chief = "[[generals]]\nkey = \"chief\"\nname = \"chief\"\nside = \"blue\"\nrank = \"chief\"\nat = [36, 30]\n";
    let mut situation = facing_by("forlorn-hopes = true", 12.0, HORSE, parent, chief);
    let north = situation.id("north");
    let hope = situation.table().card(north).forlorn.unwrap();
    situation.state.generals[0].attached = Some(hope);
    let muskets = situation.unit("north").others;
    assert_eq!(situation.state.units[hope.ix()].place, Place::Table);
    let (south, seat) = (situation.id("south"), Seat(0));
    situation.table().judge_charge(seat, south, hope, 0, &NO_LEGS).unwrap();
    situation.act(&[], |play| play.declare(ChargeKind::Charge, south, hope, 0, NO_LEGS));
    assert_eq!(situation.state.units[hope.ix()].place, Place::Gone(Loss::DrawnIn));
    assert_eq!(situation.unit("north").others, muskets + 4);
    // CP G51: the general who was with it is with the regiment now.
    assert_eq!(situation.state.generals[0].attached, Some(north));
    assert_eq!(situation.state.charges[0].target, north);
}

#[test]
fn walls_are_fought_across() {
    // CP G60, 19.4.5: the charger comes up to the wall that the enemy lines; it neither crosses it nor loses its order.
    let wall = |kind: &str| {
        format!("[[ground.lines]]\nname = \"wall\"\nkind = \"{kind}\"\npoints = [[20, 19.5], [52, 19.5]]\n")
    };
    let mut situation = facing(6.0, PIKES, SHOT, &(wall("low-wall") + &chiefs()));
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!((charge.stage, charge.impetus), (Stage::Arrived, false));
    assert!(!situation.unit("south").disordered);
    assert!(close(situation.gap("south", "north"), 0.5), "{}", situation.gap("south", "north"));
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::Charge, "south", 6));
    assert!(situation.engaged("south", "north") && situation.due(TestKind::Stand, "north"));
    let contact = situation.state.contacts[0];
    assert!(situation.table().bout(&contact).unwrap().dice[0] > 0);
    // CP 19.4.6a: nobody fights through a hedge that stands, loopholed or not; broken down it is a low wall. Horse cannot
    // come at those behind a high wall (CP 19.4.3b).
    let mut hedge = facing(6.0, PIKES, SHOT, &wall("hedgerow"));
    hedge.state.hedge_works.push(charge_pikes::state::HedgeWork { line: 0, from: 0, to: inches(32), broken: false });
    assert_eq!(hedge.refusal("south", "north"), "CP 19.4.6a");
    hedge.state.hedge_works[0].broken = true;
    assert_eq!(hedge.refusal("south", "north"), "");
    assert_eq!(facing(6.0, HORSE, SHOT, &wall("high-wall")).refusal("south", "north"), "CP 19.4.3b");
    assert_eq!(facing(6.0, HORSE, SHOT, &wall("fence")).refusal("south", "north"), "");
    // T12: the fence tells against horse.
    let mut fence = facing(6.0, HORSE, SHOT, &wall("fence"));
    assert!(fence.charges("south", "north", NO_LEGS).bad_ground);
    // An enemy well behind the wall does not line it: the charge goes over.
    let mut behind = facing(
        5.0,
        "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 8",
        SHOT,
        &wall("fence").replace("19.5", "16"),
    );
    behind.charges("south", "north", NO_LEGS);
    assert!(behind.gap("south", "north") < 0.01);
}

#[test]
fn foot_charges_a_town_block() {
    // CP 19.7.1, 19.7.9a: up to its walls, without impetus; horse never.
    let town = "[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [33, 20, 39, 25]\n";
    let garrison = format!(
        "[[units]]\nkey = \"north\"\nname = \"north\"\nside = \"blue\"\ninside = \"farm\"\n{SHOT}\nstart = {{ revealed = true }}\n"
    );
    let storm = |troops: &str| {
        Situation::new(&(unit("south", "red", [36.0, 14.0], "north", troops) + &garrison + town + &chiefs()))
    };
    let mut situation = storm(PIKES);
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!((charge.stage, charge.impetus, charge.aspect), (Stage::Arrived, false, Aspect::Front));
    assert!(situation.gap("south", "north") < 0.02);
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::Charge, "south", 6));
    assert!(situation.engaged("south", "north"));
    assert_eq!(storm(HORSE).refusal("south", "north"), "CP 19.7.1");
    assert_eq!(storm(SKIRMISHERS).refusal("south", "north"), "CP 15.3.6");
}

#[test]
fn swedes_that_close_up_are_still_found() {
    // CP 20.1.4: in square they stand narrower; a charge at their wing wheels in after them.
    let swedes = "kind = \"foot\"\ngrade = \"C\"\npikes = 18\nmuskets = 18\nswedish = true\nformation = \"muskets-forward\"\nfiles = 18";
    let mut situation = facing_by("swedish-system = true", 12.0, HORSE, swedes, "");
    let pose = situation.unit("north").pose.right(inches(4));
    let target = situation.unit_mut("north");
    (target.pose, target.stood) = (pose, pose);
    situation.declare("south", "north", 0, NO_LEGS);
    let north = situation.id("north");
    situation.table().judge_react(Seat(1), north, Formation::Square).unwrap();
    situation.unit_mut("north").formation = Formation::Square;
    assert_eq!(situation.judge("south", "north", 0, NO_LEGS).unwrap_err().rule, "CP 17.2.6", "it is declared already");
    situation.run(0);
    assert_eq!((situation.state.charges[0].stage, situation.state.charges[0].target), (Stage::Arrived, north));
}

#[test]
fn v9_and_v44_charges_that_do_and_do_not_frighten() {
    // CP V9: 36 foot charged by 8 riders do not test, by 9 they do.
    let foot = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24";
    for (riders, due) in [(8, false), (9, true)] {
        let horse = format!("kind = \"horse\"\ngrade = \"C\"\nfigures = {riders}");
        let mut situation = facing(10.0, &horse, foot, "");
        situation.charges("south", "north", NO_LEGS);
        assert_eq!(situation.due(TestKind::Panic, "north"), due, "{riders}");
    }
    // CP V44: mounted dragoons frighten nobody, have no impetus, and fight on the row of no difference.
    let dragoons = "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
    let naked = "kind = \"foot\"\ngrade = \"D\"\nmuskets = 24\nfiles = 12";
    let mut situation = facing(10.0, dragoons, naked, &chiefs());
    let charge = situation.charges("south", "north", NO_LEGS);
    assert!(!charge.impetus && !situation.due(TestKind::Panic, "north"));
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::Charge, "south", 6) && situation.test(TestKind::Stand, "north", 6));
    let bout = situation.table().bout(&situation.state.contacts[0]).unwrap();
    assert_eq!((bout.points, bout.dice[0]), ([1, 1], 3));
    assert_eq!(charge_pikes::combat::result(0, false), charge_pikes::hits::code("456H"));
}
