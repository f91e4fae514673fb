//! Prayer (SSS 42.7, G73).

use crate::cards::{Trait, UnitId};
use crate::readings::Prayer;
use crate::state::Activity;
use crate::table::Table;

/// The game turns that are given to prayer.
const HOURS: [u8; 4] = [6, 12, 18, 24];

impl Table<'_> {
    /// Arab and Muslim troops give the whole of these moves to prayer in their own player turn, those in close combat or
    /// routing apart. Charged or shot at they answer as always.
    pub fn prays(self, id: UnitId) -> bool {
        let card = self.card(id);
        self.rules.options.prayer == Prayer::On
            && HOURS.contains(&self.state.turn)
            && (card.is(Trait::Arab) || card.is(Trait::Muslim))
            && self.side(id) == self.state.active
            && self.unit(id).activity != Activity::Routing
            && !self.unit(id).fights_on
    }
}
