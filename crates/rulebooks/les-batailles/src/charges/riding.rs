//! Charge Movement (19.1.1, 19.2): a hex at a time inside the Charge Zone, without turning.

use super::{CHARGE, Charge, ChargeStage, ChargeStep, in_front_zone};
use crate::agenda::Step;
use crate::assault::AssaultStep;
use crate::cards::{UnitId, UnitSet};
use crate::charts::{ChargeEntry, Cost, Hexside, Mover, Surcharge};
use crate::face::told::{Who, charges as told, morale as told_morale};
use crate::facing::{Shape, Stance};
use crate::fraction::Points;
use crate::ground::{Feature, Slope, Terrain};
use crate::hexes::{Facing, Hexes};
use crate::morale::{Check, CheckKind};
use crate::movement::{Cause, Motion};
use crate::reactions::Trigger;
use crate::stacking::Violation;
use crate::state::{Formed, Order};
use crate::table::{Play, Stack, Table};
use crate::zones::Zone;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex};
use kernel::{Listener, Refusal};

/// A step of a charge, ready to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stride {
    pub to: Hexes,
    pub cost: Points,
    /// It leads onto a Square (19.7.4).
    pub over: bool,
}

/// Enemy stacks, each by its top unit.
pub(crate) type Tops = ArrayVec<UnitId, 16>;

fn points(cost: Cost) -> Option<Points> {
    match cost {
        Cost::Halves(halves) => Some(Points::HALF.times(halves)),
        Cost::Prohibited => None,
    }
}

