//! A battle on a map of 7,680 hexes, far from its first corner.

use kernel::{Judgement, Rulebook, Seeded, Silent, Soundness};
use musket_and_pike::MusketAndPike;
use musket_and_pike::setup::open;
use musket_and_pike::state::State;
use scenario::Source;

const EXERCISE: &str = include_str!("../../../../../battles/musket-and-pike/wing-against-wing.toml");

/// So many columns and rows more, before those the exercise has: an even number, so that the rows are shoved as they were.
const COLUMNS: usize = 80;
const ROWS: usize = 58;

/// The exercise with everything on its map moved east and south.
fn moved() -> String {
    let (head, rest) = EXERCISE.split_once("[map]").unwrap();
    let mut text = format!("{head}[map]");
    let mut in_picture = false;
    for line in rest.lines() {
        let opens = line.ends_with("'''") && line.contains('=');
        let row = in_picture && !line.starts_with("'''");
        text.push_str(&match line {
            "columns = 16" => "columns = 96".to_owned(),
            "rows = 22" => "rows = 80".to_owned(),
            _ if row => format!("{}{}", ". ".repeat(COLUMNS), line),
            _ => shifted(line),
        });
        text.push('\n');
        if opens {
            (0..ROWS).for_each(|_| text.push_str(&format!("{}.\n", ". ".repeat(95))));
        }
        in_picture = opens || row;
    }
    text
}

/// Every hex number, which stands behind a quotation mark.
fn shifted(line: &str) -> String {
    let mut parts = line.split('"');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let two = |digits: &str| digits.parse::<usize>().unwrap();
        let there = number.map(|it| format!("{:02}{:02}", two(&it[..2]) + COLUMNS, two(&it[2..]) + ROWS));
        text.push('"');
        text.push_str(there.as_deref().unwrap_or_default());
        text.push_str(if there.is_some() { &part[4..] } else { part });
    }
    text
}

fn battle() -> MusketAndPike {
    open(&Source::new("moved.toml", moved())).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Plays to the end, mostly as an officer would and now and then at random, looking at every question that all is remembered as it is.
fn play_out(rules: &MusketAndPike, state: &mut State, dice: &mut Seeded, chooser: &mut Seeded) -> usize {
    let (mut menu, mut decisions) = (Vec::new(), 0);
    while let Some(seat) = rules.awaiting(state).first() {
        rules.ask(state, seat, &mut menu);
        assert!(menu.iter().all(|decision| rules.judge(state, seat, decision).is_ok()));
        let best = (0..menu.len()).max_by_key(|&at| rules.appraise(state, seat, &menu[at])).unwrap();
        let decision = menu[if chooser.below(4) > 0 { best } else { chooser.below(menu.len()) }];
        rules.play(state, seat, decision, dice, &mut Silent);
        assert_eq!(rules.invariants(state), Ok(()));
        decisions += 1;
    }
    decisions
}

#[test]
fn a_battle_far_from_the_first_corner_is_played_to_the_end() {
    let rules = battle();
    assert!(rules.ground.grid.len() > 2_048 && rules.start.units.iter().all(|unit| unit.hex.index() > 2_048));
    let (mut decisions, mut hurt) = (0, 0);
    for seed in 1..5 {
        let (mut dice, mut chooser) = (Seeded::new(seed), Seeded::new(seed + 100));
        let mut state = rules.start(&mut dice, &mut Silent);
        decisions += play_out(&rules, &mut state, &mut dice, &mut chooser);
        assert!(rules.outcome(&state).is_some());
        hurt += state.units.iter().filter(|unit| unit.casualties > 0).count();
    }
    assert!(decisions > 500, "{decisions} decisions");
    assert!(hurt > 4, "{hurt} units have met the enemy");
}

/// Who stands where is not written down with the state: a copy that was saved and loaded finds it out for itself.
#[test]
fn a_saved_battle_on_a_large_map_goes_on_the_same() {
    let rules = battle();
    let (mut dice, mut menu) = (Seeded::new(5), Vec::new());
    let mut state = rules.start(&mut dice, &mut Silent);
    for step in 0..60 {
        let Some(seat) = rules.awaiting(&state).first() else { break };
        rules.ask(&state, seat, &mut menu);
        rules.play(&mut state, seat, menu[step % menu.len()], &mut dice, &mut Silent);
    }
    let mut loaded: State = serde_json::from_str(&serde_json::to_string(&state).unwrap()).unwrap();
    assert_eq!(loaded, state);
    let mut other = Seeded::new(5);
    let mut dice = Seeded::new(5);
    let decisions = play_out(&rules, &mut state, &mut dice, &mut Seeded::new(9));
    assert_eq!(play_out(&rules, &mut loaded, &mut other, &mut Seeded::new(9)), decisions);
    assert_eq!(loaded, state);
}

#[test]
fn a_map_is_not_too_large() {
    let spoilt = |columns: &str, rows: &str| {
        let text = EXERCISE.replace("columns = 16", columns).replace("rows = 22", rows);
        let text = ["ground", "heights"].into_iter().fold(text, |text, key| without_picture(&text, key));
        open(&Source::new("large.toml", text)).err().map(|faults| faults.to_string()).unwrap_or_default()
    };
    let many = spoilt("columns = 96", "rows = 90");
    assert!(many.contains("8640 hexes") && many.contains("8192 at most"), "{many}");
    let long = spoilt("columns = 40", "rows = 200");
    assert!(!long.contains("from one corner to another"), "{long}");
    let long = spoilt("columns = 200", "rows = 40");
    assert!(!long.contains("from one corner to another"), "{long}");
    let long = spoilt("columns = 250", "rows = 32");
    assert!(long.contains("hexes from one corner to another") && long.contains("250 at most"), "{long}");
}

/// The battle with its map left blank.
fn without_picture(text: &str, key: &str) -> String {
    let (before, rest) = text.split_once(&format!("{key} = '''")).unwrap();
    let (_, after) = rest.split_once("'''").unwrap();
    format!("{before}{after}")
}
