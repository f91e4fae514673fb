//! The phrases of Shot, Steel & Stone: `{0}` is whom the sentence begins with, and what stands in brackets agrees with him.
//! Each chapter has its block.

use kernel::Phrase;

macro_rules! phrases {
    ($($name:ident = $words:literal;)+) => {
        $(pub(crate) const $name: Phrase = Phrase($words);)+
    };
}

// The turn
phrases! {
    INITIATIVE = "Turn {0}: initiative";
    CHOICE_IS_WITH = "the choice is with {0}";
    PLAYER_TURN = "{0}: player turn";
    ARRIVES = "{0} [arrives|arrive]";
    TURN_ENDS = "{0}: the Commander-in-Chief tested first and failed";
}

// Orders and command
phrases! {
    ORDERED = "{0}: {1}";
    SENT = "{0} [is|are] sent to {1}";
    HAS_ARRIVED = "{0} [is|are] where [it was|they were] sent";
    LEADERSHIP = "{0} [gives|give] orders, factor {1}";
    LEADER_PASSES = "{0} [is|are] obeyed";
    LEADER_OBEYED_WELL = "{0} [is|are] well obeyed: 2 BW more for mounted troops, 1 for all others, for those who like";
    LEADER_FAILS = "{0} [is|are] slow: 2 BW less for mounted troops, 1 for all others";
    BLUNDERS = "{0} [blunders|blunder], line {1}: {2}";
    IN_TOP_FORM = "{0} [is|are] in top form, line {1}: {2}";
    RIDES = "{0} [rides|ride] to {1}";
    JOINS = "{0} [joins|join] {1}";
}

// Moves
phrases! {
    ADVANCES = "{0} [advances|advance] {1}";
    STEPS_BACK = "{0} [steps|step] back {1}";
    WHEELS = "{0} [wheels|wheel] {1} to the {2}";
    FACES = "{0} [faces|face] to the {1}";
    TURNS_ABOUT = "{0} [faces|face] about";
    FORMS = "{0} [forms|form] {1}";
    CHANGES_FRONTAGE = "{0} [stands|stand] {1} bases wide";
    CHANGES_ORDER = "{0} [takes|take] {1} order";
    GOES_TO = "{0} [goes|go] to {1}";
    LIES_DOWN = "{0} [lies|lie] down";
    STANDS_UP = "{0} [stands|stand] up";
    LIMBERS = "{0} [limbers|limber] up";
    UNLIMBERS = "{0} [unlimbers|unlimber]";
    TRAVERSES = "{0} [turns|turn] {1} by hand";
    MOUNTS = "{0} [mounts|mount]";
    DISMOUNTS = "{0} [dismounts|dismount]";
    ENTERS = "{0} [occupies|occupy] {1} with {2} [2:base|bases]";
    COMES_OUT = "{0} [comes|come] out of the buildings";
    PUTS_OUT_SCREEN = "{0} [puts|put] out [its|their] screen";
    TAKES_IN_SCREEN = "{0} [takes|take] in [its|their] screen";
    HALTS = "{0} [halts|halt]";
    CHANGE_DONE = "{0} [has|have] finished [its|their] change";
    REJOINS = "{0} [rejoins|rejoin] [its|their] unit";
    JUMPS = "{0} [jumps|jump]";
}

// Shooting
phrases! {
    SHOOTS = "{0} [shoots|shoot] at {1}";
    HITS = "{0} [hit|hits], {1} saved";
    REAR_ABOUT = "{0} [turns|turn] [its|their] rear rank about";
    CREW_LOST = "{0} [loses|lose] {1} of [its|their] gunners";
    GUNNERS_AT_RISK = "the gunners of {0} are at risk";
    GUNNERS_SPARED = "nobody is hit";
    GUNNER_HIT = "one of them falls";
    GUN_HIT = "a gun of {0} is hit: {1}";
    GUN_OUT = "a gun of {0} is hit: {1}, out for {2} moves";
    SURPRISED_BY_FIRE = "{0} [is|are] surprised by the fire of {1}";
    BLAST = "{0} [stands|stand] by ammunition that blows up";
}

