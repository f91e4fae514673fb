//! A battle out of a seed: two armies bought for the same points, and ground to fight over.
//!
//! What comes out is a battle file like any other, to be played at once or to be changed by hand.

use crate::cards::{Grade, Kind};
use crate::costs::{self, Muster};
use field::table::heading;
use kernel::Seeded;
use std::fmt::Write;

/// What a generated battle should be like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    pub seed: u64,
    /// What each side may spend, at least [`FEWEST_POINTS`].
    pub points: u32,
    /// Table in inches.
    pub width: u32,
    pub height: u32,
    pub turns: u8,
}

/// A commander-in-chief, a small regiment and a few horse: nobody fights with less.
pub const FEWEST_POINTS: u32 = 300;

/// An army of more would not find room to deploy.
pub const MOST_POINTS: u32 = 2000;

impl Wish {
    pub fn new(seed: u64, points: u32) -> Wish {
        let points = points.clamp(FEWEST_POINTS, MOST_POINTS);
        // A table of 6 by 4 feet suits about a thousand points a side; more troops need more room.
        let width = if points > 1600 { 96 } else { 72 };
        Wish { seed, points, width, height: 48, turns: 18 }
    }
}

/// The text of a battle file: the same for the same seed and points, everywhere.
pub fn generate(seed: u64, points: u32) -> String {
    draw_up(Wish::new(seed, points))
}

/// The text of a battle file for a wish in full.
pub fn draw_up(wish: Wish) -> String {
    let mut draft =
        Draft { wish, dice: Seeded::new(wish.seed), text: String::new(), taken: Vec::new(), names: Vec::new() };
    draft.write();
    draft.text
}

struct Draft {
    wish: Wish,
    dice: Seeded,
    text: String,
    /// Circles of ground already used, in tenths of an inch: east, north, radius.
    taken: Vec<[i32; 3]>,
    /// Colonels already serving.
    names: Vec<&'static str>,
}

/// One of the two armies to be raised.
struct Cause {
    key: &'static str,
    name: &'static str,
    colour: &'static str,
    baseline: &'static str,
    royalist: bool,
    /// How often horse, dragoons, guns and foot are raised, in this order.
    taste: [usize; 4],
}

const CAUSES: [Cause; 2] = [
    Cause {
        key: "king",
        name: "The King's army",
        colour: "#9d2b35",
        baseline: "south",
        royalist: true,
        taste: [5, 1, 1, 5],
    },
    Cause {
        key: "parliament",
        name: "Parliament's army",
        colour: "#c77b1e",
        baseline: "north",
        royalist: false,
        taste: [3, 2, 2, 6],
    },
];

/// A unit that could be raised.
#[derive(Clone, Copy)]
struct Recruit {
    kind: Kind,
    grade: Grade,
    pikes: u32,
    others: u32,
    /// Guns of a battery, as words of the file.
    guns: &'static [&'static str],
}

impl Recruit {
    fn points(&self) -> u32 {
        let guns: Vec<crate::cards::GunCard> = self.guns.iter().map(|word| gun_card(word)).collect();
        let figures = self.pikes + self.others;
        Muster { kind: self.kind, grade: self.grade, figures, swedish: false, guns: &guns }.points()
    }
}

fn gun_card(word: &str) -> crate::cards::GunCard {
    let class = match word {
        "heavy" => crate::cards::GunClass::Heavy,
        "field" => crate::cards::GunClass::Field,
        _ => crate::cards::GunClass::Light,
    };
    crate::cards::GunCard { class, limber: false, hail: 4 }
}

/// More units than this would not find room to deploy.
const MOST_RAISED: usize = 20;

