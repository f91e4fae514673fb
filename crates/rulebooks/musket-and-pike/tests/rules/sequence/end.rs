//! The end of the turn and of the battle.

use super::*;

#[test]
fn markers_of_the_turn_come_off() {
    // MP 3.4a, 3.3a, 3.2.Fd, G-A20.
    let (mut board, a, b) = armies(&[(Charge, 0)], &[(MakeReady, 0)]);
    let gun = board.unit(gun("gun", A1).at("0920", "n").mark(Mark::Fired).mark(Mark::LimberChanged));
    let mut game = begin(board, &[]);
    game.state.units[0].marks.set(Mark::Salvo, true);
    game.state.units[0].marks.set(Mark::ThresholdReached, true);
    play(&mut game, &[9], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    order_of_wings(&mut game);
    assert_eq!(game.state.turn, 2);
    assert!(!game.unit(UnitId(0)).has(Mark::Salvo) && game.unit(UnitId(0)).has(Mark::ThresholdReached));
    assert!(!game.unit(gun).has(Mark::Fired) && !game.unit(gun).has(Mark::LimberChanged));
    for wing in [a[0], b[0]] {
        let state = game.state.wings[wing.ix()];
        assert!(!state.turn.finished && !state.turn.no_continue && !state.turn.bypassed);
    }
}

fn levels(board: &mut Board) {
    let level = |at_least, name: &str, winner| Level { at_least, name: name.into(), winner };
    board.rules.victory.levels = vec![
        level(20, "A decisive", Some(A)),
        level(5, "A marginal", Some(A)),
        level(-4, "draw", None),
        level(-19, "B marginal", Some(B)),
        level(i32::MIN, "B decisive", Some(B)),
    ];
}

#[test]
fn a_side_all_under_rally_has_left_the_field() {
    // MP 4.6a, 4.6b, 4.6c, 3.4c.
    let (mut board, ..) = armies(&[(Rally, 0), (Rally, 0)], &[(MakeReady, 0), (Rally, 0)]);
    levels(&mut board);
    let mut game = begin(board, &[]);
    order_of_wings(&mut game);
    let ending = game.state.over.unwrap();
    assert_eq!(ending.why, EndReason::Surrendered([true, false]));
    assert_eq!(game.state.turn, 1);
    assert_eq!(ending.points, Side2(&game).points());
    let (mut board, ..) = armies(&[(Rally, 0)], &[(Rally, -1)]);
    levels(&mut board);
    let mut game = begin(board, &[]);
    order_of_wings(&mut game);
    assert_eq!(game.state.over.unwrap().why, EndReason::Surrendered([true, true]));
}

/// Both sides' points, as the chapter on victory counts them.
struct Side2<'a>(&'a Game);

impl Side2<'_> {
    fn points(&self) -> [u16; 2] {
        [A, B].map(|side| self.0.table().victory_points(side))
    }
}

#[test]
fn wings_not_on_the_map_are_left_out_of_the_check() {
    // MP 4.6d, G-A41.
    let (mut board, ..) = armies(&[(Rally, 0)], &[(MakeReady, 0)]);
    board.unit(cavalry("late", A2));
    let hexes = vec![board.hex("0124")];
    board.rules.wings[A2.ix()].arrives = Some(Arrival { turn: 4, hexes, formations: EntryFormation::ALL.to_vec() });
    board.orders(A2, MakeReady);
    let game = board.open();
    assert!(game.table().has_left_the_field(A));
    assert!(!game.table().has_left_the_field(B));
    // Nor does a Wing count that has lost all its units; and a side with none at all gives up nothing.
    let mut game = game;
    game.with(&[], |play| play.take_off(UnitId(1), Loss::Eliminated));
    assert!(!game.table().has_left_the_field(B));
}

#[test]
fn the_battle_ends_with_its_last_turn() {
    // MP 3.4c, 15.0b.
    let (mut board, ..) = armies(&[(MakeReady, -1)], &[(MakeReady, 0)]);
    levels(&mut board);
    board.rules.turns = 2;
    let mut game = begin(board, &[]);
    order_of_wings(&mut game);
    assert_eq!((game.state.over, game.state.turn), (None, 2));
    order_of_wings(&mut game);
    let ending = game.state.over.unwrap();
    assert_eq!(ending.why, EndReason::TurnsOver);
    assert!(game.state.asked.is_empty());
}

