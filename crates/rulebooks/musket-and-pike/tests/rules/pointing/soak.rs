//! Random battles of every file, with a hand on the map at each question.

use kernel::pointing::{aimed, routes};
use kernel::{Aim, Dice, Ghost, Handling, Notation, Picture, Rulebook, Seat, Seeded, Silent, Soundness};
use musket_and_pike::cards::UnitId;
use musket_and_pike::decision::Decision;
use musket_and_pike::state::State;
use musket_and_pike::table::Table;
use musket_and_pike::{MusketAndPike, setup};
use scenario::Source;
use std::collections::BTreeSet;

/// Battles of each of the four files.
const BATTLES: u64 = 10;
/// One question in so many is pointed at by a hand; all of them are marked.
const POINTED: usize = 30;
/// One step in so many is followed along all its routes.
const FOLLOWED: usize = 90;
const MOST_DECISIONS: usize = 20_000;

fn battles() -> Vec<MusketAndPike> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../battles/musket-and-pike");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let open = |file: &std::path::PathBuf| setup::open(&Source::open(file).unwrap()).unwrap();
    files.iter().map(open).collect()
}

#[derive(Default)]
struct Seen {
    questions: usize,
    pointed: usize,
    routes: usize,
    topics: BTreeSet<&'static str>,
    /// Questions in which a hand on some body meant a legal answer.
    answered: BTreeSet<&'static str>,
}

#[test]
fn a_hand_on_the_map_never_means_what_the_rules_forbid() {
    let mut seen = Seen::default();
    for rules in battles() {
        for seed in 0..BATTLES {
            play(&rules, seed, &mut seen);
        }
    }
    assert!(seen.pointed > 1_000 && seen.routes > 1_000, "{} {}", seen.pointed, seen.routes);
    // Whoever is asked to choose a body can do it with the hand.
    for topic in ["actions", "choose-wing", "next-step", "leader-next-step", "reaction", "close-combats", "unit-action"]
    {
        assert!(seen.answered.contains(topic), "{topic} of {:?}", seen.answered);
    }
}

fn play(rules: &MusketAndPike, seed: u64, seen: &mut Seen) {
    let (mut dice, mut choice) = (Seeded::new(seed), Seeded::new(seed + 77_777));
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut menu = Vec::new();
    for _ in 0..MOST_DECISIONS {
        let Some(seat) = rules.awaiting(&state).first() else { return };
        let question = rules.ask(&state, seat, &mut menu);
        seen.topics.insert(question.topic);
        seen.questions += 1;
        marks_speak_of_bodies(rules, &state, seat, &menu);
        if seen.questions.is_multiple_of(POINTED) {
            seen.pointed += 1;
            ghosts_stand_as_in_the_scene(rules, &state);
            if point_everywhere(rules, &state, seat) {
                seen.answered.insert(question.topic);
            }
            overlays_have_outlines(rules, &state);
        }
        if seen.questions.is_multiple_of(FOLLOWED) {
            seen.routes += routes_lead_where_they_say(rules, &state, seat);
        }
        let taken = usize::from(choice.roll(menu.len().min(200) as u8) - 1);
        rules.play(&mut state, seat, menu[taken], &mut dice, &mut Silent);
    }
}

fn is_body(rules: &MusketAndPike, number: u16) -> bool {
    match number.checked_sub(1_000) {
        Some(leader) => usize::from(leader) < rules.leaders.len(),
        None => usize::from(number) < rules.units.len(),
    }
}

fn marks_speak_of_bodies(rules: &MusketAndPike, state: &State, seat: Seat, menu: &[Decision]) {
    for decision in menu {
        let mark = rules.mark(state, seat, decision);
        let all = mark.actor.iter().chain(&mark.targets).chain(&mark.touches);
        assert!(all.copied().all(|body| is_body(rules, body)), "{decision:?} {mark:?}");
        let [width, height] = rules.ground.grid.size();
        assert!(mark.at.is_none_or(|[x, y]| (0.0..=width).contains(&x) && (0.0..=height).contains(&y)));
        // An enemy touched is none of the actor's own side.
        if let Some(actor) = mark.actor.filter(|&actor| actor < 1_000) {
            let side = |body: u16| rules.units[usize::from(body)].side;
            assert!(mark.touches.iter().all(|&enemy| side(enemy) != side(actor)), "{decision:?} {mark:?}");
        }
    }
}

fn ghosts_stand_as_in_the_scene(rules: &MusketAndPike, state: &State) {
    let bodies = rules.scene(state, None).bodies;
    for body in &bodies {
        let parts = body.parts.iter().map(|part| part.corners).collect();
        let shown = Ghost { body: body.id, at: body.at, facing: body.facing, parts };
        assert_eq!(rules.ghost(state, body.id), Some(shown));
    }
    let all = (0..rules.units.len() as u16).chain((0..rules.leaders.len() as u16).map(|leader| 1_000 + leader));
    assert_eq!(all.filter(|&body| rules.ghost(state, body).is_some()).count(), bodies.len());
    assert_eq!(rules.ghost(state, 999), None);
}

