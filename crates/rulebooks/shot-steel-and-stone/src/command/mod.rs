//! Headings 4 and 5: command radius, Leadership tests, blunders and top form.

mod risk;
mod steps;
mod succession;

pub use risk::Danger;
pub(crate) use risk::Exposed;
pub(crate) use steps::steps_of;
pub use steps::{CommandChoice, CommandStep};

use crate::cards::{LeaderId, Rating, UnitId};
use crate::face::told::{self, Who};
use crate::readings::{CincFailsFirst, HisUnits, UnhorsedBonus};
use crate::state::{Activity, Fate, Intent, Leadership, Place, Tested};
use crate::table::{Play, Table};
use field::table::Vec2;
use kernel::{Entry, Listener, Side};

/// Raw Leadership without a leader in range (SSS G51).
pub const LEADERLESS: i32 = 7;
/// A margin that earns a longer move (SSS 5.5).
const GOOD_MARGIN: i32 = 2;

impl Table<'_> {
    pub fn rating(self, id: LeaderId) -> Rating {
        self.leader_card(id).rating
    }

    /// Who commands the army: the one who began with it, or his successor (SSS G35).
    #[inline]
    pub fn chief(self, side: Side) -> Option<LeaderId> {
        self.leaders_of(side).find(|&id| self.leader(id).chief)
    }

    /// The leader to whose command a unit belongs, or who has taken that over (SSS 6.6, G35).
    pub fn own_leader(self, id: UnitId) -> Option<LeaderId> {
        self.in_place_of(self.card(id).leader?)
    }

    /// Where a leader is.
    pub fn place_of(self, id: LeaderId) -> Vec2 {
        let leader = self.leader(id);
        leader.attached.map_or(leader.at.vec(), |unit| self.body(unit).center())
    }

    /// Within a leader's command radius, to the closest point of the unit (SSS 4.1, 4.2, 4.3).
    pub fn in_radius(self, leader: LeaderId, id: UnitId) -> bool {
        let radius = self.rating(leader).radius(self.leader(leader).chief);
        self.body(id).distance_to_point(self.place_of(leader)) <= f64::from(radius) + field::table::TOUCH
    }

    /// On the table, and not beyond its edge with the unit he rides with.
    pub fn is_on_field(self, id: LeaderId) -> bool {
        self.plays_part(id) && self.leader(id).attached.is_none_or(|unit| self.unit(unit).place == Place::Table)
    }

    /// Fit, and on the table with nothing that keeps him from giving orders (SSS 6.5, 6.6).
    pub fn gives_orders(self, id: LeaderId) -> bool {
        self.leader(id).fate == Fate::Fit && self.is_on_field(id)
    }

    /// What a leader in range adds to a unit's Reaction test: the best of its own and the Commander-in-Chief, if it can see him,
    /// with no enemy between (SSS 5.8, 5.9, 5.10, 35.2, G23). Who is attached to routers or retreaters helps nobody else.
    pub fn leader_bonus(self, id: UnitId) -> i32 {
        let side = self.side(id);
        let helps = |leader: &LeaderId| {
            let attached = self.leader(*leader).attached;
            let with_runners = attached
                .is_some_and(|unit| matches!(self.unit(unit).activity, Activity::Routing | Activity::Retreating));
            let unhorsed = matches!(self.leader(*leader).fate, Fate::Unhorsed(_));
            let silent = unhorsed && self.rules.options.unhorsed_bonus == UnhorsedBonus::Lost;
            (!with_runners || attached == Some(id))
                && !silent
                && self.is_on_field(*leader)
                && self.in_radius(*leader, id)
                && self.reaches(*leader, id)
                && (!self.leader(*leader).chief || self.sees_leader(id, *leader))
        };
        // SSS 5.10, 39.8, G207: who has joined those who run helps them, whosever they are.
        let runs = matches!(self.unit(id).activity, Activity::Routing | Activity::Retreating);
        let joined = self.leaders_of(side).filter(|&leader| runs && self.leader(leader).attached == Some(id));
        let leaders = self.own_leader(id).into_iter().chain(self.chief(side)).chain(joined);
        leaders.filter(helps).map(|leader| self.rating(leader).bonus()).max().unwrap_or(0)
    }

    /// No enemy troops stand between a leader and a unit (SSS 35.2).
    fn reaches(self, leader: LeaderId, id: UnitId) -> bool {
        let from = self.place_of(leader);
        let to = self.body(id).nearest(from);
        self.enemies_of(id).all(|enemy| !self.body(enemy).is_cut(from, to, 0.0))
    }

    /// No ground hides the Commander-in-Chief from a unit; friends about him do not (SSS 5.9, G94).
    fn sees_leader(self, id: UnitId, leader: LeaderId) -> bool {
        let with = self.leader(leader).attached;
        with == Some(id) || self.sees_place(id, self.place_of(leader), with.and_then(|unit| self.garrisons(unit)))
    }

    /// What a raw Leadership test of a unit must not exceed (SSS 1.2b, G51, G89).
    pub fn raw_leadership(self, id: UnitId) -> i32 {
        let leaders = self.own_leader(id).into_iter().chain(self.chief(self.side(id)));
        let lost = self.rules.options.unhorsed_bonus == UnhorsedBonus::Lost;
        let able = |leader: &LeaderId| {
            self.is_on_field(*leader)
                && self.in_radius(*leader, id)
                && !(lost && matches!(self.leader(*leader).fate, Fate::Unhorsed(_)))
        };
        leaders.filter(able).map(|leader| self.rating(leader).factor()).max().unwrap_or(LEADERLESS)
    }

    /// Units whom a leader's roll touches (SSS 5.2 to 5.6, G83).
    fn touched_by(self, leader: LeaderId, penalty: bool, id: UnitId) -> bool {
        let unit = self.unit(id);
        let commanded = unit.led_by == Some(leader);
        let whole = penalty && self.rules.options.his_units == HisUnits::WholeCommand;
        unit.place == Place::Table
            && (commanded || (whole && unit.led_by.is_none() && self.own_leader(id) == Some(leader)))
    }
}

