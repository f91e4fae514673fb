//! Chapter 10.1 and 10.2: who may fire, into which hexes, at whom; pistols; ammunition (10.7).

use super::modifiers::Line;
use super::{FireChoice, Mode, Style, Volley};
use crate::cards::{Class, UnitId};
use crate::sight::{Bar, Purpose};
use crate::state::{Formation, Mark, Morale, Slot};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex, Side as Aspect};
use kernel::{Refusal, Side};

/// What fires one shot: a one-hex unit, a half of a two-hex unit, or one of cavalry and the Light Infantry with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shooter {
    pub by: UnitId,
    pub from: Hex,
    pub half: Option<Hand>,
}

impl Table<'_> {
    /// Whether a unit can fire at another now at all: arc, range, sight, formation, ammunition, stack (MP 10.1.1a to 10.1.5c).
    pub fn can_fire_at(self, firer: UnitId, target: UnitId, reaction: bool) -> Result<(), Refusal> {
        self.bar_to_fire_at(firer, target, reaction, false).map_err(|bar| bar.refusal(self))
    }

    /// The same at a stack that has changed its order, whoever of it lies on top now (MP 9.1.3e).
    pub fn can_fire_at_stack(self, firer: UnitId, of: UnitId) -> Result<(), Refusal> {
        self.bar_to_fire_at(firer, of, true, true).map_err(|bar| bar.refusal(self))
    }

    /// The same without words, for those who ask often.
    #[inline]
    pub fn fires_at(self, firer: UnitId, target: UnitId, reaction: bool) -> bool {
        self.bar_to_fire_at(firer, target, reaction, false).is_ok()
    }

    fn bar_to_fire_at(self, firer: UnitId, target: UnitId, reaction: bool, at_stack: bool) -> Result<(), Bar> {
        // Light Infantry stacked with cavalry is fired at together with it.
        let target = self.answers_for(target);
        if !self.unit(firer).on_map() || !self.unit(target).on_map() {
            return Err(Bar::new("MP 10.1.1b", "one of them is not on the map"));
        }
        let range = if self.is_gun(firer) { self.card(firer).range } else { 1 };
        if self.distance(firer, target) > range {
            return Err(out_of_range(self.is_gun(firer)));
        }
        self.may_fire(firer, reaction)?;
        let volley = Volley { answers: reaction.then_some(target), at_stack, ..Volley::new(firer) };
        let mut why = Bar::new("MP 10.1.1d", "nothing of it can fire from there");
        for shooter in self.shooters_of(&volley) {
            for at in self.unit(target).hexes() {
                let mode = self.usual_mode(shooter.by);
                match self.judge_shot(&volley, shooter, at, mode) {
                    Ok(found) if found == Some(target) || found.is_some() && at_stack => return Ok(()),
                    Ok(_) => why = Bar::new("MP 8.3.1b", "it is not on top of its stack"),
                    Err(bar) => why = bar,
                }
            }
        }
        Err(why)
    }

    /// How a unit fires when it does nothing special.
    fn usual_mode(self, id: UnitId) -> Mode {
        match self.class(id) {
            Class::Cavalry => Mode::Pistol,
            Class::Artillery => Mode::Artillery,
            Class::HeavyInfantry | Class::LightInfantry | Class::Wagon => Mode::Skirmish,
        }
    }

    /// Whether the state a unit is in lets it fire (MP 6.3.2b, 6.3.4i, 10.8.8a, 12.4.3e).
    pub(crate) fn may_fire(self, id: UnitId, reaction: bool) -> Result<(), Bar> {
        let unit = self.unit(id);
        if !unit.on_map() {
            return Err(Bar::new("MP 10.1.1a", "it is not on the map"));
        }
        match self.class(id) {
            Class::Wagon => return Err(Bar::new("MP 14.1a", "wagons do not fire")),
            Class::Artillery => return self.gun_may_fire(id),
            _ if unit.slot == Slot::Under => {
                return Err(Bar::new("MP 8.2.1c", "it fires together with the cavalry it is stacked with"));
            }
            _ => {}
        }
        match unit.formation {
            _ if unit.morale == Morale::Broken => Err(Bar::new("MP 12.4.3e", "a Morale Broken unit does not fire")),
            Formation::Hedgehog => Err(Bar::new("MP 6.3.2b", "a Hedgehog does not fire")),
            Formation::Column => Err(Bar::new("MP 6.3.4i", "a unit in Column does not fire")),
            _ if unit.has(Mark::InCover) => Err(Bar::new("MP 9.4.5b", "it has taken cover in this activation")),
            _ if reaction && unit.has(Mark::Exhausted) => {
                Err(Bar::new("MP 9.4.1aa", "its Reaction Fire is exhausted for this activation"))
            }
            _ => Ok(()),
        }
    }

    /// The units and halves that can fire, each from its own hex and only where they lie on top (MP 8.2.1c, 8.3.1c, 10.1.1d, 10.1.3d).
    pub(crate) fn shooters(self, id: UnitId) -> ArrayVec<Shooter, 2> {
        let unit = self.unit(id);
        let mut shooters = ArrayVec::new();
        match (unit.other, unit.with) {
            (Some(right), _) => {
                for (hand, from) in [(Hand::Left, unit.hex), (Hand::Right, right)] {
                    if self.is_top(id, from) {
                        shooters.push(Shooter { by: id, from, half: Some(hand) });
                    }
                }
            }
            (None, foot) if self.is_top(id, unit.hex) => {
                shooters.push(Shooter { by: id, from: unit.hex, half: None });
                shooters.extend(foot.map(|by| Shooter { by, from: unit.hex, half: None }));
            }
            _ => {}
        }
        shooters
    }

    /// Those of them that have a part in a volley.
    fn shooters_of(self, volley: &Volley) -> ArrayVec<Shooter, 2> {
        let mut shooters = self.shooters(volley.firer);
        shooters.retain(|shooter| self.has_part(volley, shooter.by));
        shooters
    }

    /// Light Infantry stays out where its cavalry fires alone; either stays out where an advance is answered from the combat that it was in itself
    /// (MP 11.4.9a).
    fn has_part(self, volley: &Volley, by: UnitId) -> bool {
        let window =
            self.state.windows.last().filter(|window| volley.answers.is_some() && window.side == self.side(by));
        let barred = window.is_some_and(|window| window.trigger.barred.contains(by));
        !barred && (by == volley.firer || !volley.without_foot)
    }

    /// Whom a shot into a hex strikes: the enemy unit on top (MP 8.3.1b), or nobody but leaders (MP 10.1.1b, ruling MP G11).
    pub(crate) fn target_in(self, side: Side, hex: Hex) -> Result<Option<UnitId>, Bar> {
        match self.top_of(hex) {
            Some(id) if self.side(id) == side => Err(Bar::new("MP 10.1.1b", "that is no enemy")),
            Some(id) if !self.is_wagon(id) => Ok(Some(id)),
            top => {
                let leader = self.leaders_at(hex).any(|leader| self.leader_card(leader).side != side);
                match (leader, top) {
                    (true, _) => Ok(None),
                    (false, Some(_)) => Err(Bar::new("MP 10.1.1c", "nobody fires at wagons")),
                    (false, None) => Err(Bar::new("MP 10.1.1b", "no enemy is there")),
                }
            }
        }
    }

    /// Whether one shot is legal; gives whom it strikes.
    pub(crate) fn judge_shot(
        self,
        volley: &Volley,
        shooter: Shooter,
        at: Hex,
        mode: Mode,
    ) -> Result<Option<UnitId>, Bar> {
        self.judge_mode(volley, shooter.by, mode)?;
        if mode == Mode::Artillery {
            self.judge_gun_range(shooter.by, at)?;
            if volley.answers.is_some() && !self.reacts_as_far(shooter.by, at) {
                return Err(Bar::new("MP 9.1.2c", "Reaction Fire of a gun goes to its grazing range"));
            }
        } else {
            self.judge_reach(shooter, at, mode)?;
        }
        let target = self.target_in(self.side(shooter.by), at)?;
        if volley.answers.is_some() && !target.is_some_and(|target| volley.is_answered_at(self, target)) {
            return Err(Bar::new("MP 9.1.1l", "Reaction Fire goes only at the unit that gave the trigger"));
        }
        if target.is_none() && mode.style() != Style::Standing {
            return Err(Bar::new("MP 10.3.1c", "Advancing and Retreating Fire go at an enemy unit"));
        }
        let purpose = if mode == Mode::Artillery { Purpose::Artillery } else { Purpose::Sight };
        self.look(shooter.by, shooter.from, at, purpose).map(|()| target)
    }

    /// Infantry and cavalry fire one hex far, into front and flank hexes (MP 10.1.2a, 10.1.2b, 10.1.3a, 10.1.3c); what moves with its
    /// fire, and a Salvo, goes to the front alone (MP 10.3.2a, 10.3.4a, 10.4b).
    fn judge_reach(self, shooter: Shooter, at: Hex, mode: Mode) -> Result<(), Bar> {
        let Some(dir) = self.ground().grid.direction(shooter.from, at) else {
            return Err(out_of_range(false));
        };
        let front_only = |rule, why| Err(Bar::new(rule, why));
        match (self.unit(shooter.by).facing.side(dir), mode) {
            (Aspect::Front, _) => Ok(()),
            (Aspect::Rear, _) => Err(Bar::new("MP 10.1.3c", "nobody fires to his rear")),
            (Aspect::Flank, Mode::Salvo) => front_only("MP 10.4b", "a Salvo goes into front hexes only"),
            (Aspect::Flank, Mode::Advancing) => front_only("MP 10.3.2a", "Advancing Fire goes into front hexes only"),
            (Aspect::Flank, Mode::Retreating) => front_only("MP 10.3.4a", "Retreating Fire goes into front hexes only"),
            (Aspect::Flank, _) => Ok(()),
        }
    }

    /// Who fires how (T-FIRE-OPTIONS; MP 10.3.1c, 10.4a, 10.4g, 10.7.3a, 14.3a).
    fn judge_mode(self, volley: &Volley, by: UnitId, mode: Mode) -> Result<(), Bar> {
        match (self.class(by), mode) {
            // MP 10.2e: after two shots it must reload.
            (Class::Cavalry, Mode::Pistol) if self.unit(by).pistols == 0 => {
                Err(Bar::new("MP 10.7.3a", "it has no loaded pistols left"))
            }
            (Class::Cavalry, Mode::Pistol) | (Class::Artillery, Mode::Artillery) => Ok(()),
            (Class::Cavalry, _) => Err(Bar::new("MP 14.3a", "horsemen, mounted or not, fire their pistols only")),
            (Class::HeavyInfantry | Class::LightInfantry, _) if volley.riding => {
                Err(Bar::new("MP 10.3.1a", "infantry does not fire in the middle of a move"))
            }
            // MP 10.4g: Salvo and Normal Fire are separate Actions, in reaction too (ruling MP G-A55).
            (Class::HeavyInfantry | Class::LightInfantry, _)
                if volley.shots().any(|shot| shot.by == by && (shot.mode == Mode::Salvo) != (mode == Mode::Salvo)) =>
            {
                Err(Bar::new("MP 10.4g", "both halves fire a Salvo, or neither does"))
            }
            (Class::HeavyInfantry | Class::LightInfantry, _) if mode.style() != volley.style => {
                Err(if mode == Mode::Salvo {
                    Bar::new("MP 10.4g", "a Salvo has no movement")
                } else {
                    Bar::new("MP 10.3.1c", "both shots are of one kind")
                })
            }
            (_, Mode::Salvo) => self.judge_salvo(by),
            (Class::HeavyInfantry | Class::LightInfantry, Mode::Skirmish | Mode::Advancing | Mode::Retreating) => {
                Ok(())
            }
            _ => Err(Bar::new("MP 10.3.1c", "it has no such fire")),
        }
    }

    /// Calls `visit` with every legal next shot of a volley. Of two hexes of one target that are the same to the shooter only one is named.
    pub(crate) fn each_shot(self, volley: &Volley, visit: &mut impl FnMut(FireChoice)) {
        if volley.shots[1].is_some() || self.may_fire(volley.firer, volley.answers.is_some()).is_err() {
            return;
        }
        for shooter in self.shooters_of(volley) {
            if volley.shots().any(|shot| (shot.by, shot.from) == (shooter.by, shooter.from)) {
                continue;
            }
            if self.is_gun(shooter.by) {
                self.each_gun_target(volley, shooter, visit);
            } else {
                self.each_musket_target(volley, shooter, visit);
            }
        }
    }

    fn each_musket_target(self, volley: &Volley, shooter: Shooter, visit: &mut impl FnMut(FireChoice)) {
        let side = self.side(shooter.by);
        let mut seen: ArrayVec<(Hex, Option<UnitId>), 6> = ArrayVec::new();
        for dir in Dir::ALL {
            let Some(at) = self.ground().grid.neighbour(shooter.from, dir) else { continue };
            let Ok(target) = self.target_in(side, at) else { continue };
            let twin = |&(hex, other): &(Hex, Option<UnitId>)| {
                target.is_some() && other == target && self.same_mark(shooter, target, [hex, at])
            };
            if seen.iter().any(twin) {
                continue;
            }
            seen.push((at, target));
            for mode in Mode::ALL {
                if self.judge_shot(volley, shooter, at, mode).is_ok() {
                    visit(FireChoice::Shoot { half: shooter.half, at, mode });
                }
            }
        }
    }

    /// Whether it makes no difference into which of two hexes of a unit a shot goes.
    fn same_mark(self, shooter: Shooter, target: Option<UnitId>, [one, other]: [Hex; 2]) -> bool {
        let grid = &self.ground().grid;
        let cover = |at| self.cover_on(Line { firer: shooter.by, from: shooter.from, target, at });
        let aspect = |hex| grid.direction(shooter.from, hex).map(|dir| self.unit(shooter.by).facing.side(dir));
        let led = |hex| self.leaders_at(hex).next().is_some();
        aspect(one) == aspect(other)
            && cover(one) == cover(other)
            && self.ground().terrain_of(one).cover == self.ground().terrain_of(other).cover
            && !led(one)
            && !led(other)
    }

    /// Whether a shot is a legal next one.
    pub(crate) fn judge_next_shot(self, volley: &Volley, half: Option<Hand>, at: Hex, mode: Mode) -> Result<(), Bar> {
        self.may_fire(volley.firer, volley.answers.is_some())?;
        let shooter = self.shooter_of(volley.firer, half, mode)?;
        if volley.shots().any(|shot| (shot.by, shot.from) == (shooter.by, shooter.from)) {
            return Err(Bar::new("MP 10.1.4c", "it has fired with that already"));
        }
        if !self.has_part(volley, shooter.by) {
            return Err(Bar::new("MP 10.3.1a", "the Light Infantry has had its Action, or has no part in this"));
        }
        self.judge_shot(volley, shooter, at, mode).map(|_| ())
    }

    /// Which half, or which of two stacked units, a shot is meant for.
    pub(crate) fn shooter_of(self, firer: UnitId, half: Option<Hand>, mode: Mode) -> Result<Shooter, Bar> {
        let fits = |shooter: &Shooter| {
            let pistols = self.has_pistols(shooter.by);
            shooter.half == half && pistols == (mode == Mode::Pistol)
        };
        let of_stack = |shooter: &Shooter| self.unit(firer).with.is_none() && shooter.half == half;
        let shooters = self.shooters(firer);
        let found = shooters.iter().find(|&shooter| fits(shooter) || of_stack(shooter));
        found.copied().ok_or(if half.is_some() {
            Bar::new("MP 8.3.1c", "no such half of it can fire")
        } else {
            Bar::new("MP 8.3.1b", "only the unit on top of a stack fires")
        })
    }
}

fn out_of_range(gun: bool) -> Bar {
    if gun {
        Bar::new("MP 10.1.2c", "it is out of range")
    } else {
        Bar::new("MP 10.1.2b", "infantry and cavalry fire no farther than the next hex")
    }
}
