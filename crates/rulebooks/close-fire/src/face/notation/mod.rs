//! Decisions as the journal writes them: words, keys of units and leaders, lengths in millimetres, angles in degrees.
//! Each chapter has its file.

mod afterwards;
mod charges;
mod combat;
mod command;
mod deployment;
mod fire;
mod morale;
mod moves;
mod turn;

use crate::CloseFire;
use crate::afterwards::AfterChoice;
use crate::cards::{BrigadeId, LeaderId, PositionId, UnitId, WingId};
use crate::charges::ChargeChoice;
use crate::combat::CombatChoice;
use crate::command::CommandChoice;
use crate::decision::Decision;
use crate::fire::FireChoice;
use crate::morale::MoraleChoice;
use crate::movement::MoveChoice;
use crate::readings::Cards;
use crate::scenarios::DeployChoice;
use crate::sequence::TurnChoice;
use crate::state::{Formation, MoveDice};
use kernel::notation::{Kind, Pen, Words};

kernel::keyed! {
    LeaderId in CloseFire, "leader": leaders;
    BrigadeId in CloseFire, "brigade": brigades;
    WingId in CloseFire, "wing": wings;
    PositionId in CloseFire, "position": positions;
}

kernel::chapters! { Decision in CloseFire, "a decision":
    Turn(TurnChoice),
    Deploy(DeployChoice),
    Fire(FireChoice),
    Command(CommandChoice),
    Move(MoveChoice),
    Charge(ChargeChoice),
    Combat(CombatChoice),
    After(AfterChoice),
    Morale(MoraleChoice),
}

const DETACHED: &str = "detached-";
const CARD: &str = "card-";

/// A unit by its key; one that was split off in the battle by its number, and so is every card that may lie face down: its key
/// would give away who is behind it (CF 5.26, 11.40).
impl Kind<CloseFire> for UnitId {
    type Value = UnitId;

    fn write(rules: &CloseFire, id: &UnitId, pen: &mut Pen) {
        match rules.units.get(id.ix()) {
            _ if rules.options.cards == Cards::On => pen.put(format!("{CARD}{}", id.ix() + 1)),
            Some(card) => pen.put(&card.key),
            None => pen.put(format!("{DETACHED}{}", id.ix() - rules.units.len() + 1)),
        };
    }

    fn read(rules: &CloseFire, words: &mut Words<'_>) -> Result<UnitId, String> {
        let numbered = |prefix: &str, from: usize, word: &str| {
            let number: usize = word.strip_prefix(prefix)?.parse().ok()?;
            u8::try_from((from + number).checked_sub(1)?).ok().map(UnitId)
        };
        let ahead = words.ahead().unwrap_or_default();
        let found = match rules.options.cards {
            Cards::On => numbered(CARD, 0, ahead),
            Cards::Off => numbered(DETACHED, rules.units.len(), ahead),
        };
        if let Some(id) = found {
            words.past();
            return Ok(id);
        }
        let place = words.key("unit", rules.units.iter().map(|card| card.key.as_str()))?;
        u8::try_from(place).map(UnitId).map_err(|_| "there are too many units".into())
    }
}

/// Dice of a move: average dice, and `+d6` where the plain one is added.
impl Kind<CloseFire> for MoveDice {
    type Value = MoveDice;

    fn write(_: &CloseFire, dice: &MoveDice, pen: &mut Pen) {
        pen.put(format!("{}{}", dice.average, if dice.plain { "+d6" } else { "" }));
    }

    fn read(_: &CloseFire, words: &mut Words<'_>) -> Result<MoveDice, String> {
        let word = words.word("a number of dice")?;
        let (average, plain) = word.strip_suffix("+d6").map_or((word, false), |average| (average, true));
        match average.parse() {
            Ok(average @ 0..=2) => Ok(MoveDice { average, plain }),
            _ => Err(format!("`{word}` are no dice of a move; 1, 2, 1+d6 or 2+d6")),
        }
    }
}

kernel::notation! { Formation in CloseFire, "a formation":
    "line" => Line;
    "march-column" => MarchColumn;
    "assault-column" => AssaultColumn;
    "unformed" => Unformed;
    "model" => Model;
}
