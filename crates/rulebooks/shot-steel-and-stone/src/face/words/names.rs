//! What things are called.

use crate::cards::{Armour, BuildingId, Class, Missile, Order, Steel, Trait, Weight};
use crate::disruption::Cause;
use crate::measures::in_bw;
use crate::shooting::Weapon;
use crate::state::{Activity, Formation, Intent, Loss};
use crate::table::Table;
use field::table::{Cdeg, Point, Um};
use std::borrow::Cow;

/// A length as a player measures it.
pub(crate) fn base_widths(length: Um) -> String {
    let text = format!("{:.2}", in_bw(length));
    format!("{} BW", text.trim_end_matches('0').trim_end_matches('.'))
}

/// So many bases.
pub(crate) fn bases(count: u8) -> String {
    format!("{count} {}", if count == 1 { "base" } else { "bases" })
}

pub(crate) use scenario::ruler::degrees;

/// A place, to a tenth of a base: nobody finds it on the table more nearly.
pub(crate) fn spot(at: Point) -> String {
    let tenth = |length: Um| {
        let text = format!("{:.1}", in_bw(length));
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    format!("{} BW east, {} north", tenth(at.x), tenth(at.y))
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
        Intent::Change => "halt and change formation",
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

pub(crate) const fn missile_name(missile: Missile) -> &'static str {
    match missile {
        Missile::None => "none",
        Missile::Thrown => "thrown weapons",
        Missile::Pistol => "pistols",
        Missile::Carbine => "carbines",
        Missile::Bow => "bows",
        Missile::Darts => "darts",
        Missile::Matchlock => "matchlocks",
        Missile::Musket => "muskets",
        Missile::Rifle => "rifles",
        Missile::Jezzail => "jezzails",
        Missile::NapthaGrenade => "naptha grenades",
    }
}

pub(crate) const fn weight_name(weight: Weight) -> &'static str {
    match weight {
        Weight::Battalion => "battalion gun",
        Weight::Light => "light gun",
        Weight::Medium => "medium gun",
        Weight::Heavy => "heavy gun",
        Weight::Howitzer => "howitzer",
    }
}

pub(crate) const fn weapon_name(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Small(missile) => missile_name(missile),
        Weapon::Gun(weight) => weight_name(weight),
    }
}

pub(crate) const fn steel_name(steel: Steel) -> &'static str {
    match steel {
        Steel::Hand => "hand weapons",
        Steel::Bayonet => "bayonets",
        Steel::Lance => "lances",
        Steel::Spear => "spears",
        Steel::Pike => "pikes",
    }
}

pub(crate) const fn armour_name(armour: Armour) -> &'static str {
    match armour {
        Armour::None => "none",
        Armour::Heavy => "heavy",
        Armour::ExtraHeavy => "extra heavy",
    }
}

pub(crate) const fn trait_name(one: Trait) -> &'static str {
    match one {
        Trait::Impetuous => "impetuous",
        Trait::Warband => "warband",
        Trait::Irregular => "irregular",
        Trait::HighlyDrilled => "highly drilled",
        Trait::DrilledFirstStrike => "drilled to strike first",
        Trait::TrainedLightInfantry => "trained light infantry",
        Trait::Arab => "Arab",
        Trait::Muslim => "Muslim",
        Trait::Native => "native",
        Trait::Cuirassier => "cuirassiers",
        Trait::NapoleonicLancer => "Napoleonic lancers",
        Trait::Cossack => "Cossacks",
        Trait::HoldToLastMan => "holds to the last man",
        Trait::Howdah => "howdahs",
        Trait::Ammunition => "ammunition",
        Trait::Colours => "carries colours",
        Trait::Dismounts => "may dismount",
        Trait::ElephantDrawn => "drawn by elephants",
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
