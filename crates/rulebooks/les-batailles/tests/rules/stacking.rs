//! Chapter 11: stacking.

use crate::common::*;
use les_batailles::hexes::Hexes;
use les_batailles::morale::{Check, CheckKind};
use les_batailles::movement::Motion;
use les_batailles::stacking::{Unstackable, Violation};
use les_batailles::state::{Formed, Order};
use les_batailles::table::Stack;

/// Whether these may stand in 1010 together, on that terrain.
fn stacks(terrain: &str, pieces: &[Piece]) -> Result<(), Unstackable> {
    let mut position = position();
    if terrain != "clear" {
        position = position.terrain("1010", terrain);
    }
    for piece in pieces {
        position = position.unit(piece.clone());
    }
    let game = position.still();
    let stack = game.table().stack_at(game.hex("1010"));
    assert_eq!(stack.len(), pieces.len());
    game.table().may_stack(game.hex("1010"), &stack)
}

/// Whether one of 1010 and one of 0505 could stand in 1010 together.
fn would_stack(there: Piece, coming: Piece) -> Result<(), Unstackable> {
    let game = position().unit(there).unit(coming).still();
    let stack: Stack = ["1010", "0505"].iter().flat_map(|hex| game.table().stack_at(game.hex(hex))).collect();
    assert_eq!(stack.len(), 2);
    game.table().may_stack(game.hex("1010"), &stack)
}

fn column(key: &str, increments: u8) -> Piece {
    foot(key, "f11").at("1010", "e").set("increments", increments)
}

fn battery(key: &str, increments: u8) -> Piece {
    guns(key, "f11").at("1010", "e").set("increments", increments)
}

#[test]
fn a_hex_holds_so_many_increments() {
    // LB 11.0a, 11.1a, 11.1.1a: eighteen, or one regiment of any size; in the woods six, or one battalion.
    assert_eq!(stacks("clear", &[column("a", 9), column("b", 9)]), Ok(()));
    assert_eq!(stacks("clear", &[column("a", 9), column("b", 10)]), Err(Unstackable::TooMany));
    assert_eq!(stacks("clear", &[column("a", 20).with("size", "regiment")]), Ok(()));
    let order = |piece: Piece| piece.in_("general-order");
    assert_eq!(stacks("woods", &[order(column("a", 3)), order(column("b", 3))]), Ok(()));
    assert_eq!(stacks("woods", &[order(column("a", 4)), order(column("b", 3))]), Err(Unstackable::TooMany));
    assert_eq!(stacks("woods", &[order(column("a", 9))]), Ok(()), "one battalion");
    assert_eq!(stacks("woods", &[order(column("a", 9)).with("size", "regiment")]), Err(Unstackable::TooMany));
    // Losses count, printed strength does not.
    assert_eq!(stacks("woods", &[order(column("a", 4)).set("losses", 1), order(column("b", 3))]), Ok(()));
}

#[test]
fn an_increment_of_guns_counts_six_among_infantry() {
    // LB 11.1.1.1a, V51: in a town a battery alone, or one Increment of guns with six of foot.
    let town = |piece: Piece| piece.in_("general-order");
    assert_eq!(stacks("town", &[battery("g", 2)]), Ok(()));
    assert_eq!(stacks("town", &[town(column("a", 6)), battery("g", 1)]), Ok(()));
    assert_eq!(stacks("town", &[town(column("a", 1)), battery("g", 2)]), Err(Unstackable::TooMany));
    // LB V52: six and two in the open make eighteen.
    assert_eq!(stacks("clear", &[battery("g", 2), column("a", 6)]), Ok(()));
    assert_eq!(stacks("clear", &[battery("g", 2), column("a", 7)]), Err(Unstackable::TooMany));
    // Guns alone: six Increments, or one battery.
    assert_eq!(stacks("clear", &[battery("g", 3), battery("h", 3)]), Ok(()));
    assert_eq!(stacks("clear", &[battery("g", 4), battery("h", 3)]), Err(Unstackable::TooMany));
}

