//! Who of a unit shoots, from where and with how many dice (SSS 12.1, 17.17, 18.1, 19.2, 33, G5).

use super::bases::square_places;
use super::weapons::Weapon;
use crate::cards::{Arm, Missile, Order, Part, UnitId};
use crate::measures::{BW, SKIRMISH_GAP, bw};
use crate::readings::{Darts, PointBlank, ScreenDice};
use crate::state::{Formation, GunState, Unit};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Arc, Cdeg, Vec2};

/// Battalion guns are counted behind the bases of their parent.
const GUN_BITS: u8 = 56;
/// The length of wall that a base shooting out needs (SSS 17.17).
const WALL: i32 = bw(2);

/// A base or a gun that can shoot.
#[derive(Debug, Clone, Copy)]
pub struct Port {
    /// Middle of its front, and where it looks.
    pub at: Vec2,
    pub dir: Vec2,
    pub half_angle: Cdeg,
    pub weapon: Weapon,
    pub kind: PortKind,
    /// Its place among those of the unit, for who has shot already.
    pub bit: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PortKind {
    Front,
    /// Archers of the second rank, who shoot over the first (SSS 19.2, 19.5).
    Second,
    /// The third die of a base whose rear rank has turned about (SSS 18.1).
    About,
    /// At the walls of a built-up area.
    Inside,
    /// That gun of the battery or battalion.
    Gun(u8),
}

impl Port {
    pub fn arc(&self) -> Arc {
        Arc { from: self.at, dir: self.dir, half_angle: self.half_angle }
    }
}

pub type Ports = ArrayVec<Port, 64>;

impl Table<'_> {
    /// Everything of a unit that could shoot, whatever has shot already; a garrison shoots towards a place.
    pub(crate) fn ports(self, id: UnitId, towards: Vec2) -> Ports {
        let mut ports = Ports::new();
        let card = self.card(id);
        if card.is_artillery() {
            self.battery_ports(id, &mut ports);
            return ports;
        }
        let weapon = self.small_arm(id);
        if self.rules.ranges.farthest(weapon) > 0 && self.may_use(id, weapon) {
            self.base_ports(id, weapon, towards, &mut ports);
        }
        self.battalion_ports(id, towards, &mut ports);
        ports
    }

    /// What the men of a unit shoot with, or the crews of elephants; darts as bows unless they are thrown (SSS 19.2, G154).
    pub fn small_arm(self, id: UnitId) -> Weapon {
        let card = self.card(id);
        match if card.arm == Arm::Elephants { card.crew_missile } else { card.missile } {
            Missile::Darts if self.rules.options.darts == Darts::AsBows => Weapon::Small(Missile::Bow),
            missile => Weapon::Small(missile),
        }
    }

    /// Pistols and thrown weapons are for the impact of a melee (SSS 1.7b, G43); thrown weapons are used once (SSS 11.2),
    /// matchlocks are not moved with and fired (SSS 8.3), and naptha grenades have rules of their own (SSS 42.3a).
    fn may_use(self, id: UnitId, weapon: Weapon) -> bool {
        let Weapon::Small(missile) = weapon else { return true };
        match missile {
            Missile::NapthaGrenade => false,
            Missile::Matchlock => !self.unit(id).moved,
            _ if !missile.is_point_blank() => true,
            Missile::Thrown if self.unit(id).thrown_used => false,
            _ => self.rules.options.point_blank == PointBlank::ShootingToo,
        }
    }

