//! Chapter 7: formations, and the ground they cover.

use crate::ChargePikes;
use crate::cards::{Kind, PikeStatus, UnitId};
use crate::scales::Footprint;
use crate::state::{Formation, GunState, Layout, Unit};
use crate::table::Table;
use field::table::{Block, Body, Cdeg, Pose, Um, Vec2};
use kernel::Refusal;

/// One block of figures of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rank {
    pub figure: Footprint,
    pub files: u32,
    pub figures: u32,
}

impl Rank {
    /// Files that still have a man in them: losses close up from the rear.
    pub fn full_files(self) -> u32 {
        self.files.min(self.figures)
    }

    /// Ranks deep, the last one perhaps not full.
    pub fn depth(self) -> u32 {
        if self.full_files() == 0 { 0 } else { self.figures.div_ceil(self.full_files()) }
    }

    /// Figures in the first `ranks` ranks.
    pub fn in_ranks(self, ranks: u32) -> u32 {
        self.figures.min(self.full_files() * ranks)
    }
}

/// Which block of a line a figure stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wing {
    Centre,
    Left,
    Right,
}

impl ChargePikes {
    pub fn figure_width(&self, figure: Footprint) -> Um {
        let mounted_15 = match self.options.mounted_width_15mm {
            crate::cards::MountedWidth::Table => 20,
            crate::cards::MountedWidth::Base => 15,
        };
        figure.width(self.options.scale, mounted_15)
    }

    pub fn figure_depth(&self, figure: Footprint) -> Um {
        figure.depth(self.options.scale)
    }

    /// The figure a unit's main body is made of, in the order it is in now.
    pub fn main_figure(&self, id: UnitId, unit: &Unit) -> Footprint {
        let card = &self.units[id.ix()];
        match card.kind {
            Kind::Horse | Kind::Cuirassiers | Kind::Lancers => Footprint::Mounted,
            Kind::Dragoons if unit.mounted => Footprint::Mounted,
            Kind::Dragoons | Kind::Skirmishers => Footprint::Skirmisher,
            Kind::Battery if unit.away => Footprint::Skirmisher,
            Kind::Battery => Footprint::Gun,
            Kind::HighlandShock | Kind::HighlandArchers => Footprint::Highlander,
            Kind::Wagons => Footprint::Transport,
            Kind::ForlornHope => Footprint::Musketeer,
            Kind::PikeAndShot if unit.pikes > 0 => Footprint::Pikeman,
            Kind::PikeAndShot => Footprint::Musketeer,
        }
    }

    /// Whether the unit stands as a pike block between two wings (CP 7.1.2, 7.3.6).
    pub fn has_wings(&self, id: UnitId, unit: &Unit) -> bool {
        self.units[id.ix()].kind == Kind::PikeAndShot
            && unit.formation == Formation::Line
            && unit.pikes > 0
            && unit.others > 0
    }

    /// The blocks of a unit with their figures, the centre first, then left and right wing (CP 7.3.6, 7.3.9).
    pub fn ranks_of(&self, id: UnitId, unit: &Unit) -> [Option<(Wing, Rank)>; 3] {
        let figure = self.main_figure(id, unit);
        let (pikes, others) = (u32::from(unit.pikes), u32::from(unit.others));
        let layout = unit.layout;
        if self.has_wings(id, unit) {
            let musketeers =
                |files: u8, figures| Rank { figure: Footprint::Musketeer, files: u32::from(files), figures };
            let (left, right) = wing_strengths(unit.others, &layout);
            let centre = Rank { figure, files: u32::from(layout.centre), figures: pikes };
            return [
                Some((Wing::Centre, centre)),
                Some((Wing::Left, musketeers(layout.left, u32::from(left)))),
                Some((Wing::Right, musketeers(layout.right, u32::from(right)))),
            ];
        }
        let figures = match figure {
            // Guns stand side by side; the layout's centre is their number.
            Footprint::Gun => u32::from(layout.centre),
            _ => pikes + others,
        };
        [Some((Wing::Centre, Rank { figure, files: u32::from(layout.centre).max(1), figures })), None, None]
    }

    /// The ground a unit covers, to scale (CP 4.1, 5.4).
    pub fn body_of(&self, id: UnitId, unit: &Unit) -> Body {
        self.body_at(id, unit, unit.pose)
    }

