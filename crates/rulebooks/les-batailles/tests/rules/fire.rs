//! Chapter 15: fire.

use crate::common::*;
use kernel::{Rulebook, Seat, Secrecy};
use les_batailles::assault::Assault;
use les_batailles::fire::{FireMode, Firing, Occasion, exchange};
use les_batailles::state::{Formed, Order};

/// Both sides fire, and then the battle is over.
pub fn opened(position: &Position, occasion: Occasion, dice: &[u8]) -> Game {
    let mut game = position.still();
    game.begin(dice, |play| play.state.agenda.push_all(&exchange(occasion)));
    game
}

fn segment(position: &Position) -> Game {
    opened(position, Occasion::Segment, &[])
}

/// What one hex fires with at another.
fn value(game: &Game, from: &str, at: &str, mode: FireMode) -> String {
    game.table().volley(game.hex(from), game.hex(at), mode).value.to_string()
}

fn fires(game: &Game, from: &str, at: &str) -> String {
    value(game, from, at, FireMode::Segment)
}

/// Fire Defense of all in a hex against fire from these.
fn defense(game: &Game, at: &str, from: &[&str]) -> u8 {
    let hex = game.hex(at);
    let firing: Vec<Firing> = from.iter().map(|from| Firing::once(game.hex(from))).collect();
    game.table().attack_on(hex, &game.table().stack_at(hex), &firing, FireMode::Segment).defense
}

/// A French battalion in 1010 that fires at 1109, where the enemy is.
fn firing(piece: Piece) -> Game {
    position().unit(piece).unit(foot("e", "a11").at("1109", "sw")).still()
}

/// A battalion in Line.
fn line(key: &str, of: &str, at: &str, facing: &str) -> Piece {
    foot(key, of).at(at, facing).in_("line")
}

#[test]
fn infantry_fires_by_increments_or_as_printed() {
    // LB V-30, 15.3a, 12.6.5a: three Increments of French Ligne in Line, times three.
    let three = firing(line("a", "f11", "1010", "n").set("increments", 3));
    assert_eq!(fires(&three, "1010", "1109"), "9");
    // LB 12.6.5b: four fire, however many stand there; losses count.
    assert_eq!(fires(&firing(line("a", "f11", "1010", "n")), "1010", "1109"), "12");
    assert_eq!(fires(&firing(line("a", "f11", "1010", "n").set("losses", 3)), "1010", "1109"), "9");
    // LB V-32, 15.3b: three Increments of Légère skirmishing fire nine, in Column the printed eight.
    let loose = || light("a", "f11").set("increments", 3);
    assert_eq!(fires(&firing(loose().at("1010", "n").in_("skirmish")), "1010", "1109"), "9");
    assert_eq!(fires(&firing(loose().at("1010", "ne")), "1010", "1109"), "8");
    // LB 15.3a: by nation, not by side.
    let british = line("a", "f11", "1010", "n").with("nation", "british");
    assert_eq!(fires(&firing(british), "1010", "1109"), "16");
    // LB 12.4.3b, 17.2.1a: losses that leave one Increment halve the printed value; a company of one is what it is.
    assert_eq!(fires(&firing(foot("a", "f11").at("1010", "ne").set("losses", 5)), "1010", "1109"), "4");
    let company = foot("a", "f11").at("1010", "ne").set("increments", 1).with("size", "company");
    assert_eq!(fires(&firing(company), "1010", "1109"), "8");
    // LB 12.8.4a, 12.12.3a: none in Road Column or PGD.
    assert_eq!(
        fires(&firing(foot("a", "f11").at("1010", "ne").in_("road-column").set("increments", 4)), "1010", "1109"),
        "0"
    );
    assert_eq!(fires(&firing(foot("a", "f11").at("1010", "").with("order", "pgd")), "1010", "1109"), "0");
}

#[test]
fn a_line_of_two_hexes_splits_its_increments() {
    // LB V-31, 12.6.5.1a, 12.6.5.1b: seven Increments, three and a half in each hex.
    let game = position()
        .unit(line("a", "f11", "1010 1110", "n").set("increments", 7))
        .unit(foot("e", "a11").at("1009", "se"))
        .unit(foot("g", "a11").at("1209", "sw"))
        .still();
    assert_eq!((fires(&game, "1010", "1009"), fires(&game, "1110", "1209")), ("10 1/2".into(), "10 1/2".into()));
    let both = [Firing::once(game.hex("1010")), Firing::once(game.hex("1110"))];
    let hex = game.hex("1109");
    let attack = game.table().attack_on(hex, &game.table().stack_at(hex), &both, FireMode::Segment);
    assert_eq!(attack.value.to_string(), "21");
}

