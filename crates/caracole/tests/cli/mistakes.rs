//! Everything a caller can get wrong: a clear word, exit code 2, and nothing changed.

use crate::common::Folder;

/// A folder with one of everything that can be named by mistake.
fn furnished(name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir(folder.path("folder")).unwrap();
    folder.write("binary", [0x7f, b'E', b'L', b'F', b'\n', 0xff, 0xfe, 0]);
    folder.write("empty", "");
    folder.write("prose.toml", "format = 1\nrulebook = \"chess\"\nkey = \"x\"\n");
    folder.write("broken.toml", "format = 1\nrulebook = \"charge-pikes\"\nkey = \"x\"\ntitle = \"X\nunits = 3\n");
    folder.write("taken", "mine\n");
    folder.battle("a.journal", 3);
    folder
}

#[test]
fn every_mistake_is_told_and_changes_nothing() {
    let folder = furnished("mistakes");
    let before = folder.contents();
    let none: &[&str] = &["there is no battle `nope`", "instead: ", "first-blood", "battle file"];
    let cases: &[(&[&str], &[&str])] = &[
        // Names of battles and files.
        (&["show", "nope"], none),
        (&["play", "nope"], none),
        (&["odds", "nope"], none),
        (&["bench", "nope"], none),
        (&["soak", "nope"], none),
        (&["show", "first-bloood"], &["did you mean `first-blood`?"]),
        (&["show", "nope.toml"], &["nope.toml: there is no such file", "instead: "]),
        (&["run", "nope"], &["nope: there is no such file", "instead: "]),
        (&["replay", "nope"], &["nope: there is no such file"]),
        (&["show", "folder"], &["folder: this is a folder", "instead: the path of a file"]),
        (&["play", "folder"], &["folder: this is a folder"]),
        (&["run", "folder"], &["folder: this is a folder"]),
        (&["replay", "folder"], &["folder: this is a folder"]),
        (&["show", "binary"], &["binary: line 2: this is not text", "instead: "]),
        (&["run", "binary"], &["binary: line 2: this is not text"]),
        (&["replay", "binary"], &["binary: line 2: this is not text"]),
        (&["odds", "binary"], &["binary: line 2: this is not text"]),
        (&["show", "empty"], &["empty:1:1: ", "instead: format = 1"]),
        (&["replay", "empty"], &["empty: line 1: ", "caracole journal 1"]),
        (&["run", "empty"], &["empty: line 1: this is neither a journal nor a script", "caracole script 1"]),
        (&["replay", "prose.toml"], &["prose.toml: line 1: this is not a journal"]),
        (&["show", "prose.toml"], &["there is no rulebook `chess`", "instead: charge-pikes"]),
        (&["show", "broken.toml"], &["broken.toml:4:"]),
        // Options.
        (&["show", "first-blood", "-O", "scale"], &["`scale` is not an option", "instead: key=value"]),
        (&["show", "first-blood", "-O", "scale=40mm"], &["option `scale` cannot be `40mm`", "25mm, 15mm"]),
        (&["play", "first-blood", "-O", "sclae=15mm"], &["there is no option `sclae`", "instead: one of: scale"]),
        (&["soak", "first-blood", "-n", "1", "-O", "lances=on"], &["there is no option `lances`"]),
        (&["show", "a.journal", "-O", "scale=15mm"], &["a.journal: a journal has its options"]),
        (&["play", "a.journal", "--seed", "4"], &["a.journal: a journal has its seed"]),
        // Seats and commanders.
        (&["play", "first-blood", "--seats", "pope"], &["there is no seat `pope`", "king or parliament"]),
        (&["play", "first-blood", "--seats", "king,,"], &["there is no seat ``"]),
        (&["play", "first-blood", "--commander", "bonaparte"], &["no commander `bonaparte`", "greedy or random"]),
        (&["soak", "first-blood", "--commanders", "greedy", "x"], &["no commander `x`", "greedy or random"]),
        (&["match", "first-blood", "--commanders", "x", "greedy"], &["no commander `x`", "greedy or random"]),
        (&["match", "first-blood", "-n", "0"], &["0 battles", "-n 100"]),
        (&["match", "first-blood", "-n", "1", "--journals", "nowhere"], &["nowhere", "no folder"]),
        (&["odds", "first-blood", "--seat", "pope"], &["there is no seat `pope`"]),
        (&["odds", "a.journal"], &["the battle is over"]),
        (&["odds", "a.journal", "--seat", "king"], &["seat `king` is not asked anything: the battle is over"]),
        // Decisions.
        (&["odds", "first-blood", "zoom"], &["`zoom` is not a decision", "instead: what `caracole odds first-blood`"]),
        (&["odds", "first-blood", "9"], &["there is no answer 9", "instead: 1 to 2"]),
        (&["odds", "first-blood", "0"], &["there is no answer 0"]),
        (&["odds", "first-blood", "done"], &["`done`: ", "[CP "]),
        // Numbers.
        (&["show", "first-blood", "--width", "5"], &["5 pixels", "instead: 64 to 20000"]),
        (&["show", "first-blood", "--width=-5"], &["--width"]),
        (&["show", "first-blood", "-t", "--columns", "5"], &["5 columns", "instead: 40 to 1000"]),
        (&["play", "first-blood", "--columns", "5000"], &["5000 columns"]),
        (&["play", "first-blood", "--seed", "x"], &["--seed"]),
        (&["show", "a.journal", "--at", "99999"], &["a.journal: there is no decision 99999", "instead: 0 to "]),
        (&["odds", "a.journal", "--at", "99999"], &["a.journal: there is no decision 99999"]),
        (&["show", "first-blood", "--at", "3"], &["first-blood: only a journal has decisions"]),
        (&["replay", "a.journal", "--to", "99999"], &["a.journal: there is no decision 99999"]),
        (&["replay", "a.journal", "--from", "99999"], &["there is no decision 99999 to begin after"]),
        (&["odds", "first-blood", "1", "--samples", "0"], &["instead: --samples"]),
        (&["bench", "--seconds", "0"], &["0 seconds", "instead: 0.01 to 600"]),
        (&["bench", "--seconds", "nan"], &["instead: 0.01 to 600"]),
        (&["soak", "first-blood", "-n", "0"], &["instead: -n 100"]),
        (&["soak", "first-blood", "--seed", "18446744073709551615"], &["smaller seeds"]),
        (&["generate", "--points", "5"], &["no battle is made of 5 points", "instead: 300 to 2000"]),
        (&["generate", "--points", "100000"], &["instead: 300 to 2000"]),
        // Places to write to.
        (&["show", "first-blood", "-o", "map.gif"], &["`.gif` is not a picture", "instead: .svg or .png"]),
        (&["show", "first-blood", "-o", "nowhere/map.svg"], &["nowhere/map.svg: there is no such folder", "instead: "]),
        (&["show", "first-blood", "-o", "taken/map.svg"], &["taken/map.svg: ", "instead: "]),
        (&["play", "first-blood", "--save", "nowhere/x"], &["nowhere/x: there is no such folder"]),
        (&["play", "first-blood", "--save", "taken"], &["taken: this is there already", "instead: a new name"]),
        (&["play", "first-blood", "--save", "folder"], &["folder: this is there already"]),
        (&["play", "a.journal", "--save", "taken"], &["taken: this is there already"]),
        (&["replay", "a.journal", "--branch", "taken"], &["taken: this is there already"]),
        (&["replay", "a.journal", "--branch", "nowhere/x"], &["nowhere/x: there is no such folder"]),
        (&["run", "a.journal", "--journal", "taken"], &["taken: this is there already"]),
        (&["generate", "-o", "taken"], &["taken: this is there already"]),
        (&["generate", "-o", "nowhere/x"], &["nowhere/x: there is no such folder"]),
        (&["soak", "first-blood", "-n", "1", "--out", "nowhere"], &["nowhere: this is no folder"]),
        // Words that are no commands.
        (&[], &["Usage"]),
        (&["frobnicate"], &["unrecognized subcommand"]),
        (&["play", "--fast"], &["unexpected argument"]),
        (&["check"], &["required"]),
    ];
    for (arguments, words) in cases {
        let said = folder.run(arguments).wrong(words);
        // The story told before a branch could not be written is no harm; otherwise nothing is said but the mistake.
        if !arguments.contains(&"--branch") {
            assert_eq!(said.out, "", "caracole {}", said.arguments);
        }
        assert!(folder.contents() == before, "caracole {} changed something", said.arguments);
    }
}

