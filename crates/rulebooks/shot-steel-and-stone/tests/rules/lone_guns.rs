//! G65: guns that their crews have left, manned again, taken over or spiked.

use crate::game::{Game, LINE, chief, unit, widths};
use crate::melee::{contact, dice};
use kernel::Picture;
use shot_steel_and_stone::state::{Gun, GunState, Place};

const FOOT: &str = "arm = \"infantry\"\nbases = 4\nmissile = \"none\"";
const TWO: &str = "arm = \"foot-artillery\"\nguns = [\"light\", \"light\"]";

fn guns(game: &Game, key: &str) -> Vec<Gun> {
    let id = game.id(key);
    game.state.batteries.iter().find(|battery| battery.unit == id).unwrap().guns.to_vec()
}

/// Red foot fights batteries of blue in red's melees, after so many rounds, with these dice.
fn overrun(rounds: u8, batteries: &[(&str, f64, &str)], thrown: &[u8]) -> Game {
    let start = format!("start = {{ rounds = {rounds} }}");
    let mut parts = vec![
        chief("blue", "superior", [20.0, 16.0]),
        chief("red", "superior", [20.0, 4.0]),
        unit("red", [20.0, 10.0], &format!("{FOOT}\n{start}")),
        unit("red-rest", [4.0, 1.0], LINE),
        unit("blue-rest", [36.0, 27.0], LINE),
    ];
    for &(key, at, what) in batteries {
        parts.push(unit(key, [at, 10.0], &format!("{what}\n{start}")));
        parts.push(contact(["red", key], ["fights", "fights"]));
    }
    Game::start("", "[start]\nphase = \"melees\"\nactive = \"red\"\n", &parts, thrown)
}

#[test]
fn gunners_who_are_pushed_back_leave_their_guns_to_be_spiked() {
    // SSS G65, 27.2, T13: twelve dice, one hit not saved; two dice of the crews. Red stays where it is, at the guns.
    let mut game = overrun(0, &[("blue", 20.0, TWO)], &dice(&[(1, 4), (11, 3), (1, 2), (2, 3)]));
    assert_eq!(widths(game.unit("blue").pose.at.y), 11.5);
    let left = guns(&game, "blue");
    let at = |gun: &Gun| gun.left.map(|pose| (widths(pose.at.x), widths(pose.at.y)));
    assert_eq!(left.iter().map(at).collect::<Vec<_>>(), [Some((20.5, 10.0)), Some((19.5, 10.0))]);
    assert!(left.iter().all(|gun| gun.state == GunState::Ready && gun.crew > 0));
    assert!(game.unit("blue").gunless);
    // They show on the table by themselves.
    let scene = game.rules.scene(&game.state, None);
    assert_eq!(scene.bodies.iter().filter(|body| body.key.starts_with("blue-gun-")).count(), 2);
    // The gunners pass their test; the player turn ends.
    game.says("red", "follow-up no", &[6, 6]);
    assert!(guns(&game, "blue").iter().all(|gun| gun.state == GunState::Destroyed));
    assert_eq!(game.unit("blue").place, Place::Table);
}

#[test]
fn gunners_walk_back_to_their_guns_and_man_them() {
    // SSS G65: 5 BW on foot, not on limbers; the guns shoot again in the next own turn.
    // Two rounds fought: 5+.
    let mut game = overrun(2, &[("blue", 20.0, TWO)], &dice(&[(1, 5), (11, 3), (1, 2), (2, 3)]));
    game.says("blue", "break-off 60", &[]);
    game.says("red", "break-off 60", &[6, 6]);
    assert!(guns(&game, "blue").iter().all(|gun| gun.state == GunState::Ready && gun.left.is_some()));
    assert_eq!((game.unit("blue").pose.at.y, game.topic("blue")), (12 * 60_000 + 30_000, "orders"));
    game.says("blue", "order blue move", &[]);
    game.done("blue", &[]);
    game.says("blue", "test blue-chief", &[4, 4]);
    game.pass_to("blue", "move", &[]);
    game.says("blue", "pick blue", &[]);
    assert_eq!(game.refused("blue", "move limber"), "SSS G65");
    assert_eq!(game.refused("blue", "move about-face"), "");
    game.says("blue", "move advance 90", &[]);
    game.says("blue", "move stop", &[]);
    game.pass_to("blue", "man-guns", &[]);
    assert_eq!(game.menu("blue"), ["leave-guns", "man blue"]);
    game.says("blue", "man blue", &[]);
    assert!(guns(&game, "blue").iter().all(|gun| gun.state == GunState::Ready && gun.left.is_none()));
    assert_eq!((widths(game.unit("blue").pose.at.y), game.unit("blue").gunless), (10.0, false));
    // Red goes elsewhere: the guns shoot in blue's next turn.
    game.pass_to("blue", "artillery", &[1, 6]);
    assert!(game.menu("blue").iter().any(|choice| choice.starts_with("shoot blue at red")));
}

