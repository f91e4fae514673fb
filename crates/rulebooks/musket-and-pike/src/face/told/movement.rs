//! Chapter 7: ways, guns, arrivals.

phrases! {
    /// After the walker come the way, how he faces in the end, and who went with him.
    GOES = "{0} [goes|go]{1}{2}{3}";
    GOES_BACK = "{0}, out of command, [goes|go] back{1}{2}{3}";
    RIDES_TO_INTERCEPT = "{0} [rides|ride] to intercept{1}{2}{3}";
    FALLS_BACK = "{0} [falls|fall] back{1}{2}{3}";
    ADVANCES = "{0} [advances|advance]{1}{2}{3}";
    PURSUES = "{0} [pursues|pursue]{1}{2}{3}";
    RUNS = "{0} [runs|run]{1}{2}{3}";
    RETREATS = "{0} [retreats|retreat]{1}{2}{3}";
    STEPS_ASIDE = "{0} [steps|step] aside from the guns{1}{2}{3}";
    MEETS_ENEMY = "{0} [meets|meet] the enemy{1}{2}{3}";
    TURNS = "{0} [turns|turn]{1}{2}{3}";
    TURNS_TO_MEET = "{0} [turns|turn] to meet the enemy{1}{2}{3}";
    LEADER_RIDES = "{0} rides{1}";
    LEADER_RIDES_OFF = "{0} rides off{1}";
    FROM_TO = " from {0} to {1}";
    ALONG = " {0}";
    FACING = ", facing {0}";
    WITH = ", with {0}";
    LIMBERS = "{0} [limbers|limber]";
    UNLIMBERS = "{0} [unlimbers|unlimber], facing {1}";
    TURNS_GUN = "{0} [turns|turn] to face {1} in place of firing";
    SQUEEZES_ACROSS = "{0} [squeezes|squeeze] across the bridge";
    ENTERS_MAP = "{0} [enters|enter] the map at {1}";
    FORMS_HEDGEHOG = "{0} [forms|form] Hedgehog";
    GOES_ON_TOP = "{0} [goes|go] on top of the guns in [its|their] hex";
    GOES_BELOW = "{0} [goes|go] below the guns in [its|their] hex";
    HAS_MOMENTUM = "{0} [has|have] Momentum";
}
