//! Falling into Disorder and Plus Grand Désordre, and out of formations (12.11, 12.12).

use super::FormStep;
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::face::told::{Who, morale as told};
use crate::hexes::{Facing, Hexes};
use crate::movement::Cause;
use crate::state::{Formed, Order, Place, Prone};
use crate::table::Play;
use field::hexes::Hex;
use kernel::Listener;

impl<L: Listener> Play<'_, L> {
    /// A unit in Good Order is Disordered: one hex, of its owner's choice, all-round facing, no formation (LB 12.11a, 12.11b,
    /// 12.11.1a, 12.13.4b). One in Disorder routs (LB 12.11.4.1a).
    pub fn disorder(&mut self, id: UnitId, cause: Cause) {
        match self.unit(id).order {
            Order::Good => {
                self.halve_move(id);
                self.lose_formation(id, Order::Disorder);
                self.tell("LB 12.11a", told::IS_DISORDERED, &[Who::Unit(id)]);
            }
            Order::Disorder => self.rout(id, cause),
            Order::Pgd => {}
        }
    }

    /// A unit that is Disordered or routed gives up its formation, on whatever ground, for no points, and nobody reacts to it; where it
    /// covered several hexes its owner says which one it keeps, but a column that charges draws together in that of its head (LB 12.2.2a,
    /// LB 12.2.2b, 12.2.2c, 12.11b, 12.11c, 12.12a, 19.2.9e). Nor does it lie any more (LB 12.13.4b).
    pub(crate) fn lose_formation(&mut self, id: UnitId, order: Order) {
        if let Some(no) = self.table().charge_of(id) {
            self.draw_to_head(no, id);
        }
        let unit = self.unit_mut(id);
        (unit.order, unit.formed, unit.facing, unit.prone) = (order, Formed::None, Facing::Round, Prone::No);
        if unit.place == Place::Map && unit.hexes.len() > 1 {
            self.push(Step::Form(FormStep::Collapse(id)));
        }
    }

    /// A unit draws together in one of its hexes.
    pub(crate) fn collapse(&mut self, id: UnitId, hex: Hex) {
        let (facing, was) = (self.unit(id).facing, self.unit(id).hexes);
        self.state.put(id, Hexes::one(hex), facing);
        self.note_bulk(id);
        self.gather_leaders(self.table().side(id), was, Hexes::one(hex));
    }
}
