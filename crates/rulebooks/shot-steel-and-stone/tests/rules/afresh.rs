//! What a third reading of the sheet found, played.

use crate::game::{GUNS, Game, HEAVY, LINE, chief, sub, under, unit, widths};
use crate::melee::{contact, dice, melees};
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::state::{Aspect, Fate, Formation, Loss, Place};

const ONE: &str = "arm = \"infantry\"\nbases = 1\nmissile = \"none\"";
const TWO: &str = "arm = \"infantry\"\nbases = 2\nmissile = \"none\"";
const FOUR: &str = "arm = \"infantry\"\nbases = 4\nmissile = \"none\"";
const UNARMED: &str = "arm = \"infantry\"\nbases = 6\nmissile = \"none\"";
const TWO_HORSE: &str = "arm = \"heavy-cavalry\"\nbases = 2";
const LIGHT: &str = "arm = \"light-cavalry\"\nbases = 2";

fn facing(what: &str, degrees: i32) -> String {
    format!("{what}\nfacing = {degrees}")
}

fn starting(what: &str, start: &str) -> String {
    format!("{what}\nstart = {{ {start} }}")
}

fn charging(what: &str, target: &str) -> String {
    starting(what, &format!("charges = \"{target}\""))
}

/// From the tests of red's chargers on, which all pass; one more has still to move, so that the turn waits.
fn charges(options: &str, parts: &[String]) -> Game {
    let chargers = parts.iter().filter(|part| part.contains("charges = ")).count();
    let waits = unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1\nstart = { intent = \"move\" }");
    let parts: Vec<String> = parts.iter().cloned().chain([waits]).collect();
    Game::start(options, "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6].repeat(chargers))
}

fn points(game: &Game, key: &str, cause: Cause) -> u8 {
    game.unit(key).disruption.of(cause)
}

fn overlap(game: &Game, one: &str, other: &str) -> bool {
    game.body(one).grown(-500.0).overlaps(&game.body(other))
}

/// Where a unit's front is, in hundredths of a base width.
fn at(game: &Game, key: &str) -> (f64, f64) {
    let at = game.unit(key).pose.at;
    let hundredth = |length: i32| (widths(length) * 100.0).round() / 100.0;
    (hundredth(at.x), hundredth(at.y))
}

// --- Charges

#[test]
fn a_charge_is_led_to_the_square_that_forms() {
    // SSS 1.5.3a, 1.5.2d, G128: straight on lies the end of the line; of the square that it forms about its middle nothing.
    let charged = |answer: &str, thrown: &[u8]| {
        let parts =
            [unit("red", [17.6, 10.0], &charging(LIGHT, "blue")), unit("blue", [20.0, 14.5], &facing(UNARMED, 180))];
        let mut game = charges("", &parts);
        game.says("blue", answer, &[6, 6]);
        game.says("red", "run red 0", thrown);
        (game.state.contacts.len(), game.unit("red").pose.facing, game.unit("blue").formation)
    };
    assert_eq!(charged("answer blue stand no", &[]), (1, 0, Formation::Line));
    // It wheels, and lies flush with the face that it has struck.
    assert_eq!(charged("answer blue square no", &[2, 3]), (1, 9_000, Formation::Square));
}

#[test]
fn a_charge_is_led_after_an_evader_as_far_as_its_move_goes() {
    // SSS 1.5.2f, G63, G128: the evader runs straight from the charger; a wheel that pointed at where it stood misses it, one that
    // its move allows catches it.
    let parts = [
        unit("red", [10.0, 10.0], &charging("arm = \"light-cavalry\"\nbases = 2", "blue")),
        unit(
            "blue",
            [12.2, 12.2],
            &facing("arm = \"infantry\"\norder = \"skirmish\"\nbases = 1\nmissile = \"none\"", 225),
        ),
    ];
    let mut game = charges("", &parts);
    game.says("blue", "answer blue evade no", &[]);
    // 5 - 1 + 1 BW.
    game.says("red", "run red 75", &[1]);
    assert_eq!(game.state.contacts.len(), 1);
}

#[test]
fn a_square_has_neither_flank_nor_rear_wherever_the_charge_came_from() {
    // SSS G17, 21.3, T16: the line would have been struck in flank; the square strikes first and is not disrupted.
    let struck = |answer: &str, thrown: &[u8]| {
        let parts =
            [unit("red", [20.0, 8.0], &charging(TWO_HORSE, "blue")), unit("blue", [20.0, 14.0], &facing(UNARMED, 90))];
        let mut game = charges("", &parts);
        game.says("blue", answer, &[6, 6]);
        game.says("red", "run red 0", thrown);
        let contact = game.state.contacts[0];
        let points = (points(&game, "blue", Cause::FlankOrRear), points(&game, "blue", Cause::ChargedByCavalry));
        (contact.met(game.id("blue")), points)
    };
    assert_eq!(struck("answer blue stand no", &[]), (Aspect::Flank, (1, 1)));
    assert_eq!(struck("answer blue square no", &[2, 3]), (Aspect::Front, (0, 0)));
    // Spoilt, it is no square.
    assert_eq!(struck("answer blue square no", &[6, 6]), (Aspect::Flank, (1, 1)));
}

#[test]
fn a_square_shoots_from_the_face_attacked_and_no_other() {
    // SSS G17, G5, 15.1: of six bases one looks to the rear, where a broad line of horse comes; those to the right, who have it in
    // their arc as well, do not shoot.
    let horse = "arm = \"heavy-cavalry\"\nbases = 6";
    let shoots = |turned: i32, dice: usize| {
        let parts =
            [unit("red", [20.0, 8.0], &charging(horse, "blue")), unit("blue", [20.0, 14.0], &facing(LINE, turned))];
        let mut game = charges("", &parts);
        game.says("blue", "answer blue square yes", &[6, 6]);
        let mut thrown = vec![2, 3, 4];
        thrown.extend(vec![1; dice]);
        game.says("red", "run red 0", &thrown);
    };
    shoots(0, 3);
    shoots(180, 6);
}

#[test]
fn a_charge_strikes_all_whom_its_front_touches() {
    // SSS 20.3, G209: astride of two lines that stand side by side; both are in the melee.
    let parts = [
        unit("red", [20.0, 10.0], &charging(FOUR, "blue")),
        unit("blue", [18.0, 13.0], &facing(FOUR, 180)),
        unit("blue-two", [22.0, 13.0], &facing(FOUR, 180)),
    ];
    let mut game = charges("", &parts);
    game.says("blue", "answer blue stand no", &[6, 6]);
    assert_eq!(game.menu("red"), ["run red 0"]);
    game.says("red", "run red 0", &[]);
    assert_eq!(game.unit("red").pose.at.y, 13 * 60_000);
    assert_eq!(game.state.contacts.len(), 2);
}

#[test]
fn who_was_parted_closes_up_before_it_charges() {
    // SSS G44, G211, 9.1: red breaks through and rides on between the halves of blue, which is pushed back. In its own turn blue closes up
    // and charges foot before it: a friend between them is in its way, though he stands where the gap was.
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 2\nstart = { spent = 3.0, charged = true }"),
        unit("red-foot", [10.0, 6.0], FOUR),
        unit("blue", [10.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 4\npoints = 9"),
        unit("blue-friend", [10.0, 7.2], ONE),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (9, 3), (1, 3), (12, 3)]));
    game.says("red", "follow-up no", &[]);
    game.says("red", "onward 0 240", &[]);
    assert!(game.unit("blue").split > 0 && game.unit("blue-friend").disruption.points() == 0);
    // Blue tests for the round it lost.
    let mut idle = vec![1; 4];
    idle.extend([6, 6]);
    game.says("red", "fight red-idle1", &idle);
    assert_eq!(game.topic("blue"), "orders");
    game.says("blue", "order blue charge red-foot", &[]);
    game.done("blue", &[6, 6]);
    game.says("red", "answer red-foot stand no", &[6, 6]);
    let run = game.menu("blue")[0].clone();
    game.says("blue", &run, &[]);
    assert_eq!((game.unit("blue").split, overlap(&game, "blue", "blue-friend")), (0, false));
}

