//! Chapter 12: presentation and formations.

use crate::common::*;
use les_batailles::fraction::{Fraction, Points};
use les_batailles::movement::Cause;
use les_batailles::state::{Formed, Order, Place, Prone};

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

#[test]
fn out_of_the_woods_in_column() {
    // LB 12.2.3a, 12.7.2b, 12.7.5a, V-02: the hex and the change, two points.
    let mut game =
        active(position().terrain("0505", "woods").unit(foot("u", "f11").at("0505", "e").in_("general-order")), "0505");
    game.say("take u");
    assert_eq!(game.refused("step e").as_deref(), Some("LB 12.7.5a"));
    game.say("out e column e");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str(), formed(&game, "u")), ("2", "0605", Formed::Column));
    // What it cannot pay at once it may not enter: 7 points, 5 left after this.
    game.say("step e").say("step e").say("step e").say("step e");
    assert_eq!(spent(&game), "6");
}

#[test]
fn whoever_enters_the_woods_is_in_general_order() {
    // LB 12.2.2b, 12.2.3b, 12.7a, 12.7.1a: three points for the woods, nothing for the formation; it may be turned.
    let mut game =
        active(position().terrain("0605", "woods").unit(foot("u", "f11").at("0505", "e").in_("column")), "0505");
    game.say("take u").say("step e");
    assert_eq!((spent(&game).as_str(), formed(&game, "u")), ("3", Formed::GeneralOrder));
    assert_eq!(game.table().front_hexes(game.id("u")).len(), 5);
    // A Square may not go there (LB 12.9.2b).
    let mut game =
        active(position().terrain("0605", "woods").unit(foot("u", "f11").at("0505", "").in_("square")), "0505");
    game.say("take u");
    assert_eq!(game.refused("step e").as_deref(), Some("LB 12.9.2b"));
    // Skirmishers stay what they are (LB 12.7c).
    let piece = light("u", "f11").at("0505", "ne").in_("skirmish").set("increments", 3);
    let mut game = active(position().terrain("0605", "woods").unit(piece), "0505");
    game.say("take u").say("step e");
    assert_eq!(formed(&game, "u"), Formed::Skirmish);
}

#[test]
fn a_spread_column_gathers_in_the_woods() {
    // LB 12.3.1.1a, V-05: cavalry in three hexes enters woods: 4 + 1 + 1 = 6 points, all in one hex.
    let piece = hussars("u", "f11").at("0705 0605 0505", "e").in_("column-of-companies").set("increments", 12);
    let mut game = active(position().terrain("0805", "woods").unit(piece), "0605");
    game.say("take u").say("step e");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("6", "0805"));
    assert_eq!(formed(&game, "u"), Formed::GeneralOrder);
}

#[test]
fn increments_are_spread_evenly_but_on_the_road() {
    // LB 12.3a, 12.3b, V-03: seven in a Line of two hexes, and in Road Column.
    let line = foot("u", "f11").at("0505 0605", "n").in_("line").set("increments", 7);
    let game = position().unit(line).still();
    let share = |game: &Game, at: &str| game.table().increments_in(game.id("u"), game.hex(at));
    assert_eq!(share(&game, "0505"), Fraction::of(7, 2));
    let road = foot("u", "f11").at("0605 0505", "e").in_("road-column").set("increments", 7);
    let game = position().unit(road).still();
    assert_eq!((share(&game, "0605"), share(&game, "0505")), (Fraction::whole(4), Fraction::whole(3)));
}

#[test]
fn a_line_of_horse_draws_together() {
    // LB 12.3.1a, 12.3.4.2b, V-04: five hexes onto the leftmost cost 4, onto the centre 2.
    let piece = || hussars("u", "f11").at("0505 0605 0705 0805 0905", "n").in_("line").set("increments", 20);
    let draw = |words: &str| {
        let mut game = active(position().unit(piece()), "0705");
        game.say("take u").say(words);
        (spent(&game), game.at("u"))
    };
    assert_eq!(draw("draw-in 0 4"), ("4".into(), "0505".into()));
    assert_eq!(draw("draw-in 2 2"), ("2".into(), "0705".into()));
}

#[test]
fn a_line_of_horse_extends() {
    // LB 12.3.2a, 12.3.4.2a, 12.6.2a, V-06, V-08, V-17: one hex to three on one side costs 2; nine Increments cover three hexes at most,
    // thirteen four.
    let mut game =
        active(position().unit(hussars("u", "f11").at("0505", "n").in_("line").set("increments", 9)), "0505");
    game.say("take u");
    assert_eq!(game.refused("extend 0 3").as_deref(), Some("LB 11.1.6a"));
    game.say("extend 0 2");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("2", "0505 0605 0705"));
    let mut game =
        active(position().unit(hussars("u", "f11").at("0505", "n").in_("line").set("increments", 13)), "0505");
    game.say("take u");
    assert_eq!(game.refused("extend 0 4").as_deref(), Some("LB 11.1.6a"));
    assert_eq!(game.refused("extend 0 3"), None);
    // LB V-16: eleven in three hexes and in two.
    let eleven = |at: &str| {
        let piece = hussars("u", "f11").at(at, "n").in_("line").set("increments", 11);
        let game = position().unit(piece).still();
        game.table().increments_in(game.id("u"), game.hex("0505"))
    };
    assert_eq!((eleven("0505 0605 0705"), eleven("0505 0605")), (Fraction::of(11, 3), Fraction::of(11, 2)));
}

