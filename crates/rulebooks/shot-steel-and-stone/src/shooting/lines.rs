//! Lines of fire: arcs, what is in the way, and shots over the heads of friends (SSS 13.8, 19.1 to 19.7, G6, G7, G30).

use super::Aim;
use super::ports::{Port, PortKind};
use super::salvo::{Fails, Range};
use super::sight::{Between, marks_on};
use super::weapons::Weapon;
use crate::cards::{Part, UnitId};
use crate::measures::{BW, bw};
use crate::readings::{OverheadArtillery, OverheadHigher, OverheadRange};
use crate::table::Table;
use field::table::{Arc, Body, TOUCH, Vec2, nearest_in_arc};
use std::cell::OnceCell;

/// A unit that fires at a target: what is the same for all of its bases.
pub(crate) struct Fire<'a> {
    pub id: UnitId,
    pub aim: Aim,
    pub range: Range<'a>,
    /// What of the target is shot at.
    pub body: Body,
    /// Once a line has to be looked along.
    between: OnceCell<Between>,
}

/// Who is in front of archers in a rank behind (SSS 19.3).
#[derive(Clone, Copy)]
struct Ahead {
    /// The arc of those in front, from their front edge.
    arc: Arc,
    who: UnitId,
    /// Armed as the archers are.
    alike: bool,
}

impl<'a> Fire<'a> {
    pub fn new(id: UnitId, aim: Aim, range: Range<'a>, body: Body) -> Fire<'a> {
        Fire { id, aim, range, body, between: OnceCell::new() }
    }

    fn between(&self, table: Table<'_>) -> &Between {
        self.between.get_or_init(|| {
            let own = table.body(self.id);
            match self.aim {
                Aim::Unit(target) | Aim::Gunners(target) => {
                    table.between(&table, self.id, &own, Some(target), &self.body)
                }
                Aim::Walls(building) => table.between_walls(self.id, &own, building, &self.body),
                Aim::Beast(_) => table.between(&table, self.id, &own, None, &self.body),
            }
        })
    }

    /// How far a base or gun shoots, and whether its shot suffers from going over friends (SSS 19, G7).
    pub fn line(&self, table: Table<'_>, port: &Port) -> Result<(f64, bool), Fails> {
        let arc = port.arc();
        let near = nearest_in_arc(&arc, &self.body).ok_or(Fails::Arc)?;
        if port.kind == PortKind::Second {
            let own = self.own_rank_ahead(table, port);
            return self.over_the_rank_ahead(table, port, near, own);
        }
        if self.clear_mark(table, &arc, |_| false).is_some() {
            return Ok((near, false));
        }
        if !table.may_shoot_overhead(self.id) {
            return Err(Fails::Sight);
        }
        match port.weapon {
            Weapon::Gun(_) => self.over_friends(table, &arc).map(|suffers| (near, suffers)),
            Weapon::Small(_) if port.shoots_overhead() && table.shoots_overhead(self.id) => {
                let ahead =
                    |friend: &UnitId| table.touches_ahead(self.id, *friend) && table.stands_before(port, *friend);
                let friends = table.friends_of(self.id).filter(ahead);
                let shots = friends.map(|friend| {
                    let ahead = self.friends_ahead(table, port, friend);
                    self.over_the_rank_ahead(table, port, near, ahead)
                });
                shots.reduce(Result::or).unwrap_or(Err(Fails::Sight))
            }
            Weapon::Small(_) => Err(Fails::Sight),
        }
    }

    /// A place of the target in an arc that nothing hides; some units are shot over. Screens do not hide their parent.
    fn clear_mark(&self, table: Table<'_>, arc: &Arc, over: impl Fn(UnitId) -> bool) -> Option<Vec2> {
        let target = match self.aim {
            Aim::Unit(target) | Aim::Gunners(target) => Some(target),
            Aim::Walls(_) | Aim::Beast(_) => None,
        };
        let shields =
            |other: UnitId| matches!(table.card(other).part, Part::ScreenOf(parent) if Some(parent) == target);
        let clear = |mark: &Vec2| {
            arc.contains(*mark)
                && table.is_clear(&table, self.between(table), arc.from, *mark, |other| shields(other) || over(other))
        };
        let along = matches!(self.range, Range::Rolled(..)).then(|| marks_along(&self.body));
        marks_on(&self.body, arc.from).chain(along.into_iter().flatten()).find(clear)
    }

    /// Guns shoot over friends far ahead at what is higher (SSS 19.1): whether they suffer for it, along the line that suits them
    /// best (SSS 19.7).
    fn over_friends(&self, table: Table<'_>, arc: &Arc) -> Result<bool, Fails> {
        let over = |other: UnitId| table.guns_shoot_over(self.id, other, self.aim);
        let freely = |other: UnitId| over(other) && table.is_above(self.id, other, self.aim);
        if self.clear_mark(table, arc, freely).is_some() {
            return Ok(false);
        }
        self.clear_mark(table, arc, over).map(|_| true).ok_or(Fails::Sight)
    }

    /// Archers shoot at what those in front of them could shoot at, whom they touch; the range is their own (SSS 19.3, 19.4, 19.5).
    fn over_the_rank_ahead(
        &self,
        table: Table<'_>,
        port: &Port,
        near: f64,
        ahead: Ahead,
    ) -> Result<(f64, bool), Fails> {
        if !table.may_shoot_overhead(self.id) {
            return Err(Fails::Sight);
        }
        let theirs = nearest_in_arc(&ahead.arc, &self.body).ok_or(Fails::Arc)?;
        let over = |other: UnitId| other == ahead.who;
        if self.clear_mark(table, &ahead.arc, over).is_none() {
            return Err(Fails::Sight);
        }
        let alike = ahead.alike && table.rules.options.overhead_range == OverheadRange::FrontRankIfSameType;
        let suffers = !table.is_above(self.id, ahead.who, self.aim);
        debug_assert!(port.shoots_overhead());
        Ok((if alike { theirs } else { near }, suffers))
    }

    /// The front rank of their own unit.
    fn own_rank_ahead(&self, table: Table<'_>, port: &Port) -> Ahead {
        let depth = f64::from(table.rules.base_depth(table.card(self.id), table.unit(self.id)));
        Ahead { arc: Arc { from: port.at + port.dir * depth, ..port.arc() }, who: self.id, alike: true }
    }

    /// Friends one base deep.
    fn friends_ahead(&self, table: Table<'_>, port: &Port, friend: UnitId) -> Ahead {
        let depth = f64::from(table.rules.base_depth(table.card(friend), table.unit(friend)));
        let arc = table.arc_from(friend, port.at + port.dir * depth, table.body(friend).main().dir);
        Ahead { arc, who: friend, alike: table.small_arm(friend) == port.weapon }
    }
}

/// More places on the way of a charge: it need be seen somewhere only (SSS G72).
fn marks_along(way: &Body) -> impl Iterator<Item = Vec2> + '_ {
    way.blocks.iter().flat_map(|block| {
        let aside = block.dir.right() * block.half;
        (0..=8).flat_map(move |part| {
            let middle = block.front - block.dir * (block.depth * f64::from(part) / 8.0);
            [middle, middle - aside, middle + aside]
        })
    })
}

