//! What a decision looks like on the map: who acts, at whom, in which hexes, for how many points.

use super::Who;
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId, UnitSet, WingId};
use crate::close_combat::{CombatChoice, CombatStep};
use crate::command::{CommandChoice, CommandStep};
use crate::decision::Decision;
use crate::face::words::points;
use crate::facing::{COUNTER_MARCH, Pose, Shape, WHEEL};
use crate::fire::{FireChoice, FireStep};
use crate::formation::HEDGEHOG;
use crate::movement::{EntryFormation, MoveChoice, MoveStep};
use crate::rally::{RallyChoice, RallyStep, Reform};
use crate::reaction::{ReactChoice, ReactStep};
use crate::sequence::{TurnChoice, TurnStep};
use crate::table::Table;
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Mark, Seat};

/// What a hand on the actor himself says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Click {
    #[default]
    Nothing,
    /// He is the one.
    Chooses,
    /// He stays as he is.
    Stays,
}

/// A decision as it shows on the map.
#[derive(Debug, Clone, Default)]
pub(super) struct Sign {
    pub actor: Option<Who>,
    /// Units for which it is decided together: those of a Wing.
    pub group: UnitSet,
    pub targets: Vec<Who>,
    /// The hexes it is about.
    pub hexes: Vec<Hex>,
    /// The way the actor would face.
    pub facing: Option<Vertex>,
    pub cost: String,
    pub touches: UnitSet,
    pub click: Click,
    /// Of several that a hand may mean the lower is the likelier.
    pub order: u8,
}

/// A single step of a unit, in its own move or in reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Ahead(Dir),
    Turn(Vertex),
    Wheel(Hand),
    About,
    /// Its left half comes to that hex.
    Across(Hex),
}

fn by(actor: impl Into<Option<Who>>) -> Sign {
    Sign { actor: actor.into(), ..Sign::default() }
}

impl Sign {
    fn chosen(self) -> Sign {
        Sign { click: Click::Chooses, ..self }
    }

    fn staying(self) -> Sign {
        Sign { click: Click::Stays, ..self }
    }

    fn at(mut self, who: impl IntoIterator<Item = Who>) -> Sign {
        self.targets.extend(who);
        self
    }

    fn on(mut self, hexes: impl IntoIterator<Item = Hex>) -> Sign {
        self.hexes.extend(hexes);
        self
    }

    fn facing(self, facing: Vertex) -> Sign {
        Sign { facing: Some(facing), ..self }
    }

    fn of_order(self, order: u8) -> Sign {
        Sign { order, ..self }
    }

    fn costs(self, cost: String) -> Sign {
        Sign { cost, ..self }
    }

    fn ranging(self, hexes: u8) -> Sign {
        self.costs(format!("range {hexes}"))
    }
}

fn hexes(count: u8) -> String {
    format!("{count} {}", if count == 1 { "hex" } else { "hexes" })
}

impl<'a> Table<'a> {
    /// Where a decision shows on the map.
    pub fn mark_of(self, seat: Seat, decision: &Decision) -> Mark {
        let sign = self.sign(seat, *decision);
        let number = |unit: UnitId| u16::from(unit.0);
        Mark {
            actor: sign.actor.map(Who::number),
            targets: sign.targets.iter().map(|who| who.number()).collect(),
            at: self.middle_of(&sign.hexes),
            cost: sign.cost,
            touches: sign.touches.iter().map(number).collect(),
        }
    }

    fn middle_of(self, hexes: &[Hex]) -> Option<[f64; 2]> {
        let middles = hexes.iter().map(|&hex| self.ground().grid.centre(hex));
        let sum = middles.reduce(|a, b| [a[0] + b[0], a[1] + b[1]])?;
        Some(sum.map(|axis| axis / hexes.len() as f64))
    }

    pub(super) fn sign(self, seat: Seat, decision: Decision) -> Sign {
        match decision {
            Decision::Turn(choice) => self.sign_of_turn(seat, choice),
            Decision::Command(choice) => self.sign_of_command(choice),
            Decision::Move(choice) => self.sign_of_move(choice),
            Decision::React(choice) => self.sign_of_react(choice),
            Decision::Fire(choice) => self.sign_of_fire(choice),
            Decision::Combat(choice) => self.sign_of_combat(choice),
            Decision::Rally(choice) => self.sign_of_rally(choice),
        }
    }

