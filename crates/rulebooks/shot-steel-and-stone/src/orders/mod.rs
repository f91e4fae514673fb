//! Orders: what every unit is to do this turn, and who commands it (SSS 1.2a, P2).

mod steps;

pub(crate) use steps::steps_of;
pub use steps::{OrderChoice, OrderStep};

use crate::cards::{Arm, LeaderId, Missile, Order, UnitId};
use crate::face::told::{self, Who};
use crate::measures::{BW, bw};
use crate::state::{Activity, Intent, Pending, Place, Unit};
use crate::table::{Play, Table};
use field::table::{Body, Point, TOUCH};
use kernel::{Listener, Refusal, Seat};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

/// Who is nearer to an enemy than this acts on his own initiative (SSS 1.2e, 4.6).
const OWN_INITIATIVE: i32 = bw(3);

impl Table<'_> {
    /// Horse artillery, skirmishers, light cavalry and whoever has an enemy within 3 BW (SSS 1.2d, 1.2e, 4.5, 4.6).
    pub fn acts_on_own_initiative(self, id: UnitId) -> bool {
        let card = self.card(id);
        // SSS G37: a courier rides on his errand, which is nobody's to order again.
        let light = card.is_horse_artillery()
            || self.unit(id).order == Order::Skirmish
            || card.is_light_mounted()
            || card.arm == Arm::Courier;
        let near = || {
            let (body, gap) = (self.body(id), f64::from(OWN_INITIATIVE));
            self.enemies_of(id).any(|enemy| body.within(&self.body(enemy), gap))
        };
        self.unit(id).place == Place::Table && (light || near())
    }

    /// The nearest enemy unit on the table and how far off it is.
    pub fn nearest_enemy(self, id: UnitId) -> Option<(UnitId, f64)> {
        if self.unit(id).place != Place::Table {
            return None;
        }
        self.nearest_of(id, self.enemies_of(id))
    }

    /// The nearest of some units and how far off it is; of several as near the first.
    fn nearest_of(self, id: UnitId, others: impl Iterator<Item = UnitId> + Clone) -> Option<(UnitId, f64)> {
        /// Far above the noise of the arithmetic.
        const NOISE: f64 = 1.0;
        let body = self.body(id);
        let off = |other: UnitId| body.distance(&self.body(other));
        // Whoever is nearest by the circles about them is measured first: then most others are farther off by these alone.
        let apart = |other: UnitId| {
            let theirs = self.body(other);
            theirs.center().distance(body.center()) - theirs.radius()
        };
        let first = others.clone().map(|other| (other, apart(other))).min_by(|one, two| one.1.total_cmp(&two.1))?.0;
        let mut nearest = (first, off(first));
        for other in others.filter(|&other| other != first) {
            if body.maybe_within(&self.body(other), nearest.1 + NOISE) {
                let off = off(other);
                if (off, other) < (nearest.1, nearest.0) {
                    nearest = (other, off);
                }
            }
        }
        Some(nearest)
    }

    /// The nearest of those that are charged and fought: pigs are not (SSS G210).
    pub(crate) fn nearest_foe(self, id: UnitId) -> Option<(UnitId, f64)> {
        self.nearest_of(id, self.enemies_of(id).filter(|&enemy| !self.is_pig(enemy)))
    }

    /// Has a part in this turn that its owner orders.
    pub fn takes_orders(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.place != Place::Table {
            return refuse("SSS 1.0", "the unit is not on the table");
        }
        if self.prays(id) {
            return refuse("SSS 42.7", "it gives this move to prayer");
        }
        if self.in_storm(id) {
            return refuse("SSS 42.4b", "nobody sees his hand in the sandstorm");
        }
        if self.card(id).arm == Arm::FlamingPig {
            return refuse("SSS 42.1a", "a pig is let loose, not ordered about");
        }
        match unit.activity {
            Activity::Routing | Activity::Retreating => refuse("SSS 40.5", "it runs, and obeys nobody"),
            Activity::RetiringInGoodOrder => refuse("SSS 2.1", "it leaves the battle"),
            Activity::Pursuing => refuse("SSS 1.5.1d", "it pursues"),
            _ => Ok(()),
        }
    }

    /// Who would command a unit: whoever it has been put under, else its own leader if it stands in his radius, else the
    /// Commander-in-Chief if it stands in his (SSS 1.3b, 4.2, 4.4a).
    pub fn commander_of(self, id: UnitId) -> Option<LeaderId> {
        let unit = self.unit(id);
        if unit.led_by.is_some() || unit.left_alone {
            return unit.led_by;
        }
        let chief = self.chief(self.side(id));
        self.own_leader(id).into_iter().chain(chief).find(|&leader| self.may_command(leader, id).is_ok())
    }

    /// Whether a leader may command a unit this turn (SSS 1.3b, 4.1, 4.2, 6.5).
    pub fn may_command(self, leader: LeaderId, id: UnitId) -> Result<(), Refusal> {
        if self.leader_card(leader).side != self.side(id) {
            return refuse("SSS 4.2", "he is of the other side");
        }
        if !self.gives_orders(leader) {
            return refuse("SSS 6.5", "he gives no orders now");
        }
        if self.own_leader(id) != Some(leader) && self.chief(self.side(id)) != Some(leader) {
            return refuse("SSS 4.2", "a sub-commander commands his own units only");
        }
        if !self.in_radius(leader, id) {
            return refuse("SSS 4.3", "it stands outside his command radius");
        }
        Ok(())
    }

    /// Whether a unit may be given this to do.
    pub fn judge_intent(self, seat: Seat, id: UnitId, intent: Intent) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if self.side(id) != self.state.active {
            return refuse("SSS 1.0", "it is not its side's turn");
        }
        self.takes_orders(id)?;
        self.judge_what_is_told(id, intent)
    }

    /// The same of a unit that takes orders, by its owner in his turn.
    fn judge_what_is_told(self, id: UnitId, intent: Intent) -> Result<(), Refusal> {
        let unit = self.unit(id);
        let fighting = self.in_contact(id);
        match intent {
            Intent::Fight | Intent::Disengage if !fighting => return refuse("SSS 26.1", "it is in no melee"),
            Intent::Fight | Intent::Disengage | Intent::Hold => {}
            _ if fighting => return refuse("SSS 4.4b", "it is in a melee: it fights on or disengages"),
            _ => {}
        }
        if unit.activity == Activity::Rallying && !matches!(intent, Intent::Hold | Intent::Reform) {
            return refuse("SSS 39.11", "rallying takes a full move doing nothing else");
        }
        // SSS 40.1: a halted unit changes formation if it likes.
        let waits = match intent {
            Intent::Hold | Intent::Reform | Intent::Fight => true,
            Intent::Change => unit.pending == Pending::Halt,
            _ => false,
        };
        if unit.pending != Pending::Nothing && !waits {
            return refuse("SSS 40.1", "the result of its test comes first");
        }
        match intent {
            // SSS G50: who halts may change formation without being told to.
            Intent::Hold | Intent::Fight | Intent::Disengage | Intent::Reform | Intent::Change => Ok(()),
            Intent::Move => self.heeds_orders(id),
            Intent::MoveAndShoot => {
                self.may_move_and_shoot(id)?;
                self.heeds_orders(id)
            }
            Intent::Charge(target) => self.judge_charge_order(id, target),
            Intent::Firefight => self.judge_firefighting(id),
            Intent::Plash => self.judge_plashing(id),
            Intent::HoldToLastMan => match self.commander_of(id) {
                Some(_) => Ok(()),
                None => refuse("SSS G62", "only a leader in range gives that order"),
            },
        }
    }

    /// Within its leader's radius, or on its own initiative (SSS 4.4a, G50).
    pub(crate) fn heeds_orders(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.own_initiative || self.commander_of(id).is_some() || (unit.destination.is_some() && !unit.sent) {
            return Ok(());
        }
        refuse("SSS 4.4a", "outside its commander's radius it halts and waits for orders")
    }

    /// A leader in range sends a unit somewhere: it goes on with that order when it is out of his reach (SSS 4.4a, G50).
    pub(crate) fn judge_send(self, seat: Seat, id: UnitId, to: Point) -> Result<(), Refusal> {
        self.judge_intent(seat, id, Intent::Move)?;
        self.judge_way_sent(id, to)
    }

    fn judge_way_sent(self, id: UnitId, to: Point) -> Result<(), Refusal> {
        let ground = &self.rules.ground;
        if !(0..=ground.width).contains(&to.x) || !(0..=ground.height).contains(&to.y) {
            return refuse("SSS G50", "that is off the table");
        }
        match self.commander_of(id) {
            Some(_) if self.has_reached(id, to) => refuse("SSS G50", "it is there already"),
            Some(_) => Ok(()),
            None => refuse("SSS G50", "only a leader in range gives that order"),
        }
    }

    /// A place within half a base width of a unit is reached (SSS G96).
    fn has_reached(self, id: UnitId, to: Point) -> bool {
        self.body(id).distance_to_point(to.vec()) <= f64::from(BW / 2) + TOUCH
    }

    /// Whether a piece of a move brings a unit that is carrying out an order nearer to where that leads; who acts on his own
    /// initiative goes where he likes (SSS 4.4a, G96).
    pub(crate) fn goes_where_sent(self, id: UnitId, after: &Unit) -> bool {
        let Some(to) = self.unit(id).destination.filter(|_| !self.unit(id).own_initiative) else { return true };
        let off = |body: &Body| body.main().front.distance(to.vec());
        let turned = after.pose.facing != self.unit(id).pose.facing;
        turned || off(&self.rules.body_of(id, after)) < off(&self.body(id))
    }

    /// Matchlocks may not move and fire (SSS 8.3); elephants and their crews may (SSS 41.15).
    pub(crate) fn may_move_and_shoot(self, id: UnitId) -> Result<(), Refusal> {
        let card = self.card(id);
        let weapon = if card.arm == Arm::Elephants { card.crew_missile } else { card.missile };
        match weapon {
            Missile::Matchlock => refuse("SSS 8.3", "matchlocks may not move and fire in the same turn"),
            Missile::None if card.guns.is_empty() => refuse("SSS 11.1", "it has nothing to shoot with"),
            _ => Ok(()),
        }
    }

    /// Infantry in a wood, with nothing else to do (SSS 24.4).
    fn judge_plashing(self, id: UnitId) -> Result<(), Refusal> {
        let woods = |area: &&scenario::Area| {
            matches!(area.kind, scenario::AreaKind::LightWoods | scenario::AreaKind::HeavyWoods)
        };
        // The barrier is made along its front, so that must be in the wood.
        let (left, right) = self.body(id).front_ends();
        let within = |area: &scenario::Area| {
            [left, left.midpoint(right), right].iter().all(|&place| area.outline.distance(place) <= TOUCH)
        };
        let inside = self.rules.ground.areas.iter().filter(woods).any(within);
        match self.is_foot(id) && !self.is_garrison(id) && inside {
            true => Ok(()),
            false => refuse("SSS 24.4", "infantry plashes and fells where its front stands in a wood"),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit has its orders; if it is not put under anybody, its own leader gives them, or the Commander-in-Chief.
    pub(crate) fn order(&mut self, id: UnitId, intent: Intent) {
        // SSS G49, G62: on its own initiative it needs no leader, but some orders are a leader's to give.
        let free = self.unit(id).own_initiative && self.unit(id).led_by.is_none() && intent != Intent::HoldToLastMan;
        let by = self.table().commander_of(id).filter(|_| !free);
        let unit = self.unit_mut(id);
        (unit.this_turn.intent, unit.this_turn.ordered) = (intent, true);
        if unit.this_turn.led_by.is_none() {
            unit.this_turn.led_by = by;
        }
        self.tell("SSS 1.0", told::ORDERED, &[Who::Unit(id), Who::Intent(intent)]);
    }

    /// Whoever was told nothing holds, or fights on; whoever belongs to a leader's radius is his to lead all the same
    /// (SSS G83).
    pub(crate) fn orders_given(&mut self) {
        let side = self.state.active;
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            if self.table().side(id) != side || self.unit(id).place != Place::Table {
                continue;
            }
            let fights = self.table().in_contact(id);
            let own = self.unit(id).own_initiative;
            let obeys = self.table().takes_orders(id).is_ok() && self.unit(id).pending == Pending::Nothing;
            let by = self.table().commander_of(id).filter(|_| !own);
            let unit = self.unit_mut(id);
            if !unit.this_turn.ordered && fights {
                unit.this_turn.intent = Intent::Fight;
            } else if !unit.this_turn.ordered && unit.destination.is_some() && obeys {
                // SSS 4.4a: it goes on with the orders it has.
                unit.this_turn.intent = Intent::Move;
            }
            unit.this_turn.led_by = unit.this_turn.led_by.or(by);
        }
    }

    /// A leader in range sends a unit somewhere.
    pub(crate) fn send(&mut self, id: UnitId, to: Point) {
        let by = self.table().commander_of(id);
        self.order(id, Intent::Move);
        let unit = self.unit_mut(id);
        (unit.destination, unit.this_turn.led_by, unit.this_turn.sent) = (Some(to), by, true);
        self.tell("SSS 4.4a", told::SENT, &[Who::Unit(id), Who::Spot(to)]);
    }

    /// Orders in hand are carried out when the unit gets there, and forgotten by those who run (SSS 4.4a, G96).
    pub(crate) fn orders_lapse(&mut self, id: UnitId) {
        let Some(to) = self.unit(id).destination else { return };
        let reached = self.table().has_reached(id, to);
        if reached {
            self.tell("SSS 4.4a", told::HAS_ARRIVED, &[Who::Unit(id)]);
        }
        if reached || self.table().takes_orders(id).is_err() {
            self.unit_mut(id).destination = None;
        }
    }
}
