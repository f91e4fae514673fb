//! The notation of what comes before the battle, and of columns that come on.

use crate::CloseFire;
use crate::cards::{BrigadeId, LeaderId, PositionId, UnitId};
use crate::scenarios::{Coming, DeployChoice, OrderWord};
use crate::state::{Formation, MoveDice};
use kernel::notation::{Number, Yes};
use scenario::notation::{Place, Stance};

kernel::notation! { DeployChoice in CloseFire, "a decision before the battle":
    "other-end" => Ends { other: Yes };
    "give-up" => GiveUp { unit: UnitId, first: Number };
    "raise" => Raise { from: Place, to: Place };
    "deploy" => Place { unit: UnitId, pose: Stance, formation: Formation, files: Number };
    "limber" => Limber { unit: UnitId, limbered: Yes };
    "afoot" => Afoot { unit: UnitId, afoot: Yes };
    "post" => Post { leader: LeaderId, to: Place };
    "write" => Order { brigade: BrigadeId, order: OrderWord };
    "map-ready" => Ready;
    "come" => Come(Coming);
    "entry" => Point(Place);
    "march" => March { unit: UnitId, entry: Number };
    "enter" => Enter { unit: UnitId, dice: MoveDice };
    "enter-by-road" => EnterByRoad(UnitId);
    "wait" => Wait(UnitId);
    "emerge" => Emerge(UnitId);
}

kernel::notation! { Coming in CloseFire, "a way to come":
    "deployed" => Deployed;
    "marching" => Marching;
}

kernel::notation! { OrderWord in CloseFire, "an order":
    "attack" => Attack;
    "defend-here" => Defend;
    "defend" => DefendAt(PositionId);
    "advance-to" => AdvanceTo(PositionId);
}
