//! Heading 27: what a round comes to: push-back, breaking, following up, and what is left of the contacts.

use super::MOST_ROUNDS;
use super::fighters::CONTACT;
use crate::agenda::Step;
use crate::cards::{Class, UnitId, Units};
use crate::command::Exposed;
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::measures::{BW, bw};
use crate::melee::MeleeStep;
use crate::reaction::ReactStep;
use crate::readings::BreakOffDistance;
use crate::state::{Activity, Came, Formation, Melee, Place, WaySet};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Um, Vec2, cast};
use kernel::{Listener, Refusal, Side};

/// Pushed so far a unit breaks (SSS 27.4).
pub(crate) const BREAKS: Um = bw(3);

/// How far a unit is pushed that has lost by so many hits: A class ignores two, C class adds two (SSS 27.2, 27.3).
pub fn push_back(class: Class, by: u8) -> Um {
    let hits = match class {
        Class::A => by.saturating_sub(2),
        Class::B => by,
        Class::C => by.saturating_add(2),
    };
    BW + i32::from(hits) * BW / 2
}

impl Table<'_> {
    /// All of it stands inside a built-up area: it is not pushed back (SSS G64). Those of its bases that are outside are.
    pub(crate) fn holds_building(self, id: UnitId) -> bool {
        self.is_garrison(id)
    }

    /// Whether a winner can follow up, and how far that is: to the nearest of those it pushed back, within its normal move
    /// over that ground (SSS 27.7, G59). Squares do not move (SSS G5).
    pub(crate) fn follow_up_course(self, id: UnitId) -> Option<(Um, WaySet)> {
        if self.unit(id).formation == Formation::Square {
            return None;
        }
        let body = self.body(id);
        let dir = body.main().dir;
        let most = f64::from(self.standard_here(id));
        let reach = |other: UnitId| cast(&body, dir, most, &self.body(other)).map(|hit| hit.distance);
        let foes = self.foes(id).filter(|&foe| self.is_there(foe) && !self.unit(foe).broke);
        // Halves that it has parted stand to both sides of it: it comes up between them (SSS G44, G138).
        let between = |foe: UnitId| (self.body(foe).main().front - body.main().front).dot(dir);
        let parted =
            |foe: UnitId| Some(between(foe)).filter(|far| self.unit(foe).split > 0 && (0.0..=most).contains(far));
        let near = foes.filter_map(|foe| reach(foe).or_else(|| parted(foe))).min_by(f64::total_cmp)?;
        // SSS G137: neither friends nor other enemies stand in between.
        let others = self.on_table().filter(|&other| other != id && !self.foes(id).any(|foe| foe == other));
        let stands = others.filter(|&other| self.side(other) != self.side(id) || !self.is_garrison(other));
        if stands.filter_map(reach).any(|far| far < near - 1.0) {
            return None;
        }
        let (free, way) = self.clear_way(id, &body, dir, near);
        let enough = free + 1.0 >= near && near <= f64::from(self.standard_move(id, way)) + 1.0;
        enough.then(|| (near.round() as Um, way))
    }

    pub(crate) fn follow_up_distance(self, id: UnitId) -> Option<Um> {
        self.follow_up_course(id).map(|(distance, _)| distance)
    }

    /// SSS G59
    pub(crate) fn must_follow_up(self, id: UnitId) -> bool {
        // Who has broken through may go on instead (SSS 28.3).
        self.card(id).is_impetuous() && !self.state.onward.contains(id)
    }

    /// A unit at its Cohesion Limit neither follows up nor pursues (SSS G79).
    pub(crate) fn may_go_after(self, id: UnitId) -> Result<(), Refusal> {
        match self.past_limit(id) {
            true => Err(Refusal::new("SSS G79", "at its Cohesion Limit it goes after nobody")),
            false => Ok(()),
        }
    }

    /// Losers farthest back first, so that nobody is pushed into those who are about to go.
    fn losers(self, units: Units, side: Side) -> ArrayVec<UnitId, 64> {
        let mut losers: ArrayVec<UnitId, 64> =
            units.iter().filter(|&id| self.side(id) == side && self.is_there(id)).collect();
        let depth = |id: UnitId| {
            let dir = self.pushed_towards(id);
            self.body(id).center().dot(dir)
        };
        losers.sort_by(|&one, &two| depth(two).total_cmp(&depth(one)));
        losers
    }
}

