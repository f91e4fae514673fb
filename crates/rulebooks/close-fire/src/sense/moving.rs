//! What an officer thinks of a move.

use super::DONE;
use super::plan::{LAST, Purpose, in_yards};
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::measures::{CLOSE, NEAR};
use crate::movement::{Manoeuvre, MoveChoice, MoveStep};
use crate::state::{Formation, MoveDice, Unit};
use crate::table::{Table, within};
use field::table::{Cdeg, Vec2, bearing, turn};
use kernel::Seat;

/// What a die is worth on average, in yards.
const DIE: i32 = 35;
/// Degrees off the enemy that make no difference, and hundredths of a degree worth a point beyond.
const SLACK: Cdeg = 2_000;
const TURN: i32 = 100;
/// What a Disorder Point is worth.
const POINT: i32 = 12;
const NEVER: i32 = -1_000;
/// What it is worth not to leave the line.
const ASKEW: i32 = 14;

impl Table<'_> {
    /// Towards the enemy in good order: brigades move as a whole, lines go straight on, those who have to stand are left out.
    pub(super) fn appraise_move(self, _seat: Seat, choice: MoveChoice) -> i32 {
        match choice {
            MoveChoice::Pick(id) => self.rank_pick(id),
            // Those in front first, so that nobody runs into them.
            MoveChoice::Next(id) => DONE + 500 - self.foe_of(id).map_or(400, |(_, off)| off.min(400)),
            MoveChoice::Leave(id) => {
                if self.yards_to_go(id) == 0 {
                    DONE + 200
                } else {
                    DONE - 2
                }
            }
            MoveChoice::Throw(dice) => self.rank_dice(dice),
            MoveChoice::Make(manoeuvre) => self.rank_manoeuvre(manoeuvre),
            MoveChoice::Stopping(_) | MoveChoice::Single(_) | MoveChoice::Pair { .. } => DONE - 500,
            MoveChoice::Split { .. } | MoveChoice::Merge { .. } | MoveChoice::Horses { .. } => DONE - 2,
            MoveChoice::Rides { leader, to } => {
                self.rank_post(leader, to.vec()) - self.rank_post(leader, self.place_of(leader)) - 2
            }
        }
    }

    /// A group with anything to do, the rightmost first, as the order of the phase wants it (CF 9.5).
    fn rank_pick(self, id: UnitId) -> i32 {
        let group = self.group_of(id);
        let idle = |id: UnitId| match self.purpose(id) {
            Purpose::FormUp => false,
            _ => self.yards_to_go(id) == 0 && !self.should_turn(id),
        };
        if group.iter().all(idle) || self.is_halted(id) && !self.should_turn(id) {
            return DONE - 1;
        }
        let side = self.side(id);
        let from_right = self.from_right(side, self.body(id).center());
        DONE + 2_000 - in_yards(from_right).clamp(-1_900, 1_900)
    }

    /// A gun, or a unit about to be fought, that looks the wrong way.
    fn should_turn(self, id: UnitId) -> bool {
        let Some((foe, off)) = self.foe_of(id) else { return false };
        let near = off < if self.is_gun(id) { 480 } else { 150 };
        near && !self.is_unformed(id) && self.off_front(self.unit(id), foe) > 2_500
    }

    /// How far an enemy is off the middle of a unit's front.
    fn off_front(self, unit: &Unit, foe: UnitId) -> Cdeg {
        let at = self.rules.body_of(unit).center();
        turn(unit.pose.facing, bearing(self.body(foe).nearest(at) - at)).abs()
    }

    /// As many dice as lead about as far as the foremost should go: steady on, and the plain die only far from the enemy, for it
    /// tires (CF 11.26).
    fn rank_dice(self, dice: MoveDice) -> i32 {
        let Some(group) = self.state.group else { return DONE };
        let going = || group.units.iter().filter(|&id| !group.staying.contains(id) && self.yards_to_go(id) > 0);
        let Some(need) = going().map(|id| self.yards_to_go(id)).min() else {
            return if dice == MoveDice::NONE { DONE + 50 } else { DONE - 50 };
        };
        let expected = |id: UnitId| {
            let used = self.dice_used(id, dice, group.plain_pair);
            let far = DIE * i32::from(used.count());
            if self.may_double(id) { 2 * far } else { far }
        };
        let gone = going().map(expected).min().unwrap_or(0);
        let hurried = going().any(|id| self.boldness(id) >= LAST);
        let tires = if dice.plain && !hurried { 10 } else { 0 };
        // The enemy halts those who come too far.
        if dice == MoveDice::NONE {
            return DONE - 20;
        }
        DONE + 300 - (gone - need).abs().min(400) / 2 - tires
    }

    /// How well a unit stands: the enemy where it likes him and before its front, or the ground it is to take not far.
    fn rank_place(self, id: UnitId, unit: &Unit, wish: Option<(UnitId, i32)>) -> i32 {
        let body = self.rules.body_of(unit);
        let facing = |to: Vec2| (turn(unit.pose.facing, bearing(to - body.center())).abs() - SLACK).max(0) / TURN;
        let Some((foe, wish)) = wish else {
            let Some(ground) = self.ground_to_take(id) else { return 0 };
            return -in_yards(body.distance_to_point(ground)) / 2 - facing(ground);
        };
        let theirs = self.body(foe);
        let off = in_yards(theirs.distance(&body));
        let looks = if unit.formation == Formation::Unformed { 0 } else { facing(theirs.nearest(body.center())) };
        // Every yard counts for who has to go in.
        let per = if self.boldness(id) > 2 && wish <= in_yards(f64::from(CLOSE)) { 1 } else { 2 };
        -(off - wish).abs() / per - looks
    }

    /// The enemy and the distance a unit aims at now; a second line its distance behind the first.
    fn bearing_in_mind(self, id: UnitId) -> Option<(UnitId, i32)> {
        let (foe, off) = self.foe_of(id)?;
        match self.purpose(id) {
            // The ground itself draws it.
            Purpose::Advance if self.heads_for_ground(id) => None,
            Purpose::Advance | Purpose::Close => Some((foe, self.wished_distance(id, foe))),
            Purpose::Follow => Some((foe, (off - self.yards_to_go(id)).max(20))),
            Purpose::Stand | Purpose::Rest | Purpose::FormUp => Some((foe, off)),
        }
    }

    fn rank_manoeuvre(self, manoeuvre: Manoeuvre) -> i32 {
        let Some(Step::Move(MoveStep::Moving(id))) = self.state.agenda.top() else { return DONE };
        let foe = self.foe_of(id);
        let near = |yards: i32| foe.is_some_and(|(_, off)| off < yards);
        match manoeuvre {
            Manoeuvre::Stop => return DONE,
            Manoeuvre::Unlimber(facing) => {
                let Some((foe, off)) = foe.filter(|(_, off)| *off < 450) else { return DONE - 5 };
                let at = self.body(id).center();
                let aside = turn(facing, bearing(self.body(foe).center() - at)).abs();
                return if off > 60 { DONE + 60 - aside / TURN } else { DONE - 5 };
            }
            // A line forms up well before it is fought.
            Manoeuvre::Form { formation: Formation::Line, .. } if self.unit(id).formation == Formation::MarchColumn => {
                return if near(320) { DONE + 40 } else { DONE - 5 };
            }
            Manoeuvre::Form { .. } | Manoeuvre::Mount | Manoeuvre::Dismount | Manoeuvre::Squeeze { .. } => {
                return DONE - 5;
            }
            Manoeuvre::Refuse { .. } | Manoeuvre::WheelBack { .. } => return DONE - 5,
            Manoeuvre::Reform { formation, .. } if formation != Formation::Line => return DONE - 5,
            _ => {}
        }
        let Ok(moved) = self.outcome(id, &manoeuvre) else { return NEVER };
        let aim = self.bearing_in_mind(id);
        let gain = self.rank_place(id, &moved.unit, aim) - self.rank_place(id, self.unit(id), aim);
        // Who has to go in does not count what the ditch costs him.
        let point = POINT / (1 + self.boldness(id) / 2);
        let cost = point * i32::from(moved.dps) + i32::from(!moved.passed.is_empty()) * point / 2;
        match manoeuvre {
            Manoeuvre::Reform { .. } => DONE + 60 + gain,
            // Straight on keeps the line together; and whatever is not worth the trouble is left.
            Manoeuvre::Advance { off: 0, .. } => gain - cost - 1,
            Manoeuvre::Advance { .. } | Manoeuvre::Incline { .. } => gain - cost - ASKEW,
            _ => gain - cost - 2,
        }
    }

    /// How good a place is for a leader: men of his in reach, no enemy upon him, and his superior not far.
    pub(super) fn rank_post(self, leader: LeaderId, at: Vec2) -> i32 {
        let card = self.leader_card(leader);
        let reach = card.rank.reach();
        let own = || self.of_side(card.side).filter(|&id| self.commands(leader, id));
        // Guns stand and fire by themselves; who is to go on needs him.
        let weight = |id: UnitId| match () {
            () if self.is_gun(id) => 6,
            () if self.yards_to_go(id) > 0 => 26,
            () => 20,
        };
        let led: i32 = own().filter(|&id| within(self.body(id).distance_to_point(at), reach)).map(weight).sum();
        let far: i32 =
            own().filter(|&id| !self.is_gun(id)).map(|id| in_yards(self.body(id).distance_to_point(at)).min(600)).sum();
        let lone = self.is_alone(card.side, at) && self.enemy_within_of(card.side, at, NEAR);
        let pressed = self.enemy_within_of(card.side, at, CLOSE);
        led - far / 30 - if lone { 60 } else { 0 } - if pressed { 15 } else { 0 }
    }
}
