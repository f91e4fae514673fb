//! Weapons: their dice (SSS T8), and what saves against them (SSS T11); how far they reach is in `ranges`.

use crate::cards::{Missile, Weight};

/// How far off a target is, for a weapon (SSS T7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    Short,
    Medium,
    Long,
}

impl Band {
    /// The die that stands in for the range of a shot at a charge, after its modifier for class (SSS 15.5, 15.6).
    pub const fn rolled(die: i32) -> Band {
        match die {
            i32::MIN..=2 => Band::Long,
            3 | 4 => Band::Medium,
            _ => Band::Short,
        }
    }

    pub const fn words(self) -> &'static str {
        match self {
            Band::Short => "short range",
            Band::Medium => "medium range",
            Band::Long => "long range",
        }
    }
}

/// What is shot with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weapon {
    Small(Missile),
    Gun(Weight),
}

impl Weapon {
    /// What a die has to show to save (SSS T11).
    pub const fn save(self) -> u8 {
        match self {
            Weapon::Small(Missile::Carbine | Missile::Musket | Missile::Matchlock) => 4,
            Weapon::Small(Missile::Rifle | Missile::Jezzail | Missile::NapthaGrenade) => 5,
            Weapon::Small(_) => 3,
            Weapon::Gun(Weight::Howitzer) => 5,
            Weapon::Gun(_) => 6,
        }
    }

    pub const fn is_gun(self) -> bool {
        matches!(self, Weapon::Gun(_))
    }

    /// Shell, not shot (SSS 10.2, T12).
    pub const fn is_shell(self) -> bool {
        matches!(self, Weapon::Gun(Weight::Howitzer))
    }

    /// Rifles and jezzails (SSS T10, 33.2).
    pub const fn is_rifled(self) -> bool {
        matches!(self, Weapon::Small(Missile::Rifle | Missile::Jezzail))
    }

    /// Bows, and darts however they are thrown (SSS 19.2, 38.4, 41.13, G154).
    pub const fn is_bow(self) -> bool {
        matches!(self, Weapon::Small(Missile::Bow | Missile::Darts))
    }

    /// Weapons with a first volley (SSS 13.6, G53).
    pub const fn has_first_volley(self) -> bool {
        matches!(self, Weapon::Small(Missile::Musket | Missile::Carbine))
    }

    /// SSS 13.4
    pub const fn is_pistol_bow_or_thrown(self) -> bool {
        matches!(self, Weapon::Small(Missile::Pistol | Missile::Bow | Missile::Darts | Missile::Thrown))
    }
}

/// Dice of a gun with a full crew, at that range (SSS T8, 12.6, 12.7).
pub const fn gun_dice(weight: Weight, band: Band, confined: bool) -> u8 {
    let dice = match weight {
        Weight::Battalion => 2,
        Weight::Light => 3,
        Weight::Medium => 4,
        Weight::Heavy => 5,
        Weight::Howitzer if confined => 5,
        Weight::Howitzer => 3,
    };
    // SSS 12.6: canister.
    dice + matches!(band, Band::Short) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guns_have_their_dice() {
        // SSS 12.1, 12.6, 12.7, T8
        let all = [Weight::Battalion, Weight::Light, Weight::Medium, Weight::Heavy, Weight::Howitzer];
        assert_eq!(all.map(|weight| gun_dice(weight, Band::Long, false)), [2, 3, 4, 5, 3]);
        assert_eq!(all.map(|weight| gun_dice(weight, Band::Short, true)), [3, 4, 5, 6, 6]);
    }
}
