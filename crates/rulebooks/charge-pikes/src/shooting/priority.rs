//! 16.3 Priority of fire, and split fire (16.1).

use super::lines::GapCount;
use super::reckoned::Aimed;
use super::salvo::{Salvo, ToldOff};
use crate::cards::UnitId;
use crate::state::{Fire, Shot};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::TOUCH;
use kernel::Refusal;

/// The most targets weighed against each other.
const MOST_TARGETS: usize = 32;

/// Targets of one unit, or of one face of it.
pub type Targets = ArrayVec<UnitId, MOST_TARGETS>;

/// A target that a unit could hit.
struct Candidate<'a> {
    target: UnitId,
    shot: Shooting<'a>,
}

/// How well it could.
enum Shooting<'a> {
    /// As it was when the phase began, once somebody has asked.
    Known(&'a Aimed),
    Reckoned(Merit),
}

/// What speaks for a target.
#[derive(Clone, Copy)]
struct Merit {
    /// Faces of a die that hit it (ruling G43).
    chance: u32,
    nearest: f64,
}

type Candidates<'a> = ArrayVec<Candidate<'a>, MOST_TARGETS>;

impl<'a> Table<'a> {
    /// The first target a unit, or one face of it, has been ordered to shoot at.
    fn first_target(self, id: UnitId, face: u8) -> Option<UnitId> {
        let by_faces = self.shoots_by_faces(id);
        self.state.fires.iter().find(|fire| fire.unit == id && (!by_faces || fire.face == face)).map(|fire| fire.target)
    }

    /// Every enemy that the figures not yet told off could hit.
    fn candidates(self, id: UnitId, face: u8, shot: Shot, told: &ToldOff, most: usize) -> Candidates<'a> {
        let mut found = Candidates::new();
        if shot == Shot::SmallArms && !told.taken.is_empty() && !self.die_left(id, face, &told.taken) {
            return found;
        }
        if let Some(known) = self.known_salvos(id, face, shot, told) {
            // Nobody shoots through a gap as long as nobody shoots.
            let alone = self.others_firing(id).next().is_none();
            for aimed in known {
                let fire = Fire { unit: id, target: aimed.target, face, shot };
                let free = || self.best_of(aimed, &fire, told).is_some_and(|best| !self.gap_taken(id, &best.gaps));
                if found.len() < most && !self.aimed_already(&fire) && (alone || free()) {
                    found.push(Candidate { target: aimed.target, shot: Shooting::Known(aimed) });
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
                let Some(some) = self.some_salvo(&fire, told) else { continue };
                if self.gap_taken(id, &some.gaps) { self.salvo_of(&fire, told).ok() } else { Some(some) }
            } else {
                self.salvo_of(&fire, told).ok()
            };
            // Unless another unit shoots through the gap it needs.
            if let Some(salvo) = salvo.filter(|salvo| !self.gap_taken(id, &salvo.gaps)) {
                found.push(Candidate { target, shot: Shooting::Reckoned(self.merit_of(&salvo)) });
            }
        }
        found
    }

    fn merit_of(self, salvo: &Salvo) -> Merit {
        Merit { chance: salvo.chance(&self.rules.shooting), nearest: salvo.nearest }
    }

    /// Everybody who can hit a target shoots at it with the first order; only guns may add another kind of shot.
    pub(super) fn aimed_already(self, fire: &Fire) -> bool {
        let same = |known: &Fire| known.unit == fire.unit && known.face == fire.face && known.target == fire.target;
        fire.shot == Shot::SmallArms && self.state.fires.iter().any(same)
    }

    /// Orders of the other units of its side.
    fn others_firing(self, id: UnitId) -> impl Iterator<Item = &'a Fire> {
        self.state.fires.iter().filter(move |fire| fire.unit != id && self.side(fire.unit) == self.side(id))
    }

    /// Two units may not share a gap (CP 16.5.2).
    pub(super) fn gap_taken(self, id: UnitId, gaps: &GapCount) -> bool {
        let through =
            |fire: &Fire| self.shooters(fire).is_ok_and(|salvo| salvo.gaps.between().any(|between| gaps.uses(between)));
        !gaps.is_empty() && self.others_firing(id).any(through)
    }

    /// The targets a unit may be ordered to shoot at now.
    pub fn lawful_targets(self, id: UnitId, face: u8, shot: Shot) -> Targets {
        let told = self.told_off(id, face, &self.state.fires);
        let candidates = self.candidates(id, face, shot, &told, MOST_TARGETS);
        let mut targets = candidates.iter().map(|candidate| candidate.target).collect();
        match self.first_target(id, face) {
            Some(first) => self.keep_nearest_to(first, &mut targets),
            None => self.keep_by_priority((id, face, shot), &told, &candidates, &mut targets),
        }
        targets
    }

    /// Whether there is any target at all: of those that can be hit at least one may always be chosen.
    pub(super) fn has_target(self, id: UnitId, face: u8, shot: Shot) -> bool {
        let told = self.told_off(id, face, &self.state.fires);
        !self.candidates(id, face, shot, &told, 1).is_empty()
    }

    /// Figures that could not hit the first target take the one nearest to it (CP 16.1.5).
    fn keep_nearest_to(self, first: UnitId, targets: &mut Targets) {
        let body = self.body(first);
        let far = |target: &UnitId| body.distance(&self.body(*target));
        let least = targets.iter().map(far).fold(f64::INFINITY, f64::min);
        targets.retain(|target| far(target) <= least + TOUCH);
    }

    fn keep_by_priority(
        self,
        (unit, face, shot): (UnitId, u8, Shot),
        told: &ToldOff,
        candidates: &Candidates<'a>,
        targets: &mut Targets,
    ) {
        if candidates.len() < 2 {
            return;
        }
        // CP 16.3.1
        if targets.iter().any(|&target| self.charges_at(target, unit)) {
            targets.retain(|target| self.charges_at(*target, unit));
            return;
        }
        // CP 16.3.2
        if self.general_allows_any_target(unit) {
            return;
        }
        let merit = |candidate: &Candidate<'a>| match candidate.shot {
            Shooting::Reckoned(merit) => Some(merit),
            Shooting::Known(aimed) => {
                let fire = Fire { unit, target: candidate.target, face, shot };
                self.best_of(aimed, &fire, told).map(|best| self.merit_of(best))
            }
        };
        let merits: ArrayVec<(UnitId, Merit), MOST_TARGETS> =
            candidates.iter().filter_map(|candidate| Some((candidate.target, merit(candidate)?))).collect();
        // CP 16.3.3
        let best = merits.iter().map(|(_, merit)| merit.chance).max().unwrap_or(0);
        let easiest = || merits.iter().filter(|(_, merit)| merit.chance == best);
        let nearest = easiest().map(|(_, merit)| merit.nearest).fold(f64::INFINITY, f64::min);
        let kept = easiest().filter(|(_, merit)| merit.nearest <= nearest + TOUCH);
        *targets = kept.map(|(target, _)| *target).collect();
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
