//! Changes of formation, frontage and order, lying down, limbering (SSS 8.1, 8.6, 10.1, G9, G41, G70).

use super::near::Near;
use super::turning::TWO;
use super::{COMPLEX, Moved, refuse};
use crate::cards::{Arm, Order, Trait, UnitId};
use crate::measures::BW;
use crate::state::{Change, Changed, Formation, Unit};
use crate::table::Table;
use field::table::{Trail, Um};
use kernel::Refusal;

/// So many changes of a turn are free of penalty in top form (SSS T3, G205).
const FREELY: u8 = 3;

/// The most bases abreast of any unit.
pub const MOST_FILES: u8 = 40;

impl Table<'_> {
    /// A change that costs so much: made at once where the move that is left covers it, else begun now and finished in later
    /// own turns (SSS G9). Twice the time after a blunder, free of penalty in top form (SSS T2, T3).
    pub(super) fn change(self, near: &Near, into: Changed, cost: Um) -> Result<Moved, Refusal> {
        let id = near.id;
        let leadership = self.unit(id).leadership;
        let formation = matches!(into, Changed::Formation { .. } | Changed::Order(_));
        let free = formation && leadership.free_changes() && self.unit(id).changed_freely < FREELY;
        let cost = match formation {
            true if free => 0,
            true if leadership.slow_changes() => cost * 2,
            _ => cost,
        };
        let (changed, part) = self.made_change(near, into)?;
        let left = self.left_for(id, into);
        if cost <= left {
            let mut unit = Unit { this_turn: self.after(id, 0, cost).this_turn, split: 0, changing: None, ..changed };
            (unit.rear_about, unit.this_turn.bases_then) = (false, changed.bases_then);
            unit.this_turn.mounted_now = changed.mounted_now;
            unit.this_turn.changed_freely += u8::from(free);
            // SSS 8.8: what is gone already is as much of the move whatever the multiplier.
            unit.this_turn.spent = unit.spent * self.marching(id, &unit) / self.marching(id, self.unit(id));
            return Ok(Moved { part, ..Moved::new(unit, Trail::Formed) });
        }
        if self.unit(id).changing.is_some() {
            return refuse(("SSS G9", "it is busy with another change"));
        }
        let mut unit = self.after(id, 0, left);
        unit.changing = Some(Change { into, owed: cost - left });
        unit.this_turn.finished = true;
        Ok(Moved::new(unit, Trail::Formed))
    }

    /// What is left of its move for a change: guns are turned by hand (SSS 13.8), all else comes before the multiplier
    /// (SSS 8.8).
    pub(super) fn left_for(self, id: UnitId, into: Changed) -> Um {
        match into {
            Changed::Battery { .. } => self.by_hand_left(id),
            _ => self.change_left(id),
        }
    }

    /// The unit as it stands when the change is made, with room for it, and who parts from it or joins it.
    pub(super) fn made_change(self, near: &Near, into: Changed) -> Result<(Unit, Option<(UnitId, Unit)>), Refusal> {
        let id = near.id;
        let changed = self.changed_into(id, into)?;
        let body = self.rules.body_of(id, &changed);
        match into {
            Changed::Dismount { holders_mounted } => {
                self.stands(near, &body)?;
                Ok((changed, Some(self.holders_left(near, &changed, holders_mounted)?)))
            }
            Changed::Mount => {
                let holders = self.holders_taken_up(id);
                let mut others = self.near(id);
                others.friends.retain(|friend| Some(*friend) != holders.map(|(holders, _)| holders));
                self.stands(&others, &body)?;
                Ok((changed, holders))
            }
            _ => {
                self.stands(near, &body)?;
                Ok((changed, None))
            }
        }
    }

    /// The unit as it stands when the change is made.
    pub(crate) fn changed_into(self, id: UnitId, into: Changed) -> Result<Unit, Refusal> {
        let unit = self.unit(id);
        Ok(match into {
            Changed::Formation { formation, files } => self.formed(id, unit, formation, files)?,
            Changed::Order(order) => {
                let formation = match (order, unit.formation) {
                    (Order::Skirmish, _) => Formation::Skirmish,
                    (_, Formation::Skirmish) => Formation::Line,
                    (_, formation) => formation,
                };
                Unit { order, ..self.formed(id, unit, formation, 0)? }
            }
            Changed::Face { right } => self.faced(id, unit, right),
            Changed::About => self.faced_about(id, unit),
            Changed::Limber => Unit { formation: Formation::Limbered, files: 1, ..*unit },
            Changed::Unlimber => Unit { formation: Formation::Line, files: unit.bases, ..*unit },
            Changed::Battery { to } => self.traversed(id, unit, to),
            Changed::Mount => self.mounted_again(id, unit)?,
            Changed::Dismount { .. } => self.dismounted(unit)?,
        })
    }

    /// Which formations a unit may stand in (SSS G5): squares and columns of attack are the infantry's.
    pub fn may_form(self, id: UnitId, formation: Formation) -> Result<(), Refusal> {
        let (card, unit) = (self.card(id), self.unit(id));
        let foot = self.is_foot(id);
        let ok = match formation {
            Formation::Line => unit.order != Order::Skirmish,
            Formation::ColumnOfMarch => foot || card.is_mounted_arm() || card.arm == Arm::Elephants,
            Formation::ColumnOfAttack => foot && unit.order != Order::Skirmish,
            // SSS 1.5.3a, G56
            Formation::Square => foot && matches!(unit.order, Order::Close | Order::Loose),
            Formation::Skirmish => unit.order == Order::Skirmish,
            Formation::Limbered => card.is_artillery(),
            Formation::Mob => unit.order == Order::Mob,
        };
        if ok { Ok(()) } else { refuse(("SSS G5", "this kind of unit does not form like that")) }
    }

    /// A unit in a formation, on so many bases abreast, or as many as usual for 0: the one way there is, so that its files
    /// always fit (SSS G5).
    pub fn formed(self, id: UnitId, unit: &Unit, formation: Formation, files: u8) -> Result<Unit, Refusal> {
        let bases = unit.bases_outside().max(1);
        let usual = match formation {
            Formation::ColumnOfAttack => 2,
            Formation::ColumnOfMarch | Formation::Limbered => 1,
            Formation::Square => bases.div_ceil(4),
            Formation::Line | Formation::Skirmish | Formation::Mob => bases,
        };
        let fixed = matches!(formation, Formation::ColumnOfAttack | Formation::ColumnOfMarch | Formation::Square);
        let wanted = if files == 0 || fixed { usual } else { files };
        // SSS G5: a line is one base deep, or two.
        let least = if formation == Formation::Line { bases.div_ceil(2) } else { 1 };
        if files > MOST_FILES || wanted > bases.max(usual) || wanted < least.min(bases) {
            return refuse(("SSS G5", "a line stands one base deep or two, and no wider than it has bases"));
        }
        if fixed && files != 0 && files != usual {
            return refuse(("SSS G5", "that formation has a width of its own"));
        }
        let _ = id;
        Ok(Unit { formation, files: wanted.min(bases), moved_up: [0, 0], split: 0, ..*unit })
    }

    pub(super) fn form_outcome(self, near: &Near, formation: Formation, files: u8) -> Result<Moved, Refusal> {
        let id = near.id;
        let unit = self.unit(id);
        if unit.formation == formation {
            return refuse(("SSS 8.6", "it stands in that formation already"));
        }
        if unit.order == Order::Mob {
            return refuse(("SSS G69", "a mob changes no formation"));
        }
        if matches!(formation, Formation::Limbered) || unit.formation == Formation::Limbered {
            return refuse(("SSS 8.1", "guns limber and unlimber"));
        }
        self.may_form(id, formation)?;
        // SSS T6, G41: out of a column of march it is quicker.
        let cost = match (unit.formation, formation) {
            _ if self.is_skirmishing(id) => 0,
            (Formation::ColumnOfMarch, Formation::Line) if self.is_foot(id) => BW,
            (Formation::ColumnOfMarch, Formation::Line) if self.is_mounted(id) => TWO,
            _ => COMPLEX,
        };
        self.change(near, Changed::Formation { formation, files }, cost)
    }

    /// Widening or narrowing the frontage (SSS 8.6).
    pub(super) fn frontage_outcome(self, near: &Near, files: u8) -> Result<Moved, Refusal> {
        let unit = self.unit(near.id);
        if !matches!(unit.formation, Formation::Line | Formation::Skirmish | Formation::Mob) || files == 0 {
            return refuse(("SSS G5", "that formation has a width of its own"));
        }
        if files == unit.files {
            return refuse(("SSS 8.6", "it stands like that already"));
        }
        let cost = if self.is_skirmishing(near.id) { 0 } else { COMPLEX };
        self.change(near, Changed::Formation { formation: unit.formation, files }, cost)
    }

    /// SSS G70
    pub(super) fn order_outcome(self, near: &Near, order: Order) -> Result<Moved, Refusal> {
        let id = near.id;
        let card = self.card(id);
        if self.unit(id).order == order {
            return refuse(("SSS G70", "it stands in that order already"));
        }
        let may = match order {
            Order::Mob => false,
            Order::Open => card.is(Trait::TrainedLightInfantry),
            Order::Close | Order::Loose | Order::Skirmish => {
                card.is(Trait::TrainedLightInfantry) || (card.is_light_mounted() && self.unit(id).mounted)
            }
        };
        if !may {
            return refuse(("SSS G70", "only trained light infantry and light cavalry change their order"));
        }
        let cost = if self.is_skirmishing(id) { 0 } else { COMPLEX };
        self.change(near, Changed::Order(order), cost)
    }

    /// Infantry lies down or stands up for 1 BW (SSS 10.1); pikes never lie down (SSS 10.5, 38.5).
    pub(super) fn posture_outcome(self, near: &Near, down: bool) -> Result<Moved, Refusal> {
        let id = near.id;
        if !self.is_foot(id) {
            return refuse(("SSS 10.1", "infantry alone lies down"));
        }
        if self.is_pike_armed(id) {
            return refuse(("SSS 10.5", "pike-armed troops do not lie down"));
        }
        if self.unit(id).prone == down {
            return refuse(("SSS 10.1", "it does so already"));
        }
        if self.change_left(id) < BW {
            return refuse(("SSS 10.1", "that takes 1 BW of its move"));
        }
        let unit = self.after(id, 0, BW);
        Ok(Moved::new(Unit { prone: down, ..unit }, Trail::Formed))
    }

    pub(super) fn limber_outcome(self, near: &Near, limber: bool) -> Result<Moved, Refusal> {
        let id = near.id;
        if !self.is_artillery(id) {
            return refuse(("SSS 8.1", "artillery alone limbers and unlimbers"));
        }
        if self.unit(id).gunless {
            return refuse(("SSS G65", "its guns are not there"));
        }
        if (self.unit(id).formation == Formation::Limbered) == limber {
            return refuse(("SSS 8.1", "it does so already"));
        }
        let into = if limber { Changed::Limber } else { Changed::Unlimber };
        self.change(near, into, TWO)
    }
}
