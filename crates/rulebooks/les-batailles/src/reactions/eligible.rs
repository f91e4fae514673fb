//! Who may react to what (10.1.3, 19.19; table 11 of the catalogue's first part).

use super::{Stage, Trigger, Window};
use crate::cards::UnitId;
use crate::readings::ReactionMovers;
use crate::state::{Order, Readiness};
use crate::table::Table;
use crate::zones::Zone;
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Seat;

impl Trigger {
    /// Entering a zone is no reason to fire, nor is being picked up (LB 10.1.3g, 15.6a).
    pub const fn draws_fire(self) -> bool {
        !matches!(self, Trigger::EnteredZone | Trigger::PickedUp | Trigger::Approaches)
    }

    /// Charge Movement draws fire and Reaction Charges only (19.1.1).
    pub const fn draws_charges(self) -> bool {
        !matches!(self, Trigger::Charges | Trigger::Approaches)
    }

    /// A column that charges shows its head alone (LB 15.6.4a).
    pub const fn is_charge(self) -> bool {
        matches!(self, Trigger::Charges | Trigger::Follows)
    }

    /// Reaction Moves are made before infantry or artillery does what it has announced (LB 19.19.1).
    pub const fn draws_moves(self) -> bool {
        matches!(self, Trigger::Leaves | Trigger::Spends | Trigger::Approaches)
    }
}

impl<'a> Table<'a> {
    /// What the window is about still stands there and is worth a reaction.
    fn window_stands(self, window: &Window) -> bool {
        let mover = self.unit(window.mover);
        mover.on_map() && mover.order != Order::Pgd
    }

    /// A unit, on top of its hex, may fire at the stack a window is about: where it stands while they react (LB 10.1.3f, 15.6b).
    pub(crate) fn may_opportunity_fire(self, id: UnitId, window: &Window) -> bool {
        let by = self.side(window.mover).other();
        let shown = self.hexes_shown(window.mover, window.trigger.is_charge());
        // They fire from the next hex.
        let mut near = shown.iter().filter(|&&at| self.distance_to(id, at) <= 1);
        near.any(|&at| self.opportunity_firers(by, at).iter().any(|&from| self.top_at(from) == Some(id)))
    }

    /// The hexes of those who have chosen to fire.
    pub(super) fn fire_of(self, window: &Window) -> ArrayVec<Hex, 24> {
        let by = self.side(window.mover).other();
        let mut firers = ArrayVec::new();
        if !self.unit(window.mover).on_map() {
            return firers;
        }
        for at in self.hexes_shown(window.mover, window.trigger.is_charge()) {
            for from in self.opportunity_firers(by, at) {
                let fires = self.top_at(from).is_some_and(|top| window.firing.contains(top));
                if fires && !firers.contains(&from) {
                    self.state.overflow.keep(&mut firers, from);
                }
            }
        }
        firers
    }

    /// Whether a window has reached the Opportunity Charge Zone of a unit: by what is done inside it, or by coming into it
    /// (LB 10.1.3g, 19.18.1a, 19.18.4).
    pub fn touches_opportunity_zone(self, id: UnitId, window: &Window) -> bool {
        let zone = self.opportunity_zone(id);
        let inside = window.at.iter().any(|hex| zone.contains(hex));
        match window.trigger {
            // Whoever was in the zone before has been asked when it set out (LB 10.1.3.2a).
            Trigger::EnteredZone => inside && !window.was.is_some_and(|was| was.iter().any(|hex| zone.contains(hex))),
            Trigger::PickedUp => inside && window.at.iter().any(|hex| self.distance_to(id, hex) == 1),
            _ => inside,
        }
    }

    /// Cavalry may move away, or up, before enemy infantry or artillery spends points in its Opportunity Charge Zone or comes next to it:
    /// not in an enemy cavalry zone, not Exhausted, not routed (LB 19.19a, G-55).
    pub fn may_reaction_move(self, id: UnitId, window: &Window) -> bool {
        if !self.is_cavalry(id) {
            return false;
        }
        let unit = self.unit(id);
        let able = unit.on_map() && unit.order != Order::Pgd && unit.readiness != Readiness::Exhausted;
        let formed = self.rules.options.reaction_movers == ReactionMovers::Any || unit.is_formed();
        let foe = !self.is_cavalry(window.mover);
        let zone = self.opportunity_zone(id);
        let spends = window.at.iter().chain(window.to).any(|hex| zone.contains(hex));
        let nears = window.to.is_some_and(|hex| self.distance_to(id, hex) == 1);
        self.charge_of(id).is_none()
            && self.top_of(id) == id
            && able
            && formed
            && foe
            && (spends || nears)
            && !unit.turn.movement.halted
            && self.unit_in_zone(id) != Zone::Cavalry
    }

    /// Whether a unit may react in that stage of a window (LB 10.1.3a, 10.1.3.2c).
    pub(super) fn may_react(self, id: UnitId, stage: Stage, window: &Window) -> bool {
        if self.side(id) == self.side(window.mover) || window.tried.contains(id) && stage != Stage::Charges {
            return false;
        }
        match stage {
            Stage::Fire => {
                // Whoever has a charge upon it fires at nobody else (LB 19.2.7.2).
                let free = !self.awaits_charge(id) && self.fires_at_rider(id, window.mover, window.to);
                window.trigger.draws_fire() && free && self.may_opportunity_fire(id, window)
            }
            Stage::Moves => window.trigger.draws_moves() && self.may_reaction_move(id, window),
            Stage::Charges => {
                let free = window.charged.is_none() && !window.moved.contains(id) && !window.tried.contains(id);
                free && window.trigger.draws_charges() && self.may_opportunity_charge(id, window)
            }
        }
    }

    /// The units of a seat that may react in the stage a window is in.
    pub(super) fn reactors<'b>(
        self,
        seat: Option<Seat>,
        window: &'b Window,
    ) -> impl Iterator<Item = UnitId> + use<'a, 'b> {
        let own = move |id: UnitId| seat.is_none_or(|seat| self.seat(id) == seat);
        self.those_near(window).filter(move |&id| own(id) && self.may_react(id, window.stage, window))
    }

    /// The enemies of the stack a window is about who are near enough to do anything about it, while it stands there.
    fn those_near<'b>(self, window: &'b Window) -> impl Iterator<Item = UnitId> + use<'a, 'b> {
        let near = 6;
        let side = self.side(window.mover).other();
        let some = self.window_stands(window).then_some(());
        let close = move |id: UnitId| window.at.iter().any(|hex| self.distance_to(id, hex) <= near);
        some.into_iter().flat_map(move |()| self.of_side(side)).filter(move |&id| close(id))
    }

    /// Somebody could react to it in some stage.
    pub(super) fn anybody_reacts(self, window: &Window) -> bool {
        let stages = [Stage::Fire, Stage::Moves, Stage::Charges];
        self.those_near(window).any(|id| stages.into_iter().any(|stage| self.may_react(id, stage, window)))
    }
}
