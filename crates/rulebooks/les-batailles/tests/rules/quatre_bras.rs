//! The first example of the rulebook (V22): Foy's division against Lambert's brigade, its parts of fire, with its dice. The picture is
//! lost: units stand so that everything the text says of them holds.

use crate::common::*;
use les_batailles::fire::{FireMode, Firing, Occasion, exchange};
use les_batailles::state::{Formed, Loss, Order, Place};

fn legere(key: &str, increments: u8) -> Piece {
    light(key, "f11").set("increments", increments).with("morale", "16")
}

fn british(key: &str, increments: u8) -> Piece {
    foot(key, "a11").set("increments", increments).with("morale", "16")
}

fn company(key: &str, parent: &str, at: &str) -> Piece {
    let piece = light(key, "a11").set("increments", 1).with("size", "company").with("parent", parent);
    piece.with("morale", "16").at(at, "s").in_("skirmish")
}

fn kgl(key: &str, at: &str) -> Piece {
    british(key, 4).with("nation", "kgl").at(at, "s").in_("line")
}

/// From the west: 3/4 Légère in the woods before 1/40 Foot; 2/4 and 1/4 Légère before three light companies; the guns look past them
/// at 1/4 Foot and the 4th of the Legion behind it.
fn field() -> Position {
    position()
        .terrain("0711", "woods")
        .terrain("1011", "cultivated")
        .unit(legere("1-4-leg", 6).at("1012 1112", "n").in_("skirmish"))
        .unit(legere("2-4-leg", 5).at("0812 0912", "n").in_("skirmish"))
        .unit(legere("3-4-leg", 5).at("0711", "nw").in_("general-order"))
        .unit(guns("guns", "f11").at("1512", "nw"))
        .unit(british("1-4", 6).at("1409", "s").in_("line"))
        .unit(british("1-27", 7).at("1008 0908", "s").in_("line"))
        .unit(british("1-40", 8).at("0610 0510", "s").in_("line"))
        .unit(company("1-4-co", "1-4", "1111"))
        .unit(company("1-27-co", "1-27", "1011"))
        .unit(company("1-40-co", "1-40", "0811"))
        .unit(kgl("4-kgl", "1307"))
}

fn shots(game: &Game) -> Vec<String> {
    let told = game.told();
    let fire = told.iter().filter_map(|line| line.split("Fire on ").nth(1));
    fire.map(|line| line.split(" [").next().unwrap_or_default().to_owned()).collect()
}

fn begin(game: &mut Game, occasion: Occasion) {
    game.begin(&[], |play| play.state.agenda.push_all(&exchange(occasion)));
}

/// What hexes attack a hex with: value, defense, column.
fn attack(game: &Game, at: &str, firing: &[Firing], mode: FireMode) -> (String, u8, &'static str) {
    let hex = game.hex(at);
    let attack = game.table().attack_on(hex, &game.table().stack_at(hex), firing, mode);
    (attack.value.to_string(), attack.defense, attack.column().map_or("none", |column| column.key()))
}

