//! Several bodies at once: what is wanted of each, and the decisions that come nearest to it.
//!
//! Nothing here knows how a unit moves. Each body is picked up, led and let go by decisions that are played on a copy, one
//! body after another; others who are asked on the way are taken to let it pass. What was wanted stays a wish, so that it can
//! be planned anew from wherever the battle has come to.

use super::routes::{Towards, least, let_pass, ways};
use super::{Aim, Ghost, Mark, Unrolled, aimed, distance, turn};
use crate::clock::Clock;
use crate::contract::{Handling, Heading, Notation, Refusal, Telling};
use crate::ledger::Silent;
use crate::scene::Field;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

/// What is wanted of a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Wish {
    pub body: u16,
    pub deed: Deed,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Deed {
    /// To stand there, or as near as it gets; with that facing, or the one it has.
    Go {
        at: [f64; 2],
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional))]
        facing: Option<f64>,
    },
    /// To do what a hand means that points at that body: shoot at it, charge it.
    At { target: u16 },
    /// To take a decision that is written so, where `*` stands for the body's own key: `move form column`.
    Like { words: String },
}

/// What each of several bodies would do, in the order in which they do it; those that stay come last.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Plan {
    pub moves: Vec<Planned>,
}

impl Plan {
    /// All decisions of the seat, one after another.
    pub fn decisions(&self) -> Vec<String> {
        self.moves.iter().flat_map(|one| one.decisions.iter().cloned()).collect()
    }

    /// What is still wanted when so many of the decisions have been played: who has not done all of it, and who would have gone
    /// along with such a one. Who stays of his own accord wants nothing more.
    pub fn left(&self, played: usize) -> Vec<Wish> {
        let mut done = played;
        let mut left: Vec<Wish> = Vec::new();
        for one in self.moves.iter().filter(|one| one.refusal.is_none()) {
            let all = one.decisions.len();
            if if all == 0 { !left.is_empty() } else { done < all } {
                left.push(one.wish.clone());
            }
            done = done.saturating_sub(all);
        }
        left
    }
}

/// What one of them would do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Planned {
    pub wish: Wish,
    /// How it would stand in the end.
    pub ghost: Option<Ghost>,
    /// From picking it up to letting it go. None where it has what it wants, or goes along with somebody.
    pub decisions: Vec<String>,
    /// Somebody else is asked on the way and may interrupt.
    pub contested: bool,
    /// Dice fall in the end: what comes of it is not known.
    pub chance: bool,
    /// It goes some of the way.
    pub short: bool,
    /// Why it stays.
    pub refusal: Option<Refusal>,
}

/// Something that several bodies could do, each for itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Common {
    /// As in [`Deed::Like`].
    pub like: String,
    pub words: String,
    pub heading: Option<Heading>,
    pub bodies: Vec<u16>,
}

/// The most bodies that are led at once.
pub const MOST_BODIES: usize = 120;
/// Questions of its own seat between being chosen and being led.
const MOST_OWN_ANSWERS: usize = 4;
/// Places that are tried until a body may stay at one.
const MOST_ENDS: usize = 24;
/// Pieces of a move on the open table, and how many beginnings of one are followed.
const MOST_PIECES: usize = 6;
const FOLLOWED: usize = 4;
/// Nearer by less is not nearer, in hexes and in units of the ruler.
const A_TRIFLE: f64 = 0.02;

/// Plans what several bodies are wanted to do, from what the seat may know.
pub fn plan<R: Handling + Notation + Telling>(rules: &R, state: &R::State, seat: Seat, wishes: &[Wish]) -> Plan {
    let mut planner = Planner::new(rules, state, seat, wishes);
    let mut queue: VecDeque<(Wish, bool)> = planner.in_order(wishes).into_iter().map(|wish| (wish, false)).collect();
    let mut plan = Plan::default();
    let mut stay = Vec::new();
    while let Some((wish, waited)) = queue.pop_front() {
        let waiting: Vec<u16> = queue.iter().map(|(other, _)| other.body).collect();
        match planner.serve(&wish, &waiting, !waited) {
            Served::Done(planned) if planned.refusal.is_some() => stay.push(planned),
            Served::Done(planned) => plan.moves.push(planned),
            Served::Later => queue.push_back((wish, true)),
        }
    }
    plan.moves.extend(stay);
    plan
}

