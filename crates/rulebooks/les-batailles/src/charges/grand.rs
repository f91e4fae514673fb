//! Grand Charges (19.16): several regiments about one leader ride as one.

use super::riding::Tops;
use super::{Charge, ChargeKind, ChargeStage, ChargeStep};
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId, UnitSet};
use crate::face::told::{Who, charges as told};
use crate::fraction::Points;
use crate::movement::{Motion, Moving};
use crate::readings::GrandLeader;
use crate::sequence::Chit;
use crate::state::Formed;
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::{Listener, Refusal, SeatSet};

impl Table<'_> {
    /// A unit has a hex with a leader, or next to him (LB 19.16.1a).
    fn is_by_leader(self, id: UnitId, leader: LeaderId) -> bool {
        self.distance_to(id, self.leader(leader).hex) <= 1
    }

    /// The stacks that charge together about a leader of Special Ability, if the stack on the move does: of one Maneuver Unit, of one
    /// formation and facing, Ready, none of which has moved (LB 19.16, 19.16.1a, 19.16.1.1, 19.16.1.2, 19.16.4a).
    pub(super) fn may_grand_charge(self, leader: LeaderId, moving: &Moving) -> Result<Tops, Refusal> {
        let refuse = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        if leader.ix() >= self.state.leaders.len() {
            return refuse("LB 1.0a", "there is no such leader");
        }
        let (him, card) = (self.leader(leader), self.leader_card(leader));
        let top = moving.top;
        if !him.on_map() || card.side != self.side(top) || !card.cavalry_ability {
            return refuse("LB 19.16.1a", "it takes a cavalry leader of Special Ability");
        }
        let Some(Chit::Mu(mu)) = self.state.chit.filter(|_| moving.motion == Motion::Maneuver) else {
            return refuse("LB 19.16.1.1", "a Grand Charge is made on the chit of a Maneuver Unit");
        };
        if moving.acted || moving.spent > Points::ZERO {
            return refuse("LB 19.16.4a", "who charges in a Grand Charge does not move before it");
        }
        let members = self.state.mus.get(mu.ix()).copied().flatten().map(|mu| mu.members).unwrap_or(UnitSet::EMPTY);
        let own = self.unit(top);
        let joins = |id: UnitId| {
            let unit = self.unit(id);
            let alike = unit.formed == own.formed && unit.facing == own.facing;
            let fresh = id == top || !unit.turn.movement.moved && unit.turn.movement.spent == Points::ZERO;
            let stack: UnitSet = self.stack_of(id).into_iter().collect();
            let all = stack.iter().all(|one| members.contains(one) || moving.units.contains(one));
            self.is_cavalry(id) && alike && fresh && all && self.is_by_leader(id, leader)
        };
        let able = |&id: &UnitId| {
            let stack: UnitSet = self.stack_of(id).into_iter().collect();
            joins(id) && self.may_declare_charge(id, stack, ChargeKind::Grand).is_ok()
        };
        let tops: Tops = self.tops(members.iter().chain(moving.units.iter()).filter(|&id| self.unit(id).on_map()));
        let tops: Tops = tops.into_iter().filter(able).collect();
        if !tops.contains(&self.top_of(top)) || tops.len() < 2 {
            return refuse("LB 19.16", "several stacks of one formation and facing charge together about him");
        }
        Ok(tops)
    }

    /// The parts of a Grand Charge that still ride, those in front first.
    pub(super) fn parts(self, leader: LeaderId, dir: Option<Dir>) -> ArrayVec<u8, 16> {
        let own = |&no: &u8| self.charge(no).is_some_and(|charge| charge.is_grand() && charge.leader == Some(leader));
        let mut parts: ArrayVec<u8, 16> = self.charges_at(ChargeStage::Riding).filter(own).take(16).collect();
        if let Some(dir) = dir {
            let ahead = |no: &u8| {
                let head = self.lead(*no).map(|lead| self.unit(lead).hexes.head());
                head.map_or(0, |head| -self.grid().axial(head).dot(dir.offset()))
            };
            parts.sort_by_key(ahead);
        }
        parts
    }

    /// The hexes straight before a part: of a column what lies ahead of its head, of a Line what lies before either side of its corner.
    fn straight_before(self, no: u8) -> ArrayVec<Hex, 16> {
        let (Some(charge), Some(stance)) = (self.charge(no), self.coming(no)) else { return ArrayVec::new() };
        let ways = self.ways_on(charge.facing);
        let straight = if charge.formed == Formed::Companies { 1 } else { 2 };
        let own = stance.hexes.iter().take(if straight == 1 { 1 } else { 8 });
        let pairs = own.flat_map(|hex| ways.iter().take(straight).map(move |&dir| (hex, dir)));
        pairs.filter_map(|(hex, dir)| self.grid().neighbour(hex, dir)).take(16).collect()
    }

    /// A stack has a hex straight before a part.
    fn stands_before(self, no: u8, top: UnitId) -> bool {
        self.straight_before(no).iter().any(|&hex| self.unit(top).hexes.contains(hex))
    }

    /// The enemies straight before a part, whom it cannot ride over: it halts before them (LB 19.16.4.4).
    pub(super) fn before_part(self, no: u8) -> Tops {
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return Tops::new() };
        if charge.over.is_some() {
            return Tops::new();
        }
        let side = self.side(lead);
        let enemies = self.straight_before(no).into_iter().flat_map(|hex| self.state.stack(hex)).filter(|&id| {
            let square = self.unit(id).formed == Formed::Square;
            self.side(id) != side && !square && self.may_target(no, self.top_of(id)).is_ok()
        });
        let tops = self.tops(enemies);
        let horse: Tops = tops.iter().copied().filter(|&top| self.is_cavalry(top)).collect();
        if horse.is_empty() { tops } else { horse }
    }

    /// Where a part can go when the whole goes that way: there, or aside through another of its front hexes, as long as it stays by its
    /// leader (LB 19.16.4.4, 19.16.6.1).
    pub(super) fn slips(self, no: u8, dir: Dir) -> Option<Dir> {
        if self.stride(no, dir).is_ok() {
            return Some(dir);
        }
        let charge = self.charge(no)?;
        let leader = charge.leader?;
        let with_him = self.lead(no).is_some_and(|lead| self.unit(lead).hexes.contains(self.leader(leader).hex));
        self.ways_on(charge.facing).into_iter().find(|&way| {
            let stride = self.stride(no, way).ok();
            let by = |hex: Hex| self.grid().distance(hex, self.leader(leader).hex) <= 2;
            stride.is_some_and(|stride| with_him || stride.to.iter().any(by))
        })
    }

    /// The ways a Grand Charge may go on: straight ahead (LB 19.16.4.1).
    pub(super) fn grand_ways(self, leader: LeaderId) -> ArrayVec<Dir, 3> {
        let parts = self.parts(leader, None);
        let Some(charge) = parts.first().and_then(|&no| self.charge(no)) else { return ArrayVec::new() };
        let straight = if charge.formed == Formed::Companies { 1 } else { 2 };
        let ways = self.ways_on(charge.facing).into_iter().take(straight);
        ways.filter(|&dir| parts.iter().any(|&no| self.slips(no, dir).is_some())).collect()
    }
}

