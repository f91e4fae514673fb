//! Chapter 12.0 to 12.8: presentation, Column, Line, General Order and Road Column.

use crate::common::*;
use les_batailles::facing::Aspect;
use les_batailles::fire::FireMode;
use les_batailles::fraction::Fraction;
use les_batailles::hexes::Facing;
use les_batailles::movement::Cause;
use les_batailles::state::{Formed, Order};

/// The battle as the chit of the division leader `d` is drawn, with an enemy too far away to matter.
fn active(position: Position, leader_at: &str) -> Game {
    position
        .unit(foot("far", "a21").at("2323", "w"))
        .leader(leader("d", "f11", leader_at))
        .start("segment = \"maneuver\"\nmaneuver-units = [\"d\"]")
        .play(&[1])
}

/// Points spent by the stack on the move.
fn spent(game: &Game) -> String {
    game.state.moves.last().expect("somebody moves").spent.to_string()
}

fn formed(game: &Game, key: &str) -> Formed {
    game.unit(key).formed
}

/// A position at the beginning of the Assault Segment of the only turn, with these assaults declared.
fn assaults(position: Position, declared: &[(&str, &str)]) -> Position {
    let marker = |&(unit, at): &(&str, &str)| format!("{{ unit = \"{unit}\", at = [\"{at}\"], distance = 6 }}");
    let all: Vec<String> = declared.iter().map(marker).collect();
    position.top("turns = 1").start(&format!("segment = \"assault\"\nassaults = [{}]", all.join(", ")))
}

/// The columns of all mêlées so far.
fn melees(game: &Game) -> Vec<String> {
    let texts = game.ledger.entries.iter().map(kernel::Entry::to_text).filter(|text| text.contains("Mêlée:"));
    let column = |text: String| {
        let line = text.lines().find(|line| line.contains("Mêlée:")).unwrap().to_string();
        let after = line.split(" at ").nth(1).unwrap_or("").to_string();
        after.split_whitespace().next().unwrap_or("").trim_end_matches([',', ';']).to_string()
    };
    texts.map(column).collect()
}

/// How many hexes a unit has before, beside and behind it.
fn sides(piece: Piece) -> [usize; 3] {
    let game = position().unit(piece).still();
    let (table, id) = (game.table(), game.id("u"));
    let around = table.around(id);
    [Aspect::Front, Aspect::Flank, Aspect::Rear]
        .map(|aspect| around.iter().filter(|&&hex| table.aspect(id, hex) == Some(aspect)).count())
}

#[test]
fn each_formation_has_its_front_flanks_and_rear() {
    // LB 12.4.1a, 12.5.2a, 12.6.3a, 12.7.1a, 12.8.1a, 12.9.1a, 12.10.1a, 12.11.1a.
    let horse = |at: &str, increments: u8| {
        hussars("u", "f11").at(at, "e").in_("column-of-companies").set("increments", increments)
    };
    assert_eq!(sides(foot("u", "f11").at("1010", "e")), [3, 2, 1]);
    assert_eq!(sides(horse("1010", 4)), [3, 2, 1]);
    assert_eq!(sides(horse("1010 0910", 8)), [3, 4, 1]);
    assert_eq!(sides(horse("1010 0910 0810", 12)), [3, 6, 1]);
    let line = |at: &str| hussars("u", "f11").at(at, "n").in_("line").set("increments", 12);
    assert_eq!([line("1010"), line("1010 1110"), line("1010 1110 1210")].map(sides), [[2, 2, 2], [3, 2, 3], [4, 2, 4]]);
    assert_eq!(sides(foot("u", "f11").at("1010", "e").in_("road-column").set("increments", 4)), [1, 4, 1]);
    assert_eq!(sides(foot("u", "f11").at("1010", "").in_("square")), [6, 0, 0]);
    assert_eq!(sides(light("u", "f11").at("1010", "n").in_("skirmish").set("increments", 3)), [4, 2, 0]);
    assert_eq!(sides(light("u", "f11").at("1010 1110", "n").in_("skirmish")), [5, 2, 1]);
    assert_eq!(sides(foot("u", "f11").at("1010", "").with("order", "disorder")), [6, 0, 0]);
    let game = position().terrain("1010", "woods").unit(foot("u", "f11").at("1010", "e").in_("general-order")).still();
    assert_eq!(game.table().front_hexes(game.id("u")).len(), 5);
}

