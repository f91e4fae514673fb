//! How far a deed reaches, and what it gives away: what the odds of the whole of it look at, and what is said before it.

use crate::agenda::Step;
use crate::cards::WingId;
use crate::command::CommandChoice;
use crate::command::CommandStep;
use crate::decision::Decision;
use crate::sequence::{TurnChoice, TurnStep};
use crate::state::{Orders, State};
use crate::table::Table;
use kernel::Refusal;

/// Whether what a decision began is over. A unit that moves or reacts fights in the Close Combat of the same activation
/// (MP 3.2.Da, 11.1.1a); fire is over with what its target answers.
pub fn settled(before: &State, decision: &Decision, now: &State) -> bool {
    let whose = |state: &State| state.activation.map(|now| (now.side, now.wing));
    if now.turn != before.turn || whose(now) != whose(before) {
        return true;
    }
    match decision {
        Decision::Turn(TurnChoice::Act { .. }) | Decision::Move(_) | Decision::React(_) | Decision::Combat(_) => {
            matches!(now.agenda.top(), Some(Step::Turn(TurnStep::Continuation | TurnStep::Preempt { .. })))
        }
        Decision::Fire(_) => matches!(now.agenda.top(), Some(Step::Turn(_))),
        _ => true,
    }
}

impl Table<'_> {
    /// What a player should hear before he gives an order: with the last of its Wings under Rally an army leaves the field,
    /// and can win no more than a draw (MP 4.6b, 4.6e).
    pub(crate) fn warning(self, decision: &Decision) -> Option<Refusal> {
        let wing = match (decision, self.state.agenda.top()) {
            (Decision::Turn(TurnChoice::StartOrders { wing, orders: Orders::Rally }), _) => *wing,
            (
                Decision::Command(CommandChoice::Change { orders: Orders::Rally, .. }),
                Some(Step::Command(CommandStep::ChangeOrders(wing))),
            ) => wing,
            _ => return None,
        };
        self.leaves_with(wing).then(|| {
            let why = "every other Wing is under Rally: if this one is as well when the turn ends, the army leaves the \
                       field, the battle is over, and it can be no victory";
            Refusal::new("MP 4.6b", why)
        })
    }

    /// Whether all other Wings that are on the field are under Rally.
    fn leaves_with(self, wing: WingId) -> bool {
        let side = self.rules.wings[wing.ix()].side;
        self.fielded(side).all(|other| other == wing || self.wing(other).orders == Orders::Rally)
    }
}
