//! The ground units cover (SSS G5), worked out once and kept until a unit moves, changes shape or loses bases.

use crate::ShotSteelAndStone;
use crate::cards::{Arm, BuildingId, Part, UnitCard, UnitId};
use crate::measures::{
    BW, ELEPHANT_DEPTH, FOOT_DEPTH, GUN_DEPTH, LEADER_SIZE, LIMBERED_DEPTH, MOUNTED_DEPTH, SCREEN_DEPTH, SKIRMISH_GAP,
    WAGON_DEPTH,
};
use crate::state::{Formation, Inside, Place, Unit};
use crate::table::{Play, Table};
use field::table::{Block, Body, Pose, Shape, Um, Vec2};
use kernel::{Listener, Side};
use serde::{Deserialize, Serialize};

/// Everything a unit's body depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outline {
    pose: Pose,
    formation: Formation,
    files: u8,
    moved_up: [u8; 2],
    split: Um,
    bases: u8,
    inside: Option<Inside>,
    mounted: bool,
}

impl Unit {
    pub fn outline(&self) -> Outline {
        Outline {
            pose: self.pose,
            formation: self.formation,
            files: self.files,
            moved_up: self.moved_up,
            split: self.split,
            bases: self.bases,
            inside: self.inside,
            mounted: self.mounted,
        }
    }

    /// So many bases are left: no more of them inside a building, nor abreast, than there are.
    pub(crate) fn shrink_to(&mut self, bases: u8) {
        self.bases = bases;
        self.files = self.files.min(bases.max(1));
        if let Some(inside) = &mut self.inside {
            inside.bases = inside.bases.min(bases);
        }
    }

    /// The unit as it stood when the player turn began, if it was on the table (SSS G158).
    pub(crate) fn as_it_began(&self) -> Option<Unit> {
        let Outline { pose, formation, files, moved_up, split, bases, inside, mounted } = self.this_turn.began?;
        Some(Unit { pose, formation, files, moved_up, split, bases, inside, mounted, ..*self })
    }

    /// Bases that stand outside any building.
    pub fn bases_outside(&self) -> u8 {
        self.bases - self.inside.map_or(0, |inside| inside.bases).min(self.bases)
    }

    /// Bases abreast in the front rank, those that have moved up among them.
    pub fn front_bases(&self) -> u8 {
        let bases = self.bases_outside();
        let wide = self.files.max(1).saturating_add(self.moved_up[0]).saturating_add(self.moved_up[1]);
        wide.min(bases)
    }

    /// Bases one behind the other.
    pub fn ranks(&self) -> u8 {
        let files = self.files.max(1);
        let rear = self.bases_outside() - self.front_bases();
        1 + rear.div_ceil(files)
    }
}

/// Bodies by unit, each with the outline it was made from.
pub type Bodies = field::table::Bodies<Outline>;

/// Who is on the table, by side: kept with the bodies, told of changes with them, and no part of the state's value either.
#[derive(Clone, Default)]
pub struct Standing([u64; 2]);

impl ShotSteelAndStone {
    /// Depth of one base of a unit as it stands (SSS G5).
    pub fn base_depth(&self, card: &UnitCard, unit: &Unit) -> Um {
        match card.arm {
            _ if matches!(card.part, Part::ScreenOf(_)) => SCREEN_DEPTH,
            _ if card.is_mounted_arm() && (unit.mounted || card.holds_horses()) => MOUNTED_DEPTH,
            Arm::FootArtillery | Arm::EarlyHorseArtillery | Arm::NapoleonicHorseArtillery | Arm::CamelGuns => {
                if unit.formation == Formation::Limbered { LIMBERED_DEPTH } else { GUN_DEPTH }
            }
            Arm::Elephants => ELEPHANT_DEPTH,
            Arm::Wagon | Arm::Boat => WAGON_DEPTH,
            Arm::Courier | Arm::FlamingPig => LEADER_SIZE,
            _ => FOOT_DEPTH,
        }
    }

