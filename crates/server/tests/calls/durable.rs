//! What was answered is in the file; what is in memory can be found again from it.

use crate::common::{Desk, Folder, best, until};
use crate::line::Line;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

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
    assert!(server::House::open(&path, Duration::ZERO).is_err());
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
    let refused = server::House::open(&path, Duration::ZERO).err().unwrap();
    assert!(refused.to_string().contains("later version"), "{refused}");
}

/// Changes of many battles share a sync: whatever was answered when the server is killed is in the file, whole.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_has_written_what_it_answered() {
    let folder = Folder::new("killed");
    for round in 0..2 {
        let mut server = Killed::start(&folder).await;
        let taken = Arc::new(AtomicUsize::new(0));
        let mut hands = Vec::new();
        for hand in 0..8_u64 {
            let line = Line::connect(&server.address).await.unwrap();
            hands.push(tokio::spawn(play_until_lost(line, round * 100 + hand, Arc::clone(&taken))));
        }
        until("enough decisions", || async { taken.load(Ordering::SeqCst) >= 60 }).await;
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        let desk = Desk::open(&folder).await;
        for hand in hands {
            let (id, answered) = hand.await.unwrap();
            let Some(id) = id else { continue };
            let journal = desk.journal(&id).await;
            let n = journal.records.len();
            assert!(n == answered || n == answered + 1, "{answered} were answered and {n} are in the file");
            assert!(shelf::resume(journal).is_ok());
        }
        desk.house.close().await;
    }
}

/// One battle, played until the line is lost: how many decisions were answered.
async fn play_until_lost(mut line: Line, seed: u64, taken: Arc<AtomicUsize>) -> (Option<String>, usize) {
    let new = json!({ "battle": "wing-against-wing", "options": {}, "players": {}, "seed": seed });
    let Ok(created) = line.post("/api/battles", &new).await else { return (None, 0) };
    let created: Value = serde_json::from_slice(created).unwrap();
    let id = created["id"].as_str().unwrap().to_owned();
    let path = format!("/api/battles/{id}");
    for answered in 0.. {
        let Ok(view) = line.get::<Value>(&path).await else { return (Some(id), answered) };
        let seat = view["awaiting"][0].as_str().unwrap_or("king");
        let Ok(view) = line.get::<Value>(&format!("{path}?seat={seat}")).await else { return (Some(id), answered) };
        let Some(decision) = best(&view) else { return (Some(id), answered) };
        let wish = json!({ "request": answered.to_string(), "seat": seat, "n": answered, "decisions": [decision] });
        if line.post(&format!("{path}/decisions"), &wish).await.is_err() {
            return (Some(id), answered);
        }
        taken.fetch_add(1, Ordering::SeqCst);
    }
    (Some(id), 0)
}

/// A server in a process of its own, which can be killed: this test program, started once more.
struct Killed {
    child: std::process::Child,
    address: String,
}

const VICTIM: &str = "CARACOLE_TEST_VICTIM";

impl Killed {
    async fn start(folder: &Folder) -> Killed {
        let told = folder.0.join("address");
        let _ = std::fs::remove_file(&told);
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command.args(["durable::victim", "--exact", "--test-threads=1"]).env(VICTIM, &folder.0);
        let child = command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
        until("the other server", || async { std::fs::read_to_string(&told).is_ok_and(|text| text.ends_with('\n')) })
            .await;
        let address = std::fs::read_to_string(&told).unwrap().trim().to_owned();
        Killed { child, address }
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// No test of its own: the server that the test above kills.
#[tokio::test(flavor = "multi_thread")]
async fn victim() {
    let Some(folder) = std::env::var_os(VICTIM).map(std::path::PathBuf::from) else { return };
    let house = server::House::open(&folder.join("battles.sqlite"), Duration::ZERO).unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    std::fs::write(folder.join("address"), format!("{address}\n")).unwrap();
    server::serve(listener, house, server::Pages::BuiltIn, std::future::pending()).await.unwrap();
}
