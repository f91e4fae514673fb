//! Guns against the structure of a built-up area (SSS 17.5 to 17.9, G29, G82).

use crate::cards::{BuildingId, GunCard, Material, UnitId, Weight};
use crate::face::told::{self, Who};
use crate::readings::{BuaDieFloor, OldSchool};
use crate::shooting::ports::{Port, PortKind};
use crate::shooting::{Aim, Band, Range};
use crate::state::Fire;
use crate::table::{Play, Table};
use field::table::nearest_in_arc;
use kernel::{Entry, Faces, Listener, Refusal};

impl Material {
    /// What 2d6 must come to for a howitzer's shell to set it on fire (SSS 17.9, T19); works of earth and stone never burn.
    pub const fn ignites_on(self) -> Option<u8> {
        match self {
            Material::Tents | Material::Wooden => Some(9),
            Material::Brick => Some(11),
            Material::Stone => Some(12),
            Material::Fortress => None,
        }
    }

    /// What a d6 must show for a fire near by to spread to it (SSS 17.11, T19).
    pub const fn catches_on(self) -> Option<u8> {
        match self {
            Material::Tents | Material::Wooden => Some(4),
            Material::Brick => Some(5),
            Material::Stone => Some(6),
            Material::Fortress => None,
        }
    }
}

impl Table<'_> {
    /// Whether the structure may be shot at: by guns, while it stands (SSS 17.6, 17.7).
    pub(crate) fn may_batter(self, id: UnitId, building: BuildingId) -> Result<(), Refusal> {
        let refuse = |rule, why| Err(Refusal::new(rule, why));
        if building.ix() >= self.state.buildings.len() {
            return refuse("SSS 17.5", "there is no such built-up area");
        }
        if self.building(building).points == 0 {
            return refuse("SSS 17.7", "it is destroyed already");
        }
        if self.battery(id).is_none() {
            return refuse("SSS 17.6", "only guns batter buildings");
        }
        let friends = |unit: UnitId| self.unit(unit).inside.is_some_and(|inside| inside.building == building);
        if self.of_side(self.side(id)).any(friends) {
            return refuse("SSS 17.6", "friends are inside");
        }
        Ok(())
    }

    /// What a gun's die counts at that range: less 1 at medium, 2 at long, howitzers always all of it (SSS 17.6, 17.8, G82).
    fn battering(self, gun: GunCard, band: Band, die: u8) -> i32 {
        let less = match (gun.weight, band) {
            (Weight::Howitzer, _) | (_, Band::Short) => 0,
            (_, Band::Medium) => 1,
            (_, Band::Long) => 2,
        };
        let counts = i32::from(die) - less;
        match self.rules.options.bua_die_floor {
            BuaDieFloor::None => counts,
            BuaDieFloor::Zero => counts.max(0),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Guns batter a structure: poundage and a die each (SSS 17.6, 17.8); shells may set it on fire (SSS 17.9).
    pub(crate) fn batter(&mut self, id: UnitId, building: BuildingId, most: u8) {
        let Ok(salvo) = self.table().salvo(id, Aim::Walls(building), most, Range::Measured) else { return };
        self.lay(id, Aim::Walls(building), &salvo);
        let walls = self.rules.building_body(building);
        let (mut damage, mut faces, mut shells) = (0, Faces::new(), 0);
        let ports = self.table().ports(id, walls.center());
        let shoots = |port: &&Port| salvo.shoot & (1 << port.bit) != 0;
        for port in ports.iter().filter(shoots) {
            let PortKind::Gun(ix) = port.kind else { continue };
            let gun = self.table().gun_model(id, usize::from(ix));
            let near = nearest_in_arc(&port.arc(), &walls);
            let Some(band) = near.and_then(|near| self.rules.ranges.band(port.weapon, near)) else {
                continue;
            };
            let die = self.d6();
            let _ = faces.try_push(die);
            damage += i32::from(gun.calibre) + self.table().battering(gun, band, die);
            shells += u8::from(port.weapon.is_shell());
        }
        self.has_shot(id, Aim::Walls(building), &salvo);
        let damage = u16::try_from(damage.max(0)).unwrap_or(0);
        let side = self.table().side(id);
        let there = &mut self.state.buildings[building.ix()];
        there.points = there.points.saturating_sub(damage);
        let left = there.points;
        if shells > 0 {
            there.shelled = Some(side);
        }
        self.tell_battering(id, building, &faces, damage, left);
        if left == 0 {
            self.destroyed(building);
        } else {
            self.shells_ignite(building, shells);
        }
    }

    fn tell_battering(&mut self, id: UnitId, building: BuildingId, faces: &Faces, damage: u16, left: u16) {
        if self.listener.hears() {
            let table = self.table();
            let result = table.said(told::WALLS_LEFT, &[Who::Count(damage.into()), Who::Count(left.into())]);
            let who = [Who::Unit(id), Who::Building(building)];
            let entry = Entry { dice: faces.to_vec(), result, ..table.entry("SSS 17.6", told::BATTERS, &who) };
            self.listener.tell(entry);
        }
    }

    /// Shells at those inside fall on the building as well: they may set it on fire, and hinder those who fight one
    /// (SSS 17.9, 17.15).
    pub(crate) fn shells_fall_on(&mut self, id: UnitId, target: UnitId, shells: u8) {
        let inside = self.unit(target).inside.filter(|_| shells > 0 && self.table().is_garrison(target));
        let Some(building) = inside.map(|inside| inside.building) else { return };
        self.state.buildings[building.ix()].shelled = Some(self.table().side(id));
        if self.table().building(building).points > 0 {
            self.shells_ignite(building, shells);
        }
    }

    /// 2d6 for each howitzer, or for two of them in the old-school variant (SSS 17.9).
    pub(crate) fn shells_ignite(&mut self, building: BuildingId, shells: u8) {
        let rolls = match self.rules.options.old_school {
            OldSchool::Off => shells,
            OldSchool::On => shells.div_ceil(2),
        };
        for _ in 0..rolls {
            let Some(needed) = self.table().building_card(building).material.ignites_on() else { return };
            if self.table().building(building).fire != Fire::None {
                return;
            }
            let [one, two] = self.two_d6();
            if one + two >= needed {
                self.catches_fire(building, &[one, two], "SSS 17.9");
            }
        }
    }

    /// It burns (SSS 17.10).
    pub fn catches_fire(&mut self, building: BuildingId, dice: &[u8], rule: &'static str) {
        self.state.buildings[building.ix()].fire = Fire::Burning(0);
        if self.listener.hears() {
            let table = self.table();
            let entry = Entry { dice: dice.to_vec(), ..table.entry(rule, told::BURNS, &[Who::Building(building)]) };
            self.listener.tell(entry);
        }
    }

    /// At 0 points: rubble, rough ground and soft cover; survivors stand in it (SSS 17.7, G29).
    pub(crate) fn destroyed(&mut self, building: BuildingId) {
        let there = &mut self.state.buildings[building.ix()];
        (there.points, there.fire) = (0, Fire::None);
        self.tell("SSS 17.7", told::COLLAPSES, &[Who::Building(building)]);
    }
}
