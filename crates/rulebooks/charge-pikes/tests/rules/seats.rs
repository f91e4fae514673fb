//! Several seats on a side: each leads its own commands, and allies know each other's orders.

use charge_pikes::ChargePikes;
use charge_pikes::agenda::Step;
use charge_pikes::cards::UnitId;
use charge_pikes::combat::{CombatChoice, CombatStep};
use charge_pikes::decision::Decision;
use charge_pikes::deployment::DeployChoice;
use charge_pikes::generals::GeneralChoice;
use charge_pikes::movement::charging::{ChargeChoice, ChargeStep};
use charge_pikes::movement::flight::FlightStep;
use charge_pikes::movement::maneuvers::{MoveChoice, MoveStep};
use charge_pikes::reaction::TestChoice;
use charge_pikes::sequence::{TurnChoice, TurnStep};
use charge_pikes::setup::open;
use charge_pikes::shooting::{ShootChoice, ShootStep};
use charge_pikes::state::State;
use kernel::{Rulebook, Seat, SeatSet, Secrecy, Seeded, Side, Silent};
use scenario::Source;
use std::collections::BTreeSet;

/// Two seats on either side: foot and guns close to each other, horse on the wings, guns of both seats in range.
const FOUR: &str = r##"format = 1
rulebook = "charge-pikes"
key = "four"
title = "Four captains"
turns = 6

[options]
forlorn-hopes = true

[ground]
size = [60, 40]

[[sides]]
key = "king"
name = "The King"
baseline = "south"
royalist = true

[[sides]]
key = "parliament"
name = "Parliament"
baseline = "north"

[[seats]]
key = "rupert"
name = "Prince Rupert"
side = "king"

[[seats]]
key = "astley"
name = "Sir Jacob Astley"
side = "king"
commands = ["foot"]

[[seats]]
key = "essex"
name = "The Earl of Essex"
side = "parliament"

[[seats]]
key = "skippon"
name = "Philip Skippon"
side = "parliament"
commands = ["foot", "guns"]

[[generals]]
key = "prince"
name = "The Prince"
side = "king"
rank = "chief"

[[generals]]
key = "sir-jacob"
name = "Sir Jacob"
side = "king"
command = "foot"

[[generals]]
key = "earl"
name = "The Earl"
side = "parliament"
rank = "chief"

[[generals]]
key = "major-general"
name = "The Major-General"
side = "parliament"
command = "foot"

[[units]]
key = "lifeguard"
name = "The Lifeguard"
side = "king"
kind = "horse"
grade = "B"
figures = 8
at = [10, 10]

[[units]]
key = "kings-guns"
name = "The King's guns"
side = "king"
kind = "battery"
grade = "C"
guns = ["field"]
formation = "unlimbered"
at = [45, 12]

[[units]]
key = "reds"
name = "The Redcoats"
side = "king"
command = "foot"
kind = "foot"
grade = "C"
pikes = 8
muskets = 12
at = [22, 14]

[[units]]
key = "whites"
name = "The Whitecoats"
side = "king"
command = "foot"
kind = "foot"
grade = "D"
pikes = 6
muskets = 12
at = [34, 14]

[[units]]
key = "ironsides"
name = "The Ironsides"
side = "parliament"
kind = "horse"
grade = "B"
figures = 8
at = [50, 26]

[[units]]
key = "dragoons"
name = "Okey's dragoons"
side = "parliament"
kind = "dragoons"
grade = "C"
figures = 8
at = [20, 22]
start = { dismounted = true }

[[units]]
key = "blues"
name = "The Bluecoats"
side = "parliament"
command = "foot"
kind = "foot"
grade = "C"
pikes = 8
muskets = 12
at = [34, 20]

[[units]]
key = "drakes"
name = "The drakes"
side = "parliament"
command = "guns"
kind = "battery"
grade = "C"
guns = ["light"]
formation = "unlimbered"
at = [44, 24]
"##;

fn four() -> ChargePikes {
    open(&Source::new("four.toml", FOUR)).unwrap_or_else(|faults| panic!("{faults}"))
}

fn seat_of(rules: &ChargePikes, unit: UnitId) -> Option<Seat> {
    Some(rules.units[unit.ix()].seat)
}

