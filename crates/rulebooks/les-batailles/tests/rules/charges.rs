//! Chapter 19: cavalry.

use crate::common::*;
use les_batailles::agenda::Step;
use les_batailles::cards::MuId;
use les_batailles::charges::{ChargeKind, ChargeStep, Out};
use les_batailles::command::{Mu, MuKind};
use les_batailles::movement::Motion;
use les_batailles::sequence::Chit;
use les_batailles::state::{ChargeMarker, Formed, Order, Readiness};

/// The position with charges declared where these stacks stand, run in the Charge Sub-segment.
pub fn charged(position: &Position, keys: &[&str]) -> Game {
    charged_with(position, keys, None)
}

pub fn charged_with(position: &Position, keys: &[&str], preserving: Option<u8>) -> Game {
    let mut game = position.still();
    let tops: Vec<_> = keys.iter().map(|key| game.id(key)).collect();
    game.begin(&[], |play| {
        for top in tops {
            let units = play.table().stack_of(top).into_iter().collect();
            play.table().may_declare_charge(top, units, ChargeKind::Charge).unwrap_or_else(|why| panic!("{why}"));
            play.declare_charge(top, units, ChargeKind::Charge, preserving);
        }
        let steps = [ChargeStep::Run, ChargeStep::Melees, ChargeStep::Close];
        play.state.agenda.push_all(&steps.map(Step::Charge));
    });
    game
}

/// Says something; whoever is asked before that what he does about the charge lets it come.
pub fn go(game: &mut Game, text: &str) {
    roll(game, &[], text);
}

pub fn roll(game: &mut Game, dice: &[u8], text: &str) {
    while !game.offered().iter().any(|offer| offer == text) && game.offered().iter().any(|offer| offer == "let-come") {
        game.say("let-come");
    }
    game.roll(dice, text);
}

/// A charge rides so many hexes east, names its target when it is asked, and strikes it with these dice.
pub fn up_to(game: &mut Game, target: &str, steps: usize, dice: &[u8]) {
    for step in 1..=steps {
        if game.topic() == "declare-target" {
            game.say(&format!("target {target}"));
        }
        roll(game, if step == steps { dice } else { &[] }, "charge e");
    }
}

/// What was told last of the values in a mêlée with a unit.
pub fn values(game: &Game, target: &str) -> String {
    let told = game.told();
    let meets = format!("{target} meets it with ");
    let at = told.iter().rposition(|entry| entry.contains(&meets)).unwrap_or_else(|| panic!("{told:#?}"));
    let after = |entry: &str, word: &str| entry.split_once(word).map(|(_, value)| value.to_owned()).unwrap_or_default();
    format!("{} to {}", after(&told[at - 1], "strikes with "), after(&told[at], &meets))
}

/// All of these in turn.
pub fn all(game: &mut Game, texts: &[&str]) {
    texts.iter().for_each(|text| go(game, text));
}

/// Why a stack may not declare a charge.
pub fn barred(position: &Position, key: &str) -> Option<String> {
    let game = position.still();
    let top = game.id(key);
    let units = game.table().stack_of(top).into_iter().collect();
    game.table().may_declare_charge(top, units, ChargeKind::Charge).err().map(|why| why.rule.into_owned())
}

/// Heavy cavalry in Line that faces east.
pub fn horse(key: &str) -> Piece {
    heavy(key, "f11").at("0610", "ne").in_("line")
}

/// Infantry in Line that faces west.
pub fn line(key: &str, at: &str) -> Piece {
    foot(key, "a11").at(at, "nw").in_("line")
}

/// The same of two Increments: too weak for a Square, and for much of a fire.
pub fn thin(key: &str, at: &str) -> Piece {
    line(key, at).set("increments", 2)
}

/// A Column of Companies that faces east.
pub fn companies(key: &str, at: &str) -> Piece {
    heavy(key, "f11").at(at, "e").in_("column-of-companies")
}

#[test]
fn a_charge_zone_lies_before_the_front() {
    // LB 19.2.1a, G3.1: of a Line what is reached by its two front hexsides from each of its hexes, of a column by the three of its
    // head; five hexes deep.
    let reach = |horse: Piece, enemy: &str| barred(&position().unit(horse).unit(line("t", enemy)), "h");
    assert_eq!(reach(horse("h"), "1110"), None, "five hexes east");
    assert_eq!(reach(horse("h"), "1210"), None, "next to the zone (LB 19.2.7a)");
    assert_eq!(reach(horse("h"), "1310").as_deref(), Some("LB 19.2.3"));
    assert_eq!(reach(horse("h"), "0710"), None);
    assert_eq!(reach(horse("h"), "0410").as_deref(), Some("LB 19.2.3"), "behind it");
    assert_eq!(
        reach(horse("h"), "0813").as_deref(),
        Some("LB 19.2.3"),
        "south-east is no front of a Line that faces north-east"
    );
    assert_eq!(reach(companies("h", "0610 0510"), "0813"), None, "but of a column that faces east");
    assert_eq!(reach(companies("h", "0610 0510"), "1110"), None);
}

#[test]
fn only_ready_cavalry_in_order_declares_a_charge() {
    // LB 19.2.2a, 19.2.4, 19.15.4, 19.15.5, 19.15.1.1, 24.9, 12.5.3.2a, 12.7.4b, 18.10a, 12.10.9a.
    let with = |piece: Piece| barred(&position().unit(piece).unit(line("t", "1010")), "h");
    assert_eq!(with(horse("h")), None);
    assert_eq!(with(horse("h").with("readiness", "tired")).as_deref(), Some("LB 19.15.4"));
    assert_eq!(with(horse("h").with("readiness", "exhausted")).as_deref(), Some("LB 19.15.5"));
    let shaken = heavy("h", "f11").at("0610", "").with("order", "disorder");
    assert_eq!(with(shaken).as_deref(), Some("LB 19.2.2a"));
    assert_eq!(with(hussars("h", "f11").at("0610", "ne").in_("skirmish")).as_deref(), Some("LB 19.2.2a"));
    assert_eq!(with(companies("h", "0610 0611")).as_deref(), Some("LB 19.2.2a"), "a column that winds");
    assert_eq!(with(foot("h", "f11").at("0610", "e")).as_deref(), Some("LB 18.10a"));
    let woods = position()
        .terrain("0610", "woods")
        .unit(horse("h").at("0610", "e").in_("general-order"))
        .unit(line("t", "1010"));
    assert_eq!(barred(&woods, "h").as_deref(), Some("LB 19.2.4"));
}

#[test]
fn reaction_zones_go_by_weight_and_readiness() {
    // LB 19.17.1a, 19.17.1.1, 24.18, 19.15.5; table 8.
    let deep = |piece: Piece| {
        let game = position().unit(piece).still();
        game.table().reaction_depth(game.id("h"))
    };
    let light = || hussars("h", "f11").at("0610", "ne").in_("line");
    assert_eq!([deep(light()), deep(horse("h"))], [5, 3]);
    assert_eq!([deep(light().with("readiness", "tired")), deep(horse("h").with("readiness", "tired"))], [3, 2]);
    assert_eq!(deep(light().with("readiness", "exhausted")), 0);
    let out = |piece: Piece, hex: &str| {
        let game = position().unit(piece).still();
        game.table().reaches_out(game.id("h"), 2, game.hex(hex))
    };
    use field::hexes::Hand;
    // A column reaches out of its flanks like a Line, a thin Line like the head of a column.
    assert_eq!(out(companies("h", "0610 0510"), "0810"), Some(Out::Front));
    assert_eq!(out(companies("h", "0610 0510"), "0612"), Some(Out::Flank(Hand::Right)));
    assert_eq!(out(companies("h", "0610 0510"), "0508"), Some(Out::Flank(Hand::Left)));
    assert_eq!(out(companies("h", "0610 0510"), "0410"), None, "never behind it");
    assert_eq!(out(horse("h"), "0712"), None, "eight Increments in a hex are too many");
    assert_eq!(out(horse("h").set("increments", 4), "0712"), Some(Out::Flank(Hand::Right)));
}

