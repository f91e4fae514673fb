//! Chapter 9.3: Interception. Side A moves, side B's cavalry rides at it.

use crate::common::*;
use crate::reacting::*;
use field::hexes::Hand;
use kernel::Reaction;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::UnitId;
use musket_and_pike::close_combat::CombatStep;
use musket_and_pike::movement::{Activity, Moving};
use musket_and_pike::reaction::{Event, InterceptionStage, ReactChoice, ReactStep};
use musket_and_pike::state::{Formation, Mark, Morale, Orders};

fn intercept(unit: UnitId) -> ReactChoice {
    ReactChoice::Intercept { unit }
}

/// Cavalry facing north on 1015 and a unit of side A, both with their leaders; the verdict on an Interception.
fn verdict(horse: Piece, mover: Piece, steps: &str) -> Option<String> {
    let b = board();
    let hex = way(&b, "1015", steps);
    let (mut game, horse, mover) = pair(horse.at("1015", "n"), mover.at(&hex, "s"));
    give(&mut game, &[], enters(mover));
    match game.asked() {
        Some(_) => refused(&game, intercept(horse)),
        None => Some("nobody asked".into()),
    }
}

/// MP VA38 (MP 9.3.1a, 9.3.1b): four hexes, from straight out along one flank round the front to the other.
#[test]
fn va38_interception_arc() {
    let see = |steps: &str| verdict(cavalry("horse", B1), heavy("mover", A1), steps).is_none();
    assert!(see("e e e"), "(3,0) along the flank");
    assert!(!see("w w sw"), "(-2,+1) behind the row");
    assert!(see("ne ne ne ne"), "(4,-4) at four hexes");
    assert!(!see("ne ne ne nw nw"), "five hexes off");
    assert!(see("nw"), "adjacent from the start");
    assert!(!see("se"), "a rear hex");
}

/// MP VA39 (MP 9.3.1f): the allowance must be at least the enemy's. MP VA15 (MP 8.2.1j): with Light Infantry it is 6.
#[test]
fn va39_va15_interception_allowance() {
    let see = |horse: Piece, mover: Piece| verdict(horse, mover, "nw ne");
    let horse = || cavalry("horse", B1);
    let shaken = || cavalry("horse", B1).formation(Formation::Shaken);
    let limbered = || gun("guns", A1).mark(Mark::Limbered);
    assert_eq!(see(shaken(), heavy("mover", A1)), None, "4 against 4");
    assert_eq!(see(shaken(), limbered()), None, "4 against 2");
    assert_eq!(see(shaken(), light("mover", A1)).as_deref(), Some("nobody asked"), "4 against 6");
    assert_eq!(see(shaken(), cavalry("mover", A1)).as_deref(), Some("nobody asked"));
    assert_eq!(see(horse(), heavy("mover", A1).formation(Formation::Column)), None, "8 against 6");
    assert_eq!(see(horse(), cavalry("mover", A1)), None);
    assert_eq!(see(croats("horse", B1), cavalry("mover", A1)), None, "MP 14.6a");
    for (mover, able) in [(cavalry("mover", A1), false), (light("mover", A1), true), (heavy("mover", A1), true)] {
        let mut board = board();
        let horse = board.unit(cavalry("horse", B1).at("1015", "n"));
        let foot = board.unit(light("foot", B1).at("1015", "n"));
        board.together(horse, foot);
        board.commander(B1, 0, "1015");
        let hex = way(&board, "1015", "nw ne");
        let mover = board.unit(mover.at(&hex, "s"));
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], enters(mover));
        assert_eq!(game.asked().is_some(), able);
    }
}

/// MP 9.3.1a: cavalry only, dismounted not (MP 14.3b), Formation Broken not; MP 9.3.5a: a Finished Wing's may.
#[test]
fn who_intercepts() {
    let see = |horse: Piece| verdict(horse, heavy("mover", A1), "nw ne");
    assert_eq!(see(heavy("foot", B1)).as_deref(), Some("nobody asked"));
    assert_eq!(see(cavalry("horse", B1).card(|card| card.dismounted = true)).as_deref(), Some("nobody asked"));
    assert_eq!(see(cavalry("horse", B1).formation(Formation::Broken)).as_deref(), Some("nobody asked"));
    let b = board();
    let (mut game, horse, mover) =
        pair(cavalry("horse", B1).at("1015", "n"), heavy("mover", A1).at(&way(&b, "1015", "nw ne"), "s"));
    game.state.wings[B1.ix()].turn.finished = true;
    give(&mut game, &[], enters(mover));
    assert_eq!(refused(&game, intercept(horse)), None);
}

