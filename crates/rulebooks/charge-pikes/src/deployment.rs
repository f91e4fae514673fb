//! Before the battle: units are put on the table (ruling G68) and forlorn hopes drawn out (20.3).

use crate::cards::{Kind, TableEdge, UnitId, Zone};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::formations::usual_layout;
use crate::scales::Footprint;
use crate::sequence::TurnChoice;
use crate::state::{Formation, Layout, Place, Unit};
use crate::table::{Play, Table};
use crate::terrain::March;
use field::table::{Pose, normal};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeployStep {
    Place(Side),
    DrawOutForlorn(Side),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeployChoice {
    Place {
        unit: UnitId,
        pose: Pose,
        formation: Formation,
        layout: Layout,
    },
    /// Draw out a forlorn hope of so many musketeers (CP 20.3.1).
    Forlorn {
        unit: UnitId,
        figures: u8,
    },
}

/// The most musketeers in a forlorn hope (CP 20.3.1).
pub const FORLORN_FIGURES: u8 = 6;

impl Table<'_> {
    pub(crate) fn asked_in_deployment(self, step: DeployStep) -> SeatSet {
        match step {
            DeployStep::Place(side) => self.seats_left(side, |seat| self.any_to_deploy(seat)),
            DeployStep::DrawOutForlorn(side) => {
                self.seats_left(side, |seat| self.forlorn_regiments(seat).next().is_some())
            }
        }
    }

    pub(crate) fn ask_deployment(self, step: DeployStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            DeployStep::Place(_) => {
                self.deploy_menu(seat, menu);
                Question { complete: false, ..Question::whole("deploy", "CP G68", 0) }
            }
            DeployStep::DrawOutForlorn(_) => {
                self.forlorn_menu(seat, menu);
                Question::whole("forlorn-hopes", "CP 20.3.1", menu.len() - 1)
            }
        }
    }

    pub(crate) fn judge_deployment(self, step: DeployStep, seat: Seat, choice: DeployChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (DeployStep::Place(_), DeployChoice::Place { unit, pose, formation, layout }) => {
                self.judge_deploy(seat, unit, pose, formation, &layout)
            }
            (DeployStep::DrawOutForlorn(_), DeployChoice::Forlorn { unit, figures }) => {
                self.judge_forlorn(seat, unit, figures)
            }
            _ => Err(self.out_of_turn()),
        }
    }

    pub fn judge_deploy(
        self,
        seat: Seat,
        id: UnitId,
        pose: Pose,
        formation: Formation,
        layout: &Layout,
    ) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        let refuse = |why: &'static str| Err(Refusal::new("CP G68", why));
        if self.unit(id).place != Place::Reserve || self.card(id).kind == Kind::ForlornHope {
            return refuse("the unit is not waiting to be deployed");
        }
        self.judge_standing(id, formation, layout)?;
        let mut unit = *self.unit(id);
        unit.pose = Pose { at: pose.at, facing: normal(pose.facing) };
        unit.formation = formation;
        unit.layout = *layout;
        let body = self.rules.body_of(id, &unit);
        let zone = self.zone_of(self.side(id));
        if !zone.holds(&body) {
            return refuse("the unit must stand within its side's deployment zone");
        }
        if pose.facing != normal(pose.facing) {
            return refuse("a facing is an angle of less than a full circle");
        }
        self.can_stand(id, &body, March::Normal)?;
        if self.on_table().any(|other| self.body(other).overlaps(&body)) {
            return refuse("another unit stands there");
        }
        Ok(())
    }

    fn zone_of(self, side: Side) -> Zone {
        let ground = &self.rules.ground;
        self.rules.sides[side.ix()].zone.unwrap_or(Zone::whole(ground.width, ground.height))
    }

    /// For the next unit: places across the zone, in rows, facing the enemy.
    pub fn deploy_menu(self, seat: Seat, menu: &mut Vec<Decision>) {
        self.each_place(seat, &mut |decision| {
            menu.push(decision);
            true
        });
    }

    /// Whether a seat still has a unit to deploy and room for it; what finds no room in its zone stays off the table.
    pub fn any_to_deploy(self, seat: Seat) -> bool {
        let mut any = false;
        self.each_place(seat, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// Places for the first unit that has any; stops early when `emit` returns false.
    fn each_place(self, seat: Seat, emit: &mut impl FnMut(Decision) -> bool) {
        for id in self.undeployed(seat) {
            // In a crowded zone it has to look closer.
            for rows in [4, 24] {
                if self.places_for(seat, id, rows, emit) {
                    return;
                }
            }
        }
    }

    /// True when there was a place for the unit.
    fn places_for(self, seat: Seat, id: UnitId, rows: i32, emit: &mut impl FnMut(Decision) -> bool) -> bool {
        const COLUMNS: i32 = 12;
        let side = self.side(id);
        let zone = self.zone_of(side);
        let facing = normal(self.homeward(side) + 18_000);
        let unit = *self.unit(id);
        let columns = COLUMNS.max(rows);
        let upright = matches!(self.rules.sides[side.ix()].baseline, TableEdge::East | TableEdge::West);
        for layout in self.likely_layouts(id, &unit).into_iter().flatten() {
            let mut any = false;
            for at in zone.places(rows, columns, upright) {
                let pose = Pose { at, facing };
                if self.judge_deploy(seat, id, pose, unit.formation, &layout).is_ok() {
                    any = true;
                    if !emit(Decision::Deploy(DeployChoice::Place {
                        unit: id,
                        pose,
                        formation: unit.formation,
                        layout,
                    })) {
                        return true;
                    }
                }
            }
            if any {
                return true;
            }
        }
        false
    }

    /// As it stands in the roster, or narrower and deeper where the zone is tight.
    fn likely_layouts(self, id: UnitId, unit: &Unit) -> [Option<Layout>; 3] {
        if self.is_battery(id) || self.card(id).kind == Kind::Wagons {
            return [Some(unit.layout), None, None];
        }
        let half = |files: u8| files.div_ceil(2).max(u8::from(files > 0));
        let narrow = Layout {
            left: half(unit.layout.left),
            centre: half(unit.layout.centre),
            right: half(unit.layout.right),
            ..unit.layout
        };
        let thin = Layout { left: half(narrow.left), centre: half(narrow.centre), right: half(narrow.right), ..narrow };
        [Some(unit.layout), Some(narrow), Some(thin)]
    }

    // --- 20.3 Forlorn hopes

    pub fn judge_forlorn(self, seat: Seat, id: UnitId, figures: u8) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        let refuse = |rule, why: &'static str| Err(Refusal::new(rule, why));
        if !self.forlorn_regiments(seat).any(|regiment| regiment == id) {
            return refuse("CP 20.3.1", "the unit has no forlorn hope to draw out");
        }
        if figures == 0 || figures > FORLORN_FIGURES || figures >= self.unit(id).others {
            return refuse("CP 20.3.1", "a forlorn hope is one to six musketeers of the regiment");
        }
        let Some(hope) = self.card(id).forlorn else { return refuse("CP 20.3.1", "the unit has no forlorn hope") };
        let mut unit = *self.unit(hope);
        let depth = self.rules.figure_depth(Footprint::Musketeer) * 2;
        unit.others = figures;
        unit.formation = Formation::Line;
        unit.layout = usual_layout(0, figures, false);
        unit.pose = self.unit(id).pose.ahead(self.inches(2) + depth);
        let body = self.rules.body_of(hope, &unit);
        self.can_stand(hope, &body, March::Normal)?;
        if self.on_table().any(|other| self.body(other).within(&body, 1_000.0)) {
            return refuse("CP 20.3.2a", "there is no room 2(1.5)\" ahead of the regiment");
        }
        Ok(())
    }

    pub fn forlorn_menu(self, seat: Seat, menu: &mut Vec<Decision>) {
        for id in self.forlorn_regiments(seat) {
            for figures in 1..=FORLORN_FIGURES {
                if self.judge_forlorn(seat, id, figures).is_ok() {
                    menu.push(Decision::Deploy(DeployChoice::Forlorn { unit: id, figures }));
                }
            }
        }
        menu.push(Decision::Turn(TurnChoice::Done));
    }

    /// Units a seat still has to put on the table.
    pub fn undeployed(self, seat: Seat) -> impl Iterator<Item = UnitId> {
        self.all().filter(move |&id| {
            self.seat(id) == seat && self.unit(id).place == Place::Reserve && self.card(id).kind != Kind::ForlornHope
        })
    }

    /// Regiments that may still draw out a forlorn hope (CP 20.3.1).
    pub fn forlorn_regiments(self, seat: Seat) -> impl Iterator<Item = UnitId> {
        let on = self.rules.options.forlorn_hopes;
        self.all().filter(move |&id| {
            on && self.seat(id) == seat
                && self.unit(id).place == Place::Table
                && self.unit(id).others > 1
                && self.card(id).forlorn.is_some_and(|hope| self.unit(hope).place == Place::Reserve)
        })
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_deployment(&mut self, step: DeployStep) {
        match step {
            DeployStep::Place(side) => self.side_has_spoken("deploy", side),
            DeployStep::DrawOutForlorn(side) => self.side_has_spoken("forlorn-hopes", side),
        }
    }

    pub(crate) fn apply_deployment(&mut self, choice: DeployChoice) {
        match choice {
            DeployChoice::Place { unit, pose, formation, layout } => self.deploy(unit, pose, formation, layout),
            DeployChoice::Forlorn { unit, figures } => self.draw_out(unit, figures),
        }
    }

    pub fn deploy(&mut self, id: UnitId, pose: Pose, formation: Formation, layout: Layout) {
        let unit = self.unit_mut(id);
        unit.place = Place::Table;
        unit.pose = pose;
        unit.formation = formation;
        unit.layout = layout;
        self.generals_follow(id);
        self.tell("CP 13.1", told::DEPLOYS, &[Who::Unit(id)]);
    }

    /// Musketeers step out in front of their regiment, two deep (CP 20.3.2a, 20.3.2b).
    pub fn draw_out(&mut self, id: UnitId, figures: u8) {
        let Some(hope) = self.rules.units[id.ix()].forlorn else { return };
        let ahead = self.rules.options.scale.inches(2);
        let parent = *self.unit(id);
        self.unit_mut(id).others -= figures;
        self.unit_mut(id).layout = self.rules.fitted(id, self.unit(id));
        let depth = Footprint::Musketeer.depth(self.rules.options.scale) * 2;
        let unit = self.unit_mut(hope);
        unit.place = Place::Table;
        unit.others = figures;
        unit.pose = parent.pose.ahead(ahead + depth);
        unit.formation = Formation::Line;
        unit.layout = usual_layout(0, figures, false);
        self.tell("CP 20.3.1", told::DRAWS_OUT, &[Who::Unit(id), Who::Unit(hope)]);
    }
}
