//! Crews and their guns: losses (SSS 16.2, 33.3, G65), guns hit by counter-battery fire (SSS 16.3, T12).

use super::Aim;
use super::weapons::Weapon;
use crate::cards::{MOST_GUNS, UnitId, Weight};
use crate::face::told::{self, Who};
use crate::measures::BW;
use crate::readings::AmmunitionBlast;
use crate::state::{Aspect, Battery, Gun, GunState, Loss, Place};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Body, TOUCH};
use kernel::{Entry, Faces, Listener, Reckoning, Side};

/// Dice of ready ammunition that blows up (SSS G27).
const BLAST: usize = 3;
/// The same among those who cannot get out of its way (SSS 12.7).
const CONFINED: usize = 5;

impl Table<'_> {
    /// The gun that loses the next figure: one that cannot fire anyway, else the last that is manned, so that the others keep
    /// all their dice (SSS P6 D14).
    fn gun_to_suffer(self, battery: &Battery) -> Option<usize> {
        let manned = |ix: &usize| battery.guns[*ix].crew > 0;
        let idle = |ix: &usize| battery.guns[*ix].state != GunState::Ready || battery.guns[*ix].left.is_some();
        let all = || (0..battery.guns.len()).rev().filter(manned);
        all().find(idle).or_else(|| all().next())
    }
}

