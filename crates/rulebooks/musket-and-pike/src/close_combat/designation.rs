//! Sections 11.1 and 11.2: who may attack whom, the attacks named by either side, and the order in which they are fought.

use super::{Attacker, CombatStep, Designation, FightKind};
use crate::cards::{Class, UnitId, UnitSet};
use crate::charts::{AttackerRow, Column, Cost, DefenderColumn};
use crate::face::told::{Of, close_combat as told};
use crate::reaction::{Event, Trigger};
use crate::state::{Formation, LeaderPlace, Mark, Morale, Slot};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Hand, Hex, Offset, Rank};
use kernel::{Listener, Refusal, Seat, SeatSet, Side};

/// What an attacker finds in a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Body(UnitId),
    /// A gun or wagon with nobody by it (MP 11.5.1a, 11.5.1d).
    Alone(UnitId),
    /// Nothing but leaders (MP 11.1.2g).
    Leader,
}

impl<'a> Table<'a> {
    /// What units of `side` would attack in a hex. Wagons and guns in enemy hands are no units (MP 10.8.9f).
    pub fn target_at(self, side: Side, hex: Hex) -> Option<Target> {
        if let Some(body) = self.body_at(hex) {
            return (self.side(body) != side).then_some(Target::Body(body));
        }
        if let Some(gun) = self.gun_at(hex) {
            return (self.side(gun) != side).then_some(Target::Alone(gun));
        }
        self.leaders_at(hex).any(|leader| self.leader_card(leader).side != side).then_some(Target::Leader)
    }

    /// Whether a unit may be named to attack a hex now, by its side (MP 11.1.2a to 11.1.4a). In command or not makes no difference (MP 5.4.3l).
    pub fn may_designate(self, side: Side, unit: UnitId, hex: Hex) -> Result<(), Refusal> {
        if self.side(unit) != side {
            return Err(Refusal::new("MP 11.1.2a", "that is an enemy unit"));
        }
        let designated = &self.state.designated;
        if designated.iter().any(|designation| designation.attacker == unit) {
            return Err(Refusal::new("MP 11.1.4a", "it attacks a hex already; a unit attacks only one"));
        }
        if designated.is_full() {
            return Err(Refusal::new("MP 11.2A", "no more attacks can be written down"));
        }
        if self.active_side() == Some(side) {
            if !self.is_active(unit) {
                return Err(Refusal::new("MP 11.1.2a", "only units of the active Wing attack in their own activation"));
            }
        } else {
            self.may_react_with_combat(unit, hex)?;
        }
        self.may_attack(unit, hex)
    }

    /// Reaction Close Combat: only units that are not attacked themselves, only against the active Wing.
    fn may_react_with_combat(self, unit: UnitId, hex: Hex) -> Result<(), Refusal> {
        if self.is_designated_target(unit) {
            return Err(Refusal::new("MP 11.1.2b", "it is to be attacked itself, and defends as a whole"));
        }
        let active = [self.body_at(hex), self.gun_at(hex)].into_iter().flatten().any(|id| self.is_active(id));
        if !active {
            return Err(Refusal::new("MP 11.1.2a", "reaction combats go against units of the active Wing only"));
        }
        Ok(())
    }

    /// Whether the active side has named an attack on a unit, on either of its hexes (MP 11.1.3b).
    fn is_designated_target(self, unit: UnitId) -> bool {
        let side = self.side(unit);
        let against = self.state.designated.iter().filter(|designation| designation.side != side);
        against.into_iter().any(|designation| self.unit(unit).hexes().any(|own| own == designation.hex))
    }

    /// Whether a unit can attack a hex as things stand, whoever asks. Orders and Actions already taken are of no account (MP 11.1.5a).
    pub fn may_attack(self, unit: UnitId, hex: Hex) -> Result<(), Refusal> {
        self.fit_to_attack(unit)?;
        let Some(target) = self.target_at(self.side(unit), hex) else {
            return Err(Refusal::new("MP 11.1.2a", "there is no enemy in that hex"));
        };
        self.reaches(unit, hex, target)?;
        self.class_may_attack(unit, target)
    }

