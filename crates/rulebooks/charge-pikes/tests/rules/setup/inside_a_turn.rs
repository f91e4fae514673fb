//! Battles that begin inside a turn.

use super::*;

/// The sound battle, to begin at that point; units of both sides are brought close where a test wants it.
fn begin_at(start: &str) -> String {
    spoil("[ground]\n", &format!("[start]\n{start}\n\n[ground]\n"))
}

#[test]
fn a_wrong_beginning_is_a_fault() {
    let one = |start: &str, marker: &str, what: &str, instead: &str| one_fault(&begin_at(start), marker, what, instead);
    one("turn = 11", "11", "the battle has no turn 11", "1 to 10");
    one("turn = 0", "0\n\n[ground]", "the battle has no turn 0", "1 to 10");
    one("phase = \"shooting\"", "\"shooting\"", "who is Side A in this turn?", "side-a = \"king\"");
    one("side-a = \"king\"", "\"king\"", "still to be rolled for (CP 14.1)", "a later phase");
    one("phase = \"initiative\"\nside-a = \"king\"", "\"king\"", "still to be rolled for", "leave it out");
    one("phase = \"combat\"\nside-a = \"kin\"", "\"kin\"", "there is no side `kin`", "did you mean `king`?");
    one("phase = \"lunch\"", "\"lunch\"", "`lunch` is not a word for `phase`", "`movement`");
    let twice = begin_at("turn = 2").replacen("turns = 10", "turns = 10\nfirst-turn = 2", 1);
    one_fault(&twice, "2\n\n[ground]", "`first-turn` says already", "one of the two");
    let undeployed = begin_at("phase = \"combat\"\nside-a = \"king\"").replacen("at = [45, 40]\n", "", 1);
    one_fault(&undeployed, "\"combat\"", "`dragoons` has still to be deployed", "at = [x, y]");
}

#[test]
fn what_was_done_in_the_turn_wants_a_beginning_inside_it() {
    let late = |start: &str, key: &str| {
        begin_at(start).replacen("key = \"blues\"\n", &format!("key = \"blues\"\nstart = {{ {key} }}\n"), 1)
    };
    let shooting = "phase = \"shooting\"\nside-a = \"king\"";
    for key in ["moved = 4", "one-rank = true", "charged = true", "evaded = true"] {
        let value = key.split(" = ").nth(1).unwrap();
        let text = with_key("blues", &format!("start = {{ {key} }}"));
        one_fault(&text, &format!("{value} }}"), "nobody has moved yet", "phase = \"shooting\"");
        let blues = sound(&late(shooting, key)).start.units[0];
        assert!(blues.moved && blues.finished, "{key}");
    }
    assert_eq!(sound(&late(shooting, "moved = 4")).start.units[0].spent, 4 * INCH);
    // CP 16.7.1
    assert!(sound(&late(shooting, "one-rank = true")).start.units[0].rotated);
    one_fault(&late(shooting, "shot = true"), "true }", "nobody has shot yet", "phase = \"combat\"");
    let combat = "phase = \"combat\"\nside-a = \"king\"";
    assert!(sound(&late(combat, "shot = true")).start.units[0].shot);
    one_fault(&late(shooting, "moved = -1"), "-1 }", "-1 inches of a move", "0 to what it can move");
}

#[test]
fn charges_under_way_are_legal_charges() {
    let charge = |phase: &str, side: &str, charge: &str| {
        begin_at(&format!("phase = \"{phase}\"\nside-a = \"{side}\"\ncharges = [{{ {charge} }}]"))
            .replacen("at = [30, 40]", "at = [30, 24]\nfacing = \"north\"", 1)
            .replacen("at = [45, 10]", "at = [30, 17]", 1)
            .replacen("points = [[30, 24], [40, 24]]", "points = [[50, 30], [60, 30]]", 1)
    };
    let wilmot = "charger = \"horse\", target = \"greys\"";
    let rules = sound(&charge("movement", "king", wilmot));
    assert_eq!(rules.start.charges.len(), 1);
    one_fault(&charge("combat", "king", wilmot), "{ charger", "no charge is under way", "\"shooting\"");
    one_fault(
        &charge("movement", "parliament", wilmot),
        "\"horse\", t",
        "not for `horse` to charge",
        "second-movement",
    );
    sound(&charge("second-movement", "parliament", wilmot));
    let ran = format!("{wilmot}, ran = 4");
    one_fault(&charge("movement", "king", &ran), "4 }", "has still to be run", "\"shooting\"");
    // CP 15.3.4
    let foot = "charger = \"greys\", target = \"horse\"";
    one_fault(&charge("movement", "parliament", foot), "\"greys\", t", "foot may not charge mounted", "a legal charge");
    let guns = "charger = \"guns\", target = \"greys\"";
    one_fault(&charge("movement", "king", guns), "\"guns\", t", "gunners may not charge", "a legal charge");
    let nobody = "charger = \"horse\", target = \"grays\"";
    one_fault(&charge("movement", "king", nobody), "\"grays\"", "there is no unit `grays`", "did you mean `greys`?");
    one_fault(&charge("shooting", "king", &ran), "\"greys\", r", "inches apart", "bases touch");
    let twice = format!("{wilmot} }}, {{ charger = \"horse\", target = \"greys\"");
    let faults = open(&charge("movement", "king", &twice)).unwrap_err().0;
    assert!(faults.iter().any(|fault| fault.what.contains("the unit charges already")), "{faults:?}");
}
