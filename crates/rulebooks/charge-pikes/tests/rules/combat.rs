//! Chapter 17: combat.

use crate::fights::{Situation, inches_between};
use charge_pikes::agenda::{Step, TestKind};
use charge_pikes::combat::{CombatChoice, CombatStep, dice_for, result};
use charge_pikes::decision::Decision;
use charge_pikes::hits::code;
use charge_pikes::sequence::TurnChoice;
use charge_pikes::state::{Allotment, Fire, Mode, Morale, Phase, Place, Shot};
use kernel::{Ledger, Reckoning, Seat};

const RED: Seat = Seat(0);

/// Points of both units of the only pair, and figures and dice of each.
fn only_bout(situation: &Situation) -> charge_pikes::combat::Bout {
    let table = situation.table();
    let pairs = table.pairs();
    assert_eq!(pairs.len(), 1);
    table.bout(&pairs[0]).unwrap()
}

/// Two units front to front at the middle of the table: the first named faces north, the second south.
fn face_to_face(first: &str, second: &str, contact: &str) -> String {
    format!(
        r#"
[[units]]
key = "south"
name = "South"
side = "red"
at = [36, 24]
facing = "north"
{first}

[[units]]
key = "north"
name = "North"
side = "blue"
at = [36, 24]
facing = "south"
{second}

[[contacts]]
units = ["south", "north"]
{contact}
"#
    )
}

const IMPACT_BY_SOUTH: &str = r#"impact = true
impetus = ["south"]
forward = ["south"]"#;
const MELEE: &str = "impact = false";

/// What follows the losers' tests: cavalry falls back, enemies come on. The dice are the next turn's initiative.
fn come_to_blows_again(situation: &mut Situation) {
    situation.state.agenda = kernel::Agenda::default();
    situation.state.agenda.push_all(&[Step::Combat(CombatStep::CavalryRecoils), Step::Combat(CombatStep::FollowUps)]);
    situation.act(&[6, 1], |play| play.advance());
}

#[test]
fn dice_by_arm() {
    // CP 17.1.1: one die for four foot or dragoons, a rest of three rounded up.
    let foot = [(16, 4), (17, 4), (18, 4), (19, 5), (2, 0), (3, 1)];
    assert!(foot.into_iter().all(|(figures, dice)| dice_for(figures, false) == dice));
    // CP 17.1.2: one for two riders, the odd one dropped.
    assert_eq!((dice_for(12, true), dice_for(11, true), dice_for(1, true)), (6, 5, 0));
}

#[test]
fn x1_riders_roll_the_same_dice_in_one_rank_or_two() {
    // CP X1, CP 4.3
    for files in [6, 12] {
        let horse = format!("kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = {files}");
        let foot = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 40\nfiles = 20";
        let situation = Situation::new(&face_to_face(&horse, foot, IMPACT_BY_SOUTH));
        assert_eq!(only_bout(&situation).dice[0], 6, "{files} files");
    }
}

#[test]
fn x6_the_difference_selects_the_row() {
    // CP X6, CP 17.1.5: three points against two.
    assert_eq!(result(1, false), code("45H 6HH"));
    assert_eq!(result(-1, false), code("456H"));
}

#[test]
fn v17_cavalry_against_cavalry_uses_the_brackets() {
    // CP V17, CP 17.7.2
    assert_eq!((result(3, true), result(-3, true)), (code("45H 6HH"), code("6H")));
    assert_eq!((result(4, true), result(-4, true)), (code("34H 56HH"), code("NIL")));
    assert_eq!((result(11, true), result(-11, false)), (code("34H 56HH"), code("6H")));
    assert_eq!((result(0, true), result(0, false)), (code("56H"), code("456H")));
}

#[test]
fn x8_heavy_armed_foot_scores_twice_against_naked_foot() {
    // CP X8, CP 17.4.1, CP 17.4.2
    let heavy = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12";
    let naked = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24";
    let situation = Situation::new(&face_to_face(heavy, naked, MELEE));
    assert_eq!(only_bout(&situation).points, [2, 0]);
}