#[test]
fn zones_go_by_formation() {
    // LB 12.8.1a, 12.9.1a, 12.10.6a, 12.11.1a, 12.12.1a: a Square and those in Disorder have a zone all round, skirmishers of foot before
    // them although they fire at two hexes, routed units and Road Columns none.
    let zone = |piece: Piece| {
        let game = position().unit(piece).still();
        game.table().zone_of(game.id("u")).len()
    };
    assert_eq!(zone(foot("u", "f11").at("1010", "").in_("square")), 6);
    assert_eq!(zone(foot("u", "f11").at("1010", "").with("order", "disorder")), 6);
    assert_eq!(zone(foot("u", "f11").at("1010", "").with("order", "pgd")), 0);
    assert_eq!(zone(foot("u", "f11").at("1010", "e").in_("road-column").set("increments", 4)), 0);
    assert_eq!(zone(light("u", "f11").at("1010 1110", "n").in_("skirmish")), 5);
}

#[test]
fn off_the_road_into_friends_only_what_can_stay_or_go_on() {
    // LB 11.1.4a, 12.7.2b, G-95: two Increments come off the road where a company skirmishes: half a point for the road and one for a Column,
    // which may not stay there. Whoever has a point more can go on, whoever has not may not come; as skirmishers both stay.
    for (movement, refused) in [(3, None), (2, Some("LB 11.1.4a"))] {
        let column =
            light("u", "f11").at("1010", "e").in_("road-column").set("increments", 2).set("movement", movement);
        let others = light("b", "f11").at("1110", "ne").in_("skirmish").set("increments", 1);
        let start = position().road("0910 1010 1110 1210").unit(column).unit(others);
        let mut game = active(start, "1010");
        game.say("take u");
        assert_eq!(game.refused("out e column e").as_deref(), refused, "{movement}");
        game.say("out e skirmish ne-corner");
        if game.topic() == "move" {
            game.say("halt");
        }
        assert_eq!((game.stack("1110"), game.topic()), (vec!["b", "u"], "maneuver"));
    }
}

#[test]
fn who_is_not_on_the_move_keeps_its_formation() {
    // LB 12.0a, 12.2.1b, 12.1.1a, 13.1b: a formation is taken by a stack that has been taken up, and by nobody else; the other side is not
    // asked at all.
    let regiment = foot("r", "f11").at("1212", "e").with("size", "regiment").set("increments", 12);
    let battalion = |key: &str, number: u8| foot(key, "f11").with("regiment", "r").set("number", number);
    let start = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(regiment)
        .unit(battalion("b1", 1))
        .unit(battalion("b2", 2));
    let mut game = active(start, "1010");
    assert_eq!(game.topic(), "maneuver");
    assert!(game.refused("form line n-corner").is_some() && game.refused("break-down").is_some());
    assert_eq!((game.asked().0, game.refused("take far").as_deref()), (0, Some("LB 1.0a")));
    game.say("take u").say("form line n-corner");
    assert_eq!((formed(&game, "u"), game.unit("u").facing.side()), (Formed::Line, None));
    assert_eq!(formed(&game, "r"), Formed::Column);
}

#[test]
fn a_breakdown_by_choice_may_be_charged_and_one_by_losses_not() {
    // LB 12.1.3a, 12.1.3b: hussars two hexes away have the regiment in their Opportunity Charge Zone.
    let regiment = foot("r", "f11").at("1010", "e").with("size", "regiment").set("increments", 12);
    let battalion = |key: &str, number: u8| foot(key, "f11").with("regiment", "r").set("number", number);
    let start = position()
        .unit(regiment)
        .unit(battalion("b1", 1))
        .unit(battalion("b2", 2))
        .unit(foot("v", "f11").at("0911", "e"))
        .unit(hussars("h", "a11").at("1210", "sw").in_("line").set("increments", 4));
    let mut game = active(start.clone(), "0911");
    game.say("take r").say("break-down").say("no-reaction");
    assert_eq!((game.topic(), game.at("r").as_str()), ("opportunity-charge", "1010"), "before it is done");
    game.say("no-reaction");
    assert_eq!(game.at("r"), "gone");
    let mut game = start.still();
    let id = game.id("r");
    game.begin(&[], |play| {
        play.lose(id, 6);
    });
    assert_eq!((game.topic(), game.at("r").as_str()), ("", "gone"));
}

#[test]
fn battalions_that_could_not_part_stay_a_regiment() {
    // LB 12.1.1e, 10.2.2.1a: in an enemy zone leaving would not be their first action any more.
    let regiment = foot("r", "f11").at("1010", "e").with("size", "regiment").set("increments", 12);
    let battalion = |key: &str, number: u8| foot(key, "f11").with("regiment", "r").set("number", number);
    let start = position()
        .unit(regiment)
        .unit(battalion("b1", 1))
        .unit(battalion("b2", 2))
        .unit(foot("v", "f11").at("0911", "e"))
        .unit(foot("e", "a11").at("1110", "w"));
    let mut game = active(start, "0911");
    game.say("take r");
    assert_eq!(game.refused("break-down").as_deref(), Some("LB 12.1.1e"));
}