#[test]
fn a_charge_rides_ahead_for_five_points_and_tires() {
    // LB 5.3.8a, 19.1.1.2a, 19.2.1a, 19.2.2a, 19.2.7d, 19.13.1, 19.13.2, 19.1.1.6, 19.15.1b, 24.3, 24.4, V-O7: it meets nobody.
    let position = position().unit(horse("h")).unit(line("t", "1107"));
    let mut game = charged(&position, &["h"]);
    assert_eq!(game.refused("charge w").as_deref(), Some("LB 19.2.2a"));
    all(&mut game, &["charge e", "charge e", "charge e", "charge e"]);
    go(&mut game, "charge e");
    game.say("let-come");
    assert_eq!(game.at("h"), "1110");
    // It may regroup (LB 19.12, 19.1.1.5), and does not.
    game.say("halt");
    assert_eq!(game.unit("h").readiness, Readiness::Tired);
    assert_eq!(game.unit("h").charge, ChargeMarker::Spent);
    assert_eq!(game.order("h"), Order::Good);
}

#[test]
fn a_declared_target_out_of_reach_costs_the_order() {
    // LB 19.2.7b, 19.2.7d, V-O7: rough ground eats the points, two a hex: it never gets there, and is Disordered and Tired.
    let rough = position().terrain("0710 0810 0910 0909", "rough-ground");
    let mut game = charged(&rough.unit(horse("h")).unit(line("t", "1010")), &["h"]);
    all(&mut game, &["charge e", "charge e"]);
    assert_eq!(game.topic(), "declare-target");
    game.say("target t").say("let-come");
    assert_eq!((game.at("h").as_str(), game.order("h")), ("0810", Order::Disorder), "{:#?}", game.told());
    game.say("halt");
    assert_eq!(game.unit("h").readiness, Readiness::Tired);
}

#[test]
fn targets_are_named_within_two_hexes() {
    // LB 19.2.7b, 19.2.7c, 19.2.7.1.
    let far = position().unit(horse("h")).unit(line("t", "1010")).unit(line("u", "1009"));
    let mut game = charged(&far, &["h"]);
    assert_eq!(game.topic(), "answer-to-charge", "four hexes away nobody is named");
    all(&mut game, &["charge e", "charge e"]);
    assert_eq!(game.topic(), "declare-target");
    assert_eq!(game.offered(), ["no-target", "target t", "target u"]);
    game.say("no-target");
    go(&mut game, "charge e");
    assert_ne!(game.topic(), "declare-target", "whom it has declined it does not charge in this turn");
    // One or two hexes from foot it says so before it moves.
    let near = position().unit(horse("h")).unit(line("t", "0810"));
    let game = charged(&near, &["h"]);
    assert_eq!((game.topic(), game.at("h").as_str()), ("declare-target", "0610"));
}

#[test]
fn a_stack_that_awaits_a_charge_is_not_charged_again() {
    // LB 19.2.7.1, 19.1b: in the order the side likes, and each up to the mêlée.
    let second = heavy("k", "f11").at("0808", "ne").in_("line");
    let position = position().unit(horse("h").at("0810", "ne")).unit(second.at("1012", "nw")).unit(line("t", "1010"));
    let mut game = charged(&position, &["h", "k"]);
    assert_eq!(game.offered(), ["run-charge h", "run-charge k"]);
    game.say("run-charge h").say("target t");
    go(&mut game, "charge e");
    while game.offered().iter().any(|offer| offer == "let-come")
        && game.topic() == "answer-to-charge"
        && !game.has_told("k charges")
    {
        game.say("let-come");
    }
    assert!(game.has_told("h meets t"));
    assert_ne!(game.topic(), "declare-target", "t is taken");
}

/// It stands on 66, a 1 brings no shifts, its fire of 11 misses, and so on a 41 does the mêlée at most odds.
pub const STANDS: &[u8] = &[6, 6, 1, 1, 1, 4, 1];

#[test]
fn length_of_charge_doubles_heavy_cavalry() {
    // LB 19.14.4a, 19.14.4n, 19.14.4.1, G3.41; V-O1: straight on for three hexes, of which the target's is the last.
    let value = |from: &str, steps: usize, horse: Piece| {
        let position = position().unit(horse.at(from, "ne").in_("line")).unit(thin("t", "1010"));
        let mut game = charged(&position, &["h"]);
        up_to(&mut game, "t", steps, STANDS);
        values(&game, "t")
    };
    assert_eq!(value("0610", 3, heavy("h", "f11")), "48 to 12");
    assert_eq!(value("0810", 1, heavy("h", "f11")), "12 to 12", "short: halved");
    assert_eq!(value("0710", 2, heavy("h", "f11")), "48 to 12");
    assert_eq!(value("0610", 3, hussars("h", "f11")), "24 to 12", "light");
}

/// Infantry in Column that faces west, with no fire worth the name.
pub fn column(key: &str, at: &str) -> Piece {
    foot(key, "a11").at(at, "w").set("fire", 1)
}

#[test]
fn a_column_of_companies_strikes_in_waves() {
    // LB 19.2.9a, 19.2.9b, 19.2.9d, 19.2.9e, 19.1.2.5, 19.1.2.6, 19.15.1.2, V19-4: MV 33 in three hexes is 11 a wave. The first blow on 41 is
    // blank, the second on 62 drives the target back two hexes: the third is not struck, and nobody bounces.
    let horse = hussars("h", "f11").at("0610 0510 0410", "e").in_("column-of-companies").set("increments", 12);
    let position = position().unit(horse.set("melee", 33)).unit(column("t", "1010").set("melee", 11));
    let mut game = charged(&position, &["h"]);
    up_to(&mut game, "t", 3, &[]);
    game.roll(&[6, 6, 1, 4, 1, 6, 2], "let-come");
    assert_eq!(values(&game, "t"), "11 to 11");
    while game.topic() == "retreat" {
        let way = game.offered().remove(0);
        game.say(&way);
    }
    assert_eq!(game.order("t"), Order::Disorder);
    assert_eq!((game.order("h"), game.at("h").as_str()), (Order::Disorder, "1010"), "{:#?}", game.told());
    assert_eq!(game.topic(), "pursue");
    assert_eq!(game.offered(), ["pursue t", "sound-recall"]);
    // LB 19.11.1b: an Increment for each of two hexes, and one more from light cavalry; LB G3.72.
    game.say("pursue t");
    assert_eq!(game.unit("t").losses, 1 + 3, "one for the zone it left, two hexes, one more");
    game.say("halt");
    assert_eq!(game.unit("h").readiness, Readiness::Exhausted, "charge and mêlée (LB 19.15.1c)");
    assert_eq!(game.unit("h").charge, ChargeMarker::Spent);
}

/// The values of a charge of `h` east on `t`, whatever the dice: those that fall let a unit of rating 11 stand.
pub fn clash(horse: Piece, target: Piece) -> String {
    clash_in(&position().unit(horse).unit(target.with("morale", "11")), None)
}

pub fn clash_in(position: &Position, preserving: Option<u8>) -> String {
    let mut game = charged_with(position, &["h"], preserving);
    let mut asked = 0;
    while !game.told().iter().any(|entry| entry.contains("t meets it with")) {
        asked += 1;
        assert!(asked < 40, "{} {:?} {:#?}", game.topic(), game.offered(), game.told());
        let offered = game.offered();
        let says = ["target t", "hold-fast", "let-come", "charge e", "go-on"];
        let answer = says.iter().find(|says| offered.iter().any(|offer| offer == *says));
        let answer = answer.unwrap_or_else(|| panic!("{} {offered:?} {:#?}", game.topic(), game.told()));
        let decision = kernel::Notation::read(&game.rules, answer).unwrap();
        let seat = game.asked();
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(2), &mut game.ledger);
    }
    values(&game, "t")
}

#[test]
fn lances_count_by_formation() {
    // LB 19.14.3a, 19.14.3.1a, V19-8: +4 is 8 in a Line of one hex, 16 in two, 24 in three. Light cavalry of MV 24.
    let lancers = |at: &str| hussars("h", "f11").at(at, "ne").in_("line").set("lance", 4).set("increments", 12);
    assert_eq!(clash(lancers("0610"), column("t", "1010")), "32 to 12");
    assert_eq!(clash(lancers("0610 0711"), column("t", "1010")), "40 to 12");
    // LB 19.14.3.2, V19-10: in a column of three hexes +6 is +2 for each.
    let files = hussars("h", "f11").at("0610 0510 0410", "e").in_("column-of-companies").set("increments", 12);
    assert_eq!(clash(files.set("lance", 6), column("t", "1010")), "10 to 12");
}

