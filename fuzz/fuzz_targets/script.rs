//! Scripts: see `laboratory::targets::script`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(what) = laboratory::targets::script(data) {
        panic!("{what}");
    }
});