#[test]
fn flaming_pigs_keep_to_the_table_and_stand_on_nobody() {
    // SSS 42.1a, G210: it turns about its middle; what leads over the edge leads off the table.
    let pig = starting("arm = \"flaming-pig\"\nbases = 1", "stock = 1");
    let ran = |at: [f64; 2], die: &[u8], more: &[String]| {
        let mut parts = vec![unit("red", at, &pig), unit("blue-far", [30.0, 25.0], LINE)];
        parts.extend_from_slice(more);
        let start = "[start]\nphase = \"shooting\"\nactive = \"red\"\n";
        Game::start("flaming-pigs = \"on\"", start, &parts, die)
    };
    let on_table = |game: &Game| game.body("red").within_table(game.rules.ground.width, game.rules.ground.height);
    assert_eq!(ran([0.25, 10.0], &[1], &[]).unit("red").place, Place::Gone(Loss::LeftTable));
    // Along the edge and away from it.
    for (die, at) in [(3, [0.25, 10.0]), (5, [0.25, 10.0]), (5, [0.25, 0.5])] {
        let game = ran(at, &[die], &[]);
        assert!(game.unit("red").place == Place::Table && on_table(&game), "{die}");
    }
    // Somebody stands beside it: to the right it has no room to turn, and he is frightened.
    let beside = unit("blue", [10.77, 9.5], &facing(ONE, 180));
    let game = ran([10.0, 10.0], &[5, 6, 6], &[beside]);
    assert!(!overlap(&game, "red", "blue") && game.told("SSS 35.4"));
    assert_eq!(at(&game, "red"), (10.0, 10.0));
}

