//! Before the battle: edges, units put down in turn, leaders who take post; and at its end, who holds what.

use crate::game::{GUNS, Game, HEAVY, LIGHT_HORSE, LINE, SKIRMISHERS, area, chief, unit};
use kernel::{Aim, Rulebook, Seat, Seeded, Silent};
use shot_steel_and_stone::state::Place;

/// A unit that its player puts on the table.
fn waiting(key: &str, what: &str) -> String {
    let side = if key.starts_with("red") { "red" } else { "blue" };
    format!("\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\n{what}\n")
}

fn waiting_chief(side: &str) -> String {
    format!(
        "\n[[leaders]]\nkey = \"{side}-chief\"\nname = \"{side}-chief\"\nside = \"{side}\"\nrank = \"chief\"\nrating = \"competent\"\n"
    )
}

/// Two units a side, all in hand.
fn two_each() -> Vec<String> {
    vec![
        waiting_chief("red"),
        waiting_chief("blue"),
        waiting("red-foot", LINE),
        waiting("red-guns", GUNS),
        waiting("blue-foot", LINE),
        waiting("blue-horse", HEAVY),
    ]
}

/// A place in base widths as the notation has it, in millimetres.
fn at(key: &str, [x, y]: [f64; 2], facing: u32, how: &str) -> String {
    format!("deploy {key} {} {} {facing} {how}", x * 60.0, y * 60.0)
}

/// SSS G39, G180: the low roller puts down the first unit, and then they take turns, one unit each.
#[test]
fn sides_take_turns_unit_by_unit() {
    let mut game = Game::turn("", &two_each(), &[5, 2]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("none", "deploy"));
    game.says("blue", &at("blue-horse", [10.0, 28.0], 180, "line 4"), &[]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("deploy", "none"));
    game.says("red", &at("red-foot", [20.0, 4.0], 0, "line 6"), &[]);
    game.says("blue", &at("blue-foot", [20.0, 26.0], 180, "line 6"), &[]);
    // Blue has nothing left in hand.
    game.says("red", &at("red-guns", [30.0, 3.0], 0, "line 3"), &[]);
    assert!(["red-foot", "red-guns", "blue-foot", "blue-horse"].iter().all(|key| game.unit(key).place == Place::Table));
    assert_eq!((game.unit("red-foot").pose.at.x, game.unit("red-foot").pose.at.y), (1_200_000, 240_000));
    assert_eq!((game.topic("blue"), game.topic("red")), ("post-leaders", "none"));
}

/// SSS G39: whoever rolls high lets the other begin, whichever side that is.
#[test]
fn the_low_roller_begins() {
    let game = Game::turn("", &two_each(), &[1, 6]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("deploy", "none"));
}

/// SSS G39: within 6 BW of the edge, light cavalry and skirmishers 9, at least 12 BW from the enemy.
#[test]
fn units_stand_in_their_strip_and_apart() {
    let parts = [
        waiting("red-foot", LINE),
        waiting("red-lights", SKIRMISHERS),
        waiting("red-hussars", LIGHT_HORSE),
        waiting("red-second", LINE),
        unit("blue-out", [10.0, 20.0], LINE),
    ];
    let mut game = Game::turn("", &parts, &[1, 6]);
    let refused = |game: &Game, key: &str, place: [f64; 2], how: &str| game.refused("red", &at(key, place, 0, how));
    assert_eq!(refused(&game, "red-foot", [20.0, 6.0], "line 6"), "");
    assert_eq!(refused(&game, "red-foot", [20.0, 6.1], "line 6"), "SSS G39");
    // The rear of the second rank would be beyond the edge.
    assert_eq!(refused(&game, "red-foot", [20.0, 0.9], "line 3"), "SSS G39");
    assert_eq!(refused(&game, "red-lights", [30.0, 9.0], "skirmish 4"), "");
    assert_eq!(refused(&game, "red-lights", [30.0, 9.1], "skirmish 4"), "SSS G39");
    assert_eq!(refused(&game, "red-hussars", [30.0, 9.0], "line 4"), "");
    // Blue's line has its front at 20 and looks south.
    assert_eq!(refused(&game, "red-lights", [10.0, 8.0], "skirmish 4"), "");
    assert_eq!(refused(&game, "red-lights", [10.0, 8.1], "skirmish 4"), "SSS G39");
    assert_eq!(refused(&game, "red-foot", [20.0, 6.0], "skirmish 6"), "SSS G5");
    game.says("red", &at("red-foot", [20.0, 6.0], 0, "line 6"), &[]);
    // Blue has nobody in hand: red goes on, but not on top of its own.
    assert_eq!(game.topic("red"), "deploy");
    assert_eq!(refused(&game, "red-second", [25.9, 6.0], "line 6"), "SSS G39");
    assert_eq!(refused(&game, "red-second", [26.0, 6.0], "line 6"), "");
    assert_eq!(game.refused("red", &at("red-foot", [8.0, 6.0], 0, "line 6")), "SSS G39");
}

