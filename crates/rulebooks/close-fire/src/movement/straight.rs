//! Straight ahead, at an incline, aside (CF 11.9, 12.16, 12.17, 12.18, 12.25).

use super::{Bar, NOT_SO_FAR, Outcome, refuse};
use crate::cards::{Grade, UnitId};
use crate::measures::{OBLIQUE, yds};
use crate::readings::GapHalfMove;
use crate::state::{Bend, Formation, Moved};
use crate::table::Table;
use field::table::{Cdeg, Trail, Um, heading, normal};
use kernel::Refusal;

const NO_DICE: Bar = ("CF 11.2", "it has rolled no dice to move with");
const NOT_THAT_WAY: Bar = ("CF 11.9", "a move goes to the front, at most 22½° off it");
const ONE_WAY: Bar = ("CF G78", "a straight move has one direction");
const LOOSE: Bar = ("CF 11.36", "its bases go where they like");
const STEADY_FOOT: Bar = ("CF 12.17", "only foot in line of grade A to D does that");
const INCLINERS: Bar = ("CF 12.16", "only foot in line of grade A to D inclines");

/// How far a side step goes at most (CF 12.17).
const STEP: Um = yds(20);

impl Table<'_> {
    /// Foot in line of grade A to D (CF 12.16, 12.17).
    fn is_handy(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        self.is_foot(id) && unit.formation == Formation::Line && unit.grade < Grade::E
    }

    /// Whether a unit can go straight ahead by its dice, so far and that way (CF 11.3, 11.9).
    fn may_go_straight(self, id: UnitId, distance: Um, off: Cdeg) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.dice.count() == 0 {
            return refuse(NO_DICE);
        }
        if unit.formation == Formation::Unformed {
            return refuse(LOOSE);
        }
        if off.abs() > OBLIQUE {
            return refuse(NOT_THAT_WAY);
        }
        if unit.oblique.is_some_and(|chosen| chosen != off) {
            return refuse(ONE_WAY);
        }
        if distance > self.left(unit) + 2 { refuse(NOT_SO_FAR) } else { Ok(()) }
    }

    pub(super) fn advance_outcome(self, id: UnitId, distance: Um, off: Cdeg) -> Result<Outcome, Refusal> {
        self.may_go_straight(id, distance, off)?;
        let mut unit = self.unit(id).clone();
        let way = normal(unit.pose.facing + off);
        unit.pose = unit.pose.along(way, distance);
        unit.this_turn.oblique = Some(off);
        unit.this_turn.forward += distance;
        let trail = Trail::Straight { dir: heading(way), dist: f64::from(distance) };
        self.pays(id, unit, trail, distance, true)
    }

    /// Through a gap on half the frontage, and out into line again at once: half a move for foot, and a point near the enemy
    /// (CF 12.25, G92).
    pub(super) fn squeeze_outcome(self, id: UnitId, distance: Um, off: Cdeg) -> Result<Outcome, Refusal> {
        self.may_go_straight(id, distance, off)?;
        if self.unit(id).formation != Formation::Line || self.unit(id).files < 2 {
            return refuse(("CF 12.25", "a unit in line draws in its front to pass a gap"));
        }
        let mut thin = self.unit(id).clone();
        thin.files = thin.files.div_ceil(2);
        thin.bends = [Bend::default(); 2];
        let way = normal(thin.pose.facing + off);
        let trail = Trail::Straight { dir: heading(way), dist: f64::from(distance) };
        let halved = self.is_foot(id) || self.rules.options.gap_half_move == GapHalfMove::All;
        let mut unit = self.unit(id).clone();
        (unit.pose, unit.bends) = (unit.pose.along(way, distance), [Bend::default(); 2]);
        if halved {
            unit = self.takes_half(unit)?;
        }
        let narrow = self.rules.body_of(&thin);
        let sweep = field::table::Sweep::new(&narrow, trail);
        let over = self.over(&thin, &sweep)?;
        self.keeps_off(id, &thin, &sweep, true)?;
        let passed = self.passed(id, &sweep)?;
        let turn = &mut unit.this_turn;
        turn.oblique = Some(off);
        turn.spent += distance;
        turn.path += distance;
        turn.rough |= over.rough;
        turn.halves += over.majors.len() as u8;
        (turn.displaced, turn.advanced) = (true, true);
        let all = self.allowance(&unit);
        if unit.spent + all * i32::from(unit.halves) / 2 > all + 2 {
            return refuse(NOT_SO_FAR);
        }
        self.has_room(id, &unit)?;
        self.keeps_to_orders(id, &unit)?;
        let crossing: u8 =
            over.majors.iter().map(|&line| self.crossing_dps(id, Some(line), self.is_under_fire(id))).sum();
        let dps = crossing + u8::from(self.is_near_enemy(id));
        Ok(Outcome { unit, trail, passed, majors: over.majors, dps })
    }

    /// So far to a side, and as far ahead: both are paid for (CF 12.16, E4). Never more sideways than forward, and no more than half
    /// of the allowance.
    pub(super) fn incline_outcome(self, id: UnitId, right: bool, by: Um) -> Result<Outcome, Refusal> {
        let unit = self.unit(id);
        if !self.is_handy(id) {
            return refuse(INCLINERS);
        }
        if unit.dice.count() == 0 {
            return refuse(NO_DICE);
        }
        if 2 * by > self.left(unit) + 2 || 2 * (unit.sideways + by) > self.allowance(unit) + 2 {
            return refuse(NOT_SO_FAR);
        }
        let mut unit = unit.clone();
        let way = normal(unit.pose.facing + if right { 4_500 } else { -4_500 });
        let ahead = unit.pose.ahead(by);
        unit.pose = ahead.right(if right { by } else { -by });
        unit.this_turn.sideways += by;
        unit.this_turn.forward += by;
        let dist = f64::from(by) * std::f64::consts::SQRT_2;
        self.pays(id, unit, Trail::Straight { dir: heading(way), dist }, 2 * by, true)
    }

    /// Up to 20 yds backwards or to a side, without dice, instead of a move (CF 12.17).
    pub(super) fn side_step_outcome(self, id: UnitId, off: Cdeg, by: Um) -> Result<Outcome, Refusal> {
        if !self.is_handy(id) {
            return refuse(STEADY_FOOT);
        }
        if by > STEP {
            return refuse(("CF 12.17", "a side step goes 20 yards at most"));
        }
        self.instead_of_a_move(id)?;
        let mut unit = self.unit(id).clone();
        let way = normal(unit.pose.facing + off);
        unit.pose = unit.pose.along(way, by);
        let trail = Trail::Straight { dir: heading(way), dist: f64::from(by) };
        self.steps_aside(id, unit, trail)
    }

    /// A move without dice, in whose stead nothing else is done (CF 12.17).
    pub(super) fn instead_of_a_move(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.dice.count() > 0 || unit.displaced {
            return refuse(("CF 12.17", "that is done instead of a normal move, without dice"));
        }
        Ok(())
    }

    /// A short move by hand or foot that takes the whole move and no dice.
    pub(super) fn steps_aside(self, id: UnitId, unit: crate::state::Unit, trail: Trail) -> Result<Outcome, Refusal> {
        let mut unit = self.takes_all(unit)?;
        let before = self.body(id);
        let sweep = field::table::Sweep::new(&before, trail);
        let over = self.over(&unit, &sweep)?;
        if !over.majors.is_empty() {
            return refuse(("CF 12.8", "crossing an obstacle takes half a move of its own"));
        }
        self.keeps_off(id, &unit, &sweep, false)?;
        let passed = self.passed(id, &sweep)?;
        self.ends_on_table(&unit)?;
        self.keeps_to_orders(id, &unit)?;
        (unit.this_turn.displaced, unit.this_turn.moved) = (true, Moved::Otherwise);
        Ok(Outcome { passed, ..Outcome::new(unit, trail) })
    }

    /// One or two stands at an end step back while the rest stays (CF 12.18).
    pub(super) fn refuse_outcome(self, id: UnitId, right: bool, bases: u8, by: Um) -> Result<Outcome, Refusal> {
        if !self.is_handy(id) {
            return refuse(STEADY_FOOT);
        }
        let unit = self.unit(id);
        if !(1..=2).contains(&bases) || bases + unit.bends[usize::from(!right)].bases >= unit.files {
            return refuse(("CF 12.18", "one or two stands step back, and the rest stays in place"));
        }
        if by > STEP {
            return refuse(("CF 12.17", "a step back goes 20 yards at most"));
        }
        if unit.bends[usize::from(right)].bases > 0 {
            return refuse(("CF 12.18", "that end is drawn back already"));
        }
        self.instead_of_a_move(id)?;
        let mut unit = self.takes_all(unit.clone())?;
        unit.bends[usize::from(right)] = Bend { bases, angle: 0, back: by };
        (unit.this_turn.displaced, unit.this_turn.moved) = (true, Moved::Otherwise);
        self.has_room(id, &unit)?;
        self.steps_over_nothing(id, &unit, &[])?;
        Ok(Outcome::new(unit, Trail::Formed))
    }
}
