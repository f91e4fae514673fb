//! Weapons: their ranges (SSS T7), their dice (SSS T8), and what saves against them (SSS T11).

use crate::cards::{Missile, Weight};
use crate::measures::bw;
use field::table::{TOUCH, Um};

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
}

/// What is shot with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weapon {
    Small(Missile),
    Gun(Weight),
}

impl Weapon {
    /// Upper end of short, medium and long range (SSS T7). Jezzails reach as far as rifles (SSS G53).
    pub const fn reach(self) -> [Um; 3] {
        let [short, medium, long] = match self {
            Weapon::Small(Missile::None) => [-1, -1, -1],
            Weapon::Small(Missile::Thrown | Missile::Pistol | Missile::NapthaGrenade) => [1, -1, -1],
            Weapon::Small(Missile::Carbine) => [1, 2, 4],
            Weapon::Small(Missile::Bow) => [2, 3, 6],
            Weapon::Small(Missile::Matchlock | Missile::Musket) => [1, 3, 6],
            Weapon::Small(Missile::Rifle | Missile::Jezzail) => [2, 6, 9],
            // SSS 11.3: camel guns as battalion guns.
            Weapon::Gun(Weight::Battalion) => [3, 6, 9],
            Weapon::Gun(Weight::Light) => [3, 6, 12],
            Weapon::Gun(Weight::Medium) => [6, 12, 24],
            Weapon::Gun(Weight::Heavy) => [8, 16, 32],
            Weapon::Gun(Weight::Howitzer) => [3, 9, 18],
        };
        [bw(short), bw(medium), bw(long)]
    }

    /// The band a distance falls into; none beyond its reach (SSS 11.1).
    pub fn band(self, distance: f64) -> Option<Band> {
        let reach = self.reach();
        let bands = [Band::Short, Band::Medium, Band::Long].into_iter().zip(reach);
        bands.filter(|(_, most)| *most > 0).find(|(_, most)| distance <= f64::from(*most) + TOUCH).map(|(band, _)| band)
    }

    /// The farthest it reaches.
    pub fn farthest(self) -> Um {
        self.reach().into_iter().max().unwrap_or(0)
    }

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

    /// Weapons with a first volley (SSS 13.6, G53).
    pub const fn has_first_volley(self) -> bool {
        matches!(self, Weapon::Small(Missile::Musket | Missile::Carbine))
    }

    /// SSS 13.4
    pub const fn is_pistol_bow_or_thrown(self) -> bool {
        matches!(self, Weapon::Small(Missile::Pistol | Missile::Bow | Missile::Thrown))
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
    use crate::measures::BW;

    #[test]
    fn ranges_have_bands() {
        // SSS 11.1, T7, V36
        use Band::{Long, Medium, Short};
        let band = |weapon: Weapon, quarters: i32| weapon.band(f64::from(BW * quarters / 4));
        let musket = Weapon::Small(Missile::Musket);
        assert_eq!([4, 12, 14, 25].map(|q| band(musket, q)), [Some(Short), Some(Medium), Some(Long), None]);
        assert_eq!([8, 9].map(|q| band(Weapon::Small(Missile::Carbine), q)), [Some(Medium), Some(Long)]);
        let rifle = Weapon::Small(Missile::Rifle);
        assert_eq!([24, 26, 37].map(|q| band(rifle, q)), [Some(Medium), Some(Long), None]);
        let heavy = Weapon::Gun(Weight::Heavy);
        assert_eq!([32, 34, 132].map(|q| band(heavy, q)), [Some(Short), Some(Medium), None]);
        assert_eq!([36, 40].map(|q| band(Weapon::Gun(Weight::Howitzer), q)), [Some(Medium), Some(Long)]);
        assert_eq!([4, 5].map(|q| band(Weapon::Small(Missile::Pistol), q)), [Some(Short), None]);
        assert_eq!([8, 12, 24].map(|q| band(Weapon::Small(Missile::Bow), q)), [Some(Short), Some(Medium), Some(Long)]);
        let light = Weapon::Gun(Weight::Light);
        assert_eq!([12, 24, 48, 49].map(|q| band(light, q)), [Some(Short), Some(Medium), Some(Long), None]);
        assert_eq!(band(Weapon::Gun(Weight::Battalion), 37), None);
    }

    #[test]
    fn guns_have_their_dice() {
        // SSS 12.1, 12.6, 12.7, T8
        let all = [Weight::Battalion, Weight::Light, Weight::Medium, Weight::Heavy, Weight::Howitzer];
        assert_eq!(all.map(|weight| gun_dice(weight, Band::Long, false)), [2, 3, 4, 5, 3]);
        assert_eq!(all.map(|weight| gun_dice(weight, Band::Short, true)), [3, 4, 5, 6, 6]);
    }
}
