//! Into a built-up area and out of it: garrisons, evacuation, breaking in, ejection (SSS 17.1 to 17.3, 17.12, 30, G64, G85).

use crate::cards::{BuildingId, UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::{BW, bw};
use crate::readings::{BreakIn, BuaEjectedBy};
use crate::state::{Fire, Formation, Inside, Over, Place, Unit};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Body, Edge, Point, Pose, TOUCH, bearing};
use kernel::{Entry, Faces, Listener, Refusal, Side};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    /// Bases of anybody in a built-up area (SSS 17.1, 30.6).
    pub fn bases_in(self, building: BuildingId) -> u8 {
        let there = |id: UnitId| self.unit(id).inside.filter(|inside| inside.building == building);
        self.on_table().filter_map(there).map(|inside| inside.bases).sum()
    }

    /// A unit after some of its bases have gone in (SSS 17.1 to 17.3, G64).
    pub(crate) fn entered(self, id: UnitId, unit: Unit, building: BuildingId, bases: u8) -> Result<Unit, Refusal> {
        if building.ix() >= self.state.buildings.len() || self.building(building).points == 0 {
            return refuse("SSS 17.7", "there is no such built-up area any more");
        }
        if !self.is_foot(id) {
            return match self.is_artillery(id) {
                true => refuse("SSS 17.3", "no artillery goes into a built-up area"),
                false => refuse("SSS 17.2", "cavalry garrisons a built-up area dismounted only"),
            };
        }
        if self.building(building).fire != Fire::None {
            return refuse("SSS 17.12", "nobody enters a burning building");
        }
        let area = usize::from(self.building_card(building).area);
        if !self.rules.ground.areas[area].outline.within(&self.body(id), TOUCH) {
            return refuse("SSS G64", "it does not touch the built-up area");
        }
        if self.enemies_of(id).any(|enemy| self.unit(enemy).inside.is_some_and(|i| i.building == building)) {
            return refuse("SSS 30.2", "the enemy holds it: it has to be attacked");
        }
        let already = unit.inside.filter(|inside| inside.building == building).map_or(0, |inside| inside.bases);
        if unit.inside.is_some_and(|inside| inside.building != building) {
            return refuse("SSS G64", "part of it is in another one");
        }
        if bases == 0 || bases > unit.bases_outside() {
            return refuse("SSS G64", "it has not so many bases outside");
        }
        if self.bases_in(building) + bases > self.building_card(building).holds {
            return refuse("SSS 17.1", "there is no room for so many bases");
        }
        let inside = Inside { building, bases: already + bases, broke_in: None };
        let mut entered =
            Unit { inside: Some(inside), prone: false, rear_about: false, moved_up: [0, 0], split: 0, ..unit };
        if entered.bases_outside() == 0 {
            entered.pose.at = self.rules.building_body(building).center().round();
        } else {
            entered.files = entered.files.min(entered.bases_outside()).max(1);
        }
        Ok(entered)
    }

    /// A unit as it comes out with its front at that place: in its formation or, where that has no room, in a narrower one.
    pub(crate) fn come_out(self, id: UnitId, pose: Pose) -> Result<(Unit, Body), Refusal> {
        let unit = *self.unit(id);
        let Some(inside) = unit.inside else { return refuse("SSS G64", "it is in no built-up area") };
        let out = Unit { inside: None, pose, moved_up: [0, 0], split: 0, ..unit };
        let bases = out.bases.max(1);
        let shapes = [
            (out.formation, out.files),
            (out.formation, bases),
            (out.formation, bases.div_ceil(2)),
            (Formation::ColumnOfAttack, 0),
            (Formation::ColumnOfMarch, 0),
        ];
        let mut why = Refusal::new("SSS G64", "it comes out where it touches the built-up area");
        for (formation, files) in shapes {
            if self.may_form(id, formation).is_err() {
                continue;
            }
            let Ok(formed) = self.formed(id, &out, formation, files) else { continue };
            let body = self.rules.body_of(id, &formed);
            match self.fits_outside(id, inside.building, &body) {
                Ok(()) => return Ok((formed, body)),
                Err(refusal) => why = refusal,
            }
        }
        Err(why)
    }

    /// At the walls, on ground that holds it, nobody under it and the enemy 1 BW off.
    fn fits_outside(self, id: UnitId, building: BuildingId, body: &Body) -> Result<(), Refusal> {
        let area = &self.rules.ground.areas[usize::from(self.building_card(building).area)].outline;
        if !area.within(body, TOUCH) {
            return refuse("SSS G64", "it comes out where it touches the built-up area");
        }
        self.may_rest(id, body)?;
        for other in self.on_table().filter(|&other| other != id && !self.is_garrison(other)) {
            let theirs = self.body(other);
            if theirs.overlaps(body) {
                return refuse("SSS 9.1", "somebody stands there");
            }
            if self.side(other) != self.side(id) && theirs.distance(body) + TOUCH < f64::from(BW) {
                return refuse("SSS 1.2a", "only who charges or fights comes within 1 BW of the enemy");
            }
        }
        Ok(())
    }

    /// Places at the walls where a unit could come out: the middle and both ends of each side, facing away.
    pub(crate) fn ways_out(self, id: UnitId) -> ArrayVec<Pose, 12> {
        let mut ways = ArrayVec::new();
        let Some(inside) = self.unit(id).inside else { return ways };
        let walls = self.rules.building_body(inside.building);
        let block = walls.main();
        for edge in Edge::ALL {
            let (a, b) = block.edge(edge);
            let facing = bearing(block.outward(edge));
            for share in [0.5, 0.0, 1.0] {
                for depth in [1, 2, 4, 6, 8] {
                    let at = a + (b - a) * share + block.outward(edge) * f64::from(BW / 2 * depth);
                    let pose = Pose::new(at.round(), facing);
                    if self.on_the_table(pose.at) && self.come_out(id, pose).is_ok() {
                        let _ = ways.try_push(pose);
                        break;
                    }
                }
            }
        }
        ways
    }

    fn on_the_table(self, at: Point) -> bool {
        let ground = &self.rules.ground;
        (0..=ground.width).contains(&at.x) && (0..=ground.height).contains(&at.y)
    }

    /// Bases that the hits of this round have cost: what is carried over tells what was carried before.
    fn bases_lost_in_round(self, id: UnitId) -> u8 {
        let (unit, points) = (self.unit(id), i32::from(self.card(id).points.max(1)));
        let (hits, now) = (i32::from(unit.hits_melee), i32::from(unit.carried));
        let before = (now - hits).rem_euclid(points);
        u8::try_from((before + hits - now) / points).unwrap_or(0)
    }

    /// Has bases in a building that burns (SSS 17.12).
    pub(crate) fn must_evacuate(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.place == Place::Table
            && unit.inside.is_some_and(|inside| self.building(inside.building).fire != Fire::None)
    }
}

