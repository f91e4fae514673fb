//! Who fights whom (CF 14.1, 14.22, 16.14, 18.11, G53, G82).

use crate::cards::{Class, Load, MOST_UNITS, UnitId, Units};
use crate::charges::opposite_way;
use crate::face::told::{self, Who};
use crate::measures::{CLOSE, HALT};
use crate::readings::{CloseFireTargets, GunsInCloseFire, SwedishShort};
use crate::state::{After, Combat, Crew, Formation, Service, Stage, Standing};
use crate::table::{Play, Table, within};
use crate::zones::ahead_of;
use arrayvec::ArrayVec;
use field::table::TOUCH;
use kernel::{Listener, Side};

/// Pairs of enemies who fight.
type Links = ArrayVec<(UnitId, UnitId), 192>;

impl<'a> Table<'a> {
    /// Foot in line or assault column, and dismounted dragoons, fire on whoever is near (CF 14.22, G53).
    pub(crate) fn fires_close(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let foot = self.is_foot(id) && matches!(unit.formation, Formation::Line | Formation::AssaultColumn);
        // Who carries fascines or ladders does not fire (CF 12.11).
        let armed = unit.load == Load::None && !unit.dummy;
        (foot || self.is_dismounted(id)) && unit.standing == Standing::Steady && armed
    }

    /// Whether a unit can be drawn into close fire: those who run are in combat only if they are caught (CF G53).
    fn is_fired_on_close(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let running = matches!(unit.standing, Standing::Routing | Standing::Retiring | Standing::Evading);
        let there = self.can_be_charged(id) && unit.class != Class::Wagon && !unit.dummy && !running;
        there && self.is_for_close_fire(id)
    }

    /// Close fire is for every enemy that is near, or for foot and dismounted dragoons: then muskets fire at others there too
    /// (CF 18.11, G53). A card may be foot (CF G67).
    pub(crate) fn is_for_close_fire(self, id: UnitId) -> bool {
        match self.rules.options.close_fire_targets {
            CloseFireTargets::AnyEnemy => true,
            CloseFireTargets::FootAndDd => self.is_foot(id) || self.is_dismounted(id) || self.is_face_down(id),
        }
    }

    /// A Swedish charge fell short, and by one reading neither side fights with the other (CF G80).
    fn swords_are_drawn(self, id: UnitId, enemy: UnitId) -> bool {
        let short =
            |one: UnitId| self.is_foot(one) && self.charge_of(one).is_some_and(|charge| charge.stage == Stage::Short);
        self.rules.options.swedish_short == SwedishShort::FailedOnly && (short(id) || short(enemy))
    }

    /// How far off an enemy is that a unit has in close fire: to the front of foot, on any side of dragoons (CF 14.22).
    fn close_fire_range(self, id: UnitId, enemy: UnitId) -> Option<f64> {
        if !self.is_perhaps_close(id, enemy) {
            return None;
        }
        let apart = !self.is_fired_on_close(enemy) || self.swords_are_drawn(id, enemy);
        // Nobody shoots at whom he does not see: a second line not through the first (CF 7.1, 7.3).
        self.to_front(id, enemy).filter(|&far| !apart && within(far, CLOSE) && self.sees(id, enemy))
    }

    /// May be within the reach of close fire: most pairs are told apart without measuring.
    pub(crate) fn is_perhaps_close(self, id: UnitId, enemy: UnitId) -> bool {
        self.body(id).maybe_within(&self.body(enemy), f64::from(CLOSE) + 2.0 * TOUCH)
    }

    /// One of two units has the other in close fire.
    pub(super) fn is_in_close_fire_with(self, id: UnitId, enemy: UnitId) -> bool {
        let fires = |one: UnitId, other: UnitId| self.fires_close(one) && self.close_fire_range(one, other).is_some();
        self.is_perhaps_close(id, enemy) && (fires(id, enemy) || fires(enemy, id))
    }

    /// In combat as things stand: hand to hand, or in close fire from either side (CF 8.6, G12).
    pub(crate) fn is_in_combat(self, id: UnitId) -> bool {
        self.in_contact(id) || self.enemies_of(id).any(|enemy| self.is_in_close_fire_with(id, enemy))
    }

    /// A target in this turn, or in close fire as things stand (CF G11).
    pub(crate) fn is_under_fire(self, id: UnitId) -> bool {
        self.unit(id).under_fire || self.is_in_combat(id)
    }

    /// Bases of a unit that have an enemy to their front in close fire.
    fn opposed_bases(self, id: UnitId, enemy: UnitId) -> usize {
        let theirs = self.body(enemy);
        let near = |far: f64| within(far, CLOSE);
        self.bases_of(id).filter(|base| ahead_of(&base.block, &theirs).is_some_and(near)).count()
    }

