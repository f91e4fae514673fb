//! Chapter 8: hits.

use crate::fights::Situation;
use charge_pikes::hits::{NIL, chance, code, score};
use charge_pikes::state::{Loss, Place};

fn regiment(pikes: u8, muskets: u8) -> Situation {
    Situation::new(&format!(
        r#"
[[units]]
key = "regiment"
name = "The regiment"
side = "red"
kind = "foot"
grade = "C"
pikes = {pikes}
muskets = {muskets}
at = [36, 20]
facing = "north"

[[units]]
key = "enemy"
name = "The enemy"
side = "blue"
kind = "horse"
grade = "C"
figures = 12
at = [36, 40]
facing = "south"
"#
    ))
}

fn lose(situation: &mut Situation, key: &str, figures: u32) -> u32 {
    let id = situation.id(key);
    let mut lost = 0;
    situation.act(&[], |play| lost = play.lose_figures(id, figures));
    lost
}

fn strength(situation: &Situation) -> (u8, u8) {
    let unit = situation.unit("regiment");
    (unit.pikes, unit.others)
}

#[test]
fn codes_are_read_as_printed() {
    // CP 8.1, X3: `2345H 6HH` scores nothing on a 1, one hit on 2 to 5, two on a 6.
    let printed = code("2345H 6HH");
    assert_eq!([1, 2, 5, 6].map(|face| score(&printed, face)), [0, 1, 1, 2]);
    assert_eq!(code("45H 6HH"), [0, 0, 0, 1, 1, 2]);
    assert_eq!(code("23H456HH"), [0, 1, 1, 2, 2, 2]);
    assert_eq!(code("56HH"), [0, 0, 0, 0, 2, 2]);
    assert_eq!(code("NIL"), NIL);
    assert_eq!(chance(&code("45H 6HH")), 4);
    assert_eq!(score(&printed, 0), 0);
    assert_eq!(score(&printed, 7), 0);
}

#[test]
fn every_hit_takes_one_figure() {
    // CP 8.2
    let mut situation = regiment(12, 24);
    assert_eq!(lose(&mut situation, "enemy", 5), 5);
    assert_eq!(situation.unit("enemy").others, 7);
    assert_eq!(situation.unit("enemy").place, Place::Table);
    assert_eq!(lose(&mut situation, "enemy", 9), 7);
    assert_eq!(situation.unit("enemy").place, Place::Gone(Loss::Destroyed));
}

#[test]
fn losses_fall_on_pikes_and_muskets_in_proportion() {
    // CP 8.3, V26: five losses of 12 pikes and 24 muskets are two pikes and three muskets.
    let mut situation = regiment(12, 24);
    lose(&mut situation, "regiment", 5);
    assert_eq!(strength(&situation), (10, 21));
    // The same five one after the other come to the same.
    let mut situation = regiment(12, 24);
    for _ in 0..5 {
        lose(&mut situation, "regiment", 1);
    }
    assert_eq!(strength(&situation), (10, 21));
    // CP G3: halves go to the muskets.
    let mut situation = regiment(12, 12);
    lose(&mut situation, "regiment", 1);
    assert_eq!(strength(&situation), (12, 11));
    lose(&mut situation, "regiment", 1);
    assert_eq!(strength(&situation), (11, 11));
    lose(&mut situation, "regiment", 22);
    assert_eq!(strength(&situation), (0, 0));
}

#[test]
fn a_regiment_with_one_arm_left_is_one_block() {
    // CP G59
    let mut situation = regiment(1, 20);
    lose(&mut situation, "regiment", 12);
    let unit = situation.unit("regiment");
    assert_eq!((unit.pikes, unit.others), (0, 9));
    assert_eq!((unit.layout.left, unit.layout.right), (0, 0));
    assert!(unit.layout.centre >= 5, "{:?}", unit.layout);
    assert_eq!(situation.table().body(situation.id("regiment")).blocks.len(), 1);
}

#[test]
fn files_close_up_when_there_are_fewer_figures() {
    let mut situation = regiment(12, 24);
    lose(&mut situation, "regiment", 30);
    let unit = situation.unit("regiment");
    assert_eq!((unit.pikes, unit.others), (2, 4));
    // CP G3: the wings stay within one figure of each other, and no file is empty.
    assert_eq!((unit.layout.left, unit.layout.centre, unit.layout.right), (2, 2, 2));
}

#[test]
fn garrisons_lose_pikes_and_muskets_alike() {
    // CP 19.7.5
    let mut situation = Situation::new(
        r#"
[[ground.areas]]
name = "the farm"
kind = "town"
box = [30, 18, 36, 22]

[[units]]
key = "regiment"
name = "The regiment"
side = "red"
kind = "foot"
grade = "C"
pikes = 8
muskets = 16
inside = "the farm"

[[units]]
key = "enemy"
name = "The enemy"
side = "blue"
kind = "horse"
grade = "C"
figures = 12
at = [36, 40]
facing = "south"
"#,
    );
    lose(&mut situation, "regiment", 6);
    assert_eq!(strength(&situation), (6, 12));
}

#[test]
fn what_named_a_lost_unit_is_forgotten() {
    let mut situation = Situation::new(
        r#"
[[units]]
key = "regiment"
name = "The regiment"
side = "red"
kind = "foot"
grade = "C"
muskets = 2
at = [36, 20]
facing = "north"

[[units]]
key = "enemy"
name = "The enemy"
side = "blue"
kind = "horse"
grade = "C"
figures = 12
at = [36, 20]
facing = "south"

[[contacts]]
units = ["regiment", "enemy"]
"#,
    );
    situation.charge("enemy", "regiment");
    lose(&mut situation, "regiment", 2);
    assert!(situation.state.contacts.is_empty());
    assert_eq!(situation.state.charges[0].stage, charge_pikes::state::Stage::Halted);
}
