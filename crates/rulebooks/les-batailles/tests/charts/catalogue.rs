//! The charts against the tables of the catalogue, figure by figure.

use crate::{charts, dice};
use les_batailles::charts::{
    Base6, CarreRow, Cost, DefenseClass, FireColumn, MeleeColumn, MeleeResult, Mover, SquareResult, Terrain,
};

const CATALOGUE: &str = include_str!("../../../../../docs/rules/les-batailles-4-charts.md");

/// The cells of the lines of a table under a heading, from the line that begins with a heading of columns.
fn table(heading: &str, first_column: &str) -> Vec<Vec<&'static str>> {
    let chapter = CATALOGUE.split_once(heading).unwrap().1;
    let mut lines = chapter.lines().skip_while(|line| !line.starts_with(&format!("| {first_column} |")));
    lines.next().unwrap();
    lines
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect()
}

fn all() -> impl Iterator<Item = Base6> {
    (1..=6).flat_map(|tens| (1..=6).map(move |ones| Base6::rolled(tens, ones)))
}

/// Whether a range of the catalogue, `11–64` or `66`, holds a result.
fn holds(range: &str, result: Base6) -> bool {
    let number = |text: &str| dice(text.trim().parse().unwrap());
    match range {
        "–" => false,
        _ => {
            let (first, last) = range.split_once('–').unwrap_or((range, range));
            (number(first)..=number(last)).contains(&result)
        }
    }
}

/// 15.4: Chart 1.
#[test]
fn combat_a_feu_is_that_of_the_catalogue() {
    let charts = charts();
    let table = table("## Chart 1.", "Odds");
    assert_eq!(table.len(), FireColumn::COUNT);
    for line in table {
        let column = FireColumn::named(line[0]).unwrap();
        for result in all() {
            let losses = (0..6).find(|losses| holds(line[losses + 1], result)).unwrap();
            assert_eq!(usize::from(charts.fire.losses(column, result)), losses, "{} {result}", line[0]);
        }
    }
}

/// 15.2: Chart 4, artillery told apart as limbered and unlimbered.
#[test]
fn fire_defense_is_that_of_the_catalogue() {
    let charts = charts();
    let table = table("## Chart 4.", "Terrain");
    assert_eq!(table.len(), Terrain::COUNT);
    let names = |name: &str| match name.split([' ', ',']).next().unwrap() {
        "Clear" => Terrain::Clear,
        "Cultivated" => Terrain::Cultivated,
        "Orchard" => Terrain::Orchard,
        "Rough" => Terrain::Rough,
        "Farmettes" => Terrain::Farmettes,
        "Village" => Terrain::Village,
        "Sunken" => Terrain::SunkenRoad,
        "Woods" => Terrain::Woods,
        "Town" => Terrain::Town,
        "Marsh" => Terrain::Marsh,
        "Thicket" => Terrain::Thicket,
        "Special" => Terrain::Structure,
        "Redoubt" => Terrain::Redoubt,
        other => panic!("{other}"),
    };
    for line in table {
        let terrain = names(line[0]);
        let mut cells: Vec<&str> = line[1..18].iter().map(|cell| cell.trim_matches('*')).collect();
        let (limbered, unlimbered) = cells[9].split_once('/').unwrap_or(("–", "–"));
        cells[9] = limbered;
        cells.insert(10, unlimbered);
        for (class, cell) in DefenseClass::ALL.into_iter().zip(cells) {
            assert_eq!(charts.fire.defense(terrain, class), cell.parse().ok(), "{terrain:?} {class:?}");
        }
    }
}

/// 13.1.7: the hexes of Chart 5.
#[test]
fn hexes_cost_what_the_catalogue_says() {
    let charts = charts();
    let table = table("## Chart 5.", "Hex / hexside");
    let mut seen = 0;
    for line in &table {
        let Some(terrain) = Terrain::ALL.into_iter().find(|terrain| {
            let name = line[0].to_lowercase();
            name.starts_with(&terrain.key().replace('-', " "))
        }) else {
            continue;
        };
        seen += 1;
        for mover in Mover::ALL {
            let wanted = match line[mover.ix() + 1] {
                "P" => Cost::Prohibited,
                points => Cost::Halves(2 * points.parse::<u8>().unwrap()),
            };
            assert_eq!(charts.ground.entering(terrain, mover), wanted, "{terrain:?} {mover:?}");
        }
    }
    assert_eq!(seen, Terrain::COUNT);
}

