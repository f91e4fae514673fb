//! The table under a hand: marks, aims, ghosts, overlays and the order of battle.

use crate::fights::{Situation, inches};
use charge_pikes::ChargePikes;
use charge_pikes::agenda::Step;
use charge_pikes::combat::{CombatChoice, CombatStep};
use charge_pikes::decision::{Decision, Manoeuvre};
use charge_pikes::deployment::DeployChoice;
use charge_pikes::generals::GeneralChoice;
use charge_pikes::movement::charging::{ChargeChoice, ChargeStep};
use charge_pikes::movement::flight::{FlightChoice, FlightStep};
use charge_pikes::movement::maneuvers::{MoveChoice, MoveStep};
use charge_pikes::sequence::{TurnChoice, TurnStep};
use charge_pikes::setup;
use charge_pikes::shooting::ShootStep;
use charge_pikes::state::{ChargeKind, Formation, Loss, Phase, Place, State};
use field::table::{Body, INCH, Pose, Um, bearing, turn};
use kernel::pointing::{aimed, ghost_in_scene};
use kernel::{Aim, Aimed, Handling, Notation, Picture, Rulebook, Seat, SeatSet, Seeded, Side, Silent};
use scenario::Source;
use std::path::Path;

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);
const GENERALS: u16 = 3_000;

const FOOT: &str = "kind = \"foot\"\ngrade = \"C\"\npikes = 8\nmuskets = 16";
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 8";
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
const SKIRMISHERS: &str = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";

fn unit(key: &str, side: &str, at: [f64; 2], what: &str) -> String {
    let facing = if side == "red" { "north" } else { "south" };
    format!(
        "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\nfacing = \"{facing}\"\n{what}\n\n"
    )
}

fn general(key: &str, side: &str, at: [f64; 2], more: &str) -> String {
    format!("[[generals]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\n{more}\n\n")
}

fn mm(inches: f64) -> f64 {
    inches * 25.4
}

impl Situation {
    /// A question put to a seat, whatever came before.
    fn asking(mut self, seat: Seat, step: Step, phase: Phase) -> Situation {
        self.state.agenda.push(Step::Turn(TurnStep::ChooseSide(Side::FIRST)));
        self.state.agenda.push(step);
        self.state.asked = SeatSet::one(seat);
        self.state.phase = phase;
        self
    }

    fn moving(self, key: &str) -> Situation {
        let id = self.id(key);
        self.asking(RED, Step::Move(MoveStep::Moving(id)), Phase::Movement)
    }

    fn number(&self, key: &str) -> u16 {
        u16::from(self.id(key).0)
    }

    fn means(&self, seat: Seat, aim: &Aim) -> Aimed {
        aimed(&self.rules, &self.state, seat, aim).unwrap_or_else(|| panic!("{aim:?} means nothing"))
    }

    /// What it means to drag the middle of a unit so many inches to the east and north.
    fn dragged(&self, key: &str, by: [f64; 2], facing: Option<f64>) -> Aimed {
        let [x, y] = self.rules.ghost(&self.state, self.number(key)).unwrap().at;
        let at = Some([x + mm(by[0]), y + mm(by[1])]);
        self.means(RED, &Aim { body: Some(self.number(key)), target: None, at, facing })
    }

    fn decision(&self, aimed: &Aimed) -> Decision {
        self.rules.read(&aimed.decision).unwrap()
    }

    fn manoeuvre(&self, aimed: &Aimed) -> Manoeuvre {
        match self.decision(aimed) {
            Decision::Move(MoveChoice::Make(manoeuvre)) => manoeuvre,
            other => panic!("{other:?}"),
        }
    }
}

fn rule(aimed: &Aimed) -> &str {
    aimed.refusal.as_ref().map_or("allowed", |refusal| &refusal.rule)
}

// --- Dragging a unit that moves

/// A drag ahead is an advance to the tenth of an inch, and no farther than the move reaches (CP 15.12.1).
#[test]
fn a_drag_ahead_is_an_advance() {
    let battle = Situation::new(&unit("foot", "red", [30.0, 12.0], FOOT)).moving("foot");
    let near = battle.dragged("foot", [0.02, 3.02], None);
    assert_eq!(battle.manoeuvre(&near), Manoeuvre::Advance(inches(3)));
    assert_eq!((rule(&near), near.mark.cost.as_str()), ("allowed", "3\""));
    let ghost = near.ghost.clone().unwrap();
    let before = battle.rules.ghost(&battle.state, battle.number("foot")).unwrap();
    assert!((ghost.at[1] - before.at[1] - mm(3.0)).abs() < 0.11, "{ghost:?}");
    assert_eq!(near.mark.at, Some(ghost.at));
    let far = battle.dragged("foot", [0.0, 20.0], None);
    assert_eq!(battle.manoeuvre(&far), Manoeuvre::Advance(inches(6)));
    assert_eq!(rule(&far), "allowed");
}

/// Retiring and sidestepping cost more, so they end sooner (CP 15.9.1).
#[test]
fn a_drag_back_or_aside_snaps_to_what_is_left() {
    let battle = Situation::new(&unit("foot", "red", [30.0, 20.0], FOOT)).moving("foot");
    let back = battle.dragged("foot", [0.0, -10.0], None);
    assert_eq!(battle.manoeuvre(&back), Manoeuvre::Retire(inches(3)));
    assert_eq!(back.mark.cost, "3\" for 6\"");
    let aside = battle.dragged("foot", [1.0, 0.0], None);
    assert_eq!(battle.manoeuvre(&aside), Manoeuvre::Sidestep { right: true, distance: inches(1) });
    let slant = battle.dragged("foot", [-0.7, 0.7], None);
    assert!(matches!(battle.manoeuvre(&slant), Manoeuvre::Oblique { right: false, .. }), "{}", slant.decision);
}

