//! Chapters 7.1 and 7.3.1: what ground costs in points and in formation.

use super::LEADER_ALLOWANCE;
use crate::cards::{Class, UnitId};
use crate::charts::{Column, Cost, TerrainRow};
use crate::facing::Pose;
use crate::ground::{CLEAR, HexGround, Slope};
use crate::state::{Formation, Morale};
use crate::table::Table;
use field::hexes::{Dir, Hex};

/// Formation hits from Normal to Broken: what an obstacle that takes the whole allowance does.
const ALL_HITS: u8 = 2;

impl TerrainRow {
    fn is_impassable(&self) -> bool {
        self.cost == [Cost::Prohibited; 3]
    }
}

impl HexGround {
    /// The rows of the chart met on the way from a hex into the next: the hex, the feature on the hexside, the slope.
    #[inline]
    fn met(&self, from: Hex, dir: Dir, to: Hex) -> [Option<&TerrainRow>; 3] {
        let side = self.hexside(from, dir);
        let feature = side.feature.map(|id| self.row(id));
        let slope = if side.slope == Slope::Level { None } else { self.slope_row(from, dir) };
        [Some(self.terrain_of(to)), feature, slope]
    }

    /// Whether everything met that way lets Momentum be gathered (MP 11.3.6a, 11.3.6d).
    pub fn is_clear_way(&self, from: Hex, dir: Dir) -> bool {
        let Some(to) = self.grid.neighbour(from, dir) else { return false };
        self.met(from, dir, to).into_iter().flatten().all(|row| row.clear)
    }

    pub fn is_gentle(&self, from: Hex, dir: Dir) -> bool {
        self.hexside(from, dir).slope == Slope::Gentle
    }

    /// A hex that is a bridge (MP 7.3.5a).
    pub fn is_bridge(&self, hex: Hex) -> bool {
        self.terrain_of(hex).bridge
    }

    /// A hexside that has a bridge (MP 7.3.5a).
    pub fn has_bridge(&self, hex: Hex, dir: Dir) -> bool {
        self.hexside(hex, dir).feature.is_some_and(|id| self.row(id).bridge)
    }

    /// A hexside both sides of which gain by it (MP 14.4a, 14.4g).
    pub fn is_reciprocal(&self, hex: Hex, dir: Dir) -> bool {
        self.hexside(hex, dir).feature.is_some_and(|id| self.row(id).reciprocal)
    }

    /// Ground nobody may enter.
    pub fn is_impassable(&self, hex: Hex) -> bool {
        self.terrain_of(hex).is_impassable()
    }

    /// Clear and level, with nothing on the hexside and nothing on top.
    #[inline]
    pub(super) fn is_plain_way(&self, from: Hex, dir: Dir, to: Hex) -> bool {
        let side = self.hexside(from, dir);
        self.terrain[to.index()] == CLEAR
            && side.feature.is_none()
            && side.slope == Slope::Level
            && self.overlay[to.index()].is_none()
    }

    /// Points on clear ground.
    #[inline]
    pub(super) fn plain_cost(&self, column: Column) -> Option<u8> {
        match self.row(CLEAR).cost[column as usize] {
            Cost::Points(points) => Some(points),
            _ => None,
        }
    }

    /// Points from a hex into the next where that is all there is to it: most ways are plain.
    #[inline]
    fn plain_way_cost(&self, from: Hex, dir: Dir, column: Column) -> Option<u8> {
        let to = self.grid.neighbour(from, dir)?;
        if self.is_plain_way(from, dir, to) { self.plain_cost(column) } else { None }
    }

    /// What a hex costs by itself. A bridge hex is written as a hexside row, added to clear ground; fog multiplies what lies below it.
    pub(crate) fn hex_cost(&self, hex: Hex, column: Column) -> Cost {
        self.through_fog(hex, column, self.terrain_cost(hex, column))
    }

    fn terrain_cost(&self, hex: Hex, column: Column) -> Cost {
        let row = self.terrain_of(hex);
        let own = row.cost[column as usize];
        match (row.hexside, self.row(CLEAR).cost[column as usize], own) {
            (true, Cost::Points(clear), Cost::Points(more)) => Cost::Points(clear + more),
            _ => own,
        }
    }

