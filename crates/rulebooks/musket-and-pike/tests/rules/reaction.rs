//! Chapter 9: who reacts to what, and how. Side A is active, side B reacts, unless a test says otherwise.

use crate::common::*;
use crate::reacting::*;
use kernel::{Reaction, Seat};
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::UnitId;
use musket_and_pike::decision::Decision;
use musket_and_pike::movement::{MoveChoice, MoveStep};
use musket_and_pike::reaction::{Event, ReactChoice, Trigger};
use musket_and_pike::state::{Formation, Mark, Morale, Orders};

/// MP 9.1.1a, 9.1.1c, 9.1.2d, 9.1.3a: what an Active unit does in a unit's zone, next to its front or flank, lets that unit fire; behind it or further off
/// nothing happens and nobody is asked.
#[test]
fn musketeers_answer_to_their_front_and_flanks() {
    for (steps, asked) in
        [("nw", true), ("ne", true), ("w", true), ("e", true), ("sw", false), ("se", false), ("ne ne", false)]
    {
        let b = board();
        let hex = way(&b, "1010", steps);
        let (mut game, foot, mover) = pair(light("foot", B1).at("1010", "n"), light("mover", A1).at(&hex, "s"));
        give(&mut game, &[], Trigger { event: Event::Reforms, ..enters(mover) });
        assert_eq!(game.asked().is_some(), asked, "{steps}");
        if asked {
            assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, ReactChoice::Fire { unit: foot }]);
            assert_eq!(game.reaction(), Reaction::Offered);
            choose(&mut game, &[], ReactChoice::Done);
        }
        assert!(is_over(&game));
    }
}

/// MP 9.1.1b, 9.1.1f, 9.1.2b: one reaction to a trigger, of one kind, even where zones overlap; MP 9.1.1g: one trigger enables all, who are named one
/// after another.
#[test]
fn one_reaction_a_unit_and_trigger() {
    let mut board = board();
    let first = board.unit(light("first", B1).at("1010", "n"));
    let hex = way(&board, "1010", "ne");
    let mover = board.unit(light("mover", A1).at(&hex, "s"));
    let second = board.unit(light("second", B1).at(&way(&board, &hex, "ne"), "s"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(mover));
    let shots = [first, second].map(|unit| ReactChoice::Fire { unit });
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, shots[0], shots[1]]);
    fire(&mut game, &[0], second);
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, shots[0]]);
    assert_eq!(refused(&game, shots[1]).as_deref(), Some("MP 9.1.1f"));
    fire(&mut game, &[0], first);
    assert!(is_over(&game), "nobody is left to ask");
}

