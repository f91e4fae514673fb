//! Headings 17 and 30 once more: who may break in, what falls, who goes.

use crate::buildings::{HOWITZER, SHAKEN, THREE, blows_since, burning, first_round, inside, next_round, storm, town};
use crate::game::{Game, LINE, faults, unit, widths};
use crate::melee::{blow, blow_under, contact, dice, melees};
use shot_steel_and_stone::state::{Activity, Fire, Place};

const MILL: [f64; 4] = [10.0, 15.0, 14.0, 18.0];

#[test]
fn cavalry_storms_walls_but_does_not_break_in() {
    // SSS 17.2, 30.1, 30.4: four bases at 16 dice, one hit not saved that costs a base; nobody is asked.
    let horse = "arm = \"heavy-cavalry\"\nbases = 4";
    let mut game = storm("", "brick", horse, SHAKEN, &[]);
    // Foot against mounted: 5+.
    game.says("red", "fight red", &dice(&[(1, 6), (15, 1), (1, 1), (1, 5), (11, 1), (1, 1)]));
    assert_eq!((game.unit("blue").bases, game.topic("red")), (3, "melees"));
    assert_eq!(game.unit("red").inside, None);
}

#[test]
fn where_the_last_of_a_garrison_falls_they_may_break_in_too() {
    // SSS 30.4: one base of one point is all there is.
    for (die, held) in [(5, true), (4, false)] {
        let mut game = storm("", "brick", THREE, "arm = \"infantry\"\nbases = 1\npoints = 1", &[]);
        game.says("red", "fight red", &dice(&[(1, 6), (8, 1), (1, 1), (3, 1)]));
        assert!(matches!(game.unit("blue").place, Place::Gone(_)));
        assert_eq!(game.menu("red"), ["break-in 1", "break-in 0"]);
        game.says("red", "break-in 1", &[die]);
        // It holds the place: whoever comes now has to storm it.
        assert_eq!(game.unit("red").inside.map(|inside| (inside.bases, inside.broke_in)), held.then_some((1, None)));
    }
}

#[test]
fn a_base_fights_that_touches_the_walls_along_its_whole_length() {
    // SSS 30.2: a line of six before a mill four wide, and one that laps over its corner by half a base.
    let fought = |at: f64, count: usize| {
        let parts = [
            town("Mill", MILL, "brick"),
            unit("red", [at, 15.0], LINE),
            inside("blue", "Mill", "arm = \"infantry\"\nbases = 8"),
            contact(["red", "blue"], ["close", "halted"]),
        ];
        let mut game = melees("", &parts);
        game.says("red", "fight red", &vec![1; 2 * 3 * count]);
        (blow(&game, "red").bases, blow(&game, "blue").bases)
    };
    assert_eq!(fought(12.0, 4), (4, 4));
    assert_eq!(fought(12.5, 3), (3, 3));
}

#[test]
fn a_garrison_beset_from_two_sides_is_not_trapped() {
    // SSS 24.2, 24.1: enemies on two opposite walls, none of them inside.
    let other = [
        unit("red-other", [12.0, 18.0], "arm = \"infantry\"\nbases = 2\nfacing = \"south\""),
        contact(["red-other", "blue"], ["close", "halted"]),
    ];
    let mut game = storm("", "brick", THREE, "arm = \"infantry\"\nbases = 5", &[other.concat()]);
    let told = game.told.len();
    game.says("red", "fight red", &[1; 30]);
    assert_eq!(blows_since(&game, told, "blue"), [(3, 0), (2, 0)]);
}

#[test]
fn men_inside_throw_with_two_dice() {
    // SSS T8, G43, 17.18: close order, three dice in the open; red came in column, which walls make no denser.
    let javelins = "arm = \"infantry\"\nbases = 3\nmissile = \"thrown\"\nformation = \"column-of-attack\"";
    let pistols = "arm = \"infantry\"\nbases = 3\nmissile = \"pistol\"";
    let mut game = storm("", "brick", pistols, javelins, &[]);
    // Nine pistols at +1 short, -1 moved, +1 walls, -2 hard cover; six javelins; nine dice each.
    game.says("red", "fight red", &dice(&[(9, 1), (6, 1), (9, 1), (9, 1)]));
    assert_eq!(blow_under(&game, "SSS 1.7b", "blue").dice, 2);
    assert_eq!(blow_under(&game, "SSS 1.7b", "red").modifiers, -1, "+1 short, -1 moved, +1 walls, -2 hard cover");
}

