//! The ways of a retreat, rated by the three priorities (MP 11.4.2a, 11.4.2b, 11.4.2c).

use super::Footing;
use crate::cards::UnitId;
use crate::close_combat::{CombatChoice, Retreat};
use crate::rout::Fugitive;
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::Dir;

/// How good a way is by the first two priorities, the lesser the better: hexes short of the distance, hexes left to the friendly edge, beyond it -1.
type Worth = (u8, i16);

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
        let unit = table.unit(id);
        let hex = table.ground().grid.neighbour(at.0, dir)?;
        let friend = table.body_at(hex).filter(|&body| body != id && table.side(body) == table.side(id))?;
        let kinds = table.is_light(id) && table.is_cavalry(friend) || table.is_cavalry(id) && table.is_light(friend);
        let alone = unit.other.is_none() && unit.with.is_none() && table.unit(friend).with.is_none();
        let cost = table.entry_cost(id, at.0, dir).filter(|_| kinds && alone && !table.nears(&self.foes, hex))?;
        table.may_stand(id, hex).is_ok().then_some(Stride { to: (hex, None), cost, falls_in: true })
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
        // Such an end is rated like any other: how short it falls, how near to the edge it is.
        if stride.falls_in {
            return Some((left - 1, self.edge(stride.to)));
        }
        Some(self.best(stride.to, left - 1, joins))
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
        if falls_in || left == 0 {
            return visit(to, spent, (left, edge));
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

    /// The fewest points to the edge by each direction, along ways of that worth (MP 11.4.2c): the hexes of the retreat and those after it, as in a rout.
    fn points(&self, at: Footing, left: u8, joins: bool, worth: Worth, known: &mut Known) -> [Option<u8>; 6] {
        Dir::ALL.map(|dir| {
            let mut least: Option<u8> = None;
            self.each_end(at, dir, [left, 0], joins, &mut |end, spent, its| {
                if its == worth {
                    let all = spent.saturating_add(self.onward(end, known));
                    least = Some(least.map_or(all, |least| least.min(all)));
                }
            });
            least
        })
    }

    /// Points from the end of a retreat to the edge; more than any where there is no way.
    fn onward(&self, end: Footing, known: &mut Known) -> u8 {
        if let Some(&(_, points)) = known.iter().find(|(at, _)| *at == end) {
            return points;
        }
        let fugitive = Fugitive { table: self.table, id: self.id, through: false, foes: &self.foes };
        let points = fugitive.to_edge(end, fugitive.most(end)).unwrap_or(u8::MAX);
        // Whom it does not remember it reckons again.
        let _ = known.try_push((end, points));
        points
    }
}

/// What the way on from an end of the retreat costs.
type Known = ArrayVec<(Footing, u8), 24>;

impl Table<'_> {
    /// Whether the whole distance can be gone.
    pub(in crate::close_combat) fn retreat_is_open(self, retreat: Retreat) -> bool {
        let unit = Retreating { table: self, id: retreat.unit, foes: self.foes(retreat) };
        unit.best(self.footing(retreat.unit), retreat.left, false).0 == 0
    }

    /// The next hexes of the equally best ways. Friends to fall in with may be made for where that is as good a way as any other, by all priorities of a retreat
    /// (MP 11.4.2a to 11.4.3d); nobody has to.
    pub(in crate::close_combat) fn retreat_choices(self, retreat: Retreat) -> ArrayVec<CombatChoice, 12> {
        let (left, at) = (retreat.left, self.footing(retreat.unit));
        let mut choices = ArrayVec::new();
        if left == 0 {
            return choices;
        }
        let unit = Retreating { table: self, id: retreat.unit, foes: self.foes(retreat) };
        let [alone, any] = [false, true].map(|joins| Dir::ALL.map(|dir| unit.worth(at, dir, left, joins)));
        let best = alone.into_iter().flatten().min();
        let limit = best.unwrap_or((left, unit.edge(at)));
        let mut open = any.map(|worth| worth.is_some_and(|worth| worth <= limit));
        if open.iter().filter(|&&open| open).count() > 1 && best.is_some() {
            let mut known = Known::new();
            let [alone, points] = [false, true].map(|joins| unit.points(at, left, joins, limit, &mut known));
            let least = alone.into_iter().flatten().min();
            for (index, open) in open.iter_mut().enumerate() {
                let better = any[index].is_some_and(|worth| worth < limit);
                *open &= better || points[index].is_some() && points[index] <= least;
            }
        }
        if best.is_none() && open.contains(&true) {
            choices.push(CombatChoice::Halt);
        }
        let ways = Dir::ALL.into_iter().zip(open).filter(|&(_, open)| open);
        choices.extend(ways.map(|(dir, _)| CombatChoice::RetreatTo(dir)));
        choices
    }
}
