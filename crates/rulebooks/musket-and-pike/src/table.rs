//! Two ways to look at a battle: [`Table`] only reads, [`Play`] also acts. All rules are methods of one or the other.

use crate::MusketAndPike;
use crate::cards::{Class, Horse, LeaderCard, LeaderId, Role, UnitCard, UnitId, WingId};
use crate::decision::Decision;
use crate::face::told::Of;
use crate::ground::HexGround;
use crate::state::{Formation, Leader, LeaderPlace, Mark, Morale, Orders, Place, Slot, State, Touched, Unit, Wing};
use field::hexes::{Hand, Hex, Rank, Side as Aspect};
use kernel::{Dice, Entry, Listener, Phrase, Reckoning, Seat, Side, Unasked};

/// The battle, to be read.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    pub rules: &'a MusketAndPike,
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
    pub fn ground(self) -> &'a HexGround {
        &self.rules.ground
    }

    pub fn leader(self, id: LeaderId) -> &'a Leader {
        &self.state.leaders[id.ix()]
    }

    pub fn leader_card(self, id: LeaderId) -> &'a LeaderCard {
        &self.rules.leaders[id.ix()]
    }

    #[inline]
    pub fn wing(self, id: WingId) -> &'a Wing {
        &self.state.wings[id.ix()]
    }

    #[inline]
    pub fn side(self, id: UnitId) -> Side {
        self.card(id).side
    }

    pub fn seat(self, id: UnitId) -> Seat {
        self.card(id).seat
    }

    /// The seat that speaks for a whole side.
    pub fn chief(self, side: Side) -> Seat {
        self.rules.chiefs[side.ix()]
    }

    pub fn name(self, id: UnitId) -> &'a str {
        &self.card(id).name
    }

    /// The Orders of a unit's Wing.
    #[inline]
    pub fn orders(self, id: UnitId) -> Orders {
        self.wing(self.card(id).wing).orders
    }

    pub fn all(self) -> impl Iterator<Item = UnitId> + use<'a> {
        (0..self.state.units.len() as u8).map(UnitId)
    }

    pub fn wings(self) -> impl Iterator<Item = WingId> + use<'a> {
        (0..self.state.wings.len() as u8).map(WingId)
    }

    pub fn on_map(self) -> impl Iterator<Item = UnitId> + use<'a> {
        self.all().filter(move |&id| self.unit(id).on_map())
    }

    /// Units of a side on the map, wagons in enemy hands not.
    pub fn of_side(self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        self.rules.by_side[side.ix()].iter().copied().filter(move |&id| self.unit(id).on_map())
    }

    #[inline]
    pub fn enemies_of(self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        self.of_side(self.side(id).other())
    }

    /// Units of a Wing on the map.
    pub fn of_wing(self, wing: WingId) -> impl Iterator<Item = UnitId> + use<'a> {
        self.rules.wings[wing.ix()].units.iter().filter(move |&id| self.unit(id).on_map())
    }

    // What kind of unit it is.

    #[inline]
    pub fn class(self, id: UnitId) -> Class {
        self.card(id).class
    }

    /// Cavalry on horseback, Croats included: what the rules call cavalry without more words (MP G.4, 14.3b).
    #[inline]
    pub fn is_cavalry(self, id: UnitId) -> bool {
        let card = self.card(id);
        card.class == Class::Cavalry && !card.dismounted
    }

    /// Cavalry that takes formation hits from ground: not Croats (MP 14.6b).
    pub fn is_formed_cavalry(self, id: UnitId) -> bool {
        self.is_cavalry(id) && !self.is_croats(id)
    }

    /// Unformed cavalry; with the option of MP 14.6d there is none.
    pub fn is_croats(self, id: UnitId) -> bool {
        let card = self.card(id);
        card.class == Class::Cavalry && card.horse == Horse::Croats && !self.rules.options.croats_as_arquebusiers
    }

    /// Heavy Infantry, and dismounted cavalry which is treated as such (MP 14.3b).
    #[inline]
    pub fn is_heavy(self, id: UnitId) -> bool {
        let card = self.card(id);
        card.class == Class::HeavyInfantry || card.class == Class::Cavalry && card.dismounted
    }

    #[inline]
    pub fn is_light(self, id: UnitId) -> bool {
        self.class(id) == Class::LightInfantry
    }

    /// Carries pistols: cavalry of every kind, dismounted too (MP 14.3a).
    pub fn has_pistols(self, id: UnitId) -> bool {
        self.class(id) == Class::Cavalry
    }

    #[inline]
    pub fn is_gun(self, id: UnitId) -> bool {
        self.class(id) == Class::Artillery
    }

    pub fn is_wagon(self, id: UnitId) -> bool {
        self.class(id) == Class::Wagon
    }

    /// Infantry or cavalry: a unit with strength and formation.
    #[inline]
    pub fn is_body(self, id: UnitId) -> bool {
        !matches!(self.class(id), Class::Artillery | Class::Wagon)
    }

    pub fn is_limbered(self, id: UnitId) -> bool {
        self.is_gun(id) && self.unit(id).has(Mark::Limbered)
    }

    pub fn in_formation(self, id: UnitId, formation: Formation) -> bool {
        self.unit(id).formation == formation
    }

    pub fn is_morale_broken(self, id: UnitId) -> bool {
        self.unit(id).morale == Morale::Broken
    }

    /// Whether a unit has a front at all (MP 6.1c).
    pub fn has_facing(self, id: UnitId) -> bool {
        self.unit(id).morale != Morale::Broken && !self.is_wagon(id) && !self.is_limbered(id)
    }

    /// A two-hex unit in Column, which fronts a hexside (MP 6.3.4d).
    pub fn is_long_column(self, id: UnitId) -> bool {
        self.unit(id).other.is_some() && self.in_formation(id, Formation::Column)
    }

    /// Strength left (MP 10.6.1d).
    pub fn strength(self, id: UnitId) -> u8 {
        self.card(id).strength.saturating_sub(self.unit(id).casualties)
    }

    // Who stands where.

    #[inline]
    pub fn body_at(self, hex: Hex) -> Option<UnitId> {
        self.state.standing.body(hex)
    }

    /// The gun or wagon on a hex, of either side.
    #[inline]
    pub fn gun_at(self, hex: Hex) -> Option<UnitId> {
        self.state.standing.gun(hex)
    }

    /// An enemy unit of `side` on a hex: a body, else a gun or wagon.
    #[inline]
    pub fn enemy_at(self, side: Side, hex: Hex) -> Option<UnitId> {
        // Most hexes are empty.
        if self.state.standing.is_empty(hex) {
            return None;
        }
        let theirs = |id: &UnitId| self.side(*id) != side;
        self.body_at(hex).filter(theirs).or_else(|| self.gun_at(hex).filter(theirs))
    }

    pub fn friend_at(self, side: Side, hex: Hex) -> Option<UnitId> {
        let ours = |id: &UnitId| self.side(*id) == side;
        self.body_at(hex).filter(ours).or_else(|| self.gun_at(hex).filter(ours))
    }

    /// Whether any enemy unit of `side` is next to a hex. Captured wagons and wrecks are no enemy units.
    #[inline]
    pub fn enemy_adjacent(self, side: Side, hex: Hex) -> bool {
        match self.state.touched(side.other()) {
            Some(touched) => touched.contains(hex),
            None => self.looks_for_enemy_beside(side, hex),
        }
    }

    fn looks_for_enemy_beside(self, side: Side, hex: Hex) -> bool {
        let around = self.rules.ground.grid.neighbours(hex);
        around.iter().flatten().any(|&near| self.enemy_at(side, near).is_some())
    }

    /// Looks which hexes lie next to units of a side.
    fn look_around(self, side: Side, touched: &mut Touched) {
        let grid = &self.rules.ground.grid;
        touched.by = Some(side);
        touched.units = self.rules.by_side[side.ix()].iter().copied().collect();
        touched.hexes.reset(grid);
        for unit in self.of_side(side).map(|id| self.unit(id)).filter(|unit| unit.slot != Slot::Under) {
            unit.hexes().for_each(|hex| touched.hexes.insert_around(grid, hex));
        }
    }

    /// What is remembered of the hexes next to units of a side is what would be found out now.
    pub(crate) fn check_touched(self) -> Result<(), String> {
        let stale = |side: &Side| {
            let mut now = Touched::default();
            self.look_around(*side, &mut now);
            self.state.touched(*side).is_some_and(|known| *known != now.hexes)
        };
        match Side::BOTH.into_iter().find(stale) {
            Some(side) => Err(format!("what {} is next to is remembered wrongly", self.rules.sides[side.ix()].name)),
            None => Ok(()),
        }
    }

    /// Whether any enemy unit of `side` is on a hex or next to it.
    #[inline]
    pub fn enemy_at_or_near(self, side: Side, hex: Hex) -> bool {
        self.enemy_at(side, hex).is_some() || self.enemy_adjacent(side, hex)
    }

    /// Whether a unit has an enemy unit next to it.
    pub fn is_adjacent_to_enemy(self, id: UnitId) -> bool {
        self.unit(id).hexes().any(|hex| self.enemy_adjacent(self.side(id), hex))
    }

    #[inline]
    pub fn neighbours(self, hex: Hex) -> impl Iterator<Item = Hex> + use<'a> {
        self.rules.ground.grid.neighbours(hex).iter().copied().flatten()
    }

    /// Hexes between the nearest hexes of two units: 1 when adjacent.
    #[inline]
    pub fn distance(self, a: UnitId, b: UnitId) -> u8 {
        self.unit(a).hexes().map(|hex| self.distance_to(b, hex)).min().unwrap_or(u8::MAX)
    }

    #[inline]
    pub fn distance_to(self, id: UnitId, hex: Hex) -> u8 {
        self.pose(id).distance(&self.rules.ground.grid, hex)
    }

    pub fn adjacent(self, a: UnitId, b: UnitId) -> bool {
        self.distance(a, b) == 1
    }

    /// Where an adjacent hex lies to a unit: front, flank or rear (MP 6.1b). None when it is not adjacent. A Hedgehog is
    /// all front (MP 6.3.2d), a unit without facing too: callers ask [`Table::has_facing`] where that matters.
    pub fn aspect(self, id: UnitId, hex: Hex) -> Option<Aspect> {
        let unit = self.unit(id);
        if self.distance_to(id, hex) != 1 {
            return None;
        }
        if unit.formation == Formation::Hedgehog || !self.has_facing(id) {
            return Some(Aspect::Front);
        }
        if self.is_long_column(id) {
            let grid = &self.rules.ground.grid;
            let head = unit.other?;
            let ahead = grid.neighbour(head, unit.facing.aside(Hand::Right)) == Some(hex);
            return Some(if ahead { Aspect::Front } else { Aspect::Flank });
        }
        let grid = &self.rules.ground.grid;
        match unit.other {
            Some(_) => Rank::on(grid, unit.hex, unit.facing, 2)?.side(grid, hex),
            None => grid.direction(unit.hex, hex).map(|dir| unit.facing.side(dir)),
        }
    }

    /// Whether an adjacent hex is a front hex of a unit.
    pub fn fronts(self, id: UnitId, hex: Hex) -> bool {
        self.aspect(id, hex) == Some(Aspect::Front)
    }

    // Leaders.

    pub fn leaders(self) -> impl Iterator<Item = LeaderId> + use<'a> {
        (0..self.state.leaders.len() as u8).map(LeaderId)
    }

    pub fn leaders_at(self, hex: Hex) -> impl Iterator<Item = LeaderId> + use<'a> {
        self.leaders().filter(move |&id| {
            let leader = self.leader(id);
            leader.place == LeaderPlace::Map && leader.hex == hex
        })
    }

    /// Leaders of the unit's own side stacked with it.
    pub fn leaders_with(self, id: UnitId) -> impl Iterator<Item = LeaderId> + use<'a> {
        let (unit, side) = (self.unit(id), self.side(id));
        self.leaders().filter(move |&leader| {
            let him = self.leader(leader);
            him.place == LeaderPlace::Map
                && self.leader_card(leader).side == side
                && (him.hex == unit.hex || Some(him.hex) == unit.other)
        })
    }

    /// The Wing Commander, if he is on the map.
    pub fn commander_of(self, wing: WingId) -> Option<LeaderId> {
        self.wing(wing).leader.filter(|&id| self.leader(id).place == LeaderPlace::Map)
    }

    /// The Army Commander of a side, if he is on the map (MP 5.1.1a).
    pub fn army_commander(self, side: Side) -> Option<LeaderId> {
        self.leaders().find(|&id| {
            let him = self.leader(id);
            him.place == LeaderPlace::Map && him.role == Role::Army && self.leader_card(id).side == side
        })
    }

    /// Whether a leader is in or next to a unit's hexes.
    pub fn leader_near(self, leader: LeaderId, id: UnitId) -> bool {
        self.distance_to(id, self.leader(leader).hex) <= 1
    }

    pub fn leader_stacked(self, leader: LeaderId, id: UnitId) -> bool {
        self.distance_to(id, self.leader(leader).hex) == 0
    }

    // The activation.

    /// The side whose Wing is active (MP G.2).
    pub fn active_side(self) -> Option<Side> {
        self.state.activation.map(|activation| activation.side)
    }

    /// Whether a unit belongs to the active Wing.
    pub fn is_active(self, id: UnitId) -> bool {
        self.state.activation.is_some_and(|activation| activation.wing == self.card(id).wing)
    }
}

