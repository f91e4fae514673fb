//! A battle as a scene: the map, and counters on it.

use crate::agenda::Step;
use crate::cards::{Class, Horse, LeaderId, Role, UnitId};
use crate::face::chips;
use crate::ground::Slope;
use crate::movement::MoveStep;
use crate::state::{Formation, LeaderPlace, Mark, Morale, Orders, Place};
use crate::table::Table;
use field::hexes::{Dir, Hex, HexSet, outlines};
use kernel::scene::{
    Badge, Body, Field, Figure, HexCell, HexField, HexLook, HexRoad, HexSide, HexSideLook, Meaning, Note, Part, Scene,
    SideStyle, Standing, Symbol, Tone, Zone,
};
use kernel::{Seat, Telling};
use std::sync::Arc;

/// Leaders have numbers of their own in the scene.
pub const LEADERS: u16 = 1_000;

/// Half the side of a counter, when the middles of neighbouring hexes are 1 apart.
const HALF: f64 = 0.34;

/// How a counter lies: its middle, the degrees it faces, the corners of its block if it shows one.
pub(crate) struct Stand {
    pub at: [f64; 2],
    pub facing: f64,
    pub corners: Option<[[f64; 2]; 4]>,
}

/// The counter: a square in the hex, or one that reaches over two.
fn block_corners(centre: [f64; 2], degrees: f64, two_hex: bool) -> [[f64; 2]; 4] {
    let half_width = if two_hex { HALF + 0.5 } else { HALF };
    let (sine, cosine) = libm::sincos(degrees.to_radians());
    let (ahead, aside) = ([sine, cosine], [cosine, -sine]);
    let corner = |right: f64, front: f64| {
        let place = |axis: usize| centre[axis] + aside[axis] * right + ahead[axis] * front;
        [0, 1].map(|axis| (place(axis) * 1_000.0).round() / 1_000.0)
    };
    [corner(-half_width, HALF), corner(half_width, HALF), corner(half_width, -HALF), corner(-half_width, -HALF)]
}

