//! Guns: Limbering (C22), Spiked Guns (C23), Howitzer Scatter (C24), ammunition and classes (C28).

use super::figures;
use super::keys::{Class, Nation, keys};
use scenario::charts::Reader;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GunCharts {
    /// C22: the least number of the die.
    limber: [u8; BatteryType::COUNT],
    limber_modifiers: [i8; LimberModifier::COUNT],
    /// C23, by die.
    fates: [[GunFate; 2]; 6],
    /// C24, by modified die from 2 to 7.
    scatter: [u8; 6],
    scatter_modifiers: [i8; ScatterModifier::COUNT],
    /// C28.
    pub classes: ClassFigures,
    listed: [Vec<String>; ClassList::COUNT],
}

keys! {
    /// Rows of the Limbering Chart.
    BatteryType {
        FrenchGuardHorse = "french-guard-horse",
        FrenchGuardFoot = "french-guard-foot",
        FrenchHorse = "french-horse",
        FrenchFoot = "french-foot",
        /// British and KGL.
        BritishHorse = "british-horse",
        RussianHorse = "russian-horse",
        PrussianHorse = "prussian-horse",
        BrunswickHorse = "brunswick-horse",
        /// British and KGL.
        BritishFoot = "british-foot",
        PrussianFoot = "prussian-foot",
        /// Light and Cossack.
        RussianLight = "russian-light",
        BrunswickFoot = "brunswick-foot",
        HanoverianFoot = "hanoverian-foot",
        DutchBelgianFoot = "dutch-belgian-foot",
        PrussianHeavy = "prussian-heavy",
        RussianPosition = "russian-position",
        PortugueseFoot = "portuguese-foot",
        SpanishFoot = "spanish-foot",
        AustrianBrigade = "austrian-brigade",
        AustrianPosition = "austrian-position",
        AustrianCavalry = "austrian-cavalry",
        OtherFoot = "other-foot",
        OtherHorse = "other-horse",
    }
}

impl BatteryType {
    /// The row of a battery by nation and class, where a battle does not name it.
    pub const fn of(nation: Nation, class: Class, horse: bool) -> BatteryType {
        let guard = matches!(class, Class::Guard | Class::YoungGuard | Class::MiddleGuard | Class::OldGuard);
        match (nation, horse) {
            (Nation::French, true) if guard => BatteryType::FrenchGuardHorse,
            (Nation::French, false) if guard => BatteryType::FrenchGuardFoot,
            (Nation::French, true) => BatteryType::FrenchHorse,
            (Nation::French, false) => BatteryType::FrenchFoot,
            (Nation::British | Nation::Kgl, true) => BatteryType::BritishHorse,
            (Nation::British | Nation::Kgl, false) => BatteryType::BritishFoot,
            (Nation::Russian, _) if matches!(class, Class::Cossacks) => BatteryType::RussianLight,
            (Nation::Russian, true) => BatteryType::RussianHorse,
            (Nation::Russian, false) if matches!(class, Class::Position) => BatteryType::RussianPosition,
            (Nation::Russian, false) => BatteryType::RussianLight,
            (Nation::Prussian, true) => BatteryType::PrussianHorse,
            (Nation::Prussian, false) if matches!(class, Class::Position) => BatteryType::PrussianHeavy,
            (Nation::Prussian, false) => BatteryType::PrussianFoot,
            (Nation::Brunswick, true) => BatteryType::BrunswickHorse,
            (Nation::Brunswick, false) => BatteryType::BrunswickFoot,
            (Nation::Hanoverian, false) => BatteryType::HanoverianFoot,
            (Nation::Dutch | Nation::Belgian, false) => BatteryType::DutchBelgianFoot,
            (Nation::Portuguese, false) => BatteryType::PortugueseFoot,
            (Nation::Spanish, false) => BatteryType::SpanishFoot,
            (Nation::Austrian, true) => BatteryType::AustrianCavalry,
            (Nation::Austrian, false) if matches!(class, Class::Position) => BatteryType::AustrianPosition,
            (Nation::Austrian, false) => BatteryType::AustrianBrigade,
            (_, true) => BatteryType::OtherHorse,
            (_, false) => BatteryType::OtherFoot,
        }
    }
}

keys! {
    /// On the die of limbering.
    LimberModifier {
        /// In the hex.
        Leader = "leader",
        /// One with an artillery bonus in the hex.
        ArtilleryLeader = "artillery-leader",
        /// An artillery leader of Special Ability in the hex or next to it.
        SpecialAbility = "special-ability",
        Disorder = "disorder",
    }
}

/// What becomes of a battery that an Assault or Charge removed (18.12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum GunFate {
    /// Lost for good, on the Organization Display.
    Spiked,
    /// In the Battery Box.
    BatteryBox,
}

