//! The Reaction test, its rows and results, and the moves of those who fall back, run, rally and pursue.

use crate::game::{GUNS, Game, HEAVY, LINE, area, chief, line, mm, sub, under, unit, widths};
use shot_steel_and_stone::cards::UnitId;
use shot_steel_and_stone::reaction::{Fall, Occasion, Trigger};
use shot_steel_and_stone::state::{Activity, Loss, Pending, Place};

const ROUTING: &str = "start = { activity = \"routing\", rout-moves = 1 }";

fn at_once(game: &mut Game, key: &str, occasion: Occasion, dice: &[u8]) -> (bool, Fall) {
    let id = game.id(key);
    let mut result = (false, Fall::None);
    game.act(dice, |play| {
        let tested = play.test_at_once(id, occasion);
        result = (tested.passed, tested.fall);
    });
    result
}

fn row(game: &mut Game, key: &str, text: &str) -> i32 {
    let id = game.id(key);
    game.act(&[6, 6], |play| {
        play.test_at_once(id, Occasion::Due);
    });
    game.counted("SSS 35.4", text)
}

/// A position in red's declaration of orders, so that nothing happens by itself; far off stands one who keeps it waiting.
fn at_ease(options: &str, parts: &[String]) -> Game {
    let waits = unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1");
    let parts: Vec<String> = parts.iter().cloned().chain([waits]).collect();
    Game::with(options, "orders", &parts)
}

fn facing(what: &str, degrees: i32) -> String {
    format!("{what}\nfacing = {degrees}")
}

#[test]
fn size_is_by_the_bases_that_are_left() {
    // SSS 36.1, 36.3, G3
    let worth = |bases: u8| {
        let what = format!("arm = \"infantry\"\nbases = {bases}");
        let game = at_ease("", &[unit("red", [20.0, 5.0], &what), unit("blue", [20.0, 28.0], LINE)]);
        game.table().reaction_modifiers(game.id("red"), Occasion::Due)
    };
    // Static, close order +2, isolated -1.
    assert_eq!([2, 5, 6, 8, 9, 11, 12].map(worth), [-1, 0, 1, 1, 2, 2, 3]);
}

#[test]
fn the_order_row_has_a_value_for_everybody_but_routers() {
    // SSS 36.1, 36.2, G23: deployed guns as skirmishers, limbered ones as open order.
    let row_of = |what: &str| {
        let mut game = at_ease("", &[unit("red", [20.0, 10.0], what), unit("blue", [20.0, 28.0], LINE)]);
        row(&mut game, "red", "order")
    };
    let order = |order: &str| format!("{LINE}\norder = \"{order}\"");
    assert_eq!(["close", "loose", "open", "skirmish"].map(|word| row_of(&order(word))), [2, 1, 0, -1]);
    let mut mob = at_ease("", &[unit("red", [20.0, 10.0], &order("mob")), unit("blue", [20.0, 28.0], LINE)]);
    assert_eq!(row(&mut mob, "red", "mob"), -2);
    assert_eq!(row_of(GUNS), -1);
    assert_eq!(row_of(&format!("{GUNS}\nformation = \"limbered\"")), 0);
    assert_eq!(row_of(&format!("{LINE}\n{ROUTING}")), 0);
}

#[test]
fn what_a_unit_does_has_its_row_and_its_column() {
    // SSS G21, T18
    let with = |activity: &str| {
        // A charge counts in the turn in which it is made (SSS G126).
        let what = format!("{LINE}\nstart = {{ activity = \"{activity}\", charged = {} }}", activity == "charging");
        at_ease("", &[unit("red", [20.0, 5.0], &what), unit("blue", [20.0, 28.0], LINE)])
    };
    let words =
        ["static", "advancing", "charging", "pursuing", "following-up", "pushed-back", "retiring", "retreating"];
    let rows = words.map(|word| {
        let mut game = with(word);
        let text = word.replace('-', " ");
        row(&mut game, "red", &text)
    });
    assert_eq!(rows, [0, 1, 2, 2, 1, -1, 0, -1]);
}

#[test]
fn failing_by_so_much_has_a_result_for_each_column() {
    // SSS V58, T18, 39.1, 39.2: failing by 2, by 4 and by 1.
    let fails = |what: &str, activity: &str, by: i32, routs: bool| {
        let charged = activity == "charging";
        let start = format!("start = {{ activity = \"{activity}\", rout-moves = 1, charged = {charged} }}");
        let sized = if activity == "routing" { what.to_string() } else { what.replace("bases = 6", "bases = 2") };
        let parts = [unit("red", [20.0, 15.0], &format!("{sized}\n{start}")), unit("blue", [20.0, 28.0], LINE)];
        let mut game = at_ease("", &parts);
        let dice = 8 - by - game.table().reaction_modifiers(game.id("red"), Occasion::Due);
        assert!((3..=11).contains(&dice), "{activity} {by}: {dice}");
        let pair = [dice as u8 / 2, dice as u8 - dice as u8 / 2];
        // A rout has a die for its move.
        let dice = [pair[0], pair[1], 1];
        at_once(&mut game, "red", Occasion::Due, if routs { &dice } else { &dice[..2] }).1
    };
    use Fall::{Disperse, Halt, Retire, Retreat, Rout};
    let columns = ["charging", "advancing", "static", "retiring", "retreating", "routing"];
    let table = [
        [Halt, Halt, Retire, Retreat, Rout, Rout],
        [Halt, Retire, Retreat, Rout, Rout, Disperse],
        [Retire, Retreat, Rout, Rout, Disperse, Disperse],
        [Retreat, Retreat, Rout, Disperse, Disperse, Disperse],
    ];
    for (row, by) in table.iter().zip(1..) {
        for (column, &fall) in columns.iter().zip(row) {
            let routs = fall == Rout && *column != "routing";
            assert_eq!(fails(LINE, column, by, routs), fall, "{column} by {by}");
        }
    }
    assert_eq!(fails(LINE, "pushed-back", 2, true), Rout);
    assert_eq!(fails(GUNS, "static", 1, false), Disperse);
}

