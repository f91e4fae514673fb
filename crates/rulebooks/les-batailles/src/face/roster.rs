//! The order of battle as a tree: the Organizational Display (LB 3.3a).

use crate::cards::{FormationId, LeaderId, UnitId};
use crate::face::pointing::{leader_number, unit_number};
use crate::face::words::{formed_name, loss_words, order_name};
use crate::state::{LeaderPlace, Place};
use crate::table::Table;
use kernel::{Post, Side};

impl Table<'_> {
    pub(crate) fn roster(self) -> Vec<Post> {
        let mut posts = Vec::new();
        for side in Side::BOTH {
            posts.push(Post { side: side.0, name: self.rules.sides[side.ix()].name.clone(), ..Post::default() });
            let tops = self.all_formations().filter(|&id| {
                let card = self.formation_card(id);
                card.side == side && card.over.is_none()
            });
            tops.for_each(|id| self.formation_posts(id, 1, &mut posts));
        }
        posts
    }

    fn formation_posts(self, id: FormationId, depth: u8, posts: &mut Vec<Post>) {
        let card = self.formation_card(id);
        let place = posts.len();
        posts.push(Post { depth, side: card.side.0, name: card.name.clone(), ..Post::default() });
        let leaders = self.all_leaders().filter(|&leader| self.post_formation(leader) == Some(id));
        posts.extend(leaders.map(|leader| self.leader_post(leader, depth + 1)));
        let units = self.all().filter(|&unit| self.card(unit).formation == id && self.is_listed(unit));
        posts.extend(units.map(|unit| self.unit_post(unit, depth + 1)));
        let below = self.all_formations().filter(|&other| self.formation_card(other).over == Some(id));
        below.for_each(|other| self.formation_posts(other, depth + 1, posts));
        let (strength, full) = posts[place + 1..]
            .iter()
            .filter(|post| post.unit)
            .fold((0, 0), |(strength, full), post| (strength + post.strength, full + post.full));
        (posts[place].strength, posts[place].full) = (strength, full);
    }

    /// A regiment or its battalions, not both.
    fn is_listed(self, id: UnitId) -> bool {
        self.unit(id).place != Place::Display
    }

    fn leader_post(self, id: LeaderId, depth: u8) -> Post {
        let (card, him) = (self.leader_card(id), self.leader(id));
        let state = match him.place {
            LeaderPlace::Map if him.activated => "activated",
            LeaderPlace::Map => "",
            LeaderPlace::Expected => "expected",
            LeaderPlace::Wounded { .. } => "wounded",
            LeaderPlace::OffMap { .. } => "off the map",
            LeaderPlace::Dead => "dead",
            LeaderPlace::Captured => "captured",
        };
        Post {
            depth,
            side: card.side.0,
            name: card.name.clone(),
            body: Some(leader_number(id)),
            state: state.into(),
            lost: matches!(him.place, LeaderPlace::Dead | LeaderPlace::Captured),
            ..Post::default()
        }
    }

    fn unit_post(self, id: UnitId, depth: u8) -> Post {
        let (card, unit) = (self.card(id), self.unit(id));
        let state = match unit.place {
            Place::Map if unit.in_good_order() => formed_name(unit.formed),
            Place::Map => order_name(unit.order),
            Place::Display | Place::Expected => "expected",
            Place::Box => "in the Battery Box",
            Place::Depot => "at the depot",
            Place::Gone(loss) => loss_words(loss),
        };
        let lost = matches!(unit.place, Place::Gone(_));
        Post {
            depth,
            side: card.side.0,
            name: card.name.clone(),
            body: Some(unit_number(id)),
            unit: true,
            strength: if lost { 0 } else { self.increments(id).into() },
            full: card.increments.into(),
            state: state.into(),
            lost,
        }
    }
}
