//! Notation.

use super::*;

#[test]
fn decisions_of_the_turn_are_read_as_they_are_written() {
    let (mut board, ..) = armies(&[(Charge, 0), (Charge, 0)], &[(Charge, 0)]);
    let army = board.army_commander(A, 0, "2020");
    let game = board.open();
    let choices = [
        TurnChoice::StartOrders { wing: A2, orders: ReceiveCharge },
        TurnChoice::StartOpen { unit: UnitId(1) },
        TurnChoice::StartDone,
        TurnChoice::Activate { wing: A1 },
        TurnChoice::Pass { wing: B1 },
        TurnChoice::Preempt { wing: B1, helped: true },
        TurnChoice::Preempt { wing: B1, helped: false },
        TurnChoice::LetBe,
        TurnChoice::Act { unit: UnitId(2) },
        TurnChoice::Lead { leader: army },
        TurnChoice::Bring,
        TurnChoice::EndActions,
        TurnChoice::Continue { helped: true },
        TurnChoice::Continue { helped: false },
        TurnChoice::Stop,
    ];
    for choice in choices {
        written_and_read(&game.rules, choice);
        assert!(!game.table().describe_turn(choice).is_empty());
    }
    for wrong in
        ["wheel left", "activate", "activate nobody", "start-orders a1 flee", "continue alone", "let-be now", "preempt"]
    {
        assert!(read_as::<TurnChoice>(&game.rules, wrong).is_err(), "{wrong}");
    }
}
