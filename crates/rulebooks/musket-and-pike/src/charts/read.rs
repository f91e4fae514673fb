//! From chart files to flat arrays.

use super::{
    Charts, CombatModifiers, CombatResult, ContinuationModifiers, Cost, FireModifiers, FireResult,
    InterceptionModifiers, MOST_RANGE, OrdersChangeModifiers, PursuitResult, Replacement, StandResult, TerrainRow,
    UnableModifiers,
};
use scenario::charts::{Chart, ChartSet, Row};
use scenario::{Fault, Faults, Source};

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
    let mut reader = Reader { set: &set, faults: Vec::new() };
    let charts = reader.charts(series);
    let faults = reader.faults;
    if faults.is_empty() { Ok((set, charts)) } else { Err(Faults(faults)) }
}

struct Reader<'a> {
    set: &'a ChartSet,
    faults: Vec<Fault>,
}

const ORDERS: [&str; 4] = ["charge", "make-ready", "receive-charge", "rally"];

impl<'a> Reader<'a> {
    fn charts(&mut self, series: Series) -> Charts {
        let musketry = self.rolls("C7", |reader, row| [0, 1, 2].map(|column| reader.fire(row, column)));
        let regimental = self.rolls("C8", |reader, row| [0, 1, 2].map(|column| reader.fire(row, column)));
        let pursuit_column = usize::from(series == Series::Other);
        Charts {
            orders_change: self.keyed("C1", ORDERS, |reader, row| [0, 1, 2, 3].map(|column| reader.range(row, column))),
            orders_change_modifiers: OrdersChangeModifiers {
                near_enemy: self.modifier("C1", "near-enemy"),
                cavalry_to_charge: self.modifier("C1", "cavalry-to-charge"),
                cavalry_to_receive: self.modifier("C1", "cavalry-to-receive"),
                to_rally_half_gone: self.modifier("C1", "to-rally-half-gone"),
            },
            continuation: self.keyed("C2", ORDERS, |reader, row| reader.range(row, 0)),
            preemption: self.keyed("C2", ORDERS, |reader, row| reader.range(row, 1)),
            continuation_modifiers: ContinuationModifiers {
                near_enemy: self.modifier("C2", "near-enemy"),
                cavalry_wing: self.modifier("C2", "cavalry-wing"),
                second_attempt: self.modifier("C2", "second-attempt"),
                no_continue: self.modifier("C2", "no-continue"),
                battle: self.modifier("C2", "battle"),
            },
            interception: self.keyed("C4", ORDERS, |reader, row| reader.range(row, 0)),
            interception_modifiers: InterceptionModifiers {
                morale: self.by_morale("C4"),
                shaken: self.modifier("C4", "shaken"),
                leader: self.modifier("C4", "leader") != 0,
            },
            leader_casualty: self
                .rolls("C5", |reader, row| reader.word(row, 0, &[("no effect", false), ("removed", true)], false)),
            leader_replacement: self.rolls("C6", |reader, row| reader.word(row, 0, REPLACEMENTS, Replacement::Gone)),
            musketry,
            regimental,
            light_fire: self.rolls("C9", |reader, row| reader.fire(row, 0)),
            pistol_fire: self.rolls("C9", |reader, row| reader.fire(row, 1)),
            fire_modifiers: self.fire_modifiers(),
            range: self.keyed("C11", ["heavy", "medium", "light"], Reader::ranges),
            artillery: self.rolls("C12", |reader, row| reader.fire(row, 0)),
            close_combat: self.close_combat(),
            matrix: self.keyed("C14", ATTACKERS, |reader, row| {
                [0, 1, 2, 3, 4, 5, 6].map(|column| reader.number_or_dash(row, column))
            }),
            combat_modifiers: self.combat_modifiers(),
            pursuit: self
                .rolls("C16", |reader, row| reader.word(row, pursuit_column, PURSUITS, PursuitResult::BreakOff)),
            pursuit_leader: self.modifier("C16", "leader") != 0,
            unable_to_retreat: self.rolls("C17", |reader, row| reader.word(row, 0, STANDS, StandResult::Eliminated)),
            unable_modifiers: UnableModifiers {
                morale: self.by_morale("C17"),
                leader: self.modifier("C17", "leader") != 0,
                light_infantry: self.modifier("C17", "light-infantry"),
            },
            threshold: self.thresholds(),
            terrain: self.terrain(),
            ratio: self.ratio(),
            open_order_as_shaken: self.modifier("C15", "open-order-as-shaken") != 0,
        }
    }

