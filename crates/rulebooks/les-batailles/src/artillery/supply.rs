//! Ammunition: whether a battery is supplied (18.14).

use super::GunStep;
use crate::agenda::Step;
use crate::cards::{Arm, Guns, UnitId, UnitSet};
use crate::charts::Mover;
use crate::face::told::{Who, artillery as told};
use crate::facing::Aspect;
use crate::fire::FireMode;
use crate::state::{Formed, Order, Place};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::{Listener, Side};

/// The hexes within five of a battery of up to eight hexes.
const MOST_SOUGHT: usize = 192;

impl<'a> Table<'a> {
    /// Whether a battery has ammunition: of its own, or from a wagon of its nation and caliber that has rounds (LB 5.1.6b,
    /// LB 18.14a, 18.14.1a, 18.14.2).
    pub fn is_supplied(self, id: UnitId) -> bool {
        if self.rules.wagons { self.wagons_in_reach(id).next().is_some() } else { self.unit(id).rounds > 0 }
    }

    /// The wagons a battery may draw on (LB 18.14.1.4).
    pub fn wagons_in_reach(self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        let (card, side) = (self.card(id), self.side(id));
        let range = self.specific(id).range;
        let serves = move |wagon: UnitId| {
            let other = self.card(wagon);
            let unit = self.unit(wagon);
            let fits = other.arm == Arm::Wagon && other.nation == card.nation && other.caliber == range;
            fits && unit.on_map() && !unit.wrecked && unit.rounds > 0
        };
        let wagons = self.rules.by_side[side.ix()].iter().copied().filter(move |&wagon| serves(wagon));
        wagons.filter(move |&wagon| self.supply_reaches(id, self.unit(wagon).hexes.head()))
    }

    /// Whether supply comes to a battery from a hex: by a path of three hexes, or five for horse artillery, not through enemy
    /// units, enemy zones, or where guns may not go (LB 18.14.1a, 18.14.1.1).
    fn supply_reaches(self, id: UnitId, source: Hex) -> bool {
        let figures = &self.rules.charts.guns.classes;
        let far = match self.card(id).guns {
            Guns::Foot => figures.supply_foot,
            Guns::Horse => figures.supply_horse,
        };
        if self.distance_to(id, source) > u16::from(far) {
            return false;
        }
        let side = self.side(id);
        let enters = |from: Hex, dir: Dir| {
            let hex = self.grid().neighbour(from, dir)?;
            let open = !self.is_barred(Mover::Artillery, from, dir) && !self.enemy_at(side, hex);
            (open && !self.bars_supply(side, hex)).then_some(hex)
        };
        let mut found: ArrayVec<Hex, MOST_SOUGHT> = self.unit(id).hexes.iter().collect();
        let (mut next, mut ring) = (0, found.len());
        for _ in 0..far {
            while next < ring {
                let from = found[next];
                next += 1;
                for hex in Dir::ALL.into_iter().filter_map(|dir| enters(from, dir)) {
                    if !found.contains(&hex) {
                        self.state.overflow.keep(&mut found, hex);
                    }
                }
            }
            ring = found.len();
        }
        found.contains(&source)
    }

    /// An enemy zone lies on the hex. Whether enemy guns are supplied themselves is not asked: it would lead back here
    /// (LB G45).
    fn bars_supply(self, side: Side, hex: Hex) -> bool {
        let exerts = |id: UnitId| {
            let unit = self.unit(id);
            let able = unit.order != Order::Pgd && unit.formed != Formed::RoadColumn;
            able && match self.card(id).arm {
                Arm::Infantry | Arm::Cavalry => true,
                Arm::Artillery => !unit.limbered,
                Arm::Wagon => false,
            }
        };
        let near = self.neighbours(hex).flat_map(|near| self.state.stack(near));
        let front = |id: UnitId| self.aspect(id, hex) == Some(Aspect::Front);
        !self.is_go(hex) && near.into_iter().any(|id| self.side(id) != side && exerts(id) && front(id))
    }
}

/// Wagons a battery may choose among.
pub type Wagons = ArrayVec<UnitId, 16>;

impl Table<'_> {
    /// Whether there are rounds enough for all these batteries: each draws one, from a wagon it reaches (LB 18.14b, 18.14.1b).
    pub(crate) fn rounds_suffice(self, batteries: UnitSet) -> bool {
        self.rounds_suffice_without(batteries, None)
    }

    /// The same when one round of a wagon is spoken for already.
    fn rounds_suffice_without(self, batteries: UnitSet, spoken: Option<UnitId>) -> bool {
        if !self.rules.wagons {
            return batteries.iter().all(|id| self.unit(id).rounds > 0);
        }
        // Those with the fewest wagons draw first, from the fullest: only a very odd field could be served better.
        let mut needy: ArrayVec<(UnitId, Wagons), 48> = ArrayVec::new();
        for id in batteries.iter() {
            self.state.overflow.keep(&mut needy, (id, self.wagons_in_reach(id).take(16).collect()));
        }
        needy.sort_by_key(|(_, wagons)| wagons.len());
        let mut drawn: ArrayVec<UnitId, 64> = spoken.into_iter().collect();
        for (_, wagons) in &needy {
            let left = |wagon: UnitId| {
                let taken = drawn.iter().filter(|&&other| other == wagon).count();
                usize::from(self.unit(wagon).rounds).saturating_sub(taken)
            };
            let Some(fullest) =
                wagons.iter().copied().filter(|&wagon| left(wagon) > 0).max_by_key(|&wagon| left(wagon))
            else {
                return false;
            };
            self.state.overflow.keep(&mut drawn, fullest);
        }
        true
    }

    /// The wagons a battery may draw its round from, so that the others that have fired get theirs; which one is its owner's to say
    /// (LB 18.14.1.4, G3.10).
    pub(super) fn wagons_to_draw_on(self, id: UnitId) -> Wagons {
        if !self.rules.wagons {
            return Wagons::new();
        }
        let mut others = self.state.drawing;
        others.remove(id);
        let all: Wagons = self.wagons_in_reach(id).take(16).collect();
        let kind: Wagons =
            all.iter().copied().filter(|&wagon| self.rounds_suffice_without(others, Some(wagon))).collect();
        if kind.is_empty() { all } else { kind }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The batteries of these hexes have fired: each draws a round (LB 18.14b). For Defensive Fire, round by round of an assault; the
    /// Fire Segment and the Artillery chit see to it themselves, and Opportunity Fire costs nothing.
    pub fn spend_rounds(&mut self, from: &[Hex], mode: FireMode) {
        let batteries: Vec<UnitId> = from.iter().flat_map(|&hex| self.table().batteries_at(hex, mode)).collect();
        batteries.into_iter().for_each(|id| self.state.drawing.insert(id));
        self.push(Step::Gun(GunStep::Draw));
    }

    /// A battery draws its round, which is marked on its wagon; one that has given its last goes to the Battery Box (LB 5.3.1c, 18.14.1b, 18.14.1c, 18.14.2).
    pub(super) fn draw_round(&mut self, id: UnitId, wagon: Option<UnitId>) {
        self.state.drawing.remove(id);
        let source = wagon.unwrap_or(id);
        let unit = self.unit_mut(source);
        unit.rounds = unit.rounds.saturating_sub(1);
        if wagon.is_some() && unit.rounds == 0 {
            self.tell("LB 18.14.1c", told::WAGON_IS_EMPTY, &[Who::Unit(source)]);
            self.take_off(source, Place::Box);
        }
    }
}
