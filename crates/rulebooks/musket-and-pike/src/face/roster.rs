//! The order of battle as a tree: a side, its Army Commander and its Wings, their commanders and units.

use crate::cards::{LeaderId, Role, UnitId, WingId};
use crate::face::pointing::Who;
use crate::face::scene::orders_name;
use crate::state::{Formation, LeaderPlace, Loss, Mark, Morale, Place};
use crate::table::Table;
use kernel::{Post, Side};

impl Table<'_> {
    pub fn order_of_battle(self) -> Vec<Post> {
        let mut posts = Vec::new();
        for side in Side::BOTH {
            let wings = || self.wings().filter(move |wing| self.rules.wings[wing.ix()].side == side);
            let (strength, full) =
                wings().map(|wing| self.strength_of(wing)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
            posts.push(Post {
                depth: 0,
                side: side.0,
                name: self.rules.sides[side.ix()].name.clone(),
                strength,
                full,
                state: format!("{} Victory Points", self.victory_points(side)),
                ..Post::default()
            });
            posts.extend(self.leaders_as(side, Role::Army).map(|leader| self.leader_post(leader, 1)));
            for wing in wings() {
                posts.push(self.wing_post(wing));
                posts.extend(self.leaders_as(side, Role::Wing(wing)).map(|leader| self.leader_post(leader, 2)));
                posts.extend(self.rules.wings[wing.ix()].units.iter().map(|unit| self.unit_post(unit)));
            }
        }
        posts
    }

    /// Strength now and at the beginning. What is off the map counts no more; what is still to come does.
    fn strength_of(self, wing: WingId) -> (u32, u32) {
        let units = self.rules.wings[wing.ix()].units.iter();
        units.fold((0, 0), |(now, full), unit| {
            (now + self.strength_left(unit), full + u32::from(self.card(unit).strength))
        })
    }

    fn strength_left(self, id: UnitId) -> u32 {
        match self.unit(id).place {
            Place::Map | Place::Expected => u32::from(self.strength(id)),
            Place::Gone(_) | Place::Wreck { .. } => 0,
        }
    }

    /// Leaders who have that command now; replacements wait unseen until they are needed.
    fn leaders_as(self, side: Side, role: Role) -> impl Iterator<Item = LeaderId> {
        self.leaders().filter(move |&id| {
            let him = self.leader(id);
            let waits = him.place == LeaderPlace::Aside && !self.arrives_with_wing(id);
            self.leader_card(id).side == side && him.role == role && !waits
        })
    }

    fn arrives_with_wing(self, id: LeaderId) -> bool {
        match self.leader(id).role {
            Role::Wing(wing) => self.wing(wing).leader == Some(id),
            Role::Army => false,
        }
    }

    fn wing_post(self, wing: WingId) -> Post {
        let (card, state) = (&self.rules.wings[wing.ix()], self.wing(wing));
        let (strength, full) = self.strength_of(wing);
        let mut words = vec![orders_name(state.orders).to_owned()];
        let marks = [
            (state.turn.finished, "Finished"),
            (state.turn.bypassed, "Bypassed"),
            (state.turn.no_continue, "No Continue"),
        ];
        words.extend(marks.into_iter().filter(|&(on, _)| on).map(|(_, word)| word.to_owned()));
        if self.state.activation.is_some_and(|now| now.wing == wing) {
            words.push("active".into());
        }
        let expected = self.of_wing(wing).next().is_none();
        words.extend(
            card.arrives.as_ref().filter(|_| expected).map(|arrival| format!("expected in turn {}", arrival.turn)),
        );
        if self.commander_of(wing).is_none() {
            words.push("no commander on the map".into());
        }
        let lost = card.units.iter().all(|unit| self.is_lost(unit));
        Post {
            depth: 1,
            side: card.side.0,
            name: card.name.clone(),
            strength,
            full,
            state: words.join(", "),
            lost,
            ..Post::default()
        }
    }

    fn leader_post(self, id: LeaderId, depth: u8) -> Post {
        let (card, him) = (self.leader_card(id), self.leader(id));
        let role = if him.role == Role::Army { "Army Commander" } else { "Wing Commander" };
        let mut words = vec![format!("{role}, rating {}", card.rating)];
        words.extend(match him.place {
            LeaderPlace::Map if him.deeds.acted => Some("has acted".to_owned()),
            LeaderPlace::Map => None,
            LeaderPlace::Aside => Some("not on the map".to_owned()),
            LeaderPlace::Removed(_) => Some("removed, his fate open".to_owned()),
            LeaderPlace::Returns { turn } => Some(format!("returns in turn {turn}")),
            LeaderPlace::Pursuing => Some("gone in pursuit".to_owned()),
            LeaderPlace::Eliminated => Some("lost".to_owned()),
        });
        Post {
            depth,
            side: card.side.0,
            name: card.name.clone(),
            body: Some(Who::Leader(id).number()),
            unit: false,
            state: words.join(", "),
            lost: matches!(him.place, LeaderPlace::Pursuing | LeaderPlace::Eliminated),
            ..Post::default()
        }
    }

    fn is_lost(self, id: UnitId) -> bool {
        matches!(self.unit(id).place, Place::Gone(_) | Place::Wreck { .. })
    }

    fn unit_post(self, id: UnitId) -> Post {
        let card = self.card(id);
        Post {
            depth: 2,
            side: card.side.0,
            name: card.name.clone(),
            body: Some(Who::Unit(id).number()),
            unit: true,
            strength: self.strength_left(id),
            full: u32::from(card.strength),
            state: self.state_words(id).join(", "),
            lost: self.is_lost(id),
        }
    }

    fn state_words(self, id: UnitId) -> Vec<String> {
        let unit = self.unit(id);
        let gone = match unit.place {
            Place::Map => None,
            Place::Expected => {
                let arrives = self.rules.wings[self.card(id).wing.ix()].arrives.as_ref();
                Some(arrives.map_or("not on the map".into(), |arrival| format!("expected in turn {}", arrival.turn)))
            }
            Place::Gone(Loss::Eliminated) => Some("eliminated".into()),
            Place::Gone(Loss::Incorporated) => Some("incorporated in another unit".into()),
            Place::Gone(Loss::Pursuing) => Some("off the map in pursuit".into()),
            Place::Gone(Loss::Exited) => Some("left the map".into()),
            Place::Wreck { captured: true } => Some("captured".into()),
            Place::Wreck { captured: false } => Some("disabled".into()),
        };
        if let Some(gone) = gone {
            return vec![gone];
        }
        let mut words = Vec::new();
        if !matches!(unit.formation, Formation::Normal | Formation::None) {
            words.push(unit.formation.words().to_owned());
        }
        words.extend(match unit.morale {
            Morale::Normal => None,
            Morale::Shaken => Some("Morale Shaken".to_owned()),
            Morale::Broken => Some("Morale Broken".to_owned()),
        });
        words.extend(match unit.casualties {
            0 => None,
            1 => Some("1 casualty".to_owned()),
            casualties => Some(format!("{casualties} casualties")),
        });
        let marks = [(Mark::Momentum, "Momentum"), (Mark::Limbered, "limbered"), (Mark::Captured, "captured")];
        words.extend(marks.into_iter().filter(|&(mark, _)| unit.has(mark)).map(|(_, word)| word.to_owned()));
        if self.is_active(id) && unit.has(Mark::Acted) {
            words.push("has acted".into());
        }
        if !self.in_command(id) {
            words.push("out of command".into());
        }
        words
    }
}