#[test]
fn some_never_stack() {
    // LB 11.1.2d, 11.1.2e, 11.1.2f, 11.1.2k, 11.1.2l, 11.1.2a, 11.1.2c; table 12.
    let horse = |key: &str| heavy(key, "f11").at("1010", "e").in_("column-of-companies").set("increments", 4);
    assert_eq!(stacks("clear", &[column("a", 3), horse("h")]), Err(Unstackable::Arms));
    assert_eq!(stacks("clear", &[battery("g", 1), horse("h")]), Err(Unstackable::Arms));
    let loose = |key: &str| light(key, "f11").at("1010", "n").in_("skirmish").set("increments", 1);
    assert_eq!(stacks("clear", &[loose("s"), loose("t"), loose("u")]), Ok(()));
    assert_eq!(stacks("clear", &[loose("s"), loose("t"), loose("u"), loose("v")]), Err(Unstackable::TooMany));
    assert_eq!(would_stack(loose("s"), foot("a", "f11").at("0505", "e")), Err(Unstackable::Skirmish));
    assert_eq!(stacks("clear", &[wagon("w", "f11").at("1010", ""), column("a", 3)]), Err(Unstackable::Wagon));
    let twin = wagon("x", "f11").at("1010", "");
    assert_eq!(stacks("clear", &[wagon("w", "f11").at("1010", ""), twin]), Err(Unstackable::Wagon));
    let routed = foot("r", "f11").at("1010", "").with("order", "pgd");
    assert_eq!(stacks("clear", &[routed, column("a", 3)]), Err(Unstackable::Pgd));
    let line = foot("l", "f11").at("1010", "n").in_("line");
    assert_eq!(would_stack(line, foot("a", "f11").at("0505", "e")), Err(Unstackable::Formations));
    assert_eq!(would_stack(column("b", 3), foot("a", "a11").at("0505", "e")), Err(Unstackable::Enemies));
    // Good Order and Disorder may stand together (LB 11.1.2i).
    let shaken = foot("d", "f11").at("1010", "").with("order", "disorder");
    assert_eq!(stacks("clear", &[shaken, column("a", 3)]), Ok(()));
}

#[test]
fn road_columns_and_companies_have_limits_of_their_own() {
    // LB 12.8.2a, 12.5.1a.
    let march = |key: &str| foot(key, "f11").at("1010", "e").in_("road-column").set("increments", 4);
    assert_eq!(stacks("clear", &[march("a")]), Ok(()));
    assert_eq!(stacks("clear", &[march("a"), march("b")]), Err(Unstackable::Counters));
    let horse = |key: &str, n: u8| heavy(key, "f11").at("1010", "e").in_("column-of-companies").set("increments", n);
    assert_eq!(stacks("clear", &[horse("h", 2), horse("i", 2)]), Ok(()));
    assert_eq!(stacks("clear", &[horse("h", 3), horse("i", 2)]), Err(Unstackable::TooMany));
}

#[test]
fn prone_units_lie_with_their_light_company_only() {
    // LB 12.13.3a, 12.13.3b.
    let battalion = |key: &str| foot(key, "a11").at("1010", "n").in_("line").with("prone", "prone");
    let company = |parent: &str| {
        let piece = light("c", "a11").at("1010", "n").in_("line").set("increments", 1).with("size", "company");
        piece.with("parent", parent).with("prone", "prone")
    };
    assert_eq!(stacks("clear", &[battalion("a"), company("a")]), Ok(()));
    assert_eq!(stacks("clear", &[battalion("a"), battalion("b")]), Err(Unstackable::Counters));
    let standing = foot("b", "a11").at("1010", "n").in_("line").set("increments", 2).with("size", "company");
    assert_eq!(stacks("clear", &[battalion("a"), standing]), Err(Unstackable::Counters));
}

