//! Chapter 5: leaders, their one Action, their loss and replacement; command; the changing of Orders. What each Order
//! lets a unit do stands in `orders`.

mod change;
mod communication;
mod company;
mod loss;

pub(crate) use communication::{Links, MOST_LINKS};
pub use company::Company;
pub use loss::LostCause;

use crate::cards::{LeaderId, Role, UnitId, WingId};
use crate::decision::Decision;
use crate::face::told::{Of, command as told};
use crate::state::{LeaderPlace, Orders};
use crate::table::{Play, Table};
use field::hexes::Hex;
use kernel::{Listener, Question, Reckoning, Refusal, Seat, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CommandStep {
    /// Step B of an activation: mandatory Rally, or an attempt to change Orders (MP 5.7.1a, 5.8a).
    ChangeOrders(WingId),
    /// The Wing has decided on a roll, and the Army Commander, for whom another seat speaks, could lend his rating.
    Lend { wing: WingId, to: Lending },
    /// A leader is put on a unit.
    PlaceLeader { leader: LeaderId, why: Placing },
    /// A leader may choose whether to go along with a unit (MP 5.1.2a, 5.1.2b, 5.2.2b), to its right half or its left.
    Accompany { leader: LeaderId, unit: UnitId, right: bool, company: Company },
    /// Marker Removal B for one side (MP 3.4b): leader after leader.
    Fates(Side),
}

/// What the Army Commander's rating is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lending {
    Orders(Orders),
    Continuation,
}

/// Why a leader is put on a unit: it decides on which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Placing {
    /// He returns or replaces another (MP 5.3.4a, 5.3.4d, 5.3.5c).
    Return,
    /// His unit left the map in retreat or rout (MP 5.2.2c).
    OffMap,
    /// Alone at the end of the Actions (ruling G-A48).
    Nearest,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandChoice {
    Change { orders: Orders, helped: bool },
    Keep,
    Lend,
    Withhold,
    Place { leader: LeaderId, hex: Hex },
    Go { leader: LeaderId },
    Stay { leader: LeaderId },
}

