//! Two ways to look at a battle: [`Table`] only reads, [`Play`] also acts.

use crate::ShotSteelAndStone;
use crate::cards::{Arm, BuildingCard, BuildingId, LeaderCard, LeaderId, Order, UnitCard, UnitId};
use crate::decision::Decision;
use crate::state::{Activity, Battery, Building, Fate, Formation, Herd, Leader, State, Unit};
use kernel::{Dice, Listener, Notation, Refusal, Seat, Side, Unasked};

/// The battle, to be read.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    pub rules: &'a ShotSteelAndStone,
    pub state: &'a State,
}

impl<'a> Table<'a> {
    #[inline]
    pub fn unit(self, id: UnitId) -> &'a Unit {
        &self.state.units[id.ix()]
    }

    #[inline]
    pub fn card(self, id: UnitId) -> &'a UnitCard {
        &self.rules.units[id.ix()]
    }

    #[inline]
    pub fn leader(self, id: LeaderId) -> &'a Leader {
        &self.state.leaders[id.ix()]
    }

    #[inline]
    pub fn leader_card(self, id: LeaderId) -> &'a LeaderCard {
        &self.rules.leaders[id.ix()]
    }

    pub fn building(self, id: BuildingId) -> &'a Building {
        &self.state.buildings[id.ix()]
    }

    pub fn building_card(self, id: BuildingId) -> &'a BuildingCard {
        &self.rules.buildings[id.ix()]
    }

    #[inline]
    pub fn side(self, id: UnitId) -> Side {
        self.card(id).side
    }

    #[inline]
    pub fn seat(self, id: UnitId) -> Seat {
        self.card(id).seat
    }

    pub fn name(self, id: UnitId) -> &'a str {
        &self.card(id).name
    }

    #[inline]
    pub fn all(self) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        (0..self.state.units.len() as u8).map(UnitId)
    }

    #[inline]
    pub fn on_table(self) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.there(None)
    }

    #[inline]
    pub fn of_side(self, side: Side) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.there(Some(side))
    }

    pub fn enemies_of(self, id: UnitId) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.of_side(self.side(id).other())
    }

    pub fn friends_of(self, id: UnitId) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.of_side(self.side(id)).filter(move |&other| other != id)
    }

    pub fn all_leaders(self) -> impl Iterator<Item = LeaderId> + Clone + use<'a> {
        (0..self.state.leaders.len() as u8).map(LeaderId)
    }

    /// Leaders of a side who still play a part (SSS 6.6, 6.7, 6.8).
    pub fn leaders_of(self, side: Side) -> impl Iterator<Item = LeaderId> + Clone + use<'a> {
        self.all_leaders().filter(move |&id| {
            self.leader_card(id).side == side && matches!(self.leader(id).fate, Fate::Fit | Fate::Unhorsed(_))
        })
    }

    pub fn battery(self, id: UnitId) -> Option<&'a Battery> {
        self.state.batteries.iter().find(|battery| battery.unit == id)
    }

    pub fn herd(self, id: UnitId) -> Option<&'a Herd> {
        self.state.herds.iter().find(|herd| herd.unit == id)
    }

    // --- What a unit is now

    /// Cavalry or camelry on horse or camel back.
    #[inline]
    pub fn is_mounted(self, id: UnitId) -> bool {
        self.unit(id).mounted && self.card(id).is_mounted_arm()
    }

    /// Infantry, and cavalry that has dismounted (SSS G69).
    #[inline]
    pub fn is_foot(self, id: UnitId) -> bool {
        self.card(id).arm == Arm::Infantry || (self.card(id).is_mounted_arm() && !self.unit(id).mounted)
    }

    pub fn is_artillery(self, id: UnitId) -> bool {
        self.card(id).is_artillery()
    }

    /// Guns off their limbers (SSS 13.5).
    pub fn is_deployed(self, id: UnitId) -> bool {
        self.is_artillery(id) && self.unit(id).formation == Formation::Line
    }

    /// In skirmish order, on foot or mounted.
    #[inline]
    pub fn is_skirmishing(self, id: UnitId) -> bool {
        self.unit(id).order == Order::Skirmish
    }

    /// Skirmishers on foot (SSS 9.2).
    pub fn is_foot_skirmishers(self, id: UnitId) -> bool {
        self.is_skirmishing(id) && self.is_foot(id)
    }

    pub fn is_routing(self, id: UnitId) -> bool {
        self.unit(id).activity == Activity::Routing
    }

    /// Not retreating or routing, and under 2 Disruption Points (SSS G23).
    pub fn in_good_order(self, id: UnitId) -> bool {
        !matches!(self.unit(id).activity, Activity::Routing | Activity::Retreating) && self.disruption(id) < 2
    }

    /// All of it stands inside a built-up area.
    #[inline]
    pub fn is_garrison(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.inside.is_some_and(|inside| inside.bases >= unit.bases)
    }

    // --- Contact

    #[inline]
    pub fn in_contact(self, id: UnitId) -> bool {
        self.state.contacts.iter().any(|contact| contact.a == id || contact.b == id)
    }

    pub fn in_contact_with(self, a: UnitId, b: UnitId) -> bool {
        self.state.contacts.iter().any(|contact| (contact.a, contact.b) == (a.min(b), a.max(b)))
    }

    /// The enemies a unit is in contact with.
    pub fn opponents(self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        self.state.contacts.iter().filter_map(move |contact| contact.other(id))
    }

    pub(crate) fn known(self, id: UnitId) -> Result<(), Refusal> {
        if id.ix() < self.state.units.len() { Ok(()) } else { Err(Refusal::new("SSS 1.0", "there is no such unit")) }
    }

    pub(crate) fn known_leader(self, id: LeaderId) -> Result<(), Refusal> {
        let there = id.ix() < self.state.leaders.len();
        if there { Ok(()) } else { Err(Refusal::new("SSS 1.0", "there is no such leader")) }
    }

    /// Whether a unit is the seat's to order.
    pub(crate) fn owns(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.known(id)?;
        if self.seat(id) == seat { Ok(()) } else { Err(Refusal::new("SSS 1.0", "that unit is not yours to order")) }
    }
}

/// The battle, being played.
pub struct Play<'a, L> {
    pub rules: &'a ShotSteelAndStone,
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

    /// To change a unit: its body is worked out anew.
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        self.state.bodies.touch(id.ix());
        &mut self.state.units[id.ix()]
    }

    pub fn d6(&mut self) -> u8 {
        self.dice.roll(6)
    }

    /// Two dice.
    pub fn two_d6(&mut self) -> [u8; 2] {
        [self.dice.roll(6), self.dice.roll(6)]
    }

    /// A d3: 1-2, 3-4, 5-6.
    pub fn d3(&mut self) -> u8 {
        self.d6().div_ceil(2)
    }

    /// A d2: 1-3, 4-6.
    pub fn d2(&mut self) -> u8 {
        self.d6().div_ceil(3)
    }

    /// A question with one answer is not asked. What is played without asking is noted for those who write scripts.
    pub fn unasked(&mut self, seat: Seat, topic: &'static str, decision: Decision) {
        if self.listener.hears() {
            let decision = self.rules.notate(&decision);
            self.listener.unasked(Unasked { seat, topic, decision });
        }
    }
}
