//! The ground units cover (CF 2.11, 10.2 to 10.6), worked out once and kept until a unit moves, changes shape or loses bases.

use crate::CloseFire;
use crate::cards::{Class, GunKind, Style, UnitId};
use crate::measures::{
    BASE, BATTALION_GUN_DEPTH, FOOT_DEPTH, GUN_DEPTH, HALF_BASE, LIMBER, LOOSE_GAP, MOUNTED_DEPTH, NEW_FOOT_DEPTH,
    WAGON_DEPTH, WIDE_BASE,
};
use crate::readings::{HalfBases, NewStyleBases};
use crate::state::{Bend, Footprint, Formation, Place, Unit};
use crate::table::{Play, Table};
use field::table::{Block, Body, Pose, Shape, Um};
use kernel::Listener;

/// Everything a unit's body depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    pose: Pose,
    formation: Formation,
    files: u8,
    bends: [Bend; 2],
    bases: u8,
    battalions: u8,
    limbered: bool,
    mounted: bool,
    face_down: bool,
}

impl Unit {
    pub fn outline(&self) -> Outline {
        Outline {
            pose: self.pose,
            formation: self.formation,
            files: self.files,
            bends: self.bends,
            bases: self.bases(),
            battalions: self.elements.len() as u8,
            limbered: self.limbered,
            mounted: self.mounted,
            face_down: self.face_down,
        }
    }

    /// Bases abreast in the front rank.
    pub fn front_bases(&self) -> u8 {
        self.files.clamp(1, self.bases().max(1))
    }

    /// Bases one behind the other; the smallest rank is the rearmost (CF 10.6).
    pub fn ranks(&self) -> u8 {
        self.bases().max(1).div_ceil(self.front_bases())
    }

    pub fn is_bent(&self) -> bool {
        self.bends.iter().any(|bend| bend.bases > 0)
    }
}

/// Bodies by unit, each with the outline it was made from.
pub type Bodies = field::table::Bodies<Outline>;

impl CloseFire {
    /// Width and depth of one base of a unit as it stands (CF 2.11, 2.14, G75).
    pub fn base_size(&self, unit: &Unit) -> (Um, Um) {
        let sized = self.options.new_style_bases == NewStyleBases::On;
        let new = unit.style == Style::New && sized;
        match unit.class {
            // A strip of card is as long as the unit and tells nothing of its kind (CF 5.26, G67).
            _ if unit.face_down => (BASE, FOOT_DEPTH),
            Class::Gun => {
                let limber = if unit.limbered { LIMBER } else { 0 };
                match unit.gun {
                    Some(GunKind::Battalion) => (BASE, BATTALION_GUN_DEPTH + limber),
                    _ => (WIDE_BASE, GUN_DEPTH + limber),
                }
            }
            Class::Wagon => (WIDE_BASE, WAGON_DEPTH),
            Class::Foot if new => (BASE, NEW_FOOT_DEPTH),
            Class::Foot | Class::Civilians => (BASE, FOOT_DEPTH),
            Class::Dragoons if !unit.mounted => (BASE, FOOT_DEPTH),
            Class::Hussars if sized => (WIDE_BASE, MOUNTED_DEPTH),
            _ if new => (WIDE_BASE, MOUNTED_DEPTH),
            _ => (BASE, MOUNTED_DEPTH),
        }
    }

    /// How far the bases of an unformed unit stand apart (CF 10.11, 11.37, G93).
    pub(crate) fn gap(&self, unit: &Unit) -> Um {
        if unit.formation == Formation::Unformed && !unit.face_down { LOOSE_GAP } else { 0 }
    }

    /// The half bases of battalions that fire by platoons, where they are shown (CF 2.13).
    fn half_bases(&self, unit: &Unit) -> Um {
        let shown = self.options.half_bases == HalfBases::On
            && unit.class == Class::Foot
            && unit.style == Style::New
            && unit.formation == Formation::Line
            && !unit.face_down;
        if shown { unit.elements.len() as i32 * HALF_BASE } else { 0 }
    }

    /// The ground a unit covers.
    pub fn body_of(&self, unit: &Unit) -> Body {
        self.body_at(unit, unit.pose)
    }

    /// The ground it would cover there.
    pub fn body_at(&self, unit: &Unit, pose: Pose) -> Body {
        let ((width, depth), gap) = (self.base_size(unit), self.gap(unit));
        let span = |bases: i32, size: Um| bases * size + (bases - 1).max(0) * gap;
        let files = i32::from(unit.front_bases());
        let deep = span(i32::from(unit.ranks()), depth);
        let wide = span(files, width) + self.half_bases(unit);
        if !unit.is_bent() {
            return Body::single(Block::new(pose, wide, deep));
        }
        // CF 10.3: the middle stands, an end is drawn back.
        let [left, right] = unit.bends.map(|bend| i32::from(bend.bases).min(files - 1) * width);
        let middle = (wide - left - right).max(width);
        Body::built(|blocks| {
            blocks.push(Block::new(pose.right((left - right) / 2), middle, deep));
            for (bend, length, out) in [(unit.bends[0], left, -1), (unit.bends[1], right, 1)] {
                if bend.bases == 0 {
                    continue;
                }
                let straight = pose.right(out * (wide - length) / 2).ahead(-bend.back);
                let hinge = pose.right(out * (wide / 2 - length)).at.vec();
                blocks.push(Block::new(straight.pivot(hinge, out * bend.angle), length, deep));
            }
        })
    }