// Built-up areas
phrases! {
    BATTERS = "{0} [batters|batter] {1}";
    WALLS_LEFT = "{0} damage, {1} left";
    BURNS = "{0} burns";
    COLLAPSES = "{0} is in ruins";
    FIGHTS_FIRE = "{0} [fights|fight] the fire in {1}";
    FIRE_OUT = "the fire in {0} is out";
    EVACUATES = "{0} [comes|come] out of the fire";
    BREAKS_IN = "{0} [breaks|break] into {1} with {2}";
    EJECTED = "{0} [is|are] thrown out again with {1} [base|bases]";
    WIND = "the wind blows to the {0}";
    HOLDS_NOW = "{0} [holds|hold] {1} now";
}

// Hits and disruption
phrases! {
    LOSES_BASES = "{0} [loses|lose] {1} [1:base|bases]";
    GONE = "{0} [is|are] gone: {1}";
    DISRUPTED = "{0} [is|are] disrupted by {1}: {2}";
    REFORMS = "{0} [reforms|reform]";
}

// Reaction
phrases! {
    TESTS_REACTION = "{0} [takes|take] a Reaction test, {1} to pass";
    KEEPS_ITS_NERVE = "{0} [passes|pass]";
    LOSES_ITS_NERVE = "{0} [fails|fail]";
    FAILS_AND_HALTS = "{0} [fails|fail] and [halts|halt]";
    FAILS_AND_RETIRES = "{0} [fails|fail] and [has|have] to retire";
    FAILS_AND_RETREATS = "{0} [fails|fail] and [has|have] to retreat";
    FAILS_AND_ROUTS = "{0} [fails|fail] and [routs|rout]";
    FAILS_AND_DISPERSES = "{0} [fails|fail] and [disperses|disperse]";
    CARRIED_AWAY = "{0} [is|are] carried away and must charge";
    RALLIES = "{0} [rallies|rally]";
    ROUTS = "{0} [routs|rout]";
    RETREATS = "{0} [retreats|retreat]";
    RETIRES = "{0} [retires|retire]";
    LEAVES_BATTLE = "{0} [leaves|leave] the battle in good order";
    FALLS_BACK = "{0} [goes|go] back {1}";
    PURSUES = "{0} [pursues|pursue] {1}";
    RIDES_DOWN = "{0} [catches|catch] {1}";
    OFF_TABLE = "{0} [is|are] off the table for {1} [move|moves]";
    RUNS_ON = "{0} [loses|lose] a man for every turn of rout";
}

// Close combat
phrases! {
    STRIKES = "{0} [strikes|strike] at {1}";
    SHOOTS_POINT_BLANK = "{0} [shoots|shoot] at {1} at arm's length";
    CREW_STRIKES = "the crew of {0} [strikes|strike] at {1}";
    HITS_THROUGH = "{0} [hit|hits], {1} not saved";
    ROUND_LOST = "{0} [loses|lose] the round by {1}";
    ROUND_DRAWN = "the round is drawn";
    PUSHED_BACK = "{0} [goes|go] back {1}";
    BREAKS = "{0} [breaks|break]";
    FOLLOWS_UP = "{0} [follows|follow] up";
    BREAKS_OFF = "{0} [breaks|break] off";
    BRINGS_UP = "{0} [brings|bring] up {1} [base|bases]";
    BREAKS_THROUGH = "{0} [breaks|break] through {1}";
    GOES_ON = "{0} [goes|go] on {1}";
    DISENGAGES = "{0} [leaves|leave] the melee";
    HIT_IN_LEAVING = "{0} [is|are] hit in leaving";
    COLOURS_AT_RISK = "the colours of {0} are at risk";
    COLOURS_TAKEN = "{0} [takes|take] the colours of {1}";
    COLOURS_SAVED = "{1} [keeps|keep] [its|their] colours";
    REINFORCES = "{0} [joins|join] in against {1}";
}

