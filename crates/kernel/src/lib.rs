//! The way of a decision: what every rulebook has in common, and nothing else.
//!
//! ```text
//! State --ask--> Question and menu --a person, a commander, a script--> Decision
//! State + Decision + Dice --play--> State', and to whoever listens, the ledger
//! header + decisions + dice = journal
//! ```
//!
//! [`Rulebook`] and its parts are the contract. [`Battle`] plays one and keeps its journal; [`Door`] is the same with the types
//! erased, for the command line and the server. [`odds`] runs `play` over the tree of dice.

pub mod agenda;
pub mod battle;
pub mod beside;
pub mod clock;
pub mod contract;
pub mod dice;
pub mod door;
pub mod excerpt;
pub mod ids;
pub mod journal;
pub mod ledger;
pub mod notation;
pub mod odds;
pub mod options;
pub mod overflow;
pub mod pointing;
pub mod scene;
pub mod script;
pub mod scroll;
pub mod seat;
pub mod telling;

pub use agenda::Agenda;
pub use battle::{Battle, Misfit, onlooked};
pub use beside::Beside;
pub use clock::Clock;
pub use contract::{
    Absent, Effect, Fact, Handling, Heading, Judgement, Notation, Outcome, Picture, Question, Reaction, Refusal,
    Rulebook, Secrecy, Soundness, Telling, Whole,
};
pub use dice::{Branching, Dice, Faces, Recording, Scripted, Seeded};
pub use door::Door;
pub use excerpt::Excerpt;
pub use ids::{Id, IdSet};
pub use journal::{Header, Journal, JournalFault};
pub use ledger::{Audience, Entry, Ledger, Listener, Reckoning, ReckoningLine, Silent, Unasked};
pub use options::{OptionSpec, OptionValues};
pub use overflow::Overflow;
pub use pointing::{Aim, Aimed, Common, Deed, Ghost, Mark, OverlaySpec, Plan, Planned, Post, Route, Stepping, Wish};
pub use scroll::Scroll;
pub use seat::{Seat, SeatCard, SeatSet, Side};
pub use telling::{Part, Phrase, Said};
