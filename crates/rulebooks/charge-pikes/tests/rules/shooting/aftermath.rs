//! What a phase of shooting leaves behind, and how those of chapter 20 shoot.

use super::*;

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