impl Table<'_> {
    /// What a seat sees. Nothing on the map is hidden; secret choices before the first turn do not show on it.
    pub fn scene(self, _seat: Option<Seat>) -> Scene {
        let mut bodies: Vec<Body> = self.all().filter_map(|id| self.counter(id)).collect();
        let leaders = self.leaders().filter(|&id| self.leader(id).place == LeaderPlace::Map);
        bodies.extend(leaders.map(|id| self.leader_counter(id)));
        Scene {
            title: self.rules.info.title.clone(),
            subtitle: self.rules.clock(self.state).to_string(),
            field: Field::Hexes(Arc::clone(self.rules.drawn.get_or_init(|| Arc::new(self.map())))),
            sides: self
                .rules
                .sides
                .iter()
                .map(|side| SideStyle { name: side.name.clone(), colour: side.colour.clone() })
                .collect(),
            bodies,
            zones: self.scoring_ground(),
            notes: Vec::new(),
        }
    }

    /// The ground that is worth Victory Points, with who holds it.
    fn scoring_ground(self) -> Vec<Zone> {
        let grid = &self.ground().grid;
        let held = self.ground().locations.iter().zip(&self.state.control);
        let zones = held.flat_map(|(location, holder)| {
            let mut hexes = HexSet::new(grid);
            for hex in &location.hexes {
                hexes.insert(*hex);
            }
            let whose = holder.map_or("nobody's", |side| self.rules.sides[side.ix()].name.as_str());
            let worth = location.points.into_iter().max().unwrap_or(0);
            let name = format!("{} ({worth} {}): {whose}", location.name, if worth == 1 { "point" } else { "points" });
            let zone = move |outline| Zone { name: name.clone(), side: holder.map(|side| side.0), outline, fire: None };
            outlines(grid, &hexes).into_iter().map(zone)
        });
        zones.collect()
    }

    fn map(self) -> HexField {
        let ground = self.ground();
        let [width, height] = ground.grid.size();
        let mut sides = Vec::new();
        let mut roads = Vec::new();
        for hex in ground.grid.hexes() {
            // Each hexside once: from the hex it lies clockwise of.
            for dir in [Dir::D0, Dir::D1, Dir::D2] {
                self.draw_hexside(hex, dir, &mut sides, &mut roads);
            }
        }
        HexField {
            width,
            height,
            pointy_top: ground.grid.orientation() == field::hexes::Orientation::PointyTop,
            yards: ground.yards,
            cells: ground.grid.hexes().map(|hex| self.cell(hex)).collect(),
            sides,
            roads,
            names: ground
                .names
                .iter()
                .map(|(hex, text)| Note { at: ground.grid.centre(*hex), text: text.clone() })
                .collect(),
        }
    }

    fn cell(self, hex: Hex) -> HexCell {
        let ground = self.ground();
        HexCell {
            number: ground.grid.number(hex).to_string(),
            at: ground.grid.centre(hex),
            look: hex_look(&ground.terrain_of(hex).key),
            level: ground.height(hex),
            fog: ground.overlay[hex.index()].is_some(),
        }
    }

    fn draw_hexside(self, hex: Hex, dir: Dir, sides: &mut Vec<HexSide>, roads: &mut Vec<HexRoad>) {
        let ground = self.ground();
        let Some(other) = ground.grid.neighbour(hex, dir) else { return };
        let side = ground.hexside(hex, dir);
        let corners = ground.grid.corners(hex);
        let [from, to] = dir.ends().map(|vertex| corners[vertex.index()]);
        let (here, there) = (ground.grid.centre(hex), ground.grid.centre(other));
        let falls = ground.height(other) < ground.height(hex);
        let way = [there[0] - here[0], there[1] - here[1]];
        let down = if falls { way } else { [-way[0], -way[1]] };
        let slope = match side.slope {
            Slope::Level => None,
            Slope::Gentle => Some(HexSideLook::GentleSlope),
            Slope::Steep => Some(HexSideLook::SteepSlope),
            Slope::DoubleSteep => Some(HexSideLook::DoubleSteepSlope),
        };
        let feature = side.feature.map(|id| side_look(&ground.row(id).key));
        sides.extend([slope, feature].into_iter().flatten().map(|look| HexSide { from, to, look, down }));
        if side.road {
            roads.push(HexRoad { from: here, to: there });
        }
    }

    fn counter(self, id: UnitId) -> Option<Body> {
        let card = self.card(id);
        let stand = self.stand(id)?;
        Some(Body {
            id: u16::from(id.0),
            key: card.key.clone(),
            name: card.name.clone(),
            side: card.side.0,
            symbol: self.symbol(id),
            at: stand.at,
            facing: stand.facing,
            parts: stand.corners.map(|corners| self.block(id, corners)).into_iter().collect(),
            badges: self.badges(id),
            strength: self.figures(id),
            standing: self.standing(id),
        })
    }

    /// How a unit stands on the map; a wreck lies where the gun stood.
    pub(crate) fn stand(self, id: UnitId) -> Option<Stand> {
        let unit = self.unit(id);
        if !unit.on_map() && !matches!(unit.place, Place::Wreck { .. }) {
            return None;
        }
        let degrees = f64::from(self.ground().grid.vertex_degrees(unit.facing));
        let column = if self.is_long_column(id) { 90.0 } else { 0.0 };
        let at = self.middle(id);
        let has_block = self.has_facing(id) || unit.other.is_some();
        Some(Stand {
            at,
            facing: (degrees + column) % 360.0,
            corners: has_block.then(|| block_corners(at, degrees, unit.other.is_some())),
        })
    }

    fn middle(self, id: UnitId) -> [f64; 2] {
        let (grid, unit) = (&self.ground().grid, self.unit(id));
        let own = grid.centre(unit.hex);
        match unit.other {
            Some(other) => {
                let far = grid.centre(other);
                [(own[0] + far[0]) / 2.0, (own[1] + far[1]) / 2.0]
            }
            None => own,
        }
    }

    fn block(self, id: UnitId, corners: [[f64; 2]; 4]) -> Part {
        let card = self.card(id);
        Part {
            corners,
            figure: match card.class {
                Class::HeavyInfantry if card.pikes => Figure::Pike,
                Class::HeavyInfantry => Figure::Shot,
                Class::LightInfantry => Figure::Skirmisher,
                Class::Cavalry => Figure::Rider,
                Class::Artillery => Figure::Gun,
                Class::Wagon => Figure::Wagon,
            },
            files: u16::from(self.strength(id).max(1)),
            figures: u16::from(self.strength(id)),
        }
    }

    fn symbol(self, id: UnitId) -> Symbol {
        let card = self.card(id);
        match card.class {
            Class::HeavyInfantry if card.pikes => Symbol::PikeAndShot,
            Class::HeavyInfantry => Symbol::Shot,
            Class::LightInfantry if card.dragoons => Symbol::Dragoons,
            Class::LightInfantry => Symbol::Skirmishers,
            Class::Cavalry if card.horse == Horse::Cuirassiers => Symbol::Cuirassiers,
            Class::Cavalry if card.horse == Horse::Croats => Symbol::LightHorse,
            Class::Cavalry => Symbol::Horse,
            Class::Artillery => Symbol::Guns,
            Class::Wagon => Symbol::Wagon,
        }
    }

    /// Strength and morale as a counter prints them, as they are now; ranges for guns.
    fn figures(self, id: UnitId) -> String {
        let card = self.card(id);
        match card.class {
            Class::Artillery => format!("{}-{}", card.grazing, card.range),
            Class::Wagon => String::new(),
            _ => format!("{}-{}", self.strength(id), self.morale(id)),
        }
    }

    fn badges(self, id: UnitId) -> Vec<Badge> {
        let (card, unit) = (self.card(id), self.unit(id));
        let mut badges = Vec::new();
        match unit.place {
            Place::Wreck { captured: true } => return vec![chips::CAPTURED.badge(Tone::Bad)],
            Place::Wreck { captured: false } => return vec![chips::DISABLED.badge(Tone::Bad)],
            _ => {}
        }
        match unit.formation {
            Formation::Normal | Formation::None => {}
            Formation::Shaken => badges.push(chips::FORMATION_SHAKEN.badge(Tone::Warning)),
            Formation::Broken => badges.push(chips::FORMATION_BROKEN.badge(Tone::Bad)),
            Formation::Hedgehog => badges.push(chips::HEDGEHOG.badge(Tone::Plain)),
            Formation::OpenOrder => badges.push(chips::OPEN_ORDER.badge(Tone::Plain)),
            Formation::Column => badges.push(chips::COLUMN.badge(Tone::Plain)),
        }
        match unit.morale {
            Morale::Normal => {}
            Morale::Shaken => badges.push(chips::MORALE_SHAKEN.badge(Tone::Warning)),
            Morale::Broken => badges.push(chips::MORALE_BROKEN.badge(Tone::Bad)),
        }
        if unit.casualties > 0 {
            badges.push(chips::CASUALTIES.with(unit.casualties, Tone::Warning));
        }
        match (card.class, unit.pistols) {
            (Class::Cavalry, 1) => badges.push(chips::ONE_PISTOL.badge(Tone::Plain)),
            (Class::Cavalry, 0) => badges.push(chips::NO_PISTOLS.badge(Tone::Warning)),
            _ => {}
        }
        for (mark, chip) in [
            (Mark::Salvo, chips::SALVO),
            (Mark::Limbered, chips::LIMBERED),
            (Mark::Fired, chips::FIRED),
            (Mark::Momentum, chips::MOMENTUM),
            (Mark::InCover, chips::COVER),
            (Mark::InterceptionDone, chips::TRIED_TO_INTERCEPT),
            (Mark::Captured, chips::CAPTURED),
        ] {
            if unit.has(mark) {
                badges.push(chip.badge(Tone::Plain));
            }
        }
        if unit.morale != Morale::Broken && !self.keeps_command(id) {
            badges.push(chips::OUT_OF_COMMAND.badge(Tone::Warning));
        }
        badges
    }

    fn standing(self, id: UnitId) -> Standing {
        let asked = match self.state.agenda.top() {
            Some(Step::Move(MoveStep::Action(unit))) => Some(unit),
            Some(Step::Move(_)) => self.state.moves.last().map(|moving| moving.unit),
            _ => None,
        };
        match self.unit(id) {
            _ if asked == Some(id) => Standing::Selected,
            unit if unit.morale == Morale::Broken => Standing::Routing,
            unit if self.is_active(id) && unit.has(Mark::Acted) => Standing::Spent,
            _ if self.is_active(id) => Standing::Ready,
            _ => Standing::Idle,
        }
    }

    fn leader_counter(self, id: LeaderId) -> Body {
        let (card, leader) = (self.leader_card(id), self.leader(id));
        let mut badges = Vec::new();
        if let Role::Wing(wing) = leader.role {
            let wing = self.wing(wing);
            badges.push(orders_chip(wing.orders).badge(Tone::Plain));
            for (on, chip) in [
                (wing.turn.finished, chips::FINISHED),
                (wing.turn.bypassed, chips::BYPASSED),
                (wing.turn.no_continue, chips::NO_CONTINUE),
            ] {
                if on {
                    badges.push(chip.badge(Tone::Warning));
                }
            }
        }
        Body {
            id: LEADERS + u16::from(id.0),
            key: card.key.clone(),
            name: card.name.clone(),
            side: card.side.0,
            symbol: if leader.role == Role::Army { Symbol::ChiefGeneral } else { Symbol::General },
            at: self.ground().grid.centre(leader.hex),
            facing: 0.0,
            parts: Vec::new(),
            badges,
            strength: card.rating.to_string(),
            standing: Standing::Idle,
        }
    }
}

