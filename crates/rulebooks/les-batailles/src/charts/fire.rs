//! Fire: Combat à Feu (C1), its dice modifiers (C2), Fire Effects (C3), Fire Defense (C4), Harassment (C26).

use super::base6::{Base6, RESULTS};
use super::figures::{self, Factor};
use super::keys::{Class, DefenseClass, Nation, Terrain, keys};
use super::odds::FireColumn;
use scenario::charts::{Reader, Row};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FireCharts {
    /// C1, by column and result of the dice: Increments lost.
    losses: [[u8; RESULTS]; FireColumn::COUNT],
    /// C2.
    density: [Density; BANDS],
    artillery_leader: [i8; 2],
    /// C3.
    effects: [FireEffect; FireClass::COUNT],
    pub limits: FireLimits,
    /// C4.
    defense: [[Option<u8>; DefenseClass::COUNT]; Terrain::COUNT],
    prone: i8,
    /// C26.
    harassment: [Option<u8>; Terrain::COUNT],
    harassed: [i8; Harassed::COUNT],
}

/// A band of target density: up to so many Increments in the hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Density {
    /// None is any number.
    up_to: Option<u8>,
    dice: i8,
}

const BANDS: usize = 5;

/// What the value of a body's fire is taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FireBasis {
    /// The printed Fire Value of the top unit.
    Printed,
    /// So much for each Increment that fires.
    Each(Factor),
    /// These troops have no such formation.
    None,
}

/// A row of C3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FireEffect {
    /// In Column and General Order, halved in Disorder.
    pub column: FireBasis,
    pub line: FireBasis,
    pub square: FireBasis,
    pub skirmish: FireBasis,
    /// Full value at two hexes (12.10.12).
    pub rifles: bool,
}

/// Figures beside C3 and C4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FireLimits {
    /// Increments that fire from a hex of each.
    pub line_increments: u8,
    pub square_increments: u8,
    pub skirmish_increments: u8,
    /// A value is divided by these.
    pub square_parts: u8,
    pub disorder_parts: u8,
    pub last_increment_parts: u8,
    pub range_two_parts: u8,
    /// Added to the multiple of a Line that fires for the first time, where that option is played (15.3.1).
    pub first_fire: u8,
    /// More Increments than this in a hex of Line are doubled files (15.7.1).
    pub doubled_above: u8,
    /// More than this are a massed Square (15.7.1).
    pub massed_square_above: u8,
}

keys! {
    /// Rows of the Fire Effects Chart.
    FireClass {
        FrenchLigne = "french-ligne",
        FrenchLegere = "french-legere",
        FrenchProvisional = "french-provisional",
        FrenchNationalGuard = "french-national-guard",
        FrenchMarins = "french-marins",
        FrenchGrenadiersReunis = "french-grenadiers-reunis",
        FrenchYoungGuard = "french-young-guard",
        FrenchMiddleGuard = "french-middle-guard",
        FrenchOldGuard = "french-old-guard",
        FrenchAllies = "french-allies",
        FrenchAllies1809 = "french-allies-1809",
        Polish = "polish",
        Saxon = "saxon",
        Bavarian = "bavarian",
        BritishFoot = "british-foot",
        BritishLight = "british-light",
        BritishRifles = "british-rifles",
        KglLine = "kgl-line",
        Brunswick = "brunswick",
        Hanover = "hanover",
        HanoverLandwehr = "hanover-landwehr",
        DutchBelgianMilitia = "dutch-belgian-militia",
        Nassau = "nassau",
        DutchBelgian = "dutch-belgian",
        PortugueseLine = "portuguese-line",
        PortugueseCacadores = "portuguese-cacadores",
        Spanish = "spanish",
        PrussianMusketeer = "prussian-musketeer",
        PrussianFusilier1806 = "prussian-fusilier-1806",
        PrussianFusilier1813 = "prussian-fusilier-1813",
        PrussianJaeger1806 = "prussian-jaeger-1806",
        PrussianJaeger1813 = "prussian-jaeger-1813",
        PrussianReserve = "prussian-reserve",
        PrussianLandwehr = "prussian-landwehr",
        PrussianGuard = "prussian-guard",
        RussianMusketeer = "russian-musketeer",
        RussianJaeger = "russian-jaeger",
        RussianGrenadier = "russian-grenadier",
        RussianGuard = "russian-guard",
        RussianGuardJaeger = "russian-guard-jaeger",
        AustrianLine1805 = "austrian-line-1805",
        AustrianLine1813 = "austrian-line-1813",
        AustrianGrenz = "austrian-grenz",
        AustrianJaeger1805 = "austrian-jaeger-1805",
        AustrianJaeger1809 = "austrian-jaeger-1809",
        AustrianGrenadier = "austrian-grenadier",
        AustrianGrenadier1813 = "austrian-grenadier-1813",
        AustrianLandwehr = "austrian-landwehr",
    }
}

