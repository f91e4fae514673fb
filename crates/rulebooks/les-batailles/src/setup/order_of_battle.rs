//! Sides, seats, formations, leaders, arrivals and positions of a battle file.

use super::file::{BattleFile, FormationFile, LeaderFile, Rank};
use super::{edge_hex, hex};
use crate::cards::{
    Arrival, Bonuses, Echelon, FormationCard, FormationId, LeaderCard, LeaderId, MOST_FORMATIONS, MOST_LEADERS,
    MOST_UNITS, MeleeBonus, MoraleBonus, Nation, Post, SideCard, StaticPosition, UnitCard, UnitId, UnitSet,
};
use crate::charts::Charts;
use crate::ground::Ground;
use crate::state::{Formation, FormationTurn, Leader, LeaderPlace, LeaderTurn, Place, Unit, Value};
use field::hexes::Hex;
use kernel::{Seat, Side};
use scenario::order_of_battle::{Led, SeatHead, Seats, SideHead, Sides, check_keys};
use scenario::{At, Reporter, find};

/// Everybody, as printed and as they stand at the start.
pub struct OrderOfBattle {
    pub sides: [SideCard; 2],
    pub seats: Seats,
    pub formations: Vec<FormationCard>,
    pub formation_states: Vec<Formation>,
    pub leaders: Vec<LeaderCard>,
    pub leader_states: Vec<Leader>,
    pub arrivals: Vec<Arrival>,
    pub(super) arrival_keys: Vec<String>,
    pub positions: Vec<StaticPosition>,
    pub(super) position_keys: Vec<String>,
    pub units: Vec<UnitCard>,
    pub states: Vec<Unit>,
    pub by_side: [Vec<UnitId>; 2],
    heads: Sides,
}

const COLOURS: [&str; 2] = ["#1f4e8c", "#a33a2a"];

/// Movement Potential of a leader whose file gives none (chart 29).
const USUAL_RIDE: u8 = 9;

impl OrderOfBattle {
    pub fn read(
        file: &BattleFile,
        ground: &Ground,
        charts: &Charts,
        report: &mut Reporter<'_>,
    ) -> Option<OrderOfBattle> {
        let heads: Vec<SideHead<'_>> = file.sides.iter().map(|side| side.head()).collect();
        // Two sides, each of one player or of a team (LB 3.2b).
        let sides = Sides::read(&heads, file.sides.span(), COLOURS, report)?;
        if !counts_fit(file, report) {
            return None;
        }
        check_keys("formation", file.formations.iter().map(|formation| &formation.key), report);
        check_keys("leader", file.leaders.iter().map(|leader| &leader.key), report);
        check_keys("unit", file.units.iter().map(|unit| &unit.key), report);
        check_keys("arrival", file.arrivals.iter().map(|arrival| &arrival.key), report);
        check_keys("position", file.positions.iter().map(|position| &position.key), report);
        let seat_heads: Vec<SeatHead<'_>> = file.seats.iter().map(|seat| seat.head()).collect();
        let seats = Seats::read(&seat_heads, &heads, &sides, report);
        let card = |side: Side| {
            let given = &file.sides[side.ix()];
            SideCard {
                key: sides.keys[side.ix()].clone(),
                name: sides.names[side.ix()].clone(),
                colour: sides.colours[side.ix()].clone(),
                french: given.french.unwrap_or(side == Side::FIRST),
                depots: given.depots.iter().filter_map(|number| hex(&ground.grid, number, report)).collect(),
                points: given.points.unwrap_or(0),
                resupply: given.resupply.unwrap_or(false),
            }
        };
        let mut order = OrderOfBattle {
            sides: Side::BOTH.map(card),
            seats,
            formations: Vec::new(),
            formation_states: Vec::new(),
            leaders: Vec::new(),
            leader_states: Vec::new(),
            arrivals: Vec::new(),
            arrival_keys: Vec::new(),
            positions: Vec::new(),
            position_keys: Vec::new(),
            units: Vec::new(),
            states: Vec::new(),
            by_side: [Vec::new(), Vec::new()],
            heads: sides,
        };
        order.arrivals(file, ground, report);
        for formation in file.formations.iter() {
            order.formation(formation, report);
        }
        let led: Vec<Led<'_>> = order.formations.iter().map(|card| Led { side: card.side, key: &card.key }).collect();
        order.seats.check_led(&seat_heads, &order.heads, "formation", &led, report);
        for leader in &file.leaders {
            order.leader(leader, ground, report);
        }
        order.read_units(file, ground, charts, report);
        order.finish(file);
        Some(order)
    }

