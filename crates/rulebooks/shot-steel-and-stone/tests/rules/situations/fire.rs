//! Headings 10 to 19: what was reckoned for a shot, and shot.

use super::{disrupted, facing, points, salvos, starting, test_of};
use crate::game::{Game, LINE, area, line, unit};
use crate::melee::dice;
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::state::{Fire, GunState, Loss, Pending, Place};

const PAIR: &str = "arm = \"infantry\"\nbases = 2";
const GUN: &str = "arm = \"foot-artillery\"\nguns = [\"medium\"]";
const FIRED: &str = "first-volley-used = true";

/// Red's shooting phase, which others keep open.
fn shooting(options: &str, parts: &[String]) -> Game {
    let mut all = parts.to_vec();
    all.extend([
        unit("red-last", [36.0, 26.0], LINE),
        unit("red-last-guns", [39.0, 22.0], GUN),
        unit("blue-last", [36.0, 28.0], LINE),
    ]);
    Game::with(options, "shooting", &all)
}

fn shot(options: &str, parts: &[String], words: &str, dice: &[u8]) -> Game {
    let mut game = shooting(options, parts);
    if game.refused("red", words) == "SSS 1.6a" {
        game.done("red", &[]);
    }
    game.says("red", words, dice);
    game
}

fn pair(red: &str, blue: &str, apart: f64) -> Vec<String> {
    vec![unit("red", [12.0, 5.0], red), unit("blue", [12.0, 5.0 + apart], blue)]
}

fn sum(game: &Game) -> i32 {
    game.modifiers("SSS 12.1")
}

#[test]
fn a_first_volley_into_the_head_of_a_column() {
    // SSS 12.1, 12.2, 13.1, 13.4, 14.1: A class +1, short +1, first volley +1, dense +1 are +4, and yet a 1 misses;
    // six dice, five hits, saved on 4.
    let parts = pair(&format!("{PAIR}\nclass = \"A\""), &format!("{LINE}\nformation = \"column-of-attack\""), 1.0);
    let game = shot("", &parts, "shoot red at blue 0", &dice(&[(5, 2), (1, 1), (3, 4), (2, 3)]));
    assert_eq!((sum(&game), game.unit("blue").hits), (4, 2));
}

#[test]
fn what_a_target_shows_to_the_shooter() {
    // SSS 13.4, 13.3, G6: the flank of a line is enfiladed; of a column of attack it is dense, and of a column of
    // march neither, while its head is dense; so are squares and limbered guns.
    let seen = |what: &str, degrees: i32, at: f64| {
        let red = starting(PAIR, FIRED);
        let parts = [unit("red", [12.0, 5.0], &red), unit("blue", [12.0, at], &facing(what, degrees))];
        let game = shot("", &parts, "shoot red at blue 0", &[1; 6]);
        sum(&game)
    };
    let formed = |what: &str| format!("{LINE}\nformation = \"{what}\"");
    assert_eq!(seen(LINE, 90, 10.5), 1);
    assert_eq!(seen(LINE, 180, 7.5), 0);
    assert_eq!(seen(&formed("column-of-attack"), 90, 8.5), 1);
    assert_eq!(seen(&formed("column-of-attack"), 180, 7.5), 1);
    assert_eq!(seen(&formed("column-of-march"), 90, 8.0), 0);
    assert_eq!(seen(&formed("column-of-march"), 180, 7.5), 1);
    assert_eq!(seen(&formed("square"), 180, 7.5), 1);
    assert_eq!(seen(&format!("{GUN}\nformation = \"limbered\""), 180, 7.5), 1);
    // Deployed guns are in skirmish order.
    assert_eq!(seen(GUN, 180, 7.5), -2);
}

#[test]
fn men_lying_down_are_hard_cover_for_musketry_and_soft_for_shells() {
    // SSS 10.2, 13.3, 13.5, 12.3, 14.1: the best cover counts, not two of them; skirmish order besides.
    let prone = starting(LINE, "prone = true");
    let muskets = starting(PAIR, FIRED);
    let howitzer = "arm = \"foot-artillery\"\nguns = [\"howitzer\"]";
    assert_eq!(sum(&shot("", &pair(&muskets, &prone, 2.5), "shoot red at blue 0", &[5; 6])), -2);
    assert_eq!(sum(&shot("", &pair(howitzer, &prone, 5.0), "shoot red at blue 0", &[4; 3])), -1);
    let mut woods = pair(&muskets, &prone, 2.5);
    woods.push(area("light-woods", "wood", [8.0, 7.4, 16.0, 9.0]));
    assert_eq!(sum(&shot("", &woods, "shoot red at blue 0", &[5; 6])), -2);
    // Four below: a 6, and then 5 or 6; one of two, saved on 4.
    let prone = starting("arm = \"infantry\"\norder = \"skirmish\"\nbases = 4", "prone = true");
    let game = shot("", &pair(&muskets, &prone, 2.5), "shoot red at blue 0", &[6, 6, 5, 5, 5, 5, 5, 4, 3]);
    assert_eq!((sum(&game), game.unit("blue").hits), (-4, 1));
}