#[test]
fn infantry_extends_by_one_hex_and_pays_one_more() {
    // LB 12.3.1c, 12.3.4.1a, 12.3.4.1b, 12.3.4.1c, 12.3.3a, 12.3.6a, 12.6.1a, V56.
    let mut game = active(position().unit(foot("u", "f11").at("0505", "e").in_("column")), "0505");
    game.say("take u");
    assert_eq!(game.refused("extend 0 1").as_deref(), Some("LB 12.3.4a"), "a Line comes first");
    game.say("form line n-corner").say("extend 0 1");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("3", "0505 0605"));
    assert_eq!(game.refused("extend 0 1").as_deref(), Some("LB 11.1.6a"), "two hexes at most");
    assert_eq!(game.refused("form column e").as_deref(), Some("LB 12.3.6a"), "it draws together first");
    game.say("draw-in 1 0");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("5", "0605"));
    let mut game = active(position().unit(foot("u", "f11").at("0505", "n").in_("line").set("increments", 4)), "0505");
    game.say("take u");
    assert_eq!(game.refused("extend 0 1").as_deref(), Some("LB 11.1.6a"));
}

#[test]
fn a_road_column_grows_as_it_marches() {
    // LB 12.3.3b, 12.8.2.1a, 12.8.3a, V-07: more than eight Increments: 1 + 1/2 + 1/2 = 2 points, three hexes.
    let mut game = active(
        position().road("0505 0605 0705 0805 0905").unit(foot("u", "f11").at("0505", "e").set("increments", 9)),
        "0505",
    );
    game.say("take u").say("form road-column e").say("step e").say("step e");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("2", "0705 0605 0505"));
    game.say("step e");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("2 1/2", "0805 0705 0605"));
    // One front, one rear, all others flank, and no zone (LB 12.8.1a).
    assert_eq!(game.table().front_hexes(game.id("u")).len(), 1);
    assert!(game.table().zone_of(game.id("u")).is_empty());
}

#[test]
fn leaving_a_road_column_brings_the_tail_up() {
    // LB 12.3.6b, V-10: two, three, four hexes on a road: 1/2, 1, 1 1/2 more.
    let leave = |at: &str, increments: u8| {
        let piece = foot("u", "f11").at(at, "e").in_("road-column").set("increments", increments);
        let mut game = active(position().road("0505 0605 0705 0805 0905").unit(piece), "0605");
        game.say("take u").say("out e column e");
        (spent(&game), game.at("u"))
    };
    // The next hex at the road's rate, the change, and the tail.
    assert_eq!(leave("0605 0505", 6), ("2".into(), "0705".into()));
    assert_eq!(leave("0705 0605 0505", 12), ("2 1/2".into(), "0805".into()));
    assert_eq!(leave("0805 0705 0605 0505", 16), ("3".into(), "0905".into()));
}

#[test]
fn from_several_hexes_into_several() {
    // LB 12.3.6c, V-11: a Column of Companies of three hexes becomes a Road Column in the same hexes for 3 points.
    let piece = hussars("u", "f11").at("0705 0605 0505", "e").in_("column-of-companies").set("increments", 12);
    let mut game = active(position().unit(piece), "0605");
    game.say("take u").say("form road-column e");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("3", "0705 0605 0505"));
    // LB V-12: a Line of two hexes to a Column of three: a hex more, then the quarter-wheel: 2 points (LB 12.3.7a).
    let piece = hussars("u", "f11").at("0505 0605", "n").in_("line").set("increments", 12);
    let mut game = active(position().unit(piece), "0605");
    game.say("take u");
    assert_eq!(game.refused("quarter-wheel right").as_deref(), Some("LB 12.3.7b"), "six Increments to a hex");
    game.say("extend 0 1").say("quarter-wheel right");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("2", "0705 0605 0505"));
    assert_eq!(formed(&game, "u"), Formed::Companies);
    // And back, to the left (LB 12.5.3.1a, 12.6.4.3a).
    game.say("quarter-wheel left");
    assert_eq!((game.at("u").as_str(), formed(&game, "u")), ("0505 0605 0705", Formed::Line));
    assert_eq!(game.table().facing_name_of("u", &game), "n");
}

trait FacingName {
    fn facing_name_of(&self, key: &str, game: &Game) -> String;
}

impl FacingName for les_batailles::table::Table<'_> {
    fn facing_name_of(&self, key: &str, game: &Game) -> String {
        let corner = game.unit(key).facing.corner().expect("it faces a corner");
        self.grid().vertex_name(corner).to_lowercase()
    }
}