    /// Fog multiplies what a hex costs, in a rout too; hexsides, turning and formations cost the same in it (MP E-GAG-18).
    fn through_fog(&self, hex: Hex, column: Column, cost: Cost) -> Cost {
        match (self.overlay[hex.index()].map(|id| self.row(id).cost[column as usize]), cost) {
            (Some(Cost::Times(times)), Cost::Points(points)) => Cost::Points(points.saturating_mul(times)),
            _ => cost,
        }
    }

    /// What the road costs a unit in Column along it.
    fn road_cost(&self, hex: Hex, column: Column) -> Option<Cost> {
        self.find("road").map(|id| self.through_fog(hex, column, self.row(id).cost[column as usize]))
    }

    /// Points that anybody pays at least from a hex into the next, in Column along a road or not; nothing where nobody may go.
    pub(crate) fn least_way_cost(&self, from: Hex, dir: Dir, column: Column) -> Option<u8> {
        let ways = [false, true].map(|on_road| self.way_cost(from, dir, column, on_road, || Some(1)));
        ways.into_iter().flatten().min()
    }

    /// Points to go from a hex into the next (MP 7.1.1a); whole obstacles cost `all`, None is prohibited.
    fn way_cost(&self, from: Hex, dir: Dir, column: Column, on_road: bool, all: impl Fn() -> Option<u8>) -> Option<u8> {
        let to = self.grid.neighbour(from, dir)?;
        let along = on_road && self.hexside(from, dir).road;
        let hex = along.then(|| self.road_cost(to, column)).flatten().unwrap_or_else(|| self.hex_cost(to, column));
        // What lies on the hexside is paid on a road too: an entrenchment is built over it (MP E-GAG-7).
        let [_, feature, slope] = self.met(from, dir, to);
        let more = [feature, slope].into_iter().flatten().map(|row| row.cost[column as usize]);
        std::iter::once(hex).chain(more).try_fold(0_u8, |sum, cost| match cost {
            Cost::Points(points) => Some(sum.saturating_add(points)),
            Cost::AllAndBroken => all().map(|all| sum.max(all)),
            Cost::Prohibited | Cost::Times(_) => None,
        })
    }
}

