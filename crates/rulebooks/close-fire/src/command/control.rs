//! Who is under control, who conforms, and the Control Test (CF 6.23 to 6.35, T5, G19, G20).

use super::{CommandChoice, CommandStep, Sign, refuse};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::measures::{QUARTER, REACH};
use crate::readings::{ConformChain, ControlSign};
use crate::state::{Control, Moved, Place, Standing, Verdict};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::turn;
use kernel::{Entry, Listener, ReckoningLine, Refusal, Seat, Side};

/// Units that a unit may conform to, and whether it stands behind them.
type Leads = ArrayVec<(UnitId, bool), 12>;

/// The ± modifiers of a Control Test that a unit has: for a leader with it, for guns and grades A and B (CF 6.32).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Signs {
    pub leader: bool,
    pub elite: bool,
}

impl Signs {
    fn any(self) -> bool {
        self.leader || self.elite
    }

    /// Every way to use them, none at all first.
    fn all(self) -> impl Iterator<Item = [Sign; 2]> {
        const SIGNS: [Sign; 3] = [Sign::None, Sign::Plus, Sign::Minus];
        let of = |has: bool| SIGNS.into_iter().filter(move |&sign| has || sign == Sign::None);
        of(self.leader).flat_map(move |leader| of(self.elite).map(move |elite| [leader, elite]))
    }
}

impl<'a> Table<'a> {
    // --- Who has something to say or to roll

    /// Takes no part in control: guns that were left obey nobody, and nobody is behind a dummy.
    fn is_commanded(self, id: UnitId) -> bool {
        (self.is_crewed(id) || !self.is_gun(id)) && self.unit(id).control == Control::None
    }

    /// Runs, pursues or loots: it tests if it is to stop (CF 6.31).
    fn runs_wild(self, id: UnitId) -> bool {
        matches!(self.unit(id).standing, Standing::Routing | Standing::Pursuing | Standing::Looting)
    }

    /// Side by side in one line: in base contact, looking the same way more or less, and neither behind the other (CF 6.28, 10.2, G155).
    fn is_beside(self, one: UnitId, other: UnitId) -> bool {
        let alike = turn(self.unit(one).pose.facing, self.unit(other).pose.facing).abs() <= QUARTER;
        let loose = self.is_unformed(one) || self.is_unformed(other);
        let behind = self.share_behind(one, other) > 0.5 || self.share_behind(other, one) > 0.5;
        self.touches(one, other) && (alike || loose) && !behind
    }

    /// The units that a unit may conform to: those of its brigade beside it in one line that are under control, or conform
    /// themselves, and those that it stands straight behind, up to 60 yds (CF 6.28, 6.29, G19).
    pub(crate) fn leads_for(self, id: UnitId) -> Leads {
        let mut leads = Leads::new();
        let unit = self.unit(id);
        let Some(brigade) = self.brigade_of(id) else { return leads };
        if unit.standing != Standing::Steady || unit.charged_in_vain {
            return leads;
        }
        // Those on the map among themselves, or by those on the table (CF G68).
        let there = |lead: UnitId| match unit.place {
            Place::Mapped => self.is_at_hand(lead),
            _ => self.unit(lead).place == Place::Table,
        };
        let mates = self.all().filter(|&lead| self.brigade_of(lead) == Some(brigade) && there(lead));
        for lead in mates.filter(|&lead| lead != id) {
            let (control, steady) = (self.unit(lead).control, self.unit(lead).standing == Standing::Steady);
            let led = steady && matches!(control, Control::By(_) | Control::Attached(_));
            let chained = self.rules.options.conform_chain == ConformChain::On
                && matches!(control, Control::Conforms { behind: false, .. });
            if (led || chained) && self.is_beside(id, lead) {
                self.state.overflow.keep(&mut leads, (lead, false));
            } else if led && self.is_within(id, lead, REACH) && self.share_behind(id, lead) > 0.5 {
                self.state.overflow.keep(&mut leads, (lead, true));
            }
        }
        leads
    }

    /// The next unit whose owner has a choice: to conform or to test, to let it run on or to test (CF 6.30, 6.31).
    pub(crate) fn next_to_choose(self, side: Side) -> Option<UnitId> {
        let choose = |id: &UnitId| {
            let own = self.is_commanded(*id);
            own && if self.runs_wild(*id) { self.is_controlled_now(*id) } else { !self.leads_for(*id).is_empty() }
        };
        self.at_hand(side).into_iter().find(choose)
    }

    /// The next unit that has to test: not under control, or failed in its charge last turn (CF 6.26, 6.31).
    pub(super) fn next_to_test(self, side: Side) -> Option<UnitId> {
        self.at_hand(side).into_iter().find(|&id| self.is_commanded(id))
    }