    // Chapters 3 to 5.

    fn commander(self, wing: WingId) -> Option<Who> {
        self.commander_of(wing).map(Who::Leader)
    }

    /// By a Wing's commander, for all his units.
    fn by_wing(self, wing: WingId) -> Sign {
        let group = self.rules.wings.get(wing.ix()).map_or(UnitSet::EMPTY, |card| card.units);
        Sign { group, ..by(self.commander(wing)) }.chosen()
    }

    /// The same, where it is done to the Wing itself.
    fn to_wing(self, wing: WingId) -> Sign {
        self.by_wing(wing).at(self.of_wing(wing).map(Who::Unit))
    }

    fn sign_of_turn(self, seat: Seat, choice: TurnChoice) -> Sign {
        let active = self.state.activation.map(|now| now.wing);
        let army = || {
            let side = self.rules.seats.get(usize::from(seat.0)).map(|card| card.side);
            side.and_then(|side| self.army_commander(side)).map(Who::Leader)
        };
        let help = |helped: bool| if helped { army() } else { None };
        match choice {
            TurnChoice::StartOrders { wing, orders } => {
                let historical = self.rules.wings.get(wing.ix()).is_some_and(|card| card.historical == orders);
                self.to_wing(wing).of_order(u8::from(!historical))
            }
            TurnChoice::Activate { wing } => self.to_wing(wing),
            TurnChoice::Pass { wing } => self.to_wing(wing).of_order(1),
            TurnChoice::Preempt { wing, helped } => {
                let other = match self.state.agenda.top() {
                    Some(Step::Turn(TurnStep::Preempt { wing, .. })) => self.commander(wing),
                    _ => None,
                };
                self.by_wing(wing).at(help(helped)).at(other).of_order(u8::from(helped))
            }
            TurnChoice::StartOpen { unit } | TurnChoice::Act { unit } => by(Who::Unit(unit)).chosen(),
            TurnChoice::Lead { leader } => by(Who::Leader(leader)).chosen(),
            TurnChoice::Bring => {
                let arrives = active.and_then(|wing| self.rules.wings[wing.ix()].arrives.as_ref());
                let hexes = arrives.into_iter().flat_map(|arrival| arrival.hexes.iter().copied());
                // A hand on those who stand there means them.
                by(active.and_then(|wing| self.commander(wing)))
                    .on(hexes.filter(|&hex| self.everybody_at(hex).next().is_none()))
            }
            TurnChoice::Continue { helped } => {
                let sign = active.map_or_else(Sign::default, |wing| self.by_wing(wing));
                sign.at(help(helped)).of_order(u8::from(helped))
            }
            TurnChoice::EndActions | TurnChoice::Stop => by(active.and_then(|wing| self.commander(wing))),
            TurnChoice::LetBe | TurnChoice::StartDone => by(army()),
        }
    }

    fn sign_of_command(self, choice: CommandChoice) -> Sign {
        let Some(Step::Command(step)) = self.state.agenda.top() else { return Sign::default() };
        match (step, choice) {
            (CommandStep::Lend { wing, .. }, CommandChoice::Lend | CommandChoice::Withhold) => {
                let sign = by(self.can_help(wing).map(Who::Leader)).at(self.commander(wing));
                if choice == CommandChoice::Lend { sign.chosen() } else { sign.of_order(1) }
            }
            (CommandStep::ChangeOrders(wing), _) => by(self.commander(wing)),
            (_, CommandChoice::Place { leader, hex }) => {
                let others = self.everybody_at(hex).filter(move |&who| who != Who::Leader(leader));
                by(Who::Leader(leader)).on([hex]).at(others)
            }
            (CommandStep::Accompany { unit, right, .. }, CommandChoice::Go { leader }) => {
                let half = self.unit(unit).other.filter(|_| right).unwrap_or(self.unit(unit).hex);
                by(Who::Leader(leader)).at([Who::Unit(unit)]).on([half])
            }
            (_, CommandChoice::Stay { leader }) => {
                by(Who::Leader(leader)).on(self.hexes_of(Who::Leader(leader))).staying()
            }
            _ => Sign::default(),
        }
    }

    // Steps.

