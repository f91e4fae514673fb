//! Rallies, reforms and routs as the journal writes them, and in words.

use crate::MusketAndPike;
use crate::cards::{LeaderId, UnitId};
use crate::movement::points;
use crate::rally::{RallyChoice, RallyStep, Reform};
use crate::reaction::{find_leader, find_unit, hand_word};
use crate::table::Table;
use field::hexes::Hand;
use kernel::Seat;

impl Reform {
    const fn word(self) -> &'static str {
        match self {
            Reform::Formation => "formation",
            Reform::Reload => "reload",
            Reform::LeaveHedgehog => "leave-hedgehog",
            Reform::ToOpenOrder => "open-order",
            Reform::FromOpenOrder => "close-order",
            Reform::LeaveColumn => "leave-column",
        }
    }
}

pub(crate) const fn reform_done(reform: Reform) -> &'static str {
    match reform {
        Reform::Formation => "one formation hit less",
        Reform::Reload => "one pistol loaded",
        Reform::LeaveHedgehog => "out of Hedgehog, Formation Broken",
        Reform::ToOpenOrder => "into Open Order",
        Reform::FromOpenOrder => "back to Formation Normal",
        Reform::LeaveColumn => "out of Column",
    }
}

impl RallyChoice {
    pub fn notate(self, rules: &MusketAndPike) -> String {
        let unit = |id: UnitId| rules.units[id.ix()].key.as_str();
        let aid = |by: Option<LeaderId>| by.map_or(String::new(), |id| format!(" by {}", rules.leaders[id.ix()].key));
        let grid = &rules.ground.grid;
        match self {
            RallyChoice::Reform { unit: id, reform, by } => format!("reform {} {}{}", unit(id), reform.word(), aid(by)),
            RallyChoice::Rally { unit: id, by } => format!("rally {}{}", unit(id), aid(by)),
            RallyChoice::Face(vertex) => format!("face {}", grid.vertex_name(vertex).to_lowercase()),
            RallyChoice::RoutNext { unit: id } => format!("rout {}", unit(id)),
            RallyChoice::RoutTo { lead: None, dir } => format!("rout-to {}", grid.dir_name(dir).to_lowercase()),
            RallyChoice::RoutTo { lead: Some(hand), dir } => {
                format!("rout-to {} {}", grid.dir_name(dir).to_lowercase(), hand_word(hand))
            }
        }
    }

    /// None when the first word belongs to another chapter.
    pub fn read(words: &[&str], rules: &MusketAndPike) -> Option<Result<RallyChoice, String>> {
        let (first, rest) = words.split_first()?;
        Some(match *first {
            "reform" => read_reform(rest, rules),
            "rally" => read_rally(rest, rules),
            "face" => match rest {
                [vertex] => {
                    rules.ground.grid.vertex_named(vertex).map(RallyChoice::Face).map_err(|fault| fault.to_string())
                }
                _ => Err("face wants a corner".into()),
            },
            "rout" => match rest {
                [key] => find_unit(rules, key).map(|unit| RallyChoice::RoutNext { unit }),
                _ => Err("rout wants one unit".into()),
            },
            "rout-to" => read_rout_to(rest, rules),
            _ => return None,
        })
    }
}

fn read_reform(rest: &[&str], rules: &MusketAndPike) -> Result<RallyChoice, String> {
    let [key, word, by @ ..] = rest else { return Err("reform wants a unit and what it does".into()) };
    let known = Reform::ALL.into_iter().find(|reform| reform.word() == *word);
    let reform = known.ok_or_else(|| {
        let words: Vec<&str> = Reform::ALL.into_iter().map(Reform::word).collect();
        format!("{word} is no way to reform; there are {}", words.join(", "))
    })?;
    Ok(RallyChoice::Reform { unit: find_unit(rules, key)?, reform, by: read_by(by, rules)? })
}

fn read_rally(rest: &[&str], rules: &MusketAndPike) -> Result<RallyChoice, String> {
    let [key, by @ ..] = rest else { return Err("rally wants a unit".into()) };
    Ok(RallyChoice::Rally { unit: find_unit(rules, key)?, by: read_by(by, rules)? })
}

fn read_by(rest: &[&str], rules: &MusketAndPike) -> Result<Option<LeaderId>, String> {
    match rest {
        [] => Ok(None),
        ["by", key] => find_leader(rules, key).map(Some),
        _ => Err("a leader is named with by and his key".into()),
    }
}

fn read_rout_to(rest: &[&str], rules: &MusketAndPike) -> Result<RallyChoice, String> {
    let (dir, lead) = match rest {
        [dir] => (dir, None),
        [dir, "left"] => (dir, Some(Hand::Left)),
        [dir, "right"] => (dir, Some(Hand::Right)),
        _ => return Err("rout-to wants a direction, and left or right where one half leads".into()),
    };
    let dir = rules.ground.grid.dir_named(dir).map_err(|fault| fault.to_string())?;
    Ok(RallyChoice::RoutTo { lead, dir })
}

impl Table<'_> {
    pub fn describe_rally(self, choice: RallyChoice) -> String {
        let grid = &self.ground().grid;
        let aid = |by: Option<LeaderId>| by.map_or(String::new(), |id| format!(", by {}", self.leader_card(id).name));
        match choice {
            RallyChoice::Reform { unit, reform, by } => {
                format!("{} reforms: {}{}", self.name(unit), reform_done(reform), aid(by))
            }
            RallyChoice::Rally { unit, by } => format!("{} rallies{}", self.name(unit), aid(by)),
            RallyChoice::Face(vertex) => format!("face {}", grid.vertex_name(vertex)),
            RallyChoice::RoutNext { unit } => format!("{} routs next", self.name(unit)),
            RallyChoice::RoutTo { lead: None, dir } => {
                format!("run {}{}", grid.dir_name(dir), self.describe_flight(None, dir))
            }
            RallyChoice::RoutTo { lead: Some(hand), dir } => {
                let to = self.describe_flight(Some(hand), dir);
                format!("run {}{to}, the {} half first", grid.dir_name(dir), hand_word(hand))
            }
        }
    }

    pub fn put_rally(self, step: RallyStep, _seat: Seat) -> String {
        match step {
            RallyStep::Face { unit } => format!("Which way does {} face?", self.name(unit)),
            RallyStep::RoutPhase(_) => "Which unit routs next?".into(),
            RallyStep::Rout { unit, left, .. } => {
                let at = self.place_of(self.pose(unit));
                format!("{} routs from {at}, with {left} {} left. Where does it run?", self.name(unit), points(left))
            }
        }
    }
}
