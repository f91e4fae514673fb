//! Guns that were left: spiked, driven off, manned again (CF 16.10 to 16.13, G66).

use super::AfterChoice;
use crate::cards::{UnitId, Units};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::measures::{CLOSE, CONTACT, yds};
use crate::state::{Crew, Loss, MoveDice, Place, Service, Standing};
use crate::table::{Play, Table, within};
use field::table::{Um, Vec2};
use kernel::{Listener, Refusal, Seat, Side};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl<'a> Table<'a> {
    /// Guns that nobody serves and nobody has spiked.
    fn left_guns(self) -> impl Iterator<Item = UnitId> + use<'a> {
        self.on_table().filter(move |&gun| self.is_gun(gun) && matches!(self.unit(gun).service, Service::Abandoned(_)))
    }

    /// Formed enemy of a side within 40 yds of a unit (CF 16.10, 16.12); a card counts as formed troops (CF G144).
    fn formed_near(self, side: Side, id: UnitId) -> bool {
        let formed = |enemy: &UnitId| self.is_formed(*enemy) || self.is_face_down(*enemy);
        let mut formed = self.of_side(side.other()).filter(formed);
        formed.any(|enemy| self.is_within(id, enemy, CLOSE))
    }

    fn is_left(self, gun: UnitId) -> Result<(), Refusal> {
        self.known(gun)?;
        let unit = self.unit(gun);
        let left = unit.place == Place::Table && matches!(unit.service, Service::Abandoned(_));
        if left { Ok(()) } else { refuse("CF 16.10", "that gun is not abandoned") }
    }

    /// Foot or dragoons in contact with a gun that was left, no formed enemy near (CF 16.10).
    pub(super) fn may_spike(self, id: UnitId, gun: UnitId) -> Result<(), Refusal> {
        self.is_left(gun)?;
        if !self.is_foot(id) && !self.is_dismounted(id) {
            return refuse("CF 16.10", "foot and dismounted dragoons spike guns");
        }
        if self.unit(id).standing != Standing::Steady || !self.touches(id, gun) {
            return refuse("CF 16.10", "it is not at the gun");
        }
        if self.formed_near(self.side(id), id) || self.formed_near(self.side(id), gun) {
            return refuse("CF 16.10", "formed enemy is within 40 yds");
        }
        if self.unit(gun).spiked_by.is_some() {
            return refuse("CF 16.10", "it is being spiked");
        }
        Ok(())
    }

    /// An enemy gun on its limber is driven off by one base (CF 16.13).
    pub(super) fn may_drive_off(self, id: UnitId, gun: UnitId) -> Result<(), Refusal> {
        self.is_left(gun)?;
        let able = self.is_foot(id) || self.is_cavalry(id) || self.is_dismounted(id);
        if !able || self.side(gun) == self.side(id) || !self.unit(gun).limbered {
            return refuse("CF 16.13", "the enemy drives off guns on their limbers");
        }
        if !self.touches(id, gun) || self.unit(id).standing != Standing::Steady {
            return refuse("CF 16.13", "it is not at the gun");
        }
        if self.unit(id).bases() < 2 {
            return refuse("CF 16.13", "it has no base to spare");
        }
        Ok(())
    }

    /// Where the crew of a gun is.
    pub(super) fn crew_at(self, gun: UnitId) -> Option<Vec2> {
        match self.unit(gun).service {
            Service::Abandoned(Crew::At(at)) => Some(at.vec()),
            Service::Abandoned(Crew::With(unit)) => Some(self.body(unit).nearest(self.body(gun).center())),
            _ => None,
        }
    }

    /// The crew comes back while no formed enemy is within 40 yds of the gun (CF 16.12, 16.14).
    pub(super) fn may_man(self, gun: UnitId) -> Result<(), Refusal> {
        self.is_left(gun)?;
        if self.crew_at(gun).is_none() {
            return refuse("CF 16.12", "its crew is dead");
        }
        if self.formed_near(self.side(gun), gun) {
            return refuse("CF 16.12", "formed enemy is within 40 yds");
        }
        if self.unit(gun).finished {
            return refuse("CF 16.12", "the crew has moved");
        }
        Ok(())
    }

    /// Guns that a seat may man again.
    fn to_man(self, seat: Seat, side: Side) -> impl Iterator<Item = UnitId> {
        let own = self.left_guns().filter(move |&gun| self.side(gun) == side && self.seat(gun) == seat);
        own.filter(move |&gun| self.may_man(gun).is_ok())
    }

    pub(super) fn any_to_man(self, seat: Seat, side: Side) -> bool {
        self.to_man(seat, side).next().is_some()
    }

    pub(super) fn crews_menu(self, seat: Seat, side: Side, menu: &mut Vec<Decision>) {
        menu.extend(self.to_man(seat, side).map(|gun| Decision::After(AfterChoice::Man(gun))));
    }

    /// What the units of a seat may do with guns that were left.
    fn spoils(self, seat: Seat, side: Side) -> impl Iterator<Item = AfterChoice> {
        self.left_guns().flat_map(move |gun| {
            self.of_side(side).filter(move |&id| self.seat(id) == seat).flat_map(move |id| {
                let spike = self.may_spike(id, gun).is_ok().then_some(AfterChoice::Spike { unit: id, gun });
                let drive = self.may_drive_off(id, gun).is_ok().then_some(AfterChoice::DriveOff { unit: id, gun });
                spike.into_iter().chain(drive)
            })
        })
    }

    pub(super) fn any_spoils(self, seat: Seat, side: Side) -> bool {
        self.spoils(seat, side).next().is_some()
    }

    pub(super) fn spoils_menu(self, seat: Seat, side: Side, menu: &mut Vec<Decision>) {
        menu.extend(self.spoils(seat, side).map(Decision::After));
    }
}

