//! Section 11.4.1: the roll and what it does to the losers.

use super::{Beaten, Fate, FightStage, Party, Retreat, RetreatAim};
use crate::cards::UnitId;
use crate::charts::CombatResult;
use crate::face::told::{Of, close_combat as told};
use crate::state::{Cause, Loss, Morale};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Listener, Phrase, Reckoning};

impl CombatResult {
    /// Who has to bear it.
    pub(crate) const fn loser(self) -> Option<Party> {
        match self {
            CombatResult::NoDecision => None,
            CombatResult::AttackerEliminated | CombatResult::AttackerBroken | CombatResult::AttackerShaken(_) => {
                Some(Party::Attackers)
            }
            CombatResult::DefenderShaken(_) | CombatResult::DefenderBroken | CombatResult::DefenderEliminated => {
                Some(Party::Defender)
            }
        }
    }
}

impl Table<'_> {
    /// C13, read over its whole span.
    pub(crate) fn combat_result(self, total: i32) -> CombatResult {
        self.rules.charts.close_combat[(total + 4).clamp(0, 17) as usize]
    }

    /// The hexes of a defender in the combat on top that nobody attacks.
    pub(super) fn halves_apart(self, unit: UnitId) -> ArrayVec<Hex, 2> {
        let attacked = |hex| {
            let Some(fight) = self.fight() else { return true };
            fight.defender != Some(unit) || fight.attackers.iter().any(|attacker| attacker.hex == hex)
        };
        self.unit(unit).hexes().filter(|&hex| !attacked(hex)).collect()
    }
}

impl<L: Listener> Play<'_, L> {
    /// The attacker rolls (MP 11.2D).
    pub(super) fn roll_fight(&mut self) {
        let mut reckoning = Reckoning::new(self.listener);
        let table = self.table();
        let Some(fight) = table.fight() else { return };
        table.reckon_fight(fight, &mut reckoning);
        let attackers: ArrayVec<UnitId, 9> =
            fight.participants().filter(|&unit| Some(unit) != fight.defender).take(9).collect();
        let defender = fight.defender.map_or(Of::Words("nobody"), Of::Unit);
        let die = self.d10();
        let result = self.table().combat_result(die + reckoning.total);
        let of = [Of::Units(&attackers), defender, Of::Count(hexes_of(result).into())];
        self.tell_roll("MP 11.2D", die, reckoning, [told::FALLS_ON, outcome_of(result)], &of);
        self.apply_result(result);
    }

    /// Morale results on all units named at once, then the retreats (MP 11.2E, 11.4.1a).
    pub(super) fn apply_result(&mut self, result: CombatResult) {
        let Some(fight) = self.state.fights.last_mut() else { return };
        fight.result = Some(result);
        fight.lost = result.loser();
        // The attacker must follow up, the defender may (MP 11.4.6a).
        fight.must_advance = fight.lost == Some(Party::Defender);
        fight.stage = if fight.lost.is_some() { FightStage::Retreats } else { FightStage::Hits };
        let losers: ArrayVec<UnitId, 8> = match fight.lost {
            None => ArrayVec::new(),
            Some(Party::Attackers) => fight.attackers.iter().map(|attacker| attacker.unit).collect(),
            Some(Party::Defender) => fight.defender.into_iter().collect(),
        };
        for unit in losers {
            let (hex, other, with) = (self.unit(unit).hex, self.unit(unit).other, self.unit(unit).with);
            let (fate, hexes) = self.beat(unit, result);
            let beaten = Beaten { unit, hex, other, with, fate, hexes, path: [None; 2], done: false };
            let (state, overflow) = self.state.with_overflow();
            if let Some(fight) = state.fights.last_mut() {
                overflow.keep(&mut fight.beaten, beaten);
            }
        }
    }

    /// What a result does to one loser, and how far it retreats.
    fn beat(&mut self, unit: UnitId, result: CombatResult) -> (Fate, u8) {
        let eliminated = matches!(result, CombatResult::AttackerEliminated | CombatResult::DefenderEliminated);
        if eliminated {
            // MP 11.4.1d
            self.eliminate(unit, Loss::Eliminated, Cause::Overrun);
            return (Fate::Eliminated, 0);
        }
        match (result, self.unit(unit).morale) {
            // MP 11.4.1c
            (CombatResult::AttackerShaken(hexes) | CombatResult::DefenderShaken(hexes), Morale::Normal) => {
                self.lose_level(unit, None);
                (Fate::BackedOff, hexes)
            }
            // Broken whatever it was (MP 11.4.1b), by a Shaken result too if it was Shaken (MP 12.4.6a); Broken before is
            // the end of it (MP 12.4.6b). A broken unit goes two hexes, whatever the result says (ruling G14).
            (_, Morale::Broken) => {
                self.eliminate(unit, Loss::Eliminated, Cause::Overrun);
                (Fate::Eliminated, 0)
            }
            _ => {
                self.break_morale(unit);
                (Fate::Broken, 2)
            }
        }
    }

    /// The next loser retreats: first one whose way is open, so that nobody is blocked by a comrade who is still to go.
    pub(super) fn work_retreats(&mut self) {
        let table = self.table();
        let Some(fight) = table.fight() else { return };
        let waiting = || fight.beaten.iter().enumerate().filter(|(_, beaten)| !beaten.done);
        let open = |beaten: &Beaten| table.retreat_is_open(retreat_of(beaten));
        let next = waiting().find(|(_, beaten)| open(beaten)).or_else(|| waiting().next());
        let Some((index, &beaten)) = next else { return self.stage(FightStage::Pursuit) };
        if let Some(fight) = self.state.fights.last_mut() {
            fight.beaten[index].done = true;
        }
        if beaten.hexes > 0 {
            self.push_retreat(retreat_of(&beaten));
        }
    }
}

fn retreat_of(beaten: &Beaten) -> Retreat {
    let broken = beaten.fate == Fate::Broken;
    Retreat {
        unit: beaten.unit,
        with: beaten.with,
        from: None,
        left: beaten.hexes,
        broken,
        fight: true,
        aim: RetreatAim::Any,
    }
}

const fn outcome_of(result: CombatResult) -> Phrase {
    match result {
        CombatResult::AttackerEliminated => told::ATTACKER_ELIMINATED,
        CombatResult::AttackerBroken => told::ATTACKER_BROKEN,
        CombatResult::AttackerShaken(_) => told::ATTACKER_SHAKEN,
        CombatResult::NoDecision => told::NO_DECISION,
        CombatResult::DefenderShaken(_) => told::DEFENDER_SHAKEN,
        CombatResult::DefenderBroken => told::DEFENDER_BROKEN,
        CombatResult::DefenderEliminated => told::DEFENDER_ELIMINATED,
    }
}

/// How far a result sends the losers.
const fn hexes_of(result: CombatResult) -> u8 {
    match result {
        CombatResult::AttackerShaken(hexes) | CombatResult::DefenderShaken(hexes) => hexes,
        _ => 0,
    }
}
