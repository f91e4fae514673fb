//! What can be laid over the table about a unit or a general: arcs of fire, ranges, the reach of a charge, command, sight.

use crate::cards::{GeneralId, GunClass, UnitId};
use crate::decision::{Leg, NO_LEGS};
use crate::face::pointing::Thing;
use crate::face::scene::mm;
use crate::face::words::inches;
use crate::generals::tracing::Barriers;
use crate::movement::charging::{Aim, FREE_WHEEL};
use crate::shooting::Row;
use crate::shooting::figures::{FACES, Muzzle};
use crate::state::{Formation, GunState, Mode, Place, Shot};
use crate::table::Table;
use crate::terrain::Arm;
use field::table::{Body, Cdeg, MM, Um, Vec2, clipped, heading, sector};
use kernel::OverlaySpec;
use kernel::scene::Zone;

pub const OVERLAYS: &[OverlaySpec] = &[
    OverlaySpec { key: "arc", title: "Arcs of fire", rule: "CP 16.1.7" },
    OverlaySpec { key: "range", title: "Ranges", rule: "CP 16.8.1" },
    OverlaySpec { key: "charge", title: "Reach of a charge", rule: "CP 15.3.3" },
    OverlaySpec { key: "command", title: "Command radius", rule: "CP 9.4" },
    OverlaySpec { key: "sight", title: "What it sees", rule: "CP 10.1" },
];

/// Half the arc of fire.
const HALF_ARC: Cdeg = 4_500;
/// Curves are drawn in straight pieces of this many hundredths of a degree.
const PIECE: Cdeg = 500;