    /// Front to rear, for an about face.
    pub fn depth_of(&self, unit: &Unit) -> Um {
        let (_, depth) = self.base_size(unit);
        let ranks = i32::from(unit.ranks());
        ranks * depth + (ranks - 1).max(0) * self.gap(unit)
    }
}

impl<'a> Table<'a> {
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
        Shape::Made(self.rules.body_of(self.unit(id)))
    }

    /// The ground a unit covers, if it is on the table.
    pub fn standing_body(self, id: UnitId) -> Option<Shape<'a>> {
        if self.unit(id).place == Place::Table { Some(self.body(id)) } else { None }
    }

    /// Distance between the nearest points of two units (CF G5).
    pub fn distance(self, one: UnitId, other: UnitId) -> f64 {
        self.body(one).distance(&self.body(other))
    }

    /// The bases of a unit, each with the battalion or squadron it belongs to, as they stand: front rank first, from left to
    /// right.
    pub fn bases_of(self, id: UnitId) -> impl Iterator<Item = Base> + use<'a> {
        let unit = self.unit(id);
        let body = self.body(id).into_body();
        let (files, bases) = (unit.front_bases(), unit.bases());
        let ((width, depth), gap) = (self.rules.base_size(unit), self.rules.gap(unit));
        let bends = unit.bends;
        let element_of = move |base: u8| {
            let mut left = base;
            unit.elements.iter().position(|element| {
                let here = left < element.bases;
                left = left.saturating_sub(element.bases);
                here
            })
        };
        (0..bases).map(move |base| {
            let (rank, file) = (base / files, base % files);
            let abreast = files.min(bases - rank * files);
            // The end that is drawn back is a block of its own.
            let (block, place, of) = match body.blocks.len() {
                1 => (&body.blocks[0], file, abreast),
                _ => {
                    let [left, right] = [bends[0].bases, bends[1].bases];
                    let middle = files - left - right;
                    if file < left {
                        (&body.blocks[1], file, left)
                    } else if file < left + middle {
                        (&body.blocks[0], file - left, middle)
                    } else {
                        (&body.blocks[body.blocks.len() - 1], file - left - middle, right)
                    }
                }
            };
            let step = f64::from(width + gap);
            let aside = (f64::from(place) - f64::from(of - 1) / 2.0) * step;
            let back = f64::from(i32::from(rank) * (depth + gap));
            let front = block.front + block.right() * aside - block.dir * back;
            let own = Block { front, dir: block.dir, half: f64::from(width) / 2.0, depth: f64::from(depth) };
            Base { index: base, rank, element: element_of(base).unwrap_or(0) as u8, block: own }
        })
    }

    /// The ground a unit covers, to be remembered in the state (CF G13).
    pub fn footprint(self, id: UnitId) -> Footprint {
        let unit = self.unit(id);
        let body = self.body(id);
        let wide = body.blocks.iter().map(|block| block.width()).sum::<f64>().round() as Um;
        Footprint { pose: unit.pose, width: wide, depth: self.rules.depth_of(unit) }
    }
}

/// One base of a unit.
#[derive(Debug, Clone, Copy)]
pub struct Base {
    pub index: u8,
    pub rank: u8,
    /// The battalion or squadron it belongs to.
    pub element: u8,
    pub block: Block,
}

impl Footprint {
    pub fn body(self) -> Body {
        Body::single(Block::new(self.pose, self.width, self.depth))
    }
}

impl<L: Listener> Play<'_, L> {
    /// The ground a unit covers now, to be remembered while things change.
    pub fn body(&self, id: UnitId) -> Body {
        self.table().body(id).into_body()
    }

    /// Works out the bodies of units that changed; whether any did.
    pub fn keep_bodies(&mut self) -> bool {
        let (rules, state) = (self.rules, &mut *self.state);
        let mut changed = false;
        if state.bodies.len() != state.units.len() {
            let made = state.units.iter();
            state.bodies.keep_all(made.map(|unit| (unit.outline(), rules.body_of(unit))));
        }
        while let Some(ix) = state.bodies.next_touched() {
            changed = true;
            match state.units.get(ix) {
                Some(unit) => state.bodies.keep(ix, unit.outline(), || rules.body_of(unit)),
                None => state.bodies.forget(ix),
            }
        }
        changed
    }
}
