//! What holds after every decision of a battle.

use crate::agenda::Step;
use crate::cards::{Arm, UnitId};
use crate::charges::ChargeStage;
use crate::formations::FormStep;
use crate::hexes::Facing;
use crate::state::{Formed, Order, Place};
use crate::table::Table;
use field::hexes::Hex;

impl Table<'_> {
    pub(crate) fn check(self) -> Result<(), String> {
        self.state.overflow.check()?;
        for id in self.on_map() {
            self.check_unit(id).map_err(|what| format!("{}: {what}", self.card(id).key))?;
        }
        self.state.check_standing(self.grid())?;
        // What is kept beside the value, and what is looked for only where somebody has stirred.
        self.check_acts()?;
        if self.state.is_watched() { self.check_watch() } else { Ok(()) }
    }

    fn check_unit(self, id: UnitId) -> Result<(), String> {
        let (unit, card) = (self.unit(id), self.card(id));
        let says = |wrong: bool, what: &str| if wrong { Err(what.to_owned()) } else { Ok(()) };
        says(self.increments(id) == 0, "stands on the map with no Increment left")?;
        let gun = matches!(card.arm, Arm::Artillery | Arm::Wagon);
        // LB 12.0a: whoever is on the map has one formation, and faces as it does.
        says((unit.order == Order::Good) == (unit.formed == Formed::None), "its order and its formation disagree")?;
        let collapsing = self.state.agenda.iter().any(|&step| step == Step::Form(FormStep::Collapse(id)));
        says(
            unit.order != Order::Good && unit.hexes.len() > 1 && !collapsing,
            "covers several hexes out of Good Order",
        )?;
        says(unit.order == Order::Pgd && self.is_unlimbered(id), "unlimbered guns are in PGD")?;
        says(unit.formed == Formed::Battery && !gun, "stands like guns")?;
        says(unit.facing != self.faced(id, unit.facing), "does not face as its formation does")?;
        // LB 9.1a: all counters in a hex face the same way; whoever faces all round has no way to face.
        let askew = |hex: Hex| {
            let mut others = self.state.stack(hex).map(|other| self.unit(other).facing);
            unit.facing != Facing::Round && others.any(|facing| facing != Facing::Round && facing != unit.facing)
        };
        // Whoever gives way before a charge, and a charge itself, may be among friends on its way.
        let riding = self.state.charges.iter().any(|charge| charge.stage == ChargeStage::Riding);
        let charging = riding || !self.state.charging.evading.is_empty();
        let moving = !self.state.moves.is_empty() || self.state.assaulting.retreat.is_some();
        let settled = !moving && !charging && self.state.violations.is_empty();
        says(settled && unit.hexes.iter().any(askew), "faces another way than those it is stacked with")?;
        // LB 11.1.2.1b: guns with a unit of several hexes are in one of them.
        let strung = unit.formed == Formed::RoadColumn;
        says(gun && unit.hexes.len() > 1 && !strung, "guns cover several hexes")?;
        let spread = unit.hexes.iter().zip(unit.hexes.iter().skip(1));
        says(spread.clone().any(|(a, b)| !self.grid().adjacent(a, b)), "is torn apart")?;
        let foreign = unit.hexes.iter().any(|hex| self.enemy_at(card.side, hex));
        says(foreign && self.state.agenda.is_empty(), "shares a hex with the enemy")?;
        let twin = card.regiment.is_some_and(|regiment| self.unit(regiment).place == Place::Map);
        says(twin, "is on the map beside its regiment")
    }

    /// The facing a unit has in its formation, if it is turned like that.
    pub(crate) fn faced(self, id: UnitId, facing: Facing) -> Facing {
        match (self.facing_kind(id), facing) {
            (crate::facing::Kind::Side, Facing::Side(_)) | (crate::facing::Kind::Corner, Facing::Corner(_)) => facing,
            (crate::facing::Kind::Side, _) => Facing::Side(field::hexes::Dir::D0),
            (crate::facing::Kind::Corner, _) => Facing::Corner(field::hexes::Vertex::V0),
            (crate::facing::Kind::Round, _) => Facing::Round,
        }
    }
}
