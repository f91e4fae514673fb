//! Each command doing what it is for.

use crate::common::Folder;

#[test]
fn battles_lists_what_there_is_to_play() {
    let folder = Folder::new("battles");
    folder.run(&["battles"]).good().says(&["first-blood: First Blood (charge-pikes)", "hopton-heath", "braddock-down"]);
    folder.run(&["battles", "--options"]).good().says(&["scale", "25mm or 15mm", "[CP 1.3]"]);
    let list = folder.run(&["battles", "--json"]).good().json();
    let keys: Vec<&str> = list.as_array().unwrap().iter().map(|battle| battle["key"].as_str().unwrap()).collect();
    assert!(keys.contains(&"first-blood"), "{keys:?}");
    assert!(list[0]["options"].as_array().is_some_and(|options| !options.is_empty()));
}

#[test]
fn show_draws_a_battle_and_lists_its_forces() {
    let folder = Folder::new("show");
    let said = folder.run(&["show", "first-blood", "-o", "map.svg"]).good();
    said.says(&["wrote map.svg", "Lisle's horse", "12 riders", "The King's party", "victory"]);
    assert!(folder.read("map.svg").starts_with("<svg"));
    // A picture needs a font; a machine without one is told so and nothing is written.
    let said = folder.run(&["show", "first-blood", "-o", "both"]);
    if said.code == Some(0) {
        assert!(folder.has("both.svg") && folder.has("both.png"));
    } else {
        said.wrong(&["font"]);
        assert!(!folder.has("both.svg"));
    }
    let said = folder.run(&["show", "first-blood", "--terminal", "--columns", "80"]).good();
    assert!(said.out.lines().all(|line| line.chars().count() <= 80) && !said.out.contains('\u{1b}'));
    said.says(&["First Blood", "Beggars' Spinney", "┌──", "lisle-horse"]);
    // The other scale makes smaller figures on the same table.
    folder.run(&["show", "first-blood", "-o", "small.svg", "-O", "scale=15mm"]).good();
    assert_ne!(folder.read("small.svg"), folder.read("map.svg"));
}

#[test]
fn show_draws_any_moment_of_a_journal() {
    let folder = Folder::new("moments");
    folder.battle("a.journal", 3);
    let map = |at: &str| folder.run(&["show", "a.journal", "-t", "--at", at]).good().out;
    assert!(map("0").contains("turn 1 of 8"));
    assert_ne!(map("0"), map("20"));
    folder.run(&["show", "a.journal", "-t"]).good();
}

const ARMY: &str = "\
format = 1
rulebook = \"charge-pikes\"
key = \"ashby\"
title = \"Ashby's party\"
limit = 400

[[generals]]
name = \"Sir Edward\"
rank = \"chief\"

[[units]]
name = \"Ashby's foot\"
count = 2
kind = \"foot\"
grade = \"C\"
pikes = 8
muskets = 12
";

#[test]
fn check_tells_what_a_file_is() {
    let folder = Folder::new("check");
    folder.battle("a.journal", 3);
    folder.write("army.toml", ARMY);
    folder.write("script", "caracole script 1\nbattle first-blood\nseed 3\n");
    let generated = folder.run(&["generate", "--seed", "7", "--points", "600"]).good().out;
    folder.write("battle.toml", &generated);
    folder.run(&["check", "first-blood", "battle.toml", "army.toml", "a.journal", "script"]).good().says(&[
        "first-blood: a battle in order: First Blood",
        "The King's party: ",
        "battle.toml: a battle in order",
        "army.toml: an army in order: Ashby's party, ",
        " of 400 points",
        "a.journal: a sound journal of First Blood: ",
        "script: a sound script: 0 decisions",
    ]);
    folder.run(&["check", "--bill", "army.toml"]).good().says(&["2 x Ashby's foot", "total", "[CP "]);
    // Nothing limits this one; it is an army all the same.
    folder.write("free.toml", ARMY.replace("limit = 400\n", ""));
    folder.run(&["check", "free.toml"]).good().says(&["an army in order"]);
}

#[test]
fn generate_makes_the_same_battle_from_the_same_seed() {
    let folder = Folder::new("generate");
    let make = |seed: &str| folder.run(&["generate", "--seed", seed, "--points", "700"]).good().out;
    assert_eq!(make("5"), make("5"));
    assert_ne!(make("5"), make("6"));
    folder.run(&["generate", "--seed", "5", "--points", "700", "-o", "five.toml"]).good().says(&["wrote five.toml"]);
    assert_eq!(folder.read("five.toml"), make("5"));
    folder.run(&["check", "five.toml"]).good();
}

