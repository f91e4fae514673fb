//! Journals: the same for the same seed and decisions, and found out when anything in them was changed.

use crate::common::Folder;

/// A journal cut after so many decisions, so that going through its lines takes no time.
fn short(folder: &Folder) -> String {
    folder.battle("whole.journal", 3);
    folder.run(&["replay", "whole.journal", "--to", "12", "--branch", "a.journal"]).good();
    folder.read("a.journal")
}

fn number(text: &str, starts: &str) -> usize {
    text.lines().position(|line| line.starts_with(starts)).unwrap() + 1
}

#[test]
fn the_same_seed_and_decisions_give_the_same_journal() {
    let folder = Folder::new("same");
    for (name, seed) in [("a", "9"), ("b", "9"), ("c", "10")] {
        let save = format!("{name}.journal");
        let start = ["play", "first-blood", "--seed", seed, "--save", &save, "--maps", "never"];
        folder.run_with(&start, "1\nauto 3\n\nauto turn\nforces\nauto end\n").good();
    }
    assert_eq!(folder.read("a.journal"), folder.read("b.journal"));
    assert_ne!(folder.read("a.journal"), folder.read("c.journal"));
}

#[test]
fn a_journal_runs_and_replays_to_itself() {
    let folder = Folder::new("itself");
    folder.battle("a.journal", 4);
    let report = folder.run(&["run", "a.journal", "--journal", "b.journal"]).good().json();
    assert_eq!(folder.read("a.journal"), folder.read("b.journal"));
    assert!(report["outcome"]["words"].is_string() && report["refusal"].is_null());
    assert_eq!(report["awaiting"], serde_json::json!([]));
    let decisions = report["decisions"].as_u64().unwrap() as usize;
    assert_eq!(report["ledger"].as_array().unwrap().len(), decisions + 1);
    let brief = folder.run(&["run", "a.journal", "--brief"]).good().json();
    assert_eq!(brief["ledger"], serde_json::json!([]));
    assert_eq!(brief["state"], report["state"]);
    // From standard input as well.
    let piped = folder.run_with(&["run", "-", "--brief"], folder.read("a.journal")).good().json();
    assert_eq!(piped, brief);
    let words = report["outcome"]["words"].as_str().unwrap();
    folder.run(&["replay", "a.journal"]).good().says(&[words]);
    folder.run(&["check", "a.journal"]).good().says(&[words]);
}

#[test]
fn a_script_of_the_same_decisions_is_the_same_battle() {
    let folder = Folder::new("script");
    let journal = short(&folder);
    let decisions = |text: &str| -> Vec<String> {
        let lines = text.lines().skip_while(|line| !line.starts_with("begin")).skip(1);
        lines.map(|line| line.split(" #").next().unwrap().split_once(' ').unwrap().1.to_owned()).collect()
    };
    let moves = decisions(&journal);
    let plain: Vec<&str> = moves.iter().map(|line| line.split(" ; ").next().unwrap()).collect();
    folder.write("seeded", format!("caracole script 1\nbattle first-blood\nseed 3\n{}\n", plain.join("\n")));
    folder.run(&["run", "seeded", "--journal", "seeded.journal"]).good();
    assert_eq!(decisions(&folder.read("seeded.journal")), moves);
    // With the dice thrown by hand.
    let opening = journal.lines().find(|line| line.starts_with("begin")).unwrap().split(" #").next().unwrap();
    let dice = opening.strip_prefix("begin ; ").unwrap();
    folder.write("thrown", format!("caracole script 1\nbattle first-blood\ndice {dice}\n{}\n", moves.join("\n")));
    folder.run(&["run", "thrown", "--journal", "thrown.journal"]).good();
    assert_eq!(decisions(&folder.read("thrown.journal")), moves);
    assert!(folder.read("thrown.journal").contains("\nseed none\n"));
    folder.run(&["check", "seeded", "thrown", "seeded.journal", "thrown.journal"]).good();
}

