//! Questions and decisions in words.

use crate::agenda::{Step, TestKind};
use crate::cards::{GeneralId, Kind, UnitId};
use crate::combat::{CombatChoice, CombatStep};
use crate::decision::{Decision, Leg, Manoeuvre};
use crate::deployment::{DeployChoice, DeployStep};
use crate::face::told::{self, Who};
use crate::generals::{GeneralChoice, GeneralStep};
use crate::movement::charging::{ChargeChoice, ChargeStep};
use crate::movement::flight::{FlightChoice, FlightStep};
use crate::movement::maneuvers::{MoveChoice, MoveStep};
use crate::reaction::TestChoice;
use crate::sequence::{Letter, TurnChoice, TurnStep};
use crate::shooting::{ShootChoice, ShootStep};
use crate::state::{Aspect, ChargeKind, Fire, Formation, Layout, Shot, Stage, Unit, Woods};
use crate::table::{Play, Table};
use field::table::{Cdeg, INCH, Point, Um, bearing};
use kernel::{Heading, Part, Phrase, Question, Seat, Seeded};
pub use scenario::ruler::{at_most, compass, degrees, inches, left_or_right, spot};
use scenario::ruler::{bearing_words, path_words, turn_at_most};

pub fn formation_name(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line of battle",
        Formation::MarchColumn => "march column",
        Formation::Square => "square",
        Formation::MusketsForward => "muskets forward",
        Formation::PikesForward => "pikes forward",
        Formation::Open => "skirmish order",
        Formation::Limbered => "limbered",
        Formation::Unlimbered => "unlimbered",
    }
}

pub fn aspect_name(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Front => "front",
        Aspect::Flank => "flank",
        Aspect::Rear => "rear",
    }
}

pub fn test_words(kind: TestKind) -> &'static str {
    match kind {
        TestKind::Panic => "against panic",
        TestKind::CounterCharge => "to counter-charge home",
        TestKind::Charge => "to charge home",
        TestKind::Stand => "to stand",
        TestKind::ShootingHits => "for its losses by shooting",
        TestKind::LosingCombat => "for losing its combat",
        TestKind::RoutingFriend => "for routing friends",
        TestKind::Rally => "to rally",
        TestKind::HaltPursuit => "to halt its pursuit",
        TestKind::Return => "to come back",
    }
}

/// Formation and files of a unit, for its card.
pub fn layout_words(unit: &Unit) -> String {
    let Layout { left, centre, right, .. } = unit.layout;
    match unit.formation {
        Formation::Square | Formation::MarchColumn | Formation::Limbered | Formation::Unlimbered => {
            formation_name(unit.formation).into()
        }
        _ => format!("{}, {}", formation_name(unit.formation), files_words(left, centre, right)),
    }
}

pub fn files_words(left: u8, centre: u8, right: u8) -> String {
    match (left + right, centre) {
        (0, 1) => "1 file".into(),
        (0, _) => format!("{centre} files"),
        _ => format!("{left} + {centre} + {right} files"),
    }
}

/// A heading and what stands under it in one.
fn in_full(heading: Option<Heading>) -> String {
    heading.map_or_else(String::new, |heading| heading.title + " " + &heading.item)
}

/// So many of a thing.
pub fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

// --- Decisions

