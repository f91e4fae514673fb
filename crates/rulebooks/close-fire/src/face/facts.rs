//! Cards to read, and those who are not on the field.

use crate::cards::{Class, LeaderId, UnitId};
use crate::face::pointing::{holders_number, messenger_number, unit_number};
use crate::face::words::{
    arms_name, class_name, formation_name, grade_name, gun_name, loss_words, rank_name, standing_name, style_name,
    yards,
};
use crate::measures::YARD;
use crate::state::Place;
use crate::table::Table;
use field::table::{INCH, Um};
use kernel::{Absent, Fact, Side, Telling};

impl Table<'_> {
    pub(crate) fn facts_about(self, body: Option<u16>) -> Vec<Fact> {
        let Some(number) = body else { return self.battle_facts() };
        match (self.unit_numbered(number), self.leader_numbered(number)) {
            (Some(id), _) => self.unit_facts(id),
            (_, Some(id)) => self.leader_facts(id),
            _ => self.others_facts(number),
        }
    }

    /// A rider with a message, or the horses that dragoons have left: whose they are.
    fn others_facts(self, number: u16) -> Vec<Fact> {
        let side = |side: Side| vec![Fact::new("side", self.rules.sides[side.ix()].name.clone())];
        let rider = self.state.messengers.iter().enumerate().find(|(place, _)| messenger_number(*place) == number);
        if let Some((_, rider)) = rider {
            let mut facts = side(rider.side);
            // The enemy sees that somebody rides, not whose words he carries nor to whom (CF P11).
            if rider.to != rider.from {
                facts.push(Fact::new("sent by", self.leader_card(rider.from).name.clone()));
                facts.push(Fact::new("rides to", self.leader_card(rider.to).name.clone()));
                facts.push(Fact::new("carries", self.errand_said(rider.errand).to_string()));
                let far = self.messenger_goal(rider).distance(rider.at.vec()).round() as Um;
                facts.push(Fact::new("still to ride", yards(far)));
            }
            if rider.wounded {
                facts.push(Fact::new("is", "wounded"));
            }
            return facts;
        }
        self.all().find(|&id| holders_number(id) == number).map(|id| side(self.side(id))).unwrap_or_default()
    }

    fn battle_facts(self) -> Vec<Fact> {
        let lost = |side: Side| {
            let name = self.rules.sides[side.ix()].name.clone();
            let (lost, began, share) = (self.bases_lost(side), self.state.began[side.ix()], self.lost_percent(side));
            let breaks = self.rules.victory.broken_at.map_or_else(String::new, |at| format!("; broken at {at} %"));
            Fact::new(name, format!("{lost} of {began} bases lost, {share} %{breaks}"))
        };
        let mut facts = vec![Fact::new("now", self.rules.clock(self.state).to_string())];
        facts.push(Fact::new("victory", self.victory_words()));
        facts.extend(self.objective_words());
        facts.extend(Side::BOTH.map(lost));
        // CF 1.2, 2.10: the same table with larger figures is twice as large.
        let ground = &self.rules.ground;
        let inches = |length: Um, scale: f64| (f64::from(length) / f64::from(INCH) * scale).round();
        let size = |scale: f64| format!("{} by {} inches", inches(ground.width, scale), inches(ground.height, scale));
        facts.push(Fact::new("table", format!("{} with 15 mm figures, {} with 28 mm", size(1.0), size(2.0))));
        facts.push(Fact::new("ten yards", format!("{} mm with 15 mm figures", f64::from(10 * YARD) / 1_000.0)));
        facts
    }

    /// How the battle is won (CF 5.28, G1).
    fn victory_words(self) -> String {
        let victory = &self.rules.victory;
        let name = |side: Side| self.rules.sides[side.ix()].name.as_str();
        let broken = if victory.broken_at.is_some() { "break the enemy; else " } else { "" };
        let objective = self.rules.frame.attacker().zip(victory.objective);
        match objective {
            Some((attacker, position)) => {
                let (place, clear) = (&self.rules.positions[position.ix()].name, yards(victory.clear));
                let from = match victory.from_turn {
                    0 | 1 => "at the end of a turn".to_owned(),
                    turn => format!("at the end of turn {turn} or later"),
                };
                format!(
                    "{broken}{} wins with a formed unit on {place} {from}, no formed enemy within {clear} of it; \
                     {} wins if that has not come to pass after turn {}",
                    name(attacker),
                    name(attacker.other()),
                    self.last_turn(),
                )
            }
            None => format!(
                "{broken}have lost less of your army after turn {}, by at least {} points of a hundred",
                self.last_turn(),
                victory.margin
            ),
        }
    }

    /// The ground that an attack is about, and how it stands there.
    fn objective_words(self) -> Option<Fact> {
        let (attacker, position) = self.rules.frame.attacker().zip(self.rules.victory.objective)?;
        let holder = if self.takes_objective(attacker) { attacker } else { attacker.other() };
        let place = self.rules.positions[position.ix()].name.clone();
        Some(Fact::new(place, format!("as it stands, with {}", self.rules.sides[holder.ix()].name)))
    }

    fn unit_facts(self, id: UnitId) -> Vec<Fact> {
        let unit = self.unit(id);
        // Of a card only that one lies there is known (CF 5.26).
        if unit.card.is_none() {
            return vec![Fact::new("side", self.rules.sides[unit.side.ix()].name.clone()), Fact::new("is", "a card")];
        }
        let class = unit.gun.map_or(class_name(unit.class), gun_name);
        let troops = !matches!(unit.class, Class::Gun | Class::Wagon | Class::Civilians);
        let mut facts = vec![Fact::new("class", class), Fact::new("grade", grade_name(unit.grade))];
        if troops {
            facts.push(Fact::new("style", style_name(unit.style)));
            facts.push(Fact::new("formation", formation_name(unit.formation)));
        }
        if unit.class == Class::Foot {
            facts.push(Fact::new("arms", arms_name(unit.arms)));
        }
        facts.push(Fact::new("strength", self.strength_words(id)));
        facts.push(Fact::new("is", standing_name(unit.standing)));
        facts.push(Fact::new("disorder", format!("{} of {} DP", unit.dps, self.dp_limit(id))));
        if let Some(gun) = unit.gun {
            let reach = self.rules.charts.reach(gun);
            let [most, well, close] = [reach.maximum, reach.effective, reach.close].map(yards);
            facts.push(Fact::new("range", format!("{most}, effective to {well}, close to {close}")));
        }
        if let Some(brigade) = self.brigade_of(id) {
            facts.push(Fact::new("brigade", self.brigade_card(brigade).name.clone()));
            let order = self.order_words(brigade);
            facts.push(Fact::new("order", order.unwrap_or_else(|| "known to its own side".into())));
        }
        if unit.place == Place::Table {
            let leader = self.attached_controller(id).or_else(|| self.controller(id));
            let name = leader.map(|leader| self.leader_card(leader).name.clone());
            facts.push(Fact::new("controlled by", name.unwrap_or_else(|| "nobody".into())));
        }
        facts
    }

    fn leader_facts(self, id: LeaderId) -> Vec<Fact> {
        let (card, leader) = (self.leader_card(id), self.leader(id));
        let mut facts = vec![
            Fact::new("rank", rank_name(card.rank)),
            Fact::new("commands", self.command_words_of(id)),
            Fact::new("command reach", yards(card.rank.reach())),
            Fact::new("actions a turn", card.rank.actions(leader.wounded).to_string()),
        ];
        if let crate::cards::Command::Brigade(brigade) = card.commands
            && let Some(order) = self.order_words(brigade)
        {
            facts.push(Fact::new("order", order));
        }
        if let Some(unit) = leader.attached {
            facts.push(Fact::new("with", self.name(unit).into_owned()));
        }
        facts.extend(leader.heard.iter().map(|message| {
            let from = &self.leader_card(message.from).name;
            Fact::new(
                "has been told",
                format!("{} (by {from}; he has still to listen)", self.errand_said(message.errand)),
            )
        }));
        facts
    }

    fn command_words_of(self, id: LeaderId) -> String {
        match self.leader_card(id).commands {
            crate::cards::Command::Brigade(brigade) => self.brigade_card(brigade).name.clone(),
            crate::cards::Command::Wing(wing) => self.rules.wings[wing.ix()].name.clone(),
            crate::cards::Command::Army => "the army".into(),
        }
    }

    /// Bases, by battalion or squadron where there are several.
    pub(crate) fn strength_words(self, id: UnitId) -> String {
        let unit = self.unit(id);
        let bases = unit.bases();
        let word = if bases == 1 { "base" } else { "bases" };
        if unit.elements.len() < 2 {
            return format!("{bases} {word}");
        }
        let parts: Vec<String> = unit.elements.iter().map(|element| element.bases.to_string()).collect();
        format!("{bases} {word} ({})", parts.join("+"))
    }

    pub(crate) fn absent(self) -> Vec<Absent> {
        let gone = |id: UnitId| {
            let fate = match self.unit(id).place {
                Place::Table | Place::Mapped | Place::Merged(_) => return None,
                Place::Reserve => "not deployed yet".into(),
                Place::Marching { place, .. } => format!("on the march, number {place} of its column"),
                Place::Expected { .. } => {
                    let turn = self.rules.arrivals.get(id.ix()).copied().flatten().map_or(0, |arrival| arrival.turn);
                    format!("expected from turn {turn}")
                }
                Place::Gone(loss) => loss_words(loss).into(),
            };
            Some(Absent {
                body: unit_number(id),
                key: self.card(id).key.clone(),
                name: self.name(id).into_owned(),
                side: self.side(id).0,
                strength: self.strength_words(id),
                fate,
            })
        };
        self.all().filter_map(gone).collect()
    }
}
