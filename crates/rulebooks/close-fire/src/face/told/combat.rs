//! Phrases of combat.

phrases! {
    FIGHTS = "{0} [fights|fight]";
    COMBAT = "{0} against {1}";
    RESULTS = "{0}: {1}; {2}: {3}";
    LIMBERED_LEFT = "{0} [is|are] overrun on the limbers";
    CIVILIANS_ROUT = "{0} [runs|run] from the fight";
    GUN_LEFT = "{0} [is|are] abandoned";
}
