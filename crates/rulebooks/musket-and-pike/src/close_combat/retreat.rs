//! Sections 11.4.2 to 11.4.5: the way a beaten or broken unit takes, and what becomes of it when there is none.

mod way;

use super::{CombatChoice, CombatStep, Fate, Retreat};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::charts::{Charts, StandResult};
use crate::command::{Company, LostCause};
use crate::decision::Decision;
use crate::face::told::{Of, close_combat as told};
use crate::movement::{Activity, Moving};
use crate::rally::RallyStep;
use crate::state::{Cause, Formation, Loss, Mark, Morale, Slot};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex, Vertex};
use kernel::{Listener, Reckoning};

/// The hexes of a unit, one or two.
type Footing = (Hex, Option<Hex>);

fn hexes_of(footing: Footing) -> impl Iterator<Item = Hex> {
    std::iter::once(footing.0).chain(footing.1)
}

impl Table<'_> {
    /// The enemies a unit has to keep away from: of those it fights all, whichever of them is named, and so of those that whoever has come to it fights
    /// (MP 8.2.1a, 11.4.2a, 12.4.3b).
    fn foes(self, retreat: Retreat) -> ArrayVec<UnitId, 8> {
        let opponents = self.fight().map(|fight| self.stack(retreat.unit).flat_map(|unit| fight.opponents_of(unit)));
        let opponents: ArrayVec<UnitId, 8> = opponents.into_iter().flatten().take(8).collect();
        if retreat.fight || retreat.from.is_some_and(|enemy| opponents.contains(&enemy)) {
            return opponents;
        }
        retreat.from.into_iter().collect()
    }

    fn footing(self, id: UnitId) -> Footing {
        (self.unit(id).hex, self.unit(id).other)
    }

    /// Both halves one hex in a direction: a two-hex unit never retreats by pivoting (MP 11.4.4a).
    fn shifted(self, footing: Footing, dir: Dir) -> Option<Footing> {
        let grid = &self.ground().grid;
        let other = match footing.1 {
            Some(other) => Some(grid.neighbour(other, dir)?),
            None => None,
        };
        Some((grid.neighbour(footing.0, dir)?, other))
    }

    /// Points of a step in retreat, or None where terrain, friends or enemies bar it (ruling G22; MP 11.4.3a), or where it leads back to where the unit stood:
    /// that is no hex away (MP 12.4.3b; ruling G56).
    fn retreat_cost(self, id: UnitId, from: Footing, dir: Dir, foes: &[UnitId]) -> Option<(Footing, u8)> {
        let start = self.retreats_from(id);
        let barred = |hex: Hex| self.is_closed(id, hex) || self.nears(foes, hex);
        let is_start = |to: Footing| hexes_of(to).all(|hex| hexes_of(start).any(|left| left == hex));
        let ways = [self.shift_cost(id, from, dir)].into_iter().chain(self.files_over_bridge(id, from, dir));
        ways.flatten().find(|&(to, _)| !is_start(to) && !hexes_of(to).any(barred))
    }

    /// Where a unit stood as its retreat began, or stands as it is about to.
    fn retreats_from(self, id: UnitId) -> Footing {
        let its_retreat = |moving: &&Moving| moving.unit == id && moving.activity == Activity::Retreat;
        let retreat = self.state.moves.iter().rev().find(its_retreat);
        retreat.map_or_else(|| self.footing(id), |moving| (moving.start, moving.start_other))
    }

    /// All of a unit one hex on. A bridge hex is too narrow for two abreast (MP 7.3.5a).
    fn shift_cost(self, id: UnitId, from: Footing, dir: Dir) -> Option<(Footing, u8)> {
        let to = self.shifted(from, dir)?;
        if to.1.is_some() && hexes_of(to).any(|hex| self.ground().is_bridge(hex)) {
            return None;
        }
        let costs = hexes_of(from).map(|hex| self.entry_cost(id, hex, dir));
        let cost = costs.reduce(|a, b| Some(a?.max(b?))).flatten()?;
        Some((to, cost))
    }

    /// A two-hex unit that is Broken routs (MP G.6), and so goes over a bridge as over a road: one half after the other (MP 7.3.5b; ruling MP G-A66).
    fn files_over_bridge(self, id: UnitId, from: Footing, dir: Dir) -> [Option<(Footing, u8)>; 2] {
        let Some(other) = from.1.filter(|_| self.is_morale_broken(id)) else { return [None; 2] };
        let ground = self.ground();
        [from.0, other].map(|lead| {
            let to = ground.grid.neighbour(lead, dir).filter(|&to| to != from.0 && to != other)?;
            let bridge = ground.has_bridge(lead, dir) || ground.is_bridge(to) || self.fills_bridge(from.0, from.1);
            let cost = self.entry_cost(id, lead, dir).filter(|_| bridge)?;
            Some(((lead, Some(to)), cost))
        })
    }

    /// Somebody stands there: friends and enemies bar the way, friendly guns and wagons do not (MP 11.4.3b, 11.4.3e).
    fn is_closed(self, id: UnitId, hex: Hex) -> bool {
        let body = self.body_at(hex).is_some_and(|body| body != id);
        body || self.gun_at(hex).is_some_and(|gun| self.side(gun) != self.side(id))
    }

    /// Next to an enemy that it fought (MP 11.4.2a); other enemies may be passed (MP 11.4.2b).
    pub(crate) fn nears(self, foes: &[UnitId], hex: Hex) -> bool {
        foes.iter().any(|&foe| self.unit(foe).on_map() && self.distance_to(foe, hex) <= 1)
    }

    fn to_friendly_edge(self, id: UnitId, footing: Footing) -> i16 {
        let side = self.side(id);
        hexes_of(footing).map(|hex| i16::from(self.ground().distance_to_edge(side, hex))).min().unwrap_or(0)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Artillery and wagons never retreat (MP 12.4.4a, 14.1c); Light Infantry goes with its cavalry (MP 11.4.3c).
    pub(super) fn push_retreat(&mut self, retreat: Retreat) {
        let unit = self.unit(retreat.unit);
        if !unit.on_map() || !self.table().is_body(retreat.unit) {
            return;
        }
        let id = match (unit.slot, unit.with) {
            (Slot::Under, Some(cavalry)) => cavalry,
            _ => retreat.unit,
        };
        // Whoever gives way has no Momentum left (ruling G32).
        self.mark(id, Mark::Momentum, false);
        self.begin_activity(id, Activity::Retreat);
        self.push(Step::Combat(CombatStep::Retreat(Retreat { unit: id, with: self.unit(id).with, ..retreat })));
    }

    /// One movement activity, so that its slopes are counted together (MP 7.3.1g). Its hexes are not those of a move that was
    /// interrupted, and do not count for that move's Momentum (MP 11.3.6e).
    pub(crate) fn begin_activity(&mut self, unit: UnitId, activity: Activity) {
        self.forget_company(unit);
        let moving = Moving { allowance: 0, ..Moving::begun(self.table(), unit, activity) };
        let (state, overflow) = self.state.with_overflow();
        overflow.keep(&mut state.moves, moving);
    }

    pub(crate) fn end_activity(&mut self, unit: UnitId, activity: Activity) {
        if self.state.moves.last().is_some_and(|moving| moving.unit == unit && moving.activity == activity) {
            self.state.moves.pop();
        }
    }

    /// The owner chooses only among ways that are equally good.
    pub(super) fn work_retreat(&mut self, retreat: Retreat) {
        let table = self.table();
        let id = retreat.unit;
        if !table.unit(id).on_map() || retreat.left == 0 {
            return self.end_retreat(retreat);
        }
        if table.to_friendly_edge(id, table.footing(id)) == 0 {
            return self.flee_off_map(retreat);
        }
        let choices = table.retreat_choices(retreat);
        match choices.as_slice() {
            [] => self.end_retreat(retreat),
            [CombatChoice::RetreatTo(dir)] => {
                let (dir, seat) = (*dir, table.seat(id));
                self.unasked(seat, "retreat", Decision::Combat(CombatChoice::RetreatTo(dir)));
                self.retreat_one(retreat, dir);
            }
            _ => {
                let seat = table.seat(id);
                self.await_seat(seat);
            }
        }
    }

    /// One hex of a retreat. Nothing reacts to it and no points are spent (MP 11.4.1a); the ground's formation hits count (MP 11.4.10a).
    pub(super) fn retreat_one(&mut self, retreat: Retreat, dir: Dir) {
        let id = retreat.unit;
        let table = self.table();
        let from = table.footing(id);
        let shifted = table.shifted(from, dir);
        let way = table.retreat_cost(id, from, dir, &table.foes(retreat));
        let Some(to) = way.map(|(to, _)| to).or(shifted) else { return self.end_retreat(retreat) };
        let friend = table.body_at(to.0).filter(|&body| body != id);
        let left = retreat.left.saturating_sub(1);
        let aim = table.aim_after(retreat, dir);
        self.replace(CombatStep::Retreat(Retreat { left, aim, ..retreat }));
        if retreat.fight {
            self.note_path(id, dir);
        }
        hexes_of(from).for_each(|hex| self.abandon_gun(id, hex));
        match friend {
            Some(friend) => {
                self.fall_in(id, friend, to.0);
                hexes_of(to).for_each(|hex| self.abandon_gun(id, hex));
                self.replace(CombatStep::Retreat(Retreat { left: 0, ..retreat }));
                if left > 0 {
                    self.fall_short(Retreat { left, ..retreat });
                }
                self.accompany_retreat(retreat, from);
            }
            None => {
                let files = to.1.is_some() && Some(to) != shifted;
                // The half that leads is the right one, its line along the way it runs.
                let facing = if files { Vertex::from_index(dir.index() + 4) } else { self.unit(id).facing };
                self.enter(id, to.0, to.1, facing, Activity::Retreat);
                hexes_of(to).for_each(|hex| self.abandon_gun(id, hex));
                self.accompany_retreat(retreat, from);
            }
        }
    }

    fn accompany_retreat(&mut self, retreat: Retreat, from: Footing) {
        let company = if retreat.broken { Company::Rout } else { Company::AdvanceOrRetreat };
        self.accompany(retreat.unit, [Some(from.0), from.1], company);
    }

    fn note_path(&mut self, id: UnitId, dir: Dir) {
        let Some(fight) = self.state.fights.last_mut() else { return };
        if let Some(beaten) = fight.beaten.iter_mut().find(|beaten| beaten.unit == id)
            && let Some(step) = beaten.path.iter_mut().find(|step| step.is_none())
        {
            *step = Some(dir);
        }
    }

    /// A friendly gun that is retreated from or through is out of action (MP 11.4.3b).
    pub(super) fn abandon_gun(&mut self, id: UnitId, hex: Hex) {
        let table = self.table();
        let Some(gun) = table.gun_at(hex).filter(|&gun| table.is_gun(gun) && table.side(gun) == table.side(id)) else {
            return;
        };
        self.wreck_gun(gun, false);
    }

    /// A unit is destroyed in the combat or by what follows from it: guns with a half of it that was not attacked are left disabled (MP 11.5.2b); those in a hex
    /// attacked wait for whoever enters (MP 11.5.2a).
    pub(crate) fn abandon_guns_apart(&mut self, id: UnitId) {
        self.table().halves_apart(id).into_iter().for_each(|hex| self.abandon_gun(id, hex));
    }

    /// Cavalry and Light Infantry become one stack and share the worse state of either (MP 11.4.3d, 8.2.2d). The hex is entered like any other (MP 11.4.10a).
    fn fall_in(&mut self, id: UnitId, friend: UnitId, hex: Hex) {
        self.enter(id, hex, None, self.unit(id).facing, Activity::Retreat);
        self.join_stack(id, friend);
    }

    /// Beyond the friendly edge a unit is lost (MP 11.4.2d); its leader need not be (MP 5.2.2c).
    fn flee_off_map(&mut self, retreat: Retreat) {
        let id = retreat.unit;
        let unit = *self.unit(id);
        self.replace(CombatStep::Retreat(Retreat { left: 0, ..retreat }));
        for hex in unit.hexes() {
            self.abandon_gun(id, hex);
        }
        self.tell("MP 11.4.2d", told::LEAVES_MAP, &[Of::Unit(id)]);
        if let Some(fight) = self.state.fights.last_mut().filter(|_| retreat.fight)
            && let Some(beaten) =
                fight.beaten.iter_mut().find(|beaten| beaten.unit == id && beaten.fate == Fate::Broken)
        {
            beaten.fate = Fate::OffMap;
        }
        self.lose_unit(id, Loss::Eliminated, LostCause::RoutedOff);
    }

    /// The retreat is over, the whole way or not.
    pub(super) fn end_retreat(&mut self, retreat: Retreat) {
        self.end_activity(retreat.unit, Activity::Retreat);
        self.pop();
        if retreat.left > 0 && self.unit(retreat.unit).on_map() {
            self.fall_short(retreat);
        }
    }

    /// T-RETREAT: a Broken unit rolls (MP 11.4.5a, 12.4.3c), a Shaken one loses a casualty for each hex missing (MP 11.4.5c).
    fn fall_short(&mut self, retreat: Retreat) {
        if retreat.broken {
            return self.push(Step::Combat(CombatStep::UnableToRetreat { retreat }));
        }
        let (id, hexes) = (retreat.unit, retreat.left);
        self.tell("MP 11.4.5c", told::CANNOT_GIVE_WAY, &[Of::Unit(id), Of::Count(hexes.into())]);
        self.push(Step::Combat(CombatStep::Losses { retreat }));
    }

    /// Each casualty falls on one unit of a stack that had to go together, as the owner says (MP 8.2.1f; ruling G50).
    pub(super) fn work_losses(&mut self, retreat: Retreat) {
        let id = retreat.unit;
        let unit = self.unit(id);
        if retreat.left == 0 || !unit.on_map() {
            return self.pop();
        }
        if retreat.with.is_some() && unit.with == retreat.with {
            let seat = self.table().seat(id);
            return self.await_seat(seat);
        }
        self.pop();
        if self.table().strength(id) <= retreat.left {
            self.leave_friends(id, retreat.with);
        }
        self.casualties(id, retreat.left, self.pursuer_of(retreat));
    }

    pub(super) fn take_loss(&mut self, retreat: Retreat, unit: UnitId) {
        self.replace(CombatStep::Losses { retreat: Retreat { left: retreat.left.saturating_sub(1), ..retreat } });
        self.casualties(unit, 1, self.pursuer_of(retreat));
    }

    /// Whom a unit fell in with on its way is not lost with it (ruling G50).
    pub(super) fn leave_friends(&mut self, id: UnitId, with: Option<UnitId>) {
        if self.unit(id).with != with {
            self.part(id);
        }
    }

    /// The enemy a retreat is away from, any of them in a combat.
    fn pursuer_of(&self, retreat: Retreat) -> Option<UnitId> {
        self.table().foes(retreat).first().copied()
    }

    /// The Unable to Retreat Table (C17).
    pub(super) fn unable_to_retreat(&mut self, retreat: Retreat) {
        self.pop();
        let id = retreat.unit;
        if !self.unit(id).on_map() {
            return;
        }
        let reckoning = self.reckon_stand(id);
        let die = self.d10();
        let result = self.rules.charts.unable_to_retreat[Charts::row(die + reckoning.total)];
        let outcome = match result {
            StandResult::Stand => told::STANDS,
            StandResult::Casualties => told::STAYS_BROKEN,
            StandResult::Eliminated => told::IS_LOST,
        };
        let of = [Of::Unit(id), Of::Count(retreat.left.into())];
        self.tell_roll("MP 11.4.5a", die, reckoning, [told::CANNOT_RETREAT, outcome], &of);
        match result {
            StandResult::Stand => self.stand(retreat),
            StandResult::Casualties => self.push(Step::Combat(CombatStep::Losses { retreat })),
            StandResult::Eliminated => {
                self.leave_friends(id, retreat.with);
                self.eliminate(id, Loss::Eliminated, Cause::Overrun);
            }
        }
    }

    fn reckon_stand(&self, id: UnitId) -> Reckoning {
        let mut reckoning = Reckoning::new(self.listener);
        let (table, charts) = (self.table(), &self.rules.charts.unable_modifiers);
        let morale = charts.morale[usize::from(table.card(id).morale.clamp(4, 8)) - 4];
        reckoning.add_if(morale != 0, i32::from(morale), "printed morale", "MP 11.4.5a");
        let rating = table.best_rating(id).filter(|_| charts.leader).unwrap_or(0);
        reckoning.add_if(rating != 0, i32::from(rating), "a leader with it", "MP 11.4.5a");
        let light = i32::from(charts.light_infantry);
        reckoning.add_if(table.is_light(id), light, "Light Infantry", "MP 11.4.5a");
        reckoning
    }

    /// A free rally: Morale Shaken, Formation Broken, faced by its owner (MP 11.4.5b, 12.4.3g). There is no pursuit of it (MP 11.7.1c).
    fn stand(&mut self, retreat: Retreat) {
        let id = retreat.unit;
        for unit in self.stack_of(id) {
            let unit = self.unit_mut(unit);
            (unit.morale, unit.formation) = (Morale::Shaken, Formation::Broken);
        }
        if let Some(fight) = self.state.fights.last_mut().filter(|_| retreat.fight)
            && let Some(beaten) = fight.beaten.iter_mut().find(|beaten| beaten.unit == id)
        {
            beaten.fate = Fate::Stood;
        }
        self.push(Step::Rally(RallyStep::Face { unit: id }));
    }
}

impl Table<'_> {
    /// A unit and the one stacked with it under or over it.
    pub(super) fn stack(self, id: UnitId) -> impl Iterator<Item = UnitId> {
        std::iter::once(id).chain(self.unit(id).with)
    }

    /// The best rating of a leader stacked with a unit.
    pub(super) fn best_rating(self, id: UnitId) -> Option<i8> {
        self.leaders_with(id).map(|leader| self.leader_card(leader).rating).min()
    }
}
