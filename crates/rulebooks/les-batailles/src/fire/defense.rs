//! Fire Defense and density of a target hex (15.2, 15.7).

use crate::cards::{Arm, UnitId};
use crate::charts::{DefenseClass, Terrain};
use crate::facing::Aspect;
use crate::fraction::Fraction;
use crate::state::{Formed, Order, Prone};
use crate::table::{Stack, Table};
use field::hexes::{Hex, LineEntry, LineStage};

/// Who is fired at, and from where.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    pub at: Hex,
    /// Those whose defense counts: all in the hex, or a unit that moves through it (15.6.1).
    pub units: &'a Stack,
    pub from: &'a [Hex],
    /// As the enemy sees it, who knows printed strengths only.
    pub supposed: bool,
}

impl Table<'_> {
    /// Increments of a unit in a hex, as they are or as the enemy supposes them.
    fn strength_in(self, id: UnitId, hex: Hex, supposed: bool) -> Fraction {
        if supposed {
            let hexes = self.unit(id).hexes.len();
            return Fraction::of(self.card(id).increments.into(), hexes as u32);
        }
        self.increments_in(id, hex)
    }

    /// Fire Defense: arm, formation and terrain, in that order (LB 15.2a). A Line that is enfiladed or stands in doubled files has that
    /// of a Column, a Square of more than nine Increments its own; guns with infantry have one value (LB 15.7.1a, 15.7.1c, 15.7.1d,
    /// LB 15.7.1e). Those who lie down are harder to hit (LB 12.13.6e).
    pub fn defense(self, target: &Target<'_>) -> u8 {
        let Some(&top) = target.units.first() else { return 1 };
        let prone = self.unit(top).prone == Prone::Prone;
        let added = if prone { self.rules.charts.fire.prone() } else { 0 };
        self.unprone_defense(target, top).saturating_add_signed(added)
    }

    fn unprone_defense(self, target: &Target<'_>, top: UnitId) -> u8 {
        let units = target.units;
        let foot = units.iter().copied().find(|&id| self.is_infantry(id));
        let guns = units.iter().any(|&id| self.is_unlimbered(id));
        let of = |class: DefenseClass| self.defense_of(target.at, class);
        let Some(foot) = foot.filter(|_| guns) else { return of(self.defense_class(target, top)) };
        // Chart 4: a Square is one whatever stands in it, and enfilade or doubled files tell where they are worse.
        match self.defense_class(target, foot) {
            square @ (DefenseClass::Square | DefenseClass::MassedSquare) => of(square),
            DefenseClass::Column if self.unit(foot).formed == Formed::Line => {
                of(DefenseClass::Column).min(of(DefenseClass::ArtilleryWithInfantry))
            }
            _ => of(DefenseClass::ArtilleryWithInfantry),
        }
    }

    /// The column of the chart for a unit.
    fn defense_class(self, target: &Target<'_>, id: UnitId) -> DefenseClass {
        let unit = self.unit(id);
        let horse = match self.card(id).arm {
            Arm::Infantry => false,
            Arm::Cavalry => true,
            // The same in any order; wagons are limbered guns (LB 18.14.1.5).
            Arm::Artillery if !unit.limbered => return DefenseClass::UnlimberedArtillery,
            Arm::Artillery | Arm::Wagon => return DefenseClass::LimberedArtillery,
        };
        match (unit.order, unit.formed, horse) {
            (Order::Pgd, _, false) => DefenseClass::Pgd,
            (Order::Pgd, _, true) => DefenseClass::CavalryPgd,
            (Order::Disorder, _, false) => DefenseClass::Disorder,
            (Order::Disorder, _, true) => DefenseClass::CavalryDisorder,
            // LB 12.8.4b.
            (_, Formed::RoadColumn, _) => DefenseClass::RoadColumn,
            (_, Formed::Line, false) if self.is_exposed(target, id) => DefenseClass::Column,
            (_, Formed::Line, false) => DefenseClass::Line,
            (_, Formed::Line, true) if self.is_exposed(target, id) => DefenseClass::ColumnOfCompanies,
            (_, Formed::Line, true) => DefenseClass::CavalryLine,
            (_, Formed::Square, _) if self.is_massed_square(target) => DefenseClass::MassedSquare,
            (_, Formed::Square, _) => DefenseClass::Square,
            (_, Formed::Skirmish, false) => DefenseClass::Skirmish,
            (_, Formed::Skirmish, true) => DefenseClass::CavalrySkirmish,
            (_, Formed::GeneralOrder, false) => DefenseClass::GeneralOrder,
            (_, Formed::GeneralOrder, true) => DefenseClass::CavalryGeneralOrder,
            (_, _, false) => DefenseClass::Column,
            (_, _, true) => DefenseClass::ColumnOfCompanies,
        }
    }

    /// The chart's figure; where it knows none for that formation on that ground, what comes nearest to it there, or in the
    /// open.
    fn defense_of(self, at: Hex, class: DefenseClass) -> u8 {
        let chart = &self.rules.charts.fire;
        let terrain = self.ground().at(at);
        let horse = matches!(class, DefenseClass::CavalryLine | DefenseClass::ColumnOfCompanies);
        let instead = if horse { DefenseClass::CavalryGeneralOrder } else { DefenseClass::GeneralOrder };
        let found = chart.defense(terrain, class).or_else(|| chart.defense(terrain, instead));
        let open = chart.defense(Terrain::Clear, class).or_else(|| chart.defense(Terrain::Clear, DefenseClass::Column));
        found.or(open).unwrap_or(1)
    }

    /// A Line that is fired at through a flank, or has more than six Increments in the hex (LB 15.7.1a, 15.7.1c).
    fn is_exposed(self, target: &Target<'_>, id: UnitId) -> bool {
        let lines = target.units.iter().filter(|&&other| self.unit(other).formed == Formed::Line);
        let files = lines.fold(Fraction::ZERO, |sum, &other| sum + self.strength_in(other, target.at, target.supposed));
        let doubled = files > Fraction::whole(self.rules.charts.fire.limits.doubled_above.into());
        doubled || target.from.iter().any(|&from| self.enfilades(from, target.at, id))
    }

    /// Fire comes in through a flank hexside of a unit. Along a spine, or exactly through a corner, it does not (LB 15.7.1b, G-31).
    pub fn enfilades(self, from: Hex, at: Hex, id: UnitId) -> bool {
        let before = if self.grid().adjacent(from, at) { Some(from) } else { self.hex_before(from, at) };
        before.is_some_and(|before| self.aspect(id, before) == Some(Aspect::Flank))
    }

    /// The hex from which a line comes into its last, across the hexside between them.
    pub(crate) fn hex_before(self, from: Hex, at: Hex) -> Option<Hex> {
        let mut before = from;
        for stage in self.ground().lines.between(self.grid(), from, at)? {
            match stage {
                LineStage::Hex { hex, by: LineEntry::Side(_) } if hex == at => return Some(before),
                LineStage::Hex { hex, .. } => before = hex,
                LineStage::Spine { .. } => {}
            }
        }
        None
    }

    fn is_massed_square(self, target: &Target<'_>) -> bool {
        let squares = target.units.iter().filter(|&&id| self.is_infantry(id));
        let sum = squares.fold(Fraction::ZERO, |sum, &id| sum + self.strength_in(id, target.at, target.supposed));
        sum > Fraction::whole(self.rules.charts.fire.limits.massed_square_above.into())
    }

    /// Increments in a hex that is fired at: a battery's count one for one, of a body in several hexes those in this one, without
    /// what is left over a whole (LB 15.7b, 15.7c; chart 2).
    pub fn density(self, at: Hex) -> u8 {
        let stack = self.state.stack(at).filter(|&id| !self.is_wagon(id));
        let sum: u32 = stack.map(|id| self.increments_in(id, at).floor()).sum();
        u8::try_from(sum).unwrap_or(u8::MAX)
    }
}