impl<L: Listener> Play<'_, L> {
    /// A Grand Charge is declared by the stack that was picked up, with all that can join it.
    pub(super) fn declare_grand_charge(&mut self, leader: LeaderId) {
        let Some(moving) = self.state.moves.last().copied() else { return };
        let Ok(tops) = self.table().may_grand_charge(leader, &moving) else { return };
        self.pop();
        for top in tops {
            let units: UnitSet = self.table().stack_of(top).into_iter().collect();
            if let Some(no) = self.declare_charge(top, units, ChargeKind::Grand, None) {
                if let Some(charge) = self.charge_mut(no) {
                    charge.leader = Some(leader);
                }
                for id in units.iter() {
                    self.unit_mut(id).turn.movement.moved = true;
                }
                self.push(Step::Charge(ChargeStep::Answer(no)));
            }
        }
        self.tell("LB 19.16", told::GRAND, &[Who::Leader(leader)]);
        self.leader_mut(leader).turn.moved = true;
        self.end_move();
    }

    /// All parts set out together (LB 19.1e).
    pub(super) fn grand_sets_out(&mut self, no: u8) {
        let Some(leader) = self.table().charge(no).and_then(|charge| charge.leader) else { return };
        let all = self.table().charges_at(ChargeStage::Declared).collect::<ArrayVec<u8, 32>>();
        for no in all {
            if let Some(charge) = self.charge_mut(no).filter(|charge| charge.leader == Some(leader)) {
                charge.stage = ChargeStage::Riding;
            }
        }
        self.tell("LB 19.1e", told::GRAND_SETS_OUT, &[Who::Leader(leader)]);
        self.grand_looks_round(leader);
    }

    fn grand_looks_round(&mut self, leader: LeaderId) {
        self.push(Step::Charge(ChargeStep::GrandRide(leader)));
        let parts = self.table().parts(leader, None);
        for &no in parts.iter().rev() {
            self.push(Step::Charge(ChargeStep::Meet(no)));
        }
        if let Some(&first) = parts.first() {
            if let Some(charge) = self.charge_mut(first) {
                charge.answered = SeatSet::EMPTY;
            }
            self.push(Step::Charge(ChargeStep::Answer(first)));
        }
    }

    /// What has become of the parts since the last hex: points are those of the costliest part (LB 19.16.4.2), whoever has an enemy
    /// straight before it halts (LB 19.16.4.4), whoever has lost the leader drops out (LB 19.16.1a).
    pub(super) fn grand_rides(&mut self, leader: LeaderId) {
        let parts = self.table().parts(leader, None);
        let most = parts.iter().filter_map(|&no| self.table().charge(no)).map(|charge| charge.spent).max();
        for &no in &parts {
            if let Some(charge) = self.charge_mut(no) {
                charge.spent = most.unwrap_or_default();
            }
            let met = self.table().before_part(no);
            if !met.is_empty() {
                self.makes_contact(no, &met);
            }
        }
        self.leader_keeps_up(leader);
        for no in self.table().parts(leader, None) {
            let near = self.table().riders(no).iter().any(|&id| self.table().is_by_leader(id, leader));
            let over = self.table().charge(no).is_some_and(|charge| charge.over.is_some());
            if !near && !over {
                self.drops_out(no);
            }
        }
        if self.table().parts(leader, None).is_empty() {
            return;
        }
        let ways = self.table().grand_ways(leader);
        if ways.is_empty() {
            // They have ridden as far as they can (LB 19.16.4.2).
            for no in self.table().parts(leader, None) {
                self.halts_part(no);
            }
            return;
        }
        self.push(Step::Charge(ChargeStep::GrandOn(leader)));
    }

    /// The whole of it goes on one hex.
    pub(super) fn grand_on(&mut self, leader: LeaderId, dir: Dir) {
        let parts = self.table().parts(leader, Some(dir));
        self.push(Step::Charge(ChargeStep::GrandLook(leader)));
        for &no in parts.iter().rev() {
            self.push(Step::Charge(ChargeStep::GrandEnter { charge: no, dir }));
        }
    }

    pub(super) fn grand_look(&mut self, leader: LeaderId) {
        if !self.table().parts(leader, None).is_empty() {
            self.grand_looks_round(leader);
        }
    }

    pub(super) fn grand_enters(&mut self, no: u8, dir: Dir) {
        if self.table().charge(no).is_none_or(|charge| charge.stage != ChargeStage::Riding) {
            return;
        }
        match self.table().slips(no, dir) {
            Some(way) => self.rides(no, way),
            None => self.halts_part(no),
        }
    }

    /// A part stops: it fights the Square it cannot ride over (LB 19.16.6.1), or has nobody before it and drops out.
    fn halts_part(&mut self, no: u8) {
        let table = self.table();
        let Some(lead) = table.lead(no) else {
            self.end_charge(no);
            return;
        };
        let near = table.enemies_of(lead).filter(|&id| table.distance(lead, id) == 1 && table.touches(no, id));
        let met: Tops = table.tops(near).into_iter().filter(|&top| table.may_target(no, top).is_ok()).collect();
        // Who stands straight before it is fought, be it a Square; others only where nobody does (LB 19.16.6.1, G3.82).
        let ahead: Tops = met.iter().copied().filter(|&top| table.stands_before(no, top)).collect();
        let met = if ahead.is_empty() { met } else { ahead };
        let horse: Tops = met.iter().copied().filter(|&top| table.is_cavalry(top)).collect();
        let met = if horse.is_empty() { met } else { horse };
        if met.is_empty() {
            self.drops_out(no);
        } else {
            self.makes_contact(no, &met);
        }
    }

    fn drops_out(&mut self, no: u8) {
        if let Some(charge) = self.charge_mut(no) {
            charge.stage = ChargeStage::Fighting;
        }
        self.push(Step::Charge(ChargeStep::EndRide { charge: no, disorders: false }));
    }

    /// Whether a leader whose own regiment halts rides on with the others is read in two ways (LB G3.71).
    fn leader_keeps_up(&mut self, leader: LeaderId) {
        let table = self.table();
        let parts = table.parts(leader, None);
        let hex = table.leader(leader).hex;
        let with = parts.iter().any(|&no| table.lead(no).is_some_and(|lead| table.unit(lead).hexes.contains(hex)));
        if with || self.rules.options.grand_leader == GrandLeader::Stays {
            return;
        }
        let heads: ArrayVec<Hex, 16> =
            parts.iter().filter_map(|&no| table.lead(no)).map(|lead| table.unit(lead).hexes.head()).collect();
        let nearest = heads.into_iter().min_by_key(|&head| table.grid().distance(head, hex));
        if let Some(head) = nearest {
            self.leader_mut(leader).hex = head;
        }
    }
}

impl Charge {
    /// Whether it rides with that leader.
    pub fn rides_with(&self, leader: LeaderId) -> bool {
        self.is_grand() && self.leader == Some(leader)
    }
}

/// The units of a Grand Charge have its leader's morale bonus in every check while it is ridden (LB 19.16.2, G3.17).
impl Table<'_> {
    pub(crate) fn grand_leader_of(self, id: UnitId) -> Option<LeaderId> {
        let no = self.charge_of(id)?;
        let charge = self.charge(no).filter(|charge| charge.is_grand() && charge.stage == ChargeStage::Riding)?;
        charge.leader.filter(|&leader| self.leader(leader).on_map())
    }

    /// Whether a stack has units of a Grand Charge.
    pub fn in_grand_charge(self, stack: &Stack) -> bool {
        stack.iter().any(|&id| self.grand_leader_of(id).is_some())
    }
}
