//! Command tracing: who is In Command (LB 7.1.2a; chapter 8.3.1).

use crate::cards::{Echelon, FormationId, LeaderId, UnitId, UnitSet};
use crate::face::told::{Who, command as told};
use crate::sequence::Chit;
use crate::state::Formed;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Listener, Side};

/// The widest span that is traced hex by hex; battle files give no more.
pub const WIDEST: u8 = 10;
pub(super) const MOST_HEXES: usize = 1 + 3 * WIDEST as usize * (WIDEST as usize + 1);
/// The most hexes of a map.
pub(super) const MOST_ON_MAP: usize = 16_384;

/// What lies within the Command Span of a leader.
#[expect(clippy::large_enum_variant, reason = "it lives for one look and asks for no memory")]
pub enum Reach {
    /// Corps and army leaders: plain distance (LB G9).
    Around(Hex, u8),
    /// Division and brigade leaders: hexes with a line to him (LB 8.3.1e).
    Lines(ArrayVec<Hex, MOST_HEXES>),
}

impl<'a> Table<'a> {
    /// What lies within a leader's span.
    pub fn reach(self, id: LeaderId, by_initiative: bool) -> Reach {
        let (hex, span) = (self.leader(id).hex, self.span(id, by_initiative));
        match self.led_by(id) {
            Some(formation) if self.echelon(formation) <= Echelon::Division => {
                Reach::Lines(self.lines_from(hex, span, formation))
            }
            _ => Reach::Around(hex, span),
        }
    }

    pub fn reaches(self, reach: &Reach, hex: Hex) -> bool {
        match reach {
            Reach::Around(from, span) => self.grid().distance(*from, hex) <= u16::from(*span),
            Reach::Lines(hexes) => {
                let near = |&centre: &Hex| self.grid().distance(centre, hex) <= WIDEST.into();
                hexes.first().is_some_and(near) && hexes.contains(&hex)
            }
        }
    }

    /// One hex of a unit within a span is enough (LB 8.3.1.3a).
    pub fn reaches_unit(self, reach: &Reach, id: UnitId) -> bool {
        self.unit(id).hexes.iter().any(|hex| self.reaches(reach, hex))
    }

    /// A unit is within the span of a leader.
    pub(super) fn has_in_reach(self, leader: LeaderId, id: UnitId) -> bool {
        // No line is shorter than the way.
        let near = self.distance_to(id, self.leader(leader).hex) <= u16::from(self.span(leader, false));
        near && self.reaches_unit(&self.reach(leader, false), id)
    }

    /// The hexes with a line of so many hexes, none of which but its ends holds a combat unit of another command, friend or
    /// enemy (LB 8.3.1e, G9).
    fn lines_from(self, from: Hex, span: u8, formation: FormationId) -> ArrayVec<Hex, MOST_HEXES> {
        let mut found: ArrayVec<Hex, MOST_HEXES> = ArrayVec::new();
        // Hexes that were found, a bit for each.
        let mut seen = [0u64; MOST_ON_MAP / 64];
        let mut fresh = |hex: Hex| {
            let (word, bit) = (hex.index() / 64 % seen.len(), 1 << (hex.index() % 64));
            let fresh = seen[word] & bit == 0;
            seen[word] |= bit;
            fresh
        };
        fresh(from);
        found.push(from);
        let mut ring = 0;
        for _ in 0..span.min(WIDEST) {
            let edge = found.len();
            for at in ring..edge {
                let hex = found[at];
                if hex != from && self.is_shut_to(hex, formation) {
                    continue;
                }
                for near in self.neighbours(hex) {
                    if !found.is_full() && fresh(near) {
                        found.push(near);
                    }
                }
            }
            ring = edge;
        }
        found
    }

    /// A unit of a different command stands there (LB 8.3.1e, 8.3.1f).
    fn is_shut_to(self, hex: Hex, formation: FormationId) -> bool {
        self.state.stack(hex).any(|id| !self.is_of_command(id, formation))
    }

    /// An Assault Marker points at it (LB 8.4.3.5a).
    pub fn is_pinned(self, id: UnitId) -> bool {
        let hexes = self.unit(id).hexes;
        self.state.assaults.iter().any(|assault| {
            let aimed = assault.targets.iter().flatten().any(|&hex| hexes.contains(hex));
            aimed && assault.adjacent && self.side(assault.top) != self.side(id)
        })
    }

