//! Headings 34 to 37, 39 and 40: the Reaction test and what comes of it.
//!
//! [`Play::call_test`] notes a test for the end of the player turn, [`Play::test_at_once`] takes one now. [`rows`] is what it
//! adds up to, [`results`] what passing or failing brings, [`flight`] the moves of those who fall back, run or pursue.

mod flight;
mod results;
mod rows;
mod steps;

pub use results::{Fall, Tested};
pub use steps::{ReactChoice, ReactStep};
pub(crate) use steps::{compulsory_of, steps_of};

use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::measures::bw;
use crate::readings::{LimitLostRound, RouterTests, StoppedRetest};
use crate::state::{Activity, Loss, Place};
use crate::table::{Play, Table};
use field::table::{TOUCH, Um};
use kernel::{Entry, Listener, Reckoning};

/// How near the loss of friends is felt (SSS 34.5).
const ALARM: Um = bw(4);

/// What calls for a test in the reaction phase of the player turn (SSS 34.2, 34.3, 34.5). Fire that strikes once per base and
/// a lost round are read off the unit; they may be noted as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Trigger {
    /// 1+ unsaved hits per base from shooting (SSS 34.2).
    Shooting,
    /// Lost a round of melee (SSS 34.3).
    LostRound,
    /// Friends routed through it (SSS 34.5).
    RoutedThrough,
    /// Friends in sight were destroyed or dispersed within 4 BW (SSS 34.5).
    FriendsLost,
    /// Whatever else a chapter calls for.
    Other,
}

/// For what a test is taken: it decides which row and column count, and what is added besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// Wishes to charge that enemy (SSS 34.1).
    Charge(UnitId),
    /// Wishes to countercharge him.
    Countercharge(UnitId),
    /// Is charged by that enemy, and has declared for square or not (SSS 34.1, G86).
    Charged { by: UnitId, square: bool },
    /// Wishes to shoot at a charge on somebody else: failing forbids the shot and nothing more (SSS G13).
    Support,
    /// A charge shot to a halt (SSS 15.7).
    Stopped,
    /// Impetuous with an enemy in its charge range (SSS 34.6).
    Impulse,
    /// A leader was struck down near by, the Commander-in-Chief or another (SSS 6.9).
    LeaderLost { chief: bool },
    /// Hit by a naptha thrower (SSS 42.2c).
    Naptha,
    /// A flaming pig, a naptha grenade and whatever else calls for a plain test at once (SSS 42.1b, 42.3c).
    Fright,
    /// For all that happened in the player turn (SSS 1.8, G22).
    Due,
    /// To rally, in its own reaction phase (SSS 34.4, G60).
    Rally,
    /// Would rather not pursue: only pass or fail counts (SSS 27.9, G90).
    Stay,
}

