//! The dice, and what they do: all fire counts on the strength before the phase, losses come off together.

use super::danger::Endangered;
use super::figures::FigureSet;
use super::salvo::Band;
use super::table::{GunHit, gun_hit};
use super::targets::TargetClass;
use super::timing::Aim;
use crate::cards::{GunClass, MOST_GUNS, UnitId};
use crate::face::told::{self, Who};
use crate::hits::{Code, score};
use crate::state::{Fire, Formation, GunState, MOST_FIRES, Shot};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::Vec2;
use kernel::dice::Faces;
use kernel::ledger::ReckoningLine;
use kernel::{Entry, Listener, Overflow};
use scenario::Cover;

/// Turns until a heavy gun may fire again, the one in which it fires included (CP 16.8.5a).
const HEAVY_RELOAD: u8 = 2;

/// Most units that can be hit in one phase: every target, and friends in danger zones.
const MOST_TOLLS: usize = 128;

/// Most units in one town block that share its hits.
const MOST_INSIDE: usize = 8;

/// Who takes the next hit so that all come nearest to their share: of units with so many figures and so many hits each.
fn next_share(units: usize, of: impl Fn(usize) -> (u32, u32)) -> usize {
    let mut best = 0;
    for ix in 1..units {
        let ((figures, hits), (most, least)) = (of(ix), of(best));
        if figures * (2 * least + 1) > most * (2 * hits + 1) {
            best = ix;
        }
    }
    best
}

/// What fire has done to one gun.
#[derive(Debug, Clone, Copy, Default)]
struct GunToll {
    hits: u8,
    limber: u8,
    lost: bool,
}

/// What fire has done to one unit, before any of it is taken off.
#[derive(Debug, Clone, Copy)]
struct Toll {
    unit: UnitId,
    figures: u32,
    guns: [GunToll; MOST_GUNS],
}

/// All tolls of the phase, and who scored how many hits on whom.
#[derive(Default)]
struct Tolls {
    units: ArrayVec<Toll, MOST_TOLLS>,
    scored: ArrayVec<(UnitId, UnitId, u32), MOST_TOLLS>,
    fired: ArrayVec<(Fire, FigureSet), MOST_FIRES>,
}

impl Tolls {
    fn of(&mut self, unit: UnitId) -> Option<&mut Toll> {
        if let Some(place) = self.units.iter().position(|toll| toll.unit == unit) {
            return self.units.get_mut(place);
        }
        // There is room for every unit twice over.
        self.units.push(Toll { unit, figures: 0, guns: [GunToll::default(); MOST_GUNS] });
        self.units.last_mut()
    }

    /// Figures that a unit has lost in this phase so far.
    fn figures_of(&self, unit: UnitId) -> u32 {
        self.units.iter().find(|toll| toll.unit == unit).map_or(0, |toll| toll.figures)
    }

    /// Adds hits and tells how many that shooter has scored on that target so far.
    fn score(&mut self, shooter: UnitId, target: UnitId, hits: u32, overflow: &Overflow) -> u32 {
        if let Some((_, _, all)) = self.scored.iter_mut().find(|(by, at, _)| (*by, *at) == (shooter, target)) {
            *all += hits;
            return *all;
        }
        overflow.keep(&mut self.scored, (shooter, target, hits));
        hits
    }
}

/// An order being carried out.
struct Shots {
    fire: Fire,
    /// Where the fire comes from.
    from: Vec2,
    class: TargetClass,
    /// The town block the target is shot at in.
    inside: Option<u8>,
    friends: Endangered,
}

/// One throw of the dice at one unit.
struct Throw {
    hits: u32,
    /// Dice that did nothing.
    misses: u32,
    faces: Faces,
}