keys! {
    /// On the second die of a Howitzer Attack.
    ScatterModifier {
        /// LOS from a firing battery.
        Sight = "sight",
        /// A howitzer battery, not a section.
        Battery = "battery",
        /// Times the bonus of an artillery leader in a firing hex.
        Leader = "leader",
        LongRange = "long-range",
        Dusk = "dusk",
        Night = "night",
    }
}

/// Figures of C28.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassFigures {
    /// Rounds of a wagon: French Imperial Guard, others (18.14.1).
    pub guard_wagon_rounds: u8,
    pub wagon_rounds: u8,
    /// Of a battery without wagons (18.14.2).
    pub guard_battery_rounds: u8,
    pub battery_rounds: u8,
    /// Hexes of the supply path.
    pub supply_foot: u8,
    pub supply_horse: u8,
    /// Re-supplied on this or more (18.14.3).
    pub resupply_die: u8,
    /// Possible in battles of more turns.
    pub resupply_after_turns: u8,
    /// Foot batteries of a smaller caliber may prolong.
    pub prolong_below: u8,
    /// Printed Movement Potential up to which cavalry is heavy (19.14.1).
    pub heavy_cavalry_most: u8,
    /// Hexes beyond which a Howitzer Attack is at long range.
    pub howitzer_long_range: u8,
    /// Ratings up to this are elite, as printed (20.1.2).
    pub elite_rating: u8,
}

keys! {
    /// Lists of C28b, for whoever makes a battle.
    ClassList {
        Armored = "armored",
        ArtillerySpecialAbility = "artillery-special-ability",
        CavalrySpecialAbility = "cavalry-special-ability",
        OldGuard = "old-guard",
    }
}

impl GunCharts {
    /// The least number of the die, after modifiers, with which a battery limbers (C22).
    pub fn limber(&self, battery: BatteryType) -> u8 {
        self.limber[battery.ix()]
    }

    pub fn limber_modifier(&self, modifier: LimberModifier) -> i8 {
        self.limber_modifiers[modifier.ix()]
    }

    /// C23, with or without sappers on top of those who took the guns.
    pub fn fate(&self, die: u8, sappers: bool) -> GunFate {
        self.fates[figures::face(die)][usize::from(sappers)]
    }

    /// Hexes of scatter by the modified die (C24).
    pub fn scatter(&self, die: i32) -> u8 {
        self.scatter[(die.clamp(2, 7) - 2) as usize]
    }

    pub fn scatter_modifier(&self, modifier: ScatterModifier) -> i8 {
        self.scatter_modifiers[modifier.ix()]
    }

    /// Who belongs to a class unless a battle says otherwise (C28b).
    pub fn listed(&self, list: ClassList) -> &[String] {
        &self.listed[list.ix()]
    }
}

pub(super) fn read(reader: &mut Reader<'_>) -> GunCharts {
    let fates = &[("spiked", GunFate::Spiked), ("battery box", GunFate::BatteryBox)];
    GunCharts {
        limber: reader.keyed("C22", BatteryType::KEYS, 7, |reader, row| figures::at_least(reader, row, 0)),
        limber_modifiers: LimberModifier::KEYS.map(|key| reader.modifier("C22", key)),
        fates: reader.counted("C23", 1, [GunFate::BatteryBox; 2], |reader, row| {
            reader.cells(row, |reader, row, column| reader.word(row, column, fates, GunFate::BatteryBox))
        }),
        scatter: reader.counted("C24", 2, 0, |reader, row| figures::count(reader, row, 0, 0..=12)),
        scatter_modifiers: ScatterModifier::KEYS.map(|key| reader.modifier("C24", key)),
        classes: classes(reader),
        listed: ClassList::KEYS.map(|key| names(reader, key)),
    }
}

fn classes(reader: &mut Reader<'_>) -> ClassFigures {
    let mut of = |key, bounds| figures::figure(reader, "C28", key, bounds);
    ClassFigures {
        guard_wagon_rounds: of("guard-wagon-rounds", 1..=60),
        wagon_rounds: of("wagon-rounds", 1..=60),
        guard_battery_rounds: of("guard-battery-rounds", 1..=60),
        battery_rounds: of("battery-rounds", 1..=60),
        supply_foot: of("supply-foot", 1..=60),
        supply_horse: of("supply-horse", 1..=60),
        resupply_die: of("resupply-die", 1..=7),
        resupply_after_turns: of("resupply-after-turns", 0..=250),
        prolong_below: of("prolong-below", 1..=60),
        heavy_cavalry_most: of("heavy-cavalry-most", 1..=60),
        howitzer_long_range: of("howitzer-long-range", 1..=60),
        elite_rating: of("elite-rating", 11..=66),
    }
}

/// Names parted by semicolons.
fn names(reader: &mut Reader<'_>, key: &str) -> Vec<String> {
    let Some(row) = reader.row("C28b", key) else { return Vec::new() };
    let names: Vec<String> = reader.cell(row, 0).split(';').map(|name| name.trim().to_owned()).collect();
    if names.iter().any(String::is_empty) {
        reader.wrong(row, 0, "names parted by `;`");
    }
    names
}
