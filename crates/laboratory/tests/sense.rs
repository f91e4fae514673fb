//! The greedy commander in positions where it once lost what it had won. Each puts the question that it answered wrongly and asks it
//! again; `strength.rs` holds how well it does on the whole.
#![allow(clippy::panic, clippy::unwrap_used)]

use charge_pikes::ChargePikes;
use charge_pikes::cards::{GeneralId, UnitId as Regiment};
use charge_pikes::decision::Decision as Order;
use charge_pikes::generals::GeneralChoice;
use charge_pikes::state::{Aspect, Contact, Phase, Place as Spot};
use commander::{Commander, Greedy};
use kernel::{Judgement, Rulebook, Seat, Seeded, Side, Silent};
use musket_and_pike::MusketAndPike;
use musket_and_pike::cards::UnitId;
use musket_and_pike::close_combat::{CombatChoice, Designation};
use musket_and_pike::command::CommandChoice;
use musket_and_pike::decision::Decision;
use musket_and_pike::fire::{FireChoice, Mode};
use musket_and_pike::rally::RallyChoice;
use musket_and_pike::sequence::TurnChoice;
use musket_and_pike::state::{Formation, Loss, Morale, Orders, Place};

const PARLIAMENT: Seat = Seat(1);

fn hexes(battle: &str) -> MusketAndPike {
    musket_and_pike::setup::open(&shelf::find(battle).unwrap()).unwrap_or_else(|faults| panic!("{faults}"))
}

