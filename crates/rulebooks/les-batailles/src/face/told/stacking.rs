//! What is told of stacking.

phrases! {
    VIOLATION = "Too many, or the wrong ones, are in {0}";
    IS_DISPLACED = "{0} [is|are] displaced to {1}";
    SURRENDERS = "{0} [surrenders|surrender]";
}
