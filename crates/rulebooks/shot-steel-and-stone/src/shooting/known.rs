//! What has been found out about who sees whom and who can shoot at whom, kept until anything changes that it depends on.
//!
//! Tests and menus ask again and again while nobody moves. What is known follows from the table and is no part of the state's
//! value; nothing of it goes into the copy of a state.

use super::Aim;
use crate::cards::{BuildingId, MOST_UNITS, UnitId};
use crate::kept::{self, Stamp};
use crate::measures::BW;
use crate::state::GunState;
use crate::table::Table;
use std::sync::atomic::{AtomicU64, Ordering};

/// By unit, a bit for each other unit.
type Pairs = [AtomicU64; MOST_UNITS];

/// Answers to one question about pairs of units, all found while the table stood as it does.
struct Answers {
    /// How the table stood.
    stamp: AtomicU64,
    yes: Pairs,
    no: Pairs,
}

/// What has been found out.
#[derive(Default)]
pub struct Known {
    sights: Answers,
    shots: kept::Answers<MOST_UNITS, 3>,
}

/// What shots depend on: all that is the same for everybody, and what is to be said of each unit.
pub(super) struct Signs {
    world: Stamp,
    /// The widest circle about any body.
    widest: f64,
    of: [u64; MOST_UNITS],
}

impl Signs {
    fn note(&mut self, id: UnitId, part: u64) {
        if let Some(sign) = self.of.get_mut(id.ix()) {
            *sign = Stamp(*sign).with(part).0;
        }
    }
}

impl Answers {
    /// The answer for a pair, if it is known.
    fn of(&self, stamp: u64, one: UnitId, other: UnitId) -> Option<bool> {
        if self.stamp.load(Ordering::Acquire) != stamp {
            return None;
        }
        let has = |pairs: &Pairs| pairs[one.ix()].load(Ordering::Relaxed) >> other.0 & 1 == 1;
        if has(&self.yes) { Some(true) } else { has(&self.no).then_some(false) }
    }

    /// The answer, found out unless it is known.
    fn ask(&self, stamp: u64, one: UnitId, other: UnitId, find: impl FnOnce() -> bool) -> bool {
        self.of(stamp, one, other).unwrap_or_else(|| {
            let is = find();
            self.begin(stamp);
            let pairs = if is { &self.yes } else { &self.no };
            pairs[one.ix()].fetch_or(1 << other.0, Ordering::Relaxed);
            is
        })
    }

    /// Forgets everything, unless the table still stands as it did. Whoever reads the same state beside us finds the same stamp,
    /// so that what he may lose is found out again.
    fn begin(&self, stamp: u64) {
        if self.stamp.load(Ordering::Acquire) != stamp {
            for pairs in [&self.yes, &self.no] {
                pairs.iter().for_each(|set| set.store(0, Ordering::Relaxed));
            }
            self.stamp.store(stamp, Ordering::Release);
        }
    }
}

