//! Chapter 9: generals and command.

mod steps;
pub(crate) mod tracing;

pub use steps::{GeneralChoice, GeneralStep};

use self::tracing::Barriers;
use crate::cards::{GeneralId, UnitId};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::scales::Footprint;
use crate::sequence::TurnChoice;
use crate::state::{Loss, Phase, Place};
use crate::table::{Play, Table};
use crate::terrain::{Arm, Hedge};
use arrayvec::ArrayVec;
use field::table::{Block, Body, MM, Point, Pose, TOUCH, Trail, Um, Vec2, leads_through};
use kernel::{Entry, Listener, Refusal, Seat, Side};
use scenario::{AreaKind, LinearKind};

/// What generals do for a unit in a reaction test (CP 9.7, 9.8, 9.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// One who may influence it is attached to it.
    With,
    /// One who may influence it has it within his command radius.
    Near,
    Nobody,
}

/// Command radius in inches (CP 9.4).
const RADIUS: i32 = 12;
/// A ride shorter than this is not worth a line on a menu.
const WORTH_RIDING: Um = 25 * MM;

// --- Who commands whom

impl Table<'_> {
    /// Where a general rides alone who is an enemy of a unit.
    fn loose_against(self, general: GeneralId, id: UnitId) -> Option<Point> {
        let rider = self.state.generals[general.ix()];
        let enemy = self.rules.generals[general.ix()].side != self.side(id);
        (rider.alive && rider.attached.is_none() && enemy).then_some(rider.at)
    }

    /// Whether an enemy touches any loose general: mostly nobody does.
    pub(crate) fn is_general_touched(self) -> bool {
        self.rules.generals.iter().zip(&self.state.generals).any(|(card, general)| {
            general.alive && general.attached.is_none() && self.enemy_touching(card.side, general.at).is_some()
        })
    }

    /// A commander-in-chief sways every unit of his side, a sub-general those assigned to him (CP 9.1, 9.2, 9.3).
    pub fn influences(self, general: GeneralId, id: UnitId) -> bool {
        self.rules.generals.get(general.ix()).is_some_and(|card| {
            card.side == self.side(id) && (card.chief || self.card(id).sub_general == Some(general))
        })
    }

    /// The living generals who may influence a unit. One attached elsewhere is of no help to it (CP 9.11a).
    fn helpers(self, id: UnitId) -> impl Iterator<Item = GeneralId> {
        self.generals_of(self.side(id)).filter(move |&general| {
            let attached = self.state.generals[general.ix()].attached;
            self.influences(general, id) && attached.is_none_or(|unit| unit == id)
        })
    }

    /// Whether a unit has a general with it, one near, or none. Somebody else's sub-general counts for nothing, and the
    /// units of a lost one look to the chief (ruling G69).
    pub fn command(self, id: UnitId) -> Command {
        if self.helpers(id).any(|general| self.state.generals[general.ix()].attached == Some(id)) {
            Command::With
        } else if self.unit(id).place == Place::Table && self.helpers(id).any(|general| self.in_radius(general, id)) {
            Command::Near
        } else {
            Command::Nobody
        }
    }

    /// Whether one general helps a unit where he is: with it, or loose and near enough. Who is with another unit commands
    /// nobody else (CP 9.4, 9.11a).
    pub fn commands(self, general: GeneralId, id: UnitId) -> bool {
        let rider = self.state.generals[general.ix()];
        rider.alive
            && self.influences(general, id)
            && match rider.attached {
                Some(unit) => unit == id,
                None => self.unit(id).place == Place::Table && self.in_radius(general, id),
            }
    }

    pub fn command_radius(self) -> Um {
        self.inches(RADIUS)
    }

    /// With one of its generals within 2(1.5)" a unit shoots at whom it likes (CP 16.3.2).
    pub fn general_allows_any_target(self, id: UnitId) -> bool {
        let reach = f64::from(self.inches(2)) + TOUCH;
        let body = self.body(id);
        self.helpers(id).any(|helper| {
            let general = self.state.generals[helper.ix()];
            general.attached == Some(id) || body.distance_to_point(general.at.vec()) <= reach
        })
    }

    /// Whether a loose general's radius reaches a unit: 12(9)" from his head to its nearest point (CP 9.4), around
    /// enemies (CP 9.5) and around ground that can be neither passed nor seen across (CP 9.6).
    fn in_radius(self, general: GeneralId, id: UnitId) -> bool {
        let from = self.state.generals[general.ix()].at.vec();
        let radius = f64::from(self.inches(RADIUS)) + TOUCH;
        let body = self.body(id);
        body.distance_to_point(from) <= radius
            && Barriers::around(self, self.side(id), self.arm(id), from, radius).let_reach(from, &body, radius)
    }
}

