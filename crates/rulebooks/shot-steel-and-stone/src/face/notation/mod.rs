//! Decisions as the journal writes them: words, keys of units and leaders, lengths in millimetres, angles in degrees.
//! Each chapter has its file.

mod buildings;
mod charges;
mod deployment;
mod elephants;
mod exotics;
mod melee;
mod moves;
mod reaction;
mod shooting;
mod turn;

use crate::ShotSteelAndStone;
use crate::buildings::BuildingChoice;
use crate::cards::{BuildingId, LeaderId, UnitId};
use crate::charges::ChargeChoice;
use crate::command::CommandChoice;
use crate::decision::Decision;
use crate::deployment::DeployChoice;
use crate::elephants::ElephantChoice;
use crate::exotics::ExoticChoice;
use crate::melee::MeleeChoice;
use crate::movement::MoveChoice;
use crate::orders::OrderChoice;
use crate::reaction::ReactChoice;
use crate::sequence::TurnChoice;
use crate::shooting::ShootChoice;
use kernel::notation::{Kind, Pen, Words};

kernel::keyed! {
    UnitId in ShotSteelAndStone, "unit": units;
    LeaderId in ShotSteelAndStone, "leader": leaders;
}

kernel::chapters! { Decision in ShotSteelAndStone, "a decision":
    Turn(TurnChoice),
    Deploy(DeployChoice),
    Order(OrderChoice),
    Command(CommandChoice),
    Charge(ChargeChoice),
    Move(MoveChoice),
    Shoot(ShootChoice),
    Building(BuildingChoice),
    Melee(MeleeChoice),
    React(ReactChoice),
    Elephant(ElephantChoice),
    Exotic(ExoticChoice),
}

/// A built-up area by its name or its count.
impl Kind<ShotSteelAndStone> for BuildingId {
    type Value = BuildingId;

    fn write(_: &ShotSteelAndStone, id: &BuildingId, pen: &mut Pen) {
        pen.put(id.0);
    }

    fn read(rules: &ShotSteelAndStone, words: &mut Words<'_>) -> Result<BuildingId, String> {
        let name = |card: &crate::cards::BuildingCard| {
            rules.ground.areas.get(usize::from(card.area)).map_or("", |area| area.name.as_str())
        };
        let all = rules.buildings.iter().enumerate().map(|(index, card)| (index, name(card)));
        let place = words.landmark("built-up area", all)?;
        match usize::from(place) < rules.buildings.len() {
            true => Ok(BuildingId(place)),
            false => Err(format!("there is no built-up area `{place}`")),
        }
    }
}
