//! A battle out of a seed: two armies of one war bought for the same points, and ground to fight over.
//!
//! What comes out is a battle file like any other, to be played at once or to be changed by hand. Units have no places: their
//! players put them down, and whoever rolls high picks his edge (SSS G39).

use super::lists::{self, Entry, PeriodList, UnitType};
use super::{Choice, costs, raise};
use crate::cards::{Arm, Rating, Trait, UnitCard, Weight};
use crate::setup::file::{ArmWord, ClassWord, MissileWord, OrderWord, RatingWord, SteelWord, TraitWord, WeightWord};
use crate::setup::usual_gun;
use scenario::Faults;
use scenario::generator::{Draft, rectangle, tenths};
use std::fmt::Write;

/// A Commander-in-Chief, two battalions, a regiment of horse and a gun or two: nobody fights with less.
pub const FEWEST_POINTS: u32 = 300;

/// An army of more would not find room to deploy.
pub const MOST_POINTS: u32 = 1_800;

/// Two armies that met.
struct War {
    lists: [&'static str; 2],
    sides: [&'static str; 2],
    names: [&'static [&'static str]; 2],
    options: &'static str,
    eastern: bool,
    places: &'static [&'static str],
}

const FRENCH: &[&str] =
    &["d'Aubrac", "de Bessan", "de Chavigny", "de Crécy", "de Luzy", "de Montclar", "de Saint-Gilles"];
const ALLIED: &[&str] = &["Armitage", "van Borssele", "Halkett", "von Hodenberg", "Lowther", "van Reede", "von Uslar"];
const MARATHA: &[&str] = &["Appaji", "Balwantrao", "Gangadhar", "Jivaji", "Khanderao", "Narsingrao", "Vithalrao"];
const AFGHAN: &[&str] = &["Amir Beg", "Barkhurdar", "Dilawar", "Inayat", "Jahan", "Karimdad", "Sarbuland"];
const LOW_COUNTRIES: &[&str] = &[
    "Kapelle",
    "Sint-Jan",
    "Overhof",
    "Neuenkirch",
    "Grandmetz",
    "Bois-le-Comte",
    "Waldeshain",
    "Merbes",
    "Oudegracht",
    "Steinbach",
];
const HINDUSTAN: &[&str] = &["Shahpur", "Ramgarh", "Kotli", "Nandigaon", "Barwala", "Pipli", "Sohna", "Rajpura"];

/// The wars a battle may belong to, each as often as it stands here.
const WARS: &[War] = &[
    War {
        lists: ["france-1690", "grand-alliance-1690"],
        sides: ["france", "alliance"],
        names: [FRENCH, ALLIED],
        options: "pike-and-shot = \"on\"",
        eastern: false,
        places: LOW_COUNTRIES,
    },
    War {
        lists: ["pragmatic-army-1745", "france-1745"],
        sides: ["allies", "france"],
        names: [ALLIED, FRENCH],
        options: "",
        eastern: false,
        places: LOW_COUNTRIES,
    },
    War {
        lists: ["marathas-1761", "afghans-1761"],
        sides: ["marathas", "afghans"],
        names: [MARATHA, AFGHAN],
        options: "elephants = \"on\"",
        eastern: true,
        places: HINDUSTAN,
    },
    War {
        lists: ["east-india-company-1803", "marathas-1761"],
        sides: ["company", "marathas"],
        names: [ALLIED, MARATHA],
        options: "elephants = \"on\"",
        eastern: true,
        places: HINDUSTAN,
    },
];

const COLOURS: [&str; 2] = ["#9d2b35", "#2f5d8c"];
const BASELINES: [&str; 2] = ["south", "north"];

/// The text of a battle file: the same for the same seed and points, everywhere. Empty only if the muster itself were unsound,
/// which a test says it is not.
pub fn generate(seed: u64, points: u32) -> String {
    drawn_up(seed, points).unwrap_or_default()
}

fn drawn_up(seed: u64, points: u32) -> Result<String, Faults> {
    let points = points.clamp(FEWEST_POINTS, MOST_POINTS);
    // More troops need more room (SSS G4).
    let (size, strip) = match points {
        ..=500 => ([30, 20], 40),
        501..=1_200 => ([40, 30], 60),
        _ => ([50, 30], 60),
    };
    let types = lists::types()?;
    let mut draft = Draft::new(seed, size, strip);
    let war = &WARS[draft.dice.below(WARS.len())];
    let mut armies = Vec::new();
    for key in war.lists {
        match lists::list(key) {
            Some(list) => armies.push(list?),
            None => return Ok(String::new()),
        }
    }
    let mut muster = Mustering { draft, war, types: &types, points, size, second_village: points > 1_200 };
    muster.write(seed, &armies);
    Ok(muster.draft.text)
}

