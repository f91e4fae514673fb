//! What the ground does to those who have moved over it.

use super::March;
use crate::cards::{Kind, UnitId};
use crate::face::told::{self, Blame, Who};
use crate::movement::maneuvers::length_of;
use crate::state::{Horses, Loss, Phase, Place, Woods};
use crate::table::{Play, Table};
use field::table::{Block, Body, Polygon, Pose, Sweep, Trail, Um, Vec2};
use kernel::{Entry, Listener};
use scenario::{AreaKind, LinearKind};

impl<'a> Table<'a> {
    /// What disorders a unit on its way, if anything does.
    fn disordered_on_way(self, id: UnitId, before: &Body, trail: Trail, march: March) -> Option<Blame> {
        let ground = &self.rules.ground;
        let after = self.body(id);
        for (ix, area) in ground.areas.iter().enumerate() {
            let passed = || trail.over_area(before, &after, &area.outline);
            if self.woods(ix).is_some() {
                let entered = !area.outline.meets_body(before) && passed();
                let charged = march == March::Charging && touches(&area.outline, &after);
                if entered || charged {
                    return Some(("CP 19.1.5b", told::WOODS_BREAK_RANKS));
                }
            }
        }
        for line in &ground.lines {
            let works = match line.kind {
                LinearKind::LightWorks => ("CP 19.8.3b", told::CROSSED_LIGHT_WORKS),
                LinearKind::HeavyWorks => ("CP 19.8.5b", told::CROSSED_HEAVY_WORKS),
                _ => continue,
            };
            if trail.over_line(before, &after, &line.line) {
                return Some(works);
            }
        }
        None
    }

    /// So much of a way leads through rough ground; to highlanders it is open ground (CP 20.6.6).
    fn way_in_rough(self, id: UnitId, way: &Sweep<'_>) -> Um {
        let pieces = self.rough_ground(id).flat_map(|outline| way.within(outline));
        let share: f64 = pieces.map(|piece| piece.to - piece.from).sum();
        (f64::from(length_of(way.trail, way.before)) * share.min(1.0)).round() as Um
    }

    /// Rough ground, which tells on a unit's pace.
    pub(crate) fn rough_ground(self, id: UnitId) -> impl Iterator<Item = &'a Polygon> {
        let tells = !self.is_highland(id);
        let rough = self.rules.ground.areas.iter().filter(move |area| tells && area.kind == AreaKind::Rough);
        rough.map(|area| &area.outline)
    }

    /// How far a unit goes in a full move of that manner; a few steps back or after the enemy are steps of a normal move.
    fn full_pace(self, id: UnitId, march: March) -> Um {
        match march {
            March::Charging if self.state.phase != Phase::Combat => self.charge_speed(id),
            March::Routing | March::Pursuing | March::Evading => self.flight_speed(id),
            March::Normal | March::Charging | March::Recoiling => self.move_speed(id),
        }
    }

    /// What divides a unit as it stands; it stays disordered as long as it does.
    pub fn straddling(self, id: UnitId) -> Option<Blame> {
        let unit = self.unit(id);
        if unit.place != Place::Table || unit.inside.is_some() {
            return None;
        }
        let ground = &self.rules.ground;
        let body = self.body(id);
        for line in &ground.lines {
            let split = match line.kind {
                LinearKind::Fence | LinearKind::LowWall | LinearKind::HighWall | LinearKind::Hedgerow => {
                    ("CP 19.4.4", told::ASTRIDE_WALL)
                }
                LinearKind::Stream { .. } => ("CP 19.5.1c", told::ASTRIDE_STREAM),
                LinearKind::LightWorks | LinearKind::HeavyWorks | LinearKind::Road | LinearKind::Track => continue,
            };
            if line.line.meets_body(&body) {
                return Some(split);
            }
        }
        ground.areas.iter().find_map(|area| {
            let split = match area.kind {
                AreaKind::Ford => ("CP 19.6.2", told::IN_FORD),
                AreaKind::Bridge => ("CP 19.6.3c", told::ON_BRIDGE),
                _ => return None,
            };
            area.outline.meets_body(&body).then_some(split)
        })
    }

    /// Deep enough in woods that nobody outside sees it.
    pub fn hidden_deep(self, body: &Body) -> bool {
        let deep = f64::from(self.edge_depth());
        self.rules.ground.areas.iter().enumerate().any(|(ix, area)| {
            self.woods(ix).is_some()
                && area.outline.covers_body(body)
                && body.corners().all(|corner| area.outline.distance_to_edge(corner) > deep)
        })
    }

    /// CP 19.1.9c: horse or guns in heavy woods.
    fn lost_in_woods(self, id: UnitId) -> bool {
        let body = self.body(id);
        let going = self.going(id, &body, March::Routing);
        (going.arm == super::Arm::Mounted || going.on_wheels())
            && self
                .rules
                .ground
                .areas
                .iter()
                .enumerate()
                .any(|(ix, area)| self.woods(ix) == Some(Woods::Heavy) && area.outline.meets_body(&body))
    }
}

