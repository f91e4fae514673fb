//! 7.3: bridges, and squeezing across them.

use super::*;

/// A river that runs along row 11 but for a bridge hex at 1211, seen from the south.
fn river(bridge_hex: bool) -> Board {
    let mut board = ready();
    for column in 6..20 {
        board.terrain(&format!("{column:02}11"), "water");
    }
    if bridge_hex {
        board.terrain("1211", "bridge");
    } else {
        board.terrain("1211", "clear");
    }
    board
}

#[test]
fn everybody_else_crosses_bridges() {
    // MP 7.3.5a.
    for piece in [heavy("foot", A1), cavalry("horse", A1), light("foot", A1)] {
        let mut board = river(true);
        let unit = board.unit(piece.at("1212", "n"));
        let mut game = begin(board);
        start(&mut game, unit);
        walk(&mut game, &["ahead nw", "ahead ne"]);
        assert_eq!(at(&game, unit), ["1210"]);
    }
}

#[test]
fn two_hex_infantry_squeezes_across_a_bridge_hex() {
    // MP 7.3.5c: with its whole allowance; MP 7.3.5d: beyond it, same facing; MP 7.3.5e: Formation Normal becomes Broken; ruling G-A45.
    for (formation, after) in [(Formation::Normal, Formation::Broken), (Formation::OpenOrder, Formation::OpenOrder)] {
        let mut board = river(true);
        let line = board.unit(double_heavy("line", A1).formation(formation).at("1212", "n"));
        let mut game = begin(board);
        start(&mut game, line);
        assert_eq!(forbidden_by(&game, Ahead(game.dir("nw"))), "MP 7.3.5g");
        assert!(offers(&game, Squeeze(game.hex("1210"))) && offers(&game, Squeeze(game.hex("1110"))));
        walk(&mut game, &["squeeze 1210"]);
        assert!(is_over(&game));
        assert_eq!((at(&game, line), facing(&game, line)), (vec!["1210".to_string(), "1310".into()], "n".into()));
        assert_eq!(game.unit(line).formation, after);
        assert_eq!(game.table().aspect(line, game.hex("1211")), Some(field::hexes::Side::Rear));
    }
}

#[test]
fn squeezing_has_its_conditions() {
    // MP 7.3.5c: Formation Normal or Open Order, from where it starts, with all its points; MP 7.3.5d: both end hexes free.
    let mut board = river(true);
    let line = board.unit(double_heavy("line", A1).formation(Formation::Shaken).at("1212", "n"));
    let mut game = begin(board);
    start(&mut game, line);
    assert_eq!(forbidden_by(&game, Squeeze(game.hex("1210"))), "MP 7.3.5c");
    let mut board = river(true);
    let line = board.unit(double_heavy("line", A1).at("1213", "n"));
    let mut game = begin(board);
    start(&mut game, line);
    walk(&mut game, &["ahead ne"]);
    assert_eq!(forbidden_by(&game, Squeeze(game.hex("1210"))), "MP 7.3.5c");
    let mut board = river(true);
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.terrain("1310", "water");
    board.unit(heavy("other", A1).at("1110", "n"));
    let mut game = begin(board);
    start(&mut game, line);
    assert_eq!(forbidden_by(&game, Squeeze(game.hex("1210"))), "MP 7.3.5d");
    assert_eq!(forbidden_by(&game, Squeeze(game.hex("1110"))), "MP 8.1.1a");
}

#[test]
fn squeezing_over_a_bridge_hexside() {
    // Ruling G-A45: one half at the near end, then one at the far end, the other beside it; MP 7.3.5c: only where it cannot cross otherwise.
    let mut board = ready();
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.hexside("1212", "nw", "bridge");
    for (hex, dir) in [("1212", "ne"), ("1312", "nw"), ("1312", "ne"), ("1112", "ne"), ("1112", "nw")] {
        board.hexside(hex, dir, "pike-wagon");
    }
    let mut game = begin(board);
    start(&mut game, line);
    assert_eq!(forbidden_by(&game, Ahead(game.dir("nw"))), "MP 7.1.1a");
    walk(&mut game, &["squeeze 1111"]);
    assert_eq!(at(&game, line), ["1111", "1211"]);
    // Over a stream it walks beside the bridge, and there is nothing to squeeze.
    let mut board = ready();
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.hexside("1212", "nw", "bridge");
    board.hexside("1312", "nw", "stream");
    let mut game = begin(board);
    start(&mut game, line);
    assert_eq!(forbidden_by(&game, Squeeze(game.hex("1211"))), "MP 7.3.5c");
    assert!(offers(&game, Ahead(game.dir("nw"))));
}