    /// The ground a unit would cover elsewhere.
    pub fn body_at(&self, id: UnitId, unit: &Unit, pose: Pose) -> Body {
        if let Some(block) = unit.inside.and_then(|area| self.town_body(usize::from(area))) {
            return block;
        }
        match unit.formation {
            Formation::MarchColumn => Body::single(self.march_column(id, unit, pose)),
            Formation::Square => Body::single(self.square(unit, pose)),
            Formation::MusketsForward | Formation::PikesForward => Body::new(self.swedish_blocks(unit, pose)),
            Formation::Limbered => {
                let guns = i32::from(unit.layout.centre.max(1));
                let depth = self.figure_depth(Footprint::Gun) + self.figure_depth(Footprint::Transport);
                Body::single(Block::new(pose, guns * self.figure_width(Footprint::Gun), depth))
            }
            _ => self.line_body(id, unit, pose),
        }
    }

    /// The same of a unit whose ground is known where it stands: its blocks need not be measured again.
    fn body_like(&self, id: UnitId, unit: &Unit, stands: &Body, pose: Pose) -> Body {
        let swedish = matches!(unit.formation, Formation::MusketsForward | Formation::PikesForward);
        let there = |block: &Block| Block { front: pose.at.vec(), dir: pose.dir(), ..*block };
        let body = match stands.blocks.as_slice() {
            _ if swedish || unit.inside.is_some() => return self.body_at(id, unit, pose),
            [only] => Body::single(there(only)),
            [centre, left, right] => Body::built(|blocks| {
                let centre = there(centre);
                blocks.push(centre);
                blocks.push(wing_block(&centre, &there(left), false, unit.layout.left_angle));
                blocks.push(wing_block(&centre, &there(right), true, unit.layout.right_angle));
            }),
            _ => return self.body_at(id, unit, pose),
        };
        debug_assert_eq!(body, self.body_at(id, unit, pose), "it stands elsewhere as it does here");
        body
    }

    /// The centre, and beside it the wings if there are any.
    fn line_body(&self, id: UnitId, unit: &Unit, pose: Pose) -> Body {
        let (at, dir) = (pose.at.vec(), pose.dir());
        let block = |rank: Rank| {
            let half = f64::from(rank.full_files().max(1) as i32 * self.figure_width(rank.figure)) * 0.5;
            let depth = f64::from(rank.depth().max(1) as i32 * self.figure_depth(rank.figure));
            Block { front: at, dir, half, depth }
        };
        let [centre, left, right] = self.ranks_of(id, unit);
        let Some((_, centre)) = centre else { return Body::single(Block { front: at, dir, half: 0.0, depth: 0.0 }) };
        let centre = block(centre);
        let Layout { left_angle, right_angle, .. } = unit.layout;
        Body::built(|blocks| {
            blocks.push(centre);
            for (wing, on_right, angle) in [(left, false, left_angle), (right, true, right_angle)] {
                if let Some((_, rank)) = wing.filter(|(_, rank)| rank.figures > 0) {
                    blocks.push(wing_block(&centre, &block(rank), on_right, angle));
                }
            }
        })
    }

    /// A line as it stands, but for one wing that is swung to another angle.
    pub(crate) fn wing_swung(&self, id: UnitId, unit: &Unit, stands: &Body, on_right: bool, angle: Cdeg) -> Body {
        let index = if on_right { 2 } else { 1 };
        match stands.blocks.as_slice() {
            [centre, _, _] => {
                let swung = |number: usize, block: &Block| match number == index {
                    true => {
                        let wing = Block { front: centre.front, dir: centre.dir, ..*block };
                        wing_block(centre, &wing, on_right, angle)
                    }
                    false => *block,
                };
                Body::new(stands.blocks.iter().enumerate().map(|(number, block)| swung(number, block)))
            }
            _ => self.body_of(id, unit),
        }
    }

    /// At most 60(40) mm wide, every figure at double depth (CP 7.3.2).
    fn march_column(&self, id: UnitId, unit: &Unit, pose: Pose) -> Block {
        let width = self.options.scale.column_width();
        let rows = |figures: u8, figure: Footprint| {
            let abreast = (width / self.figure_width(figure)).max(1);
            (i32::from(figures) + abreast - 1) / abreast * self.figure_depth(figure) * 2
        };
        let figure = match self.main_figure(id, unit) {
            Footprint::Pikeman => Footprint::Musketeer,
            other => other,
        };
        let depth = rows(unit.pikes, Footprint::Pikeman) + rows(unit.others, figure);
        Block::new(pose, width, depth.max(self.figure_depth(figure) * 2))
    }

