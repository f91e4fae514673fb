//! Phrases of what comes before the battle, and of those who come to it.

phrases! {
    KEEPS_END = "{0} [keeps|keep] [its|their] end of the table";
    TAKES_OTHER_END = "{0} [takes|take] the other end of the table";
    GIVES_UP = "{0} [gives|give] up {1} bases for fortifications";
    WORKS_RAISED = "works are put up from {0} to {1}";
    MARCHES_ON = "{0} [marches|march] on in column";
    IS_PUT_DOWN = "{0} [is|are] put on the table";
    EMERGES = "{0} [comes|come] out of hiding";
    COMES_IN_SIGHT = "{0} [comes|come] in sight";
    LEADER_IN_SIGHT = "{0} [comes|come] in sight";
    IS_TURNED = "a card is turned: {0}";
    MARCHES_IN = "{0} [marches|march] in, {1}";
    IS_ON = "{0} [is|are] on the table";
    ARRIVES = "{0} [arrives|arrive]";
    EXPECTED = "{0} [is|are] expected: {1} or more";
    THEY_COME = "they come";
    THEY_DO_NOT = "not yet";
    HAS_HIS_WILL = "{0} [has|have] what he wanted";
    LACKS_HIS_WILL = "{0} [has|have] not got what he wanted";
}
