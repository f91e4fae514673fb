//! Close combat as people read it.

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::close_combat::{CombatChoice, CombatStep, FightStage};
use crate::face::told::{Of, close_combat::SPENDS_PISTOL};
use crate::face::words::fire::TAKES_CASUALTY;
use crate::table::Table;
use field::hexes::{Dir, Hand};
use kernel::{Said, Seat};
use scenario::notation::hand_word;

phrases! {
    ATTACKS = "{0} [attacks|attack] {1} in {2}";
    KEEPS_PISTOLS = "{0} [keeps its|keep their] pistols";
    ADVANCES = "{0} [advances|advance] {1}{2}";
    WHEELS_FORWARD = "{0} [wheels|wheel] forward on [its|their] {1} half{2}";
    SQUEEZES_ACROSS = "{0} [squeezes|squeeze] across the bridge, [its|their] left half to {1}";
    TO = " to {0}";
    WHICH_WAY = "Which way [does|do] {0} retreat? [It is|They are] at {1}; hexes left: {2}.";
    DOES_TURN = "{0} [faces|face] {1}. [Does it|Do they] turn after [its|their] advance?";
    ARE_PISTOLS_SPENT = "{0} [falls|fall] on {1}. Is a pistol shot spent in the combat?";
    WHOM_PURSUE = "Whom [does|do] {0} pursue?";
}

impl Table<'_> {
    pub fn describe_combat(self, choice: CombatChoice) -> String {
        let grid = &self.ground().grid;
        match choice {
            CombatChoice::Attack { unit, hex } => {
                let whom = self.enemy_at(self.side(unit), hex).map_or(Of::Words("a leader alone"), Of::Unit);
                self.say(ATTACKS, &[Of::Unit(unit), whom, Of::Hex(hex)]).into()
            }
            CombatChoice::DesignationsDone => "no more attacks".to_string(),
            CombatChoice::LeftEnd => "begin at the left end of the line".to_string(),
            CombatChoice::RightEnd => "begin at the right end of the line".to_string(),
            CombatChoice::Pistol { unit, spend: true } => self.say(SPENDS_PISTOL, &[Of::Unit(unit)]).into(),
            CombatChoice::Pistol { unit, spend: false } => self.say(KEEPS_PISTOLS, &[Of::Unit(unit)]).into(),
            CombatChoice::RetreatTo(dir) => self.describe_retreat(dir),
            CombatChoice::Halt => "go no further".to_string(),
            CombatChoice::CasualtyTo { unit } => self.say(TAKES_CASUALTY, &[Of::Unit(unit)]).into(),
            CombatChoice::CheckPursuit { unit } => format!("roll first for the pursuit of {}", self.name(unit)),
            CombatChoice::PursueAfter { unit } => format!("after {}", self.name(unit)),
            CombatChoice::Advance { unit, dir } => self
                .say_ground_won(choice, |to| self.say(ADVANCES, &[Of::Unit(unit), Of::Words(grid.dir_name(dir)), to])),
            CombatChoice::AdvanceWheel { unit, pivot } => {
                let half = Of::Words(hand_word(pivot));
                self.say_ground_won(choice, |to| self.say(WHEELS_FORWARD, &[Of::Unit(unit), half, to]))
            }
            CombatChoice::AdvanceAcross { unit, hex } => {
                self.say(SQUEEZES_ACROSS, &[Of::Unit(unit), Of::Hex(hex)]).into()
            }
            CombatChoice::HoldGround => "stay where we are".to_string(),
            CombatChoice::Turn(hand) => self.describe_turn_after(hand),
            CombatChoice::KeepFacing => "face as before".to_string(),
        }
    }

    fn describe_retreat(self, dir: Dir) -> String {
        let grid = &self.ground().grid;
        let bare = format!("retreat {}", grid.dir_name(dir));
        let Some(Step::Combat(CombatStep::Retreat(retreat))) = self.state.agenda.top() else { return bare };
        let hexes = self.unit(retreat.unit).hexes().filter_map(|hex| grid.neighbour(hex, dir));
        format!("{bare} to {}", self.numbers(hexes, " and "))
    }

    /// An advance said with where it leads, if it can be made.
    fn say_ground_won(self, way: CombatChoice, say: impl FnOnce(Of<'_>) -> Said) -> String {
        let place = self.pose_of_advance(way).map(|pose| [Of::Place(pose)]);
        say(place.as_ref().map_or(Of::NOTHING, |place| Of::Said(TO, place))).into()
    }

    fn describe_turn_after(self, hand: Hand) -> String {
        let bare = format!("turn {}", hand_word(hand));
        match self.state.agenda.top() {
            Some(Step::Combat(CombatStep::TurnAfter { unit })) => {
                let facing = self.unit(unit).facing.turned(hand, 1);
                format!("{bare} to face {}", self.facing_in_words(unit, facing))
            }
            _ => bare,
        }
    }

    pub fn put_combat(self, step: CombatStep, _seat: Seat) -> String {
        match step {
            CombatStep::Designate { side, .. } if self.active_side() == Some(side) => {
                "Which enemies are attacked hand to hand, and by whom?".to_string()
            }
            CombatStep::Designate { .. } => "Who attacks in reaction?".to_string(),
            CombatStep::Resolve { .. } => "From which end of the line are the combats fought?".to_string(),
            CombatStep::Retreat(retreat) => {
                let (unit, at) = (Of::Unit(retreat.unit), Of::Place(self.pose(retreat.unit)));
                self.say(WHICH_WAY, &[unit, at, Of::Count(retreat.left.into())]).into()
            }
            CombatStep::Losses { retreat } => {
                format!("Who of the stack takes a casualty? Still to take: {}.", retreat.left)
            }
            CombatStep::TurnAfter { unit } => {
                self.say(DOES_TURN, &[Of::Unit(unit), Of::Facing(unit, self.unit(unit).facing)]).into()
            }
            CombatStep::Fight => self.put_fight(),
            CombatStep::StartCharges { .. } | CombatStep::EndSegment | CombatStep::UnableToRetreat { .. } => {
                "Nothing is asked.".to_string()
            }
        }
    }

    fn put_fight(self) -> String {
        let Some(fight) = self.fight() else { return "Nothing is asked.".to_string() };
        match fight.stage {
            FightStage::Pistols => {
                let attackers: Vec<UnitId> = fight.attackers.iter().map(|attacker| attacker.unit).collect();
                let defender = fight.defender.map_or(Of::Words("nobody"), Of::Unit);
                self.say(ARE_PISTOLS_SPENT, &[Of::Units(&attackers), defender]).into()
            }
            FightStage::Pursuit => "Which cavalry checks for pursuit first?".to_string(),
            FightStage::Quarry => match fight.pursuing {
                Some((unit, _)) => self.say(WHOM_PURSUE, &[Of::Unit(unit)]).into(),
                None => "Who is pursued?".to_string(),
            },
            FightStage::Advance if fight.must_advance => "Who advances into the hex that was won?".to_string(),
            FightStage::Advance => "Does anybody advance?".to_string(),
            _ => "Nothing is asked.".to_string(),
        }
    }
}