impl Table<'_> {
    /// Whether a unit that touches nobody sees another, by what is known or by looking.
    pub(super) fn sees_from_afar(self, id: UnitId, other: UnitId) -> bool {
        let look = || self.looks(&self, id, other);
        match self.sight_stamp() {
            Some(Stamp(stamp)) => self.state.kept.room().known.sights.ask(stamp, id, other, look),
            None => look(),
        }
    }

    /// Whom a unit can shoot at with what has not shot yet, whose gunners or crews it can single out, and which walls it can
    /// batter, by bit.
    pub(super) fn shots_of(self, id: UnitId, signs: Option<&Signs>) -> [u64; 3] {
        let stamp = signs.map(|signs| self.shot_stamp(id, signs));
        self.state.kept.room().known.shots.ask(id.ix(), stamp, || self.finds_shots(id))
    }

    fn finds_shots(self, id: UnitId) -> [u64; 3] {
        let (done, reach) = (self.unit(id).shot_bases, self.reach_of(id));
        let near = self.enemies_of(id).filter(|&enemy| self.may_come_in_range(id, enemy, reach));
        let units = kept::bits(near.clone().filter(|&enemy| self.finds_a_shot(id, Aim::Unit(enemy), done)));
        let crews = kept::bits(near.filter(|&enemy| self.finds_a_shot(id, Aim::Gunners(enemy), done)));
        let guns = self.battery(id).is_some();
        let walls = (0..self.state.buildings.len() as u8).filter(|_| guns);
        let walls = walls.filter(|&ix| self.finds_a_shot(id, Aim::Walls(BuildingId(ix)), done));
        [units, crews, walls.fold(0, |set, ix| set | 1 << ix)]
    }

    /// All that sight depends on: bodies, who is there, who is looked over, which buildings stand, what the desert shows.
    /// There is none while somebody changes.
    fn sight_stamp(self) -> Option<Stamp> {
        let state = self.state;
        let light = kept::bits(self.on_table().filter(|&id| self.is_foot_skirmishers(id)));
        let standing = state.buildings.iter().fold(1, |set, building| set << 1 | u64::from(building.points > 0));
        let stamp = self.bodies_stamp()?.with(light).with(standing);
        let shown = state.mirages.iter().map(|mirage| (mirage.at.x as u64) << 32 ^ mirage.at.y as u64);
        Some(shown.fold(stamp.with(state.storm as u64), Stamp::with))
    }

    /// All that shots depend on, unit by unit: bodies, who has moved, fights, can use his weapons, and the guns that are ready.
    pub(super) fn signs(self) -> Option<Signs> {
        let state = self.state;
        state.bodies.settled(state.units.len())?;
        let standing = state.buildings.iter().fold(1, |set, building| set << 1 | u64::from(building.points > 0));
        let shown = state.mirages.iter().map(|mirage| (mirage.at.x as u64) << 32 ^ mirage.at.y as u64);
        let mut world = shown.fold(Stamp::NEW.with(state.storm as u64).with(standing), Stamp::with);
        let walls = (0..self.rules.buildings.len() as u8).map(|ix| self.rules.building_body(BuildingId(ix)).radius());
        let mut signs = Signs { world, widest: walls.fold(0.0, f64::max), of: [0; MOST_UNITS] };
        for id in self.on_table() {
            let unit = self.unit(id);
            let light = self.is_foot_skirmishers(id);
            let bits =
                [unit.moved, unit.traversed, unit.rear_about, unit.thrown_used, light, self.is_strong_screen(id)];
            let flags = bits.iter().fold(0, |set, &bit| set << 1 | u64::from(bit));
            let flags = (unit.order as u64) << 16 | u64::from(unit.pike_bases) << 8 | flags;
            signs.of[id.ix()] = Stamp::NEW.with(self.outline_of(id)).with(flags).0;
            signs.widest = signs.widest.max(self.body(id).radius());
            if let Some(inside) = unit.inside {
                world = world.with(u64::from(id.0) << 8 | u64::from(inside.building.0));
            }
        }
        signs.world = world;
        for contact in &state.contacts {
            for (one, other) in [(contact.a, contact.b), (contact.b, contact.a)] {
                signs.note(one, u64::from(other.0));
            }
        }
        for battery in &state.batteries {
            for gun in &battery.guns {
                let ready = u64::from(gun.state == GunState::Ready) << 1 | u64::from(gun.left.is_some());
                let model = u64::from(gun.model.0.0) << 8 | u64::from(gun.model.1);
                signs.note(battery.unit, model << 16 | u64::from(gun.crew) << 8 | ready);
            }
        }
        for herd in &state.herds {
            herd.beasts.iter().for_each(|beast| signs.note(herd.unit, beast.crew.into()));
        }
        Some(signs)
    }

    /// All that the shots of one unit depend on: what of it has shot, who shoots out of the same walls, and everybody who may be
    /// shot at or stand in between.
    fn shot_stamp(self, id: UnitId, signs: &Signs) -> Stamp {
        let unit = self.unit(id);
        let mut stamp = signs.world.with(unit.shot_bases).with(signs.of[id.ix()]);
        if let Some(inside) = unit.inside {
            let others =
                self.friends_of(id).filter(|&one| self.unit(one).inside.is_some_and(|i| i.building == inside.building));
            stamp = others.fold(stamp, |stamp, one| stamp.with(self.unit(one).shot_bases));
        }
        // No line leads farther than to the far side of the broadest target.
        let body = self.body(id);
        let far = f64::from(self.reach_of(id)) + 2.0 * signs.widest + f64::from(BW);
        let near = self.on_table().filter(|&other| body.maybe_within(&self.body(other), far));
        near.fold(stamp, |stamp, other| stamp.with(other.0.into()).with(signs.of[other.ix()]))
    }

    /// What is known of one unit, another one each time, is what would be found out now.
    pub(crate) fn check_known(self) -> Result<(), String> {
        let sight = self.sight_stamp().map(|stamp| stamp.0);
        let signs = self.signs();
        let turn = self.state.bodies.touches() as usize % self.state.units.len().max(1);
        for (id, other) in self.all().skip(turn).take(1).flat_map(|id| self.all().map(move |other| (id, other))) {
            let sees = sight.and_then(|stamp| self.state.kept.room().known.sights.of(stamp, id, other));
            if sees.is_some_and(|sees| sees != self.looks(&self, id, other)) {
                let (one, other) = (self.name(id), self.name(other));
                return Err(format!("whether {one} sees {other} is remembered wrongly"));
            }
        }
        for id in self.on_table().filter(|id| id.ix() == turn && signs.is_some()) {
            let shots = signs
                .as_ref()
                .and_then(|signs| self.state.kept.room().known.shots.of(id.ix(), self.shot_stamp(id, signs)));
            if shots.is_some_and(|shots| shots != self.finds_shots(id)) {
                return Err(format!("what {} can shoot at is remembered wrongly", self.name(id)));
            }
        }
        Ok(())
    }
}

impl Default for Answers {
    fn default() -> Answers {
        let none = || [const { AtomicU64::new(0) }; MOST_UNITS];
        Answers { stamp: AtomicU64::new(0), yes: none(), no: none() }
    }
}