#[test]
fn check_names_every_file_that_is_wrong() {
    let folder = furnished("check-mistakes");
    let before = folder.contents();
    let said = folder.run(&["check", "folder", "binary", "empty", "nope", "broken.toml", "a.journal", "first-blood"]);
    said.wrong(&[
        "folder: this is a folder",
        "binary: line 2: this is not text",
        "empty:1:1: ",
        "there is no battle `nope`",
        "broken.toml:4:",
        "5 of 7 files are not in order",
    ])
    .says(&["a.journal: a sound journal", "first-blood: a battle in order"]);
    assert!(folder.contents() == before);
}

#[test]
fn check_names_the_line_of_a_fault() {
    let folder = Folder::new("lines");
    let battle = folder.run(&["generate", "--seed", "7", "--points", "600"]).good().out;
    let wrong = battle.replacen("grade = \"", "grade = \"Z", 1);
    let line = wrong.lines().position(|line| line.contains("grade = \"Z")).unwrap() + 1;
    folder.write("battle.toml", wrong);
    folder.run(&["check", "battle.toml"]).wrong(&[&format!("battle.toml:{line}:"), "instead: "]);
    folder.write(
        "army.toml",
        "format = 1\nrulebook = \"charge-pikes\"\nkey = \"a\"\ntitle = \"A\"\nlimit = 10\n\n[[units]]\n\
        name = \"Foot\"\nkind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12\n",
    );
    folder.run(&["check", "army.toml"]).wrong(&["army.toml:5:", "over its limit of 10", "instead: "]);
}

