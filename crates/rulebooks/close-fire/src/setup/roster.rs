//! The order of battle: sides, seats, wings, brigades, leaders, units (CF 3, 4).

use super::file::{BattleFile, ElementFile, LeaderFile, UnitFile};
use crate::cards::{
    Arms, BRIGADE_UNITS, BrigadeCard, BrigadeId, Class, Command, ElementCard, Grade, GunKind, LeaderCard, LeaderId,
    MOST_BRIGADES, MOST_CARDS, MOST_ELEMENTS, MOST_LEADERS, MOST_WINGS, Position, Rank, SideCard, Style, TableEdge,
    Under, UnitCard, WingCard, WingId, Zone,
};
use crate::ground::TERMS;
use crate::measures::{NEAR, in_yds};
use crate::readings::{Cards, Options};
use crate::setup::file::FrameWord;
use kernel::{SeatCard, Side};
use scenario::order_of_battle::{Led, SeatHead, Seats, SideHead, Sides, check_key, check_keys};
use scenario::{At, Reporter, find};

pub struct Roster {
    pub sides: [SideCard; 2],
    pub seats: Vec<SeatCard>,
    pub wings: Vec<WingCard>,
    pub brigades: Vec<BrigadeCard>,
    pub leaders: Vec<LeaderCard>,
    pub units: Vec<UnitCard>,
}

const COLOURS: [&str; 2] = ["#9d2b35", "#2f5d8c"];

impl Roster {
    pub fn read(
        file: &BattleFile,
        options: &Options,
        positions: &[Position],
        report: &mut Reporter<'_>,
    ) -> Option<Roster> {
        let heads: Vec<SideHead<'_>> = file.sides.iter().map(|side| side.head()).collect();
        let span = file.sides.first().map_or(file.sides.span(), At::span);
        let both = Sides::read(&heads, span, COLOURS, report)?;
        let reader = Reader { file, sides: &both, options };
        reader.keys(report);
        let seat_heads: Vec<SeatHead<'_>> = file.seats.iter().map(|seat| seat.head()).collect();
        let chairs = reader.chairs(&seat_heads, &heads, report);
        let mut wings = reader.wings(&chairs, report);
        let mut brigades = reader.brigades(&chairs, &wings, report);
        let leaders = reader.leaders(&chairs, &mut wings, &mut brigades, report);
        let units = reader.units(&wings, &brigades, report);
        reader.check_brigades(&brigades, &units, report);
        reader.check_orders(positions, report);
        Some(Roster { sides: side_cards(file, &both, report), seats: chairs.cards, wings, brigades, leaders, units })
    }
}

fn side_cards(file: &BattleFile, sides: &Sides, report: &mut Reporter<'_>) -> [SideCard; 2] {
    if let [first, second] = file.sides.as_slice()
        && first.baseline.value == second.baseline.value
    {
        report.fault(second.baseline.span(), "both sides have the same baseline", "the opposite edge of the table");
    }
    let size = TERMS.point(file.ground.size_in(&TERMS));
    let meeting = file.frame.as_ref().is_some_and(|frame| frame.kind.value == FrameWord::Meeting);
    Side::BOTH.map(|side| {
        let given = &file.sides[side.ix()];
        let baseline = given.baseline.value.value();
        let own = given.zone.as_ref().map(|given| boxed(given, [size.x, size.y], report));
        SideCard {
            key: sides.keys[side.ix()].clone(),
            name: sides.names[side.ix()].clone(),
            colour: sides.colours[side.ix()].clone(),
            baseline,
            // CF 5.12, 5.22
            zone: own.unwrap_or_else(|| half(baseline, size.x, size.y, if meeting { NEAR } else { 0 })),
        }
    })
}

