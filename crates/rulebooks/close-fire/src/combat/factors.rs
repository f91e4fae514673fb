//! The factors of combat (CF 15.4 to 15.18, T9).

use super::results::Outcome;
use crate::bodies::Base;
use crate::cards::{Arms, Load, Style, UnitId};
use crate::face::told::{self, Who};
use crate::face::words::halves;
use crate::ground::{Obstacle, Protection, hides};
use crate::measures::{CLOSE, CONTACT, HALT};
use crate::readings::{BreachWorks, DepthBonus, FlankLine, Uphill};
use crate::state::{Aspect, Combat, Formation, Met, Score, Stage, Standing};
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use field::table::{Block, Body, TOUCH, Vec2, turn};
use kernel::{Entry, Listener, Reckoning, ReckoningLine, Side};

type Enemies = ArrayVec<UnitId, 32>;

impl<'a> Table<'a> {
    /// Charges, counter-charges or pursues into contact: a D6, and +1 (CF 15.3, 15.8).
    pub(crate) fn is_charging(self, id: UnitId) -> bool {
        self.unit(id).charging || self.is_pursuing(id)
    }

    fn is_pursuing(self, id: UnitId) -> bool {
        self.unit(id).standing == Standing::Pursuing && self.in_contact(id)
    }

    /// The enemies a unit fights: those it touches, itself or with its body, else those of the combat in close fire with it.
    fn faced(self, combat: &Combat, id: UnitId) -> Enemies {
        let body = self.body_of_unit(id);
        let mut faced = Enemies::new();
        for enemy in combat.scored.iter().filter(|&enemy| self.side(enemy) != self.side(id)) {
            if body.iter().any(|one| self.opponents(one).any(|met| met == enemy)) {
                self.state.overflow.keep(&mut faced, enemy);
            }
        }
        if faced.is_empty() {
            let near = |enemy: UnitId| {
                let range = |one, other| self.to_front(one, other).is_some_and(|far| within(far, CLOSE));
                range(id, enemy) || range(enemy, id)
            };
            let enemies = combat.scored.iter().filter(|&enemy| self.side(enemy) != self.side(id) && near(enemy));
            faced.extend(enemies.take(32));
        }
        faced
    }

    /// Enemy cavalry that has charged this unit and touches it.
    fn charged_by_cavalry(self, id: UnitId) -> bool {
        self.opponents(id).any(|enemy| self.is_cavalry(enemy) && self.is_charging(enemy))
    }

    // --- Ground (CF 15.6)

    /// An obvious advantage of terrain over the opponent: higher ground, an obstacle before it, the edge of a wood or town
    /// (CF 15.6, G40, G83).
    fn has_ground(self, id: UnitId, faced: &[UnitId]) -> bool {
        let levels = |enemy: UnitId| (self.level_against(id, enemy), self.level_against(enemy, id));
        let lower = faced.iter().any(|&enemy| levels(enemy).0 < levels(enemy).1);
        if !lower && faced.iter().any(|&enemy| levels(enemy).0 > levels(enemy).1) {
            return true;
        }
        if self.is_charging(id) {
            return false;
        }
        faced.iter().any(|&enemy| self.is_behind_obstacle(id, enemy) || self.holds_edge(id, enemy))
    }

    /// How high a unit stands in its combat with an enemy: where its front is; by one reading whoever has charged stands where his
    /// charge began, so that he comes up a hill or down from it (CF 15.6, G40, G170).
    fn level_against(self, id: UnitId, enemy: UnitId) -> u8 {
        let (unit, relief) = (self.unit(id), &self.rules.ground.relief);
        let began = self.rules.options.uphill == Uphill::Approach && self.is_charging(id);
        match unit.charged_from.filter(|_| began) {
            Some(from) => relief.level_at(from.at.vec()),
            None => relief.level_at(self.body(id).nearest(self.body(enemy).center())),
        }
    }

    /// Whoever stands nearer to an obstacle or to works is behind them; of two as near, who has not come up to them (CF G133).
    fn is_behind(self, id: UnitId, own: f64, theirs: f64) -> bool {
        own + TOUCH < theirs || (own <= theirs + TOUCH && !self.unit(id).advanced)
    }

