//! Chapters 1, 2 and 4: figure scale, distances, and the ground each figure takes up.

use field::table::{INCH, MM, Um};
use serde::{Deserialize, Serialize};

/// The size of the figures, which sets every distance of the game (CP 1.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scale {
    Mm25,
    Mm15,
}

impl Scale {
    /// A distance printed as so many inches for 25 mm figures; three quarters of it for 15 mm (CP 1.3, 1.4).
    pub const fn inches(self, at_25mm: i32) -> Um {
        match self {
            Scale::Mm25 => at_25mm * INCH,
            Scale::Mm15 => at_25mm * INCH / 4 * 3,
        }
    }

    /// A size printed in millimetres for both scales, as on the basing table.
    pub const fn mm(self, at_25mm: i32, at_15mm: i32) -> Um {
        match self {
            Scale::Mm25 => at_25mm * MM,
            Scale::Mm15 => at_15mm * MM,
        }
    }

    /// The widest column: march columns and bridges (CP 7.3.2, 19.6.3a).
    pub const fn column_width(self) -> Um {
        self.mm(60, 40)
    }
}

/// What stands on the table, for the ground it covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Footprint {
    Pikeman,
    Musketeer,
    Skirmisher,
    Mounted,
    General,
    Gun,
    Transport,
    Highlander,
}

impl Footprint {
    /// Frontage of one figure (CP 4.1, table T1). `mounted_15` is the width of a rider at 15 mm, which the book gives
    /// twice and differently.
    pub const fn width(self, scale: Scale, mounted_15: i32) -> Um {
        match self {
            Footprint::Pikeman => scale.mm(15, 10),
            Footprint::Musketeer | Footprint::Highlander => scale.mm(20, 13),
            Footprint::Skirmisher => scale.mm(30, 20),
            Footprint::Mounted => scale.mm(25, mounted_15),
            Footprint::General | Footprint::Gun | Footprint::Transport => scale.mm(50, 30),
        }
    }

    /// Depth of one figure (CP 4.1, table T1).
    pub const fn depth(self, scale: Scale) -> Um {
        match self {
            Footprint::Pikeman | Footprint::Musketeer | Footprint::Highlander => scale.mm(20, 13),
            Footprint::Skirmisher => scale.mm(30, 20),
            Footprint::Mounted | Footprint::General => scale.mm(50, 20),
            Footprint::Gun => scale.mm(50, 40),
            Footprint::Transport => scale.mm(80, 60),
        }
    }
}