#[test]
fn cavalry_weighs_in_its_kind() {
    // LB 19.14.1b, 19.14.7, 19.14.2: heavy against light is doubled on either side, whoever merely stands is halved, and a longer Line
    // counts half as much again.
    let standing = |piece: Piece| piece.at("1010", "sw").in_("line");
    let light = |key: &str, of: &str| hussars(key, of).with("morale", "66");
    assert_eq!(clash(horse("h"), standing(light("t", "a11"))), "48 to 12");
    assert_eq!(clash(light("h", "f11").at("0610", "ne").in_("line"), standing(heavy("t", "a11"))), "24 to 24");
    assert_eq!(clash(light("h", "f11").at("0610 0711", "ne").in_("line"), standing(light("t", "a11"))), "36 to 12");
    // LB 19.15.4: a Tired target fights at half.
    assert_eq!(clash(horse("h"), standing(heavy("t", "a11")).with("readiness", "tired")), "24 to 6");
}

#[test]
fn flank_and_rear_are_struck_harder() {
    // LB 19.14.5, 19.14.6, G3.4: of flank and length the larger counts.
    let line = |facing: &str| foot("t", "a11").at("1010", facing).in_("line").set("increments", 2);
    let light = hussars("h", "f11").at("0610", "ne").in_("line");
    let value = |horse: Piece, target: Piece, dice: &[u8]| {
        let position = position().unit(horse).unit(target);
        let mut game = charged(&position, &["h"]);
        up_to(&mut game, "t", 3, dice);
        values(&game, "t")
    };
    let no_fire = [6, 6, 1, 4, 1];
    assert_eq!(value(light.clone(), line("n"), &no_fire), "48 to 12", "flank");
    assert_eq!(value(light, line("se"), &no_fire), "36 to 12", "rear");
    assert_eq!(value(horse("h"), line("n"), &no_fire), "48 to 12", "flank and length are not multiplied");
}

#[test]
fn a_charge_that_comes_to_nothing_bounces() {
    // LB 19.9.3a, 19.9.3b, 24.1, 19.1.2.5, 19.12, V19-6: at 4:1 an 11 is blank. Movement Potential 11 goes back 4 hexes of clear ground; a failed
    // check makes it rout 13 more. It loses an Increment where it leaves the zone of the Line, and does not regroup.
    let position = position().unit(horse("h")).unit(thin("t", "1010"));
    let mut game = charged(&position, &["h"]);
    up_to(&mut game, "t", 3, &[6, 6, 1, 1, 1, 1, 1]);
    assert!(game.has_told("h bounces"));
    let mut hexes = 0;
    while game.topic() == "retreat" {
        let ways = game.offered();
        let west = ways.iter().position(|way| *way == format!("fall-back {:02}10", 8 - hexes)).unwrap_or(0);
        let last = hexes == 3;
        game.roll(if last { &[1, 3] } else { &[] }, &ways[west]);
        hexes += 1;
        if last {
            break;
        }
    }
    assert_eq!(game.at("h"), "0510", "{:#?}", game.told());
    assert_eq!(game.order("h"), Order::Pgd);
    assert_eq!(game.unit("h").losses, 1);
}

#[test]
fn foot_forms_square_before_cavalry() {
    // LB 19.7a, 19.7b, 19.7.1, 19.3.1c, 19.8.1, 19.1.1.3a-i, 19.1.1.3a-iv: at four hexes the British form on 11 to 63 (chart 18). Whoever has formed stands
    // (LB 19.6.3), and heavy cavalry whose target did so may recall.
    let position = position().unit(horse("h")).unit(line("t", "1010"));
    let mut game = charged(&position, &["h"]);
    game.roll(&[6, 3], "form-square t 1010");
    assert_eq!(game.unit("t").formed, Formed::Square);
    assert_eq!(game.topic(), "ride", "once for each charge");
    all(&mut game, &["charge e", "charge e", "target t"]);
    // LB 19.14.4a, 12.9.7.1a, G3.4: a third against a Square, and no length of charge: 24 to 8.
    roll(&mut game, &[2, 1, 2, 1, 4, 1], "charge e");
    assert_eq!(values(&game, "t"), "8 to 12");
    assert!(game.has_told("t stands all the same"));
}

#[test]
fn a_square_may_fail() {
    // LB 19.7.1, 19.1.1.3a-ii, 19.1.1.3a-iii, 19.8.1: on 66 at four hexes they rout; on 64 they are Disordered and await the charge.
    let position = position().unit(horse("h")).unit(line("t", "1010"));
    let mut game = charged(&position, &["h"]);
    game.roll(&[6, 4], "form-square t 1010");
    assert_eq!((game.order("t"), game.at("t").as_str()), (Order::Disorder, "1010"));
    // A declared target that routs: the charge may recall, or comes into the hex it left, and ends there (LB G3.48).
    let mut game = charged(&position, &["h"]);
    all(&mut game, &["charge e", "charge e", "target t"]);
    game.roll(&[6, 6], "form-square t 1010");
    while game.topic() == "retreat" {
        let way = game.offered().remove(0);
        game.say(&way);
    }
    assert_eq!((game.order("t"), game.topic()), (Order::Pgd, "after-square"));
    assert_eq!(game.offered(), ["go-on", "sound-recall"]);
    game.say("go-on");
    assert_eq!(game.at("h"), "1010", "{:#?}", game.told());
    assert_eq!(game.order("h"), Order::Good);
    game.say("halt");
    assert_eq!(game.unit("h").readiness, Readiness::Tired);
}

#[test]
fn a_square_that_was_the_target_is_ridden_over_after_a_recall() {
    // LB 19.8a, 19.8.1, 19.7.4a, 19.2.6: the French recall on 3 to 6 (chart 21). Before that the Square is in the way.
    let position = position().unit(horse("h")).unit(line("t", "1010"));
    let mut game = charged(&position, &["h"]);
    all(&mut game, &["charge e", "charge e", "target t"]);
    game.roll(&[1, 1], "form-square t 1010");
    assert_eq!(game.topic(), "after-square");
    game.roll(&[3], "sound-recall");
    assert_eq!(game.topic(), "ride");
    all(&mut game, &["charge e"]);
    assert!(!game.has_told("h meets t"));
    assert_eq!(game.at("h"), "0910");
    assert!(game.refused("charge e").is_some(), "one point is left, and there is no way off again");
    let mut game = charged(&position, &["h"]);
    all(&mut game, &["charge e", "charge e", "target t"]);
    game.roll(&[1, 1], "form-square t 1010");
    // LB 19.8a: failing, it has to go through with it.
    game.roll(&[2], "sound-recall");
    roll(&mut game, &[2, 1, 2, 1, 4, 1], "charge e");
    assert_eq!(values(&game, "t"), "8 to 12");
}

#[test]
fn skirmishers_rally_or_give_way() {
    // LB 19.7.2, 19.7.2.1, 19.4.1, 19.4.2a, 19.4.2b, 19.4.3a, V19-5.
    let loose = || light("t", "a11").at("1010", "nw").in_("skirmish").with("nation", "french");
    let rally = position().unit(horse("h")).unit(loose());
    let mut game = charged(&rally, &["h"]);
    // 31 less 3 at four hexes is 24, above 21 (chart 19).
    game.roll(&[3, 1], "form-square t 1010");
    assert_eq!(game.unit("t").formed, Formed::Square);
    let mut game = charged(&rally, &["h"]);
    game.roll(&[2, 4], "form-square t 1010");
    assert_eq!(game.order("t"), Order::Disorder, "24 less 3 is 21, a tie");
    // Into the woods: the charge follows into their hex, and charges the woods.
    let woods = position().unit(horse("h")).unit(loose()).terrain("1110", "woods");
    let mut game = charged(&woods, &["h"]);
    all(&mut game, &["charge e", "charge e", "target t", "charge e"]);
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
    assert_eq!((game.at("t").as_str(), game.unit("t").formed), ("1110", Formed::Skirmish));
    // LB 19.4.3c: with points left they may face about.
    assert_eq!(game.topic(), "reface");
    game.say("keep-facing");
    assert_eq!(game.topic(), "follow");
    // In the woods they form no Square (LB 12.9a).
    game.roll(&[6, 6, 1, 1, 1, 4, 1], "go-on");
    assert_eq!(game.at("h"), "1010");
    assert!(game.has_told("t meets it with"), "{:#?}", game.told());
}

/// Hussars in Line before the French cavalry, in whose way they can ride.
pub fn reactors(key: &str, at: &str) -> Piece {
    hussars(key, "a11").at(at, "sw").in_("line")
}

