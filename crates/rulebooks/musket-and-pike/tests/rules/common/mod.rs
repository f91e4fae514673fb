//! A battle put together in a few lines.
//!
//! The board is 24 by 24 hexes of clear, level ground, pointy-top: units face `n`, `ne`, `se`, `s`, `sw`, `nw` (corners), and go `ne`, `e`, `se`,
//! `sw`, `w`, `nw` (hexsides). The first side falls back to the south, the second to the north. Each side has two Wings,
//! `a1`, `a2` and `b1`, `b2`, under Charge Orders, with a leader of rating 0 each, who stands nowhere until he is put
//! somewhere.
#![allow(dead_code)]

use field::hexes::{Dir, Grid, Hex, MapEdge, Orientation, Plan, Shoved, Vertex};
use kernel::notation::Kind;
use kernel::{Ledger, Reaction, Rulebook, Scripted, Seat, SeatCard, Side};
use musket_and_pike::cards::{
    Class, GunClass, Horse, LeaderCard, LeaderId, Role, UnitCard, UnitId, UnitSet, WingCard, WingId,
};
use musket_and_pike::charts::{Series, read};
use musket_and_pike::ground::{HexGround, Slope};
use musket_and_pike::state::{
    Activation, Deeds, Formation, How, Leader, LeaderPlace, Mark, Marks, Morale, Orders, Phase, Place, Slot, State,
    Unit, Value, Wing, WingTurn,
};
use musket_and_pike::table::{Play, Table};
use musket_and_pike::victory::{PointValues, Victory};
use musket_and_pike::{MusketAndPike, Options, SideCard};

pub const A: Side = Side::FIRST;
pub const B: Side = Side::SECOND;
pub const A1: WingId = WingId(0);
pub const A2: WingId = WingId(1);
pub const B1: WingId = WingId(2);
pub const B2: WingId = WingId(3);

/// A unit to be.
#[derive(Clone)]
pub struct Piece {
    pub card: UnitCard,
    pub unit: Unit,
    at: Option<(String, String)>,
}

fn piece(key: &str, wing: WingId, class: Class) -> Piece {
    let side = if wing.0 < 2 { A } else { B };
    let slot = if matches!(class, Class::Artillery | Class::Wagon) { Slot::Gun } else { Slot::Body };
    Piece {
        card: UnitCard {
            key: key.into(),
            name: key.into(),
            side,
            wing,
            seat: Seat(side.0),
            class,
            two_hex: false,
            pikes: class == Class::HeavyInfantry,
            regimental_guns: false,
            swedish: false,
            salvo: class == Class::HeavyInfantry,
            dragoons: false,
            horse: Horse::Cuirassiers,
            dismounted: false,
            gun: GunClass::Medium,
            double: false,
            grazing: 4,
            range: 14,
            strength: 0,
            morale: 6,
            threshold: None,
            may_move: false,
        },
        unit: Unit {
            place: Place::Expected,
            slot,
            hex: Hex::new(0),
            other: None,
            facing: Vertex::V0,
            formation: Formation::Normal,
            morale: Morale::Normal,
            casualties: 0,
            pistols: if class == Class::Cavalry { 2 } else { 0 },
            with: None,
            marks: Marks::default(),
        },
        at: None,
    }
}

/// One-hex Heavy Infantry with pikes.
pub fn heavy(key: &str, wing: WingId) -> Piece {
    piece(key, wing, Class::HeavyInfantry).strength(10)
}

/// Two-hex Heavy Infantry; its place is that of the left half.
pub fn double_heavy(key: &str, wing: WingId) -> Piece {
    let mut piece = heavy(key, wing);
    piece.card.two_hex = true;
    piece
}

pub fn light(key: &str, wing: WingId) -> Piece {
    piece(key, wing, Class::LightInfantry).strength(2)
}

/// Cuirassiers.
pub fn cavalry(key: &str, wing: WingId) -> Piece {
    piece(key, wing, Class::Cavalry).strength(4)
}

pub fn croats(key: &str, wing: WingId) -> Piece {
    let mut piece = cavalry(key, wing);
    piece.card.horse = Horse::Croats;
    piece
}

