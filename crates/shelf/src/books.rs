//! The rulebooks, each in one entry. Everything that the program asks of a rulebook by its name is asked here; whoever adds one
//! adds an entry, and nothing else anywhere.

use crate::{Army, Bill, Problem, RulebookCard, Task};
use charge_pikes::ChargePikes;
use close_fire::CloseFire;
use kernel::scene::Meaning;
use kernel::{OptionSpec, OptionValues, Picture, Rulebook, Side};
use les_batailles::LesBatailles;
use musket_and_pike::MusketAndPike;
use musket_and_pike::charts::Series;
use scenario::charts::ChartSet;
use scenario::{Faults, Source};
use shot_steel_and_stone::ShotSteelAndStone;

/// Reckons what the sides of a battle cost, by their names.
pub type Billing = fn(&Source) -> Result<Vec<(String, Bill)>, Faults>;

/// A rulebook on the shelf.
#[derive(Debug, Clone, Copy)]
pub struct Book {
    pub card: RulebookCard,
    /// The capitals before the ids of its catalogue.
    pub prefix: &'static str,
    /// The battles that come with it: where each file stands in the project, and its text.
    pub battles: &'static [(&'static str, &'static str)],
    /// The text of the lesson that teaches it.
    pub lesson: Option<&'static str>,
    pub options: fn() -> &'static [OptionSpec],
    /// What a battle file sets, by the keys under which it can be chosen, where they are others.
    pub chosen: fn(OptionValues) -> OptionValues,
    /// The schema of its battle files.
    pub schema: fn() -> String,
    /// Its charts, with an owner's laid over them.
    pub charts: fn(&[Source]) -> Result<ChartSet, Faults>,
    /// Every word that may stand on a chip, with what it means.
    pub meanings: fn() -> &'static [Meaning],
    /// Whether the game prints its charts on cards, so that owners have figures that the book has not.
    pub has_cards: bool,
    /// What the sides of a battle cost, by their names.
    pub bills: Option<Billing>,
    pub armies: Option<Armies>,
    pub generator: Option<Generator>,
}

/// Army lists: forces bought with points, in files of their own.
#[derive(Debug, Clone, Copy)]
pub struct Armies {
    pub open: fn(&Source) -> Result<Army, Faults>,
    pub schema: fn() -> String,
    /// A list with something of everything, for those who look for faults.
    pub sample: &'static str,
}

/// Battles made out of a seed, with armies of equal points.
#[derive(Debug, Clone, Copy)]
pub struct Generator {
    pub generate: fn(u64, u32) -> String,
    pub fewest_points: u32,
    pub most_points: u32,
}

/// The battle files of a rulebook, by their names.
macro_rules! battles {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$((
            concat!($folder, "/", $name, ".toml"),
            include_str!(concat!("../../../battles/", $folder, "/", $name, ".toml")),
        )),*]
    };
}

/// The shelf: for each rulebook its entry, and how a battle of it is opened. That is generic, so it cannot stand in the entry.
macro_rules! shelf {
    ($($rulebook:ty: $book:expr, $open:path;)*) => {
        pub const BOOKS: &[Book] = &[$($book),*];

        pub(crate) fn open<T: Task>(
            rulebook: &str,
            source: &Source,
            choices: &OptionValues,
            charts: &[Source],
            task: T,
        ) -> Result<T::Output, Problem> {
            match rulebook {
                $(<$rulebook>::NAME => Ok(task.run($open(source, choices, charts)?)),)*
                _ => Err(Problem::Rulebook(rulebook.into())),
            }
        }
    };
}

shelf! {
    ChargePikes: CHARGE_PIKES, charge_pikes::setup::open_with;
    MusketAndPike: MUSKET_AND_PIKE, musket_and_pike::setup::open_with;
    ShotSteelAndStone: SHOT_STEEL_AND_STONE, shot_steel_and_stone::setup::open_with;
    CloseFire: CLOSE_FIRE, close_fire::setup::open_with;
    LesBatailles: LES_BATAILLES, les_batailles::setup::open_with;
}