#[test]
fn skirmishers_are_passed_freely() {
    // LB 11.1b, 11.1.2g, 11.1.2j, 11.1.2l, 12.10.5.1a.
    let passes = |mover: Piece, there: &[Piece]| {
        let mut position = position().unit(mover);
        for piece in there {
            position = position.unit(piece.clone());
        }
        let game = position.still();
        game.table().may_pass(game.hex("1010"), &game.table().stack_at(game.hex("0505")))
    };
    let moving = |piece: Piece| piece.at("0505", "e");
    let loose = light("s", "f11").at("1010", "n").in_("skirmish").set("increments", 3);
    let horse = heavy("h", "f11").in_("column-of-companies").set("increments", 4);
    assert!(passes(moving(horse.clone()), std::slice::from_ref(&loose)), "horse through skirmishers");
    assert!(!passes(moving(horse.clone()), &[column("a", 3)]), "horse through foot");
    assert!(passes(moving(foot("m", "f11")), &[column("a", 12)]), "six and twelve");
    assert!(!passes(moving(foot("m", "f11")), &[column("a", 13)]), "nineteen");
    let shaken = foot("d", "f11").at("1010", "").with("order", "disorder");
    assert!(passes(moving(foot("m", "f11")), &[shaken]), "Good Order through Disorder");
    let routed = foot("r", "f11").at("1010", "").with("order", "pgd");
    assert!(!passes(moving(foot("m", "f11")), &[routed]), "through PGD");
    let cart = wagon("w", "f11").at("1010", "");
    assert!(!passes(moving(foot("m", "f11")), std::slice::from_ref(&cart)), "through a wagon");
    let mover = light("m", "f11").at("0505", "n").in_("skirmish").set("increments", 3);
    assert!(passes(mover.clone(), &[cart]), "skirmishers through a wagon");
    assert!(passes(mover.clone(), &[column("a", 18)]), "skirmishers through anybody");
    assert!(!passes(mover, &[foot("e", "a11").at("1010", "w")]), "not through enemies");
}

#[test]
fn who_joins_goes_to_the_bottom() {
    // LB 11.2a, 11.2b.
    let mut game = position().unit(column("a", 3)).unit(column("b", 3)).unit(foot("c", "f11").at("0909", "e")).still();
    assert_eq!(game.stack("1010"), ["a", "b"]);
    let (c, hex, facing) = (game.id("c"), game.hex("1010"), game.unit("a").facing);
    game.state.put(c, Hexes::one(hex), facing);
    assert_eq!(game.stack("1010"), ["a", "b", "c"]);
    let order = ["c", "a", "b"].map(|key| game.id(key));
    game.state.restack(&order);
    assert_eq!(game.stack("1010"), ["c", "a", "b"]);
    let bottom = game.id("a");
    game.state.lift(bottom);
    game.state.units[bottom.ix()].place = les_batailles::state::Place::Display;
    assert_eq!(game.stack("1010"), ["c", "b"]);
}

/// Plays a check of the stack in 1010 with these dice and tells who passed.
fn check(game: &mut Game, dice: &[u8]) -> Vec<String> {
    let stack: Stack = game.table().stack_at(game.hex("1010"));
    let check = Check {
        rule: "LB 20.1",
        title: les_batailles::face::told::morale::CHECKS,
        kind: CheckKind::General,
        modifiers: &[],
    };
    let checked = game.with(dice, |play| play.morale_check(&stack, &check));
    let key = |id: les_batailles::cards::UnitId| game.rules.units[id.ix()].key.clone();
    checked.passed.iter().map(key).collect()
}

fn rated(key: &str, of: &str, rating: &str) -> Piece {
    foot(key, of).at("1010", "e").with("morale", rating)
}