/// Turned in the hand it wheels; nearly round it faces about.
#[test]
fn a_turned_ghost_wheels() {
    let battle = Situation::new(&unit("foot", "red", [30.0, 20.0], FOOT)).moving("foot");
    let wheel = battle.dragged("foot", [0.0, 0.0], Some(20.2));
    assert_eq!(battle.manoeuvre(&wheel), Manoeuvre::Wheel { right: true, angle: 2_000 });
    assert_eq!(wheel.ghost.unwrap().facing, 20.0);
    let left = battle.dragged("foot", [0.0, 0.0], Some(345.0));
    assert_eq!(battle.manoeuvre(&left), Manoeuvre::Wheel { right: false, angle: 1_500 });
    let about = battle.dragged("foot", [0.0, 0.0], Some(180.0));
    assert_eq!(battle.manoeuvre(&about), Manoeuvre::AboutFace);
    // Too far for what is left: as far as it goes.
    let most = battle.dragged("foot", [0.0, 0.0], Some(100.0));
    let Manoeuvre::Wheel { right: true, angle } = battle.manoeuvre(&most) else { panic!("{}", most.decision) };
    assert!((2_000..10_000).contains(&angle) && rule(&most) == "allowed", "{angle}");
}

/// Pointing far to one side wheels until the place lies straight ahead.
#[test]
fn a_far_place_is_wheeled_to() {
    let battle = Situation::new(&unit("horse", "red", [30.0, 12.0], HORSE)).moving("horse");
    let aimed = battle.dragged("horse", [12.0, 15.0], None);
    let Manoeuvre::Wheel { right: true, .. } = battle.manoeuvre(&aimed) else { panic!("{}", aimed.decision) };
    let place =
        battle.table().body(battle.id("horse")).center() + field::table::Vec2::new(12.0, 15.0) * f64::from(INCH);
    let moved = battle.table().outcome(battle.id("horse"), &battle.manoeuvre(&aimed)).unwrap();
    let Pose { at, facing } = moved.unit.pose;
    assert!(turn(facing, bearing(place - at.vec())).abs() <= 100, "{moved:?}");
}

/// What cannot be done at all is refused with its reason, and nothing else is put in its place.
#[test]
fn a_forbidden_manoeuvre_says_why() {
    let foes = unit("foot", "red", [30.0, 12.0], FOOT) + &unit("foe", "blue", [30.0, 12.05], FOOT);
    let battle = Situation::new(&foes).moving("foot");
    let aimed = battle.dragged("foot", [0.0, 3.0], None);
    assert!(matches!(battle.manoeuvre(&aimed), Manoeuvre::Advance(_)), "{}", aimed.decision);
    assert_eq!(rule(&aimed), "CP 15.3.1");
    let mut battle = Situation::new(&unit("foot", "red", [30.0, 12.0], FOOT)).moving("foot");
    battle.unit_mut("foot").formation = Formation::Square;
    assert_eq!(rule(&battle.dragged("foot", [0.0, 3.0], None)), "CP 7.3.12");
    // Somebody else in the hand has to wait.
    let two = unit("foot", "red", [30.0, 12.0], FOOT) + &unit("other", "red", [50.0, 12.0], FOOT);
    let battle = Situation::new(&two).moving("foot");
    let other = battle.dragged("other", [0.0, 3.0], None);
    assert_eq!(rule(&other), "CP 13.1");
    assert!(other.refusal.unwrap().why.contains("finishes its move first"));
}

/// An advance towards the enemy ends before him.
#[test]
fn a_drag_into_the_enemy_ends_before_him() {
    let foes = unit("foot", "red", [30.0, 12.0], FOOT) + &unit("foe", "blue", [30.0, 15.0], FOOT);
    let battle = Situation::new(&foes).moving("foot");
    let aimed = battle.dragged("foot", [0.0, 6.0], None);
    let Manoeuvre::Advance(distance) = battle.manoeuvre(&aimed) else { panic!("{}", aimed.decision) };
    assert_eq!((rule(&aimed), distance / 1_000), ("allowed", (inches(3) - 1_000) / 1_000));
    assert!(aimed.mark.touches.is_empty());
}

/// CP 15.10.1: skirmishers go where the hand points and face as it likes.
#[test]
fn skirmishers_go_where_they_are_put() {
    let battle = Situation::new(&unit("shot", "red", [30.0, 12.0], SKIRMISHERS)).moving("shot");
    let aimed = battle.dragged("shot", [2.0, 2.0], Some(0.0));
    assert!(matches!(battle.manoeuvre(&aimed), Manoeuvre::Skirmish { facing: 0, .. }), "{}", aimed.decision);
    let before = battle.rules.ghost(&battle.state, battle.number("shot")).unwrap().at;
    let after = aimed.ghost.unwrap().at;
    assert!((after[0] - before[0] - mm(2.0)).abs() <= 0.6 && (after[1] - before[1] - mm(2.0)).abs() <= 0.6);
    let turned = battle.dragged("shot", [1.0, 0.0], Some(30.0));
    assert_eq!((rule(&turned), turned.ghost.as_ref().unwrap().facing), ("allowed", 30.0));
    let far = battle.dragged("shot", [0.0, 30.0], None);
    let went = far.ghost.as_ref().unwrap().at[1] - before[1];
    assert!(rule(&far) == "allowed" && (mm(3.8)..=mm(4.0)).contains(&went), "{went}");
}

