//! Chapter 9.4, and 8.2.1 as far as it fires: Reaction Fire, cover, cavalry with Light Infantry.

use crate::common::*;
use crate::shooting::*;
use field::hexes::Hand;
use kernel::{Reaction, Seat};
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::UnitId;
use musket_and_pike::fire::{FireChoice, FireStep, Mode};
use musket_and_pike::reaction::{Event, Trigger, Window};
use musket_and_pike::state::Formation;

// 8.2.1: cavalry with Light Infantry.

/// Cavalry and Light Infantry in 1210, an enemy in 1209.
fn mixed_stack() -> (Game, UnitId, UnitId, UnitId) {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).morale(8).at("1210", "n"));
    let foot = board.unit(light("foot", A1).at("1210", "n"));
    board.together(horse, foot);
    let enemy = board.unit(heavy("enemy", B1).strength(20).morale(8).at("1209", "s"));
    board.commander(A1, 0, "1312");
    board.unit(light("staff", A1).at("1312", "n"));
    (board.open(), horse, foot, enemy)
}

#[test]
fn cavalry_and_its_musketeers_both_fire() {
    // MP 8.2.1c; ruling MP G-A56: on every trigger.
    let (mut game, horse, foot, enemy) = mixed_stack();
    game.activate(A1);
    let (pistols, muskets) = (at(&game, "1209", Mode::Pistol), at(&game, "1209", Mode::Skirmish));
    assert_eq!(actions(&game, horse), [pistols, muskets]);
    assert_eq!(forbids(&game, foot, muskets), "MP 8.2.1c", "they are one unit");
    game.state.activation = None;
    fire(&mut game, horse, pistols, &[]);
    assert_eq!(menu(&game), [muskets, FireChoice::Hold]);
    answer(&mut game, muskets, &[7, 9]);
    assert_eq!(game.unit(enemy).casualties, 2, "added up before anything is applied");
    assert_eq!(game.unit(horse).pistols, 1);
    // Without pistols the Light Infantry still answers.
    game.state.units[horse.ix()].pistols = 0;
    assert_eq!(keeps(&game, horse, enemy, true), "");
    game.with(&[0], |play| {
        play.begin_reaction_fire(horse, enemy);
        play.advance();
    });
    assert_eq!(rolls(&game).len(), 3);
}

#[test]
fn the_owner_says_who_of_a_stack_takes_each_casualty() {
    // MP 8.2.1f
    let (mut game, horse, foot, enemy) = mixed_stack();
    let salvo = at(&game, "1210", Mode::Salvo);
    // 2 + FH: the Formation Hit is shared, each casualty falls on one of the two.
    fire(&mut game, enemy, salvo, &[9]);
    assert_eq!(game.asked(), Some(Seat(0)));
    assert_eq!(menu(&game), [FireChoice::LossTo(horse), FireChoice::LossTo(foot)]);
    assert_eq!([horse, foot].map(|id| game.unit(id).formation), [Formation::Shaken; 2]);
    answer(&mut game, FireChoice::LossTo(foot), &[]);
    answer(&mut game, FireChoice::LossTo(horse), &[0]);
    assert_eq!([horse, foot].map(|id| game.unit(id).casualties), [1, 1]);
    let stranger = FireChoice::LossTo(enemy);
    fire(&mut game, enemy, salvo, &[4]);
    assert_eq!(refuses(&game, stranger), "MP 8.2.1f");
}

#[test]
fn musketeers_do_not_fire_while_the_cavalry_rides() {
    // MP 10.3.1a, 8.2.1c
    let (mut game, horse, ..) = mixed_stack();
    riding(&mut game, horse, false);
    let pistols = at(&game, "1209", Mode::Pistol);
    game.with(&[0], |play| {
        play.begin_fire(horse, pistols);
        play.advance();
    });
    assert_eq!(rolls(&game).len(), 1, "the pistols alone");
}

// 9.4 Reaction fire.

/// Reaction Fire at a unit, as an answer to what it has just done.
fn react(game: &mut Game, firer: UnitId, trigger: Trigger, dice: &[u8]) {
    let unit = game.unit(trigger.unit);
    let window = Window {
        trigger,
        side: B,
        at: (unit.hex, unit.other),
        reacted: Default::default(),
        fired: Default::default(),
        done: kernel::SeatSet::EMPTY,
    };
    game.state.windows.push(window);
    game.with(dice, |play| {
        play.begin_reaction_fire(firer, trigger.unit);
        play.advance();
    });
    if game.state.agenda.is_empty() {
        game.state.windows.pop();
    }
}

fn entered(unit: UnitId, ran: bool, retreating: bool) -> Trigger {
    Trigger { unit, event: Event::Enters, spent: true, ran, retreating, artillery: false, barred: Default::default() }
}

