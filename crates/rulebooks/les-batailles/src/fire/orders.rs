//! Orders to fire: sealed until both sides are done (15.4.1, 15.5, G-18).

use super::{FireChoice, FireOrder, Occasion, Stacks};
use crate::cards::{UnitId, UnitSet};
use crate::decision::Decision;
use crate::table::Table;
use field::hexes::Hex;
use kernel::{Refusal, Seat, Side};

/// A Square attacks up to three hexes (LB 12.9.6c).
const SQUARE_ATTACKS: usize = 3;

impl<'a> Table<'a> {
    /// Orders of a hex.
    fn orders_from(self, from: Hex) -> impl Iterator<Item = &'a FireOrder> {
        self.state.fire_orders.iter().filter(move |order| order.from == from && !order.is_of_sections())
    }

    /// The hexes that have orders to fire at a hex: of that side's enemies, since a hex holds one side only.
    pub(super) fn ordered_at(self, at: Hex) -> Stacks {
        let aimed = self.state.fire_orders.iter().filter(|order| order.at == at && order.lob.is_none());
        aimed.map(|order| order.from).take(super::MOST_FIRING).collect()
    }

    /// The hexes of a seat from which anybody could fire.
    fn firing_hexes(self, occasion: Occasion, seat: Seat) -> impl Iterator<Item = Hex> + use<'a> {
        let side = self.rules.seats.get(usize::from(seat.0)).map_or(Side::FIRST, |card| card.side);
        self.of_side(side).flat_map(move |id| self.unit(id).hexes.iter().map(move |hex| (id, hex))).filter_map(
            move |(id, hex)| {
                let firer = self.firer_at(hex, occasion)?;
                let own = self.seat(firer) == seat && firer == id;
                own.then_some(hex)
            },
        )
    }

    /// Whether a hex may be ordered to fire at another, beside the orders there are (LB 15.4.1a, 15.4.2a, 15.5.2a, 15.5.3a, 12.9.6c).
    pub(super) fn may_order(self, occasion: Occasion, seat: Seat, from: Hex, at: Hex) -> Result<(), Refusal> {
        let refuse = |rule, why| Err(Refusal::new(rule, why));
        self.orders_hex(seat, from)?;
        let Some(firer) = self.firer_at(from, occasion) else {
            return refuse("LB 7.3a", "nobody there can fire");
        };
        self.owns(seat, firer)?;
        if self.orders_from(from).any(|order| order.lob.is_some() && !order.is_of_sections()) {
            return refuse("LB 18.15.1a", "its howitzers fire already");
        }
        self.has_shots_left(firer, from, at)?;
        self.may_fire(occasion, from, at)?;
        // Its two hexes may not make separate attacks on one unit.
        let other_hexes = self.unit(firer).hexes.iter().filter(|&own| own != from);
        let apart = |own: Hex| self.orders_from(own).any(|order| order.at != at && self.share_a_unit(order.at, at));
        if other_hexes.into_iter().any(apart) {
            return refuse("LB 15.5.3a", "its other hex fires at the same unit already");
        }
        let mut all = self.ordered_at(at);
        self.state.overflow.keep(&mut all, from);
        self.may_combine(occasion, at, &all)?;
        let mut batteries = self.batteries_ordered(occasion);
        self.batteries_firing(from, at, occasion.mode()).into_iter().for_each(|id| batteries.insert(id));
        if !self.rounds_suffice(batteries) {
            return refuse("LB 18.14a", "there are no rounds left for these guns");
        }
        Ok(())
    }

    /// A hex is the seat's side's to order: asked before anything of those who stand there, whose rounds may be hidden (LB 1.0a, G34).
    pub(crate) fn orders_hex(self, seat: Seat, from: Hex) -> Result<(), Refusal> {
        let side = self.rules.seats.get(usize::from(seat.0)).map(|card| card.side);
        if self.side_at(from).is_some_and(|there| Some(there) != side) {
            return Err(Refusal::new("LB 1.0a", "those who stand there are not yours to order"));
        }
        Ok(())
    }

    /// A hex fires once; a Square, and guns in it by themselves on the Artillery chit (LB 12.9.6f), at up to three hexes no two of which
    /// lie side by side, skirmishing cavalry at each unit once
    /// (LB 15.5.2a, 12.9.6c, G-46).
    fn has_shots_left(self, firer: UnitId, from: Hex, at: Hex) -> Result<(), Refusal> {
        let refuse = |rule, why| Err(Refusal::new(rule, why));
        let given: usize = self.orders_from(from).count();
        if !self.fires_often(from) {
            return if given == 0 { Ok(()) } else { refuse("LB 15.5.2a", "a hex fires once") };
        }
        if self.is_cavalry(firer) {
            let own = self.unit(firer).hexes;
            let mut orders = self.state.fire_orders.iter().filter(|order| own.contains(order.from));
            let twice = orders.any(|order| self.share_a_unit(order.at, at));
            return if twice { refuse("LB 12.10.8a", "it attacks each unit once") } else { Ok(()) };
        }
        if given >= SQUARE_ATTACKS {
            return refuse("LB 12.9.6c", "a Square attacks three hexes at most");
        }
        let close = |order: &FireOrder| order.at == at || self.grid().adjacent(order.at, at);
        if self.orders_from(from).any(close) {
            return refuse("LB 12.9.6c", "a Square does not fire at two hexes side by side");
        }
        Ok(())
    }

    /// The batteries that have orders by which they draw a round.
    pub(crate) fn batteries_ordered(self, occasion: Occasion) -> UnitSet {
        let plain = self.state.fire_orders.iter().filter(|order| !order.is_of_sections());
        let fire = |order: &FireOrder| match order.lob {
            Some(_) => self.howitzers_at(order.from, occasion),
            None => self.batteries_firing(order.from, order.at, occasion.mode()),
        };
        plain.flat_map(fire).collect()
    }

    /// All orders a seat may still give.
    pub(super) fn orders_open(self, occasion: Occasion, seat: Seat, mut each: impl FnMut(FireChoice) -> bool) {
        for from in self.firing_hexes(occasion, seat) {
            for at in self.targets_of(occasion, from) {
                if self.may_order(occasion, seat, from, at).is_ok() && !each(FireChoice::At { from, at }) {
                    return;
                }
            }
        }
        self.lobs_open(occasion, seat, &mut each);
    }

    pub(super) fn has_order_open(self, occasion: Occasion, seat: Seat) -> bool {
        let mut any = false;
        self.orders_open(occasion, seat, |_| {
            any = true;
            false
        });
        any
    }

    /// A hex of the seat that must fire in the Fire Segment, and could, has no order yet (LB 7.3a, G25, G-18).
    pub(super) fn owes_fire(self, occasion: Occasion, seat: Seat) -> bool {
        occasion == Occasion::Segment && self.firing_hexes(occasion, seat).any(|from| self.owes_fire_from(seat, from))
    }

    fn owes_fire_from(self, seat: Seat, from: Hex) -> bool {
        let occasion = Occasion::Segment;
        // Skirmishing cavalry, where it has to attack, attacks each of them (LB G-51).
        let several = self.firer_at(from, occasion).is_some_and(|firer| self.is_cavalry(firer));
        if !several && self.orders_from(from).next().is_some() || self.may_hold_fire(from) {
            return false;
        }
        self.targets_of(occasion, from).into_iter().any(|at| {
            let mut all = self.ordered_at(at);
            self.state.overflow.keep(&mut all, from);
            let alive = self.state.stack(at).any(|id| !self.unit(id).wrecked);
            alive && self.may_order(occasion, seat, from, at).is_ok() && self.can_reach_odds(occasion, at, &all)
        })
    }

    pub(super) fn fire_menu(self, occasion: Occasion, seat: Seat, menu: &mut Vec<Decision>) -> usize {
        self.orders_open(occasion, seat, |choice| {
            menu.push(Decision::Fire(choice));
            true
        });
        if !self.owes_fire(occasion, seat) {
            menu.push(Decision::DONE);
            return menu.len() - 1;
        }
        0
    }
}
