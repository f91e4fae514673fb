//! How far weapons reach (SSS T7): a chart that is kept as data.

use super::weapons::{Band, Weapon};
use crate::cards::{Missile, Weight};
use crate::measures::bw;
use field::table::{TOUCH, Um};
use scenario::charts::{ChartSet, Reader, Row};
use scenario::{Faults, Source};

const SHIPPED: (&str, &str) = (
    "charts/shot-steel-and-stone/t07-ranges.toml",
    include_str!("../../../../../charts/shot-steel-and-stone/t07-ranges.toml"),
);

/// The charts of the sheet that are kept as data, with an owner's corrections laid over them.
pub fn charts(corrections: &[Source]) -> Result<ChartSet, Faults> {
    ChartSet::read("shot-steel-and-stone", &[Source::new(SHIPPED.0, SHIPPED.1)], corrections)
}

/// The rows of the chart, in the order of [`row_of`].
const KEYS: [&str; 14] = [
    "thrown",
    "pistol",
    "carbine",
    "bow",
    "matchlock",
    "musket",
    "rifle",
    "jezzail",
    "naptha-grenade",
    "battalion",
    "light",
    "medium",
    "heavy",
    "howitzer",
];

/// The row of a weapon; none for who has nothing to shoot with. Camel guns shoot as battalion guns (SSS 11.3).
const fn row_of(weapon: Weapon) -> Option<usize> {
    Some(match weapon {
        Weapon::Small(Missile::None) => return None,
        // SSS G154: darts that are thrown.
        Weapon::Small(Missile::Thrown | Missile::Darts) => 0,
        Weapon::Small(Missile::Pistol) => 1,
        Weapon::Small(Missile::Carbine) => 2,
        Weapon::Small(Missile::Bow) => 3,
        Weapon::Small(Missile::Matchlock) => 4,
        Weapon::Small(Missile::Musket) => 5,
        Weapon::Small(Missile::Rifle) => 6,
        Weapon::Small(Missile::Jezzail) => 7,
        Weapon::Small(Missile::NapthaGrenade) => 8,
        Weapon::Gun(Weight::Battalion) => 9,
        Weapon::Gun(Weight::Light) => 10,
        Weapon::Gun(Weight::Medium) => 11,
        Weapon::Gun(Weight::Heavy) => 12,
        Weapon::Gun(Weight::Howitzer) => 13,
    })
}

/// Upper ends of short, medium and long range; nothing where a weapon does not reach so far.
pub type Reach = [Option<Um>; 3];

/// SSS T7, as this battle reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranges {
    rows: [Reach; KEYS.len()],
    /// The farthest of each row.
    farthest: [Um; KEYS.len()],
}

impl Ranges {
    /// Reads the chart; a cell that is no number of base widths is a fault with its place.
    pub fn read(set: &ChartSet) -> Result<Ranges, Faults> {
        let rows =
            |reader: &mut Reader<'_>| reader.keyed("T7", KEYS, [None; 3], |reader, row| reader.cells(row, base_widths));
        Reader::read(set, rows).map(|rows: [Reach; KEYS.len()]| {
            let farthest = rows.map(|reach| reach.into_iter().flatten().max().unwrap_or(0));
            Ranges { rows, farthest }
        })
    }

    pub const fn reach(&self, weapon: Weapon) -> Reach {
        match row_of(weapon) {
            Some(row) => self.rows[row],
            None => [None; 3],
        }
    }

    /// The band a distance falls into; none beyond its reach (SSS 11.1).
    pub fn band(&self, weapon: Weapon, distance: f64) -> Option<Band> {
        let bands = [Band::Short, Band::Medium, Band::Long].into_iter().zip(self.reach(weapon));
        let within = |most: &Option<Um>| most.is_some_and(|most| distance <= f64::from(most) + TOUCH);
        bands.into_iter().find(|(_, most)| within(most)).map(|(band, _)| band)
    }

    /// The farthest it reaches.
    #[inline]
    pub fn farthest(&self, weapon: Weapon) -> Um {
        row_of(weapon).map_or(0, |row| self.farthest[row])
    }
}

fn base_widths(reader: &mut Reader<'_>, row: &Row, column: usize) -> Option<Um> {
    let reach = reader.number_or_dash(row, column)?;
    if !(1..=100).contains(&reach) {
        reader.wrong(row, column, "base widths, 1 to 100, or `-`");
        return None;
    }
    Some(bw(i32::from(reach)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::BW;

    #[test]
    fn ranges_have_bands() {
        // SSS 11.1, T7, V36
        use Band::{Long, Medium, Short};
        let ranges = Ranges::read(&charts(&[]).unwrap()).unwrap();
        let band = |weapon: Weapon, quarters: i32| ranges.band(weapon, f64::from(BW * quarters / 4));
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
    fn an_owners_figure_is_played_by() {
        let owners = |cells: &str| {
            let text = format!(
                "format = 1\nrulebook = \"shot-steel-and-stone\"\nchart = \"T7\"\n[[rows]]\nkey = \"bow\"\ncells = [{cells}]\n"
            );
            charts(&[Source::new("mine.toml", text)]).and_then(|set| Ranges::read(&set))
        };
        let bow = Weapon::Small(Missile::Bow);
        assert_eq!(owners("'2', '4', '-'").unwrap().reach(bow), [Some(bw(2)), Some(bw(4)), None]);
        let wrong = owners("'2', 'far', '0'").unwrap_err();
        assert_eq!(wrong.0.len(), 2, "{wrong}");
    }
}
