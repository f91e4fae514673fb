//! The text of journals: see `laboratory::targets::journal`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(what) = laboratory::targets::journal(data) {
        panic!("{what}");
    }
});
