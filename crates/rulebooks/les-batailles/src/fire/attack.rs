//! One Fire Attack on the Combat à Feu (15.4): odds, shifts, the dice, and what follows from them.

use super::{FireMode, Target, Volley};
use crate::charts::FireColumn;
use crate::dice::Base6;
use crate::face::told::{Who, fire as told};
use crate::fraction::Fraction;
use crate::losses::{After, FireLosses};
use crate::table::{Play, Stack, Table};
use field::hexes::Hex;
use kernel::{Entry, Listener, ReckoningLine};
use serde::{Deserialize, Serialize};

/// A Fire Attack that is ready to be rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    pub target: Hex,
    /// The whole Fire Value, halves and doubles included.
    pub value: Fraction,
    pub defense: u8,
    /// Columns to the right (18.8).
    pub shift: i8,
    /// Increments in the target hex (15.7).
    pub density: u8,
    /// A leader's artillery bonus (18.5.1).
    pub bonus: i8,
    /// Artillery has a part in it: caissons may explode (18.6).
    pub guns: bool,
    /// From three hexes or farther (17.1.1).
    pub far: bool,
}

/// A hex that fires, and how many times its value it fires with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Firing {
    pub from: Hex,
    pub times: Fraction,
}

impl Firing {
    /// With its plain value.
    pub const fn once(from: Hex) -> Firing {
        Firing { from, times: Fraction::ONE }
    }

    /// After a Roll to Close or to Stand that was passed (16.4, 16.5, 19.1.2).
    pub const fn doubled(from: Hex) -> Firing {
        Firing { from, times: Fraction::TWO }
    }
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    pub natural: Base6,
    pub column: FireColumn,
    /// What the chart says.
    pub losses: u8,
    /// What was taken of them.
    pub taken: u8,
}

/// The two columns of point blank range (LB 18.8a).
pub const POINT_BLANK: i8 = 2;

impl Attack {
    /// Its column before shifts; none below 1:3, where there is no attack (LB 15.4a, 15.4.3a, G-19).
    pub fn column(&self) -> Option<FireColumn> {
        let ratio = self.value.divided_by(Fraction::whole(self.defense.into()));
        FireColumn::reached(|least| ratio >= Fraction::of(least.times.into(), least.over.into()))
    }
}

impl Table<'_> {
    /// All that fires on a hex is one attack with the sum of its values (LB 15.1a, 15.4.2a, 12.6.5.1b). Guns at an adjacent hex shift it
    /// two columns, whoever fires with them and in whatever order they are, in Square too, and in defense over and above what a Roll to
    /// Stand does (LB 18.8a, 18.8.1, 18.8.2, 12.9.6e, 16.1.1-3f). Who commands them adds his bonus on every occasion (LB 18.5.1b, G3.55).
    pub fn attack_on(self, at: Hex, units: &Stack, firing: &[Firing], mode: FireMode) -> Attack {
        let volleys = firing.iter().map(|one| (one, self.volley(one.from, at, mode)));
        let from: Stacks = firing.iter().map(|one| one.from).take(MOST_FIRING).collect();
        let value = volleys.clone().fold(Fraction::ZERO, |sum, (one, volley)| sum + volley.value * one.times);
        let any = |test: &dyn Fn(&Volley) -> bool| volleys.clone().any(|(_, volley)| test(&volley));
        Attack {
            target: at,
            value,
            defense: self.defense(&Target { at, units, from: &from, supposed: false }),
            shift: if any(&Volley::point_blank) { POINT_BLANK } else { 0 },
            density: self.density(at),
            bonus: self.gun_bonus(at, &from, mode),
            guns: any(&|volley| volley.guns),
            far: any(&Volley::is_far),
        }
    }
}

/// Hexes that fire at one.
pub type Stacks = arrayvec::ArrayVec<Hex, MOST_FIRING>;

/// The most of them: all within two hexes, or guns that a leader combines.
pub const MOST_FIRING: usize = 18;

impl<L: Listener> Play<'_, L> {
    /// Rolls a Fire Attack; nothing where the odds forbid it. Losses fall on the units given, as they stood from the top down, unless
    /// a caisson explodes; a leader in the hex is at risk (LB 15.4a, 15.4b, 8.2c, 8.2f).
    pub fn fire_attack(&mut self, rule: &'static str, attack: &Attack, units: &Stack, after: After) -> Option<Hit> {
        let hit = self.roll_fire(rule, attack)?;
        let losses = FireLosses { hex: attack.target, units, losses: hit.losses, far: attack.far, after };
        let blast = if attack.guns { self.table().blast(units, hit.natural) } else { None };
        let taken = match blast {
            None => {
                let taken = self.take_fire_losses(&losses);
                if hit.natural >= LEADER_AT_RISK
                    && let Some(side) = units.first().map(|&top| self.table().side(top))
                {
                    self.risk_leader(side, attack.target);
                }
                taken
            }
            Some(blast) => self.explode(blast, &losses, hit.natural),
        };
        Some(Hit { taken, ..hit })
    }

    /// The dice of an attack, with density and a leader's bonus (LB 15.4a, 15.7a, 18.5.1b).
    pub(crate) fn roll_fire(&mut self, rule: &'static str, attack: &Attack) -> Option<Hit> {
        let column = attack.column()?.shifted(attack.shift.into());
        let natural = self.the_dice();
        let massed = i32::from(self.rules.charts.fire.density(attack.density));
        let modifier = massed + i32::from(attack.bonus);
        let losses = self.rules.charts.fire.losses(column, natural.plus(modifier));
        if self.listener.hears() {
            let table = self.table();
            let who = [Who::Hex(attack.target), Who::Words(column.key())];
            let lines = [
                (massed != 0).then(|| ReckoningLine::adds("LB 15.7a", "massed target", massed)),
                (attack.bonus != 0).then(|| ReckoningLine::adds("LB 18.5.1b", "artillery leader", attack.bonus.into())),
                (attack.shift != 0)
                    .then(|| ReckoningLine::counts("LB 18.8a", "columns to the right", attack.shift.into())),
            ];
            let entry = Entry {
                lines: lines.into_iter().flatten().collect(),
                dice: vec![natural.tens(), natural.ones()],
                result: table.said(told::COSTS, &[Who::Count(losses.into())]),
                ..table.entry(rule, told::FIRE_ON, &who)
            };
            self.listener.tell(entry);
        }
        Some(Hit { natural, column, losses, taken: 0 })
    }
}

/// A natural 65 or 66 (LB 8.2c).
pub(crate) const LEADER_AT_RISK: Base6 = Base6::rolled(6, 5);