#[test]
fn a_stack_of_two_corps_without_a_leader() {
    // LB 5.2.2e, 6.1d, 8.1.1b, 11.1.3a, 11.3a, 20.1.1a, V58: -12; 45 becomes 25, and each below has 3 more.
    let three = || position().unit(rated("a", "f11", "21")).unit(rated("b", "f12", "31")).unit(rated("c", "f21", "33"));
    let mut game = three().still();
    assert_eq!(check(&mut game, &[4, 5]), ["a", "b", "c"]);
    assert!(game.has_told("mixed corps or nations") && game.has_told("units beyond the first"));
    // LB V59: 41 becomes 21, a tie: the top fails, and all below with it (LB 20.1.1b).
    assert_eq!(check(&mut three().still(), &[4, 1]), Vec::<String>::new());
    // LB 11.3b: with the army leader of all neither -6 counts; 45+2 = 51.
    let mut led = three().leader(leader("nap", "f", "1010").with("morale", "2")).still();
    assert_eq!(check(&mut led, &[4, 5]), ["a", "b", "c"]);
    assert!(!led.has_told("mixed corps") && !led.has_told("beyond the first") && led.has_told("51"));
    // A leader of one of the corps is not common to all, but he is a leader (LB 11.1.3a).
    let mut own = three().leader(leader("ney", "f1", "1010")).still();
    assert_eq!(check(&mut own, &[3, 3]), ["a"], "33 - 6 = 23, and 26 for the second");
    assert!(own.has_told("mixed corps") && !own.has_told("beyond the first"));
}

#[test]
fn small_units_are_not_counted() {
    // LB 11.1.3b, 11.1.3c, V53, G31.
    let extra = |pieces: &[Piece]| {
        let position = pieces.iter().fold(position(), |position, piece| position.unit(piece.clone()));
        let game = position.still();
        game.table().extra_units(&game.table().stack_at(game.hex("1010")))
    };
    assert_eq!(extra(&[column("a", 6), column("b", 6), column("c", 6)]), 2);
    let small = |key: &str| column(key, 3).with("size", "company");
    assert_eq!(extra(&[small("a"), small("b"), small("c")]), 0);
    assert_eq!(extra(&[column("a", 6).set("losses", 5), small("b"), column("c", 6)]), 1);
    assert_eq!(extra(&[battery("g", 1), column("a", 6)]), 1, "batteries count");
}

#[test]
fn beneath_the_old_guard() {
    // LB 11.3c, 11.3.1a, 20.1.2a, V60: the line battalion has +3 +6 -3 and does not mind the mixture.
    let guard = rated("guard", "f21", "12").with("class", "old-guard");
    let mut game = position().unit(guard).unit(rated("line", "f11", "23")).still();
    assert_eq!(check(&mut game, &[2, 1]), ["guard", "line"]);
    // The guard passes with 21 as it is; the line stands at 31.
    assert!(game.has_told("21: guard passes") && game.has_told("31: line passes"));
}

#[test]
fn a_natural_eleven_fails() {
    // LB 20.1.3, V61, V20-4.
    let with = |rating: &str, bonus: &str| {
        let led = leader("x", "f11", "1010").with("morale", bonus);
        let mut game = position().unit(rated("a", "f11", rating)).leader(led).still();
        check(&mut game, &[1, 1]).len()
    };
    assert_eq!((with("12", "6"), with("13", "6"), with("11", "1"), with("12", "2")), (1, 0, 1, 1));
    assert_eq!((with("12", "1"), with("21", "12")), (0, 0));
}

#[test]
fn some_pass_without_dice() {
    // LB 5.2.2f, 20.1.2b: without a rating, or with a leader marked A.
    let mut game = position().unit(rated("a", "f11", "-")).still();
    assert_eq!(check(&mut game, &[]), ["a"]);
    let nap = leader("nap", "f", "1010").with("morale", "A");
    let mut led = position().unit(rated("a", "f11", "66")).leader(nap).still();
    assert_eq!(check(&mut led, &[]), ["a"]);
    // LB 8.1.7a, V29: the highest in rank commands, whatever the others could do.
    let brave = leader("foy", "f11", "1010").with("morale", "6");
    let dull = leader("ney", "f1", "1010").with("morale", "-2");
    let mut both = position().unit(rated("a", "f11", "22")).leader(brave).leader(dull).still();
    assert_eq!(check(&mut both, &[2, 3]), Vec::<String>::new());
}

