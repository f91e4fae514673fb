//! 16.6 Artillery danger zones.

use super::salvo::Salvo;
use super::targets::Mark;
use crate::cards::UnitId;
use crate::scales::Footprint;
use crate::state::{Fire, Shot};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Block, Body};

/// Friends in a danger zone, the nearest to the guns first.
pub type Endangered = ArrayVec<UnitId, 8>;

impl Table<'_> {
    /// The strip from a battery to the near edge of its target: as wide as the battery for ball, 2(1.5)" wider on each
    /// side for hail (CP 16.6.1, ruling G41).
    pub fn danger_zone(self, battery: UnitId, target: &Body, shot: Shot) -> Block {
        let guns = self.body(battery);
        // In a town block the guns stand somewhere among the houses.
        let inside = self.unit(battery).inside.is_some();
        let abreast = self.rules.figure_width(Footprint::Gun) * self.standing_guns(battery) as i32;
        let width = if inside { f64::from(abreast) } else { guns.front_width() };
        let from = self.muzzle_of(battery, &guns);
        let near = target.nearest(from);
        let dir = (near - from).unit();
        let margin = if shot == Shot::Hail { f64::from(self.inches(2)) } else { 0.0 };
        let length = from.distance(near);
        Block { front: near, dir, half: width * 0.5 + margin, depth: length }
    }

    /// Friends through whom an order to shoot would go (CP 16.6.2).
    pub fn shot_through(self, fire: &Fire) -> Endangered {
        let mark = |salvo: Salvo| self.mark_as(fire.target, &salvo.stood);
        self.shooters(fire)
            .map_or_else(|_| Endangered::new(), |salvo| self.endangered(fire.unit, &mark(salvo), fire.shot))
    }

    /// Friends who are shot at before the target is (CP 16.6.2); those legally shot over are safe (ruling G41).
    pub(super) fn endangered(self, battery: UnitId, mark: &Mark, shot: Shot) -> Endangered {
        let mut found = Endangered::new();
        if shot == Shot::SmallArms {
            return found;
        }
        let zone = Body::single(self.danger_zone(battery, &mark.body, shot));
        let guns = self.body(battery);
        let from = guns.main().front;
        let mut far = ArrayVec::<f64, 8>::new();
        let mate =
            |friend: UnitId| self.unit(battery).inside.is_some_and(|area| self.unit(friend).inside == Some(area));
        for friend in self.friends_of(battery).filter(|&friend| self.is_troops(friend) && !mate(friend)) {
            let body = self.body(friend);
            let inside = zone.overlaps(&body) && !self.shot_over(&body, &guns, &mark.body);
            if !inside || found.is_full() {
                continue;
            }
            let distance = body.distance_to_point(from);
            let place = far.iter().position(|&other| distance < other).unwrap_or(far.len());
            found.insert(place, friend);
            far.insert(place, distance);
        }
        found
    }
}