#[test]
fn replay_tells_the_story() {
    let folder = Folder::new("replay");
    folder.battle("a.journal", 3);
    let story = folder.run(&["replay", "a.journal"]).good();
    assert!(story.out.contains("\n== turn 1 of 8, movement\n") && story.out.contains(" advances "), "{}", story.out);
    assert!(story.out.trim_end().ends_with('.') && story.out.contains(" points to "), "{}", story.out);
    // Every decision by its number, where that is wanted.
    folder.run(&["replay", "a.journal", "--decisions", "--to", "3"]).good().says(&[
        "\n   1 ",
        "\n   3 ",
        "Here the journal ends",
    ]);
    let late = folder.run(&["replay", "a.journal", "--from", "30"]).good();
    assert!(late.out.len() < story.out.len() && !late.out.contains("turn 1 of 8, initiative"));
    let json = folder.run(&["replay", "a.journal", "--json", "--to", "4"]).good();
    let lines: Vec<serde_json::Value> = json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["decision"], "begin");
    assert!(lines[1]["words"].as_str().is_some_and(|words| !words.is_empty()));
}

#[test]
fn replay_branches_off() {
    let folder = Folder::new("branch");
    folder.battle("a.journal", 3);
    let before = folder.read("a.journal");
    folder.run(&["replay", "a.journal", "--to", "10", "--branch", "b.journal"]).good();
    folder.run(&["check", "b.journal"]).good().says(&["10 decisions"]);
    assert!(folder.read("b.journal").lines().count() < before.lines().count());
    assert_eq!(folder.read("a.journal"), before);
    // The same decisions and dice lead to the same end from there.
    folder.run_with(&["play", "b.journal", "--maps", "never"], "quit\n").good();
}

#[test]
fn odds_lists_the_menu_and_reckons() {
    let folder = Folder::new("odds");
    folder.battle("a.journal", 3);
    let menu = folder.run(&["odds", "a.journal", "--at", "0"]).good();
    menu.says(&["1) be Side A", "2) be Side B"]);
    let certain = folder.run(&["odds", "a.journal", "1", "--at", "0", "--until", "question"]).good();
    certain.says(&["certain: no dice are rolled", "nothing changes"]);
    folder.run(&["odds", "first-blood", "side", "b"]).good().says(&["be Side B"]);
    let listed = folder.run(&["odds", "a.journal", "--at", "0", "--json"]).good().json();
    assert_eq!(listed[0]["decision"], "side a");
    let odds = folder.run(&["odds", "a.journal", "1", "--at", "0", "--json"]).good().json();
    assert_eq!(odds["exact"], true);
}

#[test]
fn odds_of_a_decision_with_dice_add_up() {
    let folder = Folder::new("dicey");
    folder.battle("a.journal", 3);
    // The first decision of the battle that rolled dice and left somebody hurt.
    let journal = folder.read("a.journal");
    let decisions = journal.lines().skip_while(|line| !line.starts_with("begin")).skip(1);
    let rolled: Vec<usize> =
        decisions.enumerate().filter(|(_, line)| line.contains(" ; ")).map(|(index, _)| index).collect();
    for at in rolled.into_iter().take(6) {
        let place = at.to_string();
        let line = journal.lines().skip_while(|line| !line.starts_with("begin")).nth(at + 1).unwrap();
        let words: Vec<&str> = line.split(" #").next().unwrap().split(" ; ").next().unwrap().split(' ').collect();
        let mut arguments = vec!["odds", "a.journal", "--at", &place, "--seat", words[1], "--json"];
        arguments.extend(["--until", "question", "--samples", "200", "--paths", "500"]);
        arguments.extend(&words[2..]);
        let odds = folder.run(&arguments).good().json();
        for chance in odds["chances"].as_array().unwrap() {
            let (low, p, high) = (&chance["low"], &chance["probability"], &chance["high"]);
            let [low, p, high] = [low, p, high].map(|number| number.as_f64().unwrap());
            assert!((0.0..=1.0 + 1e-9).contains(&p) && low <= p + 1e-9 && p <= high + 1e-9, "{chance}");
        }
    }
}

/// The script that the page on journals shows.
fn script_of_the_docs() -> String {
    let page = include_str!("../../../../docs/journal.md");
    let block = page.split("\n\n").skip_while(|part| !part.starts_with("    caracole script 1"));
    let lines = block.take_while(|part| part.starts_with("    ")).collect::<Vec<_>>().join("\n\n");
    lines.lines().map(|line| format!("{}\n", line.trim_start())).collect()
}

