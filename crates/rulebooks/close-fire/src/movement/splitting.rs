//! Splitting and amalgamating (CF 11.40 to 11.48, G37, G84).

use super::{Bar, refuse};
use crate::cards::{Class, ElementCard, Grade, MOST_ELEMENTS, MOST_UNITS, Style, UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::NEAR;
use crate::readings::MergeDps;
use crate::state::{Bend, Element, Formation, Merger, Place, Standing, Unit};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::Um;
use kernel::{Listener, Refusal, Seat};

const TOO_SMALL: Bar = ("CF 11.42", "a unit that is split off has two bases or more");

/// The grade of most, or the highest if equal (CF 3.13).
fn grade_of(elements: &[Element]) -> Grade {
    let cards: ArrayVec<ElementCard, MOST_ELEMENTS> = elements
        .iter()
        .map(|element| ElementCard {
            bases: element.bases,
            class: element.class,
            style: element.style,
            grade: element.grade,
            guards: element.guards,
        })
        .take(MOST_ELEMENTS)
        .collect();
    crate::setup::majority(&cards).unwrap_or(Grade::C)
}

/// Battalions and squadrons of several kinds that part company are again what they are (CF 3.13, 3.14).
fn regraded(part: &mut Unit, whole: &Unit) {
    let alike = |of: &[Element]| of.iter().all(|one| (one.grade, one.guards) == (of[0].grade, of[0].guards));
    if !alike(&whole.elements) {
        part.grade = grade_of(&part.elements);
    }
    let class = part.elements.first().map(|first| first.class);
    let one = part.elements.iter().all(|element| Some(element.class) == class);
    // Hussars are loose again only when they next run.
    if let Some(class) = class.filter(|&class| whole.mixed && one && class != Class::Hussars) {
        (part.class, part.mixed) = (class, false);
    }
}

impl<'a> Table<'a> {
    /// Whole battalions or squadrons leave a unit at one end, the right one or the rear of a column: in no other way does a player part
    /// its bases (CF 3.2, 11.40 to 11.43).
    pub fn judge_split(self, seat: Seat, id: UnitId, right: bool, elements: u8) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        self.may_move(id)?;
        if self.unit(id).displaced
            || self.unit(id).halves > 0
            || self.unit(id).full_move
            || self.unit(id).dice.count() > 0
        {
            return refuse(("CF 11.44", "it splits before it moves"));
        }
        if self.state.units.len() >= MOST_UNITS {
            return refuse(("CF 11.40", "there are too many units"));
        }
        let [stays, leaves] = self.parted(id, right, elements)?;
        if leaves.bases() < 2 || stays.bases() == 0 {
            return refuse(TOO_SMALL);
        }
        self.has_room(id, &stays)?;
        self.has_room(id, &leaves)
    }

    /// A unit and what is split off it, each on its part of the ground.
    pub(crate) fn parted(self, id: UnitId, right: bool, elements: u8) -> Result<[Unit; 2], Refusal> {
        let unit = self.unit(id);
        let count = usize::from(elements);
        if count == 0 || count >= unit.elements.len() {
            return refuse(("CF 11.40", "some battalions or squadrons leave, and some stay"));
        }
        if unit.formation == Formation::Model {
            return refuse(("CF 11.40", "a model is not split"));
        }
        let cut = if right { unit.elements.len() - count } else { count };
        let (mut first, mut second) = (unit.clone(), unit.clone());
        first.elements = unit.elements[..cut].iter().copied().collect();
        second.elements = unit.elements[cut..].iter().copied().collect();
        let ranks = unit.ranks();
        let width = |part: &Unit| self.rules.body_of(part).front_width().round() as Um;
        for part in [&mut first, &mut second] {
            part.this_turn.owed = Default::default();
            part.bends = [Bend::default(); 2];
            regraded(part, unit);
            part.files = match unit.formation {
                Formation::MarchColumn => 1,
                Formation::AssaultColumn => unit.files.min(part.bases().max(1)),
                _ => part.bases().max(1).div_ceil(ranks),
            };
        }
        if matches!(unit.formation, Formation::MarchColumn | Formation::AssaultColumn) {
            second.pose = unit.pose.ahead(-self.rules.depth_of(&first));
        } else {
            let whole = self.body(id).front_width().round() as Um;
            let (left, behind) = (width(&first), width(&second));
            let spare = (whole - left - behind).min(0);
            first.pose = unit.pose.right((left - whole) / 2 + spare / 2);
            second.pose = unit.pose.right((whole - behind) / 2 - spare / 2);
        }
        Ok(if right { [first, second] } else { [second, first] })
    }

    /// A merger that has begun in this Movement Phase: others may still join it (CF 11.45, G180).
    pub(super) fn merger_begun(self, id: UnitId) -> Option<&'a Merger> {
        self.state.mergers.iter().find(|merger| merger.units.contains(id) && merger.since == self.state.turn)
    }

    /// The units that become one if a unit merges with another.
    fn merging(self, id: UnitId, with: UnitId) -> Units {
        let others = self.merger_begun(with).map_or_else(|| [with].into_iter().collect(), |merger| merger.units);
        others.iter().chain([id]).collect()
    }

    /// Whether two or more units may begin to become one: side by side and standing, far from the enemy and not under fire, of one brigade
    /// and arm, not too many together (CF 11.45, G37).
    pub fn judge_merge(self, seat: Seat, id: UnitId, with: UnitId) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        self.owns(seat, with)?;
        if id == with {
            return refuse(("CF 11.45", "two units merge"));
        }
        let joins = self.merger_begun(with).is_some();
        for one in [id, with].into_iter().filter(|&one| one == id || !joins) {
            self.may_move(one)?;
            if !self.is_stationary(one) || self.unit(one).dice.count() > 0 {
                return refuse(("CF G84", "units that merge stand still"));
            }
            if self.unit(one).under_fire || self.enemy_within(one, NEAR) {
                return refuse(("CF 11.45", "units merge beyond 120 yards of the enemy, and not under fire"));
            }
            if self.state.mergers.iter().any(|merger| merger.units.contains(one)) {
                return refuse(("CF 11.45", "it is merging already"));
            }
        }
        if self.brigade_of(id).is_none() || self.brigade_of(id) != self.brigade_of(with) {
            return refuse(("CF G37", "units of one brigade merge"));
        }
        let foot = |one: UnitId| self.is_foot(one);
        let arm = (foot(id) && foot(with)) || (self.is_cavalry(id) && self.is_cavalry(with));
        if !arm {
            return refuse(("CF G37", "foot merges with foot, cavalry with cavalry"));
        }
        let merging = self.merging(id, with);
        if !merging.iter().any(|other| other != id && self.touches(id, other)) {
            return refuse(("CF G37", "units that merge stand side by side"));
        }
        let elements: usize = merging.iter().map(|one| self.unit(one).elements.len()).sum();
        let bases: u8 = merging.iter().map(|one| self.unit(one).bases()).sum();
        let fits = if foot(id) { elements <= 3 && bases <= 9 } else { elements <= 12 };
        if fits { Ok(()) } else { refuse(("CF 3.4", "so large a unit there is not")) }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn split(&mut self, id: UnitId, right: bool, elements: u8) {
        let Ok([stays, leaves]) = self.table().parted(id, right, elements) else { return };
        self.detach(id, stays, leaves);
    }

    /// A part of a unit becomes a unit of its own, with the same Disorder Points (CF 11.41, 11.43). Which one it is.
    pub fn detach(&mut self, id: UnitId, stays: Unit, mut leaves: Unit) -> Option<UnitId> {
        if self.state.units.len() >= MOST_UNITS {
            self.state.overflow.note(MOST_UNITS);
            return None;
        }
        let card = stays.card;
        let parts = self.state.units.iter().filter(|unit| unit.card == card).count();
        leaves.part = parts as u8;
        *self.unit_mut(id) = stays;
        let new = UnitId(self.state.units.len() as u8);
        self.state.units.push(leaves);
        if let Some(group) = &mut self.state.group
            && group.units.contains(id)
        {
            group.units.insert(new);
        }
        self.keep_bodies();
        self.tell("CF 11.40", told::SPLITS, &[Who::Unit(new), Who::Unit(id)]);
        Some(new)
    }

    /// Units begin to become one: as many turns as the most disordered has points (CF 11.47, G84, G180).
    pub(super) fn merge(&mut self, id: UnitId, with: UnitId) {
        let units = self.table().merging(id, with);
        let dps = units.iter().map(|one| self.unit(one).dps).max().unwrap_or(0);
        let into = self.table().merger_begun(with).map_or(id, |merger| merger.into);
        let merger = Merger { units, into, since: self.state.turn, turns: dps.max(1), dps };
        self.state.mergers.retain(|begun| !begun.units.contains(with));
        self.state.overflow.keep(&mut self.state.mergers, merger);
        self.tell("CF 11.45", told::MERGES, &[Who::Unit(id), Who::Unit(with)]);
        for one in [id, with] {
            self.finish_move(one);
        }
    }

    /// At the end of the Morale Phase: mergers lapse whose parts were under fire, moved or have the enemy near; those whose time has
    /// come are done (CF 11.45, 11.47, G84).
    pub fn mergers_ripen(&mut self) {
        let mergers: ArrayVec<Merger, { crate::state::MOST_MERGERS }> = std::mem::take(&mut self.state.mergers);
        for mut merger in mergers {
            let table = self.table();
            let sound = |id: UnitId| {
                let unit = table.unit(id);
                unit.place == Place::Table
                    && unit.standing == Standing::Steady
                    && !unit.under_fire
                    && table.has_not_moved(id)
                    && !table.enemy_within(id, NEAR)
            };
            if !merger.units.iter().all(sound) {
                continue;
            }
            let now = merger.units.iter().map(|id| table.unit(id).dps).max().unwrap_or(0);
            merger.dps = match self.rules.options.merge_dps {
                MergeDps::AtStart => merger.dps.max(now),
                MergeDps::AtEnd => now,
            };
            if self.state.turn + 1 >= merger.since + merger.turns {
                self.become_one(merger);
            } else {
                self.state.mergers.push(merger);
            }
        }
    }

    /// The parts are one unit: the points of the worst, no old casualties, grade and style of most (CF 3.13, 11.46, 11.48, G37).
    fn become_one(&mut self, merger: Merger) {
        let into = merger.into;
        let before = self.unit(into).clone();
        let (facing, main) = (before.pose, *self.body(into).main());
        let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
        let column = matches!(self.unit(into).formation, Formation::MarchColumn | Formation::AssaultColumn);
        // A column has its head where the foremost of them had his.
        let mut head: f64 = 0.0;
        let mut elements = ArrayVec::new();
        let ordered = self.in_their_order(merger.units, &main, column);
        for &id in &ordered {
            for corner in self.body(id).corners() {
                let at = main.local(corner);
                (left, right) = (left.min(at.x), right.max(at.x));
                head = head.max(at.y);
            }
            for element in self.unit(id).elements.clone() {
                let fresh = Element { casualties: 0, ..element };
                self.state.overflow.keep(&mut elements, fresh);
            }
        }
        let ranks = self.unit(into).ranks();
        let grade = grade_of(&elements);
        let new: u32 = elements.iter().filter(|one| one.style == Style::New).map(|one| u32::from(one.bases)).sum();
        let all: u32 = elements.iter().map(|one| u32::from(one.bases)).sum();
        let mixed = elements.iter().any(|one| one.class != elements[0].class);
        let unit = self.unit_mut(into);
        (unit.elements, unit.grade, unit.dps) = (elements, grade, merger.dps);
        unit.style = if 2 * new >= all { Style::New } else { Style::Traditional };
        if mixed {
            (unit.class, unit.mixed) = (Class::Horse, true);
            unit.formation = if unit.formation == Formation::Unformed { Formation::Line } else { unit.formation };
        }
        unit.bends = [Bend::default(); 2];
        unit.files = match unit.formation {
            Formation::MarchColumn => 1,
            _ => unit.bases().div_ceil(ranks),
        };
        let ahead = if column { head.round() as Um } else { 0 };
        unit.pose = facing.right(((left + right) * 0.5).round() as Um).ahead(ahead);
        self.keep_bodies();
        self.keep_on_table(into);
        // Where there is no room for all of them in one formation they stay apart (CF G78).
        let (table, body) = (self.table(), self.body(into));
        let crowded = table.on_table().any(|id| !merger.units.contains(id) && table.body(id).overlaps(&body));
        if crowded || table.stands_in_water(&body) {
            *self.unit_mut(into) = before;
            self.keep_bodies();
            return;
        }
        for &id in ordered.iter().filter(|&&id| id != into) {
            self.unit_mut(id).place = Place::Merged(into);
            for leader in &mut self.state.leaders {
                if leader.attached == Some(id) {
                    leader.attached = Some(into);
                }
            }
        }
        self.keep_bodies();
        // CF G78: where there is no room for it so, as near as can be.
        let pose = self.table().free_place(into);
        self.unit_mut(into).pose = pose;
        self.keep_bodies();
        self.tell("CF 11.46", told::MERGED, &[Who::Unit(into)]);
    }

    /// From left to right, or from the head of a column to its rear.
    fn in_their_order(&self, units: Units, main: &field::table::Block, column: bool) -> ArrayVec<UnitId, 8> {
        let mut ordered: ArrayVec<UnitId, 8> = units.iter().take(8).collect();
        let across = |id: &UnitId| {
            let at = main.local(self.table().body(*id).center());
            if column { -at.y } else { at.x }
        };
        ordered.sort_by(|one, other| across(one).total_cmp(&across(other)));
        ordered
    }
}
