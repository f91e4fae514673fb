//! Who of a unit can hit a target, and how: arcs, ranges, lines of fire, shots over friends (SSS 11, 13.8, 19, G6, G7, G30).

use super::Aim;
use super::cover::Cover;
use super::lines::Fire;
use super::ports::{Port, PortKind};
use super::weapons::{Band, Weapon, gun_dice};
use crate::cards::{Arm, Order, UnitId, Weight};
use crate::readings::GunnersAimedAt;
use crate::state::{Aspect, Formation, Place};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Body, TOUCH, Um, Vec2};
use kernel::Refusal;
use scenario::AreaKind;

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

/// Bases or guns whose dice are thrown together: what tells them apart from others of the same shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot {
    pub weapon: Weapon,
    pub band: Band,
    pub dice_each: u8,
    /// Over the heads of friends, with the -1 of it (SSS 19.7).
    pub overhead: bool,
    /// Where they stand as the target has it.
    pub zone: Aspect,
    pub cover: Cover,
    pub bases: u8,
}

impl Lot {
    fn is_like(&self, other: &Lot) -> bool {
        Lot { bases: 0, ..*self } == Lot { bases: 0, ..*other }
    }
}

/// What a unit brings to bear on a target.
#[derive(Debug, Clone, Default)]
pub struct Salvo {
    pub lots: ArrayVec<Lot, 16>,
    /// The bases and guns that shoot, by bit.
    pub shoot: u64,
}

impl Salvo {
    fn add(&mut self, lot: Lot, bit: u8) {
        match self.lots.iter().position(|other| other.is_like(&lot)) {
            Some(like) => self.lots[like].bases += 1,
            None if self.lots.is_full() => return,
            None => self.lots.push(lot),
        }
        self.shoot |= 1 << bit;
    }

    pub fn bases(&self) -> u32 {
        self.shoot.count_ones()
    }
}

/// How the range of a shot is found.
#[derive(Clone, Copy)]
pub enum Range<'a> {
    /// By the ruler.
    Measured,
    /// By the die of a shot at a charge; arcs are those to the charger there (SSS 15.5, G72).
    Rolled(Band, &'a Body),
}

/// How near a base came to a shot, for why there is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fails {
    Nobody,
    Arc,
    Reach,
    Sight,
}

