//! The order of battle as a tree: side, general, unit.

use crate::cards::{GeneralId, UnitId};
use crate::face::pointing::{general_number, unit_number};
use crate::face::words::count;
use crate::state::{Loss, Mode, Morale, Place};
use crate::table::Table;
use kernel::{Post, Side};

impl Table<'_> {
    /// Both sides: the commander-in-chief with the units that are nobody else's, then each sub-general with his own
    /// (CP 9.1, 9.2).
    pub fn roster(self) -> Vec<Post> {
        Side::BOTH.into_iter().flat_map(|side| self.side_posts(side)).collect()
    }

    fn side_posts(self, side: Side) -> Vec<Post> {
        let generals: Vec<GeneralId> = (0..self.rules.generals.len() as u8)
            .map(GeneralId)
            .filter(|id| self.rules.generals[id.ix()].side == side)
            .collect();
        let chief = generals.iter().copied().find(|id| self.rules.generals[id.ix()].chief);
        let units: Vec<UnitId> = self.all().filter(|&id| self.side(id) == side && self.is_listed(id)).collect();
        let under =
            |general: Option<GeneralId>| units.iter().copied().filter(move |&id| self.reports_to(id) == general);
        let mut posts = vec![self.side_post(side, &units)];
        let order = chief.into_iter().chain(generals.iter().copied().filter(|&id| Some(id) != chief));
        for general in order {
            let own: Vec<UnitId> = under(Some(general)).chain(under(None).filter(|_| Some(general) == chief)).collect();
            posts.push(self.general_post(general, &own));
            posts.extend(own.into_iter().map(|id| self.unit_post(id, 2)));
        }
        if chief.is_none() {
            posts.extend(under(None).map(|id| self.unit_post(id, 1)));
        }
        posts
    }

    /// A forlorn hope that is not out stands in its regiment.
    fn is_listed(self, id: UnitId) -> bool {
        let within = matches!(self.unit(id).place, Place::Reserve | Place::Gone(Loss::DrawnIn));
        self.card(id).parent.is_none() || !within
    }

    /// The sub-general of a unit; a forlorn hope has that of its regiment.
    fn reports_to(self, id: UnitId) -> Option<GeneralId> {
        self.card(self.card(id).parent.unwrap_or(id)).sub_general
    }

    fn side_post(self, side: Side, units: &[UnitId]) -> Post {
        let (strength, full) = self.strength_of(units);
        let out = units.iter().filter(|&&id| self.is_lost(id)).count();
        let running = units.iter().filter(|&&id| !self.is_lost(id) && self.routing(id)).count();
        let mut words = Vec::new();
        words.extend((out > 0).then(|| count(out, "unit lost", "units lost")));
        words.extend((running > 0).then(|| format!("{running} routing")));
        Post {
            depth: 0,
            side: side.0,
            name: self.rules.sides[side.ix()].name.clone(),
            strength,
            full,
            state: words.join(", "),
            ..Post::default()
        }
    }

    /// Figures now and at the beginning; those of a forlorn hope count with its regiment.
    fn strength_of(self, units: &[UnitId]) -> (u32, u32) {
        let regiments = || units.iter().copied().filter(|&id| self.card(id).parent.is_none());
        (regiments().map(|id| self.strength_now(id)).sum(), regiments().map(|id| self.card(id).figures()).sum())
    }

    fn is_lost(self, id: UnitId) -> bool {
        matches!(self.unit(id).place, Place::Gone(_))
    }

    fn strength_now(self, id: UnitId) -> u32 {
        if self.is_lost(id) { 0 } else { self.surviving(id) }
    }

    fn general_post(self, id: GeneralId, units: &[UnitId]) -> Post {
        let (card, general) = (&self.rules.generals[id.ix()], &self.state.generals[id.ix()]);
        let rank = if card.chief { "commander-in-chief" } else { "sub-general" };
        let state = match general.attached {
            _ if !general.alive => format!("{rank}, out of the battle"),
            Some(unit) => format!("{rank}, with {}", self.name(unit)),
            None => rank.into(),
        };
        let (strength, full) = self.strength_of(units);
        Post {
            depth: 1,
            side: card.side.0,
            name: card.name.clone(),
            body: Some(general_number(id)),
            unit: false,
            strength,
            full,
            state,
            lost: !general.alive,
        }
    }

    fn unit_post(self, id: UnitId, depth: u8) -> Post {
        let card = self.card(id);
        // A regiment is as strong as it and its forlorn hope together; what the hope went out with is not kept.
        let (strength, full) = match card.parent {
            _ if self.is_lost(id) => (0, card.parent.map_or(card.figures(), |_| 0)),
            Some(_) => (self.figures(id), self.figures(id)),
            None => (self.strength_now(id), card.figures()),
        };
        Post {
            depth,
            side: card.side.0,
            name: card.name.clone(),
            body: Some(unit_number(id)),
            unit: true,
            strength,
            full,
            state: self.state_words(id),
            lost: self.is_lost(id),
        }
    }

    /// Morale, order and losses in a few words.
    fn state_words(self, id: UnitId) -> String {
        let unit = self.unit(id);
        if unit.place != Place::Table {
            let absent = self.absent().into_iter().find(|absent| absent.body == unit_number(id));
            return absent.map_or_else(|| "back with its regiment".into(), |absent| absent.fate);
        }
        let mut words = Vec::new();
        match (unit.mode, self.morale(id)) {
            (Mode::Routing, _) | (_, Morale::Routed) => words.push("routing".to_owned()),
            (Mode::Pursuing { target }, _) => words.push(format!("pursuing {}", self.name(target))),
            (Mode::Normal, Morale::Shaken) => words.push("shaken".to_owned()),
            (Mode::Normal, Morale::Good) => {}
        }
        let mut also = |holds: bool, text: &str| words.extend(holds.then(|| text.to_owned()));
        also(unit.disordered, "disordered");
        also(self.exhausted(id), "exhausted");
        also(unit.illegal, "out of formation");
        also(unit.changing > 0, "changing formation");
        also(self.in_contact(id), "in combat");
        also(unit.away, "away from its guns");
        also(unit.inside.is_some(), "in the buildings");
        also(self.steady(id), "steady");
        if unit.hits_turn > 0 {
            words.push(count(usize::from(unit.hits_turn), "hit this turn", "hits this turn"));
        }
        words.join(", ")
    }
}
