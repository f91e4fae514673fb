//! Ground and formations: Movement (C5), Terrain Effects (C6), Stacking (C7) and its violations (C8), Formations (C27).

use super::figures::{self, Cost};
use super::keys::{FormationRow, Hexside, Mover, Surcharge, Terrain, UnitSize, Way, keys};
use scenario::charts::{Reader, Row};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroundCharts {
    /// C5.
    entering: [[Cost; Mover::COUNT]; Terrain::COUNT],
    along: [[Cost; Mover::COUNT]; Way::COUNT],
    crossing: [[Cost; Mover::COUNT]; Hexside::COUNT],
    surcharge: [[Cost; Mover::COUNT]; Surcharge::COUNT],
    /// C6.
    terrain: [TerrainEffects; Terrain::COUNT],
    hexside: [HexsideEffects; Hexside::COUNT],
    bridge: HexsideEffects,
    /// C7.
    stacking: [StackingRow; Terrain::COUNT],
    stacking_in: [StackingRow; StackingIn::COUNT],
    /// What an Increment of artillery counts among infantry (11.1.1.1).
    pub artillery_increment: u8,
    /// Counters in a hex of Road Column (12.8.2).
    pub road_column_counters: u8,
    /// C8.
    violations: [[ViolationEffect; 2]; Violation::COUNT],
    /// C27.
    formations: [FormationEffects; FormationRow::COUNT],
    pub formation_figures: FormationFigures,
}

/// A terrain of C6. Several in a hex: General Order if any asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerrainEffects {
    /// Formed units pass into General Order.
    pub general_order: bool,
    /// Column, Line, Square and Column of Companies may stand in it.
    pub formed: bool,
    /// A Line in it has no flanks (12.6.6.1).
    pub no_flanks: bool,
    pub blocks: bool,
    pub hides_prone: bool,
    /// Half levels above the hex's own; counts where it blocks.
    pub height_halves: i8,
    pub ends_ricochet: bool,
    /// Units may go Prone in it (12.13.2).
    pub prone: bool,
    pub charge: ChargeEntry,
    /// It can be set on fire (18.15.5).
    pub burns: bool,
}

/// A hexside of C6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HexsideEffects {
    /// By the levels on either side of it (14.2a).
    pub blocks_by_height: bool,
    pub hides_prone: bool,
    pub height_halves: i8,
    pub ricochet: Ricochet,
    pub charge: ChargeEntry,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ricochet {
    GoesOn,
    Ends,
    EndsUphill,
    /// And a hex below the slope lies in shadow (18.9.2).
    EndsUphillShadowDownhill,
}

/// Whether a charge may enter a hex or cross a hexside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChargeEntry {
    Free,
    /// It may come in, not through (19.2.3).
    NotThrough,
    /// It ends there (19.2.4).
    Ends,
    Prohibited,
    FromTheRear,
    /// It may, but has no straight run at a point a hex (19.14.4).
    NoRun,
}

/// How much may stand in a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackLimit {
    /// So many Increments, or one unit of that size whatever its strength.
    UpTo {
        increments: u8,
        or_one: Option<UnitSize>,
    },
    Prohibited,
    /// The chart does not speak of it.
    Unsaid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StackingRow {
    pub infantry: StackLimit,
    pub cavalry: StackLimit,
    pub artillery: StackLimit,
    /// Artillery counted as many times over as the figures say.
    pub infantry_with_artillery: StackLimit,
}

keys! {
    /// Formations with a line of their own in the Stacking Chart.
    StackingIn {
        Skirmish = "skirmish",
        RoadColumn = "road-column",
        ColumnOfCompanies = "column-of-companies",
        Prone = "prone",
    }
}

keys! {
    /// Rows of the Stacking Violation Results.
    Violation {
        /// A PGD unit routs through or stops.
        RoutedThrough = "routed-through",
        /// Recoil or Bounce over others than a Square.
        PassedOver = "passed-over",
        /// Friends in Recoil or Bounce over a Square.
        OverASquare = "over-a-square",
        /// Cavalry rides over a Square beyond the limit.
        RidingOverASquare = "riding-over-a-square",
        ArmsMixed = "arms-mixed",
        LimitExceeded = "limit-exceeded",
        WagonRoutedOver = "wagon-routed-over",
        /// Others come to a PGD unit involuntarily.
        RestingInPgd = "resting-in-pgd",
        /// The limit is still broken after the checks.
        StillTooMany = "still-too-many",
        /// Good Order and Disorder, by choice.
        OrdersMixed = "orders-mixed",
        Skirmishers = "skirmishers",
    }
}

