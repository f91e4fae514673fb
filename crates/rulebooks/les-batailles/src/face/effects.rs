//! What changed between two states that a player would want the odds of.

use crate::LesBatailles;
use crate::state::{Order, Place, State};
use kernel::Effect;

pub fn between(rules: &LesBatailles, before: &State, after: &State) -> Vec<Effect> {
    let mut effects = Vec::new();
    for (index, card) in rules.units.iter().enumerate() {
        let (was, is) = (&before.units[index], &after.units[index]);
        let mut note = |what: &str| {
            effects.push(Effect { subject: card.name.clone(), what: what.into(), body: Some(index as u16) });
        };
        if was.place == Place::Map && matches!(is.place, Place::Gone(_) | Place::Box) {
            note("is lost");
            continue;
        }
        if is.losses > was.losses {
            note(&format!("loses {}", is.losses - was.losses));
        }
        if is.order != was.order {
            note(match is.order {
                Order::Good => "is in Good Order again",
                Order::Disorder => "is Disordered",
                Order::Pgd => "routs",
            });
        }
    }
    effects
}
