//! Morale: general modifiers (C10), Roll to Close (C11), Roll to Stand (C12, C13), Rallying Square (C19), Form Up (C20), Morale
//! Levels (C25).

use super::figures;
use super::keys::{Nation, keys};
use super::odds::AssaultOdds;
use scenario::charts::{Reader, Row};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoraleCharts {
    general: [i8; MoraleModifier::COUNT],
    /// C11, by distance and method.
    close: [[i8; AttackMethod::COUNT]; FARTHEST_CLOSE],
    close_modifiers: [i8; CloseModifier::COUNT],
    methods: [Methods; Nation::COUNT],
    /// C12.
    stand_odds: [i8; AssaultOdds::COUNT],
    stand: [i8; StandModifier::COUNT],
    /// C13.
    charged_by: [i8; CavalryType::COUNT],
    charged: [i8; ChargedModifier::COUNT],
    /// C19 and C20, by distance.
    rallying_square: [i8; FARTHEST_SQUARE],
    rallying_square_grand_charge: i8,
    form_up: [i8; FARTHEST_SQUARE],
    /// C25.
    tracks: [[Option<u8>; LEVELS]; MoraleTrack::COUNT],
    shares: [u8; LEVELS],
    levels: [[i8; LEVELS]; LevelRow::COUNT],
}

/// Rows of C11; the last is for all distances beyond.
const FARTHEST_CLOSE: usize = 6;
/// Rows of C19 and C20.
const FARTHEST_SQUARE: usize = 4;
/// Morale Levels above 0.
pub const LEVELS: usize = 3;

keys! {
    /// General Morale Check Modifiers (C10). What goes by a leader's bonus has a method of its own.
    MoraleModifier {
        Disorder = "disorder",
        Pgd = "pgd",
        /// Recovering at dusk, in place of the former.
        PgdDusk = "pgd-dusk",
        PgdNight = "pgd-night",
        /// Not when Rolling to Close.
        Square = "square",
        RoadColumn = "road-column",
        /// At half its first strength or less.
        HalfLost = "half-lost",
        /// Half of what it had, lost in this event.
        GrievousLoss = "grievous-loss",
        /// Each beyond the first in a stack without a leader.
        ExtraUnit = "extra-unit",
        /// Different corps or nations in the stack.
        Mixed = "mixed",
        BeneathOldGuard = "beneath-old-guard",
        /// Times the leader's morale bonus.
        Leader = "leader",
        /// Times the bonus of a leader mortally wounded in the hex.
        LeaderMortallyWounded = "leader-mortally-wounded",
        /// Each unit above that passed.
        LowerInStack = "lower-in-stack",
        ForceMarch = "force-march",
        ForceMarchEnd = "force-march-end",
        ForceMarchAgain = "force-march-again",
        ChargeInReaction = "charge-in-reaction",
    }
}

keys! {
    /// Methods of Attack (16.4.2).
    AttackMethod {
        French = "french",
        British = "british",
        Prussian = "prussian",
    }
}

keys! {
    /// Roll to Close, beyond distance and C10.
    CloseModifier {
        /// When the Assault is declared, by the British or Prussian method.
        Column = "column",
        ProneTarget = "prone-target",
        Slope = "slope",
        Stream = "stream",
        SunkenRoad = "sunken-road",
        SpecialStructure = "special-structure",
        FlankOrRear = "flank-or-rear",
        GreaterNumbers = "greater-numbers",
    }
}

impl CloseModifier {
    /// Left out in a second round (ruling G-24).
    pub const fn lapses(self) -> bool {
        matches!(self, CloseModifier::Column | CloseModifier::ProneTarget)
    }
}

keys! {
    /// Roll to Stand against an Assault, beyond odds and C10.
    StandModifier {
        Flank = "flank",
        Rear = "rear",
        Huzzah = "huzzah",
        Prone = "prone",
        HeldFire = "held-fire",
        NoPath = "no-path",
        /// Times the bonus of the leader who left.
        Abandoned = "abandoned",
        Stream = "stream",
        Slope = "slope",
        SunkenRoad = "sunken-road",
        Wall = "wall",
        /// Old Guard infantry attacks.
        OldGuard = "old-guard",
        Line = "line",
    }
}

impl StandModifier {
    /// Left out in a second round (ruling G-24).
    pub const fn lapses(self) -> bool {
        use StandModifier::{Abandoned, HeldFire, NoPath, Prone};
        matches!(self, Prone | HeldFire | NoPath | Abandoned)
    }
}