/// 16.6: Chart 16, by its ranges and by its rows of dice.
#[test]
fn assaut_et_melee_is_that_of_the_catalogue() {
    let charts = charts();
    let named = |name: &str| match name {
        "AS" => MeleeResult::AttackerSurrenders,
        "AR" => MeleeResult::AttackerRouts,
        "AD3" => MeleeResult::AttackerDisorders(3),
        "AD2" => MeleeResult::AttackerDisorders(2),
        "AD1" => MeleeResult::AttackerDisorders(1),
        "·" => MeleeResult::Blank,
        "DD1" => MeleeResult::DefenderDisorders(1),
        "DD2" => MeleeResult::DefenderDisorders(2),
        "DD3" => MeleeResult::DefenderDisorders(3),
        "DR" => MeleeResult::DefenderRouts,
        "DS" => MeleeResult::DefenderSurrenders,
        other => panic!("{other}"),
    };
    let by_dice = table("The same chart row by row", "Dice");
    assert_eq!(by_dice.len(), 36);
    for line in by_dice {
        let result = dice(line[0].parse().unwrap());
        for (column, cell) in MeleeColumn::ALL.into_iter().zip(&line[1..]) {
            assert_eq!(charts.melee.result(column, result), named(cell), "{column:?} {result}");
        }
    }
    let names = ["AS", "AR", "AD3", "AD2", "AD1", "·", "DD1", "DD2", "DD3", "DR", "DS"];
    for line in table("The chart of this edition", "Column") {
        let column = MeleeColumn::named(&line[0].to_lowercase()).unwrap();
        for result in all() {
            let name = names.into_iter().enumerate().find(|(place, _)| holds(line[place + 1], result)).unwrap().1;
            assert_eq!(charts.melee.result(column, result), named(name), "{column:?} {result}");
        }
    }
}

/// No result is worse for the attacker on a higher roll, nor in a better column.
#[test]
fn more_is_never_worse_for_the_attacker() {
    let charts = charts();
    let worth = |column, result| match charts.melee.result(column, result) {
        MeleeResult::AttackerSurrenders => -5,
        MeleeResult::AttackerRouts => -4,
        MeleeResult::AttackerDisorders(hexes) => -i32::from(hexes),
        MeleeResult::Blank => 0,
        MeleeResult::DefenderDisorders(hexes) => i32::from(hexes),
        MeleeResult::DefenderRouts => 4,
        MeleeResult::DefenderSurrenders => 5,
    };
    for result in all() {
        for column in MeleeColumn::ALL {
            assert!(worth(column, result.plus(1)) >= worth(column, result), "{column:?} {result}");
            assert!(worth(column.shifted(1), result) >= worth(column, result), "{column:?} {result}");
        }
        for column in FireColumn::ALL {
            let losses = charts.fire.losses(column, result);
            assert!(charts.fire.losses(column, result.plus(1)) >= losses, "{column:?} {result}");
            assert!(charts.fire.losses(column.shifted(1), result) >= losses, "{column:?} {result}");
        }
    }
}

/// 19.7.1: Chart 18; nations without a row are Prussians in it.
#[test]
fn carre_realization_is_that_of_the_catalogue() {
    let charts = charts();
    let rows = [
        CarreRow::French,
        CarreRow::FrenchAllies,
        CarreRow::Polish,
        CarreRow::British1815,
        CarreRow::BritishPeninsula,
        CarreRow::Portuguese,
        CarreRow::Spanish,
        CarreRow::Prussian,
        CarreRow::Russian,
        CarreRow::Austrian,
    ];
    let table = table("## Chart 18.", "Nation");
    assert_eq!(table.len(), rows.len() + 1);
    for (row, line) in rows.into_iter().zip(table) {
        for (distance, cell) in [4, 3, 2, 1].into_iter().zip(&line[1..5]) {
            for result in all() {
                let part = cell.split(", ").find(|part| holds(&part[2..], result)).unwrap();
                let wanted = match &part[..1] {
                    "S" => SquareResult::Square,
                    "D" => SquareResult::Disorder,
                    _ => SquareResult::Rout,
                };
                assert_eq!(charts.square.result(row, distance, result), Some(wanted), "{row:?} {distance} {result}");
            }
        }
    }
    for distance in 1..=4 {
        for result in all() {
            let of = |row| charts.square.result(row, distance, result);
            assert_eq!(of(CarreRow::Other), of(CarreRow::Prussian));
        }
    }
    assert_eq!(charts.square.result(CarreRow::French, 5, dice(11)), None);
    assert_eq!(charts.square.result(CarreRow::French, 0, dice(11)), None);
}