#[test]
fn modifiers_multiply() {
    // LB D-05, 15.3c, 12.11.3a: Disorder, the last Increment, Opportunity Fire.
    let last = foot("a", "f11").at("1010", "").with("order", "disorder").set("losses", 5);
    assert_eq!(value(&firing(last), "1010", "1109", FireMode::Opportunity), "1");
    // LB V-52: Disordered, printed 8, after a Roll to Stand that was passed: 8 on cavalry in Line, 1:1.
    let game = position()
        .unit(foot("a", "f11").at("1010", "").with("order", "disorder"))
        .unit(heavy("e", "a11").at("1109", "sw").set("increments", 4))
        .still();
    let hex = game.hex("1109");
    let doubled = [Firing::doubled(game.hex("1010"))];
    let attack = game.table().attack_on(hex, &game.table().stack_at(hex), &doubled, FireMode::Charged);
    assert_eq!((attack.value.to_string(), attack.defense), ("8".into(), 8));
    assert_eq!(attack.column().map(|column| column.key()), Some("1:1"));
    // LB D-06, 12.10.12c: at two hexes half, but not with rifles.
    let far = |piece: Piece| {
        let game = position().unit(piece).unit(foot("e", "a11").at("1008", "sw")).still();
        fires(&game, "1010", "1008")
    };
    let loose = light("a", "f11").at("1010", "n").in_("skirmish").set("increments", 3);
    assert_eq!((far(loose.clone()), far(loose.set("rifles", true))), ("4 1/2".into(), "9".into()));
    // LB 12.10.12b: nobody else fires at two hexes.
    assert_eq!(far(line("a", "f11", "1010", "n")), "0");
}

#[test]
fn a_square_fires_with_a_third() {
    // LB V-51, 12.9.6a, 12.9.6b, 12.9.6d: nine of ten Increments times three, a third of it, half of that at the head of a column.
    let square = light("a", "f11").at("1010", "").in_("square").set("increments", 10);
    let game = position().unit(square).unit(heavy("e", "a11").at("1109 1209", "w").in_("column-of-companies")).still();
    assert_eq!(value(&game, "1010", "1109", FireMode::Opportunity), "4 1/2");
    let (hex, from) = (game.hex("1109"), [Firing::once(game.hex("1010"))]);
    let attack = game.table().attack_on(hex, &game.table().stack_at(hex), &from, FireMode::Opportunity);
    assert_eq!((attack.defense, attack.column().map(|column| column.key())), (6, Some("1:1.5")));
    // LB D-07, 12.9.6e: two battalions of different multiples, and a battery on top.
    let square = |key: &str, nation: &str, increments: u8| {
        foot(key, "f11").at("1010", "").in_("square").with("nation", nation).set("increments", increments)
    };
    let game = position()
        .unit(guns("g", "f11").at("1010", "ne").set("increments", 1))
        .unit(square("a", "french", 5))
        .unit(square("b", "british", 3))
        .unit(foot("e", "a11").at("1109", "sw"))
        .still();
    assert_eq!(fires(&game, "1010", "1109"), "13 2/3");
    let hex = game.hex("1109");
    let from = [Firing::once(game.hex("1010"))];
    let attack = game.table().attack_on(hex, &game.table().stack_at(hex), &from, FireMode::Segment);
    let column = attack.column().map(|column| (column.key(), column.shifted(attack.shift.into()).key()));
    assert_eq!(column, Some(("2:1", "3:1")));
    // LB G-22: no fire at a distance out of a Square.
    let far = position()
        .unit(guns("g", "f11").at("1010", "ne"))
        .unit(square("a", "french", 5))
        .unit(foot("e", "a11").at("1410", "w"))
        .still();
    assert_eq!(fires(&far, "1010", "1410"), "0");
}

#[test]
fn a_first_volley_is_better_where_that_is_played() {
    // LB 15.3.1a: x4 once, x3 ever after.
    let position = position()
        .option("first-fire", "on")
        .unit(line("a", "f11", "1010", "n").set("increments", 3))
        .unit(foot("e", "a11").at("1109", "e"));
    let mut game = segment(&position);
    assert_eq!(fires(&game, "1010", "1109"), "12");
    // 12 on 6: 2:1; 32 misses. The enemy looks away and has nobody to fire at.
    game.roll(&[3, 2], "fire 1010 1109");
    assert!(game.has_told("Fire on 1109 at 2:1"));
    assert_eq!(fires(&game, "1010", "1109"), "9");
}