/// SSS 5.2, 5.5
fn moves(mounted: bool, for_mounted: i8, for_others: i8) -> i8 {
    if mounted { for_mounted } else { for_others }
}

impl<L: Listener> Play<'_, L> {
    /// A leader who issues orders rolls (SSS 5.1).
    pub(crate) fn leadership_test(&mut self, id: LeaderId) {
        let dice = self.two_d6();
        let roll = i32::from(dice[0]) + i32::from(dice[1]);
        let factor = self.table().rating(id).factor();
        let first = !self.state.player_turn.somebody_tested;
        self.state.player_turn.somebody_tested = true;
        // SSS 5.3, 5.6, G11: whatever the factor.
        let tested = match dice {
            [6, 6] => Tested::Blunder(self.d6()),
            [1, 1] => Tested::TopForm(self.d6()),
            _ if roll <= factor => Tested::Passed { margin: (factor - roll) as u8 },
            _ => Tested::Failed,
        };
        self.state.leaders[id.ix()].this_turn.tested = Some(tested);
        self.tell_leadership(id, dice, factor, tested);
        for ix in 0..self.state.units.len() as u8 {
            self.lead(id, UnitId(ix), tested, factor - roll);
        }
        let failed = matches!(tested, Tested::Failed | Tested::Blunder(_));
        if first && failed && self.table().is_army_chief_among_others(id) {
            self.chief_failed_first();
        }
    }

    /// What the roll brings to one unit.
    fn lead(&mut self, leader: LeaderId, id: UnitId, tested: Tested, margin: i32) {
        let penalty = matches!(tested, Tested::Failed | Tested::Blunder(_));
        if !self.table().touched_by(leader, penalty, id) {
            return;
        }
        let mounted = self.table().is_mounted(id);
        let unit = self.unit_mut(id);
        // SSS G50: new orders take the place of those it was still carrying out.
        if unit.this_turn.ordered && !unit.this_turn.sent {
            unit.destination = None;
        }
        let turn = &mut unit.this_turn;
        let before = turn.leadership;
        // SSS 1.3e, G68: a unit taken over from one who failed is read at -1, and what he rolled takes the place of that.
        let margin = margin - i32::from(turn.taken_over);
        turn.leadership = match tested {
            Tested::Blunder(line) => {
                let taken = if line == 1 { -2 } else { moves(mounted, -3, -2) };
                Leadership { moves: taken, blunder: line, top_form: 0 }
            }
            Tested::TopForm(line) => {
                let added = if line == 1 { 2 } else { moves(mounted, 3, 2) };
                Leadership { moves: added, blunder: 0, top_form: line }
            }
            _ if margin < 0 => Leadership { moves: moves(mounted, -2, -1), ..Leadership::default() },
            _ if margin >= GOOD_MARGIN => Leadership { moves: moves(mounted, 2, 1), ..Leadership::default() },
            _ => Leadership::default(),
        };
        // SSS G68: a blunder stays on the units for the turn; a bonus is added to it, a second failure costs nothing more.
        if turn.taken_over && before.blunder > 0 {
            let added = turn.leadership.moves.max(0);
            let top_form = turn.leadership.top_form;
            turn.leadership = Leadership { moves: before.moves + added, blunder: before.blunder, top_form };
        }
        // SSS G62: that order takes a leader who passes, for this unit.
        let obeyed = matches!(tested, Tested::TopForm(_)) || (!penalty && margin >= 0);
        unit.hold_to_last_man |= turn.intent == Intent::HoldToLastMan && obeyed;
        // SSS G95: countercharges are made in the enemy's turn.
        unit.no_countercharge |= unit.this_turn.leadership.forbids_charges();
    }

    fn tell_leadership(&mut self, id: LeaderId, dice: [u8; 2], factor: i32, tested: Tested) {
        if !self.listener.hears() {
            return;
        }
        let (rule, phrase, line) = match tested {
            Tested::Passed { margin } if i32::from(margin) >= GOOD_MARGIN => ("SSS 5.5", told::LEADER_OBEYED_WELL, 0),
            Tested::Passed { .. } => ("SSS 5.4", told::LEADER_PASSES, 0),
            Tested::Failed => ("SSS 5.2", told::LEADER_FAILS, 0),
            Tested::Blunder(line) => ("SSS 5.3", told::BLUNDERS, line),
            Tested::TopForm(line) => ("SSS 5.6", told::IN_TOP_FORM, line),
        };
        let mut thrown = dice.to_vec();
        thrown.extend((line > 0).then_some(line));
        let table = self.table();
        let entry = Entry {
            dice: thrown,
            result: table.said(phrase, &[Who::Leader(id), Who::Count(line.into()), Who::Words(line_words(tested))]),
            ..table.entry(rule, told::LEADERSHIP, &[Who::Leader(id), Who::Count(factor as u32)])
        };
        self.listener.tell(entry);
    }

    /// SSS 1.3c, G10
    fn chief_failed_first(&mut self) {
        let side = self.state.active;
        self.tell("SSS 1.3c", told::TURN_ENDS, &[Who::Side(side)]);
        match self.rules.options.cinc_fails_first {
            CincFailsFirst::TurnEnds => self.break_off_player_turn(side),
            CincFailsFirst::CompulsoryOnly => {
                self.break_off_player_turn(side);
                self.state.agenda.push_all(&crate::reaction::compulsory_of(side));
            }
            CincFailsFirst::OrdersEnd => {
                self.state.player_turn.orders_ended = true;
                self.state.done = self.table().seats_of(side).collect();
            }
        }
    }

    /// Leaders who have not tested give no orders: their units hold, those on their own initiative and those with orders in hand
    /// apart. Who holds may still reform, or change formation (SSS 32.4, G50).
    pub(crate) fn leaders_done(&mut self) {
        let side = self.state.active;
        let ended = self.state.player_turn.orders_ended;
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let unit = self.unit(id);
            if self.table().side(id) != side || unit.place != Place::Table {
                continue;
            }
            let led = unit.led_by.map(|leader| self.table().leader(leader).this_turn.tested.is_some());
            let unheard = led == Some(false);
            let free = unit.own_initiative || (unit.destination.is_some() && !unit.sent);
            let keeps = match unit.intent {
                Intent::Fight | Intent::Hold | Intent::Reform => true,
                Intent::Change => !ended,
                // It is given, or not: either way the unit holds.
                Intent::HoldToLastMan => false,
                _ => !ended && (!unheard || free),
            };
            let unit = self.unit_mut(id);
            if unheard && unit.this_turn.sent {
                unit.destination = None;
            }
            if !keeps {
                unit.this_turn.intent = Intent::Hold;
            }
        }
    }
}