#[test]
fn who_was_pushed_back_has_a_column_by_the_reading() {
    // SSS G21: failing by 2 routs in the Retire column and retreats in the Halt column.
    let fall = |reading: &str, dice: &[u8]| {
        let what = format!("{LINE}\nstart = {{ activity = \"pushed-back\" }}");
        let parts = [unit("red", [20.0, 15.0], &what), unit("blue", [20.0, 28.0], LINE)];
        let mut game = at_ease(&format!("pushed-back-column = \"{reading}\""), &parts);
        // Pushed back -1, close order +2, isolated -1: 6 is 6, by 2.
        at_once(&mut game, "red", Occasion::Due, dice).1
    };
    assert_eq!(fall("retire", &[3, 3, 1]), Fall::Rout);
    assert_eq!(fall("halt", &[3, 3]), Fall::Retreat);
}

#[test]
fn double_six_passes_and_double_one_fails_by_one() {
    // SSS 35.3, G23, V20: A class heavy cavalry of 8 bases, close order, supported, a superior leader, against a square.
    let parts = |second: &str| {
        [
            chief("red", "superior", [20.0, 8.0]),
            unit("red", [20.0, 15.0], "arm = \"heavy-cavalry\"\nbases = 8\nclass = \"A\""),
            unit("red-friend", [28.0, 15.0], HEAVY),
            unit("blue", [20.0, 20.0], &format!("{LINE}\nformation = \"{second}\"")),
        ]
    };
    let mut game = at_ease("", &parts("square"));
    let blue = game.id("blue");
    assert_eq!(game.table().reaction_modifiers(game.id("red"), Occasion::Charge(blue)), 7);
    assert_eq!(at_once(&mut game, "red", Occasion::Charge(blue), &[1, 1]), (false, Fall::Halt));
    assert_eq!(game.unit("red").pending, Pending::Halt);
    let mut game = at_ease("", &parts("square"));
    assert_eq!(at_once(&mut game, "red", Occasion::Charge(blue), &[1, 2]), (true, Fall::None));
    // Against a line the two points for the square are not lost.
    let game = at_ease("", &parts("line"));
    assert_eq!(game.table().reaction_modifiers(game.id("red"), Occasion::Charge(blue)), 9);
    // SSS V57: double 6 always passes.
    let mut poor = Game::at(
        "movement",
        &[unit("red", [20.0, 15.0], "arm = \"infantry\"\nbases = 1\nclass = \"C\""), unit("blue", [20.0, 28.0], LINE)],
    );
    poor.act(&[], |play| play.unit_mut(UnitId(0)).this_turn.hits = 12);
    assert_eq!(at_once(&mut poor, "red", Occasion::Due, &[6, 6]), (true, Fall::None));
}

#[test]
fn cavalry_at_a_square_has_rows_by_the_reading() {
    // SSS 37.9, G23, G86
    let value = |options: &str, of: &str, occasion: fn(UnitId, UnitId) -> Occasion, formation: &str| {
        let parts = [
            unit("red", [20.0, 15.0], HEAVY),
            unit("blue", [20.0, 20.0], &format!("{LINE}\nformation = \"{formation}\"")),
        ];
        let game = at_ease(options, &parts);
        let (red, blue) = (game.id("red"), game.id("blue"));
        game.table().reaction_modifiers(game.id(of), occasion(red, blue))
    };
    let charge = |_, blue| Occasion::Charge(blue);
    let charged = |red, _| Occasion::Charged { by: red, square: true };
    let base = value("", "red", charge, "line");
    assert_eq!(value("", "red", charge, "square"), base - 2);
    assert_eq!(value("square-rows = \"mirrored\"", "red", charge, "square"), base - 4);
    let stands = value("", "blue", charged, "line");
    assert_eq!(value("square-rows-when = \"declared\"", "blue", charged, "line"), stands + 2);
    assert_eq!(value("", "blue", charged, "square"), stands + 2);
    assert_eq!(value("square-rows = \"mirrored\"", "blue", charged, "square"), stands + 4);
    assert_eq!(value("square-rows = \"cohesion\"", "blue", charged, "square"), stands + 2);
}

#[test]
fn friends_count_by_distance_and_by_how_they_face() {
    // SSS 37.1, 37.2, 37.5, 37.6, G23
    let worth = |off: f64, degrees: i32, more: &str| {
        let what = format!("{}\n{more}", facing("arm = \"infantry\"\nbases = 1", degrees));
        let parts = [
            unit("red", [10.0, 15.0], "arm = \"infantry\"\nbases = 1"),
            unit("red-friend", [11.0 + off, 15.0], &what),
            unit("blue", [10.0, 28.0], LINE),
        ];
        format!("{:?}", {
            let game = at_ease("", &parts);
            game.table().security(game.id("red"))
        })
    };
    assert_eq!(worth(3.0, 0, ""), "Supported");
    assert_eq!(worth(3.05, 0, ""), "FriendsClose");
    assert_eq!(worth(2.5, 22, ""), "Supported");
    assert_eq!(worth(2.5, 23, ""), "FriendsClose");
    assert_eq!(worth(6.0, 0, ""), "FriendsClose");
    assert_eq!(worth(6.05, 0, ""), "FriendsInSight");
    assert_eq!(worth(2.5, 46, ""), "FriendsInSight");
    assert_eq!(worth(2.5, 91, ""), "Isolated");
    assert_eq!(worth(9.0, 0, ""), "FriendsInSight");
    assert_eq!(worth(9.05, 0, ""), "Isolated");
    // Not in good order: retreating, or with 2 Disruption Points.
    assert_eq!(worth(2.0, 0, "start = { activity = \"retreating\" }"), "Isolated");
    assert_eq!(worth(2.0, 0, "start = { disruption = { terrain = 2 } }"), "Isolated");
    assert_eq!(worth(2.0, 0, "start = { disruption = { terrain = 1 } }"), "Supported");
}