#[test]
fn gunners_without_guns_do_not_shoot() {
    // SSS G65, 16.3: nor is a gun hit that is not there.
    let mut game = overrun(2, &[("blue", 20.0, TWO)], &dice(&[(1, 5), (11, 3), (1, 2), (2, 3)]));
    game.says("blue", "break-off 60", &[]);
    game.says("red", "break-off 60", &[6, 6]);
    game.pass_to("red", "choose-turn", &[6, 1]);
    assert!(!game.told.iter().any(|entry| entry.title.to_string().starts_with("blue shoots")));
    assert!(game.unit("blue").gunless);
}

#[test]
fn a_crew_takes_over_the_gun_of_others() {
    // SSS G65, T8: the crew of the light gun goes to the heavy one beside it and shoots with five dice.
    let light = "arm = \"foot-artillery\"\nguns = [\"light\"]";
    let heavy = "arm = \"foot-artillery\"\nguns = [\"heavy\"]";
    let mut game = overrun(2, &[("blue", 19.5, light), ("blue-heavy", 20.5, heavy)], &[]);
    // Three of red's bases strike at the light gun and hit a gunner, one at the heavy one; a die of each crew.
    game.says("red", "against blue", &dice(&[(1, 5), (8, 3), (1, 2), (3, 3), (2, 3)]));
    game.says("blue", "break-off 60", &[]);
    game.says("blue", "break-off 60", &[]);
    game.says("red", "break-off 60", &[6, 6, 6, 6]);
    game.says("blue", "order blue move", &[]);
    game.done("blue", &[]);
    game.says("blue", "test blue-chief", &[4, 4]);
    game.pass_to("blue", "move", &[]);
    game.moves("blue", "blue", &["advance 90"]);
    game.pass_to("blue", "man-guns", &[]);
    assert_eq!(game.menu("blue"), ["leave-guns", "man blue", "man blue-heavy"]);
    assert_eq!(game.refused("blue", "man red"), "SSS G65");
    game.says("blue", "man blue-heavy", &[]);
    assert_eq!((widths(game.unit("blue").pose.at.x), widths(game.unit("blue").pose.at.y)), (20.5, 10.0));
    assert_eq!(guns(&game, "blue")[0].model.0, game.id("blue-heavy"));
    // The light gun stands where it stood.
    assert!(guns(&game, "blue-heavy")[0].left.is_some() && game.unit("blue-heavy").gunless);
    game.pass_to("blue", "artillery", &[1, 6]);
    // Canister: 5 + 1, less the figure that is lost.
    game.says("blue", "shoot blue at red 0", &[1; 5]);
}

#[test]
fn guns_without_a_crew_are_spiked_by_who_comes_to_them() {
    // SSS G65, 16.2: both crews are shot down; horse rides up to the guns and ends its move there.
    let rode = |far: &str| {
        let parts = [
            chief("red", "superior", [20.0, 6.0]),
            unit("red", [20.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 2"),
            unit("red-guns", [25.0, 8.0], "arm = \"foot-artillery\"\nguns = [\"heavy\", \"heavy\", \"heavy\"]"),
            unit("blue", [20.0, 14.0], TWO),
            unit("blue-rest", [36.0, 27.0], LINE),
        ];
        let mut game = Game::at("shooting", &parts);
        // Three heavy guns at short range with canister, at men in skirmish order: 5+, eight hits, none saved on a six.
        game.says("red", "shoot red-guns at blue 0", &dice(&[(8, 5), (10, 2), (8, 1)]));
        assert!(matches!(game.unit("blue").place, Place::Gone(_)));
        assert!(guns(&game, "blue").iter().all(|gun| gun.left.is_some() && gun.state == GunState::Ready));
        game.pass_to("red", "choose-turn", &[6, 1]);
        game.says("red", "take first", &[]);
        game.says("red", "order red move", &[]);
        game.done("red", &[]);
        game.says("red", "test red-chief", &[4, 4]);
        game.moves("red", "red", &[far]);
        game.pass_to("blue", "orders", &[]);
        guns(&game, "blue").iter().filter(|gun| gun.state == GunState::Destroyed).count()
    };
    assert_eq!((rode("advance 180"), rode("advance 240")), (0, 2));
}
