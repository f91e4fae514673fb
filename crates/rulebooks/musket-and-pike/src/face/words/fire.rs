//! Fire as the journal writes it and as people read it.

use crate::MusketAndPike;
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::fire::{FireChoice, FireStep, Mode};
use crate::movement::MoveStep;
use crate::table::Table;
use field::hexes::{Dir, Hand, Hex};
use kernel::{Heading, Seat};

const MODES: [(Mode, &str, &str); 6] = [
    (Mode::Skirmish, "skirmish", "Skirmishing"),
    (Mode::Advancing, "advancing", "Advancing Fire"),
    (Mode::Retreating, "retreating", "Retreating Fire"),
    (Mode::Salvo, "salvo", "Salvo"),
    (Mode::Pistol, "pistol", "pistols"),
    (Mode::Artillery, "artillery", "artillery"),
];

impl Mode {
    fn word(self) -> &'static str {
        MODES.iter().find(|(mode, ..)| *mode == self).map_or("", |&(_, word, _)| word)
    }

    pub(crate) fn name(self) -> &'static str {
        MODES.iter().find(|(mode, ..)| *mode == self).map_or("", |&(.., name)| name)
    }

    fn named(word: &str) -> Option<Mode> {
        MODES.iter().find(|&&(_, known, _)| known == word).map(|&(mode, ..)| mode)
    }
}

