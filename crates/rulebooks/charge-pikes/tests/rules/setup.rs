//! Battle files, army lists and generated battles of Charge Pikes!

use charge_pikes::ChargePikes;
use charge_pikes::cards::{Grade, GunCard, GunClass, Kind, PikeStatus, TableEdge, UnitId};
use charge_pikes::muster::armies;
use charge_pikes::muster::costs::{self, Muster};
use charge_pikes::muster::generator;
use charge_pikes::setup;
use charge_pikes::state::{Aspect, Formation, GunState, Horses, Loss, Mode, Morale, Phase, Place, Woods};
use field::table::{INCH, Point};
use kernel::{Notation, OptionValues, Seat, Side};
use scenario::Source;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// A battle that is in order; the tests below spoil it in one place each.
const SOUND: &str = r##"format = 1
rulebook = "charge-pikes"
key = "test"
title = "A test"
turns = 10

[options]
scale = "25mm"

[ground]
size = [72, 48]

[[ground.areas]]
name = "Farm"
kind = "town"
box = [60, 20, 64, 24]
garrison = 20

[[ground.areas]]
name = "Copse"
kind = "heavy-woods"
circle = [10, 24, 3]

[[ground.lines]]
name = "Hedge"
kind = "hedgerow"
points = [[30, 24], [40, 24]]

[[sides]]
key = "king"
name = "The King"
baseline = "south"
royalist = true

[[sides]]
key = "parliament"
name = "Parliament"
baseline = "north"

[[generals]]
key = "rupert"
name = "Prince Rupert"
side = "king"
rank = "chief"

[[generals]]
key = "wilmot"
name = "Lord Wilmot"
side = "king"
command = "wing"

[[units]]
key = "blues"
name = "The Blues"
side = "king"
kind = "foot"
grade = "C"
pikes = 12
muskets = 24
at = [30, 10]

[[units]]
key = "horse"
name = "Wilmot's horse"
side = "king"
command = "wing"
kind = "horse"
grade = "B"
figures = 12
at = [45, 10]

[[units]]
key = "guns"
name = "The guns"
side = "king"
kind = "battery"
grade = "C"
guns = ["light", "field", "heavy"]
at = [55, 8]

[[units]]
key = "greys"
name = "The Greys"
side = "parliament"
kind = "foot"
grade = "D"
pikes = 12
muskets = 12
at = [30, 40]

[[units]]
key = "dragoons"
name = "Dragoons"
side = "parliament"
kind = "dragoons"
grade = "C"
figures = 10
at = [45, 40]
"##;

fn open(text: &str) -> Result<ChargePikes, scenario::Faults> {
    setup::open(&Source::new("test.toml", text))
}

