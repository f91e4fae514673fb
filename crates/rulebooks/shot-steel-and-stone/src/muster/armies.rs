//! Army lists: forces bought with points before a battle is drawn up (SSS G38, G182).

use super::lists::{self, Entry, PeriodList, UnitType};
use super::{Choice, costs, raise};
use crate::ShotSteelAndStone;
use crate::cards::{Part, Traits, UnitCard};
use crate::readings::{Elephants, Options, OptionsFile, PikeAndShot};
use crate::setup::file::{
    ArmWord, ArmourWord, ClassWord, GunFile, MissileWord, OrderWord, RankWord, RatingWord, TraitWord,
};
use crate::setup::gun_cards;
use kernel::Side;
use scenario::bill::{Army, Bill, BillEntry};
use scenario::order_of_battle::check_rulebook;
use scenario::{At, Faults, Reporter, Source, advise, find};
use schemars::JsonSchema;
use serde::Deserialize;
use std::ops::Range;

/// An army list for Shot, Steel & Stone.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "Shot, Steel & Stone army list")]
pub struct ArmyFile {
    /// Always 1.
    pub format: At<u8>,
    /// Always `shot-steel-and-stone`.
    pub rulebook: At<String>,
    /// Short name in lower case.
    pub key: At<String>,
    pub title: String,
    /// The period list it is bought from, by key; whatever types there are when left out.
    pub list: Option<At<String>>,
    /// Most points it may cost; 1,000 where a period list has to know.
    pub limit: Option<At<u32>>,
    /// Optional rules, besides those that its period list is made for.
    #[serde(default)]
    pub options: OptionsFile,
    #[serde(default)]
    pub leaders: Vec<At<ArmyLeaderFile>>,
    pub units: Vec<At<ArmyUnitFile>>,
}

/// A leader of an army list.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArmyLeaderFile {
    pub name: String,
    /// Commander-in-Chief or sub-commander; sub-commander when left out.
    pub rank: Option<At<RankWord>>,
    pub rating: At<RatingWord>,
}

/// A unit of an army list, or several alike. Whatever is left out is as usual for its type.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArmyUnitFile {
    /// One of the default unit types, by key.
    #[serde(rename = "type")]
    pub kind: At<String>,
    pub name: String,
    /// The entry of the period list, by its name; the one that is called like the unit, or the first of the type, when left out.
    pub entry: Option<At<String>>,
    /// How many units like this one; 1 when left out.
    pub count: Option<At<u8>>,
    pub class: Option<At<ClassWord>>,
    pub arm: Option<At<ArmWord>>,
    pub order: Option<At<OrderWord>>,
    pub armour: Option<At<ArmourWord>>,
    pub missile: Option<At<MissileWord>>,
    /// Besides those that all of its type have.
    #[serde(default)]
    pub traits: Vec<At<TraitWord>>,
    pub bases: Option<At<u8>>,
    pub pike_bases: Option<At<u8>>,
    /// A battery's guns, or battalion guns.
    pub guns: Option<At<Vec<At<GunFile>>>>,
}

/// What the forces of one side of a battle cost.
pub fn bill_of(rules: &ShotSteelAndStone, side: Side) -> Bill {
    let own = rules.units.iter().filter(|unit| unit.side == side && unit.part == Part::Whole);
    let units = own.map(|unit| BillEntry { name: unit.name.clone(), count: 1, lines: costs::bill(unit) });
    let leaders = rules.leaders.iter().filter(|leader| leader.side == side);
    let leaders = leaders.map(|leader| BillEntry {
        name: leader.name.clone(),
        count: 1,
        lines: vec![costs::leader_bill(leader.chief, leader.rating)],
    });
    Bill { entries: units.chain(leaders).collect() }
}

/// The JSON Schema of army lists, for editors.
pub fn schema() -> String {
    format!("{:#}\n", scenario::schema::<ArmyFile>())
}