keys! {
    /// Kinds of charging cavalry (C13).
    CavalryType {
        Light = "light",
        /// Without armor.
        Heavy = "heavy",
        Armored = "armored",
        Lancers = "lancers",
        /// In place of the type.
        GrandCharge = "grand-charge",
    }
}

keys! {
    /// Roll to Stand against cavalry, beyond its kind and C10.
    ChargedModifier {
        Flank = "flank",
        Rear = "rear",
        /// From an Assault.
        Diverted = "diverted",
        HeldFire = "held-fire",
        Stream = "stream",
        Slope = "slope",
    }
}

keys! {
    /// Formations with a printed track of Morale Levels.
    MoraleTrack {
        FrenchICorps = "french-i-corps",
        FrenchIICorps = "french-ii-corps",
        FrenchIIICorps = "french-iii-corps",
        FrenchIVCorps = "french-iv-corps",
        FrenchVICorps = "french-vi-corps",
        French7thDivision = "french-7th-division",
        FrenchImperialGuard = "french-imperial-guard",
        PrussianIKorps = "prussian-i-korps",
        PrussianIIKorps = "prussian-ii-korps",
        PrussianIIIKorps = "prussian-iii-korps",
        BritishKgl = "british-kgl",
        Nassau = "nassau",
        DutchBelgian = "dutch-belgian",
        Brunswick = "brunswick",
        Hanoverian = "hanoverian",
    }
}

keys! {
    /// Rows of the modifiers of Morale Levels (C25b).
    LevelRow {
        French = "french",
        Prussian = "prussian",
        BritishKgl = "british-kgl",
        Nassau = "nassau",
        DutchBelgian = "dutch-belgian",
        Brunswick = "brunswick",
        Hanoverian = "hanoverian",
        Other = "other",
    }
}

impl LevelRow {
    pub const fn of(nation: Nation) -> LevelRow {
        match nation {
            Nation::French => LevelRow::French,
            Nation::Prussian => LevelRow::Prussian,
            Nation::British | Nation::Kgl => LevelRow::BritishKgl,
            Nation::Nassau => LevelRow::Nassau,
            Nation::Dutch | Nation::Belgian => LevelRow::DutchBelgian,
            Nation::Brunswick => LevelRow::Brunswick,
            Nation::Hanoverian => LevelRow::Hanoverian,
            _ => LevelRow::Other,
        }
    }
}

/// The method of a nation, and the one it has from a year on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Methods {
    first: AttackMethod,
    then: Option<(u16, AttackMethod)>,
}

impl MoraleCharts {
    /// C10.
    pub fn general(&self, modifier: MoraleModifier) -> i8 {
        self.general[modifier.ix()]
    }

    /// Method of Attack of a nation in a year (C11b).
    pub fn method(&self, nation: Nation, year: u16) -> AttackMethod {
        let methods = self.methods[nation.ix()];
        match methods.then {
            Some((from, method)) if year >= from => method,
            _ => methods.first,
        }
    }

    /// Roll to Close, by the hexes to the nearest enemy when the Assault was declared (C11).
    pub fn close(&self, distance: u8, method: AttackMethod) -> i8 {
        self.close[row_of(distance, FARTHEST_CLOSE)][method.ix()]
    }

    pub fn close_modifier(&self, modifier: CloseModifier) -> i8 {
        self.close_modifiers[modifier.ix()]
    }

    /// Roll to Stand, by Assault odds (C12).
    pub fn stand_odds(&self, odds: AssaultOdds) -> i8 {
        self.stand_odds[odds.ix()]
    }

    pub fn stand(&self, modifier: StandModifier) -> i8 {
        self.stand[modifier.ix()]
    }

    /// Roll to Stand against a kind of cavalry (C13).
    pub fn charged_by(&self, kind: CavalryType) -> i8 {
        self.charged_by[kind.ix()]
    }

    /// The same where several kinds charge together: the worst (C13).
    pub fn charged_by_all(&self, kinds: impl IntoIterator<Item = CavalryType>) -> i8 {
        kinds.into_iter().map(|kind| self.charged_by(kind)).min().unwrap_or(0)
    }

    pub fn charged(&self, modifier: ChargedModifier) -> i8 {
        self.charged[modifier.ix()]
    }

    /// On the check for a Rallying Square, by the hexes to the cavalry; none beyond four, where nobody forms one (C19, 19.7).
    pub fn rallying_square(&self, distance: u8) -> Option<i8> {
        usize::from(distance).checked_sub(1).and_then(|row| self.rallying_square.get(row).copied())
    }

    pub fn rallying_square_grand_charge(&self) -> i8 {
        self.rallying_square_grand_charge
    }

