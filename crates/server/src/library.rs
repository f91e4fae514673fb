//! The rulebooks and battles that come with the program, as people choose among them.

use crate::house::brief;
use crate::problem::Problem;
use catalogue::Book;
use draw::page::Plan;
use kernel::OptionValues;
use scenario::Source;
use std::collections::BTreeMap;
use view::shapes::{BattleCard, BattlePage, RulebookCard, Shelf};
use view::views;

/// All of it, read once.
pub struct Library {
    pub shelf: Shelf,
    /// Every rule in our words.
    pub rules: Book,
    pages: BTreeMap<String, BattlePage>,
}

impl Library {
    pub fn open() -> Result<Library, Problem> {
        let mut pages = BTreeMap::new();
        let mut order = Vec::new();
        for source in shelf::shipped() {
            let page = page(&source)?;
            order.push(page.card.key.clone());
            pages.insert(page.card.key.clone(), page);
        }
        let rulebooks = shelf::CARDS.iter().map(|card| rulebook(card, &order, &pages)).collect();
        Ok(Library { shelf: Shelf { rulebooks }, rules: Book::shipped(), pages })
    }

    pub fn page(&self, key: &str) -> Result<&BattlePage, Problem> {
        self.pages.get(key).ok_or_else(|| unknown(key))
    }
}

/// The files of the battles that come with the program, by their keys.
pub fn battles() -> BTreeMap<String, Source> {
    let keyed = |source: Source| Some((scenario::header(&source).ok()?.key, source));
    shelf::shipped().filter_map(keyed).collect()
}

pub fn unknown(key: &str) -> Problem {
    let keys: Vec<String> =
        shelf::shipped().filter_map(|source| scenario::header(&source).ok()).map(|head| head.key).collect();
    let near = scenario::nearest(key, keys.iter().map(String::as_str));
    let instead = near.map_or_else(|| keys.join(", "), |near| format!("did you mean `{near}`?"));
    Problem::missing(format!("there is no battle `{}` on the shelf", brief(key)), instead)
}

fn rulebook(card: &shelf::RulebookCard, order: &[String], pages: &BTreeMap<String, BattlePage>) -> RulebookCard {
    let of_it = order.iter().filter_map(|key| pages.get(key)).filter(|page| page.card.rulebook == card.key);
    let pages: Vec<&BattlePage> = of_it.collect();
    RulebookCard {
        key: card.key.into(),
        name: card.name.into(),
        field: pages.first().map_or("table", |page| kind(&page.plate.ground.field)),
        summary: card.summary.into(),
        options: shelf::options_of(card.key).unwrap_or_default(),
        battles: pages.iter().map(|page| page.card.clone()).collect(),
        lesson: card.lesson.into(),
    }
}

fn kind(field: &Plan) -> &'static str {
    match field {
        Plan::Table { .. } => "table",
        Plan::Hexes { .. } => "hexes",
    }
}

fn page(source: &Source) -> Result<BattlePage, Problem> {
    let ours = |error: String| Problem::ours("a battle that comes with the program cannot be opened", error);
    let head = scenario::header(source).map_err(|faults| ours(faults.to_string()))?;
    let begun = shelf::begin(source, &OptionValues::new(), shelf::Dice::Seed(0));
    let (door, _) = begun.map_err(|problem| ours(problem.to_string()))?;
    let scene = door.scene(None);
    let roster = door.roster(None);
    // Units that wait off the field count too.
    let on_side = |side: u8| roster.iter().filter(|post| post.side == side && post.unit).count();
    let card = BattleCard {
        key: head.key.clone(),
        rulebook: head.rulebook.clone(),
        title: head.title.clone(),
        place: head.place.clone(),
        date: head.date.clone(),
        summary: head.summary.clone(),
        turns: head.turns,
        units: [on_side(0), on_side(1)],
        sides: scene.sides.clone(),
        seats: views::seats(door.as_ref()),
    };
    let options = shelf::options_set(&head);
    let goals = views::goals(door.as_ref(), None);
    let plate = views::plate(scene);
    Ok(BattlePage { card, options, roster, goals, plate, history: head.history })
}
