//! Chapters 3 and 5: what a unit may be made of.

pub mod armies;
pub mod costs;
pub mod generator;
mod keys;

use crate::cards::{Grade, GunCard, GunClass, Kind, MOST_GUNS, Options, PikeStatus};
use crate::setup::file::{GunFile, KindWord};
use arrayvec::ArrayVec;
pub use keys::MusterKeys;
pub(crate) use keys::unit_file;
use scenario::{At, Reporter};
use std::ops::Range;

/// The most figures a unit can have; a regiment at full strength has half as many.
pub const MOST_FIGURES: u32 = 120;

/// What a unit is made of, checked.
#[derive(Debug, Clone, Default)]
pub struct Mustered {
    pub pikes: u8,
    pub others: u8,
    pub guns: ArrayVec<GunCard, MOST_GUNS>,
    pub pistols: bool,
    pub swedish: bool,
    pub firelocks: bool,
}

impl Mustered {
    pub fn figures(&self) -> u32 {
        u32::from(self.pikes) + u32::from(self.others)
    }

    /// Fixed for the whole battle (CP 7.2.5).
    pub fn status(&self) -> PikeStatus {
        PikeStatus::of(u32::from(self.pikes), self.figures())
    }
}

impl MusterKeys<'_> {
    /// Checks the unit and counts its figures.
    pub fn muster(&self, options: &Options, report: &mut Reporter<'_>) -> Mustered {
        self.needs_option(options, report);
        let kind = self.kind.value.value();
        let mut unit = match kind {
            Kind::PikeAndShot => self.foot(report),
            Kind::Battery => self.battery(report),
            _ => self.one_type(report),
        };
        unit.pistols = is_cavalry(kind) && self.pistols.is_none_or(|p| p.value);
        unit.swedish = self.swedish.is_some_and(|s| s.value);
        unit.firelocks = self.firelocks.is_some_and(|f| f.value);
        self.arms(kind, &unit, options, report);
        if unit.figures() > MOST_FIGURES {
            report.fault(
                self.kind.span(),
                format!("a unit of {} figures is too large", unit.figures()),
                format!("at most {MOST_FIGURES} figures; split it into several units"),
            );
        }
        unit
    }

    /// One grade for all figures of the unit (CP 5.6). Highlanders have a usual one, the others are what the designer
    /// thinks of them.
    pub fn grade(&self, report: &mut Reporter<'_>) -> Grade {
        let usual = self.usual_grade();
        match (self.away_from_home, usual, self.grade) {
            (Some(away), None, _) => {
                report.fault(away.span(), "only highlanders are graded by their home (CP 20.6.7)", "leave it out");
            }
            (Some(away), Some(_), Some(_)) => {
                report.fault(away.span(), "the unit has a grade of its own", "leave out `grade` or `away-from-home`");
            }
            (None, None, None) => {
                report.fault(self.whole.clone(), "a unit needs the key `grade`", "one of: `A`, `B`, `C`, `D`, `E`");
            }
            _ => {}
        }
        self.grade.map(|grade| grade.value.value()).or(usual).unwrap_or(Grade::C)
    }

    /// C, or D away from home (CP 20.6.7).
    fn usual_grade(&self) -> Option<Grade> {
        let away = self.away_from_home.is_some_and(|away| away.value);
        match self.kind.value {
            KindWord::HighlandShock | KindWord::HighlandArchers => Some(if away { Grade::D } else { Grade::C }),
            _ => None,
        }
    }

    /// Troops of an optional rule need it switched on (CP 1.2).
    fn needs_option(&self, options: &Options, report: &mut Reporter<'_>) {
        let (on, key) = match self.kind.value {
            KindWord::Lancers => (options.lancers, "lancers"),
            KindWord::HighlandShock | KindWord::HighlandArchers => (options.highlanders, "highlanders"),
            _ => return,
        };
        if !on {
            needs(self.kind.span(), &format!("`{}`", self.kind.word()), key, report);
        }
    }

    /// Pikemen and musketeers in any proportion (CP 5.3).
    fn foot(&self, report: &mut Reporter<'_>) -> Mustered {
        let only = "foot is counted as `pikes` and `muskets` (CP 5.3)";
        refuse(self.figures, only, "pikes = …, muskets = …", report);
        self.no_guns(report);
        let unit = Mustered {
            pikes: self.pikes.map_or(0, |p| p.value),
            others: self.muskets.map_or(0, |m| m.value),
            ..Mustered::default()
        };
        if unit.figures() == 0 {
            report.fault(
                self.whole.clone(),
                "a foot unit without a man in it",
                "pikes = …, muskets = …, or one of them",
            );
        }
        unit
    }

    /// Cavalry, dragoons and the rest hold one troop type each (CP 5.2).
    fn one_type(&self, report: &mut Reporter<'_>) -> Mustered {
        let only = "only foot has pikemen and musketeers (CP 5.2, 5.3)";
        refuse(self.pikes, only, "figures = …", report);
        refuse(self.muskets, only, "figures = …", report);
        self.no_guns(report);
        let figures = self.figures.map_or(0, |f| f.value);
        if figures == 0 {
            let span = self.figures.map_or(self.whole.clone(), At::span);
            report.fault(span, "a unit without a figure in it", "figures = 12, or how many it has");
        }
        Mustered { others: figures, ..Mustered::default() }
    }

    fn no_guns(&self, report: &mut Reporter<'_>) {
        let only = "only a battery has guns, crews and limbers (CP 5.1)";
        refuse(self.guns, only, "kind = \"battery\"", report);
        refuse(self.crew, only, "kind = \"battery\"", report);
        refuse(self.limbers, only, "kind = \"battery\"", report);
    }

    /// Guns of any classes together (CP 5.5), with crews by the scenario or 2, 3 and 4 to a gun (ruling G37).
    fn battery(&self, report: &mut Reporter<'_>) -> Mustered {
        let only = "a battery is counted in guns and crew";
        refuse(self.pikes, only, "guns = [\"field\"], crew = …", report);
        refuse(self.muskets, only, "guns = [\"field\"], crew = …", report);
        refuse(self.figures, only, "guns = [\"field\"], crew = …", report);
        let mut unit = Mustered::default();
        let count = self.guns.map_or(0, |guns| guns.len());
        if count == 0 || count > MOST_GUNS {
            let span = self.guns.map_or(self.whole.clone(), At::span);
            report.fault(
                span,
                format!("a battery of {count} guns"),
                format!("1 to {MOST_GUNS} guns, such as [\"field\"]"),
            );
            return unit;
        }
        let limbers = self.limbers.is_some_and(|l| l.value);
        unit.guns = self.guns.into_iter().flat_map(|guns| guns.iter()).map(|gun| gun_card(gun, limbers)).collect();
        unit.others = self.crew.map_or_else(|| unit.guns.iter().map(|gun| usual_crew(gun.class)).sum(), |c| c.value);
        unit
    }

    fn arms(&self, kind: Kind, unit: &Mustered, options: &Options, report: &mut Reporter<'_>) {
        if !is_cavalry(kind) {
            refuse(self.pistols, "only cavalry carries pistols (CP 3.4)", "leave it out", report);
        }
        if let Some(swedish) = self.swedish.filter(|s| s.value) {
            if kind != Kind::PikeAndShot || unit.pikes == 0 || unit.others == 0 {
                report.fault(
                    swedish.span(),
                    "the Swedish system is for regiments of pike and shot (CP 20.1.1)",
                    "kind = \"foot\" with pikes and muskets, or leave it out",
                );
            }
            if !options.swedish_system {
                needs(swedish.span(), "the Swedish system", "swedish-system", report);
            }
        }
        if let Some(firelocks) = self.firelocks.filter(|f| f.value) {
            if !matches!(kind, Kind::PikeAndShot | Kind::Skirmishers | Kind::Dragoons) {
                report.fault(firelocks.span(), "only troops with muskets have firelocks (CP 3.2)", "leave it out");
            }
            if !options.firelocks {
                needs(firelocks.span(), "firelocks", "firelocks", report);
            }
        }
    }
}