    pub(crate) fn base_width(&self, card: &UnitCard) -> Um {
        if matches!(card.arm, Arm::Courier | Arm::FlamingPig) { LEADER_SIZE } else { BW }
    }

    /// How far apart the bases of a skirmish line stand (SSS G5); those of a screen at least 1 BW (SSS 3.1).
    pub(crate) fn gap(&self, card: &UnitCard, unit: &Unit) -> Um {
        match (unit.formation, card.part) {
            (_, Part::ScreenOf(_)) => BW,
            (Formation::Skirmish, _) => SKIRMISH_GAP,
            _ => 0,
        }
    }

    /// The ground a unit covers.
    pub fn body_of(&self, id: UnitId, unit: &Unit) -> Body {
        self.body_at(id, unit, unit.pose)
    }

    /// The ground it would cover there.
    pub fn body_at(&self, id: UnitId, unit: &Unit, pose: Pose) -> Body {
        let card = &self.units[id.ix()];
        let outside = unit.bases_outside();
        if let Some(inside) = unit.inside.filter(|_| outside == 0) {
            return self.building_body(inside.building);
        }
        let (width, depth, gap) = (self.base_width(card), self.base_depth(card, unit), self.gap(card, unit));
        if unit.formation == Formation::Square {
            // SSS G5: as evenly as can be over four faces.
            let side = (i32::from(outside).max(1) + 3) / 4 * BW;
            return Body::single(Block::new(pose, side, side));
        }
        let span = |bases: i32| bases * width + (bases - 1).max(0) * gap;
        let front = i32::from(unit.front_bases()).max(1);
        let files = i32::from(unit.files.max(1)).min(front);
        let rear = i32::from(outside) - front;
        let rear_ranks = (rear.max(0) + files - 1) / files;
        let [up_left, up_right] = unit.moved_up.map(i32::from);
        if up_left + up_right > 0 && front > files {
            let aside = (up_right - up_left) * (width + gap) / 2;
            return Body::built(|blocks| {
                blocks.push(Block::new(pose.right(aside), span(front), depth));
                if rear_ranks > 0 {
                    blocks.push(Block::new(pose.ahead(-depth), span(files), rear_ranks * depth));
                }
            });
        }
        let (wide, deep) = (span(front), (1 + rear_ranks) * depth);
        if unit.split > 0 {
            // SSS G44: halves parted by the width of who broke through.
            let half = wide / 2;
            let aside = (half + unit.split) / 2;
            return Body::new([-aside, aside].map(|aside| Block::new(pose.right(aside), half, deep)));
        }
        Body::single(Block::new(pose, wide, deep))
    }

    /// A built-up area as a body: the upright rectangle about it.
    pub fn building_body(&self, id: BuildingId) -> Body {
        let area = self.buildings.get(id.ix()).and_then(|card| self.ground.areas.get(usize::from(card.area)));
        let (low, high) = area.map_or_else(Default::default, |area| area.outline.bounds());
        let (low, high) = (low.vec(), high.vec());
        let half = (high.x - low.x) * 0.5;
        let front = Vec2::new(low.x + half, high.y);
        Body::single(Block { front, dir: Vec2::new(0.0, 1.0), half, depth: high.y - low.y })
    }

    /// Front to rear, for an about face.
    pub fn depth_of(&self, id: UnitId, unit: &Unit) -> Um {
        let body = self.body_of(id, unit);
        let main = body.main();
        body.corners().map(|corner| -main.local(corner).y).fold(0.0, f64::max).round() as Um
    }
}

/// Units by bit, lowest first.
#[derive(Clone)]
pub(crate) struct Each(pub u64);

impl Each {
    pub fn bits(&self) -> u64 {
        self.0
    }
}

impl Iterator for Each {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        let low = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (low < u64::BITS).then_some(UnitId(low as u8))
    }
}

