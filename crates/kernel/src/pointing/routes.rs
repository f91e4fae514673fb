//! Where a body that goes step by step can get to: a search over `ask` and `play`.

use super::{Ghost, Route, Stepping, Unrolled, distance, turn};
use crate::clock::Clock;
use crate::contract::{Handling, Notation, Question, Telling};
use crate::ledger::Silent;
use crate::seat::Seat;
use std::collections::{BTreeMap, VecDeque};

/// How many positions a search for routes looks at.
const MOST_POSITIONS: usize = 16_000;
/// As near as exactly there: fields are measured with floats, facings in degrees.
const A_TRIFLE: f64 = 1e-3;
/// How many answers of others are taken for granted between two steps.
const MOST_ANSWERS: usize = 40;

/// A position of a search. States are large: they stay where they are, and their memory is used again.
struct Position<R: Handling> {
    state: Box<R::State>,
    decisions: Vec<R::Decision>,
    contested: bool,
    spent: u16,
}

/// A route as it is found; it is written down when it is known to stay.
pub(super) struct Found<R: Handling> {
    pub ghost: Ghost,
    pub decisions: Vec<R::Decision>,
    pub spent: u16,
    pub allowance: u16,
    pub contested: bool,
    pub harms: bool,
}

/// Every way a body that is asked for its next step can stand within its allowance, each with the cheapest decisions that
/// lead there. Others who are asked on the way are taken to let it pass.
pub fn routes<R: Handling + Notation + Telling>(rules: &R, state: &R::State, seat: Seat) -> Vec<Route> {
    let Some(start) = rules.stepping(state, seat) else { return Vec::new() };
    let route = |Found { ghost, decisions, spent, allowance, contested, harms }: Found<R>| Route {
        ghost,
        decisions: decisions.iter().map(|decision| rules.notate(decision)).collect(),
        spent: spent.saturating_sub(start.spent),
        allowance: allowance.saturating_sub(start.spent),
        share: start.share,
        contested,
        harms,
    };
    ways(rules, state, seat, start, &Towards::default()).into_iter().map(route).collect()
}

/// What a search is for.
#[derive(Default)]
pub(super) struct Towards<'a> {
    /// Bodies that go along with the one that moves, where they are asked.
    pub along: &'a [u16],
    /// How the body is to stand: once the cheapest way to it is known, nobody looks further.
    pub goal: Option<([f64; 2], f64)>,
}

/// The same as they are found.
pub(super) fn ways<R: Handling + Telling>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    start: Stepping,
    towards: &Towards<'_>,
) -> Vec<Found<R>> {
    let clock = rules.clock(state);
    let wear = rules.wear(state, start.body);
    let mut search = Search { rules, seat, start, wear, clock, towards, finds: Finds::default(), spare: Vec::new() };
    search.look_around(state);
    let here = rules.ghost(state, start.body);
    search.finds.found.into_iter().filter(|found| Some(&found.ghost) != here.as_ref()).collect()
}

/// The search for routes of a body.
struct Search<'a, R: Handling> {
    rules: &'a R,
    seat: Seat,
    /// Who goes, as it stands before its next step.
    start: Stepping,
    /// How its order has suffered before.
    wear: u8,
    /// Where the battle stands meanwhile: a step after which it stands elsewhere has ended the move.
    clock: Clock,
    towards: &'a Towards<'a>,
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
            if self.is_there(&position) {
                return;
            }
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

    fn is_there(&self, position: &Position<R>) -> bool {
        let Some((at, facing)) = self.towards.goal else { return false };
        let ghost = self.rules.ghost(&position.state, self.start.body);
        ghost.is_some_and(|ghost| {
            distance(ghost.at, at) < A_TRIFLE && (ghost.parts.is_empty() || turn(ghost.facing, facing) < A_TRIFLE)
        })
    }

    /// Notes how the body stands; what its way has cost, where it leads on and no cheaper one is known.
    fn note(&mut self, next: &Position<R>) -> Option<u16> {
        let ghost = self.rules.ghost(&next.state, self.start.body)?;
        let goes_on = self.goes_on(&next.state, next.spent);
        // With nothing left to spend, the move may be over by itself.
        let Stepping { spent, allowance, .. } =
            goes_on.unwrap_or(Stepping { spent: self.start.allowance, ..self.start });
        let (decisions, contested) = (next.decisions.clone(), next.contested);
        let harms = self.rules.wear(&next.state, self.start.body) > self.wear;
        let noted = self.finds.note(Found { ghost, decisions, spent, allowance, contested, harms });
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
            let least = self.least(&from.state, &question, &menu);
            let Some(next) = least.and_then(|least| self.step(from, least)) else { break };
            if self.goes_on(&next.state, here.spent).is_some() {
                return next;
            }
            ahead = Some(next);
        }
        here
    }

    /// The answer that commits to least, unless somebody is asked whether he goes along who means to.
    fn least(&self, state: &R::State, question: &Question, menu: &[R::Decision]) -> Option<R::Decision> {
        least(self.rules, state, self.seat, question, menu, self.start.body, self.towards.along)
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
        let passed = let_pass(self.rules, &mut state, self.seat, &self.clock, &mut dice);
        let Some(contested) = passed else {
            self.spare.push(state);
            return None;
        };
        let mut decisions = from.decisions.clone();
        decisions.push(decision);
        Some(Position { state, decisions, contested: from.contested || contested, spent: from.spent })
    }
}

/// The answer that commits to least, unless somebody is asked whether he goes along with `mover` who means to.
pub(super) fn least<R: Handling>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    question: &Question,
    menu: &[R::Decision],
    mover: u16,
    along: &[u16],
) -> Option<R::Decision> {
    let joins = |decision: &&R::Decision| {
        let mark = rules.mark(state, seat, decision);
        mark.actor.is_some_and(|actor| actor != mover && along.contains(&actor)) && mark.targets.contains(&mover)
    };
    let joining = if along.is_empty() { None } else { menu.iter().find(joins) };
    joining.or(menu.get(question.default)).copied()
}

/// Answers for the others until the seat is asked again: whether they were asked; nothing where chance has a say, or where
/// the battle is over.
pub(super) fn let_pass<R: Handling + Telling>(
    rules: &R,
    state: &mut R::State,
    seat: Seat,
    clock: &Clock,
    dice: &mut Unrolled,
) -> Option<bool> {
    let mut menu = Vec::new();
    let mut contested = false;
    for _ in 0..MOST_ANSWERS {
        if dice.0 > 0 {
            return None;
        }
        let asked = rules.awaiting(state).first()?;
        if asked == seat || rules.clock(state) != *clock {
            break;
        }
        contested = true;
        let question = rules.ask(state, asked, &mut menu);
        let &pass = menu.get(question.default)?;
        rules.play(state, asked, pass, dice, &mut Silent);
    }
    Some(contested)
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
