//! Reaction Charges (19.17): cavalry rides to meet a charge.

use super::zones::Out;
use super::{Charge, ChargeKind, ChargeStage, ChargeStep};
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::charts::{ChargeEntry, MoraleModifier};
use crate::face::told::{Who, charges as told};
use crate::facing::{Shape, Stance};
use crate::fraction::Points;
use crate::hexes::{Facing, Hexes};
use crate::morale::{Check, CheckKind, Modifier};
use crate::reactions::Trigger;
use crate::readings::AcceptingPoints;
use crate::state::Formed;
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Listener, Refusal};

/// How a charge and the cavalry that reacts to it come to stand before each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    pub reactor: Stance,
    pub reactor_spent: Points,
    pub charger: Stance,
    pub charger_spent: Points,
}

/// Why cavalry rides: whose zone, over whose ground.
#[derive(Clone, Copy)]
struct Lane<'c> {
    /// The reacting stack, with the depth of its zone; or the charge.
    reactor: Option<(UnitId, u8)>,
    charge: Option<&'c Charge>,
    units: UnitSet,
    /// Points there are.
    most: Option<Points>,
}

impl Table<'_> {
    /// How a stack stands after a quarter-wheel by companies to that hand: the same hexes, a Line where there was a column and the
    /// other way round (LB 12.3.7a, 19.17.5).
    pub(super) fn wheeled_by_companies(self, stance: Stance, hand: Hand) -> Stance {
        let mut hexes: ArrayVec<Hex, 8> = stance.hexes.iter().collect();
        let (facing, shape, turn) = match (stance.shape, stance.facing) {
            (Shape::Column, Facing::Side(ahead)) => {
                let first = if hand == Hand::Right { ahead.right(1) } else { ahead.left(2) };
                (Facing::Corner(Vertex::ALL[first.index()]), Shape::Line, hand == Hand::Left)
            }
            (_, Facing::Corner(ahead)) => (Facing::Side(ahead.aside(hand)), Shape::Column, hand == Hand::Right),
            (shape, facing) => (facing, shape, false),
        };
        if turn {
            hexes.reverse();
        }
        Stance { hexes: Hexes::all(hexes).unwrap_or(stance.hexes), facing, shape }
    }

    /// Of a Grand Charge the part nearest to those who react has to accept (LB 19.16.7).
    pub(super) fn accepting(self, no: u8, reactor: UnitId) -> u8 {
        let Some(charge) = self.charge(no).filter(|charge| charge.is_grand()) else { return no };
        let parts = self
            .charges_at(ChargeStage::Riding)
            .filter(|&part| self.charge(part).is_some_and(|other| other.is_grand() && other.leader == charge.leader));
        let far = |part: &u8| self.lead(*part).map_or(u16::MAX, |lead| self.distance(lead, reactor));
        parts.min_by_key(far).unwrap_or(no)
    }

    /// Whether a stack of cavalry may try to meet a charge: Good Order, Line or straight Column of Companies, not Exhausted, neither
    /// charging nor charged nor met already; the charge in its zone; once for each charge, and nobody after one that succeeded;
    /// with a way for both to come together (LB 19.1.1.3b, 19.17a, 19.17b, 19.17.1a, 19.17.2b, 19.17.3).
    pub(super) fn may_reaction_charge(self, no: u8, top: UnitId) -> Result<(), Refusal> {
        let refuse = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        self.known(top)?;
        let part = self.accepting(no, top);
        let (Some(charge), Some(lead)) = (self.charge(part), self.lead(part)) else { return Err(self.out_of_turn()) };
        let stack = self.stack_of(top);
        if self.side(top) == self.side(lead) || !stack.iter().all(|&id| self.is_formed_to_charge(id)) {
            return refuse(
                "LB 19.17a",
                "only cavalry in Good Order, in Line or a straight Column of Companies, reacts",
            );
        }
        for &id in &stack {
            self.ready_for(id, ChargeKind::Reaction)?;
        }
        if charge.met.is_some() {
            return refuse("LB 19.17b", "another stack meets that charge");
        }
        if self.reacted_to(no).contains(top) {
            return refuse("LB 19.17b", "it has tried before");
        }
        if stack.iter().any(|&id| self.charge_of(id).is_some()) || self.is_met(&stack) {
            return refuse("LB 19.17.1a", "it has part in a charge already");
        }
        if stack.iter().any(|&id| self.touches(part, id)) {
            return refuse("LB 19.17.3", "the charge has come up to it");
        }
        let hexes = self.unit(lead).hexes;
        if !hexes.iter().any(|hex| self.in_reaction_zone(top, hex)) {
            return refuse("LB 19.17.1a", "the charge is not in its Reaction Zone");
        }
        match self.meeting(part, top) {
            Some(_) => Ok(()),
            None => refuse("LB 19.17.2b", "there is no way for both to come together"),
        }
    }

    /// Stacks that have tried to react to a charge; a Grand Charge is one (LB 19.1.1.3b).
    fn reacted_to(self, no: u8) -> UnitSet {
        let Some(charge) = self.charge(no) else { return UnitSet::EMPTY };
        let same = |other: &&Charge| charge.is_grand() && other.is_grand() && other.leader == charge.leader;
        let mut tried = charge.reacted;
        for other in self.state.charges.iter().filter(same) {
            other.reacted.iter().for_each(|id| tried.insert(id));
        }
        tried
    }

    /// How a charge and a stack that reacts to it come together: as directly and as evenly as can be, the charge a hex farther where
    /// the number between them is odd, each before the other (LB 19.17.2a, 19.17.2b, G3.20).
    pub(super) fn meeting(self, no: u8, top: UnitId) -> Option<Meeting> {
        let (charge, charger) = (self.charge(no)?, self.coming(no)?);
        let depth = self.reaction_depth(top);
        let outs = self.outs(top, depth, charger.hexes);
        let own = self.stance(top);
        let bodies = outs.into_iter().map(|out| match out {
            Out::Front => own,
            Out::Flank(hand) => self.wheeled_by_companies(own, hand),
        });
        for reactor in bodies {
            let far = self.apart(reactor, charger);
            let steps = far.saturating_sub(1) as u8;
            let stack: UnitSet = self.stack_of(top).into_iter().collect();
            let mine = Lane {
                reactor: Some((top, depth)),
                charge: None,
                units: stack,
                most: Some(Points::whole(super::CHARGE)),
            };
            // Whether the charge's own points bind it is read in two ways (LB G3.76).
            let most = match self.rules.options.accepting_points {
                AcceptingPoints::Free => None,
                AcceptingPoints::Counted => Points::whole(self.charge_reach(charge)).less(charge.spent),
            };
            let theirs = Lane { reactor: None, charge: Some(charge), units: charge.units, most };
            if let Some(meeting) = self.close_up(reactor, charger, steps / 2, steps - steps / 2, mine, theirs) {
                return Some(meeting);
            }
        }
        None
    }

    /// Out of which sides of a stack its zone reaches one of those hexes, the front first.
    pub(super) fn outs(self, top: UnitId, depth: u8, hexes: Hexes) -> ArrayVec<Out, 3> {
        let mut outs: ArrayVec<Out, 3> = ArrayVec::new();
        for hex in hexes.iter() {
            if let Some(out) = self.reaches_out(top, depth, hex).filter(|out| !outs.contains(out)) {
                self.state.overflow.keep(&mut outs, out);
            }
        }
        outs.sort_by_key(|out| *out != Out::Front);
        outs
    }

    fn apart(self, a: Stance, b: Stance) -> u16 {
        let heads = |stance: Stance| stance.hexes.iter().take(if stance.shape == Shape::Column { 1 } else { 8 });
        let all = heads(a).flat_map(|one| heads(b).map(move |other| (one, other)));
        all.map(|(one, other)| self.grid().distance(one, other)).min().unwrap_or(u16::MAX)
    }

    fn close_up(
        self,
        reactor: Stance,
        charger: Stance,
        own: u8,
        theirs: u8,
        mine: Lane<'_>,
        other: Lane<'_>,
    ) -> Option<Meeting> {
        // Of several ways the one on which most of them meet is the most direct.
        let mut found: Option<(usize, Meeting)> = None;
        self.paths(reactor, charger, own, Points::ZERO, mine, &mut |reactor, reactor_spent| {
            self.paths(charger, reactor, theirs, Points::ZERO, other, &mut |charger, charger_spent| {
                let met = self.apart(reactor, charger) == 1;
                let faced = if met { self.hexes_facing(reactor, charger.hexes).len() } else { 0 };
                if faced > found.map_or(0, |(best, _)| best) {
                    let charger = self.turned_to(charger, reactor);
                    found = Some((faced, Meeting { reactor, reactor_spent, charger, charger_spent }));
                }
                false
            })
        });
        found.map(|(_, meeting)| meeting)
    }

    /// Every way of so many steps, each nearer to the other body; the first that will do ends the search.
    fn paths(
        self,
        body: Stance,
        to: Stance,
        steps: u8,
        spent: Points,
        lane: Lane<'_>,
        done: &mut dyn FnMut(Stance, Points) -> bool,
    ) -> bool {
        if steps == 0 {
            return done(body, spent);
        }
        let far = self.apart(body, to);
        let turns = lane.charge.is_some();
        let ways: ArrayVec<Dir, 6> =
            if turns { Dir::ALL.into_iter().collect() } else { self.ways_on(body.facing).into_iter().collect() };
        ways.into_iter().any(|dir| {
            let Some(hexes) = self.charge_step(body, dir) else { return false };
            let next = Stance { hexes, ..body };
            let Some(spent) = self.lane_open(body, next, dir, lane).map(|cost| spent + cost) else { return false };
            let enough = lane.most.is_none_or(|most| spent <= most);
            enough && self.apart(next, to) < far && self.paths(next, to, steps - 1, spent, lane, done)
        })
    }

    /// What a step costs that stays inside the zone of whoever takes it, on ground that does not halt charges, where nobody stands
    /// (LB 19.17.2b).
    fn lane_open(self, from: Stance, to: Stance, dir: Dir, lane: Lane<'_>) -> Option<Points> {
        let count = if from.shape == Shape::Column { 1 } else { 8 };
        let mut dearest = Points::ZERO;
        for (old, new) in from.hexes.iter().zip(to.hexes.iter()).take(count) {
            let inside = match (lane.reactor, lane.charge) {
                (Some((top, depth)), _) => {
                    self.reaches_out(top, depth, new).is_some() || self.unit(top).hexes.contains(new)
                }
                (_, Some(charge)) => self.in_charge_zone(charge, new) || charge.from.contains(new),
                _ => true,
            };
            let free = self.state.stack(new).all(|id| lane.units.contains(id));
            let open = matches!(self.charge_entry(old, dir), ChargeEntry::Free | ChargeEntry::NoRun);
            if !inside || !free || !open {
                return None;
            }
            dearest = dearest.max(self.charge_cost(old, dir)?);
        }
        Some(dearest)
    }

    /// A charge turns to those who react to it: a column and a Line in one hex as they like, a longer Line by wheeling as far as there
    /// is room (LB 19.2.2b, 19.17.2a, 19.17.4, G3.22).
    fn turned_to(self, charger: Stance, reactor: Stance) -> Stance {
        if !self.hexes_facing(charger, reactor.hexes).is_empty() {
            return charger;
        }
        let head = charger.hexes.head();
        let near = reactor.hexes.iter().filter_map(|hex| self.grid().direction(head, hex)).next();
        match (charger.shape, near) {
            (Shape::Column, Some(dir)) => Stance { facing: Facing::Side(dir), ..charger },
            (_, Some(dir)) if charger.hexes.len() == 1 => {
                let facing = charger.facing.corner().unwrap_or(Vertex::V0);
                let best = dir.ends().into_iter().min_by_key(|&end| facing.turns_to(end)).unwrap_or(facing);
                Stance { facing: Facing::Corner(best), ..charger }
            }
            _ => self.wheeled_to(charger, reactor),
        }
    }

    fn wheeled_to(self, charger: Stance, reactor: Stance) -> Stance {
        let own = charger.hexes;
        let free = |hexes: Hexes| {
            hexes.iter().all(|hex| {
                own.contains(hex) || self.state.is_empty(hex) && !reactor.hexes.contains(hex) && !self.is_go(hex)
            })
        };
        for pivot in [Hand::Left, Hand::Right] {
            let mut body = charger;
            for _ in 0..2 {
                let Some(wheel) = body.wheel(self, pivot).filter(|wheel| free(wheel.to.hexes)) else { break };
                body = wheel.to;
                if !self.hexes_facing(body, reactor.hexes).is_empty() {
                    return body;
                }
            }
        }
        charger
    }

    /// The modifier that charges of reaction have on their check (chart 10; LB G3.49).
    pub(super) fn spur(self) -> Option<Modifier> {
        let value = self.rules.charts.morale.general(MoraleModifier::ChargeInReaction);
        (value != 0).then_some(Modifier { value, text: "charge in reaction", rule: "LB 19.17.2a" })
    }
}

