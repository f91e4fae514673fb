//! Two ways to look at a battle: [`Table`] only reads, [`Play`] also acts.

use crate::ChargePikes;
use crate::cards::{GeneralId, Grade, Kind, UnitCard, UnitId};
use crate::decision::Decision;
use crate::scales::Scale;
use crate::state::{Battery, Formation, Mode, Place, State, Unit};
use field::table::Um;
use kernel::{Dice, Listener, Notation, Seat, Side, Unasked};

/// The battle, to be read.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    pub rules: &'a ChargePikes,
    pub state: &'a State,
}

impl<'a> Table<'a> {
    pub fn unit(self, id: UnitId) -> &'a Unit {
        &self.state.units[id.ix()]
    }

    pub fn card(self, id: UnitId) -> &'a UnitCard {
        &self.rules.units[id.ix()]
    }

    pub fn scale(self) -> Scale {
        self.rules.options.scale
    }

    /// A distance printed in inches for 25 mm figures.
    pub fn inches(self, at_25mm: i32) -> Um {
        self.scale().inches(at_25mm)
    }

    pub fn side(self, id: UnitId) -> Side {
        self.card(id).side
    }

    pub fn seat(self, id: UnitId) -> Seat {
        self.card(id).seat
    }

    pub fn grade(self, id: UnitId) -> Grade {
        self.card(id).grade
    }

    pub fn all(self) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        (0..self.state.units.len() as u8).map(UnitId)
    }

    pub fn on_table(self) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.all().filter(move |&id| self.unit(id).place == Place::Table)
    }

    pub fn of_side(self, side: Side) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.on_table().filter(move |&id| self.side(id) == side)
    }

    pub fn enemies_of(self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        self.of_side(self.side(id).other())
    }

    pub fn friends_of(self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        self.of_side(self.side(id)).filter(move |&other| other != id)
    }

    pub fn generals_of(self, side: Side) -> impl Iterator<Item = GeneralId> + use<'a> {
        (0..self.state.generals.len() as u8)
            .map(GeneralId)
            .filter(move |&id| self.rules.generals[id.ix()].side == side && self.state.generals[id.ix()].alive)
    }

    pub fn battery(self, id: UnitId) -> Option<&'a Battery> {
        self.state.batteries.iter().find(|battery| battery.unit == id)
    }

    pub fn figures(self, id: UnitId) -> u32 {
        let unit = self.unit(id);
        u32::from(unit.pikes) + u32::from(unit.others)
    }

    pub fn routing(self, id: UnitId) -> bool {
        self.unit(id).mode == Mode::Routing
    }

    pub fn pursuing(self, id: UnitId) -> bool {
        matches!(self.unit(id).mode, Mode::Pursuing { .. })
    }

    /// Troops, as against wagons.
    pub fn is_troops(self, id: UnitId) -> bool {
        self.card(id).kind != Kind::Wagons
    }

    /// Cuirassiers, horse and lancers: never mounted dragoons (CP 3.4, 3.5).
    pub fn is_cavalry(self, id: UnitId) -> bool {
        matches!(self.card(id).kind, Kind::Horse | Kind::Cuirassiers | Kind::Lancers)
    }

    /// Cavalry and dragoons on horseback.
    pub fn is_mounted(self, id: UnitId) -> bool {
        self.is_cavalry(id) || (self.card(id).kind == Kind::Dragoons && self.unit(id).mounted)
    }

    pub fn is_mounted_dragoons(self, id: UnitId) -> bool {
        self.card(id).kind == Kind::Dragoons && self.unit(id).mounted
    }

    pub fn is_battery(self, id: UnitId) -> bool {
        self.card(id).kind == Kind::Battery
    }

    /// A battery whose crew is with the guns.
    pub fn is_guns(self, id: UnitId) -> bool {
        self.is_battery(id) && !self.unit(id).away
    }

    /// Foot of any kind: regiments, skirmishers, highlanders, crews (CP 3.6).
    pub fn is_foot(self, id: UnitId) -> bool {
        self.is_troops(id) && !self.is_mounted(id)
    }

    /// Foot in close order: not skirmishers, not gunners.
    pub fn is_close_order_foot(self, id: UnitId) -> bool {
        self.is_foot(id) && !self.is_open_order(id) && !self.is_battery(id)
    }

    /// Shock troops and archers of the Highlands (CP 20.6.1).
    pub fn is_highland(self, id: UnitId) -> bool {
        matches!(self.card(id).kind, Kind::HighlandShock | Kind::HighlandArchers)
    }

    /// Skirmish order: skirmishers, dismounted dragoons, crews away from their guns (CP 3.3, 15.1.10).
    pub fn is_open_order(self, id: UnitId) -> bool {
        self.unit(id).formation == Formation::Open
    }

    /// Whether two units are locked in combat.
    pub fn in_contact_with(self, a: UnitId, b: UnitId) -> bool {
        self.state.contacts.iter().any(|contact| (contact.a, contact.b) == (a.min(b), a.max(b)))
    }

    pub fn in_contact(self, id: UnitId) -> bool {
        self.state.contacts.iter().any(|contact| contact.a == id || contact.b == id)
    }

    /// The enemies a unit is locked with.
    pub fn opponents(self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        self.state.contacts.iter().filter_map(move |contact| match id {
            _ if contact.a == id => Some(contact.b),
            _ if contact.b == id => Some(contact.a),
            _ => None,
        })
    }

    pub fn name(self, id: UnitId) -> &'a str {
        &self.card(id).name
    }
}

/// The battle, being played.
pub struct Play<'a, L> {
    pub rules: &'a ChargePikes,
    pub state: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub listener: &'a mut L,
}

impl<L: Listener> Play<'_, L> {
    pub fn table(&self) -> Table<'_> {
        Table { rules: self.rules, state: self.state }
    }

    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.state.units[id.ix()]
    }

    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        self.state.bodies.touch(id.ix());
        &mut self.state.units[id.ix()]
    }

    /// One die.
    pub fn d6(&mut self) -> u8 {
        self.dice.roll(6)
    }

    /// A question with one answer is not asked. What is played without asking is noted for those who write scripts.
    pub fn unasked(&mut self, seat: Seat, topic: &'static str, decision: Decision) {
        if self.listener.hears() {
            let decision = self.rules.notate(&decision);
            self.listener.unasked(Unasked { seat, topic, decision });
        }
    }

    /// Remembers where a unit stands now, as a point of its path this turn (CP 16.2.1).
    pub fn note_path(&mut self, id: UnitId) {
        let stands = self.state.units[id.ix()].outline();
        let path = &mut self.state.paths[id.ix()];
        // A full path keeps its newest end: what lies behind is hardly ever the best shot.
        if path.is_full() {
            path.remove(1);
        }
        path.push(stands);
        self.keep_body(id);
    }
}
