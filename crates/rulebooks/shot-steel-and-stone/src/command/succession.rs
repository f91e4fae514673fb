//! Who takes over from a leader that is out of the battle (SSS 6.6, 6.8, G35, G36).

use crate::cards::{LeaderId, MOST_LEADERS, UnitId};
use crate::face::told::{self, Who};
use crate::state::{Fate, Place};
use crate::table::{Play, Table};
use kernel::{Listener, Refusal, Seat, SeatSet, Side};

/// The two who could take over: the Commander-in-Chief, and the nearest sub-commander (SSS 6.6).
type Heirs = [Option<LeaderId>; 2];

impl Table<'_> {
    /// Fit, or only without a horse.
    pub fn plays_part(self, id: LeaderId) -> bool {
        matches!(self.leader(id).fate, Fate::Fit | Fate::Unhorsed(_))
    }

    /// Whoever commands in a leader's place: he himself while he plays a part, else who took over from him, and so on. The last
    /// of the line is out of the battle as well if nobody has.
    fn last_of_line(self, id: LeaderId) -> LeaderId {
        let mut at = id;
        for _ in 0..MOST_LEADERS {
            match self.leader(at).heir {
                Some(heir) if !self.plays_part(at) => at = heir,
                _ => break,
            }
        }
        at
    }

    pub(super) fn in_place_of(self, id: LeaderId) -> Option<LeaderId> {
        Some(self.last_of_line(id)).filter(|&last| self.plays_part(last))
    }

    /// Who commands the army by the rules of succession.
    pub(super) fn rightful_chief(self, side: Side) -> Option<LeaderId> {
        self.born_chief(side).and_then(|id| self.in_place_of(id))
    }

    fn born_chief(self, side: Side) -> Option<LeaderId> {
        self.all_leaders().find(|&id| self.leader_card(id).side == side && self.leader_card(id).chief)
    }

    /// A command without a leader that somebody may take over now: not while the delay of a calamity lasts (SSS 6.8), and only if
    /// anybody looks to it.
    fn is_vacant(self, id: LeaderId) -> bool {
        let side = self.leader_card(id).side;
        let waits = matches!(self.leader(id).fate, Fate::Lost { delay } if delay > 0);
        let his = |unit: UnitId| {
            let there = !matches!(self.unit(unit).place, Place::Gone(_)) && self.side(unit) == side;
            there && self.card(unit).leader.is_some_and(|of| self.last_of_line(of) == id)
        };
        let led_army = || self.born_chief(side).is_some_and(|chief| self.last_of_line(chief) == id);
        !self.plays_part(id) && !waits && (led_army() || self.all().any(his))
    }

    /// The Commander-in-Chief, unless it was he, and the sub-commander nearest to where he fell (SSS 6.6, G35).
    fn heirs_of(self, id: LeaderId) -> Heirs {
        let side = self.leader_card(id).side;
        let chief = self.chief(side);
        let at = self.leader(id).at.vec();
        let subs = self.leaders_of(side).filter(|&other| Some(other) != chief);
        let off = |other: LeaderId| self.place_of(other).distance(at);
        [chief, subs.min_by(|&one, &two| off(one).total_cmp(&off(two)))]
    }

    fn vacancies(self, side: Side) -> impl Iterator<Item = LeaderId> {
        self.all_leaders().filter(move |&id| self.leader_card(id).side == side && self.is_vacant(id))
    }

    /// The first vacancy that its owner has to decide on.
    fn disputed(self, side: Side) -> Option<(LeaderId, [LeaderId; 2])> {
        self.vacancies(side).find_map(|id| match self.heirs_of(id) {
            [Some(chief), Some(sub)] => Some((id, [chief, sub])),
            _ => None,
        })
    }

    pub(super) fn asked_for_heirs(self, side: Side) -> SeatSet {
        self.disputed(side).map_or(SeatSet::EMPTY, |(id, _)| SeatSet::one(self.leader_card(id).seat))
    }

    /// Who could take over from whom.
    pub(super) fn claims(self, side: Side) -> impl Iterator<Item = (LeaderId, LeaderId)> {
        self.disputed(side).into_iter().flat_map(|(lost, heirs)| heirs.map(|heir| (lost, heir)))
    }

    pub(super) fn judge_heir(self, side: Side, seat: Seat, lost: LeaderId, heir: LeaderId) -> Result<(), Refusal> {
        let asked = self.asked_for_heirs(side).contains(seat);
        match asked && self.claims(side).any(|claim| claim == (lost, heir)) {
            true => Ok(()),
            false => Err(Refusal::new("SSS 6.6", "the Commander-in-Chief takes over, or the nearest sub-commander")),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Vacancies for which there is one man take care of themselves.
    pub(super) fn heirs_step_in(&mut self, side: Side) {
        for _ in 0..MOST_LEADERS {
            let table = self.table();
            let sole =
                table.vacancies(side).find_map(|id| table.heirs_of(id).into_iter().flatten().next().map(|h| (id, h)));
            let Some((lost, heir)) = sole else { return };
            self.takes_over(lost, heir);
        }
    }

    pub(super) fn takes_over(&mut self, lost: LeaderId, heir: LeaderId) {
        self.state.leaders[lost.ix()].heir = Some(heir);
        self.acknowledge_chiefs();
        self.tell("SSS 6.6", told::TAKES_COMMAND, &[Who::Leader(heir), Who::Leader(lost)]);
    }

    /// Whoever commands each army now is known as its chief.
    pub(crate) fn acknowledge_chiefs(&mut self) {
        for side in Side::BOTH {
            let chief = self.table().rightful_chief(side);
            for ix in 0..self.state.leaders.len() as u8 {
                let id = LeaderId(ix);
                if self.table().leader_card(id).side == side {
                    self.state.leaders[id.ix()].chief = Some(id) == chief;
                }
            }
        }
    }

    /// Those who are hurt or waiting count their own player turns (SSS 6.5, 6.6, 6.8, G2). Who is well again has his command back.
    pub(crate) fn leaders_recover(&mut self, side: Side) {
        for (leader, card) in self.state.leaders.iter_mut().zip(&self.rules.leaders) {
            if card.side != side {
                continue;
            }
            leader.fate = match leader.fate {
                Fate::Unhorsed(turns) if turns > 1 => Fate::Unhorsed(turns - 1),
                Fate::Wounded(turns) if turns > 1 => Fate::Wounded(turns - 1),
                Fate::Unhorsed(_) => Fate::Fit,
                Fate::Wounded(_) => {
                    leader.heir = None;
                    Fate::Fit
                }
                Fate::Lost { delay } => Fate::Lost { delay: delay.saturating_sub(1) },
                Fate::Fit | Fate::Captured => leader.fate,
            };
        }
        self.acknowledge_chiefs();
    }
}