#[test]
fn a_regiment_of_half_its_strength_stays_broken_down() {
    // LB 12.1.2a, 12.1.2b: two battalions that are left with six of twelve Increments do not become a regiment that would have to break
    // down at once; with seven they do, and so does a regiment of nine or fewer.
    let reforms = |losses: u8, increments: u8| {
        let regiment = foot("r", "f11").with("size", "regiment").set("increments", increments);
        let battalion = |key: &str, number: u8| {
            let piece = foot(key, "f11").at("1010", "e").with("regiment", "r").set("number", number);
            piece.set("increments", increments / 2).set("losses", losses / 2)
        };
        let start = position().unit(regiment).unit(battalion("b1", 1)).unit(battalion("b2", 2));
        let mut game = active(start.unit(foot("v", "f11").at("0911", "e")), "0911");
        game.say("take b1");
        game.refused("reform r")
    };
    assert_eq!(reforms(6, 12).as_deref(), Some("LB 12.1.2a"));
    assert_eq!((reforms(4, 12), reforms(4, 8)), (None, None));
}

#[test]
fn from_line_into_road_column_and_back_in_the_same_hexes() {
    // LB 12.3.6c, 12.2.4a: an infantry Line of two hexes turns into a Road Column of the two that faces along it, for the change alone,
    // and back into a Line that faces either way across.
    let start = || position().unit(foot("u", "f11").at("1010 1110", "n").in_("line").set("increments", 8));
    let mut game = active(start(), "1010");
    game.say("take u");
    assert_eq!(game.refused("form road-column ne").as_deref(), Some("LB 12.3.6a"), "only along the Line");
    game.say("form road-column e");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("1", "1110 1010"));
    game.say("form line s-corner");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str(), formed(&game, "u")), ("2", "1110 1010", Formed::Line));
    // Skirmishers of horse may turn about as they form up in their two hexes.
    let loose = hussars("u", "f11").at("1010 1110", "n").in_("skirmish");
    let mut game = active(position().unit(loose), "1010");
    game.say("take u").say("form line s-corner");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("3", "1110 1010"));
    // Four Increments are too few for a Line of two hexes (LB 12.6.1a).
    let thin = light("u", "f11").at("1010 1110", "n").in_("skirmish").set("increments", 4);
    let mut game = active(position().unit(thin), "1010");
    game.say("take u").say("form line n-corner");
    assert_eq!(game.at("u").len(), 4, "one hex");
}

#[test]
fn a_stack_forms_only_what_has_room() {
    // LB 12.2.4a, 12.5.1a, 12.10.3a, 11.1.1a: two battalions of skirmishers would be six to a hex, two squadrons of horse eight in a Column
    // of Companies.
    let loose = |key: &str| light(key, "f11").at("1010", "n").in_("line");
    let start = position().unit(loose("a")).unit(loose("b")).unit(foot("v", "f11").at("0911", "e"));
    let mut game = active(start, "0911");
    game.say("take a");
    assert_eq!(game.refused("form skirmish n-corner left").as_deref(), Some("LB 11.1.1a"));
    let horse = |key: &str| hussars(key, "f11").at("1010", "n").in_("line").set("increments", 4);
    let start = position().unit(horse("a")).unit(horse("b")).unit(foot("v", "f11").at("0911", "e"));
    let mut game = active(start, "0911");
    game.say("take a");
    assert_eq!(game.refused("form column-of-companies e").as_deref(), Some("LB 11.1.1a"));
    // One of them may.
    let mut game = active(position().unit(horse("a")).unit(foot("v", "f11").at("0911", "e")), "0911");
    game.say("take a");
    assert_eq!(game.refused("form column-of-companies e"), None);
}

#[test]
fn out_of_the_woods_as_the_rules_of_the_formation_have_it() {
    // LB 12.7.2b, 12.9.3a, 12.8.2a, 12.2a: what cannot be formed in the open cannot be formed on coming out into it.
    let out = |piece: Piece, text: &str| {
        let start = position().terrain("1010 0910", "woods").unit(piece.at("1010", "e").in_("general-order"));
        let mut game = active(start.unit(foot("v", "f11").at("0911", "e")), "0911");
        game.say("take u");
        game.refused(text)
    };
    assert_eq!(out(foot("u", "f11").set("increments", 2), "out e square round").as_deref(), Some("LB 12.9.3a"));
    assert_eq!(out(foot("u", "f11").set("increments", 3), "out e square round"), None);
    assert_eq!(out(foot("u", "f11"), "out w general-order w").as_deref(), Some("LB 12.2a"), "it steps");
    // LB G-48, 12.3.5a: a Column of Companies with its tail still in the woods there is not; a Line is taken first.
    let horse = || hussars("u", "f11");
    assert_eq!(out(horse(), "out e column-of-companies e").as_deref(), Some("LB 12.3.5a"));
    assert_eq!(out(horse().set("increments", 4), "out e column-of-companies e"), None);
    assert_eq!(out(horse(), "out e line ne-corner"), None);
    let whole = foot("u", "f11").with("size", "regiment").set("increments", 12);
    let start = position()
        .terrain("1010", "woods")
        .unit(whole.at("1010", "e").in_("general-order"))
        .unit(foot("b1", "f11").with("regiment", "u").set("number", 1))
        .unit(foot("b2", "f11").with("regiment", "u").set("number", 2))
        .unit(foot("v", "f11").at("0911", "e"));
    let mut game = active(start, "0911");
    game.say("take u");
    assert_eq!(game.refused("out e road-column e").as_deref(), Some("LB 12.8.2a"));
}