/// MP V14, VA17 (MP 9.3.2a, 9.3.2b; chart C4): Charge Orders and printed morale 8 succeed on a natural 0 to 6; on 7 to 9 the cavalry stays, marked, and may
/// still fire at a later trigger.
#[test]
fn v14_va17_the_roll_of_charging_cavalry() {
    for die in 0..10 {
        let mut board = board();
        let horse = board.unit(cavalry("horse", B1).morale(8).at("1015", "n"));
        board.unit(heavy("foot", B1).at("1017", "n"));
        board.commander(B1, 0, "1017");
        let mover = board.unit(double_heavy("mover", A1).at(&way(&board, "1015", "nw ne ne"), "n"));
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], enters(mover));
        choose(&mut game, &[die], intercept(horse));
        assert!(game.unit(horse).has(Mark::InterceptionDone));
        let rides = matches!(game.state.agenda.top(), Some(Step::React(ReactStep::Interception { .. })));
        assert_eq!(rides, die <= 6, "die {die}");
        if !rides {
            assert!(is_over(&game), "its one reaction to this trigger");
            assert_eq!(game.unit(horse).hex, game.hex("1015"));
            give(&mut game, &[], enters(mover));
            assert!(is_over(&game), "MP 9.3.1e: one attempt in an activation");
            let (near, facing) =
                (game.rules.ground.grid.neighbour(game.hex("1015"), game.dir("nw")).unwrap(), game.unit(mover).facing);
            let other = game.rules.ground.grid.neighbour(near, game.dir("e"));
            game.with(&[], |play| play.state.put(mover, near, other, facing));
            give(&mut game, &[], enters(mover));
            assert_eq!(refused(&game, intercept(horse)).as_deref(), Some("MP 9.3.1e"));
            assert_eq!(refused(&game, ReactChoice::Fire { unit: horse }), None);
        }
    }
}

/// MP VA49 (chart C4): Receive Charge 0 to 3, morale 5 (+1), Formation Shaken (+1): natural 0 and 1.
#[test]
fn va49_the_roll_of_worse_cavalry() {
    for die in 0..10 {
        let mut board = board();
        board.orders(B1, Orders::ReceiveCharge);
        let horse = board.unit(cavalry("horse", B1).morale(5).formation(Formation::Shaken).at("1015", "n"));
        board.unit(heavy("foot", B1).at("1017", "n"));
        board.commander(B1, -2, "1017");
        let mover = board.unit(heavy("mover", A1).at(&way(&board, "1015", "nw ne"), "n"));
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], enters(mover));
        choose(&mut game, &[die], intercept(horse));
        let rides = matches!(game.state.agenda.top(), Some(Step::React(ReactStep::Interception { .. })));
        assert_eq!(rides, die <= 1, "die {die}");
    }
}

/// MP 9.3.2a: a leader with the cavalry adds his rating; every Order has its row.
#[test]
fn orders_and_leaders_in_the_roll() {
    for (orders, limit) in [(Orders::Charge, 5), (Orders::MakeReady, 4), (Orders::ReceiveCharge, 3), (Orders::Rally, 1)]
    {
        for (rating, die, rides) in
            [(0, limit, true), (0, limit + 1, false), (-2, limit + 2, true), (-2, limit + 3, false)]
        {
            let mut board = board();
            board.orders(B1, orders);
            let horse = board.unit(cavalry("horse", B1).morale(7).at("1015", "n"));
            board.commander(B1, rating, "1015");
            let mover = board.unit(heavy("mover", A1).at(&way(&board, "1015", "nw ne"), "n"));
            let mut game = board.open();
            game.activate(A1);
            give(&mut game, &[], enters(mover));
            choose(&mut game, &[die], intercept(horse));
            let on_its_way = matches!(game.state.agenda.top(), Some(Step::React(ReactStep::Interception { .. })));
            assert_eq!(on_its_way, rides, "{orders:?} {rating} {die}");
        }
    }
}

/// Cavalry at 1015 that has succeeded against a unit three hexes off straight ahead, on its way.
fn riding(mover: Piece, change: impl FnOnce(&mut Board)) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let horse = board.unit(cavalry("horse", B1).morale(7).at("1015", "n"));
    board.commander(B1, 0, "1015");
    let hex = way(&board, "1015", "nw nw nw");
    let mover = board.unit(mover.at(&hex, "s"));
    board.commander(A1, 0, &hex);
    change(&mut board);
    let mut game = board.open();
    game.activate(A1);
    let moving = Moving { run: 2, ..Moving::begun(game.table(), mover, Activity::Move) };
    game.state.moves.push(moving);
    give(&mut game, &[], enters(mover));
    choose(&mut game, &[0], intercept(horse));
    (game, horse, mover)
}