#[test]
fn the_first_turn() {
    // LB 7.0b, V22, V28: neither side has a Maneuver Unit here, and both fire. 22-1: the Artillery chit. 8 on a Line of 9: 1:1.5; 26 misses, and 41 in ricochet; one round is spent.
    let mut game = field().still();
    // The battle goes on after the chit.
    game.state.agenda.push_all(&exchange(Occasion::Segment));
    begin(&mut game, Occasion::Chit);
    game.roll(&[2, 6, 4, 1], "fire 1512 1409");
    assert_eq!((shots(&game), game.unit("guns").rounds), (vec!["1409 at 1:1.5".into(), "1307 at 1:1.5".into()], 11));
    // The Fire Segment. French orders first, then British ones; nobody sees the other's.
    assert_eq!(game.topic(), "fire");
    game.say("fire 1112 1111").say("fire 1012 1011").say("fire 0912 1011").say("fire 0812 0811");
    game.say("fire 0711 0610").say("fire 1512 1409");
    // LB 22-8: the company of the 40th may fire at skirmishers, 4 on 14, and will not tell.
    game.say("fire 1111 1012").say("fire 1011 1012").say("fire 0811 0812");
    let dice = [
        5, 6, // LB 22-2, LB V-45: 9 on 14, 1:2: misses.
        5, 2, // LB 22-3, LB V-46: 16 1/2 on 16, 1:1: the company of the 27th is gone.
        3, 2, // LB 22-4: 7 1/2 on 14, 1:2: misses.
        4, 1, // LB 22-5, LB V-50: 8 on 9, 1:1.5: misses.
        5, 6, 5, 5, 6, 2, 4, 4, // LB 22-6: both hit, both checks are passed.
        4, 6, // LB 22-7, LB V-47: 8 on 14, 1:2: misses; the dead company fires with the other.
        4, 6, // LB 22-9, LB V-49: 16 on 16, 1:1: just misses.
    ];
    game.roll(&dice, "fire 0610 0711");
    let fire: Vec<String> = shots(&game).into_iter().skip(2).collect();
    let expected = [
        "1111 at 1:2",
        "1011 at 1:1",
        "0811 at 1:2",
        "0610 at 1:1.5",
        "1409 at 1:1.5",
        "1307 at 1:1.5",
        "1012 at 1:2",
        "0711 at 1:1",
    ];
    assert_eq!(fire, expected);
    assert!(game.has_told("The fire on 0812 is too weak"));
    assert_eq!(game.unit("1-27-co").place, Place::Gone(Loss::Destroyed));
    let lost = ["1-4", "4-kgl", "1-40", "3-4-leg", "1-4-leg"].map(|key| game.unit(key).losses);
    assert_eq!((lost, game.unit("guns").rounds), ([1, 1, 0, 0, 0], 10));
    assert!(["1-4", "4-kgl"].iter().all(|key| game.order(key) == Order::Good));
}

#[test]
fn the_second_turn() {
    // LB 5.3.1b, V22. 22-11: the chit: a second hit on the 4th of the Legion makes half its strength: 63 - 6 still passes.
    let position = position()
        .terrain("0711", "woods")
        .unit(legere("3-4-leg", 5).at("0711", "nw").in_("general-order"))
        .unit(guns("guns", "f11").at("1512", "nw").set("rounds", 10))
        .unit(british("1-4", 6).at("1409", "s").in_("line").set("losses", 1))
        .unit(british("1-40", 8).at("0610 0510", "s").in_("line"))
        .unit(kgl("4-kgl", "1307").set("losses", 1));
    let mut game = position.still();
    game.state.agenda.push_all(&exchange(Occasion::Segment));
    begin(&mut game, Occasion::Chit);
    game.roll(&[2, 6, 5, 5, 6, 3], "fire 1512 1409");
    assert_eq!((game.unit("4-kgl").losses, game.order("4-kgl")), (2, Order::Good));
    assert!(game.has_told("half its strength lost") && !game.has_told("grievous"));
    // LB 22-12: 3/4 Légère and 1/40 Foot exchange shots as before, and the guns miss both their targets.
    game.say("fire 0711 0610").say("fire 1512 1409").roll(&[4, 1, 2, 6, 4, 1, 4, 6], "fire 0610 0711");
    assert_eq!(shots(&game).len(), 6);
    assert_eq!(game.unit("guns").rounds, 8);
}

