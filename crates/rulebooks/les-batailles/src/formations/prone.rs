//! British and King's German infantry lies down (12.13).

use super::FormChoice;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::face::told::{Who, formations as told};
use crate::fraction::Points;
use crate::movement::{Moving, no};
use crate::state::{Formed, Order, Prone};
use crate::table::{Play, Table};
use crate::zones::Zone;
use kernel::{Listener, Refusal, Seat};

impl<'a> Table<'a> {
    /// The stacks of a seat that lie down, by their top units: they may get up whenever their owner likes (LB 12.13.1d).
    pub(super) fn prone_stacks(self, seat: Seat) -> impl Iterator<Item = UnitId> + use<'a> {
        let lies =
            move |id: UnitId| self.unit(id).prone == Prone::Prone && self.seat(id) == seat && self.top_of(id) == id;
        self.on_map().filter(move |&id| lies(id))
    }

    /// Whether a unit may go prone where it is (LB 12.13a, 12.13.1b, 12.13.2a, 12.13.4a).
    pub fn may_go_prone(self, id: UnitId) -> Result<(), Refusal> {
        let (unit, card) = (self.unit(id), self.card(id));
        if !card.is_british() || !self.is_infantry(id) {
            return no("LB 12.13a", "only British and King's German infantry lies down");
        }
        if self.unit_in_zone(id) != Zone::None {
            return no("LB 12.13a", "not in an enemy zone");
        }
        match unit.prone {
            Prone::No => {}
            Prone::Prone => return no("LB 12.13a", "it lies already"),
            Prone::StoodUp => return no("LB 12.13.1b", "it has stood up in this segment"),
        }
        let ground = |hex| self.rules.charts.ground.terrain(self.ground().at(hex)).prone;
        if !unit.hexes.iter().all(ground) {
            return no("LB 12.13.2a", "not on such ground");
        }
        let formation = matches!(unit.formed, Formed::Column | Formed::Line | Formed::Square | Formed::Skirmish);
        if unit.order != Order::Good || !formation {
            return no("LB 12.13.4a", "not in such a formation");
        }
        Ok(())
    }

    /// A stack on the move goes prone, for nothing but with points left, or stands up (LB 12.13.1a, 12.13.1d). Only a battalion and its
    /// light company lie in a hex (LB 12.13.3a, 12.13.3b).
    pub(crate) fn may_lie_or_stand(self, moving: &Moving, decision: Decision) -> Result<(), Refusal> {
        let stack = self.moving_stack(moving);
        if decision == Decision::Form(FormChoice::Stand) {
            let lies = stack.iter().any(|&id| self.unit(id).prone == Prone::Prone);
            return if lies { Ok(()) } else { no("LB 12.13.1d", "it stands") };
        }
        if moving.left() == Points::ZERO {
            return no("LB 12.13.1a", "it has no movement points left");
        }
        stack.iter().try_for_each(|&id| self.may_go_prone(id))?;
        let whole = self.stack_of(moving.top);
        if whole.iter().any(|id| !stack.contains(id)) || !self.may_all_lie(&whole) {
            return no("LB 12.13.3a", "a battalion and its light company may lie in a hex, nobody else");
        }
        Ok(())
    }
}

impl<L: Listener> Play<'_, L> {
    /// It keeps formation and facing (LB 12.13.4c). A marker of those who stand up is flipped: they do not lie down again in this segment
    /// (LB 12.13.1b).
    pub(crate) fn lie_or_stand(&mut self, moving: &Moving, decision: Decision) {
        let lies = decision == Decision::Form(FormChoice::Lie);
        for id in self.table().moving_stack(moving) {
            if lies {
                self.unit_mut(id).prone = Prone::Prone;
                self.tell("LB 12.13a", told::LIES, &[Who::Unit(id)]);
            } else {
                self.stand_up(id);
            }
        }
    }

    /// A prone unit stands up.
    pub fn stand_up(&mut self, id: UnitId) {
        if self.unit(id).prone == Prone::Prone {
            self.unit_mut(id).prone = Prone::StoodUp;
            self.tell("LB 12.13.1d", told::STANDS, &[Who::Unit(id)]);
        }
    }
}
