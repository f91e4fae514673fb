//! Reactions as the journal writes them, and in words.

use crate::MusketAndPike;
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::movement::points;
use crate::reaction::path::Pace;
use crate::reaction::{Event, ReactChoice, ReactStep, Stage, Window};
use crate::table::Table;
use field::hexes::{Dir, Hand, Hex, Side as Aspect};
use kernel::{Heading, Seat};

impl ReactChoice {
    pub fn notate(self, rules: &MusketAndPike) -> String {
        let unit = |id: UnitId| rules.units[id.ix()].key.as_str();
        let grid = &rules.ground.grid;
        match self {
            ReactChoice::Fire { unit: id } => format!("react-fire {}", unit(id)),
            ReactChoice::TurnGun { unit: id, vertex } => {
                format!("react-turn-gun {} {}", unit(id), grid.vertex_name(vertex).to_lowercase())
            }
            ReactChoice::Restack { unit: id } => format!("react-restack {}", unit(id)),
            ReactChoice::Face { unit: id, hand, steps } => {
                format!("react-face {} {} {steps}", unit(id), hand_word(hand))
            }
            ReactChoice::Hedgehog { unit: id } => format!("react-hedgehog {}", unit(id)),
            ReactChoice::Withdraw { unit: id } => format!("withdraw {}", unit(id)),
            ReactChoice::WithdrawLeader { leader } => format!("withdraw-leader {}", rules.leaders[leader.ix()].key),
            ReactChoice::Intercept { unit: id } => format!("intercept {}", unit(id)),
            ReactChoice::Ahead(dir) => format!("react-ahead {}", grid.dir_name(dir).to_lowercase()),
            ReactChoice::Turn(hand) => format!("react-turn {}", hand_word(hand)),
            ReactChoice::Wheel(hand) => format!("react-wheel {}", hand_word(hand)),
            ReactChoice::CounterMarch => "react-counter-march".into(),
            ReactChoice::Pistol => "react-pistol".into(),
            ReactChoice::Attack => "react-attack".into(),
            ReactChoice::Done => "react-done".into(),
        }
    }

    /// None when the first word belongs to another chapter.
    pub fn read(words: &[&str], rules: &MusketAndPike) -> Option<Result<ReactChoice, String>> {
        let (first, rest) = words.split_first()?;
        let one_unit = |make: fn(UnitId) -> ReactChoice| match rest {
            [key] => find_unit(rules, key).map(make),
            _ => Err(format!("{first} wants one unit")),
        };
        let one_hand = |make: fn(Hand) -> ReactChoice| match rest {
            [hand] => read_hand(hand).map(make),
            _ => Err(format!("{first} wants left or right")),
        };
        let alone = |choice: ReactChoice| {
            if rest.is_empty() { Ok(choice) } else { Err(format!("{first} stands alone")) }
        };
        Some(match *first {
            "react-fire" => one_unit(|unit| ReactChoice::Fire { unit }),
            "react-turn-gun" => read_turn_gun(rest, rules),
            "react-restack" => one_unit(|unit| ReactChoice::Restack { unit }),
            "react-face" => read_face(rest, rules),
            "react-hedgehog" => one_unit(|unit| ReactChoice::Hedgehog { unit }),
            "withdraw" => one_unit(|unit| ReactChoice::Withdraw { unit }),
            "withdraw-leader" => match rest {
                [key] => find_leader(rules, key).map(|leader| ReactChoice::WithdrawLeader { leader }),
                _ => Err("withdraw-leader wants one leader".into()),
            },
            "intercept" => one_unit(|unit| ReactChoice::Intercept { unit }),
            "react-ahead" => match rest {
                [dir] => rules.ground.grid.dir_named(dir).map(ReactChoice::Ahead).map_err(|fault| fault.to_string()),
                _ => Err("react-ahead wants a direction".into()),
            },
            "react-turn" => one_hand(ReactChoice::Turn),
            "react-wheel" => one_hand(ReactChoice::Wheel),
            "react-counter-march" => alone(ReactChoice::CounterMarch),
            "react-pistol" => alone(ReactChoice::Pistol),
            "react-attack" => alone(ReactChoice::Attack),
            "react-done" => alone(ReactChoice::Done),
            _ => return None,
        })
    }
}

fn read_turn_gun(rest: &[&str], rules: &MusketAndPike) -> Result<ReactChoice, String> {
    let [key, vertex] = rest else { return Err("react-turn-gun wants a gun and a corner".into()) };
    let unit = find_unit(rules, key)?;
    let vertex = rules.ground.grid.vertex_named(vertex).map_err(|fault| fault.to_string())?;
    Ok(ReactChoice::TurnGun { unit, vertex })
}

fn read_face(rest: &[&str], rules: &MusketAndPike) -> Result<ReactChoice, String> {
    let [key, hand, steps] = rest else { return Err("react-face wants a unit, left or right, and 1 or 2".into()) };
    let steps = steps.parse().map_err(|_| format!("{steps} is no number of vertices: 1 or 2"))?;
    Ok(ReactChoice::Face { unit: find_unit(rules, key)?, hand: read_hand(hand)?, steps })
}

