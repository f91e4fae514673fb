//! Battle files: those that come with the rulebook open, wrong ones are refused with every fault in its place.

use kernel::{OptionValues, Seat, Side};
use musket_and_pike::cards::{Class, Horse, Role, UnitId};
use musket_and_pike::state::{Formation, LeaderPlace, Loss, Mark, Morale, Orders, Place, Slot};
use musket_and_pike::table::Table;
use musket_and_pike::{MusketAndPike, setup};
use scenario::Source;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

#[test]
fn every_shipped_battle_opens() {
    for file in std::fs::read_dir(root().join("battles/musket-and-pike")).unwrap() {
        let source = Source::open(&file.unwrap().path()).unwrap();
        setup::open(&source).unwrap_or_else(|faults| panic!("{faults}"));
    }
}

/// A battle that is in order; the tests below spoil it in one place each.
const SOUND: &str = r##"format = 1
rulebook = "musket-and-pike"
key = "test"
title = "A test"
turns = 5

[map]
columns = 8
rows = 7
legend = { "w" = "woods", "r" = "water" }
ground = '''
. . . . . . . .
 . . . . . . . .
. . . . w . . .
 . . . . . . . .
. . . . . . . .
 . . . . . . . .
r . . . . . . .
'''
heights = '''
1 1 1 1 1 1 1 1
 0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0
'''
steep = ["0301 se"]
hexsides = [{ kind = "hedge", at = ["0404 se"] }]
roads = [{ through = ["0105", "0805"] }]
names = [{ at = "0503", text = "Copse" }]

[[sides]]
key = "king"
name = "The King"
colour = "#b03a2e"
edge = "south"
successor = "digby"

[[sides]]
key = "league"
name = "The League"
edge = "north"

[[leaders]]
key = "charles"
name = "Charles"
side = "king"
rating = 0
army-commander = true
at = "0506"

[[leaders]]
key = "byron"
name = "Byron"
side = "king"
rating = -1
at = "0306"

[[leaders]]
key = "digby"
name = "Digby"
side = "king"
rating = 0

[[leaders]]
key = "essex"
name = "Essex"
side = "league"
rating = -2
at = "0302"

[[wings]]
key = "blue"
name = "Blue Wing"
side = "king"
commander = "byron"
orders = "charge"
replacement = "digby"

[[wings]]
key = "grey"
name = "Grey Wing"
side = "league"
commander = "essex"
orders = "receive-charge"

[[units]]
key = "horse"
name = "Horse"
wing = "blue"
kind = "cuirassiers"
strength = 4
morale = 7
at = "0306"
facing = "n"

[[units]]
key = "shot"
name = "Shot"
wing = "blue"
kind = "musketeers"
strength = 2
morale = 6
at = "0606"
facing = "n"

[[units]]
key = "drake"
name = "Drake"
wing = "blue"
kind = "light-guns"
morale = 6
at = "0706"
facing = "n"

[[units]]
key = "foot"
name = "Foot"
wing = "grey"
kind = "heavy-infantry"
strength = 8
morale = 6
two-hex = true
at = "0302"
facing = "s"

[[units]]
key = "train"
name = "Train"
wing = "grey"
kind = "wagon"
morale = 5
at = "0701"

[victory]
positive = "king"
levels = [{ at-least = 5, name = "Won", winner = "king" }, { at-least = -9999, name = "Lost", winner = "league" }]
locations = [{ name = "Copse", hexes = ["0503"], points = [5, 5], held = "league" }]
"##;

fn open(text: &str) -> Result<MusketAndPike, scenario::Faults> {
    setup::open(&Source::new("test.toml", text))
}

