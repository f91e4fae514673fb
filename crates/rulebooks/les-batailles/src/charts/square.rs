//! Forming Square before cavalry: Carré Realization (C18).

use super::base6::{Base6, RESULTS};
use super::figures;
use super::keys::{Class, Nation, keys};
use scenario::charts::Reader;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquareChart {
    /// By nation, and by distance from the farthest.
    results: [[[SquareResult; RESULTS]; FARTHEST]; CarreRow::COUNT],
    troops: [i8; SquareTroops::COUNT],
    circumstances: [i8; SquareModifier::COUNT],
}

/// Nobody attempts it beyond (19.7).
const FARTHEST: usize = 4;

/// What becomes of a stack that tries to form Square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum SquareResult {
    Square,
    /// Where it is.
    Disorder,
    /// PGD.
    Rout,
}

keys! {
    /// Rows of the chart.
    CarreRow {
        French = "french",
        FrenchAllies = "french-allies",
        Polish = "polish",
        /// British, KGL and the other Allies of 1815.
        British1815 = "british-1815",
        BritishPeninsula = "british-peninsula",
        Portuguese = "portuguese",
        Spanish = "spanish",
        Prussian = "prussian",
        Russian = "russian",
        Austrian = "austrian",
        Other = "other",
    }
}

impl CarreRow {
    /// British and KGL have the row of the Peninsula up to 1814.
    pub const fn of(nation: Nation, year: u16) -> CarreRow {
        match nation {
            Nation::French => CarreRow::French,
            Nation::Italian | Nation::Rheinbund | Nation::Saxon | Nation::Bavarian => CarreRow::FrenchAllies,
            Nation::Polish => CarreRow::Polish,
            Nation::British | Nation::Kgl if year < 1815 => CarreRow::BritishPeninsula,
            Nation::British | Nation::Kgl => CarreRow::British1815,
            Nation::Hanoverian | Nation::Brunswick | Nation::Nassau | Nation::Dutch | Nation::Belgian
                if year >= 1815 =>
            {
                CarreRow::British1815
            }
            Nation::Portuguese => CarreRow::Portuguese,
            Nation::Spanish => CarreRow::Spanish,
            Nation::Prussian => CarreRow::Prussian,
            Nation::Russian => CarreRow::Russian,
            Nation::Austrian => CarreRow::Austrian,
            _ => CarreRow::Other,
        }
    }
}

keys! {
    /// Troops with a modifier of their own.
    SquareTroops {
        OldGuard = "old-guard",
        YoungGuard = "young-guard",
        /// Légère and other light infantry.
        Light = "light",
        /// Grenadiers and Guards of other nations.
        Guard = "guard",
        /// And fourth battalions.
        ProvisionalLine = "provisional-line",
        ProvisionalLight = "provisional-light",
        /// Hanoverian Landwehr, Dutch militia, Brunswick line.
        Landwehr = "landwehr",
        /// Hanoverian regulars, Belgian line.
        Regulars = "regulars",
        /// Brunswick Leib, Avantgarde and light infantry.
        BrunswickLight = "brunswick-light",
        Nassau = "nassau",
    }
}

impl SquareTroops {
    /// By nation and class; a battle says which Provisional troops are light, and which are fourth battalions.
    pub const fn of(nation: Nation, class: Class) -> Option<SquareTroops> {
        Some(match (nation, class) {
            (Nation::Brunswick, Class::Light | Class::Guard | Class::Jaeger) => SquareTroops::BrunswickLight,
            (Nation::Brunswick, _) | (Nation::Hanoverian, Class::Landwehr) | (Nation::Dutch, Class::Militia) => {
                SquareTroops::Landwehr
            }
            (Nation::Hanoverian | Nation::Belgian, Class::Line) => SquareTroops::Regulars,
            (Nation::Nassau, _) => SquareTroops::Nassau,
            (_, Class::OldGuard) => SquareTroops::OldGuard,
            (_, Class::YoungGuard) => SquareTroops::YoungGuard,
            (_, Class::Light) => SquareTroops::Light,
            (Nation::French, Class::Grenadiers | Class::Guard) => return None,
            (_, Class::Grenadiers | Class::Guard) => SquareTroops::Guard,
            (_, Class::Provisional) => SquareTroops::ProvisionalLine,
            _ => return None,
        })
    }
}

keys! {
    /// What else counts.
    SquareModifier {
        /// In the hex.
        Leader = "leader",
        /// The charging cavalry is light.
        LightCavalry = "light-cavalry",
        /// It has lances.
        Lancers = "lancers",
        GrandCharge = "grand-charge",
        /// Each Morale Level.
        MoraleLevel = "morale-level",
    }
}

impl SquareChart {
    /// What the modified dice bring, by the hexes to the active cavalry; none beyond four (C18, 19.7).
    pub fn result(&self, row: CarreRow, distance: u8, dice: Base6) -> Option<SquareResult> {
        let column = FARTHEST.checked_sub(usize::from(distance)).filter(|column| *column < FARTHEST)?;
        Some(self.results[row.ix()][column][dice.row()])
    }

    pub fn troops(&self, troops: SquareTroops) -> i8 {
        self.troops[troops.ix()]
    }

    pub fn modifier(&self, modifier: SquareModifier) -> i8 {
        self.circumstances[modifier.ix()]
    }
}

const RESULT_WORDS: &[(&str, SquareResult)] =
    &[("S", SquareResult::Square), ("D", SquareResult::Disorder), ("R", SquareResult::Rout)];

pub(super) fn read(reader: &mut Reader<'_>) -> SquareChart {
    let none = [[SquareResult::Rout; RESULTS]; FARTHEST];
    SquareChart {
        results: reader.keyed("C18", CarreRow::KEYS, none, |reader, row| {
            reader.cells(row, |reader, row, column| {
                figures::dice_in_cell(reader, row, column, RESULT_WORDS, SquareResult::Rout)
            })
        }),
        troops: SquareTroops::KEYS.map(|key| reader.modifier("C18", key)),
        circumstances: SquareModifier::KEYS.map(|key| reader.modifier("C18", key)),
    }
}
