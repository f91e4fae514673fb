//! Whatever is sent: a problem that people can act on, never a breakdown.

use crate::common::{Desk, Folder};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use server::Pages;

#[tokio::test]
async fn wrong_calls_are_told_apart() {
    let folder = Folder::new("bad");
    let desk = Desk::open(&folder).await;
    let id = desk.create("first-blood", json!({}), 1).await;
    let at = |rest: &str| format!("/battles/{id}{rest}");
    let long = "x".repeat(5_000);
    let gets = [
        ("/nothing".into(), 404),
        ("/battles/unknown".into(), 404),
        (format!("/battles/{long}"), 404),
        ("/battles/%ff".into(), 400),
        ("/battles/..%2f..%2fetc".into(), 404),
        (at("?seat=pope"), 404),
        (at("?at=-1"), 400),
        (at("?at=1"), 404),
        (at("?at=99999999999999999999999"), 400),
        (at("/ground?at=5"), 404),
        (at("/card"), 400),
        (at("/card?body=x"), 400),
        (at("/card?body=70000"), 400),
        (at("/overlay?body=0&what=nonsense"), 400),
        (at("/judge?seat=king"), 400),
        (at(&format!("/judge?seat=king&decision={long}")), 400),
        (at("/odds?seat=pope&decision=x"), 404),
        (at("/story?from=x"), 400),
        (at("/report"), 409),
        (at("/live"), 400),
        ("/battles/unknown/live".into(), 404),
        (at("/undo"), 405),
    ];
    for (path, wanted) in gets {
        let (status, problem) = desk.fails(&path, None).await;
        assert_eq!(status, wanted, "{path}: {problem}");
    }
    let decide = |change: Value| {
        let mut body = json!({ "request": "r", "seat": "king", "n": 0, "decisions": ["x"] });
        for (key, value) in change.as_object().unwrap() {
            body[key] = value.clone();
        }
        body
    };
    let new =
        |players: Value, options: Value| json!({ "battle": "first-blood", "options": options, "players": players });
    let posts = [
        ("/battles".into(), json!({}), 400),
        ("/battles".into(), json!([]), 400),
        ("/battles".into(), json!({ "battle": "waterloo" }), 404),
        ("/battles".into(), json!({ "battle": 5 }), 400),
        ("/battles".into(), new(json!({ "pope": "greedy" }), json!({})), 400),
        ("/battles".into(), new(json!({ "king": "napoleon" }), json!({})), 400),
        ("/battles".into(), new(json!({}), json!({ "scale": "40mm" })), 400),
        ("/battles".into(), new(json!({}), json!({ "colour": "red" })), 400),
        ("/battles".into(), json!({ "battle": "first-blood", "seed": -1 }), 400),
        ("/battles".into(), json!({ "battle": "first-blood", "seed": u64::MAX }), 400),
        (at("/decisions"), json!({}), 400),
        (at("/decisions"), decide(json!({ "decisions": [] })), 400),
        (at("/decisions"), decide(json!({ "decisions": vec!["x"; 1_000] })), 400),
        (at("/decisions"), decide(json!({ "decisions": [long] })), 400),
        (at("/decisions"), decide(json!({ "request": "" })), 400),
        (at("/decisions"), decide(json!({ "request": long })), 400),
        (at("/decisions"), decide(json!({ "n": -1 })), 400),
        (at("/decisions"), decide(json!({ "n": 3 })), 409),
        (at("/decisions"), decide(json!({ "seat": "pope" })), 404),
        ("/battles/unknown/decisions".into(), decide(json!({})), 404),
        (at("/undo"), json!({ "request": "u", "seat": "king", "n": 0 }), 409),
        (at("/undo"), json!({ "request": "u", "seat": "king", "n": 0, "count": 0 }), 409),
        (at("/branch"), json!({ "request": "b", "at": 1 }), 404),
        (at("/branch"), json!({ "request": "b" }), 400),
        (at("/aim?seat=pope"), json!({}), 404),
        (at("/aim?seat=king&n=4"), json!({}), 409),
        (at("/aim?seat=king"), json!({ "body": 70_000 }), 400),
        (at("/aim?seat=king"), json!({ "hand": 1 }), 400),
        (at("/aim"), json!({}), 400),
        (at(""), json!({}), 405),
        ("/shelf".into(), json!({}), 405),
    ];
    for (path, body, wanted) in posts {
        let (status, problem) = desk.fails(&path, Some(&body)).await;
        assert_eq!(status, wanted, "{path} {body}: {problem}");
    }
    assert_eq!(desk.get(&at("")).await["n"], 0);
    assert_eq!(desk.get("/battles").await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn bodies_that_are_no_json_or_too_large() {
    let folder = Folder::new("bodies");
    let desk = Desk::open(&folder).await;
    for (body, wanted) in [
        (b"{".to_vec(), 400),
        (b"\xff\xfe".to_vec(), 400),
        (Vec::new(), 400),
        (format!("{{\"battle\":\"{}\"}}", "x".repeat(1 << 20)).into_bytes(), 413),
        (format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)).into_bytes(), 400),
    ] {
        let (status, problem) = desk.call("POST", "/battles", body).await;
        assert_eq!(status.as_u16(), wanted, "{problem}");
        assert!(problem["instead"].is_string(), "{problem}");
    }
    let request = Request::builder().method("POST").uri("/api/journals").body(Body::from(vec![0xff; 64])).unwrap();
    assert_eq!(desk.send(request).await.0.as_u16(), 400);
    let request =
        Request::builder().method("POST").uri("/api/journals").body(Body::from(vec![b'x'; 17 << 20])).unwrap();
    assert_eq!(desk.send(request).await.0.as_u16(), 413);
}

