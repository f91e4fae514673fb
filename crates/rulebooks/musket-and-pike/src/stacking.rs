//! Chapter 8: who may share a hex, cavalry with musketeers, guns in the line, incorporation, wagons.

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::command::LostCause;
use crate::face::told::{Of, morale as told};
use crate::movement::MoveStep;
use crate::state::{Cause, Formation, Loss, Mark, Morale, Place, Slot};
use crate::table::{Play, Table};
use field::hexes::Hex;
use kernel::{Listener, Refusal};

impl Table<'_> {
    /// Whether a unit may stand on a hex together with what is there now, if only on its way: stacking holds at all times (MP 8.1.1a to 8.1.2a; ruling G-A68).
    #[inline]
    pub fn may_stand(self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        let body = self.body_at(hex).filter(|&body| body != id);
        let gun = self.gun_at(hex).filter(|&gun| gun != id);
        if self.is_body(id) { self.body_may_stand(id, body) } else { self.gun_may_stand(id, body, gun) }
    }

    /// Infantry and cavalry go where no other body stands; guns and wagons make room (MP 8.1.1a, 8.1.1c, 8.1.1d), enemy ones when alone are taken
    /// (MP 8.5c, 11.5.1a). Leaders are not counted (MP 8.1.1f).
    fn body_may_stand(self, id: UnitId, body: Option<UnitId>) -> Result<(), Refusal> {
        let Some(body) = body else { return Ok(()) };
        if self.side(body) != self.side(id) {
            return Err(Refusal::new("MP 8.1.1a", "an enemy unit holds that hex"));
        }
        if self.may_join(id, body) { Ok(()) } else { Err(Refusal::new("MP 8.1.1a", "a friendly unit holds that hex")) }
    }

    /// Limbered guns and movable wagons, with a body of any Wing, facing and state (MP 7.3.3h, 8.1.1c, 8.1.1d, 8.1.2a, 8.3.3a, 8.5b).
    fn gun_may_stand(self, id: UnitId, body: Option<UnitId>, gun: Option<UnitId>) -> Result<(), Refusal> {
        let hostile = |other: Option<UnitId>| other.is_some_and(|other| self.side(other) != self.side(id));
        if hostile(body) || hostile(gun) {
            return Err(Refusal::new("MP 8.1.1a", "an enemy unit holds that hex"));
        }
        if gun.is_some() {
            return Err(Refusal::new("MP 8.5b", "guns and wagons do not share a hex with each other"));
        }
        Ok(())
    }

    /// Cavalry and few enough Light Infantry of the same Wing, neither of them in company already (MP 8.1.1b, 8.2.1a; ruling G-A33).
    pub fn may_join(self, a: UnitId, b: UnitId) -> bool {
        let foot = match (self.is_light(a) && self.is_cavalry(b), self.is_light(b) && self.is_cavalry(a)) {
            (true, _) => a,
            (_, true) => b,
            _ => return false,
        };
        // MP E-GAG-10
        let most = if self.rules.options.three_strength_stack { 3 } else { 2 };
        self.card(foot).strength <= most
            && self.card(a).wing == self.card(b).wing
            && self.unit(a).with.is_none()
            && self.unit(b).with.is_none()
    }

    /// Whether cavalry may take in another cavalry unit by entering its hex (MP 8.1.1e, 8.4a, 8.4e; ruling G-A46).
    pub fn may_incorporate(self, id: UnitId, other: UnitId) -> Result<(), Refusal> {
        let cavalry = self.is_cavalry(id) && self.is_cavalry(other) && self.side(id) == self.side(other) && id != other;
        if !cavalry || self.unit(id).casualties == 0 {
            return Err(Refusal::new("MP 8.4a", "only cavalry with casualties incorporates friendly cavalry"));
        }
        if self.is_croats(id) != self.is_croats(other)
            || self.unit(id).with.is_some()
            || self.unit(other).with.is_some()
        {
            return Err(Refusal::new(
                "MP 8.4a",
                "formed cavalry incorporates formed, unformed takes unformed, and neither with Light Infantry",
            ));
        }
        Ok(())
    }

    /// Guns in a unit's hexes; wagons are none and always lie below (MP 8.5a).
    pub fn guns_with(self, id: UnitId) -> impl Iterator<Item = UnitId> {
        let hexes = self.unit(id).hexes();
        hexes.filter_map(move |hex| self.gun_at(hex)).filter(move |&gun| gun != id && self.is_gun(gun))
    }

    /// The gun with the other half of the two-hex unit that a gun is stacked with.
    pub(crate) fn gun_beside(self, gun: UnitId) -> Option<UnitId> {
        let body = self.body_at(self.unit(gun).hex)?;
        self.guns_with(body).find(|&other| other != gun)
    }

    /// The unit of a hex that can fire and be fired at: the one on top (MP 8.3.1b). Wagons and guns out of action always lie below (MP 8.3.1d, 8.5a).
    #[inline]
    pub fn top_of(self, hex: Hex) -> Option<UnitId> {
        let (body, gun) = (self.body_at(hex), self.gun_at(hex));
        match (body, gun) {
            (Some(_), Some(gun)) if self.is_gun(gun) && self.unit(gun).has(Mark::OnTop) => Some(gun),
            (Some(body), _) => Some(body),
            (None, gun) => gun,
        }
    }

    /// Whether a wagon is in a hex, in whosever hands (MP 10.9.1a, 14.1e).
    #[inline]
    pub fn wagon_at(self, hex: Hex) -> bool {
        self.state.standing.has_taken_wagon(hex) || self.gun_at(hex).is_some_and(|id| self.is_wagon(id))
    }

    /// Whether a unit lies on top in `hex`, or shares it with no gun (MP 8.3.1b, 8.3.1c).
    #[inline]
    pub fn is_top(self, id: UnitId, hex: Hex) -> bool {
        let top = self.top_of(hex);
        top == Some(id) || self.unit(id).slot == Slot::Under && self.unit(id).with == top && top.is_some()
    }

    /// A gun or wagon with no body in its hex.
    #[inline]
    pub fn is_lone_gun(self, id: UnitId) -> bool {
        !self.is_body(id) && self.body_at(self.unit(id).hex).is_none()
    }
}