/// MP 9.3.3a, ruling MP G-A36: each hex one nearer, normal costs; a Wing Commander goes along (MP 5.2.2a). MP 9.3.2c: nobody reacts to the ride. MP 9.3.3c: then it may
/// attack at once, with Momentum for two clear hexes straight (MP 11.3.6f).
#[test]
fn the_ride_and_the_attack() {
    let (mut game, horse, mover) = riding(heavy("mover", A1), |board| {
        // Cavalry of the active side that would gladly intercept the interceptor.
        let hex = way(board, "1015", "nw e e");
        board.unit(cavalry("friend", A1).at(&hex, "nw"));
    });
    let ahead = |game: &Game, dir: &str| ReactChoice::Ahead(game.dir(dir));
    assert_eq!(refused(&game, ahead(&game, "ne")).as_deref(), Some("MP 9.3.3a"), "not nearer");
    assert_eq!(refused(&game, ReactChoice::Done).as_deref(), Some("MP 9.3.3a"), "it must come adjacent");
    assert_eq!(game.reaction(), Reaction::Bound);
    let west = ahead(&game, "nw");
    choose(&mut game, &[], west);
    assert_eq!(game.asked(), Some(SEAT_B), "no reaction to an Interception");
    choose(&mut game, &[], west);
    assert!(game.table().adjacent(horse, mover));
    let leader = game.state.wings[B1.ix()].leader.unwrap();
    assert_eq!(game.state.leaders[leader.ix()].hex, game.unit(horse).hex);
    assert_eq!(game.state.moves.last().unwrap().spent, 2);
    // It may still turn with what is left.
    assert!(menu(&game, SEAT_B).contains(&ReactChoice::Turn(Hand::Left)));
    choose(&mut game, &[], ReactChoice::Done);
    // Heavy Infantry does not answer by fire (MP 9.3.3b): the pistol is next.
    assert!(matches!(top_stage(&game), Some(InterceptionStage::Pistol)));
    choose(&mut game, &[], ReactChoice::Done);
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, ReactChoice::Attack]);
    choose(&mut game, &[], ReactChoice::Attack);
    assert!(game.unit(horse).has(Mark::Momentum));
    assert!(game.state.agenda.iter().any(|step| matches!(step, Step::Combat(CombatStep::Fight))));
    let own = game.state.moves.last().unwrap();
    assert_eq!(own.unit, mover, "the ride is over, the move of the other waits");
}

fn top_stage(game: &Game) -> Option<InterceptionStage> {
    match game.state.agenda.top() {
        Some(Step::React(ReactStep::Interception { stage, .. })) => Some(stage),
        _ => None,
    }
}

fn ride_up(game: &mut Game) {
    for _ in 0..2 {
        let west = ReactChoice::Ahead(game.dir("nw"));
        choose(game, &[], west);
    }
    choose(game, &[], ReactChoice::Done);
}

/// MP 9.1.1d, 9.1.1m, 9.3.3b: intercepted cavalry may fire first, then the interceptor; MP 9.3.3d: it has no other reaction. Ruling MP G-A35: the pistol costs the
/// Momentum.
#[test]
fn intercepted_cavalry_fires_first() {
    let (mut game, horse, mover) = riding(cavalry("mover", A1), |_| {});
    ride_up(&mut game);
    assert_eq!(game.asked(), Some(SEAT_A));
    assert_eq!(top_stage(&game), Some(InterceptionStage::AnsweringFire));
    let answer = ReactChoice::Fire { unit: mover };
    assert_eq!(menu(&game, SEAT_A), [ReactChoice::Done, answer]);
    assert_eq!(game.reaction(), Reaction::Offered);
    fire(&mut game, &[0], mover);
    assert_eq!(game.unit(mover).pistols, 1);
    assert_eq!(top_stage(&game), Some(InterceptionStage::Pistol));
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, ReactChoice::Pistol]);
    let seat = game.asked().unwrap();
    let shot = |play: &mut musket_and_pike::table::Play<'_, kernel::Ledger>| {
        use kernel::Rulebook;
        play.decide(seat, musket_and_pike::decision::Decision::React(ReactChoice::Pistol));
        while let (Some(seat), Some(Step::Fire(_))) = (play.state.asked.first(), play.state.agenda.top()) {
            let mut menu = Vec::new();
            play.rules.ask(play.state, seat, &mut menu);
            let shoot = menu.iter().copied().find(|choice| {
                matches!(
                    choice,
                    musket_and_pike::decision::Decision::Fire(musket_and_pike::fire::FireChoice::Shoot { .. })
                )
            });
            play.decide(seat, shoot.unwrap_or(menu[0]));
        }
    };
    game.with(&[0], shot);
    assert_eq!(game.unit(horse).pistols, 1);
    assert_eq!(
        top_stage(&game),
        Some(InterceptionStage::Attack),
        "and the intercepted cavalry does not answer that shot"
    );
    choose(&mut game, &[], ReactChoice::Attack);
    assert!(!game.unit(horse).has(Mark::Momentum));
}