    /// The unit or leader whose move, fire, retreat or rout is under way, or who is asked what he does.
    pub(super) fn under_way(self) -> Option<Who> {
        match self.state.agenda.top()? {
            Step::Move(step) => match step {
                MoveStep::Action(unit) | MoveStep::StackOrder(unit) => Some(Who::Unit(unit)),
                MoveStep::LeaderAction(leader) | MoveStep::LeaderNext { leader, .. } | MoveStep::Company(leader) => {
                    Some(Who::Leader(leader))
                }
                MoveStep::Next | MoveStep::End => self.state.moves.last().map(|moving| Who::Unit(moving.unit)),
                MoveStep::Enter | MoveStep::EnterAfter { .. } => None,
            },
            Step::React(step) => match step {
                ReactStep::Withdraw { unit, .. } | ReactStep::Interception { unit, .. } => Some(Who::Unit(unit)),
                ReactStep::LeaderWithdraw { leader, .. } => Some(Who::Leader(leader)),
                ReactStep::Window => None,
            },
            Step::Fire(step) => self.asked_in_fire(step).map(Who::Unit),
            Step::Combat(step) => match step {
                CombatStep::Retreat(retreat) | CombatStep::Losses { retreat } => Some(Who::Unit(retreat.unit)),
                CombatStep::TurnAfter { unit } => Some(Who::Unit(unit)),
                CombatStep::Fight => self.fight()?.pursuing.map(|(unit, _)| Who::Unit(unit)),
                _ => None,
            },
            Step::Rally(RallyStep::Face { unit } | RallyStep::Rout { unit, .. }) => Some(Who::Unit(unit)),
            Step::Command(CommandStep::PlaceLeader { leader, .. } | CommandStep::Accompany { leader, .. }) => {
                Some(Who::Leader(leader))
            }
            _ => None,
        }
    }

    fn asked_in_fire(self, step: FireStep) -> Option<UnitId> {
        let volley = self.volley()?;
        match step {
            FireStep::Cover => self.next_to_cover(&volley),
            FireStep::Displace | FireStep::Share => volley.blow.target,
            _ => Some(volley.firer),
        }
    }

    /// Where a step leads, whether it may be taken or not.
    pub(super) fn led_to(self, id: UnitId, way: Way) -> Option<Pose> {
        let (shape, from) = (self.shape(id), self.pose(id));
        match way {
            Way::Ahead(dir) => self.pose_ahead(shape, from, dir),
            Way::Turn(vertex) => match shape {
                Shape::Single => Some(Pose { facing: vertex, ..from }),
                _ => {
                    let hand = Hand::BOTH.into_iter().find(|&hand| from.facing.turned(hand, 1) == vertex)?;
                    self.pose_turned(shape, from, hand)
                }
            },
            Way::Wheel(pivot) => self.pose_wheeled(shape, from, pivot),
            Way::About => self.pose_counter_marched(shape, from),
            Way::Across(hex) => self.pose_at(shape, hex, from.facing),
        }
    }

    /// Points of a step by the ground it leads over.
    pub(super) fn way_cost(self, id: UnitId, way: Way, to: Pose) -> Option<u8> {
        let from = self.pose(id);
        match way {
            Way::Turn(vertex) => Some(from.facing.turns_to(vertex) * self.turn_cost(id)),
            Way::About => Some(COUNTER_MARCH),
            Way::Wheel(_) => self.step_cost(id, from, to).map(|ground| ground + WHEEL),
            Way::Ahead(_) | Way::Across(_) => self.step_cost(id, from, to),
        }
    }

    /// A body that comes to stand elsewhere.
    fn moved(self, id: UnitId, to: Pose) -> Sign {
        let from = self.pose(id);
        let fresh = || to.hexes().filter(move |&hex| !from.covers(hex));
        let stays = |who: &Who| match *who {
            Who::Unit(unit) => unit != id && self.unit(id).with != Some(unit),
            Who::Leader(leader) => !from.covers(self.leader(leader).hex),
        };
        let met: Vec<Who> = fresh().flat_map(|hex| self.everybody_at(hex)).filter(stays).collect();
        let sign = Sign { touches: self.touched(id, from, to), ..by(Who::Unit(id)) }.at(met).on(fresh());
        if self.has_facing(id) { sign.facing(to.facing) } else { sign }
    }

