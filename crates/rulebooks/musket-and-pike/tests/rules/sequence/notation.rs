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
        let text = choice.notate(&game.rules);
        let words: Vec<&str> = text.split(' ').collect();
        assert_eq!(TurnChoice::read(&words, &game.rules), Some(Ok(choice)), "{text}");
        assert!(!game.table().describe_turn(choice).is_empty());
    }
    let read = |text: &str| TurnChoice::read(&text.split(' ').collect::<Vec<_>>(), &game.rules);
    assert_eq!(read("wheel left"), None);
    for wrong in ["activate", "activate nobody", "start-orders a1 flee", "continue alone", "let-be now", "preempt"] {
        assert!(matches!(read(wrong), Some(Err(_))), "{wrong}");
    }
}