/// CP 15.12.2: heavy guns off their limbers are turned, 45 degrees at most.
#[test]
fn heavy_guns_are_turned() {
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"heavy\", \"heavy\"]";
    let battle = Situation::new(&unit("guns", "red", [30.0, 12.0], guns)).moving("guns");
    let aimed = battle.dragged("guns", [10.0, 10.0], None);
    assert_eq!(battle.manoeuvre(&aimed), Manoeuvre::Rotate(4_500));
    let round = battle.dragged("guns", [0.0, 0.0], Some(270.0));
    assert_eq!((battle.manoeuvre(&round), rule(&round)), (Manoeuvre::Rotate(-4_500), "allowed"));
}

/// CP 19.7.9b, 19.7.9c: dropped on the houses it goes in, dragged away it comes out on that side.
#[test]
fn houses_are_entered_and_left() {
    let town = "[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [28, 20, 34, 26]\ngarrison = 40\n\n";
    let file = format!("{town}{}", unit("foot", "red", [31.0, 19.97], SHOT));
    let mut battle = Situation::new(&file).moving("foot");
    let enter = battle.means(RED, &Aim { at: Some([mm(31.0), mm(23.0)]), ..Aim::default() });
    assert_eq!((battle.manoeuvre(&enter), rule(&enter)), (Manoeuvre::Enter { area: 0 }, "allowed"));
    assert_eq!(enter.mark.at, Some([mm(31.0), mm(23.0)].map(|side| (side * 10.0).round() / 10.0)));
    battle.unit_mut("foot").inside = Some(0);
    let out = battle.means(RED, &Aim { at: Some([mm(50.0), mm(23.0)]), ..Aim::default() });
    let Manoeuvre::Leave { pose } = battle.manoeuvre(&out) else { panic!("{}", out.decision) };
    assert_eq!((rule(&out), pose.facing), ("allowed", 9_000));
    assert!(pose.at.x > inches(34));
}

// --- Who moves, and generals

#[test]
fn clicks_choose_who_moves() {
    let file = unit("foot", "red", [30.0, 12.0], FOOT) + &unit("foe", "blue", [30.0, 30.0], FOOT);
    let battle = Situation::new(&file).asking(RED, Step::Move(MoveStep::NormalMoves(Side::FIRST)), Phase::Movement);
    let click = |key: &str| battle.means(RED, &Aim { target: Some(battle.number(key)), ..Aim::default() });
    assert_eq!((rule(&click("foot")), click("foot").mark.cost.as_str()), ("allowed", "6\" left"));
    assert_eq!(battle.decision(&click("foot")), Decision::Move(MoveChoice::Pick(battle.id("foot"))));
    assert_eq!(rule(&click("foe")), "CP 9.2");
}

/// A general rides as far as he gets, joins the unit he is put on, and leaves it when he is dragged away.
#[test]
fn generals_ride_join_and_leave() {
    let file = unit("foot", "red", [30.0, 12.0], FOOT) + &general("chief", "red", [40.0, 6.0], "rank = \"chief\"");
    let mut battle = Situation::new(&file).asking(RED, Step::Move(MoveStep::NormalMoves(Side::FIRST)), Phase::Movement);
    let id = battle.general("chief");
    let body = Some(GENERALS + u16::from(id.0));
    let drag =
        |battle: &Situation, at: [f64; 2]| battle.means(RED, &Aim { body, at: Some(at.map(mm)), ..Aim::default() });
    let near = drag(&battle, [50.0, 6.0]);
    assert_eq!((near.mark.cost.as_str(), near.mark.actor), ("10\"", body));
    let Decision::General(GeneralChoice::Ride { to, .. }) = battle.decision(&drag(&battle, [40.0, 46.0])) else {
        panic!()
    };
    assert!((inches(30) - to.y).abs() < INCH / 10 && to.x == inches(40), "{to:?}");
    let middle = battle.rules.ghost(&battle.state, battle.number("foot")).unwrap().at;
    let joins = battle.means(RED, &Aim { body, at: Some(middle), ..Aim::default() });
    assert_eq!(
        battle.decision(&joins),
        Decision::General(GeneralChoice::Attach { general: id, unit: battle.id("foot") })
    );
    assert_eq!(joins.mark.targets, [battle.number("foot")]);
    battle.state.generals[id.ix()].attached = Some(battle.id("foot"));
    assert_eq!(battle.decision(&drag(&battle, [50.0, 6.0])), Decision::General(GeneralChoice::Detach { general: id }));
}

// --- Charges