/// Whose troops a decision is about; nothing where it is about none.
fn owner(rules: &ChargePikes, state: &State, decision: &Decision) -> Option<Seat> {
    match *decision {
        Decision::Deploy(DeployChoice::Place { unit, .. })
        | Decision::Deploy(DeployChoice::Forlorn { unit, .. })
        | Decision::Charge(ChargeChoice::Charge { unit, .. })
        | Decision::Charge(ChargeChoice::Counter { unit, .. })
        | Decision::Charge(ChargeChoice::React { unit, .. })
        | Decision::Move(MoveChoice::Pick(unit))
        | Decision::Shoot(ShootChoice::Order { unit, .. })
        | Decision::Combat(CombatChoice::Allot { unit, .. })
        | Decision::Combat(CombatChoice::Pistols { unit, .. })
        | Decision::Test(TestChoice::Take(unit)) => seat_of(rules, unit),
        Decision::General(GeneralChoice::Attach { general, .. })
        | Decision::General(GeneralChoice::Detach { general })
        | Decision::General(GeneralChoice::Ride { general, .. }) => Some(rules.generals[general.ix()].seat),
        Decision::Turn(TurnChoice::Done) | Decision::Turn(TurnChoice::TakeSide(_)) => None,
        _ => match state.agenda.top().unwrap() {
            Step::Move(MoveStep::Moving(unit))
            | Step::Charge(ChargeStep::EvadeOrStand { unit, .. } | ChargeStep::CloseRanks { unit, .. })
            | Step::Combat(CombatStep::FollowUp { unit, .. })
            | Step::Flight(FlightStep::ChooseQuarry { unit })
            | Step::Flight(FlightStep::TryHalt { unit, .. })
            | Step::Flight(FlightStep::TurnAbout { unit }) => seat_of(rules, unit),
            Step::Charge(ChargeStep::AfterEvade { charge, .. }) => {
                seat_of(rules, state.charges[usize::from(charge)].charger)
            }
            step => panic!("{decision:?} in {step:?}"),
        },
    }
}

fn on_side(rules: &ChargePikes, seats: SeatSet, side: Side) -> usize {
    seats.iter().filter(|seat| rules.seats[usize::from(seat.0)].side == side).count()
}

/// Plays a battle at random, showing every question to `look`.
fn play(rules: &ChargePikes, seed: u64, mut look: impl FnMut(&State)) -> State {
    let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed ^ 77));
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut menu = Vec::new();
    loop {
        let asked: Vec<Seat> = rules.awaiting(&state).iter().collect();
        if asked.is_empty() {
            return state;
        }
        look(&state);
        let seat = asked[chance.below(asked.len())];
        rules.ask(&state, seat, &mut menu);
        let decision = menu[chance.below(menu.len())];
        rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
    }
}

#[test]
fn commands_go_to_the_seats_that_lead_them() {
    let rules = four();
    let seats: Vec<&str> = rules.units.iter().map(|unit| rules.seats[usize::from(unit.seat.0)].key.as_str()).collect();
    assert_eq!(seats[..8], ["rupert", "rupert", "astley", "astley", "essex", "essex", "skippon", "skippon"]);
    // A forlorn hope is led by whoever leads its regiment.
    assert_eq!(seats[8..], ["astley", "astley", "skippon"]);
    let generals: Vec<u8> = rules.generals.iter().map(|general| general.seat.0).collect();
    assert_eq!(generals, [0, 1, 2, 3]);
}

#[test]
fn each_seat_is_asked_about_its_own_commands_alone() {
    let rules = four();
    let (mut menu, mut topics) = (Vec::new(), BTreeSet::new());
    for seed in 0..12 {
        let end = play(&rules, seed, |state| {
            let asked = rules.awaiting(state);
            for seat in asked.iter() {
                let question = rules.ask(state, seat, &mut menu);
                topics.insert(question.topic);
                for decision in &menu {
                    let owner = owner(&rules, state, decision);
                    assert!(owner.is_none_or(|owner| owner == seat), "{}: {decision:?}", question.topic);
                    // What is another's to decide is refused, be he asked at the same time or not.
                    for other in (0..4).map(Seat).filter(|&other| other != seat && owner.is_some()) {
                        assert!(rules.judge(state, other, decision).is_err(), "{other:?} {decision:?}");
                    }
                }
            }
        });
        assert!(rules.outcome(&end).is_some());
    }
    for topic in ["forlorn-hopes", "choose-side", "move", "manoeuvre", "shoot"] {
        assert!(topics.contains(topic), "nobody was asked about {topic}: {topics:?}");
    }
}

