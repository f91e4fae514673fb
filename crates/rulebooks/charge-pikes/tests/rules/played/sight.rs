//! Chapters 9 and 10 as they are played: who sees whom, and whom a general reaches.

use super::{Game, chief, unit};
use charge_pikes::generals::Command;

const FEW: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4\nfiles = 2";

fn area(kind: &str, outline: &str) -> String {
    format!("\n[[ground.areas]]\nname = \"{kind}\"\nkind = \"{kind}\"\nbox = {outline}\n")
}

fn line(kind: &str, points: &str) -> String {
    format!("\n[[ground.lines]]\nname = \"{kind}\"\nkind = \"{kind}\"\npoints = {points}\n")
}

fn hill(outline: &str, level: u8) -> String {
    format!("\n[[ground.hills]]\nbox = {outline}\nlevel = {level}\n")
}

/// Whether red and blue see each other; it must be the same both ways.
fn see(parts: &[String]) -> bool {
    let game = Game::at("movement", parts);
    let (red, blue) = (game.id("red"), game.id("blue"));
    let (there, back) = (game.battle.table().sees(red, blue), game.battle.table().sees(blue, red));
    assert_eq!(there, back, "sight is the same both ways");
    there
}

#[test]
fn a_gap_is_seen_through_wherever_it_is() {
    // CP 10.4: the gap lies aside of every line between the nearest places and the ends of the two fronts.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 60\nfiles = 30";
    let between = |gap: f64, middle: f64| {
        let long = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 36\nfiles = 36";
        let wing = 720.0 / 25.4 / 2.0;
        [
            unit("red", [36.0, 10.0], wide),
            unit("blue", [36.0, 40.0], wide),
            unit("red-left", [middle - gap / 2.0 - wing, 24.0], long),
            unit("red-right", [middle + gap / 2.0 + wing, 24.0], long),
        ]
    };
    for middle in [35.0, 38.3, 40.1] {
        assert!(see(&between(2.1, middle)), "at {middle}");
        assert!(!see(&between(1.9, middle)), "at {middle}");
    }
}

#[test]
fn a_gap_in_the_ground_is_seen_through_wherever_it_is() {
    // CP 10.1, 10.5, 10.7, 19.4.7a: two pieces with a lane between them, aside of every line between the ends of the fronts.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 60\nfiles = 30";
    let units = || [unit("red", [36.0, 10.0], wide), unit("blue", [36.0, 40.0], wide)].concat();
    let named = |kind: &str, name: &str, outline: String| {
        format!("\n[[ground.areas]]\nname = \"{name}\"\nkind = \"{kind}\"\nbox = {outline}\n")
    };
    for kind in ["heavy-woods", "town", "crops"] {
        for (from, to) in [(34.5, 35.0), (38.0, 38.6), (40.0, 40.3)] {
            let left = named(kind, "left", format!("[0, 20, {from}, 24]"));
            let right = |from: f64| named(kind, "right", format!("[{from}, 20, 72, 24]"));
            assert!(see(&[left.clone(), right(to), units()]), "{kind} {from}");
            assert!(!see(&[left, right(from), units()]), "{kind} {from}");
        }
    }
    let named = |kind: &str, name: &str, points: &str| {
        format!("\n[[ground.lines]]\nname = \"{name}\"\nkind = \"{kind}\"\npoints = {points}\n")
    };
    for kind in ["hedgerow", "light-works", "heavy-works"] {
        let left = named(kind, "left", "[[0, 22], [38.7, 22]]");
        assert!(see(&[left.clone(), named(kind, "right", "[[39.2, 22], [72, 22]]"), units()]), "{kind}");
        assert!(!see(&[left, named(kind, "right", "[[38.7, 22], [72, 22]]"), units()]), "{kind}");
        // Two angles, corner to corner.
        let west = named(kind, "west", "[[0, 30], [38.7, 22], [0, 14]]");
        let east = |apex: f64| named(kind, "east", &format!("[[72, 30], [{apex}, 22], [72, 14]]"));
        assert!(see(&[west.clone(), east(39.2), units()]), "{kind}");
        assert!(!see(&[west, east(38.7), units()]), "{kind}");
    }
    let crests = |to: f64| {
        let crest = |points: String| format!("\n[[ground.crests]]\nlevel = 1\npoints = {points}\n");
        crest("[[0, 22], [38.7, 22]]".to_owned()) + &crest(format!("[[{to}, 22], [72, 22]]"))
    };
    assert!(see(&[crests(39.2), units()]));
    assert!(!see(&[crests(38.7), units()]));
    // CP 19.4.6c: a stretch of hedge that is broken down.
    let broken = |broken: bool| {
        let work = format!("\n[[hedge-works]]\nline = \"hedge\"\nfrom = 38.7\nto = 39.2\nbroken = {broken}\n");
        [named("hedgerow", "hedge", "[[0, 22], [72, 22]]"), units(), work]
    };
    assert!(see(&broken(true)) && !see(&broken(false)));
    // CP 19.4.7b: one that is loopholed, where somebody stands at it.
    let loopholed = |south: f64| {
        let work = "\n[[hedge-works]]\nline = \"hedge\"\nfrom = 38.7\nto = 39.2\n".to_owned();
        let units = [unit("red", [36.0, south], wide), unit("blue", [36.0, 40.0], wide)].concat();
        [named("hedgerow", "hedge", "[[0, 22], [72, 22]]"), units, work]
    };
    assert!(see(&loopholed(21.5)) && !see(&loopholed(20.5)));
}

