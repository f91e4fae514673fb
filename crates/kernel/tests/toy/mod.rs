//! A rulebook small enough to be reckoned by hand: two captains bid coins in secret, and dice decide.
//!
//! Each round both are asked at once for a bid. When both have bid, each throws one die more than his bid; a 4 or 5 is
//! a hit and a 6 two. More hits win a point. The winner then throws a die: on a 6 he may press on, which throws again
//! and on a 6 lets him press on once more, before the spoils of the first are counted.
//!
//! A captain may have grit: hits he scores beyond his dice, which nobody but he knows.
//!
//! With a [`Fault`] planted in it, the toy breaks one promise of the contract: whoever checks promises must notice.
#![allow(dead_code)]

use arrayvec::ArrayVec;
use kernel::scene::{Field, Scene, SideStyle, TableField, Zone};
use kernel::{
    Absent, Agenda, Aim, Clock, Dice, Effect, Entry, Faces, Fact, Ghost, Handling, Header, Judgement, Listener, Mark,
    Notation, OptionSpec, Outcome, Overflow, OverlaySpec, Picture, Post, Question, Reaction, ReckoningLine, Refusal,
    Rulebook, Seat, SeatCard, SeatSet, Secrecy, Side, Soundness, Stepping, Telling,
};
use serde::{Deserialize, Serialize};

pub const SCORES: [u8; 6] = [0, 0, 0, 1, 1, 2];

/// The promise that is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// The other's bid can be seen before it is revealed.
    ShowsBids,
    /// A sealed bid is told to whoever listens.
    TellsBids,
    /// Grit shows in the picture.
    SceneTells,
    /// The card of a captain tells his grit.
    CardTells,
    /// Who is absent tells of grit.
    AbsenceTells,
    /// What is on the menu depends on the other's grit.
    MenuTells,
    /// How answers are ranked depends on the other's grit.
    RankTells,
    /// The words of the question tell of it.
    QuestionTells,
    /// The words of an answer tell of it.
    AnswerTells,
    /// The judge refuses by it.
    JudgeTells,
    /// The clock tells of it.
    ClockTells,
    /// Who is asked depends on it.
    AskingTells,
    /// What an answer looks like on the field tells of it.
    MarkTells,
    /// What a pointing hand means depends on it.
    AimTells,
    /// Where a captain can get to depends on it.
    RouteTells,
    /// What is laid over the map tells of it.
    OverlayTells,
    /// The order of battle tells of it.
    RosterTells,
    /// What is hidden from both is told to whoever looks on, as long as only one of them is looked at.
    OnlookerHears,
    /// Odds are reckoned with it.
    OddsTell,
    /// The imagined state cannot be played on with.
    ImaginesBadly,
    /// A journal that is sent away tells a sealed bid.
    JournalTells,
    /// Blanks more when it blanks twice.
    BlanksTwice,
    /// An answer is taken, and nothing comes of it.
    TakesNothing,
    /// Nothing to choose from.
    EmptyMenu,
    /// The first answer is on the menu again.
    OffersTwice,
    /// The default answer is not on the menu.
    DefaultOffMenu,
    /// The judge forbids what the menu offers.
    RefusesMenu,
    /// The judge allows what cannot be played: more coins than there are.
    AcceptsAnything,
    /// Panics in the third round.
    Panics,
    /// Rolls a die more when somebody listens.
    ListenerMatters,
    /// Notation that reads back as something else.
    BadNotation,
    /// Never ends.
    Endless,
    /// Ends without an outcome.
    NoOutcome,
    /// Something of the state is lost when it is saved.
    SavesBadly,
    /// A seat decides out of turn.
    OutOfTurn,
    /// Breaks its own invariant.
    BrokenInvariant,
    /// Has a list that is too short for what is put on it.
    ListTooShort,
    /// Tells a total that its lines do not make.
    AddsUpWrong,
}

#[derive(Debug, Clone)]
pub struct Toy {
    pub seats: Vec<SeatCard>,
    pub rounds: u8,
    pub coins: u8,
    /// Hidden values on the captains' cards: `start` writes them into the state, and play reads them there.
    pub grit: [u8; 2],
    pub fault: Fault,
}

