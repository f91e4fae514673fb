//! From chart files to flat arrays.

use super::{
    AllowanceShare, Charts, CombatModifiers, CombatResult, ContinuationModifiers, Cost, FireModifiers, FireResult,
    InterceptionModifiers, MOST_RANGE, OrdersChangeModifiers, PursuitResult, Replacement, StandResult, TerrainRow,
    UnableModifiers,
};
use scenario::charts::{ChartSet, Reader, Row};
use scenario::{Faults, Source};

const SHIPPED: &[(&str, &str)] = &[
    ("c01-orders-change.toml", include_str!("../../../../../charts/musket-and-pike/c01-orders-change.toml")),
    (
        "c02-continuation-and-preemption.toml",
        include_str!("../../../../../charts/musket-and-pike/c02-continuation-and-preemption.toml"),
    ),
    ("c04-interception.toml", include_str!("../../../../../charts/musket-and-pike/c04-interception.toml")),
    ("c05-leader-casualty.toml", include_str!("../../../../../charts/musket-and-pike/c05-leader-casualty.toml")),
    ("c06-leader-replacement.toml", include_str!("../../../../../charts/musket-and-pike/c06-leader-replacement.toml")),
    ("c07-musketry.toml", include_str!("../../../../../charts/musket-and-pike/c07-musketry.toml")),
    (
        "c08-regimental-musketry.toml",
        include_str!("../../../../../charts/musket-and-pike/c08-regimental-musketry.toml"),
    ),
    (
        "c09-light-and-pistol-fire.toml",
        include_str!("../../../../../charts/musket-and-pike/c09-light-and-pistol-fire.toml"),
    ),
    ("c10-fire-modifiers.toml", include_str!("../../../../../charts/musket-and-pike/c10-fire-modifiers.toml")),
    ("c11-artillery-range.toml", include_str!("../../../../../charts/musket-and-pike/c11-artillery-range.toml")),
    ("c12-artillery-fire.toml", include_str!("../../../../../charts/musket-and-pike/c12-artillery-fire.toml")),
    ("c13-close-combat.toml", include_str!("../../../../../charts/musket-and-pike/c13-close-combat.toml")),
    (
        "c14-close-combat-matrix.toml",
        include_str!("../../../../../charts/musket-and-pike/c14-close-combat-matrix.toml"),
    ),
    (
        "c15-close-combat-modifiers.toml",
        include_str!("../../../../../charts/musket-and-pike/c15-close-combat-modifiers.toml"),
    ),
    ("c16-pursuit.toml", include_str!("../../../../../charts/musket-and-pike/c16-pursuit.toml")),
    ("c17-unable-to-retreat.toml", include_str!("../../../../../charts/musket-and-pike/c17-unable-to-retreat.toml")),
    ("c18-casualty-threshold.toml", include_str!("../../../../../charts/musket-and-pike/c18-casualty-threshold.toml")),
    (
        "c19-formation-and-movement.toml",
        include_str!("../../../../../charts/musket-and-pike/c19-formation-and-movement.toml"),
    ),
    ("c20-terrain-effects.toml", include_str!("../../../../../charts/musket-and-pike/c20-terrain-effects.toml")),
    ("c21-strength-ratio.toml", include_str!("../../../../../charts/musket-and-pike/c21-strength-ratio.toml")),
];

/// The charts that come with the rulebook.
pub fn shipped() -> Vec<Source> {
    let source = |(name, text): &(&str, &str)| Source::new(format!("charts/musket-and-pike/{name}"), *text);
    SHIPPED.iter().map(source).collect()
}

/// Which column of the pursuit chart a battle uses (MP 11.7.4a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Series {
    CivilWar,
    #[default]
    Other,
}

/// Reads the charts, with an owner's corrections laid over them, as players see them and as they are played.
pub fn read(corrections: &[Source], series: Series) -> Result<(ChartSet, Charts), Faults> {
    let set = ChartSet::read("musket-and-pike", &shipped(), corrections)?;
    let charts = Reader::read(&set, |reader| charts(reader, series))?;
    Ok((set, charts))
}

