//! Troops that are not yet on the table, and when they are put there (CF 5.13, 5.18, G68).

use crate::cards::{LeaderId, UnitId};
use crate::face::told::{self, Who};
use crate::measures::yds;
use crate::movement::Manoeuvre;
use crate::readings::Cards;
use crate::state::{Holders, Phase, Place};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Cdeg, Pose, Um, arc_turn, heading, wheel_radius};
use kernel::{Listener, Refusal, Seat, Side};

/// A free place is looked for so far about, in steps of this (CF G68).
const SEARCH: Um = yds(10);
const RINGS: i32 = 40;

impl<'a> Table<'a> {
    /// Units of a seat that are on its map and not on the table.
    pub(super) fn to_emerge(self, seat: Seat) -> impl Iterator<Item = UnitId> + use<'a> {
        self.all().filter(move |&id| self.judge_emerge(seat, id).is_ok())
    }

    pub(super) fn any_to_emerge(self, seat: Seat) -> bool {
        self.to_emerge(seat).next().is_some()
    }

    /// A unit that means to move is put on the table (CF 5.18): it can be ordered to.
    pub(super) fn judge_emerge(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        match self.unit(id).place == Place::Mapped {
            true => Ok(()),
            false => Err(Refusal::new("CF 5.18", "it does not lie hidden")),
        }
    }

    /// An enemy of a unit is on his map, and would be put down if it saw him (CF 5.18); nobody is behind a dummy.
    fn is_hidden_from(self, id: UnitId, other: UnitId) -> bool {
        self.side(other) != self.side(id) && self.unit(other).place == Place::Mapped
    }

    fn may_uncover(self, id: UnitId) -> bool {
        !self.unit(id).dummy && self.all().any(|other| self.is_hidden_from(id, other))
    }

    fn uncovered_by(self, id: UnitId) -> Option<UnitId> {
        self.all().find(|&other| self.is_hidden_from(id, other) && self.sees(id, other))
    }

    /// The first part of a move that leads over ground; none where it is no longer than that.
    fn part_of(self, id: UnitId, manoeuvre: &Manoeuvre, far: Um) -> Option<Manoeuvre> {
        match *manoeuvre {
            Manoeuvre::Advance { distance, off } if far < distance => Some(Manoeuvre::Advance { distance: far, off }),
            Manoeuvre::Squeeze { distance, off } if far < distance => Some(Manoeuvre::Squeeze { distance: far, off }),
            Manoeuvre::Incline { right, by } if far < by => Some(Manoeuvre::Incline { right, by: far }),
            // So far as its outer end goes.
            Manoeuvre::Wheel { right, angle } => {
                let by = arc_turn(wheel_radius(&self.body(id), !right), f64::from(far));
                (by > 0 && by < angle).then_some(Manoeuvre::Wheel { right, angle: by })
            }
            Manoeuvre::Go { to, facing, files } => {
                let from = self.unit(id).pose.at.vec();
                let way = to.vec() - from;
                let to = (from + way.unit() * f64::from(far)).round();
                (f64::from(far) < way.len()).then_some(Manoeuvre::Go { to, facing, files })
            }
            Manoeuvre::Road(to) => {
                let march = self.road_to(id, to)?;
                (f64::from(far) < march.long).then(|| Manoeuvre::Road(march.at(f64::from(far)).round()))
            }
            _ => None,
        }
    }

    /// The place nearest to where a unit was drawn, or would stand, at which nobody stands (CF G68, G78).
    pub(crate) fn free_place(self, id: UnitId) -> Pose {
        let unit = self.unit(id);
        let ground = &self.rules.ground;
        let free = |pose: &Pose| {
            let body = self.rules.body_at(unit, *pose);
            body.within_table(ground.width, ground.height)
                && !self.stands_in_water(&body)
                && !self.on_table().any(|other| other != id && self.body(other).overlaps(&body))
        };
        let about = (1..=RINGS).flat_map(|ring| {
            (0..16).map(move |turn| {
                let at = unit.pose.at.vec() + heading(turn * 2_250) * f64::from(ring * SEARCH);
                Pose::new(at.round(), unit.pose.facing)
            })
        });
        std::iter::once(unit.pose).chain(about).find(free).unwrap_or(unit.pose)
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit is put on the table, where its map has it or as near as can be; leaders who ride with it come too (CF 5.18, G68).
    pub(crate) fn put_down(&mut self, id: UnitId) {
        let pose = self.table().free_place(id);
        let down = self.rules.options.cards == Cards::On;
        let unit = self.unit_mut(id);
        (unit.pose, unit.place, unit.face_down) = (pose, Place::Table, down);
        self.keep_bodies();
        // Dragoons who were drawn on foot have left their horses there (CF 12.20, G194).
        if self.table().is_dismounted(id) && self.unit(id).holders.is_none() {
            let at = self.table().body(id).center().round();
            self.unit_mut(id).holders = Some(Holders { at, moved: false });
        }
        for leader in &mut self.state.leaders {
            if leader.attached == Some(id) {
                leader.hidden = false;
            }
        }
    }

    /// Whoever acts from his side's map is put on the table first (CF 5.18).
    pub(crate) fn emerges(&mut self, id: UnitId) {
        if self.unit(id).place == Place::Mapped {
            self.put_down(id);
            self.tell("CF 5.18", told::EMERGES, &[Who::Unit(id)]);
        }
    }

    /// So he who fires; by one reading a card that fires is turned (CF G67).
    pub(crate) fn steps_forth(&mut self, id: UnitId) {
        self.emerges(id);
        self.fire_turns(id);
    }

    /// Those of a defender's map who can be seen from the other edge are put down: who stands before them hides them as he will on
    /// the table (CF 5.13, G68).
    pub(super) fn put_down_seen(&mut self, side: Side) {
        let edge = self.table().baseline(side.other());
        let drawn = |play: &Self, id: UnitId| play.unit(id).side == side && play.unit(id).place == Place::Mapped;
        let all: Vec<UnitId> = self.table().all().filter(|&id| drawn(self, id)).collect();
        for &id in &all {
            self.unit_mut(id).place = Place::Table;
        }
        self.keep_bodies();
        let seen: Vec<bool> = all.iter().map(|&id| self.table().seen_from_edge(edge, id)).collect();
        let leaders: Vec<bool> = (0..self.state.leaders.len() as u8)
            .map(|ix| {
                let (table, leader) = (self.table(), LeaderId(ix));
                let his = table.leader(leader);
                his.hidden && his.attached.is_none() && table.place_seen_from_edge(edge, table.place_of(leader))
            })
            .collect();
        for (&id, seen) in all.iter().zip(seen) {
            self.unit_mut(id).place = Place::Mapped;
            if seen {
                self.put_down(id);
                self.tell("CF 5.13", told::IS_PUT_DOWN, &[Who::Unit(id)]);
            }
        }
        for (leader, seen) in self.state.leaders.iter_mut().zip(leaders) {
            leader.hidden &= !seen;
        }
        self.keep_bodies();
    }

    /// Whoever lies hidden and has come into the sight of an enemy unit is put down at once, and whoever of the leaders is seen
    /// (CF 5.18, G68); cards that a leader sees are turned (CF 5.27).
    pub(crate) fn reveal_in_sight(&mut self) {
        if self.state.phase <= Phase::Deployment {
            return;
        }
        for id in (0..self.state.units.len() as u8).map(UnitId) {
            if self.unit(id).place != Place::Mapped {
                continue;
            }
            let table = self.table();
            if table.enemies_of(id).any(|enemy| !table.unit(enemy).dummy && table.sees(enemy, id)) {
                self.uncover(id);
            }
        }
        for leader in (0..self.state.leaders.len() as u8).map(LeaderId) {
            let table = self.table();
            // Who rides with hidden troops comes with them.
            let his = table.leader(leader);
            if !his.hidden || his.attached.is_some_and(|unit| table.unit(unit).place == Place::Mapped) {
                continue;
            }
            let at = table.place_of(leader);
            let enemy = table.leader_card(leader).side.other();
            if table.of_side(enemy).any(|viewer| !table.unit(viewer).dummy && table.sees_place(viewer, at)) {
                self.leader_mut(leader).hidden = false;
                self.tell("CF 5.18", told::LEADER_IN_SIGHT, &[Who::Leader(leader)]);
            }
        }
        self.turn_seen_cards();
    }

    /// Who lay hidden has come into the sight of an enemy unit (CF 5.18).
    fn uncover(&mut self, id: UnitId) {
        self.put_down(id);
        self.tell("CF 5.18", told::COMES_IN_SIGHT, &[Who::Unit(id)]);
    }

    /// A move in the course of which hidden enemies come in sight goes as far as that, and on from there (CF 5.18, G89, G143, P11). A
    /// march by road goes on, if he whom it has seen lets it.
    pub(crate) fn as_far_as_seen(&mut self, id: UnitId, manoeuvre: Manoeuvre) -> Manoeuvre {
        if !self.table().may_uncover(id) {
            return manoeuvre;
        }
        let start = self.unit(id).clone();
        let mut found = None;
        for far in (1..).map(|step| step * SEARCH) {
            let Some(part) = self.table().part_of(id, &manoeuvre, far) else { break };
            let Ok(outcome) = self.table().outcome(id, &part) else { continue };
            *self.unit_mut(id) = outcome.unit;
            self.keep_bodies();
            let seen = self.table().uncovered_by(id);
            *self.unit_mut(id) = start.clone();
            self.keep_bodies();
            if let Some(seen) = seen {
                found = Some((part, seen));
                break;
            }
        }
        match (found, manoeuvre) {
            (Some((part, seen)), Manoeuvre::Road(_)) => {
                self.uncover(seen);
                if self.table().outcome(id, &manoeuvre).is_ok() { self.as_far_as_seen(id, manoeuvre) } else { part }
            }
            (Some((part, _)), _) => part,
            (None, _) => manoeuvre,
        }
    }

    /// Hidden enemies whom a unit that runs straight on comes to see on its way are put down before it gets there (CF 5.18, G143).
    pub(crate) fn uncover_ahead(&mut self, id: UnitId, way: Cdeg, distance: f64) {
        let start = self.unit(id).pose;
        self.uncover_along(id, (1..=distance as Um / SEARCH).map(|step| start.along(way, step * SEARCH)));
    }

    /// Whoever is seen from any of these places, one after the other, is put down.
    pub(super) fn uncover_along(&mut self, id: UnitId, places: impl Iterator<Item = Pose>) {
        if !self.table().may_uncover(id) {
            return;
        }
        let start = self.unit(id).pose;
        let mut seen: ArrayVec<UnitId, 8> = ArrayVec::new();
        for pose in places {
            self.unit_mut(id).pose = pose;
            self.keep_bodies();
            let table = self.table();
            for other in table.all().filter(|&other| table.is_hidden_from(id, other)) {
                if !seen.contains(&other) && table.sees(id, other) {
                    self.state.overflow.keep(&mut seen, other);
                }
            }
        }
        self.unit_mut(id).pose = start;
        self.keep_bodies();
        seen.into_iter().for_each(|other| self.uncover(other));
    }
}