pub fn gun(key: &str, wing: WingId) -> Piece {
    piece(key, wing, Class::Artillery)
}

pub fn wagon(key: &str, wing: WingId) -> Piece {
    piece(key, wing, Class::Wagon)
}

impl Piece {
    pub fn strength(mut self, strength: u8) -> Piece {
        self.card.strength = strength;
        self
    }

    pub fn morale(mut self, morale: u8) -> Piece {
        self.card.morale = morale;
        self
    }

    pub fn at(mut self, hex: &str, facing: &str) -> Piece {
        self.at = Some((hex.into(), facing.into()));
        self
    }

    pub fn formation(mut self, formation: Formation) -> Piece {
        self.unit.formation = formation;
        self
    }

    pub fn state(mut self, morale: Morale) -> Piece {
        self.unit.morale = morale;
        if morale == Morale::Broken
            && matches!(self.card.class, Class::HeavyInfantry | Class::LightInfantry | Class::Cavalry)
        {
            self.unit.formation = Formation::None;
        }
        self
    }

    pub fn casualties(mut self, casualties: u8) -> Piece {
        self.unit.casualties = casualties;
        self
    }

    pub fn pistols(mut self, pistols: u8) -> Piece {
        self.unit.pistols = pistols;
        self
    }

    pub fn mark(mut self, mark: Mark) -> Piece {
        self.unit.marks.set(mark, true);
        self
    }

    pub fn card(mut self, change: impl FnOnce(&mut UnitCard)) -> Piece {
        change(&mut self.card);
        self
    }
}

/// The battle while it is put together.
pub struct Board {
    pub rules: MusketAndPike,
    units: Vec<Unit>,
    leaders: Vec<Leader>,
    wings: Vec<Wing>,
    pub turn: u8,
}

pub fn board() -> Board {
    let grid = Grid::new(Plan::new(24, 24, Orientation::PointyTop, Shoved::Even)).unwrap();
    let (_, charts) = read(&[], Series::CivilWar).unwrap_or_else(|faults| panic!("{faults}"));
    let mut ground = HexGround::clear(grid, charts.terrain.clone());
    for (side, edge) in [(A, MapEdge::South), (B, MapEdge::North)] {
        let hexes = ground.grid.edge_hexes(edge).collect();
        ground.set_friendly(side, hexes);
    }
    let side = |name: &str| SideCard { name: name.into(), colour: "#336699".into(), successor: None };
    let seat = |key: &str, side| SeatCard { key: key.into(), name: key.into(), side };
    let rules = MusketAndPike {
        drawn: Default::default(),
        info: scenario::Header::default(),
        options: Options::default(),
        charts,
        ground,
        sides: [side("A"), side("B")],
        seats: vec![seat("a", A), seat("b", B)],
        chiefs: [Seat(0), Seat(1)],
        units: Vec::new(),
        by_side: [Vec::new(), Vec::new()],
        leaders: Vec::new(),
        wings: Vec::new(),
        turns: 6,
        victory: Victory { positive: A, levels: Vec::new(), points: PointValues::default() },
        start: State::new(Value::empty()),
    };
    let mut board = Board { rules, units: Vec::new(), leaders: Vec::new(), wings: Vec::new(), turn: 1 };
    for (key, side) in [("a1", A), ("a2", A), ("b1", B), ("b2", B)] {
        board.add_wing(key, side, Orders::Charge);
    }
    board
}

impl Board {
    pub fn hex(&self, number: &str) -> Hex {
        self.rules.ground.grid.parse(number).unwrap()
    }

    pub fn dir(&self, name: &str) -> Dir {
        self.rules.ground.grid.dir_named(name).unwrap()
    }

    pub fn vertex(&self, name: &str) -> Vertex {
        self.rules.ground.grid.vertex_named(name).unwrap()
    }

