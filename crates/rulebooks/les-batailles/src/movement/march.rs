//! Force marches (13.3).

use super::MoveStep;
use crate::agenda::Step;
use crate::cards::{Echelon, FormationId, MoraleBonus, UnitId};
use crate::charts::MoraleModifier;
use crate::command::Mu;
use crate::face::told::{Who, morale as told_morale, movement as told};
use crate::fraction::Points;
use crate::movement::{Cause, no};
use crate::readings::ForceMarchOrder;
use crate::state::Order;
use crate::table::{Play, Table};
use kernel::{Listener, Reckoning, Refusal, Seat};

impl<'a> Table<'a> {
    /// The division a unit marches with, or its brigade where there are no divisions (LB 13.3a).
    fn marching_formation(self, id: UnitId) -> Option<FormationId> {
        let chain = || self.chain(self.card(id).formation);
        let of = |echelon: Echelon| chain().find(|&over| self.formation_card(over).echelon == echelon);
        // Attached artillery goes with the division of the leader it is assigned to (LB 13.3.2a).
        let assigned = self.unit(id).assigned.and_then(|leader| self.post_formation(leader));
        let attached =
            assigned.and_then(|own| self.chain(own).find(|&o| self.formation_card(o).echelon == Echelon::Division));
        attached.or_else(|| of(Echelon::Division)).or_else(|| of(Echelon::Brigade))
    }

    /// Whether a unit's division force marches in this turn.
    pub fn force_marches(self, id: UnitId) -> bool {
        self.marching_formation(id).is_some_and(|formation| self.formation(formation).turn.march.is_some())
    }

    /// It is on its force march: declared, and the check after it still to come (LB 13.3.4a).
    pub fn is_force_marching(self, id: UnitId) -> bool {
        let on = |formation: FormationId| {
            let turn = self.formation(formation).turn;
            turn.march.is_some() && !turn.march_checked
        };
        self.marching_formation(id).is_some_and(on)
    }

    /// What a force march adds to the points of every combat unit of the division (LB 13.3.2a).
    pub fn march_bonus(self, id: UnitId) -> Points {
        // Infantry out of order does not force march with the others (LB G50).
        if self.is_infantry(id) && self.unit(id).order != Order::Good {
            return Points::ZERO;
        }
        let die = self.marching_formation(id).and_then(|formation| self.formation(formation).turn.march);
        Points::whole(die.unwrap_or(0))
    }

    /// The infantry of a division on the map.
    fn infantry_of(self, formation: FormationId) -> impl Iterator<Item = UnitId> + use<'a> {
        let side = self.formation_card(formation).side;
        self.of_side(side).filter(move |&id| self.is_infantry(id) && self.marching_formation(id) == Some(formation))
    }

    /// Whether a division may force march with this Maneuver Unit: Good Order, Morale Level 0, all its infantry in it and In Command, none
    /// moved yet (LB 13.3a, 13.3.1c).
    pub(super) fn may_force_march(self, mu: &Mu, seat: Seat, formation: FormationId) -> Result<(), Refusal> {
        let card = self.formation_card(formation);
        if card.seat != seat || card.side != mu.side {
            return no("LB 1.0a", "that formation is not yours to order");
        }
        let mut foot = self.infantry_of(formation).peekable();
        if foot.peek().is_none() {
            return no("LB 13.3a", "only infantry force marches");
        }
        if self.formation(formation).turn.march.is_some() {
            return no("LB 13.3a", "it force marches already");
        }
        for id in self.infantry_of(formation) {
            let unit = self.unit(id);
            let all = self.rules.options.force_march_order == ForceMarchOrder::All;
            if unit.order != Order::Good && !all {
                continue;
            }
            if unit.order != Order::Good {
                return no("LB 13.3a", "all its infantry must be in Good Order");
            }
            if self.morale_level(id) > 0 {
                return no("LB 13.3a", "its Morale Level must be 0");
            }
            if !mu.members.contains(id) || !unit.turn.command.in_command || unit.turn.command.lost {
                return no("LB 13.3.1c", "all its infantry must be In Command");
            }
            if unit.turn.movement.moved {
                return no("LB 13.3a", "if any part of it force marches all of it does: some have moved already");
            }
        }
        Ok(())
    }
}

