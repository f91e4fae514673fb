//! Every word that may stand on a chip: what it means, what it costs, how one gets rid of it, and the rule.

kernel::chips! {
    ROUTING: "routing", "SSS 40.5",
        "It runs for its own table edge.",
        "It neither shoots, charges nor obeys; it loses a hit each turn, and pursuers who reach it destroy it.",
        "It passes a Reaction test in its own turn and then spends a turn rallying.";
    RETREATING: "retreating", "SSS 40.4",
        "It has turned its back and goes.",
        "It obeys nobody; caught, it is attacked from behind.",
        "It passes a Reaction test in its own turn and then spends a turn rallying.";
    RETIRING: "retiring", "SSS 40.2",
        "It falls back half a move, facing the enemy.",
        "It makes no other move.",
        "After one move, by itself.";
    TO_HALT: "has to halt", "SSS 40.1",
        "It has failed a test, by little.",
        "It does not move in its next turn; it may change formation and shoot.",
        "The end of that move.";
    TO_RETIRE: "has to retire", "SSS 40.2",
        "It has failed a test.",
        "It falls back half a move in its next turn, facing the enemy.",
        "That move.";
    TO_RETREAT: "has to retreat", "SSS 40.4",
        "It has failed a test by much.",
        "It turns its back and goes when its side moves next.",
        "It passes a Reaction test in its own turn and then spends a turn rallying.";
    LEAVING: "leaving the battle", "SSS 2.1",
        "It has lost half of its strength.",
        "It goes to its own baseline and only defends itself.",
        "Never.";
    RALLYING: "rallying", "SSS 39.11",
        "It has passed its test and gets back into shape.",
        "It does nothing else for a full move.",
        "Its own turn.";
    CHARGING: "charging", "SSS 34.1",
        "It has been ordered to charge, or is charging.",
        "",
        "The end of the turn.";
    PURSUING: "pursuing", "SSS 1.5.1d",
        "It follows those who run.",
        "It obeys nobody.",
        "It passes a test to rally.";
    PUSHED_BACK: "pushed back", "SSS 27.2",
        "It has lost a round of melee.",
        "It tests at -1.",
        "The next thing it does.";
    DISRUPTED: "disruption #", "SSS 32.1",
        "So many Disruption Points, from all causes.",
        "Each takes 1 off its dice and its tests.",
        "It halts and does nothing but reform: two points a turn. Some go with their cause.";
    IN_MELEE: "in melee", "SSS 20.3",
        "It is in contact with an enemy.",
        "It fights, or disengages at the price of a free hit.",
        "One side is pushed back and not followed, breaks or breaks off.";
    PRONE: "prone", "SSS 10.1",
        "It lies down, as if in hard cover.",
        "It shoots at -2 unless trained for it, and fights at -3 if caught.",
        "Standing up costs 1 BW.";
    CHANGING: "changing", "SSS G9",
        "A change of formation is under way that takes longer than one turn.",
        "Until then the old formation counts.",
        "It is paid for out of its next moves.";
    OUT_OF_COMMAND: "out of command", "SSS 4.4a",
        "It stands outside its commander's radius.",
        "It halts and waits for orders.",
        "Its commander, or the Commander-in-Chief, comes nearer.";
    OWN_INITIATIVE: "own initiative", "SSS 1.2d",
        "It acts without being told.",
        "",
        "";
    COLOURS_LOST: "colours lost", "SSS 31.3",
        "The enemy has taken its colours.",
        "It tests at -1.",
        "It takes them back.";
    COLOURS_TAKEN: "colours taken #", "SSS 31.2",
        "So many enemy colours are in its hands.",
        "",
        "They are taken back.";
    GARRISON: "garrison", "SSS 17.4",
        "It holds a built-up area.",
        "It has no formation; at most one base for 2 BW of wall shoots out.",
        "It leaves the place.";
    LIMBERED: "limbered", "SSS 13.2",
        "The guns are on their limbers.",
        "They do not shoot and are a dense target.",
        "Unlimbering costs 2 BW.";
    OUT_OF_ACTION: "# out of action", "SSS 16.3",
        "So many guns are being mended.",
        "They do not shoot.",
        "Some moves.";
    LEFT: "left behind", "SSS G65",
        "Nobody serves this gun.",
        "It does not shoot; enemies who end their move at it spike it.",
        "Gunners of its side who touch it may man it.";
    SPIKED: "spiked", "SSS G65",
        "A gun that is out for good.",
        "It does not shoot.",
        "Never.";
    WITH: "with …", "SSS G67",
        "The leader is with this unit and shares its fate.",
        "He is at risk where it is hit.",
        "He leaves it when leaders move.";
    UNHORSED: "unhorsed", "SSS 6.5",
        "His horse is dead.",
        "He neither moves nor gives orders.",
        "One turn.";
    STAMPEDE: "runs wild", "SSS 41.17",
        "An elephant without anybody to guide it.",
        "Each player turn it runs where the dice send it and tramples whoever is in its way, friend or foe.",
        "It is killed, or leaves the table.";
    ORDERED: "ordered: …", "SSS 1.0",
        "What it has been told to do this turn.",
        "",
        "The end of the turn.";
}
