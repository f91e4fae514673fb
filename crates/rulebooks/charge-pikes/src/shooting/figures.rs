//! 16.1 Basic procedure: the figures that shoot, each with its own place and arc.

use crate::cards::{GunClass, Kind, UnitId};
use crate::formations::{Rank, Wing};
use crate::scales::Footprint;
use crate::state::{Formation, GunState, Shot};
use crate::table::Table;
use field::table::{Block, Body, Cdeg, Edge, SLACK, Shooter, Vec2, heading};
use std::f64::consts::FRAC_1_SQRT_2;

/// Half the arc of fire (CP 16.1.7).
const HALF_ARC: Cdeg = 4_500;

/// A square and a town block have four faces.
pub const FACES: u8 = 4;

/// The faces as they are numbered.
const EDGES: [Edge; FACES as usize] = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];

/// One figure or gun that may shoot, from the middle of its front (CP 16.1.3).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Muzzle {
    /// Tells it from the unit's other figures.
    pub index: u8,
    pub at: Vec2,
    pub dir: Vec2,
    /// Where its fire leaves the unit: the front of its file.
    pub port: Vec2,
    /// The block of its unit it stands in.
    pub block: usize,
    pub gun: Option<GunClass>,
}

impl Muzzle {
    /// Where its shot comes from.
    pub(super) fn shooter(&self) -> Shooter {
        Shooter { at: self.at, dir: self.dir, half_angle: HALF_ARC, port: self.port, block: self.block }
    }

    /// Whether any of the circle around a target lies in arc and range: if not, none of the target does.
    pub(super) fn may_bear(&self, target: &Body, range: f64) -> bool {
        self.may_bear_on(target.center(), target.radius(), range)
    }

    /// Whether any of a circle lies in arc and range.
    pub(super) fn may_bear_on(&self, center: Vec2, radius: f64, range: f64) -> bool {
        let offset = center - self.at;
        let (ahead, aside) = (offset.dot(self.dir), offset.cross(self.dir).abs());
        // How far the middle of the circle is outside the nearer border of the arc, which runs at 45 degrees.
        let outside = (aside - ahead) * FRAC_1_SQRT_2;
        outside <= radius + SLACK && offset.len() <= range + radius + SLACK
    }
}

/// Some of the figures of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FigureSet([u64; 4]);

impl FigureSet {
    pub fn has(&self, index: u8) -> bool {
        self.0[usize::from(index) / 64] & (1 << (index % 64)) != 0
    }

    pub fn add(&mut self, index: u8) {
        self.0[usize::from(index) / 64] |= 1 << (index % 64);
    }

    pub fn add_all(&mut self, other: &FigureSet) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
    }

    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=u8::MAX).filter(|&index| self.has(index))
    }
}

/// Figures drawn up in ranks, to be told off one by one.
struct Array {
    block: Block,
    number: usize,
    figures: u32,
    files: u32,
    ranks: u32,
    spacing: f64,
    depth: f64,
    first: u32,
}

impl Array {
    fn each(&self, emit: &mut impl FnMut(Muzzle)) {
        let files = self.files.min(self.figures).max(1);
        let mut index = self.first;
        for rank in 0..self.ranks {
            let here = self.figures.saturating_sub(rank * files).min(files);
            for file in 0..here {
                let Ok(number) = u8::try_from(index) else { return };
                let across = (f64::from(file) - f64::from(here - 1) * 0.5) * self.spacing;
                let at = self.block.global(Vec2::new(across, -f64::from(rank) * self.depth));
                let port = self.block.global(Vec2::new(across, 0.0));
                emit(Muzzle { index: number, at, dir: self.block.dir, port, block: self.number, gun: None });
                index += 1;
            }
        }
    }
}

