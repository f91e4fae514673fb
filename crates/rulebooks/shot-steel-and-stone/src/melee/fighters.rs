//! Heading 20: which bases fight whom. Only the front rank fights, in edge or corner contact, at most three to one.

use crate::cards::{Part, UnitId, Units};
use crate::readings::ScreenDice;
use crate::state::{Aspect, Formation, Unit};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Block, Body, Edge};

/// Bases nearer than this touch: men close up the last hair.
pub const CONTACT: f64 = 1_000.0;
/// SSS 20.4
const MOST_ODDS: u32 = 3;

/// One base of a unit.
struct Base {
    block: Block,
    front: bool,
    pike: bool,
}

/// How many bases of a unit fight one enemy, those with pikes by themselves (SSS 38.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fighters {
    pub pikes: u8,
    pub others: u8,
}

impl Fighters {
    pub fn all(self) -> u8 {
        self.pikes + self.others
    }

    /// No more than so many; pikes stay.
    fn at_most(self, most: u8) -> Fighters {
        let pikes = self.pikes.min(most);
        Fighters { pikes, others: self.others.min(most - pikes) }
    }
}

impl Table<'_> {
    /// The bases of a unit that stands outside any building, rank by rank. Pikes have the middle of a mixed unit.
    fn bases_of(self, id: UnitId) -> ArrayVec<Base, 32> {
        let (card, unit) = (self.card(id), self.unit(id));
        let (width, depth) = (self.rules.base_width(card), self.rules.base_depth(card, unit));
        let step = width + self.rules.gap(card, unit);
        let (front, files) = (i32::from(unit.front_bases()), i32::from(unit.files.max(1)));
        let [left, right] = unit.moved_up.map(i32::from);
        let aside = if front > files { (right - left) * step / 2 } else { 0 };
        let pikes = i32::from(unit.pike_bases);
        let mut bases = ArrayVec::new();
        let (mut rank, mut left_over) = (0, i32::from(unit.bases_outside()));
        while left_over > 0 && !bases.is_full() {
            let wide = left_over.min(if rank == 0 { front.max(1) } else { files });
            let first_pike = (wide - pikes.min(wide)) / 2;
            for file in 0..wide {
                let half = if 2 * file < wide { -unit.split / 2 } else { unit.split / 2 };
                let across = (2 * file - wide + 1) * step / 2 + half + if rank == 0 { aside } else { 0 };
                let pose = unit.pose.ahead(-rank * depth).right(across);
                let pike = (first_pike..first_pike + pikes).contains(&file);
                let base = Base { block: Block::new(pose, width, depth), front: rank == 0, pike };
                if bases.try_push(base).is_err() {
                    break;
                }
            }
            left_over -= wide;
            rank += 1;
        }
        bases
    }

    /// The bases of a unit that fight an enemy (SSS 20.2, 20.3, 20.4).
    pub fn fighters(self, id: UnitId, enemy: UnitId) -> Fighters {
        let mine = self.reaching(id, enemy);
        let theirs: u32 = self.reaching(enemy, id).all().into();
        let before = self.foes(enemy).take_while(|&friend| friend != id);
        let taken: u32 = before.map(|friend| u32::from(self.reaching(friend, enemy).all())).sum();
        let front: u32 = self.foes(enemy).map(|friend| u32::from(self.reaching(enemy, friend).all())).sum();
        let room = (MOST_ODDS * front.max(theirs).max(1)).saturating_sub(taken);
        mine.at_most(room.min(u32::from(u8::MAX)) as u8)
    }

    /// The bases of a unit that touch an enemy and have nobody else to fight.
    fn reaching(self, id: UnitId, enemy: UnitId) -> Fighters {
        let unit = self.unit(id);
        let split = |count: u8| {
            let all_pikes = self.card(id).has_pikes() && !self.card(id).is_mixed();
            if all_pikes { Fighters { pikes: count, others: 0 } } else { Fighters { pikes: 0, others: count } }
        };
        if let Some(inside) = unit.inside.filter(|_| self.meet_at_building(id, enemy)) {
            // SSS G64: one for each of theirs, or all there are.
            return split(inside.bases.min(self.against_building(enemy, id)));
        }
        if self.unit(enemy).inside.is_some() && unit.inside.is_none() {
            return split(self.against_building(id, enemy));
        }
        if unit.formation == Formation::Square {
            return split(face_of(unit, self.body(id).main(), &self.body(enemy)));
        }
        let whole = match self.card(id).part {
            // SSS 3.3, G34
            Part::ScreenOf(_) if self.rules.options.screen_dice == ScreenDice::Pair => 1,
            _ => u8::MAX,
        };
        self.touching(id, enemy).at_most(whole)
    }

    /// Bases that touch an enemy; one that touches several fights whom it is told to, or the first (SSS G57).
    fn touching(self, id: UnitId, enemy: UnitId) -> Fighters {
        let mut fighters = Fighters::default();
        let in_front = self.contact_of(id, enemy).is_none_or(|contact| contact.met(id) == Aspect::Front);
        let told = self.told_to_fight(id);
        let both = self.unit(id).rear_about;
        for base in self.bases_of(id) {
            // SSS 20.2: the front rank alone; who is taken in flank or rear fights with the bases that are touched.
            if (in_front && !base.front) || !self.touches(&base, enemy) {
                continue;
            }
            let others = self.foes(id).filter(|&foe| foe != enemy && self.touches(&base, foe));
            let mine = told == Some(enemy) || both || {
                let goes_elsewhere = others.clone().any(|foe| told == Some(foe) || (told.is_none() && foe < enemy));
                !goes_elsewhere
            };
            if mine {
                *(if base.pike { &mut fighters.pikes } else { &mut fighters.others }) += 1;
            }
        }
        fighters
    }

    fn touches(self, base: &Base, enemy: UnitId) -> bool {
        self.body(enemy).blocks.iter().any(|block| base.block.distance(block) <= CONTACT)
    }

    /// Whom the owner of a torn unit sends its bases against.
    fn told_to_fight(self, id: UnitId) -> Option<UnitId> {
        let melee = self.state.melee.as_ref()?;
        melee.allotted.iter().find(|(unit, _)| *unit == id).map(|&(_, enemy)| enemy)
    }

    /// Units with bases that touch more than one enemy (SSS G57); a rear rank that faces about serves both (SSS 22.1).
    pub(crate) fn torn_units(self) -> Units {
        let units = self.state.melee.as_ref().map_or(Units::EMPTY, |melee| melee.units);
        let torn = |id: &UnitId| {
            let unit = self.unit(*id);
            let apart = unit.rear_about || unit.formation == Formation::Square || unit.inside.is_some();
            !apart && self.foes(*id).count() > 1 && {
                let several = |base: &Base| self.foes(*id).filter(|&foe| self.touches(base, foe)).count() > 1;
                self.bases_of(*id).iter().any(several)
            }
        };
        units.iter().filter(torn).collect()
    }

    /// One of the two holds a building that the other attacks, or has broken into.
    fn meet_at_building(self, id: UnitId, enemy: UnitId) -> bool {
        let (mine, theirs) = (self.unit(id).inside, self.unit(enemy).inside);
        mine.is_some_and(|mine| theirs.is_none_or(|theirs| theirs.building == mine.building))
    }

    /// Bases of a unit at the walls that an enemy holds: each must touch them along its whole length (SSS 30.2). Those that
    /// have broken in fight inside.
    pub(crate) fn against_building(self, id: UnitId, holder: UnitId) -> u8 {
        let Some(held) = self.unit(holder).inside else { return 0 };
        let walls = self.rules.building_body(held.building);
        let whole = |base: &Base| {
            let (left, right) = base.block.edge(Edge::Front);
            base.front && [left, right].iter().all(|&corner| walls.distance_to_point(corner) <= CONTACT)
        };
        let outside =
            if self.unit(id).bases_outside() > 0 { self.bases_of(id).iter().filter(|b| whole(b)).count() } else { 0 };
        let inside = self.unit(id).inside.filter(|mine| mine.building == held.building).map_or(0, |mine| mine.bases);
        (outside as u8).saturating_add(inside)
    }
}

/// Bases on the face of a square that looks towards an enemy: as many on each, those left over in front first (SSS G5).
fn face_of(unit: &Unit, square: &Block, enemy: &Body) -> u8 {
    let order = [Edge::Front, Edge::Rear, Edge::Left, Edge::Right];
    let edge = square.edge_towards(enemy.center());
    let place = order.iter().position(|&one| one == edge).unwrap_or(0) as u8;
    let bases = unit.bases_outside();
    bases / 4 + u8::from(bases % 4 > place)
}
