//! Cover (SSS G8, 17.4, 24.4): what the ground gives to those who stand there against somebody who comes or shoots from a
//! place.

use crate::cards::{BuildingId, Material, UnitId};
use crate::measures::NEAR;
use crate::table::Table;
use field::table::{Body, Polyline, Vec2};
use scenario::{AreaKind, LinearKind};

/// How well somebody is covered, least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Cover {
    #[default]
    None,
    Soft,
    Hard,
    /// Redoubt, rampart, prepared trench.
    Fortified,
}

impl Cover {
    /// What it takes off each die that is shot at it (SSS T10).
    pub const fn on_shooting(self) -> i32 {
        match self {
            Cover::None => 0,
            Cover::Soft => -1,
            Cover::Hard => -2,
            Cover::Fortified => -3,
        }
    }

    pub const fn words(self) -> &'static str {
        match self {
            Cover::None => "no cover",
            Cover::Soft => "soft cover",
            Cover::Hard => "hard cover",
            Cover::Fortified => "fortifications",
        }
    }
}

/// SSS G8: works are fortifications.
const fn of_line(kind: LinearKind) -> Cover {
    match kind {
        LinearKind::Fence | LinearKind::Hedgerow => Cover::Soft,
        LinearKind::LowWall | LinearKind::HighWall => Cover::Hard,
        LinearKind::LightWorks | LinearKind::HeavyWorks => Cover::Fortified,
        LinearKind::Stream { .. } | LinearKind::Road | LinearKind::Track => Cover::None,
    }
}

impl Table<'_> {
    /// The cover of a unit against what comes from there: the best of the ground it stands on and of the lines it stands
    /// behind. Lying down is no ground: that counts for shooting alone (SSS 10.2).
    pub fn cover_of(self, id: UnitId, from: Vec2) -> Cover {
        if let Some(building) = self.garrisons(id) {
            return self.cover_in(building);
        }
        let low = self.unit(id).prone || self.is_skirmishing(id);
        self.cover_there(&self.body(id), low, from)
    }

    /// The same for whatever covers that ground, low or not.
    pub(crate) fn cover_there(self, body: &Body, low: bool, from: Vec2) -> Cover {
        self.cover_by_area(body, low).max(self.cover_by_line(body, from))
    }

    /// Troops in buildings are in hard cover (SSS 17.4), in a fortress behind fortifications (SSS G32), in ruins in soft cover
    /// (SSS G29).
    pub fn cover_in(self, building: BuildingId) -> Cover {
        match self.building_card(building).material {
            _ if self.building(building).points == 0 => Cover::Soft,
            Material::Fortress => Cover::Fortified,
            _ => Cover::Hard,
        }
    }

    /// Woods and ruins are soft cover, standing crops for those who lie down or skirmish (SSS G8, G29).
    pub(crate) fn cover_by_area(self, body: &Body, low: bool) -> Cover {
        let middle = body.main().center();
        let covers = |(ix, area): (usize, &scenario::Area)| {
            let soft = match area.kind {
                AreaKind::LightWoods | AreaKind::HeavyWoods | AreaKind::UndecidedWoods => true,
                AreaKind::Crops => low,
                AreaKind::Town { .. } => self.building_in(ix).is_none(),
                _ => false,
            };
            soft && area.outline.contains(middle)
        };
        if self.rules.ground.areas.iter().enumerate().any(covers) { Cover::Soft } else { Cover::None }
    }

    /// A linear obstacle covers those behind it, no farther off than 1 BW, against whoever is on its other side.
    fn cover_by_line(self, body: &Body, from: Vec2) -> Cover {
        let middle = body.main().center();
        let behind =
            |line: &Polyline| line.crossings(from, middle).any(|(_, at)| body.distance_to_point(at) <= f64::from(NEAR));
        let lines = self.rules.ground.lines.iter().map(|line| (of_line(line.kind), &line.line));
        lines
            .filter(|(cover, line)| *cover != Cover::None && behind(line))
            .map(|(cover, _)| cover)
            .max()
            .unwrap_or_default()
    }
}