    fn fit_to_attack(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !unit.on_map() || !self.is_body(id) {
            return Err(Refusal::new("MP 11.3.8b", "only infantry and cavalry on the map fight hand to hand"));
        }
        if unit.slot == Slot::Under {
            return Err(Refusal::new("MP 11.6e", "Light Infantry stacked with cavalry is ignored in Close Combat"));
        }
        if unit.morale == Morale::Broken {
            return Err(Refusal::new("MP 12.4.3e", "a Morale Broken unit starts no Close Combat"));
        }
        match unit.formation {
            Formation::Hedgehog => Err(Refusal::new("MP 6.3.2b", "a Hedgehog starts no Close Combat")),
            Formation::Column => Err(Refusal::new("MP 6.3.4i", "a Column starts no Close Combat")),
            _ => Ok(()),
        }
    }

    /// The hex lies before the unit and can be entered (MP 11.1.2c, 11.1.2d, 11.1.3a).
    fn reaches(self, id: UnitId, hex: Hex, target: Target) -> Result<(), Refusal> {
        if self.crosses_bridge(id, hex) {
            return Ok(());
        }
        if !self.fronts(id, hex) {
            return Err(Refusal::new("MP 11.1.2c", "the enemy must be next to it, in a front hex"));
        }
        // Swedish brigades attack any of the three (MP 14.5a).
        if let Some(rank) = self.rank(id)
            && !self.card(id).swedish
            && rank.front(&self.ground().grid, 1) != Some(hex)
        {
            return Err(Refusal::new("MP 11.1.3a", "a two-hex unit attacks only its centre front hex"));
        }
        // Guns, wagons and leaders alone are taken by entering their hex, so that nobody takes them from outside.
        if self.can_enter(id, hex) || matches!(target, Target::Body(_)) && self.fights_across(id, hex) {
            return Ok(());
        }
        Err(Refusal::new("MP 11.1.2d", "it may not enter that hex, so it cannot attack it"))
    }

    /// The hexes of a two-hex unit in line.
    pub(super) fn rank(self, id: UnitId) -> Option<Rank> {
        let (unit, grid) = (self.unit(id), &self.ground().grid);
        unit.other?;
        Rank::on(grid, unit.hex, unit.facing, 2).filter(|rank| Some(rank.end(grid, Hand::Right)) == unit.other)
    }

    /// Whether terrain lets any half of a unit step into an adjacent hex. A bridge is too narrow for two hexes abreast (MP 7.3.5a).
    fn can_enter(self, id: UnitId, hex: Hex) -> bool {
        let narrow = self.unit(id).other.is_some() && self.ground().is_bridge(hex);
        let grid = &self.ground().grid;
        let mut ways = self.unit(id).hexes().filter_map(|own| grid.direction(own, hex).map(|dir| (own, dir)));
        !narrow && ways.any(|(own, dir)| self.entry_cost(id, own, dir).is_some())
    }

    /// Whether a hexside that bars its way lets infantry fight over it, from either side; nobody advances there (MP E-SiA-8).
    fn fights_across(self, id: UnitId, hex: Hex) -> bool {
        let (ground, column) = (self.ground(), self.terrain_column(id));
        let over = |own: Hex| {
            let feature = ground.grid.direction(own, hex).and_then(|dir| ground.hexside(own, dir).feature);
            feature.is_some_and(|feature| ground.row(feature).fight_across)
        };
        column != Column::Cavalry && ground.hex_cost(hex, column) != Cost::Prohibited && self.unit(id).hexes().any(over)
    }

    /// Whether two-hex Heavy Infantry attacks a hex across a bridge: over a bridge hexside it has no way around, or through a
    /// free bridge hex before its front (MP 7.3.5f, 11.3.1e), be it the centre of its front or not (ruling G41).
    pub fn crosses_bridge(self, id: UnitId, hex: Hex) -> bool {
        let Some(rank) = self.rank(id).filter(|_| self.is_heavy(id)) else { return false };
        let ground = self.ground();
        let ahead = rank.facing().front();
        for near in rank.fronts(&ground.grid) {
            if near == hex {
                return self.only_by_bridge(id, hex);
            }
            let bridge = ground.is_bridge(near) && self.body_at(near).is_none();
            if bridge && ahead.into_iter().any(|dir| ground.grid.neighbour(near, dir) == Some(hex)) {
                return true;
            }
        }
        false
    }

