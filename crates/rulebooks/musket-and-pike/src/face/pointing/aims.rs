//! What a hand on the map means. First come the answers on the menu that show where the hand points; where there is none, what it
//! would have asked for, so that the judge says why not.

use super::Who;
use super::signs::{Click, Sign, Way, way_of_move, way_of_react};
use crate::agenda::Step;
use crate::cards::{Class, LeaderId, Role, UnitId, WingId};
use crate::close_combat::{CombatChoice, CombatStep, FightStage, Party};
use crate::command::{CommandChoice, CommandStep};
use crate::decision::Decision;
use crate::facing::{Pose, Shape};
use crate::fire::{FireChoice, FireStep, Mode, Style};
use crate::movement::{EntryFormation, MoveChoice, MoveStep};
use crate::rally::{RallyChoice, RallyStep, Reform};
use crate::reaction::{InterceptionStage, ReactChoice, ReactStep};
use crate::sequence::{TurnChoice, TurnStep};
use crate::table::Table;
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Aim, Rulebook, Seat, Side};

/// What a hand points at, in the words of the map.
#[derive(Debug, Clone, Default)]
struct Pointed {
    /// The body in the hand.
    body: Option<Who>,
    target: Option<Who>,
    /// Where only a hex is pointed at, those who stand there.
    there: Vec<Who>,
    /// The hex pointed at, or those of the target.
    hexes: Vec<Hex>,
    facing: Option<Vertex>,
}

impl Pointed {
    /// Those pointed at, outright or by their hex.
    fn all(&self) -> impl Iterator<Item = Who> + '_ {
        self.target.into_iter().chain(self.there.iter().copied())
    }

    fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.all().filter_map(Who::unit)
    }

    fn hex(&self) -> Option<Hex> {
        self.hexes.first().copied()
    }

    /// Nothing but a facing.
    fn only_turns(&self) -> bool {
        self.target.is_none() && self.hexes.is_empty()
    }
}

/// Better than any other way of pointing.
const CLOSELY: u32 = 0;

