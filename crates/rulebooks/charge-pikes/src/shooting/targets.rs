//! 16.1 Basic procedure: what the target is to those who shoot at it.

use super::table::{Column, Row, ShootingTable};
use super::timing::Aim;
use crate::bodies::Outline;
use crate::cards::UnitId;
use crate::hits::{self, Code};
use crate::state::{Formation, Place};
use crate::table::Table;
use field::table::{Body, Vec2};
use kernel::Refusal;
use scenario::Cover;

/// Sine of 22.5 degrees: fire that slants no more than this against a front line rakes it (CP 16.1.10).
const ENFILADE: f64 = 0.382_683_432_365_089_8;

/// A target as it is shot at: where it stands now, or where it passed.
#[derive(Debug, Clone)]
pub struct Mark {
    pub id: UnitId,
    /// Where it stood, and in which order.
    pub stood: Outline,
    pub body: Body,
    pub passing: bool,
}

/// What decides the column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetClass {
    pub skirmishing: bool,
    pub cover: Cover,
    pub dense: bool,
}

impl TargetClass {
    /// The column for a row. Skirmishers in soft cover are as hard to hit as the better of the two makes them.
    pub fn column(self, row: Row, table: &ShootingTable) -> Column {
        let chance = |column| hits::chance(table.code(row, column));
        match (self.skirmishing, self.cover) {
            (_, Cover::Hard) => Column::Hard,
            (false, Cover::Soft) => Column::Soft,
            (false, Cover::None) => Column::Open,
            (true, Cover::Soft) if chance(Column::Soft) < chance(Column::Skirmishers) => Column::Soft,
            (true, _) => Column::Skirmishers,
        }
    }

    pub fn code(self, row: Row, table: &ShootingTable) -> Code {
        *table.code(row, self.column(row, table))
    }

    /// Ball plunges through deep formations: its hits count double (CP 16.8.2).
    pub fn times(self, row: Row) -> u32 {
        if self.dense && row.is_ball() { 2 } else { 1 }
    }

    /// Hits that six dice would bring, as the measure of how good a target is.
    pub fn chance(self, row: Row, table: &ShootingTable) -> u32 {
        hits::chance(&self.code(row, table)) * self.times(row)
    }
}

impl Table<'_> {
    /// Whether a unit can be shot at as far as what it is and where it is go.
    pub(super) fn is_target(self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        let refuse = |why: &'static str| Err(Refusal::new("CP 16.1.3", why));
        if target.ix() >= self.state.units.len() {
            return refuse("there is no such unit");
        }
        if self.side(target) == self.side(id) {
            return refuse("nobody shoots at friends on purpose");
        }
        if self.unit(target).place != Place::Table {
            return refuse("the target is not on the table");
        }
        if !self.is_troops(target) {
            return Err(Refusal::new("CP 3.10", "wagons are not troops"));
        }
        Ok(())
    }

    /// Three ranks or more in any part, or raked from the flank (CP 16.1.10). Guns are close order too (CP 16.1.11).
    pub fn dense(self, target: UnitId, from: Vec2) -> bool {
        self.dense_mark(&self.mark_now(target), from)
    }

    fn dense_mark(self, mark: &Mark, from: Vec2) -> bool {
        let close = mark.stood.formation != Formation::Open && mark.stood.inside.is_none();
        let raked = || mark.stood.formation != Formation::Square && enfiladed(mark, from);
        close && (self.deepest_as(mark.id, &self.unit(mark.id).standing_as(&mark.stood)) >= 3 || raked())
    }

    /// Whether a shooter stands behind the front line of its target, drawn out to both sides (ruling G46). What has
    /// neither flank nor rear is always shot at from the front (CP 19.7.6a, ruling G48).
    pub(super) fn shot_from_behind(self, mark: &Mark, from: Vec2) -> bool {
        let all_round =
            mark.stood.inside.is_some() || matches!(mark.stood.formation, Formation::Square | Formation::Open);
        !all_round && mark.body.main().local(from).y < 0.0
    }

    /// The class of a target at its most exposed.
    pub(super) fn class_in_the_open(self, mark: &Mark, raked: bool) -> TargetClass {
        let close = mark.stood.formation != Formation::Open;
        let dense = close && (raked || self.deepest_as(mark.id, &self.unit(mark.id).standing_as(&mark.stood)) >= 3);
        TargetClass { skirmishing: !close && !self.sheltered_as(mark), cover: Cover::None, dense }
    }

    /// A target is what it was where it was shot at (CP 16.2.1): mounted or on foot, inside or out of doors.
    pub(super) fn class_of(self, mark: &Mark, aim: Aim, from: Vec2, ball: bool) -> TargetClass {
        let cover = match aim {
            // A charger is caught on its way, before it comes up to the wall it charges at.
            Aim::Charger => self.ground_cover(mark, from, ball),
            _ => self.ground_cover(mark, from, ball).max(self.screen_cover(mark, from)),
        };
        let skirmishing = mark.stood.formation == Formation::Open && !self.sheltered_as(mark);
        TargetClass { skirmishing, cover, dense: self.dense_mark(mark, from) }
    }

    /// In a building or behind works, where even skirmishers count as close order (CP 17.6.3).
    fn sheltered_as(self, mark: &Mark) -> bool {
        mark.stood.inside.is_some() || self.works_beside(&mark.body)
    }

    /// Cover by the ground a target is in (CP 19.1.6, 19.2.3), or by the houses it holds (CP 19.7.3).
    fn ground_cover(self, mark: &Mark, from: Vec2, ball: bool) -> Cover {
        match mark.stood.inside.and_then(|area| self.rules.town(usize::from(area))) {
            Some(town) => town.shooting,
            None => self.area_cover(self.near_place(&mark.body, from), ball),
        }
    }

    /// Cover by what a target is close behind (CP 19.4.3c, 19.4.7c, 19.8.2, 19.8.5c).
    fn screen_cover(self, mark: &Mark, from: Vec2) -> Cover {
        match mark.stood.inside {
            Some(_) => Cover::None,
            None => self.screen_between(&mark.body, from, self.near_place(&mark.body, from)),
        }
    }
}

/// Fire that comes in over a flank, within 22.5 degrees of the line of the front.
fn enfiladed(mark: &Mark, from: Vec2) -> bool {
    let main = mark.body.main();
    let (left, right) = mark.body.front_ends();
    let at = main.local(from);
    let beside = at.x < main.local(left).x || at.x > main.local(right).x;
    let line = (mark.body.nearest(from) - from).unit();
    beside && line.dot(main.dir).abs() <= ENFILADE + 1e-9
}