#[test]
fn who_leaves_the_field_does_no_better_than_a_draw() {
    // MP 4.6e, 15.0j, 15.0b.
    let mut board = board();
    levels(&mut board);
    let game = board.open();
    let level = |points, left| game.table().level_reached(points, left);
    assert_eq!(
        [[30, 0], [10, 4], [4, 0], [0, 4], [0, 5], [0, 40]].map(|points| level(points, [false; 2])),
        [0, 1, 2, 2, 3, 4]
    );
    assert_eq!(level([30, 0], [true, false]), 2);
    assert_eq!(level([0, 40], [true, false]), 4);
    assert_eq!(level([0, 40], [false, true]), 2);
    assert_eq!(level([0, 40], [true, true]), 2);
    assert_eq!(level([30, 0], [false, true]), 0);
}

#[test]
fn the_last_place_of_a_leader_tells_nothing_of_his_wing_to_come() {
    // MP 7.4b, 4.1.1d: set aside is not about to arrive unless a unit of the Wing is.
    let (board, a, _) = armies(&[(MakeReady, 0)], &[(MakeReady, 0)]);
    let mut game = board.open();
    let leader: LeaderId = game.state.wings[a[0].ix()].leader.unwrap();
    game.state.leaders[leader.ix()].place = LeaderPlace::Aside;
    assert_eq!(game.table().ready_commander(a[0]), None);
    assert_eq!(game.state.leaders[leader.ix()].role, Role::Wing(a[0]));
    assert_eq!(game.unit(UnitId(0)).place, Place::Map);
}

#[test]
fn a_winner_who_gives_up_the_field_has_a_draw() {
    // MP 15.0j, 4.6e, played: ten casualties of the enemy are a marginal victory at the last turn; under Rally they are none.
    for (orders, level) in [(MakeReady, "A marginal"), (Rally, "draw")] {
        let (mut board, ..) = armies(&[(orders, -1)], &[(MakeReady, 0)]);
        levels(&mut board);
        board.rules.turns = 1;
        board.rules.victory.points = PointValues::default();
        board.unit(heavy("bled", B1).strength(20).casualties(8).formation(Formation::Broken).at("0304", "s"));
        let mut game = begin(board, &[]);
        order_of_wings(&mut game);
        let ending = game.state.over.unwrap();
        assert_eq!(ending.points, [8, 0]);
        assert_eq!(game.rules.victory.levels[usize::from(ending.level)].name, level);
    }
}

#[test]
fn a_battle_may_award_the_field_to_whom_it_is_left() {
    // MP 15.0d, 4.6c: not to one who leaves it too, nor while both stay.
    for (first, second, points) in
        [(Rally, MakeReady, [0, 8]), (MakeReady, Rally, [8, 0]), (Rally, Rally, [0, 0]), (MakeReady, MakeReady, [0, 0])]
    {
        let (mut board, ..) = armies(&[(first, -1)], &[(second, 0)]);
        levels(&mut board);
        board.rules.turns = 1;
        board.rules.victory.points = PointValues { field_left: 8, ..PointValues::default() };
        let mut game = begin(board, &[]);
        order_of_wings(&mut game);
        assert_eq!(game.state.over.unwrap().points, points, "{first:?} {second:?}");
    }
}

#[test]
fn points_that_find_no_more_room_stay_at_the_most() {
    // MP 15.0d: a battle file may say what it likes; casualties count on top of it.
    let (mut board, ..) = armies(&[(MakeReady, -1)], &[(Rally, 0)]);
    levels(&mut board);
    board.rules.turns = 1;
    board.rules.victory.points = PointValues { field_left: u16::MAX, ..PointValues::default() };
    board.unit(heavy("bled", B1).strength(20).casualties(8).formation(Formation::Broken).at("0304", "s"));
    let mut game = begin(board, &[]);
    order_of_wings(&mut game);
    assert_eq!(game.state.over.unwrap().points, [u16::MAX, 0]);
}
