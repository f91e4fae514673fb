//! Every word that may stand on a chip: what it means, what it costs, how one gets rid of it, and the rule.

kernel::chips! {
    DPS: "DP #", "CF 8.1",
        "So many Disorder Points.",
        "Each takes a die off its musketry and 1 off its score in combat; at its limit further ones are bases lost.",
        "It re-dresses its ranks in the Morale Phase, or an attached leader steadies it.";
    LOST: "lost #", "CF 15.16",
        "So many bases are gone.",
        "Each takes 1 off its score in combat.",
        "";
    HIDDEN: "hidden", "CF 5.13",
        "It stands on its side's map and not on the table.",
        "The enemy does not know of it.",
        "It is put down when it moves, fires, or comes in an enemy's sight.";
    CARD: "card", "CF 5.26",
        "Only a strip of card shows of it.",
        "The enemy does not know who it is, or whether it is anybody.",
        "A leader sees it, a scout reports it, or it comes to a combat or a loss.";
    ROUTING: "routing", "CF 17.15",
        "It runs, unformed.",
        "It obeys nobody; while it is pursued every further move costs it a base.",
        "A Control Test lets it act as its player wishes.";
    RETIRING: "retiring", "CF 17.9",
        "It goes back, unformed.",
        "Caught by pursuers, it routs.",
        "It stays in its next Movement Phase and forms up.";
    PURSUING: "pursuing", "CF 17.21",
        "It follows those who ran, unformed.",
        "It goes on until a Control Test lets it stop.",
        "A Control Test.";
    EVADING: "evading", "CF 14.19",
        "It has gone out of the way of a charge.",
        "It is unformed.",
        "The end of the turn.";
    LOOTING: "looting", "CF 6.31",
        "It helps itself to wagons and camp.",
        "It neither moves nor charges.",
        "A Control Test.";
    UNFORMED: "unformed", "CF 10.8",
        "It stands without order and faces all round.",
        "2 off its score in combat.",
        "";
    MARCH_COLUMN: "march column", "CF 10.5",
        "In single file.",
        "It does not fire; 2 off its score in combat.",
        "A change of formation.";
    ASSAULT_COLUMN: "assault column", "CF 10.6",
        "Closed up for an assault.",
        "It does not fire in the Musketry Phase.",
        "A change of formation.";
    FIRED: "fired", "CF 13.11",
        "It has fired this turn.",
        "It does not move later in the turn, dismounted dragoons excepted.",
        "The end of the turn.";
    UNDER_FIRE: "under fire", "CF G11",
        "It has been shot at this turn.",
        "Some manoeuvres cost it more.",
        "The end of the turn.";
    HALTED: "halted", "CF 6.36",
        "It may not move.",
        "It may fire, and change formation or facing to meet a threat.",
        "The end of the turn.";
    INSPIRED: "inspired #", "CF 6.10",
        "A leader is at its head.",
        "",
        "The end of the turn.";
    IN_COMBAT: "hand to hand", "CF 14.2",
        "It is in contact with an enemy.",
        "It does not move in the Movement Phase.",
        "The result of its combat.";
    CHARGING: "charging", "CF 14.3",
        "Its charge is declared.",
        "It goes straight ahead at the enemy it was declared at.",
        "The charge has run.";
    WILL_EVADE: "makes off", "CF 14.19",
        "It will go out of the way of the charge.",
        "",
        "The charge has run.";
    CHARGED_IN_VAIN: "charged in vain", "CF 14.13",
        "Its charge of last turn met nobody.",
        "It takes a Control Test, and charges again unless it may act as it wishes.",
        "That test.";
    LIMBERED: "limbered", "CF 11.24",
        "On its limber.",
        "It does not fire. Once off it, it is never limbered again.",
        "Unlimbering takes a whole move and a DP.";
    ABANDONED: "abandoned", "CF 16.11",
        "Nobody serves the gun.",
        "It does nothing.",
        "Its crew returns, if it lives and no formed enemy is within 40 yards.";
    SPIKING: "being spiked", "CF 1.12",
        "A party of the enemy is at work on the gun.",
        "Where it is left alone for a turn the gun is spiked.",
        "The party leaves it, or is driven off.";
    SPIKED: "spiked", "CF 16.10",
        "The gun is useless.",
        "",
        "";
    FASCINES: "fascines", "CF 12.10",
        "It carries bundles of brushwood to fill a ditch.",
        "It neither fires nor charges.",
        "It crosses the ditch, or drops them.";
    LADDERS: "ladders", "CF 1.13",
        "It carries scaling ladders.",
        "It neither fires nor charges.",
        "It drops them.";
    BAYONETS: "bayonets fixed", "CF 1.14",
        "Plug bayonets are in the muzzles.",
        "It does not fire.",
        "It unfixes them in the Command Phase.";
    OUT_OF_CONTROL: "out of control", "CF 6.26",
        "No leader of its chain is in reach.",
        "It takes a Control Test at the end of the Command Phase.",
        "A leader comes nearer.";
    WITH: "with …", "CF 6.6",
        "The leader is attached to this unit.",
        "He controls no other and shares its danger.",
        "He detaches himself in a Command Phase.";
    WOUNDED: "wounded", "CF 6.41",
        "He has been hit.",
        "A General or Marshal has one action, a Brigadier inspires and steadies nobody. A second wound kills him.",
        "";
}
