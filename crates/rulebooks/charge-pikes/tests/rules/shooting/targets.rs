//! Sections 16.2 to 16.6: when, at whom, over and through whom.

use super::*;

// --- 16.2 Timing of fire

#[test]
fn a_stationary_unit_shoots_at_those_who_passed() {
    // CP 16.2.1: the horse rode across the front at 5 inches and is out of range now.
    let mut situation = set(&[unit("red", [36.0, 10.0], LINE), unit("blue", [62.0, 15.0], HORSE)]);
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
    came_from(&mut situation, "blue", [36, 15], 18_000);
    let passing = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((passing.aim, passing.dice()), (Aim::Passing, 6));
    assert_eq!(passing.bands[0].row, Row::SteadyNear);
    // It may have come from out of range as well.
    came_from(&mut situation, "blue", [10, 15], 18_000);
    assert_eq!(salvo(&situation, "red", "blue", MUSKETS).dice(), 6);
    // CP 16.2.3: a unit that has itself advanced a rank shoots only at what stands before it now.
    situation.unit_mut("red").rotated = true;
    situation.unit_mut("red").moved = true;
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
}

#[test]
fn chargers_of_others_are_caught_on_longer_charges() {
    let mut situation = set(&[
        unit("red-target", [36.0, 20.0], LINE),
        unit("red-friend", [52.0, 18.0], LINE),
        unit("blue", [36.0, 20.0], HORSE),
    ]);
    came_from(&mut situation, "blue", [44, 28], 18_000);
    // CP 16.2.2: half a normal move of horse is 6 inches, and more than that is asked for.
    situation.charge("blue", "red-target").ran = inches(6);
    assert_eq!(verdict(&situation, "red-friend", "blue", 0, MUSKETS), refused("CP 16.2.2"));
    situation.state.charges[0].ran = inches(6) + MM;
    assert_eq!(verdict(&situation, "red-friend", "blue", 0, MUSKETS), Ok(()));
    // CP 16.2.4: the target itself always shoots.
    situation.state.charges[0].ran = inches(2);
    assert_eq!(verdict(&situation, "red-target", "blue", 0, MUSKETS), Ok(()));
}

#[test]
fn own_defence_is_at_the_shortest_range() {
    // CP 16.1.9, G42: every figure whose zone the charge crossed shoots at close range.
    let mut situation = set(&[unit("red", [36.0, 20.0], LINE), unit("blue", [36.0, 20.0], HORSE)]);
    situation.charge("blue", "red").ran = inches(10);
    came_from(&mut situation, "blue", [36, 30], 18_000);
    let salvo = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((salvo.aim, salvo.shooters(), salvo.bands.len()), (Aim::Charger, 24, 1));
    assert_eq!(salvo.bands[0].row, Row::SteadyNear);
    // CP 16.7.3: the charger does not shoot; its pistols wait for the combat.
    situation.unit_mut("blue").charged = true;
    assert_eq!(verdict(&situation, "blue", "red", 0, MUSKETS), refused("CP 16.7.3"));
    // CP 15.2.9b, 16.1.9: unless it is a pursuer's crash.
    situation.unit_mut("red").crashed = true;
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 15.2.9b"));
}

#[test]
fn units_in_combat_neither_shoot_nor_are_shot_at() {
    // CP G47
    let contact = "[[contacts]]\nunits = [\"red-fights\", \"blue\"]\n".to_owned();
    let situation = set(&[
        unit("red-fights", [36.0, 20.0], LINE),
        unit("blue", [36.0, 20.0], HORSE),
        unit("red-friend", [48.0, 18.0], LINE),
        unit("blue-guns", [36.0, 30.0], &guns(&["field"])),
        contact,
    ]);
    assert_eq!(verdict(&situation, "red-fights", "blue", 0, MUSKETS), refused("CP G47"));
    assert_eq!(verdict(&situation, "red-friend", "blue", 0, MUSKETS), refused("CP G47"));
    assert_eq!(verdict(&situation, "blue-guns", "red-fights", 0, Shot::Ball), refused("CP G47"));
}

// --- 16.3 Priority

#[test]
fn an_enemy_charging_comes_first() {
    // CP 16.3.1, even if another target stands nearer to some.
    let mut situation = set(&[
        unit("red", [36.0, 20.0], LINE),
        unit("blue", [36.0, 20.0], HORSE),
        unit("blue-other", [46.0, 23.0], LINE),
    ]);
    situation.charge("blue", "red").ran = inches(8);
    came_from(&mut situation, "blue", [36, 28], 18_000);
    assert_eq!(offered(&situation, "red"), ["blue"]);
    assert_eq!(verdict(&situation, "red", "blue-other", 0, MUSKETS), refused("CP 16.3.1"));
}

