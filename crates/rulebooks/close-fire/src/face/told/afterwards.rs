//! Phrases of what follows from combat.

phrases! {
    FAST_MOVE = "{0} [goes|go] {1} at full speed";
    RETIRES = "{0} [retires|retire]";
    ROUTS = "{0} [routs|rout]";
    PURSUES = "{0} [pursues|pursue]";
    REMAINS = "{0} [stays|stay] in place";
    STOPS_SHORT = "{0} [ends|end] the retreat behind shelter";
    CANNOT_RETIRE = "{0} cannot get away";
    CANNOT_ROUT = "{0} cannot run";
    ROUT_COSTS = "{0} [loses|lose] a base to the pursuit";
    PART_HALTS = "{0} cannot follow and [halts|halt]";
    HACK = "{0} [cuts|cut] down {1}";
    HACKED = "{0} [loses|lose] {1}";
    LOOTS = "{0} [stops|stop] to loot";
    RIDES_THROUGH = "{0} [rides|ride] through with {1}";
    TAKES_POSITION = "{0} [takes|take] the position, {1} on";
    DOES_NOT_PURSUE = "{0} [lets|let] the enemy go";
    IS_SPIKED = "{0} [is|are] spiked by {1}";
    SPIKES = "{0} [begins|begin] to spike {1}";
    DRIVES_OFF = "{0} [drives|drive] off {1}";
    IS_MANNED = "{0} [is|are] manned again";
    CREW_COMES = "{0}: the crew comes {1} nearer";
    CREW_LOST = "{0}: the crew is lost";
    RALLIES = "{0} [rallies|rally]";
    STOPS_RUNNING = "{0} [stops|stop]";
}
