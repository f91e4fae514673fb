//! 16.1 Basic procedure: what the target is to those who shoot at it.

use super::table::{Column, Row, ShootingTable};
use super::timing::Aim;
use crate::cards::UnitId;
use crate::hits::{self, Code};
use crate::state::{Formation, Place};
use crate::table::Table;
use crate::terrain::Hedge;
use field::table::{Body, Pose, Vec2};
use kernel::Refusal;
use scenario::{AreaKind, Cover, LinearKind};

/// Sine of 22.5 degrees: fire that slants no more than this against a front line rakes it (CP 16.1.10).
const ENFILADE: f64 = 0.382_683_432_365_089_8;

/// A target as it is shot at: where it stands now, or where it passed.
#[derive(Debug, Clone)]
pub struct Mark {
    pub id: UnitId,
    pub pose: Pose,
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
        self.dense_mark(&self.mark_at(target, self.unit(target).pose), from)
    }

    fn dense_mark(self, mark: &Mark, from: Vec2) -> bool {
        let unit = self.unit(mark.id);
        let close = self.in_close_order(mark.id) && unit.inside.is_none();
        let raked = || unit.formation != Formation::Square && enfiladed(mark, from);
        close && (self.deepest(mark.id) >= 3 || raked())
    }

    /// Whether a shooter stands behind the front line of its target, drawn out to both sides (ruling G46). What has
    /// neither flank nor rear is always shot at from the front (CP 19.7.6a, ruling G48).
    pub(super) fn shot_from_behind(self, mark: &Mark, from: Vec2) -> bool {
        let unit = self.unit(mark.id);
        let all_round = unit.inside.is_some() || matches!(unit.formation, Formation::Square | Formation::Open);
        !all_round && mark.body.main().local(from).y < 0.0
    }

    /// The class of a target at its most exposed.
    pub(super) fn class_in_the_open(self, target: UnitId, raked: bool) -> TargetClass {
        let close = self.sheltered(target) || self.behind_works(target);
        let dense = self.in_close_order(target) && (raked || self.deepest(target) >= 3);
        TargetClass { skirmishing: self.is_open_order(target) && !close, cover: Cover::None, dense }
    }

    pub(super) fn class_of(self, mark: &Mark, aim: Aim, from: Vec2, ball: bool) -> TargetClass {
        let cover = match aim {
            // A charger is caught on its way, before it comes up to the wall it charges at.
            Aim::Charger => self.ground_cover(mark, from, ball),
            _ if mark.passing => self.ground_cover(mark, from, ball).max(self.screen_cover(mark, from)),
            _ => self.cover_shooting(mark.id, from, ball),
        };
        // CP 17.6.3
        let close = self.sheltered(mark.id) || self.behind_works(mark.id);
        TargetClass { skirmishing: self.is_open_order(mark.id) && !close, cover, dense: self.dense_mark(mark, from) }
    }

    /// Cover by the ground a passing target was in (CP 19.1.6, 19.2.3).
    fn ground_cover(self, mark: &Mark, from: Vec2, ball: bool) -> Cover {
        if !mark.passing && self.unit(mark.id).inside.is_some() {
            return self.cover_shooting(mark.id, from, ball);
        }
        let aim = self.near_place(&mark.body, from);
        let covered = self.rules.ground.areas.iter().enumerate().any(|(ix, area)| {
            let covers = self.woods(ix).is_some() || (ball && area.kind == AreaKind::Rough);
            covers && area.outline.contains(aim)
        });
        if covered { Cover::Soft } else { Cover::None }
    }

    /// Cover by what a passing target was close behind (CP 19.4.3c, 19.4.7c, 19.8.2, 19.8.5c).
    fn screen_cover(self, mark: &Mark, from: Vec2) -> Cover {
        let aim = self.near_place(&mark.body, from);
        let close = f64::from(self.edge_depth());
        let mut best = Cover::None;
        for (ix, line) in self.rules.ground.lines.iter().enumerate() {
            let cover = match line.kind {
                LinearKind::HighWall | LinearKind::Hedgerow | LinearKind::LightWorks => Cover::Soft,
                LinearKind::HeavyWorks => Cover::Hard,
                _ => Cover::None,
            };
            let Some(at) = (cover > best).then(|| line.line.crosses(from, aim)).flatten() else { continue };
            let broken = self.is_hedge(ix) && self.hedge_at(ix, line.line.nearest(at).0) == Hedge::Broken;
            if !broken && line.line.within(&mark.body, close) {
                best = cover;
            }
        }
        best
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
