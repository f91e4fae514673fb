//! Chapter 21: what troops cost when forces are bought.

use crate::cards::{Grade, GunCard, GunClass, Kind, UnitCard};
use scenario::bill::BillLine;

/// The rule every line of a bill stands on.
pub const RULE: &str = "CP 21.1";

fn line(what: impl Into<String>, count: u32, each: u32) -> BillLine {
    BillLine { what: what.into(), count, each, rule: RULE }
}

/// What a unit is, as far as its price goes.
#[derive(Debug, Clone, Copy)]
pub struct Muster<'a> {
    pub kind: Kind,
    pub grade: Grade,
    /// Pikemen and musketeers cost the same (CP 21.1).
    pub figures: u32,
    pub swedish: bool,
    pub guns: &'a [GunCard],
}

impl<'a> Muster<'a> {
    pub fn of(card: &'a UnitCard) -> Muster<'a> {
        Muster { kind: card.kind, grade: card.grade, figures: card.figures(), swedish: card.swedish, guns: &card.guns }
    }

    /// The bill, line by line.
    pub fn bill(&self) -> Vec<BillLine> {
        match self.kind {
            // Its figures were paid for with the regiment they are drawn from.
            Kind::ForlornHope => Vec::new(),
            Kind::Wagons => vec![line("wagons", self.figures, TRANSPORT)],
            Kind::Battery => self.battery_bill(),
            _ => vec![line(self.words(), self.figures, self.figure())],
        }
    }

    pub fn points(&self) -> u32 {
        self.bill().iter().map(BillLine::points).sum()
    }

    /// What is gone of a unit's cost with so many figures and those guns (ruling G67).
    pub fn lost(&self, cost: u32, figures: u32, guns: impl Iterator<Item = GunClass>) -> u32 {
        let whole: u32 = self.guns.iter().map(|card| gun(card.class)).sum::<u32>() + self.figures * self.figure();
        let gone = guns.map(gun).sum::<u32>() + figures * self.figure();
        (cost * gone.min(whole)).checked_div(whole).unwrap_or(0)
    }

    /// One figure with everything that makes it dearer.
    fn figure(&self) -> u32 {
        let base = if is_cavalry(self.kind) { cavalry(self.grade) } else { foot(self.grade) };
        base + extra(self.kind) + u32::from(self.swedish)
    }

    fn battery_bill(&self) -> Vec<BillLine> {
        let mut lines = Vec::new();
        for class in [GunClass::Light, GunClass::Field, GunClass::Heavy] {
            let count = self.guns.iter().filter(|gun| gun.class == class).count() as u32;
            if count > 0 {
                lines.push(line(format!("{} guns", class_word(class)), count, gun(class)));
            }
        }
        lines.push(line(self.words(), self.figures, self.figure()));
        let limbers = self.guns.iter().filter(|gun| gun.limber).count() as u32;
        if limbers > 0 {
            lines.push(line("limbers", limbers, TRANSPORT));
        }
        lines
    }

    fn words(&self) -> String {
        let kind = match self.kind {
            Kind::PikeAndShot | Kind::ForlornHope => "foot",
            Kind::Skirmishers => "skirmishers",
            Kind::Horse => "horse",
            Kind::Cuirassiers => "cuirassiers",
            Kind::Lancers => "lancers",
            Kind::Dragoons => "dragoons",
            Kind::Battery => "gunners",
            Kind::HighlandShock => "Highland shock",
            Kind::HighlandArchers => "Highland archers",
            Kind::Wagons => "wagons",
        };
        let system = if self.swedish { ", Swedish system" } else { "" };
        format!("{kind}, grade {:?}{system}", self.grade)
    }
}

/// A wagon or a limber (CP 21.1, table T18).
pub const TRANSPORT: u32 = 10;

/// Foot, dragoons and gunners by grade (CP 21.1, table T18).
const fn foot(grade: Grade) -> u32 {
    match grade {
        Grade::A => 8,
        Grade::B => 6,
        Grade::C => 4,
        Grade::D => 3,
        Grade::E => 2,
    }
}

/// True cavalry by grade (CP 21.1, table T18).
const fn cavalry(grade: Grade) -> u32 {
    2 * foot(grade)
}

const fn is_cavalry(kind: Kind) -> bool {
    matches!(kind, Kind::Horse | Kind::Cuirassiers | Kind::Lancers)
}

/// What some troop types cost above their grade (CP 21.1, table T18).
const fn extra(kind: Kind) -> u32 {
    match kind {
        Kind::Cuirassiers => 4,
        Kind::Dragoons | Kind::Battery | Kind::Lancers => 2,
        _ => 0,
    }
}

const fn gun(class: GunClass) -> u32 {
    match class {
        GunClass::Light => 40,
        GunClass::Field => 70,
        GunClass::Heavy => 100,
    }
}

const fn class_word(class: GunClass) -> &'static str {
    match class {
        GunClass::Light => "light",
        GunClass::Field => "field",
        GunClass::Heavy => "heavy",
    }
}

/// A commander-in-chief or a sub-general (CP 21.1, table T18).
pub const fn general(chief: bool) -> u32 {
    if chief { 100 } else { 50 }
}

/// The bill of a general.
pub fn general_bill(chief: bool) -> BillLine {
    line(if chief { "commander-in-chief" } else { "sub-general" }, 1, general(chief))
}
