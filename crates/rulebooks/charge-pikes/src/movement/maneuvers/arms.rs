//! What only some arms do: dragoons mount and dismount, guns unlimber and traverse, gunners return, forlorn hopes fall back.

use super::{Also, FULL_MOVE, Moved, NOT_SO_FAR, refuse};
use crate::cards::{GunClass, Kind, UnitId};
use crate::formations::usual_layout;
use crate::movement::interpenetration::Near;
use crate::scales::Footprint;
use crate::state::{Formation, Gun, GunState, Horses, Mode, Place};
use crate::table::Table;
use crate::terrain::March;
use field::table::{Body, Cdeg, MM, Pose, TOUCH, Trail, Um, arc_length};
use kernel::Refusal;

/// How far a heavy gun turns in one turn (CP 15.12.2).
pub(super) const MOST_TRAVERSE: Cdeg = 4_500;

impl Table<'_> {
    /// Half a turn; a tenth of the men stay with the horses, at least one (CP 15.9.9, 15.9.10).
    pub(super) fn dismount_outcome(self, near: &Near) -> Result<Moved, Refusal> {
        let id = near.id;
        let unit = self.unit(id);
        if !self.is_mounted_dragoons(id) {
            return refuse("CP 15.9.9", "only mounted dragoons dismount");
        }
        if self.share_spent(id) > 0.5 {
            return refuse("CP 15.9.9", "dismounting takes half a turn");
        }
        let holders = horse_holders(unit.others);
        if unit.others <= holders {
            return refuse("CP 15.9.10", "there is nobody left to fight on foot");
        }
        let mut after = self.after(id, 0);
        after.mounted = false;
        after.formation = Formation::Open;
        after.others -= holders;
        after.layout = usual_layout(0, after.others, false);
        after.volley = false;
        after.spent = self.rescaled(id, &after, self.share_spent(id) + 0.5);
        let body = self.rules.body_of(id, &after);
        self.stands(near, &body)?;
        let Some(at) = self.room_for_horses(id, &body, holders) else {
            return refuse("CP 15.9.11", "there is no room behind or beside them for the led horses");
        };
        after.horses = Horses::Led { at, holders };
        Ok(Moved::new(after, self.move_speed(id) / 2, Trail::Formed))
    }

    /// Led horses stand on the table, on ground that is open to them: behind the men, or beside them (CP 15.9.11).
    fn room_for_horses(self, id: UnitId, men: &Body, holders: u8) -> Option<Pose> {
        let pose = self.unit(id).pose;
        let horses = self.rules.horses_body(pose, holders);
        let aside = ((men.front_width() + horses.front_width()) * 0.5).round() as Um + MM;
        let behind = pose.ahead(-(men.main().depth.round() as Um) - MM);
        let places = [behind, pose.along(pose.facing - 9_000, aside), pose.along(pose.facing + 9_000, aside)];
        places.into_iter().find(|&at| {
            let horses = self.rules.horses_body(at, holders);
            let taken = |other: UnitId| {
                let led = self.led_horses(other).is_some_and(|led| led.overlaps(&horses));
                led || (self.unit(other).place == Place::Table && self.body(other).overlaps(&horses))
            };
            self.can_stand(id, &horses, March::Normal).is_ok() && !self.all().any(|other| other != id && taken(other))
        })
    }

    /// A full turn, touching the horses; the holders are back in the ranks (CP 15.9.9).
    pub(super) fn mount_outcome(self, near: &Near) -> Result<Moved, Refusal> {
        let id = near.id;
        let unit = self.unit(id);
        let (Kind::Dragoons, false) = (self.card(id).kind, unit.mounted) else {
            return refuse("CP 15.9.9", "only dismounted dragoons mount");
        };
        let (Horses::Led { holders, .. }, Some(horses)) = (unit.horses, self.led_horses(id)) else {
            return refuse("CP 15.9.11", "their horses are gone");
        };
        if !self.is_fresh(id) {
            return refuse("CP 15.9.9", "mounting takes a full turn");
        }
        if near.body.distance(&horses) > f64::from(2 * MM) + TOUCH {
            return refuse("CP 15.9.11", "to mount they must be with their horses");
        }
        let mut after = self.after(id, 0);
        after.mounted = true;
        after.horses = Horses::Ridden;
        after.others = after.others.saturating_add(holders);
        after.formation = Formation::Line;
        after.layout = usual_layout(0, after.others, false);
        after.spent = self.move_speed_as(id, &after);
        self.stands(near, &self.rules.body_of(id, &after))?;
        Ok(Moved::new(after, self.move_speed(id), Trail::Formed))
    }

    /// The whole battery at the highest cost of its guns (CP 15.9.12); its limbers leave the game (CP 15.9.13a).
    pub(super) fn unlimber_outcome(self, near: &Near) -> Result<Moved, Refusal> {
        let id = near.id;
        if !self.is_guns(id) || self.unit(id).formation != Formation::Limbered {
            return refuse("CP 15.9.12", "only limbered guns unlimber");
        }
        let share = if self.has_guns_above(id, GunClass::Light) { 1.0 } else { 0.5 };
        if share == 1.0 && !self.is_fresh(id) {
            return refuse(FULL_MOVE.0, FULL_MOVE.1);
        }
        if self.share_spent(id) > 1.0 - share {
            return refuse("CP 15.9.12", "unlimbering light guns takes half a move");
        }
        let mut after = self.after(id, 0);
        after.formation = Formation::Unlimbered;
        after.spent = self.rescaled(id, &after, self.share_spent(id) + share);
        self.stands(near, &self.rules.body_of(id, &after))?;
        let cost = (f64::from(self.move_speed(id)) * share) as Um;
        Ok(Moved { also: Also::DropLimbers, ..Moved::new(after, cost, Trail::Formed) })
    }

    fn has_guns_above(self, id: UnitId, class: GunClass) -> bool {
        self.battery(id)
            .is_some_and(|battery| battery.guns.iter().any(|gun| gun.state == GunState::Served && gun.class > class))
    }

    /// CP 15.12.2: up to 45 degrees a turn, in place.
    pub(super) fn rotate_outcome(self, near: &Near, angle: Cdeg) -> Result<Moved, Refusal> {
        let id = near.id;
        let unit = self.unit(id);
        if !self.traverses(id) {
            return refuse("CP 15.12.2", "only heavy guns off their limbers rotate in place");
        }
        if angle.abs() > self.traverse_left(id) {
            return refuse("CP 15.12.2", "heavy guns rotate up to 45 degrees a turn");
        }
        let mut after = self.after(id, 0);
        let pivot = near.body.main().center();
        after.pose = unit.pose.pivot(pivot, angle);
        self.stands(near, &self.rules.body_of(id, &after))?;
        let turns = Also::Traverse { by: angle.abs() };
        Ok(Moved { also: turns, ..Moved::new(after, 0, Trail::Swing { pivot, by: angle }) })
    }

    /// Heavy guns off their limbers.
    pub(super) fn traverses(self, id: UnitId) -> bool {
        let stand = self.is_guns(id) && self.unit(id).formation == Formation::Unlimbered;
        stand && self.has_guns_above(id, GunClass::Field)
    }

    /// What is left this turn of the 45 degrees of a battery's heavy guns, turned together or one by one (CP 15.12.2).
    pub(super) fn traverse_left(self, id: UnitId) -> Cdeg {
        let heavy = |gun: &&Gun| gun.state == GunState::Served && gun.class == GunClass::Heavy;
        let turned = self.battery(id).and_then(|battery| battery.guns.iter().filter(heavy).map(|gun| gun.turned).max());
        MOST_TRAVERSE - turned.unwrap_or(0)
    }

    /// CP 16.7.5: a general with the battery has single guns wheeled.
    pub(super) fn swing_gun_outcome(self, near: &Near, gun: u8, to: Cdeg) -> Result<Moved, Refusal> {
        let id = near.id;
        let unit = self.unit(id);
        if !self.is_guns(id) || unit.formation != Formation::Unlimbered {
            return refuse("CP 16.7.5", "only guns off their limbers are wheeled one by one");
        }
        if !self.has_general(id) {
            return refuse("CP 16.7.5", "without a general all guns of a battery face the same way");
        }
        let Some(piece) = self.battery(id).and_then(|battery| battery.guns.get(usize::from(gun))) else {
            return refuse("CP 16.7.5", "there is no such gun");
        };
        if piece.state != GunState::Served || piece.swung == to {
            return refuse("CP 16.7.5", "that gun cannot be wheeled there");
        }
        let by = (to - piece.swung).abs();
        // Beside heavy guns the others turn no faster than those (ruling G93).
        if self.traverses(id) && by > MOST_TRAVERSE - piece.turned {
            return refuse("CP 15.12.2", "heavy guns rotate up to 45 degrees a turn");
        }
        let width = f64::from(self.rules.figure_width(Footprint::Gun));
        let cost = if self.move_speed(id) == 0 { 0 } else { arc_length(width, by).ceil() as Um };
        if cost > self.move_left(id) {
            return refuse(NOT_SO_FAR.0, NOT_SO_FAR.1);
        }
        let after = self.after(id, cost);
        Ok(Moved { also: Also::SwingGun { gun, to }, ..Moved::new(after, cost, Trail::Formed) })
    }

    /// Gunners who touch their guns serve them again.
    pub(super) fn man_outcome(self, near: &Near) -> Result<Moved, Refusal> {
        let id = near.id;
        let unit = self.unit(id);
        if !self.is_battery(id) || !unit.away {
            return refuse("CP 15.1.10", "only gunners who have left their guns can man them again");
        }
        let Some(guns) = self.left_guns_body(id) else {
            return refuse("CP 15.1.10", "their guns are lost");
        };
        if near.body.distance(&guns) > f64::from(2 * MM) + TOUCH {
            return refuse("CP 15.1.10", "to man the guns the gunners must touch them");
        }
        if self.on_table().any(|other| other != id && self.body(other).overlaps(&guns)) {
            return refuse("CP 15.1.10", "somebody stands on the guns");
        }
        let mut after = self.after(id, 0);
        let share = self.share_spent(id);
        let manned = crate::state::Unit { away: false, formation: Formation::Unlimbered, ..after };
        after.spent = self.rescaled(id, &manned, share);
        Ok(Moved { also: Also::Man { walked: share > 0.0 }, ..Moved::new(after, 0, Trail::Formed) })
    }

    /// CP 20.3.4: back into the ranks, free.
    pub(super) fn draw_in_outcome(self, near: &Near) -> Result<Moved, Refusal> {
        let id = near.id;
        let Some(parent) = self.card(id).parent.filter(|_| self.card(id).kind == Kind::ForlornHope) else {
            return refuse("CP 20.3.4", "only a forlorn hope is drawn back in");
        };
        let regiment = self.unit(parent);
        if regiment.place != Place::Table || regiment.mode != Mode::Normal {
            return refuse("CP 20.3.4", "its regiment is not there to receive it");
        }
        if self.in_contact(parent) {
            return refuse("CP 17.2.6", "in combat a regiment brings up no more figures");
        }
        let mut filled = *regiment;
        filled.others = filled.others.saturating_add(self.unit(id).others);
        let body = self.rules.body_of(parent, &filled);
        let free = |other| other == parent || other == id || !self.body(other).overlaps(&body);
        if regiment.inside.is_none() && !self.on_table().all(free) {
            return refuse("CP 20.3.4", "its regiment has no room for it");
        }
        Ok(Moved { also: Also::DrawIn, ..Moved::new(*self.unit(id), 0, Trail::Formed) })
    }
}

/// One man in ten, rounded down, holds horses, and never less than one (CP 15.9.10).
pub fn horse_holders(figures: u8) -> u8 {
    (figures / 10).max(1)
}
