//! What is told of artillery.

phrases! {
    EXPLODES = "A caisson of {0} explodes in {1}";
    WAGON_IS_EMPTY = "{0} [has|have] given the last round";
    SHELLS_FALL = "Shells lobbed on {0} fall {1} [1:hex|hexes] {2} of it";
    MAY_BURN = "Shells fall among the houses of {0}";
    BURNS = "{0} burns";
    FIRE_OUT = "The fire in {0} goes out";
    LIMBERS = "{0} [limbers|limber]";
    FAILS_TO_LIMBER = "{0} [fails|fail] to limber";
    UNLIMBERS = "{0} [unlimbers|unlimber]";
    PROLONGED = "{0} [is|are] prolonged to {1}";
    SHIFTS = "{0} [shifts|shift] to face {1}";
    SPIKED = "{0} [is|are] taken, the guns spiked";
    NOT_SPIKED = "{0} [is|are] taken, the guns not spiked";
    GUNS_LOST = "{0} [is|are] abandoned";
    REFITTED = "{0} [is|are] refitted at the depot";
    RESUPPLIED = "{0} [is|are] supplied with ammunition";
    NOT_RESUPPLIED = "{0} [waits|wait] for ammunition";
    VOLUNTEERS = "{0} [gives|give] gunners to {1}";
    CLEARED = "{0} [clears|clear] away the wreck of {1}";
    BLAST_REACHES = "The blast reaches {0}";
}
