//! Chapter 5.4: the line of communication from a unit to its Wing Commander.

use crate::cards::{MOST_UNITS, UnitId, UnitSet};
use crate::charts::{Cost, TerrainRow};
use crate::ground::{CLEAR, Slope};
use crate::state::{Mark, Place, Unit};
use crate::table::Table;
use field::hexes::{Dir, Hex};
use kernel::Side;

/// MP 5.4.2b.
const REACH_OF_CAVALRY: u8 = 3;
const REACH: u8 = 2;

impl Table<'_> {
    /// Whether a unit can trace to its Wing Commander at this instant (MP 5.4.2a, 5.4.2g): within its own reach, or
    /// link by link over units of its Wing (MP 5.4.1b, 5.4.2c). Wagons always are in command (MP 5.4.1a), and what is
    /// still to come will be as it enters (ruling G-A60).
    pub fn in_command(self, id: UnitId) -> bool {
        self.is_wagon(id) || self.unit(id).place == Place::Expected || self.traces(id)
    }

    /// The tracing itself, which a wagon must do too where others trace over it (ruling G-A34). Each link has the
    /// reach of the unit that looks for the next one, so that a line runs one way (MP 5.4.2b).
    fn traces(self, id: UnitId) -> bool {
        // MP 5.4.2h: with its commander gone the Wing is out of command.
        let Some(leader) = self.commander_of(self.card(id).wing) else { return false };
        let (goal, side) = (self.leader(leader).hex, self.side(id));
        // MP 5.4.2f: he stands in one hex, also on a unit that covers two.
        let sends_word =
            |link: UnitId, reach: u8| self.unit(link).hexes().any(|hex| self.communicates(side, hex, goal, reach));
        if sends_word(id, self.loc_reach(id)) {
            return true;
        }
        let mut open = self.rules.wings[self.card(id).wing.ix()].units;
        open.remove(id);
        let mut line = [id; MOST_UNITS];
        let (mut next, mut end) = (0, 1);
        while next < end {
            let link = line[next % MOST_UNITS];
            next += 1;
            let (from, reach) = (self.unit(link), self.loc_reach(link));
            for other in open.iter() {
                // MP 5.4.2e: what is disabled or captured does not stand on the map.
                if !self.unit(other).on_map() || !self.links(side, from, self.unit(other), reach) {
                    continue;
                }
                if sends_word(other, self.loc_reach(other)) {
                    return true;
                }
                open.remove(other);
                line[end % MOST_UNITS] = other;
                end += 1;
            }
        }
        false
    }

    pub(crate) fn loc_reach(self, id: UnitId) -> u8 {
        if self.is_cavalry(id) { REACH_OF_CAVALRY } else { REACH }
    }

    #[inline]
    fn links(self, side: Side, from: &Unit, to: &Unit, reach: u8) -> bool {
        from.hexes().any(|hex| to.hexes().any(|goal| self.communicates(side, hex, goal, reach)))
    }

    /// Whether a line of at most `reach` hexes leads from one hex to another, through no enemy and nothing impassable
    /// (MP 5.4.2d).
    #[inline]
    pub(crate) fn communicates(self, side: Side, from: Hex, to: Hex, reach: u8) -> bool {
        let distance = self.rules.ground.grid.distance(from, to);
        distance == 0
            || distance <= u16::from(reach)
                && (self.goes_straight(side, from, to) || self.finds_a_way(side, from, to, reach))
    }

    /// Whether the first shortest line that comes to mind is free: mostly it is.
    fn goes_straight(self, side: Side, from: Hex, to: Hex) -> bool {
        let grid = &self.rules.ground.grid;
        let mut at = from;
        while let Some(dir) = grid.offset(at, to).nearer().iter().next() {
            let Some(next) = grid.neighbour(at, dir).filter(|&next| !self.bars_communication(at, dir, next)) else {
                return false;
            };
            if next != to && self.is_enemy_held(side, next) {
                return false;
            }
            at = next;
        }
        true
    }

    fn finds_a_way(self, side: Side, from: Hex, to: Hex, reach: u8) -> bool {
        Dir::ALL.into_iter().any(|dir| {
            let Some(next) = self.rules.ground.grid.neighbour(from, dir) else { return false };
            self.rules.ground.grid.distance(next, to) < u16::from(reach)
                && !self.bars_communication(from, dir, next)
                && (next == to || !self.is_enemy_held(side, next) && self.finds_a_way(side, next, to, reach - 1))
        })
    }

    /// Whether an enemy unit stands on a hex; a captured wagon is nobody's unit.
    fn is_enemy_held(self, side: Side, hex: Hex) -> bool {
        let units = [self.body_at(hex), self.gun_at(hex)];
        units.into_iter().flatten().any(|unit| self.holds_as_enemy(side, unit))
    }

    pub(crate) fn holds_as_enemy(self, side: Side, unit: UnitId) -> bool {
        self.side(unit) != side && !self.unit(unit).has(Mark::Captured)
    }

    /// Terrain no unit of any kind may enter or cross; a road over it makes it passable.
    fn bars_communication(self, from: Hex, dir: Dir, next: Hex) -> bool {
        let ground = &self.rules.ground;
        let side = ground.hexside(from, dir);
        // Most ground is clear and level: the rows of the chart need not be looked up.
        let plain = ground.terrain[next.index()] == CLEAR && side.feature.is_none() && side.slope == Slope::Level;
        if plain || side.road {
            return false;
        }
        let impassable = |row: &TerrainRow| row.cost == [Cost::Prohibited; 3];
        impassable(ground.terrain_of(next))
            || side.feature.is_some_and(|feature| impassable(ground.row(feature)))
            || ground.slope_row(from, dir).is_some_and(impassable)
    }
}

impl Table<'_> {
    /// Whether being out of command would not matter to a unit: it is in command, or an unlimbered gun (MP 5.4.3f).
    pub fn keeps_command(self, id: UnitId) -> bool {
        self.is_gun(id) && !self.is_limbered(id) || self.in_command(id)
    }
}

/// Units that are asked about one by one in a whole Wing, such as in tests and pictures.
impl Table<'_> {
    /// Units on the map that are out of command now.
    pub fn out_of_command(self) -> UnitSet {
        self.on_map().filter(|&unit| !self.in_command(unit)).collect()
    }
}