#[test]
fn charges_are_dropped_on_the_enemy() {
    let file = unit("horse", "red", [30.0, 12.0], HORSE)
        + &unit("foot", "red", [50.0, 12.0], FOOT)
        + &unit("foe", "blue", [34.0, 22.0], SHOT)
        + &unit("riders", "blue", [50.0, 18.0], HORSE);
    let battle = Situation::new(&file).asking(RED, Step::Charge(ChargeStep::Declare(Side::FIRST)), Phase::Movement);
    let (horse, foe) = (battle.number("horse"), battle.number("foe"));
    for aim in [
        Aim { body: Some(horse), target: Some(foe), ..Aim::default() },
        Aim { body: Some(horse), at: Some([mm(34.0), mm(22.3)]), ..Aim::default() },
        Aim { target: Some(foe), ..Aim::default() },
        Aim { at: Some([mm(34.0), mm(22.3)]), ..Aim::default() },
    ] {
        let aimed = battle.means(RED, &aim);
        let Decision::Charge(ChargeChoice::Charge { unit, target, .. }) = battle.decision(&aimed) else {
            panic!("{aimed:?}")
        };
        assert_eq!((rule(&aimed), unit, target), ("allowed", battle.id("horse"), battle.id("foe")), "{aim:?}");
        assert_eq!((&aimed.mark.targets[..], &aimed.mark.touches[..]), (&[foe][..], &[foe][..]));
        assert!(aimed.mark.cost.ends_with('"'));
    }
    let aim = Aim { body: Some(battle.number("foot")), target: Some(battle.number("riders")), ..Aim::default() };
    assert_eq!(rule(&battle.means(RED, &aim)), "CP 15.3.4");
    let far = Aim { body: Some(foe), target: Some(horse), ..Aim::default() };
    assert_eq!(rule(&battle.means(RED, &far)), "CP 9.2");
}

/// A charge is announced before it is run: the ghost shows where it would end, and it leads at whom the hand drags.
#[test]
fn a_charge_is_dragged_in_its_direction() {
    let file = unit("horse", "red", [30.0, 12.0], HORSE)
        + &unit("foe", "blue", [30.0, 22.0], SHOT)
        + &unit("aside", "blue", [38.0, 22.0], SHOT);
    let battle = Situation::new(&file).asking(RED, Step::Charge(ChargeStep::Declare(Side::FIRST)), Phase::Movement);
    let ahead = battle.dragged("horse", [0.5, 5.0], None);
    let Decision::Charge(ChargeChoice::Charge { target, .. }) = battle.decision(&ahead) else { panic!("{ahead:?}") };
    assert_eq!((rule(&ahead), target), ("allowed", battle.id("foe")));
    let (ghost, stands) = (ahead.ghost.unwrap(), battle.rules.ghost(&battle.state, battle.number("horse")).unwrap());
    assert!((ghost.at[1] - stands.at[1] - mm(10.0)).abs() < 0.2 && ghost.facing == stands.facing, "{ghost:?}");
    let right = battle.dragged("horse", [5.0, 6.0], None);
    let Decision::Charge(ChargeChoice::Charge { target, .. }) = battle.decision(&right) else { panic!("{right:?}") };
    assert_eq!(target, battle.id("aside"));
    // Behind it there is nobody to charge.
    assert_eq!(rule(&battle.dragged("horse", [0.0, -5.0], None)), "CP 13.1");
}

