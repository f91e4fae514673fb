//! Mêlée Values of an assault with all their factors, and its roll (16.6).

use super::{AssaultStep, Bout, Party};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::charts::{CavalryFactor, Class, Factor, MeleeFactor};
use crate::facing::Aspect;
use crate::fraction::Fraction;
use crate::melee::Melee;
use crate::readings::DefensiveShifts;
use crate::state::{Formed, Order, Readiness};
use crate::table::{Play, Stack, Table};
use crate::{Light, melee};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Listener, Reckoning};

fn fraction(factor: Factor) -> Fraction {
    Fraction::of(factor.times.into(), factor.over.into())
}

impl Bout {
    pub(super) fn has(mask: u16, place: usize) -> bool {
        mask & (1 << place) != 0
    }
}

impl Table<'_> {
    fn foot_factor(self, factor: MeleeFactor) -> Fraction {
        fraction(self.rules.charts.melee.factor(factor))
    }

    fn horse_factor(self, factor: CavalryFactor) -> Fraction {
        fraction(self.rules.charts.melee.cavalry(factor))
    }

    /// What a unit is worth in its order and formation: half in Disorder, infantry skirmishers half (LB 12.11.3c, 12.10.10.1a).
    fn state_factor(self, id: UnitId) -> Fraction {
        let unit = self.unit(id);
        let disorder =
            if unit.order == Order::Disorder { self.foot_factor(MeleeFactor::Disorder) } else { Fraction::ONE };
        let loose = unit.formed == Formed::Skirmish && self.is_infantry(id);
        disorder * if loose { self.foot_factor(MeleeFactor::Skirmishers) } else { Fraction::ONE }
    }

    /// What the infantry of an attacking stack brings to a mêlée, hex by hex: each part by what it strikes and over what ground
    /// (LB 16.6a, 16.6.1a, 12.6.5.1c, 16.2.7.1a, 16.6.3a, 16.6.4a, 12.9.7.2a). All units of the stack count (LB 12.4.3c, 12.6.5e, 12.9.7a).
    pub(crate) fn attack_value(self, attacker: &Party, defenders: &[&Party]) -> Fraction {
        let mut sum = Fraction::ZERO;
        for id in self.party_stack(attacker).into_iter().filter(|&id| self.is_infantry(id)) {
            let hexes = self.unit(id).hexes;
            let share = self.melee_value(id) * Fraction::of(1, hexes.len() as u32) * self.state_factor(id);
            for own in hexes.iter() {
                let met = defenders.iter().flat_map(|&defender| {
                    let from = self.meets(attacker, defender).into_iter().filter(move |&(hex, _)| hex == own);
                    from.map(move |(hex, to)| self.strike_factor(defender, hex, to)).collect::<ArrayVec<_, 6>>()
                });
                sum += share * met.max().unwrap_or(Fraction::ZERO);
            }
        }
        sum
    }

    fn strike_factor(self, defender: &Party, from: Hex, to: Hex) -> Fraction {
        let aspect = match self.struck(defender, from) {
            Aspect::Front => Fraction::ONE,
            Aspect::Flank => self.foot_factor(MeleeFactor::Flank),
            Aspect::Rear => self.foot_factor(MeleeFactor::Rear),
        };
        let square = if self.in_square(to) { self.foot_factor(MeleeFactor::AgainstSquare) } else { Fraction::ONE };
        aspect * square * self.melee_ground(from, to)
    }

    /// What a defending stack brings to it: all its units, in the parts that are in contact (LB 12.4.3c, 12.6.5.1c, 12.6.5e, 12.7.3b,
    /// LB 12.9.7a, LB 16.2.7.4a). Guns without ammunition bring nothing (LB 18.10.3b).
    pub(crate) fn defence_value(self, defender: &Party, attackers: &[&Party]) -> Fraction {
        let contacts: Vec<(Hex, Hex)> = attackers.iter().flat_map(|&party| self.meets(party, defender)).collect();
        let stack = self.party_stack(defender);
        let top = stack.first().copied();
        let units = stack.iter().copied().filter(|&id| !self.is_dead_weight(id));
        units.fold(Fraction::ZERO, |sum, id| {
            let part = if self.is_cavalry(id) {
                self.horse_defence(id, defender, &contacts, top == Some(id))
            } else {
                let touched =
                    self.unit(id).hexes.iter().filter(|&hex| contacts.iter().any(|&(_, to)| to == hex)).count();
                let share = Fraction::of(touched as u32, self.unit(id).hexes.len() as u32);
                // Limbered guns and wagons fight at half (LB 18.10.1c).
                let limbered = self.is_limbered(id) || self.is_wagon(id);
                let half = if limbered { self.foot_factor(MeleeFactor::Limbered) } else { Fraction::ONE };
                self.melee_value(id) * share * half * self.state_factor(id)
            };
            sum + part
        })
    }

    /// Cavalry that is assaulted and merely stands fights at half; skirmishers at half or, touched in one hex, at a quarter in all
    /// (LB 16.5.2a, 19.14.7, 12.7.4a, 12.10.9b, G-44; chart 15). A lance counts by itself, spread over the hexes (LB 19.14.3a).
    fn horse_defence(self, id: UnitId, party: &Party, contacts: &[(Hex, Hex)], top: bool) -> Fraction {
        let unit = self.unit(id);
        let touched: ArrayVec<Hex, 8> =
            unit.hexes.iter().filter(|hex| contacts.iter().any(|(_, to)| to == hex)).collect();
        let all = unit.hexes.len();
        let order =
            if unit.order == Order::Disorder { self.horse_factor(CavalryFactor::Disorder) } else { Fraction::ONE };
        let tired = match unit.readiness {
            Readiness::Ready => Fraction::ONE,
            Readiness::Tired => self.horse_factor(CavalryFactor::Tired),
            Readiness::Exhausted => self.horse_factor(CavalryFactor::Exhausted),
        };
        let light = self.rules.light(self.state.turn);
        let dark = match light {
            Light::Day => Fraction::ONE,
            Light::Dusk => self.horse_factor(CavalryFactor::Dusk),
            Light::Night => self.horse_factor(CavalryFactor::Night),
        };
        let order_of_ground = unit.formed == Formed::GeneralOrder;
        let ground = if order_of_ground { self.horse_factor(CavalryFactor::GeneralOrder) } else { Fraction::ONE };
        let value = self.melee_value(id) * order * tired * dark * ground;
        let standing = match unit.formed {
            Formed::Skirmish if touched.len() < all => self.horse_factor(CavalryFactor::SkirmishersInOneHex),
            Formed::Skirmish => self.horse_factor(CavalryFactor::Skirmishers),
            _ => self.foot_factor(MeleeFactor::CavalryAssaulted) * self.horse_share(id, party, contacts, touched.len()),
        };
        let bonus = self.lance_left(id);
        let lance = if top && bonus > 0 && light != Light::Night && !touched.is_empty() {
            let spread = Fraction::of(u32::from(bonus) * touched.len() as u32, all as u32);
            spread.max(Fraction::whole(self.rules.charts.melee.figures.lance_least.into()))
        } else {
            Fraction::ZERO
        };
        value * standing + lance
    }

    /// The Lance Bonus after losses: one less for every three Increments, never less than one (LB 17.2.2).
    fn lance_left(self, id: UnitId) -> u8 {
        match self.specific(id).lance {
            0 => 0,
            printed => printed.saturating_sub(self.increments_down(id) / 3).max(1),
        }
    }

    /// The part of cavalry that meets an attack: of a Line the hexes touched; of a Column of Companies all of it from the front, from the
    /// flank the hex that is struck and those behind it, from the rear the last; nothing counts twice, so that each part ends where the
    /// next begins that others fight (LB 12.5.4b, 12.5.4.1a, 12.5.4.2a, 12.5.4.3a, 12.5.4.4a).
    fn horse_share(self, id: UnitId, party: &Party, contacts: &[(Hex, Hex)], touched: usize) -> Fraction {
        let unit = self.unit(id);
        let all = unit.hexes.len();
        if unit.formed != Formed::Companies {
            return Fraction::of(touched as u32, all as u32);
        }
        let first = contacts.iter().filter_map(|&pair| self.first_struck(party, pair)).min().unwrap_or(all);
        let all_in = self.resolving().into_iter().flat_map(|assault| assault.parties.iter());
        let elsewhere = |other: &&Party| {
            let pairs = self.meets(other, party);
            other.attacking
                && self.is_in(other)
                && !pairs.is_empty()
                && !pairs.iter().any(|pair| contacts.contains(pair))
        };
        let ahead = all_in.filter(elsewhere).map(|other| self.portion(other, party)).filter(|&place| place > first);
        let next = ahead.min().unwrap_or(all);
        Fraction::of((next - first) as u32, all as u32)
    }

    /// The first hex of a column that turns to those who strike it there.
    fn first_struck(self, party: &Party, (from, to): (Hex, Hex)) -> Option<usize> {
        let hexes = self.party_top(party).map(|top| self.unit(top).hexes)?;
        let place = hexes.iter().position(|hex| hex == to)?;
        Some(match self.struck(party, from) {
            Aspect::Front => 0,
            Aspect::Flank => place,
            Aspect::Rear => hexes.len() - 1,
        })
    }

    /// The part of a defending stack that an attacker fights: of a Column of Companies by its first hex, of all others the whole
    /// (LB 12.5.4a).
    pub(crate) fn portion(self, attacker: &Party, defender: &Party) -> usize {
        let column = self.party_top(defender).is_some_and(|top| self.unit(top).formed == Formed::Companies);
        let pairs = self.meets(attacker, defender);
        let first = pairs.into_iter().filter_map(|pair| self.first_struck(defender, pair)).min();
        first.filter(|_| column).unwrap_or(0)
    }

    /// Sappers on top of an attacking stack help against a special structure (LB 16.6.2.1a).
    fn sapper_columns(self, attackers: &[&Party], structure: bool) -> i32 {
        let sapper = |party: &&Party| {
            let top = self.party_stack(party).first().copied();
            top.is_some_and(|top| self.card(top).sappers || self.card(top).class == Class::Sappers)
        };
        let help = structure && attackers.iter().any(sapper);
        if help { self.rules.charts.melee.figures.sapper_columns.into() } else { 0 }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The next mêlée is rolled; what it does waits until all are (LB 16.2.7.1b, 16.1.1-5f). The number below the marker is of no use any
    /// more (LB 16.1.1-3n).
    pub(super) fn fight_bouts(&mut self) {
        let open = |assault: &super::Resolving| assault.bouts.iter().position(|bout| bout.result.is_none());
        let Some(place) = self.table().resolving().and_then(open) else {
            self.push(Step::Assault(AssaultStep::AfterFight));
            self.push(Step::Assault(AssaultStep::Suffers { attackers: false }));
            self.push(Step::Assault(AssaultStep::Suffers { attackers: true }));
            return;
        };
        self.push(Step::Assault(AssaultStep::Fight));
        self.fight_bout(place);
    }

    fn fight_bout(&mut self, place: usize) {
        let mut sum = Reckoning::new(self.listener);
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let bout = assault.bouts[place];
        let of = |mask: u16| -> Vec<&Party> {
            let all = assault.parties.iter().enumerate();
            all.filter(|(place, party)| Bout::has(mask, *place) && table.is_in(party)).map(|(_, party)| party).collect()
        };
        let (attackers, defenders) = (of(bout.attackers), of(bout.defenders));
        let contacts: Vec<(Hex, Hex)> = attackers
            .iter()
            .flat_map(|&attacker| defenders.iter().flat_map(move |&defender| table.meets(attacker, defender)))
            .collect();
        let target = contacts.first().map_or_else(|| defenders.first().map(|d| d.hexes.head()), |pair| Some(pair.1));
        let Some(target) = target else {
            if let Some(assault) = &mut self.state.assaulting.current {
                assault.bouts[place].result = Some(crate::charts::MeleeResult::Blank);
            }
            return;
        };
        let structure = contacts.iter().any(|&(_, to)| table.is_structure(to));
        let increments = |parties: &[&Party]| {
            let all = parties.iter().flat_map(|party| table.party_stack(party));
            all.fold(Fraction::ZERO, |sum, id| sum + Fraction::whole(table.increments(id).into()))
        };
        let six =
            |parties: &[&Party]| if structure { table.structure_share(increments(parties)) } else { Fraction::ONE };
        let attack = attackers.iter().fold(Fraction::ZERO, |sum, party| sum + table.attack_value(party, &defenders));
        let defence = defenders.iter().fold(Fraction::ZERO, |sum, party| sum + table.defence_value(party, &attackers));
        let (attack, defence) = (attack * six(&attackers), defence * six(&defenders));
        // Of several stacks that stood the best die counts, or each (LB G-92).
        let of_shifts = |parties: &[&Party]| {
            let all = parties.iter().map(|party| i32::from(party.shifts));
            match table.rules.options.defensive_shifts {
                DefensiveShifts::Best => all.max().unwrap_or(0),
                DefensiveShifts::Sum => all.sum::<i32>(),
            }
        };
        // The shifts with which the British stood are theirs in the round of their Huzzah (LB 16.1.1-3m).
        let cheered = assault.turned && assault.round == 1;
        let stood = if cheered { of_shifts(&attackers) } else { -of_shifts(&defenders) };
        let shift = stood + table.sapper_columns(&attackers, structure);

        let dice = table.rules.charts.melee.dice;
        let hits = |parties: &[&Party]| parties.iter().map(|party| i32::from(party.losses)).sum::<i32>();
        let (struck, lost) = (hits(&defenders), hits(&attackers));
        sum.add_if(struck > 0, struck * i32::from(dice.offensive_loss), "losses by Offensive Fire", "LB 16.1.1-3g");
        sum.add_if(lost > 0, lost * i32::from(dice.defensive_loss), "losses by Defensive Fire", "LB 16.1.1-3g");
        let stacks = |parties: &[&Party]| parties.iter().map(|party| table.party_stack(party)).collect::<Vec<Stack>>();
        let (mine, theirs) = (stacks(&attackers), stacks(&defenders));
        if let Some(leader) = table.melee_leader(&mine) {
            let bonus = table.melee_bonus(leader, &mine, true) * i32::from(dice.attacking_leader);
            sum.add_if(bonus != 0, bonus, "leader of the attack", "LB 16.6.1a");
        }
        if let Some(leader) = table.melee_leader(&theirs) {
            let bonus = table.melee_bonus(leader, &theirs, false) * i32::from(dice.defending_leader);
            sum.add_if(bonus != 0, bonus, "leader of the defence", "LB 16.6.1a");
        }
        // Without reserves a second round is a firefight, whatever the odds (LB 16.1.1-5g).
        let firefight = assault.round == 2 && !assault.committed;
        let melee = Melee { rule: "LB 16.6a", attacker: assault.side, target, attack, defence, shift, firefight };
        let from: Vec<Hex> = attackers.iter().flat_map(|party| table.party_hexes(party)).collect();
        let to: Vec<Hex> = defenders.iter().flat_map(|party| table.party_hexes(party)).collect();
        let side = assault.side;
        let fought: melee::Fought = self.fight(&melee, sum);
        self.risk_leaders_in_melee(fought.natural, (side, &from), &to);
        let Some(assault) = &mut self.state.assaulting.current else { return };
        assault.bouts[place].result = Some(fought.result);
        for (place, party) in assault.parties.iter_mut().enumerate().filter(|(_, party)| !party.out) {
            let fate = match () {
                () if Bout::has(bout.attackers, place) => fought.result.attacker(),
                () if Bout::has(bout.defenders, place) => fought.result.defender(),
                () => None,
            };
            if let Some(fate) = fate {
                party.fate = Some(party.fate.map_or(fate, |other| other.and(fate)));
            }
        }
    }
}
