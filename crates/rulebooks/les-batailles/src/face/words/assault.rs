//! Menus and questions of `assault`.

use crate::assault::AssaultChoice;
use crate::table::Table;
use field::hexes::Hand;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn assault_words(self, choice: AssaultChoice) -> String {
        let hex = |hex| self.hex_name(hex);
        match choice {
            AssaultChoice::Declare { unit, at } => format!("{} assaults {}", self.name(unit), hex(at)),
            AssaultChoice::DeclareBoth { unit, at, and } => {
                format!("{} assaults {} and {}", self.name(unit), hex(at), hex(and))
            }
            AssaultChoice::OldGuardCharge { unit, at } => {
                format!("{} charges {} with the Old Guard", self.name(unit), hex(at))
            }
            AssaultChoice::FireNow => "fire at the skirmishers".into(),
            AssaultChoice::HoldFire => "hold the fire".into(),
            AssaultChoice::Next(top) => format!("the assault of {}", self.name(top)),
            AssaultChoice::Stays(id) => format!("{} stays", self.name(id)),
            AssaultChoice::Retreats(id) => format!("{} retreats", self.name(id)),
            AssaultChoice::LeaderStays(leader) => format!("{} stays", self.leader_card(leader).name),
            AssaultChoice::LeaderGoes { leader, to } => {
                format!("{} rides to {}", self.leader_card(leader).name, hex(to))
            }
            AssaultChoice::RetreatTo(to) => format!("retreat to {}", hex(to)),
            AssaultChoice::Halt => "halt here".into(),
            AssaultChoice::PartingShot(at) => format!("a parting shot at {}", hex(at)),
            AssaultChoice::NoShot => "no parting shot".into(),
            AssaultChoice::FaceSide(dir) => format!("face {}", self.facing_name(crate::hexes::Facing::Side(dir))),
            AssaultChoice::FaceCorner(to) => format!("face {}", self.facing_name(crate::hexes::Facing::Corner(to))),
            AssaultChoice::KeepFacing => "keep the facing".into(),
            AssaultChoice::Advance { unit, to } => format!("{} goes into {} first", self.name(unit), hex(to)),
            AssaultChoice::NewTarget(at) => format!("turn against {}", hex(at)),
            AssaultChoice::NoTarget => "no new target".into(),
            AssaultChoice::ParentFires => "fire at those who come on".into(),
            AssaultChoice::ParentHolds => "do not fire".into(),
            AssaultChoice::Aim { from, at } => format!("{} fires at {}", hex(from), hex(at)),
            AssaultChoice::Huzzah(at) => format!("Huzzah! Charge {}", self.name(at)),
            AssaultChoice::NoHuzzah => "no Huzzah".into(),
            AssaultChoice::NoMore => "charge nobody else".into(),
            AssaultChoice::Wheel(Hand::Left) => "wheel about the left".into(),
            AssaultChoice::Wheel(Hand::Right) => "wheel about the right".into(),
            AssaultChoice::KeepLine => "do not wheel".into(),
            AssaultChoice::Pair { unit, with } => format!("{} fights {}", self.name(unit), self.name(with)),
            AssaultChoice::Commit { unit, to } => format!("commit {} to {}", self.name(unit), hex(to)),
            AssaultChoice::CommitLine { unit, left, right } => {
                format!("commit {} to {} and {}", self.name(unit), hex(left), hex(right))
            }
            AssaultChoice::NoReserves => "commit nobody".into(),
            AssaultChoice::FollowTo(to) => format!("on to {}", hex(to)),
        }
    }

    pub(super) fn assault_heading(self, _choice: AssaultChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "masked-fire" => "Skirmishers make way for an assault: fire at them, or try to hold the fire?",
        "next-assault" => "Which assault is resolved next?",
        "retreat-before-assault" => "Retreat before the assault?",
        "path-of-retreat" => "Where does the retreat lead?",
        "parting-shot" => "A parting shot before the company falls back?",
        "reface" => "Which way does it face now?",
        "advance" => "Who goes into the hex, and who first?",
        "new-target" => "The target has gone: assault another?",
        "parent-fires" => "The enemy comes on after the light company: fire at him?",
        "assault-fire" => "At which stack does the hex fire?",
        "huzzah" => "Turn the tables with a Huzzah?",
        "huzzah-more" => "Charge another stack as well?",
        "huzzah-wheel" => "Wheel the Line onto them?",
        "melee-pairs" => "Which stack does it fight?",
        "reserves" => "Commit a reserve?",
        "impetus" => "Where does the impetus lead?",
        _ => return None,
    })
}
