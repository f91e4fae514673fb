//! Decisions of `movement` as the journal writes them.

use super::postures::{FacingWord, FormedWord};
use crate::LesBatailles;
use crate::cards::{FormationId, LeaderId, UnitId};
use crate::movement::MoveChoice;
use scenario::notation::{Along, AtHex, Half, LeftRight};

kernel::notation! { MoveChoice in LesBatailles, "a move":
    "take" => Take(UnitId);
    "alone" => Alone(UnitId);
    "ride-out" => Ride(LeaderId);
    "ride-out-to" => RideTo(AtHex);
    "force-march" => ForceMarch(FormationId);
    "halt" => Halt;
    "step" => Step(Along);
    "join" => Join(Along);
    "out" => Out { dir: Along, formed: FormedWord, facing: FacingWord, hand: Half };
    "gather" => Gather(AtHex);
    "wheel" => Wheel(LeftRight);
    "widen" => Widen { dir: Along, hand: LeftRight };
    "narrow" => Narrow { dir: Along, hand: LeftRight };
    "face" => Face(FacingWord);
    "leave" => Leave(UnitId);
    "leave-leader" => LeaveLeader(LeaderId);
    "drop" => Drop(UnitId);
    "restack" => Restack(UnitId);
    "fall-back" => FallBack(AtHex);
    "leader-goes" => LeaderGoes(LeaderId);
    "leader-stays" => LeaderStays(LeaderId);
    "harass" => Harass(UnitId);
    "let-go" => LetGo(UnitId);
}
