//! A battle and its journal kept in step: played, put away, taken up, cut back, told through the door.
#![allow(clippy::unwrap_used)]

mod toy;

use kernel::door::{Guards, Plays, Tells};
use kernel::odds::Search;
use kernel::{Battle, Door, Journal, Ledger, Notation, Rulebook, Seat, Secrecy, Seeded, Side, Silent, Telling};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use toy::{Decision, State, Step, Toy};

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 200,
        rng_seed: RngSeed::Fixed(1642),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Plays on with any answers until `decisions` have been taken or the battle is over.
fn play_on(battle: &mut Battle<Toy>, chance: &mut Seeded, decisions: usize) -> Vec<State> {
    let mut states = vec![battle.state().clone()];
    for _ in 0..decisions {
        let asked: Vec<Seat> = battle.rules().awaiting(battle.state()).iter().collect();
        if asked.is_empty() {
            break;
        }
        let seat = asked[chance.below(asked.len())];
        let mut menu = Vec::new();
        battle.rules().ask(battle.state(), seat, &mut menu);
        battle.decide(seat, menu[chance.below(menu.len())], &mut Silent).unwrap();
        states.push(battle.state().clone());
    }
    states
}

fn played(seed: u64) -> (Battle<Toy>, Vec<State>) {
    let (mut battle, _) = Battle::begin(Toy::new(8), Toy::header(seed));
    let states = play_on(&mut battle, &mut Seeded::new(seed), usize::MAX);
    (battle, states)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_journal_replays_to_the_same_battle(seed in any::<u64>()) {
        let (battle, states) = played(seed);
        prop_assert!(battle.rules().outcome(battle.state()).is_some());
        let text = battle.journal().to_text();
        let mut seen = Vec::new();
        let journal = Journal::parse(&text).unwrap();
        let again = Battle::resume_watched(Toy::new(8), journal, |_, _, state, _| seen.push(state.clone())).unwrap();
        prop_assert_eq!(again.state(), battle.state());
        prop_assert_eq!(again.journal().to_text(), text);
        prop_assert_eq!(seen, states);
    }

    /// Undo is to replay less: what follows is as if the rest had never been.
    #[test]
    fn cut_back_anywhere_it_goes_on_as_before(seed in any::<u64>(), share in 0.0..1.0_f64) {
        let (battle, states) = played(seed);
        let records = &battle.journal().records;
        let kept = (records.len() as f64 * share) as usize;
        let cut = Journal { records: records.head(kept), ..battle.journal().clone() };
        let mut again = Battle::resume(Toy::new(8), cut).unwrap();
        prop_assert_eq!(again.state(), &states[kept]);
        for record in records.since(kept) {
            let seat = again.seat_named(&record.seat).unwrap();
            let decision = again.rules().read(&record.decision).unwrap();
            again.decide(seat, decision, &mut Ledger::default()).unwrap();
        }
        prop_assert_eq!(again.journal().to_text(), battle.journal().to_text());
        prop_assert_eq!(again.state(), battle.state());
    }

    /// The same dice thrown at a real table give the same battle, and a journal without a seed that replays.
    #[test]
    fn dice_thrown_elsewhere_do_as_well(seed in any::<u64>()) {
        let (battle, _) = played(seed);
        let journal = battle.journal();
        let header = kernel::Header { seed: None, ..Toy::header(0) };
        let (mut again, _) = Battle::begin_with(Toy::new(8), header, journal.opening.clone()).unwrap();
        for record in journal.records.iter() {
            let seat = again.seat_named(&record.seat).unwrap();
            let decision = again.rules().read(&record.decision).unwrap();
            again.decide_with(seat, decision, record.dice.clone(), &mut Silent).unwrap();
        }
        prop_assert_eq!(again.state(), battle.state());
        prop_assert_eq!(again.journal().header.seed, None);
        let replayed = Battle::resume(Toy::new(8), Journal::parse(&again.journal().to_text()).unwrap()).unwrap();
        prop_assert_eq!(replayed.state(), battle.state());
    }

    /// A decision or a die that was not so is found out at its line, also when the marks were made anew.
    #[test]
    fn forged_records_are_named(seed in any::<u64>(), place in any::<prop::sample::Index>(), forgery in 0..4) {
        let (battle, _) = played(seed);
        let mut journal = battle.journal().clone();
        let place = place.index(journal.records.len());
        let record = &mut journal.records[place];
        match forgery {
            0 => record.decision = "bid 200".into(),
            1 => record.seat = "nobody".into(),
            2 => record.dice.push(3),
            _ => match record.dice.first_mut() {
                Some(face) => *face = *face % 6 + 1,
                None => record.decision = "what".into(),
            },
        }
        let line = journal.line_of(place);
        let journal = Journal::parse(&journal.to_text()).unwrap();
        prop_assert_eq!(Battle::resume(Toy::new(8), journal).unwrap_err().line, line);
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    let (mut battle, _) = Battle::begin(Toy::new(3), Toy::header(5));
    let before = (battle.state().clone(), battle.journal().clone());
    let (north, south) = (Seat(0), Seat(1));
    assert_eq!(battle.decide(north, Decision::Bid(200), &mut Silent).unwrap_err().rule, "toy 2");
    assert_eq!(battle.decide(north, Decision::Press(true), &mut Silent).unwrap_err().rule, "toy 0");
    assert_eq!(battle.decide(Seat(7), Decision::Bid(0), &mut Silent).unwrap_err().rule, "turn");
    assert_eq!(battle.decide_with(north, Decision::Bid(1), vec![4], &mut Silent).unwrap_err().rule, "dice");
    assert_eq!((battle.state().clone(), battle.journal().clone()), before);

    battle.decide(north, Decision::Bid(1), &mut Silent).unwrap();
    assert_eq!(battle.decide(north, Decision::Bid(0), &mut Silent).unwrap_err().rule, "turn");
    let sealed = (battle.state().clone(), battle.journal().clone());
    // Two dice for the north, one for the south: three are wanted, or four if somebody wins.
    for wrong in [vec![], vec![4, 4], vec![1, 1, 1, 6, 6, 6], vec![7, 1, 1]] {
        assert_eq!(battle.decide_with(south, Decision::Bid(0), wrong, &mut Silent).unwrap_err().rule, "dice");
        assert_eq!((battle.state().clone(), battle.journal().clone()), sealed);
    }
    battle.decide_with(south, Decision::Bid(0), vec![4, 1, 1, 2], &mut Silent).unwrap();
    assert_eq!(battle.state().points, [1, 0]);
    assert_eq!(battle.journal().header.seed, None, "dice from elsewhere: the seed no longer tells the rest");
}

/// Interrupts inside interrupts: each is finished before what it interrupted goes on.
#[test]
fn pressing_on_nests() {
    let (mut battle, _) = Battle::begin_with(Toy::new(1), kernel::Header::default(), vec![1]).unwrap();
    let (north, south) = (Seat(0), Seat(1));
    battle.decide_with(north, Decision::Bid(0), vec![], &mut Silent).unwrap();
    let mut told = Ledger::default();
    battle.decide_with(south, Decision::Bid(0), vec![6, 1, 6], &mut told).unwrap();
    assert_eq!(told.entries.iter().map(|entry| entry.total).collect::<Vec<_>>(), [Some(2), Some(0)]);
    let steps = |battle: &Battle<Toy>| battle.state().agenda.iter().copied().collect::<Vec<_>>();
    assert_eq!(steps(&battle), [Step::RoundEnds, Step::Press(north)]);
    battle.decide_with(north, Decision::Press(true), vec![6], &mut Silent).unwrap();
    battle.decide_with(north, Decision::Press(true), vec![6], &mut Silent).unwrap();
    let nested = [Step::RoundEnds, Step::Spoils(north), Step::Spoils(north), Step::Press(north)];
    assert_eq!(steps(&battle), nested);
    assert_eq!((battle.state().points, battle.state().purse), ([1, 0], [6, 6]), "no spoils before the end");
    // A state put away in the middle of it all goes on from there.
    let text = serde_json::to_string(battle.state()).unwrap();
    assert_eq!(&serde_json::from_str::<State>(&text).unwrap(), battle.state());
    battle.decide_with(north, Decision::Press(true), vec![2], &mut Silent).unwrap();
    assert_eq!((battle.state().points, battle.state().purse), ([0, 0], [8, 6]));
    assert!(battle.state().over && steps(&battle).is_empty());
}

#[test]
fn the_door_says_what_the_battle_says() {
    let (battle, _) = Battle::begin(Toy::new(4), Toy::header(11));
    let mut door: Box<dyn Door> = Box::new(battle.clone());
    let mut battle = battle;
    let mut chance = Seeded::new(3);
    while let Some(seat) = battle.rules().awaiting(battle.state()).first() {
        assert_eq!(door.awaiting(), battle.rules().awaiting(battle.state()).iter().collect::<Vec<_>>());
        let asked = door.question(seat).unwrap();
        assert!(door.question(Seat(9)).is_none());
        assert!(
            asked.words.ends_with('?') && asked.menu.iter().all(|choice| door.judge(seat, &choice.decision).is_ok())
        );
        assert_eq!(door.judge(seat, "sing").unwrap_err().rule, "notation");
        assert_eq!(door.decide(seat, "sing").unwrap_err().rule, "notation");
        let choice = &asked.menu[chance.below(asked.menu.len())];
        assert!(door.odds(seat, &[&choice.decision], &Search::default(), &|| 1.0).is_ok());
        let mut ledger = Ledger::default();
        battle.decide(seat, battle.rules().read(&choice.decision).unwrap(), &mut ledger).unwrap();
        assert_eq!(door.decide(seat, &choice.decision).unwrap(), ledger.entries);
        assert_eq!(door.clock(), battle.rules().clock(battle.state()));
        assert_eq!(door.view(None), serde_json::to_value(battle.state()).unwrap());
    }
    assert_eq!(door.journal(), battle.journal());
    assert_eq!(door.outcome(), battle.rules().outcome(battle.state()));
    assert_eq!((door.rulebook(), door.seats()[1].side), ("toy", Side::SECOND));
    assert!(door.decide(Seat(0), "bid 0").is_err(), "the battle is over");
}

#[test]
fn a_view_hides_a_sealed_bid() {
    let (mut battle, _) = Battle::begin(Toy::new(4), Toy::header(1));
    battle.decide(Seat(0), Decision::Bid(3), &mut Silent).unwrap();
    assert_eq!(Guards::view(&battle, Some(Seat(0)))["bids"][0], 3);
    assert_eq!(Guards::view(&battle, Some(Seat(1)))["bids"][0], 0);
}

/// The odds of a bid are those of somebody who does not know the other's.
#[test]
fn odds_do_not_betray_a_sealed_bid() {
    let look = |sealed: u8| {
        let (mut battle, _) = Battle::begin(Toy::new(4), Toy::header(1));
        battle.decide(Seat(0), Decision::Bid(sealed), &mut Silent).unwrap();
        Tells::odds(&battle, Seat(1), &["bid 1"], &Search::default(), &|| 1.0).unwrap()
    };
    assert_eq!(look(0), look(3));
}

/// A card tells a seat what it may know, and everything to nobody in particular.
#[test]
fn cards_are_a_seats_own() {
    let (mut battle, _) = Battle::begin(Toy::new(8), Toy::header(1));
    let door: &mut dyn Door = &mut battle;
    door.decide(Seat(0), "bid 3").unwrap();
    let bid = |seat| door.facts(seat, Some(0)).first().map(|fact| fact.text.clone());
    assert_eq!(bid(None).as_deref(), Some("0 bids 3"));
    assert_eq!(bid(Some(Seat(0))).as_deref(), Some("0 bids 3"));
    assert_eq!(bid(Some(Seat(1))).as_deref(), Some("0 bids 0"));
    assert_eq!(door.facts(None, None).len(), 3);
    assert_eq!(door.facts(Some(Seat(1)), None).len(), 2, "not the other's grit");
    assert_eq!(door.absent(Some(Seat(0))), []);
}

/// What is hidden in the cards is part of the state, so that blanking the state hides it.
#[test]
fn hidden_values_are_in_the_state() {
    let (battle, _) = Battle::begin(Toy::gritty(4), Toy::header(1));
    assert_eq!(battle.state().grit, [Some(2), Some(1)]);
    assert_eq!(battle.rules().redact(battle.state(), Seat(0)).grit, [Some(2), None]);
    assert_eq!(
        battle.rules().imagine(battle.state(), Seat(1), &mut Seeded::new(1)).grit,
        [Some(toy::TYPICAL_GRIT), Some(1)]
    );
}

/// Odds are reckoned with typical values in place of hidden ones.
#[test]
fn odds_suppose_what_is_typical() {
    let look = |grit: [u8; 2], seat: Seat| {
        let (mut battle, _) = Battle::begin(Toy { grit, ..Toy::new(1) }, Toy::header(1));
        battle.decide(Seat(1 - seat.0), Decision::Bid(0), &mut Silent).unwrap();
        Tells::odds(&battle, seat, &["bid 1"], &Search::default(), &|| 1.0).unwrap()
    };
    assert_eq!(look([0, 0], Seat(0)), look([0, 3], Seat(0)), "the other's grit is not told");
    assert_ne!(look([0, 1], Seat(0)), look([2, 1], Seat(0)), "one's own counts");
    // With as much grit as is supposed, the odds are the true ones.
    let toy = Toy { grit: [0, toy::TYPICAL_GRIT], ..Toy::new(1) };
    let (mut battle, _) = Battle::begin(toy.clone(), Toy::header(1));
    battle.decide(Seat(1), Decision::Bid(0), &mut Silent).unwrap();
    let truth =
        kernel::odds::odds(&toy, battle.state(), Seat(0), &[Decision::Bid(1)], &Search::default(), &|| 1.0).unwrap();
    assert_eq!(look([0, 3], Seat(0)), truth);
}

/// A reckoning that would tell of hidden values is told whole to those who may know them.
#[test]
fn the_door_hands_out_a_seats_part() {
    let (mut battle, _) = Battle::begin(Toy::gritty(4), Toy::header(1));
    let door: &mut dyn Door = &mut battle;
    door.decide(Seat(0), "bid 2").unwrap();
    let told = door.decide(Seat(1), "bid 1").unwrap();
    let totals = |seat| door.part(seat, &told).iter().map(|entry| entry.total.is_some()).collect::<Vec<_>>();
    assert_eq!(totals(None), [true, true]);
    assert_eq!(totals(Some(Seat(0))), [true, false]);
    assert_eq!(totals(Some(Seat(1))), [false, true]);
    assert!(totals(Some(Seat(9))).is_empty(), "nobody sits there");
    assert_eq!(door.part(Some(Seat(1)), &told)[0].title, "seat 0 bids 2");
}

/// While bids are sealed, what a seat may read of the journal does not tell the other's; afterwards it tells them.
#[test]
fn an_excerpt_keeps_sealed_bids_back() {
    let header = kernel::Header { salt: Some(0xfeed), ..Toy::header(3) };
    let (mut battle, _) = Battle::begin(Toy::new(4), header);
    battle.decide(Seat(0), Decision::Bid(2), &mut Silent).unwrap();
    let mine = battle.excerpt(Seat(0));
    let theirs = battle.excerpt(Seat(1));
    assert_eq!(mine.decisions().count(), 1, "one's own bid");
    assert_eq!((theirs.decisions().count(), theirs.seals()), (0, 1));
    assert!(!theirs.to_text().contains("bid 2") && !theirs.to_text().contains("seed 3"));
    let sealed = Journal::parse(&battle.journal().to_text()).unwrap();
    assert_eq!(theirs.agrees(&sealed), Ok(()));
    battle.decide(Seat(1), Decision::Bid(0), &mut Silent).unwrap();
    let open = Guards::excerpt(&battle, Seat(1));
    assert_eq!((open.decisions().count(), open.seals()), (2, 1), "both are revealed; how grit was dealt is not");
    assert_eq!(theirs.agrees(battle.journal()), Ok(()), "what was sealed is what is told now");
}

/// Which decisions are sealed is known at any time, also after the battle was taken up from its journal.
#[test]
fn sealed_decisions_are_known_by_their_numbers() {
    let (mut battle, _) = Battle::begin(Toy::new(4), Toy::header(3));
    let sealed = |battle: &Battle<Toy>| Guards::sealed(battle);
    assert_eq!(sealed(&battle), [0; 0]);
    battle.decide(Seat(1), Decision::Bid(2), &mut Silent).unwrap();
    assert_eq!(sealed(&battle), [1]);
    let journal = battle.journal().clone();
    assert_eq!(sealed(&Battle::resume(Toy::new(4), journal).unwrap()), [1]);
    battle.decide(Seat(0), Decision::Bid(0), &mut Silent).unwrap();
    assert_eq!(sealed(&battle), [0; 0], "both have bid");
    assert_eq!(sealed(&Battle::resume(Toy::new(4), battle.journal().clone()).unwrap()), [0; 0]);
}

/// Somebody of neither side sees what both may see.
#[test]
fn an_onlooker_knows_the_secrets_of_neither() {
    let (mut battle, _) = Battle::begin(Toy::gritty(4), Toy::header(3));
    assert_eq!(battle.opening_hides_from().iter().count(), 2);
    battle.decide(Seat(0), Decision::Bid(3), &mut Silent).unwrap();
    let door: &dyn Door = &battle;
    let told = |door: &dyn Door, seat| door.facts(seat, None).into_iter().map(|fact| fact.text).collect::<Vec<_>>();
    assert_eq!(told(door, None), ["0 bids 3", "0 has 2", "1 has 1"]);
    assert_eq!(told(door, Some(Seat(1))), ["0 bids 0", "1 has 1"]);
    let seen = door.onlooked();
    assert_eq!(told(seen.as_ref(), None), ["0 bids 0"], "that there is a bid");
    let excerpt = door.excerpt_for_onlookers();
    assert_eq!((excerpt.decisions().count(), excerpt.seals()), (0, 1), "set-up and bid as one");
    assert!(!excerpt.to_text().contains("bid 3") && !excerpt.to_text().contains("seed 3"));
    assert_eq!(excerpt.agrees(door.journal()), Ok(()));
}

/// A question says whether it interrupts, and the door hands that on.
#[test]
fn a_question_says_whether_it_is_a_reaction() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..40 {
        let (mut battle, _) = Battle::begin(Toy::new(4), Toy::header(seed));
        while let Some(&seat) = Plays::awaiting(&battle).first() {
            let asked = Tells::question(&battle, seat).unwrap();
            let shown = serde_json::to_value(&asked).unwrap();
            assert_eq!(shown["question"]["topic"], asked.question.topic);
            seen.insert(asked.question.topic, shown["question"]["reaction"].as_str().unwrap().to_owned());
            let least = asked.menu[asked.question.default].decision.clone();
            Plays::decide(&mut battle, seat, &least).unwrap();
        }
    }
    let seen: Vec<(&str, &str)> = seen.iter().map(|(topic, reaction)| (*topic, reaction.as_str())).collect();
    assert_eq!(seen, [("bid", "none"), ("press", "offered")]);
}

/// Dice that made what a seat may not know are not told it either.
#[test]
fn an_excerpt_keeps_the_making_of_secrets_back() {
    let (battle, _) = Battle::begin(Toy::gritty(4), Toy::header(3));
    let excerpt = battle.excerpt(Seat(1));
    assert_eq!(excerpt.seals(), 1);
    assert!(!excerpt.to_text().contains("begin"), "{}", excerpt.to_text());
    assert_eq!(kernel::Excerpt::parse(&excerpt.to_text()), Ok(excerpt));
}
