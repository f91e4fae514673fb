//! A battle out of a seed: an attack on a defended position or a meeting engagement, with armies and ground within the limits
//! that the book sets for it (CF 5.2).
//!
//! What comes out is a battle file like any other, to be played at once or to be changed by hand.

use scenario::generator::{Draft, rectangle, tenths};
use std::fmt::Write;

/// Which of the two kinds of battle is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Attack,
    Meeting,
    /// A die says which (CF 5.2).
    ByDie,
}

/// What a generated battle should be like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    pub seed: u64,
    pub kind: Kind,
    /// Bases of each side, or of the defender: at least [`FEWEST_BASES`].
    pub bases: u32,
}

/// With fewer there would not be 8 battalions, 6 squadrons and a battery in play, which a small encounter needs (CF 1.1).
pub const FEWEST_BASES: u32 = 30;
/// An army of more would be split among too many brigades for a table of this size.
pub const MOST_BASES: u32 = 80;

/// The table, in yards (CF 1.4).
const WIDTH: i32 = 1_440;
const HEIGHT: i32 = 960;
/// How deep the strip along each edge is that is left open, in tenths of a yard.
const STRIP: i32 = 1_400;
/// The most units of a generated brigade, guns besides (CF 4.1).
const BRIGADE: usize = 4;

impl Wish {
    pub fn new(seed: u64, kind: Kind, bases: u32) -> Wish {
        Wish { seed, kind, bases: bases.clamp(FEWEST_BASES, MOST_BASES) }
    }
}

/// The text of a battle file: the same for the same seed and bases, everywhere. A die says which kind of battle it is.
pub fn generate(seed: u64, bases: u32) -> String {
    draw_up(Wish::new(seed, Kind::ByDie, bases))
}

/// The text of a battle file for a wish in full.
pub fn draw_up(wish: Wish) -> String {
    let draft = Draft::new(wish.seed, [WIDTH as u32, HEIGHT as u32], STRIP);
    let mut muster = Mustering { wish, draft, names: Vec::new() };
    muster.write();
    muster.draft.text
}

/// An army of the day: how its foot and its horse fight (CF 2.2, 2.6, 2.7).
#[derive(Clone, Copy)]
struct Nation {
    key: &'static str,
    name: &'static str,
    colour: &'static str,
    new_foot: bool,
    new_horse: bool,
    swedish: bool,
    hussars: bool,
    names: &'static [&'static str],
}

#[rustfmt::skip]
const NATIONS: [[Nation; 2]; 3] = [
    [
        Nation { key: "alliance", name: "The Grand Alliance", colour: "#9d2b35", new_foot: true, new_horse: true, swedish: false,
            hussars: false, names: &BRITISH },
        Nation { key: "france", name: "France", colour: "#2f5d8c", new_foot: false, new_horse: false, swedish: false,
            hussars: false, names: &FRENCH },
    ],
    [
        Nation { key: "sweden", name: "Sweden", colour: "#2f5d8c", new_foot: true, new_horse: true, swedish: true,
            hussars: false, names: &SWEDISH },
        Nation { key: "saxony", name: "Saxony", colour: "#9d2b35", new_foot: false, new_horse: false, swedish: false,
            hussars: false, names: &GERMAN },
    ],
    [
        Nation { key: "empire", name: "The Emperor", colour: "#8a6d1f", new_foot: false, new_horse: false, swedish: false,
            hussars: true, names: &GERMAN },
        Nation { key: "france", name: "France and Bavaria", colour: "#2f5d8c", new_foot: false, new_horse: false,
            swedish: false, hussars: false, names: &FRENCH },
    ],
];