#[test]
fn the_nearest_of_those_easiest_to_hit() {
    let small = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12";
    let general = "\n[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"red\"\nrank = \"chief\"\nat = [5, 5]\n";
    let mut situation = set(&[
        unit("red", [36.0, 10.0], LINE),
        unit("blue-near", [30.0, 13.5], "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 6"),
        unit("blue-far", [37.0, 15.0], small),
        unit("blue-farther", [43.0, 15.5], small),
        general.to_owned(),
    ]);
    // CP 16.3.3, G43: skirmishers are harder to hit than the line behind; of two lines the nearer.
    assert_eq!(offered(&situation, "red"), ["blue-far"]);
    assert_eq!(verdict(&situation, "red", "blue-near", 0, MUSKETS), refused("CP 16.3.3"));
    assert_eq!(verdict(&situation, "red", "blue-farther", 0, MUSKETS), refused("CP 16.3.3"));
    // CP 16.3.2: a general within 2 inches gives a free choice.
    let at = situation.unit("red").pose.ahead(-40 * MM - inches(2)).at;
    situation.state.generals[0].at = at;
    assert_eq!(offered(&situation, "red"), ["blue-near", "blue-far", "blue-farther"]);
    situation.state.generals[0].at.y -= MM;
    assert_eq!(offered(&situation, "red"), ["blue-far"]);
}

// --- 16.4 Over and through

#[test]
fn nobody_shoots_through_friends() {
    // CP 16.4.6
    let situation = set(&[
        unit("red", [36.0, 10.0], LINE),
        unit("red-friend", [36.0, 14.0], &LINE.replace("24", "48")),
        unit("blue", [36.0, 18.0], "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4"),
    ]);
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
    assert_eq!(verdict(&situation, "red-friend", "blue", 0, MUSKETS), Ok(()));
}

const HILL: &str = "[[ground.hills]]\nlevel = 1\nbox = [20, 0, 52, 11]\n";

#[test]
fn shooting_over_friends_from_a_hill() {
    // CP V27, 16.4.2: the friend's far edge at 10 inches, the target's near edge at 20, but not at 19.
    let deep = 40.0 / 25.4;
    let over = |ground: &str, target: f64| {
        set(&[
            ground.to_owned(),
            unit("red", [36.0, 10.0], &guns(&["field", "field"])),
            unit("red-friend", [36.0, 20.0], &LINE.replace("24", "60")),
            unit("blue", [36.0, 10.0 + target], LINE),
        ])
    };
    assert!(deep < 2.0);
    let situation = over(HILL, 20.0);
    assert_eq!(verdict(&situation, "red", "blue", 0, Shot::Ball), Ok(()));
    assert_eq!(verdict(&over(HILL, 19.0), "red", "blue", 0, Shot::Ball), refused("CP 16.1.3"));
    // CP G44: on the flat it would be through him.
    assert_eq!(verdict(&over("", 20.0), "red", "blue", 0, Shot::Ball), refused("CP 16.1.3"));
    // CP G41: a friend legally shot over is not in danger.
    let mut situation = situation;
    shoot(&mut situation, "red", "blue", Shot::Ball, &[5, 1]);
    assert_eq!((hits(&situation, "blue"), hits(&situation, "red-friend")), (1, 0));
    // CP 16.4.3: and the same uphill.
    let uphill = "[[ground.hills]]\nlevel = 1\nbox = [20, 29, 52, 40]\n";
    assert_eq!(verdict(&over(uphill, 20.0), "red", "blue", 0, Shot::Ball), Ok(()));
    assert_eq!(verdict(&over(uphill, 19.5), "red", "blue", 0, Shot::Ball), refused("CP 16.1.3"));
}

#[test]
fn shooting_over_enemies() {
    let wide = LINE.replace("24", "60");
    let behind = |ground: &str| {
        set(&[
            ground.to_owned(),
            unit("red", [36.0, 10.0], LINE),
            unit("blue-front", [36.0, 15.0], &wide),
            unit("blue-rear", [36.0, 18.0], LINE),
        ])
    };
    // CP 16.4.1: over enemies on lower ground always.
    let blocked = behind("");
    assert!(blocked.table().shooters(&fire_of(&blocked, "red", "blue-rear", 0, MUSKETS)).is_err());
    let free = behind(HILL);
    assert!(free.table().shooters(&fire_of(&free, "red", "blue-rear", 0, MUSKETS)).is_ok());
}

