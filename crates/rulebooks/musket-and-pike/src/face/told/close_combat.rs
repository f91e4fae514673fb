//! Chapter 11: designations, combats, retreats, pursuits.

phrases! {
    IS_TO_ATTACK = "{0} [is|are] to attack hex {1}";
    CANNOT_ATTACK = "the attack of {0} cannot be made any more";
    SWEPT_AWAY = "{0} [is|are] swept away";
    SPENDS_PISTOL = "{0} [spends|spend] a pistol shot";
    FALLS_ON = "close combat: {0} on {1}";
    ATTACKER_ELIMINATED = "the [attacker is|attackers are] eliminated";
    ATTACKER_BROKEN = "the [attacker is|attackers are] Morale Broken and [retreats|retreat] 2";
    ATTACKER_SHAKEN = "the [attacker is|attackers are] Morale Shaken and [retreats|retreat] {2}";
    NO_DECISION = "no decision";
    DEFENDER_SHAKEN = "the [1:defender is|defenders are] Morale Shaken and [1:retreats|retreat] {2}";
    DEFENDER_BROKEN = "the [1:defender is|defenders are] Morale Broken and [1:retreats|retreat] 2";
    DEFENDER_ELIMINATED = "the [1:defender is|defenders are] eliminated";
    LEAVES_MAP = "{0} [leaves|leave] the map";
    CANNOT_GIVE_WAY = "{0} cannot give way and [loses|lose] {1}";
    CANNOT_RETREAT = "{0} cannot retreat";
    STANDS = "[it stands and rallies|they stand and rally], Formation Broken";
    STAYS_BROKEN = "[it stays|they stay] Broken and [loses|lose] {1}";
    IS_LOST = "[it is|they are] eliminated";
    CHECKS_PURSUIT = "{0} [checks|check] for pursuit";
    BREAKS_OFF = "[it breaks|they break] off";
    PURSUES = "[it pursues and eliminates|they pursue and eliminate]";
    PURSUES_OFF_MAP = "[it pursues|they pursue] off the map";
    FINDS_NOBODY = "{0} [finds|find] nobody to pursue and [breaks|break] off";
    RIDES_DOWN = "{0} [rides|ride] {1} down";
}