#[test]
fn defense_goes_by_arm_formation_and_ground() {
    // LB 15.2a; the figures that the examples name (chart 4).
    let hit = |terrain: &str, piece: Piece| {
        let mut position = position().unit(foot("a", "f11").at("1010", "ne")).unit(piece.with("key", "e"));
        if terrain != "clear" {
            position = position.terrain("1109", terrain);
        }
        defense(&position.still(), "1109", &["1010"])
    };
    let british = |formation: &str, facing: &str| foot("e", "a11").at("1109", facing).in_(formation);
    assert_eq!((hit("clear", british("column", "sw")), hit("cultivated", british("column", "sw"))), (6, 7));
    assert_eq!((hit("clear", british("line", "sw")), hit("farmettes", british("line", "sw"))), (9, 10));
    let loose = light("e", "a11").at("1109", "sw").in_("skirmish").set("increments", 3);
    assert_eq!((hit("clear", loose.clone()), hit("cultivated", loose)), (14, 16));
    assert_eq!(hit("woods", british("general-order", "sw")), 16);
    assert_eq!(hit("clear", foot("e", "a11").at("1109", "").with("order", "disorder")), 8);
    // LB 12.8.4b.
    assert_eq!(hit("clear", british("road-column", "sw").set("increments", 4)), 6);
    assert_eq!(hit("clear", heavy("e", "a11").at("1109", "sw").set("increments", 4)), 8);
    assert_eq!(
        (hit("clear", wagon("e", "a11").at("1109", "")), hit("clear", guns("e", "a11").at("1109", "sw"))),
        (6, 8)
    );
    // LB 15.7.1d: more than nine Increments in Square.
    assert_eq!(hit("clear", british("square", "").set("increments", 9)), 6);
    assert_eq!(hit("clear", british("square", "").set("increments", 10)), 4);
    // LB D-08, 15.7.1c: more than six in Line.
    assert_eq!(hit("clear", british("line", "sw").set("increments", 7)), 6);
    assert_eq!(hit("clear", british("line", "sw").set("increments", 7).set("losses", 1)), 9);
    // LB 15.7.1e: guns with infantry have one value.
    let both = |formation: &str, facing: &str| {
        let game = position()
            .unit(foot("a", "f11").at("1010", "ne"))
            .unit(guns("g", "a11").at("1109", if facing.is_empty() { "sw" } else { facing }).set("increments", 1))
            .unit(foot("e", "a11").at("1109", facing).in_(formation))
            .still();
        defense(&game, "1109", &["1010"])
    };
    assert_eq!((both("line", "sw"), both("square", "")), (7, 6));
    // LB 12.13.6e: those who lie down.
    let prone = british("line", "sw").with("prone", "prone");
    assert_eq!(hit("clear", prone), 11);
}

#[test]
fn fire_through_a_flank_is_enfilade() {
    // LB 15.7.1a, 15.7.1b, G-31. The Line in 1110 faces n: its flanks are 1010 and 1210.
    let game = position().unit(line("e", "a11", "1110", "n")).unit(foot("a", "f11").at("1010", "e")).still();
    assert_eq!(defense(&game, "1110", &["1109"]), 9);
    assert_eq!(defense(&game, "1110", &["1010"]), 6);
    assert_eq!(defense(&game, "1110", &["1109", "1010"]), 6, "though others fire at its front");
    // From afar the hexside the line crosses counts; along a spine there is none.
    assert_eq!((defense(&game, "1110", &["0710"]), defense(&game, "1110", &["1009"])), (6, 9));
    // A refused flank is front (LB 12.6.6a).
    let refused = position()
        .unit(line("e", "a11", "1110", "n"))
        .unit(line("g", "a11", "1111", "n"))
        .unit(foot("a", "f11").at("0709", "e"))
        .still();
    assert_eq!(defense(&refused, "1110", &["1010"]), 9);
}

#[test]
fn odds_are_rounded_down() {
    // LB V-33, 15.4a: 18 on 7 is 2.5:1; LB V-34, 15.7a: eleven Increments in the hex add 3, and 43 costs one.
    let lines = position()
        .terrain("1109", "cultivated")
        .unit(line("a", "f11", "1010", "n").set("increments", 3))
        .unit(line("b", "f11", "1110", "n").set("increments", 3))
        .unit(foot("e", "a11").at("1109", "ne").set("increments", 11));
    let mut game = segment(&lines);
    // 43 + 3 = 46: one loss, and 45 passes.
    game.say("fire 1010 1109").roll(&[4, 3, 4, 5], "fire 1110 1109");
    assert!(game.has_told("Fire on 1109 at 2.5:1") && game.has_told("massed target"));
    assert_eq!((game.unit("e").losses, game.order("e")), (1, Order::Good));
    // LB V-48, 15.4.3a: 4 on 14 is no attack, and the company need not fire, though it may.
    let company = light("a", "f11").at("1010", "n").in_("skirmish").set("increments", 1).with("nation", "british");
    let weak = position()
        .unit(company)
        .unit(light("e", "a11").at("1109", "s").in_("skirmish").set("increments", 3).with("nation", "french"));
    let mut game = segment(&weak);
    assert_eq!(game.offered(), ["fire 1010 1109", "done"]);
    // The enemy fires 9 on 14, 1:2: 56 misses (LB V-45).
    game.say("fire 1010 1109").roll(&[5, 6], "fire 1109 1010");
    assert!(game.has_told("The fire on 1109 is too weak") && game.has_told("Fire on 1010 at 1:2"));
}

