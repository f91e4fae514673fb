//! What is added to a fire roll (charts C10 and C20; MP 14.1e, 14.4a).

use super::{Mode, Shot, Volley};
use crate::cards::{Class, Horse, UnitId};
use crate::ground::Hexside;
use crate::state::{Formation, Mark};
use crate::table::Table;
use field::hexes::{Dir, Hex, LineEntry, LineStage};
use kernel::Reckoning;

/// From whom to whom a shot goes, whatever else stands in either hex.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub firer: UnitId,
    pub from: Hex,
    /// Nobody when only leaders are in the hex.
    pub target: Option<UnitId>,
    pub at: Hex,
}

impl Table<'_> {
    /// Muskets and pistols (chart C10).
    pub(super) fn reckon_shot(self, volley: &Volley, shot: &Shot, reckoning: &mut Reckoning) {
        let charts = &self.rules.charts.fire_modifiers;
        let by = self.unit(shot.by);
        let steps = i32::from(charts.advancing_or_retreating);
        reckoning.add_if(shot.mode == Mode::Advancing, steps, "Advancing Fire", "MP 10.3.2a");
        reckoning.add_if(shot.mode == Mode::Retreating, steps, "Retreating Fire", "MP 10.3.4a");
        let at_retreating = i32::from(charts.reaction_to_retreating);
        reckoning.add_if(volley.against_retreating, at_retreating, "at Retreating Fire", "MP 10.3.4b");
        let after_salvo = by.has(Mark::Salvo) && shot.mode != Mode::Salvo;
        reckoning.add_if(after_salvo, charts.salvo_marker.into(), "its Salvo is fired", "MP 10.4c");
        let running = self.runs_into_muskets(volley, shot);
        reckoning.add_if(running, charts.reaction_at_moving_cavalry.into(), "at moving cavalry", "MP 9.4.2a");
        let carbines = shot.mode == Mode::Pistol && self.card(shot.by).horse != Horse::Cuirassiers;
        reckoning.add_if(carbines, charts.carbines.into(), "carbines", "MP 14.6a");
        match by.formation {
            Formation::Shaken => {
                reckoning.add(charts.firer_shaken.into(), "firer Formation Shaken", "MP 6.3.1e");
            }
            Formation::Broken => {
                reckoning.add(charts.firer_broken.into(), "firer Formation Broken", "MP 6.3.1f");
            }
            Formation::OpenOrder if self.rules.charts.open_order_as_shaken => {
                reckoning.add(charts.firer_shaken.into(), "firer in Open Order", "MP G-A63");
            }
            _ => {}
        }
        let hedgehog = shot.target.is_some_and(|target| self.in_formation(target, Formation::Hedgehog));
        reckoning.add_if(hedgehog, charts.target_hedgehog.into(), "at a Hedgehog", "MP 6.3.2b");
        self.reckon_cover(Line { firer: shot.by, from: shot.from, target: shot.target, at: shot.at }, reckoning);
    }

    /// Heavy Infantry in reaction, at cavalry that had moved before it came near or advanced after combat (MP 9.4.2a).
    fn runs_into_muskets(self, volley: &Volley, shot: &Shot) -> bool {
        volley.target_ran
            && volley.answers.is_some()
            && self.class(shot.by) == Class::HeavyInfantry
            && shot.target.is_some_and(|target| self.is_cavalry(target))
    }

    /// Terrain and wagons about the target (chart C20).
    pub(super) fn reckon_cover(self, line: Line, reckoning: &mut Reckoning) {
        let terrain = i32::from(self.ground().terrain_of(line.at).fire);
        reckoning.add_if(terrain != 0, terrain, "terrain of the target", "MP C20");
        let hexside = i32::from(self.hexside_cover(line));
        reckoning.add_if(hexside != 0, hexside, "hexside before the target", "MP 14.4a");
        let wagon = i32::from(self.rules.charts.fire_modifiers.wagon);
        reckoning.add_if(self.wagon_at(line.at), wagon, "wagon in its hex", "MP 14.1e");
    }

    /// All of it in one figure.
    pub(super) fn cover_on(self, line: Line) -> i8 {
        let wagon = if self.wagon_at(line.at) { self.rules.charts.fire_modifiers.wagon } else { 0 };
        self.ground().terrain_of(line.at).fire + self.hexside_cover(line) + wagon
    }

    /// The hexside by which the line comes into the target's hex; of the two at the end of a spine the one better for the firer.
    fn hexside_cover(self, line: Line) -> i8 {
        let (ground, Line { from, at, .. }) = (self.ground(), line);
        if let Some(dir) = ground.grid.direction(from, at) {
            return self.side_cover(line, from, dir);
        }
        let Some(walk) = ground.lines.between(&ground.grid, from, at) else { return 0 };
        let (mut before, mut last) = (from, None);
        for stage in walk {
            match stage {
                LineStage::Hex { hex, by } => {
                    last = Some((before, by));
                    before = hex;
                }
                LineStage::Spine { .. } => {}
            }
        }
        match last {
            Some((before, LineEntry::Side(dir) | LineEntry::Corner(dir, _))) => self.side_cover(line, before, dir),
            Some((before, LineEntry::Spine(corner))) => {
                let [left, right] = corner.front();
                let beside =
                    |out: Dir, on: Dir| ground.grid.neighbour(before, out).map(|hex| self.side_cover(line, hex, on));
                beside(left, right).max(beside(right, left)).unwrap_or(0)
            }
            None => 0,
        }
    }

    /// What a hexside gives to those behind it. A reciprocal one helps, of two enemies on either side of it, the one who was there first, as
    /// between those two alone (MP 14.4a).
    fn side_cover(self, line: Line, before: Hex, dir: Dir) -> i8 {
        let ground = self.ground();
        let Hexside { feature, .. } = ground.hexside(before, dir);
        let slope = ground.slope_row(before, dir).map_or(0, |row| row.fire);
        let Some(row) = feature.map(|id| ground.row(id)) else { return slope };
        let next_to_it = self.unit(line.firer).hexes().any(|hex| hex == before);
        if row.reciprocal && next_to_it && self.was_there_first(line) { slope } else { slope + row.fire }
    }

    /// Whether the firer stood at a reciprocal hexside before the unit behind it that is fired at, on top or below.
    fn was_there_first(self, line: Line) -> bool {
        line.target.is_some_and(|target| self.state.first_adjacent.contains(&(line.firer, target)))
    }
}