    /// The main opponent of a unit in close fire: the nearest, of equals the one with most bases opposed; several where the
    /// owner has to say (CF G53).
    pub(super) fn main_opponents(self, id: UnitId) -> ArrayVec<UnitId, 8> {
        let mut best = ArrayVec::new();
        if !self.fires_close(id) || self.in_contact(id) {
            return best;
        }
        let ranges = || self.enemies_of(id).filter_map(|enemy| Some((enemy, self.close_fire_range(id, enemy)?)));
        let Some(nearest) = ranges().map(|(_, far)| far).reduce(f64::min) else { return best };
        let near = || ranges().filter(|(_, far)| *far <= nearest + TOUCH).map(|(enemy, _)| enemy);
        if near().nth(1).is_none() {
            best.extend(near());
            return best;
        }
        let most = near().map(|enemy| self.opposed_bases(id, enemy)).max();
        for enemy in near().filter(|&enemy| Some(self.opposed_bases(id, enemy)) == most) {
            self.state.overflow.keep(&mut best, enemy);
        }
        best
    }

    /// The next unit whose owner has to name its main opponent.
    pub(super) fn next_to_oppose(self) -> Option<UnitId> {
        let first = self.state.first;
        let mut all = [first, first.other()].into_iter().flat_map(|side| self.right_to_left(side));
        all.find(|&id| self.unit(id).opposes.is_none() && self.main_opponents(id).len() > 1)
    }

    fn close_fire_links(self, links: &mut Links) {
        for id in self.on_table() {
            let named = self.unit(id).opposes;
            let main = self.main_opponents(id);
            let chosen = named.filter(|enemy| main.contains(enemy)).or(main.first().copied());
            if let Some(enemy) = chosen {
                self.state.overflow.keep(links, (id, enemy));
            }
        }
        if self.rules.options.guns_in_close_fire == GunsInCloseFire::Join {
            self.guns_join(links);
        }
    }

    /// Guns begin no close fire, but those that have enemy of one to their front take part in it beside their foot (CF 14.1, 15.15,
    /// 15.20, G201).
    fn guns_join(self, links: &mut Links) {
        let fought: Units = links.iter().flat_map(|&(one, other)| [one, other]).collect();
        for gun in self.on_table().filter(|&gun| self.is_in_action(gun) && !fought.contains(gun)) {
            let near = self.enemies_of(gun).filter(|&enemy| fought.contains(enemy));
            let near = near.filter_map(|enemy| Some((enemy, self.close_fire_range(gun, enemy)?)));
            if let Some((enemy, _)) = near.min_by(|one, other| one.1.total_cmp(&other.1)) {
                self.state.overflow.keep(links, (gun, enemy));
            }
        }
    }

    /// Contacts that are fought now: in the second wave those that pursuers have made (CF G65).
    fn contact_links(self, second: bool, links: &mut Links) {
        let fresh = |id: UnitId| self.unit(id).after == After::Pursued;
        for contact in &self.state.contacts {
            let fights = |id: UnitId| self.unit(id).fought < 1 + u8::from(second);
            if fights(contact.a) && fights(contact.b) && (!second || fresh(contact.a) || fresh(contact.b)) {
                self.state.overflow.keep(links, (contact.a, contact.b));
            }
        }
    }

    /// Who is in one body with a unit: charged with it, or stands before or behind it in one assault column (CF 14.8, G59).
    pub(super) fn body_of_unit(self, id: UnitId) -> Units {
        let charge = self.charge_of(id).filter(|charge| charge.stage == Stage::Contact);
        let mut body: Units = charge.map_or_else(|| [id].into_iter().collect(), |charge| charge.units);
        let column = |one: UnitId| self.unit(one).formation == Formation::AssaultColumn;
        if column(id) {
            loop {
                let joins = |&friend: &UnitId| {
                    let in_file = |other: UnitId| {
                        self.share_behind(friend, other) > 0.5 || self.share_behind(other, friend) > 0.5
                    };
                    column(friend)
                        && !body.contains(friend)
                        && body.iter().any(|other| self.touches(friend, other) && in_file(other))
                };
                let Some(friend) = self.friends_of(id).find(joins) else { break };
                body.insert(friend);
            }
        }
        body
    }
}

