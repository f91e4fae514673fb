//! Every cell of every file is read, every fault is told at its place, an owner's figures go before ours.

use crate::mine;
use les_batailles::charts::{
    AssaultOdds, AttackMethod, Charts, Cost, DefenseClass, FireColumn, Mover, Terrain, read, shipped,
};
use scenario::charts::{ChartSet, Provenance};
use scenario::{Faults, Source};
use std::collections::BTreeSet;
use std::fmt::Write;

fn set() -> ChartSet {
    read(&[]).unwrap_or_else(|faults| panic!("{faults}")).0
}

#[test]
fn all_twenty_nine_charts_are_there_and_fit_their_columns() {
    let set = set();
    for number in 1..=29 {
        assert!(set.find(&format!("C{number}")).is_some(), "C{number}");
    }
    let ids: BTreeSet<&str> = set.charts.iter().map(|chart| chart.id.as_str()).collect();
    assert_eq!(ids.len(), set.charts.len());
    for chart in &set.charts {
        assert!(!chart.title.is_empty() && chart.rule.starts_with("LB "), "{}", chart.id);
        let rows: BTreeSet<&str> = chart.rows.iter().map(|row| row.key.as_str()).collect();
        let modifiers: BTreeSet<&str> = chart.modifiers.iter().map(|modifier| modifier.key.as_str()).collect();
        assert_eq!((rows.len(), modifiers.len()), (chart.rows.len(), chart.modifiers.len()), "{}", chart.id);
        for row in &chart.rows {
            assert_eq!(row.cells.len(), chart.columns.len(), "{} {}", chart.id, row.key);
        }
    }
}

/// Nothing is left to what stands in for a missing word: each row and modifier says where it comes from, each cell where they differ.
#[test]
fn every_figure_says_where_it_comes_from() {
    let files = shipped();
    let said = |file: &Source, what: &str| file.text.lines().filter(|line| line.starts_with(what)).count();
    for file in &files {
        let figures = said(file, "[[rows]]") + said(file, "[[modifiers]]");
        assert!(figures > 0 && said(file, "from = ") == figures, "{}", file.path);
        assert!(said(file, "from = \"owner\"") == 0, "{}", file.path);
        for line in file.text.lines().filter(|line| line.starts_with("cell-from")) {
            assert!(line.contains("\"text\"") || line.contains("\"published\""), "{}: {line}", file.path);
        }
    }
    let set = set();
    let all: BTreeSet<&str> = set
        .charts
        .iter()
        .flat_map(|chart| {
            chart.rows.iter().flat_map(|row| &row.cell_from).chain(chart.modifiers.iter().map(|m| &m.from))
        })
        .map(|from| from.name())
        .collect();
    assert_eq!(all.len(), 3, "{all:?}");
    let cell = |chart: &str, key: &str, column: usize| {
        set.find(chart).unwrap().rows.iter().find(|row| row.key == key).unwrap().cell_from[column]
    };
    use Provenance::{Published, Reconstructed, Text};
    // Chart 4 of the catalogue: bold, plain and italic in one row.
    assert_eq!([0, 2, 16].map(|column| cell("C4", "clear", column)), [Text, Published, Reconstructed]);
    assert_eq!([0, 1, 2].map(|column| cell("C5", "woods", column)), [Published, Reconstructed, Text]);
    assert_eq!([0, 1].map(|column| cell("C11", "3", column)), [Text, Reconstructed]);
    assert_eq!([9, 10].map(|column| cell("C16", "5:1", column)), [Text, Published]);
    assert_eq!(["1", "2", "4", "6"].map(|die| cell("C17", die, 0)), [Reconstructed, Text, Text, Reconstructed]);
}

/// No cell is decoration: whatever stands in it, nonsense is refused at its line and column, all at once.
#[test]
fn nonsense_in_any_cell_is_refused_at_its_place() {
    for chart in &set().charts {
        let mut text = String::new();
        let mut wanted = BTreeSet::new();
        let mut line = 4;
        for row in &chart.rows {
            writeln!(text, "[[rows]]\nkey = \"{}\"", row.key).unwrap();
            // The lists of names take any name but an empty one.
            let nonsense = if chart.id == "C28b" { ";" } else { "?!" };
            let cells = vec![format!("\"{nonsense}\""); row.cells.len()].join(", ");
            writeln!(text, "cells = [{cells}]").unwrap();
            let width = nonsense.len() + 4;
            wanted.extend((0..row.cells.len()).map(|column| (line + 2, 10 + column * width)));
            line += 3;
        }
        if wanted.is_empty() {
            continue;
        }
        let Err(Faults(faults)) = read(&[mine(&chart.id, &text)]) else { panic!("{} is not read", chart.id) };
        for fault in &faults {
            assert!(fault.path == "mine.toml" && !fault.instead.is_empty(), "{}: {fault}", chart.id);
        }
        let told: BTreeSet<(usize, usize)> = faults.iter().map(|fault| (fault.line, fault.column)).collect();
        let unread: Vec<_> = wanted.difference(&told).collect();
        assert!(unread.is_empty(), "{}: nobody read {unread:?}", chart.id);
    }
}

