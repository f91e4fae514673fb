//! The face the rulebook shows: pictures, cards, words and the field under a hand. It decides nothing.

/// Phrases by their names, and all of them together.
macro_rules! phrases {
    ($($(#[$about:meta])* $name:ident = $words:literal;)*) => {
        $($(#[$about])* pub const $name: kernel::Phrase = kernel::Phrase($words);)*
        /// Every phrase of the chapter, by its name.
        pub const ALL: &[(&str, kernel::Phrase)] = &[$((stringify!($name), $name)),*];
    };
}

pub mod chips;
pub mod effects;
pub mod facts;
pub mod notation;
pub mod overlays;
pub mod pointing;
pub mod roster;
pub mod scene;
pub mod told;
pub mod words;
