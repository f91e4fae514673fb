//! Moves that nobody chooses: those repeated by a Control Test (CF 6.35), charges in vain that go on (CF 14.13), cavalry that cannot
//! stand (CF 11.34).

use super::{Manoeuvre, Outcome};
use crate::cards::{UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::yds;
use crate::state::{Control, Formation, Group, MoveDice, Moved, Standing, Verdict};
use crate::table::{Play, Table};
use field::table::{Um, bearing, longest};
use kernel::{Entry, Listener, Side};

impl<L: Listener> Play<'_, L> {
    /// Throws dice for one unit by itself; its pips and dice are noted (CF 11.8).
    pub fn throw_for(&mut self, id: UnitId, dice: MoveDice) -> Um {
        let (rolled, fell) = self.throw(dice);
        let pips = yds(10) * rolled.iter().map(|&face| i32::from(face)).sum::<i32>();
        let side = self.table().side(id);
        self.state.group = Some(Group {
            side,
            units: Units::from_iter([id]),
            staying: Units::EMPTY,
            stopping: Units::EMPTY,
            single: Units::EMPTY,
            dice,
            rolled,
            plain_pair: false,
        });
        let turn = &mut self.unit_mut(id).this_turn;
        (turn.dice, turn.pips, turn.fatigue) = (dice, pips, 0);
        if self.listener.hears() {
            let table = self.table();
            let entry = Entry {
                dice: fell.to_vec(),
                result: table.said(told::ROLLS_FAR, &[Who::Far(pips)]),
                ..table.entry("CF 11.2", told::ROLLS, &[Who::Unit(id), Who::Dice(dice)])
            };
            self.listener.tell(entry);
        }
        pips
    }

    /// Moves straight on with so many dice, and halts where it has to (CF 6.35, 11.34, G20, G48).
    pub fn move_straight_on(&mut self, id: UnitId, dice: MoveDice) {
        self.throw_for(id, dice);
        let doubled = self.table().may_double(id);
        let turn = &mut self.unit_mut(id).this_turn;
        turn.doubled = doubled;
        (turn.spent, turn.halves, turn.rough) = (0, 0, false);
        // It acts of itself, whatever it was told.
        let told_before = std::mem::replace(&mut turn.control, Control::Tested(Verdict::AsWished));
        let far = self.table().farthest_on(id);
        if let Some(manoeuvre) = far {
            self.make_move(id, manoeuvre);
        }
        self.finish_move(id);
        self.unit_mut(id).this_turn.control = told_before;
        self.state.group = None;
    }

    /// Units whose Control Test has them repeat their last move do so (CF 6.35, G20): those that stood halt, the others go straight
    /// ahead with as many dice, or along their road.
    pub(super) fn repeat_moves(&mut self, side: Side) {
        for id in self.table().right_to_left(side) {
            let unit = self.unit(id);
            let bound = unit.control == Control::Tested(Verdict::RepeatLastMove)
                && !unit.finished
                && !unit.steadied
                && unit.standing == Standing::Steady
                && !self.table().in_contact(id)
                && (!unit.fired || self.table().is_dismounted(id));
            if !bound {
                continue;
            }
            match unit.last_turn.moved {
                Moved::Dice(dice) => self.move_straight_on(id, dice),
                Moved::Road => self.march_on(id),
                Moved::Stood | Moved::Otherwise => {
                    self.unit_mut(id).this_turn.control = Control::Tested(Verdict::Halt);
                }
                // Its last move was a charge: it may make another.
                Moved::Charged => {}
            }
        }
    }

    /// Cavalry that has to charge again and has nobody before it moves straight on, with as many dice as it charged with
    /// (CF 14.13, G48).
    pub(super) fn charge_on_in_vain(&mut self, side: Side) {
        for id in self.table().right_to_left(side) {
            let table = self.table();
            let unit = table.unit(id);
            let bound = unit.charged_in_vain
                && unit.control == Control::Tested(Verdict::Continue)
                && !unit.finished
                && !unit.steadied
                && !table.in_contact(id)
                && table.first_ahead(id).is_none();
            if bound {
                let foot = table.is_foot(id);
                let dice = match unit.last_turn.speed {
                    0 | 1 => MoveDice::new(1, false),
                    2 if !foot => MoveDice::new(2, false),
                    _ if foot => MoveDice::new(1, true),
                    _ => MoveDice::new(2, true),
                };
                self.move_straight_on(id, dice);
            }
        }
    }

    /// The same road again, as far as it goes.
    fn march_on(&mut self, id: UnitId) {
        let before = self.unit(id).control;
        self.unit_mut(id).this_turn.control = Control::Tested(Verdict::AsWished);
        if let Some(manoeuvre) = self.table().road_on(id) {
            self.make_move(id, manoeuvre);
        }
        self.finish_move(id);
        self.unit_mut(id).this_turn.control = before;
    }

    /// Cavalry that moved with three dice last turn and has not moved goes straight on with one (CF 11.34, G96).
    pub(super) fn cannot_stand(&mut self, side: Side) {
        for id in self.table().right_to_left(side) {
            let table = self.table();
            let idle = table.may_move(id).is_ok() && !table.is_halted(id) && !table.unit(id).displaced;
            if idle && table.may_stay(id).is_err() {
                self.move_straight_on(id, MoveDice::new(1, false));
            }
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Who has given up his flight or pursuit stays "to change formation back": if his player has not said how, he forms up in line
    /// to the nearest enemy, and who finds no room for it does so when he has it (CF 10.9, 10.10, 17.11, 17.18, G200).
    pub(super) fn form_up(&mut self, side: Side) {
        for id in self.table().right_to_left(side) {
            let table = self.table();
            let unit = table.unit(id);
            let loose = table.is_unformed(id) && !table.is_always_unformed(id) && unit.standing == Standing::Steady;
            if !loose || unit.displaced || table.in_contact(id) {
                continue;
            }
            let Some((manoeuvre, outcome)) = table.forms_up(id) else { continue };
            *self.unit_mut(id) = outcome.unit;
            self.keep_bodies();
            self.tell_move(id, manoeuvre);
            self.finish_move(id);
        }
    }
}

impl Table<'_> {
    /// In line if there is room for one, else in column.
    fn forms_up(self, id: UnitId) -> Option<(Manoeuvre, Outcome)> {
        let unit = self.unit(id);
        let at = self.body(id).center();
        let nearest = self.nearest_enemy(id).map(|(enemy, _)| bearing(self.body(enemy).nearest(at) - at));
        let facings = [nearest.unwrap_or(unit.pose.facing), unit.pose.facing];
        let shapes =
            [(Formation::Line, unit.bases()), (Formation::Line, unit.bases().div_ceil(2)), (Formation::MarchColumn, 1)];
        let mut ways = shapes.into_iter().flat_map(|shape| facings.map(|facing| (shape, facing)));
        ways.find_map(|((formation, files), facing)| {
            let outcome = self.reform_outcome(id, formation, files, facing).ok()?;
            Some((Manoeuvre::Reform { formation, files, facing }, outcome))
        })
    }

    /// Straight ahead as far as the dice go.
    fn farthest_on(self, id: UnitId) -> Option<Manoeuvre> {
        let unit = self.unit(id);
        let left = self.left(unit);
        if left <= 0 {
            return None;
        }
        let on: &dyn Fn(Um) -> Manoeuvre = match self.moves_freely(id) {
            true => &|distance| {
                let to = unit.pose.ahead(distance).at;
                Manoeuvre::Go { to, facing: unit.pose.facing, files: unit.files }
            },
            false => &|distance| Manoeuvre::Advance { distance, off: 0 },
        };
        longest(left, |distance| self.outcome(id, &on(distance)).is_ok()).map(on)
    }

    /// On along the road it stands on.
    fn road_on(self, id: UnitId) -> Option<Manoeuvre> {
        let unit = self.unit(id);
        let roads = self.rules.ground.lines.iter().filter(|line| crate::ground::is_road(line.kind));
        let mut found = None;
        for road in roads {
            let here = road.line.nearest(unit.pose.at.vec()).0;
            let ahead = (road.line.at(here + f64::from(yds(5))) - road.line.at(here)).dot(unit.pose.dir()) >= 0.0;
            let to = |far: Um| {
                let place = if ahead { here + f64::from(far) } else { here - f64::from(far) };
                Manoeuvre::Road(road.line.at(place.clamp(0.0, road.line.length())).round())
            };
            let far = longest(self.road_reach(id), |far| self.outcome(id, &to(far)).is_ok());
            found = found.or(far.map(to));
        }
        found
    }
}
