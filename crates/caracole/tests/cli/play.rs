//! `play`, by people who type the right things and the wrong ones.

use crate::common::Folder;

const START: [&str; 7] = ["play", "first-blood", "--seed", "11", "--save", "a.journal", "--maps=never"];

fn decisions(journal: &str) -> usize {
    journal.lines().skip_while(|line| !line.starts_with("begin")).count() - 1
}

#[test]
fn a_battle_is_played_to_its_end() {
    let folder = Folder::new("to-the-end");
    let said = folder.run_with(&["play", "first-blood", "--seed", "11", "--save", "a.journal"], "auto end\n").good();
    let said = said.says(&["First Blood", "Harrow Common", "== turn 1 of 8, movement", "┌──", " points to "]);
    said.says(&["The journal is in a.journal; `caracole replay a.journal` tells it again."]);
    folder.run(&["check", "a.journal"]).good();
    // Taken up again it is still over.
    let before = folder.read("a.journal");
    folder.run(&["play", "a.journal", "--maps", "never"]).good().says(&[" points to "]);
    assert_eq!(folder.read("a.journal"), before);
}

#[test]
fn a_battle_is_played_answer_by_answer() {
    let folder = Folder::new("by-answer");
    let mut sitting = folder.sit(&START);
    let mut heard = sitting.listen();
    let mut questions = 0;
    // The first answer to every question: somebody who charges at everything and never stops moving.
    while sitting.is_open() && questions < 3_000 {
        assert!(heard.contains("1) "), "{heard}");
        heard = sitting.type_line("1");
        questions += 1;
        if questions % 50 == 0 {
            heard = sitting.type_line("done");
            if heard.contains("[CP 13.1]") {
                heard = sitting.type_line("menu");
            }
        }
        // A unit that could turn for ever must stop at some point.
        if heard.contains("What does it do?") && questions % 7 == 0 {
            heard = sitting.type_line("stop");
        }
    }
    assert!(heard.contains(" points to "), "after {questions} answers: {heard}");
    let (code, _) = sitting.leave();
    assert_eq!(code, Some(0));
    folder.run(&["check", "a.journal"]).good();
}

#[test]
fn a_closed_input_keeps_the_journal() {
    let folder = Folder::new("closed");
    let said = folder.run(&START).good();
    said.says(&["The input has ended.", "caracole play a.journal"]);
    folder.run(&["check", "a.journal"]).good();
    folder.run_with(&["play", "a.journal", "--maps=never"], "quit\n").good().says(&["go on with: caracole play"]);
}

#[test]
fn wrong_answers_change_nothing() {
    let folder = Folder::new("wrong-answers");
    let mut sitting = folder.sit(&START);
    sitting.listen();
    let before = folder.read("a.journal");
    for (line, words) in [
        ("99", "there is no answer 99"),
        ("0", "there is no answer 0"),
        ("-1", "nothing you can do now"),
        ("charge!", "nothing you can do now"),
        ("done", "[CP 13.1]"),
        ("pick nobody", "nothing you can do now"),
        ("why done", "no: "),
        ("why", "why not what?"),
        ("odds", "odds of what?"),
        ("odds 99", "there is no answer 99"),
        ("card", "which unit?"),
        ("card nobody", "there is no `nobody`"),
        ("look", "which unit?"),
        ("log x", "is not a number"),
        ("save", "save where?"),
        ("save nowhere/x", "there is no such folder"),
        ("save a.journal", "this is there already"),
        ("undo", "nothing of yours to take back"),
        ("undo 0", "`undo 0`?"),
        ("undo x", "`undo x`?"),
        ("auto 0", "`auto 0`?"),
        ("auto forever", "`auto forever`?"),
        ("\u{fffd}\u{7f}", "nothing you can do now"),
    ] {
        let said = sitting.type_line(line);
        assert!(said.contains(words), "{line}: {said}");
        assert_eq!(folder.read("a.journal"), before, "{line}");
    }
    let (code, _) = sitting.leave();
    assert_eq!(code, Some(0));
    // Bytes that are no letters are a wrong answer like any other.
    folder
        .run_with(&["play", "a.journal", "--maps=never"], [0xff, 0xfe, b'\n'])
        .good()
        .says(&["nothing you can do now"]);
}

