//! The notation of command.

use crate::CloseFire;
use crate::cards::{Aim, BrigadeId, LeaderId, Order, OrderKind, PositionId, Under, UnitId, WingId};
use crate::command::{CommandChoice, Sign};
use crate::state::Errand;
use kernel::notation::{Counted, Kind, Pen, Words, Yes};
use scenario::notation::Place;

kernel::notation! { CommandChoice in CloseFire, "a command":
    "replace" => Replace { leader: LeaderId, unit: UnitId };
    "ride" => Ride { leader: LeaderId, to: Place };
    "attach" => Attach { leader: LeaderId, unit: UnitId };
    "detach" => Detach(LeaderId);
    "steady" => Steady(LeaderId);
    "inspire" => Inspire(LeaderId);
    "issue" => Issue { leader: LeaderId, to: LeaderId, errand: Errand };
    "send" => Send { leader: LeaderId, to: LeaderId, errand: Errand };
    "listen" => Listen(LeaderId);
    "pass" => Pass(LeaderId);
    "messenger" => Carry { messenger: Counted, to: Place };
    "bayonets" => Bayonets { unit: UnitId, fixed: Yes };
    "drop" => Drop(UnitId);
    "conform" => Conform { unit: UnitId, to: UnitId };
    "test" => Test(UnitId);
    "run-on" => RunOn(UnitId);
    "signs" => Signs { unit: UnitId, leader: Sign, elite: Sign };
}

kernel::notation! { Sign in CloseFire, "plus, minus or none":
    "plus" => Plus;
    "minus" => Minus;
    "none" => None;
}

kernel::notation! { Errand in CloseFire, "a message":
    "order" => Order { brigade: BrigadeId, order: Order };
    "unit" => Unit { unit: UnitId, under: Under };
    "brigade" => Brigade { brigade: BrigadeId, wing: MaybeWing };
    "scout" => Scout { card: UnitId, seen: Yes };
}

kernel::notation! { OrderKind in CloseFire, "an order":
    "defend" => Defend;
    "advance-and-defend" => AdvanceAndDefend;
    "advance-and-attack" => AdvanceAndAttack;
}

kernel::notation! { Aim in CloseFire, "a position":
    "deployed" => Deployment;
    "position" => Named(PositionId);
    "at" => Spot(Place);
}

kernel::notation! { Under in CloseFire, "a command":
    "brigade" => Brigade(BrigadeId);
    "wing" => Wing(WingId);
    "army" => Army;
}

/// What, and where.
impl Kind<CloseFire> for Order {
    type Value = Order;

    fn write(rules: &CloseFire, order: &Order, pen: &mut Pen) {
        OrderKind::write(rules, &order.kind, pen);
        Aim::write(rules, &order.to, pen);
    }

    fn read(rules: &CloseFire, words: &mut Words<'_>) -> Result<Order, String> {
        Ok(Order { kind: OrderKind::read(rules, words)?, to: Aim::read(rules, words)? })
    }
}

/// A wing, or `army` for none.
#[derive(Debug)]
struct MaybeWing;

const NO_WING: &str = "army";

impl Kind<CloseFire> for MaybeWing {
    type Value = Option<WingId>;

    fn write(rules: &CloseFire, wing: &Option<WingId>, pen: &mut Pen) {
        match wing {
            Some(wing) => WingId::write(rules, wing, pen),
            None => {
                pen.put(NO_WING);
            }
        }
    }

    fn read(rules: &CloseFire, words: &mut Words<'_>) -> Result<Option<WingId>, String> {
        if words.take(NO_WING) { Ok(None) } else { WingId::read(rules, words).map(Some) }
    }
}
