//! Every word that may stand on a chip: what it means, what it costs, how one gets rid of it, and the rule.

kernel::chips! {
    CAPTURED: "captured", "MP 10.8.9b",
        "Guns or wagons in the enemy's hands.",
        "Guns taken never fire again for either side; they count for the enemy's victory.",
        "A unit of their owner enters the hex: guns are then disabled, wagons his again.";
    DISABLED: "disabled", "MP 10.8.9a",
        "The guns are knocked out, and their counter stays.",
        "They never fire again; an enemy who enters the hex captures them.",
        "Never.";
    FORMATION_SHAKEN: "form. shaken", "MP 6.3.1e",
        "Its ranks are loosened by one Formation Hit.",
        "Half its movement allowance, and worse in fire and close combat.",
        "One Reform, where its Orders allow it: Receive Charge, Rally, or Make Ready beside its Wing Commander.";
    FORMATION_BROKEN: "form. broken", "MP 6.3.1f",
        "Its ranks are dissolved by two Formation Hits.",
        "No movement allowance, worse in fire and close combat; musketry and artillery that would loosen it kill instead.",
        "Two Reforms, where its Orders allow them, or the Army Commander's.";
    HEDGEHOG: "hedgehog", "MP 6.3.2d",
        "Pikes on every side against horse: no flank, no rear, better in close combat.",
        "It may not fire, attack or move, and suffers more from fire.",
        "One Reform makes it Formation Broken; two more, Normal.";
    OPEN_ORDER: "open order", "MP 6.3.3a",
        "It goes loosely: ground does not disorder it.",
        "One Formation Hit by fire or close combat makes it Formation Broken at once.",
        "One Reform makes it Normal.";
    COLUMN: "column", "MP 6.3.4h",
        "It marches in column, farther and without Formation Hits.",
        "Attacked in any way it is Formation Broken at once and checks its morale; it does not react.",
        "One Reform: foot becomes Formation Broken, horse Formation Shaken.";
    MORALE_SHAKEN: "morale shaken", "MP 12.4.2a",
        "It has lost one level of morale.",
        "Its morale counts one less; one level more, and it breaks.",
        "Rally: of itself beside its leader, else by a check, where Orders allow it. At its threshold it stays shaken.";
    MORALE_BROKEN: "morale broken", "MP 12.4.3e",
        "It runs.",
        "Morale 1, no formation, no facing; it routs at the turn's end, does nothing but rally, and one level more destroys it.",
        "Rally makes it Morale Shaken and Formation Broken.";
    CASUALTIES: "-#", "MP 12.5.1a",
        "So many casualties: its strength is less by as many.",
        "It is weaker, and at its threshold it loses a level of morale for good.",
        "Only horse may be made up, by incorporating another unit.";
    ONE_PISTOL: "1 pistol", "MP 10.2e",
        "One of two pistol shots is left.",
        "",
        "A Reform reloads one.";
    NO_PISTOLS: "no pistols", "MP 10.2e",
        "Both pistol shots are spent.",
        "It cannot fire, nor use pistols in close combat.",
        "A Reform reloads one.";
    SALVO: "salvo", "MP 10.4c",
        "It has fired all it had at once this turn.",
        "No other Salvo this turn, and its normal fire has -1.",
        "The end of the turn.";
    LIMBERED: "limbered", "MP 7.3.3b",
        "The guns are hitched up to move, two points a turn.",
        "They cannot fire, and have no front.",
        "Unlimbering takes their whole turn.";
    FIRED: "fired", "MP 10.8.1a",
        "The guns have fired this turn.",
        "They do not fire again, not in reaction either.",
        "The end of the turn.";
    MOMENTUM: "momentum", "MP 11.3.6a",
        "It has come two hexes straight at the enemy over open ground: +2 in close combat for horse.",
        "It is lost by turning, firing or being intercepted before contact.",
        "The close combat uses it up.";
    COVER: "cover", "MP 9.4.5b",
        "It has gone into the houses instead of answering the fire.",
        "It does not fire; musketry and pistols do nothing to it, artillery does.",
        "The end of the activation.";
    TRIED_TO_INTERCEPT: "tried to intercept", "MP 9.3.2b",
        "It meant to intercept and failed its check.",
        "It does not try again in this activation.",
        "The end of the activation.";
    OUT_OF_COMMAND: "out of command", "MP 5.4.3a",
        "No line of command reaches it from its Wing Commander.",
        "It must go back into command as fast as it can, not next to an enemy; it fires in reaction only, and neither Reforms nor Rallies.",
        "It comes near enough to its Wing Commander, or to a unit that is.";
    ORDERS_CHARGE: "Charge", "MP 5.6.1a",
        "The Wing attacks.",
        "Every unit must get nearer to its closest enemy; no Reform, no Rally.",
        "A change of Orders when the Wing activates.";
    ORDERS_MAKE_READY: "Make Ready", "MP 5.6.2b",
        "The Wing moves up and fires.",
        "It may not move next to an enemy; Reform beside the Wing Commander only, no Rally.",
        "A change of Orders when the Wing activates.";
    ORDERS_RECEIVE_CHARGE: "Receive Charge", "MP 5.6.3c",
        "The Wing stands and holds.",
        "It moves one hex at most, not next to an enemy; Reform freely, Rally beside the Wing Commander.",
        "A change of Orders when the Wing activates.";
    ORDERS_RALLY: "Rally", "MP 5.6.4b",
        "The Wing gathers itself: it may Reform and Rally freely.",
        "It moves no nearer to any enemy, neither continues nor preempts; a side with all its Wings under Rally leaves the field.",
        "A change of Orders when the Wing activates.";
    FINISHED: "finished", "MP 3.2.Fa",
        "The Wing's activations of this turn are over.",
        "It acts no more this turn, but reacts.",
        "The next turn.";
    BYPASSED: "bypassed", "MP 4.4.1c",
        "An enemy Wing came before it.",
        "It waits until that Wing is finished.",
        "It then activates by itself.";
    NO_CONTINUE: "no continue", "MP 4.4.2d",
        "Its leader tried to preempt and failed.",
        "The Wing activates once at most; if he fails again, not at all this turn.",
        "The next turn.";
}
