//! Answers that are kept until anything changes that they depend on.
//!
//! Questions are asked again and again while hardly anything changes. What is kept follows from the table and is no part of the
//! state's value; nothing of it goes into the copy of a state.

use crate::bodies::Each;
use crate::cards::{MOST_LEADERS, MOST_UNITS, UnitId};
use crate::shooting::Known;
use crate::state::{Contact, Fate, Fire, Leader};
use crate::table::Table;
use kernel::Side;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that stands for several. Each is stirred before the next comes to it.
#[derive(Clone, Copy)]
pub(crate) struct Stamp(pub u64);

impl Stamp {
    pub const NEW: Stamp = Stamp(0x243f_6a88_85a3_08d3);

    #[inline]
    pub const fn with(self, part: u64) -> Stamp {
        Stamp((self.0 ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }
}

/// An answer of some words for each piece, with the stamp of all it depends on.
pub(crate) struct Answers<const PIECES: usize, const WORDS: usize>([Entry<WORDS>; PIECES]);

struct Entry<const WORDS: usize> {
    /// None is known for 0.
    stamp: AtomicU64,
    words: [AtomicU64; WORDS],
}

impl<const PIECES: usize, const WORDS: usize> Answers<PIECES, WORDS> {
    /// The answer for a piece, if it is known.
    pub fn of(&self, piece: usize, stamp: Stamp) -> Option<[u64; WORDS]> {
        let entry = self.0.get(piece).filter(|entry| entry.stamp.load(Ordering::Acquire) == stamp.0 | 1)?;
        Some(std::array::from_fn(|word| entry.words[word].load(Ordering::Relaxed)))
    }

    /// The answer for a piece, found out unless it is known. Whoever reads the same state beside us finds the same.
    pub fn ask(&self, piece: usize, stamp: Option<Stamp>, find: impl FnOnce() -> [u64; WORDS]) -> [u64; WORDS] {
        let Some(stamp) = stamp else { return find() };
        self.of(piece, stamp).unwrap_or_else(|| {
            let found = find();
            if let Some(entry) = self.0.get(piece) {
                entry.words.iter().zip(found).for_each(|(word, found)| word.store(found, Ordering::Relaxed));
                entry.stamp.store(stamp.0 | 1, Ordering::Release);
            }
            found
        })
    }
}

impl<const PIECES: usize, const WORDS: usize> Default for Answers<PIECES, WORDS> {
    fn default() -> Answers<PIECES, WORDS> {
        Answers([const { Entry { stamp: AtomicU64::new(0), words: [const { AtomicU64::new(0) }; WORDS] } }; PIECES])
    }
}

/// All that is kept. Room for it is asked for when a battle begins, and in the copy of a state once somebody asks.
#[derive(Default)]
pub struct Kept(OnceLock<Box<Room>>);

/// Where it lies.
#[derive(Default)]
pub(crate) struct Room {
    /// Who sees whom and can shoot at whom.
    pub known: Known,
    /// What each unit may be told.
    pub orders: Answers<MOST_UNITS, 2>,
    /// Where each leader may ride.
    pub rides: Answers<MOST_LEADERS, 2>,
    /// How the charge of each unit gets home.
    pub ways: Answers<MOST_UNITS, 2>,
    /// How all stood when no leader had to make off.
    pub safe: AtomicU64,
    /// How often each unit may have changed, and how often its body has.
    changes: Changes,
}

/// By unit.
struct Changes([[u32; 2]; MOST_UNITS]);

impl Kept {
    #[inline]
    pub(crate) fn room(&self) -> &Room {
        self.0.get_or_init(Box::default)
    }

    /// A unit may have changed, its body too. Who has not asked for anything yet has nothing to forget.
    pub(crate) fn note_change(&mut self, unit: usize, body: bool) {
        if let Some([changes, bodies]) = self.0.get_mut().and_then(|room| room.changes.0.get_mut(unit)) {
            *changes = changes.wrapping_add(1);
            *bodies = bodies.wrapping_add(u32::from(body));
        }
    }
}

impl Default for Changes {
    fn default() -> Changes {
        Changes([[0; 2]; MOST_UNITS])
    }
}

impl Table<'_> {
    /// A number that is another whenever a unit may have changed. There is none while somebody changes.
    pub(crate) fn version_of(self, id: UnitId) -> Option<u64> {
        self.state.bodies.settled(self.state.units.len())?;
        self.state.kept.room().changes.0.get(id.ix()).map(|&[changes, _]| changes.into())
    }

    /// A number that is another whenever its body has changed.
    pub(crate) fn outline_of(self, id: UnitId) -> u64 {
        self.state.kept.room().changes.0.get(id.ix()).map_or(0, |&[_, bodies]| bodies.into())
    }

    /// All bodies and who is there. There is none while somebody changes.
    pub(crate) fn bodies_stamp(self) -> Option<Stamp> {
        let made = self.state.bodies.settled(self.state.units.len())?;
        let there = Side::BOTH.map(|side| self.there(Some(side)).bits());
        Some(Stamp::NEW.with(made).with(there[0]).with(there[1]))
    }

    /// The same with all leaders.
    pub(crate) fn leaders_stamp(self) -> Option<Stamp> {
        let stamp = self.bodies_stamp()?;
        Some(self.state.leaders.iter().fold(stamp, |stamp, leader| leader.stamped(stamp)))
    }

    /// All that orders depend on but the unit that gets them: the turn, who stands and fights where, leaders, fires, beasts.
    pub(crate) fn orders_stamp(self) -> Option<Stamp> {
        let state = self.state;
        let contact = |stamp: Stamp, one: &Contact| stamp.with(u64::from(one.a.0) << 8 | u64::from(one.b.0));
        let stamp = state.contacts.iter().fold(self.leaders_stamp()?, contact);
        let fires = state.buildings.iter().fold(0, |set, one| {
            set << 2 | u64::from(matches!(one.fire, Fire::Burning(_))) << 1 | u64::from(one.points > 0)
        });
        let wild = |stamp: Stamp, beast: &crate::state::Stampede| stamp.with(at(beast.pose.at));
        let stamp = state.stampedes.iter().fold(stamp.with(fires), wild).with(state.storm as u64);
        let turn = u64::from(state.turn) << 8 | (state.active.ix() as u64) << 1;
        Some(stamp.with(turn | u64::from(state.player_turn.orders_ended)))
    }

    /// All that the ways of charges depend on but the charger himself: who stands where and how, who charges, and the ground.
    pub(crate) fn ways_stamp(self) -> Option<Stamp> {
        let state = self.state;
        let stamp = self.bodies_stamp()?.with(state.quick).with(state.firm);
        let stamp = state.plashed.iter().fold(stamp, |stamp, one| stamp.with(at(one.from)).with(at(one.to)));
        let fires = state
            .buildings
            .iter()
            .fold(0, |set, one| set << 2 | u64::from(one.fire != Fire::None) << 1 | u64::from(one.points > 0));
        let stamp = self.on_table().fold(stamp.with(fires).with(state.storm as u64), |stamp, id| {
            let unit = self.unit(id);
            let broken = unit.told(crate::disruption::Cause::BrokenThrough) > 0;
            stamp.with((unit.order as u64) << 16 | u64::from(unit.pike_bases) << 8 | u64::from(broken))
        });
        Some(state.charges.iter().fold(stamp, |stamp, one| {
            stamp.with(
                (one.stage as u64) << 24
                    | (one.kind as u64) << 16
                    | u64::from(one.charger.0) << 8
                    | u64::from(one.target.0),
            )
        }))
    }

    /// Of all that is kept for orders, rides and charges, what is known of one, another one each time, is what would be found out
    /// now.
    pub(crate) fn check_kept(self) -> Result<(), String> {
        let kept = self.state.kept.room();
        let touches = self.state.bodies.touches() as usize;
        let turn = |ix: usize, of: usize| ix == touches % of.max(1);
        for id in self.on_table().filter(|id| turn(id.ix(), self.state.units.len())) {
            let known = self.order_stamp(id, self.orders_stamp()).and_then(|stamp| kept.orders.of(id.ix(), stamp));
            if known.is_some_and(|known| known != self.finds_orders(id)) {
                return Err(format!("what {} may be told is remembered wrongly", self.name(id)));
            }
        }
        let charges = self.state.charges.iter().enumerate();
        for (_, charge) in charges.filter(|&(ix, _)| turn(ix, self.state.charges.len())) {
            let (id, target) = (charge.charger, charge.target);
            let known = self.way_stamp(id, target).and_then(|stamp| kept.ways.of(id.ix(), stamp));
            if known.is_some_and(|known| known != self.finds_way(id, target)) {
                return Err(format!("how {} gets home is remembered wrongly", self.name(id)));
            }
        }
        for id in self.all_leaders().filter(|id| turn(id.ix(), self.state.leaders.len())) {
            let known = self.ride_stamp(id).and_then(|stamp| kept.rides.of(id.ix(), stamp));
            if known.is_some_and(|known| known != self.finds_rides(id)) {
                return Err(format!("where {} may ride is remembered wrongly", self.leader_card(id).key));
            }
        }
        Ok(())
    }
}

fn at(place: field::table::Point) -> u64 {
    u64::from(place.x as u32) << 32 | u64::from(place.y as u32)
}

impl Leader {
    /// A stamp with all that others ask of a leader.
    pub(crate) fn stamped(&self, stamp: Stamp) -> Stamp {
        let fate = match self.fate {
            Fate::Fit => 0,
            Fate::Unhorsed(turns) => 1 << 8 | u64::from(turns),
            Fate::Wounded(turns) => 2 << 8 | u64::from(turns),
            Fate::Captured => 3 << 8,
            Fate::Lost { delay } => 4 << 8 | u64::from(delay),
        };
        let attached = self.attached.map_or(0xff, |unit| u64::from(unit.0));
        let heir = self.heir.map_or(0xff, |heir| u64::from(heir.0));
        stamp.with(at(self.at)).with(fate << 20 | attached << 12 | heir << 4 | u64::from(self.chief))
    }
}

/// Units by bit.
pub(crate) fn bits(units: impl Iterator<Item = UnitId>) -> u64 {
    units.fold(0, |set, id| set | 1 << id.0)
}

/// Units of a set of bits, lowest first.
pub(crate) fn each(bits: u64) -> Each {
    Each(bits)
}
