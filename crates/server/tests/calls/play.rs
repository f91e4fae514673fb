//! Battles played through the calls.

use crate::common::{Desk, Folder, best, request, until};
use serde_json::{Value, json};

/// A person who follows the ranks against a greedy commander, to the end.
async fn play_to_the_end(battle: &str, seat: &str, other: &str) {
    let folder = Folder::new(&format!("whole-{battle}"));
    let desk = Desk::open(&folder).await;
    let id = desk.create(battle, json!({ other: "greedy" }), 11).await;
    let mut asked = 0;
    loop {
        let view = desk.view(&id, seat).await;
        if !view["outcome"].is_null() {
            break;
        }
        match best(&view) {
            Some(decision) => {
                desk.decide(&id, seat, &view, &[&decision]).await;
                asked += 1;
            }
            None => tokio::time::sleep(std::time::Duration::from_millis(1)).await,
        }
    }
    assert!(asked > 10, "{battle}: only {asked} questions");
    let view = desk.view(&id, seat).await;
    assert_eq!((&view["awaiting"], &view["asked"]), (&json!([]), &Value::Null));
    let kept = desk.get("/battles").await;
    assert_eq!((&kept[0]["finished"], &kept[0]["n"]), (&json!(true), &view["n"]));
    assert_eq!(kept[0]["result"], view["outcome"]["words"]);
    // The journal that comes out is the battle: it plays to the same end anywhere.
    let journal = desk.journal(&id).await;
    let door = shelf::resume(journal).unwrap();
    assert_eq!(door.outcome().unwrap().words, view["outcome"]["words"].as_str().unwrap());
    report(&desk, &id, &view).await;
}

