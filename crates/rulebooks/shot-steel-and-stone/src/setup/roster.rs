//! The order of battle: sides, seats, leaders, units, and the parts that units can put out.

use super::file::{BattleFile, GunFile, LeaderFile, UnitFile};
use crate::cards::{
    Arm, Armour, Class, GunCard, LeaderCard, LeaderId, MOST_BEASTS, MOST_GUNS, MOST_LEADERS, MOST_UNITS, Missile,
    Order, Part, SideCard, Steel, TableEdge, Trait, Traits, UnitCard, UnitId, Weight, Zone,
};
use crate::deployment::{APART, DEPTH, LIGHT_DEPTH};
use crate::ground::TERMS;
use crate::measures::{bw, in_bw};
use crate::readings::{self, Options};
use arrayvec::ArrayVec;
use kernel::{Seat, SeatCard, Side};
use scenario::order_of_battle::{Led, SeatHead, Seats, SideHead, Sides, check_key, check_keys};
use scenario::{At, Reporter, advise};
use std::collections::BTreeSet;

pub struct Roster {
    pub sides: [SideCard; 2],
    pub seats: Vec<SeatCard>,
    pub units: Vec<UnitCard>,
    pub leaders: Vec<LeaderCard>,
}

const COLOURS: [&str; 2] = ["#9d2b35", "#2f5d8c"];

impl Roster {
    pub fn read(file: &BattleFile, options: &Options, report: &mut Reporter<'_>) -> Option<Roster> {
        let heads: Vec<SideHead<'_>> = file.sides.iter().map(|side| side.head()).collect();
        let span = file.sides.first().map_or(file.sides.span(), At::span);
        let both = Sides::read(&heads, span, COLOURS, report)?;
        let reader = Reader { file, sides: &both, options };
        reader.keys(report);
        let seat_heads: Vec<SeatHead<'_>> = file.seats.iter().map(|seat| seat.head()).collect();
        let chairs = reader.chairs(&seat_heads, &heads, report);
        let leaders = reader.leaders(&chairs, report);
        let mut units = reader.units(&chairs, report);
        reader.add_parts(&mut units, report);
        Some(Roster { sides: side_cards(file, &both, report), seats: chairs.cards, units, leaders })
    }
}

fn side_cards(file: &BattleFile, sides: &Sides, report: &mut Reporter<'_>) -> [SideCard; 2] {
    if let [first, second] = file.sides.as_slice()
        && first.baseline.value == second.baseline.value
    {
        report.fault(second.baseline.span(), "both sides have the same baseline", "the opposite edge of the table");
    }
    let size = TERMS.point(file.ground.size_in(&TERMS));
    Side::BOTH.map(|side| {
        let given = &file.sides[side.ix()];
        let baseline = given.baseline.value.value();
        let own = given.zone.as_ref().map(|given| boxed(given, [size.x, size.y], report));
        let light = given.light_zone.as_ref().map(|given| boxed(given, [size.x, size.y], report));
        SideCard {
            key: sides.keys[side.ix()].clone(),
            name: sides.names[side.ix()].clone(),
            colour: sides.colours[side.ix()].clone(),
            baseline,
            zone: own.unwrap_or_else(|| strip(baseline, size.x, size.y, DEPTH)),
            light_zone: light.or(own).unwrap_or_else(|| strip(baseline, size.x, size.y, LIGHT_DEPTH)),
        }
    })
}

/// A box of a file, inside the table.
fn boxed(given: &At<[f64; 4]>, [width, height]: [i32; 2], report: &mut Reporter<'_>) -> Zone {
    let [west, south, east, north] = given.value;
    let (low, high) = (TERMS.point([west, south]), TERMS.point([east, north]));
    if low.x >= high.x || low.y >= high.y || low.x < 0 || low.y < 0 || high.x > width || high.y > height {
        let (wide, high) = (in_bw(width), in_bw(height));
        let instead = format!("[west, south, east, north] between [0, 0] and [{wide}, {high}], the smaller first");
        report.fault(given.span(), "no such box on this table", instead);
    }
    Zone { west: low.x, south: low.y, east: high.x, north: high.y }
}

/// The ground within so many base widths of a table edge, or as many as keep the armies apart (SSS G39).
fn strip(edge: TableEdge, width: i32, height: i32, depth: i32) -> Zone {
    let whole = Zone { west: 0, south: 0, east: width, north: height };
    let across = if matches!(edge, TableEdge::North | TableEdge::South) { height } else { width };
    let depth = bw(depth).min((across - bw(APART)) / 2).max(bw(LEAST_DEPTH)).min(across / 2);
    match edge {
        TableEdge::North => Zone { south: height - depth, ..whole },
        TableEdge::South => Zone { north: depth, ..whole },
        TableEdge::East => Zone { west: width - depth, ..whole },
        TableEdge::West => Zone { east: depth, ..whole },
    }
}

