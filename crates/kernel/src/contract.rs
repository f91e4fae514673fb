//! The contract every rulebook keeps, in parts: whoever uses a rulebook sees only the part he needs.
//!
//! | part | what it is for |
//! | --- | --- |
//! | [`Rulebook`] | playing: a simulation needs this and no more |
//! | [`Secrecy`] | what a seat may know |
//! | [`Notation`] | decisions as the journal writes them |
//! | [`Telling`] | questions, answers and the clock for people |
//! | [`Picture`] | the field and what can be read about it |
//! | [`Handling`] | the field under a hand |
//! | [`Judgement`] | what a sensible officer thinks of a decision |
//! | [`Soundness`] | what must hold, for those who look for faults |
//!
//! [`Whole`] is the sum of them. [`Door`](crate::Door) is made of it once, for every rulebook.

use crate::clock::Clock;
use crate::dice::Dice;
use crate::ledger::Listener;
use crate::options::OptionSpec;
use crate::pointing::{Aim, Ghost, Mark, OverlaySpec, Post, Stepping, ghost_in_scene};
use crate::scene::{Meaning, Scene, Zone};
use crate::seat::{Seat, SeatCard, SeatSet};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

/// A rulebook opened on one battle: everything that does not change while it is played.
///
/// What holds, and is tested over random play:
/// - whatever [`ask`](Rulebook::ask) puts on a menu, [`judge`](Rulebook::judge) accepts;
/// - whatever `judge` accepts, [`play`](Rulebook::play) plays without panic and reaches a question or the end;
/// - a menu is never empty for a seat that is awaited;
/// - same state, decision and dice: same next state, whoever listens.
///
/// # Dice
///
/// Dice that are thrown again until they differ must be thrown with [`Dice::roll_off`]. A loop over
/// [`Dice::roll`] would turn for ever where the dice come out of a script that has run out, and would have no end among
/// the branches over which odds are reckoned.
///
/// # Compiled once
///
/// Dice and listener are objects, so that a rulebook's rules are compiled in its own crate and nowhere else. Inside, a
/// rulebook has its rules twice: for somebody who listens, and for nobody ([`Silent`](crate::Silent)), where the
/// compiler removes all that is told. Which of the two is played is asked once a decision, with [`Listener::hears`].
pub trait Rulebook {
    /// Name in files and reports, such as `charge-pikes`.
    const NAME: &'static str;

    /// Plain data: no pointers, no clock, no hidden chance.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned;

    /// One small value.
    type Decision: Copy + PartialEq + Debug + Send + Sync;

    /// Optional rules and readings that a battle of this rulebook may choose.
    fn options() -> &'static [OptionSpec];

    fn seats(&self) -> &[SeatCard];

    /// Sets the battle up and plays on to the first question.
    fn start(&self, dice: &mut dyn Dice, listener: &mut dyn Listener) -> Self::State;

    /// The seats that owe an answer now. Several may be asked at once; none means the battle is over.
    fn awaiting(&self, state: &Self::State) -> SeatSet;

    /// What a seat is asked, and a menu of legal answers: complete where choices are discrete, representative where
    /// they are continuous. Clears `menu` first; leaves it empty for a seat that is not awaited.
    fn ask(&self, state: &Self::State, seat: Seat, menu: &mut Vec<Self::Decision>) -> Question;

    /// Whether a decision is legal, on the menu or not; otherwise the rule that forbids it.
    fn judge(&self, state: &Self::State, seat: Seat, decision: &Self::Decision) -> Result<(), Refusal>;

    /// Plays a legal decision and everything that follows from it up to the next question.
    fn play(
        &self,
        state: &mut Self::State,
        seat: Seat,
        decision: Self::Decision,
        dice: &mut dyn Dice,
        listener: &mut dyn Listener,
    );

    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
}

/// What a seat may know.
///
/// The rulebook is an open book: whoever sits at the table may have read the battle file. **Whatever a seat may not know is
/// part of the state**, and `redact` blanks it. That holds for orders, and as well for values that never change, such as the
/// back of a counter or the troops behind a card: [`start`](Rulebook::start) writes them into the state, from the battle
/// file or with the dice, and the rules read them there, never from their own cards. So there is one place in which secrets
/// are kept, and a commander, a menu or a picture that is handed a redacted state cannot tell what it does not know.
///
/// What holds, and is tested over random play:
/// - two states that [`redact`](Secrecy::redact) to the same for a seat look the same to it: its question and menu, the
///   ranks on it, marks, aims and routes, scene, cards, overlays, the order of battle, the absent, and the odds;
/// - the blanks of several seats can be laid over each other, in any order: what is left is what an onlooker may know.
pub trait Secrecy: Rulebook {
    /// The state as a seat may know it: what is hidden from it is blanked. The one place of secrecy.
    fn redact(&self, state: &Self::State, seat: Seat) -> Self::State;