/// What a captain supposes of the other's grit.
pub const TYPICAL_GRIT: u8 = 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    Bidding,
    Reveal,
    Press(Seat),
    Spoils(Seat),
    RoundEnds,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Decision {
    Bid(u8),
    Press(bool),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub round: u8,
    pub purse: [u8; 2],
    pub bids: [Option<u8>; 2],
    pub points: [i8; 2],
    /// None where it is not known.
    pub grit: [Option<u8>; 2],
    pub agenda: Agenda<Step, 12>,
    pub over: bool,
    /// Lost when the state is saved; always 0 unless a fault is planted.
    #[serde(skip)]
    pub unsaved: u8,
    /// Who has bid in the round, as it came in.
    pub heard: ArrayVec<u8, 2>,
    #[serde(skip)]
    pub overflow: Overflow,
}

impl Toy {
    pub fn new(rounds: u8) -> Toy {
        let card = |key: &str, side| SeatCard { key: key.into(), name: key.into(), side };
        let seats = vec![card("north", Side::FIRST), card("south", Side::SECOND)];
        Toy { seats, rounds, coins: 6, grit: [0, 0], fault: Fault::None }
    }

    /// Captains with something to hide.
    pub fn gritty(rounds: u8) -> Toy {
        Toy { grit: [2, 1], ..Toy::new(rounds) }
    }

    pub fn faulty(fault: Fault) -> Toy {
        Toy { fault, ..Toy::gritty(6) }
    }

    /// What a seat knows of the other's grit, where a fault lets it out.
    fn let_out(&self, fault: Fault, state: &State, seat: Seat) -> u8 {
        if self.fault == fault { state.grit[1 - usize::from(seat.0 & 1)].unwrap_or(0) } else { 0 }
    }

    pub fn header(seed: u64) -> Header {
        Header { rulebook: "toy".into(), battle: "toy".into(), seed: Some(seed), ..Header::default() }
    }

    /// Works off what is under way until somebody must be asked.
    fn advance(&self, state: &mut State, dice: &mut dyn Dice, listener: &mut dyn Listener) {
        while let Some(step) = state.agenda.top() {
            match step {
                Step::Bidding if state.bids.iter().any(Option::is_none) => return,
                Step::Press(_) => return,
                Step::Bidding => {
                    state.agenda.pop();
                    state.agenda.push_all(&[Step::Reveal, Step::RoundEnds]);
                }
                Step::Reveal => {
                    state.agenda.pop();
                    self.reveal(state, dice, listener);
                }
                Step::Spoils(seat) => {
                    state.agenda.pop();
                    state.purse[seat.0 as usize] += 1;
                }
                Step::RoundEnds => {
                    state.agenda.pop();
                    self.end_round(state);
                }
            }
        }
    }

    fn reveal(&self, state: &mut State, dice: &mut dyn Dice, listener: &mut dyn Listener) {
        assert!(self.fault != Fault::Panics || state.round < 3, "the third round");
        let mut hits = [0, 0];
        for (seat, hit) in hits.iter_mut().enumerate() {
            let bid = state.bids[seat].unwrap_or(0);
            state.purse[seat] = state.purse[seat].saturating_sub(bid);
            let mut faces = Faces::new();
            let grit = u32::from(state.grit[seat].unwrap_or(0));
            *hit = dice.tally(usize::from(bid) + 1, &SCORES, &mut faces) + grit;
            if listener.hears() {
                let short = Entry::event("toy 1", format!("seat {seat} bids {bid}"), &[seat as u16]);
                let thrown = ReckoningLine::adds("toy 1", "hits of the dice", (*hit - grit) as i32);
                let mut lines = vec![thrown, ReckoningLine::adds("toy 1", "grit", grit as i32)];
                if self.fault == Fault::AddsUpWrong {
                    lines.push(ReckoningLine::adds("toy 1", "luck", 1));
                }
                let whole = Entry { lines, dice: faces.to_vec(), total: Some(*hit as i32), ..short.clone() };
                // Dice and hits together would tell of the grit.
                let hides = self.grit != [0, 0];
                listener.tell(if hides { whole.only_for(&[Side(seat as u8)], Some(short)) } else { whole });
            }
        }
        if self.fault == Fault::ListenerMatters && listener.hears() {
            dice.roll(6);
            state.points[0] += 1;
        }
        if hits[0] != hits[1] {
            let winner = Seat(u8::from(hits[1] > hits[0]));
            state.points[winner.0 as usize] = state.points[winner.0 as usize].saturating_add(1);
            if dice.roll(6) == 6 {
                state.agenda.push(Step::Press(winner));
            }
        }
    }

