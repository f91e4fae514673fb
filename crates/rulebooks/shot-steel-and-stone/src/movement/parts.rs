//! Screens and horse-holders are parts of a unit: what they lose counts for the whole (SSS 2.1, 3.3, 8.7, G105, G107).

use crate::cards::{Part, UnitId};
use crate::state::{Activity, Formation, Pending, Place, ThisTurn, Unit};
use crate::table::{Play, Table};
use field::table::Pose;
use kernel::Listener;

impl Table<'_> {
    /// The unit that a screen or horse-holders belong to; any other is its own.
    pub fn whole_of(self, id: UnitId) -> UnitId {
        match self.card(id).part {
            Part::Whole => id,
            Part::ScreenOf(parent) | Part::HoldersOf(parent) => parent,
        }
    }

    /// Parts of a unit that are out and not lost.
    fn parts_out(self, id: UnitId) -> impl Iterator<Item = UnitId> {
        let card = self.card(id);
        let parts = card.screen.into_iter().chain(card.holders);
        parts.filter(move |&part| matches!(self.unit(part).place, Place::Table | Place::Away { .. }))
    }

    /// All hits that the unit has taken to which this one belongs, those of its parts among them.
    pub fn hits_of_whole(self, id: UnitId) -> u32 {
        let whole = self.whole_of(id);
        let parts: u32 = self.parts_out(whole).map(|part| u32::from(self.unit(part).hits)).sum();
        u32::from(self.unit(whole).hits) + parts
    }

    /// Strength Points that a part still has.
    fn points_of_part(self, id: UnitId) -> u32 {
        let (unit, card) = (self.unit(id), self.card(id));
        // SSS 3.3: the pair counts as one base.
        let bases = if self.is_screen(id) { unit.bases.min(1) } else { unit.bases };
        (u32::from(bases) * u32::from(card.points)).saturating_sub(unit.carried.into())
    }

    /// Strength Points left to those who stand with this unit: what its parts have is theirs.
    pub fn points_left(self, id: UnitId) -> u32 {
        if self.whole_of(id) != id {
            return self.points_of_part(id);
        }
        let out: u32 = self.parts_out(id).map(|part| self.points_of_part(part)).sum();
        self.card(id).initial_points().saturating_sub(self.hits_of_whole(id) + out)
    }

    /// Strength Points of the parts of a unit that is gone itself.
    pub(crate) fn points_of_parts(self, id: UnitId) -> u32 {
        self.parts_out(id).map(|part| self.points_of_part(part)).sum()
    }

    /// A unit that so many bases have left.
    pub(super) fn without_bases(self, unit: &Unit, fewer: u8) -> Unit {
        let mut unit = Unit { bases: unit.bases - fewer, moved_up: [0, 0], split: 0, ..*unit };
        unit.files = match unit.formation {
            Formation::Square => unit.bases.div_ceil(4),
            _ => unit.files.min(unit.bases_outside()).max(1),
        };
        unit.this_turn.bases_then = unit.bases;
        unit
    }

    /// A unit that has a part of its bases back, with what that has suffered. The bases come up beside its front rank if it
    /// stands one deep, or behind it.
    pub(super) fn with_part(self, unit: &Unit, part: UnitId, beside: bool) -> Unit {
        let (there, points) = (self.unit(part), self.card(part).points.max(1));
        let back = if self.is_screen(part) { 1 } else { there.bases };
        let carried = unit.carried + there.carried;
        let lost = u8::from(carried >= points);
        let mut whole = Unit { moved_up: [0, 0], split: 0, ..*unit };
        whole.bases = unit.bases + back - lost;
        whole.carried = carried - lost * points;
        whole.hits = unit.hits.saturating_add(there.hits);
        whole.first_volley_used |= there.first_volley_used;
        whole.thrown_used |= there.thrown_used;
        let outside = whole.bases_outside();
        whole.files = match unit.formation {
            Formation::Square => outside.div_ceil(4),
            Formation::Line | Formation::Mob if beside && unit.files >= unit.bases_outside() => outside,
            Formation::Line => unit.files.max(outside.div_ceil(2)),
            _ => unit.files.min(outside),
        };
        whole.this_turn.bases_then = whole.bases;
        whole
    }

    /// A part as it stands when so many bases have left their unit for it, in skirmish order and as that is (SSS 3.2, 3.4, G34,
    /// G61).
    pub(super) fn parted(self, parent: &Unit, part: UnitId, bases: u8, pose: Pose) -> Unit {
        let turn = ThisTurn {
            intent: parent.intent,
            ordered: true,
            own_initiative: true,
            way: parent.way,
            enemy_off: parent.enemy_off,
            moved: true,
            bases_then: bases,
            ..ThisTurn::default()
        };
        Unit {
            place: Place::Table,
            pose,
            formation: Formation::Skirmish,
            order: crate::cards::Order::Skirmish,
            files: bases,
            bases,
            carried: 0,
            hits: 0,
            activity: Activity::Static,
            pending: Pending::Nothing,
            changing: None,
            disruption: parent.disruption,
            prone: false,
            first_volley_used: parent.first_volley_used,
            thrown_used: parent.thrown_used,
            has_colours: false,
            hold_to_last_man: parent.hold_to_last_man,
            rounds: 0,
            stood: pose,
            this_turn: turn,
            ..*self.unit(part)
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A part that is lost is lost to its unit (SSS G105).
    pub(crate) fn part_is_lost(&mut self, id: UnitId) {
        let whole = self.table().whole_of(id);
        if whole != id {
            let lost = u32::from(self.unit(id).hits) + self.table().points_of_part(id);
            let unit = self.unit_mut(whole);
            unit.hits = unit.hits.saturating_add(lost as u16);
        }
    }
}
