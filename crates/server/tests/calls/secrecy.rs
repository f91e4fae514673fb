//! What is sealed stays so until both sides have answered.

use crate::common::{Desk, Folder, best, request};
use serde_json::{Value, json};

/// Plays until both sides are asked at once and the first has something to keep to itself; the seat that does.
async fn until_both_are_asked(desk: &Desk, id: &str) -> Option<(String, String)> {
    for _ in 0..400 {
        let awaiting = desk.get(&format!("/battles/{id}")).await["awaiting"].clone();
        let awaiting = awaiting.as_array().unwrap();
        if let [first, second, ..] = awaiting.as_slice() {
            return Some((first.as_str().unwrap().into(), second.as_str().unwrap().into()));
        }
        if desk.play_hot_seat(id, 1).await == 0 {
            return None;
        }
    }
    None
}

/// Everything that a seat, or an onlooker, can ask the server for.
async fn everything(desk: &Desk, id: &str, seat: &str) -> String {
    let mut all = String::new();
    for call in ["", "/story", "/journal", "/roster", "/ground"] {
        all += &desk.text(&format!("/battles/{id}{call}{seat}")).await;
    }
    let view = desk.get(&format!("/battles/{id}{seat}")).await;
    let names: Vec<&str> =
        view["pieces"].as_array().unwrap().iter().map(|piece| piece["look"].as_str().unwrap()).collect();
    let and = if seat.is_empty() { "?" } else { "&" };
    all += &desk.text(&format!("/battles/{id}/looks{seat}{and}wanted={}", names.join(","))).await;
    let bodies = view["bodies"].clone();
    for body in bodies.as_array().unwrap() {
        all += &desk.text(&format!("/battles/{id}/card{seat}{and}body={}", body["id"])).await;
    }
    all
}

/// The choice that pays least is to do nothing; a secret is one that does something.
fn secret(view: &Value) -> Option<String> {
    let asked = &view["asked"];
    let menu = asked["menu"].as_array()?;
    let default = asked["default"].as_u64()? as usize;
    menu.iter()
        .enumerate()
        .find(|(index, _)| *index != default)
        .map(|(_, choice)| choice["decision"].as_str().unwrap().into())
}

async fn sealed_orders(battle: &str, options: Value) {
    let folder = Folder::new(&format!("secrecy-{battle}"));
    let desk = Desk::open(&folder).await;
    let new = json!({ "battle": battle, "options": options, "players": {}, "seed": 21 });
    let id = desk.post("/battles", &new).await["id"].as_str().unwrap().to_owned();
    let mut kept = 0;
    for _ in 0..12 {
        let Some((first, second)) = until_both_are_asked(&desk, &id).await else { break };
        let view = desk.view(&id, &first).await;
        let Some(decision) = secret(&view).or_else(|| best(&view)) else { break };
        let words = desk.get(&format!("/battles/{id}?seat={first}")).await["asked"]["menu"].clone();
        let words =
            words.as_array().unwrap().iter().find(|choice| choice["decision"] == decision.as_str()).unwrap()["words"]
                .as_str()
                .unwrap()
                .to_owned();
        let (theirs, onlookers) =
            (everything(&desk, &id, &format!("?seat={second}")).await, everything(&desk, &id, "").await);
        let decided = desk.decide(&id, &first, &view, &[&decision]).await;
        let n = decided["n"].as_u64().unwrap();
        let open = desk.get(&format!("/battles/{id}")).await;
        let still_open = open["awaiting"].as_array().unwrap().iter().any(|seat| seat == second.as_str());
        if !still_open || open["clock"] != view["clock"] {
            continue;
        }
        kept += 1;
        let mut excerpts = Vec::new();
        // The other side and onlookers learn that something was decided, and nothing else.
        for (seat, before) in [(format!("?seat={second}"), theirs), (String::new(), onlookers)] {
            let story = desk.get(&format!("/battles/{id}/story{seat}")).await;
            let told = &story[n as usize];
            assert_eq!((&told["decision"], &told["words"], &told["entries"]), (&json!(""), &json!(""), &json!([])));
            let after = everything(&desk, &id, &seat).await;
            let count = |text: &str, needle: &str| text.matches(&format!("\"{needle}\"")).count();
            assert!(count(&after, &words) <= count(&before, &words), "{seat}: {words}");
            // What is sealed stands as a seal; salt and seed, with which it could be found out, too.
            let journal = desk.text(&format!("/battles/{id}/journal{seat}")).await;
            let excerpt = kernel::Excerpt::parse(&journal).unwrap();
            assert!(excerpt.decisions().all(|(number, _)| number as u64 != n) && excerpt.seals() == 1, "{journal}");
            assert!(!journal.contains("\nseed ") && !journal.contains("\nsalt "), "{journal}");
            excerpts.push(excerpt);
        }
        let branch = json!({ "request": request(), "at": n, "players": {} });
        assert_eq!(desk.fails(&format!("/battles/{id}/branch"), Some(&branch)).await.0, 409);
        // The one who decided knows it.
        let own = desk.get(&format!("/battles/{id}/story?seat={first}&from={n}")).await;
        assert_eq!(own[0]["decision"], decision);
        let whole = desk.text(&format!("/battles/{id}/journal?seat={first}")).await;
        assert_eq!(kernel::Journal::parse(&whole).unwrap().records.len() as u64, n);
        // Once all have answered, everybody hears it.
        let clock = view["clock"].clone();
        for _ in 0..60 {
            let view = desk.get(&format!("/battles/{id}")).await;
            if view["clock"] != clock || view["awaiting"] == json!([]) {
                break;
            }
            let seat = view["awaiting"][0].as_str().unwrap().to_owned();
            let view = desk.view(&id, &seat).await;
            let done = view["asked"]["default"].as_u64().unwrap() as usize;
            desk.decide(&id, &seat, &view, &[view["asked"]["menu"][done]["decision"].as_str().unwrap()]).await;
        }
        let story = desk.get(&format!("/battles/{id}/story?seat={second}")).await;
        assert_eq!(story[n as usize]["decision"], decision);
        // And can hold it against what was sealed.
        let journal = desk.journal(&id).await;
        assert_eq!(journal.records[n as usize - 1].decision, decision);
        for excerpt in excerpts {
            assert_eq!(excerpt.agrees(&journal), Ok(()));
        }
    }
    assert!(kept > 0, "{battle}: nothing was ever sealed");
}