const CHARGE_PIKES: Book = Book {
    card: RulebookCard {
        key: ChargePikes::NAME,
        name: "Charge Pikes!",
        summary: "Regiments of figures on an open table, with a ruler instead of a grid. Pike blocks with their wings of shot \
                  wheel, close and hold; both sides order their fire in secret and shoot together; every unit that is hurt, \
                  charged or sees its neighbours run has to test whether it stands.",
        lesson: "first-blood",
        die: 6,
    },
    prefix: "CP",
    battles: battles!("charge-pikes": "first-blood", "hopton-heath", "braddock-down", "generated-1645"),
    lesson: Some(include_str!("../../../lessons/charge-pikes.toml")),
    options: ChargePikes::options,
    chosen: |set| set,
    schema: charge_pikes::setup::schema,
    charts: charge_pikes::shooting::charts,
    meanings: ChargePikes::meanings,
    has_cards: false,
    bills: Some(|source| {
        let rules = charge_pikes::setup::open(source)?;
        let bill = |side: Side| charge_pikes::muster::armies::bill_of(&rules, side);
        Ok(Side::BOTH.map(|side| (rules.sides[side.ix()].name.clone(), bill(side))).to_vec())
    }),
    armies: Some(Armies {
        open: charge_pikes::muster::armies::open,
        schema: charge_pikes::muster::armies::schema,
        sample: charge_pikes::muster::armies::SAMPLE,
    }),
    generator: Some(Generator {
        generate: charge_pikes::muster::generator::generate,
        fewest_points: charge_pikes::muster::generator::FEWEST_POINTS,
        most_points: charge_pikes::muster::generator::MOST_POINTS,
    }),
};

const MUSKET_AND_PIKE: Book = Book {
    card: RulebookCard {
        key: MusketAndPike::NAME,
        name: "Musket & Pike",
        summary: "Great battles on a map of hexes, a counter for every brigade and regiment. Each Wing fights under Orders, \
                  from Charge to Rally, and activates as long as its leader's luck lasts; the other side reacts with fire, \
                  interception and pre-emption, and horse that wins may gallop off the field after those who run.",
        lesson: "wing-against-wing",
        die: 10,
    },
    prefix: "MP",
    battles: battles!("musket-and-pike": "wing-against-wing", "edgehill", "lutzen", "naseby"),
    lesson: Some(include_str!("../../../lessons/musket-and-pike.toml")),
    options: MusketAndPike::options,
    chosen: |mut set| {
        if let Some(secret) = set.remove("secret-orders") {
            let value = if secret == "on" { "secret" } else { "historical" };
            set.insert("starting-orders".into(), value.into());
        }
        set
    },
    schema: musket_and_pike::setup::schema,
    charts: |corrections| Ok(musket_and_pike::charts::read(corrections, Series::default())?.0),
    meanings: MusketAndPike::meanings,
    has_cards: true,
    bills: None,
    armies: None,
    generator: None,
};

const SHOT_STEEL_AND_STONE: Book = Book {
    card: RulebookCard {
        key: ShotSteelAndStone::NAME,
        name: "Shot, Steel & Stone",
        summary: "Two centuries on an open table measured in base widths, from the last pikes to the elephants of India. Every \
                  unit gets its orders, leaders throw for how well they are carried out, and volley, bayonet and squares \
                  decide the field, or the villages that burn on it.",
        lesson: "weidenau-mill",
        die: 6,
    },
    prefix: "SSS",
    battles: battles!("shot-steel-and-stone": "first-volley", "weidenau-mill", "fleurus", "fontenoy", "panipat", "generated-1745"),
    lesson: Some(include_str!("../../../lessons/shot-steel-and-stone.toml")),
    options: ShotSteelAndStone::options,
    chosen: |set| set,
    schema: shot_steel_and_stone::setup::schema,
    charts: shot_steel_and_stone::shooting::charts,
    meanings: ShotSteelAndStone::meanings,
    has_cards: false,
    bills: Some(|source| {
        let rules = shot_steel_and_stone::setup::open(source)?;
        let bill = |side: Side| shot_steel_and_stone::muster::armies::bill_of(&rules, side);
        Ok(Side::BOTH.map(|side| (rules.sides[side.ix()].name.clone(), bill(side))).to_vec())
    }),
    armies: Some(Armies {
        open: shot_steel_and_stone::muster::armies::open,
        schema: shot_steel_and_stone::muster::armies::schema,
        sample: shot_steel_and_stone::muster::armies::SAMPLE,
    }),
    generator: Some(Generator {
        generate: shot_steel_and_stone::muster::generator::generate,
        fewest_points: shot_steel_and_stone::muster::generator::FEWEST_POINTS,
        most_points: shot_steel_and_stone::muster::generator::MOST_POINTS,
    }),
};

