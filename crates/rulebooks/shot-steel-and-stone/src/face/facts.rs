//! Cards to read, and those who are not on the field.

use crate::cards::{LeaderId, Part, UnitId};
use crate::face::pointing::unit_number;
use crate::face::words::{activity_name, base_widths, class_name, formation_name, loss_words, order_name};
use crate::state::{Loss, Place};
use crate::table::Table;
use kernel::{Absent, Fact, Side};

impl Table<'_> {
    pub(crate) fn facts_about(self, body: Option<u16>) -> Vec<Fact> {
        let unit = body.and_then(|number| u8::try_from(number).ok()).map(UnitId);
        let leader = body.and_then(|number| number.checked_sub(3_000)).map(|number| LeaderId(number as u8));
        match (body, unit, leader) {
            (None, ..) => self.battle_facts(),
            (_, Some(id), _) if id.ix() < self.state.units.len() => self.unit_facts(id),
            (_, _, Some(id)) if id.ix() < self.state.leaders.len() => self.leader_facts(id),
            _ => Vec::new(),
        }
    }

    fn battle_facts(self) -> Vec<Fact> {
        let lost = |side: Side| {
            let name = self.rules.sides[side.ix()].name.clone();
            Fact::new(name, format!("{} of {} Strength Points lost", self.lost(side), self.initial(side)))
        };
        Side::BOTH.map(lost).to_vec()
    }

    fn unit_facts(self, id: UnitId) -> Vec<Fact> {
        let (card, unit) = (self.card(id), self.unit(id));
        let mut facts = vec![
            Fact::new("class", class_name(card.class)),
            Fact::new("order", order_name(unit.order)),
            Fact::new("formation", formation_name(unit.formation)),
            Fact::new("strength", self.strength_words(id)),
            Fact::new("is", activity_name(unit.activity)),
            Fact::new("disruption", self.disruption(id).to_string()),
        ];
        if unit.place == Place::Table {
            facts.push(Fact::new("move", base_widths(self.move_left(id, unit.way))));
            let leader = self.commander_of(id).map(|leader| self.leader_card(leader).name.clone());
            facts.push(Fact::new("commanded by", leader.unwrap_or_else(|| "nobody".into())));
        }
        facts
    }

    fn leader_facts(self, id: LeaderId) -> Vec<Fact> {
        let rating = self.rating(id);
        vec![
            Fact::new("Leadership Factor", rating.factor().to_string()),
            Fact::new("command radius", base_widths(rating.radius(self.leader(id).chief))),
            Fact::new("reaction bonus", format!("+{}", rating.bonus())),
        ]
    }

    /// Bases and Strength Points left.
    pub(crate) fn strength_words(self, id: UnitId) -> String {
        let unit = self.unit(id);
        let bases = if unit.bases == 1 { "base" } else { "bases" };
        format!("{} {bases}, {} of {} SP", unit.bases, self.points_left(id), self.card(id).initial_points())
    }

    pub(crate) fn absent(self) -> Vec<Absent> {
        let gone = |id: UnitId| {
            let fate = match self.unit(id).place {
                Place::Table | Place::Gone(Loss::Rejoined) => return None,
                Place::Reserve if self.card(id).part != Part::Whole => return None,
                Place::Reserve => "not deployed yet".into(),
                Place::Expected => {
                    let turn = self.rules.arrivals[id.ix()].map_or(0, |arrival| arrival.turn);
                    format!("expected in turn {turn}")
                }
                Place::Away { turns, .. } => format!("off the table, back in {turns} turns"),
                Place::Gone(loss) => loss_words(loss).into(),
            };
            let card = self.card(id);
            Some(Absent {
                body: unit_number(id),
                key: card.key.clone(),
                name: card.name.clone(),
                side: card.side.0,
                strength: format!("{} SP", self.points_left(id)),
                fate,
            })
        };
        self.all().filter_map(gone).collect()
    }
}
