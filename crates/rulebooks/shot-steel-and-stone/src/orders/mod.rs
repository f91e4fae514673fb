//! Orders: what every unit is to do this turn, and who commands it (SSS 1.2a, P2).

mod steps;

pub(crate) use steps::steps_of;
pub use steps::{OrderChoice, OrderStep};

use crate::cards::{Arm, LeaderId, Missile, Order, UnitId};
use crate::face::told::{self, Who};
use crate::measures::bw;
use crate::state::{Activity, Intent, Pending, Place};
use crate::table::{Play, Table};
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
        let light = card.is_horse_artillery() || self.unit(id).order == Order::Skirmish || card.is_light_mounted();
        let near = || {
            let (body, gap) = (self.body(id), f64::from(OWN_INITIATIVE));
            self.enemies_of(id)
                .any(|enemy| body.maybe_within(&self.body(enemy), gap) && body.within(&self.body(enemy), gap))
        };
        self.unit(id).place == Place::Table && (light || near())
    }

    /// The nearest enemy unit on the table and how far off it is.
    pub fn nearest_enemy(self, id: UnitId) -> Option<(UnitId, f64)> {
        if self.unit(id).place != Place::Table {
            return None;
        }
        let body = self.body(id);
        let off = self.enemies_of(id).map(|enemy| (enemy, body.distance(&self.body(enemy))));
        off.min_by(|one, two| one.1.total_cmp(&two.1))
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
        if unit.pending != Pending::Nothing && !matches!(intent, Intent::Hold | Intent::Reform | Intent::Fight) {
            return refuse("SSS 40.1", "the result of its test comes first");
        }
        match intent {
            Intent::Hold | Intent::Fight | Intent::Disengage | Intent::Reform => Ok(()),
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
        if unit.own_initiative || unit.destination.is_some() || self.commander_of(id).is_some() {
            return Ok(());
        }
        refuse("SSS 4.4a", "outside its commander's radius it halts and waits for orders")
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
        let body = self.body(id);
        let inside = self.rules.ground.areas.iter().filter(woods).any(|area| area.outline.meets_body(&body));
        match self.is_foot(id) && inside {
            true => Ok(()),
            false => refuse("SSS 24.4", "infantry plashes and fells where it stands in a wood"),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit has its orders; if it is not put under anybody, its own leader gives them, or the Commander-in-Chief.
    pub(crate) fn order(&mut self, id: UnitId, intent: Intent) {
        let by =
            self.table().commander_of(id).filter(|_| !self.unit(id).own_initiative || self.unit(id).led_by.is_some());
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
            let by = self.table().commander_of(id).filter(|_| !own);
            let unit = self.unit_mut(id);
            if !unit.this_turn.ordered && fights {
                unit.this_turn.intent = Intent::Fight;
            }
            unit.this_turn.led_by = unit.this_turn.led_by.or(by);
        }
    }
}