/// A box of a file, inside the table.
fn boxed(given: &At<[f64; 4]>, [width, height]: [i32; 2], report: &mut Reporter<'_>) -> Zone {
    let [west, south, east, north] = given.value;
    let (low, high) = (TERMS.point([west, south]), TERMS.point([east, north]));
    if low.x >= high.x || low.y >= high.y || low.x < 0 || low.y < 0 || high.x > width || high.y > height {
        let (wide, high) = (in_yds(width), in_yds(height));
        let instead = format!("[west, south, east, north] between [0, 0] and [{wide}, {high}], the smaller first");
        report.fault(given.span(), "no such box on this table", instead);
    }
    Zone { west: low.x, south: low.y, east: high.x, north: high.y }
}

/// A side's half of the table, so far from the centre line.
fn half(edge: TableEdge, width: i32, height: i32, off: i32) -> Zone {
    let whole = Zone { west: 0, south: 0, east: width, north: height };
    match edge {
        TableEdge::North => Zone { south: height / 2 + off, ..whole },
        TableEdge::South => Zone { north: height / 2 - off, ..whole },
        TableEdge::East => Zone { west: width / 2 + off, ..whole },
        TableEdge::West => Zone { east: width / 2 - off, ..whole },
    }
}

struct Reader<'f> {
    file: &'f BattleFile,
    sides: &'f Sides,
    options: &'f Options,
}

/// Room for so many, or a fault at the first one too many.
fn room<T>(list: &[At<T>], most: usize, what: &str, report: &mut Reporter<'_>) {
    if let Some(extra) = list.get(most) {
        report.fault(extra.span(), format!("too many {what}"), format!("at most {most}"));
    }
}