    /// Whoever is in PGD or pinned is out of command, wherever he stands (LB 8.3.1d, 8.4.3.5a), and in no Maneuver Unit (LB 8.3a). So is
    /// whoever has left his Static Position, until he is back (LB 8.8.3b).
    fn can_be_commanded(self, id: UnitId) -> bool {
        self.unit(id).on_map() && !self.is_pgd(id) && !self.is_pinned(id) && !self.has_left_position(id)
    }

    fn has_left_position(self, id: UnitId) -> bool {
        self.static_position(id).is_some() && !self.is_in_position(id)
    }

    /// A leader is the one a unit looks to: its superior; for a battalion of a brigade also the leader of the division
    /// (LB 8.3.1a, 8.3.1b, 8.4.3.3b, G8, G42).
    fn looks_to(self, id: UnitId, leader: LeaderId, formation: FormationId) -> bool {
        if self.assigned_to(id).is_some() || self.asset_of(id).is_some() {
            return self.superior(id) == Some(leader);
        }
        let own = self.commanding_formation(self.card(id).formation);
        own == Some(formation) || self.echelon(formation) == Echelon::Division && self.belongs_to(id, formation)
    }

    /// The units that a leader has within his span, of those that look to him (LB 8.3.1a, 8.3.1b).
    pub fn in_span_of(self, leader: LeaderId, by_initiative: bool) -> UnitSet {
        let Some(formation) = self.led_by(leader) else { return UnitSet::EMPTY };
        let (hex, span) = (self.leader(leader).hex, u16::from(self.span(leader, by_initiative)));
        // No line is shorter than the way.
        let near = |&id: &UnitId| {
            self.distance_to(id, hex) <= span && self.looks_to(id, leader, formation) && self.can_be_commanded(id)
        };
        let near: UnitSet = self.of_side(self.leader_card(leader).side).filter(near).collect();
        if near.is_empty() {
            return near;
        }
        let reach = self.reach(leader, by_initiative);
        near.iter().filter(|&id| self.reaches_unit(&reach, id)).collect()
    }

    /// The units stacked with a leader for which that is enough: with an aide those of his formation (LB 8.3.1.2a, 8.4.3.2b).
    pub fn stacked_with_aide(self, aide: LeaderId) -> UnitSet {
        let stack = self.state.stack(self.leader(aide).hex);
        stack.filter(|&id| self.can_be_commanded(id) && self.serves(aide, id)).collect()
    }

    /// Assigned to a Static Position that is held, and in it: no leader and no point is asked for (LB 8.8a, 8.8b).
    pub fn is_in_position(self, id: UnitId) -> bool {
        let Some(position) = self.static_position(id) else { return false };
        let hexes = self.rules.positions.get(usize::from(position)).map_or(&[][..], |position| &position.hexes);
        self.unit(id).on_map() && self.unit(id).hexes.iter().any(|hex| hexes.contains(&hex))
    }

    /// The Static Position a unit is assigned to, until that is dissolved (LB 8.8.1a).
    pub fn static_position(self, id: UnitId) -> Option<u8> {
        self.card(id).position.filter(|position| self.state.dissolved & 1 << position == 0)
    }

    /// Wagons next to a unit of those given that is of the same command are with them, and so are wagons next to these
    /// (LB 8.3.1.2a, 8.4.3.4b, 8.4.3.4c).
    pub fn with_wagons(self, side: Side, mut units: UnitSet) -> UnitSet {
        loop {
            let joins = |&id: &UnitId| {
                let near = |other: UnitId| {
                    let ours = self.is_of_command(other, self.card(id).formation)
                        || self.is_of_command(id, self.card(other).formation)
                        || self.assigned_to(id).is_some_and(|leader| self.superior(other) == Some(leader));
                    ours && self.distance(id, other) <= 1
                };
                self.is_wagon(id) && self.can_be_commanded(id) && !units.contains(id) && units.iter().any(near)
            };
            let Some(wagon) = self.of_side(side).find(joins) else { return units };
            units.insert(wagon);
        }
    }

