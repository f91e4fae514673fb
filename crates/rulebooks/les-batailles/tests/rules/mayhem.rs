//! Chapter 16 off its usual course: targets that have gone or gather, assaults that are diverted, retreats and advances of several
//! stacks, reserves that are stopped, charges of the Old Guard.

use crate::assault::*;
use crate::common::*;
use les_batailles::agenda::Step;
use les_batailles::assault::Assault;
use les_batailles::charges::{ChargeKind, ChargeStep};
use les_batailles::fire::{Occasion, exchange};
use les_batailles::hexes::{Facing, Hexes};
use les_batailles::state::{Formed, Order, Place};

/// Plays on with every die falling alike: by an answer that begins as one of these does, else by the first; until that is asked, or
/// nobody is. Tells what was offered on the way.
fn lead(game: &mut Game, die: u8, wishes: &[&str], until: &str) -> Vec<String> {
    let mut all = Vec::new();
    for _ in 0..80 {
        if game.topic() == until || game.topic().is_empty() {
            return all;
        }
        let offered = game.offered();
        all.extend(offered.clone());
        let wished = wishes.iter().find_map(|wish| offered.iter().find(|offer| offer.starts_with(wish)));
        let text = wished.unwrap_or(&offered[0]).clone();
        let decision = kernel::Notation::read(&game.rules, &text).unwrap();
        let seat = game.asked();
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(die), &mut game.ledger);
        kernel::Soundness::invariants(&game.rules, &game.state).unwrap_or_else(|what| panic!("after `{text}`: {what}"));
    }
    panic!("it goes on and on: {all:?}")
}

/// A company of one Increment that hardly fires: a doubled volley of two battalions destroys it.
fn weak(at: &str) -> Piece {
    foot("b", "a11").at(at, "w").set("increments", 1).set("fire", 0)
}

fn loose(key: &str, of: &str, at: &str, facing: &str) -> Piece {
    light(key, of).at(at, facing).in_("skirmish").set("increments", 3)
}

#[test]
fn whoever_comes_into_the_hex_is_assaulted_too() {
    // LB 16.2.2.2a, 16.2.3.1a: c marches into the hex that is assaulted, whether b is still there or not.
    let joined = |gone: bool| {
        let start = "segment = \"maneuver\"\nmaneuver-units = [\"d\"]\nassaults = [{ unit = \"a\", at = [\"1110\"], distance = 6 }]";
        let position = columns().unit(foot("c", "a11").at("1310", "w")).leader(leader("d", "a11", "1311"));
        let mut game = position.top("turns = 1").start(start).play(&[1]);
        if gone {
            let id = game.id("b");
            game.with(&[], |play| play.lose(id, 6));
        }
        let wishes = ["take c", "join w", "step w", "halt", "stay"];
        lead(&mut game, 6, &wishes, "reserves");
        game
    };
    let both = joined(false);
    assert!(both.has_told("a assaults b"), "{:?}", both.told());
    assert!(reckoned(&both, "b rolls to stand").contains("units beyond the first"), "they stand together");
    assert!(both.has_told("b and c fall back"), "{:?}", both.told());
    let late = joined(true);
    assert!(late.has_told("a assaults c") && late.has_told("c rolls to stand"), "{:?}", late.told());
}

#[test]
fn a_target_that_shrinks_is_followed() {
    // LB 16.2.3.2b: x and y assault both hexes of a Line of five Increments. Their fire, 32 v 9, 3:1 and 42, costs it one: it closes its ranks to
    // 1110, away from the hex that was hit. x goes into 1010, does not turn, and has it before it still: on its flank.
    let line = foot("b", "a11").at("1010 1110", "n").in_("line").with("nation", "prussian").set("increments", 5);
    let both_hexes =
        position().unit(foot("x", "f11").at("1009", "se")).unit(foot("y", "f11").at("1209", "sw")).unit(line);
    let both = [("x", "1010", 6), ("y", "1110", 6)];
    // 12 x 2 + 12 v 12 x 4/5 is 3.5:1; 66 is DR.
    let game = assaults(both_hexes, &both).play(&[6, 6, 6, 6, 6, 6, 1, 4, 2, 1, 1, 1, 1, 6, 6]);
    assert_eq!((game.at("x"), game.unit("x").facing), ("1010".into(), game.table().unit(game.id("x")).facing));
    assert_eq!((melees(&game), game.order("b")), (vec!["3.5:1".to_string()], Order::Pgd), "{:?}", game.told());
    // LB 16.2.3.2c: an attacking Line shrinks away from its only target: that is the end. 16 v 9, 1.5:1, 43 costs it one.
    let line = foot("a", "f11").at("1010 1110", "n").in_("line").set("increments", 5);
    let position = position().unit(line).unit(foot("b", "a11").at("1209", "sw"));
    let game = assaults(position, &[("a", "1209", 6)]).play(&[6, 6, 6, 6, 1, 1, 1, 4, 3]);
    assert_eq!((game.at("a"), game.unit("a").losses), ("1010".into(), 1), "{:?}", game.told());
    assert!(melees(&game).is_empty() && game.state.assaults.is_empty() && game.state.over.is_some());
}

