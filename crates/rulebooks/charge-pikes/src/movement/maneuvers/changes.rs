//! Changing frontage, facing about, changing formation, volley posture.

use super::{FULL_MOVE, Moved, NOT_SO_FAR, refuse};
use crate::cards::{Kind, UnitId};
use crate::face::told;
use crate::formations::wing_strengths;
use crate::movement::interpenetration::Near;
use crate::state::{Formation, Layout, Morale, Unit};
use crate::table::Table;
use field::table::{Trail, Um};
use kernel::Refusal;

impl Table<'_> {
    /// CP 15.9.3: so much for each file gained or lost, in each block.
    pub(super) fn frontage_outcome(self, near: &Near, left: u8, centre: u8, right: u8) -> Result<Moved, Refusal> {
        let id = near.id;
        let unit = self.unit(id);
        let lines = matches!(
            unit.formation,
            Formation::Line | Formation::Open | Formation::MusketsForward | Formation::PikesForward
        );
        if !lines || self.is_guns(id) {
            return refuse("CP 7.3.7", "only a line has a frontage to change");
        }
        let layout = Layout { left, centre, right, ..unit.layout };
        let files = self.frontage_change(id, &layout);
        if files == 0 {
            return refuse("CP 15.9.3", "it stands like that already");
        }
        let cost = self.frontage_price(id, files, near.drilled);
        if cost <= near.left {
            self.judge_standing(id, unit.formation, &layout)?;
        } else {
            return refuse(NOT_SO_FAR.0, NOT_SO_FAR.1);
        }
        let mut after = self.after(id, cost);
        after.layout = layout;
        self.stands(near, &self.rules.body_of(id, &after))?;
        let mut moved = Moved::new(after, cost, Trail::Formed);
        moved.covered = self.frontage_covers(id, &after, cost);
        moved.shake = self.volley_shaken(id);
        Ok(moved)
    }

    /// The ground that a change of frontage covers: what it costs those who do it at full speed, in the rough if they stand
    /// there before or after (CP 15.9.3, 19.2.1, ruling G85).
    pub(in crate::movement) fn frontage_covers(self, id: UnitId, after: &Unit, cost: Um) -> (Um, Um) {
        let ground = if self.is_open_order(id) || self.drills_well(id) { cost } else { cost / 2 };
        if self.rough_ground(id).next().is_none() {
            return (ground, 0);
        }
        let (before, after) = (self.body(id), self.rules.body_of(id, after));
        let rough = self.rough_ground(id).any(|area| area.meets_body(&before) || area.meets_body(&after));
        (ground, if rough { ground } else { 0 })
    }

    /// Files gained and lost against how the unit stands now: losses may have emptied some of them.
    fn frontage_change(self, id: UnitId, layout: &Layout) -> i32 {
        let unit = self.unit(id);
        let winged = self.rules.has_wings(id, unit);
        let (left, right) = wing_strengths(unit.others, &unit.layout);
        let held = |files: u8, figures: u8| files.min(figures.max(1));
        if winged {
            let old = unit.layout;
            [
                (held(old.left, left), layout.left),
                (held(old.centre, unit.pikes), layout.centre),
                (held(old.right, right), layout.right),
            ]
            .iter()
            .map(|&(old, new)| i32::from(old.abs_diff(new)))
            .sum()
        } else {
            let figures = unit.pikes.saturating_add(unit.others);
            i32::from(held(unit.layout.centre, figures).abs_diff(layout.centre))
        }
    }

    /// T4: inches for each figure of frontage, by arm and drill (CP 15.9.3). Skirmishers walk to their new places, in a
    /// charge as in any move: the outermost goes half the difference (CP 15.10.1).
    pub(in crate::movement) fn frontage_price(self, id: UnitId, files: i32, drilled: bool) -> Um {
        if self.is_open_order(id) {
            let figure = self.rules.main_figure(id, self.unit(id));
            files * self.rules.figure_width(figure) / 2
        } else {
            let each = if self.is_mounted(id) { 2 } else { 1 };
            files * self.inches(if drilled { each } else { 2 * each })
        }
    }

    /// The rear becomes the front (CP 15.9.4).
    pub(super) fn about_face_outcome(self, near: &Near) -> Result<Moved, Refusal> {
        let id = near.id;
        if self.is_open_order(id) {
            return refuse("CP 15.10.1", "skirmishers face as they like when they move");
        }
        if self.is_guns(id) && self.move_speed(id) == 0 {
            return refuse("CP 15.12.2", "heavy guns off their limbers only traverse");
        }
        let unit = self.unit(id);
        let mut after = self.rules.faced_about(id, unit);
        (after.layout.left_angle, after.layout.right_angle) = (0, 0);
        if unit.volley {
            after.volley = false;
        }
        self.full_change(near, after, true)
    }

    /// CP 15.9.4, 15.9.5, 15.9.6.
    pub(super) fn form_outcome(self, near: &Near, formation: Formation) -> Result<Moved, Refusal> {
        let id = near.id;
        let unit = self.unit(id);
        if unit.formation == formation && !unit.illegal {
            return refuse("CP 15.9.4", "it stands in that formation already");
        }
        if self.is_battery(id) {
            return refuse("CP 15.9.13b", "a gun off its limber never limbers again");
        }
        if self.is_mounted(id) || self.card(id).kind == Kind::Dragoons || formation == Formation::Open {
            return refuse("CP 7.4.1", "mounted units have one formation, skirmishers theirs");
        }
        let swedish = self.rules.drills_swedish(id);
        // CP 20.1.1: their line of battle has these two forms and no other.
        if swedish && formation == Formation::Line {
            return refuse("CP 20.1.1", "a Swedish line stands with its muskets or its pikes forward");
        }
        let after = self.rules.formed(id, unit, formation);
        self.judge_standing(id, formation, &after.layout)?;
        if swedish {
            self.swedish_change(near, after)
        } else {
            self.full_change(near, after, formation != Formation::Square)
        }
    }

    /// A line is formed on any frontage (CP 7.3.7, 7.3.9).
    pub(super) fn form_line_outcome(self, near: &Near, left: u8, centre: u8, right: u8) -> Result<Moved, Refusal> {
        let formed = self.form_outcome(near, Formation::Line)?;
        let layout = Layout { left, centre, right, ..Layout::default() };
        self.judge_standing(near.id, Formation::Line, &layout)?;
        let unit = Unit { layout, ..formed.unit };
        self.stands(near, &self.rules.body_of(near.id, &unit))?;
        Ok(Moved { unit, ..formed })
    }

    /// A change that costs a full move, or two to those who are not drilled.
    fn full_change(self, near: &Near, mut after: Unit, shakes: bool) -> Result<Moved, Refusal> {
        let id = near.id;
        if !self.is_fresh(id) {
            return refuse(FULL_MOVE.0, FULL_MOVE.1);
        }
        let drilled = near.drilled;
        after.spent = self.move_speed_as(id, &after);
        after.moved = true;
        after.rotated = false;
        after.straight = 0;
        after.hedge_turns = 0;
        self.stands(near, &self.rules.body_of(id, &after))?;
        let pinned = shakes && self.is_troops(id) && *near.pinned.get_or_init(|| self.pinned(id));
        if !drilled && self.is_troops(id) {
            // CP 15.9.6: in the new formation at once, and shaken until it has settled into it.
            after.changing = 1;
            if after.morale == Morale::Good {
                after.morale = Morale::Shaken;
                after.shaken_by_change = !pinned;
            }
        }
        let mut moved = Moved::new(after, after.spent, Trail::Formed);
        moved.shake = self.volley_shaken(id);
        if pinned {
            moved.shake = Some(("CP 15.9.5", told::CHANGED_CLOSE));
        }
        Ok(moved)
    }

    /// CP 20.1.2: 4(3)" of the move, whatever the drill.
    fn swedish_change(self, near: &Near, after: Unit) -> Result<Moved, Refusal> {
        let id = near.id;
        let from_square = self.unit(id).formation == Formation::Square;
        let cost = self.inches(4);
        // A square has no move of its own to pay from; the move it will have pays.
        let left = if from_square && self.is_fresh(id) { self.move_speed_as(id, &after) } else { self.move_left(id) };
        if cost > left {
            return refuse("CP 20.1.2", "changing formation takes 4(3)\" of its move");
        }
        let mut after = Unit { straight: 0, hedge_turns: 0, ..after };
        (after.moved, after.rotated) = (true, false);
        after.spent += cost;
        self.stands(near, &self.rules.body_of(id, &after))?;
        let mut moved = Moved::new(after, cost, Trail::Formed);
        moved.shake = self.volley_shaken(id);
        if after.formation != Formation::Square && self.pinned_within(id, self.inches(4)) {
            moved.shake = Some(("CP 20.1.3", told::CHANGED_CLOSE));
        }
        Ok(moved)
    }

    /// CP 20.4.1a, 20.4.1b, 20.4.1c: half a turn, no change of formation, the same ground.
    pub(super) fn volley_outcome(self, near: &Near, on: bool) -> Result<Moved, Refusal> {
        let id = near.id;
        let unit = self.unit(id);
        if !self.rules.options.volley_fire {
            return refuse("CP 20.4.1a", "volley fire is not in use in this battle");
        }
        let stands = matches!(unit.formation, Formation::Line | Formation::MusketsForward);
        let shot = matches!(self.card(id).kind, Kind::PikeAndShot | Kind::ForlornHope) && unit.others > 0;
        if !stands || !shot {
            return refuse("CP 20.4.1a", "only musketeers in line double up for a volley");
        }
        if unit.volley == on {
            return refuse("CP 20.4.1a", "it stands like that already");
        }
        let cost = self.move_speed(id) / 2;
        if cost > self.move_left(id) {
            return refuse("CP 20.4.1a", "that takes half a turn");
        }
        let mut after = self.after(id, cost);
        after.volley = on;
        Ok(Moved::new(after, cost, Trail::Formed))
    }
}
