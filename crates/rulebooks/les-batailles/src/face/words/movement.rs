//! Menus and questions of `movement`.

use crate::face::words::formed_name;
use crate::hexes::Facing;
use crate::movement::MoveChoice;
use crate::state::Formed;
use crate::table::Table;
use field::hexes::{Dir, Hand, Hex};
use kernel::Heading;
use scenario::notation::hand_word;

impl Table<'_> {
    /// The hex that a step of the stack on the move leads to.
    fn towards(self, dir: Dir) -> Option<Hex> {
        let moving = self.moving()?;
        self.grid().neighbour(self.unit(moving.top).hexes.head(), dir)
    }

    fn way(self, dir: Dir) -> String {
        let name = self.grid().dir_name(dir);
        self.towards(dir).map_or(name.to_owned(), |hex| format!("{name} to {}", self.hex_name(hex)))
    }

    /// A formation, where it faces, and to which side it spreads.
    pub(super) fn posture(self, formed: Formed, facing: Facing, hand: Option<Hand>) -> String {
        let facing = match facing {
            Facing::Round => String::new(),
            facing => format!(" facing {}", self.facing_name(facing)),
        };
        let side = hand.map_or(String::new(), |hand| format!(", to the {}", hand_word(hand)));
        format!("{}{facing}{side}", formed_name(formed))
    }

    pub(super) fn movement_words(self, choice: MoveChoice) -> String {
        match choice {
            MoveChoice::Take(id) if self.stack_of(id).len() > 1 => format!("move {} and those with it", self.name(id)),
            MoveChoice::Take(id) => format!("move {}", self.name(id)),
            MoveChoice::Alone(id) => format!("move {} alone", self.name(id)),
            MoveChoice::Ride(leader) => format!("{} rides by himself", self.leader_card(leader).name),
            MoveChoice::RideTo(hex) => format!("ride to {}", self.hex_name(hex)),
            MoveChoice::ForceMarch(formation) => format!("{} force marches", self.formation_card(formation).name),
            MoveChoice::Halt => "end the move".into(),
            MoveChoice::Step(dir) => format!("go {}", self.way(dir)),
            MoveChoice::Join(dir) => format!("join those {}", self.way(dir)),
            MoveChoice::Out { dir, formed, facing, hand } => {
                format!("go {} in {}", self.way(dir), self.posture(formed, facing, hand))
            }
            MoveChoice::Gather(hex) => format!("gather in {}", self.hex_name(hex)),
            MoveChoice::Wheel(hand) => format!("wheel about the {} end", hand_word(hand)),
            MoveChoice::Widen { dir, hand } => format!("go {} and widen to the {}", self.way(dir), hand_word(hand)),
            MoveChoice::Narrow { dir, hand } => format!("go {} and draw in the {}", self.way(dir), hand_word(hand)),
            MoveChoice::Face(facing) => format!("turn to {}", self.facing_name(facing)),
            MoveChoice::Leave(id) => format!("leave {} where it is", self.name(id)),
            MoveChoice::LeaveLeader(leader) => format!("leave {} where he is", self.leader_card(leader).name),
            MoveChoice::Drop(id) => format!("drop {} off", self.name(id)),
            MoveChoice::Restack(id) => format!("{} to the top", self.name(id)),
            MoveChoice::FallBack(hex) => format!("fall back to {}", self.hex_name(hex)),
            MoveChoice::LeaderGoes(leader) => format!("{} goes with them", self.leader_card(leader).name),
            MoveChoice::LeaderStays(leader) => format!("{} stays", self.leader_card(leader).name),
            MoveChoice::Harass(id) => format!("{} harasses them", self.name(id)),
            MoveChoice::LetGo(id) => format!("{} lets them go", self.name(id)),
        }
    }

    pub(super) fn movement_heading(self, choice: MoveChoice) -> Option<Heading> {
        let heading = |order: u8, title: &str, item: String| Some(Heading { order, title: title.into(), item });
        match choice {
            MoveChoice::Step(dir) => heading(1, "go", self.way(dir)),
            MoveChoice::Join(dir) => heading(2, "join", self.way(dir)),
            MoveChoice::Out { dir, formed, facing, hand } => {
                heading(3, "leave cover", format!("{}, {}", self.way(dir), self.posture(formed, facing, hand)))
            }
            MoveChoice::Wheel(hand) => heading(4, "wheel", hand_word(hand).into()),
            MoveChoice::Face(facing) => heading(5, "turn", self.facing_name(facing).into()),
            MoveChoice::Widen { .. } | MoveChoice::Narrow { .. } => {
                heading(7, "widen or narrow", self.movement_words(choice))
            }
            _ => None,
        }
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "maneuver" => "The Maneuver Unit moves: who next?",
        "move" => "What does the stack do?",
        "ride-out" => "Where does the leader ride?",
        "retreat" => "Where does the retreat lead?",
        "leader-goes" => "Does the leader go with them?",
        "harass" => "Do the skirmishers harass them?",
        _ => return None,
    })
}
