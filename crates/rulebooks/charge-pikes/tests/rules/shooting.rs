//! Chapter 16: shooting, and what chapter 20 makes of it.

mod aftermath;
mod procedure;
mod results;
mod targets;

use crate::fights::{Situation, inches};
use charge_pikes::cards::GunClass;
use charge_pikes::decision::Decision;
use charge_pikes::hits;
use charge_pikes::sequence::TurnChoice;
use charge_pikes::shooting::table::{FIRELOCKS, GunHit, MATCHLOCKS, gun_hit};
use charge_pikes::shooting::timing::Aim;
use charge_pikes::shooting::{Column, Row, Salvo, ShootChoice, ShootingTable, charts};
use charge_pikes::state::{Fire, Formation, GunState, Phase, Place, Shot, Stage};
use charge_pikes::table::{Play, Table};
use field::table::{INCH, MM, Point, Pose};
use kernel::{Entry, Scripted, Seat, Silent};
use scenario::charts::Provenance;

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);
const MUSKETS: Shot = Shot::SmallArms;

const LINE: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24";
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12";
const SKIRMISHERS: &str = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 12";

/// A unit of the battle file: red ones stand in the south and face north.
fn unit(key: &str, at: [f64; 2], what: &str) -> String {
    let red = key.starts_with("red");
    let (side, facing) = if red { ("red", "north") } else { ("blue", "south") };
    let [x, y] = at;
    format!(
        "\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = [{x}, {y}]\nfacing = \"{facing}\"\n{what}\n"
    )
}

/// A battery of these guns, unlimbered.
fn guns(classes: &[&str]) -> String {
    let list: Vec<String> = classes.iter().map(|class| format!("\"{class}\"")).collect();
    format!("kind = \"battery\"\ngrade = \"C\"\nguns = [{}]\nformation = \"unlimbered\"", list.join(", "))
}

fn set(parts: &[String]) -> Situation {
    set_with("", parts)
}

fn set_with(options: &str, parts: &[String]) -> Situation {
    let mut situation = Situation::with_options(options, &parts.concat());
    situation.phase(Phase::Shooting);
    situation
}

/// Red musketeers and a blue line so many inches in front of them.
fn duel(inches_apart: f64, shooter: &str, target: &str) -> Situation {
    set(&[unit("red", [36.0, 10.0], shooter), unit("blue", [36.0, 10.0 + inches_apart], target)])
}

fn fire_of(situation: &Situation, unit: &str, target: &str, face: u8, shot: Shot) -> Fire {
    Fire { unit: situation.id(unit), target: situation.id(target), face, shot }
}

fn salvo(situation: &Situation, unit: &str, target: &str, shot: Shot) -> Salvo {
    let fire = fire_of(situation, unit, target, 0, shot);
    situation.table().shooters(&fire).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// The rule that forbids an order, or nothing.
fn verdict(situation: &Situation, unit: &str, target: &str, face: u8, shot: Shot) -> Result<(), String> {
    let Fire { unit, target, face, shot } = fire_of(situation, unit, target, face, shot);
    let seat = situation.table().seat(unit);
    situation.table().judge_shoot(seat, unit, target, face, shot).map_err(|refusal| refusal.rule.into_owned())
}

fn refused(rule: &str) -> Result<(), String> {
    Err(rule.to_owned())
}

fn order(situation: &mut Situation, unit: &str, target: &str, face: u8, shot: Shot) {
    assert_eq!(verdict(situation, unit, target, face, shot), Ok(()));
    let fire = fire_of(situation, unit, target, face, shot);
    situation.act(&[], |play| play.order_fire(fire));
}

/// Gives one order, and rolls exactly these dice.
fn shoot(situation: &mut Situation, unit: &str, target: &str, shot: Shot, dice: &[u8]) -> Vec<Entry> {
    order(situation, unit, target, 0, shot);
    let entries = situation.act(dice, |play| play.resolve_shooting());
    situation.state.fires.clear();
    entries
}

fn hits(situation: &Situation, key: &str) -> u8 {
    situation.unit(key).hits_phase
}

/// What a seat is offered when the step of shooting has begun and these orders have been given.
fn menu(situation: &Situation, seat: Seat) -> Vec<Decision> {
    let mut state = situation.state.clone();
    let (mut dice, mut silent) = (Scripted::default(), Silent);
    let given = std::mem::take(&mut state.fires);
    let mut play = Play { rules: &situation.rules, state: &mut state, dice: &mut dice, listener: &mut silent };
    play.note_shooters();
    for fire in given {
        play.order_fire(fire);
    }
    let table = Table { rules: &situation.rules, state: &state };
    let mut menu = Vec::new();
    table.shooting_menu(seat, &mut menu);
    assert_eq!(table.any_shot(seat), menu.len() > 1);
    menu
}

/// The targets a unit is offered.
fn offered(situation: &Situation, key: &str) -> Vec<String> {
    let id = situation.id(key);
    let table = situation.table();
    let targets = menu(situation, table.seat(id)).into_iter().filter_map(|decision| match decision {
        Decision::Shoot(ShootChoice::Order { unit, target, .. }) if unit == id => Some(table.card(target).key.clone()),
        _ => None,
    });
    targets.collect()
}

/// Lets a unit have come from somewhere this turn.
fn came_from(situation: &mut Situation, key: &str, from: [i32; 2], facing: i32) {
    let id = situation.id(key);
    let mut earlier = *situation.unit(key);
    let now = earlier.outline();
    earlier.pose = Pose::new(Point::new(from[0] * INCH, from[1] * INCH), facing);
    let start = earlier.outline();
    let path = &mut situation.state.paths[id.ix()];
    path.clear();
    path.push(start);
    path.push(now);
    situation.unit_mut(key).moved = true;
}
