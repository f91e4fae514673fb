//! Cavalry and camelry that jump a hedge, a fence or a low wall test for fallers (SSS 8.13, 8.14, G33, G108).

use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::readings::FallerDice;
use crate::state::WaySet;
use crate::table::{Play, Table};
use kernel::{Entry, Faces, Listener, ReckoningLine, Side};

/// Figures to a die (SSS 8.13).
const TO_A_DIE: u32 = 6;
/// What the die of a fallen rider is worth by its faces: a hit, or a horse lost (SSS 8.14).
const HURT: u32 = 32;
const FALLEN: [u8; 6] = [HURT as u8, 1, 1, 0, 0, 0];
/// Own moves that an unhorsed rider is out of it (SSS 8.14).
const ON_FOOT: u8 = 2;

impl Table<'_> {
    /// Riders in the saddle.
    fn riders(self, id: UnitId) -> u32 {
        self.points_left(id).saturating_sub(self.unit(id).unhorsed[0].into())
    }

    /// Those of them on so many bases that jump (SSS 8.13).
    fn jumpers(self, id: UnitId, bases: u32) -> u32 {
        let all = u32::from(self.unit(id).bases.max(1));
        (self.riders(id) * bases.min(all)).div_ceil(all)
    }

    /// One die for six figures, or for a part of six unless only full ones count (SSS 8.13, G33).
    fn faller_dice(self, figures: u32) -> u32 {
        match self.rules.options.faller_dice {
            FallerDice::RoundedUp => figures.div_ceil(TO_A_DIE),
            FallerDice::FullSixes => figures / TO_A_DIE,
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit has jumped the lines on its way that are not on that it has come before.
    pub(crate) fn test_for_fallers(&mut self, id: UnitId, before: WaySet, way: WaySet) {
        let lines = way.jumps().saturating_sub(before.jumps());
        let bases = way.jumped().saturating_sub(before.jumped());
        for _ in 0..lines {
            self.jumps(id, bases.div_ceil(lines));
        }
    }

    fn jumps(&mut self, id: UnitId, bases: u32) {
        let riders = self.table().jumpers(id, bases);
        let count = self.table().faller_dice(riders);
        let (mut faces, mut dice) = (Faces::new(), Faces::new());
        let fallen = self.dice.tally(count as usize, &[1, 0, 0, 0, 0, 0], &mut faces);
        let fates = self.dice.tally(fallen as usize, &FALLEN, &mut dice);
        // SSS G108: the last of a unit stays in the saddle.
        let hurt = (fates / HURT).min(self.table().points_left(id).saturating_sub(1)) as u8;
        let unhorsed = (fates % HURT) as u8;
        if self.listener.hears() && count > 0 {
            let table = self.table();
            let entry = Entry {
                dice: faces.iter().chain(&dice).copied().collect(),
                lines: vec![
                    ReckoningLine::counts("SSS 8.13", "riders", riders as i32),
                    ReckoningLine::counts("SSS 8.13", "fallen", fallen as i32),
                    ReckoningLine::counts("SSS 8.14", "severely injured", hurt.into()),
                    ReckoningLine::counts("SSS 8.14", "unhorsed", unhorsed.into()),
                ],
                ..table.entry("SSS 8.13", told::JUMPS, &[Who::Unit(id)])
            };
            self.listener.tell(entry);
        }
        if unhorsed > 0 {
            let own = self.table().side(id) == self.state.active;
            let unit = self.unit_mut(id);
            // The move in which they fell is over for them as well.
            unit.unhorsed = [unit.unhorsed[0].saturating_add(unhorsed), ON_FOOT + u8::from(own)];
        }
        self.take_hits(id, hurt);
    }

    /// Unhorsed riders of a side have caught their horses after so many own moves (SSS 8.14, G2).
    pub(crate) fn riders_remount(&mut self, side: Side) {
        for (unit, card) in self.state.units.iter_mut().zip(&self.rules.units) {
            let [riders, moves] = unit.unhorsed;
            if card.side == side && moves > 0 {
                unit.unhorsed = if moves > 1 { [riders, moves - 1] } else { [0, 0] };
            }
        }
    }
}