async fn report(desk: &Desk, id: &str, view: &Value) {
    let report = desk.get(&format!("/battles/{id}/report")).await;
    assert_eq!(report["outcome"], view["outcome"]);
    assert_eq!(report["sides"].as_array().unwrap().len(), 2);
    let roster = desk.get(&format!("/battles/{id}/roster")).await;
    assert_eq!(report["roster"], roster);
    let course = report["course"].as_array().unwrap();
    let strength = |moment: &Value| [0, 1].map(|side| moment["strength"][side].as_u64().unwrap());
    let last = strength(course.last().unwrap());
    for side in [0, 1] {
        assert_eq!(report["sides"][side]["strength"], last[side]);
        // Nobody is counted twice: the side's own line in the order of battle says the same.
        let own = |post: &&Value| post["depth"] == 0 && post["side"] == side;
        let top = roster.as_array().unwrap().iter().find(own).unwrap();
        assert_eq!(report["sides"][side]["full"], top["full"], "{top}");
    }
    let lost: u64 = report["turning"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|turn| turn["loss"].as_array().unwrap().clone())
        .map(|loss| loss.as_u64().unwrap())
        .sum();
    let shrinking =
        course.windows(2).any(|pair| strength(&pair[1]).iter().sum::<u64>() < strength(&pair[0]).iter().sum());
    assert_eq!(lost > 0, shrinking, "turning points where strength fell");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_charge_pikes() {
    play_to_the_end("first-blood", "king", "parliament").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_musket_and_pike() {
    play_to_the_end("wing-against-wing", "parliament", "king").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commanders_play_each_other_without_a_request() {
    let folder = Folder::new("commanders");
    let desk = Desk::open(&folder).await;
    for (battle, players) in [
        ("first-blood", json!({ "king": "greedy", "parliament": "random" })),
        ("wing-against-wing", json!({ "king": "random", "parliament": "greedy" })),
    ] {
        let id = desk.create(battle, players, 5).await;
        until("the end of the battle", || async {
            let kept = desk.get("/battles").await;
            kept.as_array().unwrap().iter().any(|kept| kept["id"] == id.as_str() && kept["finished"] == true)
        })
        .await;
        let (_, problem) = desk.fails(&format!("/battles/{id}/decisions"), Some(&decide("king", 0, "x"))).await;
        assert!(problem["instead"].as_str().unwrap().contains("now"), "{problem}");
    }
}

fn decide(seat: &str, n: usize, decision: &str) -> Value {
    json!({ "request": request(), "seat": seat, "n": n, "decisions": [decision] })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_and_decisions_give_the_same_battle() {
    let folder = Folder::new("same");
    let desk = Desk::open(&folder).await;
    let mut journals = Vec::new();
    for _ in 0..2 {
        let id = desk.create("first-blood", json!({ "king": "greedy", "parliament": "greedy" }), 3).await;
        until("the end", || async { !desk.get(&format!("/battles/{id}")).await["outcome"].is_null() }).await;
        journals.push(desk.journal(&id).await);
    }
    assert_eq!(journals[0], journals[1]);
}

#[tokio::test]
async fn a_repeated_request_acts_once() {
    let folder = Folder::new("repeat");
    let desk = Desk::open(&folder).await;
    let id = desk.create("first-blood", json!({}), 1).await;
    let view = desk.get(&format!("/battles/{id}")).await;
    let seat = view["awaiting"][0].as_str().unwrap().to_owned();
    let view = desk.view(&id, &seat).await;
    let body = decide(&seat, 0, &best(&view).unwrap());
    let path = format!("/battles/{id}/decisions");
    let first = desk.post(&path, &body).await;
    assert_eq!(first, json!({ "n": 1, "played": 1, "refusal": null }));
    assert_eq!(desk.post(&path, &body).await, first);
    desk.play_hot_seat(&id, 3).await;
    assert_eq!(desk.post(&path, &body).await, first, "also when the battle has gone on");
    assert_eq!(desk.get(&format!("/battles/{id}")).await["n"], 4);
    // Many at once: one acts.
    let view = desk.get(&format!("/battles/{id}")).await;
    let seat = view["awaiting"][0].as_str().unwrap().to_owned();
    let body = decide(&seat, 4, &best(&desk.view(&id, &seat).await).unwrap());
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (desk, path, body) = (desk.clone(), path.clone(), body.clone());
            tokio::spawn(async move { desk.post(&path, &body).await })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.unwrap()["n"], 5);
    }
    assert_eq!(desk.journal(&id).await.records.len(), 5);
}

#[tokio::test]
async fn what_comes_too_late_changes_nothing() {
    let folder = Folder::new("stale");
    let desk = Desk::open(&folder).await;
    let id = desk.create("first-blood", json!({}), 1).await;
    let awaiting = desk.get(&format!("/battles/{id}")).await["awaiting"].clone();
    let seat = awaiting[0].as_str().unwrap();
    let other = if seat == "king" { "parliament" } else { "king" };
    let view = desk.view(&id, seat).await;
    let decision = best(&view).unwrap();
    let path = format!("/battles/{id}/decisions");
    let (status, problem) = desk.fails(&path, Some(&decide(seat, 7, &decision))).await;
    assert_eq!(status, 409);
    assert!(problem["instead"].as_str().unwrap().contains("as it stands"), "{problem}");
    let (status, problem) = desk.fails(&path, Some(&decide(other, 0, &decision))).await;
    assert_eq!((status, problem["instead"].as_str().unwrap().contains(seat)), (409, true), "{problem}");
    assert_eq!(desk.fails(&path, Some(&decide("pope", 0, &decision))).await.0, 404);
    // A request that failed may be made again, right.
    let mut body = decide(seat, 7, &decision);
    desk.fails(&path, Some(&body)).await;
    body["n"] = json!(0);
    assert_eq!(desk.post(&path, &body).await["n"], 1);
}

#[tokio::test]
async fn a_refusal_names_its_rule() {
    let folder = Folder::new("refusal");
    let desk = Desk::open(&folder).await;
    let id = desk.create("first-blood", json!({}), 1).await;
    let view = desk.get(&format!("/battles/{id}")).await;
    let seat = view["awaiting"][0].as_str().unwrap();
    let path = format!("/battles/{id}/decisions");
    let (status, problem) = desk.fails(&path, Some(&decide(seat, 0, "no such words"))).await;
    assert_eq!((status, problem["refusal"]["rule"].as_str()), (422, Some("notation")), "{problem}");
    let judged = desk.get(&format!("/battles/{id}/judge?seat={seat}&decision=no%20such%20words")).await;
    assert_eq!(judged["refusal"], problem["refusal"]);
    let good = best(&desk.view(&id, seat).await).unwrap();
    let judged = desk.get(&format!("/battles/{id}/judge?seat={seat}&decision={}", good.replace(' ', "%20"))).await;
    assert_eq!(judged, json!({ "refusal": null }));
    assert_eq!(desk.get(&format!("/battles/{id}")).await["n"], 0);
}

#[tokio::test]
async fn commanders_seats_are_their_own() {
    let folder = Folder::new("seats");
    // A commander who takes his time.
    let desk = Desk::at_pace(&folder, 60_000).await;
    let id = desk.create("first-blood", json!({ "king": "greedy", "parliament": "greedy" }), 1).await;
    let seat = desk.get(&format!("/battles/{id}")).await["awaiting"][0].as_str().unwrap().to_owned();
    let (status, problem) = desk.fails(&format!("/battles/{id}/decisions"), Some(&decide(&seat, 0, "x"))).await;
    assert_eq!((status, problem["what"].as_str().unwrap().contains("greedy")), (409, true), "{problem}");
}

/// Steps of one body are taken in a row, up to where somebody else has a say.
#[tokio::test]
async fn a_planned_route_stops_where_it_must() {
    let folder = Folder::new("route");
    let desk = Desk::open(&folder).await;
    let id = desk.create("wing-against-wing", json!({}), 2).await;
    let path = format!("/battles/{id}/decisions");
    let (mut runs, mut stops, mut refusals) = (0, 0, 0);
    for _ in 0..250 {
        let awaiting = desk.get(&format!("/battles/{id}")).await["awaiting"].clone();
        let Some(seat) = awaiting[0].as_str() else { break };
        let view = desk.view(&id, seat).await;
        let decision = best(&view).unwrap();
        let body = json!({ "request": request(), "seat": seat, "n": view["n"], "decisions": [decision, "nonsense", decision] });
        let decided = desk.post(&path, &body).await;
        assert_eq!(decided["played"], 1);
        assert_eq!(decided["n"].as_u64(), view["n"].as_u64().map(|n| n + 1));
        let told = desk.get(&format!("/battles/{id}/story?from={}", decided["n"])).await;
        let now = desk.get(&format!("/battles/{id}")).await["awaiting"].clone();
        let goes_on = told[0]["dice"] == json!([]) && now == json!([seat]);
        assert_eq!(decided["refusal"].is_null(), !goes_on, "{decided} {told} {now}");
        refusals += usize::from(goes_on);
        stops += usize::from(!goes_on);
        runs += 1;
    }
    assert!(runs > 30 && stops > 3 && refusals > 3, "{runs} {stops} {refusals}");
}

/// MP 9.1.1g, CP 15.5.1: who is asked in the other side's turn is told so, and that he may let it pass.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_says_whether_it_is_a_reaction() {
    let folder = Folder::new("reaction");
    let desk = Desk::open(&folder).await;
    for (battle, wanted) in [
        ("wing-against-wing", [("actions", "none"), ("reaction", "offered")]),
        ("first-blood", [("declare-charges", "none"), ("answer-charges", "offered")]),
    ] {
        let id = desk.create(battle, json!({}), 11).await;
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..400 {
            let awaiting = desk.get(&format!("/battles/{id}")).await["awaiting"].clone();
            let Some(seat) = awaiting[0].as_str() else { break };
            let asked = desk.view(&id, seat).await["asked"].clone();
            seen.insert(asked["topic"].as_str().unwrap().to_owned(), asked["reaction"].as_str().unwrap().to_owned());
            if wanted.iter().all(|(topic, _)| seen.contains_key(*topic)) {
                break;
            }
            assert!(desk.decide_sensibly(&id, seat).await);
        }
        for (topic, reaction) in wanted {
            assert_eq!(seen.get(topic).map(String::as_str), Some(reaction), "{battle}: {topic} of {seen:?}");
        }
    }
}

/// The answer to a decision brings what the page needs: what happened, the seat's own view, and those of others at the screen
/// who are asked now.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_brings_the_views_that_were_wished_for() {
    let folder = Folder::new("looked");
    let desk = Desk::open(&folder).await;
    let id = desk.create("wing-against-wing", json!({}), 8).await;
    let mut handed_over = 0;
    for _ in 0..40 {
        let seat = desk.get(&format!("/battles/{id}")).await["awaiting"][0].as_str().unwrap().to_owned();
        let view = desk.view(&id, &seat).await;
        let wish = json!({
            "request": request(), "seat": seat, "n": view["n"], "decisions": [best(&view)], "look": ["king", "parliament"],
        });
        let answer = desk.post(&format!("/battles/{id}/decisions"), &wish).await;
        assert_eq!((&answer["played"], &answer["refusal"]), (&json!(1), &Value::Null));
        let from = view["n"].as_u64().unwrap() + 1;
        assert_eq!(answer["told"], desk.get(&format!("/battles/{id}/story?seat={seat}&from={from}")).await);
        let views = answer["views"].as_array().unwrap();
        assert_eq!(views[0], desk.view(&id, &seat).await);
        let others = views[0]["awaiting"].as_array().unwrap().iter().filter(|other| **other != json!(seat));
        let others: Vec<&str> = others.map(|other| other.as_str().unwrap()).collect();
        assert_eq!(views.len(), 1 + others.len());
        for (other, view) in others.iter().zip(&views[1..]) {
            assert_eq!(*view, desk.view(&id, other).await);
            handed_over += 1;
        }
        // Asked again, it is answered the same and does nothing.
        assert_eq!(desk.post(&format!("/battles/{id}/decisions"), &wish).await, answer);
    }
    assert!(handed_over > 0, "nobody else was ever asked");
    let strange = json!({ "request": request(), "seat": "king", "n": 40, "decisions": ["x"], "look": ["nobody"] });
    assert_eq!(desk.fails(&format!("/battles/{id}/decisions"), Some(&strange)).await.0, 404);
}

