//! Battle files, army lists and generated battles of Charge Pikes!

mod bills;
mod faults;
mod inside_a_turn;
mod shipped;
mod sound;
mod states;

use charge_pikes::ChargePikes;
use charge_pikes::cards::{Grade, GunCard, GunClass, Kind, PikeStatus, TableEdge, UnitId};
use charge_pikes::muster::armies;
use charge_pikes::muster::costs::{self, Muster};
use charge_pikes::muster::generator;
use charge_pikes::setup;
use charge_pikes::state::{Aspect, Formation, GunState, Horses, Loss, Mode, Morale, Phase, Place, Woods};
use field::table::{INCH, Point};
use kernel::{Notation, OptionValues, Seat, Side};
use scenario::Source;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// A battle that is in order; the tests below spoil it in one place each.
const SOUND: &str = r##"format = 1
rulebook = "charge-pikes"
key = "test"
title = "A test"
turns = 10

[options]
scale = "25mm"

[ground]
size = [72, 48]

[[ground.areas]]
name = "Farm"
kind = "town"
box = [60, 20, 64, 24]
garrison = 20

[[ground.areas]]
name = "Copse"
kind = "heavy-woods"
circle = [10, 24, 3]

[[ground.lines]]
name = "Hedge"
kind = "hedgerow"
points = [[30, 24], [40, 24]]

[[sides]]
key = "king"
name = "The King"
baseline = "south"
royalist = true

[[sides]]
key = "parliament"
name = "Parliament"
baseline = "north"

[[generals]]
key = "rupert"
name = "Prince Rupert"
side = "king"
rank = "chief"

[[generals]]
key = "wilmot"
name = "Lord Wilmot"
side = "king"
command = "wing"

[[units]]
key = "blues"
name = "The Blues"
side = "king"
kind = "foot"
grade = "C"
pikes = 12
muskets = 24
at = [30, 10]

[[units]]
key = "horse"
name = "Wilmot's horse"
side = "king"
command = "wing"
kind = "horse"
grade = "B"
figures = 12
at = [45, 10]

[[units]]
key = "guns"
name = "The guns"
side = "king"
kind = "battery"
grade = "C"
guns = ["light", "field", "heavy"]
at = [55, 8]

[[units]]
key = "greys"
name = "The Greys"
side = "parliament"
kind = "foot"
grade = "D"
pikes = 12
muskets = 12
at = [30, 40]

[[units]]
key = "dragoons"
name = "Dragoons"
side = "parliament"
kind = "dragoons"
grade = "C"
figures = 10
at = [45, 40]
"##;

fn open(text: &str) -> Result<ChargePikes, scenario::Faults> {
    setup::open(&Source::new("test.toml", text))
}

fn sound(text: &str) -> ChargePikes {
    open(text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The sound battle with one piece of text changed.
fn spoil(from: &str, to: &str) -> String {
    assert_eq!(SOUND.matches(from).count(), 1, "`{from}` should stand once in the battle");
    SOUND.replacen(from, to, 1)
}

/// The sound battle with a key added to a unit.
fn with_key(unit: &str, key: &str) -> String {
    spoil(&format!("key = \"{unit}\"\n"), &format!("key = \"{unit}\"\n{key}\n"))
}

/// Line and column, both from one, at which a piece of text first stands.
fn place_of(text: &str, marker: &str) -> (usize, usize) {
    let at = text.find(marker).unwrap_or_else(|| panic!("`{marker}` is not in the text"));
    let before = &text[..at];
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (before.matches('\n').count() + 1, column)
}

/// The file has exactly one fault, at the marker, with these words and advice.
#[track_caller]
fn one_fault(text: &str, marker: &str, what: &str, instead: &str) {
    let faults = open(text).expect_err("the file should have a fault").0;
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 1, "{}", told.join("\n"));
    let fault = &faults[0];
    assert!(fault.what.contains(what), "{} should say `{what}`", told[0]);
    assert!(fault.instead.contains(instead), "{} should advise `{instead}`", told[0]);
    assert_eq!((fault.line, fault.column), place_of(text, marker), "{}", told[0]);
    assert!(told[0].starts_with(&format!("test.toml:{}:{}: ", fault.line, fault.column)));
}

fn unit(rules: &ChargePikes, key: &str) -> UnitId {
    setup::unit_by_key(rules, key).unwrap()
}
