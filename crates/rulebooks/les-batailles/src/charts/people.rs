//! Leader Casualty (C9), Cavalry Recall (C21), typical counters (C29).

use super::base6::Base6;
use super::figures::{self, Span};
use super::keys::{Class, Nation, keys};
use scenario::charts::{Reader, Row};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeopleCharts {
    /// C9, by die.
    casualty: [LeaderCasualty; 6],
    /// C21: the least number of the die.
    recall: [u8; RecallRow::COUNT],
    recall_modifiers: [i8; RecallModifier::COUNT],
    /// C29.
    counters: [TypicalCounter; CounterKind::COUNT],
    /// C29b.
    pub leaders: TypicalLeader,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct LeaderCasualty {
    pub wound: Wound,
    pub effect: WoundEffect,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Wound {
    Head,
    Torso,
    Leg,
    Arm,
    Stunned,
    FleshWound,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum WoundEffect {
    /// Removed; his units check (8.2.2).
    Mortal,
    /// Out for the sum of so many dice, in hours of three turns.
    Hours {
        dice: u8,
    },
    /// Out for the sum of so many dice, in turns.
    Turns {
        dice: u8,
    },
    Nothing,
}

keys! {
    /// Rows of the Recall Chart.
    RecallRow {
        French = "french",
        Polish = "polish",
        Belgian = "belgian",
        FrenchAllies = "french-allies",
        Kgl = "kgl",
        Dutch = "dutch",
        Brunswick = "brunswick",
        Prussian = "prussian",
        Portuguese = "portuguese",
        British = "british",
        Hanoverian = "hanoverian",
        Spanish = "spanish",
        Russian = "russian",
        Cossack = "cossack",
        Austrian = "austrian",
        Saxon = "saxon",
        PrussianHussars1813 = "prussian-hussars-1813",
        Other = "other",
    }
}

impl RecallRow {
    pub const fn of(nation: Nation, class: Class, year: u16) -> RecallRow {
        match nation {
            Nation::French => RecallRow::French,
            Nation::Polish => RecallRow::Polish,
            Nation::Belgian => RecallRow::Belgian,
            Nation::Italian | Nation::Rheinbund | Nation::Bavarian => RecallRow::FrenchAllies,
            Nation::Saxon => RecallRow::Saxon,
            Nation::Kgl => RecallRow::Kgl,
            Nation::Dutch => RecallRow::Dutch,
            Nation::Brunswick => RecallRow::Brunswick,
            Nation::Prussian if matches!(class, Class::Hussars) && year >= 1813 => RecallRow::PrussianHussars1813,
            Nation::Prussian => RecallRow::Prussian,
            Nation::Portuguese => RecallRow::Portuguese,
            Nation::British => RecallRow::British,
            Nation::Hanoverian => RecallRow::Hanoverian,
            Nation::Spanish => RecallRow::Spanish,
            Nation::Russian if matches!(class, Class::Cossacks) => RecallRow::Cossack,
            Nation::Russian => RecallRow::Russian,
            Nation::Austrian => RecallRow::Austrian,
            _ => RecallRow::Other,
        }
    }
}

keys! {
    /// On the die of a Recall.
    RecallModifier {
        /// One with a cavalry bonus in the hex.
        Leader = "leader",
        /// Guard cavalry.
        Guard = "guard",
        /// PGD infantry or artillery.
        Pursuing = "pursuing",
    }
}

keys! {
    /// Counters with typical values.
    CounterKind {
        FrenchLigne = "french-ligne",
        FrenchLegere = "french-legere",
        YoungGuard = "young-guard",
        OldGuard = "old-guard",
        FrenchProvisional = "french-provisional",
        BritishFoot = "british-foot",
        /// British or KGL.
        LightCompany = "light-company",
        KglLine = "kgl-line",
        RussianMusketeer = "russian-musketeer",
        HeavyCavalry = "heavy-cavalry",
        LightCavalry = "light-cavalry",
        Lancers = "lancers",
        GuardCossacks = "guard-cossacks",
        FootBattery = "foot-battery",
        FrenchGuardFootBattery = "french-guard-foot-battery",
        HowitzerBattery = "howitzer-battery",
    }
}

/// Fire as a counter has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CounterFire {
    None,
    Printed(u8),
    /// By multiple alone: a company that always skirmishes.
    Multiple(u8),
    /// Short, medium, long; howitzer batteries have no medium value.
    ByRange([Option<u8>; 3]),
}

/// A row of C29.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypicalCounter {
    pub increments: Span,
    pub movement: Span,
    pub fire: CounterFire,
    /// Mêlée Value in tenths.
    pub melee_tenths: Span,
    /// That value is for each Increment, not for the whole.
    pub melee_each: bool,
    pub rating: Base6,
    pub lance: Option<u8>,
    pub skirmish: Option<u8>,
    pub range: Option<u8>,
}

/// The row of C29b.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypicalLeader {
    pub movement: u8,
    pub melee: Span,
    pub cavalry: Span,
    pub artillery: Span,
    pub morale: Span,
}

