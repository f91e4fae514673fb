//! A battle as a scene: the map, and counters on it.

use crate::cards::{Arm, Class, LeaderId, Post, UnitId};
use crate::face::chips;
use crate::face::pointing::{leader_number, unit_number};
use crate::ground::{Feature, Slope, Terrain};
use crate::hexes::Facing;
use crate::state::{ChargeMarker, Formed, Order, Prone, Readiness};
use crate::table::Table;
use field::hexes::{Dir, Hex, HexSet, Orientation, outlines};
use kernel::Telling;
use kernel::scene::{
    Badge, Body, Field, Figure, HexCell, HexField, HexLook, HexRoad, HexSide, HexSideLook, Note, Part, Scene,
    SideStyle, Standing, Symbol, Tone, Zone,
};
use std::sync::Arc;

/// Half the side of a counter, when the middles of neighbouring hexes are 1 apart.
const HALF: f64 = 0.34;

/// A square block in a hex.
fn block(centre: [f64; 2], degrees: f64) -> [[f64; 2]; 4] {
    let (sine, cosine) = libm::sincos(degrees.to_radians());
    let corner = |right: f64, front: f64| {
        let place = [centre[0] + cosine * right + sine * front, centre[1] - sine * right + cosine * front];
        place.map(|at| (at * 1_000.0).round() / 1_000.0)
    };
    [corner(-HALF, HALF), corner(HALF, HALF), corner(HALF, -HALF), corner(-HALF, -HALF)]
}

