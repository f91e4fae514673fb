//! Reading a file against its schema.
//!
//! The schema an editor uses to help a designer is the same one that checks the file here: it is derived from the Rust
//! types, walked over the parsed text, and reports every fault it meets before anything is built.

use crate::source::{Faults, Reporter, Source};
use crate::words::{advise, or_list};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The only version of battle files there is so far.
pub const FORMAT: i64 = 1;

/// The first keys of every file, by which the right rulebook is found, and what is told of the battle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    pub rulebook: String,
    pub key: String,
    pub title: String,
    pub date: String,
    pub place: String,
    pub summary: String,
    /// What happened there and how the battle was made of it: Markdown.
    pub history: String,
    /// How many turns it is played for, where the file says so.
    pub turns: Option<u16>,
    /// Optional rules that the file sets.
    pub options: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct LooseHeader {
    #[serde(default)]
    rulebook: String,
    #[serde(default)]
    key: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    date: String,
    #[serde(default)]
    place: String,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    history: String,
    // Whatever they are: what is wrong with them is told where the file is read against its schema.
    notes: Option<toml::Value>,
    sides: Option<toml::Value>,
    turns: Option<toml::Value>,
    options: Option<toml::Value>,
}

/// Peeks at a file: enough to list it and to choose the rulebook that reads the rest.
pub fn header(source: &Source) -> Result<Header, Faults> {
    let mut report = Reporter::new(source);
    let (table, _) = parse(source, &mut report);
    check_format(table.get_ref(), &mut report);
    need_text(table.get_ref(), "rulebook", &mut report);
    need_text(table.get_ref(), "key", &mut report);
    let loose = toml::from_str::<LooseHeader>(&source.text);
    if let Err(error) = &loose
        && report.clean()
    {
        report.fault(error.span().unwrap_or(0..0), error.message(), "");
    }
    let header = loose.ok().map(|h| Header {
        rulebook: h.rulebook,
        key: h.key,
        title: h.title,
        date: h.date,
        place: h.place,
        summary: h.summary,
        history: story(h.history, h.notes.as_ref(), h.sides.as_ref()),
        turns: h.turns.and_then(|turns| u16::try_from(turns.as_integer()?).ok()),
        options: h.options.as_ref().and_then(toml::Value::as_table).map(words_of).unwrap_or_default(),
    });
    report.finish(header)?.ok_or_else(Faults::default)
}

/// What happened, how the battle was made of it, and what each side is told before it begins.
fn story(history: String, notes: Option<&toml::Value>, sides: Option<&toml::Value>) -> String {
    let mut parts = vec![history.trim().to_owned()];
    parts.extend(notes.and_then(toml::Value::as_str).map(|notes| format!("## How it is made\n\n{}", notes.trim())));
    for side in sides.and_then(toml::Value::as_array).into_iter().flatten() {
        let text = |key: &str| side.get(key).and_then(toml::Value::as_str);
        if let (Some(name), Some(briefing)) = (text("name"), text("briefing")) {
            parts.push(format!("## To the commander of: {name}\n\n{}", briefing.trim()));
        }
    }
    if parts.len() == 1 { history } else { parts.join("\n\n") }
}

fn words_of(table: &toml::Table) -> BTreeMap<String, String> {
    let word = |value: &toml::Value| match value {
        toml::Value::String(word) => word.clone(),
        toml::Value::Boolean(yes) => if *yes { "on" } else { "off" }.to_owned(),
        other => other.to_string(),
    };
    table.iter().map(|(key, value)| (key.clone(), word(value))).collect()
}

fn need_text(table: &DeTable<'_>, key: &str, report: &mut Reporter<'_>) {
    match table.get(key) {
        None => report.fault(0..0, format!("the key `{key}` is missing"), format!("{key} = \"…\" at the top")),
        Some(value) if value.get_ref().as_str().is_none() => {
            report.fault(value.span(), format!("`{key}` must be text"), format!("{key} = \"…\""));
        }
        Some(_) => {}
    }
}

fn check_format(table: &DeTable<'_>, report: &mut Reporter<'_>) {
    let right = format!("format = {FORMAT}");
    let Some(value) = table.get("format") else {
        report.fault(0..0, "the file does not say which format it is written in", format!("{right} at the top"));
        return;
    };
    match integer(value.get_ref()) {
        Some(FORMAT) => {}
        Some(newer) if newer > FORMAT => report.fault(
            value.span(),
            format!("format {newer} is newer than this program can read"),
            format!("a newer Caracole, or the file written as {right}"),
        ),
        _ => report.fault(value.span(), "there is no such format", right),
    }
}

fn parse<'a>(source: &'a Source, report: &mut Reporter<'_>) -> (toml::Spanned<DeTable<'a>>, bool) {
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    for error in &errors {
        report.fault(error.span().unwrap_or(0..0), error.message(), "");
    }
    (table, errors.is_empty())
}

