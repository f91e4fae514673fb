//! Chapter 9: generals and command.

use crate::fights::{Situation, inches, inches_between};
use charge_pikes::cards::UnitId;
use charge_pikes::decision::Decision;
use charge_pikes::generals::{Command, GeneralChoice};
use charge_pikes::sequence::TurnChoice;
use charge_pikes::state::{Loss, Phase, Place};
use field::table::{INCH, MM, Point};
use kernel::{Seat, Side};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

/// Two red regiments and a blue one far off; a red chief and a red sub-general who leads the first regiment.
fn field_of(extra: &str) -> Situation {
    field_with("", extra)
}

fn field_with(options: &str, extra: &str) -> Situation {
    Situation::with_options(
        options,
        &format!(
            r#"
[[generals]]
key = "chief"
name = "The chief"
side = "red"
rank = "chief"
at = [5, 5]

[[generals]]
key = "sub"
name = "The sub-general"
side = "red"
units = ["first"]
at = [5, 5]

[[units]]
key = "first"
name = "First"
side = "red"
kind = "foot"
grade = "C"
muskets = 12
files = 6
at = [36, 20]
facing = "north"

[[units]]
key = "second"
name = "Second"
side = "red"
kind = "horse"
grade = "C"
figures = 12
at = [50, 20]
facing = "north"

[[units]]
key = "enemy"
name = "Enemy"
side = "blue"
kind = "foot"
grade = "C"
muskets = 12
files = 6
at = [20, 40]
facing = "south"
{extra}
"#
        ),
    )
}

/// Puts a general so many micrometres south of the middle of a unit's rear edge.
fn stand_behind(situation: &mut Situation, general: &str, unit: &str, distance: i32) {
    let id = situation.id(unit);
    let table = situation.table();
    let rear = table.unit(id).pose.ahead(-table.rules.depth_of(id, table.unit(id))).at;
    let general = situation.general(general);
    situation.state.generals[general.ix()].at = Point::new(rear.x, rear.y - distance);
}

fn command(situation: &Situation, key: &str) -> Command {
    situation.table().command(situation.id(key))
}

fn attach(situation: &mut Situation, general: &str, unit: &str) {
    let (general, unit) = (situation.general(general), situation.id(unit));
    situation.act(&[], |play| play.attach(general, unit));
}

#[test]
fn who_commands_whom() {
    let mut situation = field_of("");
    // CP 9.8: nobody in reach is a penalty.
    assert_eq!(command(&situation, "first"), Command::Nobody);
    // CP 9.1: the chief sways any unit of his side, and CP 9.9: one who is merely near is neither bonus nor penalty.
    stand_behind(&mut situation, "chief", "second", inches(3));
    assert_eq!(command(&situation, "second"), Command::Near);
    // CP 9.2: a sub-general only the units assigned to him.
    stand_behind(&mut situation, "chief", "enemy", inches(3));
    assert_eq!(command(&situation, "enemy"), Command::Nobody);
    stand_behind(&mut situation, "sub", "second", inches(3));
    assert_eq!(command(&situation, "second"), Command::Nobody);
    stand_behind(&mut situation, "sub", "first", inches(3));
    assert_eq!(command(&situation, "first"), Command::Near);
    // CP 9.3: every unit has at most one sub-general.
    assert_eq!(situation.table().card(situation.id("second")).sub_general, None);
}

#[test]
fn command_radius() {
    // CP 9.4: 12 inches from his head to the nearest point of the unit, 9 at 15 mm.
    for (options, reach) in [("", 12 * INCH), ("scale = \"15mm\"", 9 * INCH)] {
        let mut situation = field_with(options, "");
        stand_behind(&mut situation, "sub", "first", reach);
        assert_eq!(command(&situation, "first"), Command::Near);
        stand_behind(&mut situation, "sub", "first", reach + MM);
        assert_eq!(command(&situation, "first"), Command::Nobody);
    }
}

/// An enemy line between the sub-general, 6 inches behind the first regiment, and that regiment.
fn with_enemy_between(figures: u8) -> Situation {
    let mut situation = field_of(&format!(
        r#"
[[units]]
key = "between"
name = "Between"
side = "blue"
kind = "foot"
grade = "C"
muskets = {figures}
ranks = 1
at = [36, 14.5]
facing = "north"
"#
    ));
    stand_behind(&mut situation, "sub", "first", inches(8));
    situation
}

