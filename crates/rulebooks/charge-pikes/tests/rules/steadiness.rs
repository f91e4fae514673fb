//! Chapters 11 and 12: steadiness, disorder, exhaustion, recovery, morale.

use crate::fights::Situation;
use charge_pikes::agenda::TestKind;
use charge_pikes::cards::PikeStatus;
use charge_pikes::decision::Manoeuvre;
use charge_pikes::state::{Formation, Mode, Morale, Place};
use field::table::INCH;

fn one(unit: &str) -> Situation {
    Situation::with_options("highlanders = true\nforlorn-hopes = true", &lone(unit))
}

fn lone(unit: &str) -> String {
    format!(
        "[[units]]\nkey = \"one\"\nname = \"One\"\nside = \"red\"\nat = [36, 12]\nfacing = \"north\"\n{unit}\n\n\
         [[units]]\nkey = \"other\"\nname = \"Other\"\nside = \"blue\"\nkind = \"horse\"\ngrade = \"C\"\nfigures = 12\n\
         at = [36, 40]\nfacing = \"south\"\n"
    )
}

const FOOT: &str = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12";

#[test]
fn what_makes_a_unit_steady() {
    // CP 11.0.1
    let mut situation = one(FOOT);
    let id = situation.id("one");
    assert!(situation.table().steady(id));
    // CP 11.0.2, 11.1.6
    situation.unit_mut("one").disordered = true;
    assert!(!situation.table().steady(id));
    assert!(situation.table().may_charge(id).is_ok());
    situation.unit_mut("one").disordered = false;
    // CP 11.0.4, 12.3b, 12.3a
    situation.unit_mut("one").morale = Morale::Shaken;
    assert!(!situation.table().steady(id));
    assert_eq!(situation.table().may_charge(id).unwrap_err().rule, "CP 15.3.7");
    situation.unit_mut("one").morale = Morale::Good;
    // CP 11.0.5, 11.2.2
    situation.unit_mut("one").others = 0;
    assert!(!situation.table().steady(id));
    assert!(situation.table().may_charge(id).is_ok());
}

#[test]
fn who_is_never_steady() {
    // CP 11.0.3, 11.0.6
    let never = [
        "kind = \"foot\"\ngrade = \"E\"\nmuskets = 12",
        "kind = \"skirmishers\"\ngrade = \"A\"\nfigures = 12",
        "kind = \"dragoons\"\ngrade = \"A\"\nfigures = 12",
    ];
    for unit in never {
        let situation = one(unit);
        assert!(!situation.table().steady(situation.id("one")), "{unit}");
    }
    // CP G8: a battery is steady by the ordinary conditions, its crew away from the guns is not.
    let mut battery = one("kind = \"battery\"\ngrade = \"C\"\nguns = [\"field\"]");
    let id = battery.id("one");
    assert!(battery.table().steady(id));
    battery.unit_mut("one").away = true;
    battery.unit_mut("one").formation = Formation::Open;
    assert!(!battery.table().steady(id));
}

#[test]
fn who_drills_well() {
    // CP 15.9.1
    for (grade, well) in [("A", true), ("C", true), ("D", false)] {
        let situation = one(&format!("kind = \"foot\"\ngrade = \"{grade}\"\npikes = 12\nmuskets = 12"));
        assert_eq!(situation.table().drills_well(situation.id("one")), well);
    }
    // CP 20.6.3
    let highlanders = one("kind = \"highland-shock\"\ngrade = \"A\"\nfigures = 12");
    assert!(!highlanders.table().drills_well(highlanders.id("one")));
}

#[test]
fn v25_exhaustion() {
    // CP V25, CP 11.2.1
    let mut situation = one(FOOT);
    let id = situation.id("one");
    situation.unit_mut("one").others = 1;
    assert!(!situation.table().exhausted(id));
    situation.unit_mut("one").others = 0;
    assert!(situation.table().exhausted(id));
}

#[test]
fn v24_pike_status_is_fixed_at_the_start() {
    // CP V24, CP 7.2.5
    for (pikes, status) in [(12, PikeStatus::PikeSupported), (11, PikeStatus::Naked), (18, PikeStatus::HeavyArmed)] {
        let muskets = 36 - pikes;
        let mut situation = one(&format!("kind = \"foot\"\ngrade = \"C\"\npikes = {pikes}\nmuskets = {muskets}"));
        let id = situation.id("one");
        assert_eq!(situation.table().status(id, true), status);
        situation.unit_mut("one").pikes -= 6;
        assert_eq!(situation.table().status(id, true), status);
    }
}