#[test]
fn engaged_friends_support_only_in_the_same_melee() {
    // SSS 37.3
    let worth = |at: f64, together: bool| {
        let contact = |one: &str| format!("\n[[contacts]]\nunits = [\"{one}\", \"blue\"]\n");
        let parts = [
            unit("red", [10.0, 15.0], "arm = \"infantry\"\nbases = 2"),
            unit("red-friend", [12.5, 15.0], "arm = \"infantry\"\nbases = 2"),
            unit("blue", [at, 15.0], &facing("arm = \"infantry\"\nbases = 4", 180)),
            contact("red-friend"),
            if together { contact("red") } else { String::new() },
        ];
        let game = at_ease("", &parts);
        format!("{:?}", game.table().security(game.id("red")))
    };
    assert_eq!(worth(11.0, true), "Supported");
    assert_eq!(worth(14.0, false), "FriendsClose");
}

#[test]
fn an_enemy_in_charge_reach_of_the_flank_threatens() {
    // SSS 37.7: heavy cavalry reaches 5 + 2 BW.
    let worth = |at: [f64; 2]| {
        let parts = [
            unit("red", [20.0, 15.0], "arm = \"infantry\"\nbases = 4"),
            unit("red-friend", [20.0, 14.0], "arm = \"infantry\"\nbases = 4"),
            unit("blue", at, &facing(HEAVY, 270)),
        ];
        format!("{:?}", {
            let game = at_ease("", &parts);
            game.table().security(game.id("red"))
        })
    };
    assert_eq!(worth([29.0, 14.75]), "Threatened");
    assert_eq!(worth([29.1, 14.75]), "Supported");
    // In front it threatens nobody.
    assert_eq!(worth([20.0, 20.0]), "Supported");
}

#[test]
fn a_retired_line_goes_back_half_a_move_facing_the_enemy() {
    // SSS V61, 40.2, 40.8: close order 1½ BW, ½ BW in difficult ground; leadership changes nothing.
    let go = |more: &str, ground: &str| {
        let what = format!("{LINE}\nstart = {{ pending = \"retire\"{more} }}");
        let parts = [unit("red", [20.0, 15.0], &what), unit("blue", [20.0, 25.0], LINE), ground.to_string()];
        let game = Game::at("movement", &parts);
        (15.0 - widths(game.unit("red").pose.at.y), game.unit("red").pose.facing, game.unit("red").activity)
    };
    assert_eq!(go("", ""), (1.5, 0, Activity::Retiring));
    assert_eq!(go(", leadership = { moves = -1, blunder = 0, top-form = 0 }", ""), (1.5, 0, Activity::Retiring));
    assert_eq!(go("", &area("difficult", "bog", [10.0, 10.0, 30.0, 18.0])), (0.5, 0, Activity::Retiring));
}

#[test]
fn retreats_and_routs_have_a_die() {
    // SSS V61, 1.5.1a, 1.5.1b, 40.4, 40.5: retreat 3 - ¾ + d2, in difficult ground 1 - ¼ + d2; rout 3 + d3.
    let go = |options: &str, start: &str, ground: &str, die: u8| {
        let what = format!("{LINE}\nstart = {{ {start} }}");
        let parts = [unit("red", [20.0, 15.0], &what), unit("blue", [20.0, 25.0], LINE), ground.to_string()];
        let phase = "[start]\nphase = \"movement\"\nactive = \"red\"\n";
        let game = Game::start(options, phase, &parts, &[die]);
        // Turned about, its front is where its rear was: half a base width nearer home.
        (14.5 - widths(game.unit("red").pose.at.y), game.unit("red").pose.facing)
    };
    let bog = area("difficult", "bog", [10.0, 10.0, 30.0, 18.0]);
    assert_eq!(go("", "pending = \"retreat\"", "", 6), (4.25, 18_000));
    assert_eq!(go("", "pending = \"retreat\"", "", 3), (3.25, 18_000));
    assert_eq!(go("retreat-turn = \"free\"", "pending = \"retreat\"", "", 6), (5.0, 18_000));
    assert_eq!(go("", "pending = \"retreat\"", &bog, 6), (2.75, 18_000));
    assert_eq!(go("", "activity = \"routing\", rout-moves = 1", "", 5), (6.0, 18_000));
    assert_eq!(go("", "activity = \"routing\", rout-moves = 1", "", 1), (4.0, 18_000));
    // Later retreat moves have turned about already (SSS 40.4).
    assert_eq!(go("", "activity = \"retreating\"", "", 4), (5.0, 18_000));
}