#[test]
fn ball_goes_through_skirmishers_and_guns() {
    let screen = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 30\nranks = 1";
    let with = |shooter: &str, screen: &str| {
        set(&[
            unit("red", [36.0, 10.0], shooter),
            unit("blue-screen", [36.0, 13.0], screen),
            unit("blue", [36.0, 15.0], &LINE.replace("24", "16")),
        ])
    };
    let reaches =
        |situation: &Situation, shot| situation.table().shooters(&fire_of(situation, "red", "blue", 0, shot)).is_ok();
    // CP 16.4.5: musketry and hail are stopped, CP 16.4.4: ball is not.
    assert!(!reaches(&with(LINE, screen), MUSKETS));
    let guns_firing = with(&guns(&["light", "light"]), screen);
    assert!(!reaches(&guns_firing, Shot::Hail));
    assert!(reaches(&guns_firing, Shot::Ball));
    let many = guns(&["field"; 6]);
    assert!(!reaches(&with(LINE, &many), MUSKETS));
    assert!(reaches(&with(&guns(&["light"]), &many), Shot::Ball));
}

// --- 16.5 Gaps

/// Two red lines 9 inches ahead of the shooter with so many millimetres between them, and a blue one beyond.
fn gap(mm: f64, shooters: &[(&str, f64, &str)]) -> Situation {
    let half = 300.0;
    let offset = (half + mm / 2.0) / 25.4;
    let line = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 60\nfiles = 30";
    let mut parts = vec![
        unit("red-west", [36.0 - offset, 14.0], line),
        unit("red-east", [36.0 + offset, 14.0], line),
        unit("blue", [36.0, 20.0], LINE),
    ];
    parts.extend(shooters.iter().map(|(key, east, what)| unit(key, [36.0 + east, 11.0], what)));
    set(&parts)
}

#[test]
fn shooting_through_gaps() {
    // CP X5, 16.5.1: through 90 millimetres four infantry figures may shoot, or one gun.
    let muskets = gap(90.0, &[("red", 0.0, LINE)]);
    assert_eq!(salvo(&muskets, "red", "blue", MUSKETS).shooters(), 4);
    let battery = gap(90.0, &[("red", 0.0, &guns(&["field", "field"]))]);
    assert_eq!(salvo(&battery, "red", "blue", Shot::Ball).shooters(), 1);
    // CP 10.4: a gap of less than 2 inches cannot be seen through.
    assert_eq!(verdict(&gap(50.0, &[("red", 0.0, LINE)]), "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
    // What is wider than the unit is no gap to it.
    assert_eq!(salvo(&gap(300.0, &[("red", 0.0, LINE)]), "red", "blue", MUSKETS).shooters(), 24);
}

#[test]
fn a_gap_is_not_shared() {
    // CP 16.5.2
    let small = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12\nfiles = 6";
    let mut situation = gap(90.0, &[("red-one", -2.6, small), ("red-two", 2.6, small)]);
    order(&mut situation, "red-one", "blue", 0, MUSKETS);
    assert_eq!(verdict(&situation, "red-two", "blue", 0, MUSKETS), refused("CP 16.5.2"));
    assert!(!offered(&situation, "red-two").contains(&"blue".to_owned()));
}

// --- 16.6 Danger zones

/// Three field guns and a red line whose right flank is so many millimetres west of the middle of the battery.
fn endangering(mm: f64) -> Situation {
    let east = (-mm - 120.0) / 25.4;
    set(&[
        unit("red", [36.0, 10.0], &guns(&["field"; 3])),
        unit("red-friend", [36.0 + east, 14.0], LINE),
        unit("blue", [36.0, 17.0], LINE),
    ])
}

#[test]
fn friends_in_the_danger_zone_are_hit_first() {
    // CP V37, 16.6.2: the battery is 150 mm wide, the friend reaches 15 mm into its strip. Dice 5, 2, 6 hit him twice;
    // the one that missed is rolled again at the target.
    let mut situation = endangering(60.0);
    let entries = shoot(&mut situation, "red", "blue", Shot::Ball, &[5, 2, 6, 5]);
    assert_eq!((hits(&situation, "red-friend"), hits(&situation, "blue")), (2, 1));
    assert_eq!(entries[0].rule, "CP 16.6.2");
    // CP 16.6.1: beside the strip he is safe from ball, but hail spreads 2 inches farther.
    let mut situation = endangering(76.0);
    shoot(&mut situation, "red", "blue", Shot::Ball, &[5, 2, 6]);
    assert_eq!((hits(&situation, "red-friend"), hits(&situation, "blue")), (0, 2));
    let mut situation = endangering(76.0);
    shoot(&mut situation, "red", "blue", Shot::Hail, &[4, 4, 4]);
    assert_eq!((hits(&situation, "red-friend"), hits(&situation, "blue")), (3, 0));
    let mut situation = endangering(76.0 + 50.8);
    shoot(&mut situation, "red", "blue", Shot::Hail, &[4, 4, 4]);
    assert_eq!((hits(&situation, "red-friend"), hits(&situation, "blue")), (0, 3));
    // CP G41: hits on friends shake like any others, and endanger generals.
    assert_eq!(situation.unit("blue").worst_shooter, Some(situation.id("red")));
}