    /// Enemy units that come to be next to a unit by a step.
    fn touched(self, id: UnitId, from: Pose, to: Pose) -> UnitSet {
        let (grid, side) = (&self.ground().grid, self.side(id));
        let known = |enemy: UnitId| self.unit(enemy).hexes().any(|hex| from.distance(grid, hex) <= 1);
        let near = to.hexes().flat_map(|hex| self.neighbours(hex)).filter_map(|hex| self.enemy_at(side, hex));
        near.filter(|&enemy| !known(enemy)).collect()
    }

    fn sign_of_way(self, id: UnitId, way: Way, cost: Option<u8>) -> Sign {
        let Some(to) = self.led_to(id, way) else { return by(Who::Unit(id)) };
        let cost = cost.or_else(|| self.way_cost(id, way, to));
        self.moved(id, to).costs(cost.map_or_else(String::new, points))
    }

    /// All of a unit one hex in a direction, whatever its front: retreats, advances, steps of a fire.
    fn pose_shifted(self, id: UnitId, dir: Dir) -> Option<Pose> {
        let (unit, grid) = (self.unit(id), &self.ground().grid);
        let other = match unit.other {
            Some(other) => Some(grid.neighbour(other, dir)?),
            None => None,
        };
        Some(Pose { hex: grid.neighbour(unit.hex, dir)?, other, facing: unit.facing })
    }

    fn sign_of_shift(self, id: UnitId, dir: Dir) -> Sign {
        let sign = self.pose_shifted(id, dir).map_or_else(|| by(Who::Unit(id)), |to| self.moved(id, to));
        sign.costs(hexes(1))
    }

    fn sign_of_ride(self, leader: LeaderId, dir: Dir) -> Sign {
        let from = self.leader(leader).hex;
        let to = self.ground().grid.neighbour(from, dir);
        let cost = self.leader_cost(from, dir).map_or_else(String::new, points);
        let met = to.into_iter().flat_map(|hex| self.everybody_at(hex));
        by(Who::Leader(leader)).on(to).at(met).costs(cost)
    }

    // Chapters 6 to 8.

    fn sign_of_move(self, choice: MoveChoice) -> Sign {
        let actor = self.under_way();
        let stays = || by(actor).staying();
        let Some(unit) = actor.and_then(Who::unit) else { return self.sign_of_leader_move(choice) };
        match choice {
            MoveChoice::Move => by(actor).costs(points(self.allowance(unit))).chosen().of_order(8),
            MoveChoice::MoveOff => by(actor)
                .at(self.unit(unit).with.map(Who::Unit))
                .costs(points(self.allowance(unit)))
                .chosen()
                .of_order(9),
            MoveChoice::Pistol(at) => by(actor).at(self.aimed_at(at)).on([at]).ranging(self.distance_to(unit, at)),
            MoveChoice::Hedgehog => by(actor).costs(points(HEDGEHOG)),
            MoveChoice::Restack => by(actor).at(self.guns_with(unit).map(Who::Unit)),
            MoveChoice::Unlimber(facing) | MoveChoice::TurnGun(facing) => by(actor).facing(facing),
            MoveChoice::Top => by(actor).chosen(),
            MoveChoice::Bottom => by(actor).at(self.stacked_with(unit)),
            MoveChoice::Stop => stays(),
            MoveChoice::Nothing => stays().of_order(12),
            MoveChoice::Limber => by(actor),
            _ => match way_of_move(choice) {
                Some(way) => self.sign_of_way(unit, way, self.cost_in_move(choice)),
                None => self.sign_of_leader_move(choice),
            },
        }
    }

    /// What a step of the move under way costs with all that comes with it, where it may be taken.
    fn cost_in_move(self, choice: MoveChoice) -> Option<u8> {
        let moving = self.state.moves.last()?;
        self.stride_of(moving, choice).ok().map(|stride| stride.cost)
    }

    /// Guns with a unit, or the unit with a gun.
    fn stacked_with(self, unit: UnitId) -> Vec<Who> {
        let own = self.unit(unit).hexes();
        own.flat_map(|hex| [self.body_at(hex), self.gun_at(hex)])
            .flatten()
            .filter(|&other| other != unit)
            .map(Who::Unit)
            .collect()
    }

