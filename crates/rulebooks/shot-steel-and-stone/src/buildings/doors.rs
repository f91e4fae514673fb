//! Into a built-up area and out of it: garrisons, evacuation, breaking in, ejection (SSS 17.1 to 17.3, 17.12, 30, G64, G85).

use crate::cards::{BuildingId, Material, UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::{BW, bw};
use crate::readings::{BreakIn, BuaEjectedBy};
use crate::state::{Fire, Formation, Inside, Over, Place, Storm, Unit};
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

    /// A unit after some of its bases have gone in (SSS 17.1 to 17.3, 30.1, G64).
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
        if unit.bases_outside() > 0 && pose != unit.pose {
            return refuse("SSS G64", "those inside join the rest of their unit outside");
        }
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
            let fits = match unit.bases_outside() {
                0 => self.fits_outside(id, inside.building, &body),
                _ => self.fits_with_the_rest(id, &body),
            };
            match fits {
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
            // Most stand farther off by the circles about them alone.
            if !theirs.maybe_within(body, f64::from(BW)) {
                continue;
            }
            if theirs.overlaps(body) {
                return refuse("SSS 9.1", "somebody stands there");
            }
            if self.side(other) != self.side(id) && theirs.distance(body) + TOUCH < f64::from(BW) {
                return refuse("SSS 1.2a", "only who charges or fights comes within 1 BW of the enemy");
            }
        }
        Ok(())
    }

    /// Those inside join the others where these stand.
    fn fits_with_the_rest(self, id: UnitId, body: &Body) -> Result<(), Refusal> {
        self.may_rest(id, body)?;
        let others = self.on_table().filter(|&other| other != id && !self.is_garrison(other));
        match others.into_iter().any(|other| self.body(other).overlaps(body)) {
            true => refuse("SSS 9.1", "somebody stands there"),
            false => Ok(()),
        }
    }

    /// Places at the walls where a unit could come out: the middle and both ends of each side, facing away.
    pub(crate) fn ways_out(self, id: UnitId) -> ArrayVec<Pose, 12> {
        let mut ways = ArrayVec::new();
        let Some(inside) = self.unit(id).inside else { return ways };
        if self.unit(id).bases_outside() > 0 {
            let with_the_rest = self.unit(id).pose;
            if self.come_out(id, with_the_rest).is_ok() {
                ways.push(with_the_rest);
            }
            return ways;
        }
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

    /// Who is asked next whether he breaks in, and with how many bases at most: as many as the garrison has lost, as touch the
    /// walls and as there is room for (SSS 30.4, 30.6).
    pub(crate) fn next_to_break_in(self) -> Option<(UnitId, u8)> {
        self.state.melee.as_ref()?.storms.iter().find_map(|storm| self.stormer(storm))
    }

    fn stormer(self, storm: &Storm) -> Option<(UnitId, u8)> {
        let (holder, building) = (storm.holder, storm.building);
        let room = self.building_card(building).holds.saturating_sub(self.bases_in(building));
        // SSS 17.2, 17.3, 30.1: whoever may not garrison it does not break in; nobody enters what burns (SSS 17.12).
        let able = |id: &UnitId| {
            let unit = self.unit(*id);
            let there = unit.place == Place::Table && !unit.broke && self.is_foot(*id);
            there && !storm.asked.contains(*id) && self.side(*id) != self.side(holder)
        };
        let burns = self.building(building).fire != Fire::None;
        let units = self.state.melee.as_ref().map_or(Units::EMPTY, |melee| melee.units);
        let foes = units.iter().filter(able).filter(|&id| !burns && self.may_climb(id, building));
        let before = |id: UnitId| match self.holds_walls(holder) {
            true => self.at_the_walls_of(id, holder),
            // The last of them has fallen.
            false => self.along_the_walls(id, building),
        };
        foes.map(|id| (id, before(id).min(storm.bases).min(room))).find(|&(_, most)| most > 0)
    }

    /// A fortress is entered after a whole move in contact, and by a round that was won (SSS G32).
    fn may_climb(self, id: UnitId, building: BuildingId) -> bool {
        let won = self.state.melee.as_ref().is_some_and(|melee| melee.loser == Some(self.side(id).other()));
        self.building_card(building).material != Material::Fortress || (won && self.unit(id).rounds >= 2)
    }

    /// Bases that broke in with the round before and suffered more hits than they inflicted, those that fell apart (SSS G85).
    fn beaten_inside(self, id: UnitId, fresh: u8) -> u8 {
        let duels = || self.state.melee.iter().flat_map(|melee| &melee.duels).filter(move |duel| duel.unit == id);
        let beaten = duels().filter(|duel| duel.base < fresh && duel.suffered > duel.dealt).count();
        let left = self.unit(id).inside.map_or(0, |inside| usize::from(inside.bases));
        beaten.saturating_sub(duels().count().saturating_sub(left)) as u8
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
        self.lets_go(id);
    }

    /// Enemies whom it touches no longer fight it no longer.
    pub(super) fn lets_go(&mut self, id: UnitId) {
        self.keep_bodies();
        let foes: Units = self.table().opponents(id).collect();
        let apart: Units = foes.iter().filter(|&foe| !self.table().meet(id, foe)).collect();
        self.state.contacts.retain(|contact| !contact.other(id).is_some_and(|foe| apart.contains(foe)));
        for one in apart.iter().chain([id]) {
            self.leaves_melee(one);
        }
    }

    /// A garrison has lost bases inside: its attackers may break in (SSS 30.4).
    pub(crate) fn note_storm(&mut self, holder: UnitId, building: BuildingId, lost: u8) {
        let Some(melee) = &mut self.state.melee else { return };
        match melee.storms.iter_mut().find(|storm| storm.holder == holder) {
            Some(storm) => storm.bases = storm.bases.saturating_add(lost),
            None => {
                let storm = Storm { holder, building, bases: lost, asked: Units::EMPTY };
                self.state.overflow.keep(&mut melee.storms, storm);
            }
        }
    }

    /// An attacker has said with how many bases he tries it.
    pub(crate) fn storm(&mut self, id: UnitId, bases: u8) {
        let table = self.table();
        let stormer = |storm: &Storm| table.stormer(storm).is_some_and(|(unit, _)| unit == id);
        let Some(ix) = self.state.melee.as_ref().and_then(|melee| melee.storms.iter().position(stormer)) else {
            return;
        };
        let Some(melee) = &mut self.state.melee else { return };
        let storm = &mut melee.storms[ix];
        storm.asked.insert(id);
        storm.bases -= bases.min(storm.bases);
        let building = storm.building;
        self.break_in(id, building, bases);
        self.keep_bodies();
    }

    /// After a round of melee: bases that broke in with the round before hold their place or are thrown out, each by how it
    /// fared itself, or all by how their side did (SSS 30.5, G85). Later nobody is.
    pub(crate) fn fight_inside(&mut self, units: Units, loser: Option<Side>) {
        for id in units.iter() {
            let inside = self.unit(id).inside.filter(|_| self.unit(id).place == Place::Table);
            let Some((inside, fresh)) = inside.and_then(|inside| inside.broke_in.map(|fresh| (inside, fresh))) else {
                continue;
            };
            let out = match self.rules.options.bua_ejected_by {
                BuaEjectedBy::Base => self.table().beaten_inside(id, fresh),
                BuaEjectedBy::Side if loser == Some(self.table().side(id)) => fresh,
                BuaEjectedBy::Side => 0,
            };
            self.unit_mut(id).inside = Some(Inside { broke_in: Some(0), ..inside });
            if out > 0 {
                self.throw_out(id, out.min(inside.bases));
            }
        }
        self.keep_bodies();
    }

    /// Bases go 1 BW outside; where others of their unit stand outside they join these (SSS 30.5, G28).
    fn throw_out(&mut self, id: UnitId, bases: u8) {
        self.tell("SSS 30.5", told::EJECTED, &[Who::Unit(id), Who::Count(bases.into())]);
        let unit = self.unit_mut(id);
        let Some(inside) = unit.inside else { return };
        let (before, left) = (unit.bases_outside(), inside.bases.saturating_sub(bases));
        unit.inside = (left > 0).then_some(Inside { bases: left, ..inside });
        self.keep_bodies();
        if before == 0 {
            let back = -self.unit(id).pose.dir();
            self.push(id, back, bw(1));
        }
        let table = self.table();
        let body = table.body(id);
        let crowded =
            table.on_table().any(|other| other != id && !table.is_garrison(other) && table.body(other).overlaps(&body));
        if crowded {
            // Those who are back stand behind the others.
            let unit = self.unit_mut(id);
            unit.files = unit.files.min(before.max(1));
        }
        self.keep_bodies();
    }

    /// Who has broken in and finds nobody left inside holds the place himself.
    pub(crate) fn houses_change_hands(&mut self) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let Some(inside) = self.unit(id).inside.filter(|inside| inside.broke_in.is_some()) else { continue };
            if self.unit(id).place == Place::Table && !self.table().is_broken_into(id) {
                self.unit_mut(id).inside = Some(Inside { broke_in: None, ..inside });
                self.tell("SSS 30.4", told::HOLDS_NOW, &[Who::Unit(id), Who::Building(inside.building)]);
            }
        }
    }

    /// Attackers of a building may break in with as many bases as the garrison has lost, each on 5 or 6, or all on one roll
    /// (SSS 30.4, G28); bases inside count towards what it holds (SSS 30.6). Gives how many got in.
    pub(crate) fn break_in(&mut self, id: UnitId, building: BuildingId, bases: u8) -> u8 {
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
            unit.inside = Some(Inside { building, bases: before + through, broke_in: Some(through) });
        }
        through
    }
}