impl Table<'_> {
    /// The column of the Terrain Effects Chart (T-MA; MP 7.3.3b, 8.2.1b, 14.1a, 14.3b, 14.6a). Guns have that of Heavy
    /// Infantry, so that what the ground does to guns it does to infantry with regimental guns (MP 7.3.4b).
    #[inline]
    pub fn terrain_column(self, id: UnitId) -> Column {
        match self.class(id) {
            Class::Cavalry if self.card(id).dismounted => Column::Heavy,
            Class::Cavalry => Column::Cavalry,
            Class::LightInfantry => Column::Light,
            Class::HeavyInfantry | Class::Artillery | Class::Wagon => Column::Heavy,
        }
    }

    /// Points to go from a hex into an adjacent one for a unit, terrain and hexside (chart C20; MP 7.1.1a); None when it is prohibited. Stacking is not
    /// looked at. Nothing is added for enemies near by (MP 7.1.1b).
    #[inline]
    pub fn entry_cost(self, id: UnitId, from: Hex, dir: Dir) -> Option<u8> {
        let plain = self.ground().plain_way_cost(from, dir, self.terrain_column(id));
        if plain.is_some() { plain } else { self.rough_entry_cost(id, from, dir) }
    }

    /// The same, everything looked at. Kept out of its callers, which mostly do without it.
    #[inline(never)]
    fn rough_entry_cost(self, id: UnitId, from: Hex, dir: Dir) -> Option<u8> {
        let formation = self.unit(id).formation;
        // Some obstacles take the whole allowance of a unit in good order, and stop the others (MP E-SiA-3).
        let all = || (formation == Formation::Normal).then(|| self.compared_allowance(id));
        self.ground().way_cost(from, dir, self.terrain_column(id), formation == Formation::Column, all)
    }

    /// Points for a leader on his own: as cavalry, as Light Infantry where cavalry may not go (MP 7.1.1d).
    #[inline]
    pub fn leader_cost(self, from: Hex, dir: Dir) -> Option<u8> {
        let plain = self.ground().plain_way_cost(from, dir, Column::Cavalry);
        if plain.is_some() { plain } else { self.rough_leader_cost(from, dir) }
    }

    /// What takes the whole allowance of Light Infantry takes his.
    #[inline(never)]
    fn rough_leader_cost(self, from: Hex, dir: Dir) -> Option<u8> {
        let by = |column, all: Option<u8>| self.ground().way_cost(from, dir, column, false, || all);
        by(Column::Cavalry, None).or_else(|| by(Column::Light, Some(LEADER_ALLOWANCE)))
    }

    /// Whether ground ever disorders this unit as it is: Heavy Infantry and formed cavalry out of Open Order and Column only (MP 6.3.3a, 6.3.4b, 7.3.1b,
    /// MP 7.3.1h, 7.3.3c, 14.6b). Gives its place in the chart's hits.
    #[inline]
    fn disordered_as(self, id: UnitId) -> Option<usize> {
        let unit = self.unit(id);
        if unit.morale == Morale::Broken || matches!(unit.formation, Formation::OpenOrder | Formation::Column) {
            None
        } else if self.is_heavy(id) {
            Some(0)
        } else {
            self.is_formed_cavalry(id).then_some(1)
        }
    }

    /// Formation hits of going that way, not counting gentle slopes (MP 7.3.1a, 7.3.1b, 7.3.1h). An obstacle that takes the whole allowance breaks Light
    /// Infantry too (MP E-SiA-3).
    pub fn entry_hits(self, id: UnitId, from: Hex, dir: Dir) -> u8 {
        let Some(to) = self.ground().grid.neighbour(from, dir) else { return 0 };
        let class = self.disordered_as(id);
        let column = self.terrain_column(id) as usize;
        let hits = |row: &TerrainRow| match row.cost[column] {
            Cost::AllAndBroken => ALL_HITS,
            _ => class.map_or(0, |class| row.hits[class]),
        };
        self.ground().met(from, dir, to).into_iter().flatten().map(hits).sum()
    }

    /// Formation hits of coming onto the map in a hex (MP 7.3.1a).
    pub(crate) fn arrival_hits(self, id: UnitId, hex: Hex) -> u8 {
        self.disordered_as(id).map_or(0, |class| self.ground().terrain_of(hex).hits[class])
    }

    /// Whether crossing gentle slopes counts for a unit (MP 7.3.1g).
    pub(crate) fn feels_gentle_slopes(self, id: UnitId) -> bool {
        self.disordered_as(id).is_some()
    }

    /// The single crossings of going from one pose to another: each half that changes its hex, with its way. Both halves that go at once pay the dearer
    /// once, head and tail of a Column too; a half that goes alone, as in a wheel, pays for itself (MP 7.1.2a, 7.1.2b, 7.3.2a; ruling G-A44).
    #[inline]
    pub(crate) fn crossings(self, from: Pose, to: Pose) -> impl Iterator<Item = (Hex, Dir)> {
        let grid = &self.ground().grid;
        let halves = [Some((from.hex, to.hex)), from.other.zip(to.other)];
        halves.into_iter().flatten().filter_map(move |(old, new)| Some((old, grid.direction(old, new)?)))
    }

    /// Points of a step between two poses; None when any half may not go there (MP 7.1.2a, 7.3.5g).
    #[inline]
    pub(crate) fn step_cost(self, id: UnitId, from: Pose, to: Pose) -> Option<u8> {
        if to.other.is_some() && self.is_too_narrow(id, from, to) {
            return None;
        }
        self.crossings(from, to).try_fold(0_u8, |dearest, (hex, dir)| Some(dearest.max(self.entry_cost(id, hex, dir)?)))
    }

    /// Formation hits of a step between two poses: the worse half counts (MP 7.1.2a, 7.3.2a).
    pub(crate) fn step_hits(self, id: UnitId, from: Pose, to: Pose) -> u8 {
        self.crossings(from, to).map(|(hex, dir)| self.entry_hits(id, hex, dir)).max().unwrap_or(0)
    }

    /// Poses a two-hex or one-hex unit comes to by each kind of single step; used by moves, interceptions and withdrawals alike.
    pub fn ahead(self, id: UnitId, dir: Dir) -> Option<(Hex, Option<Hex>)> {
        self.pose_ahead(self.shape(id), self.pose(id), dir).map(|pose| (pose.hex, pose.other))
    }
}
