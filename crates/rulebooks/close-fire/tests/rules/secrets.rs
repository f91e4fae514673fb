//! What a seat may not know (CF 5.12, 5.13, 5.15, 5.23, 5.26, 5.27, G67, G68).

use crate::game::{FOOT, GUN, Game, HORSE, HUSSARS, leader, mm, side_of, unit};
use close_fire::CloseFire;
use close_fire::setup::open;
use close_fire::state::{Loss, Place, State};
use kernel::{Judgement, Ledger, Notation, Picture, Rulebook, Seat, Secrecy, Seeded, Side, Soundness};
use scenario::Source;

/// Everything that a seat is shown is the same from the state and from what it may know of it.
fn looks_the_same(rules: &CloseFire, state: &State, what: &str) {
    for seat in (0..rules.seats().len() as u8).map(Seat) {
        let blank = rules.redact(state, seat);
        let (mut menu, mut again) = (Vec::new(), Vec::new());
        rules.ask(state, seat, &mut menu);
        rules.ask(&blank, seat, &mut again);
        let words = |menu: &[_]| menu.iter().map(|decision| rules.notate(decision)).collect::<Vec<_>>();
        assert_eq!(words(&menu), words(&again), "{what}: a menu of {seat:?} tells what is hidden");
        for decision in &menu {
            let words = rules.notate(decision);
            assert_eq!(rules.judge(state, seat, decision), rules.judge(&blank, seat, decision), "{what}: {words}");
            let ranks = [state, &blank].map(|state| rules.appraise(state, seat, decision));
            assert_eq!(ranks[0], ranks[1], "{what}: the rank of {words} tells what is hidden");
        }
        assert_eq!(rules.scene(state, Some(seat)), rules.scene(&blank, Some(seat)), "{what}");
        assert_eq!(rules.roster(state, Some(seat)), rules.roster(&blank, Some(seat)), "{what}");
        assert_eq!(rules.absent(state, Some(seat)), rules.absent(&blank, Some(seat)), "{what}");
    }
}

/// Plays to the end; in how many questions cards lay face down.
pub fn plays_by_chance(rules: &CloseFire, seed: u64, every: u32) -> u32 {
    let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed + 500));
    let mut ledger = Ledger::default();
    let mut state = rules.start(&mut dice, &mut ledger);
    let mut menu = Vec::new();
    let (mut answers, mut veiled) = (0, 0);
    while let Some(seat) = rules.awaiting(&state).first() {
        let question = rules.ask(&state, seat, &mut menu);
        assert!(!menu.is_empty(), "seed {seed}: an empty menu at {:?}", state.agenda.top());
        assert!(question.default < menu.len());
        if answers % every == 0 {
            looks_the_same(rules, &state, &format!("seed {seed}, answer {answers}, {}", question.topic));
        }
        let decision = menu[chance.below(menu.len())];
        let words = rules.notate(&decision);
        assert_eq!(rules.read(&words), Ok(decision), "{words}");
        rules.judge(&state, seat, &decision).unwrap_or_else(|refusal| panic!("seed {seed}: {words}: {refusal}"));
        let before = state.clone();
        ledger.entries.clear();
        rules.play(&mut state, seat, decision, &mut dice, &mut ledger);
        assert_ne!(before, state, "seed {seed}: {words} changes nothing");
        keeps_silent(rules, &before, &state, &ledger, &words);
        rules.invariants(&state).unwrap_or_else(|what| panic!("seed {seed}: {words}: {what}"));
        answers += 1;
        veiled += u32::from(state.units.iter().any(|unit| unit.face_down && unit.place == Place::Table));
        assert!(answers < 40_000, "seed {seed}: it never ends, turn {} {:?}", state.turn, state.agenda.top());
    }
    assert!(rules.outcome(&state).is_some());
    veiled
}