impl<L: Listener> Play<'_, L> {
    /// It is declared, and a die tells how many points it brings (LB 13.3.2a).
    pub(super) fn force_march(&mut self, formation: FormationId) {
        let die = self.die();
        self.state.formations[formation.ix()].turn.march = Some(die);
        self.tell("LB 13.3.2a", told::FORCE_MARCHES, &[Who::Formation(formation), Who::Count(die.into())]);
    }

    /// After all of the Maneuver Unit have moved, each division that force marched checks (LB 13.3.3a).
    pub(super) fn march_ends(&mut self) {
        let table = self.table();
        let marched: crate::cards::FormationSet = table
            .all_formations()
            .filter(|&id| table.formation(id).turn.march.is_some() && !table.formation(id).turn.march_checked)
            .collect();
        for formation in marched.iter() {
            self.state.formations[formation.ix()].turn.march_checked = true;
            self.push(Step::Move(MoveStep::MarchCheck(formation)));
        }
        self.state.maneuvering = super::Maneuvering::default();
    }

    /// One roll for the division: its leader's morale bonus, 6 less, and 3 less for every turn in a row before; each unit adds the bonus
    /// of another leader it is stacked with. Whoever does not exceed its own rating is Disordered (LB 13.3.3a, 13.3.3b, 13.3.3c).
    pub(super) fn march_check(&mut self, formation: FormationId) {
        let natural = self.the_dice();
        let table = self.table();
        let side = table.formation_card(formation).side;
        let leader = table.formation(formation).leader.filter(|&leader| table.leader(leader).on_map());
        let again = i32::from(table.formation(formation).marches);
        let all = table.rules.options.force_march_order == ForceMarchOrder::All;
        let marched = |id: UnitId| all || table.unit(id).order == Order::Good;
        let foot: arrayvec::ArrayVec<UnitId, 64> =
            table.infantry_of(formation).filter(|&id| !table.is_pgd(id) && marched(id)).take(64).collect();
        self.state.formations[formation.ix()].marches = self.state.formations[formation.ix()].marches.saturating_add(1);
        for &id in &foot {
            let mut sum = Reckoning::new(self.listener);
            let table = self.table();
            let bonus = |leader| match table.bonuses(leader).morale {
                MoraleBonus::Number(bonus) => i32::from(bonus),
                _ => 0,
            };
            let elite = table.is_elite(id);
            let mut add = |value: i32, text: &'static str, rule: &'static str| {
                sum.add_if(value > 0 || value < 0 && !elite, value, text, rule);
            };
            let figure = |modifier: MoraleModifier| i32::from(table.rules.charts.morale.general(modifier));
            add(figure(MoraleModifier::ForceMarchEnd), "force march", "LB 13.3.3a");
            add(again * figure(MoraleModifier::ForceMarchAgain), "turns of it in a row", "LB 13.3.3b");
            if let Some(leader) = leader {
                add(bonus(leader), "division leader", "LB 13.3.3a");
            }
            if let Some(other) = table.commander_of(id).filter(|&other| Some(other) != leader) {
                add(bonus(other), "leader with it", "LB 13.3.3c");
            }
            let passes = table.passes_unrolled(id) || table.exceeds(id, natural, sum.total);
            let result = if passes { told_morale::PASSES } else { told_morale::FAILS };
            self.tell_dice(
                side,
                "LB 13.3.3a",
                (told_morale::CHECKS, &[Who::Unit(id)]),
                natural,
                sum,
                (result, &[Who::Unit(id)]),
            );
            if !passes {
                self.disorder(id, Cause::Morale);
            }
        }
    }

    /// The turn ends: divisions that did not force march begin to count anew (LB 13.3.3b).
    pub(crate) fn forget_marches(&mut self) {
        for formation in &mut self.state.formations {
            if formation.turn.march.is_none() {
                formation.marches = 0;
            }
        }
    }
}
