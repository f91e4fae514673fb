//! What troops cost when forces are bought (SSS G182). Nothing in play depends on it.

use crate::cards::{Arm, Armour, Class, GunCard, Missile, Order, Part, Rating, Trait, UnitCard, Weight};
use scenario::bill::BillLine;

/// The ruling every line of a bill stands on.
pub const RULE: &str = "SSS G182";

/// A battalion gun, a base with pikes, a Strength Point more than is usual: by the piece, whatever the class.
const BATTALION_GUN: u32 = 8;
const PIKES: u32 = 1;
const EXTRA_POINT: u32 = 2;

fn line(what: impl Into<String>, count: u32, each: u32) -> BillLine {
    BillLine { what: what.into(), count, each, rule: RULE }
}

/// The bill of a unit, line by line. Screens and horse-holders are paid for with their units.
pub fn bill(card: &UnitCard) -> Vec<BillLine> {
    if card.part != Part::Whole || card.is_transport() {
        return Vec::new();
    }
    let mut lines = vec![line(words(card), 1, by_class(whole(card), card.class))];
    let mut pieces = |what: &str, count: u32, each: u32| {
        if count > 0 {
            lines.push(line(what, count, each));
        }
    };
    if !card.is_artillery() {
        pieces("battalion guns", card.guns.len() as u32, BATTALION_GUN);
    }
    pieces("bases with pikes", u32::from(card.pike_bases), PIKES);
    pieces("Strength Points more", u32::from(card.extra_points), EXTRA_POINT);
    lines
}

pub fn points(card: &UnitCard) -> u32 {
    bill(card).iter().map(BillLine::points).sum()
}

/// Class A costs 130 per cent, C 75; a half is rounded up.
const fn by_class(points: u32, class: Class) -> u32 {
    let percent = match class {
        Class::A => 130,
        Class::B => 100,
        Class::C => 75,
    };
    (points * percent + 50) / 100
}

/// All its bases, as if it were of class B.
fn whole(card: &UnitCard) -> u32 {
    let bases = u32::from(card.bases);
    match card.arm {
        _ if card.is_artillery() => card.guns.iter().map(|gun| gun_price(card, gun)).sum(),
        Arm::Elephants => bases * (30 + 2 * u32::from(card.crew)),
        _ => bases * each_base(card).max(1).unsigned_abs(),
    }
}

fn gun_price(card: &UnitCard, gun: &GunCard) -> u32 {
    let price = match gun.weight {
        _ if card.arm == Arm::CamelGuns => BATTALION_GUN,
        Weight::Battalion => BATTALION_GUN,
        Weight::Light => 14,
        Weight::Medium | Weight::Howitzer => 20,
        Weight::Heavy => 26,
    };
    price + if card.is_horse_artillery() { 6 } else { 0 }
}

/// One base of class B with everything that makes it dearer or cheaper.
fn each_base(card: &UnitCard) -> i32 {
    let horse = card.is_mounted_arm();
    let base = match (card.arm, card.order) {
        (Arm::HeavyCavalry | Arm::HeavyCamelry, _) => 12,
        (Arm::LightCavalry | Arm::LightCamelry, _) => 10,
        (Arm::FlamingPig | Arm::NapthaThrower, _) => 12,
        (_, Order::Close) => 12,
        (_, Order::Loose) => 10,
        (_, Order::Open) => 7,
        (_, Order::Mob) => 6,
        (_, Order::Skirmish) => 5,
    };
    let shoots = match card.missile {
        Missile::Pistol | Missile::Carbine | Missile::Bow | Missile::Darts | Missile::Thrown if horse => 1,
        _ if horse => 0,
        Missile::None => -3,
        // Pistols on foot are used once, as thrown weapons are.
        Missile::Thrown | Missile::Pistol => -2,
        Missile::Bow | Missile::Darts | Missile::Matchlock => -1,
        Missile::Musket | Missile::Carbine => 0,
        Missile::Jezzail => 1,
        Missile::Rifle | Missile::NapthaGrenade => 2,
    };
    let wears = match card.armour {
        Armour::None => 0,
        Armour::Heavy => 1,
        Armour::ExtraHeavy => 2,
    };
    let traits = [
        (Trait::HighlyDrilled, 1),
        (Trait::TrainedLightInfantry, 1),
        (Trait::DrilledFirstStrike, 2),
        (Trait::Cuirassier, 2),
        (Trait::NapoleonicLancer, 1),
        (Trait::Dismounts, 1),
        (Trait::Irregular, -1),
    ];
    let able: i32 = traits.iter().filter(|(one, _)| card.is(*one)).map(|(_, extra)| extra).sum();
    base + shoots + wears + able - i32::from(card.is_impetuous())
}

fn words(card: &UnitCard) -> String {
    let order = crate::face::words::order_name(card.order);
    let (many, what) = match card.arm {
        Arm::Infantry => ("bases", format!("foot, {order} order")),
        Arm::HeavyCavalry => ("bases", "heavy cavalry".into()),
        Arm::LightCavalry => ("bases", format!("light cavalry, {order} order")),
        Arm::HeavyCamelry => ("bases", "heavy camelry".into()),
        Arm::LightCamelry => ("bases", format!("light camelry, {order} order")),
        Arm::FootArtillery => ("guns", "foot artillery".into()),
        Arm::EarlyHorseArtillery | Arm::NapoleonicHorseArtillery => ("guns", "horse artillery".into()),
        Arm::CamelGuns => ("guns", "on camels".into()),
        Arm::Elephants => ("elephants", format!("crews of {}", card.crew)),
        Arm::FlamingPig | Arm::NapthaThrower => ("bases", "fire".into()),
        Arm::Wagon | Arm::Boat | Arm::Courier => ("bases", "transport".into()),
    };
    format!("{} {many}, {what}, class {}", card.bases, crate::face::words::class_name(card.class))
}

/// The Commander-in-Chief or a sub-commander.
pub const fn leader(chief: bool, rating: Rating) -> u32 {
    let sub = match rating {
        Rating::Superior => 30,
        Rating::Competent => 20,
        Rating::Cautious => 10,
    };
    if chief { 2 * sub } else { sub }
}

pub fn leader_bill(chief: bool, rating: Rating) -> BillLine {
    line(if chief { "Commander-in-Chief" } else { "sub-commander" }, 1, leader(chief, rating))
}
