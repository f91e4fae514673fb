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

/// *Shot, Steel & Stone* on the ground of *The mill at Weidenau*, with one or two units put elsewhere.
mod bayonets {
    use super::{answer, play_until};
    use kernel::{Dice, Judgement, Rulebook, Seat, Seeded, Side, Silent};
    use shot_steel_and_stone::ShotSteelAndStone;
    use shot_steel_and_stone::cards::UnitId;
    use shot_steel_and_stone::charges::ChargeChoice;
    use shot_steel_and_stone::command::CommandChoice;
    use shot_steel_and_stone::decision::Decision;
    use shot_steel_and_stone::disruption::Cause;
    use shot_steel_and_stone::orders::OrderChoice;
    use shot_steel_and_stone::rulebook::unit_by_key;
    use shot_steel_and_stone::sequence::TurnChoice;
    use shot_steel_and_stone::shooting::{Aim, ShootChoice};
    use shot_steel_and_stone::state::{Formation, Intent, Phase, Place, Response, State};

    const HANOVER: Seat = Seat(0);
    const FRANCE: Seat = Seat(1);

    /// The battle with units put at other places, each named by where the file has it.
    fn weidenau(moved: &[(&str, &str)]) -> ShotSteelAndStone {
        let mut source = shelf::find("weidenau-mill").unwrap();
        for (from, to) in moved {
            assert!(source.text.contains(from), "{from}");
            source.text = source.text.replacen(from, to, 1);
        }
        shot_steel_and_stone::setup::open(&source).unwrap_or_else(|faults| panic!("{faults}"))
    }

    fn unit(rules: &ShotSteelAndStone, key: &str) -> UnitId {
        unit_by_key(rules, key).unwrap()
    }

    fn begin(rules: &ShotSteelAndStone) -> State {
        rules.start(&mut Seeded::new(3), &mut Silent)
    }

    /// Plays on, Hanoverians and French doing as little as they may, until a seat gives its orders.
    fn to_orders(rules: &ShotSteelAndStone, state: &mut State, seat: Seat) {
        let mut dice = Seeded::new(3);
        let mut menu = Vec::new();
        while !(state.phase == Phase::Orders && rules.awaiting(state).first() == Some(seat)) {
            let asked = rules.awaiting(state).first().unwrap();
            let question = rules.ask(state, asked, &mut menu);
            rules.play(state, asked, menu[question.default], &mut dice, &mut Silent);
        }
    }

    fn charge(unit: UnitId, target: UnitId) -> Decision {
        Decision::Order(OrderChoice::Intend { unit, intent: Intent::Charge(target) })
    }

    /// SSS 1.5.3a: foot in line with horse coming at it forms square, and shoots from it.
    #[test]
    fn foot_forms_square_before_horse() {
        // Three base widths before the front of the second battalion.
        let rules = weidenau(&[("at = [23.6, 13.6]", "at = [19.2, 7.2]")]);
        let mut state = begin(&rules);
        let (horse, foot) = (unit(&rules, "french-horse"), unit(&rules, "second-battalion"));
        to_orders(&rules, &mut state, FRANCE);
        let mut dice: Box<dyn Dice> = Box::new(Seeded::new(8));
        rules.play(&mut state, FRANCE, charge(horse, foot), &mut *dice, &mut Silent);
        rules.play(&mut state, FRANCE, Decision::Turn(TurnChoice::Done), &mut *dice, &mut Silent);
        let asked = |state: &State, seat: Seat, menu: &[Decision]| {
            state.phase == Phase::Charges
                && seat == HANOVER
                && menu.iter().any(|one| matches!(one, Decision::Charge(ChargeChoice::Answer { .. })))
        };
        play_until(&rules, &mut state, Some(Side::SECOND), asked).unwrap();
        let square = ChargeChoice::Answer { unit: foot, response: Response::Square { shoots: true } };
        assert_eq!(answer(&rules, &state, HANOVER), Decision::Charge(square));
    }

