//! Heading 6: what becomes of leaders where men fall.
//!
//! Who stands where is looked at before the hits tell, so that those who ride with a unit that is wiped out are in danger too.

use crate::agenda::Step;
use crate::cards::{LeaderId, Leaders, UnitId};
use crate::command::CommandStep;
use crate::face::told::{self, Who};
use crate::measures::{BW, bw};
use crate::reaction::Occasion;
use crate::state::{Activity, Fate, Intent, Place, Stage};
use crate::table::{Play, Table};
use field::table::TOUCH;
use kernel::{Entry, Listener, Phrase, ReckoningLine, Side};
use std::sync::atomic::Ordering;

/// What struck the men about a leader (SSS T4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Danger {
    Shooting {
        roundshot: bool,
    },
    /// A round of melee that was lost.
    Melee {
        infantry: bool,
    },
}

impl Danger {
    /// A 5 counts as a 6 if it was roundshot or infantry (SSS 6.2, 6.4).
    const fn worse(self) -> bool {
        matches!(self, Danger::Shooting { roundshot: true } | Danger::Melee { infantry: true })
    }

    const fn rule(self) -> &'static str {
        match self {
            Danger::Shooting { .. } => "SSS 6.1",
            Danger::Melee { .. } => "SSS 6.3",
        }
    }
}

/// What comes of the die (SSS T4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mischance {
    Unharmed,
    Unhorsed,
    Wounded,
    Captured,
    Calamity,
}

impl Mischance {
    const fn of(die: u8, danger: Danger) -> Mischance {
        match die {
            1 | 2 => Mischance::Unharmed,
            3 | 4 => Mischance::Unhorsed,
            5 if !danger.worse() => match danger {
                Danger::Shooting { .. } => Mischance::Wounded,
                Danger::Melee { .. } => Mischance::Captured,
            },
            _ => Mischance::Calamity,
        }
    }

    const fn phrase(self) -> Phrase {
        match self {
            Mischance::Unharmed => told::LEADER_UNHARMED,
            Mischance::Unhorsed => told::LEADER_UNHORSED,
            Mischance::Wounded => told::LEADER_WOUNDED,
            Mischance::Captured => told::LEADER_CAPTURED,
            Mischance::Calamity => told::LEADER_LOST,
        }
    }
}

/// A unit as it goes into a round of melee: who is about it, and the bases that its hits are counted against.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exposed {
    pub unit: UnitId,
    pub about: Leaders,
    pub bases: u8,
    /// Unsaved hits from shooting that it had taken before in the player turn.
    pub shot: u8,
}

/// How far a calamity is felt (SSS 6.9).
const FELT: i32 = bw(5);

impl Table<'_> {
    /// Leaders attached to a unit or within 1 BW of it (SSS 6.1, 6.3).
    pub(crate) fn leaders_about(self, id: UnitId) -> Leaders {
        let near = |leader: &LeaderId| {
            let attached = self.leader(*leader).attached;
            let reach = f64::from(BW) + TOUCH;
            self.is_on_field(*leader)
                && (attached == Some(id) || self.body(id).distance_to_point(self.place_of(*leader)) <= reach)
        };
        self.leaders_of(self.side(id)).filter(near).collect()
    }

    pub(crate) fn exposed(self, unit: UnitId) -> Exposed {
        let bases = self.counted(unit, self.unit(unit).bases);
        Exposed { unit, about: self.leaders_about(unit), bases, shot: self.unit(unit).hits_shooting }
    }

    /// Units that feel the loss of a leader who fell there (SSS 6.9).
    fn feels_loss(self, side: Side, leader: LeaderId) -> impl Iterator<Item = UnitId> {
        let at = self.place_of(leader);
        let near = move |id: &UnitId| self.body(*id).distance_to_point(at) <= f64::from(FELT) + TOUCH;
        self.of_side(side).filter(move |id| self.has_nerves(*id)).filter(near)
    }
}

