//! Chapter 16: shooting, and what chapter 20 makes of it.

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

// --- 16.1 Basic procedure

#[test]
fn a_steady_line_at_close_range() {
    // CP V1, 16.1.1, 16.8.1: six dice for 24 steady musketeers within 6 inches.
    let mut situation = duel(5.0, LINE, LINE);
    let salvo = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((salvo.shooters(), salvo.dice(), salvo.bands[0].row), (24, 6, Row::SteadyNear));
    let entries = shoot(&mut situation, "red", "blue", MUSKETS, &[1, 3, 4, 5, 6, 6]);
    assert_eq!(hits(&situation, "blue"), 6);
    assert_eq!(situation.unit("blue").others, 18);
    assert_eq!(situation.unit("blue").hits_turn, 6);
    assert_eq!(situation.unit("blue").worst_shooter, Some(situation.id("red")));
    assert_eq!((entries[0].dice.as_slice(), entries[0].total), (&[1, 3, 4, 5, 6, 6][..], Some(6)));
    // CP 16.1.4
    assert!(situation.unit("red").shot);
}

#[test]
fn dice_for_figures() {
    // CP V2, 16.1.1
    let matchlocks = [(16, 4), (17, 4), (18, 4), (19, 5), (2, 0), (3, 1)];
    assert!(matchlocks.into_iter().all(|(figures, dice)| MATCHLOCKS.dice(figures) == dice));
    // CP 20.2.1
    assert_eq!((FIRELOCKS.dice(19), FIRELOCKS.dice(20)), (6, 7));
    // Two figures make no die at all.
    let situation = duel(5.0, "kind = \"foot\"\ngrade = \"C\"\nmuskets = 2", LINE);
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.1.1"));
}

#[test]
fn two_ranks_shoot() {
    // CP V3, 16.1.8, 7.3.8: ten files, three deep, are twenty shooters; as a target the unit is dense (CP 16.1.10).
    let deep = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 30\nfiles = 10";
    let situation = duel(4.0, deep, deep);
    let salvo = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((salvo.shooters(), salvo.dice()), (20, 5));
    assert!(salvo.class.dense);
    let front = situation.unit("red").pose.at.vec();
    assert!(situation.table().dense(situation.id("blue"), front));
    // CP 16.8.2: dense or not is nothing to muskets.
    assert_eq!(salvo.class.times(Row::SteadyNear), 1);
}

#[test]
fn unsteady_fire_at_long_range() {
    // CP V4, 16.8.1, 11.1.6: disordered troops shoot, but on the second row.
    let disordered = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 20\nstart = { disordered = true }";
    let woods = "[[ground.areas]]\nkind = \"light-woods\"\nbox = [20, 20, 52, 30]\n".to_owned();
    let situation = duel(10.0, disordered, LINE);
    let open = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((open.dice(), open.bands[0].row), (5, Row::UnsteadyFar));
    assert_eq!(open.class.code(Row::UnsteadyFar, &situation.rules.shooting), [0, 0, 0, 0, 0, 1]);
    // In soft cover nothing can hit.
    let seen = format!("{LINE}\nstart = {{ revealed = true }}");
    let mut wooded = set(&[woods, unit("red", [36.0, 10.0], disordered), unit("blue", [36.0, 20.0], &seen)]);
    shoot(&mut wooded, "red", "blue", MUSKETS, &[6, 6, 6, 6, 6]);
    assert_eq!(hits(&wooded, "blue"), 0);
}