    /// SSS 15.1: steady foot is shot at, not charged. Who has shot already and may not shoot again charges those he has shaken
    /// (SSS 15.2).
    #[test]
    fn foot_shoots_before_it_charges() {
        let rules = weidenau(&[("at = [18.9, 13.6]", "at = [19.2, 7.0]")]);
        let mut state = begin(&rules);
        let (foot, militia) = (unit(&rules, "second-battalion"), unit(&rules, "french-militia"));
        to_orders(&rules, &mut state, HANOVER);
        assert!(rules.appraise(&state, HANOVER, &charge(foot, militia)) < 0, "it charges steady foot");
        let mut shaken = state.clone();
        (shaken.units[foot.ix()].first_volley_used, shaken.units[foot.ix()].shot_at_charge) = (true, true);
        let beaten = &mut shaken.units[militia.ix()];
        (beaten.hits, beaten.first_volley_used) = (6, true);
        beaten.disruption.add(Cause::HitsPerBase, 3);
        assert!(rules.appraise(&shaken, HANOVER, &charge(foot, militia)) > 0, "it spares foot that is shaken");
        let shoots = |state: &State, seat: Seat, _: &[Decision]| state.phase == Phase::Shooting && seat == HANOVER;
        let answered = |state: &State| answer(&rules, state, HANOVER);
        play_until(&rules, &mut state, Some(Side::SECOND), shoots).unwrap();
        // The battery comes first (SSS 1.6a).
        let mut dice = Seeded::new(5);
        let mut targets = Vec::new();
        while state.phase == Phase::Shooting && rules.awaiting(&state).contains(HANOVER) {
            let decision = answered(&state);
            targets.push(decision);
            rules.play(&mut state, HANOVER, decision, &mut dice, &mut Silent);
        }
        let fire = Decision::Shoot(ShootChoice::Fire { unit: foot, aim: Aim::Unit(militia), bases: 0 });
        assert!(targets.contains(&fire), "{targets:?}");
    }

    /// SSS 24.1, 21.3: horse is not sent at a square, and rides down foot in line that is broken up.
    #[test]
    fn horse_is_not_sent_at_a_square() {
        let rules = weidenau(&[("at = [23.6, 13.6]", "at = [19.2, 7.6]")]);
        let mut state = begin(&rules);
        let (horse, foot) = (unit(&rules, "french-horse"), unit(&rules, "second-battalion"));
        to_orders(&rules, &mut state, FRANCE);
        let worn = &mut state.units[foot.ix()];
        worn.first_volley_used = true;
        worn.disruption.add(Cause::HitsPerBase, 3);
        assert!(rules.appraise(&state, FRANCE, &charge(horse, foot)) > 0, "it spares foot that is broken up");
        let square = &mut state.units[foot.ix()];
        (square.formation, square.files) = (Formation::Square, 2);
        state.bodies.touch(foot.ix());
        assert!(rules.appraise(&state, FRANCE, &charge(horse, foot)) < 0, "it rides at a square");
    }

    /// SSS G181: the mill is worth three points; a battalion goes in and stays there as long as nobody drives it out.
    #[test]
    fn ground_that_scores_is_taken_and_held() {
        let rules = weidenau(&[]);
        let mut state = begin(&rules);
        for turn in 2..=8 {
            let next = |state: &State, _: Seat, _: &[Decision]| state.turn == turn;
            if play_until(&rules, &mut state, Some(Side::SECOND), next).is_none() {
                break;
            }
            let inside = |key: &str| state.units[unit(&rules, key).ix()].inside.is_some();
            if turn >= 4 {
                assert_eq!(state.held[0], Some(Side::FIRST), "turn {turn}");
                assert!(inside("first-battalion") || inside("second-battalion"), "turn {turn}: nobody is in the mill");
            }
        }
        assert!(state.turn > 4 || state.over.is_some());
    }

    /// SSS 1.3c: a Commander-in-Chief who rolls first and fails ends the turn, so others roll before him.
    #[test]
    fn the_general_lets_others_roll_first() {
        let rules = weidenau(&[]);
        let mut state = begin(&rules);
        let rolls = |state: &State, seat: Seat, menu: &[Decision]| {
            let tests = menu.iter().filter(|one| matches!(one, Decision::Command(CommandChoice::Test(_)))).count();
            state.phase == Phase::Leadership && seat == HANOVER && tests > 1
        };
        play_until(&rules, &mut state, Some(Side::SECOND), rolls).unwrap();
        let answer = answer(&rules, &state, HANOVER);
        let Decision::Command(CommandChoice::Test(first)) = answer else { panic!("{answer:?}") };
        assert!(!state.leaders[first.ix()].chief, "{answer:?}");
    }

    /// SSS 17.6: walls are battered where the enemy shelters in them, not for the sake of it.
    #[test]
    fn an_empty_mill_is_left_standing() {
        let rules = weidenau(&[]);
        let mut state = begin(&rules);
        let (battery, chasseurs) = (unit(&rules, "battery"), unit(&rules, "chasseurs"));
        to_orders(&rules, &mut state, HANOVER);
        let walls = Aim::Walls(shot_steel_and_stone::cards::BuildingId(0));
        let shot = Decision::Shoot(ShootChoice::Fire { unit: battery, aim: walls, bases: 0 });
        assert!(rules.appraise(&state, HANOVER, &shot) < 0);
        let garrison = &mut state.units[chasseurs.ix()];
        let building = shot_steel_and_stone::cards::BuildingId(0);
        garrison.inside = Some(shot_steel_and_stone::state::Inside { building, bases: garrison.bases, broke_in: None });
        garrison.place = Place::Table;
        garrison.pose.at = rules.building_body(building).center().round();
        state.bodies.touch(chasseurs.ix());
        assert!(rules.appraise(&state, HANOVER, &shot) > 0);
    }
}