/// MP 9.1.1h, 9.2.3c, VA36: a forced Hedgehog comes before k may fire; a single one is simply rolled for.
#[test]
fn va36_forced_attempts_come_first() {
    let mut board = board();
    let h = board.unit(heavy("h", B1).morale(6).at("1010", "n"));
    let hex = way(&board, "1010", "se");
    let horse = board.unit(cavalry("horse", A1).at(&hex, "n"));
    let k = board.unit(heavy("k", B1).morale(6).at(&way(&board, &hex, "se"), "n"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[3], enters(horse));
    assert_eq!(game.unit(h).formation, Formation::Hedgehog);
    let reactions = menu(&game, SEAT_B);
    assert!(reactions.contains(&ReactChoice::Fire { unit: k }));
    assert!(!reactions.iter().any(|choice| matches!(choice, ReactChoice::Hedgehog { unit } if *unit == h)));
}

/// MP 9.1.1h: of several forced attempts the owner names the order, and nothing else.
#[test]
fn several_forced_attempts_are_ordered() {
    let mut board = board();
    let hex = "1010".to_string();
    let horse = board.unit(cavalry("horse", A1).at(&hex, "n"));
    let one = board.unit(heavy("one", B1).at(&way(&board, &hex, "nw"), "n"));
    let two = board.unit(heavy("two", B1).at(&way(&board, &hex, "ne"), "n"));
    let front = board.unit(heavy("front", B1).at(&way(&board, &hex, "sw"), "n"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(horse));
    assert_eq!(menu(&game, SEAT_B), [one, two].map(|unit| ReactChoice::Hedgehog { unit }));
    assert_eq!(game.reaction(), Reaction::Bound, "there is nothing to decline");
    for choice in [ReactChoice::Done, ReactChoice::Fire { unit: front }] {
        assert_eq!(refused(&game, choice).as_deref(), Some("MP 9.1.1h"));
    }
    choose(&mut game, &[0, 9], ReactChoice::Hedgehog { unit: two });
    assert_eq!(game.unit(two).formation, Formation::Hedgehog);
    assert_eq!(game.unit(one).morale, Morale::Shaken, "the last one is rolled without a question");
    assert!(menu(&game, SEAT_B).contains(&ReactChoice::Fire { unit: front }));
}

/// MP 9.1.1i: adjacency and Orders do not hold a reacting unit back. MP 9.1.1j: broken morale does; MP 6.3.4i: so does Column.
#[test]
fn who_is_in_no_state_to_react() {
    for (state, formation, able) in [
        (Morale::Normal, Formation::Normal, true),
        (Morale::Shaken, Formation::Broken, true),
        (Morale::Broken, Formation::None, false),
        (Morale::Normal, Formation::Column, false),
        (Morale::Normal, Formation::Hedgehog, false),
    ] {
        for orders in Orders::ALL {
            let b = board();
            let hex = way(&b, "1010", "ne");
            let piece = heavy("foot", B1).formation(formation).state(state).at("1010", "n");
            let (mut game, foot, mover) = pair(piece, heavy("mover", A1).at(&hex, "s"));
            game.state.wings[B1.ix()].orders = orders;
            give(&mut game, &[], Trigger { event: Event::Reforms, ..enters(mover) });
            assert_eq!(game.asked().is_some(), able, "{state:?} {formation:?} {orders:?}");
            if able {
                assert!(menu(&game, SEAT_B).contains(&ReactChoice::Fire { unit: foot }));
            }
        }
    }
}

/// MP 9.1.1l: Reaction Fire has one target, the unit that gave the trigger. MP 9.1.3g: being fired at, only the target answers.
#[test]
fn fire_is_answered_by_its_target() {
    let mut board = board();
    let hex = "1010".to_string();
    let firer = board.unit(light("firer", A1).at(&hex, "n"));
    let other = board.unit(light("other", A1).at(&way(&board, &hex, "w"), "n"));
    let target = board.unit(light("target", B1).at(&way(&board, &hex, "nw"), "s"));
    let beside = board.unit(light("beside", B1).at(&way(&board, &hex, "ne"), "s"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], did(firer, Event::Fires { target, second: None }));
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, ReactChoice::Fire { unit: target }]);
    assert_eq!(refused(&game, ReactChoice::Fire { unit: beside }).as_deref(), Some("MP 9.1.3g"));
    fire(&mut game, &[9, 0], target);
    assert!(game.unit(firer).casualties > 0 && game.unit(other).casualties == 0);
    assert!(is_over(&game));
}

/// MP VA52 (ruling MP G-A32): Advancing Fire is one trigger for its target and for all others in reach, each once.
#[test]
fn va52_advancing_fire_is_one_trigger() {
    let mut board = board();
    let hex = "1010".to_string();
    let mover = board.unit(heavy("mover", A1).at(&hex, "n"));
    let x = board.unit(light("x", B1).at(&way(&board, &hex, "nw"), "s"));
    let w = board.unit(light("w", B1).at(&way(&board, &hex, "ne"), "s"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], did(mover, Event::AdvancesFiring { target: x, second: None }));
    let shots = [x, w].map(|unit| ReactChoice::Fire { unit });
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, shots[0], shots[1]]);
    fire(&mut game, &[0], x);
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, shots[1]]);
    fire(&mut game, &[0], w);
    assert!(is_over(&game));
}