#[test]
fn guns_come_out_of_the_woods_limbered() {
    // LB 12.7.2c, 12.7.5c, 13.1.3a: limbered guns pay the hex alone; with infantry they come out together, which pays 2. Unlimbered ones
    // stay.
    let wood = |limbered: bool| {
        let battery = guns("g", "f11").set("limbered", limbered).set("increments", 1);
        let battery = if limbered { battery.at("1010", "") } else { battery.at("1010", "e") };
        let start = position()
            .terrain("1010", "woods")
            .unit(foot("u", "f11").at("1010", "e").in_("general-order"))
            .unit(battery)
            .unit(foot("v", "f11").at("0911", "e"));
        active(start, "0911")
    };
    let mut game = wood(true);
    game.say("alone g").say("step e");
    assert_eq!((spent(&game).as_str(), game.at("g").as_str()), ("1", "1110"));
    let mut game = wood(true);
    game.say("take u").say("out e column e");
    assert_eq!((spent(&game).as_str(), game.stack("1110"), formed(&game, "u")), ("2", vec!["u", "g"], Formed::Column));
    assert!(game.unit("g").limbered && game.unit("g").formed == Formed::Battery);
    assert_eq!(game.refused("form square round").as_deref(), Some("LB 12.9.3c"));
    let mut game = wood(false);
    game.say("take u");
    assert_eq!(game.refused("out e column e").as_deref(), Some("LB 12.7.5c"));
}

#[test]
fn through_the_woods_at_plain_cost_and_without_a_reaction() {
    // LB 12.7.2a, 12.2.2a, 12.2.2b, 12.2.2c: from woods to woods it stays in General Order, pays the woods and nothing else, and turns
    // where it likes; and nobody reacts to the order that it takes by itself.
    let start = position()
        .terrain("1010 1110", "woods")
        .unit(foot("u", "f11").at("0910", "e"))
        .unit(hussars("h", "a11").at("1112", "nw").in_("line").set("increments", 4));
    let mut game = active(start, "0910");
    game.say("take u").say("step e");
    assert_eq!((game.topic(), formed(&game, "u"), spent(&game).as_str()), ("move", Formed::GeneralOrder, "3"));
    game.say("step e");
    assert_eq!((spent(&game).as_str(), formed(&game, "u")), ("6", Formed::GeneralOrder));
    assert!(!game.offered().iter().any(|offer| offer.contains("disorder")));
}

#[test]
fn whoever_leaves_the_woods_does_not_form_square_before_a_charge() {
    // LB 12.7.5d, 12.7.5b: hussars charge it as it comes out; it rolls to stand, and no Square is offered. 66 lets them charge, 11 fails to
    // stand: Disorder.
    let start = position()
        .terrain("1010", "woods")
        .unit(foot("u", "f11").at("1010", "e").in_("general-order").set("fire", 1).with("morale", "21"))
        .unit(foot("v", "f11").at("0911", "e"))
        .unit(hussars("h", "a11").at("1310", "sw").in_("line").set("increments", 4));
    let mut game = active(start, "0911");
    game.say("take u").say("out e column e");
    while game.topic() == "reaction-move" {
        game.say("no-reaction");
    }
    assert_eq!((game.topic(), formed(&game, "u")), ("opportunity-charge", Formed::Column));
    game.roll(&[6, 6, 1, 1, 6, 5], "opportunity-charge h");
    assert!(!game.has_told("Square"), "{:#?}", game.told());
    assert!(game.has_told("stand"), "{:#?}", game.told());
}