impl Table<'_> {
    /// One of the overlays about a body of the scene.
    pub fn overlay(self, body: u16, what: &str) -> Vec<Zone> {
        let Some(thing) = Thing::of(self.rules, body) else { return Vec::new() };
        let unit = match thing {
            Thing::Unit(id) => Some(id).filter(|&id| self.unit(id).place == Place::Table),
            Thing::Horses(_) | Thing::Guns(_) | Thing::General(_) => None,
        };
        let mut zones = match (what, unit, thing) {
            ("arc", Some(id), _) => self.arcs(id),
            ("range", Some(id), _) => self.ranges(id),
            ("charge", Some(id), _) => self.charge_reach(id),
            ("command", Some(id), _) => self.command_of(id),
            ("command", None, Thing::General(id)) => self.commanded_by(id),
            ("sight", Some(id), _) => self.sight_of(id),
            _ => Vec::new(),
        };
        let ground = &self.rules.ground;
        let size = Vec2::new(f64::from(ground.width / MM), f64::from(ground.height / MM));
        for zone in &mut zones {
            let outline = zone.outline.iter().map(|&[x, y]| Vec2::new(x, y)).collect();
            let tenths = |part: f64| (part * 10.0).round() / 10.0;
            zone.outline = clipped(outline, size).into_iter().map(|at| [tenths(at.x), tenths(at.y)]).collect();
        }
        zones.retain(|zone| zone.outline.len() >= 3);
        zones
    }

    fn zone(self, id: UnitId, name: String, outline: impl IntoIterator<Item = Vec2>) -> Zone {
        Zone { name, side: Some(self.side(id).0), outline: outline.into_iter().map(mm).collect(), fire: None }
    }

    // --- Fire

    /// The arc of each front that shoots, as far as its longest range.
    fn arcs(self, id: UnitId) -> Vec<Zone> {
        let fronts = self.fronts(id);
        let arc = |front: &Front| {
            let range = self.bands(id, front).into_iter().map(|(_, range)| range).max()?;
            Some(self.zone(id, format!("{}: arc of fire", front.name), front.sector(f64::from(range))))
        };
        fronts.iter().filter_map(arc).collect()
    }

    /// The same, range by range.
    fn ranges(self, id: UnitId) -> Vec<Zone> {
        let fronts = self.fronts(id);
        let bands = |front: &Front| {
            let band = |(name, range): (&str, Um)| {
                let name = format!("{}: {name}, up to {}", front.name, inches(range));
                self.zone(id, name, front.sector(f64::from(range)))
            };
            self.bands(id, front).into_iter().map(band).collect::<Vec<_>>()
        };
        fronts.iter().flat_map(bands).collect()
    }

    /// Names and lengths of the ranges of a front, the longest first.
    fn bands(self, id: UnitId, front: &Front) -> Vec<(&'static str, Um)> {
        let scale = self.scale();
        if let Some(class) = front.gun {
            return vec![("ball", Row::ball(class).range(scale)), ("hail", Row::hail(class).range(scale))];
        }
        let Some(near) = self.shooting_row(id, 0.0) else { return Vec::new() };
        let short = near.range(scale);
        let far = self.shooting_row(id, f64::from(short + MM));
        let mut bands = vec![(if near == Row::Mounted { "pistol shot" } else { "short range" }, short)];
        bands.extend(far.map(|row| ("long range", row.range(scale))));
        bands.reverse();
        bands
    }

    /// Where a unit shoots from and which way: each wing, each face, each gun that is wheeled apart.
    fn fronts(self, id: UnitId) -> Vec<Front> {
        let faces = self.shoots_by_faces(id);
        let shot = if self.is_battery(id) { Shot::Ball } else { Shot::SmallArms };
        let mut fronts = Vec::new();
        for face in 0..if faces { FACES } else { 1 } {
            let mut rows: Vec<Front> = Vec::new();
            self.each_muzzle(
                id,
                face,
                shot,
                &mut |muzzle: Muzzle| match rows.iter_mut().find(|row| row.holds(&muzzle)) {
                    Some(row) => row.add(&muzzle),
                    None => rows.push(Front::of(&muzzle)),
                },
            );
            let winged = rows.len() > 1 && !self.is_battery(id);
            for (number, row) in rows.iter_mut().enumerate() {
                row.name = match (faces, winged) {
                    (true, _) => ["front", "right face", "rear", "left face"][usize::from(face)],
                    (false, true) if number == 0 => "left wing",
                    (false, true) => "right wing",
                    (false, false) if row.gun.is_some() => "guns",
                    (false, false) => "front",
                };
            }
            fronts.append(&mut rows);
        }
        if fronts.is_empty() {
            fronts.extend(self.guns_being_loaded(id));
        }
        fronts
    }

    /// Guns that are not loaded still look somewhere.
    fn guns_being_loaded(self, id: UnitId) -> Option<Front> {
        let unit = self.unit(id);
        let battery = self.battery(id).filter(|_| unit.formation == Formation::Unlimbered && !unit.away)?;
        let served = battery.guns.iter().filter(|gun| gun.state == GunState::Served);
        let gun = served.map(|gun| gun.class).max()?;
        let (left, right) = self.body(id).front_ends();
        Some(Front { name: "guns, reloading", left, right, dir: unit.pose.dir(), block: 0, gun: Some(gun) })
    }

    // --- Charges

    /// Straight ahead as far as it would get now, and with one free wheel over open ground (CP 15.3.9).
    fn charge_reach(self, id: UnitId) -> Vec<Zone> {
        let unit = self.unit(id);
        let speed = self.charge_speed(id);
        let stays = unit.inside.is_some() || unit.formation == Formation::Square || self.in_contact(id);
        if speed == 0 || stays || unit.mode != Mode::Normal {
            return Vec::new();
        }
        let body = self.body(id);
        let (left, right) = body.front_ends();
        let run = self.run_charge(id, unit, &NO_LEGS, f64::from(speed), Aim::anybody());
        let ahead = unit.pose.dir() * run.ran;
        let straight = format!("straight ahead, {}", inches(run.ran as Um));
        let fan = format!("with a wheel of up to 45°, {} in all", inches(speed));
        let mut zones = vec![self.zone(id, fan, self.charge_fan(id, speed))];
        if run.ran >= f64::from(MM) {
            zones.push(self.zone(id, straight, [left, right, right + ahead, left + ahead]));
        }
        zones
    }

    fn charge_fan(self, id: UnitId, speed: Um) -> Vec<Vec2> {
        let unit = self.unit(id);
        let end = |by: Cdeg| {
            let legs = [Leg::Wheel(by), Leg::None, Leg::None, Leg::None];
            let legs = if by == 0 { NO_LEGS } else { legs };
            let there = self.trace(id, unit, &legs, f64::from(speed)).unit;
            self.rules.body_of(id, &there).front_ends()
        };
        let steps = FREE_WHEEL / PIECE;
        let (left, right) = self.body(id).front_ends();
        let mut outline = vec![left];
        outline.extend((-steps..=0).map(|step| end(step * PIECE).0));
        outline.extend((0..=steps).map(|step| end(step * PIECE).1));
        outline.push(right);
        outline
    }

    // --- Command

    /// The generals who may influence a unit, and how far.
    fn command_of(self, id: UnitId) -> Vec<Zone> {
        let generals = self.generals_of(self.side(id)).filter(|&general| self.influences(general, id));
        let zone = |general: GeneralId| match self.state.generals[general.ix()].attached {
            Some(unit) if unit == id => self.attached_zone(general, unit),
            Some(_) => None,
            None => Some(self.command_zone(general, self.command_outline(general, self.arm(id)), "")),
        };
        generals.filter(|general| self.state.generals[general.ix()].alive).filter_map(zone).collect()
    }

    /// How far a general commands; attached he helps his unit alone (CP 9.11a). Woods and works may bar his way to horse
    /// and guns alone.
    fn commanded_by(self, id: GeneralId) -> Vec<Zone> {
        let general = &self.state.generals[id.ix()];
        if !general.alive {
            return Vec::new();
        }
        if let Some(unit) = general.attached {
            return self.attached_zone(id, unit).into_iter().collect();
        }
        let [foot, horse, guns] = [Arm::Foot, Arm::Mounted, Arm::Prolonged].map(|arm| self.command_outline(id, arm));
        let zones = match (foot == horse, horse == guns) {
            (true, true) => vec![(foot, "")],
            (true, false) => vec![(foot, ": foot and horse"), (guns, ": guns")],
            (false, true) => vec![(foot, ": foot"), (horse, ": horse and guns")],
            (false, false) => vec![(foot, ": foot"), (horse, ": horse"), (guns, ": guns")],
        };
        zones.into_iter().map(|(outline, over)| self.command_zone(id, outline, over)).collect()
    }

    /// CP 9.4: a circle about him, without what lies too far behind that which command goes around (CP 9.5, 9.6).
    fn command_outline(self, id: GeneralId, arm: Arm) -> Vec<Vec2> {
        let at = self.state.generals[id.ix()].at.vec();
        let radius = f64::from(self.command_radius());
        let side = self.rules.generals[id.ix()].side;
        Barriers::around(self, side, arm, at, radius).outline(at, radius)
    }

    fn command_zone(self, id: GeneralId, outline: Vec<Vec2>, over: &str) -> Zone {
        let card = &self.rules.generals[id.ix()];
        let name = format!("{} commands within {}{over}", card.name, inches(self.command_radius()));
        Zone { name, side: Some(card.side.0), outline: outline.into_iter().map(mm).collect(), fire: None }
    }

    fn attached_zone(self, id: GeneralId, unit: UnitId) -> Option<Zone> {
        let card = &self.rules.generals[id.ix()];
        let body = self.standing_body(unit)?;
        let outline = body.main().corners().map(mm).to_vec();
        Some(Zone {
            name: format!("{} is with {}", card.name, self.name(unit)),
            side: Some(card.side.0),
            outline,
            fire: None,
        })
    }

    // --- Sight

    /// The ground in sight all around, and the enemies that are seen.
    fn sight_of(self, id: UnitId) -> Vec<Zone> {
        let mut zones = Vec::new();
        if self.unit(id).inside.is_none() {
            zones.push(Zone { name: "ground in sight".into(), side: None, outline: self.in_sight(id), fire: None });
        }
        for enemy in self.enemies_of(id).filter(|&enemy| self.sees(id, enemy)) {
            let body = self.body(enemy);
            let seen =
                |block: &field::table::Block| self.zone(enemy, format!("sees {}", self.name(enemy)), block.corners());
            zones.extend(body.blocks.iter().map(seen));
        }
        zones
    }

    /// How far one sees in every direction from the nearest edge of a unit, until something first hides the ground: who
    /// stands astride a crest looks down both sides of it.
    fn in_sight(self, id: UnitId) -> Vec<[f64; 2]> {
        const RAY: Cdeg = 300;
        let body = self.body(id);
        (0..36_000 / RAY).map(|ray| mm(self.end_of_sight(id, &body, heading(ray * RAY)))).collect()
    }

    fn end_of_sight(self, id: UnitId, body: &Body, dir: Vec2) -> Vec2 {
        let relief = &self.rules.ground.relief;
        let level = |at: Vec2| if relief.levels.is_empty() { 0 } else { relief.level_at(at) };
        let (middle, own) = (body.center(), self.level(id));
        let eye = body.nearest(middle + dir * self.to_edge(middle, dir));
        let seen = |far: f64| {
            let to = eye + dir * far;
            self.sight_clear(eye, to, &[id], own, level(to))
        };
        let stride = f64::from(self.inches(2));
        let most = self.to_edge(eye, dir);
        let (mut clear, mut hidden) = (0.0, stride.min(most));
        while seen(hidden) {
            clear = hidden;
            if clear >= most {
                return eye + dir * most;
            }
            hidden = (hidden + stride).min(most);
        }
        for _ in 0..6 {
            let middle = (clear + hidden) * 0.5;
            if seen(middle) {
                clear = middle;
            } else {
                hidden = middle;
            }
        }
        eye + dir * clear
    }

    /// How far it is to the edge of the table.
    fn to_edge(self, from: Vec2, dir: Vec2) -> f64 {
        let ground = &self.rules.ground;
        let along = |at: f64, speed: f64, size: Um| {
            if speed > 1e-9 {
                (f64::from(size) - at) / speed
            } else if speed < -1e-9 {
                -at / speed
            } else {
                f64::INFINITY
            }
        };
        along(from.x, dir.x, ground.width).min(along(from.y, dir.y, ground.height)).max(0.0)
    }
}

/// A row of figures or guns that look the same way.
struct Front {
    name: &'static str,
    left: Vec2,
    right: Vec2,
    dir: Vec2,
    block: usize,
    gun: Option<GunClass>,
}

impl Front {
    fn of(muzzle: &Muzzle) -> Front {
        let Muzzle { port, dir, block, gun, .. } = *muzzle;
        Front { name: "", left: port, right: port, dir, block, gun }
    }

    fn holds(&self, muzzle: &Muzzle) -> bool {
        (self.block, self.dir, self.gun) == (muzzle.block, muzzle.dir, muzzle.gun)
    }

    fn add(&mut self, muzzle: &Muzzle) {
        let across = |at: Vec2| at.dot(self.dir.right());
        if across(muzzle.port) < across(self.left) {
            self.left = muzzle.port;
        }
        if across(muzzle.port) > across(self.right) {
            self.right = muzzle.port;
        }
    }

    /// Everything that some figure of the row has in its arc and within a range.
    fn sector(&self, range: f64) -> Vec<Vec2> {
        sector([self.left, self.right], self.dir, HALF_ARC, range)
    }
}
