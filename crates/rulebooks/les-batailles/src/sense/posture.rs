//! What a side is after: ground that scores and is not its own yet, or else keeping what it has.

use crate::cards::UnitId;
use crate::table::Table;
use field::hexes::Hex;
use kernel::Side;

impl<'a> Table<'a> {
    /// The hexes of places that would give points to a side, or take some from the enemy, and are not its own.
    fn prizes(self, side: Side) -> impl Iterator<Item = Hex> + use<'a> {
        self.places(move |held, points| held != Some(side) && (points[side.ix()] > 0 || held.is_some()))
    }

    /// The hexes of places it holds.
    fn holdings(self, side: Side) -> impl Iterator<Item = Hex> + use<'a> {
        self.places(move |held, points| held == Some(side) && points.iter().any(|&worth| worth > 0))
    }

    fn places(self, wanted: impl Fn(Option<Side>, [u16; 2]) -> bool) -> impl Iterator<Item = Hex> {
        let places = self.rules.victory.places.iter().zip(&self.state.held);
        places
            .filter(move |(place, held)| wanted(**held, place.points))
            .flat_map(|(place, _)| place.hexes.iter().copied())
    }

    /// It has to go and take something; where no ground scores, it goes for the enemy.
    pub(super) fn attacks(self, side: Side) -> bool {
        self.prizes(side).next().is_some() || self.rules.victory.places.is_empty()
    }

    /// A hex of a place that scores, which this unit alone keeps.
    pub(super) fn keeps_alone(self, id: UnitId, hex: Hex) -> bool {
        let side = self.side(id);
        self.holdings(side).any(|own| own == hex) && self.state.stack(hex).all(|other| other == id)
    }

    pub(super) fn is_prize(self, side: Side, hex: Hex) -> bool {
        self.prizes(side).any(|prize| prize == hex)
    }

    /// How far a hex is from where a unit is wanted; less is better. Whoever attacks goes for the ground first and for those near it,
    /// whoever keeps ground stays within two hexes of it.
    pub(super) fn pull(self, id: UnitId, hex: Hex) -> i32 {
        let side = self.side(id);
        let nearest = |hexes: &mut dyn Iterator<Item = Hex>| hexes.map(|to| self.grid().distance(hex, to)).min();
        let enemy = self.nearest_enemy(side, hex).map_or(0, i32::from);
        if self.attacks(side) {
            let ground = nearest(&mut self.prizes(side)).map_or(0, i32::from);
            return 2 * ground + enemy;
        }
        let ground = nearest(&mut self.holdings(side)).map_or(0, i32::from);
        2 * (ground - 2).max(0)
    }

    /// Enemy horse in order, so near that it could charge. Whoever has ground to take goes on before a handful of it: a Square takes nothing.
    pub(super) fn horse_threatens(self, id: UnitId) -> bool {
        const NEAR: u16 = 6;
        let able = |enemy: &UnitId| {
            let formed = self.unit(*enemy).order == crate::state::Order::Good && !self.is_skirmishing(*enemy);
            self.is_cavalry(*enemy) && formed && self.distance(id, *enemy) <= NEAR
        };
        let horse: u32 = self.enemies_of(id).filter(able).map(|enemy| u32::from(self.card(enemy).increments)).sum();
        let own = if self.attacks(self.side(id)) { self.card(id).increments.into() } else { 1 };
        horse >= own
    }

    /// Formed enemy foot, or guns in action, close by: no time for squares.
    pub(super) fn foot_threatens(self, id: UnitId) -> bool {
        self.enemies_of(id).any(|enemy| {
            let able = self.is_infantry(enemy) && !self.is_pgd(enemy) || self.is_unlimbered(enemy);
            able && self.distance(id, enemy) <= 2
        })
    }

    /// Increments of a stack as they count hand to hand, in quarters.
    pub(super) fn weight_at(self, hex: Hex) -> i32 {
        let weight = |id: UnitId| {
            let unit = self.unit(id);
            let each = match unit.order {
                crate::state::Order::Good if self.is_skirmishing(id) => 2,
                crate::state::Order::Good => 4,
                crate::state::Order::Disorder => 2,
                crate::state::Order::Pgd => 0,
            };
            let parts = unit.hexes.len().max(1) as i32;
            i32::from(self.card(id).increments.min(12)) * each / parts
        };
        // Guns hold out for a while.
        let of = |id: UnitId| if self.is_artillery(id) { 10 } else { weight(id) };
        self.state.stack(hex).filter(|&id| !self.is_wagon(id)).map(of).sum()
    }
}