#[test]
fn a_rout_runs_from_the_nearest_enemy_and_then_home() {
    // SSS 1.5.1c, 40.5, G19: the nearest enemy stands to the east, so the first move goes west; the next go south.
    let parts = [
        unit("red", [20.0, 15.0], &facing("arm = \"infantry\"\nbases = 2", 90)),
        unit("blue", [24.0, 15.0], &facing("arm = \"infantry\"\nbases = 2", 270)),
    ];
    let mut game = at_ease("", &parts);
    let id = game.id("red");
    game.act(&[2], |play| play.rout(id));
    let unit = *game.unit("red");
    assert_eq!((unit.activity, unit.pose.facing, unit.rout_moves), (Activity::Routing, 27_000, 1));
    assert_eq!(widths(unit.pose.at.x), 15.5);
    assert_eq!(game.table().disruption(id), 2, "SSS T16: routed");
}

#[test]
fn routers_shove_through_friends_who_leave_no_gap() {
    // SSS 1.5.1e, 40.6, 34.5: a wall of three units leaves no gap of 1 BW, one unit alone does; skirmishers do not mind.
    let go = |friends: &[(f64, &str)]| {
        let mut parts =
            vec![unit("red", [20.0, 15.0], "arm = \"infantry\"\nbases = 2"), unit("blue", [20.0, 20.0], LINE)];
        for (ix, (x, what)) in friends.iter().enumerate() {
            parts.push(unit(&format!("red-{ix}"), [*x, 13.0], what));
        }
        let mut game = at_ease("", &parts);
        let id = game.id("red");
        game.act(&[1], |play| play.rout(id));
        (0..friends.len())
            .map(|ix| {
                let friend = game.unit(&format!("red-{ix}"));
                (game.table().disruption(game.id(&format!("red-{ix}"))), friend.triggers != 0)
            })
            .collect::<Vec<_>>()
    };
    let four = "arm = \"infantry\"\nbases = 4";
    assert_eq!(go(&[(20.0, four)]), [(0, false)]);
    assert_eq!(go(&[(20.0, four), (15.5, four), (24.5, four)]), [(1, true), (0, false), (0, false)]);
    assert_eq!(go(&[(20.0, four), (15.5, four), (25.0, four)]), [(0, false); 3]);
    let screen = "arm = \"infantry\"\nbases = 4\norder = \"skirmish\"";
    // These test like others (SSS 34.5).
    assert_eq!(go(&[(20.0, screen), (15.0, four), (25.0, four)]), [(0, true), (0, false), (0, false)]);
}

#[test]
fn who_reaches_the_edge_running_is_no_more() {
    // SSS 39.9; one who retires stops there and may go on fighting (SSS 39.10), one who leaves the battle has left it (SSS 2.1).
    let at = |start: &str, dice: &[u8]| {
        let what = format!("{LINE}\nstart = {{ {start} }}");
        let parts = [unit("red", [20.0, 1.5], &what), unit("blue", [20.0, 25.0], LINE)];
        let game = Game::start("", "[start]\nphase = \"movement\"\nactive = \"red\"\n", &parts, dice);
        game.unit("red").place
    };
    assert_eq!(at("activity = \"routing\", rout-moves = 1", &[1]), Place::Gone(Loss::Disintegrated));
    assert_eq!(at("pending = \"retreat\"", &[1]), Place::Gone(Loss::Disintegrated));
    assert_eq!(at("pending = \"retire\"", &[]), Place::Table);
    assert_eq!(at("activity = \"retiring-in-good-order\"", &[]), Place::Gone(Loss::LeftTable));
}

#[test]
fn a_router_loses_a_man_for_every_turn_after_the_first() {
    // SSS 39.7, V60: first the hit, then the test to rally; the leader who tried stays for good (SSS 39.8).
    let parts = |moves: u8| {
        let start =
            format!("start = {{ activity = \"routing\", rout-moves = {moves}, disruption = {{ routed = 2 }} }}");
        [
            chief("red", "competent", [20.0, 14.8]).replace("at = [20.0, 14.8]", "with = \"red\""),
            unit("red", [20.0, 15.0], &format!("{}\n{start}", facing(LINE, 180))),
            unit("red-friend", [20.0, 8.0], &facing("arm = \"infantry\"\nbases = 6", 100)),
            unit("blue", [20.0, 28.0], LINE),
        ]
    };
    let mut game = Game::at("reaction", &parts(2));
    assert_eq!((game.unit("red").hits, game.topic("red")), (1, "rally"));
    // Routing -2, no order row, friends in sight 0, leader +2, hit -1, Disruption -2.
    let id = game.id("red");
    assert_eq!(game.table().reaction_modifiers(id, Occasion::Rally), -3);
    game.says("red", "rally red", &[5, 6]);
    assert_eq!(game.unit("red").activity, Activity::Rallying);
    assert!(game.leader("red-chief").bound);
    // 10 is one short: it runs on. 9 disperses.
    let mut game = Game::at("reaction", &parts(2));
    game.says("red", "rally red", &[5, 5]);
    assert_eq!((game.unit("red").activity, game.unit("red").place), (Activity::Routing, Place::Table));
    let mut game = Game::at("reaction", &parts(2));
    game.says("red", "rally red", &[4, 5, 6, 6]);
    assert_eq!(game.unit("red").place, Place::Gone(Loss::Dispersed));
    // After its first move it has lost nobody yet.
    assert_eq!(Game::at("reaction", &parts(1)).unit("red").hits, 0);
}

#[test]
fn rallying_takes_the_whole_next_turn() {
    // SSS 39.11, G60
    let what = format!("{LINE}\nstart = {{ activity = \"rallying\", disruption = {{ routed = 2 }} }}");
    let parts = [unit("red", [20.0, 5.0], &what), unit("blue", [20.0, 28.0], LINE)];
    let mut game = Game::at("orders", &parts);
    assert_eq!(game.refused("red", "order red move"), "SSS 39.11");
    game.pass_to("blue", "orders", &[]);
    assert_eq!((game.unit("red").activity, game.unit("red").disruption.points()), (Activity::Static, 0));
}