/// No modifier is decoration either: another value makes other charts.
#[test]
fn every_modifier_is_read() {
    let (mut set, as_printed) = read(&[]).unwrap();
    for chart in 0..set.charts.len() {
        for place in 0..set.charts[chart].modifiers.len() {
            set.charts[chart].modifiers[place].value += 1;
            let modifier = &set.charts[chart].modifiers[place];
            assert!(Charts::of(&set).unwrap() != as_printed, "{} {}", set.charts[chart].id, modifier.key);
            set.charts[chart].modifiers[place].value -= 1;
        }
    }
    assert_eq!(Charts::of(&set).unwrap(), as_printed);
}

#[test]
fn a_row_or_modifier_that_is_missing_is_named() {
    let whole = set();
    for (place, chart) in whole.charts.iter().enumerate() {
        let mut spoilt = whole.clone();
        spoilt.charts[place].rows.clear();
        spoilt.charts[place].modifiers.clear();
        let told = Charts::of(&spoilt).unwrap_err().to_string();
        assert!(told.contains(&format!("{}:1:", shipped()[place].path)), "{told}");
        for row in &chart.rows {
            assert!(told.contains(&format!("{} has no row `{}`", chart.id, row.key)), "{} {}", chart.id, row.key);
        }
        for modifier in &chart.modifiers {
            assert!(told.contains(&format!("{} has no modifier `{}`", chart.id, modifier.key)), "{told}");
        }
    }
}

#[test]
fn an_owner_lays_his_own_figures_over_ours() {
    let fire = mine("C1", "[[rows]]\nkey = \"1:1\"\ncells = [\"11-51\", \"52-66\", \"-\", \"-\", \"-\", \"-\"]\n");
    let close = mine("C11", "[[modifiers]]\nkey = \"slope\"\nvalue = -4\n");
    let move_ =
        mine("C5", "[[rows]]\nkey = \"woods\"\ncells = [\"2\", \"1\", \"P\", \"P\", \"1/2\"]\nfrom = \"published\"\n");
    let (set, charts) = read(&[fire, close, move_]).unwrap_or_else(|faults| panic!("{faults}"));
    let losses = |number| charts.fire.losses(FireColumn::OneToOne, crate::dice(number));
    assert_eq!((losses(51), losses(52)), (0, 1));
    assert_eq!(charts.morale.close_modifier(les_batailles::charts::CloseModifier::Slope), -4);
    assert_eq!(charts.ground.entering(Terrain::Woods, Mover::Cavalry), Cost::Prohibited);
    assert_eq!(charts.ground.entering(Terrain::Woods, Mover::Leader), Cost::Halves(1));
    let row = |chart: &str, key: &str| set.find(chart).unwrap().rows.iter().find(|row| row.key == key).unwrap().from;
    assert_eq!((row("C1", "1:1"), row("C5", "woods")), (Provenance::Owner, Provenance::Published));
    // What he leaves out stays as it is.
    assert_eq!(charts.fire.losses(FireColumn::TwoToOne, crate::dice(33)), 1);
    assert_eq!(charts.morale.close(3, AttackMethod::French), -6);
    assert_eq!(charts.morale.stand_odds(AssaultOdds::TwoToOne), -3);
    assert_eq!(charts.fire.defense(Terrain::Clear, DefenseClass::Line), Some(9));
}