#[test]
fn a_script_finds_a_battle_file_beside_it() {
    let folder = Folder::new("beside");
    std::fs::create_dir(folder.path("sub")).unwrap();
    let battle = folder.run(&["generate", "--seed", "7", "--points", "600"]).good().out;
    folder.write("sub/b.toml", battle);
    folder.write("sub/s", "caracole script 1\nbattle b.toml\nseed 3\n");
    let report = folder.run(&["run", "sub/s"]).good().json();
    assert_eq!(report["decisions"], 0);
    assert!(!report["awaiting"].as_array().unwrap().is_empty());
}

#[test]
fn an_altered_line_is_named() {
    let folder = Folder::new("altered");
    let journal = short(&folder);
    let begin = number(&journal, "begin");
    let count = journal.lines().count();
    for line in 1..=count {
        let mut lines: Vec<String> = journal.lines().map(str::to_owned).collect();
        let text = &mut lines[line - 1];
        // One letter of each line in turn, and never the mark alone.
        let at = text.char_indices().nth(text.chars().count().min(4).saturating_sub(1)).map_or(0, |(at, _)| at);
        let letter = if text[at..].starts_with('x') { "y" } else { "x" };
        let next = at + text[at..].chars().next().map_or(0, char::len_utf8);
        text.replace_range(at..next, letter);
        folder.write("bad.journal", lines.join("\n") + "\n");
        // The header is sealed by the mark of the line that ends it.
        let blamed = line.max(begin);
        let said = folder.run(&["check", "bad.journal"]);
        assert_eq!(said.code, Some(2), "line {line}: {}{}", said.out, said.err);
        let named = |number: usize| said.err.contains(&format!("bad.journal: line {number}: "));
        assert!(named(line) || named(blamed) || line == 1, "line {line}: {}", said.err);
    }
}

#[test]
fn every_command_refuses_a_damaged_journal_and_leaves_it_alone() {
    let folder = Folder::new("damaged");
    let journal = short(&folder);
    let line = number(&journal, "3 ");
    let third = journal.lines().nth(line - 1).unwrap().to_owned();
    let whole = |changed: &str| journal.replace(&third, changed);
    let cut = &journal[..journal.find(&third).unwrap() + 6];
    let lost: String = journal.lines().filter(|text| *text != third).map(|text| format!("{text}\n")).collect();
    let swapped = {
        let mut lines: Vec<&str> = journal.lines().collect();
        lines.swap(line - 1, line);
        lines.join("\n") + "\n"
    };
    for (name, text) in [
        ("a decision changed", whole(&third.replacen("3 ", "3  ", 1))),
        ("a line cut off", cut.to_owned()),
        ("a line lost", lost),
        ("lines swapped", swapped),
    ] {
        folder.write("bad.journal", &text);
        for command in [
            &["check"] as &[&str],
            &["show", "-t"],
            &["play"],
            &["run"],
            &["replay"],
            &["odds"],
            &["odds", "--at", "1"],
        ] {
            let mut arguments = command.to_vec();
            arguments.insert(1, "bad.journal");
            let said = folder.run(&arguments).wrong(&[&format!("bad.journal: line {line}: "), "instead: "]);
            assert!(said.out.is_empty(), "{name}: {}", said.out);
            assert_eq!(folder.read("bad.journal"), text, "{name}");
        }
    }
    let newer = journal.replacen("caracole journal 1", "caracole journal 2", 1);
    folder.write("bad.journal", newer);
    folder.run(&["check", "bad.journal"]).wrong(&["bad.journal: line 1: ", "version"]);
}

#[test]
fn a_journal_survives_the_mail() {
    let folder = Folder::new("mail");
    let journal = short(&folder);
    folder.write("crlf.journal", journal.replace('\n', "\r\n"));
    folder.write("bare.journal", journal.trim_end());
    folder.run(&["check", "crlf.journal", "bare.journal"]).good();
}

