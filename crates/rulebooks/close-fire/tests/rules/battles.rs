//! The battles that come with the rulebook: every one opens and is played by chance to its end.

use close_fire::setup::open;
use kernel::{Notation, Rulebook, Seeded, Silent, Soundness};
use scenario::Source;

const MOST_ANSWERS: u32 = 60_000;

/// CF 5.1, 5.28: prepared battles, and one of the frames of the book.
const BATTLES: [(&str, &str); 4] = [
    ("first-meeting", include_str!("../../../../../battles/close-fire/first-meeting.toml")),
    ("schellenberg", include_str!("../../../../../battles/close-fire/schellenberg.toml")),
    ("fraustadt", include_str!("../../../../../battles/close-fire/fraustadt.toml")),
    ("almansa", include_str!("../../../../../battles/close-fire/almansa.toml")),
];

/// Plays a battle by chance, and tells the number of answers.
pub fn play_by_chance(name: &str, text: &str, seed: u64) -> u32 {
    let source = Source::new(format!("{name}.toml"), text);
    let rules = open(&source).unwrap_or_else(|faults| panic!("{faults}"));
    let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed + 1_000));
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut menu = Vec::new();
    let mut answers = 0;
    while let Some(seat) = rules.awaiting(&state).first() {
        rules.ask(&state, seat, &mut menu);
        assert!(!menu.is_empty(), "{name}: an empty menu at {:?}", state.agenda.top());
        let decision = menu[chance.below(menu.len())];
        let words = rules.notate(&decision);
        rules.judge(&state, seat, &decision).unwrap_or_else(|refusal| panic!("{name}: {words}: {refusal}"));
        rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
        rules.invariants(&state).unwrap_or_else(|what| panic!("{name}: {words}: {what}"));
        answers += 1;
        assert!(answers < MOST_ANSWERS, "{name}: it never ends, turn {} {:?}", state.turn, state.agenda.top());
    }
    assert!(rules.outcome(&state).is_some(), "{name}");
    answers
}

#[test]
fn the_first_meeting() {
    let (name, text) = BATTLES[0];
    for seed in 0..3 {
        assert!(play_by_chance(name, text, seed) > 20);
    }
}

#[test]
fn the_schellenberg() {
    let (name, text) = BATTLES[1];
    assert!(play_by_chance(name, text, 1) > 100);
}

#[test]
fn fraustadt() {
    let (name, text) = BATTLES[2];
    assert!(play_by_chance(name, text, 2) > 100);
}

#[test]
fn almansa() {
    let (name, text) = BATTLES[3];
    assert!(play_by_chance(name, text, 3) > 100);
}

// --- Out of a seed

use close_fire::muster::generator::{FEWEST_BASES, Kind, MOST_BASES, Wish, draw_up, generate};

/// CF 5.2 to 5.5, 5.7, 5.10, 5.11, 5.19, 5.20: whatever the seed, a battle of either kind is within its limits, for those are asked
/// when it is opened.
#[test]
fn battles_out_of_a_seed_are_within_the_limits() {
    for seed in 0..60 {
        for kind in [Kind::Attack, Kind::Meeting] {
            for bases in [FEWEST_BASES, 37, MOST_BASES] {
                let text = draw_up(Wish::new(seed, kind, bases));
                let source = Source::new("generated.toml", text.clone());
                let rules =
                    open(&source).unwrap_or_else(|faults| panic!("seed {seed} {kind:?} {bases}: {faults}\n{text}"));
                assert_eq!(rules.frame.attacker().is_some(), kind == Kind::Attack);
                assert_eq!(u32::from(rules.start.began[1]), bases, "seed {seed} {kind:?}");
            }
        }
    }
}

