//! Mounting, dismounting and those who hold the horses.

use crate::game::{Game, LINE, unit};
use crate::movement::reach;
use shot_steel_and_stone::cards::Order;
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::state::{Formation, Place};

/// Six bases of heavy cavalry with carbines.
const DRAGOONS: &str = "arm = \"heavy-cavalry\"\nbases = 6\nmissile = \"carbine\"\ntraits = [\"dismounts\"]";

/// An enemy near enough for red to act on its own initiative, and out of its way.
fn near() -> String {
    unit("blue", [16.2, 12.0], "arm = \"infantry\"\nbases = 1\nfacing = 270")
}

fn dragoons(intent: &str, extra: &[String]) -> Game {
    let mut parts = vec![unit("red", [12.0, 10.0], &format!("{DRAGOONS}\nstart = {{ intent = \"{intent}\" }}"))];
    parts.extend(extra.iter().cloned());
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game
}

#[test]
fn dismounted_dragoons_shoot() {
    // SSS V35, 8.7, 13.1, G61: 4 x 2 dice, first volley, dismounted, disrupted.
    let mut game = dragoons("move-and-shoot", &[unit("blue", [12.0, 11.5], LINE)]);
    game.says("red", "move dismount yes", &[]);
    let (red, holders) = (game.unit("red"), game.unit("red-holders"));
    assert_eq!((red.bases, red.mounted, red.order, red.formation), (4, false, Order::Loose, Formation::Line));
    assert_eq!((holders.bases, holders.mounted, holders.order), (2, true, Order::Skirmish));
    assert_eq!((red.disruption.of(Cause::Mounted), holders.disruption.points()), (1, 0));
    assert_eq!((game.gap("red", "red-holders"), reach(&game)), (0.0, 0.0));
    game.says("red", "move stop", &[]);
    game.pass_to("red", "small-arms", &[]);
    game.says("red", "shoot red at blue 0", &[1; 8]);
    assert_eq!(game.counted("SSS 12.1", "dice"), 8);
    let sum = ["first volley", "dismounted", "disrupt"].map(|text| game.counted("SSS 12.1", text));
    assert_eq!(sum, [1, -1, -1]);
}

#[test]
fn holders_may_dismount_too() {
    // SSS 8.12, G61: then they have 5 BW on foot, and the same point.
    let mut game = dragoons("move", &[unit("blue", [24.0, 10.0], LINE)]);
    game.says("red", "move dismount no", &[]);
    let holders = game.unit("red-holders");
    assert_eq!((holders.mounted, holders.disruption.of(Cause::Mounted)), (false, 1));
    assert_eq!(game.table().basic_move(game.id("red-holders")), 5 * 60_000);
    // Light cavalry that holds horses keeps the move of its unit, 7 in close order, and not that of skirmishers.
    let light = DRAGOONS.replace("heavy", "light");
    let parts = [
        unit("red", [12.0, 10.0], &format!("{light}\nstart = {{ intent = \"move\" }}")),
        unit("blue", [24.0, 10.0], LINE),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", "move dismount yes", &[]);
    assert_eq!(game.table().basic_move(game.id("red-holders")), 7 * 60_000);
}

#[test]
fn dismounting_takes_two_base_widths() {
    // SSS 8.1, G9: after 4 BW of 5 it is begun now and finished in the next own turn.
    let mut game = dragoons("move", &[near()]);
    game.says("red", "move advance 240", &[]);
    game.says("red", "move dismount yes", &[]);
    assert!(game.unit("red").mounted);
    assert_eq!(game.unit("red").changing.map(|change| change.owed), Some(60_000));
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
    game.says("red", "order red move", &[]);
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red", &[]);
    assert_eq!((game.unit("red").mounted, game.unit("red-holders").place), (false, Place::Table));
    assert_eq!(reach(&game), 3.0);
    let plain = Game::at(
        "movement",
        &[
            unit("red", [12.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 4\nstart = { intent = \"move\" }"),
            unit("blue", [24.0, 10.0], LINE),
        ],
    );
    let mut plain = plain;
    plain.says("red", "pick red", &[]);
    assert_eq!(plain.refused("red", "move dismount yes"), "SSS 8.7");
}

#[test]
fn a_unit_mounts_where_its_horses_are() {
    // SSS 8.1, T16, G107
    let mut game = dragoons("move", &[near()]);
    game.says("red", "move dismount yes", &[]);
    game.says("red", "move stop", &[]);
    let next = |game: &mut Game| {
        game.pass_to("red", "choose-turn", &[6, 1]);
        game.says("red", "take first", &[]);
        game.says("red", "order red move", &[]);
        game.pass_to("red", "move", &[]);
        game.says("red", "pick red", &[]);
    };
    next(&mut game);
    let mut away = Game { rules: game.rules.clone(), state: game.state.clone(), told: Vec::new() };
    game.says("red", "move mount", &[]);
    let red = game.unit("red");
    assert_eq!((red.bases, red.mounted, red.order, red.files), (6, true, Order::Close, 6));
    assert_eq!((red.disruption.of(Cause::Mounted), game.unit("red-holders").place), (2, Place::Reserve));
    // 5 - 2: what it costs on foot it costs in the saddle.
    assert_eq!(reach(&game), 3.0);
    // Away from the horses it stays on foot.
    away.says("red", "move advance 60", &[]);
    assert_eq!(away.refused("red", "move mount"), "SSS G107");
}

/// Blue foot charges the holders from their flank in its turn.
fn holders_charged(raw: &[u8]) -> Game {
    let flank = unit("blue", [16.2, 8.7], "arm = \"infantry\"\nbases = 1\nfacing = 270");
    let mut game = dragoons("move", &[flank, unit("blue-far", [36.0, 28.0], LINE)]);
    game.says("red", "move dismount yes", &[]);
    game.says("red", "move stop", &[]);
    game.pass_to("blue", "orders", &[]);
    game.says("blue", "order blue charge red-holders", &[]);
    game.done("blue", &[6, 6]);
    game.says("red", "answer red-holders evade no", raw);
    game
}

#[test]
fn holders_evade_by_a_raw_test_or_fight_badly() {
    // SSS V35, 8.10, 8.11: 2d6 of 8 or more, then 5 BW and no bonus; with 7 they are caught, a die a base at -2.
    let mut game = holders_charged(&[4, 4]);
    let before = game.body("red-holders").center();
    game.says("blue", "run blue 0", &[]);
    let gone = game.body("red-holders").center().distance(before) / 60_000.0;
    assert!((gone - 5.0).abs() < 0.01, "{gone}");
    assert!(game.state.contacts.is_empty());
    let mut game = holders_charged(&[3, 4]);
    game.says("blue", "run blue 0", &[1, 1, 1, 1, 1, 6, 1]);
    assert_eq!(game.state.contacts.len(), 1);
    assert_eq!((game.counted("SSS 23.1", "dice a base"), game.counted("SSS 23.1", "horse-holders")), (1, -2));
}

#[test]
fn dismounted_cavalry_is_infantry_in_column_of_attack() {
    // SSS T6, G69: as loose order foot 4 BW, in column of attack 4 + 1; 1 BW gone and 3 for the change.
    let mut game = dragoons("move", &[near()]);
    game.says("red", "move dismount yes", &[]);
    game.says("red", "move stop", &[]);
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
    game.says("red", "order red move", &[]);
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red", &[]);
    game.says("red", "move advance 60", &[]);
    game.says("red", "move form column-of-attack 0", &[]);
    assert_eq!((game.unit("red").formation, reach(&game)), (Formation::ColumnOfAttack, 1.0));
}