impl Reader<'_> {
    fn keys(&self, report: &mut Reporter<'_>) {
        let file = self.file;
        let bodies = || file.units.iter().map(|unit| &unit.key).chain(file.leaders.iter().map(|leader| &leader.key));
        check_keys("piece", bodies(), report);
        for key in bodies().filter(|key| key.starts_with("detached-") || key.starts_with("card-")) {
            report.fault(key.span(), "such keys are kept for units that are split off, and for cards", "another key");
        }
        let commands = file.wings.iter().map(|wing| &wing.key).chain(file.brigades.iter().map(|brigade| &brigade.key));
        check_keys("command", commands, report);
        check_key(&file.key, report);
        room(&file.units, MOST_CARDS, "units", report);
        room(&file.leaders, MOST_LEADERS, "leaders", report);
        room(&file.wings, MOST_WINGS, "wings", report);
        room(&file.brigades, MOST_BRIGADES, "brigades", report);
    }

    fn side(&self, key: &At<String>, report: &mut Reporter<'_>) -> Side {
        self.sides.find(key, report).unwrap_or(Side::FIRST)
    }

    /// Seats lead wings, and brigades that belong to no wing (CF 5.29).
    fn chairs(&self, heads: &[SeatHead<'_>], of: &[SideHead<'_>], report: &mut Reporter<'_>) -> Seats {
        let seats = Seats::read(heads, of, self.sides, report);
        let side = |key: &At<String>| Side(u8::from(self.sides.keys[1] == key.value));
        let wings = self.file.wings.iter().map(|wing| Led { side: side(&wing.side), key: wing.key.as_str() });
        let free = self.file.brigades.iter().filter(|brigade| brigade.wing.is_none());
        let free = free.map(|brigade| Led { side: side(&brigade.side), key: brigade.key.as_str() });
        let known: Vec<Led<'_>> = wings.chain(free).collect();
        seats.check_led(heads, self.sides, "wing or brigade", &known, report);
        seats
    }

    fn wings(&self, chairs: &Seats, report: &mut Reporter<'_>) -> Vec<WingCard> {
        let mut wings = Vec::new();
        for given in self.file.wings.iter().take(MOST_WINGS) {
            let side = self.side(&given.side, report);
            let seat = chairs.leading(Led { side, key: &given.key });
            if seat.is_none() {
                report.fault(given.key.span(), format!("no seat leads `{}`", given.key.value), "a seat that leads it");
            }
            wings.push(WingCard {
                key: given.key.value.clone(),
                name: given.name.clone().unwrap_or_else(|| given.key.value.replace('-', " ")),
                side,
                seat: seat.unwrap_or(chairs.chiefs[side.ix()]),
                general: None,
            });
        }
        wings
    }

    fn brigades(&self, chairs: &Seats, wings: &[WingCard], report: &mut Reporter<'_>) -> Vec<BrigadeCard> {
        let mut brigades = Vec::new();
        for given in self.file.brigades.iter().take(MOST_BRIGADES) {
            let side = self.side(&given.side, report);
            let own = wings.iter().map(|wing| wing.key.as_str());
            let wing = given.wing.as_ref().and_then(|key| find(key, "wing", own, report)).map(|ix| WingId(ix as u8));
            if let (Some(wing), Some(key)) = (wing, &given.wing)
                && wings[wing.ix()].side != side
            {
                report.fault(key.span(), "that wing is of the other side", "a wing of the brigade's side");
            }
            let seat = match wing {
                Some(wing) => Some(wings[wing.ix()].seat),
                None => chairs.leading(Led { side, key: &given.key }),
            };
            if seat.is_none() {
                report.fault(given.key.span(), format!("no seat leads `{}`", given.key.value), "a seat that leads it");
            }
            brigades.push(BrigadeCard {
                key: given.key.value.clone(),
                name: given.name.clone().unwrap_or_else(|| given.key.value.replace('-', " ")),
                side,
                seat: seat.unwrap_or(chairs.chiefs[side.ix()]),
                brigadier: None,
                wing,
            });
        }
        brigades
    }

    fn leaders(
        &self,
        chairs: &Seats,
        wings: &mut [WingCard],
        brigades: &mut [BrigadeCard],
        report: &mut Reporter<'_>,
    ) -> Vec<LeaderCard> {
        let mut leaders = Vec::new();
        for (ix, given) in self.file.leaders.iter().take(MOST_LEADERS).enumerate() {
            let (id, side) = (LeaderId(ix as u8), self.side(&given.side, report));
            let rank = given.rank.value.value();
            let mut seat = chairs.chiefs[side.ix()];
            let commands = match rank {
                Rank::Marshal => {
                    if let Some(command) = &given.commands {
                        report.fault(command.span(), "a Marshal commands the army", "leave `commands` out");
                    }
                    Command::Army
                }
                Rank::General => {
                    let keys = wings.iter().map(|wing| wing.key.as_str());
                    let Some(wing) = self.commanded(given, "wing", keys, report) else { continue };
                    let card = &mut wings[wing];
                    own(given, card.side == side, &mut card.general, id, report);
                    seat = card.seat;
                    Command::Wing(WingId(wing as u8))
                }
                Rank::Brigadier => {
                    let keys = brigades.iter().map(|brigade| brigade.key.as_str());
                    let Some(brigade) = self.commanded(given, "brigade", keys, report) else { continue };
                    let card = &mut brigades[brigade];
                    own(given, card.side == side, &mut card.brigadier, id, report);
                    seat = card.seat;
                    Command::Brigade(BrigadeId(brigade as u8))
                }
            };
            if let Some(exceptional) = given.exceptional.as_ref().filter(|_| rank != Rank::Marshal) {
                report.fault(exceptional.span(), "only a Marshal is exceptional (CF 9.3)", "leave it out");
            }
            leaders.push(LeaderCard {
                key: given.key.value.clone(),
                name: given.name.clone(),
                side,
                seat,
                rank,
                commands,
                wings: self.marshals_wings(given, wings, report),
                exceptional: given.exceptional.as_ref().is_some_and(|yes| yes.value),
                placed: given.at.is_some() || given.with.is_some(),
            });
        }
        self.check_leaders(wings, brigades, report);
        leaders
    }

    fn commanded<'k>(
        &self,
        given: &At<LeaderFile>,
        what: &str,
        keys: impl Iterator<Item = &'k str> + Clone,
        report: &mut Reporter<'_>,
    ) -> Option<usize> {
        match &given.commands {
            Some(command) => find(command, what, keys, report),
            None => {
                report.fault(given.key.span(), format!("he commands no {what}"), format!("commands = \"a {what}\""));
                None
            }
        }
    }

    fn marshals_wings(
        &self,
        given: &At<LeaderFile>,
        wings: &[WingCard],
        report: &mut Reporter<'_>,
    ) -> Option<Vec<WingId>> {
        let named = given.wings.as_ref()?;
        if given.rank.value.value() != Rank::Marshal {
            report.fault(named.span(), "wings are shared out between Marshals (CF 4.8)", "leave `wings` out");
        }
        let known = || wings.iter().map(|wing| wing.key.as_str());
        let found = named.iter().filter_map(|key| find(key, "wing", known(), report));
        Some(found.map(|ix| WingId(ix as u8)).collect())
    }

    /// Every brigade and every wing has a leader, and so has the army (CF 6.1, 6.15).
    fn check_leaders(&self, wings: &[WingCard], brigades: &[BrigadeCard], report: &mut Reporter<'_>) {
        for (card, given) in wings.iter().zip(&self.file.wings).filter(|(card, _)| card.general.is_none()) {
            report.fault(given.key.span(), format!("nobody leads `{}` (CF 6.1)", card.key), "a General for it");
        }
        for (card, given) in brigades.iter().zip(&self.file.brigades).filter(|(card, _)| card.brigadier.is_none()) {
            report.fault(given.key.span(), format!("nobody leads `{}` (CF 6.1)", card.key), "a Brigadier for it");
        }
    }

    fn units(&self, wings: &[WingCard], brigades: &[BrigadeCard], report: &mut Reporter<'_>) -> Vec<UnitCard> {
        let units = self.file.units.iter().take(MOST_CARDS);
        units.map(|unit| self.unit_card(unit, wings, brigades, report)).collect()
    }

    /// To whom it belongs (CF 4.1, 4.5).
    fn belongs(
        &self,
        unit: &At<UnitFile>,
        wings: &[WingCard],
        brigades: &[BrigadeCard],
        report: &mut Reporter<'_>,
    ) -> (Side, Under) {
        let known = brigades.iter().map(|brigade| brigade.key.as_str());
        let gun = matches!(unit.class.value.value(), Class::Gun | Class::Wagon | Class::Civilians);
        match (&unit.brigade, &unit.wing, &unit.side) {
            (Some(key), None, None) => match find(key, "brigade", known, report) {
                Some(ix) => (brigades[ix].side, Under::Brigade(BrigadeId(ix as u8))),
                None => (Side::FIRST, Under::Army),
            },
            (None, Some(key), None) if gun => {
                match find(key, "wing", wings.iter().map(|wing| wing.key.as_str()), report) {
                    Some(ix) => (wings[ix].side, Under::Wing(WingId(ix as u8))),
                    None => (Side::FIRST, Under::Army),
                }
            }
            (None, None, Some(side)) if gun => (self.side(side, report), Under::Army),
            _ => {
                let what = "a unit belongs to a brigade; guns may be kept under a General or the Marshal (CF 4.1, 4.5)";
                report.fault(unit.key.span(), what, "exactly one of: `brigade`, and for guns `wing` or `side`");
                (Side::FIRST, Under::Army)
            }
        }
    }

    fn unit_card(
        &self,
        unit: &At<UnitFile>,
        wings: &[WingCard],
        brigades: &[BrigadeCard],
        report: &mut Reporter<'_>,
    ) -> UnitCard {
        let (side, under) = self.belongs(unit, wings, brigades, report);
        let class = unit.class.value.value();
        let style = unit.style.as_ref().map_or(Style::Traditional, |word| word.value.value());
        let usual = if class == Class::Civilians { Grade::E } else { Grade::C };
        let grade = unit.grade.as_ref().map_or(usual, |word| word.value.value());
        let elements = self.elements(unit, class, style, grade, report);
        let grade = majority(&elements).unwrap_or(grade);
        let special = |class: Class| matches!(class, Class::Dragoons | Class::Hussars);
        let mixed = elements.iter().any(|element| element.class != elements[0].class)
            && elements.iter().any(|element| special(element.class));
        let card = UnitCard {
            key: unit.key.value.clone(),
            name: unit.name.clone(),
            side,
            class: if mixed { Class::Horse } else { elements.first().map_or(class, |element| element.class) },
            gun: (class == Class::Gun).then(|| unit.gun.as_ref().map_or(GunKind::Field, |word| word.value.value())),
            style,
            grade,
            grade_on_foot: unit.grade_on_foot.as_ref().map_or(grade, |word| word.value.value()),
            arms: unit.arms.as_ref().map_or(Arms::SocketBayonet, |word| word.value.value()),
            swedish: unit.swedish.as_ref().is_some_and(|yes| yes.value),
            mixed,
            elements,
            under,
            dummy: unit.dummy.as_ref().is_some_and(|yes| yes.value),
        };
        self.check_card(unit, &card, report);
        card
    }

    /// Its battalions or squadrons (CF 3.3, 3.6, 3.8).
    fn elements(
        &self,
        unit: &At<UnitFile>,
        class: Class,
        style: Style,
        grade: Grade,
        report: &mut Reporter<'_>,
    ) -> Vec<ElementCard> {
        let one = |bases| ElementCard { bases, class, style, grade, guards: false };
        let (given, other, name) = match class {
            Class::Gun | Class::Wagon => (None, unit.battalions.as_ref().or(unit.squadrons.as_ref()), "nothing"),
            Class::Foot | Class::Civilians => (unit.battalions.as_ref(), unit.squadrons.as_ref(), "battalions"),
            _ => (unit.squadrons.as_ref(), unit.battalions.as_ref(), "squadrons"),
        };
        if let Some(other) = other {
            report.fault(other.span(), format!("this class is made of {name}"), format!("`{name}` in its place"));
        }
        let Some(given) = given else {
            if !matches!(class, Class::Gun | Class::Wagon) {
                report.fault(unit.key.span(), "how many bases has it?", format!("{name} = [4, 4]"));
            }
            return vec![one(1)];
        };
        if given.is_empty() || given.len() > MOST_ELEMENTS {
            report.fault(given.span(), "a unit of nobody, or of too many", format!("1 to {MOST_ELEMENTS} {name}"));
            return vec![one(1)];
        }
        let element = |file: &At<ElementFile>| match &file.value {
            ElementFile::Bases(bases) => one(*bases),
            ElementFile::Full(full) => ElementCard {
                bases: full.bases,
                class: full.class.map_or(class, |word| word.value()),
                style: full.style.map_or(style, |word| word.value()),
                grade: full.grade.map_or(grade, |word| word.value()),
                guards: full.guards,
            },
        };
        given.iter().map(element).collect()
    }

    fn check_card(&self, unit: &At<UnitFile>, card: &UnitCard, report: &mut Reporter<'_>) {
        let (bases, elements) = (card.bases(), &card.elements);
        let small = |least: u8, most: u8| elements.iter().any(|element| !(least..=most).contains(&element.bases));
        let sizes = match card.class {
            // A longer line of a brigade is two units or more (CF 3.3, 3.4, 3.5, 18.2, G6).
            Class::Foot if small(2, 6) || !(3..=9).contains(&bases) || elements.len() > 3 => {
                Some("one to three battalions of 2 to 6 bases, 3 to 9 in all (CF 3.4)")
            }
            // CF 3.6, 3.7, 18.3
            Class::Horse | Class::Dragoons | Class::Hussars if small(1, 2) || elements.len() < 2 => {
                Some("2 to 12 squadrons of 1 or 2 bases (CF 3.7)")
            }
            Class::Civilians if small(1, 9) => Some("at least one base"),
            _ => None,
        };
        if let Some(instead) = sizes {
            report.fault(unit.key.span(), format!("`{}` has no size that a unit may have", card.key), instead);
        }
        let mounted = |class: Class| matches!(class, Class::Horse | Class::Dragoons | Class::Hussars);
        if elements.iter().any(|element| mounted(element.class) != mounted(elements[0].class)) {
            report.fault(unit.key.span(), "horse and foot do not make one unit", "elements of one arm");
        }
        if let Some(gun) = unit.gun.as_ref().filter(|_| card.class != Class::Gun) {
            report.fault(gun.span(), "only a gun is a gun", "class = \"gun\"");
        }
        if let Some(arms) = unit.arms.as_ref().filter(|_| card.class != Class::Foot) {
            report.fault(arms.span(), "only foot says what it is armed with", "leave `arms` out");
        }
        if let Some(swedish) = unit.swedish.as_ref().filter(|yes| yes.value && card.class != Class::Foot) {
            report.fault(swedish.span(), "it is the foot that charges (CF 14.23)", "leave it out");
        }
        if let Some(dummy) = unit.dummy.as_ref().filter(|yes| yes.value && self.options.cards == Cards::Off) {
            report.fault(
                dummy.span(),
                "dummies are for games with cards (CF 5.26)",
                "cards = \"on\" among the options",
            );
        }
        if let Some(grade) = unit.grade_on_foot.as_ref().filter(|_| card.class != Class::Dragoons) {
            report.fault(grade.span(), "only dragoons fight on foot as well (CF 3.12)", "leave it out");
        }
    }

    /// A brigade has up to six units, its guns besides (CF 4.1, 4.5).
    fn check_brigades(&self, brigades: &[BrigadeCard], units: &[UnitCard], report: &mut Reporter<'_>) {
        for (ix, (card, given)) in brigades.iter().zip(&self.file.brigades).enumerate() {
            let own = |unit: &&UnitCard| unit.under == Under::Brigade(BrigadeId(ix as u8)) && unit.class != Class::Gun;
            let count = units.iter().filter(own).count();
            if count > BRIGADE_UNITS {
                let what = format!("`{}` has {count} units (CF 4.1)", card.key);
                report.fault(given.key.span(), what, format!("at most {BRIGADE_UNITS}, guns besides"));
            }
        }
    }

    fn check_orders(&self, positions: &[Position], report: &mut Reporter<'_>) {
        for given in &self.file.brigades {
            if let (Some(position), Some(to)) = (&given.position, &given.to) {
                let what = format!("`{}` and a place besides", position.value);
                report.fault(to.span(), what, "one of `position` and `to`");
            }
            if let Some(position) = &given.position {
                find(position, "position", positions.iter().map(|known| known.key.as_str()), report);
            }
        }
    }
}

/// A leader takes his command, unless it is the enemy's or somebody else's.
fn own(given: &At<LeaderFile>, friend: bool, place: &mut Option<LeaderId>, id: LeaderId, report: &mut Reporter<'_>) {
    let span = given.commands.as_ref().map_or(given.key.span(), At::span);
    if !friend {
        report.fault(span, "that command is of the other side", "a command of his own side");
    } else if place.is_some() {
        report.fault(span, "somebody commands it already", "one leader for each command");
    } else {
        *place = Some(id);
    }
}

/// The grade of most bases, the highest of those that are equally many; guards and line together are B (CF 3.11, 3.13, G39).
pub(crate) fn majority(elements: &[ElementCard]) -> Option<Grade> {
    let guards = elements.iter().filter(|element| element.guards).count();
    if guards > 0 && guards < elements.len() {
        return Some(Grade::B);
    }
    let bases = |grade: Grade| -> u32 {
        elements.iter().filter(|element| element.grade == grade).map(|element| u32::from(element.bases)).sum()
    };
    let grades = [Grade::E, Grade::D, Grade::C, Grade::B, Grade::A];
    grades.into_iter().filter(|&grade| bases(grade) > 0).max_by_key(|&grade| bases(grade))
}
