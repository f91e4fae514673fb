//! Undo, branch, replay, journals that leave and come back.

use crate::common::{Desk, Folder, best, request};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

/// Plays hot seat until a seat could take something back; that seat and its view.
async fn until_undoable(desk: &Desk, id: &str, least: u64) -> (String, Value) {
    for _ in 0..400 {
        let awaiting = desk.get(&format!("/battles/{id}")).await["awaiting"].clone();
        let seat = awaiting[0].as_str().expect("the battle ended first").to_owned();
        let view = desk.view(id, &seat).await;
        if view["undo"].as_u64().unwrap() >= least {
            return (seat, view);
        }
        desk.decide(id, &seat, &view, &[&best(&view).unwrap()]).await;
    }
    panic!("nothing could ever be taken back");
}

fn undo(seat: &str, n: &Value) -> Value {
    json!({ "request": request(), "seat": seat, "n": n })
}

#[tokio::test]
async fn undo_goes_back_to_the_last_dice_and_no_further() {
    let folder = Folder::new("undo");
    let desk = Desk::open(&folder).await;
    let id = desk.create("wing-against-wing", json!({}), 6).await;
    let (seat, view) = until_undoable(&desk, &id, 2).await;
    let before = desk.journal(&id).await;
    let (n, count) = (view["n"].as_u64().unwrap() as usize, view["undo"].as_u64().unwrap() as usize);
    let taken: Vec<_> = before.records.since(n - count).collect();
    assert!(taken.iter().all(|record| record.seat == seat && record.dice.is_empty()));
    if let Some(stays) = (n - count).checked_sub(1).map(|index| &before.records[index]) {
        assert!(stays.seat != seat || !stays.dice.is_empty());
    }
    // One of them first, and the same request again.
    let path = format!("/battles/{id}/undo");
    let mut one = undo(&seat, &view["n"]);
    one["count"] = json!(1);
    assert_eq!(desk.post(&path, &one).await["n"], n - 1);
    assert_eq!(desk.post(&path, &one).await["n"], n - 1);
    let view = desk.view(&id, &seat).await;
    assert_eq!((&view["n"], &view["undo"], &view["epoch"]), (&json!(n - 1), &json!(count - 1), &json!(1)));
    // Then the rest.
    assert_eq!(desk.post(&path, &undo(&seat, &view["n"])).await["n"], n - count);
    assert_eq!(desk.journal(&id).await.records, before.records.head(n - count));
    let view = desk.view(&id, &seat).await;
    assert_eq!(view["undo"], 0);
    let (status, problem) = desk.fails(&path, Some(&undo(&seat, &view["n"]))).await;
    assert_eq!((status, problem["instead"].as_str().unwrap().contains("branch")), (409, true));
    assert_eq!(desk.fails(&path, Some(&undo(&seat, &json!(n)))).await.0, 409, "a stale view");
    // The same decisions lead to the same place again, also for a server that opens the file anew.
    for record in taken {
        let view = desk.view(&id, &seat).await;
        desk.decide(&id, &seat, &view, &[&record.decision]).await;
    }
    assert_eq!(desk.journal(&id).await, before);
    assert_eq!(Desk::open(&folder).await.journal(&id).await, before);
}

#[tokio::test]
async fn what_another_has_decided_stands() {
    let folder = Folder::new("undo-other");
    let desk = Desk::open(&folder).await;
    let id = desk.create("wing-against-wing", json!({}), 6).await;
    let (seat, view) = until_undoable(&desk, &id, 1).await;
    let other = if seat == "king" { "parliament" } else { "king" };
    assert_eq!(desk.view(&id, other).await["undo"], 0);
    assert_eq!(desk.fails(&format!("/battles/{id}/undo"), Some(&undo(other, &view["n"]))).await.0, 409);
}

#[tokio::test]
async fn a_branch_is_a_battle_of_its_own() {
    let folder = Folder::new("branch");
    let desk = Desk::open(&folder).await;
    let id = desk.create("wing-against-wing", json!({}), 8).await;
    desk.play_hot_seat(&id, 40).await;
    let body = json!({ "request": request(), "at": 25, "players": {} });
    let path = format!("/battles/{id}/branch");
    let branch = desk.post(&path, &body).await["id"].as_str().unwrap().to_owned();
    assert_ne!(branch, id);
    assert_eq!(desk.post(&path, &body).await["id"], branch.as_str(), "the same request makes one branch");
    let (trunk, twig) = (desk.journal(&id).await, desk.journal(&branch).await);
    assert_eq!(twig.records, trunk.records.head(25));
    assert_eq!((&twig.header.scenario, twig.header.seed), (&trunk.header.scenario, trunk.header.seed));
    // It goes on by itself.
    desk.play_hot_seat(&branch, 3).await;
    assert_eq!(desk.journal(&id).await.records.len(), 40);
    assert_eq!(desk.journal(&branch).await.records.len(), 28);
    assert_eq!(desk.fails(&path, Some(&json!({ "request": request(), "at": 41 }))).await.0, 404);
    let players = json!({ "king": "napoleon" });
    assert_eq!(desk.fails(&path, Some(&json!({ "request": request(), "at": 1, "players": players }))).await.0, 400);
}

