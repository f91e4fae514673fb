//! 16.2 Timing of fire, and 16.7 moving and firing.

use super::targets::Mark;
use crate::bodies::Outline;
use crate::cards::{Kind, UnitId};
use crate::state::{Charge, ChargeKind, Formation, Mode, Place, Stage};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{INCH, Pose, Um, turn};
use kernel::Refusal;

/// Places a passing enemy can be shot at; a path is looked at every inch.
const MOST_POSES: usize = 48;
const STRIDE: Um = INCH;

/// How a target is shot at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Where it stands.
    Standing,
    /// Anywhere on its path this turn.
    Passing,
    /// On its whole way in, by those it charges.
    Charger,
}

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    /// Whether a unit may shoot at anybody at all this turn.
    pub fn may_shoot(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.place != Place::Table {
            return refuse("CP 16.1.3", "the unit is not on the table");
        }
        if unit.mode != Mode::Normal {
            return refuse("CP 16.7.2", "routers and pursuers are on the move and do not shoot");
        }
        if unit.formation == Formation::MarchColumn {
            return refuse("CP 7.3.4", "a march column may not shoot");
        }
        if unit.crashed {
            return refuse("CP 15.2.9b", "neither unit of a crash may shoot");
        }
        if self.in_contact(id) {
            return refuse("CP G47", "a unit in combat does not shoot");
        }
        if unit.charged && self.is_cavalry(id) {
            return refuse("CP 16.7.3", "charging cavalry keeps its pistols for the combat");
        }
        if unit.charged || unit.evaded || unit.recoiled {
            return refuse("CP 16.7.2", "it has charged, evaded or fallen back this turn");
        }
        self.stood_or_rotated(id)?;
        self.has_loaded_arms(id)
    }

    /// Only steady foot may move and shoot, and only by one rank forward or back (CP 16.7.1, 16.7.2).
    fn stood_or_rotated(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.changing > 0 {
            return refuse("CP 16.7.2", "it is changing formation");
        }
        if unit.rotated {
            let drilled = self.is_close_order_foot(id) && self.steady(id);
            return if drilled { Ok(()) } else { refuse("CP 16.7.1", "only steady foot can advance a rank and shoot") };
        }
        if unit.moved {
            return refuse("CP 16.7.2", "a unit that has moved may not shoot");
        }
        Ok(())
    }

    fn has_loaded_arms(self, id: UnitId) -> Result<(), Refusal> {
        let (unit, card) = (self.unit(id), self.card(id));
        match card.kind {
            Kind::Wagons => return refuse("CP 3.10", "wagons are not troops"),
            Kind::Battery if unit.away => return refuse("CP 15.1.10", "the crew is away from its guns"),
            Kind::Battery if unit.formation == Formation::Limbered => {
                return refuse("CP 7.5.1", "limbered guns cannot fire");
            }
            Kind::Battery if unit.others == 0 => return refuse("CP G37", "there is no gunner left"),
            Kind::HighlandShock => return refuse("CP 20.6.1", "highland shock troops have nothing to shoot with"),
            Kind::Dragoons if unit.mounted && !self.rules.options.dragoons_shoot_mounted => {
                return refuse("CP G36", "in this battle dragoons shoot on foot only");
            }
            _ => {}
        }
        if self.is_cavalry(id) && !(card.pistols && unit.pistols_loaded) {
            return refuse("CP 17.5.3", "its pistols are not loaded");
        }
        if !unit.loaded {
            return refuse("CP 20.4.3b", "it is still reloading after its volley");
        }
        if self.armed(id) == 0 {
            return refuse("CP 16.1.3", "it has no figures that shoot");
        }
        Ok(())
    }

    /// The charge by which a unit stands in contact and has still to test.
    fn charge_in_contact(self, id: UnitId) -> Option<Charge> {
        self.state.charges.iter().copied().find(|charge| charge.charger == id && charge.stage == Stage::Arrived)
    }

    /// Whether an enemy has charged a unit: aimed at it, or met it with its front on the way in and may charge it
    /// (ruling G22).
    pub fn charges_at(self, enemy: UnitId, id: UnitId) -> bool {
        self.charge_in_contact(enemy).is_some_and(|charge| charge.target == id || self.charge_touches(enemy, id))
    }

    /// The charge, or the pursuit, that has brought a unit to somebody it has not fought yet.
    fn came_to_contact(self, id: UnitId) -> Option<Charge> {
        let crash = |charge: &Charge| charge.charger == id && charge.kind == ChargeKind::Crash && self.run_into(id);
        self.charge_in_contact(id).or_else(|| self.state.charges.iter().copied().rfind(crash))
    }

    /// In a crash of this turn and in no fight besides: that is an impact to come, no continuing combat (rulings G47, G90).
    fn run_into(self, id: UnitId) -> bool {
        let mut contacts = self.state.contacts.iter();
        self.unit(id).crashed && contacts.all(|contact| contact.impact || (contact.a != id && contact.b != id))
    }

    /// How one unit may shoot at another, by when and where either has moved.
    pub fn aim(self, id: UnitId, target: UnitId) -> Result<Aim, Refusal> {
        // CP 16.2.4, 16.1.9
        if self.charges_at(target, id) {
            return Ok(Aim::Charger);
        }
        // The change was a move; it keeps nobody from his own defence (ruling G89).
        if self.unit(id).closed_up {
            return refuse("CP 16.7.2", "it has changed its formation: it shoots only at those who charge it");
        }
        if self.is_cavalry(id) {
            return refuse("CP 16.7.4", "cavalry shoots only when it stands to receive a charge");
        }
        if let Some(charge) = self.came_to_contact(target) {
            // CP 16.2.2: half the charger's normal move (ruling G42).
            if 2 * charge.ran <= self.move_speed(target) {
                return refuse("CP 16.2.2", "its charge on another unit was too short to be caught by fire");
            }
        } else if self.in_contact(target) && !self.run_into(target) {
            return refuse("CP G47", "units in combat are not shot at");
        }
        // CP 16.2.1, 16.2.3
        let (unit, path) = (self.unit(id), &self.state.paths[target.ix()]);
        let now = self.unit(target).outline();
        let stayed = path.iter().all(|stood| stood.stands_like(&now));
        Ok(if unit.rotated || unit.moved || stayed { Aim::Standing } else { Aim::Passing })
    }

    /// Where a target has been this turn and how it stood there, from where it stands now back to where it began.
    pub(super) fn path_back(self, target: UnitId) -> ArrayVec<Outline, MOST_POSES> {
        let mut stood = ArrayVec::new();
        let mut later = self.unit(target).outline();
        stood.push(later);
        for &earlier in self.state.paths[target.ix()].iter().rev() {
            if earlier.stands_like(&later) {
                continue;
            }
            let (now, then) = (later.pose, earlier.pose);
            let distance = then.at.distance(now.at);
            let swing = turn(now.facing, then.facing);
            // Into a house or out of it is one step; whoever changes his order does it in one place.
            let at_once = earlier.inside != later.inside || (distance == 0 && swing == 0);
            let steps = if at_once { 1 } else { (distance / STRIDE + 1).max(1) };
            for step in 1..=steps {
                let share = f64::from(step) / f64::from(steps);
                let at = now.at.vec() + (then.at.vec() - now.at.vec()) * share;
                let facing = now.facing + (f64::from(swing) * share).round() as i32;
                // A way that is longer than this is looked at as far back as there is room: what lies behind is hardly ever the
                // best shot.
                if stood.is_full() {
                    return stood;
                }
                stood.push(Outline { pose: Pose::new(at.round(), facing), ..earlier });
            }
            later = earlier;
        }
        stood
    }

    /// The target as it stood at some point of its path.
    pub(super) fn mark_as(self, target: UnitId, stood: &Outline) -> Mark {
        let (unit, now) = (self.unit(target), self.unit(target).outline());
        let body = match stood.drawn_up_like(&now) {
            true => self.body_there(target, stood.pose),
            false => self.rules.body_of(target, &unit.standing_as(stood)),
        };
        Mark { id: target, stood: *stood, body, passing: !stood.stands_like(&now) }
    }

    /// The target where and as it stands now.
    pub(super) fn mark_now(self, target: UnitId) -> Mark {
        self.mark_as(target, &self.unit(target).outline())
    }
}
