//! Moves in the journal's notation and in words.

use crate::MusketAndPike;
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::movement::{EntryFormation, MoveChoice, MoveStep, Moving};
use crate::table::Table;
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Heading, Seat};

const HANDS: [(&str, Hand); 2] = [("left", Hand::Left), ("right", Hand::Right)];
/// How a step begins that costs another unit its being.
const TAKE_IN: &str = "take in";
const FORMATIONS: [(&str, EntryFormation); 3] =
    [("normal", EntryFormation::Normal), ("open-order", EntryFormation::OpenOrder), ("column", EntryFormation::Column)];

fn word_of<T: PartialEq>(words: &[(&'static str, T)], wanted: &T) -> &'static str {
    words.iter().find(|(_, value)| value == wanted).map_or("", |(word, _)| word)
}

fn meant_by<T: Copy>(words: &[(&str, T)], word: &str) -> Result<T, String> {
    let found = words.iter().find(|(known, _)| *known == word).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
        format!("`{word}` is none of {}", known.join(", "))
    })
}

/// The words after the first, read one by one.
struct Reader<'a> {
    rules: &'a MusketAndPike,
    words: &'a [&'a str],
}

impl Reader<'_> {
    fn next(&mut self, what: &str) -> Result<&str, String> {
        let (first, rest) = self.words.split_first().ok_or_else(|| format!("{what} is missing"))?;
        self.words = rest;
        Ok(first)
    }

    fn unit(&mut self) -> Result<UnitId, String> {
        let rules = self.rules;
        let word = self.next("a unit")?;
        let place = rules.units.iter().position(|card| card.key == word);
        place.map(|place| UnitId(place as u8)).ok_or_else(|| format!("there is no unit `{word}` in this battle"))
    }

    fn leader(&mut self) -> Result<LeaderId, String> {
        let rules = self.rules;
        let word = self.next("a leader")?;
        let place = rules.leaders.iter().position(|card| card.key == word);
        place.map(|place| LeaderId(place as u8)).ok_or_else(|| format!("there is no leader `{word}` in this battle"))
    }

    fn hex(&mut self) -> Result<Hex, String> {
        let rules = self.rules;
        rules.ground.grid.parse(self.next("a hex")?).map_err(|fault| fault.to_string())
    }

    fn dir(&mut self) -> Result<Dir, String> {
        let rules = self.rules;
        rules.ground.grid.dir_named(self.next("a direction")?).map_err(|fault| fault.to_string())
    }

    fn vertex(&mut self) -> Result<Vertex, String> {
        let rules = self.rules;
        rules.ground.grid.vertex_named(self.next("a corner")?).map_err(|fault| fault.to_string())
    }

    fn hand(&mut self) -> Result<Hand, String> {
        meant_by(&HANDS, self.next("left or right")?)
    }

    fn formation(&mut self) -> Result<EntryFormation, String> {
        meant_by(&FORMATIONS, self.next("a formation")?)
    }

    fn end(self, choice: MoveChoice) -> Result<MoveChoice, String> {
        match self.words.first() {
            None => Ok(choice),
            Some(word) => Err(format!("`{word}` is one word too many")),
        }
    }
}

impl MoveChoice {
    /// In the journal's notation.
    pub fn notate(self, rules: &MusketAndPike) -> String {
        let grid = &rules.ground.grid;
        let unit = |id: UnitId| rules.units[id.ix()].key.as_str();
        let leader = |id: LeaderId| rules.leaders[id.ix()].key.as_str();
        let dir = |dir: Dir| grid.dir_name(dir).to_lowercase();
        let vertex = |vertex: Vertex| grid.vertex_name(vertex).to_lowercase();
        match self {
            MoveChoice::Move => "move".into(),
            MoveChoice::MoveOff => "move-off".into(),
            MoveChoice::Ahead(way) => format!("ahead {}", dir(way)),
            MoveChoice::Turn(facing) => format!("turn-to {}", vertex(facing)),
            MoveChoice::Wheel(pivot) => format!("wheel {}", word_of(&HANDS, &pivot)),
            MoveChoice::CounterMarch => "counter-march".into(),
            MoveChoice::Hedgehog => "form-hedgehog".into(),
            MoveChoice::Restack => "restack".into(),
            MoveChoice::Limber => "limber".into(),
            MoveChoice::Unlimber(facing) => format!("unlimber {}", vertex(facing)),
            MoveChoice::TurnGun(facing) => format!("turn-gun {}", vertex(facing)),
            MoveChoice::Pistol(target) => format!("pistol-at {}", grid.number(target)),
            MoveChoice::Squeeze(hex) => format!("squeeze {}", grid.number(hex)),
            MoveChoice::Top => "on-top".into(),
            MoveChoice::Bottom => "below".into(),
            MoveChoice::Take(him) => format!("take-along {}", leader(him)),
            MoveChoice::Leave(him) => format!("leave-behind {}", leader(him)),
            MoveChoice::LeaderTo(way) => format!("ride {}", dir(way)),
            MoveChoice::Stop => "halt".into(),
            MoveChoice::Nothing => "no-action".into(),
            MoveChoice::Enter { unit: id, hex, facing, formation } => {
                let formation = word_of(&FORMATIONS, &formation);
                format!("enter {} {} {} {formation}", unit(id), grid.number(hex), vertex(facing))
            }
        }
    }

