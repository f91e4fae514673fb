//! What things are called.

use crate::LesBatailles;
use crate::charts::Wound;
use crate::hexes::Facing;
use crate::sequence::{Action, Chit};
use crate::state::{Formed, Loss, Order, Readiness, Segment};
use crate::table::Table;
use field::hexes::Hex;

pub(crate) const fn segment_name(segment: Segment) -> &'static str {
    match segment {
        Segment::Command => "Command Segment",
        Segment::Maneuver => "Maneuver Segment",
        Segment::Fire => "Fire Combat Segment",
        Segment::Assault => "Assault Segment",
        Segment::Reorganization => "Reorganization Segment",
        Segment::Adjustment => "Turn Adjustment",
    }
}

pub(crate) const fn formed_name(formed: Formed) -> &'static str {
    match formed {
        Formed::Column => "Column",
        Formed::Companies => "Column of Companies",
        Formed::Line => "Line",
        Formed::Square => "Square",
        Formed::Skirmish => "Skirmish Order",
        Formed::GeneralOrder => "General Order",
        Formed::RoadColumn => "Road Column",
        Formed::Battery => "battery",
        Formed::None => "no formation",
    }
}

pub(crate) const fn order_name(order: Order) -> &'static str {
    match order {
        Order::Good => "Good Order",
        Order::Disorder => "Disorder",
        Order::Pgd => "Plus Grand Désordre",
    }
}

pub(crate) const fn readiness_name(readiness: Readiness) -> &'static str {
    match readiness {
        Readiness::Ready => "Ready",
        Readiness::Tired => "Tired",
        Readiness::Exhausted => "Exhausted",
    }
}

pub(crate) const fn loss_words(loss: Loss) -> &'static str {
    match loss {
        Loss::Destroyed => "destroyed",
        Loss::Surrendered => "surrendered",
        Loss::RoutedOff => "routed off the map",
        Loss::GunsLost => "guns lost",
        Loss::Cleared => "wreck cleared away",
    }
}

pub(crate) const fn wound_name(wound: Wound) -> &'static str {
    match wound {
        Wound::Head => "in the head",
        Wound::Torso => "in the body",
        Wound::Leg => "in the leg",
        Wound::Arm => "in the arm",
        Wound::Stunned => "stunned",
        Wound::FleshWound => "a flesh wound",
    }
}

pub(crate) const fn action_name(action: Action) -> &'static str {
    match action {
        Action::Reinforcement => "the Reinforcement chit",
        Action::Artillery => "the Artillery chit",
        Action::Leader => "the Leader chit",
        Action::Regroup => "the Regroup chit",
    }
}

impl LesBatailles {
    /// `11:40`.
    pub fn time(&self, turn: u8) -> String {
        let minutes = self.minutes(turn);
        format!("{}:{:02}", minutes / 60, minutes % 60)
    }
}

impl Table<'_> {
    pub(crate) fn chit_name(self, chit: Chit) -> String {
        match chit {
            Chit::Action(action) => action_name(action).into(),
            Chit::Mu(id) => {
                let leader = self.state.mus.get(id.ix()).copied().flatten().map(|mu| mu.leader);
                let name = leader.map_or("somebody", |leader| &self.leader_card(leader).name);
                format!("the Maneuver Unit of {name}")
            }
        }
    }

    pub(crate) fn hex_name(self, hex: Hex) -> String {
        self.grid().number(hex).to_string()
    }

    pub(crate) fn facing_name(self, facing: Facing) -> &'static str {
        match facing {
            Facing::Side(dir) => self.grid().dir_name(dir),
            Facing::Corner(vertex) => self.grid().vertex_name(vertex),
            Facing::Round => "all round",
        }
    }
}
