//! Chapter 9 and the order of battle: sides, seats, generals and units.

use super::file::{BattleFile, GeneralFile, SeatFile, SideFile, UnitFile};
use super::muster::{MusterKeys, Mustered};
use crate::cards::{GeneralCard, GeneralId, Kind, Options, PikeStatus, SideCard, TableEdge, UnitCard, UnitId, Zone};
use crate::costs::{self, Muster};
use crate::deployment::FORLORN_FIGURES;
use kernel::{Seat, SeatCard, SeatSet, Side};
use scenario::{At, Reporter, advise, um};
use std::collections::{BTreeMap, BTreeSet};

/// The most units, forlorn hopes included, and generals there is room for.
pub const MOST_UNITS: usize = 64;
pub const MOST_GENERALS: usize = 40;

/// The order of battle.
pub struct Roster {
    pub sides: [SideCard; 2],
    pub seats: Vec<SeatCard>,
    pub units: Vec<UnitCard>,
    pub generals: Vec<GeneralCard>,
    /// The guns, crews and arms of each unit as they were counted.
    pub mustered: Vec<Mustered>,
}

impl Roster {
    pub fn read(file: &BattleFile, options: &Options, report: &mut Reporter<'_>) -> Option<Roster> {
        let sides = sides(file, options, report)?;
        let keys: Vec<&str> = sides.iter().map(|side| side.key.as_str()).collect();
        let reader = Reader { file, sides: &keys };
        reader.keys(report);
        let chairs = reader.chairs(report);
        let (mut units, mustered) = reader.units(&chairs, options, report);
        let generals = reader.generals(&chairs, report);
        reader.assign(&mut units, report);
        reader.chiefs(report);
        check_limits(file, &units, &generals, report);
        Some(Roster { sides, seats: chairs.cards, units, generals, mustered })
    }

    pub fn unit(&self, key: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.key == key).map(|ix| UnitId(ix as u8))
    }
}

fn sides(file: &BattleFile, options: &Options, report: &mut Reporter<'_>) -> Option<[SideCard; 2]> {
    let [first, second] = file.sides.as_slice() else {
        let span = file.sides.first().map_or(file.sides.span(), At::span);
        report.fault(span, format!("a battle of {} sides", file.sides.len()), "exactly two tables [[sides]]");
        return None;
    };
    if first.key.value == second.key.value {
        report.fault(second.key.span(), "both sides have the same key", "a key for each side");
    }
    if first.baseline.value == second.baseline.value {
        report.fault(second.baseline.span(), "both sides have the same baseline", "the opposite edge of the table");
    }
    let size = file.ground.size.value;
    Some([side_card(first, "#9d2b35", size, options, report), side_card(second, "#2f5d8c", size, options, report)])
}

fn side_card(file: &SideFile, colour: &str, size: [f64; 2], options: &Options, report: &mut Reporter<'_>) -> SideCard {
    let baseline = file.baseline.value.value();
    if let Some(given) = &file.colour
        && !is_colour(given)
    {
        report.fault(given.span(), format!("`{}` is no colour", given.value), "\"#rrggbb\", such as \"#9d2b35\"");
    }
    let zone = match &file.zone {
        Some(given) => zone(given, size, report),
        None => usual_zone(baseline, size, options),
    };
    SideCard {
        key: file.key.value.clone(),
        name: file.name.clone(),
        colour: file.colour.as_ref().map_or(colour.to_owned(), |given| given.value.clone()),
        baseline,
        zone: Some(zone),
    }
}

fn is_colour(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|hex| hex.len() == 6 && hex.chars().all(|c| c.is_ascii_hexdigit()))
}

/// A box of a file, inside the table.
pub fn zone(given: &At<[f64; 4]>, [width, height]: [f64; 2], report: &mut Reporter<'_>) -> Zone {
    let [west, south, east, north] = given.value;
    if west >= east || south >= north || west < 0.0 || south < 0.0 || east > width || north > height {
        report.fault(
            given.span(),
            "no such box on this table",
            format!("[west, south, east, north] between [0, 0] and [{width}, {height}], the smaller first"),
        );
    }
    Zone { west: um(west), south: um(south), east: um(east), north: um(north) }
}

/// Within 12(9) inches of the baseline (ruling G68).
fn usual_zone(baseline: TableEdge, [width, height]: [f64; 2], options: &Options) -> Zone {
    let depth = options.scale.inches(12);
    let (width, height) = (um(width), um(height));
    let whole = Zone { west: 0, south: 0, east: width, north: height };
    match baseline {
        TableEdge::North => Zone { south: height - depth.min(height), ..whole },
        TableEdge::South => Zone { north: depth.min(height), ..whole },
        TableEdge::East => Zone { west: width - depth.min(width), ..whole },
        TableEdge::West => Zone { east: depth.min(width), ..whole },
    }
}