#[test]
fn nobody_charges_or_fights_a_pig() {
    // SSS 42.1e, G210
    let pig = "arm = \"flaming-pig\"\nbases = 1";
    let parts = |red: &str| {
        [
            unit("red", [10.0, 10.0], red),
            unit("blue", [10.0, 11.5], pig),
            unit("blue-foot", [30.0, 25.0], LINE),
            chief("red", "superior", [10.0, 9.0]),
        ]
    };
    let game = Game::with("flaming-pigs = \"on\"", "orders", &parts(HEAVY));
    assert_eq!(game.refused("red", "order red charge blue"), "SSS 42.1e");
    assert_eq!(game.refused("red", "order red move"), "");
    // Neither does who cannot help charging.
    let warband = format!("{HEAVY}\ntraits = [\"warband\"]");
    let start = "[start]\nphase = \"charges\"\nactive = \"red\"\n";
    let game = Game::start("flaming-pigs = \"on\"", start, &parts(&warband), &[]);
    assert!(game.state.charges.is_empty() && !game.told("SSS 35.4"));
    // A momentum advance stops before it.
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 2\nstart = { spent = 3.0, charged = true }"),
        unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 1\npoints = 1"),
        unit("blue-pig", [10.0, 12.0], pig),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("flaming-pigs = \"on\"", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (9, 3), (1, 3), (3, 5)]));
    game.says("red", "onward 0 240", &[]);
    assert_eq!((at(&game, "red"), game.table().in_contact(game.id("red"))), ((10.0, 12.0), false));
}

// --- Melee