/// A unit that is raised.
#[derive(Clone, Copy)]
struct Recruit {
    arm: Arm,
    /// Bases of its battalions or squadrons.
    elements: &'static [u8],
    grade: char,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Arm {
    Foot,
    Horse,
    Dragoons,
    Hussars,
    Gun(&'static str),
}

impl Recruit {
    fn bases(&self) -> u32 {
        self.elements.iter().map(|&bases| u32::from(bases)).sum()
    }

    fn is_elite(&self) -> bool {
        matches!(self.grade, 'A' | 'B')
    }
}

/// Foot and horse in the sizes of CF 3.4 and 3.7.
const FOOT: [&[u8]; 5] = [&[4, 4], &[4, 4], &[5, 4], &[3, 3], &[4]];
const HORSE: [&[u8]; 4] = [&[2, 2, 2], &[2, 2, 2], &[2, 2], &[2, 2, 2, 2]];

struct Mustering {
    wish: Wish,
    draft: Draft,
    /// Colonels already serving.
    names: Vec<&'static str>,
}

impl Mustering {
    fn write(&mut self) {
        let attack = match self.wish.kind {
            Kind::Attack => true,
            Kind::Meeting => false,
            Kind::ByDie => self.draft.between(1, 6) <= 3,
        };
        let nations = self.draft.pick(&NATIONS);
        let nations = if self.draft.dice.below(2) == 0 { nations } else { [nations[1], nations[0]] };
        let title = self.draft.place_name();
        let armies = if attack { self.attackers() } else { self.equals() };
        self.head(&title, attack, &nations);
        if attack {
            self.attack_ground();
        } else {
            self.meeting_ground();
        }
        for (nation, baseline) in nations.iter().zip(["south", "north"]) {
            let Nation { key, name, colour, .. } = nation;
            self.draft.line(&format!(
                "\n[[sides]]\nkey = \"{key}\"\nname = \"{name}\"\ncolour = \"{colour}\"\nbaseline = \"{baseline}\""
            ));
        }
        for (ix, (nation, army)) in nations.iter().zip(&armies).enumerate() {
            self.army(nation, army, attack && ix == 1);
        }
    }

    fn head(&mut self, title: &str, attack: bool, nations: &[Nation; 2]) {
        let Wish { seed, bases, .. } = self.wish;
        let [one, other] = nations.map(|nation| nation.name);
        let (kind, what) = match attack {
            true => ("attack", format!("An attack of {one} on a position of {other} that is held by {bases} bases")),
            false => ("meeting", format!("A meeting of {one} and {other} with {bases} bases each")),
        };
        let more = match attack {
            true => format!("attacker = \"{}\"\n\n[victory]\nobjective = \"village\"", nations[0].key),
            false => "choose-ends = true".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = write!(
            self.draft.text,
            "# Drawn up by the generator from seed {seed} with {bases} bases.\n\
             format = 1\n\
             rulebook = \"close-fire\"\n\
             key = \"generated-{kind}-{seed}-{bases}\"\n\
             title = \"{title}\"\n\
             summary = \"{what}, drawn up from seed {seed}.\"\n\
             \n\
             [frame]\n\
             kind = \"{kind}\"\n\
             {more}\n\
             \n\
             [ground]\n\
             size = [{WIDTH}, {HEIGHT}]\n"
        );
    }

    // --- Ground

    /// A road along the axis of attack to a village that is worth a fight, three features at least, roads and rivers from edge to edge,
    /// and no more than a few hedges on the defender's front (CF 5.7, 5.8, 5.10, 5.11).
    fn attack_ground(&mut self) {
        let draft = &mut self.draft;
        let x = draft.between(5_400, 9_000);
        let y = draft.between(6_000, 7_000);
        draft.take([x, y], 900);
        draft.line(&format!(
            "\n[[ground.lines]]\nname = \"the high road\"\nkind = \"road\"\npoints = [[{0}, 0], [{0}, {HEIGHT}]]",
            tenths(x)
        ));
        let houses = rectangle([x + 60, y - 350, x + 560, y + 350]);
        draft.line(&format!("\n[[ground.areas]]\nname = \"the village\"\nkind = \"town\"\nbox = {houses}"));
        let ground = rectangle([x - 200, y - 400, x + 600, y + 400]);
        draft.line(&format!("\n[[positions]]\nkey = \"village\"\nname = \"the village\"\nbox = {ground}"));
        draft.hill([600, 1_000]);
        self.woods(2, 4);
        let draft = &mut self.draft;
        if draft.dice.below(2) == 0 {
            draft.boundary(&["hedgerow", "fence", "low-wall"], [600, 1_000]);
        }
        if draft.dice.below(3) == 0 {
            draft.stream([900, 2_000], 150);
        }
    }

    /// Fairly open, above all in the centre (CF 5.21).
    fn meeting_ground(&mut self) {
        self.draft.take([WIDTH * 5, HEIGHT * 5], 2_600);
        let y = self.draft.between(4_300, 5_300);
        self.draft.line(&format!(
            "\n[[ground.lines]]\nname = \"the highway\"\nkind = \"road\"\npoints = [[0, {0}], [{WIDTH}, {0}]]",
            tenths(y)
        ));
        if self.draft.dice.below(2) == 0 {
            self.draft.hill([500, 900]);
        }
        self.woods(1, 3);
    }

    fn woods(&mut self, least: i32, most: i32) {
        let draft = &mut self.draft;
        // Two at least of what was wished for find room, however the lots fall: they are small enough.
        for _ in 0..draft.between(least, most) {
            let kind = draft.pick(&["light-woods", "light-woods", "heavy-woods", "marsh", "rough"]);
            let size = draft.between(450, 750);
            draft.patch(kind, size);
        }
    }

    // --- Armies

    fn grade(&mut self) -> char {
        self.draft.pick(&['C', 'C', 'C', 'D', 'D'])
    }

    fn foot(&mut self, room: u32) -> Recruit {
        let elements = self.draft.pick(&FOOT);
        let size: u32 = elements.iter().map(|&bases| u32::from(bases)).sum();
        let elements: &'static [u8] = match room {
            _ if size <= room => elements,
            4.. => &[4],
            _ => &[3],
        };
        Recruit { arm: Arm::Foot, elements, grade: self.grade() }
    }

    fn horse(&mut self, room: u32) -> Recruit {
        let elements = self.draft.pick(&HORSE);
        let size: u32 = elements.iter().map(|&bases| u32::from(bases)).sum();
        let elements: &'static [u8] = match room {
            _ if size <= room => elements,
            4.. => &[2, 2],
            _ => &[1, 1],
        };
        let arm = self.draft.pick(&[Arm::Horse, Arm::Horse, Arm::Horse, Arm::Dragoons]);
        // Dragoons, and hussars in their place, are graded below all horse (CF 3.12a).
        let grade = match (arm, self.grade()) {
            (Arm::Dragoons, _) => 'D',
            _ => 'C',
        };
        Recruit { arm, elements, grade }
    }

    fn gun(&mut self, heavy: bool) -> Recruit {
        let kinds: &[&str] =
            if heavy { &["field", "heavy", "heavy", "howitzer"] } else { &["battalion", "field", "field", "howitzer"] };
        let kind = self.draft.pick(kinds);
        Recruit { arm: Arm::Gun(kind), elements: &[1], grade: 'C' }
    }

    /// An army of exactly so many bases: so many of them foot, then horse, and guns for what is left; one gun at least.
    fn raise(&mut self, bases: u32, foot: u32, elite: u32, heavy: bool) -> Vec<Recruit> {
        let mut army = Vec::new();
        let mut left = foot.min(bases);
        while left >= 3 {
            let recruit = self.foot(left);
            left -= recruit.bases();
            army.push(recruit);
        }
        let mut left = bases - army.iter().map(Recruit::bases).sum::<u32>();
        while left >= 3 {
            let recruit = self.horse(left - 1);
            left -= recruit.bases();
            army.push(recruit);
        }
        for _ in 0..left {
            army.push(self.gun(heavy));
        }
        for recruit in
            army.iter_mut().filter(|recruit| matches!(recruit.arm, Arm::Foot | Arm::Horse)).take(elite as usize)
        {
            recruit.grade = 'B';
        }
        army
    }

    /// Two armies of the same bases, the same number of good units, no heavy guns (CF 5.19, 5.20).
    fn equals(&mut self) -> [Vec<Recruit>; 2] {
        let bases = self.wish.bases;
        let elite = bases / 20;
        [0, 1].map(|_| {
            let foot = bases * self.draft.between(55, 70) as u32 / 100;
            self.raise(bases, foot, elite, false)
        })
    }

    /// An attacker of three to two in all, with no less foot and no more than twice the good units; he has more horse, the defender
    /// the heavier guns (CF 5.3, 5.4, 5.4a, 5.5).
    fn attackers(&mut self) -> [Vec<Recruit>; 2] {
        let bases = self.wish.bases;
        let good = bases / 20;
        let share = self.draft.between(60, 75) as u32;
        let defender = self.raise(bases, bases * share / 100, good, true);
        let foot: u32 = defender.iter().filter(|recruit| recruit.arm == Arm::Foot).map(Recruit::bases).sum();
        let elite = defender.iter().filter(|recruit| recruit.is_elite()).count() as u32;
        let all = (bases * 3).div_ceil(2);
        // A few more bases of foot than are wanted, as units come in whole battalions.
        let attacker = self.raise(all, (foot + 3).max(all * 60 / 100), elite * 3 / 2, false);
        [attacker, defender]
    }

    /// A surname nobody else in the battle has.
    fn surname(&mut self, nation: &Nation) -> &'static str {
        let free: Vec<&'static str> = nation.names.iter().copied().filter(|name| !self.names.contains(name)).collect();
        let name = if free.is_empty() { nation.names[0] } else { self.draft.pick(&free) };
        self.names.push(name);
        name
    }

