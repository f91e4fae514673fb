//! Chapter 5: leaders and Orders.

phrases! {
    IS_PLACED = "{0} is placed on {1}.";
    GOES_UNDER_RALLY = "{0} [goes|go] under Rally: none of [its|their] horse and heavy foot is in order.{1}";
    SIDE_WILL_LEAVE = " With all [its|their] Wings under Rally {0} [leaves|leave] the field when the turn ends (MP 4.6b).";
    TRIES_TO_CHANGE = "{0} [tries|try] to change to {1}, needing {2} or less";
    CHANGES = "under {1} from now on";
    OLD_ORDERS_STAND = "the old Orders stand";
    GOES_WITH = "{0} goes with {1}.";
    WHETHER_HIT = "Whether {0} is hit";
    FALLS = "he falls";
    UNHURT = "unhurt";
    IS_REMOVED = "{0} is removed from play.";
    HAS_NO_WING = "{0} has no Wing to return to.";
    WHAT_BECAME = "What has become of {0}?";
    BACK_AT_ONCE = "he is back at once";
    BACK_NEXT_TURN = "he is back next turn";
    DOES_NOT_RETURN = "he does not return";
    TAKES_ARMY = "{0} takes command of the army.";
}