impl Table<'_> {
    /// Two ranks of foot shoot, four of mounted troops (CP 16.1.8, 7.3.8).
    fn shooting_ranks(self, id: UnitId) -> u32 {
        if self.is_mounted(id) { 4 } else { 2 }
    }

    /// Whether every face of a unit shoots by itself (CP 16.1.6).
    pub fn shoots_by_faces(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.formation == Formation::Square || (unit.inside.is_some() && !self.is_battery(id))
    }

    /// Figures of a unit that carry something to shoot with, wherever they stand.
    pub fn armed(self, id: UnitId) -> u32 {
        let card = self.card(id);
        match card.kind {
            Kind::HighlandShock | Kind::Wagons => 0,
            Kind::Battery => self.standing_guns(id) as u32,
            Kind::Horse | Kind::Cuirassiers | Kind::Lancers if !card.pistols => 0,
            _ => u32::from(self.unit(id).others),
        }
    }

    /// Every figure that could shoot over a face, left to right and front to rear.
    pub fn each_muzzle(self, id: UnitId, face: u8, shot: Shot, emit: &mut impl FnMut(Muzzle)) {
        let unit = self.unit(id);
        if self.is_battery(id) {
            self.each_gun(id, face, shot, emit);
        } else if let Some(area) = unit.inside {
            self.each_at_window(id, area, face, emit);
        } else {
            match unit.formation {
                Formation::MarchColumn | Formation::Limbered => {}
                Formation::Square => self.each_in_square(id, face, emit),
                Formation::MusketsForward | Formation::PikesForward => self.each_in_swedish_line(id, emit),
                _ => self.each_in_line(id, emit),
            }
        }
    }

    /// Musketeers on both wings, each wing at its own angle; or everybody where there is one arm only.
    fn each_in_line(self, id: UnitId, emit: &mut impl FnMut(Muzzle)) {
        let unit = self.unit(id);
        let wings = self.rules.has_wings(id, unit);
        if !wings && unit.others == 0 {
            return;
        }
        let body = self.body(id);
        let ranks = self.rules.ranks_of(id, unit);
        let shown = ranks.into_iter().flatten().filter(|(wing, rank)| rank.figures > 0 || *wing == Wing::Centre);
        let mut first = 0;
        for (number, ((wing, rank), block)) in shown.zip(&body.blocks).enumerate() {
            if wings && wing == Wing::Centre {
                continue;
            }
            self.array(*block, number, rank, self.shooting_ranks(id), first).each(emit);
            first += rank.figures;
        }
    }

    fn array(self, block: Block, number: usize, rank: Rank, ranks: u32, first: u32) -> Array {
        Array {
            block,
            number,
            figures: rank.figures,
            files: rank.full_files(),
            ranks,
            spacing: f64::from(self.rules.figure_width(rank.figure)),
            depth: f64::from(self.rules.figure_depth(rank.figure)),
            first,
        }
    }

    /// Muskets forward shoot as they stand (CP 20.1.5); behind the pikes only those do whom the pikes do not mask
    /// (CP 20.1.6, ruling G66).
    fn each_in_swedish_line(self, id: UnitId, emit: &mut impl FnMut(Muzzle)) {
        let unit = self.unit(id);
        let body = self.body(id);
        let figures = u32::from(unit.others);
        let rank = Rank {
            figure: Footprint::Musketeer,
            files: u32::from(unit.layout.centre).clamp(1, figures.max(1)),
            figures,
        };
        if figures == 0 {
            return;
        }
        if unit.formation == Formation::MusketsForward || unit.pikes == 0 {
            self.array(*body.main(), 0, rank, 2, 0).each(emit);
        } else if let [pikes, shot, ..] = body.blocks.as_slice() {
            let mask = pikes.half;
            self.array(*shot, 1, rank, 2, 0).each(&mut |muzzle: Muzzle| {
                if pikes.local(muzzle.at).x.abs() > mask {
                    emit(muzzle);
                }
            });
        }
    }

    /// A quarter of the musketeers stands on each face of a square, two deep (ruling G48).
    fn each_in_square(self, id: UnitId, face: u8, emit: &mut impl FnMut(Muzzle)) {
        let musketeers = u32::from(self.unit(id).others);
        let face_number = u32::from(face);
        let figures = musketeers / 4 + u32::from(face_number < musketeers % 4);
        if face >= FACES || figures == 0 {
            return;
        }
        let body = self.body(id);
        let square = body.main();
        let edge = EDGES[usize::from(face)];
        let (left, right) = square.edge(edge);
        let out = square.outward(edge);
        let files = figures.div_ceil(2);
        let width = left.distance(right);
        let spacing = f64::from(self.rules.figure_width(Footprint::Musketeer)).min(width / f64::from(files));
        let depth = f64::from(self.rules.figure_depth(Footprint::Musketeer));
        let block = Block { front: left.midpoint(right), dir: out, half: width * 0.5, depth };
        Array { block, number: 0, figures, files, ranks: 2, spacing, depth, first: face_number * 64 }.each(emit);
    }

    /// A garrison shoots out of every side of its block, needing no facing (CP 19.7.6a, 19.7.6b). How many may use one
    /// side is for the salvo to say.
    fn each_at_window(self, id: UnitId, area: u8, face: u8, emit: &mut impl FnMut(Muzzle)) {
        let Some(town) = self.rules.town_block(usize::from(area)) else { return };
        let figures = self.armed(id);
        if face >= FACES || figures == 0 {
            return;
        }
        let edge = EDGES[usize::from(face)];
        let (left, right) = town.edge(edge);
        let length = left.distance(right);
        let spacing = f64::from(self.rules.figure_width(Footprint::Musketeer));
        let files = ((length / spacing).floor() as u32).clamp(1, figures);
        let block = Block { front: left.midpoint(right), dir: town.outward(edge), half: length * 0.5, depth: 0.0 };
        let ranks = figures.div_ceil(files);
        Array { block, number: 0, figures, files, ranks, spacing, depth: 0.0, first: 0 }.each(emit);
    }

    /// Guns that are loaded, each along its own barrel (CP 16.1.2, 16.7.5). Face 0 is the whole battery, any
    /// other number one gun alone: whether a gun fires ball or hail is told gun by gun.
    fn each_gun(self, id: UnitId, face: u8, shot: Shot, emit: &mut impl FnMut(Muzzle)) {
        let unit = self.unit(id);
        let Some(battery) = self.battery(id) else { return };
        if unit.formation != Formation::Unlimbered || unit.away {
            return;
        }
        let body = self.body(id);
        let width = f64::from(self.rules.figure_width(Footprint::Gun));
        let standing = battery.guns.iter().filter(|gun| gun.state == GunState::Served).count();
        let served = battery.guns.iter().enumerate().filter(|(_, gun)| gun.state == GunState::Served);
        for (slot, (number, gun)) in served.enumerate() {
            let chosen = face == 0 || usize::from(face) == number + 1;
            // CP 16.8.5a, 16.8.6
            let ready = gun.reloading == 0 && (shot != Shot::Hail || gun.hail > 0);
            if !chosen || !ready {
                continue;
            }
            let across = (slot as f64 - (standing - 1) as f64 * 0.5) * width;
            // CP 19.7.6b: out of a town block in any direction, each gun once.
            let faces = if unit.inside.is_some() { &EDGES[..] } else { &EDGES[..1] };
            for &edge in faces {
                let (left, right) = body.main().edge(edge);
                let out = body.main().outward(edge);
                let (index, block, gun_class) = (number as u8, 0, Some(gun.class));
                let (at, dir) = match unit.inside {
                    Some(_) => (left.midpoint(right) + out.right() * across, out),
                    None => (body.main().global(Vec2::new(across, 0.0)), heading(unit.pose.facing + gun.swung)),
                };
                emit(Muzzle { index, at, dir, port: at, block, gun: gun_class });
            }
        }
    }
}
