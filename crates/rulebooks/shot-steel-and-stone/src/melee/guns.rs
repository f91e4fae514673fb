//! Guns whose crews are gone: they stay where they stood, are manned again by gunners of their side, and spiked by the enemy
//! (SSS G65, G145).

use super::fighters::CONTACT;
use crate::cards::{Arm, GunCard, MOST_GUNS, UnitId};
use crate::face::told::{self, Who};
use crate::measures::{BW, GUN_DEPTH};
use crate::state::{Activity, Formation, Gun, GunState, Place, Unit};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Block, Body, Pose, TOUCH, Vec2, bearing, normal};
use kernel::{Listener, Refusal, Side};

/// The ground of a gun that stands alone.
fn gun_block(pose: Pose) -> Block {
    Block::new(pose, BW, GUN_DEPTH)
}

impl Gun {
    /// Stands by itself and could be used by somebody.
    fn waits(&self) -> Option<Pose> {
        self.left.filter(|_| self.state != GunState::Destroyed)
    }

    /// Its crew has nothing to serve: the gun stands elsewhere, or is beyond use.
    fn has_idle_crew(&self) -> bool {
        self.crew > 0 && (self.left.is_some() || self.state == GunState::Destroyed)
    }
}

impl<'a> Table<'a> {
    /// What gun it is: of its own battery, or one that was taken over.
    pub(crate) fn gun_model(self, id: UnitId, ix: usize) -> GunCard {
        let own = (id, ix as u8);
        let (of, which) = self.battery(id).and_then(|battery| battery.guns.get(ix)).map_or(own, |gun| gun.model);
        self.card(of).guns[usize::from(which)]
    }

    /// The ground of one gun of a unit: a battery has a base for each that is manned.
    pub(crate) fn gun_body(self, id: UnitId, which: usize) -> Body {
        let before =
            self.battery(id).map_or(0, |battery| battery.guns[..which].iter().filter(|gun| gun.crew > 0).count());
        match self.base_blocks(id).get(before) {
            Some(block) => Body::single(*block),
            None => self.body(id).into_body(),
        }
    }

    pub(crate) fn gun_place(self, id: UnitId, which: usize) -> Pose {
        let body = self.gun_body(id, which);
        let block = body.main();
        Pose::new(block.front.round(), normal(bearing(block.dir)))
    }

    /// Gunners driven back leave guns that are off their limbers; those on camels go with them.
    fn leaves_its_guns(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        self.is_artillery(id)
            && self.card(id).arm != Arm::CamelGuns
            && unit.formation != Formation::Limbered
            && !unit.gunless
    }

    /// Batteries of a side with guns that a unit touches and could serve.
    pub(crate) fn guns_to_man(self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        let side = self.side(id);
        let batteries = self.state.batteries.iter().filter(move |battery| self.side(battery.unit) == side);
        batteries.map(|battery| battery.unit).filter(move |&of| self.manned(id, of).is_ok())
    }

    /// The next unit of a side that could man guns and has not been asked.
    pub(crate) fn next_to_man(self, side: Side) -> Option<UnitId> {
        if !self.state.batteries.iter().any(|battery| battery.guns.iter().any(|gun| gun.waits().is_some())) {
            return None;
        }
        let free = |id: &UnitId| self.is_artillery(*id) && !self.unit(*id).asked_to_man;
        self.of_side(side).filter(free).find(|&id| self.guns_to_man(id).next().is_some())
    }

    /// A unit as it stands when it has manned guns of that battery, and which of them: those it touches and those in line with
    /// them, as many as it has crews for.
    pub(crate) fn manned(self, id: UnitId, of: UnitId) -> Result<(Unit, ArrayVec<usize, MOST_GUNS>), Refusal> {
        let refuse = |why| Err(Refusal::new("SSS G65", why));
        let unit = self.unit(id);
        let (Some(mine), Some(theirs)) = (self.battery(id), self.battery(of)) else {
            return refuse("it has no gunners");
        };
        let runs = matches!(unit.activity, Activity::Routing | Activity::Retreating | Activity::RetiringInGoodOrder);
        if !self.is_artillery(id) || !self.is_artillery(of) || self.side(id) != self.side(of) || !self.is_there(id) {
            return refuse("gunners of the same side take guns over");
        }
        if runs || self.in_contact(id) || unit.formation == Formation::Limbered {
            return refuse("it is not free to serve them");
        }
        let crews = mine.guns.iter().filter(|gun| gun.has_idle_crew()).count();
        let waiting = || theirs.guns.iter().enumerate().filter_map(|(ix, gun)| gun.waits().map(|pose| (ix, pose)));
        let body = self.body(id);
        let touched = |pose: Pose| body.distance(&Body::single(gun_block(pose))) <= CONTACT;
        let Some((_, first)) = waiting().find(|&(_, pose)| touched(pose)) else {
            return refuse("it touches no gun that is left there");
        };
        let in_line = |pose: Pose| {
            let off = pose.at.vec() - first.at.vec();
            pose.facing == first.facing && off.dot(first.dir()).abs() <= TOUCH
        };
        let mut guns: ArrayVec<(usize, Pose), MOST_GUNS> = waiting().filter(|&(_, pose)| in_line(pose)).collect();
        let off = |pose: Pose| pose.at.vec().distance(first.at.vec());
        guns.sort_by(|one, two| off(one.1).total_cmp(&off(two.1)));
        guns.truncate(crews);
        if guns.is_empty() {
            return refuse("every crew of it has a gun to serve");
        }
        let mut after = Unit { gunless: false, ..*unit };
        if unit.gunless {
            let sum = guns.iter().fold(Vec2::new(0.0, 0.0), |sum, (_, pose)| sum + pose.at.vec());
            after.pose = Pose::new((sum * (1.0 / guns.len() as f64)).round(), first.facing);
            (after.formation, after.files) = (Formation::Line, unit.bases.max(1));
            let there = self.rules.body_of(id, &after);
            let taken = |other: UnitId| other != id && self.body(other).overlaps(&there);
            if self.on_table().any(taken) || !there.within_table(self.rules.ground.width, self.rules.ground.height) {
                return refuse("somebody stands there");
            }
        }
        Ok((after, guns.iter().map(|&(ix, _)| ix).collect()))
    }
}

