//! Menus and questions of movement.

use super::{degrees, dice_words, formation_name, spot, yards};
use crate::movement::{Manoeuvre, MoveChoice, Turn};
use crate::table::Table;
use kernel::Heading;
use scenario::ruler::{compass, left_or_right};

impl Table<'_> {
    pub(super) fn move_words(self, choice: MoveChoice) -> String {
        match choice {
            MoveChoice::Pick(id) => format!("move {}{}", self.name(id), self.group_words(id)),
            MoveChoice::Leave(id) => format!("{} does not move with the others", self.name(id)),
            MoveChoice::Stopping(id) => {
                format!("{} may stop at ground it comes to, or in line with others", self.name(id))
            }
            MoveChoice::Single(id) => format!("{} does not double its move", self.name(id)),
            MoveChoice::Pair { plain: true } => "cavalry with two dice uses the D6".into(),
            MoveChoice::Pair { plain: false } => "cavalry with two dice uses both average dice".into(),
            MoveChoice::Throw(dice) => format!("throw {}", dice_words(dice)),
            MoveChoice::Next(id) => format!("{} moves next", self.name(id)),
            MoveChoice::Make(manoeuvre) => {
                let (_, title, item) = parts(manoeuvre);
                if item.is_empty() { title.into() } else { format!("{title} {item}") }
            }
            MoveChoice::Split { unit, right, elements } => {
                format!("split {elements} off {} on the {}", self.name(unit), left_or_right(right))
            }
            MoveChoice::Merge { unit, with } => format!("{} merges with {}", self.name(unit), self.name(with)),
            MoveChoice::Horses { unit, to } => format!("the horses of {} withdraw to {}", self.name(unit), spot(to)),
            MoveChoice::Rides { leader, to } => format!("{} rides to {}", self.leader_card(leader).name, spot(to)),
        }
    }

    /// Who moves on the same dice.
    fn group_words(self, id: crate::cards::UnitId) -> String {
        match self.group_of(id).len() {
            0 | 1 => String::new(),
            2 => " and another unit".into(),
            more => format!(" and {} other units", more - 1),
        }
    }

    pub(super) fn move_heading(self, choice: MoveChoice) -> Option<Heading> {
        let MoveChoice::Make(manoeuvre) = choice else { return None };
        let (order, title, item) = parts(manoeuvre);
        (!item.is_empty()).then(|| Heading { order, title: title.into(), item })
    }
}

fn off_words(off: i32) -> String {
    match off {
        0 => String::new(),
        off => format!(", {} {}", degrees(off.abs()), left_or_right(off > 0)),
    }
}

/// Where a manoeuvre stands on the menu, its kind, and what is particular about it.
fn parts(manoeuvre: Manoeuvre) -> (u8, &'static str, String) {
    let hand = |right: bool| left_or_right(right);
    match manoeuvre {
        Manoeuvre::Advance { distance, off } => (0, "advance", format!("{}{}", yards(distance), off_words(off))),
        Manoeuvre::Go { to, .. } => (1, "go", format!("to {}", spot(to))),
        Manoeuvre::Road(to) => (2, "march", format!("by road to {}", spot(to))),
        Manoeuvre::Wheel { right, angle } => (3, "wheel", format!("{} {}", degrees(angle), hand(right))),
        Manoeuvre::Incline { right, by } => (4, "incline", format!("{} {}", yards(by), hand(right))),
        Manoeuvre::Squeeze { distance, off } => (5, "pass a gap", format!("{}{}", yards(distance), off_words(off))),
        Manoeuvre::SideStep { right, by } => (6, "step", format!("{} {}", yards(by), hand(right))),
        Manoeuvre::StepBack(by) => (6, "step back", yards(by)),
        Manoeuvre::Refuse { right, bases, .. } => (7, "refuse", format!("the {} flank with {bases}", hand(right))),
        Manoeuvre::WheelBack { right, battalions, angle } => {
            (8, "wheel back", format!("{battalions} on the {} by {}", hand(right), degrees(angle)))
        }
        Manoeuvre::AboutFace => (9, "face about", String::new()),
        Manoeuvre::Form { formation, files, turn } => {
            let way = match turn {
                Turn::Ahead => "",
                Turn::Left => " to the left",
                Turn::Right => " to the right",
            };
            (10, "form", format!("{}{way}, {files} wide", formation_name(formation)))
        }
        Manoeuvre::Reform { formation, facing, .. } => {
            (11, "form up", format!("in {}, facing {}", formation_name(formation), compass(facing)))
        }
        Manoeuvre::Unlimber(facing) => (12, "unlimber", format!("facing {}", compass(facing))),
        Manoeuvre::Pivot(angle) => (13, "turn the gun", format!("{} {}", degrees(angle.abs()), hand(angle > 0))),
        Manoeuvre::Push(by) => {
            (13, "push the gun", format!("{} {}", yards(by.abs()), if by > 0 { "ahead" } else { "back" }))
        }
        Manoeuvre::Mount => (14, "mount", String::new()),
        Manoeuvre::Dismount => (14, "dismount", String::new()),
        Manoeuvre::Stop => (15, "stop", String::new()),
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "move" => "Who moves next?",
        "declare-move" => "How does the group move?",
        "next-unit" => "Which unit of the group moves next?",
        "manoeuvre" => "How does it move?",
        "leaders-ride" => "Do leaders ride on?",
        _ => return None,
    })
}
