//! The charts of guns (CF 13.14 to 13.24), and an owner's laid over them.

use close_fire::cards::GunKind;
use close_fire::charts::{Charts, read};
use close_fire::measures::yds;
use scenario::Source;

fn laid_over(text: &str) -> Result<Charts, scenario::Faults> {
    let head = "format = 1\nrulebook = \"close-fire\"\n";
    Charts::of(&read(&[Source::new("mine.toml", format!("{head}{text}"))])?)
}

/// CF 13.14, G41
#[test]
fn guns_reach_as_far_as_the_chart_says() {
    let charts = Charts::of(&read(&[]).unwrap()).unwrap();
    let reach = |kind| {
        let reach = charts.reach(kind);
        [reach.maximum, reach.effective, reach.close]
    };
    assert_eq!(reach(GunKind::Heavy), [720, 360, 120].map(yds));
    for kind in [GunKind::Field, GunKind::Battalion, GunKind::Howitzer, GunKind::Mortar] {
        assert_eq!(reach(kind), [480, 240, 120].map(yds), "{kind:?}");
    }
}

/// CF 13.24
#[test]
fn what_a_total_does_hangs_on_the_range() {
    let charts = Charts::of(&read(&[]).unwrap()).unwrap();
    let row = |close| (-1..=7).map(|total| charts.points(close, total)).collect::<Vec<_>>();
    assert_eq!(row(true), [0, 0, 0, 1, 1, 2, 2, 2, 2]);
    assert_eq!(row(false), [0, 0, 0, 0, 0, 1, 1, 1, 1]);
}

#[test]
fn an_owners_chart_is_laid_over_ours() {
    let mine = laid_over("chart = \"T7\"\n[[rows]]\nkey = \"beyond\"\ncells = [\"3\", \"6\"]\n").unwrap();
    assert_eq!([2, 3, 5, 6].map(|total| mine.points(false, total)), [0, 1, 1, 2]);
    assert_eq!(mine.points(true, 4), 2, "the other row stays");
    let wrong = laid_over("chart = \"T6\"\n[[rows]]\nkey = \"heavy\"\ncells = [\"far\", \"360\", \"120\"]\n");
    let said = wrong.err().map(|faults| faults.to_string()).unwrap_or_default();
    assert!(said.contains("mine.toml:6:10") && said.contains("yards") | said.contains("number"), "{said}");
    let unknown = laid_over("chart = \"T6\"\n[[rows]]\nkey = \"culverin\"\ncells = []\n");
    assert!(unknown.is_err_and(|faults| faults.to_string().contains("culverin")));
}