impl FireClass {
    /// The row of infantry by nation, class and year, where a battle does not name it; none for troops the chart does not know.
    pub fn of(nation: Nation, class: Class, year: u16) -> Option<FireClass> {
        match nation {
            Nation::French => FireClass::french(class),
            Nation::Polish => Some(FireClass::Polish),
            Nation::Saxon => Some(FireClass::Saxon),
            Nation::Italian if year < 1812 => Some(FireClass::FrenchAllies1809),
            Nation::Bavarian if year < 1812 => Some(FireClass::FrenchAllies1809),
            Nation::Bavarian => Some(FireClass::Bavarian),
            Nation::Italian | Nation::Rheinbund | Nation::Swiss => Some(FireClass::FrenchAllies),
            Nation::British => Some(match class {
                Class::Light => FireClass::BritishLight,
                Class::Rifles => FireClass::BritishRifles,
                _ => FireClass::BritishFoot,
            }),
            Nation::Kgl if matches!(class, Class::Light | Class::Rifles) => Some(FireClass::BritishRifles),
            Nation::Kgl => Some(FireClass::KglLine),
            Nation::Brunswick => Some(FireClass::Brunswick),
            Nation::Hanoverian if class == Class::Landwehr => Some(FireClass::HanoverLandwehr),
            Nation::Hanoverian => Some(FireClass::Hanover),
            Nation::Nassau => Some(FireClass::Nassau),
            Nation::Dutch | Nation::Belgian if class == Class::Militia => Some(FireClass::DutchBelgianMilitia),
            Nation::Dutch | Nation::Belgian => Some(FireClass::DutchBelgian),
            Nation::Portuguese if class == Class::Light => Some(FireClass::PortugueseCacadores),
            Nation::Portuguese => Some(FireClass::PortugueseLine),
            Nation::Spanish => Some(FireClass::Spanish),
            Nation::Prussian => FireClass::prussian(class, year),
            Nation::Russian => FireClass::russian(class),
            Nation::Austrian => FireClass::austrian(class, year),
            Nation::Danish | Nation::Swedish | Nation::Ottoman | Nation::Other => None,
        }
    }

    fn french(class: Class) -> Option<FireClass> {
        Some(match class {
            Class::Line | Class::Sappers => FireClass::FrenchLigne,
            Class::Light => FireClass::FrenchLegere,
            Class::Provisional => FireClass::FrenchProvisional,
            Class::NationalGuard => FireClass::FrenchNationalGuard,
            Class::Marines => FireClass::FrenchMarins,
            Class::Grenadiers => FireClass::FrenchGrenadiersReunis,
            Class::YoungGuard => FireClass::FrenchYoungGuard,
            Class::MiddleGuard => FireClass::FrenchMiddleGuard,
            Class::OldGuard => FireClass::FrenchOldGuard,
            _ => return None,
        })
    }

    fn prussian(class: Class, year: u16) -> Option<FireClass> {
        let early = year < 1813;
        Some(match class {
            Class::Line | Class::Grenadiers => FireClass::PrussianMusketeer,
            Class::Fusiliers | Class::Light if early => FireClass::PrussianFusilier1806,
            Class::Fusiliers | Class::Light => FireClass::PrussianFusilier1813,
            Class::Jaeger | Class::Schuetzen | Class::Rifles if early => FireClass::PrussianJaeger1806,
            Class::Jaeger | Class::Schuetzen | Class::Rifles => FireClass::PrussianJaeger1813,
            Class::Reserve => FireClass::PrussianReserve,
            Class::Landwehr => FireClass::PrussianLandwehr,
            Class::Guard => FireClass::PrussianGuard,
            _ => return None,
        })
    }

    fn russian(class: Class) -> Option<FireClass> {
        Some(match class {
            Class::Line => FireClass::RussianMusketeer,
            Class::Jaeger | Class::Light => FireClass::RussianJaeger,
            Class::Grenadiers => FireClass::RussianGrenadier,
            Class::Guard => FireClass::RussianGuard,
            _ => return None,
        })
    }

    fn austrian(class: Class, year: u16) -> Option<FireClass> {
        Some(match class {
            Class::Line if year < 1813 => FireClass::AustrianLine1805,
            Class::Line => FireClass::AustrianLine1813,
            Class::Grenz => FireClass::AustrianGrenz,
            Class::Jaeger if year < 1809 => FireClass::AustrianJaeger1805,
            Class::Jaeger => FireClass::AustrianJaeger1809,
            Class::Grenadiers if year < 1813 => FireClass::AustrianGrenadier,
            Class::Grenadiers => FireClass::AustrianGrenadier1813,
            Class::Landwehr | Class::Volunteers => FireClass::AustrianLandwehr,
            _ => return None,
        })
    }
}

keys! {
    /// Who is harassed, and how he goes.
    Harassed {
        CavalryRouting = "cavalry-routing",
        /// Infantry skirmishers in a Retreat Before Assault or Charge.
        SkirmishersRetreating = "skirmishers-retreating",
        Other = "other",
    }
}

impl FireCharts {
    /// Increments lost (C1).
    pub fn losses(&self, column: FireColumn, dice: Base6) -> u8 {
        self.losses[column.ix()][dice.row()]
    }

