//! Two ways to look at a battle: [`Table`] only reads, [`Play`] also acts.

use crate::CloseFire;
use crate::cards::{
    BrigadeCard, BrigadeId, Class, LeaderCard, LeaderId, MOST_UNITS, TableEdge, UnitCard, UnitId, WingId,
};
use crate::cards::{Rank, Under};
use crate::decision::Decision;
use crate::measures::CONTACT;
use crate::state::{Brigade, Fate, Formation, Leader, Place, Service, Standing, State, Unit};
use arrayvec::ArrayVec;
use field::table::{TOUCH, Um, Vec2};
use kernel::{Dice, Listener, Notation, Refusal, Seat, Side, Unasked};
use std::borrow::Cow;

/// The battle, to be read.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    pub rules: &'a CloseFire,
    pub state: &'a State,
}

/// Whether a distance is within so much, what is measured exactly at it included (CF G5).
pub fn within(distance: f64, most: Um) -> bool {
    distance <= f64::from(most) + TOUCH
}

impl<'a> Table<'a> {
    pub fn unit(self, id: UnitId) -> &'a Unit {
        &self.state.units[id.ix()]
    }

    /// The card of a unit, or a blank one where one may not know who it is.
    pub fn card(self, id: UnitId) -> &'a UnitCard {
        let card = self.unit(id).card.and_then(|card| self.rules.units.get(card.ix()));
        card.unwrap_or(&self.rules.unknown)
    }

    pub fn leader(self, id: LeaderId) -> &'a Leader {
        &self.state.leaders[id.ix()]
    }

    pub fn leader_card(self, id: LeaderId) -> &'a LeaderCard {
        &self.rules.leaders[id.ix()]
    }

    pub fn brigade(self, id: BrigadeId) -> &'a Brigade {
        &self.state.brigades[id.ix()]
    }

    pub fn brigade_card(self, id: BrigadeId) -> &'a BrigadeCard {
        &self.rules.brigades[id.ix()]
    }

    pub fn side(self, id: UnitId) -> Side {
        self.unit(id).side
    }

    /// The seat that plays a unit: that of its wing, its brigade or the army (CF 5.29, G73).
    pub fn seat(self, id: UnitId) -> Seat {
        match self.unit(id).under {
            Under::Brigade(brigade) => self.seat_of_brigade(brigade),
            Under::Wing(wing) => self.rules.wings[wing.ix()].seat,
            Under::Army => self.chief_seat(self.side(id)),
        }
    }

    pub fn seat_of_brigade(self, id: BrigadeId) -> Seat {
        match self.brigade(id).wing {
            Some(wing) => self.rules.wings[wing.ix()].seat,
            None => self.brigade_card(id).seat,
        }
    }

    /// The seat that speaks for a whole side.
    pub fn chief_seat(self, side: Side) -> Seat {
        self.seats_of(side).next().unwrap_or(Seat(side.0))
    }

    /// What a unit is called: parts that were split off are told apart by their number.
    pub fn name(self, id: UnitId) -> Cow<'a, str> {
        let (unit, card) = (self.unit(id), self.card(id));
        match unit.part {
            0 => Cow::Borrowed(&card.name),
            part => Cow::Owned(format!("{} (part {})", card.name, part + 1)),
        }
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

    pub fn enemies_of(self, id: UnitId) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.of_side(self.side(id).other())
    }

    pub fn friends_of(self, id: UnitId) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.of_side(self.side(id)).filter(move |&other| other != id)
    }

    pub fn of_brigade(self, brigade: BrigadeId) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.on_table().filter(move |&id| self.unit(id).under == Under::Brigade(brigade))
    }

    /// The brigade a unit belongs to; guns may belong to none (CF 4.5).
    pub fn brigade_of(self, id: UnitId) -> Option<BrigadeId> {
        match self.unit(id).under {
            Under::Brigade(brigade) => Some(brigade),
            Under::Wing(_) | Under::Army => None,
        }
    }

    /// The wing a unit belongs to, if it belongs to one (CF 4.6, 4.7).
    pub fn wing_of(self, id: UnitId) -> Option<WingId> {
        match self.unit(id).under {
            Under::Brigade(brigade) => self.brigade(brigade).wing,
            Under::Wing(wing) => Some(wing),
            Under::Army => None,
        }
    }

    pub fn all_leaders(self) -> impl Iterator<Item = LeaderId> + Clone + use<'a> {
        (0..self.state.leaders.len() as u8).map(LeaderId)
    }

    /// Leaders of a side who are alive, free and on the table.
    pub fn leaders_of(self, side: Side) -> impl Iterator<Item = LeaderId> + Clone + use<'a> {
        self.all_leaders().filter(move |&id| self.leader_card(id).side == side && self.is_present(id))
    }

    /// Alive, free and on the table.
    pub fn is_present(self, id: LeaderId) -> bool {
        let leader = self.leader(id);
        leader.fate == Fate::Fit && !leader.off
    }

    /// The leaders attached to a unit (CF 6.6).
    pub fn attached_to(self, id: UnitId) -> impl Iterator<Item = LeaderId> + Clone + use<'a> {
        self.leaders_of(self.side(id)).filter(move |&leader| self.leader(leader).attached == Some(id))
    }

    /// Has a General or Marshal attached (CF 6.22).
    pub fn has_general(self, id: UnitId) -> bool {
        self.attached_to(id).any(|leader| self.leader_card(leader).rank > Rank::Brigadier)
    }

    /// Where a leader is measured from: his point, or the rear of the unit he rides with (CF 6.6, G5).
    pub fn place_of(self, id: LeaderId) -> Vec2 {
        let leader = self.leader(id);
        match leader.attached {
            None => leader.at.vec(),
            Some(unit) => {
                let body = self.body(unit);
                let main = body.main();
                main.front - main.dir * main.depth
            }
        }
    }

    // --- What a unit is now

    /// Troops who always fight on foot, not dragoons (CF 18.14).
    pub fn is_foot(self, id: UnitId) -> bool {
        self.unit(id).class == Class::Foot
    }

    /// Horse, hussars, dragoons on horseback (CF 18.14).
    pub fn is_cavalry(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        matches!(unit.class, Class::Horse | Class::Dragoons | Class::Hussars) && unit.mounted
    }

    /// Dragoons on foot: neither foot nor cavalry (CF 18.14).
    pub fn is_dismounted(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.class == Class::Dragoons && !unit.mounted
    }

    /// Hussars that have not been mixed with others (CF 3.14).
    pub fn is_hussars(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.class == Class::Hussars && !unit.mixed
    }

    pub fn is_gun(self, id: UnitId) -> bool {
        self.unit(id).class == Class::Gun
    }

    /// A gun that somebody serves (CF 16.7).
    pub fn is_crewed(self, id: UnitId) -> bool {
        self.is_gun(id) && self.unit(id).service == Service::Crewed
    }

    /// A gun off its limber with its crew (CF 13.1).
    pub fn is_in_action(self, id: UnitId) -> bool {
        self.is_crewed(id) && !self.unit(id).limbered
    }

    /// In line or column, neither unformed nor a single model (CF 10.1).
    pub fn is_formed(self, id: UnitId) -> bool {
        matches!(self.unit(id).formation, Formation::Line | Formation::MarchColumn | Formation::AssaultColumn)
    }

    pub fn is_unformed(self, id: UnitId) -> bool {
        self.unit(id).formation == Formation::Unformed
    }

    /// Dismounted dragoons, hussars, civilians (CF 10.8, G39).
    pub fn is_always_unformed(self, id: UnitId) -> bool {
        self.is_dismounted(id) || self.is_hussars(id) || self.unit(id).class == Class::Civilians
    }

    pub fn is_routing(self, id: UnitId) -> bool {
        self.unit(id).standing == Standing::Routing
    }

    /// What the 120 yds of manoeuvre and the like are measured to: combat units in any formation and guns with a crew, not
    /// wagons, civilians or guns that were left (CF G5). Cards count (CF G67).
    pub fn counts_as_enemy(self, id: UnitId) -> bool {
        match self.unit(id).class {
            _ if self.is_face_down(id) => true,
            Class::Wagon | Class::Civilians => false,
            Class::Gun => self.is_crewed(id),
            _ => true,
        }
    }

    // --- Who is near

    /// Enemies that count for distances, with how far off they are (CF G5).
    pub fn enemies_about(self, id: UnitId) -> impl Iterator<Item = (UnitId, f64)> + use<'a> {
        let counted = self.enemies_of(id).filter(move |&other| self.counts_as_enemy(other));
        counted.map(move |other| (other, self.distance(id, other)))
    }

    /// The nearest enemy that counts for distances.
    pub fn nearest_enemy(self, id: UnitId) -> Option<(UnitId, f64)> {
        self.enemies_about(id).min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// Whether an enemy stands within so much of a unit (CF G5).
    pub fn enemy_within(self, id: UnitId, most: Um) -> bool {
        let mut counted = self.enemies_of(id).filter(|&other| self.counts_as_enemy(other));
        counted.any(|other| self.is_within(id, other, most))
    }

    /// Two units stand no farther apart than that: most pairs are told apart without measuring.
    pub fn is_within(self, one: UnitId, other: UnitId, most: Um) -> bool {
        self.body(one).within(&self.body(other), f64::from(most) + TOUCH)
    }

    /// The same of a place: leaders, messengers, crews.
    pub fn enemy_within_of(self, side: Side, at: Vec2, most: Um) -> bool {
        let mut counted = self.of_side(side.other()).filter(|&other| self.counts_as_enemy(other));
        counted.any(|other| {
            let body = self.body(other);
            let near = f64::from(most) + TOUCH;
            body.center().distance(at) <= body.radius() + near && body.distance_to_point(at) <= near
        })
    }

    /// Base-to-base contact, with a gap of up to 10 yds (CF 18.1).
    pub fn touches(self, one: UnitId, other: UnitId) -> bool {
        self.is_within(one, other, CONTACT)
    }

    // --- Contact

    /// Hand to hand with somebody.
    pub fn in_contact(self, id: UnitId) -> bool {
        self.state.contacts.iter().any(|contact| contact.a == id || contact.b == id)
    }

    /// The enemies a unit is hand to hand with.
    pub fn opponents(self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        self.state.contacts.iter().filter_map(move |contact| contact.other(id))
    }

    // --- Right to left

    /// How far from his right a player finds a place, along his own edge (CF 9.5, G15).
    pub fn from_right(self, side: Side, at: Vec2) -> f64 {
        match self.baseline(side) {
            TableEdge::South => -at.x,
            TableEdge::North => at.x,
            TableEdge::East => -at.y,
            TableEdge::West => at.y,
        }
    }

    /// A side's units on the table from its right to its left, by their centres (CF 9.5, G15).
    pub fn right_to_left(self, side: Side) -> ArrayVec<UnitId, MOST_UNITS> {
        self.sorted(side, self.of_side(side))
    }

    /// Units from the right to the left of a side.
    fn sorted(self, side: Side, units: impl Iterator<Item = UnitId>) -> ArrayVec<UnitId, MOST_UNITS> {
        let placed = units.map(|id| (self.from_right(side, self.body(id).center()), id));
        let mut placed: ArrayVec<(f64, UnitId), MOST_UNITS> = placed.collect();
        placed.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        placed.into_iter().map(|(_, id)| id).collect()
    }

    /// On the table, or on its owner's map as if it stood there (CF 5.18, G68).
    pub fn is_at_hand(self, id: UnitId) -> bool {
        matches!(self.unit(id).place, Place::Table | Place::Mapped)
    }

    /// A side's units from its right to its left, those on its map among them: so they fire, are tested and shaken (CF 9.5, G15,
    /// G68).
    pub fn at_hand(self, side: Side) -> ArrayVec<UnitId, MOST_UNITS> {
        self.sorted(side, self.all().filter(move |&id| self.side(id) == side && self.is_at_hand(id)))
    }

    /// A side's leaders on the table from its right to its left.
    pub fn leaders_right_to_left(self, side: Side) -> ArrayVec<LeaderId, { crate::cards::MOST_LEADERS }> {
        let mut leaders: ArrayVec<LeaderId, { crate::cards::MOST_LEADERS }> = self.leaders_of(side).collect();
        let place = |id: &LeaderId| self.from_right(side, self.place_of(*id));
        leaders.sort_by(|one, other| place(one).total_cmp(&place(other)).then(one.cmp(other)));
        leaders
    }

    // --- What can be asked about

    pub fn known(self, id: UnitId) -> Result<(), Refusal> {
        if id.ix() < self.state.units.len() { Ok(()) } else { Err(Refusal::new("CF 3.1", "there is no such unit")) }
    }

    pub fn known_leader(self, id: LeaderId) -> Result<(), Refusal> {
        let there = id.ix() < self.state.leaders.len();
        if there { Ok(()) } else { Err(Refusal::new("CF 6.1", "there is no such leader")) }
    }

    /// Whether a unit is the seat's to order.
    pub fn owns(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.known(id)?;
        if self.seat(id) == seat { Ok(()) } else { Err(Refusal::new("CF 6.14", "that unit is not yours to order")) }
    }

    /// Whether a leader is the seat's to send.
    pub fn owns_leader(self, seat: Seat, id: LeaderId) -> Result<(), Refusal> {
        self.known_leader(id)?;
        let own = self.seat_of_leader(id) == seat;
        if own { Ok(()) } else { Err(Refusal::new("CF 6.14", "that leader is not yours to order")) }
    }
}

/// The battle, being played.
pub struct Play<'a, L> {
    pub rules: &'a CloseFire,
    pub state: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub listener: &'a mut L,
}

/// A D6 read as an average die: 1 counts 3 and 6 counts 4 (CF 1.3, E1).
pub const fn as_average(face: u8) -> u8 {
    match face {
        1 => 3,
        6 => 4,
        face => face,
    }
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

    pub fn leader_mut(&mut self, id: LeaderId) -> &mut Leader {
        &mut self.state.leaders[id.ix()]
    }

    pub fn d6(&mut self) -> u8 {
        self.dice.roll(6)
    }

    /// An average die, rolled with a D6 (CF 1.3).
    pub fn average_die(&mut self) -> u8 {
        as_average(self.dice.roll(6))
    }

    /// A question with one answer is not asked. What is played without asking is noted for those who write scripts.
    pub fn unasked(&mut self, seat: Seat, topic: &'static str, decision: Decision) {
        if self.listener.hears() {
            let decision = self.rules.notate(&decision);
            self.listener.unasked(Unasked { seat, topic, decision });
        }
    }
}
