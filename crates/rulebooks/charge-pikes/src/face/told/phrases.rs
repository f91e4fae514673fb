//! The phrases of Charge Pikes!: `{0}` is whom the sentence begins with, and what stands in brackets agrees with him.

use kernel::Phrase;

macro_rules! phrases {
    ($($name:ident = $words:literal;)+) => {
        $(pub(crate) const $name: Phrase = Phrase($words);)+

        /// All of them, to be looked through.
        #[cfg(test)]
        pub(super) const ALL: &[Phrase] = &[$($name),+];
    };
}

phrases! {
    // The turn, chapters 13 and 14
    INITIATIVE = "Turn {0}: initiative";
    CHOICE_IS_WITH = "the choice is with {0}";
    SIDE_A = "Side A this turn: {0}";
    ARRIVES = "{0} [arrives|arrive]";
    DEPLOYS = "{0} [deploys|deploy]";
    DRAWS_OUT = "{0} [draws|draw] out {1}";

    // Hits and steadiness, chapters 8, 11 and 12
    NO_FIGURE_LEFT = "{0} [has|have] no figure left";
    LOST_LIMBER = "{0} [has|have] lost a limber and [stands|stand] unlimbered";
    DISORDERED = "{0} [is|are] disordered: {1}";
    SHAKEN = "{0} [is|are] shaken: {1}";
    CHANGE_FINISHED = "{0} [has|have] finished [its|their] change of formation";
    RECOVERS = "{0} [has|have] stood for a turn and [recovers|recover]";
    RELOADED = "{0} [has|have] reloaded";

    // Generals, chapter 9
    JOINS = "{0} [joins|join] {1}";
    LEAVES = "{0} [leaves|leave] {1}";
    RIDES_TO = "{0} [rides|ride] to {1}";
    GETS_AWAY = "{0} [gets|get] away to {1}";
    TAKEN_BY = "{0} [is|are] taken by {1}";
    LOST_WITH = "{0} [is|are] lost with {1}";
    IN_DANGER = "{0} [is|are] near {1} under fire or in the press";
    DISABLED = "{0} [is|are] disabled";
    UNHARMED = "{0} [is|are] unharmed";

    // Rout, chapter 15.1
    ROUTS = "{0} [routs|rout]";
    SURRENDERS = "{0} [runs|run] into {1} and [surrenders|surrender]";
    NO_WAY_OUT = "{0} [finds|find] no way out and [disperses|disperse]";
    ROUTS_OFF = "{0} [routs|rout] off the table";
    BURSTS_THROUGH = "{0} [bursts|burst] through {1}";
    KEEPS_RUNNING = "{0} [keeps|keep] running";
    CREW_LEAVES = "the crew of {0} leaves the guns";

    // Pursuit, chapter 15.2
    PURSUES = "{0} [pursues|pursue] {1}";
    CRASHES = "{0} [crashes|crash] into {1}";
    STOPS_PURSUIT = "{0} [stops|stop] [its|their] pursuit: {1}";
    FOLLOWS_OFF = "{0} [follows|follow] [its|their] quarry off the table";
    RETURNS = "{0} [returns|return] to the table";
    TURNS_ABOUT = "{0} [faces|face] about";

    // Charges, chapters 15.3 to 15.8
    CHARGES = "{0} [charges|charge] {1}";
    COUNTER_CHARGES = "{0} [counter-charges|counter-charge] {1}";
    STANDS_STILL = "{0} [stands|stand] still while {1} [1:passes|pass] through";
    NOBODY_TO_CHARGE = "{0} [finds|find] nobody left to charge";
    NOBODY_TO_STRIKE = "{0} [finds|find] nobody left to strike and [halts|halt]";
    COMES_TO_NOTHING = "the charge of {0} comes to nothing";
    RUNS_OUT = "{0} [runs|run] out of [its|their] charge without meeting anybody";
    STRUCK_ON_ITS_WAY = "{0} [is|are] struck on [its|their] way by {1} and [has|have] no impetus";
    REACHES_WITH_IMPETUS = "{0} [reaches|reach] the {2} of {1} with impetus";
    REACHES_WITHOUT_IMPETUS = "{0} [reaches|reach] the {2} of {1} without impetus";
    EVADES = "{0} [evades|evade]";
    HALTS_CHARGE = "{0} [halts|halt] [its|their] charge";
    CLOSES_UP = "{0} [closes|close] up against the charge";
    OVERRUNS = "{0} [overruns|overrun] {2} [2:figure|figures] of {1}";
    COMBAT_BEGINS = "{0} and {1}: combat";
    TAKES_GUNS = "{0} [takes|take] the guns of {1}";
    SCATTERS_HORSES = "{0} [scatters|scatter] the led horses of {1}";
    CAPTURES = "{0} [captures|capture] {1}";

    // Manoeuvres, chapters 15.9 to 15.11
    ADVANCES = "{0} [advances|advance] {1}";
    RETIRES = "{0} [retires|retire] {1}";
    SIDESTEPS = "{0} [steps|step] {1} to the {2}";
    INCLINES = "{0} [moves|move] {1} obliquely to the {2}";
    WHEELS = "{0} [wheels|wheel] {1} to the {2}";
    WHEELS_WING_FORWARD = "{0} [wheels|wheel] [its|their] {2} wing forward {1}";
    WHEELS_WING_BACK = "{0} [wheels|wheel] [its|their] {2} wing back {1}";
    CHANGES_FRONTAGE = "{0} [changes|change] [its|their] frontage: {1}";
    FORMS = "{0} [forms|form] {1}";
    FORMS_LINE = "{0} [forms|form] line of {1}";
    DISMOUNTS = "{0} [dismounts|dismount]";
    DISMOUNTS_HOLDING = "{0} [dismounts|dismount], {1} holding the horses";
    MOUNTS = "{0} [mounts|mount]";
    UNLIMBERS = "{0} [unlimbers|unlimber]";
    TRAVERSES = "{0} [traverses|traverse] {1}";
    WHEELS_GUN = "{0} [wheels|wheel] [its|their] gun {1}";
    SKIRMISHES = "{0} [moves|move] to {1} in skirmish order";
    ENTERS = "{0} [enters|enter] the buildings";
    COMES_OUT = "{0} [comes|come] out of the buildings";
    LOOPHOLES = "{0} [loopholes|loophole] the hedge";
    BREAKS_HEDGE = "{0} [works|work] at breaking down the hedge";
    DOUBLES_UP = "{0} [doubles|double] up for a volley";
    OPENS_FILES = "{0} [opens|open] [its|their] files again";
    FALLS_BACK = "{0} [falls|fall] back";
    MANS_GUNS = "{0} [takes|take] up [its|their] guns again";
    HALTS = "{0} [halts|halt]";
    DOES_NOT_GO_IN = "{0} [does|do] not go in";
    SEEN_IN_BUILDINGS = "{0} [is|are] seen in the buildings";
    OCCUPIES = "{0} [occupies|occupy] the buildings";
    FALLS_BACK_INTO = "{0} [falls|fall] back into {1}";
    PUSHED_INTO_WOODS = "{0} [is|are] pushed into heavy woods and [disperses|disperse]";
    RECOILS = "{0} [recoils|recoil] {1}";
    NO_ROOM_TO_RECOIL = "{0} [has|have] no room to recoil";
    CANNOT_RECOIL = "{0} cannot recoil past {1} and [breaks|break]";

    // Shooting, chapter 16
    SHOOTS_AT = "{0} [shoots|shoot] at {1}";
    ENDANGERS = "{0} [endangers|endanger] {1}";
    HITS = "{0} [hit|hits]";
    NO_HIT = "no hit";
    GUN_IS_HIT = "A gun of {0} is hit";
    NO_HARM = "no harm done";
    LIMBER_HIT = "its limber is hit";
    GUNNER_FALLS = "a gunner falls";
    GUNNER_AND_GUN = "a gunner falls and the gun is lost";

    // Combat, chapter 17
    STRIKES_ON_IMPACT = "{0} [strikes|strike] {1} (impact): {2} [2:figure|figures], {3} [3:die|dice]";
    STRIKES_IN_MELEE = "{0} [strikes|strike] {1} (melee): {2} [2:figure|figures], {3} [3:die|dice]";
    GAVE_NO_MORE = "{0} gave no more than [it|they] took";
    FOLLOWS_UP = "{0} [follows|follow] up {1}";
    PART = "{0} and {1} part";

    // Reaction tests, chapter 18
    TESTS = "{0} [tests|test]: {1}";
    PASSES = "[passes|pass]";
    FAILS = "[fails|fail]";
    GOES_ON_PURSUING = "{0} [goes|go] on pursuing";
    GOES_ON_ROUTING = "{0} [goes|go] on routing";

    // Ground, chapter 19
    FIRST_TO_TRY = "{0} [is|are] the first to try {1}";
    HEAVY_WOODS = "heavy woods";
    LIGHT_WOODS = "light woods";
    LOST_IN_WOODS = "{0} [is|are] lost in heavy woods";

    // Why a unit is disordered or shaken, or stops its pursuit
    BURST_BY_FRIENDS = "burst through by friends";
    BURST_BY_ROUTERS = "burst through by routers";
    FOUGHT_MANY = "fought enemies of half [its|their] strength or more";
    CHARGE_FAILED = "[its|their] charge failed";
    FRONTAGE_IN_VOLLEY = "changed [its|their] frontage in volley posture";
    WHEELED_IN_VOLLEY = "wheeled in volley posture";
    MOVED_IN_VOLLEY = "[it|they] moved otherwise than straight forward in volley posture";
    WHEELED_TOO_FAR = "wheeled more than 45 degrees in [its|their] charge";
    HALTED_TOO_FAR = "halted [its|their] charge beyond a normal move";
    CHANGED_CLOSE = "[it|they] changed formation close to the enemy";
    CAME_OUT_OF_TOWN = "[it|they] came out of a town block";
    NOT_DRILLED = "[it|they] [is|are] not drilled to retire, sidestep or move obliquely";
    AMONG_BUILDINGS = "among buildings";
    COLUMN_NEAR_ENEMY = "the enemy is near and [it|they] [is|are] in march column";
    TARGET_GONE = "[its|their] target is gone";
    GROUND_SHUT = "the ground cannot be passed";
    TARGET_OUT_OF_REACH = "[its|their] target is where [it|they] cannot follow";
    CRASHED = "a pursuer's crash";
    HALTED_FROM_PURSUIT = "halted from pursuit";
    RALLIED = "rallied from rout";
    NERVE = "[its|their] nerve gives way";
    WOODS_BREAK_RANKS = "woods break up [its|their] ranks";
    ROUGH_AT_SPEED = "[it|they] moved through rough ground at more than half speed";
    CROSSED_LIGHT_WORKS = "[it|they] crossed light works";
    CROSSED_HEAVY_WORKS = "[it|they] crossed heavy works";
    ASTRIDE_WALL = "[it|they] [straddles|straddle] a wall or fence";
    ASTRIDE_STREAM = "[it|they] [straddles|straddle] a stream";
    IN_FORD = "[it|they] [stands|stand] in a ford";
    ON_BRIDGE = "[it|they] [stands|stand] on a bridge";

    // Menus and questions
    CHARGE_STRIKES = "{0}: {1}, {2} into [its|their] {3}";
    COUNTER_LATE = "{0}: {1}, striking [it|them] where [it|they] [stands|stand] then";
    COUNTER_MEETS = "{0}: {1}, meeting [it|them] after {2}";
    BY_WAY = "{0}: {1}";
    DRAWS_OUT_FORLORN = "{0} [draws|draw] out a forlorn hope of {1}";
    SETS_AGAINST = "{0} [sets|set] {1} [1:figure|figures] against {2}";
    USES_PISTOLS = "{0} [uses|use] [its|their] pistols this round";
    KEEPS_PISTOLS = "{0} [keeps|keep] [its|their] pistols for later";
    TESTS_NEXT = "{0} [tests|test] next";
    UNDER_CHARGES = "{0} [charges|charge]";
    UNDER_COUNTERS = "{0} [counter-charges|counter-charge]";
    UNDER_FORMS = "{0} [forms|form]";
    UNDER_SHOOTS = "{0} [shoots|shoot] at";
    UNDER_DRAWS_OUT = "{0} [draws|draw] out";
    STAND_OR_EVADE = "{0} [charges|charge] {1}. Stand, or evade?";
    CLOSE_RANKS = "{0} [goes|go] on to {1}. Stand, or change the formation?";
    CHARGED_EVADE = "{0} [is|are] charged. Stand, or evade?";
    GOT_AWAY = "{0} got away from {1}. Halt, or go on?";
    FOLLOW_UP = "{0} [falls|fall] back from {1}. Follow up?";
    WHOM_PURSUED = "whom [does|do] {0} pursue?";
    BROKE = "{0} broke {1}. Test to halt, or pursue?";
    FACE_ABOUT = "{0} [halts|halt], facing {1}. Face about?";
    WHERE_STANDS = "where [does|do] {0} stand ({1}; {2})?";
    INSIDE = "{0} [is|are] inside. What [does|do] [it|they] do?";
    STANDS_AT = "{0} [stands|stand] at {1}, facing {2} ({3}). What [does|do] [it|they] do?";
    STANDS_WITH_MOVE_LEFT =
        "{0} [stands|stand] at {1}, facing {2} ({3}), with {4} of [its|their] move left. What [does|do] [it|they] do?";
}
