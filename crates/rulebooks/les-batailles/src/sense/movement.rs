//! How an officer ranks decisions of `movement`.

use crate::cards::UnitId;
use crate::movement::{Motion, MoveChoice};
use crate::state::{Formed, Order};
use crate::table::Table;
use field::hexes::{Dir, Hex};
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_movement(self, _seat: Seat, choice: MoveChoice) -> i32 {
        match choice {
            MoveChoice::Take(id) => self.worth_of_taking(id),
            MoveChoice::Step(dir) => self.worth_of_step(dir),
            MoveChoice::Out { dir, formed, .. } => self.worth_of_step(dir) - self.cost_of_coming_out(formed),
            MoveChoice::Widen { dir, .. } | MoveChoice::Narrow { dir, .. } => self.worth_of_step(dir) - 1,
            MoveChoice::Gather(hex) => self.worth_of_going_to(hex) - 1,
            MoveChoice::Face(facing) => self.worth_of_facing(facing),
            MoveChoice::Halt | MoveChoice::LeaderStays(_) | MoveChoice::LetGo(_) => 0,
            // Away from others, so that nobody is run over.
            MoveChoice::FallBack(hex) => -(self.state.stack(hex).count() as i32) * 5,
            MoveChoice::LeaderGoes(_) | MoveChoice::Harass(_) => 1,
            _ => -5,
        }
    }

    /// Those in front first, so that they make room.
    fn worth_of_taking(self, id: UnitId) -> i32 {
        let far = self.nearest_enemy(self.side(id), self.unit(id).hexes.head()).map_or(0, i32::from);
        50 - far.min(40)
    }

    /// Foot comes out of cover as it fights: the British in Line, others in Column.
    fn cost_of_coming_out(self, formed: Formed) -> i32 {
        let british = self.moving().is_some_and(|moving| self.card(moving.top).is_british());
        match formed {
            Formed::Line if british => 0,
            Formed::Column | Formed::Companies if !british => 0,
            Formed::Line | Formed::Column | Formed::Companies => 1,
            Formed::GeneralOrder => 0,
            _ => 3,
        }
    }

    fn worth_of_step(self, dir: Dir) -> i32 {
        let Some(moving) = self.moving() else { return 0 };
        match self.grid().neighbour(self.unit(moving.top).hexes.head(), dir) {
            Some(to) => self.worth_of_going_to(to),
            None => -20,
        }
    }

    /// Whoever has declared an assault goes for his target; others where they are wanted, and not nearer to the enemy than suits them.
    fn worth_of_going_to(self, to: Hex) -> i32 {
        let Some(moving) = self.moving() else { return 0 };
        let top = moving.top;
        let at = self.unit(top).hexes.head();
        if let Some(target) = self.assault_target(top) {
            let far = |hex: Hex| i32::from(self.grid().distance(hex, target));
            return 30 * (far(at) - far(to)) + self.worth_of_room(top, to);
        }
        if matches!(moving.motion, Motion::Regroup | Motion::Administrative) {
            return 2;
        }
        let side = self.side(top);
        let enemy = |hex: Hex| self.nearest_enemy(side, hex).map_or(99, i32::from);
        let (now, then, least) = (enemy(at), enemy(to), self.keeps_off(top));
        let mut worth = 2 * (self.pull(top, at) - self.pull(top, to)) + self.worth_of_room(top, to);
        if then < least && then <= now {
            worth -= 12;
        } else if then > now && now < least {
            worth += 4;
        }
        if self.keeps_alone(top, at) {
            worth -= 60;
        }
        if self.is_prize(side, to) && self.is_infantry(top) {
            worth += 25;
        }
        worth
    }

    /// Who crowds in with others is an easy mark, and soon in disorder.
    fn worth_of_room(self, top: UnitId, to: Hex) -> i32 {
        let others = self.state.stack(to).filter(|&id| id != top && !self.is_skirmishing(id)).count() as i32;
        -12 * others
    }

    /// The hex that the marker of a stack points at.
    pub(super) fn assault_target(self, top: UnitId) -> Option<Hex> {
        let own = self.state.assaults.iter().find(|assault| assault.units.contains(top) || assault.top == top)?;
        own.targets.into_iter().flatten().next()
    }

    /// How near a unit comes by itself: foot to where it can fire, in column only where it attacks; horse waits behind, guns keep out of
    /// reach of muskets.
    fn keeps_off(self, id: UnitId) -> i32 {
        let unit = self.unit(id);
        if unit.order != Order::Good {
            return 5;
        }
        let attacks = self.attacks(self.side(id));
        match unit.formed {
            _ if self.is_cavalry(id) => 7,
            _ if !self.is_infantry(id) => 4,
            Formed::Column if !attacks => 4,
            Formed::Line | Formed::Skirmish | Formed::GeneralOrder | Formed::Column => 1,
            _ => 4,
        }
    }

    fn worth_of_facing(self, facing: crate::hexes::Facing) -> i32 {
        let Some(moving) = self.moving() else { return 0 };
        // By the one who is turned: all others in the hex turn with him.
        let Some(&top) = self.moving_stack(moving).first() else { return 0 };
        // Guns with foot are turned back to it at once (LB 18.1b).
        if self.is_unlimbered(top) && self.foot_with(top).is_some() {
            return -6;
        }
        let front = |facing| {
            let stance = self.turned(top, facing);
            let ahead = stance.around(self).into_iter();
            let ahead = ahead.filter(|&hex| stance.aspect(self, hex) == Some(crate::facing::Aspect::Front));
            let goal = self.assault_target(top);
            let far = |hex: Hex| match goal {
                Some(target) => Some(self.grid().distance(hex, target)),
                None => self.nearest_enemy(self.side(top), hex),
            };
            ahead.filter_map(far).min().map_or(0, i32::from)
        };
        let (now, then) = (front(self.unit(top).facing), front(facing));
        let worth = if self.assault_target(top).is_some() { 20 } else { 3 };
        if then < now { worth } else { -6 }
    }
}
