//! Moves under a hand: where they show, and what a hand that drags a unit may mean.

use super::{Hand, by_leader, by_unit, spot, unit_number};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::face::words::yards;
use crate::measures::{OBLIQUE, yds};
use crate::movement::{Manoeuvre, MoveChoice, MoveStep};
use crate::state::Formation;
use crate::table::Table;
use field::table::{Cdeg, Um, Vec2, bearing, longest, turn, wheel_pivot, whole_degrees};
use kernel::Mark;

/// A hand that is off by no more than this points straight ahead.
const STEADY: Cdeg = 500;

impl Table<'_> {
    pub(super) fn move_mark(self, choice: MoveChoice) -> Mark {
        match choice {
            MoveChoice::Pick(id) => {
                let with = self.group_of(id).iter().filter(|&other| other != id).map(unit_number).collect();
                Mark { targets: with, ..by_unit(id) }
            }
            MoveChoice::Leave(id) | MoveChoice::Stopping(id) | MoveChoice::Single(id) | MoveChoice::Next(id) => {
                by_unit(id)
            }
            // Whoever takes hold of a unit means to move it, not to take it apart.
            MoveChoice::Split { unit, .. } => Mark { targets: vec![unit_number(unit)], ..Mark::default() },
            MoveChoice::Merge { unit, with } => {
                Mark { targets: [unit, with].map(unit_number).to_vec(), ..Mark::default() }
            }
            MoveChoice::Horses { unit, to } => Mark { at: spot(to), ..by_unit(unit) },
            MoveChoice::Rides { leader, to } => Mark { at: spot(to), ..by_leader(leader) },
            MoveChoice::Pair { .. } | MoveChoice::Throw(_) => Mark::default(),
            MoveChoice::Make(manoeuvre) => self.manoeuvre_mark(manoeuvre),
        }
    }

    /// Where the unit would stand, and how far that is.
    fn manoeuvre_mark(self, manoeuvre: Manoeuvre) -> Mark {
        let Some(Step::Move(MoveStep::Moving(id))) = self.state.agenda.top() else { return Mark::default() };
        let mut mark = by_unit(id);
        if let Ok(outcome) = self.outcome(id, &manoeuvre) {
            mark.at = Some(super::super::scene::mm(self.rules.body_of(&outcome.unit).center()));
            let far = outcome.unit.path - self.unit(id).path;
            mark.cost = match (far > 0, outcome.dps) {
                (true, 0) => yards(far),
                (true, dps) => format!("{}, {dps} DP", yards(far)),
                (false, 0) => String::new(),
                (false, dps) => format!("{dps} DP"),
            };
        }
        mark
    }

    pub(super) fn move_aims(self, step: MoveStep, hand: &Hand) -> Vec<Decision> {
        let meant = match step {
            MoveStep::Voluntary(_) => hand.unit.or(hand.target).map(MoveChoice::Pick).into_iter().collect(),
            MoveStep::Group => hand.unit.or(hand.target).map(MoveChoice::Next).into_iter().collect(),
            // A click; whoever drags wants it to go, and has to say first with how many dice.
            MoveStep::Declare if hand.at.is_some() => Vec::new(),
            MoveStep::Declare => hand.target.or(hand.unit).map(MoveChoice::Leave).into_iter().collect(),
            MoveStep::Riders(_) => match (hand.leader, hand.at) {
                (Some(leader), Some(at)) => vec![MoveChoice::Rides { leader, to: at.round() }],
                _ => Vec::new(),
            },
            MoveStep::Moving(id) => self.drags(id, hand).into_iter().map(MoveChoice::Make).collect(),
            MoveStep::Compulsory(_) => Vec::new(),
        };
        meant.into_iter().map(Decision::Move).collect()
    }

    /// A unit dragged to a place: by road, freely, straight ahead as far as it goes, or wheeling towards it.
    fn drags(self, id: UnitId, hand: &Hand) -> Vec<Manoeuvre> {
        let unit = self.unit(id);
        let Some(at) = hand.at else {
            return if hand.target == Some(id) { vec![Manoeuvre::Stop] } else { Vec::new() };
        };
        let body = self.body(id);
        let front = at + unit.pose.dir() * (body.main().depth * 0.5);
        if self.moves_freely(id) && unit.dice.count() > 0 {
            let facing = hand.facing.unwrap_or(unit.pose.facing);
            return vec![self.as_far_as(id, front, facing)];
        }
        let mut meant = Vec::new();
        if unit.dice.count() == 0 && (unit.formation == Formation::MarchColumn || unit.limbered) {
            meant.push(Manoeuvre::Road(at.round()));
        }
        let way = front - unit.pose.at.vec();
        let off = turn(unit.pose.facing, bearing(way));
        if off.abs() <= OBLIQUE + STEADY && way.len() > f64::from(yds(1)) {
            let off = if off.abs() <= STEADY { 0 } else { whole_degrees(off).clamp(-OBLIQUE, OBLIQUE) };
            let off = unit.oblique.unwrap_or(off);
            let most = (way.len().round() as Um).min(self.left(unit).max(1));
            let legal = |distance: Um| self.outcome(id, &Manoeuvre::Advance { distance, off }).is_ok();
            let distance = longest(most, legal).unwrap_or(most);
            meant.push(Manoeuvre::Advance { distance, off });
        }
        meant.extend(self.wheels_to(id, at, hand.facing));
        if off.abs() > 13_500 {
            meant.push(Manoeuvre::StepBack((way.len().round() as Um).clamp(1, yds(20))));
            meant.push(Manoeuvre::AboutFace);
        } else if off.abs() > 6_000 {
            let by = (way.len().round() as Um).clamp(1, yds(20));
            meant.push(Manoeuvre::SideStep { right: off > 0, by });
        }
        meant
    }

    /// Towards a place as far as the allowance goes.
    fn as_far_as(self, id: UnitId, to: Vec2, facing: Cdeg) -> Manoeuvre {
        let unit = self.unit(id);
        let from = unit.pose.at.vec();
        let way = to - from;
        let go = |far: Um| {
            let at = from + way.unit() * f64::from(far);
            Manoeuvre::Go { to: at.round(), facing, files: unit.files }
        };
        let most = (way.len().round() as Um).max(1);
        go(longest(most, |far| self.outcome(id, &go(far)).is_ok()).unwrap_or(most))
    }

    /// The wheel that brings a unit to look at a place, or the way the hand has turned it; as much of it as is legal.
    fn wheels_to(self, id: UnitId, at: Vec2, facing: Option<Cdeg>) -> Option<Manoeuvre> {
        let unit = self.unit(id);
        let body = self.body(id);
        let towards = |right: bool| {
            let pivot = wheel_pivot(&body, !right);
            turn(unit.pose.facing, facing.unwrap_or(bearing(at - pivot)))
        };
        let right = turn(unit.pose.facing, facing.unwrap_or(bearing(at - body.center()))) > 0;
        let angle = whole_degrees(towards(right).abs()).clamp(100, 9_000);
        let wheel = |angle: Cdeg| Manoeuvre::Wheel { right, angle };
        let widest = longest(angle / 100, |degrees| self.outcome(id, &wheel(degrees * 100)).is_ok());
        Some(wheel(widest.map_or(angle, |degrees| degrees * 100)))
    }
}