    /// Pikes facing outward all round, the musketeers about them (CP 7.3.11): as wide as deep.
    fn square(&self, unit: &Unit, pose: Pose) -> Block {
        let figures = i32::from(unit.pikes) + i32::from(unit.others);
        let mut side = 1;
        while side * side < figures {
            side += 1;
        }
        let length = side * self.figure_width(Footprint::Musketeer);
        Block::new(pose, length, length)
    }

    /// Swedish line: one block behind the other on the front block's width (CP 20.1.1).
    fn swedish_blocks(&self, unit: &Unit, pose: Pose) -> arrayvec::ArrayVec<Block, 2> {
        let (pikes, shot) = (u32::from(unit.pikes), u32::from(unit.others));
        let files = |figures: u32| u32::from(unit.layout.centre).clamp(1, figures.max(1));
        let block = |pose: Pose, figure: Footprint, figures: u32| {
            let rank = Rank { figure, files: files(figures), figures };
            let width = rank.full_files().max(1) as i32 * self.figure_width(figure);
            let depth = rank.depth().max(1) as i32 * self.figure_depth(figure);
            (Block::new(pose, width, depth), depth)
        };
        let (front, rear) = match unit.formation {
            Formation::MusketsForward => ((Footprint::Musketeer, shot), (Footprint::Pikeman, pikes)),
            _ => ((Footprint::Pikeman, pikes), (Footprint::Musketeer, shot)),
        };
        let mut blocks = arrayvec::ArrayVec::new();
        let (first, depth) = block(pose, front.0, front.1);
        blocks.push(first);
        if rear.1 > 0 {
            blocks.push(block(pose.ahead(-depth), rear.0, rear.1).0);
        }
        blocks
    }

    /// Front to rear of the centre, for an about face.
    pub fn depth_of(&self, id: UnitId, unit: &Unit) -> Um {
        let body = self.body_of(id, unit);
        let main = body.main();
        let reach = |block: &Block| -main.local(block.corners()[2]).y;
        body.blocks.iter().take(1).map(reach).fold(0.0, f64::max).round() as Um
    }
}

/// A wing beside the centre. Refused, it hinges on its inner rear corner; swung forward, on its inner front corner, so
/// that it always touches the pike block and never cuts into it (CP 7.3.10, 15.9.2).
fn wing_block(pikes: &Block, wing: &Block, right: bool, angle: Cdeg) -> Block {
    let out = if right { 1.0 } else { -1.0 };
    let beside = wing.translated(pikes.right() * (out * (pikes.half + wing.half)));
    if angle == 0 {
        return beside;
    }
    let inner = pikes.front + pikes.right() * (out * pikes.half);
    let hinge: Vec2 = if angle > 0 { inner } else { inner - pikes.dir * wing.depth.min(pikes.depth) };
    // Swinging the right wing forward turns it left, that is counter-clockwise.
    beside.rotated(hinge, if right { -angle } else { angle })
}

