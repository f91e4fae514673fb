//! Section 15.5: counter-charges.

use super::*;

/// Horse charges and is met.
fn met(gap: f64, south: &str, north: &str) -> Situation {
    let mut situation = facing(gap, south, north, &chiefs());
    situation.declare("south", "north", 0, NO_LEGS);
    situation.counter("north", "south", NO_LEGS);
    situation.run(0);
    situation
}

#[test]
fn v34_charge_and_counter_charge_meet() {
    // CP V34, CP 15.5.1: 18 inches apart, half of both moves: 10 inches and 8, both with impetus.
    let mut situation = met(18.0, HORSE, CUIRASSIERS);
    let [charge, counter] = [situation.state.charges[0], situation.state.charges[1]];
    let run = |charge: Charge| f64::from(charge.ran) / f64::from(INCH);
    assert!(close(run(charge), 10.0) && close(run(counter), 8.0), "{} {}", run(charge), run(counter));
    assert!(charge.impetus && counter.impetus);
    assert_eq!((charge.stage, counter.stage), (Stage::Arrived, Stage::Arrived));
    assert_eq!((charge.target, counter.target), (situation.id("north"), situation.id("south")));
    assert!(situation.gap("south", "north") < 0.01);
    let met_at = f64::from(situation.unit("south").pose.at.y) / f64::from(INCH);
    assert!(close(met_at, 24.0), "{met_at}");
    // CP 18.4.1: the counter-charger first.
    assert!(situation.test(TestKind::CounterCharge, "north", 6) && situation.test(TestKind::Charge, "south", 6));
    let contact = situation.state.contacts[0];
    assert!(contact.impact && contact.a_impetus && contact.b_impetus && contact.a_forward && contact.b_forward);
    // CP 18.5.1: who met the charge does not test to stand.
    assert!(!situation.due(TestKind::Stand, "north"));
    // At 6 inches 3.33 and 2.67: too short for either,
    let near = met(6.0, HORSE, CUIRASSIERS);
    assert!(close(run(near.state.charges[0]), 3.333) && close(run(near.state.charges[1]), 2.667));
    assert!(!near.state.charges[0].impetus && !near.state.charges[1].impetus);
    // unless they have come straight on before.
    let straight = |troops: &str| format!("{troops}\nstart = {{ straight = 2 }}");
    let near = met(6.0, &straight(HORSE), &straight(CUIRASSIERS));
    assert!(near.state.charges[0].impetus && near.state.charges[1].impetus);
}

#[test]
fn who_may_counter_charge() {
    let refusal = |south: &str, north: &str| {
        let mut situation = facing(6.0, south, north, "");
        situation.declare("south", "north", 0, NO_LEGS);
        situation.counter_refusal("north", "south", NO_LEGS)
    };
    // CP 15.5.2
    assert_eq!(refusal(PIKES, PIKES), "CP 15.5.2");
    assert_eq!(refusal(PIKES, SHOT), "CP 15.5.2");
    assert_eq!(refusal(HORSE, "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12"), "CP 15.5.2");
    assert_eq!(refusal(PIKES, HEAVY), "");
    assert_eq!(refusal(HORSE, HORSE), "");
    // CP X10, CP 15.5.5: heavy-armed foot cannot meet horse, because it could not charge it.
    assert_eq!(refusal(HORSE, HEAVY), "CP 15.5.5");
    // CP 15.5.5: nor can anybody who could not charge.
    let mut situation = facing(6.0, HORSE, HORSE, "");
    situation.declare("south", "north", 0, NO_LEGS);
    situation.unit_mut("north").morale = Morale::Shaken;
    assert_eq!(situation.counter_refusal("north", "south", NO_LEGS), "CP 12.3a");
    situation.unit_mut("north").morale = Morale::Good;
    situation.unit_mut("north").changing = 1;
    assert_eq!(situation.counter_refusal("north", "south", NO_LEGS), "CP 15.5.5");
    situation.unit_mut("north").changing = 0;
    situation.unit_mut("north").charged = true;
    // CP G19: one that charged this turn may not.
    assert_eq!(situation.counter_refusal("north", "south", NO_LEGS), "CP 17.2.6");
    // Nobody meets a charge that was not made.
    assert_eq!(facing(6.0, HORSE, HORSE, "").counter_refusal("north", "south", NO_LEGS), "CP 15.5.1");
}

