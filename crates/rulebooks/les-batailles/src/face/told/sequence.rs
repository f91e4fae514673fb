//! What is told of the turn.

phrases! {
    TURN_BEGINS = "Turn {0}, {1}";
    SEGMENT_BEGINS = "{0}";
    WINS_TOSS = "The dice decide for {0}";
    TEAM_MOVES = "All Maneuver Units of {0} move";
    DRAWS = "{0} [draws|draw] {1}";
}