    pub fn side(&self, key: &At<String>, report: &mut Reporter<'_>) -> Option<Side> {
        self.heads.find(key, report)
    }

    pub(super) fn formation_named(&self, key: &At<String>, report: &mut Reporter<'_>) -> Option<FormationId> {
        let names = self.formations.iter().map(|card| card.key.as_str());
        find(key, "formation", names, report).map(|at| FormationId(at as u8))
    }

    pub(super) fn leader_named(&self, key: &At<String>, report: &mut Reporter<'_>) -> Option<LeaderId> {
        let names = self.leaders.iter().map(|card| card.key.as_str());
        find(key, "leader", names, report).map(|at| LeaderId(at as u8))
    }

    pub(super) fn arrival_named(&self, key: &At<String>, report: &mut Reporter<'_>) -> Option<u8> {
        find(key, "arrival", self.arrival_keys.iter().map(String::as_str), report).map(|at| at as u8)
    }

    /// The units of a leader's formation, and of those below it, that are In Command.
    pub fn under(&self, leader: usize, value: &Value) -> UnitSet {
        let Post::Leads(own) = self.leaders[leader].post else { return UnitSet::EMPTY };
        let within = |id: FormationId| {
            let mut chain = std::iter::successors(Some(id), |id| self.formations[id.ix()].over);
            chain.any(|id| id == own)
        };
        let units = self.units.iter().zip(&value.units).enumerate();
        let members = units.filter(|(_, (card, unit))| {
            within(card.formation) && unit.place == Place::Map && unit.turn.command.in_command
        });
        members.map(|(at, _)| UnitId(at as u16)).collect()
    }

    fn arrivals(&mut self, file: &BattleFile, ground: &Ground, report: &mut Reporter<'_>) {
        for given in &file.arrivals {
            let side = self.side(&given.side, report).unwrap_or(Side::FIRST);
            if !(1..=file.turns.value).contains(&given.turn.value) {
                let what = format!("the battle has no turn {}", given.turn.value);
                report.fault(given.turn.span(), what, format!("1 to {}", file.turns.value));
            }
            let entry = edge_hex(&ground.grid, &given.entry, report).unwrap_or(Hex::new(0));
            let termini = given.termini.iter().filter_map(|number| hex(&ground.grid, number, report)).collect();
            self.arrivals.push(Arrival { turn: given.turn.value, side, entry, termini });
            self.arrival_keys.push(given.key.value.clone());
        }
        for given in &file.positions {
            let side = self.side(&given.side, report).unwrap_or(Side::FIRST);
            let hexes = given.hexes.iter().filter_map(|number| hex(&ground.grid, number, report)).collect();
            self.positions.push(StaticPosition { name: given.name.clone(), side, hexes });
            self.position_keys.push(given.key.value.clone());
        }
    }

