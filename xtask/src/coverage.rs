//! Joins the catalogues with what code and tests cite.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::citation::{Citation, citations};
use crate::settings::{self, Settings};
use crate::source::TestParts;
use catalogue::{Catalogue, RuleEntry};

const RULEBOOKS: &str = "crates/rulebooks";

/// The folders whose citations must exist, and the kinds of files in which people cite.
const CITING_FOLDERS: [&str; 2] = ["crates", "battles"];
const CITING_FILES: [&str; 4] = ["rs", "toml", "md", "txt"];

/// How far one rulebook has come.
pub struct Coverage {
    pub name: String,
    /// Whether the rulebook has a crate.
    pub begun: bool,
    pub complete: bool,
    pub rules: Vec<Rule>,
    pub vectors: Vec<Vector>,
}

pub struct Rule {
    pub entry: RuleEntry,
    pub implemented: bool,
    pub tested: bool,
    pub not_applicable: bool,
}

pub struct Vector {
    pub entry: RuleEntry,
    pub tested: bool,
}

impl Rule {
    pub fn is_missing(&self) -> bool {
        !(self.not_applicable || self.implemented && self.tested)
    }

    /// Which half of a missing rule is missing.
    pub fn lacks(&self) -> &'static str {
        match (self.implemented, self.tested) {
            (false, false) => "code, test",
            (false, true) => "code",
            _ => "test",
        }
    }
}

impl Coverage {
    pub fn missing(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(|rule| rule.is_missing())
    }

    pub fn untested_vectors(&self) -> impl Iterator<Item = &Vector> {
        self.vectors.iter().filter(|vector| !vector.tested)
    }

    /// What breaks the promise of a rulebook that is declared complete.
    fn gaps(&self) -> Vec<String> {
        let rules = self.missing().map(|rule| format!("{} lacks {}", rule.entry.id, rule.lacks()));
        let vectors = self.untested_vectors().map(|vector| format!("{} lacks test", vector.entry.id));
        rules.chain(vectors).map(|gap| format!("{} is declared complete, but {gap}", self.name)).collect()
    }
}

/// The whole project: how far each rulebook has come, and what is wrong.
pub struct Survey {
    pub rulebooks: Vec<Coverage>,
    pub problems: Vec<String>,
}

/// Where a citation stands, as far as its own rulebook is concerned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    Code,
    Test,
}

pub fn survey(root: &Path) -> Result<Survey, String> {
    let mut problems = Vec::new();
    let catalogues = read_catalogues(root, &mut problems)?;
    let settings = settings::read_all(root, &mut problems)?;
    let cited = cited(root, &catalogues, &mut problems)?;
    for (name, (text, settings)) in &settings {
        problems.extend(wrong_exceptions(name, text, settings, catalogues.get(name)));
    }
    let mut rulebooks = Vec::new();
    for (name, catalogue) in catalogues {
        let settings = settings.get(&name).map(|(_, settings)| settings);
        let begun = root.join(RULEBOOKS).join(&name).is_dir();
        rulebooks.push(join(name, catalogue, settings, begun, &cited));
    }
    for coverage in rulebooks.iter().filter(|coverage| coverage.complete) {
        problems.extend(coverage.gaps());
    }
    Ok(Survey { rulebooks, problems })
}

pub fn read_catalogues(root: &Path, problems: &mut Vec<String>) -> Result<BTreeMap<String, Catalogue>, String> {
    let mut texts = Vec::new();
    for path in files(&root.join(catalogue::FOLDER), &["md"])? {
        texts.push((shown(root, &path), read(&path)?));
    }
    Ok(catalogue::read_all(texts.iter().map(|(path, text)| (path.as_str(), text.as_str())), problems))
}

fn join(
    name: String,
    catalogue: Catalogue,
    settings: Option<&Settings>,
    begun: bool,
    cited: &BTreeSet<(String, Place)>,
) -> Coverage {
    let is_cited = |entry: &RuleEntry, place| cited.contains(&(entry.id.clone(), place));
    let rule = |entry: RuleEntry| Rule {
        implemented: is_cited(&entry, Place::Code),
        tested: is_cited(&entry, Place::Test),
        not_applicable: settings.is_some_and(|settings| settings.is_excepted(&entry.id)),
        entry,
    };
    let vector = |entry: RuleEntry| Vector { tested: is_cited(&entry, Place::Test), entry };
    Coverage {
        name,
        begun,
        complete: settings.is_some_and(|settings| settings.complete),
        rules: catalogue.rules.into_iter().map(rule).collect(),
        vectors: catalogue.vectors.into_iter().map(vector).collect(),
    }
}

