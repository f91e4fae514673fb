//! 16.3 Priority of fire, and split fire (16.1).

use super::lines::GapCount;
use super::salvo::Salvo;
use crate::cards::UnitId;
use crate::state::{Fire, Shot};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::TOUCH;
use kernel::Refusal;

/// The most targets weighed against each other.
const MOST_TARGETS: usize = 32;

/// A target that a unit could hit, and what speaks for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    pub target: UnitId,
    /// Faces of a die that hit it (ruling G43).
    pub chance: u32,
    pub nearest: f64,
    /// It charges the shooter.
    pub charges: bool,
}

pub type Candidates = ArrayVec<Candidate, MOST_TARGETS>;

impl Table<'_> {
    /// The first target a unit, or one face of it, has been ordered to shoot at.
    fn first_target(self, id: UnitId, face: u8) -> Option<UnitId> {
        let by_faces = self.shoots_by_faces(id);
        self.state.fires.iter().find(|fire| fire.unit == id && (!by_faces || fire.face == face)).map(|fire| fire.target)
    }

    /// Every enemy that the figures not yet told off could hit.
    fn candidates(self, id: UnitId, face: u8, shot: Shot, most: usize) -> Candidates {
        let mut found = Candidates::new();
        let told = self.told_off(id, face, &self.state.fires);
        if shot == Shot::SmallArms && !told.taken.is_empty() && !self.die_left(id, face, &told.taken) {
            return found;
        }
        if let Some(known) = self.known_salvos(id, face, shot, &told) {
            for (target, salvo) in known {
                if found.len() < most {
                    self.weigh(&Fire { unit: id, target: *target, face, shot }, salvo, &mut found);
                }
            }
            return found;
        }
        for target in self.enemies_of(id).filter(|&enemy| self.is_troops(enemy)) {
            if found.len() >= most {
                break;
            }
            let fire = Fire { unit: id, target, face, shot };
            if self.aimed_already(&fire) {
                continue;
            }
            let salvo = if most == 1 {
                // Where there is no shot at all there is no best one; one through a gap that is taken may not be it.
                let Some(some) = self.some_salvo(&fire, &told) else { continue };
                if self.gap_taken(id, &some.gaps) { self.salvo_of(&fire, &told).ok() } else { Some(some) }
            } else {
                self.salvo_of(&fire, &told).ok()
            };
            if let Some(salvo) = salvo {
                self.weigh(&fire, &salvo, &mut found);
            }
        }
        found
    }

    /// Adds a target that a salvo could hit, unless another unit shoots through the gap it needs.
    fn weigh(self, fire: &Fire, salvo: &Salvo, found: &mut Candidates) {
        let Fire { unit, target, .. } = *fire;
        if !self.aimed_already(fire) && !self.gap_taken(unit, &salvo.gaps) {
            let chance = salvo.chance(&self.rules.shooting);
            found.push(Candidate { target, chance, nearest: salvo.nearest, charges: self.charges_at(target, unit) });
        }
    }

    /// Everybody who can hit a target shoots at it with the first order; only guns may add another kind of shot.
    pub(super) fn aimed_already(self, fire: &Fire) -> bool {
        let same = |known: &Fire| known.unit == fire.unit && known.face == fire.face && known.target == fire.target;
        fire.shot == Shot::SmallArms && self.state.fires.iter().any(same)
    }

    /// Two units may not share a gap (CP 16.5.2).
    pub(super) fn gap_taken(self, id: UnitId, gaps: &GapCount) -> bool {
        !gaps.is_empty()
            && self.state.fires.iter().filter(|fire| fire.unit != id && self.side(fire.unit) == self.side(id)).any(
                |fire| self.shooters(fire).is_ok_and(|salvo| salvo.gaps.between().any(|between| gaps.uses(between))),
            )
    }

    /// The targets a unit may be ordered to shoot at now.
    pub fn lawful_targets(self, id: UnitId, face: u8, shot: Shot) -> Candidates {
        let mut candidates = self.candidates(id, face, shot, MOST_TARGETS);
        match self.first_target(id, face) {
            Some(first) => self.keep_nearest_to(first, &mut candidates),
            None => self.keep_by_priority(id, &mut candidates),
        }
        candidates
    }

    /// Whether there is any target at all: of those that can be hit at least one may always be chosen.
    pub(super) fn has_target(self, id: UnitId, face: u8, shot: Shot) -> bool {
        !self.candidates(id, face, shot, 1).is_empty()
    }

    /// Figures that could not hit the first target take the one nearest to it (CP 16.1.5).
    fn keep_nearest_to(self, first: UnitId, candidates: &mut Candidates) {
        let body = self.body(first);
        let far = |candidate: &Candidate| body.distance(&self.body(candidate.target));
        let least = candidates.iter().map(far).fold(f64::INFINITY, f64::min);
        candidates.retain(|candidate| far(candidate) <= least + TOUCH);
    }

    fn keep_by_priority(self, id: UnitId, candidates: &mut Candidates) {
        // CP 16.3.1
        if candidates.iter().any(|candidate| candidate.charges) {
            candidates.retain(|candidate| candidate.charges);
            return;
        }
        // CP 16.3.2
        if candidates.len() < 2 || self.general_allows_any_target(id) {
            return;
        }
        // CP 16.3.3
        let best = candidates.iter().map(|candidate| candidate.chance).max().unwrap_or(0);
        candidates.retain(|candidate| candidate.chance == best);
        let nearest = candidates.iter().map(|candidate| candidate.nearest).fold(f64::INFINITY, f64::min);
        candidates.retain(|candidate| candidate.nearest <= nearest + TOUCH);
    }

    /// Why a target that could be hit may not be chosen.
    pub(super) fn why_not(self, fire: &Fire) -> Refusal {
        if self.first_target(fire.unit, fire.face).is_some() {
            return Refusal::new("CP 16.1.5", "the rest of the unit shoots at what is nearest to its first target");
        }
        let charged = self.enemies_of(fire.unit).any(|enemy| self.charges_at(enemy, fire.unit));
        if charged {
            Refusal::new("CP 16.3.1", "an enemy charging the unit comes first")
        } else {
            Refusal::new("CP 16.3.3", "without a general at hand it shoots at the nearest of those easiest to hit")
        }
    }
}
