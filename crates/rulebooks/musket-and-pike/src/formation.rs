//! Chapter 6.3 and 6.4: formations and formation hits.

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::face::told::{Of, morale as told};
use crate::rally::RallyStep;
use crate::state::Formation;
use crate::table::{Play, Table};
use kernel::{Listener, Refusal};

/// What a formation hit comes from: some turn it into a casualty, some ignore it (T-FORMATION).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HitFrom {
    Ground,
    Fire,
    CloseCombat,
}

/// What a formation hit does to a formation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hit {
    Becomes(Formation),
    Ignored,
    Casualty,
}

impl Formation {
    /// MP 6.3.1b, 6.3.1c, 6.3.2i, 6.3.3a, 6.3.3d, 6.3.4b, 10.6.6a.
    const fn hit(self, from: HitFrom) -> Hit {
        match (self, from) {
            (Formation::Normal, _) => Hit::Becomes(Formation::Shaken),
            (Formation::Shaken, _) => Hit::Becomes(Formation::Broken),
            (Formation::OpenOrder | Formation::Column, HitFrom::Ground) => Hit::Ignored,
            (Formation::OpenOrder | Formation::Column, _) => Hit::Becomes(Formation::Broken),
            (Formation::Broken | Formation::Hedgehog | Formation::None, HitFrom::Fire) => Hit::Casualty,
            (Formation::Broken | Formation::Hedgehog | Formation::None, _) => Hit::Ignored,
        }
    }

    /// How bad a formation is when two units take the worse of theirs (MP 8.2.2d).
    pub(crate) const fn badness(self) -> u8 {
        match self {
            Formation::Normal => 0,
            Formation::OpenOrder => 1,
            Formation::Column => 2,
            Formation::Hedgehog => 3,
            Formation::Shaken => 4,
            Formation::Broken => 5,
            Formation::None => 6,
        }
    }

    pub const fn words(self) -> &'static str {
        match self {
            Formation::Normal => "Formation Normal",
            Formation::Shaken => "Formation Shaken",
            Formation::Broken => "Formation Broken",
            Formation::Hedgehog => "Hedgehog",
            Formation::OpenOrder => "Open Order",
            Formation::Column => "Column",
            Formation::None => "no formation",
        }
    }
}

/// What it costs to form Hedgehog in one's own activation (MP 6.3.2e).
pub const HEDGEHOG: u8 = 4;

impl Table<'_> {
    /// Whether a unit could form Hedgehog by points in its own activation (MP 6.3.2a, 6.3.2e, 14.2a).
    pub fn may_form_hedgehog_by_points(self, id: UnitId) -> Result<(), Refusal> {
        if !self.is_heavy(id) || !self.card(id).pikes {
            return Err(Refusal::new("MP 6.3.2a", "only Heavy Infantry with pikes forms Hedgehog"));
        }
        match self.unit(id).formation {
            Formation::Normal | Formation::OpenOrder | Formation::Column => Ok(()),
            _ => Err(Refusal::new("MP 6.3.2e", "Hedgehog is formed from Formation Normal, Open Order or Column")),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// One Formation Hit (MP 6.3.1b, 6.3.1c, 6.3.2i, 6.3.3d). Returns true when it has become a casualty instead, which the caller applies (MP 10.6.6a).
    /// Cavalry and Light Infantry stacked together suffer it together (MP 8.2.1f). Guns and wagons have no formation (MP 6.3.1a).
    pub fn formation_hit(&mut self, id: UnitId, from: HitFrom) -> bool {
        if !self.table().is_body(id) {
            return false;
        }
        match self.unit(id).formation.hit(from) {
            Hit::Ignored => false,
            Hit::Casualty => true,
            Hit::Becomes(formation) => {
                self.set_formation(id, formation);
                self.tell("MP 6.3.1b", told::TAKES_HIT, &[Of::Unit(id), Of::Formation(formation)]);
                false
            }
        }
    }

    /// A formation for a unit and for the Light Infantry or cavalry stacked with it (MP 8.2.1a).
    pub fn set_formation(&mut self, id: UnitId, formation: Formation) {
        self.unit_mut(id).formation = formation;
        if let Some(other) = self.unit(id).with {
            self.unit_mut(other).formation = formation;
        }
    }

    /// A unit in Column is attacked: Formation Broken, faced by its owner, and a Morale Check before the attack is resolved (MP 6.3.4h; a Column's flanks
    /// and rear therefore never count, MP 6.3.4j). Pushes the steps needed; the caller's step stands below and sees afterwards whether the unit is still
    /// there.
    pub fn column_attacked(&mut self, id: UnitId, by: UnitId) {
        if !self.table().in_formation(id, Formation::Column) {
            return;
        }
        self.set_formation(id, Formation::Broken);
        self.tell("MP 6.3.4h", told::ATTACKED_IN_COLUMN, &[Of::Unit(id), Of::Unit(by)]);
        if !self.morale_check(id, 0, "MP 6.3.4h") {
            // From its own side's fire it runs toward its edge (MP 12.4.3b).
            let enemy = self.table().side(by) != self.table().side(id);
            self.lose_level(id, Some(by).filter(|_| enemy));
        }
        if self.unit(id).on_map() && self.table().has_facing(id) {
            self.push(Step::Rally(RallyStep::Face { unit: id }));
        }
    }
}