#[test]
fn a_line_stays_straight_wherever_it_goes() {
    // LB 12.6.4.2a, 12.6.2a: forward, aside, in a wheel, wider and narrower.
    let piece = hussars("u", "f11").at("1010 1110 1210", "n").in_("line").set("increments", 16);
    let mut game = active(position().unit(piece), "1010");
    game.say("take u");
    let straight = |game: &Game| {
        let hexes: Vec<_> = game.unit("u").hexes.iter().collect();
        let dirs: Vec<_> = hexes.windows(2).map(|two| game.table().grid().direction(two[0], two[1])).collect();
        let ahead = game.unit("u").facing.corner().expect("a Line");
        dirs.iter().all(|&dir| dir == Some(ahead.aside(field::hexes::Hand::Right)))
    };
    for text in ["step ne", "step e", "wheel left", "wheel right", "narrow nw left", "widen ne right", "draw-in 0 1"] {
        game.say(text);
        assert!(straight(&game), "{text}: {}", game.at("u"));
    }
    // LB 12.3.4.2c: it narrows to get past a wood that lies before its left.
    let start = position()
        .terrain("1109", "woods")
        .unit(hussars("u", "f11").at("1010 1110", "n").in_("line"))
        .unit(foot("v", "f11").at("0911", "e"));
    let mut game = active(start, "0911");
    game.say("take u");
    assert_eq!(game.refused("step ne").as_deref(), Some("LB 12.3.5a"));
    assert_eq!(game.refused("narrow ne right").as_deref(), Some("LB 12.3.5a"), "the left goes into the wood");
    game.say("narrow ne left");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("1", "1209"));
}

#[test]
fn every_second_hex_is_counted_from_the_line_on() {
    // LB 12.6.4c, 12.6.4.1a: a hex in Column, the change, then the first hex in Line: 1 + 1 + 1, and 2 for the next.
    let guard = foot("u", "f11").at("0910", "e").with("class", "old-guard").set("movement", 9);
    let mut game = active(position().unit(guard), "0911");
    game.say("take u").say("step e").say("form line ne-corner").say("step e");
    assert_eq!(spent(&game), "3");
    game.say("step e");
    assert_eq!(spent(&game), "5");
}

#[test]
fn a_flank_that_a_neighbour_looks_at_is_refused() {
    // LB 12.6.6a, 12.6.6b, 12.6.6c: of its own, without a marker; not of a Column, not of an enemy, and not at the end of the chain.
    let flank = |other: Option<Piece>| {
        let start = position().unit(foot("u", "f11").at("1010", "n").in_("line"));
        let start = match other {
            Some(other) => start.unit(other),
            None => start,
        };
        let game = start.still();
        let side = |hex: &str| game.table().aspect(game.id("u"), game.hex(hex));
        (side("0910"), side("1110"))
    };
    let neighbour = |of: &str| foot("m", of).at("1011", "nw").in_("line");
    assert_eq!(flank(None), (Some(Aspect::Flank), Some(Aspect::Flank)));
    assert_eq!(flank(Some(neighbour("f11"))), (Some(Aspect::Front), Some(Aspect::Flank)));
    assert_eq!(flank(Some(neighbour("a11"))), (Some(Aspect::Flank), Some(Aspect::Flank)));
    assert_eq!(flank(Some(foot("m", "f11").at("1011", "nw"))), (Some(Aspect::Flank), Some(Aspect::Flank)));
}

#[test]
fn strength_is_spread_evenly_over_a_column_of_companies() {
    // LB 12.5.1b, 12.5b: nine Increments in three hexes are three to each, ten three and a third.
    let share = |increments: u8| {
        let piece = hussars("u", "f11").at("1010 0910 0810", "e").in_("column-of-companies");
        let game = position().unit(piece.set("increments", increments)).still();
        let at = |hex: &str| game.table().increments_in(game.id("u"), game.hex(hex));
        [at("1010"), at("0910"), at("0810")]
    };
    assert_eq!(share(9), [Fraction::whole(3); 3]);
    assert_eq!(share(10), [Fraction::of(10, 3); 3]);
}

#[test]
fn all_in_a_hex_fight_and_the_top_unit_fires() {
    // LB 12.4.3a, 12.7.3a: of two battalions in Column, or in General Order, the top one fires its printed value; both fight
    // (LB 12.4.3c, 12.6.5e, 12.7.3b, 12.9.7a).
    let fires = |formation: &str, terrain: &str| {
        let unit = |key: &str| foot(key, "f11").at("1010", "ne").in_(formation);
        let mut start =
            position().unit(unit("a")).unit(unit("b").set("fire", 5)).unit(foot("e", "a11").at("1109", "sw"));
        if !terrain.is_empty() {
            start = start.terrain("1010", terrain);
        }
        let game = start.still();
        game.table().volley(game.hex("1010"), game.hex("1109"), FireMode::Segment).value
    };
    assert_eq!((fires("column", ""), fires("general-order", "woods")), (Fraction::whole(8), Fraction::whole(8)));
    // 24 v 12 in attack, 12 v 24 in defence; a 41 at 2:1 and at 1:2 is a blank.
    let attack = |formation: &str, facing: &str, melee: [u8; 2]| {
        let own = |key: &str| {
            foot(key, "f11").at("1010", facing).in_(formation).set("melee", melee[0]).set("fire", 1).with("morale", "-")
        };
        let start = position().unit(own("a").set("increments", 3)).unit(own("c").set("increments", 3));
        let start =
            start.unit(foot("b", "a11").at("1110", "w").set("melee", melee[1]).set("fire", 1).with("morale", "-"));
        first_melees(&assaults(start, &[("a", "1110")])).remove(0)
    };
    assert_eq!(attack("column", "e", [12, 12]), "2:1");
    assert_eq!(attack("line", "ne", [12, 12]), "2:1");
    assert_eq!(attack("square", "", [12, 12]), "2:1");
    let defend = |formation: &str, facing: &str, terrain: &str| {
        let own = |key: &str| {
            let piece = foot(key, "a11").at("1110", facing).in_(formation).with("nation", "french").with("morale", "-");
            piece.set("fire", 1).set("increments", 3)
        };
        let mut start = position().unit(own("b")).unit(own("c"));
        start = start.unit(foot("a", "f11").at("1010", "e").set("fire", 1).with("morale", "-"));
        if !terrain.is_empty() {
            start = start.terrain("1110", terrain);
        }
        first_melees(&assaults(start, &[("a", "1110")])).remove(0)
    };
    assert_eq!((defend("column", "w", ""), defend("line", "nw", "")), ("1:2".into(), "1:2".into()));
    // One and a half against a Square: 18 v 24.
    assert_eq!(defend("square", "", ""), "1:1.5");
}