impl Port {
    /// Bows of any kind, and darts (SSS 19.2, G154).
    pub fn shoots_overhead(&self) -> bool {
        self.weapon.is_bow()
    }
}

impl Table<'_> {
    /// The unit that shoots overhead must remain where it is (SSS 19.7).
    fn may_shoot_overhead(self, id: UnitId) -> bool {
        !self.unit(id).moved && !self.unit(id).traversed
    }

    /// Whether guns may shoot over that friend (SSS 19.1, G30).
    fn guns_shoot_over(self, id: UnitId, other: UnitId, aim: Aim) -> bool {
        if self.side(other) != self.side(id) {
            return false;
        }
        let (guns, friends, target) = (self.level(id), self.level(other), self.aimed_level(aim));
        let higher = match self.rules.options.overhead_artillery {
            OverheadArtillery::TargetAboveFriends => target > friends,
            OverheadArtillery::TargetAboveGuns => target > guns,
            OverheadArtillery::EitherAboveFriends => target.max(guns) > friends,
        };
        higher && self.distance(id, other) + TOUCH >= f64::from(bw(5))
    }

    fn aimed_level(self, aim: Aim) -> u8 {
        match aim {
            Aim::Unit(target) | Aim::Gunners(target) => self.level(target),
            Aim::Walls(building) => self.rules.ground.relief.level_of(&self.rules.building_body(building)),
            Aim::Beast(beast) => self.beast_level(beast),
        }
    }

    /// Friends one base deep in base contact with a unit's front (SSS 19.2, 19.3).
    fn touches_ahead(self, id: UnitId, friend: UnitId) -> bool {
        self.unit(friend).ranks() == 1 && self.body(id).front_touches(&self.body(friend))
    }

    /// Whether that friend is in contact with this very base: before some part of its front (SSS 19.3).
    fn stands_before(self, port: &Port, friend: UnitId) -> bool {
        let aside = port.dir.right() * (f64::from(BW) * 0.45);
        let body = self.body(friend);
        [port.at - aside, port.at, port.at + aside].into_iter().any(|at| body.distance_to_point(at) <= TOUCH)
    }

    /// Shooters who stand higher than those they shoot over, or than the target, do not suffer for it (SSS 19.7, G30).
    fn is_above(self, id: UnitId, friend: UnitId, aim: Aim) -> bool {
        let other = match self.rules.options.overhead_higher {
            OverheadHigher::ThanTarget => self.aimed_level(aim),
            OverheadHigher::ThanFriends => self.level(friend),
        };
        self.level(id) > other
    }
}
