//! Howitzer Attacks (18.15): shells lobbed on a hex, their scatter, and fires.

use crate::cards::UnitId;
use crate::charts::ScatterModifier;
use crate::face::told::{Who, artillery as told};
use crate::fire::{Attack, FireChoice, FireOrder, Lob, MOST_LOBBING, Occasion, Shot, Target};
use crate::fraction::Fraction;
use crate::losses::After;
use crate::movement::Cause;
use crate::readings::{BurningAndLosses, HowitzerSections};
use crate::state::Order;
use crate::table::{Play, Stack, Table};
use crate::{Light, Third};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::{Entry, Listener, Reckoning, Refusal, Seat};

/// Shells are lobbed at Medium range or beyond (18.15.1, 18.15.2.1).
const LEAST: u16 = 3;
/// Enemies this near keep the section of a battery busy (18.15.2).
const SHORT: u16 = 2;
/// So many batteries make an attack of sections (18.15.2).
pub const SECTIONS: usize = 3;

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl<'a> Table<'a> {
    /// The howitzer batteries of a hex that can fire.
    pub(crate) fn howitzers_at(self, from: Hex, occasion: Occasion) -> Stack {
        let batteries = self.batteries_at(from, occasion.mode());
        batteries.into_iter().filter(|&id| self.card(id).howitzers).collect()
    }

    /// Whether the howitzers of a hex may lob their shells on another: three hexes away or more, within their range, without any line
    /// of sight, and not beside another attack (LB 18.15, 18.15.1a, G3.44).
    pub(crate) fn may_lob(self, occasion: Occasion, seat: Seat, from: Hex, at: Hex) -> Result<(), Refusal> {
        self.orders_hex(seat, from)?;
        let howitzers = self.howitzers_at(from, occasion);
        let Some(&first) = howitzers.first() else { return refuse("LB 18.15", "no howitzers are there") };
        self.owns(seat, first)?;
        if self.state.fire_orders.iter().any(|order| order.from == from && !order.is_of_sections()) {
            return refuse("LB 18.15.1a", "it fires already");
        }
        let bound = occasion == Occasion::Segment && self.state.stack(from).any(|id| self.is_in_assault(id));
        if bound {
            return refuse("LB 15.5.4a", "it fires in the assault");
        }
        if self.is_bound(occasion, from) {
            return refuse("LB 15.5.1b", "it has to fire at an enemy next to it");
        }
        if !howitzers.iter().all(|&id| self.lobs_reach(id, at)) {
            return refuse("LB 18.15.1a", "howitzers lob shells from three hexes up to their range");
        }
        let ordered = self.batteries_with_orders(occasion, &howitzers);
        if !self.rounds_suffice(ordered) {
            return refuse("LB 18.14a", "there are no rounds left for these guns");
        }
        Ok(())
    }

    fn lobs_reach(self, id: UnitId, at: Hex) -> bool {
        let far = self.distance_to(id, at);
        (LEAST..=u16::from(self.specific(id).range)).contains(&far)
    }

    /// Whether the sections of three batteries may make a Howitzer Attack: on the hour, one for every three unlimbered batteries of
    /// the side, each of them once, supplied, without an enemy at short range in this turn (LB 18.15.2, 18.15.2.1a, 18.15.4, 8.9.3b,
    /// LB 3.5e).
    pub(crate) fn may_lob_sections(self, seat: Seat, batteries: [UnitId; SECTIONS], at: Hex) -> Result<(), Refusal> {
        let played = self.rules.options.howitzer_sections == HowitzerSections::On;
        if !played || self.rules.third(self.state.turn) != Third::OClock {
            return refuse("LB 18.15.2", "sections of howitzers fire on the hour, where that is played");
        }
        let [a, b, c] = batteries;
        if a == b || b == c || a == c {
            return refuse("LB 18.15.2", "three batteries take part");
        }
        for id in batteries {
            self.owns(seat, id)?;
            self.section_is_free(id)?;
            if !self.lobs_reach(id, at) {
                return refuse("LB 18.15.2.1a", "it lies out of range, or too near, for one of them");
            }
        }
        let side = self.side(a);
        let unlimbered = self.of_side(side).filter(|&id| self.is_unlimbered(id)).count();
        let used = self
            .state
            .fire_orders
            .iter()
            .filter(|order| order.is_of_sections() && self.side_at(order.from) == Some(side));
        if used.count() >= unlimbered / SECTIONS {
            return refuse("LB 18.15.2", "one attack for every three batteries");
        }
        Ok(())
    }

    fn section_is_free(self, id: UnitId) -> Result<(), Refusal> {
        let able = self.is_unlimbered(id) && self.unit(id).on_map() && self.is_supplied(id);
        if !able {
            return refuse("LB 18.15.4", "it is not unlimbered with ammunition");
        }
        if self.unit(id).turn.artillery.threatened || self.is_threatened(id) {
            return refuse("LB 18.15.2", "an enemy is within its short range in this turn");
        }
        let busy =
            |order: &FireOrder| matches!(order.lob, Some(Lob::Sections { batteries, .. }) if batteries.contains(&id));
        if self.state.fire_orders.iter().any(busy) {
            return refuse("LB 18.15.2", "its section fires already");
        }
        Ok(())
    }

    /// An enemy unit is within the short range of a battery.
    fn is_threatened(self, id: UnitId) -> bool {
        self.enemies_of(id).any(|enemy| self.distance(id, enemy) <= SHORT)
    }

    /// The seat has howitzers that could be ordered: their menu is not whole.
    pub(crate) fn has_howitzers(self, occasion: Occasion, seat: Seat) -> bool {
        let mut any = false;
        self.lobs_open(occasion, seat, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// Howitzer Attacks a menu offers: on enemies and on ground that burns, the marker's 1 to the first side.
    pub(crate) fn lobs_open(self, occasion: Occasion, seat: Seat, each: &mut dyn FnMut(FireChoice) -> bool) {
        let Some(card) = self.rules.seats.get(usize::from(seat.0)) else { return };
        let own: ArrayVec<UnitId, 64> =
            self.of_side(card.side).filter(|&id| self.is_unlimbered(id) && self.seat(id) == seat).take(64).collect();
        let sections = self.rules.options.howitzer_sections == HowitzerSections::On;
        if !own.iter().any(|&id| self.card(id).howitzers) && !sections {
            return;
        }
        for at in self.grid().hexes().filter(|&hex| self.is_worth_a_shell(card.side, hex)) {
            for &id in &own {
                let from = self.unit(id).hexes.head();
                let first = self.howitzers_at(from, occasion).first() == Some(&id);
                if first
                    && self.may_lob(occasion, seat, from, at).is_ok()
                    && !each(FireChoice::Lob { from, at, one: Dir::D0 })
                {
                    return;
                }
            }
            let free = own
                .iter()
                .copied()
                .filter(|&id| sections && self.lobs_reach(id, at) && self.section_is_free(id).is_ok());
            let three: ArrayVec<UnitId, SECTIONS> = free.take(SECTIONS).collect();
            if let [a, b, c] = three.as_slice()
                && self.may_lob_sections(seat, [*a, *b, *c], at).is_ok()
                && !each(FireChoice::Sections { a: *a, b: *b, c: *c, at, one: Dir::D0 })
            {
                return;
            }
        }
    }

    fn is_worth_a_shell(self, side: kernel::Side, hex: Hex) -> bool {
        self.enemy_at(side, hex) || self.may_burn(hex) && !self.friend_at(side, hex)
    }

    /// A town or village that does not burn yet (LB 18.15.5a).
    pub fn may_burn(self, hex: Hex) -> bool {
        self.rules.charts.ground.terrain(self.ground().at(hex)).burns && !self.state.fires.contains(&hex)
    }

    /// On the die of distance (chart 24).
    fn scatter_modifiers(self, batteries: &[UnitId], at: Hex, section: bool, sum: &mut Reckoning) {
        let charts = &self.rules.charts.guns;
        let value = |modifier: ScatterModifier| i32::from(charts.scatter_modifier(modifier));
        let homes = || batteries.iter().map(|&id| self.unit(id).hexes.head());
        let seen = homes().any(|from| self.sees(from, at));
        sum.add_if(seen, value(ScatterModifier::Sight), "in sight", "LB 18.15.3");
        sum.add_if(!section, value(ScatterModifier::Battery), "a howitzer battery", "LB 18.15.3");
        let bonus = homes().filter_map(|hex| self.bonuses(self.commander_at(self.side_at(hex)?, hex)?).artillery);
        let bonus = i32::from(bonus.max().unwrap_or(0));
        sum.add_if(bonus != 0, bonus * value(ScatterModifier::Leader), "artillery leader", "LB 18.15.3");
        let nearest = homes().map(|from| self.grid().distance(from, at)).min().unwrap_or(0);
        let long = nearest > u16::from(charts.classes.howitzer_long_range);
        sum.add_if(long, value(ScatterModifier::LongRange), "far away", "LB 18.15.3");
        match self.rules.light(self.state.turn) {
            Light::Day => {}
            Light::Dusk => sum.add(value(ScatterModifier::Dusk), "dusk", "LB 18.15.3"),
            Light::Night => sum.add(value(ScatterModifier::Night), "night", "LB 18.15.3"),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Batteries with an enemy at short range have no use of their section for the rest of the turn (LB 18.15.2).
    pub(crate) fn note_threatened(&mut self) {
        if self.rules.options.howitzer_sections == HowitzerSections::On {
            for id in self.table().on_map().filter(|&id| self.table().is_artillery(id)).collect::<ArrayVec<_, 128>>() {
                self.unit_mut(id).turn.artillery.threatened |= self.table().is_threatened(id);
            }
        }
    }

    /// Where the shells of an order fall is found out as the fire is opened: a die for the direction, counted from the marker's 1, and a
    /// die for the distance (LB 18.15.3). The value is that of long range, whatever the distance (LB 18.15.2.1b, G3.44). Sections spend no
    /// round (LB 18.15.4). Beyond the map nothing is hit. Tells which batteries draw a round.
    pub(crate) fn open_lob(&mut self, occasion: Occasion, order: &FireOrder, series: u8) -> Stack {
        let (one, batteries, section): (Dir, ArrayVec<UnitId, MOST_LOBBING>, bool) = match order.lob {
            None => return Stack::new(),
            Some(Lob::Battery { one }) => {
                (one, self.table().howitzers_at(order.from, occasion).into_iter().collect(), false)
            }
            Some(Lob::Sections { one, batteries }) => (one, batteries.into_iter().collect(), true),
        };
        let direction = self.die();
        let die = self.die();
        let mut sum = Reckoning::new(self.listener);
        self.table().scatter_modifiers(&batteries, order.at, section, &mut sum);
        let distance = self.rules.charts.guns.scatter(i32::from(die) + sum.total);
        let towards = one.right(direction.saturating_sub(1));
        let grid = &self.rules.ground.grid;
        let fallen = (0..distance).try_fold(order.at, |hex, _| grid.neighbour(hex, towards));
        if self.listener.hears() {
            let table = self.table();
            let who =
                [Who::Hex(order.at), Who::Count(distance.into()), Who::Facing(crate::hexes::Facing::Side(towards))];
            let entry = Entry {
                lines: sum.lines,
                dice: vec![direction, die],
                ..table.entry("LB 18.15.3", told::SHELLS_FALL, &who)
            };
            self.listener.tell(entry);
        }
        if let Some(hex) = fallen {
            let table = self.table();
            let units = table.stack_at(hex);
            let value = batteries.iter().fold(Fraction::ZERO, |sum, &id| sum + table.long_fire(id));
            let defense = table.defense(&Target { at: hex, units: &units, from: &[], supposed: false });
            let density = table.density(hex);
            let attack = Attack { target: hex, value, defense, shift: 0, density, bonus: 0, guns: true, far: true };
            let (value, overflow) = self.state.with_overflow();
            overflow.keep(&mut value.shots, Shot { series, attack, units, howitzers: true });
        }
        if section { Stack::new() } else { batteries.into_iter().collect() }
    }

    /// Shells fall on whoever is there, friend or enemy; an empty town or village is rolled for all the same (LB 18.15.3, 18.15.5a).
    pub(crate) fn howitzers_strike(&mut self, shot: &Shot) {
        let hex = shot.attack.target;
        let hit = match shot.units.is_empty() {
            true => None,
            false => self.fire_attack("LB 18.15.3", &shot.attack, &shot.units, After::Check),
        };
        let natural = match hit {
            Some(hit) => hit.natural,
            None if self.table().may_burn(hex) => {
                let natural = self.the_dice();
                if self.listener.hears() {
                    let table = self.table();
                    let dice = vec![natural.tens(), natural.ones()];
                    let entry = Entry { dice, ..table.entry("LB 18.15.5a", told::MAY_BURN, &[Who::Hex(hex)]) };
                    self.listener.tell(entry);
                }
                natural
            }
            None => return,
        };
        if natural >= crate::fire::LEADER_AT_RISK && self.table().may_burn(hex) {
            self.burn(hex);
        }
    }

    /// A fire breaks out: those in the hex are Disordered, or rout if they were; a second one does nothing (LB 18.15.5a, 18.15.5b).
    fn burn(&mut self, hex: Hex) {
        self.tell("LB 18.15.5a", told::BURNS, &[Who::Hex(hex)]);
        let (value, overflow) = self.state.with_overflow();
        overflow.keep(&mut value.fires, hex);
        let stack = self.table().stack_at(hex);
        for &id in &stack {
            self.disorder(id, Cause::Burning);
        }
        // Losses of the same shells are checked for beside it, or not, as clubs read it (LB G3.57).
        if self.rules.options.burning_and_losses == BurningAndLosses::One
            && let Some(event) = self.state.casualties.last_mut()
        {
            stack.iter().for_each(|&id| event.checking.remove(id));
        }
        self.settle_guns(hex);
    }
}

impl Table<'_> {
    /// The value of a battery at long range, for what is left of it.
    fn long_fire(self, id: UnitId) -> Fraction {
        let left = Fraction::of(self.increments(id).into(), self.card(id).increments.into());
        let half = self.unit(id).order == Order::Disorder;
        let order = if half { Fraction::HALF } else { Fraction::ONE };
        Fraction::whole(self.specific(id).fire[2].into()) * left * order
    }

    /// Whether a hex has to fire at an enemy next to it.
    fn is_bound(self, occasion: Occasion, from: Hex) -> bool {
        self.neighbours(from)
            .any(|near| self.may_fire(occasion, from, near).is_ok() && self.can_reach_odds(occasion, near, &[from]))
    }

    fn batteries_with_orders(self, occasion: Occasion, more: &Stack) -> crate::cards::UnitSet {
        let mut all = self.batteries_ordered(occasion);
        more.iter().for_each(|&id| all.insert(id));
        all
    }
}
