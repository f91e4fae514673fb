//! The field under a hand: what a decision looks like on it, and which decision a hand that points at it means.
//!
//! A rulebook names who acts and at whom ([`Handling::mark`]), what a pointing hand may mean ([`Handling::aim`]) and which
//! body goes step by step ([`Handling::stepping`]). Everything else is found by playing on a copy, so that what people are
//! shown before they decide is what the rules do afterwards: nothing here knows how a unit moves.

use crate::clock::Clock;
use crate::contract::{Handling, Notation, Picture, Refusal, Telling};
use crate::dice::Dice;
use crate::ledger::Silent;
use crate::scene::Zone;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

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
    /// Somebody else is asked on the way and may interrupt.
    pub contested: bool,
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

/// How many positions a search for routes looks at.
const MOST_POSITIONS: usize = 6_000;
/// How many answers of others are taken for granted between two steps.
const MOST_ANSWERS: usize = 40;

/// Dice for a look ahead. What rolled any is left alone: nobody can be shown chance as if it were certain.
#[derive(Default)]
struct Unrolled(usize);

impl Dice for Unrolled {
    fn roll(&mut self, _sides: u8) -> u8 {
        self.0 += 1;
        1
    }

    fn roll_off(&mut self, _sides: u8) -> [u8; 2] {
        self.0 += 1;
        [2, 1]
    }
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

/// A position of a search. States are large: they stay where they are, and their memory is used again.
struct Position<R: Handling> {
    state: Box<R::State>,
    decisions: Vec<R::Decision>,
    contested: bool,
    spent: u16,
}

/// A route as it is found; it is written down when it is known to stay.
struct Found<R: Handling> {
    ghost: Ghost,
    decisions: Vec<R::Decision>,
    spent: u16,
    allowance: u16,
    contested: bool,
}

/// Every way a body that is asked for its next step can stand within its allowance, each with the cheapest decisions that
/// lead there. Others who are asked on the way are taken to let it pass.
pub fn routes<R: Handling + Notation + Telling>(rules: &R, state: &R::State, seat: Seat) -> Vec<Route> {
    let Some(start) = rules.stepping(state, seat) else { return Vec::new() };
    let clock = rules.clock(state);
    let mut search = Search { rules, seat, start, clock, finds: Finds::default(), spare: Vec::new() };
    search.look_around(state);
    let here = rules.ghost(state, start.body);
    let found = search.finds.found.into_iter().filter(|found| Some(&found.ghost) != here.as_ref());
    let route = |Found { ghost, decisions, spent, allowance, contested }: Found<R>| Route {
        ghost,
        decisions: decisions.iter().map(|decision| rules.notate(decision)).collect(),
        spent: spent.saturating_sub(start.spent),
        allowance: allowance.saturating_sub(start.spent),
        contested,
    };
    found.map(route).collect()
}

/// The search for routes of a body.
struct Search<'a, R: Handling> {
    rules: &'a R,
    seat: Seat,
    /// Who goes, as it stands before its next step.
    start: Stepping,
    /// Where the battle stands meanwhile: a step after which it stands elsewhere has ended the move.
    clock: Clock,
    finds: Finds<R>,
    /// States that are done with.
    spare: Vec<Box<R::State>>,
}

/// How many questions of its own seat may come between two steps of a body.
const MOST_OWN_ANSWERS: usize = 3;

