//! Chapters 10.6 and 10.10 (P5): leaders in danger, Formation Hits, casualties, Morale Checks, in that order (ruling MP G18).

use super::{Blow, FireStep, Mode, Shot, Volley};
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::face::told::{Of, fire as told};
use crate::formation::HitFrom;
use crate::state::Cause;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;

/// Casualties from one fire of one unit that call for a check (T-CAS-MC). However many there are, it is one (MP 10.6.2d).
pub fn casualties_call_for_check(morale: u8, casualties: u8) -> bool {
    let needed = match morale {
        // MP 10.6.2a
        ..=6 => 1,
        // MP 10.6.2b
        7 => 2,
        // MP 10.6.2c
        _ => 3,
    };
    casualties >= needed
}

impl Blow {
    pub(super) fn on(target: UnitId, table: Table<'_>) -> Blow {
        let with = table.unit(target).with;
        Blow { target: Some(target), with, at_threshold: table.past_threshold(target), ..Blow::default() }
    }

    /// Adds one roll's result: everything is cumulative (MP 10.1.4e, 10.6.6b), and both halves are one fire combat (MP 10.6.2e).
    pub(super) fn add(&mut self, result: crate::charts::FireResult, at: Hex, mode: Mode) {
        self.casualties += result.casualties;
        if result.formation_hit {
            self.pistol_hits |= u8::from(mode == Mode::Pistol) << self.formation_hits;
            self.formation_hits += 1;
        }
        self.checks += u8::from(result.morale_check);
        if !result.is_miss() && !self.hexes.contains(&Some(at)) {
            let place = usize::from(self.hexes[0].is_some());
            self.hexes[place] = Some(at);
        }
    }

    /// Morale Checks owed, as sources add up (MP 10.6.3a, 10.6.3b, 10.6.4a, 10.6.5b).
    pub(super) fn checks_owed(&self, morale: u8) -> u8 {
        u8::from(casualties_call_for_check(morale, self.casualties))
            + u8::from(self.salvo)
            + u8::from(self.at_threshold && self.casualties > 0)
            + self.checks
    }
}

/// The most that several checks add to the one roll (MP 10.6.5b, ruling MP G12).
const MOST_EXTRA_CHECKS: u8 = 3;

impl Table<'_> {
    /// Who of cavalry and Light Infantry stacked together can still take a casualty (MP 8.2.1f).
    pub(super) fn share_takers(self, blow: &Blow) -> impl Iterator<Item = UnitId> {
        let pair = [blow.target, blow.with].into_iter().zip(blow.shares);
        pair.filter_map(move |(id, share)| id.filter(|&id| self.strength(id) > share))
    }

    fn leaders_in(self, hexes: [Option<Hex>; 2]) -> ArrayVec<LeaderId, 16> {
        hexes.into_iter().flatten().flat_map(|hex| self.leaders_at(hex)).take(16).collect()
    }
}

