//! Zones that reach farther than the next hex: those of cavalry that may charge, of its skirmishers, and of reserves. Each is the set
//! of hexes a body comes to by steps through its front without turning (LB G-07, G3.1).

use crate::cards::UnitId;
use crate::charts::Mover;
use crate::hexes::Facing;
use crate::state::{Formed, Order, Readiness};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::{Dir, DirSet, Hand, Hex};

/// How deep a Skirmish Zone is (LB 12.10.7a).
pub const SKIRMISH_ZONE: u16 = 2;

/// The most hexes of a zone.
pub const MOST_FAN: usize = 192;

/// The hexes of a zone that is no Zone of Influence (LB 10.1d), nearest first, with how many steps away each is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fan(pub ArrayVec<(Hex, u8), MOST_FAN>);

impl Fan {
    pub fn contains(&self, hex: Hex) -> bool {
        self.ring(hex).is_some()
    }

    /// How many steps away it is; none outside.
    pub fn ring(&self, hex: Hex) -> Option<u8> {
        self.0.iter().find(|(own, _)| *own == hex).map(|&(_, ring)| ring)
    }

    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.0.iter().map(|&(hex, _)| hex)
    }
}

impl Table<'_> {
    /// Adds what is reached from hexes by up to so many steps in those directions; neither hexes nor hexsides that cavalry may not
    /// enter, nor terrain of General Order, are in it or traced through (LB G-07).
    fn spread(self, fan: &mut Fan, from: impl Iterator<Item = Hex>, dirs: DirSet, depth: u8, mover: Mover) {
        let mut edge: ArrayVec<Hex, 64> = ArrayVec::new();
        from.for_each(|hex| {
            self.state.overflow.keep(&mut edge, hex);
        });
        let mut reached: ArrayVec<Hex, MOST_FAN> = ArrayVec::new();
        for ring in 1..=depth {
            let mut next: ArrayVec<Hex, 64> = ArrayVec::new();
            for &hex in &edge {
                for dir in dirs.iter() {
                    let Some(to) = self.grid().neighbour(hex, dir) else { continue };
                    if reached.contains(&to) || self.is_go(to) || self.is_barred(mover, hex, dir) {
                        continue;
                    }
                    self.state.overflow.keep(&mut reached, to);
                    self.state.overflow.keep(&mut next, to);
                    if !fan.contains(to) {
                        self.state.overflow.keep(&mut fan.0, (to, ring));
                    }
                }
            }
            edge = next;
        }
    }

    /// What lies before a body to a depth: its whole front, without its flanks (LB G-07, G3.1).
    pub fn front_fan(self, id: UnitId, depth: u8) -> Fan {
        let unit = self.unit(id);
        let mover = if self.is_cavalry(id) { Mover::Cavalry } else { Mover::Infantry };
        let mut fan = Fan::default();
        match (unit.formed, unit.facing) {
            (Formed::Line, Facing::Corner(ahead)) => {
                let dirs = ahead.front().into_iter().collect();
                self.spread(&mut fan, unit.hexes.iter(), dirs, depth, mover);
            }
            (Formed::Skirmish, Facing::Corner(ahead)) => {
                let dirs = ahead.front().into_iter().chain(ahead.flank()).collect();
                self.spread(&mut fan, unit.hexes.iter(), dirs, depth, mover);
            }
            (_, Facing::Side(ahead)) => {
                let head = std::iter::once(unit.hexes.head());
                self.spread(&mut fan, head, ahead.around(1), depth, mover);
            }
            _ => {}
        }
        fan.0.retain(|(hex, _)| !unit.hexes.contains(*hex));
        fan
    }

    /// The same with the flanks from which cavalry can wheel by companies: those of a Column of Companies, and of a Line of at most
    /// four Increments to a hex (LB 24.15, 24.18, G3.1).
    pub fn charge_fan(self, id: UnitId, depth: u8) -> Fan {
        let unit = self.unit(id);
        let mut fan = self.front_fan(id, depth);
        let set = |dirs: &[Dir]| -> DirSet { dirs.iter().copied().collect() };
        match (unit.formed, unit.facing) {
            (Formed::Companies, Facing::Side(ahead)) => {
                let right = set(&[ahead.right(1), ahead.right(2)]);
                let left = set(&[ahead.left(1), ahead.left(2)]);
                self.spread(&mut fan, unit.hexes.iter(), right, depth, Mover::Cavalry);
                self.spread(&mut fan, unit.hexes.iter(), left, depth, Mover::Cavalry);
            }
            (Formed::Line, Facing::Corner(ahead)) if unit.thin => {
                for (hand, end) in [(Hand::Left, unit.hexes.head()), (Hand::Right, unit.hexes.tail())] {
                    let beside = ahead.aside(hand);
                    let dirs = set(&[beside.left(1), beside, beside.right(1)]);
                    self.spread(&mut fan, std::iter::once(end), dirs, depth, Mover::Cavalry);
                }
            }
            _ => {}
        }
        fan.0.retain(|(hex, _)| !unit.hexes.contains(*hex));
        fan
    }

    /// Cavalry stands so that it could charge on the spur of the moment: Good Order, Line or a straight Column of Companies, not
    /// Exhausted, not in terrain of General Order (LB 19.18.3a, 12.5.3.2a).
    pub fn may_spring(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let formed = match unit.formed {
            Formed::Line => true,
            Formed::Companies => self.is_straight(id),
            _ => false,
        };
        let able = unit.on_map() && unit.order == Order::Good && unit.readiness != Readiness::Exhausted;
        self.is_cavalry(id) && able && formed && !unit.hexes.iter().any(|hex| self.is_go(hex))
    }

    /// A column whose hexes lie straight behind its head, the way it faces (LB 12.5.1a, 12.5.3.2a).
    pub fn is_straight(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let Some(ahead) = unit.facing.side() else { return unit.hexes.len() == 1 };
        let pairs = unit.hexes.iter().zip(unit.hexes.iter().skip(1));
        pairs.into_iter().all(|(front, behind)| self.grid().direction(behind, front) == Some(ahead))
    }

    /// The Opportunity Charge Zone of a unit; empty where it has none (LB 24.15, 19.18.2).
    pub fn opportunity_zone(self, id: UnitId) -> Fan {
        if self.may_spring(id) { self.charge_fan(id, 2) } else { Fan::default() }
    }

    /// A hex lies in the Opportunity Charge Zone of that unit.
    pub fn in_opportunity_zone(self, id: UnitId, hex: Hex) -> bool {
        self.distance_to(id, hex) <= 2 && self.opportunity_zone(id).contains(hex)
    }

    /// The Skirmish Zone of cavalry in Skirmish Order, two hexes deep; none while formed light cavalry of the enemy is next to it
    /// (LB 12.10.7a, 12.10.7c, 12.10.7.2a, 24.2, 24.11).
    pub fn skirmish_zone(self, id: UnitId) -> Fan {
        let unit = self.unit(id);
        let skirmishes = self.is_cavalry(id) && unit.on_map() && unit.formed == Formed::Skirmish;
        if !skirmishes || self.is_hemmed(id) { Fan::default() } else { self.front_fan(id, 2) }
    }

    /// Formed light cavalry of the enemy is next to a unit (LB 12.10.7.2a, 12.10.8c).
    pub fn is_hemmed(self, id: UnitId) -> bool {
        let near = |hex: Hex| self.state.stack(hex).any(|other| self.is_formed_light_enemy(id, other));
        self.around(id).into_iter().any(near)
    }

    /// Whether another is enemy light cavalry in Line or Column.
    pub fn is_formed_light_enemy(self, id: UnitId, other: UnitId) -> bool {
        let formed = matches!(self.unit(other).formed, Formed::Line | Formed::Companies);
        self.side(other) != self.side(id) && self.card(other).is_light_cavalry() && formed
    }
}
