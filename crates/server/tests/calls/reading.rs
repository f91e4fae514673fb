//! Shelf, battle pages, rules and charts.

use crate::common::{Desk, Folder};
use serde_json::Value;

#[tokio::test]
async fn every_rulebook_and_battle_is_on_the_shelf() {
    let folder = Folder::new("shelf");
    let desk = Desk::open(&folder).await;
    let shelf = desk.get("/shelf").await;
    let books = shelf["rulebooks"].as_array().unwrap();
    let keys: Vec<&str> = books.iter().map(|book| book["key"].as_str().unwrap()).collect();
    assert_eq!(keys, shelf::RULEBOOKS);
    let mut battles = 0;
    for book in books {
        let on_hexes = ["musket-and-pike", "les-batailles"].iter().any(|key| book["key"] == *key);
        let field = if on_hexes { "hexes" } else { "table" };
        assert_eq!(book["field"], field, "{}", book["key"]);
        assert!(!book["summary"].as_str().unwrap().is_empty() && !book["options"].as_array().unwrap().is_empty());
        let cards = book["battles"].as_array().unwrap();
        assert!(cards.iter().any(|card| card["key"] == book["lesson"]), "no lesson in {}", book["key"]);
        for card in cards {
            battles += 1;
            page(&desk, card).await;
        }
    }
    assert_eq!(battles, shelf::BATTLES.len());
}

async fn page(desk: &Desk, card: &Value) {
    let key = card["key"].as_str().unwrap();
    let page = desk.get(&format!("/shelf/{key}")).await;
    assert_eq!(&page["card"], card);
    let source = shelf::find(key).unwrap();
    // Every unit of the file counts, also who waits off the field; leaders do not.
    let units: u64 = [0, 1].iter().map(|&side: &usize| card["units"][side].as_u64().unwrap()).sum();
    assert_eq!(units, source.text.matches("[[units]]").count() as u64, "{key}");
    assert!(!page["goals"].as_array().unwrap().is_empty(), "{key}");
    assert!(card["seats"].as_array().unwrap().len() >= 2, "{key}");
    let head = scenario::header(&source).unwrap();
    // How long an attack lasts may depend on how the attacker comes on: then the file does not say.
    assert_eq!(card["turns"].as_u64(), head.turns.map(u64::from), "{key}");
    assert!(card["turns"].is_number() || source.text.contains("kind = \"attack\""), "{key}");
    assert_eq!(page["history"], head.history);
    let plate = &page["plate"];
    assert!(plate["ground"]["sheet"]["ground"].as_str().unwrap().contains("m-open"), "{key}");
    let pieces = plate["pieces"].as_array().unwrap();
    assert_eq!(pieces.len(), plate["bodies"].as_array().unwrap().len(), "{key}");
    assert!(pieces.iter().all(|piece| plate["looks"][piece["look"].as_str().unwrap()].is_string()), "{key}");
}

#[tokio::test]
async fn looks_are_had_by_name() {
    let folder = Folder::new("looks");
    let desk = Desk::open(&folder).await;
    let id = desk.create("first-blood", serde_json::json!({}), 8).await;
    let view = desk.view(&id, "king").await;
    let name = view["pieces"][0]["look"].as_str().unwrap();
    let looks = desk.get(&format!("/battles/{id}/looks?seat=king&wanted={name},nonsense")).await;
    assert_eq!(looks.as_object().unwrap().len(), 1);
    assert!(looks[name].as_str().unwrap().contains("m-coat"));
    let none = desk.get(&format!("/battles/{id}/looks?seat=king")).await;
    assert_eq!(none, serde_json::json!({}));
}

#[tokio::test]
async fn unknown_battles_are_told_with_the_nearest() {
    let folder = Folder::new("unknown");
    let desk = Desk::open(&folder).await;
    let (status, problem) = desk.fails("/shelf/edgehil", None).await;
    assert_eq!(status, 404);
    assert!(problem["instead"].as_str().unwrap().contains("edgehill"), "{problem}");
}

#[tokio::test]
async fn rules_are_looked_up() {
    let folder = Folder::new("rules");
    let desk = Desk::open(&folder).await;
    let rule = desk.get("/rules/CP%2015.3.4").await;
    assert_eq!((rule["rulebook"].as_str(), rule["chapter"].as_str()), (Some("charge-pikes"), Some("15 Movement")));
    assert!(!rule["text"].as_str().unwrap().is_empty());
    assert_eq!(desk.fails("/rules/CP%2099.9", None).await.0, 404);
    assert_eq!(desk.fails("/rules/nonsense", None).await.0, 404);
}

#[tokio::test]
async fn charts_say_where_every_figure_comes_from() {
    let folder = Folder::new("charts");
    let desk = Desk::open(&folder).await;
    for book in shelf::RULEBOOKS {
        let charts = desk.get(&format!("/charts/{book}")).await;
        for chart in charts.as_array().unwrap() {
            for row in chart["rows"].as_array().unwrap() {
                let cells = row["cells"].as_array().unwrap();
                assert!(cells.iter().all(|cell| !cell["provenance"].as_str().unwrap().is_empty()), "{chart}");
            }
        }
        assert!(!charts.as_array().unwrap().is_empty());
    }
    assert_eq!(desk.fails("/charts/chess", None).await.0, 404);
}