/// A battery that is assaulted, as fire is opened.
fn battery_assaulted(occasion: Occasion) -> Game {
    let position = position().unit(foot("a", "f11").at("1010", "e")).unit(guns("g", "a11").at("1110", "w"));
    let mut game = position.still();
    let (top, units, at) = (game.id("a"), game.ids(&["a"]), game.hex("1110"));
    game.state.assaults.push(Assault::new(top, units, at, Hexes::one(at)));
    game.begin(&[], |play| play.state.agenda.push_all(&exchange(occasion)));
    game
}

#[test]
fn what_targets_may_still_fire_at() {
    // LB 16.2.5.1a: guns that are assaulted fire on the Artillery chit, and at their attackers; not in the Fire Segment (LB 15.5.4a, 16.2.5a).
    assert_eq!(battery_assaulted(Occasion::Chit).offered(), ["fire 1110 1010", "done"]);
    assert!(battery_assaulted(Occasion::Segment).state.over.is_some());
    // LB 16.2.5.3a: nor do attackers and targets fire at whoever passes; z, beside them, does.
    let position = columns()
        .unit(foot("z", "a11").at("1211", "nw").in_("line").with("nation", "prussian"))
        .unit(guns("h", "f11").at("1209", "").set("limbered", true).with("arm", "horse-artillery").set("movement", 8));
    let passes = |assault: bool| {
        let mut game = position.still();
        if assault {
            let (top, units, at) = (game.id("a"), game.ids(&["a"]), game.hex("1110"));
            game.state.assaults.push(Assault::new(top, units, at, Hexes::one(at)));
        }
        let by = game.table().side(game.id("b"));
        let firers = game.table().opportunity_firers(by, game.hex("1109"));
        let own = game.table().opportunity_firers(by.other(), game.hex("1110"));
        (firers.contains(&game.hex("1110")), own.contains(&game.hex("1010")))
    };
    assert_eq!((passes(false), passes(true)), ((true, true), (false, false)));
}

#[test]
fn an_attacker_that_is_charged_stands_at_a_price() {
    // LB 16.2.4.1a: it may not form Square, and stands at -12; undeclared it may.
    let charge = |assaults: bool| {
        let position = position()
            .unit(heavy("h", "f11").at("0710", "e").in_("column-of-companies").set("increments", 4))
            .unit(foot("b", "a11").at("1010", "w"))
            .unit(foot("x", "f11").at("1011", "sw"));
        let mut game = position.still();
        let (top, horse, at) = (game.id("b"), game.id("h"), game.hex("1011"));
        let units = game.ids(&["b"]);
        if assaults {
            game.state.assaults.push(Assault::new(top, units, at, Hexes::one(at)));
        }
        game.begin(&[], |play| {
            let units = play.table().stack_of(horse).into_iter().collect();
            play.declare_charge(horse, units, ChargeKind::Charge, None);
            play.state.agenda.push_all(&[ChargeStep::Run, ChargeStep::Melees, ChargeStep::Close].map(Step::Charge));
        });
        let offered = lead(&mut game, 6, &["target b", "charge e", "let-come"], "");
        let square = offered.iter().any(|offer| offer.starts_with("form-square b"));
        (square, game.has_told("diverted from an Assault"))
    };
    assert_eq!((charge(false), charge(true)), ((true, false), (false, true)));
}