/// SSS G39, G180: where the file leaves the edges open, the high roller picks one, and routers run to the edge that was picked.
#[test]
fn the_high_roller_picks_his_edge() {
    let start = "[[ground.areas]]\nname = \"Hollow\"\nkind = \"rough\"\nbox = [18.0, 14.0, 20.0, 16.0]\n";
    let mut game = Game::headed("edges = \"picked\"\n", start, &two_each(), &[5, 2]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("pick-edge", "none"));
    assert_eq!(game.refused("red", "edge east"), "SSS G39");
    game.says("red", "edge north", &[]);
    assert_eq!(game.refused("blue", &at("blue-foot", [20.0, 28.0], 180, "line 6")), "SSS G39");
    game.says("blue", &at("blue-foot", [20.0, 4.0], 0, "line 6"), &[]);
    game.says("red", &at("red-foot", [20.0, 26.0], 180, "line 6"), &[]);
    assert!(game.menu("blue").iter().all(|words| words.starts_with("deploy blue-horse")));
}

/// SSS G39, 17.1, 17.2: foot may garrison a built-up area of its strip.
#[test]
fn foot_may_begin_inside() {
    let parts = [
        area("town", "Farm", [20.0, 1.0, 22.0, 3.0]),
        area("town", "Mill", [20.0, 14.0, 22.0, 16.0]),
        waiting("red-foot", LINE),
        waiting("red-second", LINE),
        waiting("red-horse", HEAVY),
        unit("blue-foot", [20.0, 28.0], LINE),
    ];
    let mut game = Game::turn("", &parts, &[1, 6]);
    assert_eq!(game.refused("red", "garrison red-foot 1"), "SSS G39");
    assert_eq!(game.refused("red", "garrison red-horse 0"), "SSS 17.2");
    assert!(game.menu("red").contains(&"garrison red-foot 0".to_owned()));
    game.says("red", "garrison red-foot 0", &[]);
    assert_eq!(game.unit("red-foot").inside.map(|inside| inside.bases), Some(6));
    // Six of eight bases are in.
    assert_eq!(game.refused("red", "garrison red-second 0"), "SSS 17.1");
}

/// SSS G180: when all stand, leaders without a place take post behind their units, and may be put elsewhere in the strip.
#[test]
fn leaders_take_post() {
    let mut game = Game::turn("", &two_each(), &[5, 2]);
    for (side, words) in [
        ("blue", at("blue-foot", [20.0, 26.0], 180, "line 6")),
        ("red", at("red-foot", [18.0, 4.0], 0, "line 6")),
        ("blue", at("blue-horse", [10.0, 28.0], 180, "line 4")),
        ("red", at("red-guns", [24.0, 4.0], 0, "line 3")),
    ] {
        game.says(side, &words, &[]);
    }
    assert_eq!((game.leader("red-chief").at.x, game.leader("red-chief").at.y), (1_260_000, 120_000));
    assert_eq!(game.refused("blue", "post red-chief 1200 240"), "SSS G180");
    game.says("blue", "done", &[]);
    assert_eq!(game.refused("red", "post red-chief 1200 600"), "SSS G180");
    game.says("red", "post red-chief 1200 60", &[]);
    assert_eq!((game.leader("red-chief").at.x, game.leader("red-chief").at.y), (1_200_000, 60_000));
    game.says("red", "done", &[6, 1]);
    assert_eq!(game.topic("red"), "choose-turn");
}

/// SSS G39: what finds no room stays off the table, and the battle begins.
#[test]
fn who_finds_no_room_stays_away() {
    let head = "turns = 3\n";
    let narrow = "\n[ground]\nsize = [8.0, 20.0]\n";
    let mut parts: Vec<String> = (0..9).map(|ix| waiting(&format!("red-{ix}"), LINE)).collect();
    parts.push(unit("blue-foot", [4.0, 19.0], LINE));
    let mut game = Game::headed(head, narrow, &parts, &[1, 6]);
    let (mut dice, mut put) = (Seeded::new(1), 0);
    while game.topic("red") == "deploy" {
        let mut menu = Vec::new();
        game.rules.ask(&game.state, Seat(0), &mut menu);
        game.rules.play(&mut game.state, Seat(0), menu[0], &mut dice, &mut Silent);
        put += 1;
    }
    assert!((1..9).contains(&put), "{put}");
    let away = (0..9).filter(|ix| game.unit(&format!("red-{ix}")).place == Place::Reserve).count();
    assert_eq!(away, 9 - put);
    assert_ne!((game.topic("red"), game.topic("blue")), ("none", "none"));
}

