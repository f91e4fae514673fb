//! Where decisions show on the field, and which decision a hand on the field may mean.

use crate::agenda::Step;
use crate::assault::AssaultChoice;
use crate::cards::{LeaderId, UnitId};
use crate::charges::ChargeChoice;
use crate::decision::Decision;
use crate::fire::FireChoice;
use crate::formations::FormChoice;
use crate::fraction::Points;
use crate::hexes::Facing;
use crate::movement::{MoveChoice, MoveStep};
use crate::reactions::ReactChoice;
use crate::stacking::StackChoice;
use crate::table::Table;
use field::hexes::Hex;
use kernel::{Aim, Mark, Rulebook, Seat, Stepping};

/// Leaders have numbers of their own in the scene.
pub const LEADERS: u16 = 1_000;

/// The number of a unit among the bodies of the scene.
pub(crate) fn unit_number(id: UnitId) -> u16 {
    id.0
}

/// The number of a leader among the bodies of the scene.
pub(crate) fn leader_number(id: LeaderId) -> u16 {
    LEADERS + u16::from(id.0)
}

/// A body of the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    Unit(UnitId),
    Leader(LeaderId),
}

impl Table<'_> {
    /// The body of that number, on the map or not.
    pub(crate) fn body(self, number: u16) -> Option<Body> {
        if let Some(leader) = number.checked_sub(LEADERS) {
            let id = u8::try_from(leader).ok().filter(|&id| usize::from(id) < self.state.leaders.len())?;
            return Some(Body::Leader(LeaderId(id)));
        }
        (usize::from(number) < self.state.units.len()).then_some(Body::Unit(UnitId(number)))
    }
}

/// A decision as it shows on the map.
#[derive(Debug, Clone, Default)]
struct Sign {
    actor: Option<u16>,
    targets: Vec<u16>,
    /// The hexes it is about.
    hexes: Vec<Hex>,
    /// The way the actor would face, in degrees.
    facing: Option<f64>,
    cost: String,
    /// A hand on the actor himself means it.
    chooses: bool,
    /// Of several that a hand may mean the lower is the likelier.
    order: u8,
}

fn by(actor: u16) -> Sign {
    Sign { actor: Some(actor), ..Sign::default() }
}

impl Sign {
    fn chosen(self) -> Sign {
        Sign { chooses: true, ..self }
    }

    fn on(mut self, hexes: impl IntoIterator<Item = Hex>) -> Sign {
        self.hexes.extend(hexes);
        self
    }

    fn of_order(self, order: u8) -> Sign {
        Sign { order, ..self }
    }
}

/// Degrees between two ways, at most half a circle.
fn apart(a: f64, b: f64) -> f64 {
    let turn = (a - b).rem_euclid(360.0);
    turn.min(360.0 - turn)
}