#[test]
fn who_retreats_joins_friends_or_takes_cover() {
    // LB 16.3a, 16.3.2a, 16.3.2b: nobody who retreats rolls to stand. Into the hex of a formed battalion they go to the bottom and take its formation
    // and facing; into woods in General Order, and no farther.
    let start = |position: Position| {
        let position = position.unit(foot("a", "f11").at("1010", "e")).unit(loose("sk", "a11", "1110", "nw"));
        assaults(position, &[("a", "1110", 6)]).play(&[])
    };
    let mut game = start(position().unit(foot("r", "a11").at("1210", "sw")));
    game.say("withdraw-to 1210").roll(&[], "withdrawn");
    assert_eq!(game.stack("1210"), ["r", "sk"]);
    assert_eq!((game.unit("sk").formed, game.unit("sk").facing), (Formed::Column, game.unit("r").facing));
    assert!(!game.has_told("rolls to stand"), "{:?}", game.told());
    let mut game = start(position().terrain("1210", "woods"));
    game.say("withdraw-to 1210");
    assert_eq!((game.at("sk"), game.unit("sk").formed), ("1210".into(), Formed::Skirmish));
    assert_ne!(game.topic(), "path-of-retreat", "they stop there");
    // Formed horse comes into General Order there.
    let horse = heavy("h", "a11").at("1110", "nw").in_("line").set("increments", 4);
    let cover = position().terrain("1210", "woods").unit(foot("a", "f11").at("1010", "e")).unit(horse);
    let mut game = assaults(cover, &[("a", "1110", 6)]).play(&[]);
    game.say("retreat-before-assault h").say("withdraw-to 1210");
    assert_eq!((game.at("h"), game.unit("h").formed), ("1210".into(), Formed::GeneralOrder));
    assert_ne!(game.topic(), "path-of-retreat");
    // LB V-105, 12.9.4a, G-45: into a Square by one roll for all: 26 is not enough for them, and with +6 for those in it; they are Disordered and go on.
    let square = foot("q", "a11").at("1210", "").in_("square").with("morale", "26");
    let position = position()
        .unit(foot("a", "f11").at("1010", "e"))
        .unit(loose("sk", "a11", "1110", "nw").with("morale", "26"))
        .unit(square);
    let mut game = assaults(position, &[("a", "1110", 6)]).play(&[]);
    game.say("withdraw-to 1210").roll(&[2, 6], "withdrawn");
    lead(&mut game, 1, &["no-new-target"], "");
    assert_eq!((game.unit("q").formed, game.order("q")), (Formed::Square, Order::Good), "{:?}", game.told());
    assert!(game.order("sk") != Order::Good && game.at("sk") != "1210", "{:?}", game.told());
}

#[test]
fn hussars_harass_whoever_retreats_past_them() {
    // LB 16.3.3b, V-40: through one clear hex of a Skirmish Zone, which costs two points more: 4 v 2 + 2, 1:1; 46 misses. Four points of seven are too many.
    let position = position()
        .unit(foot("a", "f11").at("1010", "e"))
        .unit(hussars("h", "f11").at("1308 1408", "s").in_("skirmish"))
        .unit(loose("sk", "a11", "1110", "nw"));
    let mut game = assaults(position, &[("a", "1110", 6)]).play(&[]);
    game.say("withdraw-to 1210").say("withdraw-to 1211");
    game.roll(&[4, 6], "withdrawn");
    lead(&mut game, 1, &["no-new-target"], "");
    assert!(game.has_told("harasses") && game.has_told("at 1:1 "), "{:?}", game.told());
    assert_eq!((game.order("sk"), game.unit("sk").losses), (Order::Disorder, 0));
}

#[test]
fn two_stacks_that_do_not_match_lose_their_order() {
    // LB 16.3.7.1a, 11.2b: a Column and a Line go after the same skirmishers: whoever goes first is on top, and both are Disordered.
    let line = foot("z", "f11").at("1209", "sw").in_("line");
    let after = position().unit(foot("x", "f11").at("1010", "e")).unit(line).unit(loose("sk", "a11", "1110", "nw"));
    let mut game = assaults(after, &[("x", "1110", 6), ("z", "1110", 6)]).play(&[]);
    assert_eq!(game.topic(), "path-of-retreat");
    game.say("withdraw-to 1211");
    lead(&mut game, 1, &["withdraw-to 1311", "withdrawn", "keep-facing"], "advance");
    game.roll(&[1, 2], "advance-into z 1110");
    assert_eq!(game.stack("1110"), ["z", "x"], "{:?}", game.told());
    assert_eq!((game.order("x"), game.order("z")), (Order::Disorder, Order::Disorder));
    // LB 16.9.2.1a: the same after a target that is destroyed; who is Disordered already does not rout.
    let line = foot("z", "f11").at("1209", "sw").in_("line");
    let shaken = foot("x", "f11").at("1010", "").with("order", "disorder");
    let position = position().unit(shaken).unit(line).unit(weak("1110"));
    let mut game = assaults(position, &[("x", "1110", 6), ("z", "1110", 6)]).play(&[6, 6, 6, 6, 6, 6, 1, 6, 6]);
    assert_eq!((game.topic(), game.at("b")), ("advance", "gone".into()), "{:?}", game.told());
    game.roll(&[6, 1, 2], "advance-into z 1110");
    assert_eq!((game.order("x"), game.order("z")), (Order::Disorder, Order::Disorder), "{:?}", game.told());
}