#[test]
fn command_goes_around_enemies() {
    // CP 9.5: around a short line the way is still short enough, around a long one it is not.
    assert_eq!(command(&with_enemy_between(4), "first"), Command::Near);
    assert_eq!(command(&with_enemy_between(30), "first"), Command::Nobody);
}

#[test]
fn command_and_impassable_ground() {
    let hedge = |length: f64| {
        let mut situation = field_of(&format!(
            "[[ground.lines]]\nkind = \"hedgerow\"\npoints = [[{}, 14], [{}, 14]]\n",
            36.0 - length / 2.0,
            36.0 + length / 2.0
        ));
        stand_behind(&mut situation, "sub", "first", inches(8));
        situation
    };
    // CP 9.6: a hedgerow can be neither passed nor seen through, so command goes around it.
    assert_eq!(command(&hedge(3.0), "first"), Command::Near);
    assert_eq!(command(&hedge(40.0), "first"), Command::Nobody);
    // A river cannot be passed either, but one sees across it.
    let mut river = field_of("[[ground.areas]]\nkind = \"river\"\nbox = [0, 13, 72, 15]\n");
    stand_behind(&mut river, "sub", "first", inches(8));
    assert_eq!(command(&river, "first"), Command::Near);
}

#[test]
fn attached_generals() {
    let mut situation = field_of("");
    situation.phase(Phase::Movement);
    stand_behind(&mut situation, "chief", "first", inches(2));
    attach(&mut situation, "chief", "first");
    // CP 9.7
    assert_eq!(command(&situation, "first"), Command::With);
    // CP 9.11a: he is of no use to others, however near.
    situation.unit_mut("second").pose.at = Point::new(43 * INCH, 20 * INCH);
    assert_eq!(command(&situation, "second"), Command::Nobody);
    // CP 9.11b
    let (chief, second) = (situation.general("chief"), situation.id("second"));
    assert_eq!(situation.table().judge_attach(RED, chief, second).unwrap_err().rule, "CP 9.11b");
    // He leaves, and may join the other.
    situation.act(&[], |play| play.detach(chief));
    assert_eq!(command(&situation, "first"), Command::Near);
    situation.table().judge_attach(RED, chief, second).unwrap();
}

#[test]
fn a_sub_general_with_somebody_elses_unit() {
    // CP G69: neither bonus nor cover from the penalty, nor free choice of targets.
    let mut situation = field_of("");
    stand_behind(&mut situation, "sub", "second", inches(1));
    attach(&mut situation, "sub", "second");
    assert_eq!(command(&situation, "second"), Command::Nobody);
    assert!(!situation.table().general_allows_any_target(situation.id("second")));
    // A lost sub-general's units look to the chief.
    let sub = situation.general("sub");
    situation.state.generals[sub.ix()].alive = false;
    stand_behind(&mut situation, "chief", "first", inches(5));
    assert_eq!(command(&situation, "first"), Command::Near);
}

#[test]
fn when_generals_come_and_go() {
    let mut situation = field_of("");
    let (chief, first, second) = (situation.general("chief"), situation.id("first"), situation.id("second"));
    stand_behind(&mut situation, "chief", "first", inches(2));
    let judge = |situation: &Situation, unit: UnitId| {
        situation.table().judge_attach(RED, chief, unit).map_err(|refusal| refusal.rule.into_owned())
    };
    // CP 9.10: in the normal moves, to anybody.
    situation.phase(Phase::Movement);
    assert_eq!(judge(&situation, first), Ok(()));
    for phase in [Phase::Shooting, Phase::Combat] {
        situation.phase(phase);
        assert_eq!(judge(&situation, first), Err("CP 9.10".to_owned()));
    }
    // While others rout or pursue, too; where nobody does, nobody is asked.
    situation.phase(Phase::Initiative);
    assert_eq!(judge(&situation, first), Ok(()));
    assert!(!situation.table().any_fleeing_general(Side::FIRST, RED));
    situation.unit_mut("first").mode = charge_pikes::state::Mode::Routing;
    let mut menu = Vec::new();
    situation.table().fleeing_generals_menu(Side::FIRST, RED, &mut menu);
    assert!(menu.contains(&Decision::General(GeneralChoice::Attach { general: chief, unit: first })), "{menu:?}");
    assert_eq!(menu.last(), Some(&Decision::Turn(TurnChoice::Done)));
    assert!(situation.table().any_fleeing_general(Side::FIRST, RED));
    attach(&mut situation, "chief", "first");
    assert_eq!(situation.table().judge_detach(RED, chief), Ok(()));
    situation.unit_mut("first").mode = charge_pikes::state::Mode::Normal;
    assert_eq!(situation.table().judge_detach(RED, chief), Ok(()));
    situation.phase(Phase::Combat);
    assert_eq!(situation.table().judge_detach(RED, chief).unwrap_err().rule, "CP 9.10");
    // Nobody else gives him orders.
    assert!(situation.table().judge_detach(BLUE, chief).is_err());
    assert!(situation.table().judge_attach(BLUE, chief, second).is_err());
}