#[test]
fn density_and_shifts() {
    // LB V-35, D-16, D-17, 15.4.3a.
    let dice = |increments: u8, value: u32, shift: i8, dice: [u8; 2]| {
        let position =
            position().unit(foot("e", "a11").at("1109", "e").set("increments", increments).with("size", "regiment"));
        let mut game = position.unit(foot("a", "f11").at("1010", "ne")).still();
        let hex = game.hex("1109");
        let mut attack = game.table().attack_on(
            hex,
            &game.table().stack_at(hex),
            &[Firing::once(game.hex("1010"))],
            FireMode::Segment,
        );
        attack.value = les_batailles::fraction::Fraction::whole(value);
        attack.shift = shift;
        let stack = game.table().stack_at(hex);
        let hit = game.with(&dice, |play| {
            play.fire_attack("LB 15.4a", &attack, &stack, les_batailles::losses::After::Nothing).unwrap()
        });
        (hit.column.key(), hit.losses)
    };
    assert_eq!(dice(13, 18, 0, [4, 6]), ("3:1", 2));
    assert_eq!(dice(9, 18, 0, [4, 6]), ("3:1", 1));
    // 16 Increments: +12.
    assert_eq!(dice(16, 6, 0, [3, 1]), ("1:1", 1));
    assert_eq!(dice(16, 6, 0, [2, 6]), ("1:1", 0));
    // 9:1, two columns right stop at 10:1.
    assert_eq!(dice(9, 56, 2, [2, 6]), ("10:1", 3));
}

#[test]
fn whoever_can_fire_has_to() {
    // LB 7.3a, 7.3b: not those with a leader.
    let position = position()
        .unit(line("a", "f11", "1010", "n"))
        .unit(line("b", "f11", "1210", "n"))
        .leader(leader("foy", "f11", "1210"))
        .unit(foot("e", "a11").at("1109", "e").set("increments", 12))
        .unit(foot("g", "a11").at("1309", "e"));
    let mut game = segment(&position);
    assert_eq!(game.refused("done").as_deref(), Some("LB 7.3a"));
    // LB 15.5.1a: only through its front.
    assert_eq!(game.refused("fire 1010 1309").as_deref(), Some("LB 15.5.1a"));
    game.say("fire 1010 1109");
    // LB 15.5.2a: a hex fires once.
    assert_eq!(game.refused("fire 1010 1109").as_deref(), Some("LB 15.5.2a"));
    assert_eq!(game.refused("done"), None);
    // LB 15.4.2a: all fire on a hex is one attack.
    game.roll(&[1, 1, 1, 1], "fire 1210 1309").state.over.expect("both sides are done");
}

#[test]
fn what_is_next_to_it_comes_first() {
    // LB 15.5.1b: skirmishers with an enemy beside them fire at nobody two hexes away.
    let near = |e: &str| {
        position()
            .unit(light("a", "f11").at("1010", "n").in_("skirmish").set("increments", 3))
            .unit(foot("e", "a11").at(e, "e"))
            .unit(foot("g", "a11").at("0908", "e"))
    };
    let game = segment(&near("1109"));
    assert_eq!(game.refused("fire 1010 0908").as_deref(), Some("LB 15.5.1b"));
    let mut game = segment(&near("1512"));
    game.roll(&[1, 1], "fire 1010 0908");
    assert!(game.has_told("Fire on 0908 at 1:1.5"));
}