impl<L: Listener> Play<'_, L> {
    /// At the end of the phase: who has stayed at a gun for a turn has spiked it; crews that the enemy touches are killed
    /// (CF 16.10, G66).
    pub(super) fn look_after_guns(&mut self) {
        let guns: Units = self.table().left_guns().collect();
        for gun in guns.iter() {
            if let Some(by) = self.unit(gun).spiked_by {
                let table = self.table();
                let stays = table.unit(by).place == Place::Table && !table.unit(by).displaced;
                self.unit_mut(gun).spiked_by = None;
                if stays && self.table().may_spike(by, gun).is_ok() {
                    self.unit_mut(gun).service = Service::Spiked;
                    self.tell("CF 16.10", told::IS_SPIKED, &[Who::Unit(gun), Who::Unit(by)]);
                    continue;
                }
            }
            self.look_after_crew(gun);
        }
    }

    fn look_after_crew(&mut self, gun: UnitId) {
        let table = self.table();
        let lost = match table.unit(gun).service {
            Service::Abandoned(Crew::With(unit)) => table.unit(unit).place != Place::Table,
            Service::Abandoned(Crew::At(at)) => table.enemy_within_of(table.side(gun), at.vec(), CONTACT),
            _ => false,
        };
        if lost {
            self.unit_mut(gun).service = Service::Abandoned(Crew::Killed);
            self.tell("CF 16.12", told::CREW_LOST, &[Who::Unit(gun)]);
        }
    }

    pub(super) fn spike(&mut self, id: UnitId, gun: UnitId) {
        self.unit_mut(gun).spiked_by = Some(id);
        self.tell("CF 16.10", told::SPIKES, &[Who::Unit(id), Who::Unit(gun)]);
    }

    /// One base goes with the gun, and is no casualty (CF 16.13, G66).
    pub(super) fn drive_off(&mut self, id: UnitId, gun: UnitId) {
        let unit = self.unit_mut(id);
        if let Some(element) = unit.fullest() {
            unit.lose_base(element);
            if let Some(of) = unit.elements.get_mut(element) {
                of.casualties -= 1;
            }
        }
        self.keep_bodies();
        self.tell("CF 16.13", told::DRIVES_OFF, &[Who::Unit(id), Who::Unit(gun)]);
        self.destroy(gun, Loss::Taken);
    }

    /// The crew runs back as unformed foot; at the gun it serves it again (CF 16.12, G66).
    pub(super) fn man(&mut self, gun: UnitId) {
        let Some(from) = self.table().crew_at(gun) else { return };
        self.unit_mut(gun).finished = true;
        let to = self.body(gun).nearest(from);
        let far = (to - from).len();
        let reach = if within(far, CONTACT) {
            0.0
        } else {
            let pips = self.roll_pips(MoveDice::new(1, true));
            f64::from(yds(10 * pips.sum()))
        };
        if far <= reach + f64::from(CONTACT) {
            let unit = self.unit_mut(gun);
            unit.service = Service::Crewed;
            unit.spiked_by = None;
            unit.last_shot = None;
            self.tell("CF 16.12", told::IS_MANNED, &[Who::Unit(gun)]);
        } else {
            let at = (from + (to - from).unit() * reach).round();
            self.unit_mut(gun).service = Service::Abandoned(Crew::At(at));
            self.tell("CF 16.12", told::CREW_COMES, &[Who::Unit(gun), Who::Far(reach.round() as Um)]);
        }
    }
}