impl<L: Listener> Play<'_, L> {
    /// Target after target takes what fell on it; shots at leaders alone only endanger them (ruling MP G11). A unit in cover takes nothing, not even
    /// the check a Salvo calls for (MP 9.4.5b, ruling MP G-A54).
    pub(super) fn strike(&mut self, volley: &Volley) {
        let table = self.table();
        let next = volley.shots().filter_map(|shot| shot.target).find(|&target| !volley.struck.contains(target));
        let Some(target) = next else {
            self.fire_goes_to(FireStep::Answer);
            return self.strike_leaders_alone(volley);
        };
        let counts = |shot: &Shot| shot.target == Some(target) && !table.is_covered(shot);
        let mut blow = Blow::on(target, table);
        for shot in volley.shots().filter(counts) {
            blow.add(shot.result, shot.at, shot.mode);
            blow.salvo |= shot.mode == Mode::Salvo;
        }
        let covered = !volley.shots().any(|shot| counts(&shot));
        self.volley_mut(|volley| {
            volley.struck.insert(target);
            volley.blow = blow;
        });
        if covered {
            self.tell("MP 9.4.5b", told::IS_IN_COVER, &[Of::Unit(target)]);
        } else {
            self.push(Step::Fire(FireStep::Hit));
        }
    }

    fn strike_leaders_alone(&mut self, volley: &Volley) {
        for shot in volley.shots().filter(|shot| shot.target.is_none() && !shot.result.is_miss()) {
            self.endanger_leaders([Some(shot.at), None]);
        }
    }

    /// One roll for each leader in the hexes, before any Morale Check (MP 10.10a, 10.10b).
    pub(super) fn endanger_leaders(&mut self, hexes: [Option<Hex>; 2]) {
        for leader in self.table().leaders_in(hexes) {
            self.leader_casualty_roll(leader, Cause::Fire);
        }
    }

    /// P5 for one target: leaders, then the Formation Hit, from which cavalry under artillery fire may step aside.
    pub(super) fn hit(&mut self, volley: &Volley) {
        let may_displace = self.table().displacements(volley).next().is_some();
        self.fire_goes_to(if may_displace { FireStep::Displace } else { FireStep::Losses });
        self.endanger_leaders(volley.blow.hexes);
    }

    /// Formation Hits one after the other (ruling MP G13): on guns they are checks (MP 10.8.7a), on units without order casualties
    /// (MP 10.6.6a, 12.4.3h), unless they come from pistols.
    pub(super) fn losses(&mut self, mut blow: Blow) {
        let Some(target) = blow.target else { return self.pop() };
        if self.table().is_gun(target) {
            blow.checks += blow.formation_hits;
        } else {
            for hit in 0..blow.formation_hits {
                let pistol = blow.pistol_hits >> hit & 1 == 1;
                blow.casualties += u8::from(self.formation_hit(target, HitFrom::Fire) && !pistol);
            }
        }
        (blow.formation_hits, blow.pistol_hits) = (0, 0);
        self.volley_mut(|volley| volley.blow = blow);
        if blow.with.is_some() && blow.casualties > 0 {
            self.fire_goes_to(FireStep::Share);
        } else {
            self.fall(blow);
        }
    }

    /// Cavalry and Light Infantry stacked together: each casualty hits one of them, as the owner likes (MP 8.2.1f).
    pub(super) fn share(&mut self, volley: &Volley) {
        let blow = volley.blow;
        if blow.shares[0] + blow.shares[1] >= blow.casualties {
            return self.fall(blow);
        }
        let takers: ArrayVec<UnitId, 2> = self.table().share_takers(&blow).collect();
        match takers[..] {
            [_, _] => self.ask_firer_or_target(FireStep::Share),
            [only] => self.give_loss(volley, only),
            _ => self.fall(blow),
        }
    }

    pub(super) fn give_loss(&mut self, volley: &Volley, id: UnitId) {
        let share = usize::from(volley.blow.target != Some(id));
        self.volley_mut(|volley| volley.blow.shares[share] += 1);
    }

    /// Casualties, the threshold, and one check for all that is owed, against the morale that is left (MP 10.6.0, 10.6.5a, 12.5.2e); the
    /// retreat comes once, after all of it.
    fn fall(&mut self, blow: Blow) {
        self.pop();
        let Some(target) = blow.target else { return };
        if !self.unit(target).on_map() {
            return;
        }
        if blow.displaced {
            self.announce_displacement(target, blow.ran);
        }
        if self.table().is_gun(target) && blow.casualties > 0 {
            return self.disable_gun(target, blow);
        }
        let cause = self.table().cause_of_retreat(target);
        let owed = blow.checks_owed(self.table().morale(target));
        self.take_casualties(target, blow, cause);
        let Some(left) = self.left_of(target, blow) else { return };
        if owed > 0 {
            let extra = (owed - 1).min(MOST_EXTRA_CHECKS);
            if !self.morale_check(left, extra, "MP 10.6.5a") {
                self.lose_level(left, cause);
            }
        }
    }

    /// Of a stack whoever loses its last men goes first, so that the other takes its own as what it is then: by itself.
    fn take_casualties(&mut self, target: UnitId, blow: Blow, cause: Option<UnitId>) {
        let Some(with) = blow.with else {
            self.casualties(target, blow.casualties, cause);
            return;
        };
        let [own, its] = [(target, blow.shares[0]), (with, blow.shares[1])];
        let falls = self.table().strength(target) <= own.1;
        for (id, losses) in if falls { [own, its] } else { [its, own] } {
            self.casualties(id, losses, cause);
        }
    }

    /// Who is left of those fired on: Light Infantry without its cavalry has been fired on as well, and so checks and may answer (MP 8.2.1b, 8.2.1f, 10.6.3a;
    /// ruling MP G38).
    fn left_of(&mut self, target: UnitId, blow: Blow) -> Option<UnitId> {
        let left = [Some(target), blow.with].into_iter().flatten().find(|&id| self.unit(id).on_map())?;
        self.volley_mut(|volley| volley.fired_on.insert(left));
        Some(left)
    }

    /// Any casualty disables a gun (MP 10.6.1b); what is left over falls on the unit under it, which may then react as one fired on
    /// (MP 8.3.4b, ruling MP G27).
    fn disable_gun(&mut self, gun: UnitId, blow: Blow) {
        let table = self.table();
        let hex = table.unit(gun).hex;
        let below = table.body_at(hex).filter(|&body| !table.is_top(body, hex) && table.side(body) == table.side(gun));
        self.wreck_gun(gun, false);
        let Some(below) = below else { return };
        self.volley_mut(|volley| volley.fired_on.insert(below));
        if blow.casualties > 1 {
            let excess = Blow { casualties: blow.casualties - 1, ..Blow::on(below, self.table()) };
            self.volley_mut(|volley| volley.blow = excess);
            self.push(Step::Fire(FireStep::Losses));
        }
    }
}

impl Table<'_> {
    /// A broken unit runs from the enemy that fired; from its own side's grazing fire toward its edge (MP 12.4.3b).
    fn cause_of_retreat(self, target: UnitId) -> Option<UnitId> {
        self.volley().map(|volley| volley.firer).filter(|&firer| self.side(firer) != self.side(target))
    }
}
