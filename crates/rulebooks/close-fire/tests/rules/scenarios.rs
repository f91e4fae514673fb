//! CF 5: kinds of battle, deployment, hidden troops, columns, reinforcements.

use crate::game::{
    DRAGOONS, FOOT, GUN, Game, HORSE, HUSSARS, area, brigade, hill, leader, line, mm, side_of, titles, wing,
};
use close_fire::setup::open;
use close_fire::state::Place;
use kernel::{Aim, Handling, Notation, Picture, Rulebook, Seat, Secrecy};
use scenario::Source;

/// A unit that its player has to put down, in the brigade of its side.
fn reserve(key: &str, what: &str) -> String {
    let side = side_of(key);
    format!("\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nbrigade = \"{side}-brigade\"\n{what}\n")
}

/// A brigade whose Brigadier comes with it.
fn troops(side: &str) -> String {
    let key = format!("{side}-brigade");
    format!(
        "\n[[brigades]]\nkey = \"{key}\"\nside = \"{side}\"\n\n[[leaders]]\nkey = \"{key}-er\"\nname = \"{key}-er\"\n\
         side = \"{side}\"\nrank = \"brigadier\"\ncommands = \"{key}\"\n"
    )
}

/// Horse in a brigade of its own.
fn rider(key: &str, what: &str) -> String {
    let side = side_of(key);
    reserve(key, what).replace(&format!("{side}-brigade"), &format!("{side}-horsemen"))
}

/// A Marshal who takes post on his map.
fn marshal(side: &str) -> String {
    format!(
        "\n[[leaders]]\nkey = \"{side}-marshal\"\nname = \"{side}-marshal\"\nside = \"{side}\"\nrank = \"marshal\"\n"
    )
}

/// What each side of a battle of the book has: a brigade of foot and one of horse, and a Marshal, here far off in his corner.
fn sides() -> Vec<String> {
    let horse = |side: &str| troops(side).replace("-brigade", "-horsemen");
    let [red, blue] =
        [("red", "[5, 5]"), ("blue", "[1435, 955]")].map(|(side, at)| marshal(side) + &format!("at = {at}\n"));
    vec![troops("red"), troops("blue"), horse("red"), horse("blue"), red, blue]
}

/// `deploy` in the words of the journal, in yards.
fn deploy(key: &str, at: [f64; 2], facing: u16, how: &str) -> String {
    format!("deploy {key} {} {} {facing} {how}", mm(at[0]), mm(at[1]))
}

/// Ground that an attack may be fought on: a road along the axis, three features, a mill to fight for in the north.
fn attack_ground() -> Vec<String> {
    vec![
        area("light-woods", "the wood", [300.0, 560.0, 420.0, 760.0]),
        area("town", "the village", [980.0, 640.0, 1080.0, 720.0]),
        hill([600.0, 700.0, 840.0, 900.0], 1),
        line("road", "the high road", "[[720, 0], [720, 960]]"),
    ]
}

const ATTACK: &str = "[frame]\nkind = \"attack\"\nattacker = \"red\"\n[victory]\nobjective = \"mill\"\n\
                      [[positions]]\nkey = \"mill\"\nbox = [680, 760, 760, 840]\n";

fn attack(more: &[String], dice: &[u8]) -> Game {
    let mut parts = attack_ground();
    parts.extend(sides());
    parts.extend(more.iter().cloned());
    Game::headed("", ATTACK, &parts, dice)
}

/// Nine bases of red foot to four of blue, and what else is given.
fn armies() -> Vec<String> {
    vec![
        reserve("red-foot", "class = \"foot\"\nbattalions = [5, 4]"),
        reserve("blue-foot", FOOT),
        reserve("blue-second", "class = \"foot\"\nbattalions = [3]"),
        rider("red-horse", HORSE),
    ]
}

fn faults_of(tables: &str, parts: &[String]) -> String {
    let text = crate::game::text("", tables, parts);
    open(&Source::new("situation.toml", text)).err().map_or_else(String::new, |faults| faults.to_string())
}

// --- Limits

/// CF 5.3, 5.4, 5.5: foot, all stands, units of grade A and B.
#[test]
fn an_attacker_is_stronger() {
    let with = |red: &[&str], blue: &[&str]| {
        let mut parts = attack_ground();
        parts.extend(sides());
        parts.extend(red.iter().enumerate().map(|(ix, what)| reserve(&format!("red-{ix}"), what)));
        parts.extend(blue.iter().enumerate().map(|(ix, what)| reserve(&format!("blue-{ix}"), what)));
        faults_of(ATTACK, &parts)
    };
    let (six, four, elite) =
        ("class = \"foot\"\nbattalions = [3, 3]", FOOT, "class = \"foot\"\nbattalions = [3]\ngrade = \"B\"");
    assert_eq!(with(&[six], &[four]), "");
    assert!(with(&[six], &[four, GUN]).contains("CF 5.4"), "6 to 5 is less than 3 to 2");
    assert!(
        with(&["class = \"horse\"\nsquadrons = [2, 2, 2]", "class = \"foot\"\nbattalions = [3]"], &[four])
            .contains("CF 5.3")
    );
    assert_eq!(with(&[elite, elite], &["class = \"foot\"\nbattalions = [4]\ngrade = \"A\""]), "");
    assert!(with(&[elite, elite, elite], &["class = \"foot\"\nbattalions = [4]\ngrade = \"A\""]).contains("CF 5.5"));
    assert!(with(&[elite, elite], &[four]).contains("CF 5.5"), "none to none");
}

/// CF 5.1, 5.7, 5.8, 5.10, 5.11: the ground of an attack; a battle of one's own is free of it.
#[test]
fn ground_for_an_attack() {
    let on = |ground: &[String]| {
        let mut parts = ground.to_vec();
        parts.extend(sides());
        parts.extend(armies());
        parts.push(reserve("red-more", FOOT));
        faults_of(ATTACK, &parts)
    };
    let ground = attack_ground();
    assert_eq!(on(&ground), "");
    assert!(on(&ground[1..]).contains("CF 5.7"), "two features");
    assert!(on(&ground[..3]).contains("CF 5.7"), "no road");
    let mut across = ground.clone();
    across[3] = line("road", "the high road", "[[0, 400], [1440, 500]]");
    assert!(on(&across).contains("axis of attack"));
    let mut ends = ground.clone();
    ends.push(line("stream", "the brook", "[[0, 100], [400, 200]]"));
    assert!(on(&ends).contains("CF 5.10"), "it ends in the middle of the table");
    ends[4] = line("stream", "the brook", "[[0, 100], [400, 0]]");
    assert_eq!(on(&ends), "");
    let mut hedges = ground.clone();
    hedges.push(line("hedgerow", "the hedge", "[[200, 600], [560, 600]]"));
    assert_eq!(on(&hedges), "", "a quarter of 1440");
    hedges.push(line("hedgerow", "another", "[[800, 600], [830, 600]]"));
    assert!(on(&hedges).contains("CF 5.11"));
    // Two one behind the other cover the same front.
    hedges[5] = line("hedgerow", "another", "[[200, 640], [560, 640]]");
    assert_eq!(on(&hedges), "");
    let mut own = ground[2..].to_vec();
    own.extend([troops("red"), troops("blue"), reserve("red-foot", FOOT), reserve("blue-foot", FOOT)]);
    assert_eq!(faults_of(&ATTACK.replace("attack\"\natt", "prepared\"\natt"), &own), "");
    let without = ATTACK.replace("objective = \"mill\"", "");
    let mut parts = attack_ground();
    parts.extend(sides());
    parts.extend(armies());
    assert!(faults_of(&without, &parts).contains("CF 5.8"));
}

/// CF 5.19, 5.20
#[test]
fn armies_that_meet_are_alike() {
    let with = |red: &[&str], blue: &[&str], ground: &[String]| {
        let mut parts = sides();
        parts.extend(ground.iter().cloned());
        parts.extend(red.iter().enumerate().map(|(ix, what)| reserve(&format!("red-{ix}"), what)));
        parts.extend(blue.iter().enumerate().map(|(ix, what)| reserve(&format!("blue-{ix}"), what)));
        faults_of("[frame]\nkind = \"meeting\"\n", &parts)
    };
    let (nine, ten) = ("class = \"foot\"\nbattalions = [5, 4]", ["class = \"foot\"\nbattalions = [5]"; 2]);
    assert_eq!(with(&[nine], &ten, &[]), "");
    assert!(with(&[FOOT, FOOT], &ten, &[]).contains("CF 5.19"), "8 to 10");
    let heavy = "class = \"gun\"\ngun = \"heavy\"";
    assert!(with(&[nine, heavy], &ten, &[]).contains("CF 5.20"));
    let works = line("heavy-works", "the works", "[[600, 600], [700, 600]]");
    assert!(with(&[nine], &ten, &[works]).contains("CF 5.20"));
    let elite = "class = \"foot\"\nbattalions = [3]\ngrade = \"B\"";
    assert!(with(&[elite, elite, elite], &[nine], &[]).contains("grade A and B"));
}

