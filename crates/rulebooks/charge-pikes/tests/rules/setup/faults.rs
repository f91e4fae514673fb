//! What is wrong is told with its place and what would be right.

use super::*;

#[test]
fn faults_of_spelling() {
    one_fault(
        &spoil("pikes = 12\nmuskets = 24", "pickes = 12\nmuskets = 24"),
        "pickes",
        "no key `pickes`",
        "did you mean `pikes`?",
    );
    one_fault(
        &spoil("kind = \"horse\"", "kind = \"hrose\""),
        "\"hrose\"",
        "`hrose` is not a word",
        "did you mean `horse`?",
    );
    one_fault(&spoil("kind = \"heavy-woods\"", "kind = \"ruff\""), "\"ruff\"", "`ruff`", "one of: `light-woods`");
    one_fault(
        &spoil("figures = 12", "figures = \"twelve\""),
        "\"twelve\"",
        "cannot be text",
        "a whole number from 0 to 255",
    );
    one_fault(&spoil("figures = 12", "figures = 300"), "300", "cannot be 300", "0 to 255");
    one_fault(&spoil("at = [45, 10]", "at = [45]"), "[45]", "1 entries", "a list of 2");
    one_fault(&spoil("grade = \"B\"\n", ""), "[[units]]\nkey = \"horse\"", "needs the key `grade`", "`A`");
    one_fault(&spoil("key = \"blues\"", "key = \"The Blues\""), "\"The Blues\"", "not a key", "lower case");
    one_fault(&spoil("rulebook = \"charge-pikes\"", "rulebook = \"chess\""), "\"chess\"", "`chess`", "charge-pikes");
}

#[test]
fn faults_of_names() {
    one_fault(&spoil("key = \"greys\"", "key = \"blues\""), "\"blues\"\nname = \"The Greys\"", "two pieces", "its own");
    one_fault(
        &with_key("rupert", "with = \"blue\""),
        "\"blue\"\n",
        "no unit of his side `blue`",
        "did you mean `blues`?",
    );
    one_fault(&with_key("wilmot", "units = [\"greys\"]"), "\"greys\"]", "no unit `greys`", "one of: `blues`");
    let text = spoil("side = \"parliament\"\nkind = \"dragoons\"", "side = \"parlament\"\nkind = \"dragoons\"");
    one_fault(&text, "\"parlament\"", "no side `parlament`", "did you mean `parliament`?");
    one_fault(
        &spoil("baseline = \"north\"", "baseline = \"south\""),
        "\"south\"\n\n[[generals]]",
        "same baseline",
        "opposite",
    );
}

#[test]
fn faults_of_command() {
    // CP 9.1
    one_fault(
        &spoil("command = \"wing\"\n\n", "command = \"wing\"\nrank = \"chief\"\n\n"),
        "\"chief\"\n\n[[units]]",
        "second commander-in-chief",
        "sub",
    );
    // CP 9.3
    let second = "[[generals]]\nkey = \"byron\"\nname = \"Byron\"\nside = \"king\"\nunits = [\"horse\"]\n\n[[units]]\nkey = \"blues\"";
    one_fault(
        &spoil("[[units]]\nkey = \"blues\"", second),
        "\"horse\"]",
        "assigned to Lord Wilmot already (CP 9.3)",
        "one sub-general",
    );
    // CP 9.2
    one_fault(
        &spoil("command = \"wing\"\n\n", "command = \"wnig\"\n\n"),
        "\"wilmot\"",
        "no unit is assigned",
        "command",
    );
}

#[test]
fn faults_of_strength() {
    // CP 5.2
    one_fault(
        &spoil("figures = 12", "figures = 12\npikes = 4"),
        "4\nat = [45, 10]",
        "only foot has pikemen",
        "figures",
    );
    // CP 5.3
    one_fault(
        &spoil("pikes = 12\nmuskets = 24", "pikes = 12\nfigures = 24"),
        "24\nat = [30, 10]",
        "foot is counted",
        "muskets",
    );
    one_fault(&spoil("pikes = 12\nmuskets = 24\n", ""), "[[units]]\nkey = \"blues\"", "without a man", "muskets");
    one_fault(&spoil("figures = 12", "figures = 0"), "0\nat = [45, 10]", "without a figure", "figures = 12");
    one_fault(&spoil("muskets = 24", "muskets = 200"), "\"foot\"\ngrade = \"C\"", "212 figures", "at most 120");
    one_fault(&spoil("guns = [\"light\", \"field\", \"heavy\"]", "guns = []"), "[]", "0 guns", "1 to 6");
    one_fault(&spoil("figures = 12", "figures = 12\ncrew = 3"), "3\nat = [45, 10]", "only a battery", "battery");
    one_fault(&with_key("blues", "start = { losses = 36 }"), "36", "only 36 figures to lose", "destroyed");
}

