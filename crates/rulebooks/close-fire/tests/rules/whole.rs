//! Whole battles, by chance and by sense: whatever is on a menu is legal, reads back, looks the same from the redacted state and
//! changes something; what is spent stays spent; and the battle comes to an end.

use crate::game::titles;
use close_fire::CloseFire;
use close_fire::setup::open;
use close_fire::state::State;
use kernel::{Judgement, Ledger, Notation, Picture, Rulebook, Secrecy, Seeded, Silent, Soundness, Telling};
use scenario::Source;
use std::collections::BTreeSet;

const MOST_ANSWERS: u32 = 60_000;

/// Who answers for a side.
#[derive(Clone, Copy, PartialEq)]
enum Officer {
    Chance,
    Sense,
}

/// What a battle was like.
#[derive(Default)]
struct Tale {
    topics: BTreeSet<&'static str>,
    rules: BTreeSet<String>,
}

fn looks_the_same(rules: &CloseFire, state: &State, seat: kernel::Seat, menu: &[close_fire::decision::Decision]) {
    let blank = rules.redact(state, seat);
    let mut again = Vec::new();
    rules.ask(&blank, seat, &mut again);
    assert_eq!(menu, again, "a menu tells what is hidden");
    assert_eq!(rules.scene(state, Some(seat)), rules.scene(&blank, Some(seat)));
    assert_eq!(rules.roster(state, Some(seat)), rules.roster(&blank, Some(seat)));
    for decision in menu.iter().take(12) {
        assert!(!rules.describe(state, decision).is_empty());
        let words = rules.notate(decision);
        assert_eq!(rules.appraise(state, seat, decision), rules.appraise(&blank, seat, decision), "{words}");
    }
    let text = serde_json::to_string(state).unwrap();
    assert_eq!(&serde_json::from_str::<State>(&text).unwrap(), state);
}

/// Plays a battle to its end, each side by its officer.
fn battle(rules: &CloseFire, seed: u64, officers: [Officer; 2], tale: &mut Tale) -> State {
    let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed + 1_000));
    let mut state = rules.start(&mut dice, &mut Silent);
    let (mut menu, mut answers) = (Vec::new(), 0);
    while let Some(seat) = rules.awaiting(&state).first() {
        let question = rules.ask(&state, seat, &mut menu);
        tale.topics.insert(question.topic);
        assert!(!menu.is_empty(), "seed {seed}: an empty menu at {:?}", state.agenda.top());
        assert!(question.default < menu.len());
        let put = rules.put(&state, seat, &question);
        assert!(!put.ends_with("what is to be done?"), "{} has no words", question.topic);
        let side = rules.seats[usize::from(seat.0)].side;
        let decision = match officers[side.ix()] {
            Officer::Chance => menu[chance.below(menu.len())],
            Officer::Sense => *menu.iter().rev().max_by_key(|one| rules.appraise(&state, seat, one)).unwrap(),
        };
        let words = rules.notate(&decision);
        assert_eq!(rules.read(&words), Ok(decision), "{words}");
        rules.judge(&state, seat, &decision).unwrap_or_else(|refusal| panic!("{words}: {refusal}"));
        if answers % 60 == 0 {
            looks_the_same(rules, &state, seat, &menu);
        }
        let before = state.clone();
        let mut ledger = Ledger::default();
        rules.play(&mut state, seat, decision, &mut dice, &mut ledger);
        assert_ne!(before, state, "seed {seed}: {words} changes nothing");
        tale.rules.extend(ledger.entries.iter().map(|entry| entry.rule.to_string()));
        let place = || format!("seed {seed}, turn {}: {words}", before.turn);
        rules.invariants(&state).unwrap_or_else(|what| panic!("{}: {what}\n{:#?}", place(), titles(&ledger.entries)));
        rules.follows(&before, &state).unwrap_or_else(|what| panic!("{}: {what}", place()));
        answers += 1;
        assert!(answers < MOST_ANSWERS, "seed {seed}: it never ends, turn {} {:?}", state.turn, state.agenda.top());
    }
    assert!(rules.outcome(&state).is_some());
    let [deepest, room] = rules.depth(&state).unwrap();
    assert!(deepest < room, "the agenda is full");
    state
}

