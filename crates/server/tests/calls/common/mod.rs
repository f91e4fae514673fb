//! A server in a folder of its own, and a hand that makes calls.
#![allow(dead_code, reason = "each test uses its part")]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use serde_json::{Value, json};
use server::{House, Pages};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tower::ServiceExt;

/// A folder that is gone when the test is over.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("caracole-server-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server without a network.
#[derive(Clone)]
pub struct Desk {
    pub house: House,
    router: Router,
}

/// Names for requests, each used once.
pub fn request() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("request-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

impl Desk {
    pub async fn open(folder: &Folder) -> Desk {
        Desk::at_pace(folder, 0).await
    }

    pub async fn at_pace(folder: &Folder, pace: u64) -> Desk {
        Desk::of(House::open(&folder.0.join("battles.sqlite"), Duration::from_millis(pace)).unwrap())
    }

    pub fn of(house: House) -> Desk {
        Desk { router: server::router(house.clone(), Pages::BuiltIn), house }
    }

    pub async fn send(&self, request: Request<Body>) -> (StatusCode, HeaderMap, Vec<u8>) {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        (status, headers, to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec())
    }

    pub async fn call(&self, method: &str, path: &str, body: impl Into<Body>) -> (StatusCode, Value) {
        let request = Request::builder().method(method).uri(format!("/api{path}"));
        let request = request.header(header::CONTENT_TYPE, "application/json").body(body.into()).unwrap();
        let (status, _, bytes) = self.send(request).await;
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// A call that must succeed.
    pub async fn get(&self, path: &str) -> Value {
        let (status, answer) = self.call("GET", path, Body::empty()).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    pub async fn text(&self, path: &str) -> String {
        let request = Request::builder().uri(format!("/api{path}")).body(Body::empty()).unwrap();
        let (status, _, bytes) = self.send(request).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        String::from_utf8(bytes).unwrap()
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.call("POST", path, body.to_string()).await;
        assert_eq!(status, StatusCode::OK, "{path} {body}: {answer}");
        answer
    }

    /// A call that must fail, with its status; the answer is a problem that says something.
    pub async fn fails(&self, path: &str, body: Option<&Value>) -> (u16, Value) {
        let method = if body.is_some() { "POST" } else { "GET" };
        let (status, answer) = self.call(method, path, body.map(Value::to_string).unwrap_or_default()).await;
        assert!(!status.is_success(), "{path} was answered: {answer}");
        for key in ["what", "instead"] {
            assert!(answer[key].as_str().is_some_and(|words| !words.is_empty()), "{path}: {answer}");
        }
        (status.as_u16(), answer)
    }

    pub async fn create(&self, battle: &str, players: Value, seed: u64) -> String {
        let new = json!({ "battle": battle, "options": {}, "players": players, "seed": seed });
        self.post("/battles", &new).await["id"].as_str().unwrap().to_owned()
    }

    pub async fn view(&self, id: &str, seat: &str) -> Value {
        self.get(&format!("/battles/{id}?seat={seat}")).await
    }

    pub async fn decide(&self, id: &str, seat: &str, view: &Value, decisions: &[&str]) -> Value {
        let body = json!({ "request": request(), "seat": seat, "n": view["n"], "decisions": decisions });
        self.post(&format!("/battles/{id}/decisions"), &body).await
    }

    /// Decides as a sensible officer would; false where the seat is not asked.
    pub async fn decide_sensibly(&self, id: &str, seat: &str) -> bool {
        let view = self.view(id, seat).await;
        let Some(decision) = best(&view) else { return false };
        let decided = self.decide(id, seat, &view, &[&decision]).await;
        assert_eq!(decided["played"], 1);
        true
    }

    /// Plays the first awaited seat, so many times or to the end; how many decisions were taken.
    pub async fn play_hot_seat(&self, id: &str, most: usize) -> usize {
        for played in 0..most {
            let awaiting = self.get(&format!("/battles/{id}")).await["awaiting"].clone();
            let Some(seat) = awaiting[0].as_str() else { return played };
            assert!(self.decide_sensibly(id, seat).await);
        }
        most
    }

    pub async fn journal(&self, id: &str) -> kernel::Journal {
        kernel::Journal::parse(&self.text(&format!("/battles/{id}/journal")).await).unwrap()
    }
}

/// A listener on this machine, for what needs a network; its address.
pub async fn listen(desk: &Desk) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(server::serve(listener, desk.house.clone(), Pages::BuiltIn, std::future::pending()));
    address
}

/// What a sensible officer answers to the question in a view.
pub fn best(view: &Value) -> Option<String> {
    let menu = view["asked"]["menu"].as_array()?;
    let choice = menu.iter().max_by_key(|choice| choice["rank"].as_i64().unwrap())?;
    Some(choice["decision"].as_str().unwrap().to_owned())
}

/// Waits until something holds, and not for ever.
pub async fn until<F: Future<Output = bool>>(what: &str, holds: impl Fn() -> F) {
    for _ in 0..6_000 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{what}: waited too long");
}