fn sound(text: &str) -> ChargePikes {
    open(text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The sound battle with one piece of text changed.
fn spoil(from: &str, to: &str) -> String {
    assert_eq!(SOUND.matches(from).count(), 1, "`{from}` should stand once in the battle");
    SOUND.replacen(from, to, 1)
}

/// The sound battle with a key added to a unit.
fn with_key(unit: &str, key: &str) -> String {
    spoil(&format!("key = \"{unit}\"\n"), &format!("key = \"{unit}\"\n{key}\n"))
}

/// Line and column, both from one, at which a piece of text first stands.
fn place_of(text: &str, marker: &str) -> (usize, usize) {
    let at = text.find(marker).unwrap_or_else(|| panic!("`{marker}` is not in the text"));
    let before = &text[..at];
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (before.matches('\n').count() + 1, column)
}

/// The file has exactly one fault, at the marker, with these words and advice.
#[track_caller]
fn one_fault(text: &str, marker: &str, what: &str, instead: &str) {
    let faults = open(text).expect_err("the file should have a fault").0;
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 1, "{}", told.join("\n"));
    let fault = &faults[0];
    assert!(fault.what.contains(what), "{} should say `{what}`", told[0]);
    assert!(fault.instead.contains(instead), "{} should advise `{instead}`", told[0]);
    assert_eq!((fault.line, fault.column), place_of(text, marker), "{}", told[0]);
    assert!(told[0].starts_with(&format!("test.toml:{}:{}: ", fault.line, fault.column)));
}

fn unit(rules: &ChargePikes, key: &str) -> UnitId {
    setup::unit_by_key(rules, key).unwrap()
}

// What a sound file gives.

#[test]
fn a_sound_file_becomes_a_battle() {
    let rules = sound(SOUND);
    assert_eq!(rules.turns, 10);
    assert_eq!((rules.ground.width, rules.ground.height), (72 * INCH, 48 * INCH));
    assert_eq!(rules.seats.len(), 2);
    assert_eq!(rules.sides[0].baseline, TableEdge::South);
    let blues = &rules.units[unit(&rules, "blues").ix()];
    // CP V24: 12 pikes of 36 are pike-supported.
    assert_eq!((blues.pikes, blues.others, blues.status), (12, 24, PikeStatus::PikeSupported));
    assert!(blues.royalist && !rules.units[unit(&rules, "greys").ix()].royalist);
    let state = &rules.start.units[unit(&rules, "blues").ix()];
    assert_eq!(state.place, Place::Table);
    assert_eq!(state.pose.at, Point { x: 30 * INCH, y: 10 * INCH });
    assert_eq!(state.pose.facing, 0);
    assert_eq!(rules.start.units[unit(&rules, "greys").ix()].pose.facing, 18_000);
    // CP 7.3.6: pikes between two wings of musketeers, each two deep.
    assert_eq!((state.layout.left, state.layout.centre, state.layout.right), (6, 6, 6));
    assert_eq!(rules.start.phase, Phase::Initiative);
    assert_eq!((rules.start.turn, rules.start.contacts.len()), (1, 0));
}

#[test]
fn a_sub_general_leads_the_units_of_his_command() {
    // CP 9.2
    let rules = sound(SOUND);
    let wilmot = rules.units[unit(&rules, "horse").ix()].sub_general.unwrap();
    assert_eq!(rules.generals[wilmot.ix()].name, "Lord Wilmot");
    assert_eq!(rules.units[unit(&rules, "blues").ix()].sub_general, None);
    assert!(rules.generals[0].chief && !rules.generals[1].chief);
}

#[test]
fn a_battery_mixes_its_guns_and_has_a_crew_for_each() {
    // CP 5.5, rulings G37 and G40: crews of 2, 3 and 4, four rounds of hail (CP 16.8.6).
    let rules = sound(SOUND);
    let id = unit(&rules, "guns");
    assert_eq!(rules.units[id.ix()].others, 2 + 3 + 4);
    let battery = rules.start.batteries.iter().find(|battery| battery.unit == id).unwrap();
    assert_eq!(
        battery.guns.iter().map(|gun| gun.class).collect::<Vec<_>>(),
        [GunClass::Light, GunClass::Field, GunClass::Heavy]
    );
    assert!(battery.guns.iter().all(|gun| gun.hail == 4 && !gun.limber && gun.state == GunState::Served));
    assert_eq!(rules.start.units[id.ix()].formation, Formation::Unlimbered);
}

#[test]
fn defaults_are_those_of_the_rulings() {
    // Rulings G67 and G68.
    let text = spoil("turns = 10\n", "").replace("at = [30, 40]\n", "");
    let rules = sound(&text);
    assert_eq!((rules.turns, rules.victory.broken_at), (18, Some(50)));
    let zone = rules.sides[1].zone.unwrap();
    assert_eq!((zone.west, zone.south, zone.east, zone.north), (0, 36 * INCH, 72 * INCH, 48 * INCH));
    assert_eq!(rules.start.phase, Phase::Deployment);
    assert_eq!(rules.start.units[unit(&rules, "greys").ix()].place, Place::Reserve);
    // CP 1.3: 9 inches at 15 mm.
    let small = sound(&text.replace("25mm", "15mm"));
    assert_eq!(small.sides[0].zone.unwrap().north, 9 * INCH);
}

/// Plays a battle by its defaults to the end.
fn end_of(text: &str) -> String {
    use kernel::Rulebook;
    let header = kernel::Header { seed: Some(3), ..kernel::Header::default() };
    let (mut battle, _) = kernel::Battle::begin(sound(text), header);
    while let Some(seat) = battle.rules().awaiting(battle.state()).first() {
        let mut menu = Vec::new();
        let question = battle.rules().ask(battle.state(), seat, &mut menu);
        battle.decide(seat, menu[question.default], &mut kernel::Silent).unwrap();
    }
    battle.rules().outcome(battle.state()).unwrap().words
}

#[test]
fn armies_need_not_break() {
    // Ruling G67 is for battles that say nothing else.
    let victory = |at: &str| format!("{SOUND}\n[victory]\nbroken-at = {at}\n");
    assert_eq!(sound(&victory("33")).victory.broken_at, Some(33));
    assert_eq!(sound(&victory("false")).victory.broken_at, None);
    for (wrong, what) in
        [("0", "0 per cent"), ("101", "101 per cent"), ("-5", "-5 per cent"), ("true", "at some per cent")]
    {
        let marked = format!("{wrong} # here");
        one_fault(&victory(&marked), &marked, what, "1 to 100, or false");
    }
    let lost =
        |text: &str| text.replacen("key = \"greys\"\n", "key = \"greys\"\nstart = { gone = \"destroyed\" }\n", 1);
    assert!(end_of(&lost(&victory("1"))).contains("an army is broken"));
    assert!(end_of(&lost(&victory("false"))).contains("the turns are over"));
}

#[test]
fn places_are_named_and_counted_as_people_do() {
    let rules = sound(SOUND);
    let read = |text: &str| rules.read(text);
    for same in [
        ["move enter farm", "move enter #1", "move enter 0"],
        ["move loophole hedge", "move loophole #1", "move loophole 0"],
        ["move clear-hedge hedge", "move clear-hedge #1", "move clear-hedge 0"],
        ["move swing-gun #3 15", "move swing-gun #3 15.0", "move swing-gun 2 15"],
    ] {
        let [one, two, three] = same.map(|text| read(text).unwrap());
        assert!(one == two && two == three, "{same:?}");
        // Journals keep what they had.
        assert_eq!(rules.notate(&one), same[2]);
    }
    assert_eq!(read("move enter copse").unwrap_err(), "there is no town block `copse`; one of: #1 or farm");
    assert_eq!(read("move enter #2").unwrap_err(), "there is no town block `#2`; one of: #1 or farm");
    assert!(read("move loophole #0").unwrap_err().contains("one of: #1 or hedge"));
    assert!(read("move swing-gun #0 15").unwrap_err().contains("counts from #1"));
}

#[test]
fn players_choose_options_over_the_file() {
    // CP 1.2
    let choices: OptionValues = [("volley-fire", "on"), ("scale", "15mm"), ("pistols", "impact-only")]
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let rules = setup::open_with(&Source::new("test.toml", SOUND), &choices, &[]).unwrap();
    assert!(rules.options.volley_fire && !rules.options.lancers);
    assert_eq!(rules.options.scale, charge_pikes::scales::Scale::Mm15);
    assert_eq!(rules.options.pistols, charge_pikes::cards::PistolRound::Impact);
}

#[test]
fn seats_share_a_side_by_commands() {
    let seats = "[[seats]]\nkey = \"r\"\nname = \"Rupert\"\nside = \"king\"\n\n\
                 [[seats]]\nkey = \"w\"\nname = \"Wilmot\"\nside = \"king\"\ncommands = [\"wing\"]\n\n\
                 [[seats]]\nkey = \"p\"\nname = \"Essex\"\nside = \"parliament\"\n\n";
    let text = spoil("[[generals]]\nkey = \"rupert\"", &format!("{seats}[[generals]]\nkey = \"rupert\""));
    let rules = sound(&text);
    assert_eq!(rules.units[unit(&rules, "horse").ix()].seat, Seat(1));
    assert_eq!(rules.units[unit(&rules, "blues").ix()].seat, Seat(0));
    assert_eq!(rules.units[unit(&rules, "greys").ix()].seat, Seat(2));
    assert_eq!(rules.generals[1].seat, Seat(1));
    one_fault(
        &text.replace("commands = [\"wing\"]", "commands = [\"wings\"]"),
        "\"wings\"",
        "command `wings`",
        "`wing`",
    );
}

// Any state a unit may be in.

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

// What is wrong is told with its place and what would be right.

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

// Chapter 21.

#[test]
fn the_cost_chart() {
    let points = |kind, grade, figures, swedish| Muster { kind, grade, figures, swedish, guns: &[] }.points();
    // CP 21.1, CP V31
    assert_eq!(points(Kind::PikeAndShot, Grade::C, 36, true), 180);
    assert_eq!(points(Kind::Cuirassiers, Grade::B, 12, false), 192);
    assert_eq!(points(Kind::Dragoons, Grade::C, 10, false), 60);
    let gun = [GunCard { class: GunClass::Field, limber: true, hail: 4 }];
    assert_eq!(Muster { kind: Kind::Battery, grade: Grade::C, figures: 4, swedish: false, guns: &gun }.points(), 104);
    // CP 21.1: the rest of the chart.
    let grades = [Grade::A, Grade::B, Grade::C, Grade::D, Grade::E];
    assert_eq!(grades.map(|grade| points(Kind::PikeAndShot, grade, 1, false)), [8, 6, 4, 3, 2]);
    assert_eq!(grades.map(|grade| points(Kind::Horse, grade, 1, false)), [16, 12, 8, 6, 4]);
    assert_eq!(points(Kind::Lancers, Grade::C, 1, false), 10);
    assert_eq!(points(Kind::HighlandShock, Grade::C, 1, false), 4);
    assert_eq!(points(Kind::Wagons, Grade::C, 3, false), 30);
    let guns = [GunClass::Light, GunClass::Heavy].map(|class| GunCard { class, limber: false, hail: 4 });
    assert_eq!(Muster { kind: Kind::Battery, grade: Grade::E, figures: 1, swedish: false, guns: &guns }.points(), 144);
    assert_eq!((costs::general(true), costs::general(false)), (100, 50));
}

#[test]
fn pike_status_comes_from_the_share_of_pikes() {
    // CP 7.2.2, 7.2.3, 7.2.4, CP V24
    let status = |pikes: u8, muskets: u8| {
        let text = spoil("pikes = 12\nmuskets = 24", &format!("pikes = {pikes}\nmuskets = {muskets}"));
        sound(&text).units[0].status
    };
    assert_eq!(status(12, 24), PikeStatus::PikeSupported);
    assert_eq!(status(11, 25), PikeStatus::Naked);
    assert_eq!(status(18, 18), PikeStatus::HeavyArmed);
    // CP 7.2.5: losses change nothing.
    let rules = sound(&with_key("blues", "start = { losses = { pikes = 6, others = 0 } }"));
    assert_eq!((rules.units[0].status, rules.start.units[0].pikes), (PikeStatus::PikeSupported, 6));
}

const ARMY: &str = "format = 1\nrulebook = \"charge-pikes\"\nkey = \"tertia\"\ntitle = \"A tertia\"\nlimit = 500\n\n\
    [[generals]]\nname = \"Sir Jacob\"\nrank = \"chief\"\n\n\
    [[units]]\nname = \"Regiment of foot\"\ncount = 2\nkind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 18\n\n\
    [[units]]\nname = \"Saker\"\nkind = \"battery\"\ngrade = \"C\"\nguns = [\"field\"]\ncrew = 4\nlimbers = true\n";

#[test]
fn an_army_list_is_billed_line_by_line() {
    // CP 21.1
    let army = armies::open(&Source::new("army.toml", ARMY)).unwrap();
    assert_eq!(army.bill.entries.iter().map(scenario::bill::BillEntry::points).collect::<Vec<_>>(), [240, 104, 100]);
    assert_eq!(army.bill.total(), 444);
    let saker: Vec<(&str, u32, u32)> =
        army.bill.entries[1].lines.iter().map(|line| (line.what.as_str(), line.count, line.points())).collect();
    assert_eq!(saker, [("field guns", 1, 70), ("gunners, grade C", 4, 24), ("limbers", 1, 10)]);
    assert!(army.bill.to_string().contains("[CP 21.1]"));
}

#[test]
fn an_army_over_its_limit_is_told_by_how_much() {
    let over = armies::open(&Source::new("army.toml", ARMY.replace("500", "400"))).unwrap_err();
    assert_eq!((over.0[0].line, over.0[0].column), (5, 9));
    assert!(over.0[0].what.contains("444 points, 44 over its limit of 400 (CP 21.1)"));
    assert!(over.0[0].instead.contains("Sir Jacob alone costs 100"));
    let typo = armies::open(&Source::new("army.toml", ARMY.replace("pikes", "pikse"))).unwrap_err();
    assert!(typo.0[0].instead.contains("did you mean `pikes`?"));
}

// Battles that begin inside a turn.

/// The sound battle, to begin at that point; units of both sides are brought close where a test wants it.
fn begin_at(start: &str) -> String {
    spoil("[ground]\n", &format!("[start]\n{start}\n\n[ground]\n"))
}

#[test]
fn a_wrong_beginning_is_a_fault() {
    let one = |start: &str, marker: &str, what: &str, instead: &str| one_fault(&begin_at(start), marker, what, instead);
    one("turn = 11", "11", "the battle has no turn 11", "1 to 10");
    one("turn = 0", "0\n\n[ground]", "the battle has no turn 0", "1 to 10");
    one("phase = \"shooting\"", "\"shooting\"", "who is Side A in this turn?", "side-a = \"king\"");
    one("side-a = \"king\"", "\"king\"", "still to be rolled for (CP 14.1)", "a later phase");
    one("phase = \"initiative\"\nside-a = \"king\"", "\"king\"", "still to be rolled for", "leave it out");
    one("phase = \"combat\"\nside-a = \"kin\"", "\"kin\"", "there is no side `kin`", "did you mean `king`?");
    one("phase = \"lunch\"", "\"lunch\"", "`lunch` is not a word for `phase`", "`movement`");
    let twice = begin_at("turn = 2").replacen("turns = 10", "turns = 10\nfirst-turn = 2", 1);
    one_fault(&twice, "2\n\n[ground]", "`first-turn` says already", "one of the two");
    let undeployed = begin_at("phase = \"combat\"\nside-a = \"king\"").replacen("at = [45, 40]\n", "", 1);
    one_fault(&undeployed, "\"combat\"", "`dragoons` has still to be deployed", "at = [x, y]");
}

#[test]
fn what_was_done_in_the_turn_wants_a_beginning_inside_it() {
    let late = |start: &str, key: &str| {
        begin_at(start).replacen("key = \"blues\"\n", &format!("key = \"blues\"\nstart = {{ {key} }}\n"), 1)
    };
    let shooting = "phase = \"shooting\"\nside-a = \"king\"";
    for key in ["moved = 4", "one-rank = true", "charged = true", "evaded = true"] {
        let value = key.split(" = ").nth(1).unwrap();
        let text = with_key("blues", &format!("start = {{ {key} }}"));
        one_fault(&text, &format!("{value} }}"), "nobody has moved yet", "phase = \"shooting\"");
        let blues = sound(&late(shooting, key)).start.units[0];
        assert!(blues.moved && blues.finished, "{key}");
    }
    assert_eq!(sound(&late(shooting, "moved = 4")).start.units[0].spent, 4 * INCH);
    // CP 16.7.1
    assert!(sound(&late(shooting, "one-rank = true")).start.units[0].rotated);
    one_fault(&late(shooting, "shot = true"), "true }", "nobody has shot yet", "phase = \"combat\"");
    let combat = "phase = \"combat\"\nside-a = \"king\"";
    assert!(sound(&late(combat, "shot = true")).start.units[0].shot);
    one_fault(&late(shooting, "moved = -1"), "-1 }", "-1 inches of a move", "0 to what it can move");
}

#[test]
fn charges_under_way_are_legal_charges() {
    let charge = |phase: &str, side: &str, charge: &str| {
        begin_at(&format!("phase = \"{phase}\"\nside-a = \"{side}\"\ncharges = [{{ {charge} }}]"))
            .replacen("at = [30, 40]", "at = [30, 24]\nfacing = \"north\"", 1)
            .replacen("at = [45, 10]", "at = [30, 17]", 1)
            .replacen("points = [[30, 24], [40, 24]]", "points = [[50, 30], [60, 30]]", 1)
    };
    let wilmot = "charger = \"horse\", target = \"greys\"";
    let rules = sound(&charge("movement", "king", wilmot));
    assert_eq!(rules.start.charges.len(), 1);
    one_fault(&charge("combat", "king", wilmot), "{ charger", "no charge is under way", "\"shooting\"");
    one_fault(
        &charge("movement", "parliament", wilmot),
        "\"horse\", t",
        "not for `horse` to charge",
        "second-movement",
    );
    sound(&charge("second-movement", "parliament", wilmot));
    let ran = format!("{wilmot}, ran = 4");
    one_fault(&charge("movement", "king", &ran), "4 }", "has still to be run", "\"shooting\"");
    // CP 15.3.4
    let foot = "charger = \"greys\", target = \"horse\"";
    one_fault(&charge("movement", "parliament", foot), "\"greys\", t", "foot may not charge mounted", "a legal charge");
    let guns = "charger = \"guns\", target = \"greys\"";
    one_fault(&charge("movement", "king", guns), "\"guns\", t", "gunners may not charge", "a legal charge");
    let nobody = "charger = \"horse\", target = \"grays\"";
    one_fault(&charge("movement", "king", nobody), "\"grays\"", "there is no unit `grays`", "did you mean `greys`?");
    one_fault(&charge("shooting", "king", &ran), "\"greys\", r", "inches apart", "bases touch");
    let twice = format!("{wilmot} }}, {{ charger = \"horse\", target = \"greys\"");
    let faults = open(&charge("movement", "king", &twice)).unwrap_err().0;
    assert!(faults.iter().any(|fault| fault.what.contains("the unit charges already")), "{faults:?}");
}

// Battles that come with the program, and generated ones.

fn shipped() -> Vec<PathBuf> {
    let folder = root().join("battles/charge-pikes");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    files
}

#[test]
fn every_shipped_battle_loads() {
    assert!(shipped().len() >= 4);
    for path in shipped() {
        let source = Source::open(&path).unwrap();
        let rules = setup::open(&source).unwrap_or_else(|faults| panic!("{faults}"));
        let header = scenario::header(&source).unwrap();
        assert_eq!((header.rulebook.as_str(), &header.key), ("charge-pikes", &rules.info.key));
        assert!(!rules.info.title.is_empty() && !rules.info.summary.is_empty());
    }
}

#[test]
fn the_generated_battle_is_what_its_seed_gives() {
    let text = std::fs::read_to_string(root().join("battles/charge-pikes/generated-1645.toml")).unwrap();
    assert_eq!(text, generator::generate(1645, 1000));
}

#[test]
fn every_seed_gives_a_sound_battle_within_its_points() {
    // CP 21.1
    for seed in 0..300_u64 {
        let points = 300 + (seed as u32 * 97) % 1701;
        let text = generator::generate(seed, points);
        assert_eq!(text, generator::generate(seed, points));
        let rules = open(&text).unwrap_or_else(|faults| panic!("seed {seed}, {points} points:\n{faults}"));
        for side in Side::BOTH {
            let cost = armies::bill_of(&rules, side).total();
            assert!(cost <= points && cost * 5 >= points * 4, "seed {seed}: {cost} of {points} points");
        }
        assert_eq!(rules.start.phase, Phase::Deployment);
    }
}

/// The schemas an editor uses are those of the types. `UPDATE_SCHEMAS=1` writes them anew.
#[test]
fn the_schemas_are_current() {
    let folder = root().join("docs/schema");
    let schemas =
        [("charge-pikes-battle.schema.json", setup::schema()), ("charge-pikes-army.schema.json", armies::schema())];
    for (name, schema) in schemas {
        let path = folder.join(name);
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(&path, &schema).unwrap();
        }
        let current = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(current == schema, "{name} is out of date: run the tests once with UPDATE_SCHEMAS=1");
    }
}

