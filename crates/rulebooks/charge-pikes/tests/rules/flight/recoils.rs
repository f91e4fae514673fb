//! Section 15.11: recoils.

use super::*;

#[test]
fn a_recoil_goes_straight_back_facing_the_enemy() {
    // CP 15.11.1
    let mut situation =
        battle(&[unit("south", "red", [36.0, 30.0], "east", FOOT), unit("aside", "red", [50.0, 40.0], "north", FOOT)]);
    situation.unit_mut("south").pose.facing = 6_000;
    let before = situation.centre("south");
    let entries = situation.recoil("south", 4, None);
    assert!(says(&entries, "CP 15.11.1"));
    let dir = field::table::heading(24_000);
    near(step(before, situation.centre("south")), [dir.x * 4.0, dir.y * 4.0]);
    facing(&situation, "south", 6_000);
    assert!(situation.unit("south").recoiled && !situation.unit("aside").disordered);
    // Ruling G31
    let mut square = battle(&[unit("south", "red", [36.0, 30.0], "north", SQUARE)]);
    square.recoil("south", 4, None);
    assert_eq!(square.unit("south").pose.at.y, inches(30));
}

#[test]
fn a_recoil_leads_away_from_the_enemy_who_struck() {
    // CP 15.11.1 with CP G49: from one in flank or rear it goes the other way, its facing kept.
    let deep = 40.0 / 25.4;
    let wide = 120.0 / 25.4;
    let cases = [
        ([36.0, 30.0], "south", Aspect::Front, [0.0, -2.0]),
        ([36.0, 30.0 - deep], "north", Aspect::Rear, [0.0, 2.0]),
        ([36.0 + wide, 30.0 - deep / 2.0], "west", Aspect::Flank, [-2.0, 0.0]),
        ([36.0 - wide, 30.0 - deep / 2.0], "east", Aspect::Flank, [2.0, 0.0]),
    ];
    for (at, looks, aspect, wanted) in cases {
        let mut situation =
            battle(&[unit("south", "red", [36.0, 30.0], "north", FOOT), unit("enemy", "blue", at, looks, HORSE)]);
        situation.contact("south", "enemy", aspect, Aspect::Front);
        let before = situation.centre("south");
        situation.recoil("south", 2, Some("enemy"));
        assert!(!situation.table().routing(situation.id("south")), "{looks}");
        near(step(before, situation.centre("south")), wanted);
        facing(&situation, "south", 0);
    }
}

#[test]
fn a_recoil_swerves_as_little_as_it_can() {
    // CP 15.11.2: friend or enemy, it is missed if 45 degrees are enough.
    for side in ["red", "blue"] {
        let mut situation = battle(&[
            unit("south", "red", [36.0, 30.0], "north", NARROW),
            unit("behind", side, [33.6, 25.8], "north", NARROW),
        ]);
        let (south, behind) = (situation.id("south"), situation.id("behind"));
        let body = situation.table().body(south).into_body();
        // CP 15.3.1: of an enemy it keeps clear.
        let clear = if side == "red" { 0.0 } else { f64::from(MM) };
        let obstacle = situation.table().body(behind).grown(clear);
        let meets =
            |off: Cdeg| cast(&body, field::table::heading(18_000 + off), f64::from(4 * INCH), &obstacle).is_some();
        assert!(meets(0));
        let before = situation.centre("south");
        situation.recoil("south", 4, None);
        let moved = situation.centre("south") - before;
        assert!((moved.len() - f64::from(4 * INCH)).abs() < 10.0);
        facing(&situation, "south", 0);
        let off = turn(18_000, bearing(moved));
        assert!((-4_500..0).contains(&off), "to the east, by {off}");
        // By no more than a degree or so beyond what is needed.
        assert!(!meets(off - 1) && meets(off + 110), "{off}");
        assert!(!situation.unit("behind").disordered);
        assert!(!situation.table().routing(south));
    }
}

#[test]
fn a_recoil_onto_the_enemy_is_a_rout() {
    // CP 15.11.3, CP G27: no swerve is enough; it runs from the nearest enemy it sees.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 48\nfiles = 24";
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", NARROW),
        unit("front", "blue", [36.0, 30.0], "south", NARROW),
        unit("behind", "blue", [36.0, 26.0], "north", wide),
    ]);
    situation.contact("south", "front", Aspect::Front, Aspect::Front);
    let entries = situation.recoil("south", 4, Some("front"));
    assert!(says(&entries, "CP 15.11.3") && says(&entries, "CP 12.4"));
    // Between two enemies there is nowhere to run (CP 15.1.4).
    assert_eq!(situation.place("south"), Place::Gone(Loss::Surrendered));
    // With the enemy behind well to one side and no farther than he must be met, it runs and lives.
    let mut open = battle(&[
        unit("south", "red", [36.0, 30.0], "north", NARROW),
        unit("behind", "blue", [36.0, 26.0], "north", wide),
    ]);
    open.recoil("south", 4, None);
    assert!(open.table().routing(open.id("south")));
    facing(&open, "south", 0);
}

#[test]
fn a_recoil_bursts_through_friends() {
    // CP 15.11.4, CP G34: no swerve misses the long line behind; it passes right through.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 48\nfiles = 24";
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", NARROW),
        unit("behind", "red", [36.0, 26.0], "north", wide),
    ]);
    situation.recoil("south", 4, None);
    let (south, behind) = (situation.id("south"), situation.id("behind"));
    assert!(situation.unit("behind").disordered && !situation.unit("south").disordered);
    assert!(!situation.table().body(south).overlaps(&situation.table().body(behind)));
    assert!(situation.centre("south").y < situation.centre("behind").y);
    facing(&situation, "south", 0);
}

#[test]
fn a_recoil_stops_short_of_a_square() {
    // CP 15.11.4 as CP 15.1.5 limits it, CP G30
    let big = "kind = \"foot\"\ngrade = \"C\"\npikes = 60\nmuskets = 60\nformation = \"square\"";
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", NARROW),
        unit("square", "red", [36.0, 26.0], "north", big),
    ]);
    situation.recoil("south", 4, None);
    assert!(!situation.unit("square").disordered && !situation.table().routing(situation.id("south")));
    let rear = 30.0 - 40.0 / 25.4 - 26.0;
    near([f64::from(inches(30) - situation.unit("south").pose.at.y) / f64::from(INCH), 0.0], [rear - 0.04, 0.0]);
}
