//! The notation of deployment.

use crate::ShotSteelAndStone;
use crate::cards::{BuildingId, LeaderId, TableEdge, UnitId};
use crate::deployment::DeployChoice;
use crate::state::Formation;
use kernel::notation::Number;
use scenario::notation::{Place, Stance};

kernel::notation! { DeployChoice in ShotSteelAndStone, "a decision before the battle":
    "edge" => Edge(TableEdge);
    "deploy" => Place { unit: UnitId, pose: Stance, formation: Formation, files: Number };
    "garrison" => Garrison { unit: UnitId, building: BuildingId };
    "post" => Post { leader: LeaderId, to: Place };
}

kernel::notation! { TableEdge in ShotSteelAndStone, "an edge of the table":
    "north" => North;
    "east" => East;
    "south" => South;
    "west" => West;
}