#[test]
fn two_hexes_of_a_unit() {
    // LB 15.5.3a: at different targets, but not apart at the same unit.
    let position = position()
        .unit(line("a", "f11", "1010 1110", "n"))
        .unit(line("e", "a11", "1109 1009", "s"))
        .unit(foot("g", "a11").at("1209", "e"));
    let mut game = segment(&position);
    game.say("fire 1010 1009");
    assert_eq!(game.refused("fire 1110 1109").as_deref(), Some("LB 15.5.3a"));
    assert_eq!(game.refused("fire 1110 1209"), None);
    // Together at one hex they are one attack of 18 on 9 (LB 12.6.5.1b).
    let mut game = segment(&position);
    game.say("fire 1010 1109").say("fire 1110 1109");
    // e fires back with both hexes at a, 24 on 9: 2.5:1; 23 misses.
    game.say("fire 1109 1010").roll(&[2, 3, 1, 1], "fire 1009 1010");
    assert!(game.has_told("Fire on 1109 at 2:1") && game.has_told("Fire on 1010 at 2.5:1"));
}

#[test]
fn fire_is_simultaneous() {
    // LB V-36, 15.5b, 7.3d, 17.1.6a, 17.1.6b: six Increments with a loss, in two hexes. It loses another before it fires, closes its
    // ranks away from the hex that was hit, and still fires as five in two hexes.
    let position = position()
        .unit(line("a", "f11", "1010 1110", "n").set("losses", 1))
        .unit(line("e", "a11", "1009", "s").set("increments", 4));
    let mut game = segment(&position);
    game.say("fire 1010 1009");
    // Its other hex has nobody before it; it is asked no more. 7 1/2 on 9, 1:1.5: 55 costs e one, 45 passes. 16 on 9, 1.5:1: 42
    // costs a one; 45 passes.
    game.roll(&[5, 5, 4, 5, 4, 2, 4, 5], "fire 1009 1010");
    assert!(game.has_told("Fire on 1009 at 1:1.5") && game.has_told("Fire on 1010 at 1.5:1"));
    assert_eq!((game.at("a"), game.unit("a").formed, game.unit("a").losses), ("1110".into(), Formed::Line, 2));
    // The other way round: e fires first and costs a its second hex, yet a fires with both.
    let position = super::common::position()
        .unit(line("e", "f11", "1009", "s").set("increments", 4).with("nation", "british"))
        .unit(line("a", "a11", "1010 1110", "n").set("losses", 1).with("nation", "french"))
        .unit(foot("h", "f11").at("1109", "ne").set("increments", 9));
    let mut game = segment(&position);
    game.say("fire 1009 1010").say("fire 1010 1009");
    game.roll(&[4, 2, 4, 5, 1, 1, 1, 1], "fire 1110 1109");
    assert_eq!(game.at("a"), "1110");
    assert!(game.has_told("Fire on 1109 at 1:1"), "7 1/2 on 6 although it is one Line of four Increments by now");
}

#[test]
fn a_square_has_three_shots() {
    // LB V-43, 12.9.6c: alternate hexes, or a hex and its opposite.
    let e = |key: &str, at: &str, facing: &str| {
        foot(key, "a11").at(at, facing).set("increments", 1).with("size", "company")
    };
    let position = position()
        .unit(foot("a", "f11").at("1010", "").in_("square").set("increments", 9))
        .unit(e("b", "1009", "nw"))
        .unit(e("c", "1109", "ne"))
        .unit(e("d", "1110", "e"))
        .unit(e("g", "1011", "sw"));
    let mut game = segment(&position);
    game.say("fire 1010 1009");
    assert_eq!(game.refused("fire 1010 1109").as_deref(), Some("LB 12.9.6c"));
    assert_eq!(game.refused("fire 1010 1110"), None);
    // 27 in all, a third each, 9 on 6: 1.5:1.
    game.say("fire 1010 1110").roll(&[1, 1, 1, 1, 1, 1], "fire 1010 1011");
    assert_eq!(game.told().iter().filter(|line| line.contains("at 1.5:1")).count(), 3);
}

#[test]
fn cavalry_skirmishers_attack_each_unit() {
    // LB V-42, 12.10.8a: four on each of three units, if they like.
    let position = position()
        .unit(hussars("h", "f11").at("1010 1110", "n").in_("skirmish"))
        .unit(foot("b", "a11").at("1009", "nw"))
        .unit(foot("c", "a11").at("1109", "ne"))
        .unit(foot("d", "a11").at("1209", "ne"));
    let mut game = segment(&position);
    assert!(game.offered().contains(&"done".to_owned()));
    game.say("fire 1010 1009").say("fire 1010 1109").roll(&[1, 1, 1, 1, 1, 1], "fire 1110 1209");
    assert_eq!(game.told().iter().filter(|line| line.contains("at 1:1.5")).count(), 3);
    // LB 12.10.8c: formed light cavalry takes all their attention; LB 17.2.2: three losses make it three.
    let position = super::common::position()
        .unit(hussars("h", "f11").at("1010 1110", "n").in_("skirmish").set("losses", 3))
        .unit(foot("b", "a11").at("1009", "nw"))
        .unit(hussars("c", "a11").at("1109", "ne").set("increments", 4));
    let game = segment(&position);
    assert_eq!(game.refused("fire 1010 1009").as_deref(), Some("LB 12.10.8c"));
    assert_eq!(fires(&game, "1010", "1109"), "3");
}

