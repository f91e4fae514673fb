//! Step C of an activation: each unit of the Active Wing, its commander and the Army Commander take at most one
//! Action each, in any order (MP 3.2.Ca, 4.2.2a).

use super::TurnChoice;
use crate::agenda::Step;
use crate::cards::Role;
use crate::cards::{Class, LeaderId, UnitId, WingId};
use crate::command::{CommandStep, Placing};
use crate::movement::MoveStep;
use crate::rally::RallyChoice;
use crate::state::{Mark, Morale, Slot};
use crate::table::{Play, Table};
use kernel::{Listener, Refusal, Seat, SeatSet, Side};

impl Table<'_> {
    /// Whether a unit of the Active Wing, which may hold units of every class (MP 5.2.1b), has an Action left and
    /// something to do with it (MP G.2, 3.2.Ca).
    pub fn can_act(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        if !unit.on_map() || unit.has(Mark::Acted) || unit.has(Mark::Captured) {
            return false;
        }
        if unit.slot == Slot::Under {
            // The cavalry it stands with acts for both, unless it walks off.
            return self.may_leave(id).is_ok();
        }
        let idle = match self.class(id) {
            Class::Wagon => return self.card(id).may_move,
            Class::Artillery => unit.has(Mark::Fired) || unit.has(Mark::LimberChanged),
            _ => unit.morale == Morale::Broken,
        };
        !idle || self.judge_rally_action(RallyChoice::Rally { unit: id, by: None }).is_ok()
    }

    /// Why a unit has nothing to do with its Action.
    fn why_idle(self, id: UnitId) -> Refusal {
        let unit = self.unit(id);
        if !unit.on_map() || unit.has(Mark::Captured) {
            return Refusal::new("MP 3.2.Ca", "there is no Action it could take: it is not on the map");
        }
        if unit.slot == Slot::Under {
            return Refusal::new("MP 8.2.1a", "the cavalry it is stacked with acts for both, and it cannot walk off");
        }
        match (self.class(id), self.judge_rally_action(RallyChoice::Rally { unit: id, by: None })) {
            (Class::Wagon, _) => Refusal::new("MP 7.2.1b", "this battle does not let wagons move"),
            (Class::Artillery, _) if unit.morale != Morale::Broken => {
                Refusal::new("MP 7.3.3a", "the gun has fired, turned or changed limber this turn")
            }
            (_, Err(why)) => {
                Refusal { rule: why.rule, why: format!("Morale Broken it could only Rally, but: {}", why.why).into() }
            }
            (_, Ok(())) => Refusal::new("MP 3.2.Ca", "there is no Action it could take"),
        }
    }

    /// Whether a leader is Active and has his one Action left (MP 5.1.1c, 5.2.2d, 5.2.2e).
    fn judge_lead(self, id: LeaderId) -> Result<(), Refusal> {
        let refuse = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        let (Some(now), Some(him)) = (self.state.activation, self.state.leaders.get(id.ix())) else {
            return refuse("MP G.2", "there is no such leader in an activation");
        };
        let active = match him.role {
            Role::Army => self.army_commander(now.side) == Some(id),
            Role::Wing(wing) => wing == now.wing && self.commander_of(wing) == Some(id),
        };
        match () {
            () if !active => refuse("MP G.2", "only the Active Wing's commander and his Army Commander act"),
            () if him.deeds.acted => refuse("MP 5.1.1c", "he has had his one Action of this activation"),
            () if him.deeds.lends_authority => refuse("MP 5.2.2e", "units have Rallied or Reformed on his authority"),
            () => Ok(()),
        }
    }

    /// Whether reinforcements of the Active Wing may come in: once in an activation, all that will (MP 7.4a).
    fn may_bring(self, wing: WingId) -> bool {
        !self.state.activation.is_some_and(|now| now.brought) && self.due_of(wing).next().is_some()
    }

    /// A Wing Commander on the map who is not stacked with a unit of his Wing while there is one (MP 5.2.1c).
    fn adrift(self, wing: WingId) -> Option<LeaderId> {
        let leader = self.commander_of(wing)?;
        let mut units = self.of_wing(wing).peekable();
        units.peek()?;
        (!units.any(|unit| self.leader_stacked(leader, unit))).then_some(leader)
    }

    /// A Wing Commander who is alone and can still move keeps his owner from ending the Actions (MP 5.2.1c).
    fn must_ride(self, wing: WingId) -> bool {
        self.adrift(wing).is_some_and(|leader| self.judge_lead(leader).is_ok())
    }

    /// So does one without an Action to whom a unit of his Wing could still come (MP 5.2.1c; ruling G-A48).
    fn must_be_joined(self, wing: WingId) -> bool {
        self.adrift(wing).is_some_and(|leader| self.may_be_joined(wing, self.leader(leader).hex))
    }

    /// So does a unit with a duty; otherwise nobody has to act (MP 3.2.Cb).
    fn unit_with_duty(self, wing: WingId) -> Option<UnitId> {
        self.units_with_duty(wing).next()
    }

    pub(crate) fn units_with_duty(self, wing: WingId) -> impl Iterator<Item = UnitId> {
        let could = move |&unit: &UnitId| self.can_act(unit) && self.could_owe_a_move(unit);
        let mut units = self.of_wing(wing).filter(could).peekable();
        let in_command = units.peek().map(|_| self.in_command_of(wing));
        units.filter(move |&unit| in_command.is_some_and(|linked| self.has_duty(unit, linked.contains(unit))))
    }

    fn may_end(self, wing: WingId) -> bool {
        !self.must_ride(wing) && !self.must_be_joined(wing) && self.unit_with_duty(wing).is_none()
    }

    fn judge_end(self, wing: WingId) -> Result<(), Refusal> {
        if self.must_ride(wing) {
            return Err(Refusal::new("MP 5.2.1c", "the Wing Commander must end with a unit of his Wing"));
        }
        if self.must_be_joined(wing) {
            return Err(Refusal::new(
                "MP 5.2.1c",
                "a unit of his Wing must come to the Wing Commander, and one still can",
            ));
        }
        match self.unit_with_duty(wing) {
            Some(unit) => Err(Refusal::new("MP 3.2.Cb", format!("{} must still act", self.name(unit)))),
            None => Ok(()),
        }
    }

    /// Hands every choice of a seat to `offer`, until it has enough. The Wing's seat has its units and its commander,
    /// the chief seat the Army Commander; often they are one.
    pub(super) fn offer_actions(self, seat: Seat, offer: &mut impl FnMut(TurnChoice) -> bool) {
        let Some(now) = self.state.activation else { return };
        let whose = self.rules.wings[now.wing.ix()].seat == seat;
        if whose {
            for unit in self.of_wing(now.wing) {
                if self.can_act(unit) && !offer(TurnChoice::Act { unit }) {
                    return;
                }
            }
            let commander = self.commander_of(now.wing).filter(|&leader| self.judge_lead(leader).is_ok());
            if commander.is_some_and(|leader| !offer(TurnChoice::Lead { leader })) {
                return;
            }
            if self.may_bring(now.wing) && !offer(TurnChoice::Bring) {
                return;
            }
        }
        if self.chief(now.side) == seat {
            let army = self.army_commander(now.side).filter(|&leader| self.judge_lead(leader).is_ok());
            if army.is_some_and(|leader| !offer(TurnChoice::Lead { leader })) {
                return;
            }
        }
        if !whose || self.may_end(now.wing) {
            offer(TurnChoice::EndActions);
        }
    }

    /// Whether a seat has anything to do but to end.
    fn has_action(self, seat: Seat) -> bool {
        let mut any = false;
        self.offer_actions(seat, &mut |choice| {
            any = choice != TurnChoice::EndActions;
            false
        });
        any
    }

    fn acting_seats(self, wing: WingId, side: Side) -> SeatSet {
        let seats = [self.rules.wings[wing.ix()].seat, self.chief(side)];
        let ended = self.state.activation.map_or(SeatSet::EMPTY, |now| now.ended);
        let open = |seat: &Seat| !ended.contains(*seat) && self.has_action(*seat);
        seats.into_iter().filter(open).collect()
    }

    /// MP G.2, G.3: who is Active acts; everybody else is Inactive.
    pub(super) fn judge_next_action(self, seat: Seat, choice: TurnChoice) -> Result<(), Refusal> {
        let refuse = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        let Some(now) = self.state.activation else { return refuse("MP G.2", "no Wing is active") };
        let whose = self.rules.wings[now.wing.ix()].seat == seat;
        match choice {
            TurnChoice::Act { unit } => {
                let Some(card) = self.rules.units.get(unit.ix()) else { return refuse("MP G.2", "no such unit") };
                match () {
                    () if card.wing != now.wing => refuse("MP G.2", "only units of the Active Wing act"),
                    () if !whose => refuse("MP G.2", "another seat commands that Wing"),
                    () if self.unit(unit).has(Mark::Acted) => refuse("MP 3.2.Ca", "it has had its Action"),
                    () if !self.can_act(unit) => Err(self.why_idle(unit)),
                    () => Ok(()),
                }
            }
            TurnChoice::Lead { leader } => {
                self.judge_lead(leader)?;
                if self.leader_seat(leader) == seat { Ok(()) } else { refuse("MP G.2", "another seat decides for him") }
            }
            TurnChoice::Bring if whose && self.may_bring(now.wing) => Ok(()),
            TurnChoice::Bring => refuse("MP 7.4a", "this Wing has no reinforcements to bring in now"),
            TurnChoice::EndActions if whose => self.judge_end(now.wing),
            TurnChoice::EndActions => Ok(()),
            _ => refuse("MP 3.2.Ca", "in this step units and leaders act"),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn work_actions(&mut self) {
        let Some(now) = self.state.activation else { return self.pop() };
        self.survey_command(now.wing);
        self.survey_enemies(now.side);
        let table = self.table();
        let seats = table.acting_seats(now.wing, now.side);
        // A seat with one unit left that must act is asked too: nobody acts unless he is picked.
        if seats.is_empty() { self.end_actions(now.wing) } else { self.state.asked = seats }
    }

    pub(super) fn apply_next_action(&mut self, seat: Seat, choice: TurnChoice) {
        let Some(now) = &mut self.state.activation else { return };
        match choice {
            // What it may do depends on its Orders (MP 4.2.2b), and the enemy may react as it does it (MP 4.2.2c).
            TurnChoice::Act { unit } => self.push(Step::Move(MoveStep::Action(unit))),
            TurnChoice::Lead { leader } => self.push(Step::Move(MoveStep::LeaderAction(leader))),
            TurnChoice::Bring => {
                now.brought = true;
                self.push(Step::Move(MoveStep::Enter));
            }
            _ => now.ended = now.ended.with(seat),
        }
    }

    /// MP 5.2.1c; ruling G-A48: a Wing Commander left alone with no Action to spare is put on the nearest unit of his
    /// Wing, if a ride would bring him to one; else he stays where he is.
    fn end_actions(&mut self, wing: WingId) {
        self.pop();
        let table = self.table();
        if let Some(leader) = table.adrift(wing).filter(|&leader| table.is_near_wing(leader, wing)) {
            self.push(Step::Command(CommandStep::PlaceLeader { leader, why: Placing::Nearest }));
        }
    }
}