/// What a violation does to a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ViolationEffect {
    Nothing,
    /// A Morale Check with that modifier.
    Check(i8),
    Routs,
    Disordered,
    /// The worst order goes, else who came last (11.1.5).
    Displaced,
}

/// Who takes a formation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Who {
    Infantry,
    Cavalry,
    Artillery,
    All,
    /// All but unlimbered artillery.
    NotUnlimbered,
}

/// How a formation fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FormationFire {
    Printed,
    HalfPrinted,
    Multiple,
    /// The sum by multiples in three parts.
    Third,
    SkirmishAttack,
    /// By range (18.7).
    Artillery,
    None,
}

/// How a formation moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FormationMove {
    Terrain,
    /// Half its Movement Potential.
    Half,
    RoadRate,
    /// Half as far again, in Rout.
    Rout,
    Prolong,
    None,
}

/// A row of C27; no figure where the chart has a dash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormationEffects {
    pub who: Who,
    /// Increments that fill a hex of it.
    pub per_hex: Option<u8>,
    pub most_hexes: Option<u8>,
    /// The fewest Increments that can take it.
    pub least: Option<u8>,
    /// Whole Movement Points to take it: infantry, cavalry, artillery. None is not by choice.
    pub cost: [Option<u8>; 3],
    pub fire: FormationFire,
    pub moves: FormationMove,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormationFigures {
    /// Increments of infantry that a Line of two hexes needs (12.6.1).
    pub two_hex_line: u8,
    /// Movement Points of a quarter-wheel (12.3.7).
    pub quarter_wheel: u8,
    /// Increments of artillery in a hex of Road Column (12.8.2).
    pub road_column_artillery: u8,
}

impl GroundCharts {
    /// Points to enter a hex (C5). Several terrains in it: the dearest.
    pub fn entering(&self, terrain: Terrain, mover: Mover) -> Cost {
        self.entering[terrain.ix()][mover.ix()]
    }

    /// Points along a road or trail or over a bridge, in place of all other ground (C5, 12.8.3).
    pub fn along(&self, way: Way, mover: Mover) -> Cost {
        self.along[way.ix()][mover.ix()]
    }

    /// Points added for a hexside (C5).
    pub fn crossing(&self, hexside: Hexside, mover: Mover) -> Cost {
        self.crossing[hexside.ix()][mover.ix()]
    }

    /// Points added for an enemy's Skirmish Zone or for the formation (C5).
    pub fn surcharge(&self, surcharge: Surcharge, mover: Mover) -> Cost {
        self.surcharge[surcharge.ix()][mover.ix()]
    }

    /// C6.
    pub fn terrain(&self, terrain: Terrain) -> &TerrainEffects {
        &self.terrain[terrain.ix()]
    }

    pub fn hexside(&self, hexside: Hexside) -> &HexsideEffects {
        &self.hexside[hexside.ix()]
    }

    /// No formed unit crosses one but in Road Column.
    pub fn bridge(&self) -> &HexsideEffects {
        &self.bridge
    }

    /// How much may stand in a hex (C7).
    pub fn stacking(&self, terrain: Terrain) -> &StackingRow {
        &self.stacking[terrain.ix()]
    }

    /// How much may stand in a hex in a formation that has its own line (C7).
    pub fn stacking_in(&self, formation: StackingIn) -> &StackingRow {
        &self.stacking_in[formation.ix()]
    }

    /// What happens to those who were there (C8).
    pub fn to_those_there(&self, violation: Violation) -> ViolationEffect {
        self.violations[violation.ix()][0]
    }

    /// What happens to those who come or pass (C8).
    pub fn to_those_coming(&self, violation: Violation) -> ViolationEffect {
        self.violations[violation.ix()][1]
    }

    /// C27.
    pub fn formation(&self, formation: FormationRow) -> &FormationEffects {
        &self.formations[formation.ix()]
    }
}

