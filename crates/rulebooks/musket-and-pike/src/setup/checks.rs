//! What a battle must keep to at the start: stacking, terrain, states that go together.

use super::file::BattleFile;
use crate::MusketAndPike;
use crate::cards::{Class, UnitId};
use crate::charts::Cost;
use crate::state::{Formation, LeaderPlace, Mark, Morale, Place};
use crate::table::Table;
use scenario::Reporter;

pub fn check(rules: &MusketAndPike, file: &BattleFile, report: &mut Reporter<'_>) {
    if !report.clean() {
        return;
    }
    let table = Table { rules, state: &rules.start };
    for (at, unit) in file.units.iter().enumerate() {
        let id = UnitId(at as u8);
        stacking(table, id, unit, report);
        ground(table, id, unit, report);
        condition(table, id, unit, report);
    }
    leaders(table, file, report);
    // Whatever the checks above do not name: no battle begins in a state that play could not leave behind.
    if report.clean()
        && let Err(what) = table.check()
    {
        report.fault(file.units.span(), what, "units that could stand like this");
    }
}

type UnitFile = scenario::At<super::file::UnitFile>;

/// MP 8.1.1a: nobody may share a hex but by the rules of chapter 8.
fn stacking(table: Table<'_>, id: UnitId, unit: &UnitFile, report: &mut Reporter<'_>) {
    let Some(at) = &unit.at else { return };
    let own = table.unit(id);
    if own.place != Place::Map {
        return;
    }
    for other in table.on_map().filter(|&other| other < id) {
        let theirs = table.unit(other);
        let shared = own.hexes().find(|hex| theirs.hexes().any(|other| other == *hex));
        let Some(hex) = shared else { continue };
        let number = table.ground().grid.number(hex);
        let name = table.name(other);
        let together = own.with == Some(other) || own.slot != theirs.slot;
        if table.side(id) != table.side(other) {
            report.fault(at.span(), format!("{name} of the enemy stands in {number}"), "a hex of its own");
        } else if !together {
            report.fault(at.span(), format!("{name} stands in {number} already (MP 8.1.1a)"), "a hex of its own");
        }
    }
}

fn ground(table: Table<'_>, id: UnitId, unit: &UnitFile, report: &mut Reporter<'_>) {
    let Some(at) = &unit.at else { return };
    let column = match table.class(id) {
        Class::Cavalry if !table.card(id).dismounted => 2,
        Class::LightInfantry => 1,
        _ => 0,
    };
    for hex in table.unit(id).hexes() {
        let row = table.ground().terrain_of(hex);
        if row.cost[column] == Cost::Prohibited {
            report.fault(at.span(), format!("{} is barred to it", row.name), "ground it may enter");
        }
    }
}

