//! Chapter 10.5 (P1 to P3): from the choice to fire to the results of all its shots, and to the enemy's answer.

use super::{FireChoice, FireStep, Mode, Shot, Style, Volley};
use crate::agenda::Step;
use crate::cards::{Class, UnitId};
use crate::charts::{Charts, FireResult, MusketColumn};
use crate::decision::Decision;
use crate::face::told::{Of, fire as told};
use crate::reaction::{Event, Trigger};
use crate::sight::Bar;
use crate::state::{Formation, Mark};
use crate::table::{Play, Table};
use field::hexes::{Hand, Hex, Side as Aspect};
use kernel::{Listener, Reckoning, Refusal};

impl Table<'_> {
    /// Whether a unit may fire as its Action, or in the course of its move (MP 10.1.1a, 10.2a to 10.2c, 10.3.1a, 5.4.3g).
    fn judge_fire_turn(self, id: UnitId) -> Result<(), Bar> {
        self.may_fire(id, false)?;
        let moving = self.own_move(id);
        if !self.is_active(id) {
            return Err(Bar::new("MP 10.1.1a", "a unit fires when its Wing is active; otherwise only in reaction"));
        }
        match moving {
            Some(_) if !self.has_pistols(id) => {
                return Err(Bar::new("MP 10.3.1a", "only horsemen fire in the course of a move"));
            }
            Some(moving) if moving.fired => {
                return Err(Bar::new("MP 10.2c", "it has fired in this move already"));
            }
            None if self.unit(id).has(Mark::Acted) => {
                return Err(Bar::new("MP 10.3.1a", "it has had its Action of this activation"));
            }
            _ => {}
        }
        let in_command = moving.map_or_else(|| self.in_command(id), |moving| moving.in_command);
        // MP 10.8.1b: guns fire out of command too.
        if !in_command && !self.is_gun(id) {
            return Err(Bar::new("MP 5.4.3g", "out of command its only fire is Reaction Fire"));
        }
        Ok(())
    }

    /// A unit's own fire; Light Infantry that has come to its cavalry with its Action does not fire with the cavalry's (MP 10.3.1a, 8.2.2a).
    fn fire_of(self, id: UnitId) -> Volley {
        let without_foot = self.unit(id).with.is_some_and(|foot| self.unit(foot).has(Mark::Acted));
        Volley { without_foot, ..Volley::new(id) }
    }

    /// Whether a fire is legal as a unit's Action, or as the pistol shot of its move.
    pub fn judge_fire_action(self, id: UnitId, choice: FireChoice) -> Result<(), Refusal> {
        let refused = |bar: Bar| bar.refusal(self);
        self.judge_fire_turn(id).map_err(refused)?;
        let moving = self.own_move(id).is_some();
        match choice {
            FireChoice::Shoot { half, at, mode } => {
                if mode == Mode::Retreating {
                    self.judge_retreating_fire(id)?;
                }
                if mode == Mode::Advancing {
                    return Err(Refusal::new("MP 10.3.2a", "Advancing Fire begins with its step"));
                }
                let volley = Volley { style: mode.style(), riding: moving, ..self.fire_of(id) };
                self.judge_next_shot(&volley, half, at, mode).map_err(refused)
            }
            FireChoice::Advance(dir) => self.judge_advancing_fire(id, dir),
            FireChoice::OnTop => self.judge_fire_on_top(id).map_err(refused),
            _ => Err(Refusal::new("MP 10.1.1a", "that is no fire of its own")),
        }
    }

    /// Fills the menu with the fire Actions of a unit in its own activation, or with its pistol shots in the middle of its move.
    pub fn fire_actions(self, id: UnitId, menu: &mut Vec<Decision>) {
        if !self.is_gun(id) && !self.has_marks_near(id) || self.judge_fire_turn(id).is_err() {
            return;
        }
        let mut put = |choice: FireChoice| menu.push(Decision::Fire(choice));
        let standing = Volley { riding: self.own_move(id).is_some(), ..self.fire_of(id) };
        self.each_shot(&standing, &mut put);
        if standing.riding || !matches!(self.class(id), Class::HeavyInfantry | Class::LightInfantry) {
            return;
        }
        if self.is_adjacent_to_enemy(id) && self.judge_retreating_fire(id).is_ok() {
            self.each_shot(&Volley { style: Style::Retreating, ..standing }, &mut put);
        }
        for dir in self.unit(id).facing.front() {
            if self.judge_advancing_fire(id, dir).is_ok() {
                put(FireChoice::Advance(dir));
            }
        }
        if self.judge_fire_on_top(id).is_ok() {
            put(FireChoice::OnTop);
        }
    }

    /// Whether anybody is near enough for muskets and pistols, with the step of Advancing Fire.
    fn has_marks_near(self, id: UnitId) -> bool {
        let side = self.side(id);
        let led = |leader| self.leader_card(leader).side != side && self.distance_to(id, self.leader(leader).hex) <= 1;
        self.enemies_of(id).any(|enemy| self.distance(id, enemy) <= 2) || self.leaders().any(led)
    }

    /// The results of a shot by table and column (MP 10.1.5b, 10.1.5c, P1 to P3). Strength plays no part.
    fn fire_table(self, shot: &Shot, total: i32) -> FireResult {
        let (charts, row) = (&self.rules.charts, Charts::row(total));
        match (self.class(shot.by), shot.mode) {
            (_, Mode::Artillery) => charts.artillery[row],
            (Class::Cavalry, _) => charts.pistol_fire[row],
            (Class::LightInfantry, _) => charts.light_fire[row],
            _ => {
                let musketry = if self.card(shot.by).regimental_guns { &charts.regimental } else { &charts.musketry };
                musketry[row][self.musket_column(shot) as usize]
            }
        }
    }

    fn musket_column(self, shot: &Shot) -> MusketColumn {
        let dir = self.ground().grid.direction(shot.from, shot.at);
        match dir.map(|dir| self.unit(shot.by).facing.side(dir)) {
            _ if shot.mode == Mode::Salvo => MusketColumn::Salvo,
            Some(Aspect::Flank) => MusketColumn::Flank,
            _ => MusketColumn::Front,
        }
    }

    /// Whether the target of a shot still stands where it was aimed.
    fn still_there(self, shot: &Shot) -> bool {
        match shot.target {
            Some(target) => self.unit(target).on_map() && self.unit(target).hexes().any(|hex| hex == shot.at),
            None => self.leaders_at(shot.at).next().is_some(),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Begins a unit's fire Action or its pistol shot during a move: the choice made is its first shot.
    pub fn begin_fire(&mut self, id: UnitId, first: FireChoice) {
        let mut volley = Volley { riding: self.table().own_move(id).is_some(), ..self.table().fire_of(id) };
        match first {
            FireChoice::Advance(dir) => {
                volley.style = Style::Advancing;
                volley.step = Some(dir);
            }
            FireChoice::OnTop => {
                volley.style = Style::Advancing;
                self.mount_to_fire(id);
            }
            FireChoice::Shoot { half, at, mode } => {
                volley.style = mode.style();
                volley.shots[0] = self.table().shot(id, half, at, mode);
            }
            _ => return,
        }
        self.begin_volley(volley);
    }

    pub(super) fn begin_volley(&mut self, volley: Volley) {
        let first = if volley.step.is_some() { FireStep::Company } else { FireStep::Aim };
        let (state, overflow) = self.state.with_overflow();
        if overflow.keep(&mut state.volleys, volley) {
            self.push(Step::Fire(first));
        }
    }

    /// Takes the only shot there is, asks for the next, or goes on when there is none.
    pub(super) fn aim(&mut self, volley: &Volley) {
        let (mut shots, mut only) = (0, None);
        self.table().each_shot(volley, &mut |shot| (shots, only) = (shots + 1, Some(shot)));
        match (volley.shots[0], shots, only) {
            (_, 0, _) if self.table().is_gun(volley.firer) => self.lay(volley),
            (_, 0, _) => self.fire_goes_to(FireStep::Load),
            (None, 1, Some(FireChoice::Shoot { half, at, mode })) => self.take_shot(volley, half, at, mode),
            _ => self.ask_firer_or_target(FireStep::Aim),
        }
    }

    pub(super) fn take_shot(&mut self, volley: &Volley, half: Option<Hand>, at: Hex, mode: Mode) {
        let shot = self.table().shot(volley.firer, half, at, mode);
        let next = usize::from(volley.shots[0].is_some());
        self.volley_mut(|volley| volley.shots[next] = shot);
    }

    /// A target in Column falls into disorder and checks its morale first (MP 6.3.4h); if that makes it run, the shot is lost (ruling
    /// MP G29).
    pub(super) fn load(&mut self, volley: &Volley) {
        let table = self.table();
        let in_column = |shot: &Shot| shot.target.filter(|&target| table.in_formation(target, Formation::Column));
        match volley.shots().find_map(|shot| in_column(&shot)) {
            Some(target) => self.column_attacked(target, volley.firer),
            None => self.fire_goes_to(FireStep::Roll),
        }
    }

    /// All shots are rolled before anything is applied (MP 8.2.1c, 10.1.4c; P1).
    pub(super) fn roll_shots(&mut self, volley: Volley) {
        let mut rolled = volley;
        for shot in rolled.shots.iter_mut().flatten() {
            if self.table().still_there(shot) {
                shot.result = self.roll_shot(&volley, shot);
                if let Some(target) = shot.target {
                    rolled.fired_on.insert(target);
                }
            } else {
                self.tell("MP G29", told::FINDS_NO_TARGET, &[Of::Unit(shot.by)]);
                shot.target = None;
                shot.result = FireResult::MISS;
            }
        }
        for shot in volley.shots() {
            self.spend(&volley, &shot);
        }
        self.volley_mut(|top| *top = rolled);
        self.fire_goes_to(FireStep::Cover);
    }

    fn roll_shot(&mut self, volley: &Volley, shot: &Shot) -> FireResult {
        let mut reckoning = Reckoning::new(self.listener);
        self.table().reckon_shot(volley, shot, &mut reckoning);
        let die = self.d10();
        let result = self.table().fire_table(shot, die + reckoning.total);
        if volley.answers.is_some() && die >= 5 && self.exhausts(shot.by) {
            self.mark(shot.by, Mark::Exhausted, true);
        }
        let casualties = Of::Count(result.casualties.into());
        let of = [Of::Unit(shot.by), Of::Target(shot.target, shot.at), casualties, Of::Words(shot.mode.name())];
        self.tell_roll(rule_of(shot.mode), die, reckoning, [told::FIRES, told::result(result)], &of);
        result
    }

    /// With the option, Heavy Infantry that has rolled 5 or more in reaction is spent for the activation; the other half still fires in
    /// this opportunity, since both are aimed first (MP 9.4.1aa, 9.4.1ab).
    fn exhausts(&self, id: UnitId) -> bool {
        self.rules.options.exhausted_fire && self.table().class(id) == Class::HeavyInfantry
    }

    /// Pistols go down by one (MP 10.7.2a); a Salvo marks the whole unit (MP 10.4b, 10.4h). The mark is put on after both shots, so that
    /// neither of two Salvos suffers from it (MP 10.4i).
    fn spend(&mut self, volley: &Volley, shot: &Shot) {
        match shot.mode {
            Mode::Pistol => {
                let unit = self.unit_mut(shot.by);
                unit.pistols = unit.pistols.saturating_sub(1);
                self.spend_in_move(volley);
            }
            Mode::Salvo => {
                let unit = self.unit_mut(shot.by);
                unit.marks.set(Mark::Salvo, true);
                unit.marks.set(Mark::SalvoedNow, true);
            }
            _ => {}
        }
    }

    /// Whom it has fired its Salvo at, with either half (MP 10.1.4d; chart C15); not at those who took cover from it (MP 9.4.5b; ruling MP G-A54).
    pub(super) fn note_salvo(&mut self, volley: &Volley) {
        let table = self.table();
        let salvo = |shot: Option<Shot>| shot.filter(|shot| shot.mode == Mode::Salvo && !table.is_covered(shot));
        if let Some(by) = volley.shots.into_iter().find_map(salvo).map(|shot| shot.by) {
            let [left, right] = volley.shots.map(|shot| salvo(shot).and_then(|shot| shot.target));
            let with = |target: Option<UnitId>| target.and_then(|target| self.unit(target).with);
            let salvoed = [left, right, with(left), with(right)];
            self.unit_mut(by).marks.activation.salvoed = salvoed;
        }
    }

    /// One shot a move (MP 10.2c), and a fresh run for Momentum (MP 10.2f). Fire in answer to an Interception is no shot of the move
    /// (MP 10.2d).
    fn spend_in_move(&mut self, volley: &Volley) {
        if volley.answers.is_none()
            && let Some(moving) = self.state.moves.last_mut().filter(|moving| moving.unit == volley.firer)
        {
            moving.fired = true;
            moving.run = 0;
        }
    }

    /// The enemy answers when an active unit has fired: after all results (MP 10.3.2c, 10.3.2d, 10.3.2h, 10.3.3a, 10.4d), each target that is
    /// left. Reaction Fire is answered by nobody.
    pub(super) fn answer(&mut self, volley: &Volley) {
        self.fire_goes_to(FireStep::StepBack);
        let table = self.table();
        let side = table.side(volley.firer);
        if volley.answers.is_some() || table.active_side() != Some(side) || !table.unit(volley.firer).on_map() {
            return;
        }
        let trigger = |event| Trigger {
            unit: volley.firer,
            event,
            spent: false,
            ran: false,
            retreating: volley.style == Style::Retreating,
            artillery: volley.is_artillery(),
            barred: volley.barred,
        };
        let mut targets = volley.fired_on.iter().filter(|&id| table.side(id) != side && table.unit(id).on_map());
        let targets: arrayvec::ArrayVec<UnitId, 32> = targets.by_ref().take(32).collect();
        if volley.style == Style::Advancing {
            // Step and shot are one trigger for all (ruling MP G-A32).
            let event = match targets[..] {
                [] => Event::Enters,
                [target, ref more @ ..] => Event::AdvancesFiring { target, second: more.first().copied() },
            };
            return self.trigger(trigger(event), side.other());
        }
        for pair in targets.chunks(2).rev() {
            let event = Event::Fires { target: pair[0], second: pair.get(1).copied() };
            self.trigger(trigger(event), side.other());
        }
    }
}

impl Table<'_> {
    pub(super) fn shot(self, firer: UnitId, half: Option<Hand>, at: Hex, mode: Mode) -> Option<Shot> {
        let shooter = self.shooter_of(firer, half, mode).ok()?;
        let target = self.target_in(self.side(firer), at).ok()?;
        Some(Shot { from: shooter.from, by: shooter.by, at, target, mode, result: FireResult::MISS })
    }
}

const fn rule_of(mode: Mode) -> &'static str {
    match mode {
        Mode::Skirmish => "MP 10.3.3a",
        Mode::Advancing => "MP 10.3.2a",
        Mode::Retreating => "MP 10.3.4a",
        Mode::Salvo => "MP 10.4f",
        Mode::Pistol => "MP 10.2b",
        Mode::Artillery => "MP 10.8.2a",
    }
}