impl<L: Listener> Play<'_, L> {
    /// The side with more unsaved hits has lost (SSS 27.1, G57).
    pub(crate) fn results(&mut self, exposed: &[Exposed]) {
        let Some(units) = self.state.melee.as_ref().map(|melee| melee.units) else { return };
        self.keep_bodies();
        let hits = Side::BOTH.map(|side| self.table().side_hits(units, side));
        let by = hits[0].abs_diff(hits[1]).min(u32::from(u8::MAX)) as u8;
        let loser = match hits[0].cmp(&hits[1]) {
            std::cmp::Ordering::Greater => Some(Side::FIRST),
            std::cmp::Ordering::Less => Some(Side::SECOND),
            std::cmp::Ordering::Equal => None,
        };
        self.tell_result(loser, by);
        let mut rounds = 0;
        for id in units.iter().filter(|&id| self.state.units[id.ix()].place == Place::Table).collect::<Units>().iter() {
            let count = self.counts_round(id, loser);
            // Who occupies a built-up area fights on there for as long as he likes (SSS 27.10).
            if !self.table().is_garrison(id) {
                rounds = rounds.max(count);
            }
        }
        if let Some(melee) = &mut self.state.melee {
            (melee.loser, melee.by, melee.breaks_off) = (loser, by, rounds >= MOST_ROUNDS);
        }
        // SSS 28.1: whoever it is, and whoever has won the round.
        let through = self.table().breaking_through(units);
        self.break_through(through);
        if let Some(side) = loser {
            for id in self.table().losers(units, side) {
                self.loses(id, by, through.contains(id));
            }
            self.pick_followers(units, side);
        }
        self.fight_inside(units, loser);
        for &one in exposed {
            self.risk_of_round(one, Some(self.table().side(one.unit)) == loser);
        }
        self.state.agenda.push_all(&[
            Step::Melee(MeleeStep::BreakIn),
            Step::Melee(MeleeStep::FollowUp),
            Step::Melee(MeleeStep::BreakOff),
            Step::Melee(MeleeStep::BringUp),
            Step::Melee(MeleeStep::Ends),
        ]);
    }

    /// A round more for a unit; how many it is (SSS 27.10, 38.3, G24).
    fn counts_round(&mut self, id: UnitId, loser: Option<Side>) -> u8 {
        let side = self.table().side(id);
        let charged = self.state.melee.as_ref().is_some_and(|melee| melee.chargers.contains(id));
        let won = loser.is_some_and(|loser| loser != side);
        let unit = self.unit_mut(id);
        // SSS 38.3: the enemy has got past the points.
        unit.points_passed |= unit.rounds == 0 && !won && unit.pike_bases > 0;
        unit.rounds = unit.rounds.saturating_add(1);
        unit.rounds_won += u8::from(won);
        unit.exertion = unit.exertion.saturating_add(1);
        unit.ran_on |= charged;
        unit.rounds
    }

    /// A unit of the side that lost (SSS 27.2, 27.3, 27.4, T16). Who has broken through all the same is not pushed back
    /// (SSS G138).
    fn loses(&mut self, id: UnitId, by: u8, through: bool) {
        if through {
            self.unit_mut(id).this_turn.lost_melee = true;
            return;
        }
        let dir = self.table().pushed_towards(id);
        self.loses_before(id, by, dir);
    }

    /// The same, pushed that way.
    pub(crate) fn loses_before(&mut self, id: UnitId, by: u8, dir: Vec2) {
        let unit = self.unit_mut(id);
        unit.this_turn.lost_melee = true;
        unit.activity = Activity::PushedBack;
        // SSS T16, G57: by its own hits, and more than one a base.
        let own = unit.this_turn.hits_melee.saturating_sub(unit.this_turn.dealt);
        let then = unit.this_turn.bases_then;
        if own > self.table().counted(id, then) {
            self.disrupt(id, Cause::LostMelee);
        }
        let distance = push_back(self.table().card(id).class, by);
        if distance >= BREAKS {
            self.unit_mut(id).this_turn.broke = true;
            self.tell("SSS 27.4", told::BREAKS, &[Who::Unit(id)]);
        }
        if !self.table().holds_building(id) {
            self.push(id, dir, distance);
        }
    }

    /// Winners have something to choose: to follow up, or to pursue those who broke (SSS 27.5, 27.9, G52, G59).
    fn pick_followers(&mut self, units: Units, loser: Side) {
        let mut follow = Units::EMPTY;
        let breaks_off = self.state.melee.as_ref().is_some_and(|melee| melee.breaks_off);
        for id in units.iter().filter(|&id| self.table().side(id) != loser && self.table().is_there(id)) {
            let table = self.table();
            let inside = table.unit(id).inside.is_some();
            if table.may_go_after(id).is_err() || inside || table.is_artillery(id) || table.unit(id).prone {
                continue;
            }
            let apart =
                |foe: UnitId| table.is_there(foe) && !table.unit(foe).broke && table.distance(id, foe) > CONTACT;
            if !breaks_off && table.foes(id).any(apart) && table.follow_up_distance(id).is_some() {
                follow.insert(id);
            }
        }
        if let Some(melee) = &mut self.state.melee {
            melee.follow = follow;
        }
    }

    pub(crate) fn follow_up(&mut self, id: UnitId) {
        let Some((distance, way)) = self.table().follow_up_course(id) else { return };
        // Who follows up does not go on (SSS 28.3).
        self.state.onward.remove(id);
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.ahead(distance);
        // SSS G56: until it moves.
        (unit.activity, unit.rear_about) = (Activity::FollowingUp, false);
        self.keep_bodies();
        self.tell("SSS 27.7", told::FOLLOWS_UP, &[Who::Unit(id)]);
        self.crossed(id, way);
        self.touches_neighbours(id);
    }

    /// Enemies beside those it follows are touched as well: from the next round on they fight each other (SSS 20.3, G137).
    fn touches_neighbours(&mut self, id: UnitId) {
        let table = self.table();
        let fights = |enemy: UnitId| !table.is_garrison(enemy) && !table.is_pig(enemy);
        let fresh = |enemy: &UnitId| !table.in_contact_with(id, *enemy) && fights(*enemy);
        let met: Units =
            table.enemies_of(id).filter(fresh).filter(|&enemy| table.distance(id, enemy) <= CONTACT).collect();
        for enemy in met.iter().filter(|&enemy| !self.state.units[enemy.ix()].broke).collect::<Units>().iter() {
            self.contact(id, enemy, Came::FollowingUp, Came::Fights);
        }
    }

    /// After the third round everybody who does not occupy a built-up area goes (SSS 27.10, G80).
    pub(crate) fn pick_retirers(&mut self) {
        let Some(melee) = self.state.melee.as_ref().filter(|melee| melee.breaks_off) else { return };
        let (units, loser) = (melee.units, melee.loser);
        let counts = self.rules.options.break_off_distance == BreakOffDistance::PushbackCounts;
        let goes = |id: &UnitId| {
            let table = self.table();
            let has_gone = table.unit(*id).broke || (counts && Some(table.side(*id)) == loser);
            table.is_there(*id) && table.is_engaged_outside(*id) && !has_gone
        };
        let retire = units.iter().filter(goes).collect();
        if let Some(melee) = &mut self.state.melee {
            melee.retire = retire;
        }
    }

    /// Units whose melee goes on and who have bases to bring up beside their front (SSS 27.8).
    pub(crate) fn pick_bringers(&mut self) {
        let Some(melee) = self.state.melee.as_ref().filter(|melee| !melee.breaks_off) else { return };
        let units = melee.units;
        self.keep_bodies();
        let brings =
            |id: &UnitId| self.table().is_there(*id) && self.table().goes_on(*id) && self.table().can_bring_up(*id);
        let bring_up = units.iter().filter(brings).collect();
        if let Some(melee) = &mut self.state.melee {
            melee.bring_up = bring_up;
        }
    }

    /// What is left of the contacts: those who still touch fight on, the winners following up (SSS 27.5).
    pub(crate) fn end_melee(&mut self) {
        let Some(melee) = self.state.melee.take() else { return };
        self.keep_bodies();
        self.ask_pursuers(&melee);
        let mut kept = self.state.contacts.clone();
        kept.retain(|contact| {
            let ours = melee.units.contains(contact.a) && melee.units.contains(contact.b);
            !ours || self.table().stays(contact.a, contact.b, melee.breaks_off)
        });
        for contact in
            kept.iter_mut().filter(|contact| melee.units.contains(contact.a) && melee.units.contains(contact.b))
        {
            let after = |id: UnitId| match melee.loser {
                Some(loser) if loser != self.table().side(id) => Came::FollowingUp,
                _ => Came::Fights,
            };
            (contact.a_came, contact.b_came) = (after(contact.a), after(contact.b));
        }
        self.state.contacts = kept;
        self.houses_change_hands();
        for id in melee.units.iter() {
            self.leaves_melee(id);
        }
    }

    /// Victors pursue those who broke, or not (SSS 27.9, P7 D18).
    fn ask_pursuers(&mut self, melee: &Melee) {
        let contacts = self.state.contacts.clone();
        for contact in
            contacts.iter().filter(|contact| melee.units.contains(contact.a) && melee.units.contains(contact.b))
        {
            for (victor, router) in [(contact.a, contact.b), (contact.b, contact.a)] {
                if self.unit(router).broke && !self.unit(victor).lost_melee {
                    self.state.agenda.push(Step::React(ReactStep::Pursue { victor, router }));
                }
            }
        }
    }

    /// Nobody is in contact with it any more: what counted for that melee is over (SSS T16, G25, G80).
    pub(crate) fn leaves_melee(&mut self, id: UnitId) {
        if self.table().in_contact(id) {
            return;
        }
        let unit = self.unit_mut(id);
        unit.this_turn.fought_long |= unit.rounds >= 2;
        (unit.rounds, unit.rounds_won, unit.points_passed) = (0, 0, false);
    }

    fn tell_result(&mut self, loser: Option<Side>, by: u8) {
        match loser {
            Some(side) => self.tell("SSS 27.1", told::ROUND_LOST, &[Who::Side(side), Who::Count(by.into())]),
            None => self.tell("SSS 27.1", told::ROUND_DRAWN, &[]),
        }
    }
}

