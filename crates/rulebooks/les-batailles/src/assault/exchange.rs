//! Offensive and Defensive Fire (16.1.1 step 3b).

use super::{AssaultChoice, AssaultStep, Party, Reason};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::facing::Aspect;
use crate::fire::{Attack, FireMode, Firing};
use crate::losses::After;
use crate::state::{Formed, Order, Prone};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Listener, Seat};

/// Hexes somebody may fire at.
pub(super) type Aims = ArrayVec<Hex, 12>;

impl Table<'_> {
    /// The party that holds a hex, by its place.
    pub(crate) fn party_at(self, hex: Hex) -> Option<usize> {
        let assault = self.resolving()?;
        assault.parties.iter().position(|party| self.is_in(party) && self.party_hexes(party).contains(&hex))
    }

    /// Whether a party fires at all: cavalry does not, nor limbered guns, nor those who have fired at skirmishers before them; guns that
    /// go along with an assault take no part in it (LB 16.2.8a, 18.10.1c, 12.10.5.2e, 16.2.2.3a).
    fn party_fires(self, party: &Party) -> bool {
        let stack = self.party_stack(party);
        let Some(&top) = stack.first() else { return false };
        let spent = !party.attacking && stack.iter().any(|&id| self.unit(id).turn.assault.spent);
        !spent && !self.is_cavalry(top) && !self.is_wagon(top)
    }

    fn mode(self, party: &Party) -> FireMode {
        if party.attacking { FireMode::Offensive } else { FireMode::Defensive }
    }

    /// The hexes of the enemy that a hex of a party may fire at: those before it (LB 16.1.1-3h). A target that was Disordered by its Roll
    /// to Stand faces all round, unless it is played that it fires as it stood (LB G-60).
    fn aims_from(self, party: &Party, from: Hex) -> Aims {
        let mut aims = Aims::new();
        let Some(assault) = self.resolving() else { return aims };
        let enemies = assault.parties.iter().filter(|other| other.attacking != party.attacking && self.is_in(other));
        for (own, to) in enemies.flat_map(|other| self.contacts(party, other)) {
            let before = party.attacking || self.struck(party, to) == Aspect::Front;
            if own == from && before && !aims.contains(&to) {
                self.state.overflow.keep(&mut aims, to);
            }
        }
        if self.volley_is_nothing(party, from, &aims) { Aims::new() } else { aims }
    }

    fn volley_is_nothing(self, party: &Party, from: Hex, aims: &Aims) -> bool {
        let mode = self.mode(party);
        aims.iter().all(|&at| self.volley(from, at, mode).value.is_zero())
    }

    /// What a hex has still to aim at: one target, or of a Square up to three that are not next to each other (LB 12.9.6c, G-23).
    fn aims_left(self, party: &Party, from: Hex) -> Aims {
        let Some(assault) = self.resolving() else { return Aims::new() };
        let taken: Aims = assault.aims.iter().filter(|(own, _)| *own == from).map(|&(_, at)| at).collect();
        let all = self.aims_from(party, from);
        if !self.in_square(from) {
            return if taken.is_empty() { all } else { Aims::new() };
        }
        let fresh = |at: &Hex| !taken.iter().any(|other| other == at || self.grid().adjacent(*other, *at));
        if taken.len() < 3 { all.into_iter().filter(fresh).collect() } else { Aims::new() }
    }

    /// The next hex that has to say what it fires at, and what there is.
    pub(crate) fn next_aim(self) -> Option<(usize, Hex, Aims)> {
        let assault = self.resolving()?;
        for (place, party) in assault.parties.iter().enumerate() {
            if !self.is_in(party) || !self.party_fires(party) {
                continue;
            }
            for from in self.party_hexes(party) {
                let aims = self.aims_left(party, from);
                if !aims.is_empty() {
                    return Some((place, from, aims));
                }
            }
        }
        None
    }

    /// Whether the owner has a choice between stacks: hexes of one stack are one target (LB 16.2.7.4a, G-62).
    pub(crate) fn aim_is_open(self, aims: &Aims) -> bool {
        let first = aims.first().and_then(|&at| self.party_at(at));
        aims.iter().any(|&at| self.party_at(at) != first)
    }

    /// Who is asked what a hex fires at.
    pub(crate) fn aims_asked(self) -> Option<Seat> {
        let (place, _, aims) = self.next_aim()?;
        let party = self.resolving()?.parties.get(place)?;
        let top = self.party_top(party)?;
        self.aim_is_open(&aims).then(|| self.seat(top))
    }

    pub(crate) fn offer_aims(self, menu: &mut Vec<Decision>) {
        if let Some((_, from, aims)) = self.next_aim() {
            menu.extend(aims.into_iter().map(|at| Decision::Assault(AssaultChoice::Aim { from, at })));
        }
    }

    /// All fire on one stack is one attack, at the hex of it where it is easiest to hit (LB 15.4.2a, 16.2.7.4a, G-62). Those who passed
    /// their roll fire doubled (LB 16.1.1-3c, 16.1.1-3d).
    fn attack_of(self, target: usize) -> Option<(Attack, Stack)> {
        let assault = self.resolving()?;
        let party = assault.parties.get(target)?;
        let mode = if party.attacking { FireMode::Defensive } else { FireMode::Offensive };
        let passed = |from: Hex| {
            let place = self.party_at(from);
            place.and_then(|place| assault.parties.get(place)).is_some_and(|party| party.passed)
        };
        let mut whole: Option<(Attack, Stack)> = None;
        for at in self.party_hexes(party) {
            let on_it =
                assault.aims.iter().filter(|&&(from, aimed)| aimed == at && self.party_at(from) != Some(target));
            let shots = on_it.map(|&(from, _)| if passed(from) { Firing::doubled(from) } else { Firing::once(from) });
            let firing: ArrayVec<Firing, 12> = shots.take(12).collect();
            if firing.is_empty() {
                continue;
            }
            let units = self.stack_at(at);
            let here = self.attack_on(at, &units, &firing, mode);
            whole = Some(match whole {
                None => (here, units),
                Some((there, others)) => {
                    let (value, shift) = (here.value + there.value, here.shift.max(there.shift));
                    let (guns, bonus) = (here.guns || there.guns, here.bonus.max(there.bonus));
                    let (easier, units) = if here.defense < there.defense { (here, units) } else { (there, others) };
                    (Attack { value, shift, guns, bonus, ..easier }, units)
                }
            });
        }
        whole
    }
}