impl<L: Listener> Play<'_, L> {
    /// A stack tries to meet a charge: it checks its morale, and stays where it is if it fails, without harm (LB 19.17.2a, 19.17.2c,
    /// 20.1.4).
    pub(super) fn tries_to_react(&mut self, no: u8, top: UnitId) {
        let part = self.table().accepting(no, top);
        let stack = self.table().stack_of(top);
        if let Some(charge) = self.charge_mut(no) {
            stack.iter().for_each(|&id| charge.reacted.insert(id));
        }
        if self.passes_to_charge(&stack, "LB 19.17.2a") {
            self.tell("LB 19.17.2a", told::REACTS, &[Who::Unit(top)]);
            self.push(Step::Charge(ChargeStep::Together { charge: part, reactor: top }));
            // Charge Movement draws fire, on either side (LB 19.1.1.2b).
            if let Some(lead) = self.table().lead(part) {
                let riders = self.table().riders(part).into_iter().collect();
                self.open_window(Trigger::Charges, lead, riders, None);
            }
            self.open_window(Trigger::Charges, top, stack.into_iter().collect(), None);
        }
    }

    /// One check for the stack; the whole of it, or nobody, charges.
    pub(super) fn passes_to_charge(&mut self, stack: &Stack, rule: &'static str) -> bool {
        let spur: ArrayVec<Modifier, 1> = self.table().spur().into_iter().collect();
        let check = Check { rule, title: told::CHECKS_TO_CHARGE, kind: CheckKind::General, modifiers: &spur };
        self.morale_check(stack, &check).all_passed()
    }

    /// They ride to meet each other, and await the mêlée; the reactor is the attacker (LB 19.17.2a, 19.17.2d, 19.16.7).
    pub(super) fn ride_together(&mut self, no: u8, top: UnitId) {
        let table = self.table();
        let good = table.is_formed_to_charge(top);
        let (Some(meeting), true) = (table.meeting(no, top), good) else { return };
        let stack = table.stack_of(top);
        let units: UnitSet = stack.iter().copied().collect();
        let formed = if meeting.reactor.shape == Shape::Column { Formed::Companies } else { Formed::Line };
        self.take_stance(&stack, meeting.reactor, formed);
        let mut own = Charge::new(ChargeKind::Reaction, top, units, meeting.reactor, formed);
        (own.stage, own.met, own.spent) = (ChargeStage::Contact, Some(no), meeting.reactor_spent);
        let riders = self.table().riders(no);
        own.targets = riders.iter().copied().collect();
        let Some(mine) = self.add_charge(own) else { return };
        let formed = self.table().charge(no).map_or(Formed::Line, |charge| charge.formed);
        self.take_stance(&riders, meeting.charger, formed);
        if let Some(charge) = self.charge_mut(no) {
            charge.stage = ChargeStage::Contact;
            charge.met = Some(mine);
            charge.facing = meeting.charger.facing;
            charge.spent += meeting.charger_spent;
            (charge.targets, charge.must) = (UnitSet::EMPTY, None);
        }
        for &id in &riders {
            self.unit_mut(id).turn.movement.spent += meeting.charger_spent;
        }
        for &id in &stack {
            self.unit_mut(id).turn.movement.spent += meeting.reactor_spent;
        }
        if let Some(&lead) = riders.first() {
            self.tell("LB 19.17.2a", told::MEETS, &[Who::Unit(top), Who::Units(&[lead])]);
        }
    }

    /// A stack comes to stand like that.
    pub(super) fn take_stance(&mut self, stack: &Stack, stance: Stance, formed: Formed) {
        self.place_riders(stack, stance.hexes);
        for &id in stack {
            let unit = self.unit_mut(id);
            if unit.in_good_order() {
                (unit.formed, unit.facing) = (formed, stance.facing);
            }
            self.note_bulk(id);
        }
    }
}
