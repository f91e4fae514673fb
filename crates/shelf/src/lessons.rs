//! First battles with somebody at the learner's elbow: what is said, and when.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub format: u32,
    pub rulebook: String,
    /// Key of the battle that is played.
    pub battle: String,
    /// The learner's seat; the computer has the others.
    pub seat: String,
    pub seed: u64,
    pub minutes: u32,
    /// After so many turns everything has been shown, and the end is told; without it, when the battle is over.
    #[serde(default)]
    pub turns: Option<u32>,
    pub title: String,
    pub intro: String,
    pub end: String,
    pub notes: Vec<LessonNote>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonNote {
    pub at: Moment,
    /// What the note points at.
    pub show: Show,
    pub title: String,
    pub text: String,
}

/// When a note comes up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Moment {
    /// The learner is asked a question of that topic.
    Asked(String),
    /// Something was told under a rule that begins like this.
    Told(String),
}

impl TryFrom<String> for Moment {
    type Error = String;

    fn try_from(text: String) -> Result<Moment, String> {
        match text.strip_prefix("told ") {
            Some(rule) if !rule.is_empty() => Ok(Moment::Told(rule.to_owned())),
            None if !text.is_empty() => Ok(Moment::Asked(text)),
            _ => Err("a moment is the topic of a question, or `told` and the beginning of a rule number".into()),
        }
    }
}

impl From<Moment> for String {
    fn from(moment: Moment) -> String {
        match moment {
            Moment::Asked(topic) => topic,
            Moment::Told(rule) => format!("told {rule}"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    Question,
    Map,
    Log,
    Card,
}

/// The lesson of a rulebook; nothing for a rulebook without one.
pub fn lesson(rulebook: &str) -> Option<Lesson> {
    toml::from_str(crate::book(rulebook)?.lesson?).ok()
}
