//! Cards to read, and those who are not on the field. What a seat may not know is asked of its redaction.

use crate::cards::{Arm, LeaderId, MeleeBonus, MoraleBonus, UnitId};
use crate::face::pointing::{Body, leader_number, unit_number};
use crate::face::words::{formed_name, loss_words, order_name, readiness_name};
use crate::state::{LeaderPlace, Place};
use crate::table::Table;
use kernel::{Absent, Fact, Side};

impl Table<'_> {
    pub(crate) fn facts_about(self, body: Option<u16>) -> Vec<Fact> {
        match body.map(|number| self.body(number)) {
            None => self.battle_facts(),
            Some(Some(Body::Unit(id))) => self.unit_facts(id),
            Some(Some(Body::Leader(id))) => self.leader_facts(id),
            Some(None) => Vec::new(),
        }
    }

    /// The hour, what the battle is about, who holds it, what lies in the cup, and what is left to spend. Losses are nobody's to see, so
    /// no sum of points is told before the end (LB 3.7a, 5.3.3a, 7.2.1a).
    fn battle_facts(self) -> Vec<Fact> {
        let side_name = |side: Side| self.rules.sides[side.ix()].name.clone();
        let hour = format!("{}, turn {} of {}", self.rules.time(self.state.turn), self.state.turn, self.rules.turns);
        let mut facts = vec![Fact::new("the hour", hour)];
        let victory = &self.rules.victory;
        for (place, held) in victory.places.iter().zip(&self.state.held) {
            let holder = held.map_or("nobody".into(), side_name);
            let [first, second] = place.points.map(points_of);
            let worth = if first == second {
                format!("{first}, held by {holder}")
            } else {
                let [one, other] = Side::BOTH.map(side_name);
                format!("{first} to {one}, {second} to {other}; held by {holder}")
            };
            facts.push(Fact::new(place.name.clone(), worth));
        }
        if victory.per_increment > 0 {
            facts.push(Fact::new("each Increment the enemy loses", points_of(victory.per_increment)));
        }
        let wins = match victory.margin {
            0 | 1 => "whoever has more points".into(),
            margin => format!("whoever leads by {}", points_of(margin)),
        };
        facts.push(Fact::new("wins", wins));
        for side in Side::BOTH.into_iter().filter(|side| victory.given[side.ix()] > 0) {
            let given = format!("{} from the start", points_of(victory.given[side.ix()]));
            facts.push(Fact::new(side_name(side), given));
        }
        let cup: Vec<String> = self.state.cup.iter().map(|chit| self.chit_name(chit)).collect();
        facts.push(Fact::new("in the cup", if cup.is_empty() { "no chit".into() } else { cup.join(", ") }));
        let points = |side: Side| {
            Fact::new(side_name(side), format!("{} Command Points left", self.state.armies[side.ix()].turn.points))
        };
        facts.extend(Side::BOTH.map(points));
        facts
    }

    fn unit_facts(self, id: UnitId) -> Vec<Fact> {
        let (card, unit) = (self.card(id), self.unit(id));
        let mut facts = vec![
            Fact::new("formation", self.formation_card(card.formation).name.clone()),
            Fact::new("Increments", card.increments.to_string()),
            Fact::new("Movement Potential", card.movement.to_string()),
            Fact::new("order", order_name(unit.order)),
        ];
        if unit.in_good_order() {
            facts.push(Fact::new("stands in", formed_name(unit.formed)));
        }
        if card.arm == Arm::Cavalry {
            facts.push(Fact::new("readiness", readiness_name(unit.readiness)));
        }
        if let Some(specific) = unit.specific {
            let [short, medium, long] = specific.fire;
            match card.arm {
                Arm::Artillery => facts.push(Fact::new("fire", format!("{short}/{medium}/{long}"))),
                _ if short > 0 => facts.push(Fact::new("fire", short.to_string())),
                _ => {}
            }
            let numbers = [
                ("range", specific.range),
                ("Mêlée Value", specific.melee),
                ("Skirmish Value", specific.skirmish),
                ("Lance Bonus", specific.lance),
            ];
            facts.extend(numbers.into_iter().filter(|(_, n)| *n > 0).map(|(name, n)| Fact::new(name, n.to_string())));
            facts.push(Fact::new("Morale", specific.morale.map_or("-".into(), |rating| rating.to_string())));
        }
        if unit.losses > 0 {
            facts.push(Fact::new("losses", unit.losses.to_string()));
        }
        facts
    }

    fn leader_facts(self, id: LeaderId) -> Vec<Fact> {
        let (card, him) = (self.leader_card(id), self.leader(id));
        let mut facts = vec![Fact::new("Movement Potential", card.movement.to_string())];
        if let Some(formation) = self.post_formation(id) {
            facts.push(Fact::new("post", self.formation_card(formation).name.clone()));
        }
        if let Some(bonuses) = him.bonuses {
            let melee = |bonus: MeleeBonus| match (bonus.attack, bonus.defence) {
                (None, None) => "-".to_owned(),
                (attack, defence) if attack == defence => format!("{:+}", attack.unwrap_or(0)),
                (attack, defence) => format!("{:+}/{:+}", attack.unwrap_or(0), defence.unwrap_or(0)),
            };
            facts.push(Fact::new("infantry mêlée", melee(bonuses.infantry)));
            facts.push(Fact::new("cavalry mêlée", melee(bonuses.cavalry)));
            facts.push(Fact::new("artillery", bonuses.artillery.map_or("-".into(), |bonus| format!("{bonus:+}"))));
            facts.push(Fact::new(
                "morale",
                match bonuses.morale {
                    MoraleBonus::None => "-".into(),
                    MoraleBonus::Number(bonus) => format!("{bonus:+}"),
                    MoraleBonus::Passes => "A".into(),
                },
            ));
        }
        facts
    }

    pub(crate) fn absent(self) -> Vec<Absent> {
        let units = self.all().filter_map(|id| {
            let fate = match self.unit(id).place {
                Place::Map | Place::Display => return None,
                Place::Expected => self.expected(self.card(id).arrival),
                Place::Box => "in the Battery Box".into(),
                Place::Depot => "at the depot".into(),
                Place::Gone(loss) => loss_words(loss).into(),
            };
            let card = self.card(id);
            Some(Absent {
                body: unit_number(id),
                key: card.key.clone(),
                name: card.name.clone(),
                side: card.side.0,
                strength: card.increments.to_string(),
                fate,
            })
        });
        let leaders = self.all_leaders().filter_map(|id| {
            let card = self.leader_card(id);
            let fate = match self.leader(id).place {
                LeaderPlace::Map => return None,
                LeaderPlace::Expected => self.expected(card.arrival),
                LeaderPlace::Wounded { back } => format!("wounded, back in turn {back}"),
                LeaderPlace::OffMap { back } => format!("off the map, back in turn {back}"),
                LeaderPlace::Dead => "dead".into(),
                LeaderPlace::Captured => "captured".into(),
            };
            Some(Absent {
                body: leader_number(id),
                key: card.key.clone(),
                name: card.name.clone(),
                side: card.side.0,
                strength: String::new(),
                fate,
            })
        });
        units.chain(leaders).collect()
    }

    fn expected(self, arrival: Option<u8>) -> String {
        let arrival = arrival.and_then(|at| self.rules.arrivals.get(usize::from(at)));
        arrival.map_or("not on the map".into(), |arrival| format!("expected in turn {}", arrival.turn))
    }
}

fn points_of(n: u16) -> String {
    format!("{n} {}", if n == 1 { "point" } else { "points" })
}
