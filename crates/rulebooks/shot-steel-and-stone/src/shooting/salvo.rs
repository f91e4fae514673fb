//! Who of a unit can hit a target, and how: arcs, ranges, lines of fire, shots over friends (SSS 11, 13.8, 19, G6, G7, G30).

use super::Aim;
use super::cover::Cover;
use super::ports::{Port, PortKind};
use super::sight::{Eye, marks_on};
use super::weapons::{Band, Weapon, gun_dice};
use crate::cards::{Arm, Missile, Order, Part, UnitId};
use crate::measures::{BW, bw};
use crate::readings::{GunnersAimedAt, OverheadArtillery, OverheadHigher, OverheadRange};
use crate::state::{Aspect, Formation, Place};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Block, Body, TOUCH, Um, Vec2, nearest_in_arc};
use kernel::Refusal;
use scenario::AreaKind;

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

/// Bases or guns whose dice are thrown together: what tells them apart from others of the same shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot {
    pub weapon: Weapon,
    pub band: Band,
    pub dice_each: u8,
    /// Over the heads of friends, with the -1 of it (SSS 19.7).
    pub overhead: bool,
    /// Where they stand as the target has it.
    pub zone: Aspect,
    pub cover: Cover,
    pub bases: u8,
}

impl Lot {
    fn is_like(&self, other: &Lot) -> bool {
        Lot { bases: 0, ..*self } == Lot { bases: 0, ..*other }
    }
}

/// What a unit brings to bear on a target.
#[derive(Debug, Clone, Default)]
pub struct Salvo {
    pub lots: ArrayVec<Lot, 16>,
    /// The bases and guns that shoot, by bit.
    pub shoot: u64,
}

impl Salvo {
    fn add(&mut self, lot: Lot, bit: u8) {
        match self.lots.iter().position(|other| other.is_like(&lot)) {
            Some(like) => self.lots[like].bases += 1,
            None if self.lots.is_full() => return,
            None => self.lots.push(lot),
        }
        self.shoot |= 1 << bit;
    }

    pub fn bases(&self) -> u32 {
        self.shoot.count_ones()
    }
}

/// How the range of a shot is found.
#[derive(Clone, Copy)]
pub enum Range<'a> {
    /// By the ruler.
    Measured,
    /// By the die of a shot at a charge; arcs are those to the charger there (SSS 15.5, G72).
    Rolled(Band, &'a Body),
}

/// How near a base came to a shot, for why there is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fails {
    Nobody,
    Arc,
    Reach,
    Sight,
}

