//! A round of combat: every pair strikes at the same time, then losses, disorder and the count of rounds lost.

use super::{Bout, MOST_BOUTS, View, result};
use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use kernel::{Entry, Faces, Ledger, Listener, Reckoning, ReckoningLine};

/// Hits that a unit takes two or more of in a phase put a general beside it in danger (CP 9.12).
const DANGEROUS_HITS: u8 = 2;

impl<L: Listener> Play<'_, L> {
    /// Fights one round in every contact (17.1). All dice count on the strength before the round.
    pub fn resolve_combat(&mut self) {
        for unit in &mut self.state.units {
            unit.given_round = 0;
            unit.taken_round = 0;
            unit.faced = 0;
            unit.ridden_down = false;
            unit.worst_shooter = None;
            unit.worst_hits = 0;
        }
        let table = self.table();
        let bouts: ArrayVec<Bout, MOST_BOUTS> =
            table.pairs().iter().filter_map(|contact| table.bout(contact)).collect();
        for bout in &bouts {
            self.strike(bout, 0);
            self.strike(bout, 1);
            for id in [bout.a.unit, bout.b.unit] {
                self.unit_mut(id).fought = true;
            }
        }
        let worn = self.disordered_by(&bouts);
        self.spend_pistols(&bouts);
        self.settle_contacts();
        self.take_losses();
        self.count_opponents(&bouts);
        for id in worn {
            self.disorder(id, "CP 11.1.4", told::FOUGHT_MANY);
        }
        self.count_rounds_lost();
        self.state.strikes.clear();
    }

    /// One side of a pair rolls its dice; the hits are noted, not yet taken.
    fn strike(&mut self, bout: &Bout, side: usize) {
        let view = if side == 0 { bout.a } else { bout.b };
        let count = bout.dice[side];
        if count == 0 && bout.figures[side] == 0 {
            return;
        }
        let table = self.table();
        let lead = bout.points[side] - bout.points[1 - side];
        let code = result(lead, table.is_cavalry(view.unit) && table.is_cavalry(view.enemy));
        let mut faces = Faces::new();
        let hits = self.dice.tally(count as usize, &code, &mut faces);
        let hits = hits.min(u32::from(u8::MAX)) as u8;
        self.unit_mut(view.unit).given_round = self.unit(view.unit).given_round.saturating_add(hits);
        let struck = self.unit_mut(view.enemy);
        struck.taken_round = struck.taken_round.saturating_add(hits);
        struck.hits_phase = struck.hits_phase.saturating_add(hits);
        struck.hits_turn = struck.hits_turn.saturating_add(hits);
        if hits > struck.worst_hits {
            // The recoil and the rout will be away from whoever hit hardest (ruling G49).
            struck.worst_hits = hits;
            struck.worst_shooter = Some(view.unit);
        }
        if self.listener.hears() {
            let entry = self.table().strike_entry(&view, bout, side, &faces, hits);
            self.listener.tell(entry);
        }
    }

    /// Whoever fought enemies totalling at least half its strength, by figures at the start of the round (CP 11.1.4,
    /// ruling G50).
    fn disordered_by(&self, bouts: &[Bout]) -> ArrayVec<UnitId, { 2 * MOST_BOUTS }> {
        let table = self.table();
        let faced = |id: UnitId| -> u32 {
            let sides = bouts.iter().flat_map(|bout| [bout.a, bout.b]);
            sides.filter(|view| view.unit == id).map(|view| table.figures(view.enemy)).sum()
        };
        let fought = |&id: &UnitId| bouts.iter().any(|bout| bout.a.unit == id || bout.b.unit == id);
        table.on_table().filter(fought).filter(|&id| faced(id) * 2 >= table.figures(id)).collect()
    }

    /// Pistols used in combat are empty until the unit has stood to reload (CP 17.5.3); those fired as shooting are
    /// reloaded at once, so nothing else empties them (CP 17.5.4).
    fn spend_pistols(&mut self, bouts: &[Bout]) {
        for bout in bouts {
            for id in [bout.a.unit, bout.b.unit] {
                if self.table().draws_pistols(id) {
                    self.unit_mut(id).pistols_loaded = false;
                }
            }
        }
    }

    /// What was an impact goes on as a melee, and a follow-up has had its one round (CP 17.1.3). Who came forward is
    /// remembered: it tells attackers from defenders of a wall.
    fn settle_contacts(&mut self) {
        for contact in &mut self.state.contacts {
            contact.impact = false;
            contact.a_impetus = false;
            contact.b_impetus = false;
            contact.a_follows = false;
            contact.b_follows = false;
        }
    }

    /// Losses of both sides come off together; generals beside hard-hit units are at risk before any test is taken
    /// (CP 8.2, 9.12).
    fn take_losses(&mut self) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let hits = self.unit(id).taken_round;
            if hits >= DANGEROUS_HITS {
                self.general_risk(id);
            }
            if hits > 0 {
                self.lose_figures(id, u32::from(hits));
            }
        }
    }

    /// How many each unit fought, by figures after the losses, and of what arm: what becomes of them while others test
    /// changes nothing (ruling G50).
    fn count_opponents(&mut self, bouts: &[Bout]) {
        for view in bouts.iter().flat_map(|bout| [bout.a, bout.b]) {
            let table = self.table();
            let enemies = table.figures(view.enemy) as u16;
            let ridden_down = table.is_cavalry(view.enemy)
                && table.is_naked(view.unit, view.enemy)
                && table.in_the_open(view.unit, view.enemy);
            let unit = self.unit_mut(view.unit);
            unit.faced = unit.faced.saturating_add(enemies);
            unit.ridden_down |= ridden_down;
        }
    }

    /// Rounds lost without a break weigh on the next test; one that is not lost ends the run (ruling G55).
    fn count_rounds_lost(&mut self) {
        for unit in &mut self.state.units {
            if !unit.fought {
                continue;
            }
            unit.rounds_lost = if unit.taken_round > unit.given_round { unit.rounds_lost.saturating_add(1) } else { 0 };
        }
    }
}

impl Table<'_> {
    /// How a unit's strike is told: its points, the enemy's, the dice and what they did.
    fn strike_entry(self, view: &View, bout: &Bout, side: usize, faces: &Faces, hits: u8) -> Entry {
        let mut sum = Reckoning::new(&Ledger::default());
        self.combat_points(view, &mut sum);
        let theirs = bout.points[1 - side];
        let mut lines = sum.lines;
        lines.push(ReckoningLine::adds("CP 17.1.5", "combat points of the enemy", -theirs));
        let phrase = if view.impact { told::STRIKES_ON_IMPACT } else { told::STRIKES_IN_MELEE };
        let counts = [bout.figures[side], bout.dice[side]].map(Who::Count);
        let who = [Who::Unit(view.unit), Who::Unit(view.enemy), counts[0], counts[1]];
        Entry {
            lines,
            dice: faces.to_vec(),
            total: Some(bout.points[side] - theirs),
            result: self.said(told::HITS, &[Who::Count(u32::from(hits))]),
            ..self.entry("CP 17.1.5", phrase, &who)
        }
    }
}
