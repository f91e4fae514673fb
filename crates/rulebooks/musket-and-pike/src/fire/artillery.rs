//! Chapter 10.8: artillery fire, grazing fire, displacement of cavalry.

use super::basics::Shooter;
use super::modifiers::Line;
use super::{Blow, FireChoice, FireStep, Mode, Shot, Volley};
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::charts::{Charts, FireResult, MOST_RANGE};
use crate::command::Company;
use crate::face::told::{Of, fire as told};
use crate::movement::{Activity, Moving};
use crate::reaction::{Event, Trigger};
use crate::sight::Bar;
use crate::state::{Formation, Mark, Morale, Orders};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Arc, Dir, Hand, Hex, LineEntry, LineStage, Vertex};
use kernel::{Listener, Reckoning, Refusal};

/// Hexes along a line of fire, from the gun outwards.
type Path = ArrayVec<Hex, 48>;

impl Table<'_> {
    /// Whether a gun can fire at all now: once a turn, unlimbered, not beside a Hedgehog, on top (MP 6.3.2c, 7.3.3a, 7.3.3b, 8.3.1b, 10.8.1a,
    /// 10.8.8a, ruling MP G-A43). Guns that were disabled or captured are no units any more and never fire (MP 10.8.9d).
    pub(super) fn gun_may_fire(self, gun: UnitId) -> Result<(), Bar> {
        let unit = self.unit(gun);
        let beside = self.body_at(unit.hex);
        if unit.has(Mark::Fired) {
            Err(Bar::new("MP 10.8.1a", "a gun fires once a turn"))
        } else if unit.morale == Morale::Broken {
            Err(Bar::new("MP 10.8.8a", "a Morale Broken gun does not fire"))
        } else if unit.has(Mark::Limbered) {
            Err(Bar::new("MP 7.3.3b", "a limbered gun does not fire"))
        } else if unit.has(Mark::LimberChanged) {
            Err(Bar::new("MP 7.3.3a", "it was limbered or unlimbered this turn"))
        } else if beside.is_some_and(|id| self.in_formation(id, Formation::Hedgehog)) {
            Err(Bar::new("MP 6.3.2c", "guns beside a Hedgehog do not fire"))
        } else if !self.is_top(gun, unit.hex) {
            Err(Bar::new("MP 8.3.1b", "only the unit on top of a stack fires"))
        } else {
            Ok(())
        }
    }

    /// Range as printed and as the chart knows it, and the arc before the gun (MP 10.1.2c, 10.1.3b, 10.8.2a, ruling MP G10).
    pub(super) fn judge_gun_range(self, gun: UnitId, at: Hex) -> Result<(), Bar> {
        let (unit, grid) = (self.unit(gun), &self.ground().grid);
        let range = grid.distance(unit.hex, at);
        if range > u16::from(self.card(gun).range) || self.range_modifier(gun, at).is_none() {
            return Err(Bar::new("MP 10.1.2c", "it is out of range"));
        }
        if grid.arc(unit.hex, unit.facing, at).is_in() {
            Ok(())
        } else {
            Err(Bar::new("MP 10.1.3b", "guns fire through their front hexes only"))
        }
    }

    /// Chart C11, by class and distance.
    fn range_modifier(self, gun: UnitId, at: Hex) -> Option<i8> {
        let range = usize::from(self.ground().grid.distance(self.unit(gun).hex, at)).min(MOST_RANGE);
        self.rules.charts.range[self.card(gun).gun as usize][range]
    }

    pub(super) fn each_gun_target(self, volley: &Volley, shooter: Shooter, visit: &mut impl FnMut(FireChoice)) {
        let gun = shooter.by;
        let mut offer = |at: Hex| {
            if self.judge_shot(volley, shooter, at, Mode::Artillery).is_ok() {
                visit(FireChoice::Shoot { half: None, at, mode: Mode::Artillery });
            }
        };
        if let Some(target) = volley.answers {
            return self.unit(target).hexes().for_each(offer);
        }
        let range = self.card(gun).range;
        for enemy in self.enemies_of(gun) {
            if self.distance(gun, enemy) <= range {
                let seen_as_top = |&hex: &Hex| self.top_of(hex) == Some(enemy);
                self.unit(enemy).hexes().filter(seen_as_top).for_each(&mut offer);
            }
        }
        let side = self.side(gun);
        let mut offered: ArrayVec<Hex, 40> = ArrayVec::new();
        for leader in self.leaders().filter(|&leader| self.leader_card(leader).side != side) {
            let hex = self.leader(leader).hex;
            let alone = self.leaders_at(hex).any(|other| other == leader) && self.target_in(side, hex) == Ok(None);
            if alone && !offered.contains(&hex) {
                offered.push(hex);
                offer(hex);
            }
        }
    }

    /// Chart C12.
    fn reckon_gunshot(self, volley: &Volley, target: Option<UnitId>, at: Hex, reckoning: &mut Reckoning) {
        let (gun, charts) = (volley.firer, &self.rules.charts.fire_modifiers);
        // Of all that the line goes through, only whoever is answered is retreating.
        let at_retreating = volley.against_retreating && target.is_some() && target == volley.answers;
        reckoning.add_if(at_retreating, charts.reaction_to_retreating.into(), "at Retreating Fire", "MP 10.3.4b");
        reckoning.add(self.range_modifier(gun, at).unwrap_or(0).into(), "range", "MP 10.8.2a");
        reckoning.add_if(self.card(gun).double, charts.double_battery.into(), "double battery", "MP C12");
        let hedgehog = target.is_some_and(|id| self.in_formation(id, Formation::Hedgehog));
        reckoning.add_if(hedgehog, charts.artillery_at_hedgehog.into(), "at a Hedgehog", "MP 6.3.2b");
        let guns = target.is_some_and(|id| self.is_gun(id) && self.is_top(id, at));
        reckoning.add_if(guns, charts.artillery_at_artillery.into(), "at artillery", "MP C12");
        self.reckon_cover(Line { firer: gun, from: self.unit(gun).hex, target, at }, reckoning);
    }

    // Grazing fire.

    /// Hexes that grazing fire strikes, from the gun to the end of grazing range (MP 10.8.3a, 10.8.3b); none when the target is beyond it. Along a spine
    /// the hexes on one hand (MP 10.8.5a). Units do not stop it (MP 10.8.3d, 10.8.3g).
    pub(super) fn grazed(self, gun: UnitId, at: Hex, hand: Hand) -> Path {
        let ground = self.ground();
        let (from, grazing) = (self.unit(gun).hex, u16::from(self.card(gun).grazing));
        let mut path = Path::new();
        if ground.grid.distance(from, at) > grazing {
            return path;
        }
        let Some(walk) = ground.lines.through(&ground.grid, from, at, grazing) else { return path };
        let mut line = LineOfFire { table: self, gun: from, at: Some(from), path: &mut path };
        for stage in walk {
            match stage {
                LineStage::Hex { hex, by: LineEntry::Side(dir) | LineEntry::Corner(dir, _) } => line.cross(dir, hex),
                LineStage::Hex { hex, by: LineEntry::Spine(corner) } => line.leave_spine(corner, hand, hex),
                LineStage::Spine { left, right, from } => {
                    let beside = if hand == Hand::Left { left } else { right };
                    line.along_spine(from, hand, beside);
                }
            }
            if line.at.is_none() {
                break;
            }
        }
        path
    }

    /// The hand whose hexes grazing fire strikes: chosen, or that of the front when the line is the edge of the arc (ruling MP G10).
    pub(super) fn grazing_hand(self, volley: &Volley, at: Hex) -> Hand {
        let unit = self.unit(volley.firer);
        match self.ground().grid.arc(unit.hex, unit.facing, at) {
            Arc::Edge(edge) => edge.other(),
            _ => volley.spine.unwrap_or(Hand::Left),
        }
    }

    /// Whether it matters on which side of a spine the fire falls.
    fn spine_matters(self, gun: UnitId, at: Hex) -> bool {
        let unit = self.unit(gun);
        if matches!(self.ground().grid.arc(unit.hex, unit.facing, at), Arc::Edge(_)) {
            return false;
        }
        let [left, right] = Hand::BOTH.map(|hand| self.grazed(gun, at, hand));
        if left == right {
            return false;
        }
        // Cavalry that is struck may step aside where the fire does not go (MP 10.8.6c).
        let (units, leaders) = self.on_path(&left);
        let steps_aside = |id: UnitId| {
            let beside = self.unit(id).facing.flank().map(|dir| self.ground().grid.neighbour(self.unit(id).hex, dir));
            self.is_cavalry(id) && beside.into_iter().flatten().any(|hex| left.contains(&hex) != right.contains(&hex))
        };
        let target = self.target_in(self.side(gun), at).ok().flatten();
        (units, leaders) != self.on_path(&right) || target.into_iter().chain(units.iter()).any(steps_aside)
    }

    /// Units that stand on a path, and leaders alone on it.
    fn on_path(self, path: &Path) -> (UnitSet, u64) {
        let units = path.iter().flat_map(|&hex| [self.body_at(hex), self.gun_at(hex)]).flatten();
        let units = units.filter(|&id| !self.is_wagon(id)).collect();
        let leaders = path.iter().flat_map(|&hex| self.leaders_at(hex)).fold(0, |set, leader| set | 1 << leader.0);
        (units, leaders)
    }

    fn shot_path(self, volley: &Volley) -> (Option<Shot>, Path) {
        match volley.shots[0] {
            Some(shot) => (Some(shot), self.grazed(volley.firer, shot.at, self.grazing_hand(volley, shot.at))),
            None => (None, Path::new()),
        }
    }

    /// The next unit to be fired at: the target itself, then whoever stands on the line, friend or foe, on top or below (MP 10.8.3c, ruling
    /// MP G9). Wagons never are (MP 14.1c).
    fn next_on_line(self, volley: &Volley) -> Option<UnitId> {
        let (shot, path) = self.shot_path(volley);
        let target = shot.and_then(|shot| shot.target);
        let standing = path.iter().flat_map(|&hex| [self.body_at(hex), self.gun_at(hex)]).flatten();
        target.into_iter().chain(standing).find(|&id| !volley.struck.contains(id) && !self.is_wagon(id))
    }

    /// The hexes of a unit that the fire strikes: both of a two-hex unit if the line goes through both (MP 10.8.4a).
    fn struck_hexes(self, volley: &Volley, id: UnitId) -> ArrayVec<Hex, 2> {
        let (shot, path) = self.shot_path(volley);
        let aimed = |hex: Hex| shot.is_some_and(|shot| shot.target == Some(id) && shot.at == hex);
        self.unit(id).hexes().filter(|&hex| aimed(hex) || path.contains(&hex)).collect()
    }

    // Displacement.

    /// Sides to which the cavalry that has just been hit by artillery can step.
    pub(super) fn displacements(self, volley: &Volley) -> impl Iterator<Item = Hand> {
        let open = |hand: Hand| self.judge_displacement(volley, hand).is_ok();
        Hand::BOTH.map(|hand| open(hand).then_some(hand)).into_iter().flatten()
    }

    /// Who may displace (MP 10.8.6a), and where to (MP 10.8.6c).
    pub(super) fn judge_displacement(self, volley: &Volley, hand: Hand) -> Result<(), Refusal> {
        let Some(id) = volley.blow.target.filter(|_| volley.is_artillery() && volley.blow.formation_hits > 0) else {
            return Err(Refusal::new("MP 10.8.6a", "only a Formation Hit from artillery is avoided so"));
        };
        let unit = self.unit(id);
        let ordered = matches!(unit.formation, Formation::Normal | Formation::Shaken);
        if !self.is_cavalry(id) || !ordered || unit.with.is_some() {
            return Err(Refusal::new(
                "MP 10.8.6a",
                "only cavalry by itself, Formation Normal or Shaken, displaces under artillery fire",
            ));
        }
        let dir = unit.facing.aside(hand);
        let Some(to) = self.ground().grid.neighbour(unit.hex, dir) else {
            return Err(Refusal::new("MP 10.8.6c", "it would leave the map"));
        };
        if self.entry_cost(id, unit.hex, dir).is_none() {
            return Err(Refusal::new("MP 10.8.6c", "it may not enter that ground"));
        }
        if self.entry_hits(id, unit.hex, dir) > 0 {
            return Err(Refusal::new("MP 10.8.6c", "the ground there would disorder it"));
        }
        if self.shot_path(volley).1.contains(&to) {
            return Err(Refusal::new("MP 10.8.6c", "that hex lies in the path of the same fire"));
        }
        self.may_join_as_it_faces(id, to, "MP 10.8.6c")?;
        if self.is_active(id) && self.obeys(id) == Some(Orders::Charge) && self.holds_fast(id, self.pose(id)).is_some()
        {
            return Err(Refusal::new("MP 5.6.1f", "an enemy unit that no other friend faces holds it where it is"));
        }
        // MP 10.8.6d: its Orders bind it in whosever activation.
        self.orders_allow_entering(id, to)
    }
}