impl<L: Listener> Play<'_, L> {
    /// Rolls for every order, unit by unit in the order of the roster, then takes everything off at once (CP 13.4).
    pub fn resolve_shooting(&mut self) {
        let mut tolls = Tolls::default();
        for id in 0..self.state.units.len() as u8 {
            for ix in 0..self.state.fires.len() {
                if self.state.fires[ix].unit == UnitId(id) {
                    self.shoot(ix, &mut tolls);
                }
            }
        }
        self.state.reckoned.forget();
        for ix in 0..tolls.fired.len() {
            let (fire, figures) = tolls.fired[ix];
            self.after_firing(fire, &figures);
        }
        tolls.units.sort_by_key(|toll| toll.unit);
        for ix in 0..tolls.units.len() {
            self.take_toll(&tolls.units[ix]);
        }
    }

    fn shoot(&mut self, ix: usize, tolls: &mut Tolls) {
        let fire = self.state.fires[ix];
        let table = self.table();
        let Ok(salvo) = table.salvo_after(&fire, &table.state.fires[..ix]) else { return };
        let mark = table.mark_as(fire.target, &salvo.stood);
        let from = table.muzzle_of(fire.unit, &table.body(fire.unit));
        let friends = table.endangered(fire.unit, &mark, fire.shot);
        if table.shot_from_behind(&mark, from) {
            self.unit_mut(fire.target).hit_in_flank = true;
        }
        let shots = Shots { fire, from, class: salvo.class, inside: mark.stood.inside, friends };
        for band in salvo.bands.iter().filter(|band| band.dice > 0) {
            self.shoot_band(&shots, *band, tolls);
        }
        // Once for each order, of which there are no more than the list is long.
        tolls.fired.push((fire, salvo.figures));
    }

    /// Dice on one row: first at friends in the danger zone, what missed them at the target (CP 16.6.2).
    fn shoot_band(&mut self, shots: &Shots, band: Band, tolls: &mut Tolls) {
        let (fire, from) = (shots.fire, shots.from);
        let mut dice = band.dice;
        for &friend in &shots.friends {
            let table = self.table();
            let standing = table.mark_now(friend);
            let class = table.class_of(&standing, Aim::Standing, from, band.row.is_ball());
            let code = class.code(band.row, &self.rules.shooting);
            if table.shot_from_behind(&standing, from) {
                // CP T14: whoever's fire it is.
                self.unit_mut(friend).hit_in_flank = true;
            }
            let throw = self.throw_each(dice, &code, class.times(band.row));
            self.tell_shot(fire, friend, band, dice, (class.times(band.row), &code), &throw);
            dice = throw.misses;
            self.note_hits(fire, (friend, class.cover), band, throw.hits, from, tolls);
        }
        if dice == 0 {
            return;
        }
        let code = shots.class.code(band.row, &self.rules.shooting);
        let times = shots.class.times(band.row);
        let mut faces = Faces::new();
        let hits = self.dice.tally(dice as usize, &code, &mut faces) * times;
        let throw = Throw { hits, misses: 0, faces };
        self.tell_shot(fire, fire.target, band, dice, (times, &code), &throw);
        self.share_hits(shots, band, hits, tolls);
    }

    /// All troops inside a block are hit in proportion, whoever was named (CP 19.7.5); guns are a target by themselves.
    fn share_hits(&mut self, shots: &Shots, band: Band, hits: u32, tolls: &mut Tolls) {
        let Shots { fire, from, class, .. } = *shots;
        let table = self.table();
        let mates = |id: UnitId| table.unit(id).inside.is_some_and(|area| shots.inside == Some(area));
        let garrison: ArrayVec<(UnitId, u32), MOST_INSIDE> = table
            .on_table()
            .filter(|&id| id == fire.target || (mates(id) && !table.is_battery(id) && !table.is_battery(fire.target)))
            .map(|id| (id, table.figures(id)))
            .take(MOST_INSIDE)
            .collect();
        let mut shares = [0_u32; MOST_INSIDE];
        for _ in 0..hits {
            let taken = |ix: usize| shares[ix] + tolls.figures_of(garrison[ix].0);
            let next = next_share(garrison.len(), |ix| (garrison[ix].1, taken(ix)));
            shares[next] += 1;
        }
        for ((id, _), share) in garrison.into_iter().zip(shares) {
            self.note_hits(fire, (id, class.cover), band, share, from, tolls);
        }
    }

    /// Dice of which it matters which ones missed.
    fn throw_each(&mut self, dice: u32, code: &[u8; 6], times: u32) -> Throw {
        let mut throw = Throw { hits: 0, misses: 0, faces: Faces::new() };
        for _ in 0..dice {
            let face = self.d6();
            let hits = score(code, face) * times;
            throw.hits += hits;
            throw.misses += u32::from(hits == 0);
            // No unit has more figures than there is room for (MOST_FIGURES).
            throw.faces.push(face);
        }
        throw
    }

    /// Notes hits on a unit; on guns each takes a second die (CP 8.2, 16.8.4).
    fn note_hits(
        &mut self,
        fire: Fire,
        (target, cover): (UnitId, Cover),
        band: Band,
        hits: u32,
        from: Vec2,
        tolls: &mut Tolls,
    ) {
        if hits == 0 {
            return;
        }
        let effective = if self.table().is_guns(target) {
            self.hit_guns(target, hits, fire.shot == Shot::Ball, from, tolls)
        } else {
            if let Some(toll) = tolls.of(target) {
                toll.figures += hits;
            }
            hits
        };
        if effective == 0 {
            return;
        }
        let scored = tolls.score(fire.unit, target, effective, &self.state.overflow);
        let count = |all: u8| all.saturating_add(effective.min(255) as u8);
        let unit = self.unit_mut(target);
        let covered = unit.hits_phase == 0 || unit.hit_in_cover;
        unit.hits_phase = count(unit.hits_phase);
        unit.hits_turn = count(unit.hits_turn);
        unit.hit_by_heavy |= band.row.is_heavy();
        unit.hit_in_cover = covered && cover == Cover::Hard;
        if scored > u32::from(unit.worst_hits) {
            unit.worst_hits = scored.min(255) as u8;
            unit.worst_shooter = Some(fire.unit);
        }
    }

    /// Hits on guns go to the one nearest the shooter, then to the next, one each before any takes a second (ruling
    /// G74). Tells how many did anything.
    fn hit_guns(&mut self, target: UnitId, hits: u32, ball: bool, from: Vec2, tolls: &mut Tolls) -> u32 {
        let mut effective = 0;
        for _ in 0..hits {
            let Some(toll) = tolls.of(target).copied() else { return effective };
            let Some(gun) = self.table().next_gun_hit(target, from, &toll) else { return effective };
            let limber = self.table().has_limber(target, gun, &toll);
            let face = self.d6();
            let what = gun_hit(face, ball, limber);
            self.tell_gun_hit(target, face, what);
            let Some(toll) = tolls.of(target) else { return effective };
            toll.guns[gun].hits += 1;
            match what {
                GunHit::Nothing => continue,
                GunHit::Limber => toll.guns[gun].limber += 1,
                GunHit::Gunner => toll.figures += 1,
                GunHit::GunnerAndGun => {
                    toll.figures += 1;
                    toll.guns[gun].lost = true;
                }
            }
            effective += 1;
        }
        effective
    }

    /// The whole unit has shot (CP 16.1.4): it is unloaded after a volley (CP 20.4.3b), seen where it hid (CP 19.1.3),
    /// and its guns reload (CP 16.8.5a) and have less hail (CP 16.8.6). Light and field guns are ready again at once
    /// (CP 16.8.5b).
    fn after_firing(&mut self, fire: Fire, figures: &FigureSet) {
        let hidden = self.table().among_trees(fire.unit);
        let by_volley = self.rules.options.volley_fire && self.unit(fire.unit).volley;
        let unit = self.unit_mut(fire.unit);
        unit.shot = true;
        unit.loaded &= !by_volley;
        unit.revealed |= hidden;
        if let Some(town) = unit.inside {
            // CP 19.7.4c
            for unit in self.state.units.iter_mut().filter(|unit| unit.inside == Some(town)) {
                unit.revealed = true;
            }
        }
        let Some(battery) = self.state.batteries.iter_mut().find(|battery| battery.unit == fire.unit) else { return };
        for (number, gun) in battery.guns.iter_mut().enumerate() {
            if !figures.has(number as u8) {
                continue;
            }
            if gun.class == GunClass::Heavy {
                gun.reloading = HEAVY_RELOAD;
            }
            if fire.shot == Shot::Hail {
                gun.hail = gun.hail.saturating_sub(1);
            }
        }
    }

    /// Generals near the unit are in danger (CP 9.12); then guns, limbers and figures come off.
    fn take_toll(&mut self, toll: &Toll) {
        if self.unit(toll.unit).hits_phase >= 2 {
            self.general_risk(toll.unit);
        }
        for (number, gun) in toll.guns.iter().enumerate() {
            self.hit_limber(toll.unit, number, gun.limber);
            if gun.lost {
                self.lose_gun(toll.unit, number);
            }
        }
        self.stand_without_limbers(toll.unit);
        self.lose_figures(toll.unit, toll.figures);
    }

    /// The second hit takes a limber away.
    fn hit_limber(&mut self, id: UnitId, number: usize, hits: u8) {
        let Some(battery) = self.state.batteries.iter_mut().find(|battery| battery.unit == id) else { return };
        if let Some(gun) = battery.guns.get_mut(number).filter(|_| hits > 0) {
            gun.limber_hits = gun.limber_hits.saturating_add(hits);
            gun.limber &= gun.limber_hits < 2;
        }
    }

    fn tell_shot(&mut self, fire: Fire, target: UnitId, band: Band, dice: u32, hits: (u32, &Code), throw: &Throw) {
        if !self.listener.hears() {
            return;
        }
        let table = self.table();
        let guns = fire.shot != Shot::SmallArms;
        let (rule, one, many) = if guns { ("CP 16.1.2", "gun", "guns") } else { ("CP 16.1.1", "figure", "figures") };
        let who = if band.figures == 1 { format!("{one} that shoots") } else { format!("{many} that shoot") };
        let thrown = if dice == 1 { "die" } else { "dice" };
        let mut lines = vec![
            ReckoningLine::counts(rule, who, band.figures as i32),
            ReckoningLine::counts("CP 16.8.1", format!("{thrown}: {}", band.row.name()), dice as i32),
        ];
        let (times, code) = hits;
        for face in (1..=6).rev().filter(|face| throw.faces.contains(face) && score(code, *face) > 0) {
            let shown = throw.faces.iter().filter(|shown| **shown == face).count();
            let dice = if shown == 1 { "die" } else { "dice" };
            let each = score(code, face);
            let hits = if each == 1 { "hit" } else { "hits" };
            let text = format!("{shown} {dice} showing {face}, {each} {hits} each");
            lines.push(ReckoningLine::adds("CP 8.1", text, shown as i32 * each as i32));
        }
        if times > 1 {
            let why = if table.deepest(target) >= 3 { "three ranks deep or more" } else { "raked from its flank" };
            let more = throw.hits as i32 * (times as i32 - 1) / times as i32;
            lines.push(ReckoningLine::adds(
                "CP 16.8.2",
                format!("each hit again: ball at a dense target, {why}"),
                more,
            ));
        }
        let astray = table.side(target) == table.side(fire.unit);
        let (rule, phrase) = match astray {
            true => ("CP 16.6.2", told::ENDANGERS),
            false => ("CP 16.8.1", told::SHOOTS_AT),
        };
        let entry = Entry {
            lines,
            dice: throw.faces.to_vec(),
            total: Some(throw.hits as i32),
            result: match throw.hits {
                0 => table.said(told::NO_HIT, &[]),
                hits => table.said(told::HITS, &[Who::Count(hits)]),
            },
            ..table.entry(rule, phrase, &[Who::Unit(fire.unit), Who::Unit(target)])
        };
        self.listener.tell(entry);
    }

    fn tell_gun_hit(&mut self, target: UnitId, face: u8, what: GunHit) {
        if !self.listener.hears() {
            return;
        }
        let harm = match what {
            GunHit::Nothing => told::NO_HARM,
            GunHit::Limber => told::LIMBER_HIT,
            GunHit::Gunner => told::GUNNER_FALLS,
            GunHit::GunnerAndGun => told::GUNNER_AND_GUN,
        };
        let table = self.table();
        let entry = Entry {
            dice: vec![face],
            result: table.said(harm, &[]),
            ..table.entry("CP 16.8.4", told::GUN_IS_HIT, &[Who::Unit(target)])
        };
        self.listener.tell(entry);
    }
}

