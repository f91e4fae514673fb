//! Every word that may stand on a chip: what it means, what it costs, how one gets rid of it, and the rule.

kernel::chips! {
    ROUTING: "routing", "CP 12.4",
        "It runs from the enemy, and moves by itself in the rout phase.",
        "It neither shoots, charges nor fights back; friends near it test, and off the table it is lost.",
        "After a continued rout move it tests to rally: not when exhausted, of grade E, or with an enemy in sight within 6\".";
    PURSUING: "pursuing", "CP 15.2.1",
        "It follows the enemy it has put to rout, and moves by itself.",
        "It obeys nobody, and may be led off the table.",
        "It tests to halt, and is then disordered. It also halts where its prey disperses or goes where it cannot follow.";
    SHAKEN: "shaken", "CP 12.3a",
        "Its morale has dropped one state; another drop, and it routs.",
        "It may not charge or counter-charge, is unsteady, tests worse, and gives its enemy +2 in combat.",
        "It stands for one full move without moving, shooting or fighting. An exhausted unit never recovers.";
    DISORDERED: "disordered", "CP 11.1.6",
        "Ground, a maneuver, a fight or friends who ran through have put it out of order.",
        "It is unsteady: it shoots with the worse row and maneuvers in the second column. Its charge has no impetus.",
        "It stands for one full move without moving, shooting or fighting, clear of what disorders it.";
    EXHAUSTED: "exhausted", "CP 11.2.1",
        "It has lost half of its figures or more.",
        "It is unsteady, charges without impetus and tests worse; it never recovers from shaken and never rallies from rout.",
        "Never.";
    CHANGING: "changing formation", "CP 15.9.6",
        "It stands in its new formation already, but the change takes a second move.",
        "It is shaken until the change is finished.",
        "The second move finishes it.";
    VOLLEY: "volley posture", "CP 20.4.3a",
        "It is drawn up to fire all it has at once, with twice the dice.",
        "Any move other than straight forward makes it shaken, and after the volley it is unloaded.",
        "Half a turn leaves it.";
    UNLOADED: "unloaded", "CP 20.4.3b",
        "It has fired its volley.",
        "It cannot shoot.",
        "One turn of reloading.";
    PISTOLS_FIRED: "pistols fired", "CP 17.5.3",
        "It has used its pistols in combat.",
        "It goes without their +1 in combat.",
        "It stands one turn to reload; the same turn may restore order and morale.";
    REVEALED: "revealed", "CP 19.1.3",
        "It has shot out of the woods and is seen as in the open.",
        "The enemy may shoot at it from farther off.",
        "It goes back into the woods.";
    OUT_OF_FORMATION: "out of formation", "CP 7.3.13",
        "It is no line of a pike block between two equal wings.",
        "It is disordered and may only move straight forward.",
        "A change of formation.";
    GARRISON: "garrison", "CP 19.7.7",
        "It holds a town block.",
        "Out of one side at most half the garrison limit may shoot, and leaving takes a full move and disorders it.",
        "It leaves the block.";
    CHARGING: "charging", "CP 15.3.1",
        "It has declared a charge.",
        "It is bound to it, and tests before it closes.",
        "The charge phase.";
    CHARGED: "charged", "CP 18.5.1",
        "An enemy has declared a charge against it.",
        "It must test whether it stands, unless it counter-charges or evades.",
        "The charge phase.";
    IN_COMBAT: "in combat", "CP 17.2.6",
        "It is in contact with an enemy it fights.",
        "It may not move, shoot, turn figures or bring up others.",
        "One of the two is driven back or routed.";
    RELOADING: "# reloading", "CP 16.8.5a",
        "So many heavy guns have fired and are being loaded.",
        "They cannot fire this turn.",
        "The next turn.";
    HAIL: "hail #", "CP 16.8.6",
        "So many rounds of hail shot are left, of four for each gun.",
        "Without them only ball is fired, which is worse close by.",
        "They are not made good.";
    LIMBER_HITS: "limber hits #", "CP 16.8.4",
        "So many shots have struck the limbers.",
        "A limber that is struck twice is lost.",
        "Never.";
    HOLDING_HORSES: "# holding horses", "CP 15.9.10",
        "So many of its men hold the horses; the others fight on foot.",
        "They do not shoot, and if an enemy touches the horses they are gone.",
        "The unit mounts, which takes a full turn.";
    ABANDONED: "abandoned", "CP 15.1.10",
        "The gunners have left their guns.",
        "The guns do not fire, and the enemy may take them.",
        "The gunners rally and come back.";
    WITH: "with …", "CP 9.10",
        "The general is with this unit and shares its fate.",
        "He helps no other unit meanwhile, and is at risk where it is hit.",
        "He leaves it in a movement phase.";
    FILES: "# + # + # files", "CP 7.3.6",
        "How many files stand in the left wing of shot, the pikes and the right wing.",
        "Two ranks strike or shoot, whatever the depth: more files, more dice.",
        "A change of frontage.";
    STEADY: "steady", "CP 11.0.1",
        "It stands in close order and good morale, neither disordered nor exhausted.",
        "",
        "It loses any of these.";
    NOT_STEADY: "not steady", "CP 11.0.1",
        "It is disordered, shaken, exhausted, in open order, or of a kind that never is.",
        "It shoots with the worse row and maneuvers in the second column.",
        "Order and morale come back by standing for a full move.";
}
