//! Troops for fortifications (CF 5.6, G69).

use super::DeployChoice;
use crate::cards::{Class, Frame, TableEdge, UnitId};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::measures::yds;
use crate::state::{Loss, MOST_WORKS, Place, Stretch};
use crate::table::{Play, Table};
use field::table::{Block, Body, Point, Um};
use kernel::{Listener, Refusal, Seat, Side};
use std::ops::Range;

/// What a battalion or three squadrons are worth (CF 5.6).
pub const LENGTH: Um = yds(80);
const SQUADRONS: usize = 3;

impl<'a> Table<'a> {
    /// The battalion or the squadrons that a unit gives up at a time, whichever its owner likes (CF 5.6, G69); none where it has not
    /// that many there, or the rest would be too few for a unit (CF 3.4, 3.7).
    fn share_of(self, id: UnitId, first: u8) -> Option<Range<usize>> {
        let (elements, first) = (&self.unit(id).elements, usize::from(first));
        let (share, sound) = match self.unit(id).class {
            Class::Foot => (1, elements.get(first).is_some_and(|one| (3..=5).contains(&one.bases))),
            Class::Horse | Class::Dragoons | Class::Hussars => (SQUADRONS, true),
            Class::Gun | Class::Wagon | Class::Civilians => return None,
        };
        let given = first..first + share;
        let rest = elements.len().checked_sub(share)?;
        let gone: u8 = elements.get(given.clone())?.iter().map(|element| element.bases).sum();
        let stands = match self.unit(id).class {
            Class::Foot => self.unit(id).bases() - gone >= 3,
            _ => rest >= 2,
        };
        (sound && (rest == 0 || stands)).then_some(given)
    }

    pub(super) fn judge_give_up(self, seat: Seat, id: UnitId, first: u8) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        let no = |why: &'static str| Err(Refusal::new("CF 5.6", why));
        let defends = matches!(self.rules.frame, Frame::Attack { attacker } if attacker != self.side(id));
        if !defends {
            return no("the defender gives up troops for fortifications");
        }
        if self.unit(id).place != Place::Reserve || self.unit(id).dummy {
            return no("only troops that are not yet deployed are given up");
        }
        if self.share_of(id, first).is_none() {
            return no("a battalion of three to five bases or three squadrons, and the rest is still a unit");
        }
        let room = self.state.works.len() + usize::from(self.state.credit) < MOST_WORKS;
        if room { Ok(()) } else { no("there are works enough") }
    }

    /// Whoever may be given up, those once of whom it makes no difference which they are.
    pub(crate) fn to_give_up(self, seat: Seat) -> impl Iterator<Item = (UnitId, u8)> + use<'a> {
        let differs = move |id: UnitId, first: u8| {
            let Some(before) = first.checked_sub(1).map(usize::from) else { return true };
            let share = if self.is_foot(id) { 1 } else { SQUADRONS };
            let elements = &self.unit(id).elements;
            elements.get(before) != elements.get(before + share)
        };
        let of = move |id: UnitId| (0..self.unit(id).elements.len() as u8).map(move |first| (id, first));
        let all = self.all().flat_map(of);
        all.filter(move |&(id, first)| differs(id, first) && self.judge_give_up(seat, id, first).is_ok())
    }

    pub(super) fn any_to_give_up(self, seat: Seat) -> bool {
        self.to_give_up(seat).next().is_some()
    }

    /// Something is to be put up, and there is room for it.
    pub(super) fn any_to_raise(self, side: Side) -> bool {
        self.state.credit > 0 && self.places_for_works(side).next().is_some()
    }

    /// 80 yds of works in one straight stretch, on the defender's half (CF 5.6, 5.12).
    pub(super) fn judge_raise(self, side: Side, from: Point, to: Point) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::new("CF 5.6", why));
        let zone = self.zone(side);
        if !zone.contains(from.vec()) || !zone.contains(to.vec()) {
            return no("the works stand on the defender's half of the table");
        }
        if (from.vec().distance(to.vec()) - f64::from(LENGTH)).abs() > f64::from(yds(1)) {
            return no("each stretch is 80 yards long");
        }
        let line = Block::segment(from.vec(), to.vec());
        if self.stands_in_water(&Body::single(line)) {
            return no("nothing can be built there");
        }
        let meets =
            |works: &Stretch| Block::segment(works.from.vec(), works.to.vec()).grown(-1.0).is_cut(from.vec(), to.vec());
        let same = |works: &Stretch| (works.from, works.to) == (from, to) || (works.from, works.to) == (to, from);
        if self.state.works.iter().any(|works| meets(works) || same(works)) {
            return no("other works stand there");
        }
        Ok(())
    }

    /// Stretches across the defender's ground, facing the enemy.
    fn places_for_works(self, side: Side) -> impl Iterator<Item = (Point, Point)> + use<'a> {
        let upright = matches!(self.baseline(side), TableEdge::East | TableEdge::West);
        let half = LENGTH / 2;
        let ends = move |at: Point| match upright {
            true => (Point::new(at.x, at.y - half), Point::new(at.x, at.y + half)),
            false => (Point::new(at.x - half, at.y), Point::new(at.x + half, at.y)),
        };
        let places = self.zone(side).places(4, 8, upright).map(ends);
        places.filter(move |&(from, to)| self.judge_raise(side, from, to).is_ok())
    }

    pub(super) fn offer_works(self, side: Side, menu: &mut Vec<Decision>) {
        let places = self.places_for_works(side);
        menu.extend(places.map(|(from, to)| Decision::Deploy(DeployChoice::Raise { from, to })));
    }
}

impl<L: Listener> Play<'_, L> {
    /// One of its battalions, or three squadrons, become 80 yds of fortifications (CF 5.6).
    pub(super) fn give_up(&mut self, id: UnitId, first: u8) {
        let Some(given) = self.table().share_of(id, first) else { return };
        let side = self.unit(id).side;
        let unit = self.unit_mut(id);
        let before = unit.bases();
        unit.elements.drain(given);
        let gone = before - unit.bases();
        unit.given_up += gone;
        unit.files = unit.files.min(unit.bases().max(1));
        if unit.elements.is_empty() {
            unit.place = Place::Gone(Loss::Swapped);
            // Whoever was to ride with it has to find another place.
            for leader in self.state.leaders.iter_mut().filter(|leader| leader.attached == Some(id)) {
                leader.attached = None;
            }
        }
        self.state.began[side.ix()] = self.state.began[side.ix()].saturating_sub(gone.into());
        self.state.credit += 1;
        self.tell("CF 5.6", told::GIVES_UP, &[Who::Unit(id), Who::Count(gone.into())]);
    }

    pub(super) fn raise(&mut self, from: Point, to: Point) {
        self.state.credit = self.state.credit.saturating_sub(1);
        self.state.overflow.keep(&mut self.state.works, Stretch { from, to });
        self.tell("CF 5.6", told::WORKS_RAISED, &[Who::Spot(from), Who::Spot(to)]);
    }
}
