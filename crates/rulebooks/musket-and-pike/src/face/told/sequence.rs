//! Chapters 3, 4 and 15: the turn, whose it is, and the end.

phrases! {
    TURN_BEGINS = "Turn {0} begins.";
    ARRIVES = "{0} [arrives|arrive].";
    BEGINS_UNDER = "{0} [begins|begin] under {1}.";
    BEGINS_IN_OPEN_ORDER = "{0} [begins|begin] in Open Order.";
    TRIES_TO_CONTINUE = "{0} [tries|try] to continue, needing {1} or less";
    GOES_ON = "[it goes|they go] on";
    FINISHED = "[it is|they are] Finished";
    HAS_INITIATIVE = "{0} [has|have] the initiative.";
    INITIATIVE_TIED = "Initiative is a tie: the higher roll has it.";
    PASSES = "{0} [passes|pass].";
    IS_ACTIVATED = "{0} [is|are] activated under {1}.";
    LEAVES_FIELD = "{0} [leaves|leave] the field.";
    BATTLE_OVER = "The battle is over, {0} to {1}: {2}.";
    TRIES_TO_PREEMPT = "{0} [tries|try] to preempt {1}, needing {2} or less";
    COMES_FIRST = "[it comes|they come] first";
    COMES_TOO_LATE = "[it comes|they come] too late";
    IS_FINISHED = "{0} [is|are] Finished.";
    MAY_NOT_CONTINUE = "{0} may not try to continue this turn.";
}
