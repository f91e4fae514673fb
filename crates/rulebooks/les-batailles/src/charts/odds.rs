//! Odds: the columns of the charts of fire and mêlée, and the rows of Assault odds.

use super::figures::Factor;
use super::keys::keys;

keys! {
    /// Columns of the Combat à Feu (C1).
    FireColumn {
        OneToThree = "1:3",
        OneToTwoAndAHalf = "1:2.5",
        OneToTwo = "1:2",
        OneToOneAndAHalf = "1:1.5",
        OneToOne = "1:1",
        OneAndAHalfToOne = "1.5:1",
        TwoToOne = "2:1",
        TwoAndAHalfToOne = "2.5:1",
        ThreeToOne = "3:1",
        FourToOne = "4:1",
        FiveToOne = "5:1",
        SixToOne = "6:1",
        SevenToOne = "7:1",
        EightToOne = "8:1",
        NineToOne = "9:1",
        TenToOne = "10:1",
    }
}

keys! {
    /// Columns of the Assaut et Mêlée (C16).
    MeleeColumn {
        /// A second round in which nobody committed; it has no odds.
        Firefight = "firefight",
        OneToThree = "1:3",
        OneToTwo = "1:2",
        OneToOneAndAHalf = "1:1.5",
        OneToOne = "1:1",
        OneAndAHalfToOne = "1.5:1",
        TwoToOne = "2:1",
        TwoAndAHalfToOne = "2.5:1",
        ThreeToOne = "3:1",
        ThreeAndAHalfToOne = "3.5:1",
        FourToOne = "4:1",
        FourAndAHalfToOne = "4.5:1",
        FiveToOne = "5:1",
    }
}

keys! {
    /// Assault odds: hexes assaulting to hexes assaulted (C12).
    AssaultOdds {
        OneToThree = "1:3",
        OneToTwo = "1:2",
        OneToOne = "1:1",
        TwoToOne = "2:1",
        ThreeToOne = "3:1",
        FourToOne = "4:1",
        FiveToOne = "5:1",
    }
}

/// Whether so much against so much is at least that ratio. An exact ratio is.
fn reaches(attack: u64, defence: u64, least: Factor) -> bool {
    u128::from(attack) * u128::from(least.over) >= u128::from(defence) * u128::from(least.times)
}

impl FireColumn {
    /// The least ratio of attack to defense that is resolved here.
    pub const fn least(self) -> Factor {
        match self {
            FireColumn::OneToThree => Factor::of(1, 3),
            FireColumn::OneToTwoAndAHalf => Factor::of(2, 5),
            FireColumn::OneToTwo => Factor::of(1, 2),
            FireColumn::OneToOneAndAHalf => Factor::of(2, 3),
            FireColumn::OneToOne => Factor::of(1, 1),
            FireColumn::OneAndAHalfToOne => Factor::of(3, 2),
            FireColumn::TwoToOne => Factor::of(2, 1),
            FireColumn::TwoAndAHalfToOne => Factor::of(5, 2),
            FireColumn::ThreeToOne => Factor::of(3, 1),
            FireColumn::FourToOne => Factor::of(4, 1),
            FireColumn::FiveToOne => Factor::of(5, 1),
            FireColumn::SixToOne => Factor::of(6, 1),
            FireColumn::SevenToOne => Factor::of(7, 1),
            FireColumn::EightToOne => Factor::of(8, 1),
            FireColumn::NineToOne => Factor::of(9, 1),
            FireColumn::TenToOne => Factor::of(10, 1),
        }
    }

    /// The best column that the ratio reaches, as somebody says who knows it; none below 1:3, where nobody may fire (LB 15.4.3a).
    pub fn reached(reaches: impl Fn(Factor) -> bool) -> Option<FireColumn> {
        FireColumn::ALL.into_iter().rev().find(|column| reaches(column.least()))
    }

    /// The column of a Fire Value against a Fire Defense, both counted in the same small parts.
    pub fn of(attack: u64, defense: u64) -> Option<FireColumn> {
        FireColumn::reached(|least| reaches(attack, defense, least))
    }

    /// So many columns right, or left where negative; shifts stop at the ends (ruling G-19).
    #[must_use]
    pub fn shifted(self, right: i32) -> FireColumn {
        FireColumn::ALL[moved(self.ix(), right, 0, FireColumn::COUNT - 1)]
    }
}

impl MeleeColumn {
    /// The least ratio that is resolved here; Firefight has none.
    pub const fn least(self) -> Option<Factor> {
        Some(match self {
            MeleeColumn::Firefight => return None,
            MeleeColumn::OneToThree => Factor::of(1, 3),
            MeleeColumn::OneToTwo => Factor::of(1, 2),
            MeleeColumn::OneToOneAndAHalf => Factor::of(2, 3),
            MeleeColumn::OneToOne => Factor::of(1, 1),
            MeleeColumn::OneAndAHalfToOne => Factor::of(3, 2),
            MeleeColumn::TwoToOne => Factor::of(2, 1),
            MeleeColumn::TwoAndAHalfToOne => Factor::of(5, 2),
            MeleeColumn::ThreeToOne => Factor::of(3, 1),
            MeleeColumn::ThreeAndAHalfToOne => Factor::of(7, 2),
            MeleeColumn::FourToOne => Factor::of(4, 1),
            MeleeColumn::FourAndAHalfToOne => Factor::of(9, 2),
            MeleeColumn::FiveToOne => Factor::of(5, 1),
        })
    }

    /// The best column that the ratio reaches; below 1:3 it is 1:3 all the same (LB 16.6b).
    pub fn reached(reaches: impl Fn(Factor) -> bool) -> MeleeColumn {
        let reached = |column: &MeleeColumn| column.least().is_some_and(&reaches);
        MeleeColumn::ALL.into_iter().rev().find(reached).unwrap_or(MeleeColumn::OneToThree)
    }

    /// The column of two Mêlée Values, both counted in the same small parts.
    pub fn of(attack: u64, defence: u64) -> MeleeColumn {
        MeleeColumn::reached(|least| reaches(attack, defence, least))
    }

    /// So many columns right, or left where negative. They stop at 1:3 and 5:1, and Firefight takes none (ruling G-19).
    #[must_use]
    pub fn shifted(self, right: i32) -> MeleeColumn {
        match self {
            MeleeColumn::Firefight => self,
            _ => MeleeColumn::ALL[moved(self.ix(), right, MeleeColumn::OneToThree.ix(), MeleeColumn::COUNT - 1)],
        }
    }
}

impl AssaultOdds {
    /// Rounded down: three hexes on two are 1:1, two on three 1:2 (16.5.1a).
    pub fn of(assaulting: u8, assaulted: u8) -> AssaultOdds {
        let at_least = |times: u8, over: u8| reaches(assaulting.into(), assaulted.into(), Factor::of(times, over));
        let ladder = [(5, 1), (4, 1), (3, 1), (2, 1), (1, 1), (1, 2)];
        let step = ladder.into_iter().position(|(times, over)| at_least(times, over)).unwrap_or(ladder.len());
        AssaultOdds::ALL[ladder.len() - step]
    }
}

fn moved(from: usize, right: i32, least: usize, most: usize) -> usize {
    (from as i64 + i64::from(right)).clamp(least as i64, most as i64) as usize
}