#[test]
fn those_in_an_assault_do_not_fire_here() {
    // LB 15.5.4a: neither the attackers nor their targets; cavalry skirmishers do (LB 12.10.8b).
    let marked = |target: Piece| {
        let position = position().unit(foot("a", "f11").at("1010", "ne")).unit(target);
        let mut game = position.still();
        let (top, units, at) = (game.id("a"), game.ids(&["a"]), game.hex("1109"));
        let assault = Assault::new(top, units, at, les_batailles::hexes::Hexes::one(at));
        game.state.assaults.push(assault);
        game.begin(&[], |play| play.state.agenda.push_all(&exchange(Occasion::Segment)));
        game
    };
    assert!(marked(foot("e", "a11").at("1109", "sw")).state.over.is_some());
    let horse = marked(hussars("e", "a11").at("1209 1109", "s").in_("skirmish"));
    assert_eq!(horse.offered(), ["fire 1109 1010", "done"]);
}

#[test]
fn prone_troops_are_hard_to_hit() {
    // LB 12.13.6a, 12.13.6b, 12.13.6d.
    let lying = |firer: Piece, terrain: &str| {
        let mut position = position().unit(firer).unit(line("e", "a11", "1109", "s").with("prone", "prone"));
        if terrain != "clear" {
            position = position.terrain("1109", terrain);
        }
        segment(&position)
    };
    assert!(lying(line("a", "f11", "1010", "n"), "clear").state.over.is_some(), "nobody can fire");
    let loose = || light("a", "f11").at("1010", "n").in_("skirmish").set("increments", 3);
    assert_eq!(lying(loose(), "clear").refused("fire 1010 1109"), None);
    assert!(lying(loose(), "cultivated").state.over.is_some());
}

#[test]
fn orders_are_sealed() {
    // LB G-18: the other side does not see them before all are in.
    let position = position().unit(line("a", "f11", "1010", "n")).unit(line("e", "a11", "1109", "s"));
    let mut game = segment(&position);
    let given = game.state.clone();
    game.say("fire 1010 1109");
    assert_eq!(game.state.fire_orders.len(), 1);
    assert_eq!(game.rules.redact(&game.state, Seat(1)).fire_orders.len(), 0);
    assert_eq!(game.rules.redact(&game.state, Seat(0)).fire_orders.len(), 1);
    let order = game.state.fire_orders[0];
    let decision =
        les_batailles::decision::Decision::Fire(les_batailles::fire::FireChoice::At { from: order.from, at: order.at });
    assert!(game.rules.sealed(&given, &game.state, Seat(0), &decision));
    // What the enemy has lost is no reason to hold one's fire: the menu is the same from what a seat may know.
    let hidden = |seat: Seat| {
        let (mut from_all, mut from_seen) = (Vec::new(), Vec::new());
        game.rules.ask(&given, seat, &mut from_all);
        game.rules.ask(&game.rules.redact(&given, seat), seat, &mut from_seen);
        from_all == from_seen
    };
    assert!(hidden(Seat(0)) && hidden(Seat(1)));
    game.roll(&[1, 1, 1, 1], "fire 1109 1010");
    assert!(game.state.fire_orders.is_empty() && game.state.over.is_some());
}

#[test]
fn opportunity_fire_is_one_attack_at_half() {
    // LB 15.6b, 15.6c: two battalions of 12 each, half of both on a Column: 12 on 6, 2:1.
    let position = position()
        .unit(line("a", "f11", "1010", "n"))
        .unit(line("b", "f11", "1110", "n"))
        .unit(line("c", "f11", "1211", "n"))
        .unit(foot("e", "a11").at("1109", "e"))
        .unit(foot("h", "a11").at("1109", "e"));
    let mut game = position.still();
    let (mover, movers) = (game.id("h"), game.ids(&["h"]));
    let by = game.table().side(game.id("a"));
    let firers = game.table().opportunity_firers(by, game.hex("1109"));
    assert_eq!(firers.len(), 2);
    let firers: Vec<_> = firers.into_iter().collect();
    // LB 15.6.1a: the mover, though below, takes the loss and checks alone; twelve Increments in the hex: 24 + 3 is not enough,
    // 26 + 3 = 33 is, and 22 passes.
    game.begin(&[2, 6, 2, 2], |play| play.opportunity_fire(mover, movers, &firers, false));
    assert_eq!((game.unit("h").losses, game.unit("e").losses), (1, 0));
    assert!(game.has_told("Fire on 1109 at 2:1"));
}

