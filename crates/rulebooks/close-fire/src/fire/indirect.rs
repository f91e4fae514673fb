//! Shells that come down elsewhere (CF 13.25 to 13.28, G45).

use super::Target;
use super::targets::Targets;
use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::measures::{NEAR, REACH};
use crate::table::{Play, Table, within};
use kernel::{Entry, Listener, Phrase, Side};

impl Table<'_> {
    /// Units of a side about a target, so near and no farther, with how far off they are.
    fn about_target(self, side: Side, target: UnitId, most: i32) -> Targets {
        let others = self.of_side(side).filter(|&id| id != target && self.is_worth_fire(id));
        let near = others.map(|id| Target { id, range: self.distance(id, target) });
        near.filter(|other| within(other.range, most)).collect()
    }
}

impl<L: Listener> Play<'_, L> {
    /// Shells that hit: on 4 to 6 another enemy within 60 yds of the target is hit in its stead, and a die says which of several
    /// (CF 13.26, 13.27, G45).
    pub(super) fn scatters(&mut self, gun: UnitId, target: UnitId) -> UnitId {
        let others = self.table().about_target(self.table().side(gun).other(), target, REACH);
        let Ok(count @ 1..) = u8::try_from(others.len()) else { return target };
        let die = self.d6();
        let strays = die >= 4;
        let which = if strays && count > 1 { self.dice.roll(count) } else { 1 };
        let struck = others.get(usize::from(which) - 1).filter(|_| strays).map_or(target, |other| other.id);
        let dice = [die, which];
        let thrown = if strays && count > 1 { &dice[..] } else { &dice[..1] };
        self.tell_stray("CF 13.26", told::COMES_DOWN, gun, thrown, told::IT_HITS, struck);
        struck
    }

    /// Shells that do nothing to the enemy: on 1 or 2 the nearest friend within 120 yds of the target takes a point (CF 13.28,
    /// G45).
    pub(super) fn falls_short(&mut self, gun: UnitId, target: UnitId) {
        let friends = self.table().about_target(self.table().side(gun), target, NEAR);
        let near = |one: &&Target, other: &&Target| one.range.total_cmp(&other.range).then(one.id.cmp(&other.id));
        // The shell has left its own gun.
        let Some(friend) = friends.iter().filter(|friend| friend.id != gun).min_by(near).map(|friend| friend.id) else {
            return;
        };
        let die = self.d6();
        let struck = die <= 2;
        let result = if struck { told::IT_HITS } else { told::IT_SPARES };
        self.tell_stray("CF 13.28", told::FALLS_SHORT, gun, &[die], result, friend);
        if struck {
            self.hits(friend, 1);
        }
    }

    fn tell_stray(
        &mut self,
        rule: &'static str,
        phrase: Phrase,
        gun: UnitId,
        dice: &[u8],
        result: Phrase,
        struck: UnitId,
    ) {
        if self.listener.hears() {
            let table = self.table();
            let entry = Entry { dice: dice.to_vec(), ..table.entry(rule, phrase, &[Who::Unit(gun)]) };
            let entry = table.reckoned(entry, result, &[Who::Unit(struck)]);
            self.listener.tell(entry);
        }
    }
}