#[test]
fn after_three_rounds_those_outside_go_and_those_inside_stay() {
    // SSS 27.10, 30.5, G80: red's third round with one base inside.
    let red = format!("{THREE}\nstart = {{ rounds = 1 }}");
    let mut game = storm("", "brick", &red, SHAKEN, &[]);
    game.says("red", "fight red", &first_round());
    game.says("red", "break-in 1", &[5]);
    next_round(&mut game, &[]);
    // Two rounds fought: at -3 before the walls, -1 inside; nobody hits anybody.
    game.says("red", "fight red", &[1; 18]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("break-off", "none"));
    game.says("red", "break-off 60", &[]);
    let (red, blue) = (game.id("red"), game.id("blue"));
    assert_eq!(game.unit("red").inside.map(|inside| inside.bases), Some(1));
    assert!(game.table().in_contact_with(red, blue) && game.unit("red").pose.at.y == 14 * 60_000);
    // For those outside it begins anew.
    assert_eq!(game.unit("red").rounds, 0);
}

#[test]
fn who_comes_late_to_the_walls_has_three_rounds_of_his_own() {
    // SSS 27.10: the garrison has fought others for two rounds; it occupies a built-up area and fights on.
    let garrison = "arm = \"infantry\"\nbases = 4\nstart = { rounds = 2 }";
    let mut game = storm("", "brick", THREE, garrison, &[]);
    game.says("red", "fight red", &[1; 18]);
    assert_eq!(game.topic("red"), "melees");
    assert!(game.table().in_contact(game.id("red")));
}

#[test]
fn a_garrison_that_breaks_routs_out_on_the_far_side() {
    // SSS 27.4, G64: C class loses by two, 3 BW; it stays until the reaction phase, then runs from the victors.
    let mut game = storm("", "brick", THREE, "arm = \"infantry\"\nbases = 4\nclass = \"C\"", &[]);
    // At -1 the garrison needs 5+.
    game.says("red", "fight red", &dice(&[(2, 6), (7, 1), (2, 1), (9, 4)]));
    assert!(game.unit("blue").broke && game.unit("blue").inside.is_some());
    assert_eq!(game.topic("red"), "pursue");
    game.says("red", "pursue no", &[]);
    game.says("red", "fight red-idle1", &[1, 1, 1, 1, 1]);
    assert_eq!((game.unit("blue").inside, game.unit("blue").activity), (None, Activity::Routing));
    // Out by the north wall and 3 + 1 BW on.
    assert!(widths(game.body("blue").main().front.y.round() as i32) >= 22.0);
    assert!(!game.table().in_contact(game.id("red")));
}