    fn end_round(&self, state: &mut State) {
        state.bids = [None, None];
        if self.fault != Fault::ListTooShort {
            state.heard.clear();
        }
        state.round = state.round.wrapping_add(1);
        if self.fault == Fault::SavesBadly {
            state.unsaved += 1;
        }
        if state.round > self.rounds && self.fault != Fault::Endless {
            state.over = true;
        } else {
            state.agenda.push(Step::Bidding);
        }
    }

    /// Deep in a chain of presses there is no pressing further: the agenda has an end.
    fn may_press_on(state: &State) -> bool {
        state.agenda.depth() < 9
    }
}

impl Rulebook for Toy {
    const NAME: &'static str = "toy";
    type State = State;
    type Decision = Decision;

    fn options() -> &'static [OptionSpec] {
        &[]
    }

    fn seats(&self) -> &[SeatCard] {
        &self.seats
    }

    fn start(&self, dice: &mut dyn Dice, listener: &mut dyn Listener) -> State {
        let mut state = State {
            round: 1,
            // The opening rolls a die: a windfall for the north.
            purse: [self.coins + dice.roll(2) - 1, self.coins],
            bids: [None, None],
            points: [0, 0],
            grit: self.grit.map(Some),
            agenda: Agenda::default(),
            over: false,
            unsaved: 0,
            heard: ArrayVec::new(),
            overflow: Overflow::default(),
        };
        state.agenda.push(Step::Bidding);
        self.advance(&mut state, dice, listener);
        state
    }

    fn awaiting(&self, state: &State) -> SeatSet {
        let known = |grit: &Option<u8>| grit.is_some();
        if self.fault == Fault::AskingTells && state.round == 2 && !state.grit.iter().all(known) {
            return SeatSet::one(Seat(0));
        }
        match state.agenda.top() {
            Some(Step::Bidding) => (0..2).map(Seat).filter(|seat| state.bids[seat.0 as usize].is_none()).collect(),
            Some(Step::Press(seat)) => SeatSet::one(seat),
            _ => SeatSet::EMPTY,
        }
    }

    fn ask(&self, state: &State, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        menu.clear();
        let mut question = Question::whole("none", "toy 0", 0);
        if !self.awaiting(state).contains(seat) {
            return question;
        }
        match state.agenda.top() {
            Some(Step::Press(_)) => {
                // It comes between the dice and the end of the round, and may be let pass.
                question.topic = "press";
                question = question.in_reaction(Reaction::Offered);
                menu.extend([Decision::Press(false), Decision::Press(true)]);
            }
            _ => {
                question.topic = "bid";
                let most = 3 - self.let_out(Fault::MenuTells, state, seat);
                menu.extend((0..=state.purse[seat.0 as usize].min(most)).map(Decision::Bid));
                // A menu that offers less than the judge allows leaves something to find off it.
                question.complete = false;
            }
        }
        match self.fault {
            Fault::EmptyMenu if state.round == 2 => menu.clear(),
            Fault::DefaultOffMenu => question.default = 9,
            Fault::OffersTwice => menu.extend_from_within(..1),
            _ => {}
        }
        question
    }

    fn judge(&self, state: &State, seat: Seat, decision: &Decision) -> Result<(), Refusal> {
        if !self.awaiting(state).contains(seat) && self.fault != Fault::OutOfTurn {
            return Err(Refusal::new("toy 0", "nobody asked"));
        }
        match (state.agenda.top(), decision) {
            (Some(Step::Bidding), Decision::Bid(2)) if self.fault == Fault::RefusesMenu => {
                Err(Refusal::new("toy 9", "two is not to my liking"))
            }
            (Some(Step::Bidding), Decision::Bid(_)) if self.fault == Fault::AcceptsAnything => Ok(()),
            (Some(Step::Bidding), Decision::Bid(coins))
                if *coins > 3 && self.let_out(Fault::JudgeTells, state, seat) > 0 =>
            {
                Err(Refusal::new("toy 8", "the other has grit"))
            }
            (Some(Step::Bidding), Decision::Bid(coins)) if *coins <= state.purse[seat.0 as usize & 1] => Ok(()),
            (Some(Step::Bidding), Decision::Bid(_)) => Err(Refusal::new("toy 2", "there are not so many coins")),
            (Some(Step::Press(_)), Decision::Press(_)) => Ok(()),
            _ => Err(Refusal::new("toy 0", "that is not what is asked")),
        }
    }

    fn play(
        &self,
        state: &mut State,
        seat: Seat,
        decision: Decision,
        dice: &mut dyn Dice,
        listener: &mut dyn Listener,
    ) {
        if self.fault == Fault::TakesNothing && decision == Decision::Bid(0) && state.round == 2 {
            return;
        }
        match decision {
            Decision::Bid(coins) => {
                assert!(self.fault != Fault::AcceptsAnything || coins <= state.purse[seat.0 as usize], "no such coins");
                state.bids[seat.0 as usize] = Some(coins);
                state.overflow.keep(&mut state.heard, seat.0);
                if self.fault == Fault::TellsBids {
                    listener.tell(Entry::event("toy 1", format!("seat {} bid {coins}", seat.0), &[]));
                }
            }
            Decision::Press(presses) => {
                state.agenda.pop();
                if presses {
                    match dice.roll(6) {
                        1 | 2 => state.points[seat.0 as usize] -= 1,
                        6 if Toy::may_press_on(state) => {
                            state.agenda.push_all(&[Step::Press(seat), Step::Spoils(seat)]);
                        }
                        _ => state.points[seat.0 as usize] += 1,
                    }
                }
            }
        }
        self.advance(state, dice, listener);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ends = state.over && self.fault != Fault::NoOutcome;
        let [north, south] = state.points;
        ends.then(|| Outcome {
            winner: (north != south).then_some(u8::from(south > north)),
            points: state.points.map(|points| points.max(0) as u32),
            words: "the bidding is over".into(),
        })
    }
}

