//! Phrases of fire.

phrases! {
    SHOOTS = "{0} [fires|fire] at {1}, {2} off";
    LOBS = "{0} [lobs|lob] shells at {1}, {2} off";
    GIVES_FIRE = "{0} [gives|give] fire on {1}";
    HOLDS_FIRE = "{0} [holds|hold] [its|their] fire";
    NO_EFFECT = "nothing on {0}";
    DPS_ON = "{1} DP on {0}";
    COMES_DOWN = "shells of {0} come down";
    FALLS_SHORT = "shells of {0} fall wide";
    IT_HITS = "{0} [is|are] hit";
    IT_SPARES = "{0} [is|are] spared";
    FIRES_AT_LEADER = "{0} [fires|fire] at {1}";
    FIRES_AT_MESSENGER = "{0} [fires|fire] at a messenger";
    RIDER_HIT = "he is hit";
    RIDER_MISSED = "he rides on";
    MESSENGER_KILLED = "the messenger is killed";
    MESSENGER_WOUNDED = "the messenger is wounded and rides on";
    MESSENGER_MISSED = "the messenger has a narrow escape";
}
