//! Beasts that run wild: where to, and whom they trample (SSS 41.17, 41.18, 41.20, G45).

use crate::cards::{Class, Missile, Order, UnitId};
use crate::face::told::{self, Who};
use crate::measures::{BW, ELEPHANT_DEPTH};
use crate::melee::modifiers::Sum;
use crate::melee::reach::Blow;
use crate::readings::{ElephantsMounted, StampedePath};
use crate::state::{Place, Stampede};
use crate::table::{Play, Table};
use field::table::{Block, Body, Cdeg, Pose, TOUCH, Um, Vec2, cast, heading};
use kernel::{Entry, Faces, Listener, ReckoningLine};

/// Parts of a circle that a spun pointer can show.
const COMPASS: u8 = 120;
/// Dice of a beast that runs into somebody: it charges (SSS 41.7, 41.18).
const BEAST_DICE: usize = 8;
/// At most three bases against one (SSS 20.4).
const MOST_BASES: u8 = 3;
/// It dies on this or more (SSS 41.20).
const SPIKED: u8 = 5;

impl Stampede {
    pub fn body(&self) -> Body {
        Body::single(Block::new(self.pose, BW, ELEPHANT_DEPTH))
    }
}

impl Table<'_> {
    /// The next unit, friend or foe, on a beast's way that it has not met yet.
    fn on_the_way(self, body: &Body, dir: Vec2, dist: f64, met: &[UnitId]) -> Option<(UnitId, f64)> {
        let others = self.on_table().filter(|id| !met.contains(id) && !self.is_garrison(*id));
        let hits = others.filter_map(|id| cast(body, dir, dist, &self.body(id)).map(|hit| (id, hit.distance)));
        hits.min_by(|one, two| one.1.total_cmp(&two.1))
    }

    /// It keeps off impassable ground: so far it can run (SSS 41.17).
    fn free_run(self, of: UnitId, body: &Body, dir: Vec2, dist: f64) -> f64 {
        use field::table::{Sweep, Trail};
        let open = |dist: f64| self.over(of, &Sweep::new(body, Trail::Straight { dir, dist }), true, true).is_ok();
        if open(dist) {
            return dist;
        }
        let (mut free, mut shut) = (0.0, dist);
        while shut - free > TOUCH {
            let middle = (free + shut) * 0.5;
            if open(middle) { free = middle } else { shut = middle }
        }
        free
    }

    /// What a unit adds to its dice against a beast that tramples it: it is disrupted by the contact, elephants apart
    /// (SSS T14, 41.9, 41.18).
    fn against_beast(self, id: UnitId, blow: Blow) -> Sum {
        let (card, unit) = (self.card(id), self.unit(id));
        let mut sum = Sum::default();
        sum.when(card.class == Class::A, "SSS 24.1", "A class", 1);
        sum.when(card.class == Class::C, "SSS 24.1", "C class", -1);
        sum.add("SSS 24.1", "disruption", -self.disruption_on_dice(id));
        sum.when(!self.is_elephants(id), "SSS 41.9", "contact with elephants", -1);
        if blow == Blow::PointBlank {
            sum.add("SSS 13.1", "short range", 1);
            sum.add("SSS 13.1", "elephants", -1);
            return sum;
        }
        sum.when(blow == Blow::Pikes && !unit.points_passed, "SSS 24.1", "pikes", 1);
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
        sum
    }

    /// The blow of a unit against a beast, and its dice for each base: cavalry stands to receive it (SSS T13).
    fn blow_at_beast(self, id: UnitId) -> (Blow, u8) {
        let card = self.card(id);
        if self.is_elephants(id) {
            return (Blow::Beast, 4);
        }
        if card.has_pikes() && !card.is_mixed() {
            return (Blow::Pikes, 3);
        }
        let dice = match self.unit(id).order {
            _ if card.is_transport() => 0,
            _ if self.is_mounted(id) => {
                if card.is(crate::cards::Trait::NapoleonicLancer) {
                    2
                } else {
                    3
                }
            }
            _ if !self.is_foot(id) => 1,
            Order::Close | Order::Loose | Order::Mob => 3,
            Order::Open => 2,
            Order::Skirmish => 1,
        };
        (Blow::Steel, dice)
    }

    /// Pikes, lances and spears reach farther than a beast (SSS 21.1).
    fn outreaches_beast(self, id: UnitId) -> bool {
        use crate::cards::Steel::{Lance, Pike, Spear};
        !self.is_elephants(id) && (self.unit(id).pike_bases > 0 || matches!(self.card(id).steel, Lance | Spear | Pike))
    }
}

