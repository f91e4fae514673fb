//! What a hand may mean in answer to the open question: the likeliest first, whether it is legal or not.

use super::Thing;
use crate::agenda::Step;
use crate::cards::{BuildingId, LeaderId, UnitId};
use crate::command::{CommandChoice, CommandStep};
use crate::decision::Decision;
use crate::exotics::{ExoticChoice, ExoticStep};
use crate::measures::BW;
use crate::movement::{MoveChoice, MoveStep};
use crate::orders::OrderChoice;
use crate::shooting::{Aim as Target, ShootChoice};
use crate::state::Intent;
use crate::table::Table;
use field::table::{Cdeg, MM, Point, Um, Vec2, bearing, normal};
use kernel::{Aim, Rulebook, Seat};

/// Whoever stands this near to where a hand lets go is pointed at.
const REACH: Um = BW / 2;

/// What a hand points at, in the terms of the table.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    pub seat: Seat,
    /// The body in the hand.
    pub held: Option<Thing>,
    /// The body pointed at.
    pub target: Option<Thing>,
    pub at: Option<Vec2>,
    pub facing: Option<Cdeg>,
}

impl Hand {
    fn of(table: Table<'_>, seat: Seat, aim: &Aim) -> Hand {
        // Far beyond the table is as good as a little beyond it.
        let most = 2.0 * f64::from(table.rules.ground.width.max(table.rules.ground.height));
        let place = |[x, y]: [f64; 2]| {
            let um = |part: f64| (part * f64::from(MM)).clamp(-most, most);
            (x.is_finite() && y.is_finite()).then(|| Vec2::new(um(x), um(y)))
        };
        let angle = |degrees: f64| degrees.is_finite().then(|| normal((degrees % 360.0).round() as Cdeg * 100));
        let thing = |body: u16| Thing::of(table.rules, body);
        Hand {
            seat,
            held: aim.body.and_then(thing),
            target: aim.target.and_then(thing),
            at: aim.at.and_then(place),
            facing: aim.facing.and_then(angle),
        }
    }

    /// The unit in the hand, or the one pointed at.
    fn unit(&self) -> Option<UnitId> {
        self.held.or(self.target).and_then(Thing::unit)
    }

    fn leader(&self) -> Option<LeaderId> {
        match self.held.or(self.target) {
            Some(Thing::Leader(id)) => Some(id),
            _ => None,
        }
    }
}

