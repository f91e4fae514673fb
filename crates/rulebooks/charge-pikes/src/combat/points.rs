//! 17.4 Pike status, and the combat points of 17.7.

use super::View;
use crate::cards::{Kind, PikeStatus, PistolRound, UnitId};
use crate::state::Aspect;
use crate::table::Table;
use kernel::{Reckoning, Silent};
use scenario::Cover;

impl Table<'_> {
    /// What a unit's pikes make of it against this enemy; on horseback dragoons are no foot either.
    pub fn status_against(self, id: UnitId, enemy: UnitId) -> PikeStatus {
        self.status(id, self.is_mounted(enemy))
    }

    /// Foot that has no pikes to speak of against this enemy (CP 17.4.2).
    pub fn is_naked(self, id: UnitId, enemy: UnitId) -> bool {
        self.is_foot(id) && self.status_against(id, enemy) == PikeStatus::Naked
    }

    /// Combat points of a unit against one enemy, orders included.
    pub fn points_against(self, view: &View) -> i32 {
        let mut sum = Reckoning::new(&Silent);
        self.combat_points(view, &mut sum);
        sum.total
    }

    /// Adds up every combat point that applies against this enemy (CP 17.7.1, CP T7).
    pub fn combat_points(self, view: &View, sum: &mut Reckoning) {
        self.points_of_charging(view, sum);
        self.points_of_quality(view, sum);
        self.points_of_horse_against_foot(view, sum);
        self.points_of_pikes(view, sum);
        self.points_of_ground(view, sum);
    }

    fn points_of_charging(self, view: &View, sum: &mut Reckoning) {
        let View { unit, impact, .. } = *view;
        let cavalry = self.is_cavalry(unit);
        // CP 15.4.4: whoever has been exhausted or disordered since it came up strikes without.
        let impetus = view.impetus && !self.exhausted(unit) && !self.unit(unit).disordered;
        sum.add_if(impact && impetus && cavalry, 3, "cavalry with impetus, first impact", "CP T7");
        sum.add_if(impact && impetus && !cavalry, 1, "charging with impetus", "CP T7");
        sum.add_if(view.follows && cavalry, 1, "cavalry following up a recoil", "CP 17.3.2");
        let lancers = self.card(unit).kind == Kind::Lancers;
        sum.add_if(impact && lancers && view.forward, 1, "lancers moving forward", "CP 20.5.1");
        sum.add_if(self.pistols_count(view), 1, "pistols", "CP 17.5.1");
    }

    /// Pistols drawn for this round, where the reading in force lets them count (ruling G35).
    fn pistols_count(self, view: &View) -> bool {
        let any_round = self.rules.options.pistols == PistolRound::Any;
        (view.impact || any_round) && self.draws_pistols(view.unit)
    }

    fn points_of_quality(self, view: &View, sum: &mut Reckoning) {
        let View { unit, enemy, .. } = *view;
        let above = (self.grade(enemy) as i32 - self.grade(unit) as i32).clamp(0, 2);
        sum.add_if(above > 0, above, "grade above the enemy's", "CP T7");
        sum.add_if(self.strikes_flank(view), 2, "against flank or rear", "CP T7");
        sum.add_if(self.shaken(enemy) || self.routing(enemy), 2, "enemy shaken or routing", "CP 12.3c");
        sum.add_if(self.card(unit).kind == Kind::Cuirassiers, 1, "cuirassiers", "CP T7");
        sum.add_if(self.is_mounted_dragoons(enemy), 1, "enemy is mounted dragoons", "CP T7");
    }

    /// A true flank or rear contact counts in every round that it lasts (ruling G56); routers are struck from behind
    /// (ruling G26).
    fn strikes_flank(self, view: &View) -> bool {
        self.routing(view.enemy) || view.meets != Aspect::Front
    }

    fn points_of_horse_against_foot(self, view: &View, sum: &mut Reckoning) {
        let View { unit, enemy, .. } = *view;
        if !self.is_foot(enemy) || !self.in_the_open(enemy, unit) {
            return;
        }
        if self.is_cavalry(unit) {
            sum.add_if(self.is_naked(enemy, unit), 3, "cavalry against naked foot in the open", "CP T7");
            let open = self.open_flanks(enemy) as i32;
            sum.add_if(open > 0, open, "cavalry against foot in the open, for its open flanks", "CP T7");
        }
        let in_one_rank = !self.is_guns(enemy) && self.one_rank(enemy);
        sum.add_if(in_one_rank, 1, "against foot in one rank, in the open", "CP T7");
    }

    fn points_of_pikes(self, view: &View, sum: &mut Reckoning) {
        let View { unit, enemy, .. } = *view;
        if !self.is_foot(unit) {
            return;
        }
        let status = self.status_against(unit, enemy);
        sum.add_if(status == PikeStatus::HeavyArmed, 1, "heavy-armed foot", "CP 17.4.1");
        // A heavy-armed unit is pike-supported too and has this point besides (CP 7.2.4).
        let supported = status >= PikeStatus::PikeSupported && self.is_naked(enemy, unit);
        sum.add_if(supported, 1, "pike-supported foot against naked foot", "CP 17.4.1");
    }

    fn points_of_ground(self, view: &View, sum: &mut Reckoning) {
        // A wall or work between the two shelters whoever waited behind it, not whoever came up to storm it.
        let cover = if view.forward { Cover::None } else { self.cover_combat(view.unit, view.enemy) };
        match cover {
            Cover::None => {}
            Cover::Soft => sum.add(1, "in soft cover", "CP T7"),
            Cover::Hard => sum.add(3, "in hard cover", "CP T7"),
        }
        let uphill = view.impact && self.upslope_of(view.unit, view.enemy);
        sum.add_if(uphill, 1, "up a steep slope, on impact", "CP T7");
    }
}