    fn sign_of_leader_move(self, choice: MoveChoice) -> Sign {
        let actor = self.under_way();
        match choice {
            MoveChoice::LeaderTo(dir) => match actor {
                Some(Who::Leader(leader)) => self.sign_of_ride(leader, dir),
                _ => Sign::default(),
            },
            MoveChoice::Take(leader) => {
                let unit = self.state.moves.last().map(|moving| Who::Unit(moving.unit));
                by(Who::Leader(leader)).at(unit).chosen()
            }
            MoveChoice::Leave(leader) => by(Who::Leader(leader)).staying(),
            MoveChoice::Enter { unit, hex, facing, formation } => {
                let other =
                    self.card(unit).two_hex.then(|| self.ground().grid.neighbour(hex, facing.aside(Hand::Right)));
                let order = match formation {
                    EntryFormation::Normal => 0,
                    EntryFormation::OpenOrder => 1,
                    EntryFormation::Column => 2,
                };
                by(Who::Unit(unit)).on([hex]).on(other.flatten()).facing(facing).of_order(order).chosen()
            }
            MoveChoice::Stop | MoveChoice::Nothing => by(actor).staying().of_order(12),
            _ => by(actor),
        }
    }

    // Chapter 9.

    fn sign_of_react(self, choice: ReactChoice) -> Sign {
        let trigger = self.state.windows.last().map(|window| window.trigger.unit);
        let interception = match self.state.agenda.top() {
            Some(Step::React(ReactStep::Interception { unit, target, .. })) => Some((unit, target)),
            _ => None,
        };
        // Whom it is done to: the unit that gave the trigger, or the other one of an Interception.
        let foe = |unit: UnitId| match interception {
            Some((one, other)) => Some(if unit == one { other } else { one }),
            None => trigger,
        };
        let against = |unit: UnitId| by(Who::Unit(unit)).at(foe(unit).map(Who::Unit)).chosen();
        let away = |unit: UnitId| foe(unit).map_or(0, |foe| self.distance(unit, foe));
        match choice {
            ReactChoice::Fire { unit } => against(unit).ranging(away(unit)),
            ReactChoice::Intercept { unit } => against(unit).costs(hexes(away(unit))).of_order(1),
            ReactChoice::Hedgehog { unit } => against(unit).of_order(2),
            ReactChoice::Withdraw { unit } => against(unit).of_order(3),
            ReactChoice::Face { unit, hand, steps } => self.sign_of_facing_change(unit, hand, steps, foe(unit)),
            ReactChoice::Restack { unit } => by(Who::Unit(unit)).at(self.stacked_with(unit)).chosen().of_order(5),
            ReactChoice::TurnGun { unit, vertex } => by(Who::Unit(unit)).facing(vertex).chosen().of_order(6),
            ReactChoice::WithdrawLeader { leader } => {
                by(Who::Leader(leader)).at(trigger.map(Who::Unit)).chosen().of_order(3)
            }
            ReactChoice::Pistol => {
                interception.map_or_else(Sign::default, |(unit, _)| against(unit).ranging(away(unit)))
            }
            ReactChoice::Attack => interception.map_or_else(Sign::default, |(unit, _)| against(unit)),
            ReactChoice::Done => by(self.under_way()).staying(),
            ReactChoice::Ahead(dir) if self.under_way().and_then(Who::unit).is_none() => match self.under_way() {
                Some(Who::Leader(leader)) => self.sign_of_ride(leader, dir),
                _ => Sign::default(),
            },
            ReactChoice::Ahead(_) | ReactChoice::Turn(_) | ReactChoice::Wheel(_) | ReactChoice::CounterMarch => {
                let Some(unit) = self.under_way().and_then(Who::unit) else { return Sign::default() };
                let way = way_of_react(choice, self.unit(unit).facing);
                way.map_or_else(Sign::default, |way| self.sign_of_way(unit, way, None))
            }
        }
    }

    fn sign_of_facing_change(self, unit: UnitId, hand: Hand, steps: u8, foe: Option<UnitId>) -> Sign {
        let (shape, start) = (self.shape(unit), self.pose(unit));
        let mut pose = Some(start);
        for _ in 0..steps.min(6) {
            pose = pose.and_then(|pose| match shape {
                Shape::Double => self.pose_wheeled(shape, pose, hand),
                _ => self.pose_turned(shape, pose, hand),
            });
        }
        let sign = pose.map_or_else(|| by(Who::Unit(unit)), |to| self.moved(unit, to));
        sign.at(foe.map(Who::Unit)).chosen().of_order(4)
    }

    // Chapter 10.

