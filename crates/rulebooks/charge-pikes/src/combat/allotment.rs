//! 17.5 Pistols in combat, and which enemy the figures strike: what the players choose before a round.

use crate::cards::{PistolRound, UnitId};
use crate::combat::CombatChoice;
use crate::decision::Decision;
use crate::sequence::TurnChoice;
use crate::state::Allotment;
use crate::table::{Play, Table};
use kernel::{Listener, Refusal, Seat};

impl<'a> Table<'a> {
    /// Orders given so far about which enemies a unit's figures strike.
    pub fn figure_orders(self, id: UnitId) -> impl Iterator<Item = (UnitId, u8)> + use<'a> {
        self.state.strikes.iter().filter_map(move |order| match *order {
            Allotment::Figures { unit, enemy, figures } if unit == id => Some((enemy, figures)),
            _ => None,
        })
    }

    fn pistol_order(self, id: UnitId) -> Option<bool> {
        self.state.strikes.iter().find_map(|order| match *order {
            Allotment::Pistols { unit, draw } if unit == id => Some(draw),
            _ => None,
        })
    }
}

impl Table<'_> {
    /// Cavalry with loaded pistols (CP 17.5.1, 17.5.3).
    fn has_pistols_ready(self, id: UnitId) -> bool {
        self.is_cavalry(id) && self.card(id).pistols && self.unit(id).pistols_loaded && !self.routing(id)
    }

    fn fights_impact(self, id: UnitId) -> bool {
        self.state.contacts.iter().filter_map(|contact| contact.seen_by(id)).any(|view| view.impact)
    }

    fn fights(self, id: UnitId) -> bool {
        self.pairs().iter().any(|contact| contact.seen_by(id).is_some())
    }

    /// Whether the whole unit uses its pistols this round (CP 17.5.2). Without an order it does so on impact, where both
    /// tables of the book count them (ruling G35).
    pub fn draws_pistols(self, id: UnitId) -> bool {
        self.has_pistols_ready(id) && self.pistol_order(id).unwrap_or_else(|| self.fights_impact(id))
    }

    /// Choices before a round of combat that change anything, for the units of one seat; then `Done`.
    pub fn combat_choices_menu(self, seat: Seat, menu: &mut Vec<Decision>) {
        self.each_combat_choice(seat, &mut |decision| {
            menu.push(decision);
            true
        });
        menu.push(Decision::Turn(TurnChoice::Done));
    }

    /// Whether a seat has anything to choose before this round.
    pub fn any_combat_choice(self, seat: Seat) -> bool {
        let mut any = false;
        self.each_combat_choice(seat, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// Calls `emit` with every choice, until it returns false.
    fn each_combat_choice(self, seat: Seat, emit: &mut impl FnMut(Decision) -> bool) {
        let pairs = self.pairs();
        for id in self.on_table().filter(|&id| self.seat(id) == seat) {
            if self.routing(id) || !pairs.iter().any(|contact| contact.seen_by(id).is_some()) {
                continue;
            }
            for draw in [true, false] {
                if self.judge_pistols(seat, id, draw).is_ok()
                    && !emit(Decision::Combat(CombatChoice::Pistols { unit: id, draw }))
                {
                    return;
                }
            }
            if pairs.iter().filter(|contact| contact.seen_by(id).is_some()).count() > 1
                && !self.each_allotment(id, emit)
            {
                return;
            }
        }
    }

    fn each_allotment(self, id: UnitId, emit: &mut impl FnMut(Decision) -> bool) -> bool {
        let muster = self.muster(id);
        if !muster.has_choice() {
            return true;
        }
        for &enemy in &muster.foes {
            let ordered = self.figure_orders(id).any(|(other, _)| other == enemy);
            let Some((least, most)) = muster.bounds(enemy, self.figure_orders(id)) else { continue };
            if ordered || least == most {
                continue;
            }
            for figures in least..=most.min(u32::from(u8::MAX)) {
                if !emit(Decision::Combat(CombatChoice::Allot { unit: id, enemy, figures: figures as u8 })) {
                    return false;
                }
            }
        }
        true
    }

    /// To draw pistols or to save them for a later round is legal whenever the other is, too.
    pub fn judge_pistols(self, seat: Seat, id: UnitId, _draw: bool) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        let refuse = |rule, why: &'static str| Err(Refusal::new(rule, why));
        if !self.is_cavalry(id) || !self.card(id).pistols {
            return refuse("CP 17.5.1", "only pistol-armed cavalry has pistols to draw");
        }
        if !self.unit(id).pistols_loaded {
            return refuse("CP 17.5.3", "the pistols have been fired and the unit has not stood to reload");
        }
        if self.routing(id) || !self.fights(id) {
            return refuse("CP 17.5.1", "the unit is in no combat");
        }
        if self.pistol_order(id).is_some() {
            return refuse("CP 17.5.2", "that has been decided for the whole unit");
        }
        if self.rules.options.pistols == PistolRound::Impact && !self.fights_impact(id) {
            return refuse("CP 17.5.1", "in this battle pistols count on impact only");
        }
        Ok(())
    }

    pub fn judge_allot(self, seat: Seat, id: UnitId, enemy: UnitId, figures: u8) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        let rule = if self.unit(id).inside.is_some() { "CP 19.7.8" } else { "CP 17.2.5" };
        let refuse = |why: &'static str| Err(Refusal::new(rule, why));
        if self.routing(id) {
            return refuse("routers do not strike");
        }
        let muster = self.muster(id);
        if self.figure_orders(id).any(|(other, _)| other == enemy) {
            return refuse("figures have been told off against that enemy already");
        }
        match muster.bounds(enemy, self.figure_orders(id)) {
            None => refuse("the unit is not fighting that enemy"),
            Some((least, _)) if u32::from(figures) < least => refuse("more figures than that can strike nobody else"),
            Some((_, most)) if u32::from(figures) > most => refuse("not so many figures can reach that enemy"),
            Some(_) => Ok(()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Writes a sealed choice down; it is acted on when the round is fought.
    pub fn order_strike(&mut self, order: Allotment) {
        // One order for each pair and each unit at most; the menus offer no more.
        self.state.overflow.keep(&mut self.state.strikes, order);
    }
}