#[test]
fn lines_of_sight_run_from_the_rear_corners_too() {
    // CP 10.1, 10.4: past the end of the wood only the right of the rear rank sees the last of the few behind it.
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
    let behind = |x: f64| {
        let few = format!("{FEW}\nfacing = \"north\"");
        see(&[area("light-woods", "[10, 15, 37, 18]"), unit("red", [36.0, 24.0], horse), unit("blue", [x, 4.0], &few)])
    };
    assert!(behind(32.9) && behind(31.9) && !behind(31.3));
    // And past a unit.
    let past = |x: f64| {
        let wall = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 35\nfiles = 35";
        let few = format!("{FEW}\nfacing = \"north\"");
        let wall = unit("red-wall", [37.0 - 350.0 / 25.4, 15.79], wall);
        see(&[wall, unit("red", [36.0, 24.0], horse), unit("blue", [x, 4.0], &few)])
    };
    assert!(past(32.9) && past(31.9) && !past(31.3));
}

#[test]
fn among_trees_the_nearest_of_two_lines_see_each_other() {
    // CP 19.1.2, G57: the end of the slanting line is four inches off; its middle, and those before its middle, are far.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 36\nfiles = 36";
    let from = |y: f64| {
        let slanting = format!("{wide}\nfacing = \"south-east\"");
        let units = unit("red", [36.0, y], wide) + &unit("blue", [46.0, 34.0], &slanting);
        see(&[area("light-woods", "[0, 0, 72, 48]"), units])
    };
    assert!(from(20.0) && !from(15.5));
}

#[test]
fn enemies_who_touch_leave_no_way_between_them() {
    // CP 9.5, 9.13: shoulder to shoulder, or an inch apart.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 36\nfiles = 36";
    let half = 360.0 / 25.4;
    let wall = |gap: f64| {
        unit("blue", [36.0 - half - gap / 2.0, 24.0], wide) + &unit("blue-right", [36.0 + half + gap / 2.0, 24.0], wide)
    };
    for (gap, over, rule) in [(0.0, Command::Nobody, "CP 9.13"), (1.0, Command::Near, "")] {
        assert_eq!(command(&[wall(gap), unit("red", [36.0, 20.0], FEW), chief("red", [36.0, 28.0])]), over);
        let mut game = Game::at("movement", &[wall(gap), unit("red", [60.0, 10.0], FEW), chief("red", [36.0, 28.0])]);
        game.pass_to("red", "move", &[]);
        assert_eq!(game.refused("red", "ride red-chief 914.4 457.2"), rule);
    }
}

