//! What is told of movement.

phrases! {
    FALLS_BACK = "{0} [falls|fall] back to {1}";
    ROUTS_OFF = "{0} [routs|rout] off the map";
    HARASSES = "{0} [harasses|harass] {1}";
    IS_DROPPED = "{0} [is|are] dropped off";
    GOES_TO_THE_TOP = "{0} [goes|go] to the top of the stack";
    GOES = "{0} [goes|go] to {1} for {2}";
    CHANGES = "{0} [forms|form] {1} facing {2} for {3}";
    COVERS = "{0} [covers|cover] {1} for {2}";
    TURNS = "{0} [turns|turn] to {1}";
    FORMS = "{0} [forms|form] {1}";
    IS_EXHAUSTED = "{0} [is|are] Exhausted";
    FORCE_MARCHES = "{0} force marches: {1} [1:point|points] more";
}