/// States that exclude each other (MP 6.3.1a, 6.3.2a, 12.4.3a).
fn condition(table: Table<'_>, id: UnitId, unit: &UnitFile, report: &mut Reporter<'_>) {
    let (state, card) = (table.unit(id), table.card(id));
    let body = table.is_body(id);
    if let Some(formation) = &unit.formation {
        let wrong = match state.formation {
            _ if !body => Some("guns and wagons have no formation (MP 6.3.1a)"),
            Formation::None => Some("a Morale Broken unit has no formation (MP 12.4.3a)"),
            Formation::Hedgehog if !card.pikes => Some("only Heavy Infantry with pikes forms Hedgehog (MP 6.3.2a)"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            report.fault(formation.span(), wrong, "another formation, or none");
        }
    }
    if let Some(casualties) = &unit.casualties
        && (!body || casualties.value >= card.strength)
    {
        report.fault(casualties.span(), "as many casualties as strength, or more", "fewer, or eliminated = true");
    }
    if let Some(pistols) = &unit.pistols
        && (card.class != Class::Cavalry || pistols.value > 2)
    {
        report.fault(pistols.span(), "not pistol shots", "0 to 2, for cavalry only (MP 10.7.1a)");
    }
    if let Some(limbered) = &unit.limbered
        && limbered.value
        && (card.class != Class::Artillery || table.rules.options.no_limbering)
    {
        report.fault(limbered.span(), "it cannot be limbered", "guns only, in battles that know limbers (MP 7.3.3f)");
    }
    if let Some(casualties) = unit.casualties.as_ref().filter(|casualties| casualties.value < card.strength)
        && state.morale == Morale::Normal
        && state.has(Mark::ThresholdReached)
    {
        let what = "its casualties are at the threshold, its morale is Normal (MP 12.5.2b)";
        report.fault(casualties.span(), what, "morale-state = \"shaken\" or \"broken\", or fewer casualties");
    }
    marks(table, id, unit, report);
    company(table, id, unit, report);
}

/// Marks that only some units can carry.
fn marks(table: Table<'_>, id: UnitId, unit: &UnitFile, report: &mut Reporter<'_>) {
    let (class, card) = (table.class(id), table.card(id));
    let gun = class == Class::Artillery;
    let salvo = card.salvo || class == Class::LightInfantry && table.rules.options.light_salvo;
    for (mark, name, fits, instead) in [
        (&unit.on_top, "on-top", gun, "guns only (MP 8.3.1a)"),
        (&unit.fired, "fired", gun, "guns only (MP 10.8.1a)"),
        (&unit.disabled, "disabled", gun, "guns only, or eliminated = true"),
        (&unit.captured, "captured", gun || class == Class::Wagon, "guns and wagons only, or eliminated = true"),
        (&unit.salvoed, "salvoed", salvo, "units that fire Salvos"),
    ] {
        if let Some(mark) = mark.as_ref().filter(|mark| mark.value && !fits) {
            report.fault(mark.span(), format!("it cannot be `{name}`"), instead);
        }
    }
}

/// Cavalry and the Light Infantry with it are of one Wing and act as one unit (MP 8.1.1b, 8.2.1a).
fn company(table: Table<'_>, id: UnitId, unit: &UnitFile, report: &mut Reporter<'_>) {
    let (Some(with), Some(horse)) = (&unit.with, table.unit(id).with) else { return };
    let (own, theirs) = (table.unit(id), table.unit(horse));
    let most = if table.rules.options.three_strength_stack { 3 } else { 2 };
    if table.card(id).wing != table.card(horse).wing {
        report.fault(with.span(), "the two are of different Wings (MP 8.2.1a)", "cavalry of its own Wing");
    }
    if table.card(id).strength > most {
        let what = format!("Light Infantry of strength {} goes with no cavalry (MP 8.1.1b)", table.card(id).strength);
        report.fault(with.span(), what, format!("strength {most} at most"));
    }
    let alike = (own.formation, own.morale) == (theirs.formation, theirs.morale);
    // The Broken face nowhere.
    if !alike || own.facing != theirs.facing && own.morale != Morale::Broken {
        let what = "the two differ in facing, formation or morale (MP 8.2.1a)";
        report.fault(with.span(), what, "the same for both");
    }
}

/// A Wing Commander stands with a unit of his Wing (MP 5.2.1c).
fn leaders(table: Table<'_>, file: &BattleFile, report: &mut Reporter<'_>) {
    for (wing, given) in table.wings().zip(&file.wings) {
        let Some(leader) = table.wing(wing).leader else { continue };
        // He arrives with a Wing that is all still to come (MP 7.4a); one of which some are there has him with them (MP 5.8c, ruling MP G-A72).
        let arrives = table.rules.wings[wing.ix()].arrives.is_some() && table.of_wing(wing).next().is_none();
        let him = table.leader(leader);
        let with_his = table.of_wing(wing).any(|unit| table.leader_stacked(leader, unit));
        if him.place != LeaderPlace::Map && !arrives {
            report.fault(given.commander.span(), "the commander stands nowhere", "at = \"0304\" for him");
        } else if him.place == LeaderPlace::Map && !with_his {
            report.fault(
                given.commander.span(),
                "the commander is with no unit of his Wing (MP 5.2.1c)",
                "a hex of one",
            );
        }
    }
    for (leader, given) in table.leaders().zip(&file.leaders) {
        let him = table.leader(leader);
        let among = table.body_at(him.hex).filter(|_| him.place == LeaderPlace::Map);
        if let (Some(unit), Some(at)) = (among, &given.at)
            && table.side(unit) != table.leader_card(leader).side
        {
            let what = format!("{} of the enemy stands there (MP 5.3.1b)", table.name(unit));
            report.fault(at.span(), what, "a hex without an enemy");
        }
    }
}