#[test]
fn everything_can_be_looked_at() {
    let folder = Folder::new("look");
    let mut sitting = folder.sit(&START);
    sitting.listen();
    for (line, words) in [
        ("help", &["auto turn", "card UNIT", "undo"] as &[&str]),
        ("map", &["┌──", "lisle-horse", "0 │"]),
        ("forces", &["The King's party", "C   Lisle's horse", "12 riders"]),
        ("goals", &["victory", "The King's party", "points"]),
        ("card C", &["Lisle's horse", "grade B", "charge", "20\"", "flanks", "general"]),
        ("card ashby-foot", &["pike", "12 pike, 16 shot", "steady"]),
        ("card drake", &["guns", "light, loaded", "hail shot"]),
        ("card E", &["Sir Edward Ashby", "commander-in-chief", "commands"]),
        ("look lisle", &["┌──", "Mordaunt's foot (B)", "friend", "enemy", "ahead", "42\" east"]),
        ("menu", &["1) ", "(Enter)"]),
        ("log", &["initiative"]),
        ("odds 1 phase", &["be Side A", "by the end of the phase", "nothing changes that anybody would feel"]),
        ("odds 1 turn", &["be Side A", "by the end of the turn"]),
        ("odds 2", &["be Side B", "until it is settled"]),
        ("story", &["== turn 1", "initiative"]),
        ("card z", &["bears the letter `z`"]),
        ("why 1", &["that is legal"]),
        ("save copy.journal", &["wrote copy.journal"]),
    ] {
        let said = sitting.type_line(line);
        for word in words {
            assert!(said.contains(word), "{line}: `{word}` is not in\n{said}");
        }
    }
    assert_eq!(folder.read("copy.journal"), folder.read("a.journal"));
    let said = sitting.type_line("quit");
    assert!(said.contains("go on with: caracole play a.journal"), "{said}");
}