#[test]
fn generals_ride() {
    // CP G51: 24 inches in a turn, in the normal moves.
    let mut situation = field_of("");
    let (chief, first) = (situation.general("chief"), situation.id("first"));
    situation.phase(Phase::Movement);
    situation.ride_to("chief", [36, 2]);
    let to = |x: i32, y: i32| Point::new(x * INCH, y * INCH);
    let ride = |situation: &Situation, to| {
        situation.table().judge_ride(RED, chief, to).map_err(|refusal| refusal.rule.into_owned())
    };
    assert_eq!(ride(&situation, to(60, 2)), Ok(()));
    assert_eq!(ride(&situation, to(61, 2)), Err("CP 15.12.1".to_owned()));
    assert_eq!(ride(&situation, to(36, -1)), Err("CP 15.12.1".to_owned()));
    situation.act(&[], |play| play.ride(chief, to(36, 12)));
    // What he has ridden is gone: 14 inches are left.
    assert_eq!(ride(&situation, to(50, 12)), Ok(()));
    assert_eq!(ride(&situation, to(51, 12)), Err("CP 15.12.1".to_owned()));
    // CP 9.13: he keeps clear of the enemy.
    situation.unit_mut("enemy").pose.at = to(42, 14);
    assert_eq!(ride(&situation, to(42, 14)), Err("CP 9.13".to_owned()));
    assert_eq!(ride(&situation, to(48, 17)), Err("CP 9.13".to_owned()));
    // The menu offers only what is lawful, and ends nowhere: the moves of units follow.
    let mut menu = Vec::new();
    situation.table().general_menu(RED, &mut menu);
    assert!(menu.contains(&Decision::General(GeneralChoice::Attach { general: chief, unit: first })));
    for decision in menu {
        let verdict = match decision {
            Decision::General(GeneralChoice::Attach { general, unit }) => {
                situation.table().judge_attach(RED, general, unit)
            }
            Decision::General(GeneralChoice::Detach { general }) => situation.table().judge_detach(RED, general),
            Decision::General(GeneralChoice::Ride { general, to }) => situation.table().judge_ride(RED, general, to),
            other => panic!("{other:?}"),
        };
        assert_eq!(verdict, Ok(()), "{decision:?}");
    }
    // Rivers are crossed at fords and bridges alone.
    let river = "[[ground.areas]]\nkind = \"river\"\nbox = [0, 6, 72, 8]\n[[ground.areas]]\nkind = \"bridge\"\nbox = [30, 5, 31, 9]\n";
    let mut situation = field_of(river);
    situation.phase(Phase::Movement);
    situation.ride_to("chief", [36, 2]);
    assert_eq!(ride(&situation, to(36, 12)), Err("CP 19.6.1".to_owned()));
    situation.state.generals[chief.ix()].at = Point::new(30 * INCH + INCH / 2, 2 * INCH);
    assert_eq!(ride(&situation, Point::new(30 * INCH + INCH / 2, 12 * INCH)), Ok(()));
}

