//! Heading 38: mixed units of pike and shot.

use crate::game::{Game, HEAVY, LINE, area, unit};
use shot_steel_and_stone::disruption::Cause;

const ON: &str = "pike-and-shot = \"on\"";

/// Six bases, one of them with pikes; with 6 hits on record a base is gone, and the pikes with it.
fn mixed(start: &str) -> String {
    format!("{LINE}\npike-bases = 1\nstart = {{ intent = \"move\"{start} }}")
}

const PIKES_LOST: &str = ", hits = 6";

fn picked(parts: &[String]) -> Game {
    let mut game = Game::with(ON, "movement", parts);
    game.says("red", "pick red", &[]);
    game
}

#[test]
fn mixed_units_have_no_charge_bonus() {
    // SSS 38.1, T5, T6: 3 BW, charging too; a line of muskets gets 4 BW and strikes at 3.5.
    let strikes = |what: &str| {
        let bare = format!("{LINE}\nmissile = \"none\"\nfacing = 180");
        let parts = [
            unit("red", [20.0, 10.0], &format!("{what}\nstart = {{ charges = \"blue\" }}")),
            unit("blue", [20.0, 13.5], &bare),
            unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1\nstart = { intent = \"move\" }"),
        ];
        let mut game = Game::start(ON, "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.pass_to("red", "move", &[]);
        game.state.contacts.len()
    };
    assert_eq!((strikes(&format!("{LINE}\npike-bases = 2")), strikes(LINE)), (0, 1));
}

#[test]
fn nobody_passes_through_pikes_while_there_are_any() {
    // SSS 38.5, 9.8, G54, G171
    let passes = |friend: &str| {
        let parts = [
            unit("red", [12.0, 10.0], &format!("{HEAVY}\nstart = {{ intent = \"move\" }}")),
            unit("red-line", [12.0, 11.0], friend),
            unit("blue", [30.0, 10.0], "arm = \"infantry\"\nbases = 2"),
        ];
        picked(&parts).refused("red", "move advance 120")
    };
    assert_eq!(
        (passes(&mixed("")), passes(&mixed(PIKES_LOST)), passes(LINE)),
        ("SSS 9.1".into(), String::new(), String::new())
    );
}

#[test]
fn pikes_suffer_more_in_difficult_ground_while_there_are_any() {
    // SSS 38.6, V55, G171
    let points = |what: &str| {
        let parts = [
            area("difficult", "field", [5.0, 10.2, 20.0, 15.0]),
            unit("red", [12.0, 10.0], what),
            unit("blue", [12.0, 19.0], LINE),
        ];
        let mut game = picked(&parts);
        game.says("red", "move advance 30", &[]);
        game.unit("red").disruption.of(Cause::Terrain)
    };
    assert_eq!((points(&mixed("")), points(&mixed(PIKES_LOST))), (2, 1));
}

#[test]
fn pikes_march_half_as_fast_again_and_never_double() {
    // SSS 38.7, V3: 3 and a half as much, 4.5 BW, 14 BW or more from the enemy; others 6.
    let marches = |what: &str| {
        let column = what.replace("start", "formation = \"column-of-march\"\nstart");
        let parts = [unit("red", [4.0, 8.0], &column), unit("blue", [36.0, 28.0], LINE)];
        let game = picked(&parts);
        [270, 276, 360].map(|far| game.refused("red", &format!("move advance {far}")).is_empty())
    };
    assert_eq!(marches(&mixed("")), [true, false, false]);
    assert_eq!(marches(&mixed(PIKES_LOST)), [true, true, true]);
}