pub(super) fn read(reader: &mut Reader<'_>) -> GroundCharts {
    let free = [Cost::Halves(0); Mover::COUNT];
    let costs = |reader: &mut Reader<'_>, row: &Row| reader.cells(row, figures::cost);
    let bridge = reader.row("C6", "bridge").map_or(NO_HEXSIDE, |row| {
        figures::dash(reader, row, 0);
        reader.word(row, 1, &[("no", ())], ());
        crossing(reader, row)
    });
    GroundCharts {
        entering: reader.keyed("C5", Terrain::KEYS, free, costs),
        along: reader.keyed("C5", Way::KEYS, free, costs),
        crossing: reader.keyed("C5", Hexside::KEYS, free, costs),
        surcharge: reader.keyed("C5", Surcharge::KEYS, free, |reader, row| reader.cells(row, figures::surcharge)),
        terrain: reader.keyed("C6", Terrain::KEYS, NO_TERRAIN, terrain),
        hexside: reader.keyed("C6", Hexside::KEYS, NO_HEXSIDE, |reader, row| {
            figures::dash(reader, row, 0);
            figures::dash(reader, row, 1);
            crossing(reader, row)
        }),
        bridge,
        stacking: reader.keyed("C7", Terrain::KEYS, NO_STACKING, stacking),
        stacking_in: reader.keyed("C7", StackingIn::KEYS, NO_STACKING, stacking),
        artillery_increment: figures::figure(reader, "C7b", "artillery-increment", 1..=30),
        road_column_counters: figures::figure(reader, "C7b", "road-column-counters", 1..=8),
        violations: reader
            .keyed("C8", Violation::KEYS, [ViolationEffect::Nothing; 2], |reader, row| reader.cells(row, violation)),
        formations: reader.keyed("C27", FormationRow::KEYS, NO_FORMATION, formation),
        formation_figures: FormationFigures {
            two_hex_line: figures::figure(reader, "C27b", "two-hex-line", 1..=30),
            quarter_wheel: figures::figure(reader, "C27b", "quarter-wheel", 0..=12),
            road_column_artillery: figures::figure(reader, "C27b", "road-column-artillery", 1..=8),
        },
    }
}

const NO_TERRAIN: TerrainEffects = TerrainEffects {
    general_order: false,
    formed: true,
    no_flanks: false,
    blocks: false,
    hides_prone: false,
    height_halves: 0,
    ends_ricochet: false,
    prone: false,
    charge: ChargeEntry::Free,
    burns: false,
};

const NO_HEXSIDE: HexsideEffects = HexsideEffects {
    blocks_by_height: false,
    hides_prone: false,
    height_halves: 0,
    ricochet: Ricochet::GoesOn,
    charge: ChargeEntry::Free,
};

const NO_STACKING: StackingRow = StackingRow {
    infantry: StackLimit::Unsaid,
    cavalry: StackLimit::Unsaid,
    artillery: StackLimit::Unsaid,
    infantry_with_artillery: StackLimit::Unsaid,
};

const NO_FORMATION: FormationEffects = FormationEffects {
    who: Who::All,
    per_hex: None,
    most_hexes: None,
    least: None,
    cost: [None; 3],
    fire: FormationFire::None,
    moves: FormationMove::None,
};

const HEIGHTS: &[(&str, i8)] = &[("0", 0), ("1/2", 1), ("1", 2), ("2", 4), ("-1/2", -1), ("-1", -2)];

const CHARGES: &[(&str, ChargeEntry)] = &[
    ("yes", ChargeEntry::Free),
    ("not through", ChargeEntry::NotThrough),
    ("ends", ChargeEntry::Ends),
    ("no", ChargeEntry::Prohibited),
    ("from the rear", ChargeEntry::FromTheRear),
    ("no run", ChargeEntry::NoRun),
];

fn terrain(reader: &mut Reader<'_>, row: &Row) -> TerrainEffects {
    TerrainEffects {
        general_order: reader.yes(row, 0),
        formed: reader.yes(row, 1),
        no_flanks: reader.yes(row, 2),
        blocks: reader.yes(row, 3),
        hides_prone: reader.yes(row, 4),
        height_halves: reader.word(row, 5, HEIGHTS, 0),
        ends_ricochet: reader.word(row, 6, &[("on", false), ("ends", true)], false),
        prone: reader.yes(row, 7),
        charge: reader.word(row, 8, CHARGES, ChargeEntry::Free),
        burns: reader.yes(row, 9),
    }
}

const RICOCHETS: &[(&str, Ricochet)] = &[
    ("on", Ricochet::GoesOn),
    ("ends", Ricochet::Ends),
    ("ends uphill", Ricochet::EndsUphill),
    ("ends uphill, shadow downhill", Ricochet::EndsUphillShadowDownhill),
];

