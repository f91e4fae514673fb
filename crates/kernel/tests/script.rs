//! Scripts are read, written again, and refused at a line.
#![allow(clippy::unwrap_used, clippy::panic)]

use kernel::JournalFault;
use kernel::script::{Move, Script, ScriptLine, Throws};
use proptest::prelude::*;

fn wrong(text: &str) -> JournalFault {
    Script::parse(text).unwrap_err()
}

#[test]
fn a_script_is_read() {
    let text = "caracole script 1\n# first\nbattle first-blood\n\noption scale 15mm\ndice 4 2\nking side a\n\
                king test x ; 3 6\n";
    let script = Script::parse(text).unwrap();
    assert_eq!((script.battle.number, script.battle.value.as_str()), (3, "first-blood"));
    assert_eq!(script.options[0].value, ("scale".into(), "15mm".into()));
    assert_eq!(script.dice, ScriptLine { number: 6, value: Throws::Written(vec![4, 2]) });
    assert_eq!(script.moves.len(), 2);
    assert_eq!((script.moves[1].line, script.moves[1].dice.clone()), (8, Some(vec![3, 6])));
    assert_eq!(script.moves[1].decision, "test x");
}

#[test]
fn wrong_lines_are_named() {
    let after = |line: &str| wrong(&format!("caracole script 1\nbattle first-blood\n{line}\n"));
    for (line, words) in [
        ("battle x", "second battle"),
        ("option scale", "a key and a value"),
        ("seed x", "not a seed"),
        ("seed -1", "not a seed"),
        ("dice 1 x", "`x` is not a die"),
        ("dice 0", "`0` is not a die"),
        ("dice 300", "`300` is not a die"),
        ("king", "decides nothing"),
        ("king ; 3", "decides nothing"),
        ("king stand ; a", "`a` is not a die"),
        ("seed 1\nseed 2", "given already"),
        ("king stand\nseed 2", "too late"),
    ] {
        let fault = after(line);
        assert!(fault.what.contains(words) && !fault.instead.is_empty(), "{line}: {fault}");
        assert_eq!(fault.line, 2 + line.lines().count(), "{line}");
    }
    assert!(wrong("").what.contains("neither"));
    assert!(wrong("caracole script 2\n").what.contains("not known"));
    assert!(wrong("caracole script 1\nseed 3\n").what.contains("no battle"));
    assert!(wrong("caracole script 1\nbattle\n").what.contains("has a name"));
}

fn word() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9-]{0,8}"
        .prop_filter("a word of the head", |word| !["battle", "option", "seed", "dice"].contains(&word.as_str()))
}

fn dice() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(1_u8..=20, 0..5)
}

fn script() -> impl Strategy<Value = Script> {
    let throws = prop_oneof![any::<u64>().prop_map(Throws::Seed), dice().prop_map(Throws::Written)];
    let option = (word(), "[a-z0-9]{1,5}( [a-z]{1,3})?").prop_map(|value| ScriptLine { number: 0, value });
    let step = (word(), "[a-z]{1,6}( [a-z0-9.-]{1,6}){0,3}", prop::option::of(dice()))
        .prop_map(|(seat, decision, dice)| Move { line: 0, seat, decision, dice });
    let moves = prop::collection::vec(step, 0..6);
    (word(), prop::collection::vec(option, 0..3), throws, moves).prop_map(|(battle, options, dice, moves)| Script {
        battle: ScriptLine { number: 0, value: battle },
        options,
        dice: ScriptLine { number: 0, value: dice },
        moves,
    })
}

/// The script without the lines it stood on.
fn unnumbered(mut script: Script) -> Script {
    script.battle.number = 0;
    script.dice.number = 0;
    script.options.iter_mut().for_each(|option| option.number = 0);
    script.moves.iter_mut().for_each(|step| step.line = 0);
    script
}

proptest! {
    #[test]
    fn a_script_written_out_reads_the_same(script in script()) {
        prop_assert_eq!(unnumbered(Script::parse(&script.to_text()).unwrap()), script);
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_line_of_it(lines in prop::collection::vec("\\PC{0,20}", 0..6)) {
        let text = format!("caracole script 1\n{}", lines.join("\n"));
        if let Err(fault) = Script::parse(&text) {
            prop_assert!(fault.line >= 1 && fault.line <= text.lines().count() && !fault.what.is_empty());
        }
    }
}
