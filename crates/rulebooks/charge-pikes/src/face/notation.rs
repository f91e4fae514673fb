//! Decisions as the journal writes them: words, unit names, lengths in millimetres, angles in degrees.

use crate::ChargePikes;
use crate::cards::{GeneralId, UnitId};
use crate::decision::{Decision, Leg, Letter, Manoeuvre, NO_LEGS};
use crate::state::{Formation, Layout, Shot};
use field::table::{Cdeg, MM, Point, Pose, Um};
use scenario::LinearKind;

/// A length in millimetres, exact to the micrometre.
fn mm(length: Um) -> String {
    decimal(i64::from(length), i64::from(MM))
}

fn degrees(angle: Cdeg) -> String {
    decimal(i64::from(angle), 100)
}

fn decimal(value: i64, unit: i64) -> String {
    let digits = unit.ilog10() as usize;
    let (whole, part) = (value.abs() / unit, value.abs() % unit);
    let sign = if value < 0 { "-" } else { "" };
    let part = format!("{part:0digits$}");
    let part = part.trim_end_matches('0');
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

fn read_decimal(word: &str, unit: i64) -> Result<i32, String> {
    let wrong = || format!("`{word}` is not a number; write for example 152.4");
    let (sign, digits) = word.strip_prefix('-').map_or((1, word), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let places = unit.ilog10() as usize;
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !plain(whole) || !plain(part) || part.len() > places || whole.len() > 9 {
        return Err(wrong());
    }
    let whole: i64 = whole.parse().map_err(|_| wrong())?;
    let part: i64 = format!("{part:0<places$}").parse().unwrap_or(0);
    i32::try_from(sign * (whole * unit + part)).map_err(|_| wrong())
}

fn formation_word(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::MarchColumn => "march-column",
        Formation::Square => "square",
        Formation::MusketsForward => "muskets-forward",
        Formation::PikesForward => "pikes-forward",
        Formation::Open => "open",
        Formation::Limbered => "limbered",
        Formation::Unlimbered => "unlimbered",
    }
}

const FORMATIONS: [Formation; 8] = [
    Formation::Line,
    Formation::MarchColumn,
    Formation::Square,
    Formation::MusketsForward,
    Formation::PikesForward,
    Formation::Open,
    Formation::Limbered,
    Formation::Unlimbered,
];

fn side_word(right: bool) -> &'static str {
    if right { "right" } else { "left" }
}

