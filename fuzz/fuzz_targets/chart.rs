//! An owner's charts: see `laboratory::targets::chart`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(what) = laboratory::targets::chart(data) {
        panic!("{what}");
    }
});
