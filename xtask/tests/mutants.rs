//! `cargo xtask mutants` on a rulebook of one page, made for the purpose.
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its project has failed")]

use std::path::PathBuf;
use std::process::Command;

const RULES: &str = "
pub fn hits(die: u8) -> bool {
    die >= 4
}
pub fn flees(losses: u8) -> bool {
    losses > 2
}
pub fn steps(mut far: u8) -> u8 {
    let mut steps = 0;
    while far > 0 {
        far -= 1;
        steps += 1;
    }
    steps
}
const SLACK: f64 = 1e-9;
pub fn reaches(far: f64) -> bool {
    far <= 3.0 + SLACK
}
pub fn rains(day: u8) -> bool {
    day == 7
}
";

/// Hits are tested on both sides of the line, flight only far from it, and nobody looks at the weather.
const TESTS: &str = "
#[test]
fn four_hits() {
    assert!(toy::hits(4) && !toy::hits(3));
}
#[test]
fn three_inches_are_reached() {
    assert!(toy::reaches(3.0) && !toy::reaches(3.1));
}
#[test]
fn many_losses_flee() {
    assert!(toy::flees(5) && !toy::flees(0));
}
#[test]
fn a_thread_of_its_own_is_watched_too() {
    assert_eq!(std::thread::spawn(|| toy::steps(2)).join().ok(), Some(2));
}
";

const SETTINGS: &str = "
[rulebooks.toy]
asked = 90
tolerances = [\"SLACK\"]
[rulebooks.toy.chapters]
all = { files = [\"lib.rs\"] }
";

struct Project(PathBuf);

impl Project {
    fn new(name: &str, settings: &str) -> Self {
        let root = std::env::temp_dir().join(format!("xtask-mutants-{}-{name}", std::process::id()));
        let manifest = "[package]\nname = \"toy\"\nedition = \"2024\"\n";
        for (path, text) in [
            ("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"crates/rulebooks/toy\"]\n"),
            ("docs/rules/toy.md", ""),
            ("xtask/mutants.toml", settings),
            ("crates/rulebooks/toy/Cargo.toml", manifest),
            ("crates/rulebooks/toy/src/lib.rs", RULES),
            ("crates/rulebooks/toy/tests/rules.rs", TESTS),
        ] {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        assert!(Command::new("git").args(["init", "--quiet"]).current_dir(&root).status().unwrap().success());
        Self(root)
    }

    /// Exit status, report and complaints.
    fn mutants(&self, more: &[&str]) -> (i32, String, String) {
        let mut chore = Command::new(env!("CARGO_BIN_EXE_xtask"));
        let output = chore.args(["mutants", "toy"]).args(more).current_dir(&self.0).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_fault_beside_the_tests_slips_through_and_one_before_them_is_caught() {
    let project = Project::new("plain", SETTINGS);
    let (status, out, err) = project.mutants(&[]);
    // Far from the line is not on it; an endless loop is noticed; what no test reaches is told so.
    let missed =
        "    lib.rs:6: losses > 2  with  >=  [reached by 1]\n    lib.rs:21: not (day == 7)  [reached by no test]\n";
    assert_eq!(out, format!("toy\n  all                8 mutants,     6 noticed: 75 %\n{missed}"), "{err}");
    assert_eq!(status, 1);
    // A test more, and those that were missed are tried again.
    let weather = "#[test]\nfn the_seventh_day_is_wet() {\n    assert!(toy::rains(7));\n}\n";
    std::fs::write(project.0.join("crates/rulebooks/toy/tests/rules.rs"), format!("{TESTS}{weather}")).unwrap();
    let (_, out, err) = project.mutants(&["--again"]);
    assert!(out.starts_with("toy\n  all                2 mutants,     1 noticed: 50 %\n    lib.rs:6:"), "{out}{err}");
}

#[test]
fn what_changes_nothing_is_left_out_with_a_reason() {
    let known = "[[equivalent]]\nrulebook = \"toy\"\nfile = \"lib.rs\"\nfunction = \"flees\"\ncondition = \"losses > 2\"\nfault = \">=\"\nwhy = \"a toy\"\n\
        [[equivalent]]\nrulebook = \"toy\"\nfile = \"lib.rs\"\ncondition = \"day == 7\"\nwhy = \"a toy\"\n\
        [[equivalent]]\nrulebook = \"toy\"\nfile = \"lib.rs\"\nfunction = \"hits\"\ncondition = \"day == 7\"\nwhy = \"it stands elsewhere\"\n";
    let project = Project::new("known", &format!("{known}{SETTINGS}"));
    let (status, out, err) = project.mutants(&[]);
    assert_eq!((status, out.as_str()), (0, "toy\n  all                6 mutants,     6 noticed: 100 %\n"), "{err}");
    assert!(err.contains("lib.rs has no mutant `day == 7` any more"), "{err}");
}