#[test]
fn cavalry_rides_to_meet_a_charge() {
    // LB 19.17a, 19.17b, 19.17.2a, 19.17.2d, 19.1.1.3b, 19.2.2.2b, G3.20: four hexes off there are three between them: the charge goes two, the reactor
    // one. The reactor strikes; whoever was met does not merely stand: light 24 to heavy 48.
    let position = position().unit(horse("h")).unit(reactors("t", "1010"));
    let mut game = charged(&position, &["h"]);
    assert_eq!(game.offered(), ["let-come", "reaction-charge t"]);
    // Rating 21: 21 fails, and nothing comes of it (LB 19.17.2c).
    let mut fails = charged(&position, &["h"]);
    fails.roll(&[2, 1], "reaction-charge t");
    assert_eq!((fails.order("t"), fails.at("t").as_str(), fails.topic()), (Order::Good, "1010", "ride"));
    // 22 passes; at 1:2 a 42 is blank: both bounce, and the attacker first (LB 19.9.3a).
    game.roll(&[2, 2, 4, 2], "reaction-charge t");
    assert_eq!((game.at("h").as_str(), game.at("t").as_str()), ("0810", "0910"), "{:#?}", game.told());
    assert!(game.has_told("t strikes with 24") && game.has_told("h meets it with 48"));
    assert!(game.has_told("t bounces") && !game.has_told("h bounces"), "one after the other");
}

#[test]
fn those_who_met_a_charge_and_lose_leave_their_hex_to_it() {
    // LB 19.10a, G3.43, 23-8, 19.15.1a, 19.15.1b: AD3 at 1:2 on 15. The Hussars are Disordered and recoil three hexes; the charge, Disordered,
    // advances, and may regroup. Tired the one for its mêlée, Exhausted the other for charge and mêlée.
    let position = position().unit(horse("h")).unit(reactors("t", "1010"));
    let mut game = charged(&position, &["h"]);
    game.roll(&[2, 2, 1, 5], "reaction-charge t");
    while game.topic() == "retreat" {
        let way = game.offered().remove(0);
        game.say(&way);
    }
    assert_eq!((game.order("t"), game.unit("t").losses), (Order::Disorder, 1), "{:#?}", game.told());
    assert_eq!((game.order("h"), game.at("h").as_str()), (Order::Disorder, "0910"), "{:#?}", game.told());
    game.say("halt");
    assert_eq!(game.unit("t").readiness, Readiness::Tired);
    assert_eq!(game.unit("h").readiness, Readiness::Exhausted);
    assert_eq!([game.unit("t").charge, game.unit("h").charge], [ChargeMarker::Spent; 2]);
}

#[test]
fn the_second_to_bounce_pays_for_the_zone_of_the_first() {
    // LB 19.9.3a, G3.74: two readings.
    let lost = |reading: &str| {
        let position = position().option("mutual-bounce", reading).unit(horse("h")).unit(reactors("t", "1010"));
        let mut game = charged(&position, &["h"]);
        game.roll(&[2, 2, 4, 2], "reaction-charge t");
        // Both check on 66 when they have gone their hexes.
        let mut guard = 0;
        while game.topic() == "retreat" && guard < 20 {
            guard += 1;
            let way = game.offered().remove(0);
            let before = game.state.clone();
            let last = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let mut probe = Game { rules: game.rules.clone(), state: before.clone(), ledger: game.ledger.clone() };
                probe.say(&way);
            }));
            let dice: &[u8] = if last.is_ok() { &[] } else { &[6, 6] };
            game.roll(dice, &way);
        }
        (game.unit("t").losses, game.unit("h").losses)
    };
    assert_eq!(lost("simultaneous"), (1, 1));
    assert_eq!(lost("in-turn"), (1, 0));
}

#[test]
fn pursuit_follows_the_way_of_the_routed() {
    // LB 19.11a, 19.11.1a, 19.11.1b, 19.1.4, 19.10.1, 19.3.1f, V-O8, V19-7: a battalion in PGD runs, an Increment for the zone it leaves; the
    // cavalry advances without Disorder and follows three hexes: three more, and one from light cavalry.
    let routed = |increments: u8| foot("t", "a11").at("1010", "").with("order", "pgd").set("increments", increments);
    let runs = |horse: Piece, increments: u8| {
        let position = position().unit(horse).unit(routed(increments));
        let mut game = charged(&position, &["h"]);
        all(&mut game, &["charge e", "charge e", "target t", "charge e"]);
        while game.topic() == "retreat" {
            let way = game.offered().remove(0);
            game.say(&way);
        }
        assert_eq!((game.topic(), game.at("h").as_str()), ("pursue", "1010"), "{:#?}", game.told());
        game.say("pursue t");
        assert_eq!(game.order("h"), Order::Good);
        game
    };
    assert_eq!(runs(horse("h"), 9).unit("t").losses, 4);
    let light = hussars("h", "f11").at("0610", "ne").in_("line");
    assert_eq!(runs(light, 9).unit("t").losses, 5);
    // Two Increments: one in the zone, one in the first hex of the pursuit, which ends there.
    let game = runs(horse("h"), 2);
    assert_eq!(game.at("t"), "gone");
    assert_eq!(game.topic(), "move", "the cavalry regroups");
}

/// A stack on the move in the chit of a Maneuver Unit of these; the charges that it declares follow.
pub fn moving(position: &Position, top: &str, members: &[&str], leader: &str) -> Game {
    moving_before(position, top, members, leader, &[])
}

/// The same, with what comes after the chit.
pub fn moving_before(position: &Position, top: &str, members: &[&str], leader: &str, then: &[Step]) -> Game {
    let mut game = position.still();
    game.state.agenda.push_all(then);
    let (id, members, leader) = (game.id(top), game.ids(members), game.leader_id(leader));
    game.begin(&[], |play| {
        let side = play.table().side(id);
        let mu = Mu {
            side,
            kind: MuKind::Ordinary,
            leader,
            members,
            leaders: [leader].into_iter().collect(),
            destination: None,
            flipped: false,
            resolved: true,
        };
        play.state.mus.clear();
        play.state.mus.push(Some(mu));
        play.state.chit = Some(Chit::Mu(MuId(0)));
        play.state.segment = les_batailles::state::Segment::Maneuver;
        let steps = [ChargeStep::Run, ChargeStep::Melees, ChargeStep::Close];
        play.state.agenda.push_all(&steps.map(Step::Charge));
        play.begin_move_of_stack(Motion::Maneuver, id);
    });
    game
}

pub fn murat() -> Piece {
    leader("murat", "f11", "0610").set("cavalry-ability", true).with("morale", "3").with("cavalry", "3")
}

#[test]
fn a_charge_is_declared_on_the_move() {
    // LB 19.1a, 19.1.1.1, 19.7a: it stops, is marked, and moves no more; foot within four hexes may form Square at once.
    let position = position().unit(horse("h").at("0510", "ne")).unit(line("t", "1010")).leader(murat());
    let mut game = moving(&position, "h", &["h"], "murat");
    assert!(game.offered().contains(&"declare-charge".to_string()));
    game.say("step e");
    assert_eq!(game.topic(), "form-square", "cavalry has moved within four hexes");
    game.say("let-come").say("declare-charge");
    assert_eq!(game.unit("h").charge, ChargeMarker::Declared);
    assert_eq!(game.topic(), "answer-to-charge");
    assert_eq!(game.offered(), ["let-come", "form-square t 1010"]);
    game.say("let-come");
    // Its charge is run.
    all(&mut game, &["charge e"]);
    assert_eq!(game.at("h"), "0710");
}

#[test]
fn readiness_is_preserved_by_few_who_fight() {
    // LB 19.15.2a, 19.15.2b, V19-12: a Line strikes with a third; a column of three hexes preserves with one wave, of four with two.
    let far = position().unit(horse("h")).unit(column("t", "1010").with("morale", "11"));
    assert_eq!(clash_in(&far, Some(1)), "16 to 12", "24 for the length of its charge doubled, by a third");
    let files = |at: &str, increments: u8| companies("h", at).set("increments", increments);
    let offers = |horse: Piece| {
        let position = position().unit(horse).unit(line("t", "1010")).leader(murat());
        let game = moving(&position, "h", &["h"], "murat");
        game.offered().into_iter().filter(|offer| offer.starts_with("declare-preserving")).count()
    };
    assert_eq!(offers(files("0610 0510 0410", 12)), 1);
    assert_eq!(offers(files("0610 0510 0410 0310", 16)), 2);
    assert_eq!(offers(files("0610", 4)), 0);
}