impl Table<'_> {
    fn degrees(self, facing: Facing) -> Option<f64> {
        match facing {
            Facing::Side(dir) => Some(f64::from(self.grid().dir_degrees(dir))),
            Facing::Corner(vertex) => Some(f64::from(self.grid().vertex_degrees(vertex))),
            Facing::Round => None,
        }
    }

    /// The unit on top of the stack on the move.
    fn mover(self) -> Option<UnitId> {
        self.moving().map(|moving| moving.top)
    }

    /// What a decision of the stack on the move looks like: where it would lie, how it would face, what it would cost.
    fn sign_of_act(self, decision: Decision) -> Sign {
        let Some(top) = self.mover() else { return Sign::default() };
        let Some(Ok(plan)) = self.moving().map(|moving| self.plan(moving, decision)) else {
            return by(unit_number(top));
        };
        let body = plan.bodies.first().map(|(_, body)| *body);
        let old = self.unit(top).hexes;
        let hexes = body.into_iter().flat_map(|body| body.hexes.iter()).filter(|&hex| !old.contains(hex));
        let facing = body.and_then(|body| self.degrees(body.facing));
        let cost = if plan.cost > Points::ZERO {
            format!("{} {}", plan.cost, if plan.cost == Points::ONE { "point" } else { "points" })
        } else {
            String::new()
        };
        Sign { facing, cost, ..by(unit_number(top)).on(hexes) }
    }

    fn sign(self, decision: Decision) -> Sign {
        let unit = |id: UnitId| by(unit_number(id));
        let at = |hex: Hex| Sign::default().on([hex]);
        let top = |hex: Hex| self.top_at(hex).map(unit_number);
        match decision {
            Decision::Move(choice) => match choice {
                MoveChoice::Take(id) => unit(id).chosen(),
                MoveChoice::Alone(id) | MoveChoice::Drop(id) | MoveChoice::Restack(id) => unit(id).chosen().of_order(1),
                MoveChoice::Leave(id) => unit(id).chosen().of_order(2),
                MoveChoice::Ride(leader) | MoveChoice::LeaderGoes(leader) => by(leader_number(leader)).chosen(),
                MoveChoice::LeaveLeader(leader) | MoveChoice::LeaderStays(leader) => by(leader_number(leader)),
                MoveChoice::RideTo(hex) | MoveChoice::FallBack(hex) => at(hex),
                MoveChoice::Harass(id) | MoveChoice::LetGo(id) => unit(id).chosen(),
                MoveChoice::Halt => self.mover().map_or(Sign::default(), |id| unit(id).chosen().of_order(3)),
                MoveChoice::ForceMarch(_) => Sign::default(),
                // A plain step is likelier meant than one with more to it.
                MoveChoice::Step(_) | MoveChoice::Face(_) => self.sign_of_act(decision),
                MoveChoice::Join(_) | MoveChoice::Wheel(_) => self.sign_of_act(decision).of_order(1),
                _ => self.sign_of_act(decision).of_order(2),
            },
            Decision::Form(FormChoice::Collapse(hex)) => at(hex),
            Decision::Form(FormChoice::Rise(id)) => unit(id).chosen(),
            Decision::Form(_) => self.sign_of_act(decision).of_order(4),
            Decision::React(ReactChoice::Fire(id) | ReactChoice::Move(id) | ReactChoice::Charge(id)) => {
                let targets = self.window().map(|window| unit_number(window.mover)).into_iter().collect();
                Sign { targets, ..unit(id).chosen() }
            }
            Decision::Stack(StackChoice::Gives(id)) => unit(id).chosen(),
            Decision::Stack(StackChoice::To(hex)) => at(hex),
            Decision::Fire(FireChoice::At { from, at: to } | FireChoice::Lob { from, at: to, .. }) => {
                Sign { actor: top(from), targets: top(to).into_iter().collect(), ..Sign::default().on([to]) }
            }
            Decision::Assault(
                AssaultChoice::Declare { unit: id, at: to }
                | AssaultChoice::DeclareBoth { unit: id, at: to, .. }
                | AssaultChoice::OldGuardCharge { unit: id, at: to },
            ) => Sign { targets: top(to).into_iter().collect(), ..unit(id).on([to]).of_order(1) },
            Decision::Assault(AssaultChoice::Advance { unit: id, to } | AssaultChoice::Commit { unit: id, to }) => {
                unit(id).on([to])
            }
            Decision::Assault(AssaultChoice::RetreatTo(hex) | AssaultChoice::FollowTo(hex)) => at(hex),
            Decision::Assault(AssaultChoice::NewTarget(hex) | AssaultChoice::PartingShot(hex)) => {
                Sign { targets: top(hex).into_iter().collect(), ..at(hex) }
            }
            Decision::Assault(AssaultChoice::Next(id) | AssaultChoice::Retreats(id) | AssaultChoice::Huzzah(id)) => {
                unit(id).chosen()
            }
            Decision::Charge(ChargeChoice::Run(id) | ChargeChoice::Fight(id) | ChargeChoice::React(id)) => {
                unit(id).chosen()
            }
            Decision::Charge(ChargeChoice::Target(id) | ChargeChoice::Pursue(id)) => {
                Sign { targets: vec![unit_number(id)], ..Sign::default() }
            }
            Decision::Charge(ChargeChoice::Square { unit: id, hex }) => unit(id).chosen().on([hex]),
            Decision::Charge(ChargeChoice::FormUp(id)) => unit(id).chosen(),
            Decision::Charge(ChargeChoice::GiveWay(hex) | ChargeChoice::Advance(hex)) => at(hex),
            _ => Sign::default(),
        }
    }

    /// Where a decision shows: who acts, at whom, where, for how many points.
    pub(crate) fn mark_of(self, decision: &Decision) -> Mark {
        let sign = self.sign(*decision);
        Mark {
            actor: sign.actor,
            targets: sign.targets,
            at: sign.hexes.first().map(|&hex| self.grid().centre(hex)),
            cost: sign.cost,
            touches: Vec::new(),
        }
    }

    /// The decisions a hand may mean in answer to the open question, the likeliest first: a stack is led by pointing at a hex. What is
    /// not on the menu is what it would have asked for, so that the judge says why not.
    pub(crate) fn aims(self, seat: Seat, aim: &Aim) -> Vec<Decision> {
        let place = aim.at.filter(|at| at.iter().all(|axis| axis.is_finite()));
        let hex = place.and_then(|at| self.grid().hex_at(at));
        let mut menu = Vec::new();
        self.rules.ask(self.state, seat, &mut menu);
        let fits = |decision: Decision| {
            let fit = self.fit(aim, hex, &self.sign(decision))?;
            Some((fit, decision))
        };
        let mut meant: Vec<(u32, Decision)> = menu.into_iter().filter_map(fits).collect();
        meant.sort_by_key(|&(fit, _)| fit);
        if meant.is_empty() {
            return self.wanted(seat, hex).into_iter().collect();
        }
        meant.into_iter().map(|(_, decision)| decision).collect()
    }

    /// How well a decision fits the hand, the lower the better.
    fn fit(self, aim: &Aim, hex: Option<Hex>, sign: &Sign) -> Option<u32> {
        if aim.body.is_some_and(|body| sign.actor != Some(body)) {
            return None;
        }
        let turn = aim.facing.zip(sign.facing).map_or(0, |(wanted, facing)| apart(wanted, facing) as u32);
        let own = |hex: Hex| match sign.actor.and_then(|actor| self.body(actor)) {
            Some(Body::Unit(id)) => self.unit(id).on_map() && self.unit(id).hexes.contains(hex),
            Some(Body::Leader(id)) => self.leader(id).hex == hex,
            None => false,
        };
        let in_hex = hex.is_some_and(|hex| sign.hexes.contains(&hex));
        let at_target = aim.target.is_some_and(|target| sign.targets.contains(&target));
        let at_actor = aim.target.is_some() && aim.target == sign.actor || hex.is_some_and(own) && aim.target.is_none();
        let turned = aim.facing.is_some() && hex.is_none_or(own) && sign.hexes.is_empty() && sign.facing.is_some();
        let place = match () {
            () if at_target => 0,
            () if in_hex => 1,
            () if turned => 2,
            () if at_actor && sign.chooses && aim.facing.is_none() => 3,
            () => return None,
        };
        Some(place * 4096 + turn * 8 + u32::from(sign.order))
    }

    /// What a hand on a hex would have asked of the stack on the move.
    fn wanted(self, seat: Seat, hex: Option<Hex>) -> Option<Decision> {
        let step = self.state.agenda.top().filter(|_| self.state.asked.contains(seat))?;
        let (Step::Move(MoveStep::Going), Some(top), Some(hex)) = (step, self.mover(), hex) else { return None };
        let mut dirs = self.unit(top).hexes.iter().filter_map(|own| self.grid().direction(own, hex));
        dirs.next().map(|dir| Decision::Move(MoveChoice::Step(dir)))
    }

    /// The stack whose next step is asked for, with its points in halves.
    pub(crate) fn stepping(self, seat: Seat) -> Option<Stepping> {
        let step = self.state.agenda.top().filter(|_| self.state.asked.contains(seat))?;
        let halves = |points: Points| points.twelfths() / Points::HALF.twelfths();
        let (Step::Move(MoveStep::Going), Some(moving)) = (step, self.moving()) else { return None };
        let body = unit_number(moving.top);
        Some(Stepping { body, spent: halves(moving.spent), allowance: halves(moving.allowance), share: 2 })
    }

    /// How much of its order a unit has lost.
    pub(crate) fn wear(self, number: u16) -> u8 {
        match self.body(number) {
            Some(Body::Unit(id)) => self.unit(id).order as u8,
            _ => 0,
        }
    }
}