    /// On the dice for the Increments in the target hex (C2, LB 15.7a).
    pub fn density(&self, increments: u8) -> i8 {
        let holds = |band: &&Density| band.up_to.is_none_or(|up_to| increments <= up_to);
        self.density.iter().find(holds).map_or(0, |band| band.dice)
    }

    /// On the dice for the artillery leader who commands the fire, at its initial target or in ricochet (C2, 18.5.1).
    pub fn artillery_leader(&self, bonus: i8, initial_target: bool) -> i32 {
        i32::from(self.artillery_leader[usize::from(!initial_target)]) * i32::from(bonus)
    }

    /// How troops fire (C3).
    pub fn effect(&self, class: FireClass) -> FireEffect {
        self.effects[class.ix()]
    }

    /// Fire Defense (C4); none where that formation cannot be.
    pub fn defense(&self, terrain: Terrain, class: DefenseClass) -> Option<u8> {
        self.defense[terrain.ix()][class.ix()]
    }

    /// What lying Prone adds to it (12.13.6).
    pub fn prone(&self) -> i8 {
        self.prone
    }

    /// Basic defense factor of a hex left in a Skirmish Zone (C26); none where the zone does not reach.
    pub fn harassment(&self, terrain: Terrain) -> Option<u8> {
        self.harassment[terrain.ix()]
    }

    /// Added once to the sum of the factors (C26).
    pub fn harassed(&self, who: Harassed) -> i8 {
        self.harassed[who.ix()]
    }
}

pub(super) fn read(reader: &mut Reader<'_>) -> FireCharts {
    FireCharts {
        losses: reader.keyed("C1", FireColumn::KEYS, [0; RESULTS], |reader, row| {
            figures::by_dice(reader, row, [0, 1, 2, 3, 4, 5])
        }),
        density: density(reader),
        artillery_leader: ["leader-initial-target", "leader-ricochet"].map(|key| reader.modifier("C2", key)),
        effects: reader.keyed("C3", FireClass::KEYS, NO_EFFECT, effect),
        limits: limits(reader),
        defense: reader.keyed("C4", Terrain::KEYS, [None; DefenseClass::COUNT], |reader, row| {
            reader.cells(row, |reader, row, column| figures::count_or_dash(reader, row, column, 1..=60))
        }),
        prone: reader.modifier("C4", "prone"),
        harassment: reader
            .keyed("C26", Terrain::KEYS, None, |reader, row| figures::count_or_dash(reader, row, 0, 1..=60)),
        harassed: Harassed::KEYS.map(|key| reader.modifier("C26", key)),
    }
}

const NO_EFFECT: FireEffect = FireEffect {
    column: FireBasis::None,
    line: FireBasis::None,
    square: FireBasis::None,
    skirmish: FireBasis::None,
    rifles: false,
};

/// Bands rise, and the last has no end.
fn density(reader: &mut Reader<'_>) -> [Density; BANDS] {
    let bands: [Density; BANDS] = reader.counted("C2", 1, Density { up_to: None, dice: 0 }, |reader, row| Density {
        up_to: figures::count_or_dash(reader, row, 0, 1..=250),
        dice: figures::steps(reader, row, 1),
    });
    for (band, row) in reader.rows("C2").iter().enumerate().take(BANDS) {
        let below = band.checked_sub(1).map_or(Some(0), |below| bands[below].up_to);
        let sound = match bands[band].up_to {
            Some(up_to) => band + 1 < BANDS && below.is_some_and(|below| below < up_to),
            None => band + 1 == BANDS,
        };
        if !sound {
            reader.wrong(row, 0, "more than the band before, and `-` in the last alone");
        }
    }
    bands
}

fn effect(reader: &mut Reader<'_>, row: &Row) -> FireEffect {
    FireEffect {
        column: basis(reader, row, 0),
        line: basis(reader, row, 1),
        square: basis(reader, row, 2),
        skirmish: basis(reader, row, 3),
        rifles: reader.yes(row, 4),
    }
}

fn basis(reader: &mut Reader<'_>, row: &Row, column: usize) -> FireBasis {
    match reader.cell(row, column) {
        "pr" => FireBasis::Printed,
        "-" => FireBasis::None,
        cell => match figures::factor_of(cell) {
            Some(each) => FireBasis::Each(each),
            None => {
                reader.wrong(row, column, "`pr` for printed, a multiple such as `x3` or `x1.5`, or `-`");
                FireBasis::None
            }
        },
    }
}

fn limits(reader: &mut Reader<'_>) -> FireLimits {
    let mut of = |key, bounds| figures::figure(reader, "C3b", key, bounds);
    FireLimits {
        line_increments: of("line-increments", 1..=30),
        square_increments: of("square-increments", 1..=30),
        skirmish_increments: of("skirmish-increments", 1..=30),
        square_parts: of("square-parts", 1..=12),
        disorder_parts: of("disorder-parts", 1..=12),
        last_increment_parts: of("last-increment-parts", 1..=12),
        range_two_parts: of("range-two-parts", 1..=12),
        first_fire: of("first-fire", 0..=12),
        doubled_above: of("doubled-above", 1..=30),
        massed_square_above: of("massed-square-above", 1..=30),
    }
}
