//! Every shipped battle played through by the hundred, with every promise of the contract checked: see
//! `laboratory::soak`. What fails is kept as a journal, and replays with `caracole replay`.
#![allow(clippy::panic)]

use kernel::{OptionSpec, OptionValues};
use laboratory::soak::{Plan, Soaked, soak_file};
use scenario::Source;
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

/// One way to play a battle.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    players: [&'static str; 2],
    options: fn(&'static [OptionSpec]) -> OptionValues,
    /// Take legal decisions that no menu offers, now and then.
    strays: bool,
    battles: usize,
}

/// Together 500 of every battle of Charge Pikes!
const WAYS: [Way; 8] = [
    Way { name: "as written", players: ["random", "random"], options: none, strays: false, battles: 200 },
    Way { name: "off the menu", players: ["random", "random"], options: none, strays: true, battles: 100 },
    Way { name: "every optional rule", players: ["random", "random"], options: every_rule, strays: true, battles: 60 },
    Way {
        name: "every other reading",
        players: ["random", "random"],
        options: last_values,
        strays: false,
        battles: 40,
    },
    Way { name: "15 mm figures", players: ["random", "random"], options: small_figures, strays: true, battles: 40 },
    Way { name: "greedy against random", players: ["greedy", "random"], options: none, strays: false, battles: 20 },
    Way { name: "random against greedy", players: ["random", "greedy"], options: none, strays: false, battles: 20 },
    Way { name: "greedy against greedy", players: ["greedy", "greedy"], options: none, strays: false, battles: 20 },
];

fn none(_: &[OptionSpec]) -> OptionValues {
    OptionValues::new()
}

/// Every rule that is off unless it is chosen.
fn every_rule(specs: &'static [OptionSpec]) -> OptionValues {
    let off = specs.iter().filter(|spec| spec.values == ["off", "on"]);
    off.map(|spec| (spec.key.to_owned(), "on".to_owned())).collect()
}

/// Everything but the default: the last of the values of each option.
fn last_values(specs: &'static [OptionSpec]) -> OptionValues {
    specs.iter().filter_map(|spec| Some((spec.key.to_owned(), (*spec.values.last()?).to_owned()))).collect()
}

/// The smaller of the scales, where a rulebook has more than one.
fn small_figures(specs: &'static [OptionSpec]) -> OptionValues {
    let scale = specs.iter().filter(|spec| spec.key == "scale");
    scale.filter_map(|spec| Some((spec.key.to_owned(), (*spec.values.last()?).to_owned()))).collect()
}

fn soak(source: &Source, way: &Way) -> Soaked {
    let head = scenario::header(source).unwrap_or_else(|faults| panic!("{faults}"));
    let options = (way.options)(shelf::options_of(&head.rulebook).unwrap_or_default());
    let plan = Plan { first: 1_000, battles: way.battles, players: way.players, strays: way.strays, ..Plan::default() };
    let soaked = soak_file(source, &options, &[], &plan, &AtomicUsize::new(0));
    soaked.unwrap_or_else(|problem| panic!("{problem}"))
}

/// Keeps the journals of what failed and puts them into words.
fn failures(key: &str, way: &Way, soaked: &Soaked) -> Vec<String> {
    let keep = |failure: &laboratory::soak::Failure| {
        let name = format!("{key} {} {}.journal", way.name, failure.seed).replace(' ', "-");
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::write(&path, &failure.journal);
        format!("{key}, {}, seed {}: {}\n  journal: {}", way.name, failure.seed, failure.what, path.display())
    };
    soaked.failures.iter().map(keep).collect()
}

/// What has been played so far.
#[derive(Default)]
struct Tally {
    battles: usize,
    decisions: usize,
    /// Decisions off the menu: tried, and found legal.
    strays: [usize; 2],
    views: usize,
    /// Looks with the eyes of a seat from which something is hidden.
    sights: usize,
    /// The deepest agenda, and its room.
    depth: [usize; 2],
    wrong: Vec<String>,
}

