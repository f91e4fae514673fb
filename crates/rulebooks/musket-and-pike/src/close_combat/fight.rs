//! One combat, stage by stage (P7).

use super::designation::Target;
use super::{Beaten, CombatChoice, Fate, Fight, FightKind, FightStage, Party};
use crate::cards::{Class, UnitId};
use crate::decision::Decision;
use crate::face::told::{Of, close_combat as told};
use crate::formation::HitFrom;
use crate::reaction::{Event, Trigger};
use crate::state::{Cause, Formation, LeaderPlace, Loss, Mark};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Listener, Question, Refusal};

impl Table<'_> {
    /// The next unit that has to say whether it spends a pistol: attackers first, then the defender (MP 11.3.9b).
    fn next_with_pistols(self, fight: &Fight) -> Option<UnitId> {
        let able = |unit: &UnitId| self.has_pistols(*unit) && self.unit(*unit).pistols > 0;
        fight.participants().filter(|&unit| !fight.declared.contains(unit)).find(able)
    }

    /// Leaders stacked with anybody in the combat (MP 11.8a).
    fn leaders_with_any(self, units: impl Iterator<Item = UnitId>) -> u64 {
        units.flat_map(|unit| self.leaders_with(unit)).fold(0, |bits, leader| bits | 1 << (leader.0 & 63))
    }

    pub(super) fn ask_fight(self, menu: &mut Vec<Decision>) -> Question {
        let question = Question::whole;
        let Some(fight) = self.fight() else { return question("none", "MP 11.2E", 0) };
        let mut put = |choice| menu.push(Decision::Combat(choice));
        match fight.stage {
            FightStage::Pistols => {
                if let Some(unit) = self.next_with_pistols(fight) {
                    put(CombatChoice::Pistol { unit, spend: false });
                    put(CombatChoice::Pistol { unit, spend: true });
                }
                question("pistols", "MP 11.3.9b", 0)
            }
            FightStage::Pursuit => {
                self.to_check(fight).for_each(|unit| put(CombatChoice::CheckPursuit { unit }));
                question("pursuit-order", "MP 11.7.2a", 0)
            }
            FightStage::Quarry => {
                self.quarries(fight).into_iter().for_each(|unit| put(CombatChoice::PursueAfter { unit }));
                question("pursuit", "MP 11.7.5a", 0)
            }
            FightStage::Advance => {
                if !fight.must_advance {
                    put(CombatChoice::HoldGround);
                }
                self.advances(fight).into_iter().for_each(put);
                question("advance", "MP 11.4.6a", 0)
            }
            _ => question("none", "MP 11.2E", 0),
        }
    }

    pub(super) fn judge_fight(self, choice: CombatChoice) -> Result<(), Refusal> {
        let not_asked = || Refusal::new("MP 11.2E", "this is not what is asked now");
        let fight = self.fight().ok_or_else(not_asked)?;
        let (legal, rule, why) = match (fight.stage, choice) {
            (FightStage::Pistols, CombatChoice::Pistol { unit, .. }) => {
                (self.next_with_pistols(fight) == Some(unit), "MP 11.3.9b", "another unit has to say so first")
            }
            (FightStage::Pursuit, CombatChoice::CheckPursuit { unit }) => {
                (self.to_check(fight).any(|able| able == unit), "MP 11.7.2a", "it is not cavalry that has to check")
            }
            (FightStage::Quarry, CombatChoice::PursueAfter { unit }) => (
                self.quarries(fight).contains(&unit),
                "MP 11.7.5a",
                "a pursuer follows a beaten unit from its front hexes, else from its flank hexes",
            ),
            (FightStage::Advance, CombatChoice::HoldGround) => {
                (!fight.must_advance, "MP 11.4.6a", "an attacker must advance into the hex he has won")
            }
            (FightStage::Advance, _) => (
                self.advances(fight).contains(&choice),
                "MP 11.4.6b",
                "the unit of the highest morale advances, one for each empty hex, with both halves if it can",
            ),
            _ => return Err(not_asked()),
        };
        if legal { Ok(()) } else { Err(Refusal::new(rule, why)) }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn stage(&mut self, stage: FightStage) {
        if let Some(fight) = self.state.fights.last_mut() {
            fight.stage = stage;
        }
    }

    pub(super) fn work_fight(&mut self) {
        let Some(fight) = self.state.fights.last() else { return self.pop() };
        match fight.stage {
            FightStage::Open => self.open_fight(),
            FightStage::Column => self.after_column(),
            FightStage::Pistols => self.work_pistols(),
            FightStage::Roll => self.roll_fight(),
            FightStage::Retreats => self.work_retreats(),
            FightStage::Pursuit => self.work_pursuit(),
            FightStage::Quarry => self.work_quarry(),
            FightStage::Advance => self.work_advance(),
            FightStage::Hits => self.hits_of_combat(),
            FightStage::Leaders => self.leaders_after_combat(),
            FightStage::Reactions(next) => self.react_to_advance(next),
        }
    }

    pub(super) fn apply_fight(&mut self, choice: CombatChoice) {
        match choice {
            CombatChoice::Pistol { unit, spend } => self.declare_pistol(unit, spend),
            CombatChoice::CheckPursuit { unit } => self.check_pursuit(unit),
            CombatChoice::PursueAfter { unit } => self.pursue(unit),
            CombatChoice::HoldGround => self.stage(FightStage::Hits),
            _ => self.advance_by(choice),
        }
    }

    fn open_fight(&mut self) {
        let table = self.table();
        let Some(fight) = table.fight() else { return };
        let (hex, target) = (fight.hex, table.target_at(fight.side, fight.hex));
        let defender = match target {
            Some(Target::Body(defender)) => Some(defender),
            _ => None,
        };
        let leaders = table.leaders_with_any(fight.participants().chain(defender));
        let Some(fight) = self.state.fights.last_mut() else { return };
        (fight.defender, fight.leaders) = (defender, leaders);
        match target {
            Some(Target::Body(defender)) => self.meet(defender),
            Some(Target::Alone(_)) => self.win_without_blow(true),
            Some(Target::Leader) => self.overrun_leaders(hex),
            None => self.close_fight(),
        }
    }

    /// A Column breaks up and checks before the attack is resolved (MP 6.3.4h).
    fn meet(&mut self, defender: UnitId) {
        let Some(first) = self.state.fights.last().and_then(|fight| fight.attackers.first()).copied() else { return };
        if self.table().in_formation(defender, Formation::Column) {
            self.note_ground(defender);
            self.stage(FightStage::Column);
            return self.column_attacked(defender, first.unit);
        }
        self.engage(defender);
    }

    /// A Column that has fled from its hexes leaves the attack without an enemy; the attacker advances (ruling G29).
    fn after_column(&mut self) {
        let table = self.table();
        let Some(fight) = table.fight() else { return };
        let Some(defender) = fight.defender else { return };
        let here = fight.attackers.iter().any(|attacker| table.body_at(attacker.hex) == Some(defender));
        if !here {
            return self.win_without_blow(true);
        }
        if let Some(fight) = self.state.fights.last_mut() {
            fight.beaten.clear();
        }
        self.engage(defender);
    }

    /// Light Infantry of strength 1 alone is simply swept away (MP 11.6b).
    fn engage(&mut self, defender: UnitId) {
        if !self.swept_away(defender) {
            return self.stage(FightStage::Pistols);
        }
        self.tell("MP 11.6b", told::SWEPT_AWAY, &[Of::Unit(defender)]);
        self.note_ground(defender);
        self.eliminate(defender, Loss::Eliminated, Cause::Overrun);
        self.win_without_blow(true);
    }

    fn swept_away(&self, defender: UnitId) -> bool {
        let table = self.table();
        let weak = |unit: UnitId| table.class(unit) == Class::LightInfantry && table.strength(unit) == 1;
        let Some(fight) = table.fight() else { return false };
        // With a gun or wagon in its hex it is not alone (MP 11.6d).
        let alone = table.gun_at(table.unit(defender).hex).is_none();
        weak(defender) && alone && fight.attackers.iter().any(|attacker| !weak(attacker.unit))
    }

    /// Writes down where the defender stands before he is gone.
    fn note_ground(&mut self, defender: UnitId) {
        let unit = self.unit(defender);
        let (hex, other, with) = (unit.hex, unit.other, unit.with);
        let beaten =
            Beaten { unit: defender, hex, other, with, fate: Fate::BackedOff, hexes: 0, path: [None; 2], done: true };
        let (state, overflow) = self.state.with_overflow();
        if let Some(fight) = state.fights.last_mut() {
            overflow.keep(&mut fight.beaten, beaten);
        }
    }

    /// The hex is won without a roll: no formation hit from the combat (MP 11.2Fb, 11.5.1b, 11.6c).
    fn win_without_blow(&mut self, must_advance: bool) {
        if let Some(fight) = self.state.fights.last_mut() {
            (fight.automatic, fight.must_advance) = (true, must_advance);
            fight.lost = Some(Party::Defender);
            fight.stage = FightStage::Advance;
        }
    }

    /// A leader alone in the hex is lost; the attacker may enter (MP 11.1.2g, 5.3.1b).
    fn overrun_leaders(&mut self, hex: Hex) {
        let table = self.table();
        let Some(side) = table.fight().map(|fight| fight.side) else { return };
        let enemies = table.leaders_at(hex).filter(|&leader| table.leader_card(leader).side != side);
        let lost: ArrayVec<_, 8> = enemies.take(8).collect();
        self.win_without_blow(false);
        for leader in lost {
            self.remove_leader(leader, Cause::Overrun);
        }
    }

    fn work_pistols(&mut self) {
        let table = self.table();
        let next = table.fight().and_then(|fight| table.next_with_pistols(fight));
        match next {
            Some(unit) => {
                let seat = table.seat(unit);
                self.await_seat(seat);
            }
            None => self.stage(FightStage::Roll),
        }
    }

    /// Only the marker moves on, no shot is resolved (MP 11.3.9c).
    fn declare_pistol(&mut self, unit: UnitId, spend: bool) {
        let Some(fight) = self.state.fights.last_mut() else { return };
        fight.declared.insert(unit);
        if spend {
            fight.pistols.insert(unit);
            let shots = &mut self.state.units[unit.ix()].pistols;
            *shots = shots.saturating_sub(1);
            self.tell("MP 11.3.9a", told::SPENDS_PISTOL, &[Of::Unit(unit)]);
        }
    }

    /// Everybody left takes one formation hit (MP 11.2Fa); those without formation take none (ruling G28).
    fn hits_of_combat(&mut self) {
        let Some(fight) = self.state.fights.last() else { return };
        let hit: ArrayVec<UnitId, 9> =
            if fight.automatic { ArrayVec::new() } else { fight.participants().take(9).collect() };
        self.stage(FightStage::Leaders);
        for unit in hit {
            let now = self.unit(unit);
            if now.on_map() && now.formation != Formation::None {
                self.formation_hit(unit, HitFrom::CloseCombat);
            }
        }
    }

    /// A roll for each leader that was with a participant and is still on the map (MP 11.8a).
    fn leaders_after_combat(&mut self) {
        let Some(leaders) = self.state.fights.last().map(Fight::leaders) else { return };
        self.stage(FightStage::Reactions(0));
        for leader in leaders {
            if self.table().leader(leader).place == LeaderPlace::Map {
                self.leader_casualty_roll(leader, Cause::CloseCombat);
            }
        }
    }

    /// The losing side's units may react to each advance and pursuit, those of this combat not (MP 11.2G, 11.4.9a, 11.7.2e).
    fn react_to_advance(&mut self, next: u8) {
        let Some(fight) = self.state.fights.last() else { return };
        let Some(&mover) = fight.movers.get(usize::from(next)) else { return self.close_fight() };
        let (kind, barred) = (fight.kind, fight.involved().collect());
        // The combat is over before its last window opens: what follows from that is no part of it.
        if usize::from(next) + 1 < fight.movers.len() {
            self.stage(FightStage::Reactions(next + 1));
        } else {
            self.close_fight();
        }
        let table = self.table();
        let side = table.side(mover.unit);
        // In an Interception only the active side's advance is a trigger (ruling G-A38).
        let silent = kind == FightKind::Interception && table.active_side() != Some(side);
        if silent || !table.unit(mover.unit).on_map() {
            return;
        }
        let after_interception = kind == FightKind::Interception;
        let event = if mover.pursued { Event::EndsPursuit { after_interception } } else { Event::EndsAdvance };
        let trigger =
            Trigger { unit: mover.unit, event, spent: false, ran: true, retreating: false, artillery: false, barred };
        self.trigger(trigger, side.other());
    }

    /// Momentum of the attackers is used up (MP 11.3.6b); a defender keeps his for the attack he has still to make (MP 11.3.6h).
    fn close_fight(&mut self) {
        if let Some(fight) = self.state.fights.pop() {
            for attacker in fight.attackers {
                self.mark(attacker.unit, Mark::Momentum, false);
            }
        }
        self.pop();
    }
}