    pub(super) fn offer_control(self, id: UnitId, menu: &mut Vec<Decision>) {
        if self.runs_wild(id) {
            menu.push(Decision::Command(CommandChoice::RunOn(id)));
        }
        for (to, _) in self.leads_for(id) {
            menu.push(Decision::Command(CommandChoice::Conform { unit: id, to }));
        }
        menu.push(Decision::Command(CommandChoice::Test(id)));
    }

    pub(super) fn judge_control(self, seat: Seat, side: Side, choice: CommandChoice) -> Result<(), Refusal> {
        let (CommandChoice::RunOn(unit) | CommandChoice::Conform { unit, .. } | CommandChoice::Test(unit)) = choice
        else {
            return Err(self.out_of_turn());
        };
        self.owns(seat, unit)?;
        if self.next_to_choose(side) != Some(unit) {
            return Err(self.out_of_turn());
        }
        match choice {
            CommandChoice::RunOn(_) if !self.runs_wild(unit) => refuse("CF 6.31", "it does not run"),
            CommandChoice::Conform { to, .. } if !self.leads_for(unit).iter().any(|(lead, _)| *lead == to) => {
                refuse("CF 6.28", "it conforms to a unit of its brigade under control, beside it or before it")
            }
            _ => Ok(()),
        }
    }

    // --- The test

    /// The ± modifiers that a unit's owner may use (CF 6.32).
    pub(crate) fn signs_of(self, id: UnitId) -> Signs {
        let leader = self.attached_controller(id).is_some();
        Signs { leader, elite: self.is_gun(id) || self.unit(id).grade.is_elite() }
    }

    /// Routing, pursuing, or charging in vain: one more on the die, and nothing but to go on for a bad result (CF 6.32, T5).
    fn is_carried_away(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        matches!(unit.standing, Standing::Routing | Standing::Pursuing) || unit.charged_in_vain
    }

    /// What a score comes to (CF 6.33, 6.34, 6.35, T5). Who did not move last turn has no move to repeat and halts (CF G20).
    fn verdict(self, id: UnitId, score: i32) -> Verdict {
        let unit = self.unit(id);
        let goes_on = self.is_carried_away(id) || unit.standing == Standing::Looting;
        let stood =
            matches!(unit.last_turn.moved, Moved::Stood | Moved::Otherwise) && unit.standing == Standing::Steady;
        match score {
            3 | 4 => Verdict::AsWished,
            _ if goes_on => Verdict::Continue,
            ..=2 => Verdict::Halt,
            _ if stood => Verdict::Halt,
            _ => Verdict::RepeatLastMove,
        }
    }

    fn score(self, id: UnitId, die: u8, [leader, elite]: [Sign; 2]) -> i32 {
        i32::from(die) + i32::from(self.is_carried_away(id)) + leader.value() + elite.value()
    }

    /// What the signs can make of a die, each by the fewest of them.
    fn choices_of(self, id: UnitId, die: u8) -> ArrayVec<([Sign; 2], Verdict), 4> {
        let mut found: ArrayVec<([Sign; 2], Verdict), 4> = ArrayVec::new();
        let mut all: ArrayVec<[Sign; 2], 9> = self.signs_of(id).all().collect();
        all.sort_by_key(|signs| signs.iter().filter(|&&sign| sign != Sign::None).count());
        for signs in all {
            let verdict = self.verdict(id, self.score(id, die, signs));
            if found.iter().all(|(_, known)| *known != verdict) {
                self.state.overflow.keep(&mut found, (signs, verdict));
            }
        }
        found
    }

    /// Signs worth choosing: one for each result where the die is known, all of them before it falls (CF G20).
    pub(super) fn offer_signs(self, id: UnitId, die: u8, menu: &mut Vec<Decision>) {
        let mut offer = |[leader, elite]: [Sign; 2]| {
            menu.push(Decision::Command(CommandChoice::Signs { unit: id, leader, elite }));
        };
        match die {
            0 => self.signs_of(id).all().for_each(offer),
            die => self.choices_of(id, die).into_iter().for_each(|(signs, _)| offer(signs)),
        }
    }

    pub(super) fn judge_signs(self, id: UnitId, leader: Sign, elite: Sign) -> Result<(), Refusal> {
        let has = self.signs_of(id);
        if leader != Sign::None && !has.leader {
            return refuse("CF 6.32", "no leader is attached to it");
        }
        if elite != Sign::None && !has.elite {
            return refuse("CF 6.32", "that is for guns and grades A and B");
        }
        Ok(())
    }

    /// What a Control Test of a unit comes to with that die and those signs, for menus.
    pub(crate) fn verdict_with(self, id: UnitId, die: u8, signs: [Sign; 2]) -> Option<Verdict> {
        (die > 0).then(|| self.verdict(id, self.score(id, die, signs)))
    }
}