impl<L: Listener> Play<'_, L> {
    fn battery_mut(&mut self, id: UnitId) -> Option<&mut Battery> {
        self.state.batteries.iter_mut().find(|battery| battery.unit == id)
    }

    /// Figures of the crews of a battery, or of the battalion guns of a unit, are lost (SSS 16.2, 33.3, G65, G66). Those of a
    /// battery are its Strength Points; a gun without a crew is abandoned, a battery without one is gone.
    pub fn crew_hits(&mut self, id: UnitId, hits: u8) {
        if hits == 0 || self.unit(id).place != Place::Table {
            return;
        }
        for _ in 0..hits {
            let table = self.table();
            let Some(gun) = table.battery(id).and_then(|battery| table.gun_to_suffer(battery)) else { break };
            // Where it stands when nobody serves it any more; battalion guns go with their unit (SSS G65, G66).
            let place = table.is_artillery(id).then(|| table.gun_place(id, gun));
            if let Some(battery) = self.battery_mut(id) {
                let gun = &mut battery.guns[gun];
                gun.crew -= 1;
                if gun.crew == 0 {
                    gun.left = gun.left.or(place);
                }
            }
        }
        let battery = self.table().is_artillery(id);
        self.tell("SSS 16.2", told::CREW_LOST, &[Who::Unit(id), Who::Count(hits.into())]);
        let unit = self.unit_mut(id);
        unit.this_turn.hits = unit.this_turn.hits.saturating_add(hits);
        if battery {
            unit.hits = unit.hits.saturating_add(hits.into());
            self.man_guns(id);
        }
        self.disrupt_by_hits(id);
    }

    /// A battery has a base for each gun that is manned.
    fn man_guns(&mut self, id: UnitId) {
        let manned =
            self.table().battery(id).map_or(0, |battery| battery.guns.iter().filter(|gun| gun.crew > 0).count());
        let held = self.holding_on(id);
        self.unit_mut(id).shrink_to(manned as u8);
        if manned == 0 {
            self.remove(id, Loss::Destroyed);
        } else {
            self.holds_on(id, held);
        }
    }

    /// Once for each who shoots, with whatever and however it splits its fire (SSS 33.3, G162).
    pub(crate) fn gunners_at_risk(&mut self, shooter: UnitId, target: UnitId, unsaved: u8) {
        if unsaved > 0 && !self.unit(shooter).strayed.contains(target) {
            self.unit_mut(shooter).this_turn.strayed.insert(target);
            self.stray_hits_on_gunners(target);
        }
    }

    /// Fire that cost a unit casualties takes a gunner of its battalion guns on a double 6 (SSS 33.3, G66).
    fn stray_hits_on_gunners(&mut self, target: UnitId) {
        let manned = self.table().battery(target).is_some_and(|battery| battery.guns.iter().any(|gun| gun.crew > 0));
        if self.table().is_artillery(target) || !manned || self.unit(target).place != Place::Table {
            return;
        }
        let dice = self.two_d6();
        if self.listener.hears() {
            let table = self.table();
            let result = if dice == [6, 6] { told::GUNNER_HIT } else { told::GUNNERS_SPARED };
            let entry = Entry {
                dice: dice.to_vec(),
                result: table.said(result, &[]),
                ..table.entry("SSS 33.3", told::GUNNERS_AT_RISK, &[Who::Unit(target)])
            };
            self.listener.tell(entry);
        }
        if dice == [6, 6] {
            self.crew_hits(target, 1);
        }
    }

    /// Guns struck by natural sixes of artillery (SSS 16.3, T12, G27): each a gun chosen by lot among those that are manned and
    /// not yet beyond use; abandoned ones are no part of the battery that is shot at (SSS G161).
    pub(crate) fn guns_hit(&mut self, id: UnitId, sixes: u32, weapon: Weapon) {
        for _ in 0..sixes {
            let Some(battery) = self.table().battery(id) else { return };
            let whole = |gun: &Gun| gun.crew > 0 && gun.left.is_none() && gun.state != GunState::Destroyed;
            let guns: ArrayVec<usize, MOST_GUNS> =
                (0..battery.guns.len()).filter(|&ix| whole(&battery.guns[ix])).collect();
            if guns.is_empty() || self.unit(id).place != Place::Table {
                return;
            }
            let which = if guns.len() > 1 { usize::from(self.dice.roll(guns.len() as u8)) - 1 } else { 0 };
            self.gun_hit(id, guns[which], weapon.is_shell());
        }
    }

    /// SSS T12
    fn gun_hit(&mut self, id: UnitId, which: usize, shell: bool) {
        let die = self.d6();
        let out = match (die, shell) {
            (1, _) => 0,
            (2 | 3, _) | (4, true) => self.d3(),
            (4 | 5, _) => self.d6(),
            _ => 0,
        };
        let struck = match (die, shell) {
            (6, false) => Some(GunState::Destroyed),
            (6, true) if self.rules.options.ammunition_blast == AmmunitionBlast::GunLost => Some(GunState::Destroyed),
            _ if out > 0 => Some(GunState::OutOfAction(out)),
            _ => None,
        };
        let words = match (die, shell) {
            (1, _) => "no effect",
            (2 | 3, _) | (4, true) => "a wheel is broken",
            (4 | 5, _) => "the carriage is damaged",
            (_, false) => "the barrel is dismounted",
            (_, true) => "ready ammunition blows up",
        };
        self.tell_gun_hit(id, die, out, words);
        let place = self.table().gun_body(id, which);
        if let (Some(state), Some(battery)) = (struck, self.battery_mut(id)) {
            battery.guns[which].state = worse(battery.guns[which].state, state);
        }
        if die == 6 && shell {
            self.ammunition_blows_up(&place);
        }
    }

    fn tell_gun_hit(&mut self, id: UnitId, die: u8, out: u8, words: &'static str) {
        if self.listener.hears() {
            let table = self.table();
            let who = [Who::Unit(id), Who::Words(words), Who::Count(out.into())];
            let phrase = if out > 0 { told::GUN_OUT } else { told::GUN_HIT };
            let entry = Entry { dice: vec![die], ..table.entry("SSS 16.3", phrase, &who) };
            self.listener.tell(entry);
        }
    }

    /// Every unit within 1 BW of it is tested as by one more round of howitzer fire, its own battery too (SSS T12, G27).
    fn ammunition_blows_up(&mut self, place: &Body) {
        let shell = Weapon::Gun(Weight::Howitzer);
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let table = self.table();
            if table.unit(id).place != Place::Table || !table.body(id).within(place, f64::from(BW) + TOUCH) {
                continue;
            }
            let (sum, dice) = self.shell_bursts(id, place);
            let thrown = self.throw(1, dice, sum.total);
            let mut saves = Faces::new();
            let unsaved = self.save(thrown.hits, shell.save(), &mut saves);
            self.tell_dice("SSS 16.3", told::BLAST, &[Who::Unit(id)], sum.lines, &thrown, Some((shell.save(), &saves)));
            self.suffer_shots(id, unsaved.min(255) as u8);
        }
        for beast in (0..self.state.stampedes.len() as u8).rev() {
            if self.table().beast(beast).is_some_and(|beast| beast.body().within(place, f64::from(BW) + TOUCH)) {
                self.beast_stands_by_blast(beast, place);
            }
        }
    }

    /// What is added to the dice of a shell that bursts there, and how many they are: more at the confined (SSS 12.7, T10, G27).
    pub(crate) fn shell_bursts(&self, id: UnitId, place: &Body) -> (Reckoning, usize) {
        let table = self.table();
        let mut sum = Reckoning::new(self.listener);
        let cover = table.cover_of(id, place.center());
        table.reckon_target(id, Weapon::Gun(Weight::Howitzer), Aspect::Front, cover, &mut sum);
        (sum, if table.is_confined(Aim::Unit(id)) { CONFINED } else { BLAST })
    }

    /// "Any figures": a beast that runs wild is hurt like a unit (SSS T12).
    fn beast_stands_by_blast(&mut self, beast: u8, place: &Body) {
        let (table, shell) = (self.table(), Weapon::Gun(Weight::Howitzer));
        let mut sum = Reckoning::new(self.listener);
        let cover = table.cover_there(&table.beast_body(beast), false, place.center());
        table.reckon_beast(cover, &mut sum);
        let who = table.beast(beast).map_or(Who::Words("a beast"), |beast| Who::Beast(beast.of));
        let thrown = self.throw(1, BLAST, sum.total);
        let mut saves = Faces::new();
        let unsaved = self.save(thrown.hits, shell.save(), &mut saves);
        self.tell_dice("SSS 16.3", told::BLAST, &[who], sum.lines, &thrown, Some((shell.save(), &saves)));
        self.beast_is_hit(beast, unsaved.min(255) as u8);
    }

    /// Guns out of action count the own moves of their side (SSS T12, G2).
    pub(crate) fn guns_mended(&mut self, side: Side) {
        let rules = self.rules;
        for battery in self.state.batteries.iter_mut().filter(|battery| rules.units[battery.unit.ix()].side == side) {
            for gun in &mut battery.guns {
                gun.state = match gun.state {
                    GunState::OutOfAction(moves) if moves > 1 => GunState::OutOfAction(moves - 1),
                    GunState::OutOfAction(_) => GunState::Ready,
                    state => state,
                };
            }
        }
    }
}

/// The longer of two times out of action.
fn worse(was: GunState, is: GunState) -> GunState {
    match (was, is) {
        (GunState::Destroyed, _) | (_, GunState::Destroyed) => GunState::Destroyed,
        (GunState::OutOfAction(was), GunState::OutOfAction(is)) => GunState::OutOfAction(was.max(is)),
        (_, is) => is,
    }
}
