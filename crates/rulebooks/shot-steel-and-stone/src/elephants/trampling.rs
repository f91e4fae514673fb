//! A unit that a beast runs into fights a round with it as if charged (SSS 41.18, G45, G165).

use crate::cards::{Arm, Class, Missile, Order, Part, Steel, Trait, UnitId};
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::ground::line_cover;
use crate::measures::BW;
use crate::melee::modifiers::Sum;
use crate::melee::reach::Blow;
use crate::melee::{CONTACT, Site};
use crate::readings::{ElephantsMounted, PikePastPoints};
use crate::state::{Aspect, Pending, Place, Stampede};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Body, heading};
use kernel::{Entry, Faces, Listener, ReckoningLine};
use scenario::Cover;

/// Dice of a beast that runs into somebody: it charges (SSS 41.7, 41.18).
const BEAST_DICE: u8 = 8;
/// What saves from it (SSS 41.8).
const BEAST_SAVE: u8 = 6;
/// A barrier no farther than this from those behind it shelters them.
const AT_THE_BARRIER: f64 = BW as f64 / 4.0;

/// A blow of a unit at a beast: what with, how many bases and dice, and whether it falls before the beast's own.
#[derive(Clone, Copy)]
struct Struck {
    blow: Blow,
    bases: u8,
    dice: u8,
    first: bool,
}