fn opened(source: &Source) -> CloseFire {
    open(source).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn battles_by_sense_come_to_an_end() {
    let rules = opened(&crate::setup::lesson());
    let mut tale = Tale::default();
    for seed in 0..2 {
        battle(&rules, seed, [Officer::Sense; 2], &mut tale);
    }
    // They get at each other.
    assert!(tale.rules.contains("CF 13.34"), "nobody fires: {:?}", tale.rules);
    assert!(tale.rules.contains("CF 16.1"), "nobody fights: {:?}", tale.rules);
}

#[test]
fn battles_by_chance_come_to_an_end() {
    let rules = opened(&crate::setup::lesson());
    for seed in 0..4 {
        battle(&rules, seed, [Officer::Chance; 2], &mut Tale::default());
    }
}

/// A meeting of two small armies with all kinds of troops and every kind of leader.
fn meadow(options: &str) -> Source {
    let mut text = format!(
        "format = 1\nrulebook = \"close-fire\"\nkey = \"meadow\"\ntitle = \"The meadow\"\nturns = 7\n\
         [options]\n{options}\n[ground]\nsize = [1200, 800]\n\
         [[ground.areas]]\nname = \"the wood\"\nkind = \"light-woods\"\ncircle = [600, 400, 60]\n\
         [[ground.lines]]\nname = \"the ditch\"\nkind = \"fence\"\npoints = [[800, 300], [1000, 420]]\n\
         [[positions]]\nkey = \"farm\"\nat = [350, 400]\n\
         [[sides]]\nkey = \"red\"\nname = \"Red\"\nbaseline = \"south\"\n\
         [[sides]]\nkey = \"blue\"\nname = \"Blue\"\nbaseline = \"north\"\n"
    );
    for (side, y, on) in [("red", 180.0, 1.0), ("blue", 620.0, -1.0)] {
        let at = |x: f64, back: f64| format!("at = [{x}, {}]", y - on * back);
        let leader = |key: &str, rank: &str, of: &str, x: f64, back: f64| {
            let commands = if of.is_empty() { String::new() } else { format!("commands = \"{side}-{of}\"\n") };
            format!(
                "[[leaders]]\nkey = \"{side}-{key}\"\nname = \"{side} {key}\"\nside = \"{side}\"\nrank = \"{rank}\"\n{commands}{}\n",
                at(x, back)
            )
        };
        let unit = |key: &str, of: &str, x: f64, back: f64, what: &str| {
            format!(
                "[[units]]\nkey = \"{side}-{key}\"\nname = \"{side} {key}\"\nbrigade = \"{side}-{of}\"\n{what}\n{}\n",
                at(x, back)
            )
        };
        let brigade = |key: &str, order: &str| {
            format!("[[brigades]]\nkey = \"{side}-{key}\"\nside = \"{side}\"\nwing = \"{side}-wing\"\n{order}\n")
        };
        text += &format!("[[wings]]\nkey = \"{side}-wing\"\nside = \"{side}\"\n");
        text += &leader("marshal", "marshal", "", 600.0, 120.0);
        text += &leader("general", "general", "wing", 500.0, 80.0);
        text += &brigade("foot", "");
        text += &leader("brigadier", "brigadier", "foot", 430.0, 50.0);
        text +=
            &unit("guard", "foot", 380.0, 0.0, "class = \"foot\"\nstyle = \"new\"\ngrade = \"B\"\nbattalions = [4, 4]");
        text += &unit("line", "foot", 560.0, 0.0, "class = \"foot\"\narms = \"plug-bayonet\"\nbattalions = [5, 4]");
        text += &unit(
            "second",
            "foot",
            440.0,
            70.0,
            "class = \"foot\"\ngrade = \"D\"\nbattalions = [4]\nload = \"fascines\"",
        );
        text +=
            &unit("battalion-gun", "foot", 445.0, 0.0, "class = \"gun\"\ngun = \"battalion\"").replace("445", "285");
        text += &brigade("horse", "");
        text += &leader("captain", "brigadier", "horse", 850.0, 50.0);
        text += &unit("cuirassiers", "horse", 800.0, 0.0, "class = \"horse\"\nsquadrons = [2, 2, 1]");
        text += &unit("dragoons", "horse", 920.0, 0.0, "class = \"dragoons\"\nsquadrons = [2, 2]");
        text += &unit("hussars", "horse", 1080.0, 0.0, "class = \"hussars\"\ngrade = \"D\"\nsquadrons = [2, 2]");
        text += &brigade("reserve", "order = \"advance-and-defend\"\nposition = \"farm\"");
        text += &leader("colonel", "brigadier", "reserve", 180.0, 60.0);
        text += &unit("militia", "reserve", 180.0, 0.0, "class = \"foot\"\ngrade = \"E\"\nbattalions = [4]");
        text += &format!(
            "[[units]]\nkey = \"{side}-battery\"\nname = \"{side} battery\"\nside = \"{side}\"\nclass = \"gun\"\n{}\n",
            at(680.0, 0.0)
        );
    }
    Source::new("meadow.toml", text)
}

#[test]
fn armies_by_sense_meet() {
    let rules = opened(&meadow(""));
    let mut tale = Tale::default();
    for seed in 10..13 {
        battle(&rules, seed, [Officer::Sense; 2], &mut tale);
    }
    // Leaders, fire, close fire or charges, retreats: a battle.
    for rule in ["CF 6.3", "CF 13.15", "CF 13.34", "CF 16.1", "CF 17.9"] {
        assert!(tale.rules.contains(rule), "{rule} never came up: {:?}", tale.rules);
    }
}

#[test]
fn armies_by_chance_come_to_an_end() {
    let every = "leader-replacement = \"next-turn\"\nright-to-left = \"free\"\nlooting = \"on\"\ncontrol-sign = \"before-die\"\n\
                 swedish-charge = \"on\"\ndouble-move = \"by-choice\"\ngroup-two-dice = \"choice\"\nconform-chain = \"off\"";
    let mut tale = Tale::default();
    for (options, seeds) in [("", &[20, 21, 22][..]), (every, &[202, 204])] {
        let rules = opened(&meadow(options));
        for &seed in seeds {
            battle(&rules, seed, [Officer::Chance; 2], &mut tale);
        }
    }
    for topic in ["leader-actions", "messenger-rides", "bayonets", "conform-or-test", "control-signs", "move", "flight"]
    {
        assert!(tale.topics.contains(topic), "{topic} was never asked: {:?}", tale.topics);
    }
}

#[test]
fn sense_beats_chance() {
    // An officer with some sense against one without: over a few battles from either side he loses less.
    let rules = opened(&meadow(""));
    let (mut sense, mut chance) = (0, 0);
    for seed in 40..44 {
        for swap in [false, true] {
            let mut officers = [Officer::Sense, Officer::Chance];
            if swap {
                officers.reverse();
            }
            let state = battle(&rules, seed, officers, &mut Tale::default());
            let lost = state.over.unwrap().lost;
            let (own, other) = if swap { (lost[1], lost[0]) } else { (lost[0], lost[1]) };
            (sense, chance) = (sense + own, chance + other);
        }
    }
    assert!(sense < chance, "sense lost {sense}, chance {chance}");
}
