//! Decisions of `formations` as the journal writes them.

use super::postures::{FacingWord, FormedWord};
use crate::LesBatailles;
use crate::cards::UnitId;
use crate::formations::FormChoice;
use kernel::notation::Number;
use scenario::notation::{AtHex, Half, LeftRight};

kernel::notation! { FormChoice in LesBatailles, "a formation":
    "collapse" => Collapse(AtHex);
    "form" => Change { formed: FormedWord, facing: FacingWord, hand: Half };
    "extend" => Extend { left: Number, right: Number };
    "draw-in" => Draw { left: Number, right: Number };
    "quarter-wheel" => QuarterWheel(LeftRight);
    "break-down" => BreakDown;
    "stay-regiment" => Keep;
    "reform" => Reform(UnitId);
    "lie" => Lie;
    "stand" => Stand;
    "rise" => Rise(UnitId);
}