/// Hands that point anywhere are understood or not, and break nothing.
#[tokio::test]
async fn a_hand_may_point_anywhere() {
    let folder = Folder::new("hands");
    let desk = Desk::open(&folder).await;
    for battle in ["first-blood", "wing-against-wing"] {
        let id = desk.create(battle, json!({}), 1).await;
        for round in 0..12 {
            let view = desk.get(&format!("/battles/{id}")).await;
            let seat = view["awaiting"][0].as_str().unwrap();
            for aim in [
                json!({}),
                json!({ "body": 0 }),
                json!({ "body": 65_535, "target": 65_535 }),
                json!({ "at": [1e300, -1e300], "facing": 1e300 }),
                json!({ "body": 1, "at": [-5.0, 3.5], "facing": -720.0 }),
                json!({ "body": 1, "target": 2, "at": [300.0, 300.0] }),
            ] {
                let path = format!("/battles/{id}/aim?seat={seat}&n={}", view["n"]);
                let (status, answer) = desk.call("POST", &path, aim.to_string()).await;
                assert_eq!(status.as_u16(), 200, "{battle} {round} {aim}: {answer}");
            }
            desk.play_hot_seat(&id, 2).await;
        }
    }
}

#[tokio::test]
async fn pages_have_their_types_and_stay_in_their_folder() {
    let folder = Folder::new("pages");
    let desk = Desk::open(&folder).await;
    let dist = folder.0.join("dist");
    std::fs::create_dir_all(dist.join("assets")).unwrap();
    std::fs::write(dist.join("index.html"), "<!doctype html>the page").unwrap();
    std::fs::write(dist.join("assets/app-1a2b.js"), "let x;".repeat(500)).unwrap();
    std::fs::write(folder.0.join("secret.txt"), "secret").unwrap();
    let router = server::router(desk.house.clone(), Pages::Folder(dist));
    let get = |path: &str| {
        let request = Request::builder().uri(path).header(header::ACCEPT_ENCODING, "gzip").body(Body::empty()).unwrap();
        tower::ServiceExt::oneshot(router.clone(), request)
    };
    let text = |response: &axum::response::Response, name: &str| {
        response.headers().get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default()
    };
    let script = get("/assets/app-1a2b.js").await.unwrap();
    assert!(text(&script, "content-type").starts_with("text/javascript"));
    assert!(text(&script, "cache-control").contains("immutable"));
    assert_eq!(text(&script, "content-encoding"), "gzip");
    assert_eq!(text(&script, "x-content-type-options"), "nosniff");
    for page in ["/", "/index.html", "/battles/abc", "/shelf/naseby"] {
        let page = get(page).await.unwrap();
        assert!(text(&page, "content-type").starts_with("text/html"));
        assert_eq!(text(&page, "cache-control"), "no-cache");
        assert!(text(&page, "content-security-policy").contains("default-src 'self'"));
    }
    for path in ["/assets/gone.js", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt"] {
        assert_eq!(get(path).await.unwrap().status().as_u16(), 404, "{path}");
    }
}