#[test]
fn fire_in_the_assaults() {
    // LB V22, 22-10: one company on skirmishers it sees leave: 4 on 14 in front of it, 2 on 8 two hexes away: neither is an attack.
    let company = company("c", "p", "1010");
    let parent = || british("p", 6).at("0505", "s").in_("line");
    let near =
        position().unit(company.clone()).unit(parent()).unit(legere("a", 3).at("1011", "n").in_("skirmish")).still();
    let once = |game: &Game, hex: &str| [Firing::once(game.hex(hex))];
    assert_eq!(attack(&near, "1011", &once(&near, "1010"), FireMode::Segment), ("4".into(), 14, "none"));
    let far = position()
        .unit(company.clone())
        .unit(parent())
        .unit(legere("a", 3).at("1012", "").with("order", "disorder"))
        .still();
    assert_eq!(attack(&far, "1012", &once(&far, "1010"), FireMode::Segment), ("2".into(), 8, "none"));
    // LB 22-13: its Parting Shot at a Column: 4 on 6, 1:1.5.
    let column = position().unit(company).unit(parent()).unit(foot("a", "f11").at("1011", "ne")).still();
    assert_eq!(attack(&column, "1011", &once(&column, "1010"), FireMode::Segment), ("4".into(), 6, "1:1.5"));
    // LB 22-16: Offensive Fire of the top battalion of a Column, doubled, on a Line; Defensive Fire of half of the 27th.
    let assault = position()
        .unit(foot("1-100", "f11").at("1011", "ne").set("increments", 4))
        .unit(foot("2-100", "f11").at("1011", "ne").set("increments", 5))
        .unit(british("1-27", 7).at("1110 1010", "s").in_("line"))
        .still();
    let twice = |game: &Game, hex: &str| [Firing::doubled(game.hex(hex))];
    assert_eq!(attack(&assault, "1010", &twice(&assault, "1011"), FireMode::Offensive), ("16".into(), 9, "1.5:1"));
    assert_eq!(attack(&assault, "1011", &twice(&assault, "1010"), FireMode::Defensive), ("28".into(), 6, "4:1"));
    // LB 22-18: Opportunity Fire of 1/4 Foot at the Disordered stack that advances: 16 halved on 8.
    let advance = position()
        .unit(foot("1-100", "f11").at("1011", "").with("order", "disorder"))
        .unit(british("1-4", 4).at("1010", "s").in_("line"))
        .still();
    assert_eq!(attack(&advance, "1011", &once(&advance, "1010"), FireMode::Opportunity), ("8".into(), 8, "1:1"));
    // LB 22-19, 22-21: 1/40 Foot in farmettes and 3/100 in Column among the crops.
    let farm = position()
        .terrain("1011", "cultivated")
        .terrain("1010 1110", "farmettes")
        .unit(foot("3-100", "f11").at("1011", "ne").set("increments", 4))
        .unit(british("1-40", 8).at("1110 1010", "s").in_("line"))
        .still();
    assert_eq!(attack(&farm, "1011", &once(&farm, "1010"), FireMode::Opportunity), ("8".into(), 7, "1:1"));
    assert_eq!(attack(&farm, "1010", &twice(&farm, "1011"), FireMode::Offensive), ("16".into(), 10, "1.5:1"));
    assert_eq!(attack(&farm, "1011", &twice(&farm, "1010"), FireMode::Defensive), ("32".into(), 7, "4:1"));
    // LB 22-28: 1/4 Légère in Line before 1/4 Foot and the Disordered 100th on its flank: 32 on 6 by enfilade, 5:1; 1/4 Foot answers
    // its front alone, 3:1.
    let flank = position()
        .unit(legere("1-4-leg", 6).at("1011", "n").in_("line"))
        .unit(foot("1-100", "f11").at("1110", "").with("order", "disorder"))
        .unit(british("1-4", 5).at("1010", "s").in_("line"))
        .still();
    let both = [Firing::doubled(flank.hex("1011")), Firing::doubled(flank.hex("1110"))];
    assert_eq!(attack(&flank, "1010", &both, FireMode::Offensive), ("32".into(), 6, "5:1"));
    assert_eq!(attack(&flank, "1011", &twice(&flank, "1010"), FireMode::Defensive), ("32".into(), 9, "3:1"));
    assert_eq!(flank.unit("1-4").formed, Formed::Line);
}
