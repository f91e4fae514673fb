//! 15.12 Movement chart: T3.

use crate::cards::{GunClass, Kind, UnitId};
use crate::state::{Formation, GunState, Unit};
use crate::table::Table;
use field::table::Um;

impl Table<'_> {
    /// How far a unit goes in one normal move, as it stands now (CP 15.12.1).
    pub fn move_speed(self, id: UnitId) -> Um {
        self.move_speed_as(id, self.unit(id))
    }

    /// The normal move of a unit that stood like this.
    pub fn move_speed_as(self, id: UnitId, unit: &Unit) -> Um {
        let base = self.walking_speed(id, unit);
        match unit.formation {
            // CP 7.3.12
            Formation::Square => 0,
            // CP 7.3.3, 15.12.4
            Formation::MarchColumn => 2 * base,
            _ => base,
        }
    }

    fn walking_speed(self, id: UnitId, unit: &Unit) -> Um {
        self.inches(match self.card(id).kind {
            Kind::PikeAndShot | Kind::ForlornHope | Kind::Wagons => 6,
            // CP 20.6.2a
            Kind::HighlandShock | Kind::HighlandArchers => 6,
            Kind::Skirmishers => 4,
            Kind::Dragoons if unit.mounted => 12,
            Kind::Dragoons => 4,
            Kind::Horse | Kind::Cuirassiers | Kind::Lancers => 12,
            // CP 15.1.10: away from the guns they walk like skirmishers.
            Kind::Battery if unit.away => 4,
            Kind::Battery => return self.battery_speed(id, unit),
        })
    }

    /// The slowest gun sets the pace; one without its limber is dragged by hand.
    fn battery_speed(self, id: UnitId, unit: &Unit) -> Um {
        let limbered = unit.formation == Formation::Limbered;
        let Some(battery) = self.battery(id) else { return 0 };
        let inches = battery
            .guns
            .iter()
            .filter(|gun| gun.state == GunState::Served)
            .map(|gun| match (gun.class, limbered && gun.limber) {
                (GunClass::Light, true) => 8,
                (GunClass::Light, false) => 6,
                (GunClass::Field, true) => 4,
                (GunClass::Field, false) => 2,
                (GunClass::Heavy, true) => 4,
                // CP 15.12.2
                (GunClass::Heavy, false) => 0,
            })
            .min();
        self.inches(inches.unwrap_or(0))
    }

    /// How far a unit charges; guns and wagons never do (CP 15.12.3).
    pub fn charge_speed(self, id: UnitId) -> Um {
        self.inches(match self.card(id).kind {
            Kind::PikeAndShot | Kind::ForlornHope | Kind::Skirmishers => 8,
            // CP 20.6.2b
            Kind::HighlandShock | Kind::HighlandArchers => 12,
            Kind::Dragoons if self.unit(id).mounted => 12,
            Kind::Dragoons => 8,
            Kind::Cuirassiers => 16,
            Kind::Horse | Kind::Lancers => 20,
            Kind::Battery | Kind::Wagons => 0,
        })
    }

    /// How far a unit routs, evades or pursues. Guns do not: their crews run like skirmishers (CP 15.1.10, 15.12.3).
    pub fn flight_speed(self, id: UnitId) -> Um {
        self.inches(match self.card(id).kind {
            Kind::PikeAndShot | Kind::ForlornHope | Kind::Skirmishers | Kind::Battery => 10,
            // CP 20.6.2c
            Kind::HighlandShock | Kind::HighlandArchers => 12,
            Kind::Dragoons if self.unit(id).mounted => 24,
            Kind::Dragoons => 10,
            Kind::Cuirassiers => 20,
            Kind::Horse | Kind::Lancers => 24,
            Kind::Wagons => 0,
        })
    }

    /// How far a general rides in a turn, at any pace.
    pub fn general_speed(self) -> Um {
        self.inches(24)
    }

    /// What is left of this turn's move.
    pub fn move_left(self, id: UnitId) -> Um {
        (self.move_speed(id) - self.unit(id).spent).max(0)
    }
}
