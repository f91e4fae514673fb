//! What is told of formations.

phrases! {
    JOIN_SQUARE = "The Square in {0} is joined";
    LIES = "{0} [lies|lie] down";
    STANDS = "{0} [stands|stand] up";
    BREAKS_DOWN = "{0} [breaks|break] down into battalions";
    REFORMS = "{0} [forms|form] up as a regiment";
}
