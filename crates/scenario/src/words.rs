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
            /// Every word there is, in the order of the list.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            pub const fn value(self) -> $target {
                match self { $($name::$variant => $value),+ }
            }

            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }
    };
}

/// Readings and optional rules of a book as data: an enum for each, with the key, field and values named once. The first value
/// is the default. It makes `Options` (what is in force), `OptionsFile` (what a battle file says) and `OPTIONS` (for lists).
#[macro_export]
macro_rules! readings {
    ($($key:literal $field:ident: $name:ident { $first:literal $default:ident $(, $word:literal $value:ident)+ $(,)? },
        $rule:literal, $title:literal;)+) => {
        $(
            #[doc = $title]
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
            pub enum $name {
                #[default]
                #[serde(rename = $first)]
                $default,
                $(#[serde(rename = $word)] $value),+
            }

            impl $name {
                fn of(word: &str) -> Option<$name> {
                    match word {
                        $first => Some($name::$default),
                        $($word => Some($name::$value),)+
                        _ => None,
                    }
                }
            }
        )+

        /// The readings in force and the optional rules in use.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Options {
            $(#[doc = $title] pub $field: $name,)+
        }

        /// What a battle file says of them; what is left out has its usual value.
        #[derive(Debug, Clone, Default, ::serde::Deserialize, ::schemars::JsonSchema)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        pub struct OptionsFile {
            $(#[doc = $title] pub $field: Option<$name>,)+
        }

        impl OptionsFile {
            pub fn options(&self) -> Options {
                Options { $($field: self.$field.unwrap_or_default()),+ }
            }
        }

        /// For lists and checks: the first value is the default.
        pub const OPTIONS: &[::kernel::OptionSpec] = &[
            $(::kernel::OptionSpec { key: $key, title: $title, rule: $rule, values: &[$first, $($word),+] },)+
        ];

        impl Options {
            /// Puts what the players chose over what the file says. Choices are checked beforehand by
            /// `kernel::options::check`; one that is not on the list changes nothing.
            pub fn choose(mut self, choices: &::kernel::OptionValues) -> Options {
                for (key, word) in choices {
                    match key.as_str() {
                        $($key => self.$field = $name::of(word).unwrap_or(self.$field),)+
                        _ => {}
                    }
                }
                self
            }
        }
    };
}
