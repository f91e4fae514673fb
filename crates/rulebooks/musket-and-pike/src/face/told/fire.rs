//! Chapter 10: who fires at whom, and what comes of it.

use crate::charts::FireResult;
use kernel::Phrase;

phrases! {
    /// After the target come the casualties, for the result to speak of.
    FIRES = "{0} [fires|fire] at {1}: {3}";
    FIRES_GUNS = "{0} [fires|fire] at {1}";
    MISS = "miss";
    CASUALTIES = "{2} [2:casualty|casualties]";
    CASUALTIES_HIT = "{2} [2:casualty|casualties], Formation Hit";
    CASUALTIES_CHECK = "{2} [2:casualty|casualties], Morale Check";
    CASUALTIES_HIT_CHECK = "{2} [2:casualty|casualties], Formation Hit, Morale Check";
    HIT = "Formation Hit";
    HIT_CHECK = "Formation Hit, Morale Check";
    CHECK = "Morale Check";
    COMES_BEFORE_GUNS = "{0} [comes|come] before [its|their] guns to fire";
    GOES_FORWARD = "{0} [goes|go] forward to fire";
    FALLS_BACK = "{0} [falls|fall] back a hex";
    GOES_BEHIND_GUNS = "{0} [goes|go] behind [its|their] guns";
    FINDS_NO_TARGET = "{0} [finds|find] no target any more";
    TAKES_COVER = "{0} [takes|take] cover";
    IS_IN_COVER = "{0} [is|are] in cover";
}

/// A result of the fire tables.
pub const fn result(result: FireResult) -> Phrase {
    match (result.casualties, result.formation_hit, result.morale_check) {
        (0, false, false) => MISS,
        (0, true, false) => HIT,
        (0, true, true) => HIT_CHECK,
        (0, false, true) => CHECK,
        (_, false, false) => CASUALTIES,
        (_, true, false) => CASUALTIES_HIT,
        (_, false, true) => CASUALTIES_CHECK,
        (_, true, true) => CASUALTIES_HIT_CHECK,
    }
}