    /// Reads the notation; none when the first word is no move's.
    pub fn read(words: &[&str], rules: &MusketAndPike) -> Option<Result<MoveChoice, String>> {
        let (first, rest) = words.split_first()?;
        let mut reader = Reader { rules, words: rest };
        let choice = match *first {
            "move" => Ok(MoveChoice::Move),
            "move-off" => Ok(MoveChoice::MoveOff),
            "ahead" => reader.dir().map(MoveChoice::Ahead),
            "turn-to" => reader.vertex().map(MoveChoice::Turn),
            "wheel" => reader.hand().map(MoveChoice::Wheel),
            "counter-march" => Ok(MoveChoice::CounterMarch),
            "form-hedgehog" => Ok(MoveChoice::Hedgehog),
            "restack" => Ok(MoveChoice::Restack),
            "limber" => Ok(MoveChoice::Limber),
            "unlimber" => reader.vertex().map(MoveChoice::Unlimber),
            "turn-gun" => reader.vertex().map(MoveChoice::TurnGun),
            "pistol-at" => reader.hex().map(MoveChoice::Pistol),
            "squeeze" => reader.hex().map(MoveChoice::Squeeze),
            "on-top" => Ok(MoveChoice::Top),
            "below" => Ok(MoveChoice::Bottom),
            "take-along" => reader.leader().map(MoveChoice::Take),
            "leave-behind" => reader.leader().map(MoveChoice::Leave),
            "ride" => reader.dir().map(MoveChoice::LeaderTo),
            "halt" => Ok(MoveChoice::Stop),
            "no-action" => Ok(MoveChoice::Nothing),
            "enter" => read_entry(&mut reader),
            _ => return None,
        };
        Some(choice.and_then(|choice| reader.end(choice)))
    }
}

fn read_entry(reader: &mut Reader<'_>) -> Result<MoveChoice, String> {
    let (unit, hex) = (reader.unit()?, reader.hex()?);
    Ok(MoveChoice::Enter { unit, hex, facing: reader.vertex()?, formation: reader.formation()? })
}

pub(crate) const fn points(count: u8) -> &'static str {
    if count == 1 { "point" } else { "points" }
}