    /// Whom a shot into a hex is aimed at.
    pub(super) fn aimed_at(self, hex: Hex) -> Vec<Who> {
        match self.top_of(hex) {
            Some(top) => vec![Who::Unit(top)],
            None => self.leaders_at(hex).map(Who::Leader).collect(),
        }
    }

    fn sign_of_fire(self, choice: FireChoice) -> Sign {
        let actor = self.under_way();
        let Some(unit) = actor.and_then(Who::unit) else { return Sign::default() };
        match choice {
            FireChoice::Shoot { at, .. } => {
                by(actor).at(self.aimed_at(at)).on([at]).ranging(self.distance_to(unit, at))
            }
            FireChoice::Advance(dir) => {
                let sign = self.sign_of_shift(unit, dir);
                let near = sign.touches.iter().map(Who::Unit).collect::<Vec<_>>();
                sign.at(near).of_order(10)
            }
            FireChoice::StepBack(dir) => self.sign_of_shift(unit, dir),
            FireChoice::OnTop | FireChoice::Below => by(actor).at(self.stacked_with(unit)),
            FireChoice::Displace(hand) => self.sign_of_shift(unit, self.unit(unit).facing.aside(hand)),
            FireChoice::Cover => by(actor).chosen(),
            FireChoice::NoCover => by(actor).at(self.volley().map(|volley| Who::Unit(volley.firer))),
            FireChoice::LossTo(id) => by(Who::Unit(id)).chosen(),
            FireChoice::SpineSide(_) => {
                let shot = self.volley().and_then(|volley| volley.shots[0]);
                by(actor).at(shot.and_then(|shot| shot.target).map(Who::Unit)).on(shot.map(|shot| shot.at))
            }
            FireChoice::Take(leader) => by(Who::Leader(leader)).at(Some(Who::Unit(unit))).chosen(),
            FireChoice::Leave(leader) => by(Who::Leader(leader)).staying(),
            FireChoice::Hold | FireChoice::StandFast => by(actor).staying(),
        }
    }

    // Chapter 11.

    fn sign_of_combat(self, choice: CombatChoice) -> Sign {
        let actor = self.under_way();
        match choice {
            CombatChoice::Attack { unit, hex } => {
                let side = self.side(unit);
                let enemies = self.everybody_at(hex).filter(|&who| self.side_of(who) != side);
                by(Who::Unit(unit)).at(enemies).on([hex]).costs(hexes(self.distance_to(unit, hex))).chosen()
            }
            CombatChoice::LeftEnd => self.sign_of_end(Hand::Left),
            CombatChoice::RightEnd => self.sign_of_end(Hand::Right),
            CombatChoice::Pistol { unit, spend } => {
                let fight = self.fight().filter(|_| spend);
                let foes = fight.into_iter().flat_map(|fight| fight.participants());
                let sign = by(Who::Unit(unit)).at(foes.filter(|&foe| self.side(foe) != self.side(unit)).map(Who::Unit));
                if spend { sign.chosen() } else { sign.staying() }
            }
            CombatChoice::RetreatTo(dir) => match actor.and_then(Who::unit) {
                Some(unit) => self.sign_of_shift(unit, dir),
                None => Sign::default(),
            },
            CombatChoice::CasualtyTo { unit } | CombatChoice::CheckPursuit { unit } => by(Who::Unit(unit)).chosen(),
            CombatChoice::PursueAfter { unit } => {
                let ground = self.fight().and_then(|fight| fight.beaten.iter().find(|beaten| beaten.unit == unit));
                by(actor).at([Who::Unit(unit)]).on(ground.map(|beaten| beaten.hex))
            }
            CombatChoice::Advance { unit, dir } => self.sign_of_shift(unit, dir).chosen(),
            CombatChoice::AdvanceWheel { unit, pivot } => {
                let to = self.led_to(unit, Way::Wheel(pivot));
                to.map_or_else(|| by(Who::Unit(unit)), |to| self.moved(unit, to)).costs(hexes(1)).chosen()
            }
            CombatChoice::AdvanceAcross { unit, hex } => {
                let to = self.led_to(unit, Way::Across(hex));
                to.map_or_else(|| by(Who::Unit(unit)), |to| self.moved(unit, to)).chosen()
            }
            CombatChoice::Turn(hand) => match actor.and_then(Who::unit) {
                Some(unit) => by(actor).facing(self.unit(unit).facing.turned(hand, 1)),
                None => Sign::default(),
            },
            CombatChoice::KeepFacing => match actor.and_then(Who::unit) {
                Some(unit) => by(actor).facing(self.unit(unit).facing).staying(),
                None => Sign::default(),
            },
            CombatChoice::Halt => by(actor).staying(),
            CombatChoice::HoldGround | CombatChoice::DesignationsDone => Sign::default(),
        }
    }

