//! Musket & Pike on the command line: every command on a battle of hexes.

use crate::common::{Folder, Sitting};

const SMALL: &str = "wing-against-wing";

/// A whole battle played by the commanders, as a journal.
fn fought(folder: &Folder, journal: &str, seed: &str) {
    let play = ["play", SMALL, "--seed", seed, "--maps", "never", "--save", journal];
    folder.run_with(&play, "auto end\n").good();
}

/// A chart of the owner's, with other figures than ours: leaders are hit by every roll but the first.
const CASUALTIES: &str = "format = 1\nrulebook = \"musket-and-pike\"\nchart = \"C5\"\n\n";

fn overlay() -> String {
    let rows =
        (1..=9).map(|roll| format!("[[rows]]\nkey = \"{roll}\"\ncells = [\"removed\"]\nsource = \"my card\"\n\n"));
    format!("{CASUALTIES}{}", rows.collect::<String>())
}

#[test]
fn its_battles_and_options_are_listed() {
    let folder = Folder::new("mp-battles");
    let said = folder.run(&["battles"]).good();
    said.says(&["wing-against-wing: Wing against wing (musket-and-pike)", "edgehill", "lutzen", "naseby"]);
    folder.run(&["battles", "--options"]).good().says(&["starting-orders", "historical or secret", "[MP 5.5.3a]"]);
}

#[test]
fn show_draws_hexes() {
    let folder = Folder::new("mp-show");
    folder.run(&["show", SMALL, "-o", "map.svg"]).good().says(&["wrote map.svg", "Byron's Horse", "The King"]);
    let drawing = folder.read("map.svg");
    assert!(drawing.starts_with("<svg") && drawing.contains("Beacon Hill"));
    let said = folder.run(&["show", SMALL, "-o", "map.png"]);
    if said.code == Some(0) {
        assert!(std::fs::read(folder.path("map.png")).unwrap().starts_with(b"\x89PNG"));
    } else {
        said.wrong(&["font"]);
    }
    let said = folder.run(&["show", SMALL, "-t", "--columns", "110"]).good();
    assert!(said.out.lines().all(|line| line.chars().count() <= 110), "{}", said.out);
    // Every hex has its number, both halves of a wide unit its letter, and the list below its keys.
    said.says(&["0101", "1622", "E↑", "E═", "0815+0915", "blagges-foot", "[Charge]", "100 yards to the hex"]);
}

#[test]
fn check_knows_battles_journals_and_scripts() {
    let folder = Folder::new("mp-check");
    fought(&folder, "a.journal", "3");
    folder.write("script", "caracole script 1\nbattle wing-against-wing\nseed 3\n");
    folder.run(&["check", SMALL, "edgehill", "lutzen", "naseby", "a.journal", "script"]).good().says(&[
        "wing-against-wing: a battle in order: Wing against wing",
        "naseby: a battle in order",
        "a.journal: a sound journal of Wing against wing: ",
        "script: a sound script: 0 decisions",
    ]);
    let text = include_str!("../../../../battles/musket-and-pike/wing-against-wing.toml");
    folder.write(
        "bad.toml",
        text.replace("at = \"0815\"", "at = \"8811\"")
            .replace("morale = 5\nat = \"1207\"", "morale = 3\nat = \"1207\""),
    );
    let line = |piece: &str| text.lines().position(|line| line.contains(piece)).unwrap() + 1;
    let first = format!("bad.toml:{}:6: ", line("at = \"0815\""));
    folder.run(&["check", "bad.toml"]).wrong(&[&first, "8811", "0101 to 1622", "a morale of 3", "4 to 8"]);
}

#[test]
fn a_battle_is_played_and_told() {
    let folder = Folder::new("mp-play");
    let play = ["play", SMALL, "--seed", "3", "--save", "a.journal"];
    let said = folder.run_with(&play, "1\n1\nauto 3\nauto end\n").good();
    said.says(&[
        "Wing against wing",
        "Does it try to change its Orders?",
        "[MP 5.7.1a]",
        "== turn 2 of 4",
        "The journal is in a.journal",
    ]);
    folder.run(&["check", "a.journal"]).good();
    let report = folder.run(&["run", "a.journal", "--journal", "b.journal"]).good().json();
    assert_eq!(folder.read("a.journal"), folder.read("b.journal"));
    let words = report["outcome"]["words"].as_str().unwrap();
    folder.run(&["replay", "a.journal"]).good().says(&[words, "is activated under Charge", "== turn 1 of 4"]);
    // The same seed and answers, the same battle.
    let again = ["play", SMALL, "--seed", "3", "--save", "c.journal", "--maps", "never"];
    folder.run_with(&again, "1\n1\nauto 3\nforces\nauto end\n").good();
    assert_eq!(folder.read("a.journal"), folder.read("c.journal"));
    let map = |at: &str| folder.run(&["show", "a.journal", "-t", "--at", at]).good().out;
    assert_ne!(map("0"), map("30"));
}

