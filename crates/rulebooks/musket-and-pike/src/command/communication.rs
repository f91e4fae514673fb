//! Chapter 5.4: the line of communication from a unit to its Wing Commander.

use crate::cards::{MOST_UNITS, UnitId, UnitSet, WingId};
use crate::charts::{Cost, TerrainRow};
use crate::facing::Pose;
use crate::ground::{CLEAR, Slope};
use crate::state::{Linked, Mark, Place};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{CommandPost, Dir, Hex, trace};
use kernel::{Listener, Side};

/// MP 5.4.2b.
const REACH_OF_CAVALRY: u8 = 3;
const REACH: u8 = 2;

/// The most hexes a line can run over.
pub(crate) const MOST_LINKS: usize = 2 * MOST_UNITS + 1;

/// What a line of communication can run over: the leader's hex, and those of units of his Wing that are in command.
pub(crate) type Links = ArrayVec<Hex, MOST_LINKS>;

impl Table<'_> {
    /// Whether a unit can trace to its Wing Commander at this instant (MP 5.4.2a, 5.4.2g): within its own reach, or
    /// link by link over units of its Wing (MP 5.4.1b, 5.4.2c). Wagons always are in command (MP 5.4.1a), and what is
    /// still to come will be as it enters (ruling G-A60).
    pub fn in_command(self, id: UnitId) -> bool {
        if let Some(known) = self.state.known_command(id) {
            return known;
        }
        self.is_wagon(id) || self.unit(id).place == Place::Expected || self.traces(id)
    }

    /// The tracing itself, which a wagon must do too where others trace over it (ruling G-A34).
    fn traces(self, id: UnitId) -> bool {
        let (wing, side) = (self.card(id).wing, self.side(id));
        // MP 5.4.2h: with its commander gone the Wing is out of command.
        let Some(leader) = self.commander_of(wing) else { return false };
        // MP 5.4.2f: he stands in one hex, also on a unit that covers two.
        let (goal, reach) = (self.leader(leader).hex, self.loc_reach(id));
        if let Some(linked) = self.state.known_links(wing, goal).filter(|_| self.unit(id).on_map()) {
            return linked.contains(id);
        }
        let over = || self.rules.wings[wing.ix()].units.iter().filter(|&unit| unit == id || self.unit(unit).on_map());
        self.unit(id).hexes().any(|hex| self.communicates(side, hex, goal, reach))
            || self.links(wing, over(), Some(id)).1.contains(id)
    }

    /// The units of a Wing that have a line to its commander.
    fn linked(self, wing: WingId) -> UnitSet {
        let commander = self.commander_of(wing).map(|leader| self.leader(leader).hex);
        let known = commander.and_then(|hex| self.state.known_links(wing, hex));
        known.unwrap_or_else(|| self.links(wing, self.of_wing(wing), None).1)
    }

    /// The units of a Wing that are in command at this instant.
    pub(crate) fn in_command_of(self, wing: WingId) -> UnitSet {
        let linked = self.linked(wing);
        self.of_wing(wing).filter(|&unit| self.is_wagon(unit) || linked.contains(unit)).collect()
    }

    /// What a unit that is out of command could link to: nobody who is in command traces through it.
    pub(crate) fn links_without(self, id: UnitId) -> Links {
        let wing = self.card(id).wing;
        let commander = self.commander_of(wing).map(|leader| self.leader(leader).hex);
        let known =
            self.state.all_known_links().filter(|known| known.wing == wing && Some(known.commander) == commander);
        match known.filter(|known| !known.units.contains(id)) {
            Some(known) => self.links_of(&known),
            None => self.links(wing, self.of_wing(wing).filter(|&unit| unit != id), None).0,
        }
    }

    /// The hexes a line can run over, if those units are linked.
    pub(crate) fn links_of(self, linked: &Linked) -> Links {
        let hexes = linked.units.iter().flat_map(|unit| self.unit(unit).hexes());
        std::iter::once(linked.commander).chain(hexes).collect()
    }

    /// Whether a unit has a line to one of some links from where it is.
    pub(crate) fn traces_to(self, id: UnitId, links: &Links) -> bool {
        self.traces_from(id, self.pose(id), links)
    }

    /// The same from a pose.
    #[inline]
    pub(crate) fn traces_from(self, id: UnitId, pose: Pose, links: &Links) -> bool {
        let (side, reach) = (self.side(id), self.loc_reach(id));
        pose.hexes().any(|hex| links.iter().any(|&link| self.communicates(side, hex, link, reach)))
    }

    /// What is remembered of the links of a Wing is what would be found out now.
    pub(crate) fn check_links(self) -> Result<(), String> {
        let Some(known) = self.state.all_known_links() else { return Ok(()) };
        let commander = self.commander_of(known.wing).map(|leader| self.leader(leader).hex);
        let linked = self.links(known.wing, self.of_wing(known.wing), None).1;
        if commander != Some(known.commander) || linked == known.units {
            return Ok(());
        }
        Err(format!("{} is thought to be linked otherwise than it is", self.rules.wings[known.wing.ix()].name))
    }

    /// Follows the lines from a Wing Commander outwards over some units of his Wing, until it has come to a certain one. Each link has the reach of the unit that
    /// looks for the next one, so that a line runs one way (MP 5.4.2b, 5.4.2c). What is disabled or captured does not stand on the map (MP 5.4.2e).
    fn links(self, wing: WingId, over: impl Iterator<Item = UnitId>, until: Option<UnitId>) -> (Links, UnitSet) {
        let Some(leader) = self.commander_of(wing) else { return (Links::new(), UnitSet::EMPTY) };
        self.links_from(wing, self.leader(leader).hex, over, until)
    }

    /// The units of a Wing that would have a line to its commander if he were in a hex.
    pub(crate) fn linked_from(self, wing: WingId, hex: Hex) -> UnitSet {
        self.links_from(wing, hex, self.of_wing(wing), None).1
    }

    fn links_from(
        self,
        wing: WingId,
        commander: Hex,
        over: impl Iterator<Item = UnitId>,
        until: Option<UnitId>,
    ) -> (Links, UnitSet) {
        let (grid, side) = (&self.rules.ground.grid, self.rules.wings[wing.ix()].side);
        let (mut links, mut linked) = (Links::new(), UnitSet::EMPTY);
        links.push(commander);
        let mut posts: ArrayVec<CommandPost<UnitId>, { 2 * MOST_UNITS }> = ArrayVec::new();
        for id in over {
            let (unit, reach) = (self.unit(id), self.loc_reach(id));
            match unit.other {
                None => posts.push(CommandPost::new(grid, id, unit.hex, reach)),
                Some(_) => posts.extend(unit.hexes().map(|hex| CommandPost::new(grid, id, hex, reach).of_several())),
            }
        }
        let has_line = |post: &CommandPost<UnitId>, link: Hex| self.has_line(side, post.hex, link, post.reach);
        trace(grid, &mut links, &mut posts, has_line, |unit, _| {
            linked.insert(unit);
            (until != Some(unit)).then(|| self.unit(unit).hexes())
        });
        (links, linked)
    }

    pub(crate) fn loc_reach(self, id: UnitId) -> u8 {
        if self.is_cavalry(id) { REACH_OF_CAVALRY } else { REACH }
    }

    /// Whether a line of at most `reach` hexes leads from one hex to another, through no enemy and nothing impassable
    /// (MP 5.4.2d).
    #[inline]
    pub(crate) fn communicates(self, side: Side, from: Hex, to: Hex, reach: u8) -> bool {
        self.rules.ground.grid.distance(from, to) <= u16::from(reach) && self.has_line(side, from, to, reach)
    }

    /// The same of hexes that are not too far apart.
    fn has_line(self, side: Side, from: Hex, to: Hex, reach: u8) -> bool {
        self.goes_straight(side, from, to) || self.finds_a_way(side, from, to, reach)
    }

    /// Whether the first shortest line that comes to mind is free: mostly it is.
    #[inline]
    fn goes_straight(self, side: Side, from: Hex, to: Hex) -> bool {
        let grid = &self.rules.ground.grid;
        let mut at = from;
        while let Some(dir) = grid.nearer(at, to).first() {
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
    #[inline]
    fn is_enemy_held(self, side: Side, hex: Hex) -> bool {
        let units = || [self.body_at(hex), self.gun_at(hex)].into_iter().flatten();
        !self.state.standing.is_empty(hex) && units().any(|unit| self.holds_as_enemy(side, unit))
    }

    pub(crate) fn holds_as_enemy(self, side: Side, unit: UnitId) -> bool {
        self.side(unit) != side && !self.unit(unit).has(Mark::Captured)
    }

    /// Terrain no unit of any kind may enter or cross; a road over it makes it passable.
    #[inline]
    fn bars_communication(self, from: Hex, dir: Dir, next: Hex) -> bool {
        let ground = &self.rules.ground;
        let side = ground.hexside(from, dir);
        // Most ground is clear and level: the rows of the chart need not be looked up.
        let plain = ground.terrain[next.index()] == CLEAR && side.feature.is_none() && side.slope == Slope::Level;
        !plain && !side.road && self.is_impassable_way(from, dir, next)
    }

    fn is_impassable_way(self, from: Hex, dir: Dir, next: Hex) -> bool {
        let ground = &self.rules.ground;
        let impassable = |row: &TerrainRow| row.cost == [Cost::Prohibited; 3];
        impassable(ground.terrain_of(next))
            || ground.hexside(from, dir).feature.is_some_and(|feature| impassable(ground.row(feature)))
            || ground.slope_row(from, dir).is_some_and(impassable)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Looks which units of a Wing are in command, to be remembered until somebody moves.
    pub(crate) fn survey_command(&mut self, wing: WingId) {
        let table = self.table();
        if let Some(leader) = table.commander_of(wing) {
            let (commander, linked) = (table.leader(leader).hex, table.linked(wing));
            self.state.keep_links(Linked { wing, commander, units: linked });
        }
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