/// The battle, being played.
pub struct Play<'a, L> {
    pub rules: &'a MusketAndPike,
    pub state: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub listener: &'a mut L,
}

impl<L: Listener> Play<'_, L> {
    #[inline]
    pub fn table(&self) -> Table<'_> {
        Table { rules: self.rules, state: self.state }
    }

    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.state.units[id.ix()]
    }

    #[inline]
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.state.units[id.ix()]
    }

    pub fn mark(&mut self, id: UnitId, mark: Mark, on: bool) {
        self.state.units[id.ix()].marks.set(mark, on);
    }

    /// One ten-sided die; the 0 is zero (MP 2.2a). Journals write it as the tenth face.
    pub fn d10(&mut self) -> i32 {
        i32::from(self.dice.roll(10) % 10)
    }

    /// Looks which hexes lie next to the enemies of a side, to be remembered until one of them moves.
    pub(crate) fn survey_enemies(&mut self, side: Side) {
        let enemy = side.other();
        if self.state.touched(enemy).is_none() {
            let mut touched = self.state.take_touched();
            self.table().look_around(enemy, &mut touched);
            self.state.keep_touched(touched);
        }
    }

    /// Tells what happened, of whom and of what; it is put into words only when somebody listens.
    #[inline]
    pub fn tell(&mut self, rule: &'static str, phrase: Phrase, of: &[Of<'_>]) {
        if self.listener.hears() {
            self.tell_way();
            let entry = self.table().told(rule, phrase, of);
            self.listener.tell(entry);
        }
    }

    /// Tells a roll with its reckoning: `die` as read (0 to 9), the modifiers, the total. The phrases are what was rolled for
    /// and what came of it, both of the same.
    #[inline]
    pub fn tell_roll(
        &mut self,
        rule: &'static str,
        die: i32,
        reckoning: Reckoning,
        [title, result]: [Phrase; 2],
        of: &[Of<'_>],
    ) {
        if self.listener.hears() {
            self.tell_way();
            let table = self.table();
            let entry = Entry {
                total: Some(die + reckoning.total),
                lines: reckoning.lines,
                dice: vec![die as u8],
                result: table.say(result, of),
                ..table.told(rule, title, of)
            };
            self.listener.tell(entry);
        }
    }

    pub fn push(&mut self, step: crate::agenda::Step) {
        self.state.agenda.push(step);
    }

    /// Takes the step on top off: it is done.
    pub fn pop(&mut self) {
        self.state.agenda.pop();
    }

    /// A question with one answer is not asked. What is played without asking is noted for those who write scripts.
    pub fn unasked(&mut self, seat: Seat, topic: &'static str, decision: Decision) {
        if self.listener.hears() {
            let decision = kernel::notation::write::<Decision, _>(self.rules, &decision);
            self.listener.unasked(Unasked { seat, topic, decision });
        }
    }

    /// Has the step on top wait for a seat's answer.
    pub fn await_seat(&mut self, seat: Seat) {
        self.state.asked = kernel::SeatSet::one(seat);
    }

    /// Takes a unit out of the battle for good. Leaders stacked with nobody else are removed with it (MP 5.3.1b); guns become wrecks
    /// instead (MP 10.8.9a) and Light Infantry under lost cavalry goes with it (MP 8.2.1d) — see the callers in chapters 5, 8 and 10.
    pub fn take_off(&mut self, id: UnitId, loss: crate::state::Loss) {
        self.state.lift(id);
        self.state.units[id.ix()].place = Place::Gone(loss);
    }
}