#[test]
fn everything_can_be_looked_at() {
    let folder = Folder::new("mp-look");
    let mut sitting = folder.sit(&["play", SMALL, "--seed", "3", "--save", "a.journal", "--maps=never"]);
    let heard = sitting.listen();
    assert!(heard.contains("The King: Which of your units begin in Open Order?"), "{heard}");
    assert!(heard.contains("[MP 6.3.3c]"), "{heard}");
    for (line, words) in [
        ("map", &["0101", "Beacon Hill", "A↑", "byrons-horse"] as &[&str]),
        ("forces", &["A   Byron's Horse", "Sir William Balfour"]),
        ("goals", &["Victory Points", "Byron's Wing", "Charge, led by Sir John Byron"]),
        ("card A", &["Byron's Horse", "arquebusiers", "0415", "faces", "N", "4 of 4", "in command"]),
        ("card blagges-foot", &["Heavy Infantry", "0815", "10 of 10", "threshold"]),
        ("card g", &["A battery of sakers", "0906"]),
        ("card byron", &["Sir John Byron", "-1"]),
        ("look A", &["0415", "adjacent", "Digby's Horse (B)", "friend", "enemy"]),
        ("look blagge", &["Bellasis's Foot (D)"]),
        ("why activate royal-wing", &["no: ", "[MP "]),
        ("activate royal-wing", &["[MP "]),
        ("9999", &["there is no answer 9999"]),
        ("start-done", &["Does it try to change its Orders?", "keep the present Orders"]),
        // Letters of the map are names of units.
        ("keep-orders", &["acts", "Byron's Horse (A)", "Sir John Byron (H)"]),
        ("act A", &["Does Sir John Byron (H) go along with Byron's Horse (A)?"]),
        (
            "stays",
            &["Byron's Horse (A) is at 0415, facing N, with 8 points left. Where does it go?", "ahead", "turn to face"],
        ),
        ("why ahead se", &["no: ", "[MP "]),
        ("odds 1", &["ahead "]),
        ("ahead ne", &["is at 0414, facing N, with 7 points left"]),
        ("undo", &["is at 0415, facing N, with 8 points left"]),
    ] {
        let said = sitting.type_line(line);
        for word in words {
            assert!(said.contains(word), "{line}: `{word}` is not in\n{said}");
        }
    }
    assert_eq!(sitting.leave().0, Some(0));
    folder.run(&["check", "a.journal"]).good();
}

/// A whole Wing is led by one line; who cannot follow says by which rule.
#[test]
fn several_are_led_by_one_line() {
    let folder = Folder::new("mp-together");
    let mut sitting = folder.sit(&["play", SMALL, "--seed", "3", "--save", "a.journal", "--maps=never"]);
    sitting.listen();
    sitting.type_line("start-done");
    sitting.type_line("keep-orders");
    for (line, words) in [
        ("move nobodys-wing n 2", "nobodys-wing"),
        ("all fly away", "none of them can `fly away` now"),
        ("of A,B at zzz", "zzz"),
        ("on", "nothing was left half-way"),
        ("help", "move WHO s 4"),
    ] {
        let said = sitting.type_line(line);
        assert!(said.contains(words), "{line}: {said}");
    }
    let before = folder.read("a.journal").lines().count();
    let said = sitting.type_line("move A,B,g n 2");
    assert!(said.contains("stays: ") && said.contains("[MP "), "{said}");
    assert!(said.contains("2 of 3 act"), "{said}");
    let journal = folder.read("a.journal");
    let moved = journal.lines().skip(before).filter(|line| line.contains(" act ")).count();
    assert_eq!(moved, 2, "{journal}");
    assert_eq!(sitting.leave().0, Some(0));
    folder.run(&["check", "a.journal"]).good();
}

