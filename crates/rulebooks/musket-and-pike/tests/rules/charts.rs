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

#[test]
fn allowances_are_read_from_the_chart_of_formations() {
    // MP C19, 6.3.1e: an owner's figure is played, a wrong one is named.
    let (_, charts) = read(&[], Series::Other).unwrap();
    let of = |full: u8| charts.allowance.map(|share| share.of(full));
    assert_eq!((of(8), of(6), of(4)), ([8, 8, 4, 0, 0, 10], [6, 6, 3, 0, 0, 8], [4, 4, 2, 0, 0, 6]));
    let mine = overlay("chart = \"C19\"\n[[rows]]\nkey = \"shaken\"\ncells = [\"half + 1\"]\n");
    let (_, charts) = read(&[mine], Series::Other).unwrap();
    assert_eq!(charts.allowance[2].of(8), 5);
    let wrong = overlay("chart = \"C19\"\n[[rows]]\nkey = \"shaken\"\ncells = [\"a third\"]\n");
    let faults = read(&[wrong], Series::Other).unwrap_err().to_string();
    assert!(faults.contains("mine.toml:6:") && faults.contains("full + 2"), "{faults}");
}

#[test]
fn cells_say_where_they_come_from() {
    // MP C14, C16, C20: a row that is partly ours says so cell by cell.
    let (set, _) = read(&[], Series::Other).unwrap();
    let cell = |chart: &str, key: &str, column: usize| {
        set.find(chart).unwrap().rows.iter().find(|row| row.key == key).unwrap().cell_from[column]
    };
    use Provenance::{Reconstructed, Text};
    assert_eq!(
        [0, 1, 2, 4, 5].map(|column| cell("C20", "hedge", column)),
        [Reconstructed, Text, Text, Text, Reconstructed]
    );
    assert_eq!([5, 6, 8].map(|column| cell("C20", "berm", column)), [Reconstructed, Reconstructed, Text]);
    assert_eq!([0, 3, 4].map(|column| cell("C20", "stream", column)), [Reconstructed, Text, Text]);
    assert_eq!([0, 1, 5].map(|column| cell("C20", "wall", column)), [Text, Text, Reconstructed]);
    assert_eq!([0, 5].map(|column| cell("C20", "abatis", column)), [Reconstructed, Text]);
    assert_eq!([1, 3].map(|column| cell("C20", "steep-slope-down", column)), [Reconstructed, Text]);
    assert_eq!([0, 6].map(|column| cell("C14", "light-infantry", column)), [Text, Reconstructed]);
    for key in ["3", "6"] {
        assert_eq!([0, 1].map(|column| cell("C16", key, column)), [Text, Reconstructed]);
    }
}