    /// A bridge hexside is the only way from a unit into an adjacent hex.
    fn only_by_bridge(self, id: UnitId, hex: Hex) -> bool {
        let ground = self.ground();
        let (mut bridge, mut other) = (false, false);
        for own in self.unit(id).hexes() {
            let Some(dir) = ground.grid.direction(own, hex) else { continue };
            if ground.has_bridge(own, dir) {
                bridge = true;
            } else {
                other |= self.entry_cost(id, own, dir).is_some();
            }
        }
        bridge && !other && !ground.is_bridge(hex)
    }

    /// What kinds of units may attack what (MP 11.6a and the Matrix).
    fn class_may_attack(self, id: UnitId, target: Target) -> Result<(), Refusal> {
        let body = match target {
            Target::Body(body) => body,
            Target::Alone(_) => return Ok(()),
            Target::Leader if self.is_light(id) => {
                return Err(Refusal::new("MP 11.6a", "Light Infantry attacks Light Infantry, guns and wagons only"));
            }
            Target::Leader => return Ok(()),
        };
        if self.is_light(id) && !self.is_light(body) {
            return Err(Refusal::new("MP 11.6a", "Light Infantry attacks Light Infantry, guns and wagons only"));
        }
        // The facing is of no account here: no kind may attack one side of a unit and not the other.
        match self.rules.charts.matrix[self.matrix_row(id) as usize][self.matrix_column(body, true) as usize] {
            Some(_) => Ok(()),
            None => Err(Refusal::new("MP 11.3.8a", "the Matrix lets units of its kind not attack such a unit")),
        }
    }

    pub(super) fn matrix_row(self, id: UnitId) -> AttackerRow {
        match self.class(id) {
            _ if self.in_formation(id, Formation::Hedgehog) => AttackerRow::Hedgehog,
            _ if self.is_croats(id) && self.is_cavalry(id) => AttackerRow::Croats,
            _ if self.is_cavalry(id) => AttackerRow::FormedCavalry,
            Class::LightInfantry => AttackerRow::LightInfantry,
            Class::HeavyInfantry if self.card(id).pikes => AttackerRow::HeavyInfantry,
            // Without pikes, and dismounted cavalry like them (MP 14.2a, 14.3b).
            _ => AttackerRow::WithoutPikes,
        }
    }

    /// The defender's column; `front` when it is attacked from a front hex.
    pub(super) fn matrix_column(self, id: UnitId, front: bool) -> DefenderColumn {
        match self.class(id) {
            _ if self.in_formation(id, Formation::Hedgehog) => DefenderColumn::Hedgehog,
            _ if self.is_croats(id) && self.is_cavalry(id) => DefenderColumn::Croats,
            _ if self.is_cavalry(id) => DefenderColumn::FormedCavalry,
            Class::LightInfantry => DefenderColumn::LightInfantry,
            Class::HeavyInfantry if !self.card(id).pikes => DefenderColumn::WithoutPikes,
            Class::HeavyInfantry if front && !self.is_morale_broken(id) => DefenderColumn::HeavyFront,
            Class::HeavyInfantry => DefenderColumn::HeavyFlankOrRear,
            _ => DefenderColumn::WithoutPikes,
        }
    }

    /// The hex of an enemy unit that a unit could attack now.
    pub fn attackable_hex(self, attacker: UnitId, defender: UnitId) -> Option<Hex> {
        self.unit(defender).hexes().find(|&hex| self.may_attack(attacker, hex).is_ok())
    }

    /// Whether a leader of the other side stands anywhere without a unit: few do, so nobody looks for them in vain.
    pub(crate) fn leaders_alone(self, side: Side) -> bool {
        self.leaders().any(|leader| {
            let him = self.leader(leader);
            let enemy = him.place == LeaderPlace::Map && self.leader_card(leader).side != side;
            enemy && self.body_at(him.hex).is_none() && self.gun_at(him.hex).is_none()
        })
    }