#[test]
fn of_a_charging_column_the_head_is_fired_on() {
    // LB 15.6.4a, 12.5.5a, 12.5.5b: each hex of a body that moves, but of a charging Column of Companies the first.
    let position = position()
        .unit(line("a", "f11", "1010 1110", "n"))
        .unit(heavy("e", "a11").at("1109 1209", "w").in_("column-of-companies"));
    let fire = |charging: bool, dice: &[u8]| {
        let mut game = position.still();
        let (mover, movers) = (game.id("e"), game.ids(&["e"]));
        let hexes = [game.hex("1010"), game.hex("1110")];
        game.begin(dice, |play| play.opportunity_fire(mover, movers, &hexes, charging));
        game.told().iter().filter(|line| line.contains("Fire on")).count()
    };
    assert_eq!((fire(true, &[1, 1]), fire(false, &[1, 1, 1, 1])), (1, 2));
    // LB 15.6.3a: cavalry skirmishers do not fire like this; LB 15.6.2a: guns without ammunition neither.
    let position = super::common::position()
        .unit(hussars("h", "f11").at("1010 1110", "n").in_("skirmish"))
        .unit(guns("g", "f11").at("1210", "nw").set("rounds", 0))
        .unit(guns("k", "f11").at("0810", "ne"))
        .unit(foot("e", "a11").at("1209", "w"))
        .unit(foot("x", "a11").at("0809", "w").set("increments", 3));
    let game = position.still();
    let by = game.table().side(game.id("h"));
    assert!(game.table().opportunity_firers(by, game.hex("1209")).is_empty());
    assert!(game.table().opportunity_firers(by, game.hex("0809")).len() == 1);
}

#[test]
fn some_never_fire() {
    // LB 12.6.5d: cavalry in Line; LB 12.10.12a: of skirmishers three Increments in a hex at most.
    assert_eq!(fires(&firing(heavy("a", "f11").at("1010", "n").set("increments", 4)), "1010", "1109"), "0");
    let many = light("a", "f11").at("1010 1110", "n").in_("skirmish").set("increments", 9);
    assert_eq!(fires(&firing(many), "1010", "1109"), "9");
}

#[test]
fn guns_in_a_square_fire_one_round() {
    // LB V-O3, 18.5.2.1, 12.9.6b, 12.9.6e: 6 x 3 and 12, a third each on three hexes: 10 on 6, 1.5:1 and two columns right.
    let e = |key: &str, at: &str, facing: &str| foot(key, "a11").at(at, facing).set("increments", 9);
    let position = position()
        .unit(guns("g", "f11").at("1010", "ne").set("fire", "[12, 8, 5]"))
        .unit(foot("a", "f11").at("1010", "").in_("square"))
        .unit(e("b", "1009", "nw"))
        .unit(e("d", "1110", "e"))
        .unit(e("h", "1011", "sw"));
    let mut game = segment(&position);
    game.say("fire 1010 1009").say("fire 1010 1110").roll(&[1, 1, 1, 1, 1, 1], "fire 1010 1011");
    assert_eq!(game.told().iter().filter(|line| line.contains("at 2.5:1")).count(), 3);
    assert_eq!(game.unit("g").rounds, 11);
    // LB 12.9.6f: on the Artillery chit the guns alone, in the same pattern: 4 on 6, 1:1.5, and two columns right.
    let mut game = opened(&position, Occasion::Chit, &[]);
    game.say("fire 1010 1009");
    assert_eq!(game.refused("fire 1010 1009").as_deref(), Some("LB 12.9.6c"));
    game.say("fire 1010 1110").roll(&[1, 1, 1, 1, 1, 1], "fire 1010 1011");
    assert_eq!(game.told().iter().filter(|line| line.contains("at 1.5:1")).count(), 3);
}

#[test]
fn a_hex_is_aimed_at_once_and_hit_more_often() {
    // LB 15.1a, 15.4b, 15.4.1a, 18.9.8: two batteries aim at two Lines; their paths cross in the hex of a third, which is struck twice.
    let position = position()
        .unit(guns("g", "f11").at("0510", "e"))
        .unit(guns("h", "f11").at("0804", "se"))
        .unit(line("p", "a11", "0810", "nw"))
        .unit(line("q", "a11", "1007", "n"))
        .unit(foot("x", "a11").at("1110", "ne"));
    let mut game = opened(&position, Occasion::Chit, &[]);
    game.say("fire 0510 0810").roll(&[1, 1, 1, 1, 1, 1, 1, 1], "fire 0804 1007");
    assert_eq!(game.told().iter().filter(|line| line.contains("Fire on 1110")).count(), 2);
}