    fn leader(&mut self, nation: &Nation, rank: &str, key: &str, commands: Option<&str>) {
        let name = self.surname(nation);
        let mut text =
            format!("\n[[leaders]]\nkey = \"{key}\"\nname = \"{name}\"\nside = \"{}\"\nrank = \"{rank}\"", nation.key);
        if let Some(commands) = commands {
            // Writing to a string cannot fail.
            let _ = write!(text, "\ncommands = \"{commands}\"");
        }
        self.draft.line(&text);
    }

    /// Brigades of foot and of horse, guns with the foot, a wing of each where there are many, and a Marshal (CF 4.1, 4.4, 4.5, 4.6).
    fn army(&mut self, nation: &Nation, army: &[Recruit], defends: bool) {
        let side = nation.key;
        self.leader(nation, "marshal", &format!("{side}-marshal"), None);
        let foot: Vec<&Recruit> = army.iter().filter(|recruit| recruit.arm == Arm::Foot).collect();
        let guns: Vec<&Recruit> = army.iter().filter(|recruit| matches!(recruit.arm, Arm::Gun(_))).collect();
        let mounted = |recruit: &&Recruit| matches!(recruit.arm, Arm::Horse | Arm::Dragoons | Arm::Hussars);
        let horse: Vec<&Recruit> = army.iter().filter(mounted).collect();
        let (afoot, riding) = (foot.len().div_ceil(BRIGADE).max(1), horse.len().div_ceil(BRIGADE));
        let wings = afoot + riding > 3;
        for (arm, count) in [("foot", afoot), ("horse", riding)] {
            if wings && count > 0 {
                self.draft
                    .line(&format!("\n[[wings]]\nkey = \"{side}-{arm}\"\nname = \"The {arm}\"\nside = \"{side}\""));
                self.leader(nation, "general", &format!("{side}-{arm}-general"), Some(&format!("{side}-{arm}")));
            }
        }
        let order = if defends { "order = \"defend\"\nposition = \"village\"\n" } else { "" };
        for (arm, units, count) in [("foot", &foot, afoot), ("horse", &horse, riding)] {
            for brigade in 0..count {
                let key = format!("{side}-{arm}-{}", brigade + 1);
                let wing = if wings { format!("wing = \"{side}-{arm}\"\n") } else { String::new() };
                let number = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"][brigade.min(6)];
                self.draft.line(&format!(
                    "\n[[brigades]]\nkey = \"{key}\"\nname = \"The {number} brigade of {arm}\"\nside = \"{side}\"\n{wing}{order}"
                ));
                self.leader(nation, "brigadier", &format!("{key}-er"), Some(&key));
                for (ix, recruit) in units.iter().skip(brigade).step_by(count).enumerate() {
                    self.unit(nation, recruit, &key, ix);
                }
                if arm == "foot" {
                    for (ix, recruit) in guns.iter().skip(brigade).step_by(count).enumerate() {
                        self.unit(nation, recruit, &key, ix);
                    }
                }
            }
        }
    }