/// MP 9.3.4a, 9.3.4b: afterwards the intercepted unit goes on with its move, its Momentum to be earned anew.
#[test]
fn the_intercepted_unit_resumes() {
    let (mut game, horse, mover) = riding(heavy("mover", A1), |_| {});
    ride_up(&mut game);
    choose(&mut game, &[], ReactChoice::Done);
    choose(&mut game, &[], ReactChoice::Done);
    assert!(game.state.windows.is_empty(), "nobody else to react");
    assert!(game.unit(horse).on_map());
    assert_eq!(game.state.moves.len(), 1);
    let own = game.state.moves.last().unwrap();
    assert_eq!((own.unit, own.run, own.allowance), (mover, 0, 4));
}

/// MP 9.3.2d, 9.1.1g: several cavalry units try one after the other against the same mover.
#[test]
fn several_may_try() {
    let mut board = board();
    let one = board.unit(cavalry("one", B1).at("1015", "n"));
    let two = board.unit(cavalry("two", B1).at(&way(&board, "1015", "e e"), "n"));
    board.commander(B1, 0, "1015");
    let mover = board.unit(heavy("mover", A1).at(&way(&board, "1015", "ne ne ne"), "s"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(mover));
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, intercept(one), intercept(two)]);
    choose(&mut game, &[9], intercept(one));
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, intercept(two)]);
}

/// MP 9.3.6a, 4.3.2d: the marker is one of the activation and bars only this one.
#[test]
fn the_marker_bars_a_second_attempt() {
    let marked = cavalry("horse", B1).mark(Mark::InterceptionDone);
    assert_eq!(verdict(marked, heavy("mover", A1), "nw ne").as_deref(), Some("nobody asked"));
    assert_eq!(verdict(cavalry("horse", B1), heavy("mover", A1), "nw ne"), None);
}

/// MP 9.3.1c, 9.3.1g, 9.3.7a: sight and the way must be free: no unit of either side in between but friendly guns, which cost the Momentum; enemy guns bar both.
#[test]
fn what_stands_between() {
    let see = |piece: Option<Piece>, terrain: Option<&str>| {
        let mut board = board();
        let horse = board.unit(cavalry("horse", B1).at("1015", "n"));
        board.commander(B1, 0, "1015");
        for steps in ["nw", "ne"] {
            let hex = way(&board, "1015", steps);
            if let Some(piece) = &piece {
                let mut piece = piece.clone().at(&hex, "n");
                piece.card.key = steps.into();
                board.unit(piece);
            }
            if let Some(terrain) = terrain {
                board.terrain(&hex, terrain);
            }
        }
        let mover = board.unit(heavy("mover", A1).at(&way(&board, "1015", "nw ne"), "s"));
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], enters(mover));
        let able = game.asked().is_some() && menu(&game, SEAT_B).contains(&intercept(horse));
        (able, game, horse)
    };
    assert!(see(None, None).0);
    assert!(!see(Some(heavy("foot", B1)), None).0, "friends in the way");
    assert!(!see(Some(gun("guns", A1)), None).0, "enemy guns");
    assert!(!see(None, Some("water")).0, "no ground to ride on");
    let (able, mut game, horse) = see(Some(gun("guns", B1)), None);
    assert!(able, "through friendly guns");
    choose(&mut game, &[0], intercept(horse));
    let west = ReactChoice::Ahead(game.dir("nw"));
    choose(&mut game, &[], west);
    assert_eq!(game.state.moves.last().unwrap().run, 0, "no run-up through guns");
}

