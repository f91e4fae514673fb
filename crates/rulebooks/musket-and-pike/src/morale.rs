//! Chapter 12: morale, checks, casualties and the threshold.

use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::close_combat::CombatStep;
use crate::command::LostCause;
use crate::face::told::{Of, morale as told};
use crate::state::{Cause, Formation, Loss, Mark, Morale, Slot};
use crate::table::{Play, Table};
use field::hexes::Hex;
use kernel::{Listener, Reckoning};

/// Hexes a unit runs on becoming Morale Broken (MP 12.4.3b): a rout, like its movement in the Rout Movement Phase (MP G.6).
pub const ROUT_HEXES: u8 = 2;

/// More checks than this beyond the first weigh no more (MP 10.6.5b, ruling MP G12).
const MOST_EXTRA: u8 = 3;

impl Table<'_> {
    /// Current morale (T-MORALE): as printed (MP 12.1a), one less when Shaken (MP 12.4.2a), 1 when Broken (MP 12.4.3a).
    #[inline]
    pub fn morale(self, id: UnitId) -> u8 {
        let printed = self.card(id).morale;
        match self.unit(id).morale {
            Morale::Normal => printed,
            Morale::Shaken => printed.saturating_sub(1),
            Morale::Broken => 1,
        }
    }

    /// Who answers for a unit: the cavalry of a stack with Light Infantry (MP 8.2.1a, 12.4.5a), else the unit itself. Guns
    /// and the units they stand with answer each for themselves (MP 12.4.5b).
    #[inline]
    pub fn answers_for(self, id: UnitId) -> UnitId {
        let unit = self.unit(id);
        if unit.slot == Slot::Under { unit.with.unwrap_or(id) } else { id }
    }

    /// The leader whose rating a check gets: one of those stacked with the unit, never two, so the best of them (MP 12.2a).
    pub fn steadying_leader(self, id: UnitId) -> Option<LeaderId> {
        self.leaders_with(id).min_by_key(|&leader| (self.leader_card(leader).rating, leader))
    }

    /// Whether a stack has reached a threshold: that of either of its two units counts for both (MP 8.2.1f).
    pub fn past_threshold(self, id: UnitId) -> bool {
        let reached = |unit: UnitId| self.unit(unit).has(Mark::ThresholdReached);
        reached(id) || self.unit(id).with.is_some_and(reached)
    }

    /// Whether what happens now happens in a Close Combat: an Interception may come in the middle of a fire, and fire in the middle of a combat.
    fn is_fighting_now(self) -> bool {
        let under_way = self.state.agenda.iter().filter_map(|step| match step {
            Step::Combat(CombatStep::Fight) => Some(true),
            Step::Fire(_) => Some(false),
            _ => None,
        });
        under_way.last() == Some(true)
    }

    /// Whether a unit is in the Close Combat that is under way now.
    fn fights_now(self, id: UnitId) -> bool {
        self.is_fighting_now() && self.fight().is_some_and(|fight| fight.participants().any(|unit| unit == id))
    }

    /// Whether a unit runs when it is Broken: guns stay where they are (MP 12.4.4a), wagons cannot retreat (MP 14.1c).
    pub fn retreats(self, id: UnitId) -> bool {
        self.is_body(id)
    }
}