    /// One more Wing, with a Wing Commander of rating 0 and a generic leader, neither on the map.
    pub fn add_wing(&mut self, key: &str, side: Side, orders: Orders) -> WingId {
        let wing = WingId(self.wings.len() as u8);
        let leader = self.add_leader(&format!("{key}-wc"), side, Role::Wing(wing), 0);
        let generic = self.add_leader(&format!("{key}-generic"), side, Role::Wing(wing), 0);
        self.rules.leaders[generic.ix()].generic = true;
        self.rules.wings.push(WingCard {
            key: key.into(),
            name: key.into(),
            side,
            seat: Seat(side.0),
            cavalry_wing: true,
            historical: orders,
            replacement: None,
            generic,
            arrives: None,
            units: UnitSet::EMPTY,
        });
        self.wings.push(Wing { orders, leader: Some(leader), turn: WingTurn::default(), chosen: None });
        wing
    }

    pub fn add_leader(&mut self, key: &str, side: Side, role: Role, rating: i8) -> LeaderId {
        let id = LeaderId(self.leaders.len() as u8);
        self.rules.leaders.push(LeaderCard {
            key: key.into(),
            name: key.into(),
            side,
            seat: Seat(side.0),
            role,
            rating,
            generic: false,
            points: None,
        });
        self.leaders.push(Leader { place: LeaderPlace::Aside, hex: Hex::new(0), role, deeds: Deeds::default() });
        id
    }

    /// Puts the Wing Commander on a hex, with a rating.
    pub fn commander(&mut self, wing: WingId, rating: i8, hex: &str) -> LeaderId {
        let id = self.wings[wing.ix()].leader.unwrap();
        self.rules.leaders[id.ix()].rating = rating;
        self.place_leader(id, hex);
        id
    }

    /// An Army Commander on a hex.
    pub fn army_commander(&mut self, side: Side, rating: i8, hex: &str) -> LeaderId {
        let id = self.add_leader(if side == A { "a-ac" } else { "b-ac" }, side, Role::Army, rating);
        self.place_leader(id, hex);
        id
    }

    pub fn place_leader(&mut self, id: LeaderId, hex: &str) {
        let hex = self.hex(hex);
        self.leaders[id.ix()].hex = hex;
        self.leaders[id.ix()].place = LeaderPlace::Map;
    }

    pub fn orders(&mut self, wing: WingId, orders: Orders) {
        self.wings[wing.ix()].orders = orders;
        self.rules.wings[wing.ix()].historical = orders;
    }

    pub fn unit(&mut self, piece: Piece) -> UnitId {
        let id = UnitId(self.units.len() as u8);
        let Piece { mut card, mut unit, at } = piece;
        card.threshold = match (card.class, card.strength, card.morale) {
            (Class::Artillery | Class::Wagon, ..) => None,
            (_, strength, morale) => self.rules.charts.threshold[usize::from(strength)][usize::from(morale) - 4],
        };
        if let Some((hex, facing)) = at {
            unit.place = Place::Map;
            unit.hex = self.hex(&hex);
            unit.facing = self.vertex(&facing);
            if card.two_hex {
                let right = unit.facing.aside(field::hexes::Hand::Right);
                unit.other = self.rules.ground.grid.neighbour(unit.hex, right);
            }
        }
        self.rules.wings[card.wing.ix()].units.insert(id);
        if card.class == Class::HeavyInfantry {
            self.rules.wings[card.wing.ix()].cavalry_wing = false;
        }
        self.rules.by_side[card.side.ix()].push(id);
        self.rules.units.push(card);
        self.units.push(unit);
        id
    }

    /// Light Infantry stacked with cavalry (MP 8.2.1a).
    pub fn together(&mut self, horse: UnitId, foot: UnitId) {
        self.units[horse.ix()].with = Some(foot);
        self.units[foot.ix()].with = Some(horse);
        self.units[foot.ix()].slot = Slot::Under;
    }

    /// A wagon that begins in the enemy's hands (MP 14.1d).
    pub fn captured(&mut self, wagon: UnitId) {
        let unit = &mut self.units[wagon.ix()];
        unit.place = Place::Wreck { captured: true };
        unit.marks.set(Mark::Captured, true);
    }

    pub fn terrain(&mut self, hex: &str, key: &str) {
        let hex = self.hex(hex);
        self.rules.ground.terrain[hex.index()] = self.rules.ground.find(key).unwrap();
    }

