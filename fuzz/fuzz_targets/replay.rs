//! Journals with sound marks and anything in their lines: see `laboratory::targets::replay`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(what) = laboratory::targets::replay(data) {
        panic!("{what}");
    }
});