/// Rides a unit on until the other side is asked whether it reacts; what was said then.
fn ride_into_sight(sitting: &mut Sitting) -> String {
    for line in ["ahead nw", "ahead ne"].into_iter().cycle().take(8) {
        let said = sitting.type_line(line);
        if said.contains("react? [MP 9.1.1g]") || !said.contains("Where does it go?") {
            return said;
        }
    }
    String::new()
}

/// A reaction is declined for the turn by one word, or by those of a Wing alone, until one wants to be asked again.
#[test]
fn answers_stand_until_they_are_taken_back() {
    let folder = Folder::new("mp-standing");
    let play = ["play", SMALL, "--seed", "3", "--seats", "all", "--save", "a.journal", "--maps=never"];
    let reacts = "react? [MP 9.1.1g]";
    let mut sitting = folder.sit(&play);
    sitting.listen();
    for line in ["start-done", "start-done", "let-be", "keep-orders", "act C"] {
        sitting.type_line(line);
    }
    let said = ride_into_sight(&mut sitting);
    assert!(said.contains(reacts), "{said}");
    let said = sitting.type_line("stands");
    assert!(said.contains("you are asked everything"), "{said}");
    for (line, words) in [
        ("restrain nobodys-wing", "nobodys-wing"),
        ("restrain all for-ever", "`restrain WHO battle`"),
        ("usual for-ever", "`usual battle`"),
        ("ask 1", "`stands` lists"),
    ] {
        let said = sitting.type_line(line);
        assert!(said.contains(words), "{line}: {said}");
    }
    // Those who could react are told not to: the rider goes on without a question.
    let said = sitting.type_line("restrain balfours-wing");
    assert!(said.contains("no reactions of Balfour's Horse") && said.contains("Where does it go?"), "{said}");
    let declined = |folder: &Folder| folder.read("a.journal").matches("parliament react-done").count();
    assert_eq!(declined(&folder), 1);
    let said = sitting.type_line("ahead ne");
    assert!(!said.contains(reacts), "{said}");
    assert_eq!(declined(&folder), 2);
    // Taken back with the decision, it stands no more.
    let said = sitting.type_line("undo");
    assert!(said.contains("taken back") && said.contains(reacts), "{said}");
    // The usual answer to the same question from anybody.
    let said = sitting.type_line("usual battle");
    assert!(!said.contains(reacts), "{said}");
    let said = ride_into_sight(&mut sitting);
    assert!(!said.is_empty() && !said.contains(reacts), "{said}");
    assert!(declined(&folder) >= 3);
    assert_eq!(sitting.leave().0, Some(0));
    folder.run(&["check", "a.journal"]).good();
}

#[test]
fn secret_starting_orders_are_sealed_in_a_hot_seat() {
    let folder = Folder::new("mp-sealed");
    let play = ["play", SMALL, "--seed", "3", "--maps=never", "--seats", "all", "-O", "starting-orders=secret"];
    let mut sitting = folder.sit(&[&play[..], &["--save", "a.journal"]].concat());
    let heard = sitting.listen();
    assert!(heard.contains("Under which Orders do your Wings begin? [MP 5.5.3a]"), "{heard}");
    let heard = sitting.type_line("start-orders royal-wing make-ready");
    assert!(!heard.contains("Make Ready") || heard.contains("Parliament"), "{heard}");
    let shown = sitting.type_line("goals");
    assert!(!shown.contains("Byron's Wing    Make Ready"), "{shown}");
    assert_eq!(sitting.leave().0, Some(0));
    folder.run(&["check", "a.journal"]).good();
}

/// The script that the page on journals shows for this rulebook.
fn script_of_the_docs() -> String {
    let page = include_str!("../../../../docs/journal.md");
    let block = page.split("\n\n").skip_while(|part| !part.contains("battle wing-against-wing"));
    let lines = block.take(1).collect::<Vec<_>>().join("\n\n");
    lines.lines().map(|line| format!("{}\n", line.trim_start())).collect()
}

