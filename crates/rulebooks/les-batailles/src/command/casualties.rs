//! Leaders fall, are captured, fly from the enemy, and are replaced (chapters 8.1.4 and 8.2).

use super::{CommandChoice, CommandStep, MuKind};
use crate::agenda::Step;
use crate::cards::{Echelon, FormationId, LeaderId, MOST_LEADERS, MoraleBonus, Post, UnitId};
use crate::charts::WoundEffect;
use crate::decision::Decision;
use crate::face::told::{Who, command as told, morale as told_morale};
use crate::hexes::Hexes;
use crate::morale::{Check, CheckKind, Modifier};
use crate::movement::Cause;
use crate::readings::{CaptureAtZero, SurrenderedLeaders};
use crate::sequence::Chit;
use crate::state::{LeaderPlace, Loss, Place};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Listener, Refusal, Side};

pub(super) type Leaders = ArrayVec<LeaderId, MOST_LEADERS>;

/// The order of 8.2.4, from low to high: who stands higher may take the post of one who stands lower.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    CorpsAide,
    DivisionOrBrigade,
    ArmyAide,
    Corps,
    Army,
    Monarch,
}

impl Table<'_> {
    fn standing(self, id: LeaderId) -> Option<Standing> {
        Some(match self.leader(id).post {
            Post::Monarch => Standing::Monarch,
            Post::Leads(formation) => standing_of(self.echelon(formation)),
            Post::ImperialAide => Standing::ArmyAide,
            Post::Aide(formation) if self.echelon(formation) == Echelon::Army => Standing::ArmyAide,
            Post::Aide(_) => Standing::CorpsAide,
            Post::Outside => return None,
        })
    }

    /// An aide who may take over a division or brigade: of its corps, or of the army's staff (LB 8.2.4c, G13).
    fn is_aide_for(self, id: LeaderId, formation: FormationId) -> bool {
        match self.leader(id).post {
            Post::Aide(staff) => self.chain(formation).any(|over| over == staff),
            Post::ImperialAide => self.leader_card(id).side == self.formation_card(formation).side,
            _ => false,
        }
    }

    /// A leader who stands higher in the list and may step down of his own will: an army leader or Monarch, or the leader of
    /// another corps of the same army (LB 8.2.4e, G13).
    fn may_volunteer(self, id: LeaderId, formation: FormationId) -> bool {
        let same_army = match self.leader(id).post {
            Post::Leads(own) => self.army_of(own) == self.army_of(formation),
            Post::Monarch => self.leader_card(id).side == self.formation_card(formation).side,
            _ => false,
        };
        let above = self.standing(id) > Some(standing_of(self.echelon(formation)));
        same_army && above && Some(id) != self.corps_leader_over(formation)
    }

    /// The leader of the corps that a division or brigade belongs to (LB 8.2.5a).
    fn corps_leader_over(self, formation: FormationId) -> Option<LeaderId> {
        let corps = self.chain(formation).find(|&over| self.echelon(over) == Echelon::Corps)?;
        self.leader_of(corps).filter(|_| corps != formation)
    }

    /// Who may take a post that is empty, and whether it may stay so (LB 8.2.4a, 8.2.4b, 8.2.4c, 8.2.4d, 8.2.4e; table 4).
    pub(super) fn replacements(self, formation: FormationId) -> (Leaders, bool) {
        let side = self.formation_card(formation).side;
        let from = |test: &dyn Fn(LeaderId) -> bool| self.leaders_of(side).filter(|&id| test(id)).collect::<Leaders>();
        let volunteers = from(&|id| self.may_volunteer(id, formation));
        match self.echelon(formation) {
            // Nobody replaces an army leader (LB 8.2.4b).
            Echelon::Army => (Leaders::new(), true),
            // Only by one who steps down (LB 8.2.4d).
            Echelon::Corps => (volunteers, true),
            Echelon::Division | Echelon::Brigade => {
                let aides = from(&|id| self.is_aide_for(id, formation));
                let all = from(&|id| self.is_aide_for(id, formation) || self.may_volunteer(id, formation));
                match self.corps_leader_over(formation) {
                    // A replacement goes before a step down (LB 8.2.5c); where nobody would have to, the post may stay empty (LB 8.2.4a).
                    corps if !aides.is_empty() => (all, corps.is_none()),
                    // Without one the corps leader must (LB 8.2.5a), unless another does it for him.
                    Some(corps) => {
                        let all = from(&|id| id == corps || self.may_volunteer(id, formation));
                        (all, false)
                    }
                    None => (volunteers, true),
                }
            }
        }
    }

    /// A corps leader who has stepped down, and the aides who would let him take his corps again (LB 8.2.5.1a).
    pub(super) fn steps_up(self, side: Side) -> impl Iterator<Item = (LeaderId, LeaderId)> {
        let down = self.leaders_of(side).filter_map(move |id| {
            let (Post::Leads(own), Post::Leads(printed)) = (self.leader(id).post, self.leader_card(id).post) else {
                return None;
            };
            let empty = self.leader_of(printed).is_none();
            (own != printed && empty && self.echelon(printed) > self.echelon(own)).then_some((id, own))
        });
        down.flat_map(move |(id, own)| {
            let aides = self.leaders_of(side).filter(move |&aide| self.is_aide_for(aide, own));
            aides.map(move |aide| (id, aide))
        })
    }

    /// Enemy combat units stand in every hex around it that is on the map (LB G12).
    pub fn is_surrounded(self, side: Side, hex: Hex) -> bool {
        self.neighbours(hex).all(|near| self.enemy_at(side, near))
    }

    /// The same before enemies came into it: the hexes they came from were theirs then (LB 8.1.4c, G12).
    fn was_surrounded(self, side: Side, hex: Hex) -> bool {
        let came_from = |near: Hex| {
            let enemies = self.state.stack(hex).filter(|&id| self.side(id) != side);
            enemies.filter_map(|id| self.unit(id).turn.movement.came).any(|came| came.contains(near))
        };
        self.neighbours(hex).all(|near| self.enemy_at(side, near) || came_from(near))
    }

    /// The nearest hexes with friendly units; those with any that is not in PGD go before the others (LB 8.1.4b, G12).
    pub(super) fn refuges(self, id: LeaderId) -> ArrayVec<Hex, 24> {
        let (side, from) = (self.leader_card(id).side, self.leader(id).hex);
        let apart = |unit: UnitId, hex: Hex| (self.grid().distance(from, hex), self.is_pgd(unit));
        let all = || {
            let units = self.of_side(side);
            units.flat_map(|unit| self.unit(unit).hexes.iter().map(move |hex| (apart(unit, hex), hex)))
        };
        let Some(least) = all().map(|(apart, _)| apart).min() else { return ArrayVec::new() };
        let mut hexes = ArrayVec::new();
        for (_, hex) in all().filter(|&(apart, _)| apart == least) {
            if !hexes.contains(&hex) && !hexes.is_full() {
                hexes.push(hex);
            }
        }
        hexes
    }

    /// A leader into whose hex the enemy has come, and who has no unit to stay with (LB 8.1.4b).
    pub(crate) fn overrun_leader(self) -> Option<LeaderId> {
        self.all_leaders().find(|&id| {
            let (him, side) = (self.leader(id), self.leader_card(id).side);
            him.on_map() && self.enemy_at(side, him.hex) && !self.friend_at(side, him.hex)
        })
    }

    pub(super) fn judge_replacement(self, formation: FormationId, choice: CommandChoice) -> Result<(), Refusal> {
        let (leaders, may_stay_empty) = self.replacements(formation);
        match choice {
            CommandChoice::Replace(id) if leaders.contains(&id) => Ok(()),
            CommandChoice::Replace(_) => Err(Refusal::new("LB 8.2.4e", "he may not take that post")),
            CommandChoice::Vacant if may_stay_empty => Ok(()),
            CommandChoice::Vacant => Err(Refusal::new("LB 8.2.5c", "somebody has to take the post")),
            _ => Err(self.out_of_turn()),
        }
    }

    pub(super) fn offer_replacements(self, formation: FormationId, menu: &mut Vec<Decision>) {
        let (leaders, may_stay_empty) = self.replacements(formation);
        if may_stay_empty {
            menu.push(Decision::Command(CommandChoice::Vacant));
        }
        menu.extend(leaders.into_iter().map(|id| Decision::Command(CommandChoice::Replace(id))));
    }
}

