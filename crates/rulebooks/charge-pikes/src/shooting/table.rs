//! 16.8 The shooting table (T5) and hits on guns (T6).
//!
//! The book's rows for guns have fewer cells than headings. The table is kept as data; every cell says whether it stands
//! in the book as it is there, so that a better copy can replace what had to be pieced together (ruling G1).

use crate::cards::{BallColumn, GunClass};
use crate::hits::{Code, NIL, code};
use crate::scales::Scale;
use field::table::Um;
use scenario::charts::{ChartSet, Reader, Row as ChartRow};
use scenario::{Faults, Source};

/// A row of the table: what is fired, and how far it carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    SteadyNear,
    SteadyFar,
    UnsteadyNear,
    UnsteadyFar,
    /// Pistols, and whatever else is fired from the saddle.
    Mounted,
    HailLight,
    HailField,
    HailHeavy,
    BallLight,
    BallField,
    BallHeavy,
}

/// A column of the table: what is fired at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Close order without cover; dense targets take double hits from ball (CP 16.8.2).
    Open,
    Skirmishers,
    Soft,
    Hard,
}

impl Column {
    pub const ALL: [Column; 4] = [Column::Open, Column::Skirmishers, Column::Soft, Column::Hard];
}

/// One row of the table: what people call it, and its key in the chart's file.
struct Line {
    key: &'static str,
    name: &'static str,
    /// Range in inches for 25 mm figures.
    range: i32,
}

const fn line(key: &'static str, name: &'static str, range: i32) -> Line {
    Line { key, name, range }
}

/// In the order of [`Row`].
static LINES: [Line; 11] = [
    line("steady-near", "steady musketry, near", 6),
    line("steady-far", "steady musketry, far", 12),
    line("unsteady-near", "unsteady or skirmishing musketry, near", 6),
    line("unsteady-far", "unsteady or skirmishing musketry, far", 12),
    line("mounted", "pistols and all mounted fire", 4),
    line("hail-light", "hail shot, light guns", 6),
    line("hail-field", "hail shot, field guns", 8),
    line("hail-heavy", "hail shot, heavy guns", 8),
    line("ball-light", "ball shot, light guns", 20),
    line("ball-field", "ball shot, field guns", 40),
    line("ball-heavy", "ball shot, heavy guns", 60),
];

const SHIPPED: (&str, &str) =
    ("charts/charge-pikes/t05-shooting.toml", include_str!("../../../../../charts/charge-pikes/t05-shooting.toml"));

/// The charts of the rulebook that are kept as data, with an owner's corrections laid over them.
pub fn charts(corrections: &[Source]) -> Result<ChartSet, Faults> {
    ChartSet::read("charge-pikes", &[Source::new(SHIPPED.0, SHIPPED.1)], corrections)
}

/// T5 (CP 16.8.1): hits by row and column, as this battle reads them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShootingTable([[Code; 4]; 11]);

impl ShootingTable {
    /// Reads the chart; a cell that is no hit code is a fault with its place.
    pub fn read(set: &ChartSet) -> Result<ShootingTable, Faults> {
        let keys = LINES.each_ref().map(|line| line.key);
        let rows = |reader: &mut Reader<'_>| reader.keyed("T5", keys, [NIL; 4], |reader, row| reader.cells(row, hits));
        Reader::read(set, rows).map(ShootingTable)
    }

    /// Which column ball takes at skirmishers is a choice of the battle (ruling G1).
    pub fn reading(mut self, ball_at_skirmishers: BallColumn) -> ShootingTable {
        if ball_at_skirmishers == BallColumn::Hard {
            for row in [Row::BallLight, Row::BallField, Row::BallHeavy] {
                let cells = &mut self.0[row as usize];
                cells[Column::Skirmishers as usize] = cells[Column::Hard as usize];
            }
        }
        self
    }

    pub fn code(&self, row: Row, column: Column) -> &Code {
        &self.0[row as usize][column as usize]
    }
}

fn hits(reader: &mut Reader<'_>, row: &ChartRow, column: usize) -> Code {
    let cell = reader.cell(row, column);
    if is_code(cell) {
        return code(cell);
    }
    reader.wrong(row, column, "a hit code such as `45H 6HH`, or `NIL`");
    NIL
}

/// Words of faces and one or two `H`, or `NIL` (CP 8.1).
fn is_code(text: &str) -> bool {
    let word = |word: &str| {
        let faces = word.trim_end_matches('H');
        let times = word.len() - faces.len();
        (1..=2).contains(&times) && !faces.is_empty() && faces.bytes().all(|face| (b'1'..=b'6').contains(&face))
    };
    text == "NIL" || !text.is_empty() && text.split(' ').all(word)
}

impl Row {
    fn line(self) -> &'static Line {
        &LINES[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.line().name
    }

    pub fn range(self, scale: Scale) -> Um {
        scale.inches(self.line().range)
    }

    pub const fn ball(class: GunClass) -> Row {
        match class {
            GunClass::Light => Row::BallLight,
            GunClass::Field => Row::BallField,
            GunClass::Heavy => Row::BallHeavy,
        }
    }

    pub const fn hail(class: GunClass) -> Row {
        match class {
            GunClass::Light => Row::HailLight,
            GunClass::Field => Row::HailField,
            GunClass::Heavy => Row::HailHeavy,
        }
    }

    pub const fn is_ball(self) -> bool {
        matches!(self, Row::BallLight | Row::BallField | Row::BallHeavy)
    }

    pub const fn is_heavy(self) -> bool {
        matches!(self, Row::BallHeavy | Row::HailHeavy)
    }
}

/// What a hit does to a gun model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GunHit {
    Nothing,
    Limber,
    Gunner,
    GunnerAndGun,
}

/// T6: the second die for each hit on a gun model (CP 16.8.4, 8.2).
pub const fn gun_hit(face: u8, ball: bool, limber: bool) -> GunHit {
    match face {
        0..=3 if limber => GunHit::Limber,
        0..=3 => GunHit::Nothing,
        6 if ball => GunHit::GunnerAndGun,
        _ => GunHit::Gunner,
    }
}

/// Figures that fire one die, and the remainder that still makes one (CP 16.1.1, 20.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerDie {
    pub figures: u32,
    pub remainder: u32,
}

pub const MATCHLOCKS: PerDie = PerDie { figures: 4, remainder: 3 };
pub const FIRELOCKS: PerDie = PerDie { figures: 3, remainder: 2 };

impl PerDie {
    pub const fn dice(self, figures: u32) -> u32 {
        figures / self.figures + (figures % self.figures >= self.remainder) as u32
    }
}
