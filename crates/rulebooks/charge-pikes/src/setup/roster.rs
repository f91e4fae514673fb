//! Chapter 9 and the order of battle: sides, seats, generals and units.

use super::file::{BattleFile, GeneralFile, UnitFile};
use crate::cards::{GeneralCard, GeneralId, Kind, Options, PikeStatus, SideCard, TableEdge, UnitCard, UnitId, Zone};
use crate::deployment::FORLORN_FIGURES;
use crate::muster::Mustered;
use crate::muster::costs::{self, Muster};
use kernel::{Seat, SeatCard, Side};
use scenario::order_of_battle::{Led, SeatHead, Seats, SideHead, Sides, check_key, check_keys};
use scenario::{At, Reporter, advise, um};
use std::collections::BTreeSet;

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
        let heads: Vec<SideHead<'_>> = file.sides.iter().map(|side| side.head()).collect();
        let span = file.sides.first().map_or(file.sides.span(), At::span);
        let both = Sides::read(&heads, span, COLOURS, report)?;
        let sides = side_cards(file, &both, options, report);
        let seat_heads: Vec<SeatHead<'_>> = file.seats.iter().map(|seat| seat.head()).collect();
        let reader = Reader { file, sides: &both };
        reader.keys(report);
        let chairs = reader.chairs(&seat_heads, &heads, report);
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

const COLOURS: [&str; 2] = ["#9d2b35", "#2f5d8c"];

fn side_cards(file: &BattleFile, sides: &Sides, options: &Options, report: &mut Reporter<'_>) -> [SideCard; 2] {
    if let [first, second] = file.sides.as_slice()
        && first.baseline.value == second.baseline.value
    {
        report.fault(second.baseline.span(), "both sides have the same baseline", "the opposite edge of the table");
    }
    Side::BOTH.map(|side| {
        let given = &file.sides[side.ix()];
        let (baseline, size) = (given.baseline.value.value(), file.ground.size.value);
        let zone = match &given.zone {
            Some(given) => zone(given, size, report),
            None => usual_zone(baseline, size, options),
        };
        SideCard {
            key: sides.keys[side.ix()].clone(),
            name: sides.names[side.ix()].clone(),
            colour: sides.colours[side.ix()].clone(),
            baseline,
            zone: Some(zone),
        }
    })
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

struct Reader<'f> {
    file: &'f BattleFile,
    sides: &'f Sides,
}

impl Reader<'_> {
    /// Every key is spelt simply and used once; units and generals share theirs.
    fn keys(&self, report: &mut Reporter<'_>) {
        let file = self.file;
        let bodies = || file.units.iter().map(|unit| &unit.key).chain(file.generals.iter().map(|general| &general.key));
        check_keys("piece", bodies(), report);
        for key in bodies().filter(|key| key.ends_with("-forlorn")) {
            report.fault(key.span(), "such keys are kept for forlorn hopes", "another key");
        }
        check_key(&file.key, report);
    }

    fn side(&self, key: &At<String>, report: &mut Reporter<'_>) -> Side {
        self.sides.find(key, report).unwrap_or(Side::FIRST)
    }

    fn chairs(&self, heads: &[SeatHead<'_>], of: &[SideHead<'_>], report: &mut Reporter<'_>) -> Seats {
        let seats = Seats::read(heads, of, self.sides, report);
        let commands: Vec<Led<'_>> = Side::BOTH
            .into_iter()
            .flat_map(|side| self.commands(side).into_iter().map(move |key| Led { side, key }))
            .collect();
        seats.check_led(heads, self.sides, "command", &commands, report);
        for key in &self.sides.keys {
            let open = heads.iter().filter(|head| head.leads.is_none() && head.side.value == *key);
            for second in open.skip(1) {
                let what = "a second seat of this side without commands of its own";
                report.fault(second.key.span(), what, "commands = [\"…\"] for all seats of the side but one");
            }
        }
        seats
    }

    fn commands(&self, side: Side) -> BTreeSet<&str> {
        let key = &self.sides.keys[side.ix()];
        let units = self.file.units.iter().filter(|u| u.side.value == *key).filter_map(|u| u.command.as_ref());
        let generals = self.file.generals.iter().filter(|g| g.side.value == *key).filter_map(|g| g.command.as_ref());
        units.chain(generals).map(|command| command.value.as_str()).collect()
    }

    /// The seat that leads a command, or what belongs to none.
    fn seat(&self, chairs: &Seats, side: Side, command: Option<&At<String>>) -> Option<Seat> {
        match command {
            Some(key) => chairs.leading(Led { side, key }),
            None => chairs.leading_rest(side),
        }
    }

    fn units(&self, chairs: &Seats, options: &Options, report: &mut Reporter<'_>) -> (Vec<UnitCard>, Vec<Mustered>) {
        let mut cards = Vec::new();
        let mut mustered = Vec::new();
        if self.file.units.len() > MOST_UNITS {
            report.fault(self.file.units[MOST_UNITS].span(), "too many units", format!("at most {MOST_UNITS}"));
        }
        for unit in self.file.units.iter().take(MOST_UNITS) {
            let muster = UnitFile::muster_keys(unit).muster(options, report);
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

    fn unit_card(&self, unit: &At<UnitFile>, muster: &Mustered, chairs: &Seats, report: &mut Reporter<'_>) -> UnitCard {
        let side = self.side(&unit.side, report);
        let seat = self.seat(chairs, side, unit.command.as_ref());
        if seat.is_none() {
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
            grade: UnitFile::muster_keys(unit).grade(report),
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

    fn generals(&self, chairs: &Seats, report: &mut Reporter<'_>) -> Vec<GeneralCard> {
        if self.file.generals.len() > MOST_GENERALS {
            report.fault(
                self.file.generals[MOST_GENERALS].span(),
                "too many generals",
                format!("at most {MOST_GENERALS}"),
            );
        }
        let card = |general: &At<GeneralFile>| {
            let side = self.side(&general.side, report);
            let seat = self.seat(chairs, side, general.command.as_ref());
            GeneralCard {
                key: general.key.value.clone(),
                name: general.name.clone(),
                side,
                seat: seat.unwrap_or(chairs.chiefs[side.ix()]),
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
        for side in &self.sides.keys {
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
