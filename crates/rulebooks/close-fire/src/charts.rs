//! The charts of the rulebook that are kept as data: how far guns reach, what changes their roll and what it does (CF 13.14 to
//! 13.24).

use crate::cards::GunKind;
use crate::measures::yds;
use field::table::Um;
use scenario::charts::{ChartSet, Reader, Row};
use scenario::{Faults, Source};

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$((
            concat!("charts/close-fire/", $name, ".toml"),
            include_str!(concat!("../../../../charts/close-fire/", $name, ".toml")),
        )),*]
    };
}

const SHIPPED: [(&str, &str); 3] = shipped!("t06-gun-ranges", "t06b-gun-fire", "t07-gun-results");

/// The charts that come with the program, with an owner's corrections laid over them.
pub fn read(corrections: &[Source]) -> Result<ChartSet, Faults> {
    ChartSet::read("close-fire", &SHIPPED.map(|(path, text)| Source::new(path, text)), corrections)
}

/// How far a gun reaches, in all and with effect, and up to where it is close (T6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    pub maximum: Um,
    pub effective: Um,
    pub close: Um,
}

/// What changes the roll of a gun (T6b).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GunFire {
    pub heavy: i32,
    pub battalion: i32,
    /// For each disorder point of the gun.
    pub disorder: i32,
    pub far: i32,
    pub indirect: i32,
    pub deep: i32,
    pub fortifications: i32,
    pub new_target: i32,
    pub ranged_in: i32,
}

/// The totals from which a shot marks one point, and two (T7).
pub type Marks = [Option<i8>; 2];

/// The charts as a battle plays by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charts {
    reach: [Reach; 5],
    pub guns: GunFire,
    close: Marks,
    beyond: Marks,
}

/// The rows of T6, in the order of [`place_of`].
const KINDS: [&str; 5] = ["battalion", "field", "heavy", "howitzer", "mortar"];

const fn place_of(kind: GunKind) -> usize {
    match kind {
        GunKind::Battalion => 0,
        GunKind::Field => 1,
        GunKind::Heavy => 2,
        GunKind::Howitzer => 3,
        GunKind::Mortar => 4,
    }
}

impl Charts {
    /// Reads the charts; a cell that is no number is a fault with its place.
    pub fn of(set: &ChartSet) -> Result<Charts, Faults> {
        Reader::read(set, |reader| {
            let nowhere = Reach { maximum: 0, effective: 0, close: 0 };
            let reach = reader.keyed("T6", KINDS, nowhere, |reader, row| {
                let [maximum, effective, close] = reader.cells(row, yards);
                Reach { maximum, effective, close }
            });
            let mut modifier = |key: &str| i32::from(reader.modifier("T6b", key));
            let guns = GunFire {
                heavy: modifier("heavy-gun"),
                battalion: modifier("battalion-gun"),
                disorder: modifier("disorder"),
                far: modifier("beyond-effective-range"),
                indirect: modifier("indirect"),
                deep: modifier("deep-target"),
                fortifications: modifier("fortifications"),
                new_target: modifier("new-target"),
                ranged_in: modifier("ranged-in"),
            };
            let [close, beyond] = reader.keyed("T7", ["close", "beyond"], [None; 2], |reader, row| {
                reader.cells(row, |reader, row, column| reader.number_or_dash(row, column))
            });
            Charts { reach, guns, close, beyond }
        })
    }

    /// Maximum, effective and close range (CF 13.14).
    pub const fn reach(&self, kind: GunKind) -> Reach {
        self.reach[place_of(kind)]
    }

    /// Disorder points of a shot with that total (CF 13.24).
    pub fn points(&self, is_close: bool, total: i32) -> u8 {
        let marks = if is_close { self.close } else { self.beyond };
        let reached = |from: Option<i8>| from.is_some_and(|from| total >= i32::from(from));
        match marks.map(reached) {
            [_, true] => 2,
            [true, false] => 1,
            [false, false] => 0,
        }
    }
}

/// A range of T6: whole yards.
fn yards(reader: &mut Reader<'_>, row: &Row, column: usize) -> Um {
    let count: i32 = reader.number(row, column);
    if !(0..=10_000).contains(&count) {
        reader.wrong(row, column, "yards, such as `240`");
        return 0;
    }
    yds(count)
}