#[test]
fn attached_generals_go_with_their_unit() {
    // CP G51
    let mut situation = field_of("");
    stand_behind(&mut situation, "chief", "first", inches(1));
    attach(&mut situation, "chief", "first");
    let (chief, first) = (situation.general("chief"), situation.id("first"));
    let before = situation.state.generals[chief.ix()].at;
    situation.unit_mut("first").pose.at.y += 6 * INCH;
    situation.act(&[], |play| play.generals_follow(first));
    assert!((inches_between(before, situation.state.generals[chief.ix()].at) - 6.0).abs() < 0.001);
}

#[test]
fn generals_under_fire() {
    let mut situation = field_of("");
    let (chief, first) = (situation.general("chief"), situation.id("first"));
    // CP 9.12, V33: within 4 inches of a unit that took two hits, disabled on a 1.
    stand_behind(&mut situation, "chief", "first", inches(4));
    let entries = situation.act(&[2], |play| play.general_risk(first));
    assert!(situation.state.generals[chief.ix()].alive);
    assert_eq!(entries[0].rule, "CP 9.12");
    situation.act(&[1], |play| play.general_risk(first));
    assert!(!situation.state.generals[chief.ix()].alive);
    // Farther off nobody rolls, and CP G52: nor for an enemy's losses.
    let mut situation = field_of("");
    stand_behind(&mut situation, "chief", "first", inches(4) + MM);
    situation.act(&[], |play| play.general_risk(first));
    stand_behind(&mut situation, "chief", "enemy", -inches(2));
    let enemy = situation.id("enemy");
    situation.act(&[], |play| play.general_risk(enemy));
    // Attached ones are in it, wherever they are said to stand; each general has a die of his own.
    stand_behind(&mut situation, "chief", "first", inches(1));
    stand_behind(&mut situation, "sub", "first", inches(1));
    attach(&mut situation, "sub", "first");
    situation.act(&[6, 1], |play| play.general_risk(first));
    let sub = situation.general("sub");
    assert!(situation.state.generals[chief.ix()].alive && !situation.state.generals[sub.ix()].alive);
    assert_eq!(situation.state.generals[sub.ix()].attached, None);
}

#[test]
fn a_loose_general_touched_by_the_enemy() {
    // CP G51: he gets away to the nearest friend within a ride, or is taken.
    let mut situation = field_of("");
    let (chief, enemy, first) = (situation.general("chief"), situation.id("enemy"), situation.id("first"));
    situation.ride_to("chief", [20, 40]);
    situation.act(&[], |play| play.generals_in_danger(enemy));
    let table = situation.table();
    let general = table.state.generals[chief.ix()];
    assert!(!general.alive, "both regiments are more than 24 inches away");
    let mut situation = field_of("");
    situation.unit_mut("enemy").pose.at = Point::new(30 * INCH, 30 * INCH);
    situation.ride_to("chief", [30, 30]);
    situation.act(&[], |play| play.generals_in_danger(enemy));
    let general = situation.state.generals[chief.ix()];
    assert!(general.alive && general.attached.is_none());
    let table = situation.table();
    assert!(table.body(first).distance_to_point(general.at.vec()) < f64::from(2 * INCH));
}

#[test]
fn when_a_generals_unit_is_gone() {
    // CP G51: destroyed around him, he is loose; if it runs off the table or surrenders, he is lost with it.
    for (loss, survives) in
        [(Loss::Destroyed, true), (Loss::Dispersed, true), (Loss::RoutedOff, false), (Loss::Surrendered, false)]
    {
        let mut situation = field_of("");
        stand_behind(&mut situation, "chief", "first", inches(1));
        attach(&mut situation, "chief", "first");
        let (chief, first) = (situation.general("chief"), situation.id("first"));
        situation.act(&[], |play| play.remove(first, loss));
        assert_eq!(situation.unit("first").place, Place::Gone(loss));
        let general = situation.state.generals[chief.ix()];
        assert_eq!((general.alive, general.attached), (survives, None), "{loss:?}");
    }
}

#[test]
fn generals_neither_shoot_nor_fight() {
    // CP 9.13: a side whose only troops are out of reach has nothing to shoot, however near its generals are.
    let mut situation = field_of("");
    situation.phase(Phase::Shooting);
    situation.ride_to("chief", [20, 37]);
    situation.act(&[], |play| play.note_shooters());
    let mut menu = Vec::new();
    situation.table().shooting_menu(RED, &mut menu);
    assert_eq!(menu, [Decision::Turn(TurnChoice::Done)]);
}
