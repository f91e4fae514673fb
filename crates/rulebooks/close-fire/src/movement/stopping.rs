//! How far a unit has to go (CF 11.3 to 11.6).

use super::{Manoeuvre, refuse};
use crate::cards::UnitId;
use crate::measures::{CLOSE, CONTACT, OBLIQUE, REACH, yds};
use crate::state::Formation;
use crate::table::{Table, within};
use field::table::{Sweep, Trail, Um, heading, longest, normal, turn};
use kernel::Refusal;

/// What is shorter than this is nothing.
pub(super) const NOTHING: Um = yds(1);

impl Table<'_> {
    /// How far a unit can still go straight ahead.
    pub(crate) fn reach_ahead(self, id: UnitId) -> Um {
        let unit = self.unit(id);
        let (left, off) = (self.left(unit), unit.oblique.unwrap_or(0));
        if left < NOTHING {
            return 0;
        }
        let legal = |distance: Um| self.outcome(id, &Manoeuvre::Advance { distance, off }).is_ok();
        longest(left, legal).unwrap_or(0)
    }

    /// Whether a unit may end its move here: it has gone as far as its dice take it, it can go no farther, or one of the exceptions
    /// lets it halt (CF 11.3, 11.4, 11.5, 11.6). Loose troops go to and fro (CF G98).
    pub(super) fn may_stop(self, id: UnitId) -> Result<(), Refusal> {
        self.may_stop_with(id, None)
    }

    /// The same where it is known how far it can go on.
    pub(super) fn may_stop_with(self, id: UnitId, reach: Option<Um>) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.dice.count() == 0 || unit.full_move || self.moves_freely(id) || self.is_halted(id) {
            return Ok(());
        }
        if let Some(answer) = self.stops_with_its_lead(id) {
            return answer;
        }
        let reach = reach.unwrap_or_else(|| self.reach_ahead(id));
        if reach < NOTHING || self.stops_as_declared(id) || (reach <= CLOSE + 2 && self.stops_short(id, reach)) {
            return Ok(());
        }
        refuse(("CF 11.3", "a unit moves the full distance that its dice give"))
    }

    /// Its full move would lead through friends, or into ground or across an obstacle (CF 11.6).
    fn stops_short(self, id: UnitId, reach: Um) -> bool {
        let unit = self.unit(id);
        let way = normal(unit.pose.facing + unit.oblique.unwrap_or(0));
        let body = self.body(id);
        let whole = self.left(unit).max(reach);
        let sweep = Sweep::new(&body, Trail::Straight { dir: heading(way), dist: f64::from(whole) });
        let friends = self.friends_of(id).any(|friend| sweep.through(&self.body(friend)).is_some());
        let ground = match self.over(unit, &sweep) {
            Ok(over) => (over.rough && !unit.rough) || !over.majors.is_empty(),
            // Ground that is closed to it is ground as well; the edge of the table is none.
            Err(refusal) => refusal.rule != "CF G63",
        };
        friends || ground
    }

    /// As was said before the roll, it has come to named ground or works, or has lined up with friends (CF 11.4).
    fn stops_as_declared(self, id: UnitId) -> bool {
        let declared = self.state.group.is_some_and(|group| group.stopping.contains(id));
        if !declared || !self.unit(id).displaced {
            return false;
        }
        let body = self.body(id);
        let near = f64::from(CONTACT);
        let ground = &self.rules.ground;
        let positions = (0..self.rules.positions.len() as u8).map(crate::cards::PositionId);
        positions.into_iter().any(|position| self.distance_to(position, &body) <= near)
            || ground.areas.iter().any(|area| area.outline.within(&body, near))
            || ground.lines.iter().any(|line| line.line.within(&body, near))
            || self.friends_of(id).any(|friend| self.is_lined_up(id, friend))
    }

    /// Two fronts in one line: they look the same way and neither stands more than 10 yds ahead of the other, side by side within 60.
    fn is_lined_up(self, id: UnitId, friend: UnitId) -> bool {
        let (one, other) = (self.body(id), self.body(friend));
        let main = one.main();
        let ahead = main.local(other.main().front).y.abs();
        let same = turn(self.unit(id).pose.facing, self.unit(friend).pose.facing).abs() <= OBLIQUE;
        same && within(ahead, CONTACT)
            && self.is_within(id, friend, REACH)
            && self.unit(friend).formation != Formation::Unformed
    }
}
