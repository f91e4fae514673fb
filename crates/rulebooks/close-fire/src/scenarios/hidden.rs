//! What a side may not know (CF 5.12, 5.13, 5.26, G67, G68): the one place of secrecy.

use crate::CloseFire;
use crate::agenda::Step;
use crate::cards::{Aim, BrigadeId, Class, LeaderId, Order, OrderKind, Under, UnitId};
use crate::command::CommandChoice;
use crate::decision::Decision;
use crate::fire::FireChoice;
use crate::movement::MoveChoice;
use crate::scenarios::{DeployChoice, DeployStep};
use crate::state::{Element, Errand, Formation, LastTurn, MOST_MESSENGERS, Place, State, ThisTurn, Unit};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Point, Pose};
use kernel::{Seat, Side};

/// Where a rider is put whom one does not see: nowhere on the table.
const NOWHERE: Point = Point::new(-1, -1);

impl CloseFire {
    /// Whether there is anything that one side may not know of the other: orders of brigades always are (CF P11).
    pub(crate) fn hides_anything(&self, _state: &State) -> bool {
        true
    }

    /// Blanks what a side may not know of the other: where troops stand on its map, its order of march and its entry points, who
    /// lies behind a card, what its brigades are told, what its messengers carry.
    pub(crate) fn hide_from(&self, side: Side, state: &mut State) {
        let unseen = self.unseen_messengers(side, state);
        for (ix, unit) in state.units.iter_mut().enumerate().filter(|(_, unit)| unit.side != side) {
            match unit.place {
                // As the battle file has it, which everybody may read.
                Place::Mapped | Place::Reserve | Place::Marching { .. } => {
                    match self.start.units.get(ix) {
                        Some(start) => *unit = start.clone(),
                        None => unit.pose = Pose::default(),
                    }
                    state.bodies.touch(ix);
                }
                _ => {}
            }
            if unit.face_down {
                self.blank(unit);
                state.bodies.touch(ix);
            }
        }
        for point in state.entries.iter_mut().filter(|point| point.side != side && point.named && !point.used) {
            point.pose = Pose::default();
        }
        let unsaid = Order { kind: OrderKind::AdvanceAndAttack, to: Aim::Deployment };
        for (brigade, _) in state.brigades.iter_mut().zip(&self.brigades).filter(|(_, card)| card.side != side) {
            (brigade.order, brigade.reached, brigade.issued_by) = (unsaid, false, None);
            (brigade.area, brigade.unknown) = (Default::default(), true);
        }
        for (ix, messenger) in state.messengers.iter_mut().enumerate().filter(|(_, of)| of.side != side) {
            if unseen[ix] {
                messenger.at = NOWHERE;
            }
            // A rider is seen; what he carries and to whom is not.
            messenger.errand = Errand::Order { brigade: BrigadeId(0), order: unsaid };
            messenger.to = messenger.from;
        }
        for (ix, (leader, _)) in
            state.leaders.iter_mut().zip(&self.leaders).enumerate().filter(|(_, (_, card))| card.side != side)
        {
            if leader.hidden {
                *leader = self.start.leaders[ix].clone();
                (leader.off, leader.attached) = (true, None);
            }
            leader.heard.clear();
        }
        state.reassigned.retain(|of| of.told.iter().all(|leader| self.leaders[leader.ix()].side == side));
    }

    /// Riders of a leader of whom nobody knows show where he is: they are seen when somebody sees them (CF 5.18, 7.1, G143).
    fn unseen_messengers(&self, side: Side, state: &State) -> ArrayVec<bool, MOST_MESSENGERS> {
        let table = Table { rules: self, state };
        let seen = |at: Point| table.of_side(side).any(|viewer| table.sees_place(viewer, at.vec()));
        let unseen = |of: &crate::state::Messenger| of.side != side && table.leader(of.from).hidden && !seen(of.at);
        state.messengers.iter().map(unseen).collect()
    }