impl Table<'_> {
    /// Has nerves to be tested: wagons, boats, couriers and pigs have none (SSS G69).
    pub(crate) fn has_nerves(self, id: UnitId) -> bool {
        let card = self.card(id);
        self.unit(id).place == Place::Table && !card.is_transport() && card.arm != crate::cards::Arm::FlamingPig
    }

    /// Whether anything in this player turn calls for a test in its reaction phase (SSS 34.2, 34.3, 34.5, G22); bases lost do not,
    /// whatever took them (SSS 34.7).
    pub fn test_is_due(self, id: UnitId) -> bool {
        if !self.has_nerves(id) || self.unit(id).broke {
            return false;
        }
        // SSS G22: by the other reading routers only rally.
        if self.is_routing(id) && self.rules.options.router_tests == RouterTests::RallyOnly {
            return false;
        }
        self.unit(id).triggers != 0 || self.was_shot_up(id) || self.lost_its_round(id)
    }

    /// Fire of 1+ unsaved hits per base that no test at once has answered (SSS 34.2, G78).
    fn was_shot_up(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let answered = match self.rules.options.stopped_retest {
            StoppedRetest::No => unit.hits_tested,
            StoppedRetest::Yes => 0,
        };
        self.hit_per_base(id, unit.hits_shooting.saturating_sub(answered))
    }

    /// SSS 34.3; by the other reading retiring at half strength takes the place of that test (SSS G79).
    fn lost_its_round(self, id: UnitId) -> bool {
        let excused = self.rules.options.limit_lost_round == LimitLostRound::NoTest && self.past_limit(id);
        self.unit(id).lost_melee && !excused
    }

    /// What a test on this occasion adds to the dice (SSS 35.1, 35.2).
    pub fn reaction_modifiers(self, id: UnitId, occasion: Occasion) -> i32 {
        let mut sum = Reckoning::new(&kernel::Silent);
        self.reckon_reaction(id, occasion, &mut sum);
        sum.total
    }

    /// Its charge was one of an earlier player turn.
    fn charged_before(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.activity == Activity::Charging && !unit.charged && self.charge_by(id).is_none()
    }

    /// What a unit counts as doing when it tests (SSS G21, G90).
    pub(crate) fn tests_as(self, id: UnitId, occasion: Occasion) -> Activity {
        match occasion {
            Occasion::Charge(_) | Occasion::Countercharge(_) | Occasion::Stopped => Activity::Charging,
            Occasion::Stay => self.stays_as(id),
            // SSS G71, G126: a charge counts in the player turn in which it is made, not in later rounds; one that came to
            // nothing has brought the unit nearer (SSS G21).
            _ if self.charged_before(id) && self.in_contact(id) => Activity::Static,
            _ if self.charged_before(id) => Activity::Advancing,
            _ => self.unit(id).activity,
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A test falls due in the reaction phase of this player turn: one for all triggers (SSS G22).
    pub fn call_test(&mut self, id: UnitId, trigger: Trigger) {
        self.unit_mut(id).this_turn.triggers |= 1 << trigger as u16;
    }

    /// Friends who see a unit destroyed or dispersed within 4 BW have to test; so have those who see it disintegrate or buried,
    /// but not those whom it leaves (SSS 34.5, G201).
    pub(crate) fn alarm_friends(&mut self, id: UnitId, loss: Loss) {
        // Pigs, wagons and the like are no troops.
        if loss == Loss::LeftTable || !self.table().has_nerves(id) {
            return;
        }
        let body = self.body(id);
        for ix in 0..self.state.units.len() as u8 {
            let friend = UnitId(ix);
            let table = self.table();
            let friends = friend != id && table.side(friend) == table.side(id) && table.has_nerves(friend);
            let reach = f64::from(ALARM) + TOUCH;
            if friends && table.body(friend).within(&body, reach) && table.in_view(friend, id) {
                self.call_test(friend, Trigger::FriendsLost);
            }
        }
    }

    /// A test now. Rout and Disperse happen at once; Halt, Retire and Retreat wait in `unit.pending` (SSS 39.1, P8.4). Tests to
    /// stay and to support change nothing but what they were taken for.
    pub fn test_at_once(&mut self, id: UnitId, occasion: Occasion) -> Tested {
        let tested = self.roll_reaction(id, occasion);
        self.apply_reaction_result(id, occasion, tested);
        tested
    }

    /// Two dice and all modifiers against the number of its class; double 6 passes, double 1 fails by one at least
    /// (SSS 35.1, 35.2, 35.3, 35.4, G23).
    fn roll_reaction(&mut self, id: UnitId, occasion: Occasion) -> Tested {
        if !self.table().has_nerves(id) {
            return Tested { margin: 0, passed: true, fall: Fall::None };
        }
        let mut sum = Reckoning::new(&*self.listener);
        self.table().reckon_reaction(id, occasion, &mut sum);
        let dice = self.two_d6();
        let total = sum.total + i32::from(dice[0]) + i32::from(dice[1]);
        let margin = total - self.table().card(id).class.passes_at();
        let passed = match dice {
            [6, 6] => true,
            [1, 1] => false,
            _ => margin >= 0,
        };
        let fall = if passed { Fall::None } else { self.table().falls(id, occasion, (-margin).max(1)) };
        let tested = Tested { margin, passed, fall };
        if self.listener.hears() {
            let entry = self.table().reaction_entry(id, sum, dice, total, tested);
            self.listener.tell(entry);
        }
        tested
    }

    /// A raw Reaction test: the dice alone against the number of its class (SSS 8.10).
    pub fn raw_reaction(&mut self, id: UnitId) -> bool {
        let dice = self.two_d6();
        let total = i32::from(dice[0]) + i32::from(dice[1]);
        let passed = total >= self.table().card(id).class.passes_at();
        if self.listener.hears() {
            let tested = Tested { margin: 0, passed, fall: Fall::None };
            let entry = self.table().reaction_entry(id, Reckoning::new(&kernel::Silent), dice, total, tested);
            self.listener.tell(Entry { rule: "SSS 8.10".into(), ..entry });
        }
        passed
    }
}

impl Table<'_> {
    fn reaction_entry(self, id: UnitId, sum: Reckoning, dice: [u8; 2], total: i32, tested: Tested) -> Entry {
        let (unit, number) = (Who::Unit(id), self.card(id).class.passes_at());
        let result = if tested.passed { told::KEEPS_ITS_NERVE } else { tested.fall.phrase() };
        Entry {
            lines: sum.lines,
            dice: dice.to_vec(),
            total: Some(total),
            result: self.said(result, &[unit]),
            ..self.entry("SSS 35.4", told::TESTS_REACTION, &[unit, Who::Count(number as u32)])
        }
    }
}
