//! Notation.

use super::*;

#[test]
fn decisions_of_command_are_read_as_they_are_written() {
    let mut board = board();
    let him = board.commander(A1, 0, "0510");
    let unit = board.unit(cavalry("one", A1).at("0510", "n"));
    let game = board.open();
    let choices = [
        CommandChoice::Change { orders: MakeReady, helped: false },
        CommandChoice::Change { orders: Rally, helped: true },
        CommandChoice::Keep,
        CommandChoice::Lend,
        CommandChoice::Withhold,
        CommandChoice::Place { leader: him, hex: game.hex("0510") },
        CommandChoice::Go { leader: him },
        CommandChoice::Stay { leader: him },
    ];
    for choice in choices {
        let text = choice.notate(&game.rules);
        let words: Vec<&str> = text.split(' ').collect();
        assert_eq!(CommandChoice::read(&words, &game.rules), Some(Ok(choice)), "{text}");
        assert!(!game.table().describe_command(choice).is_empty());
    }
    let read = |text: &str| CommandChoice::read(&text.split(' ').collect::<Vec<_>>(), &game.rules);
    assert_eq!(read("activate a1"), None);
    for wrong in
        ["change-orders", "change-orders flee", "place-leader a1-wc", "place-leader a1-wc 9999", "go-along him"]
    {
        assert!(matches!(read(wrong), Some(Err(_))), "{wrong}");
    }
    let steps = [
        CommandStep::ChangeOrders(A1),
        CommandStep::Lend { wing: A1, to: Lending::Orders(Charge) },
        CommandStep::Lend { wing: A1, to: Lending::Continuation },
        CommandStep::PlaceLeader { leader: him, why: Placing::OffMap },
        CommandStep::Accompany { leader: him, unit, right: false, company: Company::Rout },
    ];
    for step in steps {
        assert!(game.table().put_command(step, SEAT_A).ends_with('?'));
    }
}
