//! What must hold after every decision.

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::combat::CombatStep;
use crate::movement::maneuvers::MoveStep;
use crate::sequence::TurnStep;
use crate::state::{Charge, ChargeKind, Formation, Mode, Morale, Place, Stage, State};
use crate::table::Table;
use field::table::{Body, MM, Passing, cast};

impl Table<'_> {
    /// Every part of a unit has files, and none has more files than figures (CP 7.3.6, 7.3.9).
    fn files_fit(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let counted = self.is_guns(id) || !self.is_troops(id) || unit.formation == Formation::Square;
        counted || unit.layout == self.rules.fitted(id, unit)
    }

    /// What is spent in a turn is spent until it ends.
    pub(crate) fn check_since(self, before: &State) -> Result<(), String> {
        if self.state.turn != before.turn {
            return Ok(());
        }
        self.check_way(before)?;
        for id in self.on_table() {
            let (was, is) = (&before.units[id.ix()], self.unit(id));
            // Who changes his pace has spent the same share of another move.
            let same_pace = (was.mounted, was.formation, was.away) == (is.mounted, is.formation, is.away);
            let regained = [
                (same_pace && is.spent < was.spent, "part of its move"),
                (was.shot && !is.shot, "its shot"),
                (was.charged && !is.charged, "its charge"),
                (was.evaded && !is.evaded, "its evade"),
                (!is.tested.holds(was.tested), "a test"),
            ];
            if let Some((_, what)) = regained.into_iter().find(|(back, _)| *back) {
                return Err(format!("{} has got {what} back within a turn", self.name(id)));
            }
        }
        Ok(())
    }

    /// What one sees in the open, the other does (CP 10.1).
    fn check_sight(self) -> Result<(), String> {
        let among = |at| self.rules.ground.areas.iter().any(|area| area.outline.contains(at));
        for a in self.on_table().filter(|&id| self.is_troops(id)) {
            for b in self.enemies_of(a).filter(|&id| a < id && self.is_troops(id)) {
                let (from, to) = (self.body(a).center(), self.body(b).center());
                let levels = [self.level(a), self.level(b)];
                let there = self.sight_clear(from, to, &[a, b], levels[0], levels[1]);
                if !among(from) && !among(to) && there != self.sight_clear(to, from, &[a, b], levels[1], levels[0]) {
                    return Err(format!("only one of {} and {} sees the other", self.name(a), self.name(b)));
                }
            }
        }
        Ok(())
    }

    /// As a turn begins whoever touches an enemy fights him (CP 17.1.1).
    fn check_touching(self) -> Result<(), String> {
        for a in self.on_table().filter(|&id| self.stands_open(id)) {
            for b in self.enemies_of(a).filter(|&id| a < id && self.stands_open(id)) {
                // Beside its own fight foot may touch horse, which it may not charge (CP 15.3.4, ruling G22).
                let beside = self.in_contact(a) || self.in_contact(b);
                let excused = self.in_contact_with(a, b) || (beside && self.is_foot(a) != self.is_foot(b));
                if !excused && self.body(a).touches(&self.body(b)) {
                    return Err(format!("{} and {} touch and do not fight", self.name(a), self.name(b)));
                }
            }
        }
        Ok(())
    }

    /// Nobody stands on an enemy (CP 15.3.1) but on skirmishers and guns, who are ridden over (CP 17.6.2), and at the heels of
    /// a router, whom others are flowed around for (CP 15.2.7). Those who fight each other, or have charged home, close their
    /// files as men fall; whoever has just run into somebody stands before him (CP 15.2.8b).
    fn check_room(self) -> Result<(), String> {
        let stands = |&id: &UnitId| self.stands_open(id);
        for a in self.on_table().filter(stands) {
            for b in self.enemies_of(a).filter(|&b| a < b && self.body(a).overlaps(&self.body(b))).filter(stands) {
                let fights = self.in_contact_with(a, b) && !self.just_crashed(a, b);
                let met = fights || self.charged_home(a, b) || self.charged_home(b, a);
                if !met && self.deep_in(a, &self.body(b)) {
                    return Err(format!("{} and {} stand on the same ground", self.name(a), self.name(b)));
                }
            }
        }
        Ok(())
    }

    /// One has run into the other this turn, and neither has lost a man since.
    fn just_crashed(self, a: UnitId, b: UnitId) -> bool {
        let crash = |charge: &Charge| {
            charge.kind == ChargeKind::Crash && [(a, b), (b, a)].contains(&(charge.charger, charge.target))
        };
        [a, b].iter().all(|&id| self.unit(id).hits_turn == 0) && self.state.charges.iter().any(crash)
    }

    fn charged_home(self, charger: UnitId, target: UnitId) -> bool {
        let home = |charge: &Charge| charge.stage == Stage::Arrived && charge.charger == charger;
        self.state
            .charges
            .iter()
            .any(|charge| home(charge) && (charge.target == target || self.front_on(charger, target)))
    }

    /// On a body by more than places are rounded to.
    fn deep_in(self, id: UnitId, body: &Body) -> bool {
        self.body(id).grown(-f64::from(MM) * 0.5).overlaps(body)
    }

    /// A normal move leads neither through an enemy nor up to him (CP 15.3.1), and ends on no friend but skirmishers and guns
    /// (CP 15.7.1, 15.7.2).
    fn check_way(self, before: &State) -> Result<(), String> {
        let Some(Step::Move(MoveStep::Moving(id))) = before.agenda.top() else { return Ok(()) };
        let old = Table { rules: self.rules, state: before };
        let (was, is) = (old.unit(id), self.unit(id));
        if self.state.phase != before.phase || is.place != Place::Table || is.inside.or(was.inside).is_some() {
            return Ok(());
        }
        let (from, to) = (old.body(id), self.body(id));
        let way = is.pose.at.vec() - was.pose.at.vec();
        let same_shape = (was.pose.facing, was.layout, was.formation) == (is.pose.facing, is.layout, is.formation);
        let straight = same_shape && way.len() > 0.0;
        for other in old.on_table().filter(|&other| other != id && self.unit(other).place == Place::Table) {
            let theirs = old.body(other);
            let wrong = if self.side(other) == self.side(id) {
                let close = self.passing(other) != Passing::Free && self.passing(id) != Passing::Free;
                close && self.unit(other).inside.is_none() && self.deep_in(id, &theirs) && !theirs.overlaps(&from)
            } else {
                let through = || cast(&from, way * way.len().recip(), way.len(), &theirs).is_some();
                self.is_troops(other) && ((theirs.touches(&to) && !theirs.touches(&from)) || (straight && through()))
            };
            if wrong {
                return Err(format!("{} moves upon {}", self.name(id), self.name(other)));
            }
        }
        Ok(())
    }

    /// Close order in the open that neither runs nor pursues: skirmishers and gunners are overrun and not fought
    /// (CP 17.6.2).
    fn stands_open(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let close_order = self.is_troops(id) && !self.is_open_order(id) && !self.is_battery(id);
        close_order && unit.mode == Mode::Normal && unit.inside.is_none()
    }

    /// Whoever has charged home fights, or has failed: in the phase of combat no charge is open any more (CP 17.1.3, 18.4.1).
    fn check_charges(self) -> Result<(), String> {
        let combat = matches!(self.state.agenda.top(), Some(Step::Combat(CombatStep::Choices)));
        match self.state.charges.iter().find(|charge| combat && charge.stage == Stage::Arrived) {
            Some(charge) => Err(format!("{} has come home and neither fights nor fails", self.name(charge.charger))),
            None => Ok(()),
        }
    }

    /// What must hold after every decision.
    pub(crate) fn check(self) -> Result<(), String> {
        self.state.overflow.check()?;
        self.check_reckoned()?;
        self.check_sights()?;
        if let Some(Step::Turn(TurnStep::ChooseSide(_))) = self.state.agenda.top() {
            self.check_sight()?;
            self.check_touching()?;
        }
        self.check_charges()?;
        self.check_room()?;
        for id in self.all() {
            let (unit, card) = (self.unit(id), self.card(id));
            let name = &card.name;
            if unit.place == Place::Table && self.figures(id) == 0 {
                return Err(format!("{name} is on the table without figures"));
            }
            if card.parent.is_none() && self.surviving(id) > card.figures() {
                return Err(format!("{name} has more figures than it began with"));
            }
            if (unit.morale == Morale::Routed) != (unit.mode == Mode::Routing) && unit.place == Place::Table {
                return Err(format!("{name} is routed without routing, or the other way round"));
            }
            if unit.place == Place::Table && !self.files_fit(id) {
                return Err(format!("the files of {name} do not fit its formation"));
            }
            if unit.place == Place::Table {
                let body = self.body(id);
                if *body != self.rules.body_of(id, unit) {
                    return Err(format!("the body kept of {name} is not the ground it covers"));
                }
                if !body.within_table(self.rules.ground.width, self.rules.ground.height) && unit.inside.is_none() {
                    return Err(format!("{name} stands beyond the table's edge"));
                }
            }
        }
        for contact in &self.state.contacts {
            if self.side(contact.a) == self.side(contact.b) || contact.a >= contact.b {
                return Err("a contact between friends".into());
            }
            for id in [contact.a, contact.b] {
                if self.unit(id).place != Place::Table {
                    return Err(format!("{} fights but is not on the table", self.name(id)));
                }
            }
        }
        for (general, card) in self.state.generals.iter().zip(&self.rules.generals) {
            if let Some(unit) = general.attached
                && general.alive
                && (matches!(self.unit(unit).place, Place::Gone(_)) || self.side(unit) != card.side)
            {
                return Err(format!("{} is attached to a unit that is gone", card.name));
            }
        }
        if self.state.over.is_none() && self.state.asked.is_empty() {
            return Err("nobody is asked and the battle is not over".into());
        }
        Ok(())
    }
}