impl<'a> Table<'a> {
    /// Units of a side that are on the table, or of both.
    #[inline]
    pub(crate) fn there(self, side: Option<Side>) -> Each {
        let kept = self.state.standing.0;
        let bits = |kept: &[u64; 2]| side.map_or(kept[0] | kept[1], |side| kept[side.ix()]);
        let touched = self.state.bodies.touched();
        if touched == 0 && self.state.bodies.len() == self.state.units.len() {
            debug_assert_eq!(
                kept,
                self.looks_who_stands([0; 2], u64::MAX),
                "somebody came or went and nobody told of it"
            );
            return Each(bits(&kept));
        }
        let anew = if self.state.bodies.len() == self.state.units.len() { touched } else { u64::MAX };
        Each(bits(&self.looks_who_stands(kept, anew)))
    }

    /// The same, of whom some are looked at anew.
    fn looks_who_stands(self, mut kept: [u64; 2], anew: u64) -> [u64; 2] {
        kept.iter_mut().for_each(|set| *set &= !anew);
        let all = self.state.units.len();
        for id in Each(anew).take_while(|id| id.ix() < all).filter(|&id| self.unit(id).place == Place::Table) {
            kept[self.side(id).ix()] |= 1 << id.0;
        }
        kept
    }

    /// Who is kept as standing on the table does.
    pub(crate) fn check_standing(self) -> Result<(), String> {
        let kept = self.state.bodies.touched() == 0 && self.state.bodies.len() == self.state.units.len();
        match kept && self.state.standing.0 != self.looks_who_stands([0; 2], u64::MAX) {
            true => Err("who is on the table is remembered wrongly".into()),
            false => Ok(()),
        }
    }

    /// The ground a unit covers.
    #[inline(always)]
    pub fn body(self, id: UnitId) -> Shape<'a> {
        match self.state.bodies.get(id.ix(), || self.unit(id).outline()) {
            Some(body) => Shape::Kept(body),
            None => self.made_body(id),
        }
    }

    #[cold]
    fn made_body(self, id: UnitId) -> Shape<'a> {
        Shape::Made(self.rules.body_of(id, self.unit(id)))
    }

    /// The ground a unit covers, if it is on the table.
    pub fn standing_body(self, id: UnitId) -> Option<Shape<'a>> {
        if self.unit(id).place == Place::Table { Some(self.body(id)) } else { None }
    }

    /// Distance between the nearest points of two units (SSS 4.3, G7).
    pub fn distance(self, one: UnitId, other: UnitId) -> f64 {
        self.body(one).distance(&self.body(other))
    }
}

impl<L: Listener> Play<'_, L> {
    /// The ground a unit covers now, to be remembered while things change.
    pub fn body(&self, id: UnitId) -> Body {
        self.table().body(id).into_body()
    }

    /// Works out the bodies of units that changed; whether any did.
    pub fn keep_bodies(&mut self) -> bool {
        if self.state.bodies.touched() == 0 && self.state.bodies.len() == self.state.units.len() {
            return false;
        }
        let all = self.state.bodies.len() != self.state.units.len();
        let anew = if all { u64::MAX } else { self.state.bodies.touched() };
        self.state.standing.0 = self.table().looks_who_stands(self.state.standing.0, anew);
        let (rules, state) = (self.rules, &mut *self.state);
        let mut changed = false;
        if all {
            let made = state.units.iter().enumerate();
            state.bodies.keep_all(made.map(|(ix, unit)| (unit.outline(), rules.body_of(UnitId(ix as u8), unit))));
        }
        while let Some(ix) = state.bodies.next_touched() {
            changed = true;
            match state.units.get(ix) {
                Some(unit) => {
                    let made = state.bodies.made();
                    state.bodies.keep(ix, unit.outline(), || rules.body_of(UnitId(ix as u8), unit));
                    state.kept.note_change(ix, state.bodies.made() != made);
                }
                None => state.bodies.forget(ix),
            }
        }
        changed
    }
}

impl std::fmt::Debug for Standing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Standing")
    }
}

impl PartialEq for Standing {
    fn eq(&self, _: &Standing) -> bool {
        true
    }
}

impl Eq for Standing {}

impl std::hash::Hash for Standing {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}
