//! Counter-battery fire: exploding caissons (18.6).

use crate::cards::UnitId;
use crate::dice::Base6;
use crate::face::told::{Who, artillery as told};
use crate::losses::{After, FireLosses};
use crate::movement::Cause;
use crate::readings::ExplosionLosses;
use crate::state::Loss;
use crate::table::{Play, Stack, Table};
use field::hexes::Hex;
use kernel::{Entry, Listener, Side};

/// What blows up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blast {
    Battery(UnitId),
    Wagon(UnitId),
}

/// A natural 65 or 66 blows up a battery, 61 or more a wagon (LB 18.6.1a).
const BATTERY_EXPLODES: Base6 = Base6::rolled(6, 5);
const WAGON_EXPLODES: Base6 = Base6::rolled(6, 1);

impl Table<'_> {
    /// What the dice of an attack in which artillery fires blow up among its targets: the top battery, or a wagon, wrecked or not
    /// (LB 18.6.1a, 18.6.1b).
    pub(crate) fn blast(self, units: &Stack, natural: Base6) -> Option<Blast> {
        let there = |id: &&UnitId| self.unit(**id).on_map();
        let wagon = units.iter().filter(there).find(|&&id| self.is_wagon(id)).map(|&id| Blast::Wagon(id));
        let battery = units.iter().filter(there).find(|&&id| self.is_artillery(id)).map(|&id| Blast::Battery(id));
        wagon.filter(|_| natural >= WAGON_EXPLODES).or_else(|| battery.filter(|_| natural >= BATTERY_EXPLODES))
    }
}

impl<L: Listener> Play<'_, L> {
    /// A caisson explodes. A battery is lost for good; what the attack cost beside it the others of the stack take, as if it had
    /// taken its own part of it, unless clubs read it otherwise (LB 18.6.1b, G3.54). A wagon loses rounds by the ones die in place of
    /// what the chart says (LB 18.6.1c, G3.9). Tells how many losses were taken.
    pub(crate) fn explode(&mut self, blast: Blast, losses: &FireLosses<'_>, natural: Base6) -> u8 {
        let hex = losses.hex;
        match blast {
            Blast::Battery(id) => {
                let beside = self.rules.options.explosion_losses == ExplosionLosses::Beside;
                let taken = if beside { self.take_fire_losses(losses) } else { 0 };
                self.tell("LB 18.6.1a", told::EXPLODES, &[Who::Unit(id), Who::Hex(hex)]);
                self.remove(id, Loss::GunsLost);
                self.settle_guns(hex);
                self.must_check_blast(losses.after, losses.units.iter().copied());
                self.blast_reaches(&[hex]);
                taken
            }
            Blast::Wagon(id) => {
                self.tell("LB 18.6.1a", told::EXPLODES, &[Who::Unit(id), Who::Hex(hex)]);
                let taken = self.lose_in(id, natural.ones(), hex);
                let mut near: arrayvec::ArrayVec<Hex, 7> = self.table().neighbours(hex).collect();
                let beside: Vec<UnitId> = near.iter().flat_map(|&hex| self.table().stack_at(hex)).collect();
                self.must_check_blast(losses.after, beside.into_iter());
                near.insert(0, hex);
                self.blast_reaches(&near);
                taken
            }
        }
    }

    /// Who stands by an explosion checks at once, also where losses of the fire that brought it about make nobody check: those are of an
    /// assault or a charge, and this is none (LB 18.6.2).
    fn must_check_blast(&mut self, after: After, units: impl Iterator<Item = UnitId>) {
        if after == After::Nothing {
            self.begin_event(Cause::Fire);
        }
        self.must_check(units);
    }

    /// Leaders beside an explosion: another throw of the dice for each hex, and a natural 65 or 66 wounds one. It takes the place of
    /// the ordinary risk (LB 18.6.3a, 18.6.3b).
    fn blast_reaches(&mut self, hexes: &[Hex]) {
        for &hex in hexes {
            for side in Side::BOTH {
                let Some(leader) = self.table().leaders_at(side, hex).next() else { continue };
                let natural = self.the_dice();
                if self.listener.hears() {
                    let table = self.table();
                    let entry = Entry {
                        dice: vec![natural.tens(), natural.ones()],
                        ..table.entry("LB 18.6.3a", told::BLAST_REACHES, &[Who::Leader(leader)])
                    };
                    self.listener.tell(entry);
                }
                if natural >= crate::fire::LEADER_AT_RISK {
                    self.risk_leader(side, hex);
                }
            }
        }
    }
}
