//! What is told of `charges`.

phrases! {
    DECLARES = "{0} [declares|declare] a charge";
    DECLARES_PRESERVING = "{0} [declares|declare] a charge with part of [its|their] strength";
    GRAND = "{0} [forms|form] up a Grand Charge";
    GRAND_SETS_OUT = "The Grand Charge of {0} sets out";
    SETS_OUT = "{0} [charges|charge]";
    RIDES_TO = "{0} [rides|ride] to {1}";
    RIDES_OVER = "{0} [rides|ride] over the Square in {1}";
    RIDDEN_BACK = "{0} [is|are] ridden back to {1}";
    HALTED_BY_GROUND = "{0} [is|are] halted by the ground of {1}";
    CHARGES = "{0} [charges|charge] {1}";
    MEETS = "{0} [meets|meet] {1}";
    TRIES_SQUARE = "{0} [tries|try] to form Square";
    FORMS_SQUARE = "{0} [forms|form] Square";
    RALLIES = "{0} [tries|try] to form a Rallying Square";
    FORMS_UP = "{0} [tries|try] to form up";
    JOINS_SQUARE = "{0} [checks|check] in the Square";
    CHECKS_TO_CHARGE = "{0} [tries|try] to charge";
    REACTS = "{0} [rides|ride] to meet the charge";
    SPRINGS = "{0} [charges|charge] {1} on the spur of the moment";
    GIVES_WAY = "{0} [gives|give] way before the charge";
    RECALL = "Recall of {0}";
    OBEYS = "{0} [obeys|obey]";
    RIDES_ON = "{0} [rides|ride] on";
    ROLLS_TO_STAND = "{0} [rolls|roll] to stand against cavalry";
    STANDS_ANYWAY = "{0} [stands|stand] all the same";
    STRIKES = "{0} [strikes|strike]";
    STRIKES_WITH = "{0} [strikes|strike] with {1}";
    IS_STRUCK = "{0} [is|are] struck";
    MEETS_WITH = "{0} [meets|meet] it with {1}";
    BOUNCES = "{0} [bounces|bounce]";
    ADVANCES = "{0} [advances|advance] to {1}";
    PURSUES = "{0} [pursues|pursue] {1}";
    IS_NOW = "{0} [is|are] {1}";
    RESTS = "{0} [has|have] rested and [is|are] {1}";
}
