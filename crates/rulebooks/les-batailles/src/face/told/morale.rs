//! What is told of morale.

phrases! {
    CHECKS = "{0} [checks|check] [its|their] morale";
    PASSES = "{0} [passes|pass]";
    FAILS = "{0} [fails|fail]";
    IS_DISORDERED = "{0} [is|are] Disordered";
    IS_ON_LEVEL = "{0} [is|are] on Morale Level {1}";
    ROUTS = "{0} [routs|rout]";
}
