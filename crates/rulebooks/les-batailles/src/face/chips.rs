//! Every word that may stand on a chip: what it means, what it costs, how one gets rid of it, and the rule.

kernel::chips! {
    DISORDER: "disorder", "LB 5.3.2a",
        "Its ranks are broken up.",
        "Half its movement, fire and mêlée; it checks at -3, and a second Disorder routs it.",
        "A Morale Check in the Reorganization Segment, away from the enemy.";
    PGD: "PGD", "LB 5.3.2a",
        "Plus Grand Désordre: it runs.",
        "It does nothing but run, has no zone, and is out of command.",
        "A Morale Check in the Reorganization Segment, far from the enemy or with a leader.";
    TIRED: "tired", "LB 5.3.3a",
        "The horses are blown.",
        "Half its movement and mêlée; it may not charge of its own will.",
        "Rest: a turn of little movement, without charge or mêlée.";
    EXHAUSTED: "exhausted", "LB 5.3.3a",
        "The horses can do no more.",
        "A third of its movement and mêlée; no charge of any kind and no evading.",
        "Rest: a turn of little movement, without charge or mêlée.";
    SQUARE: "square", "LB 5.3.4a",
        "Fronts on every side against horse.",
        "It moves slowly and is a better target.",
        "Another formation.";
    ROAD_COLUMN: "road column", "LB 5.3.5a",
        "It marches along the road.",
        "It cannot fight, has no zone, and checks at -12.",
        "Another formation.";
    SKIRMISH: "skirmish", "LB 5.1.2c",
        "It is out in skirmish order, its specific side up.",
        "It stacks with skirmishers only, and fights hand to hand at half.",
        "Another formation.";
    COLUMN: "column", "LB 9.0b",
        "In Column.",
        "",
        "Another formation.";
    LINE: "line", "LB 9.0b",
        "In Line.",
        "",
        "Another formation.";
    GENERAL_ORDER: "general order", "LB 9.0b",
        "The ground has loosened its ranks.",
        "Cavalry in it fights at a third and may not charge.",
        "It leaves that ground.";
    LIMBERED: "limbered", "LB 10.1b",
        "Guns on their limbers.",
        "They cannot fire and have no zone.",
        "Unlimbering.";
    PRONE: "prone", "LB 5.3a",
        "It lies down.",
        "It cannot fire or move.",
        "It stands up.";
    CHARGE: "charge", "LB 5.3.8a",
        "It has declared a charge.",
        "It moves no more before its charge is run.",
        "The charge is over.";
    HAS_CHARGED: "has charged", "LB 5.3.8a",
        "It has charged, or was charged, this turn.",
        "",
        "The Reorganization Segment.";
    WRECKED: "wrecked", "LB 5.1.6c",
        "A wagon that blew up or was shot to pieces.",
        "It supplies nothing and stays in the way.",
        "Infantry clears it away.";
    LOSSES: "-#", "LB 5.3.1b",
        "So many losses are marked under it.",
        "It is weaker by as many Increments; the Old Guard by half as many.",
        "Never.";
    MOVED: "moved", "LB 8.1.2a",
        "The leader has moved, and his specific side is up.",
        "He does not move again of his own will this turn.",
        "The Reorganization Segment.";
    ACTIVATED: "activated", "LB 5.3.10a",
        "The corps leader is activated by his army leader.",
        "",
        "One of the two moves beyond the span of command.";
    MANEUVERS: "maneuver unit", "LB 5.3.9a",
        "His Maneuver Unit has its chit in the cup.",
        "",
        "The chit is drawn.";
}