#[test]
fn men_lying_down_shoot_badly_unless_they_are_trained_to() {
    // SSS 10.3, 13.1: -2, with the +1 of rifles.
    let shoots = |traits: &str| {
        let red = format!("arm = \"infantry\"\nbases = 2\norder = \"loose\"\nmissile = \"rifle\"\ntraits = [{traits}]");
        sum(&shot("", &pair(&starting(&red, "prone = true"), LINE, 4.0), "shoot red at blue 0", &[1; 4]))
    };
    assert_eq!((shoots(""), shoots("\"trained-light-infantry\"")), (-1, 1));
}

#[test]
fn guns_against_a_battery() {
    // SSS 16.1, 16.2, 16.3, T12: two medium guns at medium range, at skirmish order: 6 only. Of eight dice two hit
    // men, saved on 6; each 6 strikes the gun: a wheel for d3 moves (3 is 2), and a glance.
    let red = "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\"]";
    let blue = "arm = \"foot-artillery\"\nguns = [\"heavy\"]";
    let thrown = dice(&[(2, 6), (6, 5), (1, 6), (1, 5), (1, 2), (1, 3), (1, 1)]);
    let game = shot("", &pair(red, blue, 10.0), "shoot red at blue 0", &thrown);
    assert_eq!((sum(&game), game.unit("blue").hits), (-2, 1));
    assert_eq!(game.table().battery(game.id("blue")).unwrap().guns[0].state, GunState::OutOfAction(2));
}

#[test]
fn canister_along_a_line_from_guns_short_of_men() {
    // SSS 12.6, 16.2, 13.3, 14.1, 14.2: light guns with 4 and, a man short, 3 dice; short and enfilading +2; saved on
    // 6. Six hits on six bases are one a base: a base is gone, and a point of Disruption taken.
    let red = "arm = \"foot-artillery\"\nguns = [{ weight = \"light\", lost = 1 }, \"light\"]";
    let parts = [unit("red", [12.0, 5.0], red), unit("blue", [12.0, 10.5], &facing(LINE, 90))];
    let game = shot("", &parts, "shoot red at blue 0", &dice(&[(3, 2), (1, 6), (2, 5), (4, 2), (4, 5)]));
    assert_eq!(sum(&game), 2);
    assert_eq!((game.unit("blue").hits, game.unit("blue").bases), (6, 5));
    assert_eq!(points(&game, "blue", Cause::HitsPerBase), 1);
}

#[test]
fn armour_against_balls_arrows_and_roundshot() {
    // SSS 13.6, 13.2 and the notes of the table: heavy armour -1, none for guns; extra heavy -2 for bows and -1 for
    // muskets; elephants -1 for guns too, and no more for armour of their own.
    let horse = |armour: &str| format!("arm = \"heavy-cavalry\"\nbases = 3\narmour = \"{armour}\"");
    let elephants = "arm = \"elephants\"\nbases = 2\ncrew = 2";
    let on = "elephants = \"on\"";
    let weapon = |missile: &str| starting(&format!("{PAIR}\nmissile = \"{missile}\""), FIRED);
    // Medium range for each of them.
    let at = |red: &str, blue: &str, apart: f64, count: usize| {
        sum(&shot(on, &pair(red, blue, apart), "shoot red at blue 0", &vec![1; count]))
    };
    let each = |blue: &str| {
        (
            at(&weapon("musket"), blue, 2.5, 6),
            at(&weapon("bow"), blue, 2.5, 6),
            at(&weapon("rifle"), blue, 2.5, 6),
            at(GUN, blue, 9.0, 4),
        )
    };
    assert_eq!(each(&horse("none")), (0, 0, 1, 0));
    assert_eq!(each(&horse("heavy")), (-1, -1, 0, 0));
    assert_eq!(each(&horse("extra-heavy")), (-1, -2, 0, 0));
    assert_eq!(each(elephants), (-1, -1, 0, -1));
}