#[test]
fn charges_that_are_announced_show_on_the_table() {
    let file = unit("horse", "red", [30.0, 12.0], HORSE) + &unit("foe", "blue", [30.0, 22.0], SHOT);
    let mut battle = Situation::new(&file);
    let (horse, foe) = (battle.id("horse"), battle.id("foe"));
    battle.act(&[], |play| {
        play.declare(ChargeKind::Charge, horse, foe, 0, charge_pikes::decision::NO_LEGS);
    });
    let scene = battle.rules.scene(&battle.state, None);
    let badges = |key: &str| {
        let body = scene.bodies.iter().find(|body| body.key == key).unwrap();
        body.badges.iter().map(|badge| badge.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!((badges("horse"), badges("foe")), (vec!["charging".to_owned()], vec!["charged".to_owned()]));
}

/// CP 15.6.3: away from the charge, and no farther than an evade move.
#[test]
fn evaders_run_where_the_hand_points() {
    let file = unit("horse", "red", [30.0, 12.0], HORSE) + &unit("shot", "blue", [30.0, 20.0], SKIRMISHERS);
    let mut battle = Situation::new(&file);
    let (horse, shot) = (battle.id("horse"), battle.id("shot"));
    battle.state.agenda.push(Step::Turn(TurnStep::ChooseSide(Side::FIRST)));
    battle.state.agenda.push_all(&[Step::Charge(ChargeStep::RunAll)]);
    battle.act(&[], |play| {
        play.declare(ChargeKind::Charge, horse, shot, 0, charge_pikes::decision::NO_LEGS);
        play.advance();
    });
    let drag = |by: [f64; 2]| {
        let [x, y] = battle.rules.ghost(&battle.state, battle.number("shot")).unwrap().at;
        let at = Some([x + mm(by[0]), y + mm(by[1])]);
        battle.means(BLUE, &Aim { body: Some(battle.number("shot")), at, ..Aim::default() })
    };
    let away = drag([2.0, 30.0]);
    let Decision::Charge(ChargeChoice::Evade { bearing, distance }) = battle.decision(&away) else {
        panic!("{}", away.decision)
    };
    assert_eq!((rule(&away), bearing / 100, distance), ("allowed", 3, inches(10)));
    assert_eq!(away.mark.actor, Some(battle.number("shot")));
    assert_eq!(rule(&drag([0.0, -5.0])), "CP 15.6.3");
    assert_eq!(battle.decision(&drag([0.0, 0.1])), Decision::Charge(ChargeChoice::Stand));
}

/// A charge is met by clicking on the charger, by the one it comes for (CP 15.5.1).
#[test]
fn charges_are_met() {
    let file = unit("horse", "red", [30.0, 10.0], HORSE)
        + &unit("riders", "blue", [30.0, 24.0], HORSE)
        + &unit("foot", "blue", [50.0, 24.0], FOOT);
    let mut battle = Situation::new(&file);
    let (horse, riders) = (battle.id("horse"), battle.id("riders"));
    battle.act(&[], |play| {
        play.declare(ChargeKind::Charge, horse, riders, 0, charge_pikes::decision::NO_LEGS);
    });
    let battle = battle.asking(BLUE, Step::Charge(ChargeStep::Answer(Side::SECOND)), Phase::Movement);
    let click = |key: &str| battle.means(BLUE, &Aim { target: Some(battle.number(key)), ..Aim::default() });
    for key in ["horse", "riders"] {
        let aimed = click(key);
        let Decision::Charge(ChargeChoice::Counter { unit, charger, .. }) = battle.decision(&aimed) else {
            panic!("{}", aimed.decision)
        };
        assert_eq!((rule(&aimed), unit, charger), ("allowed", riders, horse));
        assert_eq!(aimed.mark.touches, [battle.number("horse")]);
        assert_eq!(aimed.mark.cost, "7\"");
        let ghost = aimed.ghost.unwrap();
        assert_eq!((ghost.body, aimed.mark.at), (battle.number("riders"), Some(ghost.at)));
    }
    assert_eq!(rule(&click("foot")), "CP 15.5.2");
}

/// One of two answers: pointing at the enemy or ahead goes on, pointing at the unit or behind it stays.
#[test]
fn either_or_is_pointed_at() {
    let file = unit("foot", "red", [30.0, 12.0], FOOT)
        + &unit("other", "red", [50.0, 12.0], FOOT)
        + &unit("foe", "blue", [30.0, 15.0], FOOT);
    let battle = || Situation::new(&file);
    let (unit, enemy) = (battle().id("foot"), battle().id("foe"));
    let follow = battle().asking(RED, Step::Combat(CombatStep::FollowUp { unit, enemy }), Phase::Combat);
    let halt = battle().asking(RED, Step::Flight(FlightStep::TryHalt { unit, router: enemy }), Phase::Combat);
    let about = battle().asking(RED, Step::Flight(FlightStep::TurnAbout { unit }), Phase::Combat);
    let click = |battle: &Situation, key: &str| {
        let aimed = battle.means(RED, &Aim { target: Some(battle.number(key)), ..Aim::default() });
        if aimed.refusal.is_some() { rule(&aimed).to_owned() } else { aimed.decision }
    };
    let point =
        |battle: &Situation, y: f64| battle.means(RED, &Aim { at: Some([mm(30.0), mm(y)]), ..Aim::default() }).decision;
    let word = |battle: &Situation, decision: Decision| battle.rules.notate(&decision);
    assert_eq!(click(&follow, "foe"), word(&follow, Decision::Combat(CombatChoice::Follow(true))));
    assert_eq!(click(&follow, "foot"), word(&follow, Decision::Combat(CombatChoice::Follow(false))));
    assert_eq!(click(&follow, "other"), "CP 13.1");
    assert_eq!(click(&halt, "foe"), word(&halt, Decision::Flight(FlightChoice::TryHalt(false))));
    assert_eq!(point(&halt, 5.0), word(&halt, Decision::Flight(FlightChoice::TryHalt(true))));
    assert_eq!(click(&about, "foot"), word(&about, Decision::Flight(FlightChoice::TurnAbout(true))));
    assert_eq!(point(&about, 20.0), word(&about, Decision::Flight(FlightChoice::TurnAbout(false))));
    assert_eq!(point(&about, 5.0), word(&about, Decision::Flight(FlightChoice::TurnAbout(true))));
}

// --- Fire

#[test]
fn targets_are_shot_at() {
    let file = unit("shot", "red", [30.0, 12.0], SHOT)
        + &unit("foe", "blue", [30.0, 22.0], FOOT)
        + &unit("far", "blue", [30.0, 40.0], FOOT);
    let mut battle = Situation::new(&file).asking(RED, Step::Shoot(ShootStep::Orders), Phase::Shooting);
    battle.act(&[], |play| play.note_shooters());
    let (shot, foe, far) = (battle.number("shot"), battle.number("foe"), battle.number("far"));
    let aim = battle.means(RED, &Aim { body: Some(shot), target: Some(foe), ..Aim::default() });
    assert_eq!((rule(&aim), aim.mark.cost.as_str()), ("allowed", "range 10\", long"));
    assert_eq!(battle.means(RED, &Aim { target: Some(foe), ..Aim::default() }).decision, aim.decision);
    assert_eq!(battle.means(RED, &Aim { target: Some(shot), ..Aim::default() }).decision, aim.decision);
    assert_eq!(rule(&battle.means(RED, &Aim { target: Some(far), ..Aim::default() })), "CP 16.1.3");
}

// --- Before the battle

/// Ruling G68: put down where the hand points, in whole millimetres and degrees; a little outside, it is helped in.
#[test]
fn units_are_put_down() {
    let waiting =
        |key: &str, side: &str| format!("[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\n{FOOT}\n\n");
    let mut battle = Situation::new(&(waiting("foot", "red") + &waiting("foe", "blue")));
    battle.state = battle.rules.start(&mut kernel::Scripted::new(vec![1, 6]), &mut Silent);
    let put = |at: [f64; 2], facing: Option<f64>| {
        battle.means(RED, &Aim { body: Some(battle.number("foot")), at: Some(at), facing, ..Aim::default() })
    };
    let plain = put([700.3, 150.7], None);
    let Decision::Deploy(DeployChoice::Place { pose, .. }) = battle.decision(&plain) else {
        panic!("{}", plain.decision)
    };
    assert_eq!((rule(&plain), pose.at.x % 1_000, pose.at.y % 1_000, pose.facing), ("allowed", 0, 0, 0));
    let ghost = plain.ghost.unwrap();
    assert!((ghost.at[0] - 700.3).abs() <= 0.6 && (ghost.at[1] - 150.7).abs() <= 0.6, "{ghost:?}");
    assert_eq!(put([700.0, 150.0], Some(12.4)).ghost.unwrap().facing, 12.0);
    assert_eq!(rule(&put([700.0, 10.0], None)), "allowed");
    assert_eq!(rule(&put([700.0, 1_100.0], None)), "CP G68");
}

// --- Overlays and the order of battle

fn zone_names(battle: &Situation, body: u16, what: &str) -> Vec<String> {
    battle.rules.overlay(&battle.state, None, body, what).into_iter().map(|zone| zone.name).collect()
}

#[test]
fn overlays_show_what_the_rules_measure() {
    let file = unit("foot", "red", [36.0, 12.0], FOOT)
        + &unit("shot", "red", [50.0, 12.0], SHOT)
        + &unit("foe", "blue", [36.0, 34.0], FOOT)
        + &general("chief", "red", [30.0, 20.0], "rank = \"chief\"");
    let battle = Situation::new(&file);
    let (foot, shot) = (battle.number("foot"), battle.number("shot"));
    // Both wings of a regiment shoot; pikes do not.
    assert_eq!(zone_names(&battle, foot, "arc"), ["left wing: arc of fire", "right wing: arc of fire"]);
    assert_eq!(zone_names(&battle, shot, "range"), ["front: long range, up to 12\"", "front: short range, up to 6\""]);
    let straight = &battle.rules.overlay(&battle.state, None, foot, "charge")[1];
    assert_eq!(straight.name, "straight ahead, 8\"");
    let north = straight.outline.iter().map(|at| at[1]).fold(0.0, f64::max);
    assert!((north - mm(20.0)).abs() < 0.2);
    // CP 9.4: a circle of 12 inches.
    let command = battle.rules.overlay(&battle.state, None, GENERALS, "command");
    assert_eq!(command[0].name, "chief commands within 12\"");
    for [x, y] in &command[0].outline {
        let (x, y) = (x - mm(30.0), y - mm(20.0));
        assert!(((x * x + y * y).sqrt() - mm(12.0)).abs() < 0.2);
    }
    assert_eq!(zone_names(&battle, shot, "command"), ["chief commands within 12\""]);
    assert!(zone_names(&battle, foot, "sight").contains(&"sees foe".to_owned()));
    assert!(zone_names(&battle, foot, "nonsense").is_empty());
}

#[test]
fn astride_a_crest_a_unit_looks_down_both_sides() {
    // CP 10.1: the edge that is nearest looks, not the middle.
    let hill = "[[ground.hills]]\npoints = [[4, 8], [68, 8], [68, 24], [4, 24]]\ncrest = [[8, 15.6], [64, 15.6]]\n";
    let file = hill.to_owned() + &unit("foot", "red", [36.0, 16.0], FOOT) + &unit("far", "blue", [60.0, 40.0], FOOT);
    let battle = Situation::new(&file);
    let zones = battle.rules.overlay(&battle.state, None, battle.number("foot"), "sight");
    let ground = zones.iter().find(|zone| zone.name == "ground in sight").unwrap();
    let reach = ground.outline.iter().map(|at| at[1] / mm(1.0));
    let (south, north) = reach.fold((99.0_f64, 0.0_f64), |(south, north), y| (south.min(y), north.max(y)));
    assert!(south < 6.0 && north > 26.0, "from {south} to {north}");
}

/// How far the command overlay of the first general reaches north of him, in inches, zone by zone.
fn commands_north(file: &str) -> Vec<f64> {
    let battle = Situation::new(&(file.to_owned() + &general("chief", "red", [36.0, 12.0], "rank = \"chief\"")));
    let zones = battle.rules.overlay(&battle.state, None, GENERALS, "command");
    let north = |at: &&[f64; 2]| (at[0] - mm(36.0)).abs() < 1.0 && at[1] > mm(12.0);
    zones.iter().map(|zone| zone.outline.iter().find(north).map_or(0.0, |at| at[1] / mm(1.0) - 12.0)).collect()
}

#[test]
fn the_command_overlay_bends_around_what_bars_command() {
    let own = unit("foot", "red", [60.0, 4.0], FOOT);
    let file = |more: &str| own.clone() + &unit("far", "blue", [60.0, 40.0], FOOT) + more;
    let open = commands_north(&file(""));
    assert!(open.len() == 1 && (open[0] - 12.0).abs() < 0.01, "{open:?}");
    // CP 9.5: around an enemy, so a little less far behind him; not between his pikes and his shot.
    let few = "kind = \"foot\"\ngrade = \"C\"\npikes = 4\nmuskets = 8";
    let behind = commands_north(&file(&unit("foe", "blue", [36.0, 16.0], few)));
    assert!(behind.len() == 1 && behind[0] > 8.0 && behind[0] < 11.9, "{behind:?}");
    let long = commands_north(&file(&unit("foe", "blue", [36.0, 16.0], FOOT)));
    assert!(long.len() == 1 && long[0] < 7.0, "{long:?}");
    // CP 9.6: behind a long hedgerow nobody hears him.
    let hedge = "[[ground.lines]]\nkind = \"hedgerow\"\npoints = [[16, 18], [56, 18]]\n";
    let short = commands_north(&file(hedge));
    assert!(short.len() == 1 && (short[0] - 6.0).abs() < 0.1, "{short:?}");
    // Heavy woods bar horse and guns and hide what is behind them; foot go through.
    let woods = "[[ground.areas]]\nkind = \"heavy-woods\"\nbox = [16, 18, 56, 30]\n";
    let both = commands_north(&file(woods));
    assert!(both.len() == 2 && (both[0] - 12.0).abs() < 0.1 && (both[1] - 6.0).abs() < 0.1, "{both:?}");
}

#[test]
fn the_order_of_battle_is_a_tree() {
    let file = unit("foot", "red", [36.0, 12.0], FOOT)
        + &unit("horse", "red", [50.0, 12.0], HORSE)
        + &unit("shot", "red", [60.0, 12.0], SHOT)
        + &unit("foe", "blue", [36.0, 30.0], FOOT)
        + &general("left", "red", [50.0, 8.0], "units = [\"horse\", \"shot\"]")
        + &general("chief", "red", [30.0, 8.0], "rank = \"chief\"");
    let mut battle = Situation::new(&file);
    battle.unit_mut("foot").others -= 3;
    battle.unit_mut("foot").disordered = true;
    battle.unit_mut("horse").place = Place::Gone(Loss::RoutedOff);
    let (left, shot) = (battle.general("left"), battle.id("shot"));
    battle.state.generals[left.ix()].attached = Some(shot);
    let posts = battle.rules.roster(&battle.state, None);
    let told: Vec<(u8, &str, u32, u32, &str, bool)> = posts
        .iter()
        .map(|post| (post.depth, post.name.as_str(), post.strength, post.full, post.state.as_str(), post.lost))
        .collect();
    assert_eq!(
        told,
        [
            (0, "Red", 37, 52, "1 unit lost", false),
            (1, "chief", 21, 24, "commander-in-chief", false),
            (2, "foot", 21, 24, "disordered", false),
            (1, "left", 16, 28, "sub-general, with shot", false),
            (2, "horse", 0, 12, "routed off the table", true),
            (2, "shot", 16, 16, "steady", false),
            (0, "Blue", 24, 24, "", false),
            (1, "foe", 24, 24, "steady", false),
        ]
    );
}

// --- Whole battles

/// Random battles, looked at every few decisions.
struct Wanderer {
    rules: ChargePikes,
    state: State,
    dice: Seeded,
    whims: Seeded,
}

impl Wanderer {
    fn any_place(&mut self) -> [f64; 2] {
        let ground = &self.rules.ground;
        let mut along = |size: Um| self.whims.below(size as usize / 1_000 * 12 / 10) as f64 - f64::from(size) / 1e4;
        [along(ground.width), along(ground.height)]
    }

    fn any_body(&mut self) -> Option<u16> {
        let scene = self.rules.scene(&self.state, None);
        let index = self.whims.below(scene.bodies.len() + 1);
        scene.bodies.get(index).map(|body| body.id)
    }

    fn any_aim(&mut self) -> Aim {
        let some = self.whims.below(16);
        let body = self.any_body().filter(|_| some & 1 != 0);
        let target = self.any_body().filter(|_| some & 2 != 0);
        let at = Some(self.any_place()).filter(|_| some & 4 != 0);
        let facing = Some(self.whims.below(800) as f64 - 200.5).filter(|_| some & 8 != 0);
        Aim { body, target, at, facing }
    }

    /// The unit that moves, dragged somewhere near.
    fn any_drag(&mut self, seat: Seat) -> Option<Aim> {
        let body = match self.state.agenda.top()? {
            Step::Move(MoveStep::Moving(id)) | Step::Charge(ChargeStep::EvadeOrStand { unit: id, .. }) => {
                u16::from(id.0)
            }
            _ => self.rules.aim(&self.state, seat, &Aim::default()).is_empty().then(|| self.any_body())??,
        };
        let [x, y] = self.rules.ghost(&self.state, body)?.at;
        let mut by = || self.whims.below(400) as f64 - 200.0;
        Some(Aim { body: Some(body), at: Some([x + by(), y + by()]), ..Aim::default() })
    }

    fn look(&mut self, seat: Seat, menu: &[Decision]) {
        for decision in menu {
            let mark = self.rules.mark(&self.state, seat, decision);
            let nobody = matches!(decision, Decision::Turn(TurnChoice::Done) | Decision::Turn(TurnChoice::TakeSide(_)));
            assert_eq!(mark.actor.is_none(), nobody, "{decision:?}");
            assert!(mark.at.is_none_or(|at| at.iter().all(|side| side.is_finite())), "{decision:?}");
        }
        self.click_everybody(seat);
        let aims: Vec<Aim> = (0..6).map(|_| self.any_aim()).collect();
        let drags: Vec<Aim> = (0..4).filter_map(|_| self.any_drag(seat)).collect();
        for aim in aims.iter().chain(&drags) {
            let Some(aimed) = aimed(&self.rules, &self.state, seat, aim) else { continue };
            let decision = self.rules.read(&aimed.decision).unwrap_or_else(|why| panic!("{}: {why}", aimed.decision));
            let judged = self.rules.judge(&self.state, seat, &decision);
            assert_eq!(judged.err(), aimed.refusal, "{aim:?} {decision:?}");
        }
    }

    /// Whoever is clicked on, there is an answer: a decision, or the rule against it. Only the unit that moves is where
    /// it is.
    fn click_everybody(&self, seat: Seat) {
        let moving = match self.state.agenda.top() {
            Some(Step::Move(MoveStep::Moving(id))) => Some(u16::from(id.0)),
            _ => None,
        };
        for body in self.rules.scene(&self.state, None).bodies {
            let click = Aim { target: Some(body.id), ..Aim::default() };
            let answer = aimed(&self.rules, &self.state, seat, &click);
            let own = moving == Some(body.id % 1_000) && body.id < GENERALS;
            assert!(answer.is_some() || own, "{} in {:?}", body.name, self.state.agenda.top());
        }
    }

    /// Ghosts are the scene's, overlays lie on the table, and everybody has a post.
    fn look_around(&mut self) {
        let scene = self.rules.scene(&self.state, None);
        for body in &scene.bodies {
            let ghost = self.rules.ghost(&self.state, body.id);
            assert_eq!(ghost, ghost_in_scene(&self.rules, &self.state, body.id), "{}", body.name);
            assert!(ghost.is_some());
        }
        let [width, height] = scene.field.size();
        if let Some(body) = self.any_body() {
            for spec in ChargePikes::overlays() {
                let zones = self.rules.overlay(&self.state, None, body, spec.key);
                let mut places = zones.iter().flat_map(|zone| &zone.outline);
                assert!(
                    places.all(|[x, y]| (-0.1..=width + 0.1).contains(x) && (-0.1..=height + 0.1).contains(y)),
                    "{} of {body}",
                    spec.key
                );
            }
        }
        let posts = self.rules.roster(&self.state, None);
        for body in scene.bodies.iter().filter(|body| body.id < 1_000 || body.id >= GENERALS) {
            assert_eq!(posts.iter().filter(|post| post.body == Some(body.id)).count(), 1, "{}", body.name);
        }
        for absent in self.rules.absent(&self.state, None) {
            assert_eq!(posts.iter().filter(|post| post.body == Some(absent.body)).count(), 1, "{}", absent.name);
        }
    }

    fn wander(&mut self, most: usize) -> usize {
        let mut menu = Vec::new();
        for decided in 0..most {
            let Some(seat) = self.rules.awaiting(&self.state).first() else { return decided };
            self.rules.ask(&self.state, seat, &mut menu);
            if self.whims.below(24) == 0 {
                self.look(seat, &menu.clone());
            }
            if self.whims.below(60) == 0 {
                self.look_around();
            }
            let decision = menu[self.whims.below(menu.len())];
            self.rules.play(&mut self.state, seat, decision, &mut self.dice, &mut Silent);
        }
        most
    }
}

/// Ten random battles of each file that comes with the program.
#[test]
fn nothing_a_hand_does_is_out_of_order() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../battles/charge-pikes");
    let mut decided = 0;
    for name in ["first-blood", "hopton-heath", "braddock-down", "generated-1645"] {
        let rules = setup::open(&Source::open(&folder.join(format!("{name}.toml"))).unwrap()).unwrap();
        for seed in 0..10 {
            let mut dice = Seeded::new(seed);
            let state = rules.start(&mut dice, &mut Silent);
            let mut battle = Wanderer { rules: rules.clone(), state, dice, whims: Seeded::new(1_000 + seed) };
            decided += battle.wander(2_000);
        }
    }
    assert!(decided > 10_000, "{decided}");
}

/// A body's middle is where it is dragged by.
#[test]
fn ghosts_stand_where_bodies_do() {
    let battle = Situation::new(&unit("foot", "red", [36.0, 12.0], FOOT));
    let ghost = battle.rules.ghost(&battle.state, battle.number("foot")).unwrap();
    let body: Body = battle.table().body(battle.id("foot")).into_body();
    assert!((ghost.at[0] - body.center().x / 1e3).abs() < 0.1 && ghost.facing == 0.0);
    assert_eq!(ghost.parts.len(), 3);
    assert_eq!(battle.rules.ghost(&battle.state, 999), None);
    assert_eq!(battle.rules.ghost(&battle.state, u16::MAX), None);
}

#[test]
fn going_on_is_marked_where_it_leads() {
    // CP 15.6.5, CP G20: over the evader, who is caught, into the foot beyond; to the evader where nobody is beyond.
    for (more, met) in [(unit("next", "blue", [36.0, 28.0], SHOT), "next"), (String::new(), "north")] {
        let file = crate::fights::played::RED_MOVES.to_owned()
            + &unit("south", "red", [36.0, 10.0], HORSE)
            + &unit("north", "blue", [36.0, 14.0], SKIRMISHERS)
            + &more;
        let mut played = crate::fights::played::Played::new(&file, &[]);
        played.say("charge south north").until("evade").say("evade 0 254");
        let mark = played.rules.mark(&played.state, RED, &Decision::Charge(ChargeChoice::GoOn));
        assert_eq!(mark.targets, [u16::from(played.id(met).0)], "{met}");
        assert!(mark.touches.contains(&u16::from(played.id(met).0)), "{met}: {mark:?}");
    }
}
