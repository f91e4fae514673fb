//! Army lists: see `laboratory::targets::army`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(what) = laboratory::targets::army(data) {
        panic!("{what}");
    }
});