const ORDERS: [&str; 4] = ["charge", "make-ready", "receive-charge", "rally"];

fn charts(reader: &mut Reader<'_>, series: Series) -> Charts {
    let pursuit_column = usize::from(series == Series::Other);
    Charts {
        orders_change: reader.keyed("C1", ORDERS, [None; 4], |reader, row| reader.cells(row, up_to_nine)),
        orders_change_modifiers: OrdersChangeModifiers {
            near_enemy: reader.modifier("C1", "near-enemy"),
            cavalry_to_charge: reader.modifier("C1", "cavalry-to-charge"),
            cavalry_to_receive: reader.modifier("C1", "cavalry-to-receive"),
            to_rally_half_gone: reader.modifier("C1", "to-rally-half-gone"),
        },
        continuation: reader.keyed("C2", ORDERS, None, |reader, row| up_to_nine(reader, row, 0)),
        preemption: reader.keyed("C2", ORDERS, None, |reader, row| up_to_nine(reader, row, 1)),
        continuation_modifiers: ContinuationModifiers {
            near_enemy: reader.modifier("C2", "near-enemy"),
            cavalry_wing: reader.modifier("C2", "cavalry-wing"),
            second_attempt: reader.modifier("C2", "second-attempt"),
            no_continue: reader.modifier("C2", "no-continue"),
            battle: reader.modifier("C2", "battle"),
        },
        interception: reader.keyed("C4", ORDERS, None, |reader, row| up_to_nine(reader, row, 0)),
        interception_modifiers: InterceptionModifiers {
            morale: by_morale(reader, "C4"),
            shaken: reader.modifier("C4", "shaken"),
            leader: reader.modifier("C4", "leader") != 0,
        },
        leader_casualty: words(reader, "C5", 0, &[("no effect", false), ("removed", true)], false),
        leader_replacement: words(reader, "C6", 0, REPLACEMENTS, Replacement::Gone),
        musketry: reader.counted("C7", 0, [FireResult::MISS; 3], |reader, row| reader.cells(row, fire)),
        regimental: reader.counted("C8", 0, [FireResult::MISS; 3], |reader, row| reader.cells(row, fire)),
        light_fire: reader.counted("C9", 0, FireResult::MISS, |reader, row| fire(reader, row, 0)),
        pistol_fire: reader.counted("C9", 0, FireResult::MISS, |reader, row| fire(reader, row, 1)),
        fire_modifiers: fire_modifiers(reader),
        range: reader.keyed("C11", ["heavy", "medium", "light"], [None; MOST_RANGE + 1], ranges),
        artillery: reader.counted("C12", 0, FireResult::MISS, |reader, row| fire(reader, row, 0)),
        close_combat: reader.counted("C13", -4, CombatResult::NoDecision, |reader, row| {
            reader.word(row, 0, COMBAT_RESULTS, CombatResult::NoDecision)
        }),
        matrix: reader.keyed("C14", ATTACKERS, [None; 7], |reader, row| reader.cells(row, Reader::number_or_dash)),
        combat_modifiers: combat_modifiers(reader),
        pursuit: words(reader, "C16", pursuit_column, PURSUITS, PursuitResult::BreakOff),
        pursuit_leader: reader.modifier("C16", "leader") != 0,
        unable_to_retreat: words(reader, "C17", 0, STANDS, StandResult::Eliminated),
        unable_modifiers: UnableModifiers {
            morale: by_morale(reader, "C17"),
            leader: reader.modifier("C17", "leader") != 0,
            light_infantry: reader.modifier("C17", "light-infantry"),
        },
        threshold: thresholds(reader),
        allowance: reader.keyed("C19", FORMATIONS, AllowanceShare { halves: 0, more: 0 }, allowance_share),
        terrain: reader.rows("C20").iter().map(|row| terrain_row(reader, row)).collect(),
        ratio: ratio(reader),
        open_order_as_shaken: reader.modifier("C15", "open-order-as-shaken") != 0,
    }
}

