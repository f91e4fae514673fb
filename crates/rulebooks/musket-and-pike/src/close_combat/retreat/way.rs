//! The ways of a retreat, weighed by the three priorities (MP 11.4.2a, 11.4.2b, 11.4.2c).

use super::Footing;
use crate::cards::UnitId;
use crate::close_combat::{CombatChoice, Retreat, RetreatAim};
use crate::rout::Fugitive;
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::{Dir, DirSet};

/// How good a way is by the first two priorities, the lesser the better: hexes short of the distance, hexes left to the friendly edge, beyond it -1. An end with
/// friends is never short: the book lets it be, and has its price in MP 11.4.5a (ruling G55).
type Worth = (u8, i16);

/// What a way costs to the edge, by the third (MP 11.4.2c): the hexes of the retreat and those after it round everybody (ruling G52). Where nobody gets round
/// it is barred, and costs what the ground takes (ruling G53); any that is open is better.
type Points = (bool, u8);

/// One hex of a retreat.
struct Stride {
    to: Footing,
    cost: u8,
    /// It ends with friends there (MP 11.4.3d).
    falls_in: bool,
}

/// A unit that looks for its way, away from those that beat it.
struct Retreating<'a> {
    table: Table<'a>,
    id: UnitId,
    foes: ArrayVec<UnitId, 8>,
}

impl Retreating<'_> {
    fn edge(&self, at: Footing) -> i16 {
        self.table.to_friendly_edge(self.id, at)
    }

    /// One hex on, with so many still to go; into the hex of friends only where that is asked for.
    fn stride(&self, at: Footing, dir: Dir, left: u8, joins: bool) -> Option<Stride> {
        match self.table.retreat_cost(self.id, at, dir, &self.foes) {
            // It does not end on a bridge (MP 7.3.5b).
            Some((to, _)) if left == 1 && self.table.fills_bridge(to.0, to.1) => None,
            Some((to, cost)) => Some(Stride { to, cost, falls_in: false }),
            None => self.falls_in(at, dir).filter(|_| joins),
        }
    }

    /// A retreat that ends with cavalry or Light Infantry in that direction (MP 11.4.3d).
    fn falls_in(&self, at: Footing, dir: Dir) -> Option<Stride> {
        let (table, id) = (self.table, self.id);
        let hex = table.ground().grid.neighbour(at.0, dir).filter(|_| self.may_fall_in())?;
        table.body_at(hex).filter(|&body| body != id && table.may_join(id, body))?;
        let cost = table.entry_cost(id, at.0, dir).filter(|_| !table.nears(&self.foes, hex))?;
        Some(Stride { to: (hex, None), cost, falls_in: true })
    }

    /// The best that can be made of the rest of a retreat, falling in with friends at its end or not.
    fn best(&self, at: Footing, left: u8, joins: bool) -> Worth {
        let edge = self.edge(at);
        if left == 0 {
            return (0, edge);
        }
        if edge == 0 {
            // MP 11.4.2d
            return (0, -1);
        }
        Dir::ALL.into_iter().filter_map(|dir| self.worth(at, dir, left, joins)).min().unwrap_or((left, edge))
    }

    fn worth(&self, at: Footing, dir: Dir, left: u8, joins: bool) -> Option<Worth> {
        let stride = self.stride(at, dir, left, joins)?;
        if stride.falls_in {
            return Some(self.with_friends(stride.to, left - 1));
        }
        Some(self.best(stride.to, left - 1, joins))
    }

    /// An end with friends is rated like any other, by how near to the edge it is. On the last hexes nobody is nearer who has to go on and off the map.
    fn with_friends(&self, end: Footing, left: u8) -> Worth {
        let edge = self.edge(end);
        (0, if edge == 0 && left > 0 { -1 } else { edge })
    }

    /// Calls `visit` with every end of a retreat that begins in a direction, what it has cost so far and what it is worth.
    fn each_end(
        &self,
        at: Footing,
        dir: Dir,
        [left, spent]: [u8; 2],
        joins: bool,
        visit: &mut dyn FnMut(Footing, u8, Worth),
    ) {
        let Some(Stride { to, cost, falls_in }) = self.stride(at, dir, left, joins) else { return };
        let (left, spent, edge) = (left - 1, spent.saturating_add(cost), self.edge(to));
        if falls_in {
            return visit(to, spent, self.with_friends(to, left));
        }
        if left == 0 {
            return visit(to, spent, (0, edge));
        }
        if edge == 0 {
            return visit(to, spent, (0, -1));
        }
        let mut stuck = true;
        for dir in Dir::ALL {
            self.each_end(to, dir, [left, spent], joins, &mut |end, spent, worth| {
                stuck = false;
                visit(end, spent, worth);
            });
        }
        if stuck {
            visit(to, spent, (left, edge));
        }
    }

    /// The first hexes of the ways that weigh least: how good they are, and of several as good their points.
    fn lightest(&self, at: Footing, left: u8, joins: bool, known: &mut Known) -> DirSet {
        let worths = Dir::ALL.map(|dir| self.worth(at, dir, left, joins));
        let Some(best) = worths.into_iter().flatten().min() else { return DirSet::EMPTY };
        let ways = least_of(worths);
        if ways.len() == 1 {
            return ways;
        }
        least_of(Dir::ALL.map(|dir| {
            let points = || self.points(at, dir, [left, 0], joins, best, known);
            ways.contains(dir).then(points).flatten()
        }))
    }

    /// The fewest points to the edge by a direction, along ways that are so good.
    fn points(
        &self,
        at: Footing,
        dir: Dir,
        spent: [u8; 2],
        joins: bool,
        worth: Worth,
        known: &mut Known,
    ) -> Option<Points> {
        let mut least: Option<Points> = None;
        self.each_end(at, dir, spent, joins, &mut |end, spent, its| {
            if its == worth {
                let (barred, onward) = self.onward(end, known);
                let all = (barred, onward.saturating_add(spent));
                least = Some(least.map_or(all, |least| least.min(all)));
            }
        });
        least
    }

    /// Points from the end of a retreat to the edge.
    fn onward(&self, end: Footing, known: &mut Known) -> Points {
        if let Some(&(_, points)) = known.iter().find(|(at, _)| *at == end) {
            return points;
        }
        let fugitive = Fugitive { table: self.table, id: self.id, through: false, foes: &self.foes };
        let round = fugitive.to_edge(end, fugitive.most(end)).map(|points| (false, points));
        let points = round.unwrap_or_else(|| (true, fugitive.least(end)));
        // Whom it does not remember it reckons again.
        let _ = known.try_push((end, points));
        points
    }

    /// Only cavalry and Light Infantry, not yet together, find friends to fall in with.
    fn may_fall_in(&self) -> bool {
        let (table, unit) = (self.table, self.table.unit(self.id));
        (table.is_light(self.id) || table.is_cavalry(self.id)) && unit.other.is_none() && unit.with.is_none()
    }
}

