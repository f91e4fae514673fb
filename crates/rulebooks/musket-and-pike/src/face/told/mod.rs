//! What the ledger tells, chapter by chapter: every sentence about what happened is a phrase here. The chapters say only of
//! whom and of what; see [`kernel::Phrase`] for places and forms that agree.

use crate::cards::{LeaderId, UnitId, WingId};
use crate::face::pointing::Who;
use crate::face::words::sequence::orders_name;
use crate::face::{effects, words};
use crate::facing::Pose;
use crate::state::{Formation, Orders};
use crate::table::Table;
use field::hexes::{Hex, Vertex};
use kernel::{Entry, Part, Phrase, Said, Side};

pub mod close_combat;
pub mod command;
pub mod fire;
pub mod morale;
pub mod movement;
pub mod rally;
pub mod reaction;
pub mod sequence;

/// The phrases of all chapters: what is told, what comes of decisions, questions and answers.
pub fn all() -> impl Iterator<Item = (&'static str, Phrase)> {
    let chapters = [
        close_combat::ALL,
        command::ALL,
        fire::ALL,
        morale::ALL,
        movement::ALL,
        rally::ALL,
        reaction::ALL,
        sequence::ALL,
        effects::ALL,
        words::close_combat::ALL,
        words::command::ALL,
        words::fire::ALL,
        words::movement::ALL,
        words::rally::ALL,
        words::reaction::ALL,
        words::sequence::ALL,
    ];
    chapters.into_iter().flatten().copied()
}

/// What a phrase speaks of. It is put into words only when somebody listens.
#[derive(Debug, Clone, Copy)]
pub enum Of<'a> {
    Unit(UnitId),
    Units(&'a [UnitId]),
    Leader(LeaderId),
    Leaders(&'a [LeaderId]),
    /// Who is shot at in a hex: a unit, or the leaders there.
    Target(Option<UnitId>, Hex),
    Wing(WingId),
    Side(Side),
    Hex(Hex),
    /// The hexes of a way, as in `0411–0410–0409`.
    Way(&'a [Hex]),
    /// Where a unit stands, as in `0811 and 0911`.
    Place(Pose),
    Corner(Vertex),
    /// How a unit faces.
    Facing(UnitId, Vertex),
    Count(i32),
    /// The strength a unit has now.
    Strength(UnitId),
    Orders(Orders),
    Formation(Formation),
    /// Something said inside.
    Said(Phrase, &'a [Of<'a>]),
    Words(&'static str),
    Name(&'a str),
}

impl Of<'_> {
    /// Nothing is said in its place.
    pub const NOTHING: Of<'static> = Of::Words("");

    fn part(self, table: Table<'_>) -> Part {
        match self {
            Of::Unit(id) => Part::body(Who::Unit(id).number(), table.name(id)),
            Of::Units(ids) => Part::Several(ids.iter().map(|&id| Of::Unit(id).part(table)).collect()),
            // He is one man, also when his name ends like Hopkins or Charles.
            Of::Leader(id) => {
                Part::Body { id: Who::Leader(id).number(), name: table.leader_card(id).name.clone(), many: false }
            }
            Of::Leaders(ids) => Part::Several(ids.iter().map(|&id| Of::Leader(id).part(table)).collect()),
            Of::Target(Some(id), _) => Of::Unit(id).part(table),
            Of::Target(None, at) => Part::Several(table.leaders_at(at).map(|id| Of::Leader(id).part(table)).collect()),
            Of::Wing(id) => Part::name(&table.rules.wings[id.ix()].name),
            Of::Side(side) => Part::name(&table.rules.sides[side.ix()].name),
            Of::Hex(hex) => Part::name(&table.ground().grid.number(hex).to_string()),
            Of::Way(hexes) => Part::words(table.numbers(hexes.iter().copied(), "–")),
            Of::Place(pose) => Part::words(table.place_of(pose)),
            Of::Corner(vertex) => Part::words(table.ground().grid.vertex_name(vertex)),
            Of::Facing(id, vertex) => Part::words(table.facing_in_words(id, vertex)),
            Of::Count(count) => Part::Count(count),
            Of::Strength(id) => Part::Count(table.strength(id).into()),
            Of::Orders(orders) => Part::words(orders_name(orders)),
            Of::Formation(formation) => Part::words(formation.words()),
            Of::Said(phrase, of) => Part::Said(Box::new(table.say(phrase, of))),
            Of::Words(words) => Part::words(words),
            Of::Name(name) => Part::name(name),
        }
    }
}

impl Table<'_> {
    /// A phrase said of these.
    pub(crate) fn say(self, phrase: Phrase, of: &[Of<'_>]) -> Said {
        phrase.of(of.iter().map(|of| of.part(self)))
    }

    /// Something that happened, as the ledger tells it.
    pub(crate) fn told(self, rule: &'static str, phrase: Phrase, of: &[Of<'_>]) -> Entry {
        Entry::told(rule, self.say(phrase, of))
    }
}