// --- An attack on a defended position

/// CF 5.12, 5.13, 5.14, 5.17, 6.1: the defender draws his map; who is seen is put down, who is hidden is not; the attacker keeps off 240
/// yards from whom he sees, and goes first.
#[test]
fn the_defender_draws_and_the_attacker_deploys() {
    let mut game = attack(&armies(), &[]);
    assert_eq!((game.topic("blue"), game.topic("red")), ("exchange", "none"));
    game.done("blue", &[]);
    assert_eq!(game.refused("blue", "map-ready"), "CF 5.12");
    assert_eq!(game.refused("blue", &deploy("blue-foot", [720.0, 400.0], 180, "line 4")), "CF 5.12", "not his half");
    assert_eq!(game.refused("blue", &deploy("blue-foot", [720.0, 600.0], 180, "line 3")), "CF 10.4");
    // A hand that puts a unit somewhere means to draw it there; on its own side's picture it then stands there.
    // The hand holds it by its middle; it looks at the enemy. Who points at the ground means the unit that is next.
    let meant = |body: Option<&str>, at: [f64; 2]| {
        let at = at.map(|yards| yards * f64::from(close_fire::measures::YARD) / 1_000.0);
        let aim = Aim { body: body.map(|key| u16::from(game.id(key).0)), at: Some(at), ..Aim::default() };
        let meant = game.rules.aim(&game.state, Seat(1), &aim);
        let legal = meant.iter().find(|decision| game.rules.judge(&game.state, Seat(1), decision).is_ok());
        legal.map_or_else(String::new, |decision| game.rules.notate(decision))
    };
    let there = deploy("blue-foot", [720.0, 600.0], 180, "line 4");
    assert_eq!(meant(Some("blue-foot"), [720.0, 610.0]), there);
    assert_eq!(meant(None, [720.0, 610.0]), there);
    // A little outside of its ground it is helped in; far off it is not.
    let helped = meant(None, [720.0, 470.0]);
    assert!(helped.starts_with("deploy blue-foot 914.4 ") && game.refused("blue", &helped).is_empty(), "{helped}");
    assert_eq!(meant(None, [720.0, 100.0]), "");
    game.says("blue", &deploy("blue-foot", [720.0, 600.0], 180, "line 4"), &[]);
    assert_eq!(game.refused("blue", &deploy("blue-second", [740.0, 610.0], 180, "line 3")), "CF G78");
    let shown = |game: &Game, seat: u8| {
        let scene = game.rules.scene(&game.state, Some(Seat(seat)));
        scene.bodies.iter().any(|body| body.key == "blue-foot")
    };
    assert!(shown(&game, 1) && !shown(&game, 0), "on blue's map, and not on red's table");
    // Behind the hill, where nobody sees it from the other edge.
    game.says("blue", &deploy("blue-second", [720.0, 940.0], 180, "line 3"), &[]);
    game.says("blue", "post blue-brigade-er 914.4 1206.5", &[]);
    game.says("blue", "write blue-brigade defend mill", &[]);
    game.says("blue", "map-ready", &[]);
    assert_eq!(game.unit("blue-foot").place, Place::Table);
    assert_eq!(game.unit("blue-second").place, Place::Mapped);
    assert!(game.leader("blue-brigade-er").hidden);
    // The attacker.
    assert_eq!(game.topic("red"), "come-on");
    game.says("red", "come deployed", &[]);
    assert_eq!(game.refused("red", &deploy("red-foot", [720.0, 361.0], 0, "line 9")), "CF 5.14");
    game.says("red", &deploy("red-foot", [720.0, 359.0], 0, "line 9"), &[]);
    game.says("red", &deploy("red-horse", [300.0, 300.0], 0, "line 4"), &[]);
    game.says("red", "map-ready", &[]);
    assert_eq!(game.unit("red-foot").place, Place::Table);
    assert!(!game.leader("red-brigade-er").off);
    assert_eq!(
        (game.state.turn, game.state.first),
        (1, kernel::Side::FIRST),
        "the attacker goes first, without a roll"
    );
}

/// CF 5.12, 11.18: guns and cavalry are not drawn where they could not have come.
#[test]
fn horse_is_not_drawn_in_a_town() {
    let mut parts = armies();
    parts.push(rider("blue-horse", "class = \"horse\"\nsquadrons = [1, 1]"));
    parts.push(reserve("red-more", FOOT));
    let mut game = attack(&parts, &[]);
    game.done("blue", &[]);
    assert_eq!(game.refused("blue", &deploy("blue-horse", [1030.0, 660.0], 180, "line 2")), "CF 11.18");
    assert_eq!(game.refused("blue", &deploy("blue-foot", [1030.0, 660.0], 180, "line 4")), "");
}

/// CF 5.6, G69: a battalion for 80 yards of works; they shelter, and are an obstacle.
#[test]
fn troops_for_fortifications() {
    let mut parts = armies();
    parts[1] = reserve("blue-foot", "class = \"foot\"\nbattalions = [4, 4]");
    parts.push(rider("blue-horse", "class = \"horse\"\nsquadrons = [1, 1, 1, 1]"));
    parts.push(reserve("red-more", "class = \"foot\"\nbattalions = [5, 4]"));
    parts.push(reserve("red-guards", "class = \"foot\"\nbattalions = [5, 4]"));
    let mut game = attack(&parts, &[]);
    let began = game.state.began[1];
    // Of four squadrons one would be left, which is no unit.
    assert_eq!(game.refused("blue", "give-up blue-horse 0"), "CF 5.6");
    game.says("blue", "give-up blue-foot 1", &[]);
    assert_eq!((game.unit("blue-foot").bases(), game.state.began[1]), (4, began - 4));
    game.says("blue", "give-up blue-second 0", &[]);
    assert!(matches!(game.unit("blue-second").place, Place::Gone(_)));
    game.done("blue", &[]);
    assert_eq!(game.topic("blue"), "raise-works");
    let works = |x: f64, y: f64, long: f64| format!("raise {} {} {} {}", mm(x), mm(y), mm(x + long), mm(y));
    assert_eq!(game.refused("blue", &works(700.0, 600.0, 60.0)), "CF 5.6");
    assert_eq!(game.refused("blue", &works(700.0, 400.0, 80.0)), "CF 5.6");
    game.says("blue", &works(680.0, 595.0, 80.0), &[]);
    game.says("blue", &works(760.0, 595.0, 80.0), &[]);
    assert_eq!(game.topic("blue"), "draw-map");
    assert_eq!(game.state.works.len(), 2);
    let blue = game.id("blue-foot");
    game.says("blue", &deploy("blue-foot", [720.0, 600.0], 180, "line 4"), &[]);
    let from = field::table::Vec2::new(720.0, 300.0) * f64::from(close_fire::measures::YARD);
    assert_eq!(game.table().protection(blue, from), close_fire::ground::Protection::Fortifications);
}

/// CF 5.6, 3.4: which of its battalions a unit gives up is its owner's choice; what is left has to be a unit.
#[test]
fn which_battalion_is_given_up() {
    let mut parts = armies();
    parts[1] = reserve("blue-foot", "class = \"foot\"\nbattalions = [5, 3]");
    parts.push(rider("blue-horse", "class = \"horse\"\nsquadrons = [2, 1, 1, 1, 1]"));
    parts.push(reserve("red-more", "class = \"foot\"\nbattalions = [5, 4]"));
    parts.push(reserve("red-guards", "class = \"foot\"\nbattalions = [5, 4]"));
    let mut game = attack(&parts, &[]);
    let menu = game.menu("blue");
    let of = |unit: &str| menu.iter().filter(|words| words.starts_with(&format!("give-up {unit} "))).count();
    // Three squadrons of one base are the same wherever they are taken from.
    assert_eq!([of("blue-foot"), of("blue-horse")], [2, 2], "{menu:?}");
    assert_eq!(game.refused("blue", "give-up blue-foot 2"), "CF 5.6");
    game.says("blue", "give-up blue-horse 0", &[]);
    assert_eq!(game.unit("blue-horse").elements.iter().map(|element| element.bases).collect::<Vec<_>>(), [1, 1]);
    game.says("blue", "give-up blue-foot 0", &[]);
    assert_eq!((game.unit("blue-foot").bases(), game.unit("blue-foot").given_up), (3, 5));
}

