//! The notation of fire.

use crate::CloseFire;
use crate::cards::{LeaderId, UnitId};
use crate::fire::FireChoice;
use kernel::notation::{Number, Yes};

kernel::notation! { FireChoice in CloseFire, "a shot":
    "shoot" => Shoot { gun: UnitId, target: UnitId, indirect: Yes };
    "volley" => Volley { unit: UnitId, target: UnitId };
    "shoot-leader" => ShootLeader { unit: UnitId, leader: LeaderId };
    "shoot-messenger" => ShootMessenger { unit: UnitId, messenger: Number };
    "hold-fire" => Hold(UnitId);
}