pub const fn is_cavalry(kind: Kind) -> bool {
    matches!(kind, Kind::Horse | Kind::Cuirassiers | Kind::Lancers)
}

fn needs(span: Range<usize>, what: &str, key: &str, report: &mut Reporter<'_>) {
    report.fault(
        span,
        format!("{what}: an optional rule that is not in use (CP 1.2)"),
        format!("{key} = true in [options]"),
    );
}

fn refuse<T>(key: Option<&At<T>>, what: &str, instead: &str, report: &mut Reporter<'_>) {
    if let Some(key) = key {
        report.fault(key.span(), what, instead);
    }
}

/// Four rounds of hail for each gun unless the scenario says otherwise (CP 16.8.6, ruling G40).
const USUAL_HAIL: u8 = 4;

fn gun_card(gun: &GunFile, limbers: bool) -> GunCard {
    match gun {
        GunFile::Class(class) => GunCard { class: class.value(), limber: limbers, hail: USUAL_HAIL },
        GunFile::Pounds(shot) => GunCard { class: GunClass::of_shot(*shot), limber: limbers, hail: USUAL_HAIL },
        GunFile::Full(full) => GunCard {
            class: full.class.value(),
            limber: full.limber.unwrap_or(limbers),
            hail: full.hail.unwrap_or(USUAL_HAIL),
        },
    }
}

const fn usual_crew(class: GunClass) -> u8 {
    match class {
        GunClass::Light => 2,
        GunClass::Field => 3,
        GunClass::Heavy => 4,
    }
}
