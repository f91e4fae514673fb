//! Decisions of `charges` as the journal writes them.

use crate::LesBatailles;
use crate::cards::{LeaderId, UnitId};
use crate::charges::ChargeChoice;
use kernel::notation::Number;
use scenario::notation::{Along, AtHex, LeftRight};

kernel::notation! { ChargeChoice in LesBatailles, "a decision of a charge":
    "declare-charge" => Declare;
    "declare-preserving" => Preserve(Number);
    "grand-charge" => Grand(LeaderId);
    "run-charge" => Run(UnitId);
    "target" => Target(UnitId);
    "no-target" => NoTarget;
    "charge" => Go(Along);
    "extend-charge" => Extend(LeftRight);
    "consolidate-charge" => Consolidate(LeftRight);
    "sound-recall" => Recall;
    "end-charge" => Halt;
    "form-square" => Square { unit: UnitId, hex: AtHex };
    "form-up" => FormUp(UnitId);
    "reaction-charge" => React(UnitId);
    "let-come" => LetCome;
    "give-way" => GiveWay(AtHex);
    "hold-fast" => Stay;
    "go-on" => GoOn;
    "fight-charge" => Fight(UnitId);
    "strike" => Strike;
    "charge-into" => Advance(AtHex);
    "pursue" => Pursue(UnitId);
}
