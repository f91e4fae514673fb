//! What things are called.

use crate::cards::{Arms, Class, Grade, GunKind, OrderKind, Rank, Style};
use crate::measures::in_yds;
use crate::state::{Formation, Loss, MoveDice, Standing, Verdict};
use field::table::{Point, Um};

/// A length as a player measures it.
pub(crate) fn yards(length: Um) -> String {
    let text = format!("{:.1}", in_yds(length));
    format!("{} yds", text.trim_end_matches('0').trim_end_matches('.'))
}

pub(crate) use scenario::ruler::degrees;

/// A place, to a yard: nobody finds it on the table more nearly.
pub(crate) fn spot(at: Point) -> String {
    format!("{:.0} yds east, {:.0} north", in_yds(at.x), in_yds(at.y))
}

pub(crate) fn dice_words(dice: MoveDice) -> String {
    match (dice.average, dice.plain) {
        (0, _) => "no dice".into(),
        (1, false) => "one average die".into(),
        (1, true) => "one average die and the D6".into(),
        (_, false) => "two average dice".into(),
        (_, true) => "two average dice and the D6".into(),
    }
}

/// `first`, `second` and so on, counted from 0.
pub(crate) fn ordinal(place: u8) -> &'static str {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    WORDS.get(usize::from(place)).copied().unwrap_or("last")
}

pub(crate) const fn formation_name(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::MarchColumn => "march column",
        Formation::AssaultColumn => "assault column",
        Formation::Unformed => "no order",
        Formation::Model => "no formation",
    }
}

pub(crate) const fn class_name(class: Class) -> &'static str {
    match class {
        Class::Foot => "foot",
        Class::Horse => "horse",
        Class::Dragoons => "dragoons",
        Class::Hussars => "hussars",
        Class::Gun => "gun",
        Class::Wagon => "wagon",
        Class::Civilians => "civilians",
    }
}

pub(crate) const fn gun_name(gun: GunKind) -> &'static str {
    match gun {
        GunKind::Battalion => "battalion gun",
        GunKind::Field => "field gun",
        GunKind::Heavy => "heavy gun",
        GunKind::Howitzer => "howitzer",
        GunKind::Mortar => "mortar",
    }
}

pub(crate) const fn style_name(style: Style) -> &'static str {
    match style {
        Style::Traditional => "traditional",
        Style::New => "new",
    }
}

pub(crate) const fn arms_name(arms: Arms) -> &'static str {
    match arms {
        Arms::Musket => "muskets",
        Arms::PlugBayonet => "muskets with plug bayonets",
        Arms::SocketBayonet => "muskets with socket bayonets",
        Arms::WithPikes => "muskets, a base of pikes in each battalion",
        Arms::HandToHand => "hand-to-hand weapons only",
    }
}

pub(crate) const fn grade_name(grade: Grade) -> &'static str {
    match grade {
        Grade::A => "A",
        Grade::B => "B",
        Grade::C => "C",
        Grade::D => "D",
        Grade::E => "E",
    }
}

pub(crate) const fn rank_name(rank: Rank) -> &'static str {
    match rank {
        Rank::Brigadier => "Brigadier",
        Rank::General => "General",
        Rank::Marshal => "Marshal",
    }
}

pub(crate) const fn order_name(order: OrderKind) -> &'static str {
    match order {
        OrderKind::Defend => "defend",
        OrderKind::AdvanceAndDefend => "advance and defend",
        OrderKind::AdvanceAndAttack => "advance and attack",
    }
}

pub(crate) const fn standing_name(standing: Standing) -> &'static str {
    match standing {
        Standing::Steady => "steady",
        Standing::Evading => "evading",
        Standing::Retiring => "retiring",
        Standing::Routing => "routing",
        Standing::Pursuing => "pursuing",
        Standing::Looting => "looting",
    }
}

pub(crate) const fn verdict_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Halt => "it halts",
        Verdict::AsWished => "it acts as wished",
        Verdict::RepeatLastMove => "it repeats its last move",
        Verdict::Continue => "it goes on",
    }
}

pub(crate) const fn loss_words(loss: Loss) -> &'static str {
    match loss {
        Loss::Destroyed => "destroyed",
        Loss::Surrendered => "surrendered",
        Loss::LeftTable => "off the table",
        Loss::Taken => "taken by the enemy",
        Loss::Dummy => "nobody was there",
        Loss::Swapped => "left out for fortifications",
    }
}

/// Halves as a number: `4½`.
pub(crate) fn halves(count: i32) -> String {
    let whole = count / 2;
    match (whole, count % 2) {
        (0, 1) => "½".into(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}