#[test]
fn who_went_one_hex_may_be_assaulted_again() {
    // LB 16.3.7.2b: one hex back it is a new target; two hexes by a detour it is none.
    let start = || {
        let position = position().unit(foot("x", "f11").at("1010", "e")).unit(loose("sk", "a11", "1110", "nw"));
        assaults(position, &[("x", "1110", 6)]).play(&[])
    };
    let mut game = start();
    game.say("withdraw-to 1210").say("withdrawn").say("keep-facing");
    assert_eq!((game.topic(), game.refused("new-target 1210")), ("new-target", None));
    let mut game = start();
    game.say("withdraw-to 1211").say("withdraw-to 1210").say("withdrawn");
    lead(&mut game, 1, &["keep-facing"], "new-target");
    assert_ne!(game.topic(), "new-target", "{:?}", game.told());
    // LB 16.3.7.2c: b is assaulted by z; later x, whose skirmishers have gone, turns on it as well.
    let position = position()
        .unit(foot("x", "f11").at("1010", "e"))
        .unit(foot("z", "f11").at("1209", "se"))
        .unit(loose("sk", "a11", "1110", "nw"))
        .unit(foot("b", "a11").at("1210", "w"));
    let mut game = assaults(position, &[("x", "1110", 6), ("z", "1210", 6)]).play(&[]);
    game.roll(&with_quiet(&BLANK), "next-assault z");
    game.say("withdraw-to 1211");
    lead(&mut game, 1, &["withdrawn", "keep-facing"], "new-target");
    game.roll(&with_quiet(&BLANK), "new-target 1210");
    let twice = game.told().iter().filter(|line| line.contains("assaults b")).count();
    assert_eq!(twice, 2, "{:?}", game.told());
}

#[test]
fn out_of_the_woods_no_check_is_made() {
    // LB 16.4.3b: it forms as it comes out, although it has declared.
    let ranks = foot("a", "f11").at("0810", "e").in_("general-order");
    let position = position().terrain("0810", "woods").unit(ranks).unit(foot("b", "a11").at("1110", "w"));
    let mut game = active(position, "0809");
    game.say("take a").say("assault a 1110");
    let out = game.offered().into_iter().find(|way| way.starts_with("out e column")).expect("a Column");
    game.say(&out);
    assert_eq!((game.unit("a").formed, game.order("a"), game.state.assaults.len()), (Formed::Column, Order::Good, 1));
}

#[test]
fn ground_and_leaders_tell_in_a_melee() {
    // LB 16.6.1a, 5.2.2a: across a stream 12 x 2/3 v 12 is 1:1.5; a leader of two attacks, one of one defends: 41 + 2 - 1 = 42.
    let position = columns()
        .hexside("1010 e", "stream")
        .leader(leader("foy", "f11", "1010").with("infantry", "2"))
        .leader(leader("lam", "a11", "1110").with("infantry", "1"));
    let mut game = assaults(position, &[("a", "1110", 6)]).play(&[]);
    game.roll(&with_quiet(&[3, 5, 6, 6, 1, 1, 1, 1, 1, 4, 1]), "stay-with-troops lam");
    let fight = reckoned(&game, "Mêlée:");
    assert_eq!(melees(&game)[0], "1:1.5");
    assert!(fight.contains("leader of the attack") && fight.contains("leader of the defence"), "{fight}");
    assert!(fight.contains("42, blank"), "{fight}");
}

#[test]
fn nobody_reacts_to_a_recoil_but_cavalry_harasses_it() {
    // LB 16.7.4a, 16.1.1-3r, 16.7.3a: z has the Column in its zone and is not asked when it goes; the hussars strike it afterwards (4 v 2, 2:1; 11 misses). It pays one
    // Increment for its hex, however many zones lie there.
    let position = columns()
        .unit(foot("z", "f11").at("1109", "se"))
        .unit(hussars("h", "f11").at("1308 1408", "s").in_("skirmish"));
    let mut game = assaults(position, &[("a", "1110", 6)]).play(&[3, 5, 3, 6, 2, 1, 1, 1, 1, 6, 2]);
    assert_eq!((game.topic(), game.order("b")), ("retreat", Order::Disorder));
    // No question comes between its two hexes, the harassment, the impetus that is none, and the recovery of both.
    game.roll(&[1, 1, 4, 1, 2, 1, 2], "fall-back 1210");
    assert!(game.has_told("harasses"), "{:?}", game.told());
    assert_eq!(game.unit("b").losses, 1);
}