#[test]
fn v14_horse_rides_naked_foot_down() {
    // CP V14
    let horse = "kind = \"horse\"\ngrade = \"B\"\nfigures = 12\nfiles = 6";
    let foot = "kind = \"foot\"\ngrade = \"D\"\nmuskets = 24\nfiles = 12";
    let mut situation = Situation::new(&face_to_face(horse, foot, IMPACT_BY_SOUTH));
    let bout = only_bout(&situation);
    assert_eq!((bout.points, bout.figures, bout.dice), ([11, 0], [12, 16], [6, 4]));
    let told = situation.act(&[1, 2, 3, 4, 5, 6, 3, 4, 5, 6], |play| play.resolve_combat());
    let (horse, foot) = (situation.id("south"), situation.id("north"));
    assert_eq!((situation.unit("south").given_round, situation.unit("north").given_round), (8, 1));
    assert_eq!((situation.table().figures(horse), situation.table().figures(foot)), (11, 16));
    // CP 17.1.6: more hits taken than given is a round lost; CP 18.7.1 its test.
    assert!(situation.table().test_due(TestKind::LosingCombat, foot));
    assert!(!situation.table().test_due(TestKind::LosingCombat, horse));
    assert_eq!(situation.table().modifier(TestKind::LosingCombat, foot), -9);
    situation.act(&[6], |play| assert!(!play.take_test(TestKind::LosingCombat, foot)));
    assert!(situation.table().routing(foot));
    // The reckoning shows every point with its rule.
    let strike = &told[0];
    assert_eq!((strike.total, strike.dice.as_slice()), (Some(11), [1, 2, 3, 4, 5, 6].as_slice()));
    assert_eq!(strike.lines.iter().map(|line| line.value).sum::<i32>(), 11);
    assert_eq!(strike.result, "8 hits");
}

#[test]
fn v15_cuirassiers_before_steady_pikes() {
    // CP V15: flanks covered by skirmishers on both sides.
    let horse = "kind = \"cuirassiers\"\ngrade = \"B\"\nfigures = 12\nfiles = 6";
    let foot = "kind = \"foot\"\ngrade = \"C\"\npikes = 18\nmuskets = 18\nfiles = { left = 5, pikes = 9, right = 5 }";
    let guards = r#"
[[units]]
key = "east"
name = "East"
side = "blue"
kind = "skirmishers"
grade = "C"
figures = 6
at = [46, 24.5]
facing = "south"

[[units]]
key = "west"
name = "West"
side = "blue"
kind = "skirmishers"
grade = "C"
figures = 6
at = [26, 24.5]
facing = "south"
"#;
    let contact = "impact = true\nforward = [\"south\"]";
    let file = face_to_face(horse, foot, contact).replace("[[contacts]]", &format!("{guards}\n[[contacts]]"));
    let situation = Situation::new(&file);
    assert_eq!(situation.table().open_flanks(situation.id("north")), 0);
    assert_eq!(only_bout(&situation).points, [3, 1]);
    assert_eq!((result(2, false), result(-2, false)), (code("45H 6HH"), code("56H")));
}

#[test]
fn v16_charge_met_by_counter_charge() {
    // CP V16
    let horse = "kind = \"horse\"\ngrade = \"A\"\nfigures = 12\nfiles = 6";
    let cuirassiers = "kind = \"cuirassiers\"\ngrade = \"B\"\nfigures = 12\nfiles = 6";
    let contact = "impact = true\nimpetus = [\"south\", \"north\"]\nforward = [\"south\", \"north\"]";
    let chief = "\n[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"red\"\nrank = \"chief\"\nat = [36, 14]\n";
    let mut situation = Situation::new(&(face_to_face(horse, cuirassiers, contact) + chief));
    let bout = only_bout(&situation);
    assert_eq!((bout.points, bout.dice), ([5, 5], [6, 6]));
    situation.act(&[1, 2, 5, 6, 3, 4, 5, 5, 6, 1, 1, 2], |play| play.resolve_combat());
    let (horse, cuirassiers) = (situation.id("south"), situation.id("north"));
    assert_eq!((situation.unit("south").given_round, situation.unit("south").taken_round), (2, 3));
    // CP 11.1.4: both fought enemies of half their strength.
    assert!(situation.unit("south").disordered && situation.unit("north").disordered);
    // CP 17.5.3: both have emptied their pistols.
    assert!(!situation.unit("south").pistols_loaded && !situation.unit("north").pistols_loaded);
    assert_eq!(situation.table().modifier(TestKind::LosingCombat, horse), 0);
    let before = situation.unit("south").pose.at;
    situation.act(&[1], |play| assert!(play.take_test(TestKind::LosingCombat, horse)));
    // CP 17.3.1 as ruled in CP G31: beaten cavalry falls back 4", not 2".
    let gone = inches_between(before, situation.unit("south").pose.at);
    assert!((gone - 4.0).abs() < 0.01, "{gone}");
    assert!(!situation.table().recoils_from_draw(cuirassiers));
    // CP 17.3.2: the cuirassiers come on, which is worth a point in the next round.
    come_to_blows_again(&mut situation);
    assert!(inches_between(situation.unit("north").pose.at, situation.unit("south").pose.at) < 0.05);
    assert!(only_bout(&situation).b.follows);
}

