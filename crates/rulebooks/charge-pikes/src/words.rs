//! Questions and decisions in words.

use crate::agenda::{Step, TestKind};
use crate::cards::UnitId;
use crate::decision::{Decision, Leg, Letter, Manoeuvre};
use crate::state::{Formation, Layout, Shot, Unit};
use crate::table::Table;
use field::table::{Cdeg, INCH, Um};
use kernel::{Question, Seat};

/// A length as a player reads it off his ruler.
pub fn inches(length: Um) -> String {
    let text = format!("{:.2}", f64::from(length) / f64::from(INCH));
    format!("{}\"", text.trim_end_matches('0').trim_end_matches('.'))
}

fn degrees(angle: Cdeg) -> String {
    let text = format!("{:.1}", f64::from(angle) / 100.0);
    format!("{}°", text.trim_end_matches('0').trim_end_matches('.'))
}

/// The compass point nearest to a bearing.
pub fn compass(bearing: Cdeg) -> &'static str {
    const POINTS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    POINTS[((bearing.rem_euclid(36_000) + 2_250) / 4_500 % 8) as usize]
}

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

fn left_or_right(right: bool) -> &'static str {
    if right { "right" } else { "left" }
}

fn files_words(left: u8, centre: u8, right: u8) -> String {
    if left + right > 0 { format!("{left} + {centre} + {right} files") } else { format!("{centre} files") }
}