#[test]
fn routers_under_fire_test_in_the_rout_column() {
    // SSS V73, G22: in the enemy's turn it cannot rally; by the other reading it is not tested at all.
    let game = |options: &str, dice: &[u8]| {
        let what = format!("{LINE}\n{ROUTING}");
        let parts = [
            unit("red", [20.0, 4.0], LINE),
            unit("blue", [20.0, 15.0], &what),
            unit("blue-far", [4.0, 29.0], "arm = \"infantry\"\nbases = 1"),
        ];
        let mut game = at_ease(options, &parts);
        let id = game.id("blue");
        game.act(&[], |play| {
            play.unit_mut(id).this_turn.hits_shooting = 6;
            play.unit_mut(id).this_turn.hits = 6;
        });
        game.pass_to("blue", "orders", dice);
        game.unit("blue").place
    };
    // Routing -2, isolated -1, hits -6: 6-6 passes, 17 would be needed for less.
    assert_eq!(game("", &[6, 6]), Place::Table);
    assert_eq!(game("", &[6, 5]), Place::Gone(Loss::Dispersed));
    assert_eq!(game("router-tests = \"rally-only\"", &[]), Place::Table);
}

#[test]
fn the_reaction_under_fire() {
    // SSS V19: 6 bases of 6, 6 unsaved hits; a competent sub-commander, friends close; behind a hedge.
    let parts = [
        chief("blue", "cautious", [39.0, 29.0]),
        sub("blue-left", "competent", [20.0, 22.0]),
        under("blue-left", &unit("blue", [20.0, 20.0], &facing(LINE, 180))),
        unit("blue-friend", [20.0, 26.0], &facing(LINE, 180)),
        unit("red", [20.0, 10.0], LINE),
        line("hedgerow", "hedge", "[[15.0, 19.9], [25.0, 19.9]]"),
    ];
    let fire = |dice: &[u8]| {
        let mut game = at_ease("", &parts);
        let id = game.id("blue");
        game.act(&[], |play| {
            play.take_hits(id, 6);
            play.unit_mut(id).this_turn.hits_shooting = 6;
        });
        game.pass_to("blue", "orders", dice);
        game
    };
    let game = fire(&[4, 5]);
    assert_eq!(game.counted("SSS 35.4", ""), -2, "{:?}", game.reckoning("SSS 35.4"));
    assert_eq!(game.unit("blue").pending, Pending::Retire);
    assert_eq!(fire(&[2, 4, 1]).unit("blue").activity, Activity::Routing);
    assert_eq!(fire(&[6, 6]).unit("blue").pending, Pending::Nothing);
}

#[test]
fn the_worst_case() {
    // SSS V57: a C class mob, extra small, the closest enemy behind a wall, friends having shoved through.
    let parts = [
        unit(
            "red",
            [20.0, 10.0],
            "arm = \"infantry\"\nbases = 2\norder = \"mob\"\nclass = \"C\"\nstart = { disruption = { shoved-through = 1 } }",
        ),
        unit("blue", [20.0, 20.0], &facing(LINE, 180)),
        line("low-wall", "wall", "[[15.0, 19.9], [25.0, 19.9]]"),
    ];
    let mut game = at_ease("", &parts);
    let id = game.id("red");
    game.act(&[], |play| play.unit_mut(id).this_turn.hits = 1);
    assert_eq!(game.table().reaction_modifiers(id, Occasion::Due), -9);
    assert_eq!(at_once(&mut game, "red", Occasion::Due, &[5, 6]).1, Fall::Disperse);
    assert_eq!(game.unit("red").place, Place::Gone(Loss::Dispersed));
}

#[test]
fn a_lost_round_compares_disruption_and_class() {
    // SSS V59, 37.8, 31.2
    let parts = |captured: &str| {
        [
            chief("blue", "cautious", [20.0, 24.0]),
            unit(
                "blue",
                [20.0, 20.0],
                &format!(
                    "{}\nstart = {{ activity = \"pushed-back\", disruption = {{ terrain = 1 }}{captured} }}",
                    facing(LINE, 180)
                ),
            ),
            unit("blue-friend", [20.0, 23.0], &facing(LINE, 180)),
            unit("red", [20.0, 20.0], "arm = \"infantry\"\nbases = 6\nclass = \"A\""),
            "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".to_string(),
        ]
    };
    let fights = |captured: &str, dice: &[u8]| {
        let mut game = at_ease("", &parts(captured));
        let id = game.id("blue");
        game.act(&[], |play| play.unit_mut(id).this_turn.hits = 3);
        at_once(&mut game, "blue", Occasion::Due, dice)
    };
    assert_eq!(fights(", captured = [\"red\"]", &[4, 5]), (true, Fall::None));
    assert_eq!(fights(", captured = [\"red\"]", &[4, 4]), (false, Fall::Retreat));
    assert_eq!(fights("", &[4, 5]), (false, Fall::Retreat));
}

