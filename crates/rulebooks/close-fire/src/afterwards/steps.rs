//! CF 17: actions resulting from combat, step by step.

use crate::agenda::{Phasing, Step};
use crate::cards::UnitId;
use crate::combat::CombatStep;
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::measures::CLOSE;
use crate::movement::Pips;
use crate::sequence::TurnChoice;
use crate::state::{After, Control, MoveDice, Phase, Place, Standing, Verdict};
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use field::table::{Cdeg, Um};
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AfterStep {
    /// Units act, the losers first (CF 17.1); `second` is the wave that pursuers bring about.
    Act { second: bool, losers: bool },
    /// The dice of a retreat lead past friends or an obstacle: it may end there, after so much (CF 17.10).
    StopShort { unit: UnitId, way: Cdeg, pips: Pips, initial: bool, short: Um },
    /// Pursuers come upon new enemy, who says how he meets them (CF 17.22, G198).
    Meet { pursuer: UnitId, met: UnitId, way: Cdeg, pips: Pips },
    /// New contacts are fought (CF G65).
    Wave,
    /// The phase is over.
    End,
    /// Guns that were left are spiked or driven off (CF 16.10, 16.13).
    Spoils(Side),
    /// Flights and pursuits go on in the Movement Phase (CF 17.11, 17.16, 17.21).
    Flights(Side),
    /// Crews come back to their guns (CF 16.12).
    Crews(Side),
}