/// CF 5.6, 5.30: troops that were given up for works are no losses of him who wanted to spare his own.
#[test]
fn who_is_given_up_is_not_lost() {
    let mut parts = armies();
    parts.push(reserve("red-more", FOOT));
    parts.push("\n[[personal]]\nleader = \"blue-brigade-er\"\nspare = 0\n".into());
    let mut game = attack(&parts, &[]);
    let spared = |game: &Game| game.table().has_his_will(&game.rules.personal[0]);
    assert!(spared(&game));
    game.says("blue", "give-up blue-second 0", &[]);
    assert!(spared(&game));
    let foot = game.id("blue-foot");
    game.act(&[], |play| play.unit_mut(foot).elements[0].bases -= 1);
    assert!(!spared(&game));
}

/// CF 5.6, 12.8: works that were put up take half a move to cross.
#[test]
fn raised_works_are_an_obstacle() {
    let mut parts = armies();
    parts.push(reserve("red-more", FOOT));
    let mut game = attack(&parts, &[]);
    game.says("blue", "give-up blue-second 0", &[]);
    game.done("blue", &[]);
    game.says("blue", &format!("raise {} {} {} {}", mm(400.0), mm(490.0), mm(480.0), mm(490.0)), &[]);
    game.says("blue", &deploy("blue-foot", [900.0, 900.0], 180, "line 4"), &[]);
    game.says("blue", "map-ready", &[]);
    game.says("red", "come deployed", &[]);
    game.says("red", &deploy("red-foot", [700.0, 200.0], 0, "line 9"), &[]);
    game.says("red", &deploy("red-horse", [300.0, 300.0], 0, "line 4"), &[]);
    game.says("red", &deploy("red-more", [440.0, 475.0], 0, "line 4"), &[]);
    game.says("red", &format!("post red-brigade-er {} {}", mm(440.0), mm(440.0)), &[]);
    game.says("red", "map-ready", &[]);
    game.pass_to("red", "move", &[1]);
    game.says("red", "pick red-more", &[]);
    game.says("red", "throw 1", &[4]);
    // 40 yards, near a wood that may hold enemy; half of them go into the works.
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(30.0))), "CF 11.3");
    game.says("red", &format!("move advance {} 0", mm(20.0)), &[]);
    assert_eq!(game.unit("red-more").dps, 1);
}

/// CF 5.15, 5.16, G70: two points, an order of march, columns from the edge by road and by dice, leaders with their first unit.
#[test]
fn columns_march_on() {
    let mut game = attack(&armies(), &[]);
    game.done("blue", &[]);
    game.says("blue", &deploy("blue-foot", [720.0, 700.0], 180, "line 4"), &[]);
    game.says("blue", &deploy("blue-second", [300.0, 900.0], 180, "line 3"), &[]);
    game.says("blue", "map-ready", &[]);
    game.says("red", "come marching", &[]);
    assert_eq!(game.topic("red"), "name-entries");
    assert_eq!(game.refused("red", "map-ready"), "CF 5.15");
    assert_eq!(game.refused("red", &format!("entry {} {}", mm(720.0), mm(10.0))), "CF 5.15", "on his edge");
    assert_eq!(game.refused("red", &format!("entry {} {}", mm(720.0), mm(960.0))), "CF 5.15", "on his own edge");
    game.says("red", &format!("entry {} 0", mm(720.0)), &[]);
    assert_eq!(game.refused("red", &format!("entry {} 0", mm(700.0))), "CF 5.15");
    game.says("red", &format!("entry {} 0", mm(200.0)), &[]);
    game.says("red", "map-ready", &[]);
    assert_eq!(game.refused("red", "march red-foot 7"), "CF 5.15");
    game.says("red", "march red-foot 0", &[]);
    game.says("red", "march red-horse 1", &[]);
    // Fifteen turns where columns march on (CF G1).
    assert_eq!(game.table().last_turn(), 15);
    assert!(game.leader("red-brigade-er").off);
    game.pass_to("red", "enter", &[1, 1]);
    assert_eq!(game.refused("red", "enter red-horse 2"), "CF 5.15", "the first point is asked about first");
    // Nine bases of 20 yards, 240 by road.
    game.says("red", "enter-by-road red-foot", &[]);
    assert_eq!(game.at_yards("red-foot"), [720.0, 240.0]);
    assert_eq!(game.unit("red-foot").formation, close_fire::state::Formation::MarchColumn);
    assert!(!game.leader("red-brigade-er").off);
    // No road at the other: four bases of 25 yards, 2 average dice of 3 and 4, doubled.
    assert_eq!(game.refused("red", "enter-by-road red-horse"), "CF 11.19");
    assert_eq!(game.refused("red", "enter red-horse 2+d6"), "CF 11.12");
    game.says("red", "enter red-horse 2", &[3, 4]);
    assert_eq!(game.at_yards("red-horse"), [200.0, 140.0]);
    assert!(game.unit("red-horse").finished);
}

/// CF 5.16, G70: a column longer than its move comes on when all of it is there; the next waits for room.
#[test]
fn long_columns_take_their_time() {
    let entries = "\n[[entries]]\nkey = \"gate\"\nside = \"red\"\nat = [700, 0]\n";
    let march = |key: &str, place: u8, what: &str| {
        reserve(key, &format!("{what}\nmarch = {{ entry = \"gate\", place = {place} }}"))
    };
    let parts = [
        troops("red"),
        troops("blue"),
        entries.into(),
        march("red-second", 2, FOOT),
        march("red-first", 1, "class = \"foot\"\nbattalions = [5, 4]"),
        crate::game::unit("blue-foot", [700.0, 800.0], FOOT),
    ];
    let mut game = Game::start("", "[start]\nphase = \"movement\"\nfirst = \"red\"\n", &parts, &[]);
    assert_eq!(game.topic("red"), "enter");
    assert_eq!(game.refused("red", "enter red-second 1"), "CF 5.15");
    // 3 and 4 of ten yards, doubled: 140 of 180.
    game.says("red", "enter red-first 1+d6", &[3, 4]);
    assert!(matches!(game.unit("red-first").place, Place::Marching { .. }));
    game.pass_to("red", "enter", &[6, 1]);
    // 40 more: the head is 180 from the edge, and there is no room for the next.
    game.says("red", "enter red-first 1", &[2]);
    assert_eq!(game.at_yards("red-first"), [700.0, 180.0]);
    assert_ne!(game.topic("red"), "enter");
}

/// Red and blue deployed: blue's second unit at the edge of the wood, where it is seen from 40 yards only; red's foot and horse where they
/// are wanted, with their Brigadier beside the horse.
fn ambush(foot: [f64; 2], horse: [f64; 2]) -> Game {
    let mut game = attack(&armies(), &[]);
    game.done("blue", &[]);
    game.says("blue", &deploy("blue-foot", [1300.0, 900.0], 180, "line 4"), &[]);
    game.says("blue", &deploy("blue-second", [360.0, 561.0], 180, "line 3"), &[]);
    game.says("blue", &format!("post blue-brigade-er {} {}", mm(360.0), mm(610.0)), &[]);
    game.says("blue", "map-ready", &[]);
    assert_eq!(game.unit("blue-second").place, Place::Mapped);
    game.says("red", "come deployed", &[]);
    game.says("red", &deploy("red-foot", foot, 0, "line 9"), &[]);
    game.says("red", &deploy("red-horse", horse, 0, "line 4"), &[]);
    game.says("red", &format!("post red-brigade-er {} {}", mm(horse[0]), mm(horse[1] - 40.0)), &[]);
    game.says("red", "map-ready", &[]);
    game
}

