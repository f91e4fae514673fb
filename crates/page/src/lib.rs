//! A battle played through its views, without a server: what a page would do that has the rules inside.
//!
//! Built for `wasm32-unknown-unknown` by `make page-wasm`, which plays a battle of each rulebook in Node. Nothing here is used by
//! the page that is served: it shows that the rooms below the server can run in a browser, and what they weigh there.

use kernel::{OptionValues, Seat, Seeded};
use std::sync::Arc;
use view::Position;

/// A battle that was played to its end, as its views told it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    pub decisions: u64,
    /// All views together, in letters of JSON.
    pub letters: u64,
    /// Of every view in turn: the same on every machine.
    pub digest: u64,
}

/// Plays a shipped battle at random to the end; everybody looks before each decision, and decides from what is shown.
pub fn play(battle: &str, seed: u64) -> Result<Played, String> {
    let source = shelf::find(battle).ok_or_else(|| format!("there is no battle `{battle}`"))?;
    let begun = shelf::begin(&source, &OptionValues::new(), shelf::Dice::Seed(seed));
    let (door, ledger) = begun.map_err(|problem| problem.to_string())?;
    let mut position = Position::opened(door, ledger.entries, Arc::default(), 0);
    let mut chance = Seeded::new(seed);
    let mut played = Played { decisions: 0, letters: 0, digest: 0xcbf2_9ce4_8422_2325 };
    while let Some(&seat) = position.door.awaiting().first() {
        let decision = look(&position, seat, &mut chance, &mut played)?;
        position.play(seat, &decision).map_err(|refusal| refusal.to_string())?;
        played.decisions += 1;
    }
    Ok(played)
}

/// What each seat and an onlooker see; and any decision from the menu of the one that is asked.
fn look(position: &Position, asked: Seat, chance: &mut Seeded, played: &mut Played) -> Result<String, String> {
    let mut decision = None;
    let seats = (0..position.door.seats().len() as u8).map(Seat);
    for seat in seats.map(Some).chain([None]) {
        let view = view::views::view("here", position, seat, false).map_err(|error| error.to_string())?;
        let text = serde_json::to_string(&view).map_err(|error| error.to_string())?;
        played.letters += text.len() as u64;
        let add = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        played.digest = text.bytes().fold(played.digest, add);
        if seat == Some(asked) {
            let menu = view.asked.map(|asked| asked.menu).unwrap_or_default();
            decision = menu.get(chance.below(menu.len().max(1))).map(|choice| choice.decision.clone());
        }
    }
    decision.ok_or_else(|| "nothing is on the menu of the seat that is asked".into())
}

/// The same for JavaScript, which hands over and gets numbers only: the battle by its place on the shelf, and of what was played
/// the decisions (0), the letters (1) or the digest (2). What cannot be played has none.
#[allow(unsafe_code, reason = "a name that JavaScript can call; there is nothing unsafe behind it")]
#[unsafe(no_mangle)]
pub extern "C" fn play_shipped(battle: u32, seed: u32, what: u32) -> u64 {
    let source = shelf::shipped().nth(battle as usize);
    let key = source.and_then(|source| scenario::header(&source).ok()).map(|head| head.key);
    let played = key.and_then(|key| play(&key, seed.into()).ok());
    played
        .map_or(0, |played| [played.decisions, played.letters, played.digest].get(what as usize).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battle_of_each_rulebook_is_played_through_its_views() {
        for (battle, place) in
            [("first-blood", 0), ("wing-against-wing", 4), ("first-volley", 8), ("first-meeting", 14)]
        {
            let played = play(battle, 3).unwrap_or_else(|error| unreachable!("{battle}: {error}"));
            assert!(played.decisions > 10 && played.letters > 100_000, "{battle}: {played:?}");
            assert_eq!(play(battle, 3), Ok(played), "the same seed, the same views");
            assert_ne!(play(battle, 4), Ok(played));
            let told = [played.decisions, played.letters, played.digest];
            assert_eq!([0, 1, 2].map(|what| play_shipped(place, 3, what)), told);
        }
        assert_eq!((play_shipped(99, 1, 0), play_shipped(0, 1, 9)), (0, 0));
    }
}
