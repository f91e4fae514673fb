//! The errata of the published games, as far as they touch the rules, the charts or what a battle file may say.

use crate::common::*;
use musket_and_pike::MusketAndPike;
use musket_and_pike::charts::{Cost, Series, read};
use musket_and_pike::ground::Slope;
use musket_and_pike::setup;
use musket_and_pike::state::{Formation, Mark, Morale, Orders, Place};
use scenario::Source;

/// The first exercise with some of its text changed.
fn changed(changes: &[(&str, &str)]) -> MusketAndPike {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../battles/musket-and-pike/wing-against-wing.toml");
    let mut text = std::fs::read_to_string(path).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    setup::open(&Source::new("changed.toml", text)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Under Make Ready, with a leader behind the middle.
fn ready() -> Board {
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1113");
    board
}

fn begin(board: Board) -> Game {
    let mut game = board.open();
    game.activate(A1);
    game
}

/// The ground's modifier of an attack by `attacker` in 1212 on foot in 1211.
fn ground_of_attack(attacker: Piece, hexside: &str, die: u8) -> (Game, i32) {
    let mut board = board();
    let one = board.unit(attacker.at("1212", "n").mark(Mark::Moved));
    board.unit(heavy("foe", B1).at("1211", "s"));
    board.hexside("1212", "nw", hexside);
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[die]);
    let ground = game.modifier("MP 11.1.4c");
    (game, ground)
}

#[test]
fn an_abatis_covers_against_combat_and_not_against_fire() {
    // MP E-SiA-2.
    let (_, charts) = read(&[], Series::Other).unwrap_or_else(|faults| panic!("{faults}"));
    let abatis = charts.terrain.iter().find(|row| row.key == "abatis").unwrap();
    assert_eq!((abatis.fire, abatis.combat), (0, -1));
    assert_eq!(ground_of_attack(heavy("foot", A1), "abatis", 4).1, -1);
}

#[test]
fn a_wall_takes_the_whole_allowance_and_the_formation() {
    // MP E-SiA-3: Heavy and Light Infantry alike, from Formation Normal only.
    for piece in [heavy("foot", A1), light("shot", A1)] {
        let mut board = ready();
        let unit = board.unit(piece.clone().at("1212", "n"));
        board.hexside("1212", "nw", "wall");
        let mut game = begin(board);
        crate::moving::start(&mut game, unit);
        let all = crate::moving::left(&game);
        assert_eq!(game.table().entry_cost(unit, game.hex("1212"), game.dir("nw")), Some(all));
        crate::moving::choose(&mut game, crate::moving::Ahead(game_dir("nw")), &[]);
        assert!(crate::moving::is_over(&game));
        assert_eq!(
            (crate::moving::at(&game, unit), game.unit(unit).formation),
            (vec!["1211".into()], Formation::Broken)
        );

        // Not with a point spent already.
        let mut board = ready();
        let unit = board.unit(piece.clone().at("1212", "n"));
        board.hexside("1211", "ne", "wall");
        let mut game = begin(board);
        crate::moving::start(&mut game, unit);
        crate::moving::choose(&mut game, crate::moving::Ahead(game_dir("nw")), &[]);
        assert_eq!(crate::moving::forbidden_by(&game, crate::moving::Ahead(game_dir("ne"))), "MP 7.1.1e");

        // Not in disorder.
        let mut board = ready();
        let unit = board.unit(piece.formation(Formation::Shaken).at("1212", "n"));
        board.hexside("1212", "nw", "wall");
        let mut game = begin(board);
        crate::moving::start(&mut game, unit);
        assert_eq!(crate::moving::forbidden_by(&game, crate::moving::Ahead(game_dir("nw"))), "MP 7.1.1a");
    }
}

fn game_dir(name: &str) -> field::hexes::Dir {
    board().dir(name)
}

#[test]
fn infantry_fights_across_pike_wagons_and_stays_where_it_is() {
    // MP E-SiA-8: in both directions; no horse, no advance, and nothing is captured from outside.
    let may = |attacker: Piece, defender: Piece, north: bool| {
        let mut board = board();
        let (from, to, facing) = if north { ("1212", "1211", "n") } else { ("1211", "1212", "s") };
        let one = board.unit(attacker.at(from, facing));
        board.unit(defender.at(to, "s"));
        board.hexside("1212", "nw", "pike-wagon");
        let game = board.open();
        game.table().may_attack(one, game.hex(to)).err().map(|refusal| refusal.rule.into_owned())
    };
    for north in [true, false] {
        assert_eq!(may(heavy("a", A1), heavy("b", B1), north), None);
        assert_eq!(may(light("a", A1), light("b", B1), north), None);
        assert_eq!(may(cavalry("a", A1), heavy("b", B1), north).as_deref(), Some("MP 11.1.2d"));
        assert_eq!(may(heavy("a", A1), gun("b", B1), north).as_deref(), Some("MP 11.1.2d"));
    }
    let (mut game, ground) = ground_of_attack(heavy("foot", A1).morale(8).strength(20), "pike-wagon", 7);
    assert_eq!(ground, -2);
    // The attack goes home: the defender gives way, and nobody comes after him.
    assert!(game.total() > 5, "{}", game.total());
    game.let_be(&[]);
    assert_ne!(game.at(musket_and_pike::cards::UnitId(1)), "1211");
    assert_eq!(game.at(musket_and_pike::cards::UnitId(0)), "1212");
}

#[test]
fn maps_call_the_same_ground_by_several_names() {
    for (word, key, rule) in [
        ("lake", "water", "MP E-SiA-16"),
        ("garden", "village", "MP E-GAG-19"),
        ("ancient-mounds", "mounds", "MP E-NGBG-6"),
        ("bridge", "bridge", "a bridge may fill a hex"),
    ] {
        let rules = changed(&[("\"o\" = \"orchard\"", &format!("\"o\" = \"{word}\""))]);
        let hex = rules.ground.grid.parse("0211").unwrap();
        assert_eq!(rules.ground.terrain_of(hex).key, key, "{rule}");
    }
    for (word, key, rule) in [
        ("sulzbach-stream", "stream", "MP E-SiA-10"),
        ("fortified-line", "entrenchment", "MP E-ULB-8"),
        ("camp-wall", "entrenchment", "MP E-GAG-13"),
        ("raised-road", "berm", "MP E-GAG-19"),
    ] {
        let rules = changed(&[("kind = \"hedge\"", &format!("kind = \"{word}\""))]);
        let (hex, dir) = (rules.ground.grid.parse("0609").unwrap(), rules.ground.grid.dir_named("se").unwrap());
        let feature = rules.ground.hexside(hex, dir).feature.map(|id| rules.ground.row(id).key.clone());
        assert_eq!(feature.as_deref(), Some(key), "{rule}");
    }
}

#[test]
fn momentum_counts_across_a_raised_road() {
    // MP E-GAG-19.
    let (game, _) = ground_of_attack(heavy("foot", A1).mark(Mark::Momentum), "berm", 4);
    assert_eq!(game.modifier("MP 11.3.6a"), 1);
}

#[test]
fn a_battle_says_which_wing_is_a_cavalry_wing() {
    // MP E-SiA-15: Byron's Wing has foot in it.
    assert!(!changed(&[]).wings[0].cavalry_wing);
    let text = [("key = \"royal-wing\"\n", "key = \"royal-wing\"\ncavalry-wing = true\n")];
    assert!(changed(&text).wings[0].cavalry_wing);
}

#[test]
fn a_battle_names_the_hexes_of_a_friendly_edge() {
    // MP E-ULB-5: some hexes of an edge.
    let rules = changed(&[("edge = \"south\"\n", "edge-hexes = [\"0122\", \"0222\", \"0322\"]\n")]);
    let to_edge = |number: &str| rules.ground.distance_to_edge(A, rules.ground.grid.parse(number).unwrap());
    assert_eq!([to_edge("0222"), to_edge("0221"), to_edge("0722")], [0, 1, 4]);
}

#[test]
fn slopes_are_steep_one_by_one() {
    // MP E-ULB-12.
    let rules = changed(&[("roads = [", "steep = [\"0501 w\"]\nroads = [")]);
    let slope = |number: &str, dir: &str| {
        let ground = &rules.ground;
        ground.hexside(ground.grid.parse(number).unwrap(), ground.grid.dir_named(dir).unwrap()).slope
    };
    assert_eq!((slope("0501", "w"), slope("0401", "e")), (Slope::Steep, Slope::Steep));
    assert_eq!((slope("0503", "w"), slope("0501", "e")), (Slope::Gentle, Slope::Level));
}

#[test]
fn a_battle_has_its_own_scale() {
    // MP 2.4a.
    assert_eq!(changed(&[]).ground.yards, 100);
    assert_eq!(changed(&[("columns = 16", "yards = 80\ncolumns = 16")]).ground.yards, 80);
}

#[test]
fn an_entrenchment_is_built_over_the_road() {
    // MP E-GAG-7: a Column along the road pays for it as others do.
    let cost = |formation: Formation, hexside: Option<&str>| {
        let mut board = ready();
        let foot = board.unit(heavy("foot", A1).formation(formation).at("1212", "n"));
        board.terrain("1211", "woods");
        board.road("1212", "nw");
        if let Some(hexside) = hexside {
            board.hexside("1212", "nw", hexside);
        }
        let game = begin(board);
        game.table().entry_cost(foot, game.hex("1212"), game.dir("nw"))
    };
    assert_eq!((cost(Formation::Column, None), cost(Formation::Column, Some("entrenchment"))), (Some(1), Some(3)));
    assert_eq!((cost(Formation::Normal, None), cost(Formation::Normal, Some("entrenchment"))), (Some(2), Some(4)));
}

#[test]
fn a_road_has_its_gate_where_the_battle_says_so() {
    // MP E-GAG-15: the lane runs along row 10, so a fortification across it lies on the east side of its hexes.
    let lines = ("at = [\"0609 se\"", "at = [\"0610 e\", \"0609 se\"");
    for kind in ["wall", "camp-wall", "redoubt"] {
        let feature = |gates: &str, number: &str, dir: &str| {
            let kind = format!("kind = \"{kind}\"");
            let rules = changed(&[("kind = \"hedge\"", &kind), lines, ("turns = 4\n", gates)]);
            let ground = &rules.ground;
            let side = ground.hexside(ground.grid.parse(number).unwrap(), ground.grid.dir_named(dir).unwrap());
            side.feature.map(|id| ground.row(id).key.clone())
        };
        let (off, on) = ("turns = 4\n", "turns = 4\nroad-gates = true\n");
        assert_ne!(feature(off, "0610", "e").as_deref(), Some("gate"));
        assert_eq!(feature(on, "0610", "e").as_deref(), Some("gate"));
        assert_eq!(feature(on, "0710", "w").as_deref(), Some("gate"));
        assert_ne!(feature(on, "0609", "se").as_deref(), Some("gate"));
    }
    // Heavy Infantry may go down a double steep slope.
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.height("1212", 2);
    board.slope("1212", "nw", Slope::DoubleSteep);
    let game = begin(board);
    assert_eq!(game.table().entry_cost(foot, game.hex("1212"), game.dir("nw")), Some(3));
}

/// Fog over all of the map.
fn fog(board: &mut Board) {
    let fog = board.rules.ground.find("fog");
    board.rules.ground.overlay.fill(fog);
}

#[test]
fn fog_doubles_hexes_and_nothing_else() {
    // MP E-GAG-18.
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.hexside("1212", "nw", "stream");
    board.terrain("1312", "woods");
    fog(&mut board);
    let mut game = begin(board);
    let cost = |dir: &str| game.table().entry_cost(foot, game.hex("1212"), game.dir(dir));
    assert_eq!((cost("ne"), cost("nw"), cost("e")), (Some(2), Some(3), Some(4)));
    // Turning costs what it costs in the open: two points a corner.
    crate::moving::start(&mut game, foot);
    let vertex = game.vertex("ne");
    let before = crate::moving::left(&game);
    crate::moving::choose(&mut game, crate::moving::Turn(vertex), &[]);
    assert_eq!(before - crate::moving::left(&game), 2);
    // A rout goes half as far.
    let ran = |foggy: bool| {
        let mut board = ready();
        let foot = board.unit(heavy("foot", A1).state(Morale::Broken).at("0410", "n"));
        if foggy {
            fog(&mut board);
        }
        let mut game = board.open();
        let to_edge = |game: &Game| game.rules.ground.distance_to_edge(A, game.unit(foot).hex);
        let before = to_edge(&game);
        rout(&mut game);
        before - to_edge(&game)
    };
    assert_eq!((ran(false), ran(true)), (4, 2));
}

/// The Rout Movement Phase, the owner taking the first way offered.
fn rout(game: &mut Game) {
    use kernel::Rulebook;
    game.with(&[], |play| {
        play.begin_rout_phase();
        play.advance();
        while let Some(seat) = play.state.asked.first() {
            let mut menu = Vec::new();
            play.rules.ask(play.state, seat, &mut menu);
            play.decide(seat, menu[0]);
        }
    });
}

#[test]
fn breaking_and_rout_movement_are_both_routs() {
    // MP G.6: over woods and a stream neither costs formation, which a Broken unit has none of.
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).state(Morale::Shaken).at("0410", "n"));
    for column in 1..9 {
        board.terrain(&format!("{column:02}12"), "woods");
        board.hexside(&format!("{column:02}13"), "se", "stream");
        board.hexside(&format!("{column:02}13"), "sw", "stream");
    }
    let mut game = board.open();
    let to_edge = |game: &Game| game.rules.ground.distance_to_edge(A, game.unit(foot).hex);
    let start = to_edge(&game);
    game.with(&[], |play| {
        play.lose_level(foot, None);
        play.advance();
    });
    while game.combat_step().is_some() && game.asked().is_some() {
        let choice = game.menu()[0];
        game.choose(choice, &[]);
    }
    assert_eq!((game.unit(foot).morale, game.unit(foot).formation), (Morale::Broken, Formation::None));
    assert_eq!(start - to_edge(&game), 2);
    rout(&mut game);
    assert!(start - to_edge(&game) > 2);
    assert_eq!((game.unit(foot).formation, game.unit(foot).casualties), (Formation::None, 0));
}

