//! Optional rules and disputed readings, chosen per battle.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What may be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OptionSpec {
    pub key: &'static str,
    pub title: &'static str,
    /// The rule or ruling it is about.
    pub rule: &'static str,
    /// The first is the default.
    pub values: &'static [&'static str],
}

/// What was chosen, by key; a missing key means the default.
pub type OptionValues = BTreeMap<String, String>;

/// A choice that does not exist, with what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionFault {
    pub key: String,
    pub what: String,
    pub instead: String,
}

/// The value chosen for `key`: the one given, or the default.
pub fn chosen<'a>(specs: &'a [OptionSpec], values: &'a OptionValues, key: &str) -> &'a str {
    let default = specs.iter().find(|spec| spec.key == key).and_then(|spec| spec.values.first()).copied().unwrap_or("");
    values.get(key).map_or(default, String::as_str)
}

/// Checks every choice against what may be chosen.
pub fn check(specs: &[OptionSpec], values: &OptionValues) -> Vec<OptionFault> {
    let mut faults = Vec::new();
    for (key, value) in values {
        match specs.iter().find(|spec| spec.key == key) {
            None => faults.push(OptionFault {
                key: key.clone(),
                what: format!("there is no option `{key}`"),
                instead: format!("one of: {}", specs.iter().map(|spec| spec.key).collect::<Vec<_>>().join(", ")),
            }),
            Some(spec) if !spec.values.contains(&value.as_str()) => faults.push(OptionFault {
                key: key.clone(),
                what: format!("option `{key}` cannot be `{value}`"),
                instead: format!("one of: {}", spec.values.join(", ")),
            }),
            Some(_) => {}
        }
    }
    faults
}