#[test]
fn counter_charges_in_support() {
    // CP 15.5.3: heavy-armed foot only for itself.
    let friend = |what: &str| unit("friend", "blue", [46.0, 16.0], "west", what);
    let support = |what: &str| {
        let mut situation = facing(8.0, PIKES, SHOT, &friend(what));
        situation.declare("south", "north", 0, NO_LEGS);
        situation
    };
    assert_eq!(support(HEAVY).counter_refusal("friend", "south", NO_LEGS), "CP 15.5.3");
    // CP 15.5.4: cavalry for a friend, if it is steady.
    assert_eq!(support(HORSE).counter_refusal("friend", "south", NO_LEGS), "");
    let mut unsteady = support(HORSE);
    unsteady.unit_mut("friend").disordered = true;
    assert_eq!(unsteady.counter_refusal("friend", "south", NO_LEGS), "CP 15.5.4");
    // In its own defence it need not be.
    let mut alone = facing(8.0, HORSE, HORSE, "");
    alone.declare("south", "north", 0, NO_LEGS);
    alone.unit_mut("north").disordered = true;
    assert_eq!(alone.counter_refusal("north", "south", NO_LEGS), "");
}

#[test]
fn a_support_stops_the_charge_where_they_meet() {
    // CP 15.5.4, CP G23: the horse comes in between; the original target is not charged.
    let friend = unit("friend", "blue", [36.0, 24.0], "south", HORSE);
    let far = unit("south", "red", [36.0, 10.0], "north", HORSE) + &unit("north", "blue", [36.0, 29.0], "south", SHOT);
    let mut situation = Situation::new(&(far + &friend.replace("36.0, 24.0", "47.0, 24.0") + &chiefs()));
    situation.declare("south", "north", 0, NO_LEGS);
    let legs = [Leg::Wheel(6_000), Leg::None, Leg::None, Leg::None];
    situation.counter("friend", "south", legs);
    assert_eq!(situation.state.charges[1].kind, ChargeKind::Support);
    situation.run(0);
    let [charge, counter] = [situation.state.charges[0], situation.state.charges[1]];
    assert_eq!((charge.target, counter.target), (situation.id("friend"), situation.id("south")));
    assert_eq!((charge.stage, counter.stage), (Stage::Arrived, Stage::Arrived));
    // CP 15.4.2: whoever is run into on his way has not run into anybody.
    let head_on = situation.table().front_on(situation.id("south"), situation.id("friend"));
    assert!(!head_on && !charge.impetus, "struck in its flank");
    assert!(situation.gap("south", "north") > 1.0, "stopped on the way");
    assert!(!situation.due(TestKind::Panic, "north"));
    // CP G21: it was not charged and may still move.
    assert!(!situation.table().involved_in_charge(situation.id("north")));
}

#[test]
fn a_late_support_strikes_the_charger_where_it_stands() {
    // CP G23: foot charges 4 inches; the horse needs longer, and finds it at its target's front.
    let friend = unit("friend", "blue", [53.0, 14.4], "west", HORSE);
    let mut situation =
        facing(4.0, PIKES, "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12", &(friend + &chiefs()));
    situation.declare("south", "north", 0, NO_LEGS);
    situation.counter("friend", "south", NO_LEGS);
    situation.run(0);
    let [charge, counter] = [situation.state.charges[0], situation.state.charges[1]];
    assert_eq!((charge.target, counter.target), (situation.id("north"), situation.id("south")));
    assert_eq!((charge.stage, counter.stage), (Stage::Arrived, Stage::Arrived));
    // CP 18.5.1: the target did not counter-charge and has to stand; both enemies are locked with the charger.
    assert!(situation.test(TestKind::CounterCharge, "friend", 6) && situation.test(TestKind::Charge, "south", 6));
    assert!(situation.engaged("south", "north") && situation.engaged("south", "friend"));
    assert!(situation.due(TestKind::Stand, "north") && !situation.due(TestKind::Stand, "friend"));
}

#[test]
fn a_unit_that_moved_has_the_rest_of_its_move_left() {
    // CP G19: half its normal move gone, half of its charge move left: 10 inches of 20.
    let mut situation = facing(20.0, HORSE, HORSE, "");
    situation.unit_mut("north").spent = inches(6);
    assert!(close(situation.table().counter_allowance(situation.id("north")) / f64::from(INCH), 10.0));
    situation.declare("south", "north", 0, NO_LEGS);
    situation.counter("north", "south", NO_LEGS);
    situation.run(0);
    // 20 t + 10 t = 20
    let ran = f64::from(situation.state.charges[1].ran) / f64::from(INCH);
    assert!(close(ran, 20.0 / 3.0), "{ran}");
    let mut spent = facing(20.0, HORSE, HORSE, "");
    spent.unit_mut("north").spent = inches(12);
    spent.declare("south", "north", 0, NO_LEGS);
    assert_eq!(spent.counter_refusal("north", "south", NO_LEGS), "CP 15.3.3", "to stand and be met is no charge");
}