    fn chart(&self, id: &str) -> Option<&'a Chart> {
        self.set.find(id)
    }

    fn row(&mut self, id: &str, key: &str) -> Option<&'a Row> {
        let chart = self.chart(id)?;
        let row = chart.rows.iter().find(|row| row.key == key);
        if row.is_none() {
            self.faults.push(self.set.lacks(chart, format!("{id} has no row `{key}`"), "add it"));
        }
        row
    }

    /// One value for each of the rows with these keys.
    fn keyed<T: Default + Copy, const N: usize>(
        &mut self,
        id: &str,
        keys: [&str; N],
        read: impl Fn(&mut Self, &Row) -> T,
    ) -> [T; N] {
        keys.map(|key| match self.row(id, key) {
            Some(row) => read(self, row),
            None => T::default(),
        })
    }

    /// One value for each roll from 0 to 9.
    fn rolls<T: Copy + Fallback>(&mut self, id: &str, read: impl Fn(&mut Self, &Row) -> T) -> [T; 10] {
        std::array::from_fn(|roll| match self.row(id, &roll.to_string()) {
            Some(row) => read(self, row),
            None => T::FALLBACK,
        })
    }

    fn modifier(&mut self, id: &str, key: &str) -> i8 {
        let Some(chart) = self.chart(id) else { return 0 };
        match chart.modifiers.iter().find(|modifier| modifier.key == key) {
            Some(modifier) => modifier.value,
            None => {
                self.faults.push(self.set.lacks(chart, format!("{id} has no modifier `{key}`"), "add it"));
                0
            }
        }
    }

    fn by_morale(&mut self, id: &str) -> [i8; 5] {
        ["morale-4", "morale-5", "morale-6", "morale-7", "morale-8"].map(|key| self.modifier(id, key))
    }

    fn cell<'r>(&mut self, row: &'r Row, column: usize) -> &'r str {
        row.cells.get(column).map_or("", |cell| cell.trim())
    }

    fn wrong(&mut self, row: &Row, column: usize, instead: &str) {
        let what = format!("`{}` cannot be read", row.cells.get(column).map_or("", String::as_str));
        self.faults.push(self.set.fault(row, column, what, instead));
    }

    /// `0-5` is success on a modified 5 or less; a dash is never.
    fn range(&mut self, row: &Row, column: usize) -> Option<i8> {
        let cell = self.cell(row, column);
        if cell == "-" {
            return None;
        }
        let top = cell.strip_prefix("0-").unwrap_or(cell).parse().ok().filter(|top| (0..=9).contains(top));
        if top.is_none() {
            self.wrong(row, column, "a range from 0, such as `0-5`, or `-` for not possible");
        }
        top
    }

    fn number_or_dash(&mut self, row: &Row, column: usize) -> Option<i8> {
        let cell = self.cell(row, column);
        if cell == "-" {
            return None;
        }
        let number = cell.parse().ok();
        if number.is_none() {
            self.wrong(row, column, "a number such as `+1`, or `-`");
        }
        number
    }

    fn number<T: std::str::FromStr + Default>(&mut self, row: &Row, column: usize) -> T {
        self.cell(row, column).parse().unwrap_or_else(|_| {
            self.wrong(row, column, "a whole number");
            T::default()
        })
    }

    fn yes(&mut self, row: &Row, column: usize) -> bool {
        self.word(row, column, &[("yes", true), ("no", false)], false)
    }

    fn word<T: Copy>(&mut self, row: &Row, column: usize, words: &[(&str, T)], otherwise: T) -> T {
        let cell = self.cell(row, column);
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == cell) {
            return *value;
        }
        let list: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        self.wrong(row, column, &format!("one of: {}", list.join(", ")));
        otherwise
    }

    /// `M`, or casualties, `FH` and `MC` joined by `+`.
    fn fire(&mut self, row: &Row, column: usize) -> FireResult {
        let cell = self.cell(row, column);
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
                        self.wrong(row, column, "`M`, or casualties, `FH` and `MC` joined by `+`, such as `1 + FH`");
                        return FireResult::MISS;
                    }
                },
            }
        }
        result
    }

    /// The bands of C11 spread over every range.
    fn ranges(&mut self, row: &Row) -> [Option<i8>; MOST_RANGE + 1] {
        const LAST: [usize; 7] = [1, 3, 5, 8, 11, 14, MOST_RANGE];
        let bands: [Option<i8>; 7] = std::array::from_fn(|band| self.number_or_dash(row, band));
        std::array::from_fn(|range| match range {
            0 => None,
            _ => LAST.iter().position(|&last| range <= last).and_then(|band| bands[band]),
        })
    }

    fn close_combat(&mut self) -> [CombatResult; 18] {
        std::array::from_fn(|index| {
            let total = index as i32 - 4;
            match self.row("C13", &total.to_string()) {
                Some(row) => self.word(row, 0, COMBAT_RESULTS, CombatResult::NoDecision),
                None => CombatResult::NoDecision,
            }
        })
    }

    fn thresholds(&mut self) -> [[Option<u8>; 5]; 21] {
        std::array::from_fn(|strength| {
            if strength == 0 {
                return [None; 5];
            }
            let Some(row) = self.row("C18", &strength.to_string()) else { return [None; 5] };
            std::array::from_fn(|column| match self.cell(row, column) {
                "none" => None,
                _ => Some(self.number(row, column)),
            })
        })
    }

    fn ratio(&mut self) -> [(i8, i8); 4] {
        [("4:1", 4), ("2:1", 2), ("1:2", -2), ("1:4", -4)].map(|(key, ratio)| {
            let value = self.row("C21", key).map_or(0, |row| self.number_or_dash(row, 0).unwrap_or(0));
            (ratio, value)
        })
    }

    fn fire_modifiers(&mut self) -> FireModifiers {
        let mut of = |key| self.modifier("C10", key);
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

    fn combat_modifiers(&mut self) -> CombatModifiers {
        let mut of = |key| self.modifier("C15", key);
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

    fn terrain(&mut self) -> Vec<TerrainRow> {
        let Some(chart) = self.chart("C20") else { return Vec::new() };
        chart.rows.iter().map(|row| self.terrain_row(row)).collect()
    }

    fn terrain_row(&mut self, row: &Row) -> TerrainRow {
        TerrainRow {
            key: row.key.clone(),
            name: row.key.replace('-', " "),
            hexside: self.cell(row, 13) == "hexside",
            cost: [0, 1, 2].map(|column| self.cost(row, column)),
            hits: [self.number(row, 3), self.number(row, 4)],
            fire: self.number(row, 5),
            combat: self.number(row, 6),
            blocks: self.yes(row, 7),
            reciprocal: self.yes(row, 8),
            cover: self.yes(row, 9),
            clear: self.yes(row, 10),
            bridge: self.yes(row, 11),
            fight_across: self.yes(row, 12),
        }
    }

    fn cost(&mut self, row: &Row, column: usize) -> Cost {
        match self.cell(row, column) {
            "P" => Cost::Prohibited,
            "all" => Cost::AllAndBroken,
            cell => match (cell.strip_prefix('x').map(str::parse), cell.parse()) {
                (Some(Ok(times)), _) => Cost::Times(times),
                (None, Ok(points)) => Cost::Points(points),
                _ => {
                    self.wrong(row, column, "points, `P` for prohibited, `all`, or `x2` for twice the cost");
                    Cost::Points(1)
                }
            },
        }
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

/// What stands in for a missing row until the fault is told.
trait Fallback {
    const FALLBACK: Self;
}

impl Fallback for bool {
    const FALLBACK: bool = false;
}

impl Fallback for Replacement {
    const FALLBACK: Replacement = Replacement::Gone;
}

impl Fallback for FireResult {
    const FALLBACK: FireResult = FireResult::MISS;
}

impl Fallback for [FireResult; 3] {
    const FALLBACK: [FireResult; 3] = [FireResult::MISS; 3];
}

impl Fallback for PursuitResult {
    const FALLBACK: PursuitResult = PursuitResult::BreakOff;
}

impl Fallback for StandResult {
    const FALLBACK: StandResult = StandResult::Eliminated;
}