impl Tally {
    /// Plays a battle one way and tells how it went.
    fn play(&mut self, source: &Source, way: &Way) {
        let key = scenario::header(source).unwrap_or_else(|faults| panic!("{faults}")).key;
        let start = Instant::now();
        let soaked = soak(source, way);
        let [first, second, drawn] = soaked.wins;
        println!(
            "{key:<18} {:<22} {:>4} battles {:>7} decisions, won {first}:{second}, drawn {drawn}, {} of {} strays \
             legal, {} views, {} failed, {:.1} s",
            way.name,
            soaked.battles,
            soaked.decisions,
            soaked.strays[1],
            soaked.strays[0],
            soaked.views,
            soaked.failures.len(),
            start.elapsed().as_secs_f64(),
        );
        self.battles += soaked.battles;
        self.decisions += soaked.decisions;
        for (sum, more) in self.strays.iter_mut().zip(soaked.strays) {
            *sum += more;
        }
        self.views += soaked.views;
        self.sights += soaked.sights;
        if soaked.depth > self.depth {
            self.depth = soaked.depth;
        }
        self.wrong.extend(failures(&key, way, &soaked));
    }

    fn all_well(&self) {
        assert!(self.wrong.is_empty(), "{} battles failed:\n{}", self.wrong.len(), self.wrong.join("\n"));
    }
}

/// The shipped battles of a rulebook.
fn battles_of(rulebook: &str) -> impl Iterator<Item = Source> {
    shelf::shipped().filter(move |source| scenario::header(source).is_ok_and(|head| head.rulebook == rulebook))
}

#[test]
fn two_thousand_battles_of_charge_pikes_keep_every_promise() {
    let mut tally = Tally::default();
    let began = Instant::now();
    for source in battles_of("charge-pikes") {
        for way in &WAYS {
            tally.play(&source, way);
        }
    }
    println!("{} battles, {} decisions, {:.0} s", tally.battles, tally.decisions, began.elapsed().as_secs_f64());
    tally.all_well();
    assert_eq!(tally.battles, 2_000);
    assert!(tally.strays[1] > tally.battles, "hardly any legal decision off the menu was found");
}

/// How often Musket & Pike is played in each of the ways: the small battle, and each of the three large ones.
const ON_HEXES: [(usize, [usize; 2]); 7] = [
    (0, [700, 30]),
    (1, [420, 22]),
    (2, [200, 10]),
    // The last values of all options have the starting Orders chosen in secret (MP 5.5.3a).
    (3, [200, 20]),
    (5, [60, 6]),
    (6, [60, 6]),
    (7, [60, 6]),
];

#[test]
fn two_thousand_battles_of_musket_and_pike_keep_every_promise() {
    let mut tally = Tally::default();
    let began = Instant::now();
    for source in battles_of("musket-and-pike") {
        let large = usize::from(!source.path.contains("wing-against-wing"));
        for (way, counts) in ON_HEXES {
            tally.play(&source, &Way { battles: counts[large], ..WAYS[way] });
        }
    }
    println!("{} battles, {} decisions, {:.0} s", tally.battles, tally.decisions, began.elapsed().as_secs_f64());
    tally.all_well();
    assert_eq!(tally.battles, 2_000);
    // Menus on hexes are complete: whatever else can be written down is refused.
    let [tried, legal] = tally.strays;
    assert!(tried > 1_000 && legal == 0, "{legal} of {tried} decisions off the menu were legal");
    assert!(tally.views > 200, "secret Orders were hardly looked at: {} views", tally.views);
}

/// How often Shot, Steel & Stone is played in each of the ways: each of the two teaching fights, and each of the four others.
const IN_BASE_WIDTHS: [(usize, [usize; 2]); 7] =
    [(0, [300, 30]), (1, [200, 20]), (2, [120, 15]), (3, [120, 15]), (5, [40, 7]), (6, [40, 7]), (7, [40, 6])];

