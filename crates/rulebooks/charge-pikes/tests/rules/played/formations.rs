//! Chapter 7 as it is played: whatever puts a unit into a formation gives it files that fit.

use super::{Game, chief, unit};
use charge_pikes::state::{Formation, Layout, Mode};

const REGIMENT: &str = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 26";
const USUAL: Layout = Layout { left: 7, centre: 6, right: 7, left_angle: 0, right_angle: 0 };

#[test]
fn a_line_formed_from_square_or_column_has_its_usual_files_or_those_chosen() {
    // CP 7.3.6, 7.3.7, 15.9.4: thirteen musketeers on a wing stand seven abreast and two deep.
    for formation in ["square", "march-column"] {
        let red = format!("{REGIMENT}\nformation = \"{formation}\"");
        let begun = || {
            let mut game =
                Game::at("movement", &[unit("red", [36.0, 22.0], &red), unit("blue", [36.0, 44.0], REGIMENT)]);
            game.says("red", "pick red", &[]);
            game
        };
        let mut game = begun();
        game.says("red", "move form line", &[]);
        assert_eq!((game.unit("red").formation, game.unit("red").layout), (Formation::Line, USUAL), "{formation}");
        // Any frontage will do, but every part needs files and no more than it has figures.
        let mut game = begun();
        assert!(game.menu("red").iter().any(|words| words == "move form-line 4 3 4"), "{:?}", game.menu("red"));
        assert_eq!(game.refused("red", "move form-line 0 6 6"), "CP 7.3.6");
        assert_eq!(game.refused("red", "move form-line 14 6 6"), "CP 7.3.6");
        game.says("red", "move form-line 5 12 3", &[]);
        assert_eq!(game.unit("red").layout, Layout { left: 5, centre: 12, right: 3, ..USUAL });
    }
}

#[test]
fn square_and_back_does_not_cost_the_wings_their_files() {
    // CP 15.9.4: into the square in one turn, out of it in the next.
    let chiefs = chief("red", [36.0, 5.0]) + &chief("blue", [36.0, 47.0]);
    let mut game =
        Game::at("movement", &[unit("red", [36.0, 10.0], REGIMENT), unit("blue", [36.0, 40.0], REGIMENT), chiefs]);
    game.says("red", "pick red", &[]);
    game.says("red", "move form square", &[]);
    game.pass_until(|game| game.state().turn == 2, &[]);
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red", &[]);
    game.says("red", "move form line", &[]);
    assert_eq!(game.unit("red").layout, USUAL);
}

#[test]
fn facing_about_leaves_no_file_without_a_man() {
    // CP 7.3.6, 15.9.4, G59: seven files of the left wing are seven men; about, they are the right wing, and none is lost.
    let odd = "kind = \"foot\"\ngrade = \"C\"\npikes = 6\nmuskets = 13\nfiles = { left = 7, pikes = 6, right = 6 }";
    let mut game = Game::at("movement", &[unit("red", [36.0, 22.0], odd), unit("blue", [36.0, 44.0], REGIMENT)]);
    let before = *game.unit("red");
    game.says("red", "pick red", &[]);
    game.says("red", "move about-face", &[]);
    let layout = game.unit("red").layout;
    assert_eq!((layout.left, layout.centre, layout.right), (6, 6, 7));
    // The seven stand where they stood, now on the right.
    let (before, after) = (game.battle.rules.body_of(game.id("red"), &before), game.body("red"));
    assert!((before.front_width() - after.front_width()).abs() < 1.0);
    assert!(before.bounds().0.distance(after.bounds().0) < 1.0 && before.bounds().1.distance(after.bounds().1) < 1.0);
}

/// A regiment in that formation that has run from the enemy and may rally now.
fn rallies(options: &str, what: &str) -> Game {
    let red = format!("{what}\nfacing = \"south\"\nstart = {{ routing = true, fled = true }}");
    let parts = [
        unit("red", [36.0, 20.0], &red),
        unit("red-other", [60.0, 30.0], REGIMENT),
        unit("blue", [10.0, 44.0], REGIMENT),
        chief("red", [40.0, 22.0]),
    ];
    let mut game = Game::with(options, "movement", &parts, &[]);
    // CP T9: grade C, a general near, nobody within twelve inches.
    game.pass_until(|game| game.unit("red").mode == Mode::Normal, &[5]);
    game
}

#[test]
fn rallied_from_a_column_a_regiment_shoots_as_any_line() {
    // CP 18.1.5a: in line of battle, with files in every part of it.
    let game = rallies("", &format!("{REGIMENT}\nformation = \"march-column\""));
    assert_eq!((game.unit("red").formation, game.unit("red").layout), (Formation::Line, USUAL));
    let wings: Vec<f64> = game.body("red").blocks.iter().map(|block| block.width()).collect();
    assert_eq!(wings.len(), 3);
    assert!(wings[1] > 130_000.0 && wings[2] > 130_000.0, "{wings:?}");
}

#[test]
fn swedish_regiments_rally_into_a_swedish_line() {
    // CP 20.1.1: their line of battle has two forms; rallied or back from square they stand muskets forward.
    let swedish = format!("{REGIMENT}\nswedish = true\nformation = \"march-column\"");
    let game = rallies("swedish-system = true", &swedish);
    assert_eq!(game.unit("red").formation, Formation::MusketsForward);
    assert_eq!(game.unit("red").layout, Layout { centre: 13, ..Layout::default() });
}

#[test]
fn a_regiment_closes_up_on_a_forlorn_hope_drawn_out() {
    // CP 20.3.1, 7.3.6: eight musketeers in one rank; six go ahead, and two files are left.
    let red = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 8\nforlorn-hope = 6";
    let parts = [unit("red", [36.0, 10.0], red), unit("blue", [36.0, 44.0], REGIMENT)];
    let mut game = Game::with("forlorn-hopes = true", "movement", &parts, &[]);
    assert_eq!(game.unit("red").layout.centre, 2);
    game.pass_until(|game| game.state().turn == 2, &[]);
}

#[test]
fn a_line_that_closes_its_files_does_not_come_upon_the_enemy_in_its_angle() {
    // CP 8.3, 15.3.1, G98: a pike falls, and the wing that is swung forward would close upon the horse beside it.
    let swung = "kind = \"foot\"\ngrade = \"A\"\npikes = 6\nmuskets = 12\nfiles = { left = 6, pikes = 6, right = 6 }\n\
                 right-angle = 60";
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 2\nfiles = 2";
    let shot = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
    let parts =
        [unit("red", [36.0, 20.0], swung), unit("blue-horse", [36.76, 20.05], horse), unit("blue", [34.0, 30.0], shot)];
    let mut game = Game::at("shooting", &parts);
    let order = game.offered("blue", "shoot blue red");
    game.says("blue", &order, &[]);
    game.pass_until(|game| game.state().turn == 2, &[6, 6, 1, 1, 1, 1]);
    assert_eq!(game.unit("red").layout.centre, 5, "{:#?}", super::titles(&game.told));
    assert!(!game.body("red").overlaps(&game.body("blue-horse")));
}
