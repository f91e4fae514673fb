//! Where everybody stands as the battle begins, and what has befallen him.

use super::file::{BattleFile, CrewWord, ElementFile, UnitFile, UnitStartFile};
use super::{Roster, card_by_key};
use crate::cards::{
    Aim, Arms, Arrival, CardId, Class, Entry, LeaderId, Load, Order, OrderKind, PositionId, Rank, Under, UnitCard,
    UnitId, Units, Zone,
};
use crate::cards::{BrigadeId, Command};
use crate::ground::TERMS;
use crate::measures::yds;
use crate::state::{
    Bend, Brigade, Control, Crew, Element, Fate, Formation, Holders, LastShot, LastTurn, Leader, LeaderTurn, MoveDice,
    Moved, Place, Service, Standing, ThisTurn, Unit,
};
use arrayvec::ArrayVec;
use field::table::{Cdeg, Point, Pose};
use scenario::{At, Reporter, find};

pub struct Placed {
    pub units: Vec<Unit>,
    pub leaders: Vec<Leader>,
    pub brigades: Vec<Brigade>,
    pub arrivals: Vec<Option<Arrival>>,
}

pub fn place(
    file: &BattleFile,
    roster: &Roster,
    entries: &[Entry],
    (turns, cards): (u8, bool),
    report: &mut Reporter<'_>,
) -> Placed {
    let mut placed = Placed { units: Vec::new(), leaders: Vec::new(), brigades: Vec::new(), arrivals: Vec::new() };
    for (ix, (card, given)) in roster.units.iter().zip(file.units.iter()).enumerate() {
        let facing = roster.sides[card.side.ix()].baseline.outward();
        let mut unit = fresh(CardId(ix as u8), card, facing);
        put(given, card, facing, &mut unit, report);
        let arrival = arrives(given, card, entries, turns, &mut unit, report);
        if let Some(start) = &given.start {
            befall(start, roster, card, &mut unit, report);
        }
        // CF 5.26
        unit.face_down = cards && unit.place == Place::Table;
        placed.units.push(unit);
        placed.arrivals.push(arrival);
    }
    placed.leaders = leaders(file, roster, &placed.units, report);
    placed.brigades = brigades(file, roster, &placed.units);
    placed
}

/// A unit as it is before anything happens to it.
fn fresh(id: CardId, card: &UnitCard, facing: Cdeg) -> Unit {
    let pikes = card.class == Class::Foot && card.arms == Arms::WithPikes;
    let element = |of: &crate::cards::ElementCard| Element {
        bases: of.bases,
        casualties: 0,
        class: of.class,
        style: of.style,
        grade: of.grade,
        guards: of.guards,
        pikes,
    };
    let formation = match card.class {
        Class::Gun | Class::Wagon => Formation::Model,
        Class::Civilians => Formation::Unformed,
        Class::Hussars if !card.mixed => Formation::Unformed,
        _ => Formation::Line,
    };
    Unit {
        given_up: 0,
        card: Some(id),
        side: card.side,
        part: 0,
        place: Place::Reserve,
        face_down: false,
        pose: Pose::new(Point::new(0, 0), facing),
        formation,
        files: card.bases().max(1),
        bends: [Bend::default(); 2],
        elements: card.elements.iter().map(element).collect(),
        class: card.class,
        gun: card.gun,
        style: card.style,
        grade: card.grade,
        arms: card.arms,
        swedish: card.swedish,
        mixed: card.mixed,
        dummy: card.dummy,
        under: card.under,
        standing: Standing::Steady,
        dps: 0,
        mounted: matches!(card.class, Class::Horse | Class::Dragoons | Class::Hussars),
        holders: None,
        limbered: card.class == Class::Wagon,
        service: Service::Crewed,
        spiked_by: None,
        load: Load::None,
        bayonets_fixed: false,
        flight: 0,
        quarry: Units::EMPTY,
        charged_in_vain: false,
        last_shot: None,
        last_turn: LastTurn::default(),
        this_turn: ThisTurn::default(),
    }
}

