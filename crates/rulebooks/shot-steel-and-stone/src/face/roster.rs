//! The order of battle as a tree: side, leader, unit.

use crate::cards::{LeaderId, Part, UnitId};
use crate::face::pointing::{leader_number, unit_number};
use crate::face::words::{activity_name, loss_words};
use crate::state::{Activity, Fate, Place};
use crate::table::Table;
use kernel::{Post, Side};

impl Table<'_> {
    pub(crate) fn roster(self) -> Vec<Post> {
        Side::BOTH.into_iter().flat_map(|side| self.side_posts(side)).collect()
    }

    fn side_posts(self, side: Side) -> Vec<Post> {
        let units: Vec<UnitId> = self.all().filter(|&id| self.side(id) == side && self.is_listed(id)).collect();
        let name = self.rules.sides[side.ix()].name.clone();
        let mut posts = vec![Post { depth: 0, side: side.0, name, ..self.sum(&units) }];
        let leaders = self.all_leaders().filter(|&id| self.leader_card(id).side == side);
        for leader in leaders {
            let own: Vec<UnitId> = units.iter().copied().filter(|&id| self.card(id).leader == Some(leader)).collect();
            posts.push(self.leader_post(leader, &own));
            posts.extend(own.into_iter().map(|id| self.unit_post(id, 2)));
        }
        posts.extend(units.iter().filter(|&&id| self.card(id).leader.is_none()).map(|&id| self.unit_post(id, 1)));
        posts
    }

    /// A screen or holders that are not out stand in their unit.
    fn is_listed(self, id: UnitId) -> bool {
        let within = self.unit(id).place == Place::Reserve;
        self.card(id).part == Part::Whole || !within
    }

    fn sum(self, units: &[UnitId]) -> Post {
        let strength = units.iter().map(|&id| self.strength_left(id)).sum();
        Post { strength, full: units.iter().map(|&id| self.card(id).initial_points()).sum(), ..Post::default() }
    }

    fn strength_left(self, id: UnitId) -> u32 {
        if matches!(self.unit(id).place, Place::Gone(_)) { 0 } else { self.points_left(id) }
    }

    fn leader_post(self, id: LeaderId, units: &[UnitId]) -> Post {
        let fate = self.leader(id).fate;
        let state = match fate {
            Fate::Fit => "",
            Fate::Unhorsed(_) => "unhorsed",
            Fate::Wounded(_) => "wounded",
            Fate::Captured => "captured",
            Fate::Lost { .. } => "lost",
        };
        Post {
            depth: 1,
            side: self.leader_card(id).side.0,
            name: self.leader_card(id).name.clone(),
            body: Some(leader_number(id)),
            state: state.into(),
            lost: matches!(fate, Fate::Captured | Fate::Lost { .. }),
            ..self.sum(units)
        }
    }

    /// What has become of it; nothing where it stands as it should.
    fn post_state(self, id: UnitId) -> String {
        let unit = self.unit(id);
        match (unit.place, unit.activity) {
            (Place::Gone(loss), _) => loss_words(loss).into(),
            (_, Activity::Static) => String::new(),
            (_, activity) => activity_name(activity).into(),
        }
    }

    fn unit_post(self, id: UnitId, depth: u8) -> Post {
        let lost = matches!(self.unit(id).place, Place::Gone(_));
        Post {
            depth,
            side: self.side(id).0,
            name: self.name(id).into(),
            body: Some(unit_number(id)),
            unit: true,
            strength: self.strength_left(id),
            full: self.card(id).initial_points(),
            state: self.post_state(id),
            lost,
        }
    }
}
