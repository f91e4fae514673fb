//! Decisions of the turn as the journal writes them and as people read them.

use crate::MusketAndPike;
use crate::cards::{LeaderId, UnitId, WingId};
use crate::sequence::{TurnChoice, TurnStep};
use crate::state::{How, Orders};
use crate::table::Table;
use kernel::{Heading, Seat};

/// Orders as people read them.
pub(crate) const fn orders_name(orders: Orders) -> &'static str {
    match orders {
        Orders::Charge => "Charge",
        Orders::MakeReady => "Make Ready",
        Orders::ReceiveCharge => "Receive Charge",
        Orders::Rally => "Rally",
    }
}

/// Orders as the journal writes them.
pub(crate) const fn orders_word(orders: Orders) -> &'static str {
    match orders {
        Orders::Charge => "charge",
        Orders::MakeReady => "make-ready",
        Orders::ReceiveCharge => "receive-charge",
        Orders::Rally => "rally",
    }
}

pub(crate) fn read_orders(word: &str) -> Result<Orders, String> {
    let found = Orders::ALL.into_iter().find(|&orders| orders_word(orders) == word);
    found.ok_or_else(|| format!("`{word}` are no Orders; write charge, make-ready, receive-charge or rally"))
}

pub(crate) const HELPED: &str = "helped";

/// Reads the end of a decision that may say `helped`.
pub(crate) fn read_helped(words: &[&str]) -> Result<bool, String> {
    match words {
        [] => Ok(false),
        [HELPED] => Ok(true),
        _ => Err(format!("only `{HELPED}` may follow")),
    }
}

impl MusketAndPike {
    pub(crate) fn read_wing(&self, key: &str) -> Result<WingId, String> {
        let place = self.wings.iter().position(|wing| wing.key == key);
        place.map(|place| WingId(place as u8)).ok_or_else(|| format!("there is no Wing `{key}`"))
    }

    pub(crate) fn read_unit(&self, key: &str) -> Result<UnitId, String> {
        let place = self.units.iter().position(|unit| unit.key == key);
        place.map(|place| UnitId(place as u8)).ok_or_else(|| format!("there is no unit `{key}`"))
    }

    pub(crate) fn read_leader(&self, key: &str) -> Result<LeaderId, String> {
        let place = self.leaders.iter().position(|leader| leader.key == key);
        place.map(|place| LeaderId(place as u8)).ok_or_else(|| format!("there is no leader `{key}`"))
    }

    pub(crate) fn wing_key(&self, wing: WingId) -> &str {
        self.wings.get(wing.ix()).map_or("?", |card| &card.key)
    }

    pub(crate) fn unit_key(&self, unit: UnitId) -> &str {
        self.units.get(unit.ix()).map_or("?", |card| &card.key)
    }

    pub(crate) fn leader_key(&self, leader: LeaderId) -> &str {
        self.leaders.get(leader.ix()).map_or("?", |card| &card.key)
    }
}

impl TurnChoice {
    pub fn notate(self, rules: &MusketAndPike) -> String {
        let helped = |helped: bool| if helped { " helped" } else { "" };
        match self {
            TurnChoice::StartOrders { wing, orders } => {
                format!("start-orders {} {}", rules.wing_key(wing), orders_word(orders))
            }
            TurnChoice::StartOpen { unit } => format!("start-open {}", rules.unit_key(unit)),
            TurnChoice::StartDone => "start-done".into(),
            TurnChoice::Activate { wing } => format!("activate {}", rules.wing_key(wing)),
            TurnChoice::Pass { wing } => format!("pass {}", rules.wing_key(wing)),
            TurnChoice::Preempt { wing, helped: by } => format!("preempt {}{}", rules.wing_key(wing), helped(by)),
            TurnChoice::LetBe => "let-be".into(),
            TurnChoice::Act { unit } => format!("act {}", rules.unit_key(unit)),
            TurnChoice::Lead { leader } => format!("lead {}", rules.leader_key(leader)),
            TurnChoice::Bring => "bring-reinforcements".into(),
            TurnChoice::EndActions => "end-actions".into(),
            TurnChoice::Continue { helped: by } => format!("continue{}", helped(by)),
            TurnChoice::Stop => "finish".into(),
        }
    }

    /// None when the first word belongs to another chapter.
    pub fn read(words: &[&str], rules: &MusketAndPike) -> Option<Result<Self, String>> {
        let (first, rest) = words.split_first()?;
        let plain = |choice: TurnChoice| match rest {
            [] => Ok(choice),
            _ => Err(format!("nothing follows `{first}`")),
        };
        let one = |what: &str| match rest {
            [word] => Ok(*word),
            _ => Err(format!("write `{first}` and the key of a {what}")),
        };
        Some(match *first {
            "start-orders" => match rest {
                [wing, orders] => rules.read_wing(wing).and_then(|wing| {
                    let orders = read_orders(orders)?;
                    Ok(TurnChoice::StartOrders { wing, orders })
                }),
                _ => Err("write start-orders, the key of a Wing and its Orders".into()),
            },
            "start-open" => one("unit").and_then(|key| rules.read_unit(key)).map(|unit| TurnChoice::StartOpen { unit }),
            "start-done" => plain(TurnChoice::StartDone),
            "activate" => one("Wing").and_then(|key| rules.read_wing(key)).map(|wing| TurnChoice::Activate { wing }),
            "pass" => one("Wing").and_then(|key| rules.read_wing(key)).map(|wing| TurnChoice::Pass { wing }),
            "preempt" => match rest.split_first() {
                Some((wing, rest)) => rules.read_wing(wing).and_then(|wing| {
                    let helped = read_helped(rest)?;
                    Ok(TurnChoice::Preempt { wing, helped })
                }),
                None => Err("write preempt and the key of a Wing".into()),
            },
            "let-be" => plain(TurnChoice::LetBe),
            "act" => one("unit").and_then(|key| rules.read_unit(key)).map(|unit| TurnChoice::Act { unit }),
            "lead" => one("leader").and_then(|key| rules.read_leader(key)).map(|leader| TurnChoice::Lead { leader }),
            "bring-reinforcements" => plain(TurnChoice::Bring),
            "end-actions" => plain(TurnChoice::EndActions),
            "continue" => read_helped(rest).map(|helped| TurnChoice::Continue { helped }),
            "finish" => plain(TurnChoice::Stop),
            _ => return None,
        })
    }
}