#[test]
fn bows_two_deep() {
    // SSS 19.2, 19.3, 19.4, 19.7, 11.1: three base widths from the front rank, which is medium; three and a half from
    // the second, which is long and shoots overhead: 4 for the one, 6 for the other; saved on 3.
    let red = "arm = \"infantry\"\nbases = 4\nfiles = 2\nmissile = \"bow\"";
    let mut game = shooting("", &pair(red, LINE, 3.0));
    game.done("red", &[]);
    let before = game.told.len();
    let thrown = dice(&[(2, 4), (4, 3), (2, 2), (1, 6), (5, 5), (1, 3)]);
    game.says("red", "shoot red at blue 0", &thrown);
    assert_eq!((salvos(&game, before), game.unit("blue").hits), (vec![0, -2], 2));
}

#[test]
fn roundshot_against_wooden_walls() {
    // SSS 17.5, 17.6, G29: four and twelve pounds, a die of 3 at medium and one of 4 at short range: 16 + 2 + 4.
    let red = "arm = \"foot-artillery\"\nguns = [\"light\", \"heavy\"]";
    let parts = [
        unit("red", [12.0, 9.0], red),
        area("town", "Mill", [10.0, 15.0, 14.0, 18.0]),
        "\n[[buildings]]\narea = \"Mill\"\nmaterial = \"wooden\"\n".into(),
        unit("blue", [12.0, 20.0], LINE),
    ];
    let game = shot("", &parts, "shoot red walls mill 0", &[3, 4]);
    assert_eq!(game.state.buildings[0].points, 78);
}

#[test]
fn shells_set_wood_on_fire_and_not_brick() {
    // SSS 17.8, 17.9: five inches and a die of 4; 9 sets wood alight, brick wants 11.
    let shelled = |material: &str| {
        let red = "arm = \"foot-artillery\"\nguns = [\"howitzer\"]";
        let parts = [
            unit("red", [12.0, 3.0], red),
            area("town", "Mill", [10.0, 15.0, 14.0, 18.0]),
            format!("\n[[buildings]]\narea = \"Mill\"\nmaterial = \"{material}\"\n"),
            unit("blue", [12.0, 20.0], LINE),
        ];
        let game = shot("", &parts, "shoot red walls mill 0", &[4, 4, 5]);
        (game.state.buildings[0].points, game.state.buildings[0].fire != Fire::None)
    };
    assert_eq!(shelled("wooden"), (91, true));
    assert_eq!(shelled("brick"), (141, false));
}

#[test]
fn a_line_and_its_gun_shoot_at_skirmishers() {
    // SSS 13.1, 13.4, 13.5, 14.1, 14.2, G66: five base widths are long for muskets, whose first volley it is, and
    // medium for the gun, which has none: both at -2. A ball saved on 4 and a roundshot on 6; two hits are a base of
    // skirmishers.
    let red = "arm = \"infantry\"\nbases = 4\nguns = [\"battalion\"]";
    let blue = "arm = \"infantry\"\norder = \"skirmish\"\nbases = 4";
    let mut game = shooting("", &pair(red, blue, 5.0));
    game.done("red", &[]);
    let before = game.told.len();
    let thrown = dice(&[(1, 6), (1, 5), (1, 5), (1, 6), (11, 5), (1, 3)]);
    game.says("red", "shoot red at blue 0", &thrown);
    assert_eq!(salvos(&game, before), [-2, -2]);
    assert_eq!((game.unit("blue").hits, game.unit("blue").bases), (2, 3));
}

#[test]
fn skirmishers_at_the_windows_shoot_as_garrisons_do() {
    // SSS 17.17, T8, 13.1: of eight bases those that 14 base widths of wall allow, seven; two dice each; A class +1;
    // no first volley, for they are skirmishers.
    let parts = [
        area("town", "Mill", [10.0, 10.0, 14.0, 13.0]),
        "\n[[units]]\nkey = \"red\"\nname = \"red\"\nside = \"red\"\ninside = \"Mill\"\narm = \"infantry\"\nbases = 8\norder = \"skirmish\"\nclass = \"A\"\n".into(),
        unit("blue", [12.0, 15.5], LINE),
    ];
    let mut game = shooting("", &parts);
    game.done("red", &[]);
    game.says("red", "shoot red at blue 0", &[2; 14]);
    assert_eq!(sum(&game), 1);
}