/// Who has not come yet, and who is there no more, is in the lists all the same.
#[test]
fn the_absent_can_be_looked_at() {
    let folder = Folder::new("absent");
    let mut file = String::from_utf8(std::fs::read("../../battles/charge-pikes/braddock-down.toml").unwrap()).unwrap();
    file = file.replacen("at = [40.5, 25]", "at = [40.5, 25]\nstart = { losses = 5, gone = \"routed-off\" }", 1);
    file = file.replacen("command = \"van\"\nwith = \"grenvile\"", "command = \"van\"\nlost = true", 1);
    folder.write("b.toml", file);
    let mut sitting = folder.sit(&["play", "b.toml", "--seed", "3", "--maps=never", "--seats", "all"]);
    sitting.listen();
    let said = sitting.type_line("forces");
    for words in ["2 guns, 6 crew  [expected in turn 6 at 42\" east, 38\" north]", "[routed off the table]"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(said.contains("sir-bevil-grenvile") && said.contains("[out of the battle]"), "{said}");
    for (card, words) in [
        ("card ruthven-guns", "expected in turn 6"),
        ("card Liskeard", "Ruthven's guns, on the Liskeard road"),
        ("card devon-bands", "5 of 20 figures lost"),
        ("card sir-bevil-grenvile", "out of the battle"),
        ("card nobody", "there is no `nobody`"),
    ] {
        let said = sitting.type_line(card);
        assert!(said.contains(words), "{card}: {said}");
    }
}

#[test]
fn a_decision_is_taken_back() {
    let folder = Folder::new("undo");
    let mut sitting = folder.sit(&START);
    sitting.listen();
    let at_first = folder.read("a.journal");
    let first = sitting.type_line("1");
    let after_one = folder.read("a.journal");
    sitting.type_line("auto");
    sitting.type_line("auto");
    assert_ne!(folder.read("a.journal"), after_one);
    let said = sitting.type_line("undo 2");
    assert_eq!(said.matches("taken back: ").count(), 2, "{said}");
    assert_eq!(folder.read("a.journal"), after_one);
    // The question is the one it was, and so are the dice.
    let question = |text: &str| text.lines().filter(|line| line.contains("1) ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(question(&said), question(&first));
    sitting.type_line("undo");
    assert_eq!(folder.read("a.journal"), at_first);
    sitting.type_line("1");
    assert_eq!(folder.read("a.journal"), after_one);
}

#[test]
fn a_battle_is_taken_up_where_it_was_left() {
    let folder = Folder::new("resume");
    let start = ["play", "first-blood", "--seed", "11", "--save", "a.journal", "--maps=never"];
    // All at once, and in three sittings.
    folder.run_with(&start, "1\nauto 4\nquit\n").good();
    let left = folder.read("a.journal");
    folder.run_with(&["play", "a.journal", "--maps=never"], "map\nquit\n").good();
    assert_eq!(folder.read("a.journal"), left);
    folder.run_with(&["play", "a.journal", "--maps=never", "--save", "b.journal"], "auto 4\nquit\n").good();
    assert_eq!(folder.read("a.journal"), left, "the journal taken up is left alone when another is kept");
    assert!(decisions(&folder.read("b.journal")) > decisions(&left));
    folder.run_with(&["play", "b.journal", "--maps=never"], "log 3\nauto end\n").good().says(&[" points to "]);
}

#[test]
fn who_sat_where_is_remembered() {
    let folder = Folder::new("seats");
    let start = ["play", "first-blood", "--seed", "11", "--save", "a.journal", "--maps=never", "--seats", "parliament"];
    folder.run_with(&[&start[..], &["--commander", "random"]].concat(), "quit\n").good();
    let journal = folder.read("a.journal");
    assert!(journal.contains("\nplayer king random\nplayer parliament person\n"), "{journal}");
    let again = folder.run_with(&["play", "a.journal", "--maps=never"], "quit\n").good();
    again.says(&["(king): random", "(parliament): person", "\nParliament's party: "]);
    // Unless they sit elsewhere now.
    let moved = folder.run_with(&["play", "a.journal", "--maps=never", "--seats", "all"], "quit\n").good();
    moved.says(&["(king): person; ", "(parliament): person"]);
}

#[test]
fn nobody_plays_and_all_the_same_it_ends() {
    let folder = Folder::new("watch");
    let watch = ["play", "first-blood", "--seed", "2", "--seats", "none", "--save", "a.journal", "--maps=never"];
    let said = folder.run(&watch).good().says(&[" points to "]);
    assert!(!said.out.contains("> "), "{}", said.out);
    folder.run(&["check", "a.journal"]).good();
}

#[test]
fn maps_are_drawn_when_they_are_wanted() {
    let folder = Folder::new("maps");
    let count = |maps: &str| {
        let save = format!("{maps}.journal");
        let start = ["play", "first-blood", "--seed", "11", "--save", &save, "--maps", maps];
        folder.run_with(&start, "1\nauto turn\nauto turn\nquit\n").good().out.matches('┌').count()
    };
    assert_eq!(count("never"), 0);
    let (turn, phase) = (count("turn"), count("phase"));
    assert!(turn >= 2 && phase >= turn, "{turn} {phase}");
}

/// Two guns that cannot move and look at each other: both sides shoot in every turn.
const GUNS: &str = "\
format = 1
rulebook = \"charge-pikes\"
key = \"two-guns\"
title = \"Two guns\"
turns = 3

[ground]
size = [48, 36]

[[sides]]
key = \"king\"
name = \"The King\"
colour = \"#9d2b35\"
baseline = \"south\"

[[sides]]
key = \"parliament\"
name = \"Parliament\"
colour = \"#c77b1e\"
baseline = \"north\"

[[units]]
key = \"sweet-lips\"
name = \"Sweet Lips\"
side = \"king\"
kind = \"battery\"
grade = \"C\"
guns = [\"heavy\"]
formation = \"unlimbered\"
at = [24, 6]

[[units]]
key = \"roaring-meg\"
name = \"Roaring Meg\"
side = \"parliament\"
kind = \"battery\"
grade = \"C\"
guns = [\"heavy\"]
formation = \"unlimbered\"
at = [24, 30]
";

/// Does as little as possible until there is something to shoot at.
fn to_the_shooting(sitting: &mut crate::common::Sitting) -> String {
    let mut heard = sitting.listen();
    for _ in 0..40 {
        if heard.contains("who shoots at whom?") {
            return heard;
        }
        heard = sitting.type_line("");
    }
    panic!("nobody is asked whom to shoot at: {heard}");
}

#[test]
fn sealed_orders_stay_sealed_in_a_hot_seat() {
    let folder = Folder::new("sealed");
    folder.write("guns.toml", GUNS);
    let hot = ["play", "guns.toml", "--seed", "1", "--save", "a.journal", "--maps=never", "--seats", "all"];
    let mut sitting = folder.sit(&hot);
    let heard = to_the_shooting(&mut sitting);
    assert!(heard.contains("Sealed orders of The King."), "{heard}");
    let noted = sitting.type_line("1");
    assert!(noted.contains("noted: Sweet Lips shoots at Roaring Meg with ball"), "{noted}");
    // One order is all there is to give: the other is asked at once, or after a word.
    let heard = if noted.contains("Sealed orders of Parliament.") { noted } else { sitting.type_line("done") };
    let mut seen = heard.rsplit("Sealed orders of Parliament.").next().unwrap_or_default().to_owned();
    assert!(heard.contains("Sealed orders of Parliament.") && seen.contains("Roaring Meg (a) shoots at"), "{heard}");
    // Whatever the second looks at, he does not see them.
    for line in ["menu", "log 50", "forces", "map", "goals", "why 1", "card A", "look A"] {
        seen.push_str(&sitting.type_line(line));
    }
    assert!(!seen.contains("Sweet Lips shoots"), "{seen}");
    // When both are done they are told.
    let told = sitting.type_line("done");
    assert!(told.contains("Sweet Lips shoots at Roaring Meg"), "{told}");
    assert!(!told.contains("Roaring Meg shoots at"), "{told}");
}

#[test]
fn in_a_hot_seat_only_ones_own_sealed_orders_are_taken_back() {
    let folder = Folder::new("sealed-undo");
    folder.write("guns.toml", GUNS);
    let hot = ["play", "guns.toml", "--seed", "1", "--save", "a.journal", "--maps=never", "--seats", "all"];
    let mut sitting = folder.sit(&hot);
    to_the_shooting(&mut sitting);
    let mut heard = sitting.type_line("1");
    if !heard.contains("Sealed orders of Parliament.") {
        heard = sitting.type_line("done");
    }
    assert!(heard.contains("Sealed orders of Parliament."), "{heard}");
    let taken = sitting.type_line("undo");
    assert!(!taken.contains("Sweet Lips shoots"), "{taken}");
}

/// The two guns, and a third that a second seat of the King leads.
fn three_guns() -> String {
    let seats = "[[seats]]\nkey = \"rupert\"\nname = \"Prince Rupert\"\nside = \"king\"\n\n\
                 [[seats]]\nkey = \"maurice\"\nname = \"Prince Maurice\"\nside = \"king\"\ncommands = [\"left\"]\n\n\
                 [[seats]]\nkey = \"essex\"\nname = \"Essex\"\nside = \"parliament\"\n\n[[units]]";
    let third = "\n[[units]]\nkey = \"gog\"\nname = \"Gog\"\nside = \"king\"\ncommand = \"left\"\nkind = \"battery\"\n\
                 grade = \"C\"\nguns = [\"heavy\"]\nformation = \"unlimbered\"\nat = [16, 6]\n";
    format!("{}{third}", GUNS.replacen("[[units]]", seats, 1))
}

#[test]
fn three_people_play_at_one_keyboard() {
    let folder = Folder::new("three");
    folder.write("guns.toml", three_guns());
    let hot = ["play", "guns.toml", "--seed", "1", "--save", "a.journal", "--maps=never", "--seats", "all"];
    let mut sitting = folder.sit(&hot);
    let heard = to_the_shooting(&mut sitting);
    assert!(heard.contains("Sealed orders of Prince Rupert."), "{heard}");
    assert!(heard.contains("Sweet Lips") && !heard.contains("Gog (B) shoots"), "{heard}");
    // Friends may answer in the order they like.
    assert!(heard.contains("asked as well: Prince Maurice (`seat maurice`)"), "{heard}");
    for (line, words) in [
        ("seat", "Prince Rupert is asked now, and Prince Maurice, Essex"),
        ("seat rupert", "Prince Rupert is asked already"),
        ("seat nobody", "there is no seat `nobody`; there are rupert or maurice or essex"),
        ("shoot gog roaring-meg ball 0", "the unit is not under this seat's command"),
    ] {
        let said = sitting.type_line(line);
        assert!(said.contains(words), "{line}: {said}");
    }
    let heard = sitting.type_line("seat maurice");
    assert!(heard.contains("Sealed orders of Prince Maurice.") && heard.contains("Gog (B) shoots at"), "{heard}");
    let mut heard = sitting.type_line("1");
    assert!(heard.contains("noted: Gog shoots at Roaring Meg"), "{heard}");
    if !heard.contains("Sealed orders of Prince Rupert.") {
        heard = sitting.type_line("done");
    }
    assert!(heard.contains("Sealed orders of Prince Rupert."), "{heard}");
    let mut heard = sitting.type_line("1");
    if !heard.contains("Sealed orders of Essex.") {
        heard = sitting.type_line("done");
    }
    assert!(heard.contains("Sealed orders of Essex."), "{heard}");
    // The other side sees the orders of neither.
    let mut seen = heard.rsplit("Sealed orders of Essex.").next().unwrap_or_default().to_owned();
    for line in ["menu", "log 50", "forces", "map", "goals", "card A", "card B"] {
        seen.push_str(&sitting.type_line(line));
    }
    assert!(!seen.contains("Gog shoots") && !seen.contains("Sweet Lips shoots"), "{seen}");
    let told = sitting.type_line("done");
    assert!(told.contains("Gog shoots at Roaring Meg") && told.contains("Sweet Lips shoots at Roaring Meg"), "{told}");
    let told = sitting.type_line("auto end");
    assert!(told.contains(" points to "), "{told}");
    assert_eq!(sitting.leave().0, Some(0));
    let journal = folder.read("a.journal");
    for seat in ["rupert", "maurice", "essex"] {
        assert!(journal.contains(&format!("\nplayer {seat} person\n")), "{journal}");
        assert!(journal.contains(&format!(" {seat} ")), "{journal}");
    }
    folder.run(&["check", "a.journal"]).good();
}

/// A shipped battle with three seats, by three people who let the commander answer all but the first questions.
#[test]
fn a_shipped_battle_has_three_seats() {
    let folder = Folder::new("three-shipped");
    let hot = ["play", "braddock-down", "--seed", "5", "--save", "a.journal", "--maps=never", "--seats", "all"];
    let said = folder.run_with(&hot, "1\nauto turn\nquit\n").good();
    let said =
        said.says(&["Sir Ralph Hopton (hopton): person; Sir Bevil Grenvile (grenvile): person; ", "(ruthven): person"]);
    // Players are not taken for the generals whose names they bear.
    assert!(said.out.contains("\nSir Ralph Hopton: ") || said.out.contains("\nColonel Ruthven: "), "{}", said.out);
    assert!(!said.out.contains("Hopton (I): "), "{}", said.out);
    let journal = folder.read("a.journal");
    assert!(journal.contains(" hopton pick ") && journal.contains(" grenvile pick "), "{journal}");
    folder.run(&["check", "a.journal"]).good();
}

#[test]
fn the_commanders_orders_stay_sealed_too() {
    let folder = Folder::new("sealed-commander");
    folder.write("guns.toml", GUNS);
    let mut sitting = folder.sit(&["play", "guns.toml", "--seed", "1", "--save", "a.journal", "--maps=never"]);
    let heard = to_the_shooting(&mut sitting);
    assert!(
        heard.contains("the orders of Parliament are given, and sealed") && !heard.contains("Roaring Meg shoots"),
        "{heard}"
    );
    let told = sitting.type_line("done");
    assert!(told.contains("Roaring Meg shoots at Sweet Lips"), "{told}");
}

#[test]
fn a_new_battle_never_takes_the_place_of_another() {
    let folder = Folder::new("names");
    folder.run_with(&["play", "first-blood", "--maps=never"], "quit\n").good();
    folder.run_with(&["play", "first-blood", "--maps=never"], "quit\n").good();
    assert!(folder.has("first-blood-1.journal") && folder.has("first-blood-2.journal"));
    assert_eq!(folder.contents().len(), 2);
}
