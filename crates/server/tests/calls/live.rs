//! News over a WebSocket, through a real listener.

use crate::common::{Desk, Folder, listen, request};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn connect(address: &str, path: &str) -> Socket {
    connect_async(format!("ws://{address}/api/battles/{path}")).await.unwrap().0
}

/// The next news, which must come soon.
async fn news(socket: &mut Socket) -> Value {
    loop {
        let message = tokio::time::timeout(Duration::from_secs(20), socket.next()).await.expect("no news");
        if let Message::Text(text) = message.unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn news_come_as_it_happens_and_after_a_lost_connection() {
    let folder = Folder::new("live");
    let desk = Desk::open(&folder).await;
    let address = listen(&desk).await;
    let id = desk.create("wing-against-wing", json!({}), 6).await;
    let mut socket = connect(&address, &format!("{id}/live?seat=king&n=0")).await;
    let mut heard = Vec::new();
    let played = desk.play_hot_seat(&id, 30).await;
    while heard.last().is_none_or(|told: &Value| told["n"].as_u64().unwrap() < played as u64) {
        let news = news(&mut socket).await;
        assert_eq!(news["rewound"], false);
        replace(&mut heard, &news);
    }
    drop(socket);
    desk.play_hot_seat(&id, 10).await;
    // Back again, with what was heard last.
    let mut socket = connect(&address, &format!("{id}/live?seat=king&n={played}&epoch=0")).await;
    let missed = news(&mut socket).await;
    assert_eq!((&missed["n"], missed["told"].as_array().unwrap().len()), (&json!(played + 10), 10));
    replace(&mut heard, &missed);
    let story = desk.get(&format!("/battles/{id}/story?seat=king&from=1")).await;
    assert_eq!(Value::Array(heard), story);
}

/// What is told with a number that is known takes the place of what was told before.
fn replace(heard: &mut Vec<Value>, news: &Value) {
    for told in news["told"].as_array().unwrap() {
        let n = told["n"].as_u64().unwrap() as usize;
        heard.truncate(n.saturating_sub(1).max(heard.len().min(n - 1)));
        assert_eq!(heard.len(), n - 1, "a gap before {n}");
        heard.push(told.clone());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_taken_back_is_told() {
    let folder = Folder::new("rewound");
    let desk = Desk::open(&folder).await;
    let address = listen(&desk).await;
    let id = desk.create("wing-against-wing", json!({}), 6).await;
    let (seat, n) = loop {
        desk.play_hot_seat(&id, 1).await;
        let seat = desk.get(&format!("/battles/{id}")).await["awaiting"][0].as_str().unwrap().to_owned();
        let view = desk.view(&id, &seat).await;
        if view["undo"].as_u64().unwrap() > 0 {
            break (seat, view["n"].as_u64().unwrap());
        }
    };
    let mut socket = connect(&address, &format!("{id}/live?n={n}&epoch=0")).await;
    desk.post(&format!("/battles/{id}/undo"), &json!({ "request": request(), "seat": seat, "n": n })).await;
    let told = news(&mut socket).await;
    assert_eq!((&told["rewound"], &told["epoch"]), (&json!(true), &json!(1)));
    assert!(told["n"].as_u64().unwrap() < n);
    // Somebody who was away meanwhile hears it too, even where as many decisions have been taken again.
    while desk.get(&format!("/battles/{id}")).await["n"].as_u64().unwrap() < n {
        desk.play_hot_seat(&id, 1).await;
    }
    let mut socket = connect(&address, &format!("{id}/live?n={n}&epoch=0")).await;
    assert_eq!(news(&mut socket).await["rewound"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn sealed_orders_are_told_again_when_they_are_opened() {
    let folder = Folder::new("live-sealed");
    let desk = Desk::open(&folder).await;
    let address = listen(&desk).await;
    let new = json!({ "battle": "wing-against-wing", "options": { "starting-orders": "secret" }, "players": {} });
    let id = desk.post("/battles", &new).await["id"].as_str().unwrap().to_owned();
    let mut socket = connect(&address, &format!("{id}/live?seat=parliament&n=0")).await;
    assert!(desk.decide_sensibly(&id, "king").await);
    let first = news(&mut socket).await;
    assert_eq!((&first["told"][0]["decision"], &first["told"][0]["seat"]), (&json!(""), &json!("king")));
    // Until both have answered.
    let clock = desk.get(&format!("/battles/{id}")).await["clock"].clone();
    while desk.get(&format!("/battles/{id}")).await["clock"] == clock {
        desk.play_hot_seat(&id, 1).await;
    }
    let journal = desk.journal(&id).await;
    let mut last = Value::Null;
    while last["n"] != journal.records.len() {
        last = news(&mut socket).await;
        if let Some(again) = last["told"].as_array().unwrap().iter().find(|told| told["n"] == 1)
            && again["decision"] != ""
        {
            assert_eq!(again["decision"], journal.records[0].decision);
            // The same for one who lost the connection while it was sealed.
            let mut late = connect(&address, &format!("{id}/live?seat=parliament&n=1")).await;
            assert_eq!(news(&mut late).await["told"][0]["decision"], journal.records[0].decision);
            return;
        }
    }
    panic!("the sealed decision was never told");
}

#[tokio::test(flavor = "multi_thread")]
async fn commanders_are_heard_while_they_play() {
    let folder = Folder::new("live-commanders");
    let desk = Desk::at_pace(&folder, 1).await;
    let address = listen(&desk).await;
    let id = desk.create("first-blood", json!({ "king": "greedy", "parliament": "greedy" }), 6).await;
    let mut socket = connect(&address, &format!("{id}/live?n=0")).await;
    let (mut n, mut pieces) = (0, 0);
    loop {
        let view = desk.get(&format!("/battles/{id}")).await;
        if !view["outcome"].is_null() && view["n"] == n {
            break;
        }
        let news = news(&mut socket).await;
        // Nothing is left out between two pieces of news.
        assert_eq!(news["told"][0]["n"], n + 1);
        n = news["n"].as_u64().unwrap();
        pieces += 1;
    }
    assert!(pieces > 5, "{pieces}");
}

#[tokio::test]
async fn another_sites_page_gets_nothing() {
    let folder = Folder::new("origin");
    let desk = Desk::open(&folder).await;
    for (origin, wanted) in [("http://elsewhere.example", 403), ("null", 403), ("http://here.example:1632", 200)] {
        let request = axum::http::Request::builder().uri("/api/battles").header("host", "here.example:1632");
        let request = request.header("origin", origin).body(axum::body::Body::empty()).unwrap();
        assert_eq!(desk.send(request).await.0.as_u16(), wanted, "{origin}");
    }
}
