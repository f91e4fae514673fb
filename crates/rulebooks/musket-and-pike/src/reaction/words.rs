//! Reactions as the journal writes them, and in words.

use super::{Event, ReactChoice, ReactStep, Stage};
use crate::MusketAndPike;
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::table::Table;
use field::hexes::{Dir, Hand, Hex};
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
                None => format!("go {}", grid.dir_name(dir)),
            },
            ReactChoice::Turn(hand) => format!("turn {}", hand_word(hand)),
            ReactChoice::Wheel(hand) => format!("wheel about the {} half", hand_word(hand)),
            ReactChoice::CounterMarch => "counter march".into(),
            ReactChoice::Pistol => "fire a pistol".into(),
            ReactChoice::Attack => "attack".into(),
            ReactChoice::Done => self.describe_done().into(),
        }
    }

    /// Where a step leads that a unit of one hex or a leader takes in reaction.
    fn hex_ahead(self, dir: Dir) -> Option<Hex> {
        let from = match self.state.agenda.top() {
            Some(Step::React(ReactStep::Withdraw { unit, .. } | ReactStep::Interception { unit, .. })) => {
                let unit = self.unit(unit);
                if unit.other.is_some() {
                    return None;
                }
                unit.hex
            }
            Some(Step::React(ReactStep::LeaderWithdraw { leader, .. })) => self.leader(leader).hex,
            _ => return None,
        };
        self.ground().grid.neighbour(from, dir)
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
        let (name, hand) = (self.name(unit), hand_word(hand));
        match (self.unit(unit).other.is_some(), steps) {
            (true, 1) => format!("{name} wheels one hex about its {hand} half"),
            (true, _) => format!("{name} wheels two hexes about its {hand} half"),
            (false, 1) => format!("{name} turns one vertex {hand}"),
            (false, _) => format!("{name} turns two vertices {hand}"),
        }
    }

    pub fn put_react(self, step: ReactStep, _seat: Seat) -> String {
        match step {
            ReactStep::Window => match self.state.windows.last() {
                Some(window) => {
                    format!("{} {}. Does anybody react?", self.name(window.trigger.unit), did(window.trigger.event))
                }
                None => "Does anybody react?".into(),
            },
            ReactStep::Withdraw { unit, from } => {
                format!("Where does {} withdraw before {}?", self.name(unit), self.name(from))
            }
            ReactStep::LeaderWithdraw { leader, from, .. } => {
                format!("Where does {} ride before {}?", self.leader_card(leader).name, self.name(from))
            }
            ReactStep::Interception { unit, target, stage } => {
                let (unit, target) = (self.name(unit), self.name(target));
                match stage {
                    Stage::Approach => format!("How does {unit} ride at {target}?"),
                    Stage::AnsweringFire => format!("Does {target} fire at {unit} as it comes?"),
                    Stage::Pistol => format!("Does {unit} fire its pistols at {target} first?"),
                    Stage::Attack | Stage::Over => format!("Does {unit} attack {target}?"),
                }
            }
        }
    }
}

const fn did(event: Event) -> &'static str {
    match event {
        Event::Enters => "has entered a hex",
        Event::Turns { .. } => "has turned",
        Event::EndsAdvance => "has advanced",
        Event::EndsPursuit { .. } => "has pursued",
        Event::StartsCharge => "starts a charge from where it stands",
        Event::Restacks => "has changed its place in the stack",
        Event::Reforms => "has reformed",
        Event::Rallies => "has rallied",
        Event::Fires { .. } => "has fired",
        Event::AdvancesFiring { .. } => "has advanced firing",
    }
}
