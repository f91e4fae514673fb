//! Decisions of command as the journal writes them and as people read them.

use crate::MusketAndPike;
use crate::cards::LeaderId;
use crate::command::{CommandChoice, CommandStep, Lending};
use crate::sequence::{orders_name, orders_word, read_helped, read_orders};
use crate::table::Table;
use kernel::Seat;

impl CommandChoice {
    pub fn notate(self, rules: &MusketAndPike) -> String {
        match self {
            CommandChoice::Change { orders, helped } => {
                format!("change-orders {}{}", orders_word(orders), if helped { " helped" } else { "" })
            }
            CommandChoice::Keep => "keep-orders".into(),
            CommandChoice::Lend => "lend-rating".into(),
            CommandChoice::Withhold => "withhold-rating".into(),
            CommandChoice::Place { leader, hex } => {
                format!("place-leader {} {}", rules.leader_key(leader), rules.ground.grid.number(hex))
            }
            CommandChoice::Go { leader } => format!("go-along {}", rules.leader_key(leader)),
            CommandChoice::Stay { leader } => format!("stay-behind {}", rules.leader_key(leader)),
        }
    }

    /// None when the first word belongs to another chapter.
    pub fn read(words: &[&str], rules: &MusketAndPike) -> Option<Result<Self, String>> {
        let (first, rest) = words.split_first()?;
        let plain = |choice: CommandChoice| match rest {
            [] => Ok(choice),
            _ => Err(format!("nothing follows `{first}`")),
        };
        let leader = || match rest {
            [key] => rules.read_leader(key),
            _ => Err(format!("write `{first}` and the key of a leader")),
        };
        Some(match *first {
            "change-orders" => match rest.split_first() {
                Some((orders, rest)) => read_orders(orders).and_then(|orders| {
                    let helped = read_helped(rest)?;
                    Ok(CommandChoice::Change { orders, helped })
                }),
                None => Err("write change-orders and the Orders wanted".into()),
            },
            "keep-orders" => plain(CommandChoice::Keep),
            "lend-rating" => plain(CommandChoice::Lend),
            "withhold-rating" => plain(CommandChoice::Withhold),
            "place-leader" => match rest {
                [key, hex] => rules.read_leader(key).and_then(|leader| {
                    let hex = rules.ground.grid.parse(hex).map_err(|fault| fault.to_string())?;
                    Ok(CommandChoice::Place { leader, hex })
                }),
                _ => Err("write place-leader, the key of a leader and a hex".into()),
            },
            "go-along" => leader().map(|leader| CommandChoice::Go { leader }),
            "stay-behind" => leader().map(|leader| CommandChoice::Stay { leader }),
            _ => return None,
        })
    }
}

impl Table<'_> {
    pub fn describe_command(self, choice: CommandChoice) -> String {
        let name = |leader: LeaderId| self.rules.leaders.get(leader.ix()).map_or("?", |card| &card.name);
        match choice {
            CommandChoice::Change { orders, helped } => {
                let with = if helped { ", with the Army Commander's help" } else { "" };
                format!("try to change to {}{with}", orders_name(orders))
            }
            CommandChoice::Keep => "keep the present Orders".into(),
            CommandChoice::Lend => "the Army Commander helps".into(),
            CommandChoice::Withhold => "the Army Commander keeps his Action".into(),
            CommandChoice::Place { leader, hex } => {
                let who = self.body_at(hex).or_else(|| self.gun_at(hex)).map_or("nobody", |unit| self.name(unit));
                format!("{} joins {who} on {}", name(leader), self.rules.ground.grid.number(hex))
            }
            CommandChoice::Go { leader } => format!("{} goes along", name(leader)),
            CommandChoice::Stay { leader } => format!("{} stays behind", name(leader)),
        }
    }

    pub fn put_command(self, step: CommandStep, _seat: Seat) -> String {
        let wing = |wing: crate::cards::WingId| self.rules.wings.get(wing.ix()).map_or("?", |card| &card.name);
        let name = |leader: LeaderId| self.rules.leaders.get(leader.ix()).map_or("?", |card| &card.name);
        match step {
            CommandStep::ChangeOrders(id) => {
                let orders = self.state.wings.get(id.ix()).map_or("?", |wing| orders_name(wing.orders));
                format!("{} is under {orders}. Does it try to change its Orders?", wing(id))
            }
            CommandStep::Lend { wing: id, to: Lending::Orders(orders) } => {
                format!("{} tries to change to {}. Does the Army Commander help?", wing(id), orders_name(orders))
            }
            CommandStep::Lend { wing: id, to: Lending::Continuation } => {
                format!("{} tries to continue. Does the Army Commander help?", wing(id))
            }
            CommandStep::PlaceLeader { leader, .. } => format!("Where does {} go?", name(leader)),
            CommandStep::Accompany { leader, unit, .. } => {
                let unit = self.rules.units.get(unit.ix()).map_or("?", |card| &card.name);
                format!("Does {} go along with {unit}?", name(leader))
            }
            CommandStep::Fates(_) => "What becomes of the leaders?".into(),
        }
    }
}