#[test]
fn who_is_in_an_assault_is_no_reserve() {
    // LB 16.8b: r assaults f2, and cannot be sent; without that assault it could.
    let start = |declared: &[(&str, &str, u8)], dice: &[u8]| {
        let position = columns()
            .unit(foot("r", "a11").at("1308", "w"))
            .unit(foot("f2", "f11").at("1307", "ne"))
            .unit(foot("r2", "a11").at("1310", "w"));
        let game = assaults(position, declared).play(dice);
        assert_eq!(game.topic(), "reserves", "{:?}", game.told());
        game.offered()
    };
    let sends = |offered: &[String], key: &str| offered.iter().any(|way| way.starts_with(&format!("commit {key} ")));
    let free = start(&[("a", "1110", 6)], &BLANK);
    assert!(sends(&free, "r") && sends(&free, "r2"), "{free:?}");
    // One assault on either side: 11 gives the French the first.
    let tied: Vec<u8> = [&[1, 1][..], &BLANK].concat();
    let bound = start(&[("a", "1110", 6), ("r", "1307", 6)], &tied);
    assert!(!sends(&bound, "r") && sends(&bound, "r2"), "{bound:?}");
}

#[test]
fn a_reserve_may_be_stopped() {
    // LB 16.8.3c: z fires at the reserve as it goes on out of its zone: 6 v 6, 1:1, 51 costs one; on 12 it is Disordered and comes no farther. Nobody is
    // committed: a firefight.
    let position = columns()
        .unit(foot("r", "a11").at("1310", "w"))
        .unit(foot("z", "f11").at("1211", "n").in_("line").set("melee", 2));
    let mut game = assaults(position, &[("a", "1110", 6)]).play(&BLANK);
    // z might come up itself, and does not.
    assert_eq!((game.topic(), game.asked().0), ("reserves", 0));
    game.say("no-reserves").roll(&[5, 2], "commit r 1110");
    assert_eq!((game.topic(), game.at("r")), ("opportunity-fire", "1210".into()), "{:?}", game.told());
    let dice: Vec<u8> = [&[5, 1, 1, 2][..], &with_quiet(&[])].concat();
    game.roll(&dice, "opportunity-fire z");
    assert_eq!(
        (game.at("r"), game.order("r"), melees(&game)[1].as_str()),
        ("1210".into(), Order::Disorder, "firefight")
    );
}

#[test]
fn guns_do_not_go_with_a_reserve() {
    // LB 16.8a: infantry is sent; the battery beneath it stays where it is.
    let position = columns().unit(foot("r", "a11").at("1310", "w")).unit(guns("g", "a11").at("1310", "w"));
    let mut game = assaults(position, &[("a", "1110", 6)]).play(&BLANK);
    game.roll(&[5, 2], "commit r 1210");
    assert_eq!((game.at("r"), game.at("g")), ("1210".into(), "1310".into()));
}

#[test]
fn skirmishers_may_go_when_a_reserve_comes_up() {
    // LB 16.1.1-5b: in the woods they chose to stand; a blank, and a reserve comes up beside them: they are asked again, and go.
    let position = position()
        .terrain("1110", "woods")
        .unit(foot("a", "f11").at("1010", "e"))
        .unit(foot("r", "f11").at("0909", "e"))
        .unit(loose("sk", "a11", "1110", "nw").set("melee", 12));
    let mut game = assaults(position, &[("a", "1110", 6)]).play(&[]);
    assert_eq!(game.topic(), "retreat-before-assault");
    // 16 v 16 and 18 v 6 miss; 12 v 12 / 2 is 2:1, 41 a blank.
    game.roll(&[6, 6, 6, 6, 1, 1, 1, 1, 1, 4, 1], "stay-before-assault sk");
    assert_eq!((game.topic(), game.asked().0), ("reserves", 0), "{:?}", game.told());
    game.roll(&[5, 2], "commit r 1109");
    game.say("face-side se");
    lead(&mut game, 1, &["no-reserves"], "retreat-before-assault");
    assert_eq!((game.topic(), game.asked().0), ("retreat-before-assault", 1), "{:?}", game.told());
    game.say("retreat-before-assault sk");
    assert_eq!(game.topic(), "path-of-retreat");
}

#[test]
fn a_line_advances_as_it_is_if_there_is_room() {
    // LB 16.9.1a: into the hex of a single company, with both its hexes where they are free, drawn together where friends stand.
    let line = foot("a", "f11").at("1209 1109", "s").in_("line");
    let game = assaults(position().unit(line.clone()).unit(weak("1110")), &[("a", "1110", 6)]);
    let game = game.play(&[6, 6, 6, 6, 1, 6, 6, 6]);
    assert_eq!((game.at("b"), game.unit("a").hexes.len()), ("gone".into(), 2), "{:?}", game.told());
    assert!(game.at("a").contains("1110"));
    let narrow = position()
        .unit(line)
        .unit(weak("1110"))
        .unit(foot("f2", "f11").at("1210", "se"))
        .unit(foot("f3", "f11").at("1010", "se"));
    let game = assaults(narrow, &[("a", "1110", 6)]).play(&[6, 6, 6, 6, 1, 6, 6, 6]);
    assert_eq!(game.at("a"), "1110", "{:?}", game.told());
}