#[test]
fn faults_of_options() {
    // CP 1.2
    one_fault(&spoil("kind = \"horse\"", "kind = \"lancers\""), "\"lancers\"", "not in use (CP 1.2)", "lancers = true");
    one_fault(
        &spoil("kind = \"horse\"", "kind = \"highland-shock\""),
        "\"highland-shock\"",
        "not in use",
        "highlanders = true",
    );
    one_fault(
        &with_key("blues", "swedish = true"),
        "true\nname = \"The Blues\"",
        "Swedish system",
        "swedish-system = true",
    );
    one_fault(&with_key("blues", "firelocks = true"), "true\nname = \"The Blues\"", "firelocks", "firelocks = true");
    one_fault(&with_key("blues", "start = { volley = true }"), "true }", "volley fire", "volley-fire = true");
    // CP 20.4.1a, 20.4.2, ruling G88: musketeers in line, in the open, who stand.
    let volley = spoil("scale = \"25mm\"", "volley-fire = true").replace("garrison = 20", "garrison = 40");
    let blues = |more: &str| volley.replace("key = \"blues\"\n", &format!("key = \"blues\"\n{more}\n"));
    sound(&blues("start = { volley = true }"));
    let garrison = blues("inside = \"Farm\"\nstart = { volley = true }").replace("at = [30, 10]\n", "");
    one_fault(&garrison, "true }", "a garrison does not double its files (CP 20.4.2)", "leave it out");
    sound(&garrison.replace("{ volley = true }", "{ unloaded = true }"));
    for (more, marker) in [
        ("formation = \"square\"\nstart = { volley = true }", "true }"),
        ("start = { volley = true, routing = true }", "true, r"),
    ] {
        one_fault(&blues(more), marker, "only musketeers who stand in line", "leave it out");
    }
    let swedish = spoil("scale = \"25mm\"", "swedish-system = true");
    let rules = sound(&swedish.replace("key = \"blues\"\n", "key = \"blues\"\nswedish = true\n"));
    // CP 20.1.1
    assert_eq!(rules.start.units[0].formation, Formation::MusketsForward);
    one_fault(
        &swedish.replace("key = \"horse\"\n", "key = \"horse\"\nswedish = true\n"),
        "true\nname = \"Wilmot",
        "pike and shot",
        "foot",
    );
}

#[test]
fn faults_of_formation() {
    // CP 7.4.1, 7.3.1, ruling G48
    one_fault(
        &with_key("horse", "formation = \"square\""),
        "\"square\"",
        "cannot stand in this formation (CP 7.4.1)",
        "`line`",
    );
    one_fault(
        &spoil("pikes = 12\nmuskets = 24", "muskets = 24\nformation = \"square\""),
        "\"square\"",
        "CP 7.3.1",
        "`march-column`",
    );
    // CP 7.3.6, 7.3.9
    one_fault(&with_key("blues", "files = 12"), "12\nname", "files for each part", "left = 6");
    one_fault(
        &with_key("blues", "files = { left = 6, pikes = 13, right = 6 }"),
        "{ left",
        "the pike block has 12 figures",
        "1 to 12",
    );
    one_fault(&with_key("blues", "files = { left = 0, pikes = 6, right = 6 }"), "{ left", "the left wing", "1 to 12");
    one_fault(&with_key("horse", "left-angle = 30"), "30\nname", "only the wings", "-90 to 90");
    let rules = sound(&with_key("blues", "ranks = { shot = 3, pikes = 4 }\nright-angle = -30"));
    let layout = rules.start.units[0].layout;
    assert_eq!((layout.left, layout.centre, layout.right, layout.right_angle), (4, 3, 4, -3000));
}

