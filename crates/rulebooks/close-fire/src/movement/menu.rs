//! What is offered: a representative choice of what could be done.

use super::free::{is_by, junctions};
use super::{Manoeuvre, MoveChoice, Pace, Turn};
use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::measures::{OBLIQUE, yds};
use crate::readings::{DoubleMove, GroupTwoDice};
use crate::state::{Formation, MoveDice};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Point, Polyline, Um, Vec2, heading, longest, normal};
use kernel::scene::Standing;
use kernel::{Seat, Side};

/// Moves shorter than this are not worth a question.
const WORTHWHILE: Um = yds(2);

impl Table<'_> {
    /// How a unit stands out while units are moved.
    pub(crate) fn shown_in_moves(self, step: super::MoveStep, id: UnitId) -> Standing {
        use super::MoveStep;
        match step {
            MoveStep::Moving(moving) if moving == id => Standing::Selected,
            MoveStep::Declare if self.state.group.is_some_and(|group| group.units.contains(id)) => Standing::Selected,
            MoveStep::Group if self.next_units().any(|left| left == id) => Standing::Ready,
            MoveStep::Voluntary(side) if self.side(id) == side && self.may_move(id).is_ok() => Standing::Ready,
            MoveStep::Voluntary(side) if self.side(id) == side && self.unit(id).finished => Standing::Spent,
            _ => Standing::Idle,
        }
    }

    pub(super) fn offer_picks(self, side: Side, seat: Seat, menu: &mut Vec<Decision>) {
        for id in self.right_to_left(side) {
            if self.judge_pick(seat, id).is_ok() {
                menu.push(Decision::Move(MoveChoice::Pick(id)));
            }
        }
        for id in self.of_side(side) {
            let count = self.unit(id).elements.len() as u8;
            for (right, elements) in [(false, 1), (true, 1), (true, count / 2)] {
                if (elements == 1 || elements > 1 && right) && self.judge_split(seat, id, right, elements).is_ok() {
                    menu.push(Decision::Move(MoveChoice::Split { unit: id, right, elements }));
                }
            }
            let brigade = self.brigade_of(id);
            let alike = |with: &UnitId| brigade.is_some() && self.brigade_of(*with) == brigade;
            let mates = self.of_side(side).filter(alike);
            for with in mates.filter(|&with| with > id || self.merger_begun(with).is_some()) {
                // Most do not stand side by side.
                let beside = self.merger_begun(with).is_some() || self.touches(id, with);
                if beside && self.judge_merge(seat, id, with).is_ok() {
                    menu.push(Decision::Move(MoveChoice::Merge { unit: id, with }));
                }
            }
            if let Some(holders) = self.unit(id).holders {
                let away = normal(self.unit(id).pose.facing + 18_000);
                let to = (holders.at.vec() + heading(away) * f64::from(yds(120))).round();
                if self.judge_horses(seat, id, to).is_ok() {
                    menu.push(Decision::Move(MoveChoice::Horses { unit: id, to }));
                }
            }
        }
        menu.dedup();
    }

    /// What may be said before the dice; the place of throwing none, or the fewest.
    pub(super) fn offer_declarations(self, _seat: Seat, menu: &mut Vec<Decision>) -> usize {
        let mut offer = |choice: MoveChoice| menu.push(Decision::Move(choice));
        let Some(group) = self.state.group else { return 0 };
        let dice = [(0, false), (1, false), (1, true), (2, false), (2, true)]
            .map(|(average, plain)| MoveDice { average, plain });
        for dice in dice.into_iter().filter(|&dice| self.judge_throw(dice).is_ok()) {
            offer(MoveChoice::Throw(dice));
        }
        for id in group.units.iter() {
            let several = group.units.iter().filter(|&other| !group.staying.contains(other)).nth(1).is_some();
            if several && self.judge_leave(id).is_ok() {
                offer(MoveChoice::Leave(id));
            }
            if self.judge_stopping(id).is_ok() {
                offer(MoveChoice::Stopping(id));
            }
            if self.rules.options.double_move == DoubleMove::ByChoice && self.judge_single(id).is_ok() {
                offer(MoveChoice::Single(id));
            }
        }
        if self.rules.options.group_two_dice == GroupTwoDice::Choice {
            offer(MoveChoice::Pair { plain: !group.plain_pair });
        }
        0
    }

    /// Manoeuvres worth offering; where stopping is forbidden the longest advance is the default.
    pub(super) fn offer_manoeuvres(self, id: UnitId, menu: &mut Vec<Decision>) -> usize {
        let stop = Manoeuvre::Stop;
        let mut reach = None;
        if self.may_move(id).is_ok() {
            reach = self.offer_lengths(id, menu);
            self.offer_turns(id, menu);
            self.offer_changes(id, menu);
        }
        if menu.is_empty() || self.may_stop_with(id, reach).is_ok() {
            menu.push(Decision::Move(MoveChoice::Make(stop)));
            return menu.len() - 1;
        }
        0
    }

    fn offer_if(self, id: UnitId, manoeuvre: Manoeuvre, menu: &mut Vec<Decision>) {
        if self.outcome(id, &manoeuvre).is_ok() {
            menu.push(Decision::Move(MoveChoice::Make(manoeuvre)));
        }
    }

    /// As far as it goes, which is told, and half of that.
    fn offer_length(self, id: UnitId, most: Um, of: impl Fn(Um) -> Manoeuvre, menu: &mut Vec<Decision>) -> Um {
        let reach = longest(most, |distance| self.outcome(id, &of(distance)).is_ok()).unwrap_or(0);
        // What is left of a move by rounding is no move.
        if reach < super::stopping::NOTHING {
            return reach;
        }
        menu.push(Decision::Move(MoveChoice::Make(of(reach))));
        if reach / 2 >= WORTHWHILE {
            self.offer_if(id, of(reach / 2), menu);
        }
        reach
    }

    /// How far it can go straight on, where that was looked at.
    fn offer_lengths(self, id: UnitId, menu: &mut Vec<Decision>) -> Option<Um> {
        let unit = self.unit(id);
        let left = self.left(unit);
        let mut straight = None;
        if unit.dice.count() > 0 && left >= yds(1) {
            if self.moves_freely(id) {
                self.offer_free(id, left, menu);
            } else {
                // Whoever has gone off at an angle keeps to it, whatever it was.
                let usual = [0, -OBLIQUE, OBLIQUE];
                for off in unit.oblique.as_ref().map_or(&usual[..], std::slice::from_ref) {
                    let ahead = |distance: Um| Manoeuvre::Advance { distance, off: *off };
                    let reach = self.offer_length(id, left, ahead, menu);
                    if *off == unit.oblique.unwrap_or(0) {
                        straight = Some(reach);
                    }
                }
                // A narrow way is tried where the broad one is shut at once.
                if straight.is_none_or(|reach| reach < yds(5)) {
                    self.offer_length(id, left, |distance| Manoeuvre::Squeeze { distance, off: 0 }, menu);
                }
                for right in [false, true] {
                    self.offer_length(id, left / 2, |by| Manoeuvre::Incline { right, by }, menu);
                }
            }
        }
        if unit.dice.count() == 0 && !unit.displaced && !unit.full_move {
            let step = yds(20);
            for right in [false, true] {
                self.offer_if(id, Manoeuvre::SideStep { right, by: step }, menu);
                for bases in 1..=2 {
                    self.offer_if(id, Manoeuvre::Refuse { right, bases, by: step }, menu);
                }
            }
            self.offer_if(id, Manoeuvre::StepBack(step), menu);
            for by in [step, -step] {
                self.offer_if(id, Manoeuvre::Push(by), menu);
            }
            self.offer_roads(id, menu);
        }
        straight
    }

    fn offer_roads(self, id: UnitId, menu: &mut Vec<Decision>) {
        if self.unit(id).formation != Formation::MarchColumn && self.pace(id) != Pace::Limbered {
            return;
        }
        let reach = self.road_reach(id);
        let front = self.unit(id).pose.at.vec();
        for road in self.roads() {
            // Along the road it stands on, or from where another joins that: so far from there.
            let starts = if is_by(front, road) {
                ArrayVec::from_iter([(road.nearest(front).0, 0)])
            } else {
                let by = |own: &Polyline| {
                    let here = own.nearest(front).0;
                    junctions(own, road).into_iter().map(move |(at, there)| (there, (at - here).abs().round() as Um))
                };
                self.roads().filter(|own| is_by(front, own)).flat_map(by).take(4).collect::<ArrayVec<(f64, Um), 4>>()
            };
            for (start, before) in starts {
                for way in [1.0, -1.0] {
                    let to = |far: Um| {
                        let place = (start + way * f64::from(far)).clamp(0.0, road.length());
                        Manoeuvre::Road(road.at(place).round())
                    };
                    let most = reach - before;
                    if most > 0
                        && let Some(far) = longest(most, |far| self.outcome(id, &to(far)).is_ok())
                    {
                        self.offer_if(id, to(far), menu);
                    }
                }
            }
        }
    }

    fn offer_free(self, id: UnitId, left: Um, menu: &mut Vec<Decision>) {
        let unit = self.unit(id);
        for step in 0..8 {
            let facing = normal(unit.pose.facing + step * 4_500);
            let dir = heading(facing);
            for far in [left, left / 2] {
                let to = (unit.pose.at.vec() + dir * f64::from(far - yds(1))).round();
                let on =
                    (0..=self.rules.ground.width).contains(&to.x) && (0..=self.rules.ground.height).contains(&to.y);
                if on {
                    self.offer_if(id, Manoeuvre::Go { to, facing: unit.pose.facing, files: unit.files }, menu);
                }
            }
        }
    }

    fn offer_turns(self, id: UnitId, menu: &mut Vec<Decision>) {
        let unit = self.unit(id);
        for right in [false, true] {
            if unit.dice.count() > 0 {
                for angle in [1_500, 3_000, 4_500, 9_000] {
                    self.offer_if(id, Manoeuvre::Wheel { right, angle }, menu);
                }
                for battalions in 1..unit.elements.len().min(3) as u8 {
                    for angle in [4_500, 9_000] {
                        self.offer_if(id, Manoeuvre::WheelBack { right, battalions, angle }, menu);
                    }
                }
            }
            for angle in [2_250, 4_500] {
                self.offer_if(id, Manoeuvre::Pivot(if right { angle } else { -angle }), menu);
            }
        }
        self.offer_if(id, Manoeuvre::AboutFace, menu);
    }

    fn offer_changes(self, id: UnitId, menu: &mut Vec<Decision>) {
        let unit = self.unit(id);
        let bases = unit.bases();
        if self.is_formed(id) {
            let deep = bases.div_ceil(2);
            let lines = [bases, if self.is_cavalry(id) { deep } else { bases }];
            for turn in [Turn::Ahead, Turn::Left, Turn::Right] {
                for (place, files) in lines.into_iter().enumerate() {
                    if place == 0 || files != bases {
                        self.offer_if(id, Manoeuvre::Form { formation: Formation::Line, files, turn }, menu);
                    }
                }
                self.offer_if(id, Manoeuvre::Form { formation: Formation::MarchColumn, files: 1, turn }, menu);
            }
            for files in [2, 3] {
                let form = Manoeuvre::Form { formation: Formation::AssaultColumn, files, turn: Turn::Ahead };
                self.offer_if(id, form, menu);
            }
        }
        if self.is_unformed(id) && !self.is_always_unformed(id) {
            for step in 0..4 {
                let facing = normal(unit.pose.facing + step * 9_000);
                self.offer_if(id, Manoeuvre::Reform { formation: Formation::Line, files: bases, facing }, menu);
                self.offer_if(id, Manoeuvre::Reform { formation: Formation::MarchColumn, files: 1, facing }, menu);
            }
        }
        if self.pace(id) == Pace::Limbered {
            for step in 0..8 {
                self.offer_if(id, Manoeuvre::Unlimber(normal(unit.pose.facing + step * 4_500)), menu);
            }
        }
        self.offer_if(id, Manoeuvre::Mount, menu);
        self.offer_if(id, Manoeuvre::Dismount, menu);
    }

    /// Where a leader stands behind the middle of a unit.
    pub(crate) fn behind(self, unit: UnitId) -> Point {
        let depth = self.rules.depth_of(self.unit(unit));
        self.unit(unit).pose.ahead(-depth - yds(20)).at
    }

    /// Behind the middle of all formed troops that are his, from where he may reach several.
    pub(crate) fn amid_his_own(self, leader: LeaderId) -> Option<Point> {
        let own = self.of_side(self.leader_card(leader).side);
        let own = own.filter(|&unit| self.commands(leader, unit) && self.is_formed(unit));
        let (sum, count) =
            own.fold((Vec2::default(), 0), |(sum, count), unit| (sum + self.behind(unit).vec(), count + 1));
        (count > 1).then(|| (sum * (1.0 / f64::from(count))).round())
    }

    /// Behind the middle of units of his, and of all of them, as far as he rides.
    pub(super) fn offer_rides(self, side: Side, seat: Seat, menu: &mut Vec<Decision>) {
        for leader in self.leaders_of(side) {
            let first = menu.len();
            let behind = self.of_side(side).filter(|&unit| self.commands(leader, unit)).map(|unit| self.behind(unit));
            for to in behind.chain(self.amid_his_own(leader)) {
                let rides = Decision::Move(MoveChoice::Rides { leader, to });
                // Units one behind the other have the same place behind them.
                if self.judge_leader_rides(seat, leader, to).is_ok()
                    && to.vec().distance(self.place_of(leader)) > 1.0
                    && !menu[first..].contains(&rides)
                {
                    menu.push(rides);
                }
            }
        }
    }
}
