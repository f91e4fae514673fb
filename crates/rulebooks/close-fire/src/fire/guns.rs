//! Guns: one die each, with the weights, ranges and circumstances of T6 (CF 13.14 to 13.24).

use super::targets::{Target, Targets, nearest};
use crate::cards::{GunKind, MOST_UNITS, UnitId};
use crate::charts::Reach;
use crate::face::told::{self, Who};
use crate::ground::Protection;
use crate::measures::{OBLIQUE, QUARTER, YARD, yds};
use crate::morale::{Cause, Occasion};
use crate::readings::{EnfiladeAngle, IndirectMinRange, MortarDirect, SameRange};
use crate::state::{Formation, LastShot, Place};
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use field::table::{Cdeg, Um, bearing, turn};
use kernel::{Entry, Listener, Reckoning, Refusal};

/// One thing a gun may do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shot {
    pub target: Target,
    pub indirect: bool,
}

pub(super) type Shots = ArrayVec<Shot, { 2 * MOST_UNITS }>;

/// What a gun's last shot was to this one (CF 13.23, G43).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    New,
    /// The same target, at another range or after a pause.
    Known,
    /// The same target and range as last turn.
    Ranged,
}

impl Table<'_> {
    /// Whether a gun may fire at all (CF 13.1).
    pub(super) fn may_fire_gun(self, gun: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(gun);
        let why = match () {
            () if !self.is_gun(gun) || unit.dummy => "only guns fire in this phase",
            () if !self.is_at_hand(gun) => "the gun is not on the table",
            () if unit.limbered => "a gun fires off its limber",
            () if !self.is_crewed(gun) => "nobody serves the gun",
            () if unit.fired || unit.held_fire => "it has fired, or holds its fire",
            () if self.in_contact(gun) => {
                return Err(Refusal::new("CF G141", "its crew is hand to hand with the enemy"));
            }
            () => return Ok(()),
        };
        Err(Refusal::new("CF 13.1", why))
    }

    fn kind_of(self, gun: UnitId) -> GunKind {
        self.unit(gun).gun.unwrap_or(GunKind::Field)
    }

    /// How far it reaches (CF 13.14, T6a).
    fn reach_of(self, gun: UnitId) -> Reach {
        self.rules.charts.reach(self.kind_of(gun))
    }

    /// Enemies in the arc and within the range of a gun (CF 13.3, 13.8, 13.14, 13.25).
    fn within_range(self, gun: UnitId) -> Targets {
        let (body, most) = (self.body(gun), self.reach_of(gun).maximum);
        let mut targets = Targets::new();
        // What nobody sees is for howitzers and mortars only.
        for (id, open) in self.enemies_to_hit(gun, most, !self.kind_of(gun).lobs()) {
            let range = self.range_from(gun, body.main(), &open).filter(|&range| within(range, most));
            if let Some(range) = range {
                targets.push(Target { id, range });
            }
        }
        targets
    }

    /// Everything a gun may do with its shot (CF 13.5, 13.6, 13.7): the nearest target in sight, or any under control of its
    /// leader; a howitzer or mortar may lob its shells, at those in sight first, or where none is at those it cannot see.
    pub(super) fn shots_of(self, gun: UnitId) -> Shots {
        let mut shots = Shots::new();
        if self.may_fire_gun(gun).is_err() {
            return shots;
        }
        let options = &self.rules.options;
        let (kind, free) = (self.kind_of(gun), self.is_controlled_now(gun));
        let close = self.reach_of(gun).close;
        let all = self.within_range(gun);
        let seen: Targets = all.iter().copied().filter(|target| self.sees(gun, target.id)).collect();
        if kind != GunKind::Mortar || options.mortar_direct == MortarDirect::On {
            add(&mut shots, &seen, false, free);
        }
        if kind.lobs() {
            let far =
                |target: &&Target| options.indirect_min_range == IndirectMinRange::None || !within(target.range, close);
            let visible: Targets = seen.iter().filter(far).copied().collect();
            let any: Targets = all.iter().filter(far).copied().collect();
            // CF G41
            let choice = if free || visible.is_empty() { &any } else { &visible };
            add(&mut shots, choice, true, free);
        }
        shots
    }

    /// Whether a gun may fire at that one, and if not, which rule forbids it.
    pub(super) fn judge_shot(self, gun: UnitId, target: UnitId, indirect: bool) -> Result<(), Refusal> {
        self.may_fire_gun(gun)?;
        let wanted = |shot: &Shot| shot.target.id == target && shot.indirect == indirect;
        if self.shots_of(gun).iter().any(wanted) {
            return Ok(());
        }
        let (rule, why) = self.why_no_shot(gun, target, indirect);
        Err(Refusal::new(rule, why))
    }

    fn why_no_shot(self, gun: UnitId, target: UnitId, indirect: bool) -> (&'static str, &'static str) {
        if self.side(target) == self.side(gun) || !self.is_worth_fire(target) {
            return ("CF 13.1", "guns fire at the enemy");
        }
        let (kind, options) = (self.kind_of(gun), &self.rules.options);
        if indirect && !kind.lobs() {
            return ("CF 13.7", "only howitzers and mortars fire indirectly");
        }
        if !indirect && kind == GunKind::Mortar && options.mortar_direct == MortarDirect::Off {
            return ("CF G41", "a mortar fires indirectly only");
        }
        let open = self.open_bases(gun, target);
        if open.is_empty() {
            return ("CF 13.8", "friends are within 20 yards of it");
        }
        let Reach { maximum: most, close, .. } = self.reach_of(gun);
        match self.range_from(gun, self.body(gun).main(), &open) {
            None => return ("CF 13.3", "it is more than 45° off straight ahead"),
            Some(range) if !within(range, most) => return ("CF 13.14", "it is out of range"),
            Some(range) if indirect && within(range, close) && options.indirect_min_range != IndirectMinRange::None => {
                return ("CF G41", "it is too near for indirect fire");
            }
            Some(_) => {}
        }
        if !indirect && !self.sees(gun, target) {
            return ("CF 13.7", "it is not in sight");
        }
        ("CF 13.5", "the nearest target must be taken, unless its leader controls the gun")
    }

    // --- What changes the roll (T6b)

    fn aim_of(self, gun: UnitId, target: &Target) -> Aim {
        let Some(last) = self.unit(gun).last_shot.filter(|last| last.at == target.id) else { return Aim::New };
        let same = match self.rules.options.same_range {
            SameRange::Undisplaced => !last.displaced,
            SameRange::Measured => (target.range - f64::from(last.range)).abs() < f64::from(yds(10)),
            SameRange::NoAction => !last.acted && !last.displaced,
        };
        let lately = u16::from(last.turn) + 1 == u16::from(self.state.turn);
        if same && lately { Aim::Ranged } else { Aim::Known }
    }

    /// The line from gun to target runs along a formed line (CF 13.21, G42).
    fn enfilades(self, gun: UnitId, target: UnitId) -> bool {
        let (own, theirs) = (self.body(gun), self.body(target));
        let most = match self.rules.options.enfilade_angle {
            EnfiladeAngle::TwentyTwo => OBLIQUE,
            EnfiladeAngle::FortyFive => QUARTER,
        };
        let way = bearing(theirs.center() - own.main().front);
        let axis = bearing(theirs.main().right());
        let off = turn(axis, way).abs();
        self.unit(target).formation == Formation::Line && off.min(18_000 - off) <= most as Cdeg
    }

    /// In march or assault column, or a gun on its limber (CF 13.21, G42).
    fn is_deep_target(self, target: UnitId) -> bool {
        let unit = self.unit(target);
        matches!(unit.formation, Formation::MarchColumn | Formation::AssaultColumn) || unit.limbered
    }

    fn modifiers(self, gun: UnitId, shot: &Shot, sum: &mut Reckoning) {
        let (kind, target) = (self.kind_of(gun), shot.target);
        let (effective, by) = (self.reach_of(gun).effective, self.rules.charts.guns);
        let dps = i32::from(self.unit(gun).dps);
        sum.add_if(kind == GunKind::Heavy, by.heavy, "heavy gun", "CF 13.16");
        sum.add_if(kind == GunKind::Battalion, by.battalion, "battalion gun", "CF 13.17");
        sum.add_if(dps > 0, dps * by.disorder, "disorder of the gun", "CF 13.18");
        sum.add_if(!within(target.range, effective), by.far, "beyond effective range", "CF 13.19");
        sum.add_if(shot.indirect, by.indirect, "indirect fire", "CF 13.20");
        let deep = self.is_deep_target(target.id);
        let why = if deep { "target in column or limbered" } else { "target enfiladed" };
        sum.add_if(deep || self.enfilades(gun, target.id), by.deep, why, "CF 13.21");
        let from = self.body(gun).main().front;
        let works = self.protection(target.id, from) == Protection::Fortifications;
        sum.add_if(works, by.fortifications, "target in fortifications", "CF 13.22");
        match self.aim_of(gun, &target) {
            Aim::New => sum.add(by.new_target, "new target", "CF 13.23"),
            Aim::Known => {}
            Aim::Ranged => sum.add(by.ranged_in, "same target and range", "CF 13.23"),
        }
    }
}

