//! Mêlée Values before the factors of an assault or a charge.

use crate::cards::{Arm, LeaderId, UnitId};
use crate::charts::Hexside as Row;
use crate::fraction::Fraction;
use crate::ground::{Feature, Terrain};
use crate::table::{Stack, Table};
use field::hexes::Hex;

impl Table<'_> {
    /// The Mêlée Value of a unit, in proportion to the Increments it has left (LB 17.2.4).
    pub fn melee_value(self, id: UnitId) -> Fraction {
        let printed = Fraction::whole(self.specific(id).melee.into());
        printed * Fraction::of(self.increments(id).into(), self.card(id).increments.into())
    }

    /// The attacker's factor for the ground he attacks into and the hexside he attacks across (chart 6b).
    pub fn melee_ground(self, from: Hex, to: Hex) -> Fraction {
        let charts = &self.rules.charts.melee;
        let factor = |factor: crate::charts::Factor| Fraction::of(factor.times.into(), factor.over.into());
        let into = factor(charts.into(self.ground().at(to)));
        let Some(dir) = self.grid().direction(from, to) else { return into };
        let row = match self.ground().hexside(from, dir).feature {
            Some(Feature::Stream) => Some(Row::Stream),
            Some(Feature::Ford) => Some(Row::Ford),
            Some(Feature::River) => Some(Row::River),
            Some(Feature::Hedge) => Some(Row::Hedge),
            Some(Feature::Wall) => Some(Row::Wall),
            Some(Feature::Bridge | Feature::Gate) | None => None,
        };
        into * row.map_or(Fraction::ONE, |row| factor(charts.across(row)))
    }

    pub fn is_structure(self, hex: Hex) -> bool {
        self.ground().at(hex) == Terrain::Structure
    }

    /// The part of a force that fights for a special structure: six Increments on either side, in proportion (LB 16.6.2a).
    pub fn structure_share(self, increments: Fraction) -> Fraction {
        let most = Fraction::whole(self.rules.charts.melee.figures.structure_increments.into());
        if increments > most { most.divided_by(increments) } else { Fraction::ONE }
    }

    /// The leader who commands among stacks: the highest in rank of all that are with them, and of equals the better (LB 8.1.7a, 8.1.7b, G43,
    /// LB G-68).
    pub fn melee_leader(self, stacks: &[Stack]) -> Option<LeaderId> {
        let with = stacks.iter().flatten().flat_map(|&id| self.leaders_with(id));
        with.min_by_key(|&leader| (self.rank(leader), std::cmp::Reverse(self.worth(leader)), leader))
    }

    /// What he adds for those who fight: to foot and to horse each its own bonus, to guns and wagons by themselves none (LB 5.2.2b, 5.2.2c,
    /// LB 5.2.2d).
    pub fn melee_bonus(self, leader: LeaderId, stacks: &[Stack], attacking: bool) -> i32 {
        let any = |arm: Arm| stacks.iter().flatten().any(|&id| self.card(id).arm == arm);
        let bonuses = self.bonuses(leader);
        let bonus = match (any(Arm::Cavalry), any(Arm::Infantry)) {
            (true, _) => bonuses.cavalry.of(attacking),
            (false, true) => bonuses.infantry.of(attacking),
            (false, false) => 0,
        };
        bonus.into()
    }
}
