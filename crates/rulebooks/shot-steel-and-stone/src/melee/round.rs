//! A round of a melee: who comes into it how, then blow by blow from the longest reach downwards (SSS 1.7a, 21.1, 24.5).

use super::fighters::Site;
use super::modifiers::Sum;
use super::reach::{Blow, Turn};
use crate::agenda::Step;
use crate::cards::{MOST_UNITS, Missile, UnitId, Units};
use crate::command::Exposed;
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::melee::MeleeStep;
use crate::scores::Thrown;
use crate::state::{Activity, Aspect, Came, Duel, Inside, Melee, Place};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use kernel::{Entry, Faces, Listener, ReckoningLine, Side};

/// The most blows of one melee.
const MOST_BLOWS: usize = 96;

/// A blow as it stands when it falls.
struct Strike {
    turn: Turn,
    bases: u8,
    dice: u8,
    sum: Sum,
    save: u8,
}

/// Hits that got through, kept until all blows of the same reach have fallen.
type Wounds = ArrayVec<(Turn, u8), MOST_BLOWS>;

impl<L: Listener> Play<'_, L> {
    /// A melee begins: everybody who is joined to these by contact and fights in it now (SSS P7).
    pub(crate) fn begin_melee(&mut self, units: Units) {
        self.state.melee = Some(Melee { units, ..Melee::default() });
        for id in units.iter() {
            self.comes_to_the_round(id);
        }
        self.join_the_fight(units);
        self.disrupt_by_contact(units);
        let chargers = units.iter().filter(|&id| self.table().charges_now(id)).collect();
        let (torn, may_aim) = (self.table().torn_units(), self.table().may_aim_at_crews());
        let may_help = self.table().may_help(units);
        if let Some(melee) = &mut self.state.melee {
            (melee.torn, melee.may_aim, melee.chargers) = (torn, may_aim, chargers);
            melee.may_help = may_help;
        }
        self.state.agenda.push_all(&[
            Step::Melee(MeleeStep::Reinforce),
            Step::Melee(MeleeStep::Allot),
            Step::Melee(MeleeStep::Aim),
            Step::Melee(MeleeStep::Round),
        ]);
    }

    /// What a unit did before is over: it fights. A charge of this turn is still a charge.
    pub(super) fn comes_to_the_round(&mut self, id: UnitId) {
        let charged = self.unit(id).charged;
        let unit = self.unit_mut(id);
        (unit.this_turn.hits_melee, unit.this_turn.dealt, unit.this_turn.hit_by_foot) = (0, 0, false);
        if !charged && matches!(unit.activity, Activity::Charging | Activity::Advancing | Activity::PushedBack) {
            unit.activity = Activity::Static;
        }
    }

    /// Cavalry that comes to the help of cavalry in a cavalry melee reinforces, and does not charge (SSS 29.1, 29.2).
    fn join_the_fight(&mut self, units: Units) {
        for ix in 0..self.state.contacts.len() {
            let contact = self.state.contacts[ix];
            if !units.contains(contact.a) {
                continue;
            }
            let joins = |id: UnitId, enemy: UnitId| {
                matches!(contact.came(id), Came::Charging | Came::Close) && self.table().reinforces(id, enemy)
            };
            let (a, b) = (joins(contact.a, contact.b), joins(contact.b, contact.a));
            let contact = &mut self.state.contacts[ix];
            if a {
                (contact.a_came, contact.b_came) = (Came::Reinforcing, Came::Fights);
            } else if b {
                (contact.a_came, contact.b_came) = (Came::Fights, Came::Reinforcing);
            }
        }
    }

    /// What contact does to a unit (SSS T16): flank, rear or surprise, cavalry that charged, bad ground, escalade.
    fn disrupt_by_contact(&mut self, units: Units) {
        for id in units.iter() {
            if let Some(rough) = self.table().fights_in(id) {
                self.disrupt_by_ground(id, rough);
            }
        }
        // SSS G101: by one reading each attacker counts.
        let (mut turned, mut ridden) = ([0_u8; MOST_UNITS], [0_u8; MOST_UNITS]);
        let contacts = self.state.contacts.clone();
        for contact in contacts.iter().filter(|contact| units.contains(contact.a) && units.contains(contact.b)) {
            for (id, enemy) in [(contact.a, contact.b), (contact.b, contact.a)] {
                if self.table().escalades(id, enemy) {
                    self.disrupt(id, Cause::Escalade);
                }
                if !contact.came(enemy).attacks() {
                    continue;
                }
                let surprised = self.unit(id).surprised;
                if contact.met(id) != Aspect::Front || surprised {
                    turned[id.ix()] += 1;
                    self.disrupt_times(id, Cause::FlankOrRear, turned[id.ix()]);
                }
                let table = self.table();
                let shaken = (table.is_foot(id) || table.is_artillery(id)) && !table.is_garrison(id);
                // SSS G17: neither a formed square nor steady pikes charged in front.
                let steady =
                    table.is_formed_square(id) || (contact.met(id) == Aspect::Front && table.are_steady_pikes(id));
                if shaken && !steady && contact.came(enemy).charges() && table.is_mounted(enemy) {
                    ridden[id.ix()] += 1;
                    self.disrupt_times(id, Cause::ChargedByCavalry, ridden[id.ix()]);
                }
            }
        }
    }

    /// One round of the melee: whoever outreaches the other tells first, attackers and defenders alike (SSS 24.6, 24.7).
    pub(crate) fn fight(&mut self) {
        let Some(units) = self.state.melee.as_ref().map(|melee| melee.units) else { return };
        // SSS 6.3: who is about them now, whatever becomes of them.
        let exposed: ArrayVec<Exposed, MOST_UNITS> = units.iter().map(|id| self.table().exposed(id)).collect();
        let turns = self.table().turns(units);
        let mut reach = u8::MAX;
        while let Some(next) = turns.iter().map(|turn| turn.reach).filter(|&one| one < reach).max() {
            reach = next;
            self.strike_together(turns.iter().filter(|turn| turn.reach == reach));
        }
        for id in units.iter() {
            let unit = self.unit_mut(id);
            unit.this_turn.fought = true;
            // SSS G12: what a failed test had in store is overtaken.
            unit.pending = crate::state::Pending::Nothing;
        }
        self.results(&exposed);
    }

    /// Blows of the same reach fall together: each is worked out before any of them tells (SSS 21.5, 24.5).
    fn strike_together<'t>(&mut self, turns: impl Iterator<Item = &'t Turn> + Clone) {
        self.keep_bodies();
        let strikes: ArrayVec<Strike, MOST_BLOWS> =
            turns.filter_map(|&turn| self.table().strike(turn)).take(MOST_BLOWS).collect();
        let mut wounds = Wounds::new();
        for strike in &strikes {
            let hits = self.throw_blow(strike);
            wounds.push((strike.turn, hits));
        }
        for (turn, hits) in wounds {
            self.wound(turn, hits);
        }
    }

    /// A blow by itself, without a reply (SSS 26.1).
    pub(super) fn strike_alone(&mut self, turn: Turn) {
        self.strike_together([turn].iter());
    }

    /// Dice, then the enemy's saves: the hits that got through.
    fn throw_blow(&mut self, strike: &Strike) -> u8 {
        let modifiers = strike.sum.total();
        let thrown = self.throw(strike.bases.into(), strike.dice.into(), modifiers);
        let mut saves = Faces::new();
        let through = self.save(thrown.hits, strike.save, &mut saves).min(u32::from(u8::MAX)) as u8;
        self.tell_blow(strike, &thrown, &saves, through);
        through
    }

    fn wound(&mut self, turn: Turn, hits: u8) {
        if turn.blow == Blow::PointBlank && self.table().card(turn.by).missile == Missile::Thrown {
            // SSS 11.2
            self.unit_mut(turn.by).thrown_used = true;
        }
        let by = self.unit_mut(turn.by);
        by.this_turn.dealt = by.this_turn.dealt.saturating_add(hits);
        by.this_turn.met.insert(turn.at);
        let foot = hits > 0 && self.table().is_foot(turn.by);
        let at = self.unit_mut(turn.at);
        if turn.blow == Blow::PointBlank {
            // SSS 1.7c, 34.2: it is shot at, and tests for that when the melee is over.
            at.this_turn.hits_shooting = at.this_turn.hits_shooting.saturating_add(hits);
        }
        at.this_turn.hit_by_foot |= foot;
        at.this_turn.hits_melee = at.this_turn.hits_melee.saturating_add(hits);
        at.this_turn.met.insert(turn.by);
        self.note_duel(turn, hits);
        let (bases, inside) = (self.unit(turn.at).bases, self.unit(turn.at).inside);
        let within = self.table().is_within(turn.at, turn.site);
        self.suffer(turn.at, hits, self.table().strikes_crew(turn));
        if let Some(inside) = inside.filter(|_| within) {
            self.falls_inside(turn.at, inside, bases - self.unit(turn.at).bases);
        }
        if turn.blow == Blow::PointBlank {
            self.gunners_at_risk(turn.by, turn.at, hits);
        }
    }

    /// How a base fares that has broken in (SSS 30.5, G85).
    fn note_duel(&mut self, turn: Turn, hits: u8) {
        let Site::Inside { of: unit, base } = turn.site else { return };
        let strikes = unit == turn.by;
        let Some(melee) = &mut self.state.melee else { return };
        if !melee.duels.iter().any(|duel| (duel.unit, duel.base) == (unit, base)) {
            self.state.overflow.keep(&mut melee.duels, Duel { unit, base, suffered: 0, dealt: 0 });
        }
        for duel in melee.duels.iter_mut().filter(|duel| (duel.unit, duel.base) == (unit, base)) {
            let count = if strikes { &mut duel.dealt } else { &mut duel.suffered };
            *count = count.saturating_add(hits);
        }
    }

    /// Bases lost inside a building are those that stood there.
    fn falls_inside(&mut self, id: UnitId, before: Inside, lost: u8) {
        if lost == 0 {
            return;
        }
        let bases = before.bases.saturating_sub(lost);
        let broke_in = before.broke_in.map(|fresh| fresh.min(bases));
        if broke_in.is_none() {
            self.note_storm(id, before.building, lost);
        }
        if self.unit(id).place != Place::Table {
            return;
        }
        self.unit_mut(id).inside = (bases > 0).then_some(Inside { bases, broke_in, ..before });
    }

    /// Unsaved hits, on whatever the unit is made of.
    pub(crate) fn suffer(&mut self, id: UnitId, hits: u8, on_crew: bool) {
        if hits == 0 || self.unit(id).place != Place::Table {
            return;
        }
        match self.table().is_elephants(id) {
            true if on_crew => self.mahout_hits(id, hits),
            true => self.beast_hits(id, hits),
            false if self.table().is_artillery(id) => self.crew_hits(id, hits),
            false => self.take_hits(id, hits),
        }
    }

    fn tell_blow(&mut self, strike: &Strike, thrown: &Thrown, saves: &Faces, through: u8) {
        if !self.listener.hears() {
            return;
        }
        let Turn { by, at, blow, .. } = strike.turn;
        let (rule, phrase) = match blow {
            Blow::PointBlank => ("SSS 1.7b", told::SHOOTS_POINT_BLANK),
            Blow::Crew => ("SSS 41.10", told::CREW_STRIKES),
            Blow::Beast => ("SSS 41.7", told::STRIKES),
            Blow::Pikes | Blow::Steel => ("SSS 23.1", told::STRIKES),
        };
        let mut lines: Vec<ReckoningLine> = vec![
            ReckoningLine::counts("SSS 20.3", "bases", strike.bases.into()),
            ReckoningLine::counts("SSS 23.1", "dice a base", strike.dice.into()),
            ReckoningLine::counts("SSS 25.1", "saved on", strike.save.into()),
        ];
        lines.extend(strike.sum.lines.iter().map(|&(rule, text, value)| ReckoningLine::adds(rule, text, value)));
        let table = self.table();
        let mut dice = thrown.faces.to_vec();
        dice.extend(thrown.seconds.iter().chain(saves.iter()));
        let entry = Entry {
            lines,
            dice,
            result: table.said(told::HITS_THROUGH, &[Who::Count(thrown.hits), Who::Count(through.into())]),
            ..table.entry(rule, phrase, &[Who::Unit(by), Who::Unit(at)])
        };
        self.listener.tell(entry);
    }
}