fn yes_word(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn pose_text(pose: Pose) -> String {
    format!("{} {} {}", mm(pose.at.x), mm(pose.at.y), degrees(pose.facing))
}

fn legs_text(legs: &[Leg; 4]) -> String {
    let mut text = String::new();
    for leg in legs {
        match leg {
            Leg::None => {}
            Leg::Ahead(distance) => text.push_str(&format!(" ahead {}", mm(*distance))),
            Leg::Wheel(angle) => text.push_str(&format!(" wheel {}", degrees(*angle))),
        }
    }
    text
}

impl ChargePikes {
    fn unit_key(&self, id: UnitId) -> &str {
        self.units.get(id.ix()).map_or("?", |card| &card.key)
    }

    fn general_key(&self, id: GeneralId) -> &str {
        self.generals.get(id.ix()).map_or("?", |card| &card.key)
    }

    pub fn write_decision(&self, decision: &Decision) -> String {
        let unit = |id: &UnitId| self.unit_key(*id);
        let general = |id: &GeneralId| self.general_key(*id);
        match decision {
            Decision::Done => "done".into(),
            Decision::TakeSide(Letter::A) => "side a".into(),
            Decision::TakeSide(Letter::B) => "side b".into(),
            Decision::Deploy { unit: id, pose, formation, layout } => format!(
                "deploy {} {} {} {} {} {} {} {}",
                unit(id),
                pose_text(*pose),
                formation_word(*formation),
                layout.left,
                layout.centre,
                layout.right,
                degrees(layout.left_angle),
                degrees(layout.right_angle)
            ),
            Decision::Forlorn { unit: id, figures } => format!("forlorn {} {figures}", unit(id)),
            Decision::Attach { general: who, unit: id } => format!("attach {} {}", general(who), unit(id)),
            Decision::Detach { general: who } => format!("detach {}", general(who)),
            Decision::Ride { general: who, to } => format!("ride {} {} {}", general(who), mm(to.x), mm(to.y)),
            Decision::Charge { unit: id, target, files, legs } => {
                let files = if *files > 0 { format!(" files {files}") } else { String::new() };
                format!("charge {} {}{files}{}", unit(id), unit(target), legs_text(legs))
            }
            Decision::Counter { unit: id, charger, legs } => {
                format!("counter {} {}{}", unit(id), unit(charger), legs_text(legs))
            }
            Decision::React { unit: id, formation } => format!("react {} {}", unit(id), formation_word(*formation)),
            Decision::Evade { bearing, distance } => format!("evade {} {}", degrees(*bearing), mm(*distance)),
            Decision::Stand => "stand".into(),
            Decision::Halt => "halt".into(),
            Decision::GoOn => "go-on".into(),
            Decision::Pick(id) => format!("pick {}", unit(id)),
            Decision::Move(manoeuvre) => format!("move {}", write_manoeuvre(manoeuvre)),
            Decision::Shoot { unit: id, target, face, shot } => {
                let shot = match shot {
                    Shot::SmallArms => "small-arms",
                    Shot::Ball => "ball",
                    Shot::Hail => "hail",
                };
                format!("shoot {} {} {shot} {face}", unit(id), unit(target))
            }
            Decision::Allot { unit: id, enemy, figures } => format!("allot {} {} {figures}", unit(id), unit(enemy)),
            Decision::Pistols { unit: id, draw } => format!("pistols {} {}", unit(id), yes_word(*draw)),
            Decision::Test(id) => format!("test {}", unit(id)),
            Decision::TryHalt(tries) => format!("try-halt {}", yes_word(*tries)),
            Decision::Follow(comes) => format!("follow {}", yes_word(*comes)),
            Decision::Pursue(id) => format!("pursue {}", unit(id)),
            Decision::TurnAbout(turns) => format!("turn-about {}", yes_word(*turns)),
        }
    }

    pub fn read_decision(&self, text: &str) -> Result<Decision, String> {
        let mut words = Words { rules: self, words: text.split_whitespace() };
        let decision = words.decision()?;
        match words.words.next() {
            None => Ok(decision),
            Some(more) => Err(format!("`{more}` is one word too many")),
        }
    }
}

fn write_manoeuvre(manoeuvre: &Manoeuvre) -> String {
    match manoeuvre {
        Manoeuvre::Advance(distance) => format!("advance {}", mm(*distance)),
        Manoeuvre::Retire(distance) => format!("retire {}", mm(*distance)),
        Manoeuvre::Sidestep { right, distance } => format!("sidestep {} {}", side_word(*right), mm(*distance)),
        Manoeuvre::Oblique { right, distance } => format!("oblique {} {}", side_word(*right), mm(*distance)),
        Manoeuvre::Wheel { right, angle } => format!("wheel {} {}", side_word(*right), degrees(*angle)),
        Manoeuvre::WheelWing { right, angle } => format!("wing {} {}", side_word(*right), degrees(*angle)),
        Manoeuvre::Frontage { left, centre, right } => format!("frontage {left} {centre} {right}"),
        Manoeuvre::AboutFace => "about-face".into(),
        Manoeuvre::Form(formation) => format!("form {}", formation_word(*formation)),
        Manoeuvre::Dismount => "dismount".into(),
        Manoeuvre::Mount => "mount".into(),
        Manoeuvre::Unlimber => "unlimber".into(),
        Manoeuvre::Rotate(angle) => format!("rotate {}", degrees(*angle)),
        Manoeuvre::SwingGun { gun, to } => format!("swing-gun {gun} {}", degrees(*to)),
        Manoeuvre::Skirmish { to, facing } => format!("skirmish {} {} {}", mm(to.x), mm(to.y), degrees(*facing)),
        Manoeuvre::Enter { area } => format!("enter {area}"),
        Manoeuvre::Leave { pose } => format!("leave {}", pose_text(*pose)),
        Manoeuvre::Loophole { line } => format!("loophole {line}"),
        Manoeuvre::ClearHedge { line } => format!("clear-hedge {line}"),
        Manoeuvre::VolleyPosture(on) => format!("volley-posture {}", yes_word(*on)),
        Manoeuvre::DrawIn => "draw-in".into(),
        Manoeuvre::Man => "man".into(),
        Manoeuvre::Stop => "stop".into(),
    }
}

/// Where an area or a line stands among its like, and its name.
type Landmark<'a> = (usize, &'a str);