    /// A unit may be part of a March Column of a formation: of that command, or an Asset attached to it (LB 8.6a, 8.6d).
    fn marches_with(self, id: UnitId, formation: FormationId) -> bool {
        let attached = self.assigned_to(id).and_then(|leader| self.led_by(leader));
        let assigned = attached.is_some_and(|own| self.chain(own).any(|over| over == formation));
        self.can_be_commanded(id) && (self.belongs_to(id, formation) || assigned)
    }

    fn in_road_column(self, id: UnitId) -> bool {
        self.unit(id).formed == Formed::RoadColumn
    }

    /// Grows a column by the units of a formation that touch it, of those that will do, until none is left.
    fn grow(self, mut column: UnitSet, side: Side, will_do: impl Fn(UnitId) -> bool) -> UnitSet {
        let mut fresh = column;
        while !fresh.is_empty() {
            let touches = |id: UnitId| fresh.iter().any(|other| self.distance(id, other) <= 1);
            let joins = |&id: &UnitId| !column.contains(id) && will_do(id) && touches(id);
            let joined: UnitSet = self.of_side(side).filter(joins).collect();
            joined.iter().for_each(|id| column.insert(id));
            fresh = joined;
        }
        column
    }

    /// The unit in Road Column at whose head a leader rides: nobody of the column is in front of it (LB 8.6b).
    fn at_the_head(self, leader: LeaderId, formation: FormationId) -> Option<UnitId> {
        let hex = self.leader(leader).hex;
        let leads = |&id: &UnitId| {
            let unit = self.unit(id);
            let ahead = unit.facing.side().and_then(|dir| self.grid().neighbour(unit.hexes.head(), dir));
            let before = |hex: Hex| {
                self.state
                    .stack(hex)
                    .any(|other| other != id && self.in_road_column(other) && self.marches_with(other, formation))
            };
            self.in_road_column(id) && self.marches_with(id, formation) && !ahead.is_some_and(before)
        };
        self.state.stack(hex).find(leads)
    }

    /// The March Column behind a leader: an unbroken chain of units in Road Column from the one he rides with, and units next to
    /// its tail that have not got into Road Column yet (LB 8.6a, 8.6b, 8.6c, 8.6.2a). Where he has none, the units in Road Column that still
    /// trail to those within his span (LB 8.6.3a). Of a corps each division or brigade has its own leader at its head, and the corps
    /// is Activated (LB 8.6.1a).
    pub fn march_column(self, leader: LeaderId) -> UnitSet {
        let Some(formation) = self.led_by(leader) else { return UnitSet::EMPTY };
        let side = self.leader_card(leader).side;
        match self.echelon(formation) {
            Echelon::Army => return UnitSet::EMPTY,
            Echelon::Corps if !self.may_move_as_corps(leader) => return UnitSet::EMPTY,
            _ => {}
        }
        let of_corps = self.echelon(formation) == Echelon::Corps;
        let ours = |id: UnitId| self.marches_with(id, formation);
        let led = |id: UnitId| !of_corps || self.rides_ahead_of(id, formation);
        let near = self.in_span_of(leader, false);
        let coiling = self.grow(near, side, |id| self.in_road_column(id) && ours(id) && led(id));
        let Some(head) = self.at_the_head(leader, formation) else { return coiling };
        let chain = self.grow([head].into_iter().collect(), side, |id| ours(id) && led(id) && self.in_road_column(id));
        let mut column = self.grow(chain, side, |id| ours(id) && led(id));
        coiling.iter().for_each(|id| column.insert(id));
        column
    }

    /// In a corps column a unit follows the leader of its own division or brigade, who is at the head of that; what the corps holds
    /// itself goes anywhere in it (LB 8.6.1a).
    fn rides_ahead_of(self, id: UnitId, corps: FormationId) -> bool {
        match self.superior(id).and_then(|leader| Some((leader, self.led_by(leader)?))) {
            Some((_, own)) if own == corps => true,
            Some((leader, own)) => self.at_the_head(leader, own).is_some(),
            None => false,
        }
    }

