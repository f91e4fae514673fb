//! Reactions in words.

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::face::told::Of;
use crate::face::words::points;
use crate::reaction::path::Pace;
use crate::reaction::{Event, InterceptionStage, ReactChoice, ReactStep, Window};
use crate::table::Table;
use field::hexes::{Dir, Hand, Hex, Side as Aspect};
use kernel::{Heading, Said, Seat};
use scenario::notation::hand_word;

phrases! {
    FIRES = "[fires|fire]";
    TURNS_GUN = "[turns|turn] to the {1} instead of firing";
    CHANGES_PLACE = "[changes its|change their] place in the stack";
    TRIES_HEDGEHOG = "[tries|try] to form Hedgehog";
    WITHDRAWS = "[withdraws|withdraw]";
    TRIES_TO_INTERCEPT = "[tries|try] to intercept";
    WHEELS_ONE = "[wheels|wheel] one hex on [its|their] {1} half{2}";
    WHEELS_TWO = "[wheels|wheel] two hexes on [its|their] {1} half{2}";
    TURNS = "[turns|turn] {1}{2}";
    TURNS_TWO = "[turns|turn] {1} by two corners{2}";
    TO_FACE = " to face {0}";
    LEADER_WITHDRAWS = "{0} withdraws";
    WHERE_WITHDRAW = "Where [does|do] {0} withdraw before {1}? [It is|They are] at {2}, with {3} [3:point|points] left.";
    WHERE_RIDE = "Where does {0} ride before {1}? He is at {2}, with {3} [3:point|points] left.";
    HOW_INTERCEPT = "How [does|do] {0} ride at {1}? [It is|They are] at {2}, with {3} [3:point|points] left.";
    DOES_ANSWER = "[1:Does|Do] {1} fire at {0} as [it comes|they come]?";
    DOES_FIRE_PISTOLS = "[Does|Do] {0} fire [its|their] pistols at {1} first?";
    DOES_ATTACK = "[Does|Do] {0} attack {1}?";
    HAS_ENTERED = "{0} [has|have] entered {1}{2}. Does anybody react?";
    HAS_TURNED = "{0} [has|have] turned in {1}{2}. Does anybody react?";
    HAS_ADVANCED = "{0} [has|have] advanced to {1}{2}. Does anybody react?";
    HAS_PURSUED = "{0} [has|have] pursued to {1}{2}. Does anybody react?";
    STARTS_CHARGE = "{0} [starts|start] a charge from {1}, where [it stands|they stand]{2}. Does anybody react?";
    HAS_RESTACKED = "{0} [has changed its|have changed their] place in the stack in {1}{2}. Does anybody react?";
    HAS_REFORMED = "{0} [has|have] reformed in {1}{2}. Does anybody react?";
    HAS_RALLIED = "{0} [has|have] rallied in {1}{2}. Does anybody react?";
    HAS_FIRED = "{0} [has|have] fired from {1}{2}. Does anybody react?";
    HAS_ADVANCED_FIRING = "{0} [has|have] advanced to {1}, firing{2}. Does anybody react?";
    BEFORE_FRONT = ", next to {0}, before [its|their] front";
    ON_FLANK = ", next to {0}, on [its|their] flank";
    IN_REAR = ", next to {0}, in [its|their] rear";
    HEXES_FROM = ", {1} [1:hex|hexes] from {0}";
    HEXES_BEFORE = ", {1} [1:hex|hexes] before {0}";
    HEXES_BEHIND = ", {1} [1:hex|hexes] behind {0}";
    HEXES_ON_FLANK = ", {1} [1:hex|hexes] on the flank of {0}";
}