// --- Attaching, detaching, riding

impl Table<'_> {
    fn own_general(self, seat: Seat, general: GeneralId) -> Result<(), Refusal> {
        let Some(card) = self.rules.generals.get(general.ix()) else {
            return Err(Refusal::new("CP 9.1", "there is no such general"));
        };
        if card.seat != seat {
            return Err(Refusal::new("CP 9.2", "the general is not under this seat's command"));
        }
        if !self.state.generals[general.ix()].alive {
            return Err(Refusal::new("CP 9.12", "the general is out of the battle"));
        }
        Ok(())
    }

    /// Generals come and go while units move, be it in the normal moves or while some rout and pursue (CP 9.10).
    fn movement_lets(self) -> Result<(), Refusal> {
        match self.state.phase {
            Phase::Movement | Phase::Initiative => Ok(()),
            _ => Err(Refusal::new("CP 9.10", "generals attach and detach only while units move")),
        }
    }

    /// What a general may still ride this turn (ruling G51).
    fn ride_left(self, general: GeneralId) -> Um {
        (self.general_speed() - self.state.generals[general.ix()].spent).max(0)
    }

    pub fn judge_attach(self, seat: Seat, general: GeneralId, id: UnitId) -> Result<(), Refusal> {
        let to = self.within_ride(seat, general, id)?;
        self.ride_clear(general, to, self.foes_of(general))
    }

    /// Where a general would come up to a unit, if he may join it and it is no farther off than he can ride.
    fn within_ride(self, seat: Seat, general: GeneralId, id: UnitId) -> Result<Vec2, Refusal> {
        self.own_general(seat, general)?;
        if id.ix() >= self.state.units.len() || !self.is_troops(id) || self.unit(id).place != Place::Table {
            return Err(Refusal::new("CP 9.10", "there is no such unit on the table"));
        }
        if self.side(id) != self.rules.generals[general.ix()].side {
            return Err(Refusal::new("CP 9.1", "a general commands his own side only"));
        }
        if self.state.generals[general.ix()].attached.is_some() {
            return Err(Refusal::new("CP 9.11b", "he is attached to a unit already and must leave it first"));
        }
        self.movement_lets()?;
        let from = self.state.generals[general.ix()].at.vec();
        let body = self.body(id);
        let left = f64::from(self.ride_left(general));
        if !self.maybe_near(id, from, left + TOUCH) || body.distance_to_point(from) > left {
            return Err(Refusal::new("CP 15.12.1", "the unit is farther off than he can ride this turn"));
        }
        Ok(body.nearest(from))
    }

    pub fn judge_detach(self, seat: Seat, general: GeneralId) -> Result<(), Refusal> {
        self.own_general(seat, general)?;
        match self.state.generals[general.ix()].attached {
            None => Err(Refusal::new("CP 9.10", "he is not attached to any unit")),
            Some(id) if self.unit(id).place != Place::Table => {
                Err(Refusal::new("CP 9.10", "he is off the table with his unit"))
            }
            Some(_) => self.movement_lets(),
        }
    }

    pub fn judge_ride(self, seat: Seat, general: GeneralId, to: Point) -> Result<(), Refusal> {
        self.ride_past(seat, general, to, || self.foes_of(general))
    }

    /// The same where it is known which enemies may be in the way.
    fn ride_past<I: Iterator<Item = UnitId> + Clone>(
        self,
        seat: Seat,
        general: GeneralId,
        to: Point,
        foes: impl Fn() -> I,
    ) -> Result<(), Refusal> {
        self.own_general(seat, general)?;
        if self.state.phase != Phase::Movement {
            return Err(Refusal::new("CP 9.10", "generals ride in their side's normal moves"));
        }
        let rider = self.state.generals[general.ix()];
        if rider.attached.is_some() {
            return Err(Refusal::new("CP 9.11b", "an attached general moves with his unit"));
        }
        let ground = &self.rules.ground;
        if to.x < 0 || to.y < 0 || to.x > ground.width || to.y > ground.height {
            return Err(Refusal::new("CP 15.12.1", "that is off the table"));
        }
        if to == rider.at {
            return Err(Refusal::new("CP 15.12.1", "he is there already"));
        }
        if rider.at.distance(to) > self.ride_left(general) {
            return Err(Refusal::new("CP 15.12.1", "that is farther than he can ride this turn"));
        }
        if self.touching(foes(), to).is_some() {
            return Err(Refusal::new("CP 9.13", "he would ride into the enemy, and he cannot fight"));
        }
        self.ride_clear(general, to.vec(), foes())
    }

    /// Enemy troops, who are in a general's way.
    fn foes_of(self, general: GeneralId) -> impl Iterator<Item = UnitId> + Clone {
        let side = self.rules.generals[general.ix()].side;
        self.of_side(side.other()).filter(move |&enemy| self.is_troops(enemy))
    }

    /// Those of them whom he may come up to in what is left of his ride.
    fn foes_in_ride(self, general: GeneralId) -> ArrayVec<UnitId, 64> {
        let from = self.state.generals[general.ix()].at.vec();
        let reach = f64::from(self.ride_left(general) + self.general_half() + MM);
        let mut near = ArrayVec::new();
        for enemy in self.foes_of(general).filter(|&enemy| self.maybe_near(enemy, from, reach)) {
            self.state.overflow.keep(&mut near, enemy);
        }
        near
    }

    /// Whether a general can ride straight to a place: not through enemies, nor over what nobody can pass (ruling G87).
    fn ride_clear(
        self,
        general: GeneralId,
        to: Vec2,
        foes: impl Iterator<Item = UnitId> + Clone,
    ) -> Result<(), Refusal> {
        let from = self.state.generals[general.ix()].at.vec();
        let all = foes.clone();
        let mut through = foes.enumerate().filter(|&(ix, enemy)| {
            let body = self.body(enemy);
            let mut before = all.clone().take(ix);
            body.is_cut(from, to, 2.0 * TOUCH) || before.any(|other| body.is_cut_between(&self.body(other), from, to))
        });
        if through.next().is_some() {
            return Err(Refusal::new("CP 9.13", "the enemy is in his way"));
        }
        // Between two that adjoin there is no way either (ruling G101).
        let ground = &self.rules.ground;
        let shut = ground.areas.iter().filter(|area| area.kind == AreaKind::Impassable).map(|area| &area.outline);
        let cliff = |&ix: &usize| Arm::ALL.iter().all(|&arm| self.slope_closed_to(ix, arm));
        let cliffs = (0..ground.relief.slopes.len()).filter(cliff).map(|ix| &ground.relief.slopes[ix].area);
        if leads_through(&shut.chain(cliffs.clone()), from, to) {
            return Err(match leads_through(&cliffs, from, to) {
                true => Refusal::new("CP 19.3.1", "the slope in his way cannot be passed"),
                false => Refusal::new("CP 19.6.1", "the ground in his way cannot be passed"),
            });
        }
        for (ix, area) in ground.areas.iter().enumerate() {
            let barred = match area.kind {
                AreaKind::Impassable => area.outline.contains(to),
                AreaKind::River => area.outline.meets_segment(from, to) && !self.forded(ix, from, to),
                _ => false,
            };
            if barred {
                return Err(Refusal::new("CP 19.6.1", "the ground in his way cannot be passed"));
            }
        }
        let hedged = self.rules.ground.lines.iter().enumerate().any(|(ix, line)| {
            line.kind == LinearKind::Hedgerow
                && line.line.crossings(from, to).any(|(position, _)| self.hedge_at(ix, position) != Hedge::Broken)
        });
        if hedged {
            return Err(Refusal::new("CP 19.4.6a", "there is a hedgerow in his way"));
        }
        Ok(())
    }

    /// Whether a straight way touches the river only where a ford or bridge carries it.
    fn forded(self, river: usize, from: Vec2, to: Vec2) -> bool {
        const STEP: f64 = 4_000.0;
        let areas = &self.rules.ground.areas;
        let steps = (from.distance(to) / STEP).ceil().max(1.0) as u32;
        (0..=steps).map(|step| from + (to - from) * (f64::from(step) / f64::from(steps))).all(|at| {
            !areas[river].outline.contains(at)
                || areas
                    .iter()
                    .any(|area| matches!(area.kind, AreaKind::Ford | AreaKind::Bridge) && area.outline.contains(at))
        })
    }

    /// What a seat's generals may do among its normal moves.
    pub fn general_menu(self, seat: Seat, menu: &mut Vec<Decision>) {
        for general in self.generals_of_seat(seat) {
            if self.judge_detach(seat, general).is_ok() {
                menu.push(Decision::General(GeneralChoice::Detach { general }));
            }
            if self.state.generals[general.ix()].attached.is_some() || self.ride_left(general) < WORTH_RIDING {
                continue;
            }
            let side = self.rules.generals[general.ix()].side;
            let foes = self.foes_in_ride(general);
            let foes = || foes.iter().copied();
            let at = self.state.generals[general.ix()].at;
            for id in self.of_side(side).filter(|&id| self.is_troops(id)) {
                let joins = |to: Vec2| self.ride_clear(general, to, foes()).is_ok();
                if self.within_ride(seat, general, id).is_ok_and(joins) {
                    menu.push(Decision::General(GeneralChoice::Attach { general, unit: id }));
                }
                if !self.influences(general, id) {
                    continue;
                }
                let to = self.place_behind(id);
                if at.distance(to) >= WORTH_RIDING && self.ride_past(seat, general, to, foes).is_ok() {
                    menu.push(Decision::General(GeneralChoice::Ride { general, to }));
                }
            }
        }
    }

    /// Before and after the rout and pursuit moves: who joins or leaves a unit (CP 9.10). Ends with nothing more to do.
    pub fn fleeing_generals_menu(self, side: Side, seat: Seat, menu: &mut Vec<Decision>) {
        for general in self.generals_of_seat(seat).filter(|general| self.rules.generals[general.ix()].side == side) {
            if self.judge_detach(seat, general).is_ok() {
                menu.push(Decision::General(GeneralChoice::Detach { general }));
            }
            for id in self.of_side(side).filter(|&id| self.is_troops(id)) {
                if self.judge_attach(seat, general, id).is_ok() {
                    menu.push(Decision::General(GeneralChoice::Attach { general, unit: id }));
                }
            }
        }
        menu.push(Decision::Turn(TurnChoice::Done));
    }

    /// Whether the generals of a seat have anything to decide while somebody of their side routs or pursues.
    pub fn any_fleeing_general(self, side: Side, seat: Seat) -> bool {
        if !self.of_side(side).any(|id| self.routing(id) || self.pursuing(id)) {
            return false;
        }
        self.generals_of_seat(seat).filter(|general| self.rules.generals[general.ix()].side == side).any(|general| {
            self.judge_detach(seat, general).is_ok()
                || self
                    .of_side(side)
                    .filter(|&id| self.is_troops(id))
                    .any(|id| self.judge_attach(seat, general, id).is_ok())
        })
    }

    fn generals_of_seat(self, seat: Seat) -> impl Iterator<Item = GeneralId> {
        (0..self.rules.generals.len() as u8)
            .map(GeneralId)
            .filter(move |&id| self.rules.generals[id.ix()].seat == seat && self.state.generals[id.ix()].alive)
    }

    /// Half the base a general stands on.
    fn general_half(self) -> Um {
        self.rules.figure_width(Footprint::General) / 2
    }

    /// Where a general stands who keeps close behind a unit.
    fn place_behind(self, id: UnitId) -> Point {
        let body = self.body(id);
        let main = body.main();
        let back = main.depth + f64::from(self.general_half()) + TOUCH;
        let ground = &self.rules.ground;
        let at = (main.front - main.dir * back).round();
        Point::new(at.x.clamp(0, ground.width), at.y.clamp(0, ground.height))
    }

    /// An enemy of `side` that touches a general standing at a place.
    fn enemy_touching(self, side: Side, at: Point) -> Option<UnitId> {
        self.touching(self.of_side(side.other()).filter(|&enemy| self.is_troops(enemy)), at)
    }

    /// The first of some enemies whose ground he would touch there.
    fn touching(self, mut foes: impl Iterator<Item = UnitId>, at: Point) -> Option<UnitId> {
        let (at, reach) = (at.vec(), f64::from(self.general_half()));
        foes.find(|&enemy| self.maybe_near(enemy, at, reach + 1.0) && self.body(enemy).distance_to_point(at) <= reach)
    }
}