#[test]
fn x7_a_draw_drives_both_cavalry_units_back() {
    // CP X7, CP 17.3.1, CP 17.3.2: both recoil, so nobody follows up and the contact is broken.
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 4\nfiles = 2";
    let mut situation = Situation::new(&face_to_face(horse, horse, MELEE));
    let before = [situation.unit("south").pose.at, situation.unit("north").pose.at];
    situation.act(&[6, 1, 6, 1], |play| play.resolve_combat());
    let (south, north) = (situation.id("south"), situation.id("north"));
    assert!(situation.table().recoils_from_draw(south) && situation.table().recoils_from_draw(north));
    come_to_blows_again(&mut situation);
    let after = [situation.unit("south").pose.at, situation.unit("north").pose.at];
    for (before, after) in before.into_iter().zip(after) {
        let gone = inches_between(before, after);
        assert!((gone - 4.0).abs() < 0.01, "{gone}");
    }
    assert!(!situation.table().in_contact_with(south, north));
}

#[test]
fn v18_heavy_armed_foot_with_impetus() {
    // CP V18
    let heavy = "kind = \"foot\"\ngrade = \"B\"\npikes = 12\nmuskets = 12";
    let naked = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
    let situation = Situation::new(&face_to_face(heavy, naked, IMPACT_BY_SOUTH));
    assert_eq!(only_bout(&situation).points, [4, 0]);
    assert_eq!((result(4, false), result(-4, false)), (code("23H 456HH"), code("6H")));
}

#[test]
fn v19_storming_heavy_works() {
    // CP V19, CP 19.8.5c
    let heavy = "kind = \"foot\"\ngrade = \"A\"\npikes = 12\nmuskets = 12";
    let naked = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
    let works = "\n[[ground.lines]]\nname = \"works\"\nkind = \"heavy-works\"\npoints = [[20, 24], [52, 24]]\n";
    let contact = "impact = true\nforward = [\"south\"]";
    let situation = Situation::new(&(face_to_face(heavy, naked, contact) + works));
    assert_eq!(only_bout(&situation).points, [4, 3]);
    assert_eq!((result(1, false), result(-1, false)), (code("45H 6HH"), code("456H")));
}

#[test]
fn v44_mounted_dragoons_fight_like_foot() {
    // CP V44, CP 17.1.1
    let dragoons = "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
    let foot = "kind = \"foot\"\ngrade = \"D\"\nmuskets = 24\nfiles = 12";
    let mut situation = Situation::new(&face_to_face(dragoons, foot, "impact = true\nforward = [\"south\"]"));
    let bout = only_bout(&situation);
    assert_eq!((bout.points, bout.dice[0]), ([1, 1], 3));
    situation.charge("south", "north");
    assert!(!situation.table().test_due(TestKind::Panic, situation.id("north")));
}

