//! The charts that the rules call for (Charts 1 to 29 of the catalogue, here C1 to C29), as flat arrays ready for play. The figures
//! come from the files under `charts/les-batailles`, each with where it comes from; an owner of a game may lay corrected ones over
//! them. What has a second table beside it has a second file: C3b, C6b and so on.

pub mod base6;
pub mod figures;
pub mod fire;
pub mod ground;
pub mod guns;
pub mod keys;
pub mod melee;
pub mod morale;
pub mod odds;
pub mod people;
pub mod square;

pub use base6::Base6;
pub use figures::{Cost, Factor, Span};
pub use fire::{FireBasis, FireCharts, FireClass, FireEffect, FireLimits, Harassed};
pub use ground::{
    ChargeEntry, FormationEffects, FormationFigures, FormationFire, FormationMove, GroundCharts, HexsideEffects,
    Ricochet, StackLimit, StackingIn, StackingRow, TerrainEffects, Violation, ViolationEffect, Who,
};
pub use guns::{BatteryType, ClassFigures, ClassList, GunCharts, GunFate, LimberModifier, ScatterModifier};
pub use keys::{Class, DefenseClass, FormationRow, Hexside, Mover, Nation, Surcharge, Terrain, UnitSize, Way};
pub use melee::{CavalryFactor, MeleeCharts, MeleeDice, MeleeFactor, MeleeFigures, MeleeResult};
pub use morale::{
    AttackMethod, CavalryType, ChargedModifier, CloseModifier, LEVELS, LevelRow, MoraleCharts, MoraleModifier,
    MoraleTrack, StandModifier,
};
pub use odds::{AssaultOdds, FireColumn, MeleeColumn};
pub use people::{
    CounterFire, CounterKind, LeaderCasualty, PeopleCharts, RecallModifier, RecallRow, TypicalCounter, TypicalLeader,
    Wound, WoundEffect,
};
pub use square::{CarreRow, SquareChart, SquareModifier, SquareResult, SquareTroops};

use scenario::charts::{ChartSet, Reader};
use scenario::{Faults, Source};

/// The name under which files know the rulebook.
const RULEBOOK: &str = "les-batailles";

/// All charts of one battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charts {
    /// C1 to C4, C26.
    pub fire: FireCharts,
    /// C5 to C8, C27.
    pub ground: GroundCharts,
    /// C6b, C14 to C17.
    pub melee: MeleeCharts,
    /// C10 to C13, C19, C20, C25.
    pub morale: MoraleCharts,
    /// C18.
    pub square: SquareChart,
    /// C22 to C24, C28.
    pub guns: GunCharts,
    /// C9, C21, C29.
    pub people: PeopleCharts,
}

impl Charts {
    /// Reads every cell of a set of charts.
    pub fn of(set: &ChartSet) -> Result<Charts, Faults> {
        Reader::read(set, |reader| Charts {
            fire: fire::read(reader),
            ground: ground::read(reader),
            melee: melee::read(reader),
            morale: morale::read(reader),
            square: square::read(reader),
            guns: guns::read(reader),
            people: people::read(reader),
        })
    }
}

/// Reads the charts, with an owner's corrections laid over them, as players see them and as they are played.
pub fn read(corrections: &[Source]) -> Result<(ChartSet, Charts), Faults> {
    let set = ChartSet::read(RULEBOOK, &shipped(), corrections)?;
    let charts = Charts::of(&set)?;
    Ok((set, charts))
}

/// The charts that come with the rulebook.
pub fn shipped() -> Vec<Source> {
    let source = |(name, text): &(&str, &str)| Source::new(format!("charts/{RULEBOOK}/{name}"), *text);
    SHIPPED.iter().map(source).collect()
}

macro_rules! shipped {
    ($($name:literal,)+) => {
        &[$(($name, include_str!(concat!("../../../../../charts/les-batailles/", $name))),)+]
    };
}

const SHIPPED: &[(&str, &str)] = shipped![
    "c01-combat-a-feu.toml",
    "c02-fire-modifiers.toml",
    "c03-fire-effects.toml",
    "c03b-fire-limits.toml",
    "c04-fire-defense.toml",
    "c05-movement.toml",
    "c06-terrain-effects.toml",
    "c06b-terrain-and-melee.toml",
    "c07-stacking.toml",
    "c07b-stacking-figures.toml",
    "c08-stacking-violation.toml",
    "c09-leader-casualty.toml",
    "c10-morale-modifiers.toml",
    "c11-roll-to-close.toml",
    "c11b-methods-of-attack.toml",
    "c12-roll-to-stand-assault.toml",
    "c13-roll-to-stand-cavalry.toml",
    "c14-melee-modifiers.toml",
    "c14b-melee-figures.toml",
    "c15-cavalry-melee-modifiers.toml",
    "c16-assaut-et-melee.toml",
    "c17-assault-impetus.toml",
    "c18-carre-realization.toml",
    "c19-rallying-square.toml",
    "c20-form-up.toml",
    "c21-cavalry-recall.toml",
    "c22-artillery-limbering.toml",
    "c23-spiked-guns.toml",
    "c24-howitzer-scatter.toml",
    "c25-morale-level-tracks.toml",
    "c25b-morale-levels.toml",
    "c26-harassment.toml",
    "c27-formations.toml",
    "c27b-formation-figures.toml",
    "c28-classes.toml",
    "c28b-class-lists.toml",
    "c29-typical-counters.toml",
    "c29b-typical-leaders.toml",
];