/// A wing is wanted to go on: planned, played in one request, and planned anew for who is left.
#[tokio::test]
async fn several_bodies_are_led_at_once() {
    let folder = Folder::new("group");
    let desk = Desk::open(&folder).await;
    let id = desk.create("wing-against-wing", json!({}), 3).await;
    let view = loop {
        let seat = desk.get(&format!("/battles/{id}")).await["awaiting"][0].as_str().unwrap().to_owned();
        let view = desk.view(&id, &seat).await;
        if view["asked"]["topic"] == "actions" {
            break view;
        }
        desk.play_hot_seat(&id, 1).await;
    };
    let seat = view["seat"].as_str().unwrap();
    let chosen = |choice: &Value| choice["mark"]["actor"].as_u64().filter(|&actor| actor < 1000);
    let bodies: Vec<u64> = view["asked"]["menu"].as_array().unwrap().iter().filter_map(chosen).collect();
    assert!(bodies.len() > 2);
    let ahead = |body: &&Value| bodies.contains(&body["id"].as_u64().unwrap());
    let wish = |body: &Value| {
        let south = body["facing"].as_f64().unwrap().to_radians().cos() * 1.8;
        let at = [body["at"][0].as_f64().unwrap(), body["at"][1].as_f64().unwrap() + south];
        json!({ "body": body["id"], "deed": { "go": { "at": at } } })
    };
    let wishes: Vec<Value> = view["bodies"].as_array().unwrap().iter().filter(ahead).map(wish).collect();
    let path = format!("/battles/{id}/plan?seat={seat}&n={}", view["n"]);
    let (status, plan) = desk.call("POST", &path, json!(wishes).to_string()).await;
    assert_eq!(status.as_u16(), 200, "{plan}");
    let moves = plan["moves"].as_array().unwrap();
    assert_eq!(moves.len(), wishes.len());
    let decisions: Vec<&Value> = moves.iter().flat_map(|one| one["decisions"].as_array().unwrap()).collect();
    assert!(decisions.len() > moves.len(), "{plan}");
    let wish = json!({ "request": "g1", "seat": seat, "n": view["n"], "decisions": decisions, "through": true });
    let (_, done) = desk.call("POST", &format!("/battles/{id}/decisions"), wish.to_string()).await;
    assert_eq!(done["played"], decisions.len(), "{done}");
    let after = desk.view(&id, seat).await;
    for one in moves {
        let stands = after["bodies"].as_array().unwrap().iter().find(|body| body["id"] == one["wish"]["body"]).unwrap();
        assert_eq!(stands["at"], one["ghost"]["at"], "{one}");
    }
    // A plan for a battle that has gone on, for nobody, or for too many is none.
    assert_eq!(desk.call("POST", &path, json!(wishes).to_string()).await.0.as_u16(), 409);
    let path = format!("/battles/{id}/plan?seat={seat}");
    let crowd = vec![wishes[0].clone(); 300];
    assert_eq!(desk.call("POST", &path, json!(crowd).to_string()).await.0.as_u16(), 400);
    let strange = json!([{ "body": 65_000, "deed": { "at": { "target": 64_000 } } }]);
    let (status, plan) = desk.call("POST", &path, strange.to_string()).await;
    assert_eq!(status.as_u16(), 200);
    assert!(plan.is_null() || plan["moves"][0]["refusal"]["rule"].is_string(), "{plan}");
    let common = format!("/battles/{id}/common?seat={seat}");
    assert_eq!(desk.call("POST", &common, json!([0, 1, 65_000]).to_string()).await.0.as_u16(), 200);
}

#[tokio::test]
async fn commanders_halt_go_step_by_step_and_go_on() {
    let folder = Folder::new("pace");
    let desk = Desk::at_pace(&folder, 1).await;
    let id = desk.create("first-blood", json!({ "king": "greedy", "parliament": "greedy" }), 3).await;
    let path = format!("/battles/{id}/pace");
    assert_eq!(desk.get(&path).await, json!({ "halted": false }));
    assert_eq!(desk.post(&path, &json!({ "halted": true })).await, json!({ "halted": true }));
    let at = || async { desk.get(&format!("/battles/{id}")).await["n"].as_u64().unwrap() };
    // Whoever decides just now finishes; then nobody does.
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let stands = at().await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(at().await, stands);
    for step in 1..=3 {
        desk.post(&path, &json!({ "halted": true, "step": true })).await;
        assert_eq!(at().await, stands + step);
    }
    assert_eq!(desk.get(&path).await, json!({ "halted": true }));
    desk.post(&path, &json!({ "halted": false })).await;
    for _ in 0..200 {
        if at().await > stands + 6 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the commanders do not go on");
}