impl Table<'_> {
    /// Everybody's blows in a round.
    fn turns(self, units: Units) -> ArrayVec<Turn, MOST_BLOWS> {
        let mut turns = ArrayVec::new();
        let active = self.state.active;
        for side in [active, active.other()] {
            for by in units.iter().filter(|&id| self.side(id) == side) {
                for at in self.foes(by) {
                    for site in self.sites(by, at) {
                        for blow in self.blows(by, at) {
                            let reach = self.reach(by, at, blow);
                            self.state.overflow.keep(&mut turns, Turn { by, at, blow, reach, site });
                        }
                    }
                }
            }
        }
        turns
    }

    /// A blow as it stands now, if there is anybody left to strike and to be struck.
    fn strike(self, turn: Turn) -> Option<Strike> {
        let Turn { by, at, blow, site, .. } = turn;
        if !self.is_there(by) || !self.is_there(at) {
            return None;
        }
        let fighters = self.fighters(by, at, site);
        let bases = match blow {
            Blow::PointBlank => fighters.all(),
            Blow::Pikes => fighters.pikes,
            Blow::Steel => fighters.others,
            Blow::Beast => self.beasts_alive(by).min(fighters.all()),
            Blow::Crew => self.crews_alive(by).min(fighters.all()),
        };
        let dice = self.melee_dice(by, at, blow, site);
        if bases == 0 || dice == 0 {
            return None;
        }
        let (sum, save) = (self.blow_modifiers(by, at, blow, site), self.melee_save(by, at, blow, site));
        Some(Strike { turn, bases, dice, sum, save })
    }

    /// Comes charging upon somebody in this round (SSS 28.1).
    fn charges_now(self, id: UnitId) -> bool {
        self.foes(id).any(|foe| self.sites(id, foe).into_iter().any(|site| self.comes(id, foe, site).charges()))
    }

    /// Pikes can reach the crew before the beast is dead (SSS 41.11).
    fn strikes_crew(self, turn: Turn) -> bool {
        let aims = self.state.melee.as_ref().is_some_and(|melee| melee.aims_at_crew.contains(turn.by));
        turn.blow == Blow::Pikes && aims
    }

    /// Units with pikes that meet elephants with a crew.
    fn may_aim_at_crews(self) -> Units {
        let units = self.state.melee.as_ref().map_or(Units::EMPTY, |melee| melee.units);
        let crewed = |enemy: UnitId| self.is_elephants(enemy) && self.crews_alive(enemy) > 0;
        let aims = |id: &UnitId| self.unit(*id).pike_bases > 0 && self.foes(*id).any(crewed);
        units.iter().filter(aims).collect()
    }

    /// Unsaved hits of a side in the melee.
    pub(crate) fn side_hits(self, units: Units, side: Side) -> u32 {
        units.iter().filter(|&id| self.side(id) == side).map(|id| u32::from(self.unit(id).hits_melee)).sum()
    }
}