#[test]
fn too_many_for_a_hex_go_back() {
    // LB 16.9.2a: woods hold one battalion: the second goes back where it came from.
    let target = weak("1110").in_("general-order").at("1110", "w");
    let position = position()
        .terrain("1110", "woods")
        .unit(foot("x", "f11").at("1010", "e"))
        .unit(foot("y", "f11").at("1209", "sw"))
        .unit(target);
    let mut game = assaults(position, &[("x", "1110", 6), ("y", "1110", 6)]).play(&[6, 6, 6, 6, 6, 6, 1, 6, 6]);
    assert_eq!((game.topic(), game.at("b")), ("advance", "gone".into()), "{:?}", game.told());
    lead(&mut game, 6, &["advance-into x"], "");
    assert_eq!((game.at("x"), game.at("y")), ("1110".into(), "1209".into()), "{:?}", game.told());
}

#[test]
fn only_those_are_followed_whose_hex_was_taken() {
    // LB 16.9.3.3a, 16.2.7.1c: both targets of a Line go (65 at 1:2 is DD2). It goes into the hex of one and follows that one alone: with a 3 one hex.
    let line = foot("l", "f11").at("1010 1110", "n").in_("line").set("melee", 12);
    let position =
        position().unit(line).unit(foot("x", "a11").at("1109", "sw")).unit(foot("y", "a11").at("1209", "sw"));
    let dice = [6, 6, 6, 6, 1, 6, 6, 1, 1, 1, 1, 1, 1, 1, 6, 5, 6, 5];
    let mut game = assaults(position, &[("l", "1109 1209", 6)]).play(&dice);
    assert_eq!(melees(&game), ["1:2", "1:2"]);
    lead(&mut game, 3, &["collapse 1110"], "");
    assert!(game.has_told("has an impetus of 1 hex") && game.has_told("follows to"), "{:?}", game.told());
    let lost = [game.unit("x").losses, game.unit("y").losses];
    assert!(lost == [2, 1] || lost == [1, 2], "one for the zone each, one for the hex of one: {lost:?}");
}

#[test]
fn the_old_guard_goes_on_and_charges_once() {
    // LB 16.10.1a: skirmishers go before it; it takes their hex, and goes on. LB 16.10.1d: what it does next is an assault like any other.
    let guard = foot("g", "f11").at("0910", "e").with("class", "old-guard").with("morale", "11");
    let position = position().unit(guard).unit(loose("sk", "a11", "1110", "nw")).unit(foot("c", "a11").at("1510", "w"));
    let mut game = active(position, "0909");
    game.say("take g").say("old-guard-charge g 1110").say("step e");
    assert_eq!(game.topic(), "path-of-retreat", "{:?}", game.told());
    game.say("withdraw-to 1209").say("withdraw-to 1208").say("withdraw-to 1207");
    lead(&mut game, 1, &["withdrawn", "keep-facing"], "move");
    assert_eq!((game.at("g"), game.order("g")), ("1110".into(), Order::Good), "{:?}", game.told());
    assert!(game.offered().contains(&"step e".to_string()), "{:?}", game.offered());
    assert_eq!(game.refused("old-guard-charge g 1510").as_deref(), Some("LB 16.10.1d"));
    assert_eq!(game.refused("assault g 1510"), None);
    game.say("assault g 1510");
    assert!(!game.state.assaults[0].old_guard);
}

#[test]
fn of_several_who_stood_the_best_shift_counts_or_all() {
    // LB G-92, 16.1.1-3d: b and a reserve stand with a shift each: 60 v 24 is 2.5:1 at first; their fire costs it one, 50 v
    // 24 is 2:1, with one shift 1.5:1, with both 1:1.
    let odds = |reading: &str| {
        let position = position()
            .option("defensive-shifts", reading)
            .unit(foot("a", "f11").at("1010", "e").set("melee", 60))
            .unit(foot("b", "a11").at("1110", "w").set("melee", 24))
            .unit(foot("r", "a11").at("1108", "sw").in_("line").with("nation", "prussian").set("melee", 0));
        let mut game = assaults(position, &[("a", "1110", 6)]).play(&[3, 5, 3, 6, 2, 1, 1, 1, 1, 2, 1]);
        assert_eq!((melees(&game), game.topic()), (vec!["2.5:1".to_string()], "reserves"));
        game.roll(&[5, 2], "commit r 1109").roll(&[6, 6, 4, 6, 6, 4, 6, 6], "keep-facing");
        game.roll(&[1, 1, 1, 1, 2, 1], "aim 1010 1110");
        melees(&game)[1].clone()
    };
    assert_eq!((odds("best"), odds("sum")), ("1.5:1".into(), "1:1".into()));
}