#[test]
fn between_two_areas_that_adjoin_there_is_no_way() {
    // CP 10.5, 19.1, 9.6, 9.13, CP G101: along the edge of one one sees and rides by; along the seam of two one does not.
    let west = |kind: &str| area(kind, "[16, 20, 36, 26]").replace("name = \"", "name = \"west ");
    let east = |kind: &str| area(kind, "[36, 20, 56, 26]").replace("name = \"", "name = \"east ");
    let pair = [unit("red", [36.0, 18.0], FEW), unit("blue", [36.0, 28.0], FEW)];
    for kind in ["light-woods", "heavy-woods", "town"] {
        assert!(see(&[&pair[..], &[west(kind)]].concat()), "{kind}");
        assert!(!see(&[&pair[..], &[west(kind), east(kind)]].concat()), "{kind}");
    }
    let horse = [unit("red", [36.0, 18.0], HORSE), chief("red", [36.0, 27.0]), unit("blue", [60.0, 44.0], FEW)];
    assert_eq!(command(&[&horse[..], &[west("heavy-woods")]].concat()), Command::Near);
    assert_eq!(command(&[&horse[..], &[west("heavy-woods"), east("heavy-woods")]].concat()), Command::Nobody);
    let away = [unit("red", [60.0, 10.0], FEW), unit("blue", [60.0, 44.0], FEW), chief("red", [36.0, 27.0])];
    for (shut, rule) in [(west("impassable"), ""), (west("impassable") + &east("impassable"), "CP 19.6.1")] {
        let mut game = Game::at("movement", &[&away[..], &[shut]].concat());
        game.pass_to("red", "move", &[]);
        assert_eq!(game.refused("red", "ride red-chief 914.4 482.6"), rule);
    }
}