/// Opens an army list, checks it against the types and its period list, and reckons what it costs.
pub fn open(source: &Source) -> Result<Army, Faults> {
    let file: ArmyFile = scenario::read(source)?;
    let types = lists::types()?;
    let mut report = Reporter::new(source);
    check_rulebook(&file.rulebook, "shot-steel-and-stone", &mut report);
    let list = period(&file, &mut report)?;
    let buyer = Buyer { file: &file, types: &types, list: list.as_ref() };
    buyer.leaders(&mut report);
    let bill = buyer.bill(&mut report);
    bill.keeps_within(file.limit.as_ref(), costs::RULE, &mut report);
    let army = Army { title: file.title.clone(), limit: file.limit.as_ref().map(|limit| limit.value), bill };
    report.finish(army)
}

fn period(file: &ArmyFile, report: &mut Reporter<'_>) -> Result<Option<PeriodList>, Faults> {
    let Some(key) = &file.list else { return Ok(None) };
    match lists::list(key) {
        Some(list) => list.map(Some),
        None => {
            let what = format!("there is no period list `{}`", key.value);
            report.fault(key.span(), what, advise(key, lists::keys()));
            Ok(None)
        }
    }
}

/// Points for which the bounds of a period list are meant when an army has no limit of its own.
const USUAL_LIMIT: u32 = 1_000;

struct Buyer<'f> {
    file: &'f ArmyFile,
    types: &'f [UnitType],
    list: Option<&'f PeriodList>,
}