#[test]
fn a_column_of_companies_pays_for_its_worst_part() {
    // LB 12.5.3a, 12.5.3b, V-13: three hexes over one hex of rough ground: its cost three times.
    let piece = hussars("u", "f11").at("0705 0605 0505", "e").in_("column-of-companies").set("increments", 12);
    let mut game = active(position().terrain("0805", "rough-ground").unit(piece), "0605");
    game.say("take u").say("step e").say("step e").say("step e");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("6", "1005 0905 0805"));
}

#[test]
fn lines_pay_more() {
    // LB 12.6.4a, V-18: infantry in Line, three hexes of clear ground: 6 points.
    let walk = |piece: Piece, steps: usize| {
        let mut game = active(position().unit(piece), "0510");
        game.say("take u");
        for step in 0..steps {
            game.say(if step % 2 == 0 { "step ne" } else { "step nw" });
        }
        spent(&game)
    };
    assert_eq!(walk(foot("u", "f11").at("0510", "n").in_("line"), 3), "6");
    // LB 12.6.4c, V-19: cavalry in a Line of two hexes, seven hexes: 10 points.
    assert_eq!(walk(hussars("u", "f11").at("0510 0610", "n").in_("line"), 7), "10");
    // LB 12.6.4b: in one hex it pays the ground alone.
    assert_eq!(walk(hussars("u", "f11").at("0510", "n").in_("line").set("increments", 4), 7), "7");
    // LB 12.6.4.1a, V-20: Old Guard, five hexes: 7 points.
    assert_eq!(
        walk(foot("u", "f11").at("0510", "n").in_("line").with("class", "old-guard").set("movement", 9), 5),
        "7"
    );
}

#[test]
fn a_line_pays_the_dearest_ground() {
    // LB 12.6.4.2b, 12.6.4.2c, V-21: orchard and clear: 2 + 1.
    let piece = foot("u", "f11").at("0510 0610", "n").in_("line");
    let mut game = active(position().terrain("0609", "orchard").unit(piece), "0510");
    game.say("take u").say("step ne");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("3", "0609 0709"));
    // LB V-09, 12.3.5a: not with one hex in the woods; it gathers there (LB 12.3.1.1a).
    let piece = foot("u", "f11").at("0510 0610", "n").in_("line");
    let mut game = active(position().terrain("0609", "woods").unit(piece), "0510");
    game.say("take u");
    assert_eq!(game.refused("step ne").as_deref(), Some("LB 12.3.5a"));
    // The woods 3, the Line 1, the other part a hex, and one for drawing together.
    game.say("gather 0609");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str(), formed(&game, "u")), ("6", "0609", Formed::GeneralOrder));
}

#[test]
fn wheels_cost_what_the_outer_end_walks() {
    // LB 9.2.1a, 9.2.1b, 9.2.1c, V-24, V35, V37: two wheels of a two-hex Line of infantry: 2 points each.
    let mut game = active(position().unit(foot("u", "f11").at("1010 1110", "n").in_("line")), "1010");
    game.say("take u").say("wheel left");
    assert_eq!(spent(&game), "2");
    game.say("wheel left");
    assert_eq!((spent(&game).as_str(), game.unit("u").hexes.head()), ("4", game.hex("1010")));
    // LB V-25, V36: three hexes of cavalry wheel twice: four hexes, 1 + 2 + 1 + 2 = 6.
    let mut game = active(
        position().unit(hussars("u", "f11").at("1010 1110 1210", "n").in_("line").set("increments", 12)),
        "1010",
    );
    game.say("take u").say("wheel left").say("wheel left");
    assert_eq!(spent(&game), "6");
    // What is swept must be free.
    let mut game = active(
        position()
            .unit(foot("u", "f11").at("1010 1110", "n").in_("line"))
            .unit(foot("w", "f11").at("1109", "n").in_("line")),
        "1010",
    );
    game.say("take u");
    assert_eq!(game.refused("wheel right").as_deref(), Some("LB 9.2.1a"));
}

#[test]
fn two_lines_that_share_a_hex_face_alike() {
    // LB 9.1a, 11.1.4a: one wheels on the hex where both lie. It may go on from there, and may not stay.
    let line = |key: &str, hexes: &str| foot(key, "f11").at(hexes, "n").in_("line").set("increments", 4);
    let mut game = active(position().unit(line("u", "0910 1010")).unit(line("w", "1010 1110")), "0910");
    game.say("alone u").say("wheel right");
    assert_eq!(game.at("u"), "1009 1010");
    assert_eq!(game.refused("halt").as_deref(), Some("LB 9.1a"));
    // Wheeled back it faces as the other does.
    game.say("wheel left");
    assert_eq!((game.at("u").as_str(), game.unit("u").facing), ("1009 1109", game.unit("w").facing));
    assert_eq!(game.refused("halt"), None);
}