impl<R: Handling + Telling> Search<'_, R> {
    fn look_around(&mut self, state: &R::State) {
        let state = Box::new(state.clone());
        let mut open =
            VecDeque::from([Position { state, decisions: Vec::new(), contested: false, spent: self.start.spent }]);
        let (mut menu, mut looked) = (Vec::new(), 0);
        while let Some(position) = take_cheapest(&mut open) {
            self.rules.ask(&position.state, self.seat, &mut menu);
            for &decision in &menu {
                looked += 1;
                if looked > MOST_POSITIONS {
                    return;
                }
                let Some(next) = self.step(&position, decision) else { continue };
                let next = self.pass_over(next);
                match self.note(&next) {
                    Some(spent) => open.push_back(Position { spent, ..next }),
                    None => self.spare.push(next.state),
                }
            }
            self.spare.push(position.state);
        }
    }

    /// Notes how the body stands; what its way has cost, where it leads on and no cheaper one is known.
    fn note(&mut self, next: &Position<R>) -> Option<u16> {
        let ghost = self.rules.ghost(&next.state, self.start.body)?;
        let goes_on = self.goes_on(&next.state, next.spent);
        // With nothing left to spend, the move may be over by itself.
        let Stepping { spent, allowance, .. } =
            goes_on.unwrap_or(Stepping { spent: self.start.allowance, ..self.start });
        let (decisions, contested) = (next.decisions.clone(), next.contested);
        let noted = self.finds.note(Found { ghost, decisions, spent, allowance, contested });
        (noted && goes_on.is_some()).then_some(spent)
    }

    /// The next step of the body on this way. One that has spent less is on another way, later on.
    fn goes_on(&self, state: &R::State, spent: u16) -> Option<Stepping> {
        let stepping = self.rules.stepping(state, self.seat);
        stepping.filter(|stepping| stepping.body == self.start.body && stepping.spent >= spent)
    }

    /// Whether the battle has gone on to something else than this move: nobody need answer for what comes then.
    fn is_over(&self, state: &R::State) -> bool {
        self.rules.clock(state) != self.clock
    }

    /// The position at the next step of the body, where its seat is asked something else before it, such as who goes along:
    /// that is answered with what commits to least. Where no step of this way follows, the position as it is.
    fn pass_over(&mut self, here: Position<R>) -> Position<R> {
        if self.is_over(&here.state) || self.goes_on(&here.state, here.spent).is_some() {
            return here;
        }
        let mut menu = Vec::new();
        let mut ahead: Option<Position<R>> = None;
        for _ in 0..MOST_OWN_ANSWERS {
            let from = ahead.as_ref().unwrap_or(&here);
            let question = self.rules.ask(&from.state, self.seat, &mut menu);
            let Some(next) = menu.get(question.default).and_then(|&least| self.step(from, least)) else { break };
            if self.goes_on(&next.state, here.spent).is_some() {
                return next;
            }
            ahead = Some(next);
        }
        here
    }

    /// The position after one more step, where chance has no say in it.
    fn step(&mut self, from: &Position<R>, decision: R::Decision) -> Option<Position<R>> {
        let mut state = match self.spare.pop() {
            Some(mut state) => {
                state.as_mut().clone_from(&from.state);
                state
            }
            None => from.state.clone(),
        };
        let mut dice = Unrolled::default();
        self.rules.play(&mut state, self.seat, decision, &mut dice, &mut Silent);
        let Some(contested) = self.let_pass(&mut state, &mut dice) else {
            self.spare.push(state);
            return None;
        };
        let mut decisions = from.decisions.clone();
        decisions.push(decision);
        Some(Position { state, decisions, contested: from.contested || contested, spent: from.spent })
    }

    /// Answers for the others until the seat is asked again: whether they were asked; nothing where chance has a say, or where
    /// the battle is over.
    fn let_pass(&self, state: &mut R::State, dice: &mut Unrolled) -> Option<bool> {
        let mut menu = Vec::new();
        let mut contested = false;
        for _ in 0..MOST_ANSWERS {
            if dice.0 > 0 {
                return None;
            }
            let asked = self.rules.awaiting(state).first()?;
            if asked == self.seat || self.is_over(state) {
                break;
            }
            contested = true;
            let question = self.rules.ask(state, asked, &mut menu);
            let &pass = menu.get(question.default)?;
            self.rules.play(state, asked, pass, dice, &mut Silent);
        }
        Some(contested)
    }
}

/// The position to look on from: the cheapest first, so that hardly any place is come to twice.
fn take_cheapest<R: Handling>(open: &mut VecDeque<Position<R>>) -> Option<Position<R>> {
    let cheapest = (0..open.len()).min_by_key(|&place| (open[place].contested, open[place].spent))?;
    open.remove(cheapest)
}

/// What a search has found, and which of it stands where.
struct Finds<R: Handling> {
    found: Vec<Found<R>>,
    places: BTreeMap<[u64; 3], Vec<usize>>,
}

impl<R: Handling> Default for Finds<R> {
    fn default() -> Finds<R> {
        Finds { found: Vec::new(), places: BTreeMap::new() }
    }
}

impl<R: Handling> Finds<R> {
    /// Keeps a route that is new or cheaper than the one known; whether it was.
    fn note(&mut self, route: Found<R>) -> bool {
        let Ghost { at: [x, y], facing, .. } = route.ghost;
        // Ghosts that are the same stand on the same place; both noughts are one.
        let here = self.places.entry([x, y, facing].map(|v| (v + 0.0).to_bits())).or_default();
        let known = here.iter().copied().find(|&place| self.found[place].ghost == route.ghost);
        let Some(known) = known else {
            here.push(self.found.len());
            self.found.push(route);
            return true;
        };
        let known = &mut self.found[known];
        let cheaper = (route.contested, route.spent) < (known.contested, known.spent);
        if cheaper {
            *known = route;
        }
        cheaper
    }
}

impl Zone {
    /// A zone of neither side.
    pub fn plain(name: impl Into<String>, outline: Vec<[f64; 2]>) -> Zone {
        Zone { name: name.into(), side: None, outline }
    }
}
