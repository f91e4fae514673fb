//! Cards to read, and those who are not on the field.

use crate::cards::{Arm, Armour, BuildingId, LeaderId, Missile, Part, Trait, UnitId};
use crate::disruption::Cause;
use crate::face::pointing::{Thing, unit_number};
use crate::face::words::{
    activity_name, armour_name, base_widths, cause_words, class_name, formation_name, loss_words, missile_name,
    order_name, steel_name, trait_name, weight_name,
};
use crate::state::{Fire, GunState, Place};
use crate::table::Table;
use kernel::{Absent, Fact, Side, Telling};
use scenario::ruler::compass;

impl Table<'_> {
    pub(crate) fn facts_about(self, body: Option<u16>) -> Vec<Fact> {
        let Some(body) = body else { return self.battle_facts() };
        match Thing::of(self.rules, body) {
            Some(Thing::Unit(id)) => self.unit_facts(id),
            Some(Thing::Leader(id)) => self.leader_facts(id),
            Some(Thing::Beast(ix)) => self.beast_facts(ix),
            Some(Thing::LoneGun(battery, which)) => self.lone_gun_facts(battery, which),
            None => Vec::new(),
        }
    }

    fn battle_facts(self) -> Vec<Fact> {
        let lost = |side: Side| {
            let name = self.rules.sides[side.ix()].name.clone();
            Fact::new(name, format!("{} of {} Strength Points lost", self.lost(side), self.initial(side)))
        };
        let points = format!("have more points after turn {}", self.rules.turns);
        let breaks = |beyond: u8| format!("more than {beyond} % of his strength lost, routing or leaving");
        let [first, second] = &self.rules.sides;
        let victory = match self.rules.victory.broken_beyond {
            [None, None] => points,
            [Some(one), Some(other)] if one == other => format!("break the enemy ({}), or {points}", breaks(one)),
            [one, other] => {
                let armies = [(one, &first.name), (other, &second.name)].into_iter();
                let breaks = armies.filter_map(|(beyond, name)| Some(format!("{name} beyond {} %", beyond?)));
                let armies: Vec<String> = breaks.collect();
                format!("break the enemy by what he has lost, routing or leaving ({}), or {points}", armies.join(", "))
            }
        };
        let mut facts = vec![Fact::new("now", self.rules.clock(self.state).to_string()), Fact::new("victory", victory)];
        for (ix, objective) in self.rules.victory.objectives.iter().enumerate() {
            let [one, other] = objective.points;
            let [first, second] = &self.rules.sides;
            let worth = if one == other {
                format!("{one} for whoever holds it at the end")
            } else {
                format!("at the end {one} for {}, {other} for {}", first.name, second.name)
            };
            let holder = self.holds(ix).map_or("nobody", |side| self.rules.sides[side.ix()].name.as_str());
            facts.push(Fact::new(objective.name.clone(), format!("{worth}; held by {holder}")));
        }
        facts.extend(Side::BOTH.map(lost));
        if !self.state.buildings.is_empty() {
            facts.push(Fact::new("the wind blows to the", compass(self.state.wind)));
        }
        for (ix, building) in self.state.buildings.iter().enumerate() {
            let id = BuildingId(ix as u8);
            let state = match (building.fire, building.points) {
                (_, 0) => "in ruins".into(),
                (Fire::None, points) => format!("walls of {points} points"),
                (_, points) => format!("burning, walls of {points} points"),
            };
            facts.push(Fact::new(self.building_name(id), state));
        }
        facts
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
        self.arms_facts(id, &mut facts);
        let ledger = unit.disruption;
        let told = Cause::ALL.into_iter().filter(|&cause| ledger.of(cause) > 0);
        let causes: Vec<&str> = told.map(cause_words).collect();
        if !causes.is_empty() {
            facts.push(Fact::new("disrupted by", causes.join(", ")));
        }
        if unit.place == Place::Table {
            facts.push(Fact::new("move", base_widths(self.move_left(id, unit.way))));
            let leader = self.commander_of(id).map(|leader| self.leader_card(leader).name.clone());
            facts.push(Fact::new("commanded by", leader.unwrap_or_else(|| "nobody".into())));
        }
        facts
    }

    /// What it fights with: small arms, steel, armour, guns with their crews, and what it is good at.
    fn arms_facts(self, id: UnitId, facts: &mut Vec<Fact>) {
        let card = self.card(id);
        let beasts = card.arm == Arm::Elephants;
        let (missile, steel) = if beasts { (card.crew_missile, card.crew_steel) } else { (card.missile, card.steel) };
        if !card.is_artillery() {
            let pikes = self.unit(id).pike_bases;
            let shots = if missile == Missile::None { String::new() } else { format!("{}, ", missile_name(missile)) };
            let with = if pikes > 0 && pikes < self.unit(id).bases {
                format!("{shots}{}, pikes on {pikes} of its bases", steel_name(steel))
            } else {
                format!("{shots}{}", steel_name(steel))
            };
            facts.push(Fact::new(if beasts { "crews" } else { "arms" }, with));
        }
        if card.armour != Armour::None {
            facts.push(Fact::new("armour", armour_name(card.armour)));
        }
        if let Some(battery) = self.battery(id) {
            let gun = |(card, gun): (&crate::cards::GunCard, &crate::state::Gun)| {
                let state = match gun.state {
                    _ if gun.left.is_some() || gun.crew == 0 => "abandoned".into(),
                    GunState::Ready => format!("crew {}", gun.crew),
                    GunState::OutOfAction(moves) => format!("out for {moves} moves"),
                    GunState::Destroyed => "destroyed".into(),
                };
                format!("{} ({state})", weight_name(card.weight))
            };
            let guns: Vec<String> = card.guns.iter().zip(&battery.guns).map(gun).collect();
            facts.push(Fact::new("guns", guns.join(", ")));
        }
        let good: Vec<&str> = Trait::ALL.into_iter().filter(|&one| card.is(one)).map(trait_name).collect();
        if !good.is_empty() {
            facts.push(Fact::new("is also", good.join(", ")));
        }
    }

    fn beast_facts(self, ix: u8) -> Vec<Fact> {
        let Some(beast) = self.state.stampedes.get(usize::from(ix)) else { return Vec::new() };
        let mahout = if beast.spiked { "has tried his chisel" } else { "may try his chisel" };
        vec![
            Fact::new("runs wild", "each player turn, where the dice send it"),
            Fact::new("strength", format!("{} SP", beast.points)),
            Fact::new("its mahout", mahout),
        ]
    }

    /// A gun that its crew has left (SSS G65).
    fn lone_gun_facts(self, battery: usize, which: usize) -> Vec<Fact> {
        let Some(gun) = self.state.batteries.get(battery).and_then(|battery| battery.guns.get(which)) else {
            return Vec::new();
        };
        if gun.left.is_none() {
            return Vec::new();
        }
        let (of, place) = gun.model;
        let weight = self.card(of).guns.get(usize::from(place)).map_or("gun", |gun| weight_name(gun.weight));
        let state = if gun.state == GunState::Destroyed { "spiked or broken" } else { "left by its crew" };
        vec![Fact::new(weight, state), Fact::new("of", self.name(of).to_string())]
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
                Place::Table => return None,
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
