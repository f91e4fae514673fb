//! Administrative Marches: an order to go somewhere over several turns (LB 8.7).

use super::{Mu, MuKind, Reach, WIDEST};
use crate::cards::{LeaderId, MOST_LENGTH, MOST_UNITS, MuId, UnitId};
use crate::face::told::{Who, command as told};
use crate::sequence::Chit;
use crate::state::Place;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Grid, Hex, Pin};
use kernel::{Listener, Refusal};

/// Enemies so near put an end to a march (LB 8.7.3c).
const NEAR: u16 = 10;

/// Two bodies whose heads are farther apart are so much farther apart at most than their nearest hexes.
const FARTHEST: u16 = 2 * MOST_LENGTH as u16;

/// The least hexagon around some hexes: how far they lie along each of the three axes.
struct Around([[i16; 2]; 3]);

impl Around {
    fn along(grid: &Grid, hex: Hex) -> [i16; 3] {
        let at = grid.axial(hex);
        [at.q, at.r, at.q + at.r]
    }

    fn of(grid: &Grid, hexes: impl Iterator<Item = Hex>) -> Option<Around> {
        let each = hexes.map(|hex| Around(Around::along(grid, hex).map(|at| [at, at])));
        each.reduce(|all, one| {
            let mut all = all;
            for (own, new) in all.0.iter_mut().zip(one.0) {
                *own = [own[0].min(new[0]), own[1].max(new[1])];
            }
            all
        })
    }

    /// A hex is farther than that from any of them.
    fn is_apart(&self, grid: &Grid, hex: Hex, far: u16) -> bool {
        let far = i32::from(far);
        let beyond = |(at, own): (i16, &[i16; 2])| {
            let (at, [low, high]) = (i32::from(at), own.map(i32::from));
            at > high + far || at < low - far
        };
        Around::along(grid, hex).into_iter().zip(&self.0).any(beyond)
    }
}

/// What a march may lead to, before the roads on the way are looked at.
#[expect(clippy::large_enum_variant, reason = "it lives for one look and asks for no memory")]
enum Goal {
    Within(Reach),
    Terminus(Hex),
}

