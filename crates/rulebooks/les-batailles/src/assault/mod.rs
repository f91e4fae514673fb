//! Chapter 16: assaults, from the marker in the Maneuver Segment to the hex that is won or lost.
//!
//! An assault is resolved as a [`Resolving`]: the stacks that take part are its parties, and its steps follow each other on the
//! agenda as the procedure of 16.1.1 numbers them. Whatever interrupts one (a rout, a window, a collapse) is put above it.

mod advance;
mod before;
mod choosing;
mod contact;
mod exchange;
mod huzzah;
mod impetus;
mod masked;
mod melee;
mod on_the_move;
mod opening;
mod pairing;
mod reserves;
mod results;
mod rolls;
mod steps;

pub use before::Retreat;
pub use contact::Contacts;
pub use reserves::March;
pub use steps::*;

use crate::agenda::{Phasing, Step};
use crate::cards::{LeaderSet, UnitId, UnitSet};
use crate::charts::MeleeResult;
use crate::hexes::Hexes;
use crate::melee::Fate;
use crate::state::Formed;
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

/// An Assault Marker, with the number below it (16.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    /// On top of the stack when it was declared.
    pub top: UnitId,
    pub units: UnitSet,
    /// The hex or hexes it points at, which it must attack (LB 5.3.7a).
    pub targets: [Option<Hex>; 2],
    /// Hexes to the nearest enemy (16.4.1). Hidden from the enemy.
    pub distance: u8,
    /// Its formation when it was declared (16.4.2).
    pub formed: Formed,
    /// It stands next to its target, which is pinned (8.4.3.5).
    pub adjacent: bool,
    /// Declared as a charge of the Old Guard, and resolved at once (16.10).
    pub old_guard: bool,
    /// Where it stood before its last step: where skirmishers in its way are displaced to (12.10.5.2).
    pub was: Hexes,
}

/// The most stacks in one assault, reserves of both sides included.
pub const MOST_PARTIES: usize = 12;

/// A stack that takes part in the assault that is being resolved.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Party {
    pub attacking: bool,
    pub units: UnitSet,
    /// All who were in it when the assault began.
    pub origin: UnitSet,
    /// Where it stood when the assault began, or when it was committed: the hexes that others take when it has gone.
    pub hexes: Hexes,
    /// What the marker of an attacker points at.
    pub targets: [Option<Hex>; 2],
    pub distance: u8,
    pub formed: Formed,
    /// Committed after the first round (16.8).
    pub reserve: bool,
    /// Has rolled to close or to stand in this round.
    pub rolled: bool,
    pub passed: bool,
    pub shifts: u8,
    /// Losses by the enemy's fire in this round.
    pub losses: u8,
    /// Takes no further part.
    pub out: bool,
    /// Somebody of it has retreated before the assault (16.3).
    pub withdrew: bool,
    /// Newly faced by a unit that was committed (16.1.1-5b).
    pub pressed: bool,
    /// Eligible to retreat, but without a path (16.3.3).
    pub no_path: bool,
    /// Bonus of a leader who has left it (16.3.5).
    pub abandoned: i8,
    /// Named by a Huzzah, and what came of its roll (16.1.1-3k).
    pub named: bool,
    /// What the mêlées have in store for it, until all are fought.
    pub fate: Option<Fate>,
    /// Hexes next to it that were its flank or its rear when the round began.
    pub flanks: ArrayVec<Hex, 6>,
    pub rears: ArrayVec<Hex, 6>,
    /// No impetus follows: it was in terrain of General Order, or is cavalry (16.9.3.4, 16.9.3.5).
    pub shields: bool,
}

/// Stacks that fight one mêlée, as places among the parties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bout {
    pub attackers: u16,
    pub defenders: u16,
    pub result: Option<MeleeResult>,
}

/// An assault while it is resolved.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Resolving {
    /// Whose assault it is.
    pub side: Side,
    pub old_guard: bool,
    pub round: u8,
    pub parties: ArrayVec<Party, MOST_PARTIES>,
    pub bouts: ArrayVec<Bout, MOST_PARTIES>,
    /// Who was matched with whom after a commitment, as places (16.1.1-5f).
    pub pairs: ArrayVec<(u8, u8), MOST_PARTIES>,
    /// What each hex that fires aims at.
    pub aims: ArrayVec<(Hex, Hex), 24>,
    /// Somebody has committed reserves (16.1.1-5g).
    pub committed: bool,
    /// Stacks that were sent for and would not come, or have come.
    pub asked: UnitSet,
    /// Leaders who have said whether they stay (16.3.5).
    pub stays: LeaderSet,
    /// A Huzzah has turned the tables: the British attack (16.1.1-3m).
    pub turned: bool,
    /// The British who have had their say about a Huzzah.
    pub quiet: u16,
}

/// Stacks that go into hexes that were left, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Advancer {
    pub top: UnitId,
    pub units: UnitSet,
    /// The hex it goes for, and another it might choose.
    pub to: Hex,
    pub also: Option<Hex>,
    /// Where it came from, once it has gone.
    pub from: Hex,
    pub gone: bool,
    /// It has gone and was not held up.
    pub moved: bool,
    /// The party whose hex it is, for those who follow it.
    pub after: u8,
    /// Hexes of impetus that are left.
    pub impetus: u8,
}

/// Why they go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// The target left before anybody closed: a new one may be named (16.2.3, 16.3.7).
    Vacated,
    /// The target has drawn together; the assault goes on, or turns to another (16.5.3).
    Collapsed,
    /// The target has closed its ranks; the assault goes on, or ends (16.2.3.2).
    Shrunk,
    /// After the assault (16.9).
    Won,
}

/// What the chapter keeps for itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Assaulting {
    /// Who chooses the next assault (16.1).
    pub chooser: Option<Side>,
    pub current: Option<Resolving>,
    pub advancing: ArrayVec<Advancer, MOST_PARTIES>,
    /// Attackers with a new target, who go on at once (G-35).
    pub next: ArrayVec<UnitId, 8>,
    /// A reserve that is coming up (16.8).
    pub march: Option<March>,
    /// Somebody who retreats before an assault.
    pub retreat: Option<Retreat>,
    /// Parents into whom a light company has just retreated (16.3.8).
    pub sheltering: UnitSet,
}

/// What a unit has to do with assaults in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// Hexes to the nearest enemy when its movement began (16.4.1).
    pub began: Option<u8>,
    /// Held its fire when skirmishers before it were displaced (12.10.5.2).
    pub held: bool,
    /// Fired at them instead, and has no Defensive Fire.
    pub spent: bool,
    /// Has said whether it retreats before the assault.
    pub stays: bool,
    /// Hexes it has retreated before an assault (16.3.7.2).
    pub retreated: u8,
    /// Has made its charge of the Old Guard (16.10.1).
    pub charged: bool,
}

/// The Assault Segment (7.4).
pub(crate) fn segment() -> Phasing {
    [Step::Assault(AssaultStep::Segment)].into_iter().collect()
}
