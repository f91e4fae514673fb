//! What was answered is in the file; what is in memory can be found again from it.

use crate::common::{Desk, Folder, until};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A crash: nothing is closed, the next server finds the file as it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_crash_loses_nothing_that_was_answered() {
    let folder = Folder::new("crash");
    let mut answered = 0;
    let mut id = String::new();
    for round in 0..6 {
        let desk = Desk::open(&folder).await;
        if id.is_empty() {
            id = desk.create("first-blood", json!({}), 9).await;
        }
        assert_eq!(desk.get(&format!("/battles/{id}")).await["n"], answered, "round {round}");
        answered += desk.play_hot_seat(&id, 5).await;
    }
    let desk = Desk::open(&folder).await;
    let journal = desk.journal(&id).await;
    assert_eq!(journal.records.len(), answered);
    assert!(shelf::resume(journal).is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn commanders_who_were_awaited_go_on_after_a_restart() {
    let folder = Folder::new("restart");
    let slow = Desk::at_pace(&folder, 60_000).await;
    let id = slow.create("first-blood", json!({ "king": "greedy", "parliament": "greedy" }), 4).await;
    assert_eq!(slow.get(&format!("/battles/{id}")).await["n"], 0);
    slow.house.close().await;
    let desk = Desk::open(&folder).await;
    desk.house.resume().await.unwrap();
    until("the end", || async { !desk.get(&format!("/battles/{id}")).await["outcome"].is_null() }).await;
}

#[tokio::test]
async fn a_file_of_something_else_is_refused() {
    let folder = Folder::new("file");
    let path = folder.0.join("battles.sqlite");
    std::fs::write(&path, "this is no database, only some words that are long enough to be read as a page of one")
        .unwrap();
    assert!(server::House::open(&path, std::time::Duration::ZERO).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever was played: what one server has in memory is what another finds by playing the file.
    #[test]
    fn a_view_from_memory_is_that_of_a_rebuilt_battle(
        seed in 0u64..1_000,
        choices in proptest::collection::vec(0usize..50, 1..40),
        battle in prop::sample::select(vec!["first-blood", "wing-against-wing"]),
    ) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(same_from_file(seed, &choices, battle));
    }
}

async fn same_from_file(seed: u64, choices: &[usize], battle: &str) {
    let folder = Folder::new(&format!("property-{battle}-{seed}"));
    let desk = Desk::open(&folder).await;
    let id = desk.create(battle, json!({}), seed).await;
    let mut pasts: Vec<Value> = Vec::new();
    for choice in choices {
        pasts.push(past(desk.get(&format!("/battles/{id}")).await));
        let awaiting = pasts.last().unwrap()["awaiting"].clone();
        let Some(seat) = awaiting.as_array().unwrap().get(choice % 2).or(awaiting.get(0)) else { break };
        let seat = seat.as_str().unwrap();
        let view = desk.view(&id, seat).await;
        let menu = view["asked"]["menu"].as_array().unwrap();
        desk.decide(&id, seat, &view, &[menu[choice % menu.len()]["decision"].as_str().unwrap()]).await;
    }
    let again = Desk::open(&folder).await;
    for seat in ["?seat=king", "?seat=parliament", ""] {
        let path = format!("/battles/{id}{seat}");
        assert_eq!(desk.get(&path).await, again.get(&path).await);
        assert_eq!(desk.get(&path).await, desk.get(&path).await);
        let story = format!("/battles/{id}/story{seat}");
        assert_eq!(desk.get(&story).await, again.get(&story).await);
    }
    // And every earlier view, looked back at in any order.
    for n in (0..pasts.len()).rev().step_by(3).chain(0..pasts.len()) {
        assert_eq!(again.get(&format!("/battles/{id}?at={n}")).await, pasts[n], "at {n}");
    }
}

/// An onlooker's view as a glance back has it.
fn past(view: Value) -> Value {
    assert!(view["asked"].is_null() && view["undo"] == 0);
    view
}

/// A file of the first programs, which counted their tables in one of their own.
#[tokio::test(flavor = "multi_thread")]
async fn files_of_earlier_programs_are_read() {
    let folder = Folder::new("earlier");
    let path = folder.0.join("battles.sqlite");
    let desk = Desk::open(&folder).await;
    let id = desk.create("first-blood", json!({}), 9).await;
    desk.play_hot_seat(&id, 12).await;
    let before = desk.get(&format!("/battles/{id}")).await;
    desk.house.close().await;
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch("CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY); PRAGMA user_version = 0").unwrap();
    drop(file);
    let desk = Desk::open(&folder).await;
    assert_eq!(desk.get(&format!("/battles/{id}")).await, before);
    desk.play_hot_seat(&id, 2).await;
    desk.house.close().await;
    // One that a later program has changed is left alone.
    rusqlite::Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    let refused = server::House::open(&path, std::time::Duration::ZERO).err().unwrap();
    assert!(refused.to_string().contains("later version"), "{refused}");
}