/// Reads a file into its type, or says everything that is wrong with it.
pub fn read<T: DeserializeOwned + JsonSchema>(source: &Source) -> Result<T, Faults> {
    let mut report = Reporter::new(source);
    let (table, sound) = parse(source, &mut report);
    if sound {
        check_format(table.get_ref(), &mut report);
        if report.clean() {
            let schema = schema::<T>();
            let walk = Walk { definitions: schema.get("$defs") };
            walk.table(table.get_ref(), table.span(), &schema, "the file", &mut report);
        }
    }
    if !report.clean() {
        return report.finish(()).and_then(|()| Err(Faults::default()));
    }
    match toml::from_str::<T>(&source.text) {
        Ok(value) => Ok(value),
        Err(error) => {
            report.fault(error.span().unwrap_or(0..0), error.message(), "");
            report.finish(()).and_then(|()| Err(Faults::default()))
        }
    }
}

/// The JSON Schema of a file type. Battle files know no null: a key that is not wanted is left out.
pub fn schema<T: JsonSchema>() -> Value {
    let mut schema = schemars::schema_for!(T).to_value();
    drop_nulls(&mut schema);
    // The same text in every build, whatever order maps keep there.
    schema.sort_all_objects();
    schema
}

fn drop_nulls(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        Value::Object(object) => {
            object.values_mut().for_each(drop_nulls);
            if object.get("default") == Some(&Value::Null) {
                object.remove("default");
            }
            drop_null_type(object);
            drop_null_branch(object);
        }
        _ => {}
    }
}

fn drop_null_type(object: &mut Map<String, Value>) {
    let Some(Value::Array(types)) = object.get_mut("type") else { return };
    types.retain(|t| t != "null");
    if let [only] = types.as_slice() {
        let only = only.clone();
        object.insert("type".to_owned(), only);
    }
}

fn drop_null_branch(object: &mut Map<String, Value>) {
    let Some(Value::Array(branches)) = object.get_mut("anyOf") else { return };
    branches.retain(|branch| branch.get("type") != Some(&Value::from("null")));
    if let [Value::Object(only)] = branches.as_slice() {
        let only = only.clone();
        object.remove("anyOf");
        for (key, value) in only {
            object.entry(key).or_insert(value);
        }
    }
}

struct Walk<'s> {
    definitions: Option<&'s Value>,
}

impl<'s> Walk<'s> {
    /// Follows a reference to its definition.
    fn resolve(&self, schema: &'s Value) -> &'s Value {
        schema
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|reference| reference.strip_prefix("#/$defs/"))
            .and_then(|name| self.definitions.and_then(|defs| defs.get(name)))
            .map_or(schema, |found| self.resolve(found))
    }

    fn value(&self, value: &DeValue<'_>, span: Range<usize>, schema: &'s Value, name: &str, report: &mut Reporter<'_>) {
        let schema = self.resolve(schema);
        let words = self.words(schema);
        if !words.is_empty() {
            return check_word(value, span, &words, name, report);
        }
        if let Some(branches) = branches(schema) {
            let fitting = branches.iter().find(|branch| self.fits(value, branch));
            return match fitting {
                Some(branch) => self.value(value, span, branch, name, report),
                None => report.fault(span, wrong(name, value), self.expected(schema)),
            };
        }
        if !self.fits(value, schema) {
            return report.fault(span, wrong(name, value), self.expected(schema));
        }
        match value {
            DeValue::Table(table) => self.table(table, span, schema, name, report),
            DeValue::Array(items) => self.array(items, span, schema, name, report),
            _ => check_range(value, span, schema, name, report),
        }
    }

    fn table(&self, table: &DeTable<'_>, span: Range<usize>, schema: &'s Value, name: &str, report: &mut Reporter<'_>) {
        let empty = Map::new();
        let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let open = schema.get("additionalProperties").filter(|extra| **extra != Value::Bool(false));
        for (key, value) in table {
            match (known.get(key.get_ref().as_ref()), open) {
                (Some(inner), _) => self.value(value.get_ref(), value.span(), inner, key.get_ref(), report),
                (None, Some(extra)) => {
                    self.value(value.get_ref(), value.span(), extra, key.get_ref(), report);
                }
                (None, None) => report.fault(
                    key.span(),
                    format!("there is no key `{}` in {}", key.get_ref(), place(name)),
                    advise(key.get_ref(), known.keys().map(String::as_str)),
                ),
            }
        }
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        for key in required.filter(|key| !table.contains_key(*key)) {
            let example = known.get(key).map(|inner| self.expected(inner)).unwrap_or_default();
            report.fault(
                span.clone(),
                format!("{} needs the key `{key}`", place(name)),
                format!("add `{key}`: {example}"),
            );
        }
    }