/// Dice show 0 to 9.
fn up_to_nine(reader: &mut Reader<'_>, row: &Row, column: usize) -> Option<i8> {
    reader.up_to(row, column, 9)
}

/// A word for each roll from 0 to 9.
fn words<T: Copy>(reader: &mut Reader<'_>, id: &str, column: usize, words: &[(&str, T)], otherwise: T) -> [T; 10] {
    reader.counted(id, 0, otherwise, |reader, row| reader.word(row, column, words, otherwise))
}

fn by_morale(reader: &mut Reader<'_>, id: &str) -> [i8; 5] {
    ["morale-4", "morale-5", "morale-6", "morale-7", "morale-8"].map(|key| reader.modifier(id, key))
}

/// `M`, or casualties, `FH` and `MC` joined by `+`.
fn fire(reader: &mut Reader<'_>, row: &Row, column: usize) -> FireResult {
    let cell = reader.cell(row, column);
    let mut result = FireResult::MISS;
    if cell == "M" {
        return result;
    }
    for part in cell.split('+').map(str::trim) {
        match part {
            "FH" => result.formation_hit = true,
            "MC" => result.morale_check = true,
            number => match number.parse() {
                Ok(casualties @ 1..=9) => result.casualties = casualties,
                _ => {
                    reader.wrong(row, column, "`M`, or casualties, `FH` and `MC` joined by `+`, such as `1 + FH`");
                    return FireResult::MISS;
                }
            },
        }
    }
    result
}

/// The bands of C11 spread over every range.
fn ranges(reader: &mut Reader<'_>, row: &Row) -> [Option<i8>; MOST_RANGE + 1] {
    const LAST: [usize; 7] = [1, 3, 5, 8, 11, 14, MOST_RANGE];
    let bands: [Option<i8>; 7] = reader.cells(row, Reader::number_or_dash);
    std::array::from_fn(|range| match range {
        0 => None,
        _ => LAST.iter().position(|&last| range <= last).and_then(|band| bands[band]),
    })
}

fn thresholds(reader: &mut Reader<'_>) -> [[Option<u8>; 5]; 21] {
    let by_strength: [_; 20] = reader.counted("C18", 1, [None; 5], |reader, row| {
        reader.cells(row, |reader, row, column| match reader.cell(row, column) {
            "none" => None,
            _ => Some(reader.number(row, column)),
        })
    });
    std::array::from_fn(|strength| strength.checked_sub(1).map_or([None; 5], |row| by_strength[row]))
}

const FORMATIONS: [&str; 6] = ["normal", "open-order", "shaken", "broken", "hedgehog", "column"];

/// `full`, `half` or `0`, and perhaps points more.
fn allowance_share(reader: &mut Reader<'_>, row: &Row) -> AllowanceShare {
    let cell = reader.cell(row, 0);
    let (share, more) = cell.split_once('+').unwrap_or((cell, "0"));
    let halves = match share.trim() {
        "full" => Some(2),
        "half" => Some(1),
        "0" => Some(0),
        _ => None,
    };
    match (halves, more.trim().parse()) {
        (Some(halves), Ok(more @ 0..=20)) => AllowanceShare { halves, more },
        _ => {
            reader.wrong(row, 0, "`full`, `half` or `0`, and perhaps points more, such as `full + 2`");
            AllowanceShare { halves: 0, more: 0 }
        }
    }
}

fn ratio(reader: &mut Reader<'_>) -> [(i8, i8); 4] {
    [("4:1", 4), ("2:1", 2), ("1:2", -2), ("1:4", -4)].map(|(key, ratio)| {
        let value = reader.row("C21", key).map_or(0, |row| reader.number_or_dash(row, 0).unwrap_or(0));
        (ratio, value)
    })
}