fn hand_word(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

fn read_hand(word: &str) -> Result<Hand, String> {
    match word {
        "left" => Ok(Hand::Left),
        "right" => Ok(Hand::Right),
        _ => Err(format!("“{word}” is neither left nor right")),
    }
}

impl FireChoice {
    /// In the journal's notation.
    pub fn notate(self, rules: &MusketAndPike) -> String {
        let grid = &rules.ground.grid;
        match self {
            FireChoice::Shoot { half, at, mode } => {
                let half = half.map_or(String::new(), |hand| format!("{} ", hand_word(hand)));
                format!("shoot {half}{} {}", grid.number(at), mode.word())
            }
            FireChoice::Advance(dir) => format!("advance-fire {}", grid.dir_name(dir).to_lowercase()),
            FireChoice::OnTop => "fire-on-top".into(),
            FireChoice::Hold => "hold-fire".into(),
            FireChoice::Cover => "take-cover".into(),
            FireChoice::NoCover => "no-cover".into(),
            FireChoice::Displace(hand) => format!("displace {}", hand_word(hand)),
            FireChoice::StandFast => "stand-fast".into(),
            FireChoice::LossTo(id) => format!("loss-to {}", rules.units[id.ix()].key),
            FireChoice::SpineSide(hand) => format!("spine-side {}", hand_word(hand)),
            FireChoice::StepBack(dir) => format!("step-back {}", grid.dir_name(dir).to_lowercase()),
            FireChoice::Below => "go-below".into(),
            FireChoice::Take(leader) => format!("fire-take {}", rules.leaders[leader.ix()].key),
            FireChoice::Leave(leader) => format!("fire-leave {}", rules.leaders[leader.ix()].key),
        }
    }

    /// Reads the journal's notation; nothing when the first word belongs to another chapter.
    pub fn read(words: &[&str], rules: &MusketAndPike) -> Option<Result<FireChoice, String>> {
        let grid = &rules.ground.grid;
        let (first, rest) = words.split_first()?;
        let one = |what: &str| match rest {
            [word] => Ok(*word),
            _ => Err(format!("“{first}” takes {what}")),
        };
        let none = |choice| if rest.is_empty() { Ok(choice) } else { Err(format!("“{first}” stands alone")) };
        let direction = || {
            let word = one("a direction")?;
            grid.dir_named(word).map_err(|fault| fault.to_string())
        };
        Some(match *first {
            "shoot" => read_shot(rest, rules),
            "advance-fire" => direction().map(FireChoice::Advance),
            "step-back" => direction().map(FireChoice::StepBack),
            "fire-on-top" => none(FireChoice::OnTop),
            "hold-fire" => none(FireChoice::Hold),
            "take-cover" => none(FireChoice::Cover),
            "no-cover" => none(FireChoice::NoCover),
            "stand-fast" => none(FireChoice::StandFast),
            "go-below" => none(FireChoice::Below),
            "displace" => one("left or right").and_then(read_hand).map(FireChoice::Displace),
            "spine-side" => one("left or right").and_then(read_hand).map(FireChoice::SpineSide),
            "loss-to" => one("a unit").and_then(|key| {
                let found = rules.units.iter().position(|card| card.key == key);
                let id = found.map(|ix| FireChoice::LossTo(UnitId(ix as u8)));
                id.ok_or_else(|| format!("“{key}” is no unit of this battle"))
            }),
            "fire-take" => one("a leader").and_then(|key| read_leader(key, rules)).map(FireChoice::Take),
            "fire-leave" => one("a leader").and_then(|key| read_leader(key, rules)).map(FireChoice::Leave),
            _ => return None,
        })
    }
}

fn read_leader(key: &str, rules: &MusketAndPike) -> Result<LeaderId, String> {
    let found = rules.leaders.iter().position(|card| card.key == key);
    found.map(|ix| LeaderId(ix as u8)).ok_or_else(|| format!("“{key}” is no leader of this battle"))
}

fn read_shot(words: &[&str], rules: &MusketAndPike) -> Result<FireChoice, String> {
    let (half, hex, mode) = match words {
        [hex, mode] => (None, hex, mode),
        [half, hex, mode] => (Some(read_hand(half)?), hex, mode),
        _ => return Err("“shoot” takes a half, if the unit has two, a hex and how".into()),
    };
    let at = rules.ground.grid.parse(hex).map_err(|fault| fault.to_string())?;
    let mode = Mode::named(mode).ok_or_else(|| {
        let known: Vec<&str> = MODES.iter().map(|&(_, word, _)| word).collect();
        format!("“{mode}” is none of {}", known.join(", "))
    })?;
    Ok(FireChoice::Shoot { half, at, mode })
}

impl Table<'_> {
    /// Who is shot at in a hex.
    pub(crate) fn mark_in_words(self, target: Option<UnitId>, at: Hex) -> String {
        match target {
            Some(target) => self.name(target).to_string(),
            None => {
                let names: Vec<&str> = self.leaders_at(at).map(|id| self.leader_card(id).name.as_str()).collect();
                names.join(" and ")
            }
        }
    }

    /// A decision of this chapter in words, for a menu.
    pub fn describe_fire(self, choice: FireChoice) -> String {
        let grid = &self.ground().grid;
        match choice {
            FireChoice::Shoot { half, at, mode } => {
                let target = self.top_of(at).filter(|&id| !self.is_wagon(id));
                let half = half.map_or(String::new(), |hand| format!(" with the {} half", hand_word(hand)));
                let how = if mode == Mode::Artillery { self.gun_range(at) } else { mode.name().to_owned() };
                format!("fire{half} at {} in {}: {how}", self.mark_in_words(target, at), grid.number(at))
            }
            FireChoice::Advance(dir) => {
                format!("Advancing Fire {}{}", grid.dir_name(dir), self.describe_fire_step(dir))
            }
            FireChoice::OnTop => "Advancing Fire from before the guns".into(),
            FireChoice::Hold => "hold the rest of its fire".into(),
            FireChoice::Cover => "take cover".into(),
            FireChoice::NoCover => "stay in the open".into(),
            FireChoice::Displace(hand) => format!("step aside to the {}", hand_word(hand)),
            FireChoice::StandFast => "stand fast".into(),
            FireChoice::LossTo(id) => format!("{} takes the casualty", self.name(id)),
            FireChoice::SpineSide(hand) => format!("graze the hexes on the {}", hand_word(hand)),
            FireChoice::StepBack(dir) => format!("fall back {}{}", grid.dir_name(dir), self.describe_fire_step(dir)),
            FireChoice::Below => "go behind the guns".into(),
            FireChoice::Take(leader) => format!("{} goes along", self.leader_card(leader).name),
            FireChoice::Leave(leader) => format!("{} stays", self.leader_card(leader).name),
        }
    }

    /// Whose fire is asked about.
    fn asked_to_fire(self) -> Option<UnitId> {
        match self.state.agenda.top() {
            Some(Step::Move(MoveStep::Action(unit))) => Some(unit),
            _ => self.volley().map(|volley| volley.firer),
        }
    }

    /// How far a gun's target is, and whether the ball grazes that far (MP 10.8.3a).
    fn gun_range(self, at: Hex) -> String {
        let Some(gun) = self.asked_to_fire() else { return Mode::Artillery.name().to_owned() };
        let hexes = self.distance_to(gun, at);
        let grazes = hexes <= self.card(gun).grazing;
        let unit = if hexes == 1 { "hex" } else { "hexes" };
        let how = if grazes { "within grazing range" } else { "beyond grazing range" };
        format!("{hexes} {unit}, {how}")
    }

    /// All that a gun may fire at stands together on a menu; of other fire, all ways to fire at the same enemy.
    pub fn heading_of_fire(self, choice: FireChoice) -> Option<Heading> {
        let FireChoice::Shoot { half, at, mode } = choice else { return None };
        let target = self.top_of(at).filter(|&id| !self.is_wagon(id));
        let whom = format!("{} in {}", self.mark_in_words(target, at), self.ground().grid.number(at));
        let half = half.map_or(String::new(), |hand| format!(", {} half", hand_word(hand)));
        Some(match mode {
            Mode::Artillery => {
                Heading { order: 4, title: "fire at".to_owned(), item: format!("{whom}: {}", self.gun_range(at)) }
            }
            _ => Heading { order: 4, title: format!("fire at {whom}"), item: format!("{}{half}", mode.name()) },
        })
    }

    /// Where the firer comes by a step.
    fn describe_fire_step(self, dir: Dir) -> String {
        let Some(firer) = self.asked_to_fire() else { return String::new() };
        let hexes = self.unit(firer).hexes().filter_map(|hex| self.ground().grid.neighbour(hex, dir));
        let numbers: Vec<String> = hexes.map(|hex| self.ground().grid.number(hex).to_string()).collect();
        format!(" to {}", numbers.join(" and "))
    }

    /// A question of this chapter in words.
    pub fn put_fire(self, step: FireStep, _seat: Seat) -> String {
        let Some(volley) = self.volley() else { return String::new() };
        let firer = self.name(volley.firer);
        let target = volley.blow.target.map_or("", |id| self.name(id));
        match step {
            FireStep::Aim => format!("{firer} fires: at whom, and how?"),
            FireStep::Spine => format!("{firer} fires along a row of hexsides: which side does it graze?"),
            FireStep::Cover => {
                let target = self.next_to_cover(&volley).map_or("", |id| self.name(id));
                format!("Does {target} take cover from {firer}?")
            }
            FireStep::Displace => format!("Does {target} step aside from {firer}?"),
            FireStep::Company => {
                let leader = self.next_in_company(&volley).map_or("", |id| &self.leader_card(id).name);
                format!("Does {leader} go along with {firer}?")
            }
            FireStep::Share => format!("Who of {target} takes the casualty?"),
            _ => format!("Where does {firer} fall back to?"),
        }
    }
}
