//! CF 10: formations, and who may stand in them.

use crate::cards::{Class, UnitId};
use crate::state::{Formation, Unit};
use crate::table::Table;
use kernel::Refusal;

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    /// Whether a unit may stand in a formation on so many bases abreast.
    pub fn may_stand_as(self, id: UnitId, formation: Formation, files: u8) -> Result<(), Refusal> {
        let unit = self.unit(id);
        let bases = unit.bases();
        if files == 0 || files > bases.max(1) {
            return refuse("CF 10.2", "it has not so many bases");
        }
        let loose = self.is_always_unformed(id) || unit.standing.unforms();
        match formation {
            Formation::Model if matches!(unit.class, Class::Gun | Class::Wagon) => return Ok(()),
            _ if matches!(unit.class, Class::Gun | Class::Wagon) || formation == Formation::Model => {
                return refuse("CF 10.1", "guns and wagons have no formation, and others have one");
            }
            Formation::Unformed if loose => return Ok(()),
            Formation::Unformed => return refuse("CF 10.10", "nobody becomes unformed of his own will"),
            _ if loose => return refuse("CF 10.8", "it is unformed"),
            _ => {}
        }
        match formation {
            Formation::Line if self.is_foot(id) && files < bases => refuse("CF 10.4", "foot in line is one rank deep"),
            Formation::Line if !self.is_wider_than_deep(unit, files) => {
                refuse("CF 10.4", "a line is wider than it is deep")
            }
            Formation::MarchColumn if files != 1 => refuse("CF 10.5", "a march column is a single file"),
            Formation::AssaultColumn if !self.is_foot(id) => refuse("CF 10.6", "only foot forms assault columns"),
            Formation::AssaultColumn if files < 2 || bases.div_ceil(files) < 2 => {
                refuse("CF 10.6", "an assault column is two bases wide and two deep, or more")
            }
            _ => Ok(()),
        }
    }

    /// A line of one rank always is (CF 10.4).
    fn is_wider_than_deep(self, unit: &Unit, files: u8) -> bool {
        let ranks = unit.bases().max(1).div_ceil(files.max(1));
        let (width, depth) = self.rules.base_size(unit);
        ranks == 1 || i32::from(files) * width > i32::from(ranks) * depth
    }
}