/// CF 5.18: hidden defenders are put down when they fire.
#[test]
fn hidden_defenders_fire() {
    let mut game = ambush([360.0, 450.0], [900.0, 300.0]);
    game.pass_to("blue", "give-fire", &[]);
    game.says("blue", "hold-fire blue-second", &[]);
    assert_eq!(game.unit("blue-second").place, Place::Mapped, "who holds his fire stays hidden");
    let mut game = ambush([360.0, 450.0], [900.0, 300.0]);
    game.pass_to("blue", "give-fire", &[]);
    game.says("blue", "volley blue-second red-foot", &[6, 1, 1]);
    assert_eq!(game.unit("blue-second").place, Place::Table);
    assert_eq!(game.unit("red-foot").dps, 1);
}

/// CF 5.18: when they move.
#[test]
fn hidden_defenders_move() {
    let mut game = ambush([360.0, 400.0], [900.0, 300.0]);
    // What red knows: neither the unit on the map nor where its leader has his post.
    let known = game.rules.redact(&game.state, Seat(0));
    let (unit, leader) = (game.id("blue-second"), game.leader_id("blue-brigade-er"));
    assert_eq!(known.units[unit.ix()].place, Place::Reserve);
    assert!(known.leaders[leader.ix()].off && !game.leader("blue-brigade-er").off);
    assert_ne!(known.leaders[leader.ix()].at, game.leader("blue-brigade-er").at);
    game.pass_to("blue", "emerge", &[1]);
    assert_eq!(game.refused("blue", "emerge blue-foot"), "CF 5.18");
    game.says("blue", "emerge blue-second", &[]);
    assert_eq!(game.unit("blue-second").place, Place::Table);
    assert_eq!(game.at_yards("blue-second"), [360.0, 561.0]);
    assert_eq!(game.refused("blue", "pick blue-second"), "");
}

/// CF 5.18, P11, G89: when they come in sight, in the midst of a move: it stops there and goes on from there.
#[test]
fn hidden_defenders_are_seen_on_the_way() {
    let mut game = ambush([900.0, 200.0], [360.0, 435.0]);
    game.pass_to("red", "move", &[1]);
    game.says("red", "pick red-horse", &[]);
    game.says("red", "throw 2", &[3, 3]);
    // 60 yards, doubled: the wood is 125 yards off. From 40 yards they see them: after 90 of 120 yards.
    game.says("red", &format!("move advance {} 0", mm(120.0)), &[]);
    assert_eq!(game.at_yards("red-horse"), [360.0, 525.0], "{:#?}", titles(&game.told));
    assert_eq!(game.unit("blue-second").place, Place::Table);
    // A doubled move halts on the spot where the enemy is nearer than 120 yards.
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(10.0))), "CF 11.10");
    assert_eq!(game.refused("red", "move stop"), "");
}

/// CF G68: where the enemy stands on the spot, hidden troops are put down as near as can be.
#[test]
fn hidden_defenders_find_another_place() {
    let mut game = attack(&armies(), &[]);
    game.done("blue", &[]);
    game.says("blue", &deploy("blue-foot", [1300.0, 900.0], 180, "line 4"), &[]);
    game.says("blue", &deploy("blue-second", [360.0, 700.0], 180, "line 3"), &[]);
    game.says("blue", "map-ready", &[]);
    game.says("red", "come deployed", &[]);
    game.says("red", &deploy("red-foot", [900.0, 200.0], 0, "line 9"), &[]);
    game.says("red", &deploy("red-horse", [900.0, 100.0], 0, "line 4"), &[]);
    game.says("red", "map-ready", &[]);
    // Somebody of their own has come to stand there.
    let at = game.unit("blue-second").pose;
    let foot = game.id("blue-foot");
    game.act(&[], |play| play.unit_mut(foot).pose = at);
    game.pass_to("blue", "emerge", &[1, 1]);
    game.says("blue", "emerge blue-second", &[]);
    assert!(!game.body("blue-second").overlaps(&game.body("blue-foot")));
    assert!(game.gap("blue-second", "blue-foot") < 30.0);
}

// --- A meeting engagement

/// CF 5.9, 5.21, 5.22, 5.23: the second side picks its end; both draw at once, 120 yards off the centre, and all are put down together.
#[test]
fn both_draw_and_all_are_put_down() {
    let parts = [
        troops("red"),
        troops("blue"),
        marshal("red"),
        marshal("blue"),
        reserve("red-foot", FOOT),
        reserve("blue-foot", FOOT),
    ];
    let mut game = Game::headed("", "[frame]\nkind = \"meeting\"\nchoose-ends = true\n", &parts, &[]);
    assert_eq!((game.topic("blue"), game.topic("red")), ("choose-end", "none"));
    game.says("blue", "other-end yes", &[]);
    assert_eq!((game.topic("blue"), game.topic("red")), ("draw-map", "draw-map"));
    // Blue is in the south now.
    assert_eq!(game.refused("blue", &deploy("blue-foot", [700.0, 700.0], 180, "line 4")), "CF 5.22");
    assert_eq!(game.refused("blue", &deploy("blue-foot", [700.0, 361.0], 0, "line 4")), "CF 5.22");
    game.says("blue", &deploy("blue-foot", [700.0, 360.0], 0, "line 4"), &[]);
    game.says("blue", "map-ready", &[]);
    assert_eq!(game.unit("blue-foot").place, Place::Mapped, "not before both are done");
    game.says("red", &deploy("red-foot", [700.0, 600.0], 180, "line 4"), &[]);
    game.says("red", "map-ready", &[6, 1]);
    assert_eq!([game.unit("blue-foot").place, game.unit("red-foot").place], [Place::Table; 2]);
    assert_eq!(game.topic("red"), "first-or-second");
}

/// CF 5.22, 5.23, 11.24, G193: guns are drawn on their limbers or off them, where there is room; the enemy hears of it when all is put
/// down.
#[test]
fn guns_are_drawn_on_their_limbers_or_off() {
    let mut parts = sides();
    for side in ["red", "blue"] {
        parts.extend([reserve(&format!("{side}-foot"), FOOT), reserve(&format!("{side}-gun"), GUN)]);
    }
    let mut game = Game::headed("", "[frame]\nkind = \"meeting\"\n", &parts, &[]);
    game.says("red", &deploy("red-gun", [700.0, 360.0], 0, "model 1"), &[]);
    // Thirty yards deep, and twenty more with its limber.
    game.says("red", &deploy("red-foot", [700.0, 320.0], 0, "line 4"), &[]);
    assert_eq!(game.refused("red", "limber red-foot yes"), "CF 11.24");
    assert_eq!(game.refused("red", "limber blue-gun yes"), "CF 6.14");
    assert_eq!(game.refused("red", "limber red-gun yes"), "CF G78");
    game.says("red", &deploy("red-foot", [700.0, 310.0], 0, "line 4"), &[]);
    assert!(game.menu("red").contains(&"limber red-gun yes".to_owned()));
    let given = game.state.clone();
    let limber = game.rules.read("limber red-gun yes").unwrap();
    game.says("red", "limber red-gun yes", &[]);
    assert!(game.rules.sealed(&given, &game.state, Seat(0), &limber));
    assert_eq!(game.rules.redact(&given, Seat(1)), game.rules.redact(&game.state, Seat(1)));
    game.says("red", "map-ready", &[]);
    for (key, x) in [("blue-gun", 700.0), ("blue-foot", 900.0)] {
        let how = if key == "blue-gun" { "model 1" } else { "line 4" };
        game.says("blue", &deploy(key, [x, 700.0], 180, how), &[]);
    }
    game.says("blue", "map-ready", &[6, 1]);
    assert_eq!(["red-gun", "blue-gun"].map(|key| game.unit(key).limbered), [true, false]);
    assert!(!game.rules.sealed(&given, &game.state, Seat(0), &limber));
}