#[test]
fn an_opportunity_charge_strikes_at_once() {
    // LB 19.18.1a, 19.18.2, 19.18.3a, 19.18.3b, 19.18.3c, 19.14.4.3, 20.1.4, 24.16, V19-15: infantry comes within two hexes of hussars: a first attempt
    // fails, and it goes on; when it spends points in their zone they may try again, pass, and strike, short.
    let position = position()
        .unit(foot("t", "f11").at("0810", "e").set("fire", 1).with("morale", "11"))
        .unit(hussars("h", "a11").at("1110", "sw").in_("line"))
        .leader(murat());
    let mut game = moving(&position, "t", &["t"], "murat");
    game.say("step e");
    // It could ride off first (LB 19.19a), and does not.
    assert_eq!((game.topic(), game.at("t").as_str()), ("reaction-move", "0810"));
    game.say("no-reaction");
    assert_eq!((game.topic(), game.at("t").as_str()), ("opportunity-charge", "0910"));
    game.roll(&[1, 2], "opportunity-charge h");
    assert_eq!(game.topic(), "move", "a failure does no harm");
    assert_eq!(game.order("h"), Order::Good);
    let form = game.offered().into_iter().find(|offer| offer.starts_with("form ") || offer.contains("line")).unwrap();
    game.say(&form);
    while game.topic() == "reaction-move" {
        game.say("no-reaction");
    }
    assert_eq!(game.topic(), "opportunity-charge", "{form} {:#?}", game.told());
    // 36 passes; it stands on 22 without shifts, its fire misses; a blank on 41, and the hussars bounce.
    game.roll(&[3, 6, 2, 2, 1, 1, 1, 4, 1], "opportunity-charge h");
    assert_eq!(values(&game, "t"), "12 to 12", "24 by half: it is always short");
    assert_eq!(game.unit("t").formed, Formed::Column, "what it was about to do does not happen");
    assert!(game.unit("t").turn.movement.halted, "it spends no more points in this segment");
}

#[test]
fn a_grand_charge_rides_as_one() {
    // LB 19.16, 19.16.1a, 19.16.1.2, 19.16.3, 19.16.4a, 19.16.4.1, 19.16.4.2, 19.16.4.4, 19.16.8, 19.16.10: two columns about their leader;
    // the one halts before the Line, which rolls at -12, the other rides on until its points are spent.
    let files = |key: &str, at: &str| heavy(key, "f11").at(at, "e").in_("column-of-companies").set("increments", 4);
    let position = position()
        .unit(files("h", "0610"))
        .unit(files("k", "0609"))
        .unit(thin("t", "1010"))
        .unit(horse("z").at("0220", "ne"))
        .leader(murat());
    let mut game = moving(&position, "h", &["h", "k", "z"], "murat");
    assert!(game.offered().contains(&"grand-charge murat".to_string()), "{:?}", game.offered());
    // LB 19.2.7.2: the Line, which has a charge upon it, does not fire at those who ride past.
    game.say("grand-charge murat");
    assert!(game.has_told("h meets t"), "{:#?}", game.told());
    assert!(game.has_told("k rides to 1709"), "eleven hexes: {:#?}", game.told());
    // Its leader has gone on with it (LB G3.71); it may regroup (LB 19.16.13).
    assert_eq!(game.rules.ground.grid.number(game.leader("murat").hex).to_string(), "1709");
    game.roll(&[6, 6, 1, 1, 1, 4, 1], "halt");
    // 66 less 12 is 46: it stands. 24 doubled for its length is 48.
    assert_eq!(values(&game, "t"), "48 to 12");
}

#[test]
fn the_leader_of_a_grand_charge_may_stay() {
    // LB 19.16.1a, G3.71, the other reading: he stays with his regiment, and the other drops out when it has left him.
    let files = |key: &str, at: &str| heavy(key, "f11").at(at, "e").in_("column-of-companies").set("increments", 4);
    let position = position()
        .option("grand-leader", "stays")
        .unit(files("h", "0610"))
        .unit(files("k", "0609"))
        .unit(thin("t", "1010"))
        .leader(murat());
    let mut game = moving(&position, "h", &["h", "k"], "murat");
    game.say("grand-charge murat");
    assert_eq!(game.at("k"), "1109", "{:#?}", game.told());
    assert_eq!(game.rules.ground.grid.number(game.leader("murat").hex).to_string(), "0910");
}

#[test]
fn cavalry_that_is_faster_rides_off() {
    // LB 19.5.1a, 19.5.2a, 19.5.2.1, 19.5.3a, 19.5.3.4, 19.15.1.3, 19.15.4: hussars before heavy cavalry may stand or go; over half of their 14
    // points leaves them Exhausted. The charge follows along their way for the points it has left.
    let position = position().unit(horse("h")).unit(reactors("t", "1010"));
    let mut game = charged(&position, &["h"]);
    all(&mut game, &["charge e", "charge e", "target t"]);
    go(&mut game, "charge e");
    assert_eq!(game.topic(), "give-way");
    // With points left they may turn (LB 19.5.2a).
    all(&mut game, &["give-way 1110", "hold-fast", "keep-facing"]);
    assert_eq!((game.at("t").as_str(), game.topic()), ("1110", "follow"));
    game.say("go-on");
    assert_eq!((game.at("h").as_str(), game.topic()), ("1010", "strike-the-caught"));
    // Struck, their Mêlée Value is halved, once: 48 to 12.
    game.roll(&[4, 2], "strike");
    assert_eq!(values(&game, "t"), "48 to 12");
    assert_eq!(game.unit("t").readiness, Readiness::Ready, "one point of fourteen");
}

#[test]
fn who_recalls_from_retreating_cavalry_may_regroup() {
    // LB 19.5.3b, 19.8.1, G3.47, G3.75: two readings.
    let regroups = |reading: &str| {
        let position = position().option("recalled-regroup", reading).unit(horse("h")).unit(reactors("t", "1010"));
        let mut game = charged(&position, &["h"]);
        all(&mut game, &["charge e", "charge e", "target t", "charge e"]);
        all(&mut game, &["give-way 1110", "hold-fast", "keep-facing"]);
        game.roll(&[3], "sound-recall");
        assert_eq!(game.at("h"), "0910");
        game.topic() == "move"
    };
    assert!(regroups("regroups"));
    assert!(!regroups("stays"));
}

#[test]
fn a_charge_out_of_points_still_meets_a_reaction() {
    // LB 19.17.2b, G3.76: two readings. Four of its five points are spent when the hussars may react, three hexes away.
    let offered = |reading: &str| {
        let position = position()
            .option("accepting-points", reading)
            .terrain("0710 0810", "rough-ground")
            .unit(horse("h"))
            .unit(reactors("t", "1210"));
        let mut game = charged(&position, &["h"]);
        all(&mut game, &["charge e", "charge e"]);
        (game.at("h"), game.offered().contains(&"reaction-charge t".to_string()))
    };
    assert_eq!(offered("free"), ("0810".into(), true));
    assert_eq!(offered("counted"), ("0810".into(), false));
}

#[test]
fn a_pursuit_stops_before_its_prey() {
    // LB 19.11.1a, G3.72: after DD1 the only hex of the way is the one the target stands in. Two readings.
    let lost = |reading: &str| {
        let position = position().option("pursuit-last-hex", reading).unit(horse("h")).unit(column("t", "1010"));
        let mut game = charged(&position, &["h"]);
        up_to(&mut game, "t", 3, &[]);
        game.roll(&[6, 6, 1, 1, 1, 1, 3], "let-come");
        while game.topic() == "retreat" {
            let way = game.offered().remove(0);
            game.say(&way);
        }
        assert_eq!(game.order("t"), Order::Disorder);
        if game.topic() == "pursue" {
            game.say("pursue t");
        }
        game.unit("t").losses
    };
    assert_eq!(lost("counts"), 2);
    assert_eq!(lost("entered"), 1);
}