/// A list of the state that is too short is found by whoever looks at the invariants: by every soak.
#[test]
fn lists_that_are_too_short_are_found() {
    use kernel::Soundness;
    let header = kernel::Header { seed: Some(3), ..kernel::Header::default() };
    let (battle, _) = kernel::Battle::begin(sound(SOUND), header);
    let (rules, mut state) = (battle.rules(), battle.state().clone());
    assert_eq!(rules.invariants(&state), Ok(()));
    let fire = charge_pikes::state::Fire {
        unit: unit(rules, "blues"),
        target: unit(rules, "greys"),
        face: 0,
        shot: charge_pikes::state::Shot::SmallArms,
    };
    while !state.fires.is_full() {
        assert!(state.overflow.keep(&mut state.fires, fire));
    }
    assert!(!state.overflow.keep(&mut state.fires, fire));
    assert!(rules.invariants(&state).unwrap_err().contains("lists were full 1 times"));
}

// The guide to battle files.

fn guide() -> String {
    std::fs::read_to_string(root().join("docs/battle-files.md")).unwrap()
}

#[test]
fn the_example_of_the_guide_is_sound() {
    let guide = guide();
    let example = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let rules = sound(example);
    assert_eq!(rules.info.key, "ambush-at-the-ford");
    let army = guide.split("checked by themselves:\n\n").nth(1).unwrap();
    let army: Vec<&str> =
        army.lines().take_while(|l| l.is_empty() || l.starts_with("    ")).map(|l| l.trim_start()).collect();
    assert_eq!(armies::open(&Source::new("army.toml", army.join("\n"))).unwrap().bill.total(), 532);
}

#[test]
fn the_guide_names_every_key() {
    fn keys(value: &serde_json::Value, found: &mut std::collections::BTreeSet<String>) {
        if let Some(properties) = value.get("properties").and_then(serde_json::Value::as_object) {
            found.extend(properties.keys().cloned());
        }
        match value {
            serde_json::Value::Object(object) => object.values().for_each(|inner| keys(inner, found)),
            serde_json::Value::Array(list) => list.iter().for_each(|inner| keys(inner, found)),
            _ => {}
        }
    }
    let mut found = std::collections::BTreeSet::new();
    for schema in [setup::schema(), armies::schema()] {
        keys(&serde_json::from_str(&schema).unwrap(), &mut found);
    }
    let guide = guide();
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words: std::collections::BTreeSet<&str> = guide.split(|c| !is_letter(c)).collect();
    let missing: Vec<&String> = found.iter().filter(|key| !words.contains(key.as_str())).collect();
    assert!(missing.is_empty(), "the guide does not speak of {missing:?}");
}
