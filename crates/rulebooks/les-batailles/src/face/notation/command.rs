//! Decisions of `command` as the journal writes them.

use crate::LesBatailles;
use crate::cards::{LeaderId, UnitId};
use crate::command::CommandChoice;
use scenario::notation::AtHex;

kernel::notation! { CommandChoice in LesBatailles, "a decision of command":
    "assign" => Assign { unit: UnitId, leader: LeaderId };
    "take-back" => TakeBack(UnitId);
    "attach" => Attach { aide: LeaderId, leader: LeaderId };
    "recall" => Recall(LeaderId);
    "step-up" => StepUp { leader: LeaderId, aide: LeaderId };
    "maneuver-unit" => Create(LeaderId);
    "march-column" => Column(LeaderId);
    "administrative-march" => March(LeaderId);
    "call-off" => Cancel(LeaderId);
    "no-more" => Pass;
    "take-initiative" => Check(LeaderId);
    "ride" => Ride(LeaderId);
    "ride-to" => To(AtHex);
    "stay" => Stay;
    "regroup" => Regroup(UnitId);
    "regroup-alone" => RegroupAlone(UnitId);
    "escort" => Escort(UnitId);
    "enter" => Enter { unit: UnitId, at: AtHex };
    "enter-by-road" => EnterByRoad { unit: UnitId, at: AtHex };
    "enter-leader" => EnterLeader { leader: LeaderId, at: AtHex };
    "replace-by" => Replace(LeaderId);
    "leave-vacant" => Vacant;
}
