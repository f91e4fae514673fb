//! What will shake friends in the Morale Phase (T3, G13, G81): noted when it happens.

use crate::cards::{LeaderId, UnitId};
use crate::readings::{GunLossMorale, RetireThenRout};
use crate::state::{Event, Footprint, Loss, Shock};
use crate::table::Play;
use kernel::Listener;

impl<L: Listener> Play<'_, L> {
    /// A unit has routed, retired or been destroyed: it began there and stands here now (CF 8.11, 8.12, 8.13, G13). One unit is
    /// one event a turn, by what it has become, unless retreat and rout count both (CF G81).
    pub fn morale_event(&mut self, id: UnitId, what: Shock, from: Footprint) {
        let (grade, foot, side) = (self.unit(id).grade, self.table().is_foot(id), self.table().side(id));
        let to = self.table().footprint(id);
        let both = self.rules.options.retire_then_rout == RetireThenRout::Both;
        let mut from = from;
        let supersedes = |event: &Event| {
            let same = event.unit == Some(id);
            let kept = both && event.what == Shock::Retired && what != Shock::Retired;
            same && !kept
        };
        if let Some(place) = self.state.events.iter().position(supersedes) {
            let before = self.state.events.remove(place);
            from = before.from;
            if before.what != Shock::Retired && what == Shock::Retired {
                self.note_event(Event { to, ..before });
                return;
            }
        }
        self.note_event(Event { what, side, unit: Some(id), leader: None, grade, foot, from, to });
    }

    /// A General or Marshal is killed, captured or carried off by a rout (CF 8.14, G13, G25).
    pub fn leader_event(&mut self, leader: LeaderId, what: Shock, from: Option<Footprint>) {
        let card = &self.rules.leaders[leader.ix()];
        if card.rank == crate::cards::Rank::Brigadier
            || self.state.events.iter().any(|event| event.leader == Some(leader))
        {
            return;
        }
        let at = self.table().place_of(leader).round();
        let here = Footprint { pose: field::table::Pose::new(at, 0), width: 0, depth: 0 };
        let event = Event {
            what,
            side: card.side,
            unit: None,
            leader: Some(leader),
            grade: crate::cards::Grade::A,
            foot: false,
            from: from.unwrap_or(here),
            to: here,
        };
        self.note_event(event);
    }

    /// A unit leaves the battle (CF G13); dummies and those given up before it began shake nobody.
    pub(super) fn unit_lost(&mut self, id: UnitId, loss: Loss) {
        if matches!(loss, Loss::Dummy | Loss::Swapped | Loss::Taken) || self.table().is_gun(id) {
            return;
        }
        let here = self.table().footprint(id);
        self.morale_event(id, Shock::Destroyed, here);
    }

    /// A gun whose crew is killed shakes nobody, unless it is so agreed (CF G7, G13).
    pub(super) fn gun_lost(&mut self, id: UnitId) {
        if self.rules.options.gun_loss_morale == GunLossMorale::On {
            let here = self.table().footprint(id);
            self.morale_event(id, Shock::Destroyed, here);
        }
    }

    fn note_event(&mut self, event: Event) {
        self.state.overflow.keep(&mut self.state.events, event);
    }
}