#[test]
fn a_line_of_four_hexes_strikes_two_stacks() {
    // LB 19.2.8b, 19.2.8c, 19.2.8d, 19.2.8e, 20.1.5, V19-3: MV 48 in four hexes. Two of them are on a Disordered battalion, two on a Square: 24 to 6
    // and 8 to 12. DD2 on the one is its second Disorder and routs it; the blank of the other is cancelled. Nobody advances or
    // pursues, since the Square has stayed; the Line is Disordered and regroups.
    let shaken = foot("t", "a11").at("1010", "").with("order", "disorder").set("fire", 1);
    let square = foot("u", "a11").at("0908", "").in_("square").with("nation", "spanish");
    let wide = hussars("h", "f11").at("0608 0709 0710 0811", "ne").in_("line").set("increments", 16).set("melee", 48);
    let position = position().unit(wide).unit(square).unit(shaken);
    let mut game = charged(&position, &["h"]);
    all(&mut game, &["charge e", "target t", "target u"]);
    // The Square fails its roll and stands all the same, its fire misses; the other stands.
    game.roll(&[1, 1, 6, 6, 1, 1, 1, 4, 1, 2, 1], "charge e");
    assert_eq!(values(&game, "u"), "8 to 12");
    assert_eq!(values(&game, "t"), "24 to 6");
    while game.topic() == "retreat" {
        let way = game.offered().remove(0);
        game.say(&way);
    }
    assert_eq!(game.order("t"), Order::Pgd);
    assert!(!game.has_told("h bounces"));
    // Disordered it draws together in a hex of its owner's choice (LB 12.11b).
    game.say("collapse 0909");
    assert_eq!(
        (game.order("h"), game.at("h").as_str(), game.topic()),
        (Order::Disorder, "0909", "move"),
        "{:#?}",
        game.told()
    );
}

#[test]
fn skirmishing_cavalry_forms_up_before_a_charge() {
    // LB 19.1.1.3c, 12.10.9.1a, 12.10.9.1b, 12.10.9.1c, 12.10.9.1d, G-43: in the Charge Zone, or by the other reading within four hexes.
    let loose = |at: &str| hussars("t", "a11").at(at, "sw").in_("skirmish");
    let offered = |reading: &str, at: &str| {
        let position = position().option("form-up", reading).unit(horse("h")).unit(loose(at)).unit(line("z", "1107"));
        let game = charged(&position, &["h"]);
        let mut game = game;
        if game.topic() == "declare-target" {
            game.say("no-target");
        }
        game.offered().contains(&"form-up t".to_string())
    };
    assert!(offered("charge-zone", "1109") && !offered("four-hexes", "1109"), "five hexes off, in the zone");
    assert!(!offered("charge-zone", "0713") && offered("four-hexes", "0713"), "three hexes off, outside of it");
    let position = position().unit(horse("h")).unit(loose("1010"));
    let mut game = charged(&position, &["h"]);
    // At four hexes nothing is taken off: 22 exceeds 21.
    game.roll(&[2, 2], "form-up t");
    assert_eq!(game.unit("t").formed, Formed::Line);
    assert!(!game.offered().contains(&"reaction-charge t".to_string()));
}

/// Whoever retreats takes the first way that is open to it.
pub fn retreats(game: &mut Game) {
    while game.topic() == "retreat" {
        let way = game.offered().remove(0);
        game.say(&way);
    }
}

/// Russian kurassiers in a column of two hexes.
pub fn kurassiers(key: &str, at: &str) -> Piece {
    heavy(key, "a11").at(at, "e").in_("column-of-companies").set("armored", true).with("nation", "russian")
}

#[test]
fn example_two_dragoons_meet_kurassiers() {
    // LB 23-8, V23: four hexes between them, two for each. 25 to 68 is 1:3; on 36 AD3: the dragoons are Disordered, recoil three hexes and
    // lose one, Tired; the kurassiers, Disordered, advance and may regroup, Exhausted.
    let dragoons = hussars("bavaria", "f11").at("1110", "sw").in_("line").set("melee", 25).with("nation", "bavarian");
    let position = position().unit(kurassiers("gluchov", "0610 0510").set("melee", 34)).unit(dragoons);
    let mut game = charged(&position, &["gluchov"]);
    game.roll(&[6, 6, 3, 6], "reaction-charge bavaria");
    assert_eq!(values(&game, "gluchov"), "25 to 68");
    retreats(&mut game);
    assert_eq!((game.order("bavaria"), game.unit("bavaria").losses), (Order::Disorder, 1));
    assert_eq!((game.order("gluchov"), game.at("gluchov").as_str()), (Order::Disorder, "0910"), "{:#?}", game.told());
    game.say("halt");
    assert_eq!(game.unit("bavaria").readiness, Readiness::Tired);
    assert_eq!(game.unit("gluchov").readiness, Readiness::Exhausted);
    assert_eq!([game.unit("bavaria").charge, game.unit("gluchov").charge], [ChargeMarker::Spent; 2]);
}

#[test]
fn example_two_lancers_meet_hussars() {
    // LB 23-12, V23, 19.1.3, 19.11a: 18 and a Lance Bonus of 3, doubled in a Line of one hex, are 24 to 36; on 65 DD2.
    let lancers = hussars("berg", "f11").at("1110", "sw").in_("line").set("melee", 18).set("lance", 3);
    let russians = hussars("white", "a11").at("0610", "ne").in_("line").set("melee", 36).with("nation", "russian");
    let mut game = charged(&position().unit(russians).unit(lancers), &["white"]);
    game.roll(&[6, 6, 6, 5], "reaction-charge berg");
    assert_eq!(values(&game, "white"), "24 to 36");
    retreats(&mut game);
    assert_eq!((game.order("white"), game.unit("white").losses), (Order::Disorder, 1));
    assert_eq!((game.order("berg"), game.at("berg").as_str()), (Order::Disorder, "0810"), "{:#?}", game.told());
    game.say("halt");
    assert_eq!([game.unit("berg").readiness, game.unit("white").readiness], [Readiness::Tired, Readiness::Exhausted]);
}

#[test]
fn example_two_a_long_line_meets_a_short_one() {
    // LB 23-11, V23: three of four hexes touch: 42 by three quarters and by three halves is 47 1/4 to 36, 1:1; on 64 DD3.
    let tenth =
        hussars("tenth", "f11").at("1212 1211 1110 1109", "sw").in_("line").set("melee", 42).set("increments", 16);
    let alexandria = hussars("alexandria", "a11").at("0610 0711", "ne").in_("line").set("melee", 36);
    let position = position().unit(alexandria.with("nation", "russian")).unit(tenth);
    let mut game = charged(&position, &["alexandria"]);
    game.roll(&[6, 6, 6, 4], "reaction-charge tenth");
    assert_eq!(values(&game, "alexandria"), "47 1/4 to 36", "{} {}", game.at("alexandria"), game.at("tenth"));
    game.say("collapse 0810");
    retreats(&mut game);
    assert_eq!((game.order("alexandria"), game.unit("alexandria").losses), (Order::Disorder, 1));
    game.say("collapse 0909");
    assert_eq!((game.order("tenth"), game.at("tenth").as_str()), (Order::Disorder, "0810"), "{:#?}", game.told());
    game.say("halt");
    assert_eq!(
        [game.unit("tenth").readiness, game.unit("alexandria").readiness],
        [Readiness::Tired, Readiness::Exhausted]
    );
}

#[test]
fn example_two_a_line_strikes_a_square_and_a_battalion() {
    // LB 23-9, 23-10, V23, 19.6a, 19.6.3, 19.1.2.2a, 19.1.2.2b, 19.1.2.3a: the Square rolls 14 and stands all the same, its fire of 32 misses;
    // the Disordered battalion stands on 64 less 15, a 2 brings no shift, its fire of 8 on 42 misses. 5 1/3 to 8 on 42 is blank, 32
    // to 5 on 24 is DR: it routs and loses one; nobody advances or bounces, and the kurassiers are Disordered and Exhausted.
    let russians = heavy("russia", "a11").at("0610 0711", "ne").in_("line").set("melee", 32).set("armored", true);
    let fourth = foot("fourth", "f11").at("0909", "").in_("square").set("melee", 8).with("morale", "32");
    let third = foot("third", "f11").at("1011", "").with("order", "disorder").set("melee", 10).with("morale", "32");
    let position = position().unit(russians.with("nation", "russian")).unit(fourth).unit(third);
    let mut game = charged(&position, &["russia"]);
    all(&mut game, &["charge e", "target fourth", "target third"]);
    game.roll(&[1, 4, 6, 4, 2, 3, 2, 4, 2, 4, 2, 2, 4], "charge e");
    assert_eq!(values(&game, "fourth"), "5 1/3 to 8");
    assert_eq!(values(&game, "third"), "32 to 5");
    retreats(&mut game);
    assert_eq!((game.order("third"), game.unit("third").losses), (Order::Pgd, 1));
    assert!(!game.has_told("russia bounces") && !game.has_told("russia advances"));
    game.say("collapse 0810");
    assert_eq!((game.order("russia"), game.at("russia").as_str()), (Order::Disorder, "0810"));
    game.say("halt");
    assert_eq!(game.unit("russia").readiness, Readiness::Exhausted);
}

