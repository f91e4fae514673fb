//! Fire: how it spreads, and those who fight it (SSS 17.10 to 17.16, G31, G64).

use crate::cards::{BuildingId, MOST_BUILDINGS, UnitId};
use crate::face::told::{self, Who};
use crate::measures::bw;
use crate::state::{Fire, Intent, Loss, Place};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Block, Edge, TOUCH, bearing, turn};
use kernel::{Entry, Faces, Listener, Refusal, Side};

/// How far a fire leaps (SSS 17.11).
const LEAP: i32 = bw(2);
/// To either side of the wind (SSS G31).
const DOWNWIND: i32 = 4_500;
/// Player turns in which it can be put out: the first and the second own move of both sides (SSS 17.10).
const CAN_BE_FOUGHT: u8 = 4;

/// Points of the compass that the wind may blow to (SSS G31).
const POINTS: u8 = 8;

const fn compass(die: u8) -> &'static str {
    match die {
        1 => "north",
        2 => "north-east",
        3 => "east",
        4 => "south-east",
        5 => "south",
        6 => "south-west",
        7 => "west",
        _ => "north-west",
    }
}

impl Table<'_> {
    /// Whether a unit may be ordered to fight a fire: infantry with bases that touch the building by a long edge (SSS 17.13).
    pub(crate) fn judge_firefighting(self, id: UnitId) -> Result<(), Refusal> {
        let refuse = |why| Err(Refusal::new("SSS 17.13", why));
        if !self.is_foot(id) {
            return refuse("infantry fights fires");
        }
        match self.fires_fought_by(id).next() {
            Some(_) => Ok(()),
            None => refuse("none of its bases touches a burning building with a long edge"),
        }
    }

    /// The buildings whose fires a unit can fight, and with how many bases each.
    pub fn fires_fought_by(self, id: UnitId) -> impl Iterator<Item = (BuildingId, u8)> {
        let burning = move |building: &BuildingId| matches!(self.building(*building).fire, Fire::Burning(_));
        let all = (0..self.state.buildings.len() as u8).map(BuildingId).filter(burning);
        all.map(move |building| (building, self.bases_touching(id, building))).filter(|(_, bases)| *bases > 0)
    }

    /// Bases of a unit that touch a building along their entire front or rear (SSS 17.13, 30.2).
    pub fn bases_touching(self, id: UnitId, building: BuildingId) -> u8 {
        let area = usize::from(self.building_card(building).area);
        let Some(outline) = self.rules.ground.areas.get(area).map(|area| &area.outline) else { return 0 };
        let along = |block: &Block, edge: Edge| {
            let (a, b) = block.edge(edge);
            [a, a.midpoint(b), b].into_iter().all(|place| outline.distance(place) <= TOUCH)
        };
        let touches = |block: &&Block| along(block, Edge::Front) || along(block, Edge::Rear);
        self.base_blocks(id).iter().filter(touches).count() as u8
    }

    /// Whether one building lies downwind of another, near enough for its fire (SSS 17.11, G31).
    pub(crate) fn is_downwind(self, of: BuildingId, building: BuildingId) -> bool {
        let (from, to) = (self.rules.building_body(of), self.rules.building_body(building));
        let way = bearing(to.center() - from.center());
        from.within(&to, f64::from(LEAP) + TOUCH) && turn(self.state.wind, way).abs() <= DOWNWIND
    }
}