/// Follows a line of fire over the ground.
struct LineOfFire<'a, 'p> {
    table: Table<'a>,
    gun: Hex,
    /// The hex it has come to; nothing when it has ended.
    at: Option<Hex>,
    path: &'p mut Path,
}

impl LineOfFire<'_, '_> {
    /// Into the next hex across a hexside. Slopes end it (MP 10.8.3e); any other feature lets it go one hex farther, unless it lies next to the
    /// gun (MP 10.8.3f); it ends in ground that blocks sight (ruling MP G9).
    fn cross(&mut self, dir: Dir, hex: Hex) {
        let Some(before) = self.at else { return };
        let ground = self.table.ground();
        let side = ground.hexside(before, dir);
        if side.slope != crate::ground::Slope::Level {
            self.at = None;
            return;
        }
        self.table.state.overflow.keep(self.path, hex);
        let last = side.feature.is_some() && before != self.gun;
        self.at = (!last && !ground.terrain_of(hex).blocks).then_some(hex);
    }

    fn along_spine(&mut self, corner: Vertex, hand: Hand, beside: Option<Hex>) {
        if let Some(hex) = beside {
            self.cross(corner.ahead(hand), hex);
        }
    }

    /// From the hex beside a spine into the hex at its end.
    fn leave_spine(&mut self, corner: Vertex, hand: Hand, hex: Hex) {
        self.cross(corner.ahead(hand.other()), hex);
    }
}