impl Table<'_> {
    /// The Commander-in-Chief, where others command beside him (SSS 1.3c, 1.3d).
    fn is_army_chief_among_others(self, id: LeaderId) -> bool {
        let side = self.leader_card(id).side;
        self.leader(id).chief && self.leaders_of(side).any(|other| other != id && self.is_on_field(other))
    }
}

/// What the lines of the tables of blunders and of top form do, each with those before it (SSS T2, T3).
const fn line_words(tested: Tested) -> &'static str {
    match tested {
        Tested::Blunder(1) => "2 BW less",
        Tested::Blunder(2) => "3 BW less for mounted troops, 2 for others",
        Tested::Blunder(3) => "moves shorter by 2 or 3 BW, changes of formation take twice as long",
        Tested::Blunder(4) => "moves shorter by 2 or 3 BW, slow changes, no charges nor countercharges",
        Tested::Blunder(5) => "moves shorter by 2 or 3 BW, slow changes, no charges, -1 to shoot",
        Tested::Blunder(_) => "moves shorter by 2 or 3 BW, slow changes, no charges, -1 to shoot and to fight",
        Tested::TopForm(1) => "2 BW more",
        Tested::TopForm(2) => "3 BW more for mounted troops, 2 for others",
        Tested::TopForm(3) => "moves longer by 2 or 3 BW, changes of formation are free",
        Tested::TopForm(4) => "moves longer by 2 or 3 BW, changes are free, difficult ground takes nothing off",
        Tested::TopForm(5) => "moves longer by 2 or 3 BW, free changes, no difficult ground, +1 to shoot",
        Tested::TopForm(_) => "moves longer by 2 or 3 BW, free changes, no difficult ground, +1 to shoot and to fight",
        Tested::Passed { .. } | Tested::Failed => "",
    }
}
