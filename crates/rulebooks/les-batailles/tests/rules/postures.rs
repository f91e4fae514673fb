//! Chapter 12.9 to 12.13: Square, Skirmish Order, Disorder, Plus Grand Désordre, and troops that lie down.

use crate::common::*;
use kernel::{Seat, Secrecy};
use les_batailles::assault::Assault;
use les_batailles::fire::{FireMode, Firing, Occasion, exchange};
use les_batailles::movement::Cause;
use les_batailles::state::{Formed, Order, Prone};

/// The battle as the chit of the division leader `d` is drawn, with an enemy too far away to matter.
fn active(position: Position, leader_at: &str) -> Game {
    position
        .unit(foot("far", "a21").at("2323", "w"))
        .leader(leader("d", "f11", leader_at))
        .start("segment = \"maneuver\"\nmaneuver-units = [\"d\"]")
        .play(&[1])
}

fn spent(game: &Game) -> String {
    game.state.moves.last().expect("somebody moves").spent.to_string()
}

fn formed(game: &Game, key: &str) -> Formed {
    game.unit(key).formed
}

#[test]
fn a_square_that_comes_to_guns_is_checked_with_them() {
    // LB 12.9.4.2a, 12.9.4a, 12.9.8a: infantry in Square moves into the hex of unlimbered guns, and all check: the Square at +6. 14 is 24
    // for it, above 21, less 3 for the second unit of the stack without a leader for the guns: they fail, and are Disordered.
    let start = || {
        position()
            .unit(foot("s", "f11").at("1010", "").in_("square"))
            .unit(guns("g", "f11").at("1110", "e").set("increments", 1).with("morale", "11"))
            .unit(foot("v", "f11").at("0911", "e"))
            .unit(foot("e", "a11").at("1710", "w"))
    };
    let mut game = active(start(), "0911");
    game.say("take s");
    assert_eq!(game.refused("step e").as_deref(), Some("LB 12.9.4a"), "not without a check");
    game.roll(&[6, 6], "join e");
    assert_eq!((formed(&game, "s"), game.unit("g").limbered), (Formed::Square, false));
    assert_eq!((game.at("s").as_str(), game.at("g").as_str(), spent(&game).as_str()), ("1110", "1110", "2"));
    assert!(game.has_told("checks"), "{:?}", game.told());
    // Limbered guns it cannot join (LB 12.9.3c).
    let limbered = position()
        .unit(foot("s", "f11").at("1010", "").in_("square"))
        .unit(guns("g", "f11").at("1110", "").set("increments", 1).set("limbered", true))
        .unit(foot("v", "f11").at("0911", "e"));
    let mut game = active(limbered, "0911");
    game.say("take s");
    assert_eq!(game.refused("join e").as_deref(), Some("LB 12.9.3c"));
}

#[test]
fn two_squares_become_one_by_a_check_only() {
    // LB 12.9.4a, 12.9.8a: a Square does not walk into another; it joins it, and both have the bonus: 15 and 6, less 3 for the second
    // unit without a leader, is 22, above 21.
    let square = |key: &str, at: &str| foot(key, "f11").at(at, "").in_("square");
    let start = position()
        .unit(square("s", "1110"))
        .unit(square("u", "1010"))
        .unit(foot("v", "f11").at("0911", "e"))
        .unit(foot("e", "a11").at("1710", "w"));
    let mut game = active(start, "0911");
    game.say("take u");
    assert_eq!(game.refused("step e").as_deref(), Some("LB 12.9.4a"));
    game.roll(&[1, 5], "join e");
    assert_eq!((formed(&game, "s"), formed(&game, "u")), (Formed::Square, Formed::Square));
    assert_eq!(game.stack("1110"), ["s", "u"]);
}

#[test]
fn limbered_guns_do_not_stay_in_a_square() {
    // LB 12.9.3c, 12.9.4.2a: they may pass through its hex, but stay in it only by joining, unlimbered.
    let start = position()
        .unit(foot("s", "f11").at("1110", "").in_("square"))
        .unit(guns("g", "f11").at("1010", "").set("limbered", true).set("increments", 1))
        .unit(foot("v", "f11").at("0911", "e"));
    let mut game = active(start, "0911");
    game.say("take g").say("step e");
    assert_eq!(game.refused("halt").as_deref(), Some("LB 11.1.2a"));
    game.say("step e").say("halt");
    assert_eq!(game.at("g"), "1210");
}

