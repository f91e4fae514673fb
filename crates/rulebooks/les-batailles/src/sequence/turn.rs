//! The turn: its segments in their fixed order (LB 7.0a), and the chits one after another.

use super::{Action, Chit, TurnStep};
use crate::agenda::{Phasing, Step};
use crate::face::told::{self, Who};
use crate::readings::TeamChits;
use crate::state::Segment;
use crate::table::Play;
use crate::{Third, artillery, assault, charges, command, fire, movement, reorganization};
use arrayvec::ArrayVec;
use kernel::{Entry, Listener, SeatSet, Side};

/// The segments of a turn (LB 7.0a).
pub const SEGMENTS: [Segment; 6] = [
    Segment::Command,
    Segment::Maneuver,
    Segment::Fire,
    Segment::Assault,
    Segment::Reorganization,
    Segment::Adjustment,
];

impl<L: Listener> Play<'_, L> {
    pub(super) fn work_turn(&mut self, step: TurnStep) {
        match step {
            TurnStep::Begins => self.turn_begins(SEGMENTS[0]),
            TurnStep::Segment(segment) => self.segment_begins(segment),
            TurnStep::FillCup => self.fill_cup(),
            TurnStep::Draw => self.draw(),
            TurnStep::Resolve(chit) => self.resolve(chit),
            TurnStep::ChitEnds => self.chit_ends(),
        }
    }

    /// A turn goes on from one of its segments: from the first, unless the battle file says otherwise.
    pub(crate) fn turn_begins(&mut self, from: Segment) {
        let turn = u32::from(self.state.turn);
        self.tell("LB 7.0a", told::sequence::TURN_BEGINS, &[Who::Count(turn), Who::Time]);
        for segment in SEGMENTS.into_iter().rev().filter(|&segment| segment >= from) {
            self.push(Step::Turn(TurnStep::Segment(segment)));
        }
    }

    /// What each segment consists of, chapter by chapter.
    fn segment_begins(&mut self, segment: Segment) {
        self.state.segment = segment;
        self.state.done = SeatSet::EMPTY;
        self.tell("LB 7.0a", told::sequence::SEGMENT_BEGINS, &[Who::Segment(segment)]);
        match segment {
            Segment::Command => {
                self.push(Step::Turn(TurnStep::FillCup));
                self.push_phasing(&command::segment());
                if self.rules.third(self.state.turn) == Third::OClock {
                    // LB 18.11.1.
                    self.push_phasing(&artillery::hour(self.state.first));
                }
            }
            Segment::Maneuver => {
                self.note_who_clears();
                // Whoever began the creation of Maneuver Units draws first (LB G3).
                self.state.drawer = self.state.first;
                self.push(Step::Turn(TurnStep::Draw));
            }
            Segment::Fire => self.push_phasing(&fire::segment()),
            Segment::Assault => self.push_phasing(&assault::segment()),
            Segment::Reorganization => self.push_phasing(&reorganization::segment()),
            Segment::Adjustment => self.turn_ends(),
        }
    }

    fn push_phasing(&mut self, steps: &Phasing) {
        self.state.agenda.push_all(steps);
    }

    /// The four Action chits are in the cup in every turn (LB 5.3.11a, 7.1.4a, 8.9a).
    fn fill_cup(&mut self) {
        for action in Action::ALL {
            self.state.cup.insert(Chit::Action(action));
        }
        if self.rules.options.team_chits == TeamChits::On {
            Side::BOTH.into_iter().for_each(|side| self.state.cup.insert_team(side));
        }
    }

    /// The sides draw in turn, at random, until the cup is empty; nothing is drawn before the activity of the last chit has
    /// ended (LB 7.2.1a, 7.2.1d, 7.2.1f).
    fn draw(&mut self) {
        if self.rules.options.team_chits == TeamChits::On {
            self.draw_for_teams();
            return;
        }
        let cup = self.state.cup;
        if cup.is_empty() {
            return;
        }
        let die = self.dice.roll(cup.len());
        let Some(chit) = cup.iter().nth(usize::from(die) - 1) else { return };
        let side = self.next_drawer();
        self.tell_draw(side, die, chit);
        self.push(Step::Turn(TurnStep::Draw));
        self.drawn(chit);
    }

    /// The side whose turn it is draws; the next chit is the other side's to draw.
    fn next_drawer(&mut self) -> Side {
        let side = self.state.drawer;
        self.state.drawer = side.other();
        side
    }

    fn drawn(&mut self, chit: Chit) {
        self.state.cup.remove(chit);
        self.state.agenda.push_all(&[Step::Turn(TurnStep::Resolve(chit)), Step::Turn(TurnStep::ChitEnds)]);
    }

    /// In team play a side has one chit in the cup. When it is drawn all its Maneuver Units are drawn from a second cup and move in that
    /// order (LB 8.4.1.1a, G39).
    fn draw_for_teams(&mut self) {
        let cup = self.state.cup;
        let actions = cup.actions().count();
        let faces = actions + cup.teams().count();
        if faces == 0 {
            return;
        }
        let die = self.dice.roll(faces as u8);
        let place = usize::from(die) - 1;
        let drawer = self.next_drawer();
        self.push(Step::Turn(TurnStep::Draw));
        if let Some(action) = cup.actions().nth(place) {
            self.tell_draw(drawer, die, Chit::Action(action));
            self.drawn(Chit::Action(action));
        } else if let Some(side) = cup.teams().nth(place.saturating_sub(actions)) {
            self.state.cup.remove_team(side);
            self.tell("LB 8.4.1.1a", told::sequence::TEAM_MOVES, &[Who::Side(side)]);
            self.draw_team(side);
        }
    }

    fn draw_team(&mut self, side: Side) {
        let ours = |chit: &Chit| match chit {
            Chit::Mu(mu) => self.table().mu(*mu).is_some_and(|mu| mu.side == side),
            Chit::Action(_) => false,
        };
        let mut second: ArrayVec<Chit, { crate::cards::MOST_MUS }> = self.state.cup.iter().filter(ours).collect();
        let mut order: ArrayVec<Chit, { crate::cards::MOST_MUS }> = ArrayVec::new();
        while !second.is_empty() {
            let die = if second.len() == 1 { 1 } else { self.dice.roll(second.len() as u8) };
            order.push(second.remove(usize::from(die) - 1));
        }
        for &chit in order.iter().rev() {
            self.drawn(chit);
        }
    }

    /// A Maneuver Unit moves, then its charges are run and fought out; an Action chit is carried out at once
    /// (LB 7.2.1b, 7.2.1c, 7.2.2a). Nothing else moves before that has ended (LB 8.4a).
    fn resolve(&mut self, chit: Chit) {
        let side = self.state.drawer.other();
        self.state.chit = Some(chit);
        self.state.done = SeatSet::EMPTY;
        self.push_phasing(&charges::after_chit(chit));
        match chit {
            Chit::Mu(mu) => {
                self.push_phasing(&command::column_comes_up(mu));
                self.push_phasing(&movement::maneuver(mu));
            }
            Chit::Action(Action::Leader) => self.push_phasing(&command::leader_chit(side)),
            Chit::Action(Action::Regroup) => self.push_phasing(&command::regroup_chit(side)),
            Chit::Action(Action::Artillery) => self.push_phasing(&artillery::artillery_chit(side)),
            Chit::Action(Action::Reinforcement) => self.push_phasing(&command::reinforcement_chit(side)),
        }
        self.push_phasing(&command::chit_drawn(chit));
    }

    /// All activity of the chit has ended; nobody is active any more (LB 7.2.1d, G40).
    fn chit_ends(&mut self) {
        self.state.chit = None;
        self.nobody_acts();
    }

    /// The dice decide between the sides (LB 1.0b): 1 to 3 the first, 4 to 6 the other.
    pub(crate) fn toss(&mut self, rule: &'static str) -> Side {
        let die = self.die();
        let side = if die <= 3 { Side::FIRST } else { Side::FIRST.other() };
        if self.listener.hears() {
            let entry =
                Entry { dice: vec![die], ..self.table().entry(rule, told::sequence::WINS_TOSS, &[Who::Side(side)]) };
            self.listener.tell(entry);
        }
        side
    }

    /// The recorder goes on; after the last turn the winner is found (LB 7.6a).
    fn turn_ends(&mut self) {
        if self.state.turn >= self.rules.turns {
            self.battle_ends();
            return;
        }
        self.state.turn += 1;
        self.forget_marches();
        self.state.forget_turn();
    }
}