/// Nothing that is told to a side names somebody whose card lies face down before and after, or who is on the other's map, leaders
/// among them.
fn keeps_silent(rules: &CloseFire, before: &State, after: &State, ledger: &Ledger, words: &str) {
    for side in [Side::FIRST, Side::SECOND] {
        let told: Vec<String> =
            ledger.entries.iter().filter_map(|entry| entry.for_side(side)).flat_map(|entry| entry.in_lines()).collect();
        for (ix, card) in rules.units.iter().enumerate().filter(|(_, card)| card.side != side) {
            let secret = |state: &State| {
                let unit = &state.units[ix];
                unit.face_down && unit.place == Place::Table || unit.place == Place::Mapped
            };
            // Parts of a unit have its name, and each its own card.
            let split =
                after.units.iter().skip(rules.units.len()).any(|unit| unit.card.is_some_and(|card| card.ix() == ix));
            if secret(before) && secret(after) && !split {
                let named = told.iter().find(|line| line.contains(&card.name));
                assert_eq!(named, None, "{words}: tells of {} to the other side", card.name);
            }
        }
        for (ix, card) in rules.leaders.iter().enumerate().filter(|(_, card)| card.side != side) {
            if before.leaders[ix].hidden && after.leaders[ix].hidden {
                let named = told.iter().find(|line| line.contains(&card.name));
                assert_eq!(named, None, "{words}: tells of {} to the other side", card.name);
            }
        }
    }
}

fn reserve(key: &str, what: &str) -> String {
    let side = side_of(key);
    format!("\n[[units]]\nkey = \"{key}\"\nname = \"Regiment {key}\"\nbrigade = \"{side}-brigade\"\n{what}\n")
}

fn troops(side: &str) -> String {
    let key = format!("{side}-brigade");
    format!(
        "\n[[brigades]]\nkey = \"{key}\"\nside = \"{side}\"\n\n[[leaders]]\nkey = \"{key}-er\"\nname = \"{key}-er\"\n\
         side = \"{side}\"\nrank = \"brigadier\"\ncommands = \"{key}\"\n"
    )
}

/// A brigade of horse and a Marshal besides.
fn army(side: &str) -> String {
    let marshal = format!(
        "\n[[leaders]]\nkey = \"{side}-marshal\"\nname = \"{side}-marshal\"\nside = \"{side}\"\nrank = \"marshal\"\n"
    );
    troops(side) + &troops(side).replace("-brigade", "-horsemen") + &marshal
}