impl<L: Listener> Play<'_, L> {
    /// All guns of a battery stay where they stand, and its gunners, if any, are on foot.
    pub(crate) fn leave_guns(&mut self, id: UnitId) {
        let count = self.table().battery(id).map_or(0, |battery| battery.guns.len());
        let places: ArrayVec<Pose, MOST_GUNS> = (0..count).map(|ix| self.table().gun_place(id, ix)).collect();
        let Some(battery) = self.state.batteries.iter_mut().find(|battery| battery.unit == id) else { return };
        for (gun, place) in battery.guns.iter_mut().zip(places) {
            gun.left = gun.left.or(Some(place));
        }
        self.unit_mut(id).gunless = true;
        self.tell("SSS G65", told::LEAVES_GUNS, &[Who::Unit(id)]);
    }

    /// Before it is driven back.
    pub(super) fn loses_its_guns(&mut self, id: UnitId) {
        if self.table().leaves_its_guns(id) {
            self.leave_guns(id);
        }
    }

    /// A battery is no more: its guns stand where it stood.
    pub(crate) fn guns_are_orphaned(&mut self, id: UnitId) {
        let unit = self.unit(id);
        if unit.place == Place::Table && self.table().is_artillery(id) && !unit.gunless {
            self.leave_guns(id);
        }
    }

    /// Gunners take over guns: a crew for each that has none to serve (SSS G65, G145). What a crew has given up stands with the other
    /// battery's.
    pub(crate) fn man(&mut self, id: UnitId, of: UnitId) {
        let Ok((after, guns)) = self.table().manned(id, of) else { return };
        *self.unit_mut(id) = after;
        (self.unit_mut(id).this_turn.moved, self.unit_mut(id).this_turn.finished) = (true, true);
        let place =
            |unit: UnitId, batteries: &[crate::state::Battery]| batteries.iter().position(|one| one.unit == unit);
        let (Some(mine), Some(theirs)) = (place(id, &self.state.batteries), place(of, &self.state.batteries)) else {
            return;
        };
        for ix in guns {
            // Its own crew first, if that is there.
            let own = mine == theirs && self.state.batteries[mine].guns[ix].has_idle_crew();
            let idle = |(_, gun): &(usize, &Gun)| gun.has_idle_crew();
            let crew = match own {
                true => Some(ix),
                false => self.state.batteries[mine].guns.iter().enumerate().find(idle).map(|(ix, _)| ix),
            };
            let Some(crew) = crew else { break };
            let (taken, given) = (self.state.batteries[theirs].guns[ix], self.state.batteries[mine].guns[crew]);
            self.state.batteries[theirs].guns[ix] = Gun { crew: taken.crew, ..given };
            self.state.batteries[mine].guns[crew] = Gun { crew: given.crew, left: None, ..taken };
        }
        self.keep_bodies();
        self.tell("SSS G65", told::MANS_GUNS, &[Who::Unit(id), Who::Unit(of)]);
    }

    /// Enemies who have ended their move at guns that nobody serves spike them: out for good (SSS G65, G145).
    pub(crate) fn guns_are_spiked(&mut self) {
        self.keep_bodies();
        for ix in 0..self.state.batteries.len() {
            let of = self.state.batteries[ix].unit;
            for gun in 0..self.state.batteries[ix].guns.len() {
                let Some(pose) = self.state.batteries[ix].guns[gun].waits() else { continue };
                let Some(by) = self.table().spiker(of, pose) else { continue };
                self.state.batteries[ix].guns[gun].state = GunState::Destroyed;
                self.tell("SSS G65", told::SPIKES, &[Who::Unit(by), Who::Unit(of)]);
            }
        }
    }
}

impl Table<'_> {
    /// Who of the other side stands at a gun, and does not run.
    fn spiker(self, of: UnitId, pose: Pose) -> Option<UnitId> {
        let gun = Body::single(gun_block(pose));
        let able = |id: &UnitId| {
            let runs = matches!(self.unit(*id).activity, Activity::Routing | Activity::Retreating);
            !runs && !self.card(*id).is_transport() && !self.is_garrison(*id)
        };
        // Most stand farther off by the circles about them alone.
        let near = |id: UnitId| self.body(id).maybe_within(&gun, CONTACT + 1.0);
        let stands = |&id: &UnitId| near(id) && self.body(id).distance(&gun) <= CONTACT;
        self.of_side(self.side(of).other()).filter(able).find(stands)
    }
}
