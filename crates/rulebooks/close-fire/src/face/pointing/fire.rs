//! Fire under a hand: who fires at whom.

use super::{Hand, by_unit, leader_number, messenger_number};
use crate::decision::Decision;
use crate::fire::{FireChoice, FireStep};
use crate::table::Table;
use kernel::Mark;

impl Table<'_> {
    pub(super) fn fire_mark(self, choice: FireChoice) -> Mark {
        match choice {
            FireChoice::Shoot { gun, target, .. } => self.at_enemy(gun, target),
            FireChoice::Volley { unit, target } => self.at_enemy(unit, target),
            FireChoice::ShootLeader { unit, leader } => Mark { targets: vec![leader_number(leader)], ..by_unit(unit) },
            FireChoice::ShootMessenger { unit, messenger } => {
                Mark { targets: vec![messenger_number(messenger.into())], ..by_unit(unit) }
            }
            FireChoice::Hold(unit) => by_unit(unit),
        }
    }

    /// A hand that points at an enemy means that the one who is asked fires at him.
    pub(super) fn fire_aims(self, step: FireStep, hand: &Hand) -> Vec<Decision> {
        let Some(id) = self.next_to_fire(step) else { return Vec::new() };
        let target = hand.target.or(hand.unit.filter(|&unit| unit != id));
        let leader = hand.target_leader.or(hand.leader);
        let meant = match (step, target, leader) {
            (FireStep::Guns(_), Some(target), _) => {
                vec![
                    FireChoice::Shoot { gun: id, target, indirect: false },
                    FireChoice::Shoot { gun: id, target, indirect: true },
                ]
            }
            (FireStep::Muskets(_), Some(target), _) => vec![FireChoice::Volley { unit: id, target }],
            (FireStep::Muskets(_), None, Some(leader)) => vec![FireChoice::ShootLeader { unit: id, leader }],
            _ => Vec::new(),
        };
        meant.into_iter().map(Decision::Fire).collect()
    }
}
