//! The order of battle as a tree: side, wing, brigade, unit.

use crate::cards::{BrigadeId, LeaderId, Under, UnitId, WingId};
use crate::face::pointing::{leader_number, unit_number};
use crate::face::words::{loss_words, standing_name};
use crate::state::{Fate, Place, Standing};
use crate::table::Table;
use kernel::{Post, Side};

impl Table<'_> {
    pub(crate) fn roster(self) -> Vec<Post> {
        Side::BOTH.into_iter().flat_map(|side| self.side_posts(side)).collect()
    }

    fn side_posts(self, side: Side) -> Vec<Post> {
        let listed = |id: &UnitId| !matches!(self.unit(*id).place, Place::Merged(_));
        let units: Vec<UnitId> = self.all().filter(|&id| self.side(id) == side).filter(listed).collect();
        let name = self.rules.sides[side.ix()].name.clone();
        let mut posts = vec![Post { depth: 0, side: side.0, name, ..self.sum(&units) }];
        let marshals = self.all_leaders().filter(|&id| {
            let card = self.leader_card(id);
            card.side == side && card.commands == crate::cards::Command::Army
        });
        posts.extend(marshals.map(|id| self.leader_post(id, 1)));
        let wings = (0..self.rules.wings.len() as u8).map(WingId);
        for wing in wings.filter(|wing| self.rules.wings[wing.ix()].side == side) {
            self.wing_posts(wing, &units, &mut posts);
        }
        for brigade in self.brigades_in(side, None) {
            self.brigade_posts(brigade, 1, &units, &mut posts);
        }
        let kept = units.iter().filter(|&&id| self.unit(id).under == Under::Army);
        posts.extend(kept.map(|&id| self.unit_post(id, 1)));
        posts
    }

    fn brigades_in(self, side: Side, wing: Option<WingId>) -> impl Iterator<Item = BrigadeId> {
        let all = (0..self.rules.brigades.len() as u8).map(BrigadeId);
        all.filter(move |&id| self.brigade_card(id).side == side && self.brigade(id).wing == wing)
    }

    fn wing_posts(self, wing: WingId, units: &[UnitId], posts: &mut Vec<Post>) {
        let card = &self.rules.wings[wing.ix()];
        let own: Vec<UnitId> = units.iter().copied().filter(|&id| self.wing_of(id) == Some(wing)).collect();
        let head = Post { depth: 1, side: card.side.0, name: card.name.clone(), ..self.sum(&own) };
        posts.push(head);
        posts.extend(card.general.map(|general| self.leader_post(general, 2)));
        for brigade in self.brigades_in(card.side, Some(wing)) {
            self.brigade_posts(brigade, 2, units, posts);
        }
        let kept = own.iter().filter(|&&id| self.unit(id).under == Under::Wing(wing));
        posts.extend(kept.map(|&id| self.unit_post(id, 2)));
    }

    fn brigade_posts(self, brigade: BrigadeId, depth: u8, units: &[UnitId], posts: &mut Vec<Post>) {
        let card = self.brigade_card(brigade);
        let own: Vec<UnitId> = units.iter().copied().filter(|&id| self.brigade_of(id) == Some(brigade)).collect();
        let state = self.order_words(brigade).unwrap_or_default();
        posts.push(Post { depth, side: card.side.0, name: card.name.clone(), state, ..self.sum(&own) });
        posts.extend(card.brigadier.map(|brigadier| self.leader_post(brigadier, depth + 1)));
        posts.extend(own.into_iter().map(|id| self.unit_post(id, depth + 1)));
    }

    fn sum(self, units: &[UnitId]) -> Post {
        let strength = units.iter().map(|&id| self.strength_left(id)).sum();
        let full = units.iter().map(|&id| self.full_strength(id)).sum();
        Post { strength, full, ..Post::default() }
    }

    fn strength_left(self, id: UnitId) -> u32 {
        if matches!(self.unit(id).place, Place::Gone(_)) { 0 } else { u32::from(self.unit(id).bases()) }
    }

    fn full_strength(self, id: UnitId) -> u32 {
        u32::from(self.unit(id).bases() + self.unit(id).casualties())
    }

    fn leader_post(self, id: LeaderId, depth: u8) -> Post {
        let (card, leader) = (self.leader_card(id), self.leader(id));
        let state = match leader.fate {
            Fate::Fit if leader.wounded => "wounded",
            Fate::Fit => "",
            Fate::Killed => "killed",
            Fate::Captured => "captured",
        };
        Post {
            depth,
            side: card.side.0,
            name: card.name.clone(),
            body: Some(leader_number(id)),
            state: state.into(),
            lost: leader.fate != Fate::Fit,
            ..Post::default()
        }
    }

    /// What has become of it; nothing where it stands as it should.
    fn post_state(self, id: UnitId) -> String {
        let unit = self.unit(id);
        match (unit.place, unit.standing) {
            (Place::Gone(loss), _) => loss_words(loss).into(),
            (_, Standing::Steady) => String::new(),
            (_, standing) => standing_name(standing).into(),
        }
    }

    fn unit_post(self, id: UnitId, depth: u8) -> Post {
        let lost = matches!(self.unit(id).place, Place::Gone(_));
        Post {
            depth,
            side: self.side(id).0,
            name: self.name(id).into_owned(),
            body: Some(unit_number(id)),
            unit: true,
            strength: self.strength_left(id),
            full: self.full_strength(id),
            state: self.post_state(id),
            lost,
        }
    }
}
