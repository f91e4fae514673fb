//! The desert: sandstorms and mirages (SSS 42.4a to 42.5, G46, G167, G168).

use crate::cards::{Trait, UnitId};
use crate::face::told::{self, Who};
use crate::measures::{BW, bw};
use crate::readings::{Mirages, Sandstorms};
use crate::state::{Came, Mirage, Place};
use crate::table::{Play, Table};
use field::table::{Block, Body, Cdeg, Point, Pose, Sweep, TOUCH, Trail, Um, Vec2, cast, heading};
use kernel::{Entry, Listener};

/// A foot on the table (SSS G4).
const FOOT: Um = bw(5);
/// An inch (SSS G4).
const INCH: Um = BW * 2 / 5;
/// Parts of a circle that a scatter die can show.
const COMPASS: u8 = 120;
/// Natives keep so near to their front (SSS 42.4b).
const NATIVE: Cdeg = 4_500;
/// A mirage covers a square of so much (SSS 42.5: 60 cm), this far from the enemy (4 feet), and is gone when troops are so near
/// (30 cm).
const MIRAGE: Um = bw(10);
const MIRAGE_OFF: Um = bw(20);
const MIRAGE_SEEN_THROUGH: Um = bw(5);

impl Table<'_> {
    /// In the open, and covered by the sandstorm of this turn: it takes no orders, neither shoots, charges nor fights, and
    /// nobody does it anything (SSS 42.4b, 42.4c, G167).
    pub fn in_storm(self, id: UnitId) -> bool {
        self.state.storm > 0 && self.unit(id).inside.is_none() && {
            let edge = self.rules.ground.height - self.state.storm;
            self.body(id).center().y >= f64::from(edge)
        }
    }
}

impl Table<'_> {
    /// A mirage hides what lies behind it (SSS 42.5, G46).
    pub(crate) fn mirage_hides(self, from: Vec2, to: Vec2) -> bool {
        self.state.mirages.iter().any(|mirage| mirage.body().is_cut(from, to, TOUCH))
    }

    /// Mirages show far from all troops: at the place nearest to one that is given, if there is any (SSS 42.5, G168).
    fn mirage_place(self, near: Point) -> Option<Point> {
        let far = |at: Point| {
            let body = Mirage { at, shows: 0 }.body();
            self.on_table().all(|id| self.body(id).distance(&body) >= f64::from(MIRAGE_OFF))
        };
        if far(near) {
            return Some(near);
        }
        let (width, height) = (self.rules.ground.width - MIRAGE, self.rules.ground.height - MIRAGE);
        let places = (0..=width.max(0) / BW).flat_map(|x| (0..=height.max(0) / BW).map(move |y| (x, y)));
        let places = places.map(|(x, y)| Point::new(x * BW + MIRAGE / 2, y * BW + MIRAGE / 2));
        let off = |at: &Point| (at.vec() - near.vec()).len();
        places.filter(|&at| far(at)).min_by(|one, two| off(one).total_cmp(&off(two)))
    }
}

