//! The field under a hand: what a decision looks like on it, and which decision a hand that points at it means.
//!
//! A rulebook names who acts and at whom ([`Handling::mark`]), what a pointing hand may mean ([`Handling::aim`]) and which
//! body goes step by step ([`Handling::stepping`]). Everything else is found by playing on a copy, so that what people are
//! shown before they decide is what the rules do afterwards: nothing here knows how a unit moves.

mod group;
mod routes;

pub use group::{Common, Deed, Plan, Planned, Wish, common, plan};
pub use routes::routes;

use crate::contract::{Handling, Notation, Picture, Refusal, Telling};
use crate::dice::Dice;
use crate::ledger::Silent;
use crate::scene::Zone;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};

/// Where a decision shows on the field.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Mark {
    /// Who acts, by the number of the scene's body.
    pub actor: Option<u16>,
    /// At whom.
    pub targets: Vec<u16>,
    /// The place it is about: the middle of a hex, a point on the table.
    pub at: Option<[f64; 2]>,
    /// What it costs or how far it is, in a word or two: `2 points`, `range 4`.
    pub cost: String,
    /// Whom the actor would touch.
    pub touches: Vec<u16>,
}

/// How a body would stand.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Ghost {
    pub body: u16,
    pub at: [f64; 2],
    pub facing: f64,
    /// Corners of its blocks, as in the scene.
    pub parts: Vec<[[f64; 2]; 4]>,
}

/// What a hand points at: a body, a place, or a body dragged to a place and turned to a facing.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Aim {
    /// The body in the hand.
    #[cfg_attr(feature = "types", ts(optional))]
    pub body: Option<u16>,
    /// The body pointed at.
    #[cfg_attr(feature = "types", ts(optional))]
    pub target: Option<u16>,
    #[cfg_attr(feature = "types", ts(optional))]
    pub at: Option<[f64; 2]>,
    /// Degrees clockwise from north.
    #[cfg_attr(feature = "types", ts(optional))]
    pub facing: Option<f64>,
}

/// What the hand meant, and what would come of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Aimed {
    pub decision: String,
    pub words: String,
    pub mark: Mark,
    pub ghost: Option<Ghost>,
    /// Why it is not allowed.
    pub refusal: Option<Refusal>,
}

/// A body on its way, step by step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Stepping {
    pub body: u16,
    /// What its steps have cost, in the units of its allowance.
    pub spent: u16,
    pub allowance: u16,
    /// So many of these units make one of the points that the rulebook speaks of.
    pub share: u16,
}

/// A place that a body can get to, and the decisions that lead there.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Route {
    pub ghost: Ghost,
    pub decisions: Vec<String>,
    /// What the way costs from where the body stands now.
    pub spent: u16,
    /// What it has left to spend, as it stands now.
    pub allowance: u16,
    /// So many of either make a point.
    pub share: u16,
    /// Somebody else is asked on the way and may interrupt.
    pub contested: bool,
    /// The way costs the body some of its order.
    pub harms: bool,
}

/// Something that can be laid over the map on demand: `arc`, `command`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OverlaySpec {
    pub key: &'static str,
    pub title: &'static str,
    pub rule: &'static str,
}

/// One line of the order of battle: a command, or a body in it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Post {
    /// How deep it stands in the tree; sides are at 0.
    pub depth: u8,
    pub side: u8,
    pub name: String,
    /// The number of the body, where it has one.
    pub body: Option<u16>,
    /// A unit: not a side, a command or a leader.
    pub unit: bool,
    /// Strength now and at the beginning; both 0 where there is none to count.
    pub strength: u32,
    pub full: u32,
    /// State in a few words: `shaken`, `Charge`, `destroyed`.
    pub state: String,
    /// Off the field for good.
    pub lost: bool,
}

/// Dice for a look ahead. What rolled any is left alone: nobody can be shown chance as if it were certain.
#[derive(Default)]
struct Unrolled(usize);

impl Dice for Unrolled {
    fn roll(&mut self, _sides: u8) -> u8 {
        self.0 += 1;
        1
    }

    fn roll_off_ahead(&mut self, _sides: u8, ahead: i8) -> [u8; 2] {
        self.0 += 1;
        crate::dice::untied(2, ahead)
    }
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, y] = [a[0] - b[0], a[1] - b[1]];
    (x * x + y * y).sqrt()
}

/// How many degrees lie between two facings.
fn turn(a: f64, b: f64) -> f64 {
    let off = (a - b).rem_euclid(360.0);
    off.min(360.0 - off)
}

/// How a body of the scene stands; the rulebook may have a quicker way.
pub fn ghost_in_scene<R: Picture>(rules: &R, state: &R::State, body: u16) -> Option<Ghost> {
    let scene = rules.scene(state, None);
    let body = scene.bodies.into_iter().find(|other| other.id == body)?;
    let parts = body.parts.iter().map(|part| part.corners).collect();
    Some(Ghost { body: body.id, at: body.at, facing: body.facing, parts })
}

/// How the actor of a legal decision would stand after it, or at the end of what it announces; nothing where it stays or
/// where chance has a say.
pub fn ghost_after<R: Handling>(rules: &R, state: &R::State, seat: Seat, decision: R::Decision) -> Option<Ghost> {
    let mark = rules.mark(state, seat, &decision);
    ghosts(rules, state, seat, &[decision], &[mark]).pop().flatten()
}

/// The same for each decision of a menu, whose marks are known.
pub fn ghosts<R: Handling>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    menu: &[R::Decision],
    marks: &[Mark],
) -> Vec<Option<Ghost>> {
    // All are played in the same place, and mostly by the same body.
    let mut next = state.clone();
    let mut here: Option<(u16, Option<Ghost>)> = None;
    let mut ghost = |(&decision, mark): (&R::Decision, &Mark)| {
        let actor = mark.actor?;
        let mut dice = Unrolled::default();
        next.clone_from(state);
        rules.play(&mut next, seat, decision, &mut dice, &mut Silent);
        let after = (dice.0 == 0).then(|| rules.ghost(&next, actor)).flatten()?;
        if here.as_ref().is_none_or(|(body, _)| *body != actor) {
            here = Some((actor, rules.ghost(state, actor)));
        }
        let stays = here.as_ref().is_some_and(|(_, here)| here.as_ref() == Some(&after));
        if stays { rules.announced(state, seat, &decision) } else { Some(after) }
    };
    menu.iter().zip(marks).map(&mut ghost).collect()
}

/// What a hand on the field means: the first legal decision it may stand for, or the first of all with the reason
/// against it; nothing where it points at nothing that could be meant.
pub fn aimed<R: Handling + Notation + Telling>(rules: &R, state: &R::State, seat: Seat, aim: &Aim) -> Option<Aimed> {
    let meant = rules.aim(state, seat, aim);
    let legal = meant.iter().find(|decision| rules.judge(state, seat, decision).is_ok());
    let decision = legal.or(meant.first())?;
    Some(Aimed {
        decision: rules.notate(decision),
        words: rules.describe(state, decision),
        mark: rules.mark(state, seat, decision),
        ghost: legal.and_then(|&decision| ghost_after(rules, state, seat, decision)),
        refusal: rules.judge(state, seat, decision).err(),
    })
}

impl Zone {
    /// A zone of neither side.
    pub fn plain(name: impl Into<String>, outline: Vec<[f64; 2]>) -> Zone {
        Zone { name: name.into(), side: None, outline, fire: None }
    }
}
