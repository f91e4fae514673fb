//! Any state a unit may begin in.

use super::*;

#[test]
fn units_start_in_any_state() {
    let text =
        with_key("blues", "start = { shaken = true, disordered = true, losses = 5, rounds-lost = 1, hedge-turns = 1 }");
    let rules = sound(&text);
    let blues = rules.start.units[unit(&rules, "blues").ix()];
    // CP 8.3, CP V26: five losses of 12 pikes and 24 muskets are two and three.
    assert_eq!((blues.pikes, blues.others), (10, 21));
    assert_eq!((blues.morale, blues.disordered, blues.rounds_lost, blues.hedge_turns), (Morale::Shaken, true, 1, 1));

    let rules = sound(&with_key("blues", "start = { changing = 1 }"));
    let blues = rules.start.units[unit(&rules, "blues").ix()];
    // CP 15.9.6: shaken by the change alone.
    assert_eq!((blues.changing, blues.morale, blues.shaken_by_change), (1, Morale::Shaken, true));

    let rules = sound(&with_key("blues", "start = { illegal = true }"));
    // CP 7.3.13
    let blues = rules.start.units[unit(&rules, "blues").ix()];
    assert!(blues.illegal && blues.disordered);

    let rules =
        sound(&with_key("horse", "start = { pistols-fired = true, straight = 6, losses = { pikes = 0, others = 2 } }"));
    let horse = rules.start.units[unit(&rules, "horse").ix()];
    assert_eq!((horse.pistols_loaded, horse.straight, horse.others), (false, 6 * INCH, 10));

    let rules = sound(&with_key("blues", "start = { gone = \"routed-off\" }"));
    assert_eq!(rules.start.units[unit(&rules, "blues").ix()].place, Place::Gone(Loss::RoutedOff));
}

#[test]
fn routers_and_pursuers_start_on_the_run() {
    let text = with_key("horse", "start = { pursuing = \"greys\" }").replace(
        "key = \"greys\"\n",
        "key = \"greys\"\nfacing = \"north\"\nstart = { routing = true, fled = true, cause = \"horse\" }\n",
    );
    let rules = sound(&text);
    let greys = rules.start.units[unit(&rules, "greys").ix()];
    assert_eq!((greys.morale, greys.mode, greys.fled), (Morale::Routed, Mode::Routing, true));
    assert_eq!(greys.cause, Some(unit(&rules, "horse")));
    assert_eq!(rules.start.units[unit(&rules, "horse").ix()].mode, Mode::Pursuing { target: unit(&rules, "greys") });
    // CP 15.2.1
    one_fault(&with_key("horse", "start = { pursuing = \"greys\" }"), "\"greys\" }", "does not rout", "routing = true");
    // CP 15.1.10
    one_fault(&with_key("guns", "start = { routing = true }"), "true }", "guns never rout", "crew-at");
}

#[test]
fn dragoons_start_on_foot_with_their_horses_led() {
    // CP 15.9.10, 15.9.11
    let rules = sound(&with_key("dragoons", "start = { dismounted = true, led-horses = { at = [45, 45] } }"));
    let dragoons = rules.start.units[unit(&rules, "dragoons").ix()];
    assert!(!dragoons.mounted);
    assert_eq!((dragoons.formation, dragoons.others), (Formation::Open, 9));
    assert!(matches!(dragoons.horses, Horses::Led { holders: 1, at } if at.at == Point { x: 45 * INCH, y: 45 * INCH }));
    let rules = sound(&with_key("dragoons", "start = { dismounted = true, horses-dispersed = true }"));
    assert_eq!(rules.start.units[unit(&rules, "dragoons").ix()].horses, Horses::Dispersed);
    one_fault(&with_key("horse", "start = { dismounted = true }"), "true }", "only dragoons dismount", "leave");
}