impl Table<'_> {
    /// What a unit brings to bear on a target, with at most so many of its bases (all for 0).
    pub fn salvo(self, id: UnitId, aim: Aim, most: u8, range: Range<'_>) -> Result<Salvo, Refusal> {
        self.may_aim(id, aim)?;
        let fire = self.fire(id, aim, range)?;
        let mut salvo = Salvo::default();
        let mut fails = Fails::Nobody;
        let done = self.unit(id).shot_bases;
        for port in &self.ports(id, fire.body.center()) {
            if done & (1 << port.bit) != 0 || (most > 0 && salvo.bases() >= u32::from(most)) {
                continue;
            }
            match self.lot(&fire, port) {
                Ok(lot) => salvo.add(lot, port.bit),
                Err(fail) => fails = fails.max(fail),
            }
        }
        // SSS G34: one die for both bases.
        if self.shoots_as_pair(id) {
            salvo.lots.truncate(1);
            salvo.lots.iter_mut().for_each(|lot| lot.bases = 1);
        }
        match (salvo.lots.is_empty(), fails) {
            (false, _) => Ok(salvo),
            (_, Fails::Nobody) => refuse("SSS 12.1", "nobody of it is left to shoot"),
            (_, Fails::Arc) => refuse("SSS G6", "the target is outside its arc of fire"),
            (_, Fails::Reach) => refuse("SSS 11.1", "the target is out of range"),
            (_, Fails::Sight) => refuse("SSS G7", "there is no clear line of fire"),
        }
    }

    /// Whether a base that is not among those has a shot: a salvo as far as its first base.
    pub(super) fn finds_a_shot(self, id: UnitId, aim: Aim, done: u64) -> bool {
        let beyond = match aim {
            Aim::Unit(target) | Aim::Gunners(target) => !self.may_come_in_range(id, target, self.reach_of(id)),
            Aim::Walls(_) | Aim::Beast(_) => false,
        };
        if beyond || self.may_aim(id, aim).is_err() {
            return false;
        }
        let Ok(fire) = self.fire(id, aim, Range::Measured) else { return false };
        let ports = self.ports(id, fire.body.center());
        ports.iter().any(|port| done & (1 << port.bit) == 0 && self.shot(&fire, port).is_ok())
    }

    /// How a unit fires at a target: what is looked at once for all of its bases.
    fn fire<'b>(self, id: UnitId, aim: Aim, range: Range<'b>) -> Result<Fire<'b>, Refusal> {
        let body = self.aimed_body(aim, range);
        let near = |reach: Um| self.body(id).within(&body, f64::from(reach) + TOUCH);
        if matches!(range, Range::Measured) && !near(self.reach_of(id)) {
            return refuse("SSS 11.1", "the target is out of range");
        }
        Ok(Fire::new(id, aim, range, body))
    }

    /// Whether a target may lie in the reach of a unit, by the circles about them.
    pub(super) fn may_come_in_range(self, id: UnitId, target: UnitId, reach: Um) -> bool {
        /// Far above the noise of the arithmetic.
        const NOISE: f64 = 1.0;
        let near = self.body(id).maybe_within(&self.body(target), f64::from(reach) + TOUCH + NOISE);
        // Of whoever fights the bases that are free count alone.
        near || self.in_contact(target)
    }

    /// The farthest that anything of a unit shoots.
    pub fn reach_of(self, id: UnitId) -> Um {
        let card = self.card(id);
        let small = self.small_arm(id);
        let farthest = |weapon: Weapon| self.rules.ranges.farthest(weapon);
        let guns = (0..card.guns.len()).map(|ix| farthest(Weapon::Gun(self.gun_model(id, ix).weight)));
        guns.chain([if card.is_artillery() { 0 } else { farthest(small) }]).max().unwrap_or(0)
    }

    /// Whether a unit may choose this target at all (SSS 3.6, 19.6, 33.1, 41.13).
    pub(crate) fn may_aim(self, id: UnitId, aim: Aim) -> Result<(), Refusal> {
        let target = match aim {
            Aim::Walls(building) => return self.may_batter(id, building),
            Aim::Beast(beast) => return self.may_aim_at_beast(beast),
            Aim::Unit(target) | Aim::Gunners(target) => target,
        };
        self.known(target)?;
        if self.unit(target).place != Place::Table || self.side(target) == self.side(id) {
            return refuse("SSS 12.1", "only enemies on the table are shot at");
        }
        if self.in_storm(target) {
            return refuse("SSS 42.4c", "the sandstorm hides it");
        }
        if !self.can_be_seen_inside(&self, &self.body(id), target) {
            return refuse("SSS 11.7", "from outside one sees into a built-up area only when touching it");
        }
        if matches!(aim, Aim::Gunners(_)) {
            self.may_single_out(id, target)?;
        }
        if self.in_contact(target) && self.free_body(target).is_none() {
            return refuse("SSS 19.6", "bases in melee may not be shot at");
        }
        if self.is_foot(id) && self.shielding(id, target) {
            return refuse("SSS 3.6", "infantry must shoot at the screen");
        }
        Ok(())
    }

    /// Rifles single out gunners, and by the other reading open order and skirmishing foot (SSS 33.1, 33.2, G66); bows and
    /// rifles the crews of elephants (SSS 41.13).
    fn may_single_out(self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        let (weapon, theirs) = (self.small_arm(id), self.card(target));
        let rifles = weapon.is_rifled();
        if theirs.arm == Arm::Elephants {
            let crews = self.herd(target).is_some_and(|herd| herd.beasts.iter().any(|beast| beast.crew > 0));
            return match (crews, rifles || weapon.is_bow()) {
                (false, _) => refuse("SSS 41.2", "there is no crew"),
                (_, false) => refuse("SSS 41.13", "only bows and rifles single out the crew of an elephant"),
                _ => Ok(()),
            };
        }
        let gunners = !theirs.is_artillery()
            && self.battery(target).is_some_and(|battery| battery.guns.iter().any(|gun| gun.crew > 0));
        let light = self.is_foot(id) && matches!(self.unit(id).order, Order::Open | Order::Skirmish);
        let may = rifles || (light && self.rules.options.gunners_aimed_at == GunnersAimedAt::RiflesAndSkirmishers);
        match (gunners, may) {
            (false, _) => refuse("SSS 33.1", "it has no battalion guns that are manned"),
            (_, false) => refuse("SSS 33.1", "it cannot single out the gunners"),
            _ => Ok(()),
        }
    }

    /// The screen of a unit shields it from infantry that can shoot at the screen, while it has half its points (SSS 3.6, 3.7).
    fn shielding(self, id: UnitId, target: UnitId) -> bool {
        let Some(screen) = self.card(target).screen.filter(|&screen| self.unit(screen).place == Place::Table) else {
            return false;
        };
        self.is_strong_screen(screen) && self.finds_a_shot(id, Aim::Unit(screen), 0)
    }

    /// A screen with at least half its points (SSS 3.6, 3.7).
    pub(super) fn is_strong_screen(self, id: UnitId) -> bool {
        self.is_screen(id) && 2 * self.points_left(id) >= self.card(id).initial_points()
    }

    /// The ground at which the range is measured and the arc taken: unengaged bases alone where the target fights (SSS 19.6).
    pub(crate) fn aimed_body(self, aim: Aim, range: Range<'_>) -> Body {
        match (aim, range) {
            (_, Range::Rolled(_, body)) => body.clone(),
            (Aim::Walls(building), _) => self.rules.building_body(building),
            (Aim::Beast(beast), _) => self.beast_body(beast),
            (Aim::Unit(target) | Aim::Gunners(target), _) => {
                let free = if self.in_contact(target) { self.free_body(target) } else { None };
                free.unwrap_or_else(|| self.body(target).into_body())
            }
        }
    }

    /// The shot of one base or gun, or what keeps it from shooting.
    fn lot(self, fire: &Fire<'_>, port: &Port) -> Result<Lot, Fails> {
        let (band, overhead) = self.shot(fire, port)?;
        let dice_each = self.dice_of(fire.id, fire.aim, port, band);
        let (zone, cover) = self.seen_by_target(fire.aim, port.at);
        Ok(Lot { weapon: port.weapon, band, dice_each, overhead, zone, cover, bases: 1 })
    }

    /// The range of its shot, and whether it counts as overhead, or what keeps it from shooting.
    fn shot(self, fire: &Fire<'_>, port: &Port) -> Result<(Band, bool), Fails> {
        // SSS 17.6, 33.1, 41.13: guns alone batter walls, and never single anybody out.
        let idle = match fire.aim {
            Aim::Unit(_) | Aim::Beast(_) => false,
            Aim::Gunners(_) => port.weapon.is_gun(),
            Aim::Walls(_) => !port.weapon.is_gun(),
        };
        if idle {
            return Err(Fails::Nobody);
        }
        let (distance, overhead) = fire.line(self, port)?;
        let band = match fire.range {
            // SSS G72: some part of its way lies within reach; who calls has seen to that.
            Range::Rolled(band, _) => band,
            Range::Measured => self.rules.ranges.band(port.weapon, distance).ok_or(Fails::Reach)?,
        };
        match self.dice_of(fire.id, fire.aim, port, band) {
            0 => Err(Fails::Nobody),
            _ => Ok((band, overhead)),
        }
    }

    fn seen_by_target(self, aim: Aim, from: Vec2) -> (Aspect, Cover) {
        match aim {
            Aim::Unit(target) | Aim::Gunners(target) => (self.zone_of(target, from), self.cover_of(target, from)),
            Aim::Walls(_) => (Aspect::Front, Cover::None),
            // SSS 41.6
            Aim::Beast(beast) => (Aspect::Front, self.cover_there(&self.beast_body(beast), false, from)),
        }
    }

    /// Dice of a base or gun at that range (SSS T8, 12.6, 12.7, 16.2).
    fn dice_of(self, id: UnitId, aim: Aim, port: &Port, band: Band) -> u8 {
        let (Weapon::Gun(weight), PortKind::Gun(ix)) = (port.weapon, port.kind) else {
            return self.base_dice(id, port.kind);
        };
        let full = self.gun_model(id, usize::from(ix)).crew;
        let left = self.battery(id).map_or(0, |battery| battery.guns[usize::from(ix)].crew);
        let confined = weight == Weight::Howitzer && self.is_confined(aim);
        gun_dice(weight, band, confined).saturating_sub(full.saturating_sub(left))
    }

    /// Built-up areas, walled enclosures, redoubts and bridges are confined spaces (SSS 12.7, G42).
    pub(crate) fn is_confined(self, aim: Aim) -> bool {
        let target = match aim {
            Aim::Walls(_) => return true,
            Aim::Unit(target) | Aim::Gunners(target) => Some(target),
            Aim::Beast(_) => None,
        };
        let middle = self.aimed_body(aim, Range::Measured).main().center();
        let narrow = |area: &scenario::Area| matches!(area.kind, AreaKind::Enclosure | AreaKind::Bridge);
        target
            .is_some_and(|target| self.garrisons_standing(target).is_some() || self.is_among_houses(&self.body(target)))
            || self.rules.ground.areas.iter().any(|area| narrow(area) && area.outline.contains(middle))
    }

    /// Stands in a built-up area, on the road that leads through it: inside it, but in none of its buildings (SSS 12.1, 12.7).
    pub(crate) fn is_among_houses(self, body: &Body) -> bool {
        let middle = body.main().center();
        let houses = |(ix, area): (usize, &scenario::Area)| {
            matches!(area.kind, AreaKind::Town { .. })
                && area.outline.contains(middle)
                && self.building_in(ix).is_some()
        };
        self.rules.ground.areas.iter().enumerate().any(houses)
    }

    /// Deployed guns, and formations that stand in a line (SSS G6).
    pub(crate) fn stands_in_line(self, id: UnitId) -> bool {
        self.unit(id).formation == Formation::Line
    }
}
