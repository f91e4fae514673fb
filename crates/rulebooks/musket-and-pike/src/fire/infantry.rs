//! Chapter 10.3 and 10.4: Advancing, Skirmishing and Retreating Fire, infantry stacked with guns, Salvo Fire.

use super::{FireChoice, FireStep, Mode, Style, Volley};
use crate::cards::{Class, LeaderId, UnitId, UnitSet};
use crate::face::told::{Of, fire as told};
use crate::movement::Activity;
use crate::reaction::{Event, Trigger};
use crate::sight::{Bar, Purpose};
use crate::state::{Formation, Mark, Morale, Orders, Slot};
use crate::table::{Play, Table};
use field::hexes::{Dir, Hex};
use kernel::{Listener, Refusal};

impl Table<'_> {
    /// Salvo Fire: Heavy Infantry that the battle allows it, Light Infantry where the battle adds it (MP E-GAG-16), once a turn
    /// (MP 10.4a, 10.4b).
    pub(super) fn judge_salvo(self, id: UnitId) -> Result<(), Bar> {
        let may = match self.class(id) {
            Class::HeavyInfantry => self.card(id).salvo,
            Class::LightInfantry => self.rules.options.light_salvo,
            _ => false,
        };
        if !may {
            Err(Bar::new("MP 10.4a", "it does not know the Salvo"))
        } else if self.unit(id).has(Mark::Salvo) {
            Err(Bar::new("MP 10.4b", "it has fired its Salvo of this turn"))
        } else {
            Ok(())
        }
    }

    /// Infantry by itself, and not Formation Broken, fires on the move (MP 10.3.1c, 10.3.2e, 10.3.4d).
    fn judge_moving_fire(self, id: UnitId, broken: &'static str) -> Result<(), Bar> {
        let infantry = matches!(self.class(id), Class::HeavyInfantry | Class::LightInfantry);
        if !infantry || self.unit(id).slot == Slot::Under {
            Err(Bar::new("MP 10.3.1c", "only infantry by itself has Advancing and Retreating Fire"))
        } else if self.in_formation(id, Formation::Broken) {
            Err(Bar::new(broken, "a Formation Broken unit does not move with its fire"))
        } else {
            Ok(())
        }
    }

    /// Advancing Fire with a step into a front hex, under Charge only (MP 5.6.5e).
    pub(super) fn judge_advancing_fire(self, id: UnitId, dir: Dir) -> Result<(), Refusal> {
        self.judge_moving_fire(id, "MP 10.3.2e").map_err(|bar| bar.refusal(self))?;
        if self.orders(id) != Orders::Charge {
            return Err(Refusal::new("MP 10.3.2e", "Advancing Fire needs Charge Orders"));
        }
        if !self.unit(id).facing.front().contains(&dir) {
            return Err(Refusal::new("MP 10.3.2f", "Advancing Fire goes directly forward, without a turn"));
        }
        if self.holds_fast(id, self.pose(id)).is_some() {
            return Err(Refusal::new("MP 5.6.1f", "an enemy unit that no other friend faces holds it where it is"));
        }
        self.judge_fire_step(id, dir, "MP 10.3.2g")?;
        // Under its cavalry it would not be infantry by itself any more (MP 10.3.1c).
        let ahead = self.unit(id).hexes().filter_map(|hex| self.ground().grid.neighbour(hex, dir));
        if ahead.into_iter().any(|hex| self.body_at(hex).is_some_and(|body| body != id)) {
            return Err(Refusal::new("MP 10.3.2g", "another unit holds that hex"));
        }
        let ahead = self.unit(id).hexes().filter_map(|hex| self.ground().grid.neighbour(hex, dir));
        let finds = |hex: Hex| self.fronts_enemy_from(id, hex);
        if ahead.into_iter().any(finds) {
            Ok(())
        } else {
            Err(Refusal::new("MP 10.3.2a", "it would have no enemy unit in a front hex"))
        }
    }

    /// Whether a unit that stood in a hex, facing as it does, would have an enemy unit before it that it can fire at.
    fn fronts_enemy_from(self, id: UnitId, from: Hex) -> bool {
        let side = self.side(id);
        self.unit(id).facing.front().into_iter().any(|dir| {
            self.ground().grid.neighbour(from, dir).is_some_and(|at| {
                matches!(self.target_in(side, at), Ok(Some(_))) && self.sees(id, from, at, Purpose::Sight)
            })
        })
    }

    /// The step that belongs to a fire: no hex it may not enter, by terrain, stacking or Orders (MP 10.3.2g, 10.3.4e, ruling MP G31).
    fn judge_fire_step(self, id: UnitId, dir: Dir, rule: &'static str) -> Result<(), Refusal> {
        if self.unit(id).has(Mark::Held) {
            return Err(Refusal::new("MP 8.2.2c", "it may not move any more in this activation"));
        }
        let here = self.pose(id);
        if let Some(to) = here.shifted(&self.ground().grid, dir) {
            self.commander_lets_go(id, to)?;
            if self.is_too_narrow(id, here, to) {
                return Err(Refusal::new(rule, "a line puts no half on a bridge"));
            }
        }
        for from in here.hexes() {
            let Some(to) = self.ground().grid.neighbour(from, dir) else {
                return Err(Refusal::new(rule, "it would leave the map"));
            };
            if self.entry_cost(id, from, dir).is_none() {
                return Err(Refusal::new(rule, "it may not enter that ground"));
            }
            self.may_join_as_it_faces(id, to, rule)?;
            self.orders_allow_entering(id, to)?;
        }
        Ok(())
    }

    /// Whoever keeps his facing comes only to an empty hex, or to a partner who faces the same way (MP 8.2.2b).
    pub(super) fn may_join_as_it_faces(self, id: UnitId, to: Hex, rule: &'static str) -> Result<(), Refusal> {
        match self.body_at(to) {
            Some(body) if body != id && !self.may_join(id, body) => {
                Err(Refusal::new(rule, "another unit holds that hex"))
            }
            Some(body) if self.unit(body).facing != self.unit(id).facing => {
                Err(Refusal::new(rule, "the unit there faces another way"))
            }
            _ => self.may_stand(id, to),
        }
    }

    /// Whether a gun, fit to fire or not, shares one of the unit's hexes next to an enemy unit, above it or below (MP 10.3.5b). Disabled and
    /// captured guns are no longer units, lie at the bottom (MP 10.8.9e) and are not found.
    fn gun_with(self, id: UnitId, gun_on_top: bool) -> bool {
        let side = self.side(id);
        self.unit(id).hexes().any(|hex| {
            let gun = self.gun_at(hex).filter(|&gun| self.is_gun(gun));
            gun.is_some() && self.is_top(id, hex) != gun_on_top && self.enemy_adjacent(side, hex)
        })
    }

    /// Advancing Fire without leaving the hex: from below a gun to its top, under any Orders (MP 10.3.5a, 10.3.5c).
    pub(super) fn judge_fire_on_top(self, id: UnitId) -> Result<(), Bar> {
        self.judge_moving_fire(id, "MP 10.3.2e")?;
        if !self.gun_with(id, true) {
            return Err(Bar::new("MP 10.3.5b", "it does not lie below a gun in a hex next to an enemy unit"));
        }
        if self.unit(id).hexes().any(|hex| self.fronts_enemy_from(id, hex)) {
            Ok(())
        } else {
            Err(Bar::new("MP 10.3.2a", "it has no enemy unit in a front hex"))
        }
    }

    /// Retreating Fire may be declared: Orders, formation, and a way back to be taken afterwards (MP 10.3.4d, ruling MP G31).
    pub(super) fn judge_retreating_fire(self, id: UnitId) -> Result<(), Refusal> {
        self.judge_moving_fire(id, "MP 10.3.4d").map_err(|bar| bar.refusal(self))?;
        if self.orders(id) == Orders::Charge {
            return Err(Refusal::new("MP 10.3.4d", "there is no Retreating Fire under Charge Orders"));
        }
        let mut way = false;
        self.each_step_back(id, &mut |_| way = true);
        if way { Ok(()) } else { Err(Refusal::new("MP 10.3.4e", "no rear hex is open to it")) }
    }

    /// Calls `visit` with every way back of Retreating Fire.
    pub(super) fn each_step_back(self, id: UnitId, visit: &mut impl FnMut(FireChoice)) {
        for dir in self.unit(id).facing.rear() {
            if self.judge_step_back(id, dir).is_ok() {
                visit(FireChoice::StepBack(dir));
            }
        }
        if self.judge_go_below(id).is_ok() {
            visit(FireChoice::Below);
        }
    }

    /// The next leader who may go along with the step.
    pub(crate) fn next_in_company(self, volley: &Volley) -> Option<LeaderId> {
        let asked = |leader: LeaderId| volley.asked_leaders & 1 << leader.0 != 0;
        let full = volley.company.iter().all(Option::is_some);
        self.leaders_to_take(volley.firer).find(|&leader| !full && !asked(leader))
    }

    /// Back into any rear hex, facing as before (MP 10.3.4c).
    pub(super) fn judge_step_back(self, id: UnitId, dir: Dir) -> Result<(), Refusal> {
        if !self.unit(id).facing.rear().contains(&dir) {
            return Err(Refusal::new("MP 10.3.4c", "it goes back into a rear hex"));
        }
        self.judge_fire_step(id, dir, "MP 10.3.4e")
    }

    /// Below the gun in its hex instead (MP 10.3.5d).
    pub(super) fn judge_go_below(self, id: UnitId) -> Result<(), Bar> {
        if self.gun_with(id, false) {
            Ok(())
        } else {
            Err(Bar::new("MP 10.3.5b", "it does not lie on top of a gun in a hex next to an enemy unit"))
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn mount_to_fire(&mut self, id: UnitId) {
        self.tell("MP 10.3.5c", told::COMES_BEFORE_GUNS, &[Of::Unit(id)]);
        self.set_guns_on_top(id, false);
    }

    /// The step of a fire is decided on.
    pub(super) fn go_on(&mut self, dir: Dir) {
        self.volley_mut(|volley| volley.step = Some(dir));
        self.fire_goes_to(FireStep::Company);
    }

    /// Leader after leader is asked whether he goes along; then the step is made.
    pub(super) fn gather_company(&mut self, volley: &Volley) {
        if let Some(leader) = self.table().next_in_company(volley) {
            // MP 5.2.1d: one who would be left alone goes along unasked.
            if !self.table().may_stay_behind(leader, volley.firer, false) {
                return self.settle_company(leader, true);
            }
            return self.ask_firer_or_target(FireStep::Company);
        }
        match volley.style {
            Style::Retreating => self.fall_back(volley),
            _ => self.advance_to_fire(volley),
        }
    }

    pub(super) fn settle_company(&mut self, leader: LeaderId, goes: bool) {
        self.volley_mut(|volley| {
            volley.asked_leaders |= 1 << leader.0;
            if let Some(place) = volley.company.iter_mut().find(|place| goes && place.is_none()) {
                *place = Some(leader);
            }
        });
    }

    /// One hex forward before Advancing Fire; it costs no points (MP 10.3.1b) but whatever Formation Hits the ground gives (MP 10.3.2b).
    /// Whoever comes into a gun's hex lies on top of it, for else it could not fire.
    fn advance_to_fire(&mut self, volley: &Volley) {
        let id = volley.firer;
        self.fire_goes_to(FireStep::Aim);
        self.tell("MP 10.3.2a", told::GOES_FORWARD, &[Of::Unit(id)]);
        self.make_fire_step(volley);
        self.set_guns_on_top(id, false);
    }

    /// Back after Retreating Fire, facing as before (MP 10.3.4c); it is a trigger of its own (ruling MP G-A32).
    fn fall_back(&mut self, volley: &Volley) {
        let id = volley.firer;
        self.end_volley();
        self.tell("MP 10.3.4a", told::FALLS_BACK, &[Of::Unit(id)]);
        let from = self.footing(id);
        self.make_fire_step(volley);
        self.announce_retreat(id, Event::Enters);
        self.settle_on_gun(id, from);
    }

    fn make_fire_step(&mut self, volley: &Volley) {
        let id = volley.firer;
        let from = self.table().pose(id);
        let Some(to) = volley.step.and_then(|dir| from.shifted(&self.rules.ground.grid, dir)) else { return };
        let partner = self.table().body_at(to.hex).filter(|&body| body != id && from.other.is_none());
        self.enter(id, to.hex, to.other, to.facing, Activity::FireStep);
        if let Some(partner) = partner {
            self.join_stack(id, partner);
        }
        let to = self.table().pose(id);
        self.carry(volley.company, from, to);
    }

    /// After the enemy's reactions a unit that used Retreating Fire goes back, unless it is broken in formation or morale, gone, or has
    /// nowhere to go (MP 10.3.4a, ruling MP G31).
    pub(super) fn step_back(&mut self, volley: &Volley) {
        let table = self.table();
        let unit = table.unit(volley.firer);
        let able = unit.on_map() && unit.morale != Morale::Broken && unit.formation != Formation::Broken;
        if volley.shots().all(|shot| shot.mode != Mode::Retreating) || !able {
            return self.end_volley();
        }
        let (mut ways, mut only) = (0, None);
        table.each_step_back(volley.firer, &mut |way| (ways, only) = (ways + 1, Some(way)));
        match (ways, only) {
            (1, Some(FireChoice::StepBack(dir))) => self.go_on(dir),
            (1, Some(_)) => self.go_below(volley),
            (0, _) => self.end_volley(),
            _ => self.ask_firer_or_target(FireStep::StepBack),
        }
    }

    pub(super) fn go_below(&mut self, volley: &Volley) {
        let id = volley.firer;
        self.end_volley();
        self.tell("MP 10.3.5d", told::GOES_BEHIND_GUNS, &[Of::Unit(id)]);
        self.set_guns_on_top(id, true);
        self.announce_retreat(id, Event::Restacks);
    }

    /// Fire at the step back has the same modifier as fire at the shot (MP 10.3.4b, ruling MP G-A32).
    fn announce_retreat(&mut self, id: UnitId, event: Event) {
        let side = self.table().side(id);
        let trigger = Trigger {
            unit: id,
            event,
            spent: false,
            ran: false,
            retreating: true,
            artillery: false,
            barred: UnitSet::EMPTY,
        };
        self.trigger(trigger, side.other());
    }
}