impl PeopleCharts {
    /// C9.
    pub fn casualty(&self, die: u8) -> LeaderCasualty {
        self.casualty[figures::face(die)]
    }

    /// The least number of the die, after modifiers, with which a charge is recalled (C21).
    pub fn recall(&self, row: RecallRow) -> u8 {
        self.recall[row.ix()]
    }

    pub fn recall_modifier(&self, modifier: RecallModifier) -> i8 {
        self.recall_modifiers[modifier.ix()]
    }

    /// C29.
    pub fn counter(&self, kind: CounterKind) -> &TypicalCounter {
        &self.counters[kind.ix()]
    }
}

pub(super) fn read(reader: &mut Reader<'_>) -> PeopleCharts {
    let unhurt = LeaderCasualty { wound: Wound::FleshWound, effect: WoundEffect::Nothing };
    PeopleCharts {
        casualty: reader.counted("C9", 1, unhurt, |reader, row| LeaderCasualty {
            wound: reader.word(row, 0, WOUNDS, Wound::FleshWound),
            effect: reader.word(row, 1, WOUND_EFFECTS, WoundEffect::Nothing),
        }),
        recall: reader.keyed("C21", RecallRow::KEYS, 7, |reader, row| figures::at_least(reader, row, 0)),
        recall_modifiers: RecallModifier::KEYS.map(|key| reader.modifier("C21", key)),
        counters: reader.keyed("C29", CounterKind::KEYS, NO_COUNTER, counter),
        leaders: reader.keyed("C29b", ["division-or-army"], NO_LEADER, leader)[0],
    }
}

const WOUNDS: &[(&str, Wound)] = &[
    ("head", Wound::Head),
    ("torso", Wound::Torso),
    ("leg", Wound::Leg),
    ("arm", Wound::Arm),
    ("stunned", Wound::Stunned),
    ("flesh wound", Wound::FleshWound),
];

const WOUND_EFFECTS: &[(&str, WoundEffect)] = &[
    ("mortal", WoundEffect::Mortal),
    ("two dice of hours", WoundEffect::Hours { dice: 2 }),
    ("a die of hours", WoundEffect::Hours { dice: 1 }),
    ("two dice of turns", WoundEffect::Turns { dice: 2 }),
    ("a die of turns", WoundEffect::Turns { dice: 1 }),
    ("nothing", WoundEffect::Nothing),
];

const NOTHING: Span = Span { least: 0, most: 0 };

const NO_COUNTER: TypicalCounter = TypicalCounter {
    increments: NOTHING,
    movement: NOTHING,
    fire: CounterFire::None,
    melee_tenths: NOTHING,
    melee_each: true,
    rating: Base6::MOST,
    lance: None,
    skirmish: None,
    range: None,
};

