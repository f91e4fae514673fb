//! What is told of `assault`, and of mêlées of either kind.

phrases! {
    SHIFTS = "{0} [stands|stand] fast: {1} Defensive [1:Shift|Shifts]";
    MELEE = "Mêlée: {0} [attacks|attack] {1} at {2}";
    COMES_TO = "{0}, {1}";
    SURRENDERS = "{0} [surrenders|surrender]";
    DECLARES = "{0} [declares|declare] an assault on {1}";
    OLD_GUARD_CHARGES = "{0} [charges|charge] {1} with the Old Guard";
    FALLS_SHORT = "{0} [does|do] not come up to [its|their] target: the assault is over";
    IS_DIVERTED = "{0} [is|are] diverted from [its|their] own assault";
    GOES_FIRST = "{0} [chooses|choose] the first assault";
    ASSAULT = "{0} [assaults|assault] {1}";
    RETREATS_BEFORE = "{0} [retreats|retreat] before the assault";
    LEADER_LEAVES = "{0} [rides|ride] off to {1}";
    IS_EXHAUSTED = "{0} [is|are] Exhausted";
    ADVANCES = "{0} [advances|advance] into {1}";
    NEW_TARGET = "{0} [turns|turn] against {1}";
    ROLLS_TO_CLOSE = "{0} [rolls|roll] to close";
    ROLLS_TO_STAND = "{0} [rolls|roll] to stand";
    HUZZAH = "Huzzah! {0} [charges|charge] {1}";
    TABLES_TURNED = "The tables are turned";
    IS_SENT_FOR = "{0} [is|are] sent for";
    COMES_UP = "{0} [comes|come] up to {1}";
    IMPETUS = "{0} [has|have] an impetus of {1} [1:hex|hexes]";
    FOLLOWS = "{0} [follows|follow] to {1}";
    HOLDS_FIRE = "{0} [tries|try] to hold [its|their] fire";
    IS_DISLODGED = "{0} [makes|make] way to {1}";
    REFORMS = "{0} [checks|check] to change formation";
}