#[test]
fn at_half_strength_a_unit_leaves_the_battle_without_a_test() {
    // SSS V25, 2.1, 34.8, G41: 36 SP; 18 hits are the limit, or more than that by the other reading.
    let leaves = |options: &str, hits: u8| {
        let what = format!("{LINE}\nstart = {{ hits = {hits} }}");
        let parts = [unit("red", [20.0, 15.0], &what), unit("blue", [20.0, 28.0], LINE)];
        let game = Game::with(options, "reaction", &parts);
        game.unit("red").activity == Activity::RetiringInGoodOrder
    };
    assert!(!leaves("", 17));
    assert!(leaves("", 18));
    assert!(!leaves("half-strength = \"passed\"", 18));
    assert!(leaves("half-strength = \"passed\"", 19));
    // It goes at normal speed towards its own baseline.
    let what = format!("{LINE}\nstart = {{ hits = 18, activity = \"retiring-in-good-order\" }}");
    let game = Game::at("movement", &[unit("red", [20.0, 15.0], &what), unit("blue", [20.0, 28.0], LINE)]);
    assert_eq!(widths(game.unit("red").pose.at.y), 12.0);
}

#[test]
fn who_may_hold_on_is_let_go_by_its_owner() {
    // SSS V75, 2.3, G62
    let at = |hits: u8| {
        let what = format!("{LINE}\ntraits = [\"hold-to-last-man\"]\nstart = {{ hits = {hits} }}");
        Game::at("movement", &[unit("red", [20.0, 15.0], &what), unit("blue", [20.0, 28.0], LINE)])
    };
    assert_ne!(at(17).topic("red"), "hold-on");
    let mut game = at(18);
    assert_eq!(game.topic("red"), "hold-on");
    game.done("red", &[]);
    assert_eq!(game.unit("red").activity, Activity::Static);
    let mut game = at(26);
    game.says("red", "retire red", &[]);
    assert_eq!(game.unit("red").activity, Activity::RetiringInGoodOrder);
    assert_eq!(widths(game.unit("red").pose.at.y), 12.0);
    let what = format!("{LINE}\ntraits = [\"hold-to-last-man\"]\nstart = {{ hits = 27 }}");
    let game = Game::at("reaction", &[unit("red", [20.0, 15.0], &what), unit("blue", [20.0, 28.0], LINE)]);
    assert_eq!(game.unit("red").activity, Activity::RetiringInGoodOrder);
}

#[test]
fn a_router_at_its_limit_disintegrates_when_it_fails_to_rally() {
    // SSS 39.9, G79, V25
    let parts = [
        unit("red", [20.0, 15.0], &format!("{LINE}\nstart = {{ hits = 18, activity = \"routing\", rout-moves = 1 }}")),
        unit("blue", [20.0, 28.0], LINE),
    ];
    let mut game = Game::at("reaction", &parts);
    game.says("red", "rally red", &[1, 3]);
    assert_eq!(game.unit("red").place, Place::Gone(Loss::Disintegrated));
    let mut game = Game::at("reaction", &parts);
    game.says("red", "rally red", &[6, 6]);
    assert_eq!(game.unit("red").activity, Activity::RetiringInGoodOrder);
    let game = Game::with("limit-disintegrates = \"at-once\"", "reaction", &parts);
    assert_eq!(game.unit("red").place, Place::Gone(Loss::Disintegrated));
}

#[test]
fn friends_who_are_lost_in_sight_call_for_a_test() {
    // SSS 34.5: within 4 BW; a base lost is no trigger (SSS 34.7).
    let called = |off: f64, loss: Loss| {
        let parts = [
            unit("red", [10.0, 15.0], "arm = \"infantry\"\nbases = 2"),
            unit("red-friend", [12.0 + off, 15.0], "arm = \"infantry\"\nbases = 2"),
            unit("blue", [20.0, 28.0], LINE),
        ];
        let mut game = at_ease("", &parts);
        let friend = game.id("red-friend");
        game.act(&[], |play| play.remove(friend, loss));
        game.table().test_is_due(game.id("red"))
    };
    assert!(called(4.0, Loss::Destroyed) && called(4.0, Loss::Dispersed));
    assert!(!called(4.05, Loss::Destroyed) && !called(2.0, Loss::LeftTable));
}

#[test]
fn pursuers_catch_what_they_reach() {
    // SSS V62, 1.5.1d, 1.5.1f: 7 BW off; heavy cavalry 5 + 2, light 7 + 3, infantry 3 + 1.
    let chase = |what: &str, off: f64| {
        let router = format!("{LINE}\n{ROUTING}");
        let parts = [unit("red", [20.0, 5.0], what), unit("blue", [20.0, 5.0 + off], &facing(&router, 0))];
        let mut game = at_ease("", &parts);
        let (red, blue) = (game.id("red"), game.id("blue"));
        let mut caught = false;
        game.act(&[], |play| caught = play.pursue(red, blue));
        assert_eq!(game.table().disruption(red), 1, "SSS T16: pursuit");
        (caught, game.unit("blue").place == Place::Gone(Loss::Destroyed))
    };
    // The router's rear is half a base width nearer.
    assert_eq!(chase(HEAVY, 7.5), (true, true));
    assert_eq!(chase(HEAVY, 7.6), (false, false));
    assert_eq!(chase("arm = \"light-cavalry\"\nbases = 4", 10.5), (true, true));
    assert_eq!(chase("arm = \"light-cavalry\"\nbases = 4", 10.6), (false, false));
    assert_eq!(chase(LINE, 4.5), (true, true));
    assert_eq!(chase(LINE, 4.6), (false, false));
}

