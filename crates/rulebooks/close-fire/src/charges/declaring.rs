//! Who may charge, whom, and how (CF 14.2 to 14.8, 14.12 to 14.14, 14.21, 14.23, G48, G52).

use crate::cards::{Class, Load, Style, UnitId, Units};
use crate::decision::Decision;
use crate::measures::{HALT, REACH};
use crate::readings::{ChargeSpeed, OutranceHussars, SwedishCharge};
use crate::state::{Charge, Control, Formation, MoveDice, Moved, Place, Stage, Standing, Verdict};
use crate::table::{Table, within};
use arrayvec::ArrayVec;
use field::table::{Body, Cdeg, Pose, TOUCH, bearing, cast, heading, turn};
use kernel::{Refusal, Seat, Side};

use super::ChargeChoice;

/// Farther than any table reaches.
pub(super) const FARTHEST: f64 = 1e8;
/// How far the units of one body may look apart, in hundredths of a degree.
const ALIKE: Cdeg = 500;

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl<'a> Table<'a> {
    /// The charge that a unit is part of.
    pub(crate) fn charge_of(self, id: UnitId) -> Option<&'a Charge> {
        self.state.charges.iter().find(|charge| charge.units.contains(id))
    }

    /// Swedish foot where the optional rule is in use (CF 14.23).
    pub(super) fn is_charging_foot(self, id: UnitId) -> bool {
        self.is_foot(id) && self.unit(id).swedish && self.rules.options.swedish_charge == SwedishCharge::On
    }

    /// Whether a unit is of a kind and in a state to charge at all (CF 14.6, 14.21, G48).
    pub(super) fn is_able_to_charge(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        // A charge is a move, for which hidden troops are put down (CF 5.18, G143).
        if !self.is_at_hand(id) {
            return refuse("CF 14.2", "it is not on the table");
        }
        if !self.is_cavalry(id) && !self.is_charging_foot(id) {
            let rule = if self.is_foot(id) { "CF 14.21" } else { "CF 14.6" };
            return refuse(rule, "only cavalry charges");
        }
        let open = unit.formation == Formation::Line || (self.is_cavalry(id) && unit.formation == Formation::Unformed);
        if !open {
            return refuse("CF 14.6", "nobody charges in column");
        }
        if unit.standing != Standing::Steady {
            return refuse("CF G48", "it is about something else");
        }
        if unit.load != Load::None {
            return refuse("CF 12.11", "it carries fascines or ladders");
        }
        if self.in_contact(id) {
            return refuse("CF 17.4", "it is in contact already: its combat goes on");
        }
        Ok(())
    }

    /// Whether a unit may charge of its own will in this turn (CF 6.26 to 6.37, G20, G48).
    pub(super) fn may_charge(self, id: UnitId) -> Result<(), Refusal> {
        self.is_able_to_charge(id)?;
        let unit = self.unit(id);
        if self.charge_of(id).is_some() {
            return refuse("CF 14.5", "its charge is declared");
        }
        if unit.steadied {
            return refuse("CF 6.8", "it is being steadied");
        }
        match unit.control {
            Control::By(_) | Control::Attached(_) | Control::Tested(Verdict::AsWished) => Ok(()),
            Control::Tested(Verdict::RepeatLastMove | Verdict::Continue) if unit.last_turn.moved == Moved::Charged => {
                Ok(())
            }
            Control::Tested(Verdict::Halt) => refuse("CF 6.36", "it has to halt"),
            Control::Tested(_) => refuse("CF 6.35", "it repeats its last move, which was no charge"),
            Control::Conforms { behind: true, .. } => refuse("CF 6.29", "rear lines do not charge with the first"),
            Control::Conforms { .. } => refuse("CF 6.28", "it does as the unit beside it does"),
            Control::None => refuse("CF 6.26", "it is not under control"),
        }
    }

    /// Has to charge again after a charge that met nobody, if there is somebody whom it may charge (CF 14.13, 14.23, G48).
    pub(super) fn must_charge(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.charged_in_vain
            && !unit.steadied
            && unit.control != Control::Tested(Verdict::AsWished)
            && self.charge_of(id).is_none()
            && self.is_able_to_charge(id).is_ok()
            && self.has_target(id)
    }

    fn has_target(self, id: UnitId) -> bool {
        if self.is_unformed(id) {
            return self.enemies_of(id).any(|enemy| self.is_target(id, enemy, false).is_ok());
        }
        self.first_ahead(id).is_some_and(|(enemy, _)| self.is_target(id, enemy, false).is_ok())
    }

    pub(super) fn next_forced(self, side: Side) -> Option<UnitId> {
        self.right_to_left(side).into_iter().find(|&id| self.must_charge(id))
    }

    /// May draw swords without firing pistols (CF 14.14, 18.13, G39, G52).
    pub(crate) fn may_go_outrance(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        if !self.is_cavalry(id) {
            return false;
        }
        let hussars = self.is_hussars(id) && self.rules.options.outrance_hussars == OutranceHussars::On;
        hussars || (unit.style == Style::New && unit.class != Class::Hussars)
    }

    /// Enemy that can be run into: units in any state, guns with a crew, wagons; and whoever is behind a card (CF G67).
    pub(crate) fn can_be_charged(self, id: UnitId) -> bool {
        self.unit(id).place == Place::Table && (self.is_face_down(id) || !self.is_left_gun(id))
    }

    /// The way a charge at somebody leads: straight to the front, or straight at him for those who face all round (CF 14.12,
    /// G48).
    pub(super) fn way_to(self, id: UnitId, target: UnitId) -> Cdeg {
        if !self.is_unformed(id) {
            return self.unit(id).pose.facing;
        }
        let from = self.body(id).center();
        bearing(self.body(target).nearest(from) - from)
    }

    /// A unit's body as it runs that way: loose bases turn as they like (CF 11.36).
    pub(crate) fn running_body(self, id: UnitId, way: Cdeg) -> Body {
        let unit = self.unit(id);
        if !self.is_unformed(id) {
            return self.body(id).into_body();
        }
        self.rules.body_at(unit, self.turned_to(id, way))
    }

    /// The pose of loose bases that have turned that way about their middle. Where a wing would swing onto others, or into ground that
    /// is closed to it, they go as they stand: they look every way (CF 11.36, 11.39, G78, G199).
    pub(crate) fn turned_to(self, id: UnitId, way: Cdeg) -> Pose {
        let unit = self.unit(id);
        let turned = unit.pose.pivot(self.body(id).center(), turn(unit.pose.facing, way));
        if turned == unit.pose || self.may_swing_to(id, turned) { turned } else { unit.pose }
    }

    fn may_swing_to(self, id: UnitId, pose: Pose) -> bool {
        let (unit, now) = (self.unit(id), self.body(id));
        let there = self.rules.body_at(unit, pose);
        let near = f64::from(crate::measures::CONTACT);
        let taken = |other: UnitId| {
            let theirs = self.body(other);
            let onto = match self.side(other) == self.side(id) {
                true => theirs.overlaps(&there) && !theirs.overlaps(&now),
                // Ten yards are contact (CF 18.1).
                false => theirs.within(&there, near) && !theirs.within(&now, near),
            };
            other != id && !self.is_left_gun(other) && onto
        };
        let shut = (self.stands_in_water(&there) && !self.stands_in_water(&now))
            || (self.is_closed_to(unit, &there) && !self.is_closed_to(unit, &now));
        !shut && !self.on_table().any(taken)
    }

    /// How far a unit has to run that way until it meets another.
    pub(crate) fn gap_on_way(self, id: UnitId, way: Cdeg, other: UnitId) -> Option<f64> {
        cast(&self.running_body(id, way), heading(way), FARTHEST, &self.body(other)).map(|hit| hit.distance.max(0.0))
    }

    /// The nearest enemy in sight straight ahead of a unit, at any distance (CF 14.7, G48).
    pub(crate) fn first_ahead(self, id: UnitId) -> Option<(UnitId, f64)> {
        let loose = self.is_unformed(id);
        let ahead = self.enemies_of(id).filter(|&enemy| self.can_be_charged(enemy)).filter_map(|enemy| {
            let far = if loose { Some(self.distance(id, enemy)) } else { self.straight_ahead(id, enemy) };
            far.map(|far| (enemy, far))
        });
        let mut first: Option<(UnitId, f64)> = None;
        for (enemy, far) in ahead {
            if first.is_none_or(|(_, least)| far < least) && self.sees(id, enemy) {
                first = Some((enemy, far));
            }
        }
        first
    }

    /// Whether a unit may be declared to charge at an enemy (CF 14.3 to 14.8, 14.14, 14.23).
    pub(super) fn may_charge_at(self, id: UnitId, target: UnitId, outrance: bool) -> Result<(), Refusal> {
        self.known(target)?;
        let forced = self.must_charge(id);
        if !forced {
            self.may_charge(id)?;
        }
        self.is_target(id, target, outrance)?;
        if !forced {
            self.may_charge_by_orders(id, target)?;
        }
        Ok(())
    }

    /// Whether an enemy is one that a unit can charge, whoever decides it (CF 14.2, 14.12, 14.14, 14.23).
    fn is_target(self, id: UnitId, target: UnitId, outrance: bool) -> Result<(), Refusal> {
        let ahead = || {
            if self.is_unformed(id) {
                self.sees(id, target)
            } else {
                self.first_ahead(id).is_some_and(|(first, _)| first == target)
            }
        };
        self.is_target_ahead(id, target, outrance, ahead)
    }

    /// The same where it may be known already that it is straight ahead and in sight.
    fn is_target_ahead(
        self,
        id: UnitId,
        target: UnitId,
        outrance: bool,
        ahead: impl Fn() -> bool,
    ) -> Result<(), Refusal> {
        if self.side(target) == self.side(id) || !self.can_be_charged(target) {
            return refuse("CF 14.2", "that is nobody to charge");
        }
        if !ahead() {
            return refuse("CF 14.12", "a charge goes straight ahead, at the first enemy in sight");
        }
        if self.is_foot(id) {
            let near = self.straight_ahead(id, target).is_some_and(|far| within(far, REACH));
            // A card may be foot (CF G67).
            if !(self.is_foot(target) || self.is_face_down(target)) || !near {
                return refuse("CF 14.23", "Swedish foot charges enemy foot up to 60 yds ahead");
            }
        }
        if outrance && !self.may_go_outrance(id) {
            return refuse("CF 14.14", "only hussars and new-style cavalry charge à l'outrance");
        }
        Ok(())
    }

    /// Whether a unit may charge in one body with others (CF 14.8).
    pub(super) fn may_join(self, id: UnitId, lead: UnitId) -> Result<(), Refusal> {
        self.known(lead)?;
        self.may_charge(id)?;
        let Some(charge) = self.state.charges.iter().find(|charge| charge.lead == lead) else {
            return refuse("CF 14.8", "that unit leads no charge");
        };
        if charge.side != self.side(id) || self.is_foot(id) != self.is_foot(lead) {
            return refuse("CF 14.8", "it cannot be one body with them");
        }
        let loose = self.is_unformed(id);
        let beside = |other: UnitId| {
            let alike = loose || turn(self.unit(other).pose.facing, self.unit(id).pose.facing).abs() <= ALIKE;
            alike && self.is_unformed(other) == loose && self.touches(id, other)
        };
        if !charge.units.iter().any(beside) {
            return refuse("CF 14.8", "one body stands together and looks one way");
        }
        if self.is_foot(id) {
            return Ok(());
        }
        self.may_charge_by_orders(id, charge.target)
    }

    /// Units beside a charging one that do exactly as it does (CF 6.28).
    pub(super) fn conformers(self, id: UnitId) -> Units {
        let mut all: Units = [id].into_iter().collect();
        loop {
            let next = self.at_hand(self.side(id)).into_iter().find(|&friend| {
                let Control::Conforms { to, behind: false } = self.unit(friend).control else { return false };
                all.contains(to) && !all.contains(friend) && self.is_able_to_charge(friend).is_ok()
            });
            match next {
                Some(friend) if self.charge_of(friend).is_none() => all.insert(friend),
                _ => return all,
            }
        }
    }

    /// What a seat may declare (CF 14.3).
    pub(super) fn charge_menu(self, seat: Seat, side: Side, menu: &mut Vec<Decision>) {
        for id in self.at_hand(side).into_iter().filter(|&id| self.seat(id) == seat) {
            if self.may_charge(id).is_err() {
                continue;
            }
            self.charges_of(id, menu);
            for charge in self.state.charges.iter().filter(|charge| self.may_join(id, charge.lead).is_ok()) {
                menu.push(Decision::Charge(ChargeChoice::Join { unit: id, lead: charge.lead }));
            }
        }
    }

    pub(super) fn has_charge(self, seat: Seat, side: Side) -> bool {
        let own = self.at_hand(side).into_iter();
        let mut own = own.filter(|&id| self.seat(id) == seat && self.may_charge(id).is_ok());
        own.any(|id| {
            self.may_charge_somebody(id)
                || self.state.charges.iter().any(|charge| self.may_join(id, charge.lead).is_ok())
        })
    }

    fn may_charge_somebody(self, id: UnitId) -> bool {
        if self.is_unformed(id) {
            return self.enemies_of(id).any(|enemy| self.may_charge_at(id, enemy, false).is_ok());
        }
        self.first_ahead(id).is_some_and(|(enemy, _)| self.may_charge_at(id, enemy, false).is_ok())
    }

    pub(super) fn charges_of(self, id: UnitId, menu: &mut Vec<Decision>) {
        let forced = self.must_charge(id);
        if !forced && self.may_charge(id).is_err() {
            return;
        }
        let loose = self.is_unformed(id);
        let mut add = |target: UnitId| {
            if !forced && self.may_charge_by_orders(id, target).is_err() {
                return;
            }
            let ahead = !loose || (self.can_be_charged(target) && self.sees(id, target));
            for outrance in [false, true] {
                if self.is_target_ahead(id, target, outrance, || ahead).is_ok() {
                    menu.push(Decision::Charge(ChargeChoice::Declare { unit: id, target, outrance }));
                }
            }
        };
        if loose {
            self.enemies_of(id).for_each(&mut add);
        } else if let Some((target, _)) = self.first_ahead(id) {
            add(target);
        }
    }

    // --- Dice

    /// Dice that a unit may charge or counter-charge with (CF 11.33, 14.9, 14.10, G33).
    pub(super) fn may_use_dice(self, id: UnitId, dice: MoveDice) -> Result<(), Refusal> {
        let cavalry = self.is_cavalry(id);
        if dice.count() == 0 || dice.average == 0 || (!cavalry && dice.average > 1) {
            return refuse("CF 14.9", "there are no such dice for it");
        }
        let limited = self.rules.options.charge_speed == ChargeSpeed::Limited;
        if cavalry && limited && dice.count() > self.unit(id).last_turn.speed + 2 {
            return refuse("CF 11.33", "cavalry changes its speed by two dice at most");
        }
        Ok(())
    }

    /// Dice of a declared charge: one at least from beyond 20 yds (CF 14.9).
    pub(super) fn may_charge_with(self, lead: UnitId, dice: MoveDice) -> Result<(), Refusal> {
        let Some(charge) = self.state.charges.iter().find(|charge| charge.lead == lead) else {
            return refuse("CF 14.10", "that unit leads no charge");
        };
        if charge.stage != Stage::Declared {
            return refuse("CF 14.10", "its dice are declared, and none is added");
        }
        if dice == MoveDice::NONE {
            let near = self.gap_of(charge).is_some_and(|gap| within(gap, HALT));
            return if near { Ok(()) } else { refuse("CF 14.9", "from beyond 20 yds it takes a die at least") };
        }
        charge.units.iter().try_for_each(|id| self.may_use_dice(id, dice))
    }

    /// How far a charge is from its target.
    pub(super) fn gap_of(self, charge: &Charge) -> Option<f64> {
        let gaps = charge.units.iter().filter_map(|id| self.gap_on_way(id, charge.heading, charge.target));
        gaps.reduce(f64::min)
    }

    /// The next charge of whose dice something is to be said.
    pub(super) fn next_undiced(self) -> Option<&'a Charge> {
        self.state.charges.iter().find(|charge| charge.stage == Stage::Declared)
    }

    pub(super) fn dice_menu(self, charge: &Charge, menu: &mut Vec<Decision>) {
        let unit = charge.lead;
        for dice in ALL_DICE {
            if self.may_charge_with(unit, dice).is_ok() {
                menu.push(Decision::Charge(ChargeChoice::Dice { unit, dice }));
            }
        }
    }

    /// The enemies a charge is upon: whoever it would meet first, and others as near on its way.
    pub(super) fn charged_by(self, charge: &Charge) -> Units {
        let mut charged: Units = [charge.target].into_iter().collect();
        let dir = heading(charge.heading);
        let mut runners: ArrayVec<Body, 32> = ArrayVec::new();
        for id in charge.units.iter() {
            self.state.overflow.keep(&mut runners, self.running_body(id, charge.heading));
        }
        let gaps = |enemy: UnitId| {
            let theirs = self.body(enemy);
            let gaps = runners.iter().filter_map(|runner| cast(runner, dir, FARTHEST, &theirs));
            gaps.map(|hit| hit.distance.max(0.0)).reduce(f64::min)
        };
        let Some(first) = gaps(charge.target) else { return charged };
        let ten = f64::from(crate::measures::CONTACT);
        for enemy in self.of_side(charge.side.other()).filter(|&enemy| self.can_be_charged(enemy)) {
            if gaps(enemy).is_some_and(|gap| gap <= first + ten + TOUCH) {
                charged.insert(enemy);
            }
        }
        charged
    }
}

/// Every number of dice a charge may have (T1a), and none from close by.
pub(super) const ALL_DICE: [MoveDice; 5] =
    [MoveDice::NONE, MoveDice::new(1, false), MoveDice::new(2, false), MoveDice::new(1, true), MoveDice::new(2, true)];