    /// The units of a side that are In Command as they stand (LB 7.1.2a).
    pub fn in_command_now(self, side: Side) -> UnitSet {
        let mut units = UnitSet::EMPTY;
        let mut add = |more: UnitSet| more.iter().for_each(|id| units.insert(id));
        for leader in self.leaders_of(side) {
            add(self.in_span_of(leader, false));
            add(self.march_column(leader));
            if self.is_aide(leader) {
                add(self.stacked_with_aide(leader));
            }
        }
        add(self.of_side(side).filter(|&id| self.can_be_commanded(id) && self.is_in_position(id)).collect());
        self.with_wagons(side, units)
    }

    /// A leader is In Command within the span of his immediate superior; so is whoever has none (LB 8.3.1g, 8.3.1h, 8.3.1i). Each
    /// rung stands for itself (LB 8.3.1.1a).
    pub fn leader_in_command_now(self, id: LeaderId) -> bool {
        let has_none = match self.leader(id).post {
            crate::cards::Post::Leads(formation) => self.echelon(formation) == Echelon::Army,
            crate::cards::Post::Monarch | crate::cards::Post::Outside => true,
            _ => false,
        };
        let within = |superior: LeaderId| {
            let apart = self.grid().distance(self.leader(superior).hex, self.leader(id).hex);
            if apart > u16::from(self.span(superior, false)) {
                return false;
            }
            let reach = self.reach(superior, false);
            self.reaches(&reach, self.leader(id).hex)
        };
        has_none || self.superior_of(id).is_some_and(within)
    }

    /// In Command in this turn: found so in the Command Segment, and not found out of it since (LB 7.1.2b, 7.1.2c, G5).
    pub fn is_in_command(self, id: UnitId) -> bool {
        let found = self.unit(id).turn.command;
        found.in_command && !found.lost && self.can_be_commanded(id)
    }
}

impl<L: Listener> Play<'_, L> {
    /// The Command Tracing Phase: every unit and every leader on the map is found In Command or out of it (LB 7.1.2a).
    pub(super) fn trace_command(&mut self) {
        for side in Side::BOTH {
            let table = self.table();
            let found = table.in_command_now(side);
            let leaders: crate::cards::LeaderSet =
                table.leaders_of(side).filter(|&id| table.leader_in_command_now(id)).collect();
            let outside: ArrayVec<UnitId, { crate::cards::MOST_UNITS }> =
                table.of_side(side).filter(|&id| !found.contains(id)).collect();
            for id in self.rules.by_side[side.ix()].iter().copied() {
                let deeds = &mut self.unit_mut(id).turn.command;
                (deeds.in_command, deeds.lost) = (found.contains(id), false);
            }
            for id in (0..self.rules.leaders.len() as u8).map(LeaderId) {
                if self.rules.leaders[id.ix()].side == side {
                    let deeds = &mut self.leader_mut(id).turn.command;
                    (deeds.in_command, deeds.lost) = (leaders.contains(id), false);
                }
            }
            if !outside.is_empty() {
                self.tell("LB 7.1.2a", told::OUT_OF_COMMAND, &[Who::Units(&outside)]);
            }
        }
    }

    /// Command is found out a second time when a Maneuver Unit or the Regroup chit is drawn; it can only be lost (LB 8.4.3.6a, G5).
    pub(super) fn trace_again(&mut self, chit: Chit) {
        match chit {
            Chit::Mu(mu) => {
                let Some(drawn) = self.state.mus.get(mu.ix()).copied().flatten() else { return };
                let now = self.table().in_command_now(drawn.side);
                let gone = drawn.members.iter().filter(|&id| !now.contains(id) && self.unit(id).on_map());
                for id in gone.collect::<ArrayVec<UnitId, { crate::cards::MOST_UNITS }>>() {
                    self.unit_mut(id).turn.command.lost = true;
                }
                self.constitute(mu);
            }
            Chit::Action(crate::sequence::Action::Regroup) => {
                for side in Side::BOTH {
                    let now = self.table().in_command_now(side);
                    for id in self.rules.by_side[side.ix()].iter().copied().filter(|&id| !now.contains(id)) {
                        self.state.units[id.ix()].turn.command.lost = true;
                    }
                }
            }
            Chit::Action(crate::sequence::Action::Leader) => {
                let mut escorts = UnitSet::EMPTY;
                for side in Side::BOTH {
                    self.table().escorts_of(side).iter().for_each(|id| escorts.insert(id));
                }
                self.state.commanding.escorts = escorts;
            }
            Chit::Action(_) => {}
        }
    }
}