#[test]
fn good_order_that_joins_disorder_is_disordered() {
    // LB 11.1.2i, V62.
    let shaken = foot("d", "f11").at("1010", "").with("order", "disorder");
    let mut game = position().unit(shaken).unit(column("a", 3)).still();
    let hex = game.hex("1010");
    game.begin(&[], |play| play.mix_orders(hex));
    assert_eq!((game.order("a"), game.order("d")), (Order::Disorder, Order::Disorder));
    assert_eq!(game.stack("1010"), ["d", "a"]);
}

/// A unit in PGD has run into the hex of others.
fn routed_through(position: Position, dice: &[u8], passing: bool) -> Game {
    let mut game = position.unit(foot("r", "f11").at("1010", "").with("order", "pgd")).still();
    let (hex, coming) = (game.hex("1010"), game.ids(&["r"]));
    assert!(game.table().violates(hex, coming, Motion::Rout));
    let violation = Violation::new(hex, coming, Motion::Rout);
    let violation = if passing { violation.passing() } else { violation };
    game.begin(dice, |play| play.violate(violation));
    game
}

#[test]
fn routers_shake_those_they_run_through() {
    // LB 11.1.2k, 11.1.4b, 11.1.4d, 12.8.5a; chart 8: a check at -12; who runs does not check (LB 12.12.4a).
    let passes = routed_through(position().unit(column("a", 6)), &[4, 2], true);
    assert_eq!((passes.order("a"), passes.order("r")), (Order::Good, Order::Pgd), "42 - 12 = 22 > 21");
    assert!(passes.state.over.is_some(), "who only passes is not displaced");
    let fails = routed_through(position().unit(column("a", 6)), &[4, 1], true);
    assert_eq!(fails.order("a"), Order::Disorder, "41 - 12 = 21, a tie");
    // LB V55: in Road Column -24 in all.
    let marching = || position().unit(foot("a", "f11").at("1010", "e").in_("road-column").set("increments", 4));
    assert_eq!(routed_through(marching(), &[6, 2], true).order("a"), Order::Good, "62 - 24 = 22");
    assert_eq!(routed_through(marching(), &[6, 1], true).order("a"), Order::Disorder, "61 - 24 = 21");
    // LB 8.1.1c, V9: a leader who runs with them lends his bonus.
    let led = |dice: &[u8]| {
        let position = position().unit(column("a", 6)).leader(leader("foy", "f11", "1010").with("morale", "3"));
        routed_through(position, dice, true).order("a")
    };
    assert_eq!((led(&[3, 5]), led(&[3, 4])), (Order::Good, Order::Disorder), "35 - 12 + 3 = 22, 34 is a tie");
}

#[test]
fn routers_that_stop_are_displaced() {
    // LB 11.1.4e, 11.1.5b, 11.1.5c: PGD goes first, away from the enemy, keeping order.
    let position = position().unit(column("a", 6)).unit(foot("e", "a11").at("1410", "w"));
    let mut game = routed_through(position, &[6, 6], false);
    assert_eq!(game.topic(), "displacement");
    assert_eq!(game.offered(), ["displace-to 1009", "displace-to 1011", "displace-to 0910"]);
    game.say("displace-to 0910");
    assert_eq!((game.at("r"), game.at("a"), game.order("r")), ("0910".into(), "1010".into(), Order::Pgd));
}

#[test]
fn the_last_to_come_goes() {
    // LB 11.1.5b, 11.1.5d: nineteen in a hex by displacement; MC at 0 for all, then who came last goes on.
    let mut game = position()
        .unit(column("a", 12).set("melee", 20))
        .unit(foot("b", "f11").at("1010", "e").set("increments", 7))
        .unit(foot("e", "a11").at("1410", "w"))
        .still();
    let (hex, coming) = (game.hex("1010"), game.ids(&["b"]));
    game.begin(&[5, 5, 5, 5], |play| play.violate(Violation::new(hex, coming, Motion::Displacement)));
    assert_eq!(game.topic(), "displacement");
    assert!(game.refused("displace-to 1110").is_some(), "towards the enemy");
    game.say("displace-to 0910");
    assert_eq!((game.at("a"), game.at("b")), ("1010".into(), "0910".into()));
    assert!(game.state.over.is_some());
}