impl<L: Listener> Play<'_, L> {
    /// The gun is aimed; along a spine it may still choose a side.
    pub(super) fn lay(&mut self, volley: &Volley) {
        let Some(shot) = volley.shots[0] else { return self.end_volley() };
        let matters = self.table().spine_matters(volley.firer, shot.at);
        self.fire_goes_to(if matters { FireStep::Spine } else { FireStep::Discharge });
    }

    /// Fired for this turn, whether it hits or not (MP 9.1.5a, 10.8.1a, 10.8.2a). Leaders alone in its line are in danger before anybody
    /// runs (rulings MP G9, G11).
    pub(super) fn discharge(&mut self, volley: &Volley) {
        self.fire_goes_to(FireStep::Graze);
        self.mark(volley.firer, Mark::Fired, true);
        let (shot, mut path) = self.table().shot_path(volley);
        let aimed = shot.map(|shot| shot.at).filter(|at| !path.contains(at));
        if let Some(at) = aimed {
            self.state.overflow.keep(&mut path, at);
        }
        for hex in path {
            let table = self.table();
            let unit = table.body_at(hex).or_else(|| table.gun_at(hex).filter(|&id| !table.is_wagon(id)));
            if unit.is_none() && table.leaders_at(hex).next().is_some() {
                let result = self.roll_gunshot(volley, None, hex);
                if !result.is_miss() {
                    self.endanger_leaders([Some(hex), None]);
                }
            }
        }
    }

    /// Unit after unit along the line.
    pub(super) fn graze(&mut self, volley: &Volley) {
        let Some(target) = self.table().next_on_line(volley) else {
            return self.fire_goes_to(FireStep::Answer);
        };
        let blow = Blow::on(target, self.table());
        self.volley_mut(|volley| {
            // Cavalry and its Light Infantry are struck as one (MP 8.2.1a).
            [Some(target), blow.with].into_iter().flatten().for_each(|id| volley.struck.insert(id));
            volley.fired_on.insert(target);
            volley.blow = blow;
        });
        self.push(Step::Fire(FireStep::Gunshot));
    }

    /// The roll against one unit, for each of its hexes in the line, added up before it is applied (MP 10.8.4a, 10.6.2d).
    pub(super) fn gunshot(&mut self, volley: &Volley) {
        let mut blow = volley.blow;
        let Some(target) = blow.target.filter(|&id| self.unit(id).on_map()) else { return self.pop() };
        let table = self.table();
        if table.in_formation(target, Formation::Column) {
            self.volley_mut(|volley| volley.blow.in_column = true);
            return self.column_attacked(target, volley.firer);
        }
        let ran = blow.in_column && table.is_morale_broken(target);
        let hexes = table.struck_hexes(volley, target);
        if ran || hexes.is_empty() {
            return self.pop();
        }
        for at in hexes {
            let result = self.roll_gunshot(volley, Some(target), at);
            blow.add(result, at, Mode::Artillery);
        }
        self.volley_mut(|volley| volley.blow = blow);
        self.fire_goes_to(FireStep::Hit);
    }

    fn roll_gunshot(&mut self, volley: &Volley, target: Option<UnitId>, at: Hex) -> FireResult {
        let gun = volley.firer;
        let mut reckoning = Reckoning::new(self.listener);
        self.table().reckon_gunshot(volley, target, at, &mut reckoning);
        let die = self.d10();
        let result = self.rules.charts.artillery[Charts::row(die + reckoning.total)];
        let of = [Of::Unit(gun), Of::Target(target, at), Of::Count(result.casualties.into())];
        self.tell_roll("MP 10.8.2a", die, reckoning, [told::FIRES_GUNS, told::result(result)], &of);
        result
    }

    /// To a flank hex, facing as before: the Formation Hit is avoided, the rest of the result is not (MP 10.8.6a, 10.8.6b), and the unit has
    /// reacted (MP 10.8.6e). A leader goes along or, as Army Commander, stays (ruling MP G-A15).
    pub(super) fn displace(&mut self, volley: &Volley, hand: Hand) {
        let Some(id) = volley.blow.target else { return };
        let unit = *self.unit(id);
        let dir = unit.facing.aside(hand);
        let Some(to) = self.rules.ground.grid.neighbour(unit.hex, dir) else { return };
        self.volley_mut(|volley| {
            volley.blow.formation_hits = 0;
            volley.blow.displaced = true;
            volley.barred.insert(id);
        });
        self.fire_goes_to(FireStep::Losses);
        let joined = self.table().body_at(to);
        self.begin_activity(id, Activity::Displacement);
        self.enter(id, to, None, unit.facing, Activity::Displacement);
        self.end_activity(id, Activity::Displacement);
        self.note_displacement(id, unit.has(Mark::Moved), joined.is_some());
        if let Some(foot) = joined {
            self.join_stack(id, foot);
        }
        self.settle_on_gun(id, [Some(unit.hex), None]);
        self.accompany(id, [Some(unit.hex), None], Company::AdvanceOrRetreat);
    }

    /// A hex that is none of a run-up, and no part of the move that the fire interrupted but for having been entered (MP 7.3.1g, 9.4.2a, 11.3.6a).
    fn note_displacement(&mut self, id: UnitId, moved: bool, stops: bool) {
        self.mark(id, Mark::Momentum, false);
        let its_move = |moving: &&mut Moving| moving.unit == id && moving.activity == Activity::Move;
        let Some(moving) = self.state.moves.iter_mut().rev().find(its_move) else {
            return self.volley_mut(|volley| volley.blow.ran = moved);
        };
        moving.run = 0;
        moving.entered += 1;
        moving.turned = false;
        moving.stopped |= stops;
        self.note_met(id);
    }

    /// An active unit that displaced has entered a hex (MP 10.8.6f).
    pub(super) fn announce_displacement(&mut self, id: UnitId, ran: bool) {
        let side = self.table().side(id);
        if self.table().active_side() == Some(side) {
            let trigger = Trigger {
                unit: id,
                event: Event::Enters,
                spent: false,
                ran,
                retreating: false,
                artillery: false,
                barred: UnitSet::EMPTY,
            };
            self.trigger(trigger, side.other());
        }
    }
}
