//! All mutants of a file planted at once, each asleep until its number is called.

use super::find::{Fault, Mutant};

/// The module that the planted code asks, added to the crate's copy. While all sleep it can write down who comes by: a line
/// for each mutant and thread, and libtest names a thread after its test.
pub const SWITCH: &str = r#"
/// Which mutant is awake: set from outside, none by itself.
#[doc(hidden)]
pub mod mutant {
    use std::cell::RefCell;
    use std::fs::File;
    use std::io::Write;
    use std::sync::OnceLock;

    static AWAKE: OnceLock<u32> = OnceLock::new();
    static REACHED: OnceLock<Option<File>> = OnceLock::new();

    thread_local! {
        static SEEN: RefCell<Vec<bool>> = const { RefCell::new(Vec::new()) };
    }

    #[inline]
    pub fn on(number: u32) -> bool {
        let awake = *AWAKE.get_or_init(|| std::env::var("CARACOLE_MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0));
        if awake == 0 {
            reached(number);
        }
        awake == number
    }

    fn reached(number: u32) {
        let file = REACHED.get_or_init(|| {
            let path = std::env::var_os("CARACOLE_REACHED")?;
            File::options().create(true).append(true).open(path).ok()
        });
        let Some(mut file) = file.as_ref() else { return };
        SEEN.with_borrow_mut(|seen| {
            let at = number as usize;
            seen.resize(seen.len().max(at + 1), false);
            if !std::mem::replace(&mut seen[at], true) {
                let line = format!("{number} {}\n", std::thread::current().name().unwrap_or_default());
                let _ = file.write_all(line.as_bytes());
            }
        });
    }
}
"#;

/// The text with all mutants in it, the first with number `first`.
pub fn plant(text: &str, mutants: &[Mutant], first: u32) -> String {
    planted(text, 0..text.len(), mutants, &|index| first + index as u32, 0)
}

/// The bytes of `range` with the mutants from `index` on that lie within it.
fn planted(
    text: &str,
    range: std::ops::Range<usize>,
    mutants: &[Mutant],
    number: &dyn Fn(usize) -> u32,
    mut index: usize,
) -> String {
    let mut out = String::new();
    let mut at = range.start;
    while let Some(mutant) = mutants.get(index).filter(|mutant| mutant.at.end <= range.end) {
        let here = mutant.at.clone();
        let same = mutants[index..].iter().take_while(|other| other.at == here).count();
        let within = mutants[index..].iter().take_while(|other| other.at.start < here.end).count();
        out.push_str(&text[at..here.start]);
        let mut inner = planted(text, here.clone(), mutants, number, index + same);
        for (offset, mutant) in mutants[index..index + same].iter().enumerate() {
            let on = format!("crate::mutant::on({})", number(index + offset));
            inner = match &mutant.fault {
                Fault::Negated => format!("({on} != ({inner}))"),
                Fault::Shifted { sign, to } => {
                    let shifted = format!("{}{to}{}", &text[here.start..sign.start], &text[sign.end..here.end]);
                    format!("(if {on} {{ {shifted} }} else {{ {inner} }})")
                }
            };
        }
        out.push_str(&inner);
        at = here.end;
        index += within;
    }
    out.push_str(&text[at..range.end]);
    out
}

#[cfg(test)]
mod tests {
    use super::super::find::mutants;
    use super::*;

    #[test]
    fn mutants_sleep_side_by_side() {
        let text = "fn f(a: u8) -> bool { a < 3 && good(a == 1) }";
        let planted = plant(text, &mutants(text).unwrap(), 7);
        assert_eq!(
            planted,
            "fn f(a: u8) -> bool { (if crate::mutant::on(8) { a <= 3 } else { (crate::mutant::on(7) != (a < 3)) }) && \
             (crate::mutant::on(9) != (good((crate::mutant::on(10) != (a == 1))))) }"
        );
        assert!(syn::parse_file(&planted).is_ok());
    }
}