fn put(given: &At<UnitFile>, card: &UnitCard, facing: Cdeg, unit: &mut Unit, report: &mut Reporter<'_>) {
    unit.pose.facing = given.facing.as_ref().map_or(facing, |facing| facing.value.cdeg());
    if let Some(at) = &given.at {
        unit.pose.at = TERMS.point(at.value);
        unit.place = Place::Table;
    }
    let lost = given.battalions.as_ref().or(given.squadrons.as_ref());
    for (element, file) in unit.elements.iter_mut().zip(lost.map(|list| list.value.as_slice()).unwrap_or_default()) {
        if let ElementFile::Full(full) = &file.value {
            let lost = full.lost.min(element.bases);
            (element.bases, element.casualties) = (element.bases - lost, lost);
        }
    }
    if let Some(word) = &given.formation {
        if matches!(card.class, Class::Gun | Class::Wagon) {
            report.fault(word.span(), "guns and wagons have no formation (CF 10.1)", "leave it out");
        } else {
            unit.formation = word.value.value();
        }
    }
    let bases = unit.bases().max(1);
    unit.files = match (&given.files, unit.formation) {
        (Some(files), _) => files.value,
        (None, Formation::MarchColumn) => 1,
        (None, Formation::AssaultColumn) => 2.min(bases),
        _ => bases,
    };
    if let Some(files) = given.files.as_ref().filter(|files| files.value == 0 || files.value > bases) {
        report.fault(files.span(), format!("{} bases do not stand so", bases), format!("1 to {bases}"));
        unit.files = bases;
    }
    if let Some(limbered) = &given.limbered {
        if card.class != Class::Gun {
            report.fault(limbered.span(), "only a gun is limbered", "leave it out");
        }
        unit.limbered = limbered.value;
    }
    if let Some(load) = &given.load {
        // CF 12.10
        if !matches!(card.class, Class::Foot | Class::Dragoons) {
            report.fault(load.span(), "foot and dragoons carry fascines and ladders (CF 12.10)", "leave it out");
        }
        unit.load = load.value.value();
    }
}

fn entry(key: &At<String>, card: &UnitCard, entries: &[Entry], report: &mut Reporter<'_>) -> u8 {
    let Some(ix) = find(key, "entry", entries.iter().map(|entry| entry.key.as_str()), report) else { return 0 };
    if entries[ix].side != card.side {
        report.fault(key.span(), "an entry of the other side", "one of its own side");
    }
    ix as u8
}

fn arrives(
    given: &At<UnitFile>,
    card: &UnitCard,
    entries: &[Entry],
    turns: u8,
    unit: &mut Unit,
    report: &mut Reporter<'_>,
) -> Option<Arrival> {
    let ways = [given.at.is_some(), given.march.is_some(), given.arrives.is_some()];
    if ways.iter().filter(|way| **way).count() > 1 {
        report.fault(given.key.span(), "it stands somewhere, marches on or arrives", "one of `at`, `march`, `arrives`");
    }
    if let Some(march) = &given.march {
        let entry = entry(&march.entry, card, entries, report);
        unit.place = Place::Marching { entry, place: march.place.value, come: 0 };
    }
    let arrival = given.arrives.as_ref()?;
    if !(1..=turns).contains(&arrival.turn.value) {
        report.fault(arrival.turn.span(), "the battle has no such turn", format!("1 to {turns}"));
    }
    unit.place = Place::Expected { attempts: 0 };
    Some(Arrival {
        turn: arrival.turn.value,
        entry: entry(&arrival.entry, card, entries, report),
        diced: arrival.diced.as_ref().is_some_and(|diced| diced.value),
    })
}