    pub fn hexside(&mut self, hex: &str, dir: &str, key: &str) {
        let (hex, dir, id) = (self.hex(hex), self.dir(dir), self.rules.ground.find(key).unwrap());
        self.rules.ground.set_hexside(hex, dir, |side| side.feature = Some(id));
    }

    pub fn height(&mut self, hex: &str, height: u8) {
        let hex = self.hex(hex);
        self.rules.ground.heights[hex.index()] = height;
    }

    pub fn slope(&mut self, hex: &str, dir: &str, slope: Slope) {
        let (hex, dir) = (self.hex(hex), self.dir(dir));
        self.rules.ground.set_hexside(hex, dir, |side| side.slope = slope);
    }

    pub fn road(&mut self, hex: &str, dir: &str) {
        let (hex, dir) = (self.hex(hex), self.dir(dir));
        self.rules.ground.set_hexside(hex, dir, |side| side.road = true);
    }

    pub fn open(self) -> Game {
        let mut value = Value::empty();
        value.phase = Phase::Activation;
        value.turn = self.turn;
        value.units = self.units.into_iter().collect();
        value.leaders = self.leaders.into_iter().collect();
        value.wings = self.wings.into_iter().collect();
        let state = State::new(value);
        Game { rules: MusketAndPike { start: state.clone(), ..self.rules }, state, ledger: Ledger::default() }
    }
}

/// The battle being tested.
pub struct Game {
    pub rules: MusketAndPike,
    pub state: State,
    pub ledger: Ledger,
}

impl Game {
    pub fn table(&self) -> Table<'_> {
        Table { rules: &self.rules, state: &self.state }
    }

    pub fn hex(&self, number: &str) -> Hex {
        self.rules.ground.grid.parse(number).unwrap()
    }

    pub fn dir(&self, name: &str) -> Dir {
        self.rules.ground.grid.dir_named(name).unwrap()
    }

    pub fn vertex(&self, name: &str) -> Vertex {
        self.rules.ground.grid.vertex_named(name).unwrap()
    }

    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.state.units[id.ix()]
    }

    /// Makes a Wing the active one, without asking anybody.
    pub fn activate(&mut self, wing: WingId) {
        let side = self.rules.wings[wing.ix()].side;
        self.state.activation = Some(Activation::new(wing, side, How::Normal));
    }

    /// Does something with the dice given (0 to 9, as they are read); dice left over, or too few, fail the test.
    pub fn with<T>(&mut self, dice: &[u8], act: impl FnOnce(&mut Play<'_, Ledger>) -> T) -> T {
        let mut scripted =
            Scripted::new(dice.iter().map(|&face| if face == 0 { 10 } else { face }).collect::<Vec<_>>());
        let mut play =
            Play { rules: &self.rules, state: &mut self.state, dice: &mut scripted, listener: &mut self.ledger };
        let result = act(&mut play);
        scripted.finish().unwrap();
        result
    }

    /// Works the agenda to the next question.
    pub fn advance(&mut self, dice: &[u8]) {
        self.with(dice, |play| play.advance());
    }

    /// The seat that is asked now.
    pub fn asked(&self) -> Option<Seat> {
        self.state.asked.first()
    }

    /// Whether what is asked now interrupts the other side.
    pub fn reaction(&self) -> Reaction {
        self.rules.ask(&self.state, self.asked().unwrap(), &mut Vec::new()).reaction
    }

    /// What was told so far, as text.
    pub fn told(&self) -> String {
        self.ledger.entries.iter().map(|entry| entry.to_text()).collect::<Vec<_>>().join("\n")
    }
}

/// What the journal's notation reads.
pub fn read_as<K: Kind<MusketAndPike>>(rules: &MusketAndPike, text: &str) -> Result<K::Value, String> {
    kernel::notation::read::<K, _>(rules, text)
}

/// A choice is read as it is written.
pub fn written_and_read<K>(rules: &MusketAndPike, choice: K)
where
    K: Kind<MusketAndPike, Value = K> + PartialEq + std::fmt::Debug,
{
    let text = kernel::notation::write::<K, _>(rules, &choice);
    assert_eq!(read_as::<K>(rules, &text), Ok(choice), "{text}");
}
