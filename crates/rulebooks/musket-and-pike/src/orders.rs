//! Chapter 5.6: what each of the four Orders lets a unit do in its own activation. Sight has no part in it (MP 5.6.0a), and neither have advances and
//! retreats after Close Combat (MP 5.6.1l, 5.6.5c).

use crate::cards::{UnitId, UnitSet};
use crate::facing::Pose;
use crate::movement::{Activity, Moving};
use crate::state::{Formation, Mark, Orders, Slot};
use crate::table::Table;
use field::hexes::Hex;
use kernel::{Refusal, Side};

impl<'a> Table<'a> {
    /// The Move Action of a unit, if it is under way.
    #[inline]
    pub(crate) fn own_move(self, id: UnitId) -> Option<&'a Moving> {
        self.state.moves.last().filter(|moving| moving.unit == id && moving.activity == Activity::Move)
    }

    /// Whether Orders let a unit of the active Wing enter a hex by its own move, Advancing or Retreating Fire or displacement: adjacency to enemies, distance,
    /// nearness (MP 5.6.1d to 5.6.4a; ruling G-A26). The move under way says where the unit began.
    pub fn orders_allow_entering(self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        self.adjacency_allows(id, hex)?;
        if self.obeys(id) == Some(Orders::Rally) {
            let moving = self.own_move(id);
            let start = moving.map_or(self.pose(id), Moving::start_pose);
            if self.nearer_to_some_enemy(id, start, Pose { hex, other: None, facing: start.facing }) {
                return Err(Refusal::new("MP 5.6.4a", "under Rally a unit may not end nearer to any enemy unit"));
            }
        }
        Ok(())
    }

    /// The Orders that bind a unit now: none while it is on its way back into command (MP 5.4.3c), and none ever for unlimbered guns (MP 5.5.4a). Wagons and
    /// limbered guns obey like the rest (MP 5.5.4b).
    #[inline]
    pub(crate) fn obeys(self, id: UnitId) -> Option<Orders> {
        if self.is_free_of_orders(id) || !self.counts_in_command(id) {
            return None;
        }
        Some(self.orders(id))
    }

    /// An unlimbered gun (MP 5.5.4a).
    #[inline]
    pub(crate) fn is_free_of_orders(self, id: UnitId) -> bool {
        self.is_gun(id) && !self.is_limbered(id)
    }

    /// In command as tested when its move began, or now (MP 5.4.2a).
    #[inline]
    pub(crate) fn counts_in_command(self, id: UnitId) -> bool {
        self.own_move(id).map_or_else(|| self.in_command(id), |moving| moving.in_command)
    }

    /// Only under Charge does a unit enter a hex next to an enemy unit, or one that an enemy gun or wagon holds (MP 5.6.1d, 5.6.2a, 5.6.3a; ruling G-A26);
    /// out of command it never does (MP 5.4.3h).
    #[inline]
    pub(crate) fn adjacency_allows(self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        let side = self.side(id);
        let (rule, why) = match self.obeys(id) {
            Some(Orders::Charge) => return Ok(()),
            None if self.is_free_of_orders(id) => return Ok(()),
            None => ("MP 5.4.3h", "a unit out of command may not go next to an enemy unit"),
            Some(Orders::MakeReady) => ("MP 5.6.2a", "under Make Ready a unit may not go next to an enemy unit"),
            Some(Orders::ReceiveCharge) => {
                ("MP 5.6.3a", "under Receive Charge a unit may not go next to an enemy unit")
            }
            Some(Orders::Rally) => ("MP 5.6.1d", "only under Charge does a unit go next to an enemy unit"),
        };
        if self.enemy_at_or_near(side, hex) {
            return Err(Refusal::new(rule, why));
        }
        Ok(())
    }

    /// Whether a pose is nearer than another to any enemy unit, each for itself (MP 5.6.4a).
    pub(crate) fn nearer_to_some_enemy(self, id: UnitId, start: Pose, now: Pose) -> bool {
        self.enemies_of(id).any(|enemy| self.hexes_between(now, self.unit(enemy)) < self.off_to_keep(start, enemy))
    }

    /// Whether Orders let a unit Reform on its own Wing's authority (MP 5.6.1j, 5.6.2b, 5.6.3c, 5.6.4b).
    pub fn orders_allow_reform(self, id: UnitId) -> Result<(), Refusal> {
        match self.orders(id) {
            _ if self.is_free_of_orders(id) => Ok(()),
            Orders::Charge => Err(Refusal::new("MP 5.6.1j", "under Charge no unit Reforms by itself")),
            Orders::MakeReady if !self.commander_near(id) => {
                Err(Refusal::new("MP 5.6.2b", "under Make Ready a unit Reforms only with its Wing Commander at hand"))
            }
            _ => Ok(()),
        }
    }

    /// The same for Rally (MP 5.6.1j, 5.6.2b, 5.6.3c, 5.6.4b).
    pub fn orders_allow_rally(self, id: UnitId) -> Result<(), Refusal> {
        match self.orders(id) {
            _ if self.is_free_of_orders(id) => Ok(()),
            Orders::Charge => Err(Refusal::new("MP 5.6.1j", "under Charge no unit Rallies by itself")),
            Orders::MakeReady => Err(Refusal::new("MP 5.6.2b", "under Make Ready no unit Rallies")),
            Orders::ReceiveCharge if !self.commander_near(id) => Err(Refusal::new(
                "MP 5.6.3c",
                "under Receive Charge a unit Rallies only with its Wing Commander at hand",
            )),
            _ => Ok(()),
        }
    }

    fn commander_near(self, id: UnitId) -> bool {
        self.commander_of(self.card(id).wing).is_some_and(|leader| self.leader_near(leader, id))
    }

    /// Whether an enemy unit stands in the front of a friend of `id` other than itself (MP 5.6.1b, 5.6.1f; ruling G-A49: a Hedgehog has front all round,
    /// units without facing have none).
    pub(crate) fn engaged_by_another(self, id: UnitId, enemy: UnitId) -> bool {
        let side = self.side(id);
        self.unit(enemy).hexes().any(|hex| {
            self.neighbours(hex).any(|near| {
                let there = [self.body_at(near), self.gun_at(near)];
                there.into_iter().flatten().any(|friend| {
                    friend != id && self.side(friend) == side && self.has_facing(friend) && self.fronts(friend, hex)
                })
            })
        })
    }

    /// The enemy unit that holds a charging unit at a pose: adjacent, in no other friend's front, and no lone gun or wagon (MP 5.6.1f, 5.6.1g, 5.6.1h).
    #[inline]
    pub(crate) fn holds_fast(self, id: UnitId, pose: Pose) -> Option<UnitId> {
        let side = self.side(id);
        let holder = |hex: Hex| {
            if !self.enemy_adjacent(side, hex) {
                return None;
            }
            let bodies = self.neighbours(hex).filter_map(|near| self.body_at(near));
            bodies.filter(|&body| self.side(body) != side).find(|&enemy| !self.engaged_by_another(id, enemy))
        };
        holder(pose.hex).or_else(|| pose.other.and_then(holder))
    }

    /// The enemies a charging unit may choose to go for from a pose: the closest ones, and where a closest one is already in another friend's front the next
    /// closest of which that is not true (MP 5.6.1a, 5.6.1b, 5.6.1e; ruling G-A24).
    pub(crate) fn charge_preys(self, id: UnitId, pose: Pose) -> UnitSet {
        let nearest = |wanted: &dyn Fn(UnitId) -> bool| {
            let (mut least, mut preys) = (u8::MAX, UnitSet::EMPTY);
            for enemy in self.enemies_of(id) {
                let distance = self.hexes_between(pose, self.unit(enemy));
                if distance > least || !wanted(enemy) {
                    continue;
                }
                if distance < least {
                    (least, preys) = (distance, UnitSet::EMPTY);
                }
                preys.insert(enemy);
            }
            preys
        };
        let mut preys = nearest(&|_| true);
        if preys.iter().any(|enemy| self.engaged_by_another(id, enemy)) {
            nearest(&|enemy| !self.engaged_by_another(id, enemy)).iter().for_each(|enemy| preys.insert(enemy));
        }
        preys
    }

    /// Whether a unit never has to go next to the front of Heavy Infantry (MP 5.6.1k, 14.6b).
    pub(crate) fn is_spared(self, id: UnitId) -> bool {
        self.is_light(id) || self.is_croats(id) && self.is_cavalry(id) || !self.is_body(id)
    }

    /// Whether some Heavy Infantry of the enemy has a hex in its front (MP 5.6.1k).
    pub(crate) fn before_heavy_infantry(self, side: Side, hex: Hex) -> bool {
        let near = self.neighbours(hex).filter_map(move |near| self.body_at(near));
        near.filter(|&enemy| self.side(enemy) != side && self.is_heavy(enemy) && self.has_facing(enemy))
            .any(|enemy| self.fronts(enemy, hex))
    }

    /// A unit of the active Wing that has not acted and still has a duty to move: under Charge toward the enemy (MP 5.6.1a, 5.6.1c), out of command back to its
    /// leader (MP 5.4.3a, 5.4.3d). Others need not act (MP 3.2.Cb).
    pub fn must_act(self, id: UnitId) -> bool {
        let known = self.state.known_duty(id);
        known.unwrap_or_else(|| self.could_owe_a_move(id) && self.has_duty(id, self.in_command(id)))
    }

    /// Whether a unit of the active Wing can still move, so that it may have to.
    pub(crate) fn could_owe_a_move(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.on_map()
            && !unit.has(Mark::Acted)
            && self.is_active(id)
            && unit.slot != Slot::Under
            && unit.formation != Formation::Hedgehog
            && self.allowance(id) > 0
            && self.may_move(id).is_ok()
    }
}