fn wrong_exceptions(name: &str, text: &str, settings: &Settings, catalogue: Option<&Catalogue>) -> Vec<String> {
    let file = format!("{}/{name}.toml", catalogue::FOLDER);
    let Some(catalogue) = catalogue else { return vec![format!("{file}: there is no catalogue of that name")] };
    let judge = |exception: settings::Exception<'_>| {
        let place = format!("{file}:{}", exception.line(text));
        if !catalogue.has_rule(exception.id) {
            Some(unknown(&place, exception.id, catalogue))
        } else if exception.reason.trim().is_empty() {
            Some(format!("{place}: {} needs a reason", exception.id))
        } else {
            None
        }
    };
    settings.exceptions().filter_map(judge).collect()
}

fn unknown(place: &str, id: &str, catalogue: &Catalogue) -> String {
    format!("{place}: {id} is not in the catalogue; nearest: {}", catalogue.nearest(id).join(", "))
}

/// The ids that each rulebook's own code and tests cite. Unknown ids are reported wherever they stand.
fn cited(
    root: &Path,
    catalogues: &BTreeMap<String, Catalogue>,
    problems: &mut Vec<String>,
) -> Result<BTreeSet<(String, Place)>, String> {
    let mut cited = BTreeSet::new();
    each_citation(&Source::all(root)?, catalogues, |source, citation, place, catalogue| {
        if !catalogue.knows(&citation.id) {
            let place = format!("{}:{}", slashed(&source.path), settings::line(&source.text, citation.at));
            problems.push(unknown(&place, &citation.id, catalogue));
        } else if let Some(place) = place {
            cited.insert((citation.id, place));
        }
    });
    Ok(cited)
}

/// Visits every citation of the project: where it stands, whether it counts as code or as a test of its own rulebook, and the
/// catalogue it is meant for.
pub fn each_citation<'s>(
    sources: &'s [Source],
    catalogues: &BTreeMap<String, Catalogue>,
    mut visit: impl FnMut(&'s Source, Citation, Option<Place>, &Catalogue),
) {
    let test_files: Vec<PathBuf> = sources.iter().flat_map(|source| source.tests.module_paths(&source.path)).collect();
    let by_prefix: BTreeMap<&str, (&String, &Catalogue)> =
        catalogues.iter().map(|(name, catalogue)| (catalogue.prefix.as_str(), (name, catalogue))).collect();
    for source in sources {
        let is_test_file = test_files.iter().any(|test| source.path.starts_with(test));
        for citation in citations(&source.text, by_prefix.keys().copied()) {
            let prefix = citation.id.split(' ').next().unwrap_or_default();
            let Some((name, catalogue)) = by_prefix.get(prefix) else { continue };
            let place = source.place(name, &citation, is_test_file);
            visit(source, citation, place, catalogue);
        }
    }
}

/// A file in which people cite; its path is told from the project's root.
pub struct Source {
    pub path: PathBuf,
    pub text: String,
    tests: TestParts,
}

impl Source {
    /// All files in which people cite.
    pub fn all(root: &Path) -> Result<Vec<Source>, String> {
        let mut sources = Vec::new();
        for folder in CITING_FOLDERS {
            for path in files(&root.join(folder), &CITING_FILES)? {
                sources.push(Source::read(root, &path)?);
            }
        }
        Ok(sources)
    }

    fn read(root: &Path, path: &Path) -> Result<Self, String> {
        let text = read(path)?;
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        let tests = if is_rust { TestParts::of(&text) } else { TestParts::default() };
        Ok(Self { path: path.strip_prefix(root).unwrap_or(path).to_owned(), text, tests })
    }

    /// Only Rust files in the rulebook's own `src` and `tests` implement and test it.
    fn place(&self, rulebook: &str, citation: &Citation, is_test_file: bool) -> Option<Place> {
        let inside = self.path.strip_prefix(Path::new(RULEBOOKS).join(rulebook)).ok()?;
        if inside.extension().is_none_or(|extension| extension != "rs") {
            None
        } else if inside.starts_with("tests") {
            Some(Place::Test)
        } else if inside.starts_with("src") {
            Some(if is_test_file || self.tests.contains(citation.at) { Place::Test } else { Place::Code })
        } else {
            None
        }
    }
}

/// All files below `folder` with one of the `extensions`, in the same order everywhere. No folder, no files.
pub fn files(folder: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        if !folder.is_dir() {
            continue;
        }
        let failed = |error| format!("{}: {error}", slashed(&folder));
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.is_file() && extensions.contains(&extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

pub fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", slashed(path)))
}

/// A path as it is shown: from the project's root.
pub fn shown(root: &Path, path: &Path) -> String {
    slashed(path.strip_prefix(root).unwrap_or(path))
}

pub fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
