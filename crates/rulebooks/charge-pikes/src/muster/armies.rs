//! Army lists: forces bought with points before a battle is drawn up (chapter 21).

use crate::ChargePikes;
use crate::muster::costs::{self, Muster};
use crate::muster::unit_file;
use crate::setup::file::{OptionsFile, RankWord};
use kernel::Side;
use scenario::bill::{Army, Bill, BillEntry};
use scenario::{At, Faults, Reporter, Source};
use schemars::JsonSchema;
use serde::Deserialize;

/// An army list for Charge Pikes!
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "Charge Pikes! army list")]
pub struct ArmyFile {
    /// Always 1.
    pub format: At<u8>,
    /// Always `charge-pikes`.
    pub rulebook: At<String>,
    /// Short name in lower case.
    pub key: At<String>,
    pub title: String,
    /// The side it is meant for, in words.
    pub side: Option<String>,
    /// Most points it may cost.
    pub limit: Option<At<u32>>,
    #[serde(default)]
    pub options: OptionsFile,
    #[serde(default)]
    pub generals: Vec<At<ArmyGeneralFile>>,
    pub units: Vec<At<ArmyUnitFile>>,
}

/// A general of an army list.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArmyGeneralFile {
    pub name: String,
    /// Commander-in-chief or sub-general; sub-general when left out.
    pub rank: Option<At<RankWord>>,
}

unit_file! {
    /// A unit of an army list, or several alike.
    ArmyUnitFile {
        pub name: String,
        /// How many units like this one; 1 when left out.
        pub count: Option<At<u8>>,
    } {}
}

/// What the forces of one side of a battle cost.
pub fn bill_of(rules: &ChargePikes, side: Side) -> Bill {
    let units = rules.units.iter().filter(|unit| unit.side == side && unit.parent.is_none());
    let units = units.map(|unit| BillEntry { name: unit.name.clone(), count: 1, lines: Muster::of(unit).bill() });
    let generals = rules.generals.iter().filter(|general| general.side == side);
    let generals = generals.map(|general| general_entry(&general.name, general.chief));
    Bill { entries: units.chain(generals).collect() }
}

fn general_entry(name: &str, chief: bool) -> BillEntry {
    BillEntry { name: name.to_owned(), count: 1, lines: vec![costs::general_bill(chief)] }
}

/// Opens an army list and reckons what it costs.
pub fn open(source: &Source) -> Result<Army, Faults> {
    let file: ArmyFile = scenario::read(source)?;
    let mut report = Reporter::new(source);
    if file.rulebook.value != "charge-pikes" {
        let what = format!("an army for `{}`", file.rulebook.value);
        report.fault(file.rulebook.span(), what, "rulebook = \"charge-pikes\"");
    }
    one_chief(&file, &mut report);
    let bill = bill(&file, &mut report);
    bill.keeps_within(file.limit.as_ref(), costs::RULE, &mut report);
    let army = Army { title: file.title, limit: file.limit.map(|limit| limit.value), bill };
    report.finish(army)
}

/// The JSON Schema of army lists, for editors.
pub fn schema() -> String {
    crate::setup::pretty(&scenario::schema::<ArmyFile>())
}

/// One commander-in-chief at most (CP 9.1).
fn one_chief(file: &ArmyFile, report: &mut Reporter<'_>) {
    let chiefs = file.generals.iter().filter_map(|general| general.rank.as_ref()).filter(|rank| rank.value.value());
    for second in chiefs.skip(1) {
        report.fault(second.span(), "a second commander-in-chief (CP 9.1)", "rank = \"sub\"");
    }
}

fn bill(file: &ArmyFile, report: &mut Reporter<'_>) -> Bill {
    let options = file.options.options();
    let mut entries = Vec::new();
    for unit in &file.units {
        let count = unit.count.as_ref().map_or(1, |count| count.value);
        if let Some(none) = unit.count.as_ref().filter(|count| count.value == 0) {
            report.fault(none.span(), "none of a unit", "count = 1, or leave the unit out");
        }
        let keys = ArmyUnitFile::muster_keys(unit);
        let mustered = keys.muster(&options, report);
        let muster = Muster {
            kind: unit.kind.value.value(),
            grade: keys.grade(report),
            figures: mustered.figures(),
            swedish: mustered.swedish,
            guns: &mustered.guns,
        };
        entries.push(BillEntry { name: unit.name.clone(), count: u32::from(count), lines: muster.bill() });
    }
    for general in &file.generals {
        let chief = general.rank.as_ref().is_some_and(|rank| rank.value.value());
        entries.push(general_entry(&general.name, chief));
    }
    Bill { entries }
}

/// An army list with something of everything, for those who look for faults.
pub const SAMPLE: &str = r#"format = 1
rulebook = "charge-pikes"
key = "western-army"
title = "A western army"
side = "The King's party"
limit = 2000

[options]
firelocks = true
swedish-system = true

[[generals]]
name = "The Lord General"
rank = "chief"

[[generals]]
name = "A sergeant-major-general"

[[units]]
name = "Regiment of foot"
count = 2
kind = "foot"
grade = "C"
pikes = 12
muskets = 18
swedish = true

[[units]]
name = "Regiment of horse"
kind = "horse"
grade = "B"
figures = 12
pistols = true

[[units]]
name = "Dragoons"
kind = "dragoons"
grade = "C"
figures = 10

[[units]]
name = "Guns"
kind = "battery"
grade = "C"
guns = ["light", "field"]
limbers = true
"#;