struct Mustering<'m> {
    draft: Draft,
    war: &'static War,
    types: &'m [UnitType],
    points: u32,
    size: [u32; 2],
    second_village: bool,
}

/// A unit bought from an entry.
struct Recruit {
    card: UnitCard,
    entry: usize,
}

/// More units than this would not find room to deploy.
const MOST_RAISED: usize = 20;

impl Mustering<'_> {
    fn write(&mut self, seed: u64, armies: &[PeriodList]) {
        let place = self.draft.pick(self.war.places);
        self.head(seed, place);
        self.ground(place);
        for (ix, list) in armies.iter().enumerate() {
            let [key, colour, baseline] = [self.war.sides[ix], COLOURS[ix], BASELINES[ix]];
            let limit = self.points;
            self.draft.line(&format!(
                "\n[[sides]]\nkey = \"{key}\"\nname = \"{}\"\ncolour = \"{colour}\"\nbaseline = \"{baseline}\"\nlimit = {limit}",
                list.title
            ));
        }
        // Both commanders are of one mind, so that the initiative is even.
        let rating = self.draft.pick(&[RatingWord::Competent, RatingWord::Competent, RatingWord::Cautious]);
        for (ix, list) in armies.iter().enumerate() {
            self.army(ix, list, rating);
        }
    }

    fn head(&mut self, seed: u64, place: &str) {
        let points = self.points;
        let [width, height] = self.size;
        let turns = if points < 500 { 10 } else { 12 };
        let winds = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
        let wind = self.draft.pick(&winds);
        self.draft.text = format!(
            "# Drawn up by the generator from seed {seed} with {points} points a side.\n\
             format = 1\n\
             rulebook = \"shot-steel-and-stone\"\n\
             key = \"generated-{seed}-{points}\"\n\
             title = \"{place}\"\n\
             summary = \"A meeting of two armies of {points} points each, drawn up from seed {seed}.\"\n\
             turns = {turns}\n\
             wind = \"{wind}\"\n\
             edges = \"picked\"\n\
             \n\
             [options]\n\
             {}\n\
             \n\
             [ground]\n\
             size = [{width}, {height}]\n",
            self.war.options
        );
    }

    // --- Ground

    fn ground(&mut self, place: &str) {
        self.village(place);
        if self.second_village
            && let Some(at) = self.draft.free(30)
        {
            self.farm("The farm", at, 2);
        } else if self.draft.dice.below(10) < 3
            && let Some(at) = self.draft.free(25)
        {
            self.farm("The farm", at, 1);
        }
        for name in ["The hill", "The other hill"].into_iter().take(self.draft.dice.below(3)) {
            if let Some([x, y]) = self.draft.hill([20, 40]) {
                self.worth(name, [x - 20, y - 20, x + 20, y + 20], 1);
            }
        }
        for _ in 0..self.draft.between(1, 3) {
            let kind = self.draft.pick(&["light-woods", "light-woods", "light-woods", "heavy-woods"]);
            let radius = self.draft.between(15, 30);
            self.draft.patch(kind, radius);
        }
        for _ in 0..self.draft.between(1, 3) {
            let kinds = match self.war.eastern {
                true => ["difficult", "difficult", "rough", "rough", "crops", "marsh"],
                false => ["difficult", "difficult", "rough", "crops", "crops", "marsh"],
            };
            let kind = self.draft.pick(&kinds);
            let radius = self.draft.between(10, 20);
            self.draft.patch(kind, radius);
        }
        for _ in 0..self.draft.between(0, 3) {
            self.draft.boundary(&["hedgerow", "hedgerow", "low-wall", "fence"], [30, 60]);
        }
        if self.draft.dice.below(10) < 3 {
            self.draft.stream([25, 45], 8);
        }
    }

    /// A road from one edge to the other, with one to three blocks of houses on it in the middle of the table.
    fn village(&mut self, name: &str) {
        let [width, height] = self.size.map(|side| side as i32 * 10);
        let (x, y) = (self.draft.between(width / 2 - 60, width / 2 + 60), height / 2);
        self.draft.take([x, y], 50);
        let road = self.draft.pick(&["road", "road", "track"]);
        self.draft.line(&format!(
            "\n[[ground.lines]]\nkind = \"{road}\"\npoints = [[{0}, 0], [{0}, {1}]]",
            tenths(x),
            self.size[1]
        ));
        let blocks = self.draft.between(1, 3);
        // West of the road, east of it, and north of the first.
        let (wide, deep) = (self.draft.between(22, 30), self.draft.between(20, 24));
        let low = y - deep / 2;
        let boxes = [
            [x - 10 - wide, low, x - 10, low + deep],
            [x + 10, low, x + 10 + wide, low + deep],
            [x - 10 - wide, low + deep + 12, x - 10, low + 2 * deep + 12],
        ];
        let most = usize::try_from(blocks).unwrap_or(1);
        for (part, outline) in ["west", "east", "north"].into_iter().zip(boxes).take(most) {
            self.block(&format!("{name}, {part}"), outline);
        }
        let north = if blocks == 3 { low + 2 * deep + 17 } else { low + deep + 5 };
        let east = if blocks > 1 { x + 15 + wide } else { x + 5 };
        self.worth(name, [x - 15 - wide, low - 5, east, north], 3);
    }

    /// A block of stone by itself.
    fn farm(&mut self, name: &str, [x, y]: [i32; 2], points: u32) {
        let outline = [x - 11, y - 10, x + 11, y + 10];
        self.draft.line(&format!(
            "\n[[ground.areas]]\nname = \"{name}\"\nkind = \"town\"\nbox = {}\n\n[[buildings]]\narea = \"{name}\"\nmaterial = \"stone\"",
            rectangle(outline)
        ));
        self.worth(name, [x - 16, y - 15, x + 16, y + 15], points);
    }

    fn block(&mut self, name: &str, outline: [i32; 4]) {
        let materials = match self.war.eastern {
            true => ["brick", "brick", "brick", "brick", "wooden", "stone"],
            false => ["brick", "brick", "brick", "wooden", "wooden", "stone"],
        };
        let material = self.draft.pick(&materials);
        self.draft.line(&format!(
            "\n[[ground.areas]]\nname = \"{name}\"\nkind = \"town\"\nbox = {}\n\n[[buildings]]\narea = \"{name}\"\nmaterial = \"{material}\"",
            rectangle(outline)
        ));
    }

    fn worth(&mut self, name: &str, outline: [i32; 4], points: u32) {
        self.draft.line(&format!(
            "\n[[victory.objectives]]\nname = \"{name}\"\nbox = {}\npoints = {points}",
            rectangle(outline)
        ));
    }

    // --- Armies

    fn army(&mut self, ix: usize, list: &PeriodList, rating: RatingWord) {
        // One sub-commander for every three to six units (SSS G38), about 80 points each.
        let wanted = (self.points as usize / 320).clamp(1, 4);
        let subs: Vec<RatingWord> = (0..wanted).map(|_| self.draft.pick(&list.sub)).collect();
        let officers: u32 = subs.iter().map(|word| costs::leader(false, word.value())).sum();
        let chief = costs::leader(true, rating.value());
        let mut recruits = self.raise(list, self.points - officers - chief, (wanted * 6).min(MOST_RAISED));
        recruits.sort_by_key(|recruit| (rank(&recruit.card), recruit.entry));
        let commands = wanted.min((recruits.len() / 3).max(1));
        self.leader(ix, 0, None, rating.value());
        for (command, word) in subs.iter().enumerate().take(commands) {
            self.leader(ix, command + 1, Some(command), word.value());
        }
        let mut counts = vec![0; list.entries.len()];
        let in_all: Vec<usize> =
            (0..counts.len()).map(|entry| recruits.iter().filter(|recruit| recruit.entry == entry).count()).collect();
        for (place, recruit) in recruits.iter().enumerate() {
            counts[recruit.entry] += 1;
            let nth = (in_all[recruit.entry] > 1).then_some(counts[recruit.entry]);
            self.unit(ix, place, place * commands / recruits.len(), recruit, nth);
        }
    }

    /// Every minimum of the list first, then by the taste of the time until nothing more can be had; what is left makes units
    /// larger.
    fn raise(&mut self, list: &PeriodList, mut budget: u32, most: usize) -> Vec<Recruit> {
        let mut raised: Vec<Recruit> = Vec::new();
        let mut bought = vec![0; list.entries.len()];
        for (ix, entry) in list.entries.iter().enumerate() {
            for _ in 0..entry.bounds(self.points)[0] {
                self.buy(list, ix, &mut budget, most, &mut raised, &mut bought);
            }
        }
        let mut tries = 0;
        while raised.len() < most && tries < 60 {
            let ix = self.tasted(list);
            if bought[ix] < list.entries[ix].bounds(self.points)[1] {
                self.buy(list, ix, &mut budget, most, &mut raised, &mut bought);
            }
            tries += 1;
        }
        self.grow(list, budget, &mut raised);
        raised
    }

    /// An entry, those of foot and horse more often than guns, light troops and elephants.
    fn tasted(&mut self, list: &PeriodList) -> usize {
        let lots: Vec<usize> = list.entries.iter().map(|entry| self.lots(entry)).collect();
        let mut lot = self.draft.dice.below(lots.iter().sum::<usize>().max(1));
        for (ix, lots) in lots.iter().enumerate() {
            if lot < *lots {
                return ix;
            }
            lot -= lots;
        }
        0
    }

    fn lots(&self, entry: &Entry) -> usize {
        let Some(kind) = lists::find(self.types, &entry.kind) else { return 0 };
        let card = raise(kind, Some(entry), &Choice::default());
        match rank(&card) {
            Rank::Foot => {
                if self.war.eastern {
                    4
                } else {
                    6
                }
            }
            Rank::Horse => {
                if self.war.eastern {
                    6
                } else {
                    4
                }
            }
            Rank::Light | Rank::Guns => 2,
            Rank::Elephants => 1,
        }
    }

    fn buy(
        &mut self,
        list: &PeriodList,
        ix: usize,
        budget: &mut u32,
        most: usize,
        raised: &mut Vec<Recruit>,
        bought: &mut [u32],
    ) {
        let entry = &list.entries[ix];
        let Some(kind) = lists::find(self.types, &entry.kind) else { return };
        let card = self.recruit(kind, entry);
        let points = costs::points(&card);
        if points <= *budget && raised.len() < most {
            *budget -= points;
            bought[ix] += 1;
            raised.push(Recruit { card, entry: ix });
        }
    }

    /// A unit of the usual size, of a class that the list has, one battalion in three with its gun.
    fn recruit(&mut self, kind: &UnitType, entry: &Entry) -> UnitCard {
        let classes = entry.classes.as_ref().unwrap_or(&kind.classes);
        let usual = classes.first().copied().unwrap_or(ClassWord::B);
        let class = if self.draft.dice.below(10) < 7 { usual } else { self.draft.pick(classes) };
        let mut card = raise(kind, Some(entry), &Choice { class: Some(class.value()), ..Choice::default() });
        let drilled = card.is(Trait::HighlyDrilled) && kind.battalion_guns.is_some();
        if drilled && self.draft.dice.below(10) < 3 {
            card.guns.push(usual_gun(Weight::Battalion));
        }
        card
    }

    /// Base by base, as long as there is money and room.
    fn grow(&self, list: &PeriodList, mut budget: u32, raised: &mut [Recruit]) {
        let mut grows = true;
        while grows {
            grows = false;
            for recruit in raised.iter_mut() {
                let entry = &list.entries[recruit.entry];
                let most = lists::find(self.types, &entry.kind).map(|kind| entry.bases.unwrap_or(kind.sizes)[1]);
                let card = &recruit.card;
                if card.is_artillery() || most.is_none_or(|most| card.bases >= most) {
                    continue;
                }
                let larger = UnitCard { bases: card.bases + 1, ..card.clone() };
                let more = costs::points(&larger) - costs::points(card);
                if more <= budget {
                    budget -= more;
                    recruit.card = larger;
                    grows = true;
                }
            }
        }
    }

    fn leader(&mut self, side: usize, nth: usize, command: Option<usize>, rating: Rating) {
        let (key, names) = (self.war.sides[side], self.war.names[side]);
        let name = names[nth % names.len()];
        let word = match rating {
            Rating::Superior => "superior",
            Rating::Competent => "competent",
            Rating::Cautious => "cautious",
        };
        let title = match (self.war.eastern && names != ALLIED, command) {
            (true, _) => format!("{name} {}", if names == AFGHAN { "Khan" } else { "Rao" }),
            (false, None) => format!("General {name}"),
            (false, Some(_)) => format!("Brigadier {name}"),
        };
        let mut text = format!(
            "\n[[leaders]]\nkey = \"{key}-leader-{nth}\"\nname = \"{title}\"\nside = \"{key}\"\nrating = \"{word}\"\n"
        );
        // Writing to a string cannot fail.
        let _ = match command {
            None => writeln!(text, "rank = \"chief\""),
            Some(command) => writeln!(text, "command = \"{}\"", command_key(command)),
        };
        self.draft.text.push_str(&text);
    }

    fn unit(&mut self, side: usize, place: usize, command: usize, recruit: &Recruit, nth: Option<usize>) {
        let (key, card) = (self.war.sides[side], &recruit.card);
        let number = nth.map_or_else(String::new, |nth| format!(" {nth}"));
        let mut text = format!(
            "\n[[units]]\nkey = \"{key}-{}\"\nname = \"{}{number}\"\nside = \"{key}\"\ncommand = \"{}\"\n",
            place + 1,
            card.name,
            command_key(command)
        );
        text.push_str(&keys_of(card));
        self.draft.text.push_str(text.trim_end());
        self.draft.text.push('\n');
    }
}