impl Table<'_> {
    fn unit_name(self, id: UnitId) -> String {
        self.rules.units.get(id.ix()).map_or("nobody".into(), |card| card.name.clone())
    }

    fn spot(self, at: field::table::Point) -> String {
        format!("{} east, {} north", inches(at.x), inches(at.y))
    }

    /// A decision in words.
    pub fn words_for(self, decision: &Decision) -> String {
        let unit = |id: UnitId| self.unit_name(id);
        let general =
            |id: crate::cards::GeneralId| self.rules.generals.get(id.ix()).map_or("nobody", |card| card.name.as_str());
        match *decision {
            Decision::Done => match self.state.agenda.top() {
                Some(Step::DeclareCharges(_)) => "no more charges".into(),
                Some(Step::AnswerCharges(_)) => "no more answers".into(),
                Some(Step::NormalMoves(_)) => "no more moves".into(),
                Some(Step::Shooting) => "no more shooting".into(),
                _ => "done".into(),
            },
            Decision::TakeSide(Letter::A) => "be Side A: charge and move first".into(),
            Decision::TakeSide(Letter::B) => "be Side B: charge and move second".into(),
            Decision::Deploy { unit: id, pose, formation, layout } => format!(
                "{} at {}, facing {}, {} ({})",
                unit(id),
                self.spot(pose.at),
                compass(pose.facing),
                formation_name(formation),
                files_words(layout.left, layout.centre, layout.right)
            ),
            Decision::Forlorn { unit: id, figures } => format!("{}: a forlorn hope of {figures}", unit(id)),
            Decision::Attach { general: who, unit: id } => format!("{} joins {}", general(who), unit(id)),
            Decision::Detach { general: who } => format!("{} leaves his unit", general(who)),
            Decision::Ride { general: who, to } => format!("{} rides to {}", general(who), self.spot(to)),
            Decision::Charge { unit: id, target, files, legs } => {
                let files = if files > 0 { format!(", on {files} files") } else { String::new() };
                format!("{} charges {}{files}{}", unit(id), unit(target), self.path_words(&legs))
            }
            Decision::Counter { unit: id, charger, legs } => {
                format!("{} counter-charges {}{}", unit(id), unit(charger), self.path_words(&legs))
            }
            Decision::React { unit: id, formation } => format!("{} forms {}", unit(id), formation_name(formation)),
            Decision::Evade { bearing, distance } => format!("evade {} to the {}", inches(distance), compass(bearing)),
            Decision::Stand => "stand".into(),
            Decision::Halt => "halt".into(),
            Decision::GoOn => "go straight on".into(),
            Decision::Pick(id) => format!("{}{}", unit(id), self.allowance_words(id)),
            Decision::Move(manoeuvre) => self.manoeuvre_words(&manoeuvre),
            Decision::Shoot { unit: id, target, face, shot } => {
                let shot = match shot {
                    Shot::SmallArms => "",
                    Shot::Ball => " with ball",
                    Shot::Hail => " with hail shot",
                };
                let face = if face > 0 { format!(" (face {face})") } else { String::new() };
                format!("{} shoots at {}{shot}{face}", unit(id), unit(target))
            }
            Decision::Allot { unit: id, enemy, figures } => {
                format!("{} sets {figures} figures against {}", unit(id), unit(enemy))
            }
            Decision::Pistols { unit: id, draw: true } => format!("{} uses its pistols this round", unit(id)),
            Decision::Pistols { unit: id, draw: false } => format!("{} keeps its pistols", unit(id)),
            Decision::Test(id) => format!("{} tests next", unit(id)),
            Decision::TryHalt(true) => "test to halt before pursuing".into(),
            Decision::TryHalt(false) => "pursue without testing".into(),
            Decision::Follow(true) => "follow up".into(),
            Decision::Follow(false) => "stay where it is".into(),
            Decision::Pursue(id) => format!("pursue {}", unit(id)),
            Decision::TurnAbout(true) => "face about, free".into(),
            Decision::TurnAbout(false) => "keep facing as it does".into(),
        }
    }

    fn allowance_words(self, id: UnitId) -> String {
        if self.unit(id).spent > 0 {
            let left = (self.move_speed(id) - self.unit(id).spent).max(0);
            return format!(" ({} left)", inches(left));
        }
        String::new()
    }

    fn path_words(self, legs: &[Leg; 4]) -> String {
        let mut text = String::new();
        for leg in legs {
            match *leg {
                Leg::None => {}
                Leg::Ahead(distance) => text.push_str(&format!(", {} ahead", inches(distance))),
                Leg::Wheel(angle) => {
                    text.push_str(&format!(", wheeling {} {}", degrees(angle.abs()), left_or_right(angle > 0)));
                }
            }
        }
        if text.is_empty() { ", straight".into() } else { text }
    }

    fn manoeuvre_words(self, manoeuvre: &Manoeuvre) -> String {
        match *manoeuvre {
            Manoeuvre::Advance(distance) => format!("advance {}", inches(distance)),
            Manoeuvre::Retire(distance) => format!("retire {}", inches(distance)),
            Manoeuvre::Sidestep { right, distance } => {
                format!("sidestep {} {}", inches(distance), left_or_right(right))
            }
            Manoeuvre::Oblique { right, distance } => {
                format!("incline {} to the {}", inches(distance), left_or_right(right))
            }
            Manoeuvre::Wheel { right, angle } => format!("wheel {} {}", degrees(angle), left_or_right(right)),
            Manoeuvre::WheelWing { right, angle } => {
                let way = if angle > 0 { "forward" } else { "back" };
                format!("swing the {} wing {} {way}", left_or_right(right), degrees(angle.abs()))
            }
            Manoeuvre::Frontage { left, centre, right } => format!("change to {}", files_words(left, centre, right)),
            Manoeuvre::AboutFace => "about face".into(),
            Manoeuvre::Form(formation) => format!("form {}", formation_name(formation)),
            Manoeuvre::Dismount => "dismount".into(),
            Manoeuvre::Mount => "mount".into(),
            Manoeuvre::Unlimber => "unlimber".into(),
            Manoeuvre::Rotate(angle) => format!("turn the guns {} {}", degrees(angle.abs()), left_or_right(angle > 0)),
            Manoeuvre::SwingGun { gun, to } => format!("swing gun {} to {}", gun + 1, degrees(to)),
            Manoeuvre::Skirmish { to, facing } => format!("skirmish to {}, facing {}", self.spot(to), compass(facing)),
            Manoeuvre::Enter { area } => format!("occupy {}", self.area_name(area)),
            Manoeuvre::Leave { pose } => format!("come out to {}, facing {}", self.spot(pose.at), compass(pose.facing)),
            Manoeuvre::Loophole { line } => format!("loophole {}", self.line_name(line)),
            Manoeuvre::ClearHedge { line } => format!("break down {}", self.line_name(line)),
            Manoeuvre::VolleyPosture(true) => "double the files for a volley".into(),
            Manoeuvre::VolleyPosture(false) => "leave volley posture".into(),
            Manoeuvre::DrawIn => "fall back into the regiment".into(),
            Manoeuvre::Man => "man the guns again".into(),
            Manoeuvre::Stop => "move no more".into(),
        }
    }

    fn area_name(self, area: u8) -> String {
        let name = self.rules.ground.areas.get(usize::from(area)).map_or("", |area| area.name.as_str());
        if name.is_empty() { "the buildings".into() } else { name.into() }
    }

    fn line_name(self, line: u8) -> String {
        let name = self.rules.ground.lines.get(usize::from(line)).map_or("", |line| line.name.as_str());
        if name.is_empty() { "the hedge".into() } else { name.into() }
    }

    /// The question in words.
    pub fn question_words(self, seat: Seat, question: &Question) -> String {
        let who = self.rules.seats.get(usize::from(seat.0)).map_or("Nobody", |card| card.name.as_str());
        let what = match (self.state.agenda.top(), question.topic) {
            (Some(Step::Deploy(_)), _) => match self.undeployed(seat).next() {
                Some(id) => format!("where does {} stand?", self.unit_name(id)),
                None => "deploy".into(),
            },
            (Some(Step::DrawOutForlorn(_)), _) => "draw out forlorn hopes?".into(),
            (Some(Step::ChooseSide(_)), _) => "you have the initiative: which side will you be this turn?".into(),
            (Some(Step::FleeingGenerals(_)), _) => {
                "generals with or near fleeing and pursuing units: attach or detach?".into()
            }
            (Some(Step::DeclareCharges(_)), _) => "declare your charges".into(),
            (Some(Step::AnswerCharges(_)), _) => format!("{}; do you answer?", self.charges_words()),
            (Some(Step::EvadeOrStand { unit, .. }), _) => {
                format!("{} is charged: evade or stand?", self.unit_name(unit))
            }
            (Some(Step::AfterEvade { charge, .. }), _) => {
                let charger = self.state.charges[usize::from(charge)].charger;
                format!("the target of {} evaded: halt or go on?", self.unit_name(charger))
            }
            (Some(Step::NormalMoves(_)), _) => "move a unit".into(),
            (Some(Step::Moving(unit)), _) => {
                format!("{}{}: what does it do?", self.unit_name(unit), self.allowance_words(unit))
            }
            (Some(Step::Shooting), _) => "order your shooting; it is revealed with the enemy's".into(),
            (Some(Step::CombatChoices), _) => "before the round is fought".into(),
            (Some(Step::FollowUp { unit, enemy }), _) => {
                format!("{} falls back: does {} follow?", self.unit_name(enemy), self.unit_name(unit))
            }
            (Some(Step::ChooseQuarry { unit }), _) => format!("whom does {} pursue?", self.unit_name(unit)),
            (Some(Step::TryHalt { unit, router }), _) => {
                format!("{} broke {}: test to halt, or pursue?", self.unit_name(unit), self.unit_name(router))
            }
            (Some(Step::TurnAbout { unit }), _) => format!("{} halts: face about?", self.unit_name(unit)),
            (Some(Step::Tests { kind, .. }), _) => format!("who tests first {}?", test_words(kind)),
            _ => "nothing is asked".into(),
        };
        format!("{who}: {what}")
    }

    fn charges_words(self) -> String {
        let charges = self.state.charges.iter().filter(|charge| charge.stage == crate::state::Stage::Declared);
        let told = charges
            .map(|charge| format!("{} charges {}", self.unit_name(charge.charger), self.unit_name(charge.target)));
        told.collect::<Vec<_>>().join(", ")
    }

    /// Strength in figures.
    pub fn strength_words(self, id: UnitId) -> String {
        let unit = self.unit(id);
        let guns = self.standing_guns(id);
        match () {
            () if self.is_battery(id) => format!("{guns} guns, {} crew", unit.others),
            () if unit.pikes > 0 && unit.others > 0 => format!("{} pike, {} shot", unit.pikes, unit.others),
            () if unit.pikes > 0 => format!("{} pike", unit.pikes),
            () => format!("{}", unit.others),
        }
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

/// Files and wings of a line, for a unit's card.
pub fn layout_words(unit: &Unit) -> String {
    let Layout { left, centre, right, .. } = unit.layout;
    format!("{}, {}", formation_name(unit.formation), files_words(left, centre, right))
}