#[test]
fn a_line_marches_by_the_flank() {
    // LB 9.3.1a, V39: its flank hex at the cost of a Line, facing unchanged.
    let mut game = active(position().unit(foot("u", "f11").at("1010", "n").in_("line")), "1010");
    game.say("take u").say("step e");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("2", "1110"));
    assert_eq!(game.table().facing_name_of("u", &game), "n");
    // Not to the rear (LB 13.1.6a).
    assert_eq!(game.refused("step se").as_deref(), Some("LB 13.1.6a"));
}

#[test]
fn cavalry_widens_and_narrows_as_it_goes() {
    // LB 12.3.4.2c: a hex each hex entered, for nothing but the ground.
    let mut game =
        active(position().unit(hussars("u", "f11").at("1010", "n").in_("line").set("increments", 12)), "1010");
    game.say("take u").say("widen ne right");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("1", "1109 1209"));
    game.say("narrow nw left");
    assert_eq!(game.at("u"), "1108");
    assert_eq!(game.refused("narrow ne left").as_deref(), Some("LB 12.3.4.2a"));
}

#[test]
fn skirmishers_take_one_hex_or_two() {
    // LB 12.10a, 12.10c, 12.10.2a, 12.10.2b, 12.10.3c, G-32.
    let mut game = active(position().unit(light("u", "f11").at("1010", "e").set("increments", 3)), "1010");
    game.say("take u");
    assert_eq!(game.refused("form skirmish n-corner left").as_deref(), Some("LB 12.10.2b"));
    game.say("form skirmish n-corner");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("1", "1010"));
    assert_eq!(game.table().front_hexes(game.id("u")).len(), 4);
    let mut game = active(position().terrain("0910", "orchard").unit(light("u", "f11").at("1010", "e")), "1010");
    game.say("take u");
    assert_eq!(game.refused("form skirmish n-corner").as_deref(), Some("LB 12.10.2b"));
    game.say("form skirmish n-corner left");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("3", "0910 1010"), "a point, and the orchard");
    assert_eq!(game.table().front_hexes(game.id("u")).len(), 5);
    // Line infantry cannot.
    let mut game = active(position().unit(foot("u", "f11").at("1010", "e")), "1010");
    game.say("take u");
    assert_eq!(game.refused("form skirmish n-corner left").as_deref(), Some("LB 12.10a"));
    // Cavalry always takes two hexes, for 3 points and the ground (LB 12.10.4a).
    let piece = hussars("u", "f11").at("1010", "n").in_("line").set("increments", 3);
    let mut game = active(position().unit(piece), "1010");
    game.say("take u").say("form skirmish n-corner right");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("4", "1010 1110"));
}

#[test]
fn companies_skirmish_over_any_ground() {
    // LB 12.10.5a, 13.1.2a: companies in Skirmish Order have their own column: woods cost 2, not 3.
    let cost = |size: &str| {
        let piece = light("u", "f11").at("1010", "ne").in_("skirmish").set("increments", 2).with("size", size);
        let mut game = active(position().terrain("1110", "woods").unit(piece), "1010");
        game.say("take u").say("step e");
        spent(&game)
    };
    assert_eq!((cost("company").as_str(), cost("battalion").as_str()), ("2", "3"));
}

#[test]
fn the_zone_of_skirmishing_horse_costs_points() {
    // LB 12.10.7a, 12.10.7b, D-02: 1 + 3 next to its front, 1 + 2 in the second ring; and 12.10.7.2a: none beside formed light cavalry.
    let walk = |more: fn(Position) -> Position| {
        let start = position()
            .unit(foot("u", "f11").at("1013", "ne").in_("column"))
            .unit(hussars("h", "a21").at("1009 1109", "s").in_("skirmish"));
        let mut game = active(more(start), "1013");
        game.say("take u");
        let mut costs = Vec::new();
        for step in ["step ne", "step nw", "step ne"] {
            let before = game.state.moves.last().map_or(Points::ZERO, |moving| moving.spent);
            if game.topic() != "move" || game.refused(step).is_some() {
                break;
            }
            game.say(step);
            while game.topic() == "opportunity-fire" || game.topic() == "reaction-move" {
                game.say("no-reaction");
            }
            costs.push((game.state.moves.last().map_or(Points::ZERO, |moving| moving.spent) - before).to_string());
        }
        (costs, game.at("u"))
    };
    let (costs, _) = walk(|start| start);
    assert_eq!(costs[..2], ["1", "3"]);
    // The zone: five hexes next to it, eight behind them (LB G-07).
    let game = position().unit(hussars("h", "a11").at("1009 1109", "s").in_("skirmish")).still();
    let zone = game.table().skirmish_zone(game.id("h"));
    assert_eq!([1, 2].map(|ring| zone.0.iter().filter(|(_, own)| *own == ring).count()), [5, 8]);
    let (costs, _) = walk(|start| start.unit(hussars("k", "f21").at("1008", "s").in_("line").set("increments", 4)));
    assert_eq!(costs[..2], ["1", "1"]);
}

