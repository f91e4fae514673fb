//! Units that are many: `Northampton's dragoons charge`, where `Hastings's horse charges`.

/// Where the name proper ends and what is said of it begins: `Gell's dragoons | in the closes`.
const ASIDES: [&str; 8] = [",", " of ", " in ", " behind ", " on ", " from ", " at ", " under "];

/// Whether a name means several: its last word ends like a plural, and is neither a genitive nor a proper name such as
/// that of the gun Sweet Lips.
pub fn is_plural(name: &str) -> bool {
    let end = ASIDES.iter().filter_map(|aside| name.find(aside)).min().unwrap_or(name.len());
    let words = name[..end].split_whitespace();
    let head = words.clone().next_back().unwrap_or("");
    let common = words.count() == 1 || head.starts_with(char::is_lowercase);
    common && head.ends_with('s') && !head.ends_with("'s") && !head.ends_with("ss")
}

/// A sentence that begins with a name, with the verb that goes with it.
pub fn agree(name: &str, sentence: String) -> String {
    let Some(rest) = predicate(name, &sentence) else { return sentence };
    let (verb, after) = rest.split_at(rest.find([' ', ',', '.', ':', ';']).unwrap_or(rest.len()));
    format!("{name} {}{after}", many(verb))
}

/// The same where the whole sentence is about whom it begins with: `it` and `its` are they and theirs.
pub fn agree_throughout(name: &str, sentence: String) -> String {
    let Some(rest) = predicate(name, &sentence) else { return sentence };
    let mut told = name.to_owned();
    let mut after_subject = true;
    for word in rest.split(' ') {
        let bare = word.trim_end_matches([',', '.', ':', ';', '?']);
        let put = match bare {
            "it" => "they".to_owned(),
            "its" => "their".to_owned(),
            verb if after_subject => many(verb),
            other => other.to_owned(),
        };
        told.push(' ');
        told.push_str(&put);
        told.push_str(&word[bare.len()..]);
        after_subject = bare == "it";
    }
    told
}

/// What is said of many, if a sentence begins with the name of many.
fn predicate<'a>(name: &str, sentence: &'a str) -> Option<&'a str> {
    sentence.strip_prefix(name)?.strip_prefix(' ').filter(|_| is_plural(name))
}

/// The verb of one as the verb of many; other words stay.
fn many(verb: &str) -> String {
    match verb {
        "is" => return "are".into(),
        "was" => return "were".into(),
        "has" => return "have".into(),
        _ => {}
    }
    let sibilant = ["sses", "shes", "ches", "xes", "oes"].into_iter().any(|end| verb.ends_with(end));
    match verb.strip_suffix("es").filter(|_| sibilant) {
        Some(stem) => stem.into(),
        None => match (verb.strip_suffix("ies"), verb.strip_suffix('s')) {
            (Some(stem), _) => format!("{stem}y"),
            (None, Some(stem)) if !stem.ends_with('s') => stem.into(),
            _ => verb.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_take_the_verbs_of_many() {
        for many in ["Northampton's dragoons", "Gell's dragoons in the closes", "Musketeers of the Stafford garrison"] {
            assert!(is_plural(many), "{many}");
        }
        for one in ["Hastings's horse", "Brereton's foot, on the road", "The Prince of Wales's horse", "Sweet Lips"] {
            assert!(!is_plural(one), "{one}");
        }
        let told = |name: &str, rest: &str| agree_throughout(name, format!("{name} {rest}"));
        assert_eq!(
            agree("The dragoons", "The dragoons strikes home: into its flank".into()),
            "The dragoons strike home: into its flank"
        );
        assert_eq!(told("The dragoons", "charges Hastings's horse"), "The dragoons charge Hastings's horse");
        assert_eq!(
            told("The drakes", "is disordered: it straddles its wall"),
            "The drakes are disordered: they straddle their wall"
        );
        assert_eq!(told("The drakes", "tests: rally from rout"), "The drakes test: rally from rout");
        assert_eq!(told("The drakes", "passes, rallies and goes on"), "The drakes pass, rallies and goes on");
        assert_eq!(told("Lisle's horse", "charges its enemy"), "Lisle's horse charges its enemy");
    }
}