#[test]
fn squares_as_the_enemy_comes_near() {
    // LB 12.2.1c, 12.10d, 12.8.4d, 12.10.11a, 13.1.8a, 14.1b: hussars move within four hexes and in sight: infantry of the other side,
    // whose turn it is not, may form Square, from Skirmish Order and Road Column a Rallying Square. Woods between them, or five hexes:
    // nobody asks.
    let near = |piece: Piece, terrain: &str, at: &str| {
        let mut start = position()
            .unit(piece)
            .unit(hussars("h", "f11").at(at, "ne").in_("line").set("increments", 4))
            .unit(foot("v", "f11").at("0911", "e"));
        if !terrain.is_empty() {
            start = start.terrain(terrain, "woods");
        }
        let mut game = active(start, "0911");
        game.say("take h").say("step e");
        game
    };
    let line = || foot("t", "a11").at("1410", "nw").in_("line").with("nation", "british");
    let mut game = near(line(), "", "1010");
    assert_eq!((game.topic(), game.asked()), ("form-square", Seat(1)));
    game.roll(&[1, 1], "form-square t 1410");
    assert_eq!(formed(&game, "t"), Formed::Square);
    for piece in [
        light("t", "a11").at("1410", "nw").in_("skirmish").set("increments", 3),
        foot("t", "a11").at("1410", "w").in_("road-column").set("increments", 4),
    ] {
        let mut game = near(piece, "", "1010");
        game.roll(&[6, 6], "form-square t 1410");
        assert_eq!(formed(&game, "t"), Formed::Square);
    }
    assert_eq!(near(line(), "1310", "1010").topic(), "move", "out of sight");
    assert_eq!(near(line(), "", "0810").topic(), "move", "five hexes away");
}

#[test]
fn a_square_is_assaulted_from_the_next_hex() {
    // LB 12.9.7b: nobody enters its hex to fight it, nor by moving (LB 13.1.4a).
    let start = position()
        .unit(foot("a", "f11").at("1010", "e"))
        .unit(foot("v", "f11").at("0911", "e"))
        .unit(foot("s", "a11").at("1110", "").in_("square"));
    let mut game = active(start, "0911");
    game.say("take a");
    assert_eq!(game.refused("step e").as_deref(), Some("LB 13.1.4a"));
    game.say("assault a 1110").say("halt");
    assert!(game.unit("a").hexes.head() == game.hex("1010") && !game.state.assaults.is_empty());
}

#[test]
fn a_square_that_assaults_closes_without_its_bonus() {
    // LB 12.9.8b, 12.9.8a: rating 22; a Square rolls 22 and needs more: with the +6 it would close; from five hexes nothing else counts.
    let square = foot("a", "f11").at("1010", "").in_("square").with("morale", "22");
    let start = position().unit(square).unit(foot("b", "a11").at("1110", "w").with("morale", "-"));
    let start = start
        .top("turns = 1")
        .start("segment = \"assault\"\nassaults = [{ unit = \"a\", at = [\"1110\"], distance = 5 }]");
    let rules = start.open();
    let mut ledger = kernel::Ledger::default();
    let state = kernel::Rulebook::start(&rules, &mut Twos, &mut ledger);
    let game = Game { rules, state, ledger };
    let close = game.ledger.entries.iter().map(kernel::Entry::to_text).find(|text| text.contains("rolls to close"));
    let close = close.unwrap_or_else(|| panic!("{:?}", game.told()));
    assert!(!close.contains("Square") && close.contains("fails"), "{close}");
    // Any other check has it.
    let mut game =
        position().unit(foot("a", "f11").at("1010", "").in_("square")).unit(foot("e", "a11").at("1110", "w")).still();
    let stack = game.table().stack_at(game.hex("1010"));
    assert_eq!(game.with(&[1, 5], |play| play.check_to_leave(&stack, &[])).len(), 1, "15 + 6 = 25 > 21");
}

