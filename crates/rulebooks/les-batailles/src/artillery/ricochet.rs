//! Ricochet (18.9): the shot path beyond a target at Medium or Long range.

use crate::cards::UnitId;
use crate::charts::{Hexside, Ricochet};
use crate::fire::{Attack, FireMode, Occasion, Stacks, Target};
use crate::fraction::Fraction;
use crate::ground::{Feature, Slope};
use crate::readings::{CombinedPath, RicochetAt};
use crate::state::Prone;
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::{Hex, LineStage};
use kernel::Listener;

/// A hex that a shot bounces through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounce {
    pub hex: Hex,
    /// The path runs along a spine, and half of it goes each way (LB 18.9.5).
    pub half: bool,
}

/// The hexes of a shot path beyond its first target.
pub type ShotPath = ArrayVec<Bounce, 40>;

/// Guns fire from this far at Medium range (18.7).
const MEDIUM: u16 = 3;

/// What crossing a hexside does to a shot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Crossed {
    On,
    /// It passes over the hex beyond (LB 18.9.2).
    Shadow,
    Ends,
}

impl Table<'_> {
    /// From one hex into the next: any slope upwards ends a path, a severe one downwards leaves a shadow, a normal one nothing
    /// (LB 18.9.2, 18.9.3).
    fn crossed(self, from: Hex, to: Hex) -> Crossed {
        let Some(dir) = self.grid().direction(from, to) else { return Crossed::On };
        let (ground, charts) = (self.ground(), &self.rules.charts.ground);
        let side = ground.hexside(from, dir);
        let slope = match side.slope {
            Slope::Level => None,
            Slope::Normal => Some(Hexside::Slope),
            Slope::Severe => Some(Hexside::SevereSlope),
        };
        let feature = match side.feature {
            Some(Feature::Stream) => Some(Hexside::Stream),
            Some(Feature::Ford) => Some(Hexside::Ford),
            Some(Feature::River) => Some(Hexside::River),
            Some(Feature::Hedge) => Some(Hexside::Hedge),
            Some(Feature::Wall) => Some(Hexside::Wall),
            Some(Feature::Bridge | Feature::Gate) | None => None,
        };
        let uphill = ground.level(to) > ground.level(from);
        let does = |side: Hexside| match charts.hexside(side).ricochet {
            Ricochet::GoesOn => Crossed::On,
            Ricochet::Ends => Crossed::Ends,
            Ricochet::EndsUphill | Ricochet::EndsUphillShadowDownhill if uphill => Crossed::Ends,
            Ricochet::EndsUphill => Crossed::On,
            Ricochet::EndsUphillShadowDownhill => Crossed::Shadow,
        };
        let all = [slope, feature].into_iter().flatten().map(does);
        all.fold(Crossed::On, |worst, one| match (worst, one) {
            (Crossed::Ends, _) | (_, Crossed::Ends) => Crossed::Ends,
            (Crossed::Shadow, _) | (_, Crossed::Shadow) => Crossed::Shadow,
            _ => Crossed::On,
        })
    }

    /// The hexes a shot goes through beyond its first target, to the end of its range: through terminating terrain it does not come
    /// out again, wherever that lies (LB 18.9.1a, 18.9.1c). That the first target lies uphill does not end it (LB 18.9.4). Along a spine it
    /// goes on as long as one of the two ways is open (LB 18.9.5, G3.31).
    pub fn shot_path(self, from: Hex, at: Hex, range: u16) -> ShotPath {
        let mut path = ShotPath::new();
        let ends = |hex: Hex| self.rules.charts.ground.terrain(self.ground().at(hex)).ends_ricochet;
        let Some(walk) = self.ground().lines.through(self.grid(), from, at, range) else { return path };
        let beyond = walk.skip_while(|stage| !matches!(stage, LineStage::Hex { hex, .. } if *hex == at)).skip(1);
        let mut live: ArrayVec<Hex, 2> = std::iter::once(at).filter(|&hex| !ends(hex)).collect();
        for stage in beyond {
            let half = matches!(stage, LineStage::Spine { .. });
            let mut next: ArrayVec<Hex, 2> = ArrayVec::new();
            for hex in stage.hexes() {
                let ways = live.iter().filter(|&&before| self.grid().adjacent(before, hex));
                let ways = ways.map(|&before| self.crossed(before, hex));
                if ways.clone().all(|way| way == Crossed::Ends) {
                    continue;
                }
                if ways.clone().any(|way| way == Crossed::On) {
                    self.state.overflow.keep(&mut path, Bounce { hex, half });
                }
                if !ends(hex) {
                    self.state.overflow.keep(&mut next, hex);
                }
            }
            if next.is_empty() {
                break;
            }
            live = next;
        }
        path
    }

    /// Those in a hex that a bouncing shot can hit: not who lies down (LB 12.13.6c).
    fn upright_at(self, hex: Hex) -> Stack {
        self.state.stack(hex).filter(|&id| self.unit(id).prone != Prone::Prone).collect()
    }
}

