//! Menus and questions of movement.

use super::{degrees, dice_words, formation_name, spot, yards};
use crate::face::told::Who;
use crate::movement::{Manoeuvre, MoveChoice, Turn};
use crate::state::MoveDice;
use crate::table::Table;
use kernel::Heading;
use scenario::ruler::{compass, left_or_right};

impl Table<'_> {
    pub(super) fn move_words(self, choice: MoveChoice) -> String {
        match choice {
            MoveChoice::Pick(id) => format!("move {}{}", self.name(id), self.group_words(id)),
            MoveChoice::Leave(id) => self.agreed("{0} [does|do] not move with the others", &[Who::Unit(id)]),
            MoveChoice::Stopping(id) => {
                self.agreed("{0} may stop at ground [it comes|they come] to, or in line with others", &[Who::Unit(id)])
            }
            MoveChoice::Single(id) => self.agreed("{0} [does|do] not double [its|their] move", &[Who::Unit(id)]),
            MoveChoice::Pair { plain: true } => "cavalry with two dice uses the D6".into(),
            MoveChoice::Pair { plain: false } => "cavalry with two dice uses both average dice".into(),
            MoveChoice::Throw(dice) => format!("throw {}", dice_words(dice)),
            MoveChoice::Next(id) => self.agreed("{0} [moves|move] next", &[Who::Unit(id)]),
            MoveChoice::Make(manoeuvre) => {
                let (_, title, item) = parts(manoeuvre);
                if item.is_empty() { title.into() } else { format!("{title} {item}") }
            }
            MoveChoice::Split { unit, right, elements } => {
                format!("split {elements} off {} on the {}", self.name(unit), left_or_right(right))
            }
            MoveChoice::Merge { unit, with } => {
                self.agreed("{0} [merges|merge] with {1}", &[Who::Unit(unit), Who::Unit(with)])
            }
            MoveChoice::Horses { unit, to } => format!("the horses of {} withdraw to {}", self.name(unit), spot(to)),
            MoveChoice::Rides { leader, to } => {
                format!("{} rides to {}", self.leader_card(leader).name, self.place_words(leader, to))
            }
        }
    }

    /// Who moves on the same dice.
    fn group_words(self, id: crate::cards::UnitId) -> String {
        let group = self.group_of(id);
        let mut others = group.iter().filter(|&other| other != id);
        match (others.next(), others.count()) {
            (None, _) => String::new(),
            (Some(other), 0) => format!(", with {}", self.name(other)),
            (Some(_), more) => format!(", with {} other units", more + 1),
        }
    }

    pub(super) fn move_heading(self, choice: MoveChoice) -> Option<Heading> {
        let heading = |order: u8, title: String, item: String| Some(Heading { order, title, item });
        match choice {
            MoveChoice::Make(manoeuvre) => {
                let (order, title, item) = parts(manoeuvre);
                (!item.is_empty()).then(|| Heading { order, title: title.into(), item })
            }
            MoveChoice::Pick(id) => heading(0, "move".into(), format!("{}{}", self.name(id), self.group_words(id))),
            MoveChoice::Throw(dice) if dice.count() == 0 => {
                heading(0, "throw".into(), "no dice: a step, a march by road, a change on the spot".into())
            }
            MoveChoice::Throw(dice) => heading(0, "throw".into(), pips_words(dice)),
            MoveChoice::Stopping(id) => {
                heading(2, "may stop short, at ground or in line".into(), self.name(id).into_owned())
            }
            MoveChoice::Leave(id) => heading(1, "does not move with the others".into(), self.name(id).into_owned()),
            MoveChoice::Rides { leader, to } => heading(
                2,
                format!("{} rides", self.leader_card(leader).name),
                format!("to {}", self.place_words(leader, to)),
            ),
            MoveChoice::Split { unit, right, elements } => {
                let side = left_or_right(right);
                let count = if elements == 1 { "one".to_owned() } else { elements.to_string() };
                heading(30, format!("split off {}", self.name(unit)), format!("{count} on the {side}"))
            }
            MoveChoice::Merge { unit, with } => {
                heading(31, "merge".into(), format!("{} with {}", self.name(unit), self.name(with)))
            }
            _ => None,
        }
    }
}

/// Dice with what they may bring: an average die has 2 to 5.
pub(super) fn pips_words(dice: MoveDice) -> String {
    let plain = u8::from(dice.plain);
    format!("{}: {} to {} pips", dice_words(dice), 2 * dice.average + plain, 5 * dice.average + 6 * plain)
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
        "declare-move" => "with how many dice [does|do] {0} move?",
        "next-unit" => "Which unit of the group moves next?",
        "manoeuvre" => "how [does|do] {0} move?",
        "leaders-ride" => "Do leaders ride on?",
        _ => return None,
    })
}