#[test]
fn a_charge_out_of_sight_is_met_from_where_it_shows() {
    // CP 15.5.1, CP G18: behind a wood the horse starts unseen by the supporter; it comes out of its shadow on the way.
    let wood = "[[ground.areas]]\nname = \"copse\"\nkind = \"light-woods\"\nbox = [38.5, 4, 44, 14]\n";
    let few = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4\nfiles = 2";
    let troops = unit("south", "red", [36.0, 10.0], "north", SHOT)
        + &unit("north", "blue", [36.0, 18.0], "south", few)
        + &unit("friend", "blue", [49.0, 17.2], "west", HORSE);
    let meets = |ground: &str| {
        let mut situation = Situation::new(&(troops.clone() + ground));
        situation.declare("south", "north", 0, NO_LEGS);
        let (friend, south) = (situation.id("friend"), situation.id("south"));
        assert_eq!(situation.counter_refusal("friend", "south", NO_LEGS), "");
        situation.table().meeting(friend, south, 0, &NO_LEGS).unwrap()
    };
    let (open, hidden) = (meets(""), meets(wood));
    assert_eq!(open.aware, 0.0);
    assert!(hidden.aware > 0.2 && hidden.aware < 0.5, "{}", hidden.aware);
    // It has as far to go as before, and sets off later.
    assert!(close(hidden.share - hidden.aware, open.share));
    assert!((hidden.ours.0 - open.ours.0).abs() < f64::from(MM), "{hidden:?} {open:?}");
    // Whoever sees nothing of it all the way does not meet it.
    let hill = "[[ground.areas]]\nname = \"forest\"\nkind = \"light-woods\"\nbox = [38.5, 4, 44, 30]\n";
    let mut situation = Situation::new(&(troops.clone() + hill));
    situation.declare("south", "north", 0, NO_LEGS);
    assert_eq!(situation.counter_refusal("friend", "south", NO_LEGS), "CP 15.5.1");
}

#[test]
fn both_falter() {
    // CP G18: no combat, and the failed counter-charger takes no stand test.
    let exhausted = |troops: &str| format!("{troops}\nstart = {{ losses = 6 }}");
    let mut situation = met(18.0, &exhausted(HORSE), &exhausted(CUIRASSIERS));
    situation.phase(Phase::Shooting);
    assert!(!situation.test(TestKind::CounterCharge, "north", 1));
    assert!(situation.table().shaken(situation.id("north")));
    // CP 18.4.2b: half of the 8 inches it charged.
    assert!(close(situation.gap("south", "north"), 4.0), "{}", situation.gap("south", "north"));
    // CP 18.4.3: −2 for its own losses, +4 for the shaken enemy.
    let south = situation.id("south");
    assert_eq!(situation.table().modifier(TestKind::Charge, south), 2);
    situation.act(&[], |play| play.charge_failed(0));
    assert!(situation.state.contacts.is_empty());
    assert!(!situation.due(TestKind::Stand, "north") && !situation.due(TestKind::Stand, "south"));
}

#[test]
fn the_counter_charger_falters() {
    // CP G18: 10 and 8 inches run, the enemy 4 inches back; of the charger's 20 inches 10 are left, so it goes on.
    let mut situation = met(18.0, HORSE, &format!("{CUIRASSIERS}\nstart = {{ losses = 6 }}"));
    situation.phase(Phase::Shooting);
    assert!(!situation.test(TestKind::CounterCharge, "north", 1));
    let before = situation.unit("south").pose.at;
    assert!(situation.test(TestKind::Charge, "south", 1), "+4 for the shaken enemy");
    assert!(close(inches_between(before, situation.unit("south").pose.at), 4.0));
    situation.steps(&[Step::Charge(ChargeStep::StrikeHome { charge: 0 })], &[]);
    assert!(situation.engaged("south", "north"));
    let contact = situation.state.contacts[0];
    assert!(contact.a_impetus && contact.a_forward && !contact.b_forward);
    // Where its move does not reach it halts: 18 of 20 inches gone, the enemy 3 or more behind.
    let mut situation = met(19.9, HORSE, HORSE);
    situation.phase(Phase::Shooting);
    situation.unit_mut("south").spent = inches(18);
    let counter = situation.state.charges.iter().position(|charge| charge.charger == situation.id("north")).unwrap();
    situation.act(&[], |play| play.charge_failed(counter));
    situation.act(&[], |play| play.charge_passed(0));
    assert!(situation.state.contacts.is_empty());
    assert_eq!(situation.state.charges[0].stage, Stage::Halted);
}

#[test]
fn the_charger_falters() {
    // CP G18: the counter-charger goes on after it.
    let mut situation = met(18.0, &format!("{HORSE}\nstart = {{ losses = 6 }}"), CUIRASSIERS);
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::CounterCharge, "north", 6));
    assert!(situation.state.contacts.is_empty(), "not before the charger has tested");
    assert!(!situation.test(TestKind::Charge, "south", 1));
    situation.steps(&[Step::Charge(ChargeStep::StrikeHome { charge: 1 })], &[]);
    assert!(situation.engaged("south", "north"));
    // CP 18.4.2b, 18.4.2c
    assert!(situation.table().shaken(situation.id("south")));
    let contact = situation.state.contacts[0];
    assert!(!contact.a_forward && contact.b_forward);
}