/// Every roll of two dice is 22.
struct Twos;

impl kernel::Dice for Twos {
    fn roll(&mut self, _sides: u8) -> u8 {
        2
    }
}

#[test]
fn who_passes_over_a_square() {
    // LB 12.9.5.1a, 12.9.5.1b: friends that recoil through a Square check with it; skirmishers do neither.
    let recoil = |piece: Piece| {
        let mut game = position()
            .unit(piece)
            .unit(foot("s", "f11").at("1110", "").in_("square"))
            .unit(foot("e", "a11").at("1310", "w"))
            .still();
        let id = game.id("u");
        let mut rolled = 0;
        game.with(&[], |play| play.recoil(id, 2));
        let mut dice = Counted(0);
        loop {
            let Game { rules, state, ledger } = &mut game;
            let mut play = les_batailles::table::Play { rules, state, dice: &mut dice, listener: ledger };
            play.advance();
            let seat = state_asked(&game);
            let Some(seat) = seat else { break };
            let offered = game.offered();
            let way = offered.iter().find(|way| way.ends_with("1110")).unwrap_or(&offered[0]).clone();
            let decision = kernel::Notation::read(&game.rules, &way).unwrap();
            let Game { rules, state, ledger } = &mut game;
            kernel::Rulebook::play(rules, state, seat, decision, &mut dice, ledger);
            rolled += 1;
            assert!(rolled < 9);
        }
        (dice.0, formed(&game, "s"), game.at("u"))
    };
    let (rolls, square, _) = recoil(foot("u", "f11").at("1210", "").with("order", "disorder"));
    assert!(rolls >= 4 && square == Formed::Square, "{rolls}");
    let (rolls, square, _) = recoil(light("u", "f11").at("1210", "ne").in_("skirmish").set("increments", 3));
    assert_eq!((rolls, square), (0, Formed::Square));
}

fn state_asked(game: &Game) -> Option<Seat> {
    game.state.asked.first()
}

/// Sixes, counted.
struct Counted(u8);

impl kernel::Dice for Counted {
    fn roll(&mut self, sides: u8) -> u8 {
        self.0 += 1;
        6.min(sides)
    }
}

#[test]
fn skirmishers_lie_open() {
    // LB 12.10b: their specific side is up for both sides; who could skirmish and does not keeps it to himself.
    let game = position()
        .unit(light("loose", "f11").at("0507 0607", "n").in_("skirmish"))
        .unit(hussars("horse", "f11").at("0909 1009", "n").in_("skirmish"))
        .unit(light("firm", "f11").at("1212", "e"))
        .unit(foot("e", "a11").at("2020", "w"))
        .still();
    let seen = game.rules.redact(&game.state, Seat(1));
    let open = |key: &str| seen.units[game.id(key).ix()].specific.is_some();
    assert_eq!(["loose", "horse", "firm"].map(open), [true, true, false]);
}

#[test]
fn the_zone_is_paid_for_however_one_comes_into_it() {
    // LB 12.10.7b, G-81: by a wheel and by extending: two more in the second ring.
    let horse = || hussars("h", "a11").at("1108 1208", "s").in_("skirmish");
    let far = foot("v", "f11").at("0911", "e");
    // The outer end of a battalion wheels by one hex, of the second ring: 1 + 1, and 2 for the zone.
    let wheel = |more: Option<Piece>| {
        let start = position().unit(foot("u", "f11").at("1010 1110", "n").in_("line")).unit(far.clone());
        let start = match more {
            Some(more) => start.unit(more),
            None => start,
        };
        let mut game = active(start, "0911");
        game.say("take u").say("wheel right");
        spent(&game)
    };
    assert_eq!((wheel(None).as_str(), wheel(Some(horse().at("1107 1207", "s"))).as_str()), ("2", "4"));
    // A battalion extends into the second ring: 1 + 1 and 2 for the zone.
    let lone = foot("u", "f11").at("1010", "n").in_("line");
    let cost = |more: Option<Piece>| {
        let start = position().unit(lone.clone()).unit(far.clone());
        let start = match more {
            Some(more) => start.unit(more),
            None => start,
        };
        let mut game = active(start, "0911");
        game.say("take u").say("extend 0 1");
        spent(&game)
    };
    assert_eq!((cost(None).as_str(), cost(Some(horse())).as_str()), ("2", "4"));
}