/// The seats, and who leads which command.
struct Chairs {
    cards: Vec<SeatCard>,
    commands: BTreeMap<(Side, String), Seat>,
    /// The seat of each side that leads whatever no other leads.
    rest: [Option<Seat>; 2],
}

impl Chairs {
    fn of(&self, side: Side, command: Option<&At<String>>) -> Option<Seat> {
        command.and_then(|c| self.commands.get(&(side, c.value.clone())).copied()).or(self.rest[side.ix()])
    }

    fn first(&self, side: Side) -> Option<Seat> {
        self.cards.iter().position(|card| card.side == side).map(|ix| Seat(ix as u8))
    }
}

struct Reader<'f> {
    file: &'f BattleFile,
    sides: &'f [&'f str],
}

impl Reader<'_> {
    /// Every key is spelt simply and used once.
    fn keys(&self, report: &mut Reporter<'_>) {
        let file = self.file;
        let mut seen = BTreeSet::new();
        let bodies = file.units.iter().map(|unit| &unit.key).chain(file.generals.iter().map(|general| &general.key));
        for key in bodies {
            check_key(key, report);
            if !seen.insert(&key.value) {
                report.fault(key.span(), format!("the key `{}` is used twice", key.value), "a key of its own");
            }
            if key.ends_with("-forlorn") {
                report.fault(key.span(), "such keys are kept for forlorn hopes", "another key");
            }
        }
        for key in file.sides.iter().map(|side| &side.key).chain([&file.key]) {
            check_key(key, report);
        }
        let mut seats = BTreeSet::new();
        for seat in &file.seats {
            check_key(&seat.key, report);
            if !seats.insert(&seat.key.value) {
                report.fault(
                    seat.key.span(),
                    format!("the key `{}` is used twice", seat.key.value),
                    "a key of its own",
                );
            }
        }
    }

    fn side(&self, key: &At<String>, report: &mut Reporter<'_>) -> Side {
        match self.sides.iter().position(|side| *side == key.value) {
            Some(ix) => Side(ix as u8),
            None => {
                let known = self.sides.iter().copied();
                report.fault(key.span(), format!("there is no side `{}`", key.value), advise(key, known));
                Side::FIRST
            }
        }
    }

    fn chairs(&self, report: &mut Reporter<'_>) -> Chairs {
        let mut chairs = Chairs { cards: Vec::new(), commands: BTreeMap::new(), rest: [None; 2] };
        if self.file.seats.is_empty() {
            for (ix, side) in self.file.sides.iter().enumerate() {
                let side_no = Side(ix as u8);
                chairs.rest[ix] = Some(Seat(ix as u8));
                chairs.cards.push(SeatCard { key: side.key.value.clone(), name: side.name.clone(), side: side_no });
            }
            return chairs;
        }
        if self.file.seats.len() > SeatSet::MOST {
            let span = self.file.seats[SeatSet::MOST].span();
            report.fault(span, "too many seats", format!("at most {}", SeatSet::MOST));
        }
        for (ix, seat) in self.file.seats.iter().enumerate().take(SeatSet::MOST) {
            self.chair(Seat(ix as u8), seat, &mut chairs, report);
        }
        for side in Side::BOTH.into_iter().filter(|&side| chairs.first(side).is_none()) {
            let key = &self.file.sides[side.ix()].key;
            report.fault(
                key.span(),
                format!("nobody sits for `{}`", key.value),
                format!("a seat with side = \"{}\"", key.value),
            );
        }
        chairs
    }

    fn chair(&self, seat: Seat, file: &At<SeatFile>, chairs: &mut Chairs, report: &mut Reporter<'_>) {
        let side = self.side(&file.side, report);
        match &file.commands {
            None => {
                if chairs.rest[side.ix()].replace(seat).is_some() {
                    let what = "a second seat of this side without commands of its own";
                    report.fault(file.key.span(), what, "commands = [\"…\"] for all seats of the side but one");
                }
            }
            Some(commands) => {
                for command in commands.iter() {
                    self.command_exists(side, command, report);
                    if chairs.commands.insert((side, command.value.clone()), seat).is_some() {
                        let what = format!("the command `{}` has a seat already", command.value);
                        report.fault(command.span(), what, "each command in one seat");
                    }
                }
            }
        }
        chairs.cards.push(SeatCard { key: file.key.value.clone(), name: file.name.clone(), side });
    }

    fn commands(&self, side: Side) -> BTreeSet<&str> {
        let key = self.sides[side.ix()];
        let units = self.file.units.iter().filter(|u| u.side.value == key).filter_map(|u| u.command.as_ref());
        let generals = self.file.generals.iter().filter(|g| g.side.value == key).filter_map(|g| g.command.as_ref());
        units.chain(generals).map(|command| command.value.as_str()).collect()
    }

    fn command_exists(&self, side: Side, command: &At<String>, report: &mut Reporter<'_>) {
        let known = self.commands(side);
        if !known.contains(command.value.as_str()) {
            let what = format!("nothing of this side belongs to a command `{}`", command.value);
            report.fault(command.span(), what, advise(command, known.iter().copied()));
        }
    }

    fn units(&self, chairs: &Chairs, options: &Options, report: &mut Reporter<'_>) -> (Vec<UnitCard>, Vec<Mustered>) {
        let mut cards = Vec::new();
        let mut mustered = Vec::new();
        if self.file.units.len() > MOST_UNITS {
            report.fault(self.file.units[MOST_UNITS].span(), "too many units", format!("at most {MOST_UNITS}"));
        }
        for unit in self.file.units.iter().take(MOST_UNITS) {
            let muster = MusterKeys::of(unit).muster(options, report);
            cards.push(self.unit_card(unit, &muster, chairs, report));
            mustered.push(muster);
        }
        if options.forlorn_hopes {
            add_forlorn_hopes(&mut cards);
            if cards.len() > MOST_UNITS
                && let Some(last) = self.file.units.last()
            {
                let what = format!("{} units with all forlorn hopes are too many", cards.len());
                report.fault(last.span(), what, format!("at most {MOST_UNITS}"));
            }
        }
        (cards, mustered)
    }

    fn unit_card(
        &self,
        unit: &At<UnitFile>,
        muster: &Mustered,
        chairs: &Chairs,
        report: &mut Reporter<'_>,
    ) -> UnitCard {
        let side = self.side(&unit.side, report);
        let seat = chairs.of(side, unit.command.as_ref());
        if seat.is_none() && chairs.first(side).is_some() {
            let span = unit.command.as_ref().map_or(unit.key.span(), At::span);
            let known = self.commands(side);
            let instead = format!("a command that a seat leads, {}", advise("", known.iter().copied()));
            report.fault(span, format!("no seat leads `{}`", unit.key.value), instead);
        }
        let side_royalist = self.file.sides[side.ix()].royalist.unwrap_or(false);
        let mut card = UnitCard {
            key: unit.key.value.clone(),
            name: unit.name.clone(),
            side,
            seat: seat.unwrap_or(Seat(0)),
            kind: unit.kind.value.value(),
            grade: MusterKeys::of(unit).grade(report),
            pikes: muster.pikes,
            others: muster.others,
            status: muster.status(),
            sub_general: None,
            royalist: unit.royalist.unwrap_or(side_royalist),
            swedish: muster.swedish,
            firelocks: muster.firelocks,
            pistols: muster.pistols,
            guns: muster.guns.clone(),
            parent: None,
            forlorn: None,
            cost: 0,
        };
        card.cost = Muster::of(&card).points();
        card
    }

    fn generals(&self, chairs: &Chairs, report: &mut Reporter<'_>) -> Vec<GeneralCard> {
        if self.file.generals.len() > MOST_GENERALS {
            report.fault(
                self.file.generals[MOST_GENERALS].span(),
                "too many generals",
                format!("at most {MOST_GENERALS}"),
            );
        }
        let card = |general: &At<GeneralFile>| {
            let side = self.side(&general.side, report);
            let seat = chairs.of(side, general.command.as_ref()).or(chairs.first(side));
            GeneralCard {
                key: general.key.value.clone(),
                name: general.name.clone(),
                side,
                seat: seat.unwrap_or(Seat(0)),
                chief: is_chief(general),
            }
        };
        self.file.generals.iter().take(MOST_GENERALS).map(card).collect()
    }

    /// Each sub-general is assigned his units, and no unit looks to two of them (CP 9.2, 9.3).
    fn assign(&self, units: &mut [UnitCard], report: &mut Reporter<'_>) {
        for (ix, general) in self.file.generals.iter().enumerate().take(MOST_GENERALS) {
            let id = GeneralId(ix as u8);
            if is_chief(general) {
                for unit in &general.units {
                    let what = "a commander-in-chief has every unit of his side and none assigned (CP 9.1)";
                    report.fault(unit.span(), what, "rank = \"sub\", or leave the list out");
                }
                continue;
            }
            let mut assigned = 0;
            if let Some(command) = &general.command {
                for position in self.members(general, command) {
                    assigned += 1;
                    self.put_under(&mut units[position], id, command, report);
                }
            }
            for key in &general.units {
                if let Some(position) = self.own_unit(general, key, report) {
                    assigned += 1;
                    self.put_under(&mut units[position], id, key, report);
                }
            }
            if assigned == 0 {
                let what = format!("no unit is assigned to {}, so he can help nobody (CP 9.2)", general.name);
                report.fault(general.key.span(), what, "command = \"…\" that units belong to, or units = [\"…\"]");
            }
        }
        let parents: Vec<Option<GeneralId>> = units.iter().map(|unit| unit.sub_general).collect();
        for unit in units.iter_mut() {
            if let Some(parent) = unit.parent {
                unit.sub_general = parents[parent.ix()];
            }
        }
    }

    fn members(&self, general: &GeneralFile, command: &At<String>) -> Vec<usize> {
        let of_command = |unit: &UnitFile| {
            unit.side.value == general.side.value && unit.command.as_ref().is_some_and(|c| c.value == command.value)
        };
        self.file.units.iter().take(MOST_UNITS).enumerate().filter(|(_, u)| of_command(u)).map(|(ix, _)| ix).collect()
    }

    fn own_unit(&self, general: &GeneralFile, key: &At<String>, report: &mut Reporter<'_>) -> Option<usize> {
        let own = self.file.units.iter().filter(|u| u.side.value == general.side.value).map(|u| u.key.value.as_str());
        let found = self.file.units.iter().take(MOST_UNITS).position(|unit| unit.key.value == key.value);
        if found.is_none_or(|ix| self.file.units[ix].side.value != general.side.value) {
            let what = format!("his side has no unit `{}`", key.value);
            report.fault(key.span(), what, advise(key, own.collect::<Vec<_>>()));
            return None;
        }
        found
    }

    fn put_under(&self, unit: &mut UnitCard, general: GeneralId, at: &At<String>, report: &mut Reporter<'_>) {
        match unit.sub_general {
            Some(other) if other != general => {
                let other = &self.file.generals[other.ix()].name;
                let what = format!("`{}` is assigned to {other} already (CP 9.3)", unit.key);
                report.fault(at.span(), what, "each unit under one sub-general");
            }
            _ => unit.sub_general = Some(general),
        }
    }

    /// One commander-in-chief a side at most (CP 9.1).
    fn chiefs(&self, report: &mut Reporter<'_>) {
        for side in self.sides {
            let chiefs = self.file.generals.iter().filter(|general| general.side.value == *side && is_chief(general));
            for second in chiefs.skip(1) {
                let span = second.rank.as_ref().map_or(second.key.span(), At::span);
                report.fault(span, "a second commander-in-chief (CP 9.1)", "rank = \"sub\"");
            }
        }
    }
}