impl<L: Listener> Play<'_, L> {
    /// What the desert brings at the beginning of a game turn (SSS G46).
    pub(crate) fn desert_stirs(&mut self) {
        self.state.storm = 0;
        if self.rules.options.sandstorms == Sandstorms::On {
            self.sandstorm();
        }
        if self.rules.options.mirages == Mirages::On {
            self.mirage();
        }
    }

    /// On a double 1 or a double 6 a storm covers 2d6 feet from the northern edge (SSS 42.4a).
    fn sandstorm(&mut self) {
        let dice = self.two_d6();
        if !matches!(dice, [1, 1] | [6, 6]) {
            return;
        }
        let depth = self.two_d6();
        let feet = i32::from(depth[0]) + i32::from(depth[1]);
        self.state.storm = (feet * FOOT).min(self.rules.ground.height);
        if self.listener.hears() {
            let table = self.table();
            let thrown = vec![dice[0], dice[1], depth[0], depth[1]];
            let entry =
                Entry { dice: thrown, ..table.entry("SSS 42.4a", told::SANDSTORM, &[Who::Far(self.state.storm)]) };
            self.listener.tell(entry);
        }
    }

    /// The storm has passed with the game turn: only now it is seen where the units in it have got to, and so only now it is
    /// diced for (SSS 42.4b, 42.4c, G167).
    pub(crate) fn storm_passes(&mut self) {
        if self.state.storm == 0 {
            return;
        }
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            if self.unit(id).place == Place::Table && self.table().in_storm(id) {
                self.drifts(id);
            }
        }
        self.state.storm = 0;
        self.part_company();
    }

    /// Scatter die for the direction, artillery die for 2 to 10 inches or none; natives keep to their front and go half as
    /// far, and so does who goes uphill (SSS 42.4b).
    fn drifts(&mut self, id: UnitId) {
        let native = self.table().card(id).is(Trait::Native);
        let spun = Cdeg::from(self.dice.roll(COMPASS)) * (36_000 / Cdeg::from(COMPASS)) % 36_000;
        let facing = self.unit(id).pose.facing;
        let way = if native { facing - NATIVE + spun / 4 } else { spun };
        let inches = match self.d6() {
            6 => 0,
            die => 2 * i32::from(die),
        };
        let dir = heading(way);
        self.keep_bodies();
        let mut far = f64::from(inches * INCH);
        if native || self.climbs(id, dir, far) {
            far /= 2.0;
        }
        self.drift(id, dir, far);
    }

    fn climbs(&self, id: UnitId, dir: Vec2, far: f64) -> bool {
        let relief = &self.rules.ground.relief;
        let body = self.table().body(id).into_body();
        relief.level_of(&body.translated(dir * far)) > relief.level_of(&body)
    }

    /// Until it touches somebody, the edge or ground that stops it; enemies that touch are intermingled, and fight when the
    /// storm has passed (SSS 42.4c).
    fn drift(&mut self, id: UnitId, dir: Vec2, far: f64) {
        let body = self.table().body(id).into_body();
        self.feels_the_way(&Sweep::new(&body, Trail::Straight { dir, dist: far }));
        let table = self.table();
        let ground = &self.rules.ground;
        let mut dist = far.min(body.room_on_table(dir, ground.width, ground.height).max(0.0));
        let mut met = None;
        for other in table.on_table().filter(|&other| other != id && !table.is_garrison(other)) {
            if let Some(hit) = cast(&body, dir, dist, &table.body(other)) {
                (dist, met) = (hit.distance, Some(other));
            }
        }
        let open = |dist: f64| table.over(id, &Sweep::new(&body, Trail::Straight { dir, dist }), true, true).is_ok();
        let barred = !open(dist);
        if barred {
            let (mut free, mut shut) = (0.0, dist);
            while shut - free > TOUCH {
                let middle = (free + shut) * 0.5;
                if open(middle) { free = middle } else { shut = middle }
            }
            (dist, met) = (free, None);
        }
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.moved(dir * dist);
        self.keep_bodies();
        self.tell("SSS 42.4b", told::DRIFTS, &[Who::Unit(id), Who::Far(dist.round() as Um)]);
        if barred {
            self.looks_for_quicksand(id);
        }
        let foe = |other: &UnitId| self.table().side(*other) != self.table().side(id) && !self.table().is_pig(*other);
        if let Some(enemy) = met.filter(foe).filter(|_| !self.table().is_pig(id)) {
            self.contact(id, enemy, Came::Fights, Came::Fights);
        }
    }

    /// On a total of 3 something shows that is not there (SSS 42.5).
    fn mirage(&mut self) {
        let dice = self.two_d6();
        self.mirages_fade();
        if dice[0] + dice[1] != 3 {
            return;
        }
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        let shows = self.d6();
        // Anywhere on the table, by a die of a hundred for each way.
        let part = |size: Um, die: u8| ((i64::from(size - MIRAGE) * i64::from(die - 1)) / 99).max(0) as Um;
        let (x, y) = (part(width, self.dice.roll(100)), part(height, self.dice.roll(100)));
        let rolled = Point::new(x + MIRAGE / 2, y + MIRAGE / 2);
        let Some(at) = self.table().mirage_place(rolled) else { return };
        let mirage = Mirage { at, shows: (shows - 1) / 2 };
        self.tell("SSS 42.5", told::MIRAGE, &[Who::Spot(mirage.at), Who::Words(mirage.words())]);
        if self.state.mirages.is_full() {
            self.state.mirages.remove(0);
        }
        self.state.mirages.push(mirage);
    }

    /// They last until troops come near (SSS 42.5).
    pub(crate) fn mirages_fade(&mut self) {
        if self.state.mirages.is_empty() {
            return;
        }
        self.keep_bodies();
        let mut left = self.state.mirages.clone();
        let near = f64::from(MIRAGE_SEEN_THROUGH);
        left.retain(|mirage| {
            let body = mirage.body();
            self.table().on_table().all(|id| self.table().body(id).distance(&body) > near)
        });
        self.state.mirages = left;
    }
}

impl Mirage {
    pub(crate) fn body(&self) -> Body {
        Body::single(Block::new(Pose::new(Point::new(self.at.x, self.at.y + MIRAGE / 2), 0), MIRAGE, MIRAGE))
    }

    pub const fn words(&self) -> &'static str {
        match self.shows {
            0 => "an oasis",
            1 => "buildings",
            _ => "figures",
        }
    }
}
