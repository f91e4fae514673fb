//! Leaders shot down in a turn, and what the Marker Removal Phase makes of it.

use crate::common::*;
use crate::playing::*;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{LeaderId, Role, UnitId};
use musket_and_pike::sequence::TurnStep;
use musket_and_pike::state::{Cause, Formation, LeaderPlace, Mark, Orders};

/// Foot of Wing A1 on 1208 before a gun of side B, which has a Wing under Charge and so begins every turn; and more of A1 far off.
fn under_fire(put: impl FnOnce(&mut Board)) -> Game {
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.unit(heavy("one", A1).strength(20).morale(8).at("1208", "s"));
    board.unit(heavy("two", A1).at("0710", "n"));
    board.commander(B1, 0, "1214");
    board.unit(light("guard", B1).formation(Formation::Broken).at("1214", "n"));
    board.unit(gun("guns", B1).at("1212", "n"));
    put(&mut board);
    acting(board, B1)
}

/// The gun fires at the foot: a Formation Hit, and the leader with it falls.
fn is_shot(game: &mut Game) {
    say(game, "act guns");
    roll(game, &[8, 9], "shoot 1208 artillery");
}

/// The turn is over: markers come off, fates are rolled.
fn ends(game: &mut Game, dice: &[u8]) {
    game.state.agenda = Default::default();
    game.state.agenda.push(Step::Turn(TurnStep::MarkerRemoval));
    game.advance(dice);
}

fn place(game: &Game, leader: LeaderId) -> LeaderPlace {
    game.state.leaders[leader.ix()].place
}

/// A Wing whose commander is shot in turn 1 and out for a turn, whose named stand-in is shot in turn 2 and out for a turn, when the commander is back.
fn both_shot() -> (Game, LeaderId, LeaderId) {
    let (mut named, mut commander) = (None, None);
    let mut game = under_fire(|board| {
        commander = Some(board.commander(A1, -1, "1208"));
        named = Some(board.add_leader("named", A, Role::Wing(A1), -1));
        board.rules.wings[A1.ix()].replacement = named;
    });
    let (named, commander) = (named.unwrap(), commander.unwrap());
    is_shot(&mut game);
    assert_eq!(place(&game, commander), LeaderPlace::Removed(Cause::Fire), "{}", game.told());
    ends(&mut game, &[1]);
    say(&mut game, "place-leader named 1208");
    assert_eq!((game.state.turn, game.table().commander_of(A1)), (2, Some(named)));
    activate_anew(&mut game, B1);
    is_shot(&mut game);
    assert_eq!(place(&game, named), LeaderPlace::Removed(Cause::Fire), "{}", game.told());
    ends(&mut game, &[]);
    roll(&mut game, &[1], "place-leader a1-wc 1208");
    assert_eq!((game.state.turn, game.table().commander_of(A1)), (3, Some(commander)));
    assert_eq!(place(&game, named), LeaderPlace::Returns { turn: 3 });
    (game, commander, named)
}

#[test]
fn a_stand_in_who_is_due_back_leaves_the_wing_to_its_commander() {
    // MP 5.2.1a, 5.3.4b: a Wing Commander is changed only when he leaves the game; who was only his stand-in stays at hand.
    let (mut game, commander, named) = both_shot();
    ends(&mut game, &[]);
    assert_eq!((game.state.turn, game.table().commander_of(A1)), (4, Some(commander)), "{:?}", offered(&game));
    assert_eq!((place(&game, commander), place(&game, named)), (LeaderPlace::Map, LeaderPlace::Aside));
}

#[test]
fn a_commander_who_is_back_at_once_has_his_wing_though_the_stand_in_was_before_him() {
    // MP 5.3.3a, 5.3.4a: shot again in turn 3, in which the stand-in is due; his own fate is that he is back at once.
    for (die, first) in [(0, true), (1, false), (6, false)] {
        let (mut game, commander, named) = both_shot();
        activate_anew(&mut game, B1);
        is_shot(&mut game);
        ends(&mut game, &[]);
        roll(&mut game, &[die], "place-leader named 1208");
        if first {
            say(&mut game, "place-leader a1-wc 0710");
        }
        let (leads, other) = if first { (commander, named) } else { (named, commander) };
        assert_eq!((game.state.turn, game.table().commander_of(A1)), (4, Some(leads)), "{die}");
        assert_ne!(place(&game, other), LeaderPlace::Map, "{die}");
    }
}

