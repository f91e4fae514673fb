//! Chapter 9: what is done in reaction.

phrases! {
    TRIES_TO_INTERCEPT = "{0} [tries|try] to intercept {1}, needing {2} or less";
    INTERCEPTS = "[intercepts|intercept]";
    STAYS = "[stays where it is|stay where they are]";
    IS_TURNED = "{0} [is|are] turned to face {1} instead of firing";
    GOES_ON_TOP = "{0} [goes|go] on top of {1}";
    GOES_BELOW = "{0} [goes|go] below {1}";
    WITHDRAWS = "{0} [withdraws|withdraw] before {1}";
    NOT_REACTED_TO = "{0} [is|are] not reacted to by {1}: too much is under way";
    LEADER_WITHDRAWS = "{0} withdraws alone before {1}";
}