/// MP 9.1.3c, 9.1.3e, 9.1.3f, T-TRIGGERS: turning, restacking, reforming and rallying next to a unit let it fire; only the first is a Movement Trigger, to
/// which cavalry may ride.
#[test]
fn kinds_of_triggers() {
    for (event, movement) in [
        (Event::Enters, true),
        (Event::Turns { pivot: None }, true),
        (Event::EndsAdvance, true),
        (Event::EndsPursuit { after_interception: false }, true),
        (Event::StartsCharge, true),
        (Event::Restacks, false),
        (Event::Reforms, false),
        (Event::Rallies, false),
    ] {
        let b = board();
        let hex = way(&b, "1010", "ne");
        let mut board = board();
        let horse = board.unit(cavalry("horse", B1).at("1010", "n"));
        let mover = board.unit(heavy("mover", A1).at(&hex, "s"));
        // A stack that changes its order is one with a gun.
        board.unit(gun("guns", A1).mark(Mark::Fired).at(&hex, "s"));
        board.commander(B1, 0, "1010");
        board.commander(A1, 0, &hex);
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], did(mover, event));
        assert_eq!(event.is_movement(), movement);
        let reactions = menu(&game, SEAT_B);
        assert!(reactions.contains(&ReactChoice::Fire { unit: horse }), "{event:?}");
        assert_eq!(reactions.contains(&ReactChoice::Intercept { unit: horse }), movement, "{event:?}");
        if !movement {
            assert_eq!(refused(&game, ReactChoice::Intercept { unit: horse }).as_deref(), Some("MP 9.3.1a"));
        }
    }
}

/// MP 9.1.3b, 11.4.9a, VA16, V15: Ramsey answers Rupert's approach and his shot, then has no pistols; Rupert's advance past him is answered by the dragoons he
/// comes next to, not by Ramsey, who was in that combat.
#[test]
fn va16_v15_rupert_and_ramsey() {
    let mut board = board();
    let hex = "1010".to_string();
    let rupert = board.unit(cavalry("rupert", A1).strength(3).morale(8).at(&hex, "n"));
    let ramsey = board.unit(cavalry("ramsey", B1).strength(4).morale(6).at(&way(&board, &hex, "ne"), "s"));
    let dragoons = board.unit(light("dragoons", B1).strength(2).morale(6).at(&way(&board, &hex, "nw"), "s"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(rupert));
    fire(&mut game, &[0], ramsey);
    assert_eq!(game.unit(ramsey).pistols, 1, "1st Pistol Used");
    choose(&mut game, &[], ReactChoice::Done);
    give(&mut game, &[], did(rupert, Event::Fires { target: ramsey, second: None }));
    fire(&mut game, &[0], ramsey);
    assert_eq!(game.unit(ramsey).pistols, 0, "No Pistols");
    let barred = [ramsey].into_iter().collect();
    give(&mut game, &[], Trigger { barred, ran: true, ..did(rupert, Event::EndsAdvance) });
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, ReactChoice::Fire { unit: dragoons }]);
    game.state.units[ramsey.ix()].pistols = 2;
    assert_eq!(refused(&game, ReactChoice::Fire { unit: ramsey }).as_deref(), Some("MP 11.4.9a"));
}

/// MP 9.1.3h: without a line of sight there is no reaction: woods between a cavalry unit and the hex entered.
#[test]
fn nobody_reacts_to_what_he_does_not_see() {
    for wooded in [false, true] {
        let mut board = board();
        let horse = board.unit(cavalry("horse", B1).at("1010", "n"));
        let between = way(&board, "1010", "ne");
        if wooded {
            board.terrain(&between, "woods");
        }
        let mover = board.unit(heavy("mover", A1).at(&way(&board, &between, "ne"), "s"));
        board.commander(B1, 0, "1010");
        board.orders(B1, Orders::Rally);
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], enters(mover));
        if wooded {
            assert!(is_over(&game));
        } else {
            let reactions = menu(&game, SEAT_B);
            assert!(reactions.contains(&ReactChoice::Withdraw { unit: horse }));
            assert!(reactions.contains(&ReactChoice::Intercept { unit: horse }));
        }
    }
}

