//! 16.8 The shooting table (T5) and hits on guns (T6).
//!
//! The book's rows for guns have fewer cells than headings. Every cell says whether it stands in the book as it is
//! here, so that a better copy can replace what had to be pieced together (ruling G1).

use crate::cards::{BallColumn, GunClass, Options};
use crate::hits::{Code, code};
use crate::scales::Scale;
use field::table::Um;

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

/// How sure it is that a cell reads as the author meant it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provenance {
    /// Printed under this heading.
    Printed,
    /// The value is printed, the heading it belongs to is inferred.
    Placed,
    /// Pieced together from its neighbours.
    Reconstructed,
}

/// One result of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    pub text: &'static str,
    pub code: Code,
    pub provenance: Provenance,
}

/// One row of the table, as it can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub row: Row,
    pub name: &'static str,
    /// Range in inches for 25 mm figures.
    pub range: i32,
    /// In the order of [`Column::ALL`].
    pub cells: [Cell; 4],
}

const fn cell(text: &'static str, provenance: Provenance) -> Cell {
    Cell { text, code: code(text), provenance }
}

const fn printed(text: &'static str) -> Cell {
    cell(text, Provenance::Printed)
}

const fn placed(text: &'static str) -> Cell {
    cell(text, Provenance::Placed)
}

const fn pieced(text: &'static str) -> Cell {
    cell(text, Provenance::Reconstructed)
}

const fn line(row: Row, name: &'static str, range: i32, cells: [Cell; 4]) -> Line {
    Line { row, name, range, cells }
}

/// T5 (CP 16.8.1). Musketry and mounted fire are whole in the book. For guns one wide cell is read as covering
/// skirmishers and soft cover alike (ruling G1).
static T5: [Line; 11] = [
    line(
        Row::SteadyNear,
        "steady musketry, near",
        6,
        [printed("45H 6HH"), printed("6H"), printed("56H"), printed("6H")],
    ),
    line(Row::SteadyFar, "steady musketry, far", 12, [printed("56H"), printed("NIL"), printed("6H"), printed("NIL")]),
    line(
        Row::UnsteadyNear,
        "unsteady or skirmishing musketry, near",
        6,
        [printed("56H"), printed("6H"), printed("6H"), printed("6H")],
    ),
    line(
        Row::UnsteadyFar,
        "unsteady or skirmishing musketry, far",
        12,
        [printed("6H"), printed("NIL"), printed("NIL"), printed("NIL")],
    ),
    line(
        Row::Mounted,
        "pistols and all mounted fire",
        4,
        [printed("6HH"), printed("NIL"), printed("NIL"), printed("NIL")],
    ),
    line(Row::HailLight, "hail shot, light guns", 6, [printed("456H"), pieced("56H"), pieced("56H"), pieced("6H")]),
    line(Row::HailField, "hail shot, field guns", 8, [printed("456H"), pieced("56H"), pieced("56H"), pieced("6H")]),
    line(Row::HailHeavy, "hail shot, heavy guns", 8, [printed("34H 56HH"), pieced("56H"), pieced("56H"), pieced("6H")]),
    line(Row::BallLight, "ball shot, light guns", 20, [printed("56H"), pieced("6H"), placed("6H"), placed("6H")]),
    line(Row::BallField, "ball shot, field guns", 40, [printed("56H"), pieced("56H"), placed("56H"), placed("6H")]),
    line(Row::BallHeavy, "ball shot, heavy guns", 60, [printed("56HH"), pieced("56HH"), placed("56HH"), placed("56H")]),
];

/// The whole table, to be shown.
pub fn shooting_table() -> &'static [Line] {
    &T5
}

impl Row {
    pub fn line(self) -> &'static Line {
        &T5[self as usize]
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

    /// The result of this row under a column. Which one ball takes at skirmishers is a choice of the battle (ruling G1).
    pub fn cell(self, column: Column, options: &Options) -> &'static Cell {
        let column = match column {
            Column::Skirmishers if self.is_ball() => match options.ball_at_skirmishers {
                BallColumn::Soft => Column::Skirmishers,
                BallColumn::Hard => Column::Hard,
            },
            other => other,
        };
        &self.line().cells[column as usize]
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