#[test]
fn guns_start_in_any_state() {
    let guns = "guns = [{ class = \"heavy\", reloading = 1, hail = 2 }, { class = \"light\", state = \"captured\" }]\n\
                start = { crew-at = [50, 5], losses = 1 }";
    let rules = sound(&spoil("guns = [\"light\", \"field\", \"heavy\"]", guns));
    let id = unit(&rules, "guns");
    let battery = rules.start.batteries.iter().find(|battery| battery.unit == id).unwrap();
    assert_eq!((battery.guns[0].reloading, battery.guns[0].hail), (1, 2));
    assert_eq!(battery.guns[1].state, GunState::Captured);
    let crew = rules.start.units[id.ix()];
    assert!(crew.away);
    assert_eq!((crew.formation, crew.others, crew.pose.at.x), (Formation::Open, 5, 50 * INCH));
    assert_eq!(battery.left_at.at, Point { x: 55 * INCH, y: 8 * INCH });

    // CP 7.5.1, 15.9.13a: limbers stand with limbered guns alone.
    let limbered = sound(&with_key("guns", "limbers = true"));
    assert_eq!(limbered.start.units[id.ix()].formation, Formation::Limbered);
    assert!(limbered.start.batteries[0].guns.iter().all(|gun| gun.limber));
    let unlimbered = sound(&with_key("guns", "limbers = true\nformation = \"unlimbered\""));
    assert!(unlimbered.start.batteries[0].guns.iter().all(|gun| !gun.limber));
    one_fault(&with_key("guns", "formation = \"limbered\""), "\"limbered\"", "without a limber", "limbers = true");
}

#[test]
fn units_start_in_combat_where_their_bases_touch() {
    // The Greys' front stands against the front of the Blues.
    let contact = "\n[[contacts]]\nunits = [\"greys\", \"blues\"]\nimpact = true\nimpetus = [\"greys\"]\n";
    let text = format!("{}{contact}", spoil("at = [30, 40]", "at = [30, 10]"));
    let rules = sound(&text);
    let contact = rules.start.contacts[0];
    assert_eq!((contact.a, contact.b), (unit(&rules, "blues"), unit(&rules, "greys")));
    assert!(contact.impact && contact.b_impetus && !contact.a_impetus);
    assert_eq!((contact.on_a, contact.on_b), (Aspect::Front, Aspect::Front));
    let apart = text.replacen(
        "at = [30, 10]\n\n[[units]]\nkey = \"dragoons\"",
        "at = [30, 12]\n\n[[units]]\nkey = \"dragoons\"",
        1,
    );
    one_fault(&apart, "\"blues\"]", "2.00 inches apart", "touch");
    one_fault(&text.replace("\"greys\", \"blues\"", "\"guns\", \"blues\""), "\"blues\"]", "one side", "each side");
    one_fault(
        &text.replace("\"greys\", \"blues\"", "\"grays\", \"blues\""),
        "\"grays\"",
        "no unit `grays`",
        "did you mean `greys`?",
    );
}

#[test]
fn a_flank_that_is_met_is_a_flank() {
    // The horse stands with its front against the right flank of the Blues.
    let text = spoil("at = [45, 10]", "at = [37.08661, 9.5]\nfacing = \"west\"")
        .replace("side = \"king\"\ncommand = \"wing\"\nkind", "side = \"parliament\"\ncommand = \"wing\"\nkind")
        .replace("name = \"Lord Wilmot\"\nside = \"king\"", "name = \"Lord Wilmot\"\nside = \"parliament\"");
    let blues = sound(&text);
    let body = blues.body_of(UnitId(0), &blues.start.units[0]);
    let edge = body.bounds().1.x / f64::from(INCH);
    let text = text.replace("37.08661", &format!("{edge:.5}"));
    let rules = sound(&format!("{text}\n[[contacts]]\nunits = [\"horse\", \"blues\"]\n"));
    assert_eq!((rules.start.contacts[0].on_a, rules.start.contacts[0].on_b), (Aspect::Flank, Aspect::Front));
}

