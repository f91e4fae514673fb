//! Command under a hand: where it shows, and what a hand that drags a leader or points at a unit may mean.

use super::{Hand, by_leader, by_unit, leader_number, spot, unit_number};
use crate::command::{CommandChoice, CommandStep};
use crate::decision::Decision;
use crate::table::Table;
use field::table::{Vec2, longest};
use kernel::Mark;

impl Table<'_> {
    pub(super) fn command_mark(self, choice: CommandChoice) -> Mark {
        match choice {
            CommandChoice::Replace { leader, unit } | CommandChoice::Attach { leader, unit } => {
                Mark { targets: vec![unit_number(unit)], ..by_leader(leader) }
            }
            CommandChoice::Ride { leader, to } => Mark { at: spot(to), ..by_leader(leader) },
            CommandChoice::Issue { leader, to, .. } | CommandChoice::Send { leader, to, .. } => {
                Mark { targets: vec![leader_number(to)], ..by_leader(leader) }
            }
            CommandChoice::Detach(leader)
            | CommandChoice::Steady(leader)
            | CommandChoice::Inspire(leader)
            | CommandChoice::Listen(leader)
            | CommandChoice::Pass(leader) => {
                let with = self.leader(leader).attached.map(unit_number).into_iter().collect();
                Mark { targets: with, ..by_leader(leader) }
            }
            CommandChoice::Carry { messenger, to } => {
                Mark { actor: Some(super::messenger_number(usize::from(messenger))), at: spot(to), ..Mark::default() }
            }
            CommandChoice::Conform { unit, to } => Mark { targets: vec![unit_number(to)], ..by_unit(unit) },
            CommandChoice::Bayonets { unit, .. }
            | CommandChoice::Drop(unit)
            | CommandChoice::Test(unit)
            | CommandChoice::RunOn(unit)
            | CommandChoice::Signs { unit, .. } => by_unit(unit),
        }
    }

    pub(super) fn command_aims(self, step: CommandStep, hand: &Hand) -> Vec<Decision> {
        let meant: Vec<CommandChoice> = match step {
            CommandStep::Replace(side) => {
                let unit = hand.target.or(hand.unit);
                let both = self.next_to_replace(side).zip(unit);
                both.map(|(leader, unit)| CommandChoice::Replace { leader, unit }).into_iter().collect()
            }
            CommandStep::Actions(_) => self.leader_aims(hand),
            CommandStep::Messengers(side) => match (self.riding(side), hand.at) {
                (Some(messenger), Some(at)) => vec![CommandChoice::Carry { messenger, to: at.round() }],
                _ => Vec::new(),
            },
            CommandStep::Listening(_) => hand.leader.map(CommandChoice::Listen).into_iter().collect(),
            CommandStep::Bayonets(_) => hand.unit.or(hand.target).map_or_else(Vec::new, |unit| {
                let fixed = !self.unit(unit).bayonets_fixed;
                vec![CommandChoice::Bayonets { unit, fixed }, CommandChoice::Drop(unit)]
            }),
            CommandStep::Choices(_) => match (hand.unit, hand.target) {
                (Some(unit), Some(to)) if unit != to => vec![CommandChoice::Conform { unit, to }],
                (Some(unit), _) | (None, Some(unit)) => vec![CommandChoice::Test(unit), CommandChoice::RunOn(unit)],
                (None, None) => Vec::new(),
            },
            CommandStep::Control(_) | CommandStep::Tests(_) | CommandStep::Signs { .. } => Vec::new(),
        };
        meant.into_iter().map(Decision::Command).collect()
    }

    /// A leader on a unit joins it, on a place he rides there, as far as he may.
    fn leader_aims(self, hand: &Hand) -> Vec<CommandChoice> {
        let Some(leader) = hand.leader else { return Vec::new() };
        let mut meant = Vec::new();
        if let Some(unit) = hand.target {
            meant.push(CommandChoice::Attach { leader, unit });
        }
        if let Some(at) = hand.at {
            let (from, side) = (self.place_of(leader), self.leader_card(leader).side);
            let way: Vec2 = at - from;
            let to = |far: i32| (from + way.unit() * f64::from(far)).round();
            let most = way.len().round().max(1.0) as i32;
            let far = longest(most, |far| self.may_ride(side, from, to(far)).is_ok()).unwrap_or(most);
            meant.push(CommandChoice::Ride { leader, to: to(far) });
        }
        meant
    }
}