fn table(battle: &str) -> ChargePikes {
    charge_pikes::setup::open(&shelf::find(battle).unwrap()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// What greedy answers to the question put to a seat.
fn answer<R: Judgement>(rules: &R, state: &R::State, seat: Seat) -> R::Decision {
    let mut menu = Vec::new();
    rules.ask(state, seat, &mut menu);
    menu[Greedy::new(1).choose(rules, state, seat, &menu)]
}

/// Plays on by greedy commanders, those of `idle` by doing as little as they may, until somebody is asked what is wanted.
fn play_until<R: Judgement>(
    rules: &R,
    state: &mut R::State,
    idle: Option<Side>,
    wanted: impl Fn(&R::State, Seat, &[R::Decision]) -> bool,
) -> Option<Seat> {
    let (mut dice, mut menu, mut greedy) = (Seeded::new(3), Vec::new(), Greedy::new(3));
    while let Some(seat) = rules.awaiting(state).first() {
        let question = rules.ask(state, seat, &mut menu);
        if wanted(state, seat, &menu) {
            return Some(seat);
        }
        let waits = rules.seats()[usize::from(seat.0)].side;
        let choice = if idle == Some(waits) { question.default } else { greedy.choose(rules, state, seat, &menu) };
        rules.play(state, seat, menu[choice], &mut dice, &mut Silent);
    }
    None
}

fn changes_orders(menu: &[Decision]) -> bool {
    menu.iter().any(|decision| matches!(decision, Decision::Command(CommandChoice::Change { .. })))
}

/// Parliament of *Wing against wing* far ahead, its only Wing worn out, and asked for Orders.
fn worn_out_and_ahead(rules: &MusketAndPike, orders: Orders) -> <MusketAndPike as Rulebook>::State {
    let mut state = rules.start(&mut Seeded::new(3), &mut Silent);
    let seat = play_until(rules, &mut state, None, |_, seat, menu| seat == PARLIAMENT && changes_orders(menu));
    assert_eq!(seat, Some(PARLIAMENT));
    state.wings[1].orders = orders;
    for &id in &rules.by_side[1] {
        if state.units[id.ix()].place == Place::Map && state.units[id.ix()].formation == Formation::Normal {
            state.units[id.ix()].morale = Morale::Shaken;
        }
    }
    // Three squadrons of the King are gone: thirty points.
    for name in ["byrons-horse", "digbys-horse", "wilmots-horse"] {
        let id = rules.units.iter().position(|card| card.key == name).unwrap();
        state.lift(UnitId(id as u8));
        state.units[id].place = Place::Gone(Loss::Eliminated);
    }
    state
}

/// MP 4.6b, 15.0j: with its last Wing under Rally a side leaves the field it has won, and can do no better than a draw.
#[test]
fn the_field_that_is_won_is_not_left() {
    let rules = hexes("wing-against-wing");
    for orders in [Orders::Charge, Orders::MakeReady, Orders::ReceiveCharge] {
        let state = worn_out_and_ahead(&rules, orders);
        let table = musket_and_pike::table::Table { rules: &rules, state: &state };
        assert!(table.victory_points(Side::SECOND) >= table.victory_points(Side::FIRST) + 8);
        let answer = answer(&rules, &state, PARLIAMENT);
        let rallies = matches!(answer, Decision::Command(CommandChoice::Change { orders: Orders::Rally, .. }));
        assert!(!rallies, "{orders:?}: {answer:?}");
    }
    // One that has been driven under Rally goes back to the field at once (MP 5.8a).
    let state = worn_out_and_ahead(&rules, Orders::Rally);
    let answer = answer(&rules, &state, PARLIAMENT);
    assert!(matches!(answer, Decision::Command(CommandChoice::Change { orders: Orders::MakeReady, .. })), "{answer:?}");
}

/// Where other Wings hold the field, one that is worn out does go under Rally (MP 5.6.4b).
#[test]
fn a_worn_out_wing_among_others_rallies() {
    let rules = hexes("naseby");
    let mut state = rules.start(&mut Seeded::new(3), &mut Silent);
    let seat = play_until(&rules, &mut state, None, |_, _, menu| changes_orders(menu)).unwrap();
    let wing = state.activation.unwrap().wing;
    state.wings[wing.ix()].orders = Orders::MakeReady;
    for id in rules.wings[wing.ix()].units.iter() {
        state.units[id.ix()].morale = Morale::Shaken;
    }
    let answer = answer(&rules, &state, seat);
    assert!(matches!(answer, Decision::Command(CommandChoice::Change { orders: Orders::Rally, .. })), "{answer:?}");
}

/// MP 13.2.5b: a Broken unit that fails to rally is lost; far from its edge and from its leader it is left to run.
#[test]
fn a_broken_regiment_is_not_rallied_against_the_odds() {
    let rules = hexes("wing-against-wing");
    let state = worn_out_and_ahead(&rules, Orders::ReceiveCharge);
    let rank = |morale: Morale, leader_with_it: bool| {
        let mut state = state.clone();
        let id = UnitId(rules.units.iter().position(|card| card.key == "feildings-horse").unwrap() as u8);
        let hex =
            rules.ground.grid.hexes().find(|&hex| rules.ground.distance_to_edge(Side::SECOND, hex) == 12).unwrap();
        state.units[id.ix()].hex = hex;
        state.units[id.ix()].morale = morale;
        let leader = state.wings[1].leader.unwrap();
        if leader_with_it {
            state.leaders[leader.ix()].hex = hex;
        }
        rules.appraise(&state, PARLIAMENT, &Decision::Rally(RallyChoice::Rally { unit: id, by: None }))
    };
    assert!(rank(Morale::Broken, false) < 0);
    assert!(rank(Morale::Broken, true) > 0);
}

fn regiment(rules: &MusketAndPike, name: &str) -> UnitId {
    UnitId(rules.units.iter().position(|card| card.key == name).unwrap() as u8)
}

/// MP 5.8a, 4.6b: with the field held by a single unit in order, a side that has won does not ask for another activation, which would
/// begin by counting those in order again.
#[test]
fn what_is_won_is_not_staked_on_another_activation() {
    let rules = hexes("wing-against-wing");
    let ahead = worn_out_and_ahead(&rules, Orders::Charge);
    let goes_on = Decision::Turn(TurnChoice::Continue { helped: false });
    let wants = |state: &<MusketAndPike as Rulebook>::State| rules.appraise(state, PARLIAMENT, &goes_on) > 0;
    assert!(!wants(&ahead), "nobody is in order");
    let mut rallied = ahead.clone();
    for name in ["balfours-horse", "ramseys-horse", "holles-foot"] {
        rallied.units[regiment(&rules, name).ix()].morale = Morale::Normal;
    }
    assert!(wants(&rallied), "three are in order, and turns to come");
    // In the last turn there is nothing left to win (MP 15.0b).
    rallied.turn = rules.turns;
    assert!(!wants(&rallied), "the battle is as good as over");
}

/// MP 15.0a: guns fire at those whose casualties count, horse before foot, and not at light troops that count for nothing.
#[test]
fn guns_fire_at_those_whose_losses_count() {
    let rules = hexes("wing-against-wing");
    let state = worn_out_and_ahead(&rules, Orders::ReceiveCharge);
    let at = |name: &str| state.units[regiment(&rules, name).ix()].hex;
    let rank = |hex| {
        let shot = Decision::Fire(FireChoice::Shoot { half: None, at: hex, mode: Mode::Artillery });
        rules.appraise(&state, PARLIAMENT, &shot)
    };
    // The King's horse is gone in this position: Parliament's own stands in for it.
    let (horse, foot, dragoons) = (at("balfours-horse"), at("blagges-foot"), at("ushers-dragoons"));
    assert!(rank(horse) > rank(foot) && rank(foot) > rank(dragoons));
}

/// MP 11.5.1a: a gun that stands alone falls to the first who comes; a second squadron has something better to do.
#[test]
fn one_squadron_is_enough_for_a_gun() {
    let rules = hexes("wing-against-wing");
    let mut state = worn_out_and_ahead(&rules, Orders::Charge);
    let (gun, first, second) =
        (regiment(&rules, "kings-guns"), regiment(&rules, "balfours-horse"), regiment(&rules, "ramseys-horse"));
    let hex = state.units[gun.ix()].hex;
    let rank = |state: &<MusketAndPike as Rulebook>::State, unit: UnitId| {
        rules.appraise(state, PARLIAMENT, &Decision::Combat(CombatChoice::Attack { unit, hex }))
    };
    assert!(rank(&state, first) > 0 && rank(&state, second) > 0);
    let from = (state.units[first.ix()].hex, None);
    state.designated.push(Designation { attacker: first, hex, side: Side::SECOND, from, fought: false });
    assert!(rank(&state, second) < 0);
}

/// Hopton Heath, ruling G67: Gell's foot stands on the ridge that is worth 120 points. With the King's horse before it, it stays
/// there, in order (CP 11.0.2).
#[test]
fn foot_stays_on_the_ridge_it_is_paid_to_hold() {
    // A squadron halts before the ridge, where foot would find it in musket range if it came down.
    let mut source = shelf::find("hopton-heath").unwrap();
    source.text = source.text.replacen("at = [37, 10]", "at = [37, 17]", 1);
    let rules = charge_pikes::setup::open(&source).unwrap_or_else(|faults| panic!("{faults}"));
    let mut state = rules.start(&mut Seeded::new(3), &mut Silent);
    let ridge = rules.victory.objectives[0].zone;
    let unit = |name: &str| Regiment(rules.units.iter().position(|card| card.key == name).unwrap() as u8);
    let (coats, companies) = (unit("gell-foot"), unit("derby-foot"));
    for turn in 2..=6 {
        let next = |state: &<ChargePikes as Rulebook>::State, _: Seat, _: &[Order]| state.turn == turn;
        play_until(&rules, &mut state, Some(Side::FIRST), next).unwrap();
        for id in [coats, companies] {
            let regiment = &state.units[id.ix()];
            assert!(ridge.contains(rules.body_of(id, regiment).center()), "turn {turn}: {}", rules.units[id.ix()].name);
            assert!(!regiment.disordered, "turn {turn}: {}", rules.units[id.ix()].name);
        }
    }
}

/// CP 9.7, 9.11a: a squadron in the fight has its general with it. The other who could join it stays where he is.
#[test]
fn two_generals_are_not_thrown_into_one_squadron() {
    let rules = table("hopton-heath");
    let mut state = rules.start(&mut Seeded::new(3), &mut Silent);
    let joins = |menu: &[Order]| menu.iter().any(|order| matches!(order, Order::General(GeneralChoice::Attach { .. })));
    let king = play_until(&rules, &mut state, None, |state, seat, menu| {
        state.phase == Phase::Movement && rules.seats[usize::from(seat.0)].side == Side::FIRST && joins(menu)
    });
    let king = king.unwrap();
    let general = |name: &str| GeneralId(rules.generals.iter().position(|card| card.key == name).unwrap() as u8);
    let unit = |name: &str| Regiment(rules.units.iter().position(|card| card.key == name).unwrap() as u8);
    let (chief, byron) = (general("northampton"), general("byron"));
    let (squadron, enemy) = (unit("prince-of-wales-horse"), unit("brereton-horse"));
    // Nobody else of the King's looks to the chief.
    for (id, card) in rules.units.iter().enumerate().filter(|(_, card)| card.side == Side::FIRST) {
        if id != squadron.ix() && card.cost > 0 {
            state.units[id].place = Spot::Reserve;
        }
    }
    let at = state.units[squadron.ix()].pose.ahead(-3 * field::table::INCH).at;
    for one in [chief, byron] {
        let rider = &mut state.generals[one.ix()];
        (rider.attached, rider.at, rider.spent) = (None, at, 0);
    }
    let (a, b) = (squadron.min(enemy), squadron.max(enemy));
    state.contacts.push(Contact {
        a,
        b,
        impact: true,
        on_a: Aspect::Front,
        on_b: Aspect::Front,
        a_impetus: false,
        b_impetus: false,
        a_follows: false,
        b_follows: false,
        a_forward: false,
        b_forward: false,
    });
    let attach = |state: &<ChargePikes as Rulebook>::State, general: GeneralId| {
        rules.appraise(state, king, &Order::General(GeneralChoice::Attach { general, unit: squadron }))
    };
    // Alone by it, either of them would join.
    assert!(attach(&state, chief) > 0 && attach(&state, byron) > 0);
    state.generals[byron.ix()].attached = Some(squadron);
    assert!(attach(&state, chief) < 0, "the chief joins a squadron that Byron leads already");
}