    /// Where an enemy has come from: whoever charges or pursues into contact stands on the works, in the brook or inside the edge by
    /// then, so his approach counts (CF 15.6, 15.7, G133).
    fn approach_of(self, enemy: UnitId) -> Body {
        let unit = self.unit(enemy);
        match unit.charged_from.filter(|_| self.is_charging(enemy)) {
            Some(from) => self.rules.body_at(unit, from),
            None => self.body(enemy).into_body(),
        }
    }

    /// Stands up to 10 yds behind an obstacle that is not works, nearer to it than the enemy (CF 15.6, G40, G133).
    fn is_behind_obstacle(self, id: UnitId, enemy: UnitId) -> bool {
        let (body, theirs) = (self.body(id), self.approach_of(enemy));
        let (near, far) = (body.nearest(theirs.center()), theirs.nearest(body.center()));
        let works = &self.rules.works;
        let lines =
            self.rules.ground.lines.iter().enumerate().filter(|(ix, _)| {
                works[*ix].obstacle != Obstacle::None && works[*ix].protection < Protection::Fieldworks
            });
        lines.into_iter().any(|(_, line)| {
            let own = line.line.distance_to_body(&body);
            within(own, CONTACT)
                && line.line.crosses(far, near + (near - far).unit() * TOUCH).is_some()
                && self.is_behind(id, own, line.line.distance_to_body(&theirs))
        })
    }

    /// Inside a wood or town, up to 20 yds from its edge, with the enemy outside (CF 15.6, G40).
    fn holds_edge(self, id: UnitId, enemy: UnitId) -> bool {
        let (body, theirs) = (self.body(id), self.approach_of(enemy));
        let near = body.nearest(theirs.center());
        let far = theirs.nearest(body.center());
        self.rules.ground.areas.iter().filter(|area| hides(area.kind)).any(|area| {
            area.outline.contains(body.center())
                && !area.outline.contains(far)
                && within(area.outline.distance_to_edge(near), HALT)
        })
    }

    // --- Works (CF 15.7)

    /// What stands up to 10 yds before a base on the enemy's approach: the works, and whether it is a breach in them (CF G40,
    /// G83).
    fn works_before_base(self, id: UnitId, base: &Base, enemy: UnitId) -> (Protection, bool) {
        let theirs = self.approach_of(enemy);
        let own = Body::single(base.block);
        let far = theirs.nearest(base.block.front);
        let near = base.block.front;
        let inside = near - base.block.dir * TOUCH;
        let mut best = (Protection::None, false);
        for (ix, line) in self.rules.ground.lines.iter().enumerate() {
            let works = &self.rules.works[ix];
            if works.protection < Protection::Fieldworks || !within(line.line.distance_to_body(&own), CONTACT) {
                continue;
            }
            if !self.is_behind(id, line.line.distance_to_body(&own), line.line.distance_to_body(&theirs)) {
                continue;
            }
            if let Some(at) = line.line.crosses(far, inside) {
                let breach = self.is_breach(ix, at);
                if works.protection > best.0 || !breach {
                    best = (works.protection, breach);
                }
            }
        }
        for works in &self.state.works {
            let line = Block::segment(works.from.vec(), works.to.vec());
            let (own_off, theirs_off) = (base.block.distance(&line), Body::single(line).distance(&theirs));
            let behind = within(own_off, CONTACT) && self.is_behind(id, own_off, theirs_off);
            if behind && line.grown(1.0).is_cut(far, inside) {
                best = (Protection::Fortifications, false);
            }
        }
        best
    }

    /// The works a unit defends: if at least half of its bases with enemy before them stand behind some (CF 15.7, G83); and
    /// whether it stands in a breach of them.
    fn works_of(self, id: UnitId, faced: &[UnitId]) -> (Protection, bool) {
        if self.is_charging(id) || self.is_cavalry(id) && self.in_contact(id) && self.unit(id).advanced {
            return (Protection::None, false);
        }
        let (mut counted, mut behind, mut breached, mut best) = (0, 0, 0, Protection::None);
        for base in self.bases_of(id).filter(|base| base.rank == 0) {
            let enemy = faced.iter().copied().min_by(|one, other| {
                let far = |enemy: &UnitId| base.block.front.distance(self.body(*enemy).nearest(base.block.front));
                far(one).total_cmp(&far(other))
            });
            let Some(enemy) = enemy else { continue };
            counted += 1;
            let (works, breach) = self.works_before_base(id, &base, enemy);
            if works >= Protection::Fieldworks {
                best = best.max(works);
                if breach { breached += 1 } else { behind += 1 }
            }
        }
        let full = self.rules.options.breach_works == BreachWorks::Full;
        let helped = behind + if full { breached } else { 0 };
        let works = if counted > 0 && 2 * helped >= counted { best } else { Protection::None };
        (works, works == Protection::None && 2 * breached >= counted && breached > 0)
    }

