//! 19.7 Buildings: town blocks and their garrisons.

use crate::ChargePikes;
use crate::cards::UnitId;
use crate::table::Table;
use field::table::{Block, Body, Pose, Um, Vec2, bearing};
use scenario::{AreaKind, Cover};

/// What a town block offers (CP 19.7.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Town {
    pub garrison: u32,
    pub shooting: Cover,
    pub combat: Cover,
}

impl ChargePikes {
    /// A town block, if the area is one.
    pub fn town(&self, area: usize) -> Option<Town> {
        match self.ground.areas.get(area)?.kind {
            AreaKind::Town { garrison, shooting, combat, .. } => {
                Some(Town { garrison: u32::from(garrison), shooting, combat })
            }
            _ => None,
        }
    }

    /// The ground a garrison holds, with four faces: the outline itself when it is a rectangle, else the upright
    /// rectangle around it.
    pub fn town_block(&self, area: usize) -> Option<Block> {
        let outline = &self.ground.areas.get(area)?.outline;
        if let [a, b, c, d] = outline.points() {
            let [a, b, c, d] = [a.vec(), b.vec(), c.vec(), d.vec()];
            let (along, back) = (b - a, c - b);
            let square = along.dot(back).abs() <= 1e-4 * along.len() * back.len();
            let closed = (d - a).distance(back) <= 10.0;
            if square && closed && along.len() > 0.0 && back.len() > 0.0 {
                let dir = -back.unit();
                return Some(Block { front: a.midpoint(b), dir, half: along.len() * 0.5, depth: back.len() });
            }
        }
        let (low, high) = outline.bounds();
        let (low, high) = (low.vec(), high.vec());
        Some(Block {
            front: Vec2::new((low.x + high.x) * 0.5, high.y),
            dir: Vec2::new(0.0, 1.0),
            half: (high.x - low.x) * 0.5,
            depth: high.y - low.y,
        })
    }

    pub fn town_body(&self, area: usize) -> Option<Body> {
        self.town_block(area).map(Body::single)
    }

    /// Where a garrison is said to stand: at the middle of one face.
    pub fn town_pose(&self, area: usize) -> Option<Pose> {
        self.town_block(area).map(|block| Pose::new(block.front.round(), bearing(block.dir)))
    }
}

impl Table<'_> {
    /// The town block a unit garrisons.
    pub fn in_building(self, id: UnitId) -> Option<u8> {
        self.unit(id).inside
    }

    /// The units inside a town block.
    pub fn garrison_of(self, area: u8) -> impl Iterator<Item = UnitId> {
        self.on_table().filter(move |&id| self.unit(id).inside == Some(area))
    }

    /// Figures that may still enter a town block (CP 19.7.3).
    pub fn room_in(self, area: u8) -> u32 {
        let held: u32 = self.garrison_of(area).map(|id| self.figures(id)).sum();
        self.rules.town(usize::from(area)).map_or(0, |town| town.garrison.saturating_sub(held))
    }

    /// Most figures that shoot out of one side of a block (CP 19.7.7).
    pub fn shooters_per_side(self, area: u8) -> u32 {
        self.rules.town(usize::from(area)).map_or(0, |town| town.garrison / 2)
    }

    /// Most figures that attack one face of a block (CP 19.7.10a).
    pub fn attackers_per_face(self, area: u8) -> u32 {
        self.rules.town(usize::from(area)).map_or(0, |town| town.garrison)
    }

    /// How near the edge troops must be to look out of cover, or to be seen in it (CP 19.1.2, 19.7.4b).
    pub(crate) fn edge_depth(self) -> Um {
        self.inches(1)
    }
}