#[test]
fn disorder_halves_the_points() {
    // LB 12.11.2a, 12.11.2b, D-01, V-23: 7 printed: 4; it goes in any direction.
    let mut game = active(position().unit(foot("u", "f11").at("1010", "").with("order", "disorder")), "1010");
    game.say("take u");
    assert_eq!(game.state.moves[0].allowance, Points::whole(4));
    game.say("step e").say("step w").say("step sw");
    assert_eq!(spent(&game), "3");
    // Tired cavalry in Disorder: a quarter of 14 is 3.5, rounded up.
    let piece = hussars("u", "f11").at("1010", "").with("order", "disorder").with("readiness", "tired");
    let mut game = active(position().unit(piece), "1010");
    game.say("take u");
    assert_eq!(game.state.moves[0].allowance, Points::whole(4));
}

#[test]
fn a_spread_unit_that_is_disordered_collapses_where_its_owner_likes() {
    // LB 12.11b, 12.11.1a, 12.13.4b.
    let mut game = position().unit(foot("u", "f11").at("1010 1110", "n").in_("line")).still();
    let id = game.id("u");
    game.begin(&[], |play| play.disorder(id, Cause::Morale));
    assert_eq!(game.topic(), "collapse");
    game.say("collapse 1110");
    assert_eq!((game.at("u").as_str(), game.order("u"), formed(&game, "u")), ("1110", Order::Disorder, Formed::None));
    assert_eq!(game.table().front_hexes(id).len(), 6);
}

#[test]
fn a_square_takes_three_increments_and_moves_slowly() {
    // LB 12.9a, 12.9.2a, 12.9.3a, 12.9.3c: two increments cannot; it goes in any direction at one more.
    let mut game = active(position().unit(foot("u", "f11").at("1010", "e").set("increments", 2)), "1010");
    game.say("take u");
    assert_eq!(game.refused("form square round").as_deref(), Some("LB 12.9.3a"));
    let mut game = active(position().unit(foot("u", "f11").at("1010", "e")), "1010");
    game.say("take u").say("form square round").say("step w").say("step e");
    assert_eq!(spent(&game), "5");
    let guns_too =
        position().unit(foot("u", "f11").at("1010", "e")).unit(guns("g", "f11").at("1010", "").set("limbered", true));
    let mut game = active(guns_too, "1010");
    game.say("take u");
    assert_eq!(game.refused("form square round").as_deref(), Some("LB 12.9.3c"));
}

#[test]
fn joining_a_square_is_checked_by_all() {
    // LB 12.9.4a, 12.9.4b, 12.9.8a, G-45, V57: one roll of 26 for all: with +6 the Square (21) passes, the other (31) fails and is
    // displaced.
    let start = position()
        .unit(foot("s", "f11").at("1110", "").in_("square"))
        .unit(foot("u", "f11").at("1010", "e").with("morale", "31"))
        .unit(foot("e", "a21").at("1610", "w"));
    let mut game = active(start, "1010");
    game.say("take u").say("leave-leader d");
    // The −3 for a second battalion without a leader counts: 26 + 6 − 3 = 33 > 21; 26 − 3 = 23 < 31.
    game.roll(&[2, 6], "join e");
    while game.topic() == "displacement" {
        let way = game.offered()[0].clone();
        game.say(&way);
    }
    assert_eq!((formed(&game, "s"), game.order("u")), (Formed::Square, Order::Disorder));
    assert_ne!(game.at("u"), "1110");
    let far = |key: &str| game.table().nearest_enemy(kernel::Side::FIRST, game.unit(key).hexes.head());
    assert!(far("u") > far("s"), "the Square stands between it and the enemy");
}

#[test]
fn whoever_joins_conforms_and_pays() {
    // LB 11.1.2a, 11.1.2b, 11.2b, 12.2.1f: a Column joins a Line: the hex and the change, at the bottom, facing as the Line does.
    let start = position().unit(foot("l", "f11").at("1110", "ne").in_("line")).unit(foot("u", "f11").at("1010", "e"));
    let mut game = active(start, "1010");
    game.say("take u");
    // To pass it may enter as it is; to stay it has to conform.
    game.say("join e");
    assert_eq!((spent(&game).as_str(), game.stack("1110")), ("2", vec!["l", "u"]));
    assert_eq!((formed(&game, "u"), game.unit("u").facing), (Formed::Line, game.unit("l").facing));
}

#[test]
fn passing_and_staying_are_two_things() {
    // LB 11.1b, 11.1.2a, 11.1.4a: through a Line in Column, not to stay; where it could not get on it may not enter.
    let start = position().unit(foot("l", "f11").at("1110", "ne").in_("line")).unit(foot("u", "f11").at("1010", "e"));
    let mut game = active(start.clone(), "1010");
    game.say("take u").say("step e");
    assert_eq!(game.refused("halt").as_deref(), Some("LB 11.1.2a"));
    game.say("step e").say("halt");
    assert_eq!((game.at("u").as_str(), formed(&game, "u")), ("1210", Formed::Column));
    // With one point left it could not get out again.
    let mut game = active(start.unit(foot("far2", "a21").at("2222", "w")), "1010");
    game.say("take u")
        .say("face w")
        .say("step w")
        .say("face e")
        .say("step e")
        .say("face w")
        .say("step w")
        .say("face e");
    game.say("step e").say("face w").say("step w").say("face e").say("step e");
    assert_eq!(spent(&game), "6");
    assert_eq!(game.refused("step e").as_deref(), Some("LB 11.1.4a"));
}