#[test]
fn light_woods_bar_command_over_what_is_drawn() {
    // CP 9.6, 19.1.7, CP G77, CP G100: limbered guns and wagons cannot go in, and nobody sees through; guns are dragged
    // through by hand.
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [{ class = \"field\", limber = true }]";
    let over = |kind: &str, what: &str| {
        let parts = [area(kind, "[10, 20, 62, 24]"), unit("red", [36.0, 18.0], what), chief("red", [36.0, 26.0])];
        command(&[&parts[..], &[unit("blue", [60.0, 44.0], FEW)]].concat())
    };
    let limbered = format!("{guns}\nformation = \"limbered\"");
    for what in [&limbered, "kind = \"wagons\"\ngrade = \"C\"\nfigures = 2"] {
        assert_eq!((over("light-woods", what), over("crops", what)), (Command::Nobody, Command::Near), "{what}");
    }
    for what in [&format!("{guns}\nformation = \"unlimbered\""), HORSE, FEW] {
        assert_eq!(over("light-woods", what), Command::Near, "{what}");
    }
}

#[test]
fn many_in_the_way_do_not_close_a_gap() {
    // CP 10.4: the gap is the same whoever stands first in the order of battle.
    let regiment = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 48";
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 60\nfiles = 30";
    let rows = |gap: f64| {
        let row = |n: usize, aside: f64| {
            [(-1.0, "left"), (1.0, "right")].map(|(hand, name)| {
                unit(&format!("red-{name}-{n}"), [39.5 + hand * aside, 12.0 + 3.0 * n as f64], regiment)
            })
        };
        let mut parts = vec![unit("red", [36.0, 6.0], wide), unit("blue", [36.0, 44.0], wide)];
        // Many beside the two, and two between them.
        parts.extend((0..8).filter(|n| *n != 4).flat_map(|n| row(n, 20.0)));
        parts.extend(row(4, gap / 2.0 + 285.0 / 25.4));
        parts
    };
    for (gap, clear) in [(2.2, true), (1.8, false)] {
        let parts = rows(gap);
        assert_eq!(see(&parts), clear, "{gap}");
        let backwards: Vec<String> = parts.into_iter().rev().collect();
        assert_eq!(see(&backwards), clear, "{gap}, the other way round");
    }
}

#[test]
fn woods_are_as_high_as_the_highest_ground_they_stand_on() {
    // CP 10.5: the hill under the far half of the wood counts from either side; the viewers stand on level 3 and 0.
    let wood = area("light-woods", "[0, 20, 72, 28]");
    let units = || [unit("red", [36.0, 10.0], FEW), unit("blue", [36.0, 40.0], FEW)].concat();
    let hills = |under: u8| hill("[0, 2, 72, 14]", 3) + &hill("[0, 24, 72, 30]", under);
    assert!(!see(&[wood.clone(), hills(1), units()]));
    assert!(see(&[wood, hill("[0, 2, 72, 14]", 3), units()]));
}

#[test]
fn works_are_looked_over_where_they_are_lined() {
    // CP 10.6: being near one end of the works opens nothing at the other.
    let works = line("heavy-works", "[[10, 24], [62, 24], [62, 10]]");
    let lined = [works.clone(), unit("red", [36.0, 23.5], FEW), unit("blue", [36.0, 40.0], FEW)];
    assert!(see(&lined));
    // Near the arm that runs south, looking over the other.
    let aside = [works, unit("red", [60.5, 14.0], FEW), unit("blue", [60.5, 40.0], FEW)];
    assert!(!see(&aside));
}

#[test]
fn every_crossing_of_a_hedge_counts() {
    // CP 19.4.7a: a hedge like a U, one arm broken down; the other still hides what is beyond it.
    let hedge = line("hedgerow", "[[20, 20], [52, 20], [52, 26], [20, 26]]");
    let units = || [unit("red", [36.0, 10.0], FEW), unit("blue", [36.0, 40.0], FEW)].concat();
    let works = |stretches: &[(u8, u8)]| {
        let work = |(from, to): &(u8, u8)| {
            format!("\n[[hedge-works]]\nline = \"hedgerow\"\nfrom = {from}\nto = {to}\nbroken = true\n")
        };
        stretches.iter().map(work).collect::<String>()
    };
    assert!(!see(&[hedge.clone(), units(), works(&[(10, 22)])]));
    assert!(see(&[hedge, units(), works(&[(10, 22), (48, 62)])]));
}

/// What command red has from its chief.
fn command(parts: &[String]) -> Command {
    let game = Game::at("movement", parts);
    game.battle.table().command(game.id("red"))
}

const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 6\nfiles = 3";

#[test]
fn houses_and_impassable_slopes_under_a_crest_bar_command() {
    // CP 9.6: a town is impassable to horse and hides what is behind it; foot may go in.
    let town = area("town", "[20, 20, 52, 24]");
    let blue = || unit("blue", [60.0, 44.0], FEW);
    let over = |what: &str, ground: &str| {
        command(&[ground.to_owned(), unit("red", [36.0, 29.0], what), blue(), chief("red", [36.0, 18.0])])
    };
    assert_eq!(over(HORSE, ""), Command::Near);
    assert_eq!(over(HORSE, &town), Command::Nobody);
    assert_eq!(over(FEW, &town), Command::Near);
    // A river is impassable too, but hides nothing.
    assert_eq!(over(HORSE, &area("river", "[0, 20, 72, 24]")), Command::Near);
}

#[test]
fn command_keeps_to_the_table_and_bends_where_it_can() {
    // CP 9.5: round the end of an enemy line that reaches to the table's edge there is no way.
    let wall = |x: f64| unit("blue", [x, 24.0], "kind = \"foot\"\ngrade = \"C\"\nmuskets = 20\nfiles = 10");
    let reach = |x: f64, at: f64| command(&[unit("red", [at, 20.0], FEW), wall(x), chief("red", [at, 28.0])]);
    // Ten files are 7.9 inches: from the edge to 7.9, or with three inches free beside it.
    assert_eq!(reach(3.94, 1.0), Command::Nobody);
    assert_eq!(reach(7.5, 4.5), Command::Near);
    // CP 9.6, 19.4.6c: through a stretch of hedge that is broken down, and round its corner.
    let hedge = |points: &str, work: &str| {
        let works = format!("\n[[hedge-works]]\nline = \"hedgerow\"\nfrom = 13\nto = 15\nbroken = {work}\n");
        let parts = [line("hedgerow", points), unit("red", [36.0, 28.0], FEW), chief("red", [36.0, 20.0]), works];
        command(&[parts.concat(), unit("blue", [60.0, 44.0], FEW)])
    };
    assert_eq!(hedge("[[20, 24], [52, 24]]", "false"), Command::Nobody);
    assert_eq!(hedge("[[20, 24], [52, 24]]", "true"), Command::Near);
    let corner = [
        line("hedgerow", "[[20, 24], [36, 24], [36, 10]]"),
        unit("red", [32.0, 26.0], FEW),
        chief("red", [37.0, 18.0]),
    ];
    assert_eq!(command(&[corner.concat(), unit("blue", [60.0, 44.0], FEW)]), Command::Near);
}

/// A regiment in three blocks; its pikes are six files, so that a seam lies 45 mm to either side of its middle.
const REGIMENT: &str = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nfacing = \"south\"";
const SEAM: f64 = 45.0 / 25.4;

#[test]
fn a_regiment_of_three_blocks_has_no_slits() {
    // CP 9.5: two bodies side by side reach farther than command does around them.
    let wall = [unit("blue", [36.0, 24.0], REGIMENT), unit("blue-left", [22.0, 24.0], REGIMENT)].concat()
        + &unit("blue-right", [50.0, 24.0], REGIMENT);
    let reach = |x: f64| {
        let parts = [wall.clone(), unit("red", [x, 20.0], FEW), chief("red", [x, 28.0])];
        command(&parts)
    };
    for x in [36.0, 36.0 + SEAM, 36.0 - SEAM, 36.0 + SEAM + 0.02] {
        assert_eq!(reach(x), Command::Nobody, "at {x}");
    }
    // Round its end, one wing away.
    assert_eq!(reach(61.0), Command::Near);
    // CP 10.2: nor is it seen through there; a few men stand exactly behind the seam.
    let one = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 1\nfiles = 1";
    let between = |x: f64| {
        let long = REGIMENT.replace("south", "north");
        see(&[unit("red-wall", [36.0, 24.0], &long), unit("red", [x, 10.0], one), unit("blue", [x, 40.0], one)])
    };
    assert!(!between(36.0) && !between(36.0 + SEAM) && !between(36.0 - SEAM));
    assert!(between(44.0));
    // CP 9.13: and no general rides through it.
    for x in [36.0, 36.0 + SEAM, 36.0 - SEAM] {
        let mut game = Game::at(
            "movement",
            &[unit("blue", [36.0, 24.0], REGIMENT), unit("red", [60.0, 10.0], FEW), chief("red", [x, 28.0])],
        );
        game.pass_to("red", "move", &[]);
        let there = |x: f64, y: f64| format!("ride red-chief {:.1} {:.1}", x * 25.4, y * 25.4);
        assert_eq!(game.refused("red", &there(x, 20.0)), "CP 9.13", "at {x}");
        assert_eq!(game.refused("red", &there(50.0, 28.0)), "");
    }
}

fn cliff(to: &str) -> String {
    let crest = "\n[[ground.crests]]\nlevel = 1\npoints = [[20, 23], [52, 23]]\n";
    format!("\n[[ground.slopes]]\nclass = \"impassable\"\nuphill = \"north\"\nbox = [20, 20, 52, 24]\n{to}\n{crest}")
}

#[test]
fn a_slope_under_a_crest_bars_command_over_those_who_cannot_pass_it() {
    // CP 9.6, G77: whom the slope is closed to, and with a crest on it alone.
    let over = |what: &str, ground: String| {
        let blue = unit("blue", [60.0, 44.0], FEW);
        command(&[ground, unit("red", [36.0, 29.0], what), blue, chief("red", [36.0, 18.0])])
    };
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"light\"]";
    let closed =
        [("", [true; 3]), ("to = [\"guns\"]", [false, false, true]), ("to = [\"mounted\"]", [false, true, false])];
    for (to, bars) in closed {
        for (what, barred) in [FEW, HORSE, guns].into_iter().zip(bars) {
            let expected = if barred { Command::Nobody } else { Command::Near };
            assert_eq!(over(what, cliff(to)), expected, "{what} {to}");
        }
    }
    // Without a crest it hides nothing.
    let bare = cliff("").split("\n[[ground.crests]]").next().unwrap().to_owned();
    assert_eq!(over(HORSE, bare), Command::Near);
}

#[test]
fn no_general_rides_over_a_slope_that_nobody_passes() {
    // CP 9.13, 19.3.1, G87: what is closed to some is a steep way to him.
    for (to, rule) in [("", "CP 19.3.1"), ("to = [\"mounted\", \"guns\"]", "")] {
        let parts =
            [cliff(to), unit("red", [60.0, 10.0], FEW), unit("blue", [60.0, 44.0], FEW), chief("red", [36.0, 18.0])];
        let mut game = Game::at("movement", &parts);
        game.pass_to("red", "move", &[]);
        assert_eq!(game.refused("red", "ride red-chief 914.4 711.2"), rule);
        assert_eq!(game.refused("red", "ride red-chief 1000 400"), "");
    }
}