#[test]
fn guns_stand_in_prepared_positions_alone() {
    // SSS 17.3, G144: in play they go into no built-up area; a battle may place them in one that is prepared.
    let guns = "arm = \"foot-artillery\"\nguns = [\"light\"]";
    let parts = |prepared: &str| {
        let mill = town("Mill", MILL, "brick").replace("kind = \"town\"", &format!("kind = \"town\"{prepared}"));
        [mill, inside("blue", "Mill", guns), unit("red", [12.0, 2.0], LINE)]
    };
    assert!(faults("", &parts("")).contains("17.3"));
    assert_eq!(faults("", &parts("\nguns = true")), "");
    let limbered = format!("{guns}\nformation = \"limbered\"\nstart = {{ intent = \"move\" }}");
    let parts = [
        town("Mill", MILL, "brick").replace("kind = \"town\"", "kind = \"town\"\nguns = true"),
        unit("red", [12.0, 15.0], &limbered),
        unit("blue", [12.0, 28.0], LINE),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    assert_eq!(game.refused("red", "move enter mill 1"), "SSS 17.3");
    // Off the road they do not pass through either.
    assert_eq!(game.refused("red", "move advance 60"), "SSS 17.3");
    // Battalion guns go in with their unit.
    let battalion = "arm = \"infantry\"\nbases = 4\nguns = [\"battalion\"]\nstart = { intent = \"move\" }";
    let parts = [town("Mill", MILL, "brick"), unit("red", [12.0, 15.0], battalion), unit("blue", [12.0, 28.0], LINE)];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", "move enter mill 4", &[]);
    assert!(game.table().is_garrison(game.id("red")));
}

#[test]
fn a_garrison_has_no_formation_to_shoot_at() {
    // SSS 17.4, 17.18: a column of attack is a dense target in the open; inside neither that nor its order counts.
    let guns = "arm = \"foot-artillery\"\nguns = [\"medium\"]";
    let shot = |there: String| {
        let mut game = Game::at("shooting", &[town("Mill", MILL, "brick"), unit("red", [12.0, 5.0], guns), there]);
        game.says("red", "shoot red at blue 0", &[1; 4]);
        let told = game.told.iter().find(|entry| !entry.dice.is_empty()).unwrap();
        told.lines
            .iter()
            .filter(|line| !line.counts)
            .map(|line| (line.text.to_string(), line.value))
            .collect::<Vec<_>>()
    };
    let column = "arm = \"infantry\"\nbases = 4\nformation = \"column-of-attack\"";
    let named = |lines: &[(String, i32)], text: &str| lines.iter().any(|(line, _)| line.contains(text));
    let open = shot(unit("blue", [12.0, 13.0], column));
    assert!(named(&open, "dense"), "{open:?}");
    let within = shot(inside("blue", "Mill", column));
    assert!(!named(&within, "dense"), "{within:?}");
    assert_eq!(within.iter().map(|(_, value)| value).sum::<i32>(), -2 + 1, "{within:?}");
    let skirmishers = shot(inside("blue", "Mill", "arm = \"infantry\"\norder = \"skirmish\"\nbases = 4"));
    assert_eq!(skirmishers.iter().map(|(_, value)| value).sum::<i32>(), -2 + 1, "{skirmishers:?}");
}

// --- Fire

/// Blue's howitzer sets the mill on fire in its turn; red has bases along the southern wall, some perhaps inside.
fn set_alight(red: &str, enters: Option<u8>) -> Game {
    let parts = [
        town("Mill", MILL, "wooden"),
        unit("red", [12.0, 15.0], red),
        unit("blue", [12.0, 24.0], HOWITZER),
        unit("blue-line", [30.0, 28.0], LINE),
    ];
    let mut game = Game::at("movement", &parts);
    if let Some(bases) = enters {
        game.says("red", "pick red", &[]);
        game.says("red", &format!("move enter mill {bases}"), &[]);
    }
    game.pass_to("blue", "artillery", &[]);
    // Nine: it burns; then the roll for initiative of the next turn.
    game.says("blue", "shoot blue walls mill 0", &[1, 5, 4, 6, 1]);
    assert_eq!(game.state.buildings[0].fire, Fire::Burning(1));
    game.says("red", "take first", &[]);
    game
}

#[test]
fn howitzers_hinder_those_who_fight_the_fire() {
    // SSS 17.9, 17.13 to 17.15: the shells of blue's turn tell in red's, 5 is 4; a turn later they no longer do.
    let fought = |at_once: bool, thrown: &[u8]| {
        let mut game = set_alight("arm = \"infantry\"\nbases = 2", None);
        if !at_once {
            game.pass_to("blue", "artillery", &[]);
            game.done("blue", &[6, 1]);
            game.says("red", "take first", &[]);
        }
        game.says("red", "order red firefight", thrown);
        game.state.buildings[0].fire == Fire::None
    };
    assert!(!fought(true, &[4, 2]));
    assert!(fought(true, &[5, 2]));
    // The second move: a six, and no shells since.
    assert!(!fought(false, &[5, 2]));
    assert!(fought(false, &[6, 2]));
}

#[test]
fn those_inside_join_the_rest_of_their_unit_when_it_burns() {
    // SSS 17.12, G64: two of four bases went in; in the next own movement phase they come out to the others, who stand.
    let mut game = set_alight("arm = \"infantry\"\nbases = 4\nstart = { intent = \"move\" }", Some(2));
    assert_eq!(game.unit("red").inside.map(|inside| inside.bases), Some(2));
    let stood = game.unit("red").pose;
    game.pass_to("red", "evacuate", &[]);
    assert_eq!(game.menu("red").len(), 1);
    let out = game.menu("red")[0].clone();
    game.says("red", &out, &[]);
    assert_eq!((game.unit("red").inside, game.unit("red").pose, game.unit("red").bases_outside()), (None, stood, 4));
}

#[test]
fn who_leaves_the_fire_leaves_his_attackers_too() {
    // SSS 17.12: red stands before the southern wall, the garrison comes out in the north.
    let parts = [
        burning("Mill", MILL, "wooden", 1),
        unit("red", [12.0, 15.0], THREE),
        inside("blue", "Mill", "arm = \"infantry\"\nbases = 4"),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = Game::start("", "[start]\nphase = \"movement\"\nactive = \"blue\"\nsecond = true\n", &parts, &[]);
    assert_eq!(game.topic("blue"), "evacuate");
    assert_ne!(game.refused("blue", "evacuate blue 720 870 180"), "");
    game.says("blue", "evacuate blue 720 1110 0", &[]);
    assert!(!game.table().in_contact(game.id("red")));
    assert_eq!(game.unit("red").rounds, 0);
}

#[test]
fn a_unit_between_two_fires_fights_both() {
    // SSS 17.13: two bases at each of two mills that burn; a die for each.
    let parts = [
        burning("Mill", [10.0, 15.0, 12.0, 18.0], "brick", 1),
        burning("Barn", [12.0, 15.0, 14.0, 18.0], "stone", 1),
        unit("red", [12.0, 15.0], "arm = \"infantry\"\nbases = 4"),
        unit("blue", [12.0, 28.0], LINE),
    ];
    let mut game = Game::at("orders", &parts);
    // The barn lies downwind of the mill, but burns already.
    game.says("red", "order red firefight", &[2, 4, 5, 2]);
    let out = game.state.buildings.iter().map(|building| building.fire == Fire::None).collect::<Vec<_>>();
    assert_eq!(out, [true, true]);
}

#[test]
fn a_house_on_a_hill_is_level_inside() {
    // SSS 30.5, 24.1: at the walls the garrison stands above red, inside they fight on equal terms.
    let hill = "\n[[ground.hills]]\nname = \"hill\"\nbox = [10.0, 15.0, 14.0, 18.0]\n".to_owned();
    let mut game = storm("", "brick", THREE, SHAKEN, &[hill]);
    game.says("red", "fight red", &first_round());
    assert_eq!(blow(&game, "blue").modifiers, 1);
    game.says("red", "break-in 1", &[5]);
    next_round(&mut game, &[]);
    let told = game.told.len();
    game.says("red", "fight red", &[1; 18]);
    assert_eq!(blows_since(&game, told, "blue"), [(2, 1 - 2), (1, -2)]);
}

#[test]
fn who_has_broken_in_does_not_defend_the_place() {
    // SSS 2.1, 2.3: half of red's points are gone with the first round; a garrison might hold on, a storming party goes.
    let red = format!("{THREE}\nstart = {{ hits = 8 }}");
    let mut game = storm("", "brick", &red, SHAKEN, &[]);
    // Two bases are left: six dice.
    game.says("red", "fight red", &dice(&[(1, 6), (5, 1), (1, 1), (1, 4), (5, 1), (1, 1)]));
    game.says("red", "break-in 1", &[5]);
    let (red, blue) = (game.id("red"), game.id("blue"));
    assert!(game.table().past_limit(red) && game.unit("red").inside.is_some());
    assert!(game.table().at_half(red) && !game.table().past_limit(blue));
}

#[test]
fn who_stays_inside_has_not_got_away() {
    // SSS 26.1, 30.5: red is to leave the melee, but its base inside stays where it is: they fight on.
    let mut game = storm("", "brick", THREE, SHAKEN, &[]);
    game.says("red", "fight red", &first_round());
    game.says("red", "break-in 1", &[5]);
    next_round(&mut game, &[]);
    game.says("red", "fight red", &[1; 18]);
    game.says("red", "fight red-idle1", &[1, 1, 1, 1, 6, 1]);
    game.says("red", "take first", &[]);
    game.says("red", "order red disengage", &[]);
    game.pass_to("blue", "free-hit", &[]);
    game.says("blue", "free-hit no", &[]);
    game.pass_to("red", "melees", &[]);
    assert!(game.table().in_contact_with(game.id("red"), game.id("blue")));
}