#[test]
fn regiments_break_down_and_share_their_losses() {
    // LB 12.1a, 12.1.2a, 12.1.2.1a, 12.1.3b, 12.1.4a, 12.1.4b, V-01: seven losses of fourteen over three battalions: 3, 2, 2.
    let regiment = foot("r", "f11").at("1010", "e").with("size", "regiment").set("increments", 14).with("morale", "11");
    let battalion = |key: &str, number: u8, increments: u8| {
        foot(key, "f11").with("regiment", "r").set("number", number).set("increments", increments)
    };
    let mut game = position()
        .unit(regiment)
        .unit(battalion("b1", 1, 5))
        .unit(battalion("b2", 2, 5))
        .unit(battalion("b3", 3, 4))
        .still();
    let id = game.id("r");
    game.begin(&[], |play| {
        play.lose(id, 6);
    });
    assert_eq!(game.at("r"), "1010");
    let mut game2 = game;
    game2.state.agenda.push(les_batailles::agenda::Step::Turn(les_batailles::sequence::TurnStep::Segment(
        les_batailles::state::Segment::Adjustment,
    )));
    game2.state.over = None;
    game2.begin(&[], |play| {
        play.lose(id, 1);
    });
    assert_eq!(["b1", "b2", "b3"].map(|key| game2.unit(key).losses), [3, 2, 2]);
    assert_eq!(game2.unit("r").place, Place::Display);
    assert_eq!(game2.stack("1010"), ["b1", "b2", "b3"]);
    assert_eq!((formed(&game2, "b3"), game2.unit("b3").facing), (Formed::Column, game2.unit("r").facing));
}

#[test]
fn a_small_regiment_may_stay_one() {
    // LB 12.1.2b, G-20: of nine printed Increments or fewer.
    let regiment = foot("r", "f11").at("1010", "e").with("size", "regiment").set("increments", 8);
    let battalion =
        |key: &str, number: u8| foot(key, "f11").with("regiment", "r").set("number", number).set("increments", 4);
    for (word, at) in [("stay-regiment", "1010"), ("break-down", "gone")] {
        let mut game = position().unit(regiment.clone()).unit(battalion("b1", 1)).unit(battalion("b2", 2)).still();
        let id = game.id("r");
        game.begin(&[], |play| {
            play.lose(id, 4);
        });
        assert_eq!(game.topic(), "breakdown");
        game.say(word);
        assert_eq!(game.at("r"), at);
    }
}

#[test]
fn a_regiment_breaks_down_by_choice_and_reforms() {
    // LB 12.1.1a, 12.1.1b, 12.1.1c, 12.1.1d, 12.1.1e: a point; the battalions part at once; later they come together again.
    let regiment = foot("r", "f11").at("1010", "e").with("size", "regiment").set("increments", 12);
    let battalion = |key: &str, number: u8| foot(key, "f11").with("regiment", "r").set("number", number);
    let start = position()
        .unit(regiment)
        .unit(battalion("b1", 1))
        .unit(battalion("b2", 2))
        .unit(foot("v", "f11").at("0909", "e"));
    let mut game = active(start, "1010");
    game.say("take r").say("break-down");
    assert_eq!((game.at("r").as_str(), game.stack("1010")), ("gone", vec!["b1", "b2"]));
    assert_eq!(spent(&game), "1");
    // The first of them has to go.
    assert_eq!(game.refused("halt").as_deref(), Some("LB 12.1.1e"));
    game.say("step e").say("halt");
    assert_eq!(game.at("b1"), "1110");
    game.say("join e").say("reform r");
    assert_eq!((game.at("r").as_str(), game.at("b1").as_str()), ("1110", "gone"));
    assert_eq!(spent(&game), "3");
}