/// A unit of side A that goes its way under Charge while an enemy that knows no Salvo watches from 1211.
fn comes_up(mover: Piece, from: &str, watcher: Piece, way: &[&str]) -> Game {
    let mut board = board();
    let mover = board.unit(mover.at(from, "n"));
    board.unit(watcher.card(|card| card.salvo = false).strength(20).morale(8).at("1211", "s"));
    // It has the watcher in its front, so that he holds nobody else.
    board.unit(heavy("friend", A2).at("1112", "n"));
    board.commander(A1, 0, "1414");
    board.unit(light("staff", A2).at("1414", "n"));
    let mut game = board.open();
    game.activate(A1);
    crate::moving::start(&mut game, mover);
    for step in way {
        while game.topic() == "reaction" {
            game.plays("react-done", &[]);
        }
        game.plays(step, if step.starts_with("pistol") { &[0] } else { &[] });
    }
    game
}

#[test]
fn heavy_infantry_fires_worse_at_running_cavalry() {
    // MP 9.4.1a, 9.4.2a, VA41: it had moved a hex before it came into the zone; as often as it is triggered.
    let fire = |mut game: Game| {
        game.plays("react-fire watcher", &[4]);
        game.ledger.entries.iter().rev().find(|entry| entry.title.contains(" fires at ")).unwrap().total.unwrap()
    };
    let foot = || heavy("watcher", B1);
    let horse = || cavalry("mover", A1);
    assert_eq!(fire(comes_up(horse(), "1314", foot(), &["ahead nw", "ahead nw"])), 3);
    assert_eq!(fire(comes_up(horse(), "1213", foot(), &["ahead ne"])), 4, "the hex of entry is its first");
    assert_eq!(
        fire(comes_up(horse(), "1213", foot(), &["ahead ne", "ahead ne"])),
        4,
        "in the zone since its first hex"
    );
    assert_eq!(fire(comes_up(horse(), "1212", foot(), &["ahead ne"])), 4, "in the zone from the start");
    assert_eq!(fire(comes_up(heavy("mover", A1), "1314", foot(), &["ahead nw", "ahead nw"])), 4, "no cavalry");
    assert_eq!(
        fire(comes_up(horse(), "1314", light("watcher", B1), &["ahead nw", "ahead nw"])),
        4,
        "no Heavy Infantry"
    );
    // In answer to its pistols and to its turning too.
    assert_eq!(fire(comes_up(horse(), "1314", foot(), &["ahead nw", "ahead nw", "pistol-at 1211"])), 3);
    assert_eq!(fire(comes_up(horse(), "1314", foot(), &["ahead nw", "ahead nw", "turn-to ne"])), 3);
    assert_eq!(fire(comes_up(horse(), "1213", foot(), &["ahead ne", "pistol-at 1211"])), 4);
}

#[test]
fn artillery_answers_retreating_fire_with_the_same_modifier() {
    // MP 10.3.4b: whoever fires in reaction has -3; of those on its line only the unit that retreats.
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).card(|card| card.salvo = false).morale(8).at("1211", "n"));
    board.unit(gun("guns", B1).morale(8).at("1210", "s"));
    board.orders(A1, musket_and_pike::state::Orders::MakeReady);
    board.commander(A1, 0, "1211");
    let mut game = board.open();
    game.activate(A1);
    crate::moving::act(&mut game, foot);
    game.plays("shoot 1210 retreating", &[0]);
    game.plays("react-fire guns", &[0]);
    assert_eq!(game.gave("MP 10.8.2a", "MP 10.3.4b"), -3);
}

#[test]
fn fire_at_the_step_back_has_the_modifier_too() {
    // MP 10.3.4b, G-A32
    let (mut game, target, shooter) = duel(heavy("target", A1), light("shooter", B1));
    react(&mut game, shooter, entered(target, false, true), &[0]);
    assert_eq!(rolls(&game), [(-3, "miss".into())]);
}

#[test]
fn reaction_fire_goes_at_the_trigger_with_both_halves() {
    // MP 9.1.1l, 9.4.1d, G-A55
    let mut board = board();
    let trigger = board.unit(heavy("trigger", A1).at("1310", "n"));
    board.unit(heavy("other", A1).at("1210", "n"));
    let shooter = board.unit(double_heavy("shooter", B1).at("1409", "s"));
    let mut game = board.open();
    game.activate(A1);
    react(&mut game, shooter, entered(trigger, false, false), &[]);
    let shots: Vec<FireChoice> = [Hand::Left, Hand::Right]
        .into_iter()
        .flat_map(|hand| [Mode::Skirmish, Mode::Salvo].map(|mode| half(&game, hand, "1310", mode)))
        .collect();
    assert_eq!(menu(&game), shots);
    let elsewhere = half(&game, Hand::Right, "1210", Mode::Skirmish);
    assert_eq!(refuses(&game, elsewhere), "MP 9.1.1l");
    answer(&mut game, shots[0], &[]);
    assert_eq!(menu(&game), [shots[2], FireChoice::Hold], "no Salvo beside Normal Fire (MP 10.4g)");
}