#[test]
fn without_a_path_who_might_have_gone_stands_as_ever() {
    // LB G-93: in woods skirmishers might go or stand; with every way barred they stand, at -6 by the other reading only.
    let ring = [("z", "1309", "w"), ("y", "1311", "w"), ("x", "1108", "se"), ("w", "1112", "ne")];
    let stand = |reading: &str| {
        let start =
            position().option("no-path", reading).terrain("1110", "woods").unit(foot("a", "f11").at("1010", "e"));
        let start = start.unit(loose("sk", "a11", "1110", "nw"));
        let start = ring.iter().fold(start, |start, (key, at, facing)| start.unit(foot(key, "f11").at(at, facing)));
        let game = assaults(start, &[("a", "1110", 6)]).play(&[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1]);
        reckoned(&game, "sk rolls to stand").contains("no path to retreat by")
    };
    assert_eq!((stand("bound"), stand("eligible")), (false, true));
}

#[test]
fn nobody_takes_the_hex_of_a_wreck() {
    // LB 18.14.1.6a, 18.14.1.6b, 18.14.1.6c: a wagon may not retreat, stands, and the fire of the assault wrecks it: no advance.
    let position = position().unit(foot("a", "f11").at("1010", "e")).unit(wagon("w", "a11").at("1110", ""));
    let mut game = assaults(position, &[("a", "1110", 6)]).play(&[6, 6, 6, 6, 1, 4, 2]);
    lead(&mut game, 1, &[], "");
    assert!(game.unit("w").wrecked && game.unit("w").place == Place::Map, "{:?}", game.told());
    assert_eq!((game.at("a"), game.order("a")), ("1010".into(), Order::Good));
    assert!(melees(&game).is_empty() && game.unit("w").facing == Facing::Round);
}

#[test]
fn too_weak_a_fire_costs_no_round() {
    // LB 15.4.3a, 18.14b: the guns fail to stand; Disordered they fire half of 3 on a Column, less than 1:3: there is no attack, and no round is spent.
    let battery = guns("g", "a11").at("1110", "w").set("fire", "[3, 3, 3]").set("rounds", 5);
    let position = position().unit(foot("a", "f11").at("1010", "e")).unit(battery);
    // 16 v 8 misses; 12 v 2 is 5:1, 11 DD2: the guns are lost, and not spiked.
    let game = assaults(position, &[("a", "1110", 6)]).play(&[6, 6, 1, 2, 1, 1, 1, 1, 1, 4, 1, 2]);
    assert_eq!((game.unit("g").rounds, game.unit("g").place), (5, Place::Box), "{:?}", game.told());
}

#[test]
fn who_turns_on_a_target_of_the_same_assault_is_in_it() {
    // LB 16.3.7.2a, 16.2.3.1a: a Line assaults skirmishers and a Column, x the skirmishers alone. They fall back on the Column and are assaulted with it; x goes after
    // them, turns on the Column, and fights it together with the Line.
    let position = position()
        .unit(foot("l", "f11").at("1010 1110", "n").in_("line"))
        .unit(foot("x", "f11").at("1008", "se"))
        .unit(loose("sk", "a11", "1109", "s").set("melee", 6))
        .unit(foot("b", "a11").at("1209", "sw"));
    let mut game = assaults(position, &[("l", "1109 1209", 6), ("x", "1109", 6)]).play(&[]);
    assert_eq!((game.topic(), game.at("sk")), ("path-of-retreat", "1209".into()), "nowhere else could they go");
    lead(&mut game, 1, &["withdrawn"], "new-target");
    assert_eq!((game.at("x"), game.stack("1209")), ("1109".into(), vec!["b", "sk"]));
    lead(&mut game, 6, &["new-target 1209", "aim 1209 1109", "no-"], "");
    let told = game.told();
    assert_eq!(told.iter().filter(|line| line.contains("LB 16.1f")).count(), 1, "{told:?}");
    assert!(game.has_told("x rolls to close") && game.has_told("l rolls to close"), "{told:?}");
    assert_eq!(melees(&game).len(), 1, "{told:?}");
    assert!(reckoned(&game, "b rolls to stand").contains("units beyond the first"), "the skirmishers are with it");
}

#[test]
fn who_still_has_a_target_that_drew_together_stays() {
    // LB G-90, 16.5.3a: one Column before both hexes of a Line, which fails and draws together in one of them: it stays and fights it.
    let line = foot("b", "a11").at("1010 1110", "n").in_("line").with("nation", "prussian");
    let position = position().unit(foot("a", "f11").at("1109", "sw")).unit(line);
    let mut game = assaults(position, &[("a", "1010", 6)]).play(&[6, 6, 1, 1]);
    assert_eq!(game.topic(), "collapse", "{:?}", game.told());
    // 16 v 8 and half of 8 v 6 miss; 12 v 6 is 2:1, 66 DD3: Disordered already, it routs.
    game.roll(&[1, 1, 1, 1, 6, 6], "collapse 1110");
    assert_eq!((melees(&game), game.at("a"), game.order("b")), (vec!["2:1".to_string()], "1109".into(), Order::Pgd));
}