#[track_caller]
fn sound(text: &str) -> MusketAndPike {
    open(text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// What is wrong with a file that should be refused.
#[track_caller]
fn faults_of(text: &str) -> scenario::Faults {
    match open(text) {
        Ok(_) => panic!("the file should have a fault"),
        Err(faults) => faults,
    }
}

/// The sound battle with one piece of text changed.
#[track_caller]
fn spoil(from: &str, to: &str) -> String {
    assert_eq!(SOUND.matches(from).count(), 1, "`{from}` should stand once in the battle");
    SOUND.replacen(from, to, 1)
}

/// The sound battle with a key added to somebody.
#[track_caller]
fn with_key(who: &str, key: &str) -> String {
    spoil(&format!("key = \"{who}\"\n"), &format!("key = \"{who}\"\n{key}\n"))
}

/// Line and column, both from one, at which a piece of text first stands.
#[track_caller]
fn place_of(text: &str, marker: &str) -> (usize, usize) {
    let at = text.find(marker).unwrap_or_else(|| panic!("`{marker}` is not in the text"));
    let before = &text[..at];
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (before.matches('\n').count() + 1, column)
}

/// The file has exactly one fault, at the marker, with these words and advice.
#[track_caller]
fn one_fault(text: &str, marker: &str, what: &str, instead: &str) {
    let faults = faults_of(text).0;
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 1, "{}", told.join("\n"));
    let fault = &faults[0];
    assert!(fault.what.contains(what), "{} should say `{what}`", told[0]);
    assert!(fault.instead.contains(instead) && !fault.instead.is_empty(), "{} should advise `{instead}`", told[0]);
    assert_eq!((fault.line, fault.column), place_of(text, marker), "{}", told[0]);
    assert!(told[0].starts_with(&format!("test.toml:{}:{}: ", fault.line, fault.column)));
}

// What a sound file gives.

#[test]
fn a_sound_file_becomes_a_battle() {
    let rules = sound(SOUND);
    assert_eq!((rules.turns, rules.units.len(), rules.seats.len()), (5, 5, 2));
    assert_eq!(rules.units[0].class, Class::Cavalry);
    assert!(rules.units[3].two_hex && rules.units[3].pikes);
    let (horse, foot) = (rules.start.units[0], rules.start.units[3]);
    // Two shots for cavalry (MP 10.7.1a); the right half of a unit facing south lies to the west (MP 6.1b).
    assert_eq!((horse.pistols, foot.pistols), (2, 0));
    let number = |hex| rules.ground.grid.number(hex).to_string();
    assert_eq!((number(foot.hex), foot.other.map(number)), ("0302".into(), Some("0202".into())));
    // A Wing without Heavy Infantry is a Cavalry Wing (MP G.1).
    assert!(rules.wings[0].cavalry_wing && !rules.wings[1].cavalry_wing);
    assert_eq!((rules.start.wings[0].orders, rules.start.wings[1].orders), (Orders::Charge, Orders::ReceiveCharge));
    // Three leaders of the file on the map, one set aside, and a deputy for each Wing.
    let places: Vec<bool> = rules.start.leaders.iter().map(|leader| leader.place == LeaderPlace::Map).collect();
    assert_eq!(places, [true, true, false, true, false, false]);
    assert_eq!(rules.start.leaders[0].role, Role::Army);
}

#[test]
fn a_wing_of_dismounted_cavalry_is_no_cavalry_wing() {
    // MP G.1, 14.3b: on foot it is Heavy Infantry for this.
    for (kind, cavalry_wing) in
        [("cuirassiers", true), ("dismounted-cavalry", false), ("arquebusiers\"\ndismounted = true #", false)]
    {
        let rules = sound(&spoil("kind = \"cuirassiers\"", &format!("kind = \"{kind}\"")));
        assert_eq!(rules.wings[0].cavalry_wing, cavalry_wing, "{kind}");
    }
}

#[test]
fn cavalry_of_every_kind_may_be_on_foot() {
    // MP 14.3a, 14.3b: it fires and scores as what it is, and has the allowance of Heavy Infantry.
    for (kind, horse) in
        [("cuirassiers", Horse::Cuirassiers), ("arquebusiers", Horse::Arquebusiers), ("croats", Horse::Croats)]
    {
        let text = spoil("kind = \"cuirassiers\"", &format!("kind = \"{kind}\"\ndismounted = true"));
        let rules = sound(&text);
        let table = Table { rules: &rules, state: &rules.start };
        let unit = UnitId(0);
        assert_eq!((rules.units[0].horse, table.allowance(unit)), (horse, 4), "{kind}");
        assert!(table.is_heavy(unit) && !table.is_cavalry(unit) && table.has_pistols(unit));
        let mut state = rules.start.clone();
        state.lift(unit);
        state.units[0].place = Place::Gone(Loss::Eliminated);
        let points = Table { rules: &rules, state: &state }.victory_points(Side::SECOND);
        assert_eq!(points, if kind == "croats" { 5 } else { 10 } + 5, "{kind}, and the copse");
    }
    one_fault(&with_key("shot", "dismounted = true"), "true\nname = \"Shot\"", "that is dismounted", "false");
}

#[test]
fn light_infantry_is_not_stacked_with_horsemen_on_foot() {
    // MP 14.3b, 8.2.1a.
    let stacked = |kind: &str| {
        let text = spoil("kind = \"cuirassiers\"", kind).replace("at = \"0606\"", "at = \"0306\"\nwith = \"horse\"");
        open(&text)
    };
    assert!(stacked("kind = \"cuirassiers\"").is_ok());
    assert!(stacked("kind = \"dismounted-cavalry\"").is_err());
    assert!(stacked("kind = \"croats\"\ndismounted = true").is_err());
}

#[test]
fn a_location_belongs_to_whoever_stands_in_it_at_the_start() {
    // MP 15.0g: the side that last had a unit there; what the file says comes first.
    let held = |hexes: &str, held: &str| {
        let text = spoil(
            "hexes = [\"0503\"], points = [5, 5], held = \"league\"",
            &format!("hexes = {hexes}, points = [5, 5]{held}"),
        );
        let rules = sound(&text);
        (
            rules.start.control[0],
            Side::BOTH.map(|side| Table { rules: &rules, state: &rules.start }.victory_points(side)),
        )
    };
    let [king, league] = Side::BOTH;
    assert_eq!(held("[\"0503\"]", ""), (None, [0, 0]));
    assert_eq!(held("[\"0306\"]", ""), (Some(king), [5, 0]));
    // The right half of a two-hex unit stands there as well.
    assert_eq!(held("[\"0503\", \"0202\"]", ""), (Some(league), [0, 5]));
    assert_eq!(held("[\"0306\", \"0202\"]", ""), (None, [0, 0]));
    assert_eq!(held("[\"0306\"]", ", held = \"league\""), (Some(league), [0, 5]));
}

#[test]
fn without_a_draw_among_the_levels_nobody_wins_who_has_left() {
    // MP 15.0j, 4.6c, 4.6e: the battle knows Won and Lost; both armies are under Rally, and the score would be the King's, or the League's.
    for (score, left, level) in
        [(9, [true, true], "Draw"), (-9, [true, true], "Draw"), (9, [false, true], "Won"), (9, [true, false], "Draw")]
    {
        let rules = sound(SOUND);
        let points = if score > 0 { [9, 0] } else { [0, 9] };
        let table = Table { rules: &rules, state: &rules.start };
        let reached = &rules.victory.levels[usize::from(table.level_reached(points, left))];
        assert_eq!(reached.name, level, "{score} {left:?}");
        // It is no level that a score gives.
        let names = (-20..20).map(|score: i32| {
            let points = [score.max(0) as u16, (-score).max(0) as u16];
            rules.victory.levels[usize::from(table.level_reached(points, [false; 2]))].name.clone()
        });
        assert!(names.into_iter().all(|name| name != "Draw"));
    }
}

/// MP 6.1c: whoever has no facing needs none in the file; MP 14.1c: nothing tests a wagon.
#[test]
fn what_a_unit_does_not_have_is_not_asked_of_its_file() {
    let faceless = |text: String, key: &str| {
        let at = text.find(&format!("key = \"{key}\"")).unwrap();
        let (before, after) = text.split_at(at);
        let start = after.find("facing = ").unwrap();
        let end = start + after[start..].find('\n').unwrap() + 1;
        format!("{before}{}{}", &after[..start], &after[end..])
    };
    let rules = sound(&faceless(with_key("horse", "morale-state = \"broken\""), "horse"));
    assert_eq!(rules.start.units[0].morale, Morale::Broken);
    sound(&faceless(with_key("drake", "limbered = true"), "drake"));
    // Two hexes that face nowhere lie as if they faced north.
    let rules = sound(&faceless(with_key("foot", "morale-state = \"broken\""), "foot"));
    let (left, right) = (rules.start.units[3].hex, rules.start.units[3].other.unwrap());
    let grid = &rules.ground.grid;
    assert_eq!((grid.number(left).to_string(), grid.number(right).to_string()), ("0302".into(), "0402".into()));
    sound(&spoil("morale = 5\n", ""));
    // Everybody else faces somewhere and has a morale.
    one_fault(&faceless(SOUND.into(), "shot"), "\"shot\"", "faces nowhere", "facing = ");
    one_fault(&spoil("morale = 7\n", ""), "\"horse\"", "has no morale", "4 to 8");
    // Two of the Broken in one hex face nowhere, both.
    let text = spoil("at = \"0606\"\nfacing = \"n\"", "at = \"0306\"\nwith = \"horse\"\nmorale-state = \"broken\"");
    let text =
        text.replacen("at = \"0306\"\nfacing = \"n\"", "at = \"0306\"\nfacing = \"s\"\nmorale-state = \"broken\"", 1);
    sound(&text);
}

#[test]
fn units_start_in_any_state_they_could_be_in() {
    let rules =
        sound(&with_key("horse", "casualties = 1\npistols = 1\nformation = \"shaken\"\nmorale-state = \"shaken\""));
    let horse = rules.start.units[0];
    assert_eq!((horse.casualties, horse.pistols), (1, 1));
    assert_eq!((horse.formation, horse.morale), (Formation::Shaken, Morale::Shaken));
    // A Morale Broken unit has no formation (MP 12.4.3a).
    let rules = sound(&with_key("foot", "morale-state = \"broken\""));
    assert_eq!(rules.start.units[3].formation, Formation::None);
    let rules = sound(&with_key("drake", "limbered = true"));
    assert!(rules.start.units[2].has(Mark::Limbered));
    let rules = sound(&with_key("drake", "disabled = true"));
    assert_eq!(rules.start.units[2].place, Place::Wreck { captured: false });
    // MP 14.1d, 15.0a: a wagon that the enemy has is no unit of its Wing, and is worth its points to him.
    let [own, taken] = ["", "captured = true"].map(|key| sound(&with_key("train", key)));
    let train = taken.start.units[4];
    assert_eq!((train.place, train.has(Mark::Captured)), (Place::Wreck { captured: true }, true));
    let points =
        |rules: &MusketAndPike| Side::BOTH.map(|side| Table { rules, state: &rules.start }.victory_points(side));
    assert_eq!((points(&own), points(&taken)), ([0, 5], [10, 5]));
    // Light Infantry under cavalry of its Wing (MP 8.1.1b).
    let text = spoil("at = \"0606\"\nfacing = \"n\"", "at = \"0306\"\nfacing = \"n\"\nwith = \"horse\"");
    let rules = sound(&text);
    assert_eq!((rules.start.units[0].with.is_some(), rules.start.units[1].slot), (true, Slot::Under));
}

#[test]
fn a_wing_arrives_later() {
    let text = with_key("grey", "arrives = { turn = 3, hexes = [\"0301\", \"0401\"] }")
        .replace("at = \"0302\"\nfacing = \"s\"\n", "")
        .replace("rating = -2\nat = \"0302\"\n", "rating = -2\n")
        .replace("morale = 5\nat = \"0701\"\n", "morale = 5\n");
    let rules = sound(&text);
    assert_eq!(rules.start.units[3].place, Place::Expected);
    assert_eq!(rules.wings[1].arrives.as_ref().unwrap().turn, 3);
    let arrival = "arrives = { turn = 3, hexes = [\"0301\", \"0401\"] }";
    one_fault(&text.replace("turn = 3", "turn = 9"), "9, hexes", "in turn 9", "1 to 5");
    one_fault(&text.replace("\"0401\"]", "\"0403\"]"), "\"0403\"]", "inside the map", "edge");
    one_fault(&text.replace(arrival, "arrives = { turn = 3, hexes = [] }"), "[] }", "arrives nowhere", "one hex");
    let early = text.replace("key = \"train\"\n", "key = \"train\"\nat = \"0701\"\n");
    // MP 5.8c, ruling G-A72: some may be there before the others, but then their commander is with them.
    one_fault(&early, "\"essex\"\norders = \"receive", "stands nowhere", "at =");
}

#[test]
fn a_wing_may_be_there_in_part() {
    // MP 5.8c, 7.4a, ruling G-A72: "if any units of that Wing have not yet arrived as Reinforcements".
    let text = with_key("grey", "arrives = { turn = 3, hexes = [\"0301\", \"0401\"] }")
        .replace("morale = 5\nat = \"0701\"\n", "morale = 5\n");
    let rules = sound(&text);
    assert_eq!((rules.start.units[3].place, rules.start.units[4].place), (Place::Map, Place::Expected));
}

#[test]
fn seats_share_a_side_by_wings() {
    let seats = "[[seats]]\nkey = \"c\"\nname = \"Charles\"\nside = \"king\"\nwings = []\n\n\
                 [[seats]]\nkey = \"b\"\nname = \"Byron\"\nside = \"king\"\nwings = [\"blue\"]\n\n";
    let text = spoil("[[leaders]]\nkey = \"charles\"", &format!("{seats}[[leaders]]\nkey = \"charles\""));
    let rules = sound(&text);
    assert_eq!(rules.seats.len(), 3);
    assert_eq!((rules.units[0].seat, rules.units[3].seat), (Seat(1), Seat(2)));
    one_fault(&text.replace("[\"blue\"]", "[\"bleu\"]"), "\"bleu\"", "no Wing `bleu`", "`blue`");
    one_fault(&text.replace("[\"blue\"]", "[\"grey\"]"), "\"grey\"]", "other side", "seat's side");
    one_fault(&text.replace("wings = []", "wings = [\"blue\"]"), "\"blue\"]\n\n[[leaders", "another seat", "one seat");
    one_fault(&text.replace("key = \"b\"", "key = \"c\""), "\"c\"\nname = \"Byron\"", "two seats", "of its own");
    one_fault(
        &text.replace("key = \"b\"", "key = \"league\""),
        "\"league\"\nname = \"Byron\"",
        "the seat",
        "another key",
    );
}

#[test]
fn players_choose_options_over_the_file() {
    let choices = OptionValues::from([("starting-orders".into(), "secret".into())]);
    let rules = setup::open_with(&Source::new("test.toml", SOUND), &choices, &[]).unwrap();
    assert!(rules.options.secret_orders && !sound(SOUND).options.secret_orders);
}

// What a wrong file is told.

#[test]
fn faults_of_the_form() {
    one_fault(&spoil("format = 1", "format = 2"), "2\nrulebook", "newer", "format = 1");
    one_fault(
        &spoil("rulebook = \"musket-and-pike\"", "rulebook = \"chess\""),
        "\"chess\"",
        "`chess`",
        "musket-and-pike",
    );
    one_fault(&spoil("key = \"test\"", "key = \"A Test\""), "\"A Test\"", "not a key", "lower case");
    one_fault(&with_key("horse", "moral = 7"), "moral = 7", "moral", "did you mean `morale`?");
    one_fault(&spoil("strength = 4", "strength = \"four\""), "\"four\"", "cannot be text", "whole number");
    one_fault(
        &spoil("kind = \"cuirassiers\"", "kind = \"cuirassier\""),
        "\"cuirassier\"",
        "cuirassier",
        "`cuirassiers`",
    );
    one_fault(&spoil("orders = \"charge\"", "orders = \"attack\""), "\"attack\"", "attack", "make-ready");
}

#[test]
fn faults_of_the_turns() {
    // `turns` and `first-turn` are the file's; the last is the last of the battle.
    one_fault(&spoil("turns = 5", "turns = 0"), "0\n", "no turns", "at least 1");
    one_fault(&spoil("turns = 5", "turns = 5\nfirst-turn = 6"), "6\n\n[map]", "turn 6", "1 to 5");
    one_fault(&spoil("turns = 5", "turns = 5\nfirst-turn = 0"), "0\n\n[map]", "turn 0", "1 to 5");
}

#[test]
fn faults_of_the_map() {
    one_fault(
        &spoil("\"w\" = \"woods\"", "\"q\" = \"wood\", \"w\" = \"woods\""),
        "\"wood\"",
        "no ground `wood`",
        "`woods`",
    );
    one_fault(&spoil(". . . . w . . .", ". . . . x . . ."), "x . . .", "`x` has no meaning", "`w`");
    one_fault(&spoil(". . . . w . . .", ". . . . w . ."), ". . . . w", "row 3 has 7 hexes", "8");
    one_fault(&spoil("rows = 7", "rows = 0"), "8\nrows", "", "at least one");
    one_fault(&spoil("steep = [\"0301 se\"]", "steep = [\"0303 se\"]"), "\"0303 se\"", "level", "two levels");
    one_fault(&spoil("\"0404 se\"", "\"0404\""), "\"0404\"", "not a hexside", "`0304 ne`");
    one_fault(&spoil("kind = \"hedge\"", "kind = \"hedgerow\""), "\"hedgerow\"", "no hexside", "hedge");
    one_fault(&spoil("edge = \"north\"\n", ""), "\"league\"\nname", "no friendly edge", "edge = ");
    let hexes = spoil("edge = \"north\"\n", "edge-hexes = [\"0101\", \"0404\"]\n");
    one_fault(&hexes, "\"0404\"]\n", "inside the map", "map edge");
    one_fault(&spoil("hexes = [\"0503\"]", "hexes = [\"0509\"]"), "\"0509\"", "0509", "0101 to 0807");
    one_fault(&spoil("hexes = [\"0503\"]", "hexes = []"), "[], points", "without a hex", "one hex");
}

#[test]
fn faults_of_sides_and_leaders() {
    one_fault(&spoil("colour = \"#b03a2e\"", "colour = \"red\""), "\"red\"", "not a colour", "#1f618d");
    let third = spoil(
        "[[leaders]]\nkey = \"charles\"",
        "[[sides]]\nkey = \"x\"\nname = \"X\"\n\n[[leaders]]\nkey = \"charles\"",
    );
    one_fault(&third, "[[sides]]", "3 sides", "exactly two");
    one_fault(&spoil("rating = -2", "rating = -3"), "-3", "rating of -3", "-2, the best");
    one_fault(&spoil("successor = \"digby\"", "successor = \"essex\""), "\"essex\"", "other side", "this side");
    one_fault(&spoil("successor = \"digby\"", "successor = \"digbi\""), "\"digbi\"", "no leader `digbi`", "`digby`");
    one_fault(
        &with_key("digby", "army-commander = true").replace("replacement = \"digby\"\n", ""),
        "\"digby\"\narmy",
        "Army Commander already",
        "one for each side",
    );
    one_fault(
        &with_key("byron", "army-commander = true").replace("army-commander = true\nat = \"0506\"", ""),
        "\"byron\"\narmy",
        "leads a Wing",
        "one or the other",
    );
    one_fault(&with_key("digby", "at = \"0306\""), "\"digby\"\n\n[[wings]]", "on the map already", "set aside");
    one_fault(&spoil("at = \"0506\"", "at = \"0302\""), "\"0302\"", "Foot of the enemy", "without an enemy");
    one_fault(&spoil("at = \"0506\"", "at = \"506\""), "\"506\"", "four digits", "0101 to 0807");
    one_fault(&spoil("army-commander = true\n", ""), "\"charles\"", "leads nothing", "army-commander = true");
}

#[test]
fn faults_of_wings() {
    one_fault(
        &spoil("replacement = \"digby\"\n", "")
            .replace("\"receive-charge\"", "\"receive-charge\"\nreplacement = \"digby\""),
        "\"digby\"\n\n[[units]]",
        "other side",
        "Wing's side",
    );
    one_fault(
        &spoil("replacement = \"digby\"", "replacement = \"byron\""),
        "\"byron\"\n\n[[wings]]",
        "a Wing already",
        "of its own",
    );
    // MP 5.2.1c
    one_fault(
        &spoil("rating = -1\nat = \"0306\"", "rating = -1\nat = \"0406\""),
        "\"byron\"\norders",
        "no unit of his Wing",
        "hex of one",
    );
    let empty = "[[wings]]\nkey = \"third\"\nname = \"Third\"\nside = \"king\"\ncommander = \"charles\"\norders = \"rally\"\n\n";
    let text = spoil("[[units]]\nkey = \"horse\"", &format!("{empty}[[units]]\nkey = \"horse\""))
        .replace("army-commander = true\n", "");
    one_fault(&text, "\"third\"", "without units", "units with this `wing`");
}

#[test]
fn faults_of_units() {
    one_fault(
        &spoil("wing = \"blue\"\nkind = \"light-guns\"", "wing = \"bleu\"\nkind = \"light-guns\""),
        "\"bleu\"",
        "no wing `bleu`",
        "`blue`",
    );
    one_fault(&spoil("key = \"shot\"", "key = \"horse\""), "\"horse\"\nname = \"Shot\"", "two units", "of its own");
    one_fault(&spoil("strength = 4\n", ""), "\"horse\"", "no strength", "1 to 20");
    one_fault(&spoil("strength = 4", "strength = 40"), "40\n", "strength of 40", "1 to 20");
    one_fault(&with_key("drake", "strength = 3"), "3\nname = \"Drake\"", "battery has no strength", "no `strength`");
    one_fault(&spoil("morale = 7", "morale = 9"), "9\n", "morale of 9", "4 to 8");
    one_fault(&with_key("horse", "two-hex = true"), "true\nname = \"Horse\"", "cavalry unit of two hexes", "false");
    one_fault(&with_key("horse", "ranges = [3, 9]"), "[3, 9]", "ranges of a gun", "for guns only");
    one_fault(&with_key("drake", "ranges = [9, 3]"), "[9, 3]", "ranges of a gun", "[grazing, maximum]");
    one_fault(&with_key("horse", "salvo = true"), "true\nname = \"Horse\"", "with Salvos", "false");
    one_fault(&with_key("foot", "may-move = true"), "true\nname = \"Foot\"", "may-move", "false");
    one_fault(&spoil("morale = 5\nat = \"0701\"\n", "morale = 5\n"), "\"train\"", "stands nowhere", "at = ");
    one_fault(&spoil("at = \"0706\"\nfacing = \"n\"\n", "at = \"0706\"\n"), "\"drake\"", "faces nowhere", "facing = ");
    one_fault(&spoil("at = \"0706\"\nfacing = \"n\"", "at = \"0706\"\nfacing = \"e\""), "\"e\"", "no corner", "ne");
    // MP 6.1b: the right half of a unit that faces south lies west of the left one.
    let off = spoil(
        "strength = 8\nmorale = 6\ntwo-hex = true\nat = \"0302\"",
        "strength = 8\nmorale = 6\ntwo-hex = true\nat = \"0103\"",
    )
    .replace("rating = -2\nat = \"0302\"", "rating = -2\nat = \"0103\"");
    one_fault(&off, "\"0103\"\nfacing", "off the map", "further in");
}

#[test]
fn faults_of_places() {
    // MP 8.1.1a
    let shared = spoil("at = \"0606\"", "at = \"0306\"");
    one_fault(
        &shared,
        "\"0306\"\nfacing = \"n\"\n\n[[units]]\nkey = \"drake\"",
        "Horse stands in 0306 already",
        "of its own",
    );
    let among = spoil("at = \"0606\"", "at = \"0202\"");
    one_fault(&among, "\"0302\"\nfacing", "Shot of the enemy stands in 0202", "of its own");
    one_fault(&spoil("at = \"0606\"", "at = \"0107\""), "\"0107\"", "is barred to it", "may enter");
    // MP 8.1.1b, 8.2.1a
    let with = spoil("at = \"0606\"\nfacing = \"n\"", "at = \"0306\"\nfacing = \"n\"\nwith = \"horse\"");
    // With the option three points of strength may go along (MP E-GAG-10).
    let three = with
        .replace("strength = 2", "strength = 3")
        .replace("[map]", "[options]\nthree-strength-stack = true\n\n[map]");
    assert!(sound(&three).start.units[1].with.is_some());
    one_fault(&with.replace("strength = 2", "strength = 3"), "\"horse\"\n\n[[units]]", "strength 3", "2 at most");
    one_fault(
        &with.replace("facing = \"n\"\nwith", "facing = \"ne\"\nwith"),
        "\"horse\"\n\n[[units]]",
        "differ in facing",
        "the same",
    );
    one_fault(
        &with.replace("with = \"horse\"", "with = \"drake\""),
        "\"drake\"\n\n[[units]]",
        "Light Infantry",
        "cavalry of the same hex",
    );
    let other = with.replace("name = \"Shot\"\nwing = \"blue\"", "name = \"Shot\"\nwing = \"grey\"");
    assert!(open(&other).is_err());
}

#[test]
fn faults_of_states() {
    // MP 6.3.1a, 6.3.2a, 12.4.3a
    one_fault(&with_key("drake", "formation = \"shaken\""), "\"shaken\"", "have no formation", "none");
    one_fault(&with_key("horse", "formation = \"hedgehog\""), "\"hedgehog\"", "with pikes", "another formation");
    one_fault(
        &with_key("foot", "formation = \"normal\"\nmorale-state = \"broken\""),
        "\"normal\"",
        "Morale Broken",
        "none",
    );
    one_fault(&with_key("horse", "casualties = 4"), "4\nname = \"Horse\"", "casualties", "eliminated = true");
    // MP 12.5.2b
    one_fault(&with_key("horse", "casualties = 3"), "3\nname = \"Horse\"", "at the threshold", "shaken");
    // MP 10.7.1a
    one_fault(&with_key("horse", "pistols = 3"), "3\nname = \"Horse\"", "pistol shots", "0 to 2");
    one_fault(&with_key("foot", "pistols = 1"), "1\nname = \"Foot\"", "pistol shots", "cavalry only");
    // MP 7.3.3f
    one_fault(&with_key("horse", "limbered = true"), "true\nname = \"Horse\"", "limbered", "guns only");
    for (mark, who, name) in [
        ("disabled", "shot", "Shot"),
        ("captured", "foot", "Foot"),
        ("fired", "foot", "Foot"),
        ("on-top", "shot", "Shot"),
        ("salvoed", "horse", "Horse"),
    ] {
        let text = with_key(who, &format!("{mark} = true"));
        one_fault(&text, &format!("true\nname = \"{name}\""), &format!("it cannot be `{mark}`"), "");
    }
}

#[test]
fn faults_of_victory() {
    one_fault(&spoil("positive = \"king\"", "positive = \"kign\""), "\"kign\"", "no side `kign`", "`king`");
    let levels = "levels = [{ at-least = 5, name = \"Won\", winner = \"king\" }, { at-least = -9999, name = \"Lost\", winner = \"league\" }]";
    one_fault(&spoil(levels, "levels = []"), "[]\nlocations", "no victory levels", "catches everything");
    one_fault(&spoil("at-least = -9999", "at-least = 0"), "0, name = \"Lost\"", "below 0", "-999");
    let rising = spoil("at-least = 5,", "at-least = -99999,");
    one_fault(&rising, "-9999, name", "do not go down", "smaller");
    one_fault(&spoil("held = \"league\"", "held = \"nobody\""), "\"nobody\"", "no side", "king");
}

#[test]
fn too_many_of_anything_are_counted_before_they_are_read() {
    let unit = "[[units]]\nkey = \"u\"\nname = \"U\"\nwing = \"blue\"\nkind = \"wagon\"\nmorale = 5\nat = \"0101\"\n\n";
    let text = spoil("[victory]", &format!("{}[victory]", unit.repeat(300)));
    one_fault(&text, "[[units]]", "305 units", "128 at most");
    let wing = "[[wings]]\nkey = \"w\"\nname = \"W\"\nside = \"king\"\ncommander = \"byron\"\norders = \"rally\"\n\n";
    let text = spoil("[[units]]\nkey = \"horse\"", &format!("{}[[units]]\nkey = \"horse\"", wing.repeat(260)));
    let told = faults_of(&text).to_string();
    assert!(told.contains("262 Wings") && told.contains("20 at most"), "{told}");
}

/// Every fault is told at once, in the order of the text.
#[test]
fn a_file_with_several_faults_is_told_all_of_them() {
    let text =
        spoil("strength = 4", "strength = 40").replace("rating = -2", "rating = 7").replace("morale = 5", "morale = 1");
    let faults = faults_of(&text).0;
    let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
    assert_eq!(faults.len(), 3);
    assert!(lines.is_sorted(), "{lines:?}");
}

/// The schemas an editor uses are those of the types. `UPDATE_SCHEMAS=1` writes them anew.
#[test]
fn the_schemas_are_current() {
    let schemas = [
        ("musket-and-pike-battle.schema.json", setup::schema()),
        ("musket-and-pike-chart.schema.json", setup::chart_schema()),
    ];
    for (name, schema) in schemas {
        let path = root().join("docs/schema").join(name);
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(&path, &schema).unwrap();
        }
        let current = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(current == schema, "{name} is out of date: run the tests once with UPDATE_SCHEMAS=1");
    }
}

