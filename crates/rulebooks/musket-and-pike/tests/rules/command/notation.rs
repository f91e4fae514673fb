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
        written_and_read(&game.rules, choice);
        assert!(!game.table().describe_command(choice).is_empty());
    }
    for wrong in [
        "activate a1",
        "change-orders",
        "change-orders flee",
        "place-leader a1-wc",
        "place-leader a1-wc 9999",
        "go-along him",
    ] {
        assert!(read_as::<CommandChoice>(&game.rules, wrong).is_err(), "{wrong}");
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
