//! The charts as files: what they say, and what happens to wrong ones.

use musket_and_pike::charts::{CombatResult, FireResult, PursuitResult, Series, read};
use scenario::Source;
use scenario::charts::Provenance;

fn overlay(text: &str) -> Source {
    Source::new("mine.toml", format!("format = 1\nrulebook = \"musket-and-pike\"\n{text}"))
}

#[test]
fn the_shipped_charts_are_sound() {
    let (set, charts) = read(&[], Series::CivilWar).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(set.charts.len(), 20);
    assert_eq!(
        charts.can_change(musket_and_pike::state::Orders::Charge, musket_and_pike::state::Orders::Rally),
        Some(5)
    );
    assert_eq!(charts.musketry[9][2], FireResult { casualties: 2, formation_hit: true, morale_check: false });
    assert_eq!(charts.close_combat[0], CombatResult::AttackerEliminated);
    assert_eq!(charts.close_combat[17], CombatResult::DefenderEliminated);
    assert_eq!(charts.range[0][4], Some(1));
    assert_eq!(charts.range[2][12], None);
    // MP 11.7.4a: in the English Civil War a 3 eliminates and a 6 goes off the map.
    assert_eq!((charts.pursuit[3], charts.pursuit[6]), (PursuitResult::Eliminate, PursuitResult::OffMap));
    let (_, other) = read(&[], Series::Other).unwrap();
    assert_eq!(other.pursuit[3], PursuitResult::BreakOff);
    // MP 12.5.2d: four strength points of the best morale have no threshold.
    assert_eq!((charts.threshold[4][4], charts.threshold[5][4]), (None, Some(4)));
}

#[test]
fn an_owner_lays_his_own_figures_over_ours() {
    let mine = overlay("chart = \"C13\"\n[[rows]]\nkey = \"4\"\ncells = [\"DS1\"]\n");
    let (set, charts) = read(&[mine], Series::Other).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(charts.close_combat[8], CombatResult::DefenderShaken(1));
    let row = set.find("C13").unwrap().rows.iter().find(|row| row.key == "4").unwrap();
    assert_eq!(row.from, Provenance::Owner);
    let mine = overlay("chart = \"C15\"\n[[modifiers]]\nkey = \"momentum-cavalry\"\nvalue = 3\n");
    assert_eq!(read(&[mine], Series::Other).unwrap().1.combat_modifiers.momentum_cavalry, 3);
}

#[test]
fn a_wrong_correction_is_named_with_its_line() {
    for (text, line, wanted) in [
        ("chart = \"C99\"\n", 3, "C13"),
        ("chart = \"C13\"\n[[rows]]\nkey = \"14\"\ncells = [\"DE\"]\n", 5, "13"),
        ("chart = \"C13\"\n[[rows]]\nkey = \"4\"\ncells = [\"DS3\"]\n", 6, "DS2"),
        ("chart = \"C13\"\n[[rows]]\nkey = \"4\"\ncells = [\"DS1\", \"DS1\"]\n", 5, "result"),
        ("chart = \"C7\"\n[[rows]]\nkey = \"4\"\ncells = [\"M\", \"1+FX\", \"M\"]\n", 6, "1 + FH"),
        ("chart = \"C15\"\n[[modifiers]]\nkey = \"momentum\"\nvalue = 3\n", 5, "momentum-cavalry"),
    ] {
        let faults = read(&[overlay(text)], Series::Other).unwrap_err().to_string();
        assert!(faults.contains(&format!("mine.toml:{line}:")) && faults.contains(wanted), "{text}: {faults}");
    }
}
