//! Chapters 6, 8 and 12: formation, stacks, morale, losses.

use crate::state::Loss;
use kernel::Phrase;

phrases! {
    CHECKS_MORALE = "{0} [checks|check] [its|their] morale of {1}";
    PASSES = "[passes|pass]";
    FAILS = "[fails|fail]";
    BREAKS_UP = "{0} [breaks|break] up for good";
    IS_BROKEN = "{0} [is|are] Morale Broken";
    IS_SHAKEN = "{0} [is|are] Morale Shaken";
    LOSES = "{0} [loses|lose] {1}: {2} strong";
    REACHES_THRESHOLD = "{0} [reaches|reach] [its|their] Casualty Threshold";
    IS_ELIMINATED = "{0} [is|are] eliminated";
    IS_TAKEN_IN = "{0} [is|are] taken into another squadron";
    LEAVES_IN_PURSUIT = "{0} [leaves|leave] the field in pursuit";
    LEAVES_FIELD = "{0} [leaves|leave] the field";
    IS_LOST_WITH_IT = "{0} [is|are] lost with it";
    TAKES_HIT = "{0} [takes|take] a formation hit: {1}";
    ATTACKED_IN_COLUMN = "{0} [is|are] attacked in Column by {1}: Formation Broken";
    IS_CAPTURED = "{0} [is|are] captured";
    IS_DISABLED = "{0} [is|are] disabled";
    IS_TAKEN_BACK = "{0} [is|are] taken back";
    STAND_TOGETHER = "{0} and {1} stand together, {2}";
    TAKES_IN = "{0} [takes|take] in the {1} left of {2}";
}

/// How a unit is lost.
pub const fn lost(loss: Loss) -> Phrase {
    match loss {
        Loss::Eliminated => IS_ELIMINATED,
        Loss::Incorporated => IS_TAKEN_IN,
        Loss::Pursuing => LEAVES_IN_PURSUIT,
        Loss::Exited => LEAVES_FIELD,
    }
}