    /// The guns of a battery that are off their limbers, ready and manned (SSS 16.2, T12, G65).
    fn battery_ports(self, id: UnitId, ports: &mut Ports) {
        let unit = self.unit(id);
        let Some(battery) = self.battery(id).filter(|_| unit.formation == Formation::Line) else { return };
        let body = self.body(id);
        let manned = battery.guns.iter().filter(|gun| gun.crew > 0).count();
        let mut place = 0;
        for (ix, gun) in battery.guns.iter().enumerate() {
            if gun.crew == 0 {
                continue;
            }
            let port = Port {
                at: along_front(&body, place, manned),
                dir: body.main().dir,
                half_angle: self.half_arc(),
                weapon: Weapon::Gun(self.gun_model(id, ix).weight),
                kind: PortKind::Gun(ix as u8),
                bit: ix as u8,
            };
            place += 1;
            if gun.state == GunState::Ready && gun.left.is_none() {
                ports.push(port);
            }
        }
    }

    /// Battalion guns shoot as part of the shot of their unit (SSS G66).
    fn battalion_ports(self, id: UnitId, towards: Vec2, ports: &mut Ports) {
        let Some(battery) = self.battery(id) else { return };
        let body = self.body(id);
        let inside = self.is_garrison(id);
        for (ix, gun) in battery.guns.iter().enumerate() {
            if gun.state != GunState::Ready || gun.crew == 0 {
                continue;
            }
            let at = if inside { body.nearest(towards) } else { spread_along(&body, ix, battery.guns.len()) };
            ports.push(Port {
                at,
                dir: body.main().dir,
                half_angle: if inside { 18_000 } else { self.half_arc() },
                weapon: Weapon::Gun(self.gun_model(id, ix).weight),
                kind: PortKind::Gun(ix as u8),
                bit: GUN_BITS + ix as u8,
            });
        }
    }

    fn base_ports(self, id: UnitId, weapon: Weapon, towards: Vec2, ports: &mut Ports) {
        let (unit, body) = (self.unit(id), self.body(id));
        let half_angle = if self.is_skirmishing(id) { 18_000 } else { self.half_arc() };
        let outside = unit.bases_outside();
        let mut bit = 0;
        let mut add = |at: Vec2, dir: Vec2, half_angle: Cdeg, kind: PortKind| {
            let _ = ports.try_push(Port { at, dir, half_angle, weapon, kind, bit });
            bit += 1;
        };
        if outside > 0 && unit.formation == Formation::Square {
            square_places(unit, &mut |at, dir| add(at, dir, half_angle, PortKind::Front));
        } else if outside > 0 {
            let front = usize::from(self.shooting_front(id));
            let main = *body.main();
            // SSS 41.2: an elephant without a crew shoots at nobody.
            let manned = if self.is_elephants(id) { usize::from(self.crews_alive(id)) } else { front };
            for base in (0..front.min(manned)).filter(|&base| !self.is_pike_base(unit, base, front)) {
                let at = along_front(&body, base, front);
                add(at, main.dir, half_angle, PortKind::Front);
                if unit.rear_about {
                    // SSS 18.1: to the rear, from the back of the unit.
                    add(at - main.dir * main.depth, -main.dir, half_angle, PortKind::About);
                }
            }
            for base in 0..self.second_rank(id, weapon) {
                let depth = f64::from(self.rules.base_depth(self.card(id), unit));
                let at = along_front(&body, usize::from(base), front) + main.dir * -depth;
                add(at, main.dir, half_angle, PortKind::Second);
            }
        }
        for _ in 0..self.at_the_walls(id) {
            add(body.nearest(towards), body.main().dir, 18_000, PortKind::Inside);
        }
    }

    /// A march column shoots with its first base, everybody else with the front rank (SSS G5).
    fn shooting_front(self, id: UnitId) -> u8 {
        let unit = self.unit(id);
        if unit.formation == Formation::ColumnOfMarch { 1 } else { unit.front_bases() }
    }

    /// Pikes stand in the middle of a mixed unit and do not shoot (SSS G69).
    fn is_pike_base(self, unit: &Unit, base: usize, front: usize) -> bool {
        let (bases, pikes) = (usize::from(unit.bases.max(1)), usize::from(unit.pike_bases));
        let in_front = (pikes * front).div_ceil(bases);
        let first = (front - in_front.min(front)) / 2;
        (first..first + in_front).contains(&base)
    }

