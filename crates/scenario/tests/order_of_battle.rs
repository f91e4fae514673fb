//! Keys, sides and seats, as every battle file has them.

#![allow(clippy::unwrap_used)]

use kernel::{Seat, Side};
use scenario::order_of_battle::{Led, SeatHead, Seats, SideHead, Sides, check_keys};
use scenario::{At, Reporter, Source};

/// Words of a text, each at its place.
fn words(text: &str) -> Vec<At<String>> {
    let at = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        At { value: word.to_owned(), span: start..start + word.len() }
    };
    text.split_whitespace().map(at).collect()
}

/// The text is two sides and then, for each seat, its key, its side and what it leads, `-` for the rest.
fn read(text: &str) -> (Seats, Vec<String>) {
    let (source, all) = (Source::new("test.toml", text), words(text));
    let mut report = Reporter::new(&source);
    let side = |key| SideHead { key, name: "Side", colour: None };
    let heads = [side(&all[0]), side(&all[1])];
    let sides = Sides::read(&heads, 0..1, ["#111111", "#222222"], &mut report).unwrap();
    let seat = |part: &'static [At<String>]| SeatHead {
        key: &part[0],
        name: "Seat",
        side: &part[1],
        leads: (part[2].value != "-").then_some(&part[2..]),
    };
    let seats: Vec<SeatHead<'_>> = all[2..].to_vec().leak().chunks(3).map(seat).collect();
    let read = Seats::read(&seats, &heads, &sides, &mut report);
    let known = [(Side::FIRST, "van"), (Side::FIRST, "rear"), (Side::SECOND, "horse")];
    let known = known.map(|(side, key)| Led { side, key });
    read.check_led(&seats, &sides, "Wing", &known, &mut report);
    let faults = report.finish(()).err().map(|faults| faults.0.into_iter().map(|fault| fault.what).collect());
    (read, faults.unwrap_or_default())
}

fn of(side: Side, key: &str) -> Led<'_> {
    Led { side, key }
}

#[test]
fn a_side_without_seats_has_one_of_its_own() {
    let (seats, faults) = read("king league");
    assert!(faults.is_empty());
    assert_eq!(seats.cards.iter().map(|card| card.key.as_str()).collect::<Vec<_>>(), ["king", "league"]);
    assert_eq!((seats.chiefs, seats.leading(of(Side::SECOND, "horse"))), ([Seat(0), Seat(1)], Some(Seat(1))));
    let (seats, faults) = read("king league rupert king van");
    assert!(faults.is_empty());
    assert_eq!((seats.cards.len(), seats.chiefs), (2, [Seat(0), Seat(1)]));
    assert_eq!(seats.leading_rest(Side::SECOND), Some(Seat(1)));
}

#[test]
fn a_seat_leads_what_it_names_and_another_the_rest() {
    let (seats, faults) = read("king league charles king - rupert king van essex league horse");
    assert!(faults.is_empty());
    assert_eq!(seats.leading(of(Side::FIRST, "van")), Some(Seat(1)));
    assert_eq!(seats.leading(of(Side::FIRST, "rear")), Some(Seat(0)));
    // Nobody of the second side leads what is not named.
    assert_eq!(seats.leading(of(Side::SECOND, "van")), None);
}

/// Seventeen, one of them without being told, are too many.
#[test]
fn there_is_room_for_sixteen_seats() {
    let named = |number: usize| (0..number).map(|seat| format!(" s{seat} king -")).collect::<String>();
    let (seats, faults) = read(&format!("king league{}", named(15)));
    assert_eq!((seats.cards.len(), faults.len()), (16, 0));
    let (seats, faults) = read(&format!("king league{}", named(16)));
    assert_eq!((seats.cards.len(), faults), (16, vec!["17 seats".to_owned()]));
}

#[test]
fn what_seats_get_wrong_is_told() {
    for (text, what) in [
        ("king league a king van a king rear", "two seats are called `a`"),
        ("king league a queen -", "there is no side `queen`"),
        ("king league a king vann", "there is no Wing `vann`"),
        ("king league a league van", "the Wing is of the other side"),
        ("king league a king van b king van", "another seat leads this Wing already"),
        ("king league league king -", "`league` is the seat that the other side has without being told"),
        ("king king", "two sides are called `king`"),
        ("King league", "`King` is not a key"),
    ] {
        let (_, faults) = read(text);
        assert!(faults.iter().any(|fault| fault == what), "{text}: {faults:?}");
    }
}

#[test]
fn keys_are_spelt_simply_and_used_once() {
    let text = "blue green blue Red red-2";
    let source = Source::new("test.toml", text);
    let mut report = Reporter::new(&source);
    check_keys("unit", &words(text), &mut report);
    let told: Vec<_> = report.finish(()).unwrap_err().0.into_iter().map(|fault| (fault.column, fault.what)).collect();
    assert_eq!(told, [(12, "two units are called `blue`".to_owned()), (17, "`Red` is not a key".to_owned())]);
}