impl Table<'_> {
    /// The superiors of a leader in his chain of command that are on the map, from the lowest up: one who is away stops nobody above him.
    fn superiors(self, id: LeaderId) -> impl Iterator<Item = LeaderId> {
        let over = self.led_by(id).and_then(|own| self.formation_card(own).over);
        over.into_iter().flat_map(move |over| self.chain(over)).filter_map(move |formation| self.leader_of(formation))
    }

    /// Places a march of his may lead to (LB 8.7.1b).
    fn goals(self, id: LeaderId) -> ArrayVec<Goal, 72> {
        let mut goals = ArrayVec::new();
        // Reinforcements whose superior has not come yet march to a Terminus (LB 8.7.1c).
        let alone = self.leader(id).turn.command.entered && self.superior_of(id).is_none();
        for over in self.superiors(id).filter(|_| !alone).take(4) {
            goals.push(Goal::Within(self.reach(over, false)));
        }
        let side = self.leader_card(id).side;
        for (at, _) in self.rules.arrivals.iter().enumerate().filter(|(_, arrival)| arrival.side == side) {
            if let Some(hex) = self.terminus(at) {
                let _ = goals.try_push(Goal::Terminus(hex));
            }
        }
        goals
    }

    /// The Terminus Hex of an entry (LB 8.10.7a).
    pub fn terminus(self, arrival: usize) -> Option<Hex> {
        let chosen = self.state.commanding.termini.get(arrival).copied().flatten();
        self.rules.arrivals.get(arrival)?.termini.get(usize::from(chosen?)).copied()
    }

    /// A hex within the span of a superior, a Terminus, or a hex of a road or trail on a shortest way to one (LB 8.7.1b, G27).
    fn is_destination(self, id: LeaderId, goals: &[Goal], hex: Hex) -> bool {
        let (from, side) = (self.leader(id).hex, self.leader_card(id).side);
        if hex == from || self.enemy_at(side, hex) {
            return false;
        }
        let on_road = self.ground().on_road(hex);
        let apart = |a: Hex, b: Hex| self.grid().distance(a, b);
        let here = apart(from, hex);
        let between = |goal: Hex| on_road && here + apart(hex, goal) == apart(from, goal);
        // Whoever is farther off the way to the middle than the span is wide is on none to anywhere in it.
        let off = |centre: Hex, span: u8| here + apart(hex, centre) > apart(from, centre) + 2 * u16::from(span);
        goals.iter().any(|goal| match goal {
            Goal::Terminus(goal) => *goal == hex || between(*goal),
            Goal::Within(reach) if self.reaches(reach, hex) => true,
            Goal::Within(Reach::Around(centre, span)) => {
                on_road && !off(*centre, *span) && self.grid().within(*centre, (*span).into()).any(between)
            }
            Goal::Within(Reach::Lines(hexes)) => {
                let far = hexes.first().is_none_or(|&centre| off(centre, WIDEST));
                on_road && !far && hexes.iter().copied().any(between)
            }
        })
    }

    /// Whether there is any such place: one in the middle of things is found soonest.
    fn has_destination(self, id: LeaderId) -> bool {
        let goals = self.goals(id);
        let (from, side) = (self.leader(id).hex, self.leader_card(id).side);
        let open = |hex: Hex| hex != from && !self.enemy_at(side, hex);
        let near = |goal: &Goal| match goal {
            Goal::Terminus(hex) => open(*hex),
            Goal::Within(Reach::Around(centre, span)) => self.grid().within(*centre, (*span).into()).any(open),
            Goal::Within(Reach::Lines(hexes)) => hexes.iter().copied().any(open),
        };
        goals.iter().any(near) || self.grid().hexes().any(|hex| self.is_destination(id, &goals, hex))
    }

    pub(super) fn destinations(self, id: LeaderId) -> impl Iterator<Item = Hex> {
        let goals = self.goals(id);
        self.grid().hexes().filter(move |&hex| self.is_destination(id, &goals, hex))
    }

    /// He leads a formation, there is somewhere to go, and no enemy is near enough to end the march at once (LB 8.7a, 8.7.3c).
    pub(super) fn may_march_at_all(self, id: LeaderId) -> Result<(), Refusal> {
        if self.led_by(id).is_none() {
            return Err(Refusal::new("LB 8.7.1a", "he leads no formation that could march"));
        }
        let party = self.party_of(id, MuKind::AdministrativeMarch);
        if self.is_disturbed(self.leader_card(id).side, &party.units, &party.leaders) {
            return Err(Refusal::new("LB 8.7.3c", "enemies are within 10 hexes"));
        }
        let any = self.has_destination(id);
        if any { Ok(()) } else { Err(Refusal::new("LB 8.7.1b", "there is nowhere to march to")) }
    }

    /// An enemy is within 10 hexes of any part of it: no limbered artillery, wagon or unit in PGD (LB 8.7.3c, 8.7.3d).
    fn is_disturbed(
        self,
        side: kernel::Side,
        units: &crate::cards::UnitSet,
        leaders: &crate::cards::LeaderSet,
    ) -> bool {
        let heads: ArrayVec<(UnitId, Pin), MOST_UNITS> = units
            .iter()
            .filter(|&id| self.unit(id).on_map())
            .map(|id| (id, self.grid().pin(self.unit(id).hexes.head())))
            .collect();
        let all = heads.iter().map(|&(id, _)| self.unit(id).hexes.head());
        let riding = leaders.iter().map(|id| self.leader(id)).filter(|him| him.on_map()).map(|him| him.hex);
        let Some(around) = Around::of(self.grid(), all.chain(riding)) else { return false };
        self.of_side(side.other()).any(|enemy| {
            if around.is_apart(self.grid(), self.unit(enemy).hexes.head(), NEAR + FARTHEST) {
                return false;
            }
            let harmless = self.is_limbered(enemy) || self.is_wagon(enemy) || self.is_pgd(enemy);
            let head = self.grid().pin(self.unit(enemy).hexes.head());
            // Wherever the rest of two bodies lies, it is not so far from their heads.
            let near = |&(id, own): &(UnitId, Pin)| {
                self.grid().stretch(own, head).length <= NEAR + FARTHEST && self.distance(id, enemy) <= NEAR
            };
            let close = |id: LeaderId| self.leader(id).on_map() && self.distance_to(enemy, self.leader(id).hex) <= NEAR;
            !harmless && (heads.iter().any(near) || leaders.iter().any(close))
        })
    }

    /// The Administrative Marches of both sides.
    pub fn marches(self) -> impl Iterator<Item = (MuId, Mu)> {
        let all = self.state.mus.iter().enumerate();
        let marching = all.filter_map(|(at, mu)| mu.map(|mu| (MuId(at as u8), mu)));
        marching.filter(|(_, mu)| mu.kind == MuKind::AdministrativeMarch)
    }

    /// The leader has reached the hex of his order (LB 8.7.2a).
    pub fn has_arrived(self, mu: &Mu) -> bool {
        mu.destination == Some(self.leader(mu.leader).hex)
    }
}

