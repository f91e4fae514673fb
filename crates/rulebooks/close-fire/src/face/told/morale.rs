//! Phrases of morale.

phrases! {
    TAKES_DPS = "{0} [takes|take] {1} DP";
    LOSES_DPS = "{0} [is|are] rid of {1} DP";
    LOSES_BASE = "{0} [loses|lose] a base";
    IS_LOST = "{0}: {1}";
    CREW_KILLED = "{0}: the crew is killed";
    CREW_LEAVES = "{0}: the crew leaves its gun";
    IS_SHAKEN = "{0} [is|are] shaken";
    AT_RISK = "{0} [is|are] in danger";
    IS_HIT = "{0} [is|are] hit";
    IS_UNHURT = "{0} [is|are] unhurt";
    IS_WOUNDED = "{0} [is|are] wounded";
    NEAR_MISS = "{0}: a near miss";
    IS_KILLED = "{0} [is|are] killed";
    IS_CAPTURED = "{0} [is|are] captured";
}