/// Points at every body, and with the moving one at every tenth hex and facing; whether anything legal was meant by a body.
fn point_everywhere(rules: &MusketAndPike, state: &State, seat: Seat) -> bool {
    let mut legal = false;
    let stepping = rules.stepping(state, seat).map(|stepping| stepping.body);
    for body in rules.scene(state, None).bodies {
        for hand in [None, stepping] {
            let aim = Aim { body: hand, target: Some(body.id), at: Some(body.at), facing: None };
            legal |= is_judged(rules, state, seat, &aim);
        }
        let aim = Aim { target: Some(body.id), ..Aim::default() };
        // Whoever points at a body gets a decision, or hears why there is none.
        let meant = aimed(rules, state, seat, &aim);
        assert!(meant.is_some(), "{} pointed at in {:?}", body.name, state.agenda.top());
        legal |= is_judged(rules, state, seat, &aim);
    }
    for hex in rules.ground.grid.hexes().step_by(10) {
        let at = Some(rules.ground.grid.centre(hex));
        is_judged(rules, state, seat, &Aim { at, ..Aim::default() });
        is_judged(rules, state, seat, &Aim { body: stepping, at, facing: Some(75.0), ..Aim::default() });
    }
    for facing in (0..12).map(|turn| f64::from(turn) * 30.0) {
        is_judged(rules, state, seat, &Aim { body: stepping, facing: Some(facing), ..Aim::default() });
    }
    for strange in [f64::NAN, f64::INFINITY, -1e300] {
        let aim = Aim { body: Some(60_000), target: Some(999), at: Some([strange; 2]), facing: Some(strange) };
        is_judged(rules, state, seat, &aim);
    }
    legal
}

/// What is called legal is accepted and can be played; what is not has a reason. Notation brings back the same decision.
fn is_judged(rules: &MusketAndPike, state: &State, seat: Seat, aim: &Aim) -> bool {
    let Some(aimed) = aimed(rules, state, seat, aim) else { return false };
    let decision = rules.read(&aimed.decision).unwrap();
    assert_eq!(rules.judge(state, seat, &decision).err(), aimed.refusal, "{}", aimed.decision);
    match &aimed.refusal {
        Some(refusal) => assert!(refusal.rule.starts_with("MP ") && !refusal.why.is_empty(), "{refusal}"),
        None => {
            let mut after = state.clone();
            rules.play(&mut after, seat, decision, &mut Seeded::new(1), &mut Silent);
            rules.invariants(&after).unwrap();
        }
    }
    aimed.refusal.is_none()
}

/// Every route is legal step by step, with the least of answers by the others, and ends as its ghost stands.
fn routes_lead_where_they_say(rules: &MusketAndPike, state: &State, seat: Seat) -> usize {
    let Some(start) = rules.stepping(state, seat) else { return 0 };
    let found = routes(rules, state, seat);
    for route in found.iter().step_by(7) {
        let mut now = state.clone();
        let mut menu = Vec::new();
        let mut dice = Seeded::new(3);
        for text in &route.decisions {
            let decision = rules.read(text).unwrap();
            rules.judge(&now, seat, &decision).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            rules.play(&mut now, seat, decision, &mut dice, &mut Silent);
            while let Some(asked) = rules.awaiting(&now).first().filter(|&asked| asked != seat) {
                let question = rules.ask(&now, asked, &mut menu);
                rules.play(&mut now, asked, menu[question.default], &mut dice, &mut Silent);
            }
        }
        assert_eq!(rules.ghost(&now, start.body).as_ref(), Some(&route.ghost), "{:?}", route.decisions);
        assert!(route.spent <= route.allowance, "{route:?}");
    }
    found.len()
}

fn overlays_have_outlines(rules: &MusketAndPike, state: &State) {
    let table = Table { rules, state };
    for body in [0, rules.units.len() as u16 / 2, 1_000, 1_001] {
        for overlay in MusketAndPike::overlays() {
            let zones = rules.overlay(state, None, body, overlay.key);
            assert!(zones.iter().all(|zone| zone.outline.len() >= 4 && !zone.name.is_empty()));
        }
    }
    let posts = rules.roster(state, None);
    let units: Vec<u16> = posts.iter().filter_map(|post| post.body).filter(|&body| body < 1_000).collect();
    assert_eq!(units.iter().collect::<BTreeSet<_>>().len(), rules.units.len());
    for post in posts.iter().filter(|post| post.body.is_some_and(|body| body < 1_000)) {
        let id = UnitId(post.body.unwrap() as u8);
        assert!(post.strength <= post.full && (!post.lost || !table.unit(id).on_map()), "{post:?}");
    }
}