impl<L: Listener> Play<'_, L> {
    /// The general rides to a unit and stays with it.
    pub fn attach(&mut self, general: GeneralId, id: UnitId) {
        let table = self.table();
        let from = table.state.generals[general.ix()].at.vec();
        let body = table.body(id).into_body();
        let ridden = body.distance_to_point(from).round() as Um;
        let rider = &mut self.state.generals[general.ix()];
        rider.at = body.main().center().round();
        rider.attached = Some(id);
        rider.spent = rider.spent.saturating_add(ridden);
        self.tell("CP 9.10", told::JOINS, &[Who::General(general), Who::Unit(id)]);
    }

    /// The general leaves his unit and stands behind it.
    pub fn detach(&mut self, general: GeneralId) {
        let Some(id) = self.state.generals[general.ix()].attached else { return };
        let table = self.table();
        let side = table.side(id);
        let behind = table.place_behind(id);
        let safe = table.enemy_touching(side, behind).is_none();
        let rider = &mut self.state.generals[general.ix()];
        rider.attached = None;
        if safe {
            rider.at = behind;
        }
        self.tell("CP 9.10", told::LEAVES, &[Who::General(general), Who::Unit(id)]);
    }

    pub fn ride(&mut self, general: GeneralId, to: Point) {
        let rider = &mut self.state.generals[general.ix()];
        rider.spent = rider.spent.saturating_add(rider.at.distance(to));
        rider.at = to;
        self.tell("CP 15.12.1", told::RIDES_TO, &[Who::General(general), Who::Spot(to)]);
    }

    /// Attached generals go where their unit goes (ruling G51). What they cover in the normal moves is part of their
    /// own ride.
    pub fn generals_follow(&mut self, id: UnitId) {
        if self.state.generals.iter().all(|general| general.attached != Some(id)) {
            return;
        }
        let with_unit = self.table().body(id).main().center().round();
        let normal = self.state.phase == Phase::Movement;
        for general in self.state.generals.iter_mut().filter(|general| general.attached == Some(id)) {
            if normal {
                general.spent = general.spent.saturating_add(general.at.distance(with_unit));
            }
            general.at = with_unit;
        }
    }

    /// After a unit has moved: loose enemy generals it touches get away, or are taken (ruling G51).
    pub fn generals_in_danger(&mut self, id: UnitId) {
        for general in (0..self.state.generals.len() as u8).map(GeneralId) {
            let table = self.table();
            if table.loose_against(general, id).is_some_and(|at| table.touching([id].into_iter(), at).is_some()) {
                self.get_away(general, id);
            }
        }
    }

    /// The same for those on whose base a unit trod on its way.
    pub(crate) fn generals_ridden_over(&mut self, id: UnitId, before: &Body, trail: Trail) {
        for general in (0..self.state.generals.len() as u8).map(GeneralId) {
            let table = self.table();
            let half = table.general_half();
            let base = |at: Point| Body::single(Block::new(Pose::new(at, 0).ahead(half), 2 * half, 2 * half));
            if table.loose_against(general, id).is_some_and(|at| trail.runs_into(before, &base(at))) {
                self.get_away(general, id);
            }
        }
    }

    /// To the nearest friend within a ride, out of the enemy's reach, or into captivity.
    fn get_away(&mut self, general: GeneralId, from: UnitId) {
        let table = self.table();
        let side = table.rules.generals[general.ix()].side;
        let at = table.state.generals[general.ix()].at;
        let reach = f64::from(table.general_speed()) + TOUCH;
        let mut refuge: Option<(f64, UnitId)> = None;
        for friend in table.of_side(side).filter(|&friend| table.is_troops(friend)) {
            let far = table.body(friend).distance_to_point(at.vec());
            let safe = far <= reach && table.enemy_touching(side, table.place_behind(friend)).is_none();
            if safe && refuge.is_none_or(|(nearest, _)| far < nearest) {
                refuge = Some((far, friend));
            }
        }
        match refuge {
            Some((_, friend)) => {
                self.state.generals[general.ix()].at = self.table().place_behind(friend);
                self.tell("CP G51", told::GETS_AWAY, &[Who::General(general), Who::Unit(friend)]);
            }
            None => {
                self.lose_general(general);
                self.tell("CP G51", told::TAKEN_BY, &[Who::General(general), Who::Unit(from)]);
            }
        }
    }

    fn lose_general(&mut self, general: GeneralId) {
        let lost = &mut self.state.generals[general.ix()];
        lost.alive = false;
        lost.attached = None;
    }

    /// A unit is gone: a general who was with it is loose again, unless he ran or was taken with it (ruling G51).
    pub(crate) fn release_generals(&mut self, id: UnitId, loss: Loss) {
        for general in 0..self.state.generals.len() as u8 {
            let general = GeneralId(general);
            if self.state.generals[general.ix()].attached != Some(id) {
                continue;
            }
            if matches!(loss, Loss::RoutedOff | Loss::Surrendered | Loss::Captured) {
                self.lose_general(general);
                self.tell("CP G51", told::LOST_WITH, &[Who::General(general), Who::Unit(id)]);
                continue;
            }
            self.state.generals[general.ix()].attached = None;
            let table = self.table();
            let at = table.state.generals[general.ix()].at;
            if let Some(enemy) = table.enemy_touching(table.side(id), at) {
                self.get_away(general, enemy);
            }
        }
    }

    /// A unit took two hits or more in this phase: every general of its side, or of either where the players read it so,
    /// with it or within 4(3)" is disabled on a 1 (CP 9.12, ruling G52).
    pub fn general_risk(&mut self, id: UnitId) {
        let body = self.body(id);
        let side = self.table().side(id);
        let reach = f64::from(self.table().inches(4)) + TOUCH;
        for general in 0..self.state.generals.len() as u8 {
            let general = GeneralId(general);
            let exposed = {
                let rider = self.state.generals[general.ix()];
                let concerns =
                    self.rules.options.any_unit_endangers_generals || self.rules.generals[general.ix()].side == side;
                let friend = rider.alive && concerns;
                // Beyond the edge with his unit nothing reaches him.
                let there = rider.attached.is_none_or(|unit| self.unit(unit).place == Place::Table);
                friend && there && (rider.attached == Some(id) || body.distance_to_point(rider.at.vec()) <= reach)
            };
            if exposed {
                self.roll_for_general(general, id);
            }
        }
    }

    fn roll_for_general(&mut self, general: GeneralId, id: UnitId) {
        let die = self.d6();
        let disabled = die == 1;
        if disabled {
            self.lose_general(general);
        }
        if self.listener.hears() {
            let table = self.table();
            let fate = if disabled { told::DISABLED } else { told::UNHARMED };
            let entry = Entry {
                dice: vec![die],
                result: table.said(fate, &[Who::General(general)]),
                ..table.entry("CP 9.12", told::IN_DANGER, &[Who::General(general), Who::Unit(id)])
            };
            self.listener.tell(entry);
        }
    }
}