/// On tables that are too small for armies to stand apart there is room for a line at least.
const LEAST_DEPTH: i32 = 3;

struct Reader<'f> {
    file: &'f BattleFile,
    sides: &'f Sides,
    options: &'f Options,
}

impl Reader<'_> {
    fn keys(&self, report: &mut Reporter<'_>) {
        let file = self.file;
        let bodies = || file.units.iter().map(|unit| &unit.key).chain(file.leaders.iter().map(|leader| &leader.key));
        check_keys("piece", bodies(), report);
        for key in bodies().filter(|key| key.ends_with("-screen") || key.ends_with("-holders")) {
            report.fault(key.span(), "such keys are kept for screens and horse-holders", "another key");
        }
        check_key(&file.key, report);
        if file.units.len() > MOST_UNITS {
            report.fault(file.units[MOST_UNITS].span(), "too many units", format!("at most {MOST_UNITS}"));
        }
        if file.leaders.len() > MOST_LEADERS {
            report.fault(file.leaders[MOST_LEADERS].span(), "too many leaders", format!("at most {MOST_LEADERS}"));
        }
        for side in &self.sides.keys {
            let chiefs = file.leaders.iter().filter(|leader| leader.side.value == *side && is_chief(leader));
            for second in chiefs.skip(1) {
                report.fault(second.key.span(), "a second Commander-in-Chief", "rank = \"sub\"");
            }
        }
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
        seats
    }

    fn commands(&self, side: Side) -> BTreeSet<&str> {
        let key = &self.sides.keys[side.ix()];
        let units = self.file.units.iter().filter(|u| u.side.value == *key).filter_map(|u| u.command.as_ref());
        let leaders = self.file.leaders.iter().filter(|l| l.side.value == *key).filter_map(|l| l.command.as_ref());
        units.chain(leaders).map(|command| command.value.as_str()).collect()
    }

    fn seat(&self, chairs: &Seats, side: Side, command: Option<&At<String>>) -> Option<Seat> {
        match command {
            Some(key) => chairs.leading(Led { side, key }),
            None => chairs.leading_rest(side),
        }
    }

    fn leaders(&self, chairs: &Seats, report: &mut Reporter<'_>) -> Vec<LeaderCard> {
        let card = |leader: &At<LeaderFile>| {
            let side = self.side(&leader.side, report);
            LeaderCard {
                key: leader.key.value.clone(),
                name: leader.name.clone(),
                side,
                seat: self.seat(chairs, side, leader.command.as_ref()).unwrap_or(chairs.chiefs[side.ix()]),
                chief: is_chief(leader),
                rating: leader.rating.value.value(),
                placed: leader.at.is_some() || leader.with.is_some(),
            }
        };
        self.file.leaders.iter().take(MOST_LEADERS).map(card).collect()
    }

    fn units(&self, chairs: &Seats, report: &mut Reporter<'_>) -> Vec<UnitCard> {
        self.file.units.iter().take(MOST_UNITS).map(|unit| self.unit_card(unit, chairs, report)).collect()
    }

    /// The leader of a unit's command, or the Commander-in-Chief of those that have none.
    fn leader_of(&self, unit: &UnitFile, report: &mut Reporter<'_>) -> Option<LeaderId> {
        let own = |leader: &LeaderFile| leader.side.value == unit.side.value;
        let leads = |leader: &LeaderFile| match &unit.command {
            Some(command) => leader.command.as_ref().is_some_and(|his| his.value == command.value),
            None => is_chief(leader),
        };
        let found = self.file.leaders.iter().take(MOST_LEADERS).position(|leader| own(leader) && leads(leader));
        if let (None, Some(command)) = (found, &unit.command) {
            let known = self.file.leaders.iter().filter(|leader| own(leader)).filter_map(|l| l.command.as_ref());
            let known: Vec<&str> = known.map(|command| command.value.as_str()).collect();
            let what = format!("nobody leads the command `{}`", command.value);
            report.fault(command.span(), what, advise(command, known));
        }
        found.map(|ix| LeaderId(ix as u8))
    }

    fn unit_card(&self, unit: &At<UnitFile>, chairs: &Seats, report: &mut Reporter<'_>) -> UnitCard {
        let side = self.side(&unit.side, report);
        let seat = self.seat(chairs, side, unit.command.as_ref());
        if seat.is_none() {
            report.fault(unit.key.span(), format!("no seat leads `{}`", unit.key.value), "a command that a seat leads");
        }
        let arm = unit.arm.value.value();
        let order = self.order(unit, arm, report);
        let guns = guns(unit, report);
        let traits = unit.traits.iter().fold(Traits::default(), |all, one| all.with(one.value.value()));
        let infantry = arm == Arm::Infantry;
        let mut card = UnitCard {
            key: unit.key.value.clone(),
            name: unit.name.clone(),
            side,
            seat: seat.unwrap_or(Seat(0)),
            arm,
            order,
            class: unit.class.as_ref().map_or(Class::B, |word| word.value.value()),
            traits,
            armour: unit.armour.as_ref().map_or(Armour::None, |word| word.value.value()),
            missile: unit
                .missile
                .as_ref()
                .map_or(if infantry { Missile::Musket } else { Missile::None }, |w| w.value.value()),
            steel: unit.steel.as_ref().map_or(if infantry { Steel::Bayonet } else { Steel::Hand }, |w| w.value.value()),
            bases: 0,
            pike_bases: unit.pike_bases.as_ref().map_or(0, |bases| bases.value),
            points: unit.points.as_ref().map_or(usual_points(arm, order), |points| points.value),
            crew: unit.crew.as_ref().map_or(0, |crew| crew.value),
            crew_missile: unit.crew_missile.as_ref().map_or(Missile::None, |word| word.value.value()),
            crew_steel: unit.crew_steel.as_ref().map_or(Steel::Hand, |word| word.value.value()),
            extra_points: unit.extra_points.as_ref().map_or(0, |points| points.value),
            guns,
            leader: self.leader_of(unit, report),
            part: Part::Whole,
            screen: None,
            holders: None,
            sizes: unit.sizes.as_ref().map(|sizes| sizes.value),
        };
        card.bases = bases(unit, &card, report);
        self.check_card(unit, &card, report);
        card
    }

    fn order(&self, unit: &UnitFile, arm: Arm, report: &mut Reporter<'_>) -> Order {
        let Some(given) = &unit.order else { return Order::Close };
        let order = given.value.value();
        let ok = match arm {
            Arm::Infantry | Arm::NapthaThrower => true,
            Arm::LightCavalry | Arm::LightCamelry => order != Order::Mob,
            _ => order == Order::Close,
        };
        if !ok {
            report.fault(given.span(), "this arm stands in close order (SSS G69)", "leave it out");
        }
        order
    }

    fn check_card(&self, unit: &At<UnitFile>, card: &UnitCard, report: &mut Reporter<'_>) {
        let off = |on: bool, key: &str| (!on).then(|| format!("{key} = \"on\" among the options, or other troops"));
        let is = |value: bool| value;
        let needs = [
            (card.arm == Arm::Elephants, is(self.options.elephants == readings::Elephants::On), "elephants"),
            (card.arm == Arm::FlamingPig, is(self.options.flaming_pigs == readings::FlamingPigs::On), "flaming-pigs"),
            (
                card.arm == Arm::NapthaThrower,
                is(self.options.naptha_throwers == readings::NapthaThrowers::On),
                "naptha-throwers",
            ),
            (
                card.missile == Missile::NapthaGrenade,
                is(self.options.naptha_grenades == readings::NapthaGrenades::On),
                "naptha-grenades",
            ),
            (card.is(Trait::ElephantDrawn), is(self.options.elephants == readings::Elephants::On), "elephants"),
            (card.pike_bases > 0, is(self.options.pike_and_shot == readings::PikeAndShot::On), "pike-and-shot"),
        ];
        for (uses, on, key) in needs {
            if let (true, Some(instead)) = (uses, off(on, key)) {
                report.fault(unit.arm.span(), format!("`{}` needs an optional rule", card.key), instead);
            }
        }
        if card.pike_bases > card.bases || (card.pike_bases > 0 && card.arm != Arm::Infantry) {
            report.fault(unit.key.span(), "pikes are carried by bases of infantry", "pike-bases up to its bases");
        }
        if card.arm == Arm::Elephants && (card.bases as usize > MOST_BEASTS || card.crew > 4) {
            let instead = format!("at most {MOST_BEASTS} elephants, with crews of 4");
            report.fault(unit.key.span(), "too many on elephants (SSS 41.2)", instead);
        }
        if card.crew > 0 && card.arm != Arm::Elephants {
            report.fault(unit.key.span(), "only elephants carry a crew like this", "leave `crew` out");
        }
        if card.is(Trait::ElephantDrawn) && card.arm != Arm::FootArtillery {
            report.fault(unit.key.span(), "elephants tow the guns of foot artillery", "arm = \"foot-artillery\"");
        }
        if card.points == 0 {
            report.fault(unit.key.span(), "a base without Strength Points", "points = 6");
        }
    }

    /// Screens that units may put out (SSS 3.1), and the horse-holders of those that may dismount (SSS 8.7): units of their own
    /// once they are out.
    fn add_parts(&self, cards: &mut Vec<UnitCard>, report: &mut Reporter<'_>) {
        for ix in 0..cards.len() {
            let parent = UnitId(ix as u8);
            let given = self.file.units[ix].screen.as_ref().filter(|screen| screen.value);
            if let Some(screen) = given {
                if self.options.skirmish_screens != readings::SkirmishScreens::On || cards[ix].arm != Arm::Infantry {
                    let what = "screens are put out by infantry, where the optional rule is in use";
                    report.fault(screen.span(), what, "skirmish-screens = \"on\" among the options");
                }
                let of = &cards[ix];
                let card = UnitCard {
                    key: format!("{}-screen", of.key),
                    name: format!("{}, screen", of.name),
                    order: Order::Skirmish,
                    // The pair counts as one base, of one base's points (SSS 3.3, G34).
                    bases: 2,
                    pike_bases: 0,
                    guns: ArrayVec::new(),
                    part: Part::ScreenOf(parent),
                    ..of.clone()
                };
                cards[ix].screen = Some(UnitId(cards.len() as u8));
                cards.push(card);
            }
            if cards[ix].is(Trait::Dismounts) && cards[ix].is_mounted_arm() {
                let of = &cards[ix];
                let card = UnitCard {
                    key: format!("{}-holders", of.key),
                    name: format!("{}, horse-holders", of.name),
                    bases: of.bases.div_ceil(3),
                    part: Part::HoldersOf(parent),
                    ..of.clone()
                };
                cards[ix].holders = Some(UnitId(cards.len() as u8));
                cards.push(card);
            }
        }
        if cards.len() > MOST_UNITS
            && let Some(last) = self.file.units.last()
        {
            let what = format!("{} units with screens and horse-holders are too many", cards.len());
            report.fault(last.span(), what, format!("at most {MOST_UNITS}"));
            cards.truncate(MOST_UNITS);
        }
    }
}