// The guide to battle files.

fn guide() -> String {
    std::fs::read_to_string(root().join("docs/battle-files.md")).unwrap()
}

#[test]
fn the_example_of_the_guide_is_sound() {
    let guide = guide();
    let mut examples = guide.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let example = examples.find(|text| text.contains("musket-and-pike")).unwrap();
    let rules = sound(example);
    assert_eq!((rules.info.key.as_str(), rules.units.len()), ("the-lane", 3));
}

#[test]
fn the_guide_speaks_of_every_key() {
    fn keys(value: &serde_json::Value, found: &mut std::collections::BTreeSet<String>) {
        if let Some(properties) = value.get("properties").and_then(|properties| properties.as_object()) {
            found.extend(properties.keys().cloned());
        }
        let parts: Vec<&serde_json::Value> = match value {
            serde_json::Value::Array(items) => items.iter().collect(),
            serde_json::Value::Object(object) => object.values().collect(),
            _ => Vec::new(),
        };
        for part in parts {
            keys(part, found);
        }
    }
    let mut found = std::collections::BTreeSet::new();
    for schema in [setup::schema(), setup::chart_schema()] {
        keys(&serde_json::from_str(&schema).unwrap(), &mut found);
    }
    let guide = guide();
    let here = guide.split("## Hex maps").nth(1).unwrap();
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words: std::collections::BTreeSet<&str> = here.split(|c| !is_letter(c)).collect();
    let missing: Vec<&String> =
        found.iter().filter(|key| !words.contains(key.as_str()) && *key != "history" && *key != "first-turn").collect();
    assert!(missing.is_empty(), "the guide does not speak of {missing:?}");
}

#[test]
fn guns_are_not_limbered_in_the_games_of_the_civil_war() {
    // MP 7.3.3f: by the series of the battle, unless the battle itself says otherwise.
    for (battle, limbers) in [("edgehill", false), ("naseby", false), ("wing-against-wing", false), ("lutzen", true)] {
        let path = format!("{}/../../../battles/musket-and-pike/{battle}.toml", env!("CARGO_MANIFEST_DIR"));
        let source = Source::new(battle, std::fs::read_to_string(path).unwrap());
        let rules = setup::open(&source).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(rules.options.no_limbering, !limbers, "{battle}");
    }
}