/// A script with these lines after its head.
fn script(lines: &str) -> String {
    format!("caracole script 1\nbattle first-blood\n{lines}\n")
}

#[test]
fn a_wrong_line_of_a_script_is_named() {
    let folder = Folder::new("scripts");
    for (lines, words) in [
        ("seed x", &["s: line 3: `x` is not a seed", "instead: "] as &[&str]),
        ("dice 7 x", &["s: line 3: `x` is not a die"]),
        ("seed 1\nseed 2", &["s: line 4: the dice are given already"]),
        ("option scale", &["s: line 3: an option has a key and a value"]),
        ("option scale 40mm", &["s: line 3: option `scale` cannot be `40mm`", "25mm"]),
        ("option sclae 15mm", &["s: line 3: there is no option `sclae`"]),
        ("king", &["s: line 3: `king` decides nothing"]),
    ] {
        folder.write("s", script(lines));
        let said = folder.run(&["run", "s"]).wrong(words);
        assert_eq!(said.out, "", "{lines}");
        folder.run(&["check", "s"]).wrong(words);
    }
    folder.write("s", "caracole script 1\nseed 3\n");
    folder.run(&["run", "s"]).wrong(&["s: line 1: the script names no battle"]);
    folder.write("s", "caracole script 1\nseed 3\nbattle nope\n");
    folder.run(&["run", "s"]).wrong(&["s: line 3: there is no battle `nope`"]);
    folder.write("s", "caracole script 1\nbattle nope.toml\n");
    folder.run(&["run", "s"]).wrong(&["s: line 2: nope.toml: there is no such file"]);
    folder.run_with(&["run", "-"], "nonsense").wrong(&["standard input: line 1: "]);
    folder.run_with(&["run", "-"], [0xff, 0xfe]).wrong(&["standard input: line 1: this is not text"]);
    folder.run(&["run", "-"]).wrong(&["standard input: line 1: "]);
}

