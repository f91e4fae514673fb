//! Sections 16.7 and 16.8: moving and shooting, the shooting table, guns.

use super::*;

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
