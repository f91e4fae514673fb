//! Formations and facings as the journal writes them: `line n-corner`, `column ne`, `square round`.

use crate::LesBatailles;
use crate::hexes::Facing;
use crate::state::Formed;
use kernel::notation::{Kind, Pen, Words, word_for};
use scenario::notation::OnHexes;

/// A formation by its name.
#[derive(Debug)]
pub(super) struct FormedWord;

/// A hexside, a corner, or all round.
#[derive(Debug)]
pub(super) struct FacingWord;

const FORMED: [(Formed, &str); 7] = [
    (Formed::Column, "column"),
    (Formed::Companies, "column-of-companies"),
    (Formed::Line, "line"),
    (Formed::Square, "square"),
    (Formed::Skirmish, "skirmish"),
    (Formed::GeneralOrder, "general-order"),
    (Formed::RoadColumn, "road-column"),
];

const CORNER: &str = "-corner";

impl Kind<LesBatailles> for FormedWord {
    type Value = Formed;

    fn write(_: &LesBatailles, formed: &Formed, pen: &mut Pen) {
        pen.put(word_for(formed, &FORMED));
    }

    fn read(_: &LesBatailles, words: &mut Words<'_>) -> Result<Formed, String> {
        words.one_of("a formation", &FORMED)
    }
}

impl Kind<LesBatailles> for FacingWord {
    type Value = Facing;

    fn write(rules: &LesBatailles, facing: &Facing, pen: &mut Pen) {
        match facing {
            Facing::Side(dir) => pen.put(rules.grid().dir_name(*dir).to_lowercase()),
            Facing::Corner(vertex) => pen.put(format!("{}{CORNER}", rules.grid().vertex_name(*vertex).to_lowercase())),
            Facing::Round => pen.put("round"),
        };
    }

    fn read(rules: &LesBatailles, words: &mut Words<'_>) -> Result<Facing, String> {
        let word = words.word("a facing")?;
        if word == "round" {
            return Ok(Facing::Round);
        }
        match word.strip_suffix(CORNER) {
            Some(corner) => rules.grid().vertex_named(corner).map(Facing::Corner).map_err(|fault| fault.to_string()),
            None => rules.grid().dir_named(word).map(Facing::Side).map_err(|fault| fault.to_string()),
        }
    }
}