impl<L: Listener> Play<'_, L> {
    /// A garrison leaves its burning building (SSS 17.12, G64).
    pub(crate) fn evacuate(&mut self, id: UnitId, pose: Pose) {
        let Ok((out, _)) = self.table().come_out(id, pose) else { return };
        let unit = self.unit_mut(id);
        *unit = out;
        (unit.this_turn.moved, unit.this_turn.finished) = (true, true);
        unit.this_turn.way = unit.this_turn.way.with(Over::Building);
        self.tell("SSS 17.12", told::EVACUATES, &[Who::Unit(id)]);
    }

    /// After a round of melee: those who have broken in hold their place or are thrown out, and where the garrison has lost
    /// bases its attackers break in (SSS 30.4, 30.5, G85).
    pub(crate) fn fight_for_buildings(&mut self, units: Units, loser: Option<Side>) {
        for id in units.iter() {
            let unit = self.unit(id);
            if unit.place == Place::Table {
                let base_lost = unit.hits_melee > unit.dealt;
                self.inside_round_over(id, base_lost, loser == Some(self.table().side(id)));
            }
        }
        for holder in units.iter() {
            let Some(inside) = self.unit(holder).inside.filter(|inside| inside.broke_in.is_none()) else { continue };
            let mut chances = self.table().bases_lost_in_round(holder);
            for id in units.iter().filter(|&id| self.rules.units[id.ix()].side != self.rules.units[holder.ix()].side) {
                let there = self.unit(id).place == Place::Table && !self.unit(id).broke;
                let storms = if there { self.table().bases_touching(id, inside.building).min(chances) } else { 0 };
                if storms > 0 {
                    self.break_in(id, inside.building, storms);
                    chances -= storms;
                }
            }
        }
        self.keep_bodies();
    }

    /// Attackers of a building may break in with as many bases as the garrison has lost, each on 5 or 6, or all on one roll
    /// (SSS 30.4, G28); bases inside count towards what it holds (SSS 30.6). Gives how many got in.
    pub fn break_in(&mut self, id: UnitId, building: BuildingId, bases: u8) -> u8 {
        let card = self.table().building_card(building);
        let room = card.holds.saturating_sub(self.table().bases_in(building));
        let chances = bases.min(room).min(self.unit(id).bases_outside());
        let mut dice = Faces::new();
        let rolls = match self.rules.options.break_in {
            BreakIn::PerBase => chances,
            BreakIn::OneRoll => chances.min(1),
        };
        let mut through = 0;
        for _ in 0..rolls {
            let die = self.d6();
            let _ = dice.try_push(die);
            through += u8::from(die >= 5);
        }
        if self.rules.options.break_in == BreakIn::OneRoll && through > 0 {
            through = chances;
        }
        if rolls > 0 && self.listener.hears() {
            let table = self.table();
            let who = [Who::Unit(id), Who::Building(building), Who::Count(through.into())];
            let entry = Entry { dice: dice.to_vec(), ..table.entry("SSS 30.4", told::BREAKS_IN, &who) };
            self.listener.tell(entry);
        }
        if through > 0 {
            let unit = self.unit_mut(id);
            let before = unit.inside.filter(|inside| inside.building == building).map_or(0, |inside| inside.bases);
            unit.inside = Some(Inside { building, bases: before + through, broke_in: Some(0) });
            unit.files = unit.files.min(unit.bases_outside().max(1));
        }
        through
    }

    /// A round inside is over: who has broken in is ejected if it lost the first round after that, the base itself or its side
    /// (SSS 30.5, G85); later nobody is. Says whether it was.
    pub fn inside_round_over(&mut self, id: UnitId, base_lost: bool, side_lost: bool) -> bool {
        let Some(inside) = self.unit(id).inside.filter(|inside| inside.broke_in == Some(0)) else { return false };
        let lost = match self.rules.options.bua_ejected_by {
            BuaEjectedBy::Base => base_lost,
            BuaEjectedBy::Side => side_lost,
        };
        if !lost {
            self.unit_mut(id).inside = Some(Inside { broke_in: Some(1), ..inside });
            return false;
        }
        // SSS G28: 1 BW outside.
        let all = self.table().is_garrison(id);
        let unit = self.unit_mut(id);
        unit.inside = None;
        if all {
            unit.files = unit.files.max(1);
            unit.pose = unit.pose.ahead(-bw(1));
        }
        self.tell("SSS 30.5", told::EJECTED, &[Who::Unit(id)]);
        true
    }
}
