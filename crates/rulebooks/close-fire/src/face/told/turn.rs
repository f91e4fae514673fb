//! Phrases of the turn.

phrases! {
    INITIATIVE = "Turn {0}: initiative";
    CHOICE_IS_WITH = "the choice is with {0}";
    GOES_FIRST = "Turn {1}: {0} [goes|go] first";
}
