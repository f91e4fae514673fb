//! What is told of fire.

phrases! {
    FIRE_ON = "Fire on {0} at {1}";
    TOO_WEAK = "The fire on {0} is too weak to tell";
    COSTS = "{0} [loss|losses]";
}