    fn formation(&mut self, given: &At<FormationFile>, report: &mut Reporter<'_>) {
        let over = given.of.as_ref().and_then(|key| self.formation_named(key, report));
        let echelon = given.kind.value.value();
        let side = match (&given.side, over) {
            (Some(key), _) => self.side(key, report),
            (None, Some(over)) => Some(self.formations[over.ix()].side),
            (None, None) => {
                report.fault(given.key.span(), "nobody says whose it is", "side = \"…\", or of = \"…\"");
                None
            }
        };
        if let (Some(over), Some(key)) = (over, &given.of)
            && self.formations[over.ix()].echelon <= echelon
        {
            report.fault(key.span(), "it is no larger than what is part of it", "a larger formation");
        }
        let side = side.unwrap_or(Side::FIRST);
        let seat = self.seat_leading(side, &given.key, over);
        self.formations.push(FormationCard {
            key: given.key.value.clone(),
            name: given.name.clone(),
            side,
            seat,
            echelon,
            over,
            leader: None,
            cavalry: true,
            old_guard: given.old_guard.unwrap_or(false),
            maneuvers: given.maneuvers.unwrap_or(true),
            track: given.track.as_ref().map(|track| track.value),
            battalions: 0,
            span: given.value.span.as_ref().map(|span| span.value),
        });
        self.formation_states.push(Formation { leader: None, level: 0, marches: 0, turn: FormationTurn::default() });
    }

    /// The seat that names a formation, or else the one that leads what it is part of.
    fn seat_leading(&self, side: Side, key: &str, over: Option<FormationId>) -> Seat {
        let rest = self.seats.leading_rest(side);
        let own = self.seats.leading(Led { side, key }).filter(|seat| Some(*seat) != rest);
        let above = over.map(|over| self.formations[over.ix()].seat);
        own.or(above).or(rest).unwrap_or(self.seats.chiefs[side.ix()])
    }

    fn leader(&mut self, given: &At<LeaderFile>, ground: &Ground, report: &mut Reporter<'_>) {
        let Some(of) = self.formation_named(&given.of, report) else { return };
        let id = LeaderId(self.leaders.len() as u8);
        let rank = given.post.map_or(Rank::Leader, |word| word.value());
        let post = match rank {
            Rank::Monarch => Post::Monarch,
            Rank::Leader => Post::Leads(of),
            Rank::ImperialAide => Post::ImperialAide,
            Rank::Aide => Post::Aide(of),
            Rank::Outside => Post::Outside,
        };
        let formation = &mut self.formations[of.ix()];
        let (side, seat, echelon) = (formation.side, formation.seat, formation.echelon);
        let at = given.at.as_ref().and_then(|number| hex(&ground.grid, number, report));
        if rank == Rank::Leader {
            if formation.leader.is_some() {
                report.fault(given.of.span(), "it has a leader already", "one leader for each formation");
            }
            formation.leader = Some(id);
            self.formation_states[of.ix()].leader = at.map(|_| id);
        }
        let arrival = given.arrives.as_ref().and_then(|key| self.arrival_named(key, report));
        if at.is_none() && given.arrives.is_none() && given.at.is_none() {
            report.fault(given.key.span(), "the leader stands nowhere", "at = \"0304\", or arrives = \"…\"");
        }
        let bonuses = Bonuses {
            infantry: melee(given.infantry.as_ref(), report),
            cavalry: melee(given.cavalry.as_ref(), report),
            artillery: given.artillery.as_ref().map(|bonus| bonus.value),
            morale: morale(given.morale.as_ref(), report),
        };
        self.leaders.push(LeaderCard {
            key: given.key.value.clone(),
            name: given.name.clone(),
            side,
            seat,
            nation: given.nation.unwrap_or(Nation::Other),
            post,
            movement: given.movement.as_ref().map_or(USUAL_RIDE, |movement| movement.value),
            // LB G2: an army leader and a corps leader give a point each.
            gives_point: given.gives_point.unwrap_or(rank == Rank::Leader && echelon >= Echelon::Corps),
            initiative: given.initiative.unwrap_or(false),
            cavalry_ability: given.cavalry_ability.unwrap_or(false),
            artillery_ability: given.artillery_ability.unwrap_or(false),
            napoleon: given.napoleon.unwrap_or(false),
            arrival,
            typical: Bonuses::default(),
        });
        self.leader_states.push(Leader {
            place: if at.is_some() { LeaderPlace::Map } else { LeaderPlace::Expected },
            hex: at.unwrap_or(Hex::new(0)),
            post,
            activated: given.activated.unwrap_or(false),
            strayed: false,
            assigned: None,
            bonuses: Some(bonuses),
            turn: LeaderTurn { moved: given.moved.unwrap_or(false), ..LeaderTurn::default() },
        });
    }