#[test]
fn two_thousand_battles_of_shot_steel_and_stone_keep_every_promise() {
    let mut tally = Tally::default();
    let began = Instant::now();
    for source in battles_of("shot-steel-and-stone") {
        let small = ["first-volley", "weidenau-mill"].iter().any(|name| source.path.contains(name));
        for (way, counts) in IN_BASE_WIDTHS {
            tally.play(&source, &Way { battles: counts[usize::from(!small)], ..WAYS[way] });
        }
    }
    println!("{} battles, {} decisions, {:.0} s", tally.battles, tally.decisions, began.elapsed().as_secs_f64());
    tally.all_well();
    assert_eq!(tally.battles, 2_120);
    assert!(tally.strays[1] > tally.battles, "hardly any legal decision off the menu was found");
}

/// Fleurus with two seats on either side: the horse of a wing has a general of its own.
fn four_seats_in_base_widths() -> Source {
    let shipped = shelf::find("fleurus").unwrap_or_else(|| panic!("it is not shipped"));
    assert!(!shipped.text.contains("[[seats]]"));
    let mut seats = String::new();
    for (side, led) in [("french", "flank"), ("allies", "left")] {
        seats.push_str(&format!(
            "[[seats]]\nkey = \"{side}\"\nname = \"The general\"\nside = \"{side}\"\n\n\
             [[seats]]\nkey = \"{side}-{led}\"\nname = \"A wing\"\nside = \"{side}\"\ncommands = [\"{led}\"]\n\n"
        ));
    }
    Source::new("four-seats.toml", shipped.text.replacen("[[leaders]]", &format!("{seats}[[leaders]]"), 1))
}

#[test]
fn several_seats_in_base_widths_keep_every_promise() {
    let source = four_seats_in_base_widths();
    let (door, _) = shelf::begin(&source, &OptionValues::new(), shelf::Dice::Seed(1)).unwrap();
    assert_eq!(door.seats().len(), 4);
    let mut tally = Tally::default();
    for way in
        [Way { name: "four seats", battles: 12, ..WAYS[1] }, Way { name: "four seats, greedy", battles: 4, ..WAYS[7] }]
    {
        tally.play(&source, &way);
    }
    tally.all_well();
}

/// How often Close Fire is played in each of the ways: the teaching fight, and each of the four others.
const IN_YARDS: [(usize, [usize; 2]); 7] =
    [(0, [640, 30]), (1, [400, 20]), (2, [220, 15]), (3, [190, 15]), (5, [50, 7]), (6, [50, 7]), (7, [50, 6])];

/// By one of its readings cards are laid instead of units, some of them with nobody behind them: the watch on what a seat may know
/// must have had work there, and where maps are drawn in secret.
#[test]
fn two_thousand_battles_of_close_fire_keep_every_promise() {
    let mut tally = Tally::default();
    let began = Instant::now();
    for source in battles_of("close-fire") {
        let great = usize::from(!source.path.contains("first-meeting"));
        for (way, counts) in IN_YARDS {
            tally.play(&source, &Way { battles: counts[great], ..WAYS[way] });
        }
    }
    println!("{} battles, {} decisions, {:.0} s", tally.battles, tally.decisions, began.elapsed().as_secs_f64());
    tally.all_well();
    assert_eq!(tally.battles, 2_000);
    assert!(tally.strays[1] > tally.battles, "hardly any legal decision off the menu was found");
    assert!(tally.views > tally.battles, "{} views", tally.views);
}

/// At Almansa the army of the Allies has two players, one for a wing.
#[test]
fn several_seats_in_yards_keep_every_promise() {
    let source = shelf::find("almansa").unwrap();
    let (door, _) = shelf::begin(&source, &OptionValues::new(), shelf::Dice::Seed(1)).unwrap();
    assert_eq!(door.seats().len(), 3);
    let mut tally = Tally::default();
    for way in [
        Way { name: "three seats", battles: 12, ..WAYS[1] },
        Way { name: "three seats, greedy", battles: 4, ..WAYS[7] },
    ] {
        tally.play(&source, &way);
    }
    tally.all_well();
}

