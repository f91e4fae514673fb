//! Phrases of charges.

phrases! {
    CHARGES = "{0} [charges|charge] {1}";
    CHARGES_OUTRANCE = "{0} [charges|charge] {1} à l'outrance";
    JOINS_CHARGE = "{0} [joins|join] the charge of {1}";
    CHARGE_DICE = "{0} [charges|charge] with {1}";
    COUNTER_CHARGES = "{0} [counter-charges|counter-charge] with {1}";
    REFUSES_FLANK = "{0} [pulls|pull] back an end stand";
    FACES_CHARGE = "{0} [faces|face] about to meet the charge";
    CHARGE_RUNS = "{0} [goes|go] {1}";
    CHARGE_SHORT = "{0} [meets|meet] nobody";
    IN_CONTACT = "{0} [is|are] hand to hand with {1}";
    CREW_SHELTERS = "{0}: the crew shelters with {1}";
    EVADES = "{0} [evades|evade]";
}
