//! `cargo xtask rules` on small projects made for the purpose.
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its project has failed")]

use std::path::PathBuf;
use std::process::{Command, Output};

const CATALOGUE: &str = "# Ours\n\n## Rules\n\n### 1 Start\n\n- **QQ 1.1** The first rule.\n- **QQ 1.2** The second.\n\
    - **QQ 1.3** Colours of the flags.\n\n## Worked examples as test vectors\n\n- **V1** given a; then b.\n";

/// A project in a folder of its own, removed at the end.
struct Project {
    root: PathBuf,
}

impl Project {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("xtask-rules-{}-{name}", std::process::id()));
        let project = Self { root };
        project.file("docs/rules/ours.md", CATALOGUE)
    }

    fn file(self, path: &str, text: &str) -> Self {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).current_dir(&self.root).output().unwrap()
    }

    /// Exit status, standard output and standard error of `rules`.
    fn rules(&self, arguments: &[&str]) -> (i32, String, String) {
        self.said("rules", arguments)
    }

    fn said(&self, chore: &str, arguments: &[&str]) -> (i32, String, String) {
        let output = self.run(&[&[chore], arguments].concat());
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

const SETTINGS: &str = "complete = true\n[not_applicable]\n\"QQ 1.3\" = \"paint\"\n";

#[test]
fn a_catalogue_without_code_is_all_missing() {
    let (status, out, err) = Project::new("bare").rules(&["--json"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "{\"rulebooks\":[{\"name\":\"ours\",\"ids\":3,\"implemented\":0,\"tested\":0,\"not_applicable\":0,\
         \"missing\":[\"QQ 1.1\",\"QQ 1.2\",\"QQ 1.3\"]}]}\n"
    );
}

#[test]
fn code_and_tests_are_two_halves() {
    let project = Project::new("halves")
        .file("docs/rules/ours.toml", "complete = false\n[not_applicable]\n\"QQ 1.3\" = \"paint\"\n")
        .file("crates/rulebooks/ours/src/lib.rs", "// QQ 1.1\n#[cfg(test)]\nmod tests { /* QQ 1.2 */ }\n");
    let (status, out, err) = project.rules(&[]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("QQ 1.1  test        The first rule."), "{out}");
    assert!(out.contains("QQ 1.2  code        The second."), "{out}");
    assert!(out.contains("QQ V1  given a; then b."), "{out}");
    let row = out.lines().find(|line| line.starts_with("ours ")).unwrap();
    let figures: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(figures, ["ours", "under", "way", "3", "1", "1", "1", "2", "1", "0"]);
}

#[test]
fn a_complete_rulebook_may_have_no_gap() {
    let project = Project::new("complete")
        .file("docs/rules/ours.toml", SETTINGS)
        .file("crates/rulebooks/ours/src/lib.rs", "// QQ 1.1, 1.2\n#[cfg(test)]\nmod proof;\n")
        .file("crates/rulebooks/ours/src/proof.rs", "// QQ 1.1\n")
        .file("crates/rulebooks/ours/tests/start.rs", "// QQ 1.2, V1\n");
    assert_eq!(project.rules(&["--json"]).0, 0);

    let project = project.file("crates/rulebooks/ours/tests/start.rs", "// QQ 1.3\n");
    let (status, _, err) = project.rules(&[]);
    assert_eq!(status, 1);
    assert_eq!(
        err,
        "ours is declared complete, but QQ 1.2 lacks test\nours is declared complete, but QQ V1 lacks test\n"
    );
}

#[test]
fn unknown_ids_are_named_with_their_place() {
    let project = Project::new("unknown")
        .file("docs/rules/ours.toml", "complete = false\n[not_applicable]\n\"QQ 1.4\" = \"?\"\n\"QQ 1.2\" = \" \"\n")
        .file("crates/rulebooks/ours/src/lib.rs", "\n// QQ 1.1, 1.12\n")
        .file("crates/field/src/lib.rs", "// QQ 2.2\n")
        .file("battles/ours/first.toml", "# QQ V2\n");
    let (status, _, err) = project.rules(&[]);
    assert_eq!(status, 1);
    let expected = [
        "crates/field/src/lib.rs:1: QQ 2.2 is not in the catalogue; nearest: QQ 1.2,",
        "crates/rulebooks/ours/src/lib.rs:2: QQ 1.12 is not in the catalogue; nearest: QQ 1.1, QQ 1.2,",
        "battles/ours/first.toml:1: QQ V2 is not in the catalogue; nearest: QQ V1,",
        "docs/rules/ours.toml:4: QQ 1.2 needs a reason",
        "docs/rules/ours.toml:3: QQ 1.4 is not in the catalogue; nearest: QQ 1.1,",
    ];
    assert_eq!(err.lines().count(), expected.len(), "{err}");
    for (line, expected) in err.lines().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
}

#[test]
fn helpers_outside_the_rulebook_implement_nothing() {
    let project = Project::new("outside")
        .file("crates/field/src/lib.rs", "// QQ 1.1\n")
        .file("crates/field/tests/a.rs", "// QQ 1.1\n")
        .file("crates/rulebooks/ours/charts/a.toml", "# QQ 1.1\n");
    let (status, out, _) = project.rules(&["--json"]);
    assert_eq!(status, 0);
    assert!(out.contains("\"implemented\":0,\"tested\":0"), "{out}");
}

#[test]
fn wrong_arguments_show_the_usage() {
    let output = Project::new("arguments").run(&["rules", "--all"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("usage: cargo xtask rules [--json]"));
}

/// A project with a rule that is in code and tested, and a second rulebook.
fn joined(name: &str) -> Project {
    let code =
        "//! Ours.\n\n/// The first thing (QQ 1.1).\npub fn first() -> u8 {\n    // Twice (QQ 1.2, G1).\n    2\n}\n";
    let tests = "#[test]\nfn the_first_is_two() {\n    // QQ 1.1, V1\n    assert_eq!(first(), 2);\n}\n";
    let theirs = "# Theirs\n\n## Worked examples\n\n- **V1** other.\n\n## Rules\n\n- **RR 4.1** Theirs.\n";
    Project::new(name)
        .file("docs/rules/ours.md", &format!("{CATALOGUE}\n## Gaps\n\n- **G1 Silence.** Ruling: twice.\n"))
        .file("docs/rules/theirs.md", theirs)
        .file("docs/rules/ours.toml", "complete = false\n[not_applicable]\n\"QQ 1.3\" = \"paint\"\n")
        .file("crates/rulebooks/ours/src/lib.rs", code)
        .file("crates/rulebooks/ours/tests/rules.rs", tests)
}

#[test]
fn a_rule_is_shown_with_its_code_and_its_tests() {
    let project = joined("one");
    let (status, out, err) = project.said("rule", &["QQ 1.1"]);
    assert_eq!((status, err.as_str()), (0, ""));
    for part in [
        "QQ 1.1  Start · 1 Start\ndocs/rules/ours.md:7\n",
        "    The first rule.\n",
        "code\n  crates/rulebooks/ours/src/lib.rs:3  fn first\n",
        "  >    3  /// The first thing (QQ 1.1).\n",
        "       4  pub fn first() -> u8 {\n",
        "tests\n  crates/rulebooks/ours/tests/rules.rs:3  fn the_first_is_two\n",
        "  >    3      // QQ 1.1, V1\n",
    ] {
        assert!(out.contains(part), "{part:?} is not in\n{out}");
    }
}

#[test]
fn several_rules_vectors_rulings_and_sections_are_shown() {
    let project = joined("several");
    let (status, out, err) = project.said("rule", &["QQ", "1.1,", "V1", "QQ G1", "RR 4.1"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let heads: Vec<&str> = out.lines().filter(|line| line.starts_with("QQ ") || line.starts_with("RR ")).collect();
    let ids: Vec<&str> = heads.iter().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(ids, ["QQ 1.1", "QQ V1", "QQ G1", "RR 4.1"]);
    assert!(
        out.contains("    Ruling: twice.") && out.contains("  no test cites it") && out.contains("lib.rs:5  fn first")
    );
    // Without a prefix, whatever rulebooks have it; a section has all its rules.
    let (_, both, _) = project.said("rule", &["V1"]);
    assert!(both.contains("QQ V1  ") && both.contains("RR V1  "), "{both}");
    let (_, section, _) = project.said("rule", &["QQ 1"]);
    assert!(section.contains("    QQ 1.2 The second.") && section.contains("lib.rs:3") && section.contains(">    5  "));
    // What has nothing to enforce says why.
    let (_, paint, _) = project.said("rule", &["QQ 1.3"]);
    assert!(paint.contains("no code cites it, and need not: paint"), "{paint}");
}

#[test]
fn an_unknown_rule_has_neighbours() {
    let project = joined("unknown");
    let (status, out, err) = project.said("rule", &["QQ 1.7", "1.1"]);
    assert_eq!((status, err.as_str()), (1, "QQ 1.7 is in no catalogue; nearest: QQ 1.1, QQ 1.2, QQ 1.3\n"));
    assert!(out.starts_with("QQ 1.1  "), "{out}");
    let (status, out, err) = project.said("rule", &["7.7"]);
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.contains("an id has the prefix of its rulebook: QQ (ours), RR (theirs)"), "{err}");
    let (status, _, err) = project.said("rule", &[]);
    assert!(status == 2 && err.contains("which rule?"), "{err}");
}
