//! From a type, an entry of a period list and what the buyer wishes to a unit.

use super::lists::{Entry, UnitType};
use crate::cards::{Arm, Armour, Class, GunCard, MOST_GUNS, Missile, Order, Part, Steel, Traits, UnitCard, Weight};
use crate::setup::{usual_gun, usual_points};
use arrayvec::ArrayVec;
use kernel::{Seat, Side};

/// What a buyer chooses of what a type allows; the usual for whatever he leaves open.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    pub class: Option<Class>,
    pub arm: Option<Arm>,
    pub order: Option<Order>,
    pub armour: Option<Armour>,
    pub missile: Option<Missile>,
    pub traits: Traits,
    pub bases: Option<u8>,
    pub pike_bases: Option<u8>,
    pub guns: Option<ArrayVec<GunCard, MOST_GUNS>>,
}

/// The unit as the order of battle would have it.
pub fn raise(kind: &UnitType, entry: Option<&Entry>, choice: &Choice) -> UnitCard {
    let here = |of: fn(&Entry) -> Option<Usual>| entry.and_then(of);
    let arm = choice.arm.or(entry.and_then(|entry| entry.arm).map(|word| word.value())).unwrap_or(kind.arm.value());
    let order = entry.and_then(|entry| entry.order).or(kind.order).map(|word| word.value());
    let order = choice.order.or(order).unwrap_or(Order::Close);
    let classes = entry.and_then(|entry| entry.classes.as_ref()).unwrap_or(&kind.classes);
    let class = choice.class.or(classes.first().map(|word| word.value())).unwrap_or(Class::B);
    let armour = entry.and_then(|entry| entry.armour).or(kind.armour).map(|word| word.value());
    let infantry = arm == Arm::Infantry;
    let missile = entry.and_then(|entry| entry.missile).or(kind.missile).map(|word| word.value());
    let usual_missile = if infantry { Missile::Musket } else { Missile::None };
    let steel = entry.and_then(|entry| entry.steel).or(kind.steel).map(|word| word.value());
    let usual_steel = if infantry { Steel::Bayonet } else { Steel::Hand };
    let traits = kind.traits.iter().chain(entry.into_iter().flat_map(|entry| &entry.traits));
    let traits = traits.fold(choice.traits, |all, word| all.with(word.value()));
    let bases = choice.bases.unwrap_or_else(|| here(usual_bases).map_or(kind.bases, |usual| usual.fit(kind.bases)));
    let weights = entry.and_then(|entry| entry.weights.as_ref()).unwrap_or(&kind.weights);
    let guns = choice.guns.clone().unwrap_or_else(|| {
        let weight = weights.first().map(|word| word.value());
        weight
            .into_iter()
            .flat_map(|weight: Weight| (0..bases).map(move |_| usual_gun(weight)))
            .take(MOST_GUNS)
            .collect()
    });
    let mut card = UnitCard {
        key: kind.key.clone(),
        name: entry.map_or_else(|| kind.name.clone(), |entry| entry.name.clone()),
        side: Side::FIRST,
        seat: Seat(0),
        arm,
        order,
        class,
        traits,
        armour: choice.armour.or(armour).unwrap_or(Armour::None),
        missile: choice.missile.or(missile).unwrap_or(usual_missile),
        steel: steel.unwrap_or(usual_steel),
        bases,
        pike_bases: choice.pike_bases.or(kind.pike_bases).unwrap_or(0),
        points: usual_points(arm, order),
        crew: kind.crew.unwrap_or(0),
        crew_missile: kind.crew_missile.map_or(Missile::None, |word| word.value()),
        crew_steel: kind.crew_steel.map_or(Steel::Hand, |word| word.value()),
        extra_points: 0,
        guns,
        leader: None,
        part: Part::Whole,
        screen: None,
        holders: None,
        sizes: None,
    };
    if card.is_artillery() {
        card.bases = card.guns.len() as u8;
    }
    card
}

/// Bases that an entry has instead of its type.
struct Usual([u8; 2]);

impl Usual {
    fn fit(&self, usual: u8) -> u8 {
        usual.clamp(self.0[0], self.0[1].max(self.0[0]))
    }
}

fn usual_bases(entry: &Entry) -> Option<Usual> {
    entry.bases.map(Usual)
}
