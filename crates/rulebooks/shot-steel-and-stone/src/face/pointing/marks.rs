//! Where decisions show on the table: who acts, at whom, where.

use super::{beast_number, leader_number, unit_number};
use crate::agenda::Step;
use crate::buildings::BuildingChoice;
use crate::cards::{BuildingId, LeaderId, UnitId};
use crate::charges::{ChargeChoice, ChargeStep};
use crate::command::CommandChoice;
use crate::decision::{Decision, Manoeuvre};
use crate::elephants::ElephantChoice;
use crate::exotics::ExoticChoice;
use crate::face::scene::mm;
use crate::melee::MeleeChoice;
use crate::movement::{MoveChoice, MoveStep};
use crate::orders::OrderChoice;
use crate::reaction::{ReactChoice, ReactStep};
use crate::shooting::{Aim, ShootChoice};
use crate::state::{Intent, Response};
use crate::table::Table;
use field::table::Point;
use kernel::Mark;

fn spot(at: Point) -> Option<[f64; 2]> {
    Some(mm(at.vec()))
}

fn by(id: UnitId) -> Mark {
    Mark { actor: Some(unit_number(id)), ..Mark::default() }
}

fn against(mark: Mark, target: UnitId) -> Mark {
    Mark { targets: vec![unit_number(target)], ..mark }
}

fn led(id: LeaderId) -> Mark {
    Mark { actor: Some(leader_number(id)), ..Mark::default() }
}

impl Table<'_> {
    pub(crate) fn mark_of(self, decision: &Decision) -> Mark {
        match *decision {
            Decision::Turn(_) => Mark::default(),
            Decision::Deploy(choice) => self.deployment_mark(choice),
            Decision::Order(choice) => order_mark(choice),
            Decision::Command(choice) => command_mark(choice),
            Decision::Charge(choice) => self.charge_mark(choice),
            Decision::Move(choice) => self.move_mark(choice),
            Decision::Shoot(choice) => self.shooting_mark(choice),
            Decision::Building(BuildingChoice::Evacuate { unit, pose }) => Mark { at: spot(pose.at), ..by(unit) },
            Decision::Melee(choice) => self.melee_mark(choice),
            Decision::React(choice) => self.reaction_mark(choice),
            Decision::Elephant(ElephantChoice::Spike(beast)) => {
                Mark { actor: Some(beast_number(beast)), ..Mark::default() }
            }
            Decision::Elephant(ElephantChoice::Fire(unit)) => by(unit),
            Decision::Exotic(choice) => exotic_mark(choice),
        }
    }

    fn charge_mark(self, choice: ChargeChoice) -> Mark {
        // Whoever runs runs at whom it was ordered to charge.
        let at_its_target = |unit: UnitId| match self.known(unit).map(|()| self.unit(unit).intent) {
            Ok(Intent::Charge(target)) => against(by(unit), target),
            _ => by(unit),
        };
        match choice {
            ChargeChoice::Answer { unit, response: Response::Countercharge(charger) } => against(by(unit), charger),
            ChargeChoice::Answer { unit, .. } => by(unit),
            ChargeChoice::Support { unit, charger } => against(by(unit), charger),
            ChargeChoice::Run { unit, .. }
            | ChargeChoice::RunBy { unit, .. }
            | ChargeChoice::RunFormed { unit, .. } => at_its_target(unit),
            ChargeChoice::Follow(_) => match self.state.agenda.top() {
                Some(Step::Charge(ChargeStep::AfterEvade(unit))) => by(unit),
                _ => Mark::default(),
            },
        }
    }

    fn move_mark(self, choice: MoveChoice) -> Mark {
        match (choice, self.state.agenda.top()) {
            (MoveChoice::Pick(id), _) => by(id),
            (MoveChoice::Make(manoeuvre), Some(Step::Move(MoveStep::Moving(id)))) => {
                let at = match manoeuvre {
                    Manoeuvre::Free { to, .. } => spot(to),
                    Manoeuvre::Leave(pose) => spot(pose.at),
                    Manoeuvre::Enter { building, .. } => self.middle_of(building),
                    _ => None,
                };
                Mark { at, ..by(id) }
            }
            (MoveChoice::Make(_), _) => Mark::default(),
        }
    }

    fn middle_of(self, building: BuildingId) -> Option<[f64; 2]> {
        let known = building.ix() < self.rules.buildings.len();
        known.then(|| mm(self.rules.building_body(building).center()))
    }

    fn shooting_mark(self, choice: ShootChoice) -> Mark {
        match choice {
            ShootChoice::Fire { unit, aim: Aim::Unit(target) | Aim::Gunners(target), .. } => against(by(unit), target),
            ShootChoice::Fire { unit, aim: Aim::Walls(building), .. } => {
                Mark { at: self.middle_of(building), ..by(unit) }
            }
            ShootChoice::Fire { unit, aim: Aim::Beast(beast), .. } => {
                Mark { targets: vec![beast_number(beast)], ..by(unit) }
            }
            ShootChoice::RearAbout(unit) => by(unit),
        }
    }

    fn melee_mark(self, choice: MeleeChoice) -> Mark {
        let asked = match self.state.agenda.top() {
            Some(Step::Melee(step)) => self.melee_turn(step),
            _ => None,
        };
        let own = asked.map(by).unwrap_or_default();
        match choice {
            MeleeChoice::Fight(unit) => {
                let targets = self.opponents(unit).map(unit_number).collect();
                Mark { targets, ..by(unit) }
            }
            MeleeChoice::Against(target) | MeleeChoice::Reinforce(target) => against(own, target),
            _ => own,
        }
    }

    fn reaction_mark(self, choice: ReactChoice) -> Mark {
        match (choice, self.state.agenda.top()) {
            (ReactChoice::Leave(unit) | ReactChoice::Rally(unit), _) => by(unit),
            (ReactChoice::Pursue(true), Some(Step::React(ReactStep::Pursue { victor, router }))) => {
                against(by(victor), router)
            }
            (ReactChoice::Pursue(_), Some(Step::React(ReactStep::Pursue { victor, .. }))) => by(victor),
            (ReactChoice::Pursue(_), _) => Mark::default(),
        }
    }
}

fn order_mark(choice: OrderChoice) -> Mark {
    match choice {
        OrderChoice::Intend { unit, intent: Intent::Charge(target) } => against(by(unit), target),
        OrderChoice::Intend { unit, .. } | OrderChoice::Alone(unit) => by(unit),
        OrderChoice::Send { unit, to } => Mark { at: spot(to), ..by(unit) },
        OrderChoice::All { leader, .. } => led(leader),
        OrderChoice::Lead { leader, unit } => against(led(leader), unit),
    }
}

fn command_mark(choice: CommandChoice) -> Mark {
    match choice {
        CommandChoice::Test(id) | CommandChoice::Detach(id) => led(id),
        CommandChoice::Succeed { heir, .. } => led(heir),
        CommandChoice::TakeOver(unit) => by(unit),
        CommandChoice::Ride { leader, to } => Mark { at: spot(to), ..led(leader) },
        CommandChoice::Attach { leader, unit } => against(led(leader), unit),
    }
}

fn exotic_mark(choice: ExoticChoice) -> Mark {
    match choice {
        ExoticChoice::Release { pig, .. } => by(pig),
        ExoticChoice::Naptha { thrower, target, .. } => against(by(thrower), target),
        ExoticChoice::Grenades { unit, target } => against(by(unit), target),
    }
}
