//! Elephants out of control (SSS 41.16 to 41.20).

use crate::cards::{UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::{BW, ELEPHANT_DEPTH};
use crate::state::{Beast, Stampede, Unit};
use crate::table::Play;
use field::table::Pose;
use kernel::Listener;

/// Where the elephant of that number stands in its unit: rank by rank, from the left.
fn place_in(unit: &Unit, place: i32) -> Pose {
    let files = i32::from(unit.files.max(1));
    let (rank, file) = (place / files, place % files);
    let wide = files.min(i32::from(unit.bases) - rank * files);
    unit.pose.ahead(-rank * ELEPHANT_DEPTH).right((2 * file - wide + 1) * BW / 2)
}

impl<L: Listener> Play<'_, L> {
    /// Bases that have lost their crew run by themselves; the rest stay a unit (SSS 41.16, G45). Where there never was a crew
    /// none is lost.
    pub(super) fn lose_control_of_crewless(&mut self, id: UnitId) {
        if self.table().card(id).crew == 0 {
            return;
        }
        self.set_loose(id, |beast| beast.crew == 0);
    }

    /// A whole unit with a Rout or Disperse breaks up into single beasts (SSS 41.16).
    pub fn stampede(&mut self, id: UnitId) {
        self.set_loose(id, |_| true);
    }

    /// Beasts of a unit run from where they stand in it. With the crew its mahout is gone (SSS G166).
    fn set_loose(&mut self, id: UnitId, runs: impl Fn(&Beast) -> bool) {
        let (unit, crewed) = (*self.unit(id), self.table().card(id).crew > 0);
        let Some(herd) = self.state.herds.iter_mut().find(|herd| herd.unit == id) else { return };
        let mut loose = 0;
        for (place, beast) in herd.beasts.iter().enumerate().filter(|(_, beast)| runs(beast) && beast.points > 0) {
            let stampede = Stampede {
                of: id,
                pose: place_in(&unit, place as i32),
                points: beast.points,
                spiked: crewed && beast.crew == 0,
                met: None,
                left: 0,
                trampled: Units::EMPTY,
                shooters: Units::EMPTY,
            };
            self.state.overflow.keep(&mut self.state.stampedes, stampede);
            loose += 1;
        }
        herd.beasts.retain(|beast| !runs(beast));
        if loose > 0 {
            self.tell("SSS 41.16", told::STAMPEDES, &[Who::Unit(id), Who::Count(loose)]);
        }
        let left = self.state.herds.iter().find(|herd| herd.unit == id).map_or(0, |herd| herd.beasts.len());
        let lost = self.unit(id).bases.saturating_sub(left as u8);
        self.lose_elephants(id, lost);
    }
}