#[test]
fn faults_of_place() {
    one_fault(&spoil("at = [45, 10]", "at = [72.5, 10]"), "[72.5, 10]", "off the table", "[72, 48]");
    one_fault(&spoil("at = [45, 10]", "at = [71, 10]"), "[71, 10]", "hangs over the edge", "further in");
    // CP 15.9.11: four inches behind men who stand three from the edge is beyond it.
    let led = spoil("at = [45, 40]", "at = [45, 45]\nstart = { dismounted = true }");
    one_fault(&led, "[45, 45]", "led horses of `dragoons` stand over the edge", "led-horses");
    sound(&led.replace("dismounted = true", "dismounted = true, led-horses = { at = [50, 45] }"));
    // G73: on open ground, and not where an enemy has them.
    let led_at =
        |at: &str| led.replace("dismounted = true", &format!("dismounted = true, led-horses = {{ at = {at} }}"));
    for (at, what) in [
        ("[45, 9]", "touch `horse`, who would scatter them"),
        ("[10, 24]", "in Copse: heavy woods are impassable"),
        ("[62, 22]", "in Farm: a town block is held from inside"),
        ("[35, 23]", "across Hedge: a hedgerow is impassable"),
    ] {
        one_fault(&led_at(at), at, what, "led-horses");
    }
    sound(&led_at("[30, 37]"));
    one_fault(&spoil("at = [45, 10]", "at = [34, 10.5]"), "[34, 10.5]", "`horse` stands on top of `blues`", "overlap");
    // CP 19.1.9a
    one_fault(
        &spoil("at = [45, 10]", "at = [10, 24]"),
        "[10, 24]\n\n[[units]]",
        "heavy woods are impassable",
        "another place",
    );
    // CP 19.7.1
    one_fault(&spoil("at = [30, 40]", "at = [62, 22]"), "[62, 22]", "held from inside", "inside = ");
    // CP 19.4.6a
    one_fault(&spoil("at = [30, 40]", "at = [35, 23.5]"), "[35, 23.5]", "impassable until broken down", "one side");
}

#[test]
fn faults_of_cost_and_length() {
    // CP 21.1: 144 foot, 144 horse, 264 for the battery and 150 for the generals.
    let limited = |limit: u32| spoil("royalist = true", &format!("royalist = true\nlimit = {limit}"));
    let rules = sound(&limited(702));
    assert_eq!(armies::bill_of(&rules, Side::FIRST).total(), 702);
    one_fault(&limited(701), "701", "cost 702 points, 1 over the limit (CP 21.1)", "limit = 702");
    one_fault(&spoil("turns = 10", "turns = 0"), "0\n\n[options]", "no turns", "turns = 18");
    one_fault(&spoil("turns = 10", "turns = 10\nfirst-turn = 11"), "11", "no turn 11", "1 to 10");
}

#[test]
fn every_fault_is_told_at_once_and_in_order() {
    let text = spoil("figures = 12", "figures = 0")
        .replace("at = [55, 8]", "at = [55, 80]")
        .replace("pikes = 12\nmuskets = 12", "muskets = 0");
    let faults = open(&text).unwrap_err().0;
    let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
    assert_eq!(faults.len(), 3, "{lines:?}");
    assert!(lines.is_sorted());
}

#[test]
fn nobody_starts_on_a_slope_that_is_closed_to_him() {
    // CP 19.3.1
    let slope = |to: &str| {
        let slope = "[[ground.slopes]]\nbox = [40, 6, 50, 12]\nuphill = \"north\"\nclass = \"impassable\"\n";
        format!("{SOUND}\n{slope}{to}")
    };
    for to in ["to = [\"mounted\"]\n", ""] {
        one_fault(&slope(to), "[45, 10]", "`horse` stands on a slope that is impassable to it", "another place");
    }
    sound(&slope("to = [\"guns\", \"foot\"]\n"));
}

#[test]
fn what_is_drawn_does_not_start_among_trees() {
    // CP 19.1.7, G100
    let among = |what: &str| {
        let woods = "[[ground.areas]]\nname = \"Grove\"\nkind = \"light-woods\"\nbox = [48, 34, 60, 44]\n\n";
        let place = "key = \"train\"\nname = \"Train\"\nside = \"parliament\"\nat = [54, 40]\nfacing = \"south\"\ngrade = \"C\"\n";
        format!("{SOUND}\n{woods}[[units]]\n{place}{what}")
    };
    let guns = "kind = \"battery\"\nguns = [\"light\"]\nlimbers = true\n";
    for what in ["kind = \"wagons\"\nfigures = 1\n", &format!("{guns}formation = \"limbered\"\n")] {
        one_fault(&among(what), "[54, 40]", "`train` cannot stand in Grove: limbers and wagons stay out", "unlimbered");
    }
    sound(&among(&format!("{guns}formation = \"unlimbered\"\n")));
}