    // --- Depth (CF 15.11)

    /// Ranks that stand behind one another where a body touches the enemy; of traditional cavalry alone, or all (CF G87).
    fn depth(self, combat: &Combat, front: UnitId, traditional: bool) -> u8 {
        let counts = |id: UnitId| !traditional || (self.unit(id).style == Style::Traditional && self.is_cavalry(id));
        let own = |id: UnitId| if counts(id) { self.unit(id).ranks() } else { 0 };
        let (mut deep, mut last) = (own(front), front);
        for _ in 0..8 {
            let behind = |&friend: &UnitId| {
                combat.units.contains(friend)
                    && self.is_cavalry(friend)
                    && self.touches(friend, last)
                    && self.share_behind(friend, last) > 0.0
                    && turn(self.unit(friend).pose.facing, self.unit(last).pose.facing).abs() < 4_500
            };
            let Some(next) = self.friends_of(last).find(behind) else { break };
            deep += own(next);
            last = next;
        }
        deep
    }

    /// Traditional cavalry in a deeper formation than the cavalry it fights (CF 15.11, G58, G87, G179).
    fn is_deeper(self, combat: &Combat, id: UnitId) -> bool {
        let unit = self.unit(id);
        // Who is unformed has no formation to be deeper in.
        if unit.style != Style::Traditional || !self.is_cavalry(id) || !self.is_formed(id) {
            return false;
        }
        let fronts = match self.rules.options.depth_bonus {
            DepthBonus::WholeBody => self.body_of_unit(id),
            DepthBonus::FrontUnit => [id].into_iter().collect(),
        };
        let mut fronts = fronts.iter().filter(|&front| self.in_contact(front));
        fronts.any(|front| {
            let own = self.depth(combat, front, true);
            let mut cavalry = self.opponents(front).filter(|&enemy| self.is_cavalry(enemy)).peekable();
            cavalry.peek().is_some() && cavalry.all(|enemy| own > self.depth(combat, enemy, false))
        })
    }

    // --- Flank (CF 15.14)

    /// Met in flank or rear by a charge in order that began behind the flank (CF 15.14, 18.4, G91).
    fn is_taken_in_flank(self, id: UnitId) -> bool {
        if !self.is_formed(id) && !self.is_gun(id) {
            return false;
        }
        self.state.contacts.iter().any(|contact| {
            let Some(enemy) = contact.other(id) else { return false };
            contact.met(id) != Aspect::Front
                && self.unit(enemy).charging
                && self.is_formed(enemy)
                && self.began_behind(id, enemy)
        })
    }

    /// At least one whole stand of a charger began behind the flank of a unit (CF G91).
    fn began_behind(self, id: UnitId, charger: UnitId) -> bool {
        let unit = self.unit(charger);
        let Some(from) = unit.charged_from else { return false };
        let body = self.body(id);
        // A bent line has the front edge of its end stand on that side.
        let block = body.blocks[body.side_of(&self.body(charger)).0];
        let by = turn(unit.pose.facing, from.facing);
        let back = |p: Vec2| from.at.vec() + (p - unit.pose.at.vec()).turned(by);
        let behind = |p: Vec2| {
            let at = block.local(back(p));
            match self.rules.options.flank_line {
                FlankLine::Front => at.y <= TOUCH,
                FlankLine::Rear => at.y <= TOUCH - block.depth,
                FlankLine::Arc45 => at.x.abs() - block.half >= at.y - TOUCH,
            }
        };
        self.bases_of(charger).any(|base| base.block.corners().into_iter().all(behind))
    }

    // --- Fire (CF 15.12)

    /// Foot that can fire and did not in the Musketry Phase (CF 15.12, G57, G60, G80).
    fn held_its_fire(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let fixed = unit.arms == Arms::PlugBayonet && unit.bayonets_fixed;
        let able = self.is_foot(id)
            && unit.formation == Formation::Line
            && unit.arms != Arms::HandToHand
            && unit.load == Load::None
            && !fixed;
        let charged = self.charge_of(id).is_some_and(|charge| charge.stage != Stage::Caught);
        able && (!unit.fired || unit.held_fire) && !charged
    }

