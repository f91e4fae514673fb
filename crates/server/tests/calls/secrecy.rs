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
    let bodies = desk.get(&format!("/battles/{id}{seat}")).await["bodies"].clone();
    for body in bodies.as_array().unwrap() {
        let and = if seat.is_empty() { "?" } else { "&" };
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
        // The other side and onlookers learn that something was decided, and nothing else.
        for (seat, before) in [(format!("?seat={second}"), theirs), (String::new(), onlookers)] {
            let story = desk.get(&format!("/battles/{id}/story{seat}")).await;
            let told = &story[n as usize];
            assert_eq!((&told["decision"], &told["words"], &told["entries"]), (&json!(""), &json!(""), &json!([])));
            let after = everything(&desk, &id, &seat).await;
            let count = |text: &str, needle: &str| text.matches(&format!("\"{needle}\"")).count();
            assert!(count(&after, &words) <= count(&before, &words), "{seat}: {words}");
            assert!(!desk.text(&format!("/battles/{id}/journal{seat}")).await.contains(&format!("\n{n} ")));
        }
        let branch = json!({ "request": request(), "at": n, "players": {} });
        assert_eq!(desk.fails(&format!("/battles/{id}/branch"), Some(&branch)).await.0, 409);
        // The one who decided knows it.
        let own = desk.get(&format!("/battles/{id}/story?seat={first}&from={n}")).await;
        assert_eq!(own[0]["decision"], decision);
        assert!(desk.text(&format!("/battles/{id}/journal?seat={first}")).await.contains(&format!("\n{n} ")));
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