impl<L: Listener> Play<'_, L> {
    /// A die for each of these leaders (SSS 6.1, 6.3, T4).
    pub(crate) fn risk_leaders(&mut self, leaders: Leaders, danger: Danger) {
        for id in leaders.iter() {
            if matches!(self.table().leader(id).fate, Fate::Fit | Fate::Unhorsed(_)) {
                self.risk_leader(id, danger);
            }
        }
    }

    fn risk_leader(&mut self, id: LeaderId, danger: Danger) {
        let die = self.d6();
        let mischance = Mischance::of(die, danger);
        let moves = match mischance {
            Mischance::Wounded => self.d6(),
            Mischance::Calamity => self.d3(),
            Mischance::Unhorsed => 1,
            _ => 0,
        };
        self.tell_risk(id, danger, die, mischance, moves);
        // SSS G2, G89: own player turns are counted, and the one under way is none of them.
        let side = self.table().leader_card(id).side;
        let moves = moves + u8::from(self.state.active == side);
        match mischance {
            Mischance::Unharmed => {}
            Mischance::Unhorsed => self.state.leaders[id.ix()].fate = Fate::Unhorsed(moves),
            Mischance::Wounded => self.falls_out(id, Fate::Wounded(moves)),
            Mischance::Captured => self.falls_out(id, Fate::Captured),
            Mischance::Calamity => {
                self.alarms_friends_of(id, side);
                self.falls_out(id, Fate::Lost { delay: moves });
            }
        }
    }

    fn tell_risk(&mut self, id: LeaderId, danger: Danger, die: u8, mischance: Mischance, moves: u8) {
        if !self.listener.hears() {
            return;
        }
        let table = self.table();
        let mut lines = Vec::new();
        if die == 5 && danger.worse() {
            let (rule, text) = match danger {
                Danger::Shooting { .. } => ("SSS 6.2", "roundshot: 5 counts as 6"),
                Danger::Melee { .. } => ("SSS 6.4", "infantry: 5 counts as 6"),
            };
            lines.push(ReckoningLine::adds(rule, text, 1));
        }
        let entry = Entry {
            lines,
            dice: vec![die],
            result: table.said(mischance.phrase(), &[Who::Leader(id), Who::Count(moves.into())]),
            ..table.entry(danger.rule(), told::LEADER_AT_RISK, &[Who::Leader(id)])
        };
        self.listener.tell(entry);
    }

    /// A leader plays no part any more, for a while or for good; somebody takes over (SSS 6.6, 6.8, G35, G36).
    pub(crate) fn falls_out(&mut self, id: LeaderId, fate: Fate) {
        let at = self.table().place_of(id).round();
        let him = &mut self.state.leaders[id.ix()];
        (him.fate, him.at, him.attached, him.bound, him.heir) = (fate, at, None, false, None);
        self.acknowledge_chiefs();
        let side = self.table().leader_card(id).side;
        self.state.agenda.push(Step::Command(CommandStep::Succession(side)));
    }

    /// Every friendly unit within 5 BW is to test at once: as soon as the shot, the charge or the melee that struck him is over
    /// (SSS 6.9, G92).
    fn alarms_friends_of(&mut self, id: LeaderId, side: Side) {
        let chief = self.table().leader(id).chief;
        for ix in 0..self.state.units.len() as u8 {
            let unit = UnitId(ix);
            if self.table().feels_loss(side, id).any(|one| one == unit) {
                self.unit_mut(unit).this_turn.shaken[usize::from(chief)] += 1;
            }
        }
        self.state.agenda.push(Step::Command(CommandStep::Shaken(side)));
    }

    /// The next unit that a leader's fall has shaken tests; the step comes back until there is none (SSS 6.9).
    pub(super) fn next_shaken(&mut self, side: Side) {
        let table = self.table();
        let Some(id) = table.of_side(side).find(|&id| table.unit(id).shaken != [0, 0]) else { return };
        self.state.agenda.push(Step::Command(CommandStep::Shaken(side)));
        let chief = self.unit(id).shaken[1] > 0;
        self.unit_mut(id).this_turn.shaken[usize::from(chief)] -= 1;
        let tested = self.test_at_once(id, Occasion::LeaderLost { chief });
        if !tested.passed {
            self.charge_dies_away(id);
        }
    }

    /// Whoever has lost his nerve since does not run the charge he was about to make.
    fn charge_dies_away(&mut self, id: UnitId) {
        let mut waits = self.state.charges.iter_mut().filter(|charge| charge.charger == id);
        let Some(charge) = waits.find(|charge| charge.stage == Stage::Goes) else { return };
        charge.stage = Stage::Stays;
        if self.unit(id).place == Place::Table {
            let unit = self.unit_mut(id);
            unit.this_turn.intent = Intent::Hold;
            if unit.activity == Activity::Charging {
                unit.activity = Activity::Static;
            }
        }
    }

    /// Unsaved hits come to one for each base: leaders about it are at risk (SSS 6.1), once in a player turn, when that is
    /// reached (SSS G91).
    pub(crate) fn risk_under_fire(&mut self, id: UnitId, about: Leaders, before: u8, roundshot: bool) {
        let now = self.unit(id).hits_shooting;
        if !self.table().hit_per_base(id, before) && self.table().hit_per_base(id, now) {
            self.risk_leaders(about, Danger::Shooting { roundshot });
        }
    }

    /// A round is over: leaders about a unit are at risk if it lost that with one hit for each base it had before (SSS 6.3), else
    /// if point blank fire has brought the hits from shooting to one a base (SSS 6.1, G206).
    pub(crate) fn risk_of_round(&mut self, exposed: Exposed, lost: bool) {
        let hits = self.unit(exposed.unit).hits_melee;
        if lost && exposed.bases > 0 && hits >= exposed.bases {
            self.risk_in_melee(exposed, hits);
        } else {
            self.risk_under_fire(exposed.unit, exposed.about, exposed.shot, false);
        }
    }

    /// A unit has lost a round: leaders about it are at risk if it took one hit for each base it had before that (SSS 6.3).
    pub(crate) fn risk_in_melee(&mut self, exposed: Exposed, hits: u8) {
        let infantry = self.unit(exposed.unit).hit_by_foot;
        if exposed.bases > 0 && hits >= exposed.bases {
            self.risk_leaders(exposed.about, Danger::Melee { infantry });
        }
    }

    // --- Leaders on their own

    /// Enemies within 1 BW of a leader who is with nobody: he makes for the nearest friends, or is taken (SSS G67).
    pub(crate) fn leaders_make_off(&mut self) {
        let stamp = self.table().leaders_stamp().map(|stamp| stamp.0 | 1);
        // Where all stand as they did when nobody had to.
        let safe = &self.state.kept.room().safe;
        if stamp == Some(safe.load(Ordering::Relaxed)) {
            return;
        }
        let table = self.table();
        if !table.all_leaders().any(|id| table.is_run_down(id)) {
            safe.store(stamp.unwrap_or_default(), Ordering::Relaxed);
            return;
        }
        for ix in 0..self.state.leaders.len() as u8 {
            let id = LeaderId(ix);
            if self.table().is_run_down(id) {
                self.makes_off(id);
            }
        }
    }

    fn makes_off(&mut self, id: LeaderId) {
        match self.table().refuge_of(id) {
            Some(unit) => {
                let at = self.table().body(unit).nearest(self.table().place_of(id)).round();
                let him = &mut self.state.leaders[id.ix()];
                (him.at, him.attached) = (at, Some(unit));
                self.tell("SSS G67", told::MAKES_OFF, &[Who::Leader(id), Who::Unit(unit)]);
            }
            None => {
                self.tell("SSS G67", told::LEADER_TAKEN, &[Who::Leader(id)]);
                self.falls_out(id, Fate::Captured);
            }
        }
    }
}