    /// Moved this turn or has plug bayonets that are not fixed, and is charged by cavalry (CF 15.13, G57).
    fn is_caught_unready(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let foot = self.is_foot(id);
        let moved = unit.displaced || unit.adjusted || unit.moved != crate::state::Moved::Stood;
        let unfixed = foot && unit.arms == Arms::PlugBayonet && !unit.bayonets_fixed;
        (((foot || self.is_gun(id)) && moved) || unfixed) && self.charged_by_cavalry(id)
    }

    /// Every factor of T9 that applies to a unit, all of them together (CF 15.18).
    pub(super) fn factors(self, combat: &Combat, id: UnitId, numbers: [i32; 2], sum: &mut Reckoning) {
        let (unit, side) = (self.unit(id), self.side(id));
        let faced = self.faced(combat, id);
        let cavalry = self.is_cavalry(id);
        let mut friends = combat.scored.iter().filter(|&other| self.side(other) == side);
        let (works, breach) = self.works_of(id, &faced);
        let rubble = breach && self.rules.options.breach_works == BreachWorks::Ground;
        let grade = match unit.grade {
            crate::cards::Grade::A => "grade A",
            crate::cards::Grade::B => "grade B",
            crate::cards::Grade::C => "grade C",
            crate::cards::Grade::D => "grade D",
            crate::cards::Grade::E => "grade E",
        };
        sum.add(unit.grade.in_combat(), grade, "CF 15.4");
        sum.add_if(unit.inspired > 0, i32::from(unit.inspired.min(2)), "inspired by its leader", "CF 15.5");
        sum.add_if(rubble || self.has_ground(id, &faced), 1, "advantage of ground", "CF 15.6");
        sum.add_if(works == Protection::Fieldworks, 1, "defends fieldworks", "CF 15.7");
        sum.add_if(works == Protection::Fortifications, 2, "defends fortifications", "CF 15.7");
        let pursuing = self.is_pursuing(id);
        let how = if pursuing { "pursues" } else { "charges" };
        sum.add_if(self.is_charging(id), 1, how, "CF 15.8");
        let only_cavalry = !faced.is_empty() && faced.iter().all(|&enemy| self.is_cavalry(enemy));
        let outrance = unit.charging && unit.outrance && only_cavalry;
        if pursuing && cavalry {
            sum.add(2, "cavalry pursuing", "CF 15.10");
        } else {
            sum.add_if(outrance, 2, "à l'outrance against cavalry", "CF 15.9");
        }
        sum.add_if(self.is_deeper(combat, id), 1, "deeper than the enemy's cavalry", "CF 15.11");
        sum.add_if(self.held_its_fire(id), 1, "has kept its fire", "CF 15.12");
        sum.add_if(self.is_caught_unready(id), -2, "charged by cavalry while unready", "CF 15.13");
        sum.add_if(self.is_taken_in_flank(id), -2, "taken in flank or rear", "CF 15.14");
        let only_guns = self.is_gun(id) && friends.all(|other| self.is_gun(other));
        let loose = self.is_unformed(id) || unit.formation == Formation::MarchColumn;
        let why = match () {
            () if only_guns => "guns alone",
            () if unit.formation == Formation::MarchColumn => "in march column",
            () => "unformed",
        };
        sum.add_if(loose || only_guns, -2, why, "CF 15.15");
        sum.add_if(unit.dps > 0, -i32::from(unit.dps), "Disorder Points", "CF 15.16");
        sum.add_if(unit.casualties() > 0, -i32::from(unit.casualties()), "bases lost", "CF 15.16");
        let many = Self::outnumbered(numbers[side.ix()], numbers[side.other().ix()]);
        let (rule, text) = match many {
            -1 => ("CF 15.17", "outnumbered"),
            -2 => ("CF 15.17", "outnumbered 2:1"),
            _ => ("CF 15.17", "outnumbered 3:1"),
        };
        sum.add_if(many != 0, many, text, rule);
    }

    /// Hand to hand, or in close fire one with the other: not merely in one combat (CF 16.7).
    fn fights_with(self, id: UnitId, enemy: UnitId) -> bool {
        self.opponents(id).any(|met| met == enemy) || self.is_in_close_fire_with(id, enemy)
    }

