//! Administrative Marches: an order to go somewhere over several turns (LB 8.7).

use super::tracing::MOST_HEXES;
use super::{Mu, MuKind, Reach, WIDEST};
use crate::cards::{LeaderId, LeaderSet, MOST_LENGTH, MOST_UNITS, MuId, UnitId, UnitSet};
use crate::face::told::{Who, command as told};
use crate::sequence::Chit;
use crate::state::{Place, Stirred};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Grid, Hex, Pin};
use kernel::{Listener, Refusal, Side};
use std::hash::{Hash, Hasher};

/// Enemies so near put an end to a march (LB 8.7.3c).
const NEAR: u16 = 10;

/// Two bodies whose heads are farther apart are so much farther apart at most than their nearest hexes.
const FARTHEST: u16 = 2 * MOST_LENGTH as u16;

/// The least hexagon around some hexes: how far they lie along each of the three axes.
#[derive(Clone, Copy)]
struct Around([[i32; 2]; 3]);

impl Around {
    fn along(grid: &Grid, hex: Hex) -> [i32; 3] {
        let at = grid.axial(hex);
        let (q, r) = (i32::from(at.q), i32::from(at.r));
        [q, r, q + r]
    }

    fn of(grid: &Grid, mut hexes: impl Iterator<Item = Hex>) -> Option<Around> {
        let first = Around(Around::along(grid, hexes.next()?).map(|at| [at, at]));
        Some(hexes.fold(first, |Around([q, r, s]), hex| {
            let wider = |[low, high]: [i32; 2], at: i32| [low.min(at), high.max(at)];
            let [to_q, to_r, to_s] = Around::along(grid, hex);
            Around([wider(q, to_q), wider(r, to_r), wider(s, to_s)])
        }))
    }

    /// The same with so much more all around.
    fn widened(self, far: u16) -> Around {
        Around(self.0.map(|[low, high]| [low - i32::from(far), high + i32::from(far)]))
    }

    #[inline]
    fn contains(&self, grid: &Grid, hex: Hex) -> bool {
        let Around([q, r, s]) = self;
        let [at_q, at_r, at_s] = Around::along(grid, hex);
        let within = |[low, high]: &[i32; 2], at: i32| *low <= at && at <= *high;
        within(q, at_q) && within(r, at_r) && within(s, at_s)
    }
}

/// The places a march may lead to.
struct Goals {
    within: ArrayVec<Within, 4>,
    termini: ArrayVec<Hex, 64>,
}

/// What lies within the span of a superior: each hex, and how far it is from whoever marches.
struct Within {
    reach: Reach,
    hexes: ArrayVec<(Pin, u16), MOST_HEXES>,
}

