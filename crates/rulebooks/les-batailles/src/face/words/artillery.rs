//! Menus and questions of `artillery`.

use crate::artillery::GunChoice;
use crate::hexes::Facing;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn artillery_words(self, choice: GunChoice) -> String {
        match choice {
            GunChoice::From(wagon) => format!("a round from {}", self.name(wagon)),
            GunChoice::Limber => "limber".into(),
            GunChoice::Unlimber(Facing::Round) => "unlimber".into(),
            GunChoice::Unlimber(facing) => format!("unlimber, facing {}", self.facing_name(facing)),
            GunChoice::Prolong(dir) => format!("prolong {}", self.facing_name(Facing::Side(dir))),
            GunChoice::TryToShift => "try to turn the guns".into(),
            GunChoice::StandStill => "leave the guns as they are".into(),
            GunChoice::ShiftTo(dir) => format!("turn the guns {}", self.facing_name(Facing::Side(dir))),
            GunChoice::Refit { back, a, b } => {
                format!("refit {} from what is left of {} and {}", self.name(back), self.name(a), self.name(b))
            }
            GunChoice::Volunteers { guard, battery } => {
                format!("gunners of {} for {}", self.name(guard), self.name(battery))
            }
            GunChoice::Clear { unit, wreck } => format!("{} clears away {}", self.name(unit), self.name(wreck)),
        }
    }

    pub(super) fn artillery_heading(self, _choice: GunChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "ammunition" => "Which wagon gives the round?",
        "shift-guns" => "An enemy has come next to the guns: do they turn?",
        "battery-box" => "Which batteries of the Battery Box come back?",
        "volunteers" => "Do men of the Old Guard go to the guns?",
        "wrecks" => "Which wrecks are cleared away?",
        _ => return None,
    })
}
