//! Chapter 13.1 to 13.3: Rally and Reform.

use crate::common::*;
use kernel::{Rulebook, Seat};
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{LeaderId, UnitId};
use musket_and_pike::decision::Decision;
use musket_and_pike::rally::{RallyChoice, RallyStep, Reform};
use musket_and_pike::state::{Formation, LeaderPlace, Loss, Mark, Morale, Orders, Place};

const SEAT_A: Seat = Seat(0);

fn judge(game: &Game, choice: RallyChoice) -> Option<String> {
    game.table().judge_rally_action(choice).err().map(|refusal| refusal.rule.into_owned())
}

fn rally(unit: UnitId) -> RallyChoice {
    RallyChoice::Rally { unit, by: None }
}

fn reform(unit: UnitId, reform: Reform) -> RallyChoice {
    RallyChoice::Reform { unit, reform, by: None }
}

fn act(game: &mut Game, dice: &[u8], choice: RallyChoice) {
    assert_eq!(judge(game, choice), None, "{choice:?}");
    game.with(dice, |play| play.begin_rally_action(choice));
}

/// The Rally and Reform Actions on a unit's menu; the judge agrees with every one of them.
fn actions(game: &Game, unit: UnitId) -> Vec<RallyChoice> {
    let mut menu = Vec::new();
    game.table().rally_actions(unit, &mut menu);
    choices(game, menu)
}

fn army_actions(game: &Game, leader: LeaderId) -> Vec<RallyChoice> {
    let mut menu = Vec::new();
    game.table().army_rally_actions(leader, &mut menu);
    choices(game, menu)
}

fn choices(game: &Game, menu: Vec<Decision>) -> Vec<RallyChoice> {
    menu.into_iter()
        .map(|decision| match decision {
            Decision::Rally(choice) => {
                assert_eq!(judge(game, choice), None, "{choice:?}");
                choice
            }
            other => panic!("{other:?}"),
        })
        .collect()
}

/// One unit of an active Wing under some Orders, its commander `near`.
fn wing_of(piece: Piece, orders: Orders, rating: i8, near: &str) -> (Game, UnitId) {
    let mut board = board();
    board.orders(A1, orders);
    let unit = board.unit(piece.at("1010", "n"));
    board.unit(heavy("other", A1).at(if near == "1010" { "1013" } else { near }, "n"));
    board.commander(A1, rating, near);
    let mut game = board.open();
    game.activate(A1);
    (game, unit)
}

/// MP 13.2.1a, 13.2.3a: Reform under Rally and Receive Charge anywhere in command; under Make Ready with the Wing Commander in the hex or next to it;
/// never under Charge.
#[test]
fn who_may_reform() {
    let shaken = || heavy("foot", A1).formation(Formation::Shaken);
    for (orders, near, refused) in [
        (Orders::Rally, "1012", None),
        (Orders::ReceiveCharge, "1012", None),
        (Orders::MakeReady, "1012", Some("MP 5.6.2b")),
        (Orders::MakeReady, "1011", None),
        (Orders::MakeReady, "1010", None),
        (Orders::Charge, "1010", Some("MP 5.6.1j")),
    ] {
        let (game, unit) = wing_of(shaken(), orders, 0, near);
        let verdict = judge(&game, reform(unit, Reform::Formation));
        assert_eq!(verdict.as_deref(), refused, "{orders:?} with the leader at {near}");
    }
    let (mut game, unit) = wing_of(shaken(), Orders::Rally, 0, "1011");
    game.activate(A2);
    assert_eq!(judge(&game, reform(unit, Reform::Formation)).as_deref(), Some("MP 13.2.1a"));
}

/// MP 13.2.4b: Rally under Rally Orders; under Receive Charge with the Wing Commander at hand; not otherwise.
#[test]
fn who_may_rally() {
    let shaken = || heavy("foot", A1).state(Morale::Shaken);
    for (orders, near, refused) in [
        (Orders::Rally, "1012", None),
        (Orders::ReceiveCharge, "1012", Some("MP 5.6.3c")),
        (Orders::ReceiveCharge, "1011", None),
        (Orders::MakeReady, "1010", Some("MP 5.6.2b")),
        (Orders::Charge, "1010", Some("MP 5.6.1j")),
    ] {
        let (game, unit) = wing_of(shaken(), orders, 0, near);
        assert_eq!(judge(&game, rally(unit)).as_deref(), refused, "{orders:?} with the leader at {near}");
    }
}