/// The columns of the first mêlées of an assault in which nobody retreats, every die is a 1: all pass who need no roll, and 11 hits nobody.
fn first_melees(start: &Position) -> Vec<String> {
    let rules = start.open();
    let mut ledger = kernel::Ledger::default();
    let state = kernel::Rulebook::start(&rules, &mut Always(1), &mut ledger);
    let mut game = Game { rules, state, ledger };
    let mut asked = 0;
    while melees(&game).is_empty() {
        asked += 1;
        assert!(asked < 20, "{} {:#?}", game.topic(), game.told());
        let offered = game.offered();
        let stays = offered.iter().find(|offer| offer.starts_with("stay") || offer.starts_with("no-"));
        let decision = kernel::Notation::read(&game.rules, stays.unwrap_or(&offered[0])).unwrap();
        let seat = game.asked();
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(1), &mut game.ledger);
    }
    melees(&game)
}

#[test]
fn cavalry_in_cover_fights_at_a_third() {
    // LB 12.7.4a: MV 24 in General Order that is assaulted counts 24 x 1/3 x 1/2 = 4, in a village in Line 24 x 1/2 = 12.
    let against = |formation: &str, facing: &str, terrain: &str| {
        let horse = heavy("b", "a11").at("1110", facing).in_(formation).with("morale", "-").set("increments", 4);
        let column = foot("a", "f11").at("1010", "e").with("morale", "-").set("fire", 1);
        let mut start = position().unit(column).unit(horse);
        if !terrain.is_empty() {
            start = start.terrain("1110", terrain);
        }
        first_melees(&assaults(start, &[("a", "1110")])).remove(0)
    };
    assert_eq!((against("general-order", "w", "woods"), against("line", "nw", "")), ("3:1".into(), "1:1".into()));
}

#[test]
fn separate_parts_of_a_column_are_fought_separately() {
    // LB 12.5.4a, 12.5.4b, 12.5.4.1a, 12.5.4.2a, 12.5.4.3a, 12.5.4.4a: horse of MV 72 in three hexes counts 36 when it is assaulted, 12 a
    // hex.
    let fought = |attackers: &[(&str, &str, &str)]| {
        let horse = heavy("b", "a11").at("1010 1110 1210", "w").in_("column-of-companies");
        let mut start = position().unit(horse.set("increments", 12).set("melee", 72).with("morale", "-"));
        let mut declared = Vec::new();
        for (key, (at, facing, target)) in ["x", "y"].into_iter().zip(attackers) {
            start = start.unit(foot(key, "f11").at(at, facing).with("morale", "-").set("fire", 1));
            declared.push((key, *target));
        }
        first_melees(&assaults(start, &declared))
    };
    // From the front: all of it, 12 v 36.
    assert_eq!(fought(&[("0910", "e", "1010")]), ["1:3"]);
    // LB V-14: in the flank of the centre hex 24, doubled on the flank; in the flank of the last 12.
    assert_eq!(fought(&[("1209", "w", "1110")]), ["1:1"]);
    assert_eq!(fought(&[("1209", "e", "1210")]), ["2:1"]);
    // From the rear: the last hex, and half as much again: 18 v 12.
    assert_eq!(fought(&[("1310", "w", "1210")]), ["1.5:1"]);
    // LB V-15: front and rear at once are two mêlées: 12 v 24, 18 v 12.
    let mut both = fought(&[("0910", "e", "1010"), ("1310", "w", "1210")]);
    both.sort();
    assert_eq!(both, ["1.5:1", "1:2"]);
}