pub fn is_chief(leader: &LeaderFile) -> bool {
    leader.rank.as_ref().is_some_and(|rank| rank.value.value())
}

/// SSS G38, 41.1
pub fn usual_points(arm: Arm, order: Order) -> u8 {
    match (arm, order) {
        (Arm::Elephants, _) => 8,
        (Arm::HeavyCavalry | Arm::LightCavalry | Arm::HeavyCamelry | Arm::LightCamelry, _) => 3,
        (Arm::FootArtillery | Arm::EarlyHorseArtillery | Arm::NapoleonicHorseArtillery, _) => 4,
        (Arm::CamelGuns, _) => 2,
        (Arm::Wagon | Arm::Boat | Arm::Courier | Arm::FlamingPig, _) => 1,
        (_, Order::Close | Order::Mob) => 6,
        (_, Order::Loose) => 4,
        (_, Order::Open) => 3,
        (_, Order::Skirmish) => 2,
    }
}

fn guns(unit: &UnitFile, report: &mut Reporter<'_>) -> ArrayVec<GunCard, MOST_GUNS> {
    unit.guns.as_ref().map_or_else(ArrayVec::new, |guns| gun_cards(guns, report))
}

/// The guns of a file.
pub fn gun_cards(guns: &[At<GunFile>], report: &mut Reporter<'_>) -> ArrayVec<GunCard, MOST_GUNS> {
    let mut cards = ArrayVec::new();
    for gun in guns {
        let (word, calibre, crew) = match &gun.value {
            GunFile::Weight(word) => (*word, None, None),
            GunFile::Full(full) => (full.weight, full.calibre, full.crew),
        };
        let usual = usual_gun(word.value());
        let (calibre, crew) = (calibre.unwrap_or(usual.calibre), crew.unwrap_or(usual.crew).max(1));
        if cards.try_push(GunCard { calibre, crew, ..usual }).is_err() {
            report.fault(gun.span(), "too many guns", format!("at most {MOST_GUNS}"));
        }
    }
    cards
}

/// A gun of which nothing more is said (SSS G29, G38).
pub fn usual_gun(weight: Weight) -> GunCard {
    let crew = if weight == Weight::Battalion { 2 } else { 4 };
    GunCard { weight, calibre: weight.usual_calibre(), crew }
}

fn bases(unit: &At<UnitFile>, card: &UnitCard, report: &mut Reporter<'_>) -> u8 {
    let given = unit.bases.as_ref().map(|bases| bases.value);
    if card.is_artillery() {
        if card.guns.is_empty() {
            report.fault(unit.key.span(), "a battery without a gun", "guns = [\"medium\", \"medium\"]");
        }
        if given.is_some_and(|bases| usize::from(bases) != card.guns.len()) {
            report.fault(unit.key.span(), "a battery has a base for each gun", "leave `bases` out");
        }
        return (card.guns.len() as u8).max(1);
    }
    if card.is_transport() || card.arm == Arm::FlamingPig {
        return 1;
    }
    match given {
        Some(bases @ 1..=40) => bases,
        _ => {
            report.fault(unit.key.span(), "how many bases has it?", "bases = 6, from 1 to 40");
            1
        }
    }
}