#[test]
fn beneath_the_old_guard_nobody_checks_in_an_assault() {
    // LB G-66, 16.4a, 11.3.1a: one roll of the Guard on top closes for both; its +6 for those beneath has no part in it. To change formation all check, and it has.
    let stack = |at: &str| {
        let guard = foot("g", "f11").at(at, "e").with("class", "old-guard").with("morale", "11");
        position().unit(guard).unit(foot("a", "f11").at(at, "e")).unit(foot("b", "a11").at("1110", "w"))
    };
    let game = assaults(stack("1010"), &[("g", "1110", 6)]).play(&with_quiet(&[3, 5, 6, 6, 1, 1, 1, 1, 1, 1, 6]));
    let close = reckoned(&game, "rolls to close");
    assert!(close.contains("g rolls") && !close.contains("beneath the Old Guard"), "{close}");
    assert!(!game.has_told("a rolls to close"));
    let mut game = active(stack("0810"), "0810");
    game.say("take g").say("assault g 1110");
    let line = game.offered().into_iter().find(|way| way.starts_with("form line ne")).expect("a Line");
    game.roll(&[6, 2], &line);
    assert!(game.has_told("beneath the Old Guard"), "{:?}", game.told());
}

#[test]
fn one_leader_of_several_stacks_counts() {
    // LB G-68, G-61: two stacks assault, each with a leader: the higher in rank counts, once. One of them goes up a slope, which tells on its own roll;
    // the defender, who is not above all of them, has nothing of it.
    let position = columns()
        .level("1110", 1)
        .level("1209", 1)
        .unit(foot("a2", "f11").at("1209", "sw"))
        .leader(leader("brigadier", "f111", "1010").with("infantry", "3"))
        .leader(leader("general", "f11", "1209").with("infantry", "1"));
    let dice = [6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 2, 1];
    let game = assaults(position, &[("a", "1110", 6), ("a2", "1110", 6)]).play(&dice);
    let fight = reckoned(&game, "Mêlée:");
    assert!(fight.contains("+1") && !fight.contains("+3") && fight.contains("32, DD2"), "{fight}");
    let closes: Vec<String> = game.ledger.entries.iter().map(kernel::Entry::to_text).collect();
    let of = |who: &str| closes.iter().find(|text| text.contains(&format!("{who} rolls to close"))).unwrap().clone();
    assert!(of("a").contains("up a slope") && !of("a2").contains("up a slope"));
    assert!(!reckoned(&game, "b rolls to stand").contains("from down a slope"));
}

#[test]
fn lines_pay_for_their_formation_here_too() {
    // LB 16.3.2a, 12.6.4b: cavalry in a Line of two hexes with four points: a hex, a second at one more, and a third at one: four points would be too few for a
    // fourth.
    let horse = heavy("h", "a11").at("1110 1209", "nw").in_("line").set("movement", 4);
    let position = position().unit(foot("a", "f11").at("1010", "e")).unit(horse);
    let mut game = assaults(position, &[("a", "1110", 6)]).play(&[]);
    game.say("retreat-before-assault h");
    for _ in 0..2 {
        let way =
            game.offered().into_iter().find(|way| way.starts_with("withdraw-to 1") && way.as_str() > "withdraw-to 12");
        game.say(&way.unwrap_or_else(|| panic!("{:?}", game.offered())));
    }
    let spent = game.unit("h").turn.movement.spent;
    assert_eq!(spent, les_batailles::fraction::Points::whole(3), "one and two: {:?}", game.told());
    // LB 16.8.3b, 12.6.4c: half of five is three. The Guard in Line goes two hexes for three points, any other Line would pay four.
    let reach = |line: Piece| {
        // A Column beside it can always be sent, so that somebody is asked.
        let position = columns().unit(foot("c", "f11").at("0811", "e"));
        let position = position.unit(line.at("0809", "se").in_("line").set("movement", 5));
        let game = assaults(position, &[("a", "1110", 6)]).play(&BLANK);
        assert!(game.offered().iter().any(|way| way.starts_with("commit c ")), "{:?}", game.offered());
        game.offered().iter().any(|way| way.starts_with("commit r "))
    };
    assert!(reach(foot("r", "f11").with("class", "old-guard").with("morale", "11")));
    assert!(!reach(foot("r", "f11")));
}