    /// Hexes before a unit that hold an enemy, bridges crossed included.
    fn enemies_ahead(self, id: UnitId, leaders: bool) -> ArrayVec<Hex, 9> {
        let (unit, grid, side) = (self.unit(id), &self.ground().grid, self.side(id));
        let ahead = unit.facing.front();
        let is_target =
            |&hex: &Hex| self.enemy_at(side, hex).is_some() || leaders && self.target_at(side, hex).is_some();
        let Some(rank) = self.rank(id) else {
            return ahead.into_iter().filter_map(|dir| grid.neighbour(unit.hex, dir)).filter(is_target).collect();
        };
        let mut found: ArrayVec<Hex, 9> = ArrayVec::new();
        for near in rank.fronts(grid) {
            let bridge = self.ground().is_bridge(near);
            let beyond = ahead.into_iter().filter(|_| bridge).filter_map(|dir| grid.neighbour(near, dir));
            for hex in std::iter::once(near).chain(beyond).filter(is_target) {
                if !found.contains(&hex) && !found.is_full() {
                    found.push(hex);
                }
            }
        }
        found
    }

    /// Units of a side that may attack in the segment if they have an enemy before them: the active Wing's, or anybody's on the other side.
    fn ready_to_attack(self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let active = self.active_side() == Some(side);
        self.of_side(side).filter(move |&unit| (!active || self.is_active(unit)) && self.fit_to_attack(unit).is_ok())
    }

    /// Every attack a seat may still name for its side.
    pub(super) fn each_attack(self, side: Side, seat: Seat, mut tell: impl FnMut(UnitId, Hex)) {
        let leaders = self.leaders_alone(side);
        for unit in self.ready_to_attack(side).filter(|&unit| self.seat(unit) == seat) {
            let ahead = self.enemies_ahead(unit, leaders).into_iter();
            ahead.filter(|&hex| self.may_designate(side, unit, hex).is_ok()).for_each(|hex| tell(unit, hex));
        }
    }

    /// The next seat of a side that can name an attack and has not said it is done.
    fn next_designator(self, side: Side, done: SeatSet) -> Option<Seat> {
        let leaders = self.leaders_alone(side);
        let mut ready = self.ready_to_attack(side).filter(|&unit| !done.contains(self.seat(unit)));
        let can = |unit: UnitId| {
            let mut ahead = self.enemies_ahead(unit, leaders).into_iter();
            ahead.any(|hex| self.may_designate(side, unit, hex).is_ok())
        };
        ready.find(|&unit| can(unit)).map(|unit| self.seat(unit))
    }

    /// Whether a named attack is still to be made and can be (MP 11.1.2f).
    fn stands(self, designation: &Designation) -> bool {
        let unit = self.unit(designation.attacker);
        !designation.fought
            && (unit.hex, unit.other) == designation.from
            && self.may_attack(designation.attacker, designation.hex).is_ok()
    }