#[test]
fn garrisons_stand_inside_their_walls() {
    let inside = spoil("at = [30, 40]", "inside = \"Farm\"").replace("garrison = 20", "garrison = 24");
    let rules = sound(&inside);
    let greys = rules.start.units[unit(&rules, "greys").ix()];
    assert_eq!((greys.inside, greys.place), (Some(0), Place::Table));
    assert_eq!(Some(greys.pose), rules.town_pose(0));
    // CP 19.7.3
    one_fault(
        &spoil("at = [30, 40]", "inside = \"Farm\""),
        "\"Farm\"\n\n[[units]]",
        "24 figures in Farm, which holds 20",
        "garrison = 24",
    );
    // CP 19.7.1
    one_fault(&spoil("at = [45, 10]", "inside = \"Farm\""), "\"Farm\"\n\n[[units]]", "only foot", "at = ");
    // CP 19.7.2a
    one_fault(&spoil("at = [55, 8]", "inside = \"Farm\""), "\"Farm\"\n\n[[units]]", "no guns may start", "guns = true");
    sound(&spoil("at = [55, 8]", "inside = \"Farm\"").replace("garrison = 20", "garrison = 20\nguns = true"));
    one_fault(&spoil("at = [30, 40]", "inside = \"Firm\""), "\"Firm\"", "no town block `Firm`", "did you mean `Farm`?");
}

#[test]
fn reinforcements_wait_for_their_turn() {
    let rules = sound(&spoil("at = [45, 10]", "arrives = { turn = 4, at = [5, 0], facing = 45 }"));
    let id = unit(&rules, "horse");
    assert_eq!(rules.start.units[id.ix()].place, Place::Expected);
    let arrival = rules.arrivals[id.ix()].unwrap();
    assert_eq!((arrival.turn, arrival.pose.facing, arrival.pose.at.x), (4, 4500, 5 * INCH));
    one_fault(&spoil("at = [45, 10]", "arrives = { turn = 11, at = [5, 0] }"), "11", "turn 11", "2 to 10");
}

#[test]
fn forlorn_hopes_stand_ahead_of_their_regiment() {
    // CP 20.3.1, 20.3.2a
    let text = with_key("blues", "forlorn-hope = 6").replace("scale = \"25mm\"", "forlorn-hopes = true");
    let rules = sound(&text);
    let blues = unit(&rules, "blues");
    let hope = rules.units[blues.ix()].forlorn.unwrap();
    assert_eq!((rules.units[hope.ix()].kind, rules.units[hope.ix()].parent), (Kind::ForlornHope, Some(blues)));
    let (regiment, hope) = (rules.start.units[blues.ix()], rules.start.units[hope.ix()]);
    assert_eq!((regiment.others, hope.others, hope.layout.centre), (18, 6, 3));
    let gap = rules.body_of(blues, &regiment).distance(&rules.body_of(rules.units[blues.ix()].forlorn.unwrap(), &hope));
    assert_eq!(gap.round() as i32, 2 * INCH);
    one_fault(&text.replace("forlorn-hope = 6", "forlorn-hope = 7"), "7\nname", "7 musketeers", "at most 6");
    one_fault(&with_key("blues", "forlorn-hope = 6"), "6\nname", "not in use (CP 1.2)", "forlorn-hopes = true");
}

#[test]
fn undecided_woods_and_worked_hedges_are_known() {
    let text = spoil("kind = \"heavy-woods\"", "kind = \"undecided-woods\"");
    let rules = sound(&format!("{text}\n[[hedge-works]]\nline = \"Hedge\"\nfrom = 2\nto = 8\nbroken = true\n"));
    // CP 19.1.1
    assert_eq!(rules.start.woods[1], Woods::Undecided);
    let work = rules.start.hedge_works[0];
    assert_eq!((work.line, work.from, work.to, work.broken), (0, 2 * INCH, 8 * INCH, true));
    let long = format!("{SOUND}\n[[hedge-works]]\nline = \"Hedge\"\nfrom = 2\nto = 18\n");
    one_fault(&long, "2\nto = 18", "no such stretch", "between 0 and 10.0");
}