#[test]
fn a_wrong_correction_is_named_with_its_line() {
    let row = |key: &str, cells: &str| format!("[[rows]]\nkey = \"{key}\"\ncells = [{cells}]\n");
    let feu = |cells: &str| row("1:1", cells);
    for (chart, text, line, column, wanted) in [
        ("C99", String::new(), 3, 9, "C16"),
        ("C1", row("1:4", "\"11-66\""), 5, 7, "1:3"),
        ("C1", row("1:1", "\"11-66\""), 5, 7, "no effect, 1, 2"),
        // A gap, an overlap, an end too early, a result no dice show, a range turned round.
        ("C1", feu("\"11-46\", \"52-66\", \"-\", \"-\", \"-\", \"-\""), 6, 19, "follow one another from 11 to 66"),
        ("C1", feu("\"11-46\", \"46-66\", \"-\", \"-\", \"-\", \"-\""), 6, 19, "follow one another from 11 to 66"),
        ("C1", feu("\"11-46\", \"51-65\", \"-\", \"-\", \"-\", \"-\""), 6, 19, "follow one another from 11 to 66"),
        ("C1", feu("\"11-47\", \"51-66\", \"-\", \"-\", \"-\", \"-\""), 6, 10, "`11-46`"),
        ("C1", feu("\"46-11\", \"51-66\", \"-\", \"-\", \"-\", \"-\""), 6, 10, "`11-46`"),
        ("C2", row("2", "\"9\", \"+3\""), 6, 10, "more than the band before"),
        ("C2", row("3", "\"-\", \"+3\""), 6, 10, "in the last alone"),
        ("C2", row("5", "\"30\", \"+18\""), 6, 10, "in the last alone"),
        ("C3", row("polish", "\"pr\", \"x0\", \"x3\", \"x3\", \"no\""), 6, 16, "`x1.5`"),
        ("C3", row("polish", "\"pr\", \"x3/0\", \"x3\", \"x3\", \"no\""), 6, 16, "`x1.5`"),
        ("C3", row("polish", "\"pr\", \"x3\", \"x3\", \"x3\", \"maybe\""), 6, 34, "yes, no"),
        // Nothing may be divided by nothing.
        ("C3b", row("square-parts", "\"0\""), 6, 10, "from 1 to 12"),
        ("C4", row("marsh", &["\"0\""; 18].join(", ")), 6, 10, "from 1 to 60"),
        ("C5", row("marsh", "\"4\", \"-1\", \"P\", \"P\", \"2\""), 6, 15, "`P` for prohibited"),
        ("C7", row("marsh", "\"6 or corps\", \"P\", \"P\", \"P\""), 6, 10, "`18 or regiment`"),
        ("C8", row("arms-mixed", "\"MC -40\", \"MC -6\""), 6, 10, "`MC -12`"),
        ("C9", row("5", "\"stunned\", \"captured\""), 6, 21, "a die of turns"),
        ("C11b", row("british", "\"british\", \"-\", \"french\""), 6, 26, "one of: -"),
        ("C11b", row("british", "\"british\", \"1900\", \"french\""), 6, 21, "from 1792 to 1815"),
        (
            "C16",
            row("5:1", "\"AD1\", \"-\", \"-\", \"-\", \"-\", \"-\", \"-\", \"-\", \"-\", \"-\", \"-\""),
            6,
            10,
            "11-46",
        ),
        ("C18", row("russian", "\"S 11-65\", \"S 11-66\", \"S 11-66\", \"S 11-66\""), 6, 10, "S 11-64, D 65-66"),
        ("C18", row("russian", "\"S 11-66\", \"X 11-66\", \"S 11-66\", \"S 11-66\""), 6, 21, "S, D, R"),
        ("C21", row("saxon", "\"0-6\""), 6, 10, "from 1 to 6"),
        ("C25", row("nassau", "\"2\", \"2\", \"4\""), 6, 15, "level before"),
        ("C25", row("any-other", "\"22\", \"42%\", \"64%\""), 6, 10, "22%"),
        (
            "C29",
            row("lancers", "\"9-6\", \"13\", \"-\", \"3\", \"increment\", \"21\", \"3\", \"-\", \"-\""),
            6,
            10,
            "`4-6`",
        ),
        ("C13", "[[modifiers]]\nkey = \"armoured\"\nvalue = 3\n".to_owned(), 5, 7, "armored"),
        ("C13", "[[modifiers]]\nkey = \"armored\"\nvalue = 300\n".to_owned(), 6, 9, ""),
    ] {
        let faults = read(&[mine(chart, &text)]).unwrap_err().to_string();
        let place = format!("mine.toml:{line}:{column}:");
        assert!(faults.contains(&place) && faults.contains(wanted), "{chart} {text}: {faults}");
    }
}

#[test]
fn a_chart_of_another_rulebook_is_refused() {
    let other = Source::new("mine.toml", "format = 1\nrulebook = \"musket-and-pike\"\nchart = \"C1\"\n");
    let told = read(&[other]).unwrap_err().to_string();
    assert!(told.contains("mine.toml:2:") && told.contains("les-batailles"), "{told}");
}