/// CF 5.22, 12.19, 12.20, G194: dragoons who may dismount are drawn on foot, and their horses stand where they are put down.
#[test]
fn dragoons_are_drawn_on_foot() {
    let mut parts = sides();
    for side in ["red", "blue"] {
        parts.extend([reserve(&format!("{side}-foot"), FOOT), reserve(&format!("{side}-dragoons"), DRAGOONS)]);
    }
    let mut game = Game::headed("", "[frame]\nkind = \"meeting\"\n", &parts, &[]);
    assert_eq!(game.refused("red", "afoot red-foot yes"), "CF 12.19");
    assert_eq!(game.refused("red", "afoot red-dragoons no"), "CF 12.19");
    game.says("red", &deploy("red-foot", [500.0, 300.0], 0, "line 4"), &[]);
    game.says("red", &deploy("red-dragoons", [700.0, 300.0], 0, "line 4"), &[]);
    assert!(game.menu("red").contains(&"afoot red-dragoons yes".to_owned()));
    let given = game.state.clone();
    let words = game.rules.read("afoot red-dragoons yes").unwrap();
    game.says("red", "afoot red-dragoons yes", &[]);
    assert!(game.rules.sealed(&given, &game.state, Seat(0), &words));
    assert_eq!(game.rules.redact(&given, Seat(1)), game.rules.redact(&game.state, Seat(1)));
    assert_eq!(game.refused("red", &deploy("red-dragoons", [700.0, 200.0], 0, "line 4")), "CF 10.8");
    game.says("red", &deploy("red-dragoons", [700.0, 200.0], 0, "unformed 2"), &[]);
    game.says("red", "map-ready", &[]);
    game.says("blue", &deploy("blue-foot", [500.0, 700.0], 180, "line 4"), &[]);
    game.says("blue", &deploy("blue-dragoons", [700.0, 700.0], 180, "line 4"), &[]);
    game.says("blue", "map-ready", &[6, 1]);
    let (red, horses) = (game.id("red-dragoons"), game.unit("red-dragoons").holders.unwrap());
    assert!(game.table().is_dismounted(red) && game.body("red-dragoons").contains(horses.at.vec()));
    assert!(game.unit("blue-dragoons").mounted && game.unit("blue-dragoons").holders.is_none());
}

// --- Reinforcements

/// CF 5.24, 5.25, G71, E16: 5+, 4+, 3+, 2+, then without a die; those who come together roll together.
#[test]
fn reinforcements_are_diced_for() {
    let entries = "\n[[entries]]\nkey = \"flank\"\nside = \"red\"\nat = [0, 300]\nfacing = \"east\"\n";
    let arrives =
        |key: &str| reserve(key, &format!("{FOOT}\narrives = {{ turn = 2, entry = \"flank\", diced = true }}"));
    let parts = [
        troops("red"),
        troops("blue"),
        entries.into(),
        arrives("red-one"),
        arrives("red-two"),
        crate::game::unit("red-foot", [700.0, 100.0], FOOT),
        crate::game::unit("blue-foot", [700.0, 860.0], FOOT),
    ];
    let after = |rolls: &[u8]| {
        let mut game = Game::start("", "[start]\nphase = \"musketry\"\nfirst = \"red\"\n", &parts, &[]);
        let mut needed = Vec::new();
        for &roll in rolls {
            game.pass_to("red", "first-or-second", &[6, 1]);
            let before = game.told.len();
            game.says("red", "go first", if roll == 0 { &[] } else { std::slice::from_ref(&roll) });
            needed.extend(
                game.told[before..].iter().filter(|entry| entry.rule == "CF 5.25").map(|entry| entry.title.to_string()),
            );
        }
        (game, needed)
    };
    let (game, needed) = after(&[4, 3, 2, 1, 0]);
    assert_eq!(needed.len(), 4, "{needed:?} {:#?}", titles(&game.told));
    for (words, need) in needed.iter().zip(["5", "4", "3", "2"]) {
        assert!(words.contains(&format!("{need} or more")), "{words}");
    }
    assert!(game.told("CF 5.24"));
    let (mut game, _) = after(&[4, 4]);
    game.pass_to("red", "enter", &[]);
    game.says("red", "enter red-one 1", &[5]);
    assert_eq!(game.at_yards("red-one"), [100.0, 300.0]);
}

/// CF 5.9, 5.21, 5.24, G145: who took the other end has his reinforcements at the entry of that end, in his own half of the phase; where
/// one side has all the entries, it takes them along.
#[test]
fn reinforcements_come_on_at_the_end_that_was_chosen() {
    let gate =
        |side: &str, at: [f64; 2]| format!("\n[[entries]]\nkey = \"{side}-gate\"\nside = \"{side}\"\nat = {at:?}\n");
    let comes = |side: &str, when: &str| reserve(&format!("{side}-late"), &format!("{FOOT}\n{when}"));
    let arrives = |side: &str| comes(side, &format!("arrives = {{ turn = 1, entry = \"{side}-gate\" }}"));
    let marches = |side: &str| comes(side, &format!("march = {{ entry = \"{side}-gate\", place = 1 }}"));
    let foot = "class = \"foot\"\nbattalions = [5]";
    let set_up = |more: &[String]| {
        let mut parts = vec![troops("red"), troops("blue"), reserve("red-foot", foot), reserve("blue-foot", foot)];
        parts.extend(more.iter().cloned());
        let mut game = Game::headed("", "[frame]\nkind = \"prepared\"\nchoose-ends = true\n", &parts, &[]);
        let chooser = if game.topic("blue") == "choose-end" { "blue" } else { "red" };
        game.says(chooser, "other-end yes", &[]);
        game.says("blue", &deploy("blue-foot", [300.0, 100.0], 0, "line 5"), &[]);
        game.says("blue", "map-ready", &[]);
        game.says("red", &deploy("red-foot", [300.0, 860.0], 180, "line 5"), &[]);
        game.says("red", "map-ready", &[6, 1]);
        game.says("red", "go first", &[]);
        game
    };
    for of in [&arrives as &dyn Fn(&str) -> String, &marches] {
        let mut game = set_up(&[gate("red", [700.0, 0.0]), gate("blue", [800.0, 960.0]), of("red"), of("blue")]);
        game.pass_to("red", "enter", &[]);
        game.says("red", "enter red-late 1", &[4]);
        assert_eq!(game.at_yards("red-late"), [800.0, 880.0]);
        game.pass_to("blue", "enter", &[]);
        game.says("blue", "enter blue-late 1", &[4]);
        assert_eq!(game.at_yards("blue-late"), [700.0, 80.0]);
        // Blue has no entry of its own: red's goes with red.
        let mut game = set_up(&[gate("red", [700.0, 0.0]), of("red")]);
        game.pass_to("red", "enter", &[]);
        game.says("red", "enter red-late 1", &[4]);
        assert_eq!(game.at_yards("red-late"), [740.0, 880.0]);
    }
}

/// CF 5.9, 5.21: leaders have no place at an end before it is chosen.
#[test]
fn who_chooses_an_end_has_put_no_leader_there() {
    let parts = [
        troops("red"),
        troops("blue"),
        leader("red-marshal", "marshal", [700.0, 50.0], ""),
        reserve("red-foot", FOOT),
        reserve("blue-foot", FOOT),
    ];
    assert!(
        faults_of("[frame]\nkind = \"prepared\"\nchoose-ends = true\n", &parts).contains("some leaders have a place")
    );
}

/// CF 5.16, 11.18, 12.22, G40, G70: a column comes on over ground that it may enter, and as far as all of its way is free.
#[test]
fn columns_come_on_over_ground_that_they_may_enter() {
    let gate = "\n[[entries]]\nkey = \"gate\"\nside = \"red\"\nat = [700, 0]\n";
    let march = |key: &str, what: &str| reserve(key, &format!("{what}\nmarch = {{ entry = \"gate\", place = 1 }}"));
    let comes = |what: &str, more: &[String]| {
        let mut parts = vec![troops("red"), troops("blue"), gate.into(), march("red-late", what)];
        parts.extend(more.iter().cloned());
        parts.push(crate::game::unit("blue-foot", [700.0, 900.0], FOOT));
        let mut game = Game::start("", "[start]\nphase = \"movement\"\nfirst = \"red\"\n", &parts, &[]);
        if game.topic("red") == "enter" {
            game.says("red", "enter red-late 1", &[5]);
        }
        game
    };
    let town = area("town", "the village", [600.0, 110.0, 800.0, 300.0]);
    // Five pips, doubled far from the enemy: 100 yards for a gun and a wagon, which stop before what they may not enter.
    assert_eq!(comes(GUN, &[]).at_yards("red-late"), [700.0, 100.0]);
    let near = area("town", "the village", [600.0, 80.0, 800.0, 300.0]);
    let [x, y] = comes(GUN, std::slice::from_ref(&near)).at_yards("red-late");
    assert!(x == 700.0 && (60.0..=80.0).contains(&y), "{y}");
    assert_eq!(
        comes("class = \"foot\"\nbattalions = [3]", &[area("town", "the village", [600.0, 95.0, 800.0, 300.0])])
            .at_yards("red-late")[0],
        700.0
    );
    // Horse of four stands is 100 yards long: with a village at 80 it does not come on at all.
    let game = comes(HORSE, std::slice::from_ref(&near));
    assert!(matches!(game.unit("red-late").place, Place::Marching { .. }));
    assert_eq!(comes(HORSE, &[town]).at_yards("red-late"), [700.0, 100.0]);
    // By road it does.
    let game = comes(HORSE, &[near.clone(), line("road", "the high road", "[[700, 0], [700, 960]]")]);
    assert_eq!(game.at_yards("red-late"), [700.0, 100.0]);
    // Friends in the way are not jumped over.
    let [_, y] = comes(GUN, &[crate::game::unit("red-foot", [700.0, 75.0], FOOT)]).at_yards("red-late");
    assert!(y < 75.0, "{y}");
}