#[test]
fn va42_exhausted_fire() {
    // MP VA42, 9.4.1aa, 9.4.1ab
    let doubled = || {
        let mut board = board();
        board.rules.options.exhausted_fire = true;
        let trigger = board.unit(heavy("trigger", A1).strength(20).morale(8).at("1310", "n"));
        let shooter = board.unit(double_heavy("shooter", B1).at("1409", "s"));
        let mut game = board.open();
        game.activate(A1);
        (game, trigger, shooter)
    };
    let (mut game, trigger, shooter) = doubled();
    react(&mut game, shooter, entered(trigger, false, false), &[]);
    let left = half(&game, Hand::Left, "1310", Mode::Skirmish);
    answer(&mut game, left, &[]);
    let right = half(&game, Hand::Right, "1310", Mode::Skirmish);
    answer(&mut game, right, &[5, 2]);
    assert_eq!(rolls(&game).len(), 2, "the other half still fires in this opportunity");
    assert_eq!(keeps(&game, shooter, trigger, true), "MP 9.4.1aa");
    assert_eq!(keeps(&game, shooter, trigger, false), "", "its own Action is another matter");
    let (mut game, trigger, shooter) = doubled();
    react(&mut game, shooter, entered(trigger, false, false), &[]);
    answer(&mut game, left, &[]);
    answer(&mut game, FireChoice::Hold, &[4]);
    assert_eq!(keeps(&game, shooter, trigger, true), "", "below 5 it may fire again");
    let (mut game, trigger, shooter) = doubled();
    game.rules.options.exhausted_fire = false;
    react(&mut game, shooter, entered(trigger, false, false), &[]);
    answer(&mut game, left, &[]);
    answer(&mut game, FireChoice::Hold, &[9]);
    assert_eq!(keeps(&game, shooter, trigger, true), "");
}

/// A unit in a village fired at with a result of one casualty; nobody has answered yet.
fn into_village(terrain: &str, firer: Piece) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let firer = board.unit(firer.at("1210", "n"));
    let target = board.unit(heavy("target", B1).strength(20).morale(6).at("1209", "s"));
    board.terrain("1209", terrain);
    let mut game = board.open();
    game.activate(A1);
    (game, firer, target)
}

#[test]
fn va43_cover() {
    // MP VA43, 9.4.5a, 9.4.5b; ruling MP G-A54
    let (mut game, firer, target) = into_village("village", heavy("firer", A1));
    let salvo = at(&game, "1209", Mode::Salvo);
    fire(&mut game, firer, salvo, &[8]);
    assert_eq!(game.asked(), Some(Seat(1)), "after the roll, before its result");
    assert_eq!(menu(&game), [FireChoice::Cover, FireChoice::NoCover]);
    assert_eq!(game.reaction(), Reaction::Offered);
    answer(&mut game, FireChoice::Cover, &[]);
    assert_eq!(game.unit(target).casualties, 0);
    assert_eq!(checks(&game), [0; 0], "not even for the Salvo");
    assert!(game.state.windows.is_empty(), "it does not fire");
    assert_eq!(keeps(&game, target, firer, true), "MP 9.4.5b");
    // Later fire of this activation is void too, without asking again.
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[9]);
    assert_eq!(game.unit(target).casualties, 0);
    assert!(game.asked().is_none());
}

#[test]
fn whoever_does_not_take_cover_suffers_and_answers() {
    // MP 9.4.5a
    let (mut game, firer, target) = into_village("village", light("firer", A1));
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[9]);
    answer(&mut game, FireChoice::NoCover, &[0]);
    assert_eq!(game.unit(target).casualties, 1);
    assert_eq!(game.state.windows.last().unwrap().trigger.event, Event::Fires { target, second: None });
}

#[test]
fn only_buildings_give_cover() {
    // MP 9.4.5c
    for (terrain, covers) in [("village", true), ("chateau", true), ("woods", false), ("mounds", false)] {
        let (mut game, firer, _) = into_village(terrain, light("firer", A1));
        let skirmish = at(&game, "1209", Mode::Skirmish);
        fire(&mut game, firer, skirmish, &[0]);
        assert_eq!(matches!(game.state.agenda.top(), Some(Step::Fire(FireStep::Cover))), covers, "{terrain}");
    }
    let (mut game, firer, target) = into_village("village", light("firer", A1));
    game.state.units[target.ix()].formation = Formation::Hedgehog;
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[0]);
    assert!(game.asked().is_none(), "it could not answer, so it cannot take cover");
}