impl<L: Listener> Play<'_, L> {
    /// Prone defenders who stand get up before the fire (LB 12.13.7b).
    pub(super) fn rise(&mut self) {
        let Some(assault) = &self.state.assaulting.current else { return };
        let units: Vec<UnitId> = assault.parties.iter().flat_map(|party| party.units.iter()).collect();
        for id in units {
            if self.unit(id).prone == Prone::Prone {
                self.unit_mut(id).prone = Prone::StoodUp;
            }
        }
    }

    /// The next hex aims at the only stack before it, or at what its owner has chosen; when all have aimed they fire.
    pub(super) fn aim(&mut self, chosen: Option<Hex>) {
        let Some((_, from, aims)) = self.table().next_aim() else {
            self.push(Step::Assault(AssaultStep::Exchange));
            return;
        };
        let Some(at) = chosen.or_else(|| aims.first().copied()) else { return };
        let (value, overflow) = self.state.with_overflow();
        if let Some(assault) = &mut value.assaulting.current {
            overflow.keep(&mut assault.aims, (from, at));
        }
        self.push(Step::Assault(AssaultStep::Aim));
    }

    /// Both sides fire at once: every attack is reckoned before the first is rolled (LB 16.1.1-3g). Nobody checks for these losses
    /// (LB 16.1.1-3i). Each counts for the mêlée of this round (LB 16.1.1-5e, G-33).
    pub(super) fn exchange(&mut self) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let order = (0..assault.parties.len()).filter(|&place| !assault.parties[place].attacking);
        let order = order.chain((0..assault.parties.len()).filter(|&place| assault.parties[place].attacking));
        let attacks: Vec<(usize, (Attack, Stack))> =
            order.filter_map(|place| Some((place, table.attack_of(place)?))).collect();
        let defends = |from: Hex| table.party_at(from).is_some_and(|place| !assault.parties[place].attacking);
        // Fire that is too weak for an attack is none (LB 15.4.3a).
        let made = |at: Hex| {
            let target = table.party_at(at);
            attacks.iter().any(|(place, (attack, _))| target == Some(*place) && attack.column().is_some())
        };
        let aims: Vec<(Hex, Hex)> = assault.aims.iter().copied().filter(|&(_, at)| made(at)).collect();
        let (back, forth): (Vec<_>, Vec<_>) = aims.into_iter().partition(|&(from, _)| defends(from));
        let gunners: Vec<Hex> = back.iter().map(|&(from, _)| from).collect();
        self.push(Step::Assault(AssaultStep::AfterFire));
        // Guns that fire in defence use up a round, in either round of the assault (LB G-40).
        self.spend_rounds(&gunners, FireMode::Defensive);
        self.has_fired(&back, FireMode::Defensive);
        self.has_fired(&forth, FireMode::Offensive);
        for (place, (attack, units)) in attacks {
            let defending = self.party_mut(place).is_some_and(|party| !party.attacking);
            let rule = if defending { "LB 16.1.1-3g" } else { "LB 16.1.1-3h" };
            let hit = self.fire_attack(rule, &attack, &units, After::Nothing);
            if let (Some(hit), Some(party)) = (hit, self.party_mut(place)) {
                party.losses = party.losses.saturating_add(hit.taken);
            }
        }
    }

    /// The smoke clears: who is left, and who still touches whom (LB 16.2.3.2a). Those who shrank may be followed, but the assault
    /// ends for whoever cannot reach the same unit (LB 16.2.3.2b, 16.2.3.2c).
    pub(super) fn after_fire(&mut self) {
        self.forsaken_guns();
        if self.goes_on() {
            self.push(Step::Assault(AssaultStep::AfterSmoke));
            self.follow_the_collapsed(Reason::Shrunk);
        }
    }

    /// On to a Huzzah, in the first round only (LB 16.1.1-5i), and to the mêlée.
    pub(super) fn after_smoke(&mut self) {
        if !self.goes_on() {
            return;
        }
        let first = self.state.assaulting.current.as_ref().is_some_and(|assault| assault.round == 1);
        self.push(Step::Assault(if first { AssaultStep::Huzzah } else { AssaultStep::Pair }));
    }
}

impl Table<'_> {
    /// A British or KGL unit in Line and Good Order (LB 16.1.1-3j).
    pub(crate) fn may_cheer(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        self.is_infantry(id) && self.card(id).is_british() && unit.formed == Formed::Line && unit.order == Order::Good
    }
}
