//! Rolling to close and to stand (16.4, 16.5).

use super::{Advancer, AssaultStep, Party, Reason};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::charts::{AssaultOdds, AttackMethod, CloseModifier, StandModifier};
use crate::face::told::assault as told;
use crate::facing::Aspect;
use crate::ground::{Feature, Slope, Terrain};
use crate::morale::{Check, CheckKind, Modifier};
use crate::movement::Cause;
use crate::readings::RoundTwoOdds;
use crate::state::{Formed, Order, Prone};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;

type Modifiers = ArrayVec<Modifier, 12>;

/// What lies between a hex and the one it assaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    UpSlope,
    Stream,
    SunkenRoad,
    Wall,
}

impl Table<'_> {
    /// Whether somebody who goes from one hex into the next meets that.
    fn lies_between(self, what: Between, (from, to): (Hex, Hex)) -> bool {
        let ground = self.ground();
        let Some(dir) = self.grid().direction(from, to) else { return false };
        let side = ground.hexside(from, dir);
        match what {
            Between::UpSlope => side.slope != Slope::Level && ground.level(to) > ground.level(from),
            Between::Stream => matches!(side.feature, Some(Feature::Stream | Feature::Ford | Feature::River)),
            Between::SunkenRoad => ground.at(to) == Terrain::SunkenRoad,
            Between::Wall => side.feature == Some(Feature::Wall),
        }
    }

    /// On a Roll to Close beyond the general modifiers (chart 11): the method of attack by distance, and what the attackers have to
    /// go through anywhere along their contact (LB 16.4.1a, 16.4.2a, G-61). Some of it lapses in a second round (LB 16.1.1-5d, G-24).
    fn close_modifiers(self, place: usize) -> Modifiers {
        let mut modifiers = Modifiers::new();
        let Some(assault) = self.resolving() else { return modifiers };
        let Some(party) = assault.parties.get(place) else { return modifiers };
        let Some(top) = self.party_top(party) else { return modifiers };
        let charts = &self.rules.charts.morale;
        let first = assault.round == 1 && !party.reserve;
        let mut add = |value: i8, text: &'static str, rule: &'static str| {
            if value != 0 {
                self.state.overflow.keep(&mut modifiers, Modifier { value, text, rule });
            }
        };
        let method = charts.method(self.card(top).nation, self.rules.year);
        if first {
            add(charts.close(party.distance, method), "method of attack, by distance", "LB 16.4.1a");
            if method != AttackMethod::French && party.formed == Formed::Column {
                add(charts.close_modifier(CloseModifier::Column), "in Column when it was declared", "LB 16.4.2a");
            }
        }
        let targets: Vec<&Party> =
            assault.parties.iter().filter(|other| !other.attacking && self.is_in(other)).collect();
        let contacts: Vec<(Hex, Hex)> = targets.iter().flat_map(|&target| self.contacts(party, target)).collect();
        let prone = |target: &&Party| self.party_stack(target).iter().any(|&id| self.unit(id).prone == Prone::Prone);
        let meets = |target: &&Party| !self.contacts(party, target).is_empty();
        if first && targets.iter().any(|target| meets(target) && prone(target)) {
            add(charts.close_modifier(CloseModifier::ProneTarget), "against Prone units", "LB 12.13.7a");
        }
        let any = |what: Between| contacts.iter().any(|&pair| self.lies_between(what, pair));
        if any(Between::UpSlope) {
            add(charts.close_modifier(CloseModifier::Slope), "up a slope", "LB 16.4a");
        }
        if any(Between::Stream) {
            add(charts.close_modifier(CloseModifier::Stream), "across a stream", "LB 16.4a");
        }
        if any(Between::SunkenRoad) {
            add(charts.close_modifier(CloseModifier::SunkenRoad), "across a sunken road", "LB 16.4a");
        }
        if contacts.iter().any(|&(_, to)| self.is_structure(to)) {
            add(charts.close_modifier(CloseModifier::SpecialStructure), "against a special structure", "LB 16.4a");
        }
        modifiers
    }

    /// On a Roll to Stand beyond the general modifiers (chart 12): Assault odds, flank or rear once, and what shelters the defenders
    /// wherever they are assaulted (LB 16.5.1a, G-61). In a Huzzah the British are the attackers (LB 16.1.1-3k).
    pub(super) fn stand_modifiers(self, defender: &Party, attackers: &[&Party], huzzah: bool) -> Modifiers {
        let mut modifiers = Modifiers::new();
        let Some(assault) = self.resolving() else { return modifiers };
        let charts = &self.rules.charts.morale;
        let mut add = |value: i8, text: &'static str, rule: &'static str| {
            if value != 0 {
                self.state.overflow.keep(&mut modifiers, Modifier { value, text, rule });
            }
        };
        let of_all = assault.round == 2 && self.rules.options.round_two_odds == RoundTwoOdds::Assault;
        let own = [defender];
        let all: Vec<&Party> = assault.parties.iter().filter(|party| !party.attacking && self.is_in(party)).collect();
        let defenders: &[&Party] = if of_all && !huzzah { &all } else { &own };
        let (from, to) = self.hexes_in_contact(attackers, defenders);
        add(charts.stand_odds(AssaultOdds::of(from, to.max(1))), "Assault odds", "LB 16.5.1a");
        let contacts: Vec<(Hex, Hex)> = attackers.iter().flat_map(|&party| self.contacts(party, defender)).collect();
        let struck = |aspect: Aspect| contacts.iter().any(|&(hex, _)| self.struck(defender, hex) == aspect);
        if struck(Aspect::Flank) {
            add(charts.stand(StandModifier::Flank), "assaulted in the flank", "LB 16.5a");
        } else if struck(Aspect::Rear) {
            add(charts.stand(StandModifier::Rear), "assaulted in the rear", "LB 16.5a");
        }
        if huzzah {
            add(charts.stand(StandModifier::Huzzah), "Huzzah", "LB 16.1.1-3k");
        }
        let stack = self.party_stack(defender);
        if assault.round == 1 && !huzzah && !defender.reserve {
            if stack.iter().any(|&id| self.unit(id).prone == Prone::Prone) {
                add(charts.stand(StandModifier::Prone), "Prone", "LB 12.13.7a");
            }
            if stack.iter().any(|&id| self.unit(id).turn.assault.held) {
                add(charts.stand(StandModifier::HeldFire), "held its fire", "LB 12.10.5.2f");
            }
            if defender.no_path {
                add(charts.stand(StandModifier::NoPath), "no path to retreat by", "LB 16.3.3c");
            }
            let bonus = charts.stand(StandModifier::Abandoned).saturating_mul(defender.abandoned.max(0));
            add(bonus, "abandoned by a leader", "LB 16.3.5b");
        }
        let all = |what: Between| !contacts.is_empty() && contacts.iter().all(|&pair| self.lies_between(what, pair));
        if all(Between::Stream) {
            add(charts.stand(StandModifier::Stream), "behind a stream", "LB 16.5a");
        }
        if all(Between::UpSlope) {
            add(charts.stand(StandModifier::Slope), "from down a slope", "LB 16.5a");
        }
        if all(Between::SunkenRoad) {
            add(charts.stand(StandModifier::SunkenRoad), "in a sunken road", "LB 16.5a");
        }
        if all(Between::Wall) {
            add(charts.stand(StandModifier::Wall), "behind a wall", "LB 16.5a");
        }
        let guard = |party: &&Party| self.party_top(party).is_some_and(|top| self.card(top).is_old_guard());
        if attackers.iter().any(|party| guard(party) && !self.contacts(party, defender).is_empty()) {
            add(charts.stand(StandModifier::OldGuard), "the Old Guard attacks", "LB 16.5a");
        }
        modifiers
    }

    /// The party that rolls next: attackers first in the first round, defenders first in the second (LB 16.1.1-3a, 16.1.1-5c).
    fn next_to_roll(self) -> Option<usize> {
        let assault = self.resolving()?;
        let first = assault.round == 1;
        let of = |attacking: bool| {
            let mut places = self.parties_in(attacking).into_iter();
            places.find(|&place| assault.parties.get(place).is_some_and(|party| !party.rolled))
        };
        of(first).or_else(|| of(!first))
    }

    /// All of a side have failed: the others' roll only tells whether their fire was effective (LB 16.1.1-3b, 16.1.1-5c).
    fn all_failed(self, attacking: bool) -> bool {
        let Some(assault) = self.resolving() else { return false };
        let mut parties = assault.parties.iter().filter(|party| party.attacking == attacking && party.rolled);
        parties.clone().next().is_some() && parties.all(|party| !party.passed)
    }

    /// Cavalry and whoever is in a special structure stand whatever they roll (LB 16.2.8a, 16.5.2a, 16.5.4a).
    fn stands_anyway(self, party: &Party) -> bool {
        let stack = self.party_stack(party);
        stack.iter().any(|&id| self.is_cavalry(id)) || self.in_structure(&stack)
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn party_mut(&mut self, place: usize) -> Option<&mut Party> {
        self.state.assaulting.current.as_mut().and_then(|assault| assault.parties.get_mut(place))
    }

    /// A round begins: everybody rolls anew, and it is noted how defenders stand.
    pub(super) fn round_begins(&mut self) {
        let count = self.state.assaulting.current.as_ref().map_or(0, |assault| assault.parties.len());
        for place in 0..count {
            let table = self.table();
            let Some(party) = table.resolving().and_then(|assault| assault.parties.get(place)) else { continue };
            let (mut flanks, mut rears) = (ArrayVec::new(), ArrayVec::new());
            if let Some(top) = table.party_top(party) {
                for hex in table.around(top) {
                    let list = match table.aspect(top, hex) {
                        Some(Aspect::Flank) => &mut flanks,
                        Some(Aspect::Rear) => &mut rears,
                        _ => continue,
                    };
                    table.state.overflow.keep(list, hex);
                }
            }
            if let Some(party) = self.party_mut(place) {
                (party.rolled, party.passed, party.shifts, party.losses) = (false, false, 0, 0);
                (party.flanks, party.rears) = (flanks, rears);
            }
        }
        if let Some(assault) = &mut self.state.assaulting.current {
            assault.aims.clear();
            assault.bouts.clear();
        }
        self.push(Step::Assault(AssaultStep::Rolls));
    }

    /// The next stack rolls to close or to stand; when all have rolled it is seen who is left.
    pub(super) fn next_roll(&mut self) {
        let table = self.table();
        // With one side gone there is nothing left to roll for.
        let both = !table.parties_in(true).is_empty() && !table.parties_in(false).is_empty();
        let Some(place) = table.next_to_roll().filter(|_| both) else {
            self.push(Step::Assault(AssaultStep::AfterRolls));
            return;
        };
        self.push(Step::Assault(AssaultStep::Rolls));
        let attacking = self
            .table()
            .resolving()
            .is_some_and(|assault| assault.parties.get(place).is_some_and(|party| party.attacking));
        if attacking { self.roll_to_close(place) } else { self.roll_to_stand(place) }
    }

    /// The top infantry of a stack checks; its result goes for the whole of it (LB 16.4a, 16.4b, 16.1.1-3c, G-66). In a second round nobody
    /// is Disordered for failing when all defenders have failed (LB 16.1.1-5c).
    fn roll_to_close(&mut self, place: usize) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let Some(party) = assault.parties.get(place) else { return };
        let Some(top) = table.party_top(party) else { return };
        let (stack, modifiers) = (table.party_stack(party), table.close_modifiers(place));
        let harmless = assault.round == 2 && table.all_failed(false);
        let check =
            Check { rule: "LB 16.4a", title: told::ROLLS_TO_CLOSE, kind: CheckKind::Close, modifiers: &modifiers };
        let (_, passed) = self.check_for_all(top, &stack, &check);
        self.has_rolled(place, passed);
        if !passed && !harmless {
            self.breaks(&stack);
        }
    }

    /// The top unit of a defending stack checks for all of it (LB 16.5a). Passing doubles its fire and brings a die for Defensive
    /// Shifts (LB 16.1.1-3d); failing Disorders or routs it, but not when all attackers have failed, nor cavalry or those in special
    /// structures (LB 16.1.1-3b, 16.1.1-3e).
    fn roll_to_stand(&mut self, place: usize) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let Some(party) = assault.parties.get(place) else { return };
        let Some(top) = table.party_top(party) else { return };
        let attackers: Vec<&Party> =
            assault.parties.iter().filter(|other| other.attacking && table.is_in(other)).collect();
        let (stack, modifiers) = (table.party_stack(party), table.stand_modifiers(party, &attackers, false));
        let harmless = assault.round == 1 && table.all_failed(true) || table.stands_anyway(party);
        let check =
            Check { rule: "LB 16.5a", title: told::ROLLS_TO_STAND, kind: CheckKind::General, modifiers: &modifiers };
        let (_, passed) = self.check_for_all(top, &stack, &check);
        self.has_rolled(place, passed);
        if passed {
            let shifts = self.roll_shifts(top);
            if let Some(party) = self.party_mut(place) {
                party.shifts = shifts;
            }
        } else if !harmless {
            self.breaks(&stack);
        }
    }

    fn has_rolled(&mut self, place: usize, passed: bool) {
        if let Some(party) = self.party_mut(place) {
            (party.rolled, party.passed) = (true, passed);
        }
    }

    /// A stack that failed: those in Good Order are Disordered, those in Disorder rout (LB 16.1.1-3c, 16.1.1-3e).
    pub(super) fn breaks(&mut self, stack: &Stack) {
        let (steady, shaken): (Vec<UnitId>, Vec<UnitId>) =
            stack.iter().partition(|&&id| self.unit(id).order == Order::Good);
        for id in steady {
            self.disorder(id, Cause::Assault);
        }
        self.rout_stack(&shaken.into_iter().collect(), Cause::Assault);
    }

    /// Everybody has rolled. With no attacker left it is over; with no defender left the attackers go forward; attackers whose target
    /// has drawn together away from them follow it (LB 16.1.1-3c, 16.1.1-3e, 16.5.3a).
    pub(super) fn after_rolls(&mut self) {
        self.forsaken_guns();
        if self.goes_on() {
            self.rise();
            self.push(Step::Assault(AssaultStep::Aim));
            self.follow_the_collapsed(Reason::Collapsed);
        }
    }

    /// Whether both sides are still there; if not, what comes next is put on the agenda (LB 16.2.3.2a).
    pub(super) fn goes_on(&mut self) -> bool {
        if self.table().parties_in(true).is_empty() {
            return false;
        }
        if self.table().parties_in(false).is_empty() {
            self.push(Step::Assault(AssaultStep::Won));
            return false;
        }
        true
    }

    /// Attackers that touch nobody any more: where a hex of their target has emptied before them they go into it, else they are out
    /// of it (LB 16.2.3.2b, 16.2.3.2c, 16.5.3a). Those who still touch it stay (LB G-90).
    pub(super) fn follow_the_collapsed(&mut self, reason: Reason) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let mut lost: ArrayVec<usize, 12> = ArrayVec::new();
        let mut after: ArrayVec<Advancer, { super::MOST_PARTIES }> = ArrayVec::new();
        for place in table.parties_in(true) {
            let Some(party) = assault.parties.get(place) else { continue };
            let enemies = || assault.parties.iter().filter(|other| !other.attacking);
            if enemies().any(|other| table.is_in(other) && table.touch(party, other)) {
                continue;
            }
            let Some(top) = table.party_top(party) else { continue };
            let mut left = enemies().flat_map(|other| other.hexes.iter());
            let open = |hex: &Hex| {
                let front = table
                    .unit(top)
                    .hexes
                    .iter()
                    .any(|own| table.grid().direction(own, *hex).is_some_and(|dir| table.fronts(top, own, dir)));
                front && !table.enemy_at(assault.side, *hex)
            };
            match left.find(open) {
                Some(to) => {
                    table.state.overflow.keep(&mut after, Advancer::of(top, party.units, to));
                }
                None => {
                    table.state.overflow.keep(&mut lost, place);
                }
            }
        }
        for place in lost {
            if let Some(party) = self.party_mut(place) {
                party.out = true;
            }
        }
        if !after.is_empty() {
            self.state.assaulting.advancing = after;
            self.push(Step::Assault(AssaultStep::AdvanceNext(reason)));
        }
    }

    /// Guns without ammunition whose company has left the hex are lost (LB 18.10.3b).
    pub(super) fn forsaken_guns(&mut self) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let mut forsaken: ArrayVec<UnitId, 16> = ArrayVec::new();
        for id in assault.parties.iter().filter(|party| !party.attacking).flat_map(|party| party.units.iter()) {
            if table.unit(id).on_map() && table.is_dead_weight(id) {
                let alone = table.stack_of(id).iter().all(|&other| table.is_dead_weight(other));
                if alone {
                    table.state.overflow.keep(&mut forsaken, id);
                }
            }
        }
        for id in forsaken {
            self.rout(id, Cause::Assault);
        }
    }
}
