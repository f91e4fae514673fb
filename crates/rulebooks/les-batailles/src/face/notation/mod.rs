//! Decisions as the journal writes them: lower case words, units, leaders and formations by their keys, hexes by their
//! numbers. Each chapter has its file.

mod artillery;
mod assault;
mod charges;
mod command;
mod fire;
mod formations;
mod losses;
mod morale;
mod movement;
mod postures;
mod reactions;
mod reorganization;
mod sequence;
mod stacking;

use crate::LesBatailles;
use crate::artillery::GunChoice;
use crate::assault::AssaultChoice;
use crate::cards::{FormationId, LeaderId, UnitId};
use crate::charges::ChargeChoice;
use crate::command::CommandChoice;
use crate::decision::Decision;
use crate::fire::FireChoice;
use crate::formations::FormChoice;
use crate::losses::LossChoice;
use crate::morale::MoraleChoice;
use crate::movement::MoveChoice;
use crate::reactions::ReactChoice;
use crate::reorganization::ReorganizeChoice;
use crate::sequence::TurnChoice;
use crate::stacking::StackChoice;
use field::hexes::Grid;
use scenario::notation::OnHexes;

/// A chapter in which nothing is decided so far. With its first decision `kernel::notation!` takes the place of this line.
macro_rules! nothing_yet {
    ($choice:ident, $what:literal) => {
        impl kernel::notation::Openings for $choice {
            const OPENINGS: &'static [&'static str] = &[];
        }

        impl kernel::notation::Kind<crate::LesBatailles> for $choice {
            type Value = $choice;

            fn write(_: &crate::LesBatailles, value: &$choice, _: &mut kernel::notation::Pen) {
                match *value {}
            }

            fn read(_: &crate::LesBatailles, words: &mut kernel::notation::Words<'_>) -> Result<$choice, String> {
                Err(kernel::notation::unknown(words.word($what)?, $what, std::iter::empty()))
            }
        }
    };
}

pub(crate) use nothing_yet;

kernel::chapters! { Decision in LesBatailles, "a decision":
    Turn(TurnChoice),
    Command(CommandChoice),
    Stack(StackChoice),
    Form(FormChoice),
    Move(MoveChoice),
    React(ReactChoice),
    Fire(FireChoice),
    Gun(GunChoice),
    Assault(AssaultChoice),
    Loss(LossChoice),
    Charge(ChargeChoice),
    Morale(MoraleChoice),
    Reorganize(ReorganizeChoice),
}

kernel::keyed! {
    UnitId in LesBatailles, "unit": units;
    LeaderId in LesBatailles, "leader": leaders;
    FormationId in LesBatailles, "formation": formations;
}

impl OnHexes for LesBatailles {
    fn grid(&self) -> &Grid {
        &self.ground.grid
    }
}