#[test]
fn the_british_lie_down() {
    // LB 12.13a, 12.13.1a, 12.13.1b, 12.13.1c, 12.13.1d, 12.13.2a, 12.13.4c.
    let british = |terrain: &str| {
        let mut start = position().unit(foot("u", "f11").at("1010", "n").in_("line").with("nation", "british"));
        if !terrain.is_empty() {
            start = start.terrain("1010", terrain);
        }
        let mut game = active(start, "1010");
        game.say("take u");
        game
    };
    let mut game = british("cultivated");
    game.say("lie");
    assert_eq!((game.unit("u").prone, spent(&game).as_str()), (Prone::Prone, "0"));
    assert_eq!(game.refused("step ne").as_deref(), Some("LB 12.13.1c"));
    assert_eq!(game.refused("face s-corner").as_deref(), Some("LB 12.13.1c"));
    game.say("stand").say("step ne");
    assert_eq!(game.refused("lie").as_deref(), Some("LB 12.13.1b"));
    let game = british("rough-ground");
    assert_eq!(game.refused("lie").as_deref(), Some("LB 12.13.2a"));
    // Nobody else does; nobody in an enemy zone.
    let mut game = active(position().unit(foot("u", "f11").at("1010", "n").in_("line")), "1010");
    game.say("take u");
    assert_eq!(game.refused("lie").as_deref(), Some("LB 12.13a"));
    let near = position()
        .unit(foot("u", "f11").at("1010", "n").in_("line").with("nation", "british"))
        .unit(foot("e", "a21").at("1109", "s").in_("line"));
    let mut game = active(near, "1010");
    game.say("take u");
    assert_eq!(game.refused("lie").as_deref(), Some("LB 12.13a"));
}

#[test]
fn skirmishers_of_both_arms() {
    // LB 11.1.2d, 11.1.2f, G-54: they pass through each other; to end in one hex is a matter of the reading.
    for (reading, may) in [("never", false), ("may", true)] {
        let start = position()
            .option("mixed-skirmishers", reading)
            .unit(light("u", "f11").at("1010", "ne").in_("skirmish").set("increments", 2))
            .unit(hussars("h", "f11").at("1110 1210", "ne").in_("skirmish"));
        let mut game = active(start, "0909");
        game.say("take u").say("step e");
        assert_eq!(game.refused("halt").is_none(), may, "{reading}");
    }
}

#[test]
fn skirmishers_and_others_pass_and_do_not_stay() {
    // LB 12.10.5.1a, 12.10.5.1b, 11.1.2g.
    let start = position()
        .unit(light("s", "f11").at("1110", "ne").in_("skirmish").set("increments", 2))
        .unit(foot("u", "f11").at("1010", "e"));
    let mut game = active(start, "0909");
    game.say("take u").say("step e");
    assert_eq!(game.refused("halt").as_deref(), Some("LB 11.1.2a"));
    game.say("step e").say("halt");
    assert_eq!((game.at("u").as_str(), game.at("s").as_str()), ("1210", "1110"));
}

#[test]
fn a_large_regiment_breaks_down_before_it_skirmishes() {
    // LB 12.10.3a, 12.10.3b: a single battalion of eight may skirmish in two hexes; a regiment with battalions of its own may not.
    let mut game = active(position().unit(light("u", "f11").at("1010", "e").set("increments", 8)), "1010");
    game.say("take u").say("form skirmish n-corner left");
    assert_eq!(game.at("u"), "0910 1010");
    let regiment = light("r", "f11").at("1010", "e").with("size", "regiment").set("increments", 8);
    let battalion =
        |key: &str, number: u8| light(key, "f11").with("regiment", "r").set("number", number).set("increments", 4);
    let mut game = active(position().unit(regiment).unit(battalion("b1", 1)).unit(battalion("b2", 2)), "1010");
    game.say("take r");
    assert_eq!(game.refused("form skirmish n-corner left").as_deref(), Some("LB 12.10.3b"));
    // Nor does it march on a road (LB 12.8.2a).
    assert_eq!(game.refused("form road-column e").as_deref(), Some("LB 12.8.2a"));
}

#[test]
fn the_ground_limits_formations() {
    // LB 12.2b, 12.3.5a, 12.4a, 12.6a, 12.9a: in the woods there is neither Column nor Line nor Square; who gives up Skirmish Order there is in
    // General Order, for nothing (LB 12.7c).
    let piece = light("u", "f11").at("1010", "ne").in_("skirmish").set("increments", 3);
    let mut game = active(position().terrain("1010", "woods").unit(piece), "1010");
    game.say("take u");
    for form in ["form column e", "form line n-corner", "form square round"] {
        assert_eq!(game.refused(form).as_deref(), Some("LB 12.2b"), "{form}");
    }
    game.say("form general-order e");
    assert_eq!((formed(&game, "u"), spent(&game).as_str()), (Formed::GeneralOrder, "0"));
    // In the open there is no General Order.
    let mut game = active(position().unit(foot("u", "f11").at("1010", "e")), "1010");
    game.say("take u");
    assert_eq!(game.refused("form general-order e").as_deref(), Some("LB 12.2b"));
    // Foot has no Column of Companies, horse no Square (LB 12.2.1a, 12.5a).
    assert_eq!(game.refused("form column-of-companies e").as_deref(), Some("LB 12.2.1a"));
    assert_eq!(game.refused("form column e").as_deref(), Some("LB 12.2a"));
}

