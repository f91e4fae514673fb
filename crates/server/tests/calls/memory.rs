//! Battles are kept by what they weigh: those nobody looks at are closed and found again from the file.

use crate::common::{Desk, Folder, listen};
use serde_json::{Value, json};
use server::House;
use std::time::Duration;
use tokio_tungstenite::connect_async;

/// Room for a few battles with what was shown of them.
const BUDGET: usize = 300 << 10;

fn within(folder: &Folder, budget: usize) -> Desk {
    Desk::of(House::open_within(&folder.0.join("battles.sqlite"), Duration::ZERO, budget).unwrap())
}

async fn shown(desk: &Desk, id: &str) -> [Value; 3] {
    [desk.view(id, "king").await, desk.view(id, "parliament").await, desk.get(&format!("/battles/{id}/story")).await]
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_open_stays_within_the_budget() {
    let folder = Folder::new("budget");
    let desk = within(&folder, BUDGET);
    let mut battles = Vec::new();
    for seed in 0..16 {
        let id = desk.create(if seed % 2 == 0 { "first-blood" } else { "wing-against-wing" }, json!({}), seed).await;
        desk.play_hot_seat(&id, 6).await;
        battles.push((id.clone(), shown(&desk, &id).await));
        let (open, weight) = desk.house.kept();
        assert!(weight <= BUDGET, "{open} battles weigh {weight} bytes");
    }
    let (open, weight) = desk.house.kept();
    assert!((1..battles.len()).contains(&open), "{open} of {} battles are open", battles.len());
    assert!(weight > BUDGET / 2, "{open} battles weigh {weight} bytes: more could have been kept");
    // Closed or not, they are what they were, and go on.
    for (id, before) in &battles {
        assert_eq!(&shown(&desk, id).await, before);
        desk.play_hot_seat(id, 1).await;
        assert!(desk.house.kept().1 <= BUDGET);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_listens_keeps_a_battle_open_but_not_its_views() {
    let (roomy, views) = weight_of_listened("roomy", 64 << 20).await;
    let (tight, _) = weight_of_listened("tight", 1).await;
    assert!(roomy - tight > views / 2, "{tight} bytes with no room, {roomy} with room, of which {views} are views");
}

/// What battles weigh to which somebody listens, and their views alone.
async fn weight_of_listened(name: &str, budget: usize) -> (usize, usize) {
    let folder = Folder::new(name);
    let desk = within(&folder, budget);
    let address = listen(&desk).await;
    let (mut lines, mut battles) = (Vec::new(), Vec::new());
    for seed in 0..6 {
        let id = desk.create("wing-against-wing", json!({}), seed).await;
        lines.push(connect_async(format!("ws://{address}/api/battles/{id}/live?seat=king&n=0")).await.unwrap());
        desk.play_hot_seat(&id, 3).await;
        let shown = shown(&desk, &id).await;
        battles.push((id, shown));
    }
    let (open, weight) = desk.house.kept();
    assert_eq!(open, battles.len());
    for (id, before) in &battles {
        assert_eq!(&shown(&desk, id).await, before);
    }
    let views = |[king, parliament, _]: &[Value; 3]| king.to_string().len() + parliament.to_string().len();
    (weight, battles.iter().map(|(_, shown)| views(shown)).sum())
}