impl<L: Listener> Play<'_, L> {
    /// A gun is out of action (MP 10.8.9a): its marker lies on its hex, disabled or captured, at the bottom (MP 8.3.1d).
    pub fn wreck_gun(&mut self, gun: UnitId, captured: bool) {
        let (stood, at) = (self.unit(gun).on_map(), self.footing(gun));
        self.state.lift(gun);
        self.unit_mut(gun).place = Place::Wreck { captured };
        self.mark(gun, Mark::OnTop, false);
        let (rule, how) = if captured { ("MP 10.8.9b", told::IS_CAPTURED) } else { ("MP 10.8.9a", told::IS_DISABLED) };
        self.tell(rule, how, &[Of::Unit(gun)]);
        // It is a unit no more, and a leader who had nobody else is alone (MP 5.3.1b).
        if stood {
            self.leaders_of_lost(gun, at, LostCause::Eliminated(Cause::Overrun));
        }
    }

    /// A unit has come to rest: where it has come to a gun, or a gun to a unit, its owner says who lies on top (MP 8.3.1a). A gun in a hex where the unit stood
    /// before keeps its place (MP 8.3.2a), and one beside it takes the same (MP 8.3.4a).
    pub(crate) fn settle_on_gun(&mut self, id: UnitId, from: [Option<Hex>; 2]) {
        let table = self.table();
        if !self.unit(id).on_map() || table.is_wagon(id) {
            return;
        }
        if !table.is_body(id) {
            let comes = table.body_at(table.unit(id).hex).is_some() && table.gun_beside(id).is_none();
            if comes && !from.contains(&Some(table.unit(id).hex)) {
                self.push(Step::Move(MoveStep::StackOrder(id)));
            }
            return;
        }
        let gun_at = |hex: Hex| table.gun_at(hex).filter(|&gun| table.is_gun(gun));
        let [fresh, kept] = [false, true].map(|stood| {
            let mut hexes = table.unit(id).hexes().filter(|&hex| from.contains(&Some(hex)) == stood);
            hexes.find_map(gun_at)
        });
        match (fresh, kept) {
            (Some(fresh), Some(kept)) => {
                let on_top = self.unit(kept).has(Mark::OnTop);
                self.mark(fresh, Mark::OnTop, on_top);
            }
            (Some(_), None) => self.push(Step::Move(MoveStep::StackOrder(id))),
            (None, _) => {}
        }
    }

    /// The order of all guns in a unit's hexes: two guns of one two-hex unit lie alike (MP 8.3.1a, 8.3.4a).
    pub fn set_guns_on_top(&mut self, id: UnitId, on_top: bool) {
        let hexes = [Some(self.unit(id).hex), self.unit(id).other];
        for hex in hexes.into_iter().flatten() {
            if let Some(gun) = self.table().gun_at(hex).filter(|&gun| self.table().is_gun(gun)) {
                self.mark(gun, Mark::OnTop, on_top);
            }
        }
    }

    /// Cavalry and Light Infantry in one hex become one stack: one facing, the worse morale and the worse formation of the two (MP 8.2.1a, 8.2.2d). The one
    /// that stood there may not move any more in this activation (MP 8.2.2c).
    pub fn join_stack(&mut self, mover: UnitId, other: UnitId) {
        let (horse, foot) = if self.table().is_cavalry(mover) { (mover, other) } else { (other, mover) };
        let (a, b) = (*self.unit(mover), *self.unit(other));
        let morale = a.morale.min(b.morale);
        let formation = if a.formation.badness() > b.formation.badness() { a.formation } else { b.formation };
        for id in [horse, foot] {
            let unit = self.unit_mut(id);
            (unit.morale, unit.formation, unit.facing) = (morale, formation, b.facing);
        }
        // The foot leaves the hex's place for bodies before the horse takes it.
        self.state.set_slot(foot, Slot::Under);
        self.state.set_slot(horse, Slot::Body);
        self.unit_mut(horse).with = Some(foot);
        self.unit_mut(foot).with = Some(horse);
        self.mark(other, Mark::Held, true);
        // To be faced as the other is it changes its facing (MP 8.2.2b, 11.3.6a).
        if a.facing != b.facing
            && let Some(moving) = self.state.moves.last_mut().filter(|moving| moving.unit == mover)
        {
            moving.run = 0;
        }
        let of = [Of::Unit(horse), Of::Unit(foot), Of::Formation(formation)];
        self.tell("MP 8.2.2d", told::STAND_TOGETHER, &of);
    }

    /// Cavalry takes in another cavalry unit (MP 8.4a, 8.4b, 8.4c, 8.4d, 8.4e; ruling G-A46): casualties made good by the other's men, the worse morale, its own morale
    /// rating, formation, facing and pistols. The other counts as eliminated; what is too many is lost.
    pub fn incorporate(&mut self, id: UnitId, other: UnitId) {
        let men = self.table().strength(other);
        let morale = self.unit(id).morale.min(self.unit(other).morale);
        self.take_off(other, Loss::Incorporated);
        let unit = self.unit_mut(id);
        unit.casualties = unit.casualties.saturating_sub(men);
        unit.morale = morale;
        if morale == Morale::Broken {
            unit.formation = Formation::None;
        }
        let above = self.rules.units[id.ix()].threshold.is_none_or(|limit| self.unit(id).casualties < limit);
        if above {
            self.mark(id, Mark::ThresholdReached, false);
        }
        self.tell("MP 8.4b", told::TAKES_IN, &[Of::Unit(id), Of::Count(men.into()), Of::Unit(other)]);
    }

    /// A wagon changes hands (MP 8.5c, 14.1d): no unit while the enemy has it, a unit again when its owner takes it back and no gun is in the way.
    pub(crate) fn take_wagon(&mut self, wagon: UnitId, captured: bool) {
        let unit = *self.unit(wagon);
        self.mark(wagon, Mark::Captured, captured);
        self.state.note_wagon(unit.hex, captured);
        if captured {
            self.state.lift(wagon);
            self.unit_mut(wagon).place = Place::Wreck { captured };
        } else if self.table().gun_at(unit.hex).is_none() {
            self.state.put(wagon, unit.hex, None, unit.facing);
        } else {
            self.unit_mut(wagon).place = Place::Wreck { captured };
        }
        let how = if captured { told::IS_CAPTURED } else { told::IS_TAKEN_BACK };
        self.tell("MP 14.1d", how, &[Of::Unit(wagon)]);
    }
}