#[test]
fn nobody_is_trapped_by_enemies_who_are_all_before_it() {
    // SSS T14, G42: two broad lines meet the front of a narrow one.
    let parts = [
        unit("red", [10.0, 10.0], TWO),
        unit("blue", [7.0, 10.0], UNARMED),
        unit("blue-two", [13.0, 10.0], UNARMED),
        contact(["red", "blue"], ["fights", "fights"]),
        contact(["red", "blue-two"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[]);
    // Both of its bases touch both, and two of each of theirs touch it.
    game.says("red", "against blue", &dice(&[(6, 2), (6, 2), (6, 2)]));
    let trapped = game.told.iter().flat_map(|entry| &entry.lines).any(|line| line.text.contains("trapped"));
    assert!(!trapped);
}

#[test]
fn a_square_fights_with_the_face_that_is_touched() {
    // SSS G5, 20.3: six bases: two in front, two to the right, one behind and one to the left, in melee as in shooting. The enemy is
    // broad and his middle far to one side.
    let square = format!("{UNARMED}\nformation = \"square\"");
    let fights = |x: f64, y: f64, turned: i32, bases: usize| {
        let parts = [
            unit("red", [10.0, 10.0], &square),
            unit("blue", [x, y], &facing(UNARMED, turned)),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        melees("", &parts).says("red", "fight red", &dice(&[(3 * bases, 2), (3, 2)]));
    };
    // Its body is 2 BW square, from 8 to 10 north; one base of the enemy touches it.
    fights(13.5, 10.0, 180, 2);
    fights(11.0, 12.5, 270, 2);
    fights(6.5, 8.0, 0, 1);
    fights(9.0, 5.5, 90, 1);
}

#[test]
fn who_is_pushed_back_stands_on_nobody() {
    // SSS G58, 9.1: through skirmishers he would come out beyond, but a march column stops him before that.
    let parts = [
        unit("red", [10.0, 10.0], TWO),
        unit("red-light", [10.0, 8.7], "arm = \"infantry\"\norder = \"skirmish\"\nbases = 1\nmissile = \"none\""),
        unit("red-march", [10.0, 8.1], "arm = \"infantry\"\nbases = 2\nformation = \"column-of-march\""),
        unit("blue", [10.0, 10.0], TWO),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(6, 1), (2, 6), (4, 1), (2, 1)]));
    assert!(!overlap(&game, "red", "red-light") && !overlap(&game, "red", "red-march"));
    assert_eq!(at(&game, "red"), (10.0, 9.2));
    assert_eq!((points(&game, "red-light", Cause::Crowded), points(&game, "red-march", Cause::Crowded)), (0, 0));
}

#[test]
fn a_momentum_advance_ends_on_nobody() {
    // SSS 28.3, G139: through skirmishers it would come out beyond, but a march column stops it before that.
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 2\nstart = { spent = 3.0, charged = true }"),
        unit("red-light", [10.0, 11.7], "arm = \"infantry\"\norder = \"skirmish\"\nbases = 1\nmissile = \"none\""),
        unit("red-march", [10.0, 13.3], "arm = \"infantry\"\nbases = 2\nformation = \"column-of-march\""),
        unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 1\npoints = 1"),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (9, 3), (1, 3), (3, 5)]));
    game.says("red", "onward 0 240", &[]);
    assert!(!overlap(&game, "red", "red-light") && !overlap(&game, "red", "red-march"));
    assert_eq!(at(&game, "red"), (10.0, 11.2));
}

#[test]
fn a_momentum_advance_leads_through_nobody_it_has_not_broken() {
    // SSS 28.1, 28.3, G17: it struck a line and a square beside it; the line is split, the square stands in its way.
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 4\nstart = { spent = 3.0, charged = true }"),
        unit("blue", [9.0, 10.0], &TWO.replace("bases = 2", "bases = 2\npoints = 9")),
        unit("blue-square", [11.5, 10.0], &format!("{FOUR}\nformation = \"square\"")),
        contact(["red", "blue"], ["charging", "halted"]),
        contact(["red", "blue-square"], ["charging", "halted"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[]);
    // The square strikes first and misses; red: fifteen dice at the line, two hits, five at the square; the line misses.
    game.says("red", "against blue", &dice(&[(3, 1), (2, 4), (13, 1), (2, 1), (5, 1), (6, 1)]));
    assert!(game.told("SSS 28.1"));
    while game.topic("red") == "follow-up" {
        game.says("red", "follow-up no", &[]);
    }
    // Both are pushed back 2 BW.
    game.says("red", "onward 0 240", &[]);
    assert_eq!((at(&game, "red"), overlap(&game, "red", "blue-square")), ((10.0, 12.0), false));
}

#[test]
fn who_loses_bases_stays_in_the_fight() {
    // SSS 19.6, G156, G212: red touches one end of the line; guns shoot at the rest of it. Four of six bases fall, and those that fight
    // are not among them.
    let parts = [
        unit("red", [9.5, 10.0], TWO),
        unit("red-guns", [15.0, 4.0], "arm = \"foot-artillery\"\nguns = [\"medium\"]"),
        unit("red-last-guns", [36.0, 10.0], "arm = \"foot-artillery\"\nguns = [\"medium\"]"),
        unit("blue", [12.0, 10.0], &format!("{UNARMED}\npoints = 1")),
        unit("blue-last", [36.0, 20.0], LINE),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red-guns at blue 0", &[6, 6, 6, 6, 1, 1, 1, 1, 1]);
    assert_eq!((game.unit("blue").bases, game.gap("red", "blue"), overlap(&game, "red", "blue")), (2, 0.0, false));
    assert!(game.table().in_contact(game.id("blue")));
}

#[test]
fn a_garrison_comes_out_where_it_has_room() {
    // SSS G64, G213: on the far side from the enemy; friends there leave it another, and where they stand all round it stays.
    let inside = "\n[[units]]\nkey = \"red\"\nname = \"red\"\nside = \"red\"\ninside = \"Mill\"\narm = \"infantry\"\nbases = 4\nstart = { pending = \"retire\" }\n";
    let comes_out = |mill: [f64; 4], friends: &[(f64, f64, i32, u8)]| {
        let mut parts = vec![
            crate::game::area("town", "Mill", mill),
            inside.to_owned(),
            unit("blue", [20.0, 22.0], LINE),
            unit("red-last", [30.0, 2.0], &starting(ONE, "intent = \"move\"")),
        ];
        for (ix, &(x, y, turned, bases)) in friends.iter().enumerate() {
            let friend = facing(&format!("arm = \"infantry\"\nbases = {bases}"), turned);
            parts.push(unit(&format!("red-{ix}"), [x, y], &friend));
        }
        let game = Game::at("movement", &parts);
        let stays = game.table().is_garrison(game.id("red"));
        assert!(stays || (0..friends.len()).all(|ix| !overlap(&game, "red", &format!("red-{ix}"))));
        (stays, game.unit("red").pose.at.y < 10 * 60_000)
    };
    let mill = [18.0, 10.0, 22.0, 14.0];
    assert_eq!(comes_out(mill, &[]), (false, true));
    assert_eq!(comes_out(mill, &[(20.0, 9.9, 0, 8)]), (false, false));
    // In a corner of the table.
    assert_eq!(comes_out([0.0, 0.0, 4.0, 4.0], &[(4.0, 4.1, 180, 8), (4.1, 2.0, 270, 4)]), (true, true));
}

#[test]
fn who_runs_with_bases_beside_its_front_closes_up_first() {
    // SSS 27.8, 40.5, G211: horse has brought its second rank up; then an enemy comes up behind it, so that it cannot run anywhere.
    // When it has turned about it stands where it stood, and on nobody.
    let horse = "arm = \"light-cavalry\"\nbases = 6\nfiles = 3";
    let parts = [
        unit("red", [10.0, 10.0], horse),
        unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 3\nmissile = \"none\""),
        unit("blue-behind", [10.0, 6.0], &facing(FOUR, 0)),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(9, 1), (9, 1)]));
    game.says("red", "bring-up 1 2", &[]);
    assert_eq!(game.unit("red").moved_up, [1, 2]);
    game.pass_to("blue", "orders", &[1; 4]);
    game.says("blue", "order blue-behind move", &[]);
    game.pass_to("blue", "move", &[]);
    game.moves("blue", "blue-behind", &["advance 120"]);
    let id = game.id("red");
    game.act(&[2], |play| play.rout(id));
    assert!((game.gap("red", "blue-behind") - 1.0).abs() < 0.01 && !overlap(&game, "red", "blue"));
}