    /// The state as a seat may suppose it to be: what is hidden from it is guessed with the dice, likely things more often
    /// than others, so that play can go on from there and odds can be reckoned. It may depend on nothing that
    /// [`redact`](Secrecy::redact) blanks. Where blanks can be played on with, there is nothing to imagine.
    fn imagine(&self, state: &Self::State, seat: Seat, _dice: &mut dyn Dice) -> Self::State {
        self.redact(state, seat)
    }

    /// Whether a decision that `seat` took in the state `given` is, in the state `now`, still hidden from the other side.
    /// A journal that leaves the house in the middle of a battle does not tell such a decision. `now` is `given` after
    /// that decision and perhaps others.
    fn sealed(&self, _given: &Self::State, _now: &Self::State, _seat: Seat, _decision: &Self::Decision) -> bool {
        false
    }
}

/// Decisions as the journal writes them.
pub trait Notation: Rulebook {
    /// A decision in the journal's notation.
    fn notate(&self, decision: &Self::Decision) -> String;

    /// Reads the journal's notation; the error says what would be right.
    fn read(&self, text: &str) -> Result<Self::Decision, String>;
}

/// Questions, answers and the clock for people.
pub trait Telling: Rulebook {
    /// A decision in words, for a menu.
    fn describe(&self, state: &Self::State, decision: &Self::Decision) -> String;

    /// Where a menu lists a decision: answers under one heading stand together. Without one it stands alone.
    fn heading(&self, _state: &Self::State, _decision: &Self::Decision) -> Option<Heading> {
        None
    }

    /// The question in words.
    fn put(&self, state: &Self::State, seat: Seat, question: &Question) -> String;

    /// Where the battle stands: turn and phase.
    fn clock(&self, state: &Self::State) -> Clock;

    /// Whether what a decision taken at `before` began is settled at `now`, a question that followed it: nothing that it
    /// announced is still to be run, fought or tested. Odds of the whole deed look as far as that.
    fn settled(&self, _before: &Self::State, _decision: &Self::Decision, _now: &Self::State) -> bool {
        true
    }

    /// What a player should be told before he takes a decision that gives away more than it seems, such as the field.
    fn warning(&self, _state: &Self::State, _decision: &Self::Decision) -> Option<Refusal> {
        None
    }

    /// Why nobody would take a decision although he may: no throw lets it succeed, or nothing at all comes of it. It must be
    /// so beyond doubt: where only one answer of a whole menu is left, a player who does not mind is not asked.
    fn pointless(&self, _state: &Self::State, _seat: Seat, _decision: &Self::Decision) -> Option<Refusal> {
        None
    }

    /// What changed between two states that a player would want the odds of.
    fn effects(&self, before: &Self::State, after: &Self::State) -> Vec<Effect>;
}

/// The field, and what can be read about it.
pub trait Picture: Rulebook {
    /// What a seat may see, or everything for `None`.
    fn scene(&self, state: &Self::State, seat: Option<Seat>) -> Scene;

    /// A card to read: what a seat may know about a body of the scene, by its number, or about the whole battle.
    /// Everything for `None`.
    fn facts(&self, _state: &Self::State, _seat: Option<Seat>, _body: Option<u16>) -> Vec<Fact> {
        Vec::new()
    }

    /// Those who belong to the battle and are not on the field, as far as a seat may know: lost, expected, away.
    /// Everybody for `None`.
    fn absent(&self, _state: &Self::State, _seat: Option<Seat>) -> Vec<Absent> {
        Vec::new()
    }

    /// Every word that may stand on a chip of a body, with what it means.
    fn meanings() -> &'static [Meaning]
    where
        Self: Sized,
    {
        &[]
    }

    /// What can be laid over the map about a body.
    fn overlays() -> &'static [OverlaySpec]
    where
        Self: Sized,
    {
        &[]
    }

    /// One of the overlays: regions with their names, as the seat may know them.
    fn overlay(&self, _state: &Self::State, _seat: Option<Seat>, _body: u16, _what: &str) -> Vec<Zone> {
        Vec::new()
    }

    /// The order of battle as a tree, side after side, as the seat may know it.
    fn roster(&self, _state: &Self::State, _seat: Option<Seat>) -> Vec<Post> {
        Vec::new()
    }
}

/// The field under a hand: what a decision looks like on it, and which decision a hand means.
pub trait Handling: Picture {
    /// Where a decision shows on the field: who acts, at whom, where.
    fn mark(&self, _state: &Self::State, _seat: Seat, _decision: &Self::Decision) -> Mark {
        Mark::default()
    }

    /// The decisions that a hand on the field may mean in answer to the open question, the likeliest first, whether they are
    /// legal or not: of those that are not, people hear why.
    fn aim(&self, _state: &Self::State, _seat: Seat, _aim: &Aim) -> Vec<Self::Decision> {
        Vec::new()
    }