impl Table<'_> {
    /// Whether a unit has been hiding in woods.
    fn among_trees(self, id: UnitId) -> bool {
        let areas = &self.rules.ground.areas;
        let mut woods = (0..areas.len()).filter(|&ix| self.woods(ix).is_some()).peekable();
        if woods.peek().is_none() {
            return false;
        }
        let body = self.body(id);
        woods.any(|ix| areas[ix].outline.meets_body(&body))
    }

    /// The gun that takes the next hit: of those hit least, the one nearest the shooter.
    fn next_gun_hit(self, id: UnitId, from: Vec2, toll: &Toll) -> Option<usize> {
        let battery = self.battery(id)?;
        let width = f64::from(self.rules.figure_width(crate::scales::Footprint::Gun));
        let body = self.body(id);
        let main = body.main();
        let standing = battery.guns.iter().filter(|gun| gun.state == GunState::Served).count();
        let served = battery.guns.iter().enumerate().filter(|(_, gun)| gun.state == GunState::Served);
        // All fire of a phase falls at once: with every gun smashed further hits still find the crew (CP 16.8.4).
        let mut best: Option<(bool, u8, f64, usize)> = None;
        for (slot, (number, _)) in served.enumerate() {
            let across = (slot as f64 - (standing as f64 - 1.0) * 0.5) * width;
            let far = main.global(Vec2::new(across, 0.0)).distance(from);
            let (lost, hits) = (toll.guns[number].lost, toll.guns[number].hits);
            if best.is_none_or(|(gone, least, nearest, _)| (lost, hits, far) < (gone, least, nearest)) {
                best = Some((lost, hits, far, number));
            }
        }
        best.map(|(_, _, _, number)| number)
    }

    /// Whether a gun still has its limber with it; one unlimbered has not (CP 15.9.13a).
    fn has_limber(self, id: UnitId, number: usize, toll: &Toll) -> bool {
        self.unit(id).formation == Formation::Limbered
            && self
                .battery(id)
                .and_then(|battery| battery.guns.get(number))
                .is_some_and(|gun| gun.limber && gun.limber_hits + toll.guns[number].limber < 2)
    }
}