#[test]
fn v42_the_impact_round_of_a_whole_charge() {
    // CP V42: the foot has a friend on one flank only.
    let horse = "kind = \"horse\"\ngrade = \"B\"\nfigures = 12\nfiles = 4\nroyalist = true\nstart = { losses = 4 }";
    let foot = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nfiles = { left = 6, pikes = 6, right = 6 }";
    let guard = "\n[[units]]\nkey = \"guard\"\nname = \"Guard\"\nside = \"blue\"\nkind = \"skirmishers\"\ngrade = \"C\"\nfigures = 6\nat = [45, 24.5]\nfacing = \"south\"\n";
    let chief = "\n[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"blue\"\nrank = \"chief\"\nat = [36, 34]\n";
    let contact = "impact = true\nforward = [\"south\"]";
    let file = face_to_face(horse, foot, contact).replace("[[contacts]]", &format!("{guard}{chief}\n[[contacts]]"));
    let mut situation = Situation::new(&file);
    let bout = only_bout(&situation);
    assert_eq!((bout.points, bout.dice[0]), ([3, 0], 4));
    let faces: Vec<u8> = [1, 3, 5, 6].into_iter().chain([2, 4, 5, 6]).collect();
    assert_eq!(bout.dice[1], 4, "{} figures of the foot strike", bout.figures[1]);
    situation.act(&faces, |play| play.resolve_combat());
    let (horse, foot) = (situation.id("south"), situation.id("north"));
    assert_eq!((situation.unit("south").given_round, situation.unit("north").given_round), (5, 2));
    assert_eq!((situation.table().figures(horse), situation.table().figures(foot)), (6, 31));
    assert_eq!(situation.table().modifier(TestKind::LosingCombat, foot), -2);
    // CP 11.1.4, CP G50: 36 foot are more than half of 8 horse, but 8 horse are not half of 36 foot.
    assert!(situation.unit("south").disordered && !situation.unit("north").disordered);
    assert!(situation.table().exhausted(horse));
    let before = situation.unit("north").pose.at;
    situation.act(&[3], |play| assert!(play.take_test(TestKind::LosingCombat, foot)));
    // CP 18.7.2
    let gone = inches_between(before, situation.unit("north").pose.at);
    assert!((gone - 2.0).abs() < 0.01, "{gone}");
    // CP 17.3.2: horse that did better must come after it.
    come_to_blows_again(&mut situation);
    assert!(only_bout(&situation).a.follows);
}

#[test]
fn close_order_overruns_skirmishers() {
    // CP 17.6.2
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
    let skirmishers = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
    let file = face_to_face(horse, skirmishers, MELEE);
    let mut situation = Situation::new(file.split("[[contacts]]").next().unwrap());
    let (south, north) = (situation.id("south"), situation.id("north"));
    situation.charge("south", "north");
    assert!(situation.table().can_be_overrun(north));
    situation.act(&[6], |play| assert!(play.take_test(TestKind::Charge, south)));
    // All eight stood before the horse's front.
    assert!(matches!(situation.unit("north").place, Place::Gone(_)));
    assert!(situation.table().pairs().is_empty());
}

#[test]
fn behind_works_skirmishers_count_as_close_order() {
    // CP 17.6.3
    let foot = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12";
    let skirmishers = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
    let works = "\n[[ground.lines]]\nname = \"works\"\nkind = \"heavy-works\"\npoints = [[20, 24], [52, 24]]\n";
    let file = face_to_face(foot, skirmishers, MELEE);
    let mut situation = Situation::new(&format!("{}{works}", file.split("[[contacts]]").next().unwrap()));
    let (south, north) = (situation.id("south"), situation.id("north"));
    situation.charge("south", "north");
    assert!(!situation.table().can_be_overrun(north));
    situation.act(&[6], |play| assert!(play.take_test(TestKind::Charge, south)));
    let bout = only_bout(&situation);
    assert_eq!((bout.b.unit, bout.figures[1]), (north, 8));
}

#[test]
fn engaged_units_stay_where_they_are() {
    // CP 17.2.6
    let foot = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 8";
    let situation = Situation::new(&face_to_face(foot, foot, MELEE));
    assert_eq!(situation.table().may_charge(situation.id("south")).unwrap_err().rule, "CP 17.2.6");
}

#[test]
fn recoils_burst_through_friends() {
    // CP 11.1.5
    let foot = "kind = \"foot\"\ngrade = \"A\"\nmuskets = 16\nfiles = 8";
    let behind = "\n[[units]]\nkey = \"behind\"\nname = \"Behind\"\nside = \"red\"\nkind = \"foot\"\ngrade = \"C\"\nmuskets = 60\nfiles = 30\nat = [36, 21.8]\nfacing = \"north\"\n";
    let file = face_to_face(foot, foot, MELEE).replace("[[contacts]]", &format!("{behind}\n[[contacts]]"));
    let mut situation = Situation::new(&file);
    let south = situation.id("south");
    situation.act(&[1, 1, 1, 1, 6, 1, 1, 1], |play| play.resolve_combat());
    situation.act(&[6], |play| assert!(play.take_test(TestKind::LosingCombat, south)));
    assert!(situation.unit("behind").disordered);
}

#[test]
fn v43_the_general_falls_before_the_test() {
    // CP V43, CP 9.12
    let foot = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 8";
    let chief =
        "\n[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"red\"\nrank = \"chief\"\nwith = \"south\"\n";
    for (die, modifier) in [(1, -3), (2, -1), (6, -1)] {
        let mut situation = Situation::new(&(face_to_face(foot, foot, MELEE) + chief));
        assert_eq!(only_bout(&situation).dice, [4, 4]);
        situation.act(&[4, 1, 1, 1, 4, 5, 1, 1, die], |play| play.resolve_combat());
        let south = situation.id("south");
        assert_eq!(situation.table().modifier(TestKind::LosingCombat, south), modifier, "die {die}");
    }
}