    /// The body that the seat is asked to move on step by step, if it is.
    fn stepping(&self, _state: &Self::State, _seat: Seat) -> Option<Stepping> {
        None
    }

    /// How much the order of a body has suffered, so that a way that costs more of it can be told from one that does not.
    fn wear(&self, _state: &Self::State, _body: u16) -> u8 {
        0
    }

    /// How a body stands.
    fn ghost(&self, state: &Self::State, body: u16) -> Option<Ghost>
    where
        Self: Sized,
    {
        ghost_in_scene(self, state, body)
    }

    /// How the actor of a legal decision would stand in the end, where the decision moves nobody yet: a charge that is
    /// announced now and run later.
    fn announced(&self, _state: &Self::State, _seat: Seat, _decision: &Self::Decision) -> Option<Ghost> {
        None
    }
}

/// What a sensible officer thinks.
pub trait Judgement: Rulebook {
    /// How he ranks a legal decision: higher is better. Greedy commanders follow it.
    fn appraise(&self, state: &Self::State, seat: Seat, decision: &Self::Decision) -> i32;
}

/// What must hold, for those who look for faults.
pub trait Soundness: Rulebook {
    /// What must hold after every decision, beyond the contract.
    fn invariants(&self, state: &Self::State) -> Result<(), String>;

    /// What must hold between one decision and the next: what is spent is spent.
    fn follows(&self, _before: &Self::State, _after: &Self::State) -> Result<(), String> {
        Ok(())
    }

    /// The most steps that have been under way at once, and the most there is room for: a rulebook whose steps come near
    /// its bound is told of it before it stops. Nothing for one without an agenda.
    fn depth(&self, _state: &Self::State) -> Option<[usize; 2]> {
        None
    }
}

/// A rulebook with all its parts.
pub trait Whole: Rulebook + Secrecy + Notation + Telling + Picture + Handling + Judgement + Soundness {}

impl<R: Rulebook + Secrecy + Notation + Telling + Picture + Handling + Judgement + Soundness> Whole for R {}

/// Somebody who is not on the field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Absent {
    /// The number by which [`Picture::facts`] knows it.
    pub body: u16,
    /// The name by which decisions speak of it.
    pub key: String,
    pub name: String,
    pub side: u8,
    /// Strength as a player says it; empty where it has none.
    pub strength: String,
    /// What became of it: `destroyed`, `expected in turn 6`.
    pub fate: String,
}

/// What is asked; the words come from [`Telling::put`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Question {
    /// A stable name for the kind of question: `choose-side`.
    pub topic: &'static str,
    /// The rule that asks it.
    pub rule: &'static str,
    /// Whether the menu holds every legal answer.
    pub complete: bool,
    /// Place in the menu of the answer that commits to least: pass, stand, done.
    pub default: usize,
    pub reaction: Reaction,
}

impl Question {
    /// A question of the seat's own doing whose menu holds every legal answer.
    pub const fn whole(topic: &'static str, rule: &'static str, default: usize) -> Question {
        Question { topic, rule, complete: true, default, reaction: Reaction::None }
    }

    pub const fn in_reaction(self, reaction: Reaction) -> Question {
        Question { reaction, ..self }
    }
}

/// Whether a question interrupts what the other side is doing: what the rulebook calls a reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Reaction {
    /// It is the seat's own doing, or something that has to be settled.
    #[default]
    None,
    /// The seat may react; the default of the question declines.
    Offered,
    /// The seat has to, or is about it already: there is nothing to decline.
    Bound,
}

/// A group of answers on a menu, and what one of them is called within it: `wheel`, `30° left`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Heading {
    /// Lower orders stand higher on the menu.
    pub order: u8,
    pub title: String,
    pub item: String,
}

/// One line of a card: `grade`, `B`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Fact {
    pub name: Cow<'static, str>,
    pub text: String,
}

impl Fact {
    pub fn new(name: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Fact {
        Fact { name: name.into(), text: text.into() }
    }
}

/// Why not: the rule that forbids it, and what it forbids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Refusal {
    pub rule: Cow<'static, str>,
    pub why: Cow<'static, str>,
}

impl Refusal {
    pub fn new(rule: &'static str, why: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { rule: Cow::Borrowed(rule), why: why.into() }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]", self.why, self.rule)
    }
}

impl std::error::Error for Refusal {}

/// How a battle ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Outcome {
    /// Index of the winning side; none for a draw.
    pub winner: Option<u8>,
    pub points: [u32; 2],
    pub words: String,
}

/// Something that a decision may bring about: to whom, and what.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Effect {
    pub subject: String,
    pub what: String,
    /// The body it happens to, by its number in the scene; none where it happens to a side or a command.
    pub body: Option<u16>,
}
