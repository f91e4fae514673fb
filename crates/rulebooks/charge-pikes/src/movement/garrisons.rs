//! Going into town blocks (19.7) and drawing forlorn hopes back in (20.3.4).

use crate::cards::{Kind, UnitId};
use crate::face::told::{self, Who};
use crate::state::{Loss, Place};
use crate::table::{Play, Table};
use kernel::Listener;

impl Table<'_> {
    /// The block a unit was driven out of this turn.
    pub fn block_just_left(self, id: UnitId) -> Option<u8> {
        self.unit(id).left_block
    }

    /// Whether the regiment of a forlorn hope can take it in: in combat nobody brings up more figures (CP 17.2.6).
    pub fn can_take_in(self, forlorn: UnitId) -> bool {
        self.card(forlorn).parent.is_some_and(|parent| {
            self.unit(parent).place == Place::Table && !self.in_contact(parent) && !self.routing(parent)
        })
    }

    /// Whether anybody is in a town block.
    pub fn block_taken(self, area: u8) -> bool {
        self.garrison_of(area).next().is_some()
    }
}

impl<L: Listener> Play<'_, L> {
    /// A foot unit takes a block; the houses disorder it (CP 19.7.9a, 19.7.9b).
    pub fn enter_block(&mut self, id: UnitId, area: u8) {
        let table = self.table();
        let Some(pose) = self.rules.town_pose(usize::from(area)) else { return };
        if table.figures(id) > table.room_in(area) {
            return;
        }
        // Among houses nobody keeps doubled files, and to give them up takes half a turn (CP 20.4.2, ruling G88).
        if self.unit(id).volley {
            self.unit_mut(id).volley = false;
            self.shake(id, "CP 20.4.2", told::MOVED_IN_VOLLEY);
        }
        let unit = self.unit_mut(id);
        unit.inside = Some(area);
        unit.pose = pose;
        unit.moved = true;
        unit.rotated = false;
        unit.straight = 0;
        self.note_path(id);
        self.generals_follow(id);
        self.tell("CP 19.7.9b", told::OCCUPIES, &[Who::Unit(id)]);
        self.disorder(id, "CP 19.7.9a", told::AMONG_BUILDINGS);
    }

    /// A forlorn hope that is charged falls back into its regiment (ruling G65), if that can take it.
    pub fn draw_in_if_charged(&mut self, id: UnitId) -> bool {
        let table = self.table();
        let falls_back = table.card(id).kind == Kind::ForlornHope && table.can_take_in(id);
        if falls_back {
            self.draw_in(id);
        }
        falls_back
    }

    /// A forlorn hope falls back into its regiment, whose ranks it fills again (CP 20.3.4).
    pub fn draw_in(&mut self, forlorn: UnitId) {
        let Some(parent) = self.rules.units[forlorn.ix()].parent else { return };
        let figures = self.unit(forlorn).others;
        self.unit_mut(forlorn).others = 0;
        self.unit_mut(forlorn).place = Place::Gone(Loss::DrawnIn);
        self.unit_mut(parent).others += figures;
        self.unit_mut(parent).layout = self.rules.fitted(parent, self.unit(parent));
        // A general who led it comes back with it (ruling G51).
        for general in self.state.generals.iter_mut().filter(|general| general.attached == Some(forlorn)) {
            general.attached = Some(parent);
        }
        self.generals_follow(parent);
        self.drop_contacts(forlorn);
        self.drop_charges(forlorn);
        self.keep_on_table(parent);
        self.tell("CP 20.3.4", told::FALLS_BACK_INTO, &[Who::Unit(forlorn), Who::Unit(parent)]);
    }
}
