//! The dice of a shot: hits, saves, and what they do to the target (SSS 12, 14, 16, 33).

use super::Aim;
use super::salvo::{Lot, Range, Salvo};
use super::weapons::Weapon;
use crate::cards::UnitId;
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::readings::{BatteryPoint, GunHitSixes};
use crate::scores::Thrown;
use crate::state::Place;
use crate::table::Play;
use kernel::{Entry, Faces, Listener, Phrase, Reckoning, ReckoningLine};

impl<L: Listener> Play<'_, L> {
    /// A unit shoots at a target with at most so many bases (all for 0): the unsaved hits it suffers. Nothing if it cannot.
    pub fn volley(&mut self, id: UnitId, aim: Aim, most: u8, range: Range<'_>) -> u8 {
        let Ok(salvo) = self.table().salvo(id, aim, most, range) else { return 0 };
        self.lay(id, aim, &salvo);
        let (mut unsaved, mut roundshot) = (0, false);
        let mut struck = [(0, Weapon::Gun(crate::cards::Weight::Light)); 2];
        // SSS 1.6a: the guns of a battalion before its muskets.
        for guns in [true, false] {
            for lot in salvo.lots.iter().filter(|lot| lot.weapon.is_gun() == guns) {
                let (hits, sixes) = self.shoot_lot(id, aim, lot);
                unsaved += hits;
                roundshot |= hits > 0 && guns && !lot.weapon.is_shell();
                if guns {
                    let kind = &mut struck[usize::from(lot.weapon.is_shell())];
                    *kind = (kind.0 + sixes, lot.weapon);
                }
            }
        }
        self.has_shot(id, aim, &salvo);
        let unsaved = unsaved.min(255) as u8;
        if let Aim::Unit(target) | Aim::Gunners(target) = aim {
            self.surprise_by_fire(id, target);
        }
        if let Aim::Unit(target) = aim {
            let shells = salvo.lots.iter().filter(|lot| lot.weapon.is_shell()).map(|lot| lot.bases).sum();
            self.shells_fall_on(id, target, shells);
            // SSS 16.3, G161: artillery at artillery, while all the guns that were shot at still have their crews.
            if self.table().is_artillery(target) {
                struck.into_iter().for_each(|(sixes, weapon)| self.guns_hit(target, sixes, weapon));
            }
        }
        self.suffer_aimed(id, aim, unsaved, roundshot);
        unsaved
    }

    /// Where the point for another target or arc lasts, it is on the ledger before the shot (SSS 13.7, G18).
    pub(crate) fn lay(&mut self, id: UnitId, aim: Aim, salvo: &Salvo) {
        let Some(lot) = salvo.lots.first() else { return };
        if self.rules.options.battery_point == BatteryPoint::UntilCleared {
            let points = self.table().relaying(id, aim, lot.weapon);
            self.disrupt_by(id, Cause::Relaid, points);
        }
    }

    /// Throws for a lot and has the target save: unsaved hits, and natural sixes that count against guns.
    fn shoot_lot(&mut self, id: UnitId, aim: Aim, lot: &Lot) -> (u32, u32) {
        let mut sum = Reckoning::new(self.listener);
        self.table().reckon_shot(id, aim, lot, &mut sum);
        let thrown = self.throw(usize::from(lot.bases), usize::from(lot.dice_each), sum.total);
        let mut saves = Faces::new();
        let on = self.table().shot_save(aim, lot.weapon);
        let unsaved = self.save(thrown.hits, on, &mut saves);
        let target = match aim {
            Aim::Unit(target) | Aim::Gunners(target) => Who::Unit(target),
            Aim::Walls(building) => Who::Building(building),
            Aim::Beast(beast) => self.table().beast(beast).map_or(Who::Words("a beast"), |beast| Who::Beast(beast.of)),
        };
        self.tell_dice("SSS 12.1", told::SHOOTS, &[Who::Unit(id), target], sum.lines, &thrown, Some((on, &saves)));
        let six = |faces: &Faces| faces.iter().filter(|&&face| face == 6).count() as u32;
        let seconds = self.rules.options.gun_hit_sixes == GunHitSixes::AllDice;
        (unsaved, six(&thrown.faces) + if seconds { six(&thrown.seconds) } else { 0 })
    }

    /// Tells a throw with its reckoning, and the saves against it: what they need and how they fell.
    pub(crate) fn tell_dice(
        &mut self,
        rule: &'static str,
        phrase: Phrase,
        who: &[Who],
        mut lines: Vec<ReckoningLine>,
        thrown: &Thrown,
        saves: Option<(u8, &Faces)>,
    ) {
        if !self.listener.hears() {
            return;
        }
        let mut count = |rule, text, value: usize| lines.push(ReckoningLine::counts(rule, text, value as i32));
        count("SSS 12.1", "dice", thrown.faces.len());
        count("SSS 12.2", "each needs", thrown.needed.first.into());
        if let Some(second) = thrown.needed.second {
            count("SSS 12.3", "and then", second.into());
        }
        count("SSS 12.2", "hits", thrown.hits as usize);
        let table = self.table();
        let mut dice = thrown.faces.to_vec();
        dice.extend(&thrown.seconds);
        let mut saved = 0;
        if let Some((on, saves)) = saves.filter(|(_, saves)| !saves.is_empty()) {
            saved = saves.iter().filter(|&&face| face >= on).count();
            count("SSS 14.1", "a save needs", on.into());
            count("SSS 14.1", "saved", saved);
            dice.extend(saves);
        }
        let result = table.said(told::HITS, &[Who::Count(thrown.hits), Who::Count(saved as u32)]);
        let entry = Entry { lines, dice, result, ..table.entry(rule, phrase, who) };
        self.listener.tell(entry);
    }

    pub(crate) fn has_shot(&mut self, id: UnitId, aim: Aim, salvo: &Salvo) {
        let small = salvo.lots.iter().find(|lot| !lot.weapon.is_gun()).map(|lot| lot.weapon);
        let unit = self.unit_mut(id);
        unit.this_turn.shot = true;
        unit.this_turn.shot_bases |= salvo.shoot;
        unit.this_turn.aimed.note(aim);
        if small.is_some_and(Weapon::has_first_volley) && !unit.first_volley_used {
            (unit.first_volley_used, unit.this_turn.volley_now) = (true, true);
        }
        unit.thrown_used |= small == Some(Weapon::Small(crate::cards::Missile::Thrown));
    }

    fn suffer_aimed(&mut self, id: UnitId, aim: Aim, unsaved: u8, roundshot: bool) {
        match aim {
            Aim::Unit(target) => {
                self.suffer_fire(target, unsaved, roundshot);
                self.gunners_at_risk(id, target, unsaved);
            }
            // SSS 41.13, G87: each a man of the crew; gunners' hits count among the parent's for tests.
            Aim::Gunners(target) => {
                let (about, before) = (self.table().leaders_about(target), self.unit(target).hits_shooting);
                self.unit_mut(target).this_turn.hits_shooting = before.saturating_add(unsaved);
                match self.table().is_elephants(target) {
                    true => self.suffer(target, unsaved, true),
                    false => self.crew_hits(target, unsaved),
                }
                self.risk_under_fire(target, about, before, roundshot);
            }
            Aim::Beast(beast) => self.beast_is_hit(beast, unsaved),
            Aim::Walls(_) => {}
        }
    }

    /// A unit suffers unsaved hits from shooting: on its bases, the crews of its guns or its elephants (SSS 14.2, 16.2).
    pub fn suffer_shots(&mut self, id: UnitId, unsaved: u8) {
        self.suffer_fire(id, unsaved, false);
    }

    /// The same, by roundshot or not; leaders about it may be struck (SSS 6.1, 6.2).
    fn suffer_fire(&mut self, id: UnitId, unsaved: u8, roundshot: bool) {
        if unsaved == 0 || self.unit(id).place != Place::Table {
            return;
        }
        let (about, before) = (self.table().leaders_about(id), self.unit(id).hits_shooting);
        self.unit_mut(id).this_turn.hits_shooting = before.saturating_add(unsaved);
        self.suffer(id, unsaved, false);
        self.risk_under_fire(id, about, before, roundshot);
    }
}
