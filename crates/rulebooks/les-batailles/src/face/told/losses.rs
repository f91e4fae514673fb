//! What is told of losses.

phrases! {
    LOSES = "{0} [loses|lose] {1} [1:Increment|Increments]";
    LOSES_ROUNDS = "{0} [loses|lose] {1} [1:round|rounds]";
    IS_DESTROYED = "{0} [is|are] destroyed";
    IS_WRECKED = "{0} [is|are] wrecked";
    CLOSES_RANKS = "{0} [closes|close] [its|their] ranks in {1}";
    CHECKS = "{0} [checks|check] [its|their] morale after losses";
}