#[test]
fn who_passes_by_enough_is_carried_away() {
    // SSS V21, 39.4, 39.5: impetuous regulars by 5, irregulars by 3.
    let carried = |what: &str, occasion: Occasion, margin: i32| {
        let parts = [unit("red", [20.0, 15.0], what), unit("blue", [20.0, 28.0], LINE)];
        let mut game = at_ease("", &parts);
        let id = game.id("red");
        let number = game.rules.units[id.ix()].class.passes_at();
        let dice = number + margin - game.table().reaction_modifiers(id, occasion);
        assert!((3..=11).contains(&dice), "{dice}");
        let pair = [dice as u8 / 2, dice as u8 - dice as u8 / 2];
        at_once(&mut game, "red", occasion, &pair);
        game.unit("red").must_charge
    };
    let regular = format!("{LINE}\ntraits = [\"impetuous\"]\nstart = {{ activity = \"charging\" }}");
    let large = format!("{}\nclass = \"A\"", regular.replace("bases = 6", "bases = 12"));
    assert!(!carried(&regular, Occasion::Due, 4));
    assert!(carried(&large, Occasion::Due, 5));
    assert!(!carried(&large, Occasion::Due, 4));
    let irregular = format!("{LINE}\ntraits = [\"irregular\"]\nstart = {{ activity = \"charging\" }}");
    assert!(carried(&irregular, Occasion::Due, 3));
    assert!(!carried(&irregular, Occasion::Due, 2));
    assert!(!carried(&format!("{LINE}\nclass = \"A\"\nstart = {{ activity = \"charging\" }}"), Occasion::Due, 5));
}

#[test]
fn a_halted_unit_changes_formation_and_nothing_else() {
    // SSS 40.1: and is free again in the turn after.
    let what = format!("{LINE}\nstart = {{ pending = \"halt\", intent = \"move\" }}");
    let parts =
        [chief("red", "superior", [20.0, 4.0]), unit("red", [20.0, 5.0], &what), unit("blue", [20.0, 28.0], LINE)];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    assert_eq!(game.refused("red", &format!("move advance {}", mm(1.0))), "SSS 40.1");
    assert_eq!(game.refused("red", "move form column-of-attack 0"), "");
    game.says("red", "move stop", &[]);
    game.pass_to("blue", "orders", &[]);
    assert_eq!(game.unit("red").pending, Pending::Nothing);
}

#[test]
fn one_test_serves_for_all_triggers() {
    // SSS G22, 1.8
    let parts = [unit("red", [20.0, 5.0], LINE), unit("blue", [20.0, 28.0], LINE)];
    let mut game = at_ease("", &parts);
    let id = game.id("red");
    game.act(&[], |play| {
        play.call_test(id, Trigger::FriendsLost);
        play.call_test(id, Trigger::RoutedThrough);
    });
    game.pass_to("blue", "orders", &[6, 6]);
    assert_eq!(game.told.iter().filter(|entry| entry.rule == "SSS 35.4").count(), 1);
}

#[test]
fn warbands_follow_their_quarry_off_the_table_and_come_back() {
    // SSS 1.5.1h: others rally at the edge.
    let chase = |what: &str, dice: &[u8]| {
        let parts = [
            unit("red", [20.0, 27.0], &format!("{HEAVY}\n{what}")),
            unit("blue", [35.0, 10.0], &format!("{LINE}\n{ROUTING}")),
        ];
        let mut game = at_ease("", &parts);
        let (red, blue) = (game.id("red"), game.id("blue"));
        game.act(dice, |play| {
            play.remove(blue, Loss::Disintegrated);
            play.pursue(red, blue);
        });
        (game.unit("red").place, game.unit("red").activity)
    };
    assert_eq!(chase("", &[]), (Place::Table, Activity::Static));
    let (place, _) = chase("traits = [\"impetuous\"]", &[4]);
    assert!(matches!(place, Place::Away { turns: 4, .. }), "{place:?}");
}

/// Red beats blue in a round and blue routs by its test: red is asked whether it pursues.
fn beaten(options: &str, red: &str, rout: u8) -> Game {
    let parts = [
        unit("red", [20.0, 15.0], &format!("{LINE}\nmissile = \"none\"\n{red}")),
        unit("blue", [20.0, 15.0], &facing(&format!("{LINE}\nmissile = \"none\""), 180)),
        unit("blue-far", [4.0, 29.0], "arm = \"infantry\"\nbases = 1"),
        "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".to_string(),
    ];
    // 18 dice each: red hits twice and blue saves neither.
    let mut dice = vec![6, 6];
    dice.extend([1; 16]);
    dice.extend([1, 1]);
    dice.extend([1; 18]);
    let mut game = Game::start(options, "[start]\nphase = \"melees\"\nactive = \"red\"\n", &parts, &dice);
    // Pushed back -1, close +2, isolated -1, two hits: 7 is 5, by 3.
    game.says("red", "follow-up no", &[3, 4, rout]);
    game
}

#[test]
fn a_victor_pursues_whom_its_test_makes_rout() {
    // SSS 27.9, G52, V62: 3 BW back, then 3 + d3.
    let mut game = beaten("", "", 1);
    assert_eq!((game.unit("blue").activity, game.topic("red")), (Activity::Routing, "pursue"));
    game.says("red", "pursue no", &[]);
    assert_ne!(game.unit("red").activity, Activity::Pursuing);
    let mut game = beaten("", "", 1);
    game.says("red", "pursue yes", &[]);
    assert_eq!((game.unit("red").activity, widths(game.unit("red").pose.at.y)), (Activity::Pursuing, 19.0));
    let mut game = beaten("pursuit-timing = \"own-next-move\"", "", 1);
    game.says("red", "pursue yes", &[]);
    assert_eq!((game.unit("red").activity, widths(game.unit("red").pose.at.y)), (Activity::Pursuing, 15.0));
}

