//! Chapter 13: reforms, rallies, routs.

phrases! {
    REFORMS = "{0} [reforms|reform]: {1}";
    RALLIES_SHAKEN = "{0} [rallies|rally]: Morale Shaken";
    RALLIES_NORMAL = "{0} [rallies|rally]: Morale Normal";
    ROUTS = "{0} [routs|rout]";
    CANNOT_RUN_ON = "{0} cannot run on: {1} [1:point|points] unused";
}