impl Table<'_> {
    pub fn describe_react(self, choice: ReactChoice) -> String {
        let grid = &self.ground().grid;
        if let Some((unit, does)) = self.unit_reacts(choice) {
            return format!("{} {does}", self.name(unit));
        }
        match choice {
            ReactChoice::WithdrawLeader { leader } => self.say(LEADER_WITHDRAWS, &[Of::Leader(leader)]).into(),
            ReactChoice::Ahead(dir) => match self.hex_ahead(dir) {
                Some(hex) => format!("go {} to {}", grid.dir_name(dir), grid.number(hex)),
                None => self.describe_pace(format!("go {}", grid.dir_name(dir)), Pace::Ahead(dir)),
            },
            ReactChoice::Turn(hand) => self.describe_pace(format!("turn {}", hand_word(hand)), Pace::Turn(hand)),
            ReactChoice::Wheel(hand) => {
                self.describe_pace(format!("wheel on the {} half", hand_word(hand)), Pace::Wheel(hand))
            }
            ReactChoice::CounterMarch => self.describe_pace("counter march".into(), Pace::CounterMarch),
            ReactChoice::Pistol => "fire a pistol".into(),
            ReactChoice::Attack => "attack".into(),
            _ => self.describe_done().into(),
        }
    }

    /// The unit a reaction is about, and what it does, said after its name.
    fn unit_reacts(self, choice: ReactChoice) -> Option<(UnitId, Said)> {
        let (unit, phrase) = match choice {
            ReactChoice::Fire { unit } => (unit, FIRES),
            ReactChoice::TurnGun { unit, vertex } => {
                return Some((unit, self.say(TURNS_GUN, &[Of::Unit(unit), Of::Corner(vertex)])));
            }
            ReactChoice::Restack { unit } => (unit, CHANGES_PLACE),
            ReactChoice::Face { unit, hand, steps } => return Some((unit, self.describe_facing(unit, hand, steps))),
            ReactChoice::Hedgehog { unit } => (unit, TRIES_HEDGEHOG),
            ReactChoice::Withdraw { unit } => (unit, WITHDRAWS),
            ReactChoice::Intercept { unit } => (unit, TRIES_TO_INTERCEPT),
            _ => return None,
        };
        Some((unit, self.say(phrase, &[Of::Unit(unit)])))
    }

    /// Where a step leads that a leader takes in reaction.
    fn hex_ahead(self, dir: Dir) -> Option<Hex> {
        match self.state.agenda.top() {
            Some(Step::React(ReactStep::LeaderWithdraw { leader, .. })) => {
                self.ground().grid.neighbour(self.leader(leader).hex, dir)
            }
            _ => None,
        }
    }

    /// A step of a unit that withdraws or intercepts: where it leads and what it costs.
    fn describe_pace(self, bare: String, pace: Pace) -> String {
        let Some(Step::React(ReactStep::Withdraw { unit, .. } | ReactStep::Interception { unit, .. })) =
            self.state.agenda.top()
        else {
            return bare;
        };
        let (pose, purse) = (self.pose(unit), self.purse(unit));
        let Some((to, left)) = self.paid_step(unit, pose, pace, purse) else { return bare };
        let cost = purse.points - left.points;
        let cost = points(cost);
        let facing = self.facing_in_words(unit, to.facing);
        match pace {
            Pace::Ahead(_) => format!("{bare} to {}, {cost}", self.place_of(to)),
            Pace::Wheel(_) => format!("{bare} to {}, facing {facing}, {cost}", self.place_of(to)),
            Pace::Turn(_) | Pace::CounterMarch => format!("{bare} to face {facing}, {cost}"),
        }
    }

    /// What it means to do no more depends on what was asked.
    fn describe_done(self) -> &'static str {
        match self.state.agenda.top() {
            Some(Step::React(ReactStep::Window)) => "no reaction",
            Some(Step::React(ReactStep::Interception { stage, .. })) => match stage {
                InterceptionStage::Approach => "go no further",
                InterceptionStage::AnsweringFire => "hold fire",
                InterceptionStage::Pistol => "keep the pistols",
                InterceptionStage::Attack | InterceptionStage::Over => "do not attack",
            },
            _ => "go no further",
        }
    }

    /// What one unit can do in reaction stands together on a menu.
    pub fn heading_of_react(self, choice: ReactChoice) -> Option<Heading> {
        let (unit, does) = self.unit_reacts(choice)?;
        Some(Heading { order: unit.0, title: self.name(unit).to_owned(), item: does.into() })
    }

    fn describe_facing(self, unit: UnitId, hand: Hand, steps: u8) -> Said {
        let two_hex = self.unit(unit).other.is_some();
        let pace = if two_hex { Pace::Wheel(hand) } else { Pace::Turn(hand) };
        let to = (0..steps).try_fold(self.pose(unit), |pose, _| self.stepped(unit, pose, pace));
        let facing = to.map(|to| [Of::Facing(unit, to.facing)]);
        let to_face = facing.as_ref().map_or(Of::NOTHING, |facing| Of::Said(TO_FACE, facing));
        let phrase = match (two_hex, steps) {
            (true, 1) => WHEELS_ONE,
            (true, _) => WHEELS_TWO,
            (false, 1) => TURNS,
            (false, _) => TURNS_TWO,
        };
        self.say(phrase, &[Of::Unit(unit), Of::Words(hand_word(hand)), to_face])
    }

    pub fn put_react(self, step: ReactStep, seat: Seat) -> String {
        let place = |unit: UnitId| Of::Place(self.pose(unit));
        let left = |unit: UnitId| Of::Count(self.purse(unit).points.into());
        let said = match step {
            ReactStep::Window => match self.state.windows.last() {
                Some(window) => self.what_happened(window, seat),
                None => "Does anybody react?".into(),
            },
            ReactStep::Withdraw { unit, from } => {
                self.say(WHERE_WITHDRAW, &[Of::Unit(unit), Of::Unit(from), place(unit), left(unit)])
            }
            ReactStep::LeaderWithdraw { leader, from, left, .. } => {
                let at = Of::Hex(self.leader(leader).hex);
                self.say(WHERE_RIDE, &[Of::Leader(leader), Of::Unit(from), at, Of::Count(left.into())])
            }
            ReactStep::Interception { unit, target, stage } => {
                let phrase = match stage {
                    InterceptionStage::Approach => HOW_INTERCEPT,
                    InterceptionStage::AnsweringFire => DOES_ANSWER,
                    InterceptionStage::Pistol => DOES_FIRE_PISTOLS,
                    InterceptionStage::Attack | InterceptionStage::Over => DOES_ATTACK,
                };
                self.say(phrase, &[Of::Unit(unit), Of::Unit(target), place(unit), left(unit)])
            }
        };
        said.into()
    }

    /// What the enemy did, where, and how near to the nearest of those who may react to it.
    fn what_happened(self, window: &Window, seat: Seat) -> Said {
        let trigger = window.trigger.unit;
        let did = match window.trigger.event {
            Event::Enters => HAS_ENTERED,
            Event::Turns { .. } => HAS_TURNED,
            Event::EndsAdvance => HAS_ADVANCED,
            Event::EndsPursuit { .. } => HAS_PURSUED,
            Event::StartsCharge => STARTS_CHARGE,
            Event::Restacks => HAS_RESTACKED,
            Event::Reforms => HAS_REFORMED,
            Event::Rallies => HAS_RALLIED,
            Event::Fires { .. } => HAS_FIRED,
            Event::AdvancesFiring { .. } => HAS_ADVANCED_FIRING,
        };
        let at = Of::Place(self.pose(trigger));
        let ours = self.of_side(window.side).filter(|&id| self.seat(id) == seat && self.can_react(window, id));
        match ours.min_by_key(|&id| self.distance(id, trigger)) {
            Some(near) => {
                let of = [Of::Unit(near), Of::Count(self.distance(near, trigger).into())];
                self.say(did, &[Of::Unit(trigger), at, Of::Said(self.how_near(trigger, near), &of)])
            }
            None => self.say(did, &[Of::Unit(trigger), at, Of::NOTHING]),
        }
    }

    /// As in `2 hexes before Blagge's Foot`.
    fn how_near(self, enemy: UnitId, own: UnitId) -> kernel::Phrase {
        let (unit, grid) = (self.unit(own), &self.ground().grid);
        let nearest = self.unit(enemy).hexes().min_by_key(|&hex| self.distance_to(own, hex)).unwrap_or(unit.hex);
        match self.aspect(own, nearest) {
            _ if !self.has_facing(own) => HEXES_FROM,
            Some(Aspect::Front) => BEFORE_FRONT,
            Some(Aspect::Flank) => ON_FLANK,
            Some(Aspect::Rear) => IN_REAR,
            None if grid.arc(unit.hex, unit.facing, nearest).is_in() => HEXES_BEFORE,
            None if grid.rows_ahead(unit.hex, unit.facing, nearest) < 0 => HEXES_BEHIND,
            None => HEXES_ON_FLANK,
        }
    }
}
