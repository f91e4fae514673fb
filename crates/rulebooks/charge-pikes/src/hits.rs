//! Chapter 8: hit codes, and the figures that hits remove.

use crate::cards::{Kind, UnitId};
use crate::face::told::{self, Who};
use crate::scales::Footprint;
use crate::state::{Formation, GunState, Layout, Loss, Place};
use crate::table::{Play, Table};
use field::table::{Body, Pose};
use kernel::Listener;

/// Hits for each face of a die, one to six.
pub type Code = [u8; 6];

/// No face hits.
pub const NIL: Code = [0; 6];

/// Reads a printed hit code: the faces before one `H` hit once, those before `HH` twice (CP 8.1). `45H 6HH` becomes
/// `[0, 0, 0, 1, 1, 2]`; anything without an `H`, such as `NIL`, never hits.
pub const fn code(text: &str) -> Code {
    let text = text.as_bytes();
    let mut hits = NIL;
    let mut faces = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at] != b'H' {
            at += 1;
            continue;
        }
        let end = at;
        while at < text.len() && text[at] == b'H' {
            at += 1;
        }
        while faces < end {
            if matches!(text[faces], b'1'..=b'6') {
                hits[(text[faces] - b'1') as usize] = (at - end) as u8;
            }
            faces += 1;
        }
    }
    hits
}

/// Hits of one die.
pub fn score(code: &Code, face: u8) -> u32 {
    code.get(usize::from(face.wrapping_sub(1))).copied().map_or(0, u32::from)
}

/// How many faces of a die hit: the chance to be hit, in sixths.
pub fn faces_that_hit(code: &Code) -> u32 {
    code.iter().filter(|&&hits| hits > 0).count() as u32
}

/// What six dice would hit if each face came up once.
pub fn chance(code: &Code) -> u32 {
    code.iter().copied().map(u32::from).sum()
}

impl Table<'_> {
    /// Figures a regiment has lost, its forlorn hope's included: what is drawn out is not lost.
    fn lost(self, id: UnitId) -> u32 {
        self.card(id).figures().saturating_sub(self.surviving(id))
    }

    /// Whether the next loss falls on the pikes. After any number of losses those of the pikes are the nearest whole
    /// number to their share, halves going to the muskets (CP 8.3, 19.7.5, ruling G3); a forlorn hope's are among them
    /// (ruling G86).
    fn pike_falls_next(self, id: UnitId) -> bool {
        let (unit, card) = (self.unit(id), self.card(id));
        if unit.pikes == 0 || unit.others == 0 {
            return unit.pikes > 0;
        }
        let losses = self.lost(id) + 1;
        let (pikes, figures) = (u32::from(card.pikes), card.figures().max(1));
        let due = (2 * losses * pikes + figures - 1) / (2 * figures);
        u32::from(card.pikes.saturating_sub(unit.pikes)) < due
    }
}