impl<L: Listener> Play<'_, L> {
    /// Each in turn: a pointer is spun and a die thrown (SSS 41.17).
    pub(super) fn run_wild(&mut self) {
        let mut ix = 0;
        while ix < self.state.stampedes.len() {
            let angle = Cdeg::from(self.dice.roll(COMPASS)) * (36_000 / Cdeg::from(COMPASS)) % 36_000;
            let distance = i32::from(self.d6()) * BW;
            if self.runs(ix, angle, distance) {
                ix += 1;
            } else {
                self.state.stampedes.remove(ix);
            }
        }
    }

    /// One beast runs; whether it is still there afterwards (SSS 41.17, 41.19, G45).
    fn runs(&mut self, ix: usize, angle: Cdeg, distance: Um) -> bool {
        let start = self.state.stampedes[ix];
        let mut beast = Stampede { pose: Pose { facing: angle, ..start.pose }, met: None, ..start };
        self.tell("SSS 41.17", told::BEAST_RUNS, &[Who::Unit(beast.of), Who::Far(distance), Who::Turned(angle)]);
        let dir = heading(angle);
        let most = self.table().free_run(beast.of, &beast.body(), dir, f64::from(distance));
        let (mut gone, mut met) = (0.0, arrayvec::ArrayVec::<UnitId, 16>::new());
        loop {
            self.keep_bodies();
            let here = beast.body().translated(dir * gone);
            let Some((id, off)) = self.table().on_the_way(&here, dir, most - gone, &met) else { break };
            gone += off;
            if self.rules.options.stampede_path == StampedePath::FirstContact {
                beast.met = Some(id);
                beast.pose = beast.pose.moved(dir * gone);
                self.state.stampedes[ix] = beast;
                return true;
            }
            self.tramples(&mut beast, id);
            if beast.points == 0 {
                return false;
            }
            if met.try_push(id).is_err() {
                break;
            }
        }
        beast.pose = beast.pose.moved(dir * most);
        self.state.stampedes[ix] = beast;
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        let at = beast.pose.at;
        let on = (0..=width).contains(&at.x) && (0..=height).contains(&at.y);
        if !on {
            self.tell("SSS 41.19", told::BEAST_GONE, &[Who::Unit(beast.of)]);
        }
        on
    }

    /// Those that ran into somebody in their last run fight him now (SSS G45).
    pub(super) fn clash(&mut self) {
        let mut ix = 0;
        while ix < self.state.stampedes.len() {
            let mut beast = self.state.stampedes[ix];
            if let Some(id) = beast.met.take().filter(|&id| self.unit(id).place == Place::Table) {
                self.tramples(&mut beast, id);
            }
            self.state.stampedes[ix] = beast;
            if beast.points == 0 {
                self.state.stampedes.remove(ix);
            } else {
                ix += 1;
            }
        }
    }

    /// A unit that a beast runs into fights a round with it as if charged (SSS 41.18).
    fn tramples(&mut self, beast: &mut Stampede, id: UnitId) {
        self.tell("SSS 41.18", told::BEAST_TRAMPLES, &[Who::Unit(beast.of), Who::Unit(id)]);
        let first = self.table().outreaches_beast(id);
        let mut hurt = self.shoots_at_beast(id);
        beast.points = beast.points.saturating_sub(hurt);
        if first && beast.points > 0 {
            let more = self.strikes_beast(id);
            hurt += more;
            beast.points = beast.points.saturating_sub(more);
        }
        let mut suffered = 0;
        if beast.points > 0 {
            suffered = self.beast_strikes(beast.of, id);
            if !first {
                let more = self.strikes_beast(id);
                hurt += more;
                beast.points = beast.points.saturating_sub(more);
            }
        }
        self.suffer(id, suffered, false);
        if self.unit(id).place != Place::Table {
            return;
        }
        self.unit_mut(id).this_turn.fought = true;
        if suffered > hurt {
            self.loses_before(id, suffered - hurt, heading(beast.pose.facing));
        }
        if beast.points == 0 {
            self.tell("SSS 41.19", told::BEAST_DIES, &[Who::Unit(beast.of)]);
        }
    }

    fn beast_strikes(&mut self, of: UnitId, id: UnitId) -> u8 {
        self.blow_between("SSS 41.7", told::BEAST_STRIKES, (of, id), (1, BEAST_DICE), &Sum::default(), 6)
    }

    fn strikes_beast(&mut self, id: UnitId) -> u8 {
        let (blow, dice) = self.table().blow_at_beast(id);
        let bases = self.unit(id).front_bases().min(MOST_BASES);
        let sum = self.table().against_beast(id, blow);
        let save = match blow {
            Blow::Beast => 6,
            Blow::Pikes => 4,
            _ => 3,
        };
        self.blow_between("SSS 23.1", told::STRIKES_BEAST, (id, id), (bases.into(), dice.into()), &sum, save)
    }

    /// Pistols and thrown weapons just before impact (SSS 1.7b).
    fn shoots_at_beast(&mut self, id: UnitId) -> u8 {
        let missile = self.table().card(id).missile;
        let spent = missile == Missile::Thrown && self.unit(id).thrown_used;
        if !missile.is_point_blank() || spent {
            return 0;
        }
        self.unit_mut(id).thrown_used |= missile == Missile::Thrown;
        let dice = self.table().point_blank_dice(id);
        let bases = self.unit(id).front_bases().min(MOST_BASES);
        let sum = self.table().against_beast(id, Blow::PointBlank);
        self.blow_between("SSS 1.7b", told::STRIKES_BEAST, (id, id), (bases.into(), dice.into()), &sum, 3)
    }

    /// Dice and saves of one blow: the hits that got through.
    fn blow_between(
        &mut self,
        rule: &'static str,
        phrase: kernel::Phrase,
        who: (UnitId, UnitId),
        (bases, dice): (usize, usize),
        sum: &Sum,
        save: u8,
    ) -> u8 {
        let thrown = self.throw(bases, dice, sum.total());
        let mut saves = Faces::new();
        let through = self.save(thrown.hits, save, &mut saves).min(u32::from(u8::MAX)) as u8;
        if self.listener.hears() {
            let table = self.table();
            let mut lines = vec![
                ReckoningLine::counts("SSS 20.3", "bases", bases as i32),
                ReckoningLine::counts("SSS 23.1", "dice a base", dice as i32),
                ReckoningLine::counts("SSS 25.1", "saved on", save.into()),
            ];
            lines.extend(sum.lines.iter().map(|&(rule, text, value)| ReckoningLine::adds(rule, text, value)));
            let mut dice = thrown.faces.to_vec();
            dice.extend(thrown.seconds.iter().chain(saves.iter()));
            let entry = Entry {
                lines,
                dice,
                result: table.said(told::HITS_THROUGH, &[Who::Count(thrown.hits), Who::Count(through.into())]),
                ..table.entry(rule, phrase, &[Who::Unit(who.0), Who::Unit(who.1)])
            };
            self.listener.tell(entry);
        }
        through
    }

    /// The mahout drives his spike home on 5 or 6, and has one chance (SSS 41.20).
    pub(super) fn spike(&mut self, ix: usize) {
        let die = self.d6();
        let Some(beast) = self.state.stampedes.get_mut(ix) else { return };
        beast.spiked = true;
        let of = beast.of;
        let dead = die >= SPIKED;
        if self.listener.hears() {
            let table = self.table();
            let phrase = if dead { told::BEAST_DIES } else { told::BEAST_LIVES };
            let entry = Entry {
                dice: vec![die],
                result: table.said(phrase, &[Who::Unit(of)]),
                ..table.entry("SSS 41.20", told::MAHOUT_TRIES, &[Who::Unit(of)])
            };
            self.listener.tell(entry);
        }
        if dead {
            self.state.stampedes.remove(ix);
        }
    }
}