impl Buyer<'_> {
    fn units(&self) -> u32 {
        self.file.units.iter().map(|unit| count(unit)).sum()
    }

    /// One Commander-in-Chief, a sub-commander for every three to six units (SSS G38), ratings that the list has.
    fn leaders(&self, report: &mut Reporter<'_>) {
        let leaders = &self.file.leaders;
        let chiefs = || leaders.iter().filter(|leader| is_chief(leader));
        for second in chiefs().skip(1) {
            report.fault(second.span(), "a second Commander-in-Chief", "leave `rank` out");
        }
        let Some(list) = self.list else { return };
        for leader in leaders.iter() {
            let known = if is_chief(leader) { &list.chief } else { &list.sub };
            among(&leader.rating, known, RatingWord::word, "leaders of this list", report);
        }
        let subs = (leaders.len() - chiefs().count()) as u32;
        let [least, most] = [self.units().div_ceil(6), (self.units() / 3).max(1)];
        if !(least..=most).contains(&subs) {
            let what = format!("{subs} sub-commanders for {} units: each leads three to six (SSS G38)", self.units());
            let span = leaders.last().map_or_else(|| self.file.key.span(), At::span);
            report.fault(span, what, format!("{least} to {most}"));
        }
    }

    fn bill(&self, report: &mut Reporter<'_>) -> Bill {
        let mut entries = Vec::new();
        let mut bought = vec![0; self.list.map_or(0, |list| list.entries.len())];
        for unit in &self.file.units {
            if let Some(none) = unit.count.as_ref().filter(|count| count.value == 0) {
                report.fault(none.span(), "none of a unit", "count = 1, or leave the unit out");
            }
            let keys = self.types.iter().map(|one| one.key.as_str());
            let Some(kind) = find(&unit.kind, "type", keys, report).map(|ix| &self.types[ix]) else { continue };
            let entry = self.entry(unit, kind, report);
            if let (Some(ix), Some(list)) = (entry, self.list) {
                bought[ix] += count(unit);
                let card = self.unit(unit, kind, Some(&list.entries[ix]), report);
                entries.push(entry_of(unit, &card));
            } else if self.list.is_none() {
                let card = self.unit(unit, kind, None, report);
                entries.push(entry_of(unit, &card));
            }
        }
        self.bounds(&bought, report);
        let leaders = self.file.leaders.iter().map(|leader| BillEntry {
            name: leader.name.clone(),
            count: 1,
            lines: vec![costs::leader_bill(is_chief(leader), leader.rating.value.value())],
        });
        entries.extend(leaders);
        Bill { entries }
    }

    /// The entry of the period list from which a unit is bought.
    fn entry(&self, unit: &At<ArmyUnitFile>, kind: &UnitType, report: &mut Reporter<'_>) -> Option<usize> {
        let entries = &self.list?.entries;
        let of_type = |entry: &Entry| entry.kind == kind.key;
        let wanted = unit.entry.as_ref().map_or(unit.name.as_str(), |entry| entry.as_str());
        let named = entries.iter().position(|entry| of_type(entry) && entry.name == wanted);
        let first = entries.iter().position(of_type).filter(|_| unit.entry.is_none());
        let found = named.or(first);
        if found.is_none() {
            let (span, what) = match &unit.entry {
                Some(entry) => (entry.span(), format!("the list has no such entry of `{}`", kind.key)),
                None => (unit.kind.span(), format!("`{}` is not on the list", kind.key)),
            };
            let known: Vec<&str> = match unit.entry.is_some() {
                true => entries.iter().filter(|entry| of_type(entry)).map(|entry| entry.name.as_str()).collect(),
                false => entries.iter().map(|entry| entry.kind.as_str()).collect(),
            };
            report.fault(span, what, advise(wanted, known));
        }
        found
    }

    /// As many of each entry as the points of the army ask for and allow.
    fn bounds(&self, bought: &[u32], report: &mut Reporter<'_>) {
        let limit = self.file.limit.as_ref().map_or(USUAL_LIMIT, |limit| limit.value);
        for (entry, &count) in self.list.iter().flat_map(|list| &list.entries).zip(bought) {
            let [least, most] = entry.bounds(limit);
            if !(least..=most).contains(&count) {
                let span = self.file.list.as_ref().map_or(0..0, At::span);
                let what = format!("{count} units of `{}` for {limit} points", entry.name);
                report.fault(span, what, format!("{least} to {most}"));
            }
        }
    }

    /// Checks what the buyer chose against what there is.
    fn unit(
        &self,
        unit: &At<ArmyUnitFile>,
        kind: &UnitType,
        entry: Option<&Entry>,
        report: &mut Reporter<'_>,
    ) -> UnitCard {
        self.needs_option(unit, kind, report);
        let usual = raise(kind, entry, &Choice::default());
        let classes = entry.and_then(|entry| entry.classes.as_ref()).unwrap_or(&kind.classes);
        if let Some(class) = &unit.class {
            among(class, classes, ClassWord::word, "such units", report);
        }
        if let Some(arm) = unit.arm.as_ref().filter(|arm| arm.value.value() != usual.arm) {
            among(arm, &with(kind.arm, &kind.may_be), ArmWord::word, "such units", report);
        }
        if let Some(order) = unit.order.as_ref().filter(|order| order.value.value() != usual.order) {
            among(
                order,
                &with(kind.order.unwrap_or(OrderWord::Close), &kind.may_stand),
                OrderWord::word,
                "such units",
                report,
            );
        }
        if let Some(armour) = unit.armour.as_ref().filter(|armour| armour.value.value() != usual.armour) {
            among(
                armour,
                &with(kind.armour.unwrap_or(ArmourWord::None), &kind.may_wear),
                ArmourWord::word,
                "such units",
                report,
            );
        }
        if let Some(missile) = unit.missile.as_ref().filter(|missile| missile.value.value() != usual.missile) {
            let own: Vec<MissileWord> = kind.missile.into_iter().chain(kind.may_shoot.iter().copied()).collect();
            among(missile, &own, MissileWord::word, "such units", report);
        }
        for one in unit.traits.iter().filter(|one| !usual.is(one.value.value())) {
            among(one, &kind.may_have, TraitWord::word, "such units", report);
        }
        let choice = Choice {
            class: unit.class.as_ref().map(|word| word.value.value()),
            arm: unit.arm.as_ref().map(|word| word.value.value()),
            order: unit.order.as_ref().map(|word| word.value.value()),
            armour: unit.armour.as_ref().map(|word| word.value.value()),
            missile: unit.missile.as_ref().map(|word| word.value.value()),
            traits: unit.traits.iter().fold(Traits::default(), |all, one| all.with(one.value.value())),
            bases: unit.bases.as_ref().map(|bases| bases.value),
            pike_bases: unit.pike_bases.as_ref().map(|bases| bases.value),
            guns: unit.guns.as_ref().map(|guns| gun_cards(guns, report)),
        };
        let card = raise(kind, entry, &choice);
        let span = |key: Option<Range<usize>>| key.unwrap_or_else(|| unit.kind.span());
        let sizes = entry.and_then(|entry| entry.bases).unwrap_or(kind.sizes);
        let bases = span(unit.bases.as_ref().map(At::span).or(unit.guns.as_ref().map(At::span)));
        within(bases, u32::from(card.bases), sizes, "bases or guns", report);
        let pikes = span(unit.pike_bases.as_ref().map(At::span));
        within(pikes, u32::from(card.pike_bases), kind.pike_sizes.unwrap_or([0, 0]), "bases with pikes", report);
        self.guns(unit, kind, entry, &card, report);
        card
    }

    fn guns(
        &self,
        unit: &At<ArmyUnitFile>,
        kind: &UnitType,
        entry: Option<&Entry>,
        card: &UnitCard,
        report: &mut Reporter<'_>,
    ) {
        let Some(guns) = &unit.guns else { return };
        if !card.is_artillery() {
            let most = kind.battalion_guns.unwrap_or(0);
            within(guns.span(), card.guns.len() as u32, [0, most], "battalion guns", report);
            return;
        }
        let weights = entry.and_then(|entry| entry.weights.as_ref()).unwrap_or(&kind.weights);
        for (gun, given) in card.guns.iter().zip(guns.iter()) {
            if !weights.iter().any(|word| word.value() == gun.weight) {
                let known: Vec<&str> = weights.iter().map(|word| word.word()).collect();
                report.fault(given.span(), "such batteries have no gun like this", advise("", known));
            }
        }
    }

    fn needs_option(&self, unit: &At<ArmyUnitFile>, kind: &UnitType, report: &mut Reporter<'_>) {
        let Some(word) = kind.option else { return };
        let on = |options: Options| match word.value() {
            "elephants" => options.elephants == Elephants::On,
            _ => options.pike_and_shot == PikeAndShot::On,
        };
        if !on(self.file.options.options()) && !self.list.is_some_and(|list| on(list.options.options())) {
            let instead = format!("{} = \"on\" in [options]", word.word());
            report.fault(unit.kind.span(), format!("`{}` needs an optional rule", kind.key), instead);
        }
    }
}