    /// What can only be known when everybody is there.
    fn finish(&mut self, file: &BattleFile) {
        let initiative: Vec<bool> = (0..self.leaders.len()).map(|at| self.leads_light_horse(at)).collect();
        for (card, light) in self.leaders.iter_mut().zip(initiative) {
            let given = file.leaders.iter().find(|given| given.key.value == card.key);
            // The battle lists who may take the initiative (LB 8.5a); where it is silent, whoever leads nothing but light horse
            // (LB G2).
            card.initiative = given.and_then(|given| given.initiative).unwrap_or(light);
        }
    }

    fn leads_light_horse(&self, leader: usize) -> bool {
        let Post::Leads(own) = self.leaders[leader].post else { return false };
        let within = |id: FormationId| {
            let mut chain = std::iter::successors(Some(id), |id| self.formations[id.ix()].over);
            chain.any(|id| id == own)
        };
        let mut horse = self
            .units
            .iter()
            .filter(|card| within(card.formation))
            .filter(|card| matches!(card.arm, crate::cards::Arm::Infantry | crate::cards::Arm::Cavalry));
        let any = horse.clone().next().is_some();
        any && self.formations[own.ix()].echelon <= Echelon::Division && horse.all(UnitCard::is_light_cavalry)
    }
}

/// `2`, `-1`, `2/3`, `-`.
fn melee(given: Option<&At<String>>, report: &mut Reporter<'_>) -> MeleeBonus {
    let Some(given) = given.filter(|given| given.trim() != "-") else { return MeleeBonus::default() };
    let number = |text: &str| text.trim().parse::<i8>().ok();
    let read = match given.split_once('/') {
        Some((attack, defence)) => number(attack).zip(number(defence)),
        None => number(given).map(|both| (both, both)),
    };
    let Some((attack, defence)) = read else {
        report.fault(
            given.span(),
            format!("`{}` is no bonus", given.value),
            "a number, `2/3` for attack and defence, or `-`",
        );
        return MeleeBonus::default();
    };
    MeleeBonus { attack: Some(attack), defence: Some(defence) }
}

fn morale(given: Option<&At<String>>, report: &mut Reporter<'_>) -> MoraleBonus {
    let Some(given) = given else { return MoraleBonus::None };
    match given.trim() {
        "-" => MoraleBonus::None,
        "A" => MoraleBonus::Passes,
        number => number.parse().map(MoraleBonus::Number).unwrap_or_else(|_| {
            report.fault(given.span(), format!("`{number}` is no morale bonus"), "a number, `A`, or `-`");
            MoraleBonus::None
        }),
    }
}

fn counts_fit(file: &BattleFile, report: &mut Reporter<'_>) -> bool {
    let counts = [
        (file.units.len(), MOST_UNITS, "units", file.units.span()),
        (file.leaders.len(), MOST_LEADERS, "leaders", file.leaders.last().map_or(0..0, |last| last.key.span())),
        (file.formations.len(), MOST_FORMATIONS, "formations", file.formations.span()),
        (file.positions.len(), 16, "positions", file.positions.last().map_or(0..0, |last| last.key.span())),
        (file.arrivals.len(), 64, "arrivals", file.arrivals.last().map_or(0..0, |last| last.key.span())),
    ];
    for (count, most, what, span) in &counts {
        if count > most {
            report.fault(span.clone(), format!("{count} {what}"), format!("{most} at most"));
        }
    }
    counts.iter().all(|(count, most, ..)| count <= most)
}