    /// A card tells nothing of who is behind it but where it lies, how long it is, and what is marked on it (CF 5.26, G67).
    fn blank(&self, unit: &mut Unit) {
        let card = &self.unknown;
        let bases = unit.bases();
        (unit.card, unit.part, unit.dummy, unit.given_up) = (None, 0, false, 0);
        (unit.class, unit.gun, unit.style, unit.grade) = (card.class, card.gun, card.style, card.grade);
        (unit.arms, unit.swedish, unit.mixed) = (card.arms, false, false);
        unit.formation = Formation::Line;
        unit.elements.clear();
        unit.elements.push(Element {
            bases,
            casualties: 0,
            class: Class::Foot,
            style: card.style,
            grade: card.grade,
            guards: false,
            pikes: false,
        });
        (unit.mounted, unit.holders, unit.limbered) = (false, None, false);
        (unit.load, unit.bayonets_fixed, unit.last_shot) = (Default::default(), false, None);
        unit.under = Under::Army;
        unit.last_turn = LastTurn { fired: unit.last_turn.fired, ..LastTurn::default() };
        let seen = unit.this_turn;
        unit.this_turn = ThisTurn {
            fired: seen.fired,
            under_fire: seen.under_fire,
            charging: seen.charging,
            countercharging: seen.countercharging,
            charged_from: seen.charged_from,
            answered: seen.answered,
            evaded: seen.evaded,
            displaced: seen.displaced,
            finished: seen.finished,
            ..ThisTurn::default()
        };
    }

    /// Where somebody is put on a map, in which column he marches, where columns come on and what brigades are told stays hidden as
    /// long as it does not show; and so does what is said to those who are not on the table, and by leaders of whom nobody knows
    /// (CF 5.12, 5.13, 5.15, 5.18, 5.23, G68, G143).
    pub(crate) fn is_sealed(&self, given: &State, now: &State, seat: Seat, decision: &Decision) -> bool {
        let drawing = matches!(now.agenda.top(), Some(Step::Deploy(DeployStep::Map(_))));
        let place = |unit: UnitId| now.units.get(unit.ix()).map(|unit| unit.place);
        let unseen = |state: &State, unit: UnitId| {
            let place = state.units.get(unit.ix()).map(|unit| unit.place);
            matches!(place, Some(Place::Mapped | Place::Marching { .. }))
        };
        let still = |unit: UnitId| unseen(given, unit) && unseen(now, unit);
        let unknown = |leader: LeaderId| {
            [given, now].iter().all(|state| state.leaders.get(leader.ix()).is_some_and(|leader| leader.hidden))
        };
        match decision {
            Decision::Deploy(DeployChoice::Place { unit, .. }) => place(*unit) == Some(Place::Mapped),
            Decision::Deploy(DeployChoice::Limber { unit, .. } | DeployChoice::Afoot { unit, .. }) => {
                matches!(place(*unit), Some(Place::Reserve | Place::Mapped))
            }
            Decision::Deploy(DeployChoice::Ready) => drawing && now.done.contains(seat),
            Decision::Deploy(DeployChoice::Post { leader, .. }) => {
                now.leaders.get(leader.ix()).is_some_and(|leader| leader.hidden)
            }
            Decision::Deploy(DeployChoice::Order { .. }) => now.over.is_none(),
            Decision::Deploy(DeployChoice::March { unit, .. }) => {
                matches!(place(*unit), Some(Place::Marching { .. }))
            }
            Decision::Deploy(DeployChoice::Point(at)) => {
                now.entries.iter().any(|point| point.pose.at == *at && !point.used)
            }
            Decision::Deploy(
                DeployChoice::Enter { unit, .. } | DeployChoice::EnterByRoad(unit) | DeployChoice::Wait(unit),
            ) => still(*unit),
            Decision::Command(choice) => match *choice {
                // What a brigade is told stays with its side till the battle is over (CF P11).
                CommandChoice::Issue { .. } | CommandChoice::Send { .. } => now.over.is_none(),
                CommandChoice::Ride { leader, .. }
                | CommandChoice::Attach { leader, .. }
                | CommandChoice::Detach(leader)
                | CommandChoice::Steady(leader)
                | CommandChoice::Inspire(leader)
                | CommandChoice::Listen(leader)
                | CommandChoice::Pass(leader) => unknown(leader),
                CommandChoice::Carry { messenger, .. } => {
                    given.messengers.get(usize::from(messenger)).is_some_and(|of| unknown(of.from))
                }
                CommandChoice::Bayonets { unit, .. }
                | CommandChoice::Drop(unit)
                | CommandChoice::Conform { unit, .. }
                | CommandChoice::Test(unit)
                | CommandChoice::RunOn(unit)
                | CommandChoice::Signs { unit, .. } => still(unit),
                CommandChoice::Replace { .. } => false,
            },
            Decision::Move(MoveChoice::Rides { leader, .. }) => unknown(*leader),
            Decision::Fire(FireChoice::Hold(unit)) => still(*unit),
            _ => false,
        }
    }
}
