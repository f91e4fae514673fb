//! Moves in words.

use crate::agenda::Step;
use crate::face::told::Of;
use crate::face::words::command::{DOES_GO_ALONG, GOES_ALONG};
use crate::face::words::fire::STAYS;
use crate::face::words::points;
use crate::movement::steps::Stride;
use crate::movement::{MoveChoice, MoveStep, Moving};
use crate::table::Table;
use field::hexes::Dir;
use kernel::{Heading, Said, Seat};
use scenario::notation::hand_word;

phrases! {
    ENTERS = "{0} [enters|enter] at {1} facing {2}, {3}";
    TAKEN_IN = "{0} in {1}, strength {2}: [it is|they are] lost as a unit, {3}";
    WHERE_TO = "{0} [is|are] at {1}{2}, with {3} [3:point|points] left.{4} Where [does it|do they] go?";
    FACING = ", facing {0}";
    GOES_BACK = " [It is|They are] out of command and [goes|go] back toward [its|their] commander.";
    WHAT_DOES_IT = "{0}: what [does it|do they] do?";
    WHAT_OUT_OF_COMMAND = "{0}, out of command: what [does it|do they] do?";
    WHERE_STANDS = "Where [does|do] {0} stand with the guns?";
    WHAT_DOES_HE = "What does {0} do?";
    WHERE_RIDE = "{0} is at {1}, with {2} [2:point|points] left. Where does he ride?";
}

