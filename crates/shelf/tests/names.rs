//! A rulebook is added on the shelf and nowhere else: no other room calls one by its name.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

/// Where people write code that must not know which rulebooks there are.
const ROOMS: [&str; 4] = ["crates", "xtask/src", "fuzz/fuzz_targets", "web/src"];
const KINDS: [&str; 6] = ["rs", "toml", "ts", "svelte", "js", "css"];

/// The shelf itself, and a rulebook in its own crate.
fn may_name(path: &Path, rulebook: &str) -> bool {
    path.starts_with("crates/shelf") || path.starts_with(Path::new("crates/rulebooks").join(rulebook))
}

/// `charge-pikes`, `charge_pikes`, `ChargePikes`.
fn spellings(rulebook: &str) -> [String; 3] {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    [rulebook.to_owned(), rulebook.replace('-', "_"), rulebook.split('-').map(capital).collect()]
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let skipped = ["tests", "benches", "target", "node_modules"].contains(&name);
        if path.is_dir() && !skipped {
            files(&path, found);
        } else if path.is_file() && path.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known)) {
            found.push(path);
        }
    }
}

/// Whether a line only tells, or is there for tests.
fn is_idle(line: &str) -> bool {
    line.trim_start().starts_with("//") || line.trim_start().starts_with('*')
}

/// The lines of a file that name a rulebook; what comes after `#[cfg(test)]` or the dependencies of tests may.
fn naming(text: &str, rulebook: &str) -> Vec<usize> {
    let spellings = spellings(rulebook);
    let working = |line: &&str| !line.contains("#[cfg(test)]") && !line.contains("[dev-dependencies]");
    let lines = text.lines().take_while(working).enumerate();
    let names = |line: &str| !is_idle(line) && spellings.iter().any(|name| line.contains(name.as_str()));
    lines.filter(|(_, line)| names(line)).map(|(index, _)| index + 1).collect()
}

#[test]
fn no_other_room_names_a_rulebook() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for room in ROOMS {
        files(&root.join(room), &mut found);
    }
    assert!(found.len() > 200, "{} files", found.len());
    let mut wrong = Vec::new();
    for path in found {
        let text = std::fs::read_to_string(&path).unwrap();
        let path = path.strip_prefix(&root).unwrap();
        for rulebook in shelf::RULEBOOKS.iter().filter(|rulebook| !may_name(path, rulebook)) {
            let lines = naming(&text, rulebook);
            wrong.extend(lines.iter().map(|line| format!("{}:{line} names {rulebook}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The test above would find a name.
#[test]
fn names_are_found() {
    let text = "//! charge-pikes\nuse charge_pikes::ChargePikes;\nlet x = \"charge-pikes\";\n#[cfg(test)]\nmod charge_pikes;\n";
    assert_eq!(naming(text, "charge-pikes"), [2, 3]);
    assert!(naming(text, "musket-and-pike").is_empty());
}

/// What stands in an entry is what the rest of the project has under that name.
#[test]
fn every_entry_fits_the_project() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let catalogues = root.join("docs/rules");
    for book in shelf::BOOKS {
        let key = book.card.key;
        assert_eq!(shelf::book(key).unwrap().card, book.card);
        assert!(root.join("crates/rulebooks").join(key).is_dir(), "{key} has no crate");
        let of_it = |path: &Path| path.file_name().unwrap().to_str().unwrap().starts_with(key);
        let files = std::fs::read_dir(&catalogues).unwrap().map(|file| file.unwrap().path());
        let texts: String =
            files.filter(|path| of_it(path)).map(|path| std::fs::read_to_string(path).unwrap()).collect();
        assert!(texts.contains(&format!("- **{} ", book.prefix)), "{key}: no rule begins with {}", book.prefix);
        let schema = std::fs::read_to_string(root.join(format!("docs/schema/{key}-battle.schema.json"))).unwrap();
        assert_eq!((book.schema)(), schema, "{key}");
        assert!(book.battles.iter().all(|(path, _)| path.starts_with(&format!("{key}/"))));
        assert_eq!(book.lesson.is_some(), shelf::lesson(key).is_some_and(|lesson| lesson.rulebook == key));
        assert!(!(book.charts)(&[]).unwrap().charts.is_empty());
        if let Some(generator) = book.generator {
            let text = (generator.generate)(1, generator.fewest_points);
            assert_eq!(scenario::header(&scenario::Source::new("made.toml", text)).unwrap().rulebook, key);
        }
        if let Some(armies) = book.armies {
            let army = (armies.open)(&scenario::Source::new("army.toml", armies.sample)).unwrap();
            assert!(army.bill.total() > 0 && !army.bill.entries.is_empty());
        }
    }
}