fn orders_chip(orders: Orders) -> Meaning {
    match orders {
        Orders::Charge => chips::ORDERS_CHARGE,
        Orders::MakeReady => chips::ORDERS_MAKE_READY,
        Orders::ReceiveCharge => chips::ORDERS_RECEIVE_CHARGE,
        Orders::Rally => chips::ORDERS_RALLY,
    }
}

pub fn orders_name(orders: Orders) -> &'static str {
    orders_chip(orders).word
}

fn hex_look(key: &str) -> HexLook {
    match key {
        "woods" => HexLook::Woods,
        "orchard" => HexLook::Orchard,
        "marsh" => HexLook::Marsh,
        "village" | "town" => HexLook::Village,
        "chateau" | "castle" => HexLook::Chateau,
        "mounds" => HexLook::Mounds,
        "dune" => HexLook::Dunes,
        "water" => HexLook::Water,
        _ => HexLook::Clear,
    }
}

fn side_look(key: &str) -> HexSideLook {
    match key {
        "stream" => HexSideLook::Stream,
        "ford" => HexSideLook::Ford,
        "bridge" => HexSideLook::Bridge,
        "hedge" | "hedge-lined-road" => HexSideLook::Hedge,
        "ditch" => HexSideLook::Ditch,
        "wall" => HexSideLook::Wall,
        "abatis" => HexSideLook::Abatis,
        "entrenchment" => HexSideLook::Entrenchment,
        "redoubt" => HexSideLook::Redoubt,
        "pike-wagon" => HexSideLook::PikeWagons,
        "gate" => HexSideLook::Gate,
        _ => HexSideLook::Berm,
    }
}
