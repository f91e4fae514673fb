//! Battle files: those that come with the rulebook open.

use musket_and_pike::setup;
use scenario::Source;

#[test]
fn every_shipped_battle_opens() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../battles/musket-and-pike");
    for file in std::fs::read_dir(folder).unwrap() {
        let source = Source::open(&file.unwrap().path()).unwrap();
        setup::open(&source).unwrap_or_else(|faults| panic!("{faults}"));
    }
}
