//! Cards to read: everything a player may ask about a unit, a leader or the battle.

use crate::cards::{Class, GunClass, Horse, LeaderId, Role, UnitId};
use crate::face::scene::{LEADERS, orders_name};
use crate::face::words::formation_name;
use crate::state::{LeaderPlace, Loss, Mark, Morale, Orders, Place};
use crate::table::Table;
use kernel::{Fact, Side, Telling};

/// A score with its sign, a minus as it is printed.
fn signed(score: i32) -> String {
    match score {
        0 => "0".into(),
        1.. => format!("+{score}"),
        _ => format!("\u{2212}{}", score.unsigned_abs()),
    }
}

impl Table<'_> {
    /// All that this state tells about a body of the scene, or about the whole battle.
    pub fn facts_about(self, body: Option<u16>) -> Vec<Fact> {
        match body {
            None => self.battle_facts(),
            Some(number) if number >= LEADERS => match u8::try_from(number - LEADERS) {
                Ok(id) if usize::from(id) < self.rules.leaders.len() => self.leader_facts(LeaderId(id)),
                _ => Vec::new(),
            },
            Some(number) => match u8::try_from(number) {
                Ok(id) if usize::from(id) < self.rules.units.len() => self.unit_facts(UnitId(id)),
                _ => Vec::new(),
            },
        }
    }

    fn battle_facts(self) -> Vec<Fact> {
        let mut facts = vec![Fact::new("now", self.rules.clock(self.state).to_string())];
        for side in Side::BOTH {
            let name = self.rules.sides[side.ix()].name.clone();
            facts.push(Fact::new(name, format!("{} Victory Points", self.victory_points(side))));
        }
        facts.extend(self.score_facts());
        facts.push(Fact::new("points for", self.worth_in_words()));
        for side in Side::BOTH.into_iter().filter(|&side| self.has_left_the_field(side)) {
            let name = &self.rules.sides[side.ix()].name;
            let text = format!("{name} has all its Wings under Rally: so it leaves the field when the turn ends");
            facts.push(Fact::new("leaving the field", format!("{text}, with a Draw at best (MP 4.6b, 4.6e)")));
        }
        for (location, holder) in self.ground().locations.iter().zip(&self.state.control) {
            let holder = holder.map_or("nobody", |side| self.rules.sides[side.ix()].name.as_str());
            let [one, other] = location.points;
            facts.push(Fact::new("ground", format!("{}, worth {one} or {other}: {holder}", location.name)));
        }
        for wing in self.wings() {
            let (card, state) = (&self.rules.wings[wing.ix()], self.wing(wing));
            let leader = self.commander_of(wing).map_or("nobody on the map", |id| self.leader_card(id).name.as_str());
            let mut text = format!("{}, led by {leader}", orders_name(state.orders));
            for (on, word) in [
                (state.turn.finished, "finished"),
                (state.turn.bypassed, "bypassed"),
                (state.turn.no_continue, "no continue"),
            ] {
                if on {
                    text = format!("{text}, {word}");
                }
            }
            facts.push(Fact::new(card.name.clone(), text));
        }
        facts
    }

    /// The score as it stands, and what each score would be called.
    fn score_facts(self) -> Vec<Fact> {
        let victory = &self.rules.victory;
        let positive = &self.rules.sides[victory.positive.ix()].name;
        let negative = &self.rules.sides[victory.positive.other().ix()].name;
        let score =
            i32::from(self.victory_points(victory.positive)) - i32::from(self.victory_points(victory.positive.other()));
        let reckoned = format!("{}: points of {positive} less those of {negative} (MP 15.0b)", signed(score));
        let mut facts = vec![Fact::new("score", reckoned)];
        let mut above = None;
        for (place, level) in victory.levels.iter().enumerate() {
            if above.map_or(level.at_least == i32::MAX, |above| above == level.at_least) {
                // No score reaches it: it is there for whoever leaves the field (MP 15.0j).
                facts.push(Fact::new("whoever leaves the field, at best", level.name.clone()));
                continue;
            }
            // The last catches everything that is left.
            let last = place + 1 == victory.levels.len();
            let range = match (above, last) {
                (None, _) => format!("{} or more", signed(level.at_least)),
                (Some(above), true) => format!("{} or less", signed(above - 1)),
                (Some(above), false) if above - 1 == level.at_least => signed(level.at_least),
                (Some(above), false) => format!("{} to {}", signed(above - 1), signed(level.at_least)),
            };
            facts.push(Fact::new(range, level.name.clone()));
            above = Some(level.at_least);
        }
        facts
    }

    /// What the enemy's losses are worth, the commonest first (MP 15.0a, T-VP).
    fn worth_in_words(self) -> String {
        let values = &self.rules.victory.points;
        format!(
            "a unit of horse lost {} (each casualty {}), foot {} or, of two hexes, {} (each casualty {}), guns captured or \
             disabled, their Wing Commanders lost {} for each point of rating (MP 15.0a)",
            values.formed_cavalry,
            values.formed_cavalry_casualty,
            values.one_hex,
            values.two_hex,
            values.heavy_casualty,
            values.wing_commander,
        )
    }

    fn leader_facts(self, id: LeaderId) -> Vec<Fact> {
        let (card, leader) = (self.leader_card(id), self.leader(id));
        let role = match leader.role {
            Role::Army => "Army Commander".to_owned(),
            Role::Wing(wing) => format!("leads {}", self.rules.wings[wing.ix()].name),
        };
        let place = match leader.place {
            LeaderPlace::Map => format!("in {}", self.ground().grid.number(leader.hex)),
            LeaderPlace::Aside => "not on the map".into(),
            LeaderPlace::Removed(_) => "removed, his fate not yet known".into(),
            LeaderPlace::Returns { turn } => format!("returns in turn {turn}"),
            LeaderPlace::Pursuing => "gone in pursuit".into(),
            LeaderPlace::Eliminated => "lost".into(),
        };
        let action = if leader.deeds.acted { "spent in this activation" } else { "not spent" };
        vec![
            Fact::new("role", role),
            Fact::new("rating", card.rating.to_string()),
            Fact::new("place", place),
            Fact::new("Action", action),
        ]
    }

    fn unit_facts(self, id: UnitId) -> Vec<Fact> {
        let (card, unit) = (self.card(id), self.unit(id));
        let mut facts = vec![
            Fact::new("kind", self.kind_words(id)),
            Fact::new("wing", format!("{}, {}", self.rules.wings[card.wing.ix()].name, orders_name(self.orders(id)))),
            Fact::new("place", self.place_words(id)),
        ];
        if unit.on_map() && self.has_facing(id) {
            facts.push(Fact::new("faces", self.ground().grid.vertex_name(unit.facing)));
        }
        if self.is_body(id) {
            let (strength, morale) = (self.strength(id), self.morale(id));
            facts.push(Fact::new("counter", format!("{strength}-{morale}: strength {strength}, morale {morale}")));
            facts.push(Fact::new("strength", format!("{} of {}", self.strength(id), card.strength)));
            facts.push(Fact::new("formation", formation_name(unit.formation)));
            let threshold = card.threshold.map_or("none".to_owned(), |at| format!("at {at} casualties"));
            facts.push(Fact::new("threshold", threshold));
        }
        if card.class != Class::Wagon {
            let state = match unit.morale {
                Morale::Normal => "Normal",
                Morale::Shaken => "Shaken",
                Morale::Broken => "Broken",
            };
            facts.push(Fact::new("morale", format!("{} now, {} printed, {state}", self.morale(id), card.morale)));
        }
        if card.class == Class::Cavalry {
            let shots = if unit.pistols == 1 { "shot" } else { "shots" };
            facts.push(Fact::new("pistols", format!("{} {shots} left", unit.pistols)));
        }
        if unit.on_map() {
            facts.push(Fact::new("allowance", format!("{} points", self.allowance(id))));
            facts.push(Fact::new("command", if self.in_command(id) { "in command" } else { "out of command" }));
            facts.push(Fact::new("may", self.what_it_may(id)));
        }
        let marks = [
            (Mark::Acted, "has acted"),
            (Mark::Momentum, "Momentum"),
            (Mark::Salvo, "Salvo"),
            (Mark::Fired, "fired"),
            (Mark::Limbered, "limbered"),
            (Mark::OnTop, "on top"),
            (Mark::InterceptionDone, "Interception Done"),
            (Mark::Withdrew, "has withdrawn"),
            (Mark::InCover, "in cover"),
            (Mark::Exhausted, "fire exhausted"),
            (Mark::ThresholdReached, "threshold reached"),
        ];
        let words: Vec<&str> = marks.iter().filter(|(mark, _)| unit.has(*mark)).map(|(_, word)| *word).collect();
        if !words.is_empty() {
            facts.push(Fact::new("marks", words.join(", ")));
        }
        facts
    }

    /// What a unit may do in its Wing's activation as it stands now.
    fn what_it_may(self, id: UnitId) -> &'static str {
        if self.unit(id).morale == Morale::Broken {
            return "Rally, where its Orders or the Army Commander allow it; else it routs (MP 12.4.3e)";
        }
        if self.is_gun(id) && !self.is_limbered(id) {
            return "fire, turn or limber, whatever the Orders (MP 5.5.4a)";
        }
        if !self.in_command(id) {
            return "go back into command, not next to an enemy; fire in reaction only (MP 5.4.3a, 5.4.3g)";
        }
        match self.orders(id) {
            Orders::Charge => {
                "it must get nearer to the closest enemy, also next to him; no Reform or Rally (MP 5.6.1a)"
            }
            Orders::MakeReady => "move, not next to an enemy; fire; Reform near its Wing Commander (MP 5.6.2a)",
            Orders::ReceiveCharge => {
                "move one hex, not next to an enemy; fire; Reform; Rally near its Wing Commander (MP 5.6.3a)"
            }
            Orders::Rally => "move no nearer to any enemy; fire; Reform and Rally (MP 5.6.4a)",
        }
    }

    fn kind_words(self, id: UnitId) -> String {
        let card = self.card(id);
        let mut text = match card.class {
            Class::HeavyInfantry if card.pikes => "Heavy Infantry".to_owned(),
            Class::HeavyInfantry => "Heavy Infantry without pikes".to_owned(),
            Class::LightInfantry if card.dragoons => "Light Infantry, dragoons".to_owned(),
            Class::LightInfantry => "Light Infantry, commanded musketeers".to_owned(),
            Class::Cavalry if card.dismounted => "Cavalry, dismounted".to_owned(),
            Class::Cavalry => match card.horse {
                Horse::Cuirassiers => "Cavalry, cuirassiers".to_owned(),
                Horse::Arquebusiers => "Cavalry, arquebusiers".to_owned(),
                Horse::Croats => "Cavalry, Croats".to_owned(),
            },
            Class::Artillery => {
                let weight = match card.gun {
                    GunClass::Heavy => "12 to 24 lb",
                    GunClass::Medium => "4 to 8 lb",
                    GunClass::Light => "3 lb",
                };
                format!("Artillery of {weight}, grazing to {}, range {}", card.grazing, card.range)
            }
            Class::Wagon => "Wagon".to_owned(),
        };
        for (on, word) in [
            (card.two_hex, "two hexes"),
            (card.regimental_guns, "regimental guns"),
            (card.swedish, "Swedish style"),
            (card.double, "double battery"),
        ] {
            if on {
                text = format!("{text}, {word}");
            }
        }
        text
    }

    fn place_words(self, id: UnitId) -> String {
        let unit = self.unit(id);
        let number = |hex| self.ground().grid.number(hex).to_string();
        match unit.place {
            Place::Map => match unit.other {
                Some(other) => format!("{} and {}", number(unit.hex), number(other)),
                None => number(unit.hex),
            },
            Place::Expected => match &self.rules.wings[self.card(id).wing.ix()].arrives {
                Some(arrival) => format!("arrives in turn {}", arrival.turn),
                None => "not on the map".into(),
            },
            Place::Gone(Loss::Eliminated) => "eliminated".into(),
            Place::Gone(Loss::Incorporated) => "incorporated in another unit".into(),
            Place::Gone(Loss::Pursuing) => "off the map in pursuit".into(),
            Place::Gone(Loss::Exited) => "left the map".into(),
            Place::Wreck { captured: true } => format!("captured, in {}", number(unit.hex)),
            Place::Wreck { captured: false } => format!("disabled, in {}", number(unit.hex)),
        }
    }
}