/// A number made of several, one after the other.
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|&word| self.write_u64(u64::from_le_bytes(word)));
        rest.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, part: u64) {
        self.0 = (self.0 ^ part ^ 0x243f_6a88_85a3_08d3).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Units and leaders of a march, and where they lie.
struct Train {
    heads: ArrayVec<(UnitId, Pin), MOST_UNITS>,
    leaders: LeaderSet,
    /// No enemy whose head lies beyond is near any of them.
    reach: Around,
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

    /// Places a march of his may lead to, made ready to be compared with many hexes.
    fn goals(self, id: LeaderId) -> Goals {
        let from = self.grid().pin(self.leader(id).hex);
        let mut goals = Goals { within: ArrayVec::new(), termini: ArrayVec::new() };
        for goal in self.each_goal(id) {
            match goal {
                Goal::Terminus(hex) => {
                    self.state.overflow.keep(&mut goals.termini, hex);
                }
                Goal::Within(reach) => {
                    let far = |hex: Hex| (self.grid().pin(hex), self.grid().stretch(from, self.grid().pin(hex)).length);
                    let hexes = match &reach {
                        Reach::Around(centre, span) => {
                            self.grid().within(*centre, (*span).into()).take(MOST_HEXES).map(far).collect()
                        }
                        Reach::Lines(hexes) => hexes.iter().copied().map(far).collect(),
                    };
                    self.state.overflow.keep(&mut goals.within, Within { reach, hexes });
                }
            }
        }
        goals
    }

    /// Places a march of his may lead to (LB 8.7.1b).
    fn each_goal(self, id: LeaderId) -> impl Iterator<Item = Goal> {
        // Reinforcements whose superior has not come yet march to a Terminus (LB 8.7.1c).
        let alone = self.leader(id).turn.command.entered && self.superior_of(id).is_none();
        let within = self.superiors(id).filter(move |_| !alone).take(4);
        let within = within.map(move |over| Goal::Within(self.reach(over, false)));
        let side = self.leader_card(id).side;
        let arrivals = self.rules.arrivals.iter().enumerate().filter(move |(_, arrival)| arrival.side == side);
        within.chain(arrivals.filter_map(move |(at, _)| self.terminus(at)).map(Goal::Terminus))
    }

    /// The Terminus Hex of an entry (LB 8.10.7a).
    pub fn terminus(self, arrival: usize) -> Option<Hex> {
        let chosen = self.state.commanding.termini.get(arrival).copied().flatten();
        self.rules.arrivals.get(arrival)?.termini.get(usize::from(chosen?)).copied()
    }

    /// A hex within the span of a superior, a Terminus, or a hex of a road or trail on a shortest way to one (LB 8.7.1b, G27).
    fn is_destination(self, id: LeaderId, goals: &Goals, hex: Hex) -> bool {
        let (from, side) = (self.leader(id).hex, self.leader_card(id).side);
        if hex == from || self.enemy_at(side, hex) {
            return false;
        }
        let on_road = self.ground().on_road(hex);
        let apart = |a: Hex, b: Hex| self.grid().distance(a, b);
        let (here, own) = (apart(from, hex), self.grid().pin(hex));
        let terminus = |&goal: &Hex| goal == hex || on_road && here + apart(hex, goal) == apart(from, goal);
        // Whoever is farther off the way to the middle than the span is wide is on none to anywhere in it.
        let off = |centre: Hex, span: u8| here + apart(hex, centre) > apart(from, centre) + 2 * u16::from(span);
        let within = |goal: &Within| {
            if self.reaches(&goal.reach, hex) {
                return true;
            }
            let far = match &goal.reach {
                Reach::Around(centre, span) => off(*centre, *span),
                Reach::Lines(hexes) => hexes.first().is_none_or(|&centre| off(centre, WIDEST)),
            };
            let between = |&(at, far): &(Pin, u16)| here + self.grid().stretch(own, at).length == far;
            on_road && !far && goal.hexes.iter().any(between)
        };
        goals.termini.iter().any(terminus) || goals.within.iter().any(within)
    }

    /// Whether there is any such place: one in the middle of things is found soonest.
    fn has_destination(self, id: LeaderId) -> bool {
        let (from, side) = (self.leader(id).hex, self.leader_card(id).side);
        let open = |hex: Hex| hex != from && !self.enemy_at(side, hex);
        let near = |goal: &Goal| match goal {
            Goal::Terminus(hex) => open(*hex),
            Goal::Within(Reach::Around(centre, span)) => self.grid().within(*centre, (*span).into()).any(open),
            Goal::Within(Reach::Lines(hexes)) => hexes.iter().copied().any(open),
        };
        if self.each_goal(id).any(|goal| near(&goal)) {
            return true;
        }
        let goals = self.goals(id);
        self.grid().hexes().any(|hex| self.is_destination(id, &goals, hex))
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
        let side = self.leader_card(id).side;
        // He is part of it, whoever else is.
        let near = |enemy: UnitId| self.distance_to(enemy, self.leader(id).hex) <= NEAR && self.is_disturbing(enemy);
        let disturbed = self.leader(id).on_map() && self.of_side(side.other()).any(near) || {
            let party = self.party_of(id, MuKind::AdministrativeMarch);
            self.is_disturbed(side, party.units, party.leaders)
        };
        if disturbed {
            return Err(Refusal::new("LB 8.7.3c", "enemies are within 10 hexes"));
        }
        let any = self.has_destination(id);
        if any { Ok(()) } else { Err(Refusal::new("LB 8.7.1b", "there is nowhere to march to")) }
    }

    /// An enemy is within 10 hexes of any part of it: no limbered artillery, wagon or unit in PGD (LB 8.7.3c, 8.7.3d).
    pub(crate) fn is_disturbed(self, side: Side, units: UnitSet, leaders: LeaderSet) -> bool {
        let train = self.train(units, leaders);
        train.is_some_and(|train| self.of_side(side.other()).any(|enemy| self.disturbs(enemy, &train)))
    }

    /// Those of a march who are on the map, if anybody is.
    fn train(self, units: UnitSet, leaders: LeaderSet) -> Option<Train> {
        let on_map = units.iter().filter(|&id| self.unit(id).on_map());
        let heads: ArrayVec<(UnitId, Pin), MOST_UNITS> =
            on_map.map(|id| (id, self.grid().pin(self.unit(id).hexes.head()))).collect();
        let leaders: LeaderSet = leaders.iter().filter(|&id| self.leader(id).on_map()).collect();
        let all = heads.iter().map(|&(id, _)| self.unit(id).hexes.head());
        let around = Around::of(self.grid(), all.chain(leaders.iter().map(|id| self.leader(id).hex)))?;
        Some(Train { heads, leaders, reach: around.widened(NEAR + FARTHEST) })
    }

    /// An enemy on the map is near enough to any of them.
    fn disturbs(self, enemy: UnitId, train: &Train) -> bool {
        let at = self.unit(enemy).hexes.head();
        if !train.reach.contains(self.grid(), at) || !self.is_disturbing(enemy) {
            return false;
        }
        let head = self.grid().pin(at);
        // Wherever the rest of two bodies lies, it is not so far from their heads.
        let near = |&(id, own): &(UnitId, Pin)| {
            self.grid().stretch(own, head).length <= NEAR + FARTHEST && self.distance(id, enemy) <= NEAR
        };
        let close = |id: LeaderId| self.distance_to(enemy, self.leader(id).hex) <= NEAR;
        train.heads.iter().any(near) || train.leaders.iter().any(close)
    }

    fn is_disturbing(self, enemy: UnitId) -> bool {
        !self.is_limbered(enemy) && !self.is_wagon(enemy) && !self.is_pgd(enemy)
    }

    /// The Administrative Marches of both sides.
    pub fn marches(self) -> impl Iterator<Item = (MuId, Mu)> {
        let all = self.state.mus.iter().enumerate();
        let marching = all.filter_map(|(at, mu)| mu.map(|mu| (MuId(at as u8), mu)));
        marching.filter(|(_, mu)| mu.kind == MuKind::AdministrativeMarch)
    }

    /// All marches, with whoever marches: 0 where there is none.
    fn marches_in_a_number(self) -> u64 {
        let mut all = Mixed(0);
        for (id, mu) in self.marches() {
            (id, mu.side, mu.members, mu.leaders).hash(&mut all);
        }
        all.finish()
    }

    /// A march that was undisturbed is disturbed now, those having stirred.
    fn is_disturbed_now(self, mu: &Mu, stirred: &Stirred) -> bool {
        let enemies = stirred.units.iter().filter(|&id| self.side(id) != mu.side && self.unit(id).on_map());
        for enemy in enemies.filter(|&id| self.is_disturbing(id)) {
            let close = |id: LeaderId| self.leader(id).on_map() && self.distance_to(enemy, self.leader(id).hex) <= NEAR;
            let near = |id: UnitId| {
                let heads = self.grid().distance(self.unit(id).hexes.head(), self.unit(enemy).hexes.head());
                self.unit(id).on_map() && heads <= NEAR + FARTHEST && self.distance(id, enemy) <= NEAR
            };
            if mu.leaders.iter().any(close) || mu.members.iter().any(near) {
                return true;
            }
        }
        let units: UnitSet = stirred.units.iter().filter(|&id| mu.members.contains(id)).collect();
        let leaders: LeaderSet = stirred.leaders.iter().filter(|&id| mu.leaders.contains(id)).collect();
        let stirs = !units.is_empty() || !leaders.is_empty();
        stirs && self.is_disturbed(mu.side, units, leaders)
    }

    /// No march goes on that an enemy disturbs, if nothing has stirred since that was looked for.
    pub(crate) fn check_marches(self) -> Result<(), String> {
        let disturbed = |(_, mu): &(MuId, Mu)| self.is_disturbed(mu.side, mu.members, mu.leaders);
        match self.marches().find(disturbed) {
            Some((_, mu)) => Err(format!("{} marches on although he is disturbed", self.leader_card(mu.leader).key)),
            None => Ok(()),
        }
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

    /// A march ends at once when enemies are near, whoever has moved (LB 8.7.3c, G27). Of marches that were undisturbed before, those
    /// who have stirred tell.
    pub(crate) fn stop_disturbed_marches(&mut self, stirred: Stirred) {
        let marches = self.table().marches_in_a_number();
        if marches == 0 || marches == self.state.undisturbed() && !stirred.anybody() {
            return;
        }
        let known = marches == self.state.undisturbed();
        let table = self.table();
        let disturbed = |(_, mu): &(MuId, Mu)| {
            if known {
                table.is_disturbed_now(mu, &stirred)
            } else {
                table.is_disturbed(mu.side, mu.members, mu.leaders)
            }
        };
        let stopped: ArrayVec<MuId, { crate::cards::MOST_MUS }> =
            table.marches().filter(disturbed).map(|(id, _)| id).collect();
        for &id in &stopped {
            self.cancel_march(id, "LB 8.7.3c");
        }
        let left = if stopped.is_empty() { marches } else { self.table().marches_in_a_number() };
        self.state.note_undisturbed(left);
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