/// The initiative is the side's and not a command's: the first seat of the side answers for it (CP 14.2).
#[test]
fn the_first_seat_of_a_side_takes_the_initiative() {
    let rules = four();
    let mut takers = BTreeSet::new();
    for seed in 0..6 {
        play(&rules, seed, |state| {
            if let Some(Step::Turn(TurnStep::ChooseSide(side))) = state.agenda.top() {
                let asked: Vec<Seat> = rules.awaiting(state).iter().collect();
                assert_eq!(asked, [Seat(2 * side.0)]);
                takers.extend(asked);
            }
        });
    }
    assert_eq!(takers.len(), 2);
}

/// Everybody does the least he can until the step is reached.
fn least_until(rules: &ChargePikes, wanted: impl Fn(Step) -> bool) -> State {
    let mut dice = Seeded::new(3);
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut menu = Vec::new();
    while !wanted(state.agenda.top().unwrap()) {
        let seat = rules.awaiting(&state).first().unwrap();
        let question = rules.ask(&state, seat, &mut menu);
        let least = menu[question.default];
        rules.play(&mut state, seat, least, &mut dice, &mut Silent);
    }
    state
}

#[test]
fn seats_of_both_sides_are_asked_at_once() {
    let rules = four();
    // Normal moves are one side's, both of its seats together (CP 13.3).
    let state = least_until(&rules, |step| matches!(step, Step::Move(MoveStep::NormalMoves(_))));
    let moving = Side::BOTH.map(|side| on_side(&rules, rules.awaiting(&state), side));
    assert!(moving == [2, 0] || moving == [0, 2], "{moving:?}");
    // Orders to shoot are given by everybody before any is shown (CP 13.4): whoever is done is asked no more.
    let mut state = least_until(&rules, |step| step == Step::Shoot(ShootStep::Orders));
    for asked in (0..4).rev() {
        let awaiting = rules.awaiting(&state);
        assert_eq!(awaiting.iter().collect::<Vec<Seat>>(), (0..=asked).map(Seat).collect::<Vec<Seat>>());
        rules.play(&mut state, Seat(asked), Decision::Turn(TurnChoice::Done), &mut Seeded::new(1), &mut Silent);
    }
    assert_ne!(state.agenda.top(), Some(Step::Shoot(ShootStep::Orders)));
}

/// CP 13.4: orders are hidden from the other side. Allies sit on the same side of the table and see each other's.
#[test]
fn allies_see_sealed_orders_and_enemies_do_not() {
    let rules = four();
    let mut seen = 0;
    for seed in 0..12 {
        play(&rules, seed, |state| {
            if state.agenda.top() != Some(Step::Shoot(ShootStep::Orders)) || !rules.awaiting(state).contains(Seat(0)) {
                return;
            }
            let mut menu = Vec::new();
            rules.ask(state, Seat(0), &mut menu);
            let Some(&order) =
                menu.iter().find(|decision| matches!(decision, Decision::Shoot(ShootChoice::Order { .. })))
            else {
                return;
            };
            let mut after = state.clone();
            rules.play(&mut after, Seat(0), order, &mut Seeded::new(1), &mut Silent);
            if after.agenda.top() != Some(Step::Shoot(ShootStep::Orders)) {
                return;
            }
            let Decision::Shoot(ShootChoice::Order { unit, .. }) = order else { return };
            let ordered = |view: &State| view.fires.iter().any(|fire| fire.unit == unit);
            assert!(ordered(&rules.redact(&after, Seat(0))) && ordered(&rules.redact(&after, Seat(1))));
            assert!(!ordered(&rules.redact(&after, Seat(2))) && !ordered(&rules.redact(&after, Seat(3))));
            seen += 1;
        });
    }
    assert!(seen > 0);
}