impl Table<'_> {
    /// Two units stay in contact after a round.
    fn stays(self, a: UnitId, b: UnitId, breaks_off: bool) -> bool {
        let (one, two) = (self.unit(a), self.unit(b));
        if !self.is_there(a) || !self.is_there(b) || one.broke || two.broke {
            return false;
        }
        let inside = self.inside_of(a, b).max(self.inside_of(b, a)) > 0;
        inside || (!breaks_off && (self.meet(a, b) || self.helps_against(a, b) || self.helps_against(b, a)))
    }

    /// Has bases outside that fight, or fought before they were pushed off (SSS 27.10): those who occupy a built-up area stay.
    fn is_engaged_outside(self, id: UnitId) -> bool {
        let at_walls = || self.foes(id).any(|foe| self.at_the_walls_of(id, foe) > 0);
        let touched = || self.foes(id).any(|foe| !self.is_garrison(foe) && self.distance(id, foe) <= CONTACT);
        !self.is_garrison(id) && (self.unit(id).inside.is_none() || at_walls() || touched())
    }

    /// Its melee goes on: an enemy still touches it.
    fn goes_on(self, id: UnitId) -> bool {
        self.foes(id).any(|foe| self.stays(id, foe, false))
    }
}

impl<L: Listener> Play<'_, L> {
    /// A charge that fought nobody tires as well; an own turn without charging, pursuing or fighting rests (SSS 23.5, G24).
    pub(crate) fn rest_from_fighting(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            if self.table().side(id) != side || self.unit(id).exertion == 0 && !self.unit(id).charged {
                continue;
            }
            let unit = self.unit_mut(id);
            let pursues = unit.activity == Activity::Pursuing;
            if unit.this_turn.charged && !unit.this_turn.fought {
                unit.exertion = unit.exertion.saturating_add(1);
                unit.ran_on = true;
            } else if !unit.this_turn.fought && !pursues {
                (unit.exertion, unit.ran_on) = (0, false);
            }
        }
    }
}