const NO_LEADER: TypicalLeader =
    TypicalLeader { movement: 0, melee: NOTHING, cavalry: NOTHING, artillery: NOTHING, morale: NOTHING };

fn counter(reader: &mut Reader<'_>, row: &Row) -> TypicalCounter {
    TypicalCounter {
        increments: figures::span(reader, row, 0, 1..=30),
        movement: figures::span(reader, row, 1, 1..=30),
        fire: counter_fire(reader, row, 2),
        melee_tenths: tenths(reader, row, 3),
        melee_each: reader.word(row, 4, &[("increment", true), ("whole", false)], true),
        rating: rating(reader, row, 5),
        lance: figures::count_or_dash(reader, row, 6, 1..=12),
        skirmish: figures::count_or_dash(reader, row, 7, 1..=12),
        range: figures::count_or_dash(reader, row, 8, 1..=30),
    }
}

/// `8`, `x4`, `14/8/5`, `14/-/6` or `-`.
fn counter_fire(reader: &mut Reader<'_>, row: &Row, column: usize) -> CounterFire {
    fire_of(reader.cell(row, column)).unwrap_or_else(|| {
        reader.wrong(row, column, "a Fire Value such as `8`, `x4`, `14/8/5`, `14/-/6`, or `-`");
        CounterFire::None
    })
}

fn fire_of(cell: &str) -> Option<CounterFire> {
    if cell == "-" {
        return Some(CounterFire::None);
    }
    if let Some(multiple) = cell.strip_prefix('x') {
        return Some(CounterFire::Multiple(multiple.parse().ok().filter(|multiple| (1..=12).contains(multiple))?));
    }
    let value = |text: &str| text.parse().ok().filter(|value| (1..=99).contains(value));
    let mut bands = cell.split('/');
    let (Some(short), medium, long, None) = (bands.next(), bands.next(), bands.next(), bands.next()) else {
        return None;
    };
    match (medium, long) {
        (None, None) => Some(CounterFire::Printed(value(short)?)),
        (Some("-"), Some(long)) => Some(CounterFire::ByRange([Some(value(short)?), None, Some(value(long)?)])),
        (Some(medium), Some(long)) => {
            Some(CounterFire::ByRange([Some(value(short)?), Some(value(medium)?), Some(value(long)?)]))
        }
        _ => None,
    }
}

/// `2`, `2.3` or `3.2-3.4`, in tenths.
fn tenths(reader: &mut Reader<'_>, row: &Row, column: usize) -> Span {
    let cell = reader.cell(row, column);
    let (least, most) = cell.split_once('-').unwrap_or((cell, cell));
    match (tenths_of(least), tenths_of(most)) {
        (Some(least), Some(most)) if least <= most => Span { least, most },
        _ => {
            reader.wrong(row, column, "a Mêlée Value such as `2`, `2.3` or `3.2-3.4`");
            NOTHING
        }
    }
}

fn tenths_of(text: &str) -> Option<u8> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let whole: u8 = whole.parse().ok().filter(|whole| *whole < 25)?;
    let tenth: u8 = tenth.parse().ok().filter(|tenth| *tenth < 10)?;
    Some(whole * 10 + tenth)
}

fn rating(reader: &mut Reader<'_>, row: &Row, column: usize) -> Base6 {
    reader.cell(row, column).parse().ok().and_then(Base6::printed).unwrap_or_else(|| {
        reader.wrong(row, column, "a Morale Rating from 11 to 66");
        Base6::MOST
    })
}

fn leader(reader: &mut Reader<'_>, row: &Row) -> TypicalLeader {
    TypicalLeader {
        movement: figures::count(reader, row, 0, 1..=30),
        melee: figures::span(reader, row, 1, 0..=12),
        cavalry: figures::span(reader, row, 2, 0..=12),
        artillery: figures::span(reader, row, 3, 0..=12),
        morale: figures::span(reader, row, 4, 0..=12),
    }
}
