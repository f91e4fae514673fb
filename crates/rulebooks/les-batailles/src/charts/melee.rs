//! Mêlée: terrain (C6b), modifiers of infantry and artillery (C14) and of cavalry (C15), Assaut et Mêlée (C16), Impetus (C17).

use super::base6::{Base6, RESULTS};
use super::figures::{self, Factor};
use super::keys::{Hexside, Terrain, keys};
use super::odds::MeleeColumn;
use scenario::charts::Reader;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeleeCharts {
    /// C6b.
    into: [Factor; Terrain::COUNT],
    across: [Factor; Hexside::COUNT],
    /// C14.
    factors: [Factor; MeleeFactor::COUNT],
    pub dice: MeleeDice,
    pub figures: MeleeFigures,
    /// C15.
    cavalry: [Factor; CavalryFactor::COUNT],
    /// On the dice, times the bonus of a cavalry leader; for each loss by Defensive Fire.
    pub cavalry_leader: i8,
    pub cavalry_defensive_loss: i8,
    /// C16.
    results: [[MeleeResult; RESULTS]; MeleeColumn::COUNT],
    /// C17, by die.
    impetus: [u8; 6],
}

keys! {
    /// Factors of the Mêlée Value of infantry and artillery, and of cavalry that is assaulted.
    MeleeFactor {
        /// The part that attacks it.
        Flank = "flank",
        Rear = "rear",
        /// Infantry assaulting one.
        AgainstSquare = "against-square",
        Skirmishers = "skirmishers",
        Disorder = "disorder",
        Limbered = "limbered",
        CavalryAssaulted = "cavalry-assaulted",
    }
}

keys! {
    /// Factors of the Mêlée Value of cavalry, in the order in which they multiply.
    CavalryFactor {
        PreservingReadiness = "preserving-readiness",
        Disorder = "disorder",
        Tired = "tired",
        Exhausted = "exhausted",
        Dusk = "dusk",
        Night = "night",
        Skirmishers = "skirmishers",
        /// In all: no share of hexes, no standing.
        SkirmishersInOneHex = "skirmishers-in-one-hex",
        /// In it, or charging units in it.
        GeneralOrder = "general-order",
        AgainstSquare = "against-square",
        HeavyAgainstLight = "heavy-against-light",
        /// A Line of several hexes charging cavalry in fewer.
        LongerLine = "longer-line",
        Flank = "flank",
        Rear = "rear",
        LongCharge = "long-charge",
        ShortCharge = "short-charge",
        Standing = "standing",
        /// After its own Retreat Before Charge, in place of standing.
        Caught = "caught",
    }
}

/// On the dice of a mêlée.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeleeDice {
    /// For each loss of this round.
    pub offensive_loss: i8,
    pub defensive_loss: i8,
    /// Times the leader's mêlée bonus.
    pub attacking_leader: i8,
    pub defending_leader: i8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeleeFigures {
    /// Increments that fight on either side of a Special Structure (16.6.2).
    pub structure_increments: u8,
    pub gate_increments: u8,
    /// Columns right with sappers on top (16.6.2.1).
    pub sapper_columns: u8,
    /// Times the Lance Bonus for each hex engaged of an attacking Line (19.14.3.1).
    pub lance_line: u8,
    /// The least of a bonus spread over hexes (19.14.3).
    pub lance_least: u8,
}

/// A result of the Assaut et Mêlée (16.1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum MeleeResult {
    /// AS: removed from play.
    AttackerSurrenders,
    /// AR.
    AttackerRouts,
    /// AD#: Disorder and a Recoil of so many hexes.
    AttackerDisorders(u8),
    /// On to a second round; cavalry bounces.
    Blank,
    /// DD#.
    DefenderDisorders(u8),
    /// DR.
    DefenderRouts,
    /// DS.
    DefenderSurrenders,
}

impl MeleeCharts {
    /// The attacker's factor for the terrain he attacks into (C6b).
    pub fn into(&self, terrain: Terrain) -> Factor {
        self.into[terrain.ix()]
    }

    /// The attacker's factor for the hexside he attacks across (C6b).
    pub fn across(&self, hexside: Hexside) -> Factor {
        self.across[hexside.ix()]
    }

    /// C14.
    pub fn factor(&self, factor: MeleeFactor) -> Factor {
        self.factors[factor.ix()]
    }

    /// C15.
    pub fn cavalry(&self, factor: CavalryFactor) -> Factor {
        self.cavalry[factor.ix()]
    }

    /// C16.
    pub fn result(&self, column: MeleeColumn, dice: Base6) -> MeleeResult {
        self.results[column.ix()][dice.row()]
    }

    /// Hexes of follow-up (C17).
    pub fn impetus(&self, die: u8) -> u8 {
        self.impetus[figures::face(die)]
    }
}

/// In the order of the columns of C16.
const RESULTS_BY_COLUMN: [MeleeResult; 11] = [
    MeleeResult::AttackerSurrenders,
    MeleeResult::AttackerRouts,
    MeleeResult::AttackerDisorders(3),
    MeleeResult::AttackerDisorders(2),
    MeleeResult::AttackerDisorders(1),
    MeleeResult::Blank,
    MeleeResult::DefenderDisorders(1),
    MeleeResult::DefenderDisorders(2),
    MeleeResult::DefenderDisorders(3),
    MeleeResult::DefenderRouts,
    MeleeResult::DefenderSurrenders,
];

pub(super) fn read(reader: &mut Reader<'_>) -> MeleeCharts {
    let factor = |reader: &mut Reader<'_>, row: &_| figures::factor(reader, row, 0);
    MeleeCharts {
        into: reader.keyed("C6b", Terrain::KEYS, Factor::ONE, factor),
        across: reader.keyed("C6b", Hexside::KEYS, Factor::ONE, factor),
        factors: reader.keyed("C14", MeleeFactor::KEYS, Factor::ONE, factor),
        dice: MeleeDice {
            offensive_loss: reader.modifier("C14", "offensive-loss"),
            defensive_loss: reader.modifier("C14", "defensive-loss"),
            attacking_leader: reader.modifier("C14", "attacking-leader"),
            defending_leader: reader.modifier("C14", "defending-leader"),
        },
        figures: MeleeFigures {
            structure_increments: figures::figure(reader, "C14b", "structure-increments", 1..=60),
            gate_increments: figures::figure(reader, "C14b", "gate-increments", 1..=60),
            sapper_columns: figures::figure(reader, "C14b", "sapper-columns", 0..=12),
            lance_line: figures::figure(reader, "C14b", "lance-line", 1..=12),
            lance_least: figures::figure(reader, "C14b", "lance-least", 0..=12),
        },
        cavalry: reader.keyed("C15", CavalryFactor::KEYS, Factor::ONE, factor),
        cavalry_leader: reader.modifier("C15", "leader"),
        cavalry_defensive_loss: reader.modifier("C15", "defensive-loss"),
        results: reader.keyed("C16", MeleeColumn::KEYS, [MeleeResult::Blank; RESULTS], |reader, row| {
            figures::by_dice(reader, row, RESULTS_BY_COLUMN)
        }),
        impetus: reader.counted("C17", 1, 0, |reader, row| figures::count(reader, row, 0, 0..=12)),
    }
}