impl Table<'_> {
    /// The ground a unit would cover elsewhere, drawn up as it is.
    pub(crate) fn body_there(self, id: UnitId, pose: Pose) -> Body {
        self.rules.body_like(id, self.unit(id), &self.body(id), pose)
    }

    /// Ranks in the deepest part of a unit, for dense targets (CP 16.1.10).
    pub fn deepest(self, id: UnitId) -> u32 {
        self.deepest_as(id, self.unit(id))
    }

    /// The same of a unit that stood like this.
    pub fn deepest_as(self, id: UnitId, unit: &Unit) -> u32 {
        let figures = u32::from(unit.pikes) + u32::from(unit.others);
        match unit.formation {
            Formation::MarchColumn => {
                let width = self.scale().column_width() / self.rules.figure_width(Footprint::Musketeer);
                figures.div_ceil(width.max(1) as u32)
            }
            Formation::Square => {
                let mut side = 1;
                while side * side < figures {
                    side += 1;
                }
                side
            }
            Formation::MusketsForward | Formation::PikesForward => {
                let files = u32::from(unit.layout.centre).max(1);
                u32::from(unit.pikes).div_ceil(files) + u32::from(unit.others).div_ceil(files)
            }
            _ => self.rules.ranks_of(id, unit).into_iter().flatten().map(|(_, rank)| rank.depth()).max().unwrap_or(0),
        }
    }

    /// What its pikes make of a foot unit against such an enemy (CP 7.2.5, 17.4.2). Swedish lines count by their form
    /// (CP 20.1.5, 20.1.6, ruling G66), highlanders by their enemy (CP 20.6.4a, 20.6.4b, 20.6.5).
    pub fn status(self, id: UnitId, against_cavalry: bool) -> PikeStatus {
        let card = self.card(id);
        match (card.kind, self.unit(id).formation) {
            (Kind::HighlandShock, _) if against_cavalry => PikeStatus::Naked,
            (Kind::HighlandShock, _) => PikeStatus::HeavyArmed,
            (Kind::PikeAndShot, Formation::MusketsForward) => PikeStatus::Naked,
            (Kind::PikeAndShot, Formation::PikesForward) => PikeStatus::HeavyArmed,
            (Kind::PikeAndShot, _) => card.status,
            _ => PikeStatus::Naked,
        }
    }

    /// Every part of the unit stands in a single rank.
    pub fn one_rank(self, id: UnitId) -> bool {
        self.deepest(id) <= 1
    }

    /// Guns of a battery that still stand with it.
    pub fn standing_guns(self, id: UnitId) -> usize {
        self.battery(id).map_or(0, |battery| battery.guns.iter().filter(|gun| gun.state == GunState::Served).count())
    }
}

/// How many musketeers stand in the left and in the right wing. An odd one stands where there are more files, else on the
/// left (ruling G59): so he stays where he is when his regiment faces about.
pub fn wing_strengths(musketeers: u8, layout: &Layout) -> (u8, u8) {
    let (more, less) = (musketeers.div_ceil(2), musketeers / 2);
    if layout.right > layout.left { (less, more) } else { (more, less) }
}

/// A line as wide as it is usual: shot two deep, pikes as deep as keeps them in proportion, others in two ranks.
pub fn usual_layout(pikes: u8, others: u8, wings: bool) -> Layout {
    let half = |figures: u8| figures.div_ceil(2).max(1);
    if wings && pikes > 0 && others > 0 {
        let (left, right) = wing_strengths(others, &Layout::default());
        return Layout {
            left: half(left),
            centre: half(pikes),
            right: half(right).min(right.max(1)),
            ..Layout::default()
        };
    }
    Layout { centre: half(pikes + others), ..Layout::default() }
}

impl ChargePikes {
    /// Drilled in the Swedish system, which this battle uses (CP 7.1.1, 20.1.1).
    pub fn drills_swedish(&self, id: UnitId) -> bool {
        self.options.swedish_system && self.units[id.ix()].swedish
    }

    /// A unit put into a formation: the one way there is, so that its files always fit it. A line that changes its form
    /// keeps its files, wings in line with the centre; a line formed out of anything else is as wide as it is usual
    /// (CP 7.3.6, 7.3.7). Doubled files for a volley are given up.
    pub fn formed(&self, id: UnitId, unit: &Unit, formation: Formation) -> Unit {
        let was_line = !unit.illegal && !matches!(unit.formation, Formation::MarchColumn | Formation::Square);
        let mut after = Unit { formation, illegal: false, volley: false, ..*unit };
        (after.layout.left_angle, after.layout.right_angle) = (0, 0);
        if self.main_figure(id, &after) == Footprint::Gun || self.units[id.ix()].kind == Kind::Wagons {
            return after;
        }
        let usual = match formation {
            Formation::Line => usual_layout(after.pikes, after.others, self.has_wings(id, &after)),
            Formation::MusketsForward => usual_layout(0, after.others, false),
            Formation::PikesForward => usual_layout(0, after.pikes, false),
            _ => after.layout,
        };
        if !was_line {
            after.layout = usual;
        }
        after.layout = self.fitted(id, &after);
        after
    }

    /// The line of battle that a unit rallies in, or comes back in (CP 18.1.5a, 18.2.3a): as it stands if it is in line,
    /// else formed anew; of the two Swedish lines the one with its muskets forward (CP 20.1.1).
    pub fn in_line_of_battle(&self, id: UnitId, unit: &Unit) -> Unit {
        match unit.formation {
            Formation::MarchColumn | Formation::Square
                if self.drills_swedish(id) && unit.pikes > 0 && unit.others > 0 =>
            {
                self.formed(id, unit, Formation::MusketsForward)
            }
            Formation::MarchColumn | Formation::Square => self.formed(id, unit, Formation::Line),
            formation if unit.illegal => self.formed(id, unit, formation),
            _ => *unit,
        }
    }