fn entry_of(unit: &ArmyUnitFile, card: &UnitCard) -> BillEntry {
    BillEntry { name: unit.name.clone(), count: count(unit), lines: costs::bill(card) }
}

fn count(unit: &ArmyUnitFile) -> u32 {
    unit.count.as_ref().map_or(1, |count| u32::from(count.value))
}

fn is_chief(leader: &ArmyLeaderFile) -> bool {
    leader.rank.as_ref().is_some_and(|rank| rank.value.value())
}

fn with<T: Copy>(usual: T, others: &[T]) -> Vec<T> {
    std::iter::once(usual).chain(others.iter().copied()).collect()
}

/// What was chosen is one of those.
fn among<T: Copy + PartialEq>(
    chosen: &At<T>,
    known: &[T],
    word: fn(T) -> &'static str,
    of: &str,
    report: &mut Reporter<'_>,
) {
    if !known.contains(&chosen.value) {
        let words: Vec<&str> = known.iter().map(|&one| word(one)).collect();
        report.fault(
            chosen.span(),
            format!("{of} are not `{}`", word(chosen.value)),
            advise(word(chosen.value), words),
        );
    }
}

fn within(span: Range<usize>, count: u32, [least, most]: [u8; 2], what: &str, report: &mut Reporter<'_>) {
    if !(u32::from(least)..=u32::from(most)).contains(&count) {
        report.fault(span, format!("{count} {what}"), format!("{least} to {most}"));
    }
}

/// An army list with something of everything, for those who look for faults.
pub const SAMPLE: &str = include_str!("../../../../../armies/shot-steel-and-stone/gardi-corps-1761.toml");