impl Draft {
    fn write(&mut self) {
        let title = format!("{} {}", self.pick(&FIRST_PARTS), self.pick(&LAST_PARTS));
        self.head(&title);
        self.ground();
        for cause in &CAUSES {
            self.side(cause);
        }
        for cause in &CAUSES {
            self.army(cause);
        }
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.dice.below(from.len())]
    }

    fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.dice.below((high - low + 1).max(1) as usize) as i32
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn head(&mut self, title: &str) {
        let Wish { seed, points, width, height, turns } = self.wish;
        // Writing to a string cannot fail.
        let _ = write!(
            self.text,
            "# Drawn up by the generator from seed {seed} with {points} points a side.\n\
             format = 1\n\
             rulebook = \"charge-pikes\"\n\
             key = \"generated-{seed}-{points}\"\n\
             title = \"{title}\"\n\
             summary = \"A meeting of two armies of {points} points each, drawn up from seed {seed}.\"\n\
             turns = {turns}\n\
             \n\
             [ground]\n\
             size = [{width}, {height}]\n"
        );
    }

    // Ground.

    fn ground(&mut self) {
        self.village();
        for _ in 0..self.between(0, 2) {
            self.hill();
        }
        for _ in 0..self.between(1, 3) {
            let kind = self.pick(&["light-woods", "light-woods", "heavy-woods", "undecided-woods"]);
            let size = self.between(25, 45);
            self.patch(kind, size);
        }
        for _ in 0..self.between(0, 2) {
            let kind = self.pick(&["rough", "rough", "crops"]);
            let size = self.between(20, 40);
            self.patch(kind, size);
        }
        for _ in 0..self.between(0, 3) {
            self.boundary();
        }
        if self.dice.below(3) == 0 {
            self.stream();
        }
    }

    /// A free place for a circle between the two deployment zones.
    fn free(&mut self, radius: i32) -> Option<[i32; 2]> {
        let (width, height) = (self.wish.width as i32 * 10, self.wish.height as i32 * 10);
        let edge = 130;
        for _ in 0..20 {
            let at = [
                self.between(radius + 10, width - radius - 10),
                self.between(edge + radius, (height - edge - radius).max(edge + radius)),
            ];
            let clear = |[x, y, other]: &[i32; 3]| {
                let (dx, dy, reach) = (x - at[0], y - at[1], other + radius + 10);
                dx * dx + dy * dy > reach * reach
            };
            if self.taken.iter().all(clear) {
                self.taken.push([at[0], at[1], radius]);
                return Some(at);
            }
        }
        None
    }

    /// An uneven outline of eight corners about a middle.
    fn blob(&mut self, [x, y]: [i32; 2], radius: i32) -> String {
        let corners = (0..8).map(|corner| {
            let reach = f64::from(radius) * f64::from(self.between(70, 100)) / 100.0;
            let spoke = heading(corner * 4500);
            format!(
                "[{}, {}]",
                tenths(x + (spoke.x * reach).round() as i32),
                tenths(y + (spoke.y * reach).round() as i32)
            )
        });
        format!("[{}]", corners.collect::<Vec<_>>().join(", "))
    }

    fn patch(&mut self, kind: &str, radius: i32) {
        let Some(at) = self.free(radius) else { return };
        let outline = self.blob(at, radius);
        self.line(&format!("\n[[ground.areas]]\nkind = \"{kind}\"\npoints = {outline}"));
    }

    fn hill(&mut self) {
        let radius = self.between(45, 75);
        let Some([x, y]) = self.free(radius) else { return };
        let outline = self.blob([x, y], radius);
        let half = radius / 2;
        let crest = format!("[[{}, {}], [{}, {}]]", tenths(x - half), tenths(y), tenths(x + half), tenths(y));
        self.line(&format!("\n[[ground.hills]]\npoints = {outline}\ncrest = {crest}"));
    }

    /// A few houses on the road from one edge to the other, worth points to hold.
    fn village(&mut self) {
        let middle = self.wish.width as i32 * 5;
        let x = self.between(middle - 150, middle + 150);
        let y = self.wish.height as i32 * 5;
        let height = self.wish.height;
        self.taken.push([x, y, 75]);
        self.line(&format!("\n[[ground.lines]]\nkind = \"road\"\npoints = [[{0}, 0], [{0}, {height}]]", tenths(x)));
        let west = format!("[{}, {}, {}, {}]", tenths(x - 55), tenths(y - 20), tenths(x - 15), tenths(y + 20));
        let east = format!("[{}, {}, {}, {}]", tenths(x + 15), tenths(y - 20), tenths(x + 55), tenths(y + 20));
        for (name, outline) in [("West houses", &west), ("East houses", &east)] {
            let cover = self.pick(&["soft", "hard"]);
            self.line(&format!(
                "\n[[ground.areas]]\nname = \"{name}\"\nkind = \"town\"\nbox = {outline}\nshooting = \"{cover}\"\ncombat = \"{cover}\""
            ));
        }
        let worth = self.wish.points / 10;
        let zone = format!("[{}, {}, {}, {}]", tenths(x - 60), tenths(y - 25), tenths(x + 60), tenths(y + 25));
        self.line(&format!("\n[[victory.objectives]]\nname = \"The village\"\nbox = {zone}\npoints = {worth}"));
    }

    fn boundary(&mut self) {
        let kind = self.pick(&["hedgerow", "low-wall", "fence", "high-wall"]);
        let length = self.between(50, 90);
        let Some([x, y]) = self.free(length / 2) else { return };
        let turn = self.between(0, 3) * 4500;
        let along = heading(turn);
        let end = |sign: f64| {
            let reach = sign * f64::from(length) / 2.0;
            format!(
                "[{}, {}]",
                tenths(x + (along.x * reach).round() as i32),
                tenths(y + (along.y * reach).round() as i32)
            )
        };
        let points = format!("[{}, {}]", end(-1.0), end(1.0));
        self.line(&format!("\n[[ground.lines]]\nkind = \"{kind}\"\npoints = {points}"));
    }

    /// A stream down one side of the table, from edge to edge.
    fn stream(&mut self) {
        let width = self.wish.width as i32 * 10;
        let x = if self.dice.below(2) == 0 { self.between(60, 120) } else { width - self.between(60, 120) };
        let step = self.wish.height as i32 * 10 / 4;
        let points: Vec<String> =
            (0..=4).map(|i| format!("[{}, {}]", tenths(x + self.between(-25, 25)), tenths(i * step))).collect();
        self.line(&format!("\n[[ground.lines]]\nkind = \"stream\"\npoints = [{}]", points.join(", ")));
    }

    // Armies.

    fn side(&mut self, cause: &Cause) {
        let Cause { key, name, colour, baseline, royalist, .. } = cause;
        let limit = self.wish.points;
        self.line(&format!(
            "\n[[sides]]\nkey = \"{key}\"\nname = \"{name}\"\ncolour = \"{colour}\"\nbaseline = \"{baseline}\"\n\
             royalist = {royalist}\nlimit = {limit}"
        ));
    }

    fn army(&mut self, cause: &Cause) {
        let subs = ((self.wish.points / 600) as usize).min(2);
        let officers = costs::general(true) + subs as u32 * costs::general(false);
        let recruits = self.raise(cause, self.wish.points - officers);
        self.general(cause, "chief", None);
        let wings = ["foot", "horse"];
        for wing in wings.iter().take(subs) {
            self.general(cause, "sub", Some(wing));
        }
        let mut batteries = 0;
        for recruit in &recruits {
            self.unit(cause, recruit, &mut batteries);
        }
    }

    /// Buys until nothing more can be had: a regiment and horse first, then by the taste of the cause.
    fn raise(&mut self, cause: &Cause, mut budget: u32) -> Vec<Recruit> {
        let mut raised: Vec<Recruit> = Vec::new();
        let mut tries = 0;
        while raised.len() < MOST_RAISED && tries < 40 {
            let recruit = match raised.len() {
                0 => self.regiment(budget < 500),
                1 => self.horse(cause, budget < 400),
                _ => self.recruit(cause, budget < 300),
            };
            let dear = recruit.points() > budget;
            let recruit = if dear { self.levy(raised.len()) } else { recruit };
            if recruit.points() <= budget {
                budget -= recruit.points();
                raised.push(recruit);
            }
            tries += 1;
        }
        raised
    }

    fn recruit(&mut self, cause: &Cause, small: bool) -> Recruit {
        let [horse, dragoons, guns, foot] = cause.taste;
        let lot = self.dice.below(horse + dragoons + guns + foot);
        if lot < horse {
            self.horse(cause, small)
        } else if lot < horse + dragoons {
            let others = self.between(8, 12) as u32;
            Recruit { kind: Kind::Dragoons, grade: self.grade(), pikes: 0, others, guns: &[] }
        } else if lot < horse + dragoons + guns {
            self.battery()
        } else {
            self.regiment(small)
        }
    }

    fn grade(&mut self) -> Grade {
        self.pick(&[Grade::B, Grade::C, Grade::C, Grade::C, Grade::D, Grade::D])
    }

    /// Pikes are a third of a regiment, or half in an old one.
    fn regiment(&mut self, small: bool) -> Recruit {
        let company = self.between(if small { 4 } else { 7 }, if small { 8 } else { 12 }) as u32;
        let old = self.dice.below(4) == 0;
        let (pikes, others) = if old { (company * 3 / 2, company * 3 / 2) } else { (company, company * 2) };
        Recruit { kind: Kind::PikeAndShot, grade: self.grade(), pikes, others, guns: &[] }
    }

    fn horse(&mut self, cause: &Cause, small: bool) -> Recruit {
        let others = self.between(if small { 3 } else { 5 }, if small { 5 } else { 8 }) as u32 * 2;
        let best = if cause.royalist { Grade::B } else { Grade::C };
        let grade = self.pick(&[best, best, Grade::C, Grade::D]);
        let kind = if self.dice.below(12) == 0 { Kind::Cuirassiers } else { Kind::Horse };
        Recruit { kind, grade, pikes: 0, others, guns: &[] }
    }

    fn battery(&mut self) -> Recruit {
        let guns: &[&str] =
            self.pick(&[&["light"][..], &["light", "light"], &["field"], &["field", "field"], &["heavy"]]);
        let crew: u32 = guns.iter().map(|gun| crew(gun)).sum();
        Recruit { kind: Kind::Battery, grade: Grade::C, pikes: 0, others: crew, guns }
    }

    /// The cheapest troops there are.
    fn levy(&mut self, raised: usize) -> Recruit {
        let kind = if raised == 1 { Kind::Horse } else { Kind::PikeAndShot };
        let (pikes, others) = if kind == Kind::Horse { (0, 6) } else { (4, 8) };
        Recruit { kind, grade: Grade::D, pikes, others, guns: &[] }
    }

    /// A surname nobody else in the battle has.
    fn surname(&mut self) -> &'static str {
        let free: Vec<&'static str> = SURNAMES.iter().copied().filter(|name| !self.names.contains(name)).collect();
        let name = self.pick(&free);
        self.names.push(name);
        name
    }

    fn general(&mut self, cause: &Cause, rank: &str, command: Option<&str>) {
        let surname = self.surname();
        let (key, side) = (surname.to_lowercase(), cause.key);
        let title = if rank == "chief" { "Lord" } else { "Sir John" };
        let mut text = format!(
            "\n[[generals]]\nkey = \"{key}\"\nname = \"{title} {surname}\"\nside = \"{side}\"\nrank = \"{rank}\"\n"
        );
        if let Some(command) = command {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "command = \"{command}\"");
        }
        self.text.push_str(&text);
    }

    fn unit(&mut self, cause: &Cause, recruit: &Recruit, batteries: &mut u32) {
        let side = cause.key;
        let (kind, what, command) = match recruit.kind {
            Kind::Horse => ("horse", "horse", "horse"),
            Kind::Cuirassiers => ("cuirassiers", "cuirassiers", "horse"),
            Kind::Dragoons => ("dragoons", "dragoons", "horse"),
            Kind::Battery => ("battery", "guns", "foot"),
            _ => ("foot", "foot", "foot"),
        };
        let (key, name) = if recruit.kind == Kind::Battery {
            *batteries += 1;
            (format!("{side}-guns-{batteries}"), format!("Battery {batteries}"))
        } else {
            let colonel = self.surname();
            (format!("{}-{what}", colonel.to_lowercase()), format!("{colonel}'s {what}"))
        };
        let strength = match recruit.kind {
            Kind::PikeAndShot => format!("pikes = {}\nmuskets = {}", recruit.pikes, recruit.others),
            Kind::Battery => {
                let guns: Vec<String> = recruit.guns.iter().map(|gun| format!("\"{gun}\"")).collect();
                format!("guns = [{}]", guns.join(", "))
            }
            _ => format!("figures = {}", recruit.others),
        };
        let grade = recruit.grade;
        self.line(&format!(
            "\n[[units]]\nkey = \"{key}\"\nname = \"{name}\"\nside = \"{side}\"\ncommand = \"{command}\"\n\
             kind = \"{kind}\"\ngrade = \"{grade:?}\"\n{strength}"
        ));
    }
}