// --- Several players, personal ends

/// CF 5.29, 5.30, G73: each player draws his own wing; what leaders wanted is told at the end.
#[test]
fn personal_ends() {
    let parts = [
        wing("red-left", [100.0, 20.0]),
        brigade("red-brigade", [5.0, 5.0], "wing = \"red-left\""),
        crate::game::unit("red-foot", [700.0, 100.0], FOOT),
        crate::game::unit("blue-foot", [700.0, 860.0], FOOT),
        leader("blue-marshal", "marshal", [700.0, 900.0], ""),
    ];
    let personal = "turns = 1\n";
    let tables = "[start]\nphase = \"morale\"\nfirst = \"red\"\n\
                  [[positions]]\nkey = \"camp\"\nbox = [650, 50, 750, 150]\n[[positions]]\nkey = \"far\"\nbox = [0, 800, 50, 850]\n\
                  [[personal]]\nleader = \"red-left-general\"\nhold = \"camp\"\n\
                  [[personal]]\nleader = \"red-brigade-er\"\nhold = \"far\"\n\
                  [[personal]]\nleader = \"blue-marshal\"\nspare = 0\n";
    let game = Game::headed(personal, tables, &parts, &[]);
    let words = game.rules.outcome(&game.state).unwrap().words;
    assert!(words.contains("red-left-general has what he wanted"), "{words}");
    assert!(words.contains("red-brigade-er has not got what he wanted"), "{words}");
    assert!(words.contains("blue-marshal has what he wanted"), "{words}");
}

/// CF 5.29, 6.1: a Marshal whose player has nobody to draw takes post with the others of his side.
#[test]
fn a_marshal_without_troops_of_his_own_takes_post() {
    let seats = "[[seats]]\nkey = \"chief\"\nname = \"The chief\"\nside = \"red\"\n\
                 [[seats]]\nkey = \"left\"\nname = \"The left\"\nside = \"red\"\ncommands = [\"red-left\"]\n\
                 [[seats]]\nkey = \"blue-seat\"\nname = \"Blue\"\nside = \"blue\"\n";
    let wing = "\n[[wings]]\nkey = \"red-left\"\nside = \"red\"\n[[leaders]]\nkey = \"red-general\"\nname = \"red-general\"\n\
                side = \"red\"\nrank = \"general\"\ncommands = \"red-left\"\n";
    let red =
        troops("red").replace("side = \"red\"\n\n[[leaders]]", "side = \"red\"\nwing = \"red-left\"\n\n[[leaders]]");
    let parts =
        [wing.into(), red, troops("blue"), marshal("red"), reserve("red-foot", FOOT), reserve("blue-foot", FOOT)];
    let mut game = Game::headed("", seats, &parts, &[]);
    let mut say = |seat: u8, words: &str, dice: &[u8]| {
        let decision = game.rules.read(words).unwrap();
        game.rules.judge(&game.state, Seat(seat), &decision).unwrap();
        let mut dice = kernel::Scripted::new(dice);
        game.rules.play(&mut game.state, Seat(seat), decision, &mut dice, &mut kernel::Silent);
        dice.finish().unwrap();
    };
    say(1, &deploy("red-foot", [700.0, 300.0], 0, "line 4"), &[]);
    say(1, "map-ready", &[]);
    say(2, &deploy("blue-foot", [700.0, 800.0], 180, "line 4"), &[]);
    say(2, "map-ready", &[6, 1]);
    assert!(!game.leader("red-marshal").off && !game.leader("red-general").off);
}

// --- Limits, more of them

/// CF 4.4, 4.5, 5.1, 6.1, G190: battles of the book have a Marshal on either side and brigades of one arm; a battle of one's own may
/// have neither.
#[test]
fn armies_of_the_book_are_organised_as_it_says() {
    let with = |frame: &str, more: &[String]| faults_of(frame, &[&sides()[..], more].concat());
    let alike = [reserve("red-foot", FOOT), reserve("blue-foot", FOOT)];
    let meeting = "[frame]\nkind = \"meeting\"\n";
    assert_eq!(with(meeting, &alike), "");
    let four = |class: &str, key: &str| reserve(key, &format!("class = \"{class}\"\nsquadrons = [2, 2]"));
    let both = |class: &str| [&alike[..], &[four(class, "red-others"), four(class, "blue-others")]].concat();
    assert!(with(meeting, &both("horse")).contains("CF 4.4") && with(meeting, &both("hussars")).contains("CF 4.4"));
    assert_eq!(with(meeting, &both("dragoons")), "");
    assert_eq!(with("[frame]\nkind = \"prepared\"\n", &both("horse")), "");
    let guns = [&alike[..], &[reserve("red-gun", GUN), reserve("blue-gun", GUN)]].concat();
    assert_eq!(with(meeting, &guns), "");
    let leaderless = [&sides()[..5], &alike[..]].concat();
    assert!(faults_of(meeting, &leaderless).contains("CF 6.1"));
    assert_eq!(faults_of("[frame]\nkind = \"prepared\"\n", &leaderless), "");
}

/// CF 5.7, 5.9, 5.10, 5.11: a hill is one feature however high it is; a river is held to its ends as a stream is; only what lies before
/// the defender counts, at either end where he may choose.
#[test]
fn rivers_and_hills_and_either_end() {
    let on = |tables: &str, ground: &[String]| {
        let mut parts = ground.to_vec();
        parts.extend(sides());
        parts.extend(armies());
        parts.push(reserve("red-more", FOOT));
        faults_of(tables, &parts)
    };
    let ground = attack_ground();
    let high = [&ground[1..], &[hill([640.0, 740.0, 800.0, 860.0], 2)]].concat();
    assert!(on(ATTACK, &high).contains("CF 5.7"), "a town and one hill");
    let river = |outline: [f64; 4]| area("river", "the river", outline);
    let with = |more: &[String]| on(ATTACK, &[&ground[..], more].concat());
    assert_eq!(with(&[river([0.0, 100.0, 1440.0, 140.0])]), "");
    assert!(with(&[river([0.0, 100.0, 600.0, 140.0])]).contains("CF 5.10"));
    // Two pieces and the bridge between them are one river.
    let pieces = [
        river([0.0, 100.0, 600.0, 140.0]),
        area("bridge", "the bridge", [590.0, 95.0, 660.0, 145.0]),
        area("river", "the river beyond", [650.0, 100.0, 1440.0, 140.0]),
    ];
    assert_eq!(with(&pieces), "");
    assert!(with(&pieces[..2]).contains("CF 5.10"));
    // A brook that comes in from the attacker's half: 360 of 1440 yards of it lie before the defender.
    let brook = line("stream", "the brook", "[[120, 0], [840, 960]]");
    assert_eq!(with(std::slice::from_ref(&brook)), "");
    let wider = line("stream", "the brook", "[[60, 0], [900, 960]]");
    assert!(with(&[wider]).contains("CF 5.11"));
    // Hedges before the attacker are nobody's business, unless the defender may take that end.
    let hedge = line("hedgerow", "the hedge", "[[100, 200], [700, 200]]");
    assert_eq!(with(std::slice::from_ref(&hedge)), "");
    let choosing = ATTACK.replace("attacker = \"red\"", "attacker = \"red\"\nchoose-ends = true");
    let free = |part: &String| part.replace("at = [5, 5]\n", "").replace("at = [1435, 955]\n", "");
    let mut parts = [&ground[..], &[hedge]].concat();
    parts.extend(sides().iter().map(free));
    parts.extend(armies());
    parts.push(reserve("red-more", FOOT));
    assert!(faults_of(&choosing, &parts).contains("CF 5.11"));
    parts.remove(4);
    assert_eq!(faults_of(&choosing, &parts), "");
}

// --- The order of march