#[test]
fn an_army_commander_shot_down_is_followed_by_the_senior_commander() {
    // MP 5.3.5a, 5.3.5b: his Wing has a nameless leader at once, or the one the battle names.
    for named in [false, true] {
        let (mut army, mut senior, mut next) = (None, None, None);
        let mut game = under_fire(|board| {
            army = Some(board.army_commander(A, -1, "1208"));
            senior = Some(board.commander(A1, -1, "0710"));
            next = Some(board.rules.wings[A1.ix()].generic);
            if named {
                next = Some(board.add_leader("named", A, Role::Wing(A1), 0));
                board.rules.wings[A1.ix()].replacement = next;
            }
            board.rules.sides[A.ix()].successor = senior;
        });
        let (army, senior, next) = (army.unwrap(), senior.unwrap(), next.unwrap());
        is_shot(&mut game);
        assert_eq!(game.table().army_commander(A), None);
        ends(&mut game, &[6]);
        // He takes over where he is; where the Wing's new commander stands is asked.
        assert_eq!((leader_at(&game, senior).as_str(), game.table().army_commander(A)), ("0710", Some(senior)));
        let key = if named { "named" } else { "a1-generic" };
        assert_eq!(refused(&game, "place-leader a1-wc 1208").as_deref(), Some("MP 5.3.4a"));
        say(&mut game, &format!("place-leader {key} 1208"));
        assert_eq!((game.table().commander_of(A1), place(&game, army)), (Some(next), LeaderPlace::Eliminated));
        assert_eq!(leader_at(&game, next), "1208");
        // MP 5.1.1a: he is the Army Commander from then on, and leads no Wing.
        assert_eq!(game.state.leaders[senior.ix()].role, Role::Army);
    }
}

#[test]
fn an_army_commander_who_comes_back_has_no_successor() {
    // MP 5.3.5a: only one who is eliminated.
    for (die, back) in [(0, true), (1, false)] {
        let (mut army, mut senior) = (None, None);
        let mut game = under_fire(|board| {
            army = Some(board.army_commander(A, -1, "1208"));
            senior = Some(board.commander(A1, -1, "0710"));
            board.rules.sides[A.ix()].successor = senior;
        });
        is_shot(&mut game);
        ends(&mut game, &[die]);
        if back {
            say(&mut game, "place-leader a-ac 1208");
        }
        assert_eq!(game.table().army_commander(A), army.filter(|_| back));
        assert_eq!(game.table().commander_of(A1), senior);
    }
}

#[test]
fn a_leader_falls_with_the_last_men_of_the_unit_he_is_with() {
    // MP 5.3.1b, 11.8b: shot down to the last man; a gun or another unit with him and he stays.
    for friend in [false, true] {
        let mut commander = None;
        let mut game = under_fire(|board| {
            board.unit(light("few", A1).strength(1).at("1308", "s"));
            commander = Some(board.commander(A1, 0, "1308"));
            if friend {
                board.unit(gun("friend", A2).mark(Mark::Fired).at("1308", "s"));
            }
        });
        let (few, commander) = (UnitId(4), commander.unwrap());
        say(&mut game, "act guns");
        // The shot, the die for him, and one for the gun.
        let dice: &[u8] = if friend { &[9, 0, 0] } else { &[9, 0] };
        roll(&mut game, dice, "shoot 1308 artillery");
        assert!(!game.unit(few).on_map(), "{}", game.told());
        assert!(game.told().contains("unhurt"), "he is not hit himself");
        let stays = place(&game, commander) == LeaderPlace::Map;
        assert_eq!(stays, friend, "{}", game.told());
    }
}