const fn standing_of(echelon: Echelon) -> Standing {
    match echelon {
        Echelon::Brigade | Echelon::Division => Standing::DivisionOrBrigade,
        Echelon::Corps => Standing::Corps,
        Echelon::Army => Standing::Army,
    }
}

impl<L: Listener> Play<'_, L> {
    /// The dice have put the leaders of a side in a hex at risk: one of them, by lot, is looked up in the Leader Casualty Chart
    /// (LB 8.2e, 8.2.1a; chart 9). Tells the morale bonus to be taken off the checks of his units if he is mortally wounded: whoever
    /// calls merges it with the check of the event (LB 8.2.2a, 8.2.2b, 20.1.6).
    pub fn leader_at_risk(&mut self, side: Side, hex: Hex) -> Option<i8> {
        let there: Leaders = self.table().leaders_at(side, hex).collect();
        let id = match there.as_slice() {
            [] => return None,
            [only] => *only,
            several => {
                let lot = self.dice.roll(several.len() as u8);
                *several.get(usize::from(lot) - 1)?
            }
        };
        let die = self.die();
        let casualty = self.rules.charts.people.casualty(die);
        self.tell_wound(id, die, casualty);
        let turns = |play: &mut Self, dice: u8, each: u8| -> u8 {
            let sum: u8 = (0..dice).map(|_| play.die()).sum();
            play.state.turn.saturating_add(sum.saturating_mul(each))
        };
        let place = match casualty.effect {
            WoundEffect::Nothing => return None,
            WoundEffect::Mortal => LeaderPlace::Dead,
            WoundEffect::Hours { dice } => LeaderPlace::Wounded { back: turns(self, dice, 3) },
            WoundEffect::Turns { dice } => LeaderPlace::Wounded { back: turns(self, dice, 1) },
        };
        let bonus = match self.table().bonuses(id).morale {
            MoraleBonus::Number(bonus) => bonus.max(0),
            // Also of one who is marked `A` nothing is taken off (LB G11).
            MoraleBonus::None | MoraleBonus::Passes => 0,
        };
        self.lose_leader(id, place);
        (casualty.effect == WoundEffect::Mortal).then_some(bonus)
    }

    fn tell_wound(&mut self, id: LeaderId, die: u8, casualty: crate::charts::LeaderCasualty) {
        if self.listener.hears() {
            let table = self.table();
            let who = [Who::Leader(id), Who::Words(crate::face::words::wound_name(casualty.wound))];
            let entry = kernel::Entry { dice: vec![die], ..table.entry("LB 8.2e", told::IS_HIT, &who) };
            self.listener.tell(entry);
        }
    }

    /// The same, with the check that all units in the hex make: that of the combat event which is on, where there is one, else one of its
    /// own (LB 8.2.2a, 20.1.6).
    pub(super) fn leader_casualty(&mut self, side: Side, hex: Hex) {
        let Some(bonus) = self.leader_at_risk(side, hex) else { return };
        let table = self.table();
        let checks = |id: &UnitId| table.side(*id) == side && !table.is_pgd(*id) && !table.unit(*id).wrecked;
        let stack: Stack = table.state.stack(hex).filter(checks).collect();
        if stack.is_empty() || self.mourns_in_event(hex, bonus, &stack) {
            return;
        }
        let modifiers = [Modifier::fallen_leader(bonus)];
        let check =
            Check { rule: "LB 8.2.2a", title: told_morale::CHECKS, kind: CheckKind::General, modifiers: &modifiers };
        let failed = self.morale_check(&stack, &check).failed;
        failed.iter().for_each(|id| self.disorder(id, Cause::Morale));
    }

    /// A leader is off the map: his marker and its twin are lost, and his post is empty (LB 8.2.6a, 8.2.6.1a, 8.2.6.2a).
    pub(crate) fn lose_leader(&mut self, id: LeaderId, place: LeaderPlace) {
        if !self.state.leaders[id.ix()].on_map() {
            return;
        }
        let post = self.state.leaders[id.ix()].post;
        let led = self.table().led_by(id);
        self.withdraw_marker(id);
        // Whoever stood in for another comes back as what he was himself (LB 8.2.6.3d, G51).
        let printed = self.table().leader_card(id).post;
        let him = self.leader_mut(id);
        (him.place, him.post, him.activated, him.strayed, him.assigned) = (place, printed, false, false, None);
        self.unassign_from(id);
        for mu in self.state.mus.iter_mut().flatten() {
            mu.leaders.remove(id);
        }
        self.state.commanding.active_leaders.remove(id);
        match place {
            LeaderPlace::Captured => self.tell("LB 8.1.4c", told::IS_CAPTURED, &[Who::Leader(id)]),
            LeaderPlace::Wounded { back } => {
                self.tell("LB 8.2.3a", told::IS_OUT, &[Who::Leader(id), Who::Count(back.into())]);
            }
            LeaderPlace::Dead => self.tell("LB 8.2.2a", told::DIES, &[Who::Leader(id)]),
            _ => {}
        }
        if let (Post::Leads(formation), Some(_)) = (post, led) {
            self.state.formations[formation.ix()].leader = None;
            self.push(Step::Command(CommandStep::Replace(formation)));
        }
    }

    /// What was assigned to a leader is nobody's until the next Command Segment.
    fn unassign_from(&mut self, leader: LeaderId) {
        for unit in &mut self.state.units {
            unit.assigned = unit.assigned.filter(|&to| to != leader);
        }
        for other in &mut self.state.leaders {
            other.assigned = other.assigned.filter(|&to| to != leader);
        }
    }

    /// The Maneuver Unit of a casualty is forfeit (LB 8.2.6a).
    fn withdraw_marker(&mut self, leader: LeaderId) {
        let Some(mu) = self.table().mu_of(leader) else { return };
        let march = self.table().mu(mu).is_some_and(|mu| mu.kind == MuKind::AdministrativeMarch);
        if march {
            self.cancel_march(mu, "LB 8.2.6a");
            return;
        }
        self.state.mus[mu.ix()] = None;
        self.state.cup.remove(Chit::Mu(mu));
        if self.state.chit == Some(Chit::Mu(mu)) {
            self.nobody_acts();
        }
        self.tell("LB 8.2.6a", told::UNIT_IS_LOST, &[Who::Leader(leader)]);
    }

    /// Nobody is active any more (LB G40).
    pub(crate) fn nobody_acts(&mut self) {
        self.state.commanding.active = crate::cards::UnitSet::EMPTY;
        self.state.commanding.active_leaders = crate::cards::LeaderSet::EMPTY;
    }

    /// A leader takes a post at once; he must still get there (LB 8.2.6.3a, 8.2.6.3c). The post he leaves is empty: a corps without its
    /// leader is disbanded (LB 8.2.5b, 8.2.6.2a).
    pub(super) fn take_post(&mut self, id: LeaderId, formation: FormationId) {
        if let Some(old) = self.table().led_by(id) {
            self.state.formations[old.ix()].leader = None;
            self.unassign_from(id);
            if self.table().echelon(old) == Echelon::Corps {
                self.tell("LB 8.2.5b", told::CORPS_IS_DISBANDED, &[Who::Formation(old)]);
            }
        }
        let him = self.leader_mut(id);
        (him.post, him.activated, him.strayed, him.assigned) = (Post::Leads(formation), false, false, None);
        self.state.formations[formation.ix()].leader = Some(id);
        self.tell("LB 8.2.6.3c", told::TAKES_POST, &[Who::Leader(id), Who::Formation(formation)]);
    }

    pub(super) fn replace(&mut self, formation: FormationId, choice: CommandChoice) {
        match choice {
            CommandChoice::Replace(id) => self.take_post(id, formation),
            _ => self.tell("LB 8.2.4a", told::HAS_NO_LEADER, &[Who::Formation(formation)]),
        }
    }

    /// At the start of a turn: who has come back has his post again, if nobody holds it or he is with the one who does; and that
    /// one goes back to his own (LB 8.2.6.3d, 8.2.5.1a, 8.2.6.1b, 8.2.6.2b).
    pub(super) fn resume_posts(&mut self) {
        for id in (0..self.state.leaders.len() as u8).map(LeaderId) {
            let table = self.table();
            let (him, printed) = (*table.leader(id), table.leader_card(id).post);
            let Post::Leads(formation) = printed else { continue };
            if !him.on_map() || him.post != printed || table.led_by(id) == Some(formation) {
                continue;
            }
            match table.formation(formation).leader {
                None => {
                    self.state.formations[formation.ix()].leader = Some(id);
                    self.tell("LB 8.2.6.2b", told::RESUMES, &[Who::Leader(id), Who::Formation(formation)]);
                }
                Some(stand_in) if table.leader(stand_in).hex == him.hex && table.leader(stand_in).on_map() => {
                    self.unassign_from(stand_in);
                    self.state.formations[formation.ix()].leader = Some(id);
                    self.tell("LB 8.2.6.3d", told::RESUMES, &[Who::Leader(id), Who::Formation(formation)]);
                    self.go_back(stand_in);
                }
                Some(_) => {}
            }
        }
    }

    /// A stand-in has his own post again: a corps leader steps up, an aide serves on his staff (LB 8.2.5.1a).
    fn go_back(&mut self, id: LeaderId) {
        let printed = self.table().leader_card(id).post;
        self.leader_mut(id).post = printed;
        if let Post::Leads(formation) = printed
            && self.table().leader_of(formation).is_none()
        {
            self.state.formations[formation.ix()].leader = Some(id);
            self.tell("LB 8.2.5.1a", told::STEPS_UP, &[Who::Leader(id), Who::Formation(formation)]);
        }
    }

    /// An aide takes a post off the hands of a corps leader, who steps up (LB 8.2.5.1a).
    pub(super) fn step_up(&mut self, id: LeaderId, aide: LeaderId) {
        let Some(own) = self.table().led_by(id) else { return };
        self.unassign_from(id);
        self.state.formations[own.ix()].leader = None;
        self.take_post(aide, own);
        self.go_back(id);
    }

    // Capture and flight.

    /// Units are gone from their hexes, and whoever was stacked with them alone is captured with those that surrender or have lost
    /// their last Increment (LB 8.1.4c, G12), or leaves the map with those that rout off it (LB 13.2.7b).
    pub(crate) fn leaders_left(&mut self, side: Side, hexes: Hexes, to: Place, spent: bool) {
        let left = |table: Table<'_>| -> Leaders {
            let alone =
                |&id: &LeaderId| hexes.contains(table.leader(id).hex) && !table.friend_at(side, table.leader(id).hex);
            table.leaders_of(side).filter(alone).collect()
        };
        let needs_ring = self.rules.options.capture_at_zero == CaptureAtZero::Surrounded;
        for id in left(self.table()) {
            let ringed = self.table().is_surrounded(side, self.table().leader(id).hex);
            match to {
                // By the other reading only a mêlée captures: whoever is with units that find no way rides off (LB G-50).
                Place::Gone(Loss::Surrendered)
                    if self.rules.options.surrendered_leaders == SurrenderedLeaders::Escape
                        && self.table().retreat().is_some() =>
                {
                    self.push(Step::Command(CommandStep::Fly(id)));
                }
                Place::Gone(Loss::Surrendered) => self.lose_leader(id, LeaderPlace::Captured),
                Place::Gone(Loss::RoutedOff) => {
                    let back = self.state.turn.saturating_add(1);
                    self.tell("LB 13.2.7b", told::IS_SWEPT_OFF, &[Who::Leader(id)]);
                    self.lose_leader(id, LeaderPlace::OffMap { back });
                }
                Place::Gone(Loss::Destroyed) | Place::Box if spent => {
                    if ringed || !needs_ring {
                        self.lose_leader(id, LeaderPlace::Captured);
                    } else {
                        self.push(Step::Command(CommandStep::Fly(id)));
                    }
                }
                _ => {}
            }
        }
    }

    /// Units rout out of a ring of enemies: leaders stacked with them are captured (LB 8.1.4c).
    pub(crate) fn leaders_rout_from(&mut self, side: Side, hex: Hex) {
        if !self.table().is_surrounded(side, hex) {
            return;
        }
        for id in self.table().leaders_at(side, hex).collect::<Leaders>() {
            self.lose_leader(id, LeaderPlace::Captured);
        }
    }

    /// Enemy units have entered the hex of a leader who is alone: he flies, or is captured where he is surrounded or has nobody to fly
    /// to (LB 8.1.4a, 8.1.4b, 8.1.4c, G12).
    pub(crate) fn leaders_fly(&mut self) {
        let overrun = self.table().overrun_leader();
        self.state.note_overrun(overrun.is_some());
        let Some(id) = overrun else { return };
        let (side, hex) = (self.table().leader_card(id).side, self.table().leader(id).hex);
        if self.table().was_surrounded(side, hex) {
            self.lose_leader(id, LeaderPlace::Captured);
        } else if self.state.agenda.top() != Some(Step::Command(CommandStep::Fly(id))) {
            self.push(Step::Command(CommandStep::Fly(id)));
        }
    }

    pub(super) fn fly(&mut self, id: LeaderId, to: Option<Hex>) {
        if !self.table().leader(id).on_map() {
            return;
        }
        match to {
            Some(hex) => {
                self.tell("LB 8.1.4b", told::FLIES, &[Who::Leader(id), Who::Hex(hex)]);
                self.put_leader(id, hex);
                // LB 8.4.3.1d.
                self.note_strayed();
            }
            None => self.lose_leader(id, LeaderPlace::Captured),
        }
    }

    /// The only way leaders change their place on the map.
    pub fn put_leader(&mut self, id: LeaderId, hex: Hex) {
        let him = self.leader_mut(id);
        (him.place, him.hex) = (LeaderPlace::Map, hex);
    }

    /// A leader has completed a move, alone or with units: he may not move again in this turn (LB 7.2.1e, 8.1.2a, 8.1.6c,
    /// 8.9.1c).
    pub fn leader_has_moved(&mut self, id: LeaderId) {
        self.leader_mut(id).turn.moved = true;
        self.note_strayed();
    }
}
