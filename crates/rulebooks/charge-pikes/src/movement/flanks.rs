//! 15.8 Open and protected flanks.

use crate::cards::UnitId;
use crate::state::Formation;
use crate::table::Table;
use field::table::{Block, Body, Edge, TOUCH, strip_beside};

impl Table<'_> {
    /// How many flanks of a unit are open. Squares, garrisons and skirmishers have none.
    pub fn open_flanks(self, id: UnitId) -> u32 {
        if !self.has_flanks(id) {
            return 0;
        }
        let body = self.body(id);
        let open = u32::from(self.is_open(id, &body, true)) + u32::from(self.is_open(id, &body, false));
        // CP 15.8.2: somebody behind the unit covers one flank, never both; two cover two.
        if open > 0 { open.saturating_sub(self.friends_behind(id, &body)) } else { 0 }
    }

    /// Whether one flank is open, leaving aside what a friend behind may cover.
    pub fn flank_open(self, id: UnitId, left: bool) -> bool {
        self.has_flanks(id) && self.is_open(id, &self.body(id), left)
    }

    pub fn has_flanks(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.formation != Formation::Square && unit.inside.is_none() && !self.is_open_order(id)
    }

    /// CP 15.8.1: neither a friend nor bad ground within 4(3)".
    fn is_open(self, id: UnitId, body: &Body, left: bool) -> bool {
        let block = outer_block(body, left);
        let edge = if left { Edge::Left } else { Edge::Right };
        !self.guarded_by_ground(&block, edge, f64::from(self.inches(4))) && !self.friend_beside(id, &block, left)
    }

    /// CP 15.8.3: whoever does not rout will do, be it guns, skirmishers, shaken or exhausted men. Wagons will not.
    fn guards(self, id: UnitId) -> impl Iterator<Item = UnitId> {
        self.friends_of(id).filter(move |&friend| self.is_troops(friend) && !self.routing(friend))
    }

    fn friend_beside(self, id: UnitId, block: &Block, left: bool) -> bool {
        self.guards(id).any(|friend| self.stands_beside(friend, block, left))
    }

    /// Stands in the strip beside the flank, or wholly outside it and as near. Whoever stands behind the unit and merely
    /// reaches beyond its flank is behind it.
    fn stands_beside(self, friend: UnitId, block: &Block, left: bool) -> bool {
        let flank = thin(block, if left { Edge::Left } else { Edge::Right });
        let reach = f64::from(self.inches(4)) + TOUCH;
        let strip = strip_beside(block, left, reach + 2.0 * TOUCH);
        self.maybe_near(friend, block.center(), block.radius() + reach)
            && self.body(friend).blocks.iter().any(|other| {
                let across = block.local(flank.closest(other).1).x.abs();
                strip.overlaps(other) || (across > block.half + TOUCH && flank.distance(other) <= reach)
            })
    }

    /// How many stand behind it and are not beside a flank already.
    fn friends_behind(self, id: UnitId, body: &Body) -> u32 {
        let reach = f64::from(self.inches(4)) + TOUCH;
        let behind = |friend: UnitId| {
            self.maybe_near(friend, body.center(), body.radius() + reach)
                && body.blocks.iter().any(|block| {
                    let rear = thin(block, Edge::Rear);
                    self.body(friend).blocks.iter().any(|other| {
                        let near = block.local(rear.closest(other).1);
                        near.y < TOUCH - block.depth && near.x.abs() <= block.half && rear.distance(other) <= reach
                    })
                })
        };
        let beside = |friend: UnitId| {
            [true, false].into_iter().any(|left| self.stands_beside(friend, &outer_block(body, left), left))
        };
        self.guards(id).filter(|&friend| behind(friend) && !beside(friend)).count() as u32
    }
}

/// The block at one end of the line.
fn outer_block(body: &Body, left: bool) -> Block {
    let main = body.main();
    let side = |block: &Block| if left { -main.local(block.center()).x } else { main.local(block.center()).x };
    let mut best = *main;
    for block in &body.blocks[1..] {
        if side(block) > side(&best) + TOUCH {
            best = *block;
        }
    }
    best
}

/// An edge of a block, as a block without depth that looks out over it.
fn thin(block: &Block, edge: Edge) -> Block {
    let (a, b) = block.edge(edge);
    Block { front: a.midpoint(b), dir: block.outward(edge), half: a.distance(b) * 0.5, depth: 0.0 }
}