/// MP 9.1.4a: a trigger in the zone of one half lets the whole two-hex unit react, and each half fires only at what is next to it.
#[test]
fn both_halves_may_react() {
    let mut board = board();
    let foot = board.unit(double_heavy("foot", B1).at("1010", "n"));
    let centre = way(&board, "1010", "ne");
    let mover = board.unit(heavy("mover", A1).at(&centre, "s"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(mover));
    fire(&mut game, &[0, 0], foot);
    assert!(is_over(&game), "two dice: both halves touch the centre front hex");
    let mut board = crate::common::board();
    let foot = board.unit(double_heavy("foot", B1).at("1010", "n"));
    let left = way(&board, "1010", "nw");
    let mover = board.unit(heavy("mover", A1).at(&left, "s"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(mover));
    fire(&mut game, &[0], foot);
    assert!(is_over(&game), "one die: only the left half reaches it");
}

/// MP 9.1.2c, 9.4.3a: a gun answers in its frontal arc, to grazing range, to maximum range only against fire on its own hex. MP 9.1.5a, 9.4.1b: once a turn.
#[test]
fn what_guns_answer() {
    let reach = |steps: &str, event: fn(UnitId) -> Event| {
        let mut board = board();
        let guns = board.unit(gun("guns", B1).at("1015", "n"));
        let hex = way(&board, "1015", steps);
        let mover = board.unit(gun("mover", A1).at(&hex, "s"));
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], did(mover, event(guns)));
        (game.asked().is_some(), game, guns)
    };
    let moves = |_| Event::Enters;
    let fires = |target| Event::Fires { target, second: None };
    assert!(reach("nw ne nw ne", moves).0, "four hexes on: grazing range");
    assert!(!reach("nw ne nw ne nw", moves).0, "five hexes on");
    assert!(!reach("e", moves).0, "not through a flank");
    assert!(!reach("se", moves).0);
    assert!(reach("nw ne nw ne nw ne nw", fires).0, "counter-battery");
    let (_, mut game, guns) = reach("nw ne", moves);
    let reactions = menu(&game, SEAT_B);
    assert_eq!(reactions[..2], [ReactChoice::Done, ReactChoice::Fire { unit: guns }]);
    assert_eq!(reactions.len(), 2 + 5, "or it turns to one of five other corners");
    fire(&mut game, &[0], guns);
    assert!(game.unit(guns).has(Mark::Fired));
    let mover = UnitId(1);
    give(&mut game, &[], enters(mover));
    assert!(is_over(&game), "Fired: no more reaction");
}

/// MP 6.2.3a, 9.1.5a: a gun may turn instead of firing and is Fired by it.
#[test]
fn a_gun_may_turn_instead() {
    let mut board = board();
    let guns = board.unit(gun("guns", B1).at("1015", "n"));
    let mover = board.unit(light("mover", A1).at(&way(&board, "1015", "nw ne"), "s"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(mover));
    let vertex = game.vertex("ne");
    let same = ReactChoice::TurnGun { unit: guns, vertex: game.vertex("n") };
    assert_eq!(refused(&game, same).as_deref(), Some("MP 6.2.3a"));
    choose(&mut game, &[], ReactChoice::TurnGun { unit: guns, vertex });
    assert_eq!(game.unit(guns).facing, vertex);
    assert!(game.unit(guns).has(Mark::Fired));
    assert!(is_over(&game));
}

/// MP 9.4.4a, 8.3.2b: a gun may change its place in the stack instead of firing; neither unit fires then, and the gun is Fired. A gun at the bottom cannot
/// fire but may come up.
#[test]
fn a_gun_may_change_its_place() {
    for on_top in [false, true] {
        let mut board = board();
        let foot = board.unit(heavy("foot", B1).at("1010", "n"));
        let mut piece = gun("guns", B1).at("1010", "n");
        if on_top {
            piece = piece.mark(Mark::OnTop);
        }
        let guns = board.unit(piece);
        let mover = board.unit(light("mover", A1).at(&way(&board, "1010", "ne"), "s"));
        board.unit(gun("theirs", A1).mark(Mark::Fired).at(&way(&board, "1010", "ne"), "s"));
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], Trigger { event: Event::Restacks, ..enters(mover) });
        let reactions = menu(&game, SEAT_B);
        assert_eq!(reactions.contains(&ReactChoice::Fire { unit: guns }), on_top);
        assert_eq!(reactions.contains(&ReactChoice::Fire { unit: foot }), !on_top);
        choose(&mut game, &[], ReactChoice::Restack { unit: guns });
        assert_eq!(game.unit(guns).has(Mark::OnTop), !on_top);
        assert!(game.unit(guns).has(Mark::Fired));
        assert!(is_over(&game), "neither unit fires");
    }
}