impl Table<'_> {
    /// A choice as a menu shows it.
    pub fn describe_move(self, choice: MoveChoice) -> String {
        let grid = &self.ground().grid;
        if let Some((_, title, item)) = self.headed_move(choice) {
            return format!("{title} {item}");
        }
        match choice {
            MoveChoice::Move => "move".into(),
            MoveChoice::MoveOff => "move and leave the unit stacked with it".into(),
            MoveChoice::CounterMarch => format!("counter march{}", self.step_leads(choice)),
            MoveChoice::Hedgehog => "form Hedgehog".into(),
            MoveChoice::Restack => "change places with the guns".into(),
            MoveChoice::Limber => "limber".into(),
            MoveChoice::Pistol(at) => {
                let target = self.top_of(at).filter(|&id| !self.is_wagon(id));
                format!("fire pistols at {} in {}", self.mark_in_words(target, at), grid.number(at))
            }
            MoveChoice::Squeeze(hex) => format!("squeeze across the bridge, left half to {}", grid.number(hex)),
            MoveChoice::Top => "on top of the stack".into(),
            MoveChoice::Bottom => "at the bottom of the stack".into(),
            MoveChoice::Take(him) => self.say(GOES_ALONG, &[Of::Leader(him)]).into(),
            MoveChoice::Leave(him) => self.say(STAYS, &[Of::Leader(him)]).into(),
            MoveChoice::Enter { unit, hex, facing, formation } => {
                let formation = Of::Formation(formation.formation());
                self.say(ENTERS, &[Of::Unit(unit), Of::Hex(hex), Of::Corner(facing), formation]).into()
            }
            MoveChoice::Nothing => "take no Action".into(),
            _ => "go no further".into(),
        }
    }

    /// Choices of a kind: where they stand on a menu, how they begin, and how they go on.
    fn headed_move(self, choice: MoveChoice) -> Option<(u8, &'static str, String)> {
        let grid = &self.ground().grid;
        let leads = || self.step_leads(choice);
        Some(match choice {
            MoveChoice::Ahead(dir) => match self.taking_in(choice) {
                Some(taken) => (6, "take in", taken.into()),
                None => (1, "ahead", format!("{}{}", grid.dir_name(dir), leads())),
            },
            MoveChoice::LeaderTo(dir) => (1, "ride", format!("{}{}", grid.dir_name(dir), self.ride_leads(dir))),
            MoveChoice::Wheel(pivot) => (2, "wheel on the", format!("{} half{}", hand_word(pivot), leads())),
            MoveChoice::Turn(vertex) => (3, "turn to face", format!("{}{}", grid.vertex_name(vertex), leads())),
            MoveChoice::Unlimber(vertex) => (4, "unlimber facing", grid.vertex_name(vertex).to_owned()),
            MoveChoice::TurnGun(vertex) => {
                (5, "turn the gun to face", format!("{} in place of firing", grid.vertex_name(vertex)))
            }
            _ => return None,
        })
    }

    /// The step of the move under way, where it can be taken.
    fn stride_under_way(self, choice: MoveChoice) -> Option<(&'static str, Stride)> {
        let moving = self.state.moves.last()?;
        let stride = self.stride_of(moving, choice).ok()?;
        let hits = self.step_hits(moving.unit, self.pose(moving.unit), stride.pose) > 0;
        Some((if hits { ", a formation hit" } else { "" }, stride))
    }

    /// The hexes a step newly covers.
    fn fresh_hexes(self, stride: &Stride) -> String {
        let from = self.state.moves.last().map(|moving| self.pose(moving.unit));
        let fresh = stride.pose.hexes().filter(|&hex| from.is_none_or(|from| !from.covers(hex)));
        self.numbers(fresh, " and ")
    }

    /// Where a step leads and what it costs, said after what it is; nothing where it cannot be taken.
    fn step_leads(self, choice: MoveChoice) -> String {
        let (Some((hit, stride)), Some(moving)) = (self.stride_under_way(choice), self.state.moves.last()) else {
            return String::new();
        };
        let (fresh, cost) = (self.fresh_hexes(&stride), format!("{}{hit}", points(stride.cost)));
        let facing = self.facing_in_words(moving.unit, stride.pose.facing);
        let with = stride.joins.map_or(String::new(), |other| format!(", to stand with {}", self.name(other)));
        match choice {
            MoveChoice::Ahead(_) => format!(" to {fresh}{with}, {cost}"),
            MoveChoice::Wheel(_) => format!(" to {fresh}, facing {facing}, {cost}"),
            MoveChoice::CounterMarch => format!(" to face {facing}, {cost}"),
            _ => format!(", {cost}"),
        }
    }

    /// Taking in another unit ends it, whatever is left of it (MP 8.4c).
    fn taking_in(self, choice: MoveChoice) -> Option<Said> {
        let (hit, stride) = self.stride_under_way(choice)?;
        let (other, fresh) = (stride.takes_in?, self.fresh_hexes(&stride));
        let cost = format!("{}{hit}", points(stride.cost));
        Some(self.say(TAKEN_IN, &[Of::Unit(other), Of::Name(&fresh), Of::Strength(other), Of::Name(&cost)]))
    }

    fn ride_leads(self, dir: Dir) -> String {
        let grid = &self.ground().grid;
        let from = match self.state.agenda.top() {
            Some(Step::Move(MoveStep::LeaderAction(leader) | MoveStep::LeaderNext { leader, .. })) => {
                Some(self.leader(leader).hex)
            }
            _ => None,
        };
        let to = from.and_then(|from| grid.neighbour(from, dir));
        to.map_or(String::new(), |to| format!(" to {}", grid.number(to)))
    }

    fn put_way(self, moving: &Moving) -> Said {
        let id = moving.unit;
        let (who, facing) = ([Of::Unit(id)], [Of::Facing(id, self.unit(id).facing)]);
        let facing = if self.has_facing(id) { Of::Said(FACING, &facing) } else { Of::NOTHING };
        let back = if moving.in_command { Of::NOTHING } else { Of::Said(GOES_BACK, &who) };
        let left = Of::Count(moving.left().into());
        self.say(WHERE_TO, &[Of::Unit(id), Of::Place(self.pose(id)), facing, left, back])
    }

    /// Steps, turns and wheels stand together on a menu.
    pub fn heading_of_move(self, choice: MoveChoice) -> Option<Heading> {
        let (order, title, item) = self.headed_move(choice)?;
        Some(Heading { order, title: title.to_owned(), item })
    }

    /// The question in words.
    pub fn put_move(self, step: MoveStep, _seat: Seat) -> String {
        let said = match step {
            MoveStep::Action(unit) if !self.keeps_command(unit) => self.say(WHAT_OUT_OF_COMMAND, &[Of::Unit(unit)]),
            MoveStep::Action(unit) => self.say(WHAT_DOES_IT, &[Of::Unit(unit)]),
            MoveStep::Company(leader) => {
                let unit = self.state.moves.last().map_or(Of::Words("the unit"), |moving| Of::Unit(moving.unit));
                self.say(DOES_GO_ALONG, &[Of::Leader(leader), unit])
            }
            MoveStep::Next | MoveStep::End => match self.state.moves.last() {
                Some(moving) => self.put_way(moving),
                None => "The move is over".into(),
            },
            MoveStep::StackOrder(unit) => self.say(WHERE_STANDS, &[Of::Unit(unit)]),
            MoveStep::LeaderAction(leader) => self.say(WHAT_DOES_HE, &[Of::Leader(leader)]),
            MoveStep::LeaderNext { leader, left } => {
                let at = Of::Hex(self.leader(leader).hex);
                self.say(WHERE_RIDE, &[Of::Leader(leader), at, Of::Count(left.into())])
            }
            MoveStep::Enter | MoveStep::EnterAfter { .. } => "Which unit enters the map next?".into(),
        };
        said.into()
    }
}