/// Charts 11, 12, 19 to 22, 25 and 26: their one-figure lines.
#[test]
fn lines_of_one_figure_are_those_of_the_catalogue() {
    use les_batailles::charts::{AssaultOdds, AttackMethod, LevelRow, MoraleTrack};
    let charts = charts();
    let number = |text: &str| text.replace('−', "-").parse::<i8>().unwrap();
    for (distance, line) in (1..).zip(table("## Chart 11.", "Distance when declared (hexes to the nearest enemy)")) {
        let method = |method| charts.morale.close(distance, method);
        assert_eq!(AttackMethod::ALL.map(method), [1, 2, 3].map(|cell| number(line[cell])), "{}", line[0]);
    }
    for (odds, line) in AssaultOdds::ALL.into_iter().zip(table("## Chart 12.", "Odds")) {
        assert!(line[0].starts_with(odds.key()));
        assert_eq!(charts.morale.stand_odds(odds), number(line[1]), "{}", line[0]);
    }
    for (distance, line) in [4, 3, 2, 1].into_iter().zip(table("## Chart 19.", "Distance to the charging cavalry")) {
        assert_eq!(charts.morale.rallying_square(distance), Some(number(line[1])));
    }
    for (distance, line) in [4, 3, 2, 1].into_iter().zip(table("## Chart 20.", "Distance of the charging cavalry")) {
        assert_eq!(charts.morale.form_up(distance), number(line[1]));
    }
    let tracks = |lines: &[(MoraleTrack, [u8; 3])]| {
        for (track, levels) in lines {
            assert_eq!(charts.morale.track(*track), levels.map(Some), "{track:?}");
        }
    };
    tracks(&[
        (MoraleTrack::FrenchICorps, [7, 14, 21]),
        (MoraleTrack::FrenchIICorps, [7, 14, 21]),
        (MoraleTrack::FrenchIIICorps, [7, 13, 20]),
        (MoraleTrack::FrenchIVCorps, [6, 11, 17]),
        (MoraleTrack::FrenchVICorps, [5, 9, 13]),
        (MoraleTrack::French7thDivision, [4, 6, 7]),
        (MoraleTrack::PrussianIKorps, [8, 13, 19]),
        (MoraleTrack::PrussianIIKorps, [8, 14, 20]),
        (MoraleTrack::PrussianIIIKorps, [7, 13, 19]),
        (MoraleTrack::BritishKgl, [4, 7, 11]),
        (MoraleTrack::Nassau, [2, 3, 4]),
        (MoraleTrack::DutchBelgian, [2, 3, 4]),
        (MoraleTrack::Brunswick, [3, 4, 5]),
        (MoraleTrack::Hanoverian, [2, 4, 5]),
    ]);
    assert_eq!(charts.morale.track(MoraleTrack::FrenchImperialGuard), [None, None, Some(7)]);
    for (rows, line) in [
        (&[LevelRow::French][..], 0),
        (&[LevelRow::Prussian], 1),
        (&[LevelRow::BritishKgl], 2),
        (&[LevelRow::Nassau], 3),
        (&[LevelRow::DutchBelgian], 4),
        (&[LevelRow::Brunswick, LevelRow::Hanoverian], 5),
        (&[LevelRow::Other], 6),
    ] {
        let line = &table("## Chart 25.", "Modifier per level (P)")[line];
        for row in rows {
            assert_eq!(
                [1, 2, 3].map(|level| charts.morale.level(*row, level)),
                [1, 2, 3].map(|cell| number(line[cell]))
            );
        }
    }
}