/// The columns that a hexside has something to say in; its first two are read before.
fn crossing(reader: &mut Reader<'_>, row: &Row) -> HexsideEffects {
    for column in [2, 7, 9] {
        figures::dash(reader, row, column);
    }
    HexsideEffects {
        blocks_by_height: reader.word(row, 3, &[("no", false), ("by height", true)], false),
        hides_prone: reader.yes(row, 4),
        height_halves: reader.word(row, 5, HEIGHTS, 0),
        ricochet: reader.word(row, 6, RICOCHETS, Ricochet::GoesOn),
        charge: reader.word(row, 8, CHARGES, ChargeEntry::Free),
    }
}

fn stacking(reader: &mut Reader<'_>, row: &Row) -> StackingRow {
    StackingRow {
        infantry: limit(reader, row, 0),
        cavalry: limit(reader, row, 1),
        artillery: limit(reader, row, 2),
        infantry_with_artillery: limit(reader, row, 3),
    }
}

/// `18`, `18 or regiment`, `battery`, `P` or `-`.
fn limit(reader: &mut Reader<'_>, row: &Row, column: usize) -> StackLimit {
    let cell = reader.cell(row, column);
    let increments = |text: &str| text.parse().ok().filter(|increments| (1..=60).contains(increments));
    let read = match (cell, cell.split_once(" or ")) {
        ("P", _) => Some(StackLimit::Prohibited),
        ("-", _) => Some(StackLimit::Unsaid),
        (_, Some((number, size))) => match (increments(number), UnitSize::named(size)) {
            (Some(increments), Some(size)) => Some(StackLimit::UpTo { increments, or_one: Some(size) }),
            _ => None,
        },
        (alone, None) => match UnitSize::named(alone) {
            Some(size) => Some(StackLimit::UpTo { increments: 0, or_one: Some(size) }),
            None => increments(alone).map(|increments| StackLimit::UpTo { increments, or_one: None }),
        },
    };
    read.unwrap_or_else(|| {
        reader.wrong(row, column, "Increments such as `18`, `18 or regiment`, a unit such as `battery`, `P` or `-`");
        StackLimit::Unsaid
    })
}

/// `MC -12`, or what happens without a check.
fn violation(reader: &mut Reader<'_>, row: &Row, column: usize) -> ViolationEffect {
    let cell = reader.cell(row, column);
    if let Some(modifier) = cell.strip_prefix("MC ").and_then(|modifier| modifier.parse().ok())
        && (-36..=36).contains(&modifier)
    {
        return ViolationEffect::Check(modifier);
    }
    match cell {
        "nothing" => ViolationEffect::Nothing,
        "routs" => ViolationEffect::Routs,
        "disordered" => ViolationEffect::Disordered,
        "displaced" => ViolationEffect::Displaced,
        _ => {
            reader.wrong(row, column, "a check such as `MC -12`, or `nothing`, `routs`, `disordered`, `displaced`");
            ViolationEffect::Nothing
        }
    }
}

fn formation(reader: &mut Reader<'_>, row: &Row) -> FormationEffects {
    let arms = &[
        ("infantry", Who::Infantry),
        ("cavalry", Who::Cavalry),
        ("artillery", Who::Artillery),
        ("all", Who::All),
        ("not unlimbered", Who::NotUnlimbered),
    ];
    let fires = &[
        ("printed", FormationFire::Printed),
        ("half printed", FormationFire::HalfPrinted),
        ("multiple", FormationFire::Multiple),
        ("third", FormationFire::Third),
        ("skirmish attack", FormationFire::SkirmishAttack),
        ("artillery", FormationFire::Artillery),
        ("none", FormationFire::None),
    ];
    let moves = &[
        ("terrain", FormationMove::Terrain),
        ("half", FormationMove::Half),
        ("road", FormationMove::RoadRate),
        ("rout", FormationMove::Rout),
        ("prolong", FormationMove::Prolong),
        ("none", FormationMove::None),
    ];
    FormationEffects {
        who: reader.word(row, 0, arms, Who::All),
        per_hex: figures::count_or_dash(reader, row, 1, 1..=30),
        most_hexes: figures::count_or_dash(reader, row, 2, 1..=8),
        least: figures::count_or_dash(reader, row, 3, 1..=30),
        cost: [4, 5, 6].map(|column| figures::count_or_dash(reader, row, column, 0..=12)),
        fire: reader.word(row, 7, fires, FormationFire::None),
        moves: reader.word(row, 8, moves, FormationMove::None),
    }
}