#[test]
fn example_two_a_grand_charge_rides_over_a_square() {
    // LB 23-1, 23-2, 23-4, V23, V50, 19.7.4a, 19.7.4c, 12.9.5a, 12.9.5.2a, 19.16.4.3: skirmishers four hexes off rally at -3; the
    // kurassiers ride over their Square without a recall, fired on as they leave the hex next to it and the Square itself: 9 Increments by
    // 3, by a
    // third for the Square and by half, are 4 1/2 to 6; a 55 costs one, and they check. Then they come up to the battalion behind.
    let position = position()
        .unit(kurassiers("sk", "0610 0510").set("losses", 1))
        .unit(kurassiers("ordenskii", "0609 0509"))
        .unit(light("square", "f11").at("1010", "sw").in_("skirmish").set("increments", 9))
        .unit(foot("ligne", "f11").at("1210", "w"))
        .leader(leader("gallizin", "a11", "0610").set("cavalry-ability", true).with("morale", "3"));
    let mut game = moving(&position, "sk", &["sk", "ordenskii"], "gallizin");
    game.say("grand-charge gallizin");
    roll(&mut game, &[4, 4], "form-square square 1010");
    assert_eq!(game.unit("square").formed, Formed::Square, "{:#?}", game.told());
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
    assert_eq!((game.topic(), game.at("sk").as_str()), ("opportunity-fire", "0910 0810"), "{:#?}", game.told());
    game.roll(&[5, 5, 6, 6], "opportunity-fire square");
    assert_eq!(game.unit("sk").losses, 2, "{:#?}", game.told());
    // LB V50, 19.1e: both ride on together; the Square fires twice at those who ride over it, for the hex before it and for its own, and
    // as often at those who pass it by.
    let mut shots = [1, 0];
    while ["opportunity-fire", "answer-to-charge"].contains(&game.topic()) {
        if game.topic() == "answer-to-charge" {
            game.say("let-come");
            continue;
        }
        let mover = game.table().window().unwrap().mover;
        shots[usize::from(mover == game.id("ordenskii"))] += 1;
        game.roll(&[1, 1], "opportunity-fire square");
    }
    assert_eq!((shots, game.unit("sk").losses), ([2, 2], 2), "{:#?}", game.told());
    // They meet the battalion behind it.
    assert!(game.has_told("meets ligne") || game.has_told("rolls to stand"), "{} {:#?}", game.topic(), game.told());
    // LB G3.78: beside the Square, not on it.
    assert!(game.at("sk").starts_with("1110 ") && !game.at("sk").contains("1010"), "{}", game.at("sk"));
}

#[test]
fn light_cavalry_recalls_on_its_way() {
    // LB 19.8.2, 19.1.1.2c: once, before it is next to its target, and only to end its charge; heavy cavalry may not.
    let horses = hussars("h", "f11").at("0610", "ne").in_("line");
    let mut game = charged(&position().unit(horses).unit(thin("t", "1010")), &["h"]);
    game.roll(&[2], "sound-recall");
    assert_eq!(
        game.refused("sound-recall").as_deref(),
        Some("LB 19.8.2"),
        "the French recall on 3 to 6, and it has had its try"
    );
    let heavy = charged(&position().unit(horse("h")).unit(thin("t", "1010")), &["h"]);
    assert_eq!(heavy.refused("sound-recall").as_deref(), Some("LB 19.8.2"));
}

#[test]
fn a_line_extends_as_it_rides() {
    // LB 19.2.2.2a: a hex for each hex of its advance, with a check; failing it ends the charge in Disorder.
    let position = position().unit(horse("h")).unit(thin("t", "1109"));
    let mut game = charged(&position, &["h"]);
    assert_eq!(game.refused("extend-charge left").as_deref(), Some("LB 19.2.2.2a"), "it has not gone on yet");
    game.say("charge e").roll(&[6, 6], "extend-charge left");
    assert_eq!(game.at("h"), "0709 0710");
    assert_eq!(game.refused("extend-charge left").as_deref(), Some("LB 19.2.2.2a"));
    let mut game = charged(&position, &["h"]);
    game.say("charge e").roll(&[1, 2], "extend-charge left");
    assert_eq!((game.order("h"), game.topic()), (Order::Disorder, "move"));
    game.say("halt");
    assert_eq!(game.unit("h").readiness, Readiness::Tired);
}

#[test]
fn a_charge_does_not_go_through_everything() {
    // LB 19.2.3, 19.2.4, 19.2.5, 19.2.6, 19.1.1.2d, 12.10.5.2a: woods end it, friends are in the way, skirmishers are passed, and those next to
    // an enemy are ridden back in Disorder.
    let over = |position: Position| charged(&position.unit(horse("h")).unit(line("t", "1110")), &["h"]);
    let game = over(position().unit(foot("z", "f11").at("0710", "e")));
    assert_eq!(game.refused("charge e").as_deref(), Some("LB 19.2.6"));
    let mut game = over(position().terrain("0710", "woods"));
    all(&mut game, &["charge e", "let-come"]);
    assert_eq!((game.at("h").as_str(), game.unit("h").formed, game.topic()), ("0710", Formed::GeneralOrder, "move"));
    let mut game = over(position().unit(light("z", "f11").at("0710", "ne").in_("skirmish")));
    all(&mut game, &["charge e"]);
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
    assert_eq!(game.refused("end-charge").as_deref(), Some("LB 12.10.5.1b"), "it may not stop among them");
    all(&mut game, &["charge e"]);
    assert_eq!((game.at("h").as_str(), game.order("z")), ("0810", Order::Good));
    let mut game = over(position().unit(light("z", "f11").at("1010", "ne").in_("skirmish")));
    all(&mut game, &["charge e", "charge e"]);
    while game.topic() != "declare-target" {
        all(&mut game, &["charge e"]);
    }
    game.say("target t");
    go(&mut game, "charge e");
    game.roll(&[1, 1], "fire-now");
    assert_eq!((game.at("h").as_str(), game.at("z").as_str(), game.order("z")), ("1010", "0910", Order::Disorder));
}

#[test]
fn whoever_cannot_stand_runs_on_contact() {
    // LB 19.1.1.4, 12.8.4e, 19.3.1f, 19.3.1i, 18.10.2b, 19.4.2c, 19.3.1e: limbered guns alone, Road Columns, skirmishers with nowhere to
    // go.
    let runs = |target: Piece| {
        let mut game = charged(&position().unit(horse("h")).unit(target), &["h"]);
        all(&mut game, &["charge e", "charge e", "target t"]);
        go(&mut game, "charge e");
        while game.topic() == "answer-to-charge" {
            game.say("let-come");
        }
        (game.order("t"), game.has_told("rolls to stand"))
    };
    let limbered = guns("t", "a11").at("1010", "").set("limbered", true);
    assert_eq!(runs(limbered), (Order::Pgd, false));
    assert_eq!(runs(foot("t", "a11").at("1010 1110", "w").in_("road-column")), (Order::Pgd, false));
    assert_eq!(runs(light("t", "a11").at("1010", "nw").in_("skirmish")), (Order::Pgd, false));
}

#[test]
fn a_charge_that_bends_is_short() {
    // LB 19.14.4.1, 19.14.4n, G3.41: east, then north-east, then east again at the target: straight in the sense of the rule, the shortest
    // line. North-east, south-east and east at it is not: three steps before it struck it stood two hexes off.
    let runs = |at: &str, steps: &[&str]| {
        let files = companies("h", at).set("increments", 4);
        let mut game = charged(&position().unit(files).unit(thin("t", "1010")), &["h"]);
        let (last, before) = steps.split_last().unwrap();
        for step in before {
            if game.topic() == "declare-target" {
                game.say("target t");
            }
            game.say(step);
        }
        if game.topic() == "declare-target" {
            game.say("target t");
        }
        game.roll(STANDS, last);
        values(&game, "t")
    };
    assert_eq!(runs("0811", &["charge e", "charge ne"]), "48 to 12");
    assert_eq!(runs("0810", &["charge ne", "charge se"]), "12 to 12");
}

