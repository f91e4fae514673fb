//! Who is not on the map: the lost, those still to come, and leaders set aside.

use crate::face::scene::LEADERS;
use crate::state::{LeaderPlace, Place};
use crate::table::Table;
use kernel::Absent;

impl Table<'_> {
    /// Everybody of the battle whom no counter on the map stands for.
    pub fn absent(self) -> Vec<Absent> {
        let away = |place: Place| matches!(place, Place::Expected | Place::Gone(_));
        let units = self.all().filter(|&id| away(self.unit(id).place)).map(|id| {
            let card = self.card(id);
            self.missing(u16::from(id.0), &card.key, &card.name, card.side.0)
        });
        // A nameless replacement that nobody needs is nobody.
        let spare = |id| self.leader_card(id).generic && self.leader(id).place == LeaderPlace::Aside;
        let gone = self.leaders().filter(|&id| self.leader(id).place != LeaderPlace::Map && !spare(id));
        let leaders = gone.map(|id| {
            let card = self.leader_card(id);
            self.missing(LEADERS + u16::from(id.0), &card.key, &card.name, card.side.0)
        });
        units.chain(leaders).collect()
    }

    fn missing(self, body: u16, key: &str, name: &str, side: u8) -> Absent {
        let place = self.facts_about(Some(body)).into_iter().find(|fact| fact.name == "place");
        let fate = place.map_or_else(|| "not on the map".to_owned(), |fact| fact.text);
        Absent { body, key: key.to_owned(), name: name.to_owned(), side, strength: String::new(), fate }
    }
}