/// MP 13.2.1a, 5.2.2e: the Wing Commander who has moved lends no authority; having lent it he has had his Action.
#[test]
fn the_commander_has_one_action() {
    let (mut game, unit) = wing_of(heavy("foot", A1).formation(Formation::Shaken), Orders::Rally, 0, "1011");
    let leader = game.state.wings[A1.ix()].leader.unwrap();
    game.state.leaders[leader.ix()].deeds.acted = true;
    assert_eq!(judge(&game, reform(unit, Reform::Formation)).as_deref(), Some("MP 5.2.2e"));
    game.state.leaders[leader.ix()].deeds.acted = false;
    act(&mut game, &[], reform(unit, Reform::Formation));
    let him = game.state.leaders[leader.ix()];
    assert!(him.deeds.acted && him.deeds.lends_authority);
    assert!(game.unit(unit).has(Mark::Acted));
    let other = UnitId(1);
    game.state.units[other.ix()].formation = Formation::Shaken;
    assert_eq!(judge(&game, reform(other, Reform::Formation)), None, "others use the same authority");
    assert_eq!(judge(&game, reform(unit, Reform::ToOpenOrder)).as_deref(), Some("MP 5.1.1e"), "one Action a unit");
}

/// MP 5.4.3k: out of command, or with its leader off the map, nobody but the Army Commander helps it.
#[test]
fn out_of_command_there_is_no_rally() {
    let (mut game, unit) = wing_of(heavy("foot", A1).state(Morale::Shaken), Orders::Rally, 0, "1017");
    assert_eq!(judge(&game, rally(unit)).as_deref(), Some("MP 5.4.3k"));
    let leader = game.state.wings[A1.ix()].leader.unwrap();
    game.state.leaders[leader.ix()].place = LeaderPlace::Aside;
    assert_eq!(judge(&game, rally(unit)).as_deref(), Some("MP 13.2.1a"));
}

/// MP 13.2.3b: one Reform does one thing. MP 6.4a, 6.4b: two from Formation Broken to Normal; MP 6.3.2g, 6.3.3b, 6.3.4f
/// the others; MP 13.2.3c: none leads into Column.
#[test]
fn what_a_reform_does() {
    for (from, kind, to) in [
        (Formation::Broken, Reform::Formation, Formation::Shaken),
        (Formation::Shaken, Reform::Formation, Formation::Normal),
        (Formation::Hedgehog, Reform::LeaveHedgehog, Formation::Broken),
        (Formation::Normal, Reform::ToOpenOrder, Formation::OpenOrder),
        (Formation::OpenOrder, Reform::FromOpenOrder, Formation::Normal),
        (Formation::Column, Reform::LeaveColumn, Formation::Broken),
    ] {
        let (mut game, unit) = wing_of(heavy("foot", A1).formation(from), Orders::Rally, 0, "1011");
        let facing = game.unit(unit).facing;
        assert_eq!(actions(&game, unit), [reform(unit, kind)], "{from:?}");
        for other in Reform::ALL.into_iter().filter(|&other| other != kind) {
            assert_eq!(judge(&game, reform(unit, other)).as_deref(), Some("MP 13.2.3b"), "{from:?} {other:?}");
        }
        act(&mut game, &[], reform(unit, kind));
        assert_eq!((game.unit(unit).formation, game.unit(unit).facing), (to, facing));
    }
    let (mut game, unit) = wing_of(cavalry("horse", A1).formation(Formation::Column), Orders::Rally, 0, "1011");
    act(&mut game, &[], reform(unit, Reform::LeaveColumn));
    assert_eq!(game.unit(unit).formation, Formation::Shaken, "cavalry comes out better");
}

