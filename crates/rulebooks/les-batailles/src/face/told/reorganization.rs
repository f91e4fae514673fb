//! What is told of the Reorganization Segment.

phrases! {
    RUNS_AGAIN = "{0} [runs|run] on";
    RECOVERS = "{0} [recovers|recover]";
    FACES = "The units in {0} face {1}";
}