impl Secrecy for Toy {
    fn redact(&self, state: &State, seat: Seat) -> State {
        let mut seen = state.clone();
        if state.agenda.top() == Some(Step::Bidding) && self.fault != Fault::ShowsBids {
            let other = 1 - seat.0 as usize;
            // That a bid has been made is seen; how high it is, is not.
            seen.bids[other] = seen.bids[other].map(|_| 0);
        }
        if self.fault == Fault::BlanksTwice && seen.grit[1 - usize::from(seat.0)].is_none() {
            seen.points = [0, 0];
        }
        seen.grit[1 - usize::from(seat.0)] = None;
        if self.fault == Fault::OnlookerHears && state.grit[usize::from(seat.0)].is_none() {
            // Blanked already for the other: the sum of it all slips out.
            seen.points[0] += state.grit.iter().flatten().sum::<u8>() as i8;
        }
        seen
    }

    fn imagine(&self, state: &State, seat: Seat, _dice: &mut dyn Dice) -> State {
        let other = 1 - usize::from(seat.0);
        let mut supposed = self.redact(state, seat);
        supposed.grit[other] = Some(TYPICAL_GRIT);
        match self.fault {
            Fault::OddsTell => supposed.grit = state.grit,
            Fault::ImaginesBadly => supposed.purse = [0, 0],
            _ => {}
        }
        supposed
    }