/// A name as keys are written: `The Great House` is `the-great-house`.
fn key_form(name: &str) -> String {
    let letters = name.chars().filter(|letter| *letter != '\'' && *letter != '’');
    let plain: String = letters.map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
    plain.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

struct Words<'a> {
    rules: &'a ChargePikes,
    words: std::str::SplitWhitespace<'a>,
}

impl<'a> Words<'a> {
    fn next(&mut self, wanted: &str) -> Result<&'a str, String> {
        self.words.next().ok_or_else(|| format!("{wanted} is missing"))
    }

    fn unit(&mut self) -> Result<UnitId, String> {
        let word = self.next("a unit")?;
        let found = self.rules.units.iter().position(|card| card.key == word);
        found.map(|index| UnitId(index as u8)).ok_or_else(|| {
            let keys: Vec<&str> = self.rules.units.iter().map(|card| card.key.as_str()).collect();
            format!("there is no unit `{word}`; the units are {}", keys.join(", "))
        })
    }

    fn general(&mut self) -> Result<GeneralId, String> {
        let word = self.next("a general")?;
        let found = self.rules.generals.iter().position(|card| card.key == word);
        found.map(|index| GeneralId(index as u8)).ok_or_else(|| {
            let keys: Vec<&str> = self.rules.generals.iter().map(|card| card.key.as_str()).collect();
            format!("there is no general `{word}`; the generals are {}", keys.join(", "))
        })
    }

    fn length(&mut self) -> Result<Um, String> {
        read_decimal(self.next("a length in millimetres")?, i64::from(MM))
    }

    fn angle(&mut self) -> Result<Cdeg, String> {
        read_decimal(self.next("an angle in degrees")?, 100)
    }

    fn number(&mut self) -> Result<u8, String> {
        let word = self.next("a number")?;
        word.parse().map_err(|_| format!("`{word}` is not a number from 0 to 255"))
    }

    /// A number as people count, `#1` the first, or as the program does, from 0.
    fn counted(&mut self) -> Result<u8, String> {
        let word = self.words.clone().next().unwrap_or_default();
        match word.strip_prefix('#') {
            None => self.number(),
            Some(count) => {
                self.words.next();
                let number = count.parse::<u8>().ok().and_then(|count| count.checked_sub(1));
                number.ok_or_else(|| format!("`{word}` counts from #1"))
            }
        }
    }

    fn town_block(&mut self) -> Result<u8, String> {
        let areas = self.rules.ground.areas.iter().enumerate();
        let towns = areas.filter(|(index, _)| self.rules.town(*index).is_some());
        let towns: Vec<Landmark<'a>> = towns.map(|(index, area)| (index, area.name.as_str())).collect();
        self.landmark(&towns, "a town block")
    }

    fn hedgerow(&mut self) -> Result<u8, String> {
        let lines = self.rules.ground.lines.iter().enumerate();
        let hedges = lines.filter(|(_, line)| line.kind == LinearKind::Hedgerow);
        let hedges: Vec<Landmark<'a>> = hedges.map(|(index, line)| (index, line.name.as_str())).collect();
        self.landmark(&hedges, "a hedgerow")
    }

    /// A landmark by its name in key form, by its count among its like (`#1` is the first), or by the place at which the
    /// program keeps it among all areas or lines, from 0, which is what journals have.
    fn landmark(&mut self, known: &[Landmark<'a>], what: &str) -> Result<u8, String> {
        let word = self.next(what)?;
        let place = match word.strip_prefix('#') {
            Some(count) => count.parse::<usize>().ok().and_then(|count| known.get(count.checked_sub(1)?)),
            None => known.iter().find(|(_, name)| key_form(name) == word),
        };
        let place = place.map(|(index, _)| *index).or_else(|| word.parse().ok());
        place.and_then(|index| u8::try_from(index).ok()).ok_or_else(|| {
            let name = |(count, (_, name)): (usize, &Landmark<'a>)| match name.is_empty() {
                true => format!("#{}", count + 1),
                false => format!("#{} or {}", count + 1, key_form(name)),
            };
            let names: Vec<String> = known.iter().enumerate().map(name).collect();
            format!("there is no {} `{word}`; one of: {}", what.trim_start_matches("a "), names.join(", "))
        })
    }

    fn point(&mut self) -> Result<Point, String> {
        Ok(Point { x: self.length()?, y: self.length()? })
    }

    fn pose(&mut self) -> Result<Pose, String> {
        Ok(Pose { at: self.point()?, facing: self.angle()? })
    }

    fn formation(&mut self) -> Result<Formation, String> {
        let word = self.next("a formation")?;
        let found = FORMATIONS.into_iter().find(|&formation| formation_word(formation) == word);
        found.ok_or_else(|| {
            let known: Vec<&str> = FORMATIONS.into_iter().map(formation_word).collect();
            format!("`{word}` is not a formation; one of: {}", known.join(", "))
        })
    }

    fn choice(&mut self, yes: &str, no: &str) -> Result<bool, String> {
        match self.next(&format!("{yes} or {no}"))? {
            word if word == yes => Ok(true),
            word if word == no => Ok(false),
            word => Err(format!("`{word}` stands where {yes} or {no} is wanted")),
        }
    }

    fn legs(&mut self) -> Result<[Leg; 4], String> {
        let mut legs = NO_LEGS;
        let mut count = 0;
        while let Some(word) = self.words.next() {
            let leg = match word {
                "ahead" => Leg::Ahead(self.length()?),
                "wheel" => Leg::Wheel(self.angle()?),
                _ => return Err(format!("`{word}` is no leg of a charge; `ahead` or `wheel`")),
            };
            *legs.get_mut(count).ok_or("a charge has at most four legs")? = leg;
            count += 1;
        }
        Ok(legs)
    }

    fn decision(&mut self) -> Result<Decision, String> {
        let word = self.next("a decision")?;
        Ok(match word {
            "done" => Decision::Done,
            "side" => Decision::TakeSide(if self.choice("a", "b")? { Letter::A } else { Letter::B }),
            "deploy" => Decision::Deploy {
                unit: self.unit()?,
                pose: self.pose()?,
                formation: self.formation()?,
                layout: Layout {
                    left: self.number()?,
                    centre: self.number()?,
                    right: self.number()?,
                    left_angle: self.angle()?,
                    right_angle: self.angle()?,
                },
            },
            "forlorn" => Decision::Forlorn { unit: self.unit()?, figures: self.number()? },
            // Menus say that a general joins a unit.
            "attach" | "join" => Decision::Attach { general: self.general()?, unit: self.unit()? },
            "detach" => Decision::Detach { general: self.general()? },
            "ride" => Decision::Ride { general: self.general()?, to: self.point()? },
            "charge" => {
                let (unit, target) = (self.unit()?, self.unit()?);
                let mut ahead = self.words.clone();
                let files = if ahead.next() == Some("files") {
                    self.words.next();
                    self.number()?
                } else {
                    0
                };
                Decision::Charge { unit, target, files, legs: self.legs()? }
            }
            "counter" => Decision::Counter { unit: self.unit()?, charger: self.unit()?, legs: self.legs()? },
            "react" => Decision::React { unit: self.unit()?, formation: self.formation()? },
            "evade" => Decision::Evade { bearing: self.angle()?, distance: self.length()? },
            "stand" => Decision::Stand,
            "halt" => Decision::Halt,
            "go-on" => Decision::GoOn,
            "pick" => Decision::Pick(self.unit()?),
            "move" => Decision::Move(self.manoeuvre()?),
            "shoot" => {
                let (unit, target) = (self.unit()?, self.unit()?);
                let shot = match self.next("small-arms, ball or hail")? {
                    "small-arms" => Shot::SmallArms,
                    "ball" => Shot::Ball,
                    "hail" => Shot::Hail,
                    word => return Err(format!("`{word}` stands where small-arms, ball or hail is wanted")),
                };
                Decision::Shoot { unit, target, face: self.number()?, shot }
            }
            "allot" => Decision::Allot { unit: self.unit()?, enemy: self.unit()?, figures: self.number()? },
            "pistols" => Decision::Pistols { unit: self.unit()?, draw: self.choice("yes", "no")? },
            "test" => Decision::Test(self.unit()?),
            "try-halt" => Decision::TryHalt(self.choice("yes", "no")?),
            "follow" => Decision::Follow(self.choice("yes", "no")?),
            "pursue" => Decision::Pursue(self.unit()?),
            "turn-about" => Decision::TurnAbout(self.choice("yes", "no")?),
            _ => {
                return Err(format!(
                    "`{word}` is not a decision; one of: done, side, deploy, forlorn, attach, detach, ride, charge, \
                     counter, react, evade, stand, halt, go-on, pick, move, shoot, allot, pistols, test, try-halt, \
                     follow, pursue, turn-about"
                ));
            }
        })
    }

    fn manoeuvre(&mut self) -> Result<Manoeuvre, String> {
        let word = self.next("a manoeuvre")?;
        Ok(match word {
            "advance" => Manoeuvre::Advance(self.length()?),
            "retire" => Manoeuvre::Retire(self.length()?),
            "sidestep" => Manoeuvre::Sidestep { right: self.choice("right", "left")?, distance: self.length()? },
            "oblique" => Manoeuvre::Oblique { right: self.choice("right", "left")?, distance: self.length()? },
            "wheel" => Manoeuvre::Wheel { right: self.choice("right", "left")?, angle: self.angle()? },
            "wing" => Manoeuvre::WheelWing { right: self.choice("right", "left")?, angle: self.angle()? },
            "frontage" => Manoeuvre::Frontage { left: self.number()?, centre: self.number()?, right: self.number()? },
            "about-face" => Manoeuvre::AboutFace,
            "form" => Manoeuvre::Form(self.formation()?),
            "dismount" => Manoeuvre::Dismount,
            "mount" => Manoeuvre::Mount,
            "unlimber" => Manoeuvre::Unlimber,
            "rotate" => Manoeuvre::Rotate(self.angle()?),
            "swing-gun" => Manoeuvre::SwingGun { gun: self.counted()?, to: self.angle()? },
            "skirmish" => Manoeuvre::Skirmish { to: self.point()?, facing: self.angle()? },
            "enter" => Manoeuvre::Enter { area: self.town_block()? },
            "leave" => Manoeuvre::Leave { pose: self.pose()? },
            "loophole" => Manoeuvre::Loophole { line: self.hedgerow()? },
            "clear-hedge" => Manoeuvre::ClearHedge { line: self.hedgerow()? },
            "volley-posture" => Manoeuvre::VolleyPosture(self.choice("yes", "no")?),
            "draw-in" => Manoeuvre::DrawIn,
            "man" => Manoeuvre::Man,
            "stop" => Manoeuvre::Stop,
            _ => {
                return Err(format!(
                    "`{word}` is not a manoeuvre; one of: advance, retire, sidestep, oblique, wheel, wing, frontage, \
                     about-face, form, dismount, mount, unlimber, rotate, swing-gun, skirmish, enter, leave, loophole, \
                     clear-hedge, volley-posture, draw-in, man, stop"
                ));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        for value in [0, 1, -1, 25_400, -152_400, 114_300, 28_575, 1_828_800] {
            assert_eq!(read_decimal(&mm(value), 1_000), Ok(value));
        }
        assert_eq!(mm(28_575), "28.575");
        assert_eq!(degrees(-2_250), "-22.5");
        for wrong in ["", "-", "1.2345", "x", "1e3", "99999999999", "+1", "1.-2"] {
            assert!(read_decimal(wrong, 1_000).is_err(), "{wrong}");
        }
    }
}
