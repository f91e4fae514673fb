//! Fire as people read it.

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::face::told::Of;
use crate::face::words::command::{DOES_GO_ALONG, GOES_ALONG};
use crate::fire::{FireChoice, FireStep, Mode};
use crate::movement::MoveStep;
use crate::table::Table;
use field::hexes::{Dir, Hex};
use kernel::{Heading, Seat};
use scenario::notation::hand_word;

phrases! {
    TAKES_CASUALTY = "{0} [takes|take] the casualty";
    STAYS = "{0} stays";
    AT_WHOM = "{0} [fires|fire]: at whom, and how?";
    WHICH_SIDE = "{0} [fires|fire] along a row of hexsides: which side [does it|do they] graze?";
    DOES_TAKE_COVER = "[Does|Do] {0} take cover from {1}?";
    DOES_STEP_ASIDE = "[Does|Do] {0} step aside from {1}?";
    WHO_TAKES_IT = "Who of {0} takes the casualty?";
    WHERE_BACK = "Where [does|do] {0} fall back to?";
}

impl Mode {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Mode::Skirmish => "Skirmishing",
            Mode::Advancing => "Advancing Fire",
            Mode::Retreating => "Retreating Fire",
            Mode::Salvo => "Salvo",
            Mode::Pistol => "pistols",
            Mode::Artillery => "artillery",
        }
    }
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
            FireChoice::Hold => "hold the rest of the fire".into(),
            FireChoice::Cover => "take cover".into(),
            FireChoice::NoCover => "stay in the open".into(),
            FireChoice::Displace(hand) => format!("step aside to the {}", hand_word(hand)),
            FireChoice::StandFast => "stand fast".into(),
            FireChoice::LossTo(id) => self.say(TAKES_CASUALTY, &[Of::Unit(id)]).into(),
            FireChoice::SpineSide(hand) => format!("graze the hexes on the {}", hand_word(hand)),
            FireChoice::StepBack(dir) => format!("fall back {}{}", grid.dir_name(dir), self.describe_fire_step(dir)),
            FireChoice::Below => "go behind the guns".into(),
            FireChoice::Take(leader) => self.say(GOES_ALONG, &[Of::Leader(leader)]).into(),
            FireChoice::Leave(leader) => self.say(STAYS, &[Of::Leader(leader)]).into(),
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
        format!(" to {}", self.numbers(hexes, " and "))
    }

    /// A question of this chapter in words.
    pub fn put_fire(self, step: FireStep, _seat: Seat) -> String {
        let Some(volley) = self.volley() else { return String::new() };
        let somebody = |unit: Option<UnitId>| unit.map_or(Of::NOTHING, Of::Unit);
        let (firer, target) = (Of::Unit(volley.firer), somebody(volley.blow.target));
        let said = match step {
            FireStep::Aim => self.say(AT_WHOM, &[firer]),
            FireStep::Spine => self.say(WHICH_SIDE, &[firer]),
            FireStep::Cover => self.say(DOES_TAKE_COVER, &[somebody(self.next_to_cover(&volley)), firer]),
            FireStep::Displace => self.say(DOES_STEP_ASIDE, &[target, firer]),
            FireStep::Company => {
                let leader = self.next_in_company(&volley).map_or(Of::NOTHING, Of::Leader);
                self.say(DOES_GO_ALONG, &[leader, firer])
            }
            FireStep::Share => self.say(WHO_TAKES_IT, &[target]),
            _ => self.say(WHERE_BACK, &[firer]),
        };
        said.into()
    }
}