/// SSS G40: with the turns over the share of Strength Points lost decides, by ten in a hundred at least, and nothing is
/// rounded.
#[test]
fn the_share_of_losses_decides() {
    let ends = |red: u16, blue: u16| {
        let parts = [
            unit("red", [20.0, 5.0], &format!("{LINE}\nstart = {{ hits = {red} }}")),
            unit("blue", [20.0, 25.0], &format!("{LINE}\nstart = {{ hits = {blue} }}")),
        ];
        Game::at("reaction", &parts).table().leads().map(|side| side.0)
    };
    // 36 points each: 3.6 are ten in a hundred.
    assert_eq!(ends(0, 3), None);
    assert_eq!(ends(0, 4), Some(0));
    assert_eq!(ends(4, 0), Some(1));
    // 7 and 10 of 36 are 19.4 and 27.8 in a hundred.
    assert_eq!(ends(7, 10), None);
}

fn ground_game(held: &str, red: [f64; 2]) -> Game {
    let objective = format!(
        "\n[[victory.objectives]]\nname = \"Bridge\"\nbox = [10.0, 10.0, 14.0, 14.0]\npoints = {{ red = 1, blue = 2 }}\n{held}\n"
    );
    let parts =
        [chief("red", "competent", [2.0, 2.0]), unit("red", red, LINE), unit("blue", [30.0, 25.0], LINE), objective];
    let mut game =
        Game::start("", "[start]\nphase = \"reaction\"\nactive = \"red\"\nturn = 12\nsecond = true\n", &parts, &[]);
    game.act(&[], |play| play.advance());
    game
}

/// SSS G40, G181: ground goes first; it is whose alone stands there, and else whose it was.
#[test]
fn ground_is_held_by_who_last_stood_there() {
    let winner = |game: &Game| game.state.over.map(|ending| (ending.winner.map(|side| side.0), ending.points));
    assert_eq!(winner(&ground_game("", [20.0, 5.0])), Some((None, [0, 0])));
    assert_eq!(winner(&ground_game("held = \"blue\"", [20.0, 5.0])), Some((Some(1), [0, 2])));
    let taken = ground_game("held = \"blue\"", [12.0, 12.0]);
    assert_eq!(winner(&taken), Some((Some(0), [1, 0])));
    assert!(taken.told("SSS G181"));
}

/// SSS G39: a unit is dragged from the hand onto the table; a hand that is a little off is helped into the strip, one that is
/// far off is told why not.
#[test]
fn units_are_dragged_onto_the_table() {
    let mut game = Game::turn("", &two_each(), &[1, 6]);
    let aim = |game: &Game, key: &str, [x, y]: [f64; 2]| {
        let aim = Aim { body: Some(u16::from(game.id(key).0)), at: Some([x * 60.0, y * 60.0]), ..Aim::default() };
        let aimed = kernel::pointing::aimed(&game.rules, &game.state, Seat(0), &aim).unwrap();
        (aimed.decision, aimed.refusal.map(|refusal| refusal.rule.into_owned()))
    };
    // The middle of the body, half a base width deep, is where the hand is.
    assert_eq!(aim(&game, "red-foot", [20.0, 4.0]), ("deploy red-foot 1200 255 0 line 6".to_owned(), None));
    assert_eq!(aim(&game, "red-foot", [20.0, 6.5]), ("deploy red-foot 1200 360 0 line 6".to_owned(), None));
    assert_eq!(aim(&game, "red-foot", [20.0, 12.0]).1.as_deref(), Some("SSS G39"));
    game.says("red", "deploy red-foot 1200 255 0 line 6", &[]);
    game.says("blue", &at("blue-horse", [10.0, 28.0], 180, "line 4"), &[]);
    // Aside of the friend who stands there.
    let (beside, refused) = aim(&game, "red-guns", [24.0, 4.0]);
    assert_eq!((beside.as_str(), refused), ("deploy red-guns 1470 270 0 line 3", None));
}

/// SSS G39: an edge is picked by pointing into its strip.
#[test]
fn an_edge_is_pointed_at() {
    let game = Game::headed("edges = \"picked\"\n", "", &two_each(), &[5, 2]);
    let picked = |y: f64| {
        let aim = Aim { at: Some([600.0, y * 60.0]), ..Aim::default() };
        kernel::pointing::aimed(&game.rules, &game.state, Seat(0), &aim).unwrap().decision
    };
    assert_eq!((picked(2.0).as_str(), picked(28.0).as_str()), ("edge south", "edge north"));
}