/// MP 13.2.3b, 10.7.4a: a Reform reloads one pistol and does nothing else.
#[test]
fn reloading_is_a_reform() {
    let piece = cavalry("horse", A1).formation(Formation::Shaken).pistols(0);
    let (mut game, unit) = wing_of(piece, Orders::Rally, 0, "1011");
    act(&mut game, &[], reform(unit, Reform::Reload));
    assert_eq!((game.unit(unit).pistols, game.unit(unit).formation), (1, Formation::Shaken));
    let (game, unit) = wing_of(cavalry("horse", A1), Orders::Rally, 0, "1011");
    assert_eq!(judge(&game, reform(unit, Reform::Reload)).as_deref(), Some("MP 13.2.3b"));
    let (game, unit) = wing_of(heavy("foot", A1), Orders::Rally, 0, "1011");
    assert_eq!(judge(&game, reform(unit, Reform::Reload)).as_deref(), Some("MP 13.2.3b"));
}

/// MP 6.3.4g: a two-hex unit out of Column keeps its long side to the front or turns about; its halves then change names.
#[test]
fn a_two_hex_unit_chooses_its_front_out_of_column() {
    let (mut game, unit) = wing_of(double_heavy("foot", A1).formation(Formation::Column), Orders::Rally, 0, "1009");
    let before = *game.unit(unit);
    act(&mut game, &[], reform(unit, Reform::LeaveColumn));
    game.advance(&[]);
    assert_eq!(game.asked(), Some(SEAT_A));
    let mut menu = Vec::new();
    game.rules.ask(&game.state, SEAT_A, &mut menu);
    let about = before.facing.opposite();
    let faces = [before.facing, about].map(|vertex| Decision::Rally(RallyChoice::Face(vertex)));
    assert_eq!(menu, faces);
    let sideways = Decision::Rally(RallyChoice::Face(before.facing.right(1)));
    assert_eq!(game.rules.judge(&game.state, SEAT_A, &sideways).unwrap_err().rule, "MP 6.3.4g");
    game.with(&[], |play| play.decide(SEAT_A, faces[1]));
    let now = game.unit(unit);
    assert_eq!((Some(now.hex), now.other, now.facing), (before.other, Some(before.hex), about));
    assert!(game.state.agenda.is_empty());
}

/// MP 13.2.5a: stacked with its Wing Commander a unit rallies without a roll. MP 13.2.4a, 12.4.1a: one level; MP 12.4.3g: from Broken to Shaken and
/// Formation Broken, faced as the owner likes (MP 13.2.5c); MP 13.2.5d: pistols stay as they were.
#[test]
fn a_commander_in_the_hex_rallies_at_once() {
    let (mut game, unit) = wing_of(heavy("foot", A1).state(Morale::Shaken), Orders::Rally, 0, "1010");
    act(&mut game, &[], rally(unit));
    assert_eq!(game.unit(unit).morale, Morale::Normal);
    assert_eq!(judge(&game, rally(unit)).as_deref(), Some("MP 13.2.4a"));

    let (mut game, unit) = wing_of(cavalry("horse", A1).pistols(1).state(Morale::Broken), Orders::Rally, 0, "1010");
    act(&mut game, &[], rally(unit));
    let now = *game.unit(unit);
    assert_eq!((now.morale, now.formation, now.pistols), (Morale::Shaken, Formation::Broken, 1));
    game.advance(&[]);
    let mut menu = Vec::new();
    assert_eq!(game.rules.ask(&game.state, SEAT_A, &mut menu).topic, "face");
    assert_eq!(menu.len(), 6);
    let vertex = game.vertex("se");
    game.with(&[], |play| play.decide(SEAT_A, Decision::Rally(RallyChoice::Face(vertex))));
    assert_eq!(game.unit(unit).facing, vertex);
}

/// MP V29 (MP 13.2.5b): a Broken unit with a leader of -2 next to it rallies on 0 to 3, and is eliminated on 4 to 9.
#[test]
fn v29_a_broken_unit_tries_to_rally() {
    for die in 0..10 {
        let (mut game, unit) = wing_of(heavy("foot", A1).state(Morale::Broken), Orders::Rally, -2, "1011");
        act(&mut game, &[die], rally(unit));
        if die <= 3 {
            assert_eq!((game.unit(unit).morale, game.unit(unit).formation), (Morale::Shaken, Formation::Broken));
        } else {
            assert_eq!(game.unit(unit).place, Place::Gone(Loss::Eliminated), "die {die}");
        }
    }
}

