//! CP 13.4: all fire counts on the strength before the phase, so that it is reckoned once, and is what would be reckoned
//! whenever somebody asks.

use crate::fights::{Situation, inches};
use charge_pikes::decision::Decision;
use charge_pikes::shooting::ShootChoice;
use charge_pikes::shooting::reckoned::Reckoned;
use charge_pikes::state::{Fire, Formation, Phase, State};
use charge_pikes::table::Table;
use kernel::{Seat, Soundness};

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

/// Two regiments a side and a battery, in range of each other, as shooting begins.
fn begun() -> Situation {
    let unit = |key: &str, at: [u8; 2], what: &str| {
        let red = key.starts_with("red");
        let (side, facing) = if red { ("red", "north") } else { ("blue", "south") };
        let [x, y] = at;
        format!(
            "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = [{x}, {y}]\nfacing = \"{facing}\"\n{what}\n"
        )
    };
    let foot = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24";
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"light\", \"field\"]\nformation = \"unlimbered\"";
    let file = [
        unit("red-left", [20, 10], foot),
        unit("red-right", [32, 10], foot),
        unit("red-guns", [42, 10], guns),
        unit("blue-left", [32, 18], foot),
        unit("blue-right", [21, 17], foot),
    ];
    let mut situation = Situation::new(&file.concat());
    situation.phase(Phase::Shooting);
    situation.state.reckoned = Reckoned::for_units(situation.state.units.len()).into();
    situation.act(&[], |play| play.note_shooters());
    situation
}

fn menu(situation: &Situation, state: &State, seat: Seat) -> Vec<Decision> {
    let mut menu = Vec::new();
    Table { rules: &situation.rules, state }.shooting_menu(seat, &mut menu);
    menu
}

fn is_remembered_wrongly(situation: &Situation) -> bool {
    situation.rules.invariants(&situation.state).is_err_and(|fault| fault.contains("remembered wrongly"))
}

#[test]
fn a_copy_that_knows_nothing_is_offered_the_same() {
    let mut situation = begun();
    for order in 0..4 {
        let copy = situation.state.clone();
        assert_eq!(situation.state.can_shoot, copy.can_shoot);
        let menus = SEATS.map(|seat| menu(&situation, &situation.state, seat));
        assert_eq!(menus, SEATS.map(|seat| menu(&situation, &copy, seat)));
        let mut shots = menus.concat().into_iter().filter_map(|decision| match decision {
            Decision::Shoot(ShootChoice::Order { unit, target, face, shot }) => Some(Fire { unit, target, face, shot }),
            _ => None,
        });
        let Some(fire) = shots.next_back() else { panic!("nobody has a shot after {order} orders") };
        situation.act(&[], |play| play.order_fire(fire));
        let mut without = Situation { rules: situation.rules.clone(), state: copy };
        without.act(&[], |play| play.order_fire(fire));
        assert_eq!(situation.state, without.state);
    }
}

/// Whoever tries things out on a copy asks for no memory: the same units have a shot, and nothing is remembered.
#[test]
fn a_copy_finds_the_same_shooters_and_remembers_nothing() {
    let mut situation = begun();
    let known = situation.state.can_shoot;
    situation.state = situation.state.clone();
    situation.act(&[], |play| play.note_shooters());
    assert_eq!(situation.state.can_shoot, known);
    situation.unit_mut("blue-left").pose.at.y += inches(30);
    assert!(!is_remembered_wrongly(&situation));
}

#[test]
fn what_is_no_longer_so_is_noticed() {
    let mut situation = begun();
    assert!(!is_remembered_wrongly(&situation));
    situation.unit_mut("blue-left").pose.at.y += inches(30);
    assert!(is_remembered_wrongly(&situation));
}

#[test]
fn a_column_that_loses_heart_makes_it_all_forgotten() {
    let mut situation = begun();
    situation.unit_mut("red-left").formation = Formation::MarchColumn;
    assert!(is_remembered_wrongly(&situation));
    situation.act(&[], |play| {
        play.alarm_columns();
    });
    assert!(!is_remembered_wrongly(&situation));
}