    /// Attacks of a side that are still to be made.
    fn standing_attacks(self, side: Side) -> impl Iterator<Item = &'a Designation> {
        self.state.designated.iter().filter(move |designation| designation.side == side && self.stands(designation))
    }

    /// Whom an attack meets: attacks on the same are one combat (MP 11.1.4b).
    fn defender_of(self, designation: &Designation) -> Result<UnitId, Hex> {
        self.body_at(designation.hex).ok_or(designation.hex)
    }

    /// Where a combat lies along the line, from left to right as its owner looks at the enemy.
    fn place_in_line(self, look: Offset, hex: Hex) -> i32 {
        let place = self.ground().grid.axial(hex);
        if look == Offset::ZERO { 2 * i32::from(place.q) + i32::from(place.r) } else { look.cross(place) }
    }

    /// The way a side looks along all its attacks.
    fn outlook(self, side: Side) -> Offset {
        let grid = &self.ground().grid;
        let ways = self.standing_attacks(side).map(|attack| grid.offset(self.unit(attack.attacker).hex, attack.hex));
        ways.fold(Offset::ZERO, Offset::plus)
    }

    /// The next combat of a side from an end of the line: all attackers of one defender.
    pub(crate) fn next_combat(self, side: Side, from: Hand) -> ArrayVec<Attacker, 8> {
        let look = self.outlook(side);
        let place = |attack: &Designation| (self.place_in_line(look, attack.hex), attack.hex.index());
        let attacks = self.standing_attacks(side);
        let first = match from {
            Hand::Left => attacks.min_by_key(|attack| place(attack)),
            Hand::Right => attacks.max_by_key(|attack| place(attack)),
        };
        let Some(first) = first else { return ArrayVec::new() };
        let together = |attack: &&Designation| self.defender_of(attack) == self.defender_of(first);
        let attackers = self.standing_attacks(side).filter(together);
        attackers.map(|attack| Attacker { unit: attack.attacker, hex: attack.hex }).take(8).collect()
    }

    /// Whether the attacks of a side make more than one combat.
    fn has_several_combats(self, side: Side) -> bool {
        let mut defenders = self.standing_attacks(side).map(|attack| self.defender_of(attack));
        let first = defenders.next();
        defenders.any(|other| Some(other) != first)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Nobody is asked who has no enemy before his front (MP 11.1.2e: all of it is voluntary).
    pub(super) fn work_designations(&mut self, side: Side, done: SeatSet) {
        match self.table().next_designator(side, done) {
            Some(seat) => self.await_seat(seat),
            None => self.pop(),
        }
    }

    pub(super) fn designate(&mut self, side: Side, attacker: UnitId, hex: Hex) {
        let unit = self.unit(attacker);
        let from = (unit.hex, unit.other);
        self.state.designated.push(Designation { attacker, hex, side, from, fought: false });
        let rule = if self.table().active_side() == Some(side) { "MP 11.2A" } else { "MP 11.2B" };
        self.tell(rule, told::IS_TO_ATTACK, &[Of::Unit(attacker), Of::Hex(hex)]);
    }

    /// An active attacker that entered no hex in this activation starts a charge where it stands (MP 9.1.3d, ruling G-A25).
    pub(super) fn start_charges(&mut self, next: u8) {
        let Some(designation) = self.state.designated.get(usize::from(next)) else { return self.pop() };
        let unit = designation.attacker;
        self.replace(CombatStep::StartCharges { next: next + 1 });
        let now = self.unit(unit);
        if now.on_map() && now.morale != Morale::Broken && !now.has(Mark::Moved) {
            let inactive = self.table().side(unit).other();
            let trigger = Trigger {
                unit,
                event: Event::StartsCharge,
                spent: false,
                ran: false,
                retreating: false,
                artillery: false,
                barred: UnitSet::EMPTY,
            };
            self.trigger(trigger, inactive);
        }
    }

    /// Combat after combat along the line (MP 11.2C); attacks that cannot be made any more lapse.
    pub(super) fn work_resolution(&mut self, side: Side, from: Option<Hand>) {
        let table = self.table();
        let several = table.has_several_combats(side);
        if from.is_none() && several {
            let seat = table.speaker(side, table.standing_attacks(side).map(|attack| attack.attacker));
            return self.await_seat(seat);
        }
        let attackers = table.next_combat(side, from.unwrap_or(Hand::Left));
        if attackers.is_empty() {
            self.lapse(side);
            return self.pop();
        }
        for designation in &mut self.state.designated {
            let fights = attackers.iter().any(|attacker| attacker.unit == designation.attacker);
            designation.fought |= fights && designation.side == side;
        }
        let active = self.table().active_side() == Some(side);
        self.begin_fight(if active { FightKind::Active } else { FightKind::Reaction }, attackers);
    }

    fn lapse(&mut self, side: Side) {
        for index in 0..self.state.designated.len() {
            let designation = &mut self.state.designated[index];
            if designation.side == side && !designation.fought {
                designation.fought = true;
                let attacker = designation.attacker;
                self.tell("MP 11.1.2f", told::CANNOT_ATTACK, &[Of::Unit(attacker)]);
            }
        }
    }

    /// Momentum that met nobody is lost with the segment (ruling G32).
    pub(super) fn end_segment(&mut self) {
        self.state.designated.clear();
        for index in 0..self.state.units.len() {
            self.mark(UnitId(index as u8), Mark::Momentum, false);
        }
        self.pop();
    }
}