    fn unit(&mut self, nation: &Nation, recruit: &Recruit, brigade: &str, ix: usize) {
        // Light horse takes the place of dragoons where there is any.
        let arm = if nation.hussars && recruit.arm == Arm::Dragoons { Arm::Hussars } else { recruit.arm };
        let (class, name, new) = match arm {
            Arm::Foot => ("foot", format!("{}'s foot", self.surname(nation)), nation.new_foot),
            Arm::Horse => ("horse", format!("{}'s horse", self.surname(nation)), nation.new_horse),
            Arm::Dragoons => ("dragoons", format!("{}'s dragoons", self.surname(nation)), nation.new_horse),
            Arm::Hussars => ("hussars", format!("{}'s hussars", self.surname(nation)), false),
            Arm::Gun(_) => ("gun", format!("{}'s battery", self.surname(nation)), false),
        };
        let mut text = format!(
            "\n[[units]]\nkey = \"{brigade}-{class}-{}\"\nname = \"{name}\"\nbrigade = \"{brigade}\"\nclass = \"{class}\"",
            ix + 1
        );
        let mut say = |what: String| {
            text.push('\n');
            text.push_str(&what);
        };
        if let Arm::Gun(kind) = arm {
            say(format!("gun = \"{kind}\""));
        } else {
            let elements: Vec<String> = recruit.elements.iter().map(u8::to_string).collect();
            say(format!("style = \"{}\"", if new { "new" } else { "traditional" }));
            say(format!("grade = \"{}\"", recruit.grade));
            let of = if arm == Arm::Foot { "battalions" } else { "squadrons" };
            say(format!("{of} = [{}]", elements.join(", ")));
            if nation.swedish && arm == Arm::Foot {
                say("swedish = true".to_owned());
            }
        }
        self.draft.line(&text);
    }
}