/// Words this chapter shares with the rally chapter.
pub(crate) fn find_unit(rules: &MusketAndPike, key: &str) -> Result<UnitId, String> {
    let found = rules.units.iter().position(|card| card.key == key);
    found.map(|index| UnitId(index as u8)).ok_or_else(|| format!("no unit is called {key}"))
}

pub(crate) fn find_leader(rules: &MusketAndPike, key: &str) -> Result<LeaderId, String> {
    let found = rules.leaders.iter().position(|card| card.key == key);
    found.map(|index| LeaderId(index as u8)).ok_or_else(|| format!("no leader is called {key}"))
}

pub(crate) const fn hand_word(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

fn read_hand(word: &str) -> Result<Hand, String> {
    match word {
        "left" => Ok(Hand::Left),
        "right" => Ok(Hand::Right),
        _ => Err(format!("{word} is neither left nor right")),
    }
}

impl Table<'_> {
    pub fn describe_react(self, choice: ReactChoice) -> String {
        let grid = &self.ground().grid;
        match choice {
            ReactChoice::Fire { unit } => format!("{} fires", self.name(unit)),
            ReactChoice::TurnGun { unit, vertex } => {
                format!("{} turns to the {} instead of firing", self.name(unit), grid.vertex_name(vertex))
            }
            ReactChoice::Restack { unit } => format!("{} changes its place in the stack", self.name(unit)),
            ReactChoice::Face { unit, hand, steps } => self.describe_facing(unit, hand, steps),
            ReactChoice::Hedgehog { unit } => format!("{} tries to form Hedgehog", self.name(unit)),
            ReactChoice::Withdraw { unit } => format!("{} withdraws", self.name(unit)),
            ReactChoice::WithdrawLeader { leader } => format!("{} withdraws", self.leader_card(leader).name),
            ReactChoice::Intercept { unit } => format!("{} tries to intercept", self.name(unit)),
            ReactChoice::Ahead(dir) => match self.hex_ahead(dir) {
                Some(hex) => format!("go {} to {}", grid.dir_name(dir), grid.number(hex)),
                None => self.describe_pace(format!("go {}", grid.dir_name(dir)), Pace::Ahead(dir)),
            },
            ReactChoice::Turn(hand) => self.describe_pace(format!("turn {}", hand_word(hand)), Pace::Turn(hand)),
            ReactChoice::Wheel(hand) => {
                self.describe_pace(format!("wheel on the {} half", hand_word(hand)), Pace::Wheel(hand))
            }
            ReactChoice::CounterMarch => self.describe_pace("counter march".into(), Pace::CounterMarch),
            ReactChoice::Pistol => "fire a pistol".into(),
            ReactChoice::Attack => "attack".into(),
            ReactChoice::Done => self.describe_done().into(),
        }
    }

    /// Where a step leads that a leader takes in reaction.
    fn hex_ahead(self, dir: Dir) -> Option<Hex> {
        match self.state.agenda.top() {
            Some(Step::React(ReactStep::LeaderWithdraw { leader, .. })) => {
                self.ground().grid.neighbour(self.leader(leader).hex, dir)
            }
            _ => None,
        }
    }

    /// A step of a unit that withdraws or intercepts: where it leads and what it costs.
    fn describe_pace(self, bare: String, pace: Pace) -> String {
        let Some(Step::React(ReactStep::Withdraw { unit, .. } | ReactStep::Interception { unit, .. })) =
            self.state.agenda.top()
        else {
            return bare;
        };
        let (pose, purse) = (self.pose(unit), self.purse(unit));
        let Some((to, left)) = self.paid_step(unit, pose, pace, purse) else { return bare };
        let cost = purse.points - left.points;
        let cost = format!("{cost} {}", points(cost));
        let facing = self.facing_in_words(unit, to.facing);
        match pace {
            Pace::Ahead(_) => format!("{bare} to {}, {cost}", self.place_of(to)),
            Pace::Wheel(_) => format!("{bare} to {}, facing {facing}, {cost}", self.place_of(to)),
            Pace::Turn(_) | Pace::CounterMarch => format!("{bare} to face {facing}, {cost}"),
        }
    }

    /// What it means to do no more depends on what was asked.
    fn describe_done(self) -> &'static str {
        match self.state.agenda.top() {
            Some(Step::React(ReactStep::Window)) => "no reaction",
            Some(Step::React(ReactStep::Interception { stage, .. })) => match stage {
                Stage::Approach => "go no further",
                Stage::AnsweringFire => "hold fire",
                Stage::Pistol => "keep the pistols",
                Stage::Attack | Stage::Over => "do not attack",
            },
            _ => "go no further",
        }
    }

    /// What one unit can do in reaction stands together on a menu.
    pub fn heading_of_react(self, choice: ReactChoice) -> Option<Heading> {
        let unit = match choice {
            ReactChoice::Fire { unit }
            | ReactChoice::TurnGun { unit, .. }
            | ReactChoice::Restack { unit }
            | ReactChoice::Face { unit, .. }
            | ReactChoice::Hedgehog { unit }
            | ReactChoice::Withdraw { unit }
            | ReactChoice::Intercept { unit } => unit,
            _ => return None,
        };
        let words = self.describe_react(choice);
        let item = words.strip_prefix(self.name(unit))?.trim().to_owned();
        Some(Heading { order: unit.0, title: self.name(unit).to_owned(), item })
    }

    fn describe_facing(self, unit: UnitId, hand: Hand, steps: u8) -> String {
        let (name, two_hex) = (self.name(unit), self.unit(unit).other.is_some());
        let pace = if two_hex { Pace::Wheel(hand) } else { Pace::Turn(hand) };
        let to = (0..steps).try_fold(self.pose(unit), |pose, _| self.stepped(unit, pose, pace));
        let facing = to.map_or(String::new(), |to| format!(" to face {}", self.facing_in_words(unit, to.facing)));
        let hand = hand_word(hand);
        match (two_hex, steps) {
            (true, 1) => format!("{name} wheels one hex on its {hand} half{facing}"),
            (true, _) => format!("{name} wheels two hexes on its {hand} half{facing}"),
            (false, 1) => format!("{name} turns {hand}{facing}"),
            (false, _) => format!("{name} turns {hand} by two corners{facing}"),
        }
    }

    pub fn put_react(self, step: ReactStep, seat: Seat) -> String {
        match step {
            ReactStep::Window => match self.state.windows.last() {
                Some(window) => format!("{}. Does anybody react?", self.what_happened(window, seat)),
                None => "Does anybody react?".into(),
            },
            ReactStep::Withdraw { unit, from } => {
                let left = self.purse(unit).points;
                let (name, at) = (self.name(unit), self.place_of(self.pose(unit)));
                let words = points(left);
                format!(
                    "Where does {name} withdraw before {}? It is at {at}, with {left} {words} left.",
                    self.name(from)
                )
            }
            ReactStep::LeaderWithdraw { leader, from, left, .. } => {
                let (him, at) = (&self.leader_card(leader).name, self.ground().grid.number(self.leader(leader).hex));
                let words = points(left);
                format!("Where does {him} ride before {}? He is at {at}, with {left} {words} left.", self.name(from))
            }
            ReactStep::Interception { unit: id, target, stage } => {
                let (unit, target) = (self.name(id), self.name(target));
                match stage {
                    Stage::Approach => {
                        let (at, left) = (self.place_of(self.pose(id)), self.purse(id).points);
                        let words = points(left);
                        format!("How does {unit} ride at {target}? It is at {at}, with {left} {words} left.")
                    }
                    Stage::AnsweringFire => format!("Does {target} fire at {unit} as it comes?"),
                    Stage::Pistol => format!("Does {unit} fire its pistols at {target} first?"),
                    Stage::Attack | Stage::Over => format!("Does {unit} attack {target}?"),
                }
            }
        }
    }

    /// What the enemy did, where, and how near to the nearest of those who may react to it.
    fn what_happened(self, window: &Window, seat: Seat) -> String {
        let trigger = window.trigger.unit;
        let at = self.place_of(self.pose(trigger));
        let did = match window.trigger.event {
            Event::Enters => format!("has entered {at}"),
            Event::Turns { .. } => format!("has turned in {at}"),
            Event::EndsAdvance => format!("has advanced to {at}"),
            Event::EndsPursuit { .. } => format!("has pursued to {at}"),
            Event::StartsCharge => format!("starts a charge from {at}, where it stands"),
            Event::Restacks => format!("has changed its place in the stack in {at}"),
            Event::Reforms => format!("has reformed in {at}"),
            Event::Rallies => format!("has rallied in {at}"),
            Event::Fires { .. } => format!("has fired from {at}"),
            Event::AdvancesFiring { .. } => format!("has advanced to {at}, firing"),
        };
        let ours = self.of_side(window.side).filter(|&id| self.seat(id) == seat && self.can_react(window, id));
        let near = ours.min_by_key(|&id| self.distance(id, trigger));
        let near = near.map_or(String::new(), |id| format!(", {}", self.how_near(trigger, id)));
        format!("{} {did}{near}", self.name(trigger))
    }

    /// As in `2 hexes before Blagge's Foot`.
    fn how_near(self, enemy: UnitId, own: UnitId) -> String {
        let (name, unit, grid) = (self.name(own), self.unit(own), &self.ground().grid);
        let nearest = self.unit(enemy).hexes().min_by_key(|&hex| self.distance_to(own, hex)).unwrap_or(unit.hex);
        let where_to = match self.aspect(own, nearest) {
            _ if !self.has_facing(own) => "from",
            Some(Aspect::Front) => return format!("next to {name}, before its front"),
            Some(Aspect::Flank) => return format!("next to {name}, on its flank"),
            Some(Aspect::Rear) => return format!("next to {name}, in its rear"),
            None if grid.arc(unit.hex, unit.facing, nearest).is_in() => "before",
            None if grid.rows_ahead(unit.hex, unit.facing, nearest) < 0 => "behind",
            None => "on the flank of",
        };
        match self.distance(own, enemy) {
            1 => format!("1 hex {where_to} {name}"),
            hexes => format!("{hexes} hexes {where_to} {name}"),
        }
    }
}