#[test]
fn pistols_in_close_combat_have_no_front() {
    // MP 10.1.3e: horse taken in the rear spends its shot on whoever is behind it.
    let mut board = board();
    let one = board.unit(cavalry("one", A1).pistols(0).at("1212", "n").mark(Mark::Moved));
    let foe = board.unit(cavalry("foe", B1).pistols(1).at("1211", "n"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    game.pistols(foe, true, &[4]);
    assert_eq!(game.modifier("MP 11.3.9a"), -1);
    assert_eq!(game.unit(foe).pistols, 0);
}

#[test]
fn what_the_ground_does_to_guns_it_does_to_regimental_guns() {
    // MP 7.3.4b: over every hexside and into every hex of the chart.
    let rows = board().rules.charts.terrain;
    for row in rows.iter().filter(|row| !matches!(row.cost[0], Cost::Times(_))) {
        let cost = |piece: Piece| {
            let mut board = ready();
            let unit = board.unit(piece.at("1212", "n"));
            if row.hexside {
                board.hexside("1212", "nw", &row.key);
            } else {
                board.terrain("1211", &row.key);
            }
            let game = begin(board);
            assert_eq!(game.unit(unit).place, Place::Map);
            game.table().entry_cost(unit, game.hex("1212"), game.dir("nw")).is_some()
        };
        let guns = cost(gun("guns", A1).mark(Mark::Limbered));
        let foot = cost(heavy("foot", A1).card(|card| card.regimental_guns = true));
        assert_eq!(guns, foot, "{}", row.key);
    }
}