/// CF 5.15, 6.17: the player writes the order of march himself: any unit may be the next of a column.
#[test]
fn any_unit_may_be_the_next_of_a_column() {
    let mut game = attack(&armies(), &[]);
    game.done("blue", &[]);
    game.says("blue", &deploy("blue-foot", [720.0, 700.0], 180, "line 4"), &[]);
    game.says("blue", &deploy("blue-second", [300.0, 900.0], 180, "line 3"), &[]);
    game.says("blue", "map-ready", &[]);
    game.says("red", "come marching", &[]);
    game.says("red", &format!("entry {} 0", mm(720.0)), &[]);
    game.says("red", &format!("entry {} 0", mm(200.0)), &[]);
    game.says("red", "map-ready", &[]);
    let all = ["march red-foot 0", "march red-foot 1", "march red-horse 0", "march red-horse 1"];
    let marches = |game: &Game| -> Vec<String> {
        game.menu("red").into_iter().filter(|words| words.starts_with("march")).collect()
    };
    assert_eq!(marches(&game), all);
    // Before they march off their brigades have their orders (CF 6.17).
    assert!(game.menu("red").contains(&"write red-brigade defend mill".to_owned()));
    assert_eq!(game.refused("red", "write blue-brigade defend mill"), "CF 6.14");
    game.says("red", "write red-brigade defend mill", &[]);
    assert_eq!(game.state.brigades[0].order.kind, close_fire::cards::OrderKind::Defend);
    // A hand that drags the horse to the left of the edge means the second entry.
    let at = [300.0, 20.0].map(|yards| yards * f64::from(close_fire::measures::YARD) / 1_000.0);
    let aim = Aim { body: Some(u16::from(game.id("red-horse").0)), at: Some(at), ..Aim::default() };
    let meant = game.rules.aim(&game.state, Seat(0), &aim);
    assert_eq!(game.rules.notate(&meant[0]), "march red-horse 1");
    game.says("red", "march red-horse 0", &[]);
    game.says("red", "march red-foot 0", &[]);
    let place = |key: &str| match game.unit(key).place {
        Place::Marching { entry, place, .. } => (entry, place),
        other => panic!("{other:?}"),
    };
    assert_eq!((place("red-horse"), place("red-foot")), ((0, 1), (0, 2)));
}

/// CF 6.17, G17, G191: a brigade that marches on with an order to defend holds the place where it came on.
#[test]
fn a_brigade_that_marches_on_defends_where_it_came_on() {
    let gate = "\n[[entries]]\nkey = \"gate\"\nside = \"red\"\nat = [700, 0]\n";
    let red = troops("red").replacen("side = \"red\"", "side = \"red\"\norder = \"defend\"", 1);
    let late = reserve("red-late", &format!("{FOOT}\nmarch = {{ entry = \"gate\", place = 1 }}"));
    let parts = [red, troops("blue"), gate.into(), late, crate::game::unit("blue-foot", [700.0, 900.0], FOOT)];
    let mut game = Game::start("", "[start]\nphase = \"movement\"\nfirst = \"red\"\n", &parts, &[]);
    game.says("red", "enter red-late 1", &[5]);
    assert_eq!(game.at_yards("red-late"), [700.0, 100.0]);
    game.pass_to("red", "move", &[6, 1]);
    game.says("red", "pick red-late", &[]);
    // 220 yards: its rear comes 140 from there.
    game.says("red", "throw 1+d6", &[5, 6]);
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(220.0))), "CF 6.17");
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(200.0))), "");
}

// --- Leaders who ride with troops that are not there yet

/// CF 5.13, 6.6, G70: who rides with a unit is on the map with it, and comes to the table with it.
#[test]
fn leaders_come_with_the_unit_they_ride_with() {
    let with = |side: &str, unit: &str| marshal(side) + &format!("with = \"{unit}\"\n");
    let mut parts = attack_ground();
    parts.extend(sides().drain(..4));
    parts.extend(armies());
    parts.extend([with("red", "red-horse"), with("blue", "blue-second")]);
    let mut game = Game::headed("", ATTACK, &parts, &[]);
    assert!(game.leader("blue-marshal").off && game.leader("red-marshal").off);
    game.done("blue", &[]);
    game.says("blue", &deploy("blue-foot", [1300.0, 900.0], 180, "line 4"), &[]);
    game.says("blue", &deploy("blue-second", [360.0, 561.0], 180, "line 3"), &[]);
    game.says("blue", "map-ready", &[]);
    let marshal = game.leader("blue-marshal");
    assert!(marshal.hidden && !marshal.off && marshal.attached == Some(game.id("blue-second")));
    let known = game.rules.redact(&game.state, Seat(0));
    assert!(known.leaders[game.leader_id("blue-marshal").ix()].off);
    game.says("red", "come marching", &[]);
    game.says("red", &format!("entry {} 0", mm(720.0)), &[]);
    game.says("red", &format!("entry {} 0", mm(200.0)), &[]);
    game.says("red", "map-ready", &[]);
    game.says("red", "march red-foot 0", &[]);
    game.says("red", "march red-horse 1", &[]);
    game.pass_to("red", "enter", &[1]);
    game.says("red", "enter-by-road red-foot", &[]);
    assert!(game.leader("red-marshal").off && !game.leader("red-brigade-er").off);
    game.says("red", "enter red-horse 2", &[5, 5]);
    assert!(!game.leader("red-marshal").off && game.leader("red-marshal").attached == Some(game.id("red-horse")));
    game.pass_to("blue", "emerge", &[]);
    game.says("blue", "emerge blue-second", &[]);
    assert!(!game.leader("blue-marshal").hidden);
}

// --- Hidden troops, more of them

/// A wood in the defender's half, a lane before it, blue's second unit in column at its edge; red's other unit where it is wanted.
fn wayside(red: &str, at: [f64; 2], how: &str, second: &str, facing: u16) -> Game {
    let mut parts = attack_ground();
    parts[0] = area("light-woods", "the wood", [300.0, 480.0, 420.0, 700.0]);
    parts.push(line("road", "the lane", "[[0, 450], [1440, 450]]"));
    parts.extend(sides());
    let mut all = armies();
    all[3] = rider("red-horse", red);
    all.push(reserve("red-more", FOOT));
    parts.extend(all);
    let mut game = Game::headed("", ATTACK, &parts, &[]);
    game.done("blue", &[]);
    let [x, y] = if facing == 90 { [419.0, 545.0] } else { [360.0, 481.0] };
    game.says("blue", &deploy("blue-foot", [470.0, 730.0], 180, "line 4"), &[]);
    game.says("blue", &deploy("blue-second", [x, y], facing, second), &[]);
    game.says("blue", &format!("post blue-brigade-er {} {}", mm(370.0), mm(590.0)), &[]);
    game.says("blue", "map-ready", &[]);
    assert_eq!((game.unit("blue-second").place, game.unit("blue-foot").place), (Place::Mapped, Place::Table));
    game.says("red", "come deployed", &[]);
    game.says("red", &deploy("red-foot", [1100.0, 100.0], 0, "line 9"), &[]);
    let facing = if how.starts_with("march") { 90 } else { 0 };
    game.says("red", &deploy("red-horse", at, facing, how), &[]);
    game.says("red", &deploy("red-more", [1100.0, 40.0], 0, "line 4"), &[]);
    game.says("red", "map-ready", &[]);
    game
}

/// CF 5.18, P11, G143: hussars who ride past a wood stop where they see whoever stands in it, and so does a march by road that he
/// does not let go on; one that he lets goes on.
#[test]
fn hidden_defenders_are_seen_on_every_kind_of_way() {
    let mut game = wayside(HUSSARS, [313.0, 450.0], "unformed 1", "march-column 1", 180);
    game.pass_to("red", "move", &[1]);
    game.says("red", "pick red-horse", &[]);
    game.says("red", "throw 2", &[5, 5]);
    game.says("red", &format!("move go {} {} 0 1", mm(411.0), mm(450.0)), &[]);
    assert_eq!((game.at_yards("red-horse"), game.unit("blue-second").place), ([323.0, 450.0], Place::Table));
    // And may go on as far as the rules let them.
    assert_eq!(game.refused("red", &format!("move go {} {} 0 1", mm(313.0), mm(450.0))), "");
    let mut game = wayside(HORSE, [300.0, 450.0], "march-column 1", "march-column 1", 180);
    game.pass_to("red", "move", &[1]);
    game.says("red", "pick red-horse", &[]);
    game.says("red", "throw 0", &[]);
    game.says("red", &format!("move road {} {}", mm(540.0), mm(450.0)), &[]);
    assert_eq!((game.at_yards("red-horse"), game.unit("blue-second").place), ([320.0, 450.0], Place::Table));
    // From close by it is only 120 yards, and he who is seen lets it pass.
    let mut game = wayside(HORSE, [300.0, 450.0], "march-column 1", "march-column 1", 180);
    game.pass_to("red", "move", &[1]);
    game.says("red", "pick red-horse", &[]);
    game.says("red", "throw 0", &[]);
    game.says("red", &format!("move road {} {}", mm(410.0), mm(450.0)), &[]);
    assert_eq!((game.at_yards("red-horse"), game.unit("blue-second").place), ([410.0, 450.0], Place::Table));
}

