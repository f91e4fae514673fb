//! The steps of the chapter, what is asked in them and what is done.

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::hexes::Facing;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hex};
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

/// What can be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GunStep {
    /// Batteries that have fired draw their rounds, one after the other.
    Draw,
    /// A lone battery may turn to an enemy who has come next to it (18.3.2).
    Shift {
        battery: UnitId,
        enemy: UnitId,
    },
    /// What a stack on the move has announced is done, after the enemy has reacted.
    Handle(GunChoice),
    /// It has passed its check, and turns.
    Turns {
        battery: UnitId,
        enemy: UnitId,
    },
    /// At the start of an hour: batteries come back from the Battery Box (18.11).
    Refits(Side),
    /// The Reorganization Segment begins: who has stood by a wreck all the time (18.14.1.7.1).
    Stood,
    /// Gunners from the Old Guard (18.13).
    Volunteers,
    /// Fires: those in them check, then they may go out (18.15.5).
    Fires,
    Burning(Hex),
    PutOut,
    /// 18.14.3.
    Resupply,
    /// Wrecks are cleared away (18.14.1.7.1).
    Wrecks,
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GunChoice {
    /// The wagon that gives the round of the battery whose turn it is.
    From(UnitId),
    /// Batteries on the move are limbered, unlimbered, or prolonged by a hex.
    Limber,
    Unlimber(Facing),
    Prolong(Dir),
    /// The battery tries to turn to the enemy, or does not.
    TryToShift,
    StandStill,
    /// To which side it turns.
    ShiftTo(Dir),
    /// One of three batteries comes back from the Battery Box.
    Refit {
        back: UnitId,
        a: UnitId,
        b: UnitId,
    },
    /// Guards go to the guns.
    Volunteers {
        guard: UnitId,
        battery: UnitId,
    },
    /// A wreck is cleared away.
    Clear {
        unit: UnitId,
        wreck: UnitId,
    },
}

impl GunStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, GunStep::Refits(_) | GunStep::Volunteers | GunStep::Wrecks)
    }

    const fn topic(self) -> (&'static str, &'static str) {
        match self {
            GunStep::Draw => ("ammunition", "LB 18.14.1.4"),
            GunStep::Shift { .. } | GunStep::Turns { .. } => ("shift-guns", "LB 18.3.2.1"),
            GunStep::Refits(_) => ("battery-box", "LB 18.11.1"),
            GunStep::Volunteers => ("volunteers", "LB 18.13a"),
            GunStep::Wrecks => ("wrecks", "LB 18.14.1.7.1"),
            GunStep::Handle(_)
            | GunStep::Stood
            | GunStep::Fires
            | GunStep::Burning(_)
            | GunStep::PutOut
            | GunStep::Resupply => ("none", "LB 7.0a"),
        }
    }
}