/// MP 9.3.1d: it must have the points, and keep its formation until it is adjacent; broken on arrival it is there all the same (ruling MP G-A36).
#[test]
fn points_and_formation_on_the_way() {
    let see = |formation: Formation, hedges: &[&str]| {
        let mut board = board();
        let horse = board.unit(cavalry("horse", B1).formation(formation).at("1015", "n"));
        board.commander(B1, 0, "1015");
        // A hedge before each row named, across all the ways there.
        for row in hedges {
            for column in 1..=24 {
                for dir in ["nw", "ne"] {
                    board.hexside(&format!("{column:02}{row}"), dir, "stream");
                }
            }
        }
        let mover = board.unit(heavy("mover", A1).at(&way(&board, "1015", "nw ne nw"), "s"));
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], enters(mover));
        let able = game.asked().is_some() && menu(&game, SEAT_B).contains(&intercept(horse));
        (able, game, horse)
    };
    assert!(see(Formation::Normal, &[]).0);
    assert!(see(Formation::Normal, &["15"]).0, "one hit on the way");
    assert!(see(Formation::Shaken, &["14"]).0, "broken only as it arrives");
    assert!(!see(Formation::Shaken, &["15"]).0, "broken one hex short");
    let (able, mut game, horse) = see(Formation::Normal, &["15", "14"]);
    assert!(able);
    choose(&mut game, &[0], intercept(horse));
    let west = ReactChoice::Ahead(game.dir("nw"));
    choose(&mut game, &[], west);
    let east = ReactChoice::Ahead(game.dir("ne"));
    choose(&mut game, &[], east);
    assert_eq!(game.unit(horse).formation, Formation::Broken);
    assert!(!matches!(top_stage(&game), Some(InterceptionStage::Approach)), "no more turning");
}

/// MP 9.1.1k, 5.4.3h, 5.4.3i: out of command it intercepts only what it is next to.
#[test]
fn out_of_command_it_does_not_ride() {
    for (steps, able) in [("nw ne", false), ("nw", true)] {
        let mut board = board();
        let horse = board.unit(cavalry("horse", B1).at("1015", "n"));
        let mover = board.unit(heavy("mover", A1).at(&way(&board, "1015", steps), "s"));
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], enters(mover));
        let asked = game.asked().is_some() && menu(&game, SEAT_B).contains(&intercept(horse));
        assert_eq!(asked, able, "{steps}");
    }
}

/// MP 8.2.1j: cavalry leaves its Light Infantry behind when it rides.
#[test]
fn light_infantry_stays_behind() {
    let mut board = board();
    let horse = board.unit(cavalry("horse", B1).at("1015", "n"));
    let foot = board.unit(light("foot", B1).at("1015", "n"));
    board.together(horse, foot);
    board.commander(B1, 0, "1015");
    let mover = board.unit(heavy("mover", A1).at(&way(&board, "1015", "nw nw"), "s"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(mover));
    choose(&mut game, &[0], intercept(horse));
    let west = ReactChoice::Ahead(game.dir("nw"));
    choose(&mut game, &[], west);
    assert_eq!([horse, foot].map(|unit| game.unit(unit).with), [None; 2]);
    assert_eq!(game.table().body_at(game.hex("1015")), Some(foot));
    assert_eq!(game.table().body_at(game.unit(horse).hex), Some(horse));
}

/// MP 9.1.3d: a charge started from an adjacent hex, and MP 9.1.3b: the end of an advance, can be intercepted; ruling MP G-A38: what the interceptor does after its own
/// combat is no trigger, which the fight decides.
#[test]
fn charges_and_advances_can_be_intercepted() {
    for event in [Event::StartsCharge, Event::EndsAdvance, Event::EndsPursuit { after_interception: true }] {
        let b = board();
        let hex = way(&b, "1015", "nw");
        let (mut game, horse, mover) = pair(cavalry("horse", B1).at("1015", "n"), heavy("mover", A1).at(&hex, "n"));
        give(&mut game, &[], did(mover, event));
        assert_eq!(refused(&game, intercept(horse)), None, "{event:?}");
    }
}

/// PA10: an interceptor that breaks on its way rides no further, and the intercepted unit goes on.
#[test]
fn a_ride_ends_with_the_rider() {
    let (mut game, horse, mover) = riding(heavy("mover", A1), |_| {});
    game.with(&[], |play| {
        play.break_morale(horse);
        play.state.asked = kernel::SeatSet::EMPTY;
        play.advance();
    });
    assert!(game.state.windows.is_empty());
    assert_eq!(game.unit(horse).morale, Morale::Broken);
    assert_eq!(game.state.moves.last().map(|moving| moving.unit), Some(mover));
}
