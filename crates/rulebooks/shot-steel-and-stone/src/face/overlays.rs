//! What can be laid over the map about a body.

use crate::cards::LeaderId;
use crate::table::Table;
use field::table::heading;
use kernel::OverlaySpec;
use kernel::scene::Zone;

pub const OVERLAYS: &[OverlaySpec] = &[OverlaySpec { key: "command", title: "Command radius", rule: "SSS 4.1" }];

impl Table<'_> {
    /// One of the overlays.
    pub(crate) fn overlay(self, body: u16, what: &str) -> Vec<Zone> {
        let leader = body.checked_sub(3_000).and_then(|number| u8::try_from(number).ok()).map(LeaderId);
        match (what, leader.filter(|id| id.ix() < self.state.leaders.len())) {
            ("command", Some(id)) => vec![self.command_zone(id)],
            _ => Vec::new(),
        }
    }

    fn command_zone(self, id: LeaderId) -> Zone {
        let radius = f64::from(self.rating(id).radius(self.leader(id).chief));
        let middle = self.place_of(id);
        let edge = |step: i32| super::scene::mm(middle + heading(step * 1_000) * radius);
        Zone::plain(format!("{} commands here", self.leader_card(id).name), (0..36).map(edge).collect())
    }
}
