//! Cards to read: everything a player may ask about a unit, a general or the battle.

use crate::cards::{GeneralId, GunClass, Kind, PikeStatus, UnitId};
use crate::face::pointing::{Thing, general_number, unit_number};
use crate::face::words::{aspect_name, compass, count, degrees, inches, layout_words, spot};
use crate::generals::Command;
use crate::shooting::Row;
use crate::state::{Gun, GunState, Horses, Loss, Mode, Morale, Phase, Place};
use crate::table::Table;
use field::table::Um;
use kernel::{Absent, Fact, Refusal, Side, Telling};

impl Table<'_> {
    /// All that this state tells about a body of the scene, or about the whole battle.
    pub fn facts_about(self, body: Option<u16>) -> Vec<Fact> {
        match body {
            None => self.battle_facts(),
            // Led horses and guns left behind are told of with their unit.
            Some(number) => match Thing::of(self.rules, number) {
                Some(Thing::General(id)) => self.general_facts(id),
                Some(Thing::Unit(id) | Thing::Horses(id) | Thing::Guns(id)) => self.unit_facts(id),
                None => Vec::new(),
            },
        }
    }

    // --- The battle

    fn battle_facts(self) -> Vec<Fact> {
        let mut facts = vec![Fact::new("now", self.rules.clock(self.state).to_string())];
        if !matches!(self.state.phase, Phase::Deployment | Phase::Initiative) {
            let first = &self.rules.sides[self.state.side_a.ix()].name;
            facts.push(Fact::new("Side A", format!("{first}, who charges and moves first")));
        }
        let points = format!("have more points after turn {}", self.rules.turns);
        let victory = match self.rules.victory.broken_at {
            Some(broken) => {
                format!("break the enemy ({broken} % of his points lost, routing or off the table), or {points}")
            }
            None => points,
        };
        facts.push(Fact::new("victory", victory));
        for objective in &self.rules.victory.objectives {
            let [one, other] = objective.points;
            let [first, second] = &self.rules.sides;
            let worth = if one == other {
                format!("{one} points to whoever holds it at the end")
            } else {
                format!("at the end {one} points to {}, or {other} to {}, if they hold it", first.name, second.name)
            };
            let zone = objective.zone;
            let place = format!(
                "{} to {} east, {} to {} north",
                inches(zone.west),
                inches(zone.east),
                inches(zone.south),
                inches(zone.north)
            );
            facts.push(Fact::new("ground", format!("{}: {worth} ({place})", objective.name)));
        }
        facts.push(Fact::new(
            "points",
            "for what the enemy has lost, at its price: whole units, figures, and guns taken or smashed (CP G67)",
        ));
        facts.extend(Side::BOTH.map(|side| self.score(side)));
        let expected = self.all().filter(|&id| self.unit(id).place == Place::Expected);
        facts.extend(expected.map(|id| Fact::new("reserve", self.expected_words(id))));
        facts
    }

    /// Who comes, for whom, when and where.
    fn expected_words(self, id: UnitId) -> String {
        let side = &self.rules.sides[self.side(id).ix()].name;
        format!("{} ({side}, {}): {}", self.name(id), self.strength_words(id), self.place_words(id))
    }

    /// Points of a side, and how near its army is to breaking.
    fn score(self, side: Side) -> Fact {
        let all: u32 = self.rules.units.iter().filter(|card| card.side == side).map(|card| card.cost).sum();
        let (points, taken) = (self.points(side), self.losses(side.other()).0);
        let out = self.losses(side).1;
        let share = (100 * out).checked_div(all).unwrap_or(0);
        let text = format!(
            "{points} points ({taken} for enemies lost, {} for ground); {share} % of its army is lost or running",
            points - taken.min(points)
        );
        Fact::new(self.rules.sides[side.ix()].name.clone(), text)
    }

    // --- Who is not there

    /// Units that are lost, expected, off the table or not yet deployed, and generals who have fallen. A forlorn hope that
    /// is not out is with its regiment.
    pub fn absent(self) -> Vec<Absent> {
        let with_regiment = |id: UnitId| {
            self.card(id).parent.is_some() && matches!(self.unit(id).place, Place::Reserve | Place::Gone(Loss::DrawnIn))
        };
        let away = self.all().filter(|&id| self.unit(id).place != Place::Table && !with_regiment(id));
        let units = away.map(|id| Absent {
            body: unit_number(id),
            key: self.card(id).key.clone(),
            name: self.card(id).name.clone(),
            side: self.side(id).0,
            strength: if self.figures(id) > 0 { self.strength_words(id) } else { String::new() },
            fate: self.place_words(id),
        });
        let generals = self.state.generals.iter().zip(&self.rules.generals).enumerate();
        let missing = generals.filter_map(|(ix, (general, card))| {
            let fate = match general.attached.filter(|&unit| self.unit(unit).place != Place::Table) {
                _ if !general.alive => "out of the battle".into(),
                Some(unit) => format!("off the table with {}", self.name(unit)),
                None => return None,
            };
            Some(Absent {
                body: general_number(GeneralId(ix as u8)),
                key: card.key.clone(),
                name: card.name.clone(),
                side: card.side.0,
                strength: String::new(),
                fate,
            })
        });
        units.chain(missing).collect()
    }

    // --- A unit

    fn unit_facts(self, id: UnitId) -> Vec<Fact> {
        let mut facts = vec![
            Fact::new("troops", self.troops_words(id)),
            Fact::new("strength", self.losses_words(id)),
            Fact::new("place", self.place_words(id)),
        ];
        if self.unit(id).place != Place::Table {
            return facts;
        }
        facts.push(Fact::new("order", self.order_words(id)));
        if self.is_troops(id) {
            facts.push(Fact::new("general", self.command_words(id)));
        }
        facts.push(Fact::new("move", self.move_words(id)));
        if self.charge_speed(id) > 0 {
            let far = inches(self.charge_speed(id));
            // Who has moved could not charge any more in any case: there is nothing to explain.
            let why = if self.unit(id).finished { String::new() } else { unless(self.may_charge(id)) };
            facts.push(Fact::new("charge", far + &why));
        }
        if let Some(words) = self.shooting_words(id) {
            facts.push(Fact::new("shooting", words + &unless(self.may_shoot(id))));
        }
        if self.has_flanks(id) && self.is_troops(id) {
            facts.push(Fact::new("flanks", self.flank_words(id)));
        }
        facts.extend(self.fight_words(id).map(|text| Fact::new("fighting", text)));
        facts.extend(self.gun_words(id).map(|text| Fact::new("guns", text)));
        if let Horses::Led { at, holders } = self.unit(id).horses {
            facts.push(Fact::new("horses", format!("{holders} hold them at {}", spot(at.at))));
        }
        if self.unit(id).hits_turn > 0 {
            facts.push(Fact::new("this turn", count(usize::from(self.unit(id).hits_turn), "hit taken", "hits taken")));
        }
        facts
    }

    fn troops_words(self, id: UnitId) -> String {
        let card = self.card(id);
        let kind = match card.kind {
            Kind::PikeAndShot => match card.status {
                PikeStatus::Naked => "foot with too few pikes (naked)",
                PikeStatus::PikeSupported => "foot with a third of pikes (pike-supported)",
                PikeStatus::HeavyArmed => "foot with half of pikes (heavy-armed)",
            },
            Kind::ForlornHope => "forlorn hope",
            Kind::Skirmishers => "skirmishers",
            Kind::Horse => "horse",
            Kind::Cuirassiers => "cuirassiers",
            Kind::Lancers => "lancers",
            Kind::Dragoons => "dragoons",
            Kind::Battery => "battery",
            Kind::HighlandShock => "highland shock troops",
            Kind::HighlandArchers => "highland archers",
            Kind::Wagons => "wagons",
        };
        let mut words = vec![format!("{kind}, grade {:?}", card.grade)];
        let mut also = |holds: bool, text: &str| words.extend(holds.then(|| text.to_owned()));
        also(card.royalist && self.is_cavalry(id), "royalist");
        also(card.swedish && self.rules.options.swedish_system, "trained in the Swedish system");
        also(card.firelocks && self.rules.options.firelocks, "with firelocks");
        also(card.pistols && self.is_cavalry(id), "with pistols");
        words.push(format!("of {}", self.rules.sides[card.side.ix()].name));
        words.push(format!("worth {} points", card.cost));
        words.join(", ")
    }

    fn losses_words(self, id: UnitId) -> String {
        let (now, began) = (self.surviving(id), self.card(id).figures());
        let words = self.strength_words(id);
        let exhausted = if self.exhausted(id) { "; exhausted" } else { "" };
        match began.saturating_sub(now) {
            0 => words,
            lost => format!("{words}; {lost} of {began} figures lost{exhausted}"),
        }
    }

    fn place_words(self, id: UnitId) -> String {
        let unit = self.unit(id);
        match unit.place {
            Place::Table => {}
            Place::Reserve => return "not on the table yet".into(),
            Place::Expected => {
                let arrival = self.rules.arrivals.get(id.ix()).copied().flatten();
                return arrival.map_or("expected".into(), |due| {
                    format!("expected in turn {} at {}", due.turn, spot(due.pose.at))
                });
            }
            Place::OffTable { since } => return format!("pursuing beyond the edge since turn {since}"),
            Place::Gone(loss) => return loss_words(loss).into(),
        }
        let layout = layout_words(unit);
        match unit.inside.and_then(|area| self.rules.ground.areas.get(usize::from(area))) {
            Some(area) if area.name.is_empty() => "inside the buildings".into(),
            Some(area) => format!("inside {}", area.name),
            None => format!(
                "{}, facing {} ({}), {layout}",
                spot(unit.pose.at),
                compass(unit.pose.facing),
                degrees(unit.pose.facing)
            ),
        }
    }

    /// Morale and order, and whether that makes it steady.
    fn order_words(self, id: UnitId) -> String {
        let unit = self.unit(id);
        let mut words = vec![match (unit.mode, self.morale(id)) {
            (Mode::Routing, _) | (_, Morale::Routed) => "routing".to_owned(),
            (Mode::Pursuing { target }, _) => format!("pursuing {}", self.name(target)),
            (Mode::Normal, Morale::Shaken) => "shaken".to_owned(),
            (Mode::Normal, Morale::Good) => "good morale".to_owned(),
        }];
        let mut also = |holds: bool, text: &str| words.extend(holds.then(|| text.to_owned()));
        also(unit.disordered, "disordered");
        also(self.exhausted(id), "exhausted");
        also(unit.changing > 0, "changing formation");
        also(unit.volley, "in volley posture");
        also(!unit.loaded, "reloading");
        also(self.card(id).pistols && self.is_cavalry(id) && !unit.pistols_loaded, "pistols fired");
        also(unit.illegal, "out of formation");
        also(self.steady(id), "steady");
        also(!self.steady(id) && unit.mode == Mode::Normal, "not steady");
        words.join(", ")
    }

    fn command_words(self, id: UnitId) -> String {
        let with = |general: &GeneralId| self.state.generals[general.ix()].attached == Some(id);
        let names = |keep: &dyn Fn(&GeneralId) -> bool| {
            let generals = self.generals_of(self.side(id)).filter(|general| self.influences(*general, id));
            let names = generals.filter(keep).map(|general| self.rules.generals[general.ix()].name.as_str());
            names.collect::<Vec<_>>().join(" and ")
        };
        match self.command(id) {
            Command::With => format!("{} is with it", names(&with)),
            Command::Near => {
                let loose = |general: &GeneralId| self.state.generals[general.ix()].attached.is_none();
                format!("within reach of {}", names(&loose))
            }
            Command::Nobody => "none near enough to help".into(),
        }
    }

    fn move_words(self, id: UnitId) -> String {
        let (all, left) = (self.move_speed(id), self.move_left(id));
        let used = if left < all { format!(", {} left", inches(left)) } else { String::new() };
        format!("{}{used}{}", inches(all), unless(self.may_move(id)))
    }

    /// How far a unit shoots, with what and to where (CP 16.1.7, 16.8.1).
    fn shooting_words(self, id: UnitId) -> Option<String> {
        const ARC: &str = "45° to either side of its front";
        let Some(battery) = self.battery(id) else {
            return self.range(id).map(|range| format!("up to {}, {ARC}", inches(range)));
        };
        let served = || battery.guns.iter().filter(|gun| gun.state == GunState::Served);
        let farthest = |row: fn(GunClass) -> Row| served().map(|gun| row(gun.class).range(self.scale())).max();
        let (ball, hail) = (farthest(Row::ball)?, farthest(Row::hail)?);
        Some(format!("ball up to {}, hail up to {}, {ARC}", inches(ball), inches(hail)))
    }

    /// How far small arms reach at the farthest.
    fn range(self, id: UnitId) -> Option<Um> {
        (1..=60).rev().map(|inch| self.inches(inch)).find(|&range| self.shooting_row(id, f64::from(range)).is_some())
    }

    fn flank_words(self, id: UnitId) -> String {
        let (left, right) = (self.flank_open(id, true), self.flank_open(id, false));
        let words = match (left, right) {
            (false, false) => "both covered",
            (true, false) => "the left one open",
            (false, true) => "the right one open",
            (true, true) => "both open",
        };
        let covered = u32::from(left) + u32::from(right) > self.open_flanks(id);
        if covered { format!("{words}, one of them covered from behind") } else { words.into() }
    }

    fn fight_words(self, id: UnitId) -> Option<String> {
        let fights = self.state.contacts.iter().filter_map(|contact| match id {
            _ if contact.a == id => Some((contact.b, contact.on_a)),
            _ if contact.b == id => Some((contact.a, contact.on_b)),
            _ => None,
        });
        let words: Vec<String> =
            fights.map(|(enemy, met)| format!("{}, on its {}", self.name(enemy), aspect_name(met))).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    fn gun_words(self, id: UnitId) -> Option<String> {
        let battery = self.battery(id)?;
        let gun = |gun: &Gun| {
            let class = match gun.class {
                GunClass::Light => "light",
                GunClass::Field => "field",
                GunClass::Heavy => "heavy",
            };
            let state = match (gun.state, gun.reloading) {
                (GunState::Destroyed, _) => "destroyed".into(),
                (GunState::Captured, _) => "captured".into(),
                (GunState::Served, 0) => "loaded".into(),
                (GunState::Served, turns) => format!("ready in {}", count(usize::from(turns), "turn", "turns")),
            };
            format!("{class}, {state}, {} hail shot", gun.hail)
        };
        Some(battery.guns.iter().map(gun).collect::<Vec<_>>().join("; "))
    }

    // --- A general

    fn general_facts(self, id: GeneralId) -> Vec<Fact> {
        let (card, general) = (&self.rules.generals[id.ix()], &self.state.generals[id.ix()]);
        let rank = if card.chief { "commander-in-chief" } else { "sub-general" };
        let mut facts = vec![Fact::new("rank", format!("{rank} of {}", self.rules.sides[card.side.ix()].name))];
        if !general.alive {
            facts.push(Fact::new("place", "out of the battle"));
            return facts;
        }
        let away = general.attached.filter(|&unit| self.unit(unit).place != Place::Table);
        facts.push(Fact::new(
            "place",
            match general.attached {
                Some(unit) if away.is_some() => format!("off the table with {}", self.name(unit)),
                Some(unit) => format!("with {}", self.name(unit)),
                None => spot(general.at),
            },
        ));
        if away.is_some() {
            return facts;
        }
        let (left, all) = ((self.general_speed() - general.spent).max(0), inches(self.general_speed()));
        let ride = match general.attached {
            Some(_) => format!("{} left of {all}, once he has left his unit", inches(left)),
            None => format!("{} left of {all}", inches(left)),
        };
        facts.push(Fact::new("ride", ride));
        let radius = match general.attached {
            // CP 9.11a
            Some(_) => "none beyond the unit he is with".to_owned(),
            None => inches(self.command_radius()),
        };
        facts.push(Fact::new("radius", radius));
        let own = self.of_side(card.side).filter(|&unit| self.is_troops(unit) && self.influences(id, unit));
        let (near, far): (Vec<UnitId>, Vec<UnitId>) = own.partition(|&unit| self.commands(id, unit));
        let names = |units: &[UnitId]| units.iter().map(|&unit| self.name(unit)).collect::<Vec<_>>().join(", ");
        for (name, units) in [("commands", near), ("out of reach", far)] {
            if !units.is_empty() {
                facts.push(Fact::new(name, names(&units)));
            }
        }
        facts
    }
}

/// What keeps a unit from something, if anything does.
fn unless(allowed: Result<(), Refusal>) -> String {
    allowed.map_or_else(|refusal| format!(", but not now: {refusal}"), |()| String::new())
}

fn loss_words(loss: Loss) -> &'static str {
    match loss {
        Loss::Destroyed => "destroyed",
        Loss::Surrendered => "surrendered",
        Loss::Dispersed => "dispersed",
        Loss::RoutedOff => "routed off the table",
        Loss::Captured => "captured",
        Loss::DrawnIn => "back with its regiment",
    }
}
