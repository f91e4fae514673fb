//! Changes of formation, forming up, unlimbering, mounting and dismounting (CF 12.4 to 12.7, 12.19 to 12.21).

use super::{Bar, NO_TIME, Outcome, Turn, refuse};
use crate::cards::{Class, MOST_UNITS, Style, UnitId};
use crate::ground::{Going, Protection, area_going};
use crate::measures::{FAR, HALT, yds};
use crate::state::{Bend, Control, Formation, Holders, MoveDice, Moved, Standing, Unit};
use crate::table::{Table, within};
use arrayvec::ArrayVec;
use field::table::{Block, Body, Cdeg, Pose, Trail, Vec2, heading, normal, strip_ahead};
use kernel::Refusal;
use scenario::AreaKind;

const ASSAULT: Bar = ("CF G59", "assault columns are for works, breaches and towns within 240 yards, or to pass a gap");

impl Table<'_> {
    /// The same unit with its middle where it was, facing that way (CF G78).
    fn about_middle(self, unit: &mut Unit, middle: Vec2, facing: Cdeg) {
        let depth = f64::from(self.rules.depth_of(unit));
        unit.pose = Pose::new((middle + heading(facing) * (depth * 0.5)).round(), facing);
    }

    /// Works, a breach or a town within 240 yds, or something ahead that leaves a gap only (CF 10.6, 12.25, G59).
    fn may_close_up(self, id: UnitId) -> bool {
        let body = self.body(id);
        let (ground, far) = (&self.rules.ground, f64::from(FAR));
        let works = |ix: usize| {
            self.rules.works[ix].protection >= Protection::Fieldworks || !self.rules.works[ix].breaches.is_empty()
        };
        let lines = (0..ground.lines.len()).any(|ix| works(ix) && ground.lines[ix].line.within(&body, far));
        let put_up = self.state.works.iter().any(|works| {
            let line = Block::segment(works.from.vec(), works.to.vec());
            body.blocks.iter().any(|block| block.distance(&line) <= far)
        });
        let town =
            |area: &scenario::Area| matches!(area.kind, AreaKind::Town { .. }) && area.outline.within(&body, far);
        lines || put_up || ground.areas.iter().any(town) || self.has_gap_ahead(id)
    }

    /// Friends, ground that is closed to guns and cavalry or to all, or the edge of the table leave a gap ahead that is narrower than the front of a unit and wide
    /// enough for two bases: something stands on either side of it (CF 12.25, G59).
    fn has_gap_ahead(self, id: UnitId) -> bool {
        let body = self.body(id);
        let (left, right) = body.front_ends();
        let (dir, across) = (body.main().dir, body.main().dir.right());
        let wide = left.distance(right);
        // Whatever may be a side of such a gap stands less than a frontage beside the strip ahead.
        let broad = Body::single(strip_ahead(left - across * wide, right + across * wide, dir, f64::from(FAR), 0.0));
        let friends: ArrayVec<UnitId, MOST_UNITS> =
            self.friends_of(id).filter(|&friend| self.body(friend).overlaps(&broad)).collect();
        let ground = &self.rules.ground;
        let closed = |area: &&scenario::Area| area_going(area.kind) >= Going::Closed && area.outline.meets_body(&broad);
        let areas: ArrayVec<&scenario::Area, 32> = ground.areas.iter().filter(closed).take(32).collect();
        let on_table = broad.within_table(ground.width, ground.height);
        if friends.len() + areas.len() + usize::from(!on_table) < 2 && areas.is_empty() {
            return false;
        }
        let is_free = |aside: f64| {
            let from = left + across * aside;
            let to = from + dir * f64::from(FAR);
            let way = Body::single(Block::segment(from, to));
            let inside = |at: Vec2| {
                (0.0..=f64::from(ground.width)).contains(&at.x) && (0.0..=f64::from(ground.height)).contains(&at.y)
            };
            inside(from)
                && !friends.iter().any(|&friend| self.body(friend).is_cut(from, to, 0.0))
                && !areas.iter().any(|area| area.outline.meets_body(&way))
        };
        let step = f64::from(yds(5));
        let least = 2.0 * f64::from(self.rules.base_size(self.unit(id)).0);
        // Looked at from left to right. What is open to the end of the ground looked at is as wide as its front, or beside its way.
        let (mut aside, mut open) = (-wide, None::<f64>);
        while aside <= 2.0 * wide {
            match (is_free(aside), open) {
                (true, None) => open = Some(aside),
                (false, Some(from)) => {
                    let gap = aside - from;
                    let ahead = aside > 0.0 && from < wide;
                    if ahead && gap + step >= least && gap < wide {
                        return true;
                    }
                    open = None;
                }
                _ => {}
            }
            aside += step;
        }
        false
    }

    /// Bases are re-arranged on the spot: near the enemy a whole move and a point, else half a move; a second change takes the
    /// other half and no second point (CF 12.4, 12.5, E14).
    pub(super) fn form_outcome(
        self,
        id: UnitId,
        formation: Formation,
        files: u8,
        turn: Turn,
    ) -> Result<Outcome, Refusal> {
        let unit = self.unit(id);
        if !self.is_formed(id) {
            return refuse(("CF 12.4", "it has no formation to change"));
        }
        self.may_stand_as(id, formation, files)?;
        if formation == Formation::AssaultColumn && !self.may_close_up(id) {
            return refuse(ASSAULT);
        }
        if formation == unit.formation && files == unit.files && turn == Turn::Ahead && !unit.is_bent() {
            return refuse(("CF 12.4", "it stands like that already"));
        }
        if turn != Turn::Ahead && formation == unit.formation {
            // CF 12.14: a line does not turn to a flank; it forms column that way.
            return refuse(("CF 12.14", "to face a flank a unit changes into another formation that way"));
        }
        let (near, second) = (self.is_near_enemy(id), unit.changes > 0);
        let mut changed = unit.clone();
        changed = match (near, second) {
            (true, false) => self.takes_all(changed)?,
            (true, true) if unit.changes > 1 => return refuse(NO_TIME),
            (true, true) => changed,
            (false, _) => self.takes_half(changed)?,
        };
        let middle = self.body(id).center();
        let facing = normal(
            unit.pose.facing
                + match turn {
                    Turn::Ahead => 0,
                    Turn::Left => -9_000,
                    Turn::Right => 9_000,
                },
        );
        (changed.formation, changed.files, changed.bends) = (formation, files, [Bend::default(); 2]);
        // Whoever stood on that flank leads.
        if turn == Turn::Right {
            changed.elements.reverse();
        }
        self.about_middle(&mut changed, middle, facing);
        changed.this_turn.adjusted = true;
        changed.this_turn.changes += 1;
        changed.this_turn.oblique = None;
        let dps = u8::from(near && !changed.change_paid);
        changed.this_turn.change_paid |= dps > 0;
        self.has_room(id, &changed)?;
        self.steps_over_nothing(id, &changed, &[])?;
        Ok(Outcome { dps, ..Outcome::new(changed, Trail::Formed) })
    }

    /// Out of disorder into line or column, facing any way: a whole move and no point (CF 12.6, 17.11).
    pub(super) fn reform_outcome(
        self,
        id: UnitId,
        formation: Formation,
        files: u8,
        facing: Cdeg,
    ) -> Result<Outcome, Refusal> {
        if !self.is_unformed(id) || self.is_always_unformed(id) {
            return refuse(("CF 12.6", "who is out of order forms up, if he ever has a formation"));
        }
        let mut formed = self.takes_all(self.unit(id).clone())?;
        let middle = self.body(id).center();
        (formed.standing, formed.flight) = (Standing::Steady, 0);
        (formed.formation, formed.files) = (formation, files);
        if !matches!(formation, Formation::Line | Formation::MarchColumn) {
            return refuse(("CF 12.6", "it forms line or column"));
        }
        self.fits(id, &formed)?;
        self.about_middle(&mut formed, middle, facing);
        formed.this_turn.adjusted = true;
        self.has_room(id, &formed)?;
        self.steps_over_nothing(id, &formed, &[])?;
        Ok(Outcome::new(formed, Trail::Formed))
    }

    /// A formation that a unit may stand in once it is in order again.
    fn fits(self, id: UnitId, formed: &Unit) -> Result<(), Refusal> {
        let bases = formed.bases();
        let ranks = bases.max(1).div_ceil(formed.files.max(1));
        let (width, depth) = self.rules.base_size(formed);
        let ok = match formed.formation {
            _ if formed.files == 0 || formed.files > bases => false,
            Formation::MarchColumn => formed.files == 1,
            _ if self.is_foot(id) => ranks == 1,
            _ => ranks == 1 || i32::from(formed.files) * width > i32::from(ranks) * depth,
        };
        if ok { Ok(()) } else { refuse(("CF 10.4", "a line is wider than deep, a march column a single file")) }
    }

    /// Off the limber for good, facing any way: under control only, a whole move, a point, two under fire (CF 11.24, 11.25, 12.7,
    /// G31).
    pub(super) fn unlimber_outcome(self, id: UnitId, facing: Cdeg) -> Result<Outcome, Refusal> {
        if !self.is_crewed(id) || !self.unit(id).limbered {
            return refuse(("CF 12.7", "a gun on its limber unlimbers"));
        }
        if !matches!(self.unit(id).control, Control::By(_) | Control::Attached(_)) {
            return refuse(("CF 11.25", "guns unlimber only under control of their leader"));
        }
        self.instead_of_a_move(id)?;
        let mut unit = self.takes_all(self.unit(id).clone())?;
        let middle = self.body(id).center();
        unit.limbered = false;
        self.about_middle(&mut unit, middle, facing);
        unit.this_turn.moved = Moved::Otherwise;
        self.has_room(id, &unit)?;
        let dps = 1 + u8::from(self.is_under_fire(id));
        Ok(Outcome { dps, ..Outcome::new(unit, Trail::Formed) })
    }

    /// Traditional dragoons that are not mixed with others (CF 2.5, 2.8, 3.14, 12.19).
    pub(crate) fn may_dismount(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.class != Class::Dragoons || unit.mixed || unit.style == Style::New {
            return refuse(("CF 12.19", "only traditional dragoons mount and dismount"));
        }
        Ok(())
    }

    /// Half a move, and a point under fire; the horses stay where they were left (CF 12.19, 12.20, G76).
    pub(super) fn dismount_outcome(self, id: UnitId) -> Result<Outcome, Refusal> {
        self.may_dismount(id)?;
        if !self.unit(id).mounted {
            return refuse(("CF 12.19", "it is on foot already"));
        }
        let mut unit = self.takes_half(self.unit(id).clone())?;
        let middle = self.body(id).center();
        unit.holders = Some(Holders { at: middle.round(), moved: false });
        (unit.mounted, unit.formation, unit.bends) = (false, Formation::Unformed, [Bend::default(); 2]);
        unit.files = unit.bases().div_ceil(unit.ranks().clamp(1, 2));
        unit.grade = self.card(id).grade_on_foot;
        let facing = unit.pose.facing;
        self.about_middle(&mut unit, middle, facing);
        self.changes_mount(id, unit)
    }

    /// Within 20 yds of the horses (CF 12.21); they are in line again (CF G97).
    pub(super) fn mount_outcome(self, id: UnitId) -> Result<Outcome, Refusal> {
        self.may_dismount(id)?;
        let Some(holders) = self.unit(id).holders.filter(|_| !self.unit(id).mounted) else {
            return refuse(("CF 12.21", "it has no horses to mount"));
        };
        if !within(self.body(id).distance_to_point(holders.at.vec()), HALT) {
            return refuse(("CF 12.21", "the horses are farther than 20 yards"));
        }
        let mut unit = self.takes_half(self.unit(id).clone())?;
        let middle = self.body(id).center();
        (unit.mounted, unit.holders, unit.formation) = (true, None, Formation::Line);
        unit.files = unit.bases();
        unit.grade = self.card(id).grade;
        let facing = unit.pose.facing;
        self.about_middle(&mut unit, middle, facing);
        self.changes_mount(id, unit)
    }

    /// The dice are those of the state in which the distance is covered (CF G76).
    fn dice_after_mounting(self, unit: &mut Unit) {
        let Some(group) = self.state.group.filter(|_| unit.dice.count() > 0 && unit.spent == 0) else { return };
        unit.this_turn.dice = match unit.mounted {
            true if group.dice.count() <= unit.last_turn.speed + 2 => group.dice,
            true => MoveDice::new(2, false),
            false => MoveDice::new(group.dice.average.min(1), group.dice.plain),
        };
        let faces = super::faces_used(group.rolled, unit.dice);
        unit.this_turn.pips = yds(10) * faces.iter().map(|&face| i32::from(face)).sum::<i32>();
    }

    fn changes_mount(self, id: UnitId, mut unit: Unit) -> Result<Outcome, Refusal> {
        self.dice_after_mounting(&mut unit);
        unit.this_turn.moved = Moved::Otherwise;
        self.has_room(id, &unit)?;
        let dps = u8::from(self.is_under_fire(id));
        Ok(Outcome { dps, ..Outcome::new(unit, Trail::Formed) })
    }
}
