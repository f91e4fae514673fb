//! Where decisions show on the field, and which decision a hand on the field may mean.

mod charges;
mod combat;
mod command;
mod deployment;
mod fire;
mod moves;

use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::face::words::yards;
use crate::measures::yds;
use crate::table::Table;
use field::table::{Cdeg, MM, Point, Um, Vec2, normal};
use kernel::{Aim, Judgement, Mark, Rulebook, Seat};

/// Whoever stands this near to where a hand lets go is pointed at.
const REACH: Um = yds(15);

/// The number of a unit among the bodies of the scene.
pub(crate) fn unit_number(id: UnitId) -> u16 {
    u16::from(id.0)
}

const LEADERS_FROM: u16 = 3_000;
const MESSENGERS_FROM: u16 = 4_000;
const HOLDERS_FROM: u16 = 5_000;

/// The number of a leader among the bodies of the scene.
pub(crate) fn leader_number(id: LeaderId) -> u16 {
    LEADERS_FROM + u16::from(id.0)
}

pub(crate) fn messenger_number(place: usize) -> u16 {
    MESSENGERS_FROM + place as u16
}

/// The number of the horses of a unit that has dismounted.
pub(crate) fn holders_number(id: UnitId) -> u16 {
    HOLDERS_FROM + u16::from(id.0)
}

impl Table<'_> {
    /// The unit with that number in the scene.
    pub(crate) fn unit_numbered(self, number: u16) -> Option<UnitId> {
        u8::try_from(number).ok().map(UnitId).filter(|id| id.ix() < self.state.units.len())
    }

    pub(crate) fn leader_numbered(self, number: u16) -> Option<LeaderId> {
        let number = number.checked_sub(LEADERS_FROM)?;
        u8::try_from(number).ok().map(LeaderId).filter(|id| id.ix() < self.state.leaders.len())
    }

    /// Where a decision shows. Each chapter has its file.
    pub(crate) fn mark_of(self, decision: &Decision) -> Mark {
        match *decision {
            Decision::Command(choice) => self.command_mark(choice),
            Decision::Move(choice) => self.move_mark(choice),
            Decision::Fire(choice) => self.fire_mark(choice),
            Decision::Deploy(choice) => self.deployment_mark(choice),
            Decision::Charge(choice) => self.charge_mark(choice),
            Decision::Combat(choice) => self.combat_mark(choice),
            Decision::After(choice) => self.after_mark(choice),
            Decision::Morale(choice) => self.morale_mark(choice),
            Decision::Turn(_) => Mark::default(),
        }
    }

    /// What a hand that points or drags may mean in answer to the open question, the likeliest first.
    pub(crate) fn aims(self, seat: Seat, aim: &Aim) -> Vec<Decision> {
        let hand = Hand::of(self, seat, aim);
        let meant = match self.state.agenda.top() {
            Some(Step::Command(step)) => self.command_aims(step, &hand),
            Some(Step::Move(step)) => self.move_aims(step, &hand),
            Some(Step::Fire(step)) => self.fire_aims(step, &hand),
            Some(Step::Deploy(step)) => self.deployment_aims(step, &hand),
            // A charger let go on open ground charges nobody.
            Some(Step::Charge(step)) => return self.charge_aims(step, &hand),
            _ => Vec::new(),
        };
        if meant.is_empty() { self.offered(&hand) } else { meant }
    }

    /// The answers on the menu that show at what is pointed at, those that fit best and are soundest first.
    fn offered(self, hand: &Hand) -> Vec<Decision> {
        let mut menu = Vec::new();
        self.rules.ask(self.state, hand.seat, &mut menu);
        let fits = |decision: &Decision| {
            let mark = self.mark_of(decision);
            let shows = |number: u16| mark.actor == Some(number) || mark.targets.contains(&number);
            let held = hand.held.is_none_or(shows);
            let pointed = hand.pointed.filter(|_| hand.pointed != hand.held);
            let count =
                u8::from(hand.held.is_some() && mark.actor == hand.held) + 2 * u8::from(pointed.is_some_and(shows));
            (held && count > 0).then_some(count)
        };
        let mut meant: Vec<(u8, Decision)> = menu.iter().filter_map(|it| Some((fits(it)?, *it))).collect();
        meant.sort_by_cached_key(|(count, decision)| {
            (std::cmp::Reverse(*count), std::cmp::Reverse(self.rules.appraise(self.state, hand.seat, decision)))
        });
        meant.into_iter().map(|(_, decision)| decision).collect()
    }

    /// The unit pointed at, or dropped upon.
    fn pointed(self, hand: &Hand) -> Option<UnitId> {
        hand.target.or_else(|| {
            let at = hand.at?;
            let others = self.on_table().filter(|&id| Some(id) != hand.unit);
            let apart = others.map(|id| (id, self.body(id).distance_to_point(at)));
            let nearest = apart.min_by(|one, two| one.1.total_cmp(&two.1));
            nearest.filter(|(_, apart)| *apart <= f64::from(REACH)).map(|(id, _)| id)
        })
    }

    /// What a unit does to an enemy, and how far off he is.
    fn at_enemy(self, unit: UnitId, target: UnitId) -> Mark {
        let far = self.distance(unit, target).round() as i32;
        Mark { targets: vec![unit_number(target)], cost: yards(far), ..by_unit(unit) }
    }
}

/// A hand on the field, of all that is sound in what it is said to do.
#[derive(Debug, Clone, Copy)]
#[allow(dead_code)]
pub(crate) struct Hand {
    pub seat: Seat,
    /// The bodies in the hand and pointed at, by their numbers in the scene.
    pub held: Option<u16>,
    pub pointed: Option<u16>,
    /// The unit or leader in the hand, and those it points at.
    pub unit: Option<UnitId>,
    pub leader: Option<LeaderId>,
    pub target: Option<UnitId>,
    pub target_leader: Option<LeaderId>,
    pub at: Option<Vec2>,
    pub facing: Option<Cdeg>,
}

impl Hand {
    fn of(table: Table<'_>, seat: Seat, aim: &Aim) -> Hand {
        const FARTHEST: f64 = 100_000.0;
        let um = |part: f64| (part.clamp(-FARTHEST, FARTHEST) * f64::from(MM)).round();
        let at = aim.at.filter(|at| at.iter().all(|part| part.is_finite()));
        let facing = aim.facing.filter(|facing| facing.is_finite());
        Hand {
            seat,
            held: aim.body,
            pointed: aim.target,
            unit: aim.body.and_then(|number| table.unit_numbered(number)),
            leader: aim.body.and_then(|number| table.leader_numbered(number)),
            target: aim.target.and_then(|number| table.unit_numbered(number)),
            target_leader: aim.target.and_then(|number| table.leader_numbered(number)),
            at: at.map(|[x, y]| Vec2::new(um(x), um(y))),
            facing: facing.map(|facing| normal((facing % 360.0 * 100.0).round() as Cdeg)),
        }
    }
}

/// A place of the table for a mark.
pub(crate) fn spot(at: Point) -> Option<[f64; 2]> {
    Some([f64::from(at.x) / 1_000.0, f64::from(at.y) / 1_000.0])
}

/// A decision that a unit makes.
pub(crate) fn by_unit(id: UnitId) -> Mark {
    Mark { actor: Some(unit_number(id)), ..Mark::default() }
}

/// A decision that a leader makes.
pub(crate) fn by_leader(id: LeaderId) -> Mark {
    Mark { actor: Some(leader_number(id)), ..Mark::default() }
}