#[test]
fn melee_overlaps_by_four_files() {
    // CP 17.2.1: on impact those in contact and the rank behind; CP 17.2.2: in melee four files more on either side.
    let narrow = "kind = \"horse\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 60\nfiles = 30";
    let impact = Situation::new(&face_to_face(narrow, wide, IMPACT_BY_SOUTH));
    assert_eq!(only_bout(&impact).figures, [8, 12]);
    let melee = Situation::new(&face_to_face(narrow, wide, MELEE));
    assert_eq!(only_bout(&melee).figures, [8, 28]);
}

#[test]
fn two_ranks_strike() {
    // CP 17.2.3, 7.3.8: whatever the depth.
    let deep = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 6";
    let situation = Situation::new(&face_to_face(deep, deep, MELEE));
    assert_eq!(only_bout(&situation).figures, [12, 12]);
    let thin = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 9\nfiles = 6";
    let situation = Situation::new(&face_to_face(thin, deep, MELEE));
    assert_eq!(only_bout(&situation).figures[0], 9);
}

/// The second unit stands with its right flank on the first one's front.
fn struck_in_flank(first: &str, second: &str, contact: &str) -> Situation {
    let file = format!(
        r#"
[[units]]
key = "south"
name = "South"
side = "red"
at = [36, 24]
facing = "north"
{first}

[[units]]
key = "flanked"
name = "Flanked"
side = "blue"
at = [36, 30]
facing = "west"
{second}

[[contacts]]
units = ["south", "flanked"]
{contact}
"#
    );
    // The flank lies where the line ends: half its front south of the middle.
    let probe = Situation::new(file.split("[[contacts]]").next().unwrap());
    let width = probe.table().body(probe.id("flanked")).front_width() / f64::from(field::table::INCH);
    Situation::new(&file.replace("at = [36, 30]", &format!("at = [35.6, {}]", 24.0 + width / 2.0)))
}

#[test]
fn a_true_flank_charge_is_not_struck_back_on_impact() {
    // CP 17.2.4, 17.2.5, CP G13, CP G56
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
    let foot = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 4";
    let charge = "impact = true\nforward = [\"south\"]";
    let flank = struck_in_flank(horse, foot, &format!("{charge}\nmet = [\"front\", \"flank\"]"));
    let bout = only_bout(&flank);
    assert_eq!(bout.figures[1], 0);
    assert!(bout.figures[0] > 0);
    let points = bout.points[0];
    // Not a true flank charge: the figures on that side strike.
    let aslant = struck_in_flank(horse, foot, &format!("{charge}\nmet = [\"front\", \"front\"]"));
    let other = only_bout(&aslant);
    assert!(other.figures[1] > 0);
    assert_eq!(other.points[0], points - 2);
    // In melee everybody strikes all around, and the flank still counts.
    let melee = struck_in_flank(horse, foot, "impact = false\nmet = [\"front\", \"flank\"]");
    let bout = only_bout(&melee);
    assert!(bout.figures[1] > 0);
    let mut sum = Reckoning::new(&Ledger::default());
    melee.table().combat_points(&bout.a, &mut sum);
    assert!(sum.lines.iter().any(|line| line.text == "against flank or rear" && line.value == 2));
}

#[test]
fn points_against_the_shaken_and_the_running() {
    // CP 12.3c, CP T7
    let foot = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 8";
    let mut situation = Situation::new(&face_to_face(foot, foot, MELEE));
    assert_eq!(only_bout(&situation).points, [0, 0]);
    situation.unit_mut("north").morale = Morale::Shaken;
    assert_eq!(only_bout(&situation).points, [2, 0]);
}

#[test]
fn grade_counts_up_to_two() {
    // CP T7
    let elite = "kind = \"foot\"\ngrade = \"A\"\nmuskets = 16\nfiles = 8";
    let raw = "kind = \"foot\"\ngrade = \"E\"\nmuskets = 16\nfiles = 8";
    assert_eq!(only_bout(&Situation::new(&face_to_face(elite, raw, MELEE))).points, [2, 0]);
}