impl Table<'_> {
    pub fn describe_turn(self, choice: TurnChoice) -> String {
        let wing = |wing: WingId| self.rules.wings.get(wing.ix()).map_or("?", |card| &card.name);
        let unit = |unit: UnitId| self.rules.units.get(unit.ix()).map_or("?", |card| &card.name);
        let with = |helped: bool| if helped { ", with the Army Commander's help" } else { "" };
        match choice {
            TurnChoice::StartOrders { wing: id, orders } => format!("{}: {}", wing(id), orders_name(orders)),
            TurnChoice::StartOpen { unit: id } => format!("{} starts in Open Order", unit(id)),
            TurnChoice::StartDone => "no more units in Open Order".into(),
            TurnChoice::Activate { wing: id } => {
                let orders = self.state.wings.get(id.ix()).map_or("?", |wing| orders_name(wing.orders));
                format!("activate {} ({orders})", wing(id))
            }
            TurnChoice::Pass { wing: id } => format!("pass with {}", wing(id)),
            TurnChoice::Preempt { wing: id, helped } => {
                let most =
                    self.state.wings.get(id.ix()).and_then(|wing| self.rules.charts.preemption[wing.orders.ix()]);
                let needs = most.map_or(String::new(), |most| format!(" (a modified roll of {most} or less)"));
                format!("preempt with {}{}{needs}", wing(id), with(helped))
            }
            TurnChoice::LetBe => "do not preempt".into(),
            TurnChoice::Act { unit: id } if !self.keeps_command(id) => format!("{} acts, out of command", unit(id)),
            TurnChoice::Act { unit: id } => format!("{} acts", unit(id)),
            TurnChoice::Lead { leader } => {
                format!("{} acts", self.rules.leaders.get(leader.ix()).map_or("?", |card| &card.name))
            }
            TurnChoice::Bring => "bring in reinforcements".into(),
            TurnChoice::EndActions => "no more Actions".into(),
            TurnChoice::Continue { helped } => format!("try to continue{}", with(helped)),
            TurnChoice::Stop => "finish with this Wing".into(),
        }
    }

    /// Those who can do the same stand together on a menu.
    pub fn heading_of_turn(self, choice: TurnChoice) -> Option<Heading> {
        let words = self.describe_turn(choice);
        let (order, title, item) = match choice {
            TurnChoice::Act { unit } => {
                let out = if self.keeps_command(unit) { "" } else { ", out of command" };
                let item = format!("{}{out}", self.rules.units.get(unit.ix())?.name);
                return Some(Heading { order: 1, title: "acts".to_owned(), item });
            }
            TurnChoice::Lead { .. } => (2, "leader", words.strip_suffix(" acts")?),
            TurnChoice::StartOpen { .. } => (1, "Open Order", words.strip_suffix(" starts in Open Order")?),
            TurnChoice::StartOrders { wing, .. } => {
                let wing = self.rules.wings.get(wing.ix())?;
                return Some(Heading {
                    order: 1,
                    title: wing.name.clone(),
                    item: words.strip_prefix(wing.name.as_str())?.trim_start_matches(": ").to_owned(),
                });
            }
            _ => return None,
        };
        Some(Heading { order, title: title.to_owned(), item: item.to_owned() })
    }

    pub fn put_turn(self, step: TurnStep, _seat: Seat) -> String {
        let wing = |wing: WingId| self.rules.wings.get(wing.ix()).map_or("?", |card| &card.name);
        let active = self.state.activation.map_or("?", |now| wing(now.wing));
        match step {
            TurnStep::StartingOrders => "Under which Orders do your Wings begin?".into(),
            TurnStep::StartingOpenOrder => {
                "Which of your units begin in Open Order? Ground does not disorder them, but one hit breaks them."
                    .into()
            }
            TurnStep::ChooseWing(_) => "Which Wing is next?".into(),
            TurnStep::Preempt { wing: id, how, .. } => {
                let what = match how {
                    How::Continued { .. } => "is about to continue",
                    _ => "is about to act",
                };
                let price = "Whoever fails may not try to continue this turn; failing again he is Finished.";
                format!("{} {what}. Do you preempt it? {price}", wing(id))
            }
            TurnStep::Continuation => format!("Does {active} try to continue?"),
            _ => format!("Who of {active} acts next?"),
        }
    }
}