fn crew(gun: &str) -> u32 {
    match gun {
        "heavy" => 4,
        "field" => 3,
        _ => 2,
    }
}

/// Tenths of an inch as the file writes them.
fn tenths(value: i32) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let (whole, part) = (value.abs() / 10, value.abs() % 10);
    if part == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

const FIRST_PARTS: [&str; 16] = [
    "Ashen", "Barrow", "Cold", "Dun", "Elder", "Fallow", "Gallows", "Hazel", "Kings", "Long", "Mill", "Oxen", "Priors",
    "Raven", "Stony", "Thorn",
];

const LAST_PARTS: [&str; 10] = ["Heath", "Moor", "Down", "Common", "Bridge", "Green", "Field", "Hill", "Lane", "Cross"];

/// Plenty for two full armies: each colonel serves once.
const SURNAMES: [&str; 60] = [
    "Abbot",
    "Alleyn",
    "Arden",
    "Babington",
    "Bainton",
    "Baskerville",
    "Blount",
    "Bracken",
    "Calverley",
    "Carey",
    "Chaloner",
    "Clifton",
    "Corbet",
    "Dacre",
    "Danvers",
    "Dawnay",
    "Dering",
    "Digby",
    "Eliot",
    "Evelyn",
    "Farnham",
    "Fettiplace",
    "Foljambe",
    "Gage",
    "Garway",
    "Goring",
    "Greville",
    "Hales",
    "Harcourt",
    "Hastings",
    "Heron",
    "Hoby",
    "Ingram",
    "Jermyn",
    "Kemeys",
    "Knyvett",
    "Lacy",
    "Langley",
    "Leigh",
    "Lovelace",
    "Mallory",
    "Molyneux",
    "Napier",
    "Norwood",
    "Oglander",
    "Palmes",
    "Pelham",
    "Pride",
    "Quarles",
    "Radcliffe",
    "Ramsden",
    "Sandys",
    "Savile",
    "Stapleton",
    "Talbot",
    "Tempest",
    "Verney",
    "Wentworth",
    "Wolryche",
    "Yelverton",
];