impl Table<'_> {
    pub(crate) fn scene(self) -> Scene {
        let mut bodies: Vec<Body> = self.on_map().map(|id| self.counter(id)).collect();
        let leaders = self.all_leaders().filter(|&id| self.leader(id).on_map());
        bodies.extend(leaders.map(|id| self.leader_counter(id)));
        let style = |side: &crate::cards::SideCard| SideStyle { name: side.name.clone(), colour: side.colour.clone() };
        Scene {
            title: self.rules.info.title.clone(),
            subtitle: self.rules.clock(self.state).to_string(),
            field: Field::Hexes(Arc::clone(self.rules.drawn.get_or_init(|| Arc::new(self.map())))),
            sides: self.rules.sides.iter().map(style).collect(),
            bodies,
            zones: self.scoring_ground(),
            notes: self
                .state
                .fires
                .iter()
                .map(|&hex| Note { at: self.grid().centre(hex), text: "fire".into() })
                .collect(),
        }
    }

    /// The ground that is worth points, with who holds it.
    fn scoring_ground(self) -> Vec<Zone> {
        let held = self.rules.victory.places.iter().zip(&self.state.held);
        let zones = held.flat_map(|(place, holder)| {
            let hexes = HexSet::of(self.grid(), place.hexes.iter().copied());
            let whose = holder.map_or("nobody's", |side| self.rules.sides[side.ix()].name.as_str());
            let worth = place.points.into_iter().max().unwrap_or(0);
            let name = format!("{} ({worth} points): {whose}", place.name);
            let zone = move |outline| Zone { name: name.clone(), side: holder.map(|side| side.0), outline, fire: None };
            outlines(self.grid(), &hexes).into_iter().map(zone)
        });
        zones.collect()
    }

    fn map(self) -> HexField {
        let ground = self.ground();
        let [width, height] = ground.grid.size();
        let (mut sides, mut roads) = (Vec::new(), Vec::new());
        for hex in ground.grid.hexes() {
            // Each hexside once: from the hex it lies clockwise of.
            for dir in [Dir::D0, Dir::D1, Dir::D2] {
                self.draw_hexside(hex, dir, &mut sides, &mut roads);
            }
        }
        let cell = |hex: Hex| HexCell {
            number: self.hex_name(hex),
            at: ground.grid.centre(hex),
            look: look(ground.at(hex)),
            level: ground.level(hex),
            fog: false,
        };
        HexField {
            width,
            height,
            pointy_top: ground.grid.orientation() == Orientation::PointyTop,
            yards: ground.yards,
            cells: ground.grid.hexes().map(cell).collect(),
            sides,
            roads,
            names: ground
                .names
                .iter()
                .map(|(hex, text)| Note { at: ground.grid.centre(*hex), text: text.clone() })
                .collect(),
        }
    }

    fn draw_hexside(self, hex: Hex, dir: Dir, sides: &mut Vec<HexSide>, roads: &mut Vec<HexRoad>) {
        let ground = self.ground();
        let Some(other) = ground.grid.neighbour(hex, dir) else { return };
        let side = ground.hexside(hex, dir);
        let corners = ground.grid.corners(hex);
        let [from, to] = dir.ends().map(|vertex| corners[vertex.index()]);
        let (here, there) = (ground.grid.centre(hex), ground.grid.centre(other));
        let way = [there[0] - here[0], there[1] - here[1]];
        let down = if ground.level(other) < ground.level(hex) { way } else { [-way[0], -way[1]] };
        let slope = match side.slope {
            Slope::Level => None,
            Slope::Normal => Some(HexSideLook::GentleSlope),
            Slope::Severe => Some(HexSideLook::SteepSlope),
        };
        let feature = side.feature.map(|feature| match feature {
            Feature::Stream | Feature::River => HexSideLook::Stream,
            Feature::Ford => HexSideLook::Ford,
            Feature::Bridge => HexSideLook::Bridge,
            Feature::Hedge => HexSideLook::Hedge,
            Feature::Wall => HexSideLook::Wall,
            Feature::Gate => HexSideLook::Gate,
        });
        sides.extend([slope, feature].into_iter().flatten().map(|look| HexSide { from, to, look, down }));
        if side.road || side.trail {
            roads.push(HexRoad { from: here, to: there });
        }
    }

    fn counter(self, id: UnitId) -> Body {
        let (card, unit) = (self.card(id), self.unit(id));
        let centres: Vec<[f64; 2]> = unit.hexes.iter().map(|hex| self.grid().centre(hex)).collect();
        let count = centres.len() as f64;
        let at = [0, 1].map(|axis| centres.iter().map(|centre| centre[axis]).sum::<f64>() / count);
        let facing = match unit.facing {
            Facing::Side(dir) => f64::from(self.grid().dir_degrees(dir)),
            Facing::Corner(vertex) => f64::from(self.grid().vertex_degrees(vertex)),
            Facing::Round => 0.0,
        };
        let figures = u16::from(card.increments).div_ceil(centres.len() as u16);
        let part = |&centre: &[f64; 2]| Part {
            corners: block(centre, facing),
            figure: match card.arm {
                Arm::Infantry if unit.formed == Formed::Skirmish => Figure::Skirmisher,
                Arm::Infantry => Figure::Shot,
                Arm::Cavalry => Figure::Rider,
                Arm::Artillery => Figure::Gun,
                Arm::Wagon => Figure::Wagon,
            },
            files: figures,
            figures,
        };
        Body {
            id: unit_number(id),
            key: card.key.clone(),
            name: card.name.clone(),
            side: card.side.0,
            symbol: self.symbol(id),
            at,
            facing,
            parts: centres.iter().map(part).collect(),
            badges: self.badges(id),
            strength: format!("{}-{}", card.increments, card.movement),
            standing: if unit.order == Order::Pgd { Standing::Routing } else { Standing::Idle },
        }
    }

    fn symbol(self, id: UnitId) -> Symbol {
        let card = self.card(id);
        match card.arm {
            Arm::Infantry if card.class == Class::Light || card.rifles => Symbol::Skirmishers,
            Arm::Infantry => Symbol::Shot,
            Arm::Cavalry if card.lancers => Symbol::Lancers,
            Arm::Cavalry if card.is_light_cavalry() => Symbol::LightHorse,
            Arm::Cavalry if card.armored => Symbol::Cuirassiers,
            Arm::Cavalry => Symbol::Horse,
            Arm::Artillery => Symbol::Guns,
            Arm::Wagon => Symbol::Wagon,
        }
    }

    fn badges(self, id: UnitId) -> Vec<Badge> {
        let (card, unit) = (self.card(id), self.unit(id));
        let mut badges = Vec::new();
        match unit.order {
            Order::Good => {}
            Order::Disorder => badges.push(chips::DISORDER.badge(Tone::Warning)),
            Order::Pgd => badges.push(chips::PGD.badge(Tone::Bad)),
        }
        let formed = match unit.formed {
            Formed::Column | Formed::Companies => Some(chips::COLUMN),
            Formed::Line => Some(chips::LINE),
            Formed::Square => Some(chips::SQUARE),
            Formed::Skirmish => Some(chips::SKIRMISH),
            Formed::GeneralOrder => Some(chips::GENERAL_ORDER),
            Formed::RoadColumn => Some(chips::ROAD_COLUMN),
            Formed::Battery | Formed::None => None,
        };
        badges.extend(formed.map(|chip| chip.badge(Tone::Plain)));
        if card.arm == Arm::Artillery && unit.limbered {
            badges.push(chips::LIMBERED.badge(Tone::Plain));
        }
        match unit.readiness {
            Readiness::Ready => {}
            Readiness::Tired => badges.push(chips::TIRED.badge(Tone::Warning)),
            Readiness::Exhausted => badges.push(chips::EXHAUSTED.badge(Tone::Bad)),
        }
        match unit.charge {
            ChargeMarker::None => {}
            ChargeMarker::Declared => badges.push(chips::CHARGE.badge(Tone::Plain)),
            ChargeMarker::Spent => badges.push(chips::HAS_CHARGED.badge(Tone::Plain)),
        }
        if unit.prone == Prone::Prone {
            badges.push(chips::PRONE.badge(Tone::Plain));
        }
        if unit.wrecked {
            badges.push(chips::WRECKED.badge(Tone::Bad));
        }
        if unit.losses > 0 {
            badges.push(chips::LOSSES.with(unit.losses, Tone::Warning));
        }
        badges
    }

    fn leader_counter(self, id: LeaderId) -> Body {
        let (card, him) = (self.leader_card(id), self.leader(id));
        let mut badges = Vec::new();
        if him.activated {
            badges.push(chips::ACTIVATED.badge(Tone::Plain));
        }
        if him.turn.moved {
            badges.push(chips::MOVED.badge(Tone::Plain));
        }
        if self.state.mus.iter().flatten().any(|mu| mu.leader == id && !mu.resolved) {
            badges.push(chips::MANEUVERS.badge(Tone::Plain));
        }
        let chief = match him.post {
            Post::Monarch => true,
            Post::Leads(formation) => self.formation_card(formation).over.is_none(),
            _ => false,
        };
        Body {
            id: leader_number(id),
            key: card.key.clone(),
            name: card.name.clone(),
            side: card.side.0,
            symbol: if chief { Symbol::ChiefGeneral } else { Symbol::General },
            at: self.grid().centre(him.hex),
            facing: 0.0,
            parts: Vec::new(),
            badges,
            strength: card.movement.to_string(),
            standing: Standing::Idle,
        }
    }
}

const fn look(terrain: Terrain) -> HexLook {
    match terrain {
        Terrain::Clear | Terrain::SunkenRoad => HexLook::Clear,
        Terrain::Cultivated => HexLook::Crops,
        Terrain::Orchard => HexLook::Orchard,
        Terrain::Rough => HexLook::Rough,
        Terrain::Farmettes | Terrain::Village | Terrain::Town => HexLook::Village,
        Terrain::Woods | Terrain::Thicket => HexLook::Woods,
        Terrain::Marsh => HexLook::Marsh,
        Terrain::Structure => HexLook::Chateau,
        Terrain::Redoubt => HexLook::Mounds,
    }
}