#[rustfmt::skip]
const BRITISH: [&str; 44] = [
    "Ashburnham", "Barrymore", "Bellasis", "Bowles", "Brudenell", "Cadwell", "Clayton", "Coote", "Crowther", "Dormer", "Elliot",
    "Evans", "Farrington", "Ferrers", "Gore", "Grove", "Hales", "Harlow", "Honywood", "Hotham", "Jones", "Kane", "Killigrew",
    "Lalo", "Lepell", "Livesay", "Macartney", "Molesworth", "Munden", "Newton", "Palmes", "Pepper", "Preston", "Primrose",
    "Sabine", "Stanhope", "Stanwix", "Sutton", "Tatton", "Temple", "Townshend", "Webb", "Whetham", "Wightman",
];

#[rustfmt::skip]
const FRENCH: [&str; 44] = [
    "Albergotti", "Artagnan", "Aubigny", "Bauffremont", "Belleisle", "Biron", "Bouzols", "Brancas", "Broglie", "Cany", "Charost",
    "Coigny", "Conflans", "Crécy", "Dreux", "Estaing", "Gassion", "Goësbriand", "Guiche", "Hautefort", "Isenghien", "Jarzé",
    "Lannion", "Lée", "Liancourt", "Magnac", "Mézières", "Montesson", "Mortemart", "Nangis", "Pionsac", "Puységur", "Rohan",
    "Rosen", "Ruffey", "Sézanne", "Souvré", "Tournefort", "Tressemanes", "Vassé", "Villiers", "Vivans", "Xaintrailles", "Zurlauben",
];

#[rustfmt::skip]
const SWEDISH: [&str; 44] = [
    "Adlerfelt", "Apelgren", "Banér", "Bielke", "Bonde", "Burenskiöld", "Cronhielm", "Cronman", "Dahldorf", "Ekeblad", "Ekestubbe",
    "Fersen", "Feif", "Frölich", "Gadde", "Gyllenkrook", "Gyllenstierna", "Hamilton", "Hård", "Horn", "Kagg", "Kruse", "Lagercrona",
    "Leijonhufvud", "Lillie", "Lindhielm", "Mellin", "Mörner", "Nieroth", "Oxenstierna", "Palmquist", "Posse", "Ramsay", "Ridderhielm",
    "Roos", "Schwerin", "Siegroth", "Silfversparre", "Sperling", "Stiernhöök", "Taube", "Torstensson", "Ulfsparre", "Wrangel",
];

#[rustfmt::skip]
const GERMAN: [&str; 44] = [
    "Arnim", "Aufsess", "Beust", "Birkenfeld", "Bose", "Brause", "Bülow", "Canitz", "Damnitz", "Diemar", "Einsiedel", "Falkenhayn",
    "Friesen", "Gersdorff", "Görne", "Goltz", "Hasslingen", "Heister", "Hoym", "Jahnus", "Kanne", "Kospoth", "Kyau", "Lattorff",
    "Löwenstein", "Marschall", "Miltitz", "Neitschütz", "Ogilvy", "Pflug", "Ponickau", "Rabutin", "Reuss", "Röbel", "Schönberg",
    "Seydlitz", "Starhemberg", "Steinau", "Trautmann", "Venediger", "Wackerbarth", "Weissenbach", "Wolffersdorff", "Zinzendorf",
];