impl Table<'_> {
    /// The seat that decides for a leader as he is now: a Wing Commander who was promoted answers to the chief seat.
    pub fn leader_seat(self, leader: LeaderId) -> Seat {
        match self.leader(leader).role {
            Role::Army => self.chief(self.leader_card(leader).side),
            Role::Wing(wing) => self.rules.wings[wing.ix()].seat,
        }
    }

    /// The Army Commander who may still lend his rating to a Wing Commander: stacked or adjacent, his Action unspent
    /// (MP 5.1.2c, 5.1.2e). A side without one has nobody in his place (ruling G-A21).
    pub fn can_help(self, wing: WingId) -> Option<LeaderId> {
        let commander = self.commander_of(wing)?;
        let army = self.army_commander(self.rules.wings[wing.ix()].side)?;
        let [his, ours] = [army, commander].map(|leader| self.leader(leader));
        (!his.deeds.acted && self.rules.ground.grid.distance(his.hex, ours.hex) <= 1).then_some(army)
    }

    /// The same, if `seat` is the one to offer it together with its own decision.
    pub(crate) fn help_of(self, wing: WingId, seat: Seat) -> Option<LeaderId> {
        self.can_help(wing).filter(|_| self.chief(self.rules.wings[wing.ix()].side) == seat)
    }

    /// Whether help is to be asked of another seat than the Wing's.
    pub(crate) fn chief_may_lend(self, wing: WingId) -> bool {
        let card = &self.rules.wings[wing.ix()];
        self.chief(card.side) != card.seat && self.can_help(wing).is_some()
    }

    pub(crate) fn judge_help(self, wing: WingId, seat: Seat, rule: &'static str) -> Result<(), Refusal> {
        match self.help_of(wing, seat) {
            Some(_) => Ok(()),
            None => Err(Refusal::new(rule, "no Army Commander of this seat is near with his Action to spare")),
        }
    }

    /// Whether a Wing Commander stands next to an enemy unit that is not Morale Broken (charts C1, C2).
    pub fn is_pressed(self, wing: WingId) -> bool {
        let Some(leader) = self.commander_of(wing) else { return false };
        let side = self.rules.wings[wing.ix()].side;
        self.neighbours(self.leader(leader).hex).any(|hex| {
            let units = [self.body_at(hex), self.gun_at(hex)];
            units.into_iter().flatten().any(|unit| self.holds_as_enemy(side, unit) && !self.is_morale_broken(unit))
        })
    }

    /// The ratings in every roll of a Wing Commander: his own always and for nothing, the Army Commander's as his
    /// Action (ruling G-A5).
    pub(crate) fn reckon_commanders(self, reckoning: &mut Reckoning, wing: WingId, helped: bool, rule: &'static str) {
        let rating = |leader: LeaderId| i32::from(self.rules.leaders[leader.ix()].rating);
        if let Some(leader) = self.ready_commander(wing) {
            reckoning.add(rating(leader), "Wing Commander", "MP 5.5.2a");
        }
        if let Some(leader) = self.can_help(wing).filter(|_| helped) {
            reckoning.add(rating(leader), "Army Commander", rule);
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_command(&mut self, step: CommandStep) {
        match step {
            CommandStep::ChangeOrders(wing) => self.work_change_orders(wing),
            CommandStep::Lend { wing, .. } => {
                let chief = self.table().chief(self.rules.wings[wing.ix()].side);
                self.await_seat(chief);
            }
            CommandStep::PlaceLeader { leader, why } => self.work_place_leader(leader, why),
            CommandStep::Accompany { leader, unit, .. } => self.work_accompany(leader, unit),
            CommandStep::Fates(side) => self.work_fates(side),
        }
    }

    pub(crate) fn apply_command(&mut self, step: CommandStep, _seat: Seat, choice: CommandChoice) {
        match (step, choice) {
            (CommandStep::ChangeOrders(wing), CommandChoice::Change { orders, helped }) => {
                self.attempt_change(wing, orders, helped);
            }
            (CommandStep::ChangeOrders(_), CommandChoice::Keep) => self.pop(),
            (CommandStep::Lend { wing, to }, CommandChoice::Lend | CommandChoice::Withhold) => {
                self.pop();
                let helped = choice == CommandChoice::Lend;
                match to {
                    Lending::Orders(orders) => self.roll_change(wing, orders, helped),
                    Lending::Continuation => self.roll_continuation(helped),
                }
            }
            (CommandStep::PlaceLeader { leader, why }, CommandChoice::Place { hex, .. }) => {
                self.pop();
                self.place_leader(leader, hex, why);
            }
            (CommandStep::Accompany { leader, unit, right, company }, CommandChoice::Go { .. }) => {
                self.pop();
                self.choose_to_go(leader, unit, right, company);
            }
            (CommandStep::Accompany { .. } | CommandStep::PlaceLeader { .. }, CommandChoice::Stay { .. }) => self.pop(),
            // Refused by the judge; nothing to play.
            _ => {}
        }
    }

    /// Puts a leader on a hex of the map; a Wing Commander commands from there.
    pub(crate) fn place_leader(&mut self, leader: LeaderId, hex: Hex, why: Placing) {
        let rule = self.table().placing_rule(leader, why);
        let him = &mut self.state.leaders[leader.ix()];
        (him.place, him.hex) = (LeaderPlace::Map, hex);
        if let Role::Wing(wing) = him.role {
            self.state.wings[wing.ix()].leader = Some(leader);
        }
        self.tell(rule, told::IS_PLACED, &[Of::Leader(leader), Of::Hex(hex)]);
    }
}

impl Table<'_> {
    pub fn ask_command(self, step: CommandStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let ask = |topic, rule| Question::whole(topic, rule, 0);
        let mut offer = |choice| menu.push(Decision::Command(choice));
        match step {
            CommandStep::ChangeOrders(wing) => {
                offer(CommandChoice::Keep);
                self.offer_changes(wing, seat, &mut offer);
                ask("change-orders", "MP 5.7.1a")
            }
            CommandStep::Lend { to, .. } => {
                offer(CommandChoice::Withhold);
                offer(CommandChoice::Lend);
                let rule = if to == Lending::Continuation { "MP 5.1.2e" } else { "MP 5.1.2c" };
                ask("lend-rating", rule)
            }
            CommandStep::PlaceLeader { leader, why } => {
                self.places_for(leader, why).into_iter().for_each(|hex| offer(CommandChoice::Place { leader, hex }));
                if self.may_stay_at_edge(why) {
                    offer(CommandChoice::Stay { leader });
                }
                ask("place-leader", self.placing_rule(leader, why))
            }
            CommandStep::Accompany { leader, .. } => {
                offer(CommandChoice::Stay { leader });
                offer(CommandChoice::Go { leader });
                ask("accompany", "MP 5.1.2a")
            }
            // Worked without a question.
            CommandStep::Fates(_) => ask("fates", "MP 5.3.3a"),
        }
    }

    pub fn judge_command(self, step: CommandStep, seat: Seat, choice: CommandChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (CommandStep::ChangeOrders(wing), CommandChoice::Change { orders, helped }) => {
                self.judge_change(wing, orders)?;
                if helped { self.judge_help(wing, seat, "MP 5.1.2c") } else { Ok(()) }
            }
            (CommandStep::ChangeOrders(_), CommandChoice::Keep) => Ok(()),
            (CommandStep::Lend { .. }, CommandChoice::Lend | CommandChoice::Withhold) => Ok(()),
            (CommandStep::PlaceLeader { leader, why }, CommandChoice::Place { leader: whom, hex }) => {
                if leader == whom && self.places_for(leader, why).contains(&hex) {
                    return Ok(());
                }
                Err(Refusal::new(self.placing_rule(leader, why), "he may not be put there"))
            }
            (CommandStep::PlaceLeader { leader, why }, CommandChoice::Stay { leader: whom })
                if leader == whom && self.may_stay_at_edge(why) =>
            {
                Ok(())
            }
            (
                CommandStep::Accompany { leader, .. },
                CommandChoice::Go { leader: whom } | CommandChoice::Stay { leader: whom },
            ) if leader == whom => Ok(()),
            _ => Err(Refusal::new("MP 5.5.1a", "that is not what is asked now")),
        }
    }
}