#[test]
fn formed_light_cavalry_puts_an_end_to_the_zone() {
    // LB 12.10.7.2a, LB V-41: with formed hussars of the enemy next to them they neither slow nor harass anybody; heavy cavalry does not
    // keep them from it.
    let zone = |piece: Option<Piece>| {
        let start = position().unit(hussars("h", "a11").at("1009 1109", "s").in_("skirmish"));
        let start = match piece {
            Some(piece) => start.unit(piece),
            None => start,
        };
        let game = start.still();
        game.table().skirmish_zone(game.id("h")).0.len()
    };
    let beside = |piece: Piece| Some(piece.at("1008", "s").in_("line").set("increments", 4));
    assert_eq!((zone(None), zone(beside(hussars("k", "f21")))), (13, 0));
    assert_eq!(zone(beside(heavy("k", "f21"))), 13);
    assert_eq!(zone(Some(hussars("k", "f21").at("1008 0908", "s").in_("skirmish"))), 13, "it is not formed");
}

#[test]
fn harassment_of_a_rout_through_three_hexes() {
    // LB 12.10.7d, 12.10.7.1a, 12.10.7.1b, V-39, V19-1: French cavalry that routs leaves cultivated ground (3), an orchard (3) and a clear hex
    // (2) of the zone: 3 x 4 = 12 v 8 + 1: 1:1; 51 costs an Increment. Rivers leave it no way but along the front of the hussars, and then
    // into a hex from which woods are too dear.
    let mut start = position()
        .terrain("1110", "cultivated")
        .terrain("1010", "orchard")
        .terrain("0809 0909 0710 0811 0911", "woods")
        .unit(heavy("u", "f11").at("1110", "").with("order", "disorder").set("movement", 3))
        .unit(hussars("h", "a11").at("1009 1109", "s").in_("skirmish"));
    let sides = ["1110 ne", "1110 e", "1110 se", "1110 sw", "1010 sw", "1010 se", "0910 nw", "0910 sw", "0910 se"];
    for side in sides {
        start = start.hexside(side, "river");
    }
    let mut game = start.still();
    let id = game.id("u");
    game.begin(&[5, 1], |play| play.rout(id, Cause::Fire));
    let path = &game.state.retreats.paths.last().expect("it ran").hexes;
    let left: Vec<_> = path.iter().map(|&hex| game.table().grid().number(hex).to_string()).collect();
    assert_eq!(left, ["1110", "1010", "0910", "0810"]);
    assert!(game.has_told("harasses") && game.has_told("Fire on 0810 at 1:1 "), "{:#?}", game.told());
    // An Increment for each hex of their Zone of Influence that it left, and one by the 51.
    assert_eq!(game.unit("u").losses, 4);
}