    fn sealed(&self, given: &State, now: &State, _seat: Seat, _decision: &Decision) -> bool {
        let bidding = |state: &State| state.agenda.top() == Some(Step::Bidding);
        self.fault != Fault::JournalTells && bidding(given) && bidding(now) && given.round == now.round
    }
}

impl Notation for Toy {
    fn notate(&self, decision: &Decision) -> String {
        match decision {
            Decision::Bid(3) if self.fault == Fault::BadNotation => "bid 1".into(),
            Decision::Bid(coins) => format!("bid {coins}"),
            Decision::Press(true) => "press yes".into(),
            Decision::Press(false) => "press no".into(),
        }
    }

    fn read(&self, text: &str) -> Result<Decision, String> {
        match text.split_once(' ') {
            Some(("bid", coins)) => coins.parse().map(Decision::Bid).map_err(|_| format!("`{coins}` coins")),
            Some(("press", "yes")) => Ok(Decision::Press(true)),
            Some(("press", "no")) => Ok(Decision::Press(false)),
            _ => Err(format!("`{text}` is neither a bid nor a press")),
        }
    }
}

impl Telling for Toy {
    fn describe(&self, state: &State, decision: &Decision) -> String {
        let tells = self.fault == Fault::AnswerTells && state.grit.contains(&None);
        format!("{}{}", self.notate(decision), if tells { "!" } else { "" })
    }

    fn put(&self, state: &State, seat: Seat, question: &Question) -> String {
        format!("{}{}?", question.topic, "!".repeat(self.let_out(Fault::QuestionTells, state, seat).into()))
    }

    fn clock(&self, state: &State) -> Clock {
        let tells = self.fault == Fault::ClockTells && state.grit.contains(&None);
        Clock::new(state.round, self.rounds, if tells { "bidding!" } else { "bidding" })
    }

    /// A bid is settled when the round is.
    fn settled(&self, before: &State, _decision: &Decision, now: &State) -> bool {
        now.round != before.round
    }

    fn effects(&self, before: &State, after: &State) -> Vec<Effect> {
        let mut effects = Vec::new();
        for (seat, card) in self.seats.iter().enumerate() {
            let change = after.points[seat] - before.points[seat];
            if change != 0 {
                effects.push(Effect {
                    subject: card.name.clone(),
                    what: format!("{change:+} points"),
                    body: Some(seat as u16),
                });
            }
            if after.purse[seat] > before.purse[seat] {
                effects.push(Effect {
                    subject: card.name.clone(),
                    what: "takes spoils".into(),
                    body: Some(seat as u16),
                });
            }
        }
        effects
    }
}

