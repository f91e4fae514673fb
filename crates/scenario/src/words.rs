//! Words for people: the nearest spelling, and lists.

/// The word of the list most like this one, when it is like enough to be a slip of the pen.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |w: &str| w.to_lowercase().replace(['_', ' '], "-");
    let wanted = plain(word);
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&wanted, &plain(candidate)), candidate))
        .filter(|(distance, candidate)| *distance <= (candidate.chars().count().max(wanted.chars().count()) / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Advice for a word that is not on the list.
pub fn advise<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let list = known.clone().into_iter().map(|w| format!("`{w}`")).collect::<Vec<_>>();
    if list.is_empty() {
        return "there is none to name".to_owned();
    }
    let all = format!("one of: {}", list.join(", "));
    match nearest(word, known) {
        Some(near) => format!("did you mean `{near}`? {all}"),
        None => all,
    }
}

/// "one", "one or two", "one, two or three".
pub fn or_list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Words of a battle file and what each stands for: an enum that files and their schema know by its words, with `value` and
/// `word`.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $name:ident => $target:ty { $($word:literal $variant:ident = $value:expr),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, ::serde::Deserialize, ::schemars::JsonSchema)]
        pub enum $name { $(#[serde(rename = $word)] $variant),+ }

        impl $name {
            pub const fn value(self) -> $target {
                match self { $($name::$variant => $value),+ }
            }

            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }
    };
}