#[tokio::test]
async fn orders_to_shoot_are_sealed() {
    sealed_orders("first-blood", json!({})).await;
}

#[tokio::test]
async fn secret_starting_orders_are_sealed() {
    sealed_orders("wing-against-wing", json!({ "starting-orders": "secret" })).await;
}

#[tokio::test]
async fn sealed_answers_of_the_other_side_make_no_view_old() {
    let folder = Folder::new("secrecy-stale");
    let desk = Desk::open(&folder).await;
    let new =
        json!({ "battle": "wing-against-wing", "options": { "starting-orders": "secret" }, "players": {}, "seed": 2 });
    let id = desk.post("/battles", &new).await["id"].as_str().unwrap().to_owned();
    let (king, parliament) = (desk.view(&id, "king").await, desk.view(&id, "parliament").await);
    desk.decide(&id, "king", &king, &[&secret(&king).unwrap()]).await;
    // Parliament has not seen that; its answer to the view it has is taken.
    assert_eq!(desk.decide(&id, "parliament", &parliament, &[&secret(&parliament).unwrap()]).await["n"], 2);
    // Its own answer it has seen.
    let again =
        json!({ "request": request(), "seat": "parliament", "n": 0, "decisions": [secret(&parliament).unwrap()] });
    assert_eq!(desk.fails(&format!("/battles/{id}/decisions"), Some(&again)).await.0, 409);
}

/// Calls about the battle as it stands and as it was, by an onlooker, who belongs to neither side.
async fn looks(desk: &Desk, id: &str, seat: &str, at: &str) -> Vec<(String, Value)> {
    let mut seen = Vec::new();
    let and = |call: &str, more: &str| format!("/battles/{id}{call}?{more}{seat}{at}");
    let mut view = desk.get(&and("", "")).await;
    // That something was decided is known.
    view["n"] = Value::Null;
    let bodies: Vec<u64> = view["bodies"].as_array().unwrap().iter().map(|body| body["id"].as_u64().unwrap()).collect();
    let overlays: Vec<String> =
        view["overlays"].as_array().unwrap().iter().map(|spec| spec["key"].as_str().unwrap().to_owned()).collect();
    seen.push((and("", ""), view));
    for call in ["/roster", "/ground"] {
        seen.push((and(call, ""), desk.get(&and(call, "")).await));
    }
    for body in bodies {
        let path = and("/card", &format!("body={body}"));
        seen.push((path.clone(), desk.get(&path).await));
        for what in &overlays {
            let path = and("/overlay", &format!("body={body}&what={what}"));
            seen.push((path.clone(), desk.get(&path).await));
        }
    }
    seen
}

