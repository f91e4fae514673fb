//! What things are called.

use crate::cards::{BuildingId, Class, Order};
use crate::disruption::Cause;
use crate::measures::in_bw;
use crate::state::{Activity, Formation, Intent, Loss};
use crate::table::Table;
use field::table::{Cdeg, Point, Um};
use std::borrow::Cow;

/// A length as a player measures it.
pub(crate) fn base_widths(length: Um) -> String {
    let text = format!("{:.2}", in_bw(length));
    format!("{} BW", text.trim_end_matches('0').trim_end_matches('.'))
}

pub(crate) use scenario::ruler::degrees;

pub(crate) fn spot(at: Point) -> String {
    format!("{} east, {} north", base_widths(at.x), base_widths(at.y))
}

/// An angle as it is typed.
pub(crate) fn turn_words(right: bool, angle: Cdeg) -> String {
    format!("{} {}", degrees(angle), scenario::ruler::left_or_right(right))
}

pub(crate) const fn formation_name(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::ColumnOfAttack => "column of attack",
        Formation::ColumnOfMarch => "column of march",
        Formation::Square => "square",
        Formation::Skirmish => "skirmish line",
        Formation::Limbered => "limbered",
        Formation::Mob => "mob",
    }
}

pub(crate) const fn order_name(order: Order) -> &'static str {
    match order {
        Order::Mob => "mob",
        Order::Skirmish => "skirmish",
        Order::Open => "open",
        Order::Loose => "loose",
        Order::Close => "close",
    }
}

pub(crate) const fn class_name(class: Class) -> &'static str {
    match class {
        Class::A => "A",
        Class::B => "B",
        Class::C => "C",
    }
}

pub(crate) const fn activity_name(activity: Activity) -> &'static str {
    match activity {
        Activity::Static => "static",
        Activity::Advancing => "advancing",
        Activity::Charging => "charging",
        Activity::Pursuing => "pursuing",
        Activity::FollowingUp => "following up",
        Activity::PushedBack => "pushed back",
        Activity::Retiring => "retiring",
        Activity::RetiringInGoodOrder => "leaving the battle",
        Activity::Retreating => "retreating",
        Activity::Routing => "routing",
        Activity::Rallying => "rallying",
        Activity::Evading => "evading",
    }
}

pub(crate) fn intent_words(table: Table<'_>, intent: Intent) -> Cow<'static, str> {
    Cow::Borrowed(match intent {
        Intent::Hold => "hold",
        Intent::Move => "move",
        Intent::MoveAndShoot => "move and shoot",
        Intent::Charge(target) => return Cow::Owned(format!("charge {}", table.name(target))),
        Intent::Fight => "fight on",
        Intent::Disengage => "disengage",
        Intent::Reform => "reform",
        Intent::Firefight => "fight the fire",
        Intent::Plash => "plash the wood",
        Intent::HoldToLastMan => "hold to the last man",
    })
}

pub(crate) const fn loss_words(loss: Loss) -> &'static str {
    match loss {
        Loss::Destroyed => "destroyed",
        Loss::Dispersed => "dispersed",
        Loss::Disintegrated => "disintegrated",
        Loss::LeftTable => "off the table",
        Loss::Buried => "lost in a building",
        Loss::Rejoined => "back with its unit",
    }
}

pub(crate) const fn cause_words(cause: Cause) -> &'static str {
    match cause {
        Cause::Terrain => "bad ground",
        Cause::ChargedByCavalry => "charged by cavalry",
        Cause::FailedToContact => "the charge made no contact",
        Cause::CaughtEvading => "caught evading",
        Cause::LostMelee => "a melee badly lost",
        Cause::Mounted => "mounting or dismounting",
        Cause::Stopped => "the charge was shot to a halt",
        Cause::FlankOrRear => "attacked in flank or rear, or surprised",
        Cause::HitsPerBase => "a hit for every base",
        Cause::Crowded => "friends who cannot pass",
        Cause::Onward => "momentum or pursuit",
        Cause::Routed => "rout",
        Cause::BrokenThrough => "broken through",
        Cause::Escalade => "escalade",
        Cause::Interpenetrated => "interpenetration",
        Cause::SquareNotFormed => "the square is not formed",
        Cause::ShovedThrough => "routers shoved through",
        Cause::Relaid => "guns laid anew",
    }
}

impl Table<'_> {
    /// What a built-up area is called.
    pub(crate) fn building_name(self, id: BuildingId) -> String {
        let area =
            self.rules.buildings.get(id.ix()).and_then(|card| self.rules.ground.areas.get(usize::from(card.area)));
        area.map_or_else(|| "the buildings".into(), |area| area.name.clone())
    }
}