#[test]
fn v46_led_horses_count_as_strength_until_lost() {
    // CP V46: of 25 dragoons 2 hold the horses.
    let mut situation = one("kind = \"dragoons\"\ngrade = \"C\"\nfigures = 25\nstart = { dismounted = true }");
    let id = situation.id("one");
    assert_eq!((situation.table().figures(id), situation.table().surviving(id)), (23, 25));
    situation.unit_mut("one").horses = charge_pikes::state::Horses::Dispersed;
    situation.unit_mut("one").others = 13;
    assert!(!situation.table().exhausted(id));
    situation.unit_mut("one").others = 12;
    assert!(situation.table().exhausted(id));
}

#[test]
fn a_forlorn_hope_shares_its_regiment_s_morale() {
    // CP 20.3.5a, 20.3.5b
    let mut situation = one("kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nforlorn-hope = 6");
    let (regiment, hope) = (situation.id("one"), situation.id("one-forlorn"));
    assert_eq!(situation.table().surviving(regiment), 24);
    assert!(situation.table().steady(hope));
    situation.act(&[], |play| play.shake(hope, "CP 12.5", kernel::Phrase("for the test")));
    assert_eq!(situation.unit("one").morale, Morale::Shaken);
    assert!(situation.table().shaken(hope) && situation.table().shaken(regiment));
    // CP 20.3.3: shot to pieces, it makes nobody test.
    situation.unit_mut("one-forlorn").hits_phase = 5;
    situation.unit_mut("one-forlorn").others = 1;
    assert!(!situation.table().test_due(TestKind::ShootingHits, regiment));
    assert!(!situation.table().test_due(TestKind::ShootingHits, hope));
    // CP G65: but its losses tire the regiment.
    assert_eq!(situation.table().surviving(regiment), 19);
}

#[test]
fn morale_drops_state_by_state() {
    // CP 12.1, 12.2, 12.5, 12.4
    let mut situation = one(FOOT);
    let id = situation.id("one");
    situation.act(&[], |play| play.drop_morale(id, None, "CP 12.5"));
    assert_eq!(situation.unit("one").morale, Morale::Shaken);
    situation.act(&[], |play| play.drop_morale(id, None, "CP 12.5"));
    assert_eq!((situation.unit("one").morale, situation.unit("one").mode), (Morale::Routed, Mode::Routing));
}

#[test]
fn ground_and_manoeuvre_disorder() {
    // CP 11.1.1: into a wood.
    let woods = "\n[[ground.areas]]\nname = \"wood\"\nkind = \"light-woods\"\nbox = [20, 13, 52, 20]\n";
    let mut situation = Situation::new(&format!("{}{woods}", lone(FOOT)));
    let id = situation.id("one");
    situation.act(&[], |play| play.make_move(id, Manoeuvre::Advance(2 * INCH)));
    assert!(situation.unit("one").disordered);
    // CP 11.1.2: green troops cannot retire in order.
    let mut situation = one("kind = \"foot\"\ngrade = \"D\"\npikes = 12\nmuskets = 12");
    situation.act(&[], |play| play.make_move(id, Manoeuvre::Retire(INCH * 5 / 4)));
    assert!(situation.unit("one").disordered);
}

#[test]
fn standing_a_turn_restores_order_and_morale() {
    // CP 11.3.1a, 11.3.1c
    let mut situation = one(FOOT);
    situation.unit_mut("one").disordered = true;
    situation.unit_mut("one").morale = Morale::Shaken;
    situation.act(&[], |play| play.note_ailing());
    situation.act(&[], |play| play.recover_all());
    assert!(!situation.unit("one").disordered);
    assert_eq!(situation.unit("one").morale, Morale::Good);
}

#[test]
fn the_free_about_face_spoils_nothing() {
    // CP 11.3.2, 11.1.3
    let mut situation = one(FOOT);
    let id = situation.id("one");
    let unit = situation.unit_mut("one");
    (unit.mode, unit.morale, unit.fled) = (Mode::Routing, Morale::Routed, true);
    situation.act(&[], |play| {
        play.rally(id);
        play.turn_about(id);
    });
    assert!(situation.unit("one").disordered);
    situation.act(&[], |play| {
        play.note_ailing();
        play.recover_all();
    });
    assert!(!situation.unit("one").disordered);
}

