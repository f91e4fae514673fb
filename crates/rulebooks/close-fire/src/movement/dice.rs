//! How far a unit goes with what dice (T1a), how cavalry changes speed, and what the dice cost (T1b).

use super::{Bar, refuse};
use crate::cards::{Class, GunKind, UnitId};
use crate::measures::yds;
use crate::readings::{ChargeSpeed, GroupTwoDice};
use crate::state::{Formation, Group, MoveDice, Unit};
use crate::table::{Play, Table};
use kernel::{Listener, Refusal};

const TOO_FAST: Bar = ("CF 11.33", "cavalry changes its speed by two dice a turn at most");
const NOBODY: Bar = ("CF 11.12", "nobody of the group could use so many dice");

/// What a unit may move with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// 1 average die, and the D6 (CF 11.12, G76).
    Foot,
    /// 1 or 2 average dice, and the D6 (CF 11.13).
    Cavalry,
    /// 1 or 2 average dice in good terrain, 1 in rough (CF 11.14, G72).
    Limbered,
    /// No dice (CF 11.23).
    Heavy,
}

impl Table<'_> {
    pub fn pace(self, id: UnitId) -> Pace {
        let unit = self.unit(id);
        match unit.class {
            Class::Gun if unit.limbered => Pace::Limbered,
            Class::Gun if unit.gun == Some(GunKind::Battalion) => Pace::Foot,
            Class::Gun => Pace::Heavy,
            Class::Wagon => Pace::Limbered,
            _ if self.is_cavalry(id) => Pace::Cavalry,
            _ => Pace::Foot,
        }
    }

    /// The most dice cavalry may use in this turn: two more than in the last (CF 11.33).
    pub fn most_dice(self, id: UnitId) -> u8 {
        (self.unit(id).last_turn.speed + 2).min(3)
    }

    /// The same for a charge or a counter-charge (CF G33).
    pub fn most_charge_dice(self, id: UnitId) -> u8 {
        match self.rules.options.charge_speed {
            ChargeSpeed::Limited if self.is_cavalry(id) => self.most_dice(id),
            ChargeSpeed::Limited | ChargeSpeed::Free if self.is_cavalry(id) => 3,
            _ => 2,
        }
    }

    /// The most dice a unit can use, as in a fast move (CF 11.20).
    pub fn full_dice(self, id: UnitId) -> MoveDice {
        match self.pace(id) {
            Pace::Cavalry => MoveDice::new(2, true),
            Pace::Limbered => MoveDice::new(2, false),
            Pace::Foot => MoveDice::new(1, true),
            Pace::Heavy => MoveDice::NONE,
        }
    }

    /// The dice of a group's throw that a unit uses (CF G27, G85).
    pub fn dice_used(self, id: UnitId, thrown: MoveDice, plain_pair: bool) -> MoveDice {
        match self.pace(id) {
            Pace::Foot => MoveDice::new(thrown.average.min(1), thrown.plain),
            Pace::Limbered => MoveDice::new(thrown.average, false),
            Pace::Heavy => MoveDice::NONE,
            Pace::Cavalry if thrown.count() <= self.most_dice(id) => thrown,
            Pace::Cavalry => match self.rules.options.group_two_dice {
                GroupTwoDice::AvdPair => MoveDice::new(2, false),
                GroupTwoDice::AvdD6 => MoveDice::new(1, true),
                GroupTwoDice::Choice => MoveDice::new(if plain_pair { 1 } else { 2 }, plain_pair),
            },
        }
    }

    /// Whether a group may throw so many dice: each of them is of use to somebody (CF 11.2, 11.12, 11.13, 11.33).
    pub(super) fn may_throw(self, group: &Group, dice: MoveDice) -> Result<(), Refusal> {
        if dice == MoveDice::NONE {
            return Ok(());
        }
        if dice.average == 0 || dice.average > 2 {
            return refuse(("CF 11.12", "a move is made with one or two average dice, and the D6 besides"));
        }
        let going = || group.units.iter().filter(|&id| !group.staying.contains(id));
        let used = |id: UnitId| self.dice_used(id, dice, group.plain_pair);
        let second = dice.average < 2 || going().any(|id| used(id).average == 2);
        let plain = !dice.plain || going().any(|id| used(id).plain);
        if second && plain && going().any(|id| used(id).average > 0) {
            return Ok(());
        }
        let cavalry = going().any(|id| self.pace(id) == Pace::Cavalry);
        refuse(if cavalry { TOO_FAST } else { NOBODY })
    }

    /// Cavalry that moved with three dice moves with one at least (CF 11.34), unless it is halted, in contact, steadied or
    /// about to form up (CF G22, G33), or conforms to a unit that does not leave its place (CF 6.28, G155).
    pub(super) fn may_stay(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        let excused =
            self.is_halted(id) || self.in_contact(id) || (self.is_unformed(id) && !self.is_always_unformed(id));
        if self.pace(id) == Pace::Cavalry && unit.last_turn.speed >= 3 && !excused {
            return refuse(("CF 11.34", "cavalry at full speed moves with one die at least"));
        }
        Ok(())
    }

    /// The whole allowance of a unit's move (CF 11.11, 11.16, 11.17): ten yards a pip, ten more for each die if it is inspired, ten less in rough ground,
    /// and then twice as much if the move is doubled (T1a).
    pub fn allowance(self, unit: &Unit) -> i32 {
        let dice = i32::from(unit.dice.count());
        let inspired = if unit.inspired > 0 { yds(10) * dice } else { 0 };
        let rough = if unit.rough { yds(10) * dice } else { 0 };
        let all = (unit.pips + inspired - rough).max(0);
        if unit.doubled { 2 * all } else { all }
    }

    /// What is left of it: half moves taken off, and the distance gone (CF 12.27, G34).
    pub fn left(self, unit: &Unit) -> i32 {
        if unit.full_move || unit.halves >= 2 {
            return 0;
        }
        let all = self.allowance(unit);
        (all - all * i32::from(unit.halves) / 2 - unit.spent).max(0)
    }

    /// Disorder Points for the dice of a move (T1b): for each face, by arm, formation and ground (CF 11.26, 11.27, 11.28, 11.29, 11.30, 11.31,
    /// G35).
    pub fn fatigue_of(self, id: UnitId, formation: Formation, faces: &[u8], rough: bool) -> u8 {
        let cavalry = self.is_cavalry(id);
        let from = match (formation, rough) {
            (Formation::MarchColumn, _) => return 0,
            (Formation::Line, true) if cavalry => 4,
            (Formation::Line, true) => 5,
            (Formation::Line, false) => 6,
            (Formation::AssaultColumn, true) => 6,
            (Formation::AssaultColumn, false) => return 0,
            (Formation::Unformed, true) if cavalry => 4,
            (Formation::Unformed, _) => return 0,
            // Guns: unlimbered battalion guns alone move with dice and take points.
            (Formation::Model, _) if self.unit(id).limbered => return 0,
            (Formation::Model, true) => 5,
            (Formation::Model, false) => 6,
        };
        faces.iter().filter(|&&face| face >= from).count() as u8
    }
}

/// The faces of a throw that a unit uses: the average dice first.
pub fn faces_used(rolled: [u8; 3], dice: MoveDice) -> arrayvec::ArrayVec<u8, 3> {
    let used = [dice.average >= 1, dice.average >= 2, dice.plain];
    rolled.into_iter().zip(used).filter(|(face, used)| *used && *face > 0).map(|(face, _)| face).collect()
}

impl<L: Listener> Play<'_, L> {
    /// Throws the dice of a move, the average dice first (CF 11.2). What is read, and what fell.
    pub fn throw(&mut self, dice: MoveDice) -> ([u8; 3], arrayvec::ArrayVec<u8, 3>) {
        let (mut read, mut fell) = ([0; 3], arrayvec::ArrayVec::new());
        for place in read.iter_mut().take(usize::from(dice.average.min(2))) {
            let face = self.d6();
            fell.push(face);
            *place = crate::table::as_average(face);
        }
        if dice.plain {
            let face = self.d6();
            fell.push(face);
            read[2] = face;
        }
        (read, fell)
    }
}
