//! Battle files: see `laboratory::targets::battle`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(what) = laboratory::targets::battle(data) {
        panic!("{what}");
    }
});