    /// Infantry and cavalry shoot over the heads of others (SSS 19.2); elephants have crews.
    pub(super) fn shoots_overhead(self, id: UnitId) -> bool {
        !self.is_elephants(id)
    }

    /// Archers behind the front rank of their own unit (SSS 19.2).
    fn second_rank(self, id: UnitId, weapon: Weapon) -> u8 {
        let unit = self.unit(id);
        let archers = weapon.is_bow() && self.shoots_overhead(id) && unit.formation != Formation::ColumnOfMarch;
        if !archers {
            return 0;
        }
        let (front, outside) = (unit.front_bases(), unit.bases_outside());
        // SSS G69: pikes that do not stand in front stand behind it.
        let pikes_ahead = (0..usize::from(front)).filter(|&base| self.is_pike_base(unit, base, front.into())).count();
        let pikes_behind = unit.pike_bases.saturating_sub(pikes_ahead as u8);
        (outside - front).saturating_sub(pikes_behind).min(front)
    }

    /// Bases at the walls that may still shoot out: one for each 2 BW of wall, those of others counted (SSS 17.17).
    fn at_the_walls(self, id: UnitId) -> u8 {
        let Some(inside) = self.unit(id).inside else { return 0 };
        let room = (self.building_card(inside.building).perimeter / WALL).max(0);
        let others = self
            .friends_of(id)
            .filter(|&friend| self.unit(friend).inside.is_some_and(|theirs| theirs.building == inside.building));
        let shot: u32 = others.map(|friend| (self.unit(friend).shot_bases & ((1 << GUN_BITS) - 1)).count_ones()).sum();
        u8::try_from(room - shot as i32).unwrap_or(0).min(inside.bases)
    }

    /// Dice of a base with small arms (SSS T8): foot by its order, two each inside a built-up area, the mounted and the crews
    /// of elephants one. Mobs and dismounted cavalry count as loose order (SSS G69).
    pub fn base_dice(self, id: UnitId, kind: PortKind) -> u8 {
        let (card, unit) = (self.card(id), self.unit(id));
        if !self.is_foot(id) {
            return 1;
        }
        let dice = match unit.order {
            _ if kind == PortKind::Inside || self.is_among_houses(&self.body(id)) => 2,
            _ if card.is_mounted_arm() => 2,
            Order::Close => 3,
            Order::Loose | Order::Open | Order::Mob => 2,
            Order::Skirmish => 1,
        };
        match kind {
            PortKind::About => 1,
            PortKind::Front if unit.rear_about => dice - 1,
            _ => dice,
        }
    }

    /// The pair of a screen shoots with one die for each of its bases, or with one in all (SSS G34).
    pub(crate) fn shoots_as_pair(self, id: UnitId) -> bool {
        matches!(self.card(id).part, Part::ScreenOf(_)) && self.rules.options.screen_dice == ScreenDice::Pair
    }
}

/// The place of one of so many guns spread evenly over a front (SSS G66).
fn spread_along(body: &field::table::Body, gun: usize, of: usize) -> Vec2 {
    let (left, right) = body.front_ends();
    left + (right - left) * ((gun as f64 + 0.5) / of as f64)
}

/// The middle of the front of one of so many bases abreast.
fn along_front(body: &field::table::Body, base: usize, of: usize) -> Vec2 {
    let (left, right) = body.front_ends();
    let width = left.distance(right);
    // Skirmishers stand apart, the first and the last at the ends.
    let gap =
        ((width - f64::from(BW) * of as f64) / (of as f64 - 1.0).max(1.0)).max(0.0).min(f64::from(2 * SKIRMISH_GAP));
    let from = (f64::from(BW) + gap) * base as f64 + f64::from(BW) / 2.0;
    left + (right - left).unit() * from.min(width)
}