/// The journal of a battle in which one side has given sealed orders and the other is still asked.
fn sealed(
    folder: &Folder,
    battle: &str,
    options: &[(&str, &str)],
    topic: &str,
    salt: Option<u128>,
) -> (String, String) {
    let source = shelf::find(battle).unwrap();
    let options = options.iter().map(|(key, value)| (String::from(*key), String::from(*value))).collect();
    let begun = shelf::begin_with(&source, &options, &[], shelf::Dice::Seed(5), salt, &mut |_| Default::default());
    let (mut door, _) = begun.unwrap();
    let mut greedy = commander::Greedy::new(5);
    for _ in 0..2_000 {
        let asked = door.question(door.awaiting()[0]).unwrap();
        let both = door.awaiting().len() == 2;
        let is_secret = both && asked.question.topic == topic;
        // One that nobody has given before in the same words: those stand open in the journal.
        let new = |choice: usize| !door.journal().to_text().contains(&asked.menu[choice].decision);
        let order = (0..asked.menu.len()).find(|&one| is_secret && one != asked.question.default && new(one));
        let choice = order.unwrap_or_else(|| greedy.choose_asked(&asked));
        let choice = asked.menu[choice].decision.clone();
        let seat = door.seats()[usize::from(asked.seat.0)].key.clone();
        door.decide(asked.seat, &choice).unwrap();
        if order.is_some() {
            folder.write("a.journal", door.journal().to_text());
            return (seat, choice);
        }
    }
    panic!("nothing was ordered in secret");
}

/// Sealed shooting (CP 13.4) and Orders chosen in secret (MP 5.5.3a) are not sent about while they are sealed.
#[test]
fn an_excerpt_does_not_tell_sealed_orders() {
    let secret = [("starting-orders", "secret")];
    let cases = [("first-blood", &[][..], "shoot"), ("wing-against-wing", &secret[..], "starting-orders")];
    for (battle, options, topic) in cases {
        let folder = Folder::new(&format!("excerpt-{battle}"));
        let (seat, order) = sealed(&folder, battle, options, topic, Some(1642));
        let other = if seat == "king" { "parliament" } else { "king" };
        folder.run(&["excerpt", "a.journal", "--seat", other, "--out", "theirs"]).good().says(&["wrote theirs"]);
        let said = folder.run(&["excerpt", "a.journal", "--seat", &seat]).good();
        assert!(said.out.contains(&order) && said.err.is_empty(), "{}", said.out);
        let theirs = folder.read("theirs");
        assert!(!theirs.contains(&order) && !theirs.contains("seed 5") && !theirs.contains("salt 0"), "{theirs}");
        assert!(
            theirs.starts_with(&format!("caracole excerpt 1 {other}\n"))
                && theirs.lines().last().unwrap().starts_with("* ")
        );
        folder.run(&["check", "theirs"]).good().says(&["a sound excerpt of", other, "one place sealed"]);
        folder.run(&["check", "theirs", "--of", "a.journal"]).good().says(&["nothing of it was changed since"]);
        // It is not a battle to go on with.
        for command in [&["play"][..], &["replay"], &["run"], &["show", "-t"], &["odds"]] {
            let arguments: Vec<&str> = command.iter().copied().chain(["theirs"]).collect();
            folder.run(&arguments).wrong(&["line 1: this is an excerpt for", "verified", "instead: the whole journal"]);
        }
        folder.write("altered", theirs.replacen("| format = 1", "| format = 2", 1));
        folder.run(&["check", "altered"]).wrong(&["changed after it was written"]);
    }
}