impl Table<'_> {
    /// The battery that draws next.
    fn drawing_next(self) -> Option<UnitId> {
        self.state.drawing.iter().next()
    }

    /// What a seat may choose in a step, but for being done.
    fn gun_menu(self, step: GunStep, seat: Seat, menu: &mut Vec<Decision>) {
        let mut offer = |choice: GunChoice| menu.push(Decision::Gun(choice));
        match step {
            GunStep::Draw => {
                let wagons = self.drawing_next().map(|id| self.wagons_to_draw_on(id)).unwrap_or_default();
                wagons.into_iter().for_each(|wagon| offer(GunChoice::From(wagon)));
            }
            GunStep::Shift { battery, enemy } if !self.shifts(battery, enemy).is_empty() => {
                offer(GunChoice::StandStill);
                offer(GunChoice::TryToShift);
            }
            GunStep::Turns { battery, enemy } => {
                offer(GunChoice::StandStill);
                self.shifts(battery, enemy).into_iter().for_each(|dir| offer(GunChoice::ShiftTo(dir)));
            }
            GunStep::Refits(side) if self.chief(side) == seat => self.refits_open(side, menu),
            GunStep::Volunteers => self.volunteers_open(seat, menu),
            GunStep::Wrecks => self.clearings_open(seat, menu),
            _ => {}
        }
    }

    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_artillery(self, step: GunStep) -> SeatSet {
        let choices = |seat: Seat| {
            let mut menu = Vec::new();
            self.gun_menu(step, seat, &mut menu);
            menu.len()
        };
        match step {
            GunStep::Draw => match self.drawing_next() {
                Some(id) if choices(self.seat(id)) > 1 => SeatSet::one(self.seat(id)),
                _ => SeatSet::EMPTY,
            },
            GunStep::Shift { battery, .. } | GunStep::Turns { battery, .. } => {
                let seat = self.seat(battery);
                if choices(seat) > 1 { SeatSet::one(seat) } else { SeatSet::EMPTY }
            }
            GunStep::Refits(side) => self.seats_left(side, |seat| choices(seat) > 0),
            GunStep::Volunteers | GunStep::Wrecks => {
                let both = Side::BOTH.map(|side| self.seats_left(side, |seat| choices(seat) > 0));
                both.into_iter().find(|seats| !seats.is_empty()).unwrap_or(SeatSet::EMPTY)
            }
            GunStep::Handle(_)
            | GunStep::Stood
            | GunStep::Fires
            | GunStep::Burning(_)
            | GunStep::PutOut
            | GunStep::Resupply => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_artillery(self, step: GunStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        self.gun_menu(step, seat, menu);
        if step.lasts_till_done() {
            menu.push(Decision::DONE);
        }
        let (topic, rule) = step.topic();
        let default = if step.lasts_till_done() { menu.len() - 1 } else { 0 };
        let question = Question::whole(topic, rule, default);
        match step {
            GunStep::Shift { .. } => question.in_reaction(Reaction::Offered),
            _ => question,
        }
    }

    pub(crate) fn judge_artillery(self, step: GunStep, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        let Decision::Gun(choice) = decision else { return Err(self.out_of_turn()) };
        let fits = |able: bool, rule, why| if able { Ok(()) } else { Err(Refusal::new(rule, why)) };
        match (step, choice) {
            (GunStep::Draw, GunChoice::From(wagon)) => {
                let able = self.drawing_next().is_some_and(|id| self.wagons_to_draw_on(id).contains(&wagon));
                fits(able, "LB 18.14.1a", "that wagon cannot supply it")
            }
            (GunStep::Shift { .. }, GunChoice::TryToShift | GunChoice::StandStill)
            | (GunStep::Turns { .. }, GunChoice::StandStill) => Ok(()),
            (GunStep::Turns { battery, enemy }, GunChoice::ShiftTo(dir)) => {
                let able = self.shifts(battery, enemy).contains(&dir);
                fits(able, "LB 18.3.2a", "guns shift one hexside or about, towards the enemy")
            }
            (GunStep::Refits(side), GunChoice::Refit { back, a, b }) if self.chief(side) == seat => {
                self.may_refit(side, back, a, b)
            }
            (GunStep::Volunteers, GunChoice::Volunteers { guard, battery }) => {
                self.may_give_gunners(seat, guard, battery)
            }
            (GunStep::Wrecks, GunChoice::Clear { unit, wreck }) => self.may_clear(seat, unit, wreck),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda.
    pub(crate) fn work_artillery(&mut self, step: GunStep) {
        match step {
            GunStep::Draw => {
                if let Some(id) = self.table().drawing_next() {
                    let wagon = self.table().wagons_to_draw_on(id).first().copied();
                    self.draw_round(id, wagon);
                    self.push(Step::Gun(GunStep::Draw));
                }
            }
            GunStep::Shift { .. } | GunStep::Turns { .. } => {}
            GunStep::Handle(choice) => self.handle_guns(choice),
            GunStep::Refits(side) => self.side_has_spoken("battery-box", side),
            GunStep::Volunteers | GunStep::Wrecks => self.state.done = SeatSet::EMPTY,
            GunStep::Stood => self.forget_who_clears(),
            GunStep::Fires => self.fires_burn(),
            GunStep::Burning(hex) => self.burns_on(hex),
            GunStep::PutOut => self.put_out_fires(),
            GunStep::Resupply => self.resupply(),
        }
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_artillery(&mut self, step: GunStep, _seat: Seat, decision: Decision) {
        let Decision::Gun(choice) = decision else { return };
        match (step, choice) {
            (_, GunChoice::From(wagon)) => {
                if let Some(id) = self.table().drawing_next() {
                    self.draw_round(id, Some(wagon));
                }
            }
            (_, GunChoice::StandStill) => self.pop(),
            (GunStep::Shift { battery, enemy }, GunChoice::TryToShift) => {
                self.pop();
                self.try_to_shift(battery, enemy);
            }
            (GunStep::Turns { battery, .. }, GunChoice::ShiftTo(dir)) => {
                self.pop();
                self.shift(battery, dir);
            }
            (_, GunChoice::Refit { back, a, b }) => self.refit(back, [a, b]),
            (_, GunChoice::Volunteers { guard, battery }) => self.volunteer(guard, battery),
            (_, GunChoice::Clear { unit, wreck }) => self.clear_wreck(unit, wreck),
            // The judge lets nothing else through.
            _ => {}
        }
    }
}