/// MP V30 (MP 13.2.5b, 12.4.3b): Shaken cavalry of printed morale 6 under Receive Charge with its leader of -1 next to it rallies on 0 to 6; on 7 to 9 it
/// breaks and runs two hexes towards its own edge.
#[test]
fn v30_a_shaken_unit_tries_to_rally() {
    for die in 0..10 {
        let piece = cavalry("horse", A1).strength(3).morale(6).state(Morale::Shaken);
        let (mut game, unit) = wing_of(piece, Orders::ReceiveCharge, -1, "0910");
        act(&mut game, &[die], rally(unit));
        if die <= 6 {
            assert_eq!(game.unit(unit).morale, Morale::Normal, "die {die}");
            continue;
        }
        assert_eq!(game.unit(unit).morale, Morale::Broken, "die {die}");
        let side = game.table().side(unit);
        let before = game.rules.ground.distance_to_edge(side, game.unit(unit).hex);
        game.advance(&[]);
        while let Some(seat) = game.asked() {
            let mut menu = Vec::new();
            let default = game.rules.ask(&game.state, seat, &mut menu).default;
            game.with(&[], |play| play.decide(seat, menu[default]));
        }
        assert_eq!(game.rules.ground.distance_to_edge(side, game.unit(unit).hex), before - 2, "die {die}");
    }
}

/// MP 13.2.5b: a leader who is not next to the unit adds nothing.
#[test]
fn a_distant_leader_adds_nothing() {
    let (mut game, unit) = wing_of(heavy("foot", A1).morale(6).state(Morale::Shaken), Orders::Rally, -2, "1012");
    act(&mut game, &[5], rally(unit));
    assert_eq!(game.unit(unit).morale, Morale::Normal);
    let (mut game, unit) = wing_of(heavy("foot", A1).morale(6).state(Morale::Shaken), Orders::Rally, -2, "1012");
    act(&mut game, &[6], rally(unit));
    assert_eq!(game.unit(unit).morale, Morale::Broken);
}

/// MP 12.5.2b, 13.2.4c: past its threshold a unit comes back to Shaken and no further.
#[test]
fn the_threshold_bars_full_recovery() {
    let broken = heavy("foot", A1).state(Morale::Broken).mark(Mark::ThresholdReached);
    let (mut game, unit) = wing_of(broken, Orders::Rally, 0, "1010");
    act(&mut game, &[], rally(unit));
    assert_eq!(game.unit(unit).morale, Morale::Shaken);
    game.state.units[unit.ix()].marks.set(Mark::Acted, false);
    assert_eq!(judge(&game, rally(unit)).as_deref(), Some("MP 13.2.4c"));
}

/// MP 12.4.3e: a Morale Broken unit may rally and do nothing else.
#[test]
fn the_broken_only_rally() {
    let (game, unit) = wing_of(cavalry("horse", A1).pistols(0).state(Morale::Broken), Orders::Rally, 0, "1011");
    assert_eq!(actions(&game, unit), [rally(unit)]);
    assert_eq!(judge(&game, reform(unit, Reform::Reload)).as_deref(), Some("MP 12.4.3e"));
}

/// MP 8.2.1h: cavalry and Light Infantry rally and reform together with one Action.
#[test]
fn a_stack_rallies_together() {
    let mut board = board();
    board.orders(A1, Orders::Rally);
    let horse = board.unit(cavalry("horse", A1).formation(Formation::Shaken).state(Morale::Shaken).at("1010", "n"));
    let foot = board.unit(light("foot", A1).formation(Formation::Shaken).state(Morale::Shaken).at("1010", "n"));
    board.together(horse, foot);
    board.commander(A1, 0, "1010");
    let mut game = board.open();
    game.activate(A1);
    assert_eq!(judge(&game, rally(foot)).as_deref(), Some("MP 8.2.1h"));
    act(&mut game, &[], rally(horse));
    assert_eq!([horse, foot].map(|unit| game.unit(unit).morale), [Morale::Normal; 2]);
    assert_eq!([horse, foot].map(|unit| game.unit(unit).has(Mark::Acted)), [true; 2]);
    for unit in [horse, foot] {
        game.state.units[unit.ix()].marks.set(Mark::Acted, false);
    }
    act(&mut game, &[], reform(horse, Reform::Formation));
    assert_eq!([horse, foot].map(|unit| game.unit(unit).formation), [Formation::Normal; 2]);
}