#[test]
fn the_script_of_the_docs_runs() {
    let folder = Folder::new("docs");
    let script = script_of_the_docs();
    folder.write("s", &script);
    let report = folder.run(&["run", "s"]).good().json();
    assert_eq!(report["decisions"], 5, "{script}");
    assert_eq!(report["awaiting"][0], "parliament");
    // Nobody was charged, so nobody was asked for an answer to it.
    let unasked = serde_json::json!({ "seat": "parliament", "topic": "answer-charges", "decision": "done" });
    assert!(report["ledger"][2]["unasked"].as_array().unwrap().contains(&unasked), "{report}");
    // And the refusal it tells of is refused as it says.
    folder.write("t", script.replace("advance 304.8", "advance 9999"));
    let refusal = folder.run(&["run", "t"]).wrong(&["t: line 10: `king move advance 9999` is refused"]).json();
    assert_eq!((&refusal["refusal"]["line"], &refusal["refusal"]["rule"]), (&10.into(), &"CP 15.12.1".into()));
}

#[test]
fn bench_prints_the_agreed_figures() {
    let folder = Folder::new("bench");
    let said = folder.run(&["bench", "first-blood", "--seconds", "0.05", "--json"]).good();
    let keys = [
        "battle",
        "rulebook",
        "decisions_per_s",
        "battles_per_s",
        "state_bytes",
        "clone_ns",
        "allocations_per_decision",
    ];
    let report = said.json();
    let figures = report["battles"][0].as_object().unwrap();
    assert_eq!(figures.len(), keys.len());
    assert_eq!(report.as_object().unwrap().len(), 1);
    assert!(keys[2..].iter().all(|key| figures[*key].is_number()), "{}", said.out);
    // In this order, on one line.
    assert!(
        said.out.starts_with(
            "{\"battles\":[{\"battle\":\"first-blood\",\"rulebook\":\"charge-pikes\",\"decisions_per_s\":"
        )
    );
    let places: Vec<usize> = keys.iter().map(|key| said.out.find(&format!("\"{key}\":")).unwrap()).collect();
    assert!(places.is_sorted() && said.out.lines().count() == 1);
    folder.run(&["bench", "first-blood", "--seconds", "0.05"]).good().says(&["decisions/s", "first-blood"]);
}

#[test]
fn soak_counts_its_battles() {
    let folder = Folder::new("soak");
    folder.run(&["soak", "first-blood", "-n", "2", "--seed", "1"]).good().says(&["first-blood: 2 battles", "0 failed"]);
    let strays = folder.run(&["soak", "first-blood", "-n", "12", "--seed", "1", "--strays", "--json"]).good().json();
    assert!(strays["result"]["strays"][1].as_u64() > Some(0), "{strays}");
    // With them taken, the battles are others.
    let plain = folder.run(&["soak", "first-blood", "-n", "12", "--seed", "1", "--json"]).good().json();
    assert_ne!(strays["result"]["decisions"], plain["result"]["decisions"]);
    let commanders = ["soak", "first-blood", "-n", "1", "--commanders", "greedy", "random", "--json"];
    let report = folder.run(&commanders).good().json();
    assert_eq!((&report["battle"], &report["result"]["battles"]), (&"first-blood".into(), &1.into()));
    assert!(folder.contents().is_empty());
}

#[test]
fn a_match_counts_from_either_side() {
    let folder = Folder::new("match");
    let table = folder.run(&["match", "first-blood", "-n", "3", "--commanders", "random", "random"]).good();
    table.says(&["random against random, 3 battles from either side", "leads", "95 % between", "first-blood"]);
    let report = folder.run(&["match", "first-blood", "-n", "3", "--json", "--journals", "."]).good().json();
    let rows = report["battles"].as_array().unwrap();
    assert_eq!(rows.len(), 2, "{report}");
    for row in rows {
        let counts = ["won", "drawn", "lost"].map(|key| row[key].as_u64().unwrap());
        assert_eq!(counts.iter().sum::<u64>(), 3, "{row}");
        let share = 100.0 * (counts[0] as f64 + counts[1] as f64 / 2.0) / 3.0;
        assert!((row["share"].as_f64().unwrap() - share).abs() < 1e-9, "{row}");
        let [low, high] = [0, 1].map(|edge| row["interval"][edge].as_f64().unwrap());
        assert!(0.0 <= low && low <= share && share <= high && high <= 100.0, "{row}");
    }
    // Every battle can be read afterwards.
    assert_eq!(folder.contents().len(), 6);
    folder.run(&["check", "first-blood-1-0.journal", "first-blood-2-2.journal"]).good();
}

#[test]
fn a_reader_that_goes_away_is_no_trouble() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let folder = Folder::new("pipe");
    folder.battle("a.journal", 3);
    let mut child = Command::new(env!("CARGO_BIN_EXE_caracole"))
        .args(["replay", "a.journal", "--json"])
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 16];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