#[test]
fn a_script_with_dice_runs() {
    let folder = Folder::new("mp-script");
    let script = script_of_the_docs();
    folder.write("s", &script);
    let report = folder.run(&["run", "s", "--journal", "s.journal"]).good().json();
    assert!(report["decisions"].as_u64() > Some(3), "{script}");
    // The King has one Wing, which is activated without asking.
    let unasked = &report["ledger"][2]["unasked"][0];
    assert_eq!((&unasked["seat"], &unasked["topic"]), (&"king".into(), &"choose-wing".into()), "{report}");
    assert!(unasked["decision"].as_str().unwrap().starts_with("activate "), "{report}");
    assert!(folder.read("s.journal").contains("\nseed none\n"));
    folder.run(&["check", "s", "s.journal"]).good();
    // A die that shows 0 is written 10; 11 is no die.
    assert!(script.contains(" 10"), "{script}");
    folder.write("t", script.replacen("; 10", "; 11", 1));
    folder.run(&["run", "t"]).wrong(&["t: line "]);
    // A die too many is found out.
    folder.write("u", script.replacen("; 10", "; 10 4", 1));
    folder.run(&["run", "u"]).wrong(&["u: line "]);
    // And a refusal names its rule.
    folder.write("v", format!("{script}king ahead se\n"));
    let refusal = folder.run(&["run", "v"]).wrong(&["is refused"]).json();
    assert!(refusal["refusal"]["rule"].as_str().unwrap().starts_with("MP "), "{refusal}");
}

#[test]
fn odds_are_reckoned() {
    let folder = Folder::new("mp-odds");
    fought(&folder, "a.journal", "3");
    let menu = folder.run(&["odds", "a.journal", "--at", "0", "--json"]).good().json();
    assert!(menu.as_array().unwrap().iter().any(|choice| choice["decision"] == "start-done"), "{menu}");
    // An attempt to change Orders hangs on one ten-sided die: its chance is a number of tenths.
    let journal = folder.read("a.journal");
    let decisions: Vec<&str> = journal.lines().skip_while(|line| !line.starts_with("begin")).skip(1).collect();
    let at =
        decisions.iter().position(|line| line.contains(" keep-orders") || line.contains(" change-orders ")).unwrap();
    let place = at.to_string();
    let seat = decisions[at].split(' ').nth(1).unwrap();
    let reckon = [
        "odds",
        "a.journal",
        "--at",
        &place,
        "--seat",
        seat,
        "--json",
        "--until",
        "question",
        "change-orders",
        "rally",
    ];
    let odds = folder.run(&reckon).good().json();
    assert_eq!(odds["exact"], true, "{odds}");
    for chance in odds["chances"].as_array().unwrap() {
        let tenths = chance["probability"].as_f64().unwrap() * 10.0;
        assert!((tenths - tenths.round()).abs() < 1e-6, "{odds}");
    }
}

#[test]
fn charts_show_where_each_figure_comes_from() {
    let folder = Folder::new("mp-charts");
    let all = folder.run(&["charts"]).good();
    all.says(&["C1 ", "C21 ", "C13 Close Combat", "reconstructed", "published", "[MP "]);
    let one = folder.run(&["charts", "c5"]).good();
    assert!(!one.out.contains("C13"), "{}", one.out);
    one.says(&["C5 Leader Casualty [MP 10.10a]", "no effect", "removed"]);
    let json = folder.run(&["charts", "C5", "--json"]).good().json();
    assert_eq!(json[0]["rows"].as_array().unwrap().len(), 10);
    assert_eq!(json[0]["rows"][9]["cells"][0], "removed");
    folder.run(&["charts", "C99"]).wrong(&["there is no chart `C99`", "instead: C1"]);
    folder.run(&["charts", "--rulebook", "charge-pikes"]).good().says(&["T5 Shooting [CP 16.8.1]", "reconstructed"]);
    folder.run(&["charts", "--rulebook", "chess"]).wrong(&["there is no rulebook `chess`"]);
    folder.run(&["charts", "--charts", "nowhere"]).wrong(&["nowhere"]);
    // An owner's figures lie over ours and say so; the rest stays.
    std::fs::create_dir(folder.path("mine")).unwrap();
    folder.write("mine/c5.toml", overlay());
    let said = folder.run(&["charts", "C5", "--charts", "mine"]).good();
    said.says(&["from the owner's card: my card", "no effect"]);
    let json = folder.run(&["charts", "C5", "--json", "--charts", "mine"]).good().json();
    assert_eq!(
        (&json[0]["rows"][3]["cells"][0], &json[0]["rows"][0]["cells"][0]),
        (&"removed".into(), &"no effect".into())
    );
}

