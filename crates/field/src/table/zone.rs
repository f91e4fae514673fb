//! Zones and places to deploy in them.

use serde::{Deserialize, Serialize};

use super::measure::{MM, Point, Um, Vec2};
use super::shape::Body;

/// An upright box on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Zone {
    pub west: Um,
    pub south: Um,
    pub east: Um,
    pub north: Um,
}

impl Zone {
    /// A whole table.
    pub const fn whole(width: Um, height: Um) -> Zone {
        Zone { west: 0, south: 0, east: width, north: height }
    }

    pub fn contains(&self, p: Vec2) -> bool {
        (f64::from(self.west)..=f64::from(self.east)).contains(&p.x)
            && (f64::from(self.south)..=f64::from(self.north)).contains(&p.y)
    }

    /// Whether a body stands wholly in the zone.
    pub fn holds(&self, body: &Body) -> bool {
        let (low, high) = body.bounds();
        low.x >= f64::from(self.west)
            && low.y >= f64::from(self.south)
            && high.x <= f64::from(self.east)
            && high.y <= f64::from(self.north)
    }

    /// How far east and north a body has to be shoved to stand wholly in the zone: whole millimetres, away from the edge that it
    /// crosses.
    pub fn shove_in(&self, body: &Body) -> (Um, Um) {
        let whole = |by: f64| (by / f64::from(MM)).ceil() as Um * MM;
        let shove = |low: f64, high: f64, least: Um, most: Um| {
            let (under, over) = (f64::from(least) - low, high - f64::from(most));
            if under > 0.0 {
                whole(under)
            } else if over > 0.0 {
                -whole(over)
            } else {
                0
            }
        };
        let (low, high) = body.bounds();
        (shove(low.x, high.x, self.west, self.east), shove(low.y, high.y, self.south, self.north))
    }

    /// Places spread evenly over the zone, row by row, each in the middle of its part. Rows run from west to east, or from
    /// south to north where a side's baseline is on the east or west.
    pub fn places(self, rows: i32, columns: i32, upright: bool) -> impl Iterator<Item = Point> {
        let share = |low: Um, high: Um, index: i32, of: i32| low + (high - low) / of * index + (high - low) / of / 2;
        let all = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        all.map(move |(row, column)| {
            let (across, up, wide, high) =
                if upright { (row, column, rows, columns) } else { (column, row, columns, rows) };
            Point::new(share(self.west, self.east, across, wide), share(self.south, self.north, up, high))
        })
    }
}