impl<L: Listener> Play<'_, L> {
    /// All leaders have acted: control is judged, and holds for the turn (CF 6.26, G19). Units that have to test whatever their
    /// control, or that may wish to, wait for it (CF 6.31).
    pub(super) fn judge_who_is_controlled(&mut self, side: Side) {
        for id in self.table().at_hand(side) {
            let table = self.table();
            if !table.is_commanded(id) || table.runs_wild(id) || table.unit(id).charged_in_vain {
                continue;
            }
            let control = table.control_now(id);
            self.unit_mut(id).this_turn.control = control;
        }
    }

    pub(super) fn conform_to(&mut self, id: UnitId, to: UnitId) {
        let behind = self.table().leads_for(id).iter().any(|&(lead, behind)| lead == to && behind);
        self.unit_mut(id).this_turn.control = Control::Conforms { to, behind };
        let rule = if behind { "CF 6.29" } else { "CF 6.28" };
        self.tell(rule, told::CONFORMS, &[Who::Unit(id), Who::Unit(to)]);
    }

    /// Nobody calls it back: under control as it is, it runs on (CF 6.31).
    pub(super) fn run_on_untested(&mut self, id: UnitId) {
        let control = self.table().control_now(id);
        self.unit_mut(id).this_turn.control = control;
    }

    /// A unit takes its Control Test; its owner chooses the signs of what is ± when the die has fallen, or before (CF 6.32, G20).
    pub(super) fn begin_test(&mut self, id: UnitId) {
        let signs = self.table().signs_of(id);
        if signs.any() && self.rules.options.control_sign == ControlSign::BeforeDie {
            self.state.agenda.push(Step::Command(CommandStep::Signs { unit: id, die: 0 }));
            return;
        }
        let die = self.d6();
        if self.table().choices_of(id, die).len() > 1 {
            self.state.agenda.push(Step::Command(CommandStep::Signs { unit: id, die }));
        } else {
            self.end_test(id, die, [Sign::None; 2]);
        }
    }

    pub(super) fn choose_signs(&mut self, id: UnitId, die: u8, signs: [Sign; 2]) {
        let die = if die == 0 { self.d6() } else { die };
        self.end_test(id, die, signs);
    }

    fn end_test(&mut self, id: UnitId, die: u8, signs: [Sign; 2]) {
        let table = self.table();
        let score = table.score(id, die, signs);
        let verdict = table.verdict(id, score);
        self.tell_test(id, die, signs, verdict);
        let unit = self.unit_mut(id);
        unit.this_turn.control = Control::Tested(verdict);
        if verdict != Verdict::AsWished {
            return;
        }
        if unit.standing == Standing::Looting {
            unit.standing = Standing::Steady;
        }
        if unit.charged_in_vain {
            // It need not charge again, and is its leader's as if nothing had been (CF 6.34, 14.13, G156).
            unit.charged_in_vain = false;
            let control = self.table().control_now(id);
            if control != Control::None {
                self.unit_mut(id).this_turn.control = control;
            }
        }
    }

    fn tell_test(&mut self, id: UnitId, die: u8, [leader, elite]: [Sign; 2], verdict: Verdict) {
        if !self.listener.hears() {
            return;
        }
        let table = self.table();
        let mut lines = vec![ReckoningLine::adds("CF 6.32", "the die", i32::from(die))];
        if table.is_carried_away(id) {
            lines.push(ReckoningLine::adds("CF 6.32", "routing, pursuing or charging", 1));
        }
        for (sign, what) in [(leader, "a leader is attached"), (elite, "guns, or grade A or B")] {
            if sign != Sign::None {
                lines.push(ReckoningLine::adds("CF 6.32", what, sign.value()));
            }
        }
        let (rule, phrase) = match verdict {
            // It has no move to repeat.
            Verdict::Halt if table.score(id, die, [leader, elite]) > 2 => ("CF G20", told::HAS_TO_HALT),
            Verdict::Halt => ("CF 6.33", told::HAS_TO_HALT),
            Verdict::AsWished => ("CF 6.34", told::ACTS_AS_WISHED),
            Verdict::RepeatLastMove => ("CF 6.35", told::REPEATS_MOVE),
            Verdict::Continue => ("CF 6.35", told::GOES_ON),
        };
        let entry = Entry {
            dice: vec![die],
            total: Some(table.score(id, die, [leader, elite])),
            result: table.said(phrase, &[Who::Unit(id)]),
            lines,
            ..table.entry(rule, told::CONTROL_TEST, &[Who::Unit(id)])
        };
        self.listener.tell(entry);
    }
}
