//! Where a decision shows on the table: who acts, at whom, where, at what cost, and whom the actor would touch.

use super::{GUNS, general_number, unit_number};
use crate::agenda::Step;
use crate::cards::{GeneralId, UnitId};
use crate::combat::{CombatChoice, CombatStep};
use crate::decision::{Decision, Leg, Manoeuvre};
use crate::deployment::DeployChoice;
use crate::face::scene::mm;
use crate::face::words::{count, inches};
use crate::generals::GeneralChoice;
use crate::movement::charging::{ChargeChoice, ChargeStep, Run};
use crate::movement::flight::{FlightChoice, FlightStep};
use crate::movement::maneuvers::{MoveChoice, MoveStep};
use crate::reaction::TestChoice;
use crate::scales::Footprint;
use crate::sequence::TurnChoice;
use crate::shooting::{Row, ShootChoice};
use crate::state::{Charge, Fire, Formation, Place, Unit};
use crate::table::Table;
use field::table::{Body, Pose, Um, Vec2, heading, normal};
use kernel::{Mark, Seat};

impl Table<'_> {
    /// Where a decision shows on the table.
    pub fn mark_of(self, seat: Seat, decision: &Decision) -> Mark {
        match *decision {
            Decision::Turn(TurnChoice::Done) | Decision::Turn(TurnChoice::TakeSide(_)) => Mark::default(),
            Decision::Deploy(DeployChoice::Place { unit, pose, formation, layout }) => {
                let stood = self.known(unit).map(|id| Unit { pose, formation, layout, ..*self.unit(id) });
                Mark { at: stood.map(|stood| self.middle(unit, &stood)), ..self.actor(unit) }
            }
            Decision::Deploy(DeployChoice::Forlorn { unit, figures }) => self.forlorn_mark(unit, figures),
            Decision::General(GeneralChoice::Attach { general, unit }) => self.attach_mark(general, unit),
            Decision::General(GeneralChoice::Detach { general }) => {
                let with = self.state.generals.get(general.ix()).and_then(|general| general.attached);
                Mark { targets: with.map(unit_number).into_iter().collect(), ..self.rider(general) }
            }
            Decision::General(GeneralChoice::Ride { general, to }) => {
                let from = self.state.generals.get(general.ix()).map(|general| general.at);
                let cost = from.map(|from| inches(from.distance(to))).unwrap_or_default();
                Mark { at: Some(mm(to.vec())), cost, ..self.rider(general) }
            }
            Decision::Charge(ChargeChoice::Charge { unit, target, files, legs }) => {
                self.charge_mark(seat, unit, target, files, &legs)
            }
            Decision::Charge(ChargeChoice::Counter { unit, charger, files, legs }) => {
                self.counter_mark(unit, charger, files, &legs)
            }
            Decision::Charge(ChargeChoice::React { unit, .. }) => self.standing_mark(unit),
            Decision::Charge(ChargeChoice::Evade { bearing, distance }) => self.evade_mark(bearing, distance),
            Decision::Charge(ChargeChoice::Stand) => self.stand_mark(),
            Decision::Charge(ChargeChoice::Halt) => {
                self.charge_asked().map_or_else(Mark::default, |charge| self.standing_mark(charge.charger))
            }
            Decision::Charge(ChargeChoice::GoOn) => {
                self.charge_asked().map_or_else(Mark::default, |charge| self.go_on_mark(charge.charger))
            }
            Decision::Move(MoveChoice::Pick(unit)) => {
                let cost = self.known(unit).map(|id| format!("{} left", inches(self.move_left(id))));
                Mark { cost: cost.unwrap_or_default(), ..self.standing_mark(unit) }
            }
            Decision::Move(MoveChoice::Make(manoeuvre)) => match self.state.agenda.top() {
                Some(Step::Move(MoveStep::Moving(id))) => self.move_mark(id, &manoeuvre),
                _ => Mark::default(),
            },
            Decision::Shoot(ShootChoice::Order { unit, target, face, shot }) => {
                self.shot_mark(&Fire { unit, target, face, shot })
            }
            Decision::Combat(CombatChoice::Allot { unit, enemy, figures }) => {
                let cost = count(usize::from(figures), "figure", "figures");
                Mark { cost, ..self.against(unit, enemy) }
            }
            Decision::Combat(CombatChoice::Pistols { unit, .. }) => {
                let targets = self.known(unit).map(|id| self.opponents(id).map(unit_number).collect());
                Mark { targets: targets.unwrap_or_default(), ..self.standing_mark(unit) }
            }
            Decision::Test(TestChoice::Take(unit)) => self.standing_mark(unit),
            Decision::Flight(FlightChoice::TryHalt(tries)) => match self.state.agenda.top() {
                Some(Step::Flight(FlightStep::TryHalt { unit, .. })) if tries => self.standing_mark(unit),
                Some(Step::Flight(FlightStep::TryHalt { unit, router })) => self.against(unit, router),
                _ => Mark::default(),
            },
            Decision::Combat(CombatChoice::Follow(comes)) => match self.state.agenda.top() {
                Some(Step::Combat(CombatStep::FollowUp { unit, enemy })) if comes => {
                    Mark { touches: vec![unit_number(enemy)], ..self.against(unit, enemy) }
                }
                Some(Step::Combat(CombatStep::FollowUp { unit, .. })) => self.standing_mark(unit),
                _ => Mark::default(),
            },
            Decision::Flight(FlightChoice::Pursue(router)) => match self.state.agenda.top() {
                Some(Step::Flight(FlightStep::ChooseQuarry { unit })) => self.against(unit, router),
                _ => Mark::default(),
            },
            Decision::Flight(FlightChoice::TurnAbout(_)) => match self.state.agenda.top() {
                Some(Step::Flight(FlightStep::TurnAbout { unit })) => self.standing_mark(unit),
                _ => Mark::default(),
            },
        }
    }

    // --- Who

    fn known(self, id: UnitId) -> Option<UnitId> {
        (id.ix() < self.state.units.len()).then_some(id)
    }

    fn actor(self, id: UnitId) -> Mark {
        Mark { actor: self.known(id).map(unit_number), ..Mark::default() }
    }

    /// A unit that acts where it stands.
    fn standing_mark(self, id: UnitId) -> Mark {
        let at = self.known(id).and_then(|id| self.standing_body(id)).map(|body| mm(body.center()));
        Mark { at, ..self.actor(id) }
    }

    /// A unit that has to do with another one.
    fn against(self, id: UnitId, other: UnitId) -> Mark {
        let other = self.known(other);
        let at = other.and_then(|other| self.standing_body(other)).map(|body| mm(body.center()));
        Mark { targets: other.map(unit_number).into_iter().collect(), at, ..self.actor(id) }
    }

    fn rider(self, id: GeneralId) -> Mark {
        let known = self.state.generals.get(id.ix());
        Mark {
            actor: known.map(|_| general_number(id)),
            at: known.map(|general| mm(general.at.vec())),
            ..Mark::default()
        }
    }

    /// The middle of a unit that stood like this.
    fn middle(self, id: UnitId, unit: &Unit) -> [f64; 2] {
        mm(self.rules.body_of(id, unit).center())
    }

    // --- Whom it touches

    /// Enemies, and guns they have left, that a unit would touch if it stood like this.
    fn touched(self, id: UnitId, unit: &Unit) -> Vec<u16> {
        if unit.inside.is_some() {
            return Vec::new();
        }
        let body = self.rules.body_of(id, unit);
        let enemies = self.enemies_of(id).filter(|&enemy| self.body(enemy).touches(&body)).map(unit_number);
        let left = |other: &UnitId| {
            let theirs = self.unit(*other);
            self.side(*other) != self.side(id)
                && (theirs.away || matches!(theirs.place, Place::Gone(_)))
                && self.left_guns_body(*other).is_some_and(|guns: Body| guns.touches(&body))
        };
        enemies.chain(self.all().filter(left).map(|other| GUNS + unit_number(other))).collect()
    }

    // --- Charges

    fn charge_mark(self, seat: Seat, id: UnitId, target: UnitId, files: u8, legs: &[Leg; 4]) -> Mark {
        let mark = self.against(id, target);
        let (Some(_), Some(_)) = (self.known(id), self.known(target)) else { return mark };
        match self.judge_charge(seat, id, target, files, legs) {
            Ok(run) => self.run_mark(id, &run, mark),
            Err(_) => mark,
        }
    }

    /// How far a charge runs, where it strikes and whom it touches then.
    fn run_mark(self, id: UnitId, run: &Run, mark: Mark) -> Mark {
        let met = run.met.map(|(met, hit)| (unit_number(met), mm(hit.point)));
        let mut touches = self.touched(id, &run.unit);
        touches.extend(met.map(|(met, _)| met).filter(|met| !touches.contains(met)));
        Mark { at: met.map(|(_, at)| at).or(mark.at), cost: inches(run.ran as Um), touches, ..mark }
    }

    fn counter_mark(self, id: UnitId, charger: UnitId, files: u8, legs: &[Leg; 4]) -> Mark {
        let mark = self.against(id, charger);
        let (Some(_), Some(_)) = (self.known(id), self.known(charger)) else { return mark };
        let Some((there, ran)) = self.countering(id, charger, files, legs) else { return mark };
        let at = Some(self.middle(id, &there));
        Mark { at, cost: inches(ran as Um), touches: vec![unit_number(charger)], ..mark }
    }

    /// How a unit that counter-charges stands when it meets the charger, and how far it has run.
    pub(super) fn countering(self, id: UnitId, charger: UnitId, files: u8, legs: &[Leg; 4]) -> Option<(Unit, f64)> {
        let meets = self.may_counter(id, charger).is_ok().then(|| self.meeting(id, charger, files, legs)).flatten();
        let ran = meets?.ours.0;
        let (start, _) = self.before_charge(id, files).ok()?;
        Some((self.trace(id, &start, legs, ran).unit, ran))
    }

    /// The charge that somebody is asked about.
    fn charge_asked(self) -> Option<Charge> {
        match self.state.agenda.top()? {
            Step::Charge(ChargeStep::EvadeOrStand { charge, .. } | ChargeStep::CloseRanks { charge, .. })
            | Step::Charge(ChargeStep::AfterEvade { charge, .. }) => {
                self.state.charges.get(usize::from(charge)).copied()
            }
            _ => None,
        }
    }

    fn evade_mark(self, bearing: i32, distance: Um) -> Mark {
        let Some(Step::Charge(ChargeStep::EvadeOrStand { charge, unit })) = self.state.agenda.top() else {
            return Mark::default();
        };
        let there = self.judge_evade(usize::from(charge), unit, bearing, distance).unwrap_or_else(|_| {
            let crew = self.fleeing_crew(unit);
            Unit { pose: Pose { at: far(crew.pose, bearing, distance), ..crew.pose }, ..crew }
        });
        let touches = self.touched(unit, &there);
        Mark { at: Some(self.middle(unit, &there)), cost: inches(distance), touches, ..self.actor(unit) }
    }

    fn stand_mark(self) -> Mark {
        let Some(Step::Charge(ChargeStep::EvadeOrStand { unit, .. } | ChargeStep::CloseRanks { unit, .. })) =
            self.state.agenda.top()
        else {
            return Mark::default();
        };
        let by = self.charge_asked().map(|charge| unit_number(charge.charger));
        Mark { touches: by.into_iter().collect(), ..self.standing_mark(unit) }
    }

    fn go_on_mark(self, charger: UnitId) -> Mark {
        let run = self.straight_on(charger, None);
        let targets = run.met.map(|(met, _)| unit_number(met)).into_iter().collect();
        self.run_mark(charger, &run, Mark { targets, ..self.standing_mark(charger) })
    }

    // --- Moves

    /// What a piece of a move costs, and how the unit would stand after it.
    fn move_mark(self, id: UnitId, manoeuvre: &Manoeuvre) -> Mark {
        let standing = self.standing_mark(id);
        if *manoeuvre == Manoeuvre::Stop {
            return standing;
        }
        match self.outcome(id, manoeuvre) {
            Ok(moved) => {
                let entered = match *manoeuvre {
                    Manoeuvre::Enter { area } => self.rules.town_block(usize::from(area)).map(|town| mm(town.center())),
                    _ => None,
                };
                // Where the way is shorter than what it takes of the move, both are said (CP 15.9.1).
                let mut cost = match way_of(manoeuvre) {
                    _ if moved.cost <= 0 => "free".into(),
                    Some(far) if far != moved.cost => format!("{} for {}", inches(far), inches(moved.cost)),
                    _ => inches(moved.cost),
                };
                for (holds, word) in [(moved.disorder.is_some(), "disordered"), (moved.shake.is_some(), "shaken")] {
                    if holds {
                        cost.push_str(", ");
                        cost.push_str(word);
                    }
                }
                let told = moved.disorder.is_some() || moved.shake.is_some();
                cost.push_str(self.harm_by_way(id, manoeuvre).filter(|_| !told).unwrap_or_default());
                let at = Some(entered.unwrap_or_else(|| self.middle(id, &moved.unit)));
                Mark { at, cost, touches: self.touched(id, &moved.unit), ..standing }
            }
            Err(_) => standing,
        }
    }

    /// Where a forlorn hope would stand, ahead of its regiment (CP 20.3.2a).
    fn forlorn_mark(self, id: UnitId, figures: u8) -> Mark {
        let cost = count(usize::from(figures), "figure", "figures");
        let mark = Mark { cost, ..self.standing_mark(id) };
        let Some(hope) = self.known(id).and_then(|id| self.card(id).forlorn) else { return mark };
        let ahead = self.inches(2) + 2 * self.rules.figure_depth(Footprint::Musketeer);
        let layout = crate::formations::usual_layout(0, figures, false);
        let pose = self.unit(id).pose.ahead(ahead);
        let stood = Unit { pose, others: figures, formation: Formation::Line, layout, ..*self.unit(hope) };
        Mark { at: Some(self.middle(hope, &stood)), ..mark }
    }

    fn attach_mark(self, general: GeneralId, unit: UnitId) -> Mark {
        let mark = self.rider(general);
        let (Some(who), Some(id)) = (self.state.generals.get(general.ix()), self.known(unit)) else { return mark };
        let Some(body) = self.standing_body(id) else { return Mark { targets: vec![unit_number(id)], ..mark } };
        let to = body.nearest(who.at.vec());
        let cost = inches(who.at.vec().distance(to) as Um);
        Mark { targets: vec![unit_number(id)], at: Some(mm(to)), cost, ..mark }
    }

    // --- Fire

    fn shot_mark(self, fire: &Fire) -> Mark {
        let mark = self.against(fire.unit, fire.target);
        let (Some(unit), Some(target)) = (self.known(fire.unit), self.known(fire.target)) else { return mark };
        let cost = match self.shooters(fire) {
            Ok(salvo) => {
                let mut words: Vec<&str> = salvo.bands.iter().map(|band| range_word(band.row)).collect();
                words.dedup();
                format!("range {}, {}", inches(salvo.nearest as Um), words.join(" and "))
            }
            Err(_) => format!("range {}", inches(self.body(unit).distance(&self.body(target)) as Um)),
        };
        Mark { cost, ..mark }
    }
}

/// How far a manoeuvre leads, where it is told by a length.
fn way_of(manoeuvre: &Manoeuvre) -> Option<Um> {
    match *manoeuvre {
        Manoeuvre::Retire(distance)
        | Manoeuvre::Sidestep { distance, .. }
        | Manoeuvre::Oblique { distance, .. }
        | Manoeuvre::Advance(distance) => Some(distance),
        _ => None,
    }
}

/// Along a bearing from a pose, as far as coordinates go.
fn far(from: Pose, bearing: i32, distance: Um) -> field::table::Point {
    let to: Vec2 = from.at.vec() + heading(normal(bearing)) * f64::from(distance);
    to.round()
}

/// What a row of the shooting table says of the range.
fn range_word(row: Row) -> &'static str {
    match row {
        Row::SteadyNear | Row::UnsteadyNear => "short",
        Row::SteadyFar | Row::UnsteadyFar => "long",
        Row::Mounted => "pistol shot",
        Row::HailLight | Row::HailField | Row::HailHeavy => "hail",
        Row::BallLight | Row::BallField | Row::BallHeavy => "ball",
    }
}