impl Table<'_> {
    /// The decisions a hand may mean in answer to the open question, the likeliest first.
    pub fn meant_by(self, seat: Seat, aim: &Aim) -> Vec<Decision> {
        let Some(step) = self.state.agenda.top().filter(|_| self.state.asked.contains(seat)) else {
            return Vec::new();
        };
        let pointed = self.pointed(aim);
        let mut meant = self.on_the_menu(seat, &pointed);
        if meant.is_empty() {
            meant = self.wanted(step, seat, &pointed);
        }
        if meant.is_empty() {
            meant.extend(pointed.all().next().map(wants_to_act));
        }
        meant
    }

    fn pointed(self, aim: &Aim) -> Pointed {
        let body = aim.body.and_then(|number| self.who(number));
        let mut target = aim.target.and_then(|number| self.who(number));
        let at = aim.at.filter(|at| at.iter().all(|axis| axis.is_finite()));
        let mut hex = at.and_then(|at| self.ground().grid.hex_at(at));
        let facing = aim.facing.filter(|degrees| degrees.is_finite()).map(|degrees| self.vertex_at(body, degrees));
        // Dropped where it was: turned, or left alone.
        if body.is_some_and(|body| hex.is_some_and(|hex| self.hexes_of(body).any(|own| own == hex))) {
            hex = None;
            target = target.or(body.filter(|_| facing.is_none()));
        }
        let hexes = match (hex, target) {
            (Some(hex), _) => vec![hex],
            (None, Some(target)) => self.hexes_of(target).collect(),
            (None, None) => Vec::new(),
        };
        let there = match (target, hex) {
            (None, Some(hex)) => self.everybody_at(hex).collect(),
            _ => Vec::new(),
        };
        Pointed { body, target, there, hexes, facing }
    }

    /// The corner a body faces that is shown with so many degrees; a long Column shows the hexside it fronts.
    fn vertex_at(self, body: Option<Who>, degrees: f64) -> Vertex {
        let column = body.and_then(Who::unit).is_some_and(|id| self.is_long_column(id));
        let wanted = if column { degrees - 90.0 } else { degrees };
        let off = |vertex: Vertex| {
            let turn = (wanted - f64::from(self.ground().grid.vertex_degrees(vertex))).rem_euclid(360.0);
            turn.min(360.0 - turn)
        };
        let nearest = Vertex::ALL.into_iter().min_by(|&a, &b| off(a).total_cmp(&off(b)));
        nearest.unwrap_or(Vertex::V0)
    }

    // The menu.

    fn on_the_menu(self, seat: Seat, pointed: &Pointed) -> Vec<Decision> {
        let mut menu = Vec::new();
        self.rules.ask(self.state, seat, &mut menu);
        let fits = |decision: Decision| self.fit(pointed, &self.sign(seat, decision)).map(|fit| (fit, decision));
        let mut fitting: Vec<(u32, Decision)> = menu.into_iter().filter_map(fits).collect();
        fitting.sort_by_key(|&(fit, _)| fit);
        fitting.into_iter().map(|(_, decision)| decision).collect()
    }

    /// How well a decision fits the hand, the lower the better.
    fn fit(self, pointed: &Pointed, sign: &Sign) -> Option<u32> {
        let is_of = |who: Who| sign.actor == Some(who) || who.unit().is_some_and(|unit| sign.group.contains(unit));
        if pointed.body.is_some_and(|body| !is_of(body)) {
            return None;
        }
        let place = self.fit_of_place(pointed, sign)?;
        let turn = match (pointed.facing, sign.facing) {
            (Some(wanted), Some(facing)) => facing.turns_to(wanted),
            _ => 0,
        };
        Some(place * 256 + u32::from(turn) * 32 + u32::from(sign.order))
    }

    fn fit_of_place(self, pointed: &Pointed, sign: &Sign) -> Option<u32> {
        if pointed.only_turns() {
            let now = sign.actor.and_then(Who::unit).map(|id| self.unit(id).facing);
            let turns = sign.click == Click::Stays || sign.facing != now || sign.hexes.is_empty();
            return (pointed.facing.is_some() && sign.facing == pointed.facing && turns).then_some(CLOSELY);
        }
        let in_hex = sign.hexes.iter().any(|hex| pointed.hexes.contains(hex));
        let concerns = |who: Who| match who {
            _ if sign.targets.contains(&who) => Some(0),
            _ if sign.actor == Some(who) => self.fit_of_click(pointed, sign, who),
            Who::Unit(unit) if sign.group.contains(unit) => Some(2),
            _ => None,
        };
        let by_target = pointed.target.and_then(concerns).map(|fit| 2 * fit + u32::from(!in_hex));
        let by_hex = || in_hex.then_some(1 + u32::from(pointed.target.is_some()));
        let by_others = || pointed.there.iter().filter_map(|&who| concerns(who)).min().map(|fit| 3 + 2 * fit);
        let by_body = || {
            let chosen = sign.click == Click::Chooses && sign.hexes.is_empty() && sign.targets.is_empty();
            (chosen && pointed.body.is_some() && pointed.body == sign.actor).then_some(12)
        };
        by_target.or_else(by_hex).or_else(by_others).or_else(by_body)
    }

    fn fit_of_click(self, pointed: &Pointed, sign: &Sign, who: Who) -> Option<u32> {
        match sign.click {
            Click::Chooses => Some(1),
            Click::Stays if pointed.body.is_none_or(|body| body == who) => Some(3),
            _ => None,
        }
    }

    // What is not on the menu.

    fn wanted(self, step: Step, seat: Seat, pointed: &Pointed) -> Vec<Decision> {
        match step {
            Step::Turn(step) => self.wanted_in_turn(step, pointed).into_iter().map(Decision::Turn).collect(),
            Step::Command(step) => match (step, pointed.hex()) {
                (CommandStep::PlaceLeader { leader, .. }, Some(hex)) => {
                    vec![Decision::Command(CommandChoice::Place { leader, hex })]
                }
                _ => Vec::new(),
            },
            Step::Move(step) => self.wanted_in_move(step, pointed),
            Step::React(step) => self.wanted_in_reaction(step, seat, pointed),
            Step::Fire(step) => self.wanted_in_fire(step, pointed).into_iter().map(Decision::Fire).collect(),
            Step::Combat(step) => {
                self.wanted_in_combat(step, seat, pointed).into_iter().map(Decision::Combat).collect()
            }
            Step::Rally(step) => self.wanted_in_rally(step, pointed).into_iter().map(Decision::Rally).collect(),
        }
    }

    /// The Wing of a unit or a Wing Commander; of others that of the unit they are with.
    fn wing_of(self, who: Who) -> Option<WingId> {
        match who {
            Who::Unit(id) => Some(self.card(id).wing),
            Who::Leader(id) => match self.leader(id).role {
                Role::Wing(wing) => Some(wing),
                Role::Army => {
                    let with = self.hexes_of(who).find_map(|hex| self.friend_at(self.side_of(who), hex));
                    with.map(|unit| self.card(unit).wing)
                }
            },
        }
    }

    fn wanted_in_turn(self, step: TurnStep, pointed: &Pointed) -> Option<TurnChoice> {
        let who = pointed.body.or_else(|| pointed.all().next())?;
        let wing = self.wing_of(who);
        match (step, who) {
            (TurnStep::StartingOrders, _) => wing.map(|wing| {
                let orders = self.rules.wings[wing.ix()].historical;
                TurnChoice::StartOrders { wing, orders }
            }),
            (TurnStep::StartingOpenOrder, Who::Unit(unit)) => Some(TurnChoice::StartOpen { unit }),
            (TurnStep::ChooseWing(_), _) => wing.map(|wing| TurnChoice::Activate { wing }),
            (TurnStep::Preempt { .. }, _) => wing.map(|wing| TurnChoice::Preempt { wing, helped: false }),
            (TurnStep::Actions, Who::Unit(unit)) => Some(TurnChoice::Act { unit }),
            (TurnStep::Actions, Who::Leader(leader)) => Some(TurnChoice::Lead { leader }),
            _ => None,
        }
    }

    // Moves.

    fn wanted_in_move(self, step: MoveStep, pointed: &Pointed) -> Vec<Decision> {
        match step {
            MoveStep::Action(unit) => self.wanted_as_action(unit, pointed),
            MoveStep::Next => match self.state.moves.last() {
                Some(moving) => self.wanted_as_step(moving.unit, pointed),
                None => Vec::new(),
            },
            MoveStep::LeaderAction(leader) => {
                let mending = pointed.units().flat_map(|unit| self.mended_by(leader, unit));
                self.rides_toward(leader, pointed).chain(mending).collect()
            }
            MoveStep::LeaderNext { leader, .. } => {
                let stays = pointed.hexes.contains(&self.leader(leader).hex);
                let stop = stays.then_some(Decision::Move(MoveChoice::Stop));
                stop.into_iter().chain(self.rides_toward(leader, pointed)).collect()
            }
            MoveStep::EnterAfter { .. } => self.wanted_entry(pointed).into_iter().map(Decision::Move).collect(),
            MoveStep::Company(_) | MoveStep::StackOrder(_) | MoveStep::End | MoveStep::Enter => Vec::new(),
        }
    }

    fn wanted_as_action(self, unit: UnitId, pointed: &Pointed) -> Vec<Decision> {
        let to_move = || Decision::Move(MoveChoice::Move);
        if let Some(facing) = pointed.facing.filter(|_| pointed.only_turns() && self.is_gun(unit)) {
            let turn = if self.is_limbered(unit) { MoveChoice::Unlimber(facing) } else { MoveChoice::TurnGun(facing) };
            return vec![Decision::Move(turn)];
        }
        let enemy = pointed.all().any(|who| self.side_of(who) != self.side(unit));
        let shots = self.shots(unit, &[self.usual_fire(unit)], pointed).into_iter().map(Decision::Fire);
        match pointed.all().next() {
            _ if enemy && pointed.body.is_none() => shots.collect(),
            _ if enemy => std::iter::once(to_move()).chain(shots).collect(),
            Some(who) if who != Who::Unit(unit) && pointed.body.is_none() => Vec::new(),
            _ => vec![to_move()],
        }
    }

    /// The Army Commander brings a unit back into order himself.
    fn mended_by(self, leader: LeaderId, unit: UnitId) -> impl Iterator<Item = Decision> {
        let ours = self.leader_card(leader).side == self.side(unit) && self.leader(leader).role == Role::Army;
        let by = Some(leader);
        let near = ours && self.leader_near(leader, unit);
        let all = [RallyChoice::Rally { unit, by }, RallyChoice::Reform { unit, reform: Reform::Formation, by }];
        all.into_iter().filter(move |_| near).map(Decision::Rally)
    }

    fn wanted_as_step(self, unit: UnitId, pointed: &Pointed) -> Vec<Decision> {
        if pointed.target == Some(Who::Unit(unit)) {
            return vec![Decision::Move(MoveChoice::Stop)];
        }
        let enemy = pointed.units().find(|&other| self.side(other) != self.side(unit));
        let choices = self.ways_of_moving(unit).map(|choice| (Decision::Move(choice), way_of_move(choice)));
        let steps = self.steps_toward(unit, pointed, choices);
        let pistol = enemy.and(pointed.hex()).map(|hex| Decision::Move(MoveChoice::Pistol(hex)));
        if enemy.is_some_and(|enemy| self.distance(unit, enemy) <= 1) {
            return pistol.into_iter().chain(steps).collect();
        }
        steps.into_iter().chain(pistol).collect()
    }

    fn ways_of_moving(self, unit: UnitId) -> impl Iterator<Item = MoveChoice> {
        let shape = self.shape(unit);
        let aheads = Dir::ALL.into_iter().map(MoveChoice::Ahead);
        let turns = Vertex::ALL.into_iter().filter(move |_| shape != Shape::Double).map(MoveChoice::Turn);
        let wheels = Hand::BOTH.into_iter().filter(move |_| shape == Shape::Double).map(MoveChoice::Wheel);
        aheads.chain(wheels).chain(turns).chain([MoveChoice::CounterMarch])
    }

    /// Steps that lead into the hex pointed at, else those that lead toward it or turn that way, the best first. A step that cannot
    /// even be tried, into a hex that is not before the front, comes last.
    fn steps_toward(
        self,
        unit: UnitId,
        pointed: &Pointed,
        choices: impl Iterator<Item = (Decision, Option<Way>)>,
    ) -> Vec<Decision> {
        let from = self.pose(unit);
        let goal = pointed.hexes.iter().copied().min_by_key(|&hex| from.distance(&self.ground().grid, hex));
        let goal = goal.filter(|&hex| !from.covers(hex));
        let (mut into, mut toward, mut barred) = (Vec::new(), Vec::new(), Vec::new());
        let now = self.farness(from, goal, pointed.facing);
        for (decision, way) in choices {
            let Some((way, to)) = way.and_then(|way| Some((way, self.led_to(unit, way)?))) else {
                if goal.is_some_and(|goal| self.lies_that_way(unit, way, goal)) {
                    barred.push(decision);
                }
                continue;
            };
            let then = self.farness(to, goal, pointed.facing);
            let cost = self.way_cost(unit, way, to).unwrap_or(u8::MAX);
            if goal.is_some_and(|goal| to.covers(goal)) {
                into.push((then, cost, decision));
            } else if then < now {
                toward.push((then, cost, decision));
            }
        }
        let best = if into.is_empty() { &mut toward } else { &mut into };
        best.sort_by_key(|&(far, cost, _)| (far, cost));
        best.drain(..).map(|(_, _, decision)| decision).chain(barred).collect()
    }

    /// Whether a step that a unit cannot take as it stands would lead into a hex.
    fn lies_that_way(self, unit: UnitId, way: Option<Way>, goal: Hex) -> bool {
        let Some(Way::Ahead(dir)) = way else { return false };
        self.unit(unit).hexes().any(|hex| self.ground().grid.neighbour(hex, dir) == Some(goal))
    }

    /// How far a pose is from what is wanted: hexes to go, then corners to turn until the goal lies ahead, then those to the facing.
    fn farness(self, pose: Pose, goal: Option<Hex>, facing: Option<Vertex>) -> (u8, u8, u8) {
        let grid = &self.ground().grid;
        let ahead = |facing: Vertex, goal: Hex| pose.hexes().any(|hex| grid.arc(hex, facing, goal).is_in());
        let turns = |goal: Hex| {
            let all = Vertex::ALL.into_iter().filter(|&vertex| ahead(vertex, goal));
            all.map(|vertex| pose.facing.turns_to(vertex)).min().unwrap_or(0)
        };
        (
            goal.map_or(0, |goal| pose.distance(grid, goal)),
            goal.filter(|&goal| !pose.covers(goal)).map_or(0, turns),
            facing.map_or(0, |facing| pose.facing.turns_to(facing)),
        )
    }

    fn rides_toward(self, leader: LeaderId, pointed: &Pointed) -> impl Iterator<Item = Decision> {
        let dirs = self.dirs_toward(self.leader(leader).hex, pointed);
        dirs.into_iter().map(|dir| Decision::Move(MoveChoice::LeaderTo(dir)))
    }

    /// The direction of the hex pointed at, or those that lead nearer to it.
    fn dirs_toward(self, from: Hex, pointed: &Pointed) -> Vec<Dir> {
        let grid = &self.ground().grid;
        let goal = pointed.hexes.iter().copied().min_by_key(|&hex| grid.distance(from, hex));
        goal.map_or_else(Vec::new, |goal| grid.offset(from, goal).nearer().iter().collect())
    }

    /// The same for a unit, from its nearer half.
    fn unit_dirs_toward(self, unit: UnitId, pointed: &Pointed) -> Vec<Dir> {
        let grid = &self.ground().grid;
        let near = |hex: &Hex| pointed.hexes.iter().map(|&goal| grid.distance(*hex, goal)).min();
        let half = self.unit(unit).hexes().min_by_key(near);
        half.map_or_else(Vec::new, |half| self.dirs_toward(half, pointed))
    }

    /// A reinforcement set down on a hex, facing as wanted or into the map.
    fn wanted_entry(self, pointed: &Pointed) -> Option<MoveChoice> {
        let hex = pointed.hex()?;
        let wing = self.state.activation?.wing;
        let unit = pointed.body.and_then(Who::unit).or_else(|| self.due_of(wing).next())?;
        let grid = &self.ground().grid;
        let middle = grid.hexes().nth(grid.len() / 2).unwrap_or(hex);
        let inward = Vertex::ALL.into_iter().max_by_key(|&vertex| grid.rows_ahead(hex, vertex, middle));
        let facing = pointed.facing.or(inward)?;
        Some(MoveChoice::Enter { unit, hex, facing, formation: EntryFormation::Normal })
    }

    // Reactions.

    fn wanted_in_reaction(self, step: ReactStep, seat: Seat, pointed: &Pointed) -> Vec<Decision> {
        let react = |choices: Vec<ReactChoice>| choices.into_iter().map(Decision::React).collect();
        match step {
            ReactStep::Window => react(self.wanted_in_window(seat, pointed)),
            ReactStep::Withdraw { .. }
            | ReactStep::Interception { stage: InterceptionStage::Approach, .. }
            | ReactStep::LeaderWithdraw { .. }
                if pointed.target.is_some() && pointed.target == self.under_way() =>
            {
                react(vec![ReactChoice::Done])
            }
            ReactStep::Withdraw { unit, .. }
            | ReactStep::Interception { unit, stage: InterceptionStage::Approach, .. } => {
                let facing = self.unit(unit).facing;
                let aheads = Dir::ALL.into_iter().map(ReactChoice::Ahead);
                let wheels = Hand::BOTH.into_iter().map(ReactChoice::Wheel);
                let turns = Hand::BOTH.into_iter().map(ReactChoice::Turn);
                let all = aheads.chain(wheels).chain(turns).chain([ReactChoice::CounterMarch]);
                let choices = all.map(|choice| (Decision::React(choice), way_of_react(choice, facing)));
                self.steps_toward(unit, pointed, choices)
            }
            ReactStep::LeaderWithdraw { leader, .. } => {
                let dirs = self.dirs_toward(self.leader(leader).hex, pointed);
                react(dirs.into_iter().map(ReactChoice::Ahead).collect())
            }
            ReactStep::Interception { .. } => Vec::new(),
        }
    }

    /// A unit that cannot react, and an enemy that nobody can react to.
    fn wanted_in_window(self, seat: Seat, pointed: &Pointed) -> Vec<ReactChoice> {
        let Some(window) = self.state.windows.last() else { return Vec::new() };
        let trigger = window.trigger.unit;
        let own = |unit: UnitId| self.side(unit) == window.side;
        let in_hand = pointed.body.and_then(Who::unit).filter(|&unit| own(unit));
        if let Some(unit) = in_hand.or_else(|| pointed.units().find(|&unit| own(unit))) {
            return self.usual_reactions(unit, trigger).collect();
        }
        if let Some(Who::Leader(leader)) = pointed.all().find(|&who| self.side_of(who) == window.side) {
            return vec![ReactChoice::WithdrawLeader { leader }];
        }
        if !pointed.units().any(|unit| unit == trigger) {
            return Vec::new();
        }
        let ours = self.of_side(window.side).filter(|&unit| self.seat(unit) == seat);
        let nearest = ours.min_by_key(|&unit| self.distance(unit, trigger));
        nearest.into_iter().flat_map(|unit| self.usual_reactions(unit, trigger)).collect()
    }

    /// What one expects of a unit: cavalry to ride at an enemy, pikes to close up before cavalry, guns and whoever is near to fire.
    fn usual_reactions(self, unit: UnitId, trigger: UnitId) -> impl Iterator<Item = ReactChoice> {
        let near = self.is_gun(unit) || self.distance(unit, trigger) <= 1;
        let rides = self.is_cavalry(unit) && !near;
        let closes_up = self.is_heavy(unit) && self.is_cavalry(trigger) && !near;
        [
            rides.then_some(ReactChoice::Intercept { unit }),
            closes_up.then_some(ReactChoice::Hedgehog { unit }),
            Some(ReactChoice::Fire { unit }),
        ]
        .into_iter()
        .flatten()
    }

    // Fire.

    fn usual_fire(self, unit: UnitId) -> Mode {
        match self.class(unit) {
            Class::Cavalry => Mode::Pistol,
            Class::Artillery => Mode::Artillery,
            Class::HeavyInfantry | Class::LightInfantry | Class::Wagon => Mode::Skirmish,
        }
    }

    /// Shots at those pointed at, from the nearer half first.
    fn shots(self, unit: UnitId, modes: &[Mode], pointed: &Pointed) -> Vec<FireChoice> {
        let (it, grid) = (self.unit(unit), &self.ground().grid);
        let halves = match it.other {
            Some(other) => vec![(it.hex, Some(Hand::Left)), (other, Some(Hand::Right))],
            None => vec![(it.hex, None)],
        };
        let mut ways: Vec<(u16, Option<Hand>, Hex)> = Vec::new();
        for &at in &pointed.hexes {
            ways.extend(halves.iter().map(|&(from, half)| (grid.distance(from, at), half, at)));
        }
        ways.sort_by_key(|&(away, ..)| away);
        let with = |mode: Mode| ways.iter().map(move |&(_, half, at)| FireChoice::Shoot { half, at, mode });
        modes.iter().flat_map(|&mode| with(mode)).collect()
    }

    fn wanted_in_fire(self, step: FireStep, pointed: &Pointed) -> Vec<FireChoice> {
        let (Some(volley), Some(Who::Unit(unit))) = (self.volley(), self.under_way()) else { return Vec::new() };
        match step {
            FireStep::Aim if pointed.all().any(|who| self.side_of(who) == self.side(unit)) => Vec::new(),
            FireStep::Aim => {
                let mode = match volley.style {
                    Style::Standing => self.usual_fire(unit),
                    Style::Advancing => Mode::Advancing,
                    Style::Retreating => Mode::Retreating,
                };
                // What has not fired yet comes first.
                let fired = |half: Option<Hand>| {
                    let from =
                        if half == Some(Hand::Right) { self.unit(unit).other } else { Some(self.unit(unit).hex) };
                    volley.shots.iter().flatten().any(|shot| Some(shot.from) == from)
                };
                let mut shots = self.shots(unit, &[mode], pointed);
                shots.sort_by_key(|shot| matches!(shot, FireChoice::Shoot { half, .. } if fired(*half)));
                shots
            }
            FireStep::StepBack => self.unit_dirs_toward(unit, pointed).into_iter().map(FireChoice::StepBack).collect(),
            FireStep::Displace => {
                let grid = &self.ground().grid;
                let near = pointed.hex().filter(|&hex| grid.adjacent(self.unit(unit).hex, hex));
                let aside = |hand: Hand| grid.neighbour(self.unit(unit).hex, self.unit(unit).facing.aside(hand));
                let off = |hand: &Hand| near.zip(aside(*hand)).map_or(u16::MAX, |(goal, hex)| grid.distance(goal, hex));
                let nearest = Hand::BOTH.into_iter().min_by_key(off).filter(|_| near.is_some());
                nearest.map(FireChoice::Displace).into_iter().collect()
            }
            FireStep::Spine => self.side_of_line(unit, &volley.shots[0].map(|shot| shot.at), pointed),
            FireStep::Share => pointed.units().map(FireChoice::LossTo).collect(),
            _ => Vec::new(),
        }
    }

    /// The side of a gun's line of fire on which a hex lies.
    fn side_of_line(self, gun: UnitId, at: &Option<Hex>, pointed: &Pointed) -> Vec<FireChoice> {
        let (Some(at), Some(hex)) = (*at, pointed.hex()) else { return Vec::new() };
        let grid = &self.ground().grid;
        let from = self.unit(gun).hex;
        match grid.offset(from, at).cross(grid.offset(from, hex)) {
            0 => Vec::new(),
            turn => vec![FireChoice::SpineSide(if turn > 0 { Hand::Right } else { Hand::Left })],
        }
    }

    // Close combat.

    fn wanted_in_combat(self, step: CombatStep, seat: Seat, pointed: &Pointed) -> Vec<CombatChoice> {
        match (step, self.under_way()) {
            (CombatStep::Designate { side, .. }, _) => self.wanted_attack(side, seat, pointed).into_iter().collect(),
            (CombatStep::Retreat(retreat), _) if pointed.target == Some(Who::Unit(retreat.unit)) => {
                vec![CombatChoice::Halt]
            }
            (CombatStep::Retreat(retreat), _) => {
                self.unit_dirs_toward(retreat.unit, pointed).into_iter().map(CombatChoice::RetreatTo).collect()
            }
            (CombatStep::Losses { .. }, _) => pointed.units().map(|unit| CombatChoice::CasualtyTo { unit }).collect(),
            (CombatStep::TurnAfter { .. }, Some(Who::Unit(unit))) => self.turns_after(unit, pointed),
            (CombatStep::Fight, _) => self.wanted_in_fight(pointed),
            _ => Vec::new(),
        }
    }

    /// An attack by the unit in the hand or pointed at, or on the enemy pointed at by whoever is nearest.
    fn wanted_attack(self, side: Side, seat: Seat, pointed: &Pointed) -> Option<CombatChoice> {
        let own = |unit: &UnitId| self.side(*unit) == side;
        let enemy_hex = pointed.all().find(|&who| self.side_of(who) != side).and_then(|who| {
            let hexes = || self.hexes_of(who);
            hexes().find(|hex| pointed.hexes.contains(hex)).or_else(|| hexes().next())
        });
        let in_hand = pointed.body.and_then(Who::unit).or_else(|| pointed.units().find(own));
        match (in_hand, enemy_hex.or(pointed.hex())) {
            (Some(unit), _) if enemy_hex.is_none() && pointed.body.is_none() => {
                let enemy = self.enemies_of(unit).min_by_key(|&enemy| self.distance(unit, enemy))?;
                let hex = self.unit(enemy).hexes().min_by_key(|&hex| self.distance_to(unit, hex))?;
                Some(CombatChoice::Attack { unit, hex })
            }
            (Some(unit), Some(hex)) => Some(CombatChoice::Attack { unit, hex }),
            (None, _) => {
                let hex = enemy_hex?;
                let ours = self.of_side(side).filter(|&unit| self.seat(unit) == seat && self.is_body(unit));
                // Of the active side only the active Wing attacks.
                let idle = |unit: UnitId| self.active_side() == Some(side) && !self.is_active(unit);
                let unit = ours.min_by_key(|&unit| (idle(unit), self.distance_to(unit, hex)))?;
                Some(CombatChoice::Attack { unit, hex })
            }
            _ => None,
        }
    }

    /// Towards the hex pointed at, or as near to the wanted facing as one corner goes.
    fn turns_after(self, unit: UnitId, pointed: &Pointed) -> Vec<CombatChoice> {
        let pose = self.pose(unit);
        let far = |facing: Vertex| self.farness(Pose { facing, ..pose }, pointed.hex(), pointed.facing);
        let best = Hand::BOTH.into_iter().min_by_key(|&hand| far(pose.facing.turned(hand, 1)));
        let turned = best.filter(|&hand| far(pose.facing.turned(hand, 1)) < far(pose.facing));
        vec![turned.map_or(CombatChoice::KeepFacing, CombatChoice::Turn)]
    }

    fn wanted_in_fight(self, pointed: &Pointed) -> Vec<CombatChoice> {
        let Some(fight) = self.fight() else { return Vec::new() };
        let mut units = pointed.units();
        match fight.stage {
            FightStage::Pistols => units.map(|unit| CombatChoice::Pistol { unit, spend: true }).collect(),
            FightStage::Pursuit => units.map(|unit| CombatChoice::CheckPursuit { unit }).collect(),
            FightStage::Quarry => units.map(|unit| CombatChoice::PursueAfter { unit }).collect(),
            FightStage::Advance => {
                let won = if fight.lost == Some(Party::Attackers) { fight.side.other() } else { fight.side };
                let ours = |unit: &UnitId| self.side(*unit) == won;
                let unit = pointed.body.and_then(Who::unit).or_else(|| units.find(ours));
                let unit = unit.or_else(|| fight.participants().find(ours));
                let Some(unit) = unit.filter(|&unit| self.unit(unit).on_map()) else { return Vec::new() };
                let into = Pointed { hexes: vec![fight.hex], ..Pointed::default() };
                let same = pointed.hexes.iter().any(|&hex| self.unit(unit).hexes().any(|own| own == hex));
                let goal = if same || pointed.hexes.is_empty() { &into } else { pointed };
                let dirs = self.unit_dirs_toward(unit, goal);
                dirs.into_iter().map(|dir| CombatChoice::Advance { unit, dir }).collect()
            }
            _ => Vec::new(),
        }
    }

    // Rally and rout.

    fn wanted_in_rally(self, step: RallyStep, pointed: &Pointed) -> Vec<RallyChoice> {
        match step {
            RallyStep::Face { unit } => {
                let pose = self.pose(unit);
                let far =
                    |facing: &Vertex| self.farness(Pose { facing: *facing, ..pose }, pointed.hex(), pointed.facing);
                let mut all = Vertex::ALL;
                all.sort_by_key(|vertex| (far(vertex), pose.facing.turns_to(*vertex)));
                all.into_iter().map(RallyChoice::Face).collect()
            }
            RallyStep::RoutPhase(_) => pointed.units().map(|unit| RallyChoice::RoutNext { unit }).collect(),
            RallyStep::Rout { unit, .. } => {
                let dirs = self.unit_dirs_toward(unit, pointed);
                dirs.into_iter().map(|dir| RallyChoice::RoutTo { lead: None, dir }).collect()
            }
        }
    }
}

/// What a hand on a body says when nothing else can be meant: that it should act.
fn wants_to_act(who: Who) -> Decision {
    Decision::Turn(match who {
        Who::Unit(unit) => TurnChoice::Act { unit },
        Who::Leader(leader) => TurnChoice::Lead { leader },
    })
}
