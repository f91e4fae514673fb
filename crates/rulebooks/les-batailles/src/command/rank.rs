//! Who commands a hex (8.1.7).

use crate::cards::{Echelon, LeaderId, MoraleBonus, Post, UnitId};
use crate::table::Table;
use field::hexes::Hex;
use kernel::Side;

impl Table<'_> {
    /// A leader's rank for the command of a hex: lower is higher (LB 8.1.7c; table 3).
    pub fn rank(self, id: LeaderId) -> u8 {
        match self.leader(id).post {
            Post::Monarch => 1,
            Post::Leads(formation) => match self.formation_card(formation).echelon {
                Echelon::Army => 2,
                Echelon::Corps => 3,
                Echelon::Division => 5,
                Echelon::Brigade => 6,
            },
            Post::Outside => 3,
            Post::ImperialAide => 4,
            Post::Aide(formation) => match self.formation_card(formation).echelon {
                Echelon::Army => 7,
                _ => 8,
            },
        }
    }

    /// The leader whose bonuses count in a hex: the highest in rank, though he be worse; among equals the better, which is the one
    /// their owner would choose (LB 8.1.1b, 8.1.7a, 8.1.7b, G43).
    pub fn commander_at(self, side: Side, hex: Hex) -> Option<LeaderId> {
        self.leaders_at(side, hex).min_by_key(|&id| (self.rank(id), std::cmp::Reverse(self.worth(id))))
    }

    /// The same for a unit: a leader with one of its hexes is stacked with it (LB 8.1.1.1a).
    pub fn commander_of(self, id: UnitId) -> Option<LeaderId> {
        self.leaders_with(id).min_by_key(|&leader| (self.rank(leader), std::cmp::Reverse(self.worth(leader))))
    }

    /// How good the bonuses of a leader are, morale first.
    pub(crate) fn worth(self, id: LeaderId) -> (i8, i16) {
        let bonuses = self.bonuses(id);
        let morale = match bonuses.morale {
            MoraleBonus::None => 0,
            MoraleBonus::Number(bonus) => bonus,
            MoraleBonus::Passes => i8::MAX,
        };
        let melee = [bonuses.infantry.attack, bonuses.cavalry.attack, bonuses.artillery];
        (morale, melee.into_iter().flatten().map(i16::from).sum())
    }
}