impl Table<'_> {
    /// The decisions that a hand may mean.
    pub(crate) fn aims(self, seat: Seat, aim: &Aim) -> Vec<Decision> {
        let hand = Hand::of(self, seat, aim);
        match self.state.agenda.top() {
            None => Vec::new(),
            Some(Step::Deploy(step)) => self.deployment_aims(step, seat, aim),
            Some(Step::Order(_)) => self.order_aims(&hand),
            Some(Step::Move(MoveStep::Normal(_))) => {
                hand.unit().map(|id| Decision::Move(MoveChoice::Pick(id))).into_iter().collect()
            }
            Some(Step::Move(MoveStep::Moving(id))) => self.moving_aims(&hand, id),
            Some(Step::Command(CommandStep::Ride(_))) => self.riding_aims(&hand),
            Some(Step::Shoot(_)) => self.shooting_aims(&hand),
            Some(Step::Exotic(ExoticStep::Act(_))) => self.exotic_aims(&hand),
            Some(_) => self.offered(&hand),
        }
    }

    fn is_enemy_of_hand(self, hand: &Hand, id: UnitId) -> bool {
        self.rules.seats.get(usize::from(hand.seat.0)).is_some_and(|seat| seat.side != self.side(id))
    }

    /// The enemy pointed at, or dropped upon.
    fn enemy_pointed(self, hand: &Hand) -> Option<UnitId> {
        let pointed = hand.target.and_then(Thing::unit).filter(|&id| self.is_enemy_of_hand(hand, id));
        pointed.or_else(|| {
            let at = hand.at?;
            let apart = |id: UnitId| self.body(id).distance_to_point(at);
            let foes = self.on_table().filter(|&id| self.is_enemy_of_hand(hand, id)).map(|id| (id, apart(id)));
            let nearest = foes.min_by(|one, two| one.1.total_cmp(&two.1));
            nearest.filter(|(_, apart)| *apart <= f64::from(REACH)).map(|(id, _)| id)
        })
    }

    /// The building pointed at.
    pub(super) fn building_at(self, at: Vec2) -> Option<BuildingId> {
        let all = (0..self.rules.buildings.len() as u8).map(BuildingId);
        all.into_iter().find(|&id| self.rules.building_body(id).distance_to_point(at) <= 0.0)
    }

    // --- Orders

    /// A tap orders a move, a drag onto an enemy a charge, one onto a leader puts a unit under him; a leader orders all his.
    fn order_aims(self, hand: &Hand) -> Vec<Decision> {
        let orders = match (hand.held.or(hand.target), hand.target) {
            (Some(Thing::Unit(unit)), Some(Thing::Leader(leader))) => vec![OrderChoice::Lead { leader, unit }],
            (Some(Thing::Unit(unit)), _) => {
                let foe = hand.held.and_then(|_| self.enemy_pointed(hand)).filter(|&foe| foe != unit);
                let sent = hand.at.map(|to| OrderChoice::Send { unit, to: to.round() });
                let intent = foe.map_or(Intent::Move, Intent::Charge);
                let said = OrderChoice::Intend { unit, intent };
                // Out of his leader's reach a unit goes on only if it was sent somewhere (SSS 4.4a).
                std::iter::once(said).chain(sent.filter(|_| foe.is_none())).collect()
            }
            (Some(Thing::Leader(leader)), _) => match hand.target.and_then(Thing::unit) {
                Some(unit) if hand.held.is_some() => vec![OrderChoice::Lead { leader, unit }],
                _ => vec![OrderChoice::All { leader, intent: Intent::Move }],
            },
            _ => Vec::new(),
        };
        orders.into_iter().map(Decision::Order).collect()
    }

    // --- Moves

    fn moving_aims(self, hand: &Hand, id: UnitId) -> Vec<Decision> {
        let other = |thing: Thing| thing.unit().filter(|&unit| unit != id && !self.is_enemy_of_hand(hand, unit));
        let instead = match hand.held {
            Some(held) => other(held),
            None => hand.target.and_then(other),
        };
        match instead {
            Some(friend) => vec![Decision::Move(MoveChoice::Pick(friend))],
            None => self.drag(hand, id).into_iter().map(|it| Decision::Move(MoveChoice::Make(it))).collect(),
        }
    }

    /// Leaders ride where they are dragged, and join the unit they are dropped upon.
    fn riding_aims(self, hand: &Hand) -> Vec<Decision> {
        let Some(leader) = hand.leader() else { return self.offered(hand) };
        let attach = hand.target.and_then(Thing::unit).map(|unit| CommandChoice::Attach { leader, unit });
        let ground = &self.rules.ground;
        let ride = hand.at.map(|at| {
            let to = at.round();
            let to = Point::new(to.x.clamp(0, ground.width), to.y.clamp(0, ground.height));
            CommandChoice::Ride { leader, to: self.as_near_as_he_rides(hand.seat, leader, to) }
        });
        let meant = attach.into_iter().chain(ride).map(Decision::Command);
        let meant: Vec<Decision> = meant.collect();
        if meant.is_empty() { self.offered(hand) } else { meant }
    }

    /// As far towards a place as a leader gets.
    fn as_near_as_he_rides(self, seat: Seat, leader: LeaderId, to: Point) -> Point {
        let from = self.place_of(leader);
        let part = |share: Um| (from + (to.vec() - from) * (f64::from(share) / 1_000.0)).round();
        let may = |share: Um| {
            let ride = Decision::Command(CommandChoice::Ride { leader, to: part(share) });
            self.rules.judge(self.state, seat, &ride).is_ok()
        };
        field::table::longest(1_000, may).map_or(to, part)
    }

    // --- Fire

    fn shooting_aims(self, hand: &Hand) -> Vec<Decision> {
        let Some(unit) = hand.unit().filter(|&id| !self.is_enemy_of_hand(hand, id)) else { return self.offered(hand) };
        let beast = match hand.target {
            Some(Thing::Beast(ix)) => Some(Target::Beast(ix)),
            _ => None,
        };
        let foe = hand.held.and_then(|_| self.enemy_pointed(hand)).map(Target::Unit);
        let walls = hand.at.and_then(|at| self.building_at(at)).map(Target::Walls);
        let meant: Vec<Decision> = [beast, foe, walls]
            .into_iter()
            .flatten()
            .map(|aim| Decision::Shoot(ShootChoice::Fire { unit, aim, bases: 0 }))
            .collect();
        if meant.is_empty() { self.offered(hand) } else { meant }
    }

    /// A pig runs where it is pointed (SSS 42.1a).
    fn exotic_aims(self, hand: &Hand) -> Vec<Decision> {
        let pig = hand.held.and_then(Thing::unit).filter(|&id| self.card(id).arm == crate::cards::Arm::FlamingPig);
        let wanted = |pig: UnitId| {
            let towards = hand.at.map(|at| bearing(at - self.body(pig).center()));
            hand.facing.or(towards.map(|facing| normal((facing + 50) / 100 * 100)))
        };
        match pig.and_then(|pig| Some((pig, wanted(pig)?))) {
            Some((pig, facing)) => vec![Decision::Exotic(ExoticChoice::Release { pig, facing })],
            None => self.offered(hand),
        }
    }

    // --- Everything else

    /// The answers on the menu that show at what is pointed at, those that fit best and are soundest first.
    fn offered(self, hand: &Hand) -> Vec<Decision> {
        let mut menu = Vec::new();
        self.rules.ask(self.state, hand.seat, &mut menu);
        let near = |place: Option<[f64; 2]>| match (place, hand.at) {
            (Some([x, y]), Some(at)) => {
                Vec2::new(x * f64::from(MM), y * f64::from(MM)).distance(at) <= f64::from(2 * BW)
            }
            _ => false,
        };
        let fits = |decision: &Decision| {
            let mark = self.mark_of(decision);
            let acts = |thing: Thing| mark.actor == Some(thing.number());
            let struck = |thing: Thing| mark.targets.contains(&thing.number());
            let held = hand.held.is_none_or(|thing| acts(thing) || struck(thing));
            let pointed = hand.target.filter(|_| hand.target != hand.held);
            let count = u8::from(hand.held.is_some_and(acts))
                + 2 * u8::from(pointed.is_some_and(|thing| acts(thing) || struck(thing)))
                + u8::from(near(mark.at));
            (held && count > 0).then_some(count)
        };
        let mut meant: Vec<(u8, Decision)> = menu.iter().filter_map(|it| Some((fits(it)?, *it))).collect();
        meant.sort_by_cached_key(|(count, decision)| {
            (std::cmp::Reverse(*count), std::cmp::Reverse(self.appraise(hand.seat, decision)))
        });
        meant.into_iter().map(|(_, decision)| decision).collect()
    }
}