fn befall(start: &At<UnitStartFile>, roster: &Roster, card: &UnitCard, unit: &mut Unit, report: &mut Reporter<'_>) {
    let yes = |said: Option<bool>| said.unwrap_or(false);
    unit.dps = start.dps.as_ref().map_or(0, |dps| dps.value);
    if let Some(word) = &start.standing {
        unit.standing = word.value.value();
        unit.formation = Formation::Unformed;
    }
    unit.flight = start.flight.unwrap_or(0);
    for key in &start.quarry {
        if let Some(quarry) = card_by_key(&roster.units, key, report) {
            unit.quarry.insert(UnitId(quarry.0));
        }
    }
    if let Some(horses) = &start.horses {
        if card.class != Class::Dragoons {
            report.fault(horses.span(), "only dragoons leave their horses (CF 2.5)", "class = \"dragoons\"");
        }
        unit.holders = Some(Holders { at: TERMS.point(horses.value), moved: false });
        (unit.mounted, unit.formation, unit.grade) = (false, Formation::Unformed, card.grade_on_foot);
    }
    unit.bayonets_fixed = yes(start.bayonets_fixed);
    unit.charged_in_vain = yes(start.charged_in_vain);
    if let Some(word) = &start.abandoned {
        if card.class != Class::Gun {
            report.fault(word.span(), "only guns are abandoned", "class = \"gun\"");
        }
        let crew = if word.value == CrewWord::Killed { Crew::Killed } else { Crew::At(unit.pose.at) };
        unit.service = Service::Abandoned(crew);
    }
    let dice = start.last_dice.as_ref().map_or(0, |dice| dice.value);
    if let Some(dice) = start.last_dice.as_ref().filter(|dice| dice.value > 3) {
        report.fault(dice.span(), "nobody moves with so many dice", "0 to 3");
    }
    let moved = match dice {
        _ if yes(start.last_road) => Moved::Road,
        0 => Moved::Stood,
        1 => Moved::Dice(MoveDice::new(1, false)),
        2 if card.class == Class::Foot => Moved::Dice(MoveDice::new(1, true)),
        2 => Moved::Dice(MoveDice::new(2, false)),
        _ => Moved::Dice(MoveDice::new(2, true)),
    };
    let speed = if moved == Moved::Road { 2 } else { dice };
    unit.last_turn = LastTurn { moved, speed, fired: yes(start.fired_last_turn) };
    if let Some(key) = &start.last_target
        && let Some(target) = card_by_key(&roster.units, key, report)
    {
        let at = UnitId(target.0);
        unit.last_shot = Some(LastShot { at, turn: 0, range: 0, displaced: false, acted: false });
    }
    let turn = &mut unit.this_turn;
    (turn.fired, turn.under_fire, turn.steadied) = (yes(start.fired), yes(start.under_fire), yes(start.steadied));
    turn.inspired = start.inspired.as_ref().map_or(0, |inspired| inspired.value.min(2));
    turn.displaced = yes(start.moved);
    turn.advanced = turn.displaced;
    if turn.displaced {
        turn.moved = Moved::Otherwise;
    }
    if let Some(word) = &start.control {
        turn.control = Control::Tested(word.value.value());
    }
}

fn leaders(file: &BattleFile, roster: &Roster, units: &[Unit], report: &mut Reporter<'_>) -> Vec<Leader> {
    let mut leaders = Vec::new();
    for (ix, given) in file.leaders.iter().enumerate().take(roster.leaders.len()) {
        let card = &roster.leaders[ix];
        let attached = given.with.as_ref().and_then(|key| card_by_key(&roster.units, key, report));
        let attached = attached.map(|unit| UnitId(unit.0));
        if let (Some(unit), Some(key)) = (attached, &given.with) {
            // CF 6.6
            if !commands(roster, LeaderId(ix as u8), &roster.units[unit.ix()]) {
                report.fault(key.span(), "he is attached to units of his own command (CF 6.6)", "another unit");
            }
        }
        let his = |id: &usize| commands(roster, LeaderId(ix as u8), &roster.units[*id]);
        let there = |id: &usize| units[*id].place == Place::Table;
        let poses: Vec<Pose> = (0..units.len()).filter(his).filter(there).map(|id| units[id].pose).collect();
        let at = match (&given.at, attached) {
            (Some(at), _) => TERMS.point(at.value),
            (None, Some(unit)) => units[unit.ix()].pose.at,
            (None, None) => behind(&poses, card.rank),
        };
        // Who rides with a unit comes to the table with it (CF 6.6, G70).
        let off = match attached {
            Some(unit) => units[unit.ix()].place != Place::Table,
            None => given.at.is_none() && poses.is_empty(),
        };
        leaders.push(Leader {
            fate: Fate::Fit,
            off,
            hidden: false,
            at,
            attached,
            wounded: given.wounded.unwrap_or(false),
            heard: ArrayVec::new(),
            lost_in: 0,
            this_turn: LeaderTurn::default(),
        });
    }
    leaders
}