fn command_key(command: usize) -> &'static str {
    ["first", "second", "third", "fourth"][command.min(3)]
}

/// Who stands with whom, so that commands are of one arm as far as they can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Foot,
    Light,
    Guns,
    Elephants,
    Horse,
}

fn rank(card: &UnitCard) -> Rank {
    match card.arm {
        _ if card.is_artillery() => Rank::Guns,
        Arm::Elephants => Rank::Elephants,
        _ if card.is_mounted_arm() => Rank::Horse,
        _ if card.order == crate::cards::Order::Skirmish => Rank::Light,
        _ => Rank::Foot,
    }
}

/// What a unit is, as a battle file has it.
fn keys_of(card: &UnitCard) -> String {
    let mut lines = vec![format!("arm = \"{}\"", word(ArmWord::ALL, card.arm, ArmWord::value, ArmWord::word))];
    let mut say = |key: &str, value: &str| lines.push(format!("{key} = {value}"));
    let quoted = |word: &str| format!("\"{word}\"");
    say("order", &quoted(word(OrderWord::ALL, card.order, OrderWord::value, OrderWord::word)));
    say("class", &quoted(word(ClassWord::ALL, card.class, ClassWord::value, ClassWord::word)));
    let traits: Vec<String> =
        TraitWord::ALL.iter().filter(|one| card.is(one.value())).map(|one| quoted(one.word())).collect();
    if !traits.is_empty() {
        say("traits", &format!("[{}]", traits.join(", ")));
    }
    use crate::setup::file::ArmourWord;
    if card.armour != crate::cards::Armour::None {
        say("armour", &quoted(word(ArmourWord::ALL, card.armour, ArmourWord::value, ArmourWord::word)));
    }
    if !card.is_artillery() {
        say("missile", &quoted(word(MissileWord::ALL, card.missile, MissileWord::value, MissileWord::word)));
        say("steel", &quoted(word(SteelWord::ALL, card.steel, SteelWord::value, SteelWord::word)));
        say("bases", &card.bases.to_string());
    }
    if card.pike_bases > 0 {
        say("pike-bases", &card.pike_bases.to_string());
    }
    if !card.guns.is_empty() {
        let guns =
            card.guns.iter().map(|gun| quoted(word(WeightWord::ALL, gun.weight, WeightWord::value, WeightWord::word)));
        say("guns", &format!("[{}]", guns.collect::<Vec<_>>().join(", ")));
    }
    if card.crew > 0 {
        say("crew", &card.crew.to_string());
        say("crew-missile", &quoted(word(MissileWord::ALL, card.crew_missile, MissileWord::value, MissileWord::word)));
        say("crew-steel", &quoted(word(SteelWord::ALL, card.crew_steel, SteelWord::value, SteelWord::word)));
    }
    lines.join("\n")
}

/// The word of a file for a value.
fn word<W: Copy, V: Copy + PartialEq>(
    all: &[W],
    value: V,
    of: fn(W) -> V,
    spelt: fn(W) -> &'static str,
) -> &'static str {
    all.iter().find(|&&one| of(one) == value).map_or("", |&one| spelt(one))
}