impl<L: Listener> Play<'_, L> {
    /// Groups everybody who is linked into combats (CF G53).
    pub(super) fn form_combats(&mut self, second: bool) {
        loop {
            let mut links = Links::new();
            self.table().contact_links(second, &mut links);
            if !second {
                self.table().close_fire_links(&mut links);
            }
            if self.crews_shelter(&links) {
                continue;
            }
            self.group(&links, second);
            return;
        }
    }

    /// Crews up to 20 yds before foot that comes into combat leave their guns at once (CF 16.14). Whether any did.
    fn crews_shelter(&mut self, links: &Links) -> bool {
        let table = self.table();
        let foot = links.iter().flat_map(|&(one, other)| [one, other]).filter(|&id| table.is_foot(id));
        let found = foot.filter_map(|foot| {
            let mut guns = table.friends_of(foot).filter(|&gun| table.is_in_action(gun));
            let before = |&gun: &UnitId| table.straight_ahead(foot, gun).is_some_and(|far| within(far, HALT));
            guns.find(before).map(|gun| (gun, foot))
        });
        let Some((gun, foot)) = found.into_iter().next() else { return false };
        self.abandon_gun(gun, Crew::With(foot));
        self.tell("CF 16.14", told::CREW_SHELTERS, &[Who::Unit(gun), Who::Unit(foot)]);
        true
    }

    fn group(&mut self, links: &Links, second: bool) {
        let mut home: [u8; MOST_UNITS] = std::array::from_fn(|ix| ix as u8);
        let mut join = |one: UnitId, other: UnitId| {
            let (keep, gone) = (home[one.ix()], home[other.ix()]);
            home.iter_mut().filter(|of| **of == gone).for_each(|of| *of = keep);
        };
        for &(one, other) in links {
            join(one, other);
            for unit in [one, other] {
                for friend in self.table().body_of_unit(unit).iter() {
                    join(unit, friend);
                }
            }
        }
        let mut done = Units::EMPTY;
        for &(one, _) in links {
            if done.contains(one) {
                continue;
            }
            let of = home[one.ix()];
            let units: Units = self.table().on_table().filter(|id| home[id.ix()] == of).collect();
            units.iter().for_each(|id| done.insert(id));
            let combat = Combat { units, scored: Units::EMPTY, second, scores: None, acted: Units::EMPTY };
            self.state.overflow.keep(&mut self.state.combats, combat);
        }
        // CF G11: close fire is fire.
        for &(one, other) in links {
            if !second && self.table().fires_close(one) && !self.table().opponents(one).any(|met| met == other) {
                self.unit_mut(one).under_fire = true;
                self.unit_mut(other).under_fire = true;
            }
        }
    }

    /// Civilians in combat rout, limbered guns are left, wagons are taken: nobody scores or counts them (CF 15.1, 15.2, 15.24, G72). The rest is
    /// scored.
    pub(super) fn clear_unscored(&mut self, place: usize) {
        let Some(combat) = self.state.combats.get(place).copied() else { return };
        let mut scored = combat.units;
        for id in combat.units.iter() {
            let unit = self.unit(id);
            if unit.class == Class::Wagon {
                self.destroy(id, crate::state::Loss::Taken);
                scored.remove(id);
            } else if unit.class == Class::Gun && unit.limbered && unit.service == Service::Crewed {
                let crew = self.crew_goes(id);
                self.tell("CF 15.2", told::LIMBERED_LEFT, &[Who::Unit(id)]);
                self.abandon_gun(id, crew);
                scored.remove(id);
            } else if unit.class == Class::Civilians {
                scored.remove(id);
            }
        }
        if let Some(combat) = self.state.combats.get_mut(place) {
            combat.scored = scored;
        }
        for id in combat.units.iter() {
            if self.unit(id).class != Class::Civilians {
                continue;
            }
            self.tell("CF 15.1", told::CIVILIANS_ROUT, &[Who::Unit(id)]);
            let way = self.table().way_back(id, combat.units);
            self.rout(id, way);
        }
    }

    /// Where a crew goes that leaves its gun: to the nearest foot up to 120 yds off, or back (CF 18.15, G66).
    pub(crate) fn crew_goes(&self, gun: UnitId) -> Crew {
        let table = self.table();
        let foot = table.friends_of(gun).filter(|&friend| table.is_foot(friend));
        let near = foot.map(|friend| (friend, table.distance(gun, friend)));
        let near = near.filter(|(_, far)| within(*far, crate::measures::NEAR));
        match near.min_by(|one, other| one.1.total_cmp(&other.1)) {
            Some((friend, _)) => Crew::With(friend),
            None => {
                let pose = table.unit(gun).pose;
                let depth = table.rules.depth_of(table.unit(gun));
                let back = pose.along(opposite_way(pose.facing), depth + HALT).at;
                let (width, height) = (table.rules.ground.width, table.rules.ground.height);
                Crew::At(field::table::Point::new(back.x.clamp(0, width), back.y.clamp(0, height)))
            }
        }
    }

    /// Sides of a combat that have somebody to score.
    pub(super) fn scored_sides(&self, combat: &Combat) -> [i32; 2] {
        Side::BOTH.map(|side| combat.scored.iter().filter(|&id| self.table().side(id) == side).count() as i32)
    }
}