/// How often Les Batailles is played in each of the ways: the teaching fight, each of the two examples of the rules, and each of Maida and
/// Barrosa. A question costs many times what it does elsewhere, so they are fewer than those of the other books; Quatre-Bras, which takes
/// minutes, is played by `caracole soak`.
const BY_CHITS: [(usize, [usize; 3]); 7] =
    [(0, [16, 8, 1]), (1, [4, 2, 0]), (2, [5, 3, 1]), (3, [5, 3, 1]), (5, [3, 1, 0]), (6, [3, 1, 0]), (7, [5, 3, 1])];

/// Backs of counters, losses, ammunition and what lies below Assault Markers are hidden all the time: the watch on that must have had work.
#[test]
fn battles_of_les_batailles_keep_every_promise() {
    let mut tally = Tally::default();
    let began = Instant::now();
    for source in battles_of("les-batailles").filter(|source| !source.path.contains("quatre-bras")) {
        let is = |names: &[&str]| names.iter().any(|name| source.path.contains(name));
        let size = match () {
            () if is(&["farm-on-the-road"]) => 0,
            () if is(&["foy-against-lambert", "gallizin-charges"]) => 1,
            () => 2,
        };
        for (way, counts) in BY_CHITS.into_iter().filter(|(_, counts)| counts[size] > 0) {
            tally.play(&source, &Way { battles: counts[size], ..WAYS[way] });
        }
    }
    println!("{} battles, {} decisions, {:.0} s", tally.battles, tally.decisions, began.elapsed().as_secs_f64());
    tally.all_well();
    assert_eq!(tally.battles, 91);
    assert!(tally.sights > tally.decisions, "{} looks with a seat's eyes", tally.sights);
    let [deepest, room] = tally.depth;
    assert!(deepest > 8 && 4 * deepest < 3 * room, "the agenda was {deepest} deep of {room}");
}

/// Barrosa with two seats on either side: a division, and the light troops, have a general of their own.
fn four_seats_by_chits() -> Source {
    let shipped = shelf::find("barrosa").unwrap_or_else(|| panic!("it is not shipped"));
    assert!(!shipped.text.contains("[[seats]]"));
    let mut seats = String::new();
    for (side, led) in [("french", "ruffin"), ("allies", "wheatley")] {
        seats.push_str(&format!(
            "[[seats]]\nkey = \"{side}\"\nname = \"The general\"\nside = \"{side}\"\n\n\
             [[seats]]\nkey = \"{side}-{led}\"\nname = \"A division\"\nside = \"{side}\"\ncommands = [\"{led}\"]\n\n"
        ));
    }
    Source::new("four-seats.toml", shipped.text.replacen("[[formations]]", &format!("{seats}[[formations]]"), 1))
}

#[test]
fn several_seats_by_chits_keep_every_promise() {
    let source = four_seats_by_chits();
    let (door, _) = shelf::begin(&source, &OptionValues::new(), shelf::Dice::Seed(1)).unwrap();
    assert_eq!(door.seats().len(), 4);
    let mut tally = Tally::default();
    for way in
        [Way { name: "four seats", battles: 3, ..WAYS[1] }, Way { name: "four seats, greedy", battles: 2, ..WAYS[7] }]
    {
        tally.play(&source, &way);
    }
    tally.all_well();
}

/// Edgehill with two seats on either side: the horse of the left has a general of its own.
fn four_seats_on_hexes() -> Source {
    let shipped = shelf::find("edgehill").unwrap_or_else(|| panic!("it is not shipped"));
    let rules = musket_and_pike::setup::open(&shipped).unwrap_or_else(|faults| panic!("{faults}"));
    let mut seats = String::new();
    for (side, name) in [(0, "king"), (1, "parliament")] {
        let wing = rules.wings.iter().rfind(|wing| wing.side.ix() == side).unwrap_or_else(|| panic!("no Wing"));
        seats.push_str(&format!(
            "[[seats]]\nkey = \"{name}\"\nname = \"The general\"\nside = \"{name}\"\n\n\
             [[seats]]\nkey = \"{name}-wing\"\nname = \"{}\"\nside = \"{name}\"\nwings = [\"{}\"]\n\n",
            wing.name, wing.key
        ));
    }
    assert!(!shipped.text.contains("[[seats]]"));
    Source::new("four-seats.toml", shipped.text.replacen("[[leaders]]", &format!("{seats}[[leaders]]"), 1))
}