#[test]
fn hits_of_two_salvos_are_one_a_base() {
    // SSS 14.2, 34.2, 35.1, 36.3, T16, T18: three hits and three on six bases. Five bases are small -1, close +2,
    // isolated -1, six hits, a point of Disruption: -7. Ten make 3, short of 8 by 5: it disperses; a double 6 stands.
    let result = |tested: [u8; 2]| {
        let red = starting(PAIR, FIRED);
        let parts =
            [unit("red", [11.0, 5.0], &red), unit("red-two", [13.5, 5.0], &red), unit("blue", [12.0, 7.5], LINE)];
        let mut game = Game::at("shooting", &parts);
        game.says("red", "shoot red at blue 0", &dice(&[(3, 4), (3, 3), (3, 1)]));
        assert_eq!(disrupted(&game, "blue"), 0);
        let mut thrown = dice(&[(3, 4), (3, 3), (3, 1)]);
        thrown.extend(tested);
        game.says("red", "shoot red-two at blue 0", &thrown);
        (test_of(&game, "blue"), game.unit("blue").place)
    };
    assert_eq!(result([6, 4]), (-7, Place::Gone(Loss::Dispersed)));
    assert_eq!(result([6, 6]), (-7, Place::Table));
}

#[test]
fn gunners_run_and_the_line_beside_them_wavers() {
    // SSS 39.2, 34.5, 35.1, T17, T18: two hits on a crew of four do not cost a gun its place, but one a base; extra
    // small -2, skirmish order -1, friends close by in support +2, two hits, one point: -4, it disperses. The line has
    // lost them from its sight within 4: six bases 0, close +2, isolated -1: with 6 it fails by 1 and will retire.
    let red = starting("arm = \"infantry\"\nbases = 4\nmissile = \"rifle\"", FIRED);
    let parts = [unit("red", [12.0, 5.0], &red), unit("blue-guns", [12.0, 9.0], GUN), unit("blue", [17.0, 10.0], LINE)];
    let mut game = Game::at("shooting", &parts);
    // Rifles +1, skirmish order -2: 5.
    let thrown = dice(&[(2, 5), (10, 4), (2, 1), (1, 2), (1, 3), (1, 2), (1, 4)]);
    game.says("red", "shoot red at blue-guns 0", &thrown);
    assert_eq!(game.unit("blue-guns").place, Place::Gone(Loss::Dispersed));
    assert_eq!((test_of(&game, "blue-guns"), test_of(&game, "blue")), (-4, 1));
    // Their gun stands where it stood (SSS G65).
    assert!(game.table().battery(game.id("blue-guns")).unwrap().guns[0].left.is_some());
    assert_eq!(game.unit("blue").pending, Pending::Retire);
}

#[test]
fn disrupted_militia_at_long_range_behind_a_fence() {
    // SSS 13.1, 13.2, 13.6, 12.3, G16: C class -1, long -1, moved -1, disruption of two causes -2, fence -1, and the
    // first volley +1: -5, a score of 9: a 6 and a 6. By the other reading a base that threw two sixes has one more
    // die, not two.
    let start = "intent = \"move-and-shoot\", moved = true, disruption = { terrain = 1, crowded = 1 }";
    let red = starting("arm = \"infantry\"\nbases = 1\nclass = \"C\"", start);
    let mut parts = pair(&red, LINE, 5.0);
    parts.push(line("fence", "fence", "[[8.0, 9.95], [16.0, 9.95]]"));
    let game = shot("", &parts, "shoot red at blue 0", &[6, 6, 5, 6, 5, 3]);
    assert_eq!((sum(&game), game.unit("blue").hits), (-5, 1));
    let game = shot("second-die = \"per-base\"", &parts, "shoot red at blue 0", &[6, 6, 5, 6, 3]);
    assert_eq!((sum(&game), game.unit("blue").hits), (-5, 1));
    // Broken through are two points of one cause.
    let start = "intent = \"move-and-shoot\", moved = true, disruption = { broken-through = 2 }";
    let red = starting("arm = \"infantry\"\nbases = 1\nclass = \"C\"", start);
    parts[0] = unit("red", [12.0, 5.0], &red);
    let per_cause = "disruption-modifier = \"per-cause\"";
    assert_eq!(sum(&shot("", &parts, "shoot red at blue 0", &[1; 3])), -5);
    assert_eq!(sum(&shot(per_cause, &parts, "shoot red at blue 0", &[1; 3])), -4);
    let twice = "moved-modifier = \"twice\"";
    assert_eq!(sum(&shot(twice, &parts, "shoot red at blue 0", &[1; 3])), -6);
}