    /// Whom a unit met, as its result will ask (T10, G79).
    pub(super) fn met(self, combat: &Combat, id: UnitId) -> Met {
        let faced = self.faced(combat, id);
        let all = |is: &dyn Fn(UnitId) -> bool| !faced.is_empty() && faced.iter().all(|&enemy| is(enemy));
        let charged = self.is_charging(id) && self.is_cavalry(id);
        let enemies = || combat.scored.iter().filter(|&enemy| self.side(enemy) != self.side(id));
        let thin =
            |enemy: UnitId| self.is_gun(enemy) || (self.is_cavalry(enemy) && self.depth(combat, enemy, false) == 1);
        let touched = self.body_of_unit(id).iter().any(|one| self.in_contact(one));
        Met {
            charged_foot: charged && faced.iter().any(|&enemy| self.is_foot(enemy)),
            charged_guns: charged && all(&|enemy| self.is_gun(enemy)),
            rides_through: charged && self.unit(id).outrance && all(&thin),
            by_cavalry: touched && enemies().all(|enemy| self.is_cavalry(enemy) || !self.fights_with(id, enemy)),
            faced_cavalry: enemies().any(|enemy| self.is_cavalry(enemy)),
            in_works: self.works_of(id, &faced).0 != Protection::None,
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Rolls and adds up one combat (CF 15.3, 15.27, P7).
    pub(super) fn score(&mut self, place: usize) {
        let Some(combat) = self.state.combats.get(place).copied() else { return };
        let units = self.scored_sides(&combat);
        for id in combat.scored.iter() {
            let met = self.table().met(&combat, id);
            let unit = self.unit_mut(id);
            unit.met = met;
            unit.fought += 1;
        }
        if units.contains(&0) {
            return;
        }
        self.keep_bodies();
        let numbers = Side::BOTH.map(|side| self.table().numbers(&combat, side));
        let mut scores = units.map(|units| Score { sum: 0, units });
        let order = [self.state.first, self.state.first.other()];
        for side in order {
            for id in combat.scored.iter() {
                if self.table().side(id) == side {
                    scores[side.ix()].sum += self.score_unit(&combat, id, numbers);
                }
            }
        }
        if let Some(combat) = self.state.combats.get_mut(place) {
            combat.scores = Some(scores);
        }
        self.tell_combat(place, numbers);
    }

    fn score_unit(&mut self, combat: &Combat, id: UnitId, numbers: [i32; 2]) -> i32 {
        let charging = self.table().is_charging(id);
        let die = if charging { self.d6() } else { self.average_die() };
        let mut sum = Reckoning::new(self.listener);
        self.table().factors(combat, id, numbers, &mut sum);
        let total = i32::from(die) + sum.total;
        if self.listener.hears() {
            let entry = Entry {
                lines: sum.lines,
                dice: vec![die],
                total: Some(total),
                ..self.table().entry("CF 15.3", told::FIGHTS, &[Who::Unit(id)])
            };
            self.listener.tell(entry);
        }
        total
    }

    /// Both sums side by side, and what they come to (CF 16.1).
    fn tell_combat(&mut self, place: usize, numbers: [i32; 2]) {
        let Some(combat) = self.state.combats.get(place).copied().filter(|_| self.listener.hears()) else { return };
        let Some(scores) = combat.scores else { return };
        let table = self.table();
        let order = [self.state.first, self.state.first.other()];
        let lines = order.into_iter().flat_map(|side| {
            let name = &table.rules.sides[side.ix()].name;
            let Score { sum, units } = scores[side.ix()];
            let bases = halves(numbers[side.ix()]);
            [
                ReckoningLine::counts("CF 15.27", format!("{name}: sum of {units}, {bases} bases counted"), sum),
                ReckoningLine::counts("CF 16.1", format!("{name}: difference"), combat.difference(side).unwrap_or(0)),
            ]
        });
        let [one, other] = order;
        let of = |side: Side| Outcome::of(combat.difference(side).unwrap_or(0)).name();
        let entry = Entry {
            lines: lines.collect(),
            bodies: combat.units.iter().map(|id| u16::from(id.0)).collect(),
            result: table
                .said(told::RESULTS, &[Who::Side(one), Who::Words(of(one)), Who::Side(other), Who::Words(of(other))]),
            ..table.entry("CF 16.1", told::COMBAT, &[Who::Side(one), Who::Side(other)])
        };
        self.listener.tell(entry);
    }
}