#[test]
fn a_battle_with_the_owners_charts_keeps_them_in_its_journal() {
    let folder = Folder::new("mp-overlay");
    std::fs::create_dir(folder.path("mine")).unwrap();
    folder.write("mine/c5.toml", overlay());
    let play = ["play", SMALL, "--seed", "3", "--maps", "never", "--charts", "mine", "--save", "a.journal"];
    folder.run_with(&play, "auto end\n").good();
    let journal = folder.read("a.journal");
    assert!(journal.lines().any(|line| line.starts_with("charts ") && line.contains("c5.toml")), "{}", &journal[..400]);
    fought(&folder, "plain.journal", "3");
    let told =
        |text: &str| text.lines().skip_while(|line| !line.starts_with("begin")).map(str::to_owned).collect::<Vec<_>>();
    assert_ne!(told(&journal), told(&folder.read("plain.journal")), "the charts change nothing");
    // It needs the files no more.
    std::fs::remove_dir_all(folder.path("mine")).unwrap();
    folder.run(&["check", "a.journal"]).good();
    folder.run(&["run", "a.journal", "--journal", "b.journal"]).good();
    assert_eq!(folder.read("b.journal"), journal);
    folder.run(&["replay", "a.journal"]).good();
    // A chart changed in the journal is found out like any other line.
    folder.write("bad.journal", journal.replacen("removed", "no effect", 1));
    folder.run(&["check", "bad.journal"]).wrong(&["bad.journal: line "]);
}

#[test]
fn a_wrong_chart_is_told_with_its_line() {
    let folder = Folder::new("mp-wrong-chart");
    std::fs::create_dir(folder.path("mine")).unwrap();
    let place = |text: &str, line: usize| {
        folder.write("mine/c5.toml", text);
        let named = format!("c5.toml:{line}:");
        for command in [
            &["charts", "--charts", "mine"] as &[&str],
            &["play", SMALL, "--maps", "never", "--charts", "mine"],
            &["soak", SMALL, "-n", "1", "--charts", "mine"],
            &["bench", SMALL, "--seconds", "0.05", "--charts", "mine"],
        ] {
            folder.run(command).wrong(&[&named]);
        }
    };
    // A key that is no roll, a cell nobody can read, a chart that is not there, a file that is none.
    place(&format!("{CASUALTIES}[[rows]]\nkey = \"11\"\ncells = [\"removed\"]\n"), 6);
    place(&format!("{CASUALTIES}[[rows]]\nkey = \"4\"\ncells = [\"dead\"]\n"), 7);
    place(&CASUALTIES.replace("C5", "C55"), 3);
    place("format = 1\nrulebook = \"musket-and-pike\"\nchart = 5\n", 3);
    let left: Vec<_> = folder.contents().into_iter().map(|(path, _)| path).collect();
    assert_eq!(left.len(), 1, "nothing but the chart is there: {left:?}");
    // Charts of another rulebook.
    folder.write("mine/c5.toml", overlay());
    folder
        .run(&["play", "first-blood", "--charts", "mine"])
        .wrong(&["a chart for `musket-and-pike`", "rulebook = \"charge-pikes\""]);
}

#[test]
fn soak_plays_it() {
    let folder = Folder::new("mp-soak");
    std::fs::create_dir(folder.path("mine")).unwrap();
    folder.write("mine/c5.toml", overlay());
    folder.run(&["soak", SMALL, "-n", "3", "--seed", "1"]).good().says(&["wing-against-wing: 3 battles", "0 failed"]);
    let plan = [
        "soak",
        SMALL,
        "-n",
        "3",
        "--seed",
        "1",
        "--strays",
        "--charts",
        "mine",
        "-O",
        "starting-orders=secret",
        "--json",
    ];
    let report = folder.run(&plan).good().json();
    assert_eq!(report["result"]["battles"], 3);
    assert!(report["result"]["views"].as_u64() > Some(0), "{report}");
    folder.run(&["bench", SMALL, "--seconds", "0.05"]).good().says(&["decisions/s", "wing-against-wing"]);
}

/// The page on journals knows the first word of every decision that comes up.
#[test]
fn the_docs_know_the_words() {
    let folder = Folder::new("mp-words");
    let page = include_str!("../../../../docs/journal.md").split("### Musket & Pike").nth(1).unwrap();
    for seed in ["1", "2", "3", "4"] {
        let name = format!("{seed}.journal");
        fought(&folder, &name, seed);
        let journal = folder.read(&name);
        for line in journal.lines().skip_while(|line| !line.starts_with("begin")).skip(1) {
            let word = line.split(' ').nth(2).unwrap();
            let known = [' ', '`'].iter().any(|end| page.contains(&format!("`{word}{end}")));
            assert!(known, "`{word}` is not in the page on journals: {line}");
        }
    }
}