/// CF 5.18, G143: horse that wheels stops where it sees a hidden unit on its way, and not only where it ends.
#[test]
fn hidden_defenders_are_seen_by_a_wheel() {
    let mut game = wayside(HORSE, [467.0, 480.0], "line 4", "march-column 1", 90);
    game.pass_to("red", "move", &[1]);
    game.says("red", "pick red-horse", &[]);
    game.says("red", "throw 2", &[5, 5]);
    assert_eq!(game.unit("blue-second").place, Place::Mapped);
    game.says("red", "move wheel right 70", &[]);
    let facing = game.unit("red-horse").pose.facing;
    assert!(game.unit("blue-second").place == Place::Table && (1_000..6_000).contains(&facing), "{facing}");
    // It may wheel on.
    assert_eq!(game.refused("red", "move wheel right 10"), "");
}

/// CF 5.18, G143: a charge that passes a hidden unit uncovers it, though it sees nothing of it at its end.
#[test]
fn hidden_defenders_are_seen_by_a_charge_that_passes() {
    let horse = format!("{HORSE}\nstart = {{ last-dice = 2 }}");
    let mut game = wayside(&horse, [470.0, 480.0], "line 4", "march-column 1", 90);
    game.pass_to("red", "declare-charges", &[1]);
    assert_eq!(game.unit("blue-second").place, Place::Mapped);
    game.says("red", "charge red-horse blue-foot no", &[]);
    game.pass_to("red", "charge-dice", &[]);
    game.says("red", "charge-dice red-horse 2+d6", &[]);
    game.says("blue", "receive blue-foot", &[5, 5, 6, 6, 1]);
    assert_eq!(game.at_yards("red-horse"), [470.0, 640.0], "{:#?}", titles(&game.told));
    assert_eq!(game.unit("blue-second").place, Place::Table);
    let (horse, foot) = (game.id("red-horse"), game.id("blue-second"));
    assert!(!game.table().sees(horse, foot), "it has ridden past");
}

/// CF 5.16, 5.18, G143: a column that comes on past a wood has seen whoever stands at its edge, though it halts beyond it.
#[test]
fn hidden_defenders_are_seen_by_a_column_that_comes_on() {
    let gate = "\n[[entries]]\nkey = \"gate\"\nside = \"red\"\nat = [0, 210]\nfacing = \"east\"\n";
    let late = reserve("red-late", "class = \"foot\"\nbattalions = [3]\nmarch = { entry = \"gate\", place = 1 }");
    let parts = [
        troops("red"),
        troops("blue"),
        gate.into(),
        late,
        reserve("blue-foot", "class = \"foot\"\nbattalions = [3]\nformation = \"march-column\""),
        area("light-woods", "the wood", [60.0, 225.0, 110.0, 380.0]),
        line("road", "the lane", "[[0, 210], [1440, 210]]"),
    ];
    let tables = "[frame]\nkind = \"prepared\"\nattacker = \"red\"\n[ground]\nsize = [1440, 400]\n";
    let mut game = Game::headed("", tables, &parts, &[]);
    game.says("blue", &deploy("blue-foot", [80.0, 226.0], 180, "march-column 1"), &[]);
    game.says("blue", "map-ready", &[]);
    assert_eq!(game.unit("blue-foot").place, Place::Mapped);
    game.pass_to("red", "enter", &[]);
    game.says("red", "enter-by-road red-late", &[]);
    assert_eq!(game.at_yards("red-late"), [240.0, 210.0]);
    let (late, foot) = (game.id("red-late"), game.id("blue-foot"));
    assert!(!game.table().sees(late, foot) && game.unit("blue-foot").place == Place::Table);
}

/// CF 5.18, G143: hidden horse charges from where it lies; a charge is a move.
#[test]
fn hidden_horse_charges() {
    let mut parts = armies();
    parts.push(rider("blue-horse", "class = \"horse\"\nsquadrons = [1, 1]"));
    parts.push(reserve("red-more", FOOT));
    let mut game = attack(&parts, &[]);
    game.done("blue", &[]);
    game.says("blue", &deploy("blue-foot", [1300.0, 900.0], 180, "line 4"), &[]);
    game.says("blue", &deploy("blue-second", [1300.0, 930.0], 180, "line 3"), &[]);
    game.says("blue", &deploy("blue-horse", [360.0, 561.0], 180, "line 2"), &[]);
    game.says("blue", "map-ready", &[]);
    game.says("red", "come deployed", &[]);
    for (key, at, how) in [("red-foot", 480.0, "line 9"), ("red-horse", 100.0, "line 4"), ("red-more", 40.0, "line 4")]
    {
        game.says("red", &deploy(key, [360.0, at], 0, how), &[]);
    }
    game.says("red", "map-ready", &[]);
    game.pass_to("blue", "declare-charges", &[1, 1]);
    assert_eq!(game.unit("blue-horse").place, Place::Mapped);
    assert!(game.menu("blue").contains(&"charge blue-horse red-foot no".to_owned()), "{:?}", game.menu("blue"));
    game.says("blue", "charge blue-horse red-foot no", &[]);
    assert_eq!(game.unit("blue-horse").place, Place::Table);
}

/// CF 5.13, 6.29, 9.10, G68, G143: troops on the map are commanded as on the table: leaders who are hidden join them, they conform to each
/// other, and they fix their bayonets.
#[test]
fn hidden_troops_are_commanded() {
    let plug = |bases: &str| format!("class = \"foot\"\nbattalions = [{bases}]\narms = \"plug-bayonet\"");
    let mut parts = armies();
    parts[2] = reserve("blue-second", &plug("3"));
    parts.push(reserve("blue-third", &plug("3")));
    parts.push(reserve("red-more", "class = \"foot\"\nbattalions = [4, 4]"));
    let mut game = attack(&parts, &[]);
    game.done("blue", &[]);
    game.says("blue", &deploy("blue-foot", [1300.0, 900.0], 180, "line 4"), &[]);
    game.says("blue", &deploy("blue-second", [360.0, 600.0], 180, "line 3"), &[]);
    game.says("blue", &deploy("blue-third", [360.0, 640.0], 180, "line 3"), &[]);
    game.says("blue", &format!("post blue-brigade-er {} {}", mm(400.0), mm(650.0)), &[]);
    game.says("blue", "map-ready", &[]);
    game.says("red", "come deployed", &[]);
    for (key, at, how) in [("red-foot", 200.0, "line 9"), ("red-horse", 100.0, "line 4"), ("red-more", 40.0, "line 8")]
    {
        game.says("red", &deploy(key, [900.0, at], 0, how), &[]);
    }
    game.says("red", "map-ready", &[]);
    game.pass_to("blue", "leader-actions", &[1]);
    let [second, third] = ["blue-second", "blue-third"].map(|key| game.id(key));
    game.says("blue", "attach blue-brigade-er blue-second", &[]);
    let er = game.leader("blue-brigade-er");
    assert!(er.attached == Some(second) && er.hidden);
    game.done("blue", &[]);
    assert_eq!(game.topic("blue"), "bayonets");
    game.says("blue", "bayonets blue-second yes", &[]);
    game.done("blue", &[]);
    assert!(game.unit("blue-second").bayonets_fixed);
    assert_eq!(game.topic("blue"), "conform-or-test");
    game.says("blue", "conform blue-third blue-second", &[]);
    use close_fire::state::Control;
    assert_eq!(game.unit("blue-third").control, Control::Conforms { to: second, behind: true });
    assert_eq!([second, third].map(|id| game.state.units[id.ix()].place), [Place::Mapped; 2]);
}