const CLOSE_FIRE: Book = Book {
    card: RulebookCard {
        key: CloseFire::NAME,
        name: "Close Fire & European Order",
        summary: "Marlborough's wars on an open table measured in yards, where the piece one plays with is the brigade. Orders \
                  travel by messenger, lines wear out as they advance, maps are drawn in secret and troops lie hidden, and at \
                  forty paces whoever holds his fire longest, or gives it first, decides.",
        lesson: "first-meeting",
        die: 6,
    },
    prefix: "CF",
    battles: battles!("close-fire": "first-meeting", "schellenberg", "fraustadt", "almansa", "generated-1709"),
    lesson: Some(include_str!("../../../lessons/close-fire.toml")),
    options: CloseFire::options,
    chosen: |set| set,
    schema: close_fire::setup::schema,
    charts: close_fire::charts::read,
    meanings: CloseFire::meanings,
    has_cards: false,
    bills: None,
    armies: None,
    generator: Some(Generator {
        generate: close_fire::muster::generator::generate,
        fewest_points: close_fire::muster::generator::FEWEST_BASES,
        most_points: close_fire::muster::generator::MOST_BASES,
    }),
};

const LES_BATAILLES: Book = Book {
    card: RulebookCard {
        key: LesBatailles::NAME,
        name: "Les Batailles",
        summary: "Napoleon's wars on a map of hexes of a hundred yards, a counter for every battalion, squadron and battery, whose \
                  strength the enemy does not see. Command Points put leaders' chits into a cup, each stack marches act by act \
                  while the enemy reacts, and column, line, square and skirmishers each have their hour.",
        lesson: "farm-on-the-road",
        die: 6,
    },
    prefix: "LB",
    battles: battles!("les-batailles": "farm-on-the-road", "maida", "barrosa", "quatre-bras", "foy-against-lambert",
                      "gallizin-charges"),
    lesson: Some(include_str!("../../../lessons/les-batailles.toml")),
    options: LesBatailles::options,
    chosen: |set| set,
    schema: les_batailles::setup::schema,
    charts: |corrections| Ok(les_batailles::charts::read(corrections)?.0),
    meanings: LesBatailles::meanings,
    has_cards: true,
    bills: None,
    armies: None,
    generator: None,
};

/// The entry of a rulebook.
pub fn book(rulebook: &str) -> Option<&'static Book> {
    BOOKS.iter().find(|book| book.card.key == rulebook)
}

/// What all entries say, one after the other.
pub(crate) const KEYS: [&str; BOOKS.len()] = {
    let mut keys = [""; BOOKS.len()];
    let mut at = 0;
    while at < BOOKS.len() {
        keys[at] = BOOKS[at].card.key;
        at += 1;
    }
    keys
};

pub(crate) const CARDS: [RulebookCard; BOOKS.len()] = {
    let mut cards = [BOOKS[0].card; BOOKS.len()];
    let mut at = 0;
    while at < BOOKS.len() {
        cards[at] = BOOKS[at].card;
        at += 1;
    }
    cards
};

const fn shipped() -> usize {
    let (mut all, mut at) = (0, 0);
    while at < BOOKS.len() {
        all += BOOKS[at].battles.len();
        at += 1;
    }
    all
}

pub(crate) const BATTLES: [(&str, &str); shipped()] = {
    let mut battles = [("", ""); shipped()];
    let (mut all, mut at) = (0, 0);
    while at < BOOKS.len() {
        let mut one = 0;
        while one < BOOKS[at].battles.len() {
            battles[all] = BOOKS[at].battles[one];
            (all, one) = (all + 1, one + 1);
        }
        at += 1;
    }
    battles
};