impl<'a> Table<'a> {
    pub fn charge(self, no: u8) -> Option<&'a Charge> {
        self.state.charges.get(usize::from(no))
    }

    /// The numbers of the charges that are at that stage.
    pub(crate) fn charges_at(self, stage: ChargeStage) -> impl Iterator<Item = u8> + use<'a> {
        let all = self.state.charges.iter().enumerate();
        all.filter(move |(_, charge)| charge.stage == stage).map(|(no, _)| no as u8)
    }

    /// The charge a unit makes, unless it is over.
    pub fn charge_of(self, id: UnitId) -> Option<u8> {
        let own = |charge: &Charge| charge.stage != ChargeStage::Over && charge.units.contains(id);
        self.state.charges.iter().position(own).map(|no| no as u8)
    }

    /// The units of a charge that are still on the map, from the top down.
    pub fn riders(self, no: u8) -> Stack {
        let Some(charge) = self.charge(no) else { return Stack::new() };
        let mut riders: Stack = charge.units.iter().filter(|&id| self.unit(id).on_map()).take(8).collect();
        riders.sort_by_key(|&id| self.unit(id).rank);
        riders
    }

    /// The unit on top of a charge, as long as there is one.
    pub fn lead(self, no: u8) -> Option<UnitId> {
        self.riders(no).first().copied()
    }

    /// How a charge comes on: where it is now, facing as it was declared, also when it is in Disorder.
    pub(crate) fn coming(self, no: u8) -> Option<Stance> {
        let (charge, lead) = (self.charge(no)?, self.lead(no)?);
        let shape = if charge.formed == Formed::Companies { Shape::Column } else { Shape::Line };
        Some(Stance { hexes: self.unit(lead).hexes, facing: charge.facing, shape })
    }

    /// The hexsides a charge goes on through: the front of its Line or of the head of its column (LB 19.2.2a). A column in a Grand
    /// Charge goes straight ahead (LB 19.16.4.1), and aside only to slip round what halts it.
    pub(crate) fn ways_on(self, facing: Facing) -> ArrayVec<Dir, 3> {
        match facing {
            Facing::Corner(ahead) => ahead.front().into_iter().collect(),
            Facing::Side(ahead) => [ahead, ahead.left(1), ahead.right(1)].into_iter().collect(),
            Facing::Round => ArrayVec::new(),
        }
    }

    /// How far a charge may go in its Charge Movement (LB 24.3, 24.10).
    pub(crate) fn charge_reach(self, charge: &Charge) -> u8 {
        if !charge.is_grand() {
            return CHARGE;
        }
        // The printed Movement Potential of the slowest of them, less by dusk and night (LB 19.16.3, 21.1.1, 21.1.2).
        let all = self.state.charges.iter().filter(|other| other.leader == charge.leader && other.is_grand());
        all.flat_map(|other| other.units.iter()).map(|id| self.movement_by_light(id)).min().unwrap_or(CHARGE)
    }

    /// A hex lies in the Charge Zone, which is fixed where the charge was declared (LB 19.2.1a).
    pub(crate) fn in_charge_zone(self, charge: &Charge, hex: Hex) -> bool {
        in_front_zone(self.grid(), charge.began(), self.charge_reach(charge), hex)
    }

    /// In the zone, or next to it (LB 19.2.7a).
    pub(crate) fn at_charge_zone(self, charge: &Charge, hex: Hex) -> bool {
        self.in_charge_zone(charge, hex) || self.neighbours(hex).any(|near| self.in_charge_zone(charge, near))
    }

    /// What the ground says to charges that enter a hex over a hexside (LB 19.2.3, 19.2.4, 19.2.5).
    pub(crate) fn charge_entry(self, from: Hex, dir: Dir) -> ChargeEntry {
        let Some(to) = self.grid().neighbour(from, dir) else { return ChargeEntry::Prohibited };
        let charts = &self.rules.charts.ground;
        let terrain = charts.terrain(self.ground().at(to)).charge;
        let rows = self.rows_of(from, dir);
        let barred = |entry: ChargeEntry| matches!(entry, ChargeEntry::Prohibited | ChargeEntry::FromTheRear);
        if self.is_barred(Mover::Cavalry, from, dir)
            || barred(terrain)
            || rows.iter().any(|&row| barred(charts.hexside(row).charge))
        {
            return ChargeEntry::Prohibited;
        }
        if self.is_go(to) { ChargeEntry::Ends } else { terrain }
    }

    /// What lies on a hexside, as rows of the charts; a slope counts where it leads up.
    fn rows_of(self, from: Hex, dir: Dir) -> ArrayVec<Hexside, 2> {
        let side = self.ground().hexside(from, dir);
        let up = self.grid().neighbour(from, dir).is_some_and(|to| self.ground().level(to) > self.ground().level(from));
        let slope = match side.slope {
            Slope::Normal if up => Some(Hexside::Slope),
            Slope::Severe if up => Some(Hexside::SevereSlope),
            _ => None,
        };
        let feature = match side.feature {
            Some(Feature::Stream) => Some(Hexside::Stream),
            Some(Feature::Ford) => Some(Hexside::Ford),
            Some(Feature::River) => Some(Hexside::River),
            Some(Feature::Hedge) => Some(Hexside::Hedge),
            Some(Feature::Wall) => Some(Hexside::Wall),
            Some(Feature::Bridge | Feature::Gate) | None => None,
        };
        [slope, feature].into_iter().flatten().collect()
    }

    /// What it costs cavalry to ride into a hex, hexside and all (LB 19.14.4a).
    pub(crate) fn charge_cost(self, from: Hex, dir: Dir) -> Option<Points> {
        let to = self.grid().neighbour(from, dir)?;
        let charts = &self.rules.charts.ground;
        let mut cost = points(charts.entering(self.ground().at(to), Mover::Cavalry))?;
        for row in self.rows_of(from, dir) {
            cost += points(charts.crossing(row, Mover::Cavalry))?;
        }
        Some(cost)
    }

    /// Where each hex of a body comes by a step that way: of a Line all go aside by side, in a column each follows the one before
    /// it (LB 12.5.3a, 19.2.2.1). A part that would come to lie on a Square goes beside it (LB G3.78).
    pub(crate) fn charge_step(self, stance: Stance, dir: Dir) -> Option<Hexes> {
        let grid = self.grid();
        if stance.shape != Shape::Column {
            let mut to: ArrayVec<Hex, 8> = ArrayVec::new();
            for hex in stance.hexes.iter() {
                self.state.overflow.keep(&mut to, grid.neighbour(hex, dir)?);
            }
            return Hexes::all(to);
        }
        let mut to: ArrayVec<Hex, 8> = ArrayVec::new();
        self.state.overflow.keep(&mut to, grid.neighbour(stance.hexes.head(), dir)?);
        for hex in stance.hexes.iter().take(stance.hexes.len() - 1) {
            let before = *to.last()?;
            let square = |at: Hex| self.state.stack(at).any(|id| self.unit(id).formed == Formed::Square);
            let free = |at: Hex| self.state.is_empty(at) || stance.hexes.contains(at) && !square(at);
            let place = if free(hex) && grid.adjacent(before, hex) {
                Some(hex)
            } else {
                let beside = self.neighbours(before).filter(|&at| free(at) && !to.contains(&at) && !self.is_go(at));
                beside.min_by_key(|&at| grid.distance(at, stance.hexes.tail()))
            };
            if let Some(place) = place.filter(|place| !to.contains(place)) {
                self.state.overflow.keep(&mut to, place);
            }
        }
        Hexes::all(to)
    }

    /// Whether a charge may ride through or over whoever is in a hex: skirmishers and Squares of either arm (LB 19.2.6, 12.9.5a);
    /// of the enemy only Squares, and of its targets only after a Recall (LB 19.1.1.3a-i); a Grand Charge, which names no targets, rides over
    /// them all (LB 19.16.4.3, 19.16.6.1).
    fn lets_ride(self, charge: &Charge, side: kernel::Side, hex: Hex) -> Result<bool, Refusal> {
        let there: Stack = self.state.stack(hex).filter(|&id| !charge.units.contains(id)).collect();
        let Some(&first) = there.first() else { return Ok(false) };
        let square = there.iter().any(|&id| self.unit(id).formed == Formed::Square);
        if self.side(first) != side {
            if !square {
                return Err(Refusal::new("LB 19.2.6", "enemies are in the way"));
            }
            if there.iter().any(|&id| charge.targets.contains(id)) {
                return Err(Refusal::new(
                    "LB 19.1.1.3a-i",
                    "a Square that is its target is ridden over after a Recall only",
                ));
            }
            return Ok(true);
        }
        let loose = there.iter().all(|&id| self.is_skirmishing(id));
        if square || loose { Ok(square) } else { Err(Refusal::new("LB 19.2.6", "friends are in the way")) }
    }

    /// Whether a charge may take a step that way from where it is, and what it takes.
    pub(crate) fn stride(self, no: u8, dir: Dir) -> Result<Stride, Refusal> {
        let gone = || Refusal::new("LB 19.2.1a", "there is nobody to ride on");
        let (charge, mut stance) = (self.charge(no).ok_or_else(gone)?, self.coming(no).ok_or_else(gone)?);
        let lead = self.lead(no).ok_or_else(gone)?;
        if !self.ways_on(charge.facing).contains(&dir) {
            return Err(Refusal::new("LB 19.2.2a", "a charge does not turn"));
        }
        let off = || Refusal::new("LB 19.2.1a", "the map ends there");
        if let Some(over) = self.over_of(charge) {
            let beyond = self.charge_step(stance, over).ok_or_else(off)?;
            stance = Stance { hexes: beyond, ..stance };
        }
        let to = self.charge_step(stance, dir).ok_or_else(off)?;
        // Of a column the head alone is bound (LB 19.2.1.1).
        let (olds, news): (ArrayVec<Hex, 8>, ArrayVec<Hex, 8>) = match stance.shape {
            Shape::Column => (std::iter::once(stance.hexes.head()).collect(), std::iter::once(to.head()).collect()),
            _ => (stance.hexes.iter().collect(), to.iter().collect()),
        };
        let apart = |hexes: &ArrayVec<Hex, 8>, must: Hex| {
            hexes.iter().map(|&hex| self.grid().distance(hex, must)).min().unwrap_or(u16::MAX)
        };
        if let Some(must) = charge.must
            && apart(&news, must) >= apart(&olds, must)
        {
            return Err(Refusal::new("LB 19.4.2b", "it has to follow those who gave way"));
        }
        if news.iter().any(|&hex| !self.in_charge_zone(charge, hex)) && charge.must.is_none() {
            return Err(Refusal::new("LB 19.2.1a", "that is outside of its Charge Zone"));
        }
        let hidden =
            |&hex: &Hex| self.rules.charts.ground.terrain(self.ground().at(hex)).charge == ChargeEntry::NotThrough;
        if charge.entered > 0 && olds.iter().any(hidden) {
            return Err(Refusal::new("LB 19.2.3", "a charge does not go through what blocks the sight"));
        }
        let zone = self.unit_in_zone(lead);
        if charge.entered > 0 && zone == Zone::Cavalry && charge.must.is_none() {
            return Err(Refusal::new("LB 10.3.1a", "it is in the zone of enemy cavalry"));
        }
        let (mut cost, mut over, mut among) = (Points::ZERO, false, false);
        let side = self.side(lead);
        for (&old, &new) in olds.iter().zip(&news) {
            if self.charge_entry(old, dir) == ChargeEntry::Prohibited {
                return Err(Refusal::new("LB 19.2.5", "cavalry may not enter that"));
            }
            let square = self.lets_ride(charge, side, new)?;
            over |= square && self.enemy_at(side, new);
            // Skirmishers next to an enemy make way, others and Squares stay where they are.
            let stays = square || !self.enemy_beside(side, new);
            among |= stays && self.state.stack(new).any(|id| !charge.units.contains(id));
            let step =
                self.charge_cost(old, dir).ok_or_else(|| Refusal::new("LB 19.2.5", "cavalry may not enter that"))?;
            cost = cost.max(step);
        }
        if over && charge.over.is_some() {
            return Err(Refusal::new("LB 19.7.4a", "it is on top of one Square already"));
        }
        // Every second hex costs a Line of several more (LB 12.6.4b).
        if stance.shape == Shape::Line && to.len() > 1 && charge.entered % 2 == 1 {
            cost += points(self.rules.charts.ground.surcharge(Surcharge::LineSecondHex, Mover::Cavalry))
                .unwrap_or(Points::ZERO);
        }
        if charge.spent + cost > Points::whole(self.charge_reach(charge)) {
            return Err(Refusal::new("LB 19.2.1a", "it has not got the points"));
        }
        let stride = Stride { to, cost, over };
        if over && !self.gets_off(no, charge, stance, stride) {
            return Err(Refusal::new("LB 19.16.6.1", "there is no way on from that Square"));
        }
        // It may not end among friends (LB 12.10.5.1b, 19.2.6).
        if among && !over && !self.gets_off(no, charge, stance, stride) {
            return Err(Refusal::new("LB 12.10.5.1b", "there is no way on from among them"));
        }
        Ok(stride)
    }

    /// The direction in which a charge has ridden onto a Square.
    fn over_of(self, charge: &Charge) -> Option<Dir> {
        charge.over.and(charge.last[0])
    }

    /// There is room behind a Square, and there are points to get there (LB 19.16.6.1).
    fn gets_off(self, no: u8, charge: &Charge, stance: Stance, stride: Stride) -> bool {
        let Some(side) = self.lead(no).map(|lead| self.side(lead)) else { return false };
        let on = Stance { hexes: stride.to, ..stance };
        self.ways_on(charge.facing).into_iter().any(|next| {
            let Some(to) = self.charge_step(on, next) else { return false };
            let (old, new) = (on.hexes.head(), to.head());
            let lands: ArrayVec<Hex, 8> =
                if on.shape == Shape::Column { [new].into_iter().collect() } else { to.iter().collect() };
            let free = lands.iter().all(|&hex| {
                let open = self.state.stack(hex).all(|id| self.side(id) == side && self.is_skirmishing(id));
                open && !self.is_go(hex) && self.in_charge_zone(charge, hex)
            });
            let cost = self.charge_cost(old, next).map(|cost| charge.spent + stride.cost + cost);
            let enough = cost.is_some_and(|cost| cost <= Points::whole(self.charge_reach(charge)));
            free && enough && self.charge_entry(old, next) != ChargeEntry::Prohibited
        })
    }

    /// The hexes of a charge that have an enemy unit before them; a column strikes with its head.
    pub(crate) fn hexes_touching(self, no: u8, enemy: UnitId) -> ArrayVec<Hex, 8> {
        let Some(stance) = self.coming(no) else { return ArrayVec::new() };
        let theirs = self.unit(enemy).hexes;
        self.hexes_facing(stance, theirs)
    }

    /// The hexes of a body that have one of those hexes before them, with no hexside between that cavalry may not cross.
    pub(crate) fn hexes_facing(self, stance: Stance, theirs: Hexes) -> ArrayVec<Hex, 8> {
        let ways = self.ways_on(stance.facing);
        let own = stance.hexes.iter().take(if stance.shape == Shape::Column { 1 } else { 8 });
        let touches = |&hex: &Hex| {
            let struck = |&dir: &Dir| {
                let to = self.grid().neighbour(hex, dir).filter(|&to| theirs.contains(to));
                to.is_some() && self.charge_entry(hex, dir) != ChargeEntry::Prohibited
            };
            ways.iter().any(struck)
        };
        own.filter(touches).collect()
    }

    /// A charge has an enemy unit before it.
    pub(crate) fn touches(self, no: u8, enemy: UnitId) -> bool {
        self.unit(enemy).on_map() && !self.hexes_touching(no, enemy).is_empty()
    }

    /// The tops of stacks among units.
    pub(crate) fn tops(self, units: impl Iterator<Item = UnitId>) -> Tops {
        let mut tops = Tops::new();
        for id in units.filter(|&id| self.unit(id).on_map()) {
            let top = self.top_of(id);
            if !tops.contains(&top) {
                self.state.overflow.keep(&mut tops, top);
            }
        }
        tops
    }

    /// The targets of a charge that it has before it now.
    pub(crate) fn targets_met(self, no: u8) -> Tops {
        let targets = self.charge(no).map(|charge| charge.targets).unwrap_or(UnitSet::EMPTY);
        let tops = self.tops(targets.iter());
        tops.into_iter().filter(|&top| self.stack_of(top).iter().any(|&id| self.touches(no, id))).collect()
    }

    /// Whether a charge may take an enemy stack for its target (LB 24.21, 19.2.7a, 19.2.7b, 19.2.7.1, 19.2.8a, 10.3.4c, 19.2.5).
    pub(crate) fn may_target(self, no: u8, top: UnitId) -> Result<(), Refusal> {
        let refuse = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        let (Some(charge), Some(lead), Some(stance)) = (self.charge(no), self.lead(no), self.coming(no)) else {
            return refuse("LB 19.2.7a", "there is nobody to charge");
        };
        self.known(top)?;
        let unit = self.unit(top);
        if !unit.on_map() || self.side(top) == self.side(lead) || unit.wrecked {
            return refuse("LB 19.2.7a", "only enemy combat units are charged");
        }
        let stack = self.stack_of(top);
        let hexes = || stack.iter().flat_map(|&id| self.unit(id).hexes.iter());
        if !hexes().any(|hex| self.at_charge_zone(charge, hex)) {
            return refuse("LB 19.2.7a", "it is neither in the Charge Zone nor next to it");
        }
        // From on top of a Square it charges nobody else (LB 19.7.4d).
        if charge.over.is_some() {
            return refuse("LB 19.7.4d", "it is on top of a Square");
        }
        if !hexes().any(|hex| in_front_zone(self.grid(), stance, 2, hex)) {
            return refuse("LB 19.2.7a", "it is not in its front");
        }
        if charge.declined.contains(top) {
            return refuse("LB 19.2.7b", "it was declined before");
        }
        let others = self.state.charges.iter().enumerate().filter(|&(other, _)| other != usize::from(no));
        let taken = others.filter(|(_, other)| !matches!(other.stage, ChargeStage::Over | ChargeStage::Declared));
        let shared = |other: &Charge| charge.is_grand() && other.is_grand();
        if taken.into_iter().any(|(_, other)| other.targets.contains(top) && !shared(other)) {
            return refuse("LB 19.2.7.1", "it is the target of another charge");
        }
        let horse = |id: UnitId| self.is_cavalry(id);
        if charge.entered == 0 && self.charges_cavalry_only(lead) && !horse(top) {
            return refuse("LB 10.3.4c", "in the zone of enemy cavalry it charges that cavalry");
        }
        if self.tops(charge.targets.iter()).iter().any(|&other| horse(other) != horse(top)) {
            return refuse("LB 19.2.8a", "cavalry is not charged together with others");
        }
        let prohibited =
            |hex: Hex| self.rules.charts.ground.terrain(self.ground().at(hex)).charge == ChargeEntry::Prohibited;
        if hexes().all(prohibited) {
            return refuse("LB 19.2.5", "cavalry may not enter that");
        }
        Ok(())
    }

    /// The enemy stacks about which a charge has to say now whether they are its targets: within two hexes and in sight, before it
    /// goes on; those of foot and guns that are so near at the beginning whether it sees them or not (LB 19.2.7b, 19.2.7c,
    /// 19.1.1.2a). Where cavalry is among them it is the cavalry (LB 19.2.8a). A Grand Charge declares nothing (LB 19.16.8).
    pub(crate) fn to_declare(self, no: u8) -> Tops {
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return Tops::new() };
        if charge.is_grand() || charge.stage != ChargeStage::Riding || charge.must.is_some() {
            return Tops::new();
        }
        let wide = charge.formed == Formed::Line && self.unit(lead).hexes.len() > 1;
        if !charge.targets.is_empty() && !wide {
            return Tops::new();
        }
        let near = self.enemies_of(lead).filter(|&id| {
            let close = self.distance(lead, id) <= 2;
            let seen = charge.entered == 0 && !self.is_cavalry(id) || self.units_see(lead, id);
            close && seen && !charge.targets.contains(id) && !charge.declined.contains(id)
        });
        let tops: Tops = self.tops(near).into_iter().filter(|&top| self.may_target(no, top).is_ok()).collect();
        let horse: Tops = tops.iter().copied().filter(|&top| self.is_cavalry(top)).collect();
        if horse.is_empty() { tops } else { horse }
    }

    /// Whether a charge may stop where it is: it has no target that it has not met (LB 19.2.7d), and stands on nobody.
    pub(crate) fn may_end_charge(self, no: u8) -> Result<(), Refusal> {
        let Some(charge) = self.charge(no) else { return Err(self.out_of_turn()) };
        if charge.over.is_some() {
            return Err(Refusal::new("LB 19.7.4e", "a Square is fought from on top of it after a Recall only"));
        }
        if charge.must.is_some() {
            return Err(Refusal::new("LB 19.4.2b", "it has to follow those who gave way"));
        }
        let stranded = self.lead(no).is_some_and(|lead| {
            let mut hexes = self.unit(lead).hexes.iter();
            hexes.any(|hex| self.state.stack(hex).any(|id| !charge.units.contains(id)))
        });
        if stranded {
            return Err(Refusal::new("LB 12.10.5.1b", "it may not end among skirmishers"));
        }
        let targets = charge.targets.iter().any(|id| self.unit(id).on_map());
        if targets && self.targets_met(no).is_empty() {
            return Err(Refusal::new("LB 19.2.7d", "it has not met its target"));
        }
        Ok(())
    }

    /// Whether a Line may grow or shrink by a hex on that hand before its next step: once for each hex it has gone on, not in
    /// charges of reaction (LB 19.2.2.2a, 19.2.2.2b).
    pub(crate) fn reshaped(self, no: u8, hand: Hand, extends: bool) -> Result<Hexes, Refusal> {
        let refuse = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return Err(self.out_of_turn()) };
        let (Facing::Corner(ahead), true) = (charge.facing, charge.is_own() && !charge.is_grand()) else {
            return refuse("LB 19.2.2.2b", "only the Line of a Charge extends or consolidates");
        };
        if charge.reshaped || charge.entered == 0 || charge.over.is_some() {
            return refuse("LB 19.2.2.2a", "one hex for each hex of its advance");
        }
        let riders = self.riders(no);
        let unit = self.unit(lead);
        if riders.len() > 1 || unit.order != Order::Good {
            return refuse("LB 11.1.2.1a", "a stack does not extend");
        }
        let mut hexes: ArrayVec<Hex, 8> = unit.hexes.iter().collect();
        if !extends {
            if hexes.len() < 2 {
                return refuse("LB 19.2.2.2a", "it is in one hex");
            }
            if hand == Hand::Left {
                hexes.remove(0);
            } else {
                hexes.pop();
            }
        } else {
            let end = if hand == Hand::Left { unit.hexes.head() } else { unit.hexes.tail() };
            let Some(hex) = self.grid().neighbour(end, ahead.aside(hand)) else {
                return refuse("LB 19.2.2.2a", "the map ends there");
            };
            let free = self.state.is_empty(hex) && !self.is_go(hex);
            let open = self.charge_entry(end, ahead.aside(hand)) != ChargeEntry::Prohibited;
            if !free || !open || !self.in_charge_zone(charge, hex) {
                return refuse("LB 11.1.2.1a", "there is no room for it");
            }
            let long = hexes.len() + 1;
            if !self.has_strength_for(&riders, Formed::Line, long)
                || usize::from(self.increments(lead)) < long
                || long > 8
            {
                return refuse("LB 11.1.6a", "it is not strong enough for so many hexes");
            }
            if hand == Hand::Left {
                hexes.insert(0, hex);
            } else {
                hexes.push(hex);
            }
        }
        Hexes::all(hexes).ok_or_else(|| Refusal::new("LB 19.2.2.2a", "it cannot be so wide"))
    }

    /// A charge goes on to nothing more: it stands in terrain of General Order, or in what blocks the sight.
    fn is_spent(self, no: u8) -> bool {
        self.lead(no).is_none_or(|lead| self.unit(lead).hexes.iter().any(|hex| self.is_go(hex)))
    }

    /// All steps a charge may take.
    pub(crate) fn strides(self, no: u8) -> ArrayVec<Dir, 3> {
        let Some(charge) = self.charge(no) else { return ArrayVec::new() };
        self.ways_on(charge.facing).into_iter().filter(|&dir| self.stride(no, dir).is_ok()).collect()
    }

    /// Whether a charge that followed those who gave way may charge on to where they went: before it, in its zone or just beyond the
    /// last of its points, and not from ground that halts charges (LB 19.4.2b).
    pub(crate) fn may_follow_to(self, no: u8, top: UnitId) -> bool {
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return false };
        let hidden =
            |hex: Hex| self.rules.charts.ground.terrain(self.ground().at(hex)).charge == ChargeEntry::NotThrough;
        let halted = self.unit(lead).hexes.iter().any(|hex| self.is_go(hex) || hidden(hex));
        let zone = self.unit(top).hexes.iter().any(|hex| self.at_charge_zone(charge, hex));
        self.side(top) != self.side(lead) && !halted && zone && self.touches(no, top)
    }

    /// A special structure, for those who charge it.
    pub(crate) fn is_in_structure(self, id: UnitId) -> bool {
        self.unit(id).hexes.iter().any(|hex| self.ground().at(hex) == Terrain::Structure)
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn charge_mut(&mut self, no: u8) -> Option<&mut Charge> {
        self.state.charges.get_mut(usize::from(no))
    }

    /// A charge is noted; one that is over makes room for it. None where there is no room at all.
    pub(crate) fn add_charge(&mut self, charge: Charge) -> Option<u8> {
        let over = self.state.charges.iter().position(|other| other.stage == ChargeStage::Over);
        let (value, overflow) = self.state.with_overflow();
        if let Some(place) = over {
            value.charges[place] = charge;
            return Some(place as u8);
        }
        let no = value.charges.len();
        overflow.keep(&mut value.charges, charge).then_some(no as u8)
    }

    /// A charge sets out (LB 19.1b).
    pub(super) fn set_out(&mut self, no: u8) {
        let Some(top) = self.table().lead(no) else {
            self.end_charge(no);
            return;
        };
        if let Some(charge) = self.charge_mut(no) {
            charge.stage = ChargeStage::Riding;
        }
        self.tell("LB 19.1.1.2a", told::SETS_OUT, &[Who::Unit(top)]);
        self.looks_round(no);
    }

    /// Where a charge is now: its targets are declared, the enemy answers, and it goes on.
    pub(super) fn looks_round(&mut self, no: u8) {
        if let Some(charge) = self.charge_mut(no) {
            charge.answered = kernel::SeatSet::EMPTY;
        }
        let steps = [ChargeStep::Declare(no), ChargeStep::Answer(no), ChargeStep::Meet(no), ChargeStep::Ride(no)];
        self.state.agenda.push_all(&steps.map(Step::Charge));
    }

    /// A step of a charge: enemies may fire as it leaves their zones, a Square as it leaves its hex and the hex beyond (LB 19.1.1.2b, 19.7.4c).
    pub(super) fn rides(&mut self, no: u8, dir: Dir) {
        let Some(lead) = self.table().lead(no) else { return };
        let units = self.table().riders(no).into_iter().collect();
        let to = self.table().stride(no, dir).ok().map(|stride| stride.to.head());
        self.push(Step::Charge(ChargeStep::Enter { charge: no, dir }));
        // Those who follow whoever gave way may be charged themselves (LB 19.4.5b).
        let follows = self.table().charge(no).is_some_and(|charge| charge.must.is_some());
        let trigger = if follows { Trigger::Follows } else { Trigger::Charges };
        self.open_window(trigger, lead, units, to);
    }

    /// It enters, if the fire has left anybody to.
    pub(super) fn enters(&mut self, no: u8, dir: Dir) {
        let table = self.table();
        // An Opportunity Charge has struck it: its charge is over (LB 19.4.5b).
        if table.lead(no).is_some_and(|lead| table.unit(lead).turn.movement.halted) {
            self.push(Step::Charge(ChargeStep::EndRide { charge: no, disorders: false }));
            return;
        }
        let Ok(stride) = table.stride(no, dir) else {
            self.looks_round(no);
            return;
        };
        let (Some(lead), Some(charge)) = (table.lead(no), table.charge(no).copied()) else { return };
        let before = table.unit(lead).hexes;
        if !stride.over && !charge.unmasked && self.asks_masked(no, dir, stride.to) {
            return;
        }
        if let Some(charge) = self.charge_mut(no) {
            charge.unmasked = false;
            charge.spent += stride.cost;
            charge.entered += 1;
            charge.last = [Some(dir), charge.last[0], charge.last[1]];
            charge.reshaped = false;
            charge.over = None;
            charge.recalled_here = false;
        }
        if stride.over {
            self.rides_over(no, stride.to);
            return;
        }
        self.displace_skirmishers(no, stride.to, before);
        self.place_charge(no, stride.to);
        self.crowds_squares(no, stride.to);
        if !charge.is_grand() {
            self.looks_round(no);
        }
        let riders = self.table().riders(no);
        for &id in &riders {
            self.unit_mut(id).turn.movement.spent += stride.cost;
        }
        self.tell("LB 19.1.1.2a", told::RIDES_TO, &[Who::Unit(lead), Who::Hexes(stride.to)]);
        if charge.must.is_some_and(|must| stride.to.contains(must)) {
            self.has_followed(no);
        }
        // Terrain of General Order ends the charge there (LB 19.2.4, G3.15).
        if stride.to.iter().any(|hex| self.table().is_go(hex)) {
            self.enters_general_order(no, dir);
        }
    }

    /// It has come into the hex of those who gave way: it charges where they went, or pursues those whom their attempt to form Square
    /// has routed; if there is nobody, its charge is over (LB 19.4.2b, 19.1.1.3a-iii, G3.48).
    fn has_followed(&mut self, no: u8) {
        let Some(charge) = self.charge_mut(no) else { return };
        let (then, hunts) = (charge.then.take(), charge.hunts.take());
        (charge.must, charge.loose) = (None, true);
        let charge = *charge;
        let next = then.and_then(|hex| self.table().top_at(hex)).filter(|&top| self.table().may_follow_to(no, top));
        if let Some(top) = next {
            let stack = self.table().stack_of(top);
            // Where they went to friends, or through them, it may recall once more (LB 19.8.1).
            if stack.iter().any(|&id| !charge.gave_way.contains(id)) {
                self.drop_ride(no);
                self.push(Step::Charge(ChargeStep::Among { charge: no, prey: top }));
                return;
            }
            if let Some(charge) = self.charge_mut(no) {
                stack.iter().for_each(|&id| charge.targets.insert(id));
                charge.loose = false;
            }
            return;
        }
        self.drop_ride(no);
        match hunts.filter(|&id| self.unit(id).on_map()) {
            Some(target) => self.hunts_down(no, target),
            None => self.push(Step::Charge(ChargeStep::EndRide { charge: no, disorders: false })),
        }
    }

    /// Units of a charge, and the leaders with them, come to lie on hexes (LB G3.35).
    pub(crate) fn place_charge(&mut self, no: u8, to: Hexes) {
        let riders = self.table().riders(no);
        self.place_riders(&riders, to);
    }

    pub(crate) fn place_riders(&mut self, riders: &Stack, to: Hexes) {
        let Some(&lead) = riders.first() else { return };
        let from = self.unit(lead).hexes;
        let leaders: ArrayVec<_, 8> = self.table().leaders_with(lead).take(8).collect();
        // Friends who stay in a hex keep their leaders.
        for leader in leaders {
            let at = self.state.leaders[leader.ix()].hex;
            let place = from.iter().position(|hex| hex == at).unwrap_or(0);
            self.leader_mut(leader).hex = to.get(place).unwrap_or(to.tail());
        }
        for &id in riders {
            let facing = self.unit(id).facing;
            self.state.put(id, to, facing);
            self.note_bulk(id);
        }
    }

    /// Before friendly skirmishers are ridden back, the targets that they mask say whether they fire at them or keep their fire for the
    /// charge (LB 12.10.5.2d, 12.10.5.2e, G-30). Tells whether anybody is asked.
    fn asks_masked(&mut self, no: u8, dir: Dir, to: Hexes) -> bool {
        let table = self.table();
        let (Some(charge), Some(lead)) = (table.charge(no), table.lead(no)) else { return false };
        let side = table.side(lead);
        let mut asked: ArrayVec<(UnitId, UnitId), 8> = ArrayVec::new();
        for hex in to.iter().filter(|&hex| table.enemy_beside(side, hex)) {
            for loose in
                table.stack_at(hex).into_iter().filter(|&id| table.side(id) == side && table.is_skirmishing(id))
            {
                for target in table.tops(charge.targets.iter()) {
                    if table.masked_asked(target, loose) && !asked.contains(&(target, loose)) {
                        table.state.overflow.keep(&mut asked, (target, loose));
                    }
                }
            }
        }
        if asked.is_empty() {
            return false;
        }
        if let Some(charge) = self.charge_mut(no) {
            charge.unmasked = true;
        }
        self.push(Step::Charge(ChargeStep::Enter { charge: no, dir }));
        for &(target, loose) in asked.iter().rev() {
            self.push(Step::Assault(AssaultStep::Masked { target, loose, charge: true }));
        }
        true
    }

    /// Friends in Square over whom a charge rides check with it where they are too many together (LB 12.9.5a).
    fn crowds_squares(&mut self, no: u8, to: Hexes) {
        let units: UnitSet = self.table().riders(no).into_iter().collect();
        for hex in to.iter() {
            let table = self.table();
            let square = table.state.stack(hex).any(|id| table.unit(id).formed == Formed::Square);
            if square && table.violates(hex, units, Motion::Charge) {
                self.violate(Violation::new(hex, units, Motion::Charge).passing());
            }
        }
    }

    /// Friendly skirmishers next to an enemy are thrown into Disorder and back to where the charge comes from (LB 19.1.1.2d,
    /// LB 12.10.5.2a, 12.10.5.2b, 12.10.5.2c); others are passed through (LB 12.10.5.1b).
    fn displace_skirmishers(&mut self, no: u8, to: Hexes, back: Hexes) {
        let table = self.table();
        let Some(side) = table.lead(no).map(|lead| table.side(lead)) else { return };
        for (place, hex) in to.iter().enumerate() {
            let table = self.table();
            if !table.enemy_beside(side, hex) {
                continue;
            }
            let masked: Stack = table
                .stack_at(hex)
                .into_iter()
                .filter(|&id| table.side(id) == side && table.is_skirmishing(id))
                .collect();
            let behind = back.get(place).unwrap_or(back.tail());
            for id in masked {
                self.state.put(id, Hexes::one(behind), Facing::Round);
                self.note_bulk(id);
                self.tell("LB 12.10.5.2b", told::RIDDEN_BACK, &[Who::Unit(id), Who::Hex(behind)]);
                self.disorder(id, Cause::Stacking);
                let coming: UnitSet = [id].into_iter().collect();
                if self.table().violates(behind, coming, Motion::Displacement) {
                    self.violate(Violation::new(behind, coming, Motion::Displacement));
                }
            }
        }
    }

    fn enters_general_order(&mut self, no: u8, dir: Dir) {
        let riders = self.table().riders(no);
        let Some(&lead) = riders.first() else { return };
        let hexes = self.unit(lead).hexes;
        let hex = hexes.iter().find(|&hex| self.table().is_go(hex)).unwrap_or(hexes.head());
        for &id in &riders {
            let unit = self.unit_mut(id);
            if unit.order == Order::Good {
                unit.formed = Formed::GeneralOrder;
                unit.facing = Facing::Side(dir);
            }
            let facing = self.unit(id).facing;
            self.state.put(id, Hexes::one(hex), facing);
            self.note_bulk(id);
        }
        self.tell("LB 19.2.4", told::HALTED_BY_GROUND, &[Who::Unit(lead), Who::Hex(hex)]);
    }

    /// A Line grows or shrinks as it rides, if it keeps its head (LB 19.2.2.2a).
    pub(super) fn reshapes(&mut self, no: u8, to: Hexes) {
        let Some(lead) = self.table().lead(no) else { return };
        let stack: Stack = [lead].into_iter().collect();
        let check =
            Check { rule: "LB 19.2.2.2a", title: told_morale::CHECKS, kind: CheckKind::General, modifiers: &[] };
        let checked = self.morale_check(&stack, &check);
        if checked.all_passed() {
            if let Some(charge) = self.charge_mut(no) {
                charge.reshaped = true;
            }
            self.place_charge(no, to);
            // It may have others before it now.
            self.pop_ride(no);
            self.looks_round(no);
            return;
        }
        // Its charge is over; it is Disordered, and Tired for having charged.
        self.pop_ride(no);
        self.push(Step::Charge(ChargeStep::EndRide { charge: no, disorders: true }));
    }

    fn pop_ride(&mut self, no: u8) {
        if self.state.agenda.top() == Some(Step::Charge(ChargeStep::Ride(no))) {
            self.pop();
        }
    }

    /// A charge has come to its end: it has met its targets and awaits the mêlée, or it has met nobody and is over; one that had a
    /// target and did not get there is Disordered (LB 19.2.7d, 19.1.1.2a).
    pub(super) fn ride_ends(&mut self, no: u8) {
        let table = self.table();
        let Some(charge) = table.charge(no).copied() else { return };
        let met = table.targets_met(no);
        let lost = charge.targets.iter().any(|id| table.unit(id).on_map() && table.unit(id).order != Order::Pgd);
        if !met.is_empty() && !table.is_spent(no) {
            self.makes_contact(no, &met);
        } else {
            let missed = lost && met.is_empty() && !charge.loose && charge.must.is_none();
            self.push(Step::Charge(ChargeStep::EndRide { charge: no, disorders: missed }));
        }
    }

    pub(super) fn makes_contact(&mut self, no: u8, met: &Tops) {
        let stacks: UnitSet = met.iter().flat_map(|&top| self.table().stack_of(top)).collect();
        if let Some(charge) = self.charge_mut(no) {
            charge.stage = ChargeStage::Contact;
            charge.targets = stacks;
        }
        if let Some(lead) = self.table().lead(no) {
            let tops: Stack = met.iter().copied().take(8).collect();
            self.tell("LB 19.1.1.2a", told::MEETS, &[Who::Unit(lead), Who::Units(&tops)]);
        }
    }

    /// A charge is over without a mêlée: it may regroup, and is completed.
    pub(super) fn end_ride(&mut self, no: u8, disorders: bool) {
        // Struck by an Opportunity Charge on its way, it has been fought out.
        if self.table().charge(no).is_none_or(|charge| charge.stage == ChargeStage::Over) {
            return;
        }
        if let Some(charge) = self.charge_mut(no) {
            charge.stage = ChargeStage::Fighting;
            charge.targets = UnitSet::EMPTY;
        }
        self.push(Step::Charge(ChargeStep::Complete(no)));
        self.push(Step::Charge(ChargeStep::Regroup(no)));
        if disorders {
            for id in self.table().riders(no) {
                self.disorder_charger(no, id);
            }
        }
    }

    /// A charging column that loses its order draws together in the hex of its head (LB 19.2.9e); a Line where its owner likes.
    pub(crate) fn disorder_charger(&mut self, no: u8, id: UnitId) {
        self.draw_to_head(no, id);
        if self.unit(id).order == Order::Good {
            self.disorder(id, Cause::Charge);
        }
    }

    pub(crate) fn draw_to_head(&mut self, no: u8, id: UnitId) {
        let column = self.table().charge(no).is_some_and(|charge| charge.formed == Formed::Companies);
        if column && self.unit(id).hexes.len() > 1 {
            let head = self.unit(id).hexes.head();
            self.collapse(id, head);
        }
    }

    /// A charge is struck off the list.
    pub(crate) fn end_charge(&mut self, no: u8) {
        if let Some(charge) = self.charge_mut(no) {
            charge.stage = ChargeStage::Over;
        }
    }
}