#[test]
fn displacements_chase_each_other() {
    // LB 11.1.5d, G16: the next hex is full as well; the newcomer goes on, and no hex is entered twice.
    let mut game = position()
        .unit(column("a", 18))
        .unit(foot("b", "f11").at("1010", "e").set("increments", 6))
        .unit(foot("c", "f11").at("0910", "e").set("increments", 18))
        .unit(foot("e", "a11").at("1410", "w"))
        .still();
    let (hex, coming) = (game.hex("1010"), game.ids(&["b"]));
    game.begin(&[5, 5, 5, 5], |play| play.violate(Violation::new(hex, coming, Motion::Displacement)));
    game.roll(&[5, 5, 5, 5], "displace-to 0910");
    assert_eq!((game.at("b"), game.topic()), ("0910".into(), "displacement"));
    assert!(!game.offered().contains(&"displace-to 1010".to_owned()));
    game.say("displace-to 0810");
    assert_eq!((game.at("a"), game.at("b"), game.at("c")), ("1010".into(), "0810".into(), "0910".into()));
}

#[test]
fn with_nowhere_to_go_it_surrenders() {
    // LB 13.2.4c, G16: in the corner of the map, with enemies all round.
    let mut game = position()
        .unit(foot("a", "f11").at("0101", "e").set("increments", 18))
        .unit(foot("b", "f11").at("0101", "e").set("increments", 6))
        .unit(foot("e", "a11").at("0201", "w"))
        .unit(foot("g", "a11").at("0102", "nw"))
        .still();
    let (hex, coming) = (game.hex("0101"), game.ids(&["b"]));
    game.begin(&[5, 5, 5, 5], |play| play.violate(Violation::new(hex, coming, Motion::Displacement)));
    assert_eq!((game.at("a"), game.at("b")), ("0101".into(), "gone".into()));
    assert!(game.has_told("b surrenders"));
}

#[test]
fn a_check_that_splits_a_stack_sends_the_worse_away() {
    // LB 11.1.5a, 20.1.1b: Good Order stays, Disorder goes; with two of them their owner chooses.
    let mut game = position()
        .unit(column("a", 6))
        .unit(foot("b", "f11").at("1010", "").with("order", "disorder"))
        .unit(foot("c", "f11").at("1010", "").with("order", "disorder"))
        .unit(foot("e", "a11").at("1410", "w"))
        .still();
    let hex = game.hex("1010");
    game.begin(&[], |play| play.violate(Violation::split(hex)));
    assert_eq!((game.topic(), game.offered()), ("who-is-displaced", vec!["displace b".into(), "displace c".into()]));
    assert!(game.refused("displace a").is_some());
    game.say("displace c").say("displace-to 0910").say("displace-to 1011");
    assert_eq!(["a", "b", "c"].map(|key| game.at(key)), ["1010", "1011", "0910"]);
}

#[test]
fn after_an_advance_they_go_back() {
    // LB G16: displaced to the hex they came from, whatever lies farther from the enemy.
    let mut game = position()
        .unit(column("a", 18))
        .unit(foot("b", "f11").at("1010", "e").set("increments", 6))
        .unit(foot("e", "a11").at("1210", "w"))
        .still();
    let (hex, back, coming) = (game.hex("1010"), game.hex("1109"), game.ids(&["b"]));
    game.begin(&[5, 5, 5, 5], |play| play.violate(Violation::new(hex, coming, Motion::Advance).back_to(back)));
    assert_eq!(game.at("b"), "1109");
}