#[test]
fn harassment_of_skirmishers_that_go_back() {
    // LB 12.10.7d, 12.10.7.1a, LB V-40: infantry skirmishers that retreat before an assault through one clear hex of the zone: 4 v 2 + 2:
    // 1:1.
    let loose = light("s", "f11").at("1111", "nw").in_("skirmish").set("increments", 3);
    let start = position()
        .unit(loose)
        .unit(foot("a", "a11").at("1011", "e"))
        .unit(hussars("h", "a11").at("1009 1109", "s").in_("skirmish"));
    let start = start
        .top("turns = 1")
        .start("segment = \"assault\"\nassaults = [{ unit = \"a\", at = [\"1111\"], distance = 6 }]");
    let mut game = start.play(&[]);
    assert_eq!(game.topic(), "path-of-retreat");
    assert!(game.table().skirmish_zone(game.id("h")).contains(game.hex("1111")));
    game.say("withdraw-to 1211");
    let halt = game.offered().into_iter().find(|offer| offer == "withdrawn");
    if halt.is_some() {
        let decision = kernel::Notation::read(&game.rules, "withdrawn").unwrap();
        let seat = game.asked();
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(1), &mut game.ledger);
    }
    assert!(game.has_told("harasses") && game.has_told("at 1:1 "), "{:#?}", game.told());
}
#[test]
fn skirmish_attacks_are_a_choice_or_a_duty() {
    // LB G-51, 12.10.8a: by the reading cavalry skirmishers may keep quiet, or have to attack each enemy before them.
    let start = |reading: &str| {
        let position = position()
            .option("skirmish-attacks", reading)
            .unit(hussars("h", "f11").at("1010 1110", "n").in_("skirmish"))
            .unit(foot("b", "a11").at("1009", "nw"))
            .unit(foot("c", "a11").at("1109", "ne"));
        let mut game = position.still();
        game.begin(&[], |play| play.state.agenda.push_all(&exchange(Occasion::Segment)));
        game
    };
    assert!(start("choice").offered().contains(&"done".to_owned()));
    let mut game = start("duty");
    assert!(!game.offered().contains(&"done".to_owned()));
    game.say("fire 1010 1009");
    assert!(!game.offered().contains(&"done".to_owned()), "each of them");
    game.roll(&[1, 1, 1, 1], "fire 1010 1109");
    assert!(game.state.over.is_some());
}

#[test]
fn disordered_units_assault_and_count_half() {
    // LB 12.11.3b, 12.11.3c: they may declare one.
    let start = position()
        .unit(foot("a", "f11").at("1010", "").with("order", "disorder"))
        .unit(foot("v", "f11").at("0911", "e"))
        .unit(foot("b", "a11").at("1210", "w"));
    let mut game = active(start, "0911");
    game.say("take a");
    assert_eq!(game.refused("assault a 1210"), None);
}

#[test]
fn routed_units_draw_together_where_their_owner_likes() {
    // LB 12.12a, 12.11a: on any ground, in one of their hexes; then they run.
    let mut game = position()
        .terrain("1010 1110", "cultivated")
        .unit(foot("u", "f11").at("1010 1110", "n").in_("line"))
        .unit(foot("e", "a11").at("1310", "w"))
        .still();
    let id = game.id("u");
    game.begin(&[], |play| play.rout(id, Cause::Fire));
    assert_eq!((game.topic(), game.offered().len()), ("collapse", 2));
    game.say("collapse 1010");
    assert_eq!((game.order("u"), game.topic()), (Order::Pgd, "retreat"));
}

/// A British battalion in Line that lies down in 1109 and faces south, towards 1010.
fn prone() -> Piece {
    foot("u", "a11").at("1109", "s").in_("line").with("prone", "prone")
}

#[test]
fn lying_down_goes_with_any_voluntary_formation_but_one() {
    // LB 12.13.4a, 12.13.4c: not in Road Column; it keeps formation and facing.
    let lies = |formation: &str, facing: &str, increments: u8| {
        let piece = light("u", "f11").at("1010", facing).in_(formation).with("nation", "british");
        let start = position().unit(piece.set("increments", increments)).unit(foot("v", "f11").at("0911", "e"));
        let mut game = active(start, "0911");
        game.say("take u");
        let refused = game.refused("lie");
        if refused.is_none() {
            let before = (formed(&game, "u"), game.unit("u").facing);
            game.say("lie");
            assert_eq!((formed(&game, "u"), game.unit("u").facing), before);
        }
        refused
    };
    for (formation, facing) in [("column", "e"), ("line", "ne"), ("square", ""), ("skirmish", "ne")] {
        assert_eq!(lies(formation, facing, 3), None, "{formation}");
    }
    assert_eq!(lies("road-column", "e", 3).as_deref(), Some("LB 12.13.4a"));
}

#[test]
fn one_looks_over_those_who_lie_down_and_does_not_fire_over_friends() {
    // LB 12.13.5a: they hide nothing; friends do not fire over them, howitzers do.
    let start = position().unit(foot("u", "a11").at("0810", "n").in_("line").with("prone", "prone"));
    let game = start.unit(foot("far", "f11").at("2424", "e")).still();
    let (table, from, to) = (game.table(), game.hex("0510"), game.hex("1110"));
    assert!(table.sees(from, to));
    let fire = |howitzers: bool| table.may_fire_along(kernel::Side::SECOND, from, to, howitzers).err();
    assert_eq!(fire(false).map(|refusal| refusal.rule.into_owned()).as_deref(), Some("LB 14.1.3a"));
    assert!(fire(true).is_none());
}