#[test]
fn a_road_column_is_on_the_road() {
    // LB 12.8a, 12.8.3a: through woods along a road at half a point, in Road Column all the way; off the road it goes on in that formation,
    // at the cost of the ground.
    let start = position()
        .terrain("1110 1210", "woods")
        .road("1010 1110 1210 1310")
        .unit(foot("u", "f11").at("1010", "e").in_("road-column").set("increments", 4));
    let mut game = active(start, "1010");
    game.say("take u").say("step e").say("step e").say("step e");
    assert_eq!((spent(&game).as_str(), formed(&game, "u")), ("1 1/2", Formed::RoadColumn));
    game.say("step e");
    assert_eq!((spent(&game).as_str(), formed(&game, "u")), ("2 1/2", Formed::RoadColumn));
}

#[test]
fn a_road_column_has_four_to_a_hex() {
    // LB 12.8.2b, 12.8.2c: infantry and cavalry four Increments, guns one, a wagon one hex; the last hex may hold fewer.
    let game = position()
        .unit(foot("i", "f11").at("0505", "e").set("increments", 9))
        .unit(hussars("c", "f11").at("0707", "ne").in_("line").set("increments", 9))
        .unit(guns("g", "f11").at("0909", "e"))
        .unit(wagon("w", "f11").at("1111", ""))
        .still();
    let long = |key: &str| game.table().length_in(game.id(key), Formed::RoadColumn);
    assert_eq!(["i", "c", "g", "w"].map(long), [3, 3, 2, 1]);
    let column = foot("u", "f11").at("0705 0605 0505", "e").in_("road-column").set("increments", 9);
    let game = position().unit(column).still();
    let at = |hex: &str| game.table().increments_in(game.id("u"), game.hex(hex));
    assert_eq!([at("0705"), at("0605"), at("0505")], [4, 4, 1].map(Fraction::whole));
}

#[test]
fn all_of_a_road_column_comes_up_at_once() {
    // LB 12.8.2.1b, 12.8.2.1a, 12.3.1b: a Road Column of three hexes that forms Column where it is pays for all its parts, or does not
    // form.
    let start = |movement: u8| {
        let piece = foot("u", "f11").at("0705 0605 0505", "e").in_("road-column").set("increments", 9);
        let mut game =
            active(position().unit(piece.set("movement", movement)).unit(foot("v", "f11").at("0607", "e")), "0607");
        game.say("take u");
        game
    };
    let mut game = start(3);
    game.say("form column e");
    assert!(game.state.moves.is_empty() || spent(&game) == "3", "{:?}", game.told());
    assert_eq!((game.at("u").as_str(), formed(&game, "u")), ("0705", Formed::Column));
    assert_eq!(start(2).refused("form column e").as_deref(), Some("LB 13.1.7a"));
}

#[test]
fn losing_formation_is_nobodys_choice() {
    // LB 12.2.2a, 12.2.2b, 12.2.2c, 12.2.2e, 12.11a, 12.12a: a check that is failed disorders, a second one routs; on any ground; nobody
    // reacts. Guns stay limbered or unlimbered, and unlimbered ones are lost instead.
    let mut game = position()
        .terrain("1010", "marsh")
        .unit(foot("u", "f11").at("1010", "").with("order", "disorder"))
        .unit(guns("g", "f11").at("1212", "").set("limbered", true))
        .unit(guns("k", "f11").at("1414", "e"))
        .unit(hussars("h", "a11").at("1210", "sw").in_("line").set("increments", 4))
        .still();
    let [u, g, k] = ["u", "g", "k"].map(|key| game.id(key));
    game.with(&[], |play| {
        play.disorder(g, Cause::Fire);
        play.disorder(k, Cause::Fire);
    });
    assert_eq!([game.order("g"), game.order("k")], [Order::Disorder; 2]);
    assert!(game.unit("g").limbered && !game.unit("k").limbered);
    game.with(&[], |play| {
        play.disorder(u, Cause::Fire);
        play.disorder(g, Cause::Fire);
        play.disorder(k, Cause::Fire);
    });
    assert_eq!([game.order("u"), game.order("g")], [Order::Pgd; 2]);
    assert!(game.unit("g").limbered && game.at("k") == "gone");
    assert!(game.state.windows.is_empty());
}

#[test]
fn two_lines_are_never_half_one_formation_and_half_another() {
    // LB 12.3.5b, 12.3.1.1a, LB V-09: all of a Line of two hexes is in General Order in the wood, none of it outside.
    let piece = foot("u", "f11").at("0510 0610", "n").in_("line");
    let mut game = active(position().terrain("0609", "woods").unit(piece), "0510");
    game.say("take u");
    assert_eq!(game.refused("step ne").as_deref(), Some("LB 12.3.5a"));
    game.say("gather 0609");
    assert_eq!((game.at("u").as_str(), formed(&game, "u")), ("0609", Formed::GeneralOrder));
    assert!(matches!(game.unit("u").facing, Facing::Side(_)));
}

