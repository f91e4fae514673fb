//! Menus and questions of movement.

use super::{base_widths, degrees, formation_name, order_name, spot, turn_words};
use crate::decision::Manoeuvre;
use crate::movement::MoveChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn move_words(self, choice: MoveChoice) -> String {
        match choice {
            MoveChoice::Pick(id) => format!("move {}", self.name(id)),
            MoveChoice::Make(manoeuvre) => {
                let (_, title, item) = self.manoeuvre_parts(manoeuvre);
                if item.is_empty() { title.into() } else { format!("{title} {item}") }
            }
        }
    }

    pub(super) fn move_heading(self, choice: MoveChoice) -> Option<Heading> {
        let MoveChoice::Make(manoeuvre) = choice else { return None };
        let (order, title, item) = self.manoeuvre_parts(manoeuvre);
        (!item.is_empty()).then(|| Heading { order, title: title.into(), item })
    }

    /// Where a manoeuvre stands on the menu, its kind, and what is particular about it.
    fn manoeuvre_parts(self, manoeuvre: Manoeuvre) -> (u8, &'static str, String) {
        let hand = |right: bool| scenario::ruler::left_or_right(right).to_owned();
        match manoeuvre {
            Manoeuvre::Advance(distance) => (0, "advance", base_widths(distance)),
            Manoeuvre::Free { to, .. } => (1, "go", format!("to {}", spot(to))),
            Manoeuvre::Wheel { right, angle } => (2, "wheel", turn_words(right, angle)),
            Manoeuvre::StepBack(distance) => (3, "step back", base_widths(distance)),
            Manoeuvre::Face { right } => (4, "face", hand(right)),
            Manoeuvre::AboutFace => (5, "face about", String::new()),
            Manoeuvre::Form { formation, .. } => (6, "form", formation_name(formation).into()),
            Manoeuvre::Frontage(files) => (7, "stand", format!("{files} bases wide")),
            Manoeuvre::ChangeOrder(order) => (8, "take", format!("{} order", order_name(order))),
            Manoeuvre::LieDown => (9, "lie down", String::new()),
            Manoeuvre::StandUp => (9, "stand up", String::new()),
            Manoeuvre::Limber => (10, "limber up", String::new()),
            Manoeuvre::Unlimber => (10, "unlimber", String::new()),
            Manoeuvre::Traverse(angle) => (11, "turn the guns", degrees(angle)),
            Manoeuvre::Mount => (12, "mount", String::new()),
            Manoeuvre::Dismount { holders_mounted: true } => (12, "dismount", "the holders mounted".into()),
            Manoeuvre::Dismount { holders_mounted: false } => (12, "dismount", "the holders too".into()),
            Manoeuvre::Enter { building, bases } => {
                let bases = super::bases(bases);
                (13, "occupy", format!("{} with {bases}", self.building_name(building)))
            }
            Manoeuvre::Leave(pose) => (13, "come out", format!("at {}", spot(pose.at))),
            Manoeuvre::Screen(true) => (14, "put out the screen", String::new()),
            Manoeuvre::Screen(false) => (14, "take in the screen", String::new()),
            Manoeuvre::Stop => (15, "stop", String::new()),
        }
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "move" => "Which unit moves next?",
        "manoeuvre" => "how [does|do] {0} move?",
        _ => return None,
    })
}