/// A battle told to one seat holds what is sealed back; once it is open, it is told.
#[test]
fn a_replay_for_a_seat_does_not_tell_sealed_orders() {
    let secret = [("starting-orders", "secret")];
    let cases = [("first-blood", &[][..], "shoot"), ("wing-against-wing", &secret[..], "starting-orders")];
    for (battle, options, topic) in cases {
        let folder = Folder::new(&format!("replay-{battle}"));
        let (seat, order) = sealed(&folder, battle, options, topic, None);
        let other = if seat == "king" { "parliament" } else { "king" };
        let mut door = shelf::resume(kernel::Journal::parse(&folder.read("a.journal")).unwrap()).unwrap();
        let last = door.journal().records.len();
        let telling = |who: &str, file: &str, more: &str| {
            let said = folder.run(&["replay", file, "--seat", who, more]).good().out;
            let line = |line: &&str| {
                line.starts_with(&format!("{last:>4} {seat}: ")) || line.contains(&format!("\"{order}\""))
            };
            (said.lines().any(|one| line(&one)), said.contains(&format!("   * {seat}: sealed")))
        };
        assert_eq!(telling(&seat, "a.journal", "--decisions"), (true, false), "one's own order");
        assert_eq!(telling(other, "a.journal", "--decisions"), (false, true));
        let count =
            |who: &str| folder.run(&["replay", "a.journal", "--seat", who, "--json"]).good().out.lines().count();
        assert_eq!((count(&seat), count(other)), (last + 1, last), "the sealed order is left out");
        assert_eq!(telling(other, "a.journal", "--json"), (false, false));
        // Both sides finish: the order is shown.
        for _ in 0..40 {
            let Some(&asked) = door.awaiting().first() else { break };
            let asked = door.question(asked).filter(|asked| asked.question.topic == topic);
            let Some(asked) = asked else { break };
            door.decide(asked.seat, &asked.menu[asked.question.default].decision).unwrap();
        }
        folder.write("open.journal", door.journal().to_text());
        assert_eq!(telling(other, "open.journal", "--decisions"), (true, false));
        folder.run(&["replay", "a.journal", "--seat", "nobody"]).wrong(&["there is no seat `nobody`", "king"]);
        folder.run(&["replay", "a.journal", "--seat", other, "--branch", "x"]).wrong(&["--branch", "--seat"]);
    }
}

/// Orders that were changed behind their seal are found out when the journal is opened.
#[test]
fn an_excerpt_holds_its_journal_to_it() {
    let folder = Folder::new("held");
    let (seat, order) = sealed(&folder, "first-blood", &[], "shoot", None);
    let other = if seat == "king" { "parliament" } else { "king" };
    let said = folder.run(&["excerpt", "a.journal", "--seat", other, "-o", "theirs"]).good();
    assert!(said.err.contains("no salt"), "{}", said.err);
    let mut forged = kernel::Journal::parse(&folder.read("a.journal")).unwrap();
    let last = forged.records.len() - 1;
    assert_eq!(forged.records[last].decision, order);
    forged.records[last].decision = "done".into();
    folder.write("forged.journal", forged.to_text());
    let line = forged.line_of(forged.records.len() - 1);
    let words = format!("forged.journal: line {line}: from here on it is not what was sealed");
    folder.run(&["check", "theirs", "--of", "forged.journal"]).wrong(&[&words]);
    folder.run(&["excerpt", "a.journal", "--seat", "nobody"]).wrong(&["there is no seat `nobody`", "king"]);
    folder.run(&["excerpt", "a.journal", "--seat", other, "-o", "theirs"]).wrong(&["there already"]);
}

/// A battle whose seed nobody chose has a salt; one whose seed was given is the same again, byte for byte.
#[test]
fn a_battle_of_its_own_has_a_salt() {
    let folder = Folder::new("salt");
    for (name, seed) in [("a", None), ("b", None), ("c", Some("7"))] {
        let mut start = vec!["play", "first-blood", "--maps", "never", "--save", name];
        start.extend(seed.iter().flat_map(|seed| ["--seed", seed]));
        folder.run_with(&start, "quit\n").good();
    }
    let salt = |name: &str| folder.read(name).lines().find(|line| line.starts_with("salt ")).map(str::to_owned);
    assert!(salt("a").is_some() && salt("a") != salt("b") && salt("c").is_none());
    folder.run(&["check", "a"]).good().says(&["a sound journal"]);
}