impl<L: Listener> Play<'_, L> {
    /// Takes figures off a unit, one for each hit (CP 8.2), and the unit off the table with its last one. Tells how many
    /// there were to take.
    pub fn lose_figures(&mut self, id: UnitId, figures: u32) -> u32 {
        let had_wings = self.rules.has_wings(id, self.unit(id));
        let (stood, files) = (self.body(id), self.unit(id).layout.centre);
        let mut lost = 0;
        while lost < figures && self.table().figures(id) > 0 {
            if self.table().pike_falls_next(id) {
                self.unit_mut(id).pikes -= 1;
            } else {
                self.unit_mut(id).others -= 1;
            }
            lost += 1;
        }
        if lost > 0 {
            self.close_ranks(id, had_wings);
            self.close_clear_of_foes(id, &stood, files);
        }
        if self.table().figures(id) == 0 && self.unit(id).place == Place::Table {
            self.tell("CP 8.2", told::NO_FIGURE_LEFT, &[Who::Unit(id)]);
            self.remove(id, Loss::Destroyed);
        }
        lost
    }

    /// Files without a man are no files. A regiment left with one arm only stands as one block (ruling G59).
    fn close_ranks(&mut self, id: UnitId, had_wings: bool) {
        let rules = self.rules;
        let unit = self.unit_mut(id);
        if had_wings && !rules.has_wings(id, unit) {
            let files = if unit.pikes > 0 { unit.layout.centre } else { unit.layout.left + unit.layout.right };
            unit.layout = Layout { centre: files.max(1), ..Layout::default() };
        }
        if matches!(unit.formation, Formation::Limbered | Formation::Unlimbered) {
            return;
        }
        if unit.formation != Formation::Square {
            unit.layout = rules.fitted(id, unit);
        }
    }

    /// Files close to the middle or, where a swung wing would so come upon an enemy whom the unit does not fight, to that wing
    /// (CP 15.3.1, ruling G98).
    fn close_clear_of_foes(&mut self, id: UnitId, stood: &Body, files: u8) {
        let table = self.table();
        let unit = *table.unit(id);
        let lost = i32::from(files.saturating_sub(unit.layout.centre));
        if lost == 0 || unit.place != Place::Table || unit.inside.is_some() || !table.rules.has_wings(id, &unit) {
            return;
        }
        let upon = |body: &Body| {
            let fresh = |foe: UnitId| table.is_troops(foe) && !table.in_contact_with(id, foe);
            let met = |foe: UnitId| table.body(foe).touches(body) && !table.body(foe).touches(stood);
            table.enemies_of(id).any(|foe| fresh(foe) && met(foe))
        };
        let half = table.rules.figure_width(Footprint::Pikeman) * lost / 2;
        let aside = || [half, -half].into_iter().map(|by| unit.pose.right(by));
        let free = |&pose: &Pose| !upon(&table.rules.body_at(id, &unit, pose));
        if upon(&table.body(id))
            && let Some(pose) = aside().find(free)
        {
            self.unit_mut(id).pose = pose;
            self.generals_follow(id);
        }
    }

    /// Takes a unit off the table for good, and everything that named it with it.
    pub fn remove(&mut self, id: UnitId, loss: Loss) {
        if self.table().is_guns(id) {
            // Guns without a crew stay where they are until somebody takes them (ruling G38).
            let pose = self.unit(id).pose;
            if let Some(battery) = self.state.batteries.iter_mut().find(|battery| battery.unit == id) {
                battery.left_at = pose;
            }
        }
        self.unit_mut(id).place = Place::Gone(loss);
        self.drop_contacts(id);
        self.pass_charges_on(id);
        self.drop_charges(id);
        self.release_generals(id, loss);
    }

    /// A gun model is lost; the battery closes up on those that still stand. A crew without any gun is a handful of
    /// men on foot.
    pub fn lose_gun(&mut self, id: UnitId, gun: usize) {
        let Some(battery) = self.state.batteries.iter_mut().find(|battery| battery.unit == id) else { return };
        let Some(lost) = battery.guns.get_mut(gun) else { return };
        lost.state = GunState::Destroyed;
        let standing = self.table().standing_guns(id) as u8;
        if self.unit(id).away {
            return;
        }
        if standing == 0 {
            self.leave_guns(id);
        } else {
            self.unit_mut(id).layout.centre = standing;
        }
    }

    /// A gun whose limber is shot away while limbered stands where it is (ruling G39). The battery moves as one
    /// (ruling G74), so it comes into action there, and its other limbers leave play (CP 15.9.13a).
    pub fn stand_without_limbers(&mut self, id: UnitId) {
        if self.rules.units[id.ix()].kind != Kind::Battery || self.unit(id).formation != Formation::Limbered {
            return;
        }
        let Some(battery) = self.state.batteries.iter_mut().find(|battery| battery.unit == id) else { return };
        let stranded = battery.guns.iter().any(|gun| gun.state == GunState::Served && !gun.limber);
        if !stranded {
            return;
        }
        for gun in &mut battery.guns {
            gun.limber = false;
        }
        self.unit_mut(id).formation = Formation::Unlimbered;
        self.tell("CP G39", told::LOST_LIMBER, &[Who::Unit(id)]);
    }
}