impl<L: Listener> Play<'_, L> {
    /// What ricochets from an attack: each hex of guns at Medium range or beyond has a path of its own, with its own guns; by the other
    /// reading guns that a leader combines have one path, from where he is (LB 18.9.1a, G3.56).
    pub(crate) fn open_ricochets(&mut self, occasion: Occasion, at: Hex, from: &Stacks, series: u8) {
        let table = self.table();
        let mode = occasion.mode();
        let far = |&hex: &Hex| table.volley(hex, at, mode).is_far();
        let guns: Stacks = from.iter().copied().filter(far).collect();
        let together = self.rules.options.combined_path == CombinedPath::Leader && guns.len() > 1;
        if together {
            let led =
                |&hex: &Hex| table.side_at(hex).is_some_and(|side| table.gun_leaders_at(side, hex).next().is_some());
            let Some(hex) = guns.iter().copied().find(led).or_else(|| guns.first().copied()) else { return };
            self.open_path(mode, hex, at, &guns, series);
        } else {
            for &hex in &guns {
                let own: Stacks = std::iter::once(hex).collect();
                self.open_path(mode, hex, at, &own, series);
            }
        }
    }

    /// Every hex of a path that holds anybody, friend or enemy, three hexes away or more, is attacked for itself, with the value of
    /// its range and no leader's bonus; where paths cross, once for each (LB 18.9.8, 18.9.1b, 18.9.1d, 18.9.6,
    /// LB 18.9.7, 18.5.1b, G3.50).
    fn open_path(&mut self, mode: FireMode, from: Hex, at: Hex, guns: &Stacks, series: u8) {
        let table = self.table();
        let batteries: ArrayVec<(Hex, UnitId), 24> =
            guns.iter().flat_map(|&hex| table.batteries_at(hex, mode).into_iter().map(move |id| (hex, id))).collect();
        let range = batteries.iter().map(|&(_, id)| table.specific(id).range).max().unwrap_or(0);
        for bounce in table.shot_path(from, at, range.into()) {
            let table = self.table();
            let hex = bounce.hex;
            let units = table.upright_at(hex);
            if units.is_empty() || table.grid().distance(from, hex) < MEDIUM {
                continue;
            }
            let value = batteries
                .iter()
                .fold(Fraction::ZERO, |sum, &(own, id)| sum + table.battery_fire(id, table.grid().distance(own, hex)));
            let value = if bounce.half { value * Fraction::HALF } else { value };
            match self.rules.options.ricochet_at {
                RicochetAt::Hex => self.open_bounce(from, hex, value, units, series),
                RicochetAt::Unit => {
                    for id in units {
                        self.open_bounce(from, hex, value, std::iter::once(id).collect(), series);
                    }
                }
            }
        }
    }

    fn open_bounce(&mut self, from: Hex, hex: Hex, value: Fraction, units: Stack, series: u8) {
        let table = self.table();
        let defense = table.defense(&Target { at: hex, units: &units, from: &[from], supposed: false });
        let density = table.density(hex);
        let attack = Attack { target: hex, value, defense, shift: 0, density, bonus: 0, guns: true, far: true };
        if attack.column().is_some() {
            self.add_shot(series, attack, units);
        }
    }
}
