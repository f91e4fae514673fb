//! Heading 20: which bases fight whom. Only the front rank fights, in edge or corner contact, at most three to one.

use crate::cards::{BuildingId, Order, Part, UnitId, Units};
use crate::readings::{AttackedBehind, ScreenDice};
use crate::state::{Aspect, Formation, Unit};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Block, Body, Edge};

/// Bases nearer than this touch: men close up the last hair.
pub const CONTACT: f64 = 1_000.0;
/// SSS 20.4
const MOST_ODDS: u32 = 3;
/// The most bases of a unit that fight inside a building.
const MOST_INSIDE: u8 = 16;

/// Where two units fight each other: bases inside and outside of a building fight each their own fight (SSS 30.5, G85).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    Field,
    /// Attackers before the walls, and the garrison within.
    Walls,
    /// That base of a unit that has broken in, and the one that meets it.
    Inside {
        of: UnitId,
        base: u8,
    },
}

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

    /// Where two units meet: in the open, at the walls one of them holds, and base by base inside.
    pub(crate) fn sites(self, id: UnitId, enemy: UnitId) -> ArrayVec<Site, { 2 + MOST_INSIDE as usize }> {
        let mut sites = ArrayVec::new();
        let outside = |one: UnitId| self.unit(one).bases_outside() > 0;
        if outside(id) && outside(enemy) {
            sites.push(Site::Field);
        }
        let storms = |one: UnitId, holder: UnitId| outside(one) && self.holds_walls(holder);
        if storms(id, enemy) || storms(enemy, id) {
            sites.push(Site::Walls);
        }
        for (of, holder) in [(id, enemy), (enemy, id)] {
            sites.extend((0..self.inside_of(of, holder)).map(|base| Site::Inside { of, base }));
        }
        sites
    }

    /// Bases of a unit that have broken in where an enemy holds out (SSS 30.5).
    pub(crate) fn inside_of(self, id: UnitId, holder: UnitId) -> u8 {
        let (mine, theirs) = (self.unit(id).inside, self.unit(holder).inside);
        let same = |inside: &crate::state::Inside| theirs.is_some_and(|held| held.building == inside.building);
        let inside = mine.filter(|inside| inside.broke_in.is_some()).filter(same);
        inside.map_or(0, |inside| inside.bases).min(MOST_INSIDE)
    }

    /// Has bases within walls that the enemy has to storm.
    pub(crate) fn holds_walls(self, id: UnitId) -> bool {
        self.unit(id).inside.is_some_and(|inside| inside.broke_in.is_none() && inside.bases > 0)
    }

    /// Those of its bases that fight there are within walls.
    pub(crate) fn is_within(self, id: UnitId, site: Site) -> bool {
        match site {
            Site::Field => false,
            Site::Walls => self.holds_walls(id),
            Site::Inside { .. } => true,
        }
    }

    /// The bases of a unit that fight an enemy there (SSS 20.2, 20.3, 20.4).
    pub fn fighters(self, id: UnitId, enemy: UnitId, site: Site) -> Fighters {
        match site {
            Site::Field => self.in_the_field(id, enemy),
            Site::Walls if self.holds_walls(enemy) => {
                let taken = self.stormers_before(enemy, Some(id));
                let room = self.room_against(enemy).saturating_sub(taken);
                self.split_by_arms(id, self.at_the_walls_of(id, enemy).min(room))
            }
            Site::Walls => self.split_by_arms(id, self.sent_to_walls(id, enemy)),
            Site::Inside { of, base } if of == id => {
                let place = self.intruders_before(enemy, id) + base;
                self.split_by_arms(id, u8::from(place < self.room_against(enemy)))
            }
            Site::Inside { base, .. } => {
                let place = self.intruders_before(id, enemy) + base;
                let held = self.unit(id).inside.map_or(0, |inside| inside.bases);
                self.split_by_arms(id, u8::from(place < held))
            }
        }
    }

    fn in_the_field(self, id: UnitId, enemy: UnitId) -> Fighters {
        if self.has_its_back_turned(id, enemy) {
            return Fighters::default();
        }
        let mine = self.reaching(id, enemy);
        let theirs: u32 = self.reaching(enemy, id).all().into();
        let before = self.foes(enemy).take_while(|&friend| friend != id);
        let taken: u32 = before.map(|friend| u32::from(self.reaching(friend, enemy).all())).sum();
        let front: u32 = self.foes(enemy).map(|friend| u32::from(self.reaching(enemy, friend).all())).sum();
        let room = (MOST_ODDS * front.max(theirs).max(1)).saturating_sub(taken);
        mine.at_most(room.min(u32::from(u8::MAX)) as u8)
    }

    /// So many bases of a unit that has pikes only, or of any other.
    fn split_by_arms(self, id: UnitId, count: u8) -> Fighters {
        let all_pikes = self.card(id).has_pikes() && !self.card(id).is_mixed();
        if all_pikes { Fighters { pikes: count, others: 0 } } else { Fighters { pikes: 0, others: count } }
    }

    // --- A garrison and its attackers

    /// Bases that may fight a garrison at three to one (SSS 20.4, G64).
    fn room_against(self, holder: UnitId) -> u8 {
        self.unit(holder).inside.map_or(0, |inside| inside.bases.saturating_mul(MOST_ODDS as u8))
    }

    /// Bases that have broken in, of those who come before one.
    fn intruders_before(self, holder: UnitId, one: UnitId) -> u8 {
        self.foes(holder).take_while(|&foe| foe != one).map(|foe| self.inside_of(foe, holder)).sum()
    }

    /// Attackers' bases that are counted before those of one: all that have broken in, then those at the walls, first whom the
    /// owner of the garrison named (SSS G57, G135).
    fn stormers_before(self, holder: UnitId, one: Option<UnitId>) -> u8 {
        let inside: u8 = self.foes(holder).map(|foe| self.inside_of(foe, holder)).sum();
        let told = self.told_to_fight(holder);
        if told.is_some() && told == one {
            return inside;
        }
        let first = told.map_or(0, |foe| self.at_the_walls_of(foe, holder));
        let others = self.foes(holder).take_while(|&foe| Some(foe) != one).filter(|&foe| Some(foe) != told);
        inside.saturating_add(first).saturating_add(others.map(|foe| self.at_the_walls_of(foe, holder)).sum())
    }

    /// Bases of a garrison that meet an enemy at the walls: one for each of his, as long as there are any (SSS G64, G135).
    fn sent_to_walls(self, holder: UnitId, enemy: UnitId) -> u8 {
        let bases = self.unit(holder).inside.map_or(0, |inside| inside.bases);
        let free = bases.saturating_sub(self.stormers_before(holder, Some(enemy)));
        self.at_the_walls_of(enemy, holder).min(free)
    }

    /// A garrison has fewer bases than its attackers: its owner says whom it meets first.
    fn is_stretched(self, holder: UnitId) -> bool {
        let bases =
            self.unit(holder).inside.filter(|inside| inside.broke_in.is_none()).map_or(0, |inside| inside.bases);
        let stormers = self.foes(holder).filter(|&foe| self.at_the_walls_of(foe, holder) > 0).count();
        bases > 0 && stormers > 1 && self.stormers_before(holder, None) > bases
    }

    /// Bases of a unit before the walls that an enemy holds: each must touch them along its whole length (SSS 30.2). Where
    /// several units hold them it fights one.
    pub(crate) fn at_the_walls_of(self, id: UnitId, holder: UnitId) -> u8 {
        let Some(held) = self.unit(holder).inside.filter(|_| self.holds_walls(holder)) else { return 0 };
        let holds = |foe: UnitId| self.unit(foe).inside.is_some_and(|inside| inside.building == held.building);
        let faced = self.told_to_fight(id).or_else(|| self.foes(id).find(|&foe| holds(foe)));
        if faced.is_some_and(|foe| foe != holder && holds(foe)) || self.unit(id).bases_outside() == 0 {
            return 0;
        }
        self.along_the_walls(id, held.building)
    }

    /// Front bases of a unit that touch a building along their whole length (SSS 30.2).
    pub(crate) fn along_the_walls(self, id: UnitId, building: BuildingId) -> u8 {
        if self.unit(id).bases_outside() == 0 {
            return 0;
        }
        let walls = self.rules.building_body(building);
        let whole = |base: &&Base| {
            let (left, right) = base.block.edge(Edge::Front);
            base.front && [left, right].iter().all(|&corner| walls.distance_to_point(corner) <= CONTACT)
        };
        self.bases_of(id).iter().filter(whole).count() as u8
    }

    /// They touch each other: in the open, at the walls or inside.
    pub(crate) fn meet(self, id: UnitId, enemy: UnitId) -> bool {
        let outside = self.unit(id).bases_outside() > 0 && self.unit(enemy).bases_outside() > 0;
        self.inside_of(id, enemy).max(self.inside_of(enemy, id)) > 0
            || self.at_the_walls_of(id, enemy).max(self.at_the_walls_of(enemy, id)) > 0
            || (outside && self.distance(id, enemy) <= CONTACT)
    }

    // --- In the open

    /// The bases of a unit that touch an enemy and have nobody else to fight.
    fn reaching(self, id: UnitId, enemy: UnitId) -> Fighters {
        let unit = self.unit(id);
        if unit.formation == Formation::Square {
            return self.split_by_arms(id, face_of(unit, self.body(id).main(), &self.body(enemy)));
        }
        let whole = match self.card(id).part {
            // SSS 3.3, G34
            Part::ScreenOf(_) if self.rules.options.screen_dice == ScreenDice::Pair => 1,
            _ => u8::MAX,
        };
        let touching = self.touching(id, enemy).at_most(whole);
        if touching.all() == 0 && self.helps_against(id, enemy) {
            // SSS 29.1, 29.4: its front rank, where it touches the friends who fight.
            let helps = |base: &Base| base.front && self.go_between(id, enemy).any(|friend| self.touches(base, friend));
            return self.split_by_arms(id, self.bases_of(id).iter().filter(|base| helps(base)).count() as u8);
        }
        touching
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

    /// By one reading formed infantry has no dice for an attacker from behind unless its rear rank has turned about
    /// (SSS 22.1, G136).
    fn has_its_back_turned(self, id: UnitId, enemy: UnitId) -> bool {
        let formed = self.is_foot(id) && matches!(self.unit(id).order, Order::Close | Order::Loose);
        self.rules.options.attacked_behind == AttackedBehind::RearRank
            && formed
            && !self.unit(id).rear_about
            && self.contact_of(id, enemy).is_some_and(|contact| contact.met(id) == Aspect::Rear)
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
            let apart = unit.rear_about || unit.formation == Formation::Square || self.is_garrison(*id);
            self.is_stretched(*id)
                || !apart && self.foes(*id).count() > 1 && {
                    let several = |base: &Base| self.foes(*id).filter(|&foe| self.touches(base, foe)).count() > 1;
                    self.bases_of(*id).iter().any(several)
                }
        };
        units.iter().filter(torn).collect()
    }

    /// The bases that may shoot at a charge which comes home there: of a square those of the face attacked, of others all that can,
    /// which is 0 (SSS G17).
    pub(crate) fn face_attacked(self, id: UnitId, by: &Body) -> u8 {
        match self.unit(id).formation {
            Formation::Square => face_of(self.unit(id), self.body(id).main(), by),
            _ => 0,
        }
    }

    /// The bases of a unit that fight something that is no unit, a single base: three at most (SSS 20.4, 41.18).
    pub(crate) fn fighters_at(self, id: UnitId, what: &Body) -> Fighters {
        let unit = self.unit(id);
        if unit.formation == Formation::Square {
            return Fighters { pikes: 0, others: face_of(unit, self.body(id).main(), what) }.at_most(MOST_ODDS as u8);
        }
        let mut fighters = Fighters::default();
        let near = |base: &Base| what.blocks.iter().any(|block| base.block.distance(block) <= CONTACT);
        for base in self.bases_of(id).iter().filter(|base| near(base)) {
            if base.pike { fighters.pikes += 1 } else { fighters.others += 1 }
        }
        fighters.at_most(MOST_ODDS as u8)
    }
}

/// Bases on the face of a square that looks towards an enemy: as many on each, those left over in front first and on
/// round to the right, as they shoot (SSS G5).
fn face_of(unit: &Unit, square: &Block, enemy: &Body) -> u8 {
    let order = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];
    let edge = square.side_of(enemy.main());
    let place = order.iter().position(|&one| one == edge).unwrap_or(0) as u8;
    let bases = unit.bases_outside();
    bases / 4 + u8::from(bases % 4 > place)
}