impl Table<'_> {
    /// On his own, with an enemy within 1 BW of him (SSS G67).
    fn is_run_down(self, id: LeaderId) -> bool {
        let leader = self.leader(id);
        if leader.attached.is_some() || !matches!(leader.fate, Fate::Fit | Fate::Unhorsed(_)) {
            return false;
        }
        let at = leader.at.vec();
        let near = |enemy: UnitId| {
            let body = self.body(enemy);
            let gap = f64::from(BW) - TOUCH;
            body.center().distance(at) < body.radius() + gap && body.distance_to_point(at) < gap
        };
        self.of_side(self.leader_card(id).side.other()).any(|enemy| self.has_nerves(enemy) && near(enemy))
    }

    /// The nearest friendly unit that he can reach: up to 10 BW, without a horse the ranks he stands beside (SSS G67, G93).
    fn refuge_of(self, id: LeaderId) -> Option<UnitId> {
        let leader = self.leader(id);
        let at = leader.at.vec();
        let reach = match leader.fate {
            Fate::Unhorsed(_) => BW,
            _ => super::steps::RIDE,
        };
        let friends = self.of_side(self.leader_card(id).side).filter(|&unit| self.has_nerves(unit));
        let off = friends.map(|unit| (unit, self.body(unit).distance_to_point(at)));
        let (unit, far) = off.min_by(|one, two| one.1.total_cmp(&two.1))?;
        Some(unit).filter(|_| far <= f64::from(reach) + TOUCH)
    }
}
