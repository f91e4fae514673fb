//! What friends' misfortunes do to a unit (CF 8.11 to 8.14, 18.18, T3, G13, G81).

use super::{Cause, Occasion};
use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::measures::NEAR;
use crate::state::{Event, MOST_EVENTS, Place, Shock};
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use kernel::{Entry, Listener, ReckoningLine, Side};

impl Table<'_> {
    /// What an event is worth to a unit, by which rule and in what words; nothing beyond 120 yds of where it began and ended, and
    /// nobody is shaken by himself (CF G13).
    fn shock_of(self, id: UnitId, event: &Event) -> Option<(u8, &'static str, &'static str)> {
        if event.unit == Some(id) {
            return None;
        }
        let body = self.body(id);
        let near = |ground: crate::state::Footprint| within(body.distance(&ground.body()), NEAR);
        if !near(event.from) && !near(event.to) {
            return None;
        }
        let as_good = event.grade.equals_or_beats(self.unit(id).grade);
        match event.what {
            Shock::Routed | Shock::Destroyed if as_good => Some((2, "CF 8.12", "as good a unit routs or is destroyed")),
            Shock::Routed | Shock::Destroyed => Some((1, "CF 8.11", "a lesser unit routs or is destroyed")),
            Shock::Retired if event.foot && as_good => Some((1, "CF 8.13", "foot as good retires")),
            Shock::Retired => None,
            Shock::GeneralLost | Shock::GeneralRouting => Some((2, "CF 8.14", "a General is lost or carried off")),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// All events of the turn are collected first and then laid on the units; what is lost by that shakes nobody again
    /// (CF 8.11, 8.12, 8.13, 8.14, G13).
    pub(super) fn shake(&mut self, side: Side) {
        let events: ArrayVec<Event, MOST_EVENTS> =
            self.state.events.iter().filter(|event| event.side == side).copied().collect();
        let mut due: ArrayVec<(UnitId, u8), 128> = ArrayVec::new();
        for id in self.table().at_hand(side) {
            let table = self.table();
            if table.is_gun(id) && !table.is_crewed(id) {
                continue;
            }
            let dps: u8 = events.iter().filter_map(|event| table.shock_of(id, event)).map(|(dps, ..)| dps).sum();
            if dps > 0 {
                self.tell_shocks(id, &events);
                self.state.overflow.keep(&mut due, (id, dps));
            }
        }
        for (id, dps) in due {
            let (_, lost) = self.take_dps(id, dps, Cause::Morale);
            if lost > 0 && self.unit(id).place == Place::Table {
                self.leader_risk(id, Occasion::Other);
            }
        }
    }

    fn tell_shocks(&mut self, id: UnitId, events: &[Event]) {
        if !self.listener.hears() {
            return;
        }
        let table = self.table();
        let mut lines = Vec::new();
        for event in events {
            if let Some((dps, rule, words)) = table.shock_of(id, event) {
                lines.push(ReckoningLine::adds(rule, words, i32::from(dps)));
            }
        }
        let total = lines.iter().map(|line| line.value).sum();
        let rule = lines.first().map_or("CF 8.11", |line| match line.rule.as_ref() {
            "CF 8.12" => "CF 8.12",
            "CF 8.13" => "CF 8.13",
            "CF 8.14" => "CF 8.14",
            _ => "CF 8.11",
        });
        let entry = Entry { lines, total: Some(total), ..table.entry(rule, told::IS_SHAKEN, &[Who::Unit(id)]) };
        self.listener.tell(entry);
    }
}
