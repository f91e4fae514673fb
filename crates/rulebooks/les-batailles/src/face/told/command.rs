//! What is told of command.

phrases! {
    HAS_POINTS = "{0} [has|have] {1} Command Point[s]";
    STOPS = "{0} [spends|spend] no more Command Points";
    IS_ACTIVATED = "{0} [is|are] Activated";
    IS_NO_LONGER_ACTIVATED = "{0} [is|are] no longer Activated";
    OUT_OF_COMMAND = "{0} [is|are] out of command";
    IS_ASSIGNED = "{0} [is|are] assigned to {1}";
    IS_TAKEN_BACK = "{0} [is|are] assigned to nobody any more";
    IS_ATTACHED = "{0} [is|are] attached to {1}";
    IS_RECALLED = "{0} [is|are] back on [his|their] staff";
    FORMS_A_UNIT = "{0} [forms|form] a Maneuver Unit";
    FORMS_A_COLUMN = "{0} [forms|form] a March Column";
    FORMS_SOMETHING = "{0} [forms|form] a Maneuver Unit";
    MARCHES_OFF = "{0} [begins|begin] an Administrative March";
    MARCHES_TO = "{0} [marches|march] to {1}";
    MARCH_IS_OFF = "The march of {0} is called off";
    MARCH_IS_COMPLETE = "The march of {0} is complete";
    HAS_ARRIVED = "{0} [has|have] arrived where the order leads";
    CHECKS_INITIATIVE = "{0} [looks|look] for an opportunity";
    CHECKS_INITIATIVE_OF = "{0} [looks|look] for an opportunity with an initiative of {1}";
    MAY_TAKE_INITIATIVE = "A leader of {0} looks for an opportunity";
    PASSES_INITIATIVE = "{0} [finds|find] it";
    FAILS_INITIATIVE = "{0} [finds|find] none";
    TAKES_THE_INITIATIVE = "{0} [takes|take] the initiative";
    IS_A_DUD = "All of the Maneuver Unit of {0} have moved already";
    REGROUPS = "{0} [is|are] taken up";
    ENTERS = "{0} [enters|enter] the map in {1}";
    LEADER_ENTERS = "{0} [comes|come] to {1}";
    IS_HELD = "{0} [is|are] held back";
    RIDES = "{0} [rides|ride] to {1}";
    IS_HIT = "{0} [is|are] hit: {1}";
    DIES = "{0} [dies|die]";
    IS_OUT = "{0} [is|are] out until turn {1}";
    IS_CAPTURED = "{0} [is|are] captured";
    IS_SWEPT_OFF = "{0} [is|are] swept off the map";
    FLIES = "{0} [flies|fly] to {1}";
    UNIT_IS_LOST = "The Maneuver Unit of {0} is forfeit";
    TAKES_POST = "{0} [takes|take] command of {1}";
    HAS_NO_LEADER = "{0} [has|have] no leader";
    CORPS_IS_DISBANDED = "{0} [is|are] disbanded";
    RESUMES = "{0} [resumes|resume] command of {1}";
    STEPS_UP = "{0} [steps|step] up to {1} again";
    POSITION_IS_DISSOLVED = "{0} [is|are] given up";
}