#[tokio::test]
async fn a_glance_back_is_what_was_seen() {
    let folder = Folder::new("replay");
    let desk = Desk::open(&folder).await;
    let id = desk.create("first-blood", json!({}), 8).await;
    let mut seen = Vec::new();
    for _ in 0..25 {
        let mut view = desk.view(&id, "king").await;
        (view["asked"], view["routes"], view["undo"]) = (Value::Null, json!([]), json!(0));
        seen.push((
            view,
            desk.get(&format!("/battles/{id}/ground")).await,
            desk.get(&format!("/battles/{id}/roster")).await,
        ));
        desk.play_hot_seat(&id, 1).await;
    }
    for (n, (view, ground, roster)) in seen.iter().enumerate().rev() {
        assert_eq!(&desk.get(&format!("/battles/{id}?seat=king&at={n}")).await, view);
        assert_eq!(&desk.get(&format!("/battles/{id}/ground?at={n}")).await, ground);
        assert_eq!(&desk.get(&format!("/battles/{id}/roster?at={n}")).await, roster);
        assert_eq!(ground["ground"], view["ground"]);
    }
    // The story is the journal's.
    let story = desk.get(&format!("/battles/{id}/story")).await;
    let journal = desk.journal(&id).await;
    let mut told = Vec::new();
    shelf::replay(journal.clone(), &mut |tale| told.push(tale)).unwrap();
    assert_eq!(story.as_array().unwrap().len(), told.len());
    for (tale, told) in story.as_array().unwrap().iter().zip(&told).skip(1) {
        assert_eq!(tale["n"], told.number);
        assert_eq!((tale["seat"].as_str(), tale["decision"].as_str()), (Some(&*told.seat), Some(&*told.decision)));
        assert_eq!(
            (tale["words"].as_str(), tale["clock"]["words"].as_str()),
            (Some(&*told.words), Some(&*told.asked_at.to_string()))
        );
        assert_eq!(tale["dice"], json!(journal.records[told.number - 1].dice));
    }
    let later = desk.get(&format!("/battles/{id}/story?from=20")).await;
    assert_eq!(later.as_array().unwrap()[..], story.as_array().unwrap()[20..]);
}

async fn upload(desk: &Desk, text: String, players: &str) -> (StatusCode, Value) {
    let uri = format!("/api/journals{players}");
    let request = Request::builder().method("POST").uri(uri).body(Body::from(text)).unwrap();
    let (status, _, bytes) = desk.send(request).await;
    (status, serde_json::from_slice(&bytes).unwrap())
}

#[tokio::test]
async fn a_journal_leaves_and_comes_back() {
    let folder = Folder::new("journal");
    let desk = Desk::open(&folder).await;
    let id = desk.create("first-blood", json!({}), 8).await;
    desk.play_hot_seat(&id, 30).await;
    let text = desk.text(&format!("/battles/{id}/journal")).await;
    let (status, answer) = upload(&desk, text.clone(), "").await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let copy = answer["id"].as_str().unwrap();
    assert_eq!(desk.text(&format!("/battles/{copy}/journal")).await, text);
    assert_eq!(
        desk.get(&format!("/battles/{copy}")).await["bodies"],
        desk.get(&format!("/battles/{id}")).await["bodies"]
    );
    // A changed line is found out and named.
    let changed = text.replacen("\n3 ", "\n3 x", 1);
    let (status, problem) = upload(&desk, changed, "").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["what"].as_str().unwrap().contains("line"), "{problem}");
    for (text, players, wanted) in [
        (String::new(), "", 422),
        ("hello".into(), "", 422),
        (text.clone(), "?players=nonsense", 400),
        (text.clone(), "?players=%7B%22king%22%3A%22napoleon%22%7D", 400),
    ] {
        let (status, problem) = upload(&desk, text, players).await;
        assert_eq!(status.as_u16(), wanted, "{problem}");
        assert!(problem["instead"].as_str().is_some_and(|words| !words.is_empty()), "{problem}");
    }
    // A commander may take over.
    let (_, answer) = upload(&desk, text, "?players=%7B%22king%22%3A%22greedy%22%7D").await;
    let view = desk.get(&format!("/battles/{}", answer["id"].as_str().unwrap())).await;
    assert_eq!((&view["seats"][0]["player"], &view["seats"][1]["player"]), (&json!("greedy"), &json!("person")));
}
