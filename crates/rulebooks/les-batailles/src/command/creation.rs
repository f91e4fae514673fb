//! Maneuver Units are created in turns, and light cavalry takes the initiative (LB 7.1.3a, 8.4.1a, 8.5a).

use super::{CommandChoice, CommandStep, Mu, MuKind};
use crate::agenda::Step;
use crate::cards::{LeaderId, MOST_MUS, MuId};
use crate::decision::Decision;
use crate::face::told::{Who, command as told};
use crate::sequence::Chit;
use crate::table::{Play, Table};
use kernel::{Listener, Refusal, Side};

impl Table<'_> {
    /// There is a marker left.
    fn has_marker(self) -> bool {
        self.state.mus.len() < MOST_MUS || self.state.mus.iter().any(Option::is_none)
    }

    /// Whose turn it is to spend a Command Point: the sides alternate, and one that has none left or has stopped is passed over
    /// (LB 7.1.3b, 8.4.1a, G4).
    pub(super) fn buyer(self) -> Option<Side> {
        let side = self.state.commanding.turn_of;
        let may = |side: &Side| {
            let army = self.state.armies[side.ix()].turn;
            army.points > 0 && !army.passed && self.leaders_of(*side).any(|id| self.may_buy_anything(id))
        };
        [side, side.other()].into_iter().find(may)
    }

    fn may_buy_anything(self, id: LeaderId) -> bool {
        self.may_create(id).is_ok() || self.may_cancel(id).is_ok()
    }

    /// Any leader on the map can constitute a Maneuver Unit, once in a turn; for whom a point is spent does not matter
    /// (LB 8.4.2a, 8.3.3b, 7.1.3a, 8.4.3c).
    pub(super) fn may_create(self, id: LeaderId) -> Result<(), Refusal> {
        if !self.leader(id).on_map() {
            return Err(Refusal::new("LB 8.4.2a", "that leader is not on the map"));
        }
        if self.mu_of(id).is_some() {
            return Err(Refusal::new("LB 8.4.2a", "he carries a marker already"));
        }
        if self.has_marker() { Ok(()) } else { Err(Refusal::new("LB 5.3.9a", "there is no marker left")) }
    }

    /// A March Column has its leader with its leading unit, or is still coiling up behind him (LB 8.6b, 8.6c, 8.6.3a).
    pub(super) fn may_form_column(self, id: LeaderId) -> Result<(), Refusal> {
        self.may_create(id)?;
        let none = || Err(Refusal::new("LB 8.6b", "no column follows him beyond the units of his own span"));
        let column = self.party_of(id, MuKind::MarchColumn).units;
        if column.is_empty() {
            return none();
        }
        let ordinary = self.party_of(id, MuKind::Ordinary).units;
        if column.iter().any(|unit| !ordinary.contains(unit)) { Ok(()) } else { none() }
    }

    /// An Administrative March that its owner may call off for another point (LB 8.7.1d).
    pub(super) fn may_cancel(self, id: LeaderId) -> Result<MuId, Refusal> {
        let marching = |mu: &MuId| self.mu(*mu).is_some_and(|mu| mu.kind == MuKind::AdministrativeMarch);
        self.mu_of(id).filter(marching).ok_or(Refusal::new("LB 8.7.1d", "he is on no Administrative March"))
    }

    /// An order to march, or another destination for one who is marching (LB 8.7b, 8.7.1d).
    pub(super) fn may_order_march(self, id: LeaderId) -> Result<(), Refusal> {
        if self.may_cancel(id).is_err() {
            self.may_create(id)?;
        }
        self.may_march_at_all(id)
    }

    pub(super) fn buys(self, side: Side, menu: &mut Vec<Decision>) {
        menu.push(Decision::Command(CommandChoice::Pass));
        for id in self.leaders_of(side) {
            let mut offer = |judged: Result<(), Refusal>, choice: CommandChoice| {
                if judged.is_ok() {
                    menu.push(Decision::Command(choice));
                }
            };
            offer(self.may_create(id), CommandChoice::Create(id));
            offer(self.may_form_column(id), CommandChoice::Column(id));
            offer(self.may_order_march(id), CommandChoice::March(id));
            offer(self.may_cancel(id).map(|_| ()), CommandChoice::Cancel(id));
        }
    }

    pub(super) fn judge_purchase(self, side: Side, choice: CommandChoice) -> Result<(), Refusal> {
        let id = match choice {
            CommandChoice::Pass => return Ok(()),
            CommandChoice::Create(id)
            | CommandChoice::Column(id)
            | CommandChoice::March(id)
            | CommandChoice::Cancel(id) => id,
            _ => return Err(self.out_of_turn()),
        };
        self.ours(side, id)?;
        match choice {
            CommandChoice::Create(_) => self.may_create(id),
            CommandChoice::Column(_) => self.may_form_column(id),
            CommandChoice::March(_) => self.may_order_march(id),
            _ => self.may_cancel(id).map(|_| ()),
        }
    }

    /// A leader of that side.
    pub(super) fn ours(self, side: Side, id: LeaderId) -> Result<(), Refusal> {
        let known = id.ix() < self.state.leaders.len() && self.leader_card(id).side == side;
        if known { Ok(()) } else { Err(Refusal::new("LB 1.0a", "that leader is not yours to order")) }
    }

    // Light cavalry.

    /// A listed leader of light cavalry without a marker, who has not tried in this turn and is not within the span of his immediate
    /// superior (LB 8.5a, 8.5b, 8.5.1.3a, 8.5.1.3c, G4).
    pub(super) fn may_check(self, id: LeaderId) -> Result<(), Refusal> {
        if !self.leader(id).on_map() || !self.may_take_initiative(id) {
            return Err(Refusal::new("LB 8.5a", "he is no leader of light cavalry who may take the initiative"));
        }
        if self.mu_of(id).is_some() {
            return Err(Refusal::new("LB 8.5.1.3a", "he has a Maneuver Unit already"));
        }
        if self.leader(id).turn.command.checked {
            return Err(Refusal::new("LB G4", "he has tried in this turn"));
        }
        if self.superior_of(id).is_some() && self.leader_in_command_now(id) {
            return Err(Refusal::new("LB 8.5b", "he is within the span of his superior"));
        }
        if self.has_marker() { Ok(()) } else { Err(Refusal::new("LB 5.3.9a", "there is no marker left")) }
    }

    /// Whose turn it is to check an initiative (LB 8.5.1.1a, G4).
    pub(super) fn checker(self) -> Option<Side> {
        let side = self.state.commanding.turn_of;
        let may = |side: &Side| {
            !self.state.commanding.stopped[side.ix()] && self.leaders_of(*side).any(|id| self.may_check(id).is_ok())
        };
        [side, side.other()].into_iter().find(may)
    }
}