impl Table<'_> {
    pub(super) fn unit_name(self, id: UnitId) -> String {
        self.rules.units.get(id.ix()).map_or("nobody".into(), |card| card.name.clone())
    }

    pub(super) fn general_name(self, id: GeneralId) -> String {
        self.rules.generals.get(id.ix()).map_or("nobody".into(), |card| card.name.clone())
    }

    fn says(self, phrase: Phrase, who: &[Who]) -> String {
        self.said(phrase, who).into()
    }

    /// A decision in words: as a menu has it under its heading, unless that is too short to stand alone.
    pub fn words_for(self, decision: &Decision) -> String {
        match *decision {
            Decision::Turn(TurnChoice::Done) => self.done_words().into(),
            Decision::Turn(TurnChoice::TakeSide(Letter::A)) => "be Side A: charge and move first".into(),
            Decision::Turn(TurnChoice::TakeSide(Letter::B)) => "be Side B: charge and move second".into(),
            Decision::Deploy(DeployChoice::Place { unit: id, pose, formation, layout }) => format!(
                "{} at {}, facing {}, {} ({})",
                self.unit_name(id),
                spot(pose.at),
                compass(pose.facing),
                formation_name(formation),
                files_words(layout.left, layout.centre, layout.right)
            ),
            Decision::Deploy(DeployChoice::Forlorn { unit: id, figures }) => {
                self.says(told::DRAWS_OUT_FORLORN, &[Who::Unit(id), Who::Count(figures.into())])
            }
            Decision::Charge(ChargeChoice::Evade { bearing, distance }) => {
                format!("evade {} to the {}", inches(distance), bearing_words(bearing))
            }
            Decision::Charge(ChargeChoice::Stand) => "stand and take the charge".into(),
            Decision::Charge(ChargeChoice::Halt) => "halt".into(),
            Decision::Charge(ChargeChoice::GoOn) => "go straight on at the next enemy".into(),
            Decision::Move(MoveChoice::Make(manoeuvre)) => {
                self.manoeuvre_words(&manoeuvre) + self.harm_words(&manoeuvre)
            }
            Decision::Combat(CombatChoice::Allot { unit: id, enemy, figures }) => {
                self.says(told::SETS_AGAINST, &[Who::Unit(id), Who::Count(figures.into()), Who::Unit(enemy)])
            }
            Decision::Combat(CombatChoice::Pistols { unit: id, draw: true }) => {
                self.says(told::USES_PISTOLS, &[Who::Unit(id)])
            }
            Decision::Combat(CombatChoice::Pistols { unit: id, draw: false }) => {
                self.says(told::KEEPS_PISTOLS, &[Who::Unit(id)])
            }
            Decision::Test(TestChoice::Take(id)) => self.says(told::TESTS_NEXT, &[Who::Unit(id)]),
            Decision::Flight(FlightChoice::TryHalt(true)) => "test to halt, and pursue if that fails".into(),
            Decision::Flight(FlightChoice::TryHalt(false)) => "pursue without testing".into(),
            Decision::Combat(CombatChoice::Follow(true)) => "follow up and fight on".into(),
            Decision::Combat(CombatChoice::Follow(false)) => "stay where it is".into(),
            Decision::Flight(FlightChoice::Pursue(id)) => format!("pursue {}", self.unit_name(id)),
            Decision::Flight(FlightChoice::TurnAbout(true)) => "face about, at no cost".into(),
            Decision::Flight(FlightChoice::TurnAbout(false)) => "keep facing as it does".into(),
            Decision::General(GeneralChoice::Attach { .. })
            | Decision::General(GeneralChoice::Detach { .. })
            | Decision::General(GeneralChoice::Ride { .. })
            | Decision::Charge(ChargeChoice::Charge { .. })
            | Decision::Charge(ChargeChoice::Counter { .. })
            | Decision::Charge(ChargeChoice::React { .. })
            | Decision::Move(MoveChoice::Pick(_))
            | Decision::Shoot(ShootChoice::Order { .. }) => in_full(self.heading_for(decision)),
        }
    }

    /// Where a menu lists a decision, and what it is called there.
    pub fn heading_for(self, decision: &Decision) -> Option<Heading> {
        let unit = |id: UnitId| self.unit_name(id);
        let under = |order: u8, title: String, item: String| Some(Heading { order, title, item });
        match *decision {
            Decision::Deploy(DeployChoice::Place { pose, .. }) => {
                // Rows of places, the northernmost on top as on the map.
                let row = (self.rules.ground.height - pose.at.y) / INCH;
                let row = row.clamp(0, i32::from(u8::MAX)) as u8;
                under(row, format!("{} north", inches(pose.at.y)), format!("{} east", inches(pose.at.x)))
            }
            Decision::Deploy(DeployChoice::Forlorn { unit: id, figures }) => {
                under(0, self.says(told::UNDER_DRAWS_OUT, &[Who::Unit(id)]), figure_words(figures))
            }
            Decision::General(GeneralChoice::Attach { general, unit: id }) => {
                under(50, self.general_name(general), self.join_words(general, id))
            }
            Decision::General(GeneralChoice::Detach { general }) => {
                under(50, self.general_name(general), format!("leaves {}", self.company_words(general)))
            }
            Decision::General(GeneralChoice::Ride { general, to }) => {
                under(50, self.general_name(general), format!("rides {}", self.ride_words(general, to)))
            }
            Decision::Charge(ChargeChoice::Charge { unit: id, target, files, legs }) => {
                under(0, self.says(told::UNDER_CHARGES, &[Who::Unit(id)]), self.charge_words(id, target, files, &legs))
            }
            Decision::Charge(ChargeChoice::Counter { unit: id, charger, files, legs }) => {
                let words = self.counter_words(id, charger, files, &legs);
                under(0, self.says(told::UNDER_COUNTERS, &[Who::Unit(id)]), words)
            }
            Decision::Charge(ChargeChoice::React { unit: id, formation }) => {
                under(1, self.says(told::UNDER_FORMS, &[Who::Unit(id)]), formation_name(formation).into())
            }
            Decision::Charge(ChargeChoice::Evade { bearing, distance }) => {
                under(0, format!("evade {}", bearing_words(bearing)), inches(distance))
            }
            Decision::Move(MoveChoice::Pick(id)) => under(0, "move".into(), self.pick_words(id)),
            Decision::Move(MoveChoice::Make(manoeuvre)) => {
                let heading = self.manoeuvre_heading(&manoeuvre)?;
                Some(Heading { item: heading.item + self.harm_words(&manoeuvre), ..heading })
            }
            Decision::Shoot(ShootChoice::Order { unit: id, target, face, shot }) => {
                under(0, self.says(told::UNDER_SHOOTS, &[Who::Unit(id)]), self.shot_words(id, target, face, shot))
            }
            Decision::Combat(CombatChoice::Allot { unit: id, enemy, figures }) => {
                under(0, format!("{} against {}", unit(id), unit(enemy)), figure_words(figures))
            }
            _ => None,
        }
    }

    fn done_words(self) -> &'static str {
        match self.state.agenda.top() {
            Some(Step::Deploy(DeployStep::DrawOutForlorn(_))) => "no more forlorn hopes",
            Some(Step::General(GeneralStep::Fleeing(_))) => "the generals stay as they are",
            Some(Step::Charge(ChargeStep::Declare(_))) => "no more charges",
            Some(Step::Charge(ChargeStep::Answer(_))) => "no more answers",
            Some(Step::Move(MoveStep::NormalMoves(_))) => "no more moves",
            Some(Step::Shoot(ShootStep::Orders)) => "no more shooting",
            Some(Step::Combat(CombatStep::Choices)) => "nothing more: fight the round",
            _ => "done",
        }
    }

    fn pick_words(self, id: UnitId) -> String {
        let name = self.unit_name(id);
        if self.unit(id).spent > 0 { format!("{name} ({} left)", at_most(self.move_left(id))) } else { name }
    }

    /// The unit a general rides with.
    fn company_words(self, id: GeneralId) -> String {
        let with = self.state.generals.get(id.ix()).and_then(|general| general.attached);
        with.map_or("his unit".into(), |unit| self.unit_name(unit))
    }

    /// Where a general rides: up to a friend, if one is close by.
    fn ride_words(self, id: GeneralId, to: Point) -> String {
        let Some(card) = self.rules.generals.get(id.ix()) else { return format!("to {}", spot(to)) };
        let friends = self.of_side(card.side).map(|unit| (unit, self.body(unit).distance_to_point(to.vec())));
        match friends.min_by(|a, b| a.1.total_cmp(&b.1)) {
            Some((unit, away)) if away < f64::from(2 * INCH) => format!("up to {}", self.unit_name(unit)),
            _ => format!("to {}", spot(to)),
        }
    }

    /// Whom a charge is aimed at, its path, how far it runs and where it strikes.
    fn charge_words(self, id: UnitId, target: UnitId, files: u8, legs: &[Leg; 4]) -> String {
        let name = self.unit_name(target);
        let path = way_words(files, legs);
        let run = self.judge_charge(self.seat(id), id, target, files, legs).ok();
        match run.and_then(|run| run.met.map(|(_, hit)| (run.ran, hit.edge))) {
            Some((ran, edge)) => {
                let place = aspect_name(self.aspect_of(id, self.unit(id), target, edge));
                let way = [self.part(Who::Unit(target)), Part::words(path), Part::words(inches(ran as Um))];
                told::CHARGE_STRIKES.of(way.into_iter().chain([Part::words(place)])).into()
            }
            None => format!("{name}: {path}"),
        }
    }

    /// Whom a counter-charge meets, on which way, and where (rulings G18, G23).
    fn counter_words(self, id: UnitId, charger: UnitId, files: u8, legs: &[Leg; 4]) -> String {
        let way = [self.part(Who::Unit(charger)), Part::words(way_words(files, legs))];
        match self.meeting(id, charger, files, legs) {
            Some(meeting) if meeting.late => told::COUNTER_LATE.of(way),
            Some(meeting) => told::COUNTER_MEETS.of(way.into_iter().chain([self.part(Who::Far(meeting.ours.0 as Um))])),
            None => told::BY_WAY.of(way),
        }
        .into()
    }

    /// A general's joining, and whether it does the unit any good (CP 9.3, ruling G69).
    fn join_words(self, general: GeneralId, id: UnitId) -> String {
        let idle = if self.influences(general, id) { "" } else { " (not under his command)" };
        format!("joins {}{idle}", self.unit_name(id))
    }

    /// Whom a volley is aimed at, with what, and how many dice it is worth.
    fn shot_words(self, id: UnitId, target: UnitId, face: u8, shot: Shot) -> String {
        let mut text = self.unit_name(target);
        text.push_str(match shot {
            Shot::SmallArms => "",
            Shot::Ball => " with ball",
            Shot::Hail => " with hail shot",
        });
        match face {
            0 => {}
            gun if self.is_battery(id) => text.push_str(&format!(", gun {gun} alone")),
            face => text.push_str(&format!(", from face {face}")),
        }
        let fire = Fire { unit: id, target, face, shot };
        if let Ok(salvo) = self.shooters(&fire) {
            let dice = count(salvo.dice() as usize, "die", "dice");
            text.push_str(&format!(" ({dice} at {})", inches(salvo.nearest as Um)));
        }
        let through: Vec<String> = self.shot_through(&fire).into_iter().map(|friend| self.unit_name(friend)).collect();
        if !through.is_empty() {
            text.push_str(&format!(", through {}", through.join(" and ")));
        }
        text
    }

    fn manoeuvre_words(self, manoeuvre: &Manoeuvre) -> String {
        match *manoeuvre {
            Manoeuvre::Wheel { right, angle } => format!("wheel {} {}", turn_at_most(angle), left_or_right(right)),
            Manoeuvre::Dismount => "dismount".into(),
            Manoeuvre::Mount => "mount".into(),
            Manoeuvre::Unlimber => "unlimber".into(),
            Manoeuvre::Enter { area } => format!("occupy {}", self.area_name(area)),
            Manoeuvre::Loophole { line } => format!("cut loopholes in {}", self.line_name(line)),
            Manoeuvre::ClearHedge { line } => format!("break down {}", self.line_name(line)),
            Manoeuvre::VolleyPosture(true) => "double the files for a volley".into(),
            Manoeuvre::VolleyPosture(false) => "leave volley posture".into(),
            Manoeuvre::DrawIn => "fall back into the regiment".into(),
            Manoeuvre::Man => "man the guns again".into(),
            Manoeuvre::Stop => "move no more".into(),
            _ => in_full(self.manoeuvre_heading(manoeuvre)),
        }
    }

    /// What a manoeuvre would do to the order of the unit that makes it and stands then.
    fn harm_words(self, manoeuvre: &Manoeuvre) -> &'static str {
        let Some(Step::Move(MoveStep::Moving(id))) = self.state.agenda.top().filter(|_| *manoeuvre != Manoeuvre::Stop)
        else {
            return "";
        };
        let body = self.body(id);
        match self.outcome(id, manoeuvre) {
            Err(_) => "",
            Ok(moved) if moved.shake.is_some() => " (shakes)",
            Ok(moved) if moved.disorder.is_some() && !self.unit(id).disordered => " (disorders)",
            Ok(_) if !self.ground_near(body.center(), body.radius() + f64::from(self.move_left(id))) => "",
            Ok(_) => self.harm_by_ground(id, manoeuvre),
        }
    }

    /// What the ground on the way of the unit that is asked would do to it, as its cost tells it.
    pub(super) fn harm_by_way(self, id: UnitId, manoeuvre: &Manoeuvre) -> Option<&'static str> {
        match self.state.agenda.top() {
            Some(Step::Move(MoveStep::Moving(moving))) if moving == id => match self.harm_words(manoeuvre) {
                " (disorders)" => Some(", disordered"),
                " (shakes)" => Some(", shaken"),
                _ => None,
            },
            _ => None,
        }
    }

    /// What the ground would do to a unit: tried out on a copy of the battle, unless dice have to find out.
    fn harm_by_ground(self, id: UnitId, manoeuvre: &Manoeuvre) -> &'static str {
        if self.state.woods.contains(&Woods::Undecided) {
            return "";
        }
        let mut state = self.state.clone();
        let mut play =
            Play { rules: self.rules, state: &mut state, dice: &mut Seeded::new(0), listener: &mut kernel::Silent };
        play.make_move(id, *manoeuvre);
        play.stop_moving(id);
        let (before, after) = (self.unit(id), play.unit(id));
        match () {
            () if after.morale != before.morale => " (shakes)",
            () if after.disordered && !before.disordered => " (disorders)",
            () => "",
        }
    }

    fn manoeuvre_heading(self, manoeuvre: &Manoeuvre) -> Option<Heading> {
        let under = |order: u8, title: String, item: String| Some(Heading { order, title, item });
        match *manoeuvre {
            Manoeuvre::Advance(distance) => under(0, "advance".into(), at_most(distance)),
            Manoeuvre::Skirmish { to, facing } => under(1, "go".into(), self.skirmish_words(to, facing)),
            Manoeuvre::Wheel { right, angle } => {
                under(2, format!("wheel {}", left_or_right(right)), turn_at_most(angle))
            }
            Manoeuvre::Oblique { right, distance } => {
                under(3, "incline".into(), format!("{} {}", at_most(distance), left_or_right(right)))
            }
            Manoeuvre::Sidestep { right, distance } => {
                under(4, "sidestep".into(), format!("{} {}", at_most(distance), left_or_right(right)))
            }
            Manoeuvre::Retire(distance) => under(5, "retire".into(), at_most(distance)),
            Manoeuvre::AboutFace => under(6, "face".into(), "about".into()),
            Manoeuvre::Rotate(angle) => {
                under(6, "turn the guns".into(), format!("{} {}", degrees(angle.abs()), left_or_right(angle > 0)))
            }
            Manoeuvre::SwingGun { gun, to } => {
                let item = format!("{} {}", degrees(to.abs()), left_or_right(to > 0));
                under(7, format!("swing gun {}", gun + 1), item)
            }
            Manoeuvre::Leave { pose } => {
                under(8, "come out".into(), format!("to {}, facing {}", spot(pose.at), compass(pose.facing)))
            }
            Manoeuvre::Form(formation) => under(9, "form".into(), formation_name(formation).into()),
            Manoeuvre::FormLine { left, centre, right } => {
                under(9, "form".into(), format!("line of {}", files_words(left, centre, right)))
            }
            Manoeuvre::WheelWing { right, angle } => {
                under(10, format!("swing the {} wing", left_or_right(right)), swing_words(angle))
            }
            Manoeuvre::Frontage { left, centre, right } => {
                under(11, "change to".into(), files_words(left, centre, right))
            }
            _ => None,
        }
    }

    /// How far and which way skirmishers go, and which way they look then.
    fn skirmish_words(self, to: Point, facing: Cdeg) -> String {
        let Some(Step::Move(MoveStep::Moving(id))) = self.state.agenda.top() else {
            return format!("to {}, facing {}", spot(to), compass(facing));
        };
        let pose = self.unit(id).pose;
        let way = to.vec() - pose.at.vec();
        let far = inches(pose.at.distance(to));
        match compass(facing) {
            same if same == compass(pose.facing) => format!("{far} {}", compass(bearing(way))),
            other => format!("{far} {}, facing {other}", compass(bearing(way))),
        }
    }

    pub(super) fn area_name(self, area: u8) -> String {
        let name = self.rules.ground.areas.get(usize::from(area)).map_or("", |area| area.name.as_str());
        match name {
            "" if self.woods(usize::from(area)).is_some() => "the woods".into(),
            "" => "the buildings".into(),
            name => name.into(),
        }
    }

    fn line_name(self, line: u8) -> String {
        let name = self.rules.ground.lines.get(usize::from(line)).map_or("", |line| line.name.as_str());
        if name.is_empty() { "the hedge".into() } else { name.into() }
    }
}