fn is_chief(general: &GeneralFile) -> bool {
    general.rank.as_ref().is_some_and(|rank| rank.value.value())
}

fn check_key(key: &At<String>, report: &mut Reporter<'_>) {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if key.is_empty() || !key.chars().all(good) {
        report.fault(
            key.span(),
            format!("`{}` is no key", key.value),
            "small letters, digits and hyphens: \"kings-lifeguard\"",
        );
    }
}

/// A card for the forlorn hope each regiment may draw out of its musketeers (CP 20.3.1). It costs nothing: its men are
/// the regiment's.
fn add_forlorn_hopes(cards: &mut Vec<UnitCard>) {
    for ix in 0..cards.len() {
        if cards[ix].kind != Kind::PikeAndShot || cards[ix].others == 0 {
            continue;
        }
        let regiment = &cards[ix];
        let hope = UnitCard {
            key: format!("{}-forlorn", regiment.key),
            name: format!("{}, forlorn hope", regiment.name),
            kind: Kind::ForlornHope,
            pikes: 0,
            others: regiment.others.min(FORLORN_FIGURES),
            status: PikeStatus::Naked,
            swedish: false,
            guns: arrayvec::ArrayVec::new(),
            parent: Some(UnitId(ix as u8)),
            forlorn: None,
            cost: 0,
            ..regiment.clone()
        };
        cards[ix].forlorn = Some(UnitId(cards.len() as u8));
        cards.push(hope);
    }
}

/// The forces of a side cost no more than its limit (CP 21.1).
fn check_limits(file: &BattleFile, units: &[UnitCard], generals: &[GeneralCard], report: &mut Reporter<'_>) {
    for (ix, side) in file.sides.iter().enumerate() {
        let Some(limit) = &side.limit else { continue };
        let own = |s: Side| s.ix() == ix;
        let troops: u32 = units.iter().filter(|unit| own(unit.side)).map(|unit| unit.cost).sum();
        let officers: u32 = generals.iter().filter(|g| own(g.side)).map(|g| costs::general(g.chief)).sum();
        let total = troops + officers;
        if total > limit.value {
            report.fault(
                limit.span(),
                format!(
                    "the forces of `{}` cost {total} points, {} over the limit (CP 21.1)",
                    side.key.value,
                    total - limit.value
                ),
                format!("limit = {total}, or fewer troops ({troops}) and generals ({officers})"),
            );
        }
    }
}