impl<L: Listener> Play<'_, L> {
    /// One Morale Check with +1 for each check beyond the first (MP 12.2a, 10.6.5a), for one of the reasons of
    /// MP 12.3a, 12.3b. Only the roll and its telling: true when passed.
    pub fn morale_check(&mut self, id: UnitId, extra: u8, rule: &'static str) -> bool {
        let leader = self.table().steadying_leader(self.table().answers_for(id));
        self.morale_check_with(id, extra, leader, rule)
    }

    /// The same with the rating of a given leader, or of none.
    pub fn morale_check_with(&mut self, id: UnitId, extra: u8, leader: Option<LeaderId>, rule: &'static str) -> bool {
        let table = self.table();
        // MP 8.2.1g: the cavalry checks for both.
        let id = table.answers_for(id);
        let morale = i32::from(table.morale(id));
        let rating = leader.map_or(0, |leader| i32::from(table.leader_card(leader).rating));
        let mut reckoning = Reckoning::new(self.listener);
        reckoning.add_if(leader.is_some(), rating, "leader's rating", "MP 12.2a");
        reckoning.add_if(extra > 0, i32::from(extra.min(MOST_EXTRA)), "further checks owed", "MP 10.6.5a");
        let die = self.d10();
        // MP G.7: only a result above the morale fails.
        let passed = die + reckoning.total <= morale;
        let outcome = if passed { told::PASSES } else { told::FAILS };
        let of = [Of::Unit(id), Of::Count(morale)];
        self.tell_roll(rule, die, reckoning, [told::CHECKS_MORALE, outcome], &of);
        passed
    }

    /// A unit loses one morale level (MP 12.2b, 12.4.1a): Shaken; or Broken, which pushes its retreat of two hexes from `cause`
    /// (MP 12.4.3b) and takes its formation; or eliminated. Artillery never retreats (MP 12.4.4a). A cavalry and Light
    /// Infantry stack changes together.
    pub fn lose_level(&mut self, id: UnitId, cause: Option<UnitId>) {
        let id = self.table().answers_for(id);
        match self.unit(id).morale {
            Morale::Normal => self.shake(id),
            Morale::Shaken => {
                self.break_morale(id);
                if self.unit(id).on_map() && self.table().retreats(id) {
                    self.begin_retreat(id, cause, ROUT_HEXES, true);
                }
            }
            Morale::Broken => self.break_morale(id),
        }
    }

    /// Makes a unit Morale Broken whatever it was (MP 11.4.1b, 12.4.6a): eliminated if it was so already (MP 12.4.6b). Pushes
    /// no retreat.
    pub fn break_morale(&mut self, id: UnitId) {
        let id = self.table().answers_for(id);
        if self.unit(id).morale == Morale::Broken {
            self.tell("MP 12.4.6b", told::BREAKS_UP, &[Of::Unit(id)]);
            self.eliminate(id, Loss::Eliminated, Cause::Overrun);
            return;
        }
        for unit in self.stack_of(id) {
            self.set_broken(unit);
        }
        self.tell("MP 12.4.3a", told::IS_BROKEN, &[Of::Unit(id)]);
    }

    /// Makes a unit Morale Shaken whose morale was Normal.
    pub fn shake(&mut self, id: UnitId) {
        for unit in self.stack_of(id) {
            self.unit_mut(unit).morale = Morale::Shaken;
        }
        self.tell("MP 12.4.2a", told::IS_SHAKEN, &[Of::Unit(id)]);
    }

    /// A unit and the Light Infantry or cavalry stacked with it: all morale and formation effects are shared (MP 8.2.1f).
    pub fn stack_of(&self, id: UnitId) -> impl Iterator<Item = UnitId> + use<L> {
        std::iter::once(id).chain(self.unit(id).with)
    }

    /// Broken morale takes the formation, a Hedgehog too (MP 12.4.3a, 6.3.2j), so that formation hits of fire fall on the men
    /// (MP 12.4.3h); and the momentum (ruling MP G32).
    fn set_broken(&mut self, id: UnitId) {
        let formed = self.table().is_body(id);
        let unit = self.unit_mut(id);
        unit.morale = Morale::Broken;
        unit.marks.set(Mark::Momentum, false);
        if formed {
            unit.formation = Formation::None;
        }
    }

    /// Casualties on infantry or cavalry: adds them (MP 10.6.1a), removes the unit when none are left (MP 10.6.1c), applies the
    /// threshold (MP 12.5.2a). Any casualty on a gun puts it out of action (MP 10.6.1b). Returns true when the unit is still
    /// there. `lose_level` from the threshold pushes the retreat.
    pub fn casualties(&mut self, id: UnitId, hits: u8, cause: Option<UnitId>) -> bool {
        if hits == 0 || !self.unit(id).on_map() {
            return self.unit(id).on_map();
        }
        if !self.table().is_body(id) {
            self.eliminate(id, Loss::Eliminated, Cause::Fire);
            return false;
        }
        let printed = self.table().card(id).strength;
        let unit = self.unit_mut(id);
        unit.casualties = unit.casualties.saturating_add(hits).min(printed);
        self.tell("MP 10.6.1a", told::LOSES, &[Of::Unit(id), Of::Count(hits.into()), Of::Strength(id)]);
        if self.table().strength(id) == 0 {
            let cause = if self.table().is_fighting_now() { Cause::CloseCombat } else { Cause::Fire };
            self.eliminate(id, Loss::Eliminated, cause);
            return false;
        }
        self.test_threshold(id, cause);
        self.unit(id).on_map()
    }

    /// The threshold of chart C18 costs a level when it is reached, once (MP 12.5.1a, 12.5.2a), or once again
    /// when Incorporation has lifted the unit above it in between (MP 12.5.2f); units without one never reach it (MP 12.5.2d). Its
    /// mark makes later fire cost a further check (MP 12.5.2c).
    fn test_threshold(&mut self, id: UnitId, cause: Option<UnitId>) {
        let reached = self.table().card(id).threshold.is_some_and(|threshold| self.unit(id).casualties >= threshold);
        if !reached || self.unit(id).has(Mark::ThresholdReached) {
            return;
        }
        self.mark(id, Mark::ThresholdReached, true);
        self.tell("MP 12.5.2a", told::REACHES_THRESHOLD, &[Of::Unit(id)]);
        self.lose_level(id, cause);
    }

    /// Takes a unit out of the battle: guns become wrecks, Light Infantry goes with its cavalry that is lost in Close Combat or by broken
    /// morale, which they share, but not with one shot down (MP 8.2.1d, 8.2.1f), leaders are dealt with (MP 5.3.1b, 10.8.9a).
    pub fn eliminate(&mut self, id: UnitId, loss: Loss, cause: Cause) {
        let how = match loss {
            Loss::Pursuing => LostCause::Pursuit,
            Loss::Eliminated if self.table().fights_now(id) => LostCause::Destroyed(cause),
            Loss::Eliminated | Loss::Incorporated | Loss::Exited => LostCause::Eliminated(cause),
        };
        self.lose_unit(id, loss, how);
    }

    /// Takes a unit off the map; `how` says what becomes of leaders with it: those of a unit that retreats or routs off the map
    /// may go to another (MP 5.2.2c).
    pub fn lose_unit(&mut self, id: UnitId, loss: Loss, how: LostCause) {
        if !self.unit(id).on_map() {
            return;
        }
        if self.table().is_gun(id) && loss == Loss::Eliminated {
            self.wreck_gun(id, false);
            return;
        }
        if matches!(how, LostCause::Destroyed(_)) {
            self.abandon_guns_apart(id);
        }
        let at = self.footing(id);
        self.tell(rule_of(loss), told::lost(loss), &[Of::Unit(id)]);
        let partner = self.part(id);
        self.take_off(id, loss);
        let shot = how == LostCause::Eliminated(Cause::Fire);
        if let Some(light) = partner.filter(|_| loss == Loss::Eliminated && !shot) {
            self.take_off(light, loss);
            self.tell("MP 8.2.1d", told::IS_LOST_WITH_IT, &[Of::Unit(light)]);
        }
        if loss != Loss::Incorporated {
            self.leaders_of_lost(id, at, how);
        }
    }

    /// Parts cavalry from the Light Infantry stacked with it. Returns the Light Infantry left standing by itself, if `id` was
    /// the cavalry.
    pub fn part(&mut self, id: UnitId) -> Option<UnitId> {
        let partner = self.unit(id).with?;
        self.unit_mut(id).with = None;
        self.unit_mut(partner).with = None;
        if self.unit(id).slot == Slot::Under {
            // Not by `set_slot`: the hex stays the cavalry's while the Light Infantry has not left it.
            self.unit_mut(id).slot = Slot::Body;
            return None;
        }
        self.state.set_slot(partner, Slot::Body);
        Some(partner)
    }

    /// Where a unit stands, as the functions that deal with its leaders want it.
    pub fn footing(&self, id: UnitId) -> [Option<Hex>; 2] {
        [Some(self.unit(id).hex), self.unit(id).other]
    }
}

const fn rule_of(loss: Loss) -> &'static str {
    match loss {
        Loss::Eliminated => "MP 12.1a",
        Loss::Incorporated => "MP 8.4a",
        Loss::Pursuing => "MP 11.7.2h",
        Loss::Exited => "MP 15.0d",
    }
}