#[test]
fn irregulars_test_in_order_to_stay() {
    // SSS 27.9, G90, V62: close +2, isolated -1; 6 is 7 and pursues, 7 may stay, 10 passes by 3 and must pursue.
    let stays = |options: &str, dice: &[u8]| {
        let mut game = beaten(options, "traits = [\"irregular\"]", 1);
        game.says("red", "pursue no", dice);
        game.unit("red").activity != Activity::Pursuing
    };
    assert!(!stays("", &[3, 3]));
    assert!(stays("", &[3, 4]));
    assert!(stays("", &[4, 5]));
    assert!(!stays("", &[4, 6]));
    // As pursuing it has two more.
    assert!(stays("stay-test-row = \"pursuing\"", &[2, 3]));
    assert!(!stays("stay-test-row = \"static\"", &[3, 3]));
}

#[test]
fn the_limit_in_a_melee_takes_no_test_of_its_own() {
    // SSS V71, 34.3, 34.8, G79: it tests for the lost round; by the other reading it simply retires.
    let fights = |options: &str, dice: &[u8]| {
        let what = format!("{LINE}\nmissile = \"none\"\nstart = {{ hits = 16 }}");
        let parts = [
            unit("red", [20.0, 15.0], &format!("{LINE}\nmissile = \"none\"")),
            unit("blue", [20.0, 15.0], &facing(&what, 180)),
            "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".to_string(),
        ];
        // 4 bases left of 6: 12 dice.
        let mut thrown = vec![6, 6];
        thrown.extend([1; 16]);
        thrown.extend([1, 1]);
        thrown.extend([1; 12]);
        let mut game = Game::start(options, "[start]\nphase = \"melees\"\nactive = \"red\"\n", &parts, &thrown);
        game.says("red", "follow-up no", dice);
        (game.unit("blue").activity, game.unit("blue").pending)
    };
    let leaves = (Activity::RetiringInGoodOrder, Pending::Nothing);
    assert_eq!(fights("", &[6, 6]), leaves);
    assert_eq!(fights("limit-lost-round = \"no-test\"", &[]), leaves);
}

#[test]
fn guns_and_whoever_stands_by_them_support_each_other() {
    // SSS 37.4: any friendly unit within 3 BW facing the same way, engaged or disrupted though it be.
    let worth = |what: &str, off: f64, degrees: i32| {
        let shaken = format!("{}\nstart = {{ disruption = {{ terrain = 2 }} }}", facing(what, degrees));
        let parts = [
            unit("red", [10.0, 15.0], GUNS),
            unit("red-friend", [12.5 + off, 15.0], &shaken),
            unit("blue", [10.0, 28.0], LINE),
        ];
        let game = at_ease("", &parts);
        format!("{:?}", game.table().security(game.id("red")))
    };
    let two = "arm = \"infantry\"\nbases = 2";
    assert_eq!(worth(two, 3.0, 0), "Supported");
    assert_eq!(worth(two, 3.1, 0), "Isolated");
    assert_eq!(worth(two, 2.0, 23), "Isolated");
}

#[test]
fn the_rows_of_a_melee_outlast_it_by_one_reading() {
    // SSS G80, 37.8: against A class foot it has broken off from.
    let worth = |reading: &str| {
        let parts = [
            unit("red", [20.0, 15.0], LINE),
            unit("blue", [20.0, 17.0], &facing("arm = \"infantry\"\nbases = 6\nclass = \"A\"", 180)),
        ];
        let mut game = at_ease(&format!("after-break-off = \"{reading}\""), &parts);
        let (red, blue) = (game.id("red"), game.id("blue"));
        game.act(&[], |play| {
            let unit = play.unit_mut(red);
            unit.this_turn.fought_long = true;
            unit.this_turn.met.insert(blue);
        });
        game.table().reaction_modifiers(red, Occasion::Due)
    };
    // Close +2, isolated -1, the point for two rounds -1, and class inferior and one cause more -2.
    assert_eq!(["point-only", "both", "neither"].map(worth), [0, -2, 1]);
}

#[test]
fn a_garrison_that_routs_comes_out_on_the_far_side() {
    // SSS G64
    let parts = [
        area("town", "farm", [18.0, 14.0, 22.0, 16.0]),
        "\n[[buildings]]\narea = \"farm\"\nmaterial = \"brick\"\n".to_string(),
        unit("red", [20.0, 10.0], LINE),
        unit("blue", [20.0, 15.0], "arm = \"infantry\"\nbases = 4\ninside = \"farm\"")
            .replace("at = [20.0, 15.0]\n", ""),
    ];
    let mut game = at_ease("", &parts);
    let id = game.id("blue");
    game.act(&[1], |play| play.rout(id));
    let unit = *game.unit("blue");
    assert_eq!((unit.inside, unit.pose.facing), (None, 0));
    // In the clear behind the walls, and 3 + 1 BW on, less what buildings cost.
    assert!(widths(unit.pose.at.y) >= 16.5 + 3.0, "{}", widths(unit.pose.at.y));
}

#[test]
fn beasts_that_burn_and_wagons_support_nobody() {
    // SSS 37.1, 42.1a, G69: troops do.
    let backed = |what: &str| {
        let parts =
            [unit("red", [20.0, 15.0], LINE), unit("red-beside", [25.0, 15.0], what), unit("blue", [20.0, 28.0], LINE)];
        let game = Game::with("flaming-pigs = \"on\"", "orders", &parts);
        format!("{:?}", game.table().security(game.id("red")))
    };
    assert_eq!(backed("arm = \"infantry\"\nbases = 1"), "Supported");
    assert_eq!(backed("arm = \"flaming-pig\"\nbases = 1"), "Isolated");
    assert_eq!(backed("arm = \"wagon\"\nbases = 1"), "Isolated");
}