/// Puts targets among the shots: all of them where one may choose, else the nearest (CF 13.5, 13.6).
fn add(shots: &mut Shots, targets: &[Target], indirect: bool, free: bool) {
    let of = |target: Target| Shot { target, indirect };
    if free {
        shots.extend(targets.iter().copied().map(of));
    } else {
        shots.extend(nearest(targets).map(of));
    }
}

impl<L: Listener> Play<'_, L> {
    /// A gun fires (CF 13.15, P2): what it does counts at once (CF 13.10).
    pub(super) fn shoot(&mut self, gun: UnitId, target: UnitId, indirect: bool) {
        let shots = self.table().shots_of(gun);
        let Some(shot) = shots.iter().find(|shot| shot.target.id == target && shot.indirect == indirect) else {
            return;
        };
        self.steps_forth(gun);
        let mut sum = Reckoning::new(self.listener);
        self.table().modifiers(gun, shot, &mut sum);
        let die = self.d6();
        let total = i32::from(die) + sum.total;
        let close = within(shot.target.range, self.table().reach_of(gun).close);
        let dps = self.rules.charts.points(close, total);
        self.tell_shot(gun, shot, die, total, dps, sum);
        // CF 13.11, 13.23
        let turn = self.state.turn;
        let range = shot.target.range.round() as Um;
        let firer = self.unit_mut(gun);
        firer.this_turn.fired = true;
        firer.last_shot = Some(LastShot { at: target, turn, range, displaced: false, acted: false });
        self.unit_mut(target).this_turn.under_fire = true;
        match (indirect, dps) {
            (false, _) => self.hits(target, dps),
            (true, 0) => self.falls_short(gun, target),
            (true, _) => {
                let struck = self.scatters(gun, target);
                self.hits(struck, dps);
            }
        }
    }

    /// A target takes what fire does to it, and those who ride with it are in danger (CF 6.39, 13.10).
    pub(super) fn hits(&mut self, target: UnitId, dps: u8) {
        if dps == 0 {
            return;
        }
        self.unit_mut(target).this_turn.under_fire = true;
        self.fire_turns(target);
        if self.unit(target).place != Place::Table {
            return;
        }
        let (marked, lost) = self.take_dps(target, dps, Cause::Fire);
        if marked + lost > 0 {
            self.leader_risk(target, Occasion::Fire);
        }
    }

    fn tell_shot(&mut self, gun: UnitId, shot: &Shot, die: u8, total: i32, dps: u8, sum: Reckoning) {
        if !self.listener.hears() {
            return;
        }
        let table = self.table();
        let target = shot.target.id;
        let phrase = if shot.indirect { told::LOBS } else { told::SHOOTS };
        let far = (shot.target.range / f64::from(YARD)).round() as i32 * YARD;
        let result = if dps == 0 { told::NO_EFFECT } else { told::DPS_ON };
        let who = [Who::Unit(gun), Who::Unit(target), Who::Far(far)];
        let entry =
            Entry { lines: sum.lines, dice: vec![die], total: Some(total), ..table.entry("CF 13.15", phrase, &who) };
        let entry = table.reckoned(entry, result, &[Who::Unit(target), Who::Count(dps.into())]);
        self.listener.tell(entry);
    }
}