/// What several bodies could do, each for itself, and which of them: forms, turns, rallies. What is aimed at somebody is not
/// in it: that is done by pointing.
pub fn common<R: Handling + Notation + Telling>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    bodies: &[u16],
) -> Vec<Common> {
    let planner = Planner::new(rules, state, seat, &[]);
    let mut found: Vec<Common> = Vec::new();
    for &body in bodies.iter().take(MOST_BODIES) {
        let mut hand = planner.empty_hand();
        let in_hand = planner.pick_up(&mut hand, body, &[]).is_ok();
        if !in_hand {
            continue;
        }
        for (decision, mark) in planner.menu_of(&hand.state, body) {
            if !mark.targets.is_empty() {
                continue;
            }
            let like = planner.pattern(&decision, body);
            match found.iter_mut().find(|one| one.like == like) {
                Some(known) if !known.bodies.contains(&body) => known.bodies.push(body),
                Some(_) => {}
                None => found.push(Common {
                    like,
                    words: rules.describe(&hand.state, &decision),
                    heading: rules.heading(&hand.state, &decision),
                    bodies: vec![body],
                }),
            }
        }
    }
    found
}

/// How a wish was served.
enum Served {
    Done(Planned),
    /// It may get further when others have gone.
    Later,
}

/// A copy that is played on with, and how it was come to.
struct Trial<R: Handling> {
    state: Box<R::State>,
    decisions: Vec<R::Decision>,
    contested: bool,
    chance: bool,
    /// What its way has cost, where that is known.
    spent: u16,
}

impl<R: Handling> Clone for Trial<R> {
    fn clone(&self) -> Trial<R> {
        Trial { state: self.state.clone(), decisions: self.decisions.clone(), ..*self }
    }
}

/// How a body is to stand.
#[derive(Clone, Copy)]
struct Goal {
    at: [f64; 2],
    facing: f64,
}

impl Goal {
    /// How far from it a body stands: its middle, and how far its wings would still have to swing.
    fn off(&self, ghost: &Ghost) -> f64 {
        let corners = ghost.parts.iter().flatten();
        let reach = corners.map(|&corner| distance(corner, ghost.at)).fold(0.0, f64::max);
        distance(ghost.at, self.at) + turn(ghost.facing, self.facing).to_radians() * reach
    }
}

struct Planner<'a, R: Handling> {
    rules: &'a R,
    seat: Seat,
    clock: Clock,
    /// The battle as the bodies that were served leave it.
    state: Box<R::State>,
    /// The names by which decisions speak of bodies.
    keys: BTreeMap<u16, String>,
    /// The middles of the hexes; none on an open table.
    cells: Vec<[f64; 2]>,
    /// Nearer by less is not nearer.
    trifle: f64,
    /// Bodies that want to go somewhere: they go along where they are asked.
    going: Vec<u16>,
    /// Those who went along with another.
    gone: Vec<u16>,
}