/// Two seats a side on hexes, with Orders chosen in secret: menus, judge, replay, saving and secrecy hold.
#[test]
fn several_seats_on_hexes_keep_every_promise() {
    let source = four_seats_on_hexes();
    let (door, _) = shelf::begin(&source, &OptionValues::new(), shelf::Dice::Seed(1)).unwrap();
    assert_eq!(door.seats().len(), 4);
    let mut tally = Tally::default();
    for way in [
        Way { name: "four seats", battles: 6, ..WAYS[1] },
        Way { name: "four seats, secret Orders", battles: 6, strays: true, ..WAYS[3] },
        Way { name: "four seats, greedy", battles: 2, ..WAYS[7] },
    ] {
        tally.play(&source, &way);
    }
    tally.all_well();
    assert!(tally.views > 10, "{} views", tally.views);
}

/// Braddock Down with two seats on either side: Ruthven's left wing has a colonel of its own.
fn four_seats() -> Source {
    let shipped = shelf::find("braddock-down").unwrap_or_else(|| panic!("it is not shipped"));
    let mut text = shipped.text;
    for unit in ["devon-second", "devon-bands", "horse-left"] {
        let key = format!("key = \"{unit}\"\n");
        assert_eq!(text.matches(&key).count(), 1, "{unit}");
        text = text.replace(&key, &format!("{key}command = \"left\"\n"));
    }
    let seat = "[[seats]]\nkey = \"carew\"\nname = \"The left wing\"\nside = \"parliament\"\ncommands = [\"left\"]\n\n";
    text = text.replacen("[[seats]]", &format!("{seat}[[seats]]"), 1);
    Source::new("four-seats.toml", text)
}

/// Three seats (as shipped) and four: menus, judge, replay, saving and secrecy hold as with two.
#[test]
fn several_seats_on_a_side_keep_every_promise() {
    let ways = [
        Way { name: "three and four seats", strays: true, battles: 80, ..WAYS[0] },
        Way { name: "three and four seats, greedy", battles: 15, ..WAYS[7] },
    ];
    for (source, seats) in [(shelf::find("braddock-down").unwrap(), 3), (four_seats(), 4)] {
        let (door, _) = shelf::begin(&source, &OptionValues::new(), shelf::Dice::Seed(1)).unwrap();
        assert_eq!(door.seats().len(), seats);
        for way in &ways {
            let soaked = soak(&source, way);
            let wrong = failures(&format!("{seats}-seats"), way, &soaked);
            assert!(wrong.is_empty(), "{} battles failed:\n{}", wrong.len(), wrong.join("\n"));
            assert_eq!(soaked.wins.iter().sum::<usize>(), way.battles);
            assert!(soaked.views > 10, "{soaked:?}");
        }
    }
}

/// Battles that begin inside a turn, at each phase, are battles like any other.
#[test]
fn battles_begun_inside_a_turn_keep_every_promise() {
    for phase in ["flight", "movement", "second-movement", "shooting", "combat"] {
        for (key, side) in [("hopton-heath", "parliament"), ("braddock-down", "king")] {
            let shipped = shelf::find(key).unwrap();
            let start = format!("[start]\nturn = 5\nphase = \"{phase}\"\nside-a = \"{side}\"\n");
            let source = Source::new("within.toml", format!("{}\n{start}", shipped.text));
            let way = Way { name: phase, strays: true, battles: 12, ..WAYS[0] };
            let wrong = failures(key, &way, &soak(&source, &way));
            assert!(wrong.is_empty(), "{} battles failed:\n{}", wrong.len(), wrong.join("\n"));
        }
    }
}

/// Both sides order their fire at the same time: the watch on what they may see of each other must have had work.
#[test]
fn sealed_orders_are_watched() {
    let source = shelf::find("hopton-heath").unwrap();
    let way = Way { battles: 4, ..WAYS[0] };
    assert!(soak(&source, &way).views > 20);
}
