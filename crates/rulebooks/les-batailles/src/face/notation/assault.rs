//! Decisions of `assault` as the journal writes them.

use crate::LesBatailles;
use crate::assault::AssaultChoice;
use crate::cards::{LeaderId, UnitId};
use scenario::notation::{Along, AtHex, Corner, LeftRight};

kernel::notation! { AssaultChoice in LesBatailles, "a decision of an assault":
    "assault" => Declare { unit: UnitId, at: AtHex };
    "assault-both" => DeclareBoth { unit: UnitId, at: AtHex, and: AtHex };
    "old-guard-charge" => OldGuardCharge { unit: UnitId, at: AtHex };
    "fire-now" => FireNow;
    "hold-fire" => HoldFire;
    "next-assault" => Next(UnitId);
    "stay-before-assault" => Stays(UnitId);
    "retreat-before-assault" => Retreats(UnitId);
    "stay-with-troops" => LeaderStays(LeaderId);
    "leave-troops" => LeaderGoes { leader: LeaderId, to: AtHex };
    "withdraw-to" => RetreatTo(AtHex);
    "withdrawn" => Halt;
    "parting-shot" => PartingShot(AtHex);
    "no-parting-shot" => NoShot;
    "face-side" => FaceSide(Along);
    "face-corner" => FaceCorner(Corner);
    "keep-facing" => KeepFacing;
    "advance-into" => Advance { unit: UnitId, to: AtHex };
    "new-target" => NewTarget(AtHex);
    "no-new-target" => NoTarget;
    "parent-fires" => ParentFires;
    "parent-holds" => ParentHolds;
    "aim" => Aim { from: AtHex, at: AtHex };
    "huzzah" => Huzzah(UnitId);
    "no-huzzah" => NoHuzzah;
    "huzzah-enough" => NoMore;
    "huzzah-wheel" => Wheel(LeftRight);
    "huzzah-straight" => KeepLine;
    "melee" => Pair { unit: UnitId, with: UnitId };
    "commit" => Commit { unit: UnitId, to: AtHex };
    "commit-line" => CommitLine { unit: UnitId, left: AtHex, right: AtHex };
    "no-reserves" => NoReserves;
    "follow-to" => FollowTo(AtHex);
}