#[test]
fn the_zones_of_a_parted_unit_reach_from_half_to_half() {
    // SSS G6, G44: a place before its right half is before its front.
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 2\nstart = { spent = 7.0, charged = true }"),
        unit("blue", [10.0, 10.0], &FOUR.replace("bases = 4", "bases = 4\npoints = 9")),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (9, 3), (1, 3), (12, 3)]));
    assert!(game.unit("blue").split > 0);
    let zone = |x: f64, y: f64| {
        let at = field::table::Vec2::new(x * 60_000.0, y * 60_000.0);
        game.table().zone_of(game.id("blue"), at)
    };
    // Blue looks south, from 7 to 13 east.
    assert_eq!([zone(7.5, 10.0), zone(12.5, 10.0)], [Aspect::Front; 2]);
    assert_eq!([zone(15.0, 11.6), zone(5.0, 11.6)], [Aspect::Flank; 2]);
    assert_eq!([zone(7.5, 14.0), zone(12.5, 14.0)], [Aspect::Rear; 2]);
}

#[test]
fn gunners_who_rout_lose_men_of_their_crews() {
    // SSS 39.7, 16.2: a battery that was broken in melee and runs.
    let parts = [
        unit("red", [10.0, 10.0], &starting(GUNS, "activity = \"routing\", rout-moves = 2")),
        unit("blue", [30.0, 25.0], LINE),
    ];
    let game = Game::at("reaction", &parts);
    let crew: u8 = game.state.batteries[0].guns.iter().map(|gun| gun.crew).sum();
    assert_eq!((game.told("SSS 39.7"), game.unit("red").hits, crew), (true, 1, 11));
}