impl Table<'_> {
    /// Where the led horses of dismounted dragoons stand (CP 15.9.11).
    pub fn led_horses(self, id: UnitId) -> Option<Body> {
        let Horses::Led { at, holders } = self.unit(id).horses else { return None };
        Some(self.rules.horses_body(at, holders))
    }
}

impl crate::ChargePikes {
    /// The ground of led horses with so many holders.
    pub(crate) fn horses_body(&self, at: Pose, holders: u8) -> Body {
        let figure = crate::scales::Footprint::Mounted;
        let (width, depth) = (self.figure_width(figure), self.figure_depth(figure));
        Body::single(Block::new(at, width * i32::from(holders.max(1)), depth))
    }
}

impl Table<'_> {
    /// Whether a unit touches something on its way, or where it has come to.
    pub fn rides_over(self, id: UnitId, before: &Body, trail: Trail, thing: &Body) -> bool {
        trail.runs_into(before, thing) || self.body(id).touches(thing)
    }
}

fn touches(area: &Polygon, body: &Body) -> bool {
    area.within(body, 2.0 * field::table::TOUCH)
}

impl<L: Listener> Play<'_, L> {
    /// After a straight move: what the ground does to the unit that made it. `before` is where it stood.
    pub fn settle_ground(&mut self, id: UnitId, before: &Body, dir: Vec2, dist: f64, march: March) {
        self.settle_way(id, before, Trail::Straight { dir, dist }, march);
        self.settle_standing(id);
    }

    /// What happened on the way: disorder, hiding, dispersal, and what it rode over.
    pub(crate) fn settle_way(&mut self, id: UnitId, before: &Body, trail: Trail, march: March) {
        if self.unit(id).place != Place::Table {
            return;
        }
        if self.table().lost_in_woods(id) {
            self.tell("CP 19.1.9c", told::LOST_IN_WOODS, &[Who::Unit(id)]);
            self.remove(id, Loss::Dispersed);
            return;
        }
        let rough = self.hurries_in_rough(id, &Sweep::new(before, trail), march);
        if let Some((rule, why)) = self.table().disordered_on_way(id, before, trail, march).or(rough) {
            self.disorder(id, rule, why);
        }
        self.hide_again(id, before);
        self.trample(id, before, trail);
        self.ride_over_guns(id, before, trail);
        self.generals_ridden_over(id, before, trail);
        self.alarm_columns_passed(id, before, trail);
    }

    /// CP 19.2.1, ruling G85: at half speed an inch of rough ground takes as long as two in the open. Whoever covers more
    /// than his move allows at that pace has hurried, be it in one piece or in several; what he is driven to do afterwards
    /// is a move of its own.
    fn hurries_in_rough(&mut self, id: UnitId, way: &Sweep<'_>, march: March) -> Option<Blame> {
        if way.trail == Trail::Formed {
            return None;
        }
        let covered = (length_of(way.trail, way.before), self.table().way_in_rough(id, way));
        self.hurries(id, covered, march)
    }

    /// The same of ground covered, and so much of it as is rough.
    fn hurries(&mut self, id: UnitId, (mut gone, mut rough): (Um, Um), march: March) -> Option<Blame> {
        let full = self.table().full_pace(id, march);
        if matches!(march, March::Normal | March::Charging) && self.state.phase != Phase::Combat {
            let unit = self.unit_mut(id);
            unit.gone = unit.gone.saturating_add(gone);
            unit.rough = unit.rough.saturating_add(rough);
            (gone, rough) = (unit.gone, unit.rough);
        }
        (rough > 0 && gone.saturating_add(rough) > full).then_some(("CP 19.2.1", told::ROUGH_AT_SPEED))
    }

    /// Ground that a unit covers where it stands, by a wing or in files, tells as ground on its way does (CP 19.2.1, ruling
    /// G85).
    pub(crate) fn covers_ground(&mut self, id: UnitId, covered: (Um, Um), march: March) {
        if covered.0 > 0
            && let Some((rule, why)) = self.hurries(id, covered, march)
        {
            self.disorder(id, rule, why);
        }
    }

    /// What the place where a move ended does to the unit.
    pub(crate) fn settle_standing(&mut self, id: UnitId) {
        if let Some((rule, why)) = self.table().straddling(id) {
            self.disorder(id, rule, why);
        }
    }

    /// CP 19.1.3: a unit that had given itself away is hidden again once it has gone back into the woods.
    fn hide_again(&mut self, id: UnitId, before: &Body) {
        if !self.unit(id).revealed || self.unit(id).inside.is_some() {
            return;
        }
        let table = self.table();
        let after = table.body(id);
        let meets_wood = |body: &Body| {
            let areas = table.rules.ground.areas.iter().enumerate();
            areas.into_iter().any(|(ix, area)| table.woods(ix).is_some() && area.outline.meets_body(body))
        };
        if table.hidden_deep(&after) || (meets_wood(&after) && !meets_wood(before)) {
            self.unit_mut(id).revealed = false;
        }
    }

    /// Rolls for woods nobody has tried yet, when a straight move leads into them. To be called before the move.
    pub fn enter_woods(&mut self, id: UnitId, body: &Body, dir: Vec2, dist: f64) {
        self.try_woods(id, body, body, Trail::Straight { dir, dist });
    }

    /// CP 19.1.1: 5 or 6 and the woods are heavy. True when something was found out.
    pub(crate) fn try_woods(&mut self, id: UnitId, before: &Body, after: &Body, trail: Trail) -> bool {
        let mut found = false;
        for ix in 0..self.state.woods.len() {
            let table = self.table();
            let unknown = table.woods(ix) == Some(Woods::Undecided);
            if !unknown || !trail.over_area(before, after, &table.rules.ground.areas[ix].outline) {
                continue;
            }
            let die = self.d6();
            let class = if die >= 5 { Woods::Heavy } else { Woods::Light };
            self.state.woods[ix] = class;
            found = true;
            if self.listener.hears() {
                let class = if class == Woods::Heavy { told::HEAVY_WOODS } else { told::LIGHT_WOODS };
                let (table, who) = (self.table(), [Who::Unit(id), Who::Area(ix as u8)]);
                let entry = Entry {
                    dice: vec![die],
                    result: table.said(class, &[]),
                    ..table.entry("CP 19.1.1", told::FIRST_TO_TRY, &who)
                };
                self.listener.tell(entry);
            }
        }
        found
    }

    /// Led horses and wagons that a unit touches on its way are lost to their owner (CP 15.9.11).
    pub fn trample(&mut self, id: UnitId, before: &Body, trail: Trail) {
        let table = self.table();
        if table.unit(id).place != Place::Table || table.unit(id).inside.is_some() || !table.is_troops(id) {
            return;
        }
        let side = table.side(id);
        for ix in 0..self.state.units.len() as u8 {
            let other = UnitId(ix);
            if self.table().side(other) != side {
                self.scatter_horses(id, other, before, trail);
                self.take_wagons(id, other, before, trail);
            }
        }
    }

    /// The men who hold them are lost with them.
    fn scatter_horses(&mut self, id: UnitId, owner: UnitId, before: &Body, trail: Trail) {
        let table = self.table();
        let Some(horses) = table.led_horses(owner) else { return };
        if matches!(table.unit(owner).place, Place::Gone(_)) || !table.rides_over(id, before, trail, &horses) {
            return;
        }
        self.unit_mut(owner).horses = Horses::Dispersed;
        self.tell("CP 15.9.11", told::SCATTERS_HORSES, &[Who::Unit(id), Who::Unit(owner)]);
    }

    fn take_wagons(&mut self, id: UnitId, wagons: UnitId, before: &Body, trail: Trail) {
        let table = self.table();
        let there = table.card(wagons).kind == Kind::Wagons && table.unit(wagons).place == Place::Table;
        if !there || !table.rides_over(id, before, trail, &table.body(wagons)) {
            return;
        }
        self.tell("CP 3.10", told::CAPTURES, &[Who::Unit(id), Who::Unit(wagons)]);
        self.remove(wagons, Loss::Captured);
    }
}
