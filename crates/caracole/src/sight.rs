//! What somebody sees of a battle: the scene, who is not on it, and the letters by which everybody is called.

use kernel::scene::{Body, Field, Scene};
use kernel::{Absent, Door, Seat};

pub struct Lettered {
    pub scene: Scene,
    pub absent: Vec<Absent>,
    /// In the order of the scene's bodies; the same for the whole battle.
    pub letters: Vec<String>,
}

impl Lettered {
    /// As a seat sees it; without one, everything.
    pub fn of(door: &dyn Door, seat: Option<Seat>) -> Lettered {
        Lettered::new(door.scene(seat), door.absent(seat))
    }

    pub fn new(scene: Scene, absent: Vec<Absent>) -> Lettered {
        let letters = draw::keys(&scene, &absent);
        Lettered { scene, absent, letters }
    }

    /// The body that bears a letter on the map.
    pub fn lettered(&self, letter: &str) -> Option<&Body> {
        let index = self.letters.iter().position(|own| own == letter)?;
        self.scene.bodies.get(index)
    }

    /// Bodies with their letters.
    pub fn bodies(&self) -> impl Iterator<Item = (&Body, &str)> {
        self.scene.bodies.iter().zip(self.letters.iter().map(String::as_str))
    }

    pub fn is_table(&self) -> bool {
        matches!(self.scene.field, Field::Table(_))
    }

    /// The map as text.
    pub fn map(&self, window: Option<draw::Window>, columns: usize, text_columns: usize, look: Look) -> String {
        let Look { colour, roster } = look;
        let sheet = draw::Sheet { window, columns, text_columns, colour, absent: &self.absent, roster };
        draw::terminal_sheet(&self.scene, &sheet)
    }
}

/// How a map is shown: in colour, and with everybody listed below it.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    pub colour: bool,
    pub roster: bool,
}

/// Whether a word can only be meant as a letter of the map: one letter never is a part of a name.
pub fn is_letter(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
}