// Elephants
phrases! {
    STAMPEDES = "{1} of {0} run wild";
    BEAST_RUNS = "a beast of {0} runs {1} at {2}";
    BEAST_TRAMPLES = "a beast of {0} tramples {1}";
    BEAST_STRIKES = "a beast of {0} strikes at {1}";
    STRIKES_BEAST = "{0} [strikes|strike] at the beast";
    BEAST_GONE = "a beast of {0} leaves the table";
    BEAST_DIES = "the beast of {0} dies";
    BEAST_LIVES = "the beast of {0} lives";
    MAHOUT_TRIES = "a mahout of {0} takes his spike";
}

// Charges
phrases! {
    CHARGES = "{0} [charges|charge] {1}";
    MUST_CHARGE = "{0} cannot be held back from {1}";
    ANSWERS = "{0} [is|are] charged: {1}";
    TRIES_TO_EVADE = "{0} [tries|try] to evade, {1} or less";
    EVADES = "{0} [evades|evade] {1}";
    SQUARE_FORMS = "{0} [has|have] formed in time";
    SQUARE_FAILS = "{0} [is|are] caught forming";
    MAKES_CONTACT = "{0} [strikes|strike] {1}";
    MEETS = "{0} [meets|meet] {1} after {2}";
    FALLS_SHORT = "{0} [does|do] not reach {1}";
    STOPPED = "{0} [is|are] shot to a halt";
    RANGE_AT_CHARGE = "{0} [shoots|shoot] at the charge of {1}";
    RANGE_IS = "{0}";
}

// Exotics
phrases! {
    PIG_RUNS = "{0} [runs|run] {1}, on fire";
    POWDER_EXPLODES = "the powder of {0} blows up";
    THROWS_NAPTHA = "{0} [throws|throw] naptha at {1}";
    MISFIRES = "{0} [misfires|misfire]";
    NAPTHA_EXPLODES = "naptha explodes among {0}";
    THROWS_GRENADES = "{0} [throws|throw] naptha grenades at {1}";
    SANDSTORM = "a sandstorm covers {0} from the northern edge";
    DRIFTS = "{0} [drifts|drift] {1} in the storm";
    MIRAGE = "{1} [shows|show] at {0}";
    SANDS_ARE_QUICK = "the sands are quicksand";
    SANDS_BEAR = "the sands bear";
    QUICKSAND = "{0} [stumbles|stumble] into quicksand";
    PLASHED = "{0} [has|have] made a barrier of felled trees";
    LEAVES_GUNS = "the guns of {0} stay where they stand";
    MANS_GUNS = "{0} [mans|man] the guns of {1}";
    SPIKES = "{0} [spikes|spike] a gun of {1}";
}

// Leaders at risk
phrases! {
    LEADER_AT_RISK = "{0} [is|are] where men fall";
    LEADER_UNHARMED = "{0} [is|are] unharmed";
    LEADER_UNHORSED = "{0} [is|are] unhorsed";
    LEADER_WOUNDED = "{0} [is|are] wounded, out for {1} [1:move|moves]";
    LEADER_CAPTURED = "{0} [is|are] captured";
    LEADER_LOST = "{0} [falls|fall], and nobody commands for {1} [1:move|moves]";
    MAKES_OFF = "{0} [makes|make] off to {1}";
    LEADER_TAKEN = "{0} [is|are] taken, with no friends in reach";
    TAKES_COMMAND = "{0} [takes|take] over from {1}";
// Deployment
    DEPLOYMENT = "Deployment";
    EDGE_IS_WITH = "{0} [picks|pick] the edge";
    DEPLOYS_FIRST = "{0} [puts|put] down the first unit";
    PICKS_EDGE = "{0} [takes|take] the {1} edge";
    DEPLOYS = "{0} [deploys|deploy]";
    GARRISONS = "{0} [garrisons|garrison] {1}";
    TAKES_POST = "{0} [takes|take] post at {1}";
    CHANGES_HANDS = "{0} [holds|hold] {1}";
}