impl<L: Listener> Play<'_, L> {
    /// A destination is named: the marker goes there, its twin on the leader, none into the cup (LB 8.7.1a). The point is spent, but
    /// by those who have just come onto the map (LB 8.7b, 8.10.6a).
    pub(super) fn order_march(&mut self, leader: LeaderId, to: Hex, free: bool) {
        let side = self.table().leader_card(leader).side;
        if let Some(old) = self.table().mu_of(leader) {
            self.cancel_march(old, "LB 8.7.1d");
        }
        let party = self.table().party_of(leader, MuKind::AdministrativeMarch);
        self.place_marker(Mu {
            side,
            kind: MuKind::AdministrativeMarch,
            leader,
            members: party.units,
            leaders: party.leaders,
            destination: Some(to),
            flipped: false,
            resolved: false,
        });
        self.tell("LB 8.7.1a", told::MARCHES_TO, &[Who::Leader(leader), Who::Hex(to)]);
        if !free {
            self.spend_point(side);
        }
    }

    pub(super) fn cancel_march(&mut self, id: MuId, rule: &'static str) {
        if let Some(mu) = self.state.mus.get_mut(id.ix()).and_then(Option::take) {
            self.state.cup.remove(Chit::Mu(id));
            self.tell(rule, told::MARCH_IS_OFF, &[Who::Leader(mu.leader)]);
        }
    }

    /// A march ends at once when enemies are near, whoever has moved (LB 8.7.3c, G27).
    pub(crate) fn stop_disturbed_marches(&mut self) {
        let table = self.table();
        let disturbed = |(_, mu): &(MuId, Mu)| table.is_disturbed(mu.side, &mu.members, &mu.leaders);
        let stopped: ArrayVec<MuId, { crate::cards::MOST_MUS }> =
            table.marches().filter(disturbed).map(|(id, _)| id).collect();
        for id in stopped {
            self.cancel_march(id, "LB 8.7.3c");
        }
    }

    /// Markers that are flipped come off; those of leaders who have arrived are flipped (LB 7.5.9a, 8.7.2c).
    pub(crate) fn complete_marches(&mut self) {
        for at in 0..self.state.mus.len() {
            let Some(mut mu) = self.state.mus[at].filter(|mu| mu.kind == MuKind::AdministrativeMarch) else { continue };
            if mu.flipped {
                self.state.mus[at] = None;
                self.tell("LB 7.5.9a", told::MARCH_IS_COMPLETE, &[Who::Leader(mu.leader)]);
            } else if self.table().has_arrived(&mu) {
                mu.flipped = true;
                self.state.mus[at] = Some(mu);
                self.tell("LB 7.5.9a", told::HAS_ARRIVED, &[Who::Leader(mu.leader)]);
            }
        }
    }

    /// Static Positions that all their units have left are dissolved (LB 8.8.2a).
    pub(crate) fn dissolve_positions(&mut self) {
        for at in 0..self.rules.positions.len().min(16) as u8 {
            if self.state.dissolved & 1 << at != 0 {
                continue;
            }
            let table = self.table();
            let assigned = |id: &UnitId| table.card(*id).position == Some(at);
            let holds = |id: UnitId| table.is_in_position(id) || table.unit(id).place == Place::Expected;
            let left = table.all().filter(assigned).any(|id| table.unit(id).place != Place::Display);
            if left && !table.all().filter(assigned).any(holds) {
                self.state.dissolved |= 1 << at;
                self.tell("LB 8.8.2a", told::POSITION_IS_DISSOLVED, &[Who::Position(at)]);
            }
        }
    }
}