#[test]
fn those_who_lie_down_stand_the_better_and_get_up_to_fire() {
    // LB 12.13.7a, 12.13.7b: +3 to stand, -6 for those who close; the fire then finds them standing: a Fire Defense of 9, not 11.
    let start = position().unit(foot("a", "f11").at("1010", "ne")).unit(prone());
    let start = start
        .top("turns = 1")
        .start("segment = \"assault\"\nassaults = [{ unit = \"a\", at = [\"1109\"], distance = 5 }]");
    let rules = start.open();
    let mut ledger = kernel::Ledger::default();
    let state = kernel::Rulebook::start(&rules, &mut Always(5), &mut ledger);
    let game = Game { rules, state, ledger };
    let text = |what: &str| {
        let all = game.ledger.entries.iter().map(kernel::Entry::to_text);
        all.into_iter().find(|text| text.contains(what)).unwrap_or_else(|| panic!("{what}: {:?}", game.told()))
    };
    assert!(text("rolls to close").contains("Prone") && text("rolls to close").contains("-6"));
    assert!(text("rolls to stand").contains("Prone") && text("rolls to stand").contains("+3"));
    // 8 x 2 = 16 v 9 is 1.5:1; v 11 it would be 1:1.
    assert!(text("Fire on 1109").contains("1.5:1"), "{}", text("Fire on 1109"));
    assert_ne!(game.unit("u").prone, Prone::Prone);
}

#[test]
fn those_who_lie_down_get_up_before_a_charge() {
    // LB 12.13.8a: they may form Square, standing up for it; or stand, and get up to fire: a battalion that stayed down could not.
    let start = position()
        .unit(foot("t", "a11").at("1010", "nw").in_("line").with("prone", "prone").with("morale", "-"))
        .unit(hussars("h", "f11").at("0710", "ne").in_("line").set("increments", 4))
        .leader(leader("d", "f11", "0710"));
    let mut game = start.start("segment = \"maneuver\"\nmaneuver-units = [\"d\"]").play(&[1]);
    game.say("take h").say("declare-charge");
    assert!(game.offered().contains(&"form-square t 1010".to_owned()), "{:?}", game.offered());
    let mut square = Game { rules: game.rules, state: game.state.clone(), ledger: game.ledger };
    square.roll(&[1, 1], "form-square t 1010");
    assert_eq!((formed(&square, "t"), square.unit("t").prone), (Formed::Square, Prone::StoodUp));
    game = Game { rules: square.rules, state: game.state, ledger: kernel::Ledger::default() };
    game.say("let-come");
    let mut asked = 0;
    while !game.has_told("Fire on") && asked < 30 {
        asked += 1;
        let offered = game.offered();
        let says = ["halt", "done", "run-charge h", "target t", "let-come", "charge e", "hold-fast"];
        let Some(answer) = says.iter().find(|says| offered.iter().any(|offer| offer == *says)) else {
            panic!("{} {offered:?} {:#?}", game.topic(), game.told())
        };
        let decision = kernel::Notation::read(&game.rules, answer).unwrap();
        let seat = game.asked();
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(1), &mut game.ledger);
    }
    assert!(game.has_told("Fire on"), "{:#?}", game.told());
    assert_ne!(game.unit("t").prone, Prone::Prone);
}

#[test]
fn whoever_lies_may_get_up_before_the_fire() {
    // LB 12.13.1d, 12.13.6a: at any time, so when the Fire Segment begins; who gets up fires, who does not cannot.
    let start =
        position().unit(prone()).unit(foot("a", "f11").at("1010", "w")).top("turns = 1").start("segment = \"fire\"");
    let mut game = start.play(&[]);
    assert_eq!((game.topic(), game.asked()), ("rise", Seat(1)));
    assert_eq!(game.offered(), ["done", "rise u"]);
    let lying = Game { rules: start.open(), state: game.state.clone(), ledger: kernel::Ledger::default() };
    game.say("rise u");
    assert_eq!((game.unit("u").prone, game.topic()), (Prone::StoodUp, "fire"));
    assert!(game.offered().contains(&"fire 1109 1010".to_owned()));
    let mut game = lying;
    game.say("done");
    assert_ne!(game.topic(), "fire");
}

