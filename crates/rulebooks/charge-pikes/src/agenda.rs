//! The steps of a turn (chapter 13), and the events that interrupt them.

use crate::cards::UnitId;
use kernel::Side;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    // Before the battle.
    Deploy(Side),
    DrawOutForlorn(Side),
    // Phase 1.
    TurnBegins,
    ChooseSide(Side),
    RoutMoves,
    PursuitMoves,
    FleeingGenerals(Side),
    Reinforcements,
    // Phase 2.
    MovementBegins,
    DeclareCharges(Side),
    AnswerCharges(Side),
    RunCharges,
    /// The charge with that index runs, from where it stands.
    RunCharge(u8),
    /// Skirmishers or gunners met by charge `charge`.
    EvadeOrStand {
        charge: u8,
        unit: UnitId,
    },
    AfterEvade {
        charge: u8,
        unit: UnitId,
    },
    NormalMoves(Side),
    Moving(UnitId),
    // Phase 3.
    ShootingBegins,
    Shooting,
    ResolveShooting,
    // Phase 4.
    CombatBegins,
    CombatChoices,
    ResolveCombat,
    CavalryRecoils,
    FollowUps,
    /// The same, for the contacts after this pair.
    FollowUpsAfter {
        a: UnitId,
        b: UnitId,
    },
    /// The owner may follow up a recoiling enemy.
    FollowUp {
        unit: UnitId,
        enemy: UnitId,
    },
    TurnEnds,
    // Tests of one kind, side A's units first.
    Tests {
        kind: TestKind,
        side: Side,
    },
    // Interrupts.
    /// Enemies of a unit that just routed take up the pursuit.
    Pursuits {
        router: UnitId,
    },
    ChooseQuarry {
        unit: UnitId,
    },
    TryHalt {
        unit: UnitId,
        router: UnitId,
    },
    FirstPursuit {
        unit: UnitId,
        router: UnitId,
    },
    TurnAbout {
        unit: UnitId,
    },
}

/// The reaction tests of chapter 18, in the order of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TestKind {
    /// CP 18.3
    Panic,
    /// CP 18.4, the side meeting a charge
    CounterCharge,
    /// CP 18.4
    Charge,
    /// CP 18.5
    Stand,
    /// CP 18.6
    ShootingHits,
    /// CP 18.7
    LosingCombat,
    /// CP 18.8
    RoutingFriend,
    /// CP 18.1
    Rally,
    /// CP 18.2
    HaltPursuit,
    /// CP 18.2.4
    Return,
}