impl<L: Listener> Play<'_, L> {
    /// Where there are buildings a d8 says where the wind blows, unless the battle does (SSS G31).
    pub(crate) fn wind_rises(&mut self) {
        if self.rules.wind.is_some() || self.rules.buildings.is_empty() {
            return;
        }
        let die = self.dice.roll(POINTS);
        self.state.wind = i32::from(die - 1) * 36_000 / i32::from(POINTS);
        if self.listener.hears() {
            let who = [Who::Words(compass(die))];
            let entry = Entry { dice: vec![die], ..self.table().entry("SSS G31", told::WIND, &who) };
            self.listener.tell(entry);
        }
    }

    /// Everybody of a side who was ordered to fight a fire and did nothing else (SSS 17.13).
    pub(crate) fn fight_fires(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let unit = self.unit(id);
            let fights =
                self.table().side(id) == side && unit.place == Place::Table && unit.intent == Intent::Firefight;
            if !fights || unit.moved || unit.fought || self.table().in_contact(id) {
                continue;
            }
            // A base between two fires fights the first.
            let mut left = unit.bases_outside();
            let fires: ArrayVec<(BuildingId, u8), MOST_BUILDINGS> = self.table().fires_fought_by(id).collect();
            for (building, bases) in fires {
                let bases = bases.min(left);
                left -= bases;
                self.fight_fire(id, building, bases);
            }
        }
    }

    /// Each base rolls: 4+ in the first move, 6 in the second, -1 under howitzer fire; any natural 1 brings the building down,
    /// and that base with it (SSS 17.14 to 17.16).
    fn fight_fire(&mut self, id: UnitId, building: BuildingId, bases: u8) {
        let Fire::Burning(turns) = self.table().building(building).fire else { return };
        if bases == 0 || self.unit(id).place != Place::Table {
            return;
        }
        let needed = if turns <= CAN_BE_FOUGHT / 2 { 4 } else { 6 };
        let shelled = self.table().building(building).shelled == Some(self.table().side(id).other());
        let mut dice = Faces::new();
        for _ in 0..bases {
            let die = self.d6();
            let _ = dice.try_push(die);
        }
        let fallen = dice.iter().filter(|&&die| die == 1).count() as u8;
        let out = dice.iter().any(|&die| die - u8::from(shelled) >= needed);
        if self.listener.hears() {
            let table = self.table();
            let who = [Who::Unit(id), Who::Building(building)];
            let entry = Entry { dice: dice.to_vec(), ..table.entry("SSS 17.14", told::FIGHTS_FIRE, &who) };
            self.listener.tell(entry);
        }
        if fallen > 0 {
            self.destroyed(building);
            self.bury(id, fallen);
        } else if out {
            self.state.buildings[building.ix()].fire = Fire::None;
            self.tell("SSS 17.14", told::FIRE_OUT, &[Who::Building(building)]);
        }
    }

    /// Bases lost under a falling building, with all their points (SSS 17.16).
    fn bury(&mut self, id: UnitId, bases: u8) {
        let points = u16::from(self.table().card(id).points) * u16::from(bases);
        let unit = self.unit_mut(id);
        unit.hits = unit.hits.saturating_add(points);
        self.lose_bases(id, bases);
    }

    /// As a player turn ends: fires grow older, beyond two own moves nobody puts them out (SSS 17.10), and each may spread to
    /// every building downwind (SSS 17.11).
    pub(crate) fn fires_go_on(&mut self, side: Side) {
        let count = self.state.buildings.len() as u8;
        let mut old = [false; MOST_BUILDINGS];
        for ix in 0..count {
            let building = &mut self.state.buildings[usize::from(ix)];
            old[usize::from(ix)] = building.fire != Fire::None;
            building.fire = match building.fire {
                Fire::Burning(turns) if turns >= CAN_BE_FOUGHT => Fire::Lost,
                Fire::Burning(turns) => Fire::Burning(turns + 1),
                fire => fire,
            };
            // SSS 17.15: the fire of the other side's last turn has told.
            if building.shelled == Some(side.other()) {
                building.shelled = None;
            }
        }
        for of in (0..count).map(BuildingId).filter(|of| old[of.ix()]) {
            for to in (0..count).map(BuildingId) {
                self.fire_leaps(of, to);
            }
        }
    }

    fn fire_leaps(&mut self, of: BuildingId, to: BuildingId) {
        let table = self.table();
        let (there, card) = (table.building(to), table.building_card(to));
        let Some(needed) = card.material.catches_on() else { return };
        if of == to || there.fire != Fire::None || there.points == 0 || !table.is_downwind(of, to) {
            return;
        }
        let die = self.d6();
        if die >= needed {
            self.catches_fire(to, &[die], "SSS 17.11");
            self.state.buildings[to.ix()].fire = Fire::Burning(1);
        }
    }

    /// Troops in a burning building who cannot come out are lost (SSS 17.12, G64).
    pub(crate) fn lost_in_the_fire(&mut self, id: UnitId) {
        let unit = self.unit_mut(id);
        let bases = unit.inside.map_or(0, |inside| inside.bases);
        unit.inside = None;
        if bases >= unit.bases {
            self.remove(id, Loss::Buried);
        } else {
            self.bury(id, bases);
            self.lets_go(id);
        }
    }
}