#[test]
fn nobody_moves_lying_down() {
    // LB 12.13.1c: a light company that is assaulted and goes back stands up for it.
    let company = light("u", "a11").at("1110", "nw").in_("skirmish").set("increments", 1).with("size", "company");
    let start = position().unit(foot("a", "f11").at("1010", "e")).unit(company.with("prone", "prone"));
    let start = start
        .top("turns = 1")
        .start("segment = \"assault\"\nassaults = [{ unit = \"a\", at = [\"1110\"], distance = 6 }]");
    let mut game = start.play(&[]);
    assert_eq!(game.topic(), "path-of-retreat");
    game.say("withdraw-to 1210");
    assert_ne!(game.unit("u").prone, Prone::Prone);
}

#[test]
fn prone_units_may_be_hit_by_guns_and_skirmishers() {
    // LB 12.13.6b, 12.13.6e: a Fire Defense better by two in the open.
    let defense = |piece: Piece| {
        let game =
            position().unit(light("a", "f11").at("1010", "n").in_("skirmish").set("increments", 3)).unit(piece).still();
        let (at, from) = (game.hex("1109"), [Firing::once(game.hex("1010"))]);
        game.table().attack_on(at, &game.table().stack_at(at), &from, FireMode::Segment).defense
    };
    assert_eq!((defense(prone()), defense(prone().with("prone", "no"))), (11, 9));
}

#[test]
fn cavalry_skirmishers_that_are_assaulted() {
    // LB 12.10.9b, 12.10.10a: they may ride off, or stay where they cannot; infantry skirmishers may go back too. In an assault they fire
    // their Skirmish Attack all the same (LB 12.10.8b).
    let start = position()
        .unit(foot("a", "f11").at("1010", "e"))
        .unit(hussars("h", "a11").at("1110 1211", "nw").in_("skirmish"));
    let mut game = start.still();
    let (top, units, at, from) = (game.id("a"), game.ids(&["a"]), game.hex("1110"), game.hex("1010"));
    game.state.assaults.push(Assault::new(top, units, at, les_batailles::hexes::Hexes::one(from)));
    game.begin(&[], |play| play.state.agenda.push_all(&exchange(Occasion::Segment)));
    assert!(game.offered().contains(&"fire 1110 1010".to_owned()));
    for piece in [
        hussars("h", "a11").at("1110 1211", "nw").in_("skirmish"),
        light("h", "a11").at("1110", "nw").in_("skirmish").set("increments", 3),
    ] {
        let start = position().unit(foot("a", "f11").at("1010", "e")).unit(piece);
        let start = start
            .top("turns = 1")
            .start("segment = \"assault\"\nassaults = [{ unit = \"a\", at = [\"1110\"], distance = 6 }]");
        assert_eq!(start.play(&[]).topic(), "path-of-retreat");
    }
}

#[test]
fn lying_down_on_the_regroup_chit() {
    // LB 12.13b: a battalion In Command that is part of no Maneuver Unit lies down, or stands up, where it is.
    let start = |prone: &str| {
        let piece = foot("b", "f11").at("0505", "nw").in_("line").with("nation", "british").with("prone", prone);
        position()
            .top("turns = 1")
            .start("segment = \"maneuver\"\ncup = [\"regroup\"]")
            .unit(piece)
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("d", "f11", "0505"))
            .play(&[1])
    };
    let mut game = start("no");
    game.say("regroup b").say("lie");
    assert_eq!(game.unit("b").prone, Prone::Prone);
    let mut game = start("prone");
    game.say("regroup b").say("stand");
    assert_eq!(game.unit("b").prone, Prone::StoodUp);
}