#[test]
fn foot_in_one_rank_is_easier_prey() {
    // CP T7
    let deep = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 8";
    let thin = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 16";
    assert_eq!(only_bout(&Situation::new(&face_to_face(deep, thin, MELEE))).points, [1, 0]);
}

#[test]
fn lancers_need_only_move_forward() {
    // CP 20.5.1
    let lancers = "kind = \"lancers\"\ngrade = \"C\"\nfigures = 12\nfiles = 6\npistols = false";
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6\npistols = false";
    let points = |contact: &str| {
        let file = face_to_face(lancers, horse, contact);
        only_bout(&Situation::with_options("lancers = true", &file)).points[0]
    };
    assert_eq!(points("impact = true\nforward = [\"south\"]"), 1);
    assert_eq!(points("impact = true\nforward = [\"north\"]"), 0);
    assert_eq!(points(MELEE), 0);
}

#[test]
fn highlanders_are_a_match_for_foot_alone() {
    // CP 20.6.4a, 20.6.4b, 20.6.5
    let shock = "kind = \"highland-shock\"\ngrade = \"C\"\nfigures = 16\nfiles = 8";
    let archers = "kind = \"highland-archers\"\ngrade = \"C\"\nfigures = 16\nfiles = 8";
    let naked = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 8";
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6\npistols = false";
    let points = |first: &str, second: &str| {
        only_bout(&Situation::with_options("highlanders = true", &face_to_face(first, second, MELEE))).points
    };
    assert_eq!(points(shock, naked), [2, 0]);
    assert_eq!(points(archers, naked), [0, 0]);
    // Naked to the cavalry: 3, and both flanks open: 2 more.
    assert_eq!(points(shock, horse), [0, 5]);
}

#[test]
fn swedish_lines_count_by_what_stands_in_front() {
    // CP 20.1.5, 20.1.6
    let muskets = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12\nswedish = true\nformation = \"muskets-forward\"\nfiles = 6";
    let pikes = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12\nswedish = true\nformation = \"pikes-forward\"\nfiles = 6";
    let file = face_to_face(pikes, muskets, MELEE);
    let situation = Situation::with_options("swedish-system = true", &file);
    assert_eq!(only_bout(&situation).points, [2, 0]);
    // Two ranks strike, the second of which may stand in the rear block.
    assert_eq!(only_bout(&situation).figures, [12, 12]);
}

#[test]
fn pistols_are_drawn_once() {
    // CP 17.5.1, 17.5.2
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
    let unarmed = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6\npistols = false";
    let file = face_to_face(horse, unarmed, MELEE);
    let mut situation = Situation::new(&file);
    let south = situation.id("south");
    // In melee they stay in the holster unless drawn.
    assert_eq!(only_bout(&situation).points, [0, 0]);
    let mut menu = Vec::new();
    situation.table().combat_choices_menu(RED, &mut menu);
    assert!(menu.contains(&Decision::Combat(CombatChoice::Pistols { unit: south, draw: true })));
    assert_eq!(menu.last(), Some(&Decision::Turn(TurnChoice::Done)));
    assert!(situation.table().judge_pistols(RED, south, true).is_ok());
    situation.act(&[], |play| play.order_strike(Allotment::Pistols { unit: south, draw: true }));
    assert_eq!(only_bout(&situation).points, [1, 0]);
    assert_eq!(situation.table().judge_pistols(RED, south, false).unwrap_err().rule, "CP 17.5.2");
    situation.act(&[1; 12], |play| play.resolve_combat());
    assert_eq!(situation.table().judge_pistols(RED, south, true).unwrap_err().rule, "CP 17.5.3");
    assert!(!situation.table().any_combat_choice(RED));
    // The stricter reading: on impact only.
    let strict = Situation::with_options("pistols = \"impact-only\"", &file);
    assert_eq!(strict.table().judge_pistols(RED, south, true).unwrap_err().rule, "CP 17.5.1");
    let north = situation.id("north");
    assert_eq!(situation.table().judge_pistols(Seat(1), north, true).unwrap_err().rule, "CP 17.5.1");
}

#[test]
fn pistols_saved_on_impact() {
    // CP 17.5.1: any one round; without an order it is the impact.
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
    let mut situation = Situation::new(&face_to_face(horse, horse, "impact = true\nforward = [\"south\"]"));
    assert_eq!(only_bout(&situation).points, [1, 1]);
    let south = situation.id("south");
    situation.act(&[], |play| play.order_strike(Allotment::Pistols { unit: south, draw: false }));
    assert_eq!(only_bout(&situation).points, [0, 1]);
    situation.act(&[1; 12], |play| play.resolve_combat());
    assert!(situation.unit("south").pistols_loaded && !situation.unit("north").pistols_loaded);
}