/// Two battles that differ only in what one side has sealed look the same to the other side and to onlookers, whatever they
/// call: MP 5.5.3a, 6.3.3c; CP 13.4.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_shown_depends_on_what_is_sealed() {
    for (battle, options) in [("wing-against-wing", json!({ "starting-orders": "secret" })), ("first-blood", json!({}))]
    {
        let folder = Folder::new(&format!("secrecy-looks-{battle}"));
        let desk = Desk::open(&folder).await;
        let new = json!({ "battle": battle, "options": options, "players": {}, "seed": 21 });
        let mut seen: Vec<Vec<Vec<(String, Value)>>> = Vec::new();
        for which in 0..2 {
            let id = desk.post("/battles", &new).await["id"].as_str().unwrap().to_owned();
            // Until somebody has several orders to choose from.
            let (first, second, view) = loop {
                let (first, second) = until_both_are_asked(&desk, &id).await.unwrap();
                let view = desk.view(&id, &first).await;
                if view["asked"]["menu"].as_array().unwrap().len() > 2 {
                    break (first, second, view);
                }
                assert!(desk.play_hot_seat(&id, 1).await > 0);
            };
            let menu: Vec<&str> = view["asked"]["menu"]
                .as_array()
                .unwrap()
                .iter()
                .map(|choice| choice["decision"].as_str().unwrap())
                .collect();
            let default = view["asked"]["default"].as_u64().unwrap() as usize;
            // Two orders, neither of which ends the seat's answers.
            let orders: Vec<&str> =
                menu.iter().enumerate().filter(|(index, _)| *index != default).map(|(_, order)| *order).collect();
            assert!(orders.len() > 1, "{menu:?}");
            let n = desk.decide(&id, &first, &view, &[orders[which]]).await["n"].as_u64().unwrap();
            let mut looked = Vec::new();
            for seat in [format!("&seat={second}"), String::new()] {
                for at in [String::new(), format!("&at={n}")] {
                    let found = looks(&desk, &id, &seat, &at).await;
                    let anonymous = |(path, mut value): (String, Value)| {
                        if value.get("id").is_some() {
                            value["id"] = Value::Null;
                        }
                        (path.replace(&id, "ID"), value)
                    };
                    looked.push(found.into_iter().map(anonymous).collect());
                }
            }
            seen.push(looked);
        }
        for (one, other) in seen[0].iter().flatten().zip(seen[1].iter().flatten()) {
            assert_eq!(one, other);
        }
    }
}

/// When the battle is over, everybody has all of it.
#[tokio::test(flavor = "multi_thread")]
async fn the_whole_journal_is_given_when_the_battle_is_over() {
    let folder = Folder::new("secrecy-over");
    let desk = Desk::open(&folder).await;
    let id = desk.create("first-blood", json!({ "parliament": "greedy" }), 11).await;
    while desk.get(&format!("/battles/{id}")).await["outcome"].is_null() {
        desk.decide_sensibly(&id, "king").await;
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    let n = desk.get(&format!("/battles/{id}")).await["n"].as_u64().unwrap() as usize;
    for seat in ["", "?seat=king", "?seat=parliament"] {
        let (_, headers, text) = desk
            .send(
                axum::http::Request::builder()
                    .uri(format!("/api/battles/{id}/journal{seat}"))
                    .body(axum::body::Body::empty())
                    .unwrap(),
            )
            .await;
        assert!(headers["content-disposition"].to_str().unwrap().ends_with(".journal\""));
        let journal = kernel::Journal::parse(&String::from_utf8(text).unwrap()).unwrap();
        assert_eq!((journal.records.len(), journal.header.seed), (n, Some(11)));
    }
}

/// A battle whose seed nobody chose has a salt, so that what is sealed in its excerpts cannot be found out by trying; an
/// excerpt is no journal to play on from.
#[tokio::test]
async fn excerpts_are_salted_and_are_no_battles() {
    let folder = Folder::new("secrecy-salt");
    let desk = Desk::open(&folder).await;
    let new = json!({ "battle": "wing-against-wing", "options": { "starting-orders": "secret" }, "players": {} });
    let id = desk.post("/battles", &new).await["id"].as_str().unwrap().to_owned();
    let view = desk.view(&id, "king").await;
    desk.decide(&id, "king", &view, &[&secret(&view).unwrap()]).await;
    let request = axum::http::Request::builder().uri(format!("/api/battles/{id}/journal?seat=parliament"));
    let (_, headers, text) = desk.send(request.body(axum::body::Body::empty()).unwrap()).await;
    assert!(headers["content-disposition"].to_str().unwrap().ends_with(".excerpt\""));
    let text = String::from_utf8(text).unwrap();
    assert!(kernel::Excerpt::parse(&text).unwrap().is_salted());
    let (status, problem) = desk.call("POST", "/journals", text).await;
    assert_eq!(status.as_u16(), 422, "{problem}");
    // Pointing at the field goes on working for the view that parliament has.
    let aim = format!("/battles/{id}/aim?seat=parliament&n=0");
    assert_eq!(desk.call("POST", &aim, json!({ "body": 0 }).to_string()).await.0.as_u16(), 200);
}