impl<'a, R: Handling + Notation + Telling> Planner<'a, R> {
    fn new(rules: &'a R, state: &R::State, seat: Seat, wishes: &[Wish]) -> Planner<'a, R> {
        let scene = rules.scene(state, Some(seat));
        let goes = |wish: &&Wish| matches!(wish.deed, Deed::Go { .. });
        let (cells, ruler) = match scene.field {
            Field::Table(table) => (Vec::new(), table.ruler),
            Field::Hexes(hexes) => (hexes.cells.iter().map(|cell| cell.at).collect(), 1.0),
        };
        Planner {
            rules,
            seat,
            clock: rules.clock(state),
            state: Box::new(state.clone()),
            cells,
            trifle: A_TRIFLE * ruler,
            keys: scene.bodies.into_iter().map(|body| (body.id, body.key)).collect(),
            going: wishes.iter().filter(goes).map(|wish| wish.body).collect(),
            gone: Vec::new(),
        }
    }

    /// A place that a body can stand at, as near as may be: on hexes it is shifted from middle to middle.
    fn snapped(&self, from: [f64; 2], to: [f64; 2]) -> [f64; 2] {
        let nearest = |at: [f64; 2]| {
            let far = |cell: &[f64; 2]| distance(*cell, at);
            self.cells.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        let Some(here) = nearest(from) else { return to };
        let there = nearest([0, 1].map(|axis| here[axis] + to[axis] - from[axis])).unwrap_or(here);
        [0, 1].map(|axis| from[axis] + there[axis] - here[axis])
    }

    /// Each body once; whoever is on its way first, then those in front, as the whole moves. Officers may go along with
    /// others, and wait for them.
    fn in_order(&self, wishes: &[Wish]) -> Vec<Wish> {
        let mut seen = Vec::new();
        let mut wishes: Vec<Wish> = wishes.to_vec();
        wishes.retain(|wish| {
            !seen.contains(&wish.body) && seen.len() < MOST_BODIES && {
                seen.push(wish.body);
                true
            }
        });
        let stands = |wish: &Wish| self.rules.ghost(&self.state, wish.body).map_or([0.0; 2], |ghost| ghost.at);
        let way = wishes.iter().fold([0.0; 2], |sum, wish| match wish.deed {
            Deed::Go { at, .. } => {
                let from = stands(wish);
                [sum[0] + at[0] - from[0], sum[1] + at[1] - from[1]]
            }
            _ => sum,
        });
        let long = distance(way, [0.0; 2]);
        let under_way = self.rules.stepping(&self.state, self.seat).map(|stepping| stepping.body);
        let turn_of = |wish: &Wish| {
            let ghost = self.rules.ghost(&self.state, wish.body);
            let officer = ghost.as_ref().is_some_and(|ghost| ghost.parts.is_empty());
            let ahead = ghost.map_or(0.0, |ghost| ghost.at[0] * way[0] + ghost.at[1] * way[1]);
            // Those in one row are in one row, however they were measured.
            let row = if long > 0.0 { (ahead / long / self.trifle).round() as i64 } else { 0 };
            (Some(wish.body) != under_way, officer, -row, wish.body)
        };
        wishes.sort_by_cached_key(turn_of);
        wishes
    }

    fn empty_hand(&self) -> Trial<R> {
        Trial { state: self.state.clone(), decisions: Vec::new(), contested: false, chance: false, spent: 0 }
    }

    fn serve(&mut self, wish: &Wish, waiting: &[u16], patient: bool) -> Served {
        let served = match &wish.deed {
            Deed::Go { at, facing } => self.lead(wish.body, *at, *facing),
            Deed::At { target } => self.point(wish.body, *target),
            Deed::Like { words } => self.imitate(wish.body, words),
        };
        let blank = Planned {
            wish: wish.clone(),
            ghost: self.rules.ghost(&self.state, wish.body),
            decisions: Vec::new(),
            contested: false,
            chance: false,
            short: false,
            refusal: None,
        };
        let (trial, short) = match served {
            Ok(served) => served,
            // Somebody may make room for it yet, or take it along.
            Err(_) if patient && !waiting.is_empty() && self.going.contains(&wish.body) => return Served::Later,
            Err(refusal) => return Served::Done(Planned { refusal: Some(refusal), ..blank }),
        };
        if short && patient && self.may_be_in_the_way(wish, waiting) {
            return Served::Later;
        }
        let decisions = trial.decisions.iter().map(|decision| self.rules.notate(decision)).collect();
        let (contested, chance) = (trial.contested, trial.chance);
        // Where dice fall nobody knows what comes of it: the others are planned as if it had not happened yet.
        if !chance {
            self.state = trial.state;
        }
        let ghost = self.rules.ghost(&self.state, wish.body);
        Served::Done(Planned { ghost, decisions, contested, chance, short, ..blank })
    }

    /// Whether one of those who have yet to go stands nearer to where the body wants to be than it does.
    fn may_be_in_the_way(&self, wish: &Wish, waiting: &[u16]) -> bool {
        let Deed::Go { at, .. } = wish.deed else { return false };
        let far = |body: u16| self.rules.ghost(&self.state, body).map(|ghost| distance(ghost.at, at));
        let Some(own) = far(wish.body) else { return false };
        waiting.iter().filter_map(|&other| far(other)).any(|other| other < own)
    }

    // Picking up and letting go.

    /// Plays a decision of the seat, the others letting it pass; whether chance had no say.
    fn play(&self, trial: &mut Trial<R>, decision: R::Decision) -> bool {
        let mut dice = Unrolled::default();
        self.rules.play(&mut trial.state, self.seat, decision, &mut dice, &mut Silent);
        trial.decisions.push(decision);
        let passed = let_pass(self.rules, &mut trial.state, self.seat, &self.clock, &mut dice);
        trial.chance |= dice.0 > 0;
        trial.contested |= passed.unwrap_or(false);
        passed.is_some()
    }

    fn is_asked(&self, state: &R::State) -> bool {
        self.rules.awaiting(state).contains(self.seat) && self.rules.clock(state) == self.clock
    }

    /// What the menu offers a body to do.
    fn menu_of(&self, state: &R::State, body: u16) -> Vec<(R::Decision, Mark)> {
        let mut menu = Vec::new();
        self.rules.ask(state, self.seat, &mut menu);
        let marked = menu.into_iter().map(|decision| (decision, self.rules.mark(state, self.seat, &decision)));
        marked.filter(|(_, mark)| mark.actor == Some(body)).collect()
    }

    /// Whether the question is about this body and no other: it goes step by step, or nobody else could act.
    fn in_hand(&self, state: &R::State, body: u16) -> bool {
        if !self.is_asked(state) {
            return false;
        }
        if let Some(stepping) = self.rules.stepping(state, self.seat) {
            return stepping.body == body;
        }
        let mut menu = Vec::new();
        self.rules.ask(state, self.seat, &mut menu);
        let mut actors = menu.iter().filter_map(|decision| self.rules.mark(state, self.seat, decision).actor);
        actors.next() == Some(body) && actors.all(|actor| actor == body)
    }

    /// Chooses a body, so that the question is what it does.
    fn pick_up(&self, hand: &mut Trial<R>, body: u16, along: &[u16]) -> Result<(), Refusal> {
        if self.rules.stepping(&hand.state, self.seat).is_some_and(|stepping| stepping.body == body) {
            return Ok(());
        }
        let stands = self.rules.ghost(&hand.state, body);
        for (decision, mark) in self.menu_of(&hand.state, body) {
            if !mark.targets.is_empty() || !mark.touches.is_empty() {
                continue;
            }
            let mut chosen = hand.clone();
            // What moves it is no taking up: it is in the hand already.
            let stays = self.play(&mut chosen, decision) && self.rules.ghost(&chosen.state, body) == stands;
            if stays && self.answer_until(&mut chosen, body, along) {
                *hand = chosen;
                return Ok(());
            }
        }
        if self.in_hand(&hand.state, body) { Ok(()) } else { Err(self.what_comes_first(&hand.state, body)) }
    }

    /// A body whose taking up is asked about more than the body itself, such as the dice of its brigade, is not led before that has been
    /// answered: what is to be done first is said in words.
    fn what_comes_first(&self, state: &R::State, body: u16) -> Refusal {
        let held = Aim { body: Some(body), ..Aim::default() };
        match aimed(self.rules, state, self.seat, &held).filter(|aimed| aimed.refusal.is_none()) {
            Some(first) => self.refuse(state, format!("before they go, this is to be done: {}", first.words)),
            None => self.why_not(state, &held),
        }
    }

    /// Answers what else the seat is asked before the body is in its hand, such as who goes along.
    fn answer_until(&self, hand: &mut Trial<R>, body: u16, along: &[u16]) -> bool {
        let mut menu = Vec::new();
        for _ in 0..MOST_OWN_ANSWERS {
            if !self.is_asked(&hand.state) {
                return false;
            }
            if self.in_hand(&hand.state, body) {
                return true;
            }
            let question = self.rules.ask(&hand.state, self.seat, &mut menu);
            let Some(answer) = least(self.rules, &hand.state, self.seat, &question, &menu, body, along) else {
                return false;
            };
            if !self.play(hand, answer) {
                return false;
            }
        }
        false
    }

    /// Ends what a body does, where it stands; false where it has to go on.
    fn let_go(&self, hand: &mut Trial<R>, body: u16) -> bool {
        let stands = self.rules.ghost(&hand.state, body);
        let mut menu = Vec::new();
        for _ in 0..MOST_OWN_ANSWERS {
            if !self.in_hand(&hand.state, body) {
                return true;
            }
            let question = self.rules.ask(&hand.state, self.seat, &mut menu);
            let Some(&stop) = menu.get(question.default) else { return false };
            let acts = self.rules.mark(&hand.state, self.seat, &stop).actor;
            // Where it is the last that could be chosen, it has been let go.
            if acts != Some(body) && self.rules.stepping(&hand.state, self.seat).is_none() {
                return true;
            }
            if !self.play(hand, stop) || self.rules.ghost(&hand.state, body) != stands {
                return false;
            }
        }
        !self.in_hand(&hand.state, body)
    }

    /// Why a hand that points so gets nothing.
    fn why_not(&self, state: &R::State, aim: &Aim) -> Refusal {
        self.meant(state, aim).unwrap_or_else(|| self.refuse(state, "this is not what is asked now"))
    }

    /// What the judge says against the likeliest that a hand means.
    fn meant(&self, state: &R::State, aim: &Aim) -> Option<Refusal> {
        aimed(self.rules, state, self.seat, aim).and_then(|aimed| aimed.refusal)
    }

    /// By the rule that asks.
    fn refuse(&self, state: &R::State, why: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal::new(self.rules.ask(state, self.seat, &mut Vec::new()).rule, why)
    }

    // Going somewhere.

    /// The body led as near to a place as it gets, and whether that is short of it.
    fn lead(&mut self, body: u16, at: [f64; 2], facing: Option<f64>) -> Result<(Trial<R>, bool), Refusal> {
        let Some(stands) = self.rules.ghost(&self.state, body) else {
            return Err(self.why_not(&self.state, &Aim { body: Some(body), ..Aim::default() }));
        };
        let goal = Goal { at: self.snapped(stands.at, at), facing: facing.unwrap_or(stands.facing) };
        let (here, mut hand) = (goal.off(&stands), self.empty_hand());
        if here < self.trifle || self.gone.contains(&body) {
            return Ok((hand, here >= self.trifle));
        }
        let along: Vec<u16> = self.going.iter().copied().filter(|other| !self.gone.contains(other)).collect();
        let picked = self.pick_up(&mut hand, body, &along);
        let found = match self.rules.stepping(&hand.state, self.seat).filter(|stepping| stepping.body == body) {
            Some(_) => self.lead_in_steps(&hand, body, goal, &along),
            None => self.lead_by_hand(&hand, body, goal),
        };
        let Some(led) = found else {
            picked?;
            let aim = Aim { body: Some(body), at: Some(at), ..Aim::default() };
            let why = self.meant(&hand.state, &aim);
            return Err(why.unwrap_or_else(|| self.refuse(&hand.state, "nothing brings it any nearer to there")));
        };
        let off = self.rules.ghost(&led.state, body).map_or(here, |ghost| goal.off(&ghost));
        self.note_who_went_along(&led, body);
        Ok((led, off >= self.trifle))
    }

    /// Whoever else has moved with the one that was led is where he wants to be.
    fn note_who_went_along(&mut self, led: &Trial<R>, body: u16) {
        for &other in &self.going {
            let at = |state: &R::State, body: u16| self.rules.ghost(state, body).map(|ghost| ghost.at);
            let (before, after) = (at(&self.state, other), at(&led.state, other));
            if other != body && before != after && !self.gone.contains(&other) {
                self.gone.push(other);
            }
        }
    }

    /// The cheapest way to the nearest place at which it may stay.
    fn lead_in_steps(&self, hand: &Trial<R>, body: u16, goal: Goal, along: &[u16]) -> Option<Trial<R>> {
        let start = self.rules.stepping(&hand.state, self.seat)?;
        let here = goal.off(&self.rules.ghost(&hand.state, body)?);
        let exactly = Some((goal.at, goal.facing));
        [exactly, None].into_iter().find_map(|goal_of_search| {
            let towards = Towards { along, goal: goal_of_search };
            let found = ways(self.rules, &hand.state, self.seat, start, &towards);
            let mut ends: Vec<(f64, _)> = found.into_iter().map(|way| (goal.off(&way.ghost), way)).collect();
            // Where the search stopped at the goal, nothing else need be looked at.
            ends.retain(|(off, _)| *off + self.trifle < here);
            let cost = |way: &super::routes::Found<R>| (way.contested, way.spent);
            ends.sort_by(|(a, one), (b, other)| a.total_cmp(b).then(cost(one).cmp(&cost(other))));
            let stays = |(_, way): (f64, super::routes::Found<R>)| {
                let mut led = hand.clone();
                let goes = way.decisions.iter().all(|&decision| self.play(&mut led, decision));
                led.spent = way.spent;
                (goes && self.let_go(&mut led, body)).then_some(led)
            };
            ends.into_iter().take(MOST_ENDS).find_map(stays)
        })
    }

    /// Piece by piece, each as a hand that drags the body there would have it.
    fn lead_by_hand(&self, hand: &Trial<R>, body: u16, goal: Goal) -> Option<Trial<R>> {
        let off = |trial: &Trial<R>| self.rules.ghost(&trial.state, body).map(|ghost| goal.off(&ghost));
        let here = off(hand)?;
        let mut open = vec![(here, hand.clone())];
        let mut ends: Vec<(f64, Trial<R>)> = Vec::new();
        for _ in 0..MOST_PIECES {
            let mut next: Vec<(f64, Trial<R>)> = Vec::new();
            for (_, trial) in &open {
                for decision in self.pieces(trial, body, goal) {
                    let mut longer = trial.clone();
                    if !self.play(&mut longer, decision) {
                        continue;
                    }
                    let Some(far) = off(&longer) else { continue };
                    if next.iter().all(|(other, _)| (other - far).abs() > self.trifle) {
                        next.push((far, longer));
                    }
                }
            }
            next.sort_by(|(a, one), (b, other)| a.total_cmp(b).then(one.decisions.len().cmp(&other.decisions.len())));
            next.truncate(FOLLOWED);
            ends.extend(next.iter().filter(|(far, _)| far + self.trifle < here).cloned());
            next.retain(|(_, trial)| self.in_hand(&trial.state, body));
            let there = ends.iter().any(|(far, _)| *far < self.trifle);
            open = next;
            if there || open.is_empty() {
                break;
            }
        }
        ends.sort_by(|(a, one), (b, other)| a.total_cmp(b).then(one.decisions.len().cmp(&other.decisions.len())));
        let stays = |(_, mut led): (f64, Trial<R>)| self.let_go(&mut led, body).then_some(led);
        ends.into_iter().take(MOST_ENDS).find_map(stays)
    }

    /// Legal pieces of a move that a hand may mean: toward the place, toward it with the facing, and turning alone.
    fn pieces(&self, trial: &Trial<R>, body: u16, goal: Goal) -> Vec<R::Decision> {
        let (rules, state, seat) = (self.rules, &trial.state, self.seat);
        let (at, facing) = (Some(goal.at), Some(goal.facing));
        let held = Aim { body: Some(body), ..Aim::default() };
        let aims = [Aim { at, ..held }, Aim { at, facing, ..held }, Aim { facing, ..held }];
        let meant = aims.iter().flat_map(|aim| rules.aim(state, seat, aim));
        let mut legal: Vec<R::Decision> = Vec::new();
        for decision in meant {
            if !legal.contains(&decision) && rules.judge(state, seat, &decision).is_ok() {
                legal.push(decision);
            }
        }
        legal
    }

    // Doing the same.

    /// What a hand means that points from one body at another.
    fn point(&self, body: u16, target: u16) -> Result<(Trial<R>, bool), Refusal> {
        let aim = Aim { body: Some(body), target: Some(target), ..Aim::default() };
        self.do_it(
            body,
            |state| {
                let legal = |decision: &R::Decision| {
                    let mark = self.rules.mark(state, self.seat, decision);
                    let meant = mark.actor == Some(body) && mark.targets.contains(&target);
                    meant && self.rules.judge(state, self.seat, decision).is_ok()
                };
                self.rules.aim(state, self.seat, &aim).into_iter().find(legal)
            },
            &aim,
        )
    }

    /// A decision that is written like another's.
    fn imitate(&self, body: u16, words: &str) -> Result<(Trial<R>, bool), Refusal> {
        let aim = Aim { body: Some(body), ..Aim::default() };
        self.do_it(
            body,
            |state| {
                let offered = self.menu_of(state, body).into_iter().map(|(decision, _)| decision);
                let mut alike = offered.filter(|decision| self.pattern(decision, body) == words);
                // Where choices have no end, what is not on the menu may still be legal.
                let read = || {
                    let text = words.replace('*', self.keys.get(&body).map_or("*", String::as_str));
                    let decision = self.rules.read(&text).ok()?;
                    let of = self.rules.mark(state, self.seat, &decision).actor;
                    (of == Some(body) && self.rules.judge(state, self.seat, &decision).is_ok()).then_some(decision)
                };
                alike.next().or_else(read)
            },
            &aim,
        )
    }

    fn do_it(
        &self,
        body: u16,
        find: impl Fn(&R::State) -> Option<R::Decision>,
        aim: &Aim,
    ) -> Result<(Trial<R>, bool), Refusal> {
        let mut hand = self.empty_hand();
        let mut decision = find(&hand.state);
        if decision.is_none() {
            self.pick_up(&mut hand, body, &[])?;
            decision = find(&hand.state);
        }
        let Some(decision) = decision else { return Err(self.why_not(&hand.state, aim)) };
        if self.play(&mut hand, decision) {
            self.let_go(&mut hand, body);
        }
        Ok((hand, false))
    }

    /// How a decision is written, with a star for the body's own key.
    fn pattern(&self, decision: &R::Decision, body: u16) -> String {
        let text = self.rules.notate(decision);
        let Some(key) = self.keys.get(&body) else { return text };
        let word = |word: &'_ str| if word == key { "*".to_owned() } else { word.to_owned() };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}
