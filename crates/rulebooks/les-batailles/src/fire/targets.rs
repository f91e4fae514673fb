//! Who may fire at what (15.5): arc, range and sight, the duty to fire at what is adjacent, and fire that is combined.

use super::{FireMode, Firing, Stacks, Target};
use crate::cards::{LeaderId, UnitId};
use crate::charts::Terrain;
use crate::fraction::Fraction;
use crate::ground::Feature;
use crate::readings::{GunsHeldBy, SkirmishAttacks};
use crate::state::{Formed, Prone};
use crate::table::{Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Refusal, Side};
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;

/// The two occasions on which both sides open fire together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Occasion {
    /// The Fire Combat Segment (7.3).
    Segment,
    /// The Artillery chit (8.9.3).
    Chit,
}

impl Occasion {
    pub const fn mode(self) -> FireMode {
        match self {
            Occasion::Segment => FireMode::Segment,
            Occasion::Chit => FireMode::Chit,
        }
    }
}

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl<'a> Table<'a> {
    /// The unit by whose front a hex fires and whose owner orders it: its guns on top, else its infantry or skirmishing cavalry. On the
    /// Artillery chit infantry below guns does not fire (LB 8.9.3d).
    pub fn firer_at(self, from: Hex, occasion: Occasion) -> Option<UnitId> {
        let batteries = self.batteries_at(from, occasion.mode());
        if let Some(&first) = batteries.first() {
            return Some(first);
        }
        let able = |&id: &UnitId| self.is_infantry(id) || self.is_cavalry(id) && self.is_skirmishing(id);
        self.state.stack(from).find(able).filter(|_| occasion == Occasion::Segment)
    }

    /// Whether a hex may fire at another on that occasion, by itself: who is there, arc, range, sight, and what is nearer (LB 15.5.1a,
    /// LB 15.5.1b, 15.5.4a, 18.7a).
    pub fn may_fire(self, occasion: Occasion, from: Hex, at: Hex) -> Result<(), Refusal> {
        let firer = self.may_aim(occasion, from, at)?;
        if self.grid().adjacent(from, at) || !self.is_bound_to_adjacent(occasion, from, firer) {
            return Ok(());
        }
        refuse("LB 15.5.1b", "it has to fire at an enemy next to it")
    }

    /// The same without the duty to fire at what is nearest. Tells who fires.
    fn may_aim(self, occasion: Occasion, from: Hex, at: Hex) -> Result<UnitId, Refusal> {
        let Some(firer) = self.firer_at(from, occasion) else {
            return refuse("LB 7.3a", "nobody there can fire");
        };
        let side = self.side(firer);
        // Nobody who assaults or is assaulted fires now, and everybody else may, at them too (LB 16.2.5a, 16.2.5.2a). Cavalry that
        // skirmishes fires all the same; guns that are assaulted fire on the Artillery chit (LB 12.10.8b, 8.9.3a, 16.2.5.1a).
        let bound = occasion == Occasion::Segment && !self.is_cavalry(firer);
        if bound && self.state.stack(from).any(|id| self.is_in_assault(id)) {
            return refuse("LB 15.5.4a", "it fires in the assault");
        }
        if !self.enemy_at(side, at) {
            return refuse("LB 15.1a", "no enemy is there");
        }
        if !self.looks_at(firer, from, at) {
            return refuse("LB 15.5.1a", "that is not in its front");
        }
        if self.volley(from, at, occasion.mode()).value.is_zero() {
            return refuse("LB 15.5.1a", "that is out of its range");
        }
        let howitzers = self.card(firer).howitzers;
        self.may_fire_along(side, from, at, howitzers)?;
        self.may_fire_at_prone(firer, from, at)?;
        if self.is_cavalry(firer) {
            self.may_skirmish_at(firer, from, at)?;
        }
        Ok(firer)
    }

    /// Guns and skirmishers alone may fire at those who lie down, and nobody does who cannot see them: in cultivated ground, or behind
    /// a hedge or wall that the line of fire crosses (LB 12.13.6b, 12.13.6d, G-34).
    fn may_fire_at_prone(self, firer: UnitId, from: Hex, at: Hex) -> Result<(), Refusal> {
        if !self.lies_prone(at) {
            return Ok(());
        }
        if !self.is_artillery(firer) && !self.is_skirmishing(firer) {
            return refuse("LB 12.13.6b", "only guns and skirmishers fire at those who lie down");
        }
        let before = if self.grid().adjacent(from, at) { Some(from) } else { self.hex_before(from, at) };
        let side = before.and_then(|before| Some(self.ground().hexside(before, self.grid().direction(before, at)?)));
        let covered = side.is_some_and(|side| matches!(side.feature, Some(Feature::Hedge | Feature::Wall)));
        if covered || self.ground().at(at) == Terrain::Cultivated {
            return refuse("LB 12.13.6d", "those who lie there cannot be seen");
        }
        Ok(())
    }

    /// All in a hex lie down.
    pub fn lies_prone(self, hex: Hex) -> bool {
        let mut stack = self.state.stack(hex).peekable();
        stack.peek().is_some() && stack.all(|id| self.unit(id).prone == Prone::Prone)
    }

    /// Skirmishing cavalry attacks each unit in its front hexes once; formed light cavalry of the enemy among them takes all its
    /// attention (LB 12.10.8a, 12.10.8c, G-46). A hex that both its hexes reach is attacked from the first.
    fn may_skirmish_at(self, firer: UnitId, from: Hex, at: Hex) -> Result<(), Refusal> {
        let first = self.unit(firer).hexes.iter().find(|&own| self.grid().adjacent(own, at));
        if first != Some(from) {
            return refuse("LB 12.10.8a", "its other hex is the nearer");
        }
        let formed = |hex: Hex| {
            self.state.stack(hex).any(|id| {
                self.side(id) != self.side(firer) && self.card(id).is_light_cavalry() && self.unit(id).is_formed()
            })
        };
        if !formed(at) && self.front_hexes(firer).into_iter().any(formed) {
            return refuse("LB 12.10.8c", "formed light cavalry is in its front");
        }
        Ok(())
    }

    /// An enemy next to a hex, in its front, that it could attack by itself: it may fire at nobody farther off. A wreck binds nobody.
    fn is_bound_to_adjacent(self, occasion: Occasion, from: Hex, firer: UnitId) -> bool {
        let side = self.side(firer);
        self.neighbours(from).any(|near| {
            let alive = self.state.stack(near).any(|id| self.side(id) != side && !self.unit(id).wrecked);
            alive && self.may_aim(occasion, from, near).is_ok() && self.can_reach_odds(occasion, near, &[from])
        })
    }

    /// Whether these hexes together could make an attack on a hex, for all their owner knows of it (LB 15.4.3a).
    pub fn can_reach_odds(self, occasion: Occasion, at: Hex, from: &[Hex]) -> bool {
        let units = self.stack_at(at);
        let firing: ArrayVec<Firing, 18> = from.iter().copied().map(Firing::once).take(18).collect();
        let mut attack = self.attack_on(at, &units, &firing, occasion.mode());
        attack.defense = self.defense(&Target { at, units: &units, from, supposed: true });
        attack.column().is_some()
    }

    /// The hexes that hold enemy combat units, never leaders alone, and lie within reach of the guns or muskets of a hex (LB 8.2a).
    pub fn targets_of(self, occasion: Occasion, from: Hex) -> ArrayVec<Hex, 64> {
        let mut targets = ArrayVec::new();
        let Some(firer) = self.firer_at(from, occasion) else { return targets };
        let reach = match self.batteries_at(from, occasion.mode()).iter().map(|&id| self.specific(id).range).max() {
            Some(range) => u16::from(range),
            None => 2,
        };
        // Whom it has to fire at is looked for once.
        let bound = OnceCell::new();
        let bound = || *bound.get_or_init(|| self.is_bound_to_adjacent(occasion, from, firer));
        for enemy in self.enemies_of(firer) {
            for hex in self.unit(enemy).hexes.iter() {
                let near = self.grid().distance(from, hex) <= reach;
                if near
                    && !targets.contains(&hex)
                    && self.may_aim(occasion, from, hex).is_ok()
                    && (self.grid().adjacent(from, hex) || !bound())
                {
                    self.state.overflow.keep(&mut targets, hex);
                }
            }
        }
        targets
    }

    // Leaders of artillery.

    /// The leaders of a side in a hex who have an artillery bonus.
    pub fn gun_leaders_at(self, side: Side, hex: Hex) -> impl Iterator<Item = LeaderId> + use<'a> {
        self.leaders_at(side, hex).filter(move |&id| self.bonuses(id).artillery.is_some())
    }

    fn has_gun_leader(self, side: Side, hex: Hex) -> bool {
        self.gun_leaders_at(side, hex).next().is_some()
    }

    /// An artillery leader of Special Ability is there.
    pub fn has_gun_master(self, side: Side, hex: Hex) -> bool {
        self.leaders_at(side, hex).any(|id| self.leader_card(id).artillery_ability)
    }

    /// Whether hexes may fire at one together. Guns that are not next to it need a leader: beside a battery for it to join others;
    /// with one of two stacks next to each other; of Special Ability in the middle of three (LB 15.4.2b, 18.5c, 18.5d).
    pub fn may_combine(self, occasion: Occasion, at: Hex, from: &[Hex]) -> Result<(), Refusal> {
        let Some(side) = from.first().and_then(|&hex| self.side_at(hex)).filter(|_| from.len() > 1) else {
            return Ok(());
        };
        let fires = |hex: &Hex| self.volley(*hex, at, occasion.mode()).guns;
        let guns: Stacks = from.iter().copied().filter(fires).collect();
        if guns.iter().all(|&hex| self.grid().adjacent(hex, at)) {
            return Ok(());
        }
        let beside = |a: Hex, b: Hex| self.grid().adjacent(a, b);
        let led = match guns.as_slice() {
            [one] => {
                let near = self.neighbours(*one).any(|near| self.has_gun_leader(side, near));
                near || self.has_gun_leader(side, *one)
            }
            [a, b] => beside(*a, *b) && [*a, *b].into_iter().any(|hex| self.has_gun_leader(side, hex)),
            three @ [_, _, _] => three.iter().any(|&middle| {
                let others = three.iter().filter(|&&hex| hex != middle);
                others.into_iter().all(|&hex| beside(hex, middle)) && self.has_gun_master(side, middle)
            }),
            _ => false,
        };
        if led { Ok(()) } else { refuse("LB 18.5c", "these guns do not fire together without a leader of artillery") }
    }

    /// The bonus of the leader who commands the fire of guns: he is with one of the batteries (LB 18.5.1a, 18.5.1b, G3.55).
    pub fn gun_bonus(self, at: Hex, from: &[Hex], mode: FireMode) -> i8 {
        let with_guns = from.iter().copied().filter(|&hex| self.volley(hex, at, mode).guns);
        let bonus = |hex: Hex| {
            let leader = self.commander_at(self.side_at(hex)?, hex)?;
            self.bonuses(leader).artillery
        };
        with_guns.filter_map(bonus).max().unwrap_or(0)
    }

    /// Whether those in a hex need not fire in the Fire Segment: infantry with a leader; guns with or next to a leader who has an
    /// artillery bonus; cavalry skirmishers as they like (LB 7.3b, 12.10.8a, G25, G-51).
    pub fn may_hold_fire(self, from: Hex) -> bool {
        let Some(firer) = self.firer_at(from, Occasion::Segment) else { return true };
        let side = self.side(firer);
        if self.is_cavalry(firer) {
            return self.rules.options.skirmish_attacks == SkirmishAttacks::Choice;
        }
        if !self.is_artillery(firer) {
            return self.leaders_with(firer).next().is_some();
        }
        let near = self.neighbours(from).any(|near| self.has_gun_leader(side, near));
        let any = self.rules.options.guns_held_by == GunsHeldBy::AnyLeader && self.leaders_with(firer).next().is_some();
        near || any || self.has_gun_leader(side, from)
    }

    /// Enemies that both hexes hold a part of.
    pub(super) fn share_a_unit(self, a: Hex, b: Hex) -> bool {
        let there: Stack = self.stack_at(b);
        self.state.stack(a).any(|id| there.contains(&id))
    }

    /// The value of a hex's fire, for those who rank orders.
    pub fn fire_worth(self, occasion: Occasion, from: Hex, at: Hex) -> Fraction {
        self.volley(from, at, occasion.mode()).value
    }

    /// Infantry in Square, or skirmishing cavalry, fires more than once.
    pub(super) fn fires_often(self, from: Hex) -> bool {
        let loose = self.top_at(from).is_some_and(|top| self.is_cavalry(top) && self.is_skirmishing(top));
        loose || self.state.stack(from).any(|id| self.unit(id).formed == Formed::Square)
    }
}