#[test]
fn changes_cost_points_and_may_be_turned() {
    // LB 12.2.1d, 12.2.4a: horse pays 3; with nothing left it may still be turned as it has just formed.
    let piece = hussars("u", "f11").at("1010", "n").in_("line").set("increments", 4).set("movement", 3);
    let mut game = active(position().unit(piece).unit(foot("v", "f11").at("0909", "e")), "0909");
    game.say("take u").say("form column-of-companies e");
    assert_eq!((spent(&game).as_str(), game.topic()), ("3", "move"));
    game.say("face ne");
    assert!(game.state.moves.is_empty(), "after that it is over");
    // Without the points it cannot (LB 12.3.1b, 13.1.7a).
    let piece = hussars("u", "f11").at("1010", "n").in_("line").set("increments", 4).set("movement", 2);
    let mut game = active(position().unit(piece).unit(foot("v", "f11").at("0909", "e")), "0909");
    game.say("take u");
    assert_eq!(game.refused("form column-of-companies e").as_deref(), Some("LB 13.1.7a"));
}

#[test]
fn a_column_of_companies_forms_behind_its_head() {
    // LB 12.5b, 12.2c, 12.5.1a, 12.3.2a, G-48: ten Increments from one hex of Line: 3 points and two hexes behind.
    let piece = hussars("u", "f11").at("1010", "n").in_("line").set("increments", 10);
    let mut game = active(position().unit(piece), "1010");
    game.say("take u").say("form column-of-companies e");
    assert_eq!((spent(&game).as_str(), game.at("u").as_str()), ("5", "1010 0910 0810"));
    assert!(game.table().is_straight(game.id("u")));
    // Where others stand it cannot (LB 11.1.2.1a).
    let piece = hussars("u", "f11").at("1010", "n").in_("line").set("increments", 10);
    let mut game = active(
        position().unit(piece).unit(hussars("w", "f11").at("0910", "n").in_("line").set("increments", 4)),
        "1010",
    );
    game.say("take u");
    assert_eq!(game.refused("form column-of-companies e").as_deref(), Some("LB 11.1.2.1a"));
}

#[test]
fn out_of_cover_into_a_zone() {
    // LB 12.7.5a, 12.7.5b: infantry that comes out of the woods into an enemy zone is fired on as a Column, then it is in Line.
    let start = position()
        .terrain("1010", "woods")
        .unit(foot("u", "f11").at("1010", "e").in_("general-order"))
        .unit(foot("e", "a11").at("1210", "nw").in_("line"));
    let mut game = active(start, "0909");
    game.say("take u").say("out e line ne-corner");
    if game.topic() == "opportunity-fire" {
        assert_eq!((game.at("u").as_str(), formed(&game, "u")), ("1110", Formed::Column));
        game.say("no-reaction");
    } else {
        panic!("the enemy may fire: {}", game.topic());
    }
    assert_eq!(formed(&game, "u"), Formed::Line);
}

#[test]
fn guns_join_a_square_and_unlimber() {
    // LB 12.9.4.2a, 12.9.4.1a, 12.9.3c: they move in, all check, and who passes stands unlimbered in it.
    let start = position()
        .unit(foot("s", "f11").at("1110", "").in_("square"))
        .unit(guns("g", "f11").at("1010", "").set("limbered", true).set("increments", 1))
        .unit(foot("v", "f11").at("0909", "e"));
    let mut game = active(start, "0909");
    game.say("take g");
    game.roll(&[5, 5], "join e");
    assert!(!game.unit("g").limbered);
    assert_eq!((game.stack("1110"), formed(&game, "s")), (vec!["s", "g"], Formed::Square));
}

#[test]
fn road_columns_check_badly_and_disorder_ends_in_rout() {
    // LB 12.8.5a, D-03: rating 16, leader +3: 44 − 12 + 3 = 31 passes, 25 − 9 = 12 fails. LB 12.11.4.1a: a second Disorder is a rout.
    let check = |dice: [u8; 2]| {
        let mut game = position()
            .unit(foot("u", "f11").at("1010", "e").in_("road-column").set("increments", 4).with("morale", "16"))
            .leader(leader("x", "f11", "1010").with("morale", "3"))
            .unit(foot("e", "a11").at("1110", "w"))
            .still();
        let stack = game.table().stack_at(game.hex("1010"));
        let passed = game.with(&dice, |play| play.check_to_leave(&stack, &[])).len();
        (passed, game.order("u"))
    };
    assert_eq!(check([4, 4]), (1, Order::Good));
    assert_eq!(check([2, 5]), (0, Order::Disorder));
    let mut game = position().unit(foot("u", "f11").at("1010", "").with("order", "disorder")).still();
    let id = game.id("u");
    game.begin(&[], |play| play.disorder(id, Cause::Fire));
    assert_eq!(game.order("u"), Order::Pgd);
}

#[test]
fn who_is_disordered_or_routed_lies_no_longer() {
    // LB 12.13.4b, 12.11c: and nobody reacts to it.
    let piece = foot("u", "f11").at("1010", "n").in_("line").with("nation", "british").with("prone", "prone");
    let mut game = position().unit(piece).unit(foot("e", "a11").at("1109", "s").in_("line")).still();
    let id = game.id("u");
    game.begin(&[], |play| play.disorder(id, Cause::Fire));
    assert_eq!((game.unit("u").prone, game.topic()), (Prone::No, ""));
}