fn fire_modifiers(reader: &mut Reader<'_>) -> FireModifiers {
    let mut of = |key| reader.modifier("C10", key);
    FireModifiers {
        advancing_or_retreating: of("advancing-or-retreating"),
        reaction_to_retreating: of("reaction-to-retreating"),
        salvo_marker: of("salvo-marker"),
        reaction_at_moving_cavalry: of("reaction-at-moving-cavalry"),
        carbines: of("carbines"),
        firer_shaken: of("firer-shaken"),
        firer_broken: of("firer-broken"),
        target_hedgehog: of("target-hedgehog"),
        artillery_at_hedgehog: of("artillery-at-hedgehog"),
        double_battery: of("double-battery"),
        artillery_at_artillery: of("artillery-at-artillery"),
        wagon: of("wagon"),
    }
}

fn combat_modifiers(reader: &mut Reader<'_>) -> CombatModifiers {
    let mut of = |key| reader.modifier("C15", key);
    CombatModifiers {
        leader: of("leader"),
        momentum_cavalry: of("momentum-cavalry"),
        momentum_infantry: of("momentum-infantry"),
        flank_or_rear: of("flank-or-rear"),
        pistol: of("pistol"),
        attacker_shaken: of("attacker-shaken"),
        attacker_broken: of("attacker-broken"),
        defender_shaken: of("defender-shaken"),
        defender_broken: of("defender-broken"),
        attacker_salvo: of("attacker-salvo"),
        defender_salvo: of("defender-salvo"),
        wagon: of("wagon"),
        limit: of("limit"),
    }
}

fn terrain_row(reader: &mut Reader<'_>, row: &Row) -> TerrainRow {
    TerrainRow {
        key: row.key.clone(),
        name: row.key.replace('-', " "),
        hexside: reader.cell(row, 13) == "hexside",
        cost: reader.cells(row, cost),
        hits: [reader.number(row, 3), reader.number(row, 4)],
        fire: reader.number(row, 5),
        combat: reader.number(row, 6),
        blocks: reader.yes(row, 7),
        reciprocal: reader.yes(row, 8),
        cover: reader.yes(row, 9),
        clear: reader.yes(row, 10),
        bridge: reader.yes(row, 11),
        fight_across: reader.yes(row, 12),
    }
}

fn cost(reader: &mut Reader<'_>, row: &Row, column: usize) -> Cost {
    match reader.cell(row, column) {
        "P" => Cost::Prohibited,
        "all" => Cost::AllAndBroken,
        cell => match (cell.strip_prefix('x').map(str::parse), cell.parse()) {
            (Some(Ok(times)), _) => Cost::Times(times),
            (None, Ok(points)) => Cost::Points(points),
            _ => {
                reader.wrong(row, column, "points, `P` for prohibited, `all`, or `x2` for twice the cost");
                Cost::Points(1)
            }
        },
    }
}

const ATTACKERS: [&str; 6] =
    ["formed-cavalry", "croats", "heavy-infantry", "without-pikes", "light-infantry", "hedgehog"];

const REPLACEMENTS: &[(&str, Replacement)] = &[
    ("returns at once", Replacement::ReturnsAtOnce),
    ("returns next turn", Replacement::ReturnsNextTurn),
    ("gone", Replacement::Gone),
];

const PURSUITS: &[(&str, PursuitResult)] = &[
    ("break off", PursuitResult::BreakOff),
    ("eliminate", PursuitResult::Eliminate),
    ("off map", PursuitResult::OffMap),
];

const STANDS: &[(&str, StandResult)] =
    &[("stand", StandResult::Stand), ("casualties", StandResult::Casualties), ("eliminated", StandResult::Eliminated)];

const COMBAT_RESULTS: &[(&str, CombatResult)] = &[
    ("AE", CombatResult::AttackerEliminated),
    ("AB", CombatResult::AttackerBroken),
    ("AS1", CombatResult::AttackerShaken(1)),
    ("AS2", CombatResult::AttackerShaken(2)),
    ("ND", CombatResult::NoDecision),
    ("DS1", CombatResult::DefenderShaken(1)),
    ("DS2", CombatResult::DefenderShaken(2)),
    ("DB", CombatResult::DefenderBroken),
    ("DE", CombatResult::DefenderEliminated),
];