/// MP 12.4.4a: a Broken gun is rallied where it stands, and faced.
#[test]
fn guns_rally_in_place() {
    let (mut game, unit) = wing_of(gun("guns", A1).state(Morale::Broken), Orders::Rally, 0, "1010");
    act(&mut game, &[], rally(unit));
    assert_eq!(game.unit(unit).morale, Morale::Shaken);
    assert_eq!(game.state.agenda.top(), Some(Step::Rally(RallyStep::Face { unit })));
}

/// An Army Commander and units around him, another Wing active.
fn army(rating: i8, piece: Piece, at: &str) -> (Game, LeaderId, UnitId) {
    let mut board = board();
    let unit = board.unit(piece.at(at, "n"));
    board.unit(heavy("other", A2).at("1510", "n"));
    board.commander(A2, 0, "1510");
    let leader = board.army_commander(A, rating, "1010");
    let mut game = board.open();
    game.activate(A2);
    (game, leader, unit)
}

/// MP 13.3.1a, 13.3.2a, 5.1.2g: the Army Commander reforms any unit in his hex or next to it, of any Wing, finished or not, whatever its Orders; one in an
/// activation.
#[test]
fn the_army_commander_reforms() {
    for at in ["1010", "1011"] {
        let (mut game, leader, unit) = army(0, heavy("foot", A1).formation(Formation::Broken), at);
        game.state.wings[A1.ix()].turn.finished = true;
        let choice = RallyChoice::Reform { unit, reform: Reform::Formation, by: Some(leader) };
        assert_eq!(army_actions(&game, leader), [choice]);
        act(&mut game, &[], choice);
        assert_eq!(game.unit(unit).formation, Formation::Shaken);
        assert_eq!(judge(&game, choice).as_deref(), Some("MP 13.2.1a"), "his Action is spent");
    }
    let (game, leader, unit) = army(0, heavy("foot", A1).formation(Formation::Broken), "1012");
    let choice = RallyChoice::Reform { unit, reform: Reform::Formation, by: Some(leader) };
    assert_eq!(judge(&game, choice).as_deref(), Some("MP 13.3.2a"));
    assert!(army_actions(&game, leader).is_empty());
}

/// MP 13.3.3a, 5.1.2h: he rallies automatically in the hex, with his own rating next to it.
#[test]
fn the_army_commander_rallies() {
    let (mut game, leader, unit) = army(-1, heavy("foot", A1).state(Morale::Shaken), "1010");
    act(&mut game, &[], RallyChoice::Rally { unit, by: Some(leader) });
    assert_eq!(game.unit(unit).morale, Morale::Normal);
    for (die, morale) in [(6, Morale::Normal), (7, Morale::Broken)] {
        let (mut game, leader, unit) = army(-1, heavy("foot", A1).morale(6).state(Morale::Shaken), "1011");
        act(&mut game, &[die], RallyChoice::Rally { unit, by: Some(leader) });
        assert_eq!(game.unit(unit).morale, morale, "die {die}");
    }
}

/// MP 13.3.1a: only the active army's commander.
#[test]
fn the_enemy_active_he_does_nothing() {
    let (mut game, leader, unit) = army(0, heavy("foot", A1).state(Morale::Shaken), "1010");
    game.activate(B1);
    let choice = RallyChoice::Rally { unit, by: Some(leader) };
    assert_eq!(judge(&game, choice).as_deref(), Some("MP 13.3.1a"));
}

/// MP 5.1.1e: his help is the Action of a unit of the active Wing, which he cannot give to one that has acted (ruling MP G-A22).
#[test]
fn his_help_is_the_units_action() {
    let (mut game, leader, unit) = army(0, heavy("foot", A2).state(Morale::Shaken), "1010");
    let choice = RallyChoice::Rally { unit, by: Some(leader) };
    game.state.units[unit.ix()].marks.set(Mark::Acted, true);
    assert_eq!(judge(&game, choice).as_deref(), Some("MP 5.1.1e"));
    game.state.units[unit.ix()].marks.set(Mark::Acted, false);
    act(&mut game, &[], choice);
    assert!(game.unit(unit).has(Mark::Acted));
    assert_eq!(game.state.wings[A2.ix()].orders, Orders::Charge, "MP 5.1.1d: Orders do not bind him");
}