impl Table<'_> {
    /// A choice as a menu shows it.
    pub fn describe_move(self, choice: MoveChoice) -> String {
        let grid = &self.ground().grid;
        let leader = |id: LeaderId| self.leader_card(id).name.as_str();
        match choice {
            MoveChoice::Move => "move".into(),
            MoveChoice::MoveOff => "move and leave the unit stacked with it".into(),
            MoveChoice::Ahead(_) | MoveChoice::Turn(_) | MoveChoice::Wheel(_) | MoveChoice::CounterMarch => {
                self.describe_step(choice)
            }
            MoveChoice::Hedgehog => "form Hedgehog".into(),
            MoveChoice::Restack => "change places with the guns".into(),
            MoveChoice::Limber => "limber".into(),
            MoveChoice::Unlimber(vertex) => format!("unlimber facing {}", grid.vertex_name(vertex)),
            MoveChoice::TurnGun(vertex) => {
                format!("turn the gun to face {} in place of firing", grid.vertex_name(vertex))
            }
            MoveChoice::Pistol(at) => {
                let target = self.top_of(at).filter(|&id| !self.is_wagon(id));
                format!("fire pistols at {} in {}", self.mark_in_words(target, at), grid.number(at))
            }
            MoveChoice::Squeeze(hex) => format!("squeeze across the bridge, left half to {}", grid.number(hex)),
            MoveChoice::Top => "on top of the stack".into(),
            MoveChoice::Bottom => "at the bottom of the stack".into(),
            MoveChoice::Take(him) => format!("{} goes along", leader(him)),
            MoveChoice::Leave(him) => format!("{} stays", leader(him)),
            MoveChoice::LeaderTo(dir) => self.describe_ride(dir),
            MoveChoice::Stop => "go no further".into(),
            MoveChoice::Nothing => "take no Action".into(),
            MoveChoice::Enter { unit, hex, facing, formation } => format!(
                "{} enters at {} facing {}, {}",
                self.name(unit),
                grid.number(hex),
                grid.vertex_name(facing),
                formation.formation().words()
            ),
        }
    }

    /// A step of the move under way: where it leads and what it costs, where it can be taken.
    fn describe_step(self, choice: MoveChoice) -> String {
        let grid = &self.ground().grid;
        let bare = match choice {
            MoveChoice::Ahead(dir) => format!("ahead {}", grid.dir_name(dir)),
            MoveChoice::Turn(vertex) => format!("turn to face {}", grid.vertex_name(vertex)),
            MoveChoice::Wheel(pivot) => format!("wheel on the {} half", word_of(&HANDS, &pivot)),
            _ => "counter march".to_owned(),
        };
        let moving = self.state.moves.last();
        let Some((moving, stride)) = moving.and_then(|it| Some((it, self.stride_of(it, choice).ok()?))) else {
            return bare;
        };
        let id = moving.unit;
        let from = self.pose(id);
        let hit = if self.step_hits(id, from, stride.pose) > 0 { ", a formation hit" } else { "" };
        let cost = format!("{} {}{hit}", stride.cost, points(stride.cost));
        let fresh: Vec<String> =
            stride.pose.hexes().filter(|hex| !from.covers(*hex)).map(|hex| grid.number(hex).to_string()).collect();
        let (fresh, facing) = (fresh.join(" and "), self.facing_in_words(id, stride.pose.facing));
        if let Some(other) = stride.takes_in {
            return self.describe_taking_in(other, &fresh, &cost);
        }
        let with = stride.joins.map_or(String::new(), |other| format!(", to stand with {}", self.name(other)));
        match choice {
            MoveChoice::Ahead(_) => format!("{bare} to {fresh}{with}, {cost}"),
            MoveChoice::Wheel(_) => format!("{bare} to {fresh}, facing {facing}, {cost}"),
            MoveChoice::CounterMarch => format!("{bare} to face {facing}, {cost}"),
            _ => format!("{bare}, {cost}"),
        }
    }

    /// Taking in another unit ends it, whatever is left of it (MP 8.4c).
    fn describe_taking_in(self, other: UnitId, hex: &str, cost: &str) -> String {
        let (name, left) = (self.name(other), self.strength(other));
        format!("{TAKE_IN} {name} in {hex}, strength {left}: it is lost as a unit, {cost}")
    }

    fn describe_ride(self, dir: Dir) -> String {
        let grid = &self.ground().grid;
        let from = match self.state.agenda.top() {
            Some(Step::Move(MoveStep::LeaderAction(leader) | MoveStep::LeaderNext { leader, .. })) => {
                Some(self.leader(leader).hex)
            }
            _ => None,
        };
        match from.and_then(|from| grid.neighbour(from, dir)) {
            Some(to) => format!("ride {} to {}", grid.dir_name(dir), grid.number(to)),
            None => format!("ride {}", grid.dir_name(dir)),
        }
    }

    fn put_way(self, moving: &Moving) -> String {
        let (id, left) = (moving.unit, moving.left());
        let (name, at) = (self.name(id), self.place_of(self.pose(id)));
        let facing = match self.has_facing(id) {
            true => format!(", facing {}", self.facing_in_words(id, self.unit(id).facing)),
            false => String::new(),
        };
        let back = match moving.in_command {
            true => "",
            false => " It is out of command and goes back toward its commander.",
        };
        format!("{name} is at {at}{facing}, with {left} {} left.{back} Where does it go?", points(left))
    }

    /// Steps, turns and wheels stand together on a menu.
    pub fn heading_of_move(self, choice: MoveChoice) -> Option<Heading> {
        let words = self.describe_move(choice);
        let (order, title) = match choice {
            MoveChoice::Ahead(_) if words.starts_with(TAKE_IN) => (6, TAKE_IN),
            MoveChoice::Ahead(_) => (1, "ahead"),
            MoveChoice::LeaderTo(_) => (1, "ride"),
            MoveChoice::Wheel(_) => (2, "wheel on the"),
            MoveChoice::Turn(_) => (3, "turn to face"),
            MoveChoice::Unlimber(_) => (4, "unlimber facing"),
            MoveChoice::TurnGun(_) => (5, "turn the gun to face"),
            _ => return None,
        };
        let item = words.strip_prefix(title)?.trim().to_owned();
        Some(Heading { order, title: title.to_owned(), item })
    }

    /// The question in words.
    pub fn put_move(self, step: MoveStep, _seat: Seat) -> String {
        match step {
            MoveStep::Action(unit) if !self.keeps_command(unit) => {
                format!("{}, out of command: what does it do?", self.name(unit))
            }
            MoveStep::Action(unit) => format!("{}: what does it do?", self.name(unit)),
            MoveStep::Company(leader) => {
                let unit = self.state.moves.last().map_or("the unit", |moving| self.name(moving.unit));
                format!("Does {} go along with {unit}?", self.leader_card(leader).name)
            }
            MoveStep::Next | MoveStep::End => match self.state.moves.last() {
                Some(moving) => self.put_way(moving),
                None => "The move is over".into(),
            },
            MoveStep::StackOrder(unit) => format!("Where does {} stand with the guns?", self.name(unit)),
            MoveStep::LeaderAction(leader) => format!("What does {} do?", self.leader_card(leader).name),
            MoveStep::LeaderNext { leader, left } => {
                let (him, hex) = (&self.leader_card(leader).name, self.ground().grid.number(self.leader(leader).hex));
                format!("{him} is at {hex}, with {left} {} left. Where does he ride?", points(left))
            }
            MoveStep::Enter | MoveStep::EnterAfter { .. } => "Which unit enters the map next?".into(),
        }
    }
}