#[test]
fn a_battery_shoots_at_another_target_and_a_second_time_at_the_same() {
    // SSS 13.7, G18: -1 for whom it has not shot at, nothing for whom it has.
    let red = starting("arm = \"foot-artillery\"\nguns = [\"medium\"]", "last-target = \"blue\"");
    let parts = [unit("red", [12.0, 5.0], &red), unit("blue", [9.0, 15.0], LINE), unit("blue-two", [16.0, 15.0], LINE)];
    assert_eq!(sum(&shot("", &parts, "shoot red at blue 0", &[1; 4])), 0);
    assert_eq!(sum(&shot("", &parts, "shoot red at blue-two 0", &[1; 4])), -1);
}

#[test]
fn no_gunner_is_left_to_be_hit() {
    // SSS 33.3: a battalion gun without men is no target for stray balls; with men two dice are thrown.
    let hit = |lost: u8, thrown: &[u8]| {
        let line = format!("arm = \"infantry\"\nbases = 4\nguns = [{{ weight = \"battalion\", lost = {lost} }}]");
        shot("", &pair(&starting(PAIR, FIRED), &line, 2.5), "shoot red at blue 0", thrown)
    };
    assert!(!hit(2, &dice(&[(1, 4), (5, 3), (1, 3)])).told("SSS 33.3"));
    let game = hit(1, &dice(&[(1, 4), (5, 3), (1, 3), (2, 6)]));
    assert!(game.told("SSS 33.3"));
    assert_eq!(game.table().battery(game.id("blue")).unwrap().guns[0].crew, 0);
}

#[test]
fn guns_do_not_shoot_over_friends_on_the_level() {
    // SSS 19.1, G30: by none of the readings, where guns, friends and target stand alike.
    for reading in ["target-above-friends", "target-above-guns", "either-above-friends"] {
        let parts =
            [unit("red", [12.0, 4.0], GUN), unit("red-line", [12.0, 11.0], LINE), unit("blue", [12.0, 14.0], LINE)];
        let game = shooting(&format!("overhead-artillery = \"{reading}\""), &parts);
        assert_ne!(game.refused("red", "shoot red at blue 0"), "", "{reading}");
    }
}

#[test]
fn who_retires_shoots_before_it_has_gone() {
    // SSS 40.2
    let refused = |start: &str| {
        let red = starting(PAIR, &format!("{FIRED}, activity = \"retiring\"{start}"));
        let mut game = shooting("", &pair(&red, LINE, 2.5));
        game.done("red", &[]);
        game.refused("red", "shoot red at blue 0")
    };
    assert_eq!(
        (refused("").as_str(), refused(", moved = true, intent = \"move-and-shoot\"").as_str()),
        ("", "SSS 40.2")
    );
}

#[test]
fn a_shot_tells_what_counts_and_nothing_else() {
    // SSS 13.1, T10: medium range, nothing for and nothing against; and then everything at once.
    let lines = |red: &str, blue: &str, apart: f64, count: usize| {
        let game = shot("", &pair(red, blue, apart), "shoot red at blue 0", &vec![1; count]);
        let entry = game.told.iter().rev().find(|entry| entry.rule == "SSS 12.1" && !entry.dice.is_empty()).unwrap();
        let added = entry.lines.iter().filter(|line| !line.counts);
        added.map(|line| (line.text.to_string(), line.value)).collect::<Vec<_>>()
    };
    assert_eq!(lines(&starting(PAIR, FIRED), LINE, 2.5, 6), []);
    let red = starting(&format!("{PAIR}\nclass = \"A\""), "disruption = { terrain = 1 }");
    let all = [
        ("A class", 1),
        ("long range", -1),
        ("first volley", 1),
        ("disruption", -1),
        ("heavy armour", -1),
        ("open order", -1),
    ];
    let told = lines(&red, "arm = \"infantry\"\norder = \"open\"\nbases = 6\narmour = \"heavy\"", 5.0, 6);
    assert_eq!(told, all.map(|(text, value)| (text.to_owned(), value)));
}
