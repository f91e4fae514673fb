//! Where units and leaders should go.

use super::{ENOUGH, NEVER};
use crate::agenda::Step;
use crate::cards::{LeaderId, Role, UnitId, WingId};
use crate::facing::{Pose, Shape};
use crate::movement::{Activity, MoveChoice, MoveStep};
use crate::state::{Formation, Morale, Orders};
use crate::table::Table;
use field::hexes::{Dir, Hex, Side as Aspect};

/// What a hex nearer to the goal is worth.
const HEX: i32 = 4;
/// What a Victory Point is worth that a fight promises, and one of a gun that stands alone.
const WORTH: i32 = 4;
const PRIZE: i32 = 3;
/// What a friend who is upon the enemy already adds to the sum of a combat: numbers, a flank, his pistols.
const HELP: i32 = 2;
/// What keeps those away who have no business with an enemy.
const AVOID: i32 = 24;
/// What order is worth that would be lost on the way.
const ORDER: i32 = 8;
/// Nobody to go for.
const NOWHERE: i32 = -1_000;
/// How far from the enemy those halt who do not mean to charge.
const BOW: u8 = 3;

impl Table<'_> {
    pub(super) fn rank_move(self, choice: MoveChoice) -> i32 {
        let mover = match self.state.agenda.top() {
            Some(Step::Move(MoveStep::Action(unit))) => Some(unit),
            Some(Step::Move(MoveStep::LeaderAction(leader) | MoveStep::LeaderNext { leader, .. })) => {
                return self.rank_ride(leader, choice);
            }
            _ => self.state.moves.last().map(|moving| moving.unit),
        };
        let Some(id) = mover else { return self.rank_other_move(choice) };
        match choice {
            MoveChoice::Move => self.rank_setting_off(id),
            MoveChoice::Take(leader) => self.rank_company(id, leader),
            MoveChoice::Hedgehog => -4,
            MoveChoice::Pistol(_) => -1,
            _ => match self.pose_after(id, choice) {
                Some((pose, hits)) => self.rank_step(id, pose, hits),
                None => self.rank_other_move(choice),
            },
        }
    }

    fn rank_other_move(self, choice: MoveChoice) -> i32 {
        match choice {
            MoveChoice::Enter { .. } => 5,
            MoveChoice::Top | MoveChoice::Take(_) => 1,
            MoveChoice::Stop | MoveChoice::Nothing | MoveChoice::Bottom | MoveChoice::Leave(_) => ENOUGH,
            _ => -3,
        }
    }

    /// How a unit would stand after a step of its move, and what order the ground would cost it.
    fn pose_after(self, id: UnitId, choice: MoveChoice) -> Option<(Pose, u8)> {
        let (shape, pose) = (self.shape(id), self.pose(id));
        match choice {
            MoveChoice::Ahead(dir) => {
                let hits = self.unit(id).hexes().map(|hex| self.entry_hits(id, hex, dir)).max().unwrap_or(0);
                Some((self.pose_ahead(shape, pose, dir)?, hits))
            }
            MoveChoice::Turn(vertex) if shape == Shape::Single => Some((Pose { facing: vertex, ..pose }, 0)),
            MoveChoice::Wheel(pivot) => Some((self.pose_wheeled(shape, pose, pivot)?, 0)),
            MoveChoice::CounterMarch => Some((self.pose_counter_marched(shape, pose)?, 0)),
            _ => None,
        }
    }

    /// Whether a unit has something to move for.
    fn rank_setting_off(self, id: UnitId) -> i32 {
        let Some((_, distance)) = self.nearest_enemy(id) else { return -1 };
        match self.orders(id) {
            _ if self.is_gun(id) && !self.is_limbered(id) => -1,
            Orders::Charge if distance > 1 => 4,
            // Next to the enemy a charge turns to face whom it attacks.
            Orders::Charge => self.rank_turning_to_fight(id),
            Orders::MakeReady if distance > BOW && self.is_body(id) => 3,
            _ if !self.in_command(id) => 2,
            _ => -1,
        }
    }

    /// Whether a unit that touches the enemy has nobody before its front whom it would attack.
    fn rank_turning_to_fight(self, id: UnitId) -> i32 {
        let fronted = self.enemies_of(id).any(|enemy| self.attackable_hex(id, enemy).is_some());
        if fronted || self.is_light(id) { -1 } else { 4 }
    }

    /// Nearer to what is worth attacking, in order, and with the enemy before the front.
    fn rank_step(self, id: UnitId, pose: Pose, hits: u8) -> i32 {
        // A regiment is not given up to fill the gaps of another (MP 8.4c).
        let incorporates =
            |hex: Hex| self.body_at(hex).is_some_and(|body| body != id && self.may_incorporate(id, body).is_ok());
        if pose.hexes().any(incorporates) {
            return NEVER;
        }
        // Horse among musketeers is as slow as they are (MP 8.2.1b).
        let joins = |hex: Hex| self.body_at(hex).is_some_and(|body| body != id && self.side(body) == self.side(id));
        let slowed = if pose.hexes().any(joins) { ORDER } else { 0 };
        let gain = self.prospect(id, pose) - self.prospect(id, self.pose(id));
        let breaks = hits > 0 && self.unit(id).formation == Formation::Shaken;
        let disorder = i32::from(hits) * ORDER * if breaks { 3 } else { 1 };
        gain - disorder - slowed - 1
    }

    /// What a place promises a unit under its Orders.
    fn prospect(self, id: UnitId, pose: Pose) -> i32 {
        match self.orders(id) {
            Orders::Charge if self.is_body(id) && !self.is_returning(id) => {
                let prey = self.enemies_of(id).map(|enemy| self.promise_at(id, pose, enemy)).max();
                prey.unwrap_or(NOWHERE).max(self.ground_to_take(id, pose)) - self.exposure(id, pose)
            }
            Orders::Rally => 0,
            _ => {
                let nearest = self.enemies_of(id).min_by_key(|&enemy| self.gap(pose, enemy));
                let Some(enemy) = nearest else { return self.ground_to_take(id, pose).max(0) };
                let off = i32::from(self.gap(pose, enemy)) - i32::from(BOW);
                (-HEX * off.abs()).max(self.ground_to_take(id, pose)) - self.misfacing(pose, enemy)
            }
        }
    }

    /// Whether a unit is on its way back into command.
    fn is_returning(self, id: UnitId) -> bool {
        self.own_move(id).is_some_and(|moving| !moving.in_command)
    }

    /// Hexes between a pose and an enemy.
    fn gap(self, pose: Pose, enemy: UnitId) -> u8 {
        let grid = &self.ground().grid;
        self.unit(enemy).hexes().map(|hex| pose.distance(grid, hex)).min().unwrap_or(u8::MAX)
    }

    /// How much a unit would have to turn to go straight for an enemy: nothing where forward steps alone lead to him.
    fn misfacing(self, pose: Pose, enemy: UnitId) -> i32 {
        let grid = &self.ground().grid;
        let turns = |hex: Hex| {
            let ahead = grid.rows_ahead(pose.hex, pose.facing, hex);
            let far = grid.distance(pose.hex, hex) as i16;
            match ahead {
                ahead if ahead >= far => 0,
                ahead if ahead > 0 => 2,
                _ => 5,
            }
        };
        self.unit(enemy).hexes().map(turns).min().unwrap_or(0)
    }

    /// What an enemy promises from a pose: what the fight is worth, less the way to it.
    fn promise_at(self, id: UnitId, pose: Pose, enemy: UnitId) -> i32 {
        let gap = self.gap(pose, enemy);
        let way = HEX * i32::from(gap) + self.misfacing(pose, enemy);
        if !self.is_body(enemy) && self.body_at(self.unit(enemy).hex).is_none() {
            return PRIZE * self.lone_gun(id, enemy) - way;
        }
        if !self.is_body(enemy) || self.is_light(id) && !self.is_light(enemy) {
            return -AVOID - way;
        }
        let aspect = if gap == 1 { pose.hexes().filter_map(|hex| self.aspect(enemy, hex)).next() } else { None };
        let odds = self.odds_against(id, enemy, aspect) + HELP * self.help_against(id, enemy);
        let (gain, cost) = self.toll(&[id], enemy, odds);
        WORTH * (gain - cost) / 100 - way
    }

    /// A gun that nobody guards is worth its points to the first who comes (MP 11.5.1a).
    fn lone_gun(self, id: UnitId, gun: UnitId) -> i32 {
        let mut friends = self.of_side(self.side(id)).filter(|&friend| friend != id);
        let taken = friends.any(|friend| self.attackable_hex(friend, gun).is_some());
        if taken { 0 } else { i32::from(self.capture_points(gun)) }
    }

    /// Friends already upon an enemy, with whom the odds are better.
    fn help_against(self, id: UnitId, enemy: UnitId) -> i32 {
        let around = self.unit(enemy).hexes().flat_map(|hex| self.neighbours(hex));
        let friends = around.filter_map(|hex| self.body_at(hex)).filter(|&friend| {
            friend != id && self.side(friend) == self.side(id) && self.attackable_hex(friend, enemy).is_some()
        });
        friends.take(2).count() as i32
    }

    /// The sum that a combat of one unit against another would begin with.
    fn odds_against(self, id: UnitId, enemy: UnitId, aspect: Option<Aspect>) -> i32 {
        let morale = i32::from(self.morale(id)) - i32::from(self.morale(enemy));
        let (own, theirs) = (i32::from(self.strength(id)), i32::from(self.strength(enemy)));
        let ratio = match () {
            () if own >= 2 * theirs => 1,
            () if theirs >= 2 * own => -1,
            () => 0,
        };
        let disorder = |id: UnitId| match self.unit(id).formation {
            Formation::Broken => 2,
            Formation::Shaken => 1,
            _ => 0,
        };
        let shielded = self.is_heavy(enemy) && self.has_facing(enemy) && self.unit(enemy).morale != Morale::Broken;
        let aside = match aspect {
            Some(Aspect::Flank | Aspect::Rear) => 2,
            // Horse does not ride at pikes.
            _ if shielded && self.is_cavalry(id) => -5,
            _ => 0,
        };
        let momentum = match () {
            () if self.is_adjacent_to_enemy(id) => 0,
            () if self.is_cavalry(id) => 2,
            () => 1,
        };
        (morale + ratio + disorder(enemy) - disorder(id) + aside + momentum).clamp(-6, 6)
    }

    /// What standing there lays a unit open to: horse before pikes, anybody with the enemy in his flank.
    fn exposure(self, id: UnitId, pose: Pose) -> i32 {
        let side = self.side(id);
        let pikes = self.is_cavalry(id) && pose.hexes().any(|hex| self.before_heavy_infantry(side, hex));
        if pikes { 8 } else { 0 }
    }

    /// Ground that is worth Victory Points and in the enemy's hands draws whoever is near (MP 15.0g).
    fn ground_to_take(self, id: UnitId, pose: Pose) -> i32 {
        let (side, grid) = (self.side(id), &self.ground().grid);
        let held = self.ground().locations.iter().zip(&self.state.control);
        let wanted = held.filter(|(location, owner)| {
            let loses = location.points[side.ix()] > 0 && **owner != Some(side);
            loses || location.points[side.other().ix()] > 0 && **owner == Some(side.other())
        });
        let draw = wanted.map(|(location, _)| {
            let points = location.points.iter().max().copied().unwrap_or(0);
            let far = location.hexes.iter().map(|&hex| pose.distance(grid, hex)).min().unwrap_or(u8::MAX);
            i32::from(points.min(20)) - HEX * i32::from(far)
        });
        draw.max().unwrap_or(NOWHERE)
    }

    /// Leaders keep out of the fray with horse, that carries them off (MP 11.7.2k), and two are not risked with one unit.
    fn rank_company(self, id: UnitId, leader: LeaderId) -> i32 {
        let fray = self.orders(id) == Orders::Charge && self.is_cavalry(id);
        let other = self.leaders_with(id).any(|other| other != leader);
        match self.leader(leader).role {
            Role::Wing(_) => {
                if fray {
                    -1
                } else {
                    1
                }
            }
            Role::Army => {
                if fray || other || self.orders(id) == Orders::Charge {
                    -1
                } else {
                    1
                }
            }
        }
    }

    // Leaders on their own.

    /// The unit nearest to an Army Commander that needs him, when he can come to it.
    pub(super) fn needy(self, leader: LeaderId) -> Option<UnitId> {
        let (side, from) = (self.leader_card(leader).side, self.leader(leader).hex);
        let needs = |&id: &UnitId| self.is_body(id) && (self.ails(id) || self.unit(id).formation == Formation::Shaken);
        let near = self.of_side(side).filter(needs).map(|id| (id, self.distance_to(id, from)));
        near.filter(|&(_, far)| far <= 8).min_by_key(|&(_, far)| far).map(|(id, _)| id)
    }

    /// The unit of a Wing with which its commander has most of the others in command (MP 5.4.2c), out of the fray.
    pub(super) fn post_in(self, wing: WingId) -> Option<UnitId> {
        let bodies = || self.of_wing(wing).filter(|&id| self.is_body(id) && self.unit(id).morale != Morale::Broken);
        let worth = |id: &UnitId| {
            let linked = self.linked_from(wing, self.unit(*id).hex);
            let fray = self.is_cavalry(*id) && self.orders(*id) == Orders::Charge;
            let alone = self.leaders_with(*id).all(|leader| self.leader(leader).role == Role::Wing(wing));
            bodies().filter(|&other| linked.contains(other)).map(|other| self.need_of_command(other)).sum::<i32>()
                - if self.is_adjacent_to_enemy(*id) { 2 } else { 0 }
                - if fray { 2 } else { 0 }
                - if alone { 0 } else { 2 }
        };
        bodies().max_by_key(worth)
    }

    /// Who has the enemy next to him fights without anybody's word (MP 5.4.3b); light troops do little with one.
    fn need_of_command(self, id: UnitId) -> i32 {
        match () {
            () if self.is_light(id) => 1,
            () if self.is_adjacent_to_enemy(id) => 2,
            () => 4,
        }
    }

    fn rank_ride(self, leader: LeaderId, choice: MoveChoice) -> i32 {
        let MoveChoice::LeaderTo(dir) = choice else { return self.rank_other_move(choice) };
        let Some(to) = self.ground().grid.neighbour(self.leader(leader).hex, dir) else { return NEVER };
        let side = self.leader_card(leader).side;
        let goal = match self.leader(leader).role {
            Role::Army => self.needy(leader),
            Role::Wing(wing) => self.post_in(wing),
        };
        let Some(goal) = goal else { return -3 };
        let gain = i32::from(self.distance_to(goal, self.leader(leader).hex)) - i32::from(self.distance_to(goal, to));
        let danger = i32::from(self.enemy_adjacent(side, to) && self.friend_at(side, to).is_none());
        4 * gain - 1 - danger
    }

    /// An interceptor turns until it has its prey before its front, and no further.
    pub(super) fn rank_reacting_turn(self, hand: field::hexes::Hand) -> i32 {
        let Some(moving) = self.state.moves.last() else { return -1 };
        let Activity::Interception { target } = moving.activity else { return -1 };
        let pose = self.pose(moving.unit);
        let turned = Pose { facing: pose.facing.turned(hand, 1), ..pose };
        if self.misfacing(turned, target) < self.misfacing(pose, target) { 1 } else { -1 }
    }

    /// Where a unit that gives way goes: as its rules lead it, out of the enemy's reach.
    pub(super) fn rank_reacting_step(self, dir: Dir) -> i32 {
        let Some(moving) = self.state.moves.last() else { return 3 };
        let Some((hex, _)) = self.ahead(moving.unit, dir) else { return 3 };
        let hits = self.unit(moving.unit).hexes().map(|own| self.entry_hits(moving.unit, own, dir)).max().unwrap_or(0);
        let crowd = i32::from(self.enemy_adjacent(self.side(moving.unit), hex));
        match moving.activity {
            Activity::Withdraw { .. } => 4 - 2 * i32::from(hits) - crowd,
            _ => 5 - i32::from(hits),
        }
    }
}
