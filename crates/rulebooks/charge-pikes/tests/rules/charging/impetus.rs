//! Section 15.4: impetus.

use super::*;

#[test]
fn v28_the_last_inches_must_be_straight() {
    // CP V28, CP 15.4.1: foot that has wheeled 30 degrees needs 2 inches after that.
    for (straight, impetus) in [(2.0, true), (1.9, false)] {
        let mut situation = after_wheel(SHOT, 3_000, straight);
        assert_eq!(situation.charges("south", "north", wheel(3_000)).impetus, impetus, "{straight}");
    }
    // CP 15.4.2: horse needs 4.
    for (straight, impetus) in [(4.0, true), (3.9, false)] {
        let mut situation = after_wheel(HORSE, 3_000, straight);
        assert_eq!(situation.charges("south", "north", wheel(3_000)).impetus, impetus, "{straight}");
    }
    for (gap, impetus) in [(4.0, true), (3.9, false)] {
        assert_eq!(facing(gap, HORSE, SHOT, "").charges("south", "north", NO_LEGS).impetus, impetus, "{gap}");
    }
    // CP V28, CP 15.4.3: 3 inches, and 6 straight ahead at the end of the last move.
    let before = format!("{HORSE}\nstart = {{ straight = 6 }}");
    assert!(facing(3.0, &before, SHOT, "").charges("south", "north", NO_LEGS).impetus);
    // A wheel, or another frontage, and it is no longer the same straight run.
    let mut situation = after_wheel(&before, 1_000, 3.0);
    assert!(!situation.charges("south", "north", wheel(1_000)).impetus);
    let mut situation = facing(3.0, &before, SHOT, "");
    situation.declare("south", "north", 5, NO_LEGS);
    situation.run(0);
    assert!(!situation.state.charges[0].impetus);
}

#[test]
fn a_straight_run_ends_when_a_unit_stands() {
    // CP 15.4.3: whoever has gone straight on keeps it over the turn; whoever stood, charged home or recoiled does not.
    let before = format!("{HORSE}\nstart = {{ straight = 6 }}");
    for (moved, left) in [(true, inches(6)), (false, 0)] {
        let mut situation = facing(16.0, &before, SHOT, "");
        situation.unit_mut("south").moved = moved;
        situation.steps(&[Step::Turn(TurnStep::Ends)], &[6, 1]);
        assert_eq!(situation.unit("south").straight, left);
    }
    let mut situation = facing(10.0, &before, SHOT, "");
    situation.charges("south", "north", NO_LEGS);
    assert_eq!(situation.unit("south").straight, 0);
    let mut situation = facing(10.0, &before, SHOT, "");
    let south = situation.id("south");
    situation.act(&[], |play| play.recoil(south, inches(2), None));
    assert_eq!(situation.unit("south").straight, 0);
}

#[test]
fn who_has_no_impetus() {
    let charge = |situation: &mut Situation| situation.charges("south", "north", NO_LEGS).impetus;
    // CP 15.4.4
    let mut situation = facing(8.0, SHOT, SHOT, "");
    situation.unit_mut("south").disordered = true;
    assert!(!charge(&mut situation));
    let mut situation = facing(8.0, SHOT, SHOT, "");
    situation.unit_mut("south").others = 4;
    assert!(!charge(&mut situation));
    assert!(charge(&mut facing(8.0, SHOT, SHOT, "")));
    // CP 15.4.5
    assert!(!charge(&mut facing(10.0, "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12", SHOT, "")));
    assert!(charge(&mut facing(10.0, HORSE, SHOT, "")));
    // CP 15.4.6: steady pikes in front stop horse and naked foot, not foot that has pikes itself.
    for (troops, impetus) in [(HORSE, false), (SHOT, false), (PIKES, true), (HEAVY, true)] {
        assert_eq!(charge(&mut facing(6.0, troops, PIKES, "")), impetus, "{troops}");
        assert_eq!(charge(&mut facing(6.0, troops, HEAVY, "")), impetus, "{troops}");
        // Unsteady pikes do not.
        let mut situation = facing(6.0, troops, PIKES, "");
        situation.unit_mut("north").disordered = true;
        assert!(charge(&mut situation), "{troops}");
    }
    // CP 15.4.6: in the flank pikes do not help either.
    let flank =
        unit("south", "red", [36.0, 14.0], "north", HORSE) + &unit("north", "blue", [36.5, 24.0], "west", PIKES);
    let mut situation = Situation::new(&flank);
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!((charge.aspect, charge.impetus), (Aspect::Front, false));
    let flank =
        unit("south", "red", [36.0, 14.0], "north", HORSE) + &unit("north", "blue", [36.0, 24.0], "east", PIKES);
    let mut situation = Situation::new(&flank.replace("[36.0, 24.0]", "[39.0, 24.0]"));
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!((charge.aspect, charge.impetus), (Aspect::Flank, true));
}

#[test]
fn the_whole_way_of_a_charge_counts_for_bad_ground() {
    // CP 15.4.7: a stream crossed early on takes the impetus, though the rest of the way is open.
    let stream = "[[ground.lines]]\nname = \"brook\"\nkind = \"stream\"\npoints = [[20, 15], [52, 15]]\n";
    let ahead = [Leg::Ahead(inches(6)), Leg::Wheel(100), Leg::None, Leg::None];
    assert!(facing(14.0, HORSE, SHOT, "").charges("south", "north", ahead).impetus);
    let charge = facing(14.0, HORSE, SHOT, stream).charges("south", "north", ahead);
    assert_eq!((charge.impetus, charge.bad_ground), (false, true));
}