#[test]
fn a_refused_decision_of_a_script_is_reported() {
    let folder = Folder::new("refused");
    for (lines, seat, decision, rule, why) in [
        ("seed 1\nking fly away", "king", "fly away", "notation", "is not a decision"),
        ("seed 1\npope side a", "pope", "side a", "seat", "the seats are king or parliament"),
        ("seed 1\nking done", "king", "done", "", ""),
        ("dice 5 2\nking side a ; 3", "king", "side a", "dice", "left over"),
    ] {
        folder.write("s", script(lines));
        let said = folder.run(&["run", "s"]).wrong(&["s: line 4: ", "is refused"]);
        let report = said.json();
        let refusal = &report["refusal"];
        assert_eq!((refusal["line"].as_u64(), refusal["seat"].as_str()), (Some(4), Some(seat)), "{refusal}");
        assert_eq!(refusal["decision"].as_str(), Some(decision));
        assert!(refusal["rule"].as_str().unwrap().contains(rule), "{refusal}");
        assert!(refusal["why"].as_str().unwrap().contains(why), "{refusal}");
        // What stood before it was played, what came after was not.
        assert_eq!(report["decisions"], 0);
        folder.run(&["check", "s"]).wrong(&["s: line 4: "]);
    }
}

#[test]
fn dice_that_do_not_fit_the_opening_are_named_in_a_report() {
    let folder = Folder::new("opening-dice");
    for (dice, words) in [
        ("dice 9 3", &["die 1 shows 9, which is not on a die of 6", "rolled were 9 3 for “"] as &[&str]),
        ("dice 1", &["2 dice were rolled but only 1 given", "1 a missing die of 6 for “"]),
        ("dice 1 2 3", &["3 dice were given but only 2 rolled: 1 left over (3)", "1 2 for “", "[CP "]),
    ] {
        folder.write("s", script(&format!("# by hand\n{dice}\nking side a")));
        let said = folder.run(&["run", "s", "--journal", "out"]).wrong(words);
        let said = said.wrong(&["s: line 4: `begin` is refused: the dice before the first question: "]);
        let report = said.json();
        assert_eq!((&report["refusal"]["rule"], &report["decisions"]), (&"dice".into(), &0.into()), "{report}");
        assert!(!report["ledger"][0]["entries"].as_array().unwrap().is_empty(), "{report}");
        assert!(report["state"].is_object() && report["clock"].is_string() && !folder.path("out").exists());
        folder.run(&["check", "s"]).wrong(words);
    }
}

#[test]
fn who_speaks_out_of_turn_is_shown_who_is_asked_what() {
    let folder = Folder::new("out-of-turn");
    folder.write("s", script("dice 5 2\nparliament side a"));
    let said = folder.run(&["run", "s"]).wrong(&[
        "s: line 4: `parliament side a` is refused: `parliament` is not asked anything now; `king` is [turn]",
        "instead: ",
        "`king side a`, `king side b`",
    ]);
    let report = said.json();
    let asked = &report["refusal"]["asked"];
    assert_eq!(asked[0]["seat"], "king");
    assert!(asked[0]["question"].as_str().unwrap().contains('?'), "{asked}");
    assert_eq!(asked[0]["menu"], serde_json::json!(["side a", "side b"]));
}

#[test]
fn dice_of_a_decision_that_do_not_fit_are_named() {
    let folder = Folder::new("wrong-dice");
    folder.write(
        "s",
        "caracole script 1\nbattle wing-against-wing\ndice\nking start-done\nparliament start-done\n\
                       parliament let-be\nking change-orders make-ready\n",
    );
    folder.run(&["run", "s"]).wrong(&[
        "line 7",
        "1 die was rolled but only 0 given; rolled were a missing die of 10 for “",
        "[MP ",
    ]);
}

#[test]
fn a_disk_that_is_full_is_told_of() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let output =
        std::process::Command::new(env!("CARGO_BIN_EXE_caracole")).arg("battles").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("standard output: ") && !err.contains("panicked"), "{err}");
}