#[test]
fn pistols_fired_at_a_charger_are_loaded_again_at_once() {
    // CP 17.5.4
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
    let file = face_to_face(horse, horse, MELEE);
    let mut situation = Situation::new(file.split("[[contacts]]").next().unwrap());
    situation.charge("south", "north");
    let (south, north) = (situation.id("south"), situation.id("north"));
    situation.state.phase = Phase::Shooting;
    situation.state.fires.push(Fire { unit: north, target: south, face: 0, shot: Shot::SmallArms });
    situation.act(&[1, 1, 1], |play| play.resolve_shooting());
    assert!(situation.unit("north").shot && situation.unit("north").pistols_loaded);
}

#[test]
fn impact_becomes_melee() {
    // CP 17.1.3: only the first round is an impact.
    let foot = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 8";
    let mut situation = Situation::new(&face_to_face(foot, foot, IMPACT_BY_SOUTH));
    assert_eq!(only_bout(&situation).points, [1, 0]);
    situation.act(&[1; 8], |play| play.resolve_combat());
    assert_eq!(only_bout(&situation).points, [0, 0]);
    assert!(!situation.state.contacts[0].impact);
}

#[test]
fn following_up_helps_cavalry_once() {
    // CP 17.3.2
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6\npistols = false";
    let mut situation = Situation::new(&face_to_face(horse, horse, "impact = false\nfollows = [\"south\"]"));
    assert_eq!(only_bout(&situation).points, [1, 0]);
    situation.act(&[1; 12], |play| play.resolve_combat());
    assert_eq!(only_bout(&situation).points, [0, 0]);
}

const THREE: &str = r#"
[[units]]
key = "south"
name = "South"
side = "red"
kind = "foot"
grade = "C"
muskets = 40
files = 20
at = [36, 24]
facing = "north"

[[units]]
key = "left"
name = "Left"
side = "blue"
kind = "foot"
grade = "C"
muskets = 16
files = 8
at = [32, 24]
facing = "south"

[[units]]
key = "right"
name = "Right"
side = "blue"
kind = "foot"
grade = "C"
muskets = 16
files = 8
at = [40, 24]
facing = "south"

[[contacts]]
units = ["south", "left"]
impact = true

[[contacts]]
units = ["south", "right"]
impact = false
"#;

#[test]
fn impact_with_one_and_melee_with_another() {
    // CP 17.1.4: figures that can strike either are told off by their owner (CP 17.2.5).
    let mut situation = Situation::new(THREE);
    let (south, left, right) = (situation.id("south"), situation.id("left"), situation.id("right"));
    let muster = situation.table().muster(south);
    assert!(muster.has_choice());
    let none = std::iter::empty();
    let shares = muster.shares(none.clone());
    let (least, most) = muster.bounds(left, none.clone()).unwrap();
    assert!(least < most, "{least} {most}");
    let (fewest, all) = muster.bounds(right, none).unwrap();
    assert_eq!(shares[0] + shares[1], least + all);
    assert!(fewest < all);
    let mut menu = Vec::new();
    situation.table().combat_choices_menu(RED, &mut menu);
    assert!(menu.contains(&Decision::Combat(CombatChoice::Allot { unit: south, enemy: left, figures: most as u8 })));
    assert!(menu.iter().all(|decision| match *decision {
        Decision::Combat(CombatChoice::Allot { unit, enemy, figures }) =>
            situation.table().judge_allot(RED, unit, enemy, figures).is_ok(),
        _ => true,
    }));
    let too_many = situation.table().judge_allot(RED, south, left, most as u8 + 1);
    assert_eq!(too_many.unwrap_err().rule, "CP 17.2.5");
    assert!(situation.table().judge_allot(RED, south, left, least as u8 - 1).is_err());
    situation.act(&[], |play| {
        play.order_strike(Allotment::Figures { unit: south, enemy: left, figures: most as u8 });
    });
    let shares = situation.table().muster(south).shares(situation.table().figure_orders(south));
    assert_eq!((shares[0], shares[0] + shares[1]), (most, least + all));
    assert!(situation.table().judge_allot(RED, south, left, most as u8).is_err());
    // What is left over has no choice any more.
    assert!(!situation.table().any_combat_choice(RED));
}