// --- Leaders

#[test]
fn point_blank_fire_puts_leaders_at_risk_though_the_round_is_won() {
    // SSS 6.1, 1.7b, G206: four hits of pistols on four bases; the round is won all the same. One roll, on the column of shooting.
    let pistols = "arm = \"heavy-cavalry\"\nbases = 4\nmissile = \"pistol\"";
    let fought = |hits: usize, won: usize, then: &[u8]| {
        let parts = [
            unit("red", [10.0, 10.0], HEAVY),
            format!("{}with = \"red\"\n", sub("red-left", "competent", [10.0, 9.0])),
            unit("blue", [10.0, 10.0], pistols),
            contact(["red", "blue"], ["charging", "halted"]),
        ];
        let mut game = melees("", &parts);
        let left = if hits >= 3 { 3 } else { 4 };
        let mut thrown = dice(&[(hits, 6), (4 - hits, 1), (hits, 1)]);
        thrown.extend(dice(&[(won, 6), (5 * left - won, 1), (won, 1), (12, 1)]));
        thrown.extend(then);
        game.says("red", "fight red", &thrown);
        game.leader("red-left").fate
    };
    assert_eq!(fought(4, 6, &[5, 4]), Fate::Wounded(5));
    assert_eq!(fought(2, 3, &[]), Fate::Fit);
    // Lost, it is the round that counts, and once.
    assert_eq!(fought(4, 3, &[5]), Fate::Captured);
}

#[test]
fn a_sub_commander_rallies_routers_of_another_command() {
    // SSS 5.8, 5.10, 39.8, G207: his bonus is for the unit he has joined, whosever it is, while that runs.
    let gives = |activity: &str| {
        let parts = [
            chief("red", "cautious", [2.0, 2.0]),
            sub("red-left", "cautious", [2.0, 4.0]),
            format!("{}with = \"red\"\n", sub("red-right", "superior", [20.0, 12.0])),
            under("red-left", &unit("red", [20.0, 12.0], &starting(LINE, &format!("activity = \"{activity}\"")))),
            under("red-right", &unit("red-own", [24.0, 14.0], LINE)),
            unit("blue", [20.0, 28.0], LINE),
        ];
        let game = Game::at("orders", &parts);
        ["red", "red-own"].map(|key| game.table().leader_bonus(game.id(key)))
    };
    assert_eq!(gives("routing"), [3, 0]);
    assert_eq!(gives("retreating"), [3, 0]);
    assert_eq!(gives("static"), [0, 3]);
}

// --- Moves

#[test]
fn a_change_begun_rests_while_its_unit_only_holds() {
    // SSS G9, G208: into column of attack takes 3 BW, which a slow turn does not cover; it goes on in the next turn in which the unit is
    // ordered to move.
    let parts = [
        unit("red", [20.0, 10.0], &starting(LINE, "intent = \"move\", leadership = { moves = -1 }")),
        unit("blue", [20.0, 20.0], LINE),
        chief("red", "superior", [20.0, 8.0]),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", "move form column-of-attack 0", &[]);
    assert_eq!(game.unit("red").changing.map(|change| change.owed), Some(60_000));
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
    game.says("red", "order red hold", &[]);
    game.pass_to("red", "leadership", &[]);
    game.says("red", "test red-chief", &[4, 5]);
    game.pass_to("red", "choose-turn", &[6, 1]);
    assert_eq!(game.unit("red").changing.map(|change| change.owed), Some(60_000));
    assert_eq!(game.unit("red").formation, Formation::Line);
    game.says("red", "take first", &[]);
    game.says("red", "order red move", &[]);
    game.pass_to("red", "leadership", &[]);
    game.says("red", "test red-chief", &[4, 5]);
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red", &[]);
    assert_eq!((game.unit("red").changing, game.unit("red").formation), (None, Formation::ColumnOfAttack));
}