impl Picture for Toy {
    fn scene(&self, state: &State, seat: Option<Seat>) -> Scene {
        let grit = seat.map_or(0, |seat| self.let_out(Fault::SceneTells, state, seat));
        let style = |card: &SeatCard| SideStyle { name: card.name.clone(), colour: "#336699".into() };
        Scene {
            title: "A table between two captains".into(),
            subtitle: "!".repeat(usize::from(grit)),
            field: Field::Table(
                TableField {
                    width: 600.0,
                    height: 400.0,
                    ruler: 25.4,
                    ruler_name: "inch".into(),
                    areas: Vec::new(),
                    lines: Vec::new(),
                }
                .into(),
            ),
            sides: self.seats.iter().map(style).collect(),
            bodies: Vec::new(),
            zones: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A captain's bid and his grit, as far as they are known.
    fn facts(&self, state: &State, seat: Option<Seat>, body: Option<u16>) -> Vec<Fact> {
        let known = seat.map(|seat| self.redact(state, seat));
        let known = known.as_ref().filter(|_| self.fault != Fault::CardTells).unwrap_or(state);
        let mine = |captain: &usize| body.is_none_or(|body| usize::from(body) == *captain);
        let bid = |captain: usize| known.bids[captain].map(|coins| Fact::new("bid", format!("{captain} bids {coins}")));
        let grit = |captain: usize| known.grit[captain].map(|grit| Fact::new("grit", format!("{captain} has {grit}")));
        (0..2).filter(mine).flat_map(|captain| [bid(captain), grit(captain)]).flatten().collect()
    }

    /// A captain without coins has left the table.
    fn absent(&self, state: &State, seat: Option<Seat>) -> Vec<Absent> {
        let grit = seat.map_or(0, |seat| self.let_out(Fault::AbsenceTells, state, seat));
        let left = (0..2_u8).filter(|&captain| state.purse[usize::from(captain)] == 0);
        let absent = |captain: u8| Absent {
            body: captain.into(),
            key: self.seats[usize::from(captain)].key.clone(),
            name: self.seats[usize::from(captain)].name.clone(),
            side: captain,
            strength: "!".repeat(grit.into()),
            fate: "without coins".into(),
        };
        left.map(absent).collect()
    }

    fn overlays() -> &'static [OverlaySpec] {
        &[OverlaySpec { key: "purse", title: "Purse", rule: "toy 7" }]
    }

    fn overlay(&self, state: &State, seat: Option<Seat>, body: u16, _what: &str) -> Vec<Zone> {
        let tells = seat.map_or(0, |seat| self.let_out(Fault::OverlayTells, state, seat));
        vec![Zone::plain(format!("captain {body}{}", "!".repeat(tells.into())), Vec::new())]
    }

    fn roster(&self, state: &State, seat: Option<Seat>) -> Vec<Post> {
        let tells = seat.map_or(0, |seat| self.let_out(Fault::RosterTells, state, seat));
        let post = |(captain, card): (usize, &SeatCard)| Post {
            side: captain as u8,
            name: card.name.clone(),
            body: Some(captain as u16),
            unit: true,
            state: "!".repeat(tells.into()),
            ..Post::default()
        };
        self.seats.iter().enumerate().map(post).collect()
    }
}

impl Handling for Toy {
    fn mark(&self, state: &State, seat: Seat, _decision: &Decision) -> Mark {
        let cost = "!".repeat(self.let_out(Fault::MarkTells, state, seat).into());
        Mark { actor: Some(seat.0.into()), cost, ..Mark::default() }
    }

    /// A captain in the hand means a coin.
    fn aim(&self, state: &State, seat: Seat, aim: &Aim) -> Vec<Decision> {
        let more = self.let_out(Fault::AimTells, state, seat);
        if aim.body == Some(seat.0.into()) { vec![Decision::Bid(1 + more)] } else { Vec::new() }
    }

    /// Whoever may press on is on his way.
    fn stepping(&self, state: &State, seat: Seat) -> Option<Stepping> {
        let presses = state.agenda.top() == Some(Step::Press(seat));
        presses.then_some(Stepping { body: seat.0.into(), spent: 0, allowance: 1, share: 1 })
    }

    /// Captains go a step to the east each round.
    fn ghost(&self, state: &State, body: u16) -> Option<Ghost> {
        let seat = Seat(u8::try_from(body).ok().filter(|&body| body < 2)?);
        let north = f64::from(self.let_out(Fault::RouteTells, state, seat));
        Some(Ghost { body, at: [f64::from(state.round), north], facing: 0.0, parts: Vec::new() })
    }
}

impl Judgement for Toy {
    fn appraise(&self, state: &State, seat: Seat, decision: &Decision) -> i32 {
        let wary = i32::from(self.let_out(Fault::RankTells, state, seat));
        match decision {
            Decision::Bid(coins) => i32::from(*coins) - wary,
            Decision::Press(presses) => i32::from(*presses),
        }
    }
}

impl Soundness for Toy {
    fn depth(&self, state: &State) -> Option<[usize; 2]> {
        Some([state.agenda.deepest(), state.agenda.room()])
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        match () {
            () if self.fault == Fault::BrokenInvariant && state.round == 4 => Err("the fourth round".into()),
            () if state.round > self.rounds + 1 && self.fault != Fault::Endless => Err("too many rounds".into()),
            () => state.overflow.check(),
        }
    }
}