#[test]
fn hits_of_all_opponents_are_added_up() {
    // CP 17.1.6 as ruled in CP G49
    let mut situation = Situation::new(THREE);
    let table = situation.table();
    let dice: Vec<[u32; 2]> = table.pairs().iter().map(|pair| table.bout(pair).unwrap().dice).collect();
    let mut faces = Vec::new();
    for [south, other] in dice {
        faces.extend(std::iter::repeat_n(1, south as usize));
        faces.extend(std::iter::repeat_n(6, other as usize));
    }
    let hits = faces.iter().filter(|&&face| face == 6).count() as u8;
    situation.act(&faces, |play| play.resolve_combat());
    assert_eq!(situation.unit("south").taken_round, hits);
    assert!(situation.table().test_due(TestKind::LosingCombat, situation.id("south")));
}

#[test]
fn pursuers_cut_routers_down() {
    // CP G26: as in melee, from behind, and nothing comes back.
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
    let foot = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 8";
    let file = face_to_face(horse, foot, MELEE);
    let mut situation = Situation::new(&file[..file.find("[[contacts]]").unwrap()]);
    let north = situation.id("north");
    situation.unit_mut("north").mode = Mode::Routing;
    situation.unit_mut("north").morale = Morale::Routed;
    situation.unit_mut("south").mode = Mode::Pursuing { target: north };
    let bout = only_bout(&situation);
    assert_eq!(bout.figures, [8, 0]);
    // Flank or rear 2, routing 2, naked foot in the open 3, two open flanks 2.
    assert_eq!(bout.points[0], 9);
    situation.act(&[6, 6, 1, 1], |play| play.resolve_combat());
    assert_eq!(situation.unit("north").taken_round, 4);
    assert!(!situation.table().test_due(TestKind::LosingCombat, north));
    assert!(!situation.table().recoils_from_draw(situation.id("south")));
}

#[test]
fn a_garrison_fights_whole_and_is_stormed_by_face() {
    // CP V38, CP 19.7.8, 19.7.10a, 19.7.10b
    let file = r#"
[[ground.areas]]
name = "village"
kind = "town"
box = [33, 24, 39, 30]
garrison = 24

[[units]]
key = "garrison"
name = "Garrison"
side = "blue"
kind = "foot"
grade = "C"
muskets = 20
inside = "village"

[[units]]
key = "first"
name = "First"
side = "red"
kind = "foot"
grade = "C"
muskets = 30
files = 6
at = [36, 24]
facing = "north"

[[contacts]]
units = ["garrison", "first"]
impact = true
forward = ["first"]
"#;
    let situation = Situation::new(file);
    let bout = only_bout(&situation);
    // 30 figures would storm, 24 may: 6 dice. Every one of the 20 inside strikes.
    assert_eq!((bout.a.unit, bout.figures, bout.dice), (situation.id("garrison"), [20, 24], [5, 6]));
}

#[test]
fn skirmishers_and_gunners_fight_each_other_normally() {
    // CP 17.6.1
    let skirmishers = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"field\", \"field\"]\ncrew = 8";
    let mut situation = Situation::new(&face_to_face(skirmishers, guns, IMPACT_BY_SOUTH));
    let bout = only_bout(&situation);
    assert_eq!(bout.figures, [8, 8]);
    // CP 17.7.1: impetus 1 for the one, nothing for the other.
    assert_eq!(bout.points, [1, 0]);
    situation.act(&[6, 6, 1, 1], |play| play.resolve_combat());
    // CP G38: hits on a battery in combat remove gunners.
    assert_eq!(situation.table().figures(situation.id("north")), 4);
    assert_eq!(situation.table().standing_guns(situation.id("north")), 2);
}

#[test]
fn nobody_left_to_fight() {
    // CP 8.2: a unit with no figure left leaves the table, and its contact with it.
    let many = "kind = \"foot\"\ngrade = \"A\"\npikes = 12\nmuskets = 12";
    let few = "kind = \"foot\"\ngrade = \"D\"\nmuskets = 3\nfiles = 3";
    let mut situation = Situation::new(&face_to_face(many, few, MELEE));
    let dice = only_bout(&situation).dice;
    let faces: Vec<u8> = std::iter::repeat_n(6, dice[0] as usize).chain([1]).collect();
    situation.act(&faces, |play| play.resolve_combat());
    assert!(matches!(situation.unit("north").place, Place::Gone(_)));
    assert!(situation.state.contacts.is_empty());
}