    /// A unit that has faced about: what was its left wing is its right one, with files for the figures there.
    pub fn faced_about(&self, id: UnitId, unit: &Unit) -> Unit {
        let mut after = *unit;
        after.pose = unit.pose.about(self.depth_of(id, unit));
        std::mem::swap(&mut after.layout.left, &mut after.layout.right);
        std::mem::swap(&mut after.layout.left_angle, &mut after.layout.right_angle);
        if self.has_wings(id, &after) {
            after.layout = self.fitted(id, &after);
        }
        after
    }

    /// The files of a unit, none without a man and every part with some (ruling G59).
    pub fn fitted(&self, id: UnitId, unit: &Unit) -> Layout {
        let most = |files: u8, figures: u8| files.min(figures).max(1);
        let layout = unit.layout;
        if !self.has_wings(id, unit) {
            let centre = most(layout.centre, unit.pikes.saturating_add(unit.others));
            return Layout { left: 0, right: 0, centre, ..layout };
        }
        if layout.left == 0 || layout.right == 0 {
            return usual_layout(unit.pikes, unit.others, true);
        }
        let (left, right) = wing_strengths(unit.others, &layout);
        Layout {
            left: most(layout.left, left),
            centre: most(layout.centre, unit.pikes),
            right: most(layout.right, right),
            ..layout
        }
    }
}

/// The most files a block may have: more do not fit on any table.
pub const MOST_FILES: u8 = 100;
/// How far a wing may be swung.
pub const MOST_SWING: Cdeg = 9_000;

impl Table<'_> {
    /// Whether a unit can stand like this: formations by arm, files no more than figures (CP 7.3.1, 7.4.1, 7.5.1).
    pub fn judge_standing(self, id: UnitId, formation: Formation, layout: &Layout) -> Result<(), Refusal> {
        let (card, unit) = (self.card(id), self.unit(id));
        let foot = matches!(card.kind, Kind::PikeAndShot | Kind::HighlandShock | Kind::HighlandArchers);
        let legal = match formation {
            Formation::Line => {
                !matches!(card.kind, Kind::Battery | Kind::Skirmishers | Kind::Wagons)
                    && (card.kind != Kind::Dragoons || unit.mounted)
            }
            Formation::MarchColumn => foot,
            Formation::Square => card.kind == Kind::PikeAndShot && unit.pikes > 0,
            // Everybody else is drilled in the Dutch system (CP 7.1.1).
            Formation::MusketsForward | Formation::PikesForward => {
                self.rules.drills_swedish(id) && unit.pikes > 0 && unit.others > 0
            }
            // Not a forlorn hope: it stands in close order (CP 20.3.5b).
            Formation::Open => {
                card.kind == Kind::Skirmishers || (card.kind == Kind::Dragoons && !unit.mounted) || unit.away
            }
            Formation::Limbered | Formation::Unlimbered => matches!(card.kind, Kind::Battery | Kind::Wagons),
        };
        if !legal {
            return Err(Refusal::new("CP 7.3.1", "this kind of unit does not form like that"));
        }
        let fits = |files: u8, figures: u32| files <= MOST_FILES && u32::from(files) <= figures.max(1);
        let angles = layout.left_angle.abs() <= MOST_SWING && layout.right_angle.abs() <= MOST_SWING;
        let mut standing = *unit;
        standing.formation = formation;
        standing.layout = *layout;
        let files = if self.rules.has_wings(id, &standing) {
            let (left, right) = wing_strengths(unit.others, layout);
            layout.left > 0
                && layout.right > 0
                && fits(layout.left, u32::from(left))
                && fits(layout.right, u32::from(right))
                && fits(layout.centre, u32::from(unit.pikes))
        } else if self.is_guns(id) || card.kind == Kind::Wagons {
            layout.centre == unit.layout.centre
        } else {
            layout.left == 0 && layout.right == 0 && fits(layout.centre, self.figures(id))
        };
        if !files || !angles || layout.centre == 0 {
            return Err(Refusal::new(
                "CP 7.3.6",
                "pikes in the middle, a wing of shot on each side, no more files than figures",
            ));
        }
        Ok(())
    }
}