#[test]
fn cavalry_wheels_by_companies_as_it_springs() {
    // LB 12.3.7c, 12.3.7a: a Disordered battalion comes into the flank zone of a Column of Companies: it wheels into Line where it stands
    // and charges. The battalion fails to stand and runs; nobody fights, so the hussars are in order still.
    let start = position()
        .unit(foot("u", "f11").at("1207", "").with("order", "disorder").with("morale", "66"))
        .unit(foot("v", "f11").at("1006", "e"))
        .unit(hussars("h", "a11").at("1210", "w").in_("column-of-companies").set("increments", 4).with("morale", "-"));
    let mut game = active(start, "1006");
    game.say("take u").say("step se");
    let mut asked = 0;
    while game.order("u") != Order::Pgd && asked < 9 {
        asked += 1;
        let offered = game.offered();
        let way = offered.iter().find(|way| way.starts_with("opportunity-charge")).unwrap_or(&offered[0]).clone();
        let decision = kernel::Notation::read(&game.rules, &way).unwrap();
        let seat = game.asked();
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(1), &mut game.ledger);
    }
    assert_eq!((game.order("u"), formed(&game, "h")), (Order::Pgd, Formed::Line), "{:#?}", game.told());
}

#[test]
fn losses_go_to_whoever_has_any_to_bear() {
    // LB 12.1.4a, 12.1.4b: eight losses on battalions of six, four and one: four, three and one.
    let regiment = foot("r", "f11").at("1010", "e").with("size", "regiment").set("increments", 11);
    let battalion = |key: &str, number: u8, increments: u8| {
        foot(key, "f11").with("regiment", "r").set("number", number).set("increments", increments)
    };
    let mut game = position()
        .unit(regiment.set("losses", 5))
        .unit(battalion("b1", 1, 6))
        .unit(battalion("b2", 2, 4))
        .unit(battalion("b3", 3, 1))
        .still();
    let id = game.id("r");
    game.begin(&[], |play| {
        play.lose(id, 3);
    });
    assert_eq!((game.unit("b1").losses, game.unit("b2").losses, game.unit("b3").losses), (4, 3, 1));
}

#[test]
fn leaders_stay_where_they_are_with_a_unit_that_turns_or_extends() {
    // LB 8.1.1.1a, 12.3.4.1a: about, wider and drawn together in its hexes: he is in the hex where he was, or comes along from the one that
    // is given up; also when the unit is Disordered in the other (LB 12.11b).
    let start = |hexes: &str, at: &str| {
        let start = position()
            .unit(foot("u", "f11").at(hexes, "n").in_("line"))
            .unit(foot("v", "f11").at("0911", "e"))
            .leader(leader("x", "f111", at));
        let mut game = active(start, "0911");
        game.say("take u");
        game
    };
    let mut game = start("1010 1110", "1010");
    game.say("face s-corner");
    assert_eq!((game.at("u").as_str(), game.leader("x").hex), ("1110 1010", game.hex("1010")));
    game.say("draw-in 0 1");
    assert_eq!((game.at("u").as_str(), game.leader("x").hex), ("1110", game.hex("1110")));
    let mut game = start("1110", "1110");
    game.say("extend 1 0");
    assert_eq!((game.at("u").as_str(), game.leader("x").hex), ("1010 1110", game.hex("1110")));
    game.say("step ne");
    assert_eq!((game.at("u").as_str(), game.leader("x").hex), ("1109 1209", game.hex("1209")));
    let mut game = position()
        .unit(foot("u", "f11").at("1010 1110", "n").in_("line"))
        .leader(leader("x", "f111", "1010"))
        .unit(foot("e", "a11").at("2020", "w"))
        .still();
    let id = game.id("u");
    game.begin(&[], |play| play.disorder(id, Cause::Morale));
    game.say("collapse 1110");
    assert_eq!(game.leader("x").hex, game.hex("1110"));
}

#[test]
fn the_tail_of_a_road_column_goes_where_the_head_went() {
    // LB 12.3.6b, 12.8.2.1a: three hexes on a road, and on into the fields: a point for the hex and one for the change, and for the last part
    // half a point along the road and a point into the hex.
    let leave = |road: &str| {
        let piece = foot("u", "f11").at("0705 0605 0505", "e").in_("road-column").set("increments", 12);
        let mut game = active(position().road(road).unit(piece), "0605");
        game.say("take u").say("out e column e");
        (spent(&game), game.at("u"))
    };
    assert_eq!(leave("0505 0605 0705"), ("3 1/2".into(), "0805".into()));
    assert_eq!(leave("0505 0605 0705 0805"), ("2 1/2".into(), "0805".into()));
}
