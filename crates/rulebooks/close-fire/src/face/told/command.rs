//! Phrases of command, and what a message says.

use crate::cards::{Aim, BrigadeId, Order, Under};
use crate::face::told::Who;
use crate::face::words::{order_name, spot};
use crate::state::Errand;
use crate::table::Table;
use kernel::Said;

phrases! {
    RIDES = "{0} [rides|ride] to {1}";
    JOINS_UNIT = "{0} [joins|join] {1}";
    LEAVES_UNIT = "{0} [leaves|leave] {1}";
    STEADIES = "{0} [steadies|steady] {1}";
    INSPIRES = "{0} [inspires|inspire] {1}";
    TELLS = "{0} [gives|give] {1} orders";
    TALKS = "{0} [speaks|speak] with {1}";
    SENDS = "{0} [sends|send] a messenger to {1}";
    SENDS_RIDER = "{0} [sends|send] a messenger";
    HAS_ORDERS = "{1} [obeys|obey]: {0}";
    MESSENGER_RIDES = "a messenger of {0} rides to {1}";
    MESSENGER_ARRIVES = "a messenger reaches {0}";
    MESSAGE_LOST = "what {0} was to be told is lost";
    LISTENS = "{0} [listens|listen] to what [he was|they were] told";
    GOES_OVER = "{0} [goes|go] over to another command";
    BRIGADE_GOES_OVER = "{0} [goes|go] over to another wing";
    TAKES_OVER = "a successor of {0} stands with {1}";
    FIXES = "{0} [fixes|fix] bayonets";
    UNFIXES = "{0} [unfixes|unfix] bayonets";
    DROPS = "{0} [drops|drop] what [it carries|they carry]";
    CONFORMS = "{0} [does|do] as {1} does";
    CONTROL_TEST = "{0}: Control Test";
    HAS_TO_HALT = "{0} [has|have] to halt";
    ACTS_AS_WISHED = "{0} [acts|act] as wished";
    REPEATS_MOVE = "{0} [repeats|repeat] [its|their] last move";
    GOES_ON = "{0} [goes|go] on";
    ORDER_IS = "{0}: {1}";
    ORDER_NAMED = "{0}: {1} at {2}";
    UNIT_GOES = "{0} goes to {1}";
    UNIT_KEPT = "{0} is kept by the army";
    SCOUTS = "to look at {0}";
}

impl Table<'_> {
    /// What a message says.
    pub(crate) fn errand_said(self, errand: Errand) -> Said {
        match errand {
            Errand::Order { brigade, order } => self.order_said(Who::Brigade(brigade), order),
            Errand::Unit { unit, under } => match under {
                Under::Brigade(brigade) => self.said(UNIT_GOES, &[Who::Unit(unit), Who::Brigade(brigade)]),
                Under::Wing(wing) => self.said(UNIT_GOES, &[Who::Unit(unit), Who::Wing(wing)]),
                Under::Army => self.said(UNIT_KEPT, &[Who::Unit(unit)]),
            },
            Errand::Brigade { brigade, wing: Some(wing) } => {
                self.said(UNIT_GOES, &[Who::Brigade(brigade), Who::Wing(wing)])
            }
            Errand::Brigade { brigade, wing: None } => self.said(UNIT_KEPT, &[Who::Brigade(brigade)]),
            Errand::Scout { card, .. } => self.masked(SCOUTS, &[Who::Unit(card)]),
        }
    }

    /// What a brigade has been told, for whoever may know it (CF P11).
    pub(crate) fn order_words(self, brigade: BrigadeId) -> Option<String> {
        let now = self.brigade(brigade);
        let place = |words: String| match now.order.to {
            Aim::Deployment => words,
            Aim::Named(position) => format!("{words}: {}", self.rules.positions[position.ix()].name),
            Aim::Spot(at) => format!("{words}: {}", spot(at)),
        };
        (!now.unknown).then(|| place(order_name(now.order.kind).to_owned()))
    }

    fn order_said(self, whom: Who, order: Order) -> Said {
        let kind = Who::Words(order_name(order.kind));
        match order.to {
            Aim::Deployment => self.said(ORDER_IS, &[whom, kind]),
            Aim::Named(position) => self.said(ORDER_NAMED, &[whom, kind, Who::Position(position)]),
            Aim::Spot(at) => self.said(ORDER_NAMED, &[whom, kind, Who::Spot(at)]),
        }
    }
}
