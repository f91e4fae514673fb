//! Decisions in positions that random play has reached: see `laboratory::targets::Judge`.
#![no_main]

use laboratory::targets::Judge;
use std::sync::LazyLock;

static JUDGE: LazyLock<Judge> = LazyLock::new(|| Judge::new().expect("the shipped battles open"));

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(what) = JUDGE.try_out(data) {
        panic!("{what}");
    }
});
