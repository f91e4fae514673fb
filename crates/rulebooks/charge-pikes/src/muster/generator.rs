//! A battle out of a seed: two armies bought for the same points, and ground to fight over.
//!
//! What comes out is a battle file like any other, to be played at once or to be changed by hand.

use crate::cards::{Grade, Kind};
use crate::muster::costs::{self, Muster};
use scenario::generator::Draft;
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

/// How deep each side's strip for deployment is, in tenths of an inch.
const STRIP: i32 = 130;

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
    let mut muster =
        Mustering { wish, draft: Draft::new(wish.seed, [wish.width, wish.height], STRIP), names: Vec::new() };
    muster.write();
    muster.draft.text
}

struct Mustering {
    wish: Wish,
    draft: Draft,
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

impl Mustering {
    fn write(&mut self) {
        let title = self.draft.place_name();
        self.head(&title);
        self.ground();
        for cause in &CAUSES {
            self.side(cause);
        }
        for cause in &CAUSES {
            self.army(cause);
        }
    }

    fn head(&mut self, title: &str) {
        let Wish { seed, points, width, height, turns } = self.wish;
        // Writing to a string cannot fail.
        let _ = write!(
            self.draft.text,
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

    fn ground(&mut self) {
        let draft = &mut self.draft;
        let houses = draft.village();
        let worth = self.wish.points / 10;
        draft.line(&format!("\n[[victory.objectives]]\nname = \"The village\"\nbox = {houses}\npoints = {worth}"));
        for _ in 0..draft.between(0, 2) {
            draft.hill([45, 75]);
        }
        for _ in 0..draft.between(1, 3) {
            let kind = draft.pick(&["light-woods", "light-woods", "heavy-woods", "undecided-woods"]);
            let size = draft.between(25, 45);
            draft.patch(kind, size);
        }
        for _ in 0..draft.between(0, 2) {
            let kind = draft.pick(&["rough", "rough", "crops"]);
            let size = draft.between(20, 40);
            draft.patch(kind, size);
        }
        for _ in 0..draft.between(0, 3) {
            draft.boundary(&["hedgerow", "low-wall", "fence", "high-wall"], [50, 90]);
        }
        if draft.dice.below(3) == 0 {
            draft.stream([60, 120], 25);
        }
    }

    fn side(&mut self, cause: &Cause) {
        let Cause { key, name, colour, baseline, royalist, .. } = cause;
        let limit = self.wish.points;
        self.draft.line(&format!(
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
        let lot = self.draft.dice.below(horse + dragoons + guns + foot);
        if lot < horse {
            self.horse(cause, small)
        } else if lot < horse + dragoons {
            let others = self.draft.between(8, 12) as u32;
            Recruit { kind: Kind::Dragoons, grade: self.grade(), pikes: 0, others, guns: &[] }
        } else if lot < horse + dragoons + guns {
            self.battery()
        } else {
            self.regiment(small)
        }
    }

    fn grade(&mut self) -> Grade {
        self.draft.pick(&[Grade::B, Grade::C, Grade::C, Grade::C, Grade::D, Grade::D])
    }

    /// Pikes are a third of a regiment, or half in an old one.
    fn regiment(&mut self, small: bool) -> Recruit {
        let company = self.draft.between(if small { 4 } else { 7 }, if small { 8 } else { 12 }) as u32;
        let old = self.draft.dice.below(4) == 0;
        let (pikes, others) = if old { (company * 3 / 2, company * 3 / 2) } else { (company, company * 2) };
        Recruit { kind: Kind::PikeAndShot, grade: self.grade(), pikes, others, guns: &[] }
    }

    fn horse(&mut self, cause: &Cause, small: bool) -> Recruit {
        let others = self.draft.between(if small { 3 } else { 5 }, if small { 5 } else { 8 }) as u32 * 2;
        let best = if cause.royalist { Grade::B } else { Grade::C };
        let grade = self.draft.pick(&[best, best, Grade::C, Grade::D]);
        let kind = if self.draft.dice.below(12) == 0 { Kind::Cuirassiers } else { Kind::Horse };
        Recruit { kind, grade, pikes: 0, others, guns: &[] }
    }

    fn battery(&mut self) -> Recruit {
        let guns: &[&str] =
            self.draft.pick(&[&["light"][..], &["light", "light"], &["field"], &["field", "field"], &["heavy"]]);
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
        let name = self.draft.pick(&free);
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
        self.draft.text.push_str(&text);
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
        self.draft.line(&format!(
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

/// Plenty for two full armies: each colonel serves once.
#[rustfmt::skip]
const SURNAMES: [&str; 60] = [
    "Abbot", "Alleyn", "Arden", "Babington", "Bainton", "Baskerville", "Blount", "Bracken", "Calverley", "Carey",
    "Chaloner", "Clifton", "Corbet", "Dacre", "Danvers", "Dawnay", "Dering", "Digby", "Eliot", "Evelyn",
    "Farnham", "Fettiplace", "Foljambe", "Gage", "Garway", "Goring", "Greville", "Hales", "Harcourt", "Hastings",
    "Heron", "Hoby", "Ingram", "Jermyn", "Kemeys", "Knyvett", "Lacy", "Langley", "Leigh", "Lovelace",
    "Mallory", "Molyneux", "Napier", "Norwood", "Oglander", "Palmes", "Pelham", "Pride", "Quarles", "Radcliffe",
    "Ramsden", "Sandys", "Savile", "Stapleton", "Talbot", "Tempest", "Verney", "Wentworth", "Wolryche", "Yelverton",
];