impl<L: Listener> Play<'_, L> {
    /// A point is spent, or the side stops for this turn; what is not spent lapses (LB 7.1.3a, 8.3.3a, G4).
    pub(super) fn buy(&mut self, side: Side, choice: CommandChoice) {
        match choice {
            CommandChoice::Create(id) => self.create(side, id, MuKind::Ordinary),
            CommandChoice::Column(id) => self.create(side, id, MuKind::MarchColumn),
            // The point is spent when the destination is named.
            CommandChoice::March(id) => {
                self.push(Step::Command(CommandStep::Destination { leader: id, free: false }));
                return;
            }
            CommandChoice::Cancel(id) => {
                if let Some(mu) = self.table().mu_of(id) {
                    self.cancel_march(mu, "LB 8.7.1d");
                }
            }
            _ => {
                self.state.armies[side.ix()].turn.passed = true;
                self.tell("LB G4", told::STOPS, &[Who::Side(side)]);
                self.state.commanding.turn_of = side.other();
                return;
            }
        }
        self.spend_point(side);
    }

    pub(super) fn spend_point(&mut self, side: Side) {
        let army = &mut self.state.armies[side.ix()].turn;
        army.points = army.points.saturating_sub(1);
        self.state.commanding.turn_of = side.other();
    }

    /// The marker on the leader, its twin in the cup (LB 7.1.3c, 5.3.9a).
    fn create(&mut self, side: Side, leader: LeaderId, kind: MuKind) {
        let party = self.table().party_of(leader, kind);
        let mu = Mu {
            side,
            kind,
            leader,
            members: party.units,
            leaders: party.leaders,
            destination: None,
            flipped: false,
            resolved: false,
        };
        let Some(id) = self.place_marker(mu) else { return };
        self.state.cup.insert(Chit::Mu(id));
        self.tell_creation(side, leader, kind);
    }

    /// Created in secret, it is known to its own side until it is drawn (LB 8.4.1.2a).
    fn tell_creation(&mut self, side: Side, leader: LeaderId, kind: MuKind) {
        let phrase = match kind {
            MuKind::Ordinary => told::FORMS_A_UNIT,
            MuKind::MarchColumn => told::FORMS_A_COLUMN,
            MuKind::AdministrativeMarch => told::MARCHES_OFF,
            MuKind::Initiative => told::TAKES_THE_INITIATIVE,
        };
        if self.rules.options.secret_units == crate::readings::SecretUnits::On {
            let whole = (phrase, &[Who::Leader(leader)][..]);
            self.tell_side(side, "LB 8.4.1.2a", whole, (told::FORMS_SOMETHING, &[Who::Side(side)]));
        } else {
            self.tell("LB 7.1.3c", phrase, &[Who::Leader(leader)]);
        }
    }

    /// A die no higher than his initiative makes a Maneuver Unit without a point (LB 8.3.2b, 8.5.1.1c).
    pub(super) fn check_initiative(&mut self, side: Side, leader: LeaderId) {
        self.leader_mut(leader).turn.command.checked = true;
        self.state.commanding.turn_of = side.other();
        let (die, needed) = (self.die(), self.table().initiative(leader));
        let passes = die <= needed;
        self.tell_initiative(side, leader, die, needed, passes);
        if passes {
            self.create(side, leader, MuKind::Initiative);
        }
    }

    fn tell_initiative(&mut self, side: Side, leader: LeaderId, die: u8, needed: u8, passes: bool) {
        if !self.listener.hears() {
            return;
        }
        let table = self.table();
        let result = if passes { told::PASSES_INITIATIVE } else { told::FAILS_INITIATIVE };
        let who = [Who::Leader(leader)];
        let short = kernel::Entry {
            dice: vec![die],
            result: table.said(result, &who),
            ..table.entry("LB 8.5.1.1c", told::CHECKS_INITIATIVE, &who)
        };
        let count = [Who::Leader(leader), Who::Count(needed.into())];
        let whole = kernel::Entry { title: table.said(told::CHECKS_INITIATIVE_OF, &count), ..short.clone() };
        let secret = self.rules.options.secret_units == crate::readings::SecretUnits::On;
        let others =
            if secret { table.entry("LB 8.4.1.2a", told::MAY_TAKE_INITIATIVE, &[Who::Side(side)]) } else { short };
        self.listener.tell(whole.only_for(&[side], Some(others)));
    }
}
