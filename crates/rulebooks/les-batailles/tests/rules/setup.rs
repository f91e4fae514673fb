//! The battle file: what is wrong is told with its place.

use crate::common::*;
use kernel::{Ledger, Rulebook, Scripted};
use les_batailles::agenda::Step;
use les_batailles::cards::{MoraleBonus, Post, Size};
use les_batailles::hexes::Facing;
use les_batailles::sequence::TurnStep;
use les_batailles::state::{Formed, Order, Place, Readiness, Segment};
use les_batailles::table::Play;

fn plain() -> Position {
    position().unit(foot("a", "f11").at("0505", "e"))
}

#[test]
fn a_counter_is_read_with_both_its_sides() {
    // LB 5.1.1a, 5.1.2a, 5.1.5a, 5.1.5b, 5.3.2a, V3.
    let battery = guns("yg", "f11").at("0606", "e").set("fire", "[24, 17, 9]").set("range", 12).with("morale", "11");
    let game = plain().unit(battery).still();
    let (card, specific) = (game.table().card(game.id("yg")), game.table().specific(game.id("yg")));
    assert_eq!((card.increments, card.movement, card.size), (2, 5, Size::Company));
    assert_eq!((specific.fire, specific.range, specific.melee), ([24, 17, 9], 12, 4));
    assert!(game.table().is_elite(game.id("yg")));
    let at = [2, 3, 5, 6, 12, 13].map(|hexes| specific.fire_at(hexes));
    assert_eq!(at, [Some(24), Some(17), Some(17), Some(9), Some(9), None]);
    let a = game.unit("a");
    assert_eq!((a.place, a.formed, a.order), (Place::Map, Formed::Column, Order::Good));
    assert!(matches!(a.facing, Facing::Side(_)));
}

#[test]
fn who_may_skirmish_is_printed() {
    // LB 5.1.3a, V1: a Range for foot, a Skirmish Value for horse.
    let voltigeurs = light("voltigeurs", "f111").at("0706", "e").set("increments", 3).with("morale", "16");
    let game = plain()
        .unit(voltigeurs)
        .unit(hussars("h", "f11").at("0808", "n"))
        .unit(heavy("c", "f11").at("0909", "n"))
        .still();
    let may = ["voltigeurs", "a", "h", "c"].map(|key| game.table().may_skirmish(game.id(key)));
    assert_eq!(may, [true, false, true, false]);
}

#[test]
fn light_cavalry_is_told_by_its_movement() {
    // LB 5.1.4a, 5.1.4b, 5.3.3a, V2: above 12 it is light, unless the battle says otherwise.
    let cossacks = heavy("guard-cossacks", "a11").at("1010", "n").set("movement", 16).set("lance", 6);
    let game = plain()
        .unit(cossacks)
        .unit(heavy("twelve", "f11").at("0808", "n").set("movement", 12))
        .unit(heavy("named", "f11").at("0810", "n").set("movement", 12).set("light", true))
        .still();
    let card = |key: &str| game.table().card(game.id(key));
    assert!(card("guard-cossacks").is_light_cavalry() && card("guard-cossacks").lancers);
    assert!(card("twelve").is_heavy_cavalry() && card("named").is_light_cavalry());
    assert_eq!(game.unit("twelve").readiness, Readiness::Ready);
}

#[test]
fn a_leader_is_read_with_his_bonuses() {
    // LB 5.2.1a, 5.2.2a, 5.2.2g, 5.2.3a, 5.2.4a, V4.
    let him = leader("foy", "f11", "0505").with("infantry", "2/3").with("cavalry", "-1").set("artillery", 1);
    let game = plain().leader(him.with("morale", "3")).leader(leader("nap", "f", "0505").with("morale", "A")).still();
    let card = &game.rules.leaders[game.leader_id("foy").ix()];
    assert!(card.movement == 9 && matches!(card.post, Post::Leads(of) if game.rules.formations[of.ix()].key == "f11"));
    let bonuses = game.leader("foy").bonuses.unwrap();
    assert_eq!((bonuses.infantry.of(true), bonuses.infantry.of(false)), (2, 3));
    assert_eq!((bonuses.cavalry.attack, bonuses.artillery), (Some(-1), Some(1)));
    assert_eq!(bonuses.morale, MoraleBonus::Number(3));
    let nap = game.leader("nap").bonuses.unwrap();
    assert_eq!((nap.morale, nap.infantry.of(true), nap.artillery), (MoraleBonus::Passes, 0, None));
}

#[test]
fn a_regiment_or_its_battalions_stand_on_the_map() {
    // LB 12.1a.
    let battalion = |key: &str, number: u8| foot(key, "f11").with("regiment", "r").set("number", number);
    let regiment = foot("r", "f11").set("increments", 12).with("size", "regiment");
    let game = plain().unit(regiment.clone().at("0707", "e")).unit(battalion("r1", 1)).unit(battalion("r2", 2)).still();
    assert_eq!(["r", "r1", "r2"].map(|key| game.unit(key).place), [Place::Map, Place::Display, Place::Display]);
    let both = plain().unit(regiment.at("0707", "e")).unit(battalion("r1", 1).at("0707", "e"));
    assert!(both.faults().to_string().contains("beside its regiment"));
}