#[test]
fn what_spoils_a_turn_of_standing() {
    // CP 11.3.1b
    let spoil: [fn(&mut charge_pikes::state::Unit); 5] = [
        |unit| unit.moved = true,
        |unit| unit.rotated = true,
        |unit| unit.shot = true,
        |unit| unit.fought = true,
        |unit| unit.recoiled = true,
    ];
    for spoil in spoil {
        let mut situation = one(FOOT);
        situation.unit_mut("one").disordered = true;
        situation.act(&[], |play| play.note_ailing());
        spoil(situation.unit_mut("one"));
        situation.act(&[], |play| play.recover_all());
        assert!(situation.unit("one").disordered);
    }
    // CP G9: being shot at does not.
    let mut situation = one(FOOT);
    situation.unit_mut("one").disordered = true;
    situation.act(&[], |play| play.note_ailing());
    situation.unit_mut("one").hits_turn = 4;
    situation.act(&[], |play| play.recover_all());
    assert!(!situation.unit("one").disordered);
}

#[test]
fn what_is_gained_this_turn_stays() {
    // CP G9
    let mut situation = one(FOOT);
    let id = situation.id("one");
    situation.act(&[], |play| play.note_ailing());
    situation.act(&[], |play| play.shake(id, "CP 18.6.2", kernel::Phrase("for the test")));
    situation.act(&[], |play| play.recover_all());
    assert_eq!(situation.unit("one").morale, Morale::Shaken);
    situation.act(&[], |play| {
        play.note_ailing();
        play.recover_all();
    });
    assert_eq!(situation.unit("one").morale, Morale::Good);
}

#[test]
fn the_exhausted_stay_shaken() {
    // CP 11.2.4
    let mut situation = one(FOOT);
    situation.unit_mut("one").others = 0;
    situation.unit_mut("one").disordered = true;
    situation.unit_mut("one").morale = Morale::Shaken;
    situation.act(&[], |play| {
        play.note_ailing();
        play.recover_all();
    });
    assert!(!situation.unit("one").disordered);
    assert_eq!(situation.unit("one").morale, Morale::Shaken);
}

#[test]
fn a_two_move_change_ends_with_the_next_turn() {
    // CP 15.9.6 as ruled in CP G10
    let mut situation = one(FOOT);
    let unit = situation.unit_mut("one");
    (unit.changing, unit.shaken_by_change, unit.morale) = (1, true, Morale::Shaken);
    situation.act(&[], |play| play.recover_all());
    assert_eq!((situation.unit("one").changing, situation.unit("one").morale), (0, Morale::Good));
    // Shaken by more than the change, it stays so.
    let mut situation = one(FOOT);
    let id = situation.id("one");
    let unit = situation.unit_mut("one");
    (unit.changing, unit.shaken_by_change, unit.morale) = (1, true, Morale::Shaken);
    situation.act(&[], |play| {
        play.note_ailing();
        play.shake(id, "CP 18.6.2", kernel::Phrase("for the test"));
        play.unit_mut(id).fought = true;
        play.recover_all();
    });
    assert_eq!(situation.unit("one").morale, Morale::Shaken);
}

#[test]
fn reloading() {
    // CP 17.5.3: pistols fired in combat want a turn of standing.
    let mut situation = one("kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nstart = { pistols-fired = true }");
    situation.unit_mut("one").moved = true;
    situation.act(&[], |play| play.recover_all());
    assert!(!situation.unit("one").pistols_loaded);
    situation.unit_mut("one").moved = false;
    situation.act(&[], |play| play.recover_all());
    assert!(situation.unit("one").pistols_loaded);
    // CP 20.4.3b: so do muskets after a volley.
    let volley = lone("kind = \"foot\"\ngrade = \"C\"\nmuskets = 20\nstart = { volley = true, unloaded = true }");
    let mut situation = Situation::with_options("volley-fire = true", &volley);
    situation.act(&[], |play| play.recover_all());
    assert!(situation.unit("one").loaded);
    // CP 16.8.5a: heavy guns count down by themselves while their crew is there.
    let gun = "kind = \"battery\"\ngrade = \"C\"\nguns = [{ class = \"heavy\", reloading = 1 }]";
    let mut situation = one(gun);
    situation.act(&[], |play| play.recover_all());
    assert_eq!(situation.state.batteries[0].guns[0].reloading, 0);
}

#[test]
fn a_wounded_unit_off_the_table_is_left_alone() {
    // CP 11.3.1a: only units on the table stand and recover.
    let mut situation = one(FOOT);
    situation.unit_mut("one").disordered = true;
    situation.unit_mut("one").place = Place::OffTable { since: 1 };
    situation.act(&[], |play| {
        play.note_ailing();
        play.recover_all();
    });
    assert!(situation.unit("one").disordered);
}
