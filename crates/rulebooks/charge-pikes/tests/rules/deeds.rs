//! The odds of whole deeds: followed to where they are settled, with what the others do about them.

use crate::played::{Game, unit};
use charge_pikes::ChargePikes;
use kernel::odds::{Horizon, Odds, Search, odds};
use kernel::{Notation, Seat};

const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 6";
const REGIMENT: &str = "kind = \"foot\"\ngrade = \"B\"\npikes = 8\nmuskets = 12";
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";

fn look(game: &Game, words: &str, horizon: Horizon) -> Odds {
    let rules: &ChargePikes = &game.battle.rules;
    let decision = rules.read(words).unwrap_or_else(|why| panic!("{words}: {why}"));
    let search = Search { horizon, samples: 300, most_paths: 2_000, ..Search::default() };
    odds(rules, game.state(), Seat(0), &[decision], &search, &|| 1.0).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn chance(odds: &Odds, subject: &str, what: &str) -> f64 {
    let of_it = |chance: &&kernel::odds::Chance| chance.effect.subject == subject && chance.effect.what == what;
    odds.chances.iter().find(of_it).map_or(0.0, |chance| chance.probability)
}

#[test]
fn the_odds_of_a_charge_go_as_far_as_its_combat() {
    // CP 13.1, 15.4, 17: declared now, run, shot at, tested and fought later in the turn.
    let game = Game::at("movement", &[unit("red", [36.0, 14.0], HORSE), unit("blue", [36.0, 23.0], REGIMENT)]);
    let charge = game.menu("red").into_iter().find(|words| words.starts_with("charge red blue")).expect("a charge");
    let next = look(&game, &charge, Horizon::NextQuestion);
    assert!(next.chances.is_empty(), "nothing is rolled when it is declared: {next:?}");
    let whole = look(&game, &charge, Horizon::Deed);
    assert!(whole.answered && whole.bodies.len() == 2, "{whole:?}");
    for who in ["red", "blue"] {
        let lost = chance(&whole, who, "loses figures");
        assert!(lost > 0.05 && lost < 1.0, "{who}: {lost}");
    }
    assert!(["red", "blue"].iter().any(|who| (0.01..0.99).contains(&chance(&whole, who, "routs"))), "{whole:?}");
}

#[test]
fn return_fire_belongs_to_the_odds_of_a_shot() {
    // CP 16.1.3: orders to shoot are sealed, and both sides shoot at once.
    let game = Game::at("shooting", &[unit("red", [36.0, 14.0], SHOT), unit("blue", [36.0, 18.0], SHOT)]);
    let shot = game.menu("red").into_iter().find(|words| words.starts_with("shoot red blue")).expect("a shot");
    let whole = look(&game, &shot, Horizon::Deed);
    let lost = ["red", "blue"].map(|who| chance(&whole, who, "loses figures"));
    assert!(lost.iter().all(|lost| *lost > 0.05), "{lost:?} {whole:?}");
    // Alike on both sides, the odds are alike.
    assert!((lost[0] - lost[1]).abs() < 0.15, "{lost:?}");
}