impl Table<'_> {
    /// The blows a unit has for a beast, those of the longest reach first; taken in flank or rear it outreaches nobody
    /// (SSS 21.1, 21.6, 38.2, 41.10).
    fn blows_at_beast(self, id: UnitId, beast: &Body, met: Aspect) -> ArrayVec<Struck, 4> {
        let (card, unit) = (self.card(id), self.unit(id));
        let fighters = self.fighters_at(id, beast);
        let front = met == Aspect::Front;
        let long = |steel: Steel| front && matches!(steel, Steel::Lance | Steel::Spear | Steel::Pike);
        let mut blows = ArrayVec::new();
        let mut strike = |blow: Blow, bases: u8, dice: u8, first: bool| {
            if bases > 0 && dice > 0 {
                blows.push(Struck { blow, bases, dice, first });
            }
        };
        if card.is_transport() {
            return blows;
        }
        let spent = card.missile == Missile::Thrown && unit.thrown_used;
        if card.missile.is_point_blank() && !spent && !unit.prone {
            strike(Blow::PointBlank, fighters.all(), self.point_blank_dice(id), true);
        }
        if self.is_elephants(id) {
            let crews = if self.has_armed_crew(id) { self.crews_alive(id).min(fighters.all()) } else { 0 };
            strike(Blow::Crew, crews, 1, long(card.crew_steel));
            // It stands to receive it (SSS 41.7).
            strike(Blow::Beast, self.beasts_alive(id).min(fighters.all()), 4, false);
            return blows;
        }
        let dice = self.dice_at_beast(id, met);
        strike(Blow::Pikes, fighters.pikes, dice, front && !unit.points_passed);
        strike(Blow::Steel, fighters.others, dice, long(card.steel) && !card.has_pikes());
        blows
    }

    /// Dice for each base: cavalry on its halted column, one less where it is tired (SSS T13, 22.1, 23.5).
    fn dice_at_beast(self, id: UnitId, met: Aspect) -> u8 {
        let (card, unit) = (self.card(id), self.unit(id));
        if matches!(card.part, Part::HoldersOf(_)) {
            return 1;
        }
        if self.is_mounted(id) {
            let dice = if card.is(Trait::NapoleonicLancer) { 2 } else { 3 };
            let heavy = matches!(card.arm, Arm::HeavyCavalry | Arm::HeavyCamelry);
            return if heavy && self.is_tired(unit.exertion, unit.ran_on) { dice - 1 } else { dice };
        }
        if !self.is_foot(id) {
            return 1;
        }
        match unit.order {
            Order::Close | Order::Loose | Order::Mob => match (unit.rear_about, met) {
                (false, _) => 3,
                (true, Aspect::Rear) => 1,
                (true, _) => 2,
            },
            Order::Open => 2,
            Order::Skirmish => 1,
        }
    }

    /// What a unit adds to its dice against a beast: it is disrupted by the contact, elephants apart (SSS T14, 41.9, 41.18).
    fn against_beast(self, id: UnitId, blow: Blow, level: u8) -> Sum {
        let (card, unit) = (self.card(id), self.unit(id));
        let mut sum = Sum::default();
        sum.when(card.class == Class::A, "SSS 24.1", "A class", 1);
        sum.when(card.class == Class::C, "SSS 24.1", "C class", -1);
        sum.add("SSS 24.1", "disruption", -self.disruption_on_dice(id));
        sum.when(!self.is_elephants(id), "SSS 41.9", "contact with elephants", -1);
        if blow == Blow::PointBlank {
            sum.add("SSS 13.1", "short range", 1);
            sum.add("SSS 13.1", "elephants", -1);
            sum.add("SSS 5.6", "leadership", unit.leadership.on_shooting());
            return sum;
        }
        let pikes = blow == Blow::Pikes || (blow == Blow::Crew && card.crew_steel == Steel::Pike);
        let passed = blow == Blow::Pikes && unit.points_passed;
        sum.when(pikes && !passed, "SSS 24.1", "pikes", 1);
        let past = if self.rules.options.pike_past_points == PikePastPoints::Zero { 0 } else { -1 };
        sum.when(passed, "SSS 38.3", "past the points", past);
        sum.when(self.level(id) > level, "SSS 24.1", "uphill", 1);
        sum.when(self.is_trapped(id, Site::Field), "SSS 24.1", "trapped", -2);
        if self.is_foot(id) {
            let mounted = self.rules.options.elephants_mounted == ElephantsMounted::Yes;
            sum.when(mounted, "SSS 24.1", "foot against mounted", -1);
            match unit.order {
                Order::Close => sum.add("SSS 24.1", "close order against elephants", -2),
                Order::Loose | Order::Open | Order::Mob => sum.add("SSS 24.1", "against elephants", -1),
                Order::Skirmish => {}
            }
        }
        sum.add("SSS 5.6", "leadership", unit.leadership.in_melee());
        sum.when(unit.prone, "SSS 10.4", "prone", -3);
        let holders = matches!(card.part, Part::HoldersOf(_)) && unit.rounds == 0;
        sum.when(holders, "SSS 8.11", "horse-holders", -2);
        sum
    }

    /// What a beast adds to its dice: its class, height, and what the unit stands behind (SSS T14).
    fn of_beast(self, beast: &Stampede, id: UnitId) -> Sum {
        let (class, body) = (self.card(beast.of).class, beast.body());
        let mut sum = Sum::default();
        sum.when(class == Class::A, "SSS 24.1", "A class", 1);
        sum.when(class == Class::C, "SSS 24.1", "C class", -1);
        sum.when(self.rules.ground.relief.level_of(&body) > self.level(id), "SSS 24.1", "uphill", 1);
        match self.barrier_before(id, &body) {
            Cover::None => {}
            Cover::Soft => sum.add("SSS 24.1", "soft cover", -1),
            Cover::Hard => sum.add("SSS 24.1", "hard cover", -2),
        }
        sum
    }

    /// The best of the hedges, walls and works between a unit and what comes at it (SSS T14, G8).
    fn barrier_before(self, id: UnitId, comes: &Body) -> Cover {
        let mine = self.body(id);
        let from = mine.center();
        let to = comes.nearest(from);
        let beyond = to + (to - from).unit() * AT_THE_BARRIER;
        let shelters = |line: &field::table::Polyline| {
            line.distance_to_body(&mine) <= AT_THE_BARRIER && line.crosses(from, beyond).is_some()
        };
        let lines = self.rules.ground.lines.iter().filter(|line| shelters(&line.line));
        lines.map(|line| line_cover(line.kind)).max_by_key(|cover| *cover as u8).unwrap_or(Cover::None)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Point blank weapons and whatever reaches farther strike first, the rest together with the beast (SSS 21.1, 21.5, 41.18).
    pub(super) fn tramples(&mut self, beast: u8, id: UnitId) {
        let ix = usize::from(beast);
        let Some(&run) = self.table().beast(beast) else { return };
        if self.unit(id).place != Place::Table {
            return;
        }
        self.keep_bodies();
        self.tell("SSS 41.18", told::BEAST_TRAMPLES, &[Who::Unit(run.of), Who::Unit(id)]);
        let body = run.body();
        let met = self.table().met_by(id, &body);
        if met != Aspect::Front {
            self.disrupt(id, Cause::FlankOrRear);
        }
        let level = self.rules.ground.relief.level_of(&body);
        let blows = self.table().blows_at_beast(id, &body, met);
        let mut dealt = 0_u8;
        for &struck in blows.iter().filter(|struck| struck.first) {
            dealt = dealt.saturating_add(self.strikes_beast(id, struck, level, beast));
        }
        let mut suffered = 0;
        if self.state.stampedes[ix].points > 0 {
            suffered = self.beast_strikes(&run, id);
            for &struck in blows.iter().filter(|struck| !struck.first) {
                dealt = dealt.saturating_add(self.strikes_beast(id, struck, level, beast));
            }
        }
        let exposed = self.table().exposed(id);
        self.suffer(id, suffered, false);
        if suffered > dealt {
            self.unit_mut(id).this_turn.hit_by_foot = false;
            self.risk_in_melee(exposed, suffered);
        }
        if self.unit(id).place == Place::Table {
            self.was_trampled(id, suffered, dealt, &run);
        }
    }

    /// What the round comes to for the unit; a melee that it is in is still to be fought (SSS 27.1, G2, G45).
    fn was_trampled(&mut self, id: UnitId, suffered: u8, dealt: u8, beast: &Stampede) {
        let in_melee = self.table().in_contact(id);
        let unit = self.unit_mut(id);
        unit.pending = Pending::Nothing;
        unit.exertion = unit.exertion.saturating_add(1);
        unit.this_turn.fought |= !in_melee;
        if suffered > dealt {
            self.loses_before(id, suffered - dealt, heading(beast.pose.facing));
            self.part_company();
        }
    }

    fn beast_strikes(&mut self, beast: &Stampede, id: UnitId) -> u8 {
        let sum = self.table().of_beast(beast, id);
        let who = [Who::Unit(beast.of), Who::Unit(id)];
        self.blow_between("SSS 41.7", told::BEAST_STRIKES, &who, (1, BEAST_DICE), &sum, BEAST_SAVE)
    }

    fn strikes_beast(&mut self, id: UnitId, struck: Struck, level: u8, beast: u8) -> u8 {
        let Struck { blow, bases, dice, .. } = struck;
        let sum = self.table().against_beast(id, blow, level);
        let pike = blow == Blow::Crew && self.table().card(id).crew_steel == Steel::Pike;
        let save = match blow {
            Blow::Beast => BEAST_SAVE,
            Blow::Pikes => 4,
            _ if pike => 4,
            _ => 3,
        };
        let rule = match blow {
            Blow::PointBlank => "SSS 1.7b",
            Blow::Crew => "SSS 41.10",
            _ => "SSS 23.1",
        };
        if blow == Blow::PointBlank && self.table().card(id).missile == Missile::Thrown {
            // SSS 11.2
            self.unit_mut(id).thrown_used = true;
        }
        let through = self.blow_between(rule, told::STRIKES_BEAST, &[Who::Unit(id)], (bases, dice), &sum, save);
        self.beast_is_hit(beast, through);
        through
    }

    /// Dice and saves of one blow: the hits that got through.
    fn blow_between(
        &mut self,
        rule: &'static str,
        phrase: kernel::Phrase,
        who: &[Who],
        (bases, dice): (u8, u8),
        sum: &Sum,
        save: u8,
    ) -> u8 {
        let thrown = self.throw(bases.into(), dice.into(), sum.total());
        let mut saves = Faces::new();
        let through = self.save(thrown.hits, save, &mut saves).min(u32::from(u8::MAX)) as u8;
        if self.listener.hears() {
            let table = self.table();
            let mut lines = vec![
                ReckoningLine::counts("SSS 20.3", "bases", bases.into()),
                ReckoningLine::counts("SSS 23.1", "dice a base", dice.into()),
                ReckoningLine::counts("SSS 25.1", "saved on", save.into()),
            ];
            lines.extend(sum.lines.iter().map(|&(rule, text, value)| ReckoningLine::adds(rule, text, value)));
            let mut dice = thrown.faces.to_vec();
            dice.extend(thrown.seconds.iter().chain(saves.iter()));
            let entry = Entry {
                lines,
                dice,
                result: table.said(told::HITS_THROUGH, &[Who::Count(thrown.hits), Who::Count(through.into())]),
                ..table.entry(rule, phrase, who)
            };
            self.listener.tell(entry);
        }
        through
    }

    /// Units in contact that nobody's move has left touching are in a melee no more.
    pub(crate) fn part_company(&mut self) {
        self.keep_bodies();
        let mut kept = self.state.contacts.clone();
        let table = self.table();
        let apart = |a: UnitId, b: UnitId| {
            let inside = table.unit(a).inside.is_some() || table.unit(b).inside.is_some();
            !inside && table.distance(a, b) > CONTACT
        };
        kept.retain(|contact| !apart(contact.a, contact.b));
        let parted = std::mem::replace(&mut self.state.contacts, kept);
        for contact in parted {
            self.leaves_melee(contact.a);
            self.leaves_melee(contact.b);
        }
    }
}