fn figure_words(figures: u8) -> String {
    count(usize::from(figures), "figure", "figures")
}

fn swing_words(angle: Cdeg) -> String {
    format!("{} {}", degrees(angle.abs()), if angle > 0 { "forward" } else { "back" })
}

// --- Questions

impl Table<'_> {
    /// The question in words.
    pub fn question_words(self, seat: Seat, question: &Question) -> String {
        let who = self.rules.seats.get(usize::from(seat.0)).map_or("Nobody", |card| card.name.as_str());
        let both = |phrase: Phrase, one: UnitId, other: UnitId| self.says(phrase, &[Who::Unit(one), Who::Unit(other)]);
        let what = match self.state.agenda.top() {
            Some(Step::Deploy(DeployStep::Place(_))) => self.deploy_words(seat),
            Some(Step::Deploy(DeployStep::DrawOutForlorn(_))) => "does a regiment draw out a forlorn hope?".into(),
            Some(Step::Turn(TurnStep::ChooseSide(_))) => {
                "the initiative is yours. Which side will you be this turn?".into()
            }
            Some(Step::General(GeneralStep::Fleeing(_))) => {
                "do generals join or leave units that rout or pursue?".into()
            }
            Some(Step::Charge(ChargeStep::Declare(_))) => "who charges?".into(),
            Some(Step::Charge(ChargeStep::Answer(_))) => format!("{}. How do you answer?", self.charges_words()),
            Some(Step::Charge(ChargeStep::EvadeOrStand { charge, unit })) => {
                match self.state.charges.get(usize::from(charge)) {
                    Some(charge) => both(told::STAND_OR_EVADE, charge.charger, unit),
                    None => self.says(told::CHARGED_EVADE, &[Who::Unit(unit)]),
                }
            }
            Some(Step::Charge(ChargeStep::CloseRanks { charge, unit })) => {
                match self.state.charges.get(usize::from(charge)) {
                    Some(charge) => both(told::CLOSE_RANKS, charge.charger, unit),
                    None => self.says(told::CLOSES_UP, &[Who::Unit(unit)]),
                }
            }
            Some(Step::Charge(ChargeStep::AfterEvade { charge, unit })) => {
                match self.state.charges.get(usize::from(charge)) {
                    Some(charge) => both(told::GOT_AWAY, unit, charge.charger),
                    None => "the target got away. Halt, or go on?".into(),
                }
            }
            Some(Step::Move(MoveStep::NormalMoves(_))) => "who moves next?".into(),
            Some(Step::Move(MoveStep::Moving(unit))) => self.moving_words(unit),
            Some(Step::Shoot(ShootStep::Orders)) => {
                "who shoots at whom? Nothing is shown before both sides have given orders.".into()
            }
            Some(Step::Combat(CombatStep::Choices)) => self.round_words(seat),
            Some(Step::Combat(CombatStep::FollowUp { unit, enemy })) => both(told::FOLLOW_UP, enemy, unit),
            Some(Step::Flight(FlightStep::ChooseQuarry { unit })) => self.says(told::WHOM_PURSUED, &[Who::Unit(unit)]),
            Some(Step::Flight(FlightStep::TryHalt { unit, router })) => both(told::BROKE, unit, router),
            Some(Step::Flight(FlightStep::TurnAbout { unit })) => {
                let facing = Who::Words(compass(self.unit(unit).pose.facing));
                self.says(told::FACE_ABOUT, &[Who::Unit(unit), facing])
            }
            Some(Step::Tests { kind, .. }) => format!("who tests first {}?", test_words(kind)),
            _ => format!("nothing is asked ({})", question.topic),
        };
        format!("{who}: {what}")
    }

    /// What is to be settled before a round: pistols only where somebody has them, and what they do by themselves only
    /// where it is an impact (ruling G35).
    fn round_words(self, seat: Seat) -> String {
        let armed = || self.on_table().filter(|&id| self.judge_pistols(seat, id, true).is_ok());
        let impact = |id: UnitId| self.state.contacts.iter().any(|pair| pair.impact && (pair.a == id || pair.b == id));
        let what = if armed().next().is_some() { "pistols, and who strikes whom?" } else { "who strikes whom?" };
        let unsaid = if armed().any(impact) { " Without a word pistols are used on impact." } else { "" };
        format!("before the round is fought: {what}{unsaid}")
    }

    fn deploy_words(self, seat: Seat) -> String {
        match self.undeployed(seat).next() {
            Some(id) => {
                let (strength, unit) = (self.strength_words(id), self.unit(id));
                let parts = [self.part(Who::Unit(id)), Part::words(strength), Part::words(layout_words(unit))];
                told::WHERE_STANDS.of(parts).into()
            }
            None => "who deploys?".into(),
        }
    }

    fn moving_words(self, id: UnitId) -> String {
        let unit = self.unit(id);
        if unit.inside.is_some() {
            return self.says(told::INSIDE, &[Who::Unit(id)]);
        }
        let stands = [Who::Unit(id), Who::Spot(unit.pose.at), Who::Words(compass(unit.pose.facing))];
        let stands = stands.map(|who| self.part(who)).into_iter().chain([Part::words(layout_words(unit))]);
        match self.move_speed(id) {
            // Guns that cannot move at all may still be turned.
            0 => told::STANDS_AT.of(stands),
            _ => told::STANDS_WITH_MOVE_LEFT.of(stands.chain([Part::words(at_most(self.move_left(id)))])),
        }
        .into()
    }

    fn charges_words(self) -> String {
        let charges = self.state.charges.iter();
        let charges = charges.filter(|charge| charge.stage == Stage::Declared && charge.kind == ChargeKind::Charge);
        let told =
            charges.map(|charge| self.says(told::CHARGES, &[Who::Unit(charge.charger), Who::Unit(charge.target)]));
        told.collect::<Vec<_>>().join(", ")
    }

    /// Strength in figures.
    pub fn strength_words(self, id: UnitId) -> String {
        let unit = self.unit(id);
        let (pikes, others) = (usize::from(unit.pikes), usize::from(unit.others));
        match self.card(id).kind {
            Kind::Battery => {
                format!("{}, {others} crew", count(self.standing_guns(id), "gun", "guns"))
            }
            Kind::PikeAndShot | Kind::ForlornHope if pikes > 0 && others > 0 => format!("{pikes} pike, {others} shot"),
            Kind::PikeAndShot | Kind::ForlornHope if pikes > 0 => format!("{pikes} pike"),
            Kind::PikeAndShot | Kind::ForlornHope => format!("{others} shot"),
            Kind::Horse | Kind::Cuirassiers | Kind::Lancers => count(others, "rider", "riders"),
            Kind::Dragoons if unit.mounted => format!("{others} mounted"),
            Kind::Dragoons => format!("{others} on foot"),
            Kind::Skirmishers => count(others, "skirmisher", "skirmishers"),
            Kind::HighlandShock | Kind::HighlandArchers => count(others, "highlander", "highlanders"),
            Kind::Wagons => count(others, "wagon", "wagons"),
        }
    }
}

/// A frontage taken up first, and a path.
fn way_words(files: u8, legs: &[Leg; 4]) -> String {
    let first = if files > 0 { format!("on {files} files, ") } else { String::new() };
    format!("{first}{}", path_words(legs))
}