#[test]
fn a_two_hex_column_does_not_stay_on_the_bridge() {
    // MP 7.3.5b: it crosses as on a road, but may not end astride the bridge.
    let mut board = ready();
    let march = board.unit(double_heavy("march", A1).formation(Formation::Column).at("1012", "n"));
    board.terrain("1312", "bridge");
    let mut game = begin(board);
    start(&mut game, march);
    walk(&mut game, &["ahead e"]);
    walk(&mut game, &["ahead e"]);
    assert_eq!(forbidden_by(&game, Stop), "MP 7.3.5b");
    walk(&mut game, &["ahead e", "ahead e"]);
    assert_eq!((at(&game, march), judge(&game, Stop)), (vec!["1412".to_string(), "1512".into()], Ok(())));
    // With too few points left it does not go onto it.
    let mut board = ready();
    let march = board.unit(double_heavy("march", A1).formation(Formation::Column).at("1012", "n"));
    board.terrain("1312", "bridge");
    let mut game = begin(board);
    start(&mut game, march);
    let turn = game.vertex("ne");
    choose(&mut game, Turn(turn), &[]);
    let back = game.vertex("n");
    choose(&mut game, Turn(back), &[]);
    walk(&mut game, &["ahead e"]);
    // One point is left, and going onto the bridge is the only thing it could pay: it stops before it.
    assert!(is_over(&game));
    assert_eq!(at(&game, march), ["1112", "1212"]);
}

#[test]
fn nobody_squeezes_through_those_who_hold_the_bridge() {
    // MP 8.1.2a, 7.3.5c, 7.3.5d: the way over leads through the bridge hex, where a friend or an enemy stands.
    for (holder, facing) in [(heavy("holder", A1), "n"), (heavy("holder", B1), "s")] {
        let mut board = river(true);
        board.orders(A1, Orders::Charge);
        let line = board.unit(double_heavy("line", A1).at("1212", "n"));
        // It faces the enemy on the bridge, who therefore holds nobody else.
        board.unit(heavy("friend", A1).at("1112", "n"));
        board.unit(holder.at("1211", facing));
        let mut game = begin(board);
        game.acts(line, &["move"]);
        assert_eq!(game.forbids("squeeze 1210"), "MP 8.1.1a");
        assert!(!game.offers("squeeze 1210") && !game.offers("squeeze 1110"));
    }
}

#[test]
fn what_lies_on_the_bridge_is_passed_or_taken() {
    // MP 8.1.2a: friendly guns are passed; MP 11.5.1a, 5.3.1b: a lone enemy gun is taken, an enemy leader alone is lost.
    let crosses = |guns: Piece, led: bool| {
        let mut board = river(true);
        board.orders(A1, Orders::Charge);
        let line = board.unit(double_heavy("line", A1).at("1212", "n"));
        let guns = board.unit(guns);
        let leader = board.army_commander(B, 0, if led { "1211" } else { "0101" });
        let mut game = begin(board);
        game.acts(line, &["move", "squeeze 1210"]);
        assert_eq!(game.stands(line), ["1210", "1310"]);
        (game.unit(guns).place, game.state.leaders[leader.ix()].place)
    };
    assert_eq!(crosses(gun("guns", A1).at("1211", "n"), false), (Place::Map, LeaderPlace::Map));
    assert_eq!(crosses(gun("guns", B1).at("1211", "n"), false).0, Place::Wreck { captured: true });
    assert!(matches!(crosses(gun("guns", A1).at("0505", "n"), true).1, LeaderPlace::Removed(_)));
}

#[test]
fn orders_bind_on_the_bridge_too() {
    // MP 5.6.2a, 7.3.5d: beyond the river no enemy is next to it, but one is next to the bridge.
    let mut board = river(true);
    board.terrain("1111", "clear");
    board.terrain("1011", "bridge");
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.unit(heavy("enemy", B1).at("1111", "s"));
    let mut game = begin(board);
    game.acts(line, &["move"]);
    assert_eq!(game.forbids("squeeze 1210"), "MP 5.6.2a");
}

#[test]
fn a_line_puts_no_half_on_a_bridge() {
    // MP 7.3.5a, 7.3.5g: it wheels neither over a bridge hexside nor onto a bridge hex, and has no half on one by going ahead.
    let mut board = ready();
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.hexside("1312", "nw", "bridge");
    let mut game = begin(board);
    game.acts(line, &["move"]);
    assert_eq!(game.forbids("wheel left"), "MP 7.3.5g");
    assert_eq!(game.forbids("wheel right"), "");
    let mut board = ready();
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.terrain("1311", "bridge");
    let mut game = begin(board);
    game.acts(line, &["move"]);
    for step in ["wheel left", "wheel right", "ahead nw", "ahead ne"] {
        assert_eq!(game.forbids(step), "MP 7.3.5g", "{step}");
    }
    // In Column it goes over.
    let mut board = ready();
    let march = board.unit(double_heavy("march", A1).formation(Formation::Column).at("1012", "n"));
    board.terrain("1212", "bridge");
    let mut game = begin(board);
    game.acts(march, &["move", "ahead e", "ahead e", "ahead e"]);
    assert_eq!(game.stands(march), ["1312", "1412"]);
}

#[test]
fn advancing_fire_puts_no_half_on_a_bridge() {
    // MP 7.3.5g, 10.3.2g.
    let mut board = ready();
    board.orders(A1, Orders::Charge);
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.unit(heavy("enemy", B1).at("1210", "s"));
    board.terrain("1211", "bridge");
    let mut game = begin(board);
    act(&mut game, line);
    assert_eq!(game.forbids("advance-fire nw"), "MP 10.3.2g");
    let mut board = ready();
    board.orders(A1, Orders::Charge);
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.unit(heavy("enemy", B1).at("1210", "s"));
    let mut game = begin(board);
    act(&mut game, line);
    assert_eq!(game.forbids("advance-fire nw"), "");
}