/// MP 9.1.1e, ruling MP G-A57: in the Close Combat segment units of the Active player react to an Inactive unit's advance by fire or movement, never by
/// Interception or Hedgehog, and lose their Momentum.
#[test]
fn the_active_side_answers_an_advance() {
    let mut board = board();
    let hex = "1010".to_string();
    let advancer = board.unit(cavalry("advancer", B1).at(&hex, "s"));
    let horse = board.unit(cavalry("horse", A1).mark(Mark::Momentum).at(&way(&board, &hex, "se"), "n"));
    let foot = board.unit(heavy("foot", A1).at(&way(&board, &hex, "sw"), "s"));
    board.commander(A1, 0, "1010");
    let mut game = board.open();
    game.activate(A1);
    give_to(&mut game, &[], did(advancer, Event::EndsAdvance), A);
    let reactions = menu(&game, SEAT_A);
    assert!(reactions.contains(&ReactChoice::Fire { unit: horse }));
    assert_eq!(refused(&game, ReactChoice::Intercept { unit: horse }).as_deref(), Some("MP 9.1.1e"));
    assert_eq!(refused(&game, ReactChoice::Hedgehog { unit: foot }).as_deref(), Some("MP 9.2.3a"));
    fire(&mut game, &[0], horse);
    assert!(!game.unit(horse).has(Mark::Momentum));
}

/// PA9 step 4: the window closes when the unit that gave the trigger is gone from where it gave it.
#[test]
fn the_window_closes_when_the_mover_is_gone() {
    let mut board = board();
    let hex = "1010".to_string();
    let mover = board.unit(light("mover", A1).strength(1).at(&hex, "n"));
    let one = board.unit(light("one", B1).at(&way(&board, &hex, "nw"), "s"));
    board.unit(light("two", B1).at(&way(&board, &hex, "ne"), "s"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(mover));
    fire(&mut game, &[9], one);
    assert!(!game.unit(mover).on_map());
    assert!(is_over(&game), "the other is not asked any more");
}

/// MP 9.1.1g: seats of the reacting side are asked one after another, each until it has enough.
#[test]
fn every_seat_of_the_side_is_asked() {
    let mut board = board();
    let hex = "1010".to_string();
    let mover = board.unit(light("mover", A1).at(&hex, "n"));
    let one = board.unit(light("one", B1).at(&way(&board, &hex, "nw"), "s"));
    let mut second = light("two", B2).at(&way(&board, &hex, "ne"), "s");
    second.card.seat = Seat(2);
    let two = board.unit(second);
    let mut card = board.rules.seats[1].clone();
    card.key = "b2".into();
    board.rules.seats.push(card);
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(mover));
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, ReactChoice::Fire { unit: one }]);
    assert_eq!(refused(&game, ReactChoice::Fire { unit: two }).as_deref(), Some("MP 9.1.1c"));
    choose(&mut game, &[], ReactChoice::Done);
    assert_eq!(menu(&game, Seat(2)), [ReactChoice::Done, ReactChoice::Fire { unit: two }]);
    choose(&mut game, &[], ReactChoice::Done);
    assert!(is_over(&game));
}

/// MP 9.1.2a, T-ZONES: each reaction has its zone: fire one hex, Withdraw two, Interception four, on the same unit.
#[test]
fn zones_differ_by_reaction() {
    let ahead = ["nw", "nw ne", "nw ne nw", "nw ne nw ne", "nw ne nw ne nw"];
    for (distance, steps) in (1..).zip(ahead) {
        let b = board();
        let hex = way(&b, "1015", steps);
        let (mut game, horse, mover) = pair(cavalry("horse", B1).at("1015", "n"), heavy("mover", A1).at(&hex, "s"));
        game.state.wings[B1.ix()].orders = Orders::Rally;
        give(&mut game, &[], enters(mover));
        let able = |choice: ReactChoice| game.asked().is_some() && menu(&game, SEAT_B).contains(&choice);
        assert_eq!(able(ReactChoice::Fire { unit: horse }), distance <= 1, "{distance}");
        assert_eq!(able(ReactChoice::Withdraw { unit: horse }), distance <= 2, "{distance}");
        assert_eq!(able(ReactChoice::Intercept { unit: horse }), distance <= 4, "{distance}");
    }
}

/// MP 9.1.3i: a retreat past enemies who could fire opens no window.
#[test]
fn retreats_are_no_triggers() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).state(Morale::Shaken).at("1010", "n"));
    let enemy = board.unit(heavy("enemy", B1).at(&way(&board, "1010", "ne"), "s"));
    board.unit(heavy("west", B1).at(&way(&board, "1010", "sw w"), "n"));
    board.unit(heavy("east", B1).at(&way(&board, "1010", "se e"), "n"));
    let mut game = board.open();
    game.activate(A1);
    game.with(&[], |play| {
        play.lose_level(unit, Some(enemy));
        play.advance();
        while let Some(seat) = play.state.asked.first() {
            assert_eq!(seat, SEAT_A, "nobody of the other side is asked");
            let mut menu = Vec::new();
            kernel::Rulebook::ask(play.rules, play.state, seat, &mut menu);
            play.decide(seat, menu[0]);
        }
    });
    assert!(is_over(&game));
    assert_ne!(game.unit(unit).hex, game.hex("1010"));
}