    fn array(
        &self,
        items: &[toml::Spanned<DeValue<'_>>],
        span: Range<usize>,
        schema: &'s Value,
        name: &str,
        report: &mut Reporter<'_>,
    ) {
        let bound = |key: &str| schema.get(key).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        let least = bound("minItems").unwrap_or(0);
        let most = bound("maxItems").unwrap_or(usize::MAX);
        if items.len() < least || items.len() > most {
            report.fault(span, format!("`{name}` has {} entries", items.len()), self.expected(schema));
        }
        let each = schema.get("items");
        let fixed = schema.get("prefixItems").and_then(Value::as_array);
        for (i, item) in items.iter().enumerate() {
            if let Some(inner) = fixed.and_then(|f| f.get(i)).or(each) {
                self.value(item.get_ref(), item.span(), inner, name, report);
            }
        }
    }

    /// The words of a choice; empty when the schema is not a choice of words.
    fn words(&self, schema: &'s Value) -> Vec<&'s str> {
        if let Some(words) = schema.get("enum").and_then(Value::as_array) {
            return words.iter().filter_map(Value::as_str).collect();
        }
        if let Some(word) = schema.get("const").and_then(Value::as_str) {
            return vec![word];
        }
        let Some(list) = branches(schema) else { return Vec::new() };
        let each: Vec<Vec<&str>> = list.iter().map(|branch| self.words(self.resolve(branch))).collect();
        if each.iter().any(Vec::is_empty) { Vec::new() } else { each.concat() }
    }

    /// Whether the value is of the schema's type, and where there are several kinds of tables, of the right one.
    fn fits(&self, value: &DeValue<'_>, schema: &'s Value) -> bool {
        let schema = self.resolve(schema);
        if let Some(list) = branches(schema) {
            return list.iter().any(|branch| self.fits(value, branch));
        }
        if schema.get("enum").is_some() || schema.get("const").is_some() {
            return value.is_str();
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("string") => value.is_str(),
            Some("boolean") => value.is_bool(),
            Some("integer") => value.is_integer(),
            Some("number") => value.is_integer() || value.is_float(),
            Some("array") => value.is_array(),
            Some("object") => value.is_table(),
            _ => true,
        }
    }

    /// What a schema asks for, in words.
    fn expected(&self, schema: &'s Value) -> String {
        let schema = self.resolve(schema);
        let words = self.words(schema);
        if !words.is_empty() {
            return format!("one of: {}", words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", "));
        }
        if let Some(list) = branches(schema) {
            return or_list(&list.iter().map(|branch| self.expected(branch)).collect::<Vec<_>>());
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("string") => "text in quotes".to_owned(),
            Some("boolean") => "true or false".to_owned(),
            Some("integer") => range_words("a whole number", schema),
            Some("number") => range_words("a number", schema),
            Some("array") => self.expected_array(schema),
            Some("object") => "a table of keys".to_owned(),
            _ => "another value".to_owned(),
        }
    }

    fn expected_array(&self, schema: &'s Value) -> String {
        let each = schema.get("items").map(|inner| self.expected(inner)).unwrap_or_default();
        let least = schema.get("minItems").and_then(Value::as_u64);
        match (least, schema.get("maxItems").and_then(Value::as_u64)) {
            (Some(a), Some(b)) if a == b => format!("a list of {a}, each {each}"),
            (Some(a), _) => format!("a list of {a} or more, each {each}"),
            _ => format!("a list, each {each}"),
        }
    }
}

fn branches(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array)
}

fn place(name: &str) -> String {
    if name == "the file" { name.to_owned() } else { format!("`{name}`") }
}

fn wrong(name: &str, value: &DeValue<'_>) -> String {
    let what = match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table of keys",
    };
    format!("{} cannot be {what}", place(name))
}

fn check_word(value: &DeValue<'_>, span: Range<usize>, words: &[&str], name: &str, report: &mut Reporter<'_>) {
    match value.as_str() {
        Some(word) if words.contains(&word) => {}
        Some(word) => {
            report.fault(span, format!("`{word}` is not a word for `{name}`"), advise(word, words.iter().copied()));
        }
        None => report.fault(span, wrong(name, value), advise("", words.iter().copied())),
    }
}

fn check_range(value: &DeValue<'_>, span: Range<usize>, schema: &Value, name: &str, report: &mut Reporter<'_>) {
    let Some(number) = number(value) else { return };
    let least = schema.get("minimum").and_then(Value::as_f64).unwrap_or(f64::NEG_INFINITY);
    let most = schema.get("maximum").and_then(Value::as_f64).unwrap_or(f64::INFINITY);
    if !number.is_finite() || number < least || number > most {
        let kind = if value.is_integer() { "a whole number" } else { "a number" };
        report.fault(span, format!("`{name}` cannot be {number}"), range_words(kind, schema));
    }
}

fn range_words(kind: &str, schema: &Value) -> String {
    match (schema.get("minimum").and_then(Value::as_f64), schema.get("maximum").and_then(Value::as_f64)) {
        (Some(a), Some(b)) => format!("{kind} from {a} to {b}"),
        (Some(a), None) => format!("{kind}, {a} or more"),
        (None, Some(b)) => format!("{kind}, at most {b}"),
        (None, None) => kind.to_owned(),
    }
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    let digits = value.as_integer()?;
    i64::from_str_radix(digits.as_str(), digits.radix()).ok()
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(float) => float.as_str().parse().ok(),
        DeValue::Integer(_) => integer(value).map(|n| n as f64),
        _ => None,
    }
}