#[test]
fn range_and_arc_are_each_figures_own() {
    // CP 16.1.3: the second rank stands farther off, and a figure at the far end farther still.
    let situation = duel(6.0, LINE, LINE);
    let salvo_at_six = salvo(&situation, "red", "blue", MUSKETS);
    let bands: Vec<(Row, u32)> = salvo_at_six.bands.iter().map(|band| (band.row, band.figures)).collect();
    assert_eq!(bands, [(Row::SteadyNear, 12), (Row::SteadyFar, 12)]);
    assert_eq!(salvo_at_six.dice(), 6);
    // CP 16.1.7: 45 degrees to either side. The target begins 10 inches to the right of the middle of the shooters.
    let narrow = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4\nfiles = 2";
    let aside = |east: f64| set(&[unit("red", [36.0, 10.0], LINE), unit("blue", [36.0 + east, 14.0], narrow)]);
    assert_eq!(salvo(&aside(0.0), "red", "blue", MUSKETS).shooters(), 24);
    let some = salvo(&aside(8.0), "red", "blue", MUSKETS).shooters();
    assert!((4..12).contains(&some), "{some}");
    assert_eq!(verdict(&aside(12.0), "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
    // Nor does anybody shoot behind him.
    let situation = set(&[unit("red", [36.0, 20.0], LINE), unit("blue", [36.0, 14.0], LINE)]);
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
}

#[test]
fn a_wing_has_its_own_arc() {
    // CP 16.1.3, 16.1.7: a wing swung back looks where it faces.
    let regiment =
        "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nfiles = { left = 6, pikes = 6, right = 6 }";
    let narrow = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4\nfiles = 2";
    let to_the_east = |what: &str| set(&[unit("red", [36.0, 10.0], what), unit("blue", [46.0, 9.0], narrow)]);
    assert_eq!(verdict(&to_the_east(regiment), "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
    let refused_wing = format!("{regiment}\nright-angle = -45");
    let situation = to_the_east(&refused_wing);
    assert_eq!(salvo(&situation, "red", "blue", MUSKETS).shooters(), 12);
    // CP 16.4.6: the pike block masks the swung wing from what stands beyond the other one.
    let masked = set(&[unit("red", [36.0, 10.0], &refused_wing), unit("blue", [35.0, 12.0], narrow)]);
    assert!(salvo(&masked, "red", "blue", MUSKETS).shooters() <= 12);
}

#[test]
fn no_split_fire_save_by_those_who_cannot_hit() {
    // CP 16.1.5: a wide line; the first target stands before its left end, two others to the right.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 40\nfiles = 20";
    let small = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
    let mut situation = set(&[
        unit("red", [36.0, 10.0], wide),
        unit("blue-left", [29.0, 12.0], small),
        unit("blue-middle", [40.0, 13.0], small),
        unit("blue-right", [44.0, 13.0], small),
    ]);
    assert_eq!(offered(&situation, "red"), ["blue-left"]);
    order(&mut situation, "red", "blue-left", 0, MUSKETS);
    // The rest take what is nearest to that, not what is nearest to them.
    assert_eq!(offered(&situation, "red"), ["blue-middle"]);
    assert_eq!(verdict(&situation, "red", "blue-right", 0, MUSKETS), refused("CP 16.1.5"));
    assert_eq!(verdict(&situation, "red", "blue-left", 0, MUSKETS), refused("CP 16.1.4"));
    let first = situation.table().shooters(&situation.state.fires[0]).unwrap();
    order(&mut situation, "red", "blue-middle", 0, MUSKETS);
    let second = situation.table().shooters(&situation.state.fires[1]).unwrap();
    assert!(first.shooters() + second.shooters() <= 40);
    assert!(first.figures.iter().all(|figure| !second.figures.has(figure)));
}

#[test]
fn every_face_of_a_square_shoots_by_itself() {
    // CP 16.1.6, G48: six of 24 musketeers on each face; CP 16.8.3: as if unsteady.
    let square = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nformation = \"square\"";
    let mut situation = set(&[
        unit("red", [36.0, 20.0], square),
        unit("blue-north", [36.0, 24.0], LINE),
        unit("blue-south", [36.0, 10.0], LINE),
    ]);
    let front = situation.table().shooters(&fire_of(&situation, "red", "blue-north", 0, MUSKETS)).unwrap();
    assert_eq!((front.shooters(), front.dice()), (6, 1));
    assert_eq!(front.bands[0].row, Row::UnsteadyNear);
    assert!(situation.table().steady(situation.id("red")));
    assert_eq!(verdict(&situation, "red", "blue-south", 0, MUSKETS), refused("CP 16.1.3"));
    order(&mut situation, "red", "blue-north", 0, MUSKETS);
    order(&mut situation, "red", "blue-south", 2, MUSKETS);
    situation.act(&[5, 6], |play| play.resolve_shooting());
    assert_eq!((hits(&situation, "blue-north"), hits(&situation, "blue-south")), (1, 1));
    // A square of three ranks or more is dense, and never enfiladed.
    let east = Point::new(60 * INCH, 19 * INCH).vec();
    assert!(situation.table().dense(situation.id("red"), east));
    assert_eq!(verdict(&situation, "red", "blue-north", 4, MUSKETS), refused("CP 16.1.6"));
}

const FARM: &str = "[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [33, 18, 39, 22]\ngarrison = 24\n";

fn garrison(what: &str) -> String {
    format!(
        "\n[[units]]\nkey = \"red\"\nname = \"red\"\nside = \"red\"\ninside = \"farm\"\nfacing = \"north\"\n{what}\n"
    )
}

#[test]
fn half_a_garrison_shoots_out_of_one_side() {
    // CP V38, 19.7.7, 16.1.6: twelve of 24, three dice; CP 19.7.6b: out of any side.
    let small = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12";
    let mut situation = set(&[
        FARM.to_owned(),
        garrison(LINE),
        unit("blue-north", [36.0, 26.0], small),
        unit("blue-south", [36.0, 14.0], small),
    ]);
    let side = |situation: &Situation, target: &str| {
        let faces = 0..4;
        let of = |face| situation.table().shooters(&fire_of(situation, "red", target, face, MUSKETS)).ok();
        faces.filter_map(|face| of(face).map(|salvo| (face, salvo.shooters(), salvo.dice()))).collect::<Vec<_>>()
    };
    let north = side(&situation, "blue-north");
    assert_eq!(north.len(), 1);
    assert_eq!((north[0].1, north[0].2), (12, 3));
    order(&mut situation, "red", "blue-north", north[0].0, MUSKETS);
    let south = side(&situation, "blue-south");
    assert_eq!((south[0].1, south[0].2), (12, 3));
    order(&mut situation, "red", "blue-south", south[0].0, MUSKETS);
    situation.act(&[1, 1, 1, 1, 1, 1], |play| play.resolve_shooting());
    // CP 19.7.4c: now the place is known to be held.
    assert!(situation.unit("red").revealed);
}

#[test]
fn four_ranks_of_horse_shoot() {
    // CP 16.1.8: sixteen riders four deep all fire their pistols at those who charge them.
    let deep = "kind = \"horse\"\ngrade = \"C\"\nfigures = 20\nfiles = 4";
    let mut situation = set(&[unit("red", [36.0, 20.0], deep), unit("blue", [36.0, 20.0], HORSE)]);
    situation.charge("blue", "red").ran = inches(12);
    came_from(&mut situation, "blue", [36, 32], 18_000);
    let salvo = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((salvo.shooters(), salvo.dice(), salvo.bands[0].row), (16, 4, Row::Mounted));
    // CP 16.7.4, 17.5.4: and the pistols are loaded again at once.
    shoot(&mut situation, "red", "blue", MUSKETS, &[6, 1, 5, 6]);
    assert_eq!(hits(&situation, "blue"), 4);
    assert!(situation.unit("red").pistols_loaded);
}

#[test]
fn dense_targets() {
    let table_of = |what: &str| set(&[unit("blue", [36.0, 20.0], what), unit("red", [5.0, 5.0], LINE)]);
    let from = |x: i32, y: i32| Point::new(x * INCH, y * INCH).vec();
    // CP 16.1.10: three ranks in any part are dense from anywhere.
    let regiment =
        "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nfiles = { left = 6, pikes = 4, right = 6 }";
    let situation = table_of(regiment);
    assert!(situation.table().dense(situation.id("blue"), from(36, 0)));
    // Two ranks are not, save raked within 22.5 degrees of the line of their front.
    let situation = table_of(LINE);
    let id = situation.id("blue");
    assert!(!situation.table().dense(id, from(36, 0)));
    let flank = 36.0 + 120.0 / 25.4;
    let beside = |rise: f64| Point::new(((flank + 10.0) * 25_400.0) as i32, ((20.0 - rise) * 25_400.0) as i32).vec();
    assert!(situation.table().dense(id, beside(0.0)));
    assert!(situation.table().dense(id, beside(4.1)));
    assert!(!situation.table().dense(id, beside(4.2)));
    // Skirmishers are never dense.
    let situation = table_of("kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 12\nfiles = 3");
    assert!(!situation.table().dense(situation.id("blue"), from(36, 0)));
    // CP 16.1.11: guns are close order and can be raked.
    let situation = table_of(&guns(&["field", "field"]));
    assert!(!situation.table().dense(situation.id("blue"), from(36, 0)));
    assert!(situation.table().dense(situation.id("blue"), from(60, 20)));
}

// --- 16.2 Timing of fire

#[test]
fn a_stationary_unit_shoots_at_those_who_passed() {
    // CP 16.2.1: the horse rode across the front at 5 inches and is out of range now.
    let mut situation = set(&[unit("red", [36.0, 10.0], LINE), unit("blue", [62.0, 15.0], HORSE)]);
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
    came_from(&mut situation, "blue", [36, 15], 18_000);
    let passing = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((passing.aim, passing.dice()), (Aim::Passing, 6));
    assert_eq!(passing.bands[0].row, Row::SteadyNear);
    // It may have come from out of range as well.
    came_from(&mut situation, "blue", [10, 15], 18_000);
    assert_eq!(salvo(&situation, "red", "blue", MUSKETS).dice(), 6);
    // CP 16.2.3: a unit that has itself advanced a rank shoots only at what stands before it now.
    situation.unit_mut("red").rotated = true;
    situation.unit_mut("red").moved = true;
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
}

#[test]
fn chargers_of_others_are_caught_on_longer_charges() {
    let mut situation = set(&[
        unit("red-target", [36.0, 20.0], LINE),
        unit("red-friend", [52.0, 18.0], LINE),
        unit("blue", [36.0, 20.0], HORSE),
    ]);
    came_from(&mut situation, "blue", [44, 28], 18_000);
    // CP 16.2.2: half a normal move of horse is 6 inches, and more than that is asked for.
    situation.charge("blue", "red-target").ran = inches(6);
    assert_eq!(verdict(&situation, "red-friend", "blue", 0, MUSKETS), refused("CP 16.2.2"));
    situation.state.charges[0].ran = inches(6) + MM;
    assert_eq!(verdict(&situation, "red-friend", "blue", 0, MUSKETS), Ok(()));
    // CP 16.2.4: the target itself always shoots.
    situation.state.charges[0].ran = inches(2);
    assert_eq!(verdict(&situation, "red-target", "blue", 0, MUSKETS), Ok(()));
}

#[test]
fn own_defence_is_at_the_shortest_range() {
    // CP 16.1.9, G42: every figure whose zone the charge crossed shoots at close range.
    let mut situation = set(&[unit("red", [36.0, 20.0], LINE), unit("blue", [36.0, 20.0], HORSE)]);
    situation.charge("blue", "red").ran = inches(10);
    came_from(&mut situation, "blue", [36, 30], 18_000);
    let salvo = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((salvo.aim, salvo.shooters(), salvo.bands.len()), (Aim::Charger, 24, 1));
    assert_eq!(salvo.bands[0].row, Row::SteadyNear);
    // CP 16.7.3: the charger does not shoot; its pistols wait for the combat.
    situation.unit_mut("blue").charged = true;
    assert_eq!(verdict(&situation, "blue", "red", 0, MUSKETS), refused("CP 16.7.3"));
    // CP 15.2.9b, 16.1.9: unless it is a pursuer's crash.
    situation.unit_mut("red").crashed = true;
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 15.2.9b"));
}

#[test]
fn units_in_combat_neither_shoot_nor_are_shot_at() {
    // CP G47
    let contact = "[[contacts]]\nunits = [\"red-fights\", \"blue\"]\n".to_owned();
    let situation = set(&[
        unit("red-fights", [36.0, 20.0], LINE),
        unit("blue", [36.0, 20.0], HORSE),
        unit("red-friend", [48.0, 18.0], LINE),
        unit("blue-guns", [36.0, 30.0], &guns(&["field"])),
        contact,
    ]);
    assert_eq!(verdict(&situation, "red-fights", "blue", 0, MUSKETS), refused("CP G47"));
    assert_eq!(verdict(&situation, "red-friend", "blue", 0, MUSKETS), refused("CP G47"));
    assert_eq!(verdict(&situation, "blue-guns", "red-fights", 0, Shot::Ball), refused("CP G47"));
}

// --- 16.3 Priority

#[test]
fn an_enemy_charging_comes_first() {
    // CP 16.3.1, even if another target stands nearer to some.
    let mut situation = set(&[
        unit("red", [36.0, 20.0], LINE),
        unit("blue", [36.0, 20.0], HORSE),
        unit("blue-other", [46.0, 23.0], LINE),
    ]);
    situation.charge("blue", "red").ran = inches(8);
    came_from(&mut situation, "blue", [36, 28], 18_000);
    assert_eq!(offered(&situation, "red"), ["blue"]);
    assert_eq!(verdict(&situation, "red", "blue-other", 0, MUSKETS), refused("CP 16.3.1"));
}

#[test]
fn the_nearest_of_those_easiest_to_hit() {
    let small = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12";
    let general = "\n[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"red\"\nrank = \"chief\"\nat = [5, 5]\n";
    let mut situation = set(&[
        unit("red", [36.0, 10.0], LINE),
        unit("blue-near", [30.0, 13.5], "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 6"),
        unit("blue-far", [37.0, 15.0], small),
        unit("blue-farther", [43.0, 15.5], small),
        general.to_owned(),
    ]);
    // CP 16.3.3, G43: skirmishers are harder to hit than the line behind; of two lines the nearer.
    assert_eq!(offered(&situation, "red"), ["blue-far"]);
    assert_eq!(verdict(&situation, "red", "blue-near", 0, MUSKETS), refused("CP 16.3.3"));
    assert_eq!(verdict(&situation, "red", "blue-farther", 0, MUSKETS), refused("CP 16.3.3"));
    // CP 16.3.2: a general within 2 inches gives a free choice.
    let at = situation.unit("red").pose.ahead(-40 * MM - inches(2)).at;
    situation.state.generals[0].at = at;
    assert_eq!(offered(&situation, "red"), ["blue-near", "blue-far", "blue-farther"]);
    situation.state.generals[0].at.y -= MM;
    assert_eq!(offered(&situation, "red"), ["blue-far"]);
}

// --- 16.4 Over and through

#[test]
fn nobody_shoots_through_friends() {
    // CP 16.4.6
    let situation = set(&[
        unit("red", [36.0, 10.0], LINE),
        unit("red-friend", [36.0, 14.0], &LINE.replace("24", "48")),
        unit("blue", [36.0, 18.0], "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4"),
    ]);
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
    assert_eq!(verdict(&situation, "red-friend", "blue", 0, MUSKETS), Ok(()));
}

const HILL: &str = "[[ground.hills]]\nlevel = 1\nbox = [20, 0, 52, 11]\n";

#[test]
fn shooting_over_friends_from_a_hill() {
    // CP V27, 16.4.2: the friend's far edge at 10 inches, the target's near edge at 20, but not at 19.
    let deep = 40.0 / 25.4;
    let over = |ground: &str, target: f64| {
        set(&[
            ground.to_owned(),
            unit("red", [36.0, 10.0], &guns(&["field", "field"])),
            unit("red-friend", [36.0, 20.0], &LINE.replace("24", "60")),
            unit("blue", [36.0, 10.0 + target], LINE),
        ])
    };
    assert!(deep < 2.0);
    let situation = over(HILL, 20.0);
    assert_eq!(verdict(&situation, "red", "blue", 0, Shot::Ball), Ok(()));
    assert_eq!(verdict(&over(HILL, 19.0), "red", "blue", 0, Shot::Ball), refused("CP 16.1.3"));
    // CP G44: on the flat it would be through him.
    assert_eq!(verdict(&over("", 20.0), "red", "blue", 0, Shot::Ball), refused("CP 16.1.3"));
    // CP G41: a friend legally shot over is not in danger.
    let mut situation = situation;
    shoot(&mut situation, "red", "blue", Shot::Ball, &[5, 1]);
    assert_eq!((hits(&situation, "blue"), hits(&situation, "red-friend")), (1, 0));
    // CP 16.4.3: and the same uphill.
    let uphill = "[[ground.hills]]\nlevel = 1\nbox = [20, 29, 52, 40]\n";
    assert_eq!(verdict(&over(uphill, 20.0), "red", "blue", 0, Shot::Ball), Ok(()));
    assert_eq!(verdict(&over(uphill, 19.5), "red", "blue", 0, Shot::Ball), refused("CP 16.1.3"));
}

#[test]
fn shooting_over_enemies() {
    let wide = LINE.replace("24", "60");
    let behind = |ground: &str| {
        set(&[
            ground.to_owned(),
            unit("red", [36.0, 10.0], LINE),
            unit("blue-front", [36.0, 15.0], &wide),
            unit("blue-rear", [36.0, 18.0], LINE),
        ])
    };
    // CP 16.4.1: over enemies on lower ground always.
    let blocked = behind("");
    assert!(blocked.table().shooters(&fire_of(&blocked, "red", "blue-rear", 0, MUSKETS)).is_err());
    let free = behind(HILL);
    assert!(free.table().shooters(&fire_of(&free, "red", "blue-rear", 0, MUSKETS)).is_ok());
}

#[test]
fn ball_goes_through_skirmishers_and_guns() {
    let screen = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 30\nranks = 1";
    let with = |shooter: &str, screen: &str| {
        set(&[
            unit("red", [36.0, 10.0], shooter),
            unit("blue-screen", [36.0, 13.0], screen),
            unit("blue", [36.0, 15.0], &LINE.replace("24", "16")),
        ])
    };
    let reaches =
        |situation: &Situation, shot| situation.table().shooters(&fire_of(situation, "red", "blue", 0, shot)).is_ok();
    // CP 16.4.5: musketry and hail are stopped, CP 16.4.4: ball is not.
    assert!(!reaches(&with(LINE, screen), MUSKETS));
    let guns_firing = with(&guns(&["light", "light"]), screen);
    assert!(!reaches(&guns_firing, Shot::Hail));
    assert!(reaches(&guns_firing, Shot::Ball));
    let many = guns(&["field"; 6]);
    assert!(!reaches(&with(LINE, &many), MUSKETS));
    assert!(reaches(&with(&guns(&["light"]), &many), Shot::Ball));
}

// --- 16.5 Gaps

/// Two red lines 9 inches ahead of the shooter with so many millimetres between them, and a blue one beyond.
fn gap(mm: f64, shooters: &[(&str, f64, &str)]) -> Situation {
    let half = 300.0;
    let offset = (half + mm / 2.0) / 25.4;
    let line = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 60\nfiles = 30";
    let mut parts = vec![
        unit("red-west", [36.0 - offset, 14.0], line),
        unit("red-east", [36.0 + offset, 14.0], line),
        unit("blue", [36.0, 20.0], LINE),
    ];
    parts.extend(shooters.iter().map(|(key, east, what)| unit(key, [36.0 + east, 11.0], what)));
    set(&parts)
}

#[test]
fn shooting_through_gaps() {
    // CP X5, 16.5.1: through 90 millimetres four infantry figures may shoot, or one gun.
    let muskets = gap(90.0, &[("red", 0.0, LINE)]);
    assert_eq!(salvo(&muskets, "red", "blue", MUSKETS).shooters(), 4);
    let battery = gap(90.0, &[("red", 0.0, &guns(&["field", "field"]))]);
    assert_eq!(salvo(&battery, "red", "blue", Shot::Ball).shooters(), 1);
    // CP 10.4: a gap of less than 2 inches cannot be seen through.
    assert_eq!(verdict(&gap(50.0, &[("red", 0.0, LINE)]), "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
    // What is wider than the unit is no gap to it.
    assert_eq!(salvo(&gap(300.0, &[("red", 0.0, LINE)]), "red", "blue", MUSKETS).shooters(), 24);
}

#[test]
fn a_gap_is_not_shared() {
    // CP 16.5.2
    let small = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12\nfiles = 6";
    let mut situation = gap(90.0, &[("red-one", -2.6, small), ("red-two", 2.6, small)]);
    order(&mut situation, "red-one", "blue", 0, MUSKETS);
    assert_eq!(verdict(&situation, "red-two", "blue", 0, MUSKETS), refused("CP 16.5.2"));
    assert!(!offered(&situation, "red-two").contains(&"blue".to_owned()));
}

// --- 16.6 Danger zones

/// Three field guns and a red line whose right flank is so many millimetres west of the middle of the battery.
fn endangering(mm: f64) -> Situation {
    let east = (-mm - 120.0) / 25.4;
    set(&[
        unit("red", [36.0, 10.0], &guns(&["field"; 3])),
        unit("red-friend", [36.0 + east, 14.0], LINE),
        unit("blue", [36.0, 17.0], LINE),
    ])
}

#[test]
fn friends_in_the_danger_zone_are_hit_first() {
    // CP V37, 16.6.2: the battery is 150 mm wide, the friend reaches 15 mm into its strip. Dice 5, 2, 6 hit him twice;
    // the one that missed is rolled again at the target.
    let mut situation = endangering(60.0);
    let entries = shoot(&mut situation, "red", "blue", Shot::Ball, &[5, 2, 6, 5]);
    assert_eq!((hits(&situation, "red-friend"), hits(&situation, "blue")), (2, 1));
    assert_eq!(entries[0].rule, "CP 16.6.2");
    // CP 16.6.1: beside the strip he is safe from ball, but hail spreads 2 inches farther.
    let mut situation = endangering(76.0);
    shoot(&mut situation, "red", "blue", Shot::Ball, &[5, 2, 6]);
    assert_eq!((hits(&situation, "red-friend"), hits(&situation, "blue")), (0, 2));
    let mut situation = endangering(76.0);
    shoot(&mut situation, "red", "blue", Shot::Hail, &[4, 4, 4]);
    assert_eq!((hits(&situation, "red-friend"), hits(&situation, "blue")), (3, 0));
    let mut situation = endangering(76.0 + 50.8);
    shoot(&mut situation, "red", "blue", Shot::Hail, &[4, 4, 4]);
    assert_eq!((hits(&situation, "red-friend"), hits(&situation, "blue")), (0, 3));
    // CP G41: hits on friends shake like any others, and endanger generals.
    assert_eq!(situation.unit("blue").worst_shooter, Some(situation.id("red")));
}

// --- 16.7 Moving and firing

#[test]
fn moving_and_shooting() {
    let mut situation = duel(5.0, LINE, LINE);
    // CP 16.7.2
    situation.unit_mut("red").moved = true;
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.7.2"));
    // CP 16.7.1: steady foot that went no farther than a rank.
    situation.unit_mut("red").rotated = true;
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), Ok(()));
    situation.unit_mut("red").disordered = true;
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.7.1"));
    // CP G47: evaders do not shoot.
    let mut situation = duel(5.0, SKIRMISHERS, LINE);
    situation.unit_mut("red").evaded = true;
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.7.2"));
    // CP 7.3.4, V40: march columns never shoot.
    let column = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 9\nformation = \"march-column\"";
    let situation = duel(5.0, column, LINE);
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 7.3.4"));
    // Routers do not either.
    let situation = duel(5.0, &format!("{LINE}\nstart = {{ routing = true }}"), LINE);
    assert!(situation.table().may_shoot(situation.id("red")).is_err());
}

#[test]
fn cavalry_shoots_only_at_those_who_charge_it() {
    // CP 16.7.4
    let situation = duel(3.0, HORSE, LINE);
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.7.4"));
    // CP 17.5.3: and not with empty pistols.
    let mut situation = duel(0.0, &format!("{HORSE}\nstart = {{ pistols-fired = true }}"), HORSE);
    situation.charge("blue", "red");
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 17.5.3"));
    // CP G36: mounted dragoons shoot from the saddle when they stand, if the battle lets them.
    let dragoons = "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12";
    let situation = duel(3.0, dragoons, LINE);
    assert_eq!(salvo(&situation, "red", "blue", MUSKETS).bands[0].row, Row::Mounted);
    let parts = [unit("red", [36.0, 10.0], dragoons), unit("blue", [36.0, 13.0], LINE)];
    let situation = set_with("dragoons-shoot-mounted = false", &parts);
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP G36"));
}

#[test]
fn guns_face_alike_unless_wheeled() {
    // CP 16.7.5: each gun shoots along its own barrel; one wheeled to the right reaches what the other does not.
    let mut situation =
        set(&[unit("red", [36.0, 10.0], &guns(&["field", "field"])), unit("blue", [60.0, 10.0], HORSE)]);
    assert_eq!(verdict(&situation, "red", "blue", 0, Shot::Ball), refused("CP 16.1.3"));
    situation.state.batteries[0].guns[1].swung = 9_000;
    assert_eq!(salvo(&situation, "red", "blue", Shot::Ball).dice(), 1);
}

// --- 16.8 Table

#[test]
fn the_shooting_table() {
    let situation = duel(5.0, LINE, LINE);
    let table = &situation.rules.shooting;
    let reads = |row: Row, texts: [&str; 4]| {
        assert_eq!(Column::ALL.map(|column| *table.code(row, column)), texts.map(hits::code), "{row:?}");
    };
    // CP 16.8.1, T5: musketry as printed in both places.
    reads(Row::SteadyNear, ["45H 6HH", "6H", "56H", "6H"]);
    reads(Row::SteadyFar, ["56H", "NIL", "6H", "NIL"]);
    reads(Row::UnsteadyNear, ["56H", "6H", "6H", "6H"]);
    reads(Row::UnsteadyFar, ["6H", "NIL", "NIL", "NIL"]);
    reads(Row::Mounted, ["6HH", "NIL", "NIL", "NIL"]);
    // CP G1
    reads(Row::HailHeavy, ["34H 56HH", "56H", "56H", "6H"]);
    reads(Row::BallHeavy, ["56HH", "56HH", "56HH", "56H"]);
    reads(Row::BallField, ["56H", "56H", "56H", "6H"]);
    // What is not printed says so.
    let set = charts(&[]).unwrap();
    let from = |key: &str| set.find("T5").unwrap().rows.iter().find(|row| row.key == key).unwrap().cell_from.clone();
    assert_eq!(from("steady-far"), [Provenance::Published; 4]);
    assert_eq!(from("hail-light")[1], Provenance::Reconstructed);
    assert_eq!(from("ball-light")[2], Provenance::Text);
    // The other reading of ball at skirmishers.
    let hard = set_with(
        "ball-at-skirmishers = \"hard\"",
        &[unit("red", [36.0, 10.0], LINE), unit("blue", [36.0, 20.0], LINE)],
    );
    assert_eq!(*hard.rules.shooting.code(Row::BallHeavy, Column::Skirmishers), hits::code("56H"));
}

#[test]
fn a_better_copy_of_the_shooting_table() {
    // CP G1: an owner of the book lays his own figures over ours.
    let mine = |cell: &str| {
        let head = "format = 1\nrulebook = \"charge-pikes\"\nchart = \"T5\"\n[[rows]]\nkey = \"ball-light\"\n";
        scenario::Source::new("mine.toml", format!("{head}cells = [\"56H\", \"NIL\", \"{cell}\", \"6H\"]\n"))
    };
    let table = ShootingTable::read(&charts(&[mine("6H")]).unwrap()).unwrap();
    assert_eq!(*table.code(Row::BallLight, Column::Skirmishers), hits::NIL);
    let faults = ShootingTable::read(&charts(&[mine("7H")]).unwrap()).unwrap_err().to_string();
    assert!(faults.contains("mine.toml:6:") && faults.contains("45H 6HH"), "{faults}");
}

#[test]
fn field_guns_at_a_deep_regiment() {
    // CP V5, 16.8.2, 16.1.2: three dice, two hits, doubled.
    let deep = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 32\nfiles = 8";
    let mut situation = duel(30.0, &guns(&["field"; 3]), deep);
    shoot(&mut situation, "red", "blue", Shot::Ball, &[2, 5, 6]);
    assert_eq!(hits(&situation, "blue"), 4);
    assert!(!situation.unit("blue").hit_by_heavy);
    // CP 16.8.5b: they fire every turn.
    assert_eq!(verdict(&situation, "red", "blue", 0, Shot::Ball), Ok(()));
}

#[test]
fn heavy_guns_reload_for_a_turn() {
    // CP V6, 16.8.5a
    let deep = "kind = \"foot\"\ngrade = \"B\"\nmuskets = 32\nfiles = 8";
    let mut situation = duel(30.0, &guns(&["heavy"; 2]), deep);
    shoot(&mut situation, "red", "blue", Shot::Ball, &[5, 6]);
    assert_eq!(hits(&situation, "blue"), 8);
    assert!(situation.unit("blue").hit_by_heavy);
    situation.act(&[], |play| play.recover_all());
    assert_eq!(verdict(&situation, "red", "blue", 0, Shot::Ball), refused("CP 16.1.3"));
    situation.act(&[], |play| play.recover_all());
    assert_eq!(verdict(&situation, "red", "blue", 0, Shot::Ball), Ok(()));
}

#[test]
fn hail_at_every_kind_of_target() {
    // CP V41: two light guns at 6 inches, dice 4 and 6.
    let two = guns(&["light"; 2]);
    let at = |parts: &[String]| {
        let mut all = vec![unit("red", [36.0, 10.0], &two)];
        all.extend_from_slice(parts);
        let mut situation = set(&all);
        shoot(&mut situation, "red", "blue", Shot::Hail, &[4, 6]);
        hits(&situation, "blue")
    };
    assert_eq!(at(&[unit("blue", [36.0, 16.0], LINE)]), 2);
    assert_eq!(at(&[unit("blue", [36.0, 16.0], SKIRMISHERS)]), 1);
    let woods = "[[ground.areas]]\nkind = \"light-woods\"\nbox = [20, 16, 52, 30]\n".to_owned();
    assert_eq!(at(&[woods, unit("blue", [36.0, 16.0], LINE)]), 1);
    let farm = "[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [33, 16, 39, 20]\n".to_owned();
    let inside = format!("\n[[units]]\nkey = \"blue\"\nname = \"blue\"\nside = \"blue\"\ninside = \"farm\"\n{LINE}\n");
    assert_eq!(at(&[farm, inside]), 1);
}

#[test]
fn hail_runs_out() {
    // CP 16.8.6: four rounds for each gun.
    let mut situation = duel(5.0, &guns(&["light"]), LINE);
    for _ in 0..4 {
        shoot(&mut situation, "red", "blue", Shot::Hail, &[1]);
    }
    assert_eq!(situation.state.batteries[0].guns[0].hail, 0);
    assert_eq!(verdict(&situation, "red", "blue", 0, Shot::Hail), refused("CP 16.1.3"));
    assert_eq!(verdict(&situation, "red", "blue", 0, Shot::Ball), Ok(()));
}

#[test]
fn each_gun_may_choose_its_shot() {
    // One gun fires hail, the rest ball, and none of them twice.
    let mut situation = duel(5.0, &guns(&["light"; 3]), LINE);
    order(&mut situation, "red", "blue", 2, Shot::Hail);
    order(&mut situation, "red", "blue", 0, Shot::Ball);
    assert_eq!(offered(&situation, "red"), Vec::<String>::new());
    situation.act(&[4, 5, 4], |play| play.resolve_shooting());
    assert_eq!(hits(&situation, "blue"), 2);
    let hail: Vec<u8> = situation.state.batteries[0].guns.iter().map(|gun| gun.hail).collect();
    assert_eq!(hail, [4, 3, 4]);
    // CP G37: a gun needs a gunner.
    let situation = duel(5.0, &format!("{}\ncrew = 2", guns(&["light"; 3])), LINE);
    assert_eq!(salvo(&situation, "red", "blue", Shot::Ball).dice(), 2);
    // CP 16.8.1: muskets are no guns.
    let situation = duel(5.0, LINE, LINE);
    assert_eq!(verdict(&situation, "red", "blue", 0, Shot::Ball), refused("CP 16.8.1"));
}

#[test]
fn guns_of_all_classes_in_one_battery() {
    // CP 5.5, 16.1.2: each on its own row.
    let mut situation = duel(18.0, &guns(&["light", "field", "heavy"]), LINE);
    let salvo = salvo(&situation, "red", "blue", Shot::Ball);
    let rows: Vec<Row> = salvo.bands.iter().map(|band| band.row).collect();
    assert_eq!(rows, [Row::BallLight, Row::BallField, Row::BallHeavy]);
    shoot(&mut situation, "red", "blue", Shot::Ball, &[4, 5, 6]);
    assert_eq!(hits(&situation, "blue"), 3);
    assert!(situation.unit("blue").hit_by_heavy);
    let reloading: Vec<(GunClass, bool)> =
        situation.state.batteries[0].guns.iter().map(|gun| (gun.class, gun.reloading > 0)).collect();
    assert_eq!(reloading, [(GunClass::Light, false), (GunClass::Field, false), (GunClass::Heavy, true)]);
}

#[test]
fn hits_on_guns() {
    // CP T6
    let whole = [(1, true), (3, true), (1, false), (4, true), (5, false), (6, true)];
    let small = whole.map(|(face, limber)| gun_hit(face, false, limber));
    use GunHit::{Gunner, GunnerAndGun, Limber, Nothing};
    assert_eq!(small, [Limber, Limber, Nothing, Gunner, Gunner, Gunner]);
    assert_eq!(gun_hit(6, true, false), GunnerAndGun);
    // CP V7, 16.8.4, 8.2: three musket hits on a limbered battery, gun dice 2, 5, 6.
    let limbered = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"field\", \"field\", \"field\"]\nlimbers = true\nformation = \"limbered\"";
    let unlimbered = guns(&["field"; 3]);
    let state = |situation: &Situation| {
        let battery = situation.table().battery(situation.id("blue")).unwrap();
        let limbers: u8 = battery.guns.iter().map(|gun| gun.limber_hits).sum();
        let lost = battery.guns.iter().filter(|gun| gun.state == GunState::Destroyed).count();
        (limbers, 9 - situation.unit("blue").others, lost, hits(situation, "blue"))
    };
    let mut muskets = duel(5.0, LINE, limbered);
    shoot(&mut muskets, "red", "blue", MUSKETS, &[1, 1, 1, 4, 4, 5, 2, 5, 6]);
    assert_eq!(state(&muskets), (1, 2, 0, 3));
    let mut ball = duel(15.0, &guns(&["field"; 3]), limbered);
    shoot(&mut ball, "red", "blue", Shot::Ball, &[5, 6, 5, 2, 5, 6]);
    assert_eq!(state(&ball), (1, 2, 1, 3));
    assert_eq!(ball.unit("blue").layout.centre, 2);
    let mut open = duel(5.0, LINE, &unlimbered);
    shoot(&mut open, "red", "blue", MUSKETS, &[1, 1, 1, 4, 4, 5, 2, 5, 6]);
    assert_eq!(state(&open), (0, 2, 0, 2));
    let mut open = duel(15.0, &guns(&["field"; 3]), &unlimbered);
    shoot(&mut open, "red", "blue", Shot::Ball, &[5, 6, 5, 2, 5, 6]);
    assert_eq!(state(&open), (0, 2, 1, 2));
}

#[test]
fn hits_go_round_the_guns() {
    // CP G74: the gun nearest the shooter first, one each before any takes a second. CP G39: the second hit on a limber
    // strands the battery.
    let limbered =
        "kind = \"battery\"\ngrade = \"C\"\nguns = [\"field\", \"field\"]\nlimbers = true\nformation = \"limbered\"";
    let mut situation = set(&[unit("red", [35.0, 10.0], LINE), unit("blue", [36.0, 14.0], limbered)]);
    shoot(&mut situation, "red", "blue", MUSKETS, &[1, 1, 1, 1, 4, 4, 1, 1]);
    let hit: Vec<u8> = situation.state.batteries[0].guns.iter().map(|gun| gun.limber_hits).collect();
    assert_eq!(hit, [1, 1]);
    assert_eq!(situation.unit("blue").formation, Formation::Limbered);
    shoot(&mut situation, "red", "blue", MUSKETS, &[1, 1, 1, 1, 1, 4, 1]);
    // Blue faces south: its right-hand gun is the western one, and the nearer.
    let limbers: Vec<u8> = situation.state.batteries[0].guns.iter().map(|gun| gun.limber_hits).collect();
    assert_eq!(limbers, [1, 2]);
    assert_eq!(situation.unit("blue").formation, Formation::Unlimbered);
    // All guns lost: what is left of the crew are men on foot.
    let mut situation = duel(15.0, &guns(&["field"; 2]), &guns(&["light"]));
    shoot(&mut situation, "red", "blue", Shot::Ball, &[5, 1, 6]);
    let blue = situation.unit("blue");
    assert_eq!((blue.others, blue.formation, blue.away), (1, Formation::Open, true));
    assert_eq!(situation.state.batteries[1].guns[0].state, GunState::Destroyed);
}

// --- What a phase of shooting leaves behind

#[test]
fn all_shooting_is_simultaneous() {
    // CP 13.4: both lines shoot with what they had when the phase began.
    let mut situation =
        duel(5.0, "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8", "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8");
    order(&mut situation, "red", "blue", 0, MUSKETS);
    order(&mut situation, "blue", "red", 0, MUSKETS);
    assert_eq!(
        (menu(&situation, RED), menu(&situation, BLUE)),
        (vec![Decision::Turn(TurnChoice::Done)], vec![Decision::Turn(TurnChoice::Done)])
    );
    situation.act(&[6, 6, 6, 6], |play| play.resolve_shooting());
    assert_eq!((situation.unit("red").others, situation.unit("blue").others), (4, 4));
}

#[test]
fn generals_near_those_who_are_hit() {
    // CP V33, 9.12: one hit is no danger, two are.
    let general =
        "\n[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"blue\"\nrank = \"chief\"\nat = [36, 19]\n";
    let parts = [unit("red", [36.0, 10.0], LINE), unit("blue", [36.0, 15.0], LINE), general.to_owned()];
    let mut situation = set(&parts);
    shoot(&mut situation, "red", "blue", MUSKETS, &[4, 1, 1, 1, 1, 1]);
    assert!(situation.state.generals[0].alive);
    let mut situation = set(&parts);
    shoot(&mut situation, "red", "blue", MUSKETS, &[4, 4, 1, 1, 1, 1, 1]);
    assert!(!situation.state.generals[0].alive);
}

#[test]
fn flank_shots_are_noted() {
    // CP G46: the shooter stands behind the front line of its target, drawn out to both sides.
    let turned = format!("{LINE}\n").replace("kind", "# facing below\nkind");
    let blue = unit("blue", [36.0, 15.0], &turned).replace("facing = \"south\"", "facing = \"north\"");
    let mut situation = set(&[unit("red", [36.0, 8.0], LINE), blue]);
    shoot(&mut situation, "red", "blue", MUSKETS, &[1, 1, 1, 1, 1, 1]);
    assert!(situation.unit("blue").hit_in_flank);
    let mut situation = duel(5.0, LINE, LINE);
    shoot(&mut situation, "red", "blue", MUSKETS, &[1, 1, 1, 1, 1, 1]);
    assert!(!situation.unit("blue").hit_in_flank);
}

#[test]
fn shooting_out_of_woods_gives_a_unit_away() {
    // CP 19.1.3
    let woods = "[[ground.areas]]\nkind = \"light-woods\"\nbox = [20, 2, 52, 10.5]\n".to_owned();
    let mut situation = set(&[woods, unit("red", [36.0, 10.4], LINE), unit("blue", [36.0, 15.0], LINE)]);
    assert!(!situation.unit("red").revealed);
    shoot(&mut situation, "red", "blue", MUSKETS, &[1, 1, 1, 1, 1, 1]);
    assert!(situation.unit("red").revealed);
}

#[test]
fn a_unit_shot_to_pieces_is_gone() {
    let mut situation = duel(5.0, LINE, "kind = \"foot\"\ngrade = \"C\"\nmuskets = 3");
    situation.charge("blue", "red").stage = Stage::Halted;
    shoot(&mut situation, "red", "blue", MUSKETS, &[6, 6, 6, 6, 6, 6]);
    assert!(matches!(situation.unit("blue").place, Place::Gone(_)));
}

// --- Chapter 20

#[test]
fn firelocks() {
    // CP 20.2.1: only where the battle knows them.
    let locks = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 20\nfirelocks = true";
    let parts = [unit("red", [36.0, 10.0], locks), unit("blue", [36.0, 15.0], LINE)];
    assert_eq!(salvo(&set_with("firelocks = true", &parts), "red", "blue", MUSKETS).dice(), 7);
    let plain = duel(5.0, "kind = \"foot\"\ngrade = \"C\"\nmuskets = 20", LINE);
    assert_eq!(salvo(&plain, "red", "blue", MUSKETS).dice(), 5);
}

#[test]
fn volleys() {
    // CP V32, 20.4.3a: twice the dice.
    let posture = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 20\nstart = { volley = true }";
    let parts = [unit("red", [36.0, 10.0], posture), unit("blue", [36.0, 15.0], LINE)];
    let mut situation = set_with("volley-fire = true", &parts);
    assert_eq!(salvo(&situation, "red", "blue", MUSKETS).dice(), 10);
    shoot(&mut situation, "red", "blue", MUSKETS, &[1; 10]);
    // CP 20.4.3b: then nothing until a turn has been spent reloading.
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 20.4.3b"));
    situation.act(&[], |play| play.recover_all());
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 20.4.3b"));
    situation.unit_mut("red").shot = false;
    situation.act(&[], |play| play.recover_all());
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), Ok(()));
    // CP G64: with firelocks, double the firelock dice.
    let both = posture.replace("start", "firelocks = true\nstart");
    let parts = [unit("red", [36.0, 10.0], &both), unit("blue", [36.0, 15.0], LINE)];
    let situation = set_with("volley-fire = true\nfirelocks = true", &parts);
    assert_eq!(salvo(&situation, "red", "blue", MUSKETS).dice(), 14);
}

#[test]
fn swedish_lines() {
    let regiment = |formation: &str| {
        format!(
            "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nswedish = true\nformation = \"{formation}\"\nfiles = 12"
        )
    };
    let of = |formation: &str| {
        let parts = [unit("red", [36.0, 10.0], &regiment(formation)), unit("blue", [36.0, 14.0], LINE)];
        set_with("swedish-system = true", &parts)
    };
    // CP 20.1.5: muskets forward shoot normally.
    assert_eq!(salvo(&of("muskets-forward"), "red", "blue", MUSKETS).shooters(), 24);
    // CP 20.1.6, G66: 12 pikes abreast are 180 mm wide and mask all but the two outer files of 240 mm of muskets.
    assert_eq!(salvo(&of("pikes-forward"), "red", "blue", MUSKETS).shooters(), 4);
}

#[test]
fn highland_bows() {
    // CP G62: the unsteady row, whatever their state; CP 20.6.1: shock troops have nothing to shoot with.
    let archers = "kind = \"highland-archers\"\ngrade = \"C\"\nfigures = 20";
    let shock = "kind = \"highland-shock\"\ngrade = \"C\"\nfigures = 20";
    let parts = |what: &str| [unit("red", [36.0, 10.0], what), unit("blue", [36.0, 14.0], LINE)];
    let situation = set_with("highlanders = true", &parts(archers));
    assert!(situation.table().steady(situation.id("red")));
    assert_eq!(salvo(&situation, "red", "blue", MUSKETS).bands[0].row, Row::UnsteadyNear);
    let situation = set_with("highlanders = true", &parts(shock));
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 20.6.1"));
}

#[test]
fn whatever_is_offered_is_lawful() {
    // Every order on the menu is accepted, also after others have been given.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 40\nfiles = 20";
    let square = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nformation = \"square\"";
    let mut situation = set(&[
        unit("red-line", [30.0, 10.0], wide),
        unit("red-guns", [44.0, 10.0], &guns(&["light", "field"])),
        unit("red-square", [58.0, 14.0], square),
        unit("blue-one", [25.0, 14.0], LINE),
        unit("blue-two", [44.0, 15.0], SKIRMISHERS),
        unit("blue-three", [58.0, 19.0], LINE),
    ]);
    for _ in 0..16 {
        let offers = menu(&situation, RED);
        assert_eq!(offers.last(), Some(&Decision::Turn(TurnChoice::Done)));
        for offer in &offers {
            if let Decision::Shoot(ShootChoice::Order { unit, target, face, shot }) = *offer {
                assert_eq!(situation.table().judge_shoot(RED, unit, target, face, shot), Ok(()), "{offer:?}");
            }
        }
        let Decision::Shoot(ShootChoice::Order { unit, target, face, shot }) = offers[0] else { break };
        situation.act(&[], |play| play.order_fire(Fire { unit, target, face, shot }));
    }
    assert_eq!(menu(&situation, RED), [Decision::Turn(TurnChoice::Done)]);
    assert!(situation.state.fires.len() >= 4);
}