    /// On the check of cavalry skirmishers to Form Up; beyond four hexes as at four (C20).
    pub fn form_up(&self, distance: u8) -> i8 {
        self.form_up[row_of(distance, FARTHEST_SQUARE)]
    }

    /// Battalions at which each level begins on a printed track; none where the formation does not know that level (C25).
    pub fn track(&self, track: MoraleTrack) -> [Option<u8>; LEVELS] {
        self.tracks[track.ix()]
    }

    /// The same for a formation without a printed track, of so many battalions at the start: shares of them to the nearest, halves
    /// up, at least 1 and at least 1 apart (C25).
    pub fn track_of(&self, battalions: u8) -> [u8; LEVELS] {
        let mut below = 0;
        self.shares.map(|share| {
            let begins = (u16::from(battalions) * u16::from(share) + 50) / 100;
            below = u8::try_from(begins).unwrap_or(u8::MAX).max(below + 1);
            below
        })
    }

    /// On every Morale Check at a level; 3 is the highest, 0 has none (C25b, 20.3).
    pub fn level(&self, row: LevelRow, level: u8) -> i8 {
        match usize::from(level).min(LEVELS) {
            0 => 0,
            level => self.levels[row.ix()][level - 1],
        }
    }
}

/// Rows count distances from 1; what is farther has the last, and nobody is nearer than 1.
fn row_of(distance: u8, farthest: usize) -> usize {
    usize::from(distance).clamp(1, farthest) - 1
}

pub(super) fn read(reader: &mut Reader<'_>) -> MoraleCharts {
    let steps = |reader: &mut Reader<'_>, row: &Row| figures::steps(reader, row, 0);
    MoraleCharts {
        general: MoraleModifier::KEYS.map(|key| reader.modifier("C10", key)),
        close: reader.counted("C11", 1, [0; 3], |reader, row| reader.cells(row, figures::steps)),
        close_modifiers: CloseModifier::KEYS.map(|key| reader.modifier("C11", key)),
        methods: reader.keyed("C11b", Nation::KEYS, Methods { first: AttackMethod::French, then: None }, methods),
        stand_odds: reader.keyed("C12", AssaultOdds::KEYS, 0, steps),
        stand: StandModifier::KEYS.map(|key| reader.modifier("C12", key)),
        charged_by: CavalryType::KEYS.map(|key| reader.modifier("C13", key)),
        charged: ChargedModifier::KEYS.map(|key| reader.modifier("C13", key)),
        rallying_square: reader.counted("C19", 1, 0, steps),
        rallying_square_grand_charge: reader.modifier("C19", "grand-charge"),
        form_up: reader.counted("C20", 1, 0, steps),
        tracks: reader.keyed("C25", MoraleTrack::KEYS, [None; LEVELS], track),
        shares: reader.keyed("C25", ["any-other"], [0; LEVELS], |reader, row| reader.cells(row, share))[0],
        levels: reader.keyed("C25b", LevelRow::KEYS, [0; LEVELS], |reader, row| reader.cells(row, figures::steps)),
    }
}

fn methods(reader: &mut Reader<'_>, row: &Row) -> Methods {
    let words = AttackMethod::ALL.map(|method| (method.key(), method));
    let first = reader.word(row, 0, &words, AttackMethod::French);
    if reader.cell(row, 1) == "-" {
        figures::dash(reader, row, 2);
        return Methods { first, then: None };
    }
    let from = figures::number(reader, row, 1, 1792..=1815) as u16;
    Methods { first, then: Some((from, reader.word(row, 2, &words, first))) }
}

/// Levels begin one after the other.
fn track(reader: &mut Reader<'_>, row: &Row) -> [Option<u8>; LEVELS] {
    let track: [Option<u8>; LEVELS] =
        reader.cells(row, |reader, row, column| figures::count_or_dash(reader, row, column, 1..=250));
    let mut below = 0;
    for (column, begins) in track.into_iter().enumerate() {
        match begins {
            Some(begins) if begins <= below => {
                reader.wrong(row, column, "more battalions than at the level before");
                break;
            }
            Some(begins) => below = begins,
            None => {}
        }
    }
    track
}

/// `22%`.
fn share(reader: &mut Reader<'_>, row: &Row, column: usize) -> u8 {
    let number = reader.cell(row, column).strip_suffix('%').and_then(|number| number.parse().ok());
    number.filter(|share| (1..=100).contains(share)).unwrap_or_else(|| {
        reader.wrong(row, column, "a share such as `22%`");
        100
    })
}
