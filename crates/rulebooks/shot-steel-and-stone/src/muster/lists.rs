//! The default unit types and the period lists, as they stand in `armies/shot-steel-and-stone`.

use crate::readings::OptionsFile;
use crate::setup::file::{
    ArmWord, ArmourWord, ClassWord, MissileWord, OrderWord, RatingWord, SteelWord, TraitWord, WeightWord,
};
use scenario::{Faults, Source, words};
use schemars::JsonSchema;
use serde::Deserialize;

const TYPES: &str = include_str!("../../../../../armies/shot-steel-and-stone/types.toml");

macro_rules! lists {
    ($($key:literal),+ $(,)?) => {
        /// Every period list, by key.
        const LISTS: &[(&str, &str)] =
            &[$(($key, include_str!(concat!("../../../../../armies/shot-steel-and-stone/lists/", $key, ".toml")))),+];
    };
}

lists!(
    "afghans-1761",
    "east-india-company-1803",
    "france-1690",
    "france-1745",
    "grand-alliance-1690",
    "marathas-1761",
    "pragmatic-army-1745",
);

/// What can be bought.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TypesFile {
    pub format: u8,
    pub rulebook: String,
    pub types: Vec<UnitType>,
}

/// A default unit type (SSS G38).
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitType {
    pub key: String,
    pub name: String,
    pub arm: ArmWord,
    #[serde(default)]
    pub may_be: Vec<ArmWord>,
    pub order: Option<OrderWord>,
    #[serde(default)]
    pub may_stand: Vec<OrderWord>,
    /// The usual one first.
    pub classes: Vec<ClassWord>,
    #[serde(default)]
    pub traits: Vec<TraitWord>,
    #[serde(default)]
    pub may_have: Vec<TraitWord>,
    pub armour: Option<ArmourWord>,
    #[serde(default)]
    pub may_wear: Vec<ArmourWord>,
    pub missile: Option<MissileWord>,
    #[serde(default)]
    pub may_shoot: Vec<MissileWord>,
    pub steel: Option<SteelWord>,
    pub bases: u8,
    /// Fewest and most bases, or guns.
    pub sizes: [u8; 2],
    pub pike_bases: Option<u8>,
    pub pike_sizes: Option<[u8; 2]>,
    /// A battery's guns, the usual one first.
    #[serde(default)]
    pub weights: Vec<WeightWord>,
    /// The most battalion guns.
    pub battalion_guns: Option<u8>,
    pub crew: Option<u8>,
    pub crew_missile: Option<MissileWord>,
    pub crew_steel: Option<SteelWord>,
    /// The optional rule it needs.
    pub option: Option<OptionWord>,
}

words!(OptionWord => &'static str {
    "pike-and-shot" PikeAndShot = "pike-and-shot",
    "elephants" Elephants = "elephants",
});

/// The army of a time and country.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PeriodList {
    pub format: u8,
    pub rulebook: String,
    pub key: String,
    pub title: String,
    pub years: [u16; 2],
    pub notes: String,
    /// Optional rules that its armies are made for.
    #[serde(default)]
    pub options: OptionsFile,
    /// Ratings of its commander and sub-commanders, the usual one first.
    pub chief: Vec<RatingWord>,
    pub sub: Vec<RatingWord>,
    pub entries: Vec<Entry>,
}

/// So many units of a type, for 1,000 points.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Entry {
    #[serde(rename = "type")]
    pub kind: String,
    pub name: String,
    pub min: u32,
    pub max: u32,
    /// What is usual here, and allowed, instead of what is with the type.
    pub classes: Option<Vec<ClassWord>>,
    pub bases: Option<[u8; 2]>,
    pub weights: Option<Vec<WeightWord>>,
    pub arm: Option<ArmWord>,
    pub order: Option<OrderWord>,
    pub armour: Option<ArmourWord>,
    pub missile: Option<MissileWord>,
    pub steel: Option<SteelWord>,
    /// Besides those of the type.
    #[serde(default)]
    pub traits: Vec<TraitWord>,
}

impl Entry {
    /// The fewest and most units of it that so many points have: a minimum is rounded down, but one stays one; a maximum up.
    pub fn bounds(&self, points: u32) -> [u32; 2] {
        let least = if self.min == 0 { 0 } else { (self.min * points / 1_000).max(1) };
        [least, (self.max * points).div_ceil(1_000)]
    }
}

/// The default unit types.
pub fn types() -> Result<Vec<UnitType>, Faults> {
    let file: TypesFile = scenario::read(&Source::new("types.toml", TYPES))?;
    Ok(file.types)
}

/// The keys of all period lists.
pub fn keys() -> impl Iterator<Item = &'static str> + Clone {
    LISTS.iter().map(|(key, _)| *key)
}

/// The period list of that key.
pub fn list(key: &str) -> Option<Result<PeriodList, Faults>> {
    let (_, text) = LISTS.iter().find(|(known, _)| *known == key)?;
    Some(scenario::read(&Source::new(format!("{key}.toml"), *text)))
}

/// The type of that key.
pub fn find<'t>(types: &'t [UnitType], key: &str) -> Option<&'t UnitType> {
    types.iter().find(|one| one.key == key)
}