/// A position and what its file is told.
fn is_told(position: &Position, what: &str) {
    let faults = position.faults().to_string();
    assert!(faults.contains(what), "{faults}");
}

#[test]
fn what_is_wrong_is_named() {
    is_told(&plain().unit(foot("a", "f11").at("0506", "e")), "two units are called `a`");
    is_told(&plain().unit(foot("b", "f99").at("0506", "e")), "there is no formation `f99`");
    is_told(&plain().unit(foot("b", "f11").at("2599", "e")), "not on this map");
    is_told(&plain().unit(foot("b", "f11").at("0506", "n")), "`n` is nothing it could face");
    is_told(&plain().unit(foot("b", "f11").at("0506", "")), "the unit faces nowhere");
    is_told(&plain().unit(foot("b", "f11")), "the unit stands nowhere");
    is_told(&plain().unit(foot("b", "f11").at("0506", "e").with("morale", "17")), "`17` is no Morale Rating");
    is_told(&plain().unit(foot("b", "f11").at("0506", "e").set("losses", 6)), "it has no Increment left");
    is_told(&plain().unit(foot("b", "f11").at("0506", "e").set("increments", 33)), "33 Increments");
    is_told(&plain().unit(foot("b", "f11").at("0506", "n").in_("skirmish")), "cannot stand in that formation");
    is_told(&plain().unit(foot("b", "f11").at("0506 0606", "s").in_("line")), "not side by side");
    is_told(&plain().unit(foot("b", "f11").at("0506 0806", "n").in_("line")), "one next to the other");
    is_told(&plain().unit(foot("b", "f11").at("0506 0606", "").with("order", "disorder")), "one hex");
    is_told(&plain().unit(foot("b", "a11").at("0505", "w")), "an enemy stands in 0505");
    is_told(&plain().unit(foot("b", "f11").at("0506", "e").set("fire", "[1, 2, 3]")), "not how it fires");
    is_told(&plain().unit(guns("b", "f11").at("0506", "e").set("range", 25)), "a range of 25");
    is_told(&plain().leader(leader("x", "f11", "0101").with("morale", "B")), "`B` is no morale bonus");
    is_told(&plain().leader(leader("x", "f11", "0101").with("infantry", "2/x")), "is no bonus");
    is_told(&plain().leader(leader("x", "f11", "0101")).leader(leader("y", "f11", "0101")), "has a leader already");
    is_told(&plain().top("turns = 0"), "a battle of no turns");
    is_told(&plain().top("dusk = [9]"), "no turn 9");
    is_told(&plain().start("turn = 7"), "no turn 7");
    is_told(&plain().start("maneuver-units = [\"x\"]"), "there is no leader `x`");
}

#[test]
fn a_victory_has_its_name_by_the_lead() {
    // LB 3.7a, 7.6a: what a battle says of victory goes before: points given, names by the lead, and a draw below the margin.
    let ends = |given: &str| {
        let levels = "levels = [{ lead = 3, name = \"a narrow victory\" }, { lead = 8, name = \"a rout\" }]";
        let start = plain().unit(foot("b", "a11").at("1515", "w")).top("turns = 1");
        let rules = start.tables(&format!("[victory]\nmargin = 3\ngiven = [{given}]\n{levels}\n")).open();
        let mut state = rules.start.clone();
        state.agenda.push(Step::Turn(TurnStep::Segment(Segment::Adjustment)));
        let (mut dice, mut ledger) = (Scripted::new([]), Ledger::default());
        Play { rules: &rules, state: &mut state, dice: &mut dice, listener: &mut ledger }.advance();
        let outcome = rules.outcome(&state).unwrap();
        (outcome.winner, outcome.words)
    };
    assert_eq!(ends("2, 4"), (None, "a drawn battle (2 points to 4)".into()));
    assert_eq!(ends("0, 3"), (Some(1), "Allies: a narrow victory (0 points to 3)".into()));
    assert_eq!(ends("9, 2"), (Some(0), "French: a narrow victory (9 points to 2)".into()));
    assert_eq!(ends("9, 1"), (Some(0), "French: a rout (9 points to 1)".into()));
    let wrong = "[victory]\nlevels = [{ lead = 3, name = \"x\" }, { lead = 3, name = \"y\" }]\n";
    assert!(plain().tables(wrong).faults().to_string().contains("no greater victory"));
}

/// The schema an editor uses is that of the types. `UPDATE_SCHEMAS=1` writes it anew.
#[test]
fn the_schema_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/schema/les-batailles-battle.schema.json");
    let now = les_batailles::setup::schema();
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == now, "the schema is out of date: run the tests once with UPDATE_SCHEMAS=1");
}