/// CF 5.4a: over many battles the attacker has more horse, and only the defender has heavy guns.
#[test]
fn attackers_ride_and_defenders_have_the_guns() {
    use close_fire::cards::{Class, GunKind};
    let (mut mounted, mut heavy) = ([0_u32; 2], [0_u32; 2]);
    for seed in 0..40 {
        let text = draw_up(Wish::new(seed, Kind::Attack, 40));
        let rules = open(&Source::new("generated.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
        for card in &rules.units {
            let side = card.side.ix();
            if matches!(card.class, Class::Horse | Class::Dragoons | Class::Hussars) {
                mounted[side] += u32::from(card.bases());
            }
            heavy[side] += u32::from(card.gun == Some(GunKind::Heavy));
        }
    }
    assert!(mounted[0] > mounted[1] && heavy[0] == 0 && heavy[1] > 0, "{mounted:?} {heavy:?}");
}

/// CF 5.2: a die says which kind of battle it is; the same seed gives the same battle.
#[test]
fn a_die_says_which_kind_it_is() {
    let attacks = (0..40).filter(|&seed| generate(seed, 30).contains("kind = \"attack\"")).count();
    assert!((10..=30).contains(&attacks), "{attacks} of 40");
    assert_eq!(generate(7, 30), generate(7, 30));
    assert_ne!(generate(7, 30), generate(8, 30));
}

/// CF 5.12, 5.14, 5.15, 5.23, 5.28: they are played to the end.
#[test]
fn battles_out_of_a_seed_are_played() {
    for (seed, kind) in [(1, Kind::Attack), (2, Kind::Meeting), (3, Kind::Attack)] {
        let text = draw_up(Wish::new(seed, kind, 30));
        assert!(play_by_chance("generated", &text, seed) > 20);
    }
}

/// CF 5.26, G67: with cards besides: nothing that is shown or told gives away who is behind one.
#[test]
fn battles_out_of_a_seed_are_played_with_cards() {
    let mut veiled = 0;
    for (seed, kind) in [(1, Kind::Meeting), (3, Kind::Meeting), (11, Kind::Attack)] {
        let text =
            draw_up(Wish::new(seed, kind, FEWEST_BASES)).replace("[frame]", "[options]\ncards = \"on\"\n\n[frame]");
        let rules = open(&Source::new("generated.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
        veiled += crate::secrets::plays_by_chance(&rules, seed, 31);
    }
    assert!(veiled > 100, "cards lay face down in {veiled} questions only");
}

/// The generated battle that comes with the rulebook is what its seed gives; `UPDATE_BATTLES=1` writes it anew.
#[test]
fn the_generated_battle_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../battles/close-fire/generated-1709.toml");
    let text = draw_up(Wish::new(1709, Kind::Attack, 40));
    if std::env::var_os("UPDATE_BATTLES").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}

/// Officers of some sense deploy, march on and fight a battle of each kind to its end.
#[test]
fn officers_fight_them_to_the_end() {
    use kernel::Judgement;
    let drawn = [Kind::Attack, Kind::Meeting].map(|kind| draw_up(Wish::new(5, kind, FEWEST_BASES)));
    for (ix, text) in drawn.iter().enumerate() {
        let rules = open(&Source::new("generated.toml", text.as_str())).unwrap_or_else(|faults| panic!("{faults}"));
        let mut dice = Seeded::new(ix as u64);
        let mut state = rules.start(&mut dice, &mut Silent);
        let (mut menu, mut answers) = (Vec::new(), 0);
        while let Some(seat) = rules.awaiting(&state).first() {
            rules.ask(&state, seat, &mut menu);
            let decision = *menu.iter().rev().max_by_key(|decision| rules.appraise(&state, seat, decision)).unwrap();
            rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
            rules.invariants(&state).unwrap_or_else(|what| panic!("{}: {what}", rules.notate(&decision)));
            answers += 1;
            assert!(answers < 20_000, "it never ends, turn {} {:?}", state.turn, state.agenda.top());
        }
        assert!(rules.outcome(&state).is_some());
    }
}