#[test]
fn skirmishing_cavalry_that_stays_is_ridden_down() {
    // LB 12.10.9c: neither formed up nor gone, it routs when the charge is upon it, and rolls for nothing.
    // It is too slow to get away, and fails to form up on 11.
    let loose = hussars("t", "a11").at("1010 1109", "nw").in_("skirmish").set("movement", 10);
    let mut game = charged(&position().unit(horse("h")).unit(loose), &["h"]);
    let mut asked = 0;
    while game.order("t") == Order::Good && asked < 30 {
        asked += 1;
        let offered = game.offered();
        // It puts it off as long as it may.
        let says = ["target t", "hold-fast", "let-come", "charge e", "form-up t"];
        let Some(answer) = says.iter().find(|says| offered.iter().any(|offer| offer == *says)) else {
            panic!("{} {offered:?} {:#?}", game.topic(), game.told())
        };
        if *answer == "form-up t" {
            assert_eq!(game.refused("let-come").as_deref(), Some("LB 12.10.9c"));
        }
        game.roll(if *answer == "form-up t" { &[1, 1] } else { &[] }, answer);
    }
    assert!(game.has_told("form"), "{:#?}", game.told());
    assert_eq!((game.order("t"), game.has_told("rolls to stand")), (Order::Pgd, false), "{:#?}", game.told());
}

#[test]
fn skirmishers_give_way_into_a_square() {
    // LB V-105, 12.9.4a, 12.9.4b: one roll of 26 for all: the Square (21) has 6 more, 3 less for the second unit, and stays; the
    // skirmishers (31) fail, and are displaced behind it.
    let loose = light("t", "a11").at("1010", "nw").in_("skirmish").with("morale", "31").set("increments", 3);
    let square = foot("s", "a11").at("1110", "").in_("square");
    let mut game = charged(&position().unit(horse("h")).unit(loose).unit(square), &["h"]);
    let mut asked = 0;
    // It goes into the Square's hex, the only way that is open to it, and stays there.
    while game.topic() != "give-way-on" && asked < 30 {
        asked += 1;
        let offered = game.offered();
        let says = ["target t", "let-come", "charge e"];
        let Some(answer) = says.iter().find(|says| offered.iter().any(|offer| offer == *says)) else {
            panic!("{} {offered:?} {:#?}", game.topic(), game.told())
        };
        game.say(answer);
    }
    assert_eq!(game.at("t"), "1110");
    game.roll(&[2, 6], "hold-fast");
    retreats(&mut game);
    while game.topic() == "displacement" {
        let way = game.offered().remove(0);
        game.say(&way);
    }
    assert_eq!((game.unit("s").formed, game.order("t")), (Formed::Square, Order::Disorder), "{:#?}", game.told());
    let far = |key: &str| game.table().nearest_enemy(kernel::Side::SECOND, game.unit(key).hexes.head());
    assert!(far("t") > far("s"));
}

#[test]
fn a_charge_through_skirmishers_unmasks_its_target() {
    // LB 12.10.5.2a, 12.10.5.2d, 12.10.5.2e, 12.10.5.2f, G-30: the target fires at the skirmishers as they are ridden back, and not at the
    // charge; or it holds its fire, with a check: 62 passes, and it stands the better for it; 12 fails, and it fires all the same.
    let begun = || {
        let screen = light("z", "f11").at("1010", "ne").in_("skirmish").set("increments", 3);
        let position = position().unit(horse("h")).unit(screen).unit(line("t", "1110"));
        let mut game = charged(&position, &["h"]);
        let mut asked = 0;
        while game.topic() != "masked-fire" && asked < 30 {
            asked += 1;
            let offered = game.offered();
            let says = ["target t", "let-come", "charge e"];
            let Some(answer) = says.iter().find(|says| offered.iter().any(|offer| offer == *says)) else {
                panic!("{} {offered:?} {:#?}", game.topic(), game.told())
            };
            game.say(answer);
        }
        assert_eq!((game.asked().0, game.at("z").as_str(), game.order("z")), (1, "1010", Order::Good));
        game
    };
    let fires = |game: &Game| game.told().iter().filter(|line| line.contains("Fire on")).count();
    // 24 v 14: 1.5:1, 11 misses; the charge: 66 stands, no shifts, and no fire: the 41 is the melee's.
    let mut game = begun();
    game.roll(&[1, 1], "fire-now");
    assert_eq!((game.at("z").as_str(), game.order("z"), game.at("h").as_str()), ("0910", Order::Disorder, "1010"));
    roll(&mut game, &[6, 6, 1, 4, 1], "let-come");
    assert_eq!(fires(&game), 1, "{:#?}", game.told());
    let mut game = begun();
    game.roll(&[6, 2], "hold-fire");
    roll(&mut game, STANDS, "let-come");
    assert_eq!(fires(&game), 1, "{:#?}", game.told());
    assert!(game.ledger.entries.iter().any(|entry| entry.to_text().contains("held its fire")));
    let mut game = begun();
    game.roll(&[1, 2, 1, 1], "hold-fire");
    assert_eq!(game.order("t"), Order::Good);
    roll(&mut game, &[6, 6, 1, 4, 1], "let-come");
    assert_eq!(fires(&game), 1);
}

#[test]
fn a_charged_column_turns_what_it_can_to_the_blow() {
    // LB 12.5.4.1a, 12.5.4.3a: horse of MV 72 in three hexes that merely stands counts 36 from the front, and from behind 12, with its
    // last.
    let fought = |keys: &[&str]| {
        let files = |key: &str, at: &str, facing: &str| companies(key, at).at(at, facing).set("increments", 4);
        let target = heavy("t", "a11").at("1010 1110 1210", "w").in_("column-of-companies").with("morale", "-");
        let position = position()
            .unit(files("h", "0710", "e"))
            .unit(files("k", "1510", "w"))
            .unit(target.set("increments", 12).set("melee", 72));
        let mut game = charged(&position, keys);
        let mut asked = 0;
        while !game.state.asked.is_empty() && asked < 60 {
            asked += 1;
            let offered = game.offered();
            let says = [
                "run-charge h",
                "run-charge k",
                "target t",
                "charge e",
                "charge w",
                "hold-fast",
                "let-come",
                "fight-charge h",
            ];
            let answer = says.iter().find(|says| offered.iter().any(|offer| offer == *says));
            let Some(answer) = answer else { break };
            // An answer to a charge comes before it goes on.
            let answer = if offered.iter().any(|offer| offer == "let-come") { &"let-come" } else { answer };
            let decision = kernel::Notation::read(&game.rules, answer).unwrap();
            let seat = game.asked();
            kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(4), &mut game.ledger);
        }
        let met = game.told().into_iter().filter_map(|line| Some(line.split_once("t meets it with ")?.1.to_owned()));
        let mut met: Vec<String> = met.collect();
        met.sort();
        assert!(!met.is_empty(), "{} {:?} {:#?}", game.topic(), game.offered(), game.told());
        met
    };
    assert_eq!(fought(&["h"]), ["36"]);
    assert_eq!(fought(&["k"]), ["12"]);
}

#[test]
fn no_square_is_formed_in_the_woods() {
    // LB 12.9a, 19.7.2: skirmishers in the woods, or on a road through them, do not rally; of two hexes one in the open will do.
    let offered = |piece: Piece, woods: &str| {
        let position = position().terrain(woods, "woods").unit(horse("h")).unit(piece);
        let game = charged(&position.unit(thin("z", "1009")), &["h"]);
        let squares = game.offered().into_iter().filter(|offer| offer.starts_with("form-square t"));
        squares.collect::<Vec<_>>()
    };
    let loose = || light("t", "a11").at("1010 1109", "nw").in_("skirmish");
    assert_eq!(offered(loose(), "2020"), ["form-square t 1010", "form-square t 1109"]);
    assert_eq!(offered(loose(), "1109"), ["form-square t 1010"]);
    assert!(offered(loose(), "1010 1109").is_empty());
    let march = || foot("t", "a11").at("1010", "w").in_("road-column").set("increments", 4);
    assert_eq!(offered(march(), "2020"), ["form-square t 1010"]);
    assert!(offered(march(), "1010").is_empty());
}