    /// The combat at one end of the line.
    fn sign_of_end(self, hand: Hand) -> Sign {
        let Some(Step::Combat(CombatStep::Resolve { side, .. })) = self.state.agenda.top() else {
            return Sign::default();
        };
        let attackers = self.next_combat(side, hand);
        let Some(first) = attackers.first() else { return Sign::default() };
        let group = attackers.iter().map(|attacker| attacker.unit).collect();
        let enemies = self.everybody_at(first.hex).filter(|&who| self.side_of(who) != side);
        Sign { group, ..by(Who::Unit(first.unit)) }.at(enemies).on([first.hex]).chosen()
    }

    // Chapters 12 and 13.

    fn sign_of_rally(self, choice: RallyChoice) -> Sign {
        match choice {
            RallyChoice::Rally { unit, by: leader } => self.sign_of_mending(unit, leader),
            RallyChoice::Reform { unit, reform, by: leader } => {
                self.sign_of_mending(unit, leader).of_order(match reform {
                    Reform::Formation => 1,
                    Reform::LeaveHedgehog => 2,
                    Reform::LeaveColumn => 3,
                    Reform::Reload | Reform::ToOpenOrder | Reform::FromOpenOrder => 10,
                })
            }
            RallyChoice::Face(vertex) => by(self.under_way()).facing(vertex),
            RallyChoice::RoutNext { unit } => by(Who::Unit(unit)).chosen(),
            RallyChoice::RoutTo { lead, dir } => self.sign_of_flight(lead, dir),
        }
    }

    /// A unit mends itself, or the Army Commander does it.
    fn sign_of_mending(self, unit: UnitId, leader: Option<LeaderId>) -> Sign {
        match leader {
            Some(leader) => by(Who::Leader(leader)).at([Who::Unit(unit)]),
            None => by(Who::Unit(unit)).chosen(),
        }
    }

    fn sign_of_flight(self, lead: Option<Hand>, dir: Dir) -> Sign {
        let Some(Step::Rally(RallyStep::Rout { unit: id, via, .. })) = self.state.agenda.top() else {
            return Sign::default();
        };
        let unit = self.unit(id);
        let (hex, other) = via.unwrap_or((unit.hex, unit.other));
        let halves = match lead {
            None => [Some(hex), other],
            Some(Hand::Left) => [Some(hex), None],
            Some(Hand::Right) => [other, None],
        };
        let grid = &self.ground().grid;
        let from = || halves.into_iter().flatten();
        let to: Vec<Hex> = from().filter_map(|half| grid.neighbour(half, dir)).collect();
        let met: Vec<Who> =
            to.iter().flat_map(|&hex| self.everybody_at(hex)).filter(|&who| who != Who::Unit(id)).collect();
        let cost = from().filter_map(|half| self.entry_cost(id, half, dir)).max();
        by(Who::Unit(id)).at(met).on(to).costs(cost.map_or_else(String::new, points))
    }
}

pub(super) fn way_of_move(choice: MoveChoice) -> Option<Way> {
    match choice {
        MoveChoice::Ahead(dir) => Some(Way::Ahead(dir)),
        MoveChoice::Turn(vertex) => Some(Way::Turn(vertex)),
        MoveChoice::Wheel(hand) => Some(Way::Wheel(hand)),
        MoveChoice::CounterMarch => Some(Way::About),
        MoveChoice::Squeeze(hex) => Some(Way::Across(hex)),
        _ => None,
    }
}

pub(super) fn way_of_react(choice: ReactChoice, facing: Vertex) -> Option<Way> {
    match choice {
        ReactChoice::Ahead(dir) => Some(Way::Ahead(dir)),
        ReactChoice::Turn(hand) => Some(Way::Turn(facing.turned(hand, 1))),
        ReactChoice::Wheel(hand) => Some(Way::Wheel(hand)),
        ReactChoice::CounterMarch => Some(Way::About),
        _ => None,
    }
}