#[test]
fn recoils_and_squares() {
    // Chart 8: a recoil over formed troops costs both a check at -6, over a Square at 0 with the Square's +6; skirmishers are
    // neither harmed nor harm (LB 12.9.5.1a, 12.9.5.1b).
    let recoil = |there: Piece, coming: Piece, dice: &[u8]| {
        let mut game = position().unit(there).unit(coming).still();
        let (hex, coming) = (game.hex("1010"), game.ids(&["r"]));
        if game.table().violates(hex, coming, Motion::Recoil) {
            game.begin(dice, |play| play.violate(Violation::new(hex, coming, Motion::Recoil).passing()));
        }
        (game.order("a"), game.order("r"))
    };
    let shaken = || foot("r", "f11").at("1010", "").with("order", "disorder");
    // a: 31 - 6 = 21 fails; r: 36 - 6 - 3 = 23 passes.
    let formed = recoil(foot("a", "f11").at("1010", "e"), shaken(), &[3, 1, 3, 6]);
    assert_eq!(formed, (Order::Disorder, Order::Disorder));
    // The Square: 14 + 6 = 24 passes.
    let square = recoil(foot("a", "f11").at("1010", "").in_("square"), shaken(), &[1, 4, 3, 6]);
    assert_eq!(square, (Order::Good, Order::Disorder));
    let loose = light("a", "f11").at("1010", "n").in_("skirmish").set("increments", 3);
    assert_eq!(recoil(loose, shaken(), &[]), (Order::Good, Order::Disorder));
}

#[test]
fn formations_need_their_strength() {
    // LB 11.1.6a, V56: five Increments in a counter for a Line of two hexes, three of foot for a Square.
    let able = |pieces: &[Piece], formed, hexes| {
        let position = pieces.iter().fold(position(), |position, piece| position.unit(piece.clone()));
        let game = position.still();
        game.table().has_strength_for(&game.table().stack_at(game.hex("1010")), formed, hexes)
    };
    assert!(!able(&[column("a", 4)], Formed::Line, 2) && able(&[column("a", 5)], Formed::Line, 2));
    assert!(able(&[column("a", 4)], Formed::Line, 1));
    assert!(!able(&[battery("g", 2), column("a", 2)], Formed::Square, 1));
    assert!(able(&[column("a", 2), column("b", 1)], Formed::Square, 1));
}

#[test]
fn one_extends_into_free_hexes_only() {
    // LB 11.1.2.1a: not even where friends extend to.
    let line = |key: &str, at: &str| foot(key, "f11").at(at, "n").in_("line");
    let game = position().unit(line("a", "1010")).unit(line("b", "1210 1310")).unit(line("c", "1012 1112")).still();
    let may = |key: &str, hex: &str| game.table().may_extend(game.id(key), game.hex(hex));
    assert!(may("a", "1110") && may("b", "1110") && !may("c", "1010") && !may("a", "1310"));
    // LB 8.1.1a, 11.1c: leaders have no stacking value.
    let led =
        position().unit(column("a", 18)).leader(leader("x", "f11", "1010")).leader(leader("y", "f12", "1010")).still();
    assert_eq!(led.table().may_stack(led.hex("1010"), &led.table().stack_at(led.hex("1010"))), Ok(()));
}

#[test]
fn a_stack_in_several_hexes_is_one_stack() {
    // LB 11.1.2.1a, 11.1.2.1b, G52: a light company has joined a Line of two hexes in the one; nobody joins it in the other, but guns may.
    let line = || foot("a", "f11").at("1010 1110", "n").in_("line");
    let company = || light("c", "f11").set("increments", 1).with("size", "company");
    let start = |joined: bool, piece: Piece| {
        let mut start = position()
            .start("turn = 6\nsegment = \"maneuver\"\nmaneuver-units = [\"d\"]")
            .unit(line())
            .unit(piece)
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("d", "f11", "1012"));
        if joined {
            start = start.unit(company().at("1010", "n").in_("line"));
        }
        start.play(&[1])
    };
    let next = || light("m", "f11").set("increments", 1).with("size", "company").at("1210", "w");
    let mut free = start(false, next());
    free.say("take m").say("join w");
    assert_eq!(free.stack("1110"), ["a", "m"]);
    let mut shut = start(true, next());
    shut.say("take m");
    assert_eq!(shut.refused("join w").as_deref(), Some("LB 11.1.2.1a"));
}