impl Table<'_> {
    /// What a unit brings to bear on a target, with at most so many of its bases (all for 0).
    pub fn salvo(self, id: UnitId, aim: Aim, most: u8, range: Range<'_>) -> Result<Salvo, Refusal> {
        self.may_aim(id, aim)?;
        let measured = self.aimed_body(aim, range);
        if matches!(range, Range::Measured) && !self.body(id).within(&measured, f64::from(self.reach_of(id)) + TOUCH) {
            return refuse("SSS 11.1", "the target is out of range");
        }
        let mut salvo = Salvo::default();
        let mut fails = Fails::Nobody;
        let done = self.unit(id).shot_bases;
        for port in self.ports(id, measured.center()) {
            if done & (1 << port.bit) != 0 || (most > 0 && salvo.bases() >= u32::from(most)) {
                continue;
            }
            match self.lot(id, aim, &port, &measured, range) {
                Ok(lot) => salvo.add(lot, port.bit),
                Err(fail) => fails = fails.max(fail),
            }
        }
        // SSS G34: one die for both bases.
        if self.shoots_as_pair(id) {
            salvo.lots.truncate(1);
            salvo.lots.iter_mut().for_each(|lot| lot.bases = 1);
        }
        match (salvo.lots.is_empty(), fails) {
            (false, _) => Ok(salvo),
            (_, Fails::Nobody) => refuse("SSS 12.1", "nobody of it is left to shoot"),
            (_, Fails::Arc) => refuse("SSS G6", "the target is outside its arc of fire"),
            (_, Fails::Reach) => refuse("SSS 11.1", "the target is out of range"),
            (_, Fails::Sight) => refuse("SSS G7", "there is no clear line of fire"),
        }
    }

    /// The farthest that anything of a unit shoots.
    pub fn reach_of(self, id: UnitId) -> Um {
        let card = self.card(id);
        let small = Weapon::Small(if card.arm == Arm::Elephants { card.crew_missile } else { card.missile });
        let guns = card.guns.iter().map(|gun| Weapon::Gun(gun.weight).farthest());
        guns.chain([if card.is_artillery() { 0 } else { small.farthest() }]).max().unwrap_or(0)
    }

    /// Whether a unit may choose this target at all (SSS 3.6, 19.6, 33.1, 41.13).
    fn may_aim(self, id: UnitId, aim: Aim) -> Result<(), Refusal> {
        let target = match aim {
            Aim::Walls(building) => return self.may_batter(id, building),
            Aim::Unit(target) | Aim::Gunners(target) => target,
        };
        self.known(target)?;
        if self.unit(target).place != Place::Table || self.side(target) == self.side(id) {
            return refuse("SSS 12.1", "only enemies on the table are shot at");
        }
        if !self.can_be_seen_inside(&self.body(id), target) {
            return refuse("SSS 11.7", "from outside one sees into a built-up area only when touching it");
        }
        if self.in_contact(target) && self.free_bases(target).next().is_none() {
            return refuse("SSS 19.6", "bases in melee may not be shot at");
        }
        if matches!(aim, Aim::Gunners(_)) {
            self.may_single_out(id, target)?;
        }
        if self.is_foot(id) && self.shielding(id, target) {
            return refuse("SSS 3.6", "infantry must shoot at the screen");
        }
        Ok(())
    }

    /// Rifles single out gunners, and by the other reading open order and skirmishing foot (SSS 33.1, 33.2, G66); bows and
    /// rifles the crews of elephants (SSS 41.13).
    fn may_single_out(self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        let (card, theirs) = (self.card(id), self.card(target));
        let rifles = Weapon::Small(card.missile).is_rifled();
        if theirs.arm == Arm::Elephants {
            let crews = self.herd(target).is_some_and(|herd| herd.beasts.iter().any(|beast| beast.crew > 0));
            return match (crews, rifles || card.missile == Missile::Bow) {
                (false, _) => refuse("SSS 41.2", "there is no crew"),
                (_, false) => refuse("SSS 41.13", "only bows and rifles single out the crew of an elephant"),
                _ => Ok(()),
            };
        }
        let gunners = !theirs.is_artillery()
            && self.battery(target).is_some_and(|battery| battery.guns.iter().any(|gun| gun.crew > 0));
        let light = self.is_foot(id) && matches!(self.unit(id).order, Order::Open | Order::Skirmish);
        let may = rifles || (light && self.rules.options.gunners_aimed_at == GunnersAimedAt::RiflesAndSkirmishers);
        match (gunners, may) {
            (false, _) => refuse("SSS 33.1", "it has no battalion guns that are manned"),
            (_, false) => refuse("SSS 33.1", "it cannot single out the gunners"),
            _ => Ok(()),
        }
    }

    /// The screen of a unit shields it from infantry that can shoot at the screen, while it has half its points (SSS 3.6, 3.7).
    fn shielding(self, id: UnitId, target: UnitId) -> bool {
        let Some(screen) = self.card(target).screen.filter(|&screen| self.unit(screen).place == Place::Table) else {
            return false;
        };
        let strong = 2 * self.points_left(screen) >= self.card(screen).initial_points();
        strong && self.salvo(id, Aim::Unit(screen), 0, Range::Measured).is_ok()
    }

    /// The ground at which the range is measured and the arc taken: unengaged bases alone where the target fights (SSS 19.6).
    fn aimed_body(self, aim: Aim, range: Range<'_>) -> Body {
        match (aim, range) {
            (_, Range::Rolled(_, body)) => body.clone(),
            (Aim::Walls(building), _) => self.rules.building_body(building),
            (Aim::Unit(target) | Aim::Gunners(target), _) if self.in_contact(target) => {
                // The rest of a wide formation lies between its first free base and its last.
                let mut free = self.free_bases(target);
                let first = free.next();
                let last = free.last();
                match (first, last) {
                    (Some(first), last) => Body::new([Some(first), last].into_iter().flatten()),
                    (None, _) => self.body(target).into_body(),
                }
            }
            (Aim::Unit(target) | Aim::Gunners(target), _) => self.body(target).into_body(),
        }
    }

    /// Bases of a unit as blocks, rank by rank from the left.
    pub fn base_blocks(self, id: UnitId) -> ArrayVec<Block, 48> {
        let (unit, card) = (self.unit(id), self.card(id));
        let body = self.body(id);
        let depth = f64::from(self.rules.base_depth(card, unit));
        let (left, right) = body.front_ends();
        let (dir, aside) = (body.main().dir, (right - left).unit());
        let front = i32::from(unit.front_bases()).max(1);
        let step = left.distance(right) / f64::from(front);
        let files = i32::from(unit.files.max(1)).min(front);
        let mut blocks = ArrayVec::new();
        for base in 0..i32::from(unit.bases_outside()) {
            let (rank, file, shift) = match base < front {
                true => (0, base, 0.0),
                false => {
                    let [up_left, _] = unit.moved_up.map(i32::from);
                    (1 + (base - front) / files, (base - front) % files, f64::from(up_left) * step)
                }
            };
            let at = left + aside * (step * (f64::from(file) + 0.5) + shift) + dir * (-depth * f64::from(rank));
            let _ = blocks.try_push(Block { front: at, dir, half: f64::from(BW) / 2.0, depth });
        }
        blocks
    }

    /// Bases of a unit that no enemy in its melee touches (SSS 19.6).
    fn free_bases(self, id: UnitId) -> impl Iterator<Item = Block> {
        let touched = move |block: &Block| {
            let base = Body::single(*block);
            self.opponents(id).any(|enemy| self.body(enemy).within(&base, TOUCH))
        };
        self.base_blocks(id).into_iter().filter(move |block| !touched(block))
    }

    /// The shot of one base or gun, or what keeps it from shooting.
    fn lot(self, id: UnitId, aim: Aim, port: &Port, body: &Body, range: Range<'_>) -> Result<Lot, Fails> {
        if matches!(aim, Aim::Walls(_)) && !port.weapon.is_gun() {
            return Err(Fails::Nobody);
        }
        let arc = port.arc();
        let near = nearest_in_arc(&arc, body).ok_or(Fails::Arc)?;
        let (band, overhead) = match range {
            Range::Rolled(band, _) => {
                // SSS G72: some part of its way lies within reach; who calls has seen to that. Second ranks shoot as always.
                (band, port.kind == PortKind::Second)
            }
            Range::Measured => {
                let (distance, overhead) = self.line_of_fire(id, aim, port, body, near)?;
                (port.weapon.band(distance).ok_or(Fails::Reach)?, overhead)
            }
        };
        if port.kind == PortKind::Second && !self.may_shoot_overhead(id) {
            return Err(Fails::Sight);
        }
        let overhead = overhead && !self.overhead_is_free(id, aim);
        let dice_each = self.dice_of(id, aim, port, band);
        if dice_each == 0 {
            return Err(Fails::Nobody);
        }
        let (zone, cover) = self.seen_by_target(aim, port.at);
        Ok(Lot { weapon: port.weapon, band, dice_each, overhead, zone, cover, bases: 1 })
    }

    fn seen_by_target(self, aim: Aim, from: Vec2) -> (Aspect, Cover) {
        match aim {
            Aim::Unit(target) | Aim::Gunners(target) => (self.zone_of(target, from), self.cover_of(target, from)),
            Aim::Walls(_) => (Aspect::Front, Cover::None),
        }
    }

    /// Dice of a base or gun at that range (SSS T8, 12.6, 12.7, 16.2).
    fn dice_of(self, id: UnitId, aim: Aim, port: &Port, band: Band) -> u8 {
        let (Weapon::Gun(weight), PortKind::Gun(ix)) = (port.weapon, port.kind) else {
            return self.base_dice(id, port.kind);
        };
        let full = self.card(id).guns[usize::from(ix)].crew;
        let left = self.battery(id).map_or(0, |battery| battery.guns[usize::from(ix)].crew);
        gun_dice(weight, band, self.is_confined(aim)).saturating_sub(full.saturating_sub(left))
    }

    /// Built-up areas, walled enclosures, redoubts and bridges are confined spaces (SSS 12.7, G42).
    pub(crate) fn is_confined(self, aim: Aim) -> bool {
        let target = match aim {
            Aim::Walls(_) => return true,
            Aim::Unit(target) | Aim::Gunners(target) => target,
        };
        let middle = self.body(target).main().center();
        let narrow = |area: &scenario::Area| matches!(area.kind, AreaKind::Enclosure | AreaKind::Bridge);
        self.garrisons_standing(target).is_some()
            || self.rules.ground.areas.iter().any(|area| narrow(area) && area.outline.contains(middle))
    }

    // --- Lines of fire

    /// How far a shot goes, and whether it goes over friends (SSS 19, G7).
    fn line_of_fire(self, id: UnitId, aim: Aim, port: &Port, body: &Body, near: f64) -> Result<(f64, bool), Fails> {
        let eye = Eye { who: id, from: port.at, level: self.eye_level(id) };
        let arc = port.arc();
        let marks = || marks_on(body, eye.from).into_iter().filter(|mark| arc.contains(*mark));
        let (target, goal) = match aim {
            Aim::Unit(target) | Aim::Gunners(target) => (Some(target), self.garrisons(target)),
            Aim::Walls(building) => (None, Some(building)),
        };
        let shields = |other: UnitId| matches!(self.card(other).part, Part::ScreenOf(parent) if Some(parent) == target);
        let own_rank = port.kind == PortKind::Second;
        let clear = |over: &dyn Fn(UnitId) -> bool| {
            marks().any(|mark| self.shot_is_clear(&eye, target, goal, mark, |other| shields(other) || over(other)))
        };
        if clear(&|_| false) {
            return Ok((self.overhead_range(id, port, near, None), own_rank));
        }
        let over = |other: UnitId| self.may_shoot_over(id, other, aim);
        if self.may_shoot_overhead(id) && !own_rank && clear(&over) {
            let friend = self.friends_of(id).find(|&friend| self.touches_ahead(id, friend));
            return Ok((self.overhead_range(id, port, near, friend), true));
        }
        Err(Fails::Sight)
    }

    /// The unit that shoots overhead must remain where it is (SSS 19.7).
    fn may_shoot_overhead(self, id: UnitId) -> bool {
        !self.unit(id).moved && !self.unit(id).traversed
    }

    /// Whether a unit may shoot over that friend (SSS 19.1 to 19.5, G30).
    fn may_shoot_over(self, id: UnitId, other: UnitId, aim: Aim) -> bool {
        if self.side(other) != self.side(id) {
            return false;
        }
        if self.is_artillery(id) {
            let target = match aim {
                Aim::Unit(target) | Aim::Gunners(target) => self.level(target),
                Aim::Walls(building) => self.rules.ground.relief.level_of(&self.rules.building_body(building)),
            };
            let (guns, friends) = (self.level(id), self.level(other));
            let higher = match self.rules.options.overhead_artillery {
                OverheadArtillery::TargetAboveFriends => target > friends,
                OverheadArtillery::TargetAboveGuns => target > guns,
                OverheadArtillery::EitherAboveFriends => target.max(guns) > friends,
            };
            return higher && self.distance(id, other) + TOUCH >= f64::from(bw(5));
        }
        // SSS 19.2, 19.3: bows, at most two bases deep, in contact with the troops ahead.
        self.card(id).missile == Missile::Bow && self.touches_ahead(id, other)
    }

    /// Friends one base deep in base contact with a unit's front (SSS 19.2, 19.3).
    fn touches_ahead(self, id: UnitId, friend: UnitId) -> bool {
        self.unit(friend).ranks() == 1 && self.body(id).front_touches(&self.body(friend))
    }

    /// The -1 of an overhead shot falls away for shooters who stand higher (SSS 19.7, G30).
    fn overhead_is_free(self, id: UnitId, aim: Aim) -> bool {
        let own = self.level(id);
        match (self.rules.options.overhead_higher, aim) {
            (OverheadHigher::ThanTarget, Aim::Unit(target) | Aim::Gunners(target)) => own > self.level(target),
            (OverheadHigher::ThanTarget, Aim::Walls(building)) => {
                own > self.rules.ground.relief.level_of(&self.rules.building_body(building))
            }
            (OverheadHigher::ThanFriends, _) => {
                let friends = self.friends_of(id).filter(|&friend| self.may_shoot_over(id, friend, aim));
                let between = friends.filter(|&friend| self.is_in_the_way(id, friend, aim));
                between.map(|friend| self.level(friend)).max().is_some_and(|level| own > level)
            }
        }
    }

    fn is_in_the_way(self, id: UnitId, friend: UnitId, aim: Aim) -> bool {
        let to = match aim {
            Aim::Unit(target) | Aim::Gunners(target) => self.body(target).center(),
            Aim::Walls(building) => self.rules.building_body(building).center(),
        };
        self.body(friend).is_cut(self.body(id).main().front, to, 0.0)
    }

    /// Archers measure from the front of their own base, by the other reading from that of the rank ahead if it is of their
    /// type (SSS 19.4, G30).
    fn overhead_range(self, id: UnitId, port: &Port, near: f64, friend: Option<UnitId>) -> f64 {
        if self.rules.options.overhead_range == OverheadRange::OwnBase || self.is_artillery(id) {
            return near;
        }
        let depth = |of: UnitId| f64::from(self.rules.base_depth(self.card(of), self.unit(of)));
        match (port.kind, friend) {
            (PortKind::Second, _) => near - depth(id),
            (_, Some(friend)) if self.card(friend).missile == self.card(id).missile => near - depth(friend),
            _ => near,
        }
    }

    /// Deployed guns, and formations that stand in a line (SSS G6).
    pub(crate) fn stands_in_line(self, id: UnitId) -> bool {
        self.unit(id).formation == Formation::Line
    }
}