/// The directions of the least there is.
fn least_of<T: Ord + Copy>(of: [Option<T>; 6]) -> DirSet {
    let least = of.into_iter().flatten().min();
    Dir::ALL.into_iter().zip(of).filter(|(_, it)| it.is_some() && *it == least).map(|(dir, _)| dir).collect()
}

/// What the way on from an end of the retreat costs.
type Known = ArrayVec<(Footing, Points), 24>;

/// The first hexes of the best ways of a retreat.
struct Ways {
    /// Of all of them.
    any: DirSet,
    /// Of those that end with no friends: nobody has to fall in with them (MP 11.4.3d).
    alone: DirSet,
}

impl<'a> Table<'a> {
    fn retreating(self, retreat: Retreat) -> Retreating<'a> {
        Retreating { table: self, id: retreat.unit, foes: self.foes(retreat) }
    }

    /// Whether the whole distance can be gone.
    pub(in crate::close_combat) fn retreat_is_open(self, retreat: Retreat) -> bool {
        self.retreating(retreat).best(self.footing(retreat.unit), retreat.left, false).0 == 0
    }

    /// The ways that are still open after those hexes it has gone.
    fn retreat_ways(self, retreat: Retreat) -> Ways {
        let (unit, at, mut known) = (self.retreating(retreat), self.footing(retreat.unit), Known::new());
        let mut lightest = |joins: bool| unit.lightest(at, retreat.left, joins, &mut known);
        match retreat.aim {
            RetreatAim::Friends => Ways { any: lightest(true), alone: DirSet::EMPTY },
            RetreatAim::Any if unit.may_fall_in() => Ways { any: lightest(true), alone: lightest(false) },
            // Whoever finds no friends has the same ways.
            RetreatAim::Any | RetreatAim::Alone => {
                let alone = lightest(false);
                Ways { any: alone, alone }
            }
        }
    }

    /// What the first hex of a retreat leaves open: who has gone it only because friends stand behind it goes to them.
    pub(super) fn aim_after(self, retreat: Retreat, dir: Dir) -> RetreatAim {
        if retreat.left < 2 || retreat.aim != RetreatAim::Any || !self.retreating(retreat).may_fall_in() {
            return retreat.aim;
        }
        let ways = self.retreat_ways(retreat);
        match (ways.any.contains(dir), ways.alone.contains(dir)) {
            (true, false) => RetreatAim::Friends,
            (false, true) => RetreatAim::Alone,
            _ => RetreatAim::Any,
        }
    }

    /// The next hexes of the equally best ways. Friends to fall in with may be made for where there is no better way, by all priorities of a retreat
    /// (MP 11.4.2a to 11.4.3d; ruling G55); nobody has to.
    pub(in crate::close_combat) fn retreat_choices(self, retreat: Retreat) -> ArrayVec<CombatChoice, 12> {
        let mut choices = ArrayVec::new();
        if retreat.left == 0 {
            return choices;
        }
        let Ways { any, alone } = self.retreat_ways(retreat);
        if alone.is_empty() && !any.is_empty() && retreat.aim != RetreatAim::Friends {
            choices.push(CombatChoice::Halt);
        }
        choices.extend((any | alone).iter().map(CombatChoice::RetreatTo));
        choices
    }
}