/// MP 9.2.1a, 4.2.2c: the mover halts in the middle of its move, the reaction is carried out, the mover goes on with the points it has left.
#[test]
fn the_mover_halts_and_goes_on() {
    let mut board = board();
    let mover = board.unit(cavalry("mover", A1).at("1015", "n"));
    let foot = board.unit(heavy("foot", B1).at(&way(&board, "1015", "nw ne nw ne"), "s"));
    board.commander(A1, 0, "1015");
    let mut game = board.open();
    game.activate(A1);
    let (west, east) = (game.dir("nw"), game.dir("ne"));
    let go = |dir| Decision::Move(MoveChoice::Ahead(dir));
    game.with(&[], |play| {
        play.push(Step::Move(MoveStep::Action(mover)));
        play.advance();
        // It must close in, and its commander, who has nobody else, goes along: neither is a question.
        play.decide(SEAT_A, go(west));
        play.decide(SEAT_A, go(east));
    });
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, ReactChoice::Hedgehog { unit: foot }]);
    choose(&mut game, &[0], ReactChoice::Hedgehog { unit: foot });
    assert_eq!(game.unit(foot).formation, Formation::Hedgehog);
    assert_eq!(game.asked(), Some(SEAT_A));
    assert_eq!(game.state.agenda.top(), Some(Step::Move(MoveStep::Next)));
    let moving = game.state.moves.last().unwrap();
    assert_eq!((moving.unit, moving.spent, moving.allowance), (mover, 2, 8));
}

/// MP 12.5.2c, 10.6.4a: past its threshold a unit owes a further check for casualties: one roll at +1.
#[test]
fn past_the_threshold_fire_costs_a_further_check() {
    for (die, morale) in [(5, Morale::Shaken), (6, Morale::Broken)] {
        let mut board = board();
        let piece = heavy("mover", A1).strength(10).morale(7).casualties(6).state(Morale::Shaken);
        let mover = board.unit(piece.mark(Mark::ThresholdReached).at("1010", "n"));
        let shot = board.unit(light("shot", B1).at(&way(&board, "1010", "ne"), "s"));
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], enters(mover));
        fire(&mut game, &[7, die], shot);
        assert_eq!(game.unit(mover).casualties, 7);
        assert_eq!(game.unit(mover).morale, morale, "die {die}");
    }
}

/// Ruling MP G-A67: what happens inside the last window there is room for is no trigger any more, and the players hear of it.
#[test]
fn a_reaction_for_which_too_much_is_under_way_is_told() {
    let hex = way(&board(), "1010", "ne");
    let (mut game, _, mover) = pair(cavalry("horse", B1).at("1010", "n"), heavy("mover", A1).at(&hex, "s"));
    give(&mut game, &[], did(mover, Event::Enters));
    let window = game.state.windows[0];
    while !game.state.windows.is_full() {
        game.state.windows.push(window);
    }
    let before = game.state.clone();
    game.with(&[], |play| play.trigger(did(mover, Event::Enters), kernel::Side::SECOND));
    assert!(game.state == before, "no window opens");
    assert!(game.told().contains("mover is not reacted to by B: too much is under way [MP G-A67]"), "{}", game.told());
    // Where nobody could have reacted, nothing is lost and nothing told.
    let heard = game.told();
    game.with(&[], |play| play.trigger(did(mover, Event::Enters), kernel::Side::FIRST));
    assert_eq!(game.told(), heard);
}

/// A list of the state that is too short is found by whoever looks at the invariants: by every soak.
#[test]
fn lists_that_are_too_short_are_found() {
    let mut game = board().open();
    assert_eq!(game.table().check(), Ok(()));
    let (state, overflow) = game.state.with_overflow();
    let pair = (UnitId(0), UnitId(1));
    for _ in 0..state.first_adjacent.capacity() {
        assert!(overflow.keep(&mut state.first_adjacent, pair));
    }
    assert!(!overflow.keep(&mut state.first_adjacent, pair));
    assert!(game.table().check().unwrap_err().contains("lists were full 1 times"));
}