/// CF 6.14, from the cards alone.
fn commands(roster: &Roster, leader: LeaderId, unit: &UnitCard) -> bool {
    let card = &roster.leaders[leader.ix()];
    let wing = match unit.under {
        Under::Brigade(brigade) => roster.brigades[brigade.ix()].wing,
        Under::Wing(wing) => Some(wing),
        Under::Army => None,
    };
    card.side == unit.side
        && match card.commands {
            Command::Brigade(brigade) => unit.under == Under::Brigade(brigade),
            Command::Wing(own) => wing == Some(own),
            Command::Army => true,
        }
}

/// Behind the middle of his men, higher leaders farther back.
fn behind(poses: &[Pose], rank: Rank) -> Point {
    let count = poses.len().max(1) as i64;
    let mean = |of: fn(&Pose) -> i32| (poses.iter().map(|pose| i64::from(of(pose))).sum::<i64>() / count) as i32;
    let facing = poses.first().map_or(0, |pose| pose.facing);
    let back = match rank {
        Rank::Brigadier => 40,
        Rank::General => 60,
        Rank::Marshal => 80,
    };
    Pose::new(Point::new(mean(|pose| pose.at.x), mean(|pose| pose.at.y)), facing).ahead(-yds(back)).at
}

fn brigades(file: &BattleFile, roster: &Roster, units: &[Unit]) -> Vec<Brigade> {
    let mut brigades = Vec::new();
    for (ix, (card, given)) in roster.brigades.iter().zip(&file.brigades).enumerate() {
        let named = given.position.as_ref();
        let named = named.and_then(|key| file.positions.iter().position(|known| known.key.value == key.value));
        let to = match (named, &given.to) {
            (Some(position), _) => Aim::Named(PositionId(position as u8)),
            (None, Some(to)) => Aim::Spot(TERMS.point(to.value)),
            (None, None) => Aim::Deployment,
        };
        let kind = given.order.as_ref().map_or(OrderKind::AdvanceAndAttack, |word| word.value.value());
        let own = units.iter().filter(|unit| unit.under == Under::Brigade(BrigadeId(ix as u8)));
        // CF 6.17: from his superior, the General of the wing or whoever commands the army.
        let issued_by = card.wing.and_then(|wing| roster.wings[wing.ix()].general);
        let area = about(own);
        brigades.push(Brigade {
            order: Order { kind, to },
            issued_by,
            wing: card.wing,
            reached: false,
            area,
            unknown: false,
        });
    }
    brigades
}

/// The ground that units stand about.
fn about<'a>(units: impl Iterator<Item = &'a Unit>) -> Zone {
    let mut zone: Option<Zone> = None;
    for unit in units.filter(|unit| unit.place == Place::Table) {
        let at = unit.pose.at;
        let here = Zone { west: at.x, south: at.y, east: at.x, north: at.y };
        zone = Some(zone.map_or(here, |zone| Zone {
            west: zone.west.min(at.x),
            south: zone.south.min(at.y),
            east: zone.east.max(at.x),
            north: zone.north.max(at.y),
        }));
    }
    zone.unwrap_or(Zone { west: 0, south: 0, east: 0, north: 0 })
}