impl AfterStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, AfterStep::Spoils(_) | AfterStep::Crews(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AfterChoice {
    /// CF 17.4; in the Movement Phase: stands, rallies, stops pursuing (CF 17.11, 17.18).
    Remain(UnitId),
    /// CF 17.5
    TakePosition(UnitId),
    /// CF 17.6
    RideThrough { unit: UnitId, dice: MoveDice },
    /// CF 17.9
    Retire(UnitId),
    /// Goes on routing though it might rally (CF 17.18).
    Rout(UnitId),
    /// CF 17.21
    Pursue(UnitId),
    /// Ends its retreat behind friends, works or an obstacle, after so much of it (CF 17.10).
    StopShort { unit: UnitId, far: Um },
    /// Retires all the way.
    GoOn(UnitId),
    /// Meets pursuers with a counter-charge (CF 17.22).
    Meet { unit: UnitId, dice: MoveDice, outrance: bool },
    /// Goes out of the pursuers' way (CF 14.19, G198).
    Evade(UnitId),
    /// Pulls an end stand back before pursuers (CF 14.20, G198).
    StepBack { unit: UnitId, right: bool },
    /// Faces pursuers who come from behind (CF 14.20, G198).
    FaceAbout(UnitId),
    /// CF 16.10
    Spike { unit: UnitId, gun: UnitId },
    /// CF 16.13
    DriveOff { unit: UnitId, gun: UnitId },
    /// CF 16.12
    Man(UnitId),
}

/// What both sides do of this chapter in the Combat and Close Fire Phase (CF 9.6).
pub(crate) fn steps_of(first: Side) -> Phasing {
    let steps = [
        AfterStep::Act { second: false, losers: true },
        AfterStep::Act { second: false, losers: false },
        AfterStep::Wave,
        AfterStep::End,
        AfterStep::Spoils(first),
        AfterStep::Spoils(first.other()),
    ];
    Phasing::from_iter(steps.map(Step::After))
}

/// Flights and pursuits that go on in a side's Movement Phase, before its own moves (CF 17.11, 17.16, 17.21, G64, G65).
pub(crate) fn flights_of(phase: Phase, side: Side) -> Phasing {
    match phase {
        Phase::Movement => Phasing::from_iter([AfterStep::Flights(side), AfterStep::Crews(side)].map(Step::After)),
        _ => Phasing::new(),
    }
}

impl<'a> Table<'a> {
    /// The next unit that runs in a side's Movement Phase: enemy routers it pursues, its own routers, those who retire, its
    /// pursuers (CF 17.11, 17.16, G64).
    fn next_flight(self, side: Side) -> Option<UnitId> {
        let runs = |id: UnitId, standing: Standing| self.unit(id).standing == standing && !self.unit(id).finished;
        let own = |standing: Standing| self.right_to_left(side).into_iter().find(move |&id| runs(id, standing));
        let chased = self.right_to_left(side.other()).into_iter();
        let mut chased = chased.filter(|&id| runs(id, Standing::Routing) && self.is_pursued(id));
        let unpursued = || {
            let mut own = self.right_to_left(side).into_iter();
            own.find(|&id| runs(id, Standing::Routing) && !self.is_pursued(id))
        };
        chased.next().or_else(unpursued).or_else(|| own(Standing::Retiring)).or_else(|| own(Standing::Pursuing))
    }

    /// What the owner of such a unit may choose.
    fn flight_menu(self, id: UnitId) -> ArrayVec<AfterChoice, 4> {
        let unit = self.unit(id);
        let free = unit.control == Control::Tested(Verdict::AsWished);
        let mut menu = ArrayVec::new();
        match unit.standing {
            Standing::Routing => {
                // Who is free to stop and is steadied does not move (CF 6.8, 6.31, G151).
                if !(free && unit.steadied) {
                    menu.push(AfterChoice::Rout(id));
                }
                if free {
                    menu.push(AfterChoice::Remain(id));
                }
            }
            Standing::Retiring => {
                if unit.control != Control::Tested(Verdict::RepeatLastMove) {
                    menu.push(AfterChoice::Remain(id));
                }
                if unit.control != Control::Tested(Verdict::Halt) && !unit.steadied {
                    menu.push(AfterChoice::Retire(id));
                }
            }
            Standing::Pursuing => {
                if !(free && unit.steadied) {
                    menu.push(AfterChoice::Pursue(id));
                }
                if free {
                    menu.push(AfterChoice::Remain(id));
                }
            }
            _ => {}
        }
        menu
    }

    /// What is chosen now, and by whose unit.
    fn choices(self, step: AfterStep) -> Option<(UnitId, ArrayVec<AfterChoice, 12>)> {
        let some = |id: UnitId, menu: &[AfterChoice]| Some((id, menu.iter().copied().collect()));
        match step {
            AfterStep::Act { second, losers } => {
                let (id, menu) = self.asked_to_act(second, losers)?;
                some(id, &menu)
            }
            AfterStep::StopShort { unit, way, pips, initial, short } if self.unit(unit).place == Place::Table => {
                let flight = self.flight_by(unit, way, pips, initial);
                let mut menu: ArrayVec<AfterChoice, 12> = ArrayVec::from_iter([AfterChoice::GoOn(unit)]);
                for far in self.shelters_on(unit, &flight, short) {
                    menu.push(AfterChoice::StopShort { unit, far });
                }
                Some((unit, menu))
            }
            AfterStep::Meet { pursuer, met, .. } => {
                let mut menu: ArrayVec<AfterChoice, 12> = ArrayVec::from_iter([AfterChoice::Remain(met)]);
                menu.extend(self.answers_to_pursuit(pursuer, met));
                Some((met, menu))
            }
            AfterStep::Flights(side) => {
                let id = self.next_flight(side)?;
                let menu = self.flight_menu(id);
                if menu.len() > 1 { some(id, &menu) } else { None }
            }
            _ => None,
        }
    }

    /// The unit that an open question is about, if it is about one.
    pub(crate) fn asked_about_after(self, step: AfterStep) -> Option<UnitId> {
        self.choices(step).map(|(id, _)| id)
    }

    pub(crate) fn asked_afterwards(self, step: AfterStep) -> SeatSet {
        match step {
            AfterStep::Spoils(side) => self.seats_left(side, |seat| self.any_spoils(seat, side)),
            AfterStep::Crews(side) => self.seats_left(side, |seat| self.any_to_man(seat, side)),
            step => self.choices(step).map(|(id, _)| self.seat(id)).into_iter().collect(),
        }
    }

    pub(crate) fn ask_afterwards(self, step: AfterStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            AfterStep::Spoils(side) => {
                menu.push(Decision::Turn(TurnChoice::Done));
                self.spoils_menu(seat, side, menu);
                Question::whole("left-guns", "CF 16.10", 0)
            }
            AfterStep::Crews(side) => {
                menu.push(Decision::Turn(TurnChoice::Done));
                self.crews_menu(seat, side, menu);
                Question::whole("man-guns", "CF 16.12", 0)
            }
            step => {
                if let Some((_, choices)) = self.choices(step) {
                    menu.extend(choices.into_iter().map(Decision::After));
                }
                match step {
                    AfterStep::StopShort { .. } => {
                        Question { complete: false, ..Question::whole("stop-short", "CF 17.10", 0) }
                    }
                    AfterStep::Meet { .. } => {
                        Question::whole("meet-pursuit", "CF 17.22", 0).in_reaction(Reaction::Offered)
                    }
                    AfterStep::Flights(_) => Question::whole("flight", "CF 17.11", 0),
                    _ => Question::whole("after-combat", "CF 17.3", 0),
                }
            }
        }
    }

    pub(crate) fn judge_afterwards(self, step: AfterStep, seat: Seat, choice: AfterChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (AfterStep::Spoils(_), AfterChoice::Spike { unit, gun }) => {
                self.owns(seat, unit)?;
                self.may_spike(unit, gun)
            }
            (AfterStep::Spoils(_), AfterChoice::DriveOff { unit, gun }) => {
                self.owns(seat, unit)?;
                self.may_drive_off(unit, gun)
            }
            (AfterStep::Crews(_), AfterChoice::Man(gun)) => {
                self.owns(seat, gun)?;
                self.may_man(gun)
            }
            (AfterStep::StopShort { unit, way, pips, initial, short }, AfterChoice::StopShort { unit: of, far })
                if unit == of && self.unit(unit).place == Place::Table =>
            {
                self.owns(seat, unit)?;
                self.may_stop_short(unit, &self.flight_by(unit, way, pips, initial), short, far)
            }
            (step, choice) => {
                let Some((id, choices)) = self.choices(step) else { return Err(self.out_of_turn()) };
                self.owns(seat, id)?;
                if choices.contains(&choice) {
                    return Ok(());
                }
                let (rule, why) = match choice {
                    AfterChoice::TakePosition(_) => ("CF 17.5", "foot and dragoons take a position that was left"),
                    AfterChoice::RideThrough { .. } => ("CF 17.6", "that is not for it to do now"),
                    AfterChoice::Retire(_) => ("CF 17.3", "it may not retire"),
                    AfterChoice::Pursue(_) => ("CF 17.3", "there is nobody to pursue, or it may not"),
                    AfterChoice::Meet { .. } => ("CF 11.33", "it cannot meet them so"),
                    AfterChoice::Evade(_) => ("CF 14.19", "it cannot evade them"),
                    AfterChoice::StepBack { .. } | AfterChoice::FaceAbout(_) => ("CF 14.20", "it cannot meet them so"),
                    _ => ("CF 17.1", "that is not for it to do now"),
                };
                Err(Refusal::new(rule, why))
            }
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_afterwards(&mut self, step: AfterStep) {
        match step {
            AfterStep::Act { second, losers } => self.act_on(second, losers),
            // The one it was about is gone, or had no choice.
            AfterStep::StopShort { .. } | AfterStep::Meet { .. } => {}
            AfterStep::Wave => self.second_wave(),
            AfterStep::End => self.phase_ends(),
            AfterStep::Spoils(side) => self.side_has_spoken("left-guns", side),
            AfterStep::Crews(side) => self.side_has_spoken("man-guns", side),
            AfterStep::Flights(side) => {
                let Some(id) = self.table().next_flight(side) else { return };
                self.state.agenda.push(Step::After(step));
                let menu = self.table().flight_menu(id);
                match menu.first() {
                    Some(&choice) if menu.len() == 1 => self.run_on(choice),
                    Some(_) => {}
                    None => self.unit_mut(id).finished = true,
                }
            }
        }
    }

    /// Contacts that pursuers have made are fought, and what follows from them is done (CF G65).
    fn second_wave(&mut self) {
        let table = self.table();
        let met = |id: UnitId| table.unit(id).after == After::Pursued && table.in_contact(id);
        if !table.on_table().any(met) {
            return;
        }
        self.state.agenda.push_all(&[
            Step::Combat(CombatStep::Fight { second: true }),
            Step::After(AfterStep::Act { second: true, losers: true }),
            Step::After(AfterStep::Act { second: true, losers: false }),
        ]);
    }

    /// Contacts that are over, guns and crews (CF 16.10, 17.4).
    fn phase_ends(&mut self) {
        self.part_contacts();
        self.look_after_guns();
    }

    /// Who has no enemy within the reach of close fire any more is out of contact with him.
    pub(crate) fn part_contacts(&mut self) {
        let table = self.table();
        let over: ArrayVec<crate::state::Contact, { crate::state::MOST_CONTACTS }> = table
            .state
            .contacts
            .iter()
            .filter(|contact| !within(table.distance(contact.a, contact.b), CLOSE))
            .copied()
            .collect();
        self.state.contacts.retain(|contact| !over.contains(contact));
    }

    pub(crate) fn apply_afterwards(&mut self, step: AfterStep, _seat: Seat, choice: AfterChoice) {
        match (step, choice) {
            (AfterStep::Act { second, losers }, choice) => {
                if let Some((_, place)) = self.table().next_to_act(second, losers) {
                    self.act(place, choice);
                }
            }
            (AfterStep::StopShort { unit, way, pips, initial, .. }, choice) => {
                self.state.agenda.pop();
                let flight = self.table().flight_by(unit, way, pips, initial);
                let stops = match choice {
                    AfterChoice::StopShort { far, .. } => Some(far),
                    _ => None,
                };
                self.retire_along(unit, flight, stops);
            }
            (AfterStep::Meet { pursuer, met, way, pips }, choice) => {
                self.state.agenda.pop();
                self.state.meeting.insert(met);
                match choice {
                    AfterChoice::Meet { dice, outrance, .. } => self.meet(pursuer, met, way, (dice, outrance)),
                    AfterChoice::Evade(_) => self.evade_from(met, way),
                    AfterChoice::StepBack { right, .. } => self.pull_back(met, right),
                    AfterChoice::FaceAbout(_) => self.face_charge(met),
                    _ => {}
                }
                self.keep_bodies();
                self.chase(pursuer, way, pips);
            }
            (_, AfterChoice::Spike { unit, gun }) => self.spike(unit, gun),
            (_, AfterChoice::DriveOff { unit, gun }) => self.drive_off(unit, gun),
            (_, AfterChoice::Man(gun)) => self.man(gun),
            (_, choice) => self.run_on(choice),
        }
    }

    /// A flight or pursuit goes on in the Movement Phase, or is over (CF 17.11, 17.16, 17.18, 17.21).
    fn run_on(&mut self, choice: AfterChoice) {
        match choice {
            AfterChoice::Remain(id) => {
                let unit = self.unit_mut(id);
                let rallied = unit.standing == Standing::Routing;
                unit.standing = Standing::Steady;
                unit.quarry = crate::cards::Units::EMPTY;
                unit.flight = 0;
                // Until its own combat it only forms up (CF 17.11, 17.18).
                unit.this_turn.after = After::Remained;
                let (rule, phrase) =
                    if rallied { ("CF 17.18", told::RALLIES) } else { ("CF 17.11", told::STOPS_RUNNING) };
                self.tell(rule, phrase, &[Who::Unit(id)]);
            }
            AfterChoice::Rout(id) => {
                let way = self.table().way_from_enemy(id);
                self.rout(id, way);
                self.unit_mut(id).finished = true;
            }
            AfterChoice::Retire(id) => {
                let way = self.table().way_from_enemy(id);
                self.retire(id, way);
                self.unit_mut(id).finished = true;
            }
            AfterChoice::Pursue(id) => {
                let quarry = self.unit(id).quarry;
                self.pursue(id, quarry);
            }
            _ => {}
        }
    }
}

impl Table<'_> {
    /// Away from the nearest enemy, homeward (CF G63).
    fn way_from_enemy(self, id: UnitId) -> Cdeg {
        let nearest = self.nearest_enemy(id).map(|(enemy, _)| enemy);
        self.way_back(id, nearest.into_iter().collect())
    }
}
