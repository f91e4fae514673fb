//! Elephants out of control (SSS 41.16 to 41.20).

use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::measures::BW;
use crate::state::{Beast, Stampede};
use crate::table::Play;
use arrayvec::ArrayVec;
use field::table::Pose;
use kernel::Listener;

impl<L: Listener> Play<'_, L> {
    /// Bases that have lost their crew run by themselves; the rest stay a unit (SSS 41.16, G45). Where there never was a crew
    /// none is lost.
    pub(super) fn lose_control_of_crewless(&mut self, id: UnitId) {
        if self.table().card(id).crew == 0 {
            return;
        }
        let pose = self.unit(id).pose;
        let Some(herd) = self.state.herds.iter_mut().find(|herd| herd.unit == id) else { return };
        let loose: ArrayVec<Beast, 8> = herd.beasts.iter().copied().filter(|beast| beast.crew == 0).collect();
        herd.beasts.retain(|beast| beast.crew > 0);
        self.set_loose(id, pose, &loose);
    }

    /// A whole unit with a Rout or Disperse breaks up into single beasts (SSS 41.16).
    pub fn stampede(&mut self, id: UnitId) {
        let pose = self.unit(id).pose;
        let Some(herd) = self.state.herds.iter_mut().find(|herd| herd.unit == id) else { return };
        let loose: ArrayVec<Beast, 8> = herd.beasts.iter().copied().filter(|beast| beast.points > 0).collect();
        herd.beasts.clear();
        self.set_loose(id, pose, &loose);
    }

    fn set_loose(&mut self, id: UnitId, pose: Pose, loose: &[Beast]) {
        for (ix, beast) in loose.iter().enumerate() {
            let aside = (2 * ix as i32 - loose.len() as i32 + 1) * BW / 2;
            let pose = pose.right(aside);
            let stampede = Stampede { of: id, pose, points: beast.points, spiked: false, met: None };
            self.state.overflow.keep(&mut self.state.stampedes, stampede);
        }
        if !loose.is_empty() {
            self.tell("SSS 41.16", told::STAMPEDES, &[Who::Unit(id), Who::Count(loose.len() as u32)]);
        }
        let left = self.state.herds.iter().find(|herd| herd.unit == id).map_or(0, |herd| herd.beasts.len());
        let lost = self.unit(id).bases.saturating_sub(left as u8);
        self.lose_elephants(id, lost);
    }
}