fn battle(tables: &str, parts: &[String]) -> CloseFire {
    let text = crate::game::text("turns = 5", tables, parts);
    open(&Source::new("situation.toml", text)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// CF 5.12, 5.13, 5.15, G68: an attack on a position, with works, maps, hidden troops, and columns or a deployment.
#[test]
fn maps_and_hidden_troops() {
    let parts = [
        crate::game::area("light-woods", "the wood", [300.0, 560.0, 420.0, 760.0]),
        crate::game::area("town", "the village", [980.0, 640.0, 1080.0, 720.0]),
        crate::game::hill([600.0, 700.0, 840.0, 900.0], 1),
        crate::game::line("road", "the high road", "[[720, 0], [720, 960]]"),
        army("red"),
        army("blue"),
        reserve("red-one", "class = \"foot\"\nbattalions = [5, 4]"),
        reserve("red-two", HORSE).replace("red-brigade", "red-horsemen"),
        reserve("red-guns", GUN),
        reserve("blue-one", FOOT),
        reserve("blue-two", "class = \"foot\"\nbattalions = [3]"),
        reserve("blue-guns", "class = \"gun\"\ngun = \"howitzer\""),
    ];
    let tables = "[frame]\nkind = \"attack\"\nattacker = \"red\"\nchoose-ends = true\n[victory]\nobjective = \"mill\"\n\
                  [[positions]]\nkey = \"mill\"\nbox = [680, 760, 760, 840]\n";
    let rules = battle(tables, &parts);
    for seed in 0..6 {
        plays_by_chance(&rules, seed, 7);
    }
}

/// CF 5.22, 5.23: a meeting engagement: while both draw, neither sees anything of the other's map.
#[test]
fn two_maps_at_once() {
    let parts = [
        army("red"),
        army("blue"),
        reserve("red-one", FOOT),
        reserve("red-two", HORSE).replace("red-brigade", "red-horsemen"),
        reserve("blue-one", FOOT),
        reserve("blue-two", HORSE).replace("blue-brigade", "blue-horsemen"),
    ];
    let rules = battle("[frame]\nkind = \"meeting\"\n", &parts);
    for seed in 0..3 {
        plays_by_chance(&rules, seed, 5);
    }
    let mut state = rules.start(&mut Seeded::new(1), &mut kernel::Silent);
    let views = |state: &State| rules.redact(state, Seat(1));
    let known = views(&state);
    let mut menu = Vec::new();
    for _ in 0..2 {
        rules.ask(&state, Seat(0), &mut menu);
        let (given, decision) = (state.clone(), menu[0]);
        rules.play(&mut state, Seat(0), decision, &mut Seeded::new(1), &mut kernel::Silent);
        assert_eq!(views(&state), known, "what red draws is hidden from blue");
        assert!(rules.sealed(&given, &state, Seat(0), &decision));
    }
}

/// CF 5.26, G67: cards and dummies, played by chance.
#[test]
fn cards_tell_nothing() {
    let parts = [
        crate::game::area("light-woods", "the forest", [0.0, 450.0, 1440.0, 540.0]),
        crate::game::brigade("red-brigade", [600.0, 180.0], ""),
        crate::game::brigade("blue-brigade", [600.0, 780.0], ""),
        unit("red-one", [400.0, 200.0], "class = \"foot\"\nbattalions = [5, 4]")
            .replace("name = \"red", "name = \"Regiment red"),
        unit("red-two", [700.0, 200.0], HORSE).replace("name = \"red", "name = \"Regiment red"),
        unit("red-guns", [850.0, 200.0], GUN).replace("name = \"red", "name = \"Regiment red"),
        unit("red-dummy", [1000.0, 200.0], &format!("{FOOT}\ndummy = true"))
            .replace("name = \"red", "name = \"Regiment red"),
        unit("blue-one", [400.0, 760.0], FOOT).replace("name = \"blue", "name = \"Regiment blue"),
        unit("blue-two", [700.0, 760.0], HUSSARS).replace("name = \"blue", "name = \"Regiment blue"),
        unit("blue-dummy", [1000.0, 760.0], &format!("{HORSE}\ndummy = true"))
            .replace("name = \"blue", "name = \"Regiment blue"),
    ];
    let rules = battle("[options]\ncards = \"on\"\n", &parts);
    let veiled: u32 = (0..6).map(|seed| plays_by_chance(&rules, seed, 11)).sum();
    assert!(veiled > 300, "cards lay face down in {veiled} questions only");
}

/// CF 5.27: a leader who sees a card turns it; a dummy is taken away. A unit that sees it does not.
#[test]
fn cards_are_turned_by_leaders() {
    let parts = |leader_at: [f64; 2]| {
        [
            unit("red-foot", [700.0, 200.0], FOOT),
            unit("blue-foot", [700.0, 600.0], FOOT),
            unit("blue-dummy", [900.0, 600.0], &format!("{FOOT}\ndummy = true")),
            unit("blue-horse", [1100.0, 600.0], HORSE),
            // A wood hides the field from Brigadiers in their corners.
            crate::game::area("light-woods", "one", [0.0, 30.0, 200.0, 60.0]),
            crate::game::area("light-woods", "two", [30.0, 0.0, 60.0, 60.0]),
            crate::game::area("light-woods", "three", [1200.0, 900.0, 1440.0, 930.0]),
            crate::game::area("light-woods", "four", [1380.0, 900.0, 1410.0, 960.0]),
            leader("red-marshal", "marshal", leader_at, ""),
        ]
    };
    let hidden = Game::with("cards = \"on\"", "movement", &parts([10.0, 10.0]));
    assert!(hidden.unit("blue-foot").face_down && hidden.unit("blue-dummy").face_down);
    let seen = Game::with("cards = \"on\"", "movement", &parts([820.0, 200.0]));
    assert!(!seen.unit("blue-foot").face_down);
    assert_eq!(seen.unit("blue-dummy").place, Place::Gone(Loss::Dummy));
    assert!(seen.unit("red-foot").face_down, "nobody of blue's leaders sees it");
}

/// CF G67: a card's elements, class and grade are blanked; its length is what one sees.
#[test]
fn what_is_behind_a_card() {
    let parts = [
        unit("red-foot", [700.0, 200.0], FOOT),
        unit("blue-guards", [700.0, 600.0], "class = \"foot\"\nbattalions = [5, 3]\ngrade = \"A\"\nstyle = \"new\""),
        crate::game::area("light-woods", "one", [0.0, 30.0, 200.0, 60.0]),
        crate::game::area("light-woods", "two", [30.0, 0.0, 60.0, 60.0]),
    ];
    let game = Game::with("cards = \"on\"", "movement", &parts);
    let blank = game.rules.redact(&game.state, Seat(0));
    let unit = &blank.units[game.id("blue-guards").ix()];
    assert_eq!((unit.card, unit.elements.len(), unit.bases()), (None, 1, 8));
    assert_eq!(unit.grade, close_fire::cards::Grade::C);
    assert_eq!(unit.style, close_fire::cards::Style::Traditional);
    let own = game.rules.redact(&game.state, Seat(1));
    assert_eq!(own.units[game.id("blue-guards").ix()].elements.len(), 2);
    // A card of horse is no deeper than one of foot, and one of guns no wider than a base.
    let parts = [
        crate::game::unit("red-foot", [700.0, 200.0], FOOT),
        crate::game::unit("blue-horse", [700.0, 600.0], HORSE),
        crate::game::unit("blue-gun", [900.0, 600.0], GUN),
        crate::game::area("light-woods", "one", [0.0, 30.0, 200.0, 60.0]),
        crate::game::area("light-woods", "two", [30.0, 0.0, 60.0, 60.0]),
    ];
    let game = Game::with("cards = \"on\"", "movement", &parts);
    let size = |key: &str| {
        let main = *game.body(key).main();
        [main.width(), main.depth].map(|length| (length / f64::from(close_fire::measures::YARD)).round())
    };
    assert_eq!([size("blue-horse"), size("blue-gun")], [[80.0, 20.0], [20.0, 20.0]]);
}

/// CF G67: fire is marked on a card like on a unit; by one reading it turns it.
#[test]
fn fire_on_cards() {
    let parts = [
        unit("red-gun", [700.0, 200.0], GUN),
        unit("blue-dummy", [700.0, 310.0], &format!("{FOOT}\ndummy = true")),
        unit("blue-foot", [1300.0, 860.0], FOOT),
        unit("blue-more", [1300.0, 760.0], FOOT),
        crate::game::area("light-woods", "one", [0.0, 30.0, 200.0, 60.0]),
        crate::game::area("light-woods", "two", [30.0, 0.0, 60.0, 60.0]),
    ];
    let mut game = Game::with("cards = \"on\"", "artillery", &parts);
    game.says("red", "shoot card-1 card-2 no", &[4]);
    assert_eq!((game.unit("blue-dummy").dps, game.unit("blue-dummy").place), (1, Place::Table));
    let mut game = Game::with("cards = \"on\"\ncard-turned-by = \"fire-too\"", "artillery", &parts);
    game.says("red", "shoot card-1 card-2 no", &[4]);
    assert_eq!(game.unit("blue-dummy").place, Place::Gone(Loss::Dummy));
}

/// CF 5.26, G67: at most half as many dummies as units.
#[test]
fn too_many_dummies() {
    let dummy = |key: &str, x: f64| unit(key, [x, 600.0], &format!("{FOOT}\ndummy = true"));
    let parts =
        [unit("red-foot", [700.0, 200.0], FOOT), unit("blue-foot", [100.0, 600.0], FOOT), dummy("blue-a", 300.0)];
    assert!(crate::game::faults("cards = \"on\"", &parts).contains("CF 5.26"));
    let mut more = parts.to_vec();
    more.push(unit("blue-more", [500.0, 600.0], FOOT));
    assert_eq!(crate::game::faults("cards = \"on\"", &more), "");
}

/// CF 5.12, 5.13, 5.15, 5.18, G68, G143: what is said to troops on a map, and by leaders of whom nobody knows, stays out of what the
/// enemy is told, shown and sent.
#[test]
fn hidden_leaders_command_unseen() {
    let parts = [
        crate::game::area("light-woods", "the wood", [300.0, 560.0, 420.0, 760.0]),
        crate::game::area("town", "the village", [980.0, 640.0, 1080.0, 720.0]),
        crate::game::hill([600.0, 700.0, 840.0, 900.0], 1),
        crate::game::line("road", "the high road", "[[720, 0], [720, 960]]"),
        army("red"),
        army("blue"),
        reserve("red-one", "class = \"foot\"\nbattalions = [5, 4]"),
        reserve("red-two", HORSE).replace("red-brigade", "red-horsemen"),
        reserve("blue-one", FOOT),
        reserve("blue-two", "class = \"foot\"\nbattalions = [3]"),
    ];
    let tables = "[frame]\nkind = \"attack\"\nattacker = \"red\"\n[victory]\nobjective = \"mill\"\n\
                  [[positions]]\nkey = \"mill\"\nbox = [680, 760, 760, 840]\n";
    let mut game = Game::headed("", tables, &parts, &[]);
    let deploy = |key: &str, at: [f64; 2], facing: u16, how: &str| {
        format!("deploy {key} {} {} {facing} {how}", mm(at[0]), mm(at[1]))
    };
    let at = |what: &str, at: [f64; 2]| format!("{what} {} {}", mm(at[0]), mm(at[1]));
    game.done("blue", &[]);
    game.says("blue", &deploy("blue-one", [1300.0, 900.0], 180, "line 4"), &[]);
    game.says("blue", &deploy("blue-two", [360.0, 562.0], 180, "line 3"), &[]);
    game.says("blue", &at("post blue-brigade-er", [360.0, 640.0]), &[]);
    game.says("blue", &at("post blue-marshal", [360.0, 700.0]), &[]);
    game.says("blue", "map-ready", &[]);
    game.says("red", "come deployed", &[]);
    game.says("red", &deploy("red-one", [360.0, 470.0], 0, "line 9"), &[]);
    game.says("red", &deploy("red-two", [900.0, 100.0], 0, "line 4"), &[]);
    game.says("red", "map-ready", &[]);
    // What blue says changes nothing for red: not what it knows, not what it is told, not what it is sent.
    let unseen = |game: &mut Game, words: &str, dice: &[u8]| {
        let given = game.state.clone();
        let decision = game.rules.read(words).unwrap();
        let told = game.says("blue", words, dice).iter().filter_map(|entry| entry.for_side(Side::FIRST));
        let names = ["blue-marshal", "blue-brigade-er", "messenger"];
        let mut lines = told.flat_map(|entry| entry.in_lines());
        let named = lines.find(|line| names.iter().any(|name| line.contains(name)));
        assert_eq!(named, None, "{words}");
        assert!(game.rules.sealed(&given, &game.state, Seat(1), &decision), "{words} is sent to red");
        (game.rules.redact(&given, Seat(0)), game.rules.redact(&game.state, Seat(0)))
    };
    game.pass_to("blue", "give-fire", &[]);
    let given = game.state.clone();
    let hold = game.rules.read("hold-fire blue-two").unwrap();
    game.says("blue", "hold-fire blue-two", &[]);
    assert!(game.rules.sealed(&given, &game.state, Seat(1), &hold));
    game.pass_to("blue", "leader-actions", &[]);
    for words in ["pass blue-brigade-er".to_owned(), at("ride blue-marshal", [370.0, 720.0])] {
        let (before, after) = unseen(&mut game, &words, &[]);
        assert_eq!(before, after);
    }
    // A rider of his is seen when somebody sees him.
    let send = "send blue-marshal blue-brigade-er order blue-brigade defend deployed";
    let (_, after) = unseen(&mut game, send, &[]);
    assert!(after.messengers[0].at.x < 0 && game.state.messengers[0].at.x > 0);
    let riders = |game: &Game, seat: u8| {
        let scene = game.rules.scene(&game.state, Some(Seat(seat)));
        scene.bodies.iter().filter(|body| body.key.starts_with("messenger")).count()
    };
    assert_eq!([riders(&game, 0), riders(&game, 1)], [0, 1]);
    game.pass_to("blue", "messenger-rides", &[]);
    let (_, after) = unseen(&mut game, &at("messenger #1", [360.0, 600.0]), &[1]);
    assert!(after.messengers[0].at.x < 0);
    game.pass_to("blue", "leaders-ride", &[]);
    let (before, after) = unseen(&mut game, &at("ride-on blue-brigade-er", [330.0, 700.0]), &[]);
    assert_eq!(before.leaders, after.leaders);
    // Once red has seen him the ride is no secret any more.
    let ride = game.rules.read(&at("ride-on blue-brigade-er", [330.0, 700.0])).unwrap();
    let er = game.leader_id("blue-brigade-er");
    let mut found = game.state.clone();
    found.leaders[er.ix()].hidden = false;
    assert!(!game.rules.sealed(&game.state, &found, Seat(1), &ride));
}

/// Brigadiers in their corners see nothing of the field.
fn woods() -> [String; 4] {
    [
        crate::game::area("light-woods", "one", [0.0, 30.0, 200.0, 60.0]),
        crate::game::area("light-woods", "two", [30.0, 0.0, 60.0, 60.0]),
        crate::game::area("light-woods", "three", [1200.0, 900.0, 1440.0, 930.0]),
        crate::game::area("light-woods", "four", [1380.0, 900.0, 1410.0, 960.0]),
    ]
}

fn at_will(what: &str) -> String {
    format!("{what}\nstart = {{ control = \"as-wished\" }}")
}

/// CF 5.26, 14.15, G67: a card as near on the way of a charge as its target is turned too: whether it has a choice would tell the
/// side that is asked next who is behind it.
#[test]
fn who_stands_beside_the_charged_shows_himself() {
    let mut parts = woods().to_vec();
    parts.extend([
        unit("red-horse", [1000.0, 300.0], &at_will(HORSE)),
        unit("red-foot", [390.0, 345.0], "class = \"foot\"\nbattalions = [3]"),
        unit("red-gun", [432.0, 338.0], GUN),
        unit("blue-charger", [400.0, 400.0], &at_will(HORSE)),
        unit("blue-horse", [1000.0, 400.0], HORSE),
    ]);
    let mut game = Game::with("cards = \"on\"", "combat", &parts);
    game.says("red", "charge card-1 card-5 no", &[]);
    game.says("blue", "charge card-4 card-2 no", &[]);
    looks_the_same(&game.rules, &game.state, "charges are declared");
    game.says("red", "charge-dice card-1 2", &[]);
    game.says("blue", "charge-dice card-4 2", &[]);
    assert_eq!(game.topic("blue"), "meet-charge");
    assert!(!game.unit("red-gun").face_down);
    looks_the_same(&game.rules, &game.state, "a charge is met");
}

/// CF 16.12, G67, G144: a card near a gun that was left counts as formed troops, whoever is behind it.
#[test]
fn a_card_keeps_a_crew_off_its_gun() {
    let asked = |cards: &str| {
        let mut parts = woods().to_vec();
        parts.extend([
            unit("red-gun", [700.0, 300.0], "class = \"gun\"\nstart = { abandoned = \"alive\" }"),
            unit("red-foot", [200.0, 300.0], &at_will(FOOT)),
            unit("blue-hussars", [700.0, 335.0], HUSSARS),
        ]);
        let game = Game::with(&format!("cards = \"{cards}\""), "movement", &parts);
        looks_the_same(&game.rules, &game.state, "crews return");
        game.topic("red")
    };
    assert_eq!([asked("off"), asked("on")], ["man-guns", "move"]);
}

/// CF 14.23, G67: Swedish foot may charge at a card, and does not if no foot is behind it.
#[test]
fn swedish_foot_charges_at_a_card() {
    let charge = |what: &str| {
        let mut parts = woods().to_vec();
        parts.extend([
            unit("red-foot", [700.0, 300.0], &at_will(&format!("{FOOT}\nswedish = true"))),
            unit("blue-one", [700.0, 350.0], what),
            unit("blue-far", [200.0, 800.0], FOOT),
        ]);
        let mut game = Game::with("cards = \"on\"\nswedish-charge = \"on\"", "combat", &parts);
        looks_the_same(&game.rules, &game.state, "charges are declared");
        game.says("red", "charge card-1 card-2 no", &[]);
        game.says("red", "charge-dice card-1 1", if what == HORSE { &[6, 1] } else { &[5, 4, 4, 6, 1] });
        (game.unit("blue-one").face_down, game.told("CF 14.9"))
    };
    assert_eq!((charge(HORSE), charge(FOOT)), ((false, false), (false, true)));
}

/// CF 5.26, G67: with how many dice one charges is asked before the card is turned, and the question names nobody behind it.
#[test]
fn a_question_names_nobody_behind_a_card() {
    use kernel::Telling;
    let parts = [
        unit("red", [700.0, 300.0], &crate::combat::troops("horse", "[2, 2]", "", "")),
        unit("blue-guards", [700.0, 400.0], FOOT),
        crate::game::area("light-woods", "one", [0.0, 30.0, 200.0, 60.0]),
        crate::game::area("light-woods", "two", [30.0, 0.0, 60.0, 60.0]),
    ];
    let mut game = Game::with("cards = \"on\"", "combat", &parts);
    game.says("red", "charge red blue-guards no", &[]);
    assert!(game.unit("blue-guards").face_down);
    let question = game.rules.ask(&game.state, Seat(0), &mut Vec::new());
    assert_eq!(question.topic, "charge-dice");
    let words = game.rules.put(&game.state, Seat(0), &question);
    assert!(words.contains(" yds to ") && !words.contains("blue-guards"), "{words}");
}
