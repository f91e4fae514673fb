//! What a unit is offered: a representative choice of the manoeuvres it could make.

use super::skirmish::shifted;
use super::straight::Line;
use super::wheels::Swept;
use crate::cards::{Kind, UnitId};
use crate::decision::{Decision, Manoeuvre};
use crate::movement::interpenetration::{Course, Near};
use crate::movement::maneuvers::MoveChoice;
use crate::sequence::TurnChoice;
use crate::state::{Formation, GunState, Horses, Layout};
use crate::table::Table;
use field::table::{Cdeg, Edge, MM, Point, Um, heading, normal};
use kernel::Seat;

/// Moves shorter than this are not worth a question.
const WORTHWHILE: Um = 2 * MM;

impl Table<'_> {
    /// The units of a seat that may still move, what its generals may do, and being done.
    pub fn pick_menu(self, seat: Seat, menu: &mut Vec<Decision>) {
        let Some(card) = self.rules.seats.get(usize::from(seat.0)) else { return };
        for id in self.of_side(card.side).filter(|&id| self.judge_pick(seat, id).is_ok()) {
            menu.push(Decision::Move(MoveChoice::Pick(id)));
        }
        self.general_menu(seat, menu);
        menu.push(Decision::Turn(TurnChoice::Done));
    }

    /// Manoeuvres worth offering to a unit, stopping always the last.
    pub fn move_menu(self, id: UnitId, menu: &mut Vec<Decision>) {
        if self.may_move(id).is_ok() {
            let mut near = self.alone(id);
            let reach = self.scope(&near);
            self.look_about(&mut near, reach);
            let mut offer = |manoeuvre: Manoeuvre| menu.push(Decision::Move(MoveChoice::Make(manoeuvre)));
            self.offer_all(&near, &mut offer);
        }
        menu.push(Decision::Move(MoveChoice::Make(Manoeuvre::Stop)));
    }

    fn offer_all(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let unit = self.unit(near.id);
        if unit.inside.is_some() {
            self.offer_ways_out(near, offer);
            return;
        }
        self.offer_changes(near, offer);
        if unit.formation == Formation::Square {
            return;
        }
        let mut course = Course::open(0.0);
        self.offer_line(near, Line::Ahead, &mut course, offer);
        if unit.illegal {
            return;
        }
        if self.is_open_order(near.id) {
            self.offer_skirmishing(near, offer);
        } else {
            for line in [
                Line::Back,
                Line::Side { right: false },
                Line::Side { right: true },
                Line::Slant { right: false },
                Line::Slant { right: true },
            ] {
                self.offer_line(near, line, &mut course, offer);
            }
            self.offer_wheels(near, offer);
            self.offer_wings(near, offer);
        }
        self.offer_frontages(near, offer);
        self.offer_arms(near, offer);
        self.offer_places(near, offer);
    }

    fn offer_if(self, near: &Near, manoeuvre: Manoeuvre, offer: &mut impl FnMut(Manoeuvre)) {
        if self.outcome_near(near, &manoeuvre).is_ok() {
            offer(manoeuvre);
        }
    }

    /// As far as it goes, half and a quarter of that, and the one rank that still lets foot shoot.
    fn offer_line(self, near: &Near, line: Line, course: &mut Course, offer: &mut impl FnMut(Manoeuvre)) {
        if near.left < WORTHWHILE {
            return;
        }
        let prospect = self.prospect(near, line, course);
        let reach = prospect.course.free_before(prospect.reach).floor() as Um;
        if reach < WORTHWHILE {
            return;
        }
        let rank = self.inches(1);
        let rotation = (matches!(line, Line::Ahead | Line::Back) && rank < reach).then_some(rank);
        let mut parts: [Option<Um>; 4] = match line {
            Line::Ahead => [Some(reach), Some(reach / 2), Some(reach / 4), rotation.filter(|_| self.is_fresh(near.id))],
            Line::Back => [Some(reach), Some(reach / 2), rotation.filter(|_| self.is_fresh(near.id)), None],
            Line::Side { .. } | Line::Slant { .. } => [Some(reach), None, None, None],
        };
        // The longest first, and none twice: a quarter of the way may be just that rank.
        parts.sort_unstable_by(|a, b| b.cmp(a));
        let mut last = None;
        for distance in parts.into_iter().flatten().filter(|&distance| distance >= WORTHWHILE) {
            if last != Some(distance) && self.may_go(near, &prospect, distance) {
                offer(line.manoeuvre(distance));
            }
            last = Some(distance);
        }
    }

    fn offer_wheels(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        if near.left < WORTHWHILE {
            return;
        }
        for right in [false, true] {
            let swing = self.swing(near, right, 9_000);
            let most = swing.most;
            let mut swept = Swept::default();
            for angle in [1_500, 4_500].into_iter().filter(|&angle| angle < most) {
                if self.may_wheel(near, &swing, &mut swept, angle) {
                    offer(Manoeuvre::Wheel { right, angle });
                }
            }
            // As far round as it gets: where it could not stand at the end of that, a little less.
            let whole = |swept: &mut Swept| most >= 100 && self.may_wheel(near, &swing, swept, most);
            let offered = |angle: Cdeg| angle == 1_500 || angle == 4_500;
            let less = || (1..4).map(|step| most - step * 1_000).filter(|&angle| angle > 100 && !offered(angle));
            let may = |angle: &Cdeg| self.may_wheel(near, &swing, &mut Swept::default(), *angle);
            let farthest = if whole(&mut swept) { Some(most) } else { less().find(may) };
            if let Some(angle) = farthest {
                offer(Manoeuvre::Wheel { right, angle });
            }
        }
    }

    fn offer_wings(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let unit = self.unit(near.id);
        if !self.rules.has_wings(near.id, unit) || near.left < WORTHWHILE {
            return;
        }
        for right in [false, true] {
            let ([back, far_back], [forward, far_forward]) =
                (self.wing_swings(near, right, false), self.wing_swings(near, right, true));
            let angles = [(far_back, -3_000), (back, -1_500), (forward, 1_500), (far_forward, 3_000)];
            for (_, angle) in angles.into_iter().filter(|(may, _)| *may) {
                offer(Manoeuvre::WheelWing { right, angle });
            }
        }
    }

    /// One or four files more or less; of a line with wings, one on each wing or four in the centre.
    fn offer_frontages(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let id = near.id;
        let unit = self.unit(id);
        let lines = matches!(
            unit.formation,
            Formation::Line | Formation::Open | Formation::MusketsForward | Formation::PikesForward
        );
        if !lines || self.is_guns(id) || near.left < self.inches(1) / 2 {
            return;
        }
        let winged = self.rules.has_wings(id, unit);
        let now = self.rules.fitted(id, unit);
        let most = near.left / (self.inches(1) / 2).max(1);
        for change in [-4_i16, -1, 1, 4].into_iter().filter(|change| i32::from(change.abs()) <= most) {
            let files = |files: u8, by: i16| u8::try_from(i16::from(files) + by).ok().filter(|&files| files > 0);
            let frontage = |left: Option<u8>, centre: Option<u8>, right: Option<u8>| {
                Some(Manoeuvre::Frontage { left: left?, centre: centre?, right: right? })
            };
            let Layout { left, centre, right, .. } = now;
            let choice = match (winged, change.abs()) {
                // Four files on each wing are never paid for in one turn.
                (true, 1) => frontage(files(left, change), Some(centre), files(right, change)),
                (true, _) => frontage(Some(left), files(centre, change), Some(right)),
                (false, _) => frontage(Some(0), files(centre, change), Some(0)),
            };
            if let Some(manoeuvre) = choice {
                self.offer_if(near, manoeuvre, offer);
            }
        }
    }

    /// What takes a full move, or the Swedish four inches.
    fn offer_changes(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let id = near.id;
        if self.is_open_order(id) {
            return;
        }
        let foot = matches!(self.card(id).kind, Kind::PikeAndShot | Kind::HighlandShock | Kind::HighlandArchers);
        let swedish = self.rules.drills_swedish(id);
        if foot && (swedish || self.is_fresh(id)) {
            for formation in [
                Formation::Line,
                Formation::MarchColumn,
                Formation::Square,
                Formation::MusketsForward,
                Formation::PikesForward,
            ] {
                self.offer_if(near, Manoeuvre::Form(formation), offer);
            }
            self.offer_deeper_line(near, offer);
        }
        if self.is_fresh(id) {
            self.offer_if(near, Manoeuvre::AboutFace, offer);
        }
        if self.rules.options.volley_fire && self.is_close_order_foot(id) {
            self.offer_if(near, Manoeuvre::VolleyPosture(!self.unit(id).volley), offer);
        }
    }

    /// A line half as wide as the usual one: any other frontage is for the judge (CP 7.3.7).
    fn offer_deeper_line(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let unit = self.unit(near.id);
        if matches!(unit.formation, Formation::MarchColumn | Formation::Square) {
            let usual = self.rules.formed(near.id, unit, Formation::Line).layout;
            let Layout { left, centre, right, .. } = usual;
            let half = |files: u8| files.div_ceil(2);
            let deeper = Manoeuvre::FormLine { left: half(left), centre: half(centre), right: half(right) };
            self.offer_if(near, deeper, offer);
        }
    }

    /// Eight ways as far as it goes, and half as far ahead and back, facing as before.
    fn offer_skirmishing(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let unit = self.unit(near.id);
        let left = near.left;
        if left < WORTHWHILE {
            return;
        }
        let ground = &self.rules.ground;
        let on_table = |to: Point| (0..=ground.width).contains(&to.x) && (0..=ground.height).contains(&to.y);
        for turn in 0..8 {
            let dir = heading(normal(unit.pose.facing + turn * 4_500));
            let half = (turn % 4 == 0).then_some(left / 2);
            for distance in [Some(left - 1), half].into_iter().flatten() {
                let to = shifted(unit, dir, f64::from(distance));
                if on_table(to) {
                    self.offer_if(near, Manoeuvre::Skirmish { to, facing: unit.pose.facing }, offer);
                }
            }
        }
        let about = unit.pose.about(self.rules.depth_of(near.id, unit));
        if self.is_fresh(near.id) && on_table(about.at) {
            self.offer_if(near, Manoeuvre::Skirmish { to: about.at, facing: about.facing }, offer);
        }
    }

    fn offer_arms(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let unit = self.unit(near.id);
        match self.card(near.id).kind {
            Kind::Dragoons if unit.mounted => self.offer_if(near, Manoeuvre::Dismount, offer),
            Kind::Dragoons if matches!(unit.horses, Horses::Led { .. }) => {
                self.offer_if(near, Manoeuvre::Mount, offer);
            }
            Kind::Battery if unit.away => self.offer_if(near, Manoeuvre::Man, offer),
            Kind::Battery if unit.formation == Formation::Limbered => self.offer_if(near, Manoeuvre::Unlimber, offer),
            Kind::Battery => self.offer_gun_drill(near, offer),
            Kind::ForlornHope => self.offer_if(near, Manoeuvre::DrawIn, offer),
            _ => {}
        }
    }

    fn offer_gun_drill(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        for angle in [-4_500, -2_000, 2_000, 4_500] {
            self.offer_if(near, Manoeuvre::Rotate(angle), offer);
        }
        let Some(battery) = self.battery(near.id) else { return };
        for (gun, piece) in battery.guns.iter().enumerate() {
            if piece.state == GunState::Served && piece.swung == 0 {
                for to in [-3_000, 3_000] {
                    self.offer_if(near, Manoeuvre::SwingGun { gun: gun as u8, to }, offer);
                }
            }
        }
    }

    fn offer_places(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        for area in self.enterable(near.id) {
            self.offer_if(near, Manoeuvre::Enter { area }, offer);
        }
        if !self.is_fresh(near.id) {
            return;
        }
        for line in (0..self.rules.ground.lines.len().min(256)).filter(|&line| self.is_hedge(line)) {
            self.offer_if(near, Manoeuvre::Loophole { line: line as u8 }, offer);
            self.offer_if(near, Manoeuvre::ClearHedge { line: line as u8 }, offer);
        }
    }

    fn offer_ways_out(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        if !self.is_fresh(near.id) {
            return;
        }
        let inside = self.unit(near.id).inside;
        let Some(block) = inside.and_then(|area| self.rules.town_block(usize::from(area))) else { return };
        for edge in Edge::ALL {
            let pose = self.way_out(near.id, &block, edge);
            let manoeuvre = Manoeuvre::Leave { pose };
            if self.sane(&manoeuvre).is_ok() {
                self.offer_if(near, manoeuvre, offer);
            }
        }
    }
}
