//! What can be read beside the battle: rules, lessons and charts.

use crate::api::Word;
use crate::house::{House, brief};
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::scene::Meaning;
use scenario::charts;
use view::shapes::{Cell, Chart, ChartModifier, ChartRow, RuleText};

pub async fn rule(State(house): State<House>, Word(id): Word) -> Result<Json<RuleText>, Problem> {
    let library = house.library().await?;
    let book = &library.rules;
    let Some(catalogue::Rule { id, rulebook, title, text, chapter }) = book.find(&id) else {
        let near = book.nearest(&id);
        let instead = if near.is_empty() { "a number such as CP 15.3.4".into() } else { near.join(", ") };
        return Err(Problem::missing(format!("no catalogue has `{}`", brief(&id)), instead));
    };
    Ok(Json(RuleText { id, rulebook, title, text, chapter }))
}

pub async fn lesson(Word(rulebook): Word) -> Result<Json<shelf::Lesson>, Problem> {
    let missing = || Problem::missing(format!("no lesson for `{}`", brief(&rulebook)), shelf::RULEBOOKS.join(" or "));
    shelf::lesson(&rulebook).map(Json).ok_or_else(missing)
}

pub async fn charts(Word(rulebook): Word) -> Result<Json<Vec<Chart>>, Problem> {
    let set = shelf::charts(&rulebook, &[]);
    let set = set.map_err(|problem| Problem::parted(StatusCode::NOT_FOUND, &problem.to_string(), ""))?;
    Ok(Json(set.charts.iter().map(chart).collect()))
}

pub async fn meanings(Word(rulebook): Word) -> Result<Json<&'static [Meaning]>, Problem> {
    let missing = || Problem::missing(format!("no rulebook `{}`", brief(&rulebook)), shelf::RULEBOOKS.join(" or "));
    shelf::book(&rulebook).map(|book| Json((book.meanings)())).ok_or_else(missing)
}

fn chart(chart: &charts::Chart) -> Chart {
    Chart {
        key: chart.id.clone(),
        title: chart.title.clone(),
        keyed_by: chart.keyed_by.clone(),
        columns: chart.columns.clone(),
        rows: chart.rows.iter().map(row).collect(),
        modifiers: chart.modifiers.iter().map(|modifier| self::modifier(modifier, &chart.rule)).collect(),
        notes: chart.note.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect(),
    }
}

fn row(row: &charts::Row) -> ChartRow {
    let from = |index: usize| row.cell_from.get(index).copied().unwrap_or(row.from).name();
    let cell = |(index, text): (usize, &String)| Cell {
        text: text.clone(),
        provenance: from(index),
        source: row.source.clone(),
    };
    ChartRow { name: row.key.clone(), cells: row.cells.iter().enumerate().map(cell).collect() }
}

fn modifier(modifier: &charts::Modifier, rule: &str) -> ChartModifier {
    ChartModifier {
        name: if modifier.text.is_empty() { modifier.key.clone() } else { modifier.text.clone() },
        value: format!("{:+}", modifier.value),
        rule: rule.to_owned(),
        provenance: modifier.from.name(),
        source: modifier.source.clone(),
    }
}