#[test]
fn density_counts_what_stands_in_the_hex() {
    // LB 15.7b, 15.7c: an Increment of guns counts one, and of a body in two hexes half stands in each.
    let game = position()
        .unit(guns("g", "a11").at("1010", "ne"))
        .unit(foot("a", "a11").at("1010", "ne").set("increments", 9))
        .unit(line("b", "a11", "1212 1312", "n").set("increments", 13))
        .still();
    assert_eq!((game.table().density(game.hex("1010")), game.table().density(game.hex("1212"))), (11, 6));
}

#[test]
fn who_leaves_a_zone_may_be_fired_at() {
    // LB 15.6a, 15.6.1a: not for coming into it.
    let position = position()
        .unit(line("a", "f11", "1010", "n"))
        .unit(guns("e", "a11").at("1209", "").set("limbered", true).with("arm", "horse-artillery"));
    let mut game = position.still();
    let id = game.id("e");
    game.begin(&[], |play| play.begin_move_of_stack(les_batailles::movement::Motion::Maneuver, id));
    game.say("step w");
    assert_eq!((game.at("e"), game.topic()), ("1109".into(), "move"), "nobody fires at whoever comes");
    game.say("step w");
    assert_eq!((game.asked(), game.at("e")), (Seat(0), "1109".into()), "before it goes on");
    assert!(game.offered().iter().any(|offer| offer.contains("fire")), "{:?}", game.offered());
}

#[test]
fn a_first_fire_is_any_fire() {
    // LB 15.3.1a: both hexes of a Line fire their first volley at once, at different targets: 3 x 4 v 6 is 2:1, twice.
    let position = position()
        .option("first-fire", "on")
        .unit(line("a", "f11", "1010 1110", "n"))
        .unit(foot("e", "a11").at("1009", "w"))
        .unit(foot("g", "a11").at("1209", "e"));
    let mut game = segment(&position);
    assert_eq!(fires(&game, "1010", "1009"), "12");
    game.say("fire 1010 1009").roll(&[1, 1, 1, 1], "fire 1110 1209");
    assert_eq!(game.told().iter().filter(|line| line.contains("at 2:1")).count(), 2, "{:?}", game.told());
    // Opportunity Fire is fire as well, and so is what a Column fires.
    let first = |piece: Piece, formed: Formed| {
        let mut game = super::common::position()
            .option("first-fire", "on")
            .unit(piece.set("increments", 3))
            .unit(foot("e", "a11").at("1109", "e"))
            .still();
        let (mover, movers, from) = (game.id("e"), game.ids(&["e"]), [game.hex("1010")]);
        game.begin(&[1, 1], |play| play.opportunity_fire(mover, movers, &from, false));
        assert_eq!(game.unit("a").formed, formed);
        game.unit("a").has_fired
    };
    assert!(first(line("a", "f11", "1010", "n"), Formed::Line));
    assert!(first(foot("a", "f11").at("1010", "ne"), Formed::Column));
    // Beneath guns a Column has no part in their fire.
    let beneath = super::common::position()
        .unit(guns("k", "f11").at("1010", "ne"))
        .unit(foot("a", "f11").at("1010", "ne"))
        .unit(foot("e", "a11").at("1109", "e"));
    let mut game = segment(&beneath);
    game.roll(&[1, 1], "fire 1010 1109");
    assert!(!game.unit("a").has_fired && game.unit("k").rounds == 11);
}

#[test]
fn guns_with_an_enemy_beside_them_fire_at_him() {
    // LB V-64, 15.5.1b, 14.1a: of two enemies only the one beside them; without him the other would still be hidden by trees.
    let battery = |near: bool| {
        let position = position()
            .terrain("1210", "woods")
            .unit(guns("g", "f11").at("1010", "e"))
            .unit(foot("five", "a11").at("1410", "e"))
            .unit(foot("seven", "a11").at("1408", "e"));
        let position = if near { position.unit(foot("eight", "a11").at("1109", "e")) } else { position };
        opened(&position, Occasion::Chit, &[])
    };
    assert_eq!(battery(true).offered(), ["fire 1010 1109", "done"]);
    assert_eq!(battery(true).refused("fire 1010 1408").as_deref(), Some("LB 15.5.1b"));
    let alone = battery(false);
    assert_eq!(alone.refused("fire 1010 1408"), None);
    assert!(alone.refused("fire 1010 1410").is_some_and(|rule| rule.starts_with("LB 14.")));
}