#[test]
fn a_square_is_strong_enough_or_none() {
    // LB 12.9.3a, 12.9.3b: of two units of two Increments neither leaves the other; if one runs, the other is Disordered at that instant.
    let square = |key: &str| foot(key, "f11").at("1010", "").in_("square").set("increments", 2);
    let start = position().unit(square("a")).unit(square("b")).unit(foot("v", "f11").at("0911", "e"));
    let mut game = active(start.clone(), "0911");
    game.say("alone b");
    assert_eq!((game.state.moves.len(), game.at("b").as_str()), (0, "1010"), "there is nothing that it may do");
    let mut game = start.unit(foot("e", "a11").at("1310", "w")).still();
    let id = game.id("b");
    game.begin(&[], |play| play.rout(id, Cause::Fire));
    assert_eq!((game.order("b"), game.order("a")), (Order::Pgd, Order::Disorder));
    // Three are enough.
    let strong = position()
        .unit(square("a").set("increments", 3))
        .unit(square("b").set("increments", 3))
        .unit(foot("v", "f11").at("0911", "e"));
    let mut game = active(strong, "0911");
    game.say("alone b").say("step e");
    assert_eq!(
        (formed(&game, "a"), formed(&game, "b"), game.at("b").as_str()),
        (Formed::Square, Formed::Square, "1110")
    );
}

#[test]
fn nobody_steps_over_those_who_lie_down() {
    // LB 12.13.3a, 11.1b: one battalion and its light company have room where somebody lies; others go round, skirmishers through them
    // (LB 12.10.5.1a).
    let lying = |mover: Piece| {
        let start = position()
            .unit(foot("p", "f11").at("1110", "ne").in_("line").with("nation", "british").with("prone", "prone"))
            .unit(mover)
            .unit(foot("v", "f11").at("0911", "e"));
        let mut game = active(start, "0911");
        game.say("take u");
        game.refused("step e")
    };
    let british = |key: &str| light(key, "f11").at("1010", "e").with("nation", "british").set("increments", 1);
    assert_eq!(lying(foot("u", "f11").at("1010", "e").set("increments", 3)).as_deref(), Some("LB 11.1b"));
    assert_eq!(lying(british("u").with("size", "company").with("parent", "p")), None);
    assert_eq!(lying(british("u").at("1010", "ne").in_("skirmish")), None);
}

#[test]
fn the_enemy_reacts_to_guns_that_join_a_square() {
    // LB 12.9.4.1a: first the check of all, on 55, then the fire of the battalion in whose zone the Square stands.
    let start = position()
        .unit(foot("s", "f11").at("1110", "").in_("square"))
        .unit(guns("g", "f11").at("1010", "").set("limbered", true).set("increments", 1))
        .unit(foot("v", "f11").at("0911", "e"))
        .unit(foot("e", "a11").at("1210", "nw").in_("line"));
    let mut game = active(start, "0911");
    game.say("take g");
    game.roll(&[5, 5], "join e");
    assert_eq!((game.topic(), game.unit("g").limbered), ("opportunity-fire", false));
}

#[test]
fn whoever_lies_may_get_up_for_opportunity_fire() {
    // LB 12.13.1d, 12.13.6a, G-80: a battalion leaves the zone of one that lies down: its owner may have it get up and fire, or lie on.
    let start = position()
        .unit(foot("u", "f11").at("1010", "").with("order", "disorder").with("morale", "-"))
        .unit(foot("v", "f11").at("0911", "e"))
        .unit(foot("p", "a11").at("1109", "s").in_("line").with("prone", "prone"));
    for (word, prone, dice) in
        [("opportunity-fire p", Prone::StoodUp, &[1u8, 1][..]), ("no-reaction", Prone::Prone, &[][..])]
    {
        let mut game = active(start.clone(), "0911");
        game.say("take u").say("step w");
        assert_eq!((game.topic(), game.at("u").as_str()), ("opportunity-fire", "1010"));
        game.roll(dice, word);
        assert_eq!((game.unit("p").prone, game.at("u").as_str()), (prone, "0910"), "{word}");
        assert_eq!(game.has_told("Fire on 1010"), word != "no-reaction");
    }
}
